//! `ggn play` line by line, through a pipe as a person's keyboard would drive it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::Write;
use std::process::{Command, Stdio};

/// Returns the answers to lines (`rules` as they stand on a command line), and the exit status.
fn play(rules: &str, lines: &[u8]) -> (String, i32) {
    let root = dev::path("");
    let mut child = Command::new(env!("CARGO_BIN_EXE_ggn"))
        .current_dir(root)
        .args(["play", "--ascii"])
        .args(rules.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines).unwrap();
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
}

/// Returns the lines that are no part of a board.
fn answers(rules: &str, lines: &str) -> Vec<String> {
    let (out, status) = play(rules, lines.as_bytes());
    assert_eq!(status, 0, "{out}");
    let is_board =
        |line: &str| line.contains("+--") || line.contains("| ") || line.trim_start().starts_with("a  ");
    out.lines().filter(|line| !is_board(line)).map(str::to_owned).collect()
}

#[test]
fn moves_are_played_in_any_notation_and_refused_with_a_reason() {
    assert_eq!(
        answers("rules/chess", "e4\ne7e5\ng1-f3\nKe3\nexplain Ke3\nmoves f8\n"),
        [
            "white to move",
            "black to move",
            "white to move",
            "black to move",
            "ply 4: `Ke3`: the move is not legal (`explain Ke3` says why)",
            "not legal: no table has a row for c:+k^ from e8 to e3",
            "  from e8 c:+k^ has rows to d7 e7 f7 c8 d8 f8 g8",
            "Ba3 Bb4 Bc5 Bd6 Be7",
        ]
    );
}

#[test]
fn what_a_house_rule_says_is_explained_from_its_own_files() {
    let rules = "rules/chess --with pawns-move-backward,torpedo";
    let text = answers(rules, "e4 e5\nexplain e4e3\nexplain e4e6\ne4e3\n").join("\n");
    for part in [
        "e3 is legal\n  rules/overlays/pawns-move-backward/ggn/pawn.json:",
        "its one way is closed\n  rules/overlays/torpedo/ggn/pawn.json:",
        "stands there\nblack to move",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_game_ends_and_is_taken_back() {
    let lines =
        "f3 e5 g4 Qh4\na3\nundo\nresign\nresign\nundo\nundo 9\nundo x\nmoves d8\nposition\nquit\ne4\n";
    assert_eq!(
        answers("rules/chess", lines),
        [
            "white to move",
            "checkmate, black wins",
            "ply 5: `a3`: the game is over",
            "black to move",
            "resignation, white wins",
            "the game is over already",
            "black to move",
            "3 moves have been played",
            "expected how many moves to take back, found `x`",
            "Qh4# Qg5 Qf6 Qe7",
            "+rnbq+k^bn+r/+p+p+p+p1+p+p+p/8/4p3/6-P1/5P2/+P+P+P+P+P2+P/+RNBQ+K^BN+R / c/C",
        ]
    );
}

#[test]
fn part_of_a_line_is_played_up_to_what_is_refused() {
    assert_eq!(
        answers("rules/chess", "1. d4 d5 2. Nf3 Nf6 3. Nd2 e6\n"),
        [
            "white to move",
            "ply 5: `Nd2`: it can be Nbd2 or Nfd2; say which (`explain Nd2` says why)",
            "white to move"
        ]
    );
}

#[test]
fn other_boards_are_played_as_well() {
    assert_eq!(
        answers("conformance/fixtures/games/minishogi", "Rxe4 Kxe4\nmoves *\nP@a3\nshow a2\n"),
        [
            "sente to move",
            "gote in hand: r",
            "sente in hand: P",
            "sente to move",
            "P@e1 P@b2 P@c2 P@d2 P@e2 P@b3 P@c3 P@d3 P@e3+ P@b4 P@c4 P@d4",
            "ply 3: `P@a3`: the move is not legal (`explain P@a3` says why)",
            "gote in hand: r",
            "sente in hand: P",
            "sente to move",
            ". goes there",
        ]
    );
    assert_eq!(
        answers("conformance/fixtures/games/lane", "Nd\nexplain a b\nresign\n"),
        [
            "left to move",
            "right to move",
            "not legal: L:K^ on a belongs to left, and it is right's turn",
            "resignation, left wins",
        ]
    );
}

#[test]
fn odd_lines_are_answered() {
    let lines = "\n   \nexplain\nshow z9\nshow what\nmoves e\nquit now\nhelp me\n£\n";
    assert_eq!(
        answers("rules/chess", lines),
        [
            "white to move",
            "explain which move?",
            "the board has no square z9",
            "expected a coordinate up to 256, found `w` at byte 0",
            "the board has no square e",
            "`quit` stands alone; `help` tells what may be typed",
            "`help` stands alone; `help` tells what may be typed",
            "ply 1: `£`: no move is written like that: neither SAN (Nf3), UCI (g1f3) nor PMN (g1-f3) (`explain £` says why)",
        ]
    );
    let (out, status) = play("rules/chess", b"\xff\xfe\nhelp\n");
    assert!(status == 0 && out.ends_with("quit             the end\n"), "{out}");
    let long = [b"x".repeat(100_000), b"\ne4\n".to_vec()].concat();
    let (out, _) = play("rules/chess", &long);
    assert!(
        out.contains("the line is longer than 4096 bytes\n") && out.ends_with("black to move\n"),
        "{out}"
    );
}
