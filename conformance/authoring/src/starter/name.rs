//! Name of a new ruleset: its id, from which its folder, its title and its style are named.

use std::fmt;
use std::str::FromStr;

use ggn_core::notation::snn::Snn;

/// The id of a new ruleset: lower-case letters, digits and hyphens, with a letter at its start.
///
/// ```
/// use authoring::starter::Id;
/// let id: Id = "tiny-house2".parse()?;
/// assert_eq!((id.title().as_str(), id.style().as_str(), id.letter()), ("Tiny house2", "Tinyhouse2", 'T'));
/// assert_eq!("Tiny House".parse::<Id>().unwrap_err().to_string(),
///     "\"Tiny House\" is no id of a ruleset: lower-case letters, digits and hyphens, a letter first; how about `tiny-house`?");
/// # Ok::<(), authoring::starter::NotAnId>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Id(String);

/// Reason why a text is no id, with a suggestion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no id of a ruleset: {why}{}", .instead.as_ref().map_or_else(String::new, |id| format!("; how about `{id}`?")))]
pub struct NotAnId {
    text: String,
    why: String,
    instead: Option<Id>,
}

/// Folders of `rules/` that are no rulesets.
const TAKEN: [&str; 4] = ["gambit", "moderators", "profiles", "schema"];

impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Id, NotAnId> {
        let no = |why: String, instead| NotAnId { text: text.to_owned(), why, instead };
        if !is_well_formed(text) {
            let why = "lower-case letters, digits and hyphens, a letter first".to_owned();
            return Err(no(why, Id::near(text)));
        }
        if text.len() > Id::CHARS_MAX {
            return Err(no(format!("at most {} characters", Id::CHARS_MAX), None));
        }
        if TAKEN.contains(&text) {
            return Err(no("the folder of that name is no ruleset's".to_owned(), None));
        }
        Ok(Id(text.to_owned()))
    }
}

fn is_well_formed(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.bytes().all(fits)
}

impl Id {
    /// The longest id that a server takes, in characters.
    pub const CHARS_MAX: usize = session::limits::DATA_ID_CHARS_MAX;

    /// Returns an id that looks like the text.
    fn near(text: &str) -> Option<Id> {
        let hyphened: String = text
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .collect();
        let words: Vec<&str> = hyphened.split('-').filter(|word| !word.is_empty()).collect();
        let near = words.join("-");
        let near = near.trim_start_matches(|c: char| !c.is_ascii_lowercase());
        if is_well_formed(near) { near.parse().ok() } else { None }
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns an everyday name for the game.
    #[must_use]
    pub fn title(&self) -> String {
        capitalised(&self.0.replace('-', " "))
    }

    /// Returns the letter of its style, in upper case.
    #[must_use]
    pub fn letter(&self) -> char {
        self.0.chars().next().map_or('G', |first| first.to_ascii_uppercase())
    }

    /// Returns the name of its style (SNN): letters, then digits.
    #[must_use]
    pub fn style(&self) -> String {
        let stem = self.0.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = self.0.split_at(stem.len()).1;
        let letters: String = stem.chars().filter(char::is_ascii_lowercase).collect();
        let mut style = capitalised(&letters) + digits;
        style.truncate(Snn::LENGTH_MAX);
        style
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + characters.as_str())
}
