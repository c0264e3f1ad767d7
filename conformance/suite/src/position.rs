//! Positions: their legal moves, how those are written, where they lead, and how many lines there are.

use std::path::Path;

use ggn_core::{Game, OwnPieces, Square, perft, tries};

use super::case::{PerftCase, PositionCase, Start};
use super::outcome::{Difference, compare, compare_sets};
use super::stock::{Stock, placed};

impl PositionCase {
    fn start(&self) -> Start<'_> {
        Start { ruleset: self.ruleset.as_deref(), fen: self.fen.as_deref(), feen: self.feen.as_deref() }
    }
}

/// Counts the lines of a position.
pub(super) fn count(stock: &Stock, beside: &Path, case: &PerftCase) -> Vec<Difference> {
    let start =
        Start { ruleset: case.ruleset.as_deref(), fen: case.fen.as_deref(), feen: case.feen.as_deref() };
    let (rules, position, _) = match stock.position(&start, beside) {
        Ok(found) => found,
        Err(why) => return vec![Difference::new("position", "a position of the ruleset", why)],
    };
    let compared = (1..).zip(&case.nodes).filter_map(|(depth, nodes)| Some((depth, (*nodes)?)));
    compared
        .filter_map(|(depth, nodes)| {
            compare(&format!("lines of {depth} plies"), &nodes, &perft(&rules, &position, depth))
        })
        .collect()
}

/// Plays a case.
pub(super) fn play(stock: &Stock, beside: &Path, case: &PositionCase) -> Vec<Difference> {
    if case.impossible {
        return impossible(stock, beside, case);
    }
    let game = match stock.game(&case.start(), beside) {
        Ok(game) => game,
        Err(why) => return vec![Difference::new("position", "a position of the ruleset", why)],
    };
    let rules = game.rules();
    let written: Vec<String> = rules.legal_moves(game.position()).iter().map(|mv| mv.uci(rules)).collect();
    let mut differences = Vec::new();
    if let Some(moves) = &case.moves {
        differences.extend(compare_sets("legal moves", moves, &written));
    }
    for (square, destinations) in &case.from {
        let found: Vec<String> =
            written.iter().filter_map(|uci| uci.strip_prefix(square.as_str())).map(str::to_owned).collect();
        differences.extend(compare_sets(&format!("legal moves from {square}"), destinations, &found));
    }
    for uci in case.illegal.iter().flat_map(|moves| moves.split_whitespace()) {
        if written.iter().any(|legal| legal == uci) {
            differences.push(Difference::new(uci, "illegal", "legal"));
        }
    }
    if let Some(check) = case.check {
        differences.extend(compare("check", &check, &game.in_check()));
    }
    for (square, destinations) in &case.tries {
        match square_named(&game, square) {
            Some(at) => {
                differences.extend(compare_sets(
                    &format!("tries from {square}"),
                    destinations,
                    &tried(&game, at),
                ));
            }
            None => differences.push(Difference::new(square, "a square of the board", "none")),
        }
    }
    differences.extend(writings(case, &game));
    differences
}

/// Checks that the ruleset refuses the position.
fn impossible(stock: &Stock, beside: &Path, case: &PositionCase) -> Vec<Difference> {
    let expected = "a position that the ruleset does not have";
    let refused = |why: String| vec![Difference::new("position", expected, why)];
    match (stock.ruleset(case.ruleset.as_deref(), beside), placed(&case.start())) {
        (Err(why), _) | (_, Err(why)) => refused(why),
        (Ok(_), Ok(None)) => refused("no position is written".to_owned()),
        (Ok(rules), Ok(Some((feen, _)))) => match rules.position(&feen) {
            Ok(_) => refused("one that it has".to_owned()),
            Err(_) => Vec::new(),
        },
    }
}

fn square_named(game: &Game, name: &str) -> Option<Square> {
    game.rules().shape().square(name.parse().ok()?)
}

/// Returns the squares to which a player who sees only their own pieces may try the piece on a square.
fn tried(game: &Game, square: Square) -> Vec<String> {
    let (rules, position) = (game.rules(), game.position());
    let own = OwnPieces::new(rules, position.turn(), position.pieces());
    let cell = |tried: ggn_core::Try| rules.shape().cell(tried.destination).map(|cell| cell.to_string());
    tries(rules, &own, square).into_iter().filter_map(cell).collect()
}

/// Compares the spellings of moves, and the positions after them.
fn writings(case: &PositionCase, game: &Game) -> Vec<Difference> {
    let mut differences = Vec::new();
    let play = |uci: &str| {
        let mv = game.legal_moves().iter().find(|mv| mv.uci(game.rules()) == *uci)?;
        let mut after = game.clone();
        after.play(mv).ok().cloned()
    };
    for (uci, written) in &case.writes {
        let Some(played) = play(uci) else {
            differences.push(Difference::new(uci, "a legal move", "not legal"));
            continue;
        };
        let notation = played.notation.clone().unwrap_or_default();
        for (what, expected, found) in [
            ("SAN", &written.san, &played.san),
            ("PMN", &written.pmn, &played.pmn(game.rules())),
            ("the players' notation", &written.notation, &notation),
        ] {
            let expected = expected.iter();
            differences.extend(expected.filter_map(|text| compare(&format!("{uci} in {what}"), text, found)));
        }
    }
    for (uci, feen) in &case.after {
        let found = play(uci).map_or_else(
            || "the move is not legal".to_owned(),
            |played| game.rules().feen(&played.after).to_string(),
        );
        differences.extend(compare(&format!("after {uci}"), feen, &found));
    }
    differences
}
