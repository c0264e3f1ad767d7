//! FEEN: a position that is read prints as the same text, within the notation's own bound, and means the same when read again.

use ggn_core::notation::feen::Feen;

use crate::notation::is_within;
use crate::project;

/// Tries one text.
pub fn target(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Feen>() {
        Ok(feen) => {
            assert!(text.len() <= Feen::LENGTH_MAX);
            assert_eq!(feen.to_string(), text);
            let squares = feen.placement.sizes.iter().map(|&size| usize::from(size)).product::<usize>();
            assert_eq!(feen.placement.squares.len(), squares);
            let hands = feen.hands.first.iter().chain(&feen.hands.second).map(|(_, count)| *count as usize);
            let standing = feen.placement.squares.iter().flatten().count();
            assert!(standing + hands.sum::<usize>() <= squares);
            assert_eq!(feen.active.side, feen.inactive.side.opponent());
        }
        Err(error) => is_within(text, error.at, &error.to_string()),
    }
}

/// Returns the positions of all cases.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let is_like_one = |text: &String| text.len() <= 512 && text.matches(' ').count() == 2;
    project::texts("").into_iter().filter(is_like_one).map(String::into_bytes).collect()
}
