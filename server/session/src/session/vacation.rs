//! Vacations of players of correspondence games: their time stands, and nobody is absent for too long meanwhile.

use ggn_core::Side;

use super::Session;
use crate::clock::Vacation;
use crate::domain::{GameStatus, PlayerId, SeatId, UnixMs};
use crate::input::Input;

impl Session {
    /// Returns the inputs by which the game notes the vacation of a player at `now`: one for each seat of theirs; none if it would change nothing.
    #[must_use]
    pub fn vacation_inputs(&self, player: PlayerId, vacation: Vacation, now: UnixMs) -> Vec<Input> {
        let Some(clock) = self.game.clock.filter(|_| self.game.status != GameStatus::Finished) else {
            return Vec::new();
        };
        let is_meant = |side: &Side| {
            self.players[*side] == Some(player) && clock.is_news(*side, vacation, now.max(self.now))
        };
        let input = |side: Side| Input::Vacation { seat: SeatId(side.into()), vacation };
        Side::BOTH.into_iter().filter(is_meant).map(input).collect()
    }

    /// Returns whether the time of a player can stand in this game: the turns have days, and it is not over.
    #[must_use]
    pub fn takes_vacations(&self) -> bool {
        let by_days = self.game.clock.is_some_and(|clock| clock.control().turn_days().is_some());
        by_days && self.game.status != GameStatus::Finished
    }

    /// Lets the time of a seat stand. What was due before the vacation began has happened; a flag that would have fallen since has not.
    pub(super) fn stand(&mut self, seat: SeatId, vacation: Vacation, at: UnixMs) {
        self.game.apply_time(at.min(vacation.from));
        if let Some(clock) = self.game.clock.as_mut().filter(|_| self.game.status != GameStatus::Finished) {
            clock.stand(seat.0.into(), vacation);
            let end = self.grace_end();
            self.game.attendance.extend_grace(end);
        }
        self.game.apply_time(at);
        self.renew_turn(seat.0.into());
    }

    /// Returns the end of a grace period that begins now. The players are not waited for before their vacations end.
    pub(super) fn grace_end(&self) -> UnixMs {
        let vacations = Side::BOTH.into_iter().filter_map(|side| self.game.clock.as_ref()?.vacation(side));
        let back = vacations.map(|vacation| vacation.until).max();
        back.map_or(self.now, |back| back.max(self.now)).plus(self.lifetimes.grace_ms)
    }
}
