//! Vacations in correspondence games: the time of a side stands, and absence ends no game meanwhile.

use serde_json::{Value, json};
use session::clock::Vacation;
use session::domain::{Color, PlayerId};
use session::{Input, Phase, SeatId, Session, UnixMs};

use crate::table::{B, GAME, Table, W, WHITE_TOKEN, catalogue, types};

const DAY: u64 = 24 * 3_600_000;

fn by_days() -> Table {
    Table::seated(json!({"mode": "blind", "side": "white", "clock": {"daysPerTurn": 3}}))
}

fn away(color: Color, from: u64, until: u64) -> Input {
    let vacation = Vacation { from: UnixMs(from * DAY), until: UnixMs(until * DAY) };
    Input::Vacation { seat: SeatId(color), vacation }
}

fn status(table: &Table) -> (Phase, Option<UnixMs>) {
    (table.session().phase(), table.session().next_timeout())
}

#[test]
fn both_players_are_sent_the_end_of_a_vacation_and_the_clock_as_it_stands() {
    let mut table = by_days();
    table.now = DAY;
    let mut white = Vec::new();
    let black = table.during(B, |table| white = table.during(W, |table| table.input(away(Color::W, 1, 9))));
    for frames in [white, black] {
        assert_eq!(types(&frames), ["update"]);
        let clock = &frames[0]["clock"];
        assert_eq!((&clock["since"], &clock["awayUntil"]), (&json!(9 * DAY), &json!({"w": 9 * DAY})));
        assert_eq!(clock["leftMs"], json!({"w": 2 * DAY, "b": 3 * DAY}));
    }
    assert_eq!(status(&table), (Phase::Active, Some(UnixMs(11 * DAY))));
    table.now = 11 * DAY;
    table.input(Input::Tick);
    assert_eq!(table.last(B, "update").unwrap()["endReason"], "timeout");
    assert_eq!(table.last(B, "update").unwrap()["clock"].get("awayUntil"), None);
}

#[test]
fn a_flag_that_would_have_fallen_since_the_beginning_has_not() {
    let mut table = by_days();
    table.now = 5 * DAY;
    table.input(away(Color::W, 2, 9));
    assert_eq!(status(&table), (Phase::Active, Some(UnixMs(10 * DAY))));
    // One that fell before the vacation has fallen.
    let mut table = by_days();
    table.now = 5 * DAY;
    table.input(away(Color::W, 4, 9));
    assert_eq!(status(&table).0, Phase::Finished);
}

#[test]
fn nobody_is_absent_for_too_long_while_a_player_is_on_vacation() {
    let request =
        json!({"mode": "blind", "side": "white", "clock": {"daysPerTurn": 3}, "absenceSeconds": 60});
    for leaver in [W, B] {
        // Before it begins, and while it lasts.
        for leaves_first in [true, false] {
            let mut table = Table::seated(request.clone());
            if leaves_first {
                table.close(leaver);
            }
            table.input(away(Color::W, 0, 9));
            if !leaves_first {
                table.close(leaver);
            }
            table.now = 9 * DAY;
            table.input(Input::Tick);
            assert_eq!(status(&table), (Phase::Active, Some(UnixMs(9 * DAY + 60_000))));
        }
    }
}

#[test]
fn a_restart_and_a_replay_keep_the_vacation() {
    let mut table = by_days();
    table.now = DAY;
    table.input(away(Color::W, 1, 9));
    table.now = 2 * DAY;
    table.input(Input::Restarted);
    let again = Session::replay(&catalogue(), table.journal.clone().into_iter()).unwrap();
    assert_eq!((again.next_timeout(), status(&table).1), (Some(UnixMs(11 * DAY)), Some(UnixMs(11 * DAY))));
    let entry = serde_json::to_value(table.journal.iter().rev().nth(1).unwrap()).unwrap();
    let stored = json!({"vacation": {"seat": "w", "vacation": {"from": DAY, "until": 9 * DAY}}});
    assert_eq!(entry["input"], stored, "the journal keeps its form");
}

#[test]
fn only_the_games_of_a_key_are_concerned_and_only_where_turns_have_days() {
    let identify = |table: &mut Table| {
        let key = format!("B{}", "a".repeat(86));
        table.say(W, json!({"type": "identify", "key": key, "signature": "a".repeat(86)}));
        PlayerId::of(&key.parse().unwrap())
    };
    let mut table = by_days();
    let ada = identify(&mut table);
    let vacation = Vacation { from: UnixMs(0), until: UnixMs(5 * DAY) };
    assert_eq!(table.session().vacation_inputs(ada, vacation, UnixMs(0)), [away(Color::W, 0, 5)]);
    let other = "0123456789abcdef0123".parse().unwrap();
    assert_eq!(table.session().vacation_inputs(other, vacation, UnixMs(0)), []);
    table.input(away(Color::W, 0, 5));
    assert_eq!(table.session().vacation_inputs(ada, vacation, UnixMs(0)), [], "it is known");
    table.say(B, json!({"type": "resign"}));
    assert!(!table.session().takes_vacations());
    let mut table = Table::seated(json!({"mode": "blind", "side": "white", "clock": {"initial": 300}}));
    let ada = identify(&mut table);
    assert_eq!(table.session().vacation_inputs(ada, vacation, UnixMs(0)), []);
}

/// A vacation is told by its player. It tells nothing of the hidden board: what is sent is the same after any hidden moves and tries.
#[test]
fn frames_about_a_vacation_do_not_depend_on_hidden_moves() {
    let sent = |tries: &[&str], quiet: &str| -> Vec<Value> {
        let mut table = by_days();
        table.commit(W, "e2e4");
        for attempt in tries {
            table.commit(B, attempt);
        }
        table.commit(B, quiet);
        table.commit(W, "d2d4");
        table.during(W, |table| {
            table.now = DAY;
            table.input(away(Color::B, 1, 9));
            table.now = 2 * DAY;
            table.input(away(Color::B, 1, 2));
            table.close(W);
            table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
        })
    };
    let plain = sent(&[], "a7a6");
    assert_eq!(plain.len(), 3, "{plain:?}");
    assert_eq!(plain, sent(&["a7a3", "a7b6"], "a7a5"));
}
