//! Tournaments that are played at random.
#![allow(dead_code, reason = "each test uses some of it")]

use dev::Random;
use tournament::{Event, Format, Outcome, Pair, PairingOutcome, PlayerNumber, Tournament};

/// A tournament with the events that made it.
pub(crate) struct Course {
    pub(crate) tournament: Tournament,
    pub(crate) events: Vec<Event>,
    pub(crate) random: Random,
}

impl Course {
    /// A tournament of so many players, the strongest first, which has begun.
    pub(crate) fn begun(format: Format, players: u8, seed: u64) -> Course {
        let mut course = Course {
            tournament: Tournament::new(format).unwrap(),
            events: Vec::new(),
            random: Random::seeded(seed),
        };
        for number in 1..=u16::from(players) {
            course.apply(Event::Entered { name: format!("player {number}"), rating: Some(2_000 - number) });
        }
        course.apply(Event::Begun);
        course
    }

    pub(crate) fn apply(&mut self, event: Event) {
        self.tournament.apply(&event).unwrap();
        self.events.push(event);
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.random.below(end)
    }

    /// Plays rounds with random results until there are no more. With `disturbed` players do not come, withdraw, return and ask for byes. Returns the number
    /// of rounds.
    pub(crate) fn run(&mut self, disturbed: bool) -> usize {
        loop {
            let due = u8::try_from(self.tournament.rounds().len() + 1).unwrap();
            if disturbed {
                self.disturb(due);
            }
            let PairingOutcome::Round(round) = self.tournament.pair() else { break };
            self.apply(Event::Paired { round });
            self.play_boards(disturbed);
        }
        self.tournament.rounds().len()
    }

    /// Gives every board of the present round a result.
    pub(crate) fn play_boards(&mut self, disturbed: bool) {
        let round = u8::try_from(self.tournament.rounds().len()).unwrap();
        let boards = self.tournament.rounds().last().unwrap().boards.clone();
        for (at, board) in (1..).zip(&boards).filter(|(_, board)| board.outcome.is_none()) {
            let outcome = self.outcome(board.pair, disturbed);
            self.apply(Event::Reported { round, board: at, outcome });
        }
    }

    fn outcome(&mut self, pair: Pair, disturbed: bool) -> Outcome {
        let forfeits = [Outcome::WhiteForfeits, Outcome::BlackForfeits, Outcome::BothForfeit];
        if disturbed && self.below(12) == 0 {
            return forfeits[self.below(3)];
        }
        let favourite = if pair.white < pair.black { Outcome::WhiteWins } else { Outcome::BlackWins };
        [favourite, favourite, Outcome::Draw, Outcome::WhiteWins, Outcome::BlackWins][self.below(5)]
    }

    pub(crate) fn disturb(&mut self, due: u8) {
        let count = self.tournament.players().count();
        for _ in 0..self.below(3) {
            let player = PlayerNumber(u8::try_from(self.below(count) + 1).unwrap());
            let is_withdrawn = self.tournament.player(player).unwrap().is_withdrawn;
            let event = match self.below(3) {
                0 if is_withdrawn => Event::Returned { player },
                0 => Event::Withdrawn { player },
                1 => Event::ByeRequested { player, round: due, half: self.below(2) == 0 },
                _ => Event::Entered { name: "late".into(), rating: None },
            };
            if self.tournament.apply(&event).is_ok() {
                self.events.push(event);
            }
        }
    }
}

/// Pairs a round and plays it by a rule.
pub(crate) fn play_round(course: &mut Course, outcome: impl Fn(Pair) -> Outcome) {
    let PairingOutcome::Round(round) = course.tournament.pair() else { panic!("no round") };
    let (number, pairs) = (round.number, round.pairs.clone());
    course.apply(Event::Paired { round });
    for (at, pair) in pairs.into_iter().enumerate() {
        let board = u8::try_from(at + 1).unwrap();
        course.apply(Event::Reported { round: number, board, outcome: outcome(pair) });
    }
}
