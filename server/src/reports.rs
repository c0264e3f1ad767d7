//! The command `tabula reports`: what players have reported about others, for the operator, who decides what follows from it.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use session::UnixMs;

use crate::journal::{
    JournalError, JournalLocation, PlayerChange, PlayerQueryBy, PlayerRow, RowKind, change_player_rows,
    player_rows,
};
use crate::player_settings::StoredReport;

/// Work on reports.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum ReportsCommand {
    /// List the open reports, the oldest first
    List {
        /// The place of the journal
        #[command(flatten)]
        place: JournalLocation,
        /// List those that are resolved as well
        #[arg(long)]
        all: bool,
    },
    /// Mark a report as resolved
    Resolve {
        /// The place of the journal
        #[command(flatten)]
        place: JournalLocation,
        /// The name of the report, as the list has it
        #[arg(value_name = "REPORT")]
        report: String,
    },
}

/// Runs a command; its answer goes to standard output. The exit status is 1 if there is no such report.
///
/// # Errors
/// Returns an error if the journal cannot be read or written.
pub async fn run(command: ReportsCommand) -> Result<ExitCode, JournalError> {
    match command {
        ReportsCommand::List { place, all } => {
            let everything = PlayerQueryBy::UsedSince(RowKind::Report, UnixMs(0));
            let rows = player_rows(&place.journal_place(), &everything).await?;
            print!("{}", describe(&rows, all));
            Ok(ExitCode::SUCCESS)
        }
        ReportsCommand::Resolve { place, report } => {
            let place = place.journal_place();
            let rows = player_rows(&place, &PlayerQueryBy::Name(RowKind::Report, report)).await?;
            let reports: Vec<_> = rows.iter().filter_map(|row| Some((row, StoredReport::of(row)?))).collect();
            if reports.is_empty() {
                println!("There is no such report.");
                return Ok(ExitCode::FAILURE);
            }
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let now = UnixMs(u64::try_from(now.as_millis()).unwrap_or(u64::MAX));
            let mut is_done = true;
            // A seat may have two: one by its key, and one from before it showed that.
            for (row, report) in reports {
                let change = PlayerChange::Put {
                    row: row.with_body(now, StoredReport { resolved: Some(now), ..report }.to_json()),
                    before: Some(row.body.clone()),
                };
                is_done &= change_player_rows(&place, &change).await? > 0;
            }
            println!("{}", if is_done { "Resolved." } else { "It has changed meanwhile; try again." });
            Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
    }
}

/// Returns reports as text: a line about each, and its text indented below. What people wrote is escaped, so that a terminal obeys none of it.
fn describe(rows: &[PlayerRow], is_all: bool) -> String {
    let mut reports: Vec<_> = rows.iter().filter_map(|row| Some((row, StoredReport::of(row)?))).collect();
    reports.retain(|(_, report)| is_all || report.resolved.is_none());
    reports.sort_by_key(|(_, report)| report.at);
    let mut text = String::new();
    for (row, report) in &reports {
        let at = UNIX_EPOCH + Duration::from_millis(report.at.0);
        let id = |id: Option<session::domain::PlayerId>| {
            id.map_or_else(|| "a player without a key".to_owned(), |id| id.to_string())
        };
        // Writing into a text cannot fail.
        let _ = writeln!(
            text,
            "{}  {}  {}  by {} about {}{}",
            row.name,
            humantime::format_rfc3339_seconds(at),
            report.reason_text(),
            id(report.reporter),
            id(report.reported),
            if report.resolved.is_some() { "  (resolved)" } else { "" }
        );
        for line in report.text.lines() {
            let _ = writeln!(text, "    {}", line.escape_debug());
        }
    }
    let _ = writeln!(text, "{} reports", reports.len());
    text
}

#[cfg(test)]
mod tests {
    use session::domain::Color;
    use session::protocol::player::ReportReason;

    use super::*;

    #[test]
    fn a_list_has_a_line_for_each_open_report_and_escapes_what_people_wrote() {
        let report = |at: u64, text: &str, resolved: Option<u64>| {
            let report = StoredReport {
                game: "k3f9x2ab".parse().unwrap(),
                by: Color::W,
                reporter: Some("0a1b2c3d4e5f60718293".parse().unwrap()),
                reported: None,
                reason: ReportReason::Insults,
                text: text.to_owned(),
                at: UnixMs(at),
                resolved: resolved.map(UnixMs),
            };
            PlayerRow::new(report.reporter, RowKind::Report, "k3f9x2ab.w", UnixMs(at), report.to_json())
        };
        let rows = [
            report(1_777_334_403_000, "Bad\nwords \u{202e}!", None),
            report(1_777_334_400_000, "", Some(1_777_334_401_000)),
        ];
        let open = "k3f9x2ab.w  2026-04-28T00:00:03Z  insults  by 0a1b2c3d4e5f60718293 about a player without a key\n    \
                    Bad\n    words \\u{202e}!\n";
        assert_eq!(describe(&rows, false), format!("{open}1 reports\n"));
        assert!(describe(&rows, true).ends_with(&format!("key  (resolved)\n{open}2 reports\n")));
    }
}
