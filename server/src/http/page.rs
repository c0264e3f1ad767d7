//! The web page: files built beforehand, and one page for every game, and for what is not there.

use std::path::Path;

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use tower::ServiceExt as _;
use tower_http::services::{ServeDir, ServeFile};

use super::failure::Failure;

/// Where the builder puts files whose names hold a hash of their content.
const HASHED: &str = "/assets/";

/// What is shown while there is no page to show.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tabula</title>\
    <h1>Tabula is running, but its page has not been built</h1>\
    <p>Build it with <code>make web</code>, or point <code>--web</code> at the folder of a built page, and reload.</p>\
    <p>The game server itself answers: see <a href=\"/api/health\">/api/health</a>.</p></html>";

/// Serves the folder `web`; `/`, `/g/{id}` and `/w/{id}` are its `index.html`. So is, for a browser, whatever is not there: the page says so itself.
pub(super) fn router(web: &Path) -> Router {
    let index = ServeFile::new(web.join("index.html")).precompressed_br().precompressed_gzip();
    let nowhere = index.clone();
    let show = move |method: Method, headers: HeaderMap| {
        let index = index.clone();
        async move { page(index, method, headers).await }
    };
    let files =
        ServeDir::new(web).precompressed_br().precompressed_gzip().append_index_html_on_directories(false);
    Router::new()
        .route("/", get(show.clone()))
        .route("/index.html", get(show.clone()))
        .route("/g/{id}", get(show.clone()))
        .route("/w/{id}", get(show))
        .method_not_allowed_fallback(|| async { Failure::method_not_allowed() })
        .fallback(move |request: axum::extract::Request| {
            let (files, nowhere) = (files.clone(), nowhere.clone());
            async move { file(files, nowhere, request).await }
        })
}

async fn file(files: ServeDir, nowhere: ServeFile, request: axum::extract::Request) -> Response {
    let (method, headers) = (request.method().clone(), request.headers().clone());
    let hashed = request.uri().path().starts_with(HASHED);
    let response = match files.oneshot(request).await {
        Ok(response) => response.map(axum::body::Body::new),
        Err(never) => match never {},
    };
    match response.status() {
        StatusCode::METHOD_NOT_ALLOWED => Failure::method_not_allowed().into_response(),
        StatusCode::NOT_FOUND if reads_pages(&headers) => {
            let mut page = page(nowhere, method, unconditional(headers)).await;
            *page.status_mut() = StatusCode::NOT_FOUND;
            page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            page
        }
        StatusCode::NOT_FOUND => Failure::not_found().into_response(),
        _ => cached(response, hashed),
    }
}

/// Whether somebody asks who would look at a page: a browser that was given an address.
fn reads_pages(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "text/html"))
}

/// What is not there has no parts, and was not there before.
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

async fn page(index: ServeFile, method: Method, headers: HeaderMap) -> Response {
    let mut request = axum::extract::Request::new(axum::body::Body::empty());
    *request.method_mut() = method;
    *request.uri_mut() = Uri::from_static("/");
    *request.headers_mut() = headers;
    let response = match index.oneshot(request).await {
        Ok(response) => response.map(axum::body::Body::new),
        Err(never) => match never {},
    };
    if response.status() == StatusCode::NOT_FOUND {
        let mut answer = (StatusCode::SERVICE_UNAVAILABLE, Html(NOT_BUILT)).into_response();
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return answer;
    }
    cached(response, false)
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
