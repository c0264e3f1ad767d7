//! Play in games in which pieces are hidden: a belief from the frames alone, and a choice over it.
//!
//! | module | contents |
//! |---|---|
//! | `referee` | [`Referee`]: what the moderator of a game would say of a board that a bot imagines |
//! | `notice` | what one frame tells, and whether a position agrees with it |
//! | `belief` | positions that agree with all notices |
//! | `invent` | positions made up of the pieces alone, where no other is left |
//! | `possible` | squares on which each kind of enemy piece may stand |
//! | `choice` | the action that is best over the believed positions |
//! | `bare` | endings against royal pieces alone, searched over sets of positions |
//! | `bids` | bids and retreats over the believed positions |
//! | `care` | what the levels mean here |

mod bare;
mod belief;
mod bids;
mod care;
mod choice;
mod invent;
mod notice;
pub(crate) mod possible;
pub(crate) mod referee;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use ggn_core::{Move, Played, Position, Rules, Side};

use crate::bids::Spent;
use crate::contested::Points;
use crate::level::Level;
use crate::random::Random;
use crate::values::Values;
use belief::{Belief, Pace};
use care::Care;
use choice::{Question, Scored, arrangement};
pub(crate) use notice::{Attack, Fought, Notice, is_own};
pub use possible::Possible;
pub(crate) use referee::{Action, Referee};

/// Messages that may be refused in one turn before a bot gives up.
const REFUSED_MOST: usize = 40;

/// Conditions that end a thought: one for what it believes, so that time is left to choose, and one for all of it.
#[derive(Clone, Copy)]
pub(crate) struct Time<'a> {
    pub(crate) for_belief: &'a dyn Fn() -> bool,
    pub(crate) in_all: &'a dyn Fn() -> bool,
}

/// Belief of a bot at a moment.
#[derive(Clone, Debug)]
pub struct Believed {
    /// Positions that agree with everything that it was told: all of them, or a sample.
    pub positions: Vec<Position>,
    /// True if there are no others.
    pub is_exact: bool,
    /// Squares on which each kind of enemy piece may stand.
    pub possible: Possible,
}

/// Knowledge and belief of a bot in a game in which pieces are hidden.
#[derive(Debug)]
pub(crate) struct Mind {
    values: Arc<Values>,
    care: Care,
    belief: Belief,
    random: Random,
    /// Notices that are not thought about yet.
    unread: VecDeque<Notice>,
    has_begun: bool,
    /// The action that waits for its answer, and those of this turn before it.
    pending: Option<Action>,
    earlier: Vec<Action>,
    /// Messages of this turn that the protocol refused.
    refused: usize,
    arrangements: BTreeMap<u64, u32>,
    score: i32,
    /// Points of a game with bids, those of the other side by estimate, and the capture that is contested.
    points: Option<Points>,
    attack: Option<Attack>,
}

impl Mind {
    pub(crate) fn new(
        rules: Arc<Rules>,
        values: Arc<Values>,
        referee: Arc<dyn Referee>,
        (side, level): (Side, Level),
        starts: Vec<Position>,
        seed: u64,
    ) -> Mind {
        let care = Care::of(level);
        Mind {
            values,
            care,
            belief: Belief::new(rules, referee, side, care.cap, starts),
            random: Random::seeded(seed),
            unread: VecDeque::new(),
            has_begun: false,
            pending: None,
            earlier: Vec::new(),
            refused: 0,
            arrangements: BTreeMap::new(),
            score: 0,
            points: None,
            attack: None,
        }
    }

    /// Lets the mind know of the points of a game with bids.
    pub(crate) fn contested(self, points: Option<Points>) -> Mind {
        let Some(points) = points else { return self };
        Mind { belief: self.belief.contested(Arc::clone(&points.terms)), points: Some(points), ..self }
    }

    /// Takes a notice in, to be thought about later.
    pub(crate) fn tell(&mut self, notice: Notice) {
        self.unread.push_back(notice);
    }

    /// Hears that the protocol refused the last message. Returns whether to go on.
    pub(crate) fn refuse(&mut self) -> bool {
        self.earlier.extend(self.pending.take());
        self.refused += 1;
        self.refused < REFUSED_MOST
    }

    /// Returns what it believes.
    pub(crate) fn believed(&mut self) -> Believed {
        self.read(&|| false);
        Believed {
            positions: self.belief.positions().to_vec(),
            is_exact: self.belief.is_exact(),
            possible: self.belief.possible(),
        }
    }

    /// Returns the score of the last choice.
    pub(crate) fn score(&self) -> i32 {
        self.score
    }

    /// Chooses the next action, with the move that it would be in a believed position; `None` if it has none.
    pub(crate) fn act(&mut self, time: Time<'_>) -> Option<(Action, Option<Move>)> {
        self.read(time.for_belief);
        let stop = time.in_all;
        let question = Question {
            belief: &self.belief,
            values: &self.values,
            care: self.care,
            odds: self.points.as_ref().map(Points::odds),
            earlier: &self.earlier,
            arrangements: &self.arrangements,
            stop,
        };
        let Scored { action, mv, score } = choice::chosen(&question, &mut self.random)?;
        self.score = score;
        self.pending = Some(action);
        Some((action, mv))
    }

    /// Thinks about the notices that have come.
    fn read(&mut self, stop: &dyn Fn() -> bool) {
        while let Some(notice) = self.unread.pop_front() {
            self.learn(Arc::new(notice), stop);
        }
    }

    fn learn(&mut self, notice: Arc<Notice>, stop: &dyn Fn() -> bool) {
        if notice.is_over {
            return;
        }
        let pools = notice.pools;
        self.learn_positions(&notice, stop);
        if let Some(points) = &mut self.points {
            for side in Side::BOTH {
                if let Some(told) = pools[side] {
                    points.account.set(side, told);
                }
            }
        }
    }

    fn learn_positions(&mut self, notice: &Arc<Notice>, stop: &dyn Fn() -> bool) {
        let notice = Arc::clone(notice);
        let before = Arc::clone(self.belief.notice());
        let (was_own, moved) = (before.is_own_turn, notice.ply.checked_sub(before.ply));
        if !self.has_begun || moved.is_none_or(|moved| moved > 1) {
            self.has_begun = true;
            self.turn_over();
            // A duel may have begun while it was away.
            self.attack = notice.attack;
            self.belief.begin(notice, &mut Pace { random: &mut self.random, stop });
            return;
        }
        let is_answer = notice.is_answer || notice.fought.is_some();
        let own = self.pending.filter(|_| was_own && is_answer);
        if moved == Some(0) && (self.attack.is_some() || notice.attack.is_some()) {
            self.learn_of_duel(notice, own, stop);
            return;
        }
        let attack = self.attack.take();
        match (moved, own) {
            (Some(1), _) => {
                let own = own.map(|action| (self.earlier.clone(), action));
                if own.is_none() && was_own {
                    // A move that it does not remember: it was away.
                    self.belief.begin(notice, &mut Pace { random: &mut self.random, stop });
                } else {
                    let is_own = own.is_some();
                    let fought = notice.fought;
                    self.belief.step(own, attack, notice, &mut Pace { random: &mut self.random, stop });
                    self.book(is_own, fought);
                    if is_own {
                        *self.arrangements.entry(arrangement(&self.belief)).or_default() += 1;
                    }
                }
                self.turn_over();
            }
            (_, Some(action)) => {
                self.belief.step(
                    Some((self.earlier.clone(), action)),
                    None,
                    notice,
                    &mut Pace { random: &mut self.random, stop },
                );
                self.earlier.push(action);
                self.pending = None;
            }
            _ if !was_own && !notice.words.is_empty() => self.belief.overhear(notice),
            _ => self.belief.note(notice),
        }
    }

    /// Thinks about a notice in the middle of a duel.
    fn learn_of_duel(&mut self, notice: Arc<Notice>, own: Option<Action>, stop: &dyn Fn() -> bool) {
        let begins = self.attack.is_none();
        self.attack = self.attack.or(notice.attack);
        match own.or(self.pending) {
            // The answer to a capture that was tried.
            Some(action) if begins && self.attack.is_some_and(|attack| attack.is_own) => {
                let own = Some((self.earlier.clone(), action));
                self.belief.step(own, None, notice, &mut Pace { random: &mut self.random, stop });
            }
            Some(action) => {
                if let Some(offered) = &notice.offered {
                    self.belief.offered(offered, (&self.earlier, action));
                }
                self.belief.note(notice);
            }
            None => self.belief.note(notice),
        }
    }

    /// Books what a ply took from the points of the other side and gave to it, as far as one can tell: own points are told.
    fn book(&mut self, is_own: bool, fought: Option<Fought>) {
        let side = self.belief.side();
        let Some(points) = &mut self.points else { return };
        let by = if is_own { side } else { side.opponent() };
        let bids = fought.map(|fought| fought.bids).unwrap_or_default();
        let mut spent = Spent { bids, ..Spent::default() };
        let examples = self.belief.examples();
        if !is_own && !examples.is_empty() {
            let mean = |of: &dyn Fn(&(Position, Played)) -> u32| {
                let sum: u32 = examples.iter().map(of).fold(0, u32::saturating_add);
                sum / u32::try_from(examples.len()).unwrap_or(u32::MAX)
            };
            let regenerated = |(before, played): &(Position, Played)| {
                points.terms.regenerated(before, std::slice::from_ref(played))
            };
            let cost = |(before, played): &(Position, Played)| {
                let to = played.effect.repulsed.as_ref().and_then(|repulse| repulse.stands);
                let offers = points.terms.retreats(before, &played.mv, u32::MAX);
                offers.iter().find(|offer| Some(offer.square) == to).map_or(0, |offer| offer.cost)
            };
            (spent.regenerated, spent.retreat) = (mean(&regenerated), mean(&cost));
        }
        points.account.book(by, spent);
    }

    fn turn_over(&mut self) {
        self.pending = None;
        self.earlier.clear();
        self.refused = 0;
    }
}
