//! Comparison of the tables that the engine reads with the tables that their patterns give.

use std::collections::HashMap;

use ggn_core::json::{Json, JsonPath};
use ggn_core::notation::ggn::{Ggn, Place, Possibility, Row};
use ggn_core::notation::qpi::Qpi;

use super::alone::is_alone;
use super::code::Code;
use super::effects::Effects;
use super::{EFFECTS, Expanded, Expansion, PATTERNS, expansion, schema, table_of};
use diagnostic::{Diagnostic, Severity};

/// Tells the faults of all patterns of a ruleset, and every table that is not what its patterns come to; so of `effects.json`, if the patterns
/// say effects.
#[must_use]
pub fn check(files: &[(String, Vec<u8>)]) -> Vec<Diagnostic> {
    check_over(files, &[])
}

/// Checks an overlay as [`check`] does. `base` are the files of the ruleset that it changes, as in [`expand_over`](super::expand_over).
#[must_use]
pub fn check_over(files: &[(String, Vec<u8>)], base: &[(String, Vec<u8>)]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let Expansion { tables, effects } = expansion(files, base, &mut diagnostics);
    let committed = |path: &str| {
        let file = files.iter().find(|(known, _)| *known == path);
        file.map(|(_, bytes)| bytes.as_slice())
    };
    // A ruleset of patterns alone has nothing to compare.
    let compared = !is_alone(files);
    for expanded in tables.into_iter().filter(|_| compared) {
        diagnostics.extend(compare(&expanded, committed(&expanded.table)));
    }
    if let Some(effects) = effects.filter(|_| compared) {
        diagnostics.extend(compare_effects(&effects, schema(files).as_deref(), committed(EFFECTS)));
    }
    diagnostics.extend(stray(files));
    diagnostics
}

/// Returns a warning about each file that nothing reads although its folder or its name is that of patterns.
#[must_use]
pub fn stray(files: &[(String, Vec<u8>)]) -> Vec<Diagnostic> {
    let is_meant = |path: &str| path.starts_with(PATTERNS.0) || path.ends_with(PATTERNS.1);
    let stray = files.iter().filter(|(path, _)| is_meant(path) && table_of(path).is_none());
    let warning = |path: &str| Diagnostic {
        severity: Severity::Warning,
        code: Code::UnknownFile.name(),
        file: path.to_owned(),
        span: None,
        path: None,
        message: "nothing reads this file".to_owned(),
        found: None,
        expected: Some(format!("a path such as `{}pieces{}`", PATTERNS.0, PATTERNS.1)),
        hint: None,
    };
    stray.map(|(path, _)| warning(path)).collect()
}

/// A file that is not what it should be.
struct Report<'r> {
    file: &'r str,
    patterns: &'r str,
}

impl Report<'_> {
    fn of(&self, code: Code, message: String, found: Option<String>, path: Option<JsonPath>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code: code.name(),
            file: self.file.to_owned(),
            span: None,
            path,
            message,
            found,
            expected: Some(format!("what {} to", self.patterns)),
            hint: Some("run `ggn expand`, or change the patterns".to_owned()),
        }
    }

    fn plain(&self, code: Code, message: &str) -> Option<Diagnostic> {
        Some(self.of(code, message.to_owned(), None, None))
    }
}

/// Returns whether a file is this text. What a version control system makes of the ends of lines is not the author's spelling.
fn is_text(text: &str, bytes: &[u8]) -> bool {
    text == String::from_utf8_lossy(bytes).replace("\r\n", "\n")
}

fn compare(expanded: &Expanded, committed: Option<&[u8]>) -> Option<Diagnostic> {
    let comes = format!("{} comes", expanded.patterns);
    let report = Report { file: &expanded.table, patterns: &comes };
    let Some(bytes) = committed else {
        return report.plain(Code::TableMissing, "this table has not been written out");
    };
    if is_text(&expanded.ggn.to_string(), bytes) {
        return None;
    }
    let Ok(table) = Ggn::parse(bytes) else {
        return report.plain(Code::TableDiffers, "this file is no table");
    };
    let difference = Difference::between(&expanded.ggn, &table);
    let Some((path, words)) = difference.first else {
        return report.plain(Code::TableSpelling, "this table says the same as its patterns, in other words");
    };
    let message = format!("this table is not what its patterns come to: {}", difference.counts);
    Some(report.of(Code::TableDiffers, message, Some(words), Some(path)))
}

fn compare_effects(effects: &Effects, schema: Option<&str>, committed: Option<&[u8]>) -> Option<Diagnostic> {
    let report = Report { file: EFFECTS, patterns: "the patterns come" };
    let Some(bytes) = committed else {
        return report.plain(Code::TableMissing, "the effects have not been written out");
    };
    let text = effects.text(schema);
    if is_text(&text, bytes) {
        return None;
    }
    let (Ok(ours), Ok(theirs)) = (Json::parse(text.as_bytes()), Json::parse(bytes)) else {
        return report.plain(Code::TableDiffers, "this file is not JSON");
    };
    let mut path = JsonPath::default();
    let Some(words) = difference(&ours, &theirs, &mut path) else {
        let message = "this file says the same as the patterns, in another order or form";
        return report.plain(Code::TableSpelling, message);
    };
    let message = "the effects are not what the patterns come to".to_owned();
    Some(report.of(Code::TableDiffers, message, Some(words), Some(path)))
}

/// Returns how two values differ first, and leaves the path at that place; none if they are equal but for the order of members.
fn difference(ours: &Json, theirs: &Json, path: &mut JsonPath) -> Option<String> {
    let (Json::Object(one), Json::Object(other)) = (ours, theirs) else {
        return (ours != theirs).then(|| format!("patterns give {ours}, the file has {theirs}"));
    };
    for (key, ours) in one {
        let Some(theirs) = theirs.get(key) else {
            return Some(format!("patterns give {key}, the file lacks it"));
        };
        path.steps.push(key.as_str().into());
        if let Some(words) = difference(ours, theirs, path) {
            return Some(words);
        }
        path.steps.pop();
    }
    let (extra, _) = other.iter().find(|(key, _)| ours.get(key).is_none())?;
    path.steps.push(extra.as_str().into());
    Some(format!("the file has {extra}, the patterns do not give it"))
}

/// Difference between a table and the table that its patterns give.
struct Difference {
    /// The first row that differs, and how.
    first: Option<(JsonPath, String)>,
    /// `2 rows are missing, 1 is too many`
    counts: String,
}

impl Difference {
    fn between(patterns: &Ggn, table: &Ggn) -> Difference {
        type Key = (Qpi, Place, Place);
        let key = |row: &Row| -> Key { (row.piece, row.source, row.destination) };
        let theirs: HashMap<Key, &Row> = table.rows.iter().map(|row| (key(row), row)).collect();
        let ours: HashMap<Key, &Row> = patterns.rows.iter().map(|row| (key(row), row)).collect();
        let name = |row: &Row| format!("{} {}→{}", row.piece, row.source, row.destination);
        let steps = |row: &Row| [row.piece.to_string(), row.source.to_string(), row.destination.to_string()];
        let (mut missing, mut extra, mut other) = (0, 0, 0);
        let mut first = None;
        let mut note = |steps: &[String], words: String| {
            let steps = steps.iter().map(|step| step.as_str().into());
            first.get_or_insert_with(|| (JsonPath { steps: steps.collect() }, words));
        };
        for row in &patterns.rows {
            match theirs.get(&key(row)) {
                None => {
                    missing += 1;
                    note(&steps(row), format!("patterns give {}, the table lacks it", name(row)));
                }
                Some(committed) if !same(row, committed) => {
                    other += 1;
                    let (given, written) = (listed(row), listed(committed));
                    note(
                        &steps(row),
                        format!("patterns give {} as {given}, the table has {written}", name(row)),
                    );
                }
                Some(_) => {}
            }
        }
        for row in table.rows.iter().filter(|row| !ours.contains_key(&key(row))) {
            extra += 1;
            note(&steps(row), format!("the table has {}, the patterns do not give it", name(row)));
        }
        for piece in patterns.idle.iter().filter(|piece| !table.idle.contains(piece)) {
            missing += 1;
            note(&[], format!("patterns say that {piece} stays, the table does not"));
        }
        for piece in table.idle.iter().filter(|piece| !patterns.idle.contains(piece)) {
            extra += 1;
            note(&[piece.to_string()], format!("the table says that {piece} stays, the patterns do not"));
        }
        let counts = [(missing, "missing"), (extra, "too many"), (other, "different")];
        let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| {
            format!("{count} {} {what}", if *count == 1 { "row is" } else { "rows are" })
        });
        Difference { first, counts: counts.collect::<Vec<_>>().join(", ") }
    }
}

/// Returns whether two rows say the same: their possibilities in the same order, each with the same conditions in any.
fn same(one: &Row, other: &Row) -> bool {
    one.possibilities.iter().map(sorted).eq(other.possibilities.iter().map(sorted))
}

fn sorted(possibility: &Possibility) -> Possibility {
    let mut sorted = possibility.clone();
    sorted.must.conditions.sort_by_key(|&(cell, _)| cell);
    sorted.deny.conditions.sort_by_key(|&(cell, _)| cell);
    sorted
}

/// Returns the possibilities of a row as a table writes them, cut short when they are many.
fn listed(row: &Row) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<String> = row.possibilities.iter().take(SHOWN).map(ToString::to_string).collect();
    let rest = if row.possibilities.len() > SHOWN { ", …" } else { "" };
    format!("[{}{rest}]", shown.join(", "))
}
