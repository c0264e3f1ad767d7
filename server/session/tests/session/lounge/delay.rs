//! Spectators who are told later: nothing that happens reaches them before its time, by any way.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{S, Salon, T, types};
use crate::table::{B, GAME, W};

#[test]
fn a_state_is_told_with_the_time_of_then_when_its_time_has_come() {
    let mut salon = Salon::open(30);
    let welcome = salon.watch(S);
    assert_eq!(types(&welcome), ["spectator.welcome"], "there is nothing yet that could be told");
    assert_eq!(welcome[0]["delaySeconds"], 30);
    let first = salon.during(S, |salon| salon.wait(30_000));
    assert_eq!(first.last().unwrap()["timestamp"], 0);
    salon.wait(5_000);
    let at = salon.table.now;
    let none = salon.during(S, |salon| {
        salon.play(W, "e2e4");
        salon.chat(W, "good luck");
        salon.wait(29_999);
    });
    assert!(none.is_empty(), "{none:?}");
    let told = salon.during(S, |salon| salon.wait(1));
    assert_eq!(types(&told), ["gameState.update", "chat.message"]);
    assert_eq!((&told[0]["timestamp"], &told[1]["timestamp"]), (&json!(at), &json!(at)));
    // Who comes now is told what others have been told, and no more.
    salon.play(B, "e7e5");
    let late = salon.watch(T);
    assert_eq!((&late[1]["ply"], &late[1]["timestamp"]), (&json!(1), &json!(at)));
    // What spectators say is heard at once.
    let heard = salon.during(W, |salon| drop(salon.chat(S, "hello")));
    assert_eq!(types(&heard), ["chat.message"]);
}

#[test]
fn the_end_is_told_late_and_until_then_the_game_has_to_stay() {
    let mut salon = Salon::open(60);
    salon.watch(S);
    salon.wait(100_000);
    let at = salon.table.now;
    let none = salon.during(S, |salon| {
        salon.say(W, &json!({"type": "resign"}));
        salon.close(W);
        salon.close(B);
        salon.wait(59_999);
    });
    assert!(none.is_empty() && salon.closed.is_empty());
    assert_eq!(salon.lounge.told_all_at().map(|told| told.0), Some(at + 60_000));
    let end = salon.during(S, |salon| salon.wait(1));
    assert!(types(&end).contains(&"game.over"));
    assert_eq!(salon.lounge.told_all_at(), None);
}

#[test]
fn however_much_happens_little_waits_and_the_latest_is_told() {
    let mut salon = Salon::open(60);
    salon.watch(S);
    for _ in 0..2 * session::limits::STATES_HELD_MAX {
        for (conn, mv) in [(W, "g1f3"), (B, "g8f6"), (W, "f3g1"), (B, "f6g8")] {
            salon.play(conn, mv);
            salon.wait(10);
        }
        if salon.table.session.phase() == session::Phase::Finished {
            break;
        }
        salon.say(W, &json!({"type": "offer-draw"}));
        salon.say(B, &json!({"type": "respond-draw", "accept": false}));
    }
    let told = salon.during(S, |salon| salon.wait(120_000));
    let states: Vec<&Value> = told.iter().filter(|frame| frame["type"] == "gameState.update").collect();
    assert!(states.len() <= session::limits::STATES_HELD_MAX);
    let ply = salon.table.last(W, "update").unwrap()["ply"].clone();
    assert_eq!(states.last().unwrap()["ply"], ply);
    let sequences: Vec<u64> = told.iter().filter_map(|frame| frame["sequence"].as_u64()).collect();
    assert_eq!(sequences, (1..=sequences.len() as u64).collect::<Vec<_>>());
}

/// Something that happens at a game.
#[derive(Clone, Copy, Debug)]
enum Deed {
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

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        3 => (0_u64..8_000).prop_map(Deed::Wait),
        6 => (0..MOVES.len()).prop_map(Deed::Move),
        2 => (any::<bool>(), 0..WORDS.len()).prop_map(|(white, word)| Deed::Talk(white, word)),
        1 => (any::<bool>(), 0..NAMES.len()).prop_map(|(white, name)| Deed::Name(white, name)),
        1 => any::<bool>().prop_map(Deed::Resign),
        1 => any::<bool>().prop_map(Deed::Offer),
        1 => any::<bool>().prop_map(Deed::Leave),
        1 => any::<bool>().prop_map(Deed::Return),
    ]
}

fn conn(white: bool) -> session::ConnId {
    if white { W } else { B }
}

fn token(white: bool) -> String {
    if white { "a" } else { "b" }.repeat(24)
}

impl Deed {
    fn happen(self, salon: &mut Salon) {
        match self {
            Deed::Wait(ms) => salon.wait(ms),
            Deed::Move(number) => [W, B].into_iter().for_each(|conn| salon.play(conn, MOVES[number])),
            Deed::Talk(white, word) => drop(salon.chat(conn(white), WORDS[word])),
            Deed::Name(white, name) => {
                salon.say(
                    conn(white),
                    &json!({"type": "player.setName", "gameId": GAME, "name": NAMES[name]}),
                );
            }
            Deed::Resign(white) => drop(salon.say(conn(white), &json!({"type": "resign"}))),
            Deed::Offer(white) => drop(salon.say(conn(white), &json!({"type": "offer-draw"}))),
            Deed::Leave(white) => salon.close(conn(white)),
            Deed::Return(white) => {
                salon.say(conn(white), &json!({"type": "hello", "gameId": GAME, "token": token(white)}));
            }
        }
    }
}

/// What a delayed spectator does and is told, in every way, before the time `until`: frames with their times, and closed sockets.
fn account(salon: &Salon, until: u64) -> Vec<(u64, session::ConnId, &str)> {
    let is_spectator = |conn: session::ConnId| conn != W && conn != B;
    let told = salon.told.iter().filter(|(at, conn, _)| *at < until && is_spectator(*conn));
    told.map(|(at, conn, text)| (*at, *conn, text.as_str())).collect()
}

/// A game that goes as `deeds` say, with a spectator there from the beginning, and others who come, choose names, talk and go every few seconds.
fn run(delay: u8, clock: bool, deeds: &[Deed], until: u64) -> Salon {
    let mut request = json!({"mode": "vanilla", "side": "white", "spectators": {"delaySeconds": delay}});
    if clock {
        request["clock"] = json!({"initial": 60, "increment": 1});
    }
    let mut salon = Salon::new(request);
    salon.watch(S);
    let mut deeds = deeds.iter();
    let mut meddling = 0_u64;
    let mut meddle = |salon: &mut Salon| {
        meddling += 1;
        let conn = session::ConnId(20 + meddling);
        let name = NAMES[usize::try_from(meddling).unwrap() % NAMES.len()];
        salon.say(conn, &json!({"type": "spectator.join", "gameId": GAME, "name": name}));
        salon.chat(S, "and now?");
        salon.close(conn);
    };
    // Spectators act at times of their own, whatever happens at the game.
    let mut next = 5_000;
    while salon.table.now < until {
        let deed = deeds.next().copied().unwrap_or(Deed::Wait(4_000));
        if let Deed::Wait(ms) = deed {
            let end = salon.table.now + ms;
            while next <= end {
                salon.wait(next - salon.table.now);
                meddle(&mut salon);
                next += 5_000;
            }
            salon.wait(end - salon.table.now);
        } else {
            deed.happen(&mut salon);
        }
    }
    salon
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Two games that go alike up to a moment, and differently from then on, tell spectators the same, to the byte and the millisecond, until the delay
    /// after that moment is over.
    #[test]
    fn what_happens_reaches_no_spectator_before_its_time(
        delay in 1_u8..=60,
        clock in any::<bool>(),
        common in proptest::collection::vec(deed(), 0..30),
        one in proptest::collection::vec(deed(), 1..20),
        other in proptest::collection::vec(deed(), 1..20),
    ) {
        let parted: u64 = common.iter().map(|deed| if let Deed::Wait(ms) = deed { *ms } else { 0 }).sum();
        let until = parted + u64::from(delay) * 1_000;
        let [one, other] = [one, other].map(|rest| {
            let deeds: Vec<Deed> = common.iter().copied().chain(rest).collect();
            run(delay, clock, &deeds, until)
        });
        prop_assert_eq!(account(&one, until), account(&other, until));
        prop_assert!(one.closed.is_empty() && other.closed.is_empty());
    }
}
