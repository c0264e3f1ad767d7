//! Games with bids: the machine bids within its points, retreats to what is offered, knows the points of both sides in open games, and chooses the
//! same for the same frames.

use std::sync::Arc;

use crate::arena::{Ended, Terms, catalogue, play_levels};
use bot::Level;
use serde_json::{Value, json};
use session::Catalogue;

/// Plays machines of these levels against each other. One without a level plays by chance.
fn game(
    catalogue: &Arc<Catalogue>,
    request: &Value,
    levels: [Option<u8>; 2],
    (seed, plies): (u64, usize),
) -> Ended {
    let terms = Terms { request: request.clone(), seed, plies, looks: true, limit: None };
    play_levels(catalogue, &terms, levels.map(|level| level.map(|level| Level::try_from(level).unwrap())))
}

/// Games with every way to bid, open and blind.
fn requests(catalogue: &Catalogue) -> Vec<Value> {
    let both = |id: &str| {
        let ruleset = catalogue.gambit(id).unwrap().rulesets().next().unwrap().to_owned();
        ["vanilla", "blind"].map(|mode| json!({ "mode": mode, "ruleset": ruleset, "gambit": id }))
    };
    // Rulesets that no profile names: of another army, on another board, with drops, of pieces that take by leaps and hops, and without royal pieces.
    let others = [
        ("makruk", "vanilla"),
        ("makruk", "blind"),
        ("capablanca", "vanilla"),
        ("minishogi", "blind"),
        ("minixiangqi", "vanilla"),
        ("breakthrough", "blind"),
    ];
    let other = |(ruleset, mode)| json!({ "mode": mode, "ruleset": ruleset, "gambit": "standard" });
    catalogue.gambits().flat_map(both).chain(others.map(other)).collect()
}

/// Number of bids and of chosen retreats among messages.
fn count(messages: &[Vec<String>; 2], kind: &str) -> usize {
    messages.iter().flatten().filter(|text| text.contains(kind)).count()
}

#[test]
fn games_with_bids_are_played_without_a_fault() {
    let catalogue = catalogue();
    let is_long = dev::is_long();
    let (mut bids, mut retreats, mut audited) = (0, 0, 0);
    for request in requests(&catalogue) {
        for seed in 0..if is_long { 8 } else { 1 } {
            let levels = if is_long { [1 + seed as u8 % 4, 1 + seed as u8 % 3] } else { [1, 2] };
            // Points are compared where a game is broken off.
            let plies = if is_long && seed % 2 == 1 { 600 } else { 40 };
            let ended = game(&catalogue, &request, levels.map(Some), (seed, plies));
            assert_eq!(ended.errors, [] as [String; 0], "{request}, seed {seed}");
            assert_eq!(ended.wrong_points, [] as [String; 0], "{request}, seed {seed}");
            bids += count(&ended.messages, "duel.allocate");
            retreats += count(&ended.messages, "retreat.select");
            audited += ended.audited;
            eprintln!(
                "{request} {seed}: {:?} by {:?} after {} plies",
                ended.winner, ended.reason, ended.plies
            );
        }
    }
    eprintln!("{bids} bids, {retreats} retreats, points compared {audited} times");
    assert!(bids > 20 && retreats > 3 && audited > 3, "{bids} bids, {retreats} retreats, {audited}");
}

#[test]
fn the_machine_bids_against_somebody_who_bids_by_chance() {
    let catalogue = catalogue();
    for request in requests(&catalogue).into_iter().take(2) {
        let ended = game(&catalogue, &request, [Some(3), None], (5, 60));
        assert_eq!(ended.errors, [] as [String; 0], "{request}");
    }
}

#[test]
fn the_same_frames_cause_the_same_bids() {
    let catalogue = catalogue();
    for mode in ["vanilla", "blind"] {
        let request = json!({ "mode": mode, "gambit": "standard" });
        let messages = || game(&catalogue, &request, [Some(2), Some(3)], (3, 24)).messages;
        let first = messages();
        assert!(count(&first, "duel.allocate") > 0, "{mode}: nothing is bid");
        assert_eq!(first, messages(), "{mode}");
    }
}

#[test]
fn an_exact_belief_holds_the_truth_where_captures_fail() {
    let catalogue = catalogue();
    for seed in 0..if dev::is_long() { 12 } else { 2 } {
        let request = json!({ "mode": "blind", "gambit": if seed % 2 == 0 { "standard" } else { "risky" } });
        let ended = game(&catalogue, &request, [Some(5), None], (seed, 16));
        for believed in &ended.believed {
            let truth = &ended.positions[believed.ply];
            assert!(
                !believed.is_exact || believed.positions.contains(truth),
                "{:?} has lost the truth at ply {}, seed {seed}: {}",
                believed.side,
                believed.ply,
                ended.rules.feen(truth),
            );
        }
    }
}
