//! The list of the requirements of one document.

use serde::Deserialize;

/// A requirement of a document.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Requirement {
    /// The name of the file and a number: `rooms-17`.
    pub id: String,
    /// The section of the document, by name or number.
    pub section: String,
    /// The requirement in our own words.
    pub requirement: String,
    /// How it was settled, where documents disagree or the project departs from this one.
    pub settled: Option<String>,
    /// The files of `rules` that meet it, where no code does.
    #[serde(default)]
    pub data: Vec<String>,
    /// The case files that test it, each with `#` and the name of one case if the others show something else.
    #[serde(default)]
    pub cases: Vec<String>,
    /// The line of the file where it stands.
    #[serde(skip)]
    pub line: usize,
}

/// A document with its requirements.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    /// The name of the document for readers.
    pub document: String,
    pub requirements: Vec<Requirement>,
    /// The path of the list.
    #[serde(skip)]
    pub file: String,
}

impl Document {
    /// Reads a list. The error names the place.
    pub(super) fn read(file: &str, text: &str) -> Result<Self, String> {
        let mut document: Self =
            serde_json::from_str(text).map_err(|error| format!("{file}:{}: {error}", error.line()))?;
        file.clone_into(&mut document.file);
        // Ids stand in the order of the entries, so the lines of the ids are those of the entries.
        let lines = text.lines().enumerate().filter(|(_, line)| line.contains("\"id\":"));
        for (requirement, (line, _)) in document.requirements.iter_mut().zip(lines) {
            requirement.line = line + 1;
        }
        Ok(document)
    }

    /// The name with which its ids begin: that of its file.
    pub(super) fn name(&self) -> &str {
        self.file.rsplit('/').next().and_then(|file| file.strip_suffix(".json")).unwrap_or_default()
    }
}

/// Returns whether a text has the form of an id: `rooms-17`.
pub(super) fn is_id(text: &str) -> bool {
    let Some((name, number)) = text.rsplit_once('-') else { return false };
    let is_name = !name.is_empty() && name.chars().all(|char| char.is_ascii_lowercase() || char == '-');
    is_name && !number.starts_with('0') && number.parse::<u32>().is_ok()
}

#[test]
fn a_list_is_read_with_the_lines_of_its_entries() {
    let text = "{ \"document\": \"d\", \"requirements\": [\n\
        { \"id\": \"a-1\", \"section\": \"1\", \"requirement\": \"r\" },\n\
        { \"id\": \"a-2\", \"section\": \"1\", \"requirement\": \"r\", \"cases\": [\"c.json\"] }] }";
    let document = Document::read("x/a.json", text).unwrap();
    assert_eq!(document.name(), "a");
    assert_eq!(document.requirements.iter().map(|entry| entry.line).collect::<Vec<_>>(), [2, 3]);
    let fault = Document::read("x/a.json", &text.replace("\"cases\"", "\"case\"")).unwrap_err();
    assert!(fault.starts_with("x/a.json:3: unknown field `case`"), "{fault}");
}

#[test]
fn ids_have_a_name_and_a_number() {
    for id in ["rooms-1", "rooms-170", "blind-chess-3"] {
        assert!(is_id(id), "{id}");
    }
    for text in ["rooms", "rooms-", "rooms-01", "-1", "Rooms-1", "rooms-1a", "rooms 1", ""] {
        assert!(!is_id(text), "{text}");
    }
}
