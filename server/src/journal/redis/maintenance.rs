//! The work of `tabula journal` on a journal in Redis. Its files are Redis's own concern; here it is whether entries are what was stored.

use std::collections::{BTreeSet, HashSet};
use std::io::{BufRead, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use session::GameId;

use super::link::{LATER, Live, answered};
use super::readers::Readers;
use super::script::{self, Asker, Call, FORMAT, FORMER_FORMAT};
use super::{RedisLocation, append, archive, players, reply, tournaments};
use crate::journal::JournalError;
use crate::journal::audit::{Audit, AuditWalk};
use crate::journal::chain::{ChainHash, StoredRow};
use crate::journal::export::{Exported, Exporter};
use crate::journal::import::{Imported, Lines, Row};
use crate::journal::nodes::random_name;
use crate::journal::records::RecordCount;
use crate::journal::repair::{Loss, Repair, Report, finish_copy, new_copy};
use crate::journal::salvage::{Salvage, SalvagedGame};
use crate::journal::sqlite::OnLoss;
use crate::journal::tournaments::TournamentChange;
use crate::journal::write::Removal;

/// Time for which a command beside the server waits for an answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// Beginning of all keys of a journal.
const KEYS: &str = "tabula:";
/// The work of an import, and that of a repair, as scripts have them.
const IMPORT: &str = "import";
const REPAIR: &str = "repair";
/// Rows of an import, or keys of a removal, that are sent at once.
const CHUNK: usize = 500;

/// Calls of scripts that are sent together.
struct Sender {
    readers: Readers,
    waiting: Vec<Call>,
}

impl Sender {
    fn new(readers: &Readers) -> Sender {
        Sender { readers: readers.clone(), waiting: Vec::new() }
    }

    async fn add(&mut self, call: Call) -> Result<(), JournalError> {
        self.waiting.push(call);
        if self.waiting.len() >= CHUNK { self.send().await } else { Ok(()) }
    }

    async fn send(&mut self) -> Result<(), JournalError> {
        let calls = std::mem::take(&mut self.waiting);
        let (mut brought, mut commands) = (HashSet::new(), redis::pipe());
        for call in &calls {
            // The first call of a script brings it along for the others.
            let is_first = brought.insert(call.hash());
            commands.add_command(if is_first { call.whole() } else { call.by_hash().clone() });
        }
        let mut again = redis::pipe();
        for (call, answer) in calls.iter().zip(self.readers.query_all(commands).await?) {
            if script::is_unknown(&answer) {
                // Somebody has removed the scripts meanwhile. Nothing was done by this call, and none behind it by the same script.
                again.add_command(call.whole());
            } else {
                answer.extract_error()?;
            }
        }
        for answer in self.readers.query_all(again).await? {
            answer.extract_error()?;
        }
        Ok(())
    }
}

/// Returns the answer to one command.
async fn ask(readers: &Readers, name: &str, argument: &str) -> Result<Option<String>, JournalError> {
    let mut command = redis::cmd(name);
    command.arg(argument);
    Ok(reply::text(readers.query(&command).await?))
}

/// Returns an error if there is no journal of a known format, or work on it has not ended.
async fn check_readable(readers: &Readers) -> Result<(), JournalError> {
    if ask(readers, "EXISTS", "tabula:work").await?.as_deref() == Some("1") {
        return Err(JournalError::Unfinished);
    }
    match ask(readers, "GET", "tabula:format").await?.as_deref() {
        Some(FORMAT | FORMER_FORMAT) => Ok(()),
        Some(_) => Err(JournalError::Unfit(LATER)),
        None => Err(JournalError::Missing),
    }
}

/// Returns an error if a server has the journal.
async fn check_alone(readers: &Readers) -> Result<(), JournalError> {
    match ask(readers, "EXISTS", "tabula:beat").await?.as_deref() {
        Some("0") => Ok(()),
        _ => Err(JournalError::Running),
    }
}

/// Returns the name of the present epoch of a journal. Another one means that the journal was changed between, whatever has changed it; a server that has the journal
/// and beats is known by that alone.
async fn epoch(readers: &Readers) -> Result<Option<String>, JournalError> {
    ask(readers, "GET", "tabula:epoch").await
}

/// Begins to change a journal that no server has, and keeps servers from it until the work has [ended](end_work). Returns who asks in it: after its end, or when it
/// was given up and somebody has begun anew, no change of it is made any more.
async fn begin_work(location: &RedisLocation, work: &str) -> Result<(Readers, Asker), JournalError> {
    let mut live = Live::beside(location).await?;
    let mark = mark(work)?;
    let mut begin = live.asker.eval(&script::BEGIN_WORK);
    begin.arg(work).arg(FORMAT).arg(mark.as_str()).arg(FORMER_FORMAT);
    let begun = answered(PATIENCE, live.ask(&begin)).await?;
    match reply::text(begun).as_deref() {
        Some("") => Ok((Readers::new(location, PATIENCE), Asker::work(&mark))),
        Some("running") => Err(JournalError::Running),
        Some("work") => Err(JournalError::Unfinished),
        Some("format") => Err(JournalError::Unfit(LATER)),
        Some("full") => Err(JournalError::NotEmpty),
        _ => Err(JournalError::Unanswered),
    }
}

/// Returns a mark that no other work has.
fn mark(work: &str) -> Result<String, JournalError> {
    Ok(format!("{work} {}", random_name()?))
}

async fn end_work(readers: &Readers, asker: &Asker) -> Result<(), JournalError> {
    readers.call(&asker.eval(&script::MARK_WORK)).await.map(drop)
}

/// Examines a journal and changes nothing. A server may run: each game is examined as it is at one moment.
///
/// # Errors
/// Returns an error if the database cannot be read.
pub async fn check_redis(location: &RedisLocation) -> Result<Report, JournalError> {
    let readers = Readers::new(location, PATIENCE);
    check_readable(&readers).await?;
    report(&readers).await
}

async fn report(readers: &Readers) -> Result<Report, JournalError> {
    let mut walk = AuditWalk::of(Audit::default());
    let mut lost = Vec::new();
    for name in append::names(readers).await? {
        let rows = append::rows(readers, &name).await?;
        // A server may have removed it meanwhile.
        if rows.is_empty() && append::is_listed(readers, &name).await? {
            lost.extend(name.parse::<GameId>().ok());
        }
        rows.iter().for_each(|row| walk.push(row));
    }
    let mut count = RecordCount::default();
    archive::each_record(readers, |row| {
        *(if row.is_sound() { &mut count.sound } else { &mut count.damaged }) += 1;
        Ok(())
    })
    .await?;
    players::all_rows(readers).await?.iter().for_each(|row| count.add_player(row));
    for tournament in tournaments::ids(readers).await? {
        count.tournaments += tournaments::events(readers, tournament, 0).await?.len() as u64;
    }
    let mut report = Report::of(walk.finish(), count);
    report.faults.extend(lost.into_iter().map(|game| JournalError::Gap { game, seq: 0 }));
    Ok(report)
}

async fn games(readers: &Readers) -> Result<Vec<SalvagedGame>, JournalError> {
    let mut found = Salvage::default();
    for name in append::names(readers).await? {
        append::rows(readers, &name).await?.into_iter().for_each(|row| found.add(row));
    }
    Ok(found.games())
}

/// Writes all inputs and all sound records to `out`, one JSON object a line. Inputs hold the players' tokens. No server may run: all is to be of one moment.
///
/// # Errors
/// Returns an error if a server has the journal, something has changed it meanwhile, or the database cannot be read. The last line is missing then.
pub async fn export_redis(location: &RedisLocation, out: &mut dyn Write) -> Result<Exported, JournalError> {
    let readers = Readers::new(location, PATIENCE);
    // Read first: a server or a work that comes before the looks for them, and after this, is at worst noticed in vain.
    let before = epoch(&readers).await?;
    check_readable(&readers).await?;
    check_alone(&readers).await?;
    let (exported, exporter) = write_rows(&readers, out).await?;
    let is_alone = check_alone(&readers).await;
    if matches!(is_alone, Err(JournalError::Running)) || epoch(&readers).await? != before {
        return Err(JournalError::Changed);
    }
    is_alone?;
    exporter.finish()?;
    Ok(exported)
}

/// Writes everything but the last line.
async fn write_rows<'o>(
    readers: &Readers,
    out: &'o mut dyn Write,
) -> Result<(Exported, Exporter<'o>), JournalError> {
    let mut exporter = Exporter::to(out);
    let mut exported = exporter.games(&games(readers).await?)?;
    archive::each_record(readers, |row| {
        if row.is_sound() {
            exported.finished += 1;
            return exporter.record(&row);
        }
        exported.lost_records += 1;
        Ok(())
    })
    .await?;
    for row in players::all_rows(readers).await? {
        if row.is_sound() {
            exported.players += 1;
            exporter.player(&row)?;
        } else {
            exported.lost_players += 1;
        }
    }
    for tournament in tournaments::ids(readers).await? {
        for row in tournaments::events(readers, tournament, 0).await? {
            exported.tournaments += 1;
            exporter.tournament(&row)?;
        }
    }
    Ok((exported, exporter))
}

/// Imports an export into an empty journal. Until its end no server opens that.
///
/// # Errors
/// Returns an error if a server has the journal, it is not empty, it cannot be written, or the export is not whole. Nothing is imported then; if it cannot be
/// written any more, what was written before stays, and is not opened.
pub async fn import_redis(
    location: &RedisLocation,
    from: &mut dyn BufRead,
    on_loss: OnLoss,
) -> Result<Imported, JournalError> {
    if !Readers::new(location, PATIENCE).keys(append::GAME).await?.is_empty() {
        return Err(JournalError::NotEmpty);
    }
    let (readers, asker) = begin_work(location, IMPORT).await?;
    let mut lines = Lines::of(from);
    let filled = fill(&readers, &asker, &mut lines).await;
    if filled.is_err() || lines.imported.left_out > 0 && on_loss == OnLoss::Refuse {
        empty(&readers, &asker).await?;
    } else {
        end_work(&readers, &asker).await?;
    }
    filled.map(|()| lines.imported)
}

async fn fill(readers: &Readers, asker: &Asker, lines: &mut Lines<'_>) -> Result<(), JournalError> {
    let mut sender = Sender::new(readers);
    // The inputs of a game stand together.
    let mut game: Vec<StoredRow> = Vec::new();
    loop {
        let next = lines.next()?;
        let is_same =
            matches!(&next, Some(Row::Input(row)) if game.first().is_none_or(|first| first.game == row.game));
        if !is_same && !game.is_empty() {
            let inputs = std::mem::take(&mut game);
            sender.add(rewrite(asker, &inputs)).await?;
        }
        match next {
            Some(Row::Input(row)) => game.push(*row),
            Some(Row::Record(row)) => sender.add(archive::keep(asker, &row)).await?,
            Some(Row::Player(row)) => sender.add(players::restore(asker, &row)).await?,
            Some(Row::Tournament(row)) => {
                let append = TournamentChange::Append(*row);
                sender.add(tournaments::change(asker, &append)).await?;
            }
            None => return sender.send().await,
        }
    }
}

fn rewrite(asker: &Asker, rows: &[StoredRow]) -> Call {
    let game = rows.first().map(|row| String::from_utf8_lossy(&row.game)).unwrap_or_default();
    append::rewrite(asker, &game, rows)
}

/// Removes everything of an import, and at last its mark. What was sent before, and is late, comes with the former mark, and stores nothing.
async fn empty(readers: &Readers, former: &Asker) -> Result<(), JournalError> {
    let mark = mark(IMPORT)?;
    let mut marked = former.eval(&script::MARK_WORK);
    marked.arg(mark.as_str());
    readers.call(&marked).await?;
    let asker = Asker::work(&mark);
    let mut keys = readers.keys(KEYS).await?;
    keys.retain(|key| key != "tabula:work");
    for chunk in keys.chunks(CHUNK) {
        let mut remove = asker.eval(&script::EMPTY);
        for key in chunk {
            remove.arg(key.as_str());
        }
        readers.call(&remove).await?;
    }
    end_work(readers, &asker).await
}

/// Removes what is not what was stored, unless nothing is wrong: a game keeps its inputs up to the first that is missing or altered, and damaged records
/// go. Where something is lost, nothing is changed unless a loss is accepted. Everything as it was is exported into `folder` first.
///
/// # Errors
/// Returns an error if a server has the journal, or it cannot be read or written.
pub async fn repair_redis(
    location: &RedisLocation,
    folder: &Path,
    on_loss: OnLoss,
) -> Result<Repair, JournalError> {
    let (readers, asker) = begin_work(location, REPAIR).await?;
    let repaired = repair(&readers, &asker, folder, on_loss).await;
    // Also after a fault: each game is changed as a whole, and the journal is no worse than before.
    end_work(&readers, &asker).await?;
    repaired
}

async fn repair(
    readers: &Readers,
    asker: &Asker,
    folder: &Path,
    on_loss: OnLoss,
) -> Result<Repair, JournalError> {
    let mut repair = Repair::of(report(readers).await?);
    if repair.before.is_whole() {
        return Ok(repair);
    }
    let found = games(readers).await?;
    repair.plan(&found);
    let there: BTreeSet<GameId> = found.iter().map(|game| game.game).collect();
    let names = append::names(readers).await?;
    // Games that the list names, and that have no stream.
    let lost: Vec<GameId> = names.iter().filter_map(|name| name.parse().ok()).collect();
    let lost: Vec<GameId> = lost.into_iter().filter(|game| !there.contains(game)).collect();
    repair.losses.extend(lost.iter().map(|game| Loss { game: *game, left: 0, known: 1 }));
    if repair.loses_something() && on_loss == OnLoss::Refuse {
        return Ok(repair);
    }
    let (file, copy) = new_copy(folder)?;
    let mut out = BufWriter::new(file);
    let (_, exporter) = write_rows(readers, &mut out).await?;
    exporter.finish()?;
    finish_copy(out, folder, &copy)?;
    let mut sender = Sender::new(readers);
    for game in &found {
        if let Some(rows) = mended(game) {
            sender.add(append::rewrite(asker, game.game.as_str(), &rows)).await?;
        }
    }
    for game in lost {
        sender.add(append::rewrite(asker, game.as_str(), &[])).await?;
    }
    let mut damaged = Vec::new();
    archive::each_record(readers, |row| {
        if !row.is_sound() {
            damaged.push(row.game_id);
        }
        Ok(())
    })
    .await?;
    for game in damaged.iter().filter_map(|id| id.parse().ok()) {
        sender.add(archive::remove(asker, Removal::Game(game))).await?;
    }
    for row in players::all_rows(readers).await?.iter().filter(|row| !row.is_sound()) {
        sender.add(players::drop_row(asker, row)).await?;
    }
    sender.send().await?;
    repair.copy = Some(copy);
    Ok(repair)
}

/// Returns the sound inputs of a game with whole hashes; none if that is what is stored.
fn mended(game: &SalvagedGame) -> Option<Vec<StoredRow>> {
    let mut rows: Vec<StoredRow> = game.rows.iter().take(game.sound).cloned().collect();
    let mut hash = ChainHash::EMPTY;
    for row in &mut rows {
        hash = hash.with_row(row);
        row.hash = hash.to_text().into_bytes();
    }
    (rows != game.rows).then_some(rows)
}

/// Removes the record of a finished game, found by either of its ids. Returns whether there was one. A server may run.
///
/// # Errors
/// Returns an error if the database cannot be written.
pub async fn remove_record_redis(location: &RedisLocation, game: &GameId) -> Result<bool, JournalError> {
    let mut live = Live::beside(location).await?;
    let remove = archive::remove(&live.asker, Removal::Game(*game));
    let removed = answered(PATIENCE, live.ask(&remove)).await?;
    Ok(reply::number(removed).ok_or(JournalError::Unanswered)? > 0)
}
