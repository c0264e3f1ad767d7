//! Notation that patterns give to moves, read without writing the patterns out.

use std::collections::BTreeSet;

use super::ast::{Field, File};
use super::{read, table_of};

/// Returns each text that patterns name as the notation of a move (`san "O-O"`), with the file that does. Faulty lines are left out.
///
/// ```
/// let file = ("patterns/king.moves".to_owned(), b"K: W san \"step\"".to_vec());
/// let found: Vec<_> = pattern::notations(&[file]).into_iter().collect();
/// assert_eq!(found, [("patterns/king.moves".to_owned(), "step".to_owned())]);
/// ```
#[must_use]
pub fn notations(files: &[(String, Vec<u8>)]) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for (path, bytes) in files.iter().filter(|(path, _)| table_of(path).is_some()) {
        if let (Some(file), _) = read(path, bytes) {
            found.extend(texts(&file).map(|text| (path.clone(), text.to_owned())));
        }
    }
    found
}

fn texts(file: &File) -> impl Iterator<Item = &str> {
    let effects = file.rules.iter().flat_map(|rule| &rule.clause.effects);
    effects.filter_map(|effect| match &effect.field {
        Field::San(text) => Some(text.as_str()),
        _ => None,
    })
}
