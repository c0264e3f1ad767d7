//! The task that runs tournaments: it creates the games of a round, takes in their ends, counts players who do not come, and pairs the next round.
//!
//! It asks instead of being told: an end that nobody heard of, because the server was killed, is found by the next look. Each node looks at all tournaments
//! and knows the ends of the games that it plays.

mod push;

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use session::domain::{EndReason, SideChoice};
use session::protocol::player::CreateGame;
use session::{GameCourse, GameId, GameResult, GameSummary};
use tokio::sync::{OwnedMutexGuard, oneshot};
use tokio::time::{Instant, timeout};
use tournament::{Event, PairingOutcome, PlayerNumber, Refusal};

use crate::journal::JournalError;
use crate::limits::Span;
use crate::registry::{GameMessage, Located};
use crate::state::AppState;
use crate::tournaments::{
    BoardPlace, StoredEvent, TournamentError, TournamentRecord, Tournaments, no_show, outcome,
};

/// Time between two looks at the tournaments.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// The same for a game that another node plays: it looks at it itself, and may have died.
const ELSEWHERE_INTERVAL: Duration = Duration::from_secs(5);
/// Time for a game to answer. One whose journal fails does not.
const ANSWER_TIME: Duration = Duration::from_secs(2);
/// Time after which a tournament of which every round was played ends, if its director does not end it: until then it counts for its creator.
const LEFT_ALONE: Span = Span(Duration::from_secs(86_400));
/// Looks between two removals of old tournaments.
const LOOKS_PER_PRUNE: u64 = 600;

/// Runs the tournaments until shutdown.
pub(crate) async fn run(state: AppState) {
    let mut rounds = Rounds { state, elsewhere: BTreeMap::new() };
    for looks in 0_u64.. {
        tokio::select! {
            biased;
            () = rounds.state.stopping.cancelled() => return,
            () = tokio::time::sleep(LOOK_INTERVAL) => {}
        }
        if let Err(error) = rounds.look().await {
            tracing::warn!(%error, "tournaments not looked at");
        }
        if looks.is_multiple_of(LOOKS_PER_PRUNE)
            && let Err(error) = rounds.state.tournaments.prune().await
        {
            tracing::warn!(%error, "old tournaments not removed");
        }
    }
}

/// The task with what it remembers between two looks.
struct Rounds {
    state: AppState,
    /// Games of other nodes, with the times at which they are due for a look.
    elsewhere: BTreeMap<GameId, Instant>,
}

impl Rounds {
    async fn look(&mut self) -> Result<(), TournamentError> {
        let now = Instant::now();
        self.elsewhere.retain(|_, due| *due > now);
        for id in self.state.tournaments.going_on().await? {
            if self.state.stopping.is_cancelled() {
                return Ok(());
            }
            if let Err(error) = self.look_at(&id).await {
                tracing::warn!(%error, "a tournament cannot go on now");
            }
        }
        Ok(())
    }

    /// Takes a tournament as far as it goes now. Its players' requests do not wait for the games that are asked.
    async fn look_at(&mut self, id: &GameId) -> Result<(), TournamentError> {
        let tournaments = &self.state.tournaments;
        let Some(record) = tournaments.open_running(id).await? else { return Ok(()) };
        let boards: Vec<_> =
            record.open_boards().map(|(place, game)| (place, game.map(|game| game.id))).collect();
        let void = record.void_games();
        drop(record);
        for game in void {
            call_off(&self.state, &game).await;
        }
        let games = boards.iter().filter_map(|(_, game)| *game);
        let asked = games.filter(|game| !self.elsewhere.contains_key(game));
        let state = &self.state;
        let looks = join_all(asked.map(|game| async move { (game, look_at_game(state, &game).await) })).await;
        let elsewhere = looks.iter().filter(|(_, look)| matches!(look, Look::Elsewhere));
        let due = Instant::now() + ELSEWHERE_INTERVAL;
        self.elsewhere.extend(elsewhere.map(|(game, _)| (*game, due)));
        let looks: BTreeMap<GameId, Look> = looks.into_iter().collect();
        let mut record = tournaments.open(id).await?;
        for (place, game) in boards {
            // The director, or another node, may have been quicker.
            if record.open_boards().any(|(open, now)| open == place && now.map(|game| game.id) == game) {
                let look = game.map_or(Some(&Look::NoGame), |game| looks.get(&game));
                see_to_board(state, &mut record, place, look.unwrap_or(&Look::Elsewhere)).await?;
            }
        }
        if is_due(state, &record) {
            match pair_next(tournaments, &mut record).await {
                // Until somebody enters, comes back, or wants to play after all.
                Err(TournamentError::Refused(Refusal::NoPairing)) => return Ok(()),
                paired => paired?,
            }
            let missing: Vec<_> = record.open_boards().map(|(place, _)| place).collect();
            for place in missing {
                create_game(state, &mut record, place, None).await?;
            }
        }
        Ok(())
    }
}

/// Returns whether the next round is to be paired, or the end to be noted, without the director: by the terms, since the server was killed between the beginning
/// and its round, or since the director has left.
fn is_due(state: &AppState, record: &TournamentRecord) -> bool {
    let pause = state.limits.tournaments.round_pause.as_ms();
    let is_first = record.tournament.rounds().is_empty();
    let has_passed = |time_ms| state.clock.now() >= record.changed_at.plus(time_ms);
    let is_next = record.terms.is_automatic && has_passed(pause);
    let is_left = record.tournament.is_played_out() && has_passed(LEFT_ALONE.as_ms());
    record.open_boards().next().is_none() && !record.is_unpairable() && (is_first || is_next || is_left)
}

/// Pairs the next round, or ends a tournament that was played out. Both are refused while a round is played.
///
/// # Errors
/// See [`TournamentError`].
pub(crate) async fn pair_next(
    tournaments: &Tournaments,
    record: &mut TournamentRecord,
) -> Result<(), TournamentError> {
    if record.is_unpairable() {
        return Err(Refusal::NoPairing.into());
    }
    // Some hundred milliseconds for the largest field: tasks that carry players' moves do not wait for it.
    let state = record.tournament.clone();
    let paired = tokio::task::spawn_blocking(move || state.pair()).await;
    let due = record.tournament.rounds().len();
    let event = match paired.map_err(|_| Refusal::WrongPairs)? {
        PairingOutcome::Round(round) => Event::Paired { round },
        PairingOutcome::Done => Event::Ended,
        PairingOutcome::Impossible => {
            record.note_unpairable();
            return Err(Refusal::NoPairing.into());
        }
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

/// Looks after a board of the present round without an outcome. Without a game nobody could come: it gets one, and nobody forfeits.
async fn see_to_board(
    state: &AppState,
    record: &mut TournamentRecord,
    place: BoardPlace,
    look: &Look,
) -> Result<(), TournamentError> {
    match look {
        Look::Ended(end) => report(&state.tournaments, record, place, outcome(*end)).await,
        Look::NoGame => create_game(state, record, place, None).await,
        Look::Elsewhere => Ok(()),
        Look::Runs(course) => {
            let Some(game) = record.game_of(place) else { return Ok(()) };
            let patience = Span(Duration::from_secs(record.terms.no_show_seconds)).as_ms();
            // A server that was down let nobody come.
            let is_late = state.clock.now() >= game.since.max(state.tournaments.started()).plus(patience);
            match no_show(*course).filter(|_| is_late) {
                Some(missing) => {
                    let game = game.id;
                    report(&state.tournaments, record, place, missing).await?;
                    call_off(state, &game).await;
                    Ok(())
                }
                None => Ok(()),
            }
        }
    }
}

/// Ends a game that goes on and counts for nothing any more, if this server plays it.
pub(crate) async fn call_off(state: &AppState, game: &GameId) {
    if let Some(game) = state.registry.find(game) {
        // A game that is gone is what is wanted; one that does not take the message now is told again by the next look.
        let _ = timeout(ANSWER_TIME, game.send(GameMessage::CallOff)).await;
    }
}

/// A look at a game.
enum Look {
    /// It is played, or waits.
    Runs(GameCourse),
    Ended(GameResult),
    /// There is no such game any more.
    NoGame,
    /// Another node plays it, or it does not answer.
    Elsewhere,
}

async fn look_at_game(state: &AppState, game: &GameId) -> Look {
    let handle = match state.registry.locate_by_own_id(game).await {
        Ok(Located::Here(handle)) => handle,
        Ok(Located::Nowhere) => return end_by_record(state, game).await,
        Ok(Located::There(_)) | Err(_) => return Look::Elsewhere,
    };
    let (reply, course) = oneshot::channel();
    let asked = async {
        handle.send(GameMessage::Course { reply }).await.ok()?;
        course.await.ok()
    };
    match timeout(ANSWER_TIME, asked).await {
        Ok(Some(GameCourse { end: Some(end), .. })) => Look::Ended(end),
        Ok(Some(course)) => Look::Runs(course),
        Ok(None) | Err(_) => Look::Elsewhere,
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
            Err(_) => Look::Elsewhere,
        },
        Ok(None) => Look::NoGame,
        Err(_) => Look::Elsewhere,
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

/// Returns a tournament with the game of a board, which is created if the task has not done so yet: a player who asks for their seat does not wait for its next
/// look. In a task of its own: a client that hangs up leaves no game behind that no board has.
///
/// # Errors
/// See [`TournamentError`].
pub(crate) async fn with_game(
    state: &AppState,
    mut record: OwnedMutexGuard<TournamentRecord>,
    place: BoardPlace,
    asker: PlayerNumber,
) -> Result<OwnedMutexGuard<TournamentRecord>, TournamentError> {
    if record.game_of(place).is_some() {
        return Ok(record);
    }
    let state = state.clone();
    let created =
        tokio::spawn(
            async move { create_game(&state, &mut record, place, Some(asker)).await.map(|()| record) },
        );
    created.await.map_err(|_| JournalError::Unanswered)?
}

/// Creates the game of a board, links it with the board, and tells the players, but for the one who asks for their seat. One that could not be linked is
/// removed again: nobody has heard of it.
async fn create_game(
    state: &AppState,
    record: &mut TournamentRecord,
    place: BoardPlace,
    asker: Option<PlayerNumber>,
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
    // Where it is not known whether the link is stored, the game stays: it ends by itself if nobody comes.
    let is_refused = matches!(linked, Err(TournamentError::Refused(_)));
    if is_refused && let Some(handle) = state.registry.find(&game) {
        let _ = handle.send(GameMessage::Discard).await;
    }
    // A game in place of one that was lost begins no round.
    if linked.is_ok() && before.is_none() {
        push::tell_players(state, record, place, asker);
    }
    match linked {
        Err(TournamentError::Refused(_)) => Ok(()),
        other => other,
    }
}
