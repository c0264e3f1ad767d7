//! A finished game, as a journal stores it: its inputs and its record.

use std::sync::Arc;

use serde_json::json;
use session::protocol::player::{ClientMessage, Color, CreateGame, decode};
use session::{
    Catalogue, ConnId, Creation, Creator, Entry, FinishedGame, GameId, Input, Limits, Receipt, Session,
    UnixMs,
};

/// Returns the id of a game (`g`), or of its link for spectators (`w`).
pub fn id(letter: char, number: usize) -> GameId {
    format!("{letter}ame{number:04}").parse().unwrap()
}

/// Plays a game of two plies in a session, and returns its entries and its record.
pub fn played(catalogue: &Arc<Catalogue>, number: usize) -> (Vec<Entry>, FinishedGame) {
    let request = json!({"mode": "vanilla", "side": "white", "spectators": {"allowed": true}});
    let creation = Creation {
        id: id('g', number),
        watch_id: Some(id('w', number)),
        creator: Creator::Player("w".repeat(24).parse().unwrap()),
        request: CreateGame::read(request.to_string().as_bytes()).unwrap(),
        random_side: Color::W,
        deal: None,
        start: None,
        at: UnixMs(1_800_000_000_000),
        limits: Limits::default(),
    };
    let (mut session, unsent) = Session::create(catalogue, creation).unwrap();
    let mut entries = vec![unsent.entry().clone()];
    let mut records = Vec::new();
    let game = id('g', number);
    let (w, b) = (1, 2);
    for (at, (conn, message)) in [
        (w, json!({"type": "hello", "gameId": game.as_str(), "token": "w".repeat(24)})),
        (b, json!({"type": "hello", "gameId": game.as_str()})),
        (w, json!({"type": "commit", "from": "e2", "to": "e4"})),
        (b, json!({"type": "commit", "from": "e7", "to": "e5"})),
        (w, json!({"type": "resign"})),
    ]
    .into_iter()
    .enumerate()
    {
        let conn = ConnId(conn);
        let input = match decode(&message.to_string()) {
            Ok(ClientMessage::Hello(hello)) => {
                Input::Hello { conn, hello, fresh: "b".repeat(24).parse().unwrap() }
            }
            Ok(ClientMessage::Command(command)) => Input::Command { conn, command },
            other => panic!("{other:?}"),
        };
        let unsent = session.handle(UnixMs(1_800_000_000_001 + at as u64), input);
        entries.push(unsent.entry().clone());
        records.extend(unsent.finished().cloned());
        let seq = unsent.entry().seq;
        drop(unsent.release(Receipt::stored(seq)).unwrap());
    }
    let [record] = records.try_into().unwrap();
    (entries, record)
}
