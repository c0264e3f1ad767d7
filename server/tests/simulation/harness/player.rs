//! One simulated player: comes to the table and back to it, plays, errs, repeats, and believes nothing that it is told.

use std::collections::{BTreeSet, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use session::GameId;
use session::protocol::player::Color;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Message;

use super::bids::Story;
use super::chance::Chance;
use super::link::{Event, Link};
use super::net::Line;
use super::plan::Trouble;
use super::state::State;
use super::terms::Terms;
use super::world::{Stage, World};

/// An answer on a connection that nothing disturbs comes sooner than this.
const ANSWER_BY: Duration = Duration::from_secs(60);

/// A server that is there is heard at least this often: it pings.
const HEARD_BY: Duration = Duration::from_secs(50);

/// How long a player waits on a connection that seems dead.
const PATIENCE: Duration = Duration::from_secs(25);

/// One socket of the player.
#[derive(Debug)]
pub(super) struct Talk {
    pub(super) link: Link,
    pub(super) line: Option<Arc<Line>>,
    pub(super) greeted: bool,
    pub(super) state: Option<Arc<State>>,
    /// Commands that wait for an answer here.
    pub(super) waiting: VecDeque<(String, Instant)>,
    pub(super) heard: Instant,
    /// The player behaves in a way that excuses the server: reads nothing, says nothing, says nonsense.
    pub(super) rude: bool,
    /// The player said something that is no message.
    pub(super) babbled: bool,
    /// Pings are not answered.
    pub(super) silent: bool,
    /// The number of the latest message of the talk.
    pub(super) heard_message: Option<u64>,
}

impl Talk {
    /// Whether nothing excuses the server on this socket.
    pub(super) fn is_fair(&self) -> bool {
        !self.rude && self.line.as_ref().is_some_and(|line| !line.is_rough() && !line.is_stopping())
    }
}

/// A command as it was sent, and what came of it.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) id: String,
    pub(super) text: String,
    /// The squares of a whole move.
    pub(super) squares: Option<(String, String)>,
    pub(super) sent: u64,
    pub(super) answered: u64,
    /// How it was answered, and under which number first.
    pub(super) answer: Option<String>,
    pub(super) first_seq: Option<u64>,
    /// The move was made.
    pub(super) made: bool,
}

/// How a player's visit ended before its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lost {
    /// Its token never arrived, and the seat is taken by it.
    Seat,
    /// The game was cleared away.
    Game,
}

/// One player of one game.
#[derive(Debug)]
pub(crate) struct Player {
    pub(super) world: Arc<World>,
    pub(super) name: String,
    pub(super) game: GameId,
    pub(super) from: IpAddr,
    pub(super) chance: Chance,
    pub(super) token: Option<String>,
    pub(super) color: Option<Color>,
    pub(super) blind: bool,
    pub(super) talks: Vec<Talk>,
    sender: mpsc::UnboundedSender<(u64, Event)>,
    events: mpsc::UnboundedReceiver<(u64, Event)>,
    links_made: u64,
    pub(super) asked: Vec<Asked>,
    pub(super) seqs: BTreeSet<u64>,
    /// The latest that is known, by whichever socket.
    pub(crate) best: Option<Arc<State>>,
    /// Own moves that were acknowledged: how many had been made then, from, to.
    pub(super) moves: Vec<(u64, String, String)>,
    pub(super) script: VecDeque<&'static str>,
    /// What was agreed on about bids and company, and the chance of all that has to do with it.
    pub(super) terms: Terms,
    pub(super) whim: Chance,
    /// What is known of the moves of a game with bids.
    pub(super) story: Story,
    pub(crate) lost: Option<Lost>,
    pub(super) record_seen: bool,
    pub(super) rematch_made: bool,
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
            asked: Vec::new(),
            seqs: BTreeSet::new(),
            best: None,
            moves: Vec::new(),
            script: VecDeque::new(),
            terms: terms.clone(),
            whim: world.chance(&format!("{name}'s whim")),
            story: Story::default(),
            lost: None,
            record_seen: false,
            rematch_made: false,
            away_until: None,
        }
    }

    /// Plays by a script as far as it goes.
    pub(crate) fn with_script(mut self, moves: &'static str) -> Self {
        self.script = moves.split(' ').collect();
        self
    }

    /// Plays until everything is over. Gives what the player knew when everybody sat still.
    pub(crate) async fn play(mut self) -> Player {
        let (mut gave_up, mut calm) = (false, false);
        while self.world.stage() < Stage::Over
            && self.lost.is_none()
            && !self.world.trace.failed.is_cancelled()
        {
            let stage = self.world.stage();
            if stage == Stage::Calm && !std::mem::replace(&mut calm, true) {
                // From here on everything is fair: tricks that are still under way end with their sockets.
                self.away_until = None;
                self.talks.clear();
            }
            self.look_around();
            if self.talks.is_empty() && self.away_until.is_none_or(|until| until <= Instant::now()) {
                self.connect();
            }
            let think = if stage == Stage::Storm {
                let most = self.world.plan.think_ms;
                self.chance.ms(most / 10, most)
            } else {
                self.chance.ms(500, 2_000)
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

    /// A new socket.
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
            state: None,
            waiting: VecDeque::new(),
            heard: Instant::now(),
            rude: false,
            babbled: false,
            silent: false,
            heard_message: None,
        });
    }

    /// Leaves, and stays away for a while.
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

    /// Who waits for too long finds out whose fault it is.
    fn look_around(&mut self) {
        let now = Instant::now();
        let mut dead = Vec::new();
        for talk in &self.talks {
            let quiet = now - talk.heard;
            let oldest = talk.waiting.front().map(|(id, since)| (id, now - *since));
            if talk.is_fair() && talk.line.is_some() {
                if let Some((id, waited)) = oldest
                    && waited > ANSWER_BY
                {
                    self.wrong(&format!("#{} {id} is not answered", talk.link.number));
                }
                if quiet > HEARD_BY {
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

    /// The number of the newest socket that there was.
    pub(super) fn newest(&self) -> u64 {
        self.links_made
    }

    /// The socket that is newest and has a seat, by its place.
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
        let id = format!("{}-hello-{}", self.name, self.asked.len());
        hello["id"] = json!(id);
        self.talks[at].greeted = true;
        self.ask_as(at, id, hello.to_string(), None);
    }

    /// Sends a command with an id of its own.
    pub(super) fn ask(&mut self, at: usize, mut command: Value) {
        let id = format!("{}-{}", self.name, self.asked.len());
        command["id"] = json!(id);
        let square = |name: &str| command[name].as_str().map(str::to_owned);
        let squares = square("from").zip(square("to"));
        self.ask_as(at, id, command.to_string(), squares);
    }

    fn ask_as(&mut self, at: usize, id: String, text: String, squares: Option<(String, String)>) {
        self.say(at, &text);
        self.talks[at].waiting.push_back((id.clone(), Instant::now()));
        self.asked.push(Asked {
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

    /// Sends a command once more, word for word.
    pub(super) fn ask_again(&mut self, at: usize, which: usize) {
        let (id, text) = (self.asked[which].id.clone(), self.asked[which].text.clone());
        self.asked[which].sent += 1;
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
        self.talks[at].heard = Instant::now();
        self.note(|| format!("#{number} {event}"));
        match event {
            Event::Open(line) => {
                self.talks[at].line = Some(line);
                self.opening(at);
            }
            Event::Text(text) => self.frame(at, &text),
            Event::Goodbye(code, reason) => {
                self.goodbye(at, code, &reason);
                self.talks.remove(at);
            }
            Event::Cut => {
                if self.talks[at].is_fair() {
                    self.wrong(&format!("#{number} ended without a goodbye"));
                }
                self.talks.remove(at);
            }
            Event::Failed => {
                self.talks.remove(at);
                self.away_until = Some(Instant::now() + self.chance.ms(100, 3_000));
            }
        }
    }

    /// What a well-mannered player does with a socket that is open; one without manners takes its time.
    fn opening(&mut self, at: usize) {
        let is_storm = self.world.stage() == Stage::Storm && self.world.plan.has(Trouble::Manners);
        if is_storm && self.chance.permille(60) {
            // No hello in time.
            self.talks[at].rude = true;
            return;
        }
        if is_storm && self.chance.permille(100) {
            self.ask(at, json!({"type": "commit", "from": "e2", "to": "e4"}));
        }
        self.greet(at);
    }
}
