//! Printing JSON as the files of `rules/` have it: for people who open it, and the same bytes on every machine.

use ggn_core::json::Json;

/// The longest line that is printed where it can be helped, in characters.
const WIDTH: usize = 120;

/// Returns the value as text, its members in their order, with a newline at its end.
///
/// ```
/// use ggn_core::json::Json;
/// let json = Json::parse(br#"{"from":{"to":[{"when":{"d5":"empty"},"takes":["e5"]},{}]},"none":[]}"#)?;
/// assert_eq!(authoring::pretty::print(&json), r#"{
///   "from": {
///     "to": [{ "when": { "d5": "empty" }, "takes": ["e5"] }, {}]
///   },
///   "none": []
/// }
/// "#);
/// # Ok::<(), ggn_core::json::JsonError>(())
/// ```
#[must_use]
pub fn print(json: &Json) -> String {
    let mut text = String::new();
    write(&mut text, json, 0, 0, false);
    text.push('\n');
    text
}

/// Writes a value at a depth of indentation, with `before` characters already on its line. What fits on the line stays there, but
/// for tables: objects whose members hold objects by name.
fn write(text: &mut String, json: &Json, depth: usize, before: usize, is_item: bool) {
    let line = line(json);
    if (is_item || !is_table(json)) && 2 * depth + before + line.chars().count() <= WIDTH {
        text.push_str(&line);
        return;
    }
    match json {
        Json::Object(members) => block(text, depth, ('{', '}'), members, |text, (key, value)| {
            let key = format!("{}: ", quoted(key));
            text.push_str(&key);
            write(text, value, depth + 1, key.len() + 1, false);
        }),
        Json::Array(items) => block(text, depth, ('[', ']'), items, |text, item| {
            write(text, item, depth + 1, 1, true);
        }),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => text.push_str(&line),
    }
}

fn is_table(json: &Json) -> bool {
    let named = |json: &Json| matches!(json, Json::Object(members) if !members.is_empty());
    let holds = |value: &Json| match value {
        Json::Array(items) => items.iter().any(named),
        value => named(value),
    };
    matches!(json, Json::Object(members) if members.iter().any(|(_, value)| holds(value)))
}

fn block<T>(
    text: &mut String,
    depth: usize,
    (open, close): (char, char),
    members: &[T],
    mut member: impl FnMut(&mut String, &T),
) {
    text.push(open);
    for (index, each) in members.iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.extend(std::iter::repeat_n("  ", depth + 1));
        member(text, each);
    }
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
    text.push(close);
}

/// Returns a value on one line.
fn line(json: &Json) -> String {
    match json {
        Json::Object(members) if members.is_empty() => "{}".to_owned(),
        Json::Object(members) => {
            let member = |(key, value): &(String, Json)| format!("{}: {}", quoted(key), line(value));
            format!("{{ {} }}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(line).collect::<Vec<_>>().join(", ")),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => json.to_string(),
    }
}

fn quoted(text: &str) -> String {
    Json::String(text.to_owned()).to_string()
}
