//! Compact movement patterns, and the tables that they come to.
//!
//! A table of movements lists every square, so a person writes `N: N` in `patterns/knight.moves` and the tool writes
//! `ggn/knight.json`. The table stays what the engine reads; patterns are one way to come by it. The language is explained by example in
//! `rules/PATTERNS.md`.
//!
//! ```
//! let files = [
//!     ("ruleset.json", r#"{ "initial": "k^3/4/4/3K^ / G/g" }"#),
//!     ("patterns/steps.moves", "K^: mfW"),
//! ];
//! let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).to_vec();
//! let tables = pattern::expand(&files).map_err(|faults| faults[0].message.clone())?;
//! let (path, table) = &tables[0];
//! assert_eq!(path, "ggn/steps.json");
//! assert!(table.starts_with("{\n  \"G:K^\": {\n    \"a1\": {\n      \"a2\": [{ \"must\": { \"a2\": \"empty\" } }]\n"));
//! # Ok::<(), String>(())
//! ```
//!
//! Inside, a file goes through `parse` (the grammar `moves.pest`, line by line) into what its author wrote (`ast`); `bind`, `leap`,
//! `direction` and `modifier` find out what that means on the board; `route` goes along each leap; `ask` puts conditions together; `expand`
//! does it for every square, and `table` keeps order. `limits` bounds all of it.

mod ask;
mod ast;
mod bind;
mod board;
mod check;
pub mod code;
mod direction;
mod expand;
mod fault;
mod figure;
mod grammar;
mod leap;
pub mod limits;
mod modifier;
mod parse;
mod route;
mod syntax;
mod table;
mod zone;

use ggn_core::notation::ggn::Ggn;

use board::Board;
use code::Code;
use diagnostic::Diagnostic;
use fault::Faults;

pub use check::check;

/// Folder of patterns, and the ending of their files.
const PATTERNS: (&str, &str) = ("patterns/", ".moves");

/// Folder of tables, and the ending of their files.
const TABLES: (&str, &str) = ("ggn/", ".json");

/// Writes out all patterns of a ruleset: the path of each table below the folder, and its text.
///
/// # Errors
/// All faults of all files.
pub fn expand(files: &[(String, Vec<u8>)]) -> Result<Vec<(String, String)>, Vec<Diagnostic>> {
    let mut faults = Vec::new();
    let mut tables = Vec::new();
    for expanded in expansions(files, &mut faults) {
        tables.push((expanded.table, expanded.ggn.to_string()));
    }
    if faults.is_empty() { Ok(tables) } else { Err(faults) }
}

/// One file of patterns, written out.
struct Expanded {
    /// Path of the patterns.
    patterns: String,
    /// Path of the table.
    table: String,
    ggn: Ggn,
}

/// Returns every file that has no faults, written out, and reports the faults of the others.
fn expansions(files: &[(String, Vec<u8>)], faults: &mut Vec<Diagnostic>) -> Vec<Expanded> {
    let patterns: Vec<(&str, String, &[u8])> = files
        .iter()
        .filter_map(|(path, bytes)| Some((path.as_str(), table_of(path)?, bytes.as_slice())))
        .collect();
    if patterns.is_empty() {
        return Vec::new();
    }
    let board = match Board::of(files) {
        Ok(board) => board,
        Err(fault) => {
            faults.push(*fault);
            return Vec::new();
        }
    };
    let mut expanded = Vec::new();
    for (path, table, bytes) in patterns {
        match write_out(path, bytes, &board) {
            Ok(ggn) => expanded.push(Expanded { patterns: path.to_owned(), table, ggn }),
            Err(found) => faults.extend(found),
        }
    }
    expanded
}

/// Returns the table that a file of patterns stands for; none for other files.
fn table_of(path: &str) -> Option<String> {
    let name = path.strip_prefix(PATTERNS.0)?.strip_suffix(PATTERNS.1)?;
    Some(format!("{}{name}{}", TABLES.0, TABLES.1))
}

/// Writes out one file.
fn write_out(path: &str, bytes: &[u8], board: &Board) -> Result<Ggn, Vec<Diagnostic>> {
    let text = std::str::from_utf8(bytes);
    let mut faults = Faults::new(path, text.unwrap_or_default());
    match text {
        _ if bytes.len() > limits::FILE_BYTES_MAX => {
            faults
                .add(Code::TooMuch, 0..0, "this file is longer than patterns need to be")
                .found(format!("{} bytes", bytes.len()))
                .expected(format!("at most {}", limits::FILE_BYTES_MAX));
        }
        Err(error) => {
            let at = error.valid_up_to();
            faults.add(Code::NotText, at..at + 1, "this is not UTF-8").expected("text in UTF-8");
        }
        Ok(text) if text.starts_with('\u{feff}') => {
            faults
                .add(Code::NotText, 0..3, "the file begins with a byte-order mark")
                .expected("UTF-8 without one");
        }
        Ok(text) => {
            let file = parse::parse(text, &mut faults);
            let ggn = expand::expand(&file, board, &mut faults);
            if faults.list.is_empty() && ggn == Ggn::default() {
                faults
                    .add(Code::NoRows, 0..0, "this file gives no move at all")
                    .hint("remove it, and its table with it, if it is not needed");
            } else if faults.list.is_empty() {
                return Ok(ggn);
            }
        }
    }
    faults.list.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.start));
    Err(faults.list)
}
