//! Observation of a game by one viewer.

use std::collections::BTreeMap;
use std::sync::Arc;

use ggn_core::{Side, Square};

use super::bids::{self, Bids};
use super::covered;
use super::event_log::{self, EventLog};
use super::parts::Viewpoint;
use super::parts::{
    BoardView, ClockTimes, ClockView, DrawOffer, Hands, HeldPieces, NotedMove, PlayerNames, RematchView,
    SharedMarks, Tally, VacationEnds,
};
use super::people::{self, People};
use super::record::record;
use super::room::{self, RoomView};
use super::sight::{self, SeenMove};
use super::visibility::Visibility;
use crate::clock::{Clock, Reading};
use crate::domain::{
    Color, EndReason, Event, GameId, GameSpectator, GameStatus, Mark, Mode, PersonName, PieceName, PieceType,
    PieceView, Record, SquareName,
};
use crate::game::Game;
use crate::hearing;
use crate::moderator::RelativeAudience;
use crate::rematch::Rematch;
use crate::terms::Aids;
use crate::touch_move::Touched;

/// A viewer. No value stands for all viewers: a new kind of viewer is a new variant, and every match has to handle it.
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
/// A match that omits a viewer does not compile:
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
    /// A spectator.
    Spectator,
}

/// Position in the course of a game, up to which a viewer has been informed. The default is the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogPosition {
    /// Number of plies: the moves of both sides together.
    pub(crate) plies: u32,
    /// Number of announcements.
    pub(crate) announcements: u64,
    /// True if the end was reached. At the end everything is sent once more.
    pub(crate) end: bool,
}

/// Seal of an observation: only this module can make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Made;

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
/// An observation needs a viewer:
///
/// ```compile_fail,E0308
/// use session::{Game, Viewer, view::{Observation, observe}};
/// fn look(game: &Game) -> Observation {
///     observe(game, None)
/// }
/// ```
///
/// It cannot be constructed from outside:
///
/// ```compile_fail,E0451
/// use session::{Game, Viewer, view::{Observation, observe}};
/// fn look(game: &Game) -> Observation {
///     Observation { ..observe(game, Viewer::Seat(ggn_core::Side::First)) }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Only this module can make one.
    made: Made,
    /// Id by which the viewer knows the game.
    pub(crate) game_id: GameId,
    /// Id in the link for spectators, if any are allowed.
    pub(crate) watch_id: Option<GameId>,
    pub(crate) you: Viewpoint,
    pub(crate) mode: Mode,
    pub(crate) highlighting_enabled: bool,
    /// Aids to players, if the creator chose them.
    pub(crate) aids: Option<Aids>,
    pub(crate) moderator: Arc<str>,
    pub(crate) ruleset: Arc<str>,
    pub(crate) overlays: Arc<[String]>,
    /// Id of the gambit profile.
    pub(crate) gambit: Option<Arc<str>>,
    pub(crate) table: Table,
    /// The moves so far in notation, for a player who arrives at an open game without duels.
    pub(crate) moves: Vec<NotedMove>,
    /// The position from which they start (FEEN), where it is not the initial one.
    pub(crate) start: Option<String>,
    /// The moves so far as they were seen, for a player who arrives at a game by sight.
    pub(crate) seen_moves: Vec<SeenMove>,
    pub(crate) people: People,
    pub(crate) rematch: Option<RematchView>,
    /// Marks of white and black, if they have shared them.
    pub(crate) marks: [Option<Arc<[Mark]>>; 2],
    /// Hash that promises the deal, where pieces are covered.
    pub(crate) commitment: Option<String>,
    /// Course of the game, for viewers with events.
    pub(crate) event_log: Option<Box<EventLog>>,
    /// View of a room, for its players.
    pub(crate) room: Option<Box<RoomView>>,
}

/// The part of an observation that updates contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) board: BoardView,
    pub(crate) status: GameStatus,
    pub(crate) touched: Option<SquareName>,
    /// Touched piece in the hand.
    pub(crate) touched_drop: Option<PieceName>,
    pub(crate) draw_offer: Option<DrawOffer>,
    pub(crate) end_reason: Option<EndReason>,
    pub(crate) winner: Option<Color>,
    pub(crate) tally: Tally,
    /// Number of plies so far: the moves of both sides together.
    pub(crate) ply: u32,
    /// The last move in notation, in an open game without duels: the course of the others is in their event logs.
    pub(crate) latest_move: Option<NotedMove>,
    /// The last move as it was seen, in a game by sight.
    pub(crate) latest_seen_move: Option<SeenMove>,
    pub(crate) record: Option<Arc<Record>>,
    pub(crate) clock: Option<ClockView>,
    /// View of the duels, in a game with duels.
    pub(crate) bids: Option<Box<Bids>>,
    /// Names of white and black.
    pub(crate) names: [Option<PersonName>; 2],
}

impl Observation {
    /// Replaces the spectators. They are always shown as they are now, even with an older state of the game.
    pub(crate) fn among(mut self, spectators: Vec<GameSpectator>) -> Observation {
        self.people.spectators = spectators.into();
        self
    }

    /// Returns the names of the players, if one of them has a name.
    pub(crate) fn player_names(&self) -> Option<PlayerNames> {
        let [w, b] = self.table.names.clone();
        (w.is_some() || b.is_some()).then_some(PlayerNames { w, b })
    }

    /// Returns the marks of the players who have shared theirs, if one of them has.
    pub(crate) fn shared_marks(&self) -> Option<SharedMarks> {
        let [w, b] = self.marks.each_ref().map(|marks| marks.as_deref().map(<[Mark]>::to_vec));
        (w.is_some() || b.is_some()).then_some(SharedMarks { w, b })
    }

    /// Returns the names of the players who have one.
    pub(crate) fn names(&self) -> impl Iterator<Item = &PersonName> {
        self.table.names.iter().flatten()
    }
}

/// Returns what `viewer` may know of `game` now.
#[must_use]
pub fn observe(game: &Game, viewer: Viewer) -> Observation {
    observe_since(game, viewer, LogPosition::default())
}

/// Returns what `viewer` may know of `game` now; of moves and announcements only those after `reached`.
// Requirements blind-46, gambit-1.
#[must_use]
pub fn observe_since(game: &Game, viewer: Viewer, reached: LogPosition) -> Observation {
    let visibility = Visibility::of(game, viewer);
    let own = side_of(viewer);
    let table =
        if visibility == Visibility::Hidden { hidden_table(game) } else { table(game, viewer, visibility) };
    let room = own.filter(|_| game.is_room);
    let room = room.map(|you| Box::new(room::observed(game, you, visibility, table.board.hands.as_ref())));
    Observation {
        made: Made,
        game_id: own.map_or(game.watch_id, |_| game.id),
        watch_id: game.social.spectators.allowed.then_some(game.watch_id),
        you: match viewer {
            Viewer::Seat(Side::First) => Viewpoint::W,
            Viewer::Seat(Side::Second) => Viewpoint::B,
            Viewer::Spectator => Viewpoint::Spectator,
        },
        mode: game.mode,
        highlighting_enabled: game.highlighting_enabled,
        aids: game.aids,
        moderator: Arc::clone(game.moderator.id()),
        ruleset: Arc::clone(&game.data.id),
        overlays: Arc::clone(&game.data.overlays),
        gambit: game.gambit.as_ref().map(|gambit| gambit.terms.profile().id.as_str().into()),
        table,
        moves: Vec::new(),
        start: None,
        seen_moves: Vec::new(),
        people: people::observed(game),
        rematch: rematch(game, own),
        marks: marks(game),
        commitment: game.deal.as_ref().map(|promised| promised.commitment()),
        event_log: (own.is_none() || game.gambit.is_some())
            .then(|| Box::new(event_log::observed(game, viewer, visibility, reached))),
        room,
    }
}

/// Returns what a viewer who arrives may know of `game` now: with the moves so far, where players see all of them.
#[must_use]
pub fn observe_arrival(game: &Game, viewer: Viewer) -> Observation {
    let mut seen = observe(game, viewer);
    let visibility = Visibility::of(game, viewer);
    seen.seen_moves = sight::seen_moves(game, visibility);
    if is_noted(game, visibility) {
        seen.moves = (1..).zip(game.board.history()).map(|(ply, played)| noted(ply, played)).collect();
        let start = Some(game.board.start()).filter(|start| **start != *game.rules().initial());
        seen.start = start.map(|start| game.rules().feen(start).to_string());
    }
    seen
}

/// Returns whether the moves are shown in notation while the game goes on; afterwards they are in its record.
fn is_noted(game: &Game, visibility: Visibility) -> bool {
    visibility == Visibility::Everything && game.gambit.is_none() && game.status != GameStatus::Finished
}

/// Returns a move of the game in notation.
fn noted(ply: u32, played: &ggn_core::Played) -> NotedMove {
    NotedMove { ply, by: played.by.into(), san: played.san.clone(), game_notation: played.notation.clone() }
}

/// Returns the visible part of the game itself.
// Requirements blind-38, blind-89, blind-90, gambit-9, gambit-27.
fn table(game: &Game, viewer: Viewer, visibility: Visibility) -> Table {
    let finished = game.status == GameStatus::Finished;
    let turn = game.board.position().turn();
    let own = side_of(viewer);
    let touched = game.touched.filter(|_| own == Some(turn));
    Table {
        board: BoardView {
            pieces: pieces(game, visibility),
            to_move: turn.into(),
            moves_left: moves_left(game),
            hands: hands(game, visibility),
            in_check: knows_check(game, visibility, turn).then(|| game.board.in_check()),
            seen: sight::seen(game, visibility),
            legal_moves: sight::legal_moves(game, visibility),
        },
        status: game.status,
        touched: touched.and_then(|touched| square_name(game, touched.source().square()?)),
        touched_drop: match touched {
            Some(Touched::Hand(piece)) => game.data.names.piece(piece).map(|piece| piece.qpi),
            Some(Touched::Board(_)) | None => None,
        },
        draw_offer: game.draw.standing().map(|from| DrawOffer { from: from.into() }),
        end_reason: game.outcome.and_then(|outcome| outcome.reason),
        winner: game.outcome.and_then(|outcome| outcome.winner).map(Color::from),
        // A player knows the kinds of the pieces taken and lost. A spectator of a blind game knows neither.
        tally: own.map_or_else(Tally::default, |you| covered::tally(game, you, captures_of(game, you))),
        ply: game.plies(),
        latest_move: game
            .board
            .history()
            .last()
            .filter(|_| is_noted(game, visibility))
            .map(|played| noted(game.plies(), played)),
        latest_seen_move: sight::latest_move(game, visibility),
        record: finished.then(|| Arc::clone(game.record.get_or_init(|| Arc::new(record(game))))),
        clock: game.clock.as_ref().map(|clock| clock_view(game, clock)),
        bids: game.gambit.as_ref().map(|gambit| Box::new(bids::observed(game, gambit, viewer, visibility))),
        names: names(game),
    }
}

/// Returns the captures of a side, counted by the kinds that its player knows: those that the moderator announces, where it answers attempts.
fn captures_of(game: &Game, side: Side) -> &BTreeMap<PieceType, u32> {
    let knows_kinds = game.moderator.attempts().is_none() || game.status == GameStatus::Finished;
    if knows_kinds { &game.captured[side] } else { &game.announced_kinds[side] }
}

/// Returns the rematch as far as the viewer may know it: an offer is between the players, and each gets the token of their own seat alone. In the next
/// game the sides are swapped.
fn rematch(game: &Game, own: Option<Side>) -> Option<RematchView> {
    match &game.rematch {
        Rematch::Open => None,
        Rematch::Offered(from) => own.map(|_| RematchView::Offered { from: (*from).into() }),
        Rematch::Declined(from) => own.map(|_| RematchView::Declined { from: (*from).into() }),
        Rematch::Agreed(next) => Some(RematchView::Accepted {
            game_id: own.map_or(next.watch_id.unwrap_or(next.id), |_| next.id),
            token: own.map(|you| next.tokens.of(you.opponent().into()).clone()),
        }),
    }
}

/// Returns the marks that players have shared, which is done once the game is over: they are for everybody then, and for nobody before.
fn marks(game: &Game) -> [Option<Arc<[Mark]>>; 2] {
    let is_over = game.status == GameStatus::Finished;
    Side::BOTH.map(|side| game.marks[side].clone().filter(|_| is_over))
}

/// Returns the visible part of a hidden game: that it is in progress.
fn hidden_table(game: &Game) -> Table {
    Table {
        board: BoardView {
            pieces: BTreeMap::new(),
            to_move: game.board.start().turn().into(),
            moves_left: None,
            hands: None,
            in_check: None,
            seen: None,
            legal_moves: None,
        },
        status: game.status,
        touched: None,
        touched_drop: None,
        draw_offer: None,
        end_reason: None,
        winner: None,
        tally: Tally::default(),
        ply: 0,
        latest_move: None,
        latest_seen_move: None,
        record: None,
        clock: None,
        bids: None,
        names: names(game),
    }
}

/// Returns the side of a viewer, if it has one.
fn side_of(viewer: Viewer) -> Option<Side> {
    match viewer {
        Viewer::Seat(you) => Some(you),
        Viewer::Spectator => None,
    }
}

/// Returns the names of white and black.
// Requirement gambit-100.
fn names(game: &Game) -> [Option<PersonName>; 2] {
    Side::BOTH.map(|side| game.names[side].clone())
}

/// Returns the number of moves left in this turn, where a turn has several. Both players may know it, because both learn of every move.
fn moves_left(game: &Game) -> Option<u8> {
    let moves = game.rules().moves_per_turn();
    (moves > 1).then(|| moves.saturating_sub(game.board.position().moves_made()))
}

/// Returns whether the viewer sees, or learns from the moderator, that the side to move is in check.
// Requirement blind-42.
fn knows_check(game: &Game, visibility: Visibility, turn: Side) -> bool {
    match visibility {
        Visibility::Everything => true,
        Visibility::Own(you) | Visibility::Sight(you) => hearing::knows_check(&game.moderator, you, turn),
        Visibility::NoPieces => game.moderator.audience(Event::InCheck) == RelativeAudience::Both,
        Visibility::Hidden => false,
    }
}

/// Returns the clock. Both players may know all of it: only events that both know of change it.
// Requirement gambit-6.
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
        away_until: vacation_ends(clock),
    }
}

/// Returns the ends of the players' vacations, which they tell their opponents themselves.
fn vacation_ends(clock: &Clock) -> Option<VacationEnds> {
    let [w, b] = Side::BOTH.map(|side| clock.vacation(side).map(|vacation| vacation.until));
    (w.is_some() || b.is_some()).then_some(VacationEnds { w, b })
}

// Requirement blind-66.
fn pieces(game: &Game, visibility: Visibility) -> BTreeMap<SquareName, PieceView> {
    // A `BTreeMap` of entries in the order of their keys has nothing to sort.
    let seen = game.data.names.in_order().filter_map(|(name, square)| {
        let id = game.board.position().piece_at(square)?;
        let piece = game.rules().piece(id)?;
        // The other side knows a piece by its looks alone.
        let id =
            if visibility.sees_piece(piece) { id } else { sight::seen_piece(game, visibility, square, id)? };
        let points = game.board.position().points_at(square);
        Some((name, PieceView { points, ..game.data.names.piece(id)? }))
    });
    seen.collect()
}

/// Returns what each side can drop, if the viewer sees its pieces or the moderator announces what enters and leaves a hand; `None` in a game without
/// hands. Who sees the pieces of a side on the board sees those in its hand.
fn hands(game: &Game, visibility: Visibility) -> Option<Hands> {
    if !game.data.has_hands || visibility == Visibility::Hidden {
        return None;
    }
    let is_announced = game.moderator.announces_hands();
    let of = |side: Side| (is_announced || visibility.sees(side)).then(|| held(game, side));
    Some(Hands { w: of(Side::First), b: of(Side::Second) })
}

/// Returns the pieces in the hand of a side, and those of its supply.
fn held(game: &Game, side: Side) -> Vec<HeldPieces> {
    let (rules, names) = (game.rules(), &game.data.names);
    let hand = game.board.position().hand(side).iter().map(|&(piece, count)| (piece, Some(count)));
    let supply = rules.pieces().filter(|(_, piece)| piece.is_supplied && piece.side() == side);
    let supply = supply.map(|(piece, _)| (piece, None));
    hand.chain(supply)
        .filter_map(|(piece, count)| Some(HeldPieces { piece: names.piece(piece)?, count }))
        .collect()
}

pub(crate) fn square_name(game: &Game, square: Square) -> Option<SquareName> {
    game.data.names.square(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{board, data, game};
    use crate::moderator::Moderator;

    /// Returns what each viewer knows of the check of black, if the moderator announces it to this audience.
    fn observed(mode: Mode, audience: &str, status: GameStatus) -> [Option<bool>; 2] {
        let (_, blind) = data().into_iter().find(|(path, _)| path == "moderators/blind.json").unwrap();
        let policy = String::from_utf8(blind).unwrap();
        let policy = policy.replace(r#""in_check": "both""#, &format!(r#""in_check": "{audience}""#));
        let mut game = game(mode, None, board("4k^3/8/8/8/8/8/8/4RK^2 / c/C"));
        let moderator = Moderator::read("moderators/blind.json", policy.as_bytes(), &mut Vec::new());
        game.moderator = Arc::new(moderator.unwrap());
        game.status = status;
        Side::BOTH.map(|side| observe(&game, Viewer::Seat(side)).table.board.in_check)
    }

    // Requirement blind-42.
    #[test]
    fn check_is_shown_to_its_audience() {
        let active = |audience| observed(Mode::Blind, audience, GameStatus::Active);
        assert_eq!(active("both"), [Some(true), Some(true)]);
        assert_eq!(active("mover"), [Some(true), None]);
        assert_eq!(active("opponent"), [None, Some(true)]);
        assert_eq!(active("nobody"), [None, None]);
        assert_eq!(observed(Mode::Vanilla, "nobody", GameStatus::Active), [Some(true), Some(true)]);
        assert_eq!(observed(Mode::Blind, "nobody", GameStatus::Finished), [Some(true), Some(true)]);
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
    fn shared_marks_are_for_everybody_and_not_before_the_end() {
        let mut game = game(Mode::Blind, None, board("4k^3/8/8/8/8/8/8/4RK^2 / c/C"));
        game.status = GameStatus::Active;
        let marks: Vec<Mark> = vec!["0 e8 c:k".parse().unwrap()];
        game.marks[Side::First] = Some(marks.clone().into());
        let viewers = [Viewer::Seat(Side::First), Viewer::Seat(Side::Second), Viewer::Spectator];
        let shared = |game: &Game| viewers.map(|viewer| observe(game, viewer).shared_marks());
        assert_eq!(shared(&game), [None, None, None]);
        game.resign(Side::First);
        for shared in shared(&game) {
            assert_eq!(shared, Some(SharedMarks { w: Some(marks.clone()), b: None }));
        }
    }

    #[test]
    fn what_is_touched_is_shown_to_its_owner_alone() {
        for mode in Mode::ALL {
            let mut game = game(mode, None, board("4k^3/8/8/8/8/8/8/4RK^2 / c/C"));
            game.touched = Some(Touched::Board(crate::fixtures::square("e8")));
            let touched = Side::BOTH.map(|side| observe(&game, Viewer::Seat(side)).table.touched);
            assert_eq!(touched, [None, "e8".parse().ok()]);
        }
    }
}
