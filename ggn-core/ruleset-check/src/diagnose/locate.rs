//! From a place in a file's JSON to the bytes of the file.
//!
//! Reading data keeps no places, so that it stays fast; only a file that has faults is read again, here, with its spans.

use std::collections::HashMap;
use std::ops::Range;

use ggn_core::json::{Json, JsonPath, JsonStep};
use pest::Parser as _;
use pest::iterators::Pair;

use grammar::{Grammar, Rule};

mod grammar {
    #![allow(missing_docs)]

    #[derive(pest_derive::Parser)]
    #[grammar = "diagnose/json.pest"]
    pub(super) struct Grammar;
}

/// A file's JSON as spans: what stands where, without the values.
///
/// ```
/// use ruleset_check::diagnose::locate::Outline;
/// use ggn_core::json::JsonPath;
/// let text = r#"{ "a": [1, { "b": 2, "b": 3 }] }"#;
/// let outline = Outline::read(text.as_bytes()).ok_or("JSON")?;
/// let path = JsonPath { steps: vec!["a".into(), 1usize.into(), "b".into()] };
/// let place = outline.find(&path);
/// assert_eq!(&text[place.value.clone()], "3", "of a key that stands twice, the later is meant");
/// assert_eq!(&text[place.key.ok_or("a key")?], "\"b\"");
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug)]
pub struct Outline {
    root: Node,
}

/// Place of a value in a file, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceSpan {
    /// The key, with its quotes; none for the root and the items of arrays.
    pub key: Option<Range<usize>>,
    /// The value.
    pub value: Range<usize>,
    /// First place of the key, if it stands more than once in its object.
    pub first: Option<Range<usize>>,
    /// Number of steps of the path that the file has; fewer than asked for when the end of the path is not there.
    pub steps: usize,
}

#[derive(Debug)]
struct Node {
    span: Range<usize>,
    inside: Inside,
}

#[derive(Debug)]
enum Inside {
    Nothing,
    Items(Vec<Node>),
    Members { all: Vec<(Range<usize>, Node)>, by_key: HashMap<String, Vec<usize>> },
}

impl Outline {
    /// Reads a file. `None` when it is not JSON; nesting is as bounded as [`Json::parse`] bounds it.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Outline> {
        Json::parse(bytes).ok()?;
        let text = std::str::from_utf8(bytes).ok()?;
        let root = Grammar::parse(Rule::text, text).ok()?.next()?;
        Some(Outline { root: node(root) })
    }

    /// Finds the place of a path. Steps that the file does not have are left out at the end of the path.
    #[must_use]
    pub fn find(&self, path: &JsonPath) -> SourceSpan {
        self.find_nth(path, None)
    }

    /// Returns the same, where the last key stands for that time, from 0; for the last time if it does not stand so often.
    #[must_use]
    pub fn find_nth(&self, path: &JsonPath, time: Option<usize>) -> SourceSpan {
        let mut place = SourceSpan { key: None, value: self.root.span.clone(), first: None, steps: 0 };
        let mut node = &self.root;
        for step in &path.steps {
            let is_last = place.steps + 1 == path.steps.len();
            let (key, first, next) = match (step, &node.inside) {
                (JsonStep::Index(index), Inside::Items(items)) => (None, None, items.get(*index)),
                (JsonStep::Key(key), Inside::Members { all, by_key }) => {
                    let times = by_key.get(key).map_or(&[][..], Vec::as_slice);
                    let at = |index: &usize| all.get(*index);
                    let meant = time.filter(|_| is_last).and_then(|time| times.get(time)).or(times.last());
                    let first = times.first().filter(|_| times.len() > 1).and_then(at);
                    let meant = meant.and_then(at);
                    (
                        meant.map(|(key, _)| key.clone()),
                        first.map(|(key, _)| key.clone()),
                        meant.map(|(_, node)| node),
                    )
                }
                (JsonStep::Index(_) | JsonStep::Key(_), _) => (None, None, None),
            };
            let Some(next) = next else { break };
            place = SourceSpan { key, value: next.span.clone(), first, steps: place.steps + 1 };
            node = next;
        }
        place
    }
}

fn node(pair: Pair<'_, Rule>) -> Node {
    let span = pair.as_span().start()..pair.as_span().end();
    let inside = match pair.as_rule() {
        Rule::array => Inside::Items(pair.into_inner().map(node).collect()),
        Rule::object => {
            let mut all = Vec::new();
            let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
            for member in pair.into_inner() {
                let mut parts = member.into_inner();
                let (Some(key), Some(value)) = (parts.next(), parts.next()) else { continue };
                let name = serde_json::from_str(key.as_str()).unwrap_or_default();
                by_key.entry(name).or_default().push(all.len());
                all.push((key.as_span().start()..key.as_span().end(), node(value)));
            }
            Inside::Members { all, by_key }
        }
        Rule::text
        | Rule::value
        | Rule::member
        | Rule::string
        | Rule::plain
        | Rule::EOI
        | Rule::WHITESPACE => Inside::Nothing,
    };
    Node { span, inside }
}

/// Returns the bytes of a part of a string's text, given as bytes of what the string says: `literal` is the string as it stands in the file,
/// with its quotes, and begins at byte `start` of the file.
///
/// ```
/// use ruleset_check::diagnose::locate::within_string;
/// let file = r#"{"key": "a\u0041b"}"#;
/// assert_eq!(&file[within_string(&file[8..18], 8, 1..2)], r"\u0041");
/// assert_eq!(&file[within_string(&file[8..18], 8, 2..3)], "b");
/// ```
#[must_use]
pub fn within_string(literal: &str, start: usize, part: Range<usize>) -> Range<usize> {
    let inner = literal.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
    // Where each character stands in the literal, and how many bytes of what is said come before it.
    let mut read = 0;
    let mut at = 0;
    let (mut from, mut to) = (None, None);
    loop {
        if read >= part.start && from.is_none() {
            from = Some(at);
        }
        if read >= part.end && to.is_none() {
            to = Some(at);
        }
        let rest = inner.get(at..).unwrap_or_default();
        let Some(length) = escape_length(rest) else { break };
        let character = rest.get(..length).unwrap_or_default();
        read += match character.starts_with('\\') {
            true => serde_json::from_str::<String>(&format!("\"{character}\"")).map_or(1, |text| text.len()),
            false => length,
        };
        at += length;
    }
    let (from, to) = (from.unwrap_or(inner.len()), to.unwrap_or(inner.len()));
    start + 1 + from..start + 1 + to.max(from)
}

/// Returns the number of bytes of the first character of a string's inside, escaped or not.
fn escape_length(rest: &str) -> Option<usize> {
    let mut characters = rest.chars();
    let first = characters.next()?;
    if first != '\\' {
        return Some(first.len_utf8());
    }
    let is_surrogate = |at: usize| rest.get(at..at + 3).is_some_and(|text| text.eq_ignore_ascii_case("\\ud"));
    let length = match characters.next() {
        Some('u') if is_surrogate(0) && is_surrogate(6) => 12,
        Some('u') => 6,
        Some(other) => 1 + other.len_utf8(),
        None => 1,
    };
    Some(length.min(rest.len()))
}
