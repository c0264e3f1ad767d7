//! A table for tests: a session, two players with their sockets, and a clock.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};
use session::protocol::player::{ClientMessage, Color, CreateGame, decode};
use session::{
    Catalogue, CloseReason, ConnId, Creation, Creator, Entry, GameId, Input, Limits, Output, Receipt, SeatId,
    Session, Token, UnixMs, Unsent,
};

pub(crate) const GAME: &str = "abcd1234";
pub(crate) const WHITE_TOKEN: &str = "aaaaaaaaaaaaaaaaaaaaaaaa";
pub(crate) const BLACK_TOKEN: &str = "bbbbbbbbbbbbbbbbbbbbbbbb";
pub(crate) const W: ConnId = ConnId(1);
pub(crate) const B: ConnId = ConnId(2);
pub(crate) const MINUTE: u64 = 60_000;

/// Every file below `rules/`.
pub(crate) fn data() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                files.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

pub(crate) fn catalogue() -> Arc<Catalogue> {
    static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    Arc::clone(CATALOGUE.get_or_init(|| Catalogue::load(data()).unwrap_or_else(|faults| panic!("{faults}"))))
}

pub(crate) fn creation(request: Value) -> Creation {
    Creation {
        id: GAME.parse::<GameId>().unwrap(),
        creator: Creator::Player(WHITE_TOKEN.parse().unwrap()),
        request: serde_json::from_value::<CreateGame>(request).unwrap(),
        random_side: Color::W,
        at: UnixMs(0),
        limits: Limits::default(),
    }
}

pub(crate) struct Table {
    pub(crate) session: Session,
    pub(crate) now: u64,
    pub(crate) journal: Vec<Entry>,
    /// Every frame as text, by socket.
    pub(crate) sent: BTreeMap<ConnId, Vec<String>>,
    pub(crate) closed: Vec<(ConnId, CloseReason)>,
    pub(crate) seated: Vec<(ConnId, SeatId)>,
}

impl Table {
    /// A new game; nobody is connected. White is the creator.
    pub(crate) fn new(request: Value) -> Table {
        Table::from_creation(creation(request))
    }

    pub(crate) fn from_creation(creation: Creation) -> Table {
        let (session, unsent) = Session::create(&catalogue(), creation).unwrap();
        let mut table = Table {
            session,
            now: 0,
            journal: Vec::new(),
            sent: BTreeMap::new(),
            closed: Vec::new(),
            seated: Vec::new(),
        };
        table.release(unsent);
        table
    }

    /// A game with both players connected, white at [`W`] and black at [`B`].
    pub(crate) fn seated(request: Value) -> Table {
        let mut table = Table::new(request);
        table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
        table.say(B, json!({"type": "hello", "gameId": GAME}));
        table
    }

    pub(crate) fn blind() -> Table {
        Table::seated(json!({"mode": "blind", "side": "white", "highlightingEnabled": true}))
    }

    pub(crate) fn vanilla() -> Table {
        Table::seated(json!({"mode": "vanilla", "side": "white", "highlightingEnabled": true}))
    }

    fn release(&mut self, unsent: Unsent) {
        let entry = unsent.entry().clone();
        let receipt = Receipt::stored(entry.seq);
        self.journal.push(entry);
        for output in unsent.release(receipt).unwrap() {
            match output {
                Output::Send { conn, frame } => self.sent.entry(conn).or_default().push(frame.into_string()),
                Output::Close { conn, reason } => self.closed.push((conn, reason)),
                Output::Seated { conn, seat } => self.seated.push((conn, seat)),
            }
        }
    }

    pub(crate) fn input(&mut self, input: Input) {
        let unsent = self.session.handle(UnixMs(self.now), input);
        self.release(unsent);
    }

    /// A client's message, through the decoder, as the server would pass it on.
    pub(crate) fn say(&mut self, conn: ConnId, message: Value) {
        match decode(&message.to_string()) {
            Ok(ClientMessage::Hello(hello)) => {
                let letter = char::from(b'a' + u8::try_from(conn.0).unwrap() - 1);
                let fresh: Token = letter.to_string().repeat(24).parse().unwrap();
                self.input(Input::Hello { conn, hello, fresh });
            }
            Ok(ClientMessage::Command(command)) => self.input(Input::Command { conn, command }),
            Ok(
                ClientMessage::Pong
                | ClientMessage::Ping(_)
                | ClientMessage::Watch(_)
                | ClientMessage::Chat(_),
            ) => {}
            Err(refusal) => {
                let frame = refusal.frame().into_string();
                self.sent.entry(conn).or_default().push(frame);
            }
        }
    }

    /// Says something and returns what the same socket is sent because of it.
    pub(crate) fn ask(&mut self, conn: ConnId, message: Value) -> Vec<Value> {
        self.during(conn, |table| table.say(conn, message))
    }

    /// Commits, from `e2` or `e2e4` or `e7e8q`, and returns what the same socket is sent.
    pub(crate) fn commit(&mut self, conn: ConnId, mv: &str) -> Vec<Value> {
        let mut message = json!({"type": "commit", "from": &mv[..2]});
        if mv.len() > 2 {
            message["to"] = mv[2..4].into();
        }
        if mv.len() > 4 {
            message["promotion"] = mv[4..].into();
        }
        self.ask(conn, message)
    }

    /// Plays moves in turn, white first, and insists that each is made.
    pub(crate) fn play(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            let ply = self.last(W, "update").map_or(0, |update| update["ply"].as_u64().unwrap());
            let conn = if ply.is_multiple_of(2) { W } else { B };
            let answer = self.commit(conn, mv);
            assert_eq!(answer.last().unwrap()["ply"], ply + 1, "{mv}: {answer:#?}");
        }
    }

    /// The texts that a socket was sent.
    fn texts(&self, conn: ConnId) -> &[String] {
        self.sent.get(&conn).map_or(&[], Vec::as_slice)
    }

    /// Everything that a socket was sent.
    pub(crate) fn frames(&self, conn: ConnId) -> Vec<Value> {
        self.texts(conn).iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    /// The last frame of a type that a socket was sent.
    pub(crate) fn last(&self, conn: ConnId, kind: &str) -> Option<Value> {
        self.last_with(conn, |frame| frame["type"] == kind)
    }

    /// The last frame of a kind that a socket was sent.
    pub(crate) fn last_with(&self, conn: ConnId, is_it: impl Fn(&Value) -> bool) -> Option<Value> {
        let texts = self.texts(conn).iter().rev();
        texts.map(|text| serde_json::from_str(text).unwrap()).find(is_it)
    }

    /// What the moderator said to a socket, in all frames, without what a `joined` repeats.
    pub(crate) fn heard(&self, conn: ConnId) -> Vec<String> {
        self.frames(conn).iter().flat_map(texts).collect()
    }

    /// What a socket is sent while `act` runs.
    pub(crate) fn during(&mut self, conn: ConnId, act: impl FnOnce(&mut Table)) -> Vec<Value> {
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
}

/// The announcements of an `update`.
pub(crate) fn texts(frame: &Value) -> Vec<String> {
    let said = frame["newAnnouncements"].as_array().into_iter().flatten();
    said.map(|said| said["text"].as_str().unwrap().to_owned()).collect()
}

/// The types of frames, in order.
pub(crate) fn types(frames: &[Value]) -> Vec<&str> {
    frames.iter().map(|frame| frame["type"].as_str().unwrap()).collect()
}
