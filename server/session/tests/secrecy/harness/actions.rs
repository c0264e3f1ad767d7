//! Random actions of players: sensible moves, impossible tries, touches, nonsense, and actions off the board.

use dev::Random;
use ggn_core::engine::{Chosen, choice_word};
use ggn_core::{Location, Move, OwnPieces, PieceId, Side, Square, Try, tries};
use session::domain::{PlayerKey, PushSubscription};
use session::protocol::player::{Action, Command, Hello, JoinAs, PieceType, Question};
use session::{CommandId, ConnId, Input, Token};

use super::oracle::Model;
use super::verdict::Touch;
use super::world::GAME;

/// Number of command ids: so few that players collide with each other and with themselves.
const IDS: usize = 40;

/// Returns a command id, or none.
fn some_id(random: &mut Random) -> Option<CommandId> {
    random.percent(50).then(|| format!("m{}", random.below(IDS)).parse().unwrap())
}

pub(crate) fn command(random: &mut Random, conn: ConnId, action: Action) -> Input {
    Input::Command { conn, command: Command { id: some_id(random), is_numbered: false, game: None, action } }
}

pub(crate) fn hello(conn: ConnId, token: Option<Token>, join_as: JoinAs, fresh: Token) -> Input {
    let hello = Hello { game_id: GAME.parse().unwrap(), token, join_as, id: None };
    Input::Hello { conn, hello, fresh }
}

/// Returns a player's request for push messages to a browser.
pub(crate) fn subscribe(conn: ConnId, subscription: PushSubscription) -> Input {
    let action = Action::Subscribe { subscription };
    Input::Command { conn, command: Command { id: None, is_numbered: false, game: None, action } }
}

/// Returns a player's message that shows a key. Its signature is the business of the server's shell.
pub(crate) fn identify(conn: ConnId, key: PlayerKey) -> Input {
    let action = Action::Identify { key, signature: "s".repeat(86).parse().unwrap() };
    Input::Command { conn, command: Command { id: None, is_numbered: false, game: None, action } }
}

/// Returns a player's message that shares marks.
pub(crate) fn share_marks(conn: ConnId, marks: &[&str]) -> Input {
    let action = Action::ShareMarks { marks: marks.iter().map(|mark| mark.parse().unwrap()).collect() };
    Input::Command { conn, command: Command { id: None, is_numbered: false, game: None, action } }
}

/// Returns a hello for another game.
pub(crate) fn hello_to_other_game(conn: ConnId, fresh: Token) -> Input {
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

pub(crate) fn square_name(model: &Model, square: Square) -> String {
    model.board.rules().shape().cell(square).unwrap().to_string()
}

/// Returns the action that makes a move: in chess as the design has it.
pub(crate) fn action_of(model: &Model, mv: &Move) -> Action {
    if model.is_chess() { commit_of(model, mv) } else { command_of(model, mv) }
}

/// Returns the commit that makes a move.
fn commit_of(model: &Model, mv: &Move) -> Action {
    let square = |location: Location| square_name(model, location.square().unwrap());
    let becomes = mv.promotion.map(|id| model.board.rules().piece(id).unwrap().letter());
    commit(&square(mv.source), Some(&square(mv.destination)), becomes)
}

/// Returns the legal moves, sorted independently of the engine; only those of the touched piece, if there is one.
pub(crate) fn moves(model: &Model) -> Vec<Move> {
    let bound = model.touched();
    let free = |mv: &&Move| bound.is_none_or(|bound| bound.moves(mv));
    let mut moves: Vec<Move> = model.open_moves().into_iter().filter(|mv| free(&mv)).collect();
    let placed = |mv: &Move| mv.placed.map(|placed| (placed.piece, placed.square));
    moves.sort_by_key(|mv| (mv.source, mv.piece, mv.destination, mv.promotion, placed(mv)));
    moves
}

/// Returns the command that makes a move of any game: with the word of its choice, a drop, or a pass.
fn command_of(model: &Model, mv: &Move) -> Action {
    let rules = model.board.rules();
    if rules.is_pass(mv) {
        return Action::Pass {};
    }
    let is_like = |other: &&Move| {
        (other.source, other.piece, other.destination) == (mv.source, mv.piece, mv.destination)
    };
    let ways = model.board.legal_moves().iter().filter(is_like).count();
    let is_chosen = ways > 1 || Chosen::of(mv) != Chosen::default();
    let choice = is_chosen.then(|| choice_word(rules, mv).parse().unwrap());
    let to = mv.destination.square().map(|to| square_name(model, to).parse().unwrap());
    match (mv.source, choice) {
        (Location::Hand, choice) => {
            let piece = rules.piece(mv.piece).unwrap().qpi.to_string();
            Action::Drop { piece: piece.parse().unwrap(), to, choice }
        }
        (Location::Square(from), Some(choice)) => {
            Action::Choose { from: square_name(model, from).parse().unwrap(), to, choice }
        }
        (Location::Square(from), None) => {
            Action::Commit { from: square_name(model, from).parse().unwrap(), to, promotion: None }
        }
    }
}

/// Returns a try of any game that is rarely legal: a move of a piece in sight or of one from the hand, with or without a choice, a pass, a touch.
pub(crate) fn some_try_of_any_game(random: &mut Random, model: &Model, side: Side) -> Action {
    let rules = model.board.rules();
    let names = |id: PieceId| rules.piece(id).unwrap().qpi.to_string().parse().unwrap();
    let to = random.percent(85).then(|| any_square(random, model).parse().unwrap());
    let held: Vec<PieceId> = model.board.position().hand(side).iter().map(|&(id, _)| id).collect();
    let supplied = rules.pieces().filter(|(_, it)| it.is_supplied && it.side() == side).map(|(id, _)| id);
    let held: Vec<PieceId> = held.into_iter().chain(supplied).collect();
    let own: Vec<_> = rules.pieces().filter(|(_, it)| it.side() == side).map(|(id, _)| id).collect();
    let choice = if random.percent(30) {
        let mv = random.choose(model.board.legal_moves());
        mv.map(|mv| choice_word(rules, mv).parse().unwrap())
    } else {
        None
    };
    match random.below(20) {
        0 => Action::Pass {},
        1..6 if !held.is_empty() => Action::Drop { piece: names(*random.choose(&held).unwrap()), to, choice },
        6 => Action::Drop { piece: names(*random.choose(&own).unwrap()), to, choice },
        7 => Action::Choose {
            from: any_square(random, model).parse().unwrap(),
            to,
            choice: "none".parse().unwrap(),
        },
        8..11 => {
            let from = random.choose(&squares_of(model, side)).copied();
            let from = from.map_or_else(|| any_square(random, model), |from| square_name(model, from));
            let from = from.parse().unwrap();
            choice.map_or(Action::Commit { from, to, promotion: None }, |choice| Action::Choose {
                from,
                to,
                choice,
            })
        }
        _ => some_plain_try(random, model, side),
    }
}

/// Returns a plausible move of a piece on the board, without a choice.
fn some_plain_try(random: &mut Random, model: &Model, side: Side) -> Action {
    let own = squares_of(model, side);
    let bound = model.touched().filter(|_| model.turn() == side).and_then(Touch::square);
    let Some(from) = bound.or_else(|| random.choose(&own).copied()) else {
        return commit(&any_square(random, model), None, None);
    };
    let ways = tries_of(model, side, from);
    let to = random.choose(&ways).map(|way| square_name(model, way.destination));
    commit(&square_name(model, from), to.as_deref(), None)
}

/// Returns the tries of a piece, by destination.
fn tries_of(model: &Model, side: Side, from: Square) -> Vec<Try> {
    let rules = model.board.rules();
    let army = OwnPieces::new(rules, side, model.board.position().pieces());
    let mut ways = tries(rules, &army, from);
    ways.sort_by_key(|way| way.destination);
    ways
}

/// Returns a move on the side's turn. It is often the reverse of the last one, so that positions repeat.
pub(crate) fn some_move(random: &mut Random, model: &Model, side: Side) -> Option<Action> {
    if model.turn() != side {
        return None;
    }
    let moves = moves(model);
    let history = model.board.history();
    let back = history.len().checked_sub(2).map(|last| history[last].mv).and_then(|last| {
        let is_back = |mv: &&Move| mv.source == last.destination && mv.destination == last.source;
        moves.iter().find(is_back).copied()
    });
    let mv = back.filter(|_| random.percent(30)).or_else(|| random.choose(&moves).copied())?;
    Some(action_of(model, &mv))
}

fn squares_of(model: &Model, side: Side) -> Vec<Square> {
    let rules = model.board.rules();
    let pieces = model.board.position().pieces();
    pieces
        .filter(|(_, id)| rules.piece(*id).is_some_and(|piece| piece.side() == side && !piece.is_neutral))
        .map(|(square, _)| square)
        .collect()
}

fn any_square(random: &mut Random, model: &Model) -> String {
    let squares: Vec<Square> = model.board.rules().shape().iter().collect();
    square_name(model, *random.choose(&squares).unwrap())
}

/// Returns a try that promotes, if a pawn is there for it.
fn some_promotion(random: &mut Random, model: &Model, side: Side, own: &[Square]) -> Option<Action> {
    let rules = model.board.rules();
    let army = OwnPieces::new(rules, side, model.board.position().pieces());
    let ways =
        own.iter().flat_map(|from| tries(rules, &army, *from).into_iter().map(move |way| (*from, way)));
    let ways: Vec<_> = ways.filter(|(_, way)| way.promotes).collect();
    let (from, way) = *random.choose(&ways)?;
    let promotion = random.percent(40).then_some('q');
    Some(commit(&square_name(model, from), Some(&square_name(model, way.destination)), promotion))
}

/// Returns a commit that is rarely a legal move: plausible geometry, a touch, random squares, an enemy's square, nonsense.
pub(crate) fn some_try(random: &mut Random, model: &Model, side: Side) -> Action {
    if model.answers_questions() && random.percent(15) {
        return Action::Ask { question: Question::Any };
    }
    let own = squares_of(model, side);
    if !model.is_chess() {
        return some_try_of_any_game(random, model, side);
    }
    let touched = model.touched().and_then(Touch::square);
    let bound = touched.filter(|_| model.turn() == side && random.percent(85));
    // Under some house rules a side may have lost all its pieces.
    let Some(from) = bound.or_else(|| random.choose(&own).copied()) else {
        return commit(&any_square(random, model), None, None);
    };
    if bound.is_none()
        && random.percent(15)
        && let Some(action) = some_promotion(random, model, side, &own)
    {
        return action;
    }
    match random.below(20) {
        0..9 => {
            let ways = tries_of(model, side, from);
            let Some(way) = random.choose(&ways) else {
                return commit(&square_name(model, from), None, None);
            };
            let promotion = (way.promotes && random.percent(70)).then(|| ['q', 'n'][random.below(2)]);
            commit(&square_name(model, from), Some(&square_name(model, way.destination)), promotion)
        }
        9..13 => commit(&square_name(model, from), None, None),
        13..15 => {
            let to = any_square(random, model);
            commit(&square_name(model, from), Some(&to), None)
        }
        15..17 => {
            let (from, to) = (any_square(random, model), any_square(random, model));
            commit(&from, random.percent(50).then_some(&to), None)
        }
        17..19 => {
            let enemies = squares_of(model, side.opponent());
            // So may the enemy.
            let from = random.choose(&enemies).copied();
            let from = from.map_or_else(|| any_square(random, model), |from| square_name(model, from));
            commit(&from, None, None)
        }
        _ if random.percent(50) => commit("j10", None, None),
        _ => commit(&square_name(model, from), Some(&any_square(random, model)), Some('k')),
    }
}

/// Returns an action off the board.
pub(crate) fn some_off_board_action(random: &mut Random) -> Action {
    match random.below(9) {
        0..3 => Action::OfferDraw,
        3..6 => Action::RespondDraw { accept: false },
        6 => Action::RespondDraw { accept: true },
        7 => Action::OfferRematch {},
        _ => Action::RespondRematch { accept: random.percent(50) },
    }
}
