//! Moves: what a commit comes to, and all that follows from a ply of whatever kind.

use std::collections::BTreeSet;

use ggn_core::notation::cgsn::Status;
use ggn_core::{Cause, EndStatus, Ending, Goal, Happening, Move, Played, Ruleset, Side};

use super::gambit::Turn;
use super::{Game, Outcome, RefusedTry, hears};
use crate::gambit::Resolution;
use crate::ids::UnixMs;
use crate::limits::TRIES_KEPT;
use crate::moderator::{Event, Happened, ModeratorText, Moment, announce_move, announce_try};
use crate::protocol::player::{EndReason, ErrorCode, PieceType};
use crate::touch_move::{Commit, Step, TouchRules, judge};

/// What came of a commit that was no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    /// The move was made.
    Made {
        /// Whether it took something, or hit it.
        captures: bool,
    },
    /// It is a capture, and both sides are asked for bids.
    Contested,
    /// The piece is touched, and nothing more.
    Touched,
    /// The moderator refuses, in this word.
    Refused(ModeratorText),
    /// The moderator refuses, and does not say so to the player.
    Unheard,
}

impl Game {
    /// A player commits to a piece. An error has no effect, but that a piece may now be touched.
    pub(crate) fn commit(&mut self, by: Side, commit: Commit, at: UnixMs) -> Result<Came, ErrorCode> {
        if self.is_contested() {
            return Err(ErrorCode::WrongPhase);
        }
        if self.board.position().turn() != by {
            return Err(ErrorCode::NotYourTurn);
        }
        let rules = TouchRules {
            binds: self.profile.touch_move,
            wont_help_includes_blocked: self.moderator.wont_help_includes_blocked(),
        };
        let judgement = judge(&self.board, rules, self.touched, commit);
        let judgement = self.without_refused_captures(judgement, commit);
        self.touched = judgement.touched;
        match judgement.step {
            Step::Error(code) => Err(code),
            Step::Silent => Ok(Came::Touched),
            Step::Refuse(event) => {
                let ply = self.plies().saturating_add(1);
                let said = announce_try(&self.moderator, Moment { ply, at }, by, event);
                let is_heard = said.as_ref().is_some_and(|said| hears(said.audience, by));
                self.tell(said);
                if self.tries.len() >= TRIES_KEPT {
                    self.tries.pop_front();
                }
                let (from, to, text) = (commit.from, commit.to, event.text(by));
                self.tries.push_back(RefusedTry { ply, by, from, to, text, at });
                Ok(if is_heard { Came::Refused(text) } else { Came::Unheard })
            }
            Step::Play(mv) => {
                if self.contest(by, &mv, at) {
                    return Ok(Came::Contested);
                }
                Ok(Came::Made { captures: self.make(&mv, None, at) })
            }
        }
    }

    /// A player makes a move. One that is not legal is nobody's business but the player's: nothing is noted of it, and nobody is told.
    pub(crate) fn attempt(&mut self, by: Side, commit: Commit, at: UnixMs) -> bool {
        let rules = TouchRules { binds: false, wont_help_includes_blocked: true };
        match judge(&self.board, rules, None, commit).step {
            Step::Play(mv) if self.board.position().turn() == by => {
                self.make(&mv, None, at);
                true
            }
            Step::Play(_) | Step::Error(_) | Step::Silent | Step::Refuse(_) => false,
        }
    }

    /// Makes a move, which may have been fought for, and tells whether it took something, or hit it.
    pub(super) fn make(&mut self, mv: &Move, fought: Option<Resolution>, at: UnixMs) -> bool {
        let Ok(played) = self.board.play(mv) else { return false };
        let played = played.clone();
        self.follow(&played, Turn { duel: fought, retreat: None, regained: None }, at);
        played.deed.is_capture()
    }

    /// All that follows from a ply: what is said, who is where, what is counted, what the turn brings back, and whether the game is over.
    pub(super) fn follow(&mut self, played: &Played, turn: Turn, at: UnixMs) {
        let by = played.by;
        self.roster.follow(played, &self.data.ruleset);
        if let Some(gambit) = &self.gambit {
            gambit.terms.profile().failed_check_defence.settle(&mut self.board);
        }
        let ending = self.board.ending();
        let kind = |id| {
            self.board.rules().piece(id).and_then(|piece: &ggn_core::Piece| PieceType::new(piece.letter()))
        };
        let captured: Vec<PieceType> =
            played.deed.captured.iter().filter_map(|&(_, piece)| kind(piece)).collect();
        let befell = befell(self.board.rules(), by, &played.deed.happenings);
        let happened = Happened {
            by,
            captured: !captured.is_empty(),
            hit: played.deed.is_hit(),
            repulsed: played.deed.is_repulsed(),
            tag: played.tag.as_deref(),
            promoted: played.deed.promoted.and_then(kind),
            befell: &befell,
            check: played.check,
            ending,
        };
        let moment = Moment { ply: self.plies(), at };
        let said = announce_move(&self.moderator, moment, &happened);
        self.touched = None;
        self.played_at.push(at);
        // Who attacks has moved already, as far as the talk about a draw goes: whatever was said since is about what comes after.
        if turn.duel.is_none() {
            self.draw.moved(by);
        }
        for kind in captured {
            *self.captured[by].entry(kind).or_default() += 1;
        }
        self.tell(said);
        self.book(by, turn);
        if let Some(Ending { status, winner }) = ending {
            self.finish(Outcome { reason: reason(status), winner });
        } else {
            self.pass_clock(by, at);
        }
    }
}

/// What the mechanics did beside a hit, as it is told: once for each side that it befell, however many pieces it was.
fn befell(rules: &Ruleset, by: Side, happenings: &[Happening]) -> Vec<(Event, Side)> {
    let told = |happening: &Happening| match *happening {
        // A hit is told in place of the move.
        Happening::Hit { .. } => None,
        Happening::Destroyed { cause: Cause::Blast, .. } => Some((Event::Exploded, by)),
        Happening::Destroyed { piece, cause: Cause::Poison, .. } => {
            Some((Event::Fell, rules.piece(piece)?.side()))
        }
        Happening::Poisoned { piece, .. } => Some((Event::Poisoned, rules.piece(piece)?.side())),
        Happening::Healed { piece, .. } => Some((Event::Healed, rules.piece(piece)?.side())),
    };
    // By event and side: in which order the squares were gone through is nobody's business.
    let told: BTreeSet<(Event, Side)> = happenings.iter().filter_map(told).collect();
    told.into_iter().collect()
}

/// The word of the wire for what ended a game, where it has one.
fn reason(status: EndStatus) -> Option<EndReason> {
    let status = match status {
        EndStatus::Cgsn(status) => status,
        EndStatus::Goal(goal) => {
            return Some(match goal {
                Goal::Captures => EndReason::Captures,
                Goal::Promotions => EndReason::Promotions,
                Goal::Checks => EndReason::Checks,
                Goal::Arrival => EndReason::Arrival,
                Goal::Extinction => EndReason::Extinction,
            });
        }
    };
    match status {
        Status::Checkmate => Some(EndReason::Checkmate),
        Status::Stalemate => Some(EndReason::Stalemate),
        Status::Insufficient => Some(EndReason::Insufficient),
        Status::Movelimit => Some(EndReason::FiftyMove),
        Status::Repetition => Some(EndReason::Threefold),
        Status::Resignation => Some(EndReason::Resign),
        Status::Agreement => Some(EndReason::DrawAgreed),
        Status::Timelimit => Some(EndReason::Timeout),
        Status::Check
        | Status::Stale
        | Status::Nomove
        | Status::Bareking
        | Status::Mareking
        | Status::Illegalmove => None,
    }
}
