//! Several servers, called nodes, that play on one journal: which of them plays a game.

use std::fmt;
use std::str::FromStr;

use futures_util::future::BoxFuture;
use session::{Entry, GameId, Recorded};
use tokio::sync::mpsc;

use super::{JournalError, SharedMemory};
use crate::hex::hex;
use crate::random::{Random as _, SystemRandom};

/// The nodes that share a journal, as one of them sees them.
pub trait Nodes: SharedMemory {
    /// Finds the place of a game, by either of its ids.
    fn find(&self, id: &GameId) -> BoxFuture<'static, Result<Location, JournalError>>;

    /// Makes a game this node's, unless another plays it. Returns whether it is.
    fn claim(&self, game: &GameId) -> BoxFuture<'static, Result<bool, JournalError>>;

    /// Returns up to `most` games that no node plays.
    fn orphans(&self, most: usize) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>>;

    /// Gives a game up, so that any node may have it.
    fn release(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>>;

    /// Returns the games that this node turns out to have lost to others, as they come; only to the first who asks.
    fn take_lost(&self) -> Option<mpsc::UnboundedReceiver<GameId>>;
}

/// The place of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// No other node plays it; this is the id by which it is stored.
    Free(GameId),
    /// Another node plays it.
    There(NodeAddress),
    /// There is no such game.
    Nowhere,
}

/// The name of a node, which it keeps when it starts again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeName(String);

/// The longest name of a node, in bytes.
const NAME_MAX: usize = 64;

impl NodeName {
    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for NodeName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<NodeName, Self::Err> {
        let is_fit = |sign: u8| sign.is_ascii_alphanumeric() || b"-_.".contains(&sign);
        if text.is_empty() || text.len() > NAME_MAX || !text.bytes().all(is_fit) {
            return Err("a name has up to 64 letters, digits, dots, hyphens and underscores");
        }
        Ok(NodeName(text.to_owned()))
    }
}

/// The address at which other nodes reach a node: a host and a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeAddress(String);

/// The longest address of a node, in bytes.
const ADDRESS_MAX: usize = 300;

impl NodeAddress {
    /// Returns the host and the port, `HOST:PORT`.
    #[must_use]
    pub fn authority(&self) -> &str {
        &self.0
    }
}

impl FromStr for NodeAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<NodeAddress, Self::Err> {
        const FORM: &str = "not of the form http://HOST:PORT";
        let rest = text.strip_prefix("http://").ok_or(FORM)?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = rest.rsplit_once(':').ok_or(FORM)?;
        let is_port = port.parse::<u16>().is_ok_and(|port| port > 0);
        if host.is_empty() || rest.len() > ADDRESS_MAX || !is_port || rest.contains(['/', '@', '?', '#', ' '])
        {
            return Err(FORM);
        }
        Ok(NodeAddress(rest.to_owned()))
    }
}

impl fmt::Display for NodeAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.0)
    }
}

/// Returns the id in a game's link for spectators, which is in its first input.
pub(super) fn watch_id(entry: &Entry) -> Option<GameId> {
    match &entry.input {
        Recorded::Created(creation) => Some(creation.watch_id.unwrap_or(creation.id)),
        Recorded::Input(_) => None,
    }
}

/// Returns a name that no other run of a server has.
pub(super) fn random_name() -> Result<String, JournalError> {
    let mut name = [0; 16];
    SystemRandom.fill(&mut name).map_err(|_| JournalError::NoRandomness)?;
    Ok(hex(&name))
}

/// This node, as it makes itself known to others.
#[derive(Debug, Clone)]
pub struct NodeIdentity {
    /// Its name.
    pub name: NodeName,
    /// Its address for other nodes.
    pub address: NodeAddress,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_a_port_and_nothing_else() {
        for (text, authority) in [
            ("http://10.0.0.1:3001", Some("10.0.0.1:3001")),
            ("http://node-1.example:3001/", Some("node-1.example:3001")),
            ("http://[2001:db8::1]:3001", Some("[2001:db8::1]:3001")),
            ("https://node-1.example:3001", None),
            ("http://node-1.example", None),
            ("http://:3001", None),
            ("http://node-1.example:0", None),
            ("http://user@node-1.example:3001", None),
            ("http://node-1.example:3001/path", None),
            ("node-1.example:3001", None),
        ] {
            let read = text.parse::<NodeAddress>().ok();
            assert_eq!(read.as_ref().map(NodeAddress::authority), authority, "{text}");
        }
    }

    #[test]
    fn a_name_is_short_and_plain() {
        assert!("node-1.example_a".parse::<NodeName>().is_ok());
        for wrong in ["", "a b", "ä", "a/b", &"a".repeat(65)] {
            assert!(wrong.parse::<NodeName>().is_err(), "{wrong}");
        }
    }
}
