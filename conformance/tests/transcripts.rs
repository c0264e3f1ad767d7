//! The tool's sessions as readable transcripts, run against the real binary: those of `tests/cmd`, and those of the readme.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

#[test]
fn every_transcript_is_what_the_tool_says() {
    std::env::set_current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap();
    let cases = trycmd::TestCases::new();
    cases.register_bin("ggn", Path::new(env!("CARGO_BIN_EXE_ggn")));
    cases.case("conformance/tests/cmd/*.md").case("conformance/README.md");
}
