//! Neutrality: the engine's source names no game and no piece of one, except in FEN, a notation of chess, and in the file of the fixed words
//! of the engine interface, whose document is about chess.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

const WORDS: [&str; 17] = [
    "chess", "8x8", "king", "kings", "queen", "queens", "rook", "rooks", "bishop", "bishops", "knight",
    "knights", "pawn", "pawns", "castling", "passant", "shogi",
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

/// Statuses of CGSN in an older spelling.
const SPELLINGS: [&str; 2] = ["\"bare_king\"", "\"mare_king\""];

#[test]
fn no_source_file_names_a_game_or_its_pieces() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 40);
    let mut named = Vec::new();
    for file in files.iter().filter(|file| !file.starts_with(root.join("notation/fen"))) {
        let path = file.strip_prefix(&root).unwrap().to_string_lossy();
        if path.starts_with("notation/fen.") || path == "engine/words.rs" {
            continue;
        }
        for (line, text) in fs::read_to_string(file).unwrap().lines().enumerate() {
            let text = SPELLINGS.iter().fold(text.to_owned(), |text, spelling| text.replace(spelling, ""));
            let words = text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_lowercase);
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
