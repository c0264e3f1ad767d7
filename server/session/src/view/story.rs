//! What came one after another, as far as a viewer may know it: the moves, and what the moderator said.

use ggn_core::notation::duel::{self, DuelMove, Mark};
use ggn_core::tactics::Tactic;
use ggn_core::{Played, Square};

use super::bids;
use super::eyes::Eyes;
use super::observation::{Reached, Viewer, square_name};
use crate::gambit::{Points, Regeneration};
use crate::game::gambit::{Gambit, Retreat, Turn};
use crate::game::{Game, location_name};
use crate::protocol::events::{DuelMade, MoveMade, Regained, RegainedFor, RetreatMade};
use crate::protocol::player::{Announcement, GameStatus, SquareName};

/// What is new of the story of a game to who has been told so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Story {
    /// The moves.
    pub(super) moves: Vec<MoveMade>,
    /// What the moderator said, the oldest first.
    pub(super) said: Vec<Announcement>,
    /// How far it goes.
    pub(super) reached: Reached,
    /// The number of the move that is due, from 1.
    pub(super) move_number: u32,
    /// The squares of the pieces that the viewer sees and that have moved, sorted.
    pub(super) moved: Vec<SquareName>,
    /// Where the attacked royal piece stands, if the viewer sees it.
    pub(super) checked: Option<SquareName>,
}

/// What is new to the viewer.
pub(super) fn told(game: &Game, viewer: Viewer, eyes: Eyes, told: Reached) -> Story {
    if eyes == Eyes::Shut {
        return Story { move_number: 1, ..Story::default() };
    }
    let heard = match viewer {
        Viewer::Seat(side) => &game.heard[side],
        Viewer::Spectator => &game.heard_by_both,
    };
    let reached =
        Reached { plies: game.plies(), said: heard.total(), end: game.status == GameStatus::Finished };
    let first = told.first_ply(reached);
    let skipped = usize::try_from(first).unwrap_or(usize::MAX);
    let plies = (first + 1..).zip(game.board.history().iter().enumerate().skip(skipped));
    let moves = plies.map(|(ply, (at, played))| {
        let gambit = game.gambit.as_deref();
        let turn = gambit.and_then(|gambit| Some((gambit, gambit.turns.get(at)?)));
        made(game, (ply, played), turn, viewer, eyes)
    });
    let is_moved = |square: &Square| {
        let piece = game.board.position().piece_at(*square).and_then(|id| game.rules().piece(id));
        let is_seen = piece.is_some_and(|piece| eyes.see(piece.side()));
        is_seen && game.roster.at(*square).is_some_and(|life| life.moved)
    };
    let squares = game.data.names.in_order();
    Story {
        moves: moves.collect(),
        said: heard.since(told.said),
        reached,
        move_number: game.board.counters().fullmove,
        checked: checked(game, eyes),
        moved: squares.filter(|(_, square)| is_moved(square)).map(|(name, _)| name).collect(),
    }
}

/// Where the royal piece stands that is attacked; nowhere if there are several.
fn checked(game: &Game, eyes: Eyes) -> Option<SquareName> {
    let (rules, position) = (game.rules(), game.board.position());
    let turn = position.turn();
    if !eyes.see(turn) || !game.board.in_check() {
        return None;
    }
    let is_royal = |id| rules.piece(id).is_some_and(|piece| piece.side() == turn && piece.is_terminal());
    let mut royals = position.pieces().filter(|(_, id)| is_royal(*id)).map(|(square, _)| square);
    let only = royals.next().filter(|_| royals.next().is_none());
    only.and_then(|square| square_name(game, square))
}

/// A move of a game with bids that is over, with all that it was: nothing where nothing is bid for.
pub(super) fn in_full(game: &Game, ply: u32, played: &Played) -> Option<MoveMade> {
    let gambit = game.gambit.as_deref()?;
    let turn = gambit.turns.get(usize::try_from(ply.checked_sub(1)?).ok()?)?;
    Some(made(game, (ply, played), Some((gambit, turn)), Viewer::Spectator, Eyes::Everything))
}

/// A move, as far as the viewer may know it. What it was beside its move is known where it is bid for.
fn made(
    game: &Game,
    (ply, played): (u32, &Played),
    turn: Option<(&Gambit, &Turn)>,
    viewer: Viewer,
    eyes: Eyes,
) -> MoveMade {
    let is_seen = eyes.see(played.by);
    let rules = game.rules();
    let knows_points = |gambit| bids::knows_points(game, gambit, viewer, played.by);
    let regained = turn.and_then(|(gambit, turn)| turn.regained.as_ref().filter(|_| knows_points(gambit)));
    let retreat = turn.and_then(|(_, turn)| turn.retreat).filter(|_| is_seen);
    let duel = turn.and_then(|(_, turn)| turn.duel).map(|resolution| {
        let [attacker_allocation, defender_allocation] = bids::spent(&resolution);
        DuelMade { result: bids::result(&resolution), attacker_allocation, defender_allocation }
    });
    MoveMade {
        ply,
        by: played.by.into(),
        from: is_seen.then(|| location_name(rules, played.mv.source)),
        to: is_seen.then(|| location_name(rules, played.mv.destination)),
        // Algebraic notation tells from the other pieces of the kind those that could have made the move, and whether they could the enemy decides.
        notation: (eyes == Eyes::Everything).then(|| notation(game, played, duel, retreat, regained)),
        duel,
        retreat: retreat.map(|Retreat { to, cost }| RetreatMade {
            position: to.and_then(|square| square_name(game, square)),
            cost: cost.0,
        }),
        regained: regained.map(|regained| self::regained(game, regained, eyes)),
    }
}

/// What a turn brought back. What it brought that for speaks of pieces of the other side.
fn regained(game: &Game, regained: &Regeneration, eyes: Eyes) -> Regained {
    let told = regained.tactics.iter().filter(|_| eyes == Eyes::Everything);
    let tactics = told.map(|(tactic, Points(points))| {
        let (kind, squares) = tactic_name(tactic);
        let squares = squares.into_iter().filter_map(|square| square_name(game, square)).collect();
        RegainedFor { kind: kind.to_owned(), squares, points: *points }
    });
    Regained { base: regained.base.0, tactics: tactics.collect(), total: regained.total.0 }
}

/// The word for a tactic, and its squares: whose piece does it first.
fn tactic_name(tactic: &Tactic) -> (&'static str, Vec<Square>) {
    match tactic {
        Tactic::Pin { by, front, behind } => ("pin", vec![*by, *front, *behind]),
        Tactic::Skewer { by, front, behind } => ("skewer", vec![*by, *front, *behind]),
        Tactic::Fork { by, role: _, targets } => {
            ("fork", [*by].into_iter().chain(targets.iter().copied()).collect())
        }
        Tactic::Discovered { by, target } => ("discovered", vec![*by, *target]),
        Tactic::Check { royal, by } => ("check", by.iter().copied().chain([*royal]).collect()),
        Tactic::Defence { by, defended } => ("defence", vec![*by, *defended]),
    }
}

/// A move with what was bid for it, where its piece fell back to, and what it brought.
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
        let Some(to) = retreat.to else { return Some(duel::Failed::Lost) };
        let square = game.rules().shape().cell(to)?;
        Some(duel::Failed::FellBack(duel::Fallback { square, cost: retreat.cost.0 }))
    });
    let told = duel.map(|duel| {
        let bids = duel::Bids { attacker: duel.attacker_allocation, defender: duel.defender_allocation };
        duel::Duel::Told { bids, failed }
    });
    let written = DuelMove {
        // Where the piece fell back to has a place of its own.
        mv: san.split('\u{2192}').next().unwrap_or(san).to_owned(),
        mark,
        duel: told,
        gained: regained.map(|regained| regained.total.0).filter(|total| *total > 0),
    };
    written.to_string()
}

impl Reached {
    /// How many moves need not be told to who has been told so much, of a story that goes so far: at the end all of them are told once more.
    pub(super) fn first_ply(self, reached: Reached) -> u32 {
        if reached.end && !self.end { 0 } else { self.plies }
    }
}
