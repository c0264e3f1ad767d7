//! Positions that agree with everything a player has been told.
//!
//! While there are few of them the set is exact: it holds every position that the game may have reached, up to what nobody can tell (the number of
//! moves without progress). Beyond a cap it is a sample. A sample that runs dry is made again from an earlier one, and at worst from the pieces alone,
//! so that it is empty only if nothing fits.

use std::collections::{HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use ggn_core::{
    CompactMove, Counters, Game, Move, MoveList, Played, Position, Rules, SearchBoard, Side, Square,
};

use super::invent::{Known, alone, invented};
use super::notice::{Attack, Ear, Notice};
use super::possible::Possible;
use super::referee::{Action, Answer, Referee};
use crate::bids::{Contest, DuelTerms};
use crate::random::Random;

/// Moves of the other side that are kept with the position before, to be judged by the terms of duels.
const EXAMPLES: usize = 8;
/// Squares, in every direction, within which the piece of a failed capture retreats where it does not go along a line.
const RETREAT: u8 = 2;
/// Steps that a sample can be made again from.
const STEPS_KEPT: usize = 8;
/// Positions that are kept of each of these.
const KEPT: usize = 96;
/// A sample of fewer positions, by its share of the cap, is made again.
const LOW: usize = 8;
/// Moves that are looked at for each place of the set.
const LOOKED_AT: usize = 48;
/// Moves of which the moderator is asked, for each place of the set.
const ASKED: usize = 6;

/// Chance and time for a belief. Once `stop` returns true it makes do with what it has, as long as it has anything.
pub(crate) struct Pace<'a> {
    pub(crate) random: &'a mut Random,
    pub(crate) stop: &'a dyn Fn() -> bool,
}

/// Set of the positions that a game may have reached.
#[derive(Debug)]
pub(crate) struct Belief {
    rules: Arc<Rules>,
    referee: Arc<dyn Referee>,
    side: Side,
    cap: usize,
    positions: Vec<Position>,
    is_exact: bool,
    notice: Arc<Notice>,
    earlier: VecDeque<(Vec<Position>, Step)>,
    /// Terms of duels, where captures are contested.
    duels: Option<Arc<dyn DuelTerms>>,
    /// Some of the moves that the last move of the other side may have been.
    examples: Vec<(Position, Played)>,
    /// Squares on which enemies may stand, where the set is a sample.
    possible: Possible,
}

/// Something that happened, as a player was told of it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    before: Arc<Notice>,
    after: Arc<Notice>,
    /// The player's own action with those before it in the turn; `None` for a move of the other side.
    own: Option<(Vec<Action>, Action)>,
    /// The capture that was contested before.
    attack: Option<Attack>,
}

impl Belief {
    /// Creates the belief of a player who knows from which positions the game may start.
    pub(crate) fn new(
        rules: Arc<Rules>,
        referee: Arc<dyn Referee>,
        side: Side,
        cap: usize,
        starts: Vec<Position>,
    ) -> Belief {
        let notice = Arc::new(Notice::default());
        Belief {
            possible: Possible::of(&rules, side, &starts),
            rules,
            referee,
            side,
            cap,
            positions: starts,
            is_exact: true,
            notice,
            earlier: VecDeque::new(),
            duels: None,
            examples: Vec::new(),
        }
    }

    /// Lets the belief know that captures are contested.
    pub(crate) fn contested(self, duels: Arc<dyn DuelTerms>) -> Belief {
        Belief { duels: Some(duels), ..self }
    }

    /// Returns some of the moves that the last move of the other side may have been, with the positions before them.
    pub(crate) fn examples(&self) -> &[(Position, Played)] {
        &self.examples
    }

    pub(crate) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns whether every possible position is in the set.
    pub(crate) fn is_exact(&self) -> bool {
        self.is_exact
    }

    pub(crate) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    pub(crate) fn referee(&self) -> &Arc<dyn Referee> {
        &self.referee
    }

    pub(crate) fn side(&self) -> Side {
        self.side
    }

    pub(crate) fn notice(&self) -> &Arc<Notice> {
        &self.notice
    }

    /// Begins with what a player is told who comes to the game: at its start the set is exact, and later all that is known are pieces.
    pub(crate) fn begin(&mut self, notice: Arc<Notice>, pace: &mut Pace<'_>) {
        let ear = ear(&self.rules, self.side, &self.referee);
        if notice.ply == 0 {
            self.positions.retain(|position| notice.shows(ear, position));
        }
        if notice.ply > 0 || self.positions.is_empty() {
            let start = vec![self.rules.initial().clone()];
            self.possible = Possible::of(&self.rules, self.side, &start);
            self.possible.spread(&self.rules, u8::MAX);
            self.possible.look(ear, &notice);
            self.start_anew(&start, &notice, pace);
        }
        self.notice = notice;
    }

    /// Takes a notice without a step: nothing has changed but what is said of the same position.
    pub(crate) fn note(&mut self, notice: Arc<Notice>) {
        self.notice = notice;
    }

    /// Keeps the positions in which the answer to a question of the other side would be this one, if there are any.
    pub(crate) fn overhear(&mut self, notice: Arc<Notice>) {
        let mut kept = Vec::new();
        for position in &self.positions {
            let game = game(&self.rules, position.clone());
            let answer = self.referee.of_action(&game, &[], Action::Any, self.side);
            let is_it =
                matches!(answer, Answer::Words(words) if !words.is_empty() && notice.words.ends_with(&words));
            if is_it {
                kept.push(position.clone());
            }
        }
        if !kept.is_empty() {
            self.positions = kept;
        }
        self.notice = notice;
    }

    /// Takes a step: an own action with its answer, or a move of the other side.
    pub(crate) fn step(
        &mut self,
        own: Option<(Vec<Action>, Action)>,
        attack: Option<Attack>,
        after: Arc<Notice>,
        pace: &mut Pace<'_>,
    ) {
        let step = Step { before: Arc::clone(&self.notice), after: Arc::clone(&after), own, attack };
        let mut examples = Vec::new();
        let (positions, is_complete) = self.after(&step, &self.positions, &mut examples, pace);
        self.examples = examples;
        if !self.is_exact || !is_complete || positions.is_empty() {
            self.extend_possible(&step);
        }
        let before = std::mem::replace(&mut self.positions, positions);
        self.is_exact &= is_complete;
        let kept = sampled(&before, KEPT, pace.random);
        self.earlier.push_back((kept, step));
        if self.earlier.len() > STEPS_KEPT {
            self.earlier.pop_front();
        }
        self.notice = after;
        if !self.is_exact && self.positions.len() < self.cap / LOW {
            self.refill(pace);
        }
        let notice = Arc::clone(&self.notice);
        if self.positions.is_empty() {
            self.is_exact = false;
            self.start_anew(&before, &notice, pace);
        }
        if !self.is_exact {
            self.widen(&notice, pace);
        }
    }

    /// Takes a step with the squares on which enemies may stand. An exact set tells them by itself.
    fn extend_possible(&mut self, step: &Step) {
        if self.is_exact {
            self.possible = Possible::of(&self.rules, self.side, &self.positions);
        }
        let ear = ear(&self.rules, self.side, &self.referee);
        if step.own.is_none()
            && let Some(base) = self.positions.first()
        {
            self.possible.step(&self.rules, self.side, &step.before, base);
            if step.after.fought.is_some_and(|fought| !fought.is_captured) {
                self.possible.spread(&self.rules, RETREAT);
            }
        }
        self.possible.look(ear, &step.after);
    }

    /// Returns the squares on which enemies may stand.
    pub(crate) fn possible(&self) -> Possible {
        if self.is_exact {
            Possible::of(&self.rules, self.side, &self.positions)
        } else {
            self.possible.clone()
        }
    }

    /// Makes a sample wider: by every square on which a royal piece may stand that is alone, which makes it exact again, or else by positions in which
    /// enemies stand elsewhere. What a sample has lost may come back so.
    fn widen(&mut self, notice: &Notice, pace: &mut Pace<'_>) {
        let Some(base) = self.positions.first() else { return };
        if let Some(all) = alone(&self.rules, &self.referee, (self.side, notice), base) {
            self.positions = all;
            self.is_exact = true;
        } else if notice.is_own_turn && self.positions.len() < self.cap / 2 && !(pace.stop)() {
            let more = self.cap / 8;
            let others = self.invented(notice, &self.positions, more, pace);
            self.positions.extend(others);
            without_doubles(&mut self.positions);
        }
    }

    /// Makes the sample again from earlier ones, the latest first.
    fn refill(&mut self, pace: &mut Pace<'_>) {
        let enough = self.cap / LOW;
        for back in [2, 4, STEPS_KEPT] {
            let Some(first) = self.earlier.len().checked_sub(back).filter(|_| !(pace.stop)()) else { break };
            let Some((from, _)) = self.earlier.get(first) else { break };
            let mut positions = from.clone();
            for (_, step) in self.earlier.iter().skip(first) {
                positions = self.after(step, &positions, &mut Vec::new(), pace).0;
            }
            self.positions.extend(positions);
            without_doubles(&mut self.positions);
            if self.positions.len() >= enough {
                break;
            }
        }
        self.positions = sampled(&self.positions, self.cap, pace.random);
    }

    /// Makes up positions that show what a notice shows, from the enemies of others.
    fn start_anew(&mut self, from: &[Position], notice: &Notice, pace: &mut Pace<'_>) {
        self.is_exact = false;
        self.earlier.clear();
        self.positions = self.invented(notice, from, self.cap / 4, pace);
    }

    /// Makes up positions that show what a notice shows, at most `most`, from the enemies of others.
    fn invented(
        &self,
        notice: &Notice,
        from: &[Position],
        most: usize,
        pace: &mut Pace<'_>,
    ) -> Vec<Position> {
        let known = Known { notice, possible: &self.possible };
        invented(&self.rules, &self.referee, self.side, known, (from, most), pace)
    }

    /// Returns the positions after a step, at most `cap`, and whether they are all.
    fn after(
        &self,
        step: &Step,
        from: &[Position],
        examples: &mut Vec<(Position, Played)>,
        pace: &mut Pace<'_>,
    ) -> (Vec<Position>, bool) {
        match &step.own {
            Some((earlier, action)) => {
                let one = |position| self.after_own(step, earlier, *action, position);
                let mut positions = from.iter().filter_map(one).collect();
                without_doubles(&mut positions);
                (positions, true)
            }
            None => self.after_theirs(step, from, examples, pace),
        }
    }

    /// Returns the position after an own action, if its answer is the one that was heard.
    fn after_own(
        &self,
        step: &Step,
        earlier: &[Action],
        action: Action,
        position: &Position,
    ) -> Option<Position> {
        let is_made = step.after.ply > step.before.ply;
        let game = game(&self.rules, position.clone());
        match self.referee.of_action(&game, earlier, action, self.side) {
            Answer::Made(mv) if is_made => {
                let is_told = |game: &Game| self.is_told(step, game);
                let after = self.outcomes(step, game, &mv).into_iter().find(is_told)?;
                Some(after.position().clone())
            }
            Answer::Made(mv) if step.after.attack.is_some() => {
                let is_it = matches!(self.contest(&game, &mv), Contest::Duel { .. });
                is_it.then(|| position.clone())
            }
            Answer::Words(words) if !is_made => (words == step.after.words
                || (!words.is_empty() && step.after.words.ends_with(&words)))
            .then(|| position.clone()),
            Answer::Made(_) | Answer::Words(_) | Answer::Void => None,
        }
    }

    /// Returns the treatment of a legal move.
    fn contest(&self, game: &Game, mv: &Move) -> Contest {
        self.duels.as_ref().map_or(Contest::Made, |duels| duels.contest(game, mv))
    }

    /// Returns the games after a move, as far as the duel of a step allows: the piece of a failed capture may retreat to several squares.
    fn outcomes(&self, step: &Step, game: Game, mv: &Move) -> Vec<Game> {
        let contest = self.contest(&game, mv);
        let played = || {
            let mut game = game.clone();
            game.play(mv).is_ok().then_some(game)
        };
        let (Some(fought), Some(duels)) = (step.after.fought, &self.duels) else {
            return if contest == Contest::Made { played().into_iter().collect() } else { Vec::new() };
        };
        let Contest::Duel { square, .. } = contest else { return Vec::new() };
        let contested = step.attack.filter(|attack| !attack.is_own).and_then(|attack| attack.square);
        if contested.is_some_and(|contested| contested != square) {
            return Vec::new();
        }
        if fought.is_captured {
            return played().into_iter().collect();
        }
        let position = game.position();
        let retreats = duels.retreats(position, mv, u32::MAX).into_iter().map(|retreat| Some(retreat.square));
        // Who has no points left may lose the piece.
        let lost = duels.retreats(position, mv, 0).is_empty().then_some(None);
        let failed = |to: Option<Square>| {
            let mut game = game.clone();
            let result = match to {
                Some(to) => game.repulse(mv, to),
                None => game.forfeit(mv),
            };
            result.is_ok().then_some(())?;
            duels.adjudicate(&mut game);
            Some(game)
        };
        retreats.chain(lost).filter_map(failed).collect()
    }

    /// Returns whether the player would have been told of the last move of a game what they were told.
    fn is_told(&self, step: &Step, game: &Game) -> bool {
        step.after.shows(self.ear(), game.position())
            && step.after.tells(&self.referee.of_last_move(game, self.side), &step.before)
    }

    /// Keeps the positions in which an own capture has that choice of retreats, if there are any.
    pub(crate) fn offered(&mut self, offered: &[Square], (earlier, action): (&[Action], Action)) {
        let Some(duels) = &self.duels else { return };
        let offers = |position: &Position| {
            let game = game(&self.rules, position.clone());
            let Answer::Made(mv) = self.referee.of_action(&game, earlier, action, self.side) else {
                return false;
            };
            let mut squares: Vec<Square> =
                duels.retreats(position, &mv, u32::MAX).iter().map(|retreat| retreat.square).collect();
            squares.sort_unstable();
            // What cannot be paid is not offered.
            offered.iter().all(|square| squares.binary_search(square).is_ok())
        };
        let kept: Vec<Position> =
            self.positions.iter().filter(|position| offers(position)).cloned().collect();
        if !kept.is_empty() {
            self.positions = kept;
        }
    }

    /// Returns the positions after a move of the other side.
    fn after_theirs(
        &self,
        step: &Step,
        from: &[Position],
        examples: &mut Vec<(Position, Played)>,
        pace: &mut Pace<'_>,
    ) -> (Vec<Position>, bool) {
        let cap = self.cap;
        let (mut looks, mut asks) = (cap * LOOKED_AT, cap * ASKED);
        let mut order: Vec<usize> = (0..from.len()).collect();
        pace.random.shuffle(&mut order);
        let mut likely: Vec<(usize, CompactMove)> = Vec::new();
        let mut list = MoveList::new();
        let mut is_complete = true;
        for index in order {
            let Some(position) = from.get(index) else { continue };
            if looks == 0 || (pace.stop)() && !likely.is_empty() {
                is_complete = false;
                break;
            }
            let mut board = SearchBoard::new(&self.rules, position);
            board.moves(&mut list);
            looks = looks.saturating_sub(list.len());
            likely
                .extend(list.iter().filter(|mv| self.may_be(step, &mut board, **mv)).map(|mv| (index, *mv)));
        }
        pace.random.shuffle(&mut likely);
        let (mut positions, mut known) = (Vec::new(), HashSet::new());
        for (index, mv) in likely {
            if positions.len() >= cap || asks == 0 || (pace.stop)() && !positions.is_empty() {
                is_complete = false;
                break;
            }
            asks -= 1;
            let Some(position) = from.get(index) else { continue };
            for game in self.if_told(step, position, mv) {
                if self.duels.is_some() && examples.len() < EXAMPLES {
                    examples.extend(game.history().last().map(|played| (position.clone(), played.clone())));
                }
                if known.insert(hash_of(game.position())) {
                    positions.push(game.position().clone());
                }
            }
        }
        (positions, is_complete)
    }

    /// Returns whether a move of the other side may be the one that was told of, by what is quick to find out.
    fn may_be(&self, step: &Step, board: &mut SearchBoard<'_>, mv: CompactMove) -> bool {
        if self.rules.has_mechanics() {
            return true;
        }
        if let Some(fought) = step.after.fought {
            // What a capture that failed leads to is not quick to find out.
            return board.is_capture(mv)
                && fought.is_captured == (step.after.standing < step.before.standing);
        }
        if board.is_capture(mv) != (step.after.standing < step.before.standing) {
            return false;
        }
        let Some(in_check) = step.after.in_check else { return true };
        if !board.make(mv) {
            return false;
        }
        let agrees = board.in_check() == in_check;
        board.unmake();
        agrees
    }

    /// Returns the games after a move of the other side, as far as the player would have been told what they were told.
    fn if_told(&self, step: &Step, position: &Position, mv: CompactMove) -> Vec<Game> {
        let Some(mv) = SearchBoard::new(&self.rules, position).expand(mv) else { return Vec::new() };
        let mut games = self.outcomes(step, game(&self.rules, position.clone()), &mv);
        games.retain(|game| self.is_told(step, game));
        games
    }

    pub(crate) fn ear(&self) -> Ear<'_> {
        ear(&self.rules, self.side, &self.referee)
    }
}

fn ear<'a>(rules: &'a Rules, side: Side, referee: &Arc<dyn Referee>) -> Ear<'a> {
    Ear { rules, side, sight: referee.sight() }
}

/// Returns a game that goes on from a position.
pub(crate) fn game(rules: &Arc<Rules>, position: Position) -> Game {
    Game::from_position(Arc::clone(rules), position, Counters::default())
}

/// Returns some of the positions, all if they are no more than that.
pub(crate) fn sampled(positions: &[Position], most: usize, random: &mut Random) -> Vec<Position> {
    if positions.len() <= most {
        return positions.to_vec();
    }
    let mut order: Vec<usize> = (0..positions.len()).collect();
    random.shuffle(&mut order);
    order.into_iter().take(most).filter_map(|index| positions.get(index).cloned()).collect()
}

fn without_doubles(positions: &mut Vec<Position>) {
    let mut known = HashSet::new();
    positions.retain(|position| known.insert(hash_of(position)));
}

pub(crate) fn hash_of(position: &Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}
