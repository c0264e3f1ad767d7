//! The effects of a ruleset, and the text of `effects.json`.

use std::fmt::{self, Write as _};

use ggn_core::json::Json;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::Place;
use ggn_core::notation::lcn::Lcn;
use ggn_core::notation::qpi::Qpi;

use super::ast::Supply;
use super::effect::{Field, Placing, Promotion};

/// Widest line on which changes of pieces stand side by side, in bytes.
const WIDTH: usize = 100;

/// Changes of pieces, in order.
pub(super) type Changes = Vec<(Qpi, Qpi)>;

/// Effects of a ruleset's moves.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
    pub(super) moved: Changes,
    pub(super) expires: Changes,
    /// None for an overlay that says nothing about captured pieces.
    pub(super) captured: Option<Captured>,
    /// In the order of the text.
    pub(super) rows: Vec<EffectRow>,
}

/// Destination of captured pieces.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Captured {
    Discard,
    /// For each captured piece the one that enters the capturer's hand.
    Hand(Changes),
}

/// Effects of one row.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EffectRow {
    pub(super) piece: Qpi,
    pub(super) source: Place,
    pub(super) destination: Place,
    pub(super) effects: Vec<RowEffect>,
}

/// Effect of the possibilities of a row that have certain conditions.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RowEffect {
    pub(super) when: Lcn,
    /// Each field once, in their order.
    pub(super) fields: Vec<Field>,
}

impl Effects {
    /// Returns the text of the file, which names this schema.
    pub(super) fn text(&self, schema: Option<&str>) -> String {
        let mut members: Vec<String> = Vec::new();
        members.extend(schema.map(|schema| format!("\"$schema\": {}", quoted(schema))));
        for (name, changes) in [("moved", &self.moved), ("expires", &self.expires)] {
            if !changes.is_empty() {
                members.push(format!("\"{name}\": {}", object(changes, name.len() + 6, 1)));
            }
        }
        match &self.captured {
            None => {}
            Some(Captured::Discard) => members.push("\"captured\": \"discard\"".to_owned()),
            Some(Captured::Hand(hand)) => {
                let hand = object(hand, WIDTH, 2);
                members.push(format!("\"captured\": {{\n    \"hand\": {hand}\n  }}"));
            }
        }
        if !self.rows.is_empty() {
            members.push(format!("\"rows\": {}", Rows(&self.rows)));
        }
        format!("{{\n  {}\n}}\n", members.join(",\n  "))
    }
}

/// Returns changes as an object at a depth of indentation: on one line, where that is not wider than lines are.
fn object(changes: &Changes, before: usize, depth: usize) -> String {
    let members: Vec<String> = changes.iter().map(|(from, to)| format!("\"{from}\": \"{to}\"")).collect();
    let line = format!("{{ {} }}", members.join(", "));
    if before + line.len() <= WIDTH {
        return line;
    }
    let inner = "  ".repeat(depth + 1);
    format!("{{\n{inner}{}\n{}}}", members.join(&format!(",\n{inner}")), "  ".repeat(depth))
}

fn quoted(text: &str) -> String {
    Json::String(text.to_owned()).to_string()
}

/// The rows as an object: two spaces for each level, one line for each destination.
struct Rows<'r>(&'r [EffectRow]);

impl fmt::Display for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (index, of_piece) in self.0.chunk_by(|one, other| one.piece == other.piece).enumerate() {
            let Some(EffectRow { piece, .. }) = of_piece.first() else { continue };
            write!(f, "{}\n    \"{piece}\": {{", comma(index))?;
            let sources = of_piece.chunk_by(|one, other| one.source == other.source);
            for (index, of_source) in sources.enumerate() {
                let Some(EffectRow { source, .. }) = of_source.first() else { continue };
                write!(f, "{}\n      \"{source}\": {{", comma(index))?;
                for (index, row) in of_source.iter().enumerate() {
                    write!(f, "{}\n        \"{}\": [", comma(index), row.destination)?;
                    for (index, effect) in row.effects.iter().enumerate() {
                        write!(f, "{}{effect}", if index == 0 { "" } else { ", " })?;
                    }
                    f.write_char(']')?;
                }
                f.write_str("\n      }")?;
            }
            f.write_str("\n    }")?;
        }
        f.write_str("\n  }")
    }
}

fn comma(index: usize) -> &'static str {
    if index == 0 { "" } else { "," }
}

impl fmt::Display for RowEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{ ")?;
        if !self.when.conditions.is_empty() {
            write!(f, "\"when\": {}, ", self.when)?;
        }
        for (index, field) in self.fields.iter().enumerate() {
            write!(f, "{}\"{}\": ", if index == 0 { "" } else { ", " }, field.name())?;
            match field {
                Field::Becomes(to) => write!(f, "\"{to}\"")?,
                Field::Lands(cell) => write!(f, "\"{cell}\"")?,
                Field::Carries(pairs) => {
                    let pair = |(from, to): &(Cell, Cell)| format!("\"{from}\": \"{to}\"");
                    let pairs: Vec<String> = pairs.iter().map(pair).collect();
                    write!(f, "{{ {} }}", pairs.join(", "))?;
                }
                Field::Takes(cells) | Field::Unattacked(cells) | Field::Revokes(cells) => {
                    write!(f, "{}", list(cells))?;
                }
                Field::Promotes(Promotion { to, optional, last }) => {
                    let optional = if *optional { ", \"optional\": true" } else { "" };
                    let last = if *last { ", \"last\": true" } else { "" };
                    write!(f, "{{ \"to\": {}{optional}{last} }}", list(to))?;
                }
                Field::Places(placing) => write!(f, "{placing}")?,
                Field::Tag(text) | Field::San(text) => f.write_str(&quoted(text))?,
            }
        }
        f.write_str(" }")
    }
}

impl fmt::Display for Placing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{ \"pieces\": {}", list(&self.pieces))?;
        match self.supply {
            Supply::Unlimited => {}
            Supply::Hand => f.write_str(", \"from\": \"hand\"")?,
            Supply::Board => f.write_str(", \"from\": \"board\"")?,
        }
        if !self.on.is_empty() {
            write!(f, ", \"on\": {}", list(&self.on))?;
        }
        if let Some(along) = self.along {
            write!(f, ", \"along\": \"{along}\"")?;
        }
        f.write_str(if self.optional { ", \"optional\": true }" } else { " }" })
    }
}

/// `["a1", "b1"]`
fn list(items: &[impl fmt::Display]) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("\"{item}\"")).collect();
    format!("[{}]", items.join(", "))
}
