//! Tournaments: `POST /api/tournaments` creates one, `GET /api/tournaments/{id}` shows it to everybody, and the other routes are for its players and its
//! director, each with a token of their own in the header `Authorization: Bearer`.

mod push;

use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use session::domain::{PersonName, SideChoice};
use session::protocol::player::{Color, CreateGame, RefusalReason};
use session::{Catalogue, GameId, Token};
use tokio::sync::OwnedMutexGuard;
use tournament::{Event, Format, Outcome, PlayerNumber, Refusal, Tournament};

use super::body::{check_json, read_body};
use super::finished::check_rate;
use super::games::{creation_error, unread_game};
use super::headers::authorization;
use crate::accept::Peer;
use crate::api_error::ApiError;
use crate::rounds::{call_off, pair_next, with_game};
use crate::state::AppState;
use crate::tournaments::{
    BoardPlace, Member, OwnPage, PublicPage, StoredEvent, Terms, TournamentError, TournamentRecord,
    token_hash,
};
pub(super) use push::{subscribe, unsubscribe};

/// Characters of the name of a tournament.
const NAME_CHARS: std::ops::RangeInclusive<usize> = 3..=60;
/// Shortest time for a player to come to a board, in seconds.
const NO_SHOW_SECONDS_MIN: u64 = 30;
/// Time that players have if the director names none.
const NO_SHOW_SECONDS: u64 = 600;

type Record = OwnedMutexGuard<TournamentRecord>;
type Id = Result<Path<String>, PathRejection>;

/// The body of `POST /api/tournaments`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CreateTournament {
    name: String,
    format: Format,
    game: CreateGame,
    /// True if a round is paired as soon as the one before is over; else the director does it.
    #[serde(default)]
    is_automatic: bool,
    #[serde(default)]
    no_show_seconds: Option<u64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CreatedTournament<'a> {
    tournament_id: &'a str,
    director_token: &'a str,
}

/// The body of an entry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    #[serde(default)]
    rating: Option<u16>,
}

#[derive(Serialize)]
struct Entered<'a> {
    player: PlayerNumber,
    token: &'a str,
}

/// The body of an act: of the director, or where it is about no player, of a player for themself.
#[derive(Clone, Copy, Deserialize)]
#[serde(tag = "act", rename_all = "camelCase", deny_unknown_fields)]
enum Act {
    CloseEntry {},
    OpenEntry {},
    Begin {},
    NextRound {},
    End {},
    Withdraw { player: Option<PlayerNumber> },
    Return { player: Option<PlayerNumber> },
    Bye { player: Option<PlayerNumber>, round: u8, half: bool },
    TakeBackBye { player: Option<PlayerNumber>, round: u8 },
    Correct { round: u8, board: u8, outcome: Outcome },
}

/// The way to the own seat of a round.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnSeat {
    game_id: String,
    token: String,
    color: Color,
}

/// Returns the refusal of an id without a tournament.
pub(super) fn not_found() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "tournament_not_found", "there is no such tournament")
        .because(RefusalReason::UnknownTournament)
}

/// Returns the refusal of a token: of nobody here, or not enough.
pub(super) fn forbidden() -> ApiError {
    let message = "the token is not of a player or the director of this tournament, or not enough for this";
    ApiError::new(StatusCode::FORBIDDEN, "not_a_member", message).because(RefusalReason::NotAMember)
}

/// Returns the refusal by the rules of tournaments. One that only a program can meet has no reason.
pub(super) fn refused(refusal: Refusal) -> ApiError {
    let (code, reason) = match refusal {
        Refusal::Full => ("tournament_full", Some(RefusalReason::TournamentFull)),
        Refusal::EntryClosed => ("entry_closed", Some(RefusalReason::EntryClosed)),
        Refusal::WrongRating
        | Refusal::NoSuchPlayer
        | Refusal::NoSuchBoard
        | Refusal::WrongPairs
        | Refusal::NoByes => ("malformed", None),
        Refusal::TooFewPlayers => ("too_few_players", Some(RefusalReason::TooFewPlayers)),
        Refusal::RoundRuns => ("round_runs", Some(RefusalReason::RoundRuns)),
        Refusal::NoPairing => ("no_pairing", Some(RefusalReason::NoPairing)),
        Refusal::NameTaken => ("name_taken", Some(RefusalReason::NameTaken)),
        Refusal::WrongPhase | Refusal::HasOutcome => ("not_now", Some(RefusalReason::NotNow)),
        Refusal::NothingToChange => ("not_now", Some(RefusalReason::NothingToChange)),
        Refusal::WrongRound => ("not_now", Some(RefusalReason::WrongRound)),
        Refusal::TooManyCorrections => ("not_now", Some(RefusalReason::TooManyChanges)),
    };
    let status = if code == "malformed" { StatusCode::BAD_REQUEST } else { StatusCode::CONFLICT };
    ApiError::new(status, code, refusal.to_string()).because(reason)
}

/// Returns the response to an error of a tournament.
pub(super) fn failed(error: TournamentError) -> ApiError {
    match error {
        TournamentError::Unknown => not_found(),
        TournamentError::Full => ApiError::server_full(RefusalReason::TournamentsFull, error.to_string()),
        TournamentError::Refused(refusal) => refused(refusal),
        TournamentError::NoRandomness(_) | TournamentError::Journal(_) | TournamentError::Unreadable(_) => {
            tracing::error!(%error, "request of a tournament failed");
            ApiError::unavailable()
        }
    }
}

/// Opens the tournament of an address. A request counts as one for a seat, so that tokens and ids cannot be guessed here any faster.
async fn open(app: &AppState, peer: &Peer, headers: &HeaderMap, id: Id) -> Result<Record, ApiError> {
    check_rate(app, peer, headers)?;
    let id: Option<GameId> = id.ok().and_then(|Path(id)| id.parse().ok());
    app.tournaments.open(&id.ok_or_else(not_found)?).await.map_err(failed)
}

fn member(record: &TournamentRecord, headers: &HeaderMap) -> Result<Member, ApiError> {
    let token: Option<Token> = authorization(headers, "bearer");
    token.and_then(|token| record.member(&token)).ok_or_else(forbidden)
}

fn unstored(status: StatusCode, body: impl Serialize) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

/// Reads the body of a request, which has to be declared as JSON.
async fn read_bytes(app: &AppState, request: Request) -> Result<(HeaderMap, Bytes), ApiError> {
    let (parts, body) = request.into_parts();
    check_json(&parts.headers)?;
    let bytes = read_body(app, body, app.limits.body_bytes).await?;
    Ok((parts.headers, bytes))
}

async fn read<T: for<'de> Deserialize<'de>>(
    app: &AppState,
    request: Request,
) -> Result<(HeaderMap, T), ApiError> {
    let (headers, bytes) = read_bytes(app, request).await?;
    let read = serde_json::from_slice(&bytes).map_err(|fault| ApiError::malformed(fault.to_string()))?;
    Ok((headers, read))
}

/// Returns the refusal of a body that is no request for a tournament.
pub(super) fn unread(body: &[u8], fault: &serde_json::Error) -> ApiError {
    let wish: Option<serde_json::Value> = serde_json::from_slice(body).ok();
    unread_game(wish.as_ref().and_then(|wish| wish.get("game")), fault)
}

pub(super) async fn create(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let (headers, bytes) = read_bytes(&app, request).await?;
    let wish: CreateTournament = serde_json::from_slice(&bytes).map_err(|fault| unread(&bytes, &fault))?;
    let client = app.admission.client(&peer, &headers);
    if !app.admission.check_tournament_rate(client) {
        return Err(ApiError::too_often("too many tournaments from this address; try again in a minute"));
    }
    let name = wish.name.trim();
    let filter = app.registry.catalogue().word_filter();
    if !NAME_CHARS.contains(&name.chars().count()) || name.chars().any(char::is_control) {
        return Err(wrong_name("the name has 3 to 60 characters"));
    }
    if filter.censored(name).is_none_or(|censored| censored != name) {
        return Err(name_refused());
    }
    let no_show_seconds = wish.no_show_seconds.unwrap_or(NO_SHOW_SECONDS);
    let longest = app.limits.tournaments.no_show.0.as_secs();
    if !(NO_SHOW_SECONDS_MIN..=longest).contains(&no_show_seconds) {
        return Err(wrong_no_show(longest));
    }
    if Tournament::new(wish.format).is_err() {
        return Err(wrong_format());
    }
    // Sides are those of the pairing, and players are people. A ruleset of a guest may be gone by the next round.
    let game = CreateGame { side: SideChoice::White, ..wish.game };
    if game.machine.is_some() || Catalogue::is_of_guest(&game) {
        return Err(wrong_game());
    }
    app.registry.check(&game).await.map_err(creation_error)?;
    let terms = Terms {
        name: name.to_owned(),
        format: wish.format,
        game,
        is_automatic: wish.is_automatic,
        no_show_seconds,
    };
    let permit = app.admission.admit_tournament(client).ok_or_else(too_many)?;
    let (id, token) = app.tournaments.create(terms, permit).await.map_err(failed)?;
    let answer = CreatedTournament { tournament_id: id.as_str(), director_token: token.as_str() };
    Ok(unstored(StatusCode::CREATED, answer))
}

/// Returns the refusal of a name by its length.
pub(super) fn wrong_name(message: &'static str) -> ApiError {
    ApiError::malformed(message).because(RefusalReason::NameLength)
}

/// Returns the refusal of the time to come to a board; `longest` is the longest one, in seconds.
pub(super) fn wrong_no_show(longest: u64) -> ApiError {
    let message = format!("players have {NO_SHOW_SECONDS_MIN} to {longest} seconds to come to a board");
    ApiError::malformed(message).because(RefusalReason::NoShowTime)
}

/// Returns the refusal of a format by its numbers.
pub(super) fn wrong_format() -> ApiError {
    ApiError::malformed(tournament::WrongFormat.to_string()).because(RefusalReason::InvalidSetting)
}

/// Returns the refusal of a game that tournaments do not have.
pub(super) fn wrong_game() -> ApiError {
    let message = "boards are played by people, by a ruleset of the server";
    ApiError::malformed(message).because(RefusalReason::UnfitForTournament)
}

/// Returns the refusal of one more tournament of an address.
pub(super) fn too_many() -> ApiError {
    let message = "this address has as many tournaments as one may have; try again when some are over";
    ApiError::rate_limited(RefusalReason::TooManyTournaments, message)
}

/// Returns the refusal of a name by its words.
pub(super) fn name_refused() -> ApiError {
    let message = "that name is not accepted here; choose another one";
    ApiError::new(StatusCode::BAD_REQUEST, "name_refused", message).because(RefusalReason::NameRefused)
}

/// Returns the refusal of a seat where no board waits for the player.
pub(super) fn no_board() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "no_board", "no game waits for you now")
        .because(RefusalReason::NoBoard)
}

/// Returns the page that everybody sees, with a tag by which it is asked for again.
pub(super) async fn show(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let known = match &id {
        Ok(Path(id)) => id.parse().ok(),
        Err(_) => None,
    };
    let page = match known {
        Some(id) => app.tournaments.page(&id).await.map_err(failed)?,
        None => None,
    };
    let page = match page {
        Some(page) => page,
        // Asking for ids that may be of no tournament has a bound; a club that looks at its own has none but those of all requests.
        None => open(&app, &peer, &headers, id).await?.page(),
    };
    let tag = format!("\"{}\"", page.tag);
    let is_known = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|list| list.split(','))
        .any(|known| known.trim().trim_start_matches("W/") == tag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "application/json")], page.bytes).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::ETAG, HeaderValue::try_from(tag).map_err(|_| ApiError::internal())?);
    Ok(response)
}

/// Enters a player.
pub(super) async fn enter(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    id: Id,
    request: Request,
) -> Result<Response, ApiError> {
    let (headers, entry) = read::<Entry>(&app, request).await?;
    let name: PersonName = entry.name.parse().map_err(|_| wrong_name("a name has 3 to 20 characters"))?;
    if !app.registry.catalogue().word_filter().allows_name(&name) {
        return Err(name_refused());
    }
    let mut record = open(&app, &peer, &headers, id).await?;
    let token = app.tournaments.token().map_err(|_| ApiError::internal())?;
    let hash = token_hash(&token);
    let entered = app.tournaments.change(&mut record, |record| {
        record.check_name(&name)?;
        let event = Event::Entered { name: name.as_str().to_owned(), rating: entry.rating };
        Ok((StoredEvent::Entered { event, token: hash.clone() }, ()))
    });
    entered.await.map_err(failed)?;
    let Some(Member::Player(player)) = record.member(&token) else { return Err(ApiError::internal()) };
    Ok(unstored(StatusCode::CREATED, Entered { player, token: token.as_str() }))
}

/// Returns what a player or the director is told beside the page: whether a game waits for them.
pub(super) async fn own(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let record = open(&app, &peer, &headers, id).await?;
    let member = member(&record, &headers)?;
    Ok(unstored(StatusCode::OK, OwnPage::of(&record, member)))
}

/// Gives a player the token of their seat at the board of the present round.
pub(super) async fn seat(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut record = open(&app, &peer, &headers, id).await?;
    let Member::Player(player) = member(&record, &headers)? else { return Err(forbidden()) };
    let seat = record.seat_of(player).ok_or_else(no_board)?;
    record = with_game(&app, record, seat.place, player).await.map_err(failed)?;
    let game = record.game_of(seat.place).cloned().ok_or_else(ApiError::unavailable)?;
    let token = game.tokens.of(seat.color).as_str().to_owned();
    let own = OwnSeat { game_id: game.id.as_str().to_owned(), token, color: seat.color };
    Ok(unstored(StatusCode::OK, own))
}

/// Does what the director says, or a player about themself.
pub(super) async fn act(
    State(app): State<AppState>,
    Extension(peer): Extension<Peer>,
    id: Id,
    request: Request,
) -> Result<Response, ApiError> {
    let (headers, act) = read::<Act>(&app, request).await?;
    let mut record = open(&app, &peer, &headers, id).await?;
    let member = member(&record, &headers)?;
    // A player acts for themself alone, and by their own token.
    let about = |named: Option<PlayerNumber>| match (member, named) {
        (Member::Director, Some(player)) => Ok(player),
        (Member::Player(own), None) => Ok(own),
        (Member::Player(own), Some(named)) if own == named => Ok(own),
        (Member::Director, None) => Err(ApiError::malformed("a player is missing")),
        (Member::Player(_), Some(_)) => Err(forbidden()),
    };
    let only_director = || if member == Member::Director { Ok(()) } else { Err(forbidden()) };
    let of_director = |event| only_director().map(|()| event);
    let event = match act {
        Act::Withdraw { player } => Event::Withdrawn { player: about(player)? },
        Act::Return { player } => Event::Returned { player: about(player)? },
        Act::Bye { player, round, half } => Event::ByeRequested { player: about(player)?, round, half },
        Act::TakeBackBye { player, round } => Event::ByeTakenBack { player: about(player)?, round },
        Act::CloseEntry {} => of_director(Event::EntryClosed)?,
        Act::OpenEntry {} => of_director(Event::EntryOpened)?,
        Act::Begin {} => of_director(Event::Begun)?,
        Act::End {} => of_director(Event::Ended)?,
        Act::Correct { round, board, outcome } => of_director(Event::Corrected { round, board, outcome })?,
        Act::NextRound {} => {
            only_director()?;
            pair_next(&app.tournaments, &mut record).await.map_err(failed)?;
            return Ok(unstored(StatusCode::OK, PublicPage::of(&record)));
        }
    };
    let decided = match act {
        Act::Correct { round, board, .. } => record.game_of(BoardPlace { round, board }).map(|game| game.id),
        _ => None,
    };
    let changed = app.tournaments.change(&mut record, |record| {
        record.check_wish(member, &event)?;
        Ok((StoredEvent::Rules { event: event.clone() }, ()))
    });
    changed.await.map_err(failed)?;
    if let Some(game) = decided {
        // Its result is the director's.
        call_off(&app, &game).await;
    }
    if matches!(event, Event::Begun) {
        match pair_next(&app.tournaments, &mut record).await {
            // It has begun all the same: another node was quicker, or the first round follows when somebody can be paired.
            Ok(()) | Err(TournamentError::Refused(_)) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(unstored(StatusCode::OK, PublicPage::of(&record)))
}
