//! Filter for names and chat messages, from a library and from word lists of the data.

use std::collections::BTreeSet;

use rustrict::{Censor, Type};
use schemars::JsonSchema;

use crate::data::{DataFaultKind, Faults, Fields, id_schema};
use crate::domain::PersonName;
use crate::domain::limits::{CHAT_CHARS_MAX, CHAT_READ_CHARS_MAX, REFUSED_WORD_CHARS_MAX, REFUSED_WORDS_MAX};

/// Words of one language: `rules/words/<id>.json`. All of them are whole words in lower case.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct WordList {
    /// The id, which is the name of the file: lower-case letters, digits and hyphens.
    #[schemars(schema_with = "id_schema")]
    pub id: String,
    /// Words that are blocked in names and messages.
    #[schemars(length(max = REFUSED_WORDS_MAX), inner(length(min = 1, max = REFUSED_WORD_CHARS_MAX)))]
    pub refused: Vec<String>,
    /// Words that are never blocked, although the library blocks them; absent for none.
    #[schemars(length(max = REFUSED_WORDS_MAX), inner(length(min = 1, max = REFUSED_WORD_CHARS_MAX)))]
    pub allowed: Option<Vec<String>>,
    /// Words that are not blocked in names, being names of people; absent for none.
    #[schemars(length(max = REFUSED_WORDS_MAX), inner(length(min = 1, max = REFUSED_WORD_CHARS_MAX)))]
    pub allowed_in_names: Option<Vec<String>>,
    /// Names that nobody may have, since they would pass for the server, its staff or a side; absent for none.
    #[schemars(length(max = REFUSED_WORDS_MAX), inner(length(min = 1, max = REFUSED_WORD_CHARS_MAX)))]
    pub reserved_names: Option<Vec<String>>,
}

/// Filter for texts, with the words of the data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordFilter {
    refused: BTreeSet<Box<str>>,
    allowed: BTreeSet<Box<str>>,
    allowed_in_names: BTreeSet<Box<str>>,
    reserved_names: BTreeSet<Box<str>>,
}

/// Maximum number of parts, letters and gaps, of a run of letters that is searched for the word that it spells; a longer one is blocked as a whole.
const SPELT_PARTS_MAX: usize = 64;

/// Words of a list, with the name of the member that has them.
type WordTable = (&'static str, Option<Vec<String>>);

impl WordList {
    /// Reads the file of a list.
    pub(crate) fn read(file: &str, bytes: &[u8], faults: &mut Faults) -> Option<WordList> {
        let before = faults.len();
        let mut fields = Fields::read(file, bytes, faults)?;
        let id = fields.id();
        let lists: [WordTable; 4] = [
            ("refused", fields.plain("refused")),
            ("allowed", fields.optional("allowed")),
            ("allowed_in_names", fields.optional("allowed_in_names")),
            ("reserved_names", fields.optional("reserved_names")),
        ];
        for (member, words) in &lists {
            for word in words.iter().flatten() {
                let is_word = !word.is_empty() && word.chars().all(char::is_alphanumeric);
                let is_short = word.chars().count() <= REFUSED_WORD_CHARS_MAX;
                if !is_word || !is_short || *word != word.to_lowercase() {
                    let form =
                        format!("{word:?} is no word of 1 to {REFUSED_WORD_CHARS_MAX} letters in lower case");
                    fields.fault(member, DataFaultKind::Value(form));
                }
            }
            if words.as_ref().is_some_and(|words| words.len() > REFUSED_WORDS_MAX) {
                let most = format!("{REFUSED_WORDS_MAX} words at the most");
                fields.fault(member, DataFaultKind::Value(most));
            }
        }
        fields.finish();
        let [(_, refused), (_, allowed), (_, allowed_in_names), (_, reserved_names)] = lists;
        let list = WordList { id: id?, refused: refused?, allowed, allowed_in_names, reserved_names };
        (faults.len() == before).then_some(list)
    }
}

impl WordFilter {
    /// Adds a list.
    pub(crate) fn add(&mut self, list: WordList) {
        let boxed = |words: Vec<String>| words.into_iter().map(String::into_boxed_str);
        self.refused.extend(boxed(list.refused));
        self.allowed.extend(list.allowed.into_iter().flat_map(boxed));
        self.allowed_in_names.extend(list.allowed_in_names.into_iter().flat_map(boxed));
        self.reserved_names.extend(list.reserved_names.into_iter().flat_map(boxed));
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
        let is_visible = seen.chars().any(|c| !c.is_whitespace() && !is_invisible(c));
        if !is_visible || seen.chars().count() > CHAT_CHARS_MAX {
            return None;
        }
        Some(self.starred(seen))
    }

    /// Returns whether the name is allowed: it can be read, it passes for nobody else, and none of its words is blocked.
    // Requirement gambit-99.
    #[must_use]
    pub fn allows_name(&self, name: &PersonName) -> bool {
        let name = name.as_str();
        let is_plain = !name.chars().any(|c| is_invisible(c) || turns_text(c) || c.is_control());
        let is_allowed = |word: &str| {
            let word = word.to_lowercase();
            self.allowed.contains(word.as_str()) || self.allowed_in_names.contains(word.as_str())
        };
        // A name is short: its words are judged together as well, so that spaces hide nothing.
        let others: String = words(name)
            .filter(|(word, is_word)| !is_word || !is_allowed(word))
            .map(|(word, _)| word)
            .collect();
        let is_refused = |word: &str| self.refused.contains(word.to_lowercase().as_str());
        is_plain
            && !self.is_reserved(name)
            && !is_bad(&others)
            && !words(name).any(|(word, is_word)| is_word && is_refused(word))
    }

    /// Returns whether the name is a reserved one. Case, spaces, punctuation, digits at its end and digits for letters make no difference.
    fn is_reserved(&self, name: &str) -> bool {
        let letters: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        let read = |c: char| match c {
            '0' => 'o',
            '1' => 'i',
            '3' => 'e',
            '4' => 'a',
            '5' => 's',
            '7' => 't',
            other => other,
        };
        let plain = letters.trim_end_matches(|c: char| c.is_ascii_digit());
        let forms =
            [plain.to_owned(), plain.chars().map(read).collect(), letters.chars().map(read).collect()];
        forms.iter().any(|form: &String| self.reserved_names.contains(form.as_str()))
    }

    /// Returns the text with asterisks in place of blocked words. Each word is judged by itself, and so are words with marks inside (`f-u-c-k`) and
    /// runs of single letters (`f u c k`): what stands beside a blocked word stays.
    fn starred(&self, text: &str) -> String {
        let mut starred = String::with_capacity(text.len());
        let mut letters = Vec::new();
        for (chunk, is_gap) in chunks(text) {
            let is_letter = chunk.chars().filter(|c| c.is_alphanumeric()).count() == 1;
            if is_gap && !letters.is_empty() || !is_gap && is_letter {
                letters.push(chunk);
                continue;
            }
            starred.push_str(&self.starred_run(&letters));
            letters.clear();
            if is_gap {
                starred.push_str(chunk);
            } else {
                starred.push_str(&self.starred_chunk(chunk));
            }
        }
        starred.push_str(&self.starred_run(&letters));
        starred
    }

    /// Returns a run of single letters and the gaps between them, with asterisks from where they spell a blocked word.
    fn starred_run(&self, run: &[&str]) -> String {
        let is_blocked = |part: &[&str]| {
            let spelt: String = part.concat().chars().filter(|c| c.is_alphanumeric()).collect();
            spelt.chars().count() > 1 && self.is_blocked(&spelt)
        };
        if !is_blocked(run) {
            return run.concat();
        }
        // The last part that begins a blocked word: what stands before it stays.
        let is_start = |at: &usize| run.len() <= SPELT_PARTS_MAX && run.get(*at..).is_some_and(is_blocked);
        let start = (0..run.len()).rev().find(is_start).unwrap_or(0);
        let (before, spelt) = run.split_at(start);
        before.concat() + &stars(&spelt.concat())
    }

    /// Returns what stands between two gaps, with asterisks in place of its blocked words, or of all of it if it is blocked as a whole.
    fn starred_chunk(&self, chunk: &str) -> String {
        let by_words: String = words(chunk)
            .map(
                |(word, is_word)| {
                    if is_word && self.is_blocked(word) { stars(word) } else { word.to_owned() }
                },
            )
            .collect();
        if by_words != chunk {
            return by_words;
        }
        let spelt: String = chunk.chars().filter(|c| c.is_alphanumeric()).collect();
        let is_spelt = words(chunk).all(|(word, _)| word.chars().count() == 1);
        let is_blocked =
            is_spelt && self.is_blocked(&spelt) || has_letter_marks(chunk) && self.is_blocked(chunk);
        if is_blocked { stars(chunk) } else { by_words }
    }

    /// Returns whether a word is blocked.
    fn is_blocked(&self, word: &str) -> bool {
        let lower = word.to_lowercase();
        let is_allowed = self.allowed.contains(lower.as_str()) || is_move(word);
        self.refused.contains(lower.as_str()) || !is_allowed && is_bad(word)
    }
}

/// Returns whether a word has the form of a move (`dxc5`, `Nfg4`, `d1h5`, `e8Q`), which the library takes for other words written with digits.
fn is_move(word: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let square = word.strip_suffix(|c: char| c.is_ascii_uppercase()).unwrap_or(word);
    let head = square.trim_end_matches(is_digit);
    let Some(head) = head.strip_suffix(|c: char| c.is_ascii_lowercase()).filter(|_| head != square) else {
        return false;
    };
    let head = head.strip_suffix('x').unwrap_or(head);
    let head = head.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(head);
    head.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or(head).chars().all(is_digit)
}

/// Returns the text in parts: words of letters and digits, and what is between them. Each part says whether it is a word.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    parts(text, char::is_alphanumeric)
}

/// Returns the text in parts: chunks, and the gaps of white space between them. Each part says whether it is a gap.
fn chunks(text: &str) -> impl Iterator<Item = (&str, bool)> {
    parts(text, char::is_whitespace)
}

/// Returns the text in the longest parts of which all characters or none are of a kind.
fn parts(text: &str, is_of_kind: fn(char) -> bool) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let kind = is_of_kind(rest.chars().next()?);
        let end = rest.find(|c| is_of_kind(c) != kind).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        Some((part, kind))
    })
}

/// Returns whether marks that are read as letters stand in a chunk (`sh!t`, `@ss`).
fn has_letter_marks(chunk: &str) -> bool {
    chunk.trim_end_matches(['!', '?', '.', ',']).contains(['!', '@', '$', '*', '|'])
}

/// Returns asterisks in place of letters and marks.
fn stars(text: &str) -> String {
    text.chars().map(|c| if c.is_whitespace() { c } else { '*' }).collect()
}

/// Returns whether two names could be confused: case and amount of space are ignored.
#[must_use]
pub fn are_alike(one: &PersonName, other: &PersonName) -> bool {
    name_key(one) == name_key(other)
}

/// Returns a text that is the same for all names that could be confused.
#[must_use]
pub fn name_key(name: &PersonName) -> String {
    name.as_str().split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

fn is_bad(text: &str) -> bool {
    Censor::from_str(text).analyze().is(Type::INAPPROPRIATE)
}

/// Returns whether a reader does not see a character: it has no width, or changes the direction of the text around it.
pub(crate) fn is_hidden(c: char) -> bool {
    is_invisible(c) || turns_text(c)
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
    }

    #[test]
    fn only_the_blocked_word_is_starred_and_not_its_neighbours() {
        let catalogue = catalogue();
        let words = catalogue.word_filter();
        for (typed, passed) in [
            ("what the fuck", "what the ****"),
            ("your ass is lost", "your *** is lost"),
            ("fuck, I resign", "****, I resign"),
            ("what a f u c k of a move", "what a * * * * of a move"),
            ("f-u-c-k that", "******* that"),
            ("well sh!t", "well ****"),
        ] {
            assert_eq!(words.censored(typed).as_deref(), Some(passed));
        }
        for fair in [
            "a b c d e",
            "pass it as is",
            "class, assess!",
            "I play as White",
            "Nf3 e5 d x c 5",
            "dxc5 Nxg4+ fxg8=Q d1h5 e8Q#",
            "well played!!",
            "Hancock's move",
            "a4-a5-a6",
            "Kg1?! O-O-O",
            "3 - 1 = 2",
        ] {
            assert_eq!(words.censored(fair).as_deref(), Some(fair));
        }
    }

    #[test]
    fn a_name_is_blocked_by_its_words_and_never_passes_for_the_server() {
        let catalogue = catalogue();
        let words = catalogue.word_filter();
        for fair in [
            "Hancock",
            "John Hancock",
            "Sexton",
            "Dick",
            "Dick Sexton",
            "Jimmy White",
            "Adminah",
            "Blackburne",
            "Kumar",
            "Hitchcock",
        ] {
            assert!(words.allows_name(&name(fair)), "{fair}");
        }
        for wrong in [
            "Moderator",
            "moderator",
            "Server",
            "Admin",
            "White",
            "BLACK",
            "A d m i n",
            "Admin 1",
            "Adm1n",
            "_Moderator_",
            "Server2",
            "Dick fuck",
            "f u c k",
        ] {
            assert!(!words.allows_name(&name(wrong)), "{wrong}");
        }
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
