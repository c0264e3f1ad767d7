//! Positions that FEEN can express and the rules of chess exclude: one for each reason, and one for all reasons at once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use ggn_core::{Rules, SetupFault};

fn faults(rules: &Rules, feen: &str) -> Vec<SetupFault> {
    rules.position(&feen.parse().unwrap()).expect_err(feen).faults().to_vec()
}

/// Impossible positions with their reasons.
const IMPOSSIBLE: &[(&str, &str)] = &[
    ("4k^3/8/8/8/+P7/8/8/4K^3 / C/c", "C:+P cannot stand on a4"),
    ("4k^3/8/8/8/+p7/8/8/4K^3 / C/c", "c:+p cannot stand on a4"),
    ("4k^3/8/8/8/+R7/8/8/4K^3 / C/c", "C:+R cannot stand on a4"),
    ("4k^1+r1/8/8/8/8/8/8/4K^3 / C/c", "c:+r cannot stand on g8"),
    ("4k^3/8/8/8/8/8/8/3+K^4 / C/c", "C:+K^ cannot stand on d1"),
    ("3+k^4/8/8/8/8/8/8/4K^3 / C/c", "c:+k^ cannot stand on d8"),
    (
        "4k^3/8/8/-p1-p5/8/8/8/4K^3 / C/c",
        "2 pieces bear a mark that falls after one move; one move can set only one",
    ),
    ("4k^3/8/8/8/-P7/8/8/4K^3 / C/c", "C:-P on a4 belongs to the side to move; its mark has fallen by now"),
    ("4k^3/8/8/8/8/-P7/8/4K^3 / c/C", "C:-P cannot stand on a3"),
    ("4k^3/8/-p7/8/8/8/8/4K^3 / C/c", "c:-p cannot stand on a6"),
    ("4k^3/8/8/8/-P7/N7/8/4K^3 / c/C", "C:-P cannot stand on a4: a3 is not as it must be"),
    ("4k^3/8/8/8/-P7/8/n7/4K^3 / c/C", "C:-P cannot stand on a4: a2 is not as it must be"),
    ("P3k^3/8/8/8/8/8/8/4K^3 / C/c", "C:P cannot stand on a8"),
    ("4k^3/8/8/8/8/8/8/p3K^3 / C/c", "c:p cannot stand on a1"),
    ("8/8/8/8/8/8/8/4K^3 / C/c", "black has 0 × king, expected 1"),
    ("4k^3/8/8/8/8/8/8/3K^K^3 / C/c", "white has 2 × king, expected 1"),
    ("4k^3/8/8/8/8/8/8/K3R3 / C/c", "C:K on a1 is no piece of this game; white has 0 × king, expected 1"),
    ("4k^3/8/8/8/8/8/4R3/4K^3 / C/c", "black is in check, but it is the other side's turn"),
    ("4k^3/8/8/8/8/8/8/4K^3 P/ C/c", "the hand of white cannot hold C:P in this game"),
    ("4k^3/8/8/8/8/8/8/A3K^3 / C/c", "C:A on a1 is no piece of this game"),
    ("4k^3/8/8/8/8/8/8/Q'3K^3 / C/c", "c:Q on a1 is no piece of this game"),
    ("4k^3/8/8/8/8/8/8/-Q3K^3 / C/c", "C:-Q on a1 is no piece of this game"),
    ("4k^3/8/8/8/8/8/4K^3 / C/c", "the board is 8x7, the game's is 8x8"),
    ("4k^3/8/8/8/8/8/8/4K^3 / S/s", "the styles are S and s, the game's are C and c"),
    ("4k^3/8/8/8/8/8/8/4K^3 / S/c", "the styles are S and c, the game's are C and c"),
];

// Requirements sashite-6, sashite-7, sashite-8, sashite-9, sashite-10.
#[test]
fn every_impossible_setup_is_refused_with_its_reason() {
    let rules = common::ruleset("chess");
    for (feen, expected) in IMPOSSIBLE {
        let impossible = rules.position(&feen.parse().unwrap()).expect_err(feen);
        assert_eq!(impossible.to_string(), *expected, "{feen}");
    }
}

#[test]
fn all_reasons_are_reported_at_once() {
    let rules = common::ruleset("chess");
    let reasons = faults(&rules, "P6p/8/+R7/8/-P7/8/8/8 / C/c");
    assert_eq!(reasons.len(), 6, "{reasons:?}");
}

// Requirements sashite-3, sashite-11.
#[test]
fn possible_positions_round_trip() {
    let rules = common::ruleset("chess");
    for feen in [
        "+rnbq+k^bn+r/+p+p+p+p+p+p+p+p/8/8/8/8/+P+P+P+P+P+P+P+P/+RNBQ+K^BN+R / C/c",
        "4k^3/8/8/8/-P7/8/8/4K^3 / c/C",
        "4k^3/8/8/-p7/8/8/8/4K^3 / C/c",
        // A pawn on its first rank without its double step is rare but possible.
        "4k^3/8/8/8/8/8/P7/4K^3 / C/c",
        // The side to move may be in check, even twice.
        "4k^3/8/8/8/8/8/8/r3K^2r / C/c",
    ] {
        assert_eq!(rules.feen(&common::position(&rules, feen)).to_string(), feen);
    }
}

#[test]
fn pawn_after_double_step_gives_check() {
    let rules = common::ruleset("chess");
    let position = common::position(&rules, "8/8/8/4k^3/3-P4/8/8/4K^3 / c/C");
    assert!(rules.in_check(&position, position.turn()));
}
