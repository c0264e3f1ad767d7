//! `rules/PATTERNS.md`: every example in it is run, every diagram is drawn again, and whole games are counted.

use std::fs;

use ggn_core::Rules;
use serde_json::{Map, Value, json};

use super::support::{board, folder, table};

/// A fenced block: what stands behind its fence, and its text.
struct Block {
    info: String,
    text: String,
}

fn blocks() -> Vec<Block> {
    let path = dev::path("rules/PATTERNS.md");
    let document = fs::read_to_string(path).unwrap();
    let parts: Vec<&str> = document.split("```").collect();
    assert_eq!(parts.len() % 2, 1, "every fence is closed");
    let fenced = parts.iter().skip(1).step_by(2);
    fenced
        .map(|block| {
            let (info, text) = block.split_once('\n').unwrap();
            Block { info: info.to_owned(), text: text.to_owned() }
        })
        .collect()
}

/// A game of the document: its first position, what its pieces are, and how its lines of moves count.
struct Played {
    name: &'static str,
    initial: &'static str,
    pieces: &'static str,
    nodes: &'static [u64],
}

/// The counts are those on which published engines agree.
const GAMES: [Played; 3] = [
    Played {
        name: "xiangqi",
        initial: "rheag^aehr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RHEAG^AEHR / T/t",
        pieces: "GAEHRCS",
        nodes: &[44, 1_920, 79_666],
    },
    Played {
        name: "shogi",
        initial: "lnsgk^gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGK^GSNL / T/t",
        pieces: "KRBGSNLP",
        nodes: &[30, 900, 25_470],
    },
    Played {
        name: "crazyhouse",
        initial: "+rnbq+k^bn+r/+p+p+p+p+p+p+p+p/8/8/8/8/+P+P+P+P+P+P+P+P/+RNBQ+K^BN+R / T/t",
        pieces: "KQRBNP",
        nodes: &[20, 400, 8_902],
    },
];

/// Returns the first position on the board that a block asks for: `9x10`, or the name of a game.
fn initial(wanted: &str) -> String {
    if let Some(game) = GAMES.iter().find(|game| game.name == wanted) {
        return game.initial.to_owned();
    }
    board(&wanted.split('x').map(|size| size.parse().unwrap()).collect::<Vec<u8>>())
}

#[test]
fn every_example_comes_to_a_table_and_to_the_one_that_is_shown() {
    let blocks = blocks();
    let mut shown = 0;
    for (index, block) in blocks.iter().enumerate() {
        let Some(wanted) = block.info.strip_prefix("moves ") else { continue };
        let folder = folder(&initial(wanted), &block.text);
        let tables =
            pattern::expand(&folder.files).unwrap_or_else(|faults| panic!("{}{faults:#?}", block.text));
        let next = blocks.get(index + 1).map(|next| (next.info.as_str(), &next.text));
        let written = match next {
            Some(("json", _)) => &tables[0],
            Some(("json effects", _)) => &tables[1],
            _ => continue,
        };
        assert_eq!(next.map(|(_, text)| text), Some(&written.1));
        shown += 1;
    }
    let known = ["moves", "json", "diagrams", "sh", "ebnf"];
    assert!(blocks.iter().all(|block| known.contains(&block.info.split(' ').next().unwrap())));
    assert_eq!(shown, 3);
}

#[test]
fn the_first_example_is_all_of_chess() {
    let blocks = blocks();
    let example = blocks.iter().find(|block| block.info == "moves 8x8").unwrap();
    let written: String = example.text.split_whitespace().collect();
    let folder = dev::path("rules/chess/patterns");
    let order = ["king", "queen", "rook", "bishop", "knight", "pawn", "en-passant", "castling"];
    let files: String = order
        .iter()
        .map(|name| fs::read_to_string(folder.join(format!("{name}.moves"))).unwrap())
        .flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    assert_eq!(written, files);
    assert_eq!(fs::read_dir(folder).unwrap().count(), order.len());
}

#[test]
fn whole_games_have_the_known_counts() {
    let blocks = blocks();
    for game in &GAMES {
        let block = blocks.iter().find(|block| block.info == format!("moves {}", game.name)).unwrap();
        let lines = block.text.lines().filter(|line| !line.trim().is_empty()).count();
        assert!(lines < 25, "{}: {lines} lines", game.name);
        let tables = pattern::expand(&folder(game.initial, &block.text).files).unwrap();
        let mut constraints = vec!["royal-safety"];
        constraints.extend(block.text.contains("unattacked").then_some("unattacked"));
        let pieces: Map<String, Value> = game
            .pieces
            .chars()
            .map(|letter| {
                (format!("T:{letter}"), json!({ "name": letter.to_string(), "san": letter.to_string() }))
            })
            .collect();
        let manifest = json!({
            "id": game.name, "name": game.name, "styles": { "T": "Test" }, "sides": { "first": "one", "second": "two" },
            "pieces": pieces, "initial": game.initial, "constraints": constraints,
            "endings": [{ "status": "checkmate", "result": "loss" }, { "status": "stalemate", "result": "loss" }]
        });
        let manifest = ("ruleset.json".to_owned(), manifest.to_string());
        let files = std::iter::once(manifest).chain(tables);
        let files: Vec<_> = files.map(|(path, text)| (path, text.into_bytes())).collect();
        let rules = Rules::load(&files).unwrap_or_else(|faults| panic!("{}: {faults}", game.name));
        for (&nodes, depth) in game.nodes.iter().zip(1..) {
            assert_eq!(
                ggn_core::perft(&rules, rules.initial(), depth),
                nodes,
                "{} at depth {depth}",
                game.name
            );
        }
    }
}

/// A drawing of what a pattern does from the middle of a board.
struct Diagram {
    moves: String,
    rows: Vec<Vec<char>>,
}

/// Returns the diagrams that stand side by side in a block, each below its pattern.
fn diagrams(text: &str) -> Vec<Diagram> {
    let mut lines = text.lines();
    let head = lines.next().unwrap();
    let starts: Vec<usize> = head
        .char_indices()
        .filter(|&(at, c)| c != ' ' && (at == 0 || head[..at].ends_with(' ')))
        .map(|(at, _)| at)
        .collect();
    let cut = |line: &str, index: usize| {
        let end = starts.get(index + 1).copied().unwrap_or(line.len()).min(line.len());
        line.get(starts[index]..end).unwrap_or_default().trim().to_owned()
    };
    let mut found: Vec<Diagram> =
        (0..starts.len()).map(|index| Diagram { moves: cut(head, index), rows: Vec::new() }).collect();
    for line in lines {
        for (index, diagram) in found.iter_mut().enumerate() {
            let row: Vec<char> = cut(line, index).chars().filter(|c| *c != ' ').collect();
            if !row.is_empty() {
                diagram.rows.push(row);
            }
        }
    }
    found
}

impl Diagram {
    /// Returns the same drawing, as the pattern's table has it.
    fn drawn(&self) -> Vec<String> {
        let (height, width) = (self.rows.len(), self.rows[0].len());
        assert!(self.rows.iter().all(|row| row.len() == width), "{}", self.moves);
        let at = |file: usize, rank: usize| self.rows[height - 1 - rank][file];
        let table = table(&board(&[width as u8, height as u8]), &format!("A: {}", self.moves));
        let name = |file: usize, rank: usize| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
        let middle = name(width / 2, height / 2);
        let rows: Vec<_> = table
            .rows
            .iter()
            .filter(|row| row.piece.to_string() == "T:A" && row.source.to_string() == middle)
            .collect();
        let reaches = |to: &str, supposed: &str| {
            // What stands on a square: the piece in question's destination is supposed to be this or that.
            let stands = |square: &str| -> &str {
                let (file, rank) =
                    (usize::from(square.as_bytes()[0] - b'a'), square[1..].parse::<usize>().unwrap() - 1);
                if square == to {
                    supposed
                } else if at(file, rank) == '#' {
                    "own"
                } else {
                    "empty"
                }
            };
            let holds =
                |(cell, required): &(ggn_core::notation::cell::Cell, ggn_core::notation::lcn::Condition)| {
                    stands(&cell.to_string()) == required.to_string()
                };
            rows.iter()
                .filter(|row| row.destination.to_string() == to)
                .flat_map(|row| &*row.possibilities)
                .any(|way| way.must.conditions.iter().all(holds) && !way.deny.conditions.iter().any(holds))
        };
        let mark = |file: usize, rank: usize| {
            let square = name(file, rank);
            match (square == middle, at(file, rank), reaches(&square, "empty"), reaches(&square, "enemy")) {
                (true, ..) => 'A',
                (_, '#', ..) => '#',
                (.., true, true) => 'o',
                (.., true, false) => 'm',
                (.., false, true) => 'c',
                (.., false, false) => '.',
            }
        };
        let row =
            |rank: usize| (0..width).map(|file| mark(file, rank).to_string()).collect::<Vec<_>>().join(" ");
        (0..height).rev().map(row).collect()
    }
}

#[test]
fn every_diagram_is_what_the_pattern_does() {
    let (mut drawn, mut wrong) = (0, String::new());
    for block in blocks().iter().filter(|block| block.info == "diagrams") {
        for diagram in diagrams(&block.text) {
            let spaced = |row: &Vec<char>| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
            let shown: Vec<String> = diagram.rows.iter().map(spaced).collect();
            let right = diagram.drawn();
            if shown != right {
                wrong += &format!("{} is\n{}\n", diagram.moves, right.join("\n"));
            }
            drawn += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(drawn > 25, "{drawn} diagrams");
}
