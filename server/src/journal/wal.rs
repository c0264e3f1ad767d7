//! SQLite's write-ahead log, read as bytes before SQLite opens it.
//!
//! SQLite reads the log up to the first frame that does not fit and takes the rest for the remains of a write that never ended. It
//! cannot tell a torn end from damage in the middle. The checksum of a frame starts from the one stored in the frame before, so every
//! other frame can still be verified by itself, and a commit that another one follows was on the disk once. The format is described at
//! <https://www.sqlite.org/fileformat2.html#walformat>.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

const HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 24;
/// Sizes of pages that SQLite has.
const PAGE_BYTES_MIN: u32 = 512;
const PAGE_BYTES_MAX: u32 = 65_536;
/// Size of the pages of a journal.
const PAGE_BYTES_USUAL: usize = 4096;

/// The state of a write-ahead log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wal {
    /// There is none, or it holds nothing.
    Empty,
    /// Its header is damaged: SQLite ignores all of it.
    NoHeader {
        /// Length of the file in bytes.
        bytes: u64,
        /// Its frames, if the first of them is intact.
        frames: WalFrames,
    },
    /// Its frames can be read.
    Frames(WalFrames),
}

/// The frames of a write-ahead log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WalFrames {
    /// Bytes of a page.
    pub(super) page_bytes: usize,
    /// All frames, also those of an earlier round of the log.
    pub(super) frames: Vec<Frame>,
}

/// One frame: a new version of one page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    /// Number of the page, from 1.
    pub(super) page: u32,
    /// Size of the database in pages if the frame ends a commit, else 0.
    pub(super) commit: u32,
    /// True if it belongs to the present round of the log.
    pub(super) is_current: bool,
    /// True if its checksum fits the one stored in the frame before.
    pub(super) is_intact: bool,
}

/// Damage of a log beyond a torn end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WalDamage {
    /// The first damaged frame, from 1.
    pub(super) frame: usize,
    /// All frames of the present round.
    pub(super) frames: usize,
    /// Commits from that frame on that were on the disk once and that SQLite does not reach.
    pub(super) commits: usize,
}

impl WalFrames {
    /// Returns the number of frames that SQLite can read: all before the first that does not fit.
    fn readable(&self) -> usize {
        self.frames.iter().take_while(|frame| frame.is_current && frame.is_intact).count()
    }

    /// Returns the damage, if there is any that a torn end does not explain.
    pub(super) fn damage(&self) -> Option<WalDamage> {
        let readable = self.readable();
        let last = self.frames.iter().rposition(|frame| frame.is_current)?;
        let beyond = self.frames.get(readable..last + 1)?;
        // The last frame may end a commit that was never acknowledged, or be a part of one.
        let commits =
            beyond.iter().rev().skip(1).filter(|frame| frame.is_current && frame.commit > 0).count();
        (commits > 0).then_some(WalDamage { frame: readable + 1, frames: last + 1, commits })
    }

    /// Returns for each page the last intact frame that holds it, as positions in the file, and the size of the database in pages, up to
    /// the last commit that is intact.
    pub(super) fn newest_pages(&self) -> (Vec<(u32, u64)>, u32) {
        let is_sound = |frame: &Frame| frame.is_current && frame.is_intact && frame.page > 0;
        let last = self.frames.iter().rposition(|frame| is_sound(frame) && frame.commit > 0);
        let Some(last) = last else { return (Vec::new(), 0) };
        let mut newest = std::collections::BTreeMap::new();
        let mut size = 0;
        for (at, frame) in self.frames.iter().enumerate().take(last + 1).filter(|(_, frame)| is_sound(frame))
        {
            newest.insert(frame.page, self.position(at));
            size = if frame.commit > 0 { frame.commit } else { size };
        }
        (newest.into_iter().filter(|(page, _)| *page <= size).collect(), size)
    }

    /// Returns the place of a frame's page in the file.
    fn position(&self, at: usize) -> u64 {
        (HEADER_BYTES + at * (FRAME_HEADER_BYTES + self.page_bytes) + FRAME_HEADER_BYTES) as u64
    }
}

/// Reads a write-ahead log.
pub(super) fn read(path: &Path) -> io::Result<Wal> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Wal::Empty),
        Err(error) => return Err(error),
    };
    let bytes = file.metadata()?.len();
    let mut file = BufReader::new(file);
    let mut header = Vec::new();
    file.by_ref().take(HEADER_BYTES as u64).read_to_end(&mut header)?;
    if bytes <= HEADER_BYTES as u64 {
        return Ok(Wal::Empty);
    }
    let Some(round) = Round::of(&header) else {
        let mut first = Vec::new();
        file.by_ref().take(FRAME_HEADER_BYTES as u64).read_to_end(&mut first)?;
        let frames = frames(&Round::guess(&first), Read::chain(first.as_slice(), file))?;
        // Zeros are left by a power cut after a log was made and before it was written to.
        let is_blank = header.iter().chain(&first).all(|byte| *byte == 0) && is_zero(File::open(path)?)?;
        return Ok(if is_blank { Wal::Empty } else { Wal::NoHeader { bytes, frames } });
    };
    let frames = frames(&round, file)?;
    if frames.frames.is_empty() { Ok(Wal::Empty) } else { Ok(Wal::Frames(frames)) }
}

/// Reads the frames of a round.
fn frames(round: &Round, mut file: impl Read) -> io::Result<WalFrames> {
    let mut frames = Vec::new();
    let mut sum = round.sum;
    let mut frame = vec![0; FRAME_HEADER_BYTES + round.page_bytes];
    while read_whole(&mut file, &mut frame)? {
        let Some((head, page)) = frame.split_at_checked(FRAME_HEADER_BYTES) else { break };
        let stored = (number(head, 16), number(head, 20));
        let computed =
            sum.map(|sum| round.checksum(round.checksum(sum, head.get(..8).unwrap_or_default()), page));
        frames.push(Frame {
            page: number(head, 0),
            commit: number(head, 4),
            is_current: (number(head, 8), number(head, 12)) == round.salts,
            is_intact: computed.is_none_or(|computed| computed == stored),
        });
        sum = Some(stored);
    }
    Ok(WalFrames { page_bytes: round.page_bytes, frames })
}

/// The header of a log.
struct Round {
    page_bytes: usize,
    salts: (u32, u32),
    /// Checksum that the first frame starts from, if it is known.
    sum: Option<(u32, u32)>,
    is_big_endian: bool,
}

impl Round {
    /// The round of a log whose header is damaged, as its first frame and SQLite's defaults have it.
    fn guess(first: &[u8]) -> Round {
        let salts = (number(first, 8), number(first, 12));
        Round { page_bytes: PAGE_BYTES_USUAL, salts, sum: None, is_big_endian: cfg!(target_endian = "big") }
    }

    fn of(header: &[u8]) -> Option<Round> {
        if header.len() < HEADER_BYTES {
            return None;
        }
        let is_big_endian = match number(header, 0) {
            0x377f_0682 => false,
            0x377f_0683 => true,
            _ => return None,
        };
        let page = number(header, 8);
        let round = Round {
            page_bytes: usize::try_from(page).ok()?,
            salts: (number(header, 16), number(header, 20)),
            sum: Some((number(header, 24), number(header, 28))),
            is_big_endian,
        };
        let is_size = page.is_power_of_two() && (PAGE_BYTES_MIN..=PAGE_BYTES_MAX).contains(&page);
        (is_size && Some(round.checksum((0, 0), header.get(..24)?)) == round.sum).then_some(round)
    }

    /// Returns the checksum `sum` continued over `bytes`, whose length is a multiple of 8.
    fn checksum(&self, sum: (u32, u32), bytes: &[u8]) -> (u32, u32) {
        let word = |bytes: &[u8; 4]| {
            if self.is_big_endian { u32::from_be_bytes(*bytes) } else { u32::from_le_bytes(*bytes) }
        };
        bytes.as_chunks().0.as_chunks::<2>().0.iter().fold(sum, |(first, second), [even, odd]| {
            let first = first.wrapping_add(word(even)).wrapping_add(second);
            (first, second.wrapping_add(word(odd)).wrapping_add(first))
        })
    }
}

/// Returns the number of four bytes at `at`; 0 if they are not there.
fn number(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |bytes| u32::from_be_bytes(*bytes))
}

/// Fills `buffer`; returns false if the file ends before.
fn read_whole(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

fn is_zero(mut file: impl Read) -> io::Result<bool> {
    let mut buffer = [0; 4096];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(true),
            read if buffer.iter().take(read).any(|byte| *byte != 0) => return Ok(false),
            _ => {}
        }
    }
}
