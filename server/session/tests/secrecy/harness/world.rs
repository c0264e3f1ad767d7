//! One world: a session, the truth beside it, and what the viewer gets from it.

use session::lounge::{Delay, Lounge, SpectatorsWish};
use session::protocol::events::Watch;
use session::protocol::player::{Color, CreateGame, SideChoice};
use session::{
    ConnId, Creation, Creator, GameId, Input, Limits, Output, Phase, Receipt, SeatId, Session, Token, UnixMs,
    Unsent,
};

use super::oracle::{Agreed, Answer, Effect, Known, Rest, Said, Truth, Watched};
use super::table::{Tables, Terms};
use ggn_core::{BySide, Side};

/// The game of every world.
pub(crate) const GAME: &str = "abcd1234";

/// The sockets of the viewer have names below this one; those of everybody else begin in each world elsewhere.
const VIEWERS_CONNS: u64 = 1_000;

/// Who must not learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Viewer {
    /// The player of a side.
    Seat(Side),
    /// Somebody without a seat, who comes when both are taken.
    Onlooker,
    /// Somebody without a seat who watches, and is told so many seconds later.
    Watcher { delay: u8 },
}

/// What the worlds of a pair have in common from the beginning.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) viewer: Viewer,
    pub(crate) terms: Terms,
    pub(crate) creator: Side,
    pub(crate) grace_ms: Option<u64>,
}

/// Everything that one step declassifies to the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) answer: Option<Answer>,
    pub(crate) told: Vec<Said>,
    /// None while the viewer is not there to see; whatever lasts is seen on coming back.
    pub(crate) known: Option<Known>,
    /// What who watches may know; when they are told of it is another question.
    pub(crate) watched: Option<Watched>,
}

/// What somebody does who watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Comes, or comes back.
    Come { conn: ConnId, back: bool },
    /// Goes.
    Go { conn: ConnId },
    /// Is there while time passes.
    Wait,
}

/// A session and its truth.
pub(crate) struct World {
    pub(crate) truth: Truth,
    viewer: Viewer,
    session: Session,
    /// Who watches, where the viewer does.
    lounge: Option<Lounge>,
    next_conn: u64,
    /// What the input that was considered last says to each player.
    said: BySide<Vec<Said>>,
    /// All that each player was told.
    pub(crate) log: BySide<Vec<Said>>,
    /// How much of it stood in frames.
    pub(crate) told: BySide<usize>,
    /// The token of who is not the viewer.
    pub(crate) secret_token: Token,
}

/// Somebody's token: a letter over and over.
pub(crate) fn token(letter: char) -> Token {
    letter.to_string().repeat(Token::CHARS).parse().unwrap()
}

/// The token of the viewer.
pub(crate) fn viewers_token() -> Token {
    token('v')
}

/// Whether a socket is the viewer's.
pub(crate) fn is_viewers(conn: ConnId) -> bool {
    conn.0 < VIEWERS_CONNS
}

impl World {
    pub(crate) fn new(tables: &Tables, setting: &Setting, number: usize) -> World {
        let Setting { viewer, terms, creator, grace_ms } = setting;
        let edited = tables.edition(terms.edition(number));
        let delay = match viewer {
            Viewer::Watcher { delay } => Some(*delay),
            Viewer::Seat(_) | Viewer::Onlooker => None,
        };
        let secret_token = token(['h', 'g'][number]);
        let creator_token =
            if *viewer == Viewer::Seat(*creator) { viewers_token() } else { secret_token.clone() };
        let id: GameId = GAME.parse().unwrap();
        let creation = Creation {
            id,
            creator: Creator::Player(creator_token.clone()),
            request: CreateGame {
                mode: terms.mode,
                side: match creator {
                    Side::First => SideChoice::White,
                    Side::Second => SideChoice::Black,
                },
                highlighting_enabled: true,
                moderator: Some(terms.moderator.clone()),
                overlays: terms.overlays.iter().map(|id| (*id).to_owned()).collect(),
                clock: terms.clock,
                gambit: terms.bids.map(|bids| bids.gambit.to_owned()),
                spectators: delay.map(|delay| SpectatorsWish {
                    allowed: Some(true),
                    delay_seconds: Some(Delay::new(delay).unwrap()),
                }),
                chat: None,
            },
            random_side: Color::W,
            at: UnixMs(0),
            limits: Limits { grace_ms: *grace_ms, ..Limits::default() },
        };
        let (session, unsent) = Session::create(&edited.catalogue, creation).unwrap();
        drop(release(unsent));
        let agreed = Agreed {
            policy: tables.policies[&terms.moderator].clone(),
            manner: edited.manner(terms.mode),
            grace_ms: *grace_ms,
            clock: terms.clock,
            sums: terms.bids.map(|bids| edited.sums[bids.gambit].clone()),
        };
        let truth = Truth::new(edited.rules, agreed, (id, *creator, creator_token));
        let lounge = delay.map(|_| Lounge::new(&session, UnixMs(0)));
        let next_conn = [VIEWERS_CONNS, 50_000][number];
        World {
            truth,
            viewer: *viewer,
            session,
            lounge,
            next_conn,
            said: BySide::default(),
            log: BySide::default(),
            told: BySide::default(),
            secret_token,
        }
    }

    #[cfg(feature = "leaks")]
    pub(crate) fn leak(&mut self, leak: session::leaks::Leak) {
        self.session.spring(leak);
    }

    /// A name for a socket that is not the viewer's.
    pub(crate) fn new_conn(&mut self) -> ConnId {
        self.next_conn += 1;
        ConnId(self.next_conn)
    }

    /// Lets the truth take an input in, to see what it declassifies; [`World::undo`] takes it back.
    pub(crate) fn consider(&mut self, at: u64, input: &Input) -> (Rest, Facts) {
        let before = self.truth.save();
        let effect = self.truth.apply(at, input);
        let facts = self.facts(&effect);
        self.said = effect.told;
        (before, facts)
    }

    pub(crate) fn undo(&mut self, before: Rest) {
        self.truth.restore(before);
    }

    fn facts(&self, effect: &Effect) -> Facts {
        let answer = effect.answer.filter(|(conn, _)| is_viewers(*conn)).map(|(_, answer)| answer);
        let (told, watched) = match self.viewer {
            Viewer::Seat(side) => (effect.told[side].clone(), None),
            Viewer::Onlooker => (Vec::new(), None),
            Viewer::Watcher { .. } => {
                let watched = self.truth.watched();
                (effect.public.iter().filter(|_| watched.is_some()).cloned().collect(), watched)
            }
        };
        Facts { answer, told, known: self.known(), watched }
    }

    /// What who watches may know now.
    pub(crate) fn watched(&self) -> Option<Watched> {
        match self.viewer {
            Viewer::Seat(_) | Viewer::Onlooker => None,
            Viewer::Watcher { .. } => self.truth.watched(),
        }
    }

    /// What the viewer may know now, when there to see it.
    pub(crate) fn known(&self) -> Option<Known> {
        match self.viewer {
            Viewer::Seat(side) => self.truth.conn(side).map(|_| self.truth.known(side)),
            Viewer::Onlooker | Viewer::Watcher { .. } => None,
        }
    }

    /// Whether a step that the truth has taken may be part of a pair: what is over is open to who plays and watches, and an onlooker stays one.
    pub(crate) fn is_lawful(&self, facts: &Facts) -> bool {
        match self.viewer {
            Viewer::Seat(_) | Viewer::Watcher { .. } => !self.truth.is_over(),
            Viewer::Onlooker => facts.answer != Some(Answer::Joined),
        }
    }

    /// Lets the session take in the input that was considered last, and gives all outputs.
    pub(crate) fn handle(&mut self, at: u64, input: Input) -> Vec<Output> {
        for side in Side::BOTH {
            let said = std::mem::take(&mut self.said[side]);
            self.log[side].extend(said);
        }
        let mut outputs = release(self.session.handle(UnixMs(at), input));
        if let Some(lounge) = &mut self.lounge {
            outputs.extend(lounge.notice(&self.session, UnixMs(at)));
            self.seat_the_audience();
        }
        outputs
    }

    /// Lets time pass for who watches. Gives when they were told what.
    pub(crate) fn wait(&mut self, until: u64) -> Vec<(u64, Output)> {
        let mut told = Vec::new();
        let Some(lounge) = &mut self.lounge else { return told };
        while let Some(due) = lounge.next_timeout().filter(|due| due.0 <= until) {
            told.extend(lounge.tick(due).into_iter().map(|output| (due.0, output)));
        }
        self.seat_the_audience();
        told
    }

    /// Lets who watches do something.
    pub(crate) fn visit(&mut self, at: u64, visit: Visit) -> Vec<Output> {
        let Some(lounge) = &mut self.lounge else { return Vec::new() };
        let outputs = match visit {
            Visit::Come { conn, back } => {
                let token = back.then(viewers_token);
                let wish = Watch { game_id: GAME.parse().unwrap(), name: None, token, id: None };
                lounge.watch(&self.session, UnixMs(at), conn, wish, viewers_token())
            }
            Visit::Go { conn } => lounge.gone(&self.session, UnixMs(at), conn),
            Visit::Wait => Vec::new(),
        };
        self.seat_the_audience();
        outputs
    }

    fn seat_the_audience(&mut self) {
        if let Some(spectators) = self.lounge.as_mut().and_then(Lounge::new_audience) {
            self.session.audience(spectators);
        }
    }

    /// Whether the session thinks as the truth does of whether the game goes on.
    pub(crate) fn agrees(&self) -> bool {
        (self.session.phase() == Phase::Finished) == self.truth.is_over()
    }

    /// How many inputs the viewer's rate limit counts.
    pub(crate) fn viewers_inputs(&self) -> u64 {
        match self.viewer {
            Viewer::Seat(side) => self.session.inputs_of(SeatId(side.into())),
            Viewer::Onlooker | Viewer::Watcher { .. } => 0,
        }
    }
}

fn release(unsent: Unsent) -> Vec<Output> {
    let receipt = Receipt::stored(unsent.entry().seq);
    unsent.release(receipt).unwrap()
}

/// What of a session's outputs reaches the viewer, to the letter.
pub(crate) fn heard(outputs: Vec<Output>) -> Vec<String> {
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
        Output::Send { .. } | Output::Close { .. } | Output::Seated { .. } => None,
    };
    outputs.into_iter().filter_map(line).collect()
}
