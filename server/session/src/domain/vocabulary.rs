//! The closed vocabulary of the moderator. The client chooses the wording for people.

use ggn_core::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An announcement as sent on the wire. The colour is that of the side that acted; for `*_in_check` it is the side in check.
// Requirements blind-4, blind-39.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModeratorText {
    /// No piece of the player stands on the square.
    NoSuchPiece,
    /// No move of the piece looks possible to its owner.
    NoLegalMoves,
    /// Some move of the piece looks possible to its owner, but none is legal.
    WontHelp,
    /// The piece has legal moves, but this is not one of them.
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
    /// White promoted; the payload has the new piece.
    WhitePromoted,
    /// Black promoted; the payload has the new piece.
    BlackPromoted,
    /// White gave mate.
    WhiteCheckmate,
    /// Black gave mate.
    BlackCheckmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has enough material for mate.
    DrawInsufficient,
    /// Fifty moves of each side without a capture or a pawn move.
    DrawFifty,
    /// The same position for the third time.
    DrawThreefold,
    /// White won by captures, under a house rule.
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
    /// White won by a piece that reached a goal square.
    WhiteWinsArrival,
    /// Black won by a piece that reached a goal square.
    BlackWinsArrival,
    /// White won: an army, or all pieces of a kind, are extinct.
    WhiteWinsExtinction,
    /// Black won: an army, or all pieces of a kind, are extinct.
    BlackWinsExtinction,
    /// A goal of the rules was reached that ends the game in a draw.
    DrawGoal,
    /// White's capture was only a hit: the target has hit points left, and both pieces stay.
    WhiteHit,
    /// Black's capture was only a hit.
    BlackHit,
    /// White's capture set off a blast that destroyed something.
    WhiteExploded,
    /// Black's capture set off a blast that destroyed something.
    BlackExploded,
    /// White lost a piece on a poisoned square.
    WhiteFell,
    /// Black lost a piece on a poisoned square.
    BlackFell,
    /// A white piece was poisoned and survived.
    WhitePoisoned,
    /// A black piece was poisoned and survived.
    BlackPoisoned,
    /// A white piece was healed.
    WhiteHealed,
    /// A black piece was healed.
    BlackHealed,
    /// White attempts a contested capture; both sides are asked for bids.
    WhiteAttacks,
    /// Black attempts a contested capture; both sides are asked for bids.
    BlackAttacks,
    /// White's capture failed: the bid was not enough.
    WhiteRepulsed,
    /// Black's capture failed.
    BlackRepulsed,
    /// The player could have known that the attempt is impossible.
    Nonsense,
    /// The attempt or the question is not open to the player now.
    Impossible,
    /// White dropped a piece; the payload may have its type.
    WhiteDropped,
    /// Black dropped a piece.
    BlackDropped,
    /// White has a pawn try.
    WhiteHasAny,
    /// Black has a pawn try.
    BlackHasAny,
    /// White has no pawn try.
    WhiteNoAny,
    /// Black has no pawn try.
    BlackNoAny,
    /// White's pawn tries; the payload has their number or their squares.
    WhitePawnTries,
    /// Black's pawn tries.
    BlackPawnTries,
}

/// An announcement without its colour, as the moderator's data names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The player has no piece on the square that they named.
    NoSuchPiece,
    /// No move of the touched piece looks possible to its owner.
    NoLegalMoves,
    /// Some move of the touched piece looks possible to its owner, but none is legal.
    WontHelp,
    /// The touched piece has legal moves, but this is not one of them.
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
    /// A promotion, announced in addition to the move.
    Promoted,
    /// The move gave check.
    InCheck,
    /// The move gave mate.
    Checkmate,
    /// The move left the other side without a legal move.
    Stalemate,
    /// Neither side has enough material for mate.
    DrawInsufficient,
    /// Too many moves without a capture or a pawn move.
    DrawFifty,
    /// The same position occurred too often.
    DrawThreefold,
    /// A side has made as many captures as a goal of the rules requires. Announcements of goals name the winner, whichever side moved.
    GoalCaptures,
    /// A side has made as many promotions as a goal requires.
    GoalPromotions,
    /// A side has given as many checks as a goal requires.
    GoalChecks,
    /// A piece has reached a goal square.
    GoalArrival,
    /// A side has no piece left, or none of a kind.
    GoalExtinction,
    /// A capture that was only a hit: the target has hit points left, and both pieces stay.
    Hit,
    /// The capture set off a blast that destroyed something.
    Exploded,
    /// A piece was lost on a poisoned square. For this and the following events `mover` is the owner of the piece, whichever side moved.
    Fell,
    /// A piece was poisoned and survived.
    Poisoned,
    /// A piece was healed.
    Healed,
    /// A contested capture is attempted.
    Attacks,
    /// A contested capture has failed.
    Repulsed,
}

/// Subject of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Refusal,
    Move,
    /// Announced after the move, in addition to it.
    Beside,
    Ending,
    Goal,
    /// Announced during a contested capture.
    Duel,
}

impl Event {
    /// All events, in the order of the vocabulary.
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

    /// Returns the name of the event in the data.
    #[must_use]
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Returns whether the event is a kind of move.
    #[must_use]
    pub fn is_move(self) -> bool {
        self.class() == Class::Move
    }

    /// Returns whether the event ends the game.
    #[must_use]
    pub fn is_ending(self) -> bool {
        matches!(self.class(), Class::Ending | Class::Goal)
    }

    /// Returns whether the event is a goal of the rules. Its announcement names the winner instead of the mover.
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

    /// Returns the announcement for a side: the side that made the move or the try; for a goal, the winner; for an effect on a piece, the owner of the
    /// piece.
    // Requirement blind-40.
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

    // Requirements blind-4, blind-39.
    #[test]
    fn the_events_of_both_sides_are_the_vocabulary_of_the_design_and_ours() {
        let announced: BTreeSet<String> = Event::ALL
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
        assert_eq!(announced, design.collect());
    }

    // Requirement blind-40.
    #[test]
    fn mate_names_who_gave_it_and_check_names_who_stands_in_it() {
        assert_eq!(Event::Checkmate.text(Side::First), ModeratorText::WhiteCheckmate);
        assert_eq!(Event::InCheck.text(Side::First), ModeratorText::BlackInCheck);
        assert_eq!(Event::InCheck.text(Side::Second), ModeratorText::WhiteInCheck);
    }
}
