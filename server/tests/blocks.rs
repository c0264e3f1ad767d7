//! Players who do not want to meet: in the lobby, at a link, and in the chat of a game. The one who is blocked is answered as others are.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::{Value, json};
use tabula::journal::{
    Journal, MemoryJournal, PlayerChange, PlayerRow, PostgresJournal, RowKind, SqliteJournal,
};

use crate::common::http::Answer;
use crate::common::owner::{Owner, get_with, now, show};
use crate::common::player::play;
use crate::common::postgres::Database;
use crate::common::{Player, Setting, Table, create, pair_of};
use crate::lobby::Seeker;

fn request() -> Value {
    json!({"mode": "vanilla", "side": "white", "chat": true})
}

/// Begins a game of which both players have keys.
async fn game(table: &Table, white: &Owner, black: &Owner) -> (Player, Player) {
    let (mut first, mut second) = pair_of(table.address, request()).await;
    show(white, &mut first, "w").await;
    show(black, &mut second, "b").await;
    (first, second)
}

async fn block(table: &Table, owner: &Owner, player: &Player) -> Answer {
    let path = format!("/api/games/{}/block", player.game);
    owner.post(table, "block", &path, &json!({"token": player.token})).await
}

/// Returns the answer to a newcomer who shows a key.
async fn join(address: SocketAddr, game: &str, owner: &Owner) -> Value {
    let mut player = Player::connect(address, game).await;
    let signature = owner.sign(&format!("tabula join {game}"));
    player.say_hello(json!({"joinAs": "auto", "key": owner.key(), "signature": signature})).await;
    loop {
        let frame = player.next().await.unwrap();
        if ["joined", "error"].contains(&frame["type"].as_str().unwrap()) {
            return frame;
        }
    }
}

/// Enters the lobby as the owner of a key, and returns the seeks that they see.
async fn enter(table: &Table, owner: &Owner) -> (Seeker, Value) {
    let (mut seeker, _) = Seeker::enter(table.address).await;
    let at = now(table);
    let signature = owner.sign(&format!("tabula lobby {at}"));
    seeker.send(json!({"type": "identify", "key": owner.key(), "at": at, "signature": signature})).await;
    let seeks = seeker.expect("seeks").await["seeks"].clone();
    (seeker, seeks)
}

#[tokio::test]
async fn two_who_do_not_meet_see_nothing_of_each_other_in_the_lobby() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Setting::default().limits;
    let sqlite = SqliteJournal::open(&folder.path().join("journal.db"), "rules", &limits).await.unwrap();
    let database = Database::fresh().await;
    let postgres = PostgresJournal::open(&database.location(), "rules", &limits).await.unwrap();
    let memory = MemoryJournal::default();
    for journal in [Arc::new(memory) as Arc<dyn Journal>, Arc::new(sqlite), Arc::new(postgres)] {
        let table = Setting { journal, ..Setting::default() }.open().await;
        let (ada, grace, alan) = (Owner::new(1), Owner::new(2), Owner::new(3));
        let (white, _black) = game(&table, &ada, &grace).await;
        assert_eq!(block(&table, &ada, &white).await.status, 200);
        // Each way round: the blocker's seek, and that of the blocked one.
        for (seeker, other) in [(&ada, &grace), (&grace, &ada)] {
            let (mut waits, _) = enter(&table, seeker).await;
            let (mut apart, _) = enter(&table, other).await;
            let (mut third, _) = enter(&table, &alan).await;
            let seek = waits.seek(json!({"mode": "vanilla", "side": "random"})).await;
            assert_eq!(third.expect("seek").await["seek"], seek);
            apart.send(json!({"type": "take", "seek": seek})).await;
            assert_eq!(apart.expect("error").await["code"], "gone", "the first thing that came");
            // A pair is not made of the two.
            apart.send(json!({"type": "pair", "game": {"mode": "vanilla", "side": "random"}})).await;
            let own = apart.expect("seek").await["seek"].clone();
            assert_eq!(apart.expect("waiting").await["seek"], own);
            assert_eq!(third.expect("seek").await["seek"], own);
            let (_, seeks) = enter(&table, other).await;
            assert_eq!(seeks.as_array().unwrap().len(), 1, "{seeks}");
            // Nor do they hear when a seek that they do not see goes.
            waits.send(json!({"type": "cancel"})).await;
            assert_eq!(third.expect("gone").await["seek"], seek);
            apart.send(json!({"type": "cancel"})).await;
            assert_eq!(apart.expect("gone").await["seek"], own);
        }
        table.server.stop().await;
    }
}

#[tokio::test]
async fn a_game_is_full_for_somebody_whom_its_creator_does_not_meet() {
    let table = Table::open().await;
    let (ada, grace, alan) = (Owner::new(1), Owner::new(2), Owner::new(3));
    let (white, _black) = game(&table, &ada, &grace).await;
    assert_eq!(block(&table, &ada, &white).await.status, 200);
    for (creator, other) in [(&ada, &grace), (&grace, &ada)] {
        let (id, token) = create(table.address, request()).await;
        let mut first = Player::connect(table.address, &id).await;
        first.hello(json!({"token": token})).await;
        show(creator, &mut first, "w").await;
        let terms = |owner: &Owner| {
            let header = owner.header("terms", now(&table));
            let (address, path) = (table.address, format!("/api/games/{id}"));
            async move { get_with(address, &path, &header).await.json() }
        };
        // As it is for anybody once both seats are taken.
        let full = join(table.address, &white.game, &alan).await;
        let refused = join(table.address, &id, other).await;
        assert_eq!((&refused["code"], &refused["message"]), (&full["code"], &full["message"]));
        assert_eq!(refused["code"], "spectators_disabled");
        let seen = terms(other).await;
        assert_eq!((&seen["waiting"], seen.get("side")), (&json!(false), None));
        assert_eq!(terms(&alan).await["waiting"], true);
        // A signature for another game, or by another key, is none.
        let mut wrong = Player::connect(table.address, &id).await;
        let signature = alan.sign("tabula join aaaaaaaa");
        wrong.say_hello(json!({"key": alan.key(), "signature": signature})).await;
        wrong.expect_error("malformed").await;
        let joined = join(table.address, &id, &alan).await;
        assert_eq!((&joined["type"], &joined["gameStatus"]), (&json!("joined"), &json!("active")));
    }
}

#[tokio::test]
async fn a_blocked_player_is_not_read_any_more_and_is_not_told() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::default());
    let setting = Setting { journal, ..Setting::default() };
    let table = setting.open().await;
    let (ada, grace) = (Owner::new(1), Owner::new(2));
    let (mut white, mut black) = game(&table, &ada, &grace).await;
    let say = |text: &str, game: &str| json!({"type": "chat.message", "gameId": game, "message": text});
    black.send(say("Hello", &black.game)).await;
    for player in [&mut white, &mut black] {
        assert_eq!(player.expect("chat.message").await["message"], "Hello");
    }
    let answer = block(&table, &ada, &white).await;
    assert_eq!(answer.json()["blocked"].as_array().unwrap().len(), 1, "{}", answer.body);
    for _ in 0..2 {
        let game = black.game.clone();
        black.send(say("Rude", &game)).await;
        assert_eq!(black.expect("chat.message").await["message"], "Rude", "as if it had been sent");
    }
    white.send(say("Bye", &white.game)).await;
    assert_eq!(white.expect("chat.message").await["message"], "Bye", "nothing came before");
    assert_eq!(black.expect("chat.message").await["message"], "Bye");
    // The game goes on, and after a restart it is the same.
    play(&mut white, &mut black, "e2e4 e7e5").await;
    table.server.stop().await;
    let table = setting.open().await;
    let (mut white, _) = white.reconnect(table.address).await;
    let (mut black, _) = black.reconnect(table.address).await;
    black.send(say("Again", &black.game)).await;
    black.expect("chat.message").await;
    white.send(say("No", &white.game)).await;
    assert_eq!(white.expect("chat.message").await["message"], "No");
}

#[tokio::test]
async fn a_player_without_a_key_stays_silent_after_a_restart() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::default());
    let setting = Setting { journal, ..Setting::default() };
    let table = setting.open().await;
    let (white, black) = pair_of(table.address, request()).await;
    // The blocker has shown no key in this game either.
    assert_eq!(block(&table, &Owner::new(1), &white).await.status, 200);
    table.server.stop().await;
    let table = setting.open().await;
    let (mut white, _) = white.reconnect(table.address).await;
    let (mut black, _) = black.reconnect(table.address).await;
    let say = |text: &str, game: &str| json!({"type": "chat.message", "gameId": game, "message": text});
    black.send(say("Rude", &black.game)).await;
    black.expect("chat.message").await;
    white.send(say("Bye", &white.game)).await;
    assert_eq!(white.expect("chat.message").await["message"], "Bye");
    assert_eq!(black.expect("chat.message").await["message"], "Bye", "the other way all is read");
}

#[tokio::test]
async fn a_list_has_an_entry_for_each_game_and_does_not_tell_who_was_met_twice() {
    let table = Table::open().await;
    let (ada, grace) = (Owner::new(1), Owner::new(2));
    let (first, _a) = game(&table, &ada, &grace).await;
    let (second, mut other) = pair_of(table.address, request()).await;
    // The key of the second is shown after the block, and the player is blocked again.
    let list = || async { ada.settings(&table).await["blocked"].as_array().unwrap().clone() };
    assert_eq!(block(&table, &ada, &second).await.status, 200);
    assert_eq!(block(&table, &ada, &first).await.status, 200);
    let before = list().await;
    assert_eq!(before.len(), 2);
    show(&grace, &mut other, "b").await;
    assert_eq!(block(&table, &ada, &second).await.status, 200);
    assert_eq!(list().await, before, "nothing tells that it is the same player, or of a key");
    // One entry is enough for both not to meet.
    for (entry, met) in before.iter().zip(["error", "joined"]) {
        let answer =
            ada.post(&table, "unblock", "/api/players/own/unblock", &json!({"id": entry["id"]})).await;
        assert_eq!(answer.status, 200);
        let (id, token) = create(table.address, request()).await;
        let mut waiting = Player::connect(table.address, &id).await;
        waiting.hello(json!({"token": token})).await;
        show(&ada, &mut waiting, "w").await;
        assert_eq!(join(table.address, &id, &grace).await["type"], met);
    }
    assert!(list().await.is_empty());
}

#[tokio::test]
async fn a_list_that_is_full_silences_nobody() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::default());
    let table = Setting { journal: Arc::clone(&journal), ..Setting::default() }.open().await;
    let ada = Owner::new(1);
    let id = session::domain::PlayerId::of(&ada.key().parse().unwrap());
    let entry = json!({"game": "aaaaaaaa", "side": "b", "at": 1});
    let body = json!({"entries": vec![entry; 100]}).to_string();
    let at = session::UnixMs(now(&table));
    let row = PlayerRow::new(id, RowKind::Block, "00000000000000000000", at, body);
    let put = PlayerChange::Put { row, before: None };
    assert_eq!(journal.players().unwrap().change(put).await.unwrap(), 1);
    let (mut white, mut black) = pair_of(table.address, request()).await;
    let answer = block(&table, &ada, &white).await;
    assert_eq!(answer.status, 409, "{}", answer.body);
    assert_eq!(answer.field("code").unwrap(), "too_many_blocks");
    let hello = json!({"type": "chat.message", "gameId": black.game, "message": "Hello"});
    black.send(hello).await;
    assert_eq!(white.expect("chat.message").await["message"], "Hello");
}

#[tokio::test]
async fn a_seek_is_shown_to_those_who_may_meet_its_player_now() {
    let table = Table::open().await;
    let (ada, grace, alan) = (Owner::new(1), Owner::new(2), Owner::new(3));
    let (white, _black) = game(&table, &ada, &grace).await;
    assert_eq!(block(&table, &ada, &white).await.status, 200);
    let (mut waits, _) = enter(&table, &ada).await;
    let (mut apart, _) = enter(&table, &grace).await;
    let (mut third, _) = enter(&table, &alan).await;
    let seek = waits.seek(json!({"mode": "vanilla", "side": "random"})).await;
    assert_eq!(third.expect("seek").await["seek"], seek);
    // The same client comes with another key, and with the first one again.
    let identify = |owner: &Owner| {
        let at = now(&table);
        let signature = owner.sign(&format!("tabula lobby {at}"));
        json!({"type": "identify", "key": owner.key(), "at": at, "signature": signature})
    };
    waits.send(identify(&Owner::new(4))).await;
    assert_eq!(apart.expect("seek").await["seek"], seek);
    waits.send(identify(&ada)).await;
    assert_eq!(apart.expect("gone").await["seek"], seek);
    waits.send(json!({"type": "cancel"})).await;
    assert_eq!(third.expect("gone").await["seek"], seek, "nothing was said twice");
}

#[tokio::test]
async fn a_list_names_no_ids_does_not_tell_of_keys_and_can_be_taken_back() {
    let table = Table::open().await;
    let (ada, grace) = (Owner::new(1), Owner::new(2));
    let (mut with_key, _one) = game(&table, &ada, &grace).await;
    let (mut without, _two) = pair_of(table.address, request()).await;
    show(&ada, &mut without, "w").await;
    for player in [&mut with_key, &mut without] {
        for _ in 0..2 {
            assert_eq!(block(&table, &ada, player).await.status, 200, "also a second time");
        }
    }
    let settings = ada.settings(&table).await;
    let entries = settings["blocked"].as_array().unwrap().clone();
    assert_eq!(entries.len(), 2, "a player without a key is an entry as well: {settings}");
    for entry in &entries {
        let keys: Vec<_> = entry.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["at", "id"]);
    }
    let grace_id = grace.settings(&table).await["id"].clone();
    assert!(!settings.to_string().contains(grace_id.as_str().unwrap()));
    assert_eq!(grace.settings(&table).await["blocked"], json!([]), "the other one is not told");
    // Somebody else's entry is not found, and the own one is removed.
    let unblock = |owner: Owner, id: Value| {
        let (address, at) = (table.address, now(&table));
        async move {
            let body = json!({"id": id}).to_string();
            let header = owner.header_with("unblock", at, &body);
            crate::common::owner::post_with(address, "/api/players/own/unblock", &header, &body).await
        }
    };
    assert_eq!(unblock(Owner::new(2), entries[0]["id"].clone()).await.status, 200);
    assert_eq!(ada.settings(&table).await["blocked"].as_array().unwrap().len(), 2);
    for entry in &entries {
        assert_eq!(unblock(Owner::new(1), entry["id"].clone()).await.status, 200);
    }
    assert_eq!(ada.settings(&table).await["blocked"], json!([]));
    let (id, token) = create(table.address, request()).await;
    let mut first = Player::connect(table.address, &id).await;
    first.hello(json!({"token": token})).await;
    show(&ada, &mut first, "w").await;
    assert_eq!(join(table.address, &id, &grace).await["type"], "joined");
    // A token that holds no seat blocks nobody.
    let stranger = json!({"token": "z".repeat(24)});
    let answer = ada.post(&table, "block", &format!("/api/games/{id}/block"), &stranger).await;
    assert_eq!((answer.status, answer.field("code").unwrap()), (404, "game_not_found".to_owned()));
}
