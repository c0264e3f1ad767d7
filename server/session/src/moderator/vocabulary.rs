//! The closed vocabulary in which the moderator speaks. Which words a person reads for it is the client's business.

use ggn_core::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One announcement, as the wire spells it. The colour is that of the side which acted, but for `*_in_check`: there it is the side in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModeratorText {
    /// No piece of the player stands on the square.
    NoSuchPiece,
    /// The piece cannot go anywhere, as far as its owner can see.
    NoLegalMoves,
    /// The piece can go somewhere, as far as its owner can see, yet no move of it is legal.
    WontHelp,
    /// The piece can move legally, but not like that.
    IllegalMove,
    /// White moved.
    WhiteMoved,
    /// Black moved.
    BlackMoved,
    /// White moved and captured.
    WhiteMovedCaptured,
    /// Black moved and captured.
    BlackMovedCaptured,
    /// White captured en passant.
    WhiteMovedCapturedEp,
    /// Black captured en passant.
    BlackMovedCapturedEp,
    /// White castled on the king's side.
    WhiteCastledKingside,
    /// White castled on the queen's side.
    WhiteCastledQueenside,
    /// Black castled on the king's side.
    BlackCastledKingside,
    /// Black castled on the queen's side.
    BlackCastledQueenside,
    /// White is in check.
    WhiteInCheck,
    /// Black is in check.
    BlackInCheck,
    /// White promoted; the payload says to what.
    WhitePromoted,
    /// Black promoted; the payload says to what.
    BlackPromoted,
    /// White gave mate.
    WhiteCheckmate,
    /// Black gave mate.
    BlackCheckmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can give mate any more.
    DrawInsufficient,
    /// Fifty moves of each side without capture or pawn move.
    DrawFifty,
    /// The same position for the third time.
    DrawThreefold,
    /// White won by captures, as a house rule says.
    WhiteWinsCaptures,
    /// Black won by captures.
    BlackWinsCaptures,
    /// White won by promoting.
    WhiteWinsPromotions,
    /// Black won by promoting.
    BlackWinsPromotions,
    /// White won by giving check.
    WhiteWinsChecks,
    /// Black won by giving check.
    BlackWinsChecks,
    /// White won by where a piece arrived.
    WhiteWinsArrival,
    /// Black won by where a piece arrived.
    BlackWinsArrival,
    /// White won: of one army nothing is left, or nothing of a kind.
    WhiteWinsExtinction,
    /// Black won: of one army nothing is left, or nothing of a kind.
    BlackWinsExtinction,
    /// A goal of the rules was reached, and nobody wins by it.
    DrawGoal,
    /// White's capture was no more than a hit: what was to be taken has points left, and both pieces stay.
    WhiteHit,
    /// Black's capture was no more than a hit.
    BlackHit,
    /// White's capture set off a blast that destroyed something.
    WhiteExploded,
    /// Black's capture set off a blast that destroyed something.
    BlackExploded,
    /// White has lost a piece to a poisoned square.
    WhiteFell,
    /// Black has lost a piece to a poisoned square.
    BlackFell,
    /// A piece of White's was poisoned and survived.
    WhitePoisoned,
    /// A piece of Black's was poisoned and survived.
    BlackPoisoned,
    /// A piece of White's was healed.
    WhiteHealed,
    /// A piece of Black's was healed.
    BlackHealed,
    /// White tries to capture, and both sides are asked for bids.
    WhiteAttacks,
    /// Black tries to capture, and both sides are asked for bids.
    BlackAttacks,
    /// White's capture has failed: the bids were not enough.
    WhiteRepulsed,
    /// Black's capture has failed.
    BlackRepulsed,
}

/// An announcement before its colour is known: what the moderator's data speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// No piece of the player stands on the square that they named.
    NoSuchPiece,
    /// The piece that was touched cannot go anywhere, as far as its owner can see.
    NoLegalMoves,
    /// The piece that was touched can go somewhere, as far as its owner can see, yet no move of it is legal.
    WontHelp,
    /// The piece that was touched can move legally, but not like that.
    IllegalMove,
    /// A move without capture.
    Moved,
    /// A move with capture.
    MovedCaptured,
    /// A capture en passant.
    MovedCapturedEp,
    /// Castling on the king's side.
    CastledKingside,
    /// Castling on the queen's side.
    CastledQueenside,
    /// A promotion, announced beside the move.
    Promoted,
    /// The move gave check.
    InCheck,
    /// The move gave mate.
    Checkmate,
    /// The move left the other side without a legal move.
    Stalemate,
    /// Neither side can give mate any more.
    DrawInsufficient,
    /// For too long there was neither a capture nor a pawn's move.
    DrawFifty,
    /// The same position stands again, too often.
    DrawThreefold,
    /// A side has captured as often as a goal of the rules asks for. Of goals it is told who wins by them, whoever moved.
    GoalCaptures,
    /// A side has promoted as often as a goal asks for.
    GoalPromotions,
    /// A side has given check as often as a goal asks for.
    GoalChecks,
    /// A piece has reached a square that is a goal.
    GoalArrival,
    /// A side has nothing left, or nothing of a kind.
    GoalExtinction,
    /// A capture that was no more than a hit: what was to be taken has points left, and both pieces stay.
    Hit,
    /// The capture set off a blast that destroyed something.
    Exploded,
    /// A piece was lost to a poisoned square. Of this and what follows it is told whose piece it is, and `mover` is that side, whoever moved.
    Fell,
    /// A piece was poisoned and survived.
    Poisoned,
    /// A piece was healed.
    Healed,
    /// A capture is tried that is bid for.
    Attacks,
    /// A capture that was bid for has failed.
    Repulsed,
}

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Refusal,
    Move,
    /// Said after the move, which is said as well.
    Beside,
    Ending,
    Goal,
    /// Said while a capture is bid for.
    Duel,
}

impl Event {
    /// Every event, in the order of the vocabulary.
    pub const ALL: [Event; 28] = [
        Event::NoSuchPiece,
        Event::NoLegalMoves,
        Event::WontHelp,
        Event::IllegalMove,
        Event::Moved,
        Event::MovedCaptured,
        Event::MovedCapturedEp,
        Event::CastledKingside,
        Event::CastledQueenside,
        Event::Promoted,
        Event::InCheck,
        Event::Checkmate,
        Event::Stalemate,
        Event::DrawInsufficient,
        Event::DrawFifty,
        Event::DrawThreefold,
        Event::GoalCaptures,
        Event::GoalPromotions,
        Event::GoalChecks,
        Event::GoalArrival,
        Event::GoalExtinction,
        Event::Hit,
        Event::Exploded,
        Event::Fell,
        Event::Poisoned,
        Event::Healed,
        Event::Attacks,
        Event::Repulsed,
    ];

    /// The event as the data spells it.
    #[must_use]
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Whether the event is a kind of move.
    #[must_use]
    pub fn is_move(self) -> bool {
        self.class() == Class::Move
    }

    /// Whether the event ends the game.
    #[must_use]
    pub fn is_ending(self) -> bool {
        matches!(self.class(), Class::Ending | Class::Goal)
    }

    /// Whether the event is a goal of the rules: what is said of it names the winner, and not who moved.
    #[must_use]
    pub fn is_goal(self) -> bool {
        self.class() == Class::Goal
    }

    fn class(self) -> Class {
        match self {
            Event::NoSuchPiece | Event::NoLegalMoves | Event::WontHelp | Event::IllegalMove => Class::Refusal,
            Event::Moved
            | Event::MovedCaptured
            | Event::MovedCapturedEp
            | Event::CastledKingside
            | Event::CastledQueenside
            | Event::Hit => Class::Move,
            Event::Promoted
            | Event::InCheck
            | Event::Exploded
            | Event::Fell
            | Event::Poisoned
            | Event::Healed => Class::Beside,
            Event::Checkmate
            | Event::Stalemate
            | Event::DrawInsufficient
            | Event::DrawFifty
            | Event::DrawThreefold => Class::Ending,
            Event::GoalCaptures
            | Event::GoalPromotions
            | Event::GoalChecks
            | Event::GoalArrival
            | Event::GoalExtinction => Class::Goal,
            Event::Attacks | Event::Repulsed => Class::Duel,
        }
    }

    /// What is said of the event. It is of the side that made the move or the try; of a goal, of the side that wins by it; of what befalls a
    /// piece, of the side whose piece it is.
    #[must_use]
    pub fn text(self, of: Side) -> ModeratorText {
        use ModeratorText as Text;
        let of = |white, black| match of {
            Side::First => white,
            Side::Second => black,
        };
        match self {
            Event::NoSuchPiece => Text::NoSuchPiece,
            Event::NoLegalMoves => Text::NoLegalMoves,
            Event::WontHelp => Text::WontHelp,
            Event::IllegalMove => Text::IllegalMove,
            Event::Moved => of(Text::WhiteMoved, Text::BlackMoved),
            Event::MovedCaptured => of(Text::WhiteMovedCaptured, Text::BlackMovedCaptured),
            Event::MovedCapturedEp => of(Text::WhiteMovedCapturedEp, Text::BlackMovedCapturedEp),
            Event::CastledKingside => of(Text::WhiteCastledKingside, Text::BlackCastledKingside),
            Event::CastledQueenside => of(Text::WhiteCastledQueenside, Text::BlackCastledQueenside),
            Event::Promoted => of(Text::WhitePromoted, Text::BlackPromoted),
            // The side in check is the one that did not move.
            Event::InCheck => of(Text::BlackInCheck, Text::WhiteInCheck),
            Event::Checkmate => of(Text::WhiteCheckmate, Text::BlackCheckmate),
            Event::Stalemate => Text::Stalemate,
            Event::DrawInsufficient => Text::DrawInsufficient,
            Event::DrawFifty => Text::DrawFifty,
            Event::DrawThreefold => Text::DrawThreefold,
            Event::GoalCaptures => of(Text::WhiteWinsCaptures, Text::BlackWinsCaptures),
            Event::GoalPromotions => of(Text::WhiteWinsPromotions, Text::BlackWinsPromotions),
            Event::GoalChecks => of(Text::WhiteWinsChecks, Text::BlackWinsChecks),
            Event::GoalArrival => of(Text::WhiteWinsArrival, Text::BlackWinsArrival),
            Event::GoalExtinction => of(Text::WhiteWinsExtinction, Text::BlackWinsExtinction),
            Event::Hit => of(Text::WhiteHit, Text::BlackHit),
            Event::Exploded => of(Text::WhiteExploded, Text::BlackExploded),
            Event::Fell => of(Text::WhiteFell, Text::BlackFell),
            Event::Poisoned => of(Text::WhitePoisoned, Text::BlackPoisoned),
            Event::Healed => of(Text::WhiteHealed, Text::BlackHealed),
            Event::Attacks => of(Text::WhiteAttacks, Text::BlackAttacks),
            Event::Repulsed => of(Text::WhiteRepulsed, Text::BlackRepulsed),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_events_of_both_sides_are_the_vocabulary_of_the_design_and_ours() {
        let said: BTreeSet<String> = Event::ALL
            .iter()
            .flat_map(|event| Side::BOTH.map(|side| event.text(side)))
            .map(|text| serde_json::to_value(text).unwrap().as_str().unwrap().to_owned())
            .collect();
        let design = "no_such_piece no_legal_moves wont_help illegal_move white_moved black_moved white_moved_captured \
            black_moved_captured white_moved_captured_ep black_moved_captured_ep white_castled_kingside \
            white_castled_queenside black_castled_kingside black_castled_queenside white_in_check black_in_check \
            white_promoted black_promoted white_checkmate black_checkmate stalemate draw_insufficient draw_fifty \
            draw_threefold";
        let goals = ["captures", "promotions", "checks", "arrival", "extinction"];
        let goals =
            goals.iter().flat_map(|goal| ["white", "black"].map(|side| format!("{side}_wins_{goal}")));
        let mechanics = ["hit", "exploded", "fell", "poisoned", "healed", "attacks", "repulsed"];
        let mechanics =
            mechanics.iter().flat_map(|word| ["white", "black"].map(|side| format!("{side}_{word}")));
        let design = design.split_whitespace().map(str::to_owned).chain(goals).chain(mechanics);
        assert_eq!(said, design.collect());
    }

    #[test]
    fn mate_names_who_gave_it_and_check_names_who_stands_in_it() {
        assert_eq!(Event::Checkmate.text(Side::First), ModeratorText::WhiteCheckmate);
        assert_eq!(Event::InCheck.text(Side::First), ModeratorText::BlackInCheck);
        assert_eq!(Event::InCheck.text(Side::Second), ModeratorText::WhiteInCheck);
    }
}
