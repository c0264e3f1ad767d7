//! Games with bids: the machine bids within its points, retreats to what is offered, knows the points of both sides in open games, and chooses the
//! same for the same frames.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test whose input is missing fails"
)]

mod arena;

use std::sync::Arc;

use arena::{Ended, Player, Terms, play};
use bot::{Level, Side, Values};
use serde_json::{Value, json};
use session::Catalogue;

/// Plays the machine against itself, or against chance.
fn game(
    catalogue: &Arc<Catalogue>,
    request: &Value,
    levels: [u8; 2],
    (seed, plies): (u64, usize),
    chance: Option<Side>,
) -> Ended {
    let terms = Terms { request: request.clone(), seed, plies, looks: true, limit: None };
    let mut values = None;
    play(catalogue, &terms, |side, session, token| {
        let values = values.get_or_insert_with(|| Arc::new(Values::of(session.rules()))).clone();
        if chance == Some(side) {
            return Player::random(session, seed);
        }
        let number = if side == Side::First { levels[0] } else { levels[1] };
        Player::machine(session, &values, Level::try_from(number).unwrap(), token)
    })
}

/// Games with every way to bid, open and blind.
fn requests(catalogue: &Catalogue) -> Vec<Value> {
    let both = |id: &str| ["vanilla", "blind"].map(|mode| json!({ "mode": mode, "gambit": id }));
    catalogue.gambits().flat_map(both).collect()
}

/// Number of bids and of chosen retreats among messages.
fn count(messages: &[Vec<String>; 2], kind: &str) -> usize {
    messages.iter().flatten().filter(|text| text.contains(kind)).count()
}

#[test]
fn games_with_bids_are_played_without_a_fault() {
    let catalogue = arena::catalogue();
    let is_long = dev::is_long();
    let (mut bids, mut retreats, mut audited) = (0, 0, 0);
    for request in requests(&catalogue) {
        for seed in 0..if is_long { 8 } else { 1 } {
            let levels = if is_long { [1 + seed as u8 % 4, 1 + seed as u8 % 3] } else { [1, 2] };
            // Points are compared where a game is broken off.
            let plies = if is_long && seed % 2 == 1 { 600 } else { 40 };
            let ended = game(&catalogue, &request, levels, (seed, plies), None);
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
    let catalogue = arena::catalogue();
    for request in requests(&catalogue).into_iter().take(2) {
        let ended = game(&catalogue, &request, [3, 3], (5, 60), Some(Side::Second));
        assert_eq!(ended.errors, [] as [String; 0], "{request}");
    }
}

#[test]
fn the_same_frames_cause_the_same_bids() {
    let catalogue = arena::catalogue();
    for mode in ["vanilla", "blind"] {
        let request = json!({ "mode": mode, "gambit": "standard" });
        let messages = || game(&catalogue, &request, [2, 3], (3, 24), None).messages;
        let first = messages();
        assert!(count(&first, "duel.allocate") > 0, "{mode}: nothing is bid");
        assert_eq!(first, messages(), "{mode}");
    }
}

#[test]
fn an_exact_belief_holds_the_truth_where_captures_fail() {
    let catalogue = arena::catalogue();
    for seed in 0..if dev::is_long() { 12 } else { 2 } {
        let request = json!({ "mode": "blind", "gambit": if seed % 2 == 0 { "standard" } else { "risky" } });
        let ended = game(&catalogue, &request, [5, 5], (seed, 16), Some(Side::Second));
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
