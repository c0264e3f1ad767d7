//! Test fixture: a session, two players with their sockets, and a simulated clock.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};
use session::protocol::player::{ClientMessage, Color, CreateGame, decode};
use session::{
    Catalogue, CloseReason, ConnId, Creation, Creator, Entry, FinishedGame, GameHost, GameId, Input, Limits,
    NextGame, Output, PushMessage, Receipt, SeatId, SeatTokens, Session, Token, UnixMs, Unsent,
};

pub(crate) const GAME: &str = "abcd1234";
/// Id by which spectators know the game.
pub(crate) const WATCHED: &str = "watch567";
pub(crate) const WHITE_TOKEN: &str = "aaaaaaaaaaaaaaaaaaaaaaaa";
pub(crate) const BLACK_TOKEN: &str = "bbbbbbbbbbbbbbbbbbbbbbbb";
pub(crate) const W: ConnId = ConnId(1);
pub(crate) const B: ConnId = ConnId(2);
pub(crate) const MINUTE: u64 = 60_000;

/// Returns all files below `rules/`.
pub(crate) fn data() -> Vec<(String, Vec<u8>)> {
    dev::rules()
}

pub(crate) fn catalogue() -> Arc<Catalogue> {
    static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    Arc::clone(CATALOGUE.get_or_init(|| Catalogue::load(data()).unwrap_or_else(|faults| panic!("{faults}"))))
}

pub(crate) fn creation(request: Value) -> Creation {
    Creation {
        id: GAME.parse::<GameId>().unwrap(),
        watch_id: Some(WATCHED.parse().unwrap()),
        creator: Creator::Player(WHITE_TOKEN.parse().unwrap()),
        request: serde_json::from_value::<CreateGame>(request).unwrap(),
        random_side: Color::W,
        deal: None,
        start: None,
        at: UnixMs(0),
        limits: Limits::default(),
    }
}

/// Returns a game as it is created for a rematch.
pub(crate) fn next_game() -> NextGame {
    let token = |letter: &str| letter.repeat(24).parse().unwrap();
    NextGame {
        id: "efgh5678".parse().unwrap(),
        watch_id: Some("watch890".parse().unwrap()),
        tokens: SeatTokens { w: token("x"), b: token("y") },
    }
}

pub(crate) struct Table {
    pub(crate) host: GameHost,
    pub(crate) now: u64,
    pub(crate) journal: Vec<Entry>,
    /// Records of the game, one for each end.
    pub(crate) finished: Vec<FinishedGame>,
    /// All frames as text, by socket.
    pub(crate) sent: BTreeMap<ConnId, Vec<String>>,
    pub(crate) closed: Vec<(ConnId, CloseReason)>,
    /// Requests of games that were created for a rematch.
    pub(crate) rematches: Vec<CreateGame>,
    pub(crate) seated: Vec<(ConnId, SeatId)>,
    /// Push messages with their times.
    pub(crate) pushed: Vec<(u64, PushMessage)>,
    /// Outputs of chat and to spectators, in the order in which they were released.
    pub(crate) beside: Vec<Output>,
}

impl Table {
    /// Creates a game without connections. White is the creator.
    pub(crate) fn new(request: Value) -> Table {
        Table::from_creation(creation(request))
    }

    pub(crate) fn from_creation(creation: Creation) -> Table {
        Table::from_catalogue(&catalogue(), creation)
    }

    pub(crate) fn from_catalogue(catalogue: &Arc<Catalogue>, creation: Creation) -> Table {
        let (session, unsent) = Session::create(catalogue, creation).unwrap();
        let mut table = Table::of(session);
        table.release(unsent);
        table
    }

    /// Makes the table of a game as it stands.
    pub(crate) fn of(session: Session) -> Table {
        Table {
            host: GameHost::new(session, UnixMs(0)),
            now: 0,
            journal: Vec::new(),
            finished: Vec::new(),
            sent: BTreeMap::new(),
            closed: Vec::new(),
            rematches: Vec::new(),
            seated: Vec::new(),
            pushed: Vec::new(),
            beside: Vec::new(),
        }
    }

    /// Creates a game with both players connected, White at [`W`] and Black at [`B`].
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
        self.finished.extend(unsent.finished().cloned());
        let released = self.host.release(unsent, receipt).unwrap();
        self.beside.extend(released.chat.into_iter().chain(released.spectators));
        for output in released.session {
            match output {
                Output::Send { conn, frame } => self.sent.entry(conn).or_default().push(frame.into_string()),
                Output::Close { conn, reason } => self.closed.push((conn, reason)),
                Output::Seated { conn, seat } => self.seated.push((conn, seat)),
                Output::Push(push) => self.pushed.push((self.now, *push)),
            }
        }
    }

    pub(crate) fn session(&self) -> &Session {
        self.host.session()
    }

    pub(crate) fn input(&mut self, input: Input) {
        let unsent = self.host.handle(UnixMs(self.now), input);
        self.release(unsent);
    }

    /// Passes an input to the game, and returns the outputs to players alone.
    pub(crate) fn outputs(&mut self, input: Input) -> Vec<Output> {
        let unsent = self.host.handle(UnixMs(self.now), input);
        let entry = unsent.entry().clone();
        let receipt = Receipt::stored(entry.seq);
        self.journal.push(entry);
        self.host.release(unsent, receipt).unwrap().session
    }

    /// Passes a client's message through the decoder to the session, as the server does.
    pub(crate) fn say(&mut self, conn: ConnId, message: Value) {
        match decode(&message.to_string()) {
            Ok(ClientMessage::Hello(hello) | ClientMessage::KeyedHello(hello, _)) => {
                let letter = char::from(b'a' + u8::try_from(conn.0).unwrap() - 1);
                let fresh: Token = letter.to_string().repeat(24).parse().unwrap();
                self.input(Input::Hello { conn, hello, fresh });
            }
            Ok(ClientMessage::Command(command)) => match self.host.rematch_request(conn, &command) {
                None => self.input(Input::Command { conn, command }),
                Some(request) => {
                    self.rematches.push(request);
                    self.input(Input::Rematch { conn, command, next: next_game() });
                }
            },
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

    /// Passes a message, and returns the frames that the same socket is sent in answer.
    pub(crate) fn ask(&mut self, conn: ConnId, message: Value) -> Vec<Value> {
        self.during(conn, |table| table.say(conn, message))
    }

    /// Commits `e2`, `e2e4` or `e7e8q`, and returns the frames that the same socket is sent.
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

    /// Plays moves in turn, White first, and asserts that each is made.
    pub(crate) fn play(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            let ply = self.last(W, "update").map_or(0, |update| update["ply"].as_u64().unwrap());
            let conn = if ply.is_multiple_of(2) { W } else { B };
            let answer = self.commit(conn, mv);
            assert_eq!(answer.last().unwrap()["ply"], ply + 1, "{mv}: {answer:#?}");
        }
    }

    /// Returns the frames that a socket was sent, as text.
    fn texts(&self, conn: ConnId) -> &[String] {
        self.sent.get(&conn).map_or(&[], Vec::as_slice)
    }

    /// Returns the frames that a socket was sent.
    pub(crate) fn frames(&self, conn: ConnId) -> Vec<Value> {
        self.texts(conn).iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    /// Returns the last frame of a type that a socket was sent.
    pub(crate) fn last(&self, conn: ConnId, kind: &str) -> Option<Value> {
        self.last_with(conn, |frame| frame["type"] == kind)
    }

    /// Returns the last matching frame that a socket was sent.
    pub(crate) fn last_with(&self, conn: ConnId, is_it: impl Fn(&Value) -> bool) -> Option<Value> {
        let texts = self.texts(conn).iter().rev();
        texts.map(|text| serde_json::from_str(text).unwrap()).find(is_it)
    }

    /// Returns all announcements to a socket, without those that a `joined` repeats.
    pub(crate) fn announcements(&self, conn: ConnId) -> Vec<String> {
        self.frames(conn).iter().flat_map(texts).collect()
    }

    /// Returns the frames that a socket is sent while `act` runs.
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

/// Returns the announcements of an `update`.
pub(crate) fn texts(frame: &Value) -> Vec<String> {
    let announcements = frame["newAnnouncements"].as_array().into_iter().flatten();
    announcements.map(|announcement| announcement["text"].as_str().unwrap().to_owned()).collect()
}

/// Returns the types of frames, in order.
pub(crate) fn types(frames: &[Value]) -> Vec<&str> {
    frames.iter().map(|frame| frame["type"].as_str().unwrap()).collect()
}
