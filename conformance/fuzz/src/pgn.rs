//! PGN: a game that is read prints as text that reads as the same game without a fault, and its moves can be played up to the first unreadable one.

use authoring::pgn::{self, PgnGame};

use crate::project;

/// Tries a file; its first byte chooses the rules of its games.
pub fn target(data: &[u8]) {
    let Some((&rules, bytes)) = data.split_first() else { return };
    let Ok(decoded) = pgn::decode(bytes.to_vec()) else { return };
    let rules = project::ruleset(rules);
    for game in pgn::games(&decoded.text).take(4) {
        let printed = game.to_string();
        let again: Vec<PgnGame> = pgn::games(&printed).collect();
        let [again] = again.as_slice() else { panic!("{} games: {printed}", again.len()) };
        assert_eq!(again.to_string(), printed);
        assert!(game.faults.len() <= pgn::FAULTS_MAX + 1);
        let imported = pgn::import(rules, &game);
        assert!(imported.course.moves.len() + imported.course.unread == game.line.moves.len());
        assert!(imported.faults.iter().any(|fault| fault.is_error) || imported.course.unread == 0);
    }
}

/// Returns the files of the project's own tests.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let with_rules = |(path, bytes): (String, Vec<u8>)| {
        let rules = u8::from(path.contains("minishogi"));
        std::iter::once(rules).chain(bytes).collect()
    };
    dev::files::read("conformance/fixtures/pgn").into_iter().map(with_rules).collect()
}
