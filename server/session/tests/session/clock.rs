//! Games with a clock: the clock in frames, its changes, and the fall of a flag.

use serde_json::{Value, json};
use session::{Input, Phase, Session, UnixMs};

use crate::table::{B, GAME, MINUTE, Table, W, WHITE_TOKEN, catalogue, types};

fn seated(mode: &str, clock: Value) -> Table {
    Table::seated(json!({"mode": mode, "side": "white", "clock": clock}))
}

/// Returns both clocks' remaining times, the running side, and the time since which it runs.
fn clock_of(frame: &Value) -> (u64, u64, Value, Value) {
    let clock = &frame["clock"];
    let left = |side: &str| clock["leftMs"][side].as_u64().unwrap();
    (left("w"), left("b"), clock["running"].clone(), clock["since"].clone())
}

fn end(frame: &Value) -> (Value, Value, Value) {
    (frame["gameStatus"].clone(), frame["endReason"].clone(), frame["winner"].clone())
}

// Requirement blind-9.
#[test]
fn a_game_without_a_clock_sends_none() {
    let mut table = Table::blind();
    table.play("e2e4 e7e5");
    for frame in [table.frames(W), table.frames(B)].concat() {
        assert!(frame.get("clock").is_none() && frame.get("now").is_none(), "{frame}");
    }
    assert_eq!(table.session().next_timeout(), None);
}

// Requirement gambit-77.
#[test]
fn the_clock_starts_when_both_seats_are_taken() {
    let mut table =
        Table::new(json!({"mode": "blind", "side": "white", "clock": {"initial": 300, "increment": 3}}));
    table.now = 1_000;
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    let waiting = table.last(W, "joined").unwrap();
    assert_eq!(
        waiting["clock"],
        json!({"control": {"initial": 300, "increment": 3}, "leftMs": {"w": 300_000, "b": 300_000},
        "paused": false, "lowTimeMs": 20_000})
    );
    assert_eq!((waiting["now"].clone(), table.session().next_timeout()), (json!(1_000), None));
    table.now = 61_000;
    table.say(B, json!({"type": "hello", "gameId": GAME}));
    for frame in [table.last(W, "update").unwrap(), table.last(B, "joined").unwrap()] {
        assert_eq!(clock_of(&frame), (300_000, 300_000, json!("w"), json!(61_000)), "{frame}");
        assert_eq!(frame["now"], 61_000);
    }
    assert_eq!(table.session().next_timeout(), Some(UnixMs(361_000)));
}

// Requirements gambit-6, gambit-70, gambit-71.
#[test]
fn the_end_of_a_turn_adds_the_increment_and_starts_the_other() {
    let mut table = seated("blind", json!({"initial": 300, "increment": 3}));
    table.now = 10_000;
    table.play("e2e4");
    let state = table.last(B, "update").unwrap();
    assert_eq!(clock_of(&state), (293_000, 300_000, json!("b"), json!(10_000)));
    table.now = 14_500;
    table.play("e7e5");
    assert_eq!(clock_of(&table.last(W, "update").unwrap()), (293_000, 298_500, json!("w"), json!(14_500)));
    assert_eq!(clock_of(&table.last(B, "update").unwrap()), clock_of(&table.last(W, "update").unwrap()));
}

#[test]
fn a_delay_is_sent_with_its_turn() {
    let mut table = seated("vanilla", json!({"initial": 60, "delay": 5}));
    assert_eq!(table.last(B, "joined").unwrap()["clock"]["freeMs"], 5_000);
    assert_eq!(table.session().next_timeout(), Some(UnixMs(65_000)));
    table.now = 4_000;
    table.play("e2e4");
    table.now = 11_000;
    table.play("e7e5");
    assert_eq!(clock_of(&table.last(W, "update").unwrap()), (60_000, 58_000, json!("w"), json!(11_000)));
}

#[test]
fn a_turn_of_several_moves_is_one_turn_of_the_clock() {
    let mut table = Table::seated(
        json!({"mode": "vanilla", "side": "white", "overlays": ["double-move"], "clock": {"initial": 60, "increment": 2}}),
    );
    table.now = 3_000;
    table.commit(W, "e2e4");
    assert_eq!(clock_of(&table.last(B, "update").unwrap()), (60_000, 60_000, json!("w"), json!(0)));
    table.now = 7_000;
    table.commit(W, "d2d4");
    assert_eq!(clock_of(&table.last(B, "update").unwrap()), (55_000, 60_000, json!("b"), json!(7_000)));
}

#[test]
fn a_refused_try_changes_no_clock_and_is_not_announced() {
    let mut table = seated("blind", json!({"initial": 60, "increment": 2}));
    table.now = 2_000;
    let mut own = Vec::new();
    let to_black = table.during(B, |table| own = table.commit(W, "e2e5"));
    assert_eq!(types(&to_black), [""; 0]);
    assert_eq!(clock_of(own.last().unwrap()), (60_000, 60_000, json!("w"), json!(0)));
    assert_eq!(own.last().unwrap()["now"], 2_000);
}

// Requirements gambit-75, gambit-78.
#[test]
fn a_flag_falls_when_the_time_is_over_and_is_sent_to_both_once() {
    for mode in ["blind", "vanilla"] {
        let mut table = seated(mode, json!({"initial": 60}));
        table.now = 20_000;
        table.play("e2e4");
        assert_eq!(table.session().next_timeout(), Some(UnixMs(80_000)));
        table.wait(59_999);
        assert_eq!(table.session().phase(), Phase::Active);
        let mut black = Vec::new();
        let white = table.during(W, |table| black = table.during(B, |table| table.wait(1)));
        for frames in [white, black] {
            assert_eq!(types(&frames), ["update"]);
            assert_eq!(end(&frames[0]), (json!("finished"), json!("timeout"), json!("w")));
            assert_eq!(clock_of(&frames[0]), (40_000, 0, Value::Null, Value::Null));
            let pgn = frames[0]["record"]["pgn"].as_str().unwrap();
            let tags = [r#"[Result "1-0"]"#, r#"[Termination "time forfeit"]"#, r#"[TimeControl "60"]"#];
            for part in tags.into_iter().chain(["\n1. e4 { [%clk 0:00:40] } 1-0\n"]) {
                assert!(pgn.contains(part), "{pgn}");
            }
        }
        assert_eq!(table.session().next_timeout(), None);
    }
}

#[test]
fn a_move_at_or_after_the_fall_of_the_flag_is_too_late() {
    for late in [60_000, 60_001, 90_000] {
        let mut table = seated("blind", json!({"initial": 60, "increment": 30}));
        table.now = late;
        let answer = table.commit(W, "e2e4");
        assert_eq!(types(&answer), ["error", "update"]);
        assert_eq!(
            (&answer[0]["code"], &answer[0]["message"]),
            (&json!("not_your_turn"), &json!("the game is over"))
        );
        assert_eq!(end(&answer[1]), (json!("finished"), json!("timeout"), json!("b")));
        assert_eq!((answer[1]["ply"].clone(), clock_of(&answer[1]).0), (json!(0), 0));
    }
    let mut table = seated("blind", json!({"initial": 60, "increment": 30}));
    table.now = 59_999;
    table.play("e2e4");
    assert_eq!(clock_of(&table.last(B, "update").unwrap()).0, 30_001);
}

#[test]
fn other_game_ends_stop_the_clock_too() {
    for (conn, message) in [(W, json!({"type": "resign"})), (B, json!({"type": "resign"}))] {
        let mut table = seated("blind", json!({"initial": 60, "increment": 2}));
        table.now = 5_000;
        table.say(conn, message);
        let state = table.last(W, "update").unwrap();
        assert_eq!(clock_of(&state), (55_000, 60_000, Value::Null, Value::Null), "{conn:?}");
        assert_eq!((state["endReason"].clone(), table.session().next_timeout()), (json!("resign"), None));
    }
    let mut table = seated("blind", json!({"initial": 1800, "increment": 2}));
    table.play("f2f3 e7e5 g2g4 d8h4");
    let state = table.last(W, "update").unwrap();
    assert_eq!(
        clock_of(&state),
        (1_804_000, 1_802_000, Value::Null, Value::Null),
        "mate ends the game without ending a turn"
    );
}

#[test]
fn the_earlier_of_a_flag_and_an_absence_ends_the_game() {
    let mut table = seated("blind", json!({"initial": 1800}));
    table.close(B);
    assert_eq!(table.session().next_timeout(), Some(UnixMs(5 * MINUTE)));
    table.wait(31 * MINUTE);
    let state = table.last(W, "update").unwrap();
    assert_eq!(end(&state), (json!("finished"), json!("abandoned"), json!("w")));
    assert_eq!(
        clock_of(&state).0,
        25 * MINUTE,
        "the clock stopped when the absence ended, however late the tick"
    );

    let mut table = seated("blind", json!({"initial": 60}));
    table.close(W);
    assert_eq!(table.session().next_timeout(), Some(UnixMs(MINUTE)));
    table.wait(10 * MINUTE);
    assert_eq!(end(&table.last(B, "update").unwrap()), (json!("finished"), json!("timeout"), json!("b")));

    let mut table = seated("blind", json!({"initial": 300}));
    table.close(B);
    table.wait(5 * MINUTE);
    assert_eq!(
        end(&table.last(W, "update").unwrap()),
        (json!("finished"), json!("timeout"), json!("b")),
        "at once"
    );
}

#[test]
fn a_restart_waives_the_time_of_the_current_turn() {
    let mut table = seated("blind", json!({"initial": 60}));
    table.now = 10_000;
    table.play("e2e4");
    table.now = 3_600_000;
    table.input(Input::Restarted);
    assert_eq!(table.session().phase(), Phase::Active);
    table.now = 3_601_000;
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    let state = table.last(W, "joined").unwrap();
    assert_eq!(clock_of(&state), (50_000, 60_000, json!("b"), json!(3_600_000)));
    assert_eq!(table.session().next_timeout(), Some(UnixMs(3_660_000)));
}

#[test]
fn a_restart_discloses_nothing_about_earlier_tries() {
    let joined = |tries: bool| {
        let mut table = seated("blind", json!({"initial": 60, "delay": 2}));
        table.now = 1_000;
        if tries {
            table.commit(W, "e2e5");
        }
        table.now = 9_000;
        table.input(Input::Restarted);
        table.say(B, json!({"type": "hello", "gameId": GAME, "token": "bbbbbbbbbbbbbbbbbbbbbbbb"}));
        table.last(B, "joined").unwrap()
    };
    assert_eq!(joined(true), joined(false));
}

const DAY: u64 = 24 * 3_600_000;

#[test]
fn a_turn_of_a_correspondence_game_has_days_and_absence_ends_no_game_before_them() {
    let mut table = seated("blind", json!({"daysPerTurn": 3}));
    table.now = 2 * DAY;
    table.play("e2e4");
    table.input(Input::Closed { conn: B });
    let state = table.last(W, "update").unwrap();
    assert_eq!(state["clock"]["control"], json!({"daysPerTurn": 3}));
    assert_eq!(clock_of(&state), (3 * DAY, 3 * DAY, json!("b"), json!(2 * DAY)));
    assert_eq!(table.session().next_timeout(), Some(UnixMs(5 * DAY)));
    table.now = 5 * DAY - 1;
    table.input(Input::Tick);
    assert_eq!(table.session().phase(), Phase::Active);
    table.now = 5 * DAY;
    table.input(Input::Tick);
    assert_eq!(
        end(&table.last(W, "update").unwrap()),
        (json!("finished"), json!("timeout"), json!("w")),
        "at once"
    );
}

#[test]
fn a_restart_gives_no_days_back_but_leaves_an_hour() {
    let mut table = seated("blind", json!({"daysPerTurn": 1}));
    table.now = DAY / 2;
    table.input(Input::Restarted);
    assert_eq!(table.session().next_timeout(), Some(UnixMs(DAY)));
    table.now = 7 * DAY;
    table.input(Input::Restarted);
    assert_eq!(table.session().phase(), Phase::Active);
    assert_eq!(table.session().next_timeout(), Some(UnixMs(7 * DAY + 3_600_000)));
}

#[test]
fn correspondence_games_have_no_bids() {
    let request = json!({"mode": "vanilla", "gambit": "standard", "clock": {"daysPerTurn": 3}}).to_string();
    let request = session::protocol::player::CreateGame::read(request.as_bytes()).unwrap();
    let refusal = catalogue().prepare(&request).unwrap_err();
    assert_eq!(refusal.to_string(), "correspondence games have no bids");
}

#[test]
fn a_replay_restores_the_clock() {
    let mut table = seated("blind", json!({"initial": 60, "increment": 1}));
    for (at, conn, mv) in [(2_000, W, "e2e4"), (5_000, B, "e7e5"), (5_500, W, "e4e5"), (9_000, W, "g1f3")] {
        table.now = at;
        table.commit(conn, mv);
    }
    let due = table.session().next_timeout();
    let mut again = Session::replay(&catalogue(), table.journal.clone().into_iter()).unwrap();
    assert_eq!((again.next_timeout(), due), (due, Some(UnixMs(67_000))));
    let late = |session: &mut Session| {
        let unsent = session.handle(UnixMs(70_000), Input::Tick);
        let seq = unsent.entry().seq;
        unsent.release(session::Receipt::stored(seq)).unwrap()
    };
    let unsent = table.host.handle(UnixMs(70_000), Input::Tick);
    let receipt = session::Receipt::stored(unsent.entry().seq);
    assert_eq!(late(&mut again), table.host.release(unsent, receipt).unwrap().session);
    let journal = serde_json::to_string(&table.journal).unwrap();
    assert!(journal.contains(r#""clock":{"initial":60,"increment":1}"#), "{journal}");
}
