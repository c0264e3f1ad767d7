//! The measured work, for wall-clock time and instruction counts: a blind game of two connected players, some of its commits, and one player's observation.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed measurement aborts; each benchmark uses a part of this module"
)]

use std::sync::{Arc, OnceLock};

use session::protocol::player::{ClientMessage, Color, Mode, decode};
use session::{
    Catalogue, ConnId, Creation, Creator, Input, Limits, Output, Receipt, Session, UnixMs, Unsent, Viewer,
    view,
};

const W: ConnId = ConnId(1);
const B: ConnId = ConnId(2);

/// Twenty plies of an opening, with captures and a castling.
const OPENING: [&str; 20] = [
    "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "e1g1", "f7f6", "d2d4", "e5d4", "f3d4",
    "c6c5", "d4b3", "d8d1", "f1d1", "c8g4", "f2f3", "g4e6",
];

fn catalogue() -> Arc<Catalogue> {
    static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    let load = || Catalogue::load(dev::rules()).unwrap_or_else(|faults| panic!("{faults}"));
    Arc::clone(CATALOGUE.get_or_init(load))
}

/// A game of two players, and the number of opening moves made.
pub struct Table {
    pub session: Session,
    ply: usize,
}

/// Returns the number of frames to be sent.
fn release(unsent: Unsent) -> usize {
    let receipt = Receipt::stored(unsent.entry().seq);
    let outputs = unsent.release(receipt).unwrap();
    outputs.iter().filter(|output| matches!(output, Output::Send { .. })).count()
}

/// Returns the input for a player's message.
fn command(conn: ConnId, text: &str) -> Input {
    match decode(text).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}")) {
        ClientMessage::Command(command) => Input::Command { conn, command },
        ClientMessage::Hello(hello) | ClientMessage::KeyedHello(hello, _) => {
            Input::Hello { conn, hello, fresh: "b".repeat(24).parse().unwrap_or_else(|_| panic!("a token")) }
        }
        ClientMessage::Pong | ClientMessage::Ping(_) | ClientMessage::Watch(_) | ClientMessage::Chat(_) => {
            panic!("{text} is no input")
        }
    }
}

fn commit(ply: usize, mv: &str) -> Input {
    let conn = if ply.is_multiple_of(2) { W } else { B };
    let (from, to) = mv.split_at(2);
    command(conn, &format!(r#"{{"type":"commit","from":"{from}","to":"{to}"}}"#))
}

/// Returns a blind game with both players connected, `plies` plies into the opening.
pub fn table(plies: usize) -> Table {
    let creation = Creation {
        id: "abcd1234".parse().unwrap(),
        watch_id: None,
        creator: Creator::Player("a".repeat(24).parse().unwrap_or_else(|_| panic!("a token"))),
        request: serde_json::from_str(r#"{"mode":"blind","side":"white"}"#).unwrap(),
        random_side: Color::W,
        deal: None,
        start: None,
        at: UnixMs(0),
        limits: Limits::default(),
    };
    assert_eq!(creation.request.mode, Mode::Blind);
    let (mut session, unsent) = Session::create(&catalogue(), creation).unwrap();
    release(unsent);
    let token = "a".repeat(24);
    for (conn, hello) in [
        (W, format!(r#"{{"type":"hello","gameId":"abcd1234","token":"{token}"}}"#)),
        (B, r#"{"type":"hello","gameId":"abcd1234"}"#.to_owned()),
    ] {
        release(session.handle(UnixMs(0), command(conn, &hello)));
    }
    let mut table = Table { session, ply: 0 };
    for _ in 0..plies {
        let input = table.next();
        table.made(input);
    }
    table
}

/// Returns the number of plies of the opening.
pub fn plies() -> usize {
    OPENING.len()
}

impl Table {
    /// Returns the input that makes the next move of the opening.
    pub fn next(&self) -> Input {
        commit(self.ply, OPENING.get(self.ply).unwrap())
    }

    /// Returns an input that the moderator refuses: a square without a piece.
    pub fn refusable(&self) -> Input {
        commit(self.ply, "e6e7")
    }

    /// Handles the next move, and asserts that both players are sent frames.
    pub fn made(&mut self, input: Input) {
        let frames = release(self.session.handle(UnixMs(1_000), input));
        assert_eq!(frames, 2, "ply {}", self.ply);
        self.ply += 1;
    }

    /// Handles a refused try, and asserts that only its author is sent a frame.
    pub fn refused(&mut self, input: Input) {
        assert_eq!(release(self.session.handle(UnixMs(1_000), input)), 1);
    }

    /// Returns Black's observation.
    pub fn observe(&self) -> view::Observation {
        view::observe(self.session.game(), Viewer::Seat(ggn_core::Side::Second))
    }
}
