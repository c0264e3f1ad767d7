//! Delayed spectators: no event reaches them before its time, by any path.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{S, T, WatchedGame, types};
use crate::table::{B, GAME, W, next_game};

// Requirement gambit-110.
#[test]
fn a_delayed_state_is_sent_at_its_time_with_its_original_timestamp() {
    let mut game = WatchedGame::open(30);
    let welcome = game.watch(S);
    assert_eq!(types(&welcome), ["spectator.welcome"], "no state is due yet");
    assert_eq!(welcome[0]["delaySeconds"], 30);
    let first = game.during(S, |game| game.wait(30_000));
    assert_eq!(first.last().unwrap()["timestamp"], 0);
    game.wait(5_000);
    let at = game.table.now;
    let none = game.during(S, |game| {
        game.play(W, "e2e4");
        game.chat(W, "good luck");
        game.wait(29_999);
    });
    assert!(none.is_empty(), "{none:?}");
    let sent = game.during(S, |game| game.wait(1));
    assert_eq!(types(&sent), ["gameState.update", "chat.message"]);
    assert_eq!((&sent[0]["timestamp"], &sent[1]["timestamp"]), (&json!(at), &json!(at)));
    // A new spectator is sent what others have been sent, and no more.
    game.play(B, "e7e5");
    let late = game.watch(T);
    assert_eq!((&late[1]["ply"], &late[1]["timestamp"]), (&json!(1), &json!(at)));
    // Chat of spectators is not delayed.
    let to_other = game.during(T, |game| drop(game.chat(S, "hello")));
    assert_eq!(types(&to_other), ["chat.message"]);
}

#[test]
fn the_end_is_sent_with_the_delay_and_the_game_is_kept_until_then() {
    let mut game = WatchedGame::open(60);
    game.watch(S);
    game.wait(100_000);
    let at = game.table.now;
    let none = game.during(S, |game| {
        game.say(W, &json!({"type": "resign"}));
        game.close(W);
        game.close(B);
        game.wait(59_999);
    });
    assert!(none.is_empty() && game.closed.is_empty());
    assert_eq!(game.table.host.last_spectator_update().map(|at| at.0), Some(at + 60_000));
    let end = game.during(S, |game| game.wait(1));
    assert!(types(&end).contains(&"game.over"));
    assert_eq!(game.table.host.last_spectator_update(), None);
}

#[test]
fn a_rematch_is_sent_with_the_delay_and_without_a_seat() {
    let mut game = WatchedGame::open(60);
    game.watch(S);
    game.wait(100_000);
    game.say(W, &json!({"type": "resign"}));
    game.wait(30_000);
    let none = game.during(S, |game| {
        game.say(W, &json!({"type": "offer-rematch"}));
        game.say(B, &json!({"type": "respond-rematch", "accept": true}));
        game.wait(29_999);
    });
    assert!(none.is_empty(), "neither the end nor the rematch: {none:?}");
    let end = game.during(S, |game| game.wait(1));
    assert!(types(&end).contains(&"game.over") && end.iter().all(|frame| frame.get("rematch").is_none()));
    let next = game.during(S, |game| game.wait(30_000));
    assert_eq!(types(&next), ["gameState.update"]);
    assert_eq!(
        next[0]["rematch"],
        json!({"state": "accepted", "gameId": next_game().watch_id.unwrap().as_str()})
    );
}

#[test]
fn the_queue_of_delayed_states_is_bounded_and_keeps_the_latest() {
    let mut game = WatchedGame::open(60);
    game.watch(S);
    for _ in 0..2 * session::limits::STATES_HELD_MAX {
        for (conn, mv) in [(W, "g1f3"), (B, "g8f6"), (W, "f3g1"), (B, "f6g8")] {
            game.play(conn, mv);
            game.wait(10);
        }
        if game.table.session().phase() == session::Phase::Finished {
            break;
        }
        game.say(W, &json!({"type": "offer-draw"}));
        game.say(B, &json!({"type": "respond-draw", "accept": false}));
    }
    let sent = game.during(S, |game| game.wait(120_000));
    let states: Vec<&Value> = sent.iter().filter(|frame| frame["type"] == "gameState.update").collect();
    assert!(states.len() <= session::limits::STATES_HELD_MAX);
    let ply = game.table.last(W, "update").unwrap()["ply"].clone();
    assert_eq!(states.last().unwrap()["ply"], ply);
    let sequences: Vec<u64> = sent.iter().filter_map(|frame| frame["sequence"].as_u64()).collect();
    assert_eq!(sequences, (1..=sequences.len() as u64).collect::<Vec<_>>());
}

/// An event of a game.
#[derive(Clone, Copy, Debug)]
enum GameEvent {
    Wait(u64),
    Move(usize),
    Talk(bool, usize),
    Name(bool, usize),
    Resign(bool),
    Offer(bool),
    Leave(bool),
    Return(bool),
}

const MOVES: [&str; 12] =
    ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d4", "d7d5", "f3e5", "c6e5", "e1g1", "d8d4"];
const WORDS: [&str; 3] = ["hello", "good move", "what now"];
const NAMES: [&str; 3] = ["Ada", "Grace", "Guest 1"];

fn event() -> impl Strategy<Value = GameEvent> {
    prop_oneof![
        3 => (0_u64..8_000).prop_map(GameEvent::Wait),
        6 => (0..MOVES.len()).prop_map(GameEvent::Move),
        2 => (any::<bool>(), 0..WORDS.len()).prop_map(|(white, word)| GameEvent::Talk(white, word)),
        1 => (any::<bool>(), 0..NAMES.len()).prop_map(|(white, name)| GameEvent::Name(white, name)),
        1 => any::<bool>().prop_map(GameEvent::Resign),
        1 => any::<bool>().prop_map(GameEvent::Offer),
        1 => any::<bool>().prop_map(GameEvent::Leave),
        1 => any::<bool>().prop_map(GameEvent::Return),
    ]
}

fn conn(white: bool) -> session::ConnId {
    if white { W } else { B }
}

fn token(white: bool) -> String {
    if white { "a" } else { "b" }.repeat(24)
}

impl GameEvent {
    fn happen(self, game: &mut WatchedGame) {
        match self {
            GameEvent::Wait(ms) => game.wait(ms),
            GameEvent::Move(number) => [W, B].into_iter().for_each(|conn| game.play(conn, MOVES[number])),
            GameEvent::Talk(white, word) => drop(game.chat(conn(white), WORDS[word])),
            GameEvent::Name(white, name) => {
                game.say(
                    conn(white),
                    &json!({"type": "player.setName", "gameId": GAME, "name": NAMES[name]}),
                );
            }
            GameEvent::Resign(white) => drop(game.say(conn(white), &json!({"type": "resign"}))),
            GameEvent::Offer(white) => drop(game.say(conn(white), &json!({"type": "offer-draw"}))),
            GameEvent::Leave(white) => game.close(conn(white)),
            GameEvent::Return(white) => {
                game.say(conn(white), &json!({"type": "hello", "gameId": GAME, "token": token(white)}));
            }
        }
    }
}

/// Returns everything that delayed spectators are sent before the time `until`: frames with their times, and closed sockets.
fn sent_before(game: &WatchedGame, until: u64) -> Vec<(u64, session::ConnId, &str)> {
    let is_spectator = |conn: session::ConnId| conn != W && conn != B;
    let sent = game.sent.iter().filter(|(at, conn, _)| *at < until && is_spectator(*conn));
    sent.map(|(at, conn, text)| (*at, *conn, text.as_str())).collect()
}

/// Plays a game with these events, with one spectator from the start and others who arrive, choose names, chat and leave every few seconds.
fn run(delay: u8, clock: bool, events: &[GameEvent], until: u64) -> WatchedGame {
    let mut request =
        json!({"mode": "vanilla", "side": "white", "spectators": {"allowed": true, "delaySeconds": delay}});
    if clock {
        request["clock"] = json!({"initial": 60, "increment": 1});
    }
    let mut game = WatchedGame::new(request);
    game.watch(S);
    let mut events = events.iter();
    let mut meddling = 0_u64;
    let mut meddle = |game: &mut WatchedGame| {
        meddling += 1;
        let conn = session::ConnId(20 + meddling);
        let name = NAMES[usize::try_from(meddling).unwrap() % NAMES.len()];
        game.say(conn, &json!({"type": "spectator.join", "gameId": GAME, "name": name}));
        game.chat(S, "and now?");
        game.close(conn);
    };
    // Spectators act at times of their own, independent of the game.
    let mut next = 5_000;
    while game.table.now < until {
        let event = events.next().copied().unwrap_or(GameEvent::Wait(4_000));
        if let GameEvent::Wait(ms) = event {
            let end = game.table.now + ms;
            while next <= end {
                game.wait(next - game.table.now);
                meddle(&mut game);
                next += 5_000;
            }
            game.wait(end - game.table.now);
        } else {
            event.happen(&mut game);
        }
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Two games that are equal up to a moment and differ from then on send spectators the same bytes, at the same millisecond, until the delay after that
    /// moment has passed.
    // Requirement gambit-111.
    #[test]
    fn no_event_reaches_a_spectator_before_its_time(
        delay in 1_u8..=60,
        clock in any::<bool>(),
        common in proptest::collection::vec(event(), 0..30),
        one in proptest::collection::vec(event(), 1..20),
        other in proptest::collection::vec(event(), 1..20),
    ) {
        let parted: u64 = common.iter().map(|event| if let GameEvent::Wait(ms) = event { *ms } else { 0 }).sum();
        let until = parted + u64::from(delay) * 1_000;
        let [one, other] = [one, other].map(|rest| {
            let events: Vec<GameEvent> = common.iter().copied().chain(rest).collect();
            run(delay, clock, &events, until)
        });
        prop_assert_eq!(sent_before(&one, until), sent_before(&other, until));
        prop_assert!(one.closed.is_empty() && other.closed.is_empty());
    }
}
