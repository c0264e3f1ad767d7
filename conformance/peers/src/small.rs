//! The other figures: loading the rules, one position's moves, reading and writing a position.

use std::error::Error;
use std::hint::black_box;

use cozy_chess::Board;
use ggn_core::notation::feen::Feen;
use ggn_core::{Position, Ruleset};

use crate::report::{Figure, median};
use crate::{clock, ours, positions, theirs};

/// Measures all of them, over the same positions as the race.
pub(crate) fn measure(rules: &Ruleset, rounds: u32, quick: bool) -> Result<Vec<Figure>, Box<dyn Error>> {
    let texts: Vec<String> = positions::known()?.into_iter().map(|counted| counted.feen).collect();
    let feens: Vec<Feen> = texts.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let ours: Vec<Position> =
        texts.iter().map(|text| ours::position(rules, text)).collect::<Result<_, _>>()?;
    let boards: Vec<Board> = texts.iter().map(|text| theirs::board(text)).collect::<Result<_, _>>()?;
    let fens: Vec<String> = boards.iter().map(ToString::to_string).collect();

    let repeats = if quick { 200 } else { 20_000 };
    let clock = Clock { rounds, repeats };
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
            clock.nanoseconds(&ours, |position| rules.legal_moves(position)),
            Some(clock.nanoseconds(&boards, list)),
        ),
        figure(
            "reading a position's text (FEEN, FEN)",
            clock.nanoseconds(&texts, |text| text.parse::<Feen>()),
            Some(clock.nanoseconds(&fens, |text| Board::from_fen(text, false))),
        ),
        figure(
            "a position of the game from a parsed FEEN",
            clock.nanoseconds(&feens, |feen| rules.position(feen)),
            None,
        ),
        figure(
            "writing a position's text (FEEN, FEN)",
            clock.nanoseconds(&feens, Feen::to_string),
            Some(clock.nanoseconds(&boards, Board::to_string)),
        ),
    ]);
    Ok(figures)
}

/// How long something takes that is far shorter than a look at the clock.
struct Clock {
    rounds: u32,
    /// How often it is done, for each item, between two looks.
    repeats: u32,
}

impl Clock {
    /// The median over the rounds of the mean over the items.
    fn nanoseconds<T, R>(&self, items: &[T], doing: impl Fn(&T) -> R) -> f64 {
        let once = || {
            let (seconds, ()) = clock::time(|| {
                for _ in 0..self.repeats {
                    for item in items {
                        black_box(doing(black_box(item)));
                    }
                }
            });
            seconds * 1e9 / f64::from(self.repeats) / items.len() as f64
        };
        median((0..self.rounds).map(|_| once()).collect())
    }
}

fn load(rounds: u32) -> Result<Figure, Box<dyn Error>> {
    let files = positions::files()?;
    let mut milliseconds = Vec::new();
    for _ in 0..rounds {
        let (seconds, loaded) = clock::time(|| Ruleset::load(black_box(&files)));
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
