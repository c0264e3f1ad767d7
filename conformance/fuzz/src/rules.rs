//! Whole rulesets as their author writes them: what does not load tells its faults in places that are there; what loads can be played.

use conformance::diagnose::render::{Look, render};
use conformance::diagnose::report::report;
use conformance::diagnose::reporter::Reporter;
use conformance::rules::Folder;
use ggn_core::{Counters, Ruleset};

use crate::walk::{walk, ways};
use crate::{project, sections};

/// Boards that are played on here; on larger ones each step takes long.
const SQUARES_PLAYED: usize = 300;

/// The choices of the moves that are played.
const CHOICES: [u8; 12] = [0, 1, 3, 7, 2, 255, 100, 5, 11, 42, 17, 0];

/// The input is the files of a ruleset.
pub fn target(data: &[u8]) {
    let folder = Folder { root: "test".into(), files: sections::read(data) };
    let loaded = Ruleset::load(&folder.files);
    let reporter = Reporter::new(&folder);
    let faults = match &loaded {
        Ok(rules) => rules.doubts(),
        Err(faults) => {
            assert!(!faults.as_slice().is_empty());
            faults.as_slice().to_vec()
        }
    };
    let told = reporter.faults(&faults);
    assert_eq!(told.len(), faults.len());
    for told in &told {
        let length = folder.file(&told.file).map_or(0, <[u8]>::len);
        assert!(
            told.span.as_ref().is_none_or(|span| span.start <= span.end && span.end <= length),
            "{told:?}"
        );
        assert!(!told.message.is_empty());
    }
    if told.len() < 8 {
        let text = render(&reporter, &told, "test/", Look { colour: false, unicode: false });
        assert_eq!(text.is_empty(), told.is_empty());
        assert_eq!(report(&reporter, &told).len(), told.len());
    }
    let Ok(rules) = loaded else { return };
    if rules.shape().squares() <= SQUARES_PLAYED {
        walk(&rules, &ways(&rules), rules.initial().clone(), Counters::default(), &CHOICES);
    }
}

/// The small rulesets: what the engine reads of them.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let small = [2, 4].map(project::files);
    let read = |(path, _): &&(String, Vec<u8>)| {
        path.ends_with(".json") && !path.starts_with("perft") && !path.starts_with("games")
    };
    small.iter().map(|files| sections::write(files.iter().filter(read))).collect()
}
