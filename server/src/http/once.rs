//! Texts that are given out once, whichever node is asked: in this server's memory, or where several nodes are in their database.

use crate::address::AddressPermit;
use crate::api_error::ApiError;
use crate::expiring::LIFETIME;
use crate::journal::{Journal as _, JournalError, ShortLived};
use crate::state::AppState;

/// Keeps a text under a code. Returns false if as many are kept as may be, or one under that code.
pub(super) async fn keep(
    app: &AppState,
    kind: ShortLived,
    code: String,
    text: String,
    permit: AddressPermit,
) -> Result<bool, ApiError> {
    let (here, now) = (app.expiring(kind), app.clock.now());
    let Some(nodes) = app.journal.nodes() else { return Ok(here.put(code, text, permit, now).is_ok()) };
    // The bound by address is this node's: its place is noted here, and the text is where every node finds it.
    if here.put(code.clone(), String::new(), permit, now).is_err() {
        return Ok(false);
    }
    let kept = nodes.keep_text(kind, code.clone(), text, LIFETIME, here.most()).await;
    if !matches!(kept, Ok(true)) {
        here.take(&code, now);
    }
    kept.map_err(unavailable)
}

/// Gives a text out, once. A code that cannot be one is not asked for at the database.
pub(super) async fn take(
    app: &AppState,
    kind: ShortLived,
    code: String,
    is_code: bool,
) -> Result<Option<String>, ApiError> {
    let here = app.expiring(kind).take(&code, app.clock.now());
    match app.journal.nodes() {
        None => Ok(here),
        Some(_) if !is_code => Ok(None),
        Some(nodes) => nodes.take_text(kind, code).await.map_err(unavailable),
    }
}

fn unavailable(error: JournalError) -> ApiError {
    tracing::warn!(%error, "a text that is given out once is not shared with other nodes");
    ApiError::unavailable()
}
