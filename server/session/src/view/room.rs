//! What is seen in a room: facts, and a position for the eye, made of the pieces that the viewer sees and of nothing else.

use std::fmt::Write as _;

use ggn_core::notation::epin::Epin;
use ggn_core::notation::feen::Placement;
use ggn_core::notation::fen;
use ggn_core::notation::pin::State;
use ggn_core::{PieceId, Played, Side, Square};

use super::observation::square_name;
use crate::game::Game;
use crate::protocol::player::{GameStatus, SquareName};
use crate::protocol::rooms::{Attr, Color, Facts, GAME_ENTITY, Winner};
use crate::roster::{Life, Roster};

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

/// A piece that the viewer sees.
struct Seen {
    square: Square,
    piece: PieceId,
    life: Life,
}

/// What `you` see, where `sees_all` says whether that is everything.
pub(super) fn sight(game: &Game, roster: &Roster, you: Side, sees_all: bool) -> RoomSight {
    let position = game.board.position();
    let is_seen = |piece| sees_all || game.rules().piece(piece).is_some_and(|piece| piece.side() == you);
    let seen: Vec<Seen> = position
        .pieces()
        .filter(|(_, piece)| is_seen(*piece))
        .filter_map(|(square, piece)| Some(Seen { square, piece, life: roster.at(square)? }))
        .collect();
    // Who moved has seen it, and who sees everything has.
    let latest = game.board.history().last().filter(|played| sees_all || played.by == you);
    let passed = latest.and_then(|played| passed(game, played));
    let castling = castling(game, &seen);
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

/// The rights to castle as FEN writes them, as far as seen pieces have them; `-` in a game that FEN has no word for. Only pieces with a right are
/// shown to FEN, so that a house rule's others do not keep it from speaking of them.
fn castling(game: &Game, seen: &[Seen]) -> String {
    let rules = game.rules();
    let shape = rules.shape();
    let mut feen = rules.feen(game.board.position());
    let right = |square: Square| {
        let at = seen.binary_search_by_key(&square, |seen| seen.square).ok()?;
        let pin = rules.piece(seen.get(at)?.piece)?.qpi.pin;
        let may_castle = pin.state == State::Enhanced && matches!(pin.letter.upper(), 'K' | 'R');
        may_castle.then_some(Epin { pin, derived: false })
    };
    feen.placement =
        Placement { sizes: shape.sizes().to_vec(), squares: shape.in_feen_order().map(right).collect() };
    feen.hands = ggn_core::BySide::default();
    let text = fen::print(&feen, 0, 1).unwrap_or_default();
    text.split(' ').nth(2).unwrap_or("-").to_owned()
}

/// The square that a piece has just passed over and may be taken on: the one between the two ends of a double step.
fn passed(game: &Game, played: &Played) -> Option<SquareName> {
    let (from, to) = (played.mv.source.square()?, played.mv.destination.square()?);
    let landed = game.rules().piece(game.board.position().piece_at(to)?)?;
    if landed.qpi.pin.state != State::Diminished {
        return None;
    }
    let middle = (from.index() + to.index()) / 2;
    square_name(game, game.rules().shape().at(middle)?)
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
