//! The hash chain of a game: each input is hashed with the hash of the one before, so that one hash stands for all inputs up to it.

use session::{Entry, GameId};
use sha2::{Digest as _, Sha256};
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use super::{JournalError, decode};
use crate::hex::hex;

/// A row as it is stored. Texts are bytes: a damaged row need not hold text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StoredRow {
    pub(super) game: Vec<u8>,
    pub(super) seq: i64,
    pub(super) at: i64,
    pub(super) rules: Vec<u8>,
    pub(super) body: Vec<u8>,
    /// Empty in rows of before there were hashes.
    pub(super) hash: Vec<u8>,
}

/// The hash of an input and all before it in its game: 128 bits of SHA-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChainHash([u8; 16]);

/// The end of a game's inputs: how many there are, and their hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChainEnd {
    /// The number of the next input.
    pub(super) next: u64,
    pub(super) hash: ChainHash,
}

impl ChainHash {
    /// Hash of no input.
    pub(super) const EMPTY: ChainHash = ChainHash([0; 16]);

    /// Returns the hash of one more input.
    pub(super) fn with(self, game: &[u8], seq: i64, at: i64, rules: &[u8], body: &[u8]) -> ChainHash {
        let mut hasher = Sha256::new_with_prefix(self.0);
        hasher.update(seq.to_le_bytes());
        hasher.update(at.to_le_bytes());
        for text in [game, rules, body] {
            hasher.update((text.len() as u64).to_le_bytes());
            hasher.update(text);
        }
        let mut short = [0; 16];
        for (to, from) in short.iter_mut().zip(hasher.finalize()) {
            *to = from;
        }
        ChainHash(short)
    }

    /// Returns the hash of one more row.
    pub(super) fn with_row(self, row: &StoredRow) -> ChainHash {
        self.with(&row.game, row.seq, row.at, &row.rules, &row.body)
    }

    /// Returns the hash as it stands in a row.
    pub(super) fn to_text(self) -> String {
        hex(&self.0)
    }

    /// Returns the hash from the text in a row.
    pub(super) fn from_text(text: &[u8]) -> Option<ChainHash> {
        let text = std::str::from_utf8(text).ok().filter(|text| text.len() == 32 && text.is_ascii())?;
        let mut bytes = [0; 16];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        Some(ChainHash(bytes))
    }

    /// Returns the first 64 bits.
    pub(super) fn short(self) -> [u8; 8] {
        let mut short = [0; 8];
        short.iter_mut().zip(self.0).for_each(|(to, from)| *to = from);
        short
    }
}

impl ChainEnd {
    /// The end of a game without inputs.
    pub(super) const EMPTY: ChainEnd = ChainEnd { next: 0, hash: ChainHash::EMPTY };
}

impl StoredRow {
    /// Columns of the present schema, as [`StoredRow::read`] wants them.
    pub(super) const COLUMNS: &str =
        "game_id AS game, seq AS seq, at_ms AS at, body AS body, rules AS rules, hash AS hash";

    /// Returns the row of a result. No value is refused: what a damaged column holds instead of its type is read as that type.
    pub(super) fn read(row: &SqliteRow) -> Result<StoredRow, sqlx::Error> {
        Ok(StoredRow {
            game: row.try_get_unchecked(0)?,
            seq: row.try_get_unchecked(1)?,
            at: row.try_get_unchecked(2)?,
            body: row.try_get_unchecked(3)?,
            rules: row.try_get_unchecked(4)?,
            hash: row.try_get_unchecked(5)?,
        })
    }

    /// Returns the row of a result of PostgreSQL, whose columns have no other types than their own.
    pub(super) fn read_postgres(row: &PgRow) -> Result<StoredRow, sqlx::Error> {
        Ok(StoredRow {
            game: row.try_get_unchecked(0)?,
            seq: row.try_get(1)?,
            at: row.try_get(2)?,
            body: row.try_get_unchecked(3)?,
            rules: row.try_get_unchecked(4)?,
            hash: row.try_get_unchecked(5)?,
        })
    }

    /// Returns the id of the row's game, if it is one.
    pub(super) fn game_id(&self) -> Option<GameId> {
        std::str::from_utf8(&self.game).ok()?.parse().ok()
    }
}

/// A fault of the inputs of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ChainFault {
    /// An input is missing between others.
    Gap {
        /// The number of the missing input.
        missing: u64,
    },
    /// An input, or one shortly before it, is not what was stored.
    Altered {
        /// The number of the first input whose hash does not fit.
        seq: u64,
    },
    /// An input cannot be decoded.
    Unreadable {
        /// The number of the input.
        seq: u64,
        /// Position of the fault in the text, in bytes.
        column: usize,
    },
    /// The hash of an input is damaged; the input itself is proven by a later one.
    Hash {
        /// The number of the input.
        seq: u64,
    },
}

/// A walk along the inputs of one game, in their order.
///
/// The hash that it computes depends on the inputs alone. So a hash that fits proves all inputs before it, also those whose own hashes
/// are damaged.
#[derive(Debug)]
pub(super) struct ChainWalk {
    game: GameId,
    end: ChainEnd,
    rows: u64,
    faults: Vec<ChainFault>,
    /// Inputs whose hash does not fit and that no later one has proven yet.
    unproven: Vec<u64>,
    has_hashes: bool,
    /// Inputs so far that are proven: all before this number.
    proven: u64,
}

impl ChainWalk {
    /// A walk along the inputs of `game`.
    pub(super) fn new(game: GameId) -> Self {
        ChainWalk {
            game,
            end: ChainEnd::EMPTY,
            rows: 0,
            faults: Vec::new(),
            unproven: Vec::new(),
            has_hashes: false,
            proven: 0,
        }
    }

    /// Takes the next input, and returns it decoded if it can be.
    pub(super) fn push(&mut self, row: &StoredRow) -> Option<Entry> {
        let seq = u64::try_from(row.seq).unwrap_or(u64::MAX);
        self.rows += 1;
        if seq != self.end.next {
            self.faults.push(ChainFault::Gap { missing: self.end.next });
        }
        self.end = ChainEnd { next: seq.saturating_add(1), hash: self.end.hash.with_row(row) };
        if ChainHash::from_text(&row.hash) == Some(self.end.hash) {
            self.prove();
        } else if self.has_hashes || !row.hash.is_empty() {
            self.unproven.push(seq);
        }
        self.has_hashes |= !row.hash.is_empty();
        let decoded = decode(&self.game, seq, &row.body);
        match decoded {
            Ok(entry) if entry.seq == seq && i64::try_from(entry.at.0) == Ok(row.at) => Some(entry),
            Ok(_) => {
                self.faults.push(ChainFault::Unreadable { seq, column: 0 });
                None
            }
            Err(JournalError::Unreadable { column, .. }) => {
                self.faults.push(ChainFault::Unreadable { seq, column });
                None
            }
            Err(_) => None,
        }
    }

    /// Compares the last input with what is known of it from elsewhere.
    pub(super) fn compare(&mut self, acknowledged: [u8; 8]) {
        if self.end.hash.short() == acknowledged {
            self.prove();
        } else if self.unproven.last() != self.end.next.checked_sub(1).as_ref() {
            self.unproven.extend(self.end.next.checked_sub(1));
        }
    }

    fn prove(&mut self) {
        self.proven = self.end.next;
        self.faults.extend(self.unproven.drain(..).map(|seq| ChainFault::Hash { seq }));
    }

    /// Returns the end of the inputs so far.
    pub(super) fn end(&self) -> ChainEnd {
        self.end
    }

    /// Returns the number of rows so far.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of inputs from the first on that a hash proves.
    pub(super) fn proven(&self) -> u64 {
        self.proven
    }

    /// Returns everything that is wrong with the inputs.
    pub(super) fn finish(mut self) -> Vec<ChainFault> {
        let altered = self.unproven.first().map(|seq| ChainFault::Altered { seq: *seq });
        self.faults.extend(altered);
        self.faults
    }
}

impl ChainFault {
    /// Returns the error for which a game is quarantined, or none if the game can be played all the same.
    pub(super) fn error(&self, game: GameId) -> Option<JournalError> {
        match *self {
            ChainFault::Gap { missing } => Some(JournalError::Gap { game, seq: missing }),
            ChainFault::Altered { seq } => Some(JournalError::Altered { game, seq }),
            ChainFault::Unreadable { seq, column } => Some(JournalError::Unreadable { game, seq, column }),
            ChainFault::Hash { .. } => None,
        }
    }
}
