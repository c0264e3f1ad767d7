//! Headers that every answer carries, so that a browser helps to keep the page honest; and the one by which a client says who it is.

use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;

use super::inline_scripts;

/// Scripts, styles, pictures and connections come from here and go here; nothing else is fetched at all. Pictures may also be those that the page
/// itself has drawn (`blob:`), for an animation of a game. WebAssembly may be compiled (the engine), and so may the script whose text the built
/// page holds. Other text may be neither evaluated nor written into the page: the one policy that may make markup is the framework's, for the
/// templates that it was built with; two others name the scripts that the page runs as workers and as its service worker. A board places its
/// pieces by properties of style, which no policy is asked about.
///
/// `upgrade-insecure-requests` is left out on purpose: a game in a house's own network is played over plain HTTP.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types svelte-trusted-html tabula-worker tabula-service-worker";

/// Sources of scripts, as the policy has them.
const SCRIPTS: &str = "script-src 'self' 'wasm-unsafe-eval'";

/// The address of a game is its key, so it is sent to no other site (`no-referrer`). No other site may load anything from here, nor hold
/// a window of it, and the page loads nothing from elsewhere.
const HEADERS: [(HeaderName, &str); 8] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Returns the credentials in the header `Authorization: SCHEME …`.
pub(super) fn authorization<T: FromStr>(headers: &HeaderMap, scheme: &str) -> Option<T> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (named, credentials) = value.split_once(' ')?;
    named.eq_ignore_ascii_case(scheme).then(|| credentials.trim().parse().ok())?
}

/// Permits the scripts whose text stands in an answer, and no other text, to run.
pub(super) fn permit_inline_scripts(response: &mut Response, html: &str) {
    let sources = std::iter::once(SCRIPTS.to_owned()).chain(inline_scripts::sources(html));
    let policy = CONTENT_SECURITY_POLICY.replacen(SCRIPTS, &sources.collect::<Vec<_>>().join(" "), 1);
    // A hash has no character that a header cannot hold.
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

pub(super) async fn secure(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
