//! Tournaments over HTTP: entries, rounds, results, no-shows, the director, restarts; and that the page says nothing of a board that is played.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod evening;
mod pushes;
mod upsets;
mod wishes;

use crate::common;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::Duration;

use common::http::{Answer, get, post, request};
use common::process::Process;
use common::{PATIENCE, Player, Setting, Table};
use serde_json::{Value, json};
use tabula::limits::{Limits, TournamentLimits};
use tokio::time::{sleep, timeout};

/// A game that was played, with the token of white's seat, and the numbers of its players.
type Played = (String, String, (usize, usize));

/// A tournament as its clients see it.
pub(crate) struct Club {
    pub(crate) address: SocketAddr,
    id: String,
    director: String,
    pub(crate) tokens: Vec<String>,
    /// Games that were played.
    games: Mutex<Vec<Played>>,
}

async fn bearer(address: SocketAddr, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n"
    );
    request(address, &head, body.map(|body| body.to_string()).unwrap_or_default().as_bytes()).await
}

pub(crate) fn wish(format: Value) -> Value {
    json!({"name": "Thursday club", "format": format, "game": {"mode": "blind"}, "isAutomatic": true, "noShowSeconds": 600})
}

impl Club {
    /// Creates a tournament with so many players.
    pub(crate) async fn of(address: SocketAddr, wish: Value, players: usize) -> Club {
        let created = post(address, "/api/tournaments", &wish).await;
        assert_eq!(created.status, 201, "{}", created.body);
        let mut club = Club {
            address,
            id: created.field("tournamentId").unwrap(),
            director: created.field("directorToken").unwrap(),
            tokens: Vec::new(),
            games: Mutex::default(),
        };
        for number in 1..=players {
            let entered =
                club.enter(&format!("player {}", "abcdefghijklmnop".chars().nth(number - 1).unwrap())).await;
            assert_eq!(entered.status, 201, "{}", entered.body);
            assert_eq!(entered.json()["player"], number);
            club.tokens.push(entered.field("token").unwrap());
        }
        club
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/tournaments/{}{rest}", self.id)
    }

    async fn enter(&self, name: &str) -> Answer {
        post(self.address, &self.path("/players"), &json!({"name": name})).await
    }

    pub(crate) async fn page(&self) -> Value {
        let answer = get(self.address, &self.path("")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    async fn act(&self, token: &str, act: Value) -> Answer {
        bearer(self.address, "POST", &self.path("/acts"), token, Some(act)).await
    }

    pub(crate) async fn direct(&self, act: Value) -> Value {
        let answer = self.act(&self.director.clone(), act).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    async fn own(&self, token: &str) -> Value {
        bearer(self.address, "GET", &self.path("/own"), token, None).await.json()
    }

    /// Waits until the page fulfils a condition.
    pub(crate) async fn wait_for(&self, what: &str, is_there: impl Fn(&Value) -> bool) -> Value {
        let waited = timeout(PATIENCE, async {
            loop {
                let page = self.page().await;
                if is_there(&page) {
                    return page;
                }
                sleep(Duration::from_millis(50)).await;
            }
        });
        waited.await.unwrap_or_else(|_| panic!("{what} did not come"))
    }

    /// Takes the seat of a player.
    pub(crate) async fn seat(&self, token: &str) -> Value {
        let answer = bearer(self.address, "POST", &self.path("/seat"), token, None).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    async fn sit(&self, number: usize) -> (Player, Value) {
        let seat = self.seat(&self.tokens[number - 1]).await;
        let mut player = Player::connect(self.address, seat["gameId"].as_str().unwrap()).await;
        player.hello(json!({"token": seat["token"]})).await;
        (player, seat)
    }

    /// Plays a board by both players' moves; the one named wins by the other's resignation.
    pub(crate) async fn play_board(&self, pair: (usize, usize), white_wins: bool) {
        let (mut white, mut black) = self.begin_board(pair).await;
        black.commit("e7", "e5").await;
        black.expect_update().await;
        white.expect_update().await;
        let (winner, loser) = if white_wins { (&mut white, &mut black) } else { (&mut black, &mut white) };
        loser.send(json!({"type": "resign"})).await;
        assert_eq!(winner.expect_update().await["gameStatus"], "finished");
    }
}

pub(crate) fn pairs(page: &Value, round: usize) -> Vec<(usize, usize)> {
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let boards = page["rounds"][round]["boards"].as_array().unwrap();
    boards.iter().map(|board| (number(&board["white"]), number(&board["black"]))).collect()
}

fn limits() -> Limits {
    let tournaments =
        TournamentLimits { round_pause: "0s".parse().unwrap(), ..Limits::default().tournaments };
    Limits { tournaments, commit_burst: 1000, message_burst: 1000, ..Limits::default() }
}

#[tokio::test]
async fn a_round_robin_of_four_is_played_to_its_end() {
    let table = Table::with(limits()).await;
    let club = Club::of(table.address, wish(json!({"type": "roundRobin", "cycles": 1})), 4).await;
    let page = club.page().await;
    assert_eq!((&page["phase"], &page["rounds"]), (&json!("entering"), &json!([])));
    club.direct(json!({"act": "begin"})).await;
    for round in 0..3 {
        let page = club.wait_for("a round", |page| page["rounds"].as_array().unwrap().len() > round).await;
        for pair in pairs(&page, round) {
            club.play_board(pair, pair.0 < pair.1).await;
        }
    }
    let page = club.wait_for("the end", |page| page["phase"] == "over").await;
    let standings = page["standings"].as_array().unwrap();
    let order: Vec<_> = standings.iter().map(|standing| standing["player"].as_u64().unwrap()).collect();
    assert_eq!(order, [1, 2, 3, 4]);
    assert_eq!(standings[0]["points"], 3.0);
    let refused = club.enter("Latecomer").await;
    assert_eq!((refused.status, refused.field("code").as_deref()), (409, Some("not_now")));
    // Corrections are taken after the end, as events more.
    let page = club.direct(json!({"act": "correct", "round": 1, "board": 1, "outcome": "draw"})).await;
    assert_eq!(
        page["rounds"][0]["boards"][0],
        json!({"white": 1, "black": 4, "outcome": "draw", "isCorrected": true})
    );
    assert_eq!(page["standings"][0]["points"], 2.5);
}

#[tokio::test]
async fn the_page_says_of_a_board_that_it_is_played_and_no_more() {
    let table = Table::with(limits()).await;
    let club = Club::of(table.address, wish(json!({"type": "swiss", "rounds": 1})), 2).await;
    club.direct(json!({"act": "begin"})).await;
    let ask = || async { get(table.address, &club.path("")).await };
    let before = ask().await;
    let (mut white, seat) = club.sit(1).await;
    let (mut black, _) = club.sit(2).await;
    let tag = before.header("etag").unwrap().to_owned();
    white.commit("e2", "e4").await;
    black.expect_update().await;
    // An illegal try, and a legal move.
    black.commit("e7", "e2").await;
    black.commit("e7", "e5").await;
    white.expect_update().await;
    let after = ask().await;
    assert_eq!((before.body.as_str(), Some(tag.as_str())), (after.body.as_str(), after.header("etag")));
    for secret in
        [seat["gameId"].as_str().unwrap(), seat["token"].as_str().unwrap(), &club.tokens[0], &club.director]
    {
        assert!(!after.body.contains(secret), "{secret}");
    }
    let known =
        format!("GET {} HTTP/1.1\r\nhost: {}\r\nif-none-match: {tag}\r\n", club.path(""), table.address);
    let unchanged = request(table.address, &known, b"").await;
    assert_eq!((unchanged.status, unchanged.body.as_str()), (304, ""));
}

#[tokio::test]
async fn tokens_are_for_their_own_alone() {
    let table = Table::with(limits()).await;
    let club = Club::of(table.address, wish(json!({"type": "swiss", "rounds": 3})), 3).await;
    let code = |answer: &Answer| (answer.status, answer.field("code").unwrap_or_default());
    let forbidden = (403, "not_a_member".to_owned());
    for act in [
        json!({"act": "begin"}),
        json!({"act": "nextRound"}),
        json!({"act": "end"}),
        json!({"act": "withdraw", "player": 2}),
    ] {
        assert_eq!(code(&club.act(&club.tokens[0], act).await), forbidden);
    }
    assert_eq!(code(&club.act("AAAAAAAAAAAAAAAAAAAAAAAA", json!({"act": "withdraw"})).await), forbidden);
    // Names that could be confused are the same.
    assert_eq!(code(&club.enter("PLAYER  A").await), (409, "name_taken".to_owned()));
    let short = club.enter("x").await;
    assert_eq!(code(&short), (400, "malformed".to_owned()));
    assert_eq!(short.field("reason").as_deref(), Some("name_length"));
    // A player withdraws alone.
    assert_eq!(club.act(&club.tokens[2], json!({"act": "withdraw"})).await.status, 200);
    assert_eq!(club.page().await["players"][2]["isWithdrawn"], true);
    assert_eq!(club.own(&club.tokens[0]).await, json!({"isDirector": false, "player": 1}));
    assert_eq!(club.own(&club.director).await, json!({"isDirector": true}));
    club.direct(json!({"act": "begin"})).await;
    let own = club.own(&club.tokens[0]).await;
    assert_eq!((&own["board"]["opponent"], &own["board"]["color"]), (&json!(2), &json!("w")));
    let answer = get(table.address, "/api/tournaments/k3f9x2ab").await;
    assert_eq!(code(&answer), (404, "tournament_not_found".to_owned()));
}

#[tokio::test]
async fn a_player_who_does_not_come_in_time_forfeits() {
    let setting = Setting { limits: limits(), ..Setting::default() };
    let table = setting.open().await;
    let club = Club::of(table.address, wish(json!({"type": "swiss", "rounds": 2})), 4).await;
    club.direct(json!({"act": "begin"})).await;
    // White of the first board comes; nobody comes to the second, which has a game too.
    let (_white, _) = club.sit(1).await;
    let second = pairs(&club.page().await, 0)[1];
    club.seat(&club.tokens[second.0 - 1]).await;
    table.clock.advance(Duration::from_secs(601));
    let page = club.wait_for("a second round", |page| page["rounds"].as_array().unwrap().len() > 1).await;
    let boards = &page["rounds"][0]["boards"];
    assert_eq!(
        (&boards[0]["outcome"], &boards[1]["outcome"]),
        (&json!("blackForfeits"), &json!("bothForfeit"))
    );
    // They have not played, so they may meet.
    assert_eq!(page["rounds"][1]["boards"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn creations_have_bounds() {
    let tournaments =
        TournamentLimits { tournaments: 2, tournament_burst: 4, ..Limits::default().tournaments };
    let table = Table::with(Limits { tournaments, ..Limits::default() }).await;
    let create = |wish: Value| async move {
        let answer = post(table.address, "/api/tournaments", &wish).await;
        (answer.status, answer.field("code").unwrap_or_default(), answer.field("reason").unwrap_or_default())
    };
    let refused = |status: u16, code: &str, reason: &str| (status, code.to_owned(), reason.to_owned());
    let swiss = || wish(json!({"type": "swiss", "rounds": 3}));
    let mut unknown = swiss();
    unknown["game"]["ruleset"] = json!("no-such-game");
    assert_eq!(create(unknown).await, refused(400, "unknown_ruleset", "unknown_ruleset"));
    let long = wish(json!({"type": "swiss", "rounds": 99}));
    assert_eq!(create(long).await, refused(400, "malformed", "invalid_setting"));
    assert_eq!(create(swiss()).await.0, 201);
    assert_eq!(create(swiss()).await.0, 201);
    assert_eq!(create(swiss()).await, refused(429, "rate_limited", "too_often"));
    table.clock.advance(Duration::from_secs(120));
    assert_eq!(create(swiss()).await, refused(503, "server_full", "tournaments_full"));
    for (setting, value, reason) in [
        ("name", json!("  ab  "), "name_length"),
        ("noShowSeconds", json!(1), "no_show_time"),
        ("noShowSeconds", json!("soon"), "invalid_setting"),
        ("game", json!({"mode": "blind", "machine": {"level": 1}}), "unfit_for_tournament"),
        ("game", json!({"mode": "blind", "clock": {"initial": 0}}), "invalid_clock"),
        ("game", json!({"mode": "blind", "overlays": ["torpedo", "berolina-pawns"]}), "house_rules_clash"),
    ] {
        table.clock.advance(Duration::from_secs(120));
        let mut wish = swiss();
        wish[setting] = value;
        assert_eq!(create(wish).await, refused(400, "malformed", reason));
    }
}

/// Returns who wins a board of a round.
fn wins_as_white((white, black): (usize, usize), round: usize) -> bool {
    !(white * 7 + black * 3 + round).is_multiple_of(3)
}

/// Plays the boards of a round one after another. Their results are not waited for: the next board begins while the server takes them in.
async fn play_round(club: &Club, page: &Value, round: usize, results: &mut BTreeMap<usize, u32>) {
    for (white, black) in pairs(page, round) {
        let white_wins = wins_as_white((white, black), round);
        club.play_board((white, black), white_wins).await;
        *results.entry(if white_wins { white } else { black }).or_default() += 2;
    }
}

#[tokio::test]
async fn a_tournament_outlives_a_killed_server() {
    let (players, rounds) = (5, 3);
    let folder = tempfile::tempdir().unwrap();
    let variables = [
        ("TABULA_ROUND_PAUSE", "0s"),
        ("TABULA_JOIN_BURST", "1000000"),
        ("TABULA_CONNECTIONS_PER_ADDRESS", "10000"),
    ];
    let mut process = Process::start_with(folder.path(), &variables);
    let mut club = Club::of(process.address, wish(json!({"type": "swiss", "rounds": rounds})), players).await;
    club.direct(json!({"act": "begin"})).await;
    let mut results = BTreeMap::new();
    for round in 0..rounds {
        let page = club.wait_for("a round", |page| page["rounds"].as_array().unwrap().len() > round).await;
        let all = pairs(&page, round);
        if round == rounds / 2 {
            // In the middle of a round: one board is over and not taken in yet, one is begun.
            let (white, black) = all[0];
            let white_wins = wins_as_white((white, black), round);
            club.play_board((white, black), white_wins).await;
            *results.entry(if white_wins { white } else { black }).or_default() += 2;
            let begun = club.begin_board(all[1]).await;
            let before = club.page().await;
            process.kill();
            process = Process::start_with(folder.path(), &variables);
            club.address = process.address;
            let after = club.page().await;
            for field in ["players", "format", "name"] {
                assert_eq!(before[field], after[field]);
            }
            assert_eq!(pairs(&before, round), pairs(&after, round));
            drop(begun);
            for (at, (white, black)) in all.iter().copied().enumerate().skip(1) {
                let white_wins = wins_as_white((white, black), round);
                if at == 1 {
                    club.resume_board((white, black), white_wins).await;
                } else {
                    club.play_board((white, black), white_wins).await;
                }
                *results.entry(if white_wins { white } else { black }).or_default() += 2;
            }
        } else {
            play_round(&club, &page, round, &mut results).await;
        }
    }
    let page = club.wait_for("the end", |page| page["phase"] == "over").await;
    for byes in page["rounds"].as_array().unwrap().iter().map(|round| round["byes"].as_array().unwrap()) {
        for bye in byes {
            *results.entry(usize::try_from(bye["player"].as_u64().unwrap()).unwrap()).or_default() += 2;
        }
    }
    assert_eq!(page["rounds"].as_array().unwrap().len(), rounds);
    let standings = page["standings"].as_array().unwrap();
    for standing in standings {
        let player = usize::try_from(standing["player"].as_u64().unwrap()).unwrap();
        let halves = f64::from(results.get(&player).copied().unwrap_or_default());
        assert_eq!(standing["points"].as_f64().unwrap() * 2.0, halves, "player {player}");
    }
    // The records of the games say the same.
    let mut of_records: BTreeMap<usize, u32> = BTreeMap::new();
    let games = club.games.lock().unwrap().clone();
    for (game, token, (white, black)) in games {
        let record =
            bearer(club.address, "GET", &format!("/api/games/{game}/record"), &token, None).await.json();
        let winner = if record["summary"]["winner"] == "w" { white } else { black };
        *of_records.entry(winner).or_default() += 2;
    }
    for bye in page["rounds"].as_array().unwrap().iter().flat_map(|round| round["byes"].as_array().unwrap()) {
        *of_records.entry(usize::try_from(bye["player"].as_u64().unwrap()).unwrap()).or_default() += 2;
    }
    assert_eq!(of_records, results);
    process.terminate();
}

impl Club {
    /// Begins the game of a board with a move of white.
    pub(crate) async fn begin_board(&self, pair: (usize, usize)) -> (Player, Player) {
        let (mut white, _) = self.sit(pair.0).await;
        let (mut black, _) = self.sit(pair.1).await;
        self.games.lock().unwrap().push((white.game.clone(), white.token.clone(), pair));
        white.expect_update().await;
        white.commit("e2", "e4").await;
        white.expect_update().await;
        black.expect_update().await;
        (white, black)
    }

    /// Plays a board to its end that was begun before the server was killed.
    pub(crate) async fn resume_board(&self, pair: (usize, usize), white_wins: bool) {
        let (mut white, _) = self.sit(pair.0).await;
        let (mut black, _) = self.sit(pair.1).await;
        black.commit("e7", "e5").await;
        black.expect_update().await;
        white.expect_update().await;
        let (winner, loser) = if white_wins { (&mut white, &mut black) } else { (&mut black, &mut white) };
        loser.send(json!({"type": "resign"})).await;
        assert_eq!(winner.expect_update().await["gameStatus"], "finished");
    }
}
