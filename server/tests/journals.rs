//! The traits of the journals, each test over SQLite, memory, PostgreSQL and Redis; and that SQLite and PostgreSQL hold the same.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use serde_json::json;
use session::domain::{PersonName, PlayerId, SeatPlayers};
use session::{Entry, FinishedGame, GameId, UnixMs};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Row as _};
use tabula::journal::{
    FinishedQuery, Journal, JournalError, JournalPlace, ListPosition, ListedGame, MemoryJournal,
    PlayerChange, PlayerQuery, PlayerQueryBy, PlayerRow, PostgresJournal, RedisJournal, RowKind,
    SqliteJournal, TournamentRow, player_rows,
};
use tabula::limits::Limits;

use crate::common::catalogue;
use crate::common::postgres::Database;
use crate::common::record::{id, played};
use crate::common::redis::RedisServer;

/// A place that a journal can be opened at again.
enum Place {
    Memory(Arc<MemoryJournal>),
    File(tempfile::TempDir),
    Postgres(Database),
    Redis(RedisServer),
}

impl Place {
    async fn all() -> [Place; 4] {
        let [file, database] = Place::databases().await;
        [Place::Memory(Arc::default()), file, database, Place::Redis(RedisServer::start())]
    }

    /// Returns the places with tables.
    async fn databases() -> [Place; 2] {
        [Place::File(tempfile::tempdir().unwrap()), Place::Postgres(Database::fresh().await)]
    }

    async fn open(&self) -> Arc<dyn Journal> {
        let limits = Limits::default();
        match self {
            Place::Memory(journal) => Arc::clone(journal) as Arc<dyn Journal>,
            Place::File(folder) => Arc::new(
                SqliteJournal::open(&folder.path().join("journal.db"), "of-today", &limits).await.unwrap(),
            ),
            Place::Postgres(database) => {
                Arc::new(PostgresJournal::open(&database.location(), "of-today", &limits).await.unwrap())
            }
            Place::Redis(server) => {
                Arc::new(RedisJournal::open(&server.location(), "of-today", &limits).await.unwrap())
            }
        }
    }
}

fn entry(seq: u64) -> Entry {
    serde_json::from_value(json!({"seq": seq, "at": 5, "input": "tick"})).unwrap()
}

#[tokio::test]
async fn only_inputs_out_of_sequence_are_refused_and_inputs_come_back() {
    for place in Place::all().await {
        let journal = place.open().await;
        let (one, two): (GameId, GameId) = ("aaaaaaaa".parse().unwrap(), "bbbbbbbb".parse().unwrap());
        journal.append(&one, &entry(0), None).await.unwrap();
        // Sent together, so that they share a commit.
        let (again, next, other) = tokio::join!(
            journal.append(&one, &entry(0), None),
            journal.append(&one, &entry(1), None),
            journal.append(&two, &entry(0), None),
        );
        assert!(matches!(again, Err(JournalError::Taken { seq: 0, .. })), "{again:?}");
        assert!(next.is_ok() && other.is_ok());
        assert_eq!(journal.load(&one).await.unwrap(), [entry(0), entry(1)]);
        journal.probe().await.unwrap();
        journal.close().await;
        drop(journal);

        let journal = place.open().await;
        let mut games = journal.games().await.unwrap();
        games.sort_unstable();
        assert_eq!(games, [one, two]);
        journal.append(&one, &entry(2), None).await.unwrap();
        assert_eq!(journal.load(&one).await.unwrap(), [entry(0), entry(1), entry(2)]);
        assert!(matches!(
            journal.append(&one, &entry(1), None).await,
            Err(JournalError::Taken { seq: 1, .. })
        ));
        journal.append(&one, &entry(3), None).await.unwrap();
        journal.forget(&one).await.unwrap();
        assert_eq!(journal.games().await.unwrap(), [two]);
        assert_eq!(journal.load(&one).await.unwrap(), []);
        // The id is free again.
        journal.append(&one, &entry(0), None).await.unwrap();
        assert_eq!(journal.load(&one).await.unwrap(), [entry(0)]);
        journal.close().await;
    }
}

#[tokio::test]
async fn many_games_are_removed_at_once_and_the_others_stay() {
    for place in Place::all().await {
        let journal = place.open().await;
        let games: Vec<GameId> = (0..600).map(|number| id('g', number)).collect();
        let stored = games.iter().map(|game| journal.append(game, &entry(0), None));
        assert!(join_all(stored).await.iter().all(Result::is_ok));
        // Every third game continues while the others are removed.
        let at_once = games.iter().enumerate().map(|(number, game)| match number % 3 {
            0 => journal.append(game, &entry(1), None).map(|stored| stored.is_ok()).boxed(),
            _ => journal.forget(game).map(|forgotten| forgotten.is_ok()).boxed(),
        });
        assert!(join_all(at_once).await.into_iter().all(|is_done| is_done));
        let kept: Vec<GameId> = games.iter().copied().step_by(3).collect();
        let mut left = journal.games().await.unwrap();
        left.sort_unstable();
        assert_eq!(left, kept);
        for game in kept.iter().step_by(20) {
            assert_eq!(journal.load(game).await.unwrap(), [entry(0), entry(1)]);
        }
        journal.close().await;
    }
}

/// Returns the ids of two players with keys.
fn player_ids() -> [PlayerId; 2] {
    ["0123456789abcdef0123", "fedcba98765432100000"].map(|id| id.parse().unwrap())
}

/// Returns records of many games, which differ in all that a list goes by.
fn records() -> Vec<(Vec<Entry>, FinishedGame)> {
    let catalogue = catalogue();
    let (entries, record) = played(&catalogue, 0);
    let name = |text: &str| Some(text.parse::<PersonName>().unwrap());
    (0..40)
        .map(|number| {
            let mut record = record.clone();
            record.id = id('g', number);
            record.summary.id = id('w', (number * 7) % 40);
            // Some end at the same time.
            record.summary.ended_at = UnixMs(1_800_000_000_000 + (number as u64 / 3) * 1000);
            record.shown_at = UnixMs(record.summary.ended_at.0 + if number % 10 == 0 { 100_000 } else { 0 });
            record.is_listed = number % 6 != 0;
            if number % 4 == 0 {
                record.summary.ruleset = "shogi".to_owned();
            }
            let mut names =
                record.summary.names.take().unwrap_or_else(|| serde_json::from_str("{}").unwrap());
            (names.w, names.b) = match number % 3 {
                0 => (name("Ada"), name("Grace")),
                1 => (name("Grace"), None),
                _ => (name("Zoë"), name("ADA")),
            };
            record.summary.names = Some(names);
            let [ada, grace] = player_ids();
            record.players = match number % 5 {
                0 => SeatPlayers::default(),
                1 => SeatPlayers { w: Some(ada), b: None },
                2 => SeatPlayers { w: None, b: Some(ada) },
                3 => SeatPlayers { w: Some(grace), b: Some(ada) },
                _ => SeatPlayers { w: Some(ada), b: Some(ada) },
            };
            (entries.clone(), record)
        })
        .collect()
}

#[tokio::test]
async fn finished_games_are_found_listed_and_removed_alike() {
    let records = records();
    let mut answers: Vec<Vec<Vec<ListedGame>>> = Vec::new();
    for place in Place::all().await {
        let journal = place.open().await;
        for (entries, record) in &records {
            let (last, before) = entries.split_last().unwrap();
            for entry in before {
                journal.append(&record.id, entry, None).await.unwrap();
            }
            journal.append(&record.id, last, Some(record)).await.unwrap();
            // A second end of the same game is refused, and changes nothing.
            assert!(journal.append(&record.id, last, Some(record)).await.is_err());
            journal.forget(&record.id).await.unwrap();
        }
        let archive = journal.archive().unwrap();
        let mut lists = Vec::new();
        let name = |name: &str| Some(PlayerQuery::Name(name.parse().unwrap()));
        let nobody = PlayerQuery::Owner("00000000000000000000".parse().unwrap());
        let owners = player_ids().map(|id| Some(PlayerQuery::Owner(id)));
        for player in
            [None, name("ada"), name("grace"), name("nobody")].into_iter().chain([Some(nobody)]).chain(owners)
        {
            for ruleset in [None, Some("chess"), Some("shogi")] {
                let mut before = None;
                loop {
                    let query = FinishedQuery {
                        player: player.clone(),
                        ruleset: ruleset.map(str::to_owned),
                        before,
                        since: UnixMs(1_800_000_002_000),
                        now: UnixMs(1_800_000_050_000),
                        most: 7,
                    };
                    let list = archive.list(query).await.unwrap();
                    before = list.last().map(|game| ListPosition::of(&game.summary));
                    let is_last = list.len() < 7;
                    lists.push(list);
                    if is_last {
                        break;
                    }
                }
            }
        }
        assert!(lists.iter().map(Vec::len).sum::<usize>() > 60);
        let count = |player| {
            let query = FinishedQuery {
                player,
                ruleset: None,
                before: None,
                since: UnixMs(0),
                now: UnixMs(1_800_000_050_000),
                most: 100,
            };
            archive.list(query)
        };
        let [ada, grace] = player_ids();
        let own = count(Some(PlayerQuery::Owner(ada))).await.unwrap();
        // Four of five, and one of five.
        assert_eq!((own.len(), count(Some(PlayerQuery::Owner(grace))).await.unwrap().len()), (32, 8));
        assert_eq!(own.iter().filter(|game| game.players.side_of(ada).is_some()).count(), 24);
        let is_adas = |game: &ListedGame| [game.players.w, game.players.b].contains(&Some(ada));
        let listed: Vec<_> = count(None).await.unwrap().into_iter().filter(is_adas).collect();
        assert!(
            !listed.is_empty() && listed.len() < own.len() && listed.iter().all(|game| own.contains(game))
        );
        answers.push(lists);
        let one = &records[5].1;
        let by_id = archive.find(&one.id).await.unwrap().unwrap();
        assert_eq!(archive.find(&one.summary.id).await.unwrap().as_ref(), Some(&by_id));
        assert_eq!(by_id.state, one.state());
        assert!(by_id.is_open_to(one.readers.first(), UnixMs(0)) && !by_id.is_open_to(None, UnixMs(0)));
        assert!(archive.remove(&one.summary.id).await.unwrap());
        assert!(!archive.remove(&one.id).await.unwrap());
        assert_eq!(archive.find(&one.id).await.unwrap(), None);
        // Games 0 to 8 have ended before that, one of which is removed.
        assert_eq!(archive.prune(UnixMs(1_800_000_003_000)).await.unwrap(), 8);
        assert!(archive.find(&records[8].1.id).await.unwrap().is_none());
        assert!(archive.find(&records[9].1.id).await.unwrap().is_some());
        journal.close().await;
    }
    let [memory, sqlite, postgres, redis] = answers.try_into().unwrap();
    assert_eq!(sqlite, memory);
    assert_eq!(postgres, memory);
    assert_eq!(redis, memory);
}

fn row(player: PlayerId, at: u64, body: &str) -> PlayerRow {
    PlayerRow::new(player, RowKind::Block, "of somebody", UnixMs(at), body.to_owned())
}

fn unused(vacations: u64, others: u64) -> PlayerChange {
    PlayerChange::UnusedSince { vacations: UnixMs(vacations), others: UnixMs(others) }
}

#[tokio::test]
async fn rows_of_players_are_changed_only_as_they_were_read() {
    for place in Place::all().await {
        let journal = place.open().await;
        let players = journal.players().unwrap();
        let [ada, grace] = player_ids();
        let put = |row: PlayerRow, before: Option<&str>| {
            let before = before.map(str::to_owned);
            players.change(PlayerChange::Put { row, before })
        };
        let all_of = |player| players.select(PlayerQueryBy::Player(player));
        assert_eq!(all_of(ada).await.unwrap(), []);
        assert_eq!(put(row(ada, 10, "[1]"), None).await.unwrap(), 1);
        assert_eq!(put(row(ada, 11, "[1]"), None).await.unwrap(), 1, "the same again");
        assert_eq!(put(row(ada, 12, "[2]"), None).await.unwrap(), 0, "something is there");
        assert_eq!(put(row(ada, 13, "[3]"), Some("[0]")).await.unwrap(), 0, "it is something else");
        assert_eq!(put(row(grace, 13, "[3]"), Some("[1]")).await.unwrap(), 0, "nothing is there");
        assert_eq!(put(row(ada, 14, "[4]"), Some("[1]")).await.unwrap(), 1);
        assert_eq!(put(row(ada, 14, "[4]"), Some("[1]")).await.unwrap(), 1, "the same again");
        assert_eq!(all_of(ada).await.unwrap(), [row(ada, 14, "[4]")]);
        assert_eq!(put(row(grace, 20, "[5]"), None).await.unwrap(), 1);
        assert_eq!(players.count().await.unwrap(), 2);
        let since = |at| players.select(PlayerQueryBy::UsedSince(RowKind::Block, UnixMs(at)));
        assert_eq!(since(14).await.unwrap().len(), 2);
        assert_eq!(since(15).await.unwrap(), [row(grace, 20, "[5]")]);
        // A visit keeps a row, and nothing else changes it.
        assert_eq!(players.change(PlayerChange::Touch(ada, UnixMs(40))).await.unwrap(), 1);
        assert_eq!(players.change(unused(99, 21)).await.unwrap(), 1);
        assert_eq!(all_of(grace).await.unwrap(), []);
        let kept = all_of(ada).await.unwrap();
        assert!(kept.iter().all(PlayerRow::is_sound) && kept[0].used_ms == 40, "{kept:?}");
        journal.close().await;
        drop((players, journal));

        let journal = place.open().await;
        let players = journal.players().unwrap();
        let of_kind = players.select(PlayerQueryBy::Kind(ada, RowKind::Block)).await.unwrap();
        assert_eq!(of_kind, kept);
        for (body, count) in [("[1]", 0), ("[4]", 1), ("[4]", 0)] {
            let (name, body) = ("of somebody".to_owned(), body.to_owned());
            let remove = PlayerChange::Remove { player: ada, kind: RowKind::Block, name, body };
            assert_eq!(players.change(remove).await.unwrap(), count);
        }
        // The time of vacations is that of their last change, and a player who wants to be forgotten keeps them.
        let vacations = PlayerRow::new(ada, RowKind::Vacations, "", UnixMs(60), "{}".to_owned());
        let put = PlayerChange::Put { row: vacations.clone(), before: None };
        assert_eq!(players.change(put).await.unwrap(), 1);
        assert_eq!(players.change(PlayerChange::Touch(ada, UnixMs(70))).await.unwrap(), 0);
        assert_eq!(players.change(PlayerChange::Forget(ada)).await.unwrap(), 0);
        assert_eq!(players.change(unused(60, 99)).await.unwrap(), 0);
        assert_eq!(players.select(PlayerQueryBy::Player(ada)).await.unwrap(), [vacations]);
        assert_eq!(players.change(unused(61, 0)).await.unwrap(), 1);
        for (seed, change) in [(ada, PlayerChange::Forget(ada)), (grace, PlayerChange::Erase(grace))] {
            let put = PlayerChange::Put { row: row(seed, 50, "{}"), before: None };
            assert_eq!(players.change(put).await.unwrap(), 1);
            assert_eq!(players.change(change).await.unwrap(), 1);
        }
        journal.close().await;
    }
}

#[tokio::test]
async fn rows_of_a_kind_are_bounded_by_the_write_itself() {
    for place in Place::all().await {
        let journal = place.open().await;
        let players = journal.players().unwrap();
        let [ada, grace] = player_ids();
        let add = |player: PlayerId, kind: RowKind, name: String, body: &str| {
            let row = PlayerRow::new(player, kind, &name, UnixMs(10), body.to_owned());
            players.change(PlayerChange::Add { row, most: 8 })
        };
        let passkey =
            |player: PlayerId, name: usize, body| add(player, RowKind::Passkey, format!("{name:02}"), body);
        // All at once, as of requests that have found room before.
        let added = join_all((0..12).map(|name| passkey(ada, name, "[1]"))).await;
        assert_eq!(added.into_iter().map(Result::unwrap).sum::<u64>(), 8);
        let kept = players.select(PlayerQueryBy::Player(ada)).await.unwrap();
        assert_eq!(kept.len(), 8);
        assert!(kept.iter().all(|row| row.is_sound() && row.used_ms == 10), "{kept:?}");
        // The same again, and something else in its place.
        let first: usize = kept[0].name.parse().unwrap();
        assert_eq!(passkey(ada, first, "[1]").await.unwrap(), 1);
        assert_eq!(passkey(ada, first, "[2]").await.unwrap(), 0);
        // Rows of other kinds and players do not count.
        assert_eq!(add(ada, RowKind::Block, "a".to_owned(), "[1]").await.unwrap(), 1);
        assert_eq!(passkey(grace, 20, "[1]").await.unwrap(), 1);
        assert_eq!(passkey(ada, 20, "[1]").await.unwrap(), 0);
        let PlayerRow { name, body, .. } = kept[0].clone();
        let remove = PlayerChange::Remove { player: ada, kind: RowKind::Passkey, name, body };
        assert_eq!(players.change(remove).await.unwrap(), 1);
        assert_eq!(passkey(ada, 20, "[1]").await.unwrap(), 1);
        assert_eq!(passkey(ada, 21, "[1]").await.unwrap(), 0);
        journal.close().await;
    }
}

#[tokio::test]
async fn the_operator_reads_all_rows_however_many_there_are() {
    let [file, database] = Place::databases().await;
    for place in [&file, &database] {
        place.open().await.close().await;
    }
    let (Place::File(folder), Place::Postgres(database)) = (&file, &database) else { panic!() };
    let path = folder.path().join("journal.db");
    let columns = "player_row (player, kind, name, used_ms, body, hash)";
    let numbers = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20001)";
    // One player has more rows than a list.
    let rows = "SELECT CASE WHEN n < 12000 THEN '-' ELSE CAST(n AS TEXT) END, 'report', CAST(n AS TEXT), 5, '{}', '' FROM number";
    let insert = format!("INSERT INTO {columns} {numbers} {rows}");
    let mut sqlite = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    sqlx::query(&insert).execute(&mut sqlite).await.unwrap();
    sqlx::query(&format!("{numbers} INSERT INTO {columns} {rows}"))
        .execute(&mut database.connect().await)
        .await
        .unwrap();
    let all = PlayerQueryBy::UsedSince(RowKind::Report, UnixMs(0));
    for place in [JournalPlace::File(path), JournalPlace::Postgres(database.location())] {
        let rows = player_rows(&place, &all).await.unwrap();
        let names: std::collections::BTreeSet<_> = rows.iter().map(|row| &row.name).collect();
        assert_eq!((rows.len(), names.len()), (20_001, 20_001));
    }
}

#[tokio::test]
async fn what_players_want_to_be_gone_leaves_the_log_but_moves_do_not_wait_for_each() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    let journal = SqliteJournal::open(&file, "rules", &Limits::default()).await.unwrap();
    let players = journal.players().unwrap();
    let [ada, grace] = player_ids();
    let log = || std::fs::metadata(folder.path().join("journal.db-wal")).unwrap().len();
    let put = |at| players.change(PlayerChange::Put { row: row(ada, at, "{}"), before: None });
    assert_eq!(put(1).await.unwrap(), 1);
    assert_eq!(players.change(PlayerChange::Forget(grace)).await.unwrap(), 0);
    assert!(log() > 0, "nothing was removed");
    assert_eq!(players.change(PlayerChange::Forget(ada)).await.unwrap(), 1);
    assert_eq!(log(), 0);
    assert_eq!(put(2).await.unwrap(), 1);
    assert_eq!(players.change(PlayerChange::Forget(ada)).await.unwrap(), 1);
    assert!(log() > 0, "not twice in a minute");
    journal.close().await;
}

/// The columns of the tables that both databases have.
const SHARED_TABLES: [&str; 4] = ["finished_game", "input", "player_row", "tournament_event"];
/// Tables of one of the two: SQLite's knows which games of `journal.ack` were removed, PostgreSQL's which server has the journal, and what nodes share.
const OWN_TABLES: [&[&str]; 2] =
    [&["forgotten"], &["game", "guest_ruleset", "handover", "memory_holder", "node", "passkey_challenge"]];

#[tokio::test]
async fn both_databases_hold_the_same_tables_columns_and_rows() {
    let [file, database] = Place::databases().await;
    let (entries, record) = played(&catalogue(), 3);
    for place in [&file, &database] {
        let journal = place.open().await;
        for (at, entry) in entries.iter().enumerate() {
            let record = (at + 1 == entries.len()).then_some(&record);
            journal.append(&id('g', 3), entry, record).await.unwrap();
        }
        let [ada, _] = player_ids();
        let put = PlayerChange::Put { row: row(ada, 5, "{}"), before: None };
        assert_eq!(journal.players().unwrap().change(put).await.unwrap(), 1);
        let event =
            TournamentRow { tournament: id('t', 1), seq: 0, at: UnixMs(5), body: "{\"kind\":\"é\"}".into() };
        let tournaments = journal.tournaments().unwrap();
        assert!(tournaments.append(event.clone()).await.unwrap());
        assert!(!tournaments.append(event.clone()).await.unwrap());
        let other = TournamentRow { tournament: id('t', 2), ..event.clone() };
        assert!(tournaments.append(other.clone()).await.unwrap());
        assert!(tournaments.append(TournamentRow { seq: 1, ..other.clone() }).await.unwrap());
        // What was appended meanwhile keeps a tournament.
        let gone = &other.tournament;
        assert_eq!(
            (tournaments.remove(gone, 1).await.unwrap(), tournaments.remove(gone, 2).await.unwrap()),
            (0, 2)
        );
        assert_eq!(tournaments.ids().await.unwrap(), [event.tournament]);
        assert_eq!(tournaments.load(&event.tournament, 0).await.unwrap(), [event]);
        journal.close().await;
    }
    let (Place::File(folder), Place::Postgres(database)) = (&file, &database) else { panic!() };
    let options = SqliteConnectOptions::new().filename(folder.path().join("journal.db"));
    let mut sqlite = options.connect().await.unwrap();
    let mut postgres = database.connect().await;

    let tables =
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%sqlx%' ORDER BY name";
    let of_sqlite: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut sqlite).await.unwrap();
    let tables = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' \
        AND table_name NOT LIKE '%sqlx%' ORDER BY table_name";
    let of_postgres: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut postgres).await.unwrap();
    for (found, own) in [of_sqlite, of_postgres].iter().zip(OWN_TABLES) {
        let mut known = [&SHARED_TABLES[..], own].concat();
        known.sort_unstable();
        assert_eq!(*found, known);
    }

    for table in SHARED_TABLES {
        let columns = "SELECT name FROM pragma_table_info(?1) ORDER BY name";
        let of_sqlite: Vec<String> =
            sqlx::query_scalar(columns).bind(table).fetch_all(&mut sqlite).await.unwrap();
        let columns = "SELECT column_name::text FROM information_schema.columns WHERE table_name = $1 ORDER BY column_name";
        let of_postgres: Vec<String> =
            sqlx::query_scalar(columns).bind(table).fetch_all(&mut postgres).await.unwrap();
        assert_eq!(of_sqlite, of_postgres, "{table}");
        for column in of_sqlite {
            let in_sqlite = format!("SELECT hex(CAST({column} AS BLOB)) FROM {table} ORDER BY 1");
            let in_sqlite: Vec<String> = sqlx::query_scalar(&in_sqlite).fetch_all(&mut sqlite).await.unwrap();
            let text = match column.as_str() {
                "state" => column.clone(),
                "is_open" | "is_listed" => format!("convert_to({column}::int::text, 'UTF8')"),
                _ => format!("convert_to({column}::text, 'UTF8')"),
            };
            let in_postgres = format!("SELECT upper(encode({text}, 'hex')) FROM {table} ORDER BY 1");
            let in_postgres = sqlx::query(&in_postgres).fetch_all(&mut postgres).await.unwrap();
            let in_postgres: Vec<String> = in_postgres.iter().map(|row| row.get(0)).collect();
            assert!(!in_sqlite.is_empty());
            assert_eq!(in_sqlite, in_postgres, "{table}.{column}");
        }
    }
}
