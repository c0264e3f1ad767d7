//! Descriptions of files that are not JSON: the place of the error, and its usual cause.

use std::ops::Range;

use ggn_core::json::{Json, JsonError};

use super::code::Code;
use super::description::{Aim, Description};
use super::source::Source;

/// Tells why a file is not JSON; `None` when it is.
#[must_use]
pub fn describe(bytes: &[u8]) -> Option<Description> {
    let error = Json::parse(bytes).err()?;
    if let Some(description) = encoding(bytes, &error) {
        return Some(description);
    }
    let source = Source::new(bytes);
    let text = source.text();
    let at = source.offset(error.line, error.column);
    let scan = Scan::of(text, at);
    Some(
        cause(text, at, &error, &scan, &source)
            .unwrap_or_else(|| not_json(here(text, at), format!("this is not JSON: {}", error.message))),
    )
}

fn not_json(span: Range<usize>, message: impl Into<String>) -> Description {
    Description::new(Code::NotJson, Aim::Span(span), message)
}

/// Files that are not UTF-8, or not only that.
fn encoding(bytes: &[u8], error: &JsonError) -> Option<Description> {
    let at = |span| Description::new(Code::Encoding, Aim::Span(span), error.message.clone());
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return Some(
            Description { message: "the file begins with a byte-order mark".to_owned(), ..at(0..0) }
                .found("a byte-order mark (EF BB BF)")
                .expected("JSON in UTF-8 from the first byte on")
                .advise("save the file as UTF-8 without byte-order mark (\"UTF-8\", not \"UTF-8 with BOM\")"),
        );
    }
    let valid = std::str::from_utf8(bytes).err()?.valid_up_to();
    let byte = bytes.get(valid).copied().unwrap_or_default();
    let description = Description { message: "the file is not in UTF-8".to_owned(), ..at(valid..valid) }
        .found(format!("the byte {byte:02X}, which no character in UTF-8 has there"))
        .expected("UTF-8");
    Some(match (bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF"), valid) {
        (true, 0) => description.advise("this looks like UTF-16: save the file as UTF-8"),
        _ => {
            description.advise("save the file as UTF-8; in other encodings letters such as é are other bytes")
        }
    })
}

/// The text up to a fault: what is still open there, and the token before it.
struct Scan {
    /// Brackets that are open, with their bytes.
    open: Vec<(usize, char)>,
    /// Start of the string in which the fault lies.
    string: Option<usize>,
    /// The last thing before the fault that is not blank.
    before: Option<Range<usize>>,
}

impl Scan {
    fn of(text: &str, end: usize) -> Scan {
        let mut scan = Scan { open: Vec::new(), string: None, before: None };
        let mut escaped = false;
        for (at, c) in text.char_indices().take_while(|&(at, _)| at < end) {
            if let Some(start) = scan.string {
                match c {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '"' => {
                        scan.string = None;
                        scan.before = Some(start..at + 1);
                    }
                    _ => {}
                }
                continue;
            }
            match c {
                '"' => scan.string = Some(at),
                '{' | '[' => scan.open.push((at, c)),
                '}' | ']' => {
                    scan.open.pop();
                }
                _ => {}
            }
            if !c.is_whitespace() {
                scan.before = Some(at..at + c.len_utf8());
            }
        }
        scan
    }
}

/// Returns the character at a byte, as a span.
fn here(text: &str, at: usize) -> Range<usize> {
    let length = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    at..at + length
}

/// Describes the usual causes, the surest first.
fn cause(text: &str, at: usize, error: &JsonError, scan: &Scan, source: &Source) -> Option<Description> {
    let rest = text.get(at..).unwrap_or_default();
    let message = error.message.as_str();
    if text.trim().is_empty() {
        return Some(not_json(0..0, "the file is empty").expected("a JSON object").advise("the least is {}"));
    }
    if rest.starts_with("<<<<<<<") || rest.starts_with("=======") || rest.starts_with(">>>>>>>") {
        return Some(
            not_json(at..at + 7, "a merge was not finished here")
                .advise("keep one of the two versions and remove the marks"),
        );
    }
    if message.contains("EOF") || rest.is_empty() {
        return Some(cut_off(text, scan, source));
    }
    comment(text, at, rest)
        .or_else(|| comma(text, at, rest, message, scan))
        .or_else(|| quotes(at, rest, message, scan))
        .or_else(|| string(text, at, message, scan))
        .or_else(|| value(text, at, rest, message))
}

fn cut_off(text: &str, scan: &Scan, source: &Source) -> Description {
    let end = text.trim_end().len();
    if let Some(start) = scan.string {
        let place = source.place(start);
        return not_json(start..start + 1, "a string begins here and never ends")
            .found("the end of the file")
            .expected("a double quote at the end of the string")
            .advise(format!(
                "the string that begins in line {}, column {} has no closing quote",
                place.line, place.column
            ));
    }
    let last = text.get(..end).and_then(|text| text.chars().next_back()).map_or(0, char::len_utf8);
    let description = not_json(end - last..end, "the file ends too early").found("the end of the file");
    match scan.open.last() {
        None => description.expected("a value"),
        Some(&(start, bracket)) => {
            let (place, closing) = (source.place(start), if bracket == '{' { '}' } else { ']' });
            description.expected(format!("`{closing}` behind it")).advise(format!(
                "{} not closed; the last is the `{bracket}` of line {}, column {}",
                if scan.open.len() == 1 {
                    "one bracket is".to_owned()
                } else {
                    format!("{} brackets are", scan.open.len())
                },
                place.line,
                place.column
            ))
        }
    }
}

fn comment(text: &str, at: usize, rest: &str) -> Option<Description> {
    let slashed = rest.starts_with("//") || rest.starts_with("/*");
    // The reader is one character further when it notices.
    let start = if slashed || rest.starts_with('#') {
        at
    } else if at > 0
        && text.get(at - 1..).is_some_and(|rest| rest.starts_with("//") || rest.starts_with("/*"))
    {
        at - 1
    } else {
        return None;
    };
    let end = text.get(start..).and_then(|rest| rest.find('\n')).map_or(text.len(), |length| start + length);
    Some(
        not_json(start..end, "JSON has no comments")
            .expected("data alone")
            .advise("remove it; remarks can stand in a README.md beside the file"),
    )
}

fn comma(text: &str, at: usize, rest: &str, message: &str, scan: &Scan) -> Option<Description> {
    let before = scan.before.clone()?;
    let is_closed = rest.starts_with(['}', ']']);
    if is_closed && text.get(before.clone()) == Some(",") {
        return Some(
            not_json(before, "a comma stands behind the last entry")
                .expected("an entry behind each comma")
                .advise("remove the comma"),
        );
    }
    let begins_value =
        rest.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '"' | '{' | '[' | '-'));
    if message.starts_with("expected `,`") && begins_value {
        return Some(
            not_json(before.end..before.end, "a comma is missing here")
                .expected("a comma between two entries")
                .advise("write a comma behind the entry before"),
        );
    }
    if message.starts_with("expected `:`") {
        return Some(
            not_json(here(text, at), "a colon is missing between a key and its value")
                .expected("`:`")
                .advise("write \"key\": value; a list without keys stands in brackets [ … ]"),
        );
    }
    if rest.starts_with(',') && matches!(text.get(before), Some("," | "{" | "[")) {
        return Some(
            not_json(at..at + 1, "a comma without an entry before it")
                .expected("an entry")
                .advise("remove the comma"),
        );
    }
    let (_, bracket) = *scan.open.last()?;
    let wrong = (bracket == '{' && rest.starts_with(']')) || (bracket == '[' && rest.starts_with('}'));
    let closing = if bracket == '{' { '}' } else { ']' };
    wrong.then(|| {
        not_json(here(text, at), format!("`{}` closes what `{bracket}` opened", first(rest)))
            .expected(format!("`{closing}`"))
            .advise(format!("close with `{closing}`, or look for a bracket that is missing before"))
    })
}

fn quotes(at: usize, rest: &str, message: &str, scan: &Scan) -> Option<Description> {
    let c = rest.chars().next()?;
    let span = at..at + c.len_utf8();
    if scan.string.is_some() {
        return None;
    }
    if matches!(c, '\'' | '`') {
        return Some(
            not_json(span, "strings and keys stand in double quotes")
                .expected("`\"`")
                .advise("write \"…\" instead"),
        );
    }
    if matches!(c, '“' | '”' | '„' | '‘' | '’' | '«' | '»') {
        return Some(
            not_json(span, format!("`{c}` is a quotation mark of text, not of JSON"))
                .expected("the plain double quote `\"`")
                .advise("word processors put such marks: type the quotes in a plain text editor"),
        );
    }
    (message.starts_with("key must be a string") && c.is_ascii_alphabetic()).then(|| {
        let key: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        not_json(at..at + key.len(), "a key without quotes")
            .expected("a key in double quotes")
            .advise(format!("write \"{key}\""))
    })
}

fn string(text: &str, at: usize, message: &str, scan: &Scan) -> Option<Description> {
    if message.starts_with("control character") {
        let start = scan.string.unwrap_or(at);
        return Some(
            not_json(start..start + 1, "the string is not closed on its line, or holds a control character")
                .expected("a double quote at the end of the string")
                .advise("close the quote; a line break inside of a string is written \\n, a tab \\t"),
        );
    }
    message.contains("escape").then(|| {
        let start = text.get(..at).and_then(|before| before.rfind('\\')).unwrap_or(at);
        not_json(start..(start + 2).min(text.len()), "the backslash begins no escape that JSON has")
            .expected("one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000")
            .advise("a backslash itself is written \\\\")
    })
}

fn value(text: &str, at: usize, rest: &str, message: &str) -> Option<Description> {
    let start = text.get(..at).unwrap_or_default();
    let start = start
        .trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '.'))
        .len();
    let word: String = text
        .get(start..)
        .unwrap_or_default()
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '.'))
        .collect();
    let span = start..start + word.len();
    if message.starts_with("recursion limit") {
        return Some(
            not_json(here(text, at), "brackets are nested more than 127 deep")
                .expected("what a ruleset needs: fewer than ten")
                .advise("look for an opening bracket that stands too often"),
        );
    }
    if message.starts_with("trailing characters") {
        return Some(
            not_json(here(text, at), "something stands behind the end of the value")
                .expected("one JSON value and nothing behind it")
                .advise("look for a closing bracket too many before it"),
        );
    }
    let not_json_because =
        |message: &str, hint: String| Some(not_json(span.clone(), message).expected("a value").advise(hint));
    match word.to_lowercase().as_str() {
        "" => (rest.starts_with(['}', ']', ','])).then(|| {
            not_json(here(text, at), "a value is missing here")
                .expected("a value")
                .advise("write the value, or remove its key")
        }),
        "true" | "false" | "null" => {
            not_json_because("the word is written in lower case", format!("write {}", word.to_lowercase()))
        }
        "none" | "nil" | "undefined" | "nan" => {
            not_json_because("JSON has no such word", "leave the field out".to_owned())
        }
        other if other.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) => {
            not_json_because(
                "this is no number of JSON",
                "write digits alone: no sign `+`, no leading zero, no point without digits on both sides"
                    .to_owned(),
            )
        }
        _ => not_json_because("a text without quotes", format!("write \"{word}\"")),
    }
}

/// Returns the first character of a text, to be quoted.
fn first(text: &str) -> String {
    text.chars().next().map_or_else(String::new, String::from)
}
