//! A room for tests: a session, what its sockets said and were sent, and a clock. What the server's shell does for a socket is done here.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use session::protocol::player::{CloseReason, Color};
use session::protocol::rooms::{Asked, Claim, ClientMessage, Create, Ear, Entrance, Intent, Refusal, Said};
use session::{
    ConnId, CreateRefused, Creation, Creator, GameId, Input, Limits, Output, Receipt, RoomToken, Session,
    UnixMs, Unsent,
};

use crate::table::catalogue;

pub(crate) const CODE: &str = "ABC123";
pub(crate) const WHITE_TOKEN: &str = "11111111-1111-4111-8111-111111111111";
pub(crate) const BLACK_TOKEN: &str = "22222222-2222-4222-a222-222222222222";
pub(crate) const W: ConnId = ConnId(1);
pub(crate) const B: ConnId = ConnId(2);
pub(crate) const MINUTE: u64 = 60_000;

/// A socket as its pump keeps it.
#[derive(Default)]
struct Socket {
    ear: Ear,
    seq: u64,
    seated: bool,
    token: Option<String>,
}

pub(crate) struct Room {
    pub(crate) session: Session,
    pub(crate) now: u64,
    sockets: BTreeMap<ConnId, Socket>,
    /// Every frame as text, by socket.
    pub(crate) sent: BTreeMap<ConnId, Vec<String>>,
    pub(crate) closed: Vec<(ConnId, CloseReason)>,
}

impl Room {
    /// What a `room.create` of that payload makes, its creator seated at [`W`].
    pub(crate) fn create(payload: &Value) -> Result<Room, CreateRefused> {
        let text = json!({"v": 1, "seq": 1, "ts": 0, "type": "room.create", "payload": payload}).to_string();
        let Ok(ClientMessage { asked: Asked::Create(create), .. }) = Ear::default().hear(&text) else {
            panic!("{text}")
        };
        Room::made(create)
    }

    fn made(create: Create) -> Result<Room, CreateRefused> {
        let creation = Creation {
            id: "abcd1234".parse::<GameId>().unwrap(),
            creator: Creator::Room { code: CODE.parse().unwrap(), token: WHITE_TOKEN.parse().unwrap() },
            request: create.game(),
            random_side: Color::W,
            at: UnixMs(0),
            limits: Limits::default(),
        };
        let (session, unsent) = Session::create(&catalogue(), creation)?;
        let (sockets, sent) = (BTreeMap::new(), BTreeMap::new());
        let mut room = Room { session, now: 0, sockets, sent, closed: Vec::new() };
        room.release(unsent);
        room.come(W, WHITE_TOKEN);
        Ok(room)
    }

    /// A room with both players, white at [`W`] and black at [`B`].
    pub(crate) fn seated(payload: &Value) -> Room {
        let mut room = Room::create(payload).unwrap();
        room.join(B);
        room
    }

    pub(crate) fn open() -> Room {
        Room::seated(&json!({}))
    }

    fn release(&mut self, unsent: Unsent) {
        let receipt = Receipt::stored(unsent.entry().seq);
        for output in unsent.release(receipt).unwrap() {
            match output {
                Output::Send { conn, frame } => self.sent.entry(conn).or_default().push(frame.into_string()),
                Output::Close { conn, reason } => self.closed.push((conn, reason)),
                Output::Seated { conn, .. } => self.sockets.entry(conn).or_default().seated = true,
            }
        }
    }

    pub(crate) fn input(&mut self, input: Input) {
        let unsent = self.session.handle(UnixMs(self.now), input);
        self.release(unsent);
    }

    fn enter(&mut self, conn: ConnId, claim: Claim, ack: Option<u64>) -> Result<(), Refusal> {
        let entrance = Entrance { claim, ack, sent: 0 };
        self.session.seat_in_room(&entrance)?;
        let byte = u8::try_from(conn.0).unwrap().wrapping_mul(0x11);
        let fresh = RoomToken::from_random([byte; RoomToken::BYTES]);
        let token = match &entrance.claim {
            Claim::Token(token) => token.text(),
            _ => fresh.text(),
        };
        self.sockets.entry(conn).or_default().token = Some(token);
        self.input(Input::Enter { conn, entrance, fresh });
        Ok(())
    }

    /// A new socket comes with a token.
    pub(crate) fn come(&mut self, conn: ConnId, token: &str) -> Vec<Value> {
        self.during(conn, |room| room.enter(conn, Claim::Token(token.parse().unwrap()), None).unwrap())
    }

    /// The same, with an acknowledgement.
    pub(crate) fn come_with(&mut self, conn: ConnId, token: &str, ack: u64) -> Result<Vec<Value>, Refusal> {
        let before = self.frames(conn).len();
        self.enter(conn, Claim::Token(token.parse().unwrap()), Some(ack))?;
        Ok(self.frames(conn)[before..].to_vec())
    }

    /// A new socket comes without a token.
    pub(crate) fn join(&mut self, conn: ConnId) -> Vec<Value> {
        self.during(conn, |room| room.enter(conn, Claim::Nothing, None).unwrap())
    }

    /// Why a socket is not let in.
    pub(crate) fn turned_away(&mut self, conn: ConnId, claim: Claim) -> Refusal {
        self.enter(conn, claim, None).unwrap_err()
    }

    /// A message of the player at a socket, with its token and the next number, through the same reading as at the server.
    pub(crate) fn say(&mut self, conn: ConnId, kind: &str, payload: Value) -> Vec<Value> {
        self.say_with(conn, kind, payload, json!({}))
    }

    /// The same, with other members of the envelope; `null` takes one out.
    pub(crate) fn say_with(&mut self, conn: ConnId, kind: &str, payload: Value, more: Value) -> Vec<Value> {
        let socket = self.sockets.entry(conn).or_default();
        socket.seq += 1;
        let mut message = json!({
            "v": 1, "seq": socket.seq, "ts": self.now, "type": kind, "token": socket.token, "payload": payload
        });
        for (name, value) in more.as_object().unwrap() {
            message[name] = value.clone();
        }
        message.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        self.hear(conn, &message.to_string())
    }

    /// Whatever comes from the socket of a seat.
    pub(crate) fn hear(&mut self, conn: ConnId, text: &str) -> Vec<Value> {
        let socket = self.sockets.entry(conn).or_default();
        assert!(socket.seated, "what comes before is the server's business");
        let refused = |refusal| Said { claim: Claim::Nothing, ack: None, intent: Intent::Refused(refusal) };
        let said = match socket.ear.hear(text) {
            Ok(ClientMessage { claim, ack, asked: Asked::Intent(intent) }) => Said { claim, ack, intent },
            Ok(_) => panic!("{text}: a second seat is refused by the server"),
            Err(refusal) => refused(refusal),
        };
        self.during(conn, |room| room.input(Input::Said { conn, said }))
    }

    /// Moves `e2e4`, or `e7e8queen`.
    pub(crate) fn make(&mut self, conn: ConnId, mv: &str) -> Vec<Value> {
        let mut payload = json!({"from": &mv[..2], "to": &mv[2..4]});
        if mv.len() > 4 {
            payload["promoteTo"] = mv[4..].into();
        }
        self.say(conn, "game.move", payload)
    }

    /// Plays moves, each by the side to move, and insists that each is made.
    pub(crate) fn play(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            let deltas = self.sent.keys().filter_map(|conn| self.last(*conn, "game.delta"));
            let latest = deltas.max_by_key(|delta| delta["ply"].as_u64());
            let is_white = latest.is_none_or(|delta| delta["turn"] == "white");
            let answer = self.make(if is_white { W } else { B }, mv);
            assert_eq!(answer[0]["type"], "game.delta", "{mv}: {answer:#?}");
        }
    }

    /// How many moves either player was told of.
    pub(crate) fn plies(&self) -> u64 {
        let of = |conn: &ConnId| self.last(*conn, "game.delta").and_then(|delta| delta["ply"].as_u64());
        self.sent.keys().filter_map(of).max().unwrap_or(0)
    }

    pub(crate) fn texts(&self, conn: ConnId) -> &[String] {
        self.sent.get(&conn).map_or(&[], Vec::as_slice)
    }

    /// Everything that a socket was sent.
    pub(crate) fn frames(&self, conn: ConnId) -> Vec<Value> {
        self.texts(conn).iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    /// The payload of the last frame of a type that a socket was sent. Others are not read: a random player makes many tries.
    pub(crate) fn last(&self, conn: ConnId, kind: &str) -> Option<Value> {
        let named = format!("\"type\":\"{kind}\"");
        let text = self.texts(conn).iter().rev().find(|text| text.contains(&named))?;
        Some(serde_json::from_str::<Value>(text).unwrap()["payload"].clone())
    }

    /// What a socket is sent while `act` runs.
    pub(crate) fn during(&mut self, conn: ConnId, act: impl FnOnce(&mut Room)) -> Vec<Value> {
        let before = self.texts(conn).len();
        act(self);
        self.texts(conn)[before..].iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    pub(crate) fn wait(&mut self, ms: u64) {
        self.now += ms;
        self.input(Input::Tick);
    }

    pub(crate) fn close(&mut self, conn: ConnId) {
        self.input(Input::Closed { conn });
    }

    /// The close that a socket was told, if it was.
    pub(crate) fn closed(&self, conn: ConnId) -> Option<(u16, &'static str)> {
        self.closed.iter().find(|(closed, _)| *closed == conn).map(|(_, reason)| (reason.code, reason.reason))
    }
}

/// The types of frames, in order.
pub(crate) fn types(frames: &[Value]) -> Vec<&str> {
    frames.iter().map(|frame| frame["type"].as_str().unwrap()).collect()
}

/// The code of the only frame, which is an error, and whether it is fatal.
pub(crate) fn error(frames: &[Value]) -> (&str, bool) {
    assert_eq!(types(frames), ["error"], "{frames:#?}");
    (frames[0]["payload"]["code"].as_str().unwrap(), frames[0]["payload"]["fatal"].as_bool().unwrap())
}
