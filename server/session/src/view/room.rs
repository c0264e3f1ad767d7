//! What is seen in a room: facts, and a position for the eye, made of the pieces that the viewer sees and of nothing else.

use std::fmt::Write as _;

use ggn_core::{Goal, Passing, PieceId, Played, Side, Square};

use super::observation::square_name;
use crate::game::Game;
use crate::protocol::player::{GameStatus, SquareName};
use crate::protocol::rooms::{Attr, Color, Facts, GAME_ENTITY, Winner};
use crate::roster::Life;

/// What a viewer in a room sees beside the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RoomSight {
    /// Whether there is anything that the viewer does not see while the game is on.
    pub(super) blind: bool,
    pub(super) facts: Facts,
    pub(super) fen: String,
    /// The latest move, if the viewer saw it: as it is told with its delta, and as it stands in a history.
    pub(super) latest: Option<[String; 2]>,
}

/// What is counted towards the end of a game, and the attributes of white's and black's numbers.
const COUNTED: [(Goal, [Attr; 2]); 3] = [
    (Goal::Checks, [Attr::ChecksByWhite, Attr::ChecksByBlack]),
    (Goal::Captures, [Attr::CapturesByWhite, Attr::CapturesByBlack]),
    (Goal::Promotions, [Attr::PromotionsByWhite, Attr::PromotionsByBlack]),
];

/// A piece that the viewer sees.
struct Seen {
    square: Square,
    piece: PieceId,
    life: Life,
}

/// What `you` see, where `sees_all` says whether that is everything.
pub(super) fn sight(game: &Game, you: Side, sees_all: bool) -> RoomSight {
    let position = game.board.position();
    let is_seen = |piece| sees_all || game.rules().piece(piece).is_some_and(|piece| piece.side() == you);
    let seen: Vec<Seen> = position
        .pieces()
        .filter(|(_, piece)| is_seen(*piece))
        .filter_map(|(square, piece)| Some(Seen { square, piece, life: game.roster.at(square)? }))
        .collect();
    // Who moved has seen it, and who sees everything has.
    let latest = game.board.history().last().filter(|played| sees_all || played.by == you);
    let passings = passed(game, &seen);
    // With several moves a turn there may be several; FEN has a word for the latest.
    let arrived = latest.and_then(|played| played.mv.destination.square());
    let passed = passings.iter().find(|(square, _)| Some(*square) == arrived).or(passings.first());
    let passed = passed.map(|&(_, over)| over);
    let castling = castling(game, &seen);
    let has_several = game.rules().moves_per_turn() > 1;
    let counters = game.board.counters();
    let halfmove = sees_all.then_some(counters.halfmove);

    let mut facts = Facts::default();
    for Seen { square, piece, life } in &seen {
        let (Some(view), Some(role)) = (game.data.names.piece(*piece), game.data.names.role(*piece)) else {
            continue;
        };
        facts.insert(life.id, Attr::PieceType, &**role);
        facts.insert(life.id, Attr::Color, Color::from(view.color).as_str());
        facts.insert(life.id, Attr::Position, number(*square));
        facts.insert(life.id, Attr::HasMoved, life.moved);
        if let Some(points) = position.points_at(*square) {
            facts.insert(life.id, Attr::Hp, u32::from(points));
        }
        if let Some((_, over)) = passings.iter().find(|(passed, _)| passed == square).filter(|_| has_several)
        {
            facts.insert(life.id, Attr::PassedSquare, over.as_str());
        }
    }
    facts.insert(GAME_ENTITY, Attr::Turn, Color::from(position.turn()).as_str());
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
            // In a blind room the moderator tells what each may know of that.
            if let Some(count) = game.board.counted(goal, side).filter(|_| sees_all) {
                facts.insert(GAME_ENTITY, attr, count);
            }
        }
    }
    facts.insert(GAME_ENTITY, Attr::ActiveRule, game.data.overlays.to_vec());
    if game.status == GameStatus::Finished {
        let winner = game.outcome.and_then(|outcome| outcome.winner).map(Into::into);
        facts.insert(GAME_ENTITY, Attr::Winner, Winner::from(winner).as_str());
    }

    let turn = if position.turn() == Side::First { 'w' } else { 'b' };
    let passed = passed.map_or("-".to_owned(), |square| square.as_str().to_owned());
    let (halfmove, fullmove) = (halfmove.unwrap_or(0), counters.fullmove);
    RoomSight {
        blind: game.profile.view == crate::profile::Sight::OwnPieces,
        facts,
        fen: format!("{} {turn} {castling} {passed} {halfmove} {fullmove}", placement(game, &seen)),
        latest: latest.map(|played| notations(game, played)),
    }
}

/// The pieces as FEN writes them, rank by rank from the highest.
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

/// The rights to castle as FEN writes them, as far as seen pieces have them: with the partner on the side of the higher squares, and of the lower.
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

/// The pieces among the seen that may be taken on a square that they have just passed over, and that square.
fn passed(game: &Game, seen: &[Seen]) -> Vec<(Square, SquareName)> {
    let over = |seen: &Seen| {
        let is_it = |passing: &&Passing| (passing.square, passing.piece) == (seen.square, seen.piece);
        Some((seen.square, square_name(game, game.data.passings.iter().find(is_it)?.over)?))
    };
    seen.iter().filter_map(over).collect()
}

/// A move as it is told with its delta (`e7e8q`), and as it stands in a history (`e7-e8q`).
fn notations(game: &Game, played: &Played) -> [String; 2] {
    let from = played.mv.source.square().and_then(|square| square_name(game, square));
    let rest = from.and_then(|from| Some((from, played.uci.strip_prefix(from.as_str())?)));
    let long = rest.map(|(from, rest)| format!("{}-{rest}", from.as_str()));
    [played.uci.clone(), long.unwrap_or_else(|| played.uci.clone())]
}

/// The number of a square on the wire.
pub(super) fn number(square: Square) -> u32 {
    u32::try_from(square.index()).unwrap_or(u32::MAX)
}
