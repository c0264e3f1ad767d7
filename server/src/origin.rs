//! Origins whose pages may use this server. A browser names the page of a request in `Origin`; other clients send no such
//! header and are admitted: they could write in it what they like.

use std::fmt;
use std::str::FromStr;

use axum::http::uri::{Authority, Uri};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use tower_http::cors::CorsLayer;

/// An origin of pages as a browser writes it: `https://play.example.org`, with a port if it is not the usual one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    scheme: String,
    host: String,
}

/// The text is not an origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not of the form https://play.example.org")]
pub struct InvalidOrigin;

impl FromStr for Origin {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        let uri: Uri = text.parse().map_err(|_| InvalidOrigin)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(InvalidOrigin);
        };
        let scheme = scheme.to_ascii_lowercase();
        let is_bare = uri.path() == "/" && uri.query().is_none() && !text.contains(['@', '#']);
        let host = canonical_host(authority.as_str(), &scheme);
        if is_bare && matches!(&*scheme, "http" | "https") && !host.is_empty() {
            Ok(Origin { scheme, host })
        } else {
            Err(InvalidOrigin)
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)
    }
}

/// Returns a host and its port in one canonical form: lower case, without the port that the scheme implies.
fn canonical_host(text: &str, scheme: &str) -> String {
    let usual = if scheme == "https" { ":443" } else { ":80" };
    text.strip_suffix(usual).unwrap_or(text).to_ascii_lowercase()
}

/// The origins whose pages may use this server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origins {
    /// Configured origins. If there are none, the host of the page has to be the host of the request.
    listed: Vec<Origin>,
    /// The origin of the server's public URL, if it has one.
    own: Option<Origin>,
}

impl Origins {
    /// The configured origins, and that of the server's address as players see it.
    pub(crate) fn new(listed: Vec<Origin>, public_url: Option<&str>) -> Self {
        let own = public_url.and_then(|url| {
            let uri: Uri = url.parse().ok()?;
            format!("{}://{}", uri.scheme_str()?, uri.authority()?).parse().ok()
        });
        Origins { listed, own }
    }

    /// Returns whether a request with these headers is admitted.
    pub(crate) fn admits(&self, headers: &HeaderMap) -> bool {
        let mut values = headers.get_all(header::ORIGIN).iter();
        let (first, second) = (values.next(), values.next());
        let Some(first) = first else { return true };
        // No origin (`null`) or several of them are none of ours.
        let Some(origin) = first.to_str().ok().and_then(|text| text.parse::<Origin>().ok()) else {
            return false;
        };
        second.is_none()
            && (self.listed.contains(&origin)
                || self.own.as_ref() == Some(&origin)
                || self.listed.is_empty() && is_same_host(&origin, headers))
    }

    /// Returns whether a request with these headers may open a socket of a player or for rooms. Unless origins are configured, a page under
    /// development may as well: one that the usual tools serve on the developer's own machine.
    // Requirement rooms-10.
    pub(crate) fn admits_to_sockets(&self, headers: &HeaderMap) -> bool {
        let mut values = headers.get_all(header::ORIGIN).iter();
        let is_under_development = match (values.next(), values.next()) {
            (Some(only), None) => only.as_bytes() == DEVELOPMENT_ORIGIN.as_bytes(),
            _ => false,
        };
        self.admits(headers) || self.listed.is_empty() && is_under_development
    }

    /// Returns the configured origin that a request was sent to, for links in its answer. If one host is configured with both schemes,
    /// `X-Forwarded-Proto` chooses, as long as it comes from a trusted proxy.
    pub(crate) fn of_request(&self, headers: &HeaderMap, is_from_trusted_proxy: bool) -> Option<&Origin> {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let host = text("host")?;
        let forwarded = text("x-forwarded-proto").filter(|_| is_from_trusted_proxy).unwrap_or("http");
        let is_sent_to = |origin: &&Origin| canonical_host(host, &origin.scheme) == origin.host;
        let mut candidates = self.listed.iter().filter(is_sent_to);
        let first = candidates.clone().next();
        candidates.find(|origin| origin.scheme.eq_ignore_ascii_case(forwarded)).or(first)
    }

    /// Returns the layer that lets browsers show our responses to pages of the configured origins.
    pub(crate) fn cors(&self) -> CorsLayer {
        let listed = self.listed.iter().filter_map(|origin| HeaderValue::try_from(origin.to_string()).ok());
        CorsLayer::new()
            .allow_origin(listed.collect::<Vec<_>>())
            .allow_methods([Method::GET, Method::POST])
            .allow_headers([header::CONTENT_TYPE])
    }
}

/// Origin of a page under development.
// Requirement rooms-11.
const DEVELOPMENT_ORIGIN: &str = "http://localhost:5173";

/// Returns whether a request goes to the host of its page. The scheme is not compared: a proxy terminates TLS before us.
fn is_same_host(origin: &Origin, headers: &HeaderMap) -> bool {
    let named = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    named
        .and_then(|named| named.parse::<Authority>().ok())
        .is_some_and(|named| canonical_host(named.as_str(), &origin.scheme) == origin.host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(origins: &Origins, origin: &str, host: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert("origin", origin.parse().unwrap());
        headers.insert("host", host.parse().unwrap());
        origins.admits(&headers)
    }

    #[test]
    fn without_a_list_a_page_may_use_its_own_host() {
        let origins = Origins::new(Vec::new(), Some("https://play.example.org/tabula"));
        assert!(origins.admits(&HeaderMap::new()), "not a browser");
        for (origin, host) in [
            ("http://localhost:3000", "localhost:3000"),
            ("https://play.example.org", "PLAY.example.org"),
            ("https://play.example.org", "play.example.org:443"),
            ("https://play.example.org", "127.0.0.1:3000"),
            ("http://[::1]:3000", "[::1]:3000"),
        ] {
            assert!(admits(&origins, origin, host), "{origin} {host}");
        }
        for (origin, host) in [
            ("http://play.example.org", "127.0.0.1:3000"),
            ("https://example.org", "play.example.org"),
            ("https://play.example.org.evil.example", "play.example.org"),
            ("http://localhost:3001", "localhost:3000"),
            ("http://localhost", "localhost:3000"),
            ("https://localhost:80", "localhost"),
            ("null", "localhost:3000"),
            ("", "localhost:3000"),
        ] {
            assert!(!admits(&origins, origin, host), "{origin} {host}");
        }
    }

    #[test]
    fn with_a_list_the_host_of_the_request_does_not_count() {
        let listed = vec!["https://a.example".parse().unwrap(), "http://localhost:5173/".parse().unwrap()];
        let origins = Origins::new(listed, None);
        assert!(admits(&origins, "https://a.example", "b.example"));
        assert!(admits(&origins, "http://localhost:5173", "b.example"));
        assert!(!admits(&origins, "https://b.example", "b.example"));
        assert!(!admits(&origins, "http://a.example", "a.example"));
    }

    // Requirement rooms-11.
    #[test]
    fn a_page_under_development_may_open_sockets_unless_there_is_a_list() {
        let with = |origin: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("origin", HeaderValue::from_static(origin));
            headers.insert("host", HeaderValue::from_static("a.example"));
            headers
        };
        let (developer, own) = (with("http://localhost:5173"), with("https://a.example"));
        let open = Origins::default();
        assert!(
            open.admits_to_sockets(&developer) && open.admits_to_sockets(&own) && !open.admits(&developer)
        );
        assert!(!open.admits_to_sockets(&with("http://localhost:5174")));
        let listed = Origins::new(vec!["https://b.example".parse().unwrap()], None);
        assert!(!listed.admits_to_sockets(&developer) && !listed.admits_to_sockets(&own));
        assert!(listed.admits_to_sockets(&with("https://b.example")));
    }

    // Requirements blind-47, blind-130.
    #[test]
    fn a_link_has_a_configured_origin_only() {
        let origins = ["https://a.example", "http://b.example:8080", "https://c.example", "http://c.example"];
        let origins = Origins::new(origins.map(|origin| origin.parse().unwrap()).to_vec(), None);
        let link = |host: &str, scheme: &str, is_trusted| {
            let mut headers = HeaderMap::new();
            headers.insert("host", host.parse().unwrap());
            headers.insert("x-forwarded-proto", scheme.parse().unwrap());
            origins.of_request(&headers, is_trusted).map(ToString::to_string)
        };
        assert_eq!(link("A.example:443", "http", false).as_deref(), Some("https://a.example"));
        assert_eq!(link("b.example:8080", "https", true).as_deref(), Some("http://b.example:8080"));
        assert_eq!(link("b.example", "http", true), None);
        assert_eq!(link("evil.example", "https", true), None);
        assert_eq!(link("evil\"><script>", "https", true), None);
        assert_eq!(link("c.example", "https", true).as_deref(), Some("https://c.example"));
        assert_eq!(link("c.example", "https", false).as_deref(), Some("http://c.example"));
        assert_eq!(Origins::default().of_request(&HeaderMap::new(), true), None);
    }

    #[test]
    fn two_origins_are_refused() {
        let mut headers = HeaderMap::new();
        headers.insert("host", "a.example".parse().unwrap());
        for _ in 0..2 {
            headers.append("origin", "https://a.example".parse().unwrap());
        }
        assert!(!Origins::default().admits(&headers));
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        assert_eq!("HTTPS://A.example:443".parse::<Origin>().unwrap().to_string(), "https://a.example");
        for wrong in
            ["a.example", "https://", "https://a.example/x", "ftp://a.example", "https://u@a.example", "*"]
        {
            assert_eq!(wrong.parse::<Origin>(), Err(InvalidOrigin), "{wrong}");
        }
    }
}
