//! Playtests: the same numbers each time, within their bounds.
#![allow(clippy::unwrap_used, reason = "a failed expectation fails the test")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use authoring::playtest::{PLIES_MAX, Report, Settings, playtest};
use bot::Level;

fn settings(games: u64, time: Duration) -> Settings {
    let level = |number: u8| Level::try_from(number).unwrap();
    Settings { games, level: level(1), stronger: level(3), seed: 7, time }
}

fn report(ruleset: &str, settings: &Settings) -> (Report, usize) {
    let done = AtomicUsize::new(0);
    let rules = dev::ruleset(&format!("rules/{ruleset}"));
    let report = playtest(&rules, settings, || {
        done.fetch_add(1, Ordering::Relaxed);
    });
    (report, done.into_inner())
}

#[test]
fn a_playtest_gives_the_same_numbers_each_time() {
    for (ruleset, games) in [("dobutsu", 4), ("chess960", 1)] {
        let settings = settings(games, Duration::from_secs(600));
        let ((first, done), (again, _)) = (report(ruleset, &settings), report(ruleset, &settings));
        assert_eq!(serde_json::to_string(&first).unwrap(), serde_json::to_string(&again).unwrap());
        let games = usize::try_from(games).unwrap();
        assert_eq!((first.games, first.thinking.games, done), (games, games, 2 * games), "{ruleset}");
        let results = first.results;
        assert_eq!(results.first + results.second + results.draws, games);
        assert_eq!(first.ends.values().sum::<usize>(), games);
        assert!(first.plies.greatest <= PLIES_MAX && first.plies.least > 0);
        assert!(first.choices > 1.0 && first.captures > 0.0, "{first:?}");
        let moves: f64 = first.moves_of.values().sum();
        assert!((moves - 1.0).abs() < 1e-9, "{:?}", first.moves_of);
        assert_eq!(first.idle, [] as [String; 0]);
    }
}

#[test]
fn a_playtest_without_time_has_no_games() {
    let (report, _) = report("chess", &settings(1_000, Duration::ZERO));
    assert_eq!((report.games, report.thinking.games), (0, 0));
    assert!(!report.first_side.is_uneven());
}
