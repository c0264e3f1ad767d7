//! The task that runs tournaments: it creates the games of a round, takes in their ends, counts players who do not come, and pairs the next round.
//!
//! It asks instead of being told: an end that nobody heard of, because the server was killed, is found by the next look. Each node looks at all tournaments
//! and knows the ends of the games that it plays.

use std::time::Duration;

use session::domain::{EndReason, SideChoice};
use session::protocol::player::CreateGame;
use session::{GameId, GameResult, GameSummary};
use tokio::sync::{OwnedMutexGuard, oneshot};
use tokio::time::timeout;
use tournament::{Event, PairingOutcome, Refusal};

use crate::journal::JournalError;
use crate::limits::Span;
use crate::registry::{GameMessage, Located};
use crate::state::AppState;
use crate::tournaments::{BoardPlace, StoredEvent, TournamentError, TournamentRecord, Tournaments, outcome};

/// Time between two looks at the tournaments.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// Time for a game to answer. One whose journal fails does not.
const ANSWER_TIME: Duration = Duration::from_secs(2);
/// Looks between two removals of old tournaments.
const LOOKS_PER_PRUNE: u64 = 600;

/// Runs the tournaments until shutdown.
pub(crate) async fn run(state: AppState) {
    let mut looks = 0_u64;
    loop {
        tokio::select! {
            biased;
            () = state.stopping.cancelled() => return,
            () = tokio::time::sleep(LOOK_INTERVAL) => {}
        }
        if let Err(error) = look(&state).await {
            tracing::warn!(%error, "tournaments not looked at");
        }
        if looks.is_multiple_of(LOOKS_PER_PRUNE) {
            let keep = state.limits.tournaments.keep_tournaments.as_ms();
            let since = session::UnixMs(state.clock.now().0.saturating_sub(keep));
            if let Err(error) = state.tournaments.prune(since).await {
                tracing::warn!(%error, "old tournaments not removed");
            }
        }
        looks += 1;
    }
}

async fn look(state: &AppState) -> Result<(), TournamentError> {
    for id in state.tournaments.ids().await? {
        if state.stopping.is_cancelled() {
            return Ok(());
        }
        if let Err(error) = look_at(state, &id).await {
            tracing::warn!(%error, "a tournament cannot go on now");
        }
    }
    Ok(())
}

/// Takes a tournament as far as it goes now.
async fn look_at(state: &AppState, id: &GameId) -> Result<(), TournamentError> {
    let tournaments = &state.tournaments;
    let Some(mut record) = tournaments.open_running(id).await? else { return Ok(()) };
    see_to_boards(state, &mut record).await?;
    let now = state.clock.now();
    let pause = state.limits.tournaments.round_pause.as_ms();
    let is_due = record.tournament.rounds().is_empty() || now >= record.changed_at.plus(pause);
    if record.terms.is_automatic && is_due && record.open_boards().next().is_none() {
        pair_next(tournaments, &mut record).await?;
        see_to_boards(state, &mut record).await?;
    }
    Ok(())
}

/// Pairs the next round, or ends a tournament that was played out. Both are refused while a round is played.
///
/// # Errors
/// See [`TournamentError`].
pub(crate) async fn pair_next(
    tournaments: &Tournaments,
    record: &mut TournamentRecord,
) -> Result<(), TournamentError> {
    // Some hundred milliseconds for the largest field: tasks that carry players' moves do not wait for it.
    let state = record.tournament.clone();
    let paired = tokio::task::spawn_blocking(move || state.pair()).await;
    let due = record.tournament.rounds().len();
    let event = match paired.map_err(|_| Refusal::WrongPairs)? {
        PairingOutcome::Round(round) => Event::Paired { round },
        PairingOutcome::Done | PairingOutcome::Impossible => Event::Ended,
        PairingOutcome::NotNow(refusal) => return Err(refusal.into()),
    };
    tournaments
        .change(record, |record| {
            // Another node may have been quicker.
            if record.tournament.rounds().len() != due {
                return Err(Refusal::WrongRound);
            }
            Ok((StoredEvent::Rules { event: event.clone() }, ()))
        })
        .await
}

/// Looks after the boards of the present round.
async fn see_to_boards(state: &AppState, record: &mut TournamentRecord) -> Result<(), TournamentError> {
    let boards: Vec<_> =
        record.open_boards().map(|(place, game)| (place, game.map(|game| game.id))).collect();
    let no_show = Span(Duration::from_secs(record.terms.no_show_seconds));
    for (place, game) in boards {
        let end = match game {
            None => Look::NoGame,
            Some(game) => end_of(state, &game).await,
        };
        let is_late = state.clock.now() >= record.paired_at.plus(no_show.as_ms());
        let missing = record.no_show(place).filter(|_| is_late);
        match (end, missing) {
            (Look::Ended(end), _) => report(&state.tournaments, record, place, outcome(end)).await?,
            (Look::Unknown, _) => {}
            (Look::Runs | Look::NoGame, Some(missing)) => {
                report(&state.tournaments, record, place, missing).await?;
                if let Some(game) = game.and_then(|game| state.registry.find(&game)) {
                    // With nobody connected it goes at once; else when its time is over.
                    let _ = game.send(GameMessage::Discard).await;
                }
            }
            (Look::Runs, None) => {}
            (Look::NoGame, None) => create_game(state, record, place).await?,
        }
    }
    Ok(())
}

/// A look at a game.
enum Look {
    /// It is played, or waits.
    Runs,
    Ended(GameResult),
    /// There is no such game any more.
    NoGame,
    /// Another node plays it, or it does not answer.
    Unknown,
}

async fn end_of(state: &AppState, game: &GameId) -> Look {
    let handle = match state.registry.locate_by_own_id(game).await {
        Ok(Located::Here(handle)) => handle,
        Ok(Located::Nowhere) => return end_by_record(state, game).await,
        Ok(Located::There(_)) | Err(_) => return Look::Unknown,
    };
    let (reply, end) = oneshot::channel();
    let asked = async {
        handle.send(GameMessage::End { reply }).await.ok()?;
        end.await.ok()
    };
    match timeout(ANSWER_TIME, asked).await {
        Ok(Some(Some(end))) => Look::Ended(end),
        Ok(Some(None)) => Look::Runs,
        Ok(None) | Err(_) => Look::Unknown,
    }
}

/// Returns the end of a game by its record: the game itself may have gone while the server was down.
async fn end_by_record(state: &AppState, game: &GameId) -> Look {
    let Some(archive) = state.journal_archive() else { return Look::NoGame };
    match archive.find(game).await {
        Ok(Some(found)) => match serde_json::from_str::<GameSummary>(&found.summary) {
            Ok(summary) => Look::Ended(GameResult {
                winner: summary.winner,
                is_abandoned: summary.end_reason == Some(EndReason::Abandoned),
                plies: summary.plies,
            }),
            Err(_) => Look::Unknown,
        },
        Ok(None) => Look::NoGame,
        Err(_) => Look::Unknown,
    }
}

async fn report(
    tournaments: &Tournaments,
    record: &mut TournamentRecord,
    place: BoardPlace,
    outcome: tournament::Outcome,
) -> Result<(), TournamentError> {
    let event = Event::Reported { round: place.round, board: place.board, outcome };
    let reported =
        tournaments.change(record, |_| Ok((StoredEvent::Rules { event: event.clone() }, ()))).await;
    match reported {
        // Another node has reported it, or the director.
        Err(TournamentError::Refused(Refusal::HasOutcome)) => Ok(()),
        other => other,
    }
}

/// Returns a tournament with the game of a board, which is created if the task has not done so yet: a player does not wait for its next look. In a task of its
/// own: a client that hangs up leaves no game behind that no board has.
///
/// # Errors
/// See [`TournamentError`].
pub(crate) async fn with_game(
    state: &AppState,
    mut record: OwnedMutexGuard<TournamentRecord>,
    place: BoardPlace,
) -> Result<OwnedMutexGuard<TournamentRecord>, TournamentError> {
    if record.game_of(place).is_some() {
        return Ok(record);
    }
    let state = state.clone();
    let created = tokio::spawn(async move { create_game(&state, &mut record, place).await.map(|()| record) });
    created.await.map_err(|_| JournalError::Unanswered)?
}

/// Creates the game of a board, and links it with the board. One that could not be linked is removed again: nobody has heard of it.
async fn create_game(
    state: &AppState,
    record: &mut TournamentRecord,
    place: BoardPlace,
) -> Result<(), TournamentError> {
    let request = CreateGame { side: SideChoice::White, ..record.terms.game.clone() };
    let (game, tokens) = match state.registry.create_for_tournament(request).await {
        Ok(created) => created,
        Err(error) => {
            tracing::warn!(%error, "game of a tournament not created");
            return Ok(());
        }
    };
    let before = record.game_of(place).map(|game| game.id);
    let linked = state
        .tournaments
        .change(record, |record| {
            if record.game_of(place).map(|game| game.id) != before {
                return Err(Refusal::NothingToChange);
            }
            let (round, board) = (place.round, place.board);
            Ok((StoredEvent::Game { round, board, game, tokens: Box::new(tokens.clone()) }, ()))
        })
        .await;
    // Stored all the same, if it was the answer alone that was lost.
    let is_linked = linked.is_ok() || record.game_of(place).is_some_and(|linked| linked.id == game);
    if !is_linked && let Some(handle) = state.registry.find(&game) {
        let _ = handle.send(GameMessage::Discard).await;
    }
    match linked {
        Err(TournamentError::Refused(_)) => Ok(()),
        other => other,
    }
}
