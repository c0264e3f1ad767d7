//! A tournament in memory: the state that its stored events have made.

use std::collections::BTreeMap;

use bytes::Bytes;
use session::domain::{PersonName, PushSubscription};
use session::protocol::player::Color;
use session::word_filter::name_key;
use session::{GameCourse, GameId, GameResult, SeatTokens, Token, UnixMs};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use tournament::{Event, Outcome, Pair, Phase, Player, PlayerNumber, Refusal, Tournament};

use super::event::{StoredEvent, Terms};
use super::public::PublicPage;
use super::pushes::PlayerPushes;
use crate::hex::hex;
use crate::journal::TournamentRow;

/// Withdrawals, returns, and byes asked for and taken back, of one player. With as many the player has no more wishes, but the director has.
const WISHES_OF_PLAYER_MAX: u32 = 50;
/// The same of all players of one tournament together.
const WISHES_MAX: u32 = 20_000;

/// Time for which a tournament is kept that nobody waits for: it has not begun and nobody meets anybody in it, or is over though nobody has played; in
/// milliseconds.
const UNPLAYED_MS: u64 = 86_400_000;
/// The same for one that players have entered, or that goes on: a club may meet once a week.
const AWAITED_MS: u64 = 8 * UNPLAYED_MS;

/// The game of a board.
#[derive(Clone, Debug)]
pub(crate) struct BoardGame {
    pub(crate) id: GameId,
    pub(crate) tokens: SeatTokens,
    /// Time at which the board had a game first: players count as late by it.
    pub(crate) since: UnixMs,
}

/// The page that everybody sees.
#[derive(Clone, Debug)]
pub(crate) struct ShownPage {
    /// Hash of the bytes. It tells nothing that they do not: an event that changes no byte, as that of a game that was created, changes no tag.
    pub(crate) tag: String,
    pub(crate) bytes: Bytes,
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
    /// Numbers of withdrawals, returns, and byes asked for and taken back, by player.
    wishes: BTreeMap<PlayerNumber, u32>,
    pushes: PlayerPushes,
    /// Number of the next event.
    pub(crate) next: u64,
    /// Number of the events so far that have changed more than push subscriptions.
    version: u64,
    /// Time of the last of those. A player who asks for push messages makes no tournament last longer, and no pause between rounds.
    pub(crate) changed_at: UnixMs,
    /// Time of the last look for events of other nodes.
    pub(super) seen_at: UnixMs,
    /// True if an event may be stored that is not here: nobody has waited for the answer, or it was lost.
    pub(super) is_doubtful: bool,
    /// The version in which nobody could be paired, if that was the last attempt.
    unpairable: Option<u64>,
    /// The page that everybody sees, with the version that it is of.
    page: Option<(u64, ShownPage)>,
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
            wishes: BTreeMap::new(),
            pushes: PlayerPushes::default(),
            next: 1,
            version: 1,
            changed_at: at,
            seen_at: at,
            is_doubtful: false,
            unpairable: None,
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
            StoredEvent::Rules { event } => {
                self.tournament.apply(event)?;
                match event {
                    // Those of the round before have ended.
                    Event::Paired { .. } => self.games.clear(),
                    Event::Withdrawn { player }
                    | Event::Returned { player }
                    | Event::ByeRequested { player, .. }
                    | Event::ByeTakenBack { player, .. } => *self.wishes.entry(*player).or_default() += 1,
                    Event::Entered { .. }
                    | Event::EntryClosed
                    | Event::EntryOpened
                    | Event::Begun
                    | Event::Reported { .. }
                    | Event::Corrected { .. }
                    | Event::Ended => {}
                }
            }
            StoredEvent::Game { round, board, game, tokens } => {
                let place = BoardPlace { round: *round, board: *board };
                self.open_board(place)?;
                let since = self.games.get(&place).map_or(at, |before| before.since);
                self.games.insert(place, BoardGame { id: *game, tokens: (**tokens).clone(), since });
            }
            StoredEvent::Subscribed { player, subscription } => {
                self.tournament.player(*player).ok_or(Refusal::NoSuchPlayer)?;
                self.pushes.add(*player, subscription.clone());
                self.next += 1;
                return Ok(());
            }
            StoredEvent::Unsubscribed { player, endpoint } => {
                self.pushes.remove(*player, endpoint);
                self.next += 1;
                return Ok(());
            }
        }
        self.next += 1;
        self.version += 1;
        self.changed_at = at;
        Ok(())
    }

    /// Returns the page that everybody sees, as JSON.
    pub(crate) fn page(&mut self) -> ShownPage {
        match &self.page {
            Some((version, page)) if *version == self.version => page.clone(),
            _ => {
                // Plain data with string keys: turning it into JSON cannot fail.
                let bytes = Bytes::from(serde_json::to_vec(&PublicPage::of(self)).unwrap_or_default());
                let page = ShownPage { tag: hex(&Sha256::digest(&bytes)), bytes };
                self.page = Some((self.version, page.clone()));
                page
            }
        }
    }

    /// Returns an error if a player who takes part has that name, or one that is much like it.
    pub(crate) fn check_name(&self, name: &PersonName) -> Result<(), Refusal> {
        let key = name_key(name);
        let mut others = self.tournament.players().filter(|(number, _)| self.tournament.takes_part(*number));
        let is_same =
            |player: &Player| player.name.parse().is_ok_and(|name: PersonName| name_key(&name) == key);
        if others.any(|(_, player)| is_same(player)) { Err(Refusal::NameTaken) } else { Ok(()) }
    }

    /// Returns an error if a client has had as many wishes about a player as they may have, or if a player comes back whose name somebody else has taken. The
    /// wishes of one player take nothing from the others.
    pub(crate) fn check_wish(&self, by: Member, wish: &Event) -> Result<(), Refusal> {
        let about = match wish {
            Event::Withdrawn { player }
            | Event::Returned { player }
            | Event::ByeRequested { player, .. }
            | Event::ByeTakenBack { player, .. } => *player,
            Event::Entered { .. }
            | Event::EntryClosed
            | Event::EntryOpened
            | Event::Begun
            | Event::Paired { .. }
            | Event::Reported { .. }
            | Event::Corrected { .. }
            | Event::Ended => return Ok(()),
        };
        if matches!(wish, Event::Returned { .. }) && !self.tournament.takes_part(about) {
            let player = self.tournament.player(about).ok_or(Refusal::NoSuchPlayer)?;
            player.name.parse().map_or(Ok(()), |name| self.check_name(&name))?;
        }
        let of_player = self.wishes.get(&about).copied().unwrap_or_default();
        let is_over = match by {
            Member::Player(_) => of_player >= WISHES_OF_PLAYER_MAX,
            Member::Director => self.wishes.values().sum::<u32>() >= WISHES_MAX,
        };
        if is_over { Err(Refusal::TooManyCorrections) } else { Ok(()) }
    }

    /// Returns the time until which the tournament is kept without another event; `None` while a board is played, which may take longer than anything.
    pub(super) fn kept_until(&self, keep_ms: u64) -> Option<UnixMs> {
        let boards = || self.tournament.rounds().iter().flat_map(|round| &round.boards);
        let was_played = || boards().any(|board| board.outcome.is_some_and(Outcome::is_played));
        let active = || self.tournament.players().filter(|(_, player)| !player.is_withdrawn);
        let keep_ms = match self.tournament.phase() {
            Phase::Running if self.open_boards().next().is_some() => return None,
            Phase::Running | Phase::Over if was_played() => keep_ms,
            Phase::Running => keep_ms.min(AWAITED_MS),
            Phase::Entering if active().nth(1).is_some() => keep_ms.min(AWAITED_MS),
            Phase::Entering | Phase::Over => keep_ms.min(UNPLAYED_MS),
        };
        Some(self.changed_at.plus(keep_ms))
    }

    /// Notes that nobody can be paired as things are.
    pub(crate) fn note_unpairable(&mut self) {
        self.unpairable = Some(self.version);
    }

    /// Returns whether nobody could be paired, and nothing has changed since.
    pub(crate) fn is_unpairable(&self) -> bool {
        self.unpairable == Some(self.version)
    }

    /// Returns the games of boards of the present round that were decided without a game, by the director or since somebody did not come.
    pub(crate) fn void_games(&self) -> Vec<GameId> {
        let boards = self.tournament.rounds().last().map_or(&[][..], |last| &last.boards);
        let is_void = |place: &BoardPlace| {
            let board = usize::from(place.board).checked_sub(1).and_then(|at| boards.get(at));
            board.is_some_and(|board| {
                board.is_corrected || board.outcome.is_some_and(|outcome| !outcome.is_played())
            })
        };
        self.games.iter().filter(|(place, _)| is_void(place)).map(|(_, game)| game.id).collect()
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
        self.open_boards().find_map(|(place, _)| {
            let pair = self.pair_of(place)?;
            if pair.white == player {
                Some(Seat { place, color: Color::W, opponent: pair.black })
            } else if pair.black == player {
                Some(Seat { place, color: Color::B, opponent: pair.white })
            } else {
                None
            }
        })
    }

    /// Returns the players of a board of the present round.
    pub(crate) fn pair_of(&self, place: BoardPlace) -> Option<Pair> {
        let rounds = self.tournament.rounds();
        let board = rounds.last()?.boards.get(usize::from(place.board).checked_sub(1)?)?;
        (usize::from(place.round) == rounds.len()).then_some(board.pair)
    }

    /// Returns the push subscriptions of a player, the oldest first.
    pub(crate) fn subscriptions_of(&self, player: PlayerNumber) -> &[PushSubscription] {
        self.pushes.of(player)
    }

    /// Returns an error for a push subscription that is not taken: of a tournament that is over, one that is there already, or one too many.
    pub(super) fn check_subscription(
        &self,
        player: PlayerNumber,
        subscription: &PushSubscription,
    ) -> Result<(), Refusal> {
        if self.tournament.phase() == Phase::Over {
            return Err(Refusal::WrongPhase);
        }
        self.pushes.check_new(player, subscription)
    }

    /// Returns the game of a board.
    pub(crate) fn game_of(&self, place: BoardPlace) -> Option<&BoardGame> {
        self.games.get(&place)
    }
}

/// Returns the outcome of a board at which somebody has not come in time, by the course of its game; `None` if both have.
pub(crate) fn no_show(course: GameCourse) -> Option<Outcome> {
    match (course.white_came, course.black_came) {
        (true, true) => None,
        (true, false) => Some(Outcome::BlackForfeits),
        (false, true) => Some(Outcome::WhiteForfeits),
        (false, false) => Some(Outcome::BothForfeit),
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
