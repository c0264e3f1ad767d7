//! Positions in the companions: from a text to a position of the ruleset, or to a description of its fault.

use std::ops::Range;

use ggn_core::json::JsonPath;
use ggn_core::notation::feen::Feen;
use ggn_core::{Fault, FaultKind, Position, Rules};

use super::CheckContext;
use crate::diagnose::Severity;
use crate::diagnose::position;

/// Makes a position of a FEEN text that stands at a place of a file. Its faults are reported.
pub(super) fn position(
    context: &mut CheckContext<'_>,
    rules: &Rules,
    file: &str,
    path: &JsonPath,
    text: &str,
) -> Option<Position> {
    let feen: Feen = match text.parse() {
        Ok(feen) => feen,
        Err(why) => {
            let why: ggn_core::notation::feen::ParseFeenError = why;
            let kind = FaultKind::Notation {
                found: text.to_owned(),
                expected: "a FEEN position",
                at: why.at,
                why: why.to_string(),
            };
            context.report_faults(&[Fault { file: file.to_owned(), path: path.clone(), kind }]);
            return None;
        }
    };
    match rules.position(&feen) {
        Ok(position) => Some(position),
        Err(impossible) => {
            for fault in impossible.faults() {
                let description = position::describe(fault, text);
                context.diagnostics.push(context.reporter.report(
                    Severity::Error,
                    file,
                    Some(path),
                    description,
                ));
            }
            None
        }
    }
}

/// Returns the words of a text, each with its bytes.
pub(super) fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (start..start + word.len(), word)
    })
}
