//! Vacations of the players of a game: the game looks for them when it starts and before a flag falls, and is told of changes.

use session::clock::Vacation;
use session::domain::{PlayerId, SeatPlayers};

use super::{GameTask, Stop};

impl GameTask {
    /// Lets the game be told of its players' vacations, as far as it takes any.
    pub(super) fn follow_players(&mut self) {
        let session = self.host.session();
        let players = if session.takes_vacations() { session.seat_players() } else { SeatPlayers::default() };
        if players == self.followed {
            return;
        }
        let ids = |players: SeatPlayers| [players.w, players.b].into_iter().flatten();
        ids(self.followed).for_each(|player| self.context.followed.remove(player, &self.id));
        ids(players).for_each(|player| self.context.followed.add(player, self.id));
        self.followed = players;
    }

    /// Follows a player who has just shown a key.
    pub(super) async fn note_player(&mut self) -> Result<(), Stop> {
        self.look_up_blocks().await;
        self.follow_players();
        self.look_up_vacations().await
    }

    /// Ends that.
    pub(super) fn unfollow_players(&mut self) {
        for player in [self.followed.w, self.followed.b].into_iter().flatten() {
            self.context.followed.remove(player, &self.id);
        }
        self.followed = SeatPlayers::default();
    }

    /// Looks for the vacations of the players, and notes what is new. While the journal fails, so would the note.
    pub(super) async fn look_up_vacations(&mut self) -> Result<(), Stop> {
        let Some(settings) = self.context.settings.clone() else { return Ok(()) };
        for player in [self.followed.w, self.followed.b].into_iter().flatten() {
            match settings.vacations(player).await {
                Ok(vacations) => {
                    for vacation in vacations {
                        self.note_vacation(player, vacation).await?;
                    }
                }
                Err(error) => tracing::warn!(game = %self.name, %error, "vacations not looked up"),
            }
        }
        Ok(())
    }

    /// Notes a vacation, if it is news.
    pub(super) async fn note_vacation(&mut self, player: PlayerId, vacation: Vacation) -> Result<(), Stop> {
        let now = self.now();
        for input in self.host.session().vacation_inputs(player, vacation, now) {
            self.apply(input).await?;
        }
        Ok(())
    }
}
