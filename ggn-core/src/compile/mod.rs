//! From words to bits: the tables of a ruleset compiled so that legal moves come by looking up instead of reading rows.
//!
//! Nothing here knows a game either. What bits cannot say stays words and is read by the same interpreter as ever ([`crate::reference`]),
//! which also is the oracle: on random positions both give the same moves.
// Squares, pieces and atoms index tables that were made for exactly so many of them.
#![allow(clippy::indexing_slicing, reason = "indices come from the ruleset for which the tables were made")]

mod atoms;
mod bits;
mod board;
mod generate;
mod lookup;
mod rows;
mod tables;

use std::fmt::Debug;
use std::sync::Arc;

use board::{Board, Step};
use generate::{Count, List};
use tables::Tables;

use crate::movement::{Location, Move};
use crate::position::Position;
use crate::processor::Processor;
use crate::ruleset::Ruleset;
use crate::{Square, reference};
use bits::Bits;

/// A compiled ruleset.
pub(crate) trait Engine: Debug + Send + Sync {
    /// The legal moves of a position, in the order of the interpreter.
    fn legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move>;
    /// How many lines of so many legal moves there are.
    fn perft(&self, rules: &Ruleset, position: &Position, depth: u32) -> u64;
    /// Roughly how many bytes the tables take.
    fn bytes(&self) -> usize;
    /// Whether the bits of a position after each of its legal moves are those of the position that the interpreter makes of it.
    #[cfg(test)]
    fn keeps_up(&self, rules: &Ruleset, position: &Position) -> bool;
}

/// Compiles a ruleset. `None` for boards and games that bits cannot hold; the interpreter plays them.
pub(crate) fn compile(rules: &Ruleset, _: Processor) -> Option<Arc<dyn Engine>> {
    if rules.shape().squares() <= u64::WIDTH {
        sized(Tables::<u64>::new(rules)?)
    } else {
        sized(Tables::<u128>::new(rules)?)
    }
}

/// The smallest board that holds what the tables need.
fn sized<B: Bits>(tables: Tables<B>) -> Option<Arc<dyn Engine>> {
    match (tables.atoms, tables.helds) {
        (..=8, 0) => Some(Arc::new(Sized::<B, 8, 0>(tables))),
        (..=16, ..=16) => Some(Arc::new(Sized::<B, 16, 16>(tables))),
        (..=32, ..=64) => Some(Arc::new(Sized::<B, 32, 64>(tables))),
        _ => None,
    }
}

/// Tables with the size of the boards that they are read for.
#[derive(Debug)]
struct Sized<B, const A: usize, const H: usize>(Tables<B>);

impl<B: Bits, const A: usize, const H: usize> Engine for Sized<B, A, H> {
    fn legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move> {
        let board = Board::<B, A, H>::new(&self.0, position);
        let mut list = List::default();
        board.legal(rules, &self.0, &mut list);
        let mut moves: Vec<Move> =
            list.0.iter().filter_map(|step| as_move(rules, &self.0, position, step)).collect();
        // The interpreter goes by piece and row; of one row the choices stay in their order.
        moves.sort_by_key(|mv| (mv.source == Location::Hand, mv.source, mv.piece, mv.destination));
        moves
    }

    fn perft(&self, rules: &Ruleset, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.count(rules, &Board::new(&self.0, position), depth)
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    #[cfg(test)]
    fn keeps_up(&self, rules: &Ruleset, position: &Position) -> bool {
        let board = Board::<B, A, H>::new(&self.0, position);
        let mut list = List::default();
        board.legal(rules, &self.0, &mut list);
        list.0.iter().all(|step| {
            let after = as_move(rules, &self.0, position, step).map(|mv| rules.after(position, &mv));
            after.is_some_and(|after| Board::new(&self.0, &after) == board.after(rules, &self.0, step))
        })
    }
}

impl<B: Bits, const A: usize, const H: usize> Sized<B, A, H> {
    fn count(&self, rules: &Ruleset, board: &Board<B, A, H>, depth: u32) -> u64 {
        if depth <= 1 {
            let mut count = Count::default();
            board.legal(rules, &self.0, &mut count);
            return count.0;
        }
        let mut list = List::default();
        board.legal(rules, &self.0, &mut list);
        list.0.iter().map(|step| self.count(rules, &board.after(rules, &self.0, step), depth - 1)).sum()
    }
}

/// The move of the interpreter that a step is.
fn as_move<B: Bits>(rules: &Ruleset, tables: &Tables<B>, position: &Position, step: &Step) -> Option<Move> {
    let place = |at: u8| match at {
        Step::HAND => Some(Location::Hand),
        at => Square::from_index(usize::from(at)).map(Location::Square),
    };
    let (source, destination) = (place(step.from)?, place(step.to)?);
    let possibility = match tables.residual.get(step.residual as usize) {
        Some(residual) => residual.possibility,
        None => {
            let row = rules.table().row(step.piece, source, destination)?;
            let at = |square| position.piece_at(square);
            let holds = |way: &_| reference::holds(rules, way, position.turn(), at);
            rules.table().possibilities(row).find(|(_, way)| holds(way))?.0
        }
    };
    let promotion = step.chosen.then_some(step.becomes);
    Some(Move { piece: step.piece, source, destination, promotion, possibility })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    /// Every file of a folder, by its path below it.
    fn files(folder: &std::path::Path, prefix: &str, found: &mut Vec<(String, Vec<u8>)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                files(&entry.path(), &format!("{name}/"), found);
            } else {
                found.push((name, std::fs::read(entry.path()).unwrap()));
            }
        }
    }

    /// The rulesets of this project that bits can hold.
    fn rulesets() -> Vec<Arc<Ruleset>> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let games =
            ["rules", "conformance/fixtures/games"].map(|games| std::fs::read_dir(root.join(games)).unwrap());
        let folders = games.into_iter().flatten().map(|entry| entry.unwrap().path());
        let folders = folders.filter(|folder| folder.join("ruleset.json").exists());
        let load = |folder: std::path::PathBuf| {
            let mut found = Vec::new();
            files(&folder, "", &mut found);
            Ruleset::load(&found).unwrap_or_else(|faults| panic!("{}: {faults}", folder.display()))
        };
        folders.map(load).collect()
    }

    /// The ruleset as narrow and as wide words, where they hold its board.
    fn engines(rules: &Ruleset) -> Vec<Arc<dyn Engine>> {
        let wide = Tables::<u128>::new(rules).and_then(sized);
        compile(rules, Processor::detect()).into_iter().chain(wide).collect()
    }

    /// Random games of every ruleset: at each ply the moves and their order, and the bits and the key after each move.
    #[test]
    fn what_is_compiled_equals_what_is_read() {
        let mut random = lookup::Random(20);
        let mut compiled = 0;
        for rules in rulesets() {
            for engine in engines(&rules) {
                compiled += 1;
                for _ in 0..12 {
                    play_randomly(&rules, engine.as_ref(), &mut random);
                }
            }
        }
        assert!(compiled >= 6, "hardly any ruleset is compiled");
    }

    fn play_randomly(rules: &Ruleset, engine: &dyn Engine, random: &mut lookup::Random) {
        let mut position = rules.initial().clone();
        for _ in 0..120 {
            let moves = engine.legal_moves(rules, &position);
            assert_eq!(moves, reference::legal_moves(rules, &position), "{}", rules.feen(&position));
            assert!(engine.keeps_up(rules, &position), "{}", rules.feen(&position));
            let Some(mv) = moves.get(random.next() as usize % moves.len().max(1)) else { break };
            position = rules.after(&position, mv);
        }
    }
}
