//! A table in this process: a session with two players, who speak the wire's JSON, and a clock that the script moves.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use session::protocol::player::{ClientMessage, Color, CreateGame, decode};
use session::{ConnId, Creation, Creator, Input, Limits, Output, Receipt, Session, UnixMs, Unsent};

use super::seen::Seen;
use crate::case::Start;
use crate::script::Seat;
use crate::script::moderator::{Action, ModeratorCase, PlayMode};
use crate::stock::{Stock, placed};

const GAME: &str = "conform1";
/// Time of the game's creation, in milliseconds since 1970.
const OPENING: u64 = 1_777_334_400_000;
/// Time that a player takes, in milliseconds.
const PACE_MS: u64 = 1_000;

/// Announcements and frames that one player received after one action.
#[derive(Clone, Debug, Default)]
pub(super) struct ReceivedFrames {
    /// The announcements, with the letter of a promotion behind them.
    pub(super) announcements: Vec<String>,
    /// The code of an error.
    pub(super) error: Option<String>,
    /// Number of frames received.
    pub(super) frames: usize,
}

/// Announcements and frames that each player received.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    white: ReceivedFrames,
    black: ReceivedFrames,
}

impl Round {
    pub(super) fn of(&self, seat: Seat) -> &ReceivedFrames {
        match seat {
            Seat::White => &self.white,
            Seat::Black => &self.black,
        }
    }

    fn of_mut(&mut self, seat: Seat) -> &mut ReceivedFrames {
        match seat {
            Seat::White => &mut self.white,
            Seat::Black => &mut self.black,
        }
    }
}

/// One player, as far as the wire shows.
#[derive(Clone, Debug, Default)]
struct Player {
    conn: Option<ConnId>,
    seen: Seen,
    /// The number of the last frame that had one.
    last_seq: u64,
    /// A number that was skipped or came twice.
    wrong_seq: Option<String>,
}

/// The table.
pub(super) struct Table {
    session: Session,
    now: u64,
    next_conn: u64,
    players: [Player; 2],
    is_blind: bool,
    /// Files and ranks of the board.
    sizes: (u8, u8),
}

impl Table {
    /// Opens a table with both players at it.
    pub(super) fn open(stock: &Stock, case: &ModeratorCase) -> Result<Table, String> {
        let mode = case.mode.unwrap_or_default();
        let id = stock.of_profile(mode.name(), "ruleset")?;
        let catalogue = catalogue(stock, case, &id)?;
        let rules = stock.ruleset(Some(&id), ".".as_ref())?;
        let sizes = match rules.shape().sizes() {
            [files, ranks] => (*files, *ranks),
            _ => (0, 0),
        };
        let mut request = json!({ "mode": mode.name(), "side": "white", "highlightingEnabled": true });
        if let (Some(moderator), Some(request)) = (&case.moderator, request.as_object_mut()) {
            request.insert("moderator".to_owned(), moderator.clone().into());
        }
        if let (Some(gambit), Some(request)) = (&case.gambit, request.as_object_mut()) {
            request.insert("gambit".to_owned(), gambit.clone().into());
        }
        if let (Some(overlays), Some(request)) = (&case.overlays, request.as_object_mut()) {
            request.insert("overlays".to_owned(), overlays.clone().into());
        }
        let creation = Creation {
            id: GAME.parse().map_err(|why| format!("{why:?}"))?,
            watch_id: None,
            creator: Creator::Player(Seat::White.token().parse().map_err(|why| format!("{why:?}"))?),
            request: CreateGame::read(request.to_string().as_bytes()).map_err(|why| why.to_string())?,
            random_side: Color::W,
            deal: None,
            start: None,
            at: UnixMs(OPENING),
            limits: Limits::default(),
        };
        let (session, unsent) = Session::create(&catalogue, creation).map_err(|why| why.to_string())?;
        drop(unsent);
        let sees_all = case.profile.as_ref().is_some_and(|profile| profile["view"] == "everything");
        let is_blind = mode == PlayMode::Blind && !sees_all;
        let players = [Player::default(), Player::default()];
        let mut table = Table { session, now: OPENING, next_conn: 1, players, is_blind, sizes };
        for seat in Seat::BOTH {
            table.act(Some(seat), &Action::Return);
        }
        Ok(table)
    }

    fn player(&mut self, seat: Seat) -> &mut Player {
        let [white, black] = &mut self.players;
        match seat {
            Seat::White => white,
            Seat::Black => black,
        }
    }

    fn player_seen(&self, seat: Seat) -> &Player {
        let [white, black] = &self.players;
        match seat {
            Seat::White => white,
            Seat::Black => black,
        }
    }

    /// Returns the seat to move, as white sees it.
    pub(super) fn to_move(&self) -> Seat {
        if self.player_seen(Seat::White).seen.turn() == "b" { Seat::Black } else { Seat::White }
    }

    /// Returns the number of moves made, as white sees it.
    pub(super) fn plies(&self) -> u64 {
        self.seen(Seat::White).get("ply").and_then(Value::as_u64).unwrap_or_default()
    }

    /// Returns the view of a player, for a script to compare.
    pub(super) fn seen(&self, seat: Seat) -> Value {
        self.player_seen(seat).seen.view(self.sizes.0, self.sizes.1)
    }

    /// Performs an action, and returns the frames that each player receives.
    pub(super) fn act(&mut self, who: Option<Seat>, action: &Action) -> Round {
        let mut round = Round::default();
        if let Action::Wait(ms) = action {
            self.now += ms;
            self.input(Input::Tick, &mut round);
            return round;
        }
        self.now += PACE_MS;
        let Some(seat) = who else { return round };
        match action {
            Action::Leave => {
                if let Some(conn) = self.player(seat).conn.take() {
                    self.input(Input::Closed { conn }, &mut round);
                }
            }
            Action::Return => {
                let conn = ConnId(self.next_conn);
                self.next_conn += 1;
                self.player(seat).conn = Some(conn);
                self.send(conn, seat, &message(action, seat), &mut round);
            }
            Action::Commit { .. }
            | Action::Bid(_)
            | Action::Back(_)
            | Action::Resign
            | Action::OfferDraw
            | Action::Accept
            | Action::Decline
            | Action::Wait(_) => {
                if let Some(conn) = self.player(seat).conn {
                    self.send(conn, seat, &message(action, seat), &mut round);
                }
            }
        }
        round
    }

    /// Passes a message through the decoder, as a server would.
    fn send(&mut self, conn: ConnId, seat: Seat, message: &Value, round: &mut Round) {
        match decode(&message.to_string()) {
            Ok(ClientMessage::Hello(hello) | ClientMessage::KeyedHello(hello, _)) => {
                let Ok(fresh) = seat.token().parse() else { return };
                self.input(Input::Hello { conn, hello, fresh }, round);
            }
            Ok(ClientMessage::Command(command)) => self.input(Input::Command { conn, command }, round),
            // What is said to the server and not to the game.
            Ok(
                ClientMessage::Pong
                | ClientMessage::Ping(_)
                | ClientMessage::Watch(_)
                | ClientMessage::Chat(_),
            ) => {}
            Err(refusal) => {
                let frame = serde_json::from_str(refusal.frame().as_str()).unwrap_or_default();
                self.take(seat, &frame, round);
            }
        }
    }

    fn input(&mut self, input: Input, round: &mut Round) {
        let unsent = self.session.handle(UnixMs(self.now), input);
        for output in released(unsent) {
            if let Output::Send { conn, frame } = output
                && let Some(seat) = Seat::BOTH.into_iter().find(|seat| self.player(*seat).conn == Some(conn))
            {
                let frame = serde_json::from_str(frame.as_str()).unwrap_or_default();
                self.take(seat, &frame, round);
            }
        }
    }

    fn take(&mut self, seat: Seat, frame: &Value, round: &mut Round) {
        let received = round.of_mut(seat);
        received.frames += 1;
        if frame["type"] == "error" {
            received.error = frame["code"].as_str().map(str::to_owned);
        }
        for announcement in frame["newAnnouncements"].as_array().into_iter().flatten() {
            let text = announcement["text"].as_str().unwrap_or_default();
            let kind = announcement.pointer("/payload/promotedTo").and_then(Value::as_str);
            received
                .announcements
                .push(kind.map_or_else(|| text.to_owned(), |kind| format!("{text} {kind}")));
        }
        let player = self.player(seat);
        if let Some(seq) = frame["seq"].as_u64() {
            if seq != player.last_seq + 1 {
                player.wrong_seq = Some(format!("frame {seq} after frame {}", player.last_seq));
            }
            player.last_seq = seq;
        }
        player.seen.take(frame);
    }

    /// Returns what a viewer should never see, whatever a script says: pieces of the other side, what the other side touched, how a game went
    /// before it is over, a gap in the numbers of the frames.
    pub(super) fn leaks(&self, seat: Seat) -> Vec<String> {
        let player = self.player_seen(seat);
        let mut leaks: Vec<String> = player.wrong_seq.iter().cloned().collect();
        if player.seen.is_over() {
            return leaks;
        }
        if player.seen.turn() != seat.letter() && !player.seen.touched().is_null() {
            leaks.push(format!("the touched piece of the other side: {}", player.seen.touched()));
        }
        if self.seen(seat).get("record").is_some_and(|record| !record.is_null()) {
            leaks.push("the record of a game that goes on".to_owned());
        }
        if self.is_blind {
            let pieces = player.seen.pieces();
            let others = pieces.iter().filter(|(_, piece)| piece["color"] != seat.letter());
            leaks.extend(others.map(|(square, _)| format!("a piece of the other side on {square}")));
        }
        leaks
    }
}

/// Returns the message by which a player does something.
fn message(action: &Action, seat: Seat) -> Value {
    match action {
        Action::Commit { from, to, promotion } => {
            let mut message = Map::from_iter([
                ("type".to_owned(), Value::from("commit")),
                ("from".to_owned(), Value::from(from.as_str())),
            ]);
            let rest = [("to", to), ("promotion", promotion)];
            message.extend(
                rest.into_iter()
                    .filter_map(|(name, value)| Some((name.to_owned(), value.as_deref()?.into()))),
            );
            Value::Object(message)
        }
        Action::Bid(amount) => json!({ "type": "duel.allocate", "gameId": GAME, "amount": amount }),
        Action::Back(to) => json!({ "type": "retreat.select", "gameId": GAME, "position": to }),
        Action::Resign => json!({ "type": "resign" }),
        Action::OfferDraw => json!({ "type": "offer-draw" }),
        Action::Accept => json!({ "type": "respond-draw", "accept": true }),
        Action::Decline => json!({ "type": "respond-draw", "accept": false }),
        Action::Return | Action::Leave | Action::Wait(_) => {
            json!({ "type": "hello", "gameId": GAME, "token": seat.token() })
        }
    }
}

fn released(unsent: Unsent) -> Vec<Output> {
    let receipt = Receipt::stored(unsent.entry().seq);
    unsent.release(receipt).unwrap_or_default()
}

/// Returns the data that a case is played by: with its position as the initial one, and its own settings over those of the files.
fn catalogue(stock: &Stock, case: &ModeratorCase, ruleset: &str) -> Result<Arc<session::Catalogue>, String> {
    let mode = case.mode.unwrap_or_default().name();
    let start = Start { ruleset: None, fen: case.fen.as_deref(), feen: case.feen.as_deref() };
    let initial = placed(&start)?.map(|(feen, _)| json!({ "initial": feen.to_string() }));
    let moderator = match &case.moderator {
        Some(moderator) => moderator.clone(),
        None => stock.of_profile(mode, "moderator")?,
    };
    // Tables from positions of their own are as many as cases; they are not kept.
    let is_shared = initial.is_none();
    let over = [
        (Stock::manifest(ruleset), initial),
        (format!("moderators/{moderator}.json"), case.policy.clone()),
        (format!("profiles/{mode}.json"), case.profile.clone()),
    ];
    let key = serde_json::to_string(&over).map_err(|why| why.to_string())?;
    stock.catalogue(is_shared.then_some(key.as_str()), |path, bytes| {
        let Some(over) = over.iter().find_map(|(at, over)| over.as_ref().filter(|_| at == path)) else {
            return Ok(None);
        };
        let mut value: Value = serde_json::from_slice(bytes).map_err(|why| why.to_string())?;
        merge(&mut value, over);
        serde_json::to_vec(&value).map(Some).map_err(|why| why.to_string())
    })
}

/// Puts the members of an object over those of another, at every depth.
fn merge(value: &mut Value, over: &Value) {
    match (value, over) {
        (Value::Object(members), Value::Object(over)) => {
            for (name, over) in over {
                merge(members.entry(name.clone()).or_insert(Value::Null), over);
            }
        }
        (value, over) => *value = over.clone(),
    }
}
