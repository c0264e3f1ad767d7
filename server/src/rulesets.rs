//! The command `tabula rulesets`: rulesets that guests have published, for the operator, who takes off the list what does not belong there.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, UNIX_EPOCH};

use session::protocol::player::PublishedRuleset;

use crate::guest::{published_in, unpublish_in};
use crate::journal::{JournalError, JournalLocation, JournalPlace, published_postgres, unpublish_postgres};

/// Work on published rulesets.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum RulesetsCommand {
    /// List the published rulesets, the latest first
    List {
        /// The place of the journal
        #[command(flatten)]
        place: JournalLocation,
    },
    /// Take a ruleset off the list. Who has its link can still play by it, and its games go on
    Remove {
        /// The place of the journal
        #[command(flatten)]
        place: JournalLocation,
        /// The id of the ruleset, as the list has it
        #[arg(value_name = "RULESET")]
        ruleset: String,
    },
}

/// Runs a command; its answer goes to standard output. The exit status is 1 if there is no such ruleset in the list.
///
/// # Errors
/// Returns an error if the list cannot be read or written.
pub async fn run(command: RulesetsCommand) -> Result<ExitCode, JournalError> {
    match command {
        RulesetsCommand::List { place } => {
            let published = match place.journal_place() {
                JournalPlace::Postgres(location) => published_postgres(&location).await?,
                JournalPlace::File(_) | JournalPlace::Redis(_) => {
                    let folder = folder_of(&place.data);
                    published_in(&folder).map_err(|error| of_folder(folder, error))?
                }
                JournalPlace::Memory => return Err(JournalError::InMemory),
            };
            print!("{}", describe(&published));
            Ok(ExitCode::SUCCESS)
        }
        RulesetsCommand::Remove { place, ruleset } => {
            let is_done = match place.journal_place() {
                JournalPlace::Postgres(location) => unpublish_postgres(&location, &ruleset).await?,
                JournalPlace::File(_) | JournalPlace::Redis(_) => {
                    let folder = folder_of(&place.data);
                    unpublish_in(&folder, &ruleset).map_err(|error| of_folder(folder, error))?
                }
                JournalPlace::Memory => return Err(JournalError::InMemory),
            };
            println!("{}", if is_done { "Removed from the list." } else { "The list has no such ruleset." });
            Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
    }
}

/// Returns the folder of guests' rulesets, of a server with this data folder.
fn folder_of(data: &Path) -> PathBuf {
    data.join("rulesets")
}

fn of_folder(path: PathBuf, error: io::Error) -> JournalError {
    JournalError::File { path, error }
}

/// Returns the list as text: a line about each ruleset, and its description indented below. What people wrote is escaped, so that a terminal obeys none of it, and a
/// name is in quotes, so that one of blanks is seen. A ruleset has no name here if its file is damaged or gone.
fn describe(published: &[PublishedRuleset]) -> String {
    let mut text = String::new();
    for ruleset in published {
        let at = UNIX_EPOCH + Duration::from_millis(ruleset.published_at.0);
        let (id, name) = (&ruleset.id, &ruleset.name);
        let name = if name.is_empty() { "(no name)".to_owned() } else { format!("{name:?}") };
        // Writing into a text cannot fail.
        let _ = writeln!(text, "{id}  {}  {name}", humantime::format_rfc3339_seconds(at));
        if let Some(about) = &ruleset.about {
            let _ = writeln!(text, "    {}", about.escape_debug());
        }
    }
    let count = published.len();
    let _ = writeln!(text, "{count} ruleset{}", if count == 1 { "" } else { "s" });
    text
}

#[cfg(test)]
mod tests {
    use session::UnixMs;

    use super::*;

    #[test]
    fn a_list_has_a_line_for_each_ruleset_and_escapes_what_people_wrote() {
        let ruleset = |id: &str, name: &str, about: Option<&str>| PublishedRuleset {
            id: id.to_owned(),
            name: name.to_owned(),
            about: about.map(str::to_owned),
            published_at: UnixMs(1_777_334_403_000),
        };
        let text = describe(&[
            ruleset("g-1", "Cent\u{1b}aurs", Some("Two\nlines")),
            ruleset("g-2", " \u{a0}", None),
            ruleset("g-3", "", None),
        ]);
        let at = "2026-04-28T00:00:03Z";
        let lines = [
            format!("g-1  {at}  \"Cent\\u{{1b}}aurs\"\n    Two\\nlines\n"),
            format!("g-2  {at}  \" \\u{{a0}}\"\n"),
            format!("g-3  {at}  (no name)\n3 rulesets\n"),
        ];
        assert_eq!(text, lines.concat());
        assert_eq!(describe(&[ruleset("g-3", "", None)]), format!("g-3  {at}  (no name)\n1 ruleset\n"));
        assert_eq!(describe(&[]), "0 rulesets\n");
    }
}
