//! `POST /api/games`: a new game, its creator's token and the link for the opponent.

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use session::protocol::player::CreateGame;
use session::{CreateRefused, GameId, HouseRefused};

use super::failure::Failure;
use crate::accept::Peer;
use crate::app::{App, TooMany};
use crate::registry::CreateError;

/// The answer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CreatedGame<'a> {
    game_id: &'a str,
    creator_token: &'a str,
    join_url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    watch_url: Option<String>,
}

pub(super) async fn create(State(app): State<App>, request: Request) -> Result<Response, Failure> {
    let (parts, body) = request.into_parts();
    let peer = parts.extensions.get::<Peer>().ok_or_else(Failure::internal)?;
    let refused =
        |too_many: TooMany| Failure::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", too_many.message());
    let making = app.admit_creation(peer, &parts.headers).map_err(refused)?;
    if !is_json(&parts.headers) {
        let message = "the body must be JSON, and its Content-Type application/json";
        return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "malformed", message));
    }
    let request = read(&app, body).await?;
    let making = app.admit_houses(making, &request.overlays).map_err(refused)?;
    let created = app.registry.create(request, making).await.map_err(refusal)?;
    let link = |page| page_url(app.public_url.as_deref(), &parts.headers, page, &created.id);
    let answer = CreatedGame {
        game_id: created.id.as_str(),
        creator_token: created.creator_token.as_str(),
        watch_url: created.is_watchable.then(|| link("w")),
        join_url: link("g"),
    };
    let mut response = (StatusCode::CREATED, Json(answer)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

async fn read(app: &App, body: Body) -> Result<CreateGame, Failure> {
    let most = app.limits.body_bytes;
    let bytes = tokio::time::timeout(app.limits.body_timeout.0, to_bytes(body, most))
        .await
        .map_err(|_| {
            Failure::new(StatusCode::REQUEST_TIMEOUT, "malformed", "the body did not arrive in time")
        })?
        .map_err(|error| {
            if std::error::Error::source(&error)
                .is_some_and(|cause| cause.is::<http_body_util::LengthLimitError>())
            {
                let message = format!("the body may have {most} bytes at most");
                Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "malformed", message)
            } else {
                Failure::malformed("the body did not arrive whole")
            }
        })?;
    CreateGame::read(&bytes).map_err(|fault| Failure::malformed(fault.to_string()))
}

fn refusal(error: CreateError) -> Failure {
    match error {
        CreateError::Full => Failure::new(StatusCode::SERVICE_UNAVAILABLE, "server_full", error.to_string()),
        CreateError::Refused(CreateRefused::House(HouseRefused::TooMany)) => {
            Failure::new(StatusCode::SERVICE_UNAVAILABLE, "server_full", error.to_string())
        }
        CreateError::Refused(refused) => Failure::malformed(refused.to_string()),
        CreateError::NoRandomness(_) | CreateError::Journal(_) | CreateError::Broken(_) => {
            tracing::error!(%error, "a game could not be created");
            Failure::internal()
        }
    }
}

/// The link for the opponent (`g`) or for who watches (`w`): under the configured address, or under the one that the creator came by. A creator who
/// lies in these headers gets a link of no use; nobody else sees it.
fn page_url(public_url: Option<&str>, headers: &HeaderMap, page: &str, id: &GameId) -> String {
    let id = id.as_str();
    if let Some(base) = public_url {
        return format!("{base}/{page}/{id}");
    }
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let is_host = |host: &&str| {
        !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte))
    };
    match text("host").filter(is_host) {
        Some(host) => {
            let secure = text("x-forwarded-proto").is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"));
            let scheme = if secure { "https" } else { "http" };
            format!("{scheme}://{host}/{page}/{id}")
        }
        None => format!("/{page}/{id}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_is_the_one_the_creator_came_by() {
        let id: GameId = "abcd1234".parse().unwrap();
        let mut headers = HeaderMap::new();
        assert_eq!(page_url(None, &headers, "g", &id), "/g/abcd1234");
        headers.insert("host", "play.example.org".parse().unwrap());
        assert_eq!(page_url(None, &headers, "g", &id), "http://play.example.org/g/abcd1234");
        headers.insert("x-forwarded-proto", "https".parse().unwrap());
        assert_eq!(page_url(None, &headers, "g", &id), "https://play.example.org/g/abcd1234");
        assert_eq!(page_url(Some("https://x.org/t"), &headers, "g", &id), "https://x.org/t/g/abcd1234");
        assert_eq!(page_url(None, &headers, "w", &id), "https://play.example.org/w/abcd1234");
        headers.insert("host", "evil\"><script>".parse().unwrap());
        assert_eq!(page_url(None, &headers, "g", &id), "/g/abcd1234");
    }
}
