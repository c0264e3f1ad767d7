//! The commands beside the server, and the first of them. `tabula journal`: examines, repairs, exports and imports a journal, and removes records from it.

use std::fmt::Write as _;
use std::io::{self, BufWriter};
use std::process::ExitCode;

use session::GameId;
use session::domain::PlayerId;

use crate::guest;
use crate::journal::{
    self, Doubt, Imported, JournalError, JournalLocation, JournalPlace, OnLoss, PlayerChange, Repair, Report,
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
    /// Write all inputs and finished games that can be read to standard output, a JSON object a line; they hold the players' tokens
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
            eprintln!(
                "{sound} inputs as they were stored, {doubtful} others, {missing} missing; \
                 {finished} finished games, {lost_records} damaged; {players} rows of players, {lost_players} damaged{}",
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
    let what =
        format!("{games} games with {inputs} inputs, and {finished} finished games{players}{tournaments}");
    match (left_out, accept_loss) {
        (0, _) => format!("Imported: {what}.\n"),
        (_, true) => format!("Imported: {what}. Left out: {left_out} inputs that were damaged.\n"),
        (_, false) => format!(
            "{what} could be imported, without {left_out} inputs that were damaged.\n\
             Nothing is imported. `tabula journal import --accept-loss` goes on without them.\n"
        ),
    }
}

/// Returns how many rows players have, if they have any.
fn of_players(rows: u64) -> String {
    if rows == 0 { String::new() } else { format!(", and {rows} rows of players") }
}

/// Returns how many events tournaments have, if they have any.
fn of_tournaments(events: u64) -> String {
    if events == 0 { String::new() } else { format!(", and {events} events of tournaments") }
}

fn describe(report: &Report) -> String {
    let (games, inputs, finished) = (report.games, report.inputs, report.finished);
    let (players, tournaments) = (of_players(report.players), of_tournaments(report.tournaments));
    let mut text =
        format!("{games} games with {inputs} inputs, and {finished} finished games{players}{tournaments}\n");
    // Writing into a text cannot fail.
    for doubt in &report.doubts {
        let _ = writeln!(text, "  {doubt}");
    }
    for fault in &report.faults {
        let game = fault.game().map(|game| format!("game {game}: ")).unwrap_or_default();
        let _ = writeln!(text, "  {game}{fault}; the game is quarantined");
    }
    if report.nameless > 0 {
        let _ = writeln!(text, "  {} inputs are of games whose id is none", report.nameless);
    }
    for game in &report.hashes {
        let _ = writeln!(text, "  a hash of game {game} is damaged; its inputs are as they were stored");
    }
    if report.damaged_records > 0 {
        let _ =
            writeln!(text, "  {} finished games are damaged; nobody is shown them", report.damaged_records);
    }
    if report.damaged_players > 0 {
        let _ = writeln!(
            text,
            "  {} rows of players are damaged; they count for nothing",
            report.damaged_players
        );
    }
    if report.is_whole() {
        text.push_str("Nothing is wrong.\n");
    }
    text
}

fn describe_repair(repair: &Repair) -> String {
    let mut text = String::new();
    for loss in &repair.losses {
        let (game, left, known) = (loss.game, loss.left, loss.known);
        let _ = writeln!(
            text,
            "Lost: {} of {known} inputs of game {game}; the first {left} are left",
            known - left
        );
    }
    if repair.lost_records > 0 {
        let _ = writeln!(text, "Lost: {} finished games", repair.lost_records);
    }
    if repair.lost_players > 0 {
        let _ = writeln!(text, "Lost: {} rows of players", repair.lost_players);
    }
    for game in &repair.unreadable {
        let _ =
            writeln!(text, "Game {game} is whole, but this version cannot decode it: it stays quarantined");
    }
    match &repair.copy {
        Some(copy) => {
            let (games, inputs, finished) = (repair.games, repair.inputs, repair.finished);
            let _ = writeln!(
                text,
                "Repaired: {games} games with {inputs} inputs, and {finished} finished games."
            );
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
