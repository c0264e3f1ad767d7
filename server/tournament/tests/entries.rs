//! Entries, withdrawals and byes on request, and what a round robin makes of them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use common::{Course, play_round};
use tournament::limits::{ENTRIES_MAX, ENTRY_CHANGES_MAX, PLAYERS_MAX};
use tournament::{
    Event, Format, Outcome, Pair, PairingOutcome, PlayerNumber, Points, Refusal, Standing, Tournament,
};

const ROUND_ROBIN: Format = Format::RoundRobin { cycles: 1 };

fn entered(name: &str) -> Event {
    Event::Entered { name: name.to_owned(), rating: None }
}

fn of(format: Format, players: usize) -> Tournament {
    let mut tournament = Tournament::new(format).unwrap();
    for _ in 0..players {
        tournament.apply(&entered("player")).unwrap();
    }
    tournament
}

#[test]
fn a_player_who_withdraws_before_the_begin_leaves_the_place_to_another() {
    let mut tournament = of(ROUND_ROBIN, PLAYERS_MAX);
    assert_eq!(tournament.apply(&entered("late")), Err(Refusal::Full));
    let first = PlayerNumber(1);
    tournament.apply(&Event::Withdrawn { player: first }).unwrap();
    assert!(!tournament.takes_part(first));
    tournament.apply(&entered("late")).unwrap();
    assert_eq!(tournament.apply(&Event::Returned { player: first }), Err(Refusal::Full));
    // Comings and goings have a bound of their own.
    while tournament.players().count() < ENTRIES_MAX {
        let last = PlayerNumber(u8::try_from(tournament.players().count()).unwrap());
        tournament.apply(&Event::Withdrawn { player: last }).unwrap();
        tournament.apply(&entered("another")).unwrap();
    }
    tournament.apply(&Event::Withdrawn { player: PlayerNumber(2) }).unwrap();
    assert_eq!(tournament.apply(&entered("one more")), Err(Refusal::Full));
}

#[test]
fn the_director_closes_the_entry_and_opens_it_again() {
    let mut tournament = of(Format::Swiss { rounds: 2 }, 3);
    assert!(tournament.takes_entries());
    assert_eq!(tournament.apply(&Event::EntryOpened), Err(Refusal::NothingToChange));
    tournament.apply(&Event::EntryClosed).unwrap();
    assert!(!tournament.takes_entries());
    assert_eq!(tournament.apply(&entered("late")), Err(Refusal::EntryClosed));
    // Players who are in may go and come back.
    tournament.apply(&Event::Withdrawn { player: PlayerNumber(1) }).unwrap();
    tournament.apply(&Event::Returned { player: PlayerNumber(1) }).unwrap();
    // It stays closed when the tournament begins, and late players enter once it is open.
    tournament.apply(&Event::Begun).unwrap();
    assert_eq!(tournament.apply(&entered("late")), Err(Refusal::EntryClosed));
    tournament.apply(&Event::EntryOpened).unwrap();
    tournament.apply(&entered("late")).unwrap();
    for change in 2..ENTRY_CHANGES_MAX {
        let event = if change % 2 == 0 { Event::EntryClosed } else { Event::EntryOpened };
        tournament.apply(&event).unwrap();
    }
    assert_eq!(tournament.apply(&Event::EntryClosed), Err(Refusal::TooManyCorrections));
}

#[test]
fn a_full_tournament_takes_no_entries_until_a_place_is_free() {
    let mut tournament = of(ROUND_ROBIN, PLAYERS_MAX);
    assert!(!tournament.takes_entries() && !tournament.is_entry_closed());
    tournament.apply(&Event::Withdrawn { player: PlayerNumber(1) }).unwrap();
    assert!(tournament.takes_entries());
}

#[test]
fn a_round_robin_that_runs_takes_no_entries() {
    let mut tournament = of(ROUND_ROBIN, 3);
    tournament.apply(&Event::Begun).unwrap();
    assert!(!tournament.takes_entries() && !tournament.is_entry_closed());
    assert_eq!(tournament.apply(&entered("late")), Err(Refusal::WrongPhase));
}

#[test]
fn the_table_of_a_round_robin_is_of_those_who_are_there_when_it_begins() {
    let mut tournament = of(ROUND_ROBIN, 5);
    tournament.apply(&Event::Withdrawn { player: PlayerNumber(2) }).unwrap();
    tournament.apply(&Event::Begun).unwrap();
    assert_eq!(tournament.round_count(), 3);
    let late = tournament.apply(&Event::Returned { player: PlayerNumber(2) });
    assert_eq!(late, Err(Refusal::WrongPhase));
    let PairingOutcome::Round(round) = tournament.pair() else { panic!() };
    let pair = |white, black| Pair { white: PlayerNumber(white), black: PlayerNumber(black) };
    assert_eq!((round.pairs.clone(), round.byes.clone()), (vec![pair(1, 5), pair(3, 4)], Vec::new()));
    tournament.apply(&Event::Paired { round }).unwrap();
    let mut places: Vec<u8> = tournament.standings().iter().map(|standing| standing.player.0).collect();
    places.sort_unstable();
    assert_eq!(places, [1, 3, 4, 5]);
    // Who leaves later stays in it, and may come back.
    tournament.apply(&Event::Withdrawn { player: PlayerNumber(3) }).unwrap();
    assert_eq!(tournament.standings().len(), 4);
    tournament.apply(&Event::Returned { player: PlayerNumber(3) }).unwrap();
}

#[test]
fn a_bye_on_request_is_asked_for_once_and_can_be_taken_back() {
    let mut tournament = of(Format::Swiss { rounds: 3 }, 2);
    let asked = |player, half| Event::ByeRequested { player: PlayerNumber(player), round: 1, half };
    for player in [1, 2] {
        tournament.apply(&asked(player, true)).unwrap();
        assert_eq!(tournament.apply(&asked(player, true)), Err(Refusal::NothingToChange));
    }
    tournament.apply(&asked(2, false)).unwrap();
    let requested: Vec<_> =
        tournament.requested_byes().map(|bye| (bye.player.0, bye.round, bye.half)).collect();
    assert_eq!(requested, [(1, 1, true), (2, 1, false)]);
    tournament.apply(&Event::Begun).unwrap();
    // With nobody left there is no round, until somebody wants to play after all.
    assert_eq!(tournament.pair(), PairingOutcome::Impossible);
    for player in [1, 2].map(PlayerNumber) {
        tournament.apply(&Event::ByeTakenBack { player, round: 1 }).unwrap();
        let again = tournament.apply(&Event::ByeTakenBack { player, round: 1 });
        assert_eq!(again, Err(Refusal::NothingToChange));
    }
    let PairingOutcome::Round(round) = tournament.pair() else { panic!() };
    tournament.apply(&Event::Paired { round }).unwrap();
    let late = tournament.apply(&Event::ByeTakenBack { player: PlayerNumber(1), round: 1 });
    assert_eq!((late, tournament.requested_byes().count()), (Err(Refusal::WrongRound), 0));
}

#[test]
fn a_forfeit_is_a_direct_encounter_in_a_round_robin_alone() {
    for (format, direct) in [(ROUND_ROBIN, Some(2)), (Format::Swiss { rounds: 1 }, None)] {
        let mut course = Course::begun(format, 2, 1);
        play_round(&mut course, |_| Outcome::BothForfeit);
        let standings = course.tournament.standings();
        assert_eq!(
            standings.iter().map(|standing| standing.direct.is_some()).collect::<Vec<_>>(),
            [direct.is_some(); 2]
        );
    }
}

/// Plays every round with these results; a result is told by the numbers of the pair, the lower first, as its half points.
fn play_all(tournament: &mut Tournament, halves_of: impl Fn(u8, u8) -> u8) {
    while let PairingOutcome::Round(round) = tournament.pair() {
        tournament.apply(&Event::Paired { round }).unwrap();
        let at = u8::try_from(tournament.rounds().len()).unwrap();
        let boards = tournament.rounds().last().unwrap().boards.clone();
        for (board, Pair { white, black }) in (1..).zip(boards.iter().map(|board| board.pair)) {
            let halves = halves_of(white.0.min(black.0), white.0.max(black.0));
            let outcome = match (halves, white < black) {
                (1, _) => Outcome::Draw,
                (2, true) | (0, false) => Outcome::WhiteWins,
                _ => Outcome::BlackWins,
            };
            tournament.apply(&Event::Reported { round: at, board, outcome }).unwrap();
        }
    }
}

/// Half points, of Sonneborn–Berger quarters: place, points, direct encounter, Buchholz without the lowest, Buchholz, Sonneborn–Berger, wins.
type Line = (usize, u32, Option<u32>, u32, u32, u32, usize);

fn lines(tournament: &Tournament) -> Vec<(u8, Line)> {
    let line = |standing: &Standing| {
        let Standing { place, points, direct, buchholz_cut, buchholz, sonneborn_berger, wins, .. } = standing;
        let direct = direct.map(Points::halves);
        (*place, points.halves(), direct, buchholz_cut.halves(), buchholz.halves(), *sonneborn_berger, *wins)
    };
    tournament.standings().iter().map(|standing| (standing.player.0, line(standing))).collect()
}

/// A table worked out by hand: 1 beats 2, draws with 3 and loses to 4; 2 beats 3 and 4; 3 beats 4. So 2 has two points, 1 and 3 have one and a half, 4 one.
#[test]
fn the_tie_breaks_of_a_round_robin_are_those_of_the_table() {
    let mut tournament = of(ROUND_ROBIN, 4);
    tournament.apply(&Event::Begun).unwrap();
    play_all(&mut tournament, |one, other| match (one, other) {
        (1, 3) => 1,
        (1, 4) => 0,
        _ => 2,
    });
    assert_eq!(
        lines(&tournament),
        [
            (2, (1, 4, None, 6, 8, 10, 2)),
            // Equal by their draw, and by the sums of their opponents: 1 has more against those who have more.
            (1, (2, 3, Some(1), 7, 9, 11, 1)),
            (3, (3, 3, Some(1), 7, 9, 7, 1)),
            (4, (4, 2, None, 7, 10, 6, 1)),
        ]
    );
}

/// FIDE Handbook C.07, article 16: who had no opponent is taken to have met one with as many points.
#[test]
fn a_round_without_an_opponent_counts_as_one_against_an_equal() {
    let mut tournament = of(Format::Swiss { rounds: 1 }, 3);
    tournament.apply(&Event::Begun).unwrap();
    play_all(&mut tournament, |_, _| 2);
    assert_eq!(
        lines(&tournament),
        [(3, (1, 2, None, 0, 2, 4, 0)), (1, (2, 2, None, 0, 0, 0, 1)), (2, (3, 0, None, 0, 2, 0, 0)),]
    );
}
