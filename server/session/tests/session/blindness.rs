//! Blind views contain one army: random games, with every frame inspected.

use ggn_core::Side;
use proptest::prelude::*;
use serde_json::{Value, json};
use session::ConnId;

use crate::reference_board::{army, board, text};
use crate::table::{B, BLACK_TOKEN, GAME, Table, W, WHITE_TOKEN};

/// Returns the first content of a frame before the end of the game that is not the viewer's own.
fn leak(frame: &Value, own: &str) -> Option<String> {
    if frame["gameStatus"] == "finished" {
        return None;
    }
    for key in ["record", "san", "feen", "uci", "pmn", "pgn", "from"] {
        if frame.get(key).is_some() {
            return Some(format!("{key} before the end"));
        }
    }
    let pieces = frame["view"]["pieces"].as_object()?;
    pieces
        .iter()
        .find(|(_, piece)| piece["color"] != own)
        .map(|(square, piece)| format!("{piece} on {square}"))
}

fn pieces_in(frame: &Value) -> Vec<(String, String)> {
    let pieces = frame["view"]["pieces"].as_object().unwrap();
    pieces.iter().map(|(square, piece)| (square.clone(), piece["qpi"].as_str().unwrap().to_owned())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    // Requirements blind-43, blind-44, blind-66, blind-90.
    #[test]
    fn a_blind_view_has_the_whole_own_army_and_nothing_of_the_other(
        choices in prop::collection::vec(any::<u16>(), 1..160),
        fidelity in any::<bool>(),
    ) {
        let moderator = if fidelity { "table-fidelity" } else { "blind" };
        let mut table = Table::seated(json!({"mode": "blind", "side": "white", "moderator": moderator}));
        let mut truth = board();
        for choice in choices {
            let legal = truth.legal_moves().to_vec();
            if legal.is_empty() {
                break;
            }
            let conn = if truth.position().turn() == Side::First { W } else { B };
            let mut notation = text(&legal[usize::from(choice) % legal.len()]);
            match choice % 5 {
                0 => {
                    // A random try; most are refused, and some bind a piece.
                    let square = |n: u16| format!("{}{}", char::from(b'a' + (n % 8) as u8), n % 64 / 8 + 1);
                    notation = format!("{}{}", square(choice / 5), square(choice / 320));
                }
                1 => {
                    let (conn, token) = if choice % 2 == 0 { (W, WHITE_TOKEN) } else { (B, BLACK_TOKEN) };
                    table.close(conn);
                    table.say(conn, json!({"type": "hello", "gameId": GAME, "token": token}));
                }
                _ => {}
            }
            // The test's board follows the session's answers.
            let answer = table.commit(conn, &notation);
            if answer.last().unwrap()["ply"] == truth.plies() as u64 + 1 {
                let made = legal.iter().find(|mv| text(mv) == notation).expect("only a legal move is made");
                truth.play(made).unwrap();
            }
            if table.session().phase() == session::Phase::Finished {
                break;
            }
            for (conn, side) in [(W, Side::First), (B, Side::Second)] {
                let last = table.last_with(conn, |frame| frame.get("view").is_some()).unwrap();
                prop_assert_eq!(pieces_in(&last), army(&truth, side));
            }
        }
        for (conn, own) in [(W, "w"), (B, "b")] {
            for frame in table.frames(conn) {
                prop_assert_eq!(leak(&frame, own), None);
            }
        }
    }
}

// Requirement blind-118.
#[test]
fn the_search_for_leaks_finds_them() {
    let mut table = Table::vanilla();
    table.play("e2e4");
    let caught = |conn: ConnId, own| table.frames(conn).iter().filter_map(|frame| leak(frame, own)).count();
    assert_eq!((caught(W, "w"), caught(B, "b")), (3, 2), "every view of an open game shows the other army");
}
