//! State of a tournament: what its events have made of it.

use crate::berger;
use crate::dutch::{self, DutchPlayer};
use crate::event::{Bye, Color, Event, Format, Outcome, Pair, PlayerNumber, Round, RoundBye};
use crate::limits::{
    CORRECTIONS_MAX, CYCLES_MAX, ENTRIES_MAX, ENTRY_CHANGES_MAX, PLAYERS_MAX, RATING_MAX, SWISS_ROUNDS_MAX,
};
use crate::points::Points;
use crate::score::PlayerRound;

/// Phase of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Players enter.
    Entering,
    /// Rounds are played.
    Running,
    /// It is over; only corrections are taken.
    Over,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Name.
    pub name: String,
    /// Rating, if there is one.
    pub rating: Option<u16>,
    /// True if the player is paired no longer.
    pub is_withdrawn: bool,
}

/// A board of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its players.
    pub pair: Pair,
    /// Its outcome, once there is one.
    pub outcome: Option<Outcome>,
    /// True if the director has set the outcome.
    pub is_corrected: bool,
}

/// A round that was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedRound {
    /// Its boards, the first one first.
    pub boards: Vec<Board>,
    /// Players without an opponent.
    pub byes: Vec<RoundBye>,
}

impl PairedRound {
    /// Returns whether every board has ended.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.boards.iter().all(|board| board.outcome.is_some())
    }
}

/// A bye that a player has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestedBye {
    /// The player.
    pub player: PlayerNumber,
    /// The round.
    pub round: u8,
    /// True for half a point, false for none.
    pub half: bool,
}

/// A tournament as its events have made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    format: Format,
    phase: Phase,
    players: Vec<Player>,
    /// Players of a round robin in the order of its table, once it has begun.
    table: Vec<PlayerNumber>,
    rounds: Vec<PairedRound>,
    requested: Vec<RequestedBye>,
    corrections: u16,
    /// True after the director has closed the entry.
    is_entry_closed: bool,
    entry_changes: u16,
}

/// Error for a format outside the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a round robin has one or two cycles, and a Swiss tournament 1 to {SWISS_ROUNDS_MAX} rounds")]
pub struct WrongFormat;

/// The reason why an event is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The tournament has as many players as it may have.
    #[error("the tournament has {PLAYERS_MAX} players already")]
    Full,
    /// The director has closed the entry.
    #[error("no more players can enter")]
    EntryClosed,
    /// A rating is too high.
    #[error("a rating is {RATING_MAX} at most")]
    WrongRating,
    /// It is too early or too late for this.
    #[error("not in this phase of the tournament")]
    WrongPhase,
    /// Another player has the name, or one that is much like it. Names are compared by the caller.
    #[error("a player of this tournament has that name, or one that is much like it")]
    NameTaken,
    /// There have to be two players.
    #[error("a tournament begins with two players at least")]
    TooFewPlayers,
    /// There is no such player.
    #[error("there is no such player")]
    NoSuchPlayer,
    /// It is so already.
    #[error("it is so already")]
    NothingToChange,
    /// There is no such round, or it is not the one that is due.
    #[error("this is not the round that is due")]
    WrongRound,
    /// There is no such board.
    #[error("there is no such board")]
    NoSuchBoard,
    /// The board has ended already.
    #[error("the board has an outcome already")]
    HasOutcome,
    /// The present round is not over.
    #[error("the present round is not over")]
    RoundRuns,
    /// A player is paired twice, or cannot be.
    #[error("the pairs are not such of this tournament")]
    WrongPairs,
    /// Nobody can be paired: all are away, or have met everybody whom they may meet.
    #[error("nobody can be paired now")]
    NoPairing,
    /// In a round robin everybody plays everybody.
    #[error("a round robin has no byes on request")]
    NoByes,
    /// Too much was changed.
    #[error("no more changes of this kind are taken")]
    TooManyCorrections,
}

/// The result of pairing the next round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairingOutcome {
    /// The round, to be applied as [`Event::Paired`].
    Round(Round),
    /// Every round was played.
    Done,
    /// No pairing keeps the absolute rules: everybody has met everybody who can be met, or is away. A player who enters or comes back may change that.
    Impossible,
    /// It is not time for a round.
    NotNow(Refusal),
}

impl Tournament {
    /// A tournament without players.
    ///
    /// # Errors
    /// Returns an error if the format is outside the bounds.
    pub fn new(format: Format) -> Result<Tournament, WrongFormat> {
        let is_right = match format {
            Format::RoundRobin { cycles } => (1..=CYCLES_MAX).contains(&cycles),
            Format::Swiss { rounds } => (1..=SWISS_ROUNDS_MAX).contains(&rounds),
        };
        if !is_right {
            return Err(WrongFormat);
        }
        Ok(Tournament {
            format,
            phase: Phase::Entering,
            players: Vec::new(),
            table: Vec::new(),
            rounds: Vec::new(),
            requested: Vec::new(),
            corrections: 0,
            is_entry_closed: false,
            entry_changes: 0,
        })
    }

    /// Returns the format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the phase.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the players with their numbers, in the order of entry.
    pub fn players(&self) -> impl Iterator<Item = (PlayerNumber, &Player)> {
        (1..=u8::MAX).map(PlayerNumber).zip(&self.players)
    }

    /// Returns a player.
    #[must_use]
    pub fn player(&self, number: PlayerNumber) -> Option<&Player> {
        self.players.get(usize::from(number.0).checked_sub(1)?)
    }

    /// Returns the rounds that were paired, the first one first.
    #[must_use]
    pub fn rounds(&self) -> &[PairedRound] {
        &self.rounds
    }

    /// Returns the number of rounds that the tournament is to have. A round robin knows it once it has begun.
    #[must_use]
    pub fn round_count(&self) -> usize {
        match self.format {
            Format::Swiss { rounds } => usize::from(rounds),
            Format::RoundRobin { cycles } => {
                let is_open = self.phase == Phase::Entering;
                let players = if is_open { self.active().count() } else { self.table.len() };
                berger::rounds(players) * usize::from(cycles)
            }
        }
    }

    /// Returns whether every round was played.
    #[must_use]
    pub fn is_played_out(&self) -> bool {
        self.rounds.len() >= self.round_count() && self.rounds.iter().all(PairedRound::is_complete)
    }

    /// Returns the players in their initial ranking: by rating, then by entry.
    fn ranking(&self) -> Vec<PlayerNumber> {
        let mut ranking: Vec<_> = self.players().map(|(number, player)| (number, player.rating)).collect();
        ranking.sort_by_key(|(number, rating)| (std::cmp::Reverse(rating.unwrap_or(0)), *number));
        ranking.into_iter().map(|(number, _)| number).collect()
    }

    /// Adds an event.
    ///
    /// # Errors
    /// Returns the reason why it is not taken; the tournament is as before then.
    pub fn apply(&mut self, event: &Event) -> Result<(), Refusal> {
        match event {
            Event::Entered { name, rating } => self.enter(name, *rating),
            Event::EntryClosed => self.set_entry_closed(true),
            Event::EntryOpened => self.set_entry_closed(false),
            Event::Begun => {
                self.expect_phase(Phase::Entering)?;
                if self.active().count() < 2 {
                    return Err(Refusal::TooFewPlayers);
                }
                if matches!(self.format, Format::RoundRobin { .. }) {
                    let mut table = self.ranking();
                    table.retain(|number| self.player(*number).is_some_and(|player| !player.is_withdrawn));
                    self.table = table;
                }
                self.phase = Phase::Running;
                Ok(())
            }
            Event::ByeRequested { player, round, half } => {
                self.request_bye(RequestedBye { player: *player, round: *round, half: *half })
            }
            Event::ByeTakenBack { player, round } => self.take_back_bye(*player, *round),
            Event::Withdrawn { player } => self.set_withdrawn(*player, true),
            Event::Returned { player } => self.set_withdrawn(*player, false),
            Event::Paired { round } => self.add_round(round),
            Event::Reported { round, board, outcome } => {
                self.expect_phase(Phase::Running)?;
                let found = self.board_mut(*round, *board)?;
                if found.outcome.is_some() {
                    return Err(Refusal::HasOutcome);
                }
                found.outcome = Some(*outcome);
                Ok(())
            }
            Event::Corrected { round, board, outcome } => {
                if self.corrections >= CORRECTIONS_MAX {
                    return Err(Refusal::TooManyCorrections);
                }
                let found = self.board_mut(*round, *board)?;
                found.outcome = Some(*outcome);
                found.is_corrected = true;
                self.corrections += 1;
                Ok(())
            }
            Event::Ended => {
                self.expect_phase(Phase::Running)?;
                if !self.rounds.iter().all(PairedRound::is_complete) {
                    return Err(Refusal::RoundRuns);
                }
                self.phase = Phase::Over;
                Ok(())
            }
        }
    }

    fn expect_phase(&self, phase: Phase) -> Result<(), Refusal> {
        if self.phase == phase { Ok(()) } else { Err(Refusal::WrongPhase) }
    }

    fn enter(&mut self, name: &str, rating: Option<u16>) -> Result<(), Refusal> {
        if rating.is_some_and(|rating| rating > RATING_MAX) {
            return Err(Refusal::WrongRating);
        }
        self.expect_entry()?;
        self.players.push(Player { name: name.to_owned(), rating, is_withdrawn: false });
        Ok(())
    }

    /// Returns an error unless a player may enter now.
    fn expect_entry(&self) -> Result<(), Refusal> {
        let is_time = match self.phase {
            Phase::Entering => true,
            Phase::Running => self.takes_late_entries(),
            Phase::Over => false,
        };
        if !is_time {
            return Err(Refusal::WrongPhase);
        }
        if self.is_entry_closed {
            return Err(Refusal::EntryClosed);
        }
        if self.players.len() >= ENTRIES_MAX || self.places_taken() >= PLAYERS_MAX {
            return Err(Refusal::Full);
        }
        Ok(())
    }

    /// Returns whether the director has closed the entry.
    #[must_use]
    pub fn is_entry_closed(&self) -> bool {
        self.is_entry_closed
    }

    /// Returns whether a player may enter now.
    #[must_use]
    pub fn takes_entries(&self) -> bool {
        self.expect_entry().is_ok()
    }

    fn set_entry_closed(&mut self, is_closed: bool) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::WrongPhase);
        }
        if self.is_entry_closed == is_closed {
            return Err(Refusal::NothingToChange);
        }
        if self.entry_changes >= ENTRY_CHANGES_MAX {
            return Err(Refusal::TooManyCorrections);
        }
        self.is_entry_closed = is_closed;
        self.entry_changes += 1;
        Ok(())
    }

    /// Returns whether players may still enter a tournament that runs: a Swiss one before its last round.
    fn takes_late_entries(&self) -> bool {
        matches!(self.format, Format::Swiss { .. }) && self.rounds.len() < self.round_count()
    }

    /// Returns whether a player takes part: who withdrew before they were paired does not, and leaves their place and their name to others.
    #[must_use]
    pub fn takes_part(&self, number: PlayerNumber) -> bool {
        let has_played = || {
            let mut boards = self.rounds.iter().flat_map(|round| &round.boards);
            self.table.contains(&number)
                || boards.any(|board| [board.pair.white, board.pair.black].contains(&number))
                || self.rounds.iter().flat_map(|round| &round.byes).any(|bye| bye.player == number)
        };
        self.player(number).is_some_and(|player| !player.is_withdrawn || has_played())
    }

    fn places_taken(&self) -> usize {
        self.players().filter(|(number, _)| self.takes_part(*number)).count()
    }

    /// Returns the byes on request in rounds to come.
    pub fn requested_byes(&self) -> impl Iterator<Item = RequestedBye> + '_ {
        let paired = self.rounds.len();
        self.requested.iter().filter(move |request| usize::from(request.round) > paired).copied()
    }

    /// Returns an error unless byes can be asked for in a round.
    fn expect_open_round(&self, player: PlayerNumber, round: u8) -> Result<(), Refusal> {
        if matches!(self.format, Format::RoundRobin { .. }) {
            return Err(Refusal::NoByes);
        }
        if self.phase == Phase::Over {
            return Err(Refusal::WrongPhase);
        }
        self.player(player).ok_or(Refusal::NoSuchPlayer)?;
        let number = usize::from(round);
        if number <= self.rounds.len() || number > self.round_count() {
            return Err(Refusal::WrongRound);
        }
        Ok(())
    }

    fn request_bye(&mut self, wanted: RequestedBye) -> Result<(), Refusal> {
        self.expect_open_round(wanted.player, wanted.round)?;
        if self.requested.contains(&wanted) {
            return Err(Refusal::NothingToChange);
        }
        self.requested.retain(|request| request.player != wanted.player || request.round != wanted.round);
        self.requested.push(wanted);
        Ok(())
    }

    fn take_back_bye(&mut self, player: PlayerNumber, round: u8) -> Result<(), Refusal> {
        self.expect_open_round(player, round)?;
        let before = self.requested.len();
        self.requested.retain(|request| request.player != player || request.round != round);
        if self.requested.len() == before { Err(Refusal::NothingToChange) } else { Ok(()) }
    }

    fn set_withdrawn(&mut self, player: PlayerNumber, is_withdrawn: bool) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::WrongPhase);
        }
        let found = self.player(player).ok_or(Refusal::NoSuchPlayer)?;
        if found.is_withdrawn == is_withdrawn {
            return Err(Refusal::NothingToChange);
        }
        // A player who comes back takes a place again, if they have left theirs to others.
        if !is_withdrawn && !self.takes_part(player) {
            let is_late = self.phase == Phase::Running;
            if is_late && matches!(self.format, Format::RoundRobin { .. }) {
                return Err(Refusal::WrongPhase);
            }
            if self.places_taken() >= PLAYERS_MAX {
                return Err(Refusal::Full);
            }
        }
        let place = usize::from(player.0).checked_sub(1);
        let found = place.and_then(|place| self.players.get_mut(place)).ok_or(Refusal::NoSuchPlayer)?;
        found.is_withdrawn = is_withdrawn;
        Ok(())
    }

    fn board_mut(&mut self, round: u8, board: u8) -> Result<&mut Board, Refusal> {
        let round = usize::from(round).checked_sub(1).and_then(|round| self.rounds.get_mut(round));
        let boards = &mut round.ok_or(Refusal::WrongRound)?.boards;
        usize::from(board).checked_sub(1).and_then(|board| boards.get_mut(board)).ok_or(Refusal::NoSuchBoard)
    }

    /// Returns the players who have not withdrawn.
    fn active(&self) -> impl Iterator<Item = PlayerNumber> {
        self.players().filter(|(_, player)| !player.is_withdrawn).map(|(number, _)| number)
    }

    /// Returns the number of the round that is due.
    fn due_round(&self) -> Result<u8, Refusal> {
        self.expect_phase(Phase::Running)?;
        if !self.rounds.iter().all(PairedRound::is_complete) {
            return Err(Refusal::RoundRuns);
        }
        u8::try_from(self.rounds.len() + 1).map_err(|_| Refusal::WrongRound)
    }

    /// Adds a round. A board with a player who has withdrawn ends at once.
    fn add_round(&mut self, round: &Round) -> Result<(), Refusal> {
        if self.due_round()? != round.number || usize::from(round.number) > self.round_count() {
            return Err(Refusal::WrongRound);
        }
        let paired = round.pairs.iter().flat_map(|pair| [pair.white, pair.black]);
        let mut named: Vec<PlayerNumber> = paired.chain(round.byes.iter().map(|bye| bye.player)).collect();
        let count = named.len();
        named.sort_unstable();
        named.dedup();
        if named.len() != count || named.iter().any(|number| self.player(*number).is_none()) {
            return Err(Refusal::WrongPairs);
        }
        let is_away = |number| self.player(number).is_none_or(|player| player.is_withdrawn);
        let board = |pair: &Pair| {
            let outcome = match (is_away(pair.white), is_away(pair.black)) {
                (false, false) => None,
                (true, false) => Some(Outcome::WhiteForfeits),
                (false, true) => Some(Outcome::BlackForfeits),
                (true, true) => Some(Outcome::BothForfeit),
            };
            Board { pair: *pair, outcome, is_corrected: false }
        };
        let boards = round.pairs.iter().map(board).collect();
        self.rounds.push(PairedRound { boards, byes: round.byes.clone() });
        Ok(())
    }

    /// Pairs the next round, without applying it.
    #[must_use]
    pub fn pair(&self) -> PairingOutcome {
        let number = match self.due_round() {
            Ok(number) => number,
            Err(refusal) => return PairingOutcome::NotNow(refusal),
        };
        if usize::from(number) > self.round_count() {
            return PairingOutcome::Done;
        }
        match self.format {
            Format::RoundRobin { cycles } => PairingOutcome::Round(self.berger_round(number, cycles)),
            Format::Swiss { .. } => {
                self.dutch_round(number).map_or(PairingOutcome::Impossible, PairingOutcome::Round)
            }
        }
    }

    fn berger_round(&self, number: u8, cycles: u8) -> Round {
        let ranking = &self.table;
        let mut round = Round { number, pairs: Vec::new(), byes: Vec::new() };
        for (white, black) in berger::pairs(ranking.len(), cycles, usize::from(number) - 1) {
            match (ranking.get(white).copied(), ranking.get(black).copied()) {
                (Some(white), Some(black)) => round.pairs.push(Pair { white, black }),
                (Some(player), None) | (None, Some(player)) => {
                    round.byes.push(RoundBye { player, bye: Bye::Allocated });
                }
                (None, None) => {}
            }
        }
        round
    }

    fn dutch_round(&self, number: u8) -> Option<Round> {
        let requested = |player: PlayerNumber| {
            self.requested.iter().find(|request| request.player == player && request.round == number)
        };
        let rounds: Vec<Vec<PlayerRound>> =
            self.players().map(|(player, _)| self.player_rounds(player)).collect();
        let score_before = |player: PlayerNumber, round: usize| {
            let rounds = usize::from(player.0).checked_sub(1).and_then(|place| rounds.get(place));
            rounds.into_iter().flatten().take(round).map(|round| round.points()).sum()
        };
        let mut byes = Vec::new();
        let mut players = Vec::new();
        // Who was never paired has no number yet.
        let mut rank = 0;
        for player in self.ranking() {
            let rounds = usize::from(player.0).checked_sub(1).and_then(|place| rounds.get(place))?;
            let is_away = self.player(player).is_none_or(|player| player.is_withdrawn);
            let request = requested(player).filter(|_| !is_away);
            byes.extend(request.map(|request| {
                let bye = if request.half { Bye::Half } else { Bye::Zero };
                RoundBye { player, bye }
            }));
            let is_paired = !is_away && request.is_none();
            if is_paired {
                players.push(DutchPlayer::new(player, rank, rounds, score_before));
            }
            rank += usize::from(is_paired || rounds.iter().any(|round| round.was_paired()));
        }
        let is_last = usize::from(number) == self.round_count();
        let round = dutch::pair(players, self.rounds.len(), is_last)?;
        byes.extend(round.bye.map(|player| RoundBye { player, bye: Bye::Allocated }));
        Some(Round { number, pairs: round.pairs, byes })
    }

    /// Returns the rounds of a player so far.
    pub(crate) fn player_rounds(&self, player: PlayerNumber) -> Vec<PlayerRound> {
        let allocated = match self.format {
            Format::Swiss { .. } => Points::ONE,
            Format::RoundRobin { .. } => Points::ZERO,
        };
        let of_round = |round: &PairedRound| {
            if let Some(bye) = round.byes.iter().find(|bye| bye.player == player) {
                let points = match bye.bye {
                    Bye::Allocated => allocated,
                    Bye::Half => Points::HALF,
                    Bye::Zero => Points::ZERO,
                };
                return PlayerRound::Bye { bye: bye.bye, points };
            }
            let side = |board: &Board| {
                let (opponent, color) = match board.pair {
                    Pair { white, black } if white == player => (black, Color::White),
                    Pair { white, black } if black == player => (white, Color::Black),
                    Pair { .. } => return None,
                };
                Some(PlayerRound::Board { opponent, color, outcome: board.outcome })
            };
            round.boards.iter().find_map(side).unwrap_or(PlayerRound::Absent)
        };
        self.rounds.iter().map(of_round).collect()
    }
}
