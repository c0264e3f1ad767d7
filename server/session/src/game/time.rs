//! What time does to a game: its clock runs, a flag falls, bids are not made in time, a player stays away for too long.

use super::{Game, Outcome};
use crate::clock::Clock;
use crate::ids::UnixMs;
use crate::protocol::player::{EndReason, GameStatus};

/// What time can bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// A side has used up its time.
    Flag,
    /// The time for bids or a retreat is over.
    Deadline,
    /// A player has stayed away for too long.
    Absence,
}

impl Game {
    /// Both seats are taken.
    pub(crate) fn begin(&mut self, at: UnixMs) {
        self.status = GameStatus::Active;
        let turn = self.board.position().turn();
        if let Some(clock) = &mut self.clock {
            clock.start(turn, at);
        }
    }

    /// What the time that has come brings about by itself, in the order of time: flags that have fallen, bids and retreats that were not made in time,
    /// and players who stayed away for too long. Of what comes at the same moment a flag is first, and an absence last.
    pub(crate) fn judge_time(&mut self, now: UnixMs) {
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

    /// When something is due next.
    pub(crate) fn due_at(&self) -> Option<UnixMs> {
        self.next_due().map(|(at, _)| at)
    }

    fn next_due(&self) -> Option<(UnixMs, Due)> {
        let due = [
            (self.flag_at(), Due::Flag),
            (self.deadline(), Due::Deadline),
            (self.attendance.next_end(), Due::Absence),
        ];
        // Of equals the first is taken.
        due.into_iter().filter_map(|(at, due)| Some((at?, due))).min_by_key(|(at, _)| *at)
    }

    /// When the flag falls of the side whose time runs.
    pub(crate) fn flag_at(&self) -> Option<UnixMs> {
        self.clock.as_ref()?.flag_at()
    }

    /// Nobody is charged for the turn so far, and what is awaited has its whole time anew.
    pub(crate) fn forgive_turn(&mut self, at: UnixMs) {
        self.renew_deadline(at);
        if let Some(clock) = &mut self.clock {
            clock.forgive(at);
        }
    }

    /// The game is over: from then on nobody's time runs.
    pub(crate) fn stop_clock(&mut self, at: UnixMs) {
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
    }

    /// The side whose time ran has none left. What the other needs to win by that is for the rules to say; where they say nothing, it is enough to
    /// be there.
    fn time_out(&mut self, at: UnixMs) {
        let Some(side) = self.clock.as_ref().and_then(Clock::side) else { return };
        self.stop_clock(at);
        self.board.time_out(side);
        let winner = self.board.ending().map_or(Some(side.opponent()), |ending| ending.winner);
        self.finish(Outcome { reason: Some(EndReason::Timeout), winner });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ggn_core::{Ruleset, Side};

    use super::*;
    use crate::protocol::player::{CreateGame, Mode};
    use crate::testing::{asked, catalogue, data, game};

    /// How a game with these house rules ends when white, to move in that position, runs out of time.
    fn white_runs_out(overlays: &[&str], feen: &str) -> Outcome {
        let overlays = overlays.iter().map(|&id| id.to_owned()).collect();
        let request = CreateGame { overlays, ..asked(Mode::Blind, None) };
        let rules = Arc::clone(&catalogue().terms(&request).unwrap().rules.ruleset);
        let position = rules.position(&feen.parse().unwrap()).unwrap_or_else(|faults| panic!("{faults}"));
        let board = ggn_core::Game::from_position(rules, position, ggn_core::Counters::default());
        let mut game = game(Mode::Blind, None, board);
        game.clock = Some(Clock::new(serde_json::from_str(r#"{"initial":60}"#).unwrap()));
        game.begin(UnixMs(0));
        game.judge_time(UnixMs(59_999));
        assert_eq!(game.outcome, None);
        game.judge_time(UnixMs(60_000));
        game.outcome.unwrap()
    }

    #[test]
    fn who_runs_out_of_time_loses_unless_the_rules_say_that_the_other_has_too_little() {
        let queen = "4k^3/8/8/8/8/8/8/Q3K^3 / C/c";
        for (overlays, feen, winner) in [
            (&[][..], "r3k^3/8/8/8/8/8/8/4K^3 / C/c", Some(Side::Second)),
            (&[], "4k^3/p7/8/8/8/8/8/4K^3 / C/c", Some(Side::Second)),
            (&[], queen, None),
            (&[], "n3k^3/8/8/8/8/8/8/Q3K^3 / C/c", None),
            // There a bare king can still win: by walking.
            (&["king-of-the-hill"], queen, Some(Side::Second)),
        ] {
            let ended = Outcome { reason: Some(EndReason::Timeout), winner };
            assert_eq!(white_runs_out(overlays, feen), ended, "{overlays:?} {feen}");
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
        let rules = Ruleset::load(&files.collect::<Vec<_>>()).unwrap_or_else(|faults| panic!("{faults}"));
        let mut game = game(Mode::Blind, None, ggn_core::Game::new(rules));
        game.clock = Some(Clock::new(serde_json::from_str(r#"{"initial":60}"#).unwrap()));
        game.begin(UnixMs(0));
        game.judge_time(UnixMs(60_000));
        let won = Outcome { reason: Some(EndReason::Timeout), winner: Some(Side::Second) };
        assert_eq!(game.outcome, Some(won));
    }
}
