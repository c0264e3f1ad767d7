//! Games with house rules: their description for both players, moves, goals, and the journal.

use serde_json::{Value, json};
use session::{ReplayError, Session};

use crate::table::{B, Table, W, catalogue};

fn with(mode: &str, overlays: Value) -> Table {
    Table::seated(json!({"mode": mode, "side": "white", "overlays": overlays}))
}

#[test]
fn both_players_are_sent_the_house_rules_of_their_game() {
    let table = with("blind", json!(["torpedo", "capture-to-win"]));
    for conn in [W, B] {
        let joined = table.last(conn, "joined").unwrap();
        assert_eq!(joined["overlays"], json!(["capture-to-win", "torpedo"]));
        assert_eq!(joined["ruleset"], "chess");
    }
    let plain = Table::blind();
    for conn in [W, B] {
        assert!(plain.last(conn, "joined").unwrap().get("overlays").is_none());
    }
}

#[test]
fn a_move_of_a_house_rule_is_legal_only_with_that_rule() {
    let mut table = with("vanilla", json!(["torpedo"]));
    table.play("e2e4 a7a6 e4e6 a6a5 e6d7");
    let mut plain = Table::vanilla();
    plain.play("e2e4 a7a6");
    plain.commit(W, "e4e6");
    assert_eq!(plain.announcements(W).last().map(String::as_str), Some("illegal_move"));
}

#[test]
fn a_goal_ends_the_game_with_its_reason_and_winner() {
    for (overlay, moves, reason) in [
        ("capture-to-win", "e2e4 d7d5 e4d5", "captures"),
        ("three-check", "e2e4 e7e5 f1c4 b8c6 c4f7 e8f7 d1h5 g7g6 h5g6", "checks"),
        ("first-promotion-wins", "a2a4 b7b5 a4b5 h7h6 b5b6 h6h5 b6a7 h5h4 a7b8q", "promotions"),
        ("king-of-the-hill", "e2e4 a7a6 e1e2 a6a5 e2e3 a5a4 e3d4", "arrival"),
        ("extinction", "e2e4 d7d5 f1b5 a7a6 b5e8", "extinction"),
    ] {
        for mode in ["blind", "vanilla"] {
            let mut table = with(mode, json!([overlay]));
            table.play(moves);
            for conn in [W, B] {
                let end = table.last(conn, "update").unwrap();
                assert_eq!(
                    (&end["gameStatus"], &end["endReason"], &end["winner"]),
                    (&json!("finished"), &json!(reason), &json!("w")),
                    "{overlay}, {mode}"
                );
                assert_eq!(
                    table.announcements(conn).last(),
                    Some(&format!("white_wins_{reason}")),
                    "{overlay}, {mode}"
                );
            }
        }
    }
}

#[test]
fn a_journal_restores_the_house_rules() {
    let mut table = with("blind", json!(["torpedo"]));
    table.play("e2e4 a7a6 e4e6");
    let mut gone = table.journal.clone();
    // No game uses the rules any more, so they are made from the data again.
    table.host = Table::blind().host;
    table.host.replace_session(Session::replay(&catalogue(), gone.clone().into_iter()).unwrap());
    table.play("a6a5 e6d7");
    assert_eq!(table.last(W, "update").unwrap()["tally"]["byYou"], json!({"p": 1}));
    let text = serde_json::to_string(&gone[0]).unwrap().replace("torpedo", "submarine");
    gone[0] = serde_json::from_str(&text).unwrap();
    let refused = Session::replay(&catalogue(), gone.into_iter()).unwrap_err();
    assert!(matches!(refused, ReplayError::Refused(_)), "{refused}");
    assert_eq!(refused.to_string(), "there is no house rule \"submarine\"");
}
