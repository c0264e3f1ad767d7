//! `POST /api/own-games`: the games of a player, who proves each seat by its token. The tokens are in the body: an address is logged by proxies.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use futures_util::future::join_all;
use session::protocol::player::{OwnFinishedGame, OwnGame, OwnGames, OwnSeat, OwnSeats};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::body::{check_json, read_body};
use super::finished::kept_since;
use crate::accept::Peer;
use crate::api_error::ApiError;
use crate::registry::{GameMessage, Located};
use crate::state::AppState;

/// Time for a game to answer. One whose journal fails does not, and the others are not held up by it.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// Result of the search for one game.
enum Found {
    Game(Box<OwnGame>),
    Finished(Box<OwnFinishedGame>),
    /// There is no such game, or the token holds no seat of it. Both are answered alike.
    Unknown,
    /// The game, or the store of finished games, does not answer.
    Late,
}

/// Lists the games of a player. Each seat counts as one that is asked for, so that tokens cannot be guessed here any faster.
pub(super) async fn list(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    check_json(&parts.headers)?;
    let bytes = read_body(&app, body, app.limits.body_bytes).await?;
    let request = OwnSeats::read(&bytes).map_err(|fault| ApiError::malformed(fault.to_string()))?;
    let client = app.admission.client(&peer, &parts.headers);
    if !app.admission.check_join_rate_of(client, request.seats.len()) {
        let message = "too many requests for games from this address; try again in a minute";
        return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", message));
    }
    let present = join_all(request.seats.iter().map(|seat| find(&app, seat))).await;
    let mut answer =
        OwnGames { now: app.clock.now(), games: Vec::new(), finished: Vec::new(), unknown: Vec::new() };
    for (seat, found) in request.seats.iter().zip(present) {
        // Records are read one after another: each brings its whole game along.
        let found = if matches!(found, Found::Unknown) { find_record(&app, seat).await } else { found };
        match found {
            Found::Game(game) => answer.games.push(*game),
            Found::Finished(game) => answer.finished.push(*game),
            Found::Unknown => answer.unknown.push(seat.game_id),
            Found::Late => {}
        }
    }
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(answer)).into_response())
}

/// Finds a game that is there.
async fn find(app: &AppState, seat: &OwnSeat) -> Found {
    let game = match app.registry.locate_by_own_id(&seat.game_id).await {
        Ok(Located::Here(game)) => game,
        Ok(Located::Nowhere) => return Found::Unknown,
        // Another node plays it: a page must not take it for gone.
        Ok(Located::There(_)) | Err(_) => return Found::Late,
    };
    let ask = async {
        let (reply, answer) = oneshot::channel();
        game.send(GameMessage::OwnGame { token: seat.token.clone(), reply }).await.ok()?;
        answer.await.ok()
    };
    match timeout(ANSWER_TIME, ask).await {
        Ok(Some(Some(game))) => Found::Game(game),
        Ok(Some(None)) => Found::Unknown,
        Ok(None) | Err(_) => Found::Late,
    }
}

/// Finds the record of a game that is gone, for its own players alone.
async fn find_record(app: &AppState, seat: &OwnSeat) -> Found {
    let Some(archive) = app.journal_archive() else { return Found::Unknown };
    let found = match archive.find(&seat.game_id).await {
        Ok(found) => found,
        Err(error) => {
            tracing::error!(%error, "finished games cannot be read");
            return Found::Late;
        }
    };
    let since = kept_since(app, app.clock.now());
    let Some(record) = found.filter(|record| record.ended_at >= since) else { return Found::Unknown };
    let you = record.side_of(&seat.token);
    match (you, serde_json::from_str(&record.summary)) {
        (Some(you), Ok(summary)) => {
            Found::Finished(Box::new(OwnFinishedGame { game_id: seat.game_id, you, summary }))
        }
        (Some(_), Err(fault)) => {
            tracing::error!(%fault, "a stored summary cannot be read");
            Found::Late
        }
        (None, _) => Found::Unknown,
    }
}
