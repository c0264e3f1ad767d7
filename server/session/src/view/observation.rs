//! What one viewer may know of a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use ggn_core::{Side, Square};

use super::bids::{self, Bids};
use super::eyes::Eyes;
use super::people::{self, People};
use super::record::record;
use super::room::{self, RoomSight};
use super::story::{self, Story};
use crate::clock::{Clock, Reading};
use crate::game::Game;
use crate::ids::GameId;
use crate::moderator::{Event, Hearers};
use crate::protocol::events::{GameSpectator, PersonName, Viewpoint};
use crate::protocol::player::{
    BoardView, ClockTimes, ClockView, Color, DrawOffer, EndReason, GameStatus, Mode, PieceView, PlayerNames,
    Record, RematchOffer, SquareName, Tally,
};

/// Who looks. There is no viewer that stands for all: a new kind of viewer is a new variant, and every match has to say what it sees.
///
/// ```
/// use session::Viewer;
/// fn side(viewer: Viewer) -> Option<ggn_core::Side> {
///     match viewer {
///         Viewer::Seat(side) => Some(side),
///         Viewer::Spectator => None,
///     }
/// }
/// ```
///
/// ```compile_fail,E0308
/// use session::Viewer;
/// fn side(viewer: Viewer) -> Option<ggn_core::Side> {
///     match viewer {
///         None => None,
///     }
/// }
/// ```
///
/// A viewer that is forgotten does not compile:
///
/// ```compile_fail,E0004
/// use session::Viewer;
/// fn side(viewer: Viewer) -> Option<ggn_core::Side> {
///     match viewer {
///         Viewer::Seat(side) => Some(side),
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player of a side.
    Seat(Side),
    /// Who only watches.
    Spectator,
}

/// How far a viewer has been told of what came one after another. Nothing of it by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// How many moves.
    pub(super) plies: u32,
    /// How many announcements.
    pub(super) said: u64,
    /// Whether the end, with which everything is told once more.
    pub(super) end: bool,
}

/// All that one viewer may know of a game at one moment.
///
/// Only [`observe`] makes one:
///
/// ```
/// use session::{Game, Viewer, view::{Observation, observe}};
/// fn look(game: &Game) -> Observation {
///     observe(game, Viewer::Seat(ggn_core::Side::First))
/// }
/// ```
///
/// An observation of nobody, or for nobody in particular, is not to be had:
///
/// ```compile_fail,E0308
/// use session::{Game, Viewer, view::{Observation, observe}};
/// fn look(game: &Game) -> Observation {
///     observe(game, None)
/// }
/// ```
///
/// Nor can one be put together from outside:
///
/// ```compile_fail,E0451
/// use session::{Game, Viewer, view::{Observation, observe}};
/// fn look(game: &Game) -> Observation {
///     Observation { ..observe(game, Viewer::Seat(ggn_core::Side::First)) }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    pub(super) game_id: GameId,
    pub(super) you: Viewpoint,
    pub(super) mode: Mode,
    pub(super) highlighting_enabled: bool,
    pub(super) moderator: Arc<str>,
    pub(super) ruleset: Arc<str>,
    pub(super) overlays: Arc<[String]>,
    /// The id of the way to play with bids.
    pub(super) gambit: Option<Arc<str>>,
    pub(super) table: Table,
    pub(super) people: People,
    pub(super) rematch: Option<RematchOffer>,
    /// What is told in events beside the table, where anything is.
    pub(super) story: Option<Box<Story>>,
    /// What is told in a room beside the table.
    pub(super) room: Option<Box<RoomSight>>,
}

/// The part of an observation that an update is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) board: BoardView,
    pub(super) status: GameStatus,
    pub(super) touched: Option<SquareName>,
    pub(super) draw_offer: Option<DrawOffer>,
    pub(super) end_reason: Option<EndReason>,
    pub(super) winner: Option<Color>,
    pub(super) tally: Tally,
    pub(super) ply: u32,
    pub(super) record: Option<Arc<Record>>,
    pub(super) clock: Option<ClockView>,
    /// The bids, where captures are bid for.
    pub(super) bids: Option<Box<Bids>>,
    /// How white and black are called.
    pub(super) names: [Option<PersonName>; 2],
}

impl Observation {
    /// The same with these spectators: who watches is told as it is, however old the rest may be.
    pub(crate) fn among(mut self, spectators: Vec<GameSpectator>) -> Observation {
        self.people.spectators = spectators.into();
        self
    }

    /// How the players are called, where one of them has said so.
    pub(super) fn player_names(&self) -> Option<PlayerNames> {
        let [w, b] = self.table.names.clone();
        (w.is_some() || b.is_some()).then_some(PlayerNames { w, b })
    }

    /// How the players are called who have names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &PersonName> {
        self.table.names.iter().flatten()
    }
}

/// What `viewer` may know of `game` now.
#[must_use]
pub fn observe(game: &Game, viewer: Viewer) -> Observation {
    observe_since(game, viewer, Reached::default())
}

/// What `viewer`, who has been told so much, may know of `game` now: of the moves and announcements those that are new.
#[must_use]
pub fn observe_since(game: &Game, viewer: Viewer, reached: Reached) -> Observation {
    let eyes = Eyes::of(game, viewer);
    let own = side_of(viewer);
    Observation {
        game_id: game.id,
        you: match viewer {
            Viewer::Seat(Side::First) => Viewpoint::W,
            Viewer::Seat(Side::Second) => Viewpoint::B,
            Viewer::Spectator => Viewpoint::Spectator,
        },
        mode: game.mode,
        highlighting_enabled: game.highlighting_enabled,
        moderator: Arc::clone(game.moderator.id()),
        ruleset: Arc::clone(&game.data.id),
        overlays: Arc::clone(&game.data.overlays),
        gambit: game.gambit.as_ref().map(|gambit| gambit.terms.profile().id.as_str().into()),
        table: if eyes == Eyes::Shut { unseen(game) } else { table(game, viewer, eyes) },
        people: people::sight(game),
        rematch: game.rematch.map(|(game_id, from)| RematchOffer { game_id, from: from.into() }),
        story: (own.is_none() || game.gambit.is_some())
            .then(|| Box::new(story::told(game, viewer, eyes, reached))),
        room: own
            .filter(|_| game.tells_facts)
            .map(|you| Box::new(room::sight(game, you, eyes == Eyes::Everything))),
    }
}

/// What there is to see of the game itself.
fn table(game: &Game, viewer: Viewer, eyes: Eyes) -> Table {
    let finished = game.status == GameStatus::Finished;
    let turn = game.board.position().turn();
    let own = side_of(viewer);
    Table {
        board: BoardView {
            pieces: pieces(game, eyes),
            to_move: turn.into(),
            moves_left: moves_left(game),
            in_check: is_told_of_check(game, eyes, turn).then(|| game.board.in_check()),
        },
        status: game.status,
        touched: game.touched.filter(|_| own == Some(turn)).and_then(|square| square_name(game, square)),
        draw_offer: game.draw.standing().map(|from| DrawOffer { from: from.into() }),
        end_reason: game.outcome.and_then(|outcome| outcome.reason),
        winner: game.outcome.and_then(|outcome| outcome.winner).map(Color::from),
        // What I took I hold in my hand, and what I lost I miss: a player knows the kinds of both. Who watches has neither.
        tally: own.map_or_else(Tally::default, |you| Tally {
            by_you: game.captured[you].clone(),
            by_opponent: game.captured[you.opponent()].clone(),
        }),
        ply: game.plies(),
        record: finished.then(|| Arc::clone(game.record.get_or_init(|| Arc::new(record(game))))),
        clock: game.clock.as_ref().map(|clock| clock_view(game, clock)),
        bids: game.gambit.as_ref().map(|gambit| Box::new(bids::sight(game, gambit, viewer, eyes))),
        names: names(game),
    }
}

/// What there is to see of a game that is not shown: that it is on.
fn unseen(game: &Game) -> Table {
    Table {
        board: BoardView {
            pieces: BTreeMap::new(),
            to_move: game.board.start().turn().into(),
            moves_left: None,
            in_check: None,
        },
        status: game.status,
        touched: None,
        draw_offer: None,
        end_reason: None,
        winner: None,
        tally: Tally::default(),
        ply: 0,
        record: None,
        clock: None,
        bids: None,
        names: names(game),
    }
}

/// The side of a viewer who has one.
fn side_of(viewer: Viewer) -> Option<Side> {
    match viewer {
        Viewer::Seat(you) => Some(you),
        Viewer::Spectator => None,
    }
}

/// How white and black are called.
fn names(game: &Game) -> [Option<PersonName>; 2] {
    Side::BOTH.map(|side| game.names[side].clone())
}

/// How many moves the side to move has left, where a turn has several. Both players may know: they know who moves, and how often.
fn moves_left(game: &Game) -> Option<u8> {
    let moves = game.rules().moves_per_turn();
    (moves > 1).then(|| moves.saturating_sub(game.board.position().moves_made()))
}

/// Whether the viewer sees, or hears from the moderator, if the side to move is in check.
fn is_told_of_check(game: &Game, eyes: Eyes, turn: Side) -> bool {
    match (eyes, game.moderator.hearers(Event::InCheck)) {
        (Eyes::Everything, _) | (Eyes::Own(_) | Eyes::Nothing, Hearers::Both) => true,
        // Who gave the check is not the side to move.
        (Eyes::Own(you), Hearers::Mover) => you != turn,
        (Eyes::Own(you), Hearers::Opponent) => you == turn,
        (Eyes::Own(_) | Eyes::Nothing, Hearers::Nobody)
        | (Eyes::Nothing, Hearers::Mover | Hearers::Opponent)
        | (Eyes::Shut, _) => false,
    }
}

/// The clock. Both players may know all of it: nothing changes it but what both are told of.
fn clock_view(game: &Game, clock: &Clock) -> ClockView {
    let Reading { left_ms, side, since, free_ms } = clock.reading();
    ClockView {
        control: clock.control(),
        left_ms: ClockTimes { w: left_ms[Side::First], b: left_ms[Side::Second] },
        running: side.map(Color::from),
        since,
        free_ms: Some(free_ms).filter(|free_ms| *free_ms > 0),
        paused: side.is_some() && since.is_none(),
        low_time_ms: game.profile.low_time_ms,
    }
}

fn pieces(game: &Game, eyes: Eyes) -> BTreeMap<SquareName, PieceView> {
    // Those of a map are its keys in order: it has nothing to sort.
    let seen = game.data.names.in_order().filter_map(|(name, square)| {
        let id = game.board.position().piece_at(square)?;
        if !eyes.see(game.rules().piece(id)?.side()) {
            return None;
        }
        let points = game.board.position().points_at(square);
        Some((name, PieceView { points, ..game.data.names.piece(id)? }))
    });
    seen.collect()
}

pub(super) fn square_name(game: &Game, square: Square) -> Option<SquareName> {
    game.data.names.square(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moderator::Moderator;
    use crate::testing::{board, data, game};

    /// Whether each viewer is told of the check in which black stands, when the moderator says so to those hearers.
    fn told(mode: Mode, hearers: &str, status: GameStatus) -> [Option<bool>; 2] {
        let (_, blind) = data().into_iter().find(|(path, _)| path == "moderators/blind.json").unwrap();
        let policy = String::from_utf8(blind).unwrap();
        let policy = policy.replace(r#""in_check": "both""#, &format!(r#""in_check": "{hearers}""#));
        let mut game = game(mode, None, board("4k^3/8/8/8/8/8/8/4RK^2 / c/C"));
        let moderator = Moderator::read("moderators/blind.json", policy.as_bytes(), &mut Vec::new());
        game.moderator = Arc::new(moderator.unwrap());
        game.status = status;
        Side::BOTH.map(|side| observe(&game, Viewer::Seat(side)).table.board.in_check)
    }

    #[test]
    fn check_is_shown_to_whom_it_is_told() {
        let active = |hearers| told(Mode::Blind, hearers, GameStatus::Active);
        assert_eq!(active("both"), [Some(true), Some(true)]);
        assert_eq!(active("mover"), [Some(true), None]);
        assert_eq!(active("opponent"), [None, Some(true)]);
        assert_eq!(active("nobody"), [None, None]);
        assert_eq!(told(Mode::Vanilla, "nobody", GameStatus::Active), [Some(true), Some(true)]);
        assert_eq!(told(Mode::Blind, "nobody", GameStatus::Finished), [Some(true), Some(true)]);
    }

    #[test]
    fn the_record_is_written_once_and_not_before_the_end() {
        let mut game = game(Mode::Blind, None, board("4k^3/8/8/8/8/8/8/4RK^2 / c/C"));
        game.status = GameStatus::Active;
        let records = |game: &Game| Side::BOTH.map(|side| observe(game, Viewer::Seat(side)).table.record);
        assert_eq!(records(&game), [None, None]);
        game.resign(Side::First);
        let [Some(white), Some(black)] = records(&game) else { panic!("the game is over") };
        assert!(Arc::ptr_eq(&white, &black));
    }

    #[test]
    fn what_is_touched_is_shown_to_its_owner_alone() {
        for mode in Mode::ALL {
            let mut game = game(mode, None, board("4k^3/8/8/8/8/8/8/4RK^2 / c/C"));
            game.touched = Some(crate::testing::square("e8"));
            let touched = Side::BOTH.map(|side| observe(&game, Viewer::Seat(side)).table.touched);
            assert_eq!(touched, [None, "e8".parse().ok()]);
        }
    }
}
