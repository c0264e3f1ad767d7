//! Two games that differ only in what somebody may not know send them the same bytes.

use super::hall::{ALL, Hall, Who};
use crate::table::{B, W};

/// What somebody is sent while something happens at the table.
fn sent_during(hall: &mut Hall, who: Who, act: impl FnOnce(&mut Hall)) -> Vec<String> {
    let before = hall.count(who);
    act(hall);
    hall.texts(who).split_off(before)
}

#[test]
fn a_bid_of_another_amount_changes_nothing_for_the_others_before_both_have_bid() {
    for mode in ["vanilla", "blind"] {
        for (first, other) in [(W, Who::Black), (B, Who::White)] {
            let halls = [0, 5, 37].map(|amount| {
                let mut hall = Hall::new(mode, "standard");
                hall.play("e2e4 d7d5 e4d5");
                hall.bid(first, amount);
                // What is refused tells the other nothing either.
                hall.bid(first, 39);
                hall
            });
            for who in [other, Who::Watcher] {
                let texts = halls.each_ref().map(|hall| hall.texts(who));
                assert!(texts[0] == texts[1] && texts[0] == texts[2], "{mode} {who:?}");
            }
        }
    }
}

#[test]
fn that_the_other_side_has_bid_changes_nothing_but_when_the_duel_is_over() {
    for mode in ["vanilla", "blind"] {
        let hall = |first, second| {
            let mut hall = Hall::new(mode, "standard");
            hall.play("e2e4 d7d5 e4d5");
            for (conn, amount) in [first, second] {
                hall.bid(conn, amount);
            }
            hall
        };
        let (white, black) = ((W, 7), (B, 4));
        let [early, late] = [hall(white, black), hall(black, white)];
        assert_eq!(early.texts(Who::Watcher), late.texts(Who::Watcher), "{mode}");
        let stands = |hall: &Hall, who| {
            let mut state = hall.state(who);
            let members = state.as_object_mut().unwrap();
            // One of them has one more state, with the own bid in it.
            members.remove("sequence");
            state
        };
        for who in ALL {
            assert_eq!(stands(&early, who), stands(&late, who), "{mode} {who:?}");
        }
    }
}

#[test]
fn what_the_attacker_can_pay_changes_nothing_for_the_others_before_the_choice() {
    for mode in ["vanilla", "blind"] {
        let [rich, poor] = [3, 37].map(|spent| {
            let mut hall = Hall::new(mode, "standard");
            hall.play("e2e4 d7d5 e4d5");
            hall.bids(spent, 0);
            hall.go(B, "e7e5");
            hall.play("g1f3 a7a6 f3e5");
            let offered = |hall: &Hall| {
                let options = hall.of_type(Who::White, "retreat.options").pop().unwrap();
                options["validPositions"].as_array().unwrap().len()
            };
            let others = [Who::Black, Who::Watcher].map(|who| {
                let mut again = Hall::new(mode, "standard");
                again.play("e2e4 d7d5 e4d5");
                again.bids(spent, 0);
                again.go(B, "e7e5");
                again.play("g1f3 a7a6 f3e5");
                sent_during(&mut again, who, |hall| hall.bids(4, 9))
            });
            hall.bids(4, 9);
            (offered(&hall), others)
        });
        assert!(rich.0 > poor.0, "{mode}: {} and {}", rich.0, poor.0);
        assert_eq!(rich.1, poor.1, "{mode}");
    }
}

#[test]
fn what_a_turn_brings_back_changes_nothing_for_who_does_not_see_it() {
    // A bishop that pins and one that does not: in a blind game both are a move, whatever it brings.
    let [pin, none] = ["f1b5", "f1e2"].map(|bishop| {
        let mut hall = Hall::new("blind", "standard");
        hall.play("e2e4 d7d6 a2a3 b8c6");
        hall.go(W, bishop);
        hall
    });
    let points = |hall: &Hall| hall.state(Who::White)["bp"]["w"].as_u64();
    assert!(points(&pin) > points(&none));
    for who in [Who::Black, Who::Watcher] {
        assert_eq!(pin.texts(who), none.texts(who), "{who:?}");
    }
}
