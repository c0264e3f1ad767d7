//! Rulesets of guests in the database of a journal, where every server that plays on it finds them.

use std::fmt::{self, Debug};
use std::str::FromStr;
use std::time::Duration;

use futures_util::future::BoxFuture;
use session::protocol::player::PublishedRuleset;
use session::{Catalogue, Entry, Recorded, UnixMs, WrongForm};

use super::JournalError;

/// Bounds on all stored rulesets together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RulesetBounds {
    /// Number of rulesets.
    pub rulesets: usize,
    /// Bytes of their files.
    pub bytes: usize,
}

/// A ruleset as it is found in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredRuleset {
    /// Its files as one JSON object. They may be damaged.
    Files(String),
    /// More bytes than were asked for; holds their number.
    Oversized(u64),
    /// There is none of that id.
    Missing,
}

/// The answer to a wish to publish a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Publication {
    /// It is published, now or before.
    Published,
    /// As many are published as may be.
    Full,
    /// There is no such ruleset.
    Missing,
}

/// Place of a ruleset in the list of published ones, as text: the time at which it was published and its id (`1777334402000.g-…`).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PublishedPosition {
    /// Time at which it was published.
    pub at: UnixMs,
    /// Its id.
    pub id: String,
}

impl PublishedPosition {
    /// Returns the place of a ruleset.
    #[must_use]
    pub fn of(ruleset: &PublishedRuleset) -> PublishedPosition {
        PublishedPosition { at: ruleset.published_at, id: ruleset.id.clone() }
    }
}

impl fmt::Display for PublishedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.at.0, self.id)
    }
}

impl FromStr for PublishedPosition {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<PublishedPosition, WrongForm> {
        let (at, id) = text.split_once('.').ok_or(WrongForm)?;
        let is_number = !at.is_empty() && at.bytes().all(|byte| byte.is_ascii_digit());
        let at = at.parse().ok().filter(|_| is_number && guest_ruleset::is_id(id)).ok_or(WrongForm)?;
        Ok(PublishedPosition { at: UnixMs(at), id: id.to_owned() })
    }
}

/// Rulesets of guests that the servers of a database share.
pub trait SharedRulesets: Debug + Send + Sync + 'static {
    /// Reads a ruleset of up to `most` bytes.
    fn load(&self, id: String, most: usize) -> BoxFuture<'static, Result<StoredRuleset, JournalError>>;

    /// Notes that a ruleset is used. Returns whether it is stored with exactly these files.
    fn touch(&self, id: String, files: String) -> BoxFuture<'static, Result<bool, JournalError>>;

    /// Stores a ruleset in place of what may stand under its id. Those without games that are not published make room for it: those without finished games first,
    /// and of these the one whose last use is longest ago. Returns whether it is stored: not if no other can make room.
    fn store(
        &self,
        id: String,
        files: String,
        bounds: RulesetBounds,
    ) -> BoxFuture<'static, Result<bool, JournalError>>;

    /// Publishes a ruleset with the name and the description that the list has of it, unless more would be published than the bounds allow. One that is published
    /// already stays in its place.
    fn publish(
        &self,
        id: String,
        name: String,
        about: Option<String>,
        bounds: RulesetBounds,
    ) -> BoxFuture<'static, Result<Publication, JournalError>>;

    /// Returns published rulesets, the latest first: at most so many, of those that come after a place in the list.
    fn published(
        &self,
        before: Option<PublishedPosition>,
        most: usize,
    ) -> BoxFuture<'static, Result<Vec<PublishedRuleset>, JournalError>>;

    /// Takes the rulesets off the list that were published longer ago; they count as used now.
    fn end_publications(&self, lifetime: Duration) -> BoxFuture<'static, Result<(), JournalError>>;

    /// Returns the ids of rulesets that games use and that are not stored.
    fn missing(&self) -> BoxFuture<'static, Result<Vec<String>, JournalError>>;

    /// Returns the ids of rulesets that finished games name, and that neither games use nor are stored.
    fn missing_of_records(&self) -> BoxFuture<'static, Result<Vec<String>, JournalError>>;

    /// Removes the rulesets that no game has used for their lifetime, that no finished game names, and that are not published. Returns their number.
    fn remove_expired(&self, lifetime: Duration) -> BoxFuture<'static, Result<u64, JournalError>>;
}

/// Returns the guest's ruleset of a game, which is in its first input; none if the game has another.
pub(crate) fn guest_ruleset(entry: &Entry) -> Option<&str> {
    match &entry.input {
        Recorded::Created(creation) => {
            creation.request.ruleset.as_deref().filter(|id| Catalogue::is_guest_id(id))
        }
        Recorded::Input(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_among_published_rulesets_is_read_as_it_is_written() {
        let id = format!("g-{}", "0".repeat(40));
        let place = PublishedPosition { at: UnixMs(1_777_334_402_000), id: id.clone() };
        assert_eq!(place.to_string().parse(), Ok(place));
        for wrong in ["", ".", "1.", "1.chess", &format!("x.{id}"), &format!("+1.{id}"), &format!("1{id}")] {
            assert_eq!(wrong.parse::<PublishedPosition>(), Err(WrongForm), "{wrong:?}");
        }
    }
}
