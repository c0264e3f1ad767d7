//! A simulated player: connects and reconnects, plays, errs, repeats, and checks everything that it is sent.

use std::collections::{BTreeSet, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use dev::Random;
use serde_json::{Value, json};
use session::GameId;
use session::protocol::player::Color;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Message;

use super::bids::MoveHistory;
use super::link::{Event, Link};
use super::net::Line;
use super::plan::Trouble;
use super::state::State;
use super::terms::Terms;
use super::world::{Stage, World};

/// Maximum time of an answer on an undisturbed connection.
const ANSWER_BY: Duration = Duration::from_secs(60);

/// Maximum silence of a live server, which pings.
const MAX_SILENCE: Duration = Duration::from_secs(50);

/// Time that a player waits on a connection that seems dead.
const PATIENCE: Duration = Duration::from_secs(25);

/// One socket of the player.
#[derive(Debug)]
pub(super) struct Talk {
    pub(super) link: Link,
    pub(super) line: Option<Arc<Line>>,
    pub(super) greeted: bool,
    /// True if another socket had said hello shortly before this one did: the other hello may have arrived later, even if its socket was gone.
    pub(super) had_rival: bool,
    pub(super) state: Option<Arc<State>>,
    /// Commands that await an answer here.
    pub(super) waiting: VecDeque<(String, Instant)>,
    pub(super) last_received: Instant,
    /// True if the player's behaviour excuses the server: it does not read, stays silent, or sends nonsense.
    pub(super) rude: bool,
    /// True if the player sent a malformed message.
    pub(super) babbled: bool,
    /// True if pings stay unanswered.
    pub(super) silent: bool,
    /// Number of the latest chat message.
    pub(super) last_message: Option<u64>,
}

impl Talk {
    /// Returns whether the server has no excuse on this socket.
    pub(super) fn is_fair(&self) -> bool {
        !self.rude && self.line.as_ref().is_some_and(|line| !line.is_rough() && !line.is_stopping())
    }
}

/// A sent command and its result.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) id: String,
    pub(super) text: String,
    /// Squares of a whole move.
    pub(super) squares: Option<(String, String)>,
    pub(super) sent: u64,
    pub(super) answered: u64,
    /// Kind and number of the first answer.
    pub(super) answer: Option<String>,
    pub(super) first_seq: Option<u64>,
    /// True if the move was made.
    pub(super) made: bool,
}

/// Early end of a player's visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lost {
    /// The token never arrived, and holds the seat.
    Seat,
    /// The game was removed.
    Game,
}

/// One player of one game.
#[derive(Debug)]
pub(crate) struct Player {
    pub(super) world: Arc<World>,
    pub(super) name: String,
    pub(super) game: GameId,
    pub(super) from: IpAddr,
    pub(super) chance: Random,
    pub(super) token: Option<String>,
    pub(super) color: Option<Color>,
    pub(super) blind: bool,
    pub(super) talks: Vec<Talk>,
    sender: mpsc::UnboundedSender<(u64, Event)>,
    events: mpsc::UnboundedReceiver<(u64, Event)>,
    links_made: u64,
    /// Number of the socket that said hello last, and when.
    pub(super) last_greeter: u64,
    last_hello: Option<Instant>,
    pub(super) requests: Vec<Request>,
    pub(super) seqs: BTreeSet<u64>,
    /// Latest known state, on any socket.
    pub(crate) best: Option<Arc<State>>,
    /// Acknowledged own moves: ply count, from, to.
    pub(super) moves: Vec<(u64, String, String)>,
    pub(super) script: VecDeque<&'static str>,
    /// Terms of bids, spectators and chat, with their own random source.
    pub(super) terms: Terms,
    pub(super) whim: Random,
    /// Known moves of a game with bids.
    pub(super) history: MoveHistory,
    pub(crate) lost: Option<Lost>,
    pub(super) record_seen: bool,
    pub(super) rematch_offered: bool,
    away_until: Option<Instant>,
}

impl Player {
    pub(crate) fn new(
        world: &Arc<World>,
        name: &str,
        game: GameId,
        from: IpAddr,
        token: Option<String>,
        terms: &Terms,
    ) -> Self {
        let (sender, events) = mpsc::unbounded_channel();
        Player {
            world: Arc::clone(world),
            name: name.to_owned(),
            game,
            from,
            chance: world.chance(name),
            token,
            color: None,
            blind: true,
            talks: Vec::new(),
            sender,
            events,
            links_made: 0,
            last_greeter: 0,
            last_hello: None,
            requests: Vec::new(),
            seqs: BTreeSet::new(),
            best: None,
            moves: Vec::new(),
            script: VecDeque::new(),
            terms: terms.clone(),
            whim: world.chance(&format!("{name}'s whim")),
            history: MoveHistory::default(),
            lost: None,
            record_seen: false,
            rematch_offered: false,
            away_until: None,
        }
    }

    /// Plays by a script as far as possible.
    pub(crate) fn with_script(mut self, moves: &'static str) -> Self {
        self.script = moves.split(' ').collect();
        self
    }

    /// Plays until the end of the simulation. Returns the knowledge at the comparison.
    pub(crate) async fn play(mut self) -> Player {
        let (mut gave_up, mut calm) = (false, false);
        while self.world.stage() < Stage::Over
            && self.lost.is_none()
            && !self.world.trace.failed.is_cancelled()
        {
            let stage = self.world.stage();
            if stage == Stage::Calm && !std::mem::replace(&mut calm, true) {
                // From now on the player is fair; pending misbehaviour ends with its sockets.
                self.away_until = None;
                self.talks.clear();
            }
            self.look_around();
            if self.talks.is_empty() && self.away_until.is_none_or(|until| until <= Instant::now()) {
                self.connect();
            }
            let think = if stage == Stage::Storm {
                let most = self.world.plan.think_ms;
                self.chance.millis(most / 10, most)
            } else {
                self.chance.millis(500, 2_000)
            };
            tokio::select! {
                biased;
                event = self.events.recv() => {
                    if let Some((link, event)) = event {
                        self.take(link, event);
                    }
                }
                () = sleep(think) => match stage {
                    Stage::Storm => self.act(),
                    Stage::Giving if !gave_up => {
                        gave_up = true;
                        self.resign();
                    }
                    Stage::Calm | Stage::Still | Stage::Giving | Stage::Over => {}
                },
            }
        }
        self.talks.clear();
        self
    }

    pub(super) fn wrong(&self, what: &str) {
        self.world.trace.fail(&format!("{} in game {}: {what}", self.name, self.game));
    }

    fn note(&self, what: impl FnOnce() -> String) {
        self.world.trace.note(|| format!("{} {}", self.name, what()));
    }

    /// Opens a new socket.
    pub(super) fn connect(&mut self) {
        self.links_made += 1;
        let number = self.links_made;
        let path = format!("/ws?game={}", self.game);
        let link = Link::open(&self.world.net, self.from, path, number, self.sender.clone());
        self.note(|| format!("#{number} connects"));
        self.talks.push(Talk {
            link,
            line: None,
            greeted: false,
            had_rival: false,
            state: None,
            waiting: VecDeque::new(),
            last_received: Instant::now(),
            rude: false,
            babbled: false,
            silent: false,
            last_message: None,
        });
    }

    /// Disconnects for a while.
    pub(super) fn leave(&mut self, during: Duration) {
        for talk in &self.talks {
            if self.chance.permille(500) {
                talk.link.send(Message::Close(None));
            }
        }
        self.note(|| format!("leaves for {during:?}"));
        self.talks.clear();
        self.away_until = Some(Instant::now() + during);
    }

    /// Checks overdue answers.
    fn look_around(&mut self) {
        let now = Instant::now();
        let mut dead = Vec::new();
        for talk in &self.talks {
            let quiet = now - talk.last_received;
            let oldest = talk.waiting.front().map(|(id, since)| (id, now - *since));
            if talk.is_fair() && talk.line.is_some() {
                if let Some((id, waited)) = oldest
                    && waited > ANSWER_BY
                {
                    self.wrong(&format!("#{} {id} is not answered", talk.link.number));
                }
                if quiet > MAX_SILENCE {
                    self.wrong(&format!("#{} the server keeps silent", talk.link.number));
                }
            } else if talk.line.is_some()
                && (quiet > PATIENCE || oldest.is_some_and(|(_, waited)| waited > PATIENCE))
                && !talk.rude
            {
                dead.push(talk.link.number);
            }
        }
        for number in dead {
            self.note(|| format!("#{number} seems dead"));
            self.talks.retain(|talk| talk.link.number != number);
        }
    }

    /// Returns the number of the newest socket.
    pub(super) fn newest(&self) -> u64 {
        self.links_made
    }

    /// Returns the index of the newest socket with a seat.
    pub(super) fn seated(&self) -> Option<usize> {
        self.talks.iter().rposition(|talk| talk.state.is_some())
    }

    /// Sends a text on a socket.
    pub(super) fn say(&mut self, at: usize, text: &str) {
        let number = self.talks[at].link.number;
        self.note(|| format!("#{number} > {text}"));
        self.talks[at].link.send(Message::text(text));
    }

    /// Says hello on a socket, with the token if there is one.
    pub(super) fn greet(&mut self, at: usize) {
        let mut hello = json!({"type": "hello", "gameId": self.game.as_str()});
        if let Some(token) = &self.token {
            hello["token"] = json!(token);
        } else if self.chance.permille(300) {
            hello["joinAs"] = json!("auto");
        }
        let id = format!("{}-hello-{}", self.name, self.requests.len());
        hello["id"] = json!(id);
        let number = self.talks[at].link.number;
        let is_recent = |hello: Instant| hello.elapsed() <= ANSWER_BY;
        self.talks[at].had_rival = self.last_greeter != number && self.last_hello.is_some_and(is_recent);
        self.last_hello = Some(Instant::now());
        self.talks[at].greeted = true;
        self.last_greeter = self.talks[at].link.number;
        self.ask_as(at, id, hello.to_string(), None);
    }

    /// Sends a command with a new id.
    pub(super) fn ask(&mut self, at: usize, mut command: Value) {
        let id = format!("{}-{}", self.name, self.requests.len());
        command["id"] = json!(id);
        let square = |name: &str| command[name].as_str().map(str::to_owned);
        let squares = square("from").zip(square("to"));
        self.ask_as(at, id, command.to_string(), squares);
    }

    fn ask_as(&mut self, at: usize, id: String, text: String, squares: Option<(String, String)>) {
        self.say(at, &text);
        self.talks[at].waiting.push_back((id.clone(), Instant::now()));
        self.requests.push(Request {
            id,
            text,
            squares,
            sent: 1,
            answered: 0,
            answer: None,
            first_seq: None,
            made: false,
        });
    }

    /// Repeats a command verbatim.
    pub(super) fn ask_again(&mut self, at: usize, which: usize) {
        let (id, text) = (self.requests[which].id.clone(), self.requests[which].text.clone());
        self.requests[which].sent += 1;
        self.say(at, &text);
        self.talks[at].waiting.push_back((id, Instant::now()));
    }

    fn resign(&mut self) {
        if let Some(at) = self.seated()
            && self.color == Some(Color::W)
            && self.best.as_ref().is_some_and(|best| best.status() == "active")
        {
            self.ask(at, json!({"type": "resign"}));
        }
    }

    fn take(&mut self, number: u64, event: Event) {
        let Some(at) = self.talks.iter().position(|talk| talk.link.number == number) else { return };
        self.talks[at].last_received = Instant::now();
        self.note(|| format!("#{number} {event}"));
        match event {
            Event::Open(line) => {
                self.talks[at].line = Some(line);
                self.opening(at);
            }
            Event::Text(text) => self.frame(at, &text),
            Event::Close(code, reason) => {
                self.check_close(at, code, &reason);
                self.talks.remove(at);
                if self.world.plan.is_shared() {
                    // Nodes that have failed send their players away at once, and so may the next.
                    self.away_until = Some(Instant::now() + self.chance.millis(300, 1_500));
                }
            }
            Event::Cut => {
                // After a pause of the journal as many answers may come at once as the queue of a socket does not hold.
                let is_overrun = self.talks[at].waiting.len() >= self.world.plan.limits.socket_queue;
                let is_talked_down =
                    self.world.plan.has_short_queue() && self.world.plan.has(Trouble::Manners);
                if self.talks[at].is_fair() && !is_overrun && !is_talked_down {
                    self.wrong(&format!("#{number} ended without a close frame"));
                }
                self.talks.remove(at);
            }
            Event::Failed => {
                self.talks.remove(at);
                self.away_until = Some(Instant::now() + self.chance.millis(100, 3_000));
            }
        }
    }

    /// Says hello on a newly opened socket; a misbehaving player delays it.
    fn opening(&mut self, at: usize) {
        let is_storm = self.world.stage() == Stage::Storm && self.world.plan.has(Trouble::Manners);
        if is_storm && self.chance.permille(60) {
            // Lets the hello time out.
            self.talks[at].rude = true;
            return;
        }
        if is_storm && self.chance.permille(100) {
            self.ask(at, json!({"type": "commit", "from": "e2", "to": "e4"}));
        }
        self.greet(at);
    }
}
