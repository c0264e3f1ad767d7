//! The user of the journal at Redis: with exactly the rights that `REDIS.md` lists, and without one of them.

use std::process::Command;

use session::UnixMs;
use tabula::journal::{
    FinishedQuery, Journal as _, JournalError, PlayerQueryBy, RedisJournal, RedisLocation,
};
use tabula::limits::Limits;

use super::transfer::{fill, told};
use crate::common::record::id;
use crate::common::redis::RedisServer;
use crate::postgres::transfer::{journal, journal_well, sorted};

/// Makes the user that `REDIS.md` describes. Returns the address of the journal for it, in a database other than the first, and the rights to commands.
async fn documented_user(server: &RedisServer) -> (String, Vec<String>) {
    let document = dev::files::text("server/REDIS.md");
    let line = document.lines().find(|line| line.starts_with("ACL SETUSER tabula on ")).unwrap();
    let line = line.replace("PASSWORD", "opensesame");
    let words: Vec<&str> = line.split(' ').collect();
    server.ask::<String>(&words).await;
    let rights = words.iter().filter(|word| word.starts_with('+')).map(|word| (*word).to_owned());
    (format!("redis://tabula:opensesame@{}/1", server.address()), rights.collect())
}

async fn open(url: &str) -> Result<RedisJournal, JournalError> {
    let location: RedisLocation = url.parse().unwrap();
    RedisJournal::open(&location, "rules", &Limits::default()).await
}

/// Query for all finished games.
fn every_game() -> FinishedQuery {
    let now = UnixMs(u64::MAX >> 1);
    FinishedQuery { player: None, ruleset: None, before: None, since: UnixMs(0), now, most: 9 }
}

#[tokio::test]
async fn the_documented_user_may_do_all_that_the_journal_needs() {
    let (folder, server) = (tempfile::tempdir().unwrap(), RedisServer::start());
    let (url, _) = documented_user(&server).await;
    let filled = open(&url).await.unwrap();
    fill(&filled).await;
    let archive = filled.archive().unwrap();
    assert_eq!(archive.list(every_game()).await.unwrap().len(), 3);
    assert_eq!(archive.played_among(vec!["chess".to_owned()]).await.unwrap(), ["chess"]);
    assert!(archive.find(&id('w', 0)).await.unwrap().is_some());
    assert!(archive.remove(&id('w', 0)).await.unwrap());
    assert_eq!(archive.prune(UnixMs(0)).await.unwrap(), 0);
    filled.probe().await.unwrap();
    assert_eq!(filled.games().await.unwrap().len(), 5);
    assert_eq!(filled.load(&id('g', 4)).await.unwrap().len(), 6);
    filled.forget(&id('g', 4)).await.unwrap();
    let (players, tournaments) = (filled.players().unwrap(), filled.tournaments().unwrap());
    assert_eq!(players.count().await.unwrap(), 1);
    assert_eq!(tournaments.ids().await.unwrap().len(), 2);
    assert_eq!(tournaments.remove(&id('t', 2), 9).await.unwrap(), 1);
    filled.close().await;

    journal_well(&["check"], folder.path(), &url, b"");
    journal_well(&["repair"], folder.path(), &url, b"");
    let export = journal_well(&["export"], folder.path(), &url, b"");
    journal_well(&["remove", "wame0001"], folder.path(), &url, b"");
    journal_well(&["remove-player", "0123456789abcdef0123"], folder.path(), &url, b"");
    assert_eq!(server.ask::<u64>(&["DBSIZE"]).await, 0, "another database is not touched");
    server.ask::<String>(&["FLUSHALL"]).await;
    journal_well(&["import"], folder.path(), &url, &export);
    assert_eq!(sorted(&journal_well(&["export"], folder.path(), &url, b"")), sorted(&export));
    // All of it was allowed: what is not is in the list of refusals.
    let refusals: Vec<redis::Value> = server.ask(&["ACL", "LOG"]).await;
    assert!(refusals.is_empty(), "{refusals:?}");
}

#[tokio::test]
async fn a_right_that_is_missing_is_named_at_the_start() {
    let (folder, server) = (tempfile::tempdir().unwrap(), RedisServer::start());
    let (url, rights) = documented_user(&server).await;
    let looks = ["+info", "+config|get"];
    for right in rights.iter().filter(|right| !looks.contains(&right.as_str()) && *right != "+select") {
        let taken = right.replacen('+', "-", 1);
        server.ask::<String>(&["ACL", "SETUSER", "tabula", &taken]).await;
        let refused = open(&url).await;
        assert!(
            matches!(&refused, Err(JournalError::Forbidden(missing)) if missing == right),
            "{right}: {refused:?}"
        );
        server.ask::<String>(&["ACL", "SETUSER", "tabula", right]).await;
    }
    server.ask::<String>(&["ACL", "SETUSER", "tabula", "-info", "-config"]).await;
    open(&url).await.unwrap().close().await;
    server.ask::<String>(&["ACL", "SETUSER", "tabula", "-select"]).await;
    let refused = open(&url).await.unwrap_err().to_string();
    assert!(refused.contains("select") || refused.contains("switch database"), "{refused}");
    server
        .ask::<String>(&["ACL", "SETUSER", "tabula", "+select", "-sadd", "-zadd", "resetkeys", "~tab*"])
        .await;
    let refused = open(&url).await.unwrap_err().to_string();
    assert!(refused.contains("missing: +sadd +zadd."), "{refused}");

    // As an operator is told it, at once and without the password.
    let start = || {
        let output = Command::new(env!("CARGO_BIN_EXE_tabula"))
            .args(["--listen", "127.0.0.1:0", "--rules"])
            .arg(dev::path("rules"))
            .arg("--data")
            .arg(folder.path())
            .env("TABULA_JOURNAL", &url)
            .output()
            .unwrap();
        assert!(!output.status.success());
        let said = told(&[output.stdout, output.stderr].concat());
        assert!(!said.contains("opensesame") && !said.contains("waiting for"), "{said}");
        said
    };
    let said = start();
    assert!(said.contains("missing: +sadd +zadd."), "{said}");
    server.ask::<String>(&["ACL", "SETUSER", "tabula", "+sadd", "+zadd", "resetkeys", "~other:*"]).await;
    let said = start();
    assert!(said.contains("missing: ~tabula:*."), "{said}");
    let refused = journal(&["import"], folder.path(), &url, b"");
    assert_eq!(refused.status.code(), Some(1));
    server.ask::<String>(&["ACL", "SETUSER", "tabula", "resetpass", ">other"]).await;
    let said = start();
    assert!(said.contains("uthentication failed"), "{said}");
}

#[tokio::test]
async fn what_may_not_be_read_is_not_taken_for_missing() {
    let (folder, server) = (tempfile::tempdir().unwrap(), RedisServer::start());
    let (url, _) = documented_user(&server).await;
    let opened = open(&url).await.unwrap();
    fill(&opened).await;
    let archive = opened.archive().unwrap();
    server.ask::<String>(&["ACL", "SETUSER", "tabula", "-hmget"]).await;
    let listed = archive.list(every_game()).await;
    assert!(
        matches!(&listed, Err(JournalError::Redis(error)) if error.code() == Some("NOPERM")),
        "{listed:?}"
    );
    let players = opened.players().unwrap();
    assert!(players.select(PlayerQueryBy::Player("0123456789abcdef0123".parse().unwrap())).await.is_err());
    server.ask::<String>(&["ACL", "SETUSER", "tabula", "+hmget"]).await;
    while opened.probe().await.is_err() {}
    opened.close().await;
    // No record and no row of a player counts as damaged or gone.
    server.ask::<String>(&["ACL", "SETUSER", "tabula", "-hmget"]).await;
    for command in ["check", "export"] {
        let refused = journal(&[command], folder.path(), &url, b"");
        let said = told(&[refused.stdout, refused.stderr].concat());
        assert_eq!(refused.status.code(), Some(1), "{command}: {said}");
        assert!(said.contains("no permissions") && !said.contains("\"end\":"), "{command}: {said}");
    }
}
