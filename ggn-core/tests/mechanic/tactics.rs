//! Tactics by position: those before a turn and those that are new after it.

use std::collections::BTreeSet;
use std::sync::Arc;

use ggn_core::notation::letter::Letter;
use ggn_core::tactics::{self, Tactic};
use ggn_core::{Game, PieceId, Rules, Side, Square};
use proptest::prelude::*;
use proptest::sample::Index;
use serde::Deserialize;

use super::{game, play, square};
use crate::common;

#[derive(Deserialize)]
struct Case {
    /// Description.
    name: String,
    fen: String,
    /// Moves before the turn.
    #[serde(default)]
    before: String,
    /// The move, as source and destination.
    turn: String,
    /// Retreat square, if the move is a failed capture.
    repulsed: Option<String>,
    /// New tactics other than defences.
    expect: Vec<String>,
    /// New defences, if the case is about them.
    defences: Option<Vec<String>>,
}

fn value(rules: &Rules, piece: PieceId) -> u32 {
    match rules.piece(piece).unwrap().name.as_str() {
        "pawn" => 1,
        "knight" | "bishop" => 3,
        "rook" => 5,
        "queen" => 9,
        _ => 10,
    }
}

fn written(rules: &Rules, tactic: &Tactic) -> String {
    let name = |square: Square| rules.shape().cell(square).unwrap().to_string();
    let names = |squares: &[Square]| squares.iter().map(|&square| name(square)).collect::<Vec<_>>().join(",");
    match tactic {
        Tactic::Pin { by, front, behind } => format!("pin {} {} {}", name(*by), name(*front), name(*behind)),
        Tactic::Skewer { by, front, behind } => {
            format!("skewer {} {} {}", name(*by), name(*front), name(*behind))
        }
        Tactic::Fork { by, targets, .. } => format!("fork {} {}", name(*by), names(targets)),
        Tactic::Discovered { by, target } => format!("discovered {} {}", name(*by), name(*target)),
        Tactic::Check { royal, by } => format!("check {} {}", name(*royal), names(by)),
        Tactic::Defence { by, defended } => format!("defence {} {}", name(*by), name(*defended)),
    }
}

fn newly(game: &Game) -> Vec<Tactic> {
    let rules = game.rules();
    let last = game.history().last().unwrap();
    let before = match game.history() {
        [.., before, _] => before.after.clone(),
        _ => game.start().clone(),
    };
    let stands = |square| last.stands(square);
    tactics::newly(rules, &before, &last.after, &stands, &|piece| value(rules, piece))
}

// Requirements gambit-43, gambit-92, gambit-93.
#[test]
fn tactics_of_every_case() {
    let rules = common::ruleset("chess");
    let cases: Vec<Case> = serde_json::from_str(include_str!("tactics.json")).unwrap();
    assert!(cases.len() >= 25);
    let mut wrong = Vec::new();
    for case in &cases {
        let mut game = game(&rules, &case.fen);
        if !case.before.is_empty() {
            play(&mut game, &case.before);
        }
        let (from, to) = (square(&rules, &case.turn[..2]), square(&rules, &case.turn[2..4]));
        let becomes = case.turn[4..].chars().next().and_then(Letter::new);
        let mv = game.find(from, to, becomes).unwrap_or_else(|why| panic!("{}: {why}", case.name));
        match &case.repulsed {
            Some(stands) => drop(game.repulse(&mv, square(&rules, stands)).unwrap()),
            None => drop(game.play(&mv).unwrap()),
        }
        let (defences, found): (Vec<String>, Vec<String>) = newly(&game)
            .iter()
            .map(|tactic| written(&rules, tactic))
            .partition(|tactic| tactic.starts_with("defence"));
        if found != case.expect {
            wrong.push(format!("{}: {found:?}, expected {:?}", case.name, case.expect));
        }
        if case.defences.as_ref().is_some_and(|expected| *expected != defences) {
            wrong.push(format!("{}: {defences:?}, expected {:?}", case.name, case.defences));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn tactics_of_minishogi() {
    let rules = dev::ruleset("conformance/fixtures/games/minishogi");
    // A bishop on a line with a silver general and the king behind it, and one that attacks gold and rook at once.
    let worth = |piece| if rules.piece(piece).unwrap().is_terminal() { 100 } else { 5 };
    let position = common::position(&rules, "4k^/3s1/2B2/5/K^4 / S/s");
    let found: Vec<String> = tactics::present(&rules, &position, Side::First, &worth)
        .iter()
        .map(|tactic| written(&rules, tactic))
        .collect();
    assert_eq!(found, ["pin c3 d4 e5"]);
    let position = common::position(&rules, "2k^1r/5/2B2/5/K^3g / S/s");
    let found = tactics::present(&rules, &position, Side::First, &worth);
    let found: Vec<String> = found.iter().map(|tactic| written(&rules, tactic)).collect();
    assert_eq!(found, ["fork c3 e1,e5"]);
}

fn chess() -> &'static Arc<Rules> {
    static RULES: std::sync::LazyLock<Arc<Rules>> = std::sync::LazyLock::new(|| common::ruleset("chess"));
    &RULES
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    // Requirement gambit-92.
    #[test]
    fn tactic_invariants_in_random_games(choices in prop::collection::vec(any::<Index>(), 1..70)) {
        let rules = chess();
        let mut game = Game::new(Arc::clone(rules));
        for choice in &choices {
            if game.legal_moves().is_empty() {
                break;
            }
            let mv = *choice.get(game.legal_moves());
            let before = game.position().clone();
            let side = before.turn();
            let value = |piece| value(rules, piece);
            if rules.effect(&before, &mv).is_capture() {
                // A piece that returned to its source has caused no tactics.
                let stayed = rules.repulsed(&before, &mv, mv.source.square().unwrap()).unwrap();
                prop_assert_eq!(tactics::newly(rules, &before, &stayed, &Some, &value), []);
            }
            let played = game.play(&mv).unwrap().clone();
            let stands = |square| played.stands(square);
            let new = tactics::newly(rules, &before, &played.after, &stands, &value);
            let (old, now) = (
                tactics::present(rules, &before, side, &value),
                tactics::present(rules, &played.after, side, &value),
            );
            prop_assert_eq!(new.iter().collect::<BTreeSet<_>>().len(), new.len());
            let mut of_king = 0;
            for tactic in &new {
                match tactic {
                    Tactic::Discovered { by, target } => {
                        prop_assert_ne!(Some(*by), mv.destination.square());
                        let royal = played.after.piece_at(*target).and_then(|piece| rules.piece(piece)).unwrap();
                        of_king += u32::from(royal.is_terminal());
                    }
                    Tactic::Check { by, .. } => {
                        prop_assert!(!by.is_empty());
                        of_king += 1;
                    }
                    Tactic::Pin { .. } | Tactic::Skewer { .. } | Tactic::Fork { .. } | Tactic::Defence { .. } => {
                        prop_assert!(now.contains(tactic) && !old.contains(tactic));
                    }
                }
            }
            prop_assert_eq!(of_king > 0, played.check, "{}", rules.feen(&played.after));
        }
    }
}
