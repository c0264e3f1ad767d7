//! Client addresses, and what each of them holds.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;

/// One client as limits count it: an IPv4 address, or the /64 that one IPv6 customer commands.
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

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The network of a client: a /24 of IPv4, or a /64 of IPv6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Network(IpAddr);

impl ClientAddress {
    /// Returns the network of the client.
    pub(crate) fn network(self) -> Network {
        match self.0 {
            IpAddr::V4(v4) => {
                let [a, b, c, _] = v4.octets();
                Network(IpAddr::V4(Ipv4Addr::new(a, b, c, 0)))
            }
            IpAddr::V6(_) => Network(self.0),
        }
    }
}

/// Returns the client behind a request: the peer itself, or the address that a trusted proxy names.
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

/// Counts of what each address holds. Entries at zero are removed, so the table is as small as the crowd.
#[derive(Debug, Clone, Default)]
pub(crate) struct AddressCounts {
    held: Arc<Mutex<HashMap<ClientAddress, usize>>>,
}

impl AddressCounts {
    /// Counts one more for `address`, unless it has `max` already. The permit gives it back when it is dropped.
    #[must_use]
    pub(crate) fn acquire(&self, address: ClientAddress, max: usize) -> Option<AddressPermit> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(address).or_insert(0);
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(AddressPermit { counts: self.clone(), address })
    }

    /// Gives back the memory of addresses that are gone.
    pub(crate) fn shrink(&self) {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).shrink_to_fit();
    }

    /// Returns the number of addresses that hold anything.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// One count of an address in [`AddressCounts`], given back when dropped.
#[derive(Debug)]
pub(crate) struct AddressPermit {
    counts: AddressCounts,
    address: ClientAddress,
}

impl AddressPermit {
    /// Returns the address that is counted.
    pub(crate) fn client(&self) -> ClientAddress {
        self.address
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let mut held = self.counts.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_trusted_proxy_names_its_nearest_client_only() {
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
    fn a_count_ends_with_its_permit() {
        let counts = AddressCounts::default();
        let address = ip("192.0.2.1").into();
        let first = counts.acquire(address, 2);
        let second = counts.acquire(address, 2);
        assert!(first.is_some() && second.is_some());
        assert!(counts.acquire(address, 2).is_none());
        drop(first);
        assert!(counts.acquire(address, 2).is_some());
        drop(second);
        assert!(counts.held.lock().unwrap().is_empty());
    }
}
