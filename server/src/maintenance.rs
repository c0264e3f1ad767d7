//! The commands beside the server, and the first of them. `tabula journal`: examines, repairs, exports and imports a journal, and removes records from it.

use std::fmt::Write as _;
use std::io::{self, BufWriter};
use std::process::ExitCode;

use session::GameId;
use session::domain::PlayerId;

use crate::guest;
use crate::journal::{
    self, Doubt, Imported, JournalError, JournalLocation, JournalPlace, OnLoss, PlayerChange, Repair, Report,
    counted,
};
use crate::reports::ReportsCommand;
use crate::rulesets::RulesetsCommand;

/// Exit status if the journal may lack acknowledged inputs, or some of its inputs are damaged. Starting again would not help.
pub const DOUBTFUL: u8 = 3;

/// Work to be done instead of running a server.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Command {
    /// Examine, repair, export or import a journal, or remove a record from it. With SQLite the server must not run; with PostgreSQL it may, except for repair and import; with Redis it may, except for repair, export and import
    #[command(subcommand)]
    Journal(JournalCommand),
    /// Read and resolve the reports of players about others. The server may run
    #[command(subcommand)]
    Reports(ReportsCommand),
    /// Read the list of rulesets that guests have published, and take some off it. The server may run
    #[command(subcommand)]
    Rulesets(RulesetsCommand),
    /// Check a guest's ruleset, as the server does in a process of its own; reads standard input
    #[command(name = guest::ARGUMENT, hide = true)]
    CheckRuleset {
        /// Bytes of memory
        #[arg(long)]
        memory: u64,
        /// Seconds of processor time
        #[arg(long)]
        seconds: u64,
    },
}

/// Work on a journal. The exit status is 0 if nothing is wrong or lost, 3 if something is, and 1 if the work cannot be done.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum JournalCommand {
    /// Say whether everything acknowledged is there and as it was; changes nothing
    Check {
        /// The place of the journal
        #[command(flatten)]
        place: JournalLocation,
        /// The journal is a backup, which has no journal.ack: the ends of its games cannot be checked
        #[arg(long)]
        backup: bool,
    },
    /// Make a journal of all that can be read of a damaged one; what it was is copied into the data folder first
    Repair {
        /// The place of the journal
        #[command(flatten)]
        place: JournalLocation,
        /// Also if inputs are lost: their games keep what comes before
        #[arg(long)]
        accept_loss: bool,
    },
    /// Remove the record of a finished game, on request of its players. In SQLite it is overwritten; in PostgreSQL its bytes stay until a vacuum, in Redis until its file is written anew. Backups still hold it
    Remove {
        /// The place of the journal
        #[command(flatten)]
        place: JournalLocation,
        /// The id in the game's link, for players or for spectators
        #[arg(value_name = "GAME")]
        game: GameId,
    },
    /// Remove everything that a player keeps on the server, and the blocks of others about them, on their request; records of games and reports about them stay. In SQLite it is overwritten; in PostgreSQL its bytes stay until a vacuum, in Redis until its file is written anew. Backups still hold it
    RemovePlayer {
        /// The place of the journal
        #[command(flatten)]
        place: JournalLocation,
        /// The id of the player, as `GET /api/players/own` answers it to them
        #[arg(value_name = "PLAYER")]
        player: PlayerId,
    },
    /// Write all inputs and finished games that can be read to standard output, a JSON object a line; they hold the players' tokens. With Redis it ends with an error, and without the last line, if something changes the journal meanwhile
    Export {
        /// The place of the journal
        #[command(flatten)]
        place: JournalLocation,
    },
    /// Read an export from standard input into an empty journal, of any kind: all of it or nothing
    Import {
        /// The place of the journal
        #[command(flatten)]
        place: JournalLocation,
        /// Also if inputs are left out, which were damaged when they were exported
        #[arg(long)]
        accept_loss: bool,
    },
}

/// Runs a command; its answer goes to standard output.
///
/// # Errors
/// Returns an error if the work cannot be done.
pub async fn run(command: JournalCommand) -> Result<ExitCode, JournalError> {
    let is_well = match command {
        JournalCommand::Check { place, backup } => {
            let mut report = match place.journal_place() {
                JournalPlace::File(file) => journal::check(&file).await?,
                JournalPlace::Postgres(location) => journal::check_postgres(&location).await?,
                JournalPlace::Redis(location) => journal::check_redis(&location).await?,
                JournalPlace::Memory => return Err(JournalError::InMemory),
            };
            if backup {
                report.doubts.retain(|doubt| *doubt != Doubt::NothingAcknowledged);
            }
            print!("{}", describe(&report));
            report.is_whole()
        }
        JournalCommand::Repair { place, accept_loss } => {
            let on_loss = on_loss(accept_loss);
            let repair = match place.journal_place() {
                JournalPlace::File(file) => journal::repair(&file, on_loss).await?,
                JournalPlace::Postgres(location) => {
                    journal::repair_postgres(&location, &place.data, on_loss).await?
                }
                JournalPlace::Redis(location) => {
                    journal::repair_redis(&location, &place.data, on_loss).await?
                }
                JournalPlace::Memory => return Err(JournalError::InMemory),
            };
            print!("{}{}", describe(&repair.before), describe_repair(&repair));
            !repair.loses_something()
        }
        JournalCommand::Remove { place, game } => {
            let is_removed = match place.journal_place() {
                JournalPlace::File(file) => journal::remove_record(&file, &game).await?,
                JournalPlace::Postgres(location) => journal::remove_record_postgres(&location, &game).await?,
                JournalPlace::Redis(location) => journal::remove_record_redis(&location, &game).await?,
                JournalPlace::Memory => return Err(JournalError::InMemory),
            };
            println!("{}", if is_removed { "Removed." } else { "There is no record of such a game." });
            return Ok(if is_removed { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        JournalCommand::RemovePlayer { place, player } => {
            let rows =
                journal::change_player_rows(&place.journal_place(), &PlayerChange::Erase(player)).await?;
            println!("{}", if rows > 0 { "Removed." } else { "Nothing is kept of such a player." });
            return Ok(if rows > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        JournalCommand::Export { place } => {
            let mut out = BufWriter::new(io::stdout().lock());
            let exported = match place.journal_place() {
                JournalPlace::File(file) => journal::export(&file, &mut out).await?,
                JournalPlace::Postgres(location) => journal::export_postgres(&location, &mut out).await?,
                JournalPlace::Redis(location) => journal::export_redis(&location, &mut out).await?,
                JournalPlace::Memory => return Err(JournalError::InMemory),
            };
            let journal::Exported { sound, doubtful, missing, finished, lost_records, .. } = exported;
            let journal::Exported { players, lost_players, tournaments, .. } = exported;
            let as_stored = if sound == 1 { "as it was stored" } else { "as they were stored" };
            eprintln!(
                "{} {as_stored}, {doubtful} others, {missing} missing; \
                 {}, {lost_records} damaged; {} of players, {lost_players} damaged{}",
                counted(sound, "input"),
                counted(finished, "finished game"),
                counted(players, "row"),
                of_tournaments(tournaments)
            );
            doubtful + missing + lost_records + lost_players == 0
        }
        JournalCommand::Import { place, accept_loss } => {
            let (mut from, on_loss) = (io::stdin().lock(), on_loss(accept_loss));
            let imported = match place.journal_place() {
                JournalPlace::File(file) => journal::import(&file, &mut from, on_loss).await?,
                JournalPlace::Postgres(location) => {
                    journal::import_postgres(&location, &mut from, on_loss).await?
                }
                JournalPlace::Redis(location) => journal::import_redis(&location, &mut from, on_loss).await?,
                JournalPlace::Memory => return Err(JournalError::InMemory),
            };
            print!("{}", describe_import(imported, accept_loss));
            imported.left_out == 0
        }
    };
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::from(DOUBTFUL) })
}

fn on_loss(accept_loss: bool) -> OnLoss {
    if accept_loss { OnLoss::Accept } else { OnLoss::Refuse }
}

fn describe_import(imported: Imported, accept_loss: bool) -> String {
    let Imported { games, inputs, finished, players, tournaments, left_out } = imported;
    let (players, tournaments) = (of_players(players), of_tournaments(tournaments));
    let what = format!("{}{players}{tournaments}", of_games(games, inputs, finished));
    let damaged = match left_out {
        1 => "1 input that was damaged".to_owned(),
        _ => format!("{left_out} inputs that were damaged"),
    };
    match (left_out, accept_loss) {
        (0, _) => format!("Imported: {what}.\n"),
        (_, true) => format!("Imported: {what}. Left out: {damaged}.\n"),
        (_, false) => format!(
            "{what} could be imported, without {damaged}.\n\
             Nothing is imported. `tabula journal import --accept-loss` goes on without {}.\n",
            if left_out == 1 { "it" } else { "them" }
        ),
    }
}

/// Returns how many games there are, with how many inputs, and how many finished ones.
fn of_games(games: u64, inputs: u64, finished: u64) -> String {
    let [games, inputs] = [counted(games, "game"), counted(inputs, "input")];
    format!("{games} with {inputs}, and {}", counted(finished, "finished game"))
}

/// Returns how many rows players have, if they have any.
fn of_players(rows: u64) -> String {
    if rows == 0 { String::new() } else { format!(", and {} of players", counted(rows, "row")) }
}

/// Returns how many events tournaments have, if they have any.
fn of_tournaments(events: u64) -> String {
    if events == 0 { String::new() } else { format!(", and {} of tournaments", counted(events, "event")) }
}

fn describe(report: &Report) -> String {
    let games = of_games(report.games as u64, report.inputs, report.finished);
    let (players, tournaments) = (of_players(report.players), of_tournaments(report.tournaments));
    let mut text = format!("{games}{players}{tournaments}\n");
    // Writing into a text cannot fail.
    for doubt in &report.doubts {
        let _ = writeln!(text, "  {doubt}");
    }
    for fault in &report.faults {
        let game = fault.game().map(|game| format!("game {game}: ")).unwrap_or_default();
        let _ = writeln!(text, "  {game}{fault}; the game is quarantined");
    }
    match report.nameless {
        0 => {}
        1 => text.push_str("  1 input is of a game whose id is none\n"),
        inputs => {
            let _ = writeln!(text, "  {inputs} inputs are of games whose id is none");
        }
    }
    for game in &report.hashes {
        let _ = writeln!(text, "  a hash of game {game} is damaged; its inputs are as they were stored");
    }
    match report.damaged_records {
        0 => {}
        1 => text.push_str("  1 finished game is damaged; nobody is shown it\n"),
        records => {
            let _ = writeln!(text, "  {records} finished games are damaged; nobody is shown them");
        }
    }
    match report.damaged_players {
        0 => {}
        1 => text.push_str("  1 row of players is damaged; it counts for nothing\n"),
        rows => {
            let _ = writeln!(text, "  {rows} rows of players are damaged; they count for nothing");
        }
    }
    if report.is_whole() {
        text.push_str("Nothing is wrong.\n");
    }
    text
}

fn describe_repair(repair: &Repair) -> String {
    let mut text = String::new();
    for loss in &repair.losses {
        let (game, left) = (loss.game, loss.left);
        let (lost, known) = (loss.known - left, counted(loss.known, "input"));
        let are = if left == 1 { "is" } else { "are" };
        let _ = writeln!(text, "Lost: {lost} of {known} of game {game}; the first {left} {are} left");
    }
    if repair.lost_records > 0 {
        let _ = writeln!(text, "Lost: {}", counted(repair.lost_records, "finished game"));
    }
    if repair.lost_players > 0 {
        let _ = writeln!(text, "Lost: {} of players", counted(repair.lost_players, "row"));
    }
    for game in &repair.unreadable {
        let _ =
            writeln!(text, "Game {game} is whole, but this version cannot decode it: it stays quarantined");
    }
    match &repair.copy {
        Some(copy) => {
            let games = of_games(repair.games as u64, repair.inputs, repair.finished);
            let _ = writeln!(text, "Repaired: {games}.");
            if !repair.loses_something() {
                text.push_str("Nothing that was acknowledged is lost.\n");
            }
            let _ = writeln!(text, "What was there before is in {}.", copy.display());
        }
        None if repair.loses_something() => {
            text.push_str(
                "Nothing is changed. `tabula journal repair --accept-loss` goes on without what is lost.\n",
            );
        }
        None => {}
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_one() {
        let game: GameId = "game0000".parse().unwrap();
        let report = |number: u64| Report {
            doubts: vec![Doubt::Short { game, stored: number, acknowledged: 2 }],
            faults: Vec::new(),
            nameless: number,
            hashes: Vec::new(),
            games: number as usize,
            inputs: number,
            finished: number,
            damaged_records: number,
            players: number,
            damaged_players: number,
            tournaments: number,
        };
        let one = "1 game with 1 input, and 1 finished game, and 1 row of players, and 1 event of tournaments\n  \
                   game game0000 is short: it has 1 input, and 2 were acknowledged\n  \
                   1 input is of a game whose id is none\n  \
                   1 finished game is damaged; nobody is shown it\n  \
                   1 row of players is damaged; it counts for nothing\n";
        assert_eq!(describe(&report(1)), one);
        let three = describe(&report(3));
        for part in [
            "3 games with 3 inputs, and 3 finished games, and 3 rows of players, and 3 events of tournaments\n",
            "  3 inputs are of games whose id is none\n",
            "  3 finished games are damaged; nobody is shown them\n",
            "  3 rows of players are damaged; they count for nothing\n",
        ] {
            assert!(three.contains(part), "{three}");
        }

        let repair = |number: u64| Repair {
            before: report(0),
            losses: vec![journal::Loss { game, left: number, known: number + 1 }],
            unreadable: Vec::new(),
            games: number as usize,
            inputs: number,
            finished: number,
            lost_records: number,
            lost_players: number,
            copy: Some("copy".into()),
        };
        let lost = "Lost: 1 of 2 inputs of game game0000; the first 1 is left\nLost: 1 finished game\n\
                    Lost: 1 row of players\nRepaired: 1 game with 1 input, and 1 finished game.\n\
                    What was there before is in copy.\n";
        assert_eq!(describe_repair(&repair(1)), lost);
        assert!(
            describe_repair(&repair(0))
                .starts_with("Lost: 1 of 1 input of game game0000; the first 0 are left\n")
        );

        let imported =
            |left_out| Imported { games: 1, inputs: 1, finished: 2, players: 0, tournaments: 0, left_out };
        let what = "1 game with 1 input, and 2 finished games";
        assert_eq!(describe_import(imported(0), false), format!("Imported: {what}.\n"));
        assert_eq!(
            describe_import(imported(1), true),
            format!("Imported: {what}. Left out: 1 input that was damaged.\n")
        );
        let refused = describe_import(imported(1), false);
        assert!(
            refused.contains("without 1 input that was damaged.") && refused.ends_with("without it.\n"),
            "{refused}"
        );
        let refused = describe_import(imported(2), false);
        assert!(
            refused.contains("without 2 inputs that were damaged.") && refused.ends_with("without them.\n"),
            "{refused}"
        );
    }

    #[test]
    fn doubts_count_one_as_one() {
        let game: GameId = "game0000".parse().unwrap();
        for (doubt, text) in [
            (
                Doubt::Short { game, stored: 0, acknowledged: 1 },
                "game game0000 is gone; 1 input was acknowledged",
            ),
            (
                Doubt::Short { game, stored: 0, acknowledged: 2 },
                "game game0000 is gone; 2 inputs were acknowledged",
            ),
            (Doubt::AcknowledgedDamaged { records: 1 }, "journal.ack is damaged: 1 record cannot be read"),
            (
                Doubt::WalFrame { frame: 2, frames: 3, commits: 1 },
                "the write-ahead log is damaged: frame 2 of 3; SQLite does not reach 1 commit from there on",
            ),
        ] {
            assert_eq!(doubt.to_string(), text);
        }
    }
}
