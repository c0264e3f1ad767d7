//! What the rules say is told to whom, read from the same files as the session reads, but by a reader of its own.

use std::collections::BTreeMap;

use ggn_core::Side;
use serde::Deserialize;

/// A moderator's file. A member that is not known here has to be understood first: what it tells belongs to what is declassified.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Policy {
    #[serde(rename = "$schema", default)]
    _schema: Option<String>,
    pub(crate) id: String,
    pub(crate) wont_help_includes_blocked: bool,
    hearers: BTreeMap<String, Hearers>,
    tags: BTreeMap<String, String>,
    /// Endings are said when a game is over, and then everything is known.
    #[serde(rename = "endings")]
    _endings: BTreeMap<String, String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Hearers {
    Mover,
    Opponent,
    Both,
    Nobody,
}

impl Policy {
    pub(crate) fn read(bytes: &[u8]) -> Policy {
        serde_json::from_slice(bytes).unwrap_or_else(|fault| {
            panic!("a moderator says something that the oracle has not learnt: {fault}")
        })
    }

    /// Whether `listener` is told of an event of which `mover` is the author.
    pub(crate) fn tells(&self, event: &str, mover: Side, listener: Side) -> bool {
        match self.hearers[event] {
            Hearers::Both => true,
            Hearers::Mover => listener == mover,
            Hearers::Opponent => listener != mover,
            Hearers::Nobody => false,
        }
    }

    /// The name of the event that a move of the rules' tag is.
    pub(crate) fn event_of(&self, tag: Option<&str>, captures: bool) -> &str {
        let plain = if captures { "moved_captured" } else { "moved" };
        tag.and_then(|tag| self.tags.get(tag)).map_or(plain, String::as_str)
    }
}

/// A profile's file, as strictly read.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manner {
    #[serde(rename = "$schema", default)]
    _schema: Option<String>,
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "ruleset")]
    _ruleset: String,
    pub(crate) moderator: String,
    pub(crate) view: Sight,
    pub(crate) touch_move: bool,
    /// Nobody talks in these games. What that tells is compared by twins of its own (`tests/session/lounge`).
    #[serde(rename = "chat")]
    _chat: bool,
    pub(crate) spectators: Spectators,
    /// From when on the page warns: a number of the file, the same for everybody.
    #[serde(rename = "low_time_ms")]
    _low_time_ms: u64,
    pub(crate) grace_ms: u64,
    #[serde(rename = "finished_lifetime_ms")]
    _finished_lifetime_ms: u64,
    #[serde(rename = "waiting_lifetime_ms")]
    _waiting_lifetime_ms: u64,
}

/// What is said of who only watches.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spectators {
    /// The game's own request says otherwise.
    #[serde(rename = "allowed")]
    _allowed: bool,
    #[serde(rename = "delay_seconds")]
    _delay_seconds: u8,
    pub(crate) watching: Watching,
}

/// What somebody who only watches sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Watching {
    Board,
    Announcements,
    After,
}

/// Which pieces a player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sight {
    OwnPieces,
    Everything,
}

impl Manner {
    pub(crate) fn read(bytes: &[u8]) -> Manner {
        serde_json::from_slice(bytes).unwrap_or_else(|fault| {
            panic!("a profile says something that the oracle has not learnt: {fault}")
        })
    }
}
