//! `POST /api/own-games`: the games of a player, who proves each seat by its token. The tokens are in the body: an address is logged by proxies.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use futures_util::future::join_all;
use session::GameId;
use session::protocol::player::{OwnFinishedGame, OwnGame, OwnGames, OwnSeat, OwnSeats};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::body::{check_json, read_body};
use super::finished::kept_since;
use crate::accept::Peer;
use crate::address::ClientAddress;
use crate::api_error::ApiError;
use crate::journal::NodeAddress;
use crate::registry::{GameMessage, Located};
use crate::state::AppState;

/// The address of the list at the listener for nodes.
pub(super) const PATH: &str = "/api/own-games";

/// Time for a game to answer. One whose journal fails does not, and the others are not held up by it.
const ANSWER_TIME: Duration = Duration::from_secs(2);
/// Time for another node to answer, which waits for its games as well.
const NODE_TIME: Duration = Duration::from_secs(3);

/// Result of the search for one game.
enum Found {
    Game(Box<OwnGame>),
    Finished(Box<OwnFinishedGame>),
    /// There is no such game, or the token holds no seat of it. Both are answered alike.
    Unknown,
    /// Another node plays it.
    There(NodeAddress),
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
        return Err(ApiError::too_often(message));
    }
    let mut present = join_all(request.seats.iter().map(|seat| find(&app, seat))).await;
    // A question that was passed on is not passed on again.
    let elsewhere = if peer.passed_on_for.is_none() { by_node(&request.seats, &present) } else { Vec::new() };
    let answers = join_all(elsewhere.iter().map(|(node, seats)| ask(&app, node, client, seats))).await;
    let mut answer = OwnGames {
        now: app.clock.now(),
        games: Vec::new(),
        finished: Vec::new(),
        unknown: Vec::new(),
        unanswered: Vec::new(),
    };
    for (seat, found) in request.seats.iter().zip(&mut present) {
        if matches!(found, Found::Unknown) {
            // Records are read one after another: each brings its whole game along.
            *found = find_record(&app, seat).await;
        }
    }
    for (seat, found) in request.seats.iter().zip(present) {
        match found {
            Found::Game(game) => answer.games.push(*game),
            Found::Finished(game) => answer.finished.push(*game),
            Found::Unknown => answer.unknown.push(seat.game_id),
            Found::There(node) if elsewhere.iter().any(|(asked, _)| *asked == node) => {}
            Found::There(_) | Found::Late => answer.unanswered.push(seat.game_id),
        }
    }
    for of_node in answers {
        answer.games.extend(of_node.games);
        answer.finished.extend(of_node.finished);
        answer.unknown.extend(of_node.unknown);
        answer.unanswered.extend(of_node.unanswered);
    }
    let place = |id: &GameId| request.seats.iter().position(|seat| seat.game_id == *id);
    answer.games.sort_by_key(|game| place(&game.terms.game_id));
    answer.finished.sort_by_key(|game| place(&game.game_id));
    answer.unknown.sort_by_key(place);
    answer.unanswered.sort_by_key(place);
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(answer)).into_response())
}

/// Returns the seats of games that other nodes play, by their node.
fn by_node(seats: &[OwnSeat], found: &[Found]) -> Vec<(NodeAddress, Vec<OwnSeat>)> {
    let mut nodes: Vec<(NodeAddress, Vec<OwnSeat>)> = Vec::new();
    for (seat, found) in seats.iter().zip(found) {
        let Found::There(node) = found else { continue };
        match nodes.iter_mut().find(|(other, _)| other == node) {
            Some((_, seats)) => seats.push(seat.clone()),
            None => nodes.push((node.clone(), vec![seat.clone()])),
        }
    }
    nodes
}

/// Asks another node for the games that it plays. If it says nothing, the games are unanswered.
async fn ask(app: &AppState, node: &NodeAddress, client: ClientAddress, seats: &[OwnSeat]) -> OwnGames {
    let asked = async {
        let body = serde_json::to_vec(&OwnSeats { seats: seats.to_vec() }).ok()?;
        let answer = app.peers()?.ask(node, client, PATH, body.into(), NODE_TIME).await;
        let answer = answer.inspect_err(|error| tracing::warn!(%error, %node, "own games not listed"));
        serde_json::from_slice(&answer.ok()?).ok()
    };
    let silence = || OwnGames {
        now: app.clock.now(),
        games: Vec::new(),
        finished: Vec::new(),
        unknown: Vec::new(),
        unanswered: seats.iter().map(|seat| seat.game_id).collect(),
    };
    asked.await.unwrap_or_else(silence)
}

/// Finds a game that is there.
async fn find(app: &AppState, seat: &OwnSeat) -> Found {
    let game = match app.registry.locate_by_own_id(&seat.game_id).await {
        Ok(Located::Here(game)) => game,
        Ok(Located::Nowhere) => return Found::Unknown,
        Ok(Located::There(node)) => return Found::There(node),
        // A page must not take it for gone.
        Err(_) => return Found::Late,
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
