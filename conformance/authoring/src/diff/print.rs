//! A difference as text.

use std::fmt::Write as _;

use super::{Difference, Example, Field, PieceRows, RowChange};

/// Number of each piece's rows, and of each file's fields, that are shown unless all are asked for.
const SHOWN: usize = 3;
/// The widest that a value is shown, in characters, unless all is asked for.
const WIDTH: usize = 100;

/// Returns the differences in lines of text: all of them, or the first of each kind and their number.
#[must_use]
pub fn text(difference: &Difference, all: bool) -> String {
    if difference.is_empty() {
        return "no difference\n".to_owned();
    }
    let mut out = String::new();
    for file in &difference.files {
        let _ = writeln!(out, "{}", file.file);
        some(&mut out, &file.fields, all, |out, field| write_field(out, field, all));
    }
    if !difference.rows.is_empty() {
        out.push_str("movement tables\n");
    }
    for piece in &difference.rows {
        write_piece(&mut out, piece, all);
    }
    match &difference.example {
        Some(example) => write_example(&mut out, example),
        None => out.push_str("no line of play was found after which the games differ\n"),
    }
    for counts in &difference.perft {
        let _ = writeln!(out, "perft {}: {} and {}", counts.depth, counts.first, counts.second);
    }
    out
}

/// Writes the first items of a list, and how many more there are.
fn some<T>(out: &mut String, items: &[T], all: bool, mut write: impl FnMut(&mut String, &T)) {
    let shown = if all { items.len() } else { SHOWN };
    for item in items.iter().take(shown) {
        write(out, item);
    }
    if items.len() > shown {
        let _ = writeln!(out, "  … and {} more (--all shows them)", items.len() - shown);
    }
}

fn write_field(out: &mut String, field: &Field, all: bool) {
    let value = |value: &String| shortened(value, all);
    let _ = match (&field.first, &field.second) {
        (Some(first), Some(second)) => {
            writeln!(out, "  {}: {} became {}", field.path, value(first), value(second))
        }
        (Some(first), None) => writeln!(out, "  {}: removed {}", field.path, value(first)),
        (None, Some(second)) => writeln!(out, "  {}: added {}", field.path, value(second)),
        (None, None) => Ok(()),
    };
}

fn write_piece(out: &mut String, piece: &PieceRows, all: bool) {
    let kinds = [
        (RowChange::Added, "added"),
        (RowChange::Removed, "removed"),
        (RowChange::Changed, "changed"),
        (RowChange::Reordered, "in another order"),
    ];
    let counts: Vec<String> = kinds
        .iter()
        .map(|(kind, word)| (piece.count(*kind), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let _ = writeln!(out, "  {}: {}", piece.piece, counts.join(", "));
    some(out, &piece.rows, all, |out, row| {
        let ways = |ways: &[String]| shortened(&format!("[{}]", ways.join(", ")), all);
        let between = format!("    {} {}", row.source, row.destination);
        let _ = match row.change {
            RowChange::Added => writeln!(out, "{between}: added {}", ways(&row.second)),
            RowChange::Removed => writeln!(out, "{between}: removed {}", ways(&row.first)),
            RowChange::Changed | RowChange::Reordered => {
                writeln!(out, "{between}: {} became {}", ways(&row.first), ways(&row.second))
            }
        };
    });
}

fn write_example(out: &mut String, example: &Example) {
    if let Some(start) = &example.start {
        let _ = writeln!(out, "from {start}");
    }
    let line = example.line.join(" ");
    let after = if line.is_empty() { "before the first move".to_owned() } else { format!("after {line}") };
    let _ = writeln!(out, "{after} the games differ");
    for (moves, which) in [(&example.only_first, "first"), (&example.only_second, "second")] {
        if !moves.is_empty() {
            let _ = writeln!(out, "  legal only in the {which}: {}", moves.join(" "));
        }
    }
    if let Some(second) = &example.status_second {
        let _ = writeln!(out, "  the first: {}; the second: {second}", example.status_first);
    }
    if let Some(second) = &example.feen_second {
        let _ = writeln!(out, "  the first: {}\n  the second: {second}", example.feen);
    }
}

fn shortened(value: &str, all: bool) -> String {
    if all || value.chars().count() <= WIDTH {
        return value.to_owned();
    }
    format!("{}…", value.chars().take(WIDTH).collect::<String>())
}
