//! Binding: from names in the files to numbers of one board and one set of pieces. Everything that cannot be bound is reported.

use std::collections::BTreeMap;

use super::binder::Binder;
use super::fault::FaultKind;
use super::lint;
use super::raw::{
    RawCount, RawEffect, RawLcn, RawManifest, RawPlacedFrom, RawPlacement, RawPossibility, RawRows, RawSetup,
};
use super::read::Members;
use super::setup::SetupRules;
use super::table::{Condition, Effect, PlacedFrom, Placing, Possibility, Promotion};
use super::text::Text;
use crate::movement::Location;
use crate::notation::cell::Cell;
use crate::notation::ggn::{self, Place, Row};
use crate::notation::lcn::{self, Lcn};
use crate::notation::qpi::Qpi;
use crate::piece::{PieceId, Role};
use crate::{Shape, Square};

/// Key of a row: piece, source and destination.
type RowKey = (PieceId, Location, Location);

/// Names that a ruleset's files may use.
pub(super) struct Names<'a> {
    shape: &'a Shape,
    pieces: BTreeMap<Qpi, PieceId>,
    /// True if all pieces are known; otherwise an unknown piece is ignored without a fault.
    complete: bool,
    /// Roles of neither side.
    neutral: Vec<Role>,
}

impl<'a> Names<'a> {
    /// Numbers the pieces in the order given.
    pub(super) fn new(shape: &'a Shape, pieces: impl IntoIterator<Item = Qpi>, complete: bool) -> Names<'a> {
        let numbered = pieces.into_iter().enumerate();
        let pieces = numbered.filter_map(|(index, qpi)| Some((qpi, PieceId::from_index(index)?))).collect();
        Names { shape, pieces, complete, neutral: Vec::new() }
    }

    /// Knows the roles that a manifest calls neutral: any piece may become one.
    pub(super) fn with_neutral(self, manifest: Option<&RawManifest>) -> Names<'a> {
        let named = manifest.into_iter().flat_map(|manifest| &manifest.pieces);
        let is_neutral = named.filter(|(_, piece)| piece.neutral);
        let neutral = is_neutral.filter_map(|(text, _)| text.parse().ok().map(Role::of)).collect();
        Names { neutral, ..self }
    }

    fn square(&self, at: &mut Binder<'_>, cell: Cell) -> Option<Square> {
        let square = self.shape.square(cell);
        if square.is_none() {
            at.fault(FaultKind::OffBoard(cell.to_string()));
        }
        square
    }

    pub(super) fn square_text(&self, at: &mut Binder<'_>, text: &Text<Cell>) -> Option<Square> {
        let cell = at.notation(text)?;
        self.square(at, cell)
    }

    fn piece(&self, at: &mut Binder<'_>, qpi: Qpi) -> Option<PieceId> {
        let piece = self.pieces.get(&qpi).copied();
        if piece.is_none() && self.complete {
            at.fault(FaultKind::UnknownPiece(qpi.to_string()));
        }
        piece
    }

    pub(super) fn piece_text(&self, at: &mut Binder<'_>, text: &Text<Qpi>) -> Option<PieceId> {
        let qpi = at.notation(text)?;
        self.piece(at, qpi)
    }

    pub(super) fn role(&self, at: &mut Binder<'_>, text: &Text<Qpi>) -> Option<Role> {
        let role = Role::of(at.notation(text)?);
        if !self.pieces.keys().any(|piece| Role::of(*piece) == role) {
            if self.complete {
                at.fault(FaultKind::UnknownRole(text.to_string()));
            }
            return None;
        }
        Some(role)
    }

    pub(super) fn roles(&self, at: &mut Binder<'_>, texts: &[Text<Qpi>]) -> Vec<Role> {
        let bind = |(index, text): (usize, &Text<Qpi>)| at.within(index, |at| self.role(at, text));
        let mut roles: Vec<Role> = texts.iter().enumerate().filter_map(bind).collect();
        roles.sort_unstable();
        roles
    }

    pub(super) fn squares(
        &self,
        at: &mut Binder<'_>,
        field: &'static str,
        texts: &[Text<Cell>],
    ) -> Vec<Square> {
        at.within(field, |at| {
            let bind =
                |(index, text): (usize, &Text<Cell>)| at.within(index, |at| self.square_text(at, text));
            texts.iter().enumerate().filter_map(bind).collect()
        })
    }

    fn location(&self, at: &mut Binder<'_>, place: Place) -> Option<Location> {
        match place {
            Place::Hand => Some(Location::Hand),
            Place::Cell(cell) => self.square(at, cell).map(Location::Square),
        }
    }

    fn location_text(&self, at: &mut Binder<'_>, text: &Text<Place>) -> Option<Location> {
        let place = at.notation(text)?;
        self.location(at, place)
    }

    /// Binds pairs of pieces of any sides.
    pub(super) fn pairs(
        &self,
        at: &mut Binder<'_>,
        texts: &Members<Qpi, Text<Qpi>>,
    ) -> Vec<(PieceId, PieceId)> {
        let bind = |(before, after): &(Text<Qpi>, Text<Qpi>)| {
            at.within(before, |at| Some((self.piece_text(at, before)?, self.piece_text(at, after)?)))
        };
        texts.iter().filter_map(bind).collect()
    }

    /// Binds changes of pieces; both pieces of a change must be of one side.
    pub(super) fn changes(
        &self,
        at: &mut Binder<'_>,
        texts: &Members<Qpi, Text<Qpi>>,
    ) -> Vec<Option<PieceId>> {
        for (before, after) in texts {
            at.within(before, |at| self.check_change(at, before, after));
        }
        let mut changes = vec![None; self.pieces.len()];
        for (before, after) in self.pairs(at, texts) {
            if let Some(change) = changes.get_mut(before.index()) {
                *change = Some(after);
            }
        }
        changes
    }

    fn check_change(&self, at: &mut Binder<'_>, before: &str, after: &str) {
        if let (Ok(from), Ok(to)) = (before.parse::<Qpi>(), after.parse::<Qpi>())
            && from.side() != to.side()
            && !self.neutral.contains(&Role::of(to))
        {
            at.fault(FaultKind::ChangesSide { from: before.to_owned(), to: after.to_owned() });
        }
    }

    fn conditions(&self, at: &mut Binder<'_>, field: &'static str, lcn: &Lcn) -> Box<[(Square, Condition)]> {
        let mut bound = Vec::with_capacity(lcn.conditions.len());
        for &(cell, condition) in &lcn.conditions {
            // Almost every condition binds; only one that does not needs its place spelled out.
            let square = self.shape.square(cell);
            let condition = match condition {
                lcn::Condition::Empty => Some(Condition::Empty),
                lcn::Condition::Enemy => Some(Condition::Enemy),
                lcn::Condition::Piece(qpi) => self.pieces.get(&qpi).copied().map(Condition::Piece),
            };
            match (square, condition) {
                (Some(square), Some(condition)) => bound.push((square, condition)),
                (square, condition) => at.within(field, |at| {
                    at.within(cell, |at| {
                        if square.is_none() {
                            at.fault(FaultKind::OffBoard(cell.to_string()));
                        }
                        if let (None, true, Some((_, lcn::Condition::Piece(qpi)))) =
                            (condition, self.complete, lcn.conditions.iter().find(|(at, _)| *at == cell))
                        {
                            at.fault(FaultKind::UnknownPiece(qpi.to_string()));
                        }
                    });
                }),
            }
        }
        bound.into()
    }

    fn conditions_text(
        &self,
        at: &mut Binder<'_>,
        field: &'static str,
        raw: &RawLcn,
    ) -> Box<[(Square, Condition)]> {
        let bind = |at: &mut Binder<'_>, (cell, value): &(Text<Cell>, Text<lcn::Condition>)| {
            at.within(cell, |at| {
                let cell = at.notation(cell)?;
                let value = at.notation(value)?;
                Some((cell, value))
            })
        };
        let conditions = at.within(field, |at| raw.iter().filter_map(|entry| bind(at, entry)).collect());
        self.conditions(at, field, &Lcn { conditions })
    }

    fn possibilities(&self, at: &mut Binder<'_>, raw: &[RawPossibility]) -> Vec<Possibility> {
        let bind = |(index, way): (usize, &RawPossibility)| {
            at.within(index, |at| Possibility {
                must: self.conditions_text(at, "must", &way.must),
                deny: self.conditions_text(at, "deny", &way.deny),
                effect: None,
            })
        };
        raw.iter().enumerate().map(bind).collect()
    }

    /// Binds the piece, source and destination of a row.
    pub(super) fn row_key(&self, at: &mut Binder<'_>, row: &Row) -> Option<RowKey> {
        let piece = self.piece(at, row.piece);
        let source = self.location(at, row.source);
        let destination = self.location(at, row.destination);
        Some((piece?, source?, destination?))
    }

    /// Binds the conditions of a possibility, without its effect.
    pub(super) fn possibility(&self, at: &mut Binder<'_>, way: &ggn::Possibility) -> Possibility {
        Possibility {
            must: self.conditions(at, "must", &way.must),
            deny: self.conditions(at, "deny", &way.deny),
            effect: None,
        }
    }

    /// Returns whether a place of a table is on this board.
    pub(super) fn is_there(&self, place: Place) -> bool {
        match place {
            Place::Hand => true,
            Place::Cell(cell) => self.shape.square(cell).is_some(),
        }
    }

    /// Binds the effects of rows. `apply` attaches one to its row; it returns an error if there is no such row.
    pub(super) fn effects(
        &self,
        at: &mut Binder<'_>,
        rows: &RawRows,
        mut apply: impl FnMut(
            &mut Binder<'_>,
            RowKey,
            &[(Square, Condition)],
            &RawEffect,
            Effect,
        ) -> Result<(), ()>,
    ) {
        for (piece, sources) in rows {
            at.within(piece, |at| {
                let id = self.piece_text(at, piece);
                for (from, destinations) in sources {
                    at.within(from, |at| {
                        let source = self.location_text(at, from);
                        for (to, effects) in destinations {
                            at.within(to, |at| {
                                let destination = self.location_text(at, to);
                                for (index, raw) in effects.iter().enumerate() {
                                    at.within(index, |at| {
                                        let when = self.conditions_text(at, "when", &raw.when);
                                        let effect = self.effect(at, piece, raw);
                                        check_squares(at, raw, from, to);
                                        lint::choices(at, raw);
                                        let (Some(id), Some(source), Some(destination)) =
                                            (id, source, destination)
                                        else {
                                            return;
                                        };
                                        if apply(at, (id, source, destination), &when, raw, effect).is_err()
                                            && self.complete
                                        {
                                            at.fault(FaultKind::NoSuchRow {
                                                piece: piece.to_string(),
                                                from: from.to_string(),
                                                to: to.to_string(),
                                            });
                                        }
                                    });
                                }
                            });
                        }
                    });
                }
            });
        }
    }

    fn effect(&self, at: &mut Binder<'_>, piece: &str, raw: &RawEffect) -> Effect {
        let becomes = raw.becomes.as_ref().and_then(|text| {
            at.within("becomes", |at| {
                self.check_change(at, piece, text);
                self.piece_text(at, text)
            })
        });
        let promotes = raw.promotes.as_ref().map(|promotes| {
            let choose = |at: &mut Binder<'_>, (index, text): (usize, &Text<Qpi>)| {
                at.within(index, |at| {
                    self.check_change(at, piece, text);
                    self.piece_text(at, text)
                })
            };
            at.within("promotes", |at| {
                at.within("to", |at| {
                    if promotes.to.is_empty() {
                        at.fault(FaultKind::Empty);
                    }
                    let choices =
                        promotes.to.iter().enumerate().filter_map(|entry| choose(at, entry)).collect();
                    Promotion { choices, optional: promotes.optional, is_of_last: promotes.last }
                })
            })
        });
        let lands =
            raw.lands.as_ref().and_then(|square| at.within("lands", |at| self.square_text(at, square)));
        let carries = at.within("carries", |at| {
            let bind = |(from, to): &(Text<Cell>, Text<Cell>)| {
                at.within(from, |at| Some((self.square_text(at, from)?, self.square_text(at, to)?)))
            };
            raw.carries.iter().filter_map(bind).collect()
        });
        let places = raw.places.as_ref().map(|places| at.within("places", |at| self.placing(at, places)));
        Effect {
            becomes,
            lands,
            carries,
            takes: self.squares(at, "takes", &raw.takes),
            unattacked: self.squares(at, "unattacked", &raw.unattacked),
            revokes: self.squares(at, "revokes", &raw.revokes),
            promotes,
            places,
            tag: raw.tag.clone(),
            san: raw.san.clone(),
        }
    }

    fn placing(&self, at: &mut Binder<'_>, raw: &RawPlacement) -> Placing {
        let pieces = at.within("pieces", |at| {
            if raw.pieces.is_empty() {
                at.fault(FaultKind::Empty);
            }
            let bind = |(index, text): (usize, &Text<Qpi>)| {
                if raw.pieces.iter().take(index).any(|earlier| earlier == text) {
                    at.within(index, |at| at.fault(FaultKind::Twice(text.to_string())));
                }
                at.within(index, |at| self.piece_text(at, text))
            };
            raw.pieces.iter().enumerate().filter_map(bind).collect()
        });
        Placing {
            pieces,
            from: match raw.from {
                RawPlacedFrom::Supply => PlacedFrom::Supply,
                RawPlacedFrom::Hand => PlacedFrom::Hand,
                RawPlacedFrom::Board => PlacedFrom::Board,
            },
            on: self.squares(at, "on", &raw.on),
            along: raw.along.as_ref().and_then(|text| at.within("along", |at| self.piece_text(at, text))),
            optional: raw.optional,
        }
    }

    /// Binds `setup.json`.
    pub(super) fn setup(&self, at: &mut Binder<'_>, raw: &RawSetup) -> SetupRules {
        let counts = at.within("count", |at| {
            let bind = |(role, count): &(Text<Qpi>, RawCount)| {
                let role = at.within(role, |at| self.role(at, role))?;
                // An empty range is reported separately, and would reject every position.
                (count.max.is_none_or(|max| max >= count.min)).then_some((role, count.min, count.max))
            };
            raw.count.iter().filter_map(bind).collect()
        });
        let squares = at.within("squares", |at| {
            let bind = |(piece, allowed): &(Text<Qpi>, Members<Cell, Vec<RawPossibility>>)| {
                at.within(piece, |at| {
                    let id = self.piece_text(at, piece);
                    let bind = |(cell, ways): &(Text<Cell>, Vec<RawPossibility>)| {
                        at.within(cell, |at| {
                            let ways = self.possibilities(at, ways);
                            Some((self.square_text(at, cell)?, ways))
                        })
                    };
                    let allowed = allowed.iter().filter_map(bind).collect();
                    Some((id?, allowed))
                })
            };
            raw.squares.iter().filter_map(bind).collect()
        });
        SetupRules { counts, squares }
    }
}

/// Checks that an effect neither loses nor duplicates a piece: every piece leaves its square once, and no two arrive on
/// the same. A square has one spelling, so that texts can be compared.
fn check_squares(at: &mut Binder<'_>, raw: &RawEffect, source: &str, destination: &str) {
    let own = |square: &str| Some(FaultKind::OwnSquare(square.to_owned()));
    let twice = |square: &str| Some(FaultKind::Twice(square.to_owned()));
    let lands = raw.lands.as_ref().map(|square| square.to_string());
    if let Some(square) = lands.as_deref().filter(|square| *square == destination) {
        at.within("lands", |at| at.fault(FaultKind::OwnSquare(square.to_owned())));
    }
    let lands = lands.as_deref().unwrap_or(destination);
    at.within("takes", |at| {
        for (index, square) in raw.takes.iter().enumerate() {
            let fault = if square == source || square == destination {
                own(square)
            } else if raw.takes.iter().take(index).any(|earlier| earlier == square) {
                twice(square)
            } else {
                None
            };
            at.within(index, |at| fault.map(|fault| at.fault(fault)));
        }
    });
    at.within("carries", |at| {
        for (index, (from, to)) in raw.carries.iter().enumerate() {
            let fault = if from == source {
                own(from)
            } else if **to == *lands {
                own(to)
            } else if raw.takes.contains(from) {
                twice(from)
            } else if raw.carries.iter().take(index).any(|(_, earlier)| earlier == to) {
                twice(to)
            } else {
                None
            };
            at.within(from, |at| fault.map(|fault| at.fault(fault)));
        }
    });
    if let Some(promotes) = &raw.promotes {
        for (index, choice) in promotes.to.iter().enumerate() {
            if promotes.to.iter().take(index).any(|earlier| earlier == choice) {
                at.within("promotes", |at| {
                    at.within("to", |at| {
                        at.within(index, |at| at.fault(FaultKind::Twice(choice.to_string())));
                    });
                });
            }
        }
    }
}
