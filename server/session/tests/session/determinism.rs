//! Determinism: the same inputs give the same bytes, and a journal restores the session.

use proptest::prelude::*;
use serde_json::json;
use session::protocol::player::{Action, Command, Hello, JoinAs, PieceType, ServerMessage, SquareName};
use session::{ConnId, Entry, Input, Output, Receipt, Recorded, Session, UnixMs};

use crate::table::{catalogue, creation};

fn conn() -> impl Strategy<Value = ConnId> {
    (1u64..5).prop_map(ConnId)
}

fn token() -> impl Strategy<Value = session::Token> {
    prop::sample::select(vec!["a", "b", "c", "d"]).prop_map(|letter| letter.repeat(24).parse().unwrap())
}

/// Squares, some of them off the board, and most in the armies' halves at the start.
fn square() -> impl Strategy<Value = SquareName> {
    ("[a-i]", 1u8..10).prop_map(|(file, rank)| format!("{file}{rank}").parse().unwrap())
}

fn commit() -> impl Strategy<Value = Action> {
    let openings = prop::sample::select(vec![
        ("e2", "e4"),
        ("e7", "e5"),
        ("d2", "d4"),
        ("d7", "d5"),
        ("g1", "f3"),
        ("b8", "c6"),
        ("d1", "h5"),
        ("g8", "f6"),
        ("f1", "c4"),
        ("h5", "f7"),
        ("f2", "f3"),
        ("g2", "g4"),
        ("d8", "h4"),
        ("e4", "d5"),
        ("d5", "e4"),
        ("e1", "g1"),
    ]);
    let opening = openings.prop_map(|(from, to)| Action::Commit {
        from: from.parse().unwrap(),
        to: to.parse().ok(),
        promotion: None,
    });
    let promotion = prop::option::weighted(0.2, prop::sample::select(vec!['q', 'n', 'k']));
    let any = (square(), prop::option::of(square()), promotion).prop_map(|(from, to, promotion)| {
        Action::Commit { from, to, promotion: promotion.and_then(PieceType::new) }
    });
    prop_oneof![3 => opening, 1 => any]
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        30 => commit(),
        1 => Just(Action::Resign),
        3 => Just(Action::OfferDraw),
        3 => any::<bool>().prop_map(|accept| Action::RespondDraw { accept }),
        1 => Just(Action::OfferRematch {}),
        1 => any::<bool>().prop_map(|accept| Action::RespondRematch { accept }),
        1 => prop::sample::select(vec!["0 e8 c:k", "0 e1 C:K", "2 d4"])
            .prop_map(|mark| Action::ShareMarks { marks: vec![mark.parse().unwrap()] }),
    ]
}

fn input() -> impl Strategy<Value = Input> {
    let join_as = prop::sample::select(vec![JoinAs::Auto, JoinAs::W, JoinAs::B]);
    let hello =
        (conn(), prop::option::of(token()), join_as, token()).prop_map(|(conn, token, join_as, fresh)| {
            Input::Hello {
                conn,
                hello: Hello { game_id: "abcd1234".parse().unwrap(), token, join_as, id: None },
                fresh,
            }
        });
    let id = prop::option::of((0u8..6).prop_map(|id| format!("m{id}").parse().unwrap()));
    let command = (conn(), id, action()).prop_map(|(conn, id, action)| Input::Command {
        conn,
        command: Command { id, is_numbered: false, game: None, action },
    });
    prop_oneof![
        4 => hello,
        20 => command,
        2 => conn().prop_map(|conn| Input::Closed { conn }),
        1 => Just(Input::Tick),
        1 => Just(Input::Restarted),
    ]
}

/// Runs inputs, each after a delay in milliseconds, and returns the outputs and the journal.
fn run(session: &mut Session, inputs: &[(u64, Input)]) -> (Vec<Vec<Output>>, Vec<Entry>) {
    let mut now = 0;
    inputs
        .iter()
        .map(|(pause, input)| {
            now += pause;
            let unsent = session.handle(UnixMs(now), input.clone());
            let entry = unsent.entry().clone();
            (unsent.release(Receipt::stored(entry.seq)).unwrap(), entry)
        })
        .unzip()
}

fn fresh(mode: &str) -> (Session, Entry) {
    let asked = creation(json!({"mode": mode, "side": "white"}));
    let (session, unsent) = Session::create(&catalogue(), asked).unwrap();
    (session, unsent.entry().clone())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn inputs_determine_every_byte_and_the_journal_restores_the_session(
        mode in prop::sample::select(vec!["blind", "vanilla"]),
        inputs in prop::collection::vec((prop_oneof![9 => 0u64..20_000, 1 => 0u64..400_000], input()), 0..60),
        more in prop::collection::vec((0u64..20_000, input()), 1..8),
    ) {
        let (mut session, created) = fresh(mode);
        let (outputs, entries) = run(&mut session, &inputs);
        let (mut other, _) = fresh(mode);
        prop_assert_eq!(&run(&mut other, &inputs).0, &outputs);

        let journal: Vec<String> =
            std::iter::once(&created).chain(&entries).map(|entry| serde_json::to_string(entry).unwrap()).collect();
        let read = journal.iter().map(|line| serde_json::from_str::<Entry>(line).unwrap());
        let mut replayed = Session::replay(&catalogue(), read).unwrap();
        prop_assert_eq!((replayed.phase(), replayed.next_timeout(), replayed.prunable_at()),
            (session.phase(), session.next_timeout(), session.prunable_at()));
        prop_assert_eq!(run(&mut replayed, &more), run(&mut session, &more));
    }

    #[test]
    fn every_frame_is_a_message_of_the_protocol_with_consecutive_numbers(
        inputs in prop::collection::vec((0u64..20_000, input()), 0..80),
    ) {
        let (mut session, _) = fresh("blind");
        let (outputs, _) = run(&mut session, &inputs);
        // The session itself says which seat a socket has, before the first frame.
        let mut seats = std::collections::BTreeMap::new();
        let mut numbers = std::collections::BTreeMap::new();
        for output in outputs.into_iter().flatten() {
            match output {
                Output::Seated { conn, seat } => {
                    seats.insert(conn, seat);
                }
                Output::Send { conn, frame } => {
                    let value: serde_json::Value = serde_json::from_str(frame.as_str()).unwrap();
                    let message: ServerMessage = serde_json::from_value(value.clone()).unwrap();
                    prop_assert_eq!(serde_json::to_value(message).unwrap(), value.clone());
                    if let Some(seq) = value["seq"].as_u64() {
                        let last = numbers.entry(seats[&conn]).or_insert(0);
                        prop_assert_eq!(seq, *last + 1);
                        *last = seq;
                    }
                }
                Output::Close { .. } | Output::Push(_) => {}
            }
        }
    }
}

#[test]
fn an_incomplete_journal_is_rejected() {
    let (mut session, created) = fresh("blind");
    let (_, entries) = run(&mut session, &[(1, Input::Tick), (1, Input::Tick)]);
    let replay = |entries: Vec<Entry>| {
        Session::replay(&catalogue(), entries.into_iter()).err().map(|error| error.to_string())
    };
    assert_eq!(replay(vec![created.clone(), entries[0].clone(), entries[1].clone()]), None);
    assert!(replay(vec![]).unwrap().contains("empty"));
    assert!(
        replay(vec![created.clone(), entries[1].clone()]).unwrap().contains("entry 2 stands where entry 1")
    );
    assert!(replay(vec![Entry { seq: 0, ..entries[0].clone() }]).unwrap().contains("not what stands"));
    assert!(
        replay(vec![created.clone(), Entry { seq: 1, ..created.clone() }])
            .unwrap()
            .contains("not what stands")
    );
    let Recorded::Created(mut stranger) = created.input.clone() else { panic!("a creation") };
    stranger.request.moderator = Some("nobody".to_owned());
    assert!(
        replay(vec![Entry { input: Recorded::Created(stranger), ..created }]).unwrap().contains("moderator")
    );
}
