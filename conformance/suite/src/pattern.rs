//! Messages as cases expect them: JSON in which a text may stand for what cannot be known beforehand.
//!
//! An object fits when every member that the pattern names fits; others may be there. An array fits item by item, anything else when it is
//! the same. These texts are special:
//!
//! | pattern | fits |
//! |---|---|
//! | `"$any"` | anything that is there |
//! | `"$none"` | nothing: the member is absent or null |
//! | `"$text"` | a text that is not empty |
//! | `"$number"`, `"$time"` | a whole number; one that is a time in milliseconds |
//! | `"$name"`, `"$name:form"` | the first time anything (of that form), and from then on the same again |
//! | `{ "$exactly": { … } }` | an object with these members and no others |
//! | `{ "$each": … }` | an object or array that is not empty, each member of which fits |
//! | `{ "$without": [ … ] }` | an object that has none of these members; beside other members of the pattern |
//! | `{ "$has": [ … ], "$lacks": [ … ] }` | an array in which something fits each of the first, and nothing any of the second; either may be left out |
//!
//! The forms are `game`, `token`, `text`, `number` and `time`, and of rooms `code` and `uuid`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::outcome::Difference;

/// Values of the names in patterns.
pub type Bindings = BTreeMap<String, Value>;

/// The earliest time that is taken for one: the year 2001, in milliseconds.
const TIME_MIN: u64 = 1_000_000_000_000;

/// Compares a value with a pattern. Names that the pattern introduces are bound.
///
/// ```
/// use suite::pattern::{Bindings, compare};
/// use serde_json::json;
/// let mut bound = Bindings::new();
/// assert!(compare("message", &json!({ "id": "$id:game" }), Some(&json!({ "id": "abcd1234", "at": 1 })), &mut bound).is_empty());
/// assert_eq!(bound["id"], "abcd1234");
/// let wrong = compare("message", &json!({ "id": "$id" }), Some(&json!({ "id": "other" })), &mut bound);
/// assert_eq!((wrong[0].at.as_str(), wrong[0].expected.as_str()), ("message.id", r#""abcd1234""#));
/// ```
pub fn compare(at: &str, pattern: &Value, found: Option<&Value>, bound: &mut Bindings) -> Vec<Difference> {
    let mut differences = Vec::new();
    Matcher { bound, differences: &mut differences }.value(at, pattern, found);
    differences
}

struct Matcher<'m> {
    bound: &'m mut Bindings,
    differences: &'m mut Vec<Difference>,
}

impl Matcher<'_> {
    fn differ(&mut self, at: &str, expected: impl Into<String>, found: Option<&Value>) {
        let found = found.map_or_else(|| "nothing".to_owned(), ToString::to_string);
        self.differences.push(Difference::new(at, expected, found));
    }

    fn value(&mut self, at: &str, pattern: &Value, found: Option<&Value>) {
        match pattern {
            Value::String(text) if text.starts_with('$') => self.special(at, text, found),
            Value::Object(members) => self.object(at, members, found),
            Value::Array(items) => self.array(at, items, found),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                if found != Some(pattern) {
                    self.differ(at, pattern.to_string(), found);
                }
            }
        }
    }

    fn special(&mut self, at: &str, text: &str, found: Option<&Value>) {
        let (name, form) = match text.split_once(':') {
            Some((name, form)) => (name, Some(form)),
            None => (text, None),
        };
        let named = name.trim_start_matches('$');
        match (named, found) {
            ("none", None | Some(Value::Null)) => {}
            ("none", found) => self.differ(at, "nothing", found),
            (_, None) => self.differ(at, described(named, form), None),
            ("any", Some(_)) => {}
            ("text" | "number" | "time", Some(value)) => {
                if !is_of(named, value) {
                    self.differ(at, described(named, None), found);
                }
            }
            (_, Some(value)) => match self.bound.get(named) {
                Some(known) if known == value => {}
                Some(known) => {
                    let known = known.to_string();
                    self.differ(at, known, found);
                }
                None if form.is_none_or(|form| is_of(form, value)) => {
                    self.bound.insert(named.to_owned(), value.clone());
                }
                None => self.differ(at, described(named, form), found),
            },
        }
    }

    fn object(&mut self, at: &str, pattern: &Map<String, Value>, found: Option<&Value>) {
        if let Some(each) = pattern.get("$each") {
            return self.each(at, each, found);
        }
        if pattern.contains_key("$has") || pattern.contains_key("$lacks") {
            return self.holds(at, pattern, found);
        }
        let Some(Value::Object(members)) = found else {
            return self.differ(at, Value::Object(pattern.clone()).to_string(), found);
        };
        if let Some(Value::Object(exactly)) = pattern.get("$exactly") {
            for (name, value) in members.iter().filter(|(name, _)| !exactly.contains_key(*name)) {
                self.differ(&format!("{at}.{name}"), "nothing", Some(value));
            }
            return self.object(at, exactly, found);
        }
        for (name, asked) in pattern {
            if name == "$without" {
                for unwanted in asked.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    if let Some(value) = members.get(unwanted) {
                        self.differ(&format!("{at}.{unwanted}"), "nothing", Some(value));
                    }
                }
            } else {
                self.value(&format!("{at}.{name}"), asked, members.get(name));
            }
        }
    }

    fn each(&mut self, at: &str, pattern: &Value, found: Option<&Value>) {
        let members: Vec<(String, &Value)> = match found {
            Some(Value::Object(members)) => {
                members.iter().map(|(name, value)| (format!(".{name}"), value)).collect()
            }
            Some(Value::Array(items)) => (0..).map(|at: usize| format!("[{at}]")).zip(items).collect(),
            _ => Vec::new(),
        };
        if members.is_empty() {
            self.differ(at, "some members", found);
        }
        for (name, value) in members {
            self.value(&format!("{at}{name}"), pattern, Some(value));
        }
    }

    /// Compares an array with the values that it has to hold, in any order, and those that it must not hold.
    fn holds(&mut self, at: &str, pattern: &Map<String, Value>, found: Option<&Value>) {
        let Some(Value::Array(items)) = found else {
            return self.differ(at, Value::Object(pattern.clone()).to_string(), found);
        };
        let asked = |name: &str| pattern.get(name).and_then(Value::as_array).into_iter().flatten();
        for wanted in asked("$has") {
            let fitting = items.iter().find_map(|item| {
                let mut bound = self.bound.clone();
                compare(at, wanted, Some(item), &mut bound).is_empty().then_some(bound)
            });
            match fitting {
                Some(bound) => *self.bound = bound,
                None => self.differ(at, format!("something that fits {wanted}"), found),
            }
        }
        for unwanted in asked("$lacks") {
            for item in items {
                if compare(at, unwanted, Some(item), &mut self.bound.clone()).is_empty() {
                    self.differ(at, format!("nothing that fits {unwanted}"), Some(item));
                }
            }
        }
    }

    fn array(&mut self, at: &str, pattern: &[Value], found: Option<&Value>) {
        let Some(Value::Array(items)) = found else {
            return self.differ(at, Value::Array(pattern.to_vec()).to_string(), found);
        };
        if items.len() != pattern.len() {
            return self.differ(at, Value::Array(pattern.to_vec()).to_string(), found);
        }
        for (index, (asked, item)) in pattern.iter().zip(items).enumerate() {
            self.value(&format!("{at}[{index}]"), asked, Some(item));
        }
    }
}

fn described(name: &str, form: Option<&str>) -> String {
    match form.unwrap_or(name) {
        "game" => "the id of a game: 8 letters and digits".to_owned(),
        "token" => "a token: 24 letters and digits".to_owned(),
        "code" => "the code of a room: 6 capital letters and digits".to_owned(),
        "uuid" => "a UUID of version 4".to_owned(),
        "text" => "a text".to_owned(),
        "number" => "a whole number".to_owned(),
        "time" => "a time in milliseconds".to_owned(),
        "any" => "anything".to_owned(),
        other => format!("what ${other} stands for"),
    }
}

/// Returns whether a value is of a form.
fn is_of(form: &str, value: &Value) -> bool {
    let is_name = |length| {
        value.as_str().is_some_and(|text| {
            text.len() == length
                && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
    };
    match form {
        "game" => is_name(8),
        "token" => is_name(24),
        "code" => is_code(value),
        "uuid" => is_uuid(value),
        "text" => value.as_str().is_some_and(|text| !text.is_empty()),
        "number" => value.is_u64() || value.is_i64(),
        "time" => value.as_u64().is_some_and(|time| time >= TIME_MIN),
        _ => false,
    }
}

fn is_code(value: &Value) -> bool {
    let of_code = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    value.as_str().is_some_and(|text| text.len() == 6 && text.bytes().all(of_code))
}

fn is_uuid(value: &Value) -> bool {
    const FORM: &[u8] = b"xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
    let fits = |(byte, form): (u8, &u8)| match form {
        b'x' => byte.is_ascii_hexdigit() && !byte.is_ascii_uppercase(),
        b'y' => matches!(byte, b'8' | b'9' | b'a' | b'b'),
        fixed => byte == *fixed,
    };
    value.as_str().is_some_and(|text| text.len() == FORM.len() && text.bytes().zip(FORM).all(fits))
}

/// The forms that a name may ask for.
pub const FORMS: [&str; 7] = ["game", "token", "text", "number", "time", "code", "uuid"];

/// Returns a value with every name in it replaced by what it stands for: a text that is a name by the value, a name inside of a text by its text.
///
/// # Errors
/// The first name that stands for nothing.
pub fn filled(value: &Value, bound: &Bindings) -> Result<Value, String> {
    Ok(match value {
        Value::String(text) => match text.strip_prefix('$').and_then(|name| bound.get(name)) {
            Some(known) => known.clone(),
            None => Value::String(filled_text(text, bound)?),
        },
        Value::Array(items) => {
            Value::Array(items.iter().map(|item| filled(item, bound)).collect::<Result<_, _>>()?)
        }
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| Ok((name.clone(), filled(value, bound)?));
            Value::Object(members.iter().map(member).collect::<Result<_, String>>()?)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    })
}

/// Returns a text with every name in it replaced.
///
/// # Errors
/// The first name that stands for nothing.
pub fn filled_text(text: &str, bound: &Bindings) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
        let (name, behind) = after.split_at(end);
        match bound.get(name) {
            Some(Value::String(known)) => out.push_str(known),
            Some(known) => out.push_str(&known.to_string()),
            None => return Err(name.to_owned()),
        }
        rest = behind;
    }
    out.push_str(rest);
    Ok(out)
}
