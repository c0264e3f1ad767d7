//! From a position as text can say it to one that is possible under a ruleset, with every reason why it is not.

use std::fmt;

use crate::movement::Location;
use crate::notation::epin::Epin;
use crate::notation::feen::{Feen, Placement, Reserve};
use crate::notation::qpi::Qpi;
use crate::notation::sin::Sin;
use crate::piece::{PieceId, Role};
use crate::position::{Position, Squares};
use crate::reference;
use crate::ruleset::table::{Condition, Possibility};
use crate::ruleset::{Captured, Constraint, Ruleset};
use crate::{BySide, Side, Square};

/// The squares on which a piece may stand, each with the ways in which it may; one that holds is enough.
pub(crate) type Allowed = Vec<(Square, Vec<Possibility>)>;

/// What a ruleset asks of a position beyond the form of its text.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetupRules {
    /// How many of a role each side must have and may have.
    pub(crate) counts: Vec<(Role, u32, Option<u32>)>,
    /// For each piece that may not stand everywhere: where it may, and on what conditions.
    pub(crate) squares: Vec<(PieceId, Allowed)>,
}

/// One reason why a position is impossible. Pieces are written as QPI, squares as CELL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// The board has another size.
    #[error("the board is {found}, the game's is {expected}")]
    WrongBoard {
        /// Sizes found, as `9x10`.
        found: String,
        /// Sizes expected.
        expected: String,
    },
    /// The style-turn field names styles that the game does not have.
    #[error("the styles are {found}, the game's are {expected}")]
    WrongStyles {
        /// Styles found, first side's before the second's.
        found: String,
        /// Styles expected.
        expected: String,
    },
    /// A piece that the game does not have.
    #[error("{piece} on {square} is no piece of this game")]
    UnknownPiece {
        /// The piece.
        piece: Qpi,
        /// Where it stands.
        square: String,
    },
    /// A hand holds what it cannot hold in this game.
    #[error("the hand of {side} cannot hold {piece} in this game")]
    ImpossibleHand {
        /// Whose hand.
        side: String,
        /// What it holds.
        piece: Qpi,
    },
    /// A piece stands on a square where it can never be.
    #[error("{piece} cannot stand on {square}")]
    Misplaced {
        /// The piece.
        piece: Qpi,
        /// Where it stands.
        square: String,
    },
    /// A piece stands where it can be, but what must hold around it does not.
    #[error("{piece} cannot stand on {square}: {at} is not as it must be")]
    Contradicted {
        /// The piece.
        piece: Qpi,
        /// Where it stands.
        square: String,
        /// The square that contradicts it.
        at: String,
    },
    /// Too few or too many of a role.
    #[error("{side} has {found} × {role}, expected {expected}")]
    Count {
        /// Whose.
        side: String,
        /// What people call the role.
        role: String,
        /// How many there are.
        found: u32,
        /// How many there must be.
        expected: String,
    },
    /// More than one marker that lasts a single move.
    #[error("{found} pieces bear a mark that falls after one move; one move can set only one")]
    ManyMarkers {
        /// How many.
        found: usize,
    },
    /// The side to move owns a piece with a marker that must have fallen.
    #[error("{piece} on {square} belongs to the side to move; its mark has fallen by now")]
    StaleMarker {
        /// The piece.
        piece: Qpi,
        /// Where it stands.
        square: String,
    },
    /// The side that just moved left its terminal piece capturable.
    #[error("{side} is in check, but it is the other side's turn")]
    InactiveInCheck {
        /// The side that is not to move.
        side: String,
    },
}

/// Every reason why a position is impossible; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImpossibleSetup(Vec<SetupFault>);

impl ImpossibleSetup {
    /// The reasons, in the order of the board.
    #[must_use]
    pub fn faults(&self) -> &[SetupFault] {
        &self.0
    }
}

impl fmt::Display for ImpossibleSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if index > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for ImpossibleSetup {}

fn sizes(sizes: &[u8]) -> String {
    sizes.iter().map(u8::to_string).collect::<Vec<_>>().join("x")
}

impl Ruleset {
    /// Makes a position of this game from a parsed FEEN.
    ///
    /// # Errors
    /// Every reason why the position is impossible. Nothing is repaired silently.
    pub fn position(&self, feen: &Feen) -> Result<Position, ImpossibleSetup> {
        let mut faults = Vec::new();
        if feen.placement.sizes != self.shape().sizes() {
            faults.push(SetupFault::WrongBoard {
                found: sizes(&feen.placement.sizes),
                expected: sizes(self.shape().sizes()),
            });
        }
        let turn = feen.active.side;
        let found = match turn {
            Side::First => BySide { first: feen.active.letter, second: feen.inactive.letter },
            Side::Second => BySide { first: feen.inactive.letter, second: feen.active.letter },
        };
        let expected = self.styles();
        if found != expected {
            let spell = |styles: BySide<crate::notation::letter::Letter>| {
                format!("{} and {}", styles.first.upper(), styles.second.lower())
            };
            faults.push(SetupFault::WrongStyles { found: spell(found), expected: spell(expected) });
        }
        if !faults.is_empty() {
            // Squares and styles of another game would only be reported over and over.
            return Err(ImpossibleSetup(faults));
        }

        let mut squares: Squares = std::iter::repeat_n(None, self.shape().squares()).collect();
        for (square, epin) in self.shape().in_feen_order().zip(&feen.placement.squares) {
            let Some(epin) = epin else { continue };
            let qpi = self.qpi_of(*epin);
            match (self.piece_id(qpi), squares.get_mut(square.index())) {
                (Some(piece), Some(stands)) => *stands = Some(piece),
                _ => faults.push(SetupFault::UnknownPiece { piece: qpi, square: self.square_name(square) }),
            }
        }
        let hands = BySide::from_fn(|side| self.read_hand(side, &feen.hands[side], &mut faults));
        let position = Position::new(squares, hands, turn);
        #[cfg(feature = "mechanic")]
        let position = match self.initial_points() {
            Some(points) => position.with_points(points),
            None => position,
        };
        self.check_squares(&position, &mut faults);
        self.check_markers(&position, &mut faults);
        self.check_counts(&position, &mut faults);
        let is_forbidden = self.constraints().contains(&Constraint::RoyalSafety);
        if faults.is_empty() && is_forbidden && self.in_check(&position, turn.opponent()) {
            faults.push(SetupFault::InactiveInCheck { side: self.side_name(turn.opponent()).to_owned() });
        }
        if faults.is_empty() { Ok(position) } else { Err(ImpossibleSetup(faults)) }
    }

    /// The position as FEEN.
    #[must_use]
    pub fn feen(&self, position: &Position) -> Feen {
        let squares =
            self.shape().in_feen_order().map(|square| self.epin_of(position.piece_at(square)?)).collect();
        let hands = BySide::from_fn(|side| {
            let held =
                position.hand(side).iter().filter_map(|&(piece, count)| Some((self.epin_of(piece)?, count)));
            crate::notation::feen::canonical_reserve(held)
        });
        let sin = |side| Sin { letter: self.styles()[side], side };
        Feen {
            placement: Placement { sizes: self.shape().sizes().to_vec(), squares },
            hands,
            active: sin(position.turn()),
            inactive: sin(position.turn().opponent()),
        }
    }

    /// What people call a square; never fails, since a square of another board cannot come here.
    pub(crate) fn square_name(&self, square: Square) -> String {
        self.shape().cell(square).map_or_else(String::new, |cell| cell.to_string())
    }

    fn qpi_of(&self, epin: Epin) -> Qpi {
        let player = if epin.derived { epin.pin.side.opponent() } else { epin.pin.side };
        Qpi { sin: Sin { letter: self.styles()[player], side: player }, pin: epin.pin }
    }

    pub(crate) fn epin_of(&self, piece: PieceId) -> Option<Epin> {
        let qpi = self.piece(piece)?.qpi;
        Some(Epin { pin: qpi.pin, derived: !qpi.is_native() })
    }

    fn read_hand(&self, side: Side, reserve: &Reserve, faults: &mut Vec<SetupFault>) -> Vec<(PieceId, u32)> {
        let mut hand: Vec<_> = reserve
            .iter()
            .filter_map(|&(epin, count)| {
                let qpi = self.qpi_of(epin);
                let droppable = self.piece_id(qpi).filter(|&piece| match self.captured() {
                    Captured::Discard => !self.table().rows(piece, Location::Hand).is_empty(),
                    Captured::Hand(_) => true,
                });
                if droppable.is_none() {
                    faults.push(SetupFault::ImpossibleHand {
                        side: self.side_name(side).to_owned(),
                        piece: qpi,
                    });
                }
                Some((droppable?, count))
            })
            .collect();
        hand.sort_unstable_by_key(|&(piece, _)| piece);
        hand
    }

    fn check_squares(&self, position: &Position, faults: &mut Vec<SetupFault>) {
        for square in self.shape().in_feen_order() {
            let Some(piece) = position.piece_at(square) else { continue };
            let Some((_, allowed)) = self.setup().squares.iter().find(|(restricted, _)| *restricted == piece)
            else {
                continue;
            };
            let Some(qpi) = self.piece(piece).map(|piece| piece.qpi) else { continue };
            let Some((_, ways)) = allowed.iter().find(|(at, _)| *at == square) else {
                faults.push(SetupFault::Misplaced { piece: qpi, square: self.square_name(square) });
                continue;
            };
            let side = self.side_of(piece);
            if !ways.iter().any(|way| reference::holds(self, way, side, |at| position.piece_at(at))) {
                let at = ways.first().and_then(|way| self.contradiction(way, side, position));
                faults.push(SetupFault::Contradicted {
                    piece: qpi,
                    square: self.square_name(square),
                    at: at.map_or_else(|| self.square_name(square), |at| self.square_name(at)),
                });
            }
        }
    }

    /// The first square whose condition keeps a possibility from holding.
    fn contradiction(&self, way: &Possibility, side: Side, position: &Position) -> Option<Square> {
        let alone = |must: Option<(Square, Condition)>, deny: Option<(Square, Condition)>| {
            let one = Possibility {
                must: must.into_iter().collect(),
                deny: deny.into_iter().collect(),
                effect: None,
            };
            reference::holds(self, &one, side, |at| position.piece_at(at))
        };
        let must = way.must.iter().find(|asked| !alone(Some(**asked), None));
        must.or_else(|| way.deny.iter().find(|asked| !alone(None, Some(**asked)))).map(|(square, _)| *square)
    }

    fn check_markers(&self, position: &Position, faults: &mut Vec<SetupFault>) {
        let marked: Vec<_> = position.pieces().filter(|&(_, piece)| self.expires(piece).is_some()).collect();
        #[cfg(feature = "mechanic")]
        let moves = usize::from(self.moves_per_turn());
        #[cfg(not(feature = "mechanic"))]
        let moves = 1;
        if marked.len() > moves {
            faults.push(SetupFault::ManyMarkers { found: marked.len() });
        }
        for (square, piece) in marked {
            // Inside a turn of several moves the marks of its first ones are there.
            if moves == 1
                && self.side_of(piece) == position.turn()
                && let Some(piece) = self.piece(piece)
            {
                faults.push(SetupFault::StaleMarker { piece: piece.qpi, square: self.square_name(square) });
            }
        }
    }

    fn check_counts(&self, position: &Position, faults: &mut Vec<SetupFault>) {
        let stands = |(_, piece)| self.piece(piece).map(|piece| (piece.role(), piece.side()));
        let standing: Vec<(Role, Side)> = position.pieces().filter_map(stands).collect();
        for &(role, min, max) in &self.setup().counts {
            for side in Side::BOTH {
                let found = standing.iter().filter(|stands| **stands == (role, side)).count() as u32;
                if found < min || max.is_some_and(|max| found > max) {
                    let expected = match max {
                        Some(max) if max == min => min.to_string(),
                        Some(max) => format!("{min} to {max}"),
                        None => format!("at least {min}"),
                    };
                    faults.push(SetupFault::Count {
                        side: self.side_name(side).to_owned(),
                        role: self.role_name(role),
                        found,
                        expected,
                    });
                }
            }
        }
    }

    pub(crate) fn role_name(&self, role: Role) -> String {
        self.pieces()
            .find(|(_, piece)| piece.role() == role)
            .map_or_else(String::new, |(_, piece)| piece.name.clone())
    }
}
