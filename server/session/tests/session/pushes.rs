//! Push messages to browsers of absent players.

use serde_json::{Value, json};
use session::clock::Vacation;
use session::domain::PushEndpoint;
use session::protocol::player::Color;
use session::protocol::push::PushNotice;
use session::{ConnId, Creator, Input, NextGame, Phase, SeatId, Session, UnixMs};

use crate::table::{B, BLACK_TOKEN, GAME, MINUTE, Table, W, WHITE_TOKEN, catalogue, creation, next_game};

const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

fn subscribe(name: &str) -> Value {
    let keys = json!({"p256dh": format!("B{}", "k".repeat(86)), "auth": "s".repeat(22)});
    json!({"type": "subscribe", "subscription": {"endpoint": endpoint(name), "keys": keys}, "id": name})
}

fn endpoint(name: &str) -> String {
    format!("https://push.example/{name}")
}

/// Returns a game in which black has subscribed.
fn subscribed(clock: Option<Value>) -> Table {
    let mut request = json!({"mode": "blind", "side": "white", "highlightingEnabled": true});
    if let Some(clock) = clock {
        request["clock"] = clock;
    }
    let mut table = Table::seated(request);
    let answer = table.ask(B, subscribe("phone"));
    assert_eq!((&answer[0]["type"], &answer[0]["ack"]), (&json!("update"), &json!("phone")));
    table
}

/// Returns the times and the recipients of all push messages so far.
fn pushed(table: &Table) -> Vec<(u64, &str)> {
    table.pushed.iter().map(|(at, push)| (*at, push.subscription.endpoint.as_str())).collect()
}

/// Lets time pass as a server does, until `at`.
fn pass(table: &mut Table, at: u64) {
    while let Some(due) = table.session().next_timeout().filter(|due| due.0 <= at) {
        table.now = due.0;
        table.input(Input::Tick);
        assert_ne!(table.session().next_timeout(), Some(due), "a look at the time changes what is due");
    }
    table.now = at;
}

#[test]
fn an_absent_player_is_told_once_that_it_is_their_turn_and_nothing_else() {
    let mut table = subscribed(Some(json!({"daysPerTurn": 3})));
    table.now = 1_000;
    table.input(Input::Closed { conn: B });
    table.now = 2_000;
    table.commit(W, "e2e5");
    assert_eq!(pushed(&table), [], "a refused try is no turn");
    let sent = table.sent[&W].len();
    table.commit(W, "e2e4");
    assert_eq!(pushed(&table), [(2_000, endpoint("phone").as_str())]);
    assert_eq!(table.sent[&W].len(), sent + 1, "white is sent the answer to the move alone");
    let push = &table.pushed[0].1;
    assert_eq!(push.frame.as_str(), r#"{"type":"your-turn","gameId":"abcd1234"}"#);
    let notice: PushNotice = serde_json::from_str(push.frame.as_str()).unwrap();
    assert_eq!(notice, PushNotice::YourTurn { game_id: GAME.parse().unwrap() });
    assert_eq!((push.seat, push.until.map(|until| until.0)), (SeatId(Color::B), Some(2_000 + 3 * DAY)));
    pass(&mut table, DAY);
    table.input(Input::Restarted);
    assert_eq!(table.pushed.len(), 1, "once in a turn");
}

#[test]
fn a_player_at_the_table_is_told_by_the_socket_alone() {
    let mut table = subscribed(None);
    table.play("e2e4 e7e5 g1f3");
    pass(&mut table, 10 * MINUTE);
    assert_eq!(pushed(&table), []);
    table.input(Input::Closed { conn: B });
    pass(&mut table, 12 * MINUTE);
    assert_eq!(pushed(&table), [], "who leaves long after the turn has begun knows it");
}

#[test]
fn a_socket_that_nobody_read_is_followed_by_a_message() {
    let mut table = subscribed(None);
    table.play("e2e4");
    table.now = MINUTE;
    table.input(Input::Closed { conn: B });
    pass(&mut table, 2 * MINUTE - 1);
    assert_eq!(pushed(&table), []);
    pass(&mut table, 3 * MINUTE);
    assert_eq!(pushed(&table), [(2 * MINUTE, endpoint("phone").as_str())]);
}

#[test]
fn a_page_that_loads_again_is_not_told() {
    let mut table = subscribed(None);
    table.play("e2e4");
    table.now = MINUTE;
    table.input(Input::Closed { conn: B });
    table.now += 5_000;
    table.say(ConnId(3), json!({"type": "hello", "gameId": GAME, "token": BLACK_TOKEN}));
    pass(&mut table, 4 * MINUTE);
    table.input(Input::Closed { conn: ConnId(3) });
    pass(&mut table, 8 * MINUTE);
    assert_eq!(pushed(&table), []);
}

#[test]
fn a_turn_of_days_has_a_reminder_before_the_flag_falls() {
    for (days, before) in [(1, 6 * HOUR), (3, 12 * HOUR)] {
        let mut table = subscribed(Some(json!({"daysPerTurn": days})));
        table.input(Input::Closed { conn: B });
        table.commit(W, "e2e4");
        pass(&mut table, days * DAY - 1);
        let times: Vec<_> = table.pushed.iter().map(|(at, _)| *at).collect();
        assert_eq!(times, [0, days * DAY - before]);
        pass(&mut table, days * DAY);
        assert_eq!((table.session().phase(), table.pushed.len()), (Phase::Finished, 2));
    }
    // A player who is there needs none.
    let mut table = subscribed(Some(json!({"daysPerTurn": 1})));
    table.commit(W, "e2e4");
    pass(&mut table, DAY - 1);
    assert_eq!(pushed(&table), []);
}

#[test]
fn a_creator_who_waits_elsewhere_is_told_that_the_game_has_begun() {
    let mut table = Table::new(json!({"mode": "blind", "side": "white", "highlightingEnabled": true}));
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    table.say(W, subscribe("phone"));
    table.input(Input::Closed { conn: W });
    assert_eq!(pushed(&table), []);
    table.now = HOUR;
    table.say(B, json!({"type": "hello", "gameId": GAME}));
    assert_eq!(pushed(&table), [(HOUR, endpoint("phone").as_str())]);
}

#[test]
fn a_seat_has_a_few_browsers_and_loses_those_that_are_gone() {
    let mut table = subscribed(None);
    for name in ["b", "c", "d", "e"] {
        table.say(B, subscribe(name));
    }
    let mut again = subscribe("b");
    again["id"] = "again".into();
    table.say(B, again);
    let endpoint_of = |name: &str| endpoint(name).parse::<PushEndpoint>().unwrap();
    table.say(B, json!({"type": "unsubscribe", "endpoint": endpoint("c")}));
    table.input(Input::Unreachable { seat: SeatId(Color::B), endpoint: endpoint_of("d") });
    table.input(Input::Unreachable { seat: SeatId(Color::W), endpoint: endpoint_of("e") });
    table.input(Input::Closed { conn: B });
    table.commit(W, "e2e4");
    assert_eq!(pushed(&table), [(0, endpoint("e").as_str()), (0, endpoint("b").as_str())]);
}

#[test]
fn an_absent_player_is_told_of_a_rematch_like_of_a_turn() {
    let mut table = subscribed(Some(json!({"daysPerTurn": 3})));
    table.input(Input::Closed { conn: B });
    table.play("e2e4");
    table.say(W, json!({"type": "resign"}));
    pass(&mut table, HOUR);
    assert_eq!(pushed(&table).len(), 1, "the end of a game waits for nobody");
    let sent = table.sent[&W].len();
    table.say(W, json!({"type": "offer-rematch"}));
    assert_eq!(table.sent[&W].len(), sent + 1, "white is sent the answer to the offer alone");
    let [(_, turn), (at, offer)] = &table.pushed[..] else { panic!("{:?}", table.pushed) };
    assert_eq!((&turn.frame, &turn.subscription, turn.seat), (&offer.frame, &offer.subscription, offer.seat));
    assert_eq!((*at, offer.until), (HOUR, None));
    // Saying it again, a restart and the time tell nothing more; nor does the same offer after a decline.
    table.say(W, json!({"type": "offer-rematch"}));
    table.input(Input::Restarted);
    pass(&mut table, HOUR + DAY);
    for (conn, token) in [(W, WHITE_TOKEN), (B, BLACK_TOKEN)] {
        table.say(conn, json!({"type": "hello", "gameId": GAME, "token": token}));
    }
    table.say(B, json!({"type": "respond-rematch", "accept": false}));
    table.input(Input::Closed { conn: B });
    table.say(W, json!({"type": "offer-rematch"}));
    pass(&mut table, 2 * DAY);
    assert_eq!(pushed(&table).len(), 2);
}

#[test]
fn who_offers_a_rematch_and_who_is_there_are_told_nothing() {
    for leaves in [false, true] {
        let mut table = subscribed(None);
        table.say(W, json!({"type": "resign"}));
        let offerer = if leaves { B } else { W };
        table.say(offerer, json!({"type": "offer-rematch"}));
        if leaves {
            table.input(Input::Closed { conn: B });
        } else {
            // Who has it before their eyes and leaves much later knows it.
            pass(&mut table, 10 * MINUTE);
            table.input(Input::Closed { conn: B });
        }
        pass(&mut table, HOUR);
        assert_eq!(pushed(&table), [], "{leaves}");
    }
}

#[test]
fn who_leaves_for_the_rematch_is_told_nothing() {
    let mut table = subscribed(None);
    table.say(W, subscribe("desk"));
    table.say(W, json!({"type": "resign"}));
    table.say(W, json!({"type": "offer-rematch"}));
    // A phone that sleeps: it would be told in a minute.
    table.input(Input::Closed { conn: B });
    assert_eq!(table.session().next_push().map(|at| at.0), Some(MINUTE));
    table.say(ConnId(3), json!({"type": "hello", "gameId": GAME, "token": BLACK_TOKEN}));
    table.say(ConnId(3), json!({"type": "respond-rematch", "accept": true}));
    assert_eq!(table.rematches.len(), 1);
    for conn in [W, ConnId(3)] {
        table.input(Input::Closed { conn });
    }
    pass(&mut table, HOUR);
    assert_eq!(pushed(&table), []);
}

#[test]
fn the_rematch_that_the_machine_offers_is_told_to_nobody() {
    let mut creation = creation(json!({"mode": "vanilla", "side": "white", "machine": {"level": 1}}));
    let NextGame { tokens, .. } = next_game();
    let machine = tokens.b.clone();
    creation.creator = Creator::Machine(tokens);
    let mut table = Table::from_creation(creation);
    for (conn, token) in [(W, "x".repeat(24)), (B, machine.as_str().to_owned())] {
        table.say(conn, json!({"type": "hello", "gameId": GAME, "token": token}));
    }
    table.say(W, subscribe("phone"));
    table.input(Input::Closed { conn: W });
    table.say(B, json!({"type": "resign"}));
    assert_eq!(table.session().phase(), Phase::Finished);
    let before = pushed(&table).len();
    table.say(B, json!({"type": "offer-rematch"}));
    pass(&mut table, HOUR);
    assert_eq!(pushed(&table).len(), before);
}

#[test]
fn a_game_that_is_over_takes_no_new_subscription_and_forgets_on_request() {
    let mut table = subscribed(None);
    table.say(W, json!({"type": "resign"}));
    let answer = table.ask(B, subscribe("late"));
    assert_eq!((&answer[0]["type"], &answer[0]["code"]), (&json!("error"), &json!("not_your_turn")));
    let answer = table.ask(B, json!({"type": "unsubscribe", "endpoint": endpoint("phone"), "id": "u"}));
    assert_eq!(answer[0]["ack"], "u");
    table.input(Input::Closed { conn: B });
    table.say(W, json!({"type": "offer-rematch"}));
    pass(&mut table, HOUR);
    assert_eq!(pushed(&table), []);
}

#[test]
fn a_vacation_moves_the_reminder_with_the_fall_of_the_flag() {
    let noted = |from, until| {
        let vacation = Vacation { from: UnixMs(from), until: UnixMs(until) };
        Input::Vacation { seat: SeatId(Color::B), vacation }
    };
    let away = || {
        let mut table = subscribed(Some(json!({"daysPerTurn": 3})));
        table.input(Input::Closed { conn: B });
        table.commit(W, "e2e4");
        pass(&mut table, DAY);
        table.input(noted(DAY, 9 * DAY));
        table
    };
    let told = |table: &Table| -> Vec<(u64, Option<u64>)> {
        table.pushed.iter().map(|(at, push)| (*at, push.until.map(|until| until.0))).collect()
    };
    // Two days are left when it ends, and when it is ended early.
    let mut table = away();
    pass(&mut table, 11 * DAY - 1);
    assert_eq!(told(&table), [(0, Some(3 * DAY)), (11 * DAY - 12 * HOUR, Some(11 * DAY))]);
    pass(&mut table, 11 * DAY);
    assert_eq!((table.session().phase(), table.pushed.len()), (Phase::Finished, 2));
    let mut table = away();
    pass(&mut table, 2 * DAY);
    table.input(noted(DAY, 2 * DAY));
    pass(&mut table, 4 * DAY - 1);
    assert_eq!(told(&table), [(0, Some(3 * DAY)), (4 * DAY - 12 * HOUR, Some(4 * DAY))]);
    // A reminder that was sent is not sent again.
    let mut table = subscribed(Some(json!({"daysPerTurn": 3})));
    table.input(Input::Closed { conn: B });
    table.commit(W, "e2e4");
    let reminded = 3 * DAY - 12 * HOUR;
    pass(&mut table, reminded + HOUR);
    table.input(noted(reminded + HOUR, 9 * DAY));
    pass(&mut table, 9 * DAY + 11 * HOUR - 1);
    assert_eq!(told(&table), [(0, Some(3 * DAY)), (reminded, Some(3 * DAY))]);
    pass(&mut table, 9 * DAY + 11 * HOUR);
    assert_eq!((table.session().phase(), table.pushed.len()), (Phase::Finished, 2));
}

#[test]
fn a_replay_tells_the_same_browsers() {
    let mut table = subscribed(Some(json!({"daysPerTurn": 1})));
    table.input(Input::Closed { conn: B });
    let journal = serde_json::to_string(&table.journal).unwrap();
    let entries: Vec<session::Entry> = serde_json::from_str(&journal).unwrap();
    let mut again = Table::of(Session::replay(&catalogue(), entries.into_iter()).unwrap());
    again.input(Input::Restarted);
    again.now = MINUTE;
    again.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    again.commit(W, "e2e4");
    assert_eq!(pushed(&again), [(MINUTE, endpoint("phone").as_str())]);
}

#[test]
fn a_duel_waits_for_the_bid_of_an_absent_player() {
    let request =
        json!({"mode": "vanilla", "side": "white", "gambit": "standard", "highlightingEnabled": true});
    let mut table = Table::seated(request);
    table.say(B, subscribe("phone"));
    table.commit(W, "e2e4");
    table.commit(B, "d7d5");
    table.input(Input::Closed { conn: B });
    assert_eq!(pushed(&table), []);
    // The capture is a duel, in which black has to bid; that white has bid is told to nobody.
    table.commit(W, "e4d5");
    assert_eq!(pushed(&table), [(0, endpoint("phone").as_str())]);
    table.say(W, json!({"type": "duel.allocate", "gameId": GAME, "amount": 1}));
    assert_eq!(table.pushed.len(), 1);
}
