//! The way of a game back to what is stored: at its start, and after a failure of the journal or a panic.

use std::time::Duration;

use session::host::GameHost;
use session::protocol::player::CloseReason;
use session::{GameId, Input, ReplayError, Session, UnixMs};

use super::GameTask;
use crate::journal::{JournalError, guest_ruleset};
use crate::registry::{GameContext, guest};

/// Pause before a game whose journal failed tries again, doubled up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// The reason why a game cannot be restored.
#[derive(Debug, thiserror::Error)]
pub(in crate::registry) enum RestoreError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Restores a session from its stored inputs, and records that every connection is gone.
pub(in crate::registry) async fn restore(
    context: &GameContext,
    id: &GameId,
) -> Result<Session, RestoreError> {
    let entries = context.journal.load(id).await?;
    // Without it, the replay says that there is no such ruleset.
    let _held = context.hold_ruleset(entries.first().and_then(guest_ruleset)).await?;
    let last = entries.last().map_or(UnixMs(0), |entry| entry.at);
    let replay = || Session::replay(&context.catalogue, entries.into_iter());
    let mut session = guest::beside_other_tasks(replay)?;
    let unsent = session.handle(context.clock.now().max(last), Input::Restarted);
    let receipt = context.journal.append(id, unsent.entry(), unsent.finished()).await?;
    // No client is connected, so there is no recipient.
    drop(unsent.release(receipt));
    Ok(session)
}

impl GameTask {
    /// Goes back to what is stored. Returns false if the game cannot go on.
    pub(super) async fn restart(&mut self) -> bool {
        let mut pause = FIRST_PAUSE;
        loop {
            self.sockets.close_all(CloseReason::INTERNAL);
            // Messages to the former state are void; a socket dropped here closes, and its player comes back.
            while self.inbox.try_recv().is_ok() {}
            match restore(&self.context, &self.id).await {
                Ok(session) => {
                    self.host =
                        GameHost::new(session, self.now()).with_seat_inputs(self.context.limits.seat_inputs);
                    self.note_phase();
                    // A request to make room may have been dropped, and with it the game's place among those that wait.
                    self.is_left_alone = false;
                    self.note_waiting();
                    self.confirm_rematch().await;
                    tracing::warn!(game = %self.name, "game restarted from the journal");
                    return true;
                }
                Err(RestoreError::Replay(fault)) => {
                    self.context.quarantine(&self.id, &fault);
                    return false;
                }
                Err(RestoreError::Journal(fault)) if fault.is_of_one_game() => {
                    self.context.quarantine(&self.id, &fault);
                    return false;
                }
                Err(RestoreError::Journal(error)) => {
                    tracing::error!(game = %self.name, %error, "game not restored yet: journal unavailable");
                }
            }
            tokio::select! {
                biased;
                () = self.context.shutdown.cancelled() => return false,
                () = tokio::time::sleep(pause) => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}
