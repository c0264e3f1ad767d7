//! Checks of each frame and close by a player.

use std::sync::Arc;

use serde_json::Value;
use session::protocol::player::Color;

use super::player::{Lost, Player};
use super::state::{State, number};

/// All closes that the server may send to a player.
const CLOSE_FRAMES: [(u16, &str); 12] = [
    (4000, "malformed"),
    (4001, "superseded"),
    (4003, "spectators_disabled"),
    (4004, "game_not_found"),
    (4009, "idle"),
    (4029, "rate_limited"),
    (1001, "shutdown"),
    (1002, "protocol"),
    (1007, "not_utf8"),
    (1009, "too_big"),
    (1011, "internal"),
    (1012, "restart"),
];

pub(super) const ERRORS: [&str; 15] = [
    "unavailable",
    "game_not_found",
    "slot_taken",
    "spectators_disabled",
    "not_your_turn",
    "malformed",
    "promotion_required",
    "must_move_touched_piece",
    "rate_limited",
    "wrong_phase",
    "too_few_points",
    "not_offered",
    "chat_disabled",
    "message_refused",
    "name_refused",
];

impl Player {
    fn me(&self) -> &'static str {
        if self.color == Some(Color::W) { "w" } else { "b" }
    }

    /// Checks a frame.
    pub(super) fn frame(&mut self, at: usize, text: &str) {
        let frame: Value = match serde_json::from_str(text) {
            Ok(frame) => frame,
            Err(fault) => return self.wrong(&format!("a frame is no JSON: {fault}")),
        };
        match frame["type"].as_str() {
            Some("ping") => {
                if !self.talks[at].silent {
                    self.say(at, r#"{"type":"pong"}"#);
                }
            }
            Some("error") => self.refusal(at, &frame),
            Some("joined" | "update" | "peer-status" | "rematch") => self.news(at, text, &frame),
            Some(
                "gameState.update" | "duel.initiated" | "duel.outcome" | "retreat.options" | "game.check"
                | "game.over" | "player.joined" | "player.left" | "player.reconnected",
            ) if self.terms.gambit.is_some() => self.news(at, text, &frame),
            Some("spectator.joined" | "spectator.left") if self.terms.is_watched => {}
            Some("chat.message") if self.terms.chat => self.check_chat(at, &frame),
            Some("chat.history") if self.terms.chat => self.check_history(at, &frame),
            _ => self.wrong(&format!("an unknown frame: {text}")),
        }
    }

    fn refusal(&mut self, at: usize, frame: &Value) {
        let code = frame["code"].as_str().unwrap_or_default().to_owned();
        if !ERRORS.contains(&code.as_str()) || frame.get("seq").is_some() || frame.get("view").is_some() {
            self.wrong(&format!("an undocumented error: {frame}"));
        }
        match code.as_str() {
            "spectators_disabled" | "slot_taken" => {
                let request = self.requests.iter().find(|sent| frame["ack"] == *sent.id);
                if request.is_none_or(|request| request.text.contains("\"token\"")) {
                    self.wrong("the server rejects a seat's token");
                }
                if self.token.is_none() {
                    self.lost = Some(Lost::Seat);
                }
            }
            "game_not_found" => self.miss_game(),
            "unavailable" => {
                let request = self.requests.iter().find(|sent| frame["ack"] == *sent.id);
                if request.is_none_or(|request| !request.text.contains("-rematch\"")) {
                    self.wrong("a command that needs no new game is refused for want of one");
                }
            }
            _ => {}
        }
        let is_stranger = frame["message"] == "say `hello` first";
        if is_stranger && self.talks[at].state.is_some() {
            self.wrong("a socket that lost its seat is still open");
        }
        if let Some(ack) = frame["ack"].as_str() {
            // A command refused for its rate, for want of a new game, or for a missing or failed hello, was not processed: it may be sent again.
            let passing = ["rate_limited", "slot_taken", "spectators_disabled", "unavailable"]
                .contains(&code.as_str())
                || is_stranger;
            self.answer(at, ack, (!passing).then_some(code.as_str()), None);
        }
    }

    fn miss_game(&mut self) {
        let stored =
            self.world.store.with(&self.game, |oracle| oracle.is_some_and(|oracle| !oracle.forgotten));
        if stored {
            self.wrong("a game that is stored is not found");
        }
        self.lost = Some(Lost::Game);
    }

    /// Checks an answer to a command; `kind` is `None` if the command was not processed.
    fn answer(&mut self, at: usize, ack: &str, kind: Option<&str>, seq: Option<u64>) {
        let waiting = &mut self.talks[at].waiting;
        if let Some(place) = waiting.iter().position(|(id, _)| id == ack) {
            waiting.remove(place);
        } else {
            return self.wrong(&format!("{ack} is answered on a socket that did not send it, or too often"));
        }
        let Some(request) = self.requests.iter_mut().find(|request| request.id == ack) else {
            return self.wrong(&format!("{ack} is answered and was never sent"));
        };
        request.answered += 1;
        if request.answered > request.sent {
            return self.wrong(&format!("{ack} is answered more often than it was sent"));
        }
        let Some(kind) = kind else { return };
        let same = request.answer.get_or_insert_with(|| kind.to_owned()) == kind;
        request.first_seq = request.first_seq.or(seq);
        if !same {
            self.wrong(&format!("{ack} is answered differently than before"));
        }
    }

    /// Checks a numbered frame.
    fn news(&mut self, at: usize, text: &str, frame: &Value) {
        let kind = frame["type"].as_str().unwrap_or_default();
        let Some(seq) = number(frame) else { return self.wrong(&format!("no number: {text}")) };
        if kind == "joined" {
            self.seat(frame);
        }
        let Some(color) = self.color else {
            return self.wrong("a numbered frame is sent to a client without a seat");
        };
        let known = self.world.store.with(&self.game, |oracle| oracle?.was_sent(color, seq, text));
        match known {
            Some(true) => {}
            Some(false) => self.wrong(&format!("frame {seq} differs from the replayed journal: {text}")),
            None => self.wrong(&format!("frame {seq} is sent before its input is stored: {text}")),
        }
        if !self.seqs.insert(seq) {
            self.wrong(&format!("number {seq} is repeated"));
        }
        let before = self.talks[at].state.take();
        let state = match (&before, kind) {
            (_, "joined") => State::joined(frame),
            (Some(before), _) => before.then(frame),
            (None, _) => return self.wrong("a numbered frame before `joined`"),
        };
        self.keeps_the_secret(frame, &state);
        match (&before, kind) {
            (Some(before), _) if before.seq + 1 != seq => {
                self.wrong(&format!("number {seq} follows {}", before.seq));
            }
            (Some(before), "joined") => {
                // The hello may be the first input after a time has run out.
                let difference = if state.is_out_of_time_after(before) {
                    before.taken_back_by(&state)
                } else {
                    before.differs(&state)
                };
                if let Some(difference) = difference {
                    self.wrong(&format!("the snapshot differs from the state before it: {difference}"));
                }
            }
            (None, _) => {
                // What was sent on a slower socket may arrive after what was sent later on another.
                let loss = self.best.as_ref().and_then(|best| {
                    if best.seq < seq { best.taken_back_by(&state) } else { state.taken_back_by(best) }
                });
                if let Some(loss) = loss {
                    self.wrong(&format!("sent state is retracted: {loss}"));
                }
            }
            (Some(before), "gameState.update") => self.learn(before, frame),
            (Some(before), _) => self.move_made(before, &state, frame),
        }
        if let Some(ack) = frame["ack"].as_str() {
            if let (Some(before), "update" | "gameState.update") = (&before, kind) {
                self.once_only(ack, seq, before, &state, frame);
            }
            self.answer(at, ack, Some(kind), Some(seq));
        }
        if state.status() == "finished" {
            self.record(&state);
        }
        let state = Arc::new(state);
        if self.best.as_ref().is_none_or(|best| best.seq < seq) {
            self.best = Some(Arc::clone(&state));
        }
        self.talks[at].state = Some(state);
    }

    fn seat(&mut self, frame: &Value) {
        let color = if frame["you"] == "w" { Color::W } else { Color::B };
        let token = frame["token"].as_str().unwrap_or_default().to_owned();
        if self.color.is_some_and(|known| known != color) {
            self.wrong("another seat than before");
        }
        if self.token.as_ref().is_some_and(|known| *known != token) {
            self.wrong("another token than before");
        }
        (self.color, self.token) = (Some(color), Some(token));
        self.blind = frame["mode"] == "blind";
    }

    /// Checks that a blind game discloses no piece of the other side, nor touches.
    fn keeps_the_secret(&self, frame: &Value, state: &State) {
        if !self.blind || state.status() == "finished" {
            return;
        }
        let pieces = state.pieces().as_object();
        if pieces.is_none_or(|pieces| pieces.values().any(|piece| piece["color"] != self.me())) {
            self.wrong(&format!("a blind player is sent hidden pieces: {frame}"));
        }
        if frame.get("record").is_some()
            || state.touched().is_some_and(|touched| state.color_on(touched).is_none())
        {
            self.wrong(&format!("a blind player is sent hidden data: {frame}"));
        }
    }

    /// Checks a whole state of a game with bids: its moves and points stay consistent, and own moves were requested.
    fn learn(&mut self, before: &State, frame: &Value) {
        let known = self.history.moves.len();
        let profile = self.terms.gambit.clone();
        // A frame of an earlier socket may arrive after one of the current socket.
        let is_late = self.best.as_ref().is_some_and(|best| Some(best.seq) > number(frame));
        if let Some(wrong) =
            self.history.check_state(frame, profile.as_deref(), before.bids.is_null(), is_late)
        {
            return self.wrong(&format!("an invalid state: {wrong} in {frame}"));
        }
        let square = |made: &Value, name: &str| made[name].as_str().map(str::to_owned);
        for made in self.history.moves.split_off(known) {
            let squares = square(&made, "from").zip(square(&made, "to"));
            if made["by"] == self.me() {
                if !self.requests.iter().any(|request| request.squares == squares) {
                    self.wrong(&format!("a move is made that was not requested: {made}"));
                }
                let ply = made["ply"].as_u64().unwrap_or_default().saturating_sub(1);
                self.moves.extend(squares.map(|(from, to)| (ply, from, to)));
            }
            self.history.moves.push(made);
        }
        let bid = frame["duel"].get("yourBid").map(Value::to_string);
        if bid.is_some_and(|bid| {
            !self.requests.iter().any(|request| request.text.contains(&format!("\"amount\":{bid}")))
        }) {
            self.wrong(&format!("a bid that was not made: {frame}"));
        }
    }

    /// Checks a chat message.
    fn check_chat(&mut self, at: usize, frame: &Value) {
        let Some(message) = frame["messageId"].as_u64() else {
            return self.wrong("a message without a number");
        };
        let ack = frame["ack"].as_str();
        // A repeated message is answered twice, the second time with the earlier delivery.
        let is_again = self.requests.iter().any(|request| ack == Some(&request.id) && request.sent > 1);
        match self.talks[at].last_message {
            Some(before) if message == before + 1 => self.talks[at].last_message = Some(message),
            Some(before) if !(is_again && message <= before) => {
                self.wrong(&format!("message {message} follows {before}"));
            }
            Some(_) => {}
            None if is_again => {}
            None => self.talks[at].last_message = Some(message),
        }
        if frame["timestamp"].as_u64() > Some(self.world.clock.latest().0) {
            self.wrong(&format!("a chat message has a time in the future: {frame}"));
        }
        if let Some(ack) = ack {
            self.answer(at, ack, Some("chat.message"), None);
        }
    }

    /// Checks the messages that a player who comes back has been sent or has missed.
    fn check_history(&mut self, at: usize, frame: &Value) {
        let messages = frame["messages"].as_array().into_iter().flatten();
        let numbers: Vec<_> = messages.filter_map(|message| message["messageId"].as_u64()).collect();
        let in_order = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let known = self.talks[at].last_message;
        match numbers.last() {
            Some(last) if in_order && known.is_none_or(|known| known <= *last) => {
                self.talks[at].last_message = Some(*last);
            }
            Some(_) | None => self.wrong(&format!("a wrong history after {known:?}: {frame}")),
        }
    }

    /// Checks that moves are made one at a time, by the side to move, and own moves by a command that requested them.
    fn move_made(&mut self, before: &State, state: &State, frame: &Value) {
        if state.ply() == before.ply() {
            return;
        }
        if state.ply() != before.ply() + 1 {
            return self.wrong(&format!("ply {} follows {}", state.ply(), before.ply()));
        }
        if before.to_move() != self.me() {
            return;
        }
        let ack = frame["ack"].as_str().unwrap_or_default();
        let request = self.requests.iter_mut().find(|request| request.id == ack);
        let Some((from, to)) = request.as_ref().and_then(|request| request.squares.clone()) else {
            return self.wrong("a move is made that was not requested");
        };
        if request.is_some_and(|request| std::mem::replace(&mut request.made, true)) {
            return self.wrong(&format!("{ack} is made twice"));
        }
        let arrived = state.color_on(&to) == Some(self.me()) && state.color_on(&from) != Some(self.me());
        // Castling is requested by the king's squares, and both pieces must arrive.
        if !arrived {
            return self.wrong(&format!("{ack} moves {from} to {to}, but the board differs"));
        }
        self.moves.push((before.ply(), from, to));
    }

    /// Checks that an answered command has no second effect.
    fn once_only(&self, ack: &str, seq: u64, before: &State, state: &State, frame: &Value) {
        let again = self
            .requests
            .iter()
            .any(|request| request.id == ack && request.first_seq.is_some_and(|first| first < seq));
        let news = frame["newAnnouncements"].as_array().is_some_and(|news| !news.is_empty());
        let same = before.ply() == state.ply() && before.touched() == state.touched();
        // The deadline of a duel may pass along with any input.
        let is_due = ["duel_allocation", "tactical_retreat"].contains(&before.phase());
        if again && !is_due && (news || !same) && state.status() != "finished" {
            self.wrong(&format!("{ack} has a second effect: {frame}"));
        }
    }

    /// Checks the record of a finished game: no acknowledged move is missing, and none was made twice.
    fn record(&mut self, state: &State) {
        if std::mem::replace(&mut self.record_seen, true) {
            return;
        }
        let Some(plies) = state.table["record"]["plies"].as_array() else {
            return self.wrong("a finished game has no record");
        };
        let clock = &state.table["clock"];
        let left = |side: &str| clock["leftMs"][side].as_u64();
        let is_over = state.table["endReason"] == "timeout";
        if is_over && (clock.get("running").is_some() || left("w") != Some(0) && left("b") != Some(0)) {
            self.wrong(&format!("a game ends on time with time left: {clock}"));
        }
        if plies.len() as u64 != state.ply() {
            self.wrong(&format!("{} plies in the record of {}", plies.len(), state.ply()));
        }
        for (ply, from, to) in &self.moves {
            let found = usize::try_from(*ply).ok().and_then(|at| plies.get(at));
            let same = found.is_some_and(|found| {
                found["by"] == self.me() && found["from"] == **from && found["to"] == **to
            });
            if !same {
                self.wrong(&format!("the acknowledged move {from}{to} is not in the record"));
            }
        }
        let own: Vec<_> = plies.iter().filter(|ply| ply["by"] == self.me()).collect();
        for ply in &own {
            let is = |from: &str, to: &str| ply["from"] == *from && ply["to"] == *to;
            let made =
                own.iter().filter(|other| other["from"] == ply["from"] && other["to"] == ply["to"]).count();
            let request = self
                .requests
                .iter()
                .filter(|request| request.squares.as_ref().is_some_and(|(from, to)| is(from, to)));
            if request.count() < made {
                self.wrong(&format!("{ply} was made more often than it was requested"));
            }
        }
    }

    /// Checks a close of the server: a documented one, with a cause.
    pub(super) fn check_close(&mut self, at: usize, code: u16, reason: &str) {
        if !CLOSE_FRAMES.contains(&(code, reason)) {
            return self.wrong(&format!("an undocumented close frame: {code} {reason}"));
        }
        let talk = &self.talks[at];
        let others = self.talks.iter().filter(|other| other.greeted).count() > 1;
        let line = talk.line.clone();
        let rough = line.as_ref().is_some_and(|line| line.is_rough());
        let holds = match reason {
            // By a socket that is still there or newer, or by one that is gone: it said hello later, or its hello arrived later.
            "superseded" => {
                let number = talk.link.number;
                let is_gone = number != self.last_greeter || talk.had_rival;
                talk.greeted && (others || number < self.newest() || is_gone)
            }
            "spectators_disabled" => {
                talk.rude || !talk.greeted || self.token.is_none() || talk.state.is_none()
            }
            "game_not_found" => true,
            "internal" => line.as_ref().is_some_and(|line| line.let_down() || line.is_stopping()),
            "restart" => self.world.plan.is_shared() && line.as_ref().is_some_and(|line| line.is_stopping()),
            "shutdown" => line.as_ref().is_some_and(|line| line.is_stopping()),
            "idle" => talk.rude || rough,
            "malformed" => talk.rude || talk.babbled,
            _ => talk.rude,
        };
        if !holds {
            self.wrong(&format!("a close frame without a cause: {code} {reason}"));
        }
        if reason == "game_not_found" {
            self.miss_game();
        }
        if reason == "spectators_disabled" && self.token.is_none() {
            self.lost = Some(Lost::Seat);
        }
    }
}
