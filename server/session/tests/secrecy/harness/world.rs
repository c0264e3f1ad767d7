//! One world: a session, the truth beside it, and what the viewer gets from it.

use session::protocol::player::{Color, CreateGame, SideChoice};
use session::{
    ConnId, Creation, Creator, GameId, Input, Limits, Output, Phase, Receipt, SeatId, Session, Token, UnixMs,
    Unsent,
};

use super::oracle::{Answer, Effect, Known, Rest, Said, Truth};
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
}

/// A session and its truth.
pub(crate) struct World {
    pub(crate) truth: Truth,
    viewer: Viewer,
    session: Session,
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
        let edited = tables.edition((terms.set_ups[number], terms.touch_move, terms.overlays));
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
                gambit: None,
                spectators: None,
                chat: None,
            },
            random_side: Color::W,
            at: UnixMs(0),
            limits: Limits { grace_ms: *grace_ms, ..Limits::default() },
        };
        let (session, unsent) = Session::create(&edited.catalogue, creation).unwrap();
        drop(release(unsent));
        let policy = tables.policies[&terms.moderator].clone();
        let manner = tables.manner(terms.mode, terms.touch_move);
        let truth =
            Truth::new(edited.rules, policy, manner, *grace_ms, terms.clock, (id, *creator, creator_token));
        let next_conn = [VIEWERS_CONNS, 50_000][number];
        World {
            truth,
            viewer: *viewer,
            session,
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
    pub(crate) fn consider(&mut self, at: u64, input: &Input) -> (Rest, Effect, Facts) {
        let before = self.truth.save();
        let effect = self.truth.apply(at, input);
        let facts = self.facts(&effect);
        self.said = effect.told.clone();
        (before, effect, facts)
    }

    pub(crate) fn undo(&mut self, before: Rest, effect: &Effect) {
        self.truth.restore(before, effect);
    }

    fn facts(&self, effect: &Effect) -> Facts {
        let answer = effect.answer.filter(|(conn, _)| is_viewers(*conn)).map(|(_, answer)| answer);
        match self.viewer {
            Viewer::Seat(side) => Facts { answer, told: effect.told[side].clone(), known: self.known() },
            Viewer::Onlooker => Facts { answer, told: Vec::new(), known: None },
        }
    }

    /// What the viewer may know now, when there to see it.
    pub(crate) fn known(&self) -> Option<Known> {
        match self.viewer {
            Viewer::Seat(side) => self.truth.conn(side).map(|_| self.truth.known(side)),
            Viewer::Onlooker => None,
        }
    }

    /// Whether a step that the truth has taken may be part of a pair: what is over is open to its players, and an onlooker stays one.
    pub(crate) fn is_lawful(&self, facts: &Facts) -> bool {
        match self.viewer {
            Viewer::Seat(_) => !self.truth.is_over(),
            Viewer::Onlooker => facts.answer != Some(Answer::Joined),
        }
    }

    /// Lets the session take in the input that was considered last, and gives all outputs.
    pub(crate) fn handle(&mut self, at: u64, input: Input) -> Vec<Output> {
        for side in Side::BOTH {
            let said = std::mem::take(&mut self.said[side]);
            self.log[side].extend(said);
        }
        release(self.session.handle(UnixMs(at), input))
    }

    /// Whether the session thinks as the truth does of whether the game goes on.
    pub(crate) fn agrees(&self) -> bool {
        (self.session.phase() == Phase::Finished) == self.truth.is_over()
    }

    /// How many inputs the viewer's rate limit counts.
    pub(crate) fn viewers_inputs(&self) -> u64 {
        match self.viewer {
            Viewer::Seat(side) => self.session.inputs_of(SeatId(side.into())),
            Viewer::Onlooker => 0,
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
