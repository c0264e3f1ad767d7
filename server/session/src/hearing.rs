//! Words that players hear of moves and of tries: by the terms of a game, a board, and nothing else. The game announces by it, and who imagines boards by
//! [`Hearing`].

use std::collections::BTreeSet;
use std::sync::Arc;

use ggn_core::engine::Chosen;
use ggn_core::{
    Cause, Happening, Location, Move, PieceId, Placement, Played, Rules as Ruleset, Side, SightOptions,
    Square, sight_with,
};

use crate::domain::{Announcement, CapturedClass, Direction, Event, Payload, PieceType, UnixMs};
use crate::moderator::{
    AnyAnswer, BeforeTurn, Captured, Drop, Moderator, Moment, MoveFacts, MoveSummary, PawnTries,
    RelativeAudience, Reply, Turn, Verdict, announce_move, announce_refusal, announce_reply, announce_try,
};
use crate::names::Names;
use crate::profile::{PieceVisibility, Profile, SightTerms};
use crate::rules::Rules;
use crate::touch_move::{Choice, Commit, Step, TouchRules, Touched, evaluate, evaluate_pass, legal_move_of};

/// Announcements of a move, and its captures as the players count them.
pub(crate) struct MoveHeard {
    pub(crate) announcements: Vec<Announcement>,
    /// Kinds of the captured pieces.
    pub(crate) captured: Vec<PieceType>,
    /// Kinds of those among them that were covered.
    pub(crate) captured_covered: Vec<PieceType>,
    /// Kind of the captured piece, if the moderator announces it.
    pub(crate) announced_kind: Option<PieceType>,
}

/// Returns what the moderator announces of the last move of a board.
pub(crate) fn of_move(
    board: &ggn_core::Game,
    moderator: &Moderator,
    names: &Names,
    played: &Played,
    moment: Moment,
) -> MoveHeard {
    let kind = |id| board.rules().piece(id).and_then(|piece| PieceType::new(piece.letter()));
    let captured: Vec<PieceType> = captured_pieces(played).filter_map(kind).collect();
    let covered = played.uncovered.captured.iter().filter_map(|&(_, piece)| kind(piece));
    let facts = MoveFacts::of_last(board, moderator);
    let capture = facts.as_ref().and_then(|facts| captured_payload(board, names, facts));
    let is_drop = played.mv.source == Location::Hand;
    let drop = is_drop.then(|| Drop { kind: facts.as_ref().and_then(|facts| facts.dropped).and_then(kind) });
    let directions = facts.map(|facts| unordered(facts.directions)).unwrap_or_default();
    let mechanic_events = mechanic_events(board.rules(), played.by, &played.effect.happenings);
    let happened = MoveSummary {
        by: played.by,
        captured: !captured.is_empty(),
        hit: played.effect.is_hit(),
        repulsed: played.effect.is_repulsed(),
        tag: played.tag.as_deref(),
        // What comes from the hand with another face up has not been promoted: the word would tell the drop.
        promoted: played.effect.promoted.filter(|_| !is_drop).and_then(kind),
        mechanic_events: &mechanic_events,
        capture: capture.as_ref(),
        drop,
        check: played.check,
        directions: &directions,
        ending: board.ending(),
    };
    MoveHeard {
        announcements: announce_move(moderator, moment, &happened),
        captured,
        captured_covered: covered.collect(),
        announced_kind: capture.and_then(|payload| payload.captured_type),
    }
}

/// Returns the announcement of pawn tries before the turn of the side to move.
pub(crate) fn of_pawn_tries(
    board: &ggn_core::Game,
    moderator: &Moderator,
    names: &Names,
    tries: &PawnTries,
    moment: Moment,
) -> Option<Announcement> {
    let count = || u32::try_from(tries.count()).unwrap_or(u32::MAX);
    let squares = || tries.sources().filter_map(|square| names.square(square)).collect();
    let (reply, payload) = match moderator.tries().before_turn? {
        BeforeTurn::Whether if tries.count() > 0 => (Reply::HasAny, None),
        BeforeTurn::Whether => (Reply::NoAny, None),
        BeforeTurn::Count => (Reply::PawnTries, Some(Payload { tries: Some(count()), ..Payload::default() })),
        BeforeTurn::Sources => {
            (Reply::PawnTries, Some(Payload { sources: Some(squares()), ..Payload::default() }))
        }
    };
    announce_reply(moderator, moment, board.position().turn(), reply, payload)
}

/// Returns whether the player of a side who does not see every piece learns that the side to move is in check.
pub(crate) fn knows_check(moderator: &Moderator, you: Side, turn: Side) -> bool {
    match moderator.audience(Event::InCheck) {
        RelativeAudience::Both => true,
        // The mover is the side that gave check, which is not to move now.
        RelativeAudience::Mover => you != turn,
        RelativeAudience::Opponent => you == turn,
        RelativeAudience::Nobody => false,
    }
}

/// Returns the squares that a side sees by sight: also those of pieces of neither side, which nobody hides.
pub(crate) fn seen(board: &ggn_core::Game, terms: SightTerms, side: Side) -> Vec<Square> {
    let (rules, position) = (board.rules(), board.position());
    let mut seen = sight_with(rules, position, side, terms.into());
    let is_neutral = |id| rules.piece(id).is_some_and(|piece| piece.is_neutral);
    seen.extend(position.pieces().filter(|&(_, id)| is_neutral(id)).map(|(square, _)| square));
    seen.sort_unstable();
    seen.dedup();
    seen
}

/// Returns the legal moves of a side that put pieces on seen squares alone: others would tell which squares are free. Where there is none of them, all
/// are offered, so that nobody is stuck.
pub(crate) fn offered(board: &ggn_core::Game, seen: &[Square]) -> Vec<Move> {
    let is_seen = |square: Option<Square>| square.is_none_or(|square| seen.binary_search(&square).is_ok());
    let is_open =
        |mv: &&Move| is_seen(mv.destination.square()) && is_seen(mv.placed.map(|placed| placed.square));
    let legal = board.legal_moves();
    let open: Vec<Move> = legal.iter().filter(is_open).copied().collect();
    if open.is_empty() { legal.to_vec() } else { open }
}

/// Returns the pieces that a move has captured: of one that was covered, the piece that it hid.
pub(crate) fn captured_pieces(played: &Played) -> impl Iterator<Item = PieceId> + '_ {
    played.effect.captured.iter().map(|&(square, piece)| {
        let hidden = played.uncovered.captured.iter().find(|(at, _)| *at == square);
        hidden.map_or(piece, |(_, hidden)| *hidden)
    })
}

/// Returns the particulars of a capture that the moderator announces.
fn captured_payload(board: &ggn_core::Game, names: &Names, facts: &MoveFacts) -> Option<Payload> {
    let letter = |id| board.rules().piece(id).and_then(|piece| PieceType::new(piece.letter()));
    let (captured, captured_type) = match facts.captured {
        Some(Captured::Pawn) => (Some(CapturedClass::Pawn), None),
        Some(Captured::Piece) => (Some(CapturedClass::Piece), None),
        Some(Captured::Kind(piece)) => (None, letter(piece)),
        None => (None, None),
    };
    let square = facts.capture_square.and_then(|square| names.square(square));
    Payload { square, captured, captured_type, ..Payload::default() }.unless_empty()
}

/// Returns directions in the order of their kinds. The order of the checking pieces would tell more than the directions.
fn unordered(mut directions: Vec<Direction>) -> Vec<Direction> {
    directions.sort_unstable();
    directions
}

/// Returns the announced effects of the mechanics besides a hit: each once for each affected side, regardless of the number of pieces.
fn mechanic_events(rules: &Ruleset, by: Side, happenings: &[Happening]) -> Vec<(Event, Side)> {
    let event = |happening: &Happening| match *happening {
        // A hit is announced in place of the move.
        Happening::Hit { .. } => None,
        Happening::Destroyed { cause: Cause::Blast, .. } => Some((Event::Exploded, by)),
        Happening::Destroyed { piece, cause: Cause::Poison, .. } => {
            Some((Event::Fell, rules.piece(piece)?.side()))
        }
        Happening::Poisoned { piece, .. } => Some((Event::Poisoned, rules.piece(piece)?.side())),
        Happening::Healed { piece, .. } => Some((Event::Healed, rules.piece(piece)?.side())),
    };
    // Sorted by event and side, so that the order of the squares does not show.
    let events: BTreeSet<(Event, Side)> = happenings.iter().filter_map(event).collect();
    events.into_iter().collect()
}

/// The terms by which the players of one game hear of it. It knows no game: it answers about boards that somebody imagines.
///
/// Both players know everything in it.
#[derive(Clone, Debug)]
pub struct Hearing {
    moderator: Arc<Moderator>,
    profile: Arc<Profile>,
    rules: Arc<Rules>,
    /// True if a touched piece must move.
    touch_move: bool,
}

/// Words and facts that a player hears of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The announcements, in order.
    pub announcements: Vec<Announcement>,
    /// True if the side to move is in check; `None` where the player does not learn it.
    pub in_check: Option<bool>,
    /// Kinds that the player counts as captured, if the move was theirs.
    pub counted: Vec<PieceType>,
}

/// A try or a question of a player, as a message of the protocol has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// A move of a piece on a square, or of one from the hand, with its choice.
    Move {
        /// The piece, if it comes from the hand.
        piece: PieceId,
        /// Its source.
        source: Location,
        /// Its destination.
        destination: Square,
        /// The piece that it becomes.
        promotion: Option<PieceId>,
        /// The piece that it places.
        placed: Option<Placement>,
    },
    /// A pass.
    Pass,
    /// The question for pawn tries.
    Any,
}

/// Answer to a try or a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TryHeard {
    /// The move is made.
    Made(Move),
    /// It is not made, or the question answered; the player hears the announcements.
    Answered(Vec<Announcement>),
    /// It has no effect: the protocol refuses it.
    Void,
}

impl Hearing {
    pub(crate) fn new(
        moderator: Arc<Moderator>,
        profile: Arc<Profile>,
        rules: Arc<Rules>,
        touch_move: bool,
    ) -> Hearing {
        Hearing { moderator, profile, rules, touch_move }
    }

    /// Returns whether players see every piece.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.profile.view == PieceVisibility::Everything
    }

    /// Returns what players see by sight; `None` where they see their own pieces alone, or all.
    #[must_use]
    pub fn sight(&self) -> Option<SightOptions> {
        (self.profile.view == PieceVisibility::Sight).then(|| self.profile.sight.into())
    }

    /// Returns whether a piece that was tried may have to move.
    #[must_use]
    pub fn binds(&self) -> bool {
        self.touch_move && self.moderator.attempts().is_none()
    }

    /// Returns whether a player may ask for pawn tries.
    #[must_use]
    pub fn answers_any(&self) -> bool {
        self.moderator.attempts().is_some() && self.moderator.tries().ask.is_some()
    }

    /// Returns what a side hears of the last move of a board, and of the turn that it begins.
    #[must_use]
    pub fn of_last_move(&self, board: &ggn_core::Game, to: Side) -> Heard {
        let Some(played) = board.history().last() else { return self.of_turn(board, to) };
        let mut heard = of_move(board, &self.moderator, &self.rules.names, played, MOMENT);
        let turn = self.of_turn(board, to);
        heard.announcements.retain(|announcement| announcement.audience.includes(to));
        heard.announcements.extend(turn.announcements);
        let knows_kinds = self.moderator.attempts().is_none();
        let counted = if knows_kinds { heard.captured } else { heard.announced_kind.into_iter().collect() };
        Heard {
            announcements: heard.announcements,
            in_check: turn.in_check,
            counted: if played.by == to { counted } else { Vec::new() },
        }
    }

    /// Returns what a side hears of the turn that begins with a board.
    #[must_use]
    pub fn of_turn(&self, board: &ggn_core::Game, to: Side) -> Heard {
        let turn = board.position().turn();
        let is_told = board.ending().is_none() && self.moderator.attempts().is_some();
        let announced = is_told
            .then(|| PawnTries::of(board, &self.moderator))
            .and_then(|tries| of_pawn_tries(board, &self.moderator, &self.rules.names, &tries, MOMENT));
        Heard {
            announcements: announced
                .filter(|announced| announced.audience.includes(to))
                .into_iter()
                .collect(),
            in_check: knows_check(&self.moderator, to, turn).then(|| board.in_check()),
            counted: Vec::new(),
        }
    }

    /// Returns what a side hears of a try of the side to move, after others in the same turn.
    #[must_use]
    pub fn of_try(&self, board: &ggn_core::Game, earlier: &[Tried], tried: Tried, to: Side) -> TryHeard {
        let by = board.position().turn();
        let hears = |announcement: Option<Announcement>| {
            let heard = announcement.filter(|announcement| announcement.audience.includes(to));
            TryHeard::Answered(heard.into_iter().collect())
        };
        let Some(answers) = self.moderator.attempts() else {
            let mut touched = None;
            for earlier in earlier {
                touched = self.touch(board, touched, *earlier).1;
            }
            return match self.touch(board, touched, tried).0 {
                Step::Play(mv) => TryHeard::Made(mv),
                Step::Refuse(event) => hears(announce_try(&self.moderator, MOMENT, by, event)),
                Step::Silent | Step::Error(_) => TryHeard::Void,
            };
        };
        let tries = PawnTries::of(board, &self.moderator);
        let mut turn = Turn::begin(&self.moderator, &tries);
        let mut answer = |tried: Tried| {
            let Some(commit) = commit_of(tried) else {
                if tried == Tried::Pass {
                    return hears(announce_refusal(&self.moderator, MOMENT, by, answers.knowable));
                }
                return hears(match turn.ask(&self.moderator, answers, &tries) {
                    AnyAnswer::Has => announce_reply(&self.moderator, MOMENT, by, Reply::HasAny, None),
                    AnyAnswer::No => announce_reply(&self.moderator, MOMENT, by, Reply::NoAny, None),
                    AnyAnswer::Refused(refusal) => announce_refusal(&self.moderator, MOMENT, by, refusal),
                });
            };
            let Some(attempt) = commit.attempt(board.rules()) else { return TryHeard::Void };
            let legal = legal_move_of(board, commit);
            match turn.judge(board, &self.moderator, answers, (attempt, legal)) {
                Verdict::Made(mv) => TryHeard::Made(mv),
                Verdict::Refused(refusal) => hears(announce_refusal(&self.moderator, MOMENT, by, refusal)),
            }
        };
        for earlier in earlier {
            answer(*earlier);
        }
        answer(tried)
    }

    /// Evaluates a try in the order of touch-move, and returns what is touched afterwards.
    fn touch(
        &self,
        board: &ggn_core::Game,
        touched: Option<Touched>,
        tried: Tried,
    ) -> (Step, Option<Touched>) {
        let is_by_sight = self.profile.view == PieceVisibility::Sight;
        let rules = TouchRules {
            binds: self.touch_move,
            // By sight, the other way would tell of squares that are not seen.
            wont_help_includes_blocked: is_by_sight || self.moderator.wont_help_includes_blocked(),
        };
        let by_sight =
            is_by_sight.then(|| offered(board, &seen(board, self.profile.sight, board.position().turn())));
        let moves = by_sight.as_deref().unwrap_or(board.legal_moves());
        let evaluation = match commit_of(tried) {
            Some(commit) => evaluate(board, moves, rules, touched, commit),
            None => evaluate_pass(board, touched),
        };
        (evaluation.step, evaluation.touched)
    }
}

/// A moment for announcements whose time nobody reads.
const MOMENT: Moment = Moment { ply: 0, at: UnixMs(0) };

/// Returns the commit that a try is; `None` for a pass and for a question.
fn commit_of(tried: Tried) -> Option<Commit> {
    let Tried::Move { piece, source, destination, promotion, placed } = tried else { return None };
    let touched = match source {
        Location::Square(square) => Touched::Board(square),
        Location::Hand => Touched::Hand(piece),
    };
    Some(Commit { touched, to: Some(destination), choice: Choice::Exact(Chosen { promotion, placed }) })
}
