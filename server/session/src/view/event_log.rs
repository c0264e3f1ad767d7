//! Course of the game as far as a viewer may know it: moves and announcements.

use ggn_core::notation::duel::{self, DuelMove, Mark};
use ggn_core::tactics::Tactic;
use ggn_core::{Location, Played, Square};

use super::bids;
use super::observation::{LogPosition, Viewer, square_name};
use super::parts::MoveMade;
use super::visibility::Visibility;
use crate::domain::{
    Announcement, DuelMade, GameStatus, MoveDetails, PieceName, Regained, RegainedFor, RetreatMade,
    SquareName,
};
use crate::gambit::{Points, Regeneration};
use crate::game::gambit::{Gambit, Retreat, Turn};
use crate::game::{Game, location_name};

/// Part of the course of a game that is new to a viewer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EventLog {
    /// The moves.
    pub(crate) moves: Vec<MoveMade>,
    /// The announcements, the oldest first.
    pub(crate) announcements: Vec<Announcement>,
    /// Position reached with this part.
    pub(crate) reached: LogPosition,
    /// Number of the next move as players count, from 1: both sides' turns have the same. It is not a ply.
    pub(crate) move_number: u32,
    /// Squares of visible pieces that have moved, sorted.
    pub(crate) moved: Vec<SquareName>,
    /// Square of the attacked royal piece, if visible.
    pub(crate) checked: Option<SquareName>,
}

/// Returns what is new to the viewer.
// Requirement gambit-10.
pub(crate) fn observed(game: &Game, viewer: Viewer, visibility: Visibility, known: LogPosition) -> EventLog {
    if visibility == Visibility::Hidden {
        return EventLog { move_number: 1, ..EventLog::default() };
    }
    let announced = match viewer {
        Viewer::Seat(side) => &game.announced[side],
        Viewer::Spectator => &game.announced_to_both,
    };
    let reached = LogPosition {
        plies: game.plies(),
        announcements: announced.total(),
        end: game.status == GameStatus::Finished,
    };
    let first = known.first_ply(reached);
    let skipped = usize::try_from(first).unwrap_or(usize::MAX);
    let plies = (first + 1..).zip(game.board.history().iter().enumerate().skip(skipped));
    let moves = plies.map(|(ply, (at, played))| {
        let gambit = game.gambit.as_deref();
        let turn = gambit.and_then(|gambit| Some((gambit, gambit.turns.get(at)?)));
        made(game, (ply, played), turn, viewer, visibility)
    });
    let is_moved = |square: &Square| {
        let piece = game.board.position().piece_at(*square).and_then(|id| game.rules().piece(id));
        let is_seen = piece.is_some_and(|piece| visibility.sees_piece(piece));
        is_seen && game.identities.at(*square).is_some_and(|life| life.moved)
    };
    let squares = game.data.names.in_order();
    EventLog {
        moves: moves.collect(),
        announcements: announced.since(known.announcements),
        reached,
        move_number: game.board.counters().fullmove,
        checked: checked(game, visibility),
        moved: squares.filter(|(_, square)| is_moved(square)).map(|(name, _)| name).collect(),
    }
}

/// Returns the square of the attacked royal piece; `None` if there are several.
fn checked(game: &Game, visibility: Visibility) -> Option<SquareName> {
    let (rules, position) = (game.rules(), game.board.position());
    let turn = position.turn();
    if !visibility.sees(turn) || !game.board.in_check() {
        return None;
    }
    let is_royal = |id| rules.piece(id).is_some_and(|piece| piece.side() == turn && piece.is_terminal());
    let mut royals = position.pieces().filter(|(_, id)| is_royal(*id)).map(|(square, _)| square);
    let only = royals.next().filter(|_| royals.next().is_none());
    only.and_then(|square| square_name(game, square))
}

/// Returns all details of a move of a finished game; `None` in a game without duels.
pub(crate) fn details(game: &Game, ply: u32, played: &Played) -> Option<MoveDetails> {
    let gambit = game.gambit.as_deref()?;
    let turn = gambit.turns.get(usize::try_from(ply.checked_sub(1)?).ok()?)?;
    let made = made(game, (ply, played), Some((gambit, turn)), Viewer::Spectator, Visibility::Everything);
    Some(made.details)
}

/// Returns a move, as far as the viewer may know it. Its details are known in games with duels only.
// Requirement gambit-5.
fn made(
    game: &Game,
    (ply, played): (u32, &Played),
    turn: Option<(&Gambit, &Turn)>,
    viewer: Viewer,
    visibility: Visibility,
) -> MoveMade {
    let is_seen = visibility.sees(played.by);
    let rules = game.rules();
    let knows_points = |gambit| bids::knows_points(game, gambit, viewer, played.by);
    let regained = turn.and_then(|(gambit, turn)| turn.regained.as_ref().filter(|_| knows_points(gambit)));
    let retreat = turn.and_then(|(_, turn)| turn.retreat).filter(|_| is_seen);
    let duel = turn.and_then(|(_, turn)| turn.duel).map(|resolution| bids::made(&resolution));
    MoveMade {
        ply,
        by: played.by.into(),
        from: is_seen.then(|| location_name(rules, played.mv.source)),
        to: is_seen.then(|| location_name(rules, played.mv.destination)),
        drop: dropped(game, played).filter(|_| is_seen),
        // It distinguishes the piece from others, as algebraic notation does.
        game_notation: (visibility == Visibility::Everything && turn.is_none())
            .then(|| played.notation.clone())
            .flatten(),
        details: MoveDetails {
            // Algebraic notation distinguishes the piece from others of its kind that could make the move, which depends on hidden enemy
            // pieces.
            notation: (visibility == Visibility::Everything)
                .then(|| notation(game, played, duel, retreat, regained)),
            duel,
            retreat: retreat.map(|Retreat { to, cost }| RetreatMade {
                position: to.and_then(|square| square_name(game, square)),
                cost: cost.0,
            }),
            regained: regained.map(|regained| self::regained(game, regained, visibility)),
        },
    }
}

/// Returns the name of the piece that a move drops; `None` for another move.
pub(crate) fn dropped(game: &Game, played: &Played) -> Option<PieceName> {
    let is_drop = played.mv.source == Location::Hand;
    game.data.names.piece(played.mv.piece).filter(|_| is_drop).map(|piece| piece.qpi)
}

/// Returns the regeneration of a turn. Its reasons are hidden, because they disclose pieces of the other side.
// Requirements gambit-4, gambit-17, gambit-20, gambit-22.
fn regained(game: &Game, regained: &Regeneration, visibility: Visibility) -> Regained {
    let shown = regained.tactics.iter().filter(|_| visibility == Visibility::Everything);
    let tactics = shown.map(|(tactic, Points(points))| {
        let (kind, squares) = tactic_name(tactic);
        let squares = squares.into_iter().filter_map(|square| square_name(game, square)).collect();
        RegainedFor { kind: kind.to_owned(), squares, points: *points }
    });
    Regained { base: regained.base.0, tactics: tactics.collect(), total: regained.total.0 }
}

/// Returns the name of a tactic and its squares, the acting piece first.
fn tactic_name(tactic: &Tactic) -> (&'static str, Vec<Square>) {
    match tactic {
        Tactic::Pin { by, front, behind } => ("pin", vec![*by, *front, *behind]),
        Tactic::Skewer { by, front, behind } => ("skewer", vec![*by, *front, *behind]),
        Tactic::Fork { by, targets } => ("fork", [*by].into_iter().chain(targets.iter().copied()).collect()),
        Tactic::Discovered { by, target } => ("discovered", vec![*by, *target]),
        Tactic::Check { royal, by } => ("check", by.iter().copied().chain([*royal]).collect()),
        Tactic::Defence { by, defended } => ("defence", vec![*by, *defended]),
    }
}

/// Returns a move with its bids, its retreat and its regeneration.
fn notation(
    game: &Game,
    played: &Played,
    duel: Option<DuelMade>,
    retreat: Option<Retreat>,
    regained: Option<&Regeneration>,
) -> String {
    let san = played.san.as_str();
    let mark = match san.as_bytes().last() {
        Some(b'+') => Some(Mark::Check),
        Some(b'#') => Some(Mark::Mate),
        _ => None,
    };
    let san = san.trim_end_matches(['+', '#']);
    let failed = retreat.and_then(|retreat| {
        let Some(to) = retreat.to else { return Some(duel::FailedCapture::Lost) };
        let square = game.rules().shape().cell(to)?;
        Some(duel::FailedCapture::Retreated(duel::Retreat { square, cost: retreat.cost.0 }))
    });
    let duel = duel.map(|duel| {
        let bids = duel::Bids { attacker: duel.attacker_allocation, defender: duel.defender_allocation };
        duel::Duel::WithBids { bids, failed }
    });
    let written = DuelMove {
        // The retreat is written separately.
        mv: san.split('\u{2192}').next().unwrap_or(san).to_owned(),
        mark,
        duel,
        gained: regained.map(|regained| regained.total.0).filter(|total| *total > 0),
    };
    written.to_string()
}

impl LogPosition {
    /// Returns the number of moves that need not be sent again to a viewer at this position, in a log that goes up to `reached`. At the end all moves
    /// are sent once more.
    pub(crate) fn first_ply(self, reached: LogPosition) -> u32 {
        if reached.end && !self.end { 0 } else { self.plies }
    }
}
