//! Files beside the tables that nothing reads.

use super::CheckContext;
use crate::diagnose::Severity;
use crate::diagnose::code::Code;
use crate::diagnose::description::{Aim, Description};

/// Warns of files beside the tables that are never read.
pub(super) fn check(context: &mut CheckContext<'_>) {
    for (path, _) in &context.folder.files {
        if !path.starts_with("ggn/") || path.ends_with(".json") {
            continue;
        }
        let description = Description::new(Code::IgnoredFile, Aim::File, format!("{path} is read by nobody"))
            .expected("a name that ends in .json")
            .advise("rename it if it is a movement table, or move it out of ggn/");
        let diagnostic = context.reporter.report(Severity::Warning, path, None, description);
        context.diagnostics.push(diagnostic);
    }
}
