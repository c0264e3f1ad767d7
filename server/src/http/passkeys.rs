//! Passkeys: `GET /api/passkeys`; for the player who signs `POST /api/players/own/passkeys/begin`, `POST /api/players/own/passkeys` and
//! `POST /api/players/own/passkeys/remove`; for somebody without their key `POST /api/passkeys/begin` and `POST /api/passkeys`.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde::{Deserialize, Serialize};
use session::domain::PlayerId;
use session::protocol::player::{
    NewPasskeyRequest, PasskeyChallenge, PasskeySignInRequest, PasskeyTerms, RemovePasskeyRequest,
    SealedIdentity,
};

use super::body::{check_json, read_body};
use super::finished::check_rate;
use super::guard;
use super::once;
use super::settings::{answer, kept, refused, signed};
use crate::accept::Peer;
use crate::api_error::ApiError;
use crate::expiring::LIFETIME;
use crate::journal::ShortLived;
use crate::passkeys::{ALGORITHMS, Assertion, Ceremony, RelyingParty, challenge_of, is_challenge};
use crate::player_settings::{KeptSettings, NewPasskey};
use crate::state::AppState;

/// Attempts to note the use of a passkey that is used elsewhere at the same time.
const ATTEMPTS: usize = 4;

/// Facts about a challenge that are remembered, as any node reads them.
#[derive(Serialize, Deserialize)]
struct Remembered {
    /// The player who adds a passkey; nobody where somebody signs in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    player: Option<PlayerId>,
    /// The domain for which the challenge was made.
    domain: String,
    /// The library's part, in base64url.
    state: String,
}

/// Returns the routes of passkeys, for pages of this server alone.
pub(super) fn router(app: &AppState) -> Router<AppState> {
    Router::new()
        .route("/passkeys", get(terms).post(sign_in))
        .route("/passkeys/begin", post(begin_sign_in))
        .route("/players/own/passkeys", post(add))
        .route("/players/own/passkeys/begin", post(begin))
        .route("/players/own/passkeys/remove", post(remove))
        .route_layer(from_fn_with_state(app.clone(), guard::own_pages))
}

/// Says which pages may use passkeys, if any may.
async fn terms(State(app): State<AppState>, headers: HeaderMap) -> Json<PasskeyTerms> {
    let party = relying_party(&app, &headers).ok().filter(|_| app.registry.settings().is_some());
    Json(PasskeyTerms { origin: party.map(|party| party.origin().to_owned()) })
}

/// Gives the player who signs a challenge for a new passkey.
async fn begin(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let headers = request.headers().clone();
    let (player, Nothing {}) = signed(&app, &peer, "passkey-begin", request).await?;
    let party = relying_party(&app, &headers)?;
    let settings = kept(&app)?;
    settings.check_room_for_passkey(player).await.map_err(refused)?;
    let known = settings.passkeys_of(player).await.map_err(|error| refused(error.into()))?;
    let known = known.iter().map(|passkey| BASE64.encode(&passkey.credential.id)).collect();
    challenge(&app, &peer, &headers, &party, (Some(player), party.begin_registration(), known)).await
}

/// Adds a passkey of the player who signs.
async fn add(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let headers = request.headers().clone();
    let client = app.admission.client(&peer, &headers);
    let (player, new): (_, NewPasskeyRequest) = signed(&app, &peer, "passkey-add", request).await?;
    let party = relying_party(&app, &headers)?;
    let NewPasskeyRequest { name, client_data, attestation, sealed } = new;
    let (client_data, attestation) = (bytes(&client_data)?, bytes(&attestation)?);
    let state = remembered(&app, &party, &client_data, Some(player)).await?;
    let made = party.finish_registration(&state, client_data, attestation);
    let credential = made.map_err(|fault| {
        tracing::info!(%fault, "new passkey refused");
        let message = "the passkey is not what was asked for";
        ApiError::new(StatusCode::BAD_REQUEST, "passkey_refused", message)
    })?;
    let may_add = || app.admission.check_row_rate(client);
    let passkey = NewPasskey { name, credential, sealed };
    kept(&app)?.add_passkey(player, passkey, app.clock.now(), may_add).await.map_err(refused)?;
    answer(&app, player).await
}

/// Removes a passkey of the player who signs.
async fn remove(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let (player, RemovePasskeyRequest { id }) = signed(&app, &peer, "passkey-remove", request).await?;
    kept(&app)?.remove_passkey(player, &id).await.map_err(refused)?;
    answer(&app, player).await
}

/// Gives anybody a challenge to sign in. It names nobody.
async fn begin_sign_in(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let (headers, Nothing {}) = read(&app, &peer, request).await?;
    let party = relying_party(&app, &headers)?;
    kept(&app)?;
    challenge(&app, &peer, &headers, &party, (None, party.begin_sign_in(), Vec::new())).await
}

/// Gives the sealed key of a player to a visitor who has one of their passkeys. A passkey that is unknown, one that was removed and an answer that does not hold are
/// answered alike.
async fn sign_in(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let (headers, request): (_, PasskeySignInRequest) = read(&app, &peer, request).await?;
    let party = relying_party(&app, &headers)?;
    let id = bytes(&request.credential)?;
    let assertion = Assertion {
        client_data: bytes(&request.client_data)?,
        authenticator_data: bytes(&request.authenticator_data)?,
        signature: bytes(&request.signature)?,
    };
    let settings = kept(&app)?;
    let state = remembered(&app, &party, &assertion.client_data, None).await?;
    let sealed = sealed_key(&app, &settings, &party, &state, (&id, assertion)).await?;
    let sealed = sealed.ok_or_else(|| {
        let message = "no passkey of this server has answered so";
        ApiError::new(StatusCode::NOT_FOUND, "passkey_unknown", message)
    })?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(SealedIdentity { sealed })).into_response())
}

/// Returns the sealed key that a passkey opens the way to, and notes its use: if that cannot be noted, the answer counts as none.
async fn sealed_key(
    app: &AppState,
    settings: &KeptSettings,
    party: &RelyingParty,
    state: &[u8],
    (id, assertion): (&[u8], Assertion),
) -> Result<Option<String>, ApiError> {
    for _ in 0..ATTEMPTS {
        let found = settings.passkey(id).await.map_err(|error| refused(error.into()))?;
        let Some(passkey) = found else { return Ok(None) };
        let checked = party.finish_sign_in(state, &passkey.credential, assertion.clone());
        let next = match checked {
            Ok(next) => next,
            Err(fault) => {
                tracing::info!(%fault, "answer of a passkey refused");
                return Ok(None);
            }
        };
        let sealed = passkey.sealed().to_owned();
        let noted = settings.note_use(passkey, &next, app.clock.now()).await;
        if noted.map_err(|error| refused(error.into()))? {
            return Ok(Some(sealed));
        }
    }
    Ok(None)
}

/// A body without anything in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Reads a request that nobody has signed. It counts as one for a seat, so that nothing can be guessed here any faster.
async fn read<T: for<'de> Deserialize<'de>>(
    app: &AppState,
    peer: &Peer,
    request: Request,
) -> Result<(HeaderMap, T), ApiError> {
    let (parts, body) = request.into_parts();
    check_json(&parts.headers)?;
    check_rate(app, peer, &parts.headers)?;
    let read = read_body(app, body, app.limits.body_bytes).await?;
    let read = serde_json::from_slice(&read).map_err(|fault| ApiError::malformed(fault.to_string()))?;
    Ok((parts.headers, read))
}

fn bytes(text: &str) -> Result<Vec<u8>, ApiError> {
    BASE64
        .decode(text)
        .map_err(|_| ApiError::malformed("the parts of an answer are base64url without padding"))
}

/// Returns the server's name for passkeys.
fn relying_party(app: &AppState, headers: &HeaderMap) -> Result<RelyingParty, ApiError> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    RelyingParty::of(app.public_url.as_deref(), host).ok_or_else(|| {
        let message =
            "this server has no passkeys: it does not know a public address (https) that they would be for";
        ApiError::new(StatusCode::NOT_FOUND, "passkeys_off", message)
    })
}

/// Remembers a challenge, and gives it out.
async fn challenge(
    app: &AppState,
    peer: &Peer,
    headers: &HeaderMap,
    party: &RelyingParty,
    (player, ceremony, known): (Option<PlayerId>, Option<Ceremony>, Vec<String>),
) -> Result<Response, ApiError> {
    let Ceremony { challenge, state } = ceremony.ok_or_else(ApiError::internal)?;
    let full = || {
        let message = "too many challenges wait for their answers; try again in some minutes";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "server_full", message)
    };
    let client = app.admission.client(peer, headers);
    let permit = app.admission.admit_passkey_challenge(client).ok_or_else(full)?;
    let remembered = Remembered { player, domain: party.id().to_owned(), state: BASE64.encode(state) };
    // Plain data with string keys: turning it into JSON cannot fail.
    let text = serde_json::to_string(&remembered).unwrap_or_default();
    if !once::keep(app, ShortLived::PasskeyChallenge, challenge.clone(), text, permit).await? {
        return Err(full());
    }
    let given = PasskeyChallenge {
        challenge,
        rp_id: party.id().to_owned(),
        algorithms: ALGORITHMS.to_vec(),
        known,
        seconds: LIFETIME.as_secs(),
    };
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(given)).into_response())
}

/// Returns what the library has to know of a challenge that is answered, once. The challenge has to be of the same player and for the same purpose.
async fn remembered(
    app: &AppState,
    party: &RelyingParty,
    client_data: &[u8],
    player: Option<PlayerId>,
) -> Result<Vec<u8>, ApiError> {
    let gone = || {
        let message = "the challenge was answered already, is too old, or is none of this server";
        ApiError::new(StatusCode::NOT_FOUND, "challenge_gone", message)
    };
    let code = challenge_of(client_data).ok_or_else(gone)?;
    let is_code = is_challenge(&code);
    let text = once::take(app, ShortLived::PasskeyChallenge, code, is_code).await?.ok_or_else(gone)?;
    let remembered: Remembered = serde_json::from_str(&text).map_err(|_| gone())?;
    if remembered.player != player || remembered.domain != party.id() {
        return Err(gone());
    }
    BASE64.decode(remembered.state).map_err(|_| gone())
}
