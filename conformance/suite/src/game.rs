//! Games: how they stand after each ply.

use std::path::Path;

use ggn_core::notation::cgsn::Status;
use ggn_core::{EndStatus, Game, Side};

use super::case::{GameCase, GameEnd, Party, Start};
use super::outcome::{Difference, compare};
use super::stock::Stock;
use authoring::moves;

/// A move, and the statuses that it brings about.
struct Ply<'c> {
    text: &'c str,
    statuses: Vec<Status>,
}

/// Returns the moves of a line with the words behind each; a word before the first move is given back alone.
fn plies(line: &str) -> Result<Vec<Ply<'_>>, &str> {
    let mut plies: Vec<Ply<'_>> = Vec::new();
    for word in moves::words(line) {
        match word.parse::<Status>() {
            Ok(status) => plies.last_mut().ok_or(word)?.statuses.push(status),
            Err(_) => plies.push(Ply { text: word, statuses: Vec::new() }),
        }
    }
    Ok(plies)
}

/// Plays a case.
pub(super) fn play(stock: &Stock, beside: &Path, case: &GameCase) -> Vec<Difference> {
    let start =
        Start { ruleset: case.ruleset.as_deref(), fen: case.fen.as_deref(), feen: case.feen.as_deref() };
    let (rules, position, mut counters) = match stock.position(&start, beside) {
        Ok(found) => found,
        Err(why) => return vec![Difference::new("position", "a position of the ruleset", why)],
    };
    counters.halfmove = case.halfmove.unwrap_or(counters.halfmove);
    let mut game = Game::from_position(rules, position, counters);
    let plies = match plies(&case.moves) {
        Ok(plies) => plies,
        Err(word) => return vec![Difference::new("moves", "a move first", word)],
    };
    let mut differences = Vec::new();
    for (number, ply) in (1..).zip(&plies) {
        let at = format!("ply {number}, {}", ply.text);
        if let Some(ending) = game.ending() {
            differences.push(Difference::new(
                at,
                "a game that goes on",
                format!("ended by {}", ending.status),
            ));
            return differences;
        }
        let mv = match moves::read(&game, ply.text) {
            Ok(mv) => mv,
            Err(why) => {
                differences.push(Difference::new(at, "a legal move", why.to_string()));
                return differences;
            }
        };
        if let Err(why) = game.play(&mv) {
            differences.push(Difference::new(at, "a legal move", why.to_string()));
            return differences;
        }
        differences.extend(compare(&at, &words(&ply.statuses), &words(&statuses(&game))));
    }
    differences.extend(finish(case, &mut game));
    differences
}

/// Returns the effects of the last move: check, and how it ended the game. Mate is given as mate alone.
fn statuses(game: &Game) -> Vec<EndStatus> {
    let ending = game.ending().map(|ending| ending.status);
    let is_mate = ending == Some(Status::Checkmate.into());
    let check = (game.in_check() && !is_mate).then_some(Status::Check.into());
    check.into_iter().chain(ending).collect()
}

fn words<T: ToString>(statuses: &[T]) -> String {
    if statuses.is_empty() {
        return "no check, and the game goes on".to_owned();
    }
    statuses.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Ends the game as the case says, and compares who wins and where the pieces stand.
fn finish(case: &GameCase, game: &mut Game) -> Vec<Difference> {
    let mut differences = Vec::new();
    let status = case.then.map(|end| match end {
        GameEnd::FirstResigns | GameEnd::SecondResigns => Status::Resignation,
        GameEnd::FirstRunsOutOfTime | GameEnd::SecondRunsOutOfTime => Status::Timelimit,
        GameEnd::BothAgree => Status::Agreement,
    });
    match case.then {
        Some(GameEnd::FirstResigns) => game.resign(Side::First),
        Some(GameEnd::SecondResigns) => game.resign(Side::Second),
        Some(GameEnd::FirstRunsOutOfTime) => game.time_out(Side::First),
        Some(GameEnd::SecondRunsOutOfTime) => game.time_out(Side::Second),
        Some(GameEnd::BothAgree) => game.agree(),
        None => {}
    }
    if let Some(status) = status {
        let found = game.ending().map_or_else(|| "no end".to_owned(), |ending| ending.status.to_string());
        differences.extend(compare("end", &status.to_string(), &found));
    }
    let winner = |side: Option<Side>| side.map_or_else(|| "nobody".to_owned(), |side| side.to_string());
    let expected = case.winner.map(|party| match party {
        Party::First => Side::First,
        Party::Second => Side::Second,
    });
    let found = game.ending().and_then(|ending| ending.winner);
    differences.extend(compare("winner", &winner(expected), &winner(found)));
    if let Some(feen) = &case.ends_at {
        differences.extend(compare("last position", feen, &game.rules().feen(game.position()).to_string()));
    }
    differences
}
