//! Every kind of damage: what is said, what is lost, and what a repair brings back. Never is anything lost without a word.

use std::fmt::Write as _;
use std::fs;

use tabula::journal::{Doubt, Doubtful, Journal as _, JournalError, OnLoss, check, repair};

use super::disk::{Disk, Inputs, entry, game, read};

const DATABASE: &str = "journal.db";
const LOG: &str = "journal.db-wal";
const INDEX: &str = "journal.db-shm";
const ACKNOWLEDGED: &str = "journal.ack";

const PAGE: usize = 4096;
const FRAME: usize = 24 + PAGE;

/// A damage: the file, its description, and what it does.
type Damage = (&'static str, &'static str, fn(&Disk));

/// Damages of the database of a server that was stopped: there is no log that holds newer pages.
const DAMAGES_AFTER_A_STOP: [Damage; 10] = [
    (DATABASE, "a bit of the header's first word", |disk| flip(disk, DATABASE, |_| 3)),
    (DATABASE, "a bit of the size of pages", |disk| flip(disk, DATABASE, |_| 16)),
    (DATABASE, "a bit of the number of pages", |disk| flip(disk, DATABASE, |_| 31)),
    (DATABASE, "a bit of the text encoding", |disk| flip(disk, DATABASE, |_| 59)),
    (DATABASE, "a bit of a column's name in the schema", |disk| {
        flip(disk, DATABASE, |bytes| find(bytes, "seq     INTEGER"));
    }),
    (DATABASE, "a bit of the checksum of a migration", |disk| {
        // Behind its name and the time of its application, which is as long as this one.
        flip(disk, DATABASE, |bytes| find(bytes, "hashes20") + "hashes2026-11-24 03:30:00".len() + 7);
    }),
    (DATABASE, "a letter of the name of the list of migrations", |disk| {
        flip(disk, DATABASE, |bytes| find(bytes, "_sqlx_migrations_sqlx_migrations"));
    }),
    (DATABASE, "the first page is zeros", |disk| disk.change(DATABASE, |bytes| bytes[..PAGE].fill(0))),
    (DATABASE, "a page with inputs is zeros", |disk| {
        disk.change(DATABASE, |bytes| {
            let page = find(bytes, &quiet_input()) / PAGE * PAGE;
            bytes[page..page + PAGE].fill(0);
        });
    }),
    (DATABASE, "cut in half", |disk| halve(disk, DATABASE)),
];

/// Returns the place of a text in a file; the last one, since pages grow downwards and leave old copies behind.
fn find(bytes: &[u8], text: &str) -> usize {
    bytes.windows(text.len()).rposition(|window| window == text.as_bytes()).unwrap()
}

/// Returns the start of the frame at 30 % of the log.
fn frame(bytes: &[u8]) -> usize {
    32 + (bytes.len() - 32) / FRAME * 3 / 10 * FRAME
}

/// Returns the text of an input that only the database holds.
fn quiet_input() -> String {
    serde_json::to_string(&entry(20, 10)).unwrap()
}

fn flip(disk: &Disk, file: &str, place: impl FnOnce(&[u8]) -> usize) {
    disk.change(file, |bytes| {
        let place = place(bytes);
        bytes[place] ^= 1;
    });
}

fn halve(disk: &Disk, file: &str) {
    disk.change(file, |bytes| bytes.truncate(bytes.len() / 2));
}

fn remove(disk: &Disk, file: &str) {
    fs::remove_file(disk.file(file)).unwrap();
}

const DAMAGES: [Damage; 32] = [
    (DATABASE, "none", |_| {}),
    (DATABASE, "the first page is zeros", |disk| disk.change(DATABASE, |bytes| bytes[..PAGE].fill(0))),
    (DATABASE, "a bit of the kind of a page with inputs", |disk| {
        flip(disk, DATABASE, |bytes| find(bytes, &quiet_input()) / PAGE * PAGE);
    }),
    (DATABASE, "a bit of the number of rows of such a page", |disk| {
        flip(disk, DATABASE, |bytes| find(bytes, &quiet_input()) / PAGE * PAGE + 4);
    }),
    (DATABASE, "such a page is zeros", |disk| {
        disk.change(DATABASE, |bytes| {
            let page = find(bytes, &quiet_input()) / PAGE * PAGE;
            bytes[page..page + PAGE].fill(0);
        });
    }),
    (DATABASE, "a digit of an input", |disk| {
        flip(disk, DATABASE, |bytes| find(bytes, &quiet_input()) + quiet_input().len() - 4);
    }),
    (DATABASE, "a byte of an input that is no text then", |disk| {
        disk.change(DATABASE, |bytes| {
            let place = find(bytes, &quiet_input());
            bytes[place + 9] = 0xff;
        });
    }),
    (DATABASE, "a letter of a game's id", |disk| {
        flip(disk, DATABASE, |bytes| find(&bytes[..find(bytes, &quiet_input())], "game0020") + 2);
    }),
    (DATABASE, "a bit of the hash of an input", |disk| {
        flip(disk, DATABASE, |bytes| find(bytes, &quiet_input()) + quiet_input().len() + "rules".len() + 1);
    }),
    (DATABASE, "cut in half", |disk| halve(disk, DATABASE)),
    (DATABASE, "emptied", |disk| disk.change(DATABASE, Vec::clear)),
    (DATABASE, "removed", |disk| remove(disk, DATABASE)),
    (LOG, "a bit of the header's first word", |disk| flip(disk, LOG, |_| 3)),
    (LOG, "a bit of the header's salt", |disk| flip(disk, LOG, |_| 17)),
    (LOG, "a bit of the header's checksum", |disk| flip(disk, LOG, |_| 25)),
    (LOG, "a bit of the page number of the frame at 30 %", |disk| flip(disk, LOG, |bytes| frame(bytes) + 3)),
    (LOG, "a bit of the commit mark of that frame", |disk| flip(disk, LOG, |bytes| frame(bytes) + 7)),
    (LOG, "a bit of the salt of that frame", |disk| flip(disk, LOG, |bytes| frame(bytes) + 9)),
    (LOG, "a bit of the checksum of that frame", |disk| flip(disk, LOG, |bytes| frame(bytes) + 17)),
    (LOG, "a bit of the page in that frame", |disk| flip(disk, LOG, |bytes| frame(bytes) + 24 + 3000)),
    (LOG, "that frame is zeros", |disk| {
        disk.change(LOG, |bytes| {
            let frame = frame(bytes);
            bytes[frame..frame + FRAME].fill(0);
        });
    }),
    (LOG, "a bit of the last frame", |disk| flip(disk, LOG, |bytes| bytes.len() - 1000)),
    (LOG, "the last frame is cut", |disk| disk.change(LOG, |bytes| bytes.truncate(bytes.len() - 1000))),
    (LOG, "cut in half", |disk| halve(disk, LOG)),
    (LOG, "emptied", |disk| disk.change(LOG, Vec::clear)),
    (LOG, "removed", |disk| remove(disk, LOG)),
    (INDEX, "all bits flipped", |disk| {
        disk.change(INDEX, |bytes| bytes.iter_mut().for_each(|byte| *byte ^= 0xff));
    }),
    (INDEX, "removed", |disk| remove(disk, INDEX)),
    (ACKNOWLEDGED, "a bit of the header", |disk| flip(disk, ACKNOWLEDGED, |_| 3)),
    (ACKNOWLEDGED, "a bit of a record", |disk| flip(disk, ACKNOWLEDGED, |bytes| bytes.len() / 2)),
    (ACKNOWLEDGED, "cut in half", |disk| halve(disk, ACKNOWLEDGED)),
    (ACKNOWLEDGED, "removed", |disk| remove(disk, ACKNOWLEDGED)),
];

/// The consequence of a damage.
#[derive(Debug)]
struct Outcome {
    /// The doubts and quarantines at the start.
    doubts: String,
    /// Acknowledged inputs that are missing if the server goes on as it is; none if it does not.
    lost: Option<usize>,
    /// Acknowledged inputs that are missing after a repair.
    lost_after_repair: usize,
}

/// Starts on a damaged journal, with and without accepting a loss, and repairs it. Panics if anything is lost without a word.
async fn outcome(disk: &Disk, truth: &Inputs) -> Outcome {
    let whole = disk.copy();
    let found = disk.bytes();
    let mut doubts = Vec::new();
    let lost = match disk.open().await {
        Ok(journal) => {
            let (left, quarantined) = read(&journal).await;
            for (game, inputs) in truth {
                assert!(left.get(game) == Some(inputs) || quarantined.contains(game), "{game} is not whole");
            }
            assert!(left.keys().all(|game| truth.contains_key(game)), "a game came out of nowhere");
            if !quarantined.is_empty() {
                doubts.push(format!("{} quarantined", quarantined.len()));
            }
            Some(0)
        }
        Err(JournalError::Doubtful(doubtful)) => {
            assert_eq!(disk.bytes(), found, "nothing is changed");
            assert_eq!(disk.copies().len(), 1, "the files are kept");
            doubts.extend(kinds(&doubtful));
            accept(disk, truth, &doubtful).await
        }
        Err(other) => panic!("{other}"),
    };
    let report = check(&whole.database()).await.unwrap();
    assert!(report.is_whole() == doubts.is_empty() || doubts.is_empty(), "{report:?}");
    let repaired = repair(&whole.database(), OnLoss::Accept).await.unwrap();
    assert_eq!(repaired.copy.is_some(), !report.is_whole());
    let journal = whole.open().await.unwrap();
    let (left, quarantined) = read(&journal).await;
    assert_eq!(quarantined, [], "a repaired journal has no faults");
    let mut lost_after_repair = 0;
    for (game, inputs) in truth {
        let left = left.get(game).map_or(&[][..], Vec::as_slice);
        assert!(inputs.starts_with(left), "{game} is a beginning");
        let lost = inputs.len() - left.len();
        let loss = repaired.losses.iter().find(|loss| loss.game == *game);
        assert_eq!(loss.map_or(0, |loss| loss.known - loss.left), lost as u64, "{game}");
        lost_after_repair += lost;
    }
    Outcome {
        doubts: if doubts.is_empty() { "nothing".to_owned() } else { doubts.join("; ") },
        lost,
        lost_after_repair,
    }
}

/// Goes on without what is lost. Returns how many inputs that is, or none if the database cannot be used.
async fn accept(disk: &Disk, truth: &Inputs, doubtful: &Doubtful) -> Option<usize> {
    let journal = match disk.open_after_loss().await {
        Ok(journal) => journal,
        Err(JournalError::Doubtful(_)) if doubtful.needs_repair() => return None,
        Err(other) => panic!("{other}"),
    };
    let (left, quarantined) = read(&journal).await;
    let mut lost = 0;
    for (game, inputs) in truth.iter().filter(|(game, _)| !quarantined.contains(game)) {
        let left = left.get(game).map_or(&[][..], Vec::as_slice);
        assert!(inputs.starts_with(left), "{game} is a beginning");
        let is_said = doubtful
            .doubts
            .iter()
            .any(|doubt| matches!(doubt, Doubt::Short { game: short, .. } if short == game));
        let knows_nothing = doubtful.doubts.contains(&Doubt::NothingAcknowledged);
        assert!(left.len() == inputs.len() || is_said || knows_nothing, "{game} is short without a word");
        lost += inputs.len() - left.len();
    }
    journal.close().await;
    Some(lost)
}

/// Returns the kinds of doubts in a few words.
fn kinds(doubtful: &Doubtful) -> Vec<String> {
    let (mut doubts, mut short) = (Vec::new(), 0);
    for doubt in &doubtful.doubts {
        match doubt {
            Doubt::Short { .. } => short += 1,
            Doubt::NoDatabase => doubts.push("no database".to_owned()),
            Doubt::Malformed(_) => doubts.push("database malformed".to_owned()),
            Doubt::WalFrame { .. } => doubts.push("log damaged".to_owned()),
            Doubt::WalHeader { .. } => doubts.push("log without a header".to_owned()),
            Doubt::NothingAcknowledged => doubts.push("`journal.ack` missing".to_owned()),
            Doubt::AcknowledgedDamaged { .. } => doubts.push("`journal.ack` damaged".to_owned()),
        }
    }
    doubts.dedup();
    doubts.extend((short > 0).then(|| format!("{short} short")));
    doubts
}

/// Rows of the short run: of each file, and of each thing that is said at the start.
const SHORT_ROWS: [usize; 14] = [0, 2, 6, 10, 12, 15, 21, 24, 26, 28, 31, 32, 36, 41];

#[tokio::test]
async fn nothing_is_lost_without_a_word() {
    let (disk, truth) = Disk::killed().await;
    let inputs: usize = truth.values().map(Vec::len).sum();
    let mut table = format!("Of {} games with {inputs} inputs:\n\n", truth.len());
    table.push_str("| server | file | damage | said at the start, with numbers of games | inputs lost if that is accepted | inputs lost after a repair |\n|---|---|---|---|---|---|\n");
    let stopped = disk.copy();
    stopped.open().await.unwrap().close().await;
    let after_a_stop = DAMAGES_AFTER_A_STOP.map(|damage| ("stopped", &stopped, damage));
    let after_a_kill = DAMAGES.map(|damage| ("killed", &disk, damage));
    let is_whole = dev::is_long() || std::env::var_os("UPDATE_GOLDEN").is_some();
    let all: Vec<_> = after_a_kill.into_iter().chain(after_a_stop).collect();
    let rows = all.len();
    let chosen = all.into_iter().enumerate().filter(|(row, _)| is_whole || SHORT_ROWS.contains(row));
    for (_, (server, disk, (file, damage, harm))) in chosen {
        let damaged = disk.copy();
        harm(&damaged);
        println!("{file}: {damage}");
        let outcome = outcome(&damaged, &truth).await;
        let lost = match outcome.lost {
            Some(lost) if outcome.doubts == "nothing" || lost == 0 => "0".to_owned(),
            Some(lost) => lost.to_string(),
            None => "not usable as it is".to_owned(),
        };
        let (doubts, after) = (outcome.doubts, outcome.lost_after_repair);
        writeln!(table, "| {server} | `{file}` | {damage} | {doubts} | {lost} | {after} |").unwrap();
    }
    let file = dev::path("server/DISKS.md");
    let document = fs::read_to_string(&file).unwrap();
    let (start, end) = ("<!-- the matrix -->\n", "<!-- end of the matrix -->");
    let (before, rest) = document.split_once(start).unwrap();
    let (written, after) = rest.split_once(end).unwrap();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(file, format!("{before}{start}{table}{end}{after}")).unwrap();
    } else if is_whole {
        assert_eq!(written, table, "server/DISKS.md is out of date: UPDATE_GOLDEN=1 writes it");
    } else {
        assert_eq!(
            written.lines().filter(|line| line.contains(" | `")).count(),
            rows,
            "rows of server/DISKS.md"
        );
        for line in table.lines() {
            assert!(
                written.lines().any(|row| row == line),
                "server/DISKS.md is out of date: it lacks {line}"
            );
        }
    }
}

#[tokio::test]
async fn no_flipped_bit_is_lost_without_a_word() {
    let (disk, truth) = Disk::killed().await;
    let flips = if dev::is_long() { 2000 } else { 6 };
    let mut random = dev::Random::seeded(20);
    for number in 0..flips {
        let damaged = disk.copy();
        let file = [DATABASE, LOG, ACKNOWLEDGED][number % 3];
        damaged.change(file, |bytes| {
            let (at, bit) = (random.below(bytes.len()), random.below(8));
            println!("{number}: {file}, byte {at}, bit {bit}");
            bytes[at] ^= 1 << bit;
        });
        outcome(&damaged, &truth).await;
    }
}

#[tokio::test]
async fn the_number_of_a_damaged_row_says_nothing() {
    let (disk, truth) = Disk::killed().await;
    // The last input of a game becomes number 83.
    disk.change(DATABASE, |bytes| {
        let place = find(bytes, &format!("game0020{}", char::from(19))) + "game0020".len();
        bytes[place] = 83;
    });
    let before = check(&disk.database()).await.unwrap();
    assert!(
        before.faults.iter().any(|fault| matches!(fault, JournalError::Gap { seq: 19, .. })),
        "{before:?}"
    );
    outcome(&disk, &truth).await;
}

#[tokio::test]
async fn a_repair_brings_back_what_lies_behind_a_damaged_frame() {
    let (disk, truth) = Disk::killed().await;
    flip(&disk, LOG, |bytes| frame(bytes) + 24 + 3000);
    let untouched = disk.bytes();
    let repaired = repair(&disk.database(), OnLoss::Refuse).await.unwrap();
    assert_eq!(repaired.losses, []);
    let copy = repaired.copy.unwrap();
    assert_eq!(fs::read(copy.join(LOG)).unwrap(), untouched[1]);
    let journal = disk.open().await.unwrap();
    assert_eq!(read(&journal).await, (truth, Vec::new()));
    // It goes on as if nothing had been.
    journal.append(&game(1), &entry(1, 24), None).await.unwrap();
    journal.close().await;
    drop(journal);
    assert!(check(&disk.database()).await.unwrap().is_whole());
}

#[tokio::test]
async fn a_repair_that_would_lose_something_changes_nothing_unless_told() {
    let (disk, truth) = Disk::killed().await;
    halve(&disk, LOG);
    let found = disk.bytes();
    let refused = repair(&disk.database(), OnLoss::Refuse).await.unwrap();
    assert!(refused.copy.is_none() && !refused.losses.is_empty());
    assert_eq!(disk.bytes(), found);
    let accepted = repair(&disk.database(), OnLoss::Accept).await.unwrap();
    assert_eq!(accepted.losses, refused.losses);
    let (left, _) = read(&disk.open().await.unwrap()).await;
    let lost: u64 = refused.losses.iter().map(|loss| loss.known - loss.left).sum();
    let missing = truth.iter().map(|(game, inputs)| inputs.len() - left.get(game).map_or(0, Vec::len));
    assert_eq!(lost, missing.sum::<usize>() as u64);
}
