//! The engine knows no game: its source names none, and no piece of one. Only FEN, a notation of chess, may.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

const WORDS: [&str; 16] = [
    "chess", "8x8", "king", "kings", "queen", "queens", "rook", "rooks", "bishop", "bishops", "knight",
    "knights", "pawn", "pawns", "castling", "shogi",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn no_source_file_names_a_game_or_its_pieces() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 40);
    let mut named = Vec::new();
    for file in files.iter().filter(|file| !file.starts_with(root.join("notation/fen"))) {
        if file.strip_prefix(&root).unwrap().to_string_lossy().starts_with("notation/fen.") {
            continue;
        }
        for (line, text) in fs::read_to_string(file).unwrap().lines().enumerate() {
            let words =
                text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(str::to_ascii_lowercase);
            let found: Vec<String> = words.filter(|word| WORDS.contains(&word.as_str())).collect();
            if !found.is_empty() {
                named.push(format!(
                    "{}:{}: {found:?}",
                    file.strip_prefix(&root).unwrap().display(),
                    line + 1
                ));
            }
        }
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}
