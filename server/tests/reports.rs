//! Reports of players about others: stored for the operator, bounded, and told to nobody else.

use std::process::{Command, Output};
use std::sync::Arc;

use serde_json::{Value, json};
use tabula::journal::{
    Journal, MemoryJournal, PlayerQueryBy, PlayerRow, PostgresJournal, RowKind, SqliteJournal,
};

use crate::common::http::{self, Answer};
use crate::common::owner::{Owner, show};
use crate::common::player::play;
use crate::common::postgres::Database;
use crate::common::process::Process;
use crate::common::{Player, Setting, Table, pair, pair_of};

async fn report(address: std::net::SocketAddr, player: &Player, reason: &str, text: &str) -> Answer {
    let body = json!({"token": player.token, "reason": reason, "text": text});
    http::post(address, &format!("/api/games/{}/report", player.game), &body).await
}

fn refused(answer: &Answer) -> (u16, String) {
    (answer.status, answer.field("code").unwrap())
}

async fn stored(journal: &dyn Journal) -> Vec<Value> {
    let query = PlayerQueryBy::UsedSince(RowKind::Report, session::UnixMs(0));
    let rows = journal.players().unwrap().select(query).await.unwrap();
    assert!(rows.iter().all(PlayerRow::is_sound));
    rows.iter().map(|row| serde_json::from_str(&row.body).unwrap()).collect()
}

const MATE: &str = "f2f3 e7e5 g2g4 d8h4";

#[tokio::test]
async fn each_player_reports_the_other_once_in_a_game_or_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Setting::default().limits;
    let sqlite = SqliteJournal::open(&folder.path().join("journal.db"), "rules", &limits).await.unwrap();
    let database = Database::fresh().await;
    let postgres = PostgresJournal::open(&database.location(), "rules", &limits).await.unwrap();
    let memory = MemoryJournal::default();
    for journal in [Arc::new(memory) as Arc<dyn Journal>, Arc::new(sqlite), Arc::new(postgres)] {
        let setting = Setting { journal: Arc::clone(&journal), ..Setting::default() };
        let table = setting.open().await;
        let (ada, grace) = (Owner::new(1), Owner::new(2));
        let request = json!({"mode": "blind", "side": "white"});
        let (mut white, mut black) = pair_of(table.address, request).await;
        show(&ada, &mut white, "w").await;
        show(&grace, &mut black, "b").await;
        let answer = report(table.address, &white, "insults", "He was rude.").await;
        assert_eq!((answer.status, answer.body.as_str()), (201, ""));
        let again = report(table.address, &white, "stalling", "").await;
        assert_eq!(refused(&again), (409, "already_reported".to_owned()));
        let seen = black.received.len();
        play(&mut white, &mut black, MATE).await;
        let frames = serde_json::to_string(&black.received[seen..]).unwrap();
        assert!(!frames.contains("report") && !frames.contains("rude"), "{frames}");
        let rows = stored(&*journal).await;
        let ids = [&ada, &grace]
            .map(|owner| session::domain::PlayerId::of(&owner.key().parse().unwrap()).to_string());
        assert_eq!(
            rows,
            [
                json!({"game": white.game, "by": "w", "reporter": ids[0], "reported": ids[1], "reason": "insults",
                "text": "He was rude.", "at": 1_800_000_000_000_u64})
            ]
        );
        table.server.stop().await;
    }
}

#[tokio::test]
async fn a_seat_that_shows_its_key_later_has_one_report_all_the_same() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::default());
    let table = Setting { journal: Arc::clone(&journal), ..Setting::default() }.open().await;
    let (mut white, _black) = pair_of(table.address, json!({"mode": "blind", "side": "white"})).await;
    assert_eq!(report(table.address, &white, "insults", "").await.status, 201);
    show(&Owner::new(1), &mut white, "w").await;
    let again = report(table.address, &white, "stalling", "").await;
    assert_eq!(refused(&again), (409, "already_reported".to_owned()));
    assert_eq!(stored(&*journal).await.len(), 1);
}

#[tokio::test]
async fn a_report_needs_a_seat_an_opponent_and_a_short_plain_text() {
    let limits = tabula::limits::Limits {
        finished_lifetime: Some(tabula::limits::Span(std::time::Duration::ZERO)),
        ..Setting::default().limits
    };
    let table = Table::with(limits).await;
    let (mut white, mut black) = pair(table.address, "vanilla").await;
    let stranger = Player { token: "z".repeat(24), ..Player::connect(table.address, &white.game).await };
    let unknown = (404, "game_not_found".to_owned());
    assert_eq!(refused(&report(table.address, &stranger, "other", "").await), unknown);
    for (reason, text) in [("ugly", ""), ("other", "\u{1b}[2J"), ("other", &"x".repeat(501))] {
        let answer = report(table.address, &white, reason, text).await;
        assert_eq!(refused(&answer), (400, "malformed".to_owned()), "{reason} {text}");
    }
    let (alone, token) = table.create(json!({"mode": "blind"})).await;
    let body = json!({"token": token, "reason": "other"});
    let nobody = http::post(table.address, &format!("/api/games/{alone}/report"), &body).await;
    assert_eq!(refused(&nobody), unknown);
    // The game is over, and its record alone is left.
    play(&mut white, &mut black, MATE).await;
    for player in [&mut white, &mut black] {
        player.expect_closed().await;
    }
    assert_eq!(report(table.address, &black, "cheating", "Hm.").await.status, 201);
    assert_eq!(report(table.address, &white, "cheating", "").await.status, 201);
}

fn reports(arguments: &[&str], folder: &std::path::Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
    command.arg("reports").args(arguments).arg("--data").arg(folder.join("data"));
    command.env_remove("TABULA_JOURNAL").output().unwrap()
}

#[tokio::test]
async fn the_operator_lists_and_resolves_reports_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let (white, black) = pair(server.address, "blind").await;
    assert_eq!(report(server.address, &white, "name", "Look at\nthis.").await.status, 201);
    assert_eq!(report(server.address, &black, "other", "").await.status, 201);
    let name = format!("{}.w", white.game);
    let list = |arguments: &[&str]| {
        let output = reports(arguments, folder.path());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let open = list(&["list"]);
    assert!(open.contains(&format!("{name}  ")) && open.contains("    Look at\n    this.\n"), "{open}");
    assert!(open.ends_with("2 reports\n"), "{open}");
    let resolved = reports(&["resolve", &name], folder.path());
    assert_eq!(String::from_utf8_lossy(&resolved.stdout), "Resolved.\n");
    assert!(list(&["list"]).ends_with("1 reports\n"));
    assert!(list(&["list", "--all"]).contains("(resolved)"));
    assert_eq!(reports(&["resolve", "nosuchga.w"], folder.path()).status.code(), Some(1));
    assert!(server.terminate().success());
}
