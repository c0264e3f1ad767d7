//! `journal.ack`: the last acknowledged input of each game, in a file beside the database.
//!
//! A write-ahead log that has lost its end looks like one that was never longer. This file says how long it was. It is written after the
//! commit is on the disk and before anybody learns of it, and is itself not waited for: it is in the kernel's hands then, survives a
//! killed process, and reaches the disk within the kernel's write-back time. So it never claims what was not stored.
//!
//! A record has 32 bytes, so that none lies across two sectors: the id of the game, the number of its inputs (0: removed), the first 64
//! bits of their hash, and a check of the three. The last record of a game counts. Zeros are records that a power cut kept from the disk.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

use session::GameId;
use sha2::{Digest as _, Sha256};

use super::chain::ChainEnd;
use super::files::{self, Files};

const RECORD_BYTES: usize = 32;
const HEADER: [u8; RECORD_BYTES] = *b"tabula: acknowledged inputs, 1\n\0";
/// The file is made anew once it has so many records, and several for each game.
const RECORDS_MIN: u64 = 65_536;
const RECORDS_PER_GAME: u64 = 4;

/// The inputs of a game that were acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Acknowledged {
    /// How many there were.
    pub(super) inputs: u64,
    /// The first bits of their hash.
    pub(super) hash: [u8; 8],
}

impl From<ChainEnd> for Acknowledged {
    fn from(end: ChainEnd) -> Self {
        Acknowledged { inputs: end.next, hash: end.hash.short() }
    }
}

/// The content of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) games: HashMap<GameId, Acknowledged>,
    /// Records that are damaged, the header included.
    pub(super) damaged: usize,
}

/// Reads the file; returns none if it does not exist.
pub(super) fn read(files: &Files) -> io::Result<Option<Content>> {
    let bytes = match fs::read(&files.acknowledged) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let (records, _) = bytes.as_chunks::<RECORD_BYTES>();
    let mut content = Content::default();
    let Some((header, records)) = records.split_first() else {
        content.damaged = 1;
        return Ok(Some(content));
    };
    content.damaged += usize::from(*header != HEADER);
    for record in records.iter().filter(|record| **record != [0; RECORD_BYTES]) {
        match decode(record) {
            Some((game, Acknowledged { inputs: 0, .. })) => {
                content.games.remove(&game);
            }
            Some((game, acknowledged)) => {
                content.games.insert(game, acknowledged);
            }
            None => content.damaged += 1,
        }
    }
    Ok(Some(content))
}

fn encode(game: &GameId, acknowledged: Acknowledged) -> [u8; RECORD_BYTES] {
    let mut record = [0; RECORD_BYTES];
    let fields = game.as_str().bytes().chain(acknowledged.inputs.to_le_bytes()).chain(acknowledged.hash);
    record.iter_mut().zip(fields).for_each(|(to, from)| *to = from);
    let check = check(&record);
    record.iter_mut().skip(24).zip(check).for_each(|(to, from)| *to = from);
    record
}

fn decode(record: &[u8; RECORD_BYTES]) -> Option<(GameId, Acknowledged)> {
    let [game, inputs, hash, stored] = record.as_chunks::<8>().0 else { return None };
    let game = std::str::from_utf8(game).ok()?.parse().ok()?;
    let is_sound = check(record) == *stored;
    is_sound.then_some((game, Acknowledged { inputs: u64::from_le_bytes(*inputs), hash: *hash }))
}

/// Returns the check of a record's first 24 bytes.
fn check(record: &[u8; RECORD_BYTES]) -> [u8; 8] {
    let mut check = [0; 8];
    let digest = Sha256::digest(record.get(..24).unwrap_or_default());
    check.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
    check
}

/// The file, open for writing.
#[derive(Debug)]
pub(super) struct AcknowledgedFile {
    files: Files,
    file: File,
    games: HashMap<GameId, Acknowledged>,
    records: u64,
    /// True if a record could not be written: the file is made anew with the next one.
    is_behind: bool,
}

impl AcknowledgedFile {
    /// Makes the file anew with the given games, and puts it on the disk.
    pub(super) fn create(
        files: &Files,
        games: HashMap<GameId, Acknowledged>,
    ) -> io::Result<AcknowledgedFile> {
        let file = write_anew(files, &games)?;
        let records = games.len() as u64;
        Ok(AcknowledgedFile { files: files.clone(), file, games, records, is_behind: false })
    }

    /// Records inputs that are stored.
    pub(super) fn record(&mut self, ends: &[(GameId, ChainEnd)]) -> io::Result<()> {
        let mut records = Vec::with_capacity(ends.len());
        for (game, end) in ends {
            self.games.insert(*game, (*end).into());
            records.push(encode(game, (*end).into()));
        }
        self.append(&records)
    }

    /// Records that games are removed.
    pub(super) fn forget(&mut self, games: &[GameId]) -> io::Result<()> {
        let removed = Acknowledged { inputs: 0, hash: [0; 8] };
        let records: Vec<_> = games.iter().map(|game| encode(game, removed)).collect();
        for game in games {
            self.games.remove(game);
        }
        self.append(&records)
    }

    fn append(&mut self, records: &[[u8; RECORD_BYTES]]) -> io::Result<()> {
        if self.is_behind {
            return self.renew();
        }
        let at = (self.records + 1) * RECORD_BYTES as u64;
        let written = self.file.write_all_at(records.as_flattened(), at);
        self.is_behind = written.is_err();
        self.records += records.len() as u64;
        written
    }

    /// Returns whether most of the file is out of date.
    pub(super) fn is_long(&self) -> bool {
        self.records > RECORDS_MIN.max(RECORDS_PER_GAME * self.games.len() as u64)
    }

    /// Makes the file anew without records that are out of date, and puts it on the disk.
    pub(super) fn renew(&mut self) -> io::Result<()> {
        self.file = write_anew(&self.files, &self.games)?;
        self.records = self.games.len() as u64;
        self.is_behind = false;
        Ok(())
    }

    /// Puts the file on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

fn write_anew(files: &Files, games: &HashMap<GameId, Acknowledged>) -> io::Result<File> {
    let new = PathBuf::from({
        let mut name = files.acknowledged.clone().into_os_string();
        name.push(".new");
        name
    });
    let mut file = files::open_private(&new)?;
    file.set_len(0)?;
    let mut bytes = Vec::with_capacity((games.len() + 1) * RECORD_BYTES);
    bytes.extend(HEADER);
    games.iter().for_each(|(game, acknowledged)| bytes.extend(encode(game, *acknowledged)));
    file.write_all(&bytes)?;
    file.sync_all()?;
    fs::rename(&new, &files.acknowledged)?;
    files::sync_folder(&files.folder)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::chain::ChainHash;

    fn end(next: u64) -> ChainEnd {
        ChainEnd { next, hash: ChainHash::EMPTY.with(b"g", 0, 0, b"", &next.to_le_bytes()) }
    }

    #[test]
    fn the_last_record_of_a_game_counts() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::of(&folder.path().join("journal.db"));
        let [one, two, three]: [GameId; 3] =
            ["aaaaaaaa", "bbbbbbbb", "cccccccc"].map(|id| id.parse().unwrap());
        assert_eq!(read(&files).unwrap(), None);
        let mut file = AcknowledgedFile::create(&files, HashMap::from([(one, end(1).into())])).unwrap();
        file.record(&[(one, end(2)), (two, end(1)), (three, end(7))]).unwrap();
        file.record(&[(one, end(3))]).unwrap();
        file.forget(&[two]).unwrap();
        let known = HashMap::from([(one, end(3).into()), (three, end(7).into())]);
        let whole = Content { games: known, damaged: 0 };
        assert_eq!(read(&files).unwrap().unwrap(), whole);
        file.renew().unwrap();
        assert_eq!(read(&files).unwrap().unwrap(), whole);
        assert_eq!(fs::metadata(&files.acknowledged).unwrap().len(), 3 * 32);
        file.record(&[(one, end(4))]).unwrap();
        assert_eq!(read(&files).unwrap().unwrap().games[&one].inputs, 4);
    }

    #[test]
    fn a_damaged_record_is_noticed_and_zeros_are_a_power_cut() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::of(&folder.path().join("journal.db"));
        let game: GameId = "aaaaaaaa".parse().unwrap();
        let mut file = AcknowledgedFile::create(&files, HashMap::new()).unwrap();
        file.record(&[(game, end(1)), (game, end(2))]).unwrap();
        let whole = fs::read(&files.acknowledged).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            fs::write(&files.acknowledged, bytes).unwrap();
            assert_eq!(read(&files).unwrap().unwrap().damaged, 1, "byte {at}");
        }
        let mut torn = whole.clone();
        torn[64..].fill(0);
        fs::write(&files.acknowledged, &torn).unwrap();
        let content = read(&files).unwrap().unwrap();
        assert_eq!((content.damaged, content.games[&game].inputs), (0, 1));
        fs::write(&files.acknowledged, "").unwrap();
        assert_eq!(read(&files).unwrap().unwrap().damaged, 1);
    }
}
