//! Positions of the project's rulesets: a possible one prints as it was read, and is played.

use ggn_core::Counters;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::fen;

use crate::project;
use crate::walk::walk;

/// Maximum number of plies.
const PLIES: usize = 40;

/// Tries a position. The input is a byte that chooses the rules, a position in FEN or FEEN, and, behind a zero byte, choices among the moves.
pub fn target(data: &[u8]) {
    let Some((&rules, rest)) = data.split_first() else { return };
    let (text, choices) =
        rest.iter().position(|&byte| byte == 0).map_or((rest, &[][..]), |at| (&rest[..at], &rest[at + 1..]));
    let Ok(text) = std::str::from_utf8(text) else { return };
    let (rules, ways) = (project::ruleset(rules), project::ways(rules));
    let setup = fen::parse(text).map(|setup| {
        let counters = Counters { halfmove: setup.halfmove, fullmove: setup.fullmove };
        (setup.feen, counters)
    });
    let (feen, counters): (Feen, Counters) =
        match setup.or_else(|_| text.parse().map(|feen| (feen, Counters::default()))) {
            Ok(setup) => setup,
            Err(_) => return,
        };
    match rules.position(&feen) {
        Ok(position) => {
            assert_eq!(rules.feen(&position), feen);
            walk(rules, ways, position, counters, &choices[..choices.len().min(PLIES)]);
        }
        Err(impossible) => {
            assert!(!impossible.faults().is_empty());
            assert!(!impossible.to_string().is_empty());
        }
    }
}

/// Returns the positions of all cases, each with rules of the same board.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let choices = [0u8, 200, 31, 7, 64, 90, 3, 128, 255, 17];
    let seed = |text: String| {
        let rules = match text.matches('/').count() {
            0..4 => 2,
            4 | 5 => 4,
            6 => 1,
            _ => 0,
        };
        [&[rules], text.as_bytes(), &[0], &choices].concat()
    };
    let is_like_one = |text: &String| {
        text.len() < 128 && text.contains(' ') && text.matches('/').count() >= 1 && !text.contains(". ")
    };
    project::texts("positions/")
        .into_iter()
        .chain(project::texts("perft/"))
        .filter(is_like_one)
        .map(seed)
        .collect()
}
