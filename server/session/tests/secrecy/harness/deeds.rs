//! What players do at random: sensible moves, tries that cannot be, touches, nonsense, and what is beside the board.

use ggn_core::{Location, Move, OwnPieces, Side, Square, Try, tries};
use session::protocol::player::{Action, Command, Hello, JoinAs, PieceType};
use session::{CommandId, ConnId, Input, Token};

use super::chance::Chance;
use super::oracle::Truth;
use super::world::GAME;

/// Ids of commands: so few that players hit upon the same ones, and upon their own again.
const IDS: usize = 40;

/// A name of a command, or none.
fn some_id(chance: &mut Chance) -> Option<CommandId> {
    chance.percent(50).then(|| format!("m{}", chance.below(IDS)).parse().unwrap())
}

pub(crate) fn command(chance: &mut Chance, conn: ConnId, action: Action) -> Input {
    Input::Command { conn, command: Command { id: some_id(chance), game: None, action } }
}

pub(crate) fn hello(conn: ConnId, token: Option<Token>, join_as: JoinAs, fresh: Token) -> Input {
    let hello = Hello { game_id: GAME.parse().unwrap(), token, join_as, id: None };
    Input::Hello { conn, hello, fresh }
}

/// A hello for a game that is played elsewhere.
pub(crate) fn stray_hello(conn: ConnId, fresh: Token) -> Input {
    let hello = Hello {
        game_id: "zzzz9999".parse().unwrap(),
        token: None,
        join_as: JoinAs::Auto,
        id: "stray".parse().ok(),
    };
    Input::Hello { conn, hello, fresh }
}

fn commit(from: &str, to: Option<&str>, promotion: Option<char>) -> Action {
    Action::Commit {
        from: from.parse().unwrap(),
        to: to.map(|to| to.parse().unwrap()),
        promotion: promotion.and_then(PieceType::new),
    }
}

pub(crate) fn square_name(truth: &Truth, square: Square) -> String {
    truth.board.rules().shape().cell(square).unwrap().to_string()
}

/// The commit that makes a move.
pub(crate) fn commit_of(truth: &Truth, mv: &Move) -> Action {
    let square = |location: Location| square_name(truth, location.square().unwrap());
    let becomes = mv.promotion.map(|id| truth.board.rules().piece(id).unwrap().letter());
    commit(&square(mv.source), Some(&square(mv.destination)), becomes)
}

/// The moves that may be made now, in an order that is no business of the engine: with a touched piece its own.
pub(crate) fn moves(truth: &Truth) -> Vec<Move> {
    let bound = truth.touched().map(Location::Square);
    let free = |mv: &&Move| bound.is_none_or(|bound| mv.source == bound);
    let mut moves: Vec<Move> = truth.board.legal_moves().iter().filter(free).copied().collect();
    moves.sort_by_key(|mv| (mv.source, mv.destination, mv.promotion));
    moves
}

/// Where a piece may be tried, in the order of the squares.
fn ways_from(truth: &Truth, side: Side, from: Square) -> Vec<Try> {
    let rules = truth.board.rules();
    let army = OwnPieces::new(rules, side, truth.board.position().pieces());
    let mut ways = tries(rules, &army, from);
    ways.sort_by_key(|way| way.destination);
    ways
}

/// A move, when it is the side's turn. Often the way back of its last one, so that positions come again.
pub(crate) fn some_move(chance: &mut Chance, truth: &Truth, side: Side) -> Option<Action> {
    if truth.turn() != side {
        return None;
    }
    let moves = moves(truth);
    let history = truth.board.history();
    let back = history.len().checked_sub(2).map(|last| history[last].mv).and_then(|last| {
        let is_back = |mv: &&Move| mv.source == last.destination && mv.destination == last.source;
        moves.iter().find(is_back).copied()
    });
    let mv = back.filter(|_| chance.percent(30)).or_else(|| chance.one(&moves).copied())?;
    Some(commit_of(truth, &mv))
}

fn squares_of(truth: &Truth, side: Side) -> Vec<Square> {
    let rules = truth.board.rules();
    let pieces = truth.board.position().pieces();
    pieces
        .filter(|(_, id)| rules.piece(*id).is_some_and(|piece| piece.side() == side))
        .map(|(square, _)| square)
        .collect()
}

fn any_square(chance: &mut Chance, truth: &Truth) -> String {
    let squares: Vec<Square> = truth.board.rules().shape().iter().collect();
    square_name(truth, *chance.one(&squares).unwrap())
}

/// A try that promotes, if its player says to what, and if there is what it is made for.
fn some_promotion(chance: &mut Chance, truth: &Truth, side: Side, own: &[Square]) -> Option<Action> {
    let rules = truth.board.rules();
    let army = OwnPieces::new(rules, side, truth.board.position().pieces());
    let ways =
        own.iter().flat_map(|from| tries(rules, &army, *from).into_iter().map(move |way| (*from, way)));
    let ways: Vec<_> = ways.filter(|(_, way)| way.promotes).collect();
    let (from, way) = *chance.one(&ways)?;
    let promotion = chance.percent(40).then_some('q');
    Some(commit(&square_name(truth, from), Some(&square_name(truth, way.destination)), promotion))
}

/// A commit that is hardly a move: geometry without knowledge, a touch, any squares, an enemy's square, nonsense.
pub(crate) fn some_try(chance: &mut Chance, truth: &Truth, side: Side) -> Action {
    let own = squares_of(truth, side);
    let bound = truth.touched().filter(|_| truth.turn() == side && chance.percent(85));
    // By some house rules a side may have lost all it had.
    let Some(from) = bound.or_else(|| chance.one(&own).copied()) else {
        return commit(&any_square(chance, truth), None, None);
    };
    if bound.is_none()
        && chance.percent(15)
        && let Some(action) = some_promotion(chance, truth, side, &own)
    {
        return action;
    }
    match chance.below(20) {
        0..9 => {
            let ways = ways_from(truth, side, from);
            let Some(way) = chance.one(&ways) else { return commit(&square_name(truth, from), None, None) };
            let promotion = (way.promotes && chance.percent(70)).then(|| ['q', 'n'][chance.below(2)]);
            commit(&square_name(truth, from), Some(&square_name(truth, way.destination)), promotion)
        }
        9..13 => commit(&square_name(truth, from), None, None),
        13..15 => {
            let to = any_square(chance, truth);
            commit(&square_name(truth, from), Some(&to), None)
        }
        15..17 => {
            let (from, to) = (any_square(chance, truth), any_square(chance, truth));
            commit(&from, chance.percent(50).then_some(&to), None)
        }
        17..19 => {
            let enemies = squares_of(truth, side.opponent());
            let from = square_name(truth, *chance.one(&enemies).unwrap());
            commit(&from, None, None)
        }
        _ if chance.percent(50) => commit("j10", None, None),
        _ => commit(&square_name(truth, from), Some(&any_square(chance, truth)), Some('k')),
    }
}

/// What is beside the board.
pub(crate) fn some_talk(chance: &mut Chance) -> Action {
    match chance.below(8) {
        0..3 => Action::OfferDraw,
        3..6 => Action::RespondDraw { accept: false },
        6 => Action::RespondDraw { accept: true },
        _ => Action::Rematch { game_id: "efgh5678".parse().unwrap() },
    }
}
