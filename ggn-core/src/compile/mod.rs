//! From words to bits: the tables of a ruleset compiled so that legal moves come by looking up instead of reading rows.
//!
//! Nothing here knows a game either. What bits cannot say stays words and is read by the same interpreter as ever ([`crate::reference`]),
//! which also is the oracle: on random positions both give the same moves.
// Squares, pieces and atoms index tables that were made for exactly so many of them.
#![allow(clippy::indexing_slicing, reason = "indices come from the ruleset for which the tables were made")]

mod atoms;
mod attack;
mod bits;
mod board;
mod cpu;
mod engine;
mod fans;
mod generate;
mod lines;
mod lookup;
mod manner;
mod parts;
mod rows;
mod shape;
mod sinks;
mod specials;
mod tables;
mod trust;
mod wide;

use std::sync::Arc;

use bits::Bits;
use cpu::{Cpu, Plain};
use engine::Sized;
pub(crate) use engine::{Engine, Leaves};
use lookup::Indexing;
use parts::Parts;
use shape::{Any, Fixed, Shape};
use tables::Tables;
use wide::Words;

use crate::processor::Processor;
use crate::ruleset::Ruleset;

/// Compiles a ruleset. `None` for boards and games that bits cannot hold; the interpreter plays them.
pub(crate) fn compile(rules: &Ruleset, processor: Processor) -> Option<Arc<dyn Engine>> {
    // Bits know rows and the guarding of terminal pieces, and nothing else.
    if rules.has_mechanics() {
        return None;
    }
    let squares = rules.shape().squares();
    if squares <= u64::WIDTH {
        narrow(rules, processor)
    } else if squares <= u128::WIDTH {
        broad(rules, processor)
    } else if squares <= Words::WIDTH {
        broadest(rules)
    } else {
        None
    }
}

/// The best that this machine has.
pub(crate) fn detect() -> Processor {
    #[cfg(target_arch = "x86_64")]
    if cpu::Pext::detect().is_some() {
        return if cpu::has_fast_pext() { Processor::Pext } else { Processor::Wide };
    }
    Processor::Plain
}

/// The numbers of lanes for which the generator's loops are unrolled. They are those that the first ruleset of `rules/` comes to; another with the same
/// numbers has the same speed, and one with others runs the same code with counted loops.
type Common = Fixed<4, 1, 2, 3, 2>;

/// Boards of one machine word.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables, reason = "elsewhere there is one kind"))]
fn narrow(rules: &Ruleset, processor: Processor) -> Option<Arc<dyn Engine>> {
    let parts = Parts::<u64>::new(rules);
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(cpu) = cpu::Pext::detect().filter(|_| processor == Processor::Pext) {
            return made::<u64, 12, 0, 1, Common, _>(rules, &parts, cpu, 12)
                .or_else(|| any_lanes(rules, &parts, cpu));
        }
        if let Some(cpu) = cpu::Wide::detect().filter(|_| processor == Processor::Wide) {
            return made::<u64, 12, 0, 2, Common, _>(rules, &parts, cpu, 7)
                .or_else(|| any_lanes(rules, &parts, Plain));
        }
    }
    made::<u64, 12, 0, 2, Common, _>(rules, &parts, Plain, 7).or_else(|| any_lanes(rules, &parts, Plain))
}

/// Boards of two machine words.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables, reason = "elsewhere there is one kind"))]
fn broad(rules: &Ruleset, processor: Processor) -> Option<Arc<dyn Engine>> {
    let parts = Parts::<u128>::new(rules);
    #[cfg(target_arch = "x86_64")]
    if let Some(cpu) = cpu::Pext::detect().filter(|_| processor == Processor::Pext) {
        return any_lanes(rules, &parts, cpu);
    }
    any_lanes(rules, &parts, Plain)
}

/// Boards for which words stand in a row.
fn broadest(rules: &Ruleset) -> Option<Arc<dyn Engine>> {
    made::<Words, 36, 64, 4, Any, _>(rules, &Parts::new(rules), Plain, 7)
}

/// Any numbers of lanes: the smallest board that holds them. The largest is compiled for any processor alone: so much is copied there for
/// each move that the lookups are the lesser part.
fn any_lanes<B: Bits, C: Cpu>(rules: &Ruleset, parts: &Parts<B>, cpu: C) -> Option<Arc<dyn Engine>> {
    made::<B, 20, 16, 4, Any, C>(rules, parts, cpu, 7)
        .or_else(|| made::<B, 36, 64, 4, Any, Plain>(rules, parts, Plain, 7))
}

/// The tables of a ruleset for one size of board; nothing if it needs more.
fn made<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>(
    rules: &Ruleset,
    parts: &Parts<B>,
    cpu: C,
    bits: u32,
) -> Option<Arc<dyn Engine>> {
    let indexing = Indexing { extracts: C::EXTRACTS, bits };
    let tables = Tables::<B, L, G>::new(rules, parts, indexing)?;
    let is_held = tables.helds <= H && shape::fits::<S, B, L, G>(&tables);
    is_held.then(|| Arc::new(Sized::<B, L, H, G, S, C>::new(tables, cpu)) as Arc<dyn Engine>)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::movement::Transition;
    use crate::position::Position;
    use crate::{Side, Square, legality, reference};

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

    /// The ruleset for every processor and as words of every width that holds its board.
    fn engines(rules: &Ruleset) -> Vec<Arc<dyn Engine>> {
        let of = |processor| [compile(rules, processor), broad(rules, processor), broadest(rules)];
        Processor::ALL.into_iter().flat_map(of).flatten().collect()
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

    /// Tables are read without asking whether indices fit: what another ruleset's position holds must be kept from them.
    #[test]
    fn a_position_of_another_ruleset_does_no_harm() {
        let all = rulesets();
        for (rules, other) in all.iter().flat_map(|rules| all.iter().map(move |other| (rules, other))) {
            for engine in engines(rules) {
                let moves = engine.legal_moves(rules, other.initial());
                let nodes = engine.perft(other.initial(), 2, Leaves::Made, None);
                assert!(rules.id() != other.id() || nodes as usize >= moves.len());
            }
        }
    }

    fn play_randomly(rules: &Ruleset, engine: &dyn Engine, random: &mut lookup::Random) {
        let mut position = rules.initial().clone();
        for _ in 0..120 {
            let moves = engine.legal_moves(rules, &position);
            assert_eq!(moves, reference::legal_moves(rules, &position), "{}", rules.feen(&position));
            assert!(engine.keeps_up(rules, &position), "{}", rules.feen(&position));
            let pseudo_legal = engine.pseudo_legal_moves(rules, &position);
            assert_eq!(pseudo_legal, reference::pseudo_legal(rules, &position), "{}", rules.feen(&position));
            for side in Side::BOTH {
                let in_check = legality::in_check(rules, &position, side);
                assert_eq!(engine.in_check(&position, side), in_check, "{}", rules.feen(&position));
            }
            compare_attacks(rules, engine, &position);
            compare_pins(rules, engine, &position);
            let Some(mv) = moves.get(random.next() as usize % moves.len().max(1)) else { break };
            position = rules.after(&position, mv);
        }
    }

    /// On every square, supposing there a royal piece of the side to move.
    fn compare_attacks(rules: &Ruleset, engine: &dyn Engine, position: &Position) {
        let side = position.turn();
        let mut royals = rules
            .pieces()
            .filter(|(_, piece)| piece.is_terminal() && piece.side() == side)
            .map(|(piece, _)| piece);
        let Some(supposed) = royals.next() else { return };
        for square in (0..rules.shape().squares()).filter_map(Square::from_index) {
            let attackers = || reference::attackers(rules, position, side.opponent(), square, supposed);
            let attacks = engine.attacks(position, square.index(), supposed);
            let place = format!("{} {}", rules.feen(position), square.index());
            assert_eq!(attacks.simply || attacks.by_words, attackers().next().is_some(), "{place}");
            assert_eq!(attacks.simply, attacks.among_all, "{place}");
        }
    }

    /// A piece is pinned if the royal piece is attacked by one more when it is gone.
    fn compare_pins(rules: &Ruleset, engine: &dyn Engine, position: &Position) {
        let Some(pinned) = engine.pinned(position) else { return };
        let side = position.turn();
        let is_own = |piece| rules.side_of(piece) == side;
        let Some((royal, supposed)) =
            position.pieces().find(|&(_, piece)| is_own(piece) && rules.is_terminal(piece))
        else {
            return;
        };
        let attackers = |position: &Position| {
            reference::attackers(rules, position, side.opponent(), royal, supposed).count()
        };
        let exposes = |&(square, piece): &(Square, crate::PieceId)| {
            let gone = Transition { board: [(square, None)].into_iter().collect(), ..Transition::default() };
            is_own(piece) && square != royal && attackers(&position.after(&gone)) > attackers(position)
        };
        let expected: Vec<usize> =
            position.pieces().filter(exposes).map(|(square, _)| square.index()).collect();
        assert_eq!(pinned, expected, "{}", rules.feen(position));
    }
}
