//! Work of the writer that may be done twice with the same result.

use session::GameId;

use super::link::{BEAT_LIFETIME, Live, milliseconds};
use super::script::{self, Asker, Call};
use super::{archive, players, reply, tournaments};
use crate::journal::JournalError;
use crate::journal::players::PlayerChange;
use crate::journal::tournaments::TournamentChange;
use crate::journal::write::Removal;

/// Work that may be done twice with the same result.
#[derive(Debug)]
pub(super) enum Work {
    /// Say that this server runs, which reaches the disk like any other command.
    Beat,
    /// Remove finished games.
    Remove(Removal),
    /// Change what players keep.
    Change(PlayerChange),
    /// Store or remove events of tournaments.
    Tournament(TournamentChange),
    /// Remove these games.
    Forget(Vec<GameId>),
    /// Say that this server has the journal no longer.
    LetGo,
}

impl Work {
    /// Does the work. Returns the number of what it concerned.
    pub(super) async fn run(&self, live: &mut Live) -> Result<u64, JournalError> {
        let command = self.command(&live.asker);
        reply::number(live.ask(&command).await?).ok_or(JournalError::Unanswered)
    }

    fn command(&self, asker: &Asker) -> Call {
        match self {
            Work::Beat => {
                let mut command = asker.eval(&script::BEAT);
                command.arg(milliseconds(BEAT_LIFETIME));
                command
            }
            Work::Remove(removal) => archive::remove(asker, *removal),
            Work::Change(change) => players::change(asker, change),
            Work::Tournament(change) => tournaments::change(asker, change),
            Work::Forget(games) => {
                let mut command = asker.eval(&script::FORGET);
                for game in games {
                    command.arg(game.as_str());
                }
                command
            }
            Work::LetGo => asker.eval(&script::LET_GO),
        }
    }
}
