//! Work measured by both benchmarks: the six perft positions with their counts, and their rules.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a measurement that cannot be made ends; each bench uses its own part of this module"
)]

use std::sync::Arc;

use dev::Random;
use ggn_core::notation::feen::Feen;
use ggn_core::{MoveList, Position, Rules, SearchBoard};
use serde::Deserialize;

/// Treatment of the last ply in perft.
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    /// Legal moves are counted without making them (bulk counting).
    Bulk,
    /// Every move is made.
    Full,
}

impl Mode {
    pub const ALL: [Mode; 2] = [Mode::Bulk, Mode::Full];

    pub fn name(self) -> &'static str {
        match self {
            Mode::Bulk => "perft bulk",
            Mode::Full => "perft full",
        }
    }
}

/// A perft position.
pub struct PerftPosition {
    pub name: String,
    pub text: String,
    pub feen: Feen,
    pub position: Position,
    nodes: Vec<u64>,
}

impl PerftPosition {
    /// Returns the number of legal moves.
    pub fn moves(&self) -> usize {
        *self.nodes.first().unwrap() as usize
    }

    /// Returns the greatest depth with at most `nodes_max` nodes, and its count.
    pub fn deepest(&self, nodes_max: u64) -> (u32, u64) {
        (1u32..).zip(self.nodes.iter().copied()).take_while(|(_, nodes)| *nodes <= nodes_max).last().unwrap()
    }
}

#[derive(Deserialize)]
struct Known {
    positions: Vec<Counted>,
}

#[derive(Deserialize)]
struct Counted {
    name: String,
    feen: String,
    nodes: Vec<u64>,
}

/// Reads the files of the rules that a server loads, in a fixed order because every instruction is counted.
pub fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = dev::files::read("rules/chess");
    files.retain(|(path, _)| path.ends_with(".json"));
    files
}

/// Loads the rules.
pub fn rules() -> Arc<Rules> {
    Rules::load(&files()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Reads all perft positions.
pub fn perft_positions(rules: &Rules) -> Vec<PerftPosition> {
    let known: Known = serde_json::from_str(&dev::files::text("rules/chess/perft.json")).unwrap();
    known.positions.into_iter().map(|counted| position(rules, counted)).collect()
}

fn position(rules: &Rules, counted: Counted) -> PerftPosition {
    let Counted { name, feen: text, nodes } = counted;
    let feen: Feen = text.parse().unwrap();
    let position = rules.position(&feen).unwrap();
    PerftPosition { name, text, feen, position, nodes }
}

/// Runs perft and asserts the count.
pub fn walk(rules: &Rules, position: &PerftPosition, mode: Mode, (depth, nodes): (u32, u64)) {
    let found = match mode {
        Mode::Bulk => ggn_core::perft(rules, &position.position, depth),
        Mode::Full => ggn_core::perft_full(rules, &position.position, depth),
    };
    assert_eq!(found, nodes, "{} at depth {depth}", position.name);
}

/// Parses a position's text and asserts the result.
pub fn parse(position: &PerftPosition) {
    let feen: Feen = position.text.parse().unwrap();
    assert!(feen == position.feen, "{}", position.name);
}

/// Prints a position and asserts its text.
pub fn print(position: &PerftPosition) {
    assert_eq!(position.feen.to_string(), position.text, "{}", position.name);
}

/// Creates a position of the game and asserts it.
pub fn place(rules: &Rules, position: &PerftPosition) {
    assert!(rules.position(&position.feen).as_ref() == Ok(&position.position), "{}", position.name);
}

/// Lists the legal moves and asserts their number.
pub fn list(rules: &Rules, position: &PerftPosition) {
    assert_eq!(rules.legal_moves(&position.position).len(), position.moves(), "{}", position.name);
}

/// Lists the moves of a search and asserts their number.
pub fn search_list(board: &SearchBoard<'_>, moves: &mut MoveList, position: &PerftPosition) {
    board.moves(moves);
    assert_eq!(moves.len(), position.moves(), "{}", position.name);
}

/// Plays random games to their ends and returns the number of their plies.
pub fn random_games(rules: &Rules, seed: u64, games: u32) -> u64 {
    let (mut random, mut moves, mut plies) = (Random::seeded(seed), MoveList::new(), 0);
    for _ in 0..games {
        let mut board = SearchBoard::new(rules, rules.initial());
        loop {
            board.moves(&mut moves);
            if board.ending(&moves).is_some() {
                break;
            }
            board.make(*random.pick(&moves));
            plies += 1;
        }
    }
    plies
}

/// Loads the rules and asserts their identity.
pub fn load(files: &[(String, Vec<u8>)], rules: &Rules) {
    let loaded = Rules::load(files).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(loaded.initial() == rules.initial());
}
