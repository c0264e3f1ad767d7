//! A game: a position, how it came about, and how it ended.

#[cfg(feature = "mechanic")]
mod repulse;
#[cfg(feature = "mechanic")]
mod royal;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ending::{
    self, Automatic, Circumstances, Deeds, EndStatus, Ending, Goal, RepetitionIdentity, Verdict,
};
use crate::identity::{self, Identity};
use crate::movement::{Deed, Location, Move, Transition};
#[cfg(feature = "mechanic")]
use crate::movement::{Happening, Repulse};
use crate::notation::cgsn::Status;
use crate::notation::epin::Epin;
use crate::notation::letter::Letter;
use crate::notation::pmn::Pmn;
use crate::piece::{PieceId, Role};
use crate::position::Position;
use crate::reference;
use crate::ruleset::Ruleset;
use crate::ruleset::table::Condition;
use crate::{BySide, Side, Square, san};

/// The counts that FEN writes beside a position and FEEN does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters {
    /// Plies since the last progress (what progress is, the ruleset says).
    pub halfmove: u32,
    /// The number of the present move, from one; it grows after the second side's.
    pub fullmove: u32,
}

impl Default for Counters {
    fn default() -> Counters {
        Counters { halfmove: 0, fullmove: 1 }
    }
}

/// A move that was played, and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who played it.
    pub by: Side,
    /// The move.
    pub mv: Move,
    /// What it did to other pieces.
    pub deed: Deed,
    /// The data's name of a special row, for those who announce it.
    pub tag: Option<String>,
    /// Whether it attacks a terminal piece of the other side.
    pub check: bool,
    /// The move in algebraic notation.
    pub san: String,
    /// The move in PMN.
    pub pmn: String,
    /// The move as source and destination (`e7e8q`).
    pub uci: String,
    /// The position after it.
    pub after: Position,
}

/// Why a move is not played. The game is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// No piece of the side to move stands on the source.
    #[error("no piece of the side to move is there")]
    NoPiece,
    /// The move needs a choice of what the piece becomes.
    #[error("the move needs a choice of what the piece becomes")]
    PromotionMissing,
    /// The piece cannot become that, or nothing at all.
    #[error("the piece cannot become that by this move")]
    PromotionImpossible,
    /// The move is possible, but it is not what its operator in PMN says it is.
    #[error("the move is possible, but not written that way")]
    Operator,
    /// The tables or the constraints do not allow it.
    #[error("the move is not legal")]
    Illegal,
}

/// A game in play or finished.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Arc<Ruleset>,
    start: Position,
    position: Position,
    counters: Counters,
    deeds: BySide<Deeds>,
    legal: Vec<Move>,
    in_check: bool,
    history: Vec<Played>,
    /// For each move of the history, what taking it back needs.
    trail: Vec<Before>,
    occurrences: BTreeMap<Identity, u32>,
    ending: Option<Ending>,
}

/// What is lost by a move and is not in its record.
#[derive(Clone, Debug)]
struct Before {
    counters: Counters,
    deeds: BySide<Deeds>,
    /// How the position after the move was counted.
    arrived: Option<Identity>,
}

/// Where a move leads.
struct Step {
    by: Side,
    after: Position,
    deed: Deed,
    counters: Counters,
    /// What both sides have done, but for the check that this move may give.
    deeds: BySide<Deeds>,
}

/// A position, looked at as the game comes to it.
struct Arrival {
    legal: Vec<Move>,
    in_check: bool,
    /// Whether the move that led here gives check. Then the side to move is in check, unless the turn goes on even so.
    gives_check: bool,
    /// How the position counts for repetition, if that is counted.
    identity: Option<Identity>,
    deeds: BySide<Deeds>,
    ending: Option<Ending>,
}

impl Arrival {
    fn is_mate(&self) -> bool {
        self.ending.is_some_and(|ending| ending.status == EndStatus::Cgsn(Status::Checkmate))
    }
}

impl Game {
    /// A game from the ruleset's initial position.
    #[must_use]
    pub fn new(rules: Arc<Ruleset>) -> Game {
        let initial = rules.initial().clone();
        Game::from_position(rules, initial, Counters::default())
    }

    /// A game from a position of the same ruleset.
    #[must_use]
    pub fn from_position(rules: Arc<Ruleset>, position: Position, counters: Counters) -> Game {
        let mut game = Game {
            rules,
            start: position.clone(),
            position,
            counters,
            deeds: BySide::default(),
            legal: Vec::new(),
            in_check: false,
            history: Vec::new(),
            trail: Vec::new(),
            occurrences: BTreeMap::new(),
            ending: None,
        };
        let arrival = game.look(&game.position, counters, None);
        game.arrive(arrival);
        game
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The position from which this game started.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The present counts.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How many moves have been played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.history.len()
    }

    /// The moves played, oldest first.
    #[must_use]
    pub fn history(&self) -> &[Played] {
        &self.history
    }

    /// The legal moves of the side to move; none once the game has ended.
    #[must_use]
    pub fn legal_moves(&self) -> &[Move] {
        if self.ending.is_some() { &[] } else { &self.legal }
    }

    /// The legal moves that start on a square.
    pub fn legal_from(&self, source: Square) -> impl Iterator<Item = &Move> {
        crate::legality::from(self.legal_moves(), Location::Square(source))
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.in_check
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The legal move from a square to another, with the choice of what the piece becomes.
    ///
    /// # Errors
    /// Why there is no such move.
    pub fn find(
        &self,
        source: Square,
        destination: Square,
        promotion: Option<Letter>,
    ) -> Result<Move, IllegalMove> {
        let letter = |piece| self.rules.piece(piece).map(|piece| piece.qpi.pin.letter);
        self.find_choosing(source, destination, promotion, letter)
    }

    /// The same, where `spell` says how the text of the choice spells a piece.
    fn find_choosing<T: PartialEq>(
        &self,
        source: Square,
        destination: Square,
        promotion: Option<T>,
        spell: impl Fn(PieceId) -> Option<T>,
    ) -> Result<Move, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over);
        }
        let own = self
            .position
            .piece_at(source)
            .is_some_and(|piece| self.rules.side_of(piece) == self.position.turn());
        if !own {
            return Err(IllegalMove::NoPiece);
        }
        let mut between =
            self.legal_from(source).filter(|mv| mv.destination == Location::Square(destination)).peekable();
        if between.peek().is_none() {
            return Err(IllegalMove::Illegal);
        }
        // What only hits becomes nothing; the choice, which had to be made before anybody could know that, is passed over.
        #[cfg(feature = "mechanic")]
        let is_meant = |mv: &&Move| {
            let effect = self.rules.table().effect(mv.possibility);
            let choices = effect.and_then(|effect| effect.promotes.as_ref()).map(|to| to.choices.as_slice());
            self.rules.has_points()
                && mv.promotion.is_none()
                && choices.into_iter().flatten().any(|&choice| spell(choice) == promotion)
                && self.rules.deed(&self.position, mv).is_hit()
        };
        #[cfg(not(feature = "mechanic"))]
        let is_meant = |_: &&Move| false;
        let is_it = |mv: &&Move| mv.promotion.and_then(&spell) == promotion || is_meant(mv);
        between.find(is_it).copied().ok_or(match promotion {
            None => IllegalMove::PromotionMissing,
            Some(_) => IllegalMove::PromotionImpossible,
        })
    }

    /// The legal move that drops a piece of that letter from the hand.
    ///
    /// # Errors
    /// Why there is no such move.
    pub fn find_drop(&self, letter: Letter, destination: Square) -> Result<Move, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over);
        }
        let is_it = |mv: &&Move| {
            mv.destination == Location::Square(destination)
                && self.rules.piece(mv.piece).is_some_and(|piece| piece.qpi.pin.letter == letter)
        };
        let mut drops = crate::legality::from(self.legal_moves(), Location::Hand).filter(is_it);
        drops.next().copied().ok_or(IllegalMove::Illegal)
    }

    /// The legal move that a PMN token writes. Its operator must say what the move does: `-` and `*` go to an empty square, `+`
    /// and `.` capture there, and `~` is for special moves and for nothing else.
    ///
    /// # Errors
    /// Why there is no such move.
    pub fn find_pmn(&self, pmn: &Pmn) -> Result<Move, IllegalMove> {
        let square = |cell| self.rules.shape().square(cell).ok_or(IllegalMove::Illegal);
        let spell = |piece| self.rules.epin_of(piece);
        let deed = |mv: &Move| reference::transition(&self.rules, &self.position, mv).1;
        let (mv, is_so) = match *pmn {
            Pmn::Move { source, operator, destination, suffix } => {
                let (source, destination) = (square(source)?, square(destination)?);
                let mv = self.find_choosing(source, destination, suffix.promotion(), spell)?;
                (mv, operator == san::operator(&self.rules, &mv, &deed(&mv)))
            }
            Pmn::Drop { piece: Some(piece), destination, equals } => {
                let mv = self.find_exact_drop(piece, square(destination)?, equals)?;
                (mv, !deed(&mv).is_capture())
            }
            Pmn::DropCapture { piece: Some(piece), destination, suffix } => {
                let mv = self.find_exact_drop(piece, square(destination)?, suffix.promotion())?;
                (mv, deed(&mv).is_capture())
            }
            Pmn::Pass
            | Pmn::StaticCapture { .. }
            | Pmn::Drop { .. }
            | Pmn::DropCapture { .. }
            | Pmn::Mutation { .. } => return Err(IllegalMove::Illegal),
        };
        if is_so { Ok(mv) } else { Err(IllegalMove::Operator) }
    }

    /// The legal move that drops exactly that piece, in its state and of its side.
    fn find_exact_drop(
        &self,
        piece: Epin,
        destination: Square,
        becomes: Option<Epin>,
    ) -> Result<Move, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over);
        }
        let spell = |piece| self.rules.epin_of(piece);
        let is_it = |mv: &&Move| {
            mv.destination == Location::Square(destination)
                && spell(mv.piece) == Some(piece)
                && mv.promotion.and_then(spell) == becomes
        };
        let mut drops = crate::legality::from(self.legal_moves(), Location::Hand).filter(is_it);
        drops.next().copied().ok_or(IllegalMove::Illegal)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is not one of the present legal moves; the game is then as it was.
    pub fn play(&mut self, mv: &Move) -> Result<&Played, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over);
        }
        if !self.legal.contains(mv) {
            return Err(IllegalMove::Illegal);
        }
        let step = self.step(mv);
        self.take(mv, step)
    }

    /// Goes where a move leads.
    fn take(&mut self, mv: &Move, step: Step) -> Result<&Played, IllegalMove> {
        #[cfg(feature = "mechanic")]
        let arrival = self.arrival(mv, &step);
        #[cfg(not(feature = "mechanic"))]
        let arrival = self.look(&step.after, step.counters, Some((step.by, step.deeds)));
        let before = Before { counters: self.counters, deeds: self.deeds, arrived: arrival.identity.clone() };
        let played = self.record(mv, &step, arrival.gives_check, arrival.is_mate());
        self.position = step.after;
        self.counters = step.counters;
        self.arrive(arrival);
        self.trail.push(before);
        self.history.push(played);
        self.history.last().ok_or(IllegalMove::Illegal)
    }

    /// What playing a move would do, without playing it.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn preview(&self, mv: &Move) -> Result<Played, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over);
        }
        if !self.legal.contains(mv) {
            return Err(IllegalMove::Illegal);
        }
        let step = self.step(mv);
        let check = self.rules.in_check(&step.after, step.by.opponent());
        // Without a check there is no mate to look for.
        let is_mate = check && self.look(&step.after, step.counters, Some((step.by, step.deeds))).is_mate();
        Ok(self.record(mv, &step, check, is_mate))
    }

    /// Takes back the last moves, and with them however the game has ended. Gives them, oldest first; none if there are fewer,
    /// and the game is then as it was.
    pub fn undo(&mut self, plies: usize) -> Vec<Played> {
        let Some(left) = self.plies().checked_sub(plies).filter(|_| plies > 0) else { return Vec::new() };
        let undone = self.history.split_off(left);
        for before in self.trail.split_off(left).into_iter().rev() {
            self.counters = before.counters;
            self.deeds = before.deeds;
            let Some(arrived) = before.arrived else { continue };
            if let Some(count) = self.occurrences.get_mut(&arrived) {
                *count -= 1;
                if *count == 0 {
                    self.occurrences.remove(&arrived);
                }
            }
        }
        self.position = self.history.last().map_or_else(|| self.start.clone(), |played| played.after.clone());
        self.legal = self.rules.legal_moves(&self.position);
        self.in_check = self.rules.in_check(&self.position, self.position.turn());
        // A move was played from there, so the game had not ended.
        self.ending = None;
        undone
    }

    /// How often a side has done what ends the game when it is done several times; nothing of what the ruleset does not count.
    #[must_use]
    pub fn counted(&self, goal: Goal, side: Side) -> Option<u32> {
        let deeds = self.deeds[side];
        self.rules.endings().automatic.iter().find_map(|(ending, _)| match *ending {
            Automatic::Captures { count } if goal == Goal::Captures && count > 1 => Some(deeds.captures),
            Automatic::Promotions { count } if goal == Goal::Promotions && count > 1 => {
                Some(deeds.promotions)
            }
            Automatic::Checks { count } if goal == Goal::Checks && count > 1 => Some(deeds.checks),
            _ => None,
        })
    }

    /// A side gives up. Without effect on a game that has ended.
    pub fn resign(&mut self, side: Side) {
        self.end(self.rules.endings().resignation.map(|verdict| verdict.ending(Status::Resignation, side)));
    }

    /// Both sides agree to end the game. Without effect on a game that has ended.
    pub fn agree(&mut self) {
        let turn = self.position.turn();
        self.end(self.rules.endings().agreement.map(|verdict| verdict.ending(Status::Agreement, turn)));
    }

    /// A side has run out of time. Without effect on a game that has ended.
    pub fn time_out(&mut self, side: Side) {
        let ending = self.rules.endings().timelimit.as_ref().map(|(verdict, harmless)| {
            let opponent = ending::roles(&self.rules, &self.position, side.opponent());
            let verdict = if harmless.contains(&opponent) { Verdict::Draw } else { *verdict };
            verdict.ending(Status::Timelimit, side)
        });
        self.end(ending);
    }

    fn end(&mut self, ending: Option<Ending>) {
        if self.ending.is_none() {
            self.ending = ending;
        }
    }

    /// Where one of the legal moves leads.
    fn step(&self, mv: &Move) -> Step {
        self.step_by(mv, reference::transition(&self.rules, &self.position, mv))
    }

    /// The same by what the move changes and does.
    fn step_by(&self, mv: &Move, (transition, deed): (Transition, Deed)) -> Step {
        let mut counters = self.counters;
        counters.halfmove = if self.is_progress(mv, &deed) { 0 } else { counters.halfmove.saturating_add(1) };
        if self.position.turn() == Side::Second && transition.passes_turn {
            counters.fullmove = counters.fullmove.saturating_add(1);
        }
        let mut deeds = self.deeds;
        let by = self.position.turn();
        let own = &mut deeds[by];
        own.captures = own.captures.saturating_add(u32::from(!deed.captured.is_empty()));
        own.promotions = own.promotions.saturating_add(u32::from(deed.promoted.is_some()));
        Step { by, after: self.position.after(&transition), deed, counters, deeds }
    }

    /// One of the legal moves, as the history keeps it.
    fn record(&self, mv: &Move, step: &Step, check: bool, is_mate: bool) -> Played {
        let mut san = san::san(&self.rules, &self.legal, mv, &step.deed);
        san.push_str(match (is_mate, check) {
            (true, _) => "#",
            (false, true) => "+",
            (false, false) => "",
        });
        let effect = self.rules.table().effect(mv.possibility);
        Played {
            by: step.by,
            mv: *mv,
            tag: effect.and_then(|effect| effect.tag.clone()),
            check,
            san,
            pmn: san::pmn(&self.rules, mv, &step.deed),
            uci: mv.uci(&self.rules),
            after: step.after.clone(),
            deed: step.deed.clone(),
        }
    }

    /// Looks at a position as if the game came to it now: its legal moves, how it counts, and whether it ends the game. `moved` is who
    /// has moved and what both sides have done by then, but for the check that is given now; none at the start of a game.
    fn look(&self, position: &Position, counters: Counters, moved: Option<(Side, BySide<Deeds>)>) -> Arrival {
        let legal = self.rules.legal_moves(position);
        let in_check = self.rules.in_check(position, position.turn());
        let mut deeds = BySide::default();
        let mut gives_check = false;
        // Nobody gave the check in which a game starts.
        if let Some((by, done)) = moved {
            gives_check = in_check;
            #[cfg(feature = "mechanic")]
            if position.turn() == by {
                gives_check = self.rules.in_check(position, by.opponent());
            }
            deeds = done;
            deeds[by].checks = deeds[by].checks.saturating_add(u32::from(gives_check));
        }
        let identity = self.rules.endings().identity().map(|kind| match kind {
            RepetitionIdentity::Feen => identity::by_feen(position),
            RepetitionIdentity::Rights => identity::by_rights(&self.rules, position, |square| {
                // A mark of the side to move is of this turn: the other side has yet to use it.
                #[cfg(feature = "mechanic")]
                if position.piece_at(square).is_some_and(|piece| self.rules.side_of(piece) == position.turn())
                {
                    return true;
                }
                uses_marker(&self.rules, position, &legal, square)
            }),
        });
        let before = identity.as_ref().and_then(|identity| self.occurrences.get(identity)).copied();
        let now = Circumstances {
            has_legal_move: !legal.is_empty(),
            in_check,
            occurrences: before.unwrap_or(0) + 1,
            plies_without_progress: counters.halfmove,
            deeds,
        };
        let ending = ending::automatic(&self.rules, position, &now);
        Arrival { legal, in_check, gives_check, identity, deeds, ending }
    }

    /// Takes in the present position.
    fn arrive(&mut self, arrival: Arrival) {
        self.legal = arrival.legal;
        self.in_check = arrival.in_check;
        self.deeds = arrival.deeds;
        self.ending = arrival.ending;
        if let Some(identity) = arrival.identity {
            *self.occurrences.entry(identity).or_insert(0) += 1;
        }
    }

    fn is_progress(&self, mv: &Move, deed: &Deed) -> bool {
        let role = self.rules.piece(mv.piece).map(|piece| piece.role());
        // Who only hits has not moved, and who was repulsed has got nowhere.
        let gets_on = !deed.is_hit() && !deed.is_repulsed();
        let moves = |roles: &[Role]| gets_on && role.is_some_and(|role| roles.contains(&role));
        #[cfg(feature = "mechanic")]
        let takes = deed.is_capture()
            || deed.repulsed.as_ref().is_some_and(Repulse::is_lost)
            || deed.happenings.iter().any(|happening| matches!(happening, Happening::Destroyed { .. }));
        #[cfg(not(feature = "mechanic"))]
        let takes = deed.is_capture();
        self.rules.endings().resets().any(|resets| (resets.captures && takes) || moves(&resets.moves_of))
    }
}

/// Whether a legal move is possible only because of the marked piece on `square`.
fn uses_marker(rules: &Ruleset, position: &Position, legal: &[Move], square: Square) -> bool {
    let marked = position.piece_at(square);
    legal.iter().any(|mv| {
        let way = rules.table().possibilities.get(mv.possibility as usize);
        way.is_some_and(|way| {
            way.must.iter().any(|&(at, asked)| at == square && marked.map(Condition::Piece) == Some(asked))
        })
    })
}
