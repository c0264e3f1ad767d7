//! Failures of moves, with their reasons in the position.

use super::failure::{Broken, ErrorCode, Failure};
use super::{Engine, Pending, name};
use crate::legality::Violation;
use crate::movement::{Location, Move};

impl Engine {
    /// Fails if the game is over or a move waits for a choice of promotion.
    pub(super) fn may_move(&self) -> Result<(), Box<Failure>> {
        self.is_on()?;
        match &self.pending {
            None => Ok(()),
            Some(pending) => {
                let choice = self.choice(pending);
                let reason = "a move waits for the choice of what its piece becomes; choose, or undo";
                Err(Failure::new(ErrorCode::PromotionPending, reason)
                    .between(choice.from, choice.to)
                    .known(choice.choices))
            }
        }
    }

    /// Fails if the game is over.
    pub(super) fn is_on(&self) -> Result<(), Box<Failure>> {
        match self.game.ending() {
            None => Ok(()),
            Some(_) => Err(Failure::new(ErrorCode::GameOver, "the game is over")),
        }
    }

    /// Parses the name of a place.
    pub(super) fn read_place(&self, field: &'static str, text: &str) -> Result<Location, Box<Failure>> {
        name::read_place(self.game.rules(), text).ok_or_else(|| {
            Failure::new(ErrorCode::NoSuchSquare, "the board has no such square").at(field).found(text)
        })
    }

    /// Returns the failure if no piece can move from `source`.
    pub(super) fn refuse_source(&self, source: Location, destination: Location) -> Option<Box<Failure>> {
        let (rules, position) = (self.game.rules(), self.game.position());
        let at = source.square()?;
        let name = self.square(at);
        let failure = match position.piece_at(at).and_then(|piece| rules.piece(piece)) {
            None => Failure::new(ErrorCode::NoPiece, &format!("there is no piece on {name}")),
            Some(piece) if piece.side() != position.turn() => {
                let (whose, turn) = (rules.side_name(piece.side()), rules.side_name(position.turn()));
                let reason = format!("the {} on {name} is {whose}'s, and it is {turn}'s turn", piece.name);
                Failure::new(ErrorCode::NotYourPiece, &reason)
            }
            Some(_) => return None,
        };
        Some(failure.between(Some(name), self.place(destination)))
    }

    /// Returns the reason why no move between two places is legal.
    pub(super) fn refuse_move(
        &self,
        is_it: impl Fn(&Move) -> bool,
        source: Location,
        destination: Location,
    ) -> Box<Failure> {
        let (rules, position) = (self.game.rules(), self.game.position());
        let from = source.square().map(|at| self.square(at));
        let to = self.place(destination);
        let possible = rules.pseudo_legal_moves(position).into_iter().find(is_it);
        let (broken, reasons): (Vec<Broken>, Vec<String>) = possible
            .iter()
            .flat_map(|mv| {
                rules.violations(position, mv).into_iter().map(|violation| self.broken(mv, &violation))
            })
            .unzip();
        let reason = match &from {
            _ if !reasons.is_empty() => reasons.join("; "),
            Some(from) => {
                let piece = source.square().and_then(|at| position.piece_at(at));
                let piece = piece.and_then(|piece| rules.piece(piece)).map_or("piece", |piece| &piece.name);
                format!("the {piece} on {from} cannot go to {to}")
            }
            None => format!("it cannot be dropped on {to}"),
        };
        let mut failure = Failure::new(ErrorCode::IllegalMove, &reason).between(from, to);
        failure.broken = broken;
        failure
    }

    /// Returns a violated constraint, as data and as a sentence.
    fn broken(&self, mv: &Move, violation: &Violation) -> (Broken, String) {
        let (rules, position) = (self.game.rules(), self.game.position());
        let (constraint, at, by) = match violation {
            Violation::RoyalSafety(threat) => ("royal-safety", threat.royal, &threat.by),
            Violation::GivesCheck(threat) => ("gives-no-check", threat.royal, &threat.by),
            Violation::GivesMate(threat) => ("no-drop-mate", threat.royal, &threat.by),
            Violation::Unattacked { square, by } => ("unattacked", *square, by),
            Violation::ForcedDrop | Violation::ForcedMove | Violation::Facing => {
                let (constraint, reason) = match violation {
                    Violation::ForcedDrop => ("forced-drop", "a piece can be dropped, and must be"),
                    Violation::Facing => {
                        ("facing", "the pieces that face each other have to be parted, or the side passes")
                    }
                    _ => ("forced-move", "another move is possible, and must be made"),
                };
                let broken = Broken { constraint, space: self.place(mv.destination), threats: Vec::new() };
                return (broken, reason.to_owned());
            }
            #[cfg(feature = "mechanic")]
            Violation::ConvertsNothing => {
                let space = self.place(mv.destination);
                let broken = Broken { constraint: "conversion", space, threats: Vec::new() };
                return (broken, "it has to convert a piece, and converts none".to_owned());
            }
            #[cfg(feature = "mechanic")]
            Violation::RoyalDestroyed { square, .. } => ("royal-safety", *square, &Vec::new()),
            #[cfg(feature = "mechanic")]
            Violation::RoyalStays(threat) => ("royal-stays", threat.royal, &threat.by),
            #[cfg(feature = "mechanic")]
            Violation::ForcedCapture { by } => {
                let threats = self.squares(by);
                let reason = format!("a piece can be captured from {}, and must be", threats.join(" and "));
                let broken =
                    Broken { constraint: "forced-capture", space: self.place(mv.destination), threats };
                return (broken, reason);
            }
        };
        let space = self.square(at);
        let threats = self.squares(by);
        let from = threats.join(" and ");
        let reason = match violation {
            Violation::RoyalSafety(_) => {
                let royal = rules.after(position, mv).piece_at(at).and_then(|piece| rules.piece(piece));
                let royal = royal.map_or("piece", |piece| &piece.name);
                format!("the {royal} on {space} could then be captured from {from}")
            }
            Violation::Unattacked { .. } => format!("{space} is attacked from {from}"),
            Violation::GivesCheck(_) => format!("it gives check to {space}"),
            Violation::GivesMate(_) => {
                format!("a drop of this piece may not give mate, and this one would, to {space}")
            }
            #[cfg(feature = "mechanic")]
            Violation::RoyalDestroyed { piece, .. } => {
                let royal = rules.piece(*piece).map_or("piece", |piece| &piece.name);
                format!("the {royal} on {space} would be destroyed")
            }
            Violation::ForcedDrop | Violation::ForcedMove | Violation::Facing => String::new(),
            #[cfg(feature = "mechanic")]
            Violation::RoyalStays(_) => {
                format!(
                    "a piece in check may only capture its one attacker, and {space} is attacked from {from}"
                )
            }
            #[cfg(feature = "mechanic")]
            Violation::ForcedCapture { .. } | Violation::ConvertsNothing => String::new(),
        };
        (Broken { constraint, space, threats }, reason)
    }

    /// Returns the pending move of the named promotion choice.
    // Requirement engine-13.
    pub(super) fn chosen(&self, pending: &Pending, word: &str) -> Result<Move, Box<Failure>> {
        let rules = self.game.rules();
        let mut moves = pending.moves();
        moves.find(|mv| name::choice(rules, mv, self.options.square_case) == word).copied().ok_or_else(|| {
            let choice = self.choice(pending);
            Failure::new(ErrorCode::UnknownPiece, "the piece cannot become that by this move")
                .found(word)
                .known(choice.choices.clone())
                .between(choice.from, choice.to)
        })
    }
}
