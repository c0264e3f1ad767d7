//! Addresses of push services, as clients give them: which of them the server asks.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::Uri;
use axum::http::uri::Scheme;

use super::request::PushError;

/// Addresses to which push messages may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PushReach {
    /// Public addresses, by TLS
    Public,
    /// Any, also without TLS: for tests, and for a push service in the own network
    Any,
}

/// An address of a push service.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) host: String,
    port: u16,
    pub(super) is_tls: bool,
    /// The path with its query.
    pub(super) path: String,
    /// The host with its port, where that is not the one of the scheme.
    pub(super) authority: String,
    reach: PushReach,
}

/// Ports of HTTP and HTTPS.
const PLAIN_PORT: u16 = 80;
const TLS_PORT: u16 = 443;

impl Target {
    /// Reads an address.
    ///
    /// # Errors
    /// Returns an error for an address to which the server sends nothing, whatever its name leads to.
    pub(super) fn parse(endpoint: &str, reach: PushReach) -> Result<Target, PushError> {
        let uri: Uri = endpoint.parse().map_err(|_| PushError::Address)?;
        let is_tls = uri.scheme() == Some(&Scheme::HTTPS);
        let authority = uri.authority().ok_or(PushError::Address)?;
        // A name and a password would get into the request.
        if authority.as_str().contains('@') {
            return Err(PushError::Address);
        }
        let standard = if is_tls { TLS_PORT } else { PLAIN_PORT };
        let port = authority.port_u16().unwrap_or(standard);
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        let is_allowed = match reach {
            PushReach::Any => true,
            PushReach::Public => is_tls && port == TLS_PORT && host.parse::<IpAddr>().map_or(true, is_public),
        };
        if !is_allowed {
            return Err(PushError::NotPublic);
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        let authority =
            if port == standard { authority.host().to_owned() } else { authority.as_str().to_owned() };
        Ok(Target { host, port, is_tls, path, authority, reach })
    }

    /// Returns the origin, for which requests are signed.
    pub(super) fn origin(&self) -> String {
        format!("{}://{}", if self.is_tls { "https" } else { "http" }, self.authority)
    }

    /// Looks the host up, and returns the addresses that may be asked. The connection goes to one of these, and nothing looks the name up again.
    pub(super) async fn look_up(&self) -> Result<Vec<SocketAddr>, PushError> {
        let found = tokio::net::lookup_host((self.host.as_str(), self.port)).await?;
        let reach = self.reach;
        let allowed: Vec<_> =
            found.filter(|address| reach == PushReach::Any || is_public(address.ip())).collect();
        if allowed.is_empty() { Err(PushError::NotPublic) } else { Ok(allowed) }
    }
}

/// Returns whether an address is one of the public internet: no machine, network or protocol has it for itself.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// The blocks of RFC 6890 and its successors that are not global.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_documentation()
        // "This network".
        || a == 0
        // Shared by providers (100.64.0.0/10).
        || a == 100 && (64..128).contains(&b)
        // Protocols, and 6to4 relays.
        || a == 192 && b == 0 && c == 0
        || a == 192 && b == 88 && c == 99
        // Benchmarks (198.18.0.0/15).
        || a == 198 && (18..20).contains(&b)
        // Reserved (240.0.0.0/4).
        || a >= 240)
}

/// Of IPv6 the block 2000::/3 is given out; parts of it lead elsewhere.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let is_given_out = a & 0xe000 == 0x2000;
    // Protocols with Teredo (2001::/23), documentation, 6to4, and documentation once more (3fff::/20).
    let leads_elsewhere =
        a == 0x2001 && (b < 0x200 || b == 0xdb8) || a == 0x2002 || a == 0x3fff && b < 0x1000;
    is_given_out && !leads_elsewhere
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_the_own_network_is_not_public() {
        for public in ["8.8.8.8", "142.250.1.95", "2a00:1450:4001::5f", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for own in [
            "127.0.0.1",
            "127.8.8.8",
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "100.127.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "64:ff9b::7f00:1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
        ] {
            assert!(!is_public(own.parse().unwrap()), "{own}");
        }
    }

    #[test]
    fn a_public_push_service_is_asked_by_tls_at_its_own_port() {
        let parse = |endpoint| Target::parse(endpoint, PushReach::Public);
        let target = parse("https://push.example/a/b?c=d").unwrap();
        assert_eq!((target.host.as_str(), target.path.as_str()), ("push.example", "/a/b?c=d"));
        assert_eq!(target.origin(), "https://push.example");
        assert_eq!(parse("https://push.example:443/").unwrap().origin(), "https://push.example");
        for refused in [
            "http://push.example/",
            "https://push.example:8443/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://169.254.169.254/latest",
            "https://user:word@push.example/",
            "https://",
            "/path",
        ] {
            assert!(parse(refused).is_err(), "{refused}");
        }
        let own = Target::parse("http://127.0.0.1:8080/x", PushReach::Any).unwrap();
        assert_eq!((own.origin(), own.port), ("http://127.0.0.1:8080".to_owned(), 8080));
    }

    #[tokio::test]
    async fn a_name_of_the_own_machine_leads_nowhere() {
        // What a name leads to is known only when it is looked up, so the name passes and the lookup refuses.
        let named = Target::parse("https://localhost/", PushReach::Public).unwrap();
        assert!(matches!(named.look_up().await, Err(PushError::NotPublic)));
        let own = Target::parse("http://localhost:8080/", PushReach::Any).unwrap();
        assert!(!own.look_up().await.unwrap().is_empty());
    }
}
