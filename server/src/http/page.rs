//! The web page: its built files, and `index.html` for every game and for unknown addresses.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use percent_encoding::percent_decode_str;
use tower::ServiceExt as _;
use tower_http::services::{ServeDir, ServeFile};

use super::headers;
use crate::api_error::ApiError;

/// Folder of files whose names hold a hash of their content.
const HASHED: &str = "/assets/";

const INDEX: &str = "index.html";

/// Page that is served if no page has been built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tabula</title>\
    <h1>Tabula is running, but its page has not been built</h1>\
    <p>Build it with <code>make web</code>, or point <code>--web</code> at the folder of a built page, and reload.</p>\
    <p>The game server itself answers: see <a href=\"/api/health\">/api/health</a>.</p></html>";

/// The folder of the built page.
#[derive(Debug, Clone)]
struct Page {
    web: Arc<Path>,
    files: ServeDir,
    index: ServeFile,
}

/// Serves the folder `web`. `/`, `/local`, `/practice`, `/lab`, `/results`, `/games`, `/tournaments`, `/t/{id}`, `/g/{id}`, `/r/{code}` and `/w/{id}` are its `index.html`; so is, for a browser, every unknown address: the page
/// itself says that nothing is there.
pub(super) fn router(web: &Path) -> Router {
    let files = ServeDir::new(web).precompressed_br().precompressed_gzip();
    let page = Page {
        web: Arc::from(web),
        files: files.append_index_html_on_directories(false),
        index: ServeFile::new(web.join(INDEX)).precompressed_br().precompressed_gzip(),
    };
    let shown = page.clone();
    let show = move |method: Method, headers: HeaderMap| {
        let page = shown.clone();
        async move { page.show(method, headers).await }
    };
    Router::new()
        .route("/", get(show.clone()))
        .route("/index.html", get(show.clone()))
        .route("/local", get(show.clone()))
        .route("/practice", get(show.clone()))
        .route("/lab", get(show.clone()))
        .route("/results", get(show.clone()))
        .route("/games", get(show.clone()))
        .route("/g/{id}", get(show.clone()))
        .route("/r/{code}", get(show.clone()))
        .route("/t/{id}", get(show.clone()))
        .route("/tournaments", get(show.clone()))
        .route("/w/{id}", get(show))
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .fallback(move |request: axum::extract::Request| {
            let page = page.clone();
            async move { page.file(request).await }
        })
}

impl Page {
    /// Returns the file that a request names.
    async fn file(&self, request: axum::extract::Request) -> Response {
        let (method, headers) = (request.method().clone(), request.headers().clone());
        let hashed = request.uri().path().starts_with(HASHED);
        let response = if is_open(&self.web, request.uri().path()).await {
            match self.files.clone().oneshot(request).await {
                Ok(response) => response.map(axum::body::Body::new),
                Err(never) => match never {},
            }
        } else {
            StatusCode::NOT_FOUND.into_response()
        };
        match response.status() {
            StatusCode::METHOD_NOT_ALLOWED => ApiError::method_not_allowed().into_response(),
            StatusCode::NOT_FOUND if accepts_html(&headers) => {
                let mut page = self.show(method, unconditional(headers)).await;
                *page.status_mut() = StatusCode::NOT_FOUND;
                page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
                page
            }
            StatusCode::NOT_FOUND => ApiError::not_found().into_response(),
            _ => cached(response, hashed),
        }
    }

    /// Returns the page.
    async fn show(&self, method: Method, headers: HeaderMap) -> Response {
        let mut request = axum::extract::Request::new(axum::body::Body::empty());
        *request.method_mut() = method;
        *request.uri_mut() = Uri::from_static("/");
        *request.headers_mut() = headers;
        let response = if is_open(&self.web, INDEX).await {
            match self.index.clone().oneshot(request).await {
                Ok(response) => response.map(axum::body::Body::new),
                Err(never) => match never {},
            }
        } else {
            StatusCode::NOT_FOUND.into_response()
        };
        if response.status() == StatusCode::NOT_FOUND {
            let mut answer = (StatusCode::SERVICE_UNAVAILABLE, Html(NOT_BUILT)).into_response();
            answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            return answer;
        }
        let mut response = cached(response, false);
        if let Ok(html) = tokio::fs::read_to_string(self.web.join(INDEX)).await {
            headers::permit_inline_scripts(&mut response, &html);
        }
        response
    }
}

/// Returns whether the file of a path may be served: no part of its name begins with a dot, and neither it nor its compressed forms are
/// links to a place outside the folder or to such a name.
async fn is_open(web: &Path, path: &str) -> bool {
    let Ok(path) = percent_decode_str(path).decode_utf8() else { return false };
    let parts: PathBuf = path.split('/').filter(|part| !part.is_empty()).collect();
    if has_dotfile(&parts) {
        return false;
    }
    let Ok(root) = tokio::fs::canonicalize(web).await else { return true };
    for form in ["", ".br", ".gz"] {
        let mut file = root.join(&parts).into_os_string();
        file.push(form);
        // What does not exist is not served either.
        if let Ok(real) = tokio::fs::canonicalize(file).await
            && real.strip_prefix(&root).map_or(true, has_dotfile)
        {
            return false;
        }
    }
    true
}

fn has_dotfile(path: &Path) -> bool {
    path.components().any(|part| match part {
        Component::Normal(name) => name.as_encoded_bytes().starts_with(b"."),
        Component::CurDir | Component::ParentDir | Component::RootDir | Component::Prefix(_) => true,
    })
}

/// Returns whether a request accepts HTML, as that of a browser for an address does.
fn accepts_html(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "text/html"))
}

/// Removes conditions and ranges, which do not apply to a page in place of a missing file.
fn unconditional(mut headers: HeaderMap) -> HeaderMap {
    for name in [
        header::RANGE,
        header::IF_MODIFIED_SINCE,
        header::IF_UNMODIFIED_SINCE,
        header::IF_NONE_MATCH,
        header::IF_MATCH,
    ] {
        headers.remove(name);
    }
    headers
}

fn cached(mut response: Response, hashed: bool) -> Response {
    let caching = match response.status() {
        status if status.is_client_error() || status.is_server_error() => "no-store",
        _ if hashed => "public, max-age=31536000, immutable",
        _ => "no-cache",
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    response
}
