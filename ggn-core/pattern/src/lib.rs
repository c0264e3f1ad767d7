//! Compact movement patterns, and the tables that they come to.
//!
//! A table of movements lists every square, so a person writes `N: N` in `patterns/knight.moves` and the tool writes
//! `ggn/knight.json`. Effects of moves stand beside them in the same lines, and those of all files come to one `effects.json`. The language is
//! explained by example in `rules/PATTERNS.md`.
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
//! does it for every square, and `table` keeps order. `effect` and `bind_effect` do the same for effects, `gather` brings those of all files
//! together, and `effects` and `effects_json` write them. `limits` bounds all of it.

mod alone;
mod ask;
mod ast;
mod beside;
mod bind;
mod bind_effect;
mod board;
mod check;
pub mod code;
mod direction;
mod effect;
mod effects;
mod effects_json;
mod expand;
mod fault;
mod figure;
mod gather;
mod grammar;
mod leap;
pub mod limits;
mod modifier;
mod movement;
mod notation;
mod parse;
mod route;
mod syntax;
mod table;
mod traits;
mod zone;

use std::collections::BTreeSet;

use ggn_core::json::Json;
use ggn_core::notation::ggn::Ggn;
use ggn_core::notation::qpi::Qpi;

use ast::{File, Head};
use beside::is_overlay;
use board::Board;
use code::Code;
use diagnostic::Diagnostic;
use effects::Effects;
use expand::Written;
use fault::Faults;
use gather::{Circumstances, Source, gather};

pub use alone::{LoadError, Tables, is_alone, load, tables, whole};
pub use check::{check, check_over, stray};
pub use notation::notations;
pub use traits::Traits;

/// Folder of patterns, and the ending of their files.
const PATTERNS: (&str, &str) = ("patterns/", ".moves");

/// Folder of tables, and the ending of their files.
const TABLES: (&str, &str) = ("ggn/", ".json");

/// File of effects.
const EFFECTS: &str = "effects.json";

/// Writes out all patterns of a ruleset: the path of each table below the folder, and its text; behind them `effects.json`, if the patterns
/// say effects.
///
/// # Errors
/// All faults of all files.
pub fn expand(files: &[(String, Vec<u8>)]) -> Result<Vec<(String, String)>, Vec<Diagnostic>> {
    expand_over(files, &[])
}

/// Writes out all patterns of an overlay, as [`expand`] does. `base` are the files of the ruleset that it changes: its effects may be about
/// rows of the ruleset, and its rows are beside those. The overlay's own files hold the manifest that comes of both.
///
/// # Errors
/// All faults of all files.
pub fn expand_over(
    files: &[(String, Vec<u8>)],
    base: &[(String, Vec<u8>)],
) -> Result<Vec<(String, String)>, Vec<Diagnostic>> {
    let mut faults = Vec::new();
    let Expansion { tables, effects } = expansion(files, base, &mut faults);
    let mut written: Vec<(String, String)> =
        tables.into_iter().map(|expanded| (expanded.table, expanded.ggn.to_string())).collect();
    written.extend(effects.map(|effects| (EFFECTS.to_owned(), effects.text(schema(files).as_deref()))));
    if faults.is_empty() { Ok(written) } else { Err(faults) }
}

/// Returns the schema that the file of effects names.
fn schema(files: &[(String, Vec<u8>)]) -> Option<String> {
    let (_, bytes) = files.iter().find(|(path, _)| path == EFFECTS)?;
    match Json::parse(bytes).ok()?.get("$schema")? {
        Json::String(schema) => Some(schema.clone()),
        _ => None,
    }
}

/// All patterns of a folder, written out as far as they have no faults.
#[derive(Default)]
struct Expansion {
    tables: Vec<Expanded>,
    /// None if no file says any.
    effects: Option<Effects>,
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
fn expansion(
    files: &[(String, Vec<u8>)],
    base: &[(String, Vec<u8>)],
    faults: &mut Vec<Diagnostic>,
) -> Expansion {
    let patterns: Vec<(&str, String, &[u8])> = files
        .iter()
        .filter_map(|(path, bytes)| Some((path.as_str(), table_of(path)?, bytes.as_slice())))
        .collect();
    if patterns.is_empty() {
        return Expansion::default();
    }
    let board = match Board::of(files) {
        Ok(board) => board,
        Err(fault) => {
            faults.push(*fault);
            return Expansion::default();
        }
    };
    let tables: Vec<String> = patterns.iter().map(|(_, table, _)| table.clone()).collect();
    let mut others: Vec<_> = beside::tables(base, &[]).collect();
    beside::remove(files, &mut others);
    others.extend(beside::tables(files, &tables));
    let read: Vec<_> = patterns.into_iter().map(|(path, table, bytes)| (table, read(path, bytes))).collect();
    let known = known(read.iter().map(|(_, (file, _))| file), &others, &board);
    let mut sources: Vec<Source> = read
        .into_iter()
        .map(|(table, (file, mut faults))| {
            let written = file.map(|file| write_out(&file, &board, &known, &mut faults));
            Source { table, written: written.unwrap_or_default(), faults }
        })
        .collect();
    let is_faulty = |source: &Source| !source.faults.list.is_empty();
    let is_whole = !sources.iter().any(is_faulty);
    let circumstances =
        Circumstances { board: &board, known: &known, is_overlay: is_overlay(files), is_whole };
    let effects = gather(&mut sources, &others, circumstances);
    let mut expanded = Vec::new();
    for Source { table, written: Written { ggn, .. }, faults: mut found } in sources {
        if found.list.is_empty() && ggn != Ggn::default() {
            expanded.push(Expanded { patterns: found.file().to_owned(), table, ggn });
        }
        found.list.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.start));
        faults.extend(found.list);
    }
    Expansion { tables: expanded, effects: effects.filter(|_| faults.is_empty()) }
}

/// Returns the table that a file of patterns stands for; none for other files.
fn table_of(path: &str) -> Option<String> {
    let name = path.strip_prefix(PATTERNS.0)?.strip_suffix(PATTERNS.1)?;
    Some(format!("{}{name}{}", TABLES.0, TABLES.1))
}

/// Returns the patterns that come to a file, with the verb: `patterns/pawn.moves comes`, or all of them for `effects.json`; none for other files.
#[must_use]
pub fn origin(path: &str) -> Option<String> {
    if path == EFFECTS {
        return Some(format!("the files of {} come", PATTERNS.0));
    }
    let name = path.strip_prefix(TABLES.0)?.strip_suffix(TABLES.1)?;
    Some(format!("{}{name}{} comes", PATTERNS.0, PATTERNS.1))
}

/// Returns all pieces that can be met: those of the initial position, those that patterns name for both sides or one, and those with a table.
fn known<'f>(
    files: impl Iterator<Item = &'f Option<File>>,
    others: &[(String, Ggn)],
    board: &Board,
) -> Vec<Qpi> {
    let of_head = |head: &Head| {
        let pieces = head.pieces.iter().filter_map(|word| board.piece(&word.value).ok());
        let only = head.only;
        pieces
            .flat_map(move |piece| [piece, if only { piece } else { board.opposite(piece) }])
            .collect::<Vec<_>>()
    };
    let named = files.flatten().flat_map(|file| &file.heads).flat_map(of_head);
    let tables = others.iter().flat_map(|(_, ggn)| ggn.rows.iter().map(|row| row.piece));
    let all: BTreeSet<Qpi> = named.chain(tables).chain(board.standing().iter().copied()).collect();
    all.into_iter().collect()
}

/// Reads one file, with its faults; none if it is no text or too long.
fn read(path: &str, bytes: &[u8]) -> (Option<File>, Faults) {
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
        Ok(text) if text.trim_start().starts_with(['{', '[']) => {
            let at = text.len() - text.trim_start().len();
            faults
                .add(Code::Syntax, at..at + 1, "this file is JSON, not patterns")
                .expected("lines such as `K: W`")
                .hint("the manifest is ruleset.json, and tables are files of their own in ggn/");
        }
        Ok(text) => {
            let file = parse::parse(text, &mut faults);
            return (Some(file), faults);
        }
    }
    (None, faults)
}

/// Writes out one file; its faults are added.
fn write_out(file: &File, board: &Board, known: &[Qpi], faults: &mut Faults) -> Written {
    let written = expand::expand(file, board, known, faults);
    let says_effects = !(written.standing.is_empty() && written.changes.is_empty());
    if faults.list.is_empty() && written.ggn == Ggn::default() && !says_effects {
        faults
            .add(Code::NoRows, 0..0, "this file gives no move at all")
            .hint("remove it, and its table with it, if it is not needed");
    }
    written
}
