//! The table of all requirements for readers, with the tests that name each.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::check::Repository;
use super::list::Requirement;

/// The path of the table.
pub(super) const FILE: &str = "conformance/REQUIREMENTS.md";

const HEAD: &str = "# Requirements\n\n\
    Everything that the documents behind the project demand, in our own words, with the tests that hold it. Where documents disagree, or the project\n\
    departs from one, the entry says how that was settled. The lists are in [`requirements`](requirements); a test compares them with the sources and\n\
    writes this page ([how to add one](../CONTRIBUTING.md#other-changes)).\n";

/// Prints the table.
pub(super) fn print(repository: &Repository) -> String {
    let mut text = HEAD.to_owned();
    for document in &repository.documents {
        write!(text, "\n## {}\n\n", document.document).expect("a text grows");
        text.push_str("| id | section | requirement | settled | tests |\n|---|---|---|---|---|\n");
        for entry in &document.requirements {
            let settled = entry.settled.as_deref().unwrap_or_default();
            let cells = [&entry.id, &entry.section, &entry.requirement, settled, &tests(repository, entry)];
            let cells = cells.map(|cell| cell.replace('|', "\\|"));
            writeln!(text, "| {} |", cells.join(" | ")).expect("a text grows");
        }
    }
    text
}

/// Links to the tests that name a requirement. Without lines: they would change with everything above a test.
fn tests(repository: &Repository, entry: &Requirement) -> String {
    let cited = repository.cited(&entry.id).filter_map(|citation| {
        let name = citation.test.as_ref()?;
        Some(format!("[{}](../{})", name.replace(['[', ']'], ""), citation.file))
    });
    let cases = entry.cases.iter().map(|case| {
        let path = case.split('#').next().unwrap_or_default();
        let short = case.strip_prefix("conformance/cases/").unwrap_or(case);
        format!("[{}](../{path})", short.replace('#', ": "))
    });
    let links: BTreeSet<String> = cited.chain(cases).collect();
    links.into_iter().collect::<Vec<_>>().join(", ")
}
