//! The start of a server on a damaged journal.

use std::borrow::Cow;
use std::fs;
use std::path::Path;
use std::process::Command;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tabula::journal::{Doubt, Journal as _, JournalError, SqliteJournal};

use super::disk::{Disk, entry, game, read};
use crate::common::player::play;
use crate::common::process::Process;
use crate::common::{Player, pair};

/// Returns the doubts for which the journal was not opened.
fn doubts(opened: Result<SqliteJournal, JournalError>) -> Vec<Doubt> {
    match opened {
        Err(JournalError::Doubtful(doubtful)) => doubtful.doubts,
        other => panic!("{other:?}"),
    }
}

async fn database(file: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(file).create_if_missing(true).connect().await.unwrap()
}

/// Changes the database as somebody would who has the file.
pub async fn change(disk: &Disk, statement: &str) {
    let mut database = database(&disk.database()).await;
    sqlx::query(statement).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

#[tokio::test]
async fn a_killed_server_leaves_nothing_to_doubt() {
    let (disk, inputs) = Disk::killed().await;
    let journal = disk.open().await.unwrap();
    assert_eq!(read(&journal).await, (inputs.clone(), Vec::new()));
    journal.append(&game(1), &entry(1, 24), None).await.unwrap();
    journal.close().await;
    drop(journal);
    assert_eq!(read(&disk.open().await.unwrap()).await.0[&game(1)].len(), 25);
    assert!(disk.copies().is_empty());
}

#[tokio::test]
async fn a_damaged_wal_is_noticed_and_kept_before_anything_is_written() {
    let (disk, inputs) = Disk::killed().await;
    disk.flip("journal.db-wal", 0.3);
    let found = disk.bytes();
    let reported = doubts(disk.open().await);
    assert!(reported.iter().any(|doubt| matches!(doubt, Doubt::WalFrame { .. })), "{reported:?}");
    let short = reported.iter().filter(|doubt| matches!(doubt, Doubt::Short { .. })).count();
    assert!(short > 10, "{reported:?}");
    assert!(reported.contains(&Doubt::Short { game: game(24), stored: 0, acknowledged: 1 }));
    assert_eq!(disk.bytes(), found, "nothing is changed");
    // A service manager may start it again and again.
    doubts(disk.open().await);
    let copies = disk.copies();
    assert_eq!(copies.len(), 1);
    for (name, bytes) in ["journal.db", "journal.db-wal", "journal.ack"].into_iter().zip(&found) {
        assert_eq!(fs::read(copies[0].join(name)).unwrap(), *bytes, "{name}");
    }
    let journal = disk.open_after_loss().await.unwrap();
    let (left, quarantined) = read(&journal).await;
    assert!(quarantined.is_empty());
    for (id, acknowledged) in &inputs {
        let left = left.get(id).map_or(&[][..], Vec::as_slice);
        assert!(acknowledged.starts_with(left), "{id} is a beginning");
        let is_reported =
            reported.iter().any(|doubt| matches!(doubt, Doubt::Short { game, .. } if game == id));
        assert_eq!(left.len() < acknowledged.len(), is_reported, "{id}");
    }
    // Whether the server ends as it should or is killed.
    assert_eq!(read(&disk.copy().open().await.unwrap()).await.0, left, "a loss is accepted once");
    journal.close().await;
    drop(journal);
    assert_eq!(read(&disk.open().await.unwrap()).await.0, left, "a loss is accepted once");
}

#[tokio::test]
async fn a_wal_that_lost_its_end_or_all_of_itself_is_noticed() {
    let (disk, _) = Disk::killed().await;
    for part in [0, 1, 2] {
        let disk = disk.copy();
        disk.change("journal.db-wal", |bytes| bytes.truncate(bytes.len() * part / 3));
        let found = doubts(disk.open().await);
        assert!(
            found.iter().all(|doubt| matches!(doubt, Doubt::Short { .. })) && !found.is_empty(),
            "{found:?}"
        );
    }
    let gone = disk.copy();
    fs::remove_file(gone.file("journal.db-wal")).unwrap();
    assert!(doubts(gone.open().await).len() >= 16);
    let header = disk.copy();
    header.change("journal.db-wal", |bytes| bytes[17] ^= 1);
    assert!(matches!(doubts(header.open().await)[..], [Doubt::WalHeader { .. }, Doubt::Short { .. }, ..]));
    // SQLite removes the log of an empty database.
    let empty = disk.copy();
    empty.change("journal.db", Vec::clear);
    assert_eq!(doubts(empty.open().await)[0], Doubt::NoDatabase);
    assert!(empty.file("journal.db-wal").exists());
}

#[tokio::test]
async fn a_torn_end_is_no_loss() {
    let (disk, inputs) = Disk::killed().await;
    // A commit that was being written, of which the disk got the second frame and not the first.
    disk.change("journal.db-wal", |bytes| {
        let page = 4096 + 24;
        let frames = (bytes.len() - 32) / page;
        let mut last = bytes[32 + (frames - 1) * page..][..page].to_vec();
        bytes.extend(vec![0; page]);
        last[20] ^= 7;
        bytes.extend(last);
        bytes.extend([1; 100]);
    });
    // The latest record did not reach the disk, nor did the one that a game was removed.
    disk.change("journal.ack", |bytes| {
        let kept = bytes.len() - 2 * 32;
        bytes[kept..].fill(0);
    });
    let journal = disk.open().await.unwrap();
    assert_eq!(read(&journal).await.0, inputs);
}

#[tokio::test]
async fn an_altered_row_quarantines_its_game() {
    let (disk, _) = Disk::killed().await;
    // It can be decoded, and fits in between the others.
    change(&disk, "UPDATE input SET body = replace(body, 'conn\":2', 'conn\":3') WHERE game_id = 'game0001' AND seq = 4").await;
    change(&disk, "UPDATE input SET rules = 'others' WHERE game_id = 'game0002' AND seq = 23").await;
    // The hash alone: a later input proves that all else is as it was.
    change(&disk, "UPDATE input SET hash = replace(hash, 'a', 'b') WHERE game_id = 'game0004' AND seq < 20")
        .await;
    let journal = disk.open().await.unwrap();
    let (left, quarantined) = read(&journal).await;
    assert_eq!(quarantined, [game(1), game(2)]);
    assert_eq!(left[&game(4)].len(), 24);
    assert!(matches!(journal.load(&game(1)).await, Err(JournalError::Altered { seq: 4, .. })));
    // It is still known how long these games were.
    journal.close().await;
    drop(journal);
    change(&disk, "DELETE FROM input WHERE game_id = 'game0002' AND seq > 10").await;
    let short = Doubt::Short { game: game(2), stored: 11, acknowledged: 24 };
    assert_eq!(doubts(disk.open().await), [short]);
}

#[tokio::test]
async fn bytes_that_are_no_text_quarantine_their_game() {
    let (disk, inputs) = Disk::killed().await;
    for (column, number) in [("body", 1), ("rules", 2), ("hash", 4)] {
        let statement = format!(
            "UPDATE input SET {column} = CAST(x'7b22ff7d' AS TEXT) WHERE game_id = 'game000{number}' AND seq = 23"
        );
        change(&disk, &statement).await;
    }
    let journal = disk.open().await.unwrap();
    let (left, quarantined) = read(&journal).await;
    // The hash alone proves nothing against its game: `journal.ack` knows better.
    assert_eq!(quarantined, [game(1), game(2), game(4)]);
    assert_eq!(left.len(), inputs.len() - 3);
    assert!(matches!(journal.load(&game(1)).await, Err(JournalError::Unreadable { seq: 23, column: 2, .. })));
    journal.close().await;
    drop(journal);
    // A game's id: these inputs are of no game, and are missed where they should be.
    change(&disk, "UPDATE input SET game_id = CAST(x'67ff' AS TEXT) WHERE game_id = 'game0005' AND seq = 23")
        .await;
    let short = Doubt::Short { game: game(5), stored: 23, acknowledged: 24 };
    assert_eq!(doubts(disk.open().await), [short]);
}

#[tokio::test]
async fn a_journal_without_hashes_goes_on_with_them() {
    let disk = Disk::empty();
    let mut old = database(&disk.database()).await;
    let sources = [("inputs", "0001_inputs.sql"), ("rules", "0002_rules.sql")];
    let step = |(number, (name, file)): (i64, (&'static str, &str))| {
        let sql = fs::read_to_string(dev::path("server/migrations/sqlite").join(file)).unwrap();
        Migration::new(number, Cow::Borrowed(name), MigrationType::Simple, Cow::Owned(sql), false)
    };
    let migrations = (1..).zip(sources).map(step).collect();
    Migrator { migrations, ..Migrator::DEFAULT }.run_direct(&mut old).await.unwrap();
    for seq in 0..5 {
        let (body, at) = (serde_json::to_string(&entry(1, seq)).unwrap(), entry(1, seq).at.0);
        let insert = "INSERT INTO input VALUES ('game0001', ?1, ?2, ?3, 'old rules')";
        let insert = sqlx::query(insert).bind(i64::try_from(seq).unwrap()).bind(i64::try_from(at).unwrap());
        insert.bind(body).execute(&mut old).await.unwrap();
    }
    old.close().await.unwrap();
    let journal = disk.open().await.unwrap();
    journal.append(&game(1), &entry(1, 5), None).await.unwrap();
    journal.close().await;
    drop(journal);
    let journal = disk.open().await.unwrap();
    assert_eq!(read(&journal).await.0[&game(1)].len(), 6);
    journal.close().await;
    drop(journal);
    // The first input with a hash seals those without.
    change(&disk, "UPDATE input SET at_ms = at_ms + 1, body = replace(body, '00003', '00004') WHERE seq = 3")
        .await;
    assert_eq!(read(&disk.open().await.unwrap()).await.1, [game(1)]);
}

#[tokio::test]
async fn a_restored_backup_is_a_loss_to_accept() {
    let (disk, inputs) = Disk::killed().await;
    fs::remove_file(disk.file("journal.ack")).unwrap();
    assert_eq!(doubts(disk.open().await), [Doubt::NothingAcknowledged]);
    assert_eq!(read(&disk.open_after_loss().await.unwrap()).await.0, inputs);
    let (damaged, _) = Disk::killed().await;
    damaged.change("journal.ack", |bytes| bytes[40] ^= 1);
    assert_eq!(doubts(damaged.open().await), [Doubt::AcknowledgedDamaged { records: 1 }]);
}

#[tokio::test]
async fn a_malformed_database_is_not_used() {
    let (disk, _) = Disk::killed().await;
    // Otherwise the write-ahead log holds newer versions of the pages, and nothing is amiss.
    disk.open().await.unwrap().close().await;
    let whole = disk.copy();
    disk.change("journal.db", |bytes| bytes[8192..8300].fill(0x55));
    for opened in [disk.open().await, disk.open_after_loss().await] {
        let found = doubts(opened);
        assert!(found.iter().any(|doubt| matches!(doubt, Doubt::Malformed(_))), "{found:?}");
    }
    whole.change("journal.db", |bytes| bytes[0] ^= 1);
    assert!(matches!(doubts(whole.open().await)[0], Doubt::Malformed(_)));
}

#[tokio::test]
async fn the_binary_says_which_games_are_short_and_goes_on_only_if_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let (mut white, mut black) = pair(server.address, "vanilla").await;
    play(&mut white, &mut black, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6").await;
    server.kill();
    let wal = folder.path().join("data/journal.db-wal");
    let mut bytes = fs::read(&wal).unwrap();
    // Four frames before the end: in one of the last moves.
    let at = bytes.len() - 4 * 4120 + 1000;
    bytes[at] ^= 1;
    fs::write(&wal, &bytes).unwrap();

    let tabula = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
        command.args(["--listen", "127.0.0.1:0", "--rules"]).arg(dev::path("rules"));
        command.arg("--data").arg(folder.path().join("data"));
        command
    };
    let refused = tabula().output().unwrap();
    assert_eq!(refused.status.code(), Some(3));
    let output = String::from_utf8(refused.stderr).unwrap();
    assert!(output.contains(&format!("game {} is short", white.game)), "{output}");
    assert!(output.contains("write-ahead log is damaged") && output.contains("--accept-loss"), "{output}");
    assert_eq!(fs::read(&wal).unwrap(), bytes);

    let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
    command.arg("--accept-loss");
    let server = Process::spawn(command, folder.path());
    let (_, joined): (Player, _) = white.reconnect(server.address).await;
    assert!(joined["ply"].as_u64().unwrap() < 6);
    assert!(server.log().contains("loss accepted"));
}

#[tokio::test]
async fn the_command_checks_repairs_and_exports() {
    let (disk, inputs) = Disk::killed().await;
    let tabula = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
        let output = command.arg("journal").args(arguments).arg("--data").arg(disk.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let count: usize = inputs.values().map(Vec::len).sum();
    let whole =
        format!("{} games with {count} inputs, and 0 finished games\nNothing is wrong.\n", inputs.len());
    assert_eq!(tabula(&["check"]), (Some(0), whole.clone()));
    assert_eq!(tabula(&["repair"]), (Some(0), whole.clone()));
    let (code, exported) = tabula(&["export"]);
    assert_eq!((code, exported.lines().count()), (Some(0), count + 1), "the last line counts the others");
    let first: serde_json::Value = serde_json::from_str(exported.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["game"], &first["seq"], &first["sound"]),
        (&"game0000".into(), &0.into(), &true.into())
    );
    assert_eq!(first["entry"], serde_json::to_value(entry(0, 0)).unwrap());

    // What a killed repair left behind is removed by the next.
    let left = disk.file("journal-work-killed");
    fs::create_dir(&left).unwrap();
    fs::write(left.join("template.db"), "half").unwrap();
    assert_eq!(tabula(&["export"]).0, Some(0));
    assert!(!left.exists());

    fs::remove_file(disk.file("journal.ack")).unwrap();
    assert_eq!(tabula(&["check"]).0, Some(3));
    assert_eq!(tabula(&["check", "--backup"]), (Some(0), whole));
    let repaired = tabula(&["repair"]);
    assert_eq!(repaired.0, Some(0));
    assert!(repaired.1.contains("Nothing that was acknowledged is lost."), "{}", repaired.1);

    change(&disk, "DELETE FROM input WHERE game_id = 'game0001' AND seq > 10").await;
    let (code, output) = tabula(&["check"]);
    assert_eq!(code, Some(3));
    assert!(
        output.contains("game game0001 is short: it has 11 inputs, and 24 were acknowledged"),
        "{output}"
    );
    assert_eq!(tabula(&["export"]).0, Some(3));
    let (code, output) = tabula(&["repair"]);
    assert_eq!(code, Some(3));
    assert!(output.contains("Lost: 13 of 24 inputs of game game0001; the first 11 are left"), "{output}");
    assert!(output.contains("Nothing is changed."), "{output}");
    assert_eq!(tabula(&["repair", "--accept-loss"]).0, Some(3));
    assert_eq!(tabula(&["check"]).0, Some(0));
    assert_eq!(read(&disk.open().await.unwrap()).await.0[&game(1)].len(), 11);
    let server = disk.open().await;
    assert_eq!(tabula(&["check"]).0, Some(1), "in use: {server:?}");
}
