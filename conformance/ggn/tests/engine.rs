//! `ggn engine` as a host runs it: a whole game over standard input and output, and how it ends.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread;

/// A game with castling, a capture in passing and two promotions, to mate: what both say, line by line.
const GAME: &str = include_str!("golden/engine-game.txt");

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ggn"))
        .current_dir(dev::path(""))
        .arg("engine")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Says everything at once, as `printf … | ggn engine` does.
fn ran(arguments: &[&str], messages: &[u8]) -> Output {
    let mut engine = start(arguments);
    let mut input = engine.stdin.take().unwrap();
    thread::scope(|scope| {
        // An engine that refuses to start closes its input.
        scope.spawn(move || {
            let _ = input.write_all(messages);
        });
        engine.wait_with_output().unwrap()
    })
}

fn lines(output: &Output) -> Vec<&str> {
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    std::str::from_utf8(&output.stdout).unwrap().lines().collect()
}

#[test]
fn a_whole_game_goes_as_written() {
    let messages: String =
        GAME.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| format!("{line}\n")).collect();
    let written: Vec<&str> = GAME.lines().filter_map(|line| line.strip_prefix("< ")).collect();
    assert_eq!(lines(&ran(&[], messages.as_bytes())), written);
    for part in ["also_move_rook", "en_passant_capture", "promotion_prompt", r#""reason":"checkmate""#] {
        assert!(GAME.contains(part), "{part}");
    }
}

#[test]
fn every_message_is_answered_before_the_next_is_said() {
    let mut engine = start(&[]);
    let mut input = engine.stdin.take().unwrap();
    let mut output = BufReader::new(engine.stdout.take().unwrap()).lines();
    let mut written = GAME.lines();
    assert_eq!(output.next().unwrap().unwrap(), written.next().unwrap().strip_prefix("< ").unwrap());
    for line in written {
        match line.split_at(2) {
            ("> ", messages) => writeln!(input, "{messages}").unwrap(),
            (_, answer) => assert_eq!(output.next().unwrap().unwrap(), answer),
        }
    }
    drop(input);
    assert!(output.next().is_none() && engine.wait().unwrap().success());
}

#[test]
fn other_rules_are_named_by_their_folder() {
    let minishogi = "conformance/fixtures/games/minishogi";
    let output = ran(&["--rules", minishogi], b"{\"message_type\":\"resign\",\"side\":\"gote\"}");
    let lines = lines(&output);
    assert!(lines[0].contains(r#""drops":{}"#), "{lines:?}");
    assert_eq!(lines[1], r#"{"message_type":"game_end","victor":"sente","reason":"resignation"}"#);
    let absent = ran(&["--rules", "rules/absent"], b"");
    assert_eq!((absent.status.code(), absent.stdout.as_slice()), (Some(1), &b""[..]));
    assert!(String::from_utf8_lossy(&absent.stderr).contains("rules/absent"));
}

#[test]
fn lines_end_either_way_and_blank_ones_are_passed_over() {
    let output = ran(&[], b"\n{\"message_type\":\"undo\"}\r\n  \r\n{\"message_type\":\"undo\"}");
    let lines = lines(&output);
    assert_eq!(lines.len(), 3);
    assert!(lines[1..].iter().all(|line| line.contains("nothing_to_undo")), "{lines:?}");
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_is_read() {
    for length in [8_193, 8_194, 8_195, 100_000, 1_000_000] {
        let messages =
            format!("{}\n{{\"message_type\":\"undo\"}}\n{}", "x".repeat(length), "y".repeat(length));
        let output = ran(&[], messages.as_bytes());
        let lines = lines(&output);
        let errors: Vec<bool> = ["too_large", "nothing_to_undo", "too_large"]
            .iter()
            .zip(&lines[1..])
            .map(|(error, line)| line.contains(error))
            .collect();
        assert_eq!((errors.as_slice(), lines.len()), (&[true; 3][..], 4), "{length}");
    }
    let fits = format!("{{\"message_type\":\"undo\"}}{}\n", " ".repeat(8_192 - 23));
    assert_eq!(fits.len(), 8_193);
    assert!(lines(&ran(&[], fits.as_bytes()))[1].contains("nothing_to_undo"));
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let output = ran(&[], b"\xFF\xFE\n");
    assert!(lines(&output)[1].contains("malformed_json"));
}

#[test]
fn a_host_that_stops_listening_ends_the_conversation() {
    let mut engine = start(&[]);
    drop(engine.stdout.take());
    let mut input = engine.stdin.take().unwrap();
    // The engine may be gone before everything is said.
    while input.write_all(b"{\"message_type\":\"undo\"}\n").is_ok() {}
    let output = engine.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}
