//! One world: a session, the oracle beside it, and the frames that the viewer gets from it.

use session::domain::{PushKeys, PushSubscription};
use session::protocol::events::Watch;
use session::protocol::player::{Color, CreateGame, Hello, SideChoice};
use session::terms::{Delay, SpectatorsWish};
use session::{
    ConnId, Creation, Creator, GameHost, GameId, Input, Limits, Output, Phase, Receipt, SeatId, Session,
    Token, UnixMs,
};

use super::fixtures::{Fixtures, Terms};
use super::oracle::{Announced, Answer, Effect, GameTerms, Knowledge, Model, Snapshot, SpectatorKnowledge};
use ggn_core::{BySide, Side};

/// The game id of every world.
pub(crate) const GAME: &str = "abcd1234";

/// Id by which the spectator knows the game. The players know it by another in each world, so that a spectator who is sent theirs tells the worlds apart.
const WATCHED: &str = "watch567";
const PLAYED: [&str; 2] = ["abcd1234", "efgh5678"];

/// Sockets of the viewer are numbered below this; those of others start at another number in each world.
const VIEWERS_CONNS: u64 = 1_000;

/// The party from which facts are hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Viewer {
    /// The player of a side.
    Seat(Side),
    /// A person without a seat, who arrives when both are taken.
    Stranger,
    /// A spectator with a delay in seconds.
    Spectator { delay: u8 },
}

/// Common initial setting of the worlds of a pair.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) viewer: Viewer,
    pub(crate) terms: Terms,
    pub(crate) creator: Side,
    pub(crate) grace_ms: Option<u64>,
}

/// All facts that one step discloses to the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Disclosure {
    pub(crate) answer: Option<Answer>,
    pub(crate) announced: Vec<Announced>,
    /// `None` while the viewer is disconnected; lasting facts are seen on return.
    pub(crate) known: Option<Knowledge>,
    /// True if the game waits for the viewer, who has asked for push messages; `None` for one who has not.
    pub(crate) waits: Option<bool>,
    /// Disclosure that a spectator may know; the delay is considered elsewhere.
    pub(crate) watched: Option<SpectatorKnowledge>,
}

/// An action of the spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpectatorAction {
    /// Arrives, or returns.
    Come { conn: ConnId, back: bool },
    /// Leaves.
    Go { conn: ConnId },
    /// Stays while time passes.
    Wait,
}

/// A session and its oracle.
pub(crate) struct World {
    pub(crate) model: Model,
    viewer: Viewer,
    host: GameHost,
    next_conn: u64,
    /// Announcements of the input considered last, by player.
    announced: BySide<Vec<Announced>>,
    /// All announcements to each player.
    pub(crate) log: BySide<Vec<Announced>>,
    /// Number of announcements found in frames.
    pub(crate) log_in_frames: BySide<usize>,
    /// Token of the player who is not the viewer.
    pub(crate) secret_token: Token,
}

/// Returns a token that repeats one letter.
pub(crate) fn token(letter: char) -> Token {
    letter.to_string().repeat(Token::CHARS).parse().unwrap()
}

/// Returns the viewer's token.
pub(crate) fn viewers_token() -> Token {
    token('v')
}

/// Returns a push subscription that is named by a word.
pub(crate) fn subscription(name: &str) -> PushSubscription {
    PushSubscription {
        endpoint: format!("https://push.example/{name}").parse().unwrap(),
        keys: PushKeys {
            p256dh: format!("B{}", "k".repeat(86)).parse().unwrap(),
            auth: "s".repeat(22).parse().unwrap(),
        },
    }
}

/// Returns the push subscription of the viewer's browser.
pub(crate) fn viewers_subscription() -> PushSubscription {
    subscription("viewer")
}

/// Returns whether a socket is the viewer's.
pub(crate) fn is_viewers(conn: ConnId) -> bool {
    conn.0 < VIEWERS_CONNS
}

impl World {
    pub(crate) fn new(fixtures: &Fixtures, setting: &Setting, number: usize) -> World {
        let Setting { viewer, terms, creator, grace_ms } = setting;
        let edited = fixtures.edition(terms.edition(number));
        let delay = match viewer {
            Viewer::Spectator { delay } => Some(*delay),
            Viewer::Seat(_) | Viewer::Stranger => None,
        };
        let secret_token = token(['h', 'g'][number]);
        let creator_token =
            if *viewer == Viewer::Seat(*creator) { viewers_token() } else { secret_token.clone() };
        let id: GameId = GAME.parse().unwrap();
        let creation = Creation {
            id: delay.map_or(id, |_| PLAYED[number].parse().unwrap()),
            watch_id: Some(WATCHED.parse().unwrap()),
            creator: Creator::Player(creator_token.clone()),
            request: CreateGame {
                mode: terms.mode,
                side: match creator {
                    Side::First => SideChoice::White,
                    Side::Second => SideChoice::Black,
                },
                highlighting_enabled: true,
                aids: None,
                ruleset: Some(terms.ruleset.to_owned()),
                moderator: Some(terms.moderator.clone()),
                overlays: terms.overlays.iter().map(|id| (*id).to_owned()).collect(),
                clock: terms.clock,
                gambit: terms.bids.map(|bids| bids.gambit.to_owned()),
                touch_move: None,
                absence_seconds: None,
                spectators: delay.map(|delay| SpectatorsWish {
                    allowed: Some(true),
                    delay_seconds: Some(Delay::new(delay).unwrap()),
                }),
                chat: None,
                machine: None,
            },
            random_side: Color::W,
            deal: None,
            start: None,
            at: UnixMs(0),
            limits: Limits { grace_ms: *grace_ms, ..Limits::default() },
        };
        let (session, unsent) = Session::create(&edited.catalogue, creation).unwrap();
        drop(unsent);
        let agreed = GameTerms {
            policy: fixtures.policies[&terms.moderator].clone(),
            manner: edited.manner(terms.mode),
            grace_ms: *grace_ms,
            clock: terms.clock,
            sums: terms.bids.map(|bids| edited.sums[bids.gambit].clone()),
        };
        let rules = fixtures.refereed(terms.edition(number), &terms.moderator, &edited.rules);
        let model = Model::new(rules, agreed, (id, *creator, creator_token));
        let next_conn = [VIEWERS_CONNS, 50_000][number];
        World {
            model,
            viewer: *viewer,
            host: GameHost::new(session, UnixMs(0)),
            next_conn,
            announced: BySide::default(),
            log: BySide::default(),
            log_in_frames: BySide::default(),
            secret_token,
        }
    }
    pub(crate) fn leak(&mut self, leak: session::leaks::Leak) {
        self.host.seed_leak(leak);
    }

    /// Returns a new socket that is not the viewer's.
    pub(crate) fn new_conn(&mut self) -> ConnId {
        self.next_conn += 1;
        ConnId(self.next_conn)
    }

    /// Applies an input to the oracle, and returns the facts that it discloses; [`World::undo`] reverts it.
    pub(crate) fn consider(&mut self, at: u64, input: &Input) -> (Snapshot, Disclosure) {
        let before = self.model.save();
        let effect = self.model.apply(at, input);
        let facts = self.facts(&effect);
        self.announced = effect.announced;
        (before, facts)
    }

    pub(crate) fn undo(&mut self, before: Snapshot) {
        self.model.restore(before);
    }

    fn facts(&self, effect: &Effect) -> Disclosure {
        let answer = effect.answer.filter(|(conn, _)| is_viewers(*conn)).map(|(_, answer)| answer);
        let (announced, watched) = match self.viewer {
            Viewer::Seat(side) => (effect.announced[side].clone(), None),
            Viewer::Stranger => (Vec::new(), None),
            Viewer::Spectator { .. } => {
                let watched = self.model.watched();
                (effect.public.iter().filter(|_| watched.is_some()).cloned().collect(), watched)
            }
        };
        Disclosure { answer, announced, known: self.known(), waits: self.waits(), watched }
    }

    /// Returns the facts that a spectator may know now.
    pub(crate) fn watched(&self) -> Option<SpectatorKnowledge> {
        match self.viewer {
            Viewer::Seat(_) | Viewer::Stranger => None,
            Viewer::Spectator { .. } => self.model.watched(),
        }
    }

    /// Returns the facts that the viewer may know now, if connected.
    pub(crate) fn known(&self) -> Option<Knowledge> {
        match self.viewer {
            Viewer::Seat(side) => self.model.conn(side).map(|_| self.model.known(side)),
            Viewer::Stranger | Viewer::Spectator { .. } => None,
        }
    }

    /// Returns whether the game waits for the viewer, if push messages say so.
    pub(crate) fn waits(&self) -> Option<bool> {
        match self.viewer {
            Viewer::Seat(side) => self.model.waits_for(side),
            Viewer::Stranger | Viewer::Spectator { .. } => None,
        }
    }

    /// Returns whether a step that the oracle has taken may be diverge of a pair. A finished game is open to its people, and a stranger must stay one.
    pub(crate) fn is_admissible(&self, facts: &Disclosure) -> bool {
        match self.viewer {
            Viewer::Seat(_) | Viewer::Spectator { .. } => !self.model.is_over(),
            Viewer::Stranger => facts.answer != Some(Answer::Joined),
        }
    }

    /// Applies the input considered last to the session, and returns all outputs.
    pub(crate) fn handle(&mut self, at: u64, input: Input) -> Vec<Output> {
        for side in Side::BOTH {
            let announced = std::mem::take(&mut self.announced[side]);
            self.log[side].extend(announced);
        }
        let unsent = self.host.handle(UnixMs(at), self.with_own_id(input));
        let receipt = Receipt::stored(unsent.entry().seq);
        self.host.release(unsent, receipt).unwrap().all()
    }

    /// Returns the time at which a push message may be due before anything else is: what time alone brings about is a step of its own.
    pub(crate) fn next_push(&self) -> Option<u64> {
        let session = self.host.session();
        session.next_push().filter(|due| session.next_timeout() == Some(*due)).map(|due| due.0)
    }

    /// Lets the session look at the time, and returns all outputs.
    pub(crate) fn tick(&mut self, at: u64) -> Vec<Output> {
        let unsent = self.host.handle(UnixMs(at), Input::Tick);
        let receipt = Receipt::stored(unsent.entry().seq);
        self.host.release(unsent, receipt).unwrap().all()
    }

    /// Returns an input with the id by which the players know the game of this world.
    fn with_own_id(&self, input: Input) -> Input {
        let own = |game: GameId| if game.as_str() == GAME { self.host.session().id() } else { game };
        match input {
            Input::Hello { conn, hello, fresh } => {
                Input::Hello { conn, hello: Hello { game_id: own(hello.game_id), ..hello }, fresh }
            }
            other => other,
        }
    }

    /// Lets time pass for the spectator, and returns the outputs with their times.
    pub(crate) fn wait(&mut self, until: u64) -> Vec<(u64, Output)> {
        let mut sent = Vec::new();
        while let Some(due) = self.host.next_spectator_update().filter(|due| due.0 <= until) {
            let outputs = self.host.update_spectators(due);
            sent.extend(outputs.into_iter().map(|output| (due.0, output)));
        }
        sent
    }

    /// Performs an action of the spectator.
    pub(crate) fn visit(&mut self, at: u64, visit: SpectatorAction) -> Vec<Output> {
        match visit {
            SpectatorAction::Come { conn, back } => {
                let token = back.then(viewers_token);
                let wish = Watch { game_id: WATCHED.parse().unwrap(), name: None, token, id: None };
                self.host.watch(UnixMs(at), conn, wish, viewers_token())
            }
            SpectatorAction::Go { conn } => self.host.unwatch(UnixMs(at), conn),
            SpectatorAction::Wait => Vec::new(),
        }
    }

    /// Returns whether session and oracle agree about the end of the game.
    pub(crate) fn agrees(&self) -> bool {
        (self.host.session().phase() == Phase::Finished) == self.model.is_over()
    }

    /// Returns the game in the list of the viewer's own games, and what the viewer may know of the game, connected or not.
    pub(crate) fn listed(&self) -> Option<(Knowledge, String)> {
        let Viewer::Seat(side) = self.viewer else { return None };
        let listed = self.host.session().own_game(&viewers_token());
        Some((self.model.known(side), serde_json::to_string(&listed).unwrap()))
    }

    /// Returns the number of inputs that the viewer's rate limit counts.
    pub(crate) fn viewers_inputs(&self) -> u64 {
        match self.viewer {
            Viewer::Seat(side) => self.host.session().inputs_of(SeatId(side.into())),
            Viewer::Stranger | Viewer::Spectator { .. } => 0,
        }
    }
}

/// Returns the outputs that reach the viewer, as text.
pub(crate) fn received(outputs: Vec<Output>) -> Vec<String> {
    let line = |output| match output {
        Output::Send { conn, frame } if is_viewers(conn) => {
            Some(format!("socket {}: {}", conn.0, frame.into_string()))
        }
        Output::Close { conn, reason } if is_viewers(conn) => {
            Some(format!("socket {}: closed with {} {}", conn.0, reason.code, reason.reason))
        }
        Output::Seated { conn, seat } if is_viewers(conn) => {
            Some(format!("socket {}: counted for {:?}", conn.0, seat.0))
        }
        // With its address, by which the viewer's browser is known, and with the time of its end.
        Output::Push(push) if push.subscription == viewers_subscription() => {
            Some(format!("pushed: {} until {:?}", push.frame.into_string(), push.until))
        }
        Output::Send { .. } | Output::Close { .. } | Output::Seated { .. } | Output::Push(_) => None,
    };
    outputs.into_iter().filter_map(line).collect()
}
