//! What time does to a game: its clock runs, a flag falls, a player stays away for too long.

use super::{Game, Outcome};
use crate::clock::Clock;
use crate::ids::UnixMs;
use crate::protocol::player::{EndReason, GameStatus};

impl Game {
    /// Both seats are taken.
    pub(crate) fn begin(&mut self, at: UnixMs) {
        self.status = GameStatus::Active;
        let turn = self.board.position().turn();
        if let Some(clock) = &mut self.clock {
            clock.start(turn, at);
        }
    }

    /// What the time that has come by itself ends: a flag that has fallen, or a player who stayed away for too long, whichever was first. A flag
    /// comes before an absence that ends with it.
    pub(crate) fn judge_time(&mut self, now: UnixMs) {
        let flag_at = self.flag_at().filter(|at| *at <= now);
        let absence_at = self.attendance.next_end().filter(|at| *at <= now);
        match (flag_at, absence_at) {
            (Some(flag), absence) if absence.is_none_or(|absence| flag <= absence) => self.time_out(flag),
            (_, Some(absence)) => {
                if let Some(abandoned) = self.attendance.expired(absence) {
                    self.stop_clock(absence);
                    self.abandon(abandoned);
                }
            }
            (Some(_) | None, None) => {}
        }
    }

    /// When the flag falls of the side whose time runs.
    pub(crate) fn flag_at(&self) -> Option<UnixMs> {
        self.clock.as_ref()?.flag_at()
    }

    /// Nobody is charged for the turn so far.
    pub(crate) fn forgive_turn(&mut self, at: UnixMs) {
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
