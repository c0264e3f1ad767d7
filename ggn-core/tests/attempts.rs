//! Attempts of a blind player, compared with plain geometry computed here: on every square, whatever else is on the board.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::collections::BTreeSet;

use dev::Random;
use ggn_core::notation::cell::Cell;
use ggn_core::{OwnPieces, PieceId, Rules, Side, Square};

type Point = (i32, i32);

const STRAIGHT: [Point; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Point; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [Point; 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

fn on_board((file, rank): Point) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

/// Returns destinations by geometry: rays stop before own pieces and pass through all others; pawns have both diagonals.
fn geometry(piece: &str, from: Point, own: &BTreeSet<Point>) -> BTreeSet<Point> {
    let side = if piece.contains(|c: char| c.is_ascii_uppercase()) { 1 } else { -1 };
    let steps = |steps: &[Point], reach: i32| {
        let mut found = BTreeSet::new();
        for (file, rank) in steps {
            for distance in 1..=reach {
                let to = (from.0 + file * distance, from.1 + rank * distance);
                if !on_board(to) || own.contains(&to) {
                    break;
                }
                found.insert(to);
            }
        }
        found
    };
    let all: Vec<Point> = [STRAIGHT, DIAGONAL].concat();
    match piece.to_ascii_uppercase().trim_start_matches('+') {
        "K^" => steps(&all, 1),
        "Q" => steps(&all, 8),
        "R" => steps(&STRAIGHT, 8),
        "B" => steps(&DIAGONAL, 8),
        "N" => steps(&KNIGHT, 1),
        "P" => {
            let forward = steps(&[(0, side)], if piece.starts_with('+') { 2 } else { 1 });
            &forward | &steps(&[(-1, side), (1, side)], 1)
        }
        other => panic!("{other}"),
    }
}

fn square(rules: &Rules, (file, rank): Point) -> Square {
    rules.shape().square(Cell::new(&[file as u8, rank as u8]).unwrap()).unwrap()
}

fn piece(rules: &Rules, pin: &str) -> PieceId {
    let style = if pin.contains(|c: char| c.is_ascii_uppercase()) { "C" } else { "c" };
    rules.piece_id(format!("{style}:{pin}").parse().unwrap()).unwrap()
}

fn tries(rules: &Rules, pin: &str, from: Point, own: &BTreeSet<Point>) -> BTreeSet<Point> {
    let side = if pin.contains(|c: char| c.is_ascii_uppercase()) { Side::First } else { Side::Second };
    let knight = piece(rules, if side == Side::First { "N" } else { "n" });
    let others = own.iter().map(|&point| (square(rules, point), knight));
    let pieces = others.chain([(square(rules, from), piece(rules, pin))]);
    let own = OwnPieces::new(rules, side, pieces);
    let found = ggn_core::tries(rules, &own, square(rules, from));
    let points = found.iter().map(|found| {
        let cell = rules.shape().cell(found.destination).unwrap();
        (i32::from(cell.coordinates()[0]), i32::from(cell.coordinates()[1]))
    });
    points.collect()
}

// Requirements blind-18, blind-91, blind-92, blind-93.
#[test]
fn attempts_equal_geometric_moves_for_every_piece_and_square() {
    let rules = common::ruleset("chess");
    let mut random = Random::seeded(0);
    let mut compared = 0;
    for pin in
        ["K^", "+K^", "Q", "R", "+R", "B", "N", "P", "+P", "k^", "+k^", "q", "r", "+r", "b", "n", "p", "+p"]
    {
        let ranks = match pin {
            "+P" => 1..2,
            "+p" => 6..7,
            "P" | "p" => 1..7,
            _ => 0..8,
        };
        for from in ranks.flat_map(|rank| (0..8).map(move |file| (file, rank))) {
            for crowd in [0, 4, 16, 40] {
                let mut own = BTreeSet::new();
                for _ in 0..crowd {
                    own.insert((random.below(8) as i32, random.below(8) as i32));
                }
                own.remove(&from);
                assert_eq!(
                    tries(&rules, pin, from, &own),
                    geometry(pin, from, &own),
                    "{pin} on {from:?} among {own:?}"
                );
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 4 * (14 * 64 + 2 * 8 + 2 * 48));
}

// Requirements blind-91, blind-95.
#[test]
fn castling_is_not_attempted_and_enemy_pieces_are_ignored() {
    let rules = common::ruleset("chess");
    let own =
        rules.initial().pieces().filter(|(_, piece)| rules.piece(*piece).unwrap().side() == Side::First);
    let cleared =
        ["f1", "g1", "b1", "c1", "d1"].map(|text| rules.shape().square(text.parse().unwrap()).unwrap());
    let own: Vec<_> = own.filter(|(square, _)| !cleared.contains(square)).collect();
    let king = rules.shape().square("e1".parse().unwrap()).unwrap();
    let pieces = OwnPieces::new(&rules, Side::First, own.iter().copied());
    let names = |pieces: &OwnPieces| {
        let found = ggn_core::tries(&rules, pieces, king);
        found
            .iter()
            .map(|found| rules.shape().cell(found.destination).unwrap().to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&pieces), ["d1", "f1"]);
    let with_enemies = OwnPieces::new(&rules, Side::First, own.into_iter().chain(rules.initial().pieces()));
    let enemy = rules.shape().square("e8".parse().unwrap()).unwrap();
    assert_eq!(with_enemies.piece_at(enemy), None, "an enemy piece is dropped");
}

// Requirement blind-21.
#[test]
fn promotion_follows_from_geometry() {
    let rules = common::ruleset("chess");
    let at = |text: &str| rules.shape().square(text.parse().unwrap()).unwrap();
    let own =
        OwnPieces::new(&rules, Side::First, [(at("a7"), piece(&rules, "P")), (at("b6"), piece(&rules, "P"))]);
    let letters = |from: &str, to: &str| -> String {
        let choices = ggn_core::choices(&rules, &own, at(from), at(to));
        choices.iter().map(|&choice| rules.piece(choice).unwrap().letter()).collect()
    };
    assert_eq!(letters("a7", "a8"), "qrbn");
    assert_eq!(letters("a7", "b8"), "qrbn");
    assert_eq!(letters("a7", "c8"), "", "out of reach");
    assert_eq!(letters("b6", "b7"), "", "not the last rank");
    assert_eq!(letters("c7", "c8"), "", "nothing of theirs stands there");
}
