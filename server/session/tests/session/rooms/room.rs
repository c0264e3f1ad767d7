//! Test fixture: a room's session, its sockets with the frames they were sent, and a simulated clock. It does the server's part for each socket.

use std::collections::BTreeMap;

use dev::Random;
use serde_json::{Value, json};
use session::protocol::player::{CloseReason, Color};
use session::protocol::rooms::{
    Claim, ClientMessage, Create, Entrance, Intent, IntentMessage, MessageDecoder, Refusal, Request,
};
use session::{
    ConnId, Creation, CreationError, Creator, GameId, Input, Limits, Output, Receipt, RoomToken, Session,
    UnixMs, Unsent,
};

use crate::table::catalogue;

pub(crate) const CODE: &str = "ABC123";
pub(crate) const WHITE_TOKEN: &str = "11111111-1111-4111-8111-111111111111";
pub(crate) const BLACK_TOKEN: &str = "22222222-2222-4222-a222-222222222222";
pub(crate) const W: ConnId = ConnId(1);
pub(crate) const B: ConnId = ConnId(2);
pub(crate) const MINUTE: u64 = 60_000;

/// A socket as the server's loop keeps it.
#[derive(Default)]
struct Socket {
    decoder: MessageDecoder,
    seq: u64,
    seated: bool,
    token: Option<String>,
}

pub(crate) struct Room {
    pub(crate) session: Session,
    pub(crate) now: u64,
    sockets: BTreeMap<ConnId, Socket>,
    /// All frames as text, by socket.
    pub(crate) sent: BTreeMap<ConnId, Vec<String>>,
    pub(crate) closed: Vec<(ConnId, CloseReason)>,
}

impl Room {
    /// Creates the room of a `room.create` with that payload, with its creator seated at [`W`].
    pub(crate) fn create(payload: &Value) -> Result<Room, CreationError> {
        let text = json!({"v": 1, "seq": 1, "ts": 0, "type": "room.create", "payload": payload}).to_string();
        let Ok(ClientMessage { request: Request::Create(create), .. }) =
            MessageDecoder::default().decode(&text)
        else {
            panic!("{text}")
        };
        Room::made(create)
    }

    fn made(create: Create) -> Result<Room, CreationError> {
        let creation = Creation {
            id: "abcd1234".parse::<GameId>().unwrap(),
            watch_id: None,
            creator: Creator::Room { code: CODE.parse().unwrap(), token: WHITE_TOKEN.parse().unwrap() },
            request: create.game(),
            random_side: Color::W,
            deal: None,
            start: None,
            at: UnixMs(0),
            limits: Limits::default(),
        };
        let (session, unsent) = Session::create(&catalogue(), creation)?;
        let (sockets, sent) = (BTreeMap::new(), BTreeMap::new());
        let mut room = Room { session, now: 0, sockets, sent, closed: Vec::new() };
        room.release(unsent);
        room.connect(W, WHITE_TOKEN);
        Ok(room)
    }

    /// Creates a room with both players, White at [`W`] and Black at [`B`].
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
                Output::Push(_) => panic!("rooms have no subscriptions"),
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

    /// Connects a new socket with a token.
    pub(crate) fn connect(&mut self, conn: ConnId, token: &str) -> Vec<Value> {
        self.during(conn, |room| room.enter(conn, Claim::Token(token.parse().unwrap()), None).unwrap())
    }

    /// Connects a new socket with a token and an acknowledgement.
    pub(crate) fn connect_with_ack(
        &mut self,
        conn: ConnId,
        token: &str,
        ack: u64,
    ) -> Result<Vec<Value>, Refusal> {
        let before = self.frames(conn).len();
        self.enter(conn, Claim::Token(token.parse().unwrap()), Some(ack))?;
        Ok(self.frames(conn)[before..].to_vec())
    }

    /// Connects a new socket without a token.
    pub(crate) fn join(&mut self, conn: ConnId) -> Vec<Value> {
        self.during(conn, |room| room.enter(conn, Claim::Nothing, None).unwrap())
    }

    /// Returns the reason for rejecting a socket.
    pub(crate) fn rejection(&mut self, conn: ConnId, claim: Claim) -> Refusal {
        self.enter(conn, claim, None).unwrap_err()
    }

    /// Passes a message of the player at a socket, with its token and the next number, through the server's decoder.
    pub(crate) fn say(&mut self, conn: ConnId, kind: &str, payload: Value) -> Vec<Value> {
        self.say_with(conn, kind, payload, json!({}))
    }

    /// Passes a message with other members in its envelope; `null` removes one.
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
        self.receive(conn, &message.to_string())
    }

    /// Whatever comes from the socket of a seat.
    pub(crate) fn receive(&mut self, conn: ConnId, text: &str) -> Vec<Value> {
        let socket = self.sockets.entry(conn).or_default();
        assert!(socket.seated, "messages before a seat are handled by the server");
        let refused =
            |refusal| IntentMessage { claim: Claim::Nothing, ack: None, intent: Intent::Refused(refusal) };
        let message = match socket.decoder.decode(text) {
            Ok(ClientMessage { claim, ack, request: Request::Intent(intent) }) => {
                IntentMessage { claim, ack, intent }
            }
            Ok(_) => panic!("{text}: a second seat is refused by the server"),
            Err(refusal) => refused(refusal),
        };
        self.during(conn, |room| room.input(Input::RoomIntent { conn, message }))
    }

    /// Makes a move such as `e2e4` or `e7e8queen`, or a drop such as `C:P@e4`.
    pub(crate) fn make(&mut self, conn: ConnId, mv: &str) -> Vec<Value> {
        if let Some((piece, to)) = mv.split_once('@') {
            return self.say(conn, "game.drop", json!({"piece": piece, "to": to}));
        }
        let mut payload = json!({"from": &mv[..2], "to": &mv[2..4]});
        if mv.len() > 4 {
            payload["promoteTo"] = mv[4..].into();
        }
        self.say(conn, "game.move", payload)
    }

    /// Plays moves, each by the side to move, and asserts that each is made.
    pub(crate) fn play(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            let deltas = self.sent.keys().filter_map(|conn| self.last(*conn, "game.delta"));
            let latest = deltas.max_by_key(|delta| delta["ply"].as_u64());
            let is_white = latest.is_none_or(|delta| delta["turn"] == "white");
            let answer = self.make(if is_white { W } else { B }, mv);
            assert_eq!(answer[0]["type"], "game.delta", "{mv}: {answer:#?}");
        }
    }

    /// Returns the number of moves that the players were sent.
    pub(crate) fn plies(&self) -> u64 {
        let of = |conn: &ConnId| self.last(*conn, "game.delta").and_then(|delta| delta["ply"].as_u64());
        self.sent.keys().filter_map(of).max().unwrap_or(0)
    }

    pub(crate) fn texts(&self, conn: ConnId) -> &[String] {
        self.sent.get(&conn).map_or(&[], Vec::as_slice)
    }

    /// Returns the frames that a socket was sent.
    pub(crate) fn frames(&self, conn: ConnId) -> Vec<Value> {
        self.texts(conn).iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    /// Returns the payload of the last frame of a type that a socket was sent. Only that one is parsed, because a random player makes many tries.
    pub(crate) fn last(&self, conn: ConnId, kind: &str) -> Option<Value> {
        let named = format!("\"type\":\"{kind}\"");
        let text = self.texts(conn).iter().rev().find(|text| text.contains(&named))?;
        Some(serde_json::from_str::<Value>(text).unwrap()["payload"].clone())
    }

    /// Returns the frames that a socket is sent while `act` runs.
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

    /// Returns the close that a socket was sent, if any.
    pub(crate) fn closed(&self, conn: ConnId) -> Option<(u16, &'static str)> {
        self.closed.iter().find(|(closed, _)| *closed == conn).map(|(_, reason)| (reason.code, reason.reason))
    }
}

/// Returns the types of frames, in order.
pub(crate) fn types(frames: &[Value]) -> Vec<&str> {
    frames.iter().map(|frame| frame["type"].as_str().unwrap()).collect()
}

/// Returns the code of the only frame, which is an error, and whether it is fatal.
pub(crate) fn error(frames: &[Value]) -> (&str, bool) {
    assert_eq!(types(frames), ["error"], "{frames:#?}");
    (frames[0]["payload"]["code"].as_str().unwrap(), frames[0]["payload"]["fatal"].as_bool().unwrap())
}

/// Returns every pair of different squares, as moves, in an order that the seed decides.
pub(super) fn shuffled_moves(seed: u64) -> Vec<String> {
    shuffled_tries(seed, &[])
}

/// Returns all moves between two squares, and the drops of these pieces on every square, in random order.
pub(super) fn shuffled_tries(seed: u64, drops: &[&str]) -> Vec<String> {
    let squares = || ('1'..='8').flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}")));
    let pairs = squares().flat_map(|from| squares().map(move |to| (from.clone(), to)));
    let mut moves: Vec<String> =
        pairs.filter(|(from, to)| from != to).map(|(from, to)| format!("{from}{to}")).collect();
    moves.extend(drops.iter().flat_map(|piece| squares().map(move |to| format!("{piece}@{to}"))));
    Random::seeded(seed).shuffle(&mut moves);
    moves
}
