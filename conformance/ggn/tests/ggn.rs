//! The tool as its users run it: what it prints, where, and with which exit status.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::process::Command;

use crate::support::ggn;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const KIWIPETE_FEEN: &str = "+r3+k^2+r/+p1+p+pq+pb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/+P+P+PBB+P+P+P/+R3+K^2+R / C/c";

#[test]
fn perft_ends_with_the_count() {
    let ran = ggn(&["perft", "rules/chess", "--depth", "4"]);
    assert_eq!((ran.status, ran.out.lines().last()), (0, Some("nodes 197281")), "{}", ran.err);
    for start in [["--fen", KIWIPETE], ["--feen", KIWIPETE_FEEN]] {
        let ran = ggn(&["perft", "rules/chess", "--depth", "3", start[0], start[1]]);
        assert_eq!((ran.status, ran.out.as_str()), (0, "nodes 97862\n"), "{}", ran.err);
    }
    assert_eq!(ggn(&["perft", "rules/chess", "--depth", "0"]).out, "nodes 1\n");
}

#[test]
fn divide_splits_the_count_by_first_moves() {
    let ran = ggn(&["perft", "rules/chess", "--depth", "2", "--divide", "--fen", KIWIPETE]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((lines.len(), lines[48]), (49, "nodes 2039"));
    assert!(lines.contains(&"e1g1: 43") && lines.contains(&"e2a6: 36"), "{}", ran.out);
    let sum: u64 =
        lines[..48].iter().map(|line| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 2039);
}

#[test]
fn play_prints_one_line_of_json_and_stops_at_an_ending() {
    let played = |arguments: &[&str]| {
        let ran = ggn(&[&["play", "rules/chess"], arguments].concat());
        assert_eq!((ran.status, ran.out.lines().count()), (0, 1), "{}", ran.err);
        serde_json::from_str::<serde_json::Value>(&ran.out).unwrap()
    };
    assert_eq!(
        played(&["--uci", "e2e4 e7e5"]),
        serde_json::json!({
            "plies": 2,
            "feen": "+rnbq+k^bn+r/+p+p+p+p1+p+p+p/8/4-p3/4P3/8/+P+P+P+P1+P+P+P/+RNBQ+K^BN+R / C/c",
            "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
            "status": "ongoing",
        })
    );
    let mated = played(&["--uci", "f2f3 e7e5 g2g4 d8h4 a2a3 a7a6"]);
    assert_eq!((&mated["status"], &mated["plies"]), (&"checkmate".into(), &4.into()));
    let promoted = played(&["--fen", "8/4P1k1/8/8/8/8/8/4K3 w - - 12 40", "--uci", "e7e8n"]);
    assert_eq!(promoted["fen"], "4N3/6k1/8/8/8/8/8/4K3 b - - 0 40");
    assert_eq!(promoted["status"], "insufficient");
    assert_eq!(played(&["--uci", ""])["plies"], 0);
}

#[test]
fn an_illegal_move_is_named_with_its_ply() {
    for (line, expected) in [
        ("e2e4 e7e4", "ggn: ply 2: `e7e4`: the move is not legal\n"),
        ("e2e4 d2d4", "ggn: ply 2: `d2d4`: no piece of the side to move is there\n"),
        ("e2e4 e9e5", "ggn: ply 2: `e9e5`: the move is not legal\n"),
    ] {
        let ran = ggn(&["play", "rules/chess", "--uci", line]);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, "", expected));
    }
    let unreadable = ggn(&["play", "rules/chess", "--uci", "e2e4 nonsense"]);
    assert_eq!(unreadable.status, 1);
    assert!(unreadable.err.starts_with("ggn: ply 2: `nonsense`: "), "{}", unreadable.err);
    let missing = ggn(&["play", "rules/chess", "--fen", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "--uci", "e7e8"]);
    assert!(missing.status == 1 && missing.err.contains("needs a choice"), "{}", missing.err);
}

#[test]
fn feen_prints_the_canonical_position_or_names_the_fault_and_its_place() {
    let ran = ggn(&["feen", KIWIPETE_FEEN]);
    assert_eq!((ran.status, ran.out.trim_end()), (0, KIWIPETE_FEEN));
    let signed_first = "-p6k^/8 / C/c";
    assert_eq!(ggn(&["feen", signed_first]).out.trim_end(), signed_first, "a sign is no option");
    for (feen, place) in [
        ("8/8/8/8/8/8/8/8 / C/C", "byte 20"),
        ("8/8/8/8/8/8/8/7$ / C/c", "byte 15"),
        ("8/8/8/8/8/8/8/8 PP/ C/c", "byte 17"),
        (KIWIPETE, "byte"),
    ] {
        let ran = ggn(&["feen", feen]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{feen}");
        assert!(ran.err.contains(place), "{feen}: {}", ran.err);
    }
}

#[test]
fn what_cannot_be_loaded_or_played_from_is_told() {
    let absent = ggn(&["perft", "rules/absent", "--depth", "1"]);
    assert!(absent.status == 1 && absent.err.contains("rules/absent"), "{}", absent.err);
    let empty = ggn(&["perft", "conformance/docs", "--depth", "1"]);
    assert!(empty.status == 1 && empty.err.contains("ruleset.json: $: the file is missing"), "{}", empty.err);
    let impossible = ggn(&["perft", "rules/chess", "--depth", "1", "--feen", "8/8/8/8/8/8/8/8 / C/c"]);
    assert!(impossible.status == 1 && impossible.err.contains("white has 0 × king"), "{}", impossible.err);
    let signed_first = ["perft", "rules/chess", "--depth", "1", "--feen", "-p6k^/8/8/8/8/8/8/K^7 / C/c"];
    let misplaced = ggn(&signed_first);
    assert!(misplaced.status == 1 && misplaced.err.contains("c:-p cannot stand on a8"), "{}", misplaced.err);
}

#[cfg(unix)]
#[test]
fn a_folder_of_another_kind_is_not_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    std::fs::write(folder.path().join("ruleset.json"), "{}").unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join(".#ruleset.json")).unwrap();
    let ran = ggn(&["check", path]);
    assert!(ran.status == 1 && ran.err.contains("missing"), "an editor's note hides nothing: {}", ran.err);

    let pipe = folder.path().join("setup.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let ran = ggn(&["check", path]);
    assert!(ran.status == 1 && ran.err.contains("setup.json is not a regular file"), "{}", ran.err);
    std::fs::remove_file(pipe).unwrap();

    std::fs::create_dir_all(folder.path().join("a/b/c/d/e/f/g/h/i")).unwrap();
    let ran = ggn(&["check", path]);
    assert!(ran.status == 1 && ran.err.contains("holds more than rules do"), "{}", ran.err);
}
