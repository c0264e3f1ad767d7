//! The web page: files built beforehand, and one page for every game.

use std::path::Path;

use axum::Router;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use tower::ServiceExt as _;
use tower_http::services::{ServeDir, ServeFile};

/// Where the builder puts files whose names hold a hash of their content.
const HASHED: &str = "/assets/";

/// What is shown while there is no page to show.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tabula</title>\
    <h1>Tabula is running, but its page has not been built</h1>\
    <p>Build it with <code>make web</code>, or point <code>--web</code> at the folder of a built page, and reload.</p>\
    <p>The game server itself answers: see <a href=\"/api/health\">/api/health</a>.</p></html>";

/// Serves the folder `web`; `/` and `/g/{id}` are its `index.html`.
pub(super) fn router(web: &Path) -> Router {
    let index = ServeFile::new(web.join("index.html")).precompressed_br().precompressed_gzip();
    let show = move |method: Method, headers: axum::http::HeaderMap| {
        let index = index.clone();
        async move { page(index, method, headers).await }
    };
    let files =
        ServeDir::new(web).precompressed_br().precompressed_gzip().append_index_html_on_directories(false);
    Router::new()
        .route("/", get(show.clone()))
        .route("/index.html", get(show.clone()))
        .route("/g/{id}", get(show))
        .fallback(move |request: axum::extract::Request| {
            let files = files.clone();
            async move {
                let hashed = request.uri().path().starts_with(HASHED);
                let response = match files.oneshot(request).await {
                    Ok(response) => response.map(axum::body::Body::new),
                    Err(never) => match never {},
                };
                cached(response, hashed)
            }
        })
}

async fn page(index: ServeFile, method: Method, headers: axum::http::HeaderMap) -> Response {
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
