//! Checks that the compiler cannot make: dependencies, references between modules, and file lengths.

use std::fs;
use std::path::{Path, PathBuf};

fn crate_file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns all dependencies of a manifest, of all kinds.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut in_dependencies = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        let line = line.trim();
        if line.starts_with('[') {
            in_dependencies = line.contains("dependencies");
            // `[dependencies.name]` is a dependency too.
            names.extend(
                line.trim_matches(['[', ']']).split_once("dependencies.").map(|(_, name)| name.to_owned()),
            );
        } else if in_dependencies && !line.is_empty() && !line.starts_with('#') {
            let name = line.split(['=', '.', ' ']).next().unwrap();
            names.push(name.trim_matches('"').to_owned());
        }
    }
    names
}

/// Returns the code of all source files of the crate, without comments.
fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![crate_file("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap()).collect();
            let name = path.strip_prefix(crate_file("src")).unwrap().to_str().unwrap().replace('\\', "/");
            files.push((name, code.join("\n")));
        }
    }
    files
}

fn names(code: &str, word: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|found| found == word)
}

// Requirement blind-46.
#[test]
fn the_server_cannot_name_a_position() {
    let manifest = fs::read_to_string(crate_file("../Cargo.toml")).unwrap();
    let listed = dependencies(&manifest);
    assert!(listed.contains(&"session".to_owned()), "{listed:?}");
    assert!(!listed.contains(&"ggn-core".to_owned()), "the server must not depend on the engine");
    assert!(!manifest.contains("ggn-core"), "the server must not depend on the engine under another name");
    let guilty = "[dependencies]\nggn-core.workspace = true\n[dev-dependencies.rand]\nversion = \"1\"\n";
    assert_eq!(dependencies(guilty), ["ggn-core", "rand", "version"]);
}

#[test]
fn the_session_does_not_re_export_positions() {
    let (_, root) = sources().into_iter().find(|(name, _)| name == "lib.rs").unwrap();
    assert!(!root.contains("ggn_core"), "the session must not re-export the engine");
}

// Requirements blind-46, gambit-1.
#[test]
fn only_the_view_names_both_the_game_and_its_observations() {
    let both: Vec<String> = sources()
        .into_iter()
        .filter(|(_, code)| names(code, "Game") && names(code, "Observation"))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(both, ["view/observation.rs"]);
}

// Requirements blind-46, gambit-1.
#[test]
fn only_the_protocols_make_frames_of_messages() {
    let made: Vec<String> = sources()
        .into_iter()
        .filter(|(name, code)| {
            let makes = code.contains("Frame::of(") || names(code, "WireMessage");
            makes && name != "view/frame.rs" && name != "view/mod.rs"
        })
        .map(|(name, _)| name)
        .collect();
    assert!(!made.is_empty());
    for name in made {
        assert!(name.starts_with("protocol/"), "{name} makes a frame");
    }
}

#[test]
fn the_session_uses_no_clock_no_random_source_and_no_files() {
    for (name, code) in sources() {
        for word in
            ["SystemTime", "Instant", "thread", "HashMap", "HashSet", "RandomState", "fs", "net", "env"]
        {
            // A type that is never instantiated describes the schema of a map with names as keys.
            let schema_only = name == "view/parts.rs" && word == "HashMap";
            assert!(schema_only || !names(&code, word), "{name} names {word}");
        }
    }
    let manifest = fs::read_to_string(crate_file("Cargo.toml")).unwrap();
    for dependency in dependencies(&manifest) {
        assert!(
            !["tokio", "rand", "getrandom", "chrono", "time"].contains(&dependency.as_str()),
            "{dependency}"
        );
    }
}

#[test]
fn every_file_has_a_module_comment_and_at_most_600_lines() {
    for folder in ["src", "tests/session"] {
        let mut folders = vec![crate_file(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = fs::read_to_string(&path).unwrap();
                assert!(text.starts_with("//! "), "{} has no module comment", path.display());
                assert!(text.lines().count() <= 600, "{} is too long", path.display());
            }
        }
    }
}
