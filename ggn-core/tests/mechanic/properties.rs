//! Properties of all combinations of house rules, in random games.

use std::sync::{Arc, LazyLock};

use ggn_core::{Game, Happening, Overlay, Position, Rules, Side, compose};
use proptest::prelude::*;
use proptest::sample::Index;

use super::overlay;
use crate::common;

/// The overlays with mechanics or forced captures, and a few others.
const IDS: [&str; 12] = [
    "piece-hp",
    "king-heals",
    "poisoned-squares",
    "explosive-rook",
    "atomic",
    "double-move",
    "suicide-chess",
    "torpedo",
    "pawns-move-backward",
    "knightmate",
    "capture-all",
    "three-check",
];

fn overlays() -> &'static [Overlay] {
    static ALL: LazyLock<Vec<Overlay>> = LazyLock::new(|| IDS.iter().map(|id| overlay(id)).collect());
    &ALL
}

/// Returns the ruleset of a selection, if its overlays are compatible.
fn chosen(mask: u16) -> Option<Arc<Rules>> {
    let chosen: Vec<&Overlay> = overlays()
        .iter()
        .enumerate()
        .filter(|(index, _)| mask >> index & 1 == 1)
        .map(|(_, overlay)| overlay)
        .collect();
    let composed = compose(&common::files("chess"), &chosen).ok()?;
    Some(Rules::load(&composed.files).unwrap_or_else(|faults| panic!("{mask:b}: {faults}")))
}

fn count(position: &Position) -> usize {
    position.pieces().count()
}

fn royals(rules: &Rules, position: &Position, side: Side) -> usize {
    let is_royal = |piece: &ggn_core::Piece| piece.side() == side && piece.is_terminal();
    position.pieces().filter(|&(_, piece)| rules.piece(piece).is_some_and(is_royal)).count()
}

/// Checks the invariants of a position.
fn holds(rules: &Rules, position: &Position) -> Result<(), TestCaseError> {
    let most = rules.initial_points().map_or(0, |initial| initial.max(3));
    for index in 0..rules.shape().squares() {
        let square = rules.shape().at(index).unwrap();
        let points = position.points_at(square);
        let has_points = rules.has_points() && position.piece_at(square).is_some();
        prop_assert_eq!(points.is_some(), has_points, "{}", rules.feen(position));
        prop_assert!(points.is_none_or(|points| (1..=most).contains(&points)));
    }
    prop_assert!(position.moves_made() < rules.moves_per_turn());
    Ok(())
}

/// Returns whether no own royal piece can be captured after a move, determined from the resulting position alone.
fn is_safe(rules: &Rules, before: &Position, after: &Position) -> bool {
    let (side, other) = (before.turn(), before.turn().opponent());
    let lost = royals(rules, after, side) < royals(rules, before, side);
    let has_won = royals(rules, before, other) > 0 && royals(rules, after, other) == 0;
    if lost { royals(rules, after, side) == 0 } else { has_won || !rules.in_check(after, side) }
}

fn walk(rules: &Arc<Rules>, choices: &[Index]) -> Result<(), TestCaseError> {
    let mut game = Game::new(Arc::clone(rules));
    let mut positions = vec![game.position().clone()];
    for choice in choices {
        if game.ending().is_some() {
            break;
        }
        let before = game.position().clone();
        let legal = game.legal_moves().to_vec();
        prop_assert_eq!(&legal, &rules.legal_moves(&before));
        let pseudo_legal = rules.pseudo_legal_moves(&before);
        let is_forced = legal.iter().any(|mv| rules.effect(&before, mv).is_capture())
            && rules.id() == "chess"
            && rules.name().contains("Suicide");
        for mv in &pseudo_legal {
            let after = rules.after(&before, mv);
            let is_legal = legal.contains(mv);
            prop_assert_eq!(
                is_legal,
                rules.violations(&before, mv).is_empty(),
                "{} {}",
                rules.feen(&before),
                mv.uci(rules)
            );
            if is_legal {
                prop_assert!(is_safe(rules, &before, &after), "{} {}", rules.feen(&before), mv.uci(rules));
                prop_assert!(!is_forced || rules.effect(&before, mv).is_capture());
            }
            if !rules.has_points() {
                let mut happenings = rules.effect(&before, mv).happenings.into_iter();
                let is_destruction = |happening| matches!(happening, Happening::Destroyed { .. });
                prop_assert!(happenings.all(is_destruction));
            }
        }
        let mv = *choice.get(&legal);
        let foreseen = game.preview(&mv).unwrap();
        let played = game.play(&mv).unwrap().clone();
        prop_assert_eq!(&foreseen, &played);
        let after = game.position().clone();
        holds(rules, &after)?;
        let destroyed = played
            .effect
            .happenings
            .iter()
            .filter(|happening| matches!(happening, Happening::Destroyed { .. }))
            .count();
        let gone = played.effect.captured.len() + destroyed;
        prop_assert_eq!(count(&before), count(&after) + gone, "{}", rules.feen(&before));
        if played.effect.is_hit() {
            let stays = |position: &Position| mv.source.square().and_then(|at| position.points_at(at));
            prop_assert!(stays(&after).is_some() || destroyed > 0);
            prop_assert!(played.effect.promoted.is_none() && played.effect.carried.is_empty());
        }
        prop_assert_eq!(game.history().last().map(|last| &last.after), Some(&after));
        positions.push(after);
    }
    // Taking back every move restores each earlier state.
    while game.plies() > 0 {
        let plies = game.plies();
        game.undo(1);
        prop_assert_eq!(game.position(), &positions[plies - 1]);
        prop_assert_eq!(game.legal_moves(), &rules.legal_moves(game.position())[..]);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if dev::is_long() { 2_000 } else { 24 }))]

    #[test]
    fn random_games_with_random_house_rules(
        mask in 0_u16..1 << IDS.len(),
        choices in prop::collection::vec(any::<Index>(), 1..60),
    ) {
        if let Some(rules) = chosen(mask) {
            walk(&rules, &choices)?;
        }
    }
}

/// The mechanics that interact most, beside the random selections above.
#[test]
fn random_games_with_interacting_mechanics() {
    let sets: [&[&str]; 10] = [
        &["piece-hp"],
        &["atomic"],
        &["explosive-rook"],
        &["double-move"],
        &["piece-hp", "double-move"],
        &["piece-hp", "atomic", "double-move"],
        &["piece-hp", "king-heals", "poisoned-squares", "explosive-rook", "double-move"],
        &["piece-hp", "king-heals", "poisoned-squares", "atomic", "knightmate"],
        &["suicide-chess", "piece-hp", "double-move"],
        &["suicide-chess", "torpedo"],
    ];
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(12));
    for ids in sets {
        let rules = super::house(ids);
        let games = prop::collection::vec(any::<Index>(), 80);
        runner.run(&games, |choices| walk(&rules, &choices)).unwrap_or_else(|why| panic!("{ids:?}: {why}"));
    }
}
