//! View of a room: facts and a position, made only of the pieces that the viewer sees.

use std::fmt::Write as _;

use ggn_core::{Goal, Passing, PieceId, Played, Side, Square};

use super::facts::{Attr, Facts, GAME_ENTITY};
use super::observation::square_name;
use super::parts::{Hands, HeldPieces};
use super::visibility::Visibility;
use crate::domain::{Color, GameStatus, SquareName};
use crate::game::Game;
use crate::piece_identities::PieceIdentity;

/// View of a room, besides the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RoomView {
    /// True if anything is hidden from the viewer during the game.
    pub(crate) blind: bool,
    /// True if the ruleset is another than that of rooms that name none.
    pub(crate) is_named: bool,
    pub(crate) facts: Facts,
    pub(crate) fen: String,
    /// The latest move, if the viewer saw it: in the notation of deltas, and in that of the history.
    pub(crate) latest: Option<[String; 2]>,
}

/// Counted goals, with the attributes of white's and black's numbers.
const COUNTED: [(Goal, [Attr; 2]); 3] = [
    (Goal::Checks, [Attr::ChecksByWhite, Attr::ChecksByBlack]),
    (Goal::Captures, [Attr::CapturesByWhite, Attr::CapturesByBlack]),
    (Goal::Promotions, [Attr::PromotionsByWhite, Attr::PromotionsByBlack]),
];

/// A visible piece.
struct Seen {
    square: Square,
    piece: PieceId,
    identity: PieceIdentity,
}

/// Returns the view of `you`; `hands` are those of the board that it sees.
// Requirement rooms-38.
pub(crate) fn observed(game: &Game, you: Side, visibility: Visibility, hands: Option<&Hands>) -> RoomView {
    let position = game.board.position();
    let sees_all = visibility == Visibility::Everything;
    let is_named = game.is_of_named_ruleset();
    let is_seen = |piece| game.rules().piece(piece).is_some_and(|piece| visibility.sees_piece(piece));
    let seen: Vec<Seen> = position
        .pieces()
        .filter(|(_, piece)| is_seen(*piece))
        .filter_map(|(square, piece)| Some(Seen { square, piece, identity: game.identities.at(square)? }))
        .collect();
    // The mover has seen the move, and so has a viewer who sees everything.
    let latest = game.board.history().last().filter(|played| sees_all || played.by == you);
    let passings = passed(game, &seen);
    // With several moves a turn there may be several such squares; FEN has a field for the latest only.
    let arrived = latest.and_then(|played| played.mv.destination.square());
    let passed = passings.iter().find(|(square, _)| Some(*square) == arrived).or(passings.first());
    let passed = passed.map(|&(_, over)| over);
    let castling = castling(game, &seen);
    let has_several = game.rules().moves_per_turn() > 1;
    let counters = game.board.counters();
    let halfmove = sees_all.then_some(counters.halfmove);

    let mut facts = Facts::default();
    for Seen { square, piece, identity } in &seen {
        let (Some(view), Some(role)) = (game.data.names.piece(*piece), game.data.names.role(*piece)) else {
            continue;
        };
        facts.insert(identity.id, Attr::PieceType, &**role);
        if is_named {
            facts.insert(identity.id, Attr::Piece, view.qpi.as_str());
        }
        facts.insert(identity.id, Attr::Color, view.color.name());
        facts.insert(identity.id, Attr::Position, number(*square));
        facts.insert(identity.id, Attr::HasMoved, identity.moved);
        if let Some(points) = position.points_at(*square) {
            facts.insert(identity.id, Attr::Hp, u32::from(points));
        }
        if let Some((_, over)) = passings.iter().find(|(passed, _)| passed == square).filter(|_| has_several)
        {
            facts.insert(identity.id, Attr::PassedSquare, over.as_str());
        }
    }
    facts.insert(GAME_ENTITY, Attr::Turn, Color::from(position.turn()).name());
    if let Some(hands) = hands {
        for (hand, attr) in [(&hands.w, Attr::HandOfWhite), (&hands.b, Attr::HandOfBlack)] {
            if let Some(hand) = hand {
                facts.insert(GAME_ENTITY, attr, hand.iter().map(held).collect::<Vec<String>>());
            }
        }
    }
    facts.insert(GAME_ENTITY, Attr::CastlingRights, &*castling);
    if let Some(passed) = &passed {
        facts.insert(GAME_ENTITY, Attr::EnPassantSquare, passed.as_str());
    }
    if let Some(halfmove) = halfmove {
        facts.insert(GAME_ENTITY, Attr::HalfmoveClock, halfmove);
    }
    facts.insert(GAME_ENTITY, Attr::FullmoveNumber, counters.fullmove);
    if has_several {
        facts.insert(GAME_ENTITY, Attr::HalfMovesThisTurn, u32::from(position.moves_made()));
    }
    for (goal, attrs) in COUNTED {
        for (side, attr) in Side::BOTH.into_iter().zip(attrs) {
            // In a blind room the moderator announces what each player may know of these counts.
            if let Some(count) = game.board.counted(goal, side).filter(|_| sees_all) {
                facts.insert(GAME_ENTITY, attr, count);
            }
        }
    }
    facts.insert(GAME_ENTITY, Attr::ActiveRule, game.data.overlays.to_vec());
    if game.status == GameStatus::Finished {
        let winner = game.outcome.and_then(|outcome| outcome.winner).map(Color::from);
        facts.insert(GAME_ENTITY, Attr::Winner, winner.map_or("draw", Color::name));
    }

    let turn = if position.turn() == Side::First { 'w' } else { 'b' };
    let passed = passed.map_or("-".to_owned(), |square| square.as_str().to_owned());
    let (halfmove, fullmove) = (halfmove.unwrap_or(0), counters.fullmove);
    RoomView {
        blind: game.profile.view == crate::profile::PieceVisibility::OwnPieces,
        is_named,
        facts,
        fen: if is_named {
            feen(game, &seen, hands)
        } else {
            format!("{} {turn} {castling} {passed} {halfmove} {fullmove}", placement(game, &seen))
        },
        latest: latest.map(|played| notations(game, played)),
    }
}

/// Returns a held piece in full with its number; without one where there is no end of them.
fn held(held: &HeldPieces) -> String {
    let piece = held.piece.qpi.as_str();
    held.count.map_or_else(|| piece.to_owned(), |count| format!("{piece} {count}"))
}

/// Returns the position in FEEN, with the visible pieces and hands.
fn feen(game: &Game, seen: &[Seen], hands: Option<&Hands>) -> String {
    let rules = game.rules();
    let mut feen = rules.feen(game.board.position());
    let is_seen = |square: Square| seen.binary_search_by_key(&square, |seen| seen.square).is_ok();
    for (square, piece) in rules.shape().in_feen_order().zip(&mut feen.placement.squares) {
        piece.take_if(|_| !is_seen(square));
    }
    for (side, hand) in
        Side::BOTH.into_iter().zip(hands.map_or([true; 2], |hands| [hands.w.is_some(), hands.b.is_some()]))
    {
        if !hand {
            feen.hands[side].clear();
        }
    }
    feen.to_string()
}

/// Returns the pieces in FEN, rank by rank from the highest.
// Requirement rooms-37.
fn placement(game: &Game, seen: &[Seen]) -> String {
    let shape = game.rules().shape();
    let files = shape.sizes().first().copied().map_or(1, usize::from);
    let letter = |square: Square| {
        let at = seen.binary_search_by_key(&square, |seen| seen.square).ok()?;
        let pin = game.rules().piece(seen.get(at)?.piece)?.qpi.pin;
        Some(pin.letter.cased(pin.side))
    };
    let mut text = String::new();
    let mut empties = 0_u32;
    for (index, square) in shape.in_feen_order().enumerate() {
        if index > 0 && index % files == 0 {
            push_empties(&mut text, &mut empties);
            text.push('/');
        }
        match letter(square) {
            Some(letter) => {
                push_empties(&mut text, &mut empties);
                text.push(letter);
            }
            None => empties += 1,
        }
    }
    push_empties(&mut text, &mut empties);
    text
}

fn push_empties(text: &mut String, empties: &mut u32) {
    if *empties > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{empties}");
        *empties = 0;
    }
}

/// Returns the castling rights in FEN, as far as visible pieces have them: with the partner on the higher squares, and on the lower.
fn castling(game: &Game, seen: &[Seen]) -> String {
    let companions = game.rules().companions(game.board.position());
    let side_at = |square: Square| {
        let at = seen.binary_search_by_key(&square, |seen| seen.square).ok()?;
        Some(game.rules().piece(seen.get(at)?.piece)?.side())
    };
    let has = |side: Side, higher: bool| {
        companions.iter().any(|&(from, carried)| side_at(from) == Some(side) && (carried > from) == higher)
    };
    let letters = [
        (Side::First, true, 'K'),
        (Side::First, false, 'Q'),
        (Side::Second, true, 'k'),
        (Side::Second, false, 'q'),
    ];
    let text: String = letters
        .into_iter()
        .filter(|&(side, higher, _)| has(side, higher))
        .map(|(.., letter)| letter)
        .collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Returns the visible pieces that may be captured on a square that they have just passed over, and that square.
fn passed(game: &Game, seen: &[Seen]) -> Vec<(Square, SquareName)> {
    let over = |seen: &Seen| {
        let is_it = |passing: &&Passing| (passing.square, passing.piece) == (seen.square, seen.piece);
        Some((seen.square, square_name(game, game.data.passings.iter().find(is_it)?.over)?))
    };
    seen.iter().filter_map(over).collect()
}

/// Returns a move in the notation of deltas (`e7e8q`), and in that of the history (`e7-e8q`).
// Requirements rooms-43, rooms-46.
fn notations(game: &Game, played: &Played) -> [String; 2] {
    if game.rules().is_pass(&played.mv) {
        return ["pass", "pass"].map(str::to_owned);
    }
    let from = played.mv.source.square().and_then(|square| square_name(game, square));
    let uci = played.uci(game.rules());
    let rest = from.and_then(|from| Some((from, uci.strip_prefix(from.as_str())?)));
    let long = rest.map(|(from, rest)| format!("{}-{rest}", from.as_str()));
    let long = long.unwrap_or_else(|| uci.clone());
    [uci, long]
}

/// Returns the number of a square in facts.
// Requirement rooms-39.
pub(crate) fn number(square: Square) -> u32 {
    u32::try_from(square.index()).unwrap_or(u32::MAX)
}
