//! Effects of time on a game: flags, deadlines of duels, absences.

use super::{Game, Outcome};
use crate::clock::Clock;
use crate::domain::{EndReason, GameStatus, UnixMs};
use crate::gambit::FlagFall;

/// Effect that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// A side has used up its time.
    Flag,
    /// The time for bids or a retreat is over.
    Deadline,
    /// A player has been absent for too long.
    Absence,
}

impl Game {
    /// Starts the game: both seats are taken.
    // Requirements blind-9, gambit-77.
    pub(crate) fn begin(&mut self, at: UnixMs) {
        self.status = GameStatus::Active;
        let turn = self.board.position().turn();
        if let Some(clock) = &mut self.clock {
            clock.start(turn, at);
        }
        self.begin_turn(at);
    }

    /// Applies everything that is due by `now`, in the order of time: flags, missed bids and retreats, and absences. Of effects at the same moment a
    /// flag comes first, and an absence last.
    pub(crate) fn apply_time(&mut self, now: UnixMs) {
        while let Some((at, due)) = self.next_due().filter(|(at, _)| *at <= now) {
            match due {
                Due::Flag => self.time_out(at),
                Due::Deadline => self.expire(at),
                Due::Absence => {
                    let Some(abandoned) = self.attendance.expired(at) else { return };
                    self.stop_clock(at);
                    self.abandon(abandoned);
                }
            }
        }
    }

    /// Returns the time at which something is due next.
    pub(crate) fn due_at(&self) -> Option<UnixMs> {
        self.next_due().map(|(at, _)| at)
    }

    fn next_due(&self) -> Option<(UnixMs, Due)> {
        let due = [
            (self.flag_at(), Due::Flag),
            (self.deadline(), Due::Deadline),
            (self.attendance.next_end(), Due::Absence),
        ];
        // Of equal times, `min_by_key` returns the first.
        due.into_iter().filter_map(|(at, due)| Some((at?, due))).min_by_key(|(at, _)| *at)
    }

    /// Returns the time at which the flag of the running side falls.
    pub(crate) fn flag_at(&self) -> Option<UnixMs> {
        self.clock.as_ref()?.flag_at()
    }

    /// Restarts the turn of the clock, and the deadline of bids or a retreat, without charge.
    pub(crate) fn forgive_turn(&mut self, at: UnixMs) {
        self.renew_deadline(at);
        if let Some(clock) = &mut self.clock {
            clock.waive_elapsed(at);
        }
    }

    /// Stops the clock at the end of the game.
    pub(crate) fn stop_clock(&mut self, at: UnixMs) {
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
    }

    /// Ends the game because the running side has no time left. The other side wins, unless the rules say that what it has is too little; a game with
    /// duels may pass over that rule.
    // Requirements gambit-75, gambit-78.
    fn time_out(&mut self, at: UnixMs) {
        let Some(side) = self.clock.as_ref().and_then(Clock::side) else { return };
        self.stop_clock(at);
        match self.gambit.as_ref().map(|gambit| gambit.terms.profile().flag_fall) {
            Some(FlagFall::Loss) => self.board.forfeit_on_time(side),
            Some(FlagFall::Material) | None => self.board.time_out(side),
        }
        let winner = self.board.ending().map_or(Some(side.opponent()), |ending| ending.winner);
        self.finish(Outcome { reason: Some(EndReason::Timeout), winner });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ggn_core::{Rules, Side};

    use super::*;
    use crate::domain::Mode;
    use crate::fixtures::{asked, catalogue, data, duelling, game};
    use crate::gambit;
    use crate::terms::CreateGame;

    /// Returns the outcome of a game with these house rules when white, to move in that position, runs out of time.
    fn white_runs_out(overlays: &[&str], feen: &str) -> Outcome {
        let overlays = overlays.iter().map(|&id| id.to_owned()).collect();
        let request = CreateGame { overlays, ..asked(Mode::Blind, None) };
        let rules = Arc::clone(&catalogue().terms(&request).unwrap().rules.ruleset);
        let position = rules.position(&feen.parse().unwrap()).unwrap_or_else(|faults| panic!("{faults}"));
        let board = ggn_core::Game::from_position(rules, position, ggn_core::Counters::default());
        let mut game = game(Mode::Blind, None, board);
        game.clock = Some(Clock::new(serde_json::from_str(r#"{"initial":60}"#).unwrap()));
        game.begin(UnixMs(0));
        game.apply_time(UnixMs(59_999));
        assert_eq!(game.outcome, None);
        game.apply_time(UnixMs(60_000));
        game.outcome.unwrap()
    }

    // Requirement gambit-75.
    #[test]
    fn who_runs_out_of_time_loses_unless_the_rules_say_that_the_other_has_too_little() {
        let queen = "4k^3/8/8/8/8/8/8/Q3K^3 / C/c";
        for (overlays, feen, winner) in [
            (&[][..], "r3k^3/8/8/8/8/8/8/4K^3 / C/c", Some(Side::Second)),
            (&[], "4k^3/p7/8/8/8/8/8/4K^3 / C/c", Some(Side::Second)),
            (&[], queen, None),
            (&[], "n3k^3/8/8/8/8/8/8/Q3K^3 / C/c", None),
            // Under this house rule a bare king can still win, by walking to the hill.
            (&["king-of-the-hill"], queen, Some(Side::Second)),
        ] {
            let ended = Outcome { reason: Some(EndReason::Timeout), winner };
            assert_eq!(white_runs_out(overlays, feen), ended, "{overlays:?} {feen}");
        }
    }

    // Requirement gambit-75.
    #[test]
    fn with_duels_the_gambit_profile_decides_whether_material_counts() {
        let bare = "4k^3/8/8/8/8/8/8/Q3K^3 / C/c";
        for (flag_fall, winner) in [(FlagFall::Loss, Some(Side::Second)), (FlagFall::Material, None)] {
            let mut game = duelling(Mode::Vanilla, "standard", bare);
            let gambit = game.gambit.as_mut().unwrap();
            let profile = gambit::Profile { flag_fall, ..(**gambit.terms.profile()).clone() };
            gambit.terms =
                Arc::new(gambit::Terms::bind(Arc::new(profile), Arc::clone(gambit.terms.rules())).unwrap());
            game.clock = Some(Clock::new(serde_json::from_str(r#"{"initial":60}"#).unwrap()));
            game.begin(UnixMs(0));
            game.apply_time(UnixMs(60_000));
            assert_eq!(
                game.outcome,
                Some(Outcome { reason: Some(EndReason::Timeout), winner }),
                "{flag_fall:?}"
            );
        }
    }

    #[test]
    fn where_the_rules_say_nothing_of_time_the_other_wins() {
        let files = data().into_iter().filter_map(|(path, bytes)| {
            let path = path.strip_prefix("chess/")?.to_owned();
            let text = String::from_utf8(bytes).unwrap();
            let text = match text.find(
                r#"{
      "status": "timelimit""#,
            ) {
                Some(start) => text[..start].trim_end().trim_end_matches(',').to_owned() + "] }",
                None => text,
            };
            Some((path, text.into_bytes()))
        });
        let rules = Rules::load(&files.collect::<Vec<_>>()).unwrap_or_else(|faults| panic!("{faults}"));
        let mut game = game(Mode::Blind, None, ggn_core::Game::new(rules));
        game.clock = Some(Clock::new(serde_json::from_str(r#"{"initial":60}"#).unwrap()));
        game.begin(UnixMs(0));
        game.apply_time(UnixMs(60_000));
        let won = Outcome { reason: Some(EndReason::Timeout), winner: Some(Side::Second) };
        assert_eq!(game.outcome, Some(won));
    }
}
