//! The effects of a ruleset as the JSON of `effects.json`, without its text.

use std::fmt::Display;

use ggn_core::json::Json;
use ggn_core::notation::cell::Cell;

use super::ast::Supply;
use super::effect::{Field, Placing, Promotion};
use super::effects::{Captured, Changes, EffectRow, Effects, RowEffect};

impl Effects {
    /// Returns what the text of the file says, but no schema.
    pub(super) fn json(&self) -> Json {
        let mut members = Vec::new();
        for (name, changes) in [("moved", &self.moved), ("expires", &self.expires)] {
            if !changes.is_empty() {
                members.push(member(name, object(changes)));
            }
        }
        match &self.captured {
            None => {}
            Some(Captured::Discard) => members.push(member("captured", text("discard"))),
            Some(Captured::Hand(hand)) => {
                members.push(member("captured", Json::Object(vec![member("hand", object(hand))])));
            }
        }
        if !self.rows.is_empty() {
            members.push(member("rows", rows(&self.rows)));
        }
        Json::Object(members)
    }
}

fn member(name: impl Display, value: Json) -> (String, Json) {
    (name.to_string(), value)
}

fn text(item: impl Display) -> Json {
    Json::String(item.to_string())
}

fn list(items: &[impl Display]) -> Json {
    Json::Array(items.iter().map(text).collect())
}

fn object(changes: &Changes) -> Json {
    Json::Object(changes.iter().map(|(from, to)| member(from, text(to))).collect())
}

fn rows(rows: &[EffectRow]) -> Json {
    let of_source = |rows: &[EffectRow]| {
        let ends = rows
            .iter()
            .map(|row| member(row.destination, Json::Array(row.effects.iter().map(effect).collect())));
        Some(member(rows.first()?.source, Json::Object(ends.collect())))
    };
    let of_piece = |rows: &[EffectRow]| {
        let sources = rows.chunk_by(|one, other| one.source == other.source).filter_map(of_source);
        Some(member(rows.first()?.piece, Json::Object(sources.collect())))
    };
    Json::Object(rows.chunk_by(|one, other| one.piece == other.piece).filter_map(of_piece).collect())
}

fn effect(effect: &RowEffect) -> Json {
    let conditions = effect.when.conditions.iter().map(|(cell, condition)| member(cell, text(condition)));
    let when =
        (!effect.when.conditions.is_empty()).then(|| member("when", Json::Object(conditions.collect())));
    let fields = effect.fields.iter().map(|field| member(field.name(), value(field)));
    Json::Object(when.into_iter().chain(fields).collect())
}

fn value(field: &Field) -> Json {
    match field {
        Field::Becomes(to) => text(to),
        Field::Lands(cell) => text(cell),
        Field::Carries(pairs) => {
            Json::Object(pairs.iter().map(|(from, to): &(Cell, Cell)| member(from, text(to))).collect())
        }
        Field::Takes(cells) | Field::Unattacked(cells) | Field::Revokes(cells) => list(cells),
        Field::Promotes(Promotion { to, optional, last }) => {
            let yes = [("optional", optional), ("last", last)];
            let yes = yes.into_iter().filter(|(_, is)| **is).map(|(name, _)| member(name, Json::Bool(true)));
            Json::Object([member("to", list(to))].into_iter().chain(yes).collect())
        }
        Field::Places(placing) => placed(placing),
        Field::Tag(name) | Field::San(name) => text(name),
    }
}

fn placed(placing: &Placing) -> Json {
    let mut members = vec![member("pieces", list(&placing.pieces))];
    match placing.supply {
        Supply::Unlimited => {}
        Supply::Hand => members.push(member("from", text("hand"))),
        Supply::Board => members.push(member("from", text("board"))),
    }
    if !placing.on.is_empty() {
        members.push(member("on", list(&placing.on)));
    }
    members.extend(placing.along.map(|along| member("along", text(along))));
    if placing.optional {
        members.push(member("optional", Json::Bool(true)));
    }
    Json::Object(members)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use ggn_core::notation::ggn::Place;
    use ggn_core::notation::lcn::{Condition, Lcn};

    use super::*;

    #[test]
    fn the_text_says_the_same() {
        let (rook, queen): (_, _) = ("C:R".parse().unwrap(), "C:+Q^".parse().unwrap());
        let (one, other) = (Cell::new(&[0, 0]).unwrap(), Cell::new(&[3, 11]).unwrap());
        let promotes = |optional, last| Field::Promotes(Promotion { to: vec![rook, queen], optional, last });
        let places = |supply, on: &[Cell], along, optional| {
            Field::Places(Placing { pieces: vec![queen], supply, on: on.to_vec(), along, optional })
        };
        let fields = vec![
            Field::Becomes(rook),
            Field::Lands(one),
            Field::Carries(vec![(one, other), (other, one)]),
            Field::Takes(vec![one]),
            Field::Unattacked(vec![one, other]),
            Field::Revokes(vec![other]),
            promotes(true, false),
            promotes(false, true),
            places(Supply::Unlimited, &[], None, false),
            places(Supply::Hand, &[one, other], Some(rook), true),
            places(Supply::Board, &[], None, true),
            Field::Tag("a \"tag\"\u{1}".into()),
            Field::San("O-O".into()),
        ];
        let row = |piece, source, destination| EffectRow {
            piece,
            source,
            destination,
            effects: fields
                .iter()
                .map(|field| RowEffect {
                    when: Lcn { conditions: vec![(one, Condition::Empty), (other, Condition::Piece(rook))] },
                    fields: vec![field.clone()],
                })
                .chain([RowEffect { when: Lcn { conditions: Vec::new() }, fields: fields.clone() }])
                .collect(),
        };
        let (from, to) = (Place::Cell(one), Place::Cell(other));
        let some = vec![(rook, queen), (queen, rook)];
        let all = Effects {
            moved: some.clone(),
            expires: some.clone(),
            captured: Some(Captured::Hand(some)),
            rows: vec![
                row(rook, from, to),
                row(rook, from, from),
                row(rook, to, from),
                row(queen, Place::Hand, to),
            ],
        };
        let discard = Effects { captured: Some(Captured::Discard), ..Effects::default() };
        for effects in [all, discard, Effects::default()] {
            assert_eq!(Json::parse(effects.text(None).as_bytes()), Ok(effects.json()));
        }
    }
}
