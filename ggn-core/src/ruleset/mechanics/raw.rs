//! The manifest's `mechanics` as an author writes them, and their binding to a board and its pieces.

#[cfg(feature = "mechanic")]
pub(crate) use named::RawMechanic;
#[cfg(feature = "mechanic")]
pub(in crate::ruleset) use named::bind;

/// Mechanics of a manifest.
#[cfg(feature = "mechanic")]
pub(crate) type RawMechanics = Vec<RawMechanic>;

/// Mechanics in a build that cannot play them: only whether there are any.
#[cfg(not(feature = "mechanic"))]
#[derive(Debug, Default)]
pub(crate) struct RawMechanics {
    are_there: bool,
}

#[cfg(not(feature = "mechanic"))]
impl RawMechanics {
    pub(crate) fn is_empty(&self) -> bool {
        !self.are_there
    }
}

#[cfg(not(feature = "mechanic"))]
impl crate::ruleset::read::Read for RawMechanics {
    fn read(_: &mut crate::ruleset::binder::Binder<'_>, json: &crate::json::Json) -> Option<RawMechanics> {
        let are_there = !matches!(json, crate::json::Json::Array(items) if items.is_empty());
        Some(RawMechanics { are_there })
    }
}

#[cfg(feature = "mechanic")]
mod named {
    use super::super::super::bind::Names;
    use super::super::super::binder::Binder;
    use super::super::super::fault::FaultKind;
    use super::super::super::read::{choice, words};
    use super::super::super::text::Text;
    use super::super::{Area, Blast, Conversion, Healing, HitPoints, Mechanics, Poison, Turn};
    use crate::Shape;
    use crate::notation::cell::Cell;
    use crate::notation::qpi::Qpi;

    choice! {
        /// Mechanic: an effect of moves beyond their rows.
        RawMechanic by mechanic {
            /// Pieces have points. A capture removes some; while the victim has any left it stays, and so does the attacker.
            HitPoints = "hit-points" {
                /// Initial points of every piece.
                initial: u32,
                /// Points that a capture removes.
                damage: u32 = 1,
            },
            /// After each move pieces of the side that did not move gain points, unless they are attacked. Requires `hit-points`.
            Healing = "healing" {
                /// Roles that heal: `["C:K"]`.
                pieces: Vec<Text<Qpi>>,
                /// Points that a piece gains.
                amount: u32 = 1,
                /// Maximum number of points by healing.
                max: u32,
            },
            /// After each move every piece on certain squares loses points; without any left it is removed. Requires `hit-points`.
            Poison = "poison" {
                /// Poisoned squares: `["d4", "e4"]`.
                squares: Vec<Text<Cell>>,
                /// Points that a piece there loses.
                damage: u32 = 1,
            },
            /// A capture also destroys the pieces around it, of both sides.
            Blast = "blast" {
                /// Roles whose captures set off a blast: `["C:R"]`. Empty for all roles.
                by: Vec<Text<Qpi>> = Vec::new(),
                /// Shape of the destroyed area.
                area: RawArea,
                /// Radius of the blast in squares.
                radius: u32,
                /// Roles that are not destroyed, wherever they stand: `["C:P"]`.
                spares: Vec<Text<Qpi>> = Vec::new(),
                /// Fate of the capturing piece.
                mover: RawMover,
            },
            /// A piece that arrives converts enemies to its own side.
            Conversion = "conversion" {
                /// Enemies that are converted.
                area: RawConverted,
                /// True if a drop that converts nothing is illegal.
                required: bool = false,
            },
            /// A turn has several moves. If there is no second one, the turn passes.
            Turn = "turn" {
                /// Number of moves in a turn.
                moves: u32,
                /// True if a move that gives check ends the turn.
                check_ends: bool = true,
            },
        }
    }

    words! {
        /// Squares around a square.
        RawArea {
            /// Squares straight along one of the board's dimensions: a file, a rank.
            Cross = "cross",
            /// Squares within the radius in every dimension, including diagonals.
            Square = "square",
        }
    }

    words! {
        /// Enemies that a piece converts where it arrives.
        RawConverted {
            /// Those on the squares beside it, also diagonally.
            Around = "around",
            /// Those in straight and diagonal lines without a gap between it and another piece of its side.
            Enclosed = "enclosed",
        }
    }

    words! {
        /// Fate of the capturing piece.
        RawMover {
            /// It stays on its destination.
            Stays = "stays",
            /// It is destroyed as well, even if its role is spared.
            Destroyed = "destroyed",
        }
    }

    /// Maximum number of moves in a turn.
    const MOVES_MAX: u32 = 8;

    /// Binds the mechanics. The result is not playable if there are faults.
    pub(in crate::ruleset) fn bind(
        at: &mut Binder<'_>,
        names: &Names<'_>,
        shape: &Shape,
        raw: &[RawMechanic],
    ) -> Mechanics {
        let mut mechanics = Mechanics::default();
        let has_points = raw.iter().any(|raw| matches!(raw, RawMechanic::HitPoints { .. }));
        at.within("mechanics", |at| {
            for (index, entry) in raw.iter().enumerate() {
                at.within(index, |at| {
                    let kind = std::mem::discriminant(entry);
                    if raw.iter().take(index).any(|earlier| std::mem::discriminant(earlier) == kind) {
                        at.fault(FaultKind::Repeated);
                    }
                    let needs_points =
                        matches!(entry, RawMechanic::Healing { .. } | RawMechanic::Poison { .. });
                    if needs_points && !has_points {
                        at.fault(FaultKind::NeedsMechanic("hit-points"));
                    }
                    one(at, names, shape, entry, &mut mechanics);
                });
            }
        });
        mechanics
    }

    fn one(
        at: &mut Binder<'_>,
        names: &Names<'_>,
        shape: &Shape,
        raw: &RawMechanic,
        mechanics: &mut Mechanics,
    ) {
        match raw {
            RawMechanic::HitPoints { initial, damage } => {
                let initial = number(at, "initial", *initial, 1, u32::from(u8::MAX));
                let damage = number(at, "damage", *damage, 1, u32::from(u8::MAX));
                mechanics.hit_points = Some(HitPoints { initial, damage });
            }
            RawMechanic::Healing { pieces, amount, max } => {
                some(at, "pieces", pieces);
                let pieces = at.within("pieces", |at| names.roles(at, pieces));
                let amount = number(at, "amount", *amount, 1, u32::from(u8::MAX));
                let max = number(at, "max", *max, 1, u32::from(u8::MAX));
                mechanics.healing = Some(Healing { pieces, amount, max });
            }
            RawMechanic::Poison { squares, damage } => {
                some(at, "squares", squares);
                let mut squares = names.squares(at, "squares", squares);
                squares.sort_unstable();
                squares.dedup();
                let damage = number(at, "damage", *damage, 1, u32::from(u8::MAX));
                mechanics.poison = Some(Poison { squares, damage });
            }
            RawMechanic::Blast { by, area, radius, spares, mover } => {
                let by = at.within("by", |at| names.roles(at, by));
                let spares = at.within("spares", |at| names.roles(at, spares));
                let radius = number(at, "radius", *radius, 1, u32::from(u8::MAX));
                let area = match area {
                    RawArea::Cross => Area::Cross,
                    RawArea::Square => Area::Square,
                };
                let is_mover_destroyed = *mover == RawMover::Destroyed;
                mechanics.blast = Some(Blast::new(shape, by, (area, radius), spares, is_mover_destroyed));
            }
            RawMechanic::Conversion { area, required } => {
                let is_enclosed = *area == RawConverted::Enclosed;
                mechanics.conversion = Some(Conversion::new(shape, is_enclosed, *required));
            }
            RawMechanic::Turn { moves, check_ends } => {
                let moves = number(at, "moves", *moves, 2, MOVES_MAX);
                mechanics.turn = Some(Turn { moves, check_ends: *check_ends });
            }
        }
    }

    /// Returns a number in a range, or reports a fault.
    fn number(at: &mut Binder<'_>, field: &'static str, found: u32, least: u32, most: u32) -> u8 {
        at.within(field, |at| {
            if found < least {
                at.fault(FaultKind::TooSmall { found, least });
            } else if found > most {
                at.fault(FaultKind::TooLarge { found, most });
            }
        });
        u8::try_from(found).unwrap_or(u8::MAX)
    }

    fn some<T>(at: &mut Binder<'_>, field: &'static str, list: &[T]) {
        if list.is_empty() {
            at.within(field, |at| at.fault(FaultKind::Empty));
        }
    }
}
