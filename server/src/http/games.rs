//! `POST /api/games`: creates a game; returns its creator's token and the link for the opponent. `GET /api/games/{id}`: the terms of a game, for who
//! has the link and takes no seat yet.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::Serialize;
use session::protocol::player::CreateGame;
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
    let refused =
        |limit: CreationLimit| ApiError::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", limit.message());
    let client = app.admission.client(peer, &parts.headers);
    let permit = app.admission.admit_creation(client).map_err(refused)?;
    check_json(&parts.headers)?;
    let bytes = read_body(&app, body, app.limits.body_bytes).await?;
    let request = CreateGame::read(&bytes).map_err(|fault| ApiError::malformed(fault.to_string()))?;
    if Catalogue::is_of_guest(&request) && !app.guests.is_open() {
        return Err(ApiError::guest_rules_off());
    }
    let permit = app.admission.admit_request(permit, &request, app.registry.catalogue()).map_err(refused)?;
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
        return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", message));
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

pub(super) fn creation_error(error: CreateError) -> ApiError {
    match error {
        CreateError::Full | CreateError::NoMachine => {
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "server_full", error.to_string())
        }
        CreateError::Refused(
            CreationError::House(HouseRulesError::TooMany) | CreationError::TooManyGuestRulesets,
        ) => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "server_full", error.to_string()),
        CreateError::Refused(CreationError::UnknownRuleset(_) | CreationError::FaultyRuleset(_)) => {
            ApiError::new(StatusCode::BAD_REQUEST, "unknown_ruleset", error.to_string())
        }
        CreateError::Refused(refused) => ApiError::malformed(refused.to_string()),
        CreateError::NoRandomness(_) | CreateError::Journal(_) | CreateError::Task(_) => {
            tracing::error!(%error, "game not created");
            ApiError::internal()
        }
    }
}
