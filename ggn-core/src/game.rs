//! Games: a position, its history, and its end.

#[cfg(feature = "arbiter")]
mod chases;
mod checks;
mod find;
mod perpetual;
mod played;
#[cfg(feature = "mechanic")]
mod repulse;
#[cfg(feature = "mechanic")]
mod royal;
#[cfg(feature = "arbiter")]
mod uncover;

pub use played::Played;

use perpetual::Cycle;

use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;

use crate::ending::{self, Circumstances, Ending, GoalCounts};
use crate::identity::{self, Identity};
use crate::legality;
use crate::material;
use crate::move_count::MoveCount;
#[cfg(feature = "mechanic")]
use crate::movement::{Happening, Repulse};
use crate::movement::{IllegalMove, Location, Move, MoveEffect, Transition};
use crate::notation::cgsn::Status;
use crate::perft::Line;
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Rules;
#[cfg(feature = "arbiter")]
use crate::ruleset::Deal;
use crate::ruleset::endings::{Automatic, RepetitionIdentity, Verdict};
use crate::ruleset::table::Condition;
use crate::ruleset::{EndStatus, Goal, Ruleset};
use crate::transition::transition;
#[cfg(feature = "arbiter")]
use crate::uncover::Uncovered;
use crate::{BySide, Side, Square, move_text};

/// Counters that FEN writes beside a position and FEEN does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters {
    /// Plies since the last progress, as the ruleset defines progress.
    pub halfmove: u32,
    /// Number of the present move, from one; it increases after the second side's move.
    pub fullmove: u32,
}

impl Default for Counters {
    fn default() -> Counters {
        Counters { halfmove: 0, fullmove: 1 }
    }
}

/// A game in play or finished.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Arc<Rules>,
    start: Position,
    position: Position,
    counters: Counters,
    goal_counts: BySide<GoalCounts>,
    legal: Vec<Move>,
    in_check: bool,
    /// Count of moves that the material limits.
    move_count: Option<MoveCount>,
    history: Vec<Played>,
    /// Undo records, one for each move of the history.
    trail: Vec<Before>,
    occurrences: BTreeMap<Identity, u32>,
    ending: Option<Ending>,
    /// Pieces that the covered ones hide now.
    #[cfg(feature = "arbiter")]
    deal: Option<Deal>,
}

/// Undo record of a move: state that its [`Played`] does not hold.
#[derive(Clone, Debug)]
struct Before {
    counters: Counters,
    goal_counts: BySide<GoalCounts>,
    move_count: Option<MoveCount>,
    /// Identity under which the position after the move was counted.
    arrived: Option<Identity>,
    #[cfg(feature = "arbiter")]
    deal: Option<Deal>,
}

/// Result of a move, before the new position is examined.
struct Step {
    by: Side,
    after: Position,
    effect: MoveEffect,
    counters: Counters,
    /// Goal counts of both sides, without the check that this move may give.
    goal_counts: BySide<GoalCounts>,
    #[cfg(feature = "arbiter")]
    uncovered: Uncovered,
}

/// Examination of a position that the game reaches.
struct Arrival {
    legal: Vec<Move>,
    in_check: bool,
    /// True if the move that led here gives check. The side to move is then in check, unless the turn continues.
    gives_check: bool,
    /// Identity of the position for repetition, if the ruleset counts that.
    identity: Option<Identity>,
    goal_counts: BySide<GoalCounts>,
    move_count: Option<MoveCount>,
    ending: Option<Ending>,
}

impl Arrival {
    fn is_mate(&self) -> bool {
        self.ending.is_some_and(|ending| ending.status == EndStatus::Cgsn(Status::Checkmate))
    }
}

impl Game {
    /// Creates a game from the ruleset's initial position.
    #[must_use]
    pub fn new(rules: Arc<Rules>) -> Game {
        let initial = rules.initial().clone();
        Game::from_position(rules, initial, Counters::default())
    }

    /// Creates a game from a position of the same ruleset.
    #[must_use]
    pub fn from_position(rules: Arc<Rules>, position: Position, counters: Counters) -> Game {
        #[cfg(feature = "arbiter")]
        let deal = rules.unshuffled_deal(&position);
        let mut game = Game {
            rules,
            start: position.clone(),
            position,
            counters,
            goal_counts: BySide::default(),
            legal: Vec::new(),
            in_check: false,
            move_count: None,
            history: Vec::new(),
            trail: Vec::new(),
            occurrences: BTreeMap::new(),
            ending: None,
            #[cfg(feature = "arbiter")]
            deal,
        };
        let arrival = game.look(&game.position, counters, None);
        game.arrive(arrival);
        game
    }

    /// Returns the rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Returns the position from which this game started.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the present counters.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Returns the number of moves played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.history.len()
    }

    /// Returns the moves played, oldest first.
    #[must_use]
    pub fn history(&self) -> &[Played] {
        &self.history
    }

    /// Returns the legal moves of the side to move; none once the game has ended.
    #[must_use]
    pub fn legal_moves(&self) -> &[Move] {
        if self.ending.is_some() { &[] } else { &self.legal }
    }

    /// Returns the legal moves that start on a square.
    pub fn legal_from(&self, source: Square) -> impl Iterator<Item = &Move> {
        moves_from(self.legal_moves(), Location::Square(source))
    }

    /// Returns the line that goes on from here, for counts.
    #[must_use]
    pub fn line(&self) -> Line<'_> {
        let line = Line::from_counts(&self.rules, &self.position, self.goal_counts);
        #[cfg(feature = "arbiter")]
        if let Some(deal) = &self.deal {
            return line.dealt(deal.clone());
        }
        line
    }

    /// Returns whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.in_check
    }

    /// Returns the end of the game, if it has ended.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] if it is not one of the present legal moves; the game is then unchanged.
    pub fn play(&mut self, mv: &Move) -> Result<&Played, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over);
        }
        if !self.legal.contains(mv) {
            return Err(IllegalMove::Illegal);
        }
        let step = self.step(mv);
        #[cfg(feature = "arbiter")]
        if self.rules.has_covered() {
            return self.take_uncovering(mv, step);
        }
        self.take(mv, step)
    }

    /// Enters the position that a step leads to, and records the move.
    fn take(&mut self, mv: &Move, step: Step) -> Result<&Played, IllegalMove> {
        #[cfg(feature = "mechanic")]
        let arrival = self.arrival(mv, &step);
        #[cfg(not(feature = "mechanic"))]
        let arrival = self.look(&step.after, step.counters, Some((mv, &step)));
        let before = Before {
            counters: self.counters,
            goal_counts: self.goal_counts,
            move_count: self.move_count,
            arrived: arrival.identity.clone(),
            #[cfg(feature = "arbiter")]
            deal: self.deal.clone(),
        };
        let played = self.record(mv, &step, arrival.gives_check, arrival.is_mate());
        self.position = step.after;
        self.counters = step.counters;
        self.arrive(arrival);
        self.trail.push(before);
        self.history.push(played);
        self.history.last().ok_or(IllegalMove::Illegal)
    }

    /// Returns the record that playing a move would produce, without playing it.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn preview(&self, mv: &Move) -> Result<Played, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over);
        }
        if !self.legal.contains(mv) {
            return Err(IllegalMove::Illegal);
        }
        let step = self.step(mv);
        let check = self.rules.in_check(&step.after, step.by.opponent());
        // Without check there is no mate.
        let is_mate = check && self.look(&step.after, step.counters, Some((mv, &step))).is_mate();
        Ok(self.record(mv, &step, check, is_mate))
    }

    /// Undoes the last `plies` moves, and the end of the game with them. Returns them, oldest first. If there are fewer, returns none and leaves the
    /// game unchanged.
    pub fn undo(&mut self, plies: usize) -> Vec<Played> {
        let Some(left) = self.plies().checked_sub(plies).filter(|_| plies > 0) else { return Vec::new() };
        let undone = self.history.split_off(left);
        for before in self.trail.split_off(left).into_iter().rev() {
            self.counters = before.counters;
            self.goal_counts = before.goal_counts;
            self.move_count = before.move_count;
            #[cfg(feature = "arbiter")]
            {
                self.deal = before.deal;
            }
            let Some(arrived) = before.arrived else { continue };
            if let Some(count) = self.occurrences.get_mut(&arrived) {
                *count -= 1;
                if *count == 0 {
                    self.occurrences.remove(&arrived);
                }
            }
        }
        self.position = self.history.last().map_or_else(|| self.start.clone(), |played| played.after.clone());
        self.legal = self.rules.legal_moves(&self.position);
        self.in_check = self.rules.in_check(&self.position, self.position.turn());
        // A move was played from there, so the game had not ended.
        self.ending = None;
        undone
    }

    /// Returns a side's count for a goal that has to be reached several times; `None` if the ruleset does not count that goal.
    #[must_use]
    pub fn counted(&self, goal: Goal, side: Side) -> Option<u32> {
        let goal_counts = self.goal_counts[side];
        self.rules.endings().automatic.iter().find_map(|(ending, _)| match *ending {
            Automatic::Captures { count } if goal == Goal::Captures && count > 1 => {
                Some(goal_counts.captures)
            }
            Automatic::Promotions { count } if goal == Goal::Promotions && count > 1 => {
                Some(goal_counts.promotions)
            }
            Automatic::Checks { count } if goal == Goal::Checks && count > 1 => Some(goal_counts.checks),
            _ => None,
        })
    }

    /// Ends the game by resignation of a side. Has no effect on a game that has ended.
    // Requirement sashite-44.
    pub fn resign(&mut self, side: Side) {
        let leader = || ending::leader(&self.rules, &self.position);
        let verdict = self.rules.endings().resignation;
        self.end(verdict.map(|verdict| verdict.ending(Status::Resignation, side, leader)));
    }

    /// Ends the game by agreement. Has no effect on a game that has ended.
    // Requirement sashite-51.
    pub fn agree(&mut self) {
        let turn = self.position.turn();
        let leader = || ending::leader(&self.rules, &self.position);
        let verdict = self.rules.endings().agreement;
        self.end(verdict.map(|verdict| verdict.ending(Status::Agreement, turn, leader)));
    }

    /// Ends the game because a side has run out of time. Has no effect on a game that has ended.
    // Requirements sashite-45, sashite-46.
    pub fn time_out(&mut self, side: Side) {
        let ending = self.rules.endings().timelimit.as_ref().map(|(verdict, harmless)| {
            let opponent = material::roles(&self.rules, &self.position, side.opponent());
            let verdict = if harmless.contains(&opponent) { Verdict::Draw } else { *verdict };
            verdict.ending(Status::Timelimit, side, || ending::leader(&self.rules, &self.position))
        });
        self.end(ending);
    }

    /// Ends the game because a side has run out of time and has lost by that, whatever pieces the other has. Has no effect on a game that has ended.
    pub fn forfeit_on_time(&mut self, side: Side) {
        self.end(Some(Verdict::Loss.ending(Status::Timelimit, side, || None)));
    }

    fn end(&mut self, ending: Option<Ending>) {
        if self.ending.is_none() {
            self.ending = ending;
        }
    }

    /// Computes the result of one of the legal moves.
    fn step(&self, mv: &Move) -> Step {
        self.step_by(mv, transition(&self.rules, &self.position, mv))
    }

    /// Computes the result of a move from its transition and its effect.
    fn step_by(&self, mv: &Move, (transition, effect): (Transition, MoveEffect)) -> Step {
        let mut counters = self.counters;
        counters.halfmove =
            if self.is_progress(mv, &effect) { 0 } else { counters.halfmove.saturating_add(1) };
        if self.position.turn() == Side::Second && transition.passes_turn {
            counters.fullmove = counters.fullmove.saturating_add(1);
        }
        let mut goal_counts = self.goal_counts;
        let by = self.position.turn();
        goal_counts[by].add(&effect);
        Step {
            by,
            after: self.position.after(&transition),
            effect,
            counters,
            goal_counts,
            #[cfg(feature = "arbiter")]
            uncovered: Uncovered::default(),
        }
    }

    /// Builds the history record of one of the legal moves.
    fn record(&self, mv: &Move, step: &Step, check: bool, is_mate: bool) -> Played {
        let mut san = move_text::san(&self.rules, &self.legal, mv, &step.effect);
        #[cfg_attr(not(feature = "arbiter"), expect(unused_mut, reason = "only an arbiter uncovers pieces"))]
        let mut notation =
            move_text::game_notation(&self.rules, &self.position, &self.legal, mv, &step.effect);
        #[cfg(feature = "arbiter")]
        if let Some(piece) = step.uncovered.arrived {
            san.push('=');
            san.push_str(&self.rules.uncovered_text(mv.piece, piece));
            if let Some(notation) = &mut notation {
                notation.push('=');
                notation.push_str(&move_text::uncovered(&self.rules, mv.piece, piece));
            }
        }
        // The word for a pass has no mark.
        san.push_str(match (is_mate, check) {
            _ if legality::is_pass(&self.rules, mv) => "",
            (true, _) => "#",
            (false, true) => "+",
            (false, false) => "",
        });
        let row_effect = self.rules.table().effect(mv.possibility);
        Played {
            by: step.by,
            mv: *mv,
            tag: row_effect.and_then(|effect| effect.tag.clone()),
            check,
            san,
            notation,
            #[cfg(feature = "arbiter")]
            uncovered: step.uncovered.clone(),
            after: step.after.clone(),
            effect: step.effect.clone(),
        }
    }

    /// Examines a position as if the game reached it now: its legal moves, its identity, and whether it ends the game. `moved` is the move that led here with
    /// its result; `None` at the start of a game.
    fn look(&self, position: &Position, counters: Counters, moved: Option<(&Move, &Step)>) -> Arrival {
        let legal = self.rules.legal_moves(position);
        let in_check = self.rules.in_check(position, position.turn());
        let mut goal_counts = BySide::default();
        let mut gives_check = false;
        // A check in the initial position was given by no move.
        if let Some((_, step)) = moved {
            gives_check = in_check;
            #[cfg(feature = "mechanic")]
            if position.turn() == step.by {
                gives_check = self.rules.in_check(position, step.by.opponent());
            }
            goal_counts = step.goal_counts;
            if gives_check {
                goal_counts[step.by].add_check();
            }
        }
        let identity = self.rules.endings().identity().map(|kind| match kind {
            RepetitionIdentity::Feen => identity::by_feen(position),
            RepetitionIdentity::Rights => identity::by_rights(&self.rules, position, |square| {
                // A marker of the side to move was set in this turn: the other side can still use it.
                #[cfg(feature = "mechanic")]
                if position.piece_at(square).is_some_and(|piece| self.rules.side_of(piece) == position.turn())
                {
                    return true;
                }
                uses_marker(&self.rules, position, &legal, square)
            }),
        });
        let before = identity.as_ref().and_then(|identity| self.occurrences.get(identity)).copied();
        let cycle = || Cycle::since(self, identity.as_ref()?, moved?, gives_check);
        let move_count = MoveCount::after(&self.rules, self.move_count, position);
        let now = Circumstances {
            has_legal_move: !legal.is_empty(),
            in_check,
            occurrences: before.unwrap_or(0) + 1,
            plies_without_progress: counters.halfmove,
            is_counted_out: move_count.is_some_and(MoveCount::is_over),
            passes: moved.map_or(0, |(mv, _)| self.passes_after(mv)),
            goal_counts,
            checkers: &|| checks::in_a_row(&self.rules, &self.history, position),
            perpetual_check: &|| cycle()?.checker(),
            #[cfg(feature = "arbiter")]
            perpetual_chase: &|chase| cycle()?.chaser(&self.rules, chase),
            #[cfg(not(feature = "arbiter"))]
            perpetual_chase: &|_| None,
        };
        let ending = ending::automatic(&self.rules, position, &now);
        Arrival { legal, in_check, gives_check, identity, goal_counts, move_count, ending }
    }

    /// Returns the number of passes at the end of the game, if this move is made now.
    fn passes_after(&self, mv: &Move) -> u32 {
        let earlier = self.history.iter().rev().map(|played| &played.mv);
        let passes = iter::once(mv).chain(earlier).take_while(|mv| legality::is_pass(&self.rules, mv));
        u32::try_from(passes.count()).unwrap_or(u32::MAX)
    }

    /// Stores the examination of the present position.
    fn arrive(&mut self, arrival: Arrival) {
        self.legal = arrival.legal;
        self.in_check = arrival.in_check;
        self.goal_counts = arrival.goal_counts;
        self.move_count = arrival.move_count;
        self.ending = arrival.ending;
        if let Some(identity) = arrival.identity {
            *self.occurrences.entry(identity).or_insert(0) += 1;
        }
    }

    fn is_progress(&self, mv: &Move, effect: &MoveEffect) -> bool {
        let role = self.rules.piece(mv.piece).map(|piece| piece.role());
        // After a hit or a repulsed capture the piece has not reached its destination.
        let gets_on = !effect.is_hit() && !effect.is_repulsed();
        let moves = |roles: &[Role]| gets_on && role.is_some_and(|role| roles.contains(&role));
        #[cfg(feature = "mechanic")]
        let takes = effect.is_capture()
            || effect.repulsed.as_ref().is_some_and(Repulse::is_lost)
            || effect.happenings.iter().any(|happening| matches!(happening, Happening::Destroyed { .. }));
        #[cfg(not(feature = "mechanic"))]
        let takes = effect.is_capture();
        self.rules.endings().resets().any(|resets| (resets.captures && takes) || moves(&resets.moves_of))
    }
}

/// Returns whether a legal move is possible only because of the marked piece on `square`.
// Requirement sashite-60.
fn uses_marker(rules: &Ruleset, position: &Position, legal: &[Move], square: Square) -> bool {
    let marked = position.piece_at(square);
    legal.iter().any(|mv| {
        let way = rules.table().possibilities.get(mv.possibility as usize);
        way.is_some_and(|way| {
            way.must
                .iter()
                .any(|&(at, required)| at == square && marked.map(Condition::Piece) == Some(required))
        })
    })
}

/// Returns the legal moves that start on a square or in the hand.
fn moves_from(moves: &[Move], source: Location) -> impl Iterator<Item = &Move> {
    moves.iter().filter(move |mv| mv.source == source)
}
