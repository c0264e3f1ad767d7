//! A short game as both players receive it, with the pieces abbreviated. A change of the wire shows as a readable difference.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::table::{B, BLACK_TOKEN, GAME, MINUTE, Table, W};

/// Returns the frame with its members sorted by name and the pieces in one line.
fn shortened(frame: &str) -> Value {
    let mut frame: Value = serde_json::from_str(frame).unwrap();
    if let Some(pieces) = frame.pointer_mut("/view/pieces") {
        let written = pieces.as_object().unwrap().iter().map(|(square, piece)| {
            let (qpi, color, kind) = (piece["qpi"].as_str().unwrap(), &piece["color"], &piece["type"]);
            assert_eq!(*color == "w", qpi.starts_with('C'));
            assert!(qpi.to_lowercase().contains(kind.as_str().unwrap()));
            format!("{square}={qpi}")
        });
        *pieces = written.collect::<Vec<_>>().join(" ").into();
    }
    frame
}

/// Plays a game with a variety of inputs, and records the frames to each socket after each step.
fn playthrough() -> String {
    let mut table = Table::seated(json!({"mode": "blind", "side": "white", "highlightingEnabled": true}));
    table.now = 1_777_334_400_000;
    let mut text = String::new();
    let mut written = [0, 0];
    let mut step = |table: &Table, what: &str| {
        let _ = writeln!(text, "# {what}");
        for (socket, (name, conn)) in [("white", W), ("black", B)].into_iter().enumerate() {
            for frame in &table.sent[&conn][written[socket]..] {
                let _ = writeln!(text, "{name} <- {}", shortened(frame));
            }
            written[socket] = table.sent[&conn].len();
        }
    };
    step(&table, "both sit down");
    for (who, conn, mv) in [
        ("white touches an empty square", W, "e4"),
        ("white tries to jump over a pawn with a rook", W, "a1a3"),
        ("white moves", W, "f2f3"),
        ("black touches a pawn", B, "e7"),
        ("black tries to take nothing with it", B, "e7d6"),
        ("black moves it", B, "e7e5"),
    ] {
        table.now += 1_000;
        table.commit(conn, mv);
        step(&table, &format!("{who}: {mv}"));
    }
    table.say(W, json!({"type": "offer-draw", "id": "m1"}));
    step(&table, "white offers a draw");
    table.close(B);
    step(&table, "black's connection breaks");
    table.now += MINUTE;
    table.say(B, json!({"type": "hello", "gameId": GAME, "token": BLACK_TOKEN}));
    step(&table, "black comes back");
    table.say(B, json!({"type": "respond-draw", "accept": false}));
    step(&table, "black declines");
    table.commit(W, "g2g4");
    step(&table, "white moves: g2g4");
    table.commit(B, "d8h4");
    step(&table, "black mates: d8h4");
    text
}

#[test]
fn the_wire_is_unchanged() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/fools-mate.txt");
    let now = playthrough();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    for (line, (was, is)) in (1..).zip(golden.lines().zip(now.lines())) {
        assert_eq!(was, is, "line {line}; if the change is meant, run with UPDATE_GOLDEN=1");
    }
    assert_eq!(golden.len(), now.len());
}
