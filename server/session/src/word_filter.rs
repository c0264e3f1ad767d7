//! Filter for names and chat messages, from a library and from word lists of the data.

use std::collections::BTreeSet;

use rustrict::{Censor, Type};
use schemars::JsonSchema;

use crate::data::{DataFaultKind, Faults, Fields, id_schema};
use crate::domain::PersonName;
use crate::domain::limits::{CHAT_CHARS_MAX, CHAT_READ_CHARS_MAX, REFUSED_WORD_CHARS_MAX, REFUSED_WORDS_MAX};

/// Blocked words of one language: `rules/words/<id>.json`.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct WordList {
    /// The id, which is the name of the file: lower-case letters, digits and hyphens.
    #[schemars(schema_with = "id_schema")]
    pub id: String,
    /// Whole words, in lower case.
    #[schemars(length(max = REFUSED_WORDS_MAX), inner(length(min = 1, max = REFUSED_WORD_CHARS_MAX)))]
    pub refused: Vec<String>,
}

/// Filter for texts, with the blocked words of the data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordFilter {
    refused: BTreeSet<Box<str>>,
}

impl WordList {
    /// Reads the file of a list.
    pub(crate) fn read(file: &str, bytes: &[u8], faults: &mut Faults) -> Option<WordList> {
        let before = faults.len();
        let mut fields = Fields::read(file, bytes, faults)?;
        let id = fields.id();
        let refused: Option<Vec<String>> = fields.plain("refused");
        for word in refused.iter().flatten() {
            let is_word = !word.is_empty() && word.chars().all(char::is_alphanumeric);
            let is_short = word.chars().count() <= REFUSED_WORD_CHARS_MAX;
            if !is_word || !is_short || *word != word.to_lowercase() {
                let form =
                    format!("{word:?} is no word of 1 to {REFUSED_WORD_CHARS_MAX} letters in lower case");
                fields.fault("refused", DataFaultKind::Value(form));
            }
        }
        if refused.as_ref().is_some_and(|refused| refused.len() > REFUSED_WORDS_MAX) {
            let most = format!("{REFUSED_WORDS_MAX} words at the most");
            fields.fault("refused", DataFaultKind::Value(most));
        }
        fields.finish();
        let list = WordList { id: id?, refused: refused? };
        (faults.len() == before).then_some(list)
    }
}

impl WordFilter {
    /// Adds a list.
    pub(crate) fn add(&mut self, list: WordList) {
        self.refused.extend(list.refused.into_iter().map(String::into_boxed_str));
    }

    /// Returns the message as it is passed on: trimmed, without invisible characters at its ends, with asterisks in place of blocked words. `None` if
    /// it is empty or too long.
    // Requirement gambit-103.
    #[must_use]
    pub fn censored(&self, message: &str) -> Option<String> {
        if message.chars().count() > CHAT_READ_CHARS_MAX {
            return None;
        }
        let seen = message.chars().filter(|c| !turns_text(*c));
        let seen: String = seen.map(|c| if c.is_control() { ' ' } else { c }).collect();
        let seen = seen.trim();
        let is_said = seen.chars().any(|c| !c.is_whitespace() && !is_invisible(c));
        if !is_said || seen.chars().count() > CHAT_CHARS_MAX {
            return None;
        }
        Some(self.starred(&known_starred(seen)))
    }

    /// Returns whether the name is allowed.
    // Requirement gambit-99.
    #[must_use]
    pub fn allows_name(&self, name: &PersonName) -> bool {
        let name = name.as_str();
        let is_plain = !name.chars().any(|c| is_invisible(c) || turns_text(c) || c.is_control());
        is_plain && !is_bad(name) && self.starred(name) == name
    }

    /// Returns the text with asterisks in place of words of the lists.
    fn starred(&self, text: &str) -> String {
        let mut starred = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if self.refused.contains(word.to_lowercase().as_str()) {
                starred.extend(word.chars().map(|_| '*'));
            } else {
                starred.push_str(word);
            }
            let next = after.find(char::is_alphanumeric).unwrap_or(after.len());
            let (between, next) = after.split_at(next);
            starred.push_str(between);
            rest = next;
        }
        starred
    }
}

/// Returns whether two names could be confused: case and amount of space are ignored.
#[must_use]
pub fn are_alike(one: &PersonName, other: &PersonName) -> bool {
    key(one) == key(other)
}

fn key(name: &PersonName) -> String {
    name.as_str().split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

fn is_bad(text: &str) -> bool {
    Censor::from_str(text).analyze().is(Type::INAPPROPRIATE)
}

/// Returns the text with asterisks in place of words known to the library. The library changes some letters, so it is used only on texts with such
/// words.
fn known_starred(text: &str) -> String {
    if !is_bad(text) {
        return text.to_owned();
    }
    Censor::from_str(text).censor()
}

/// Returns whether a character has no width.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Returns whether a character changes the direction of the text around it, which could make a page show something else than was sent.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::catalogue;

    fn list(text: &str) -> Result<WordList, String> {
        let mut faults = Faults::new();
        let list = WordList::read("words/xx.json", text.as_bytes(), &mut faults);
        list.ok_or_else(|| faults.iter().map(|fault| format!("{fault}\n")).collect())
    }

    fn name(text: &str) -> PersonName {
        text.parse().unwrap()
    }

    // Requirement gambit-103.
    #[test]
    fn what_may_not_be_said_is_starred_and_the_rest_stands_as_it_was_said() {
        let mut words = WordFilter::default();
        words.add(list(r#"{"id":"xx","refused":["blorp","größe"]}"#).unwrap());
        assert_eq!(words.censored(" Blorp, you BLORP! "), Some("*****, you *****!".to_owned()));
        assert_eq!(words.censored("blorps and größe"), Some("blorps and *****".to_owned()));
        for fair in
            ["Zoë naïve café, Größen", "e4 e5 Nf3 mate in 2", "passed pawn", "good game", "GG!!!", "👍🏽 ok"]
        {
            assert_eq!(words.censored(fair).as_deref(), Some(fair));
        }
        let starred = words.censored("what the fuck").unwrap();
        assert!(starred.starts_with("what the ") && starred.contains('*') && !starred.contains("fuck"));
    }

    #[test]
    fn a_message_has_something_to_see_and_is_not_too_long() {
        let words = WordFilter::default();
        for nothing in ["", "   ", "\n\t", "\u{200b}\u{200d}", "\u{202e}"] {
            assert_eq!(words.censored(nothing), None, "{nothing:?}");
        }
        let most = "é".repeat(CHAT_CHARS_MAX);
        assert_eq!(words.censored(&format!("  {most} \n")), Some(most.clone()));
        assert_eq!(words.censored(&format!("{most}x")), None);
        assert_eq!(words.censored("one\ntwo\u{7}"), Some("one two".to_owned()));
        assert_eq!(words.censored("evil\u{202e}txt"), Some("eviltxt".to_owned()));
    }

    // Requirement gambit-99.
    #[test]
    fn names_are_printed_and_fair() {
        let catalogue = catalogue();
        let words = catalogue.word_filter();
        for fair in ["Ada", "Zoë the 2nd", "Guest 3", "Дмитрий", "李小龙"] {
            assert!(words.allows_name(&name(fair)), "{fair}");
        }
        for wrong in ["fuck you", "Ad\u{200b}a", "\u{202e}adA", "Ada\u{3164}"] {
            assert!(!words.allows_name(&name(wrong)), "{wrong:?}");
        }
        assert!(are_alike(&name("Ada  Lovelace"), &name("ADA lovelace")));
        assert!(!are_alike(&name("Ada"), &name("Adam")));
    }

    #[test]
    fn the_faults_of_a_list_are_reported() {
        let faults = list(r#"{"id":"yy","refused":["Upper","two words",""],"more":1}"#).unwrap_err();
        for expected in [
            "is \"yy\", but the file is named",
            "\"Upper\" is no word",
            "\"two words\" is no word",
            "more: is not known",
        ] {
            assert!(faults.contains(expected), "{expected} is not in {faults}");
        }
    }
}
