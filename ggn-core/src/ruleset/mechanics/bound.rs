//! The bound mechanics of a ruleset: numbers, pieces and squares, and what follows from them alone.

use crate::movement::MoveEffect;
use crate::piece::{PieceId, Role};
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{Shape, Side, Square};

/// The mechanics of a ruleset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mechanics {
    pub(crate) hit_points: Option<HitPoints>,
    pub(crate) blast: Option<Blast>,
    pub(crate) poison: Option<Poison>,
    pub(crate) healing: Option<Healing>,
    pub(crate) conversion: Option<Conversion>,
    pub(crate) turn: Option<Turn>,
}

impl Mechanics {
    /// Returns whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        !self.has_outcome() && self.turn.is_none()
    }

    /// Returns whether a move can do more or less than its row says, apart from the turn.
    fn has_outcome(&self) -> bool {
        self.hit_points.is_some() || self.can_destroy() || self.healing.is_some() || self.conversion.is_some()
    }

    /// Returns whether a piece can leave the game without being captured.
    pub(crate) fn can_destroy(&self) -> bool {
        self.blast.is_some() || self.poison.is_some()
    }
}

/// Hit points of a ruleset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HitPoints {
    /// Initial points of every piece.
    pub(crate) initial: u8,
    /// Points that a capture costs.
    pub(crate) damage: u8,
}

impl HitPoints {
    /// Returns the points that the piece on a square has left after an attempted capture.
    pub(crate) fn left(self, position: &Position, square: Square) -> u8 {
        position.points_at(square).unwrap_or(0).saturating_sub(self.damage)
    }

    /// Returns whether a move with this effect is a hit, that is, whether a piece that it would capture survives.
    pub(crate) fn is_hit(self, position: &Position, effect: &MoveEffect) -> bool {
        effect.captured.iter().any(|&(square, _)| self.left(position, square) > 0)
    }
}

/// The neighbourhood of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    /// Squares straight along one dimension of the board.
    Cross,
    /// Squares within the distance in every dimension.
    Square,
}

/// Roles whose captures set off a blast, and the destroyed area.
#[derive(Clone, Debug)]
pub(crate) struct Blast {
    /// Roles whose captures set off a blast; empty for all roles.
    by: Vec<Role>,
    pub(crate) spares: Vec<Role>,
    pub(crate) is_mover_destroyed: bool,
    /// Neighbourhood of each square.
    around: Vec<Vec<Square>>,
}

impl Blast {
    pub(crate) fn new(
        shape: &Shape,
        by: Vec<Role>,
        (area, radius): (Area, u8),
        spares: Vec<Role>,
        is_mover_destroyed: bool,
    ) -> Blast {
        let is_around = |centre: Square, square: Square| {
            let distances = || {
                shape
                    .coordinates(centre)
                    .zip(shape.coordinates(square))
                    .map(|(one, other)| one.abs_diff(other))
            };
            let is_in_area =
                area == Area::Square || distances().filter(|&distance| distance > 0).count() == 1;
            centre != square && is_in_area && distances().all(|distance| distance <= radius)
        };
        let around =
            |centre: Square| shape.iter().filter(|&square| is_around(centre, square)).collect::<Vec<_>>();
        Blast { by, spares, is_mover_destroyed, around: shape.iter().map(around).collect() }
    }

    pub(crate) fn is_by(&self, rules: &Ruleset, piece: PieceId) -> bool {
        self.by.is_empty() || is_of(rules, piece, &self.by)
    }

    pub(crate) fn around(&self, centre: Square) -> &[Square] {
        self.around.get(centre.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a capture on `centre` by the piece on `from` would destroy a terminal piece of its own side. Such a capture is not a threat.
    pub(crate) fn backfires(
        &self,
        rules: &Ruleset,
        position: &Position,
        from: Square,
        centre: Square,
    ) -> bool {
        let Some(attacker) = position.piece_at(from).filter(|&piece| self.is_by(rules, piece)) else {
            return false;
        };
        let is_own =
            |piece: &PieceId| rules.side_of(*piece) == rules.side_of(attacker) && rules.is_terminal(*piece);
        let around = self.around(centre).iter().filter(|&&square| square != from);
        let mut destroyed = around.filter_map(|&square| position.piece_at(square));
        (self.is_mover_destroyed && is_own(&attacker))
            || destroyed.any(|piece| is_own(&piece) && !is_of(rules, piece, &self.spares))
    }
}

/// Poisoned squares and damage.
#[derive(Clone, Debug)]
pub(crate) struct Poison {
    pub(crate) squares: Vec<Square>,
    pub(crate) damage: u8,
}

/// Healed pieces and points.
#[derive(Clone, Debug)]
pub(crate) struct Healing {
    pub(crate) pieces: Vec<Role>,
    pub(crate) amount: u8,
    /// Maximum number of points gained by healing. A piece that has more keeps them.
    pub(crate) max: u8,
}

/// Enemies that a piece converts where it arrives.
#[derive(Clone, Debug)]
pub(crate) struct Conversion {
    /// True for those between it and another piece of its side, false for those beside it.
    pub(crate) is_enclosed: bool,
    /// True if a drop has to convert something.
    pub(crate) is_required: bool,
    /// For each square its lines in all directions, each from the next square on.
    lines: Vec<Vec<Vec<Square>>>,
}

impl Conversion {
    pub(crate) fn new(shape: &Shape, is_enclosed: bool, is_required: bool) -> Conversion {
        let dimensions = shape.sizes().len() as u32;
        let directions: Vec<Vec<i16>> = (0..3_i16.pow(dimensions))
            .map(|number| (0..dimensions).map(|place| number / 3_i16.pow(place) % 3 - 1).collect())
            .filter(|direction: &Vec<i16>| direction.iter().any(|&step| step != 0))
            .collect();
        let step = |from: Square, direction: &[i16]| {
            let to: Vec<i16> =
                shape.coordinates(from).zip(direction).map(|(at, step)| i16::from(at) + step).collect();
            shape.iter().find(|&square| shape.coordinates(square).map(i16::from).eq(to.iter().copied()))
        };
        let line = |from: Square, direction: &[i16]| {
            std::iter::successors(step(from, direction), |&at| step(at, direction)).collect::<Vec<_>>()
        };
        let lines = |from: Square| directions.iter().map(|direction| line(from, direction)).collect();
        Conversion { is_enclosed, is_required, lines: shape.iter().map(lines).collect() }
    }

    /// Returns the squares of the enemies that a piece of `side` converts when it stands on a square.
    pub(crate) fn converted(
        &self,
        rules: &Ruleset,
        position: &Position,
        side: Side,
        square: Square,
    ) -> Vec<Square> {
        let is_enemy =
            |square: &Square| position.piece_at(*square).is_some_and(|piece| rules.is_enemy(piece, side));
        let is_own =
            |square: &Square| position.piece_at(*square).is_some_and(|piece| rules.is_own(piece, side));
        let lines = self.lines.get(square.index()).into_iter().flatten();
        let of_line = |line: &Vec<Square>| -> Vec<Square> {
            let run = line.iter().take_while(|square| is_enemy(square)).count();
            let count = match self.is_enclosed {
                false => run.min(1),
                true if line.get(run).is_some_and(is_own) => run,
                true => 0,
            };
            line.iter().take(count).copied().collect()
        };
        lines.flat_map(of_line).collect()
    }
}

/// Number of moves in a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) moves: u8,
    /// True if a move that gives check ends the turn.
    pub(crate) check_ends: bool,
}

pub(crate) fn is_of(rules: &Ruleset, piece: PieceId, roles: &[Role]) -> bool {
    rules.piece(piece).is_some_and(|piece| roles.contains(&piece.role()))
}
