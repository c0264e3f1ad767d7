//! Finished games: what a journal keeps of a game that has ended, how it is found, listed and removed.

use std::fmt::{self, Debug};
use std::str::FromStr;

use futures_util::future::BoxFuture;
use session::domain::{Color, PersonName, PlayerId, SeatPlayers};
use session::word_filter::name_key;
use session::{GameId, GameSummary, Opponent, Token, UnixMs, WrongForm};

use super::JournalError;
use super::archive_row::{ArchiveRow, reader_hash};

/// The finished games of a journal. They are written by [`Journal::append`](super::Journal::append), with the inputs that end them.
pub trait Archive: Debug + Send + Sync + 'static {
    /// Returns a finished game by its id, or by the id in its link for spectators.
    fn find(&self, id: &GameId) -> BoxFuture<'static, Result<Option<ArchivedGame>, JournalError>>;

    /// Returns listed games, the latest end first. At most [`FinishedQuery::most`] are returned.
    fn list(&self, query: FinishedQuery) -> BoxFuture<'static, Result<Vec<ListedGame>, JournalError>>;

    /// Returns those of some rulesets by which there is a finished game.
    fn played_among(&self, rulesets: Vec<String>) -> BoxFuture<'static, Result<Vec<String>, JournalError>>;

    /// Removes the record of a game, found as by [`Archive::find`]. Returns whether there was one.
    fn remove(&self, id: &GameId) -> BoxFuture<'static, Result<bool, JournalError>>;

    /// Removes the records of games that ended before that time. Returns their number.
    fn prune(&self, ended_before: UnixMs) -> BoxFuture<'static, Result<u64, JournalError>>;
}

/// A finished game as lists have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedGame {
    /// The game in short.
    pub summary: GameSummary,
    /// Ids of its players who have shown a key.
    pub players: SeatPlayers,
}

/// A finished game as it was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedGame {
    /// The game in short, as JSON.
    pub summary: String,
    /// The last state of a spectator, as JSON.
    pub state: String,
    /// Time at which it ended.
    pub ended_at: UnixMs,
    pub(super) is_open: bool,
    pub(super) shown_at: UnixMs,
    /// Hashes of the tokens of its seats.
    pub(super) readers: Vec<String>,
    pub(super) players: SeatPlayers,
}

impl ArchivedGame {
    /// Returns whether somebody with this token, or without any, may see the game at `now`: an open game is shown to everybody as soon as its spectators have
    /// been sent its end, and every game to its own players.
    #[must_use]
    pub fn is_open_to(&self, token: Option<&Token>, now: UnixMs) -> bool {
        self.is_open && self.shown_at <= now
            || token.is_some_and(|token| self.readers.contains(&reader_hash(token)))
    }

    /// Returns whether the game was a player's, by their key.
    #[must_use]
    pub fn is_of(&self, player: PlayerId) -> bool {
        [self.players.w, self.players.b].contains(&Some(player))
    }

    /// Returns the other player of the seat that the token held; `None` if it held none, or the machine played.
    #[must_use]
    pub fn opponent_of(&self, token: &Token) -> Option<Opponent> {
        let you = self.side_of(token)?;
        let summary: GameSummary = serde_json::from_str(&self.summary).ok()?;
        if summary.machine.is_some() {
            return None;
        }
        let SeatPlayers { w, b } = self.players;
        let names = summary.names;
        Some(match you {
            Color::W => Opponent { you, own: w, theirs: b, name: names.and_then(|names| names.b) },
            Color::B => Opponent { you, own: b, theirs: w, name: names.and_then(|names| names.w) },
        })
    }

    /// Returns the side whose seat the token held. The hashes are stored in the order of the sides.
    #[must_use]
    pub fn side_of(&self, token: &Token) -> Option<Color> {
        let hash = reader_hash(token);
        let at = self.readers.iter().position(|reader| *reader == hash)?;
        [Color::W, Color::B].get(at).copied()
    }
}

/// A request for a list of finished games.
#[derive(Debug, Clone)]
pub struct FinishedQuery {
    /// Games of this player.
    pub player: Option<PlayerQuery>,
    /// Games by this ruleset, by its id.
    pub ruleset: Option<String>,
    /// Games that come after this place in the list.
    pub before: Option<ListPosition>,
    /// Games that ended at this time or later.
    pub since: UnixMs,
    /// The present time: a game whose spectators have not been sent its end is in no list.
    pub now: UnixMs,
    /// Greatest number of games.
    pub most: usize,
}

/// The player whose finished games are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerQuery {
    /// Everybody with this name.
    Name(PersonName),
    /// The owner of a key, who asks for themself: all games, also those that no list names, as soon as they have ended.
    Owner(PlayerId),
}

impl FinishedQuery {
    /// Returns the text by which the player is found in one of two columns.
    pub(super) fn player_key(&self) -> Option<String> {
        Some(match self.player.as_ref()? {
            PlayerQuery::Name(name) => name_key(name),
            PlayerQuery::Owner(player) => player.to_string(),
        })
    }

    /// Returns whether games are found by the key of a player, also those that no list names.
    pub(super) fn is_of_owner(&self) -> bool {
        matches!(self.player, Some(PlayerQuery::Owner(_)))
    }

    /// Returns whether a game belongs to the list, wherever that begins and ends.
    pub(super) fn selects(&self, row: &ArchiveRow) -> bool {
        let time = |at: UnixMs| i64::try_from(at.0).unwrap_or(i64::MAX);
        let is_shown = row.is_listed && row.shown_at <= time(self.now);
        let is_owners = self.is_of_owner();
        let players = row.players();
        let ids = [players.w, players.b].map(|id| id.map(|id| id.to_string()).unwrap_or_default());
        let keys = if is_owners { ids } else { [row.white.clone(), row.black.clone()] };
        (is_shown || is_owners)
            && row.ended_at >= time(self.since)
            && self.player_key().is_none_or(|key| keys.contains(&key))
            && self.ruleset.as_ref().is_none_or(|ruleset| *ruleset == row.ruleset)
    }
}

/// Place of a game in the list of finished games, as text: the time of its end and its id (`1777334402000.m7q2d5tz`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListPosition {
    /// Time at which the game ended.
    pub ended_at: UnixMs,
    /// Id of the record.
    pub id: GameId,
}

impl ListPosition {
    /// Returns the place of a game.
    #[must_use]
    pub fn of(summary: &GameSummary) -> ListPosition {
        ListPosition { ended_at: summary.ended_at, id: summary.id }
    }
}

impl fmt::Display for ListPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.ended_at.0, self.id.as_str())
    }
}

impl FromStr for ListPosition {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<ListPosition, WrongForm> {
        let (time, id) = text.split_once('.').ok_or(WrongForm)?;
        let is_number = !time.is_empty() && time.bytes().all(|byte| byte.is_ascii_digit());
        let time = time.parse().ok().filter(|_| is_number).ok_or(WrongForm)?;
        Ok(ListPosition { ended_at: UnixMs(time), id: id.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_the_list_is_read_as_it_is_written() {
        let place = ListPosition { ended_at: UnixMs(1_777_334_402_000), id: "m7q2d5tz".parse().unwrap() };
        assert_eq!(place.to_string().parse(), Ok(place));
        for wrong in [
            "",
            ".",
            "1.",
            "x.m7q2d5tz",
            "+1.m7q2d5tz",
            "1.m7q2d5t",
            "1m7q2d5tz",
            "99999999999999999999.m7q2d5tz",
        ] {
            assert_eq!(wrong.parse::<ListPosition>(), Err(WrongForm), "{wrong:?}");
        }
    }
}
