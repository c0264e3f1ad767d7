//! The work of `tabula journal`: a report on a journal, a new one from what can be read of a damaged one, its content as text, and removal of records.

use std::fs::{self, File};
use std::io::{self, BufRead, BufWriter, Write};
use std::path::{Path, PathBuf};

use session::GameId;
use sqlx::Connection as _;

use super::acknowledged::AcknowledgedFile;
use super::audit::{self, Audit, audit};
use super::doubt::Doubt;
use super::export::{Exported, Exporter};
use super::files::{self, Files, failed};
use super::import::{Imported, Lines};
use super::preserve::preserve;
use super::records::{self, RecordCount, SalvagedRecords};
use super::salvage::{SalvagedGame, salvage};
use super::sqlite::{self, OnLoss, SqliteJournal};
use super::{Journal as _, JournalError};
use crate::limits::Limits;

/// A report on a journal.
#[derive(Debug)]
pub struct Report {
    /// Reasons to doubt that everything acknowledged is there.
    pub doubts: Vec<Doubt>,
    /// Faults of single games, which are quarantined.
    pub faults: Vec<JournalError>,
    /// Rows whose game has no proper id.
    pub nameless: u64,
    /// Games whose inputs are all there, but some hash of theirs is damaged.
    pub hashes: Vec<GameId>,
    /// The number of games.
    pub games: usize,
    /// The number of their inputs.
    pub inputs: u64,
    /// The number of records of finished games that are what was stored.
    pub finished: u64,
    /// The number of those that are not: nobody is shown them.
    pub damaged_records: u64,
    /// The number of rows of players that are what was stored.
    pub players: u64,
    /// The number of those that are not.
    pub damaged_players: u64,
    /// The number of events of tournaments.
    pub tournaments: u64,
}

impl Report {
    pub(super) fn of(audit: Audit, records: RecordCount) -> Report {
        let mut report = Report {
            doubts: audit.doubts,
            faults: Vec::new(),
            nameless: audit.nameless,
            hashes: Vec::new(),
            games: audit.games.len(),
            inputs: audit.games.values().map(|game| game.rows).sum(),
            finished: records.sound,
            damaged_records: records.damaged,
            players: records.players,
            damaged_players: records.damaged_players,
            tournaments: records.tournaments,
        };
        for (id, game) in audit.games {
            let faults: Vec<_> = game.faults.iter().filter_map(|fault| fault.error(id)).collect();
            if faults.is_empty() && !game.faults.is_empty() {
                report.hashes.push(id);
            }
            report.faults.extend(faults);
        }
        report
    }

    /// Returns whether there is nothing in the journal, and nothing missing from it.
    pub(super) fn is_empty(&self) -> bool {
        self.games == 0
            && self.nameless == 0
            && self.finished + self.damaged_records == 0
            && self.players + self.damaged_players == 0
            && self.tournaments == 0
            && self.doubts.is_empty()
    }

    /// Returns whether nothing is wrong.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.doubts.is_empty()
            && self.faults.is_empty()
            && self.nameless == 0
            && self.hashes.is_empty()
            && self.damaged_records == 0
            && self.damaged_players == 0
    }
}

/// Examines the journal in `file` and changes nothing.
///
/// # Errors
/// Returns an error if another process has the journal open, or the files cannot be read.
pub async fn check(file: &Path) -> Result<Report, JournalError> {
    let files = existing(file)?;
    let _lock = files.lock()?;
    report(&files).await
}

async fn report(files: &Files) -> Result<Report, JournalError> {
    let audit = audit(files).await?;
    Ok(Report::of(audit, count_records(files).await?))
}

/// Counts the records of finished games. A database that cannot be read is a doubt of the audit; SQLite would remove the log of an empty one.
async fn count_records(files: &Files) -> Result<RecordCount, JournalError> {
    if files::length(&files.database).map_err(failed(&files.database))? == 0 {
        return Ok(RecordCount::default());
    }
    match audit::open(files).await {
        Ok(mut connection) => {
            let count = records::count(&mut connection).await;
            connection.close().await?;
            Ok(count)
        }
        Err(_) => Ok(RecordCount::default()),
    }
}

/// A game that a repair cannot bring back whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loss {
    /// The game.
    pub game: GameId,
    /// The number of inputs that are left, from the first on.
    pub left: u64,
    /// The number of inputs that it had as far as is known.
    pub known: u64,
}

/// The result of a repair.
#[derive(Debug)]
pub struct Repair {
    /// The report on the journal before.
    pub before: Report,
    /// The games that are not whole.
    pub losses: Vec<Loss>,
    /// Games that are whole, but with an input that this version of the server cannot decode.
    pub unreadable: Vec<GameId>,
    /// The number of games afterwards.
    pub games: usize,
    /// The number of their inputs.
    pub inputs: u64,
    /// The number of records of finished games afterwards.
    pub finished: u64,
    /// The number of records that were found damaged, and nowhere whole.
    pub lost_records: u64,
    /// The number of rows of players that were found damaged, and nowhere whole.
    pub lost_players: u64,
    /// The folder of the former files; none if nothing was changed.
    pub copy: Option<PathBuf>,
}

impl Repair {
    /// Returns a repair that has changed nothing yet. A damaged record has no other version.
    pub(super) fn of(before: Report) -> Repair {
        Repair {
            losses: Vec::new(),
            unreadable: Vec::new(),
            games: before.games,
            inputs: before.inputs,
            finished: before.finished,
            lost_records: before.damaged_records,
            lost_players: before.damaged_players,
            copy: None,
            before,
        }
    }

    /// Notes what becomes of games.
    pub(super) fn plan(&mut self, found: &[SalvagedGame]) {
        for game in found {
            if (game.sound as u64) < game.known {
                self.losses.push(Loss { game: game.game, left: game.sound as u64, known: game.known });
            }
            self.unreadable.extend(game.unreadable.map(|_| game.game));
        }
        self.games = found.iter().filter(|game| game.sound > 0).count();
        self.inputs = found.iter().map(|game| game.sound as u64).sum();
    }

    /// Returns whether something was not found whole.
    #[must_use]
    pub fn loses_something(&self) -> bool {
        !self.losses.is_empty() || self.lost_records + self.lost_players > 0
    }
}

/// Creates a file for an export of a journal in a database that is about to be changed. No other has its name.
pub(super) fn new_copy(folder: &Path) -> Result<(File, PathBuf), JournalError> {
    fs::create_dir_all(folder).map_err(failed(folder))?;
    for number in 1_u32.. {
        let path = folder.join(format!("journal-copy-{number}.jsonl"));
        if !path.exists() {
            let file = files::open_private(&path).map_err(failed(&path))?;
            return Ok((file, path));
        }
    }
    Err(failed(folder)(io::ErrorKind::AlreadyExists.into()))
}

/// Puts such an export on the disk.
pub(super) fn finish_copy(out: BufWriter<File>, folder: &Path, copy: &Path) -> Result<(), JournalError> {
    let written = out.into_inner().map_err(io::IntoInnerError::into_error);
    let written = written.and_then(|file| file.sync_all()).and_then(|()| files::sync_folder(folder));
    written.map_err(failed(copy))
}

/// Makes a new journal of everything that can be read of the one in `file`, and puts it in its place, unless nothing is wrong. A game that
/// is not whole keeps its inputs up to the first that is missing or altered; with such a game nothing is changed unless a loss is
/// accepted.
///
/// # Errors
/// Returns an error if another process has the journal open, or the files cannot be read or written.
pub async fn repair(file: &Path, on_loss: OnLoss) -> Result<Repair, JournalError> {
    let files = existing(file)?;
    let _lock = files.lock()?;
    let mut repair = Repair::of(report(&files).await?);
    if repair.before.is_whole() {
        return Ok(repair);
    }
    let scratch = scratch(&files)?;
    let (salvaged, mut records) = salvage_all(&files, scratch.path()).await?;
    repair.plan(&salvaged);
    let count = records.count().await?;
    (repair.finished, repair.lost_records) = (count.sound, count.damaged);
    repair.lost_players = count.damaged_players;
    records.close().await?;
    if repair.loses_something() && on_loss == OnLoss::Refuse {
        return Ok(repair);
    }
    let new = scratch.path().join("journal.db");
    let ends = sqlite::build(&new, &salvaged, Some(&scratch.path().join(RECORDS))).await?;
    repair.copy = Some(preserve(&files).map_err(failed(&files.folder))?);
    // The log goes first: a new database with the old log would be a third thing. A crash here leaves less than was acknowledged, which is
    // noticed, and the copy.
    files.remove_wal().map_err(failed(&files.wal))?;
    fs::rename(&new, &files.database).map_err(failed(&files.database))?;
    let acknowledged = ends.into_iter().map(|(game, end)| (game, end.into())).collect();
    AcknowledgedFile::create(&files, acknowledged).map_err(failed(&files.acknowledged))?;
    Ok(repair)
}

/// Removes the record of a finished game, found by the id of the game or by the one that its spectators know, and overwrites it. Returns whether there was one.
///
/// # Errors
/// Returns an error if another process has the journal open, it cannot be read or written, or acknowledged inputs may be missing.
pub async fn remove_record(file: &Path, game: &GameId) -> Result<bool, JournalError> {
    existing(file)?;
    // Nothing is appended, so no rules are needed.
    let journal = SqliteJournal::open(file, "", &Limits::default()).await?;
    let is_removed = match journal.archive() {
        Some(archive) => archive.remove(game).await,
        None => Ok(false),
    };
    journal.close().await;
    is_removed
}

/// Writes all inputs, all records of finished games, rows of players and events of tournaments that can be read to `out`, one JSON object a line. Inputs hold
/// the players' tokens.
///
/// # Errors
/// Returns an error if another process has the journal open, or the files cannot be read.
pub async fn export(file: &Path, out: &mut dyn Write) -> Result<Exported, JournalError> {
    let files = existing(file)?;
    let _lock = files.lock()?;
    let scratch = scratch(&files)?;
    let (games, mut records) = salvage_all(&files, scratch.path()).await?;
    let count = records.count().await?;
    let mut exporter = Exporter::to(out);
    let exported = exporter.games(&games)?;
    records.each(|row| exporter.record(&row)).await?;
    records.each_player(|row| exporter.player(&row)).await?;
    records.each_event(|row| exporter.tournament(&row)).await?;
    exporter.finish()?;
    Ok(Exported {
        finished: count.sound,
        lost_records: count.damaged,
        players: count.players,
        lost_players: count.damaged_players,
        tournaments: count.tournaments,
        ..exported
    })
}

/// Imports an export into a journal that is empty, or does not exist yet.
///
/// # Errors
/// Returns an error if another process has the journal open, it is not empty, it cannot be written, or the export is not whole. Nothing is imported then.
pub async fn import(file: &Path, from: &mut dyn BufRead, on_loss: OnLoss) -> Result<Imported, JournalError> {
    let files = Files::of(file);
    let _lock = files.lock()?;
    let is_there = files::length(&files.database).map_err(failed(&files.database))? > 0;
    if is_there && !report(&files).await?.is_empty() {
        return Err(JournalError::NotEmpty);
    }
    let mut lines = Lines::of(from);
    let scratch = scratch(&files)?;
    let new = scratch.path().join("journal.db");
    sqlite::fill(&new, &mut lines).await?;
    let imported = lines.imported;
    if imported.left_out > 0 && on_loss == OnLoss::Refuse {
        return Ok(imported);
    }
    files.remove_wal().map_err(failed(&files.wal))?;
    fs::rename(&new, &files.database).map_err(failed(&files.database))?;
    let acknowledged = lines.into_ends().into_iter().map(|(game, end)| (game, end.into())).collect();
    AcknowledgedFile::create(&files, acknowledged).map_err(failed(&files.acknowledged))?;
    Ok(imported)
}

/// Name of the database in which a repair collects the records of finished games.
const RECORDS: &str = "records.db";

async fn salvage_all(
    files: &Files,
    scratch: &Path,
) -> Result<(Vec<SalvagedGame>, SalvagedRecords), JournalError> {
    let (template, found) = (scratch.join("template.db"), scratch.join(RECORDS));
    sqlite::build(&template, &[], None).await?;
    sqlite::build(&found, &[], None).await?;
    let mut records = SalvagedRecords::open(&found).await?;
    let games = salvage(files, &template, scratch, &mut records).await?.games();
    Ok((games, records))
}

/// Returns the files of a journal that exists.
fn existing(file: &Path) -> Result<Files, JournalError> {
    let files = Files::of(file);
    if [&files.database, &files.wal, &files.acknowledged].iter().any(|path| path.exists()) {
        return Ok(files);
    }
    Err(failed(file)(io::Error::new(io::ErrorKind::NotFound, "there is no journal")))
}

/// Name of the folders in which the work is done, with a random end.
const SCRATCH: &str = "journal-work-";

/// Makes a folder that is removed with its value. Folders of earlier work that was killed are removed first: nobody uses them, since the journal is
/// locked.
fn scratch(files: &Files) -> Result<tempfile::TempDir, JournalError> {
    let made = || {
        for entry in fs::read_dir(&files.folder)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(SCRATCH) && entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            }
        }
        tempfile::Builder::new().prefix(SCRATCH).tempdir_in(&files.folder)
    };
    made().map_err(failed(&files.folder))
}
