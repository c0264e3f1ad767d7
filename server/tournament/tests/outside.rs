//! Pairings beside bbpPairings, an independent program that the handbook's authors know (<https://github.com/BieremaBoyzProgramming/bbpPairings>).
//!
//! `BBP_PAIRINGS=/path/to/bbpPairings.exe cargo nextest run -p tournament beside` pairs random tournaments with it round by round, `CASES=` many. Without it,
//! the pairings that it made once are compared, which are in `outside.txt`; `UPDATE_GOLDEN=1` writes them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::Course;
use tournament::{Bye, Event, Format, Outcome, PairingOutcome, PlayerNumber, Round, Tournament};

/// Tournaments in the file.
const KEPT: u64 = 60;

fn golden() -> PathBuf {
    dev::path("server/tournament/tests/outside.txt")
}

/// Is given a tournament before a round, the byes that were asked for (true for half a point), and our pairs.
type Compare<'a> = dyn FnMut(&Tournament, &BTreeMap<PlayerNumber, bool>, &str) + 'a;

/// Returns a player's place in the initial ranking, from 1, which is the number that the other program knows.
fn ranks(tournament: &Tournament) -> BTreeMap<PlayerNumber, usize> {
    let mut players: Vec<_> = tournament.players().collect();
    players.sort_by_key(|(number, player)| (std::cmp::Reverse(player.rating.unwrap_or(0)), *number));
    players.into_iter().enumerate().map(|(at, (number, _))| (number, at + 1)).collect()
}

/// Writes a tournament in the format of arbiters' reports. Players who are not to be paired have a column more.
fn report(tournament: &Tournament, absent: &dyn Fn(PlayerNumber) -> Option<&'static str>) -> String {
    let ranks = ranks(tournament);
    let mut rows = BTreeMap::new();
    for (number, _) in tournament.players() {
        let mut cells = String::new();
        let mut halves = 0;
        for round in tournament.rounds() {
            let board =
                round.boards.iter().find(|board| [board.pair.white, board.pair.black].contains(&number));
            let bye = round.byes.iter().find(|bye| bye.player == number);
            let (opponent, color, result, points) = match (board, bye) {
                (Some(board), _) => {
                    let is_white = board.pair.white == number;
                    let opponent = if is_white { board.pair.black } else { board.pair.white };
                    let (result, points) = match (board.outcome.unwrap(), is_white) {
                        (Outcome::Draw, _) => ('=', 1),
                        (Outcome::WhiteWins, true) | (Outcome::BlackWins, false) => ('1', 2),
                        (Outcome::WhiteWins, false) | (Outcome::BlackWins, true) | (Outcome::BothLose, _) => {
                            ('0', 0)
                        }
                        (Outcome::WhiteForfeits, false) | (Outcome::BlackForfeits, true) => ('+', 2),
                        _ => ('-', 0),
                    };
                    (format!("{:4}", ranks[&opponent]), if is_white { 'w' } else { 'b' }, result, points)
                }
                (None, bye) => {
                    let (result, points) = match bye.map(|bye| bye.bye) {
                        Some(Bye::Allocated) => ('U', 2),
                        Some(Bye::Half) => ('H', 1),
                        Some(Bye::Zero) | None => ('Z', 0),
                    };
                    ("0000".to_owned(), '-', result, points)
                }
            };
            halves += points;
            write!(cells, "  {opponent} {color} {result}").unwrap();
        }
        if let Some(cell) = absent(number) {
            cells.push_str(cell);
        }
        let rank = ranks[&number];
        let score = f64::from(halves) / 2.0;
        let row = format!(
            "001 {rank:4}      {:<33} {:4}                            {score:4.1} {rank:4}{cells}\n",
            format!("Player{rank}"),
            3000 - rank
        );
        rows.insert(rank, row);
    }
    let mut text = String::from("012 Random\n");
    rows.values().for_each(|row| text.push_str(row));
    writeln!(text, "XXR {}\nXXC white1", tournament.round_count()).unwrap();
    text
}

/// Pairs by the other program. Returns its pairs by our numbers, sorted; an empty text if it finds none.
fn pair_outside(program: &Path, tournament: &Tournament, requested: &BTreeMap<PlayerNumber, bool>) -> String {
    let absent = |number: PlayerNumber| {
        let is_withdrawn = tournament.player(number).unwrap().is_withdrawn;
        match requested.get(&number) {
            _ if is_withdrawn => Some("  0000 - Z"),
            Some(true) => Some("  0000 - H"),
            Some(false) => Some("  0000 - Z"),
            None => None,
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in.trf"), folder.path().join("out.txt"));
    std::fs::write(&input, report(tournament, &absent)).unwrap();
    let run = Command::new(program).arg("--dutch").arg(&input).arg("-p").arg(&output).output().unwrap();
    if !run.status.success() {
        assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
        return String::new();
    }
    let numbers: BTreeMap<usize, u8> =
        ranks(tournament).into_iter().map(|(number, rank)| (rank, number.0)).collect();
    let text = std::fs::read_to_string(&output).unwrap();
    let mut pairs: Vec<(u8, u8)> = Vec::new();
    for line in text.lines().skip(1) {
        let mut players = line.split_whitespace().map(|rank| rank.parse::<usize>().unwrap());
        let mut next = || players.next().map_or(0, |rank| numbers.get(&rank).copied().unwrap_or_default());
        pairs.push((next(), next()));
    }
    written(pairs)
}

fn written(mut pairs: Vec<(u8, u8)>) -> String {
    pairs.sort_unstable();
    pairs.into_iter().map(|(white, black)| format!("{white}-{black}")).collect::<Vec<_>>().join(" ")
}

/// Returns our pairs in the same form.
fn own(round: &Round) -> String {
    let byes = round.byes.iter().filter(|bye| bye.bye == Bye::Allocated).map(|bye| (bye.player.0, 0));
    written(round.pairs.iter().map(|pair| (pair.white.0, pair.black.0)).chain(byes).collect())
}

/// A random tournament in its rounds: `compare` is given each state before a pairing, and what was found.
fn course(seed: u64, compare: &mut Compare<'_>) {
    let mut course = Course::begun(Format::Swiss { rounds: 3 }, 2, seed);
    let players = u8::try_from(2 + course.below(if seed.is_multiple_of(5) { 60 } else { 22 })).unwrap();
    let rounds = u8::try_from(1 + course.below(9)).unwrap();
    let mut course = Course::begun(Format::Swiss { rounds }, players, seed);
    let disturbed = !seed.is_multiple_of(3);
    loop {
        let due = u8::try_from(course.tournament.rounds().len() + 1).unwrap();
        let from = course.events.len();
        if disturbed {
            course.disturb(due);
        }
        let requested = course.events[from..].iter().filter_map(|event| match event {
            Event::ByeRequested { player, half, .. } => Some((*player, *half)),
            _ => None,
        });
        let requested: BTreeMap<_, _> = requested.collect();
        let paired = course.tournament.pair();
        match &paired {
            PairingOutcome::Round(round) => compare(&course.tournament, &requested, &own(round)),
            PairingOutcome::Impossible => compare(&course.tournament, &requested, ""),
            PairingOutcome::Done | PairingOutcome::NotNow(_) => {}
        }
        let PairingOutcome::Round(round) = paired else { return };
        course.apply(Event::Paired { round });
        course.play_boards(disturbed);
    }
}

#[test]
fn pairings_beside_another_program_are_the_same() {
    let program = std::env::var_os("BBP_PAIRINGS").map(PathBuf::from);
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let Some(program) = program else {
        let kept = std::fs::read_to_string(golden()).unwrap();
        let mut lines = kept.lines().filter(|line| !line.starts_with('#'));
        for seed in 0..KEPT {
            course(seed, &mut |tournament, _, pairs| {
                let round = tournament.rounds().len() + 1;
                assert_eq!(
                    lines.next(),
                    Some(format!("{seed}.{round} {pairs}").trim_end()),
                    "seed, round, pairs"
                );
            });
        }
        assert_eq!(lines.next(), None);
        return;
    };
    let cases = std::env::var("CASES").map_or(KEPT, |cases| cases.parse().unwrap());
    let mut kept = String::from(
        "# Seed and round of a random tournament, and its pairs as bbpPairings 6.0.0 found them, white first; none if it found none.\n",
    );
    let (mut rounds, mut impossible) = (0, 0);
    for seed in 0..cases {
        course(seed, &mut |tournament, requested, pairs| {
            let theirs = pair_outside(&program, tournament, requested);
            let round = tournament.rounds().len() + 1;
            assert_eq!(pairs, theirs, "seed {seed}, round {round} of {}", tournament.round_count());
            rounds += 1;
            impossible += usize::from(theirs.is_empty());
            if seed < KEPT {
                writeln!(kept, "{}", format!("{seed}.{round} {theirs}").trim_end()).unwrap();
            }
        });
    }
    println!("{rounds} rounds of {cases} tournaments, {impossible} without a pairing");
    if update {
        std::fs::write(golden(), kept).unwrap();
    }
}
