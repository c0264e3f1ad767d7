//! A bot on a seat, by frames that are written here: no server takes part.

use std::sync::Arc;

use bot::{Client, Level, Reaction, Values};
use ggn_core::Rules;
use serde_json::{Value, json};

const TOKEN: &str = "q8w3e7r2t6y1u5i9o4p0a7s2";

fn seated(rules: &Arc<Rules>) -> Client {
    Client::new(rules.clone(), Arc::new(Values::of(rules)), Level::ALL[2], TOKEN)
}

fn joined(you: &str, status: &str, moves: &[&str]) -> String {
    let noted = |(index, san): (usize, &&str)| json!({ "ply": index + 1, "by": "w", "san": san });
    let to_move = if moves.len().is_multiple_of(2) { "w" } else { "b" };
    json!({
        "type": "joined", "you": you, "token": TOKEN, "view": { "pieces": {}, "toMove": to_move, "inCheck": false },
        "announcements": [], "peer": { "connected": true }, "gameStatus": status, "moves": moves.iter().enumerate().map(noted).collect::<Vec<_>>(),
    })
    .to_string()
}

fn update(ply: usize, san: &str, status: &str, offer: &Value) -> String {
    let to_move = if ply.is_multiple_of(2) { "w" } else { "b" };
    json!({
        "type": "update", "view": { "pieces": {}, "toMove": to_move, "inCheck": false }, "newAnnouncements": [],
        "gameStatus": status, "drawOffer": offer, "latestMove": { "ply": ply, "by": "w", "san": san },
    })
    .to_string()
}

/// Returns the messages that a frame causes, thoughts included.
fn messages(client: &mut Client, frame: &str) -> Vec<Value> {
    let message = |reaction| match reaction {
        Reaction::Send(text) => Some(text),
        Reaction::Think(thought) => thought.message(&|| false),
    };
    let reactions = client.receive(frame).unwrap();
    reactions.into_iter().filter_map(message).map(|text| serde_json::from_str(&text).unwrap()).collect()
}

#[test]
fn a_bot_moves_when_it_is_its_turn_and_once() {
    let rules = dev::ruleset("rules/chess");
    let mut client = seated(&rules);
    assert_eq!(messages(&mut client, &joined("b", "waiting", &[])), [] as [Value; 0]);
    assert_eq!(messages(&mut client, &joined("b", "active", &[])), [] as [Value; 0], "white moves first");
    let first = messages(&mut client, &update(1, "f3", "active", &Value::Null));
    assert_eq!((first.len(), &first[0]["type"], &first[0]["id"]), (1, &json!("commit"), &json!("m2")));
    assert_eq!(
        messages(&mut client, &update(1, "f3", "active", &Value::Null)),
        [] as [Value; 0],
        "told again"
    );
    messages(&mut client, &update(2, "e5", "active", &Value::Null));
    let mate = messages(&mut client, &update(3, "g4", "active", &Value::Null));
    assert_eq!((&mate[0]["from"], &mate[0]["to"]), (&json!("d8"), &json!("h4")), "it mates: {mate:?}");
}

#[test]
fn the_same_frames_cause_the_same_messages() {
    for id in ["chess", "shogi", "xiangqi"] {
        let rules = dev::ruleset(&format!("rules/{id}"));
        let run = || messages(&mut seated(&rules), &joined("w", "active", &[]));
        let first = run();
        assert_eq!((first.len(), &first), (1, &run()), "{id}");
    }
}

#[test]
fn drops_choices_and_passes_are_written_as_the_protocol_has_them() {
    let shogi = dev::ruleset("rules/shogi");
    let mut client = seated(&shogi);
    let frame = joined("w", "active", &[]);
    assert_eq!(messages(&mut client, &frame)[0]["type"], "commit");
    let duck = dev::ruleset("rules/duck");
    let placed = messages(&mut seated(&duck), &joined("w", "active", &[]));
    assert!(placed[0]["choice"].as_str().unwrap().starts_with("duck "), "{placed:?}");
}

#[test]
fn a_pass_is_followed_by_its_word() {
    let rules = dev::ruleset("rules/janggi");
    let mut client = seated(&rules);
    messages(&mut client, &joined("b", "active", &[]));
    let answers = messages(&mut client, &update(1, "pass", "active", &Value::Null));
    assert_eq!(answers.len(), 1, "{answers:?}");
}

#[test]
fn a_draw_is_declined_at_first_and_a_rematch_offered_once() {
    let rules = dev::ruleset("rules/chess");
    let mut client = seated(&rules);
    messages(&mut client, &joined("b", "active", &[]));
    let answers = messages(&mut client, &update(1, "e4", "active", &json!({ "from": "w" })));
    assert_eq!(answers.last(), Some(&json!({ "type": "respond-draw", "accept": false })));
    let over = update(1, "e4", "finished", &Value::Null);
    assert_eq!(messages(&mut client, &over), [json!({ "type": "offer-rematch" })]);
    assert_eq!(messages(&mut client, &over), [] as [Value; 0]);
}

#[test]
fn a_bot_knows_whether_it_is_alone() {
    let rules = dev::ruleset("rules/chess");
    let mut client = seated(&rules);
    messages(&mut client, &joined("b", "active", &[]));
    assert!(!client.is_alone());
    let presence =
        |connected: bool| json!({ "type": "peer-status", "color": "w", "connected": connected }).to_string();
    messages(&mut client, &presence(false));
    assert!(client.is_alone());
    messages(&mut client, &presence(true));
    assert!(!client.is_alone());
}

#[test]
fn a_move_that_the_rules_do_not_have_ends_it() {
    let rules = dev::ruleset("rules/chess");
    let mut client = seated(&rules);
    messages(&mut client, &joined("b", "active", &[]));
    let fault = client.receive(&update(1, "Qh5", "active", &Value::Null)).unwrap_err();
    assert!(fault.to_string().contains("move 1 is Qh5"), "{fault}");
    assert!(client.receive(&update(3, "e4", "active", &Value::Null)).is_err(), "a gap");
    assert!(client.receive("no text").is_err());
    assert!(client.receive(r#"{"type":"heartbeat"}"#).unwrap().is_empty());
}

#[test]
fn a_refused_move_ends_it_and_a_refused_offer_does_not() {
    let rules = dev::ruleset("rules/chess");
    let begun = || {
        let mut client = seated(&rules);
        assert_eq!(messages(&mut client, &joined("w", "active", &[])).len(), 1);
        client
    };
    let refusal = |ack: Value| {
        json!({ "type": "error", "code": "rate_limited", "message": "-", "ack": ack }).to_string()
    };
    assert!(begun().receive(&refusal(json!("m1"))).is_err());
    assert!(begun().receive(&refusal(Value::Null)).unwrap().is_empty());
    // The moderator has refused it: the state has no new move.
    let mut answer: Value = serde_json::from_str(&update(0, "-", "active", &Value::Null)).unwrap();
    answer["ack"] = json!("m1");
    answer.as_object_mut().unwrap().remove("latestMove");
    assert!(begun().receive(&answer.to_string()).is_err());
    // The game was over before.
    let mut over = begun();
    messages(&mut over, &update(0, "-", "finished", &Value::Null));
    assert!(over.receive(&refusal(json!("m1"))).unwrap().is_empty());
}
