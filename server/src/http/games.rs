//! `POST /api/games`: creates a game; returns its creator's token and the link for the opponent. `GET /api/games/{id}`: the terms of a game, for who
//! has the link and takes no seat yet.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::{Deserialize as _, Serialize};
use session::clock::TimeControl;
use session::protocol::player::{CreateGame, RefusalReason};
use session::{Catalogue, CreationError, GameId, HouseRulesError};
use tokio::sync::oneshot;

use super::body::{check_json, read_body};
use super::players::signer;
use crate::accept::Peer;
use crate::address::ClientAddress;
use crate::admission::CreationLimit;
use crate::api_error::ApiError;
use crate::journal::NodeAddress;
use crate::peers::plain;
use crate::registry::{CreateError, GameMessage, Located};
use crate::state::AppState;

/// Body of the response.
// Requirements blind-47, gambit-106.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CreatedGame<'a> {
    game_id: &'a str,
    creator_token: &'a str,
    join_url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    watch_url: Option<String>,
}

pub(super) async fn create(State(app): State<AppState>, request: Request) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let peer = parts.extensions.get::<Peer>().ok_or_else(ApiError::internal)?;
    let client = app.admission.client(peer, &parts.headers);
    let permit = app.admission.admit_creation(client).map_err(limited)?;
    check_json(&parts.headers)?;
    let bytes = read_body(&app, body, app.limits.body_bytes).await?;
    let request = CreateGame::read(&bytes).map_err(|fault| unread(&bytes, &fault))?;
    if Catalogue::is_of_guest(&request) && !app.guests.is_open() {
        return Err(ApiError::guest_rules_off());
    }
    let permit = app.admission.admit_request(permit, &request, app.registry.catalogue()).map_err(limited)?;
    let created = app.registry.create(request, permit).await.map_err(creation_error)?;
    // Requirement blind-130.
    let base = app.public_url.clone().or_else(|| {
        let is_trusted = app.admission.is_trusted_proxy(peer);
        app.origins.of_request(&parts.headers, is_trusted).map(ToString::to_string)
    });
    // Without an address that is known to be ours the link is relative: a client knows where it has sent its request.
    let link = |page, id: GameId| format!("{}/{page}/{}", base.as_deref().unwrap_or_default(), id.as_str());
    let answer = CreatedGame {
        game_id: created.id.as_str(),
        creator_token: created.creator_token.as_str(),
        watch_url: created.watch_id.map(|id| link("w", id)),
        join_url: link("g", created.id),
    };
    let mut response = (StatusCode::CREATED, Json(answer)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Returns the terms of a game. A request counts as one for a seat: who asks too often does not learn whether there is such a game.
pub(super) async fn terms(
    State(app): State<AppState>,
    id: Result<Path<String>, PathRejection>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let (request, _) = request.into_parts();
    let client = app.admission.client(&peer, &request.headers);
    if !app.admission.check_join_rate(client) {
        let message = "too many requests for games from this address; try again in a minute";
        return Err(ApiError::too_often(message));
    }
    let id: Option<GameId> = id.ok().and_then(|Path(id)| id.parse().ok());
    let id = id.ok_or_else(game_not_found)?;
    let game = match app.registry.locate_by_own_id(&id).await {
        Ok(Located::Here(game)) => game,
        Ok(Located::Nowhere) => return Err(game_not_found()),
        Ok(Located::There(node)) => return pass_on(&app, &node, client, &id, &request).await,
        Err(error) => {
            tracing::warn!(%error, "game not located");
            return Err(ApiError::unavailable());
        }
    };
    let (reply, terms) = oneshot::channel();
    // A signature that does not count is none: everybody may ask.
    let viewer = signer(&app, &request.headers, "terms", "").ok();
    // A game that ends meanwhile drops the question.
    game.send(GameMessage::Terms { viewer, reply }).await.map_err(|_| game_not_found())?;
    let terms = terms.await.ok().flatten().ok_or_else(game_not_found)?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(terms)).into_response())
}

/// Passes a request on to the node that plays its game.
async fn pass_on(
    app: &AppState,
    node: &NodeAddress,
    client: ClientAddress,
    id: &GameId,
    request: &Parts,
) -> Result<Response, ApiError> {
    let is_passed_on = request.extensions.get::<Peer>().is_none_or(|peer| peer.passed_on_for.is_some());
    let peers = app.peers().filter(|_| !is_passed_on).ok_or_else(ApiError::unavailable)?;
    // The router has cut the address of the request off.
    let path = format!("/api/games/{}", id.as_str());
    match peers.pass_on(node, client, &path, &request.headers).await {
        Ok(answer) => Ok(plain(answer)),
        Err(error) => {
            tracing::warn!(%error, "request not passed on");
            Err(ApiError::unavailable())
        }
    }
}

pub(super) fn game_not_found() -> ApiError {
    let message = "there is no such game; it may be over for a while, or its link incomplete";
    ApiError::new(StatusCode::NOT_FOUND, "game_not_found", message)
}

/// Returns the refusal of one more game of an address.
pub(super) fn limited(limit: CreationLimit) -> ApiError {
    ApiError::rate_limited(limit.reason(), limit.message())
}

/// Returns the refusal of a body that is no request for a game. The reason is the time control, if that cannot be read by itself.
pub(super) fn unread(body: &[u8], fault: &serde_json::Error) -> ApiError {
    let request: Option<serde_json::Value> = serde_json::from_slice(body).ok();
    unread_game(request.as_ref(), fault)
}

/// Returns the refusal of what has a fault, and is or contains this request for a game.
pub(super) fn unread_game(request: Option<&serde_json::Value>, fault: &serde_json::Error) -> ApiError {
    let clock = request.and_then(|request| request.get("clock"));
    let is_clock_read = clock.is_none_or(|clock| TimeControl::deserialize(clock).is_ok());
    let reason = if is_clock_read { RefusalReason::InvalidSetting } else { RefusalReason::InvalidClock };
    ApiError::malformed(fault.to_string()).because(reason)
}

pub(super) fn creation_error(error: CreateError) -> ApiError {
    match &error {
        CreateError::Full => ApiError::server_full(RefusalReason::ServerFull, error.to_string()),
        CreateError::NoMachine => ApiError::server_full(RefusalReason::MachineBusy, error.to_string()),
        CreateError::Refused(refused) => refused_terms(refused),
        CreateError::NoRandomness(_) | CreateError::Journal(_) | CreateError::Task(_) => {
            tracing::error!(%error, "game not created");
            ApiError::internal()
        }
    }
}

/// Returns the refusal of terms by which no game can be created.
fn refused_terms(error: &CreationError) -> ApiError {
    let (status, code) = match error {
        CreationError::House(HouseRulesError::TooMany) | CreationError::TooManyGuestRulesets => {
            (StatusCode::SERVICE_UNAVAILABLE, "server_full")
        }
        CreationError::UnknownRuleset(_) | CreationError::FaultyRuleset(_) => {
            (StatusCode::BAD_REQUEST, "unknown_ruleset")
        }
        _ => (StatusCode::BAD_REQUEST, "malformed"),
    };
    let refusal = ApiError::new(status, code, error.to_string()).because(RefusalReason::of_creation(error));
    match error {
        CreationError::House(error) => refusal.with_overlays(error.clashing(), error.missing()),
        _ => refusal,
    }
}
