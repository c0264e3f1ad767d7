//! Whole rulesets: one that does not load reports faults at existing places; one that loads can be played.

use authoring::diagnose::render::{Look, render};
use authoring::diagnose::report::report;
use authoring::diagnose::reporter::Reporter;
use authoring::rules::Folder;
use ggn_core::{Counters, Rules};

use crate::walk::{walk, ways};
use crate::{project, sections};

/// Maximum number of squares of a played board; on larger boards each step takes long.
const SQUARES_PLAYED: usize = 300;

/// Choices of the played moves.
const CHOICES: [u8; 12] = [0, 1, 3, 7, 2, 255, 100, 5, 11, 42, 17, 0];

/// Tries the files of a ruleset.
pub fn target(data: &[u8]) {
    let folder = Folder { root: "test".into(), files: sections::read(data) };
    let loaded = Rules::load(&folder.files);
    let reporter = Reporter::new(&folder);
    let faults = match &loaded {
        Ok(rules) => rules.doubts(),
        Err(faults) => {
            assert!(!faults.as_slice().is_empty());
            faults.as_slice().to_vec()
        }
    };
    let diagnostics = reporter.faults(&faults);
    assert_eq!(diagnostics.len(), faults.len());
    for diagnostic in &diagnostics {
        let length = folder.file(&diagnostic.file).map_or(0, <[u8]>::len);
        assert!(
            diagnostic.span.as_ref().is_none_or(|span| span.start <= span.end && span.end <= length),
            "{diagnostic:?}"
        );
        assert!(!diagnostic.message.is_empty());
    }
    if diagnostics.len() < 8 {
        let text = render(&reporter, &diagnostics, "test/", Look { colour: false, unicode: false });
        assert_eq!(text.is_empty(), diagnostics.is_empty());
        assert_eq!(report(&reporter, &diagnostics).len(), diagnostics.len());
    }
    let Ok(rules) = loaded else { return };
    if rules.shape().squares() <= SQUARES_PLAYED {
        walk(&rules, &ways(&rules), rules.initial().clone(), Counters::default(), &CHOICES);
    }
}

/// Returns the files of the small rulesets that the engine reads.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let small = [2, 4].map(project::files);
    let read = |(path, _): &&(String, Vec<u8>)| {
        path.ends_with(".json") && !path.starts_with("perft") && !path.starts_with("games")
    };
    small.iter().map(|files| sections::write(files.iter().filter(read))).collect()
}
