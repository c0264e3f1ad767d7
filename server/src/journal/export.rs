//! A journal as text, one JSON object a line: for people, for other programs, and for an import into a journal of any kind.

use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use session::GameId;

use super::JournalError;
use super::archive_row::ArchiveRow;
use super::chain::ChainHash;
use super::files::failed;
use super::players::PlayerRow;
use super::salvage::SalvagedGame;
use super::tournaments::TournamentRow;

/// A line of an export.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Line {
    Input(InputLine),
    Record(RecordLine),
    Player(PlayerLine),
    Tournament(TournamentLine),
    End(EndLine),
}

/// The last line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndLine {
    pub(super) end: Totals,
}

impl Line {
    /// Reads a line. (Serde's own choice between the kinds would not keep text to the byte.)
    pub(super) fn read(text: &str) -> Option<Line> {
        let input = || serde_json::from_str(text).map(Line::Input);
        let record = || serde_json::from_str(text).map(Line::Record);
        let player = || serde_json::from_str(text).map(Line::Player);
        let tournament = || serde_json::from_str(text).map(Line::Tournament);
        let end = || serde_json::from_str(text).map(Line::End);
        let rows = || record().or_else(|_| player()).or_else(|_| tournament());
        input().or_else(|_| rows()).or_else(|_| end()).ok()
    }
}

/// An input. It holds the players' tokens.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InputLine {
    pub(super) game: GameId,
    pub(super) seq: i64,
    pub(super) at: i64,
    pub(super) rules: String,
    /// True if it is what was stored.
    pub(super) sound: bool,
    /// The hash of this input and of all before it in its game.
    pub(super) hash: String,
    /// The input as it is stored, to the byte; text that is no JSON is a string.
    pub(super) entry: Box<RawValue>,
}

/// A record of a finished game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordLine {
    pub(super) finished: String,
    pub(super) listed: bool,
    /// True if everybody may see it.
    pub(super) open: bool,
    /// Time from which on it is shown, in milliseconds.
    pub(super) shown: i64,
    /// Hashes of the tokens of its seats, separated by spaces.
    pub(super) readers: String,
    pub(super) summary: Box<RawValue>,
    pub(super) state: Box<RawValue>,
    /// Hash of all of these.
    pub(super) check: String,
}

/// A row of a player.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerLine {
    pub(super) player: String,
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) used: i64,
    pub(super) body: String,
    /// Hash of all of these but the time.
    pub(super) check: String,
}

/// An event of a tournament.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TournamentLine {
    pub(super) tournament: GameId,
    pub(super) event: u64,
    pub(super) at: u64,
    pub(super) body: String,
    /// Hash of all of these.
    pub(super) check: String,
}

/// The number of lines before the last, which holds it: an export without it was cut off.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Totals {
    pub(super) inputs: u64,
    pub(super) finished: u64,
    /// Exports of before have none.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(super) players: u64,
    /// Exports of before have none.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(super) tournaments: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde calls it.
fn is_none(count: &u64) -> bool {
    *count == 0
}

/// The number of inputs that were written out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exported {
    /// Inputs that are what was stored.
    pub sound: u64,
    /// Inputs that are not, or of which this is unknown.
    pub doubtful: u64,
    /// Inputs that are missing.
    pub missing: u64,
    /// Records of finished games.
    pub finished: u64,
    /// Records that were found damaged, and nowhere whole; they are left out.
    pub lost_records: u64,
    /// Rows of players.
    pub players: u64,
    /// Rows of players that were found damaged; they are left out.
    pub lost_players: u64,
    /// Events of tournaments.
    pub tournaments: u64,
}

/// Writes lines, and counts them.
pub(super) struct Exporter<'o> {
    out: &'o mut dyn Write,
    totals: Totals,
}

impl<'o> Exporter<'o> {
    pub(super) fn to(out: &'o mut dyn Write) -> Exporter<'o> {
        Exporter { out, totals: Totals::default() }
    }

    /// Writes all inputs of games. Records are not counted yet.
    pub(super) fn games(&mut self, games: &[SalvagedGame]) -> Result<Exported, JournalError> {
        let mut exported = Exported::default();
        for game in games {
            exported.sound += game.sound as u64;
            exported.doubtful += (game.rows.len() - game.sound) as u64;
            exported.missing += game.known.saturating_sub(game.rows.len() as u64);
            let mut hash = ChainHash::EMPTY;
            for (number, row) in game.rows.iter().enumerate() {
                hash = hash.with_row(row);
                let text = String::from_utf8_lossy(&row.body);
                self.write(&Line::Input(InputLine {
                    game: game.game,
                    seq: row.seq,
                    at: row.at,
                    rules: String::from_utf8_lossy(&row.rules).into_owned(),
                    sound: number < game.sound,
                    hash: hash.to_text(),
                    entry: raw(&text)?,
                }))?;
                self.totals.inputs += 1;
            }
        }
        Ok(exported)
    }

    /// Writes a sound record.
    pub(super) fn record(&mut self, row: &ArchiveRow) -> Result<(), JournalError> {
        let record = row.open()?;
        self.write(&Line::Record(RecordLine {
            finished: row.game_id.clone(),
            listed: row.is_listed,
            open: row.is_open,
            shown: row.shown_at,
            readers: row.readers.clone(),
            summary: raw(&record.summary)?,
            state: raw(&record.state)?,
            check: row.check_of_content(&record.state),
        }))?;
        self.totals.finished += 1;
        Ok(())
    }

    /// Writes a sound row of a player.
    pub(super) fn player(&mut self, row: &PlayerRow) -> Result<(), JournalError> {
        let PlayerRow { player, kind, name, used_ms, body, hash } = row.clone();
        self.write(&Line::Player(PlayerLine { player, kind, name, used: used_ms, body, check: hash }))?;
        self.totals.players += 1;
        Ok(())
    }

    /// Writes an event of a tournament.
    pub(super) fn tournament(&mut self, row: &TournamentRow) -> Result<(), JournalError> {
        let (check, body) = (row.check(), row.body.clone());
        let line = TournamentLine { tournament: row.tournament, event: row.seq, at: row.at.0, body, check };
        self.write(&Line::Tournament(line))?;
        self.totals.tournaments += 1;
        Ok(())
    }

    /// Writes the last line.
    pub(super) fn finish(mut self) -> Result<(), JournalError> {
        let end = self.totals;
        self.write(&Line::End(EndLine { end }))?;
        self.out.flush().map_err(failed(Path::new("standard output")))
    }

    fn write(&mut self, line: &Line) -> Result<(), JournalError> {
        // Text, numbers and JSON: turning them into JSON cannot fail.
        let text = serde_json::to_string(line).unwrap_or_default();
        writeln!(self.out, "{text}").map_err(failed(Path::new("standard output")))
    }
}

/// Returns JSON as it is, and other text as a string of JSON.
fn raw(text: &str) -> Result<Box<RawValue>, JournalError> {
    let is_line = !text.contains(['\n', '\r']);
    let as_it_is = is_line.then(|| RawValue::from_string(text.to_owned()).ok()).flatten();
    match as_it_is {
        Some(raw) if raw.get().len() == text.len() => Ok(raw),
        _ => serde_json::value::to_raw_value(text).map_err(|_| JournalError::RecordDamaged),
    }
}
