//! Push subscriptions of a tournament's players: `POST /api/tournaments/{id}/subscribe` keeps one, `POST /api/tournaments/{id}/unsubscribe` takes one back.

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use serde::Deserialize;
use session::domain::{PushEndpoint, PushSubscription};

use super::{Id, Member, failed, forbidden, member, open, read};
use crate::accept::Peer;
use crate::api_error::ApiError;
use crate::http::push::push_off;
use crate::state::AppState;

/// The body of a request for push messages to a browser.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subscribe {
    subscription: PushSubscription,
}

/// The body of a request for no more push messages to a browser.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unsubscribe {
    endpoint: PushEndpoint,
}

/// Keeps a push subscription of the player whose token it is.
pub(in crate::http) async fn subscribe(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    id: Id,
    request: Request,
) -> Result<StatusCode, ApiError> {
    let (headers, Subscribe { subscription }) = read(&app, request).await?;
    let mut record = open(&app, &peer, &headers, id).await?;
    let Member::Player(player) = member(&record, &headers)? else { return Err(forbidden()) };
    let sender = app.push.as_ref().ok_or_else(push_off)?;
    if !sender.accepts(&subscription) {
        return Err(ApiError::malformed("no push messages are sent to that address, or for these keys"));
    }
    app.tournaments.subscribe(&mut record, player, &subscription).await.map_err(failed)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes back a push subscription of the player whose token it is.
pub(in crate::http) async fn unsubscribe(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    id: Id,
    request: Request,
) -> Result<StatusCode, ApiError> {
    let (headers, Unsubscribe { endpoint }) = read(&app, request).await?;
    let mut record = open(&app, &peer, &headers, id).await?;
    let Member::Player(player) = member(&record, &headers)? else { return Err(forbidden()) };
    app.tournaments.unsubscribe(&mut record, player, &endpoint).await.map_err(failed)?;
    Ok(StatusCode::NO_CONTENT)
}
