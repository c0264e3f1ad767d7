//! Contents of responses: legal moves, effects of a move, and the complete state of a game.

use super::response::{ByName, Choice, GameEnd, MoveText, Moveset, Response, State};
#[cfg(feature = "mechanic")]
use super::words::Points;
use super::words::{self, Check, Events, Promoted, Way};
use super::{Engine, Pending, name};
#[cfg(feature = "mechanic")]
use crate::movement::Happening;
use crate::movement::{Location, Move, MoveEffect};
use crate::notation::cgsn::Status;
use crate::notation::fen;
use crate::ruleset::endings::Verdict;
use crate::ruleset::{Captured, EndStatus};
use crate::{Ending, Played, Side, Square};

impl Engine {
    /// Returns the legal moves with the effects of the last one, and the game's result if it has ended.
    pub(super) fn present(&self, mut events: Events) -> Vec<Response> {
        let mut checks = self.checks();
        events.check = checks.first().cloned();
        if checks.len() > 1 {
            events.all_checks = std::mem::take(&mut checks);
        }
        let mut responses = vec![Response::NextLegalMoveset(Box::new(self.moveset(events)))];
        responses.extend(self.end().map(Response::GameEnd));
        responses
    }

    // Requirements engine-14, engine-15, engine-16, engine-17.
    fn moveset(&self, events: Events) -> Moveset {
        let rules = self.game.rules();
        let has_hands = matches!(rules.captured(), Captured::Hand(_))
            || rules.pieces().any(|(id, _)| !rules.table().rows(id, Location::Hand).is_empty());
        let (mut moves, mut drops) = (ByName::default(), has_hands.then(ByName::default));
        for mv in self.game.legal_moves() {
            let to = self.place(mv.destination);
            match (mv.source, &mut drops) {
                (Location::Square(from), _) => gather(&mut moves, self.square(from), to),
                (Location::Hand, Some(drops)) => gather(drops, name::piece(rules, mv.piece), to),
                (Location::Hand, None) => {}
            }
        }
        Moveset { moves, drops, events }
    }

    /// Returns the effects of a move.
    pub(super) fn events(&self, played: &Played) -> Events {
        let square = |at| self.square(at);
        let captured = captures(&played.mv, &played.effect);
        let aside = captured.iter().find(|&&at| Location::Square(at) != played.mv.destination);
        let taken_aside = aside.map(|&at| square(at));
        let way = |&(from, to): &(Square, Square)| Way { from: square(from), to: square(to) };
        let carried = &played.effect.carried;
        let events = Events {
            captured: captured.first().map(|&at| square(at)),
            all_captured: if captured.len() > 1 { self.squares(&captured) } else { Vec::new() },
            misspelt_taken_aside: taken_aside.clone().filter(|_| self.options.misspelt),
            taken_aside,
            promoted: played.effect.promoted.map(|piece| Promoted {
                space: self.place(played.mv.destination),
                piece: name::piece(self.game.rules(), piece),
            }),
            carried: carried.first().map(way),
            all_carried: if carried.len() > 1 { carried.iter().map(way).collect() } else { Vec::new() },
            ..Events::default()
        };
        #[cfg(feature = "mechanic")]
        let events = self.happened(played, events);
        events
    }

    /// Adds the effects of mechanics.
    #[cfg(feature = "mechanic")]
    fn happened(&self, played: &Played, mut events: Events) -> Events {
        let points = |square, points| Points { space: self.square(square), points };
        for &happening in &played.effect.happenings {
            match happening {
                Happening::Hit { square, left, .. } => events.hit.push(points(square, left)),
                Happening::Poisoned { square, left, .. } => events.poisoned.push(points(square, left)),
                Happening::Healed { square, points: has, .. } => events.healed.push(points(square, has)),
                Happening::Destroyed { square, .. } => events.destroyed.push(self.square(square)),
            }
        }
        events.again = (played.after.turn() == played.by).then(|| self.side_name(played.by));
        events
    }

    /// Returns the checks against the side to move.
    fn checks(&self) -> Vec<Check> {
        if !self.game.in_check() {
            return Vec::new();
        }
        let turn = self.game.position().turn();
        let check = |threat: crate::Threat| Check {
            in_check: self.side_name(turn),
            threats: self.squares(&threat.by),
            royal_space: self.square(threat.royal),
        };
        self.game.rules().threats(self.game.position(), turn).into_iter().map(check).collect()
    }

    /// Returns the result of the game, if it has ended.
    // Requirement engine-26.
    pub(super) fn end(&self) -> Option<GameEnd> {
        let Ending { status, winner } = self.game.ending()?;
        // Running out of time is a draw where the rules say so, or because the other side could never have won.
        let always = self.game.rules().endings().timelimit.as_ref().map(|(verdict, _)| *verdict);
        let harmless =
            status == EndStatus::Cgsn(Status::Timelimit) && winner.is_none() && always != Some(Verdict::Draw);
        Some(GameEnd {
            victor: winner.map_or_else(|| words::DRAW.to_owned(), |side| self.side_name(side)),
            reason: words::reason(status, harmless),
        })
    }

    pub(super) fn choice(&self, pending: &Pending) -> Choice {
        let first = &pending.first;
        let rules = self.game.rules();
        Choice {
            from: first.source.square().map(|at| self.square(at)),
            to: self.place(first.destination),
            choices: pending.moves().map(|mv| name::choice(rules, mv, self.options.square_case)).collect(),
        }
    }

    pub(super) fn state(&self) -> State {
        let (rules, game) = (self.game.rules(), &self.game);
        let feen = rules.feen(game.position());
        let counters = game.counters();
        let legal = game.legal_moves().iter().filter_map(|mv| game.preview(mv).ok());
        State {
            ruleset: rules.id().to_owned(),
            sides: Side::BOTH.map(|side| self.side_name(side)),
            turn: self.side_name(game.position().turn()),
            fen: fen::print(&feen, counters.halfmove, counters.fullmove).ok(),
            feen: feen.to_string(),
            halfmove: counters.halfmove,
            fullmove: counters.fullmove,
            start: rules.feen(game.start()).to_string(),
            history: game.history().iter().map(|played| self.text(played)).collect(),
            legal: legal.map(|played| self.text(&played)).collect(),
            checks: self.checks(),
            pending: self.pending.as_ref().map(|pending| self.choice(pending)),
            draw_offer: self.offer.map(|side| self.side_name(side)),
            ending: self.end(),
            options: self.options,
        }
    }

    fn text(&self, played: &Played) -> MoveText {
        let mv = &played.mv;
        let piece = |piece| name::piece(self.game.rules(), piece);
        MoveText {
            by: self.side_name(played.by),
            from: mv.source.square().map(|at| self.square(at)),
            drop: (mv.source == Location::Hand).then(|| piece(mv.piece)),
            to: self.place(mv.destination),
            promotion: mv.promotion.map(piece),
            places: mv
                .placed
                .map(|placed| name::placement(self.game.rules(), placed, self.options.square_case)),
            captures: self.squares(&captures(mv, &played.effect)),
            san: played.san.clone(),
            uci: played.uci(self.game.rules()),
            pmn: played.pmn(self.game.rules()),
            game_notation: played.notation.clone(),
        }
    }

    pub(super) fn square(&self, square: Square) -> String {
        name::square(self.game.rules(), square, self.options.square_case)
    }

    pub(super) fn squares(&self, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|&at| self.square(at)).collect()
    }

    pub(super) fn place(&self, place: Location) -> String {
        name::place(self.game.rules(), place, self.options.square_case)
    }

    pub(super) fn side_name(&self, side: Side) -> String {
        self.game.rules().side_name(side).to_owned()
    }
}

/// Returns the squares of the captured pieces, the destination first.
fn captures(mv: &Move, effect: &MoveEffect) -> Vec<Square> {
    let mut squares: Vec<Square> = effect.captured.iter().map(|&(square, _)| square).collect();
    if let Some(at) = squares.iter().position(|&square| Location::Square(square) == mv.destination) {
        squares.swap(0, at);
    }
    squares
}

/// Adds a destination to its source. Moves come in board order; moves that differ only in promotion are
/// adjacent.
fn gather(moves: &mut ByName<Vec<String>>, from: String, to: String) {
    match moves.0.last_mut() {
        Some((last, destinations)) if *last == from => {
            if destinations.last() != Some(&to) {
                destinations.push(to);
            }
        }
        Some(_) | None => moves.0.push((from, vec![to])),
    }
}
