//! Two games that differ only in what a recipient may not know send that recipient the same bytes.

use super::watched_game::{ALL, Recipient, WatchedGame};
use crate::table::{B, W};

/// Returns the frames to a recipient during an action.
fn sent_during(watched: &mut WatchedGame, who: Recipient, act: impl FnOnce(&mut WatchedGame)) -> Vec<String> {
    let before = watched.count(who);
    act(watched);
    watched.texts(who).split_off(before)
}

// Requirement gambit-18.
#[test]
fn the_amount_of_a_bid_is_hidden_from_others_before_both_have_bid() {
    for mode in ["vanilla", "blind"] {
        for (first, other) in [(W, Recipient::Black), (B, Recipient::White)] {
            let games = [0, 5, 37].map(|amount| {
                let mut watched = WatchedGame::new(mode, "standard");
                watched.play("e2e4 d7d5 e4d5");
                watched.bid(first, amount);
                // A refused bid discloses nothing to the other side either.
                watched.bid(first, 39);
                watched
            });
            for who in [other, Recipient::Spectator] {
                let texts = games.each_ref().map(|watched| watched.texts(who));
                assert!(texts[0] == texts[1] && texts[0] == texts[2], "{mode} {who:?}");
            }
        }
    }
}

// Requirement gambit-18.
#[test]
fn the_existence_of_a_bid_is_hidden_until_the_duel_is_resolved() {
    for mode in ["vanilla", "blind"] {
        let watched = |first, second| {
            let mut watched = WatchedGame::new(mode, "standard");
            watched.play("e2e4 d7d5 e4d5");
            for (conn, amount) in [first, second] {
                watched.bid(conn, amount);
            }
            watched
        };
        let (white, black) = ((W, 7), (B, 4));
        let [early, late] = [watched(white, black), watched(black, white)];
        assert_eq!(early.texts(Recipient::Spectator), late.texts(Recipient::Spectator), "{mode}");
        let stands = |watched: &WatchedGame, who| {
            let mut state = watched.state(who);
            let members = state.as_object_mut().unwrap();
            // One of the games has one more state, with the own bid.
            members.remove("sequence");
            state
        };
        for who in ALL {
            assert_eq!(stands(&early, who), stands(&late, who), "{mode} {who:?}");
        }
    }
}

// Requirements gambit-13, gambit-19.
#[test]
fn the_attackers_affordable_squares_are_hidden_before_the_choice() {
    for mode in ["vanilla", "blind"] {
        let [rich, poor] = [3, 37].map(|spent| {
            let mut watched = WatchedGame::new(mode, "standard");
            watched.play("e2e4 d7d5 e4d5");
            watched.bids(spent, 0);
            watched.go(B, "e7e5");
            watched.play("g1f3 a7a6 f3e5");
            let offered = |watched: &WatchedGame| {
                let options = watched.of_type(Recipient::White, "retreat.options").pop().unwrap();
                options["validPositions"].as_array().unwrap().len()
            };
            let others = [Recipient::Black, Recipient::Spectator].map(|who| {
                let mut again = WatchedGame::new(mode, "standard");
                again.play("e2e4 d7d5 e4d5");
                again.bids(spent, 0);
                again.go(B, "e7e5");
                again.play("g1f3 a7a6 f3e5");
                sent_during(&mut again, who, |watched| watched.bids(4, 9))
            });
            watched.bids(4, 9);
            (offered(&watched), others)
        });
        assert!(rich.0 > poor.0, "{mode}: {} and {}", rich.0, poor.0);
        assert_eq!(rich.1, poor.1, "{mode}");
    }
}

// Requirement gambit-17.
#[test]
fn regenerated_points_are_hidden_from_others() {
    // A bishop that pins and one that does not: in a blind game both are announced as a move.
    let [pin, none] = ["f1b5", "f1e2"].map(|bishop| {
        let mut watched = WatchedGame::new("blind", "standard");
        watched.play("e2e4 d7d6 a2a3 b8c6");
        watched.go(W, bishop);
        watched
    });
    let points = |watched: &WatchedGame| watched.state(Recipient::White)["bp"]["w"].as_u64();
    assert!(points(&pin) > points(&none));
    for who in [Recipient::Black, Recipient::Spectator] {
        assert_eq!(pin.texts(who), none.texts(who), "{who:?}");
    }
}
