//! What one viewer may know of a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use ggn_core::{Side, Square};

use super::record::record;
use super::room::{self, RoomSight};
use crate::clock::{Clock, Reading};
use crate::game::Game;
use crate::moderator::{Event, Hearers};
use crate::presence::Presence;
use crate::profile::Sight;
use crate::protocol::player::{
    BoardView, ClockTimes, ClockView, Color, DrawOffer, EndReason, GameStatus, Mode, PeerPresence, PieceView,
    Record, RematchOffer, SquareName, Tally,
};

/// Who looks. There is no viewer that stands for all: a new kind of viewer is a new variant, and every match has to say what it sees.
///
/// ```
/// use session::Viewer;
/// fn side(viewer: Viewer) -> ggn_core::Side {
///     match viewer {
///         Viewer::Seat(side) => side,
///     }
/// }
/// ```
///
/// ```compile_fail,E0308
/// use session::Viewer;
/// fn side(viewer: Viewer) -> ggn_core::Side {
///     match viewer {
///         None => ggn_core::Side::First,
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player of a side.
    Seat(Side),
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
    pub(super) you: Color,
    pub(super) mode: Mode,
    pub(super) highlighting_enabled: bool,
    pub(super) moderator: Arc<str>,
    pub(super) ruleset: Arc<str>,
    pub(super) overlays: Arc<[String]>,
    /// The id of the way to play with bids.
    pub(super) gambit: Option<Arc<str>>,
    pub(super) table: Table,
    pub(super) peer: PeerPresence,
    pub(super) rematch: Option<RematchOffer>,
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
}

/// What `viewer` may know of `game` now.
#[must_use]
pub fn observe(game: &Game, viewer: Viewer) -> Observation {
    let Viewer::Seat(you) = viewer;
    let finished = game.status == GameStatus::Finished;
    let sees_all = finished || game.profile.view == Sight::Everything;
    let turn = game.board.position().turn();
    Observation {
        you: you.into(),
        mode: game.mode,
        highlighting_enabled: game.highlighting_enabled,
        moderator: Arc::clone(game.moderator.id()),
        ruleset: Arc::clone(&game.data.id),
        overlays: Arc::clone(&game.data.overlays),
        gambit: game.gambit.as_ref().map(|gambit| gambit.terms.profile().id.as_str().into()),
        table: Table {
            board: BoardView {
                pieces: pieces(game, you, sees_all),
                to_move: turn.into(),
                moves_left: moves_left(game),
                in_check: (sees_all || is_told_of_check(game, you, turn)).then(|| game.board.in_check()),
            },
            status: game.status,
            touched: game.touched.filter(|_| you == turn).and_then(|square| square_name(game, square)),
            draw_offer: game.draw.standing().map(|from| DrawOffer { from: from.into() }),
            end_reason: game.outcome.and_then(|outcome| outcome.reason),
            winner: game.outcome.and_then(|outcome| outcome.winner).map(Color::from),
            // What I took I hold in my hand, and what I lost I miss: a player knows the kinds of both.
            tally: Tally {
                by_you: game.captured[you].clone(),
                by_opponent: game.captured[you.opponent()].clone(),
            },
            ply: game.plies(),
            record: finished.then(|| Arc::clone(game.record.get_or_init(|| Arc::new(record(game))))),
            clock: game.clock.as_ref().map(|clock| clock_view(game, clock)),
        },
        peer: match game.attendance.of(you.opponent()) {
            Presence::Here => PeerPresence { connected: true, grace_until: None },
            Presence::Open => PeerPresence { connected: false, grace_until: None },
            Presence::Away { until } => PeerPresence { connected: false, grace_until: until },
        },
        rematch: game.rematch.map(|(game_id, from)| RematchOffer { game_id, from: from.into() }),
        room: game.roster.as_ref().map(|roster| Box::new(room::sight(game, roster, you, sees_all))),
    }
}

/// How many moves the side to move has left, where a turn has several. Both players may know: they know who moves, and how often.
fn moves_left(game: &Game) -> Option<u8> {
    let moves = game.rules().moves_per_turn();
    (moves > 1).then(|| moves.saturating_sub(game.board.position().moves_made()))
}

/// Whether the moderator's words tell `you` if the side to move is in check.
fn is_told_of_check(game: &Game, you: Side, turn: Side) -> bool {
    match game.moderator.hearers(Event::InCheck) {
        Hearers::Both => true,
        // Who gave the check is not the side to move.
        Hearers::Mover => you != turn,
        Hearers::Opponent => you == turn,
        Hearers::Nobody => false,
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

fn pieces(game: &Game, you: Side, sees_all: bool) -> BTreeMap<SquareName, PieceView> {
    // Those of a map are its keys in order: it has nothing to sort.
    let seen = game.data.names.in_order().filter_map(|(name, square)| {
        let id = game.board.position().piece_at(square)?;
        if !sees_all && game.rules().piece(id)?.side() != you {
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
