//! Misbehaving clients, which must not harm the server or the players of a game.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::sync::Arc;
use std::time::Duration;

use common::layer::{Layer, Layered};
use common::{Player, Setting, http};
use futures_util::future::BoxFuture;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use session::{Entry, FinishedGame, GameId, Receipt};
use tabula::journal::{Journal, JournalError, MemoryJournal};
use tabula::limits::Limits;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;

/// A journal that blocks until its gate is open.
#[derive(Debug)]
struct GatedJournal {
    stored: Arc<MemoryJournal>,
    gate: watch::Sender<bool>,
    /// The last game to be stored.
    last_game: watch::Sender<Option<GameId>>,
}

impl Layer for GatedJournal {
    fn inner(&self) -> &MemoryJournal {
        &self.stored
    }

    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        self.last_game.send_replace(Some(*game));
        let (game, entry, finished) = (*game, entry.clone(), finished.cloned());
        let stored = Arc::clone(&self.stored);
        let mut gate = self.gate.subscribe();
        Box::pin(async move {
            gate.wait_for(|open| *open).await.unwrap();
            stored.append(&game, &entry, finished.as_ref()).await
        })
    }

    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        self.last_game.send_replace(Some(*game));
        let (game, stored) = (*game, Arc::clone(&self.stored));
        let mut gate = self.gate.subscribe();
        Box::pin(async move {
            gate.wait_for(|open| *open).await.unwrap();
            stored.forget(&game).await
        })
    }
}

#[tokio::test]
async fn a_creator_who_disconnects_leaves_a_complete_game() {
    let stored = Arc::new(MemoryJournal::default());
    let (gate, last_game) = (watch::Sender::new(false), watch::Sender::new(None));
    let (mut asks, opener) = (last_game.subscribe(), gate.clone());
    let journal = Arc::new(Layered(GatedJournal { stored: Arc::clone(&stored), gate, last_game }));
    let limits = Limits { connections: 1, ..Limits::default() };
    let table = Setting { limits, journal, ..Setting::default() }.open().await;
    let mut creator = TcpStream::connect(table.address).await.unwrap();
    let body = r#"{"mode":"blind"}"#;
    let head = "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
    creator.write_all(request.as_bytes()).await.unwrap();
    let game = asks.wait_for(Option::is_some).await.unwrap().unwrap();
    drop(creator);
    // The slot is free again: the server has noticed that the creator is gone.
    http::get_until_served(table.address, "/api/health").await;
    opener.send_replace(true);
    table.server.stop().await;
    assert_eq!(stored.load(&game).await.unwrap().len(), 1);

    let table = Setting { journal: stored, ..Setting::default() }.open().await;
    let mut player = Player::connect(table.address, game.as_str()).await;
    player.hello(json!({})).await;
}

#[tokio::test]
async fn a_hello_during_the_removal_of_a_game_is_answered_with_its_end() {
    let stored = Arc::new(MemoryJournal::default());
    let (gate, last_game) = (watch::Sender::new(true), watch::Sender::new(None));
    let (asker, opener) = (last_game.clone(), gate.clone());
    let journal = Arc::new(Layered(GatedJournal { stored, gate, last_game }));
    let table = Setting { journal, ..Setting::default() }.open().await;
    let (mut white, mut black) = table.game("blind").await;
    white.send(json!({"type": "resign"})).await;
    white.expect_update().await;
    black.expect_update().await;
    opener.send_replace(false);
    asker.send_replace(None);
    table.clock.advance(Duration::from_secs(30 * 60));
    asker.subscribe().wait_for(Option::is_some).await.unwrap();
    let mut late = Player::connect(table.address, &white.game).await;
    late.say_hello(json!({"token": white.token})).await;
    // The server answers the ping after it has processed the hello.
    late.socket.send(Message::Ping("there?".into())).await.unwrap();
    assert!(matches!(late.socket.next().await, Some(Ok(Message::Pong(_)))));
    opener.send_replace(true);
    let closed = late.expect_closed().await;
    assert_eq!((closed.code, closed.reason.as_str()), (4004, "game_not_found"));
}

#[tokio::test]
async fn a_client_without_a_seat_does_not_affect_a_game() {
    let journal = Arc::new(MemoryJournal::default());
    let table = Setting { journal: journal.clone(), ..Setting::default() }.open().await;
    let (white, mut black) = table.game("blind").await;
    let game: GameId = white.game.parse().unwrap();
    let before = journal.load(&game).await.unwrap();
    let mut third = Player::connect(table.address, &white.game).await;
    third.say_hello(json!({"joinAs": "w"})).await;
    third.expect_error("slot_taken").await;
    for _ in 0..20 {
        third.commit("e2", "e4").await;
        third.expect_error("malformed").await;
        third.send(json!({"type": "resign"})).await;
        third.expect_error("malformed").await;
    }
    third.leave().await;
    table.settle(&white.game).await;
    // The answer to the other player follows everything before it.
    black.touch("e7").await;
    black.expect_error("not_your_turn").await;
    let after = journal.load(&game).await.unwrap();
    assert_eq!(after.len(), before.len() + 1, "{after:#?}");
}

#[tokio::test]
async fn an_invalid_frame_is_answered_with_a_close_code() {
    let table = Setting::default().open().await;
    let (game, _) = table.create(json!({"mode": "blind"})).await;
    // An unmasked text, a reserved bit, an unknown opcode, an unexpected continuation, and a text that is not UTF-8.
    let frames: [(&[u8], u16); 5] = [
        (b"\x81\x02{}", 1002),
        (b"\xc1\x82\0\0\0\0{}", 1002),
        (b"\x83\x82\0\0\0\0{}", 1002),
        (b"\x80\x82\0\0\0\0{}", 1002),
        (b"\x81\x82\0\0\0\0\xff\xfe", 1007),
    ];
    for (bytes, code) in frames {
        let mut client = Player::connect(table.address, &game).await;
        client.socket.get_mut().write_all(bytes).await.unwrap();
        assert_eq!(client.expect_closed().await.code, code, "{bytes:?}");
    }
}
