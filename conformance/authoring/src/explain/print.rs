//! An explanation as text, and its places found in the files.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Explanation, SourceLocation, Stage};
use crate::diagnose::locate::Outline;
use crate::diagnose::source::Source;
use crate::overlays;
use crate::rules::Folder;

/// The files that were taken apart already.
#[derive(Debug, Default)]
pub(super) struct Files {
    read: BTreeMap<String, Option<(Source, Outline)>>,
}

impl Files {
    /// Finds the line and the column of a place.
    pub(super) fn find(&mut self, folder: &Folder, place: &mut SourceLocation) {
        let read = || {
            let bytes = folder.file(&place.file)?;
            Some((Source::new(bytes), Outline::read(bytes)?))
        };
        let Some((source, outline)) = self.read.entry(place.file.clone()).or_insert_with(read) else {
            return;
        };
        let found = outline.find(&place.path);
        let at = source.place(found.key.unwrap_or(found.value).start);
        (place.line, place.column) = (at.line, at.column);
    }
}

/// Returns an explanation in lines of text.
pub(super) fn text(folder: &Folder, explanation: &Explanation) -> String {
    let mut out = String::new();
    for judgement in &explanation.judgements {
        // What is no move, or is one in another spelling, is not a move that is refused.
        let is_refused = (Stage::Board..=Stage::Constraint).contains(&judgement.stage);
        let _ = writeln!(out, "{}{}", if is_refused { "not legal: " } else { "" }, judgement.summary);
        for finding in &judgement.findings {
            let place = finding.place.as_ref().map_or_else(String::new, |place| {
                let file = overlays::joined(&folder.root, &place.file);
                format!("{}:{}:{}: {}: ", file.display(), place.line, place.column, place.path)
            });
            let _ = writeln!(out, "  {place}{}", finding.message);
        }
    }
    out
}
