//! Bots on both seats of a game, by any ruleset and with house rules that have mechanics: all that they know is in their frames.

use std::collections::BTreeMap;
use std::sync::Arc;

use bot::{Client, Level, Reaction, Values};
use serde_json::{Value, json};
use session::{ConnId, DrawnStart};

use crate::any_ruleset::rulesets;
use crate::table::{B, GAME, Table, W, WHITE_TOKEN, catalogue, creation};

/// House rules with mechanics, and the one with turns of two moves.
const HOUSE_RULES: [&[&str]; 6] = [
    &["atomic"],
    &["double-move"],
    &["explosive-rook"],
    &["king-heals", "piece-hp"],
    &["piece-hp", "poisoned-squares"],
    &["capture-all"],
];

/// Two bots at a table.
struct Bots {
    table: Table,
    clients: BTreeMap<ConnId, Client>,
    /// Number of frames that a bot has read.
    read: BTreeMap<ConnId, usize>,
}

impl Bots {
    fn seated(ruleset: &str, overlays: &[&str], seed: u64) -> Bots {
        let mut asked =
            creation(json!({"mode": "vanilla", "side": "white", "ruleset": ruleset, "overlays": overlays}));
        asked.start = Some(DrawnStart { seed, feen: None });
        let mut table = Table::from_catalogue(&catalogue(), asked);
        table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
        table.say(B, json!({"type": "hello", "gameId": GAME}));
        let rules = table.session().rules();
        let values = Arc::new(Values::of(rules));
        let client = |conn: ConnId| {
            Client::new(Arc::clone(rules), Arc::clone(&values), Level::ALL[0], &format!("{seed}-{}", conn.0))
        };
        let clients = BTreeMap::from([W, B].map(|conn| (conn, client(conn))));
        Bots { table, clients, read: BTreeMap::new() }
    }

    /// Passes a bot the frames that it has not read yet, and returns its messages.
    fn messages(&mut self, conn: ConnId) -> Vec<Value> {
        let frames = self.table.frames(conn);
        let read = self.read.insert(conn, frames.len()).unwrap_or_default();
        let client = self.clients.get_mut(&conn).unwrap();
        let message = |reaction| match reaction {
            Reaction::Send(text) => Some(text),
            Reaction::Think(thought) => thought.message(&|| false),
        };
        let mut messages = Vec::new();
        for frame in &frames[read..] {
            let reactions =
                client.receive(&frame.to_string()).unwrap_or_else(|fault| panic!("{fault}: {frame:#}"));
            messages.extend(
                reactions
                    .into_iter()
                    .filter_map(message)
                    .map(|text| serde_json::from_str::<Value>(&text).unwrap()),
            );
        }
        messages
    }

    fn play(&mut self, plies: u64) {
        while self.ply() < plies && self.clients.len() == 2 {
            let before = self.ply();
            for conn in [W, B] {
                for message in self.messages(conn) {
                    self.table.say(conn, message);
                }
            }
            assert!(
                self.ply() > before || self.is_over(),
                "{}: nobody moves at ply {before}: {:#?}",
                self.table.session().rules().id(),
                self.table.frames(W).last()
            );
            if self.is_over() {
                return;
            }
        }
    }

    fn last(&self) -> Value {
        self.table.frames(W).into_iter().rfind(|frame| frame["ply"].is_u64()).unwrap()
    }

    fn ply(&self) -> u64 {
        self.last()["ply"].as_u64().unwrap()
    }

    fn is_over(&self) -> bool {
        self.last()["gameStatus"] == "finished"
    }

    /// Lets a bot come back: it knows what the table sends it then, and nothing of before.
    fn replace(&mut self, conn: ConnId) {
        let rules = self.table.session().rules();
        let client = Client::new(Arc::clone(rules), Arc::new(Values::of(rules)), Level::ALL[0], "again");
        self.clients.insert(conn, client);
        let joined = if conn == W { WHITE_TOKEN } else { crate::table::BLACK_TOKEN };
        self.table.say(conn, json!({"type": "hello", "gameId": GAME, "token": joined}));
        self.read.insert(conn, self.table.frames(conn).len() - 1);
    }
}

#[test]
fn bots_play_every_kind_of_ruleset_by_their_frames() {
    let (ids, plies) = rulesets();
    for id in ids {
        let mut bots = Bots::seated(&id, &[], 7);
        bots.play(plies as u64 / 4);
        assert!(bots.ply() > 0, "{id}");
    }
}

#[test]
fn bots_play_house_rules_with_mechanics_and_turns_of_two_moves() {
    for overlays in HOUSE_RULES {
        let mut bots = Bots::seated("chess", overlays, 7);
        bots.play(if dev::is_long() { 200 } else { 16 });
        assert!(bots.ply() > 4, "{overlays:?}");
    }
}

#[test]
fn a_bot_that_comes_back_to_a_drawn_start_goes_on() {
    for seed in [0, 101, 959] {
        let mut bots = Bots::seated("chess960", &[], seed);
        let start = bots.table.frames(B)[0]["start"].as_str().unwrap().to_owned();
        assert!(start.ends_with(" / C/c"), "{start}");
        bots.play(9);
        bots.replace(B);
        bots.replace(W);
        bots.play(30);
        assert!(bots.ply() == 30 || bots.is_over(), "{seed}");
    }
}
