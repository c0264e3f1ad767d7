//! Retreat squares of repulsed pieces, compared with a second implementation.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use dev::Random;
use dev::play::random_move;
use ggn_core::notation::fen;
use ggn_core::{Game, Move, PieceId, Position, RetreatKind, Rules};

use super::position;
use crate::common;

/// Returns the kind of retreat of a piece, as in the game that uses it.
pub(super) fn retreat_kind(rules: &Rules, piece: PieceId) -> RetreatKind {
    match rules.piece(piece).unwrap().name.as_str() {
        "king" | "pawn" => RetreatKind::Origin,
        "knight" => RetreatKind::Rectangle,
        _ => RetreatKind::Axis,
    }
}

fn capture(rules: &Rules, position: &Position, text: &str) -> Move {
    let mut moves = rules.legal_moves(position).into_iter();
    moves.find(|mv| mv.uci(rules).starts_with(text)).unwrap_or_else(|| panic!("no {text}"))
}

/// Returns retreat squares with their costs, as `b2 1`.
fn offered(rules: &Rules, position: &Position, text: &str, kind: RetreatKind) -> Vec<String> {
    let mv = capture(rules, position, text);
    rules
        .retreats(position, &mv, kind)
        .iter()
        .map(|retreat| format!("{} {}", rules.shape().cell(retreat.square).unwrap(), retreat.steps))
        .collect()
}

fn of_fen(text: &str, mv: &str, kind: RetreatKind) -> Vec<String> {
    let rules = common::ruleset("chess");
    offered(&rules, &position(&rules, text), mv, kind)
}

// Requirements gambit-85, gambit-86, gambit-87, gambit-89.
#[test]
fn leaper_retreats_within_the_box() {
    let corner = of_fen("4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1", "a1b3", RetreatKind::Rectangle);
    assert_eq!(corner, ["a1 0", "b1 3", "a2 3", "b2 4", "a3 2"]);
    let edge = of_fen("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1", "b1c3", RetreatKind::Rectangle);
    assert_eq!(edge, ["b1 0", "c1 3", "b2 3", "c2 2", "b3 2"]);
    let crowded = of_fen("4k3/8/8/8/8/p1p5/1P6/1N2K3 w - - 0 1", "b1c3", RetreatKind::Rectangle);
    assert_eq!(crowded, ["b1 0", "c1 3", "c2 2", "b3 2"]);
}

// Requirements gambit-82, gambit-83, gambit-84, gambit-85, gambit-91.
#[test]
fn slider_retreats_along_its_line() {
    let bishop = "4k3/8/8/4p3/3p4/2B5/8/4K3 w - - 0 1";
    assert_eq!(of_fen(bishop, "c3d4", RetreatKind::Axis), ["c3 0", "a1 2", "b2 1"]);
    let far = of_fen("4k3/7p/8/8/8/8/2B5/4K3 w - - 0 1", "c2h7", RetreatKind::Axis);
    assert_eq!(far, ["c2 0", "b1 1", "d3 1", "e4 2", "f5 3", "g6 4"]);
    let blocked = of_fen("4k3/8/8/8/8/1PR2p2/8/4K3 w - - 0 1", "c3f3", RetreatKind::Axis);
    assert_eq!(blocked, ["c3 0", "d3 1", "e3 2"]);
    let rank = of_fen("3k4/8/8/8/N3R2p/8/8/4K3 w - - 0 1", "e4h4", RetreatKind::Axis);
    assert_eq!(rank, ["e4 0", "b4 3", "c4 2", "d4 1", "f4 1", "g4 2"]);
    let file = of_fen("4k3/3p4/8/8/3Q4/8/8/4K3 w - - 0 1", "d4d7", RetreatKind::Axis);
    assert_eq!(file, ["d4 0", "d1 3", "d2 2", "d3 1", "d5 1", "d6 2"]);
    assert_eq!(of_fen("4k3/3p4/8/8/3Q4/8/8/4K3 w - - 0 1", "d4d7", RetreatKind::Origin), ["d4 0"]);
}

/// Returns the minimum number of leaps from one square to all others, computed without tables.
fn leaps(from: (i32, i32)) -> BTreeMap<(i32, i32), u32> {
    let mut found = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some((file, rank)) = queue.pop_front() {
        let distance = found[&(file, rank)];
        for (files, ranks) in [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)] {
            let to = (file + files, rank + ranks);
            if (0..8).contains(&to.0) && (0..8).contains(&to.1) && !found.contains_key(&to) {
                found.insert(to, distance + 1);
                queue.push_back(to);
            }
        }
    }
    found
}

// Requirements gambit-86, gambit-87, gambit-88, gambit-90.
#[test]
fn leaper_retreats_equal_a_second_search() {
    let rules = common::ruleset("chess");
    let name = |(file, rank): (i32, i32)| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
    let (mut pairs, mut options) = (0, BTreeMap::<u32, usize>::new());
    for from in (0..64).map(|index| (index % 8, index / 8)) {
        let distances = leaps(from);
        for (&to, _) in distances.iter().filter(|(_, distance)| **distance == 1) {
            let is_taken = |(file, rank): (i32, i32)| {
                (from.0.min(to.0)..=from.0.max(to.0)).contains(&file)
                    && (from.1.min(to.1)..=from.1.max(to.1)).contains(&rank)
            };
            let position = leap_position(&rules, from, to, is_taken);
            let offered =
                offered(&rules, &position, &format!("{}{}", name(from), name(to)), RetreatKind::Rectangle);
            let mut expected = vec![format!("{} 0", name(from))];
            for square in (0..64).map(|index| (index % 8, index / 8)) {
                if is_taken(square) && square != from && square != to {
                    expected.push(format!("{} {}", name(square), distances[&square]));
                    *options.entry(distances[&square]).or_default() += 1;
                }
            }
            assert_eq!(offered, expected);
            pairs += 1;
        }
    }
    assert_eq!((pairs, options.values().sum::<usize>()), (336, 1344));
    assert_eq!(options, BTreeMap::from([(2, 336 + 328), (3, 672), (4, 8)]));
}

/// Returns a position with a knight, its target, and two kings that neither attack nor block anything.
fn leap_position(
    rules: &Rules,
    from: (i32, i32),
    to: (i32, i32),
    is_taken: impl Fn((i32, i32)) -> bool,
) -> Position {
    let all: Vec<(i32, i32)> = (0..64).map(|index| (index % 8, index / 8)).collect();
    for &white in all.iter().filter(|&&square| !is_taken(square)) {
        for &black in all.iter().filter(|&&square| !is_taken(square)) {
            if (white.0 - black.0).abs().max((white.1 - black.1).abs()) < 3 {
                continue;
            }
            let at = |square| match square {
                square if square == from => 'N',
                square if square == to => 'b',
                square if square == white => 'K',
                square if square == black => 'k',
                _ => '1',
            };
            let ranks = (0..8).rev().map(|rank| (0..8).map(|file| at((file, rank))).collect::<String>());
            let ranks: Vec<String> = ranks.map(|rank| pack(&rank)).collect();
            let text = format!("{} w - - 0 1", ranks.join("/"));
            let Ok(position) = rules.position(&fen::parse(&text).unwrap().feen) else { continue };
            if !rules.in_check(&position, position.turn()) {
                return position;
            }
        }
    }
    panic!("no place for the kings");
}

/// Compresses a rank whose empty squares are written one by one to FEN.
fn pack(rank: &str) -> String {
    let mut packed = String::new();
    let mut empty = 0;
    for square in rank.chars().chain(['/']) {
        if square == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            packed.push_str(&std::mem::take(&mut empty).to_string());
        }
        if square != '/' {
            packed.push(square);
        }
    }
    packed
}

fn fixture(id: &str) -> Arc<Rules> {
    dev::ruleset(&format!("conformance/fixtures/games/{id}"))
}

// Requirement gambit-91.
#[test]
fn retreats_on_boards_of_one_and_three_dimensions() {
    let lane = fixture("lane");
    let on_lane = common::position(&lane, "K^R4rk^ / L/l");
    assert_eq!(offered(&lane, &on_lane, "bg", RetreatKind::Axis), ["b 0", "c 1", "d 2", "e 3", "f 4"]);
    assert_eq!(offered(&lane, &on_lane, "bg", RetreatKind::Rectangle), ["b 0", "c 1", "d 1", "e 1", "f 1"]);
    let leaper = common::position(&lane, "K^1N1r2k^ / L/l");
    // The square between cannot be reached by leaps of two.
    assert_eq!(offered(&lane, &leaper, "ce", RetreatKind::Rectangle), ["c 0"]);

    let tower = fixture("tower");
    let climbing = common::position(&tower, "2k^/3/r2//3/3/3//3/1K^1/R1D / T/t");
    assert_eq!(offered(&tower, &climbing, "a1Aa1C", RetreatKind::Axis), ["a1A 0", "a1B 1"]);
}

#[test]
fn drops_have_no_retreat() {
    let rules = fixture("minishogi");
    let position = common::position(&rules, "4k^/5/5/5/K^4 S/ S/s");
    let drop = rules.legal_moves(&position).into_iter().find(|mv| mv.source.square().is_none()).unwrap();
    assert!(rules.retreats(&position, &drop, RetreatKind::Axis).is_empty());
}

/// Returns the kind that suits a capture, and the squares that it offers.
fn suited(id: &str, feen: &str, mv: &str) -> (RetreatKind, Vec<String>) {
    let rules = common::ruleset(id);
    let position = common::position(&rules, feen);
    let kind = rules.suitable_retreat(&capture(&rules, &position, mv));
    (kind, offered(&rules, &position, mv, kind))
}

#[test]
fn kind_of_retreat_follows_from_the_moves_of_the_piece() {
    let all = |squares: &[&str]| squares.iter().map(|&square| square.to_owned()).collect::<Vec<_>>();
    for (id, feen, mv, kind, squares) in [
        // A rook slides, a bishop-like step does not, and a pawn returns.
        (
            "makruk",
            "4k^3/8/2p5/8/2R5/8/8/4K^3 / M/m",
            "c4c6",
            RetreatKind::Slide,
            all(&["c4 0", "c1 3", "c2 2", "c3 1", "c5 1"]),
        ),
        ("makruk", "4k^3/8/8/3p4/2S5/8/8/4K^3 / M/m", "c4d5", RetreatKind::Origin, all(&["c4 0"])),
        ("makruk", "4k^3/8/8/3p4/2P5/8/8/4K^3 / M/m", "c4d5", RetreatKind::Origin, all(&["c4 0"])),
        // A chancellor slides after a capture along a line, and stays inside the box after a leap.
        (
            "capablanca",
            "5k^4/10/10/10/2p7/10/2C7/5K^4 / C/c",
            "c2c4",
            RetreatKind::Slide,
            all(&["c2 0", "c1 1", "c3 1"]),
        ),
        (
            "capablanca",
            "5k^4/10/10/10/3p6/10/2C7/5K^4 / C/c",
            "c2d4",
            RetreatKind::Rectangle,
            all(&["c2 0", "d2 1", "c3 1", "d3 2", "c4 1"]),
        ),
        // A line of three squares is too short for two steps from its middle: the bishop slides there as elsewhere, and a khon steps there too.
        ("chess", "4k^3/8/8/8/8/p7/1B6/4K^3 / C/c", "b2a3", RetreatKind::Slide, all(&["b2 0", "c1 1"])),
        ("makruk", "4k^3/8/8/8/8/p7/1S6/4K^3 / M/m", "b2a3", RetreatKind::Origin, all(&["b2 0"])),
        // A lance goes forward only, so it has nothing behind it.
        (
            "shogi",
            "4k^4/9/4p4/9/9/4L4/9/9/4K^4 / S/s",
            "e4e7",
            RetreatKind::Slide,
            all(&["e4 0", "e5 1", "e6 2"]),
        ),
        ("shogi", "4k^4/9/9/4p4/4S4/9/9/9/4K^4 / S/s", "e5e6", RetreatKind::Origin, all(&["e5 0"])),
        // A cannon slides up to its screen; an elephant cannot stand on the square that it leaps over.
        (
            "xiangqi",
            "4g^4/4s4/9/4S4/9/4C4/9/9/9/3G^5 / X/x",
            "e5e9",
            RetreatKind::Slide,
            all(&["e5 0", "e1 4", "e2 3", "e3 2", "e4 1", "e6 1"]),
        ),
        ("xiangqi", "4g^4/9/9/9/9/6s2/9/4E4/9/3G^5 / X/x", "e3g5", RetreatKind::Rectangle, all(&["e3 0"])),
    ] {
        assert_eq!(suited(id, feen, mv), (kind, squares), "{id} {feen} {mv}");
    }
}

#[test]
fn kind_of_retreat_offers_in_chess_what_the_kinds_of_the_profiles_offer() {
    let rules = common::ruleset("chess");
    let mut random = Random::seeded(7);
    let mut captures = 0;
    for _ in 0..20 {
        let mut game = Game::new(Arc::clone(&rules));
        for _ in 0..120 {
            let moves = game.legal_moves().to_vec();
            for mv in moves.iter().filter(|mv| !rules.effect(game.position(), mv).captured.is_empty()) {
                let at = |kind| rules.retreats(game.position(), mv, kind);
                assert_eq!(
                    at(rules.suitable_retreat(mv)),
                    at(retreat_kind(&rules, mv.piece)),
                    "{}",
                    mv.uci(&rules)
                );
                captures += 1;
            }
            if game.ending().is_some() || !random_move(&mut game, &mut random) {
                break;
            }
        }
    }
    assert!(captures > 1_000, "{captures}");
}
