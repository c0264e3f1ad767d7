//! An export into an empty journal of any kind: all of it, or nothing.

use std::collections::HashMap;
use std::io::BufRead;

use session::{GameId, UnixMs};

use super::JournalError;
use super::archive_row::ArchiveRow;
use super::chain::{ChainEnd, StoredRow};
use super::export::{InputLine, Line, PlayerLine, RecordLine, Totals, TournamentLine};
use super::players::PlayerRow;
use super::tournaments::TournamentRow;

/// The number of what was imported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games with inputs.
    pub games: u64,
    /// Their inputs.
    pub inputs: u64,
    /// Records of finished games.
    pub finished: u64,
    /// Rows of players.
    pub players: u64,
    /// Events of tournaments.
    pub tournaments: u64,
    /// Inputs that were damaged already when they were exported, and those behind them in their games. They are left out.
    pub left_out: u64,
}

/// A row to be stored.
#[derive(Debug)]
pub(super) enum Row {
    Input(Box<StoredRow>),
    Record(Box<ArchiveRow>),
    Player(Box<PlayerRow>),
    Tournament(Box<TournamentRow>),
}

/// The lines of an export, checked one by one.
pub(super) struct Lines<'f> {
    from: &'f mut dyn BufRead,
    number: u64,
    ends: HashMap<GameId, ChainEnd>,
    seen: Totals,
    is_ended: bool,
    pub(super) imported: Imported,
}

impl<'f> Lines<'f> {
    pub(super) fn of(from: &'f mut dyn BufRead) -> Lines<'f> {
        Lines {
            from,
            number: 0,
            ends: HashMap::new(),
            seen: Totals::default(),
            is_ended: false,
            imported: Imported::default(),
        }
    }

    /// Returns the ends of the games' inputs.
    pub(super) fn into_ends(self) -> HashMap<GameId, ChainEnd> {
        self.ends
    }

    /// Returns the next row; none after the last line.
    pub(super) fn next(&mut self) -> Result<Option<Row>, JournalError> {
        loop {
            let mut text = String::new();
            self.number += 1;
            let read = self.from.read_line(&mut text);
            if read.map_err(|error| self.wrong(error))? == 0 {
                return if self.is_ended { Ok(None) } else { Err(self.wrong("the export is cut off")) };
            }
            if self.is_ended {
                return Err(self.wrong("there is something behind the end"));
            }
            match Line::read(&text).ok_or_else(|| self.wrong("this is no line of an export"))? {
                Line::Input(line) => {
                    self.seen.inputs += 1;
                    if let Some(row) = self.input(line)? {
                        return Ok(Some(Row::Input(Box::new(row))));
                    }
                }
                Line::Record(line) => {
                    self.seen.finished += 1;
                    let row = self.record(&line)?;
                    self.imported.finished += 1;
                    return Ok(Some(Row::Record(Box::new(row))));
                }
                Line::Player(line) => {
                    self.seen.players += 1;
                    let row = self.player(line)?;
                    self.imported.players += 1;
                    return Ok(Some(Row::Player(Box::new(row))));
                }
                Line::Tournament(line) => {
                    self.seen.tournaments += 1;
                    let row = self.tournament(line)?;
                    self.imported.tournaments += 1;
                    return Ok(Some(Row::Tournament(Box::new(row))));
                }
                Line::End(line) if line.end == self.seen => self.is_ended = true,
                Line::End(_) => return Err(self.wrong("lines are missing")),
            }
        }
    }

    fn input(&mut self, line: InputLine) -> Result<Option<StoredRow>, JournalError> {
        let end = self.ends.get(&line.game).copied().unwrap_or(ChainEnd::EMPTY);
        let mut row = StoredRow {
            game: line.game.as_str().as_bytes().to_owned(),
            seq: line.seq,
            at: line.at,
            rules: line.rules.into_bytes(),
            body: line.entry.get().as_bytes().to_owned(),
            hash: Vec::new(),
        };
        if !line.sound {
            self.imported.left_out += 1;
            return Ok(None);
        }
        let hash = end.hash.with_row(&row);
        if u64::try_from(line.seq) != Ok(end.next) || hash.to_text() != line.hash {
            return Err(self.wrong("this input is not what was exported"));
        }
        row.hash = line.hash.into_bytes();
        self.imported.games += u64::from(end.next == 0);
        self.imported.inputs += 1;
        self.ends.insert(line.game, ChainEnd { next: end.next + 1, hash });
        Ok(Some(row))
    }

    fn record(&self, line: &RecordLine) -> Result<ArchiveRow, JournalError> {
        let altered = || self.wrong("this record is not what was exported");
        let row = ArchiveRow::of_export(line).ok_or_else(altered)?;
        if row.check_of_content(line.state.get()) == line.check { Ok(row) } else { Err(altered()) }
    }

    fn player(&self, line: PlayerLine) -> Result<PlayerRow, JournalError> {
        let row = PlayerRow::of(line.player, line.kind, line.name, line.used, line.body);
        if row.hash == line.check {
            Ok(row)
        } else {
            Err(self.wrong("this row of a player is not what was exported"))
        }
    }

    fn tournament(&self, line: TournamentLine) -> Result<TournamentRow, JournalError> {
        let TournamentLine { tournament, event, at, body, check } = line;
        let row = TournamentRow { tournament, seq: event, at: UnixMs(at), body };
        if row.check() == check { Ok(row) } else { Err(self.wrong("this event is not what was exported")) }
    }

    fn wrong(&self, why: impl ToString) -> JournalError {
        JournalError::Import { line: self.number, why: why.to_string() }
    }
}
