//! FEN: a position that is read prints as FEN that reads as the same position; an error has a place within the text.

use ggn_core::notation::feen::Feen;
use ggn_core::notation::fen;

use crate::notation::is_within;
use crate::project;

/// Tries one text.
pub fn target(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let setup = match fen::parse(text) {
        Ok(setup) => setup,
        Err(error) => return is_within(text, error.at, &error.to_string()),
    };
    let printed = fen::print(&setup.feen, setup.halfmove, setup.fullmove).unwrap();
    assert_eq!(fen::parse(&printed).as_ref(), Ok(&setup), "{printed}");
    assert_eq!(setup.feen.to_string().parse::<Feen>().as_ref(), Ok(&setup.feen));
    if text.matches(' ').count() == 5 {
        assert_eq!(printed, text, "there is one way to write a position with its counters");
    }
}

/// Returns the positions of all cases.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let is_like_one = |text: &String| text.len() < 128 && text.matches('/').count() >= 7;
    project::texts("").into_iter().filter(is_like_one).map(String::into_bytes).collect()
}
