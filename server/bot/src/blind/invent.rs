//! Positions made up of what is known: the own pieces, and enemies that stood somewhere before.

use std::sync::Arc;

use ggn_core::{PieceId, Position, Rules, Side, Square, Transition};

use super::belief::{Pace, game};
use super::notice::{Ear, Notice, is_own};
use super::possible::Possible;
use super::referee::Referee;
use crate::random::Random;

/// Positions that are made up for each one that is wanted.
const TRIED: usize = 40;

/// Knowledge of which positions are made up.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) notice: &'a Notice,
    /// Squares on which enemies may stand.
    pub(super) possible: &'a Possible,
}

/// Returns positions that show a player what a notice shows, made of the enemies of others; at most `most`.
///
/// Those that agree with the check and with what is said of the turn are taken; if there is none, those that merely could be.
pub(super) fn invented(
    rules: &Arc<Rules>,
    referee: &Arc<dyn Referee>,
    side: Side,
    known: Known<'_>,
    (from, most): (&[Position], usize),
    pace: &mut Pace<'_>,
) -> Vec<Position> {
    let (most, notice) = (most.max(1), known.notice);
    let ear = Ear { rules, side, sight: referee.sight() };
    let (mut fitting, mut possible) = (Vec::new(), Vec::new());
    for number in 0..most * TRIED {
        if (pace.stop)() && !(fitting.is_empty() && possible.is_empty()) {
            break;
        }
        let Some(base) = from.get(pace.random.below(from.len())) else { break };
        // The first ones leave the enemies where they were, as far as they can.
        let position = made_up(ear, known, base, number * 4 / (most * TRIED), pace.random);
        if rules.in_check(&position, position.turn().opponent()) {
            continue;
        }
        let imagined = game(rules, position.clone());
        let heard = referee.of_turn(&imagined, side);
        let is_going_on = imagined.ending().is_none() && notice.shows(ear, &position);
        if is_going_on && heard.in_check == notice.in_check && notice.words.ends_with(&heard.words) {
            fitting.push(position);
            if fitting.len() >= most {
                break;
            }
        } else if possible.len() < most {
            possible.push(position);
        }
    }
    if fitting.is_empty() { possible } else { fitting }
}

/// Returns all positions that show a player what a notice shows, if the other side has a royal piece alone; `None` if it may have others, or there is
/// no such position.
pub(super) fn alone(
    rules: &Arc<Rules>,
    referee: &Arc<dyn Referee>,
    (side, notice): (Side, &Notice),
    base: &Position,
) -> Option<Vec<Position>> {
    // Where pieces come back from hands, or vanish uncaptured, captures do not tell how many are left.
    if rules.has_hands() || rules.has_mechanics() || !notice.is_own_turn || base.turn() != side {
        return None;
    }
    let ear = Ear { rules, side, sight: referee.sight() };
    let is_enemy = |piece: PieceId| is_own(rules, side.opponent(), piece);
    let at_start = rules.initial().pieces().filter(|&(_, piece)| is_enemy(piece)).count();
    let mut royals = base.pieces().filter(|&(_, piece)| {
        is_enemy(piece) && rules.piece(piece).is_some_and(ggn_core::Piece::is_terminal)
    });
    let (royal, another) = (royals.next()?, royals.next());
    if another.is_some() || notice.captures + 1 != at_start {
        return None;
    }
    let with = |square: Square| {
        let taken = |at: Square| notice.own.get(at.index()).copied().flatten();
        let board = rules.shape().iter().map(|at| (at, taken(at).or((at == square).then_some(royal.1))));
        base.after(&Transition { board: board.collect(), made: base.moves_made(), ..Transition::default() })
    };
    let fits = |position: &Position| {
        let imagined = game(rules, position.clone());
        let heard = referee.of_turn(&imagined, side);
        !rules.in_check(position, side.opponent())
            && imagined.ending().is_none()
            && notice.shows(ear, position)
            && heard.in_check == notice.in_check
            && notice.words.ends_with(&heard.words)
    };
    let free = rules.shape().iter().filter(|at| notice.own.get(at.index()).copied().flatten().is_none());
    let all: Vec<Position> = free.map(with).filter(fits).collect();
    (!all.is_empty()).then_some(all)
}

/// Returns a position with the own pieces of a notice and the enemies of another position, `moved` of them somewhere else.
fn made_up(ear: Ear<'_>, known: Known<'_>, base: &Position, moved: usize, random: &mut Random) -> Position {
    let Ear { rules, side, .. } = ear;
    let notice = known.notice;
    let mut board: Vec<Option<PieceId>> =
        rules.shape().iter().map(|square| notice.own.get(square.index()).copied().flatten()).collect();
    let is_enemy = |piece: PieceId| is_own(rules, side.opponent(), piece);
    let is_royal = |piece: PieceId| rules.piece(piece).is_some_and(ggn_core::Piece::is_terminal);
    let mut enemies: Vec<(Square, PieceId)> = base.pieces().filter(|&(_, piece)| is_enemy(piece)).collect();
    for (square, piece) in base.pieces() {
        if !is_enemy(piece) && !is_own(rules, side, piece) {
            place(&mut board, square, piece);
        }
    }
    random.shuffle(&mut enemies);
    let gone = captured_since(ear, notice, base);
    let mut lost = 0;
    enemies.retain(|&(_, piece)| {
        let is_lost = lost < gone && !is_royal(piece);
        lost += usize::from(is_lost);
        !is_lost
    });
    // Where an own piece was lost, its captor stands, unless it has moved on.
    let losses: Vec<Square> = base
        .pieces()
        .filter(|&(square, piece)| is_own(rules, side, piece) && is_free(&board, square))
        .map(|(square, _)| square)
        .collect();
    for (number, &(square, piece)) in enemies.iter().enumerate() {
        let captor =
            losses.get(number).copied().filter(|_| moved < 3 && notice.standing < standing(ear, base));
        let stays = Some(square).filter(|_| number >= losses.len() + moved);
        let square = captor.or(stays).filter(|square| is_free(&board, *square));
        let square = square
            .or_else(|| {
                free_square(ear, &board, random, &|square| known.possible.holds(rules, piece, square))
            })
            .or_else(|| free_square(ear, &board, random, &|_| true));
        if let Some(square) = square {
            place(&mut board, square, piece);
        }
    }
    let squares = rules.shape().iter().zip(board).collect();
    let is_theirs = notice.is_own_turn != (base.turn() == side);
    let hands = notice.hands.iter().flat_map(|(side, hand)| {
        let before = base.hand(*side).iter().map(|&(piece, number)| (*side, piece, -(number as i32)));
        before.chain(hand.iter().map(|&(piece, number)| (*side, piece, number as i32)))
    });
    let points = rules.shape().iter().filter_map(|square| {
        let points = notice.points.get(square.index()).copied().flatten();
        Some((square, points.or_else(|| base.points_at(square)).or_else(|| rules.initial_points())?))
    });
    base.after(&Transition {
        board: squares,
        hands: hands.collect(),
        passes_turn: is_theirs,
        points: points.collect(),
        made: base.moves_made(),
    })
}

/// Returns how many enemies of a position must have been captured since, by what the player has counted.
fn captured_since(ear: Ear<'_>, notice: &Notice, base: &Position) -> usize {
    let all = |position: &Position| {
        let enemy = ear.side.opponent();
        position.pieces().filter(|&(_, piece)| is_own(ear.rules, enemy, piece)).count()
    };
    let at_start = all(ear.rules.initial());
    let left = at_start.saturating_sub(notice.captures);
    all(base).saturating_sub(left)
}

fn standing(ear: Ear<'_>, position: &Position) -> usize {
    position.pieces().filter(|&(_, piece)| is_own(ear.rules, ear.side, piece)).count()
}

fn is_free(board: &[Option<PieceId>], square: Square) -> bool {
    board.get(square.index()).is_some_and(Option::is_none)
}

fn place(board: &mut [Option<PieceId>], square: Square, piece: PieceId) {
    if let Some(stands) = board.get_mut(square.index()) {
        *stands = Some(piece);
    }
}

/// Returns a free square by chance, of those that may be it.
fn free_square(
    ear: Ear<'_>,
    board: &[Option<PieceId>],
    random: &mut Random,
    may_be: &dyn Fn(Square) -> bool,
) -> Option<Square> {
    let is_it = |square: &Square| is_free(board, *square) && may_be(*square);
    let squares: Vec<Square> = ear.rules.shape().iter().filter(is_it).collect();
    squares.get(random.below(squares.len())).copied()
}
