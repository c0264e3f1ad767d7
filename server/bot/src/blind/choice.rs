//! Choice of an action over positions that a player believes in.
//!
//! Each believed position is searched as if it were the truth, so that every try has a score where it is legal. Where it is not, it is refused, and its
//! player goes on knowing that: the score there is that of the best other try over the positions that would have refused. So a try that costs nothing
//! and may win something comes before the move that is good everywhere.

use std::collections::{BTreeMap, HashMap};

use ggn_core::{
    Game, Location, Move, MoveList, OwnPieces, Position, SearchBoard, choices, drop_tries, tries,
};

use super::bare;
use super::belief::{Belief, game, sampled};
use super::care::Care;
use super::referee::{Action, Answer, Try};
use crate::bids::Odds;
use crate::random::Random;
use crate::search::{SURE, Search};
use crate::values::Values;

/// Worth of a mate: more than any piece, and little enough for a small chance of it not to be worth one.
const MATE: i32 = 3_000;
/// Loss for each earlier time that the own pieces stood as they would after a try: who sees nothing goes round in circles else.
const AGAIN: i32 = 25;
/// Actions, from the best on, of which the moderator is asked whether they are open.
const ASKED: usize = 40;

/// Everything that a choice depends on.
pub(super) struct Question<'a> {
    pub(super) belief: &'a Belief,
    pub(super) values: &'a Values,
    pub(super) care: Care,
    /// Chances of captures, where they are contested.
    pub(super) odds: Option<Odds>,
    /// Actions of this turn that were answered.
    pub(super) earlier: &'a [Action],
    /// Number of times that the own pieces have stood so, by [`arrangement`].
    pub(super) arrangements: &'a BTreeMap<u64, u32>,
    pub(super) stop: &'a dyn Fn() -> bool,
}

/// An action with its score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    pub(super) action: Action,
    /// The move that it would be in a believed position.
    pub(super) mv: Option<Move>,
    pub(super) score: i32,
}

/// Scores of actions by the positions in which they are legal.
struct Table {
    /// With a move that each would be.
    actions: Vec<(Action, Move)>,
    /// By action and position; `None` where it is refused.
    cells: Vec<Vec<Option<i32>>>,
    /// By position: the score of a move there that is neither good nor bad.
    usual: Vec<i32>,
}

/// Returns the action to take; `None` if the own pieces have none that could be tried.
pub(super) fn chosen(question: &Question<'_>, random: &mut Random) -> Option<Scored> {
    let belief = question.belief;
    let positions = sampled(belief.positions(), question.care.positions, random);
    let games: Vec<Game> = positions.iter().map(|position| game(belief.rules(), position.clone())).collect();
    if let Some(asks) = asked(question, &games) {
        return Some(asks);
    }
    let binds = |action: &Action| question.binds_to(*action);
    let bare = if question.care.error == 0 {
        bare::ranked(
            belief,
            question.earlier,
            &binds,
            &|action| question.again(action),
            random,
            question.stop,
        )
    } else {
        None
    };
    let ranked = match bare {
        Some(ranked) if !ranked.is_empty() => ranked,
        _ => {
            let mut ranked = Table::of(question, &positions, random).ranked(question, random);
            ranked.sort_by_key(|scored| std::cmp::Reverse(scored.score));
            ranked
        }
    };
    let is_open = |scored: &&Scored| {
        let made = |game| {
            let answer = belief.referee().of_action(game, question.earlier, scored.action, belief.side());
            matches!(answer, Answer::Made(_))
        };
        games.iter().any(made)
    };
    let open = ranked.iter().take(ASKED).find(is_open).copied();
    open.or_else(|| untold(question, random))
}

/// Returns the question for pawn tries where its answer is open.
fn asked(question: &Question<'_>, games: &[Game]) -> Option<Scored> {
    let belief = question.belief;
    if !belief.referee().answers_any() || !question.earlier.is_empty() || !question.care.asks {
        return None;
    }
    let answers: Vec<Answer> =
        games.iter().map(|game| belief.referee().of_action(game, &[], Action::Any, belief.side())).collect();
    let first = answers.first()?;
    let is_open = answers.iter().any(|answer| answer != first);
    is_open.then_some(Scored { action: Action::Any, mv: None, score: 0 })
}

/// Returns an action that geometry and own pieces allow, and that was not taken in this turn: what is believed has none.
fn untold(question: &Question<'_>, random: &mut Random) -> Option<Scored> {
    let belief = question.belief;
    let (rules, notice, side) = (belief.rules(), belief.notice(), belief.side());
    let standing = || {
        let pieces = rules.shape().iter().zip(&notice.own);
        pieces.filter_map(|(square, piece)| Some((square, (*piece)?)))
    };
    let own = OwnPieces::new(rules, side, standing());
    let mut found = Vec::new();
    for (square, piece) in standing() {
        for tried in tries(rules, &own, square) {
            let becomes = choices(rules, &own, square, tried.destination);
            let ways = if becomes.is_empty() { vec![None] } else { becomes.into_iter().map(Some).collect() };
            let source = Location::Square(square);
            let destination = tried.destination;
            found.extend(ways.into_iter().map(|promotion| Try {
                piece,
                source,
                destination,
                promotion,
                placed: None,
            }));
        }
    }
    let held = notice.hands.iter().filter(|(of, _)| *of == side).flat_map(|(_, hand)| hand);
    for &(piece, _) in held {
        let source = Location::Hand;
        found.extend(drop_tries(rules, &own, piece).into_iter().map(|tried| Try {
            piece,
            source,
            destination: tried.destination,
            promotion: None,
            placed: None,
        }));
    }
    let actions: Vec<Action> = found
        .into_iter()
        .map(Action::Try)
        .filter(|action| !question.earlier.contains(action) && question.binds_to(*action))
        .collect();
    actions.get(random.below(actions.len())).map(|&action| Scored { action, mv: None, score: 0 })
}

impl Question<'_> {
    /// Returns how often the own pieces have stood as they would after an action.
    fn again(&self, action: Action) -> u32 {
        self.arrangements.get(&arrangement_after(self.belief, action)).copied().unwrap_or(0)
    }

    /// Returns whether what is touched lets an action be taken.
    fn binds_to(&self, action: Action) -> bool {
        let notice = self.belief.notice();
        match action.source() {
            Some((Location::Square(square), _)) => {
                !notice.touches_hand && notice.touched.is_none_or(|touched| touched == square)
            }
            Some((Location::Hand, _)) => notice.touched.is_none(),
            None => notice.touched.is_none() && !notice.touches_hand,
        }
    }
}

impl Table {
    /// Searches every position.
    fn of(question: &Question<'_>, positions: &[Position], random: &mut Random) -> Table {
        let rules = question.belief.rules();
        let is_compiled = rules.compiled_bytes().is_some();
        let limit = question.care.work / positions.len().max(1) as u64;
        let mut table = Table { actions: Vec::new(), cells: Vec::new(), usual: Vec::new() };
        let mut numbers: HashMap<Action, usize> = HashMap::new();
        let mut list = MoveList::new();
        for (column, position) in positions.iter().enumerate() {
            // The positions that were searched are a sample as good as all of them, only smaller.
            if column > 0 && (question.stop)() {
                break;
            }
            let board = SearchBoard::new(rules, position);
            board.moves(&mut list);
            let mut moves = list.to_vec();
            random.shuffle(&mut moves);
            let mut search = Search::shallow(
                SearchBoard::new(rules, position),
                question.values,
                is_compiled,
                limit,
                question.stop,
            )
            .contested(question.odds);
            let (scored, _) = search.score_all(&moves, question.care.depth);
            let scores: Vec<i32> = scored.iter().map(|scored| bounded(scored.score)).collect();
            let usual = scores.iter().sum::<i32>() / i32::try_from(scores.len().max(1)).unwrap_or(1);
            for (index, mv) in moves.iter().enumerate() {
                let Some(mv) = board.expand(*mv) else { continue };
                let Some(action) = Action::of(rules.is_pass(&mv), &mv) else { continue };
                let next = table.actions.len();
                let number = *numbers.entry(action).or_insert(next);
                if number == next {
                    table.actions.push((action, mv));
                    table.cells.push(vec![None; positions.len()]);
                }
                let score = scores.get(index).copied().unwrap_or(usual);
                if let Some(cell) = table.cells.get_mut(number).and_then(|row| row.get_mut(column)) {
                    *cell = Some(cell.map_or(score, |other| other.max(score)));
                }
            }
            table.usual.push(usual);
        }
        table.cells.iter_mut().for_each(|row| row.truncate(table.usual.len()));
        table
    }

    /// Returns the actions that are open as far as their player knows, with their scores.
    fn ranked(&self, question: &Question<'_>, random: &mut Random) -> Vec<Scored> {
        let is_open = |action: &Action| !question.earlier.contains(action) && question.binds_to(*action);
        let rows = self.actions.iter().copied().zip(&self.cells);
        let rows: Vec<_> = rows.filter(|((action, _), _)| is_open(action)).collect();
        let binds = question.belief.referee().binds();
        let mut ranked = Vec::new();
        for &((action, mv), row) in &rows {
            let refused: Vec<usize> =
                row.iter().enumerate().filter(|(_, cell)| cell.is_none()).map(|(column, _)| column).collect();
            let made: i64 = row.iter().flatten().map(|score| i64::from(*score)).sum();
            // A refusal may bind the piece: then only its own other tries are left.
            let others = rows
                .iter()
                .filter(|((other, _), _)| *other != action && (!binds || other.source() == action.source()));
            let after = |row: &Vec<Option<i32>>| -> i64 {
                let score = |&column: &usize| {
                    let usual = self.usual.get(column).copied().unwrap_or(0);
                    i64::from(row.get(column).copied().flatten().unwrap_or(usual))
                };
                refused.iter().map(score).sum()
            };
            let usual = || {
                let usual = |&column: &usize| i64::from(self.usual.get(column).copied().unwrap_or(0));
                refused.iter().map(usual).sum()
            };
            let otherwise = if refused.is_empty() {
                0
            } else {
                others.map(|(_, row)| after(row)).max().unwrap_or_else(usual)
            };
            let count = i64::try_from(row.len().max(1)).unwrap_or(1);
            let score = i32::try_from((made + otherwise) / count).unwrap_or(0);
            let again = i32::try_from(question.again(action)).unwrap_or(i32::MAX).min(20) * AGAIN;
            let error = random.around_zero(question.care.error);
            ranked.push(Scored { action, mv: Some(mv), score: score - again + error });
        }
        random.shuffle(&mut ranked);
        ranked
    }
}

/// Returns a score in which a mate is worth no more than [`MATE`].
pub(super) fn bounded(score: i32) -> i32 {
    if score >= SURE {
        MATE
    } else if score <= -SURE {
        -MATE
    } else {
        score.clamp(-MATE, MATE)
    }
}

/// Returns a number for the arrangement of the own pieces.
pub(super) fn arrangement(belief: &Belief) -> u64 {
    belief
        .notice()
        .own
        .iter()
        .enumerate()
        .filter_map(|(square, piece)| Some(cell_key(square, piece.as_ref()?.index())))
        .fold(0, |sum, key| sum ^ key)
}

/// Returns the number for the arrangement after a try that is made.
fn arrangement_after(belief: &Belief, action: Action) -> u64 {
    let Action::Try(tried) = action else { return arrangement(belief) };
    let becomes = tried.promotion.unwrap_or(tried.piece);
    let leaves = tried.source.square().map_or(0, |square| cell_key(square.index(), tried.piece.index()));
    arrangement(belief) ^ leaves ^ cell_key(tried.destination.index(), becomes.index())
}

fn cell_key(square: usize, piece: usize) -> u64 {
    let mixed = ((square as u64) << 8 | piece as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
