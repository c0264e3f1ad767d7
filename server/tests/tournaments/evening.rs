//! An evening with bots: they play a tournament on a real server, which is killed while they play. They come back and play on, and at the end
//! everything that they were told is there, once.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, MutexGuard};
use std::time::Instant;

use bot::{Client, Level, Reaction, Rules, Values};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::{JoinSet, spawn_blocking};

use super::*;
use crate::common::http::try_exchange;
use crate::common::port::free_port;

/// Time between two attempts to reach the server.
const RETRY: Duration = Duration::from_millis(50);
/// Time between two looks at a tournament in which no board waits for the player.
const LOOK: Duration = Duration::from_millis(200);

const VARIABLES: [(&str, &str); 3] = [
    ("TABULA_ROUND_PAUSE", "0s"),
    ("TABULA_JOIN_BURST", "1000000"),
    ("TABULA_CONNECTIONS_PER_ADDRESS", "10000"),
];

/// Numbers of an evening.
struct Plan {
    players: usize,
    rounds: usize,
    /// Rounds in which the server is killed while all boards are played; the first round is 1.
    kills: &'static [u64],
    /// Number of moves of a game from which on a player resigns.
    plies: u64,
}

/// Winner and reason of the end, as frames and records have them.
type End = (Value, Value);

/// A game by what its players were told of it.
struct ToldGame {
    round: u64,
    pair: (usize, usize),
    /// Token of one of its seats.
    token: String,
    /// Moves by their numbers.
    moves: BTreeMap<u64, String>,
    /// Numbers of the moves that were acknowledged to who made them.
    acknowledged: BTreeSet<u64>,
    end: Option<End>,
}

impl ToldGame {
    /// Amount of what was told.
    fn size(&self) -> (usize, usize, bool) {
        (self.moves.len(), self.acknowledged.len(), self.end.is_some())
    }

    /// Takes a frame in, which may contradict no earlier one. Returns whether it acknowledges a move.
    fn note(&mut self, frame: &Value) -> bool {
        // A game that is over is told as a whole.
        let lists = [&frame["moves"], &frame["record"]["plies"]];
        let all = lists.into_iter().filter_map(Value::as_array).flatten();
        for noted in all.chain(frame.get("latestMove")) {
            let (ply, san) = (noted["ply"].as_u64().unwrap(), noted["san"].as_str().unwrap());
            let known = self.moves.entry(ply).or_insert_with(|| san.to_owned());
            assert_eq!(known.as_str(), san, "move {ply} was told in two ways");
        }
        if frame["gameStatus"] == "finished" {
            let end = (frame["winner"].clone(), frame["endReason"].clone());
            let known = self.end.get_or_insert_with(|| end.clone());
            assert_eq!(*known, end, "the end was told in two ways");
        }
        let answered = frame["ack"].as_str().and_then(|ack| ack.strip_prefix('m')?.parse::<u64>().ok());
        let made = answered.filter(|ply| frame["ply"] == *ply);
        made.is_some_and(|ply| self.acknowledged.insert(ply))
    }
}

/// Everything that the players were told, and the server that told them.
struct Ledger {
    /// `None` after a kill, until the server is started again.
    process: Option<Process>,
    /// Rounds in which the server is still to be killed.
    kills: Vec<u64>,
    killed_at: Option<Instant>,
    /// Times from a kill to the next move that was acknowledged.
    gaps: Vec<Duration>,
    games: BTreeMap<String, ToldGame>,
    /// Number of players for whom the tournament is over.
    gone: usize,
}

impl Ledger {
    /// Takes a frame in that came over a connection of that time. Returns whether it told anything new.
    fn note(&mut self, game: &str, frame: &Value, connected_at: Instant, boards: usize) -> bool {
        let told = self.games.get_mut(game).unwrap();
        let before = told.size();
        let (is_acknowledged, round) = (told.note(frame), told.round);
        let is_news = told.size() != before;
        if !is_acknowledged {
            return is_news;
        }
        if let Some(killed_at) = self.killed_at.take_if(|at| connected_at > *at) {
            self.gaps.push(killed_at.elapsed());
        }
        let is_due = self.kills.first() == Some(&round) && frame["gameStatus"] == "active";
        let begun = self.games.values().filter(|game| game.round == round && game.acknowledged.len() >= 2);
        if is_due && begun.count() == boards {
            self.kills.remove(0);
            self.killed_at = Some(Instant::now());
            // A frame that came before is noted after the kill at the latest.
            self.process.take().unwrap().kill();
        }
        is_news
    }
}

/// An evening, shared by its bots.
struct Evening {
    club: Club,
    rules: Arc<Rules>,
    values: Arc<Values>,
    plies: u64,
    ledger: Mutex<Ledger>,
    progress: watch::Sender<()>,
}

impl Evening {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap()
    }

    /// Waits for something, as long as the players are told anything new.
    async fn until(&self, what: &str, is_there: impl Fn(&Ledger) -> bool) {
        let mut progress = self.progress.subscribe();
        while !is_there(&self.ledger()) {
            timeout(PATIENCE, progress.changed())
                .await
                .unwrap_or_else(|_| panic!("{what} did not come"))
                .unwrap();
        }
    }

    /// Sends a request of a player; `None` while the server is gone, or if it is not the time for this.
    async fn ask(&self, method: &str, path: &str, number: usize) -> Option<Value> {
        let (address, path) = (self.club.address, self.club.path(path));
        let token = &self.club.tokens[number - 1];
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n"
        );
        let stream = TcpStream::connect(address).await.ok()?;
        let answer = try_exchange(stream, &head, b"").await.ok()?;
        assert!([200, 409, 503].contains(&answer.status), "{} {}", answer.status, answer.body);
        serde_json::from_str(&answer.body).ok().filter(|_| answer.status == 200)
    }

    /// Plays all games of a player, until the tournament is over.
    async fn play(self: Arc<Self>, number: usize) {
        let mut played = BTreeSet::new();
        loop {
            if let Some((round, seat)) = self.seat_of(number, &played).await {
                self.play_game(number, &seat).await;
                played.insert(round);
            } else if self.ask("GET", "", number).await.is_some_and(|page| page["phase"] == "over") {
                break;
            } else {
                sleep(LOOK).await;
            }
        }
        self.ledger().gone += 1;
        self.progress.send_replace(());
    }

    /// Returns the seat that waits for a player in a round that they have not played, and the round.
    async fn seat_of(&self, number: usize, played: &BTreeSet<u64>) -> Option<(u64, Value)> {
        let own = self.ask("GET", "/own", number).await?;
        let board = own.get("board")?;
        let (round, opponent) =
            (board["round"].as_u64()?, usize::try_from(board["opponent"].as_u64()?).ok()?);
        if played.contains(&round) {
            return None;
        }
        let seat = self.ask("POST", "/seat", number).await?;
        let pair = if board["color"] == "w" { (number, opponent) } else { (opponent, number) };
        let token = seat["token"].as_str()?.to_owned();
        let (moves, acknowledged) = (BTreeMap::new(), BTreeSet::new());
        let new = ToldGame { round, pair, token, moves, acknowledged, end: None };
        let mut ledger = self.ledger();
        let told = ledger.games.entry(seat["gameId"].as_str()?.to_owned()).or_insert(new);
        assert_eq!((told.round, told.pair), (round, pair), "a game has one board");
        Some((round, seat))
    }

    /// Plays a game to its end, however often the server goes.
    async fn play_game(&self, number: usize, seat: &Value) {
        let (game, token) = (seat["gameId"].as_str().unwrap(), seat["token"].as_str().unwrap());
        let (rules, values) = (Arc::clone(&self.rules), Arc::clone(&self.values));
        let mut client = Client::new(rules, values, Level::ALL[number % 4], token);
        loop {
            let known = self.ledger().games[game].moves.len();
            let connected_at = Instant::now();
            if let Some(mut player) = Player::try_connect(self.club.address, game).await {
                player.token = token.to_owned();
                if self.play_on(number, &mut client, &mut player, (known, connected_at)).await {
                    return;
                }
            }
            sleep(RETRY).await;
        }
    }

    /// Plays over one connection. `known` is the number of moves that were told before it. Returns whether the game has ended.
    async fn play_on(
        &self,
        number: usize,
        client: &mut Client,
        player: &mut Player,
        (known, connected_at): (usize, Instant),
    ) -> bool {
        let boards = self.club.tokens.len() / 2;
        let mut due = vec![Client::hello(&player.game, &player.token)];
        loop {
            for message in &due {
                if player.try_send_text(message).await.is_err() {
                    return false;
                }
            }
            let Ok(frame) = player.next().await else { return false };
            let plies = frame["ply"].as_u64();
            if frame["type"] == "joined" {
                assert!(plies.unwrap() >= known as u64, "{known} moves were told, and there are {plies:?}");
            }
            let is_news = self.ledger().note(&player.game, &frame, connected_at, boards);
            // A server that closes each connection after its first frame makes no progress.
            if is_news {
                self.progress.send_replace(());
            }
            if frame["gameStatus"] == "finished" {
                return true;
            }
            due = self.answers(number, client, &frame).await;
        }
    }

    /// Returns the messages of a player after a frame.
    async fn answers(&self, number: usize, client: &mut Client, frame: &Value) -> Vec<String> {
        let is_long = frame["ply"].as_u64() >= Some(self.plies + number as u64 % 3);
        let mut messages = Vec::new();
        for reaction in client.receive(&frame.to_string()).unwrap() {
            messages.extend(match reaction {
                Reaction::Send(text) => Some(text),
                Reaction::Think(_) if is_long => Some(Client::resignation()),
                Reaction::Think(thought) => spawn_blocking(move || thought.message(&|| false)).await.unwrap(),
            });
        }
        messages
    }
}

/// Comparison of what there is at the end with what the players were told.
#[derive(Default)]
struct Audit {
    acknowledged: usize,
    /// Moves that were told and are not there, or are others there.
    lost: usize,
    /// Moves that are there under a number that another has.
    doubled: usize,
    /// Moves that are there and were told to nobody, as one that is made again would be.
    untold: usize,
    /// Half points of each player.
    halves: BTreeMap<usize, u32>,
}

impl Audit {
    /// Compares the record of a game, and its board on the page.
    fn add(&mut self, told: &ToldGame, record: &Value, page: &Value) {
        let noted = record["state"]["record"]["plies"].as_array().unwrap();
        let move_of = |ply: &Value| (ply["ply"].as_u64().unwrap(), ply["san"].as_str().unwrap().to_owned());
        let moves: BTreeMap<u64, String> = noted.iter().map(move_of).collect();
        self.acknowledged += told.acknowledged.len();
        let there = told.moves.iter().filter(|(ply, san)| moves.get(ply) == Some(san)).count();
        self.lost += told.moves.len() - there;
        self.doubled += noted.len() - moves.len();
        self.untold += moves.keys().filter(|ply| !told.moves.contains_key(ply)).count();
        let summary = &record["summary"];
        assert_eq!(told.end, Some((summary["winner"].clone(), summary["endReason"].clone())));
        let round = usize::try_from(told.round).unwrap() - 1;
        let board =
            pairs(page, round).iter().position(|pair| *pair == told.pair).expect("a board of the game");
        let (outcome, halves) = match summary["winner"].as_str() {
            Some("w") => ("whiteWins", (2, 0)),
            Some("b") => ("blackWins", (0, 2)),
            _ => ("draw", (1, 1)),
        };
        assert_eq!(page["rounds"][round]["boards"][board]["outcome"], outcome, "round {}", told.round);
        *self.halves.entry(told.pair.0).or_default() += halves.0;
        *self.halves.entry(told.pair.1).or_default() += halves.1;
    }

    /// Compares the standings.
    fn compare_standings(&mut self, page: &Value) {
        let number = |value: &Value| usize::try_from(value["player"].as_u64().unwrap()).unwrap();
        let rounds = page["rounds"].as_array().unwrap();
        for bye in rounds.iter().flat_map(|round| round["byes"].as_array().unwrap()) {
            *self.halves.entry(number(bye)).or_default() += 2;
        }
        for standing in page["standings"].as_array().unwrap() {
            let halves = self.halves.get(&number(standing)).copied().unwrap_or_default();
            assert_eq!(standing["points"].as_f64().unwrap() * 2.0, f64::from(halves), "{standing}");
        }
    }
}

/// Returns the ids that a query finds in the journal of a server that has stopped.
async fn ids_in(data: &Path, query: &str) -> Vec<String> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(data.join("journal.db"));
    let mut database = options.connect().await.unwrap();
    let ids = sqlx::query_scalar(query).fetch_all(&mut database).await.unwrap();
    database.close().await.unwrap();
    ids
}

/// Plays an evening, and compares everything at its end.
async fn spend(plan: Plan) {
    let folder = tempfile::tempdir().unwrap();
    let (path, port) = (folder.path().to_owned(), free_port());
    let process = Process::start_at(&path, port, &VARIABLES);
    let mut wish = wish(json!({"type": "swiss", "rounds": plan.rounds}));
    wish["game"] = json!({"mode": "vanilla"});
    let club = Club::of(process.address, wish, plan.players).await;
    let rules = dev::ruleset("rules/chess");
    let values = Arc::new(Values::of(&rules));
    let ledger = Mutex::new(Ledger {
        process: Some(process),
        kills: plan.kills.to_vec(),
        killed_at: None,
        gaps: Vec::new(),
        games: BTreeMap::new(),
        gone: 0,
    });
    let progress = watch::Sender::new(());
    let evening = Arc::new(Evening { club, rules, values, plies: plan.plies, ledger, progress });
    evening.club.direct(json!({"act": "begin"})).await;
    let mut bots = JoinSet::new();
    for number in 1..=plan.players {
        bots.spawn(Arc::clone(&evening).play(number));
    }
    for _ in plan.kills {
        evening.until("a kill", |ledger| ledger.process.is_none()).await;
        let path = path.clone();
        let again = spawn_blocking(move || Process::start_at(&path, port, &VARIABLES)).await.unwrap();
        evening.ledger().process = Some(again);
    }
    evening.until("the end", |ledger| ledger.gone == plan.players).await;
    while let Some(played) = bots.join_next().await {
        played.unwrap();
    }
    let page = evening.club.page().await;
    let (games, gaps, process) = {
        let mut ledger = evening.ledger();
        (std::mem::take(&mut ledger.games), std::mem::take(&mut ledger.gaps), ledger.process.take())
    };
    let mut audit = Audit::default();
    for (game, told) in &games {
        let path = format!("/api/games/{game}/record");
        let record = bearer(evening.club.address, "GET", &path, &told.token, None).await;
        assert_eq!(record.status, 200, "game {game} is lost: {}", record.body);
        audit.add(told, &record.json(), &page);
    }
    audit.compare_standings(&page);
    let boards: usize = (0..plan.rounds).map(|round| pairs(&page, round).len()).sum();
    assert_eq!((boards, page["rounds"].as_array().unwrap().len()), (games.len(), plan.rounds));
    assert!(process.unwrap().terminate().success());
    let data = path.join("data");
    let ids: Vec<_> = games.keys().cloned().collect();
    assert_eq!(ids_in(&data, "SELECT game_id FROM finished_game ORDER BY game_id").await, ids);
    let other: Vec<_> = ids_in(&data, "SELECT DISTINCT game_id FROM input").await;
    assert!(other.iter().all(|id| games.contains_key(id)), "{other:?} are more games than {ids:?}");
    if dev::is_long() {
        let longest = gaps.iter().max().unwrap().as_millis();
        println!(
            "| players | rounds | games | kills | moves acknowledged | lost | doubled | untold | longest gap of play |"
        );
        println!("|---|---|---|---|---|---|---|---|---|");
        let Plan { players, rounds, .. } = &plan;
        let Audit { acknowledged, lost, doubled, untold, .. } = &audit;
        let (games, kills) = (games.len(), gaps.len());
        println!(
            "| {players} | {rounds} | {games} | {kills} | {acknowledged} | {lost} | {doubled} | {untold} | {longest} ms |"
        );
    }
    assert_eq!((audit.lost, audit.doubled, audit.untold, gaps.len()), (0, 0, 0, plan.kills.len()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_evening_of_bots_loses_nothing_when_the_server_is_killed() {
    let short = Plan { players: 5, rounds: 3, kills: &[2], plies: 16 };
    let long = Plan { players: 16, rounds: 7, kills: &[2, 4, 6], plies: 150 };
    spend(if dev::is_long() { long } else { short }).await;
}
