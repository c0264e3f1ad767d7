//! Games with covered pieces: the deal, who is told what of it, and when it is opened.

mod pairs;

use std::sync::Arc;

use serde_json::{Value, json};
use session::{
    Catalogue, Creation, CreationError, DealSeed, DrawnDeal, Entry, Recorded, ReplayError, Session,
};
use sha2::{Digest as _, Sha256};

use crate::spectators::{S, WatchedGame};
use crate::table::{B, GAME, Table, W, WHITE_TOKEN, catalogue, creation};

/// A deal of Jieqi: the cannon at b3 hides a soldier, and so does the horse at b10, which that cannon can take.
const DEALT: &str = "sssag^eccr/9/1s5r1/s1a1h1e1h/9/9/S1A1H1E1H/1S5R1/9/SSSAG^ECCR / X/x";

fn seed(byte: u8) -> DealSeed {
    DealSeed([byte; 32])
}

/// Returns the creation of a game by a ruleset, with a deal that a seed draws.
fn asked(ruleset: &str, byte: u8) -> Creation {
    let terms = json!({"mode": "vanilla", "side": "white", "ruleset": ruleset, "spectators": {"allowed": true, "delaySeconds": 0}});
    Creation { deal: Some(DrawnDeal { seed: seed(byte), feen: None }), ..creation(terms) }
}

/// Returns a game with the deal of a FEEN, as a journal restores it, with both players and a spectator connected.
fn game(ruleset: &str, dealt: &str) -> WatchedGame {
    let mut created = asked(ruleset, 7);
    created.deal = Some(DrawnDeal { seed: seed(7), feen: Some(dealt.to_owned()) });
    let entry = Entry { seq: 0, at: created.at, input: Recorded::Created(created) };
    let session = Session::replay(&catalogue(), [entry].into_iter()).unwrap();
    let mut game =
        WatchedGame { table: Table::of(session), sent: Vec::new(), closed: Vec::new(), reports: Vec::new() };
    game.say(W, &json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    game.say(B, &json!({"type": "hello", "gameId": GAME}));
    game.watch(S);
    game
}

/// Returns the squares of a move like `a10b10`.
fn squares(mv: &str) -> (&str, &str) {
    let second = mv.rfind(char::is_alphabetic).unwrap();
    mv.split_at(second)
}

fn commit(game: &mut WatchedGame, mv: &str) {
    let ply = game.table.last(W, "update").map_or(0, |update| update["ply"].as_u64().unwrap());
    let conn = if ply.is_multiple_of(2) { W } else { B };
    let (from, to) = squares(mv);
    game.say(conn, &json!({"type": "commit", "from": from, "to": to}));
    assert_eq!(game.table.last(W, "update").unwrap()["ply"], ply + 1, "{mv}");
}

fn last_state(game: &WatchedGame) -> Value {
    let texts = game.sent.iter().rev().filter(|(_, to, _)| *to == S).map(|(_, _, text)| text);
    texts
        .map(|text| serde_json::from_str::<Value>(text).unwrap())
        .find(|frame| frame["type"] == "gameState.update")
        .unwrap()
}

fn stored(entry: &Entry) -> Value {
    serde_json::to_value(entry).unwrap()["input"]["created"]["deal"].clone()
}

#[test]
fn the_journal_has_the_deal_before_anybody_is_told_of_it_and_its_hash_is_told() {
    let mut table = Table::from_creation(asked("jieqi", 1));
    let deal = stored(&table.journal[0]);
    let (seed, feen) = (deal["seed"].as_str().unwrap(), deal["feen"].as_str().unwrap());
    assert_eq!(seed, "01".repeat(32));
    let expected = format!("{:x}", Sha256::digest(format!("{seed} {feen}")));
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    table.say(B, json!({"type": "hello", "gameId": GAME}));
    for conn in [W, B] {
        assert_eq!(table.frames(conn)[0]["commitment"], expected);
        let all = table.sent[&conn].concat();
        assert!(!all.contains(feen) && !all.contains(seed));
    }
    // Other seeds, other deals.
    assert_ne!(stored(&Table::from_creation(asked("jieqi", 2)).journal[0])["feen"], feen);
    // A game without covered pieces draws none.
    assert_eq!(stored(&Table::from_creation(asked("xiangqi", 1)).journal[0]), Value::Null);
}

#[test]
fn a_covered_piece_is_seen_and_not_known_until_it_moves() {
    let mut game = game("jieqi", DEALT);
    let piece = |game: &WatchedGame, square: &str| {
        let update = game.table.last(B, "update").or_else(|| game.table.last(B, "joined")).unwrap();
        update["view"]["pieces"][square].clone()
    };
    assert_eq!(piece(&game, "b3"), json!({"color": "w", "type": "c", "qpi": "X:-C", "covered": true}));
    commit(&mut game, "b3b10");
    assert_eq!(piece(&game, "b10"), json!({"color": "w", "type": "s", "qpi": "X:S"}));
    assert_eq!(game.table.last(B, "update").unwrap()["latestMove"]["san"], "Cxb10=S");
    let seen = last_state(&game);
    let covered = seen["pieces"].as_array().unwrap().iter().filter(|piece| piece["covered"] == true);
    assert_eq!(covered.count(), 28);
    assert_eq!(seen["newMoves"][0]["notation"], "Cxb10=S");
}

#[test]
fn who_takes_a_covered_piece_alone_knows_what_it_was() {
    let mut game = game("jieqi", DEALT);
    commit(&mut game, "b3b10");
    let tally = |game: &WatchedGame, conn| game.table.last(conn, "update").unwrap()["tally"].clone();
    assert_eq!(tally(&game, W), json!({"byYou": {"s": 1}, "byOpponent": {}}));
    assert_eq!(tally(&game, B), json!({"byYou": {}, "byOpponent": {}, "hiddenByOpponent": 1}));
    assert_eq!(last_state(&game)["tally"], json!({"byYou": {}, "byOpponent": {}}));
    // An uncovered piece is known to both.
    commit(&mut game, "a10b10");
    assert_eq!(tally(&game, W), json!({"byYou": {"s": 1}, "byOpponent": {"s": 1}}));
    assert_eq!(tally(&game, B), json!({"byYou": {"s": 1}, "byOpponent": {}, "hiddenByOpponent": 1}));
    // The same after coming back.
    game.say(B, &json!({"type": "hello", "gameId": GAME, "token": crate::table::BLACK_TOKEN}));
    assert_eq!(game.table.last(B, "joined").unwrap()["tally"], tally(&game, B));
}

#[test]
fn the_end_opens_the_deal() {
    let mut game = game("jieqi", DEALT);
    commit(&mut game, "b3b10");
    let before: String = game
        .table
        .sent
        .values()
        .flatten()
        .chain(game.sent.iter().map(|(_, _, text)| text))
        .cloned()
        .collect();
    assert!(!before.contains(DEALT) && !before.contains(&seed(7).to_string()));
    game.say(B, &json!({"type": "resign"}));
    let promised = game.table.frames(W)[0]["commitment"].clone();
    for conn in [W, B] {
        let end = game.table.last(conn, "update").unwrap();
        let deal = &end["record"]["deal"];
        assert_eq!(deal, &json!({"commitment": promised, "seed": seed(7).to_string(), "feen": DEALT}));
        let (opened, feen) = (deal["seed"].as_str().unwrap(), deal["feen"].as_str().unwrap());
        assert_eq!(promised, format!("{:x}", Sha256::digest(format!("{opened} {feen}"))));
        let ply = &end["record"]["plies"][0];
        assert_eq!(
            (&ply["captured"], &ply["uncovered"], &ply["san"]),
            (&json!("s"), &json!("s"), &json!("Cxb10=S"))
        );
        assert!(end["record"]["pgn"].as_str().unwrap().contains(&format!("[Deal \"{DEALT}\"]")));
    }
    assert_eq!(game.table.last(B, "update").unwrap()["tally"]["byOpponent"], json!({"s": 1}));
    assert_eq!(last_state(&game)["record"]["deal"]["feen"], DEALT);
}

#[test]
fn a_replay_has_the_same_deal() {
    let mut table = Table::from_creation(asked("jieqi", 9));
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    table.say(B, json!({"type": "hello", "gameId": GAME}));
    for (conn, from, to) in [(W, "b3", "b10"), (B, "a10", "b10"), (W, "a1", "a3")] {
        table.say(conn, json!({"type": "commit", "from": from, "to": to}));
    }
    let before = table.last(W, "update").unwrap();
    assert_eq!(before["ply"], 3);
    let session = Session::replay(&catalogue(), table.journal.iter().cloned()).unwrap();
    table.host.replace_session(session);
    let joined = table.ask(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    assert_eq!(joined[0]["view"], before["view"]);
    assert_eq!(joined[0]["tally"], before["tally"]);
    // A deal that the rules do not have is refused.
    let mut entry = serde_json::to_value(&table.journal[0]).unwrap();
    entry["input"]["created"]["deal"]["feen"] = json!("9/9 / X/x");
    let impossible: Entry = serde_json::from_value(entry).unwrap();
    let refused = Session::replay(&catalogue(), [impossible].into_iter());
    assert!(matches!(refused, Err(ReplayError::Refused(CreationError::ImpossibleDeal))));
}

#[test]
fn half_chess_is_played_by_uncovering() {
    let dealt = "GAAEERRH/HCCSSSSS/gaaeerrh/hccsssss / X/x";
    let mut game = game("banqi", dealt);
    let piece = |game: &WatchedGame, square: &str| {
        game.table.last(B, "update").or_else(|| game.table.last(B, "joined")).unwrap()["view"]["pieces"]
            [square]
            .clone()
    };
    assert_eq!(
        piece(&game, "a1"),
        json!({"color": "w", "type": "u", "qpi": "X:U", "neutral": true, "covered": true})
    );
    // The first uncovered piece is red's, although it was dealt as a black one: then the pieces of the upper ranks are black.
    commit(&mut game, "h1h1");
    assert_eq!(piece(&game, "h1"), json!({"color": "w", "type": "s", "qpi": "X:S"}));
    commit(&mut game, "a4a4");
    assert_eq!(piece(&game, "a4"), json!({"color": "b", "type": "g", "qpi": "x:g"}));
    assert_eq!(game.table.last(W, "update").unwrap()["latestMove"]["san"], "Ua4=g");
    // Black cannot move what is red's, and the general moves.
    let answer = game.table.ask(W, json!({"type": "commit", "from": "a4", "to": "a4"}));
    assert_eq!(answer[0]["newAnnouncements"][0]["text"], "no_such_piece");
    commit(&mut game, "b1b1");
}

#[test]
fn covered_pieces_go_with_open_boards_alone() {
    let refused = |terms: Value| Session::create(&catalogue(), creation(terms)).err();
    for mode in ["blind", "sight"] {
        let terms = json!({"mode": mode, "side": "white", "ruleset": "jieqi"});
        assert_eq!(refused(terms), Some(CreationError::CoveredPieces), "{mode}");
    }
    assert_eq!(refused(json!({"mode": "vanilla", "side": "white", "ruleset": "jieqi"})), None);
    let catalogue: Arc<Catalogue> = catalogue();
    for description in catalogue.ruleset_descriptions() {
        let described = serde_json::to_value(&description).unwrap();
        if described["covered"].is_array() {
            assert_eq!(described["modes"], json!(["vanilla"]), "{}", description.id);
        } else {
            assert!(described["modes"].as_array().unwrap().len() > 1, "{}", description.id);
        }
    }
}
