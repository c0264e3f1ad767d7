//! Who is at the other end, and how many connections they hold.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;

/// What counts as one client for limits: an IPv4 address, or the /64 that one IPv6 customer commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(IpAddr);

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => ClientAddress(IpAddr::V4(v4)),
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                ClientAddress(IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0)))
            }
        }
    }
}

/// The client behind a request: the peer itself, or what a trusted proxy says of it.
///
/// The last address of `X-Forwarded-For` is the one that the nearest proxy saw; those before it are hearsay.
#[must_use]
pub(crate) fn client_of(peer: IpAddr, trusted_proxies: &[IpAddr], headers: &HeaderMap) -> ClientAddress {
    if !trusted_proxies.contains(&peer.to_canonical()) {
        return peer.into();
    }
    headers
        .get_all("x-forwarded-for")
        .iter()
        .next_back()
        .and_then(|value| value.to_str().ok())
        .and_then(|list| list.rsplit(',').next())
        .and_then(|last| last.trim().parse::<IpAddr>().ok())
        .map_or_else(|| peer.into(), ClientAddress::from)
}

/// Counts what each address holds. Entries at zero are removed, so the table is as small as the crowd.
#[derive(Debug, Clone, Default)]
pub(crate) struct AddressTable {
    held: Arc<Mutex<HashMap<ClientAddress, usize>>>,
}

impl AddressTable {
    /// One more for `address`, unless it has `most` already. The hold ends when the guard is dropped.
    #[must_use]
    pub(crate) fn hold(&self, address: ClientAddress, most: usize) -> Option<AddressHold> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(address).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(AddressHold { table: self.clone(), address })
    }

    /// Gives back the room of addresses that are gone.
    pub(crate) fn shrink(&self) {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).shrink_to_fit();
    }

    /// How many addresses hold anything.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// One connection's place in the [`AddressTable`].
#[derive(Debug)]
pub(crate) struct AddressHold {
    table: AddressTable,
    address: ClientAddress,
}

impl Drop for AddressHold {
    fn drop(&mut self) {
        let mut held = self.table.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.address);
            }
        }
    }
}

/// What a client holds by making a game, for as long as there is the game.
#[derive(Debug)]
pub(crate) struct Making {
    game: AddressHold,
    /// Held by a game with several house rules: it may be one more ruleset in memory.
    _houses: Option<AddressHold>,
}

impl Making {
    pub(crate) fn new(game: AddressHold) -> Self {
        Making { game, _houses: None }
    }

    pub(crate) fn with_houses(self, houses: AddressHold) -> Self {
        Making { _houses: Some(houses), ..self }
    }

    pub(crate) fn client(&self) -> ClientAddress {
        self.game.address
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_trusted_proxy_speaks_for_its_nearest_client_only() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "6.6.6.6, 203.0.113.9".parse().unwrap());
        let proxy = ip("127.0.0.1");
        assert_eq!(client_of(proxy, &[proxy], &headers), ip("203.0.113.9").into());
        assert_eq!(client_of(proxy, &[], &headers), proxy.into());
        assert_eq!(client_of(proxy, &[proxy], &HeaderMap::new()), proxy.into());
    }

    #[test]
    fn one_ipv6_customer_is_one_client() {
        let one = ClientAddress::from(ip("2001:db8:1:2:aaaa::1"));
        assert_eq!(one, ip("2001:db8:1:2:bbbb::2").into());
        assert_ne!(one, ip("2001:db8:1:3::1").into());
        assert_eq!(ClientAddress::from(ip("::ffff:192.0.2.1")), ip("192.0.2.1").into());
    }

    #[test]
    fn a_hold_ends_with_its_guard() {
        let table = AddressTable::default();
        let address = ip("192.0.2.1").into();
        let first = table.hold(address, 2);
        let second = table.hold(address, 2);
        assert!(first.is_some() && second.is_some());
        assert!(table.hold(address, 2).is_none());
        drop(first);
        assert!(table.hold(address, 2).is_some());
        drop(second);
        assert!(table.held.lock().unwrap().is_empty());
    }
}
