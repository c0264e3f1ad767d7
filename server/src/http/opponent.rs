//! `POST /api/games/{id}/report` and `POST /api/games/{id}/block`: a player reports the other one of a game, running or finished, or blocks them. Who sits opposite is found by the token of the own seat, at
//! whichever node has the game.

use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use session::domain::{Color, PersonName, PlayerId};
use session::protocol::player::{BlockRequest, OwnSeat, ReportRequest};
use session::{GameId, Opponent};
use tokio::sync::oneshot;

use super::body::{check_json, read_body};
use super::finished::{check_rate, kept_since};
use super::games::game_not_found;
use super::settings::{self, kept, refused};
use crate::accept::Peer;
use crate::address::ClientAddress;
use crate::api_error::ApiError;
use crate::player_settings::{BlockedOpponent, StoredReport};
use crate::registry::{GameMessage, Located};
use crate::state::AppState;

/// The address of the question at the listener for nodes.
pub(super) const PATH: &str = "/api/opponent";
/// Time for another node to answer.
const NODE_TIME: Duration = Duration::from_secs(3);

/// A question for the other player of a game, as nodes ask each other.
#[derive(Clone, Serialize, Deserialize)]
struct OpponentQuestion {
    seat: OwnSeat,
    /// True if the player wants to read no more of the other one.
    is_muted: bool,
}

/// The other player of a game, as nodes tell each other.
#[derive(Serialize, Deserialize)]
pub(super) struct OpponentAnswer {
    you: Color,
    own: Option<String>,
    theirs: Option<String>,
    name: Option<PersonName>,
}

/// Stores a report.
pub(super) async fn report(
    State(app): State<AppState>,
    id: Result<Path<String>, PathRejection>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    check_json(&parts.headers)?;
    check_rate(&app, &peer, &parts.headers)?;
    let client = app.admission.client(&peer, &parts.headers);
    let bytes = read_body(&app, body, app.limits.body_bytes).await?;
    let ReportRequest { token, reason, text } =
        serde_json::from_slice(&bytes).map_err(|fault| ApiError::malformed(fault.to_string()))?;
    let game: GameId = id.ok().and_then(|Path(id)| id.parse().ok()).ok_or_else(game_not_found)?;
    let settings = kept(&app)?;
    let seat = OwnSeat { game_id: game, token };
    let opponent = find(&app, client, OpponentQuestion { seat, is_muted: false }).await?;
    let Opponent { you, own, theirs, .. } = opponent.ok_or_else(game_not_found)?;
    let report = StoredReport {
        game,
        by: you,
        reporter: own,
        reported: theirs,
        reason,
        text,
        at: app.clock.now(),
        resolved: None,
    };
    let may_add = || app.admission.check_row_rate(client);
    if !settings.report(&report, may_add).await.map_err(refused)? {
        let message = "you have reported the other player of this game already";
        return Err(ApiError::new(StatusCode::CONFLICT, "already_reported", message));
    }
    tracing::warn!(reason = %report.reason_text(), "player reported: `tabula reports list` shows it");
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")]).into_response())
}

/// Blocks the other player of a game for the one who signs: they are not brought together again. The answer is the same whether the other one has shown a key.
pub(super) async fn block(
    State(app): State<AppState>,
    id: Result<Path<String>, PathRejection>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let client = app.admission.client(&peer, request.headers());
    let (player, BlockRequest { token }) = settings::signed(&app, &peer, "block", request).await?;
    let game: GameId = id.ok().and_then(|Path(id)| id.parse().ok()).ok_or_else(game_not_found)?;
    let kept = kept(&app)?;
    let seat = OwnSeat { game_id: game, token };
    let question = OpponentQuestion { seat, is_muted: false };
    let opponent = find(&app, client, question.clone()).await?;
    let Opponent { you, theirs, name, .. } = opponent.ok_or_else(game_not_found)?;
    // Nobody is kept away from themself.
    let id = theirs.filter(|other| *other != player);
    let other = BlockedOpponent { game, side: you.other(), id, name };
    let may_add = || app.admission.check_row_rate(client);
    kept.block(player, other, app.clock.now(), may_add).await.map_err(refused)?;
    // A game that is over, or whose node is away now, looks for blocks when it starts again.
    if let Err(error) = find(&app, client, OpponentQuestion { is_muted: true, ..question }).await {
        tracing::warn!(?error, "opponent not silenced yet");
    }
    settings::answer(&app, player).await
}

/// Answers another node.
pub(super) async fn answer(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let client = app.admission.client(&peer, &parts.headers);
    let bytes = read_body(&app, body, app.limits.body_bytes).await?;
    let question: OpponentQuestion =
        serde_json::from_slice(&bytes).map_err(|fault| ApiError::malformed(fault.to_string()))?;
    // What was passed on is not passed on again: the game is here, or nowhere.
    let found = match app.registry.locate_by_own_id(&question.seat.game_id).await {
        Ok(Located::Here(_)) => find(&app, client, question).await?,
        Ok(Located::Nowhere | Located::There(_)) | Err(_) => None,
    };
    let text = |id: Option<PlayerId>| id.map(|id| id.to_string());
    let answer = found.map(|Opponent { you, own, theirs, name }| OpponentAnswer {
        you,
        own: text(own),
        theirs: text(theirs),
        name,
    });
    Ok(Json(answer).into_response())
}

/// Finds the other player of a game; `None` if there is no such game, the token holds no seat of it, or nobody is there. All are answered alike.
async fn find(
    app: &AppState,
    client: ClientAddress,
    question: OpponentQuestion,
) -> Result<Option<Opponent>, ApiError> {
    let OpponentQuestion { seat, is_muted } = &question;
    let located = app.registry.locate_by_own_id(&seat.game_id).await.map_err(|error| {
        tracing::warn!(%error, "game not located");
        ApiError::unavailable()
    })?;
    match located {
        Located::Here(game) => {
            let (reply, answer) = oneshot::channel();
            let question = GameMessage::Opponent { token: seat.token.clone(), is_muted: *is_muted, reply };
            // A game that ends meanwhile drops the question.
            game.send(question).await.map_err(|_| ApiError::unavailable())?;
            Ok(answer.await.ok().flatten())
        }
        Located::Nowhere => find_record(app, seat).await,
        Located::There(node) => {
            let peers = app.peers().ok_or_else(ApiError::unavailable)?;
            let body = serde_json::to_vec(&question).map_err(|_| ApiError::internal())?;
            let answer = peers.ask(&node, client, PATH, body.into(), NODE_TIME).await.map_err(|error| {
                tracing::warn!(%error, "opponent not asked for");
                ApiError::unavailable()
            })?;
            let answer: Option<OpponentAnswer> =
                serde_json::from_slice(&answer).map_err(|_| ApiError::unavailable())?;
            let id = |id: Option<String>| id.and_then(|id| id.parse().ok());
            Ok(answer.map(|OpponentAnswer { you, own, theirs, name }| Opponent {
                you,
                own: id(own),
                theirs: id(theirs),
                name,
            }))
        }
    }
}

/// Finds the other player of a game of which the record is left.
async fn find_record(app: &AppState, seat: &OwnSeat) -> Result<Option<Opponent>, ApiError> {
    let Some(archive) = app.journal_archive() else { return Ok(None) };
    let found = archive.find(&seat.game_id).await.map_err(|error| {
        tracing::error!(%error, "finished games cannot be read");
        ApiError::internal()
    })?;
    let since = kept_since(app, app.clock.now());
    let found = found.filter(|game| game.ended_at >= since);
    Ok(found.and_then(|game| game.opponent_of(&seat.token)))
}
