//! A simulated spectator: arrives and leaves, chats, tries to play, and checks that nothing is sent too early or discloses hidden data.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use dev::Random;
use serde_json::{Value, json};
use session::{GameId, UnixMs};
use tabula::clock::Clock as _;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Message;

use super::bids::MoveHistory;
use super::checks::ERRORS;
use super::link::{Event, Link};
use super::net::Line;
use super::plan::Trouble;
use super::terms::Terms;
use super::world::{Stage, World};

/// Maximum silence on an undisturbed connection.
const MAX_SILENCE: Duration = Duration::from_secs(60);

/// Time that a spectator waits on a connection that seems dead.
const PATIENCE: Duration = Duration::from_secs(25);

/// Maximum lateness of a state for a settled spectator: timers are this late where the wall clock is set.
const MAX_LATENESS_MS: u64 = 40_000;

/// Messages that need a seat: they are answered and have no other effect.
const SEATED_ONLY: [&str; 4] = [
    r#"{"type":"commit","from":"e2","to":"e4"}"#,
    r#"{"type":"resign"}"#,
    r#"{"type":"hello","gameId":"GAME"}"#,
    r#"{"type":"duel.allocate","gameId":"GAME","amount":1}"#,
];

/// One socket of the spectator.
#[derive(Debug)]
struct Talk {
    link: Link,
    line: Option<Arc<Line>>,
    last_received: Instant,
    /// Bursts have more answers than are counted.
    rude: bool,
    /// True if the spectator is admitted.
    welcomed: bool,
    /// Latest state.
    state: Option<Value>,
    /// Number of the latest frame about the game, and of the latest chat message.
    seq: Option<u64>,
    message: Option<u64>,
}

/// A spectator of a game.
#[derive(Debug)]
pub(crate) struct Spectator {
    world: Arc<World>,
    name: String,
    game: GameId,
    from: IpAddr,
    chance: Random,
    terms: Terms,
    token: Option<String>,
    last_seq: u64,
    history: MoveHistory,
    talk: Option<Talk>,
    links_made: u64,
    sender: mpsc::UnboundedSender<(u64, Event)>,
    events: mpsc::UnboundedReceiver<(u64, Event)>,
    away_until: Option<Instant>,
    is_gone: bool,
}

impl Spectator {
    pub(crate) fn new(world: &Arc<World>, at: u64, game: GameId, from: IpAddr, terms: &Terms) -> Spectator {
        let (sender, events) = mpsc::unbounded_channel();
        let name = format!("watcher{at}");
        Spectator {
            world: Arc::clone(world),
            chance: world.chance(&name),
            name,
            game,
            from,
            terms: terms.clone(),
            token: None,
            last_seq: 0,
            history: MoveHistory::default(),
            talk: None,
            links_made: 0,
            sender,
            events,
            away_until: None,
            is_gone: false,
        }
    }

    fn wrong(&self, what: &str) {
        self.world.trace.fail(&format!("{} of game {}: {what}", self.name, self.game));
    }

    fn note(&self, what: impl FnOnce() -> String) {
        self.world.trace.note(|| format!("{} {}", self.name, what()));
    }

    /// Watches until the end of the simulation or of the game.
    pub(crate) async fn watch(mut self) {
        let (mut calm, mut looked) = (false, false);
        while self.world.stage() < Stage::Over && !self.is_gone && !self.world.trace.failed.is_cancelled() {
            let stage = self.world.stage();
            if stage == Stage::Calm && !std::mem::replace(&mut calm, true) {
                (self.away_until, self.talk) = (None, None);
            }
            if stage == Stage::Giving && !std::mem::replace(&mut looked, true) {
                self.knows_by_now();
            }
            self.look_around();
            if self.talk.is_none() && self.away_until.is_none_or(|until| until <= Instant::now()) {
                self.connect();
            }
            let rest = self.chance.millis(500, 6_000);
            tokio::select! {
                biased;
                event = self.events.recv() => {
                    if let Some((link, event)) = event {
                        self.take(link, event);
                    }
                }
                () = sleep(rest) => if stage == Stage::Storm {
                    self.act();
                },
            }
        }
    }

    fn connect(&mut self) {
        self.links_made += 1;
        let path = format!("/ws?game={}", self.game);
        let link = Link::open(&self.world.net, self.from, path, self.links_made, self.sender.clone());
        self.note(|| format!("#{} connects", self.links_made));
        let last_received = Instant::now();
        self.talk = Some(Talk {
            link,
            line: None,
            last_received,
            rude: false,
            welcomed: false,
            state: None,
            seq: None,
            message: None,
        });
    }

    /// Returns whether the server has no excuse.
    fn is_fair(&self) -> bool {
        let line = self.talk.as_ref().filter(|talk| !talk.rude).and_then(|talk| talk.line.as_ref());
        line.is_some_and(|line| !line.is_rough() && !line.is_stopping())
    }

    fn look_around(&mut self) {
        let Some(talk) = &self.talk else { return };
        let quiet = talk.last_received.elapsed();
        if self.is_fair() && quiet > MAX_SILENCE {
            self.wrong("the server keeps silent");
        } else if !self.is_fair() && talk.line.is_some() && quiet > PATIENCE {
            self.talk = None;
        }
    }

    fn say(&mut self, text: String) {
        self.note(|| format!("> {text}"));
        if let Some(talk) = &self.talk {
            talk.link.send(Message::text(text));
        }
    }

    fn join(&mut self) {
        let mut join = json!({"type": "spectator.join", "gameId": self.game.as_str()});
        if let Some(token) = &self.token {
            join["token"] = json!(token);
        } else if self.chance.permille(300) {
            join["name"] = json!(self.name);
        }
        self.say(join.to_string());
    }

    fn act(&mut self) {
        if self.talk.as_ref().is_none_or(|talk| !talk.welcomed) {
            return;
        }
        let is_rude = self.world.plan.has(Trouble::Manners);
        let chat = json!({"type": "chat.message", "gameId": self.game.as_str(), "message": "well played"});
        match self.chance.below(20) {
            0..=2 => self.say(chat.to_string()),
            // Sends more at once than the rate limit allows.
            3 if is_rude => {
                self.talk.iter_mut().for_each(|talk| talk.rude = true);
                (0..8).for_each(|_| self.say(chat.to_string()));
            }
            4 if is_rude => {
                let text = self.chance.pick(&SEATED_ONLY).replace("GAME", self.game.as_str());
                self.say(text);
            }
            5 if is_rude => self.join(),
            6 | 7 => {
                self.note(|| "leaves".to_owned());
                self.talk = None;
                self.away_until = Some(Instant::now() + self.chance.millis(50, 20_000));
            }
            _ => {}
        }
    }

    fn take(&mut self, number: u64, event: Event) {
        if self.talk.as_ref().is_none_or(|talk| talk.link.number != number) {
            return;
        }
        self.note(|| format!("#{number} {event}"));
        if let Some(talk) = &mut self.talk {
            talk.last_received = Instant::now();
        }
        match event {
            Event::Open(line) => {
                if let Some(talk) = &mut self.talk {
                    talk.line = Some(line);
                }
                self.join();
            }
            Event::Text(text) => match serde_json::from_str(&text) {
                Ok(frame) => self.frame(&frame),
                Err(fault) => self.wrong(&format!("a frame is no JSON: {fault}")),
            },
            Event::Close(code, reason) => {
                self.check_close(code, &reason);
                self.talk = None;
                if self.world.plan.is_shared() {
                    self.away_until = Some(Instant::now() + self.chance.millis(300, 1_500));
                }
            }
            Event::Cut | Event::Failed => {
                if matches!(event, Event::Cut) && self.is_fair() && !self.world.plan.has_short_queue() {
                    self.wrong("a socket ended without a close frame");
                }
                self.talk = None;
                self.away_until = Some(Instant::now() + self.chance.millis(100, 3_000));
            }
        }
    }

    fn frame(&mut self, frame: &Value) {
        let kind = frame["type"].as_str().unwrap_or_default();
        let is_welcomed = self.talk.as_ref().is_some_and(|talk| talk.welcomed);
        match kind {
            "ping" => self.say(r#"{"type":"pong"}"#.to_owned()),
            "error" => self.refusal(frame),
            "spectator.welcome" => self.welcome(frame),
            _ if !is_welcomed => self.wrong(&format!("a frame is sent before admission: {frame}")),
            "gameState.update" => self.state(frame),
            "duel.initiated" | "duel.outcome" | "game.check" | "game.over" | "player.joined"
            | "player.left" | "player.reconnected" => self.number(frame),
            "spectator.joined" | "spectator.left" => {}
            "chat.message" if self.terms.chat => self.check_chat(frame),
            "chat.history" if self.terms.chat => {
                let messages = frame["messages"].as_array().cloned().unwrap_or_default();
                // It begins with messages of before.
                self.talk.iter_mut().for_each(|talk| talk.message = None);
                messages.iter().for_each(|message| self.check_chat(message));
            }
            _ => self.wrong(&format!("not for spectators: {frame}")),
        }
    }

    fn refusal(&mut self, frame: &Value) {
        let code = frame["code"].as_str().unwrap_or_default();
        if !ERRORS.contains(&code) || ["slot_taken", "spectators_disabled"].contains(&code) {
            self.wrong(&format!("an undocumented error: {frame}"));
        }
        if code == "game_not_found" {
            self.miss_game();
        }
        if self.talk.as_ref().is_some_and(|talk| !talk.welcomed) {
            // Rejected: another attempt later, perhaps with another name.
            self.talk = None;
            self.away_until = Some(Instant::now() + self.chance.millis(1_000, 8_000));
        }
    }

    fn miss_game(&mut self) {
        if self.world.store.with(&self.game, |oracle| oracle.is_some_and(|oracle| !oracle.forgotten)) {
            self.wrong("a game that is stored is not found");
        }
        self.is_gone = true;
    }

    fn welcome(&mut self, frame: &Value) {
        let token = frame["token"].as_str().map(str::to_owned);
        if frame["delaySeconds"] != json!(self.terms.delay_seconds) {
            self.wrong(&format!("wrong delay: {frame}"));
        }
        if token != self.token {
            // Spectators are not journaled: after a restart everyone is new.
            (self.token, self.last_seq) = (token, 0);
        }
        if let Some(talk) = &mut self.talk {
            (talk.welcomed, talk.state) = (true, None);
        }
    }

    /// Checks that the numbers of a recipient are consecutive on a socket.
    fn number(&mut self, frame: &Value) {
        let (Some(talk), Some(seq)) = (&mut self.talk, frame["sequence"].as_u64()) else {
            return self.wrong(&format!("no number: {frame}"));
        };
        let before = talk.seq.replace(seq);
        if before.is_some_and(|before| before + 1 != seq) || seq <= self.last_seq {
            self.wrong(&format!("number {seq} follows {before:?} and {}", self.last_seq));
        }
        self.last_seq = seq;
    }

    fn state(&mut self, frame: &Value) {
        self.number(frame);
        let is_whole = self.talk.as_ref().is_some_and(|talk| talk.state.is_none());
        let profile = self.terms.gambit.clone();
        if let Some(wrong) = self.history.check_state(frame, profile.as_deref(), is_whole, false) {
            self.wrong(&format!("an invalid state: {wrong} in {frame}"));
        }
        self.is_late_enough(frame["timestamp"].as_u64(), frame);
        let since = self.world.store.with(&self.game, |oracle| oracle?.shown_since(frame));
        match since {
            Some(since) => self.is_late_enough(Some(since.0), frame),
            None => self.wrong(&format!("a state that the game did not have: {frame}")),
        }
        if let Some(talk) = &mut self.talk {
            talk.state = Some(frame.clone());
        }
    }

    fn is_late_enough(&self, at: Option<u64>, frame: &Value) {
        let due_at = at.map(|at| at + self.terms.delay_seconds * 1_000);
        if due_at.is_none_or(|from| from > self.world.clock.latest().0) {
            self.wrong(&format!("sent too early, at {:?}: {frame}", self.world.clock.latest()));
        }
    }

    fn check_chat(&mut self, frame: &Value) {
        let is_a_players = matches!(frame["senderId"].as_str(), Some("w" | "b"));
        if is_a_players {
            self.is_late_enough(frame["timestamp"].as_u64(), frame);
        }
        let (Some(talk), Some(message)) = (&mut self.talk, frame["messageId"].as_u64()) else { return };
        let before = talk.message.replace(message);
        if before.is_some_and(|before| before + 1 != message) {
            self.wrong(&format!("message {message} follows {before:?}"));
        }
    }

    /// Checks, after a long idle time, that the spectator knows what it may know.
    fn knows_by_now(&self) {
        let Some(talk) = self.talk.as_ref().filter(|_| self.is_fair()) else {
            return self.wrong("a spectator has no undisturbed connection in the calm");
        };
        let Some(state) = &talk.state else { return self.wrong("a spectator is sent nothing in the calm") };
        let wait = self.terms.delay_seconds * 1_000 + MAX_LATENESS_MS;
        let then = UnixMs(self.world.clock.now().0.saturating_sub(wait));
        let is_known = |oracle: &super::oracle::GameOracle| oracle.is_known_by(state, then);
        if !self.world.store.with(&self.game, |oracle| oracle.is_some_and(is_known)) {
            self.wrong(&format!("a due state is not sent; the latest is {state}"));
        }
    }

    /// Checks a close of the server: a documented one, with a cause.
    fn check_close(&mut self, code: u16, reason: &str) {
        let Some(line) = self.talk.as_ref().and_then(|talk| talk.line.clone()) else { return };
        let holds = match (code, reason) {
            // A frame of an earlier socket may arrive after one of the current socket.
            (4001, "superseded") => self.links_made > 1,
            (4004, "game_not_found") => {
                self.miss_game();
                true
            }
            (1011, "internal") => line.let_down() || line.is_stopping(),
            (1001, "shutdown") | (1012, "restart") => line.is_stopping(),
            (4009, "idle") => line.is_rough(),
            // Before admission a spectator counts as a bystander, whose number is limited; or its message was out of order.
            (4003, "spectators_disabled") => self.talk.as_ref().is_some_and(|talk| !talk.welcomed),
            _ => false,
        };
        if !holds {
            self.wrong(&format!("a close frame without a cause: {code} {reason}"));
        }
    }
}
