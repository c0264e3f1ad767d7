//! Finished games: `GET /api/games/{id}/record` and `GET /api/games/{id}/pgn` return one, `GET /api/finished` lists them, and `GET /api/statistics` counts
//! the results of a name.

use std::sync::Arc;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use session::domain::PersonName;
use session::protocol::player::{FinishedGames, Statistics};
use session::{GameId, Token, UnixMs};

use super::games::game_not_found;
use super::headers::authorization;
use super::statistics::statistics;
use crate::accept::Peer;
use crate::api_error::ApiError;
use crate::journal::{
    Archive, ArchivedGame, FinishedQuery, JournalError, ListPosition, ListedGame, PlayerQuery,
};
use crate::player_key::SignedRecord;
use crate::state::AppState;

/// Games of one answer to a request for a list.
pub(super) const GAMES_PER_LIST: usize = 50;

/// Games that statistics count: the latest ones.
pub(super) const STATISTICS_GAMES_MAX: usize = 10_000;

/// Games by a ruleset have an id of no more bytes.
const RULESET_BYTES_MAX: usize = 64;

type Id = Result<Path<String>, PathRejection>;

/// Returns a finished game in full.
pub(super) async fn record(
    State(app): State<AppState>,
    id: Id,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let game = find(&app, id, &peer, &headers).await?;
    // Both are JSON as it was stored.
    let body = format!(r#"{{"summary":{},"state":{}}}"#, game.summary, game.state);
    Ok(respond("application/json", body))
}

/// Returns a finished game as PGN.
pub(super) async fn pgn(
    State(app): State<AppState>,
    id: Id,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    /// The part of a state that is asked for.
    #[derive(Deserialize)]
    struct Recorded {
        record: Pgn,
    }
    #[derive(Deserialize)]
    struct Pgn {
        pgn: Option<String>,
    }
    let game = find(&app, id, &peer, &headers).await?;
    let state: Recorded = serde_json::from_str(&game.state).map_err(|fault| {
        tracing::error!(%fault, "a stored state has no record");
        ApiError::internal()
    })?;
    let pgn = state.record.pgn.ok_or_else(|| {
        let message = "PGN cannot express this game, since a capture failed; its record has all of it";
        ApiError::new(StatusCode::NOT_FOUND, "no_pgn", message)
    })?;
    Ok(respond("application/x-chess-pgn; charset=utf-8", pgn))
}

/// Query of a request for a list.
#[derive(Debug, Deserialize)]
pub(super) struct ListRequest {
    player: Option<String>,
    rules: Option<String>,
    before: Option<String>,
}

/// Returns listed games, the latest end first.
pub(super) async fn list(
    State(app): State<AppState>,
    request: Result<Query<ListRequest>, QueryRejection>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    check_rate(&app, &peer, &headers)?;
    let wanted = "the query has `player`, `rules` or `before`, once each";
    let Query(ListRequest { player, rules, before }) = request.map_err(|_| ApiError::malformed(wanted))?;
    let query = FinishedQuery {
        player: player.map(|name| read_name(&name).map(PlayerQuery::Name)).transpose()?,
        ruleset: rules.map(read_ruleset).transpose()?,
        before: before.as_deref().map(read_place).transpose()?,
        most: GAMES_PER_LIST + 1,
        ..latest(&app)
    };
    let mut games = listed(&app, query).await?;
    let is_cut = games.len() > GAMES_PER_LIST;
    games.truncate(GAMES_PER_LIST);
    let last = games.last().filter(|_| is_cut);
    let next = last.map(|game| ListPosition::of(&game.summary).to_string());
    let games = games.into_iter().map(|game| game.summary).collect();
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(FinishedGames { games, next })).into_response())
}

/// Query of a request for statistics.
#[derive(Debug, Deserialize)]
pub(super) struct StatisticsRequest {
    player: String,
}

/// Returns the results of everybody who played under a name.
pub(super) async fn count(
    State(app): State<AppState>,
    request: Result<Query<StatisticsRequest>, QueryRejection>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    check_rate(&app, &peer, &headers)?;
    let wanted = "the query has `player`, once";
    let Query(StatisticsRequest { player }) = request.map_err(|_| ApiError::malformed(wanted))?;
    let player = read_name(&player)?;
    let whose = Some(PlayerQuery::Name(player.clone()));
    let query = FinishedQuery { player: whose, most: STATISTICS_GAMES_MAX + 1, ..latest(&app) };
    let games = listed(&app, query).await?;
    let is_partial = games.len() > STATISTICS_GAMES_MAX;
    let summaries = games.iter().map(|game| &game.summary);
    let controls = statistics(&player, summaries.take(STATISTICS_GAMES_MAX));
    let counted = Statistics { player, is_partial, controls };
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(counted)).into_response())
}

fn read_name(name: &str) -> Result<PersonName, ApiError> {
    name.parse().map_err(|_| ApiError::malformed("`player` is no name that a player can have"))
}

fn read_ruleset(id: String) -> Result<String, ApiError> {
    let is_id = id.len() <= RULESET_BYTES_MAX;
    if is_id { Ok(id) } else { Err(ApiError::malformed("`rules` is no id of a ruleset")) }
}

/// Returns a place in a list.
pub(super) fn read_place(place: &str) -> Result<ListPosition, ApiError> {
    place.parse().map_err(|_| ApiError::malformed("`before` is not what a list has returned as `next`"))
}

/// Returns a query for the latest games.
pub(super) fn latest(app: &AppState) -> FinishedQuery {
    let now = app.clock.now();
    FinishedQuery { player: None, ruleset: None, before: None, since: kept_since(app, now), now, most: 0 }
}

/// Returns the time before which the records of games that ended are not kept.
pub(super) fn kept_since(app: &AppState, now: UnixMs) -> UnixMs {
    app.limits.keep_finished.map_or(UnixMs(0), |keep| UnixMs(now.0.saturating_sub(keep.as_ms())))
}

pub(super) async fn listed(app: &AppState, query: FinishedQuery) -> Result<Vec<ListedGame>, ApiError> {
    match app.journal_archive() {
        Some(archive) => archive.list(query).await.map_err(|error| unreadable(&error)),
        None => Ok(Vec::new()),
    }
}

/// Returns a finished game that may be shown to who asks. A game that is not over, or not for them, is answered like one that never was.
async fn find(app: &AppState, id: Id, peer: &Peer, headers: &HeaderMap) -> Result<ArchivedGame, ApiError> {
    check_rate(app, peer, headers)?;
    let id: GameId = id.ok().and_then(|Path(id)| id.parse().ok()).ok_or_else(game_not_found)?;
    let archive: Arc<dyn Archive> = app.journal_archive().ok_or_else(game_not_found)?;
    let found = archive.find(&id).await.map_err(|error| unreadable(&error))?;
    let now = app.clock.now();
    // The token of a seat, or a signature in place of it.
    let token: Option<Token> = authorization(headers, "bearer");
    let player = authorization(headers, "bearer").and_then(|signed: SignedRecord| signed.player(&id));
    let is_shown = |game: &ArchivedGame| {
        let is_open = game.is_open_to(token.as_ref(), now) || player.is_some_and(|player| game.is_of(player));
        game.ended_at >= kept_since(app, now) && is_open
    };
    found.filter(is_shown).ok_or_else(game_not_found)
}

/// Counts a request as one for a seat: who asks too often does not learn whether there is such a game.
pub(super) fn check_rate(app: &AppState, peer: &Peer, headers: &HeaderMap) -> Result<(), ApiError> {
    if app.admission.check_join_rate(app.admission.client(peer, headers)) {
        return Ok(());
    }
    let message = "too many requests for games from this address; try again in a minute";
    Err(ApiError::too_often(message))
}

fn unreadable(error: &JournalError) -> ApiError {
    tracing::error!(%error, "finished games cannot be read");
    ApiError::internal()
}

fn respond(kind: &'static str, body: String) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], body).into_response()
}
