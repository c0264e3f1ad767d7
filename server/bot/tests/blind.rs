//! Games in which pieces are hidden: the machine believes the truth, chooses the same for the same frames, and ends its games.

use std::sync::Arc;

use crate::arena::{self, Ended, Player, Terms, ending, play, play_levels};
use bot::{Level, Values};
use serde_json::{Value, json};
use session::Catalogue;

fn level(number: u8) -> Level {
    Level::try_from(number).unwrap()
}

/// Plays the machine against itself, or against chance.
fn game(
    catalogue: &Arc<Catalogue>,
    request: &Value,
    number: u8,
    seed: u64,
    plies: usize,
    against_chance: bool,
) -> Ended {
    let terms = Terms { request: request.clone(), seed, plies, looks: true, limit: None };
    let machine = Some(level(number));
    play_levels(catalogue, &terms, [machine, machine.filter(|_| !against_chance)])
}

/// Returns how often every enemy stood on a square that was believed to be possible, of all times.
fn possible(ended: &Ended) -> (usize, usize) {
    let holds = |believed: &&arena::Believed| {
        believed.possible.holds_all(&ended.rules, believed.side, &ended.positions[believed.ply])
    };
    (ended.believed.iter().filter(holds).count(), ended.believed.len())
}

/// Says how often the truth was believed, of all times; panics where an exact belief has lost it.
fn truths(ended: &Ended) -> (usize, usize) {
    let mut found = (0, 0);
    for believed in &ended.believed {
        let truth = &ended.positions[believed.ply];
        let is_there = believed.positions.contains(truth);
        found = (found.0 + usize::from(is_there), found.1 + 1);
        assert!(
            is_there || !believed.is_exact,
            "{:?} has lost the truth at ply {}: {}",
            believed.side,
            believed.ply,
            ended.rules.feen(truth),
        );
        assert!(
            !believed.positions.is_empty(),
            "{:?} believes nothing at ply {}",
            believed.side,
            believed.ply
        );
    }
    found
}

/// Every moderator with a ruleset for it, and games by sight.
fn requests(catalogue: &Catalogue) -> Vec<Value> {
    let moderated = catalogue.moderators().into_iter().map(|moderator| {
        let ruleset = if moderator.id == "crazykrieg" { "crazyhouse" } else { "chess" };
        json!({ "mode": "blind", "moderator": moderator.id, "ruleset": ruleset })
    });
    let others = [
        json!({ "mode": "blind", "ruleset": "minishogi" }),
        json!({ "mode": "blind", "ruleset": "chess960" }),
        json!({ "mode": "blind", "overlays": ["piece-hp"] }),
        json!({ "mode": "sight", "ruleset": "dark-chess" }),
        json!({ "mode": "sight", "ruleset": "fog-xiangqi" }),
        json!({ "mode": "sight", "ruleset": "dark-crazyhouse" }),
    ];
    moderated.chain(others).collect()
}

#[test]
fn an_exact_belief_holds_the_truth() {
    let catalogue = arena::catalogue();
    let mut on_squares = (0, 0);
    for request in requests(&catalogue) {
        let mut found = (0, 0, 0);
        // Longer games only show that the sample goes on.
        for seed in 0..if dev::is_long() { 6 } else { 1 } {
            let plies = if dev::is_long() { 40 } else { 10 };
            let ended = game(&catalogue, &request, 5, seed, plies, true);
            assert_eq!(ended.errors, [] as [String; 0], "{request}");
            let (there, all) = truths(&ended);
            let exact = ended.believed.iter().filter(|believed| believed.is_exact).count();
            found = (found.0 + there, found.1 + all, found.2 + exact);
            let (there, all) = possible(&ended);
            on_squares = (on_squares.0 + there, on_squares.1 + all);
        }
        eprintln!(
            "{request}: the truth is believed {} of {} times, {} of them for sure",
            found.0, found.1, found.2
        );
        assert!(found.2 >= 3, "{request}");
    }
    let (there, all) = on_squares;
    assert!(100 * there >= 99 * all, "enemies stand on possible squares {there} of {all} times");
}

#[test]
fn the_same_frames_cause_the_same_messages() {
    let catalogue = arena::catalogue();
    for request in [json!({ "mode": "blind" }), json!({ "mode": "blind", "moderator": "english" })] {
        let messages = || game(&catalogue, &request, 5, 3, 16, false).messages;
        assert_eq!(messages(), messages(), "{request}");
    }
}

#[test]
fn the_machine_plays_itself_without_a_fault() {
    let catalogue = arena::catalogue();
    for request in requests(&catalogue) {
        let ended = game(&catalogue, &request, 1, 7, if dev::is_long() { 600 } else { 24 }, false);
        assert_eq!(ended.errors, [] as [String; 0], "{request}");
        eprintln!("{request}: {:?} after {} plies", ended.reason, ended.plies);
    }
}

#[test]
fn a_bare_king_that_nobody_sees_is_mated() {
    let rules = dev::ruleset("rules/chess");
    let (start, starts) = ending(&rules, "KQ", &mut dev::Random::seeded(1));
    assert!(starts.len() > 20, "the king may stand on many squares");
    let request = json!({ "mode": "blind", "moderator": "wild16" });
    let terms = Terms { request, seed: 1, plies: 200, looks: true, limit: None };
    let values = Arc::new(Values::of(&rules));
    let ended = play(&arena::catalogue_from(&start), &terms, |side, session, token| match side {
        bot::Side::First => Player::starting_from(session, &values, level(5), token, starts.clone()),
        bot::Side::Second => Player::random(session, 1),
    });
    let found = truths(&ended);
    eprintln!("{:?} after {} plies, {found:?}", ended.reason, ended.plies);
    let unsure = ended.believed.iter().filter(|believed| !believed.is_exact).count();
    assert_eq!(unsure, 0, "few positions are all known");
    assert_eq!((ended.winner, ended.reason.as_deref()), (Some(bot::Side::First), Some("checkmate")));
}

#[test]
fn a_king_left_alone_is_believed_wherever_it_may_stand() {
    let catalogue = arena::catalogue_from("4k^3/p4p1p/8/8/8/8/8/R2QK^2R / C/c");
    let request = json!({ "mode": "blind", "moderator": "wild16" });
    let again = |seed| {
        let ended = game(&catalogue, &request, 1, seed, 300, true);
        eprintln!("{:?} after {} plies, {:?}", ended.reason, ended.plies, truths(&ended));
        let sampled = ended.believed.iter().position(|believed| !believed.is_exact).unwrap_or(usize::MAX);
        ended.believed.iter().skip(sampled).filter(|believed| believed.is_exact).count()
    };
    assert!((1..=6).any(|seed| again(seed) > 0), "no sample became exact again");
}
