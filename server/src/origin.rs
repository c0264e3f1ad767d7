//! Whose pages may speak to this server. A browser says in `Origin` which page a request comes from; what is no browser
//! says nothing there, and is let in: it could write what it likes.

use std::fmt;
use std::str::FromStr;

use axum::extract::{Request, State};
use axum::http::uri::{Authority, Uri};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tower_http::cors::CorsLayer;

use crate::app::App;
use crate::http::failure::Failure;
use crate::socket;

/// Where a page comes from, as a browser writes it: `https://play.example.org`, with a port if it is not the usual one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    scheme: String,
    host: String,
}

/// The text is no origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not of the form https://play.example.org")]
pub struct NoOrigin;

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let uri: Uri = text.parse().map_err(|_| NoOrigin)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(NoOrigin);
        };
        let scheme = scheme.to_ascii_lowercase();
        let is_bare = uri.path() == "/" && uri.query().is_none() && !text.contains(['@', '#']);
        let host = host(authority.as_str(), &scheme);
        if is_bare && matches!(&*scheme, "http" | "https") && !host.is_empty() {
            Ok(Origin { scheme, host })
        } else {
            Err(NoOrigin)
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)
    }
}

/// A host with its port, in one of the ways in which it can be written.
fn host(text: &str, scheme: &str) -> String {
    let usual = if scheme == "https" { ":443" } else { ":80" };
    text.strip_suffix(usual).unwrap_or(text).to_ascii_lowercase()
}

/// The pages that may speak to this server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origins {
    /// Those that are listed. With none, the page's host has to be the one that is spoken to.
    listed: Vec<Origin>,
    /// The server's own, where it is known.
    own: Option<Origin>,
}

impl Origins {
    /// The listed origins, and that of the server's address as players see it.
    pub(crate) fn new(listed: Vec<Origin>, public_url: Option<&str>) -> Self {
        let own = public_url.and_then(|url| {
            let uri: Uri = url.parse().ok()?;
            format!("{}://{}", uri.scheme_str()?, uri.authority()?).parse().ok()
        });
        Origins { listed, own }
    }

    /// Whether a request with these headers may be answered.
    pub(crate) fn admit(&self, headers: &HeaderMap) -> bool {
        let mut said = headers.get_all(header::ORIGIN).iter();
        let (first, second) = (said.next(), said.next());
        let Some(first) = first else { return true };
        // What has no origin to show (`null`), or several, shows none of ours.
        let Some(origin) = first.to_str().ok().and_then(|text| text.parse::<Origin>().ok()) else {
            return false;
        };
        second.is_none()
            && (self.listed.contains(&origin)
                || self.own.as_ref() == Some(&origin)
                || self.listed.is_empty() && is_to(&origin, headers))
    }

    /// Whether a request with these headers may open a socket for rooms. With no list, a page under development may as well: where one is served
    /// by the usual tools, on the machine of who looks at it.
    pub(crate) fn admit_to_rooms(&self, headers: &HeaderMap) -> bool {
        let mut said = headers.get_all(header::ORIGIN).iter();
        let is_of_developer = match (said.next(), said.next()) {
            (Some(only), None) => only.as_bytes() == DEVELOPERS_ORIGIN.as_bytes(),
            _ => false,
        };
        self.admit(headers) || self.listed.is_empty() && is_of_developer
    }

    /// What lets browsers show our answers to the pages of other hosts that are listed.
    pub(crate) fn sharing(&self) -> CorsLayer {
        let listed = self.listed.iter().filter_map(|origin| HeaderValue::try_from(origin.to_string()).ok());
        CorsLayer::new()
            .allow_origin(listed.collect::<Vec<_>>())
            .allow_methods([Method::GET, Method::POST])
            .allow_headers([header::CONTENT_TYPE])
    }
}

/// Where a page under development comes from.
const DEVELOPERS_ORIGIN: &str = "http://localhost:5173";

/// Whether a request goes to the host that its page came from. The scheme is not compared: a proxy ends TLS before us.
fn is_to(origin: &Origin, headers: &HeaderMap) -> bool {
    let named = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    named
        .and_then(|named| named.parse::<Authority>().ok())
        .is_some_and(|named| host(named.as_str(), &origin.scheme) == origin.host)
}

/// Refuses pages that may not speak to this server, before anything else is done for them.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    pass(app.origins.admit(request.headers()), request, next).await
}

/// The same for sockets of players, where rooms have a rule of their own.
pub(crate) async fn guard_sockets(State(app): State<App>, request: Request, next: Next) -> Response {
    let may_pass = if socket::is_for_rooms(request.uri()) {
        app.origins.admit_to_rooms(request.headers())
    } else {
        app.origins.admit(request.headers())
    };
    pass(may_pass, request, next).await
}

async fn pass(may_pass: bool, request: Request, next: Next) -> Response {
    if may_pass {
        next.run(request).await
    } else {
        tracing::debug!("a page of a foreign origin was refused");
        Failure::foreign_origin().into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admit(origins: &Origins, origin: &str, host: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert("origin", origin.parse().unwrap());
        headers.insert("host", host.parse().unwrap());
        origins.admit(&headers)
    }

    #[test]
    fn without_a_list_a_page_may_speak_to_its_own_host() {
        let origins = Origins::new(Vec::new(), Some("https://play.example.org/tabula"));
        assert!(origins.admit(&HeaderMap::new()), "no browser");
        for (origin, host) in [
            ("http://localhost:3000", "localhost:3000"),
            ("https://play.example.org", "PLAY.example.org"),
            ("https://play.example.org", "play.example.org:443"),
            ("https://play.example.org", "127.0.0.1:3000"),
            ("http://[::1]:3000", "[::1]:3000"),
        ] {
            assert!(admit(&origins, origin, host), "{origin} {host}");
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
            assert!(!admit(&origins, origin, host), "{origin} {host}");
        }
    }

    #[test]
    fn with_a_list_the_host_that_a_request_names_counts_no_more() {
        let listed = vec!["https://a.example".parse().unwrap(), "http://localhost:5173/".parse().unwrap()];
        let origins = Origins::new(listed, None);
        assert!(admit(&origins, "https://a.example", "b.example"));
        assert!(admit(&origins, "http://localhost:5173", "b.example"));
        assert!(!admit(&origins, "https://b.example", "b.example"));
        assert!(!admit(&origins, "http://a.example", "a.example"));
    }

    #[test]
    fn a_page_under_development_may_open_rooms_unless_there_is_a_list() {
        let with = |origin: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("origin", HeaderValue::from_static(origin));
            headers.insert("host", HeaderValue::from_static("a.example"));
            headers
        };
        let (developer, own) = (with("http://localhost:5173"), with("https://a.example"));
        let open = Origins::default();
        assert!(open.admit_to_rooms(&developer) && open.admit_to_rooms(&own) && !open.admit(&developer));
        assert!(!open.admit_to_rooms(&with("http://localhost:5174")));
        let listed = Origins::new(vec!["https://b.example".parse().unwrap()], None);
        assert!(!listed.admit_to_rooms(&developer) && !listed.admit_to_rooms(&own));
        assert!(listed.admit_to_rooms(&with("https://b.example")));
    }

    #[test]
    fn two_origins_are_none() {
        let mut headers = HeaderMap::new();
        headers.insert("host", "a.example".parse().unwrap());
        for _ in 0..2 {
            headers.append("origin", "https://a.example".parse().unwrap());
        }
        assert!(!Origins::default().admit(&headers));
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        assert_eq!("HTTPS://A.example:443".parse::<Origin>().unwrap().to_string(), "https://a.example");
        for wrong in
            ["a.example", "https://", "https://a.example/x", "ftp://a.example", "https://u@a.example", "*"]
        {
            assert_eq!(wrong.parse::<Origin>(), Err(NoOrigin), "{wrong}");
        }
    }
}
