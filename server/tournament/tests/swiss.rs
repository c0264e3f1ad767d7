//! The Dutch system: its absolute rules on random tournaments, and pairings beside an outside program.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use std::collections::HashSet;

use common::{Course, play_round};
use proptest::prelude::*;
use tournament::{Color, Event, Format, Outcome, PairingOutcome, PlayerNumber, Tournament};

/// Checks a tournament against the absolute rules: nobody meets twice, nobody gets two byes, colours stay within their bounds.
fn check(tournament: &Tournament) {
    let count = tournament.players().count();
    let mut met = HashSet::new();
    let mut byes = HashSet::new();
    let mut colors: Vec<Vec<Color>> = vec![Vec::new(); count + 1];
    for (at, round) in tournament.rounds().iter().enumerate() {
        let is_last = at + 1 == tournament.round_count();
        let mut seen = HashSet::new();
        for board in &round.boards {
            let (white, black) = (board.pair.white, board.pair.black);
            assert!(seen.insert(white) && seen.insert(black), "a player is paired twice in a round");
            if board.outcome.is_some_and(Outcome::is_played) {
                assert!(
                    met.insert((white.min(black), white.max(black))),
                    "{white:?} and {black:?} meet twice"
                );
                for (player, color) in [(white, Color::White), (black, Color::Black)] {
                    let own = &mut colors[usize::from(player.0)];
                    own.push(color);
                    let difference: i32 =
                        own.iter().map(|color| if *color == Color::White { 1 } else { -1 }).sum();
                    let is_series = own.len() > 2 && own[own.len() - 3..].iter().all(|other| *other == color);
                    assert!(is_last || difference.abs() <= 2 && !is_series, "{player:?} has {own:?}");
                }
            }
        }
        for bye in &round.byes {
            assert!(seen.insert(bye.player));
            if bye.bye == tournament::Bye::Allocated {
                assert!(byes.insert(bye.player), "{:?} has two byes", bye.player);
            }
        }
    }
}

fn same_after_replay(format: Format, events: &[Event], tournament: &Tournament) {
    let mut again = Tournament::new(format).unwrap();
    for event in events {
        let text = serde_json::to_string(event).unwrap();
        again.apply(&serde_json::from_str(&text).unwrap()).unwrap();
    }
    assert_eq!(&again, tournament);
    assert_eq!(again.standings(), tournament.standings());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn random_tournaments_keep_the_absolute_rules(
        players in 2_u8..=24,
        rounds in 1_u8..=9,
        seed in any::<u64>(),
    ) {
        let format = Format::Swiss { rounds };
        let mut course = Course::begun(format, players, seed);
        course.run(true);
        check(&course.tournament);
        same_after_replay(format, &course.events, &course.tournament);
    }
}

#[test]
fn every_number_of_players_is_paired_as_long_as_pairings_exist() {
    for players in 2..=64_u8 {
        // Larger fields pass the same code, and take longer.
        let rounds = if players < 24 { 7 } else { 3 };
        let mut course = Course::begun(Format::Swiss { rounds }, players, u64::from(players));
        let reached = course.run(false);
        check(&course.tournament);
        // As many rounds as everybody has opponents, less those that colours and byes may cost a small field.
        let possible = usize::from(players - 1 + players % 2).min(usize::from(rounds));
        if players > 12 {
            assert_eq!(reached, possible, "{players} players");
        } else {
            assert!(reached >= possible.div_ceil(2), "{players} players: {reached} of {possible} rounds");
            let told =
                reached == usize::from(rounds) || course.tournament.pair() == PairingOutcome::Impossible;
            assert!(told, "{players} players");
        }
    }
}

#[test]
fn the_first_round_pairs_the_upper_half_with_the_lower_one() {
    let mut course = Course::begun(Format::Swiss { rounds: 5 }, 7, 1);
    play_round(&mut course, |_| Outcome::Draw);
    let round = &course.tournament.rounds()[0];
    let pairs: Vec<_> = round.boards.iter().map(|board| (board.pair.white.0, board.pair.black.0)).collect();
    assert_eq!(pairs, [(1, 4), (5, 2), (3, 6)]);
    assert_eq!(round.byes[0].player, PlayerNumber(7));
}
