//! The tool's sessions as readable transcripts, run against the real binary: those of `tests/cmd`, and those of the readme and the guide to the cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

#[test]
fn every_transcript_is_what_the_tool_says() {
    std::env::set_current_dir(dev::path("")).unwrap();
    let cases = trycmd::TestCases::new();
    cases.register_bin("ggn", Path::new(env!("CARGO_BIN_EXE_ggn")));
    cases.case("conformance/ggn/tests/cmd/*.md").case("conformance/README.md").case("conformance/CASES.md");
}

#[test]
fn the_picture_of_the_readme_is_what_the_tool_draws() {
    let root = dev::path("");
    let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let arguments = ["show", "rules/chess", "--fen", position, "--from", "f3", "--svg", "-"];
    let drawn = std::process::Command::new(env!("CARGO_BIN_EXE_ggn"))
        .current_dir(&root)
        .args(arguments)
        .output()
        .unwrap();
    let kept = std::fs::read_to_string(root.join("conformance/docs/board.svg")).unwrap();
    let drawn = String::from_utf8(drawn.stdout).unwrap();
    assert_eq!(drawn, kept, "draw it anew: ggn {} > conformance/docs/board.svg", arguments.join(" "));
}
