//! A tournament in memory: the state that its stored events have made.

use std::collections::BTreeMap;

use bytes::Bytes;
use session::protocol::player::Color;
use session::{GameId, GameResult, SeatTokens, Token, UnixMs};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use tournament::{Event, Outcome, PlayerNumber, Refusal, Tournament};

use super::event::{StoredEvent, Terms};
use super::public::PublicPage;
use crate::hex::hex;
use crate::journal::TournamentRow;

/// Withdrawals, returns and byes on request in one tournament.
const WISHES_MAX: u32 = 2_000;

/// The game of a board.
#[derive(Clone, Debug)]
pub(crate) struct BoardGame {
    pub(crate) id: GameId,
    pub(crate) tokens: SeatTokens,
}

/// A board with its round, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BoardPlace {
    pub(crate) round: u8,
    pub(crate) board: u8,
}

/// A seat at a board of the present round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    pub(crate) place: BoardPlace,
    pub(crate) color: Color,
    pub(crate) opponent: PlayerNumber,
}

/// A client of a tournament, by their token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Member {
    Director,
    Player(PlayerNumber),
}

/// A tournament.
#[derive(Clone, Debug)]
pub(crate) struct TournamentRecord {
    pub(crate) id: GameId,
    pub(crate) terms: Terms,
    pub(crate) tournament: Tournament,
    director: String,
    /// Hashes of the players' tokens, in the order of entry.
    players: Vec<String>,
    games: BTreeMap<BoardPlace, BoardGame>,
    /// Seats of the present round whose players have come.
    seated: Vec<(BoardPlace, Color)>,
    /// Number of withdrawals, returns and byes on request.
    wishes: u32,
    /// Number of the next event.
    pub(crate) next: u64,
    /// Time of the last event, and of the last pairing.
    pub(crate) changed_at: UnixMs,
    pub(crate) paired_at: UnixMs,
    /// Time of the last look for events of other nodes.
    pub(super) seen_at: UnixMs,
    /// The page that everybody sees, with the number of events that it is of.
    page: Option<(u64, Bytes)>,
}

/// The reason why stored events make no tournament.
#[derive(Debug, thiserror::Error)]
#[error("event {seq} of a tournament cannot be read")]
pub(crate) struct Unreadable {
    seq: u64,
}

/// Returns the hash by which the token of a client is known.
pub(crate) fn token_hash(token: &Token) -> String {
    let mut hasher = Sha256::new_with_prefix(b"tabula: member of a tournament\n");
    hasher.update(token.as_str());
    hex(&hasher.finalize())
}

impl TournamentRecord {
    /// Makes a tournament of its first event.
    pub(crate) fn created(id: GameId, event: StoredEvent, at: UnixMs) -> Option<TournamentRecord> {
        let StoredEvent::Created { terms, director } = event else { return None };
        Some(TournamentRecord {
            id,
            tournament: Tournament::new(terms.format).ok()?,
            terms: *terms,
            director,
            players: Vec::new(),
            games: BTreeMap::new(),
            seated: Vec::new(),
            wishes: 0,
            next: 1,
            changed_at: at,
            paired_at: at,
            seen_at: at,
            page: None,
        })
    }

    /// Makes a tournament of all its events.
    pub(crate) fn of_rows(rows: &[TournamentRow]) -> Result<Option<TournamentRecord>, Unreadable> {
        let Some((first, others)) = rows.split_first() else { return Ok(None) };
        let unreadable = || Unreadable { seq: first.seq };
        let event = serde_json::from_str(&first.body).map_err(|_| unreadable())?;
        let created = (first.seq == 0).then(|| Self::created(first.tournament, event, first.at)).flatten();
        let mut record = created.ok_or_else(unreadable)?;
        record.read(others)?;
        Ok(Some(record))
    }

    /// Applies stored events.
    pub(crate) fn read(&mut self, rows: &[TournamentRow]) -> Result<(), Unreadable> {
        for row in rows {
            let unreadable = || Unreadable { seq: row.seq };
            if row.seq != self.next {
                return Err(unreadable());
            }
            let event: StoredEvent = serde_json::from_str(&row.body).map_err(|_| unreadable())?;
            self.apply(&event, row.at).map_err(|_| unreadable())?;
        }
        Ok(())
    }

    /// Applies an event.
    pub(crate) fn apply(&mut self, event: &StoredEvent, at: UnixMs) -> Result<(), Refusal> {
        match event {
            StoredEvent::Created { .. } => return Err(Refusal::WrongPhase),
            StoredEvent::Entered { event, token } => {
                self.tournament.apply(event)?;
                self.players.push(token.clone());
            }
            StoredEvent::Rules { event: Event::Entered { .. } } => return Err(Refusal::WrongPhase),
            StoredEvent::Rules {
                event:
                    Event::Withdrawn { .. }
                    | Event::Returned { .. }
                    | Event::ByeRequested { .. }
                    | Event::ByeTakenBack { .. },
            } if self.wishes >= WISHES_MAX => {
                return Err(Refusal::TooManyCorrections);
            }
            StoredEvent::Rules { event } => {
                self.tournament.apply(event)?;
                match event {
                    Event::Paired { .. } => {
                        // Those of the round before have ended.
                        self.games.clear();
                        self.seated.clear();
                        self.paired_at = at;
                    }
                    Event::Withdrawn { .. }
                    | Event::Returned { .. }
                    | Event::ByeRequested { .. }
                    | Event::ByeTakenBack { .. } => {
                        self.wishes += 1;
                    }
                    Event::Entered { .. }
                    | Event::Begun
                    | Event::Reported { .. }
                    | Event::Corrected { .. }
                    | Event::Ended => {}
                }
            }
            StoredEvent::Game { round, board, game, tokens } => {
                let place = BoardPlace { round: *round, board: *board };
                self.open_board(place)?;
                self.games.insert(place, BoardGame { id: *game, tokens: (**tokens).clone() });
            }
            StoredEvent::Seated { round, board, color } => {
                let place = BoardPlace { round: *round, board: *board };
                self.open_board(place)?;
                if self.has_come(place, *color) {
                    return Err(Refusal::NothingToChange);
                }
                self.seated.push((place, *color));
            }
        }
        self.next += 1;
        self.changed_at = at;
        Ok(())
    }

    /// Returns the page that everybody sees, as JSON, with the number of events that it is of.
    pub(crate) fn page(&mut self) -> (u64, Bytes) {
        match &self.page {
            Some((next, page)) if *next == self.next => (*next, page.clone()),
            _ => {
                // Plain data with string keys: turning it into JSON cannot fail.
                let page = Bytes::from(serde_json::to_vec(&PublicPage::of(self)).unwrap_or_default());
                self.page = Some((self.next, page.clone()));
                (self.next, page)
            }
        }
    }

    fn open_board(&self, place: BoardPlace) -> Result<(), Refusal> {
        let found = self.open_boards().find(|(open, _)| *open == place);
        found.map(drop).ok_or(Refusal::NoSuchBoard)
    }

    /// Returns the boards of the present round without an outcome, with their games.
    pub(crate) fn open_boards(&self) -> impl Iterator<Item = (BoardPlace, Option<&BoardGame>)> {
        let round = u8::try_from(self.tournament.rounds().len()).unwrap_or(u8::MAX);
        let boards = self.tournament.rounds().last().map_or(&[][..], |last| &last.boards);
        (1..).zip(boards).filter(|(_, board)| board.outcome.is_none()).map(move |(board, _)| {
            let place = BoardPlace { round, board };
            (place, self.games.get(&place))
        })
    }

    /// Returns whether the player of a seat has come.
    pub(crate) fn has_come(&self, place: BoardPlace, color: Color) -> bool {
        self.seated.contains(&(place, color))
    }

    /// Returns the outcome of a board at which somebody did not come in time.
    pub(crate) fn no_show(&self, place: BoardPlace) -> Option<Outcome> {
        match [Color::W, Color::B].map(|color| self.has_come(place, color)) {
            [true, true] => None,
            [true, false] => Some(Outcome::BlackForfeits),
            [false, true] => Some(Outcome::WhiteForfeits),
            [false, false] => Some(Outcome::BothForfeit),
        }
    }

    /// Returns the client with a token.
    pub(crate) fn member(&self, token: &Token) -> Option<Member> {
        let hash = token_hash(token);
        let is_same = |other: &String| bool::from(hash.as_bytes().ct_eq(other.as_bytes()));
        if is_same(&self.director) {
            return Some(Member::Director);
        }
        let numbered = (1..=u8::MAX).zip(&self.players);
        numbered
            .filter(|(_, player)| is_same(player))
            .map(|(number, _)| Member::Player(PlayerNumber(number)))
            .next()
    }

    /// Returns the seat of a player in the present round, as long as their board has no outcome.
    pub(crate) fn seat_of(&self, player: PlayerNumber) -> Option<Seat> {
        let boards = &self.tournament.rounds().last()?.boards;
        self.open_boards().find_map(|(place, _)| {
            let pair = boards.get(usize::from(place.board).checked_sub(1)?)?.pair;
            if pair.white == player {
                Some(Seat { place, color: Color::W, opponent: pair.black })
            } else if pair.black == player {
                Some(Seat { place, color: Color::B, opponent: pair.white })
            } else {
                None
            }
        })
    }

    /// Returns the game of a board.
    pub(crate) fn game_of(&self, place: BoardPlace) -> Option<&BoardGame> {
        self.games.get(&place)
    }
}

/// Returns the outcome of a board by the end of its game. A game counts as played once both players have moved; before, the loser has forfeited.
pub(crate) fn outcome(end: GameResult) -> Outcome {
    let was_played = end.plies >= 2;
    match (end.winner, was_played) {
        (Some(Color::W), true) => Outcome::WhiteWins,
        (Some(Color::B), true) => Outcome::BlackWins,
        (Some(Color::W), false) => Outcome::BlackForfeits,
        (Some(Color::B), false) => Outcome::WhiteForfeits,
        (None, true) if end.is_abandoned => Outcome::BothLose,
        (None, false) if end.is_abandoned => Outcome::BothForfeit,
        (None, _) => Outcome::Draw,
    }
}
