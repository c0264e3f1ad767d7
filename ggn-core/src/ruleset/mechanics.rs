//! The manifest's `mechanics`: what an author writes of each, and how that is bound to a board and its pieces.

#[cfg(feature = "mechanic")]
pub(crate) use named::RawMechanic;
#[cfg(feature = "mechanic")]
pub(super) use named::bind;

/// The mechanics of a manifest.
#[cfg(feature = "mechanic")]
pub(crate) type RawMechanics = Vec<RawMechanic>;

/// Mechanics that nobody here can play: it is enough to know whether there are any.
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
impl super::read::Read for RawMechanics {
    fn read(_: &mut super::binder::Binder<'_>, json: &crate::json::Json) -> Option<RawMechanics> {
        let are_there = !matches!(json, crate::json::Json::Array(items) if items.is_empty());
        Some(RawMechanics { are_there })
    }
}

#[cfg(feature = "mechanic")]
mod named {
    use super::super::bind::Names;
    use super::super::binder::Binder;
    use super::super::fault::FaultKind;
    use super::super::read::{choice, words};
    use super::super::text::Text;
    use crate::Shape;
    use crate::mechanic::{Area, Blast, Healing, HitPoints, Mechanics, Poison, Turn};
    use crate::notation::cell::Cell;
    use crate::notation::qpi::Qpi;

    choice! {
        /// One thing that moves do beyond what their rows say.
        RawMechanic by mechanic {
            /// Pieces have points. A capture takes some; while its victim has any left it stays, and so does the attacker.
            HitPoints = "hit-points" {
                /// How many points every piece starts with.
                initial: u32,
                /// How many points a capture takes.
                damage: u32 = 1,
            },
            /// After each move pieces of the side that did not move gain points, unless they are attacked. Asks for `hit-points`.
            Healing = "healing" {
                /// The roles that heal: `["C:K"]`.
                pieces: Vec<Text<Qpi>>,
                /// How many points a piece gains.
                amount: u32 = 1,
                /// How many points a piece can have by healing.
                max: u32,
            },
            /// After each move every piece on certain squares loses points; without any left it is removed. Asks for `hit-points`.
            Poison = "poison" {
                /// The squares: `["d4", "e4"]`.
                squares: Vec<Text<Cell>>,
                /// How many points a piece there loses.
                damage: u32 = 1,
            },
            /// A capture also destroys what stands around it, whosever it is.
            Blast = "blast" {
                /// The roles whose captures do: `["C:R"]`. Without any, all of them.
                by: Vec<Text<Qpi>> = Vec::new(),
                /// What counts as around.
                area: RawArea,
                /// How far the blast goes, in squares.
                radius: u32,
                /// The roles that are not destroyed, wherever they stand: `["C:P"]`.
                spares: Vec<Text<Qpi>> = Vec::new(),
                /// What becomes of the piece that captures.
                mover: RawMover,
            },
            /// A turn has several moves. If there is no second one, the turn passes.
            Turn = "turn" {
                /// How many moves a turn has.
                moves: u32,
                /// Whether a move that gives check ends the turn.
                check_ends: bool = true,
            },
        }
    }

    words! {
        /// The squares around a square.
        RawArea {
            /// Those that lie straight along one of the board's dimensions: a file, a rank.
            Cross = "cross",
            /// Those that lie so far away or less in every dimension, the diagonal ones too.
            Square = "square",
        }
    }

    words! {
        /// What becomes of the piece that captures.
        RawMover {
            /// It stays where it arrived.
            Stays = "stays",
            /// It is destroyed as well, whatever its role.
            Destroyed = "destroyed",
        }
    }

    /// The most moves that a turn can have.
    const MOVES_MAX: u32 = 8;

    /// Binds the mechanics. Of what has a fault nothing comes that could be played.
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
            RawMechanic::Turn { moves, check_ends } => {
                let moves = number(at, "moves", *moves, 2, MOVES_MAX);
                mechanics.turn = Some(Turn { moves, check_ends: *check_ends });
            }
        }
    }

    /// A number between two others, or a fault.
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
