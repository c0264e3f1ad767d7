//! Timings other than perft: loading the rules, listing legal moves, reading and writing positions.

use std::error::Error;
use std::hint::black_box;

use cozy_chess::Board;
use ggn_core::notation::feen::Feen;
use ggn_core::{Position, Rules};

use crate::clock::{self, Timer};
use crate::report::{Figure, median};
use crate::{ours, positions, search, theirs};

/// Measures all timings, over the same positions as perft.
pub(crate) fn measure(rules: &Rules, rounds: u32, quick: bool) -> Result<Vec<Figure>, Box<dyn Error>> {
    let texts: Vec<String> = positions::perft_positions()?.into_iter().map(|counted| counted.feen).collect();
    let feens: Vec<Feen> = texts.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let ours: Vec<Position> =
        texts.iter().map(|text| ours::position(rules, text)).collect::<Result<_, _>>()?;
    let boards: Vec<Board> = texts.iter().map(|text| theirs::board(text)).collect::<Result<_, _>>()?;
    let fens: Vec<String> = boards.iter().map(ToString::to_string).collect();

    let repeats = if quick { 200 } else { 20_000 };
    let timer = Timer { rounds, repeats };
    let figure =
        |name: &str, ours, theirs| Figure { name: name.to_owned(), unit: "ns".to_owned(), ours, theirs };
    let mut figures = vec![load(rounds)?];
    figures.extend(rules.compiled_bytes().map(|bytes| Figure {
        name: "tables".to_owned(),
        unit: "KiB".to_owned(),
        ours: bytes as f64 / 1024.0,
        theirs: None,
    }));
    figures.extend([
        figure(
            "legal moves of a position, as a list",
            timer.nanoseconds(&ours, |position| rules.legal_moves(position)),
            Some(timer.nanoseconds(&boards, list)),
        ),
        figure(
            "legal moves of a search, in a list used again",
            search::lists_ours(&timer, rules, &ours),
            Some(search::lists_theirs(&timer, &boards)),
        ),
        Figure {
            name: "a random game to its end".to_owned(),
            unit: "µs".to_owned(),
            ours: search::games_ours(&timer, rules) / 1e3,
            theirs: Some(search::games_theirs(&timer) / 1e3),
        },
        figure(
            "reading a position's text (FEEN, FEN)",
            timer.nanoseconds(&texts, |text| text.parse::<Feen>()),
            Some(timer.nanoseconds(&fens, |text| Board::from_fen(text, false))),
        ),
        figure(
            "a position of the game from a parsed FEEN",
            timer.nanoseconds(&feens, |feen| rules.position(feen)),
            None,
        ),
        figure(
            "writing a position's text (FEEN, FEN)",
            timer.nanoseconds(&feens, Feen::to_string),
            Some(timer.nanoseconds(&boards, Board::to_string)),
        ),
    ]);
    Ok(figures)
}

fn load(rounds: u32) -> Result<Figure, Box<dyn Error>> {
    let files = positions::files();
    let mut milliseconds = Vec::new();
    for _ in 0..rounds {
        let (seconds, loaded) = clock::time(|| Rules::load(black_box(&files)));
        black_box(loaded?);
        milliseconds.push(seconds * 1e3);
    }
    let name = "loading the rules (read, bind, lint, compile)".to_owned();
    Ok(Figure { name, unit: "ms".to_owned(), ours: median(milliseconds), theirs: None })
}

fn list(board: &Board) -> Vec<cozy_chess::Move> {
    let mut list = Vec::with_capacity(64);
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}
