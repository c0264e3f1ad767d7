//! Meaning of effects and of changes of pieces on a file's board.

use std::collections::BTreeSet;
use std::sync::Arc;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::pin::State;
use ggn_core::notation::qpi::Qpi;

use super::ask::Where;
use super::ast::{Anchor, Change, ChangeKind, Effect, End, Field, Limit, Moves, Span, Squares, Term, Word};
use super::bind::{Binder, Pieces};
use super::board::Mirror;
use super::code::Code;
use super::effect::{BoundEffect, BoundField, Placing, Scope, in_state};
use super::limits::Stop;
use super::movement::{Origin, origin};

/// The enhanced form of the moving piece.
const ENHANCED: &str = "+";

/// The source of a move.
const SOURCE: Where = Where::Near(Anchor::Source, [0; 3]);

/// Change of a piece whatever its moves, for one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundChange {
    pub(super) kind: ChangeKind,
    pub(super) piece: Qpi,
    pub(super) to: Qpi,
    pub(super) origin: Origin,
}

impl Binder<'_, '_> {
    /// Returns the effects of a line's moves, which are seen through this mirror; all or none.
    pub(super) fn effects(
        &mut self,
        effects: &[Effect],
        moves: &Moves,
        pieces: Option<&Pieces>,
        view: Mirror,
    ) -> Result<Vec<BoundEffect>, Stop> {
        let mut bound = Vec::new();
        let mut end = Ok(());
        let limits = match moves {
            Moves::Given(limits) => limits.as_slice(),
            Moves::Atoms(..) | Moves::Row(..) | Moves::Pass(_) | Moves::Stays => &[],
        };
        let lands_aside = effects.iter().any(|effect| matches!(effect.field, Field::Lands(_)));
        for effect in effects {
            let scope = self.scope(limits.iter().chain(&effect.limits));
            let field = self.field(effect, moves, pieces, view);
            for stop in [scope.as_ref().err(), field.as_ref().err()].into_iter().flatten() {
                match stop {
                    Stop::Faulty => end = Err(Stop::Faulty),
                    Stop::Spent(..) => return Err(*stop),
                }
            }
            if let (Ok(scope), Ok(field)) = (scope, field) {
                bound.push(BoundEffect { field, scope, lands_aside, origin: origin(&effect.span) });
            }
        }
        end.map(|()| bound)
    }

    fn scope<'l>(&mut self, limits: impl Iterator<Item = &'l Limit>) -> Result<Scope, Stop> {
        let mut scope = Scope::default();
        let mut end = Ok(());
        for limit in limits {
            let squares: BTreeSet<Cell> = match self.zone(&limit.zone) {
                Ok(squares) => squares.into_iter().collect(),
                Err(spent @ Stop::Spent(..)) => return Err(spent),
                Err(Stop::Faulty) => {
                    end = Err(Stop::Faulty);
                    continue;
                }
            };
            let kept: [Option<&mut Option<BTreeSet<Cell>>>; 2] = match limit.end {
                End::From => [Some(&mut scope.from), None],
                End::To => [Some(&mut scope.to), None],
                End::Both => [Some(&mut scope.from), Some(&mut scope.to)],
                End::Either => [Some(&mut scope.either), None],
            };
            let said = kept.into_iter().flatten().filter_map(|kept| kept.replace(squares.clone())).count();
            if said > 0 {
                self.faults
                    .add(Code::Limit, limit.zone.span.clone(), "the effect says twice which moves have it")
                    .expected("`from`, `to` and `from or to` once each");
                end = Err(Stop::Faulty);
            }
        }
        end.map(|()| scope)
    }

    fn field(
        &mut self,
        effect: &Effect,
        moves: &Moves,
        pieces: Option<&Pieces>,
        view: Mirror,
    ) -> Result<BoundField, Stop> {
        Ok(match &effect.field {
            Field::Tag(tag) => BoundField::Tag(Arc::from(tag.as_str())),
            Field::San(san) => BoundField::San(Arc::from(san.as_str())),
            Field::Becomes(to) => BoundField::Becomes(self.form(to, pieces)?),
            Field::Promotes { to, optional, last } => {
                let (mut forms, mut right) = (Vec::new(), true);
                for word in to {
                    match self.form(word, pieces) {
                        Ok(form) if forms.contains(&form) => {
                            self.faults
                                .add(Code::Effect, word.span.clone(), "this choice stands twice")
                                .found(format!("`{}`", word.value));
                            right = false;
                        }
                        Ok(form) => forms.push(form),
                        Err(_) => right = false,
                    }
                }
                if !right {
                    return Err(Stop::Faulty);
                }
                BoundField::Promotes { to: forms, optional: *optional, last: *last }
            }
            Field::Lands(square) => {
                let place = self.spot(square, moves, view)?;
                BoundField::Lands(self.one(place, square)?)
            }
            Field::Takes(squares) => BoundField::Takes(self.places(squares, moves, view)?),
            Field::Unattacked(squares) => {
                let squares: Vec<_> =
                    squares.iter().map(|squares| self.end_or_squares(squares, moves, view)).collect();
                BoundField::Unattacked(squares.into_iter().collect::<Result<_, _>>()?)
            }
            Field::Revokes(squares) => BoundField::Revokes(self.places(squares, moves, view)?),
            Field::Places(places) => {
                let pieces: Vec<_> = places.pieces.iter().map(|word| self.piece(word, "a piece")).collect();
                let along = places.along.as_ref().map(|word| self.piece(word, "a piece")).transpose();
                let squares: Vec<_> =
                    places.squares.iter().map(|squares| self.spot(squares, moves, view)).collect();
                let placing = Placing {
                    pieces: pieces.into_iter().collect::<Result<_, _>>()?,
                    supply: places.supply,
                    on: Vec::new(),
                    along: along?,
                    optional: places.optional,
                };
                BoundField::Places(placing, squares.into_iter().collect::<Result<_, _>>()?)
            }
            Field::Carries(pairs) => {
                let mut bound = Vec::new();
                for (from, to) in pairs {
                    let ends = [from, to].map(|end| {
                        let place = self.squares(end, moves, view)?;
                        self.one(place, end)
                    });
                    let [from, to] = ends;
                    bound.push((from?, to?));
                }
                BoundField::Carries(bound)
            }
        })
    }

    fn places(&mut self, squares: &[Squares], moves: &Moves, view: Mirror) -> Result<Vec<Where>, Stop> {
        let bound: Vec<_> = squares.iter().map(|squares| self.squares(squares, moves, view)).collect();
        bound.into_iter().collect()
    }

    /// Returns squares among which the source may be.
    fn end_or_squares(&mut self, squares: &Squares, moves: &Moves, view: Mirror) -> Result<Where, Stop> {
        match squares {
            Squares::Relative { anchor: Anchor::Source, offset: None, .. } => Ok(SOURCE),
            other => self.squares(other, moves, view),
        }
    }

    /// Returns squares on which a piece comes to stand once the move is made: as other squares, and the source, which is empty then.
    fn spot(&mut self, squares: &Squares, moves: &Moves, view: Mirror) -> Result<Where, Stop> {
        match squares {
            Squares::Relative { span, anchor: Anchor::Destination, offset: None } => {
                self.faults
                    .add(Code::Effect, span.clone(), "on this square stands the moving piece")
                    .expected("another square, such as `to[f]` or `from`");
                Err(Stop::Faulty)
            }
            other => self.end_or_squares(other, moves, view),
        }
    }

    /// Returns a place that is one square.
    fn one(&mut self, place: Where, squares: &Squares) -> Result<Where, Stop> {
        let is_one = match &place {
            Where::Fixed(cells) => cells.len() == 1,
            Where::Near(..) => true,
            Where::Line(..) => false,
        };
        if is_one {
            return Ok(place);
        }
        self.faults
            .add(Code::Effect, span(squares), "this is not one square")
            .expected("one square, as in `carries h1 -> f1` or `lands g1`");
        Err(Stop::Faulty)
    }

    /// Returns the piece into which the pieces of a line change; none for the enhanced form of each.
    fn form(&mut self, word: &Word, pieces: Option<&Pieces>) -> Result<Option<Qpi>, Stop> {
        let all = pieces.map_or(&[][..], |pieces| &pieces.all);
        if word.value == ENHANCED {
            if let Some(piece) = all.iter().find(|piece| piece.pin.state != State::Normal) {
                self.faults
                    .add(Code::Effect, word.span.clone(), "not every piece of this line has an enhanced form")
                    .found(format!("`+` for {piece}"))
                    .expected("pieces without a state, or the new piece itself");
                return Err(Stop::Faulty);
            }
            return Ok(None);
        }
        let form = self.piece(word, "a piece, or `+` for the enhanced form of the moving piece")?;
        if all.first().is_some_and(|piece| piece.side() != form.side()) {
            self.faults
                .add(Code::Effect, word.span.clone(), "a piece does not change its side")
                .found(format!("{form}"));
            return Err(Stop::Faulty);
        }
        Ok(Some(form))
    }

    /// Returns the changes that a line gives to pieces, for the side of each.
    pub(super) fn changes(&mut self, change: &Change) -> Result<Vec<BoundChange>, Stop> {
        let expected = "a piece such as `+R` or `-P`";
        let to = change.to.as_ref().map(|to| self.piece(to, expected)).transpose();
        let mut bound = Vec::new();
        let mut end = to.as_ref().map(|_| ()).map_err(|&stop| stop);
        for word in &change.pieces {
            let piece = match self.piece(word, expected) {
                Ok(piece) => piece,
                Err(stop) => {
                    end = Err(stop);
                    continue;
                }
            };
            let Ok(to) = to else { continue };
            let to = to.unwrap_or_else(|| in_state(piece, State::Normal));
            let wrong = if to.side() != piece.side() {
                Some("both pieces of a change are written for one side")
            } else if to == piece && change.kind != ChangeKind::Captured {
                Some("this piece would stay as it is")
            } else {
                None
            };
            if let Some(wrong) = wrong {
                self.faults
                    .add(Code::Effect, word.span.clone(), wrong)
                    .found(format!("{piece} as {to}"))
                    .expected("as in `moved +R as R`");
                end = Err(Stop::Faulty);
            }
            bound.push(BoundChange { kind: change.kind, piece, to, origin: origin(&word.span) });
        }
        end.map(|()| bound)
    }
}

/// Returns where squares stand in the text.
fn span(squares: &Squares) -> Span {
    match squares {
        Squares::Relative { span, .. } | Squares::Term(Term::Lines { span, .. }) => span.clone(),
        Squares::Term(Term::Block { from, to }) => from.span.start..to.span.end,
        Squares::Term(Term::Word(word)) => word.span.clone(),
    }
}
