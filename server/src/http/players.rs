//! `GET /api/players/own`: the results and the finished games of the owner of a key, who signs the request.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use session::domain::PlayerId;
use session::protocol::player::{PlayedGame, PlayerResults};

use super::finished::{GAMES_PER_LIST, STATISTICS_GAMES_MAX, check_rate, latest, listed, read_place};
use super::headers::authorization;
use super::statistics::by_ruleset;
use crate::accept::Peer;
use crate::api_error::ApiError;
use crate::journal::{FinishedQuery, ListPosition, ListedGame, PlayerQuery};
use crate::player_key::SignedRequest;
use crate::state::AppState;

/// Query of a request for a player's results.
#[derive(Debug, Deserialize)]
pub(super) struct ResultsRequest {
    before: Option<String>,
}

/// Returns the results of the player who has signed the request, and their finished games, the latest end first. Games that follow come without results.
pub(super) async fn own(
    State(app): State<AppState>,
    request: Result<Query<ResultsRequest>, QueryRejection>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    check_rate(&app, &peer, &headers)?;
    let Query(ResultsRequest { before }) =
        request.map_err(|_| ApiError::malformed("the query has `before`, once"))?;
    let player = signer(&app, &headers, "results", "")?;
    let found = results(&app, player, before).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(found)).into_response())
}

/// Returns the results of a player, and a part of the list of their games.
async fn results(
    app: &AppState,
    player: PlayerId,
    before: Option<String>,
) -> Result<PlayerResults, ApiError> {
    let before = before.as_deref().map(read_place).transpose()?;
    // All of them are read where they are counted.
    let most = if before.is_none() { STATISTICS_GAMES_MAX } else { GAMES_PER_LIST };
    let query =
        FinishedQuery { player: Some(PlayerQuery::Owner(player)), before, most: most + 1, ..latest(app) };
    let games = listed(app, query).await?;
    let is_cut = games.len() > GAMES_PER_LIST;
    let last = games.get(GAMES_PER_LIST - 1).filter(|_| is_cut);
    let next = last.map(|game| ListPosition::of(&game.summary).to_string());
    let is_partial = before.is_none() && games.len() > STATISTICS_GAMES_MAX;
    let counted = if before.is_none() { games.len().min(STATISTICS_GAMES_MAX) } else { 0 };
    let results = by_ruleset(player, games.iter().take(counted));
    let played =
        |game: ListedGame| Some(PlayedGame { you: game.players.side_of(player)?, summary: game.summary });
    let games = games.into_iter().take(GAMES_PER_LIST).filter_map(played).collect();
    Ok(PlayerResults { id: player, is_partial, results, games, next })
}

/// Returns the player who has signed a request.
pub(super) fn signer(
    app: &AppState,
    headers: &HeaderMap,
    purpose: &str,
    body: &str,
) -> Result<PlayerId, ApiError> {
    let refused = |code, message: String| ApiError::new(StatusCode::UNAUTHORIZED, code, message);
    let signed: SignedRequest = authorization(headers, "key").ok_or_else(|| {
        refused("not_signed", "the header `Authorization: Key KEY.TIME.SIGNATURE` is missing".to_owned())
    })?;
    signed.player(purpose, body, app.clock.now()).map_err(|fault| refused("not_signed", fault.to_string()))
}
