//! Facts of a player about a game: entity, attribute and value. An entity has one value of an attribute.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Entity of the game itself; pieces are numbered from 1.
pub const GAME_ENTITY: u32 = 0;

/// Attribute of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Attr {
    /// Of a piece: its name in the ruleset (`pawn`).
    PieceType,
    /// Of a piece: the piece in full (`S:+P`), in a game of another ruleset than chess.
    Piece,
    /// Of a piece: `white` or `black`.
    Color,
    /// Of a piece: the number of its square, file by file and rank by rank from `a1`, which is 0.
    Position,
    /// Of a piece: whether it has moved.
    HasMoved,
    /// Of a piece: its hit points, where pieces have some.
    Hp,
    /// Of a piece: the name of the square that it has just passed over, as long as it may be captured there.
    PassedSquare,
    /// Of the game: the side to move.
    Turn,
    /// Of the game: the pieces that white can drop, each in full with its number (`S:P 2`), or without one where there is no end of them. Absent in a game
    /// without hands, and where they are not seen.
    HandOfWhite,
    /// Of the game: the same of black.
    HandOfBlack,
    /// Of the game: the number of moves made in the current turn, where a turn has several.
    HalfMovesThisTurn,
    /// Of the game: the number of checks given by white, where they are counted.
    ChecksByWhite,
    /// Of the game: the number of checks given by black, where they are counted.
    ChecksByBlack,
    /// Of the game: the number of captures by white, where they are counted.
    CapturesByWhite,
    /// Of the game: the number of captures by black, where they are counted.
    CapturesByBlack,
    /// Of the game: the number of promotions by white, where they are counted.
    PromotionsByWhite,
    /// Of the game: the number of promotions by black, where they are counted.
    PromotionsByBlack,
    /// Of the game: castling rights, as in FEN.
    CastlingRights,
    /// Of the game: the name of the square that a pawn has just passed over; absent if there is none. Of several, the latest.
    EnPassantSquare,
    /// Of the game: plies since the last progress, as in FEN.
    HalfmoveClock,
    /// Of the game: the number of the current move, from 1.
    FullmoveNumber,
    /// Of the game: the ids of the house rules in their order.
    ActiveRule,
    /// Of the game: the winner; absent before the end.
    Winner,
}

impl Attr {
    /// All attributes.
    pub const ALL: [Attr; 23] = [
        Attr::PieceType,
        Attr::Piece,
        Attr::Color,
        Attr::Position,
        Attr::HasMoved,
        Attr::Hp,
        Attr::PassedSquare,
        Attr::Turn,
        Attr::HandOfWhite,
        Attr::HandOfBlack,
        Attr::HalfMovesThisTurn,
        Attr::ChecksByWhite,
        Attr::ChecksByBlack,
        Attr::CapturesByWhite,
        Attr::CapturesByBlack,
        Attr::PromotionsByWhite,
        Attr::PromotionsByBlack,
        Attr::CastlingRights,
        Attr::EnPassantSquare,
        Attr::HalfmoveClock,
        Attr::FullmoveNumber,
        Attr::ActiveRule,
        Attr::Winner,
    ];
}

/// Value of a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Value {
    /// A boolean.
    Truth(bool),
    /// A number.
    Number(u32),
    /// A text.
    Text(String),
    /// A list of texts.
    List(Vec<String>),
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Truth(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Value {
        Value::Number(value)
    }
}

impl From<Vec<String>> for Value {
    fn from(value: Vec<String>) -> Value {
        Value::List(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::Text(value.to_owned())
    }
}

/// Identity of a fact: an entity has an attribute once.
pub type FactId = (u32, Attr);

/// One fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// The entity: 0 is the game, any other a piece for as long as it lives.
    pub id: u32,
    /// The attribute.
    pub attr: Attr,
    /// The value.
    pub value: Value,
}

/// Facts about one entity.
#[derive(Clone, Copy, Debug)]
pub struct Entity<'f> {
    facts: &'f Facts,
    id: u32,
}

impl<'f> Entity<'f> {
    /// Returns the value of an attribute.
    #[must_use]
    pub fn get(self, attr: Attr) -> Option<&'f Value> {
        self.facts.0.get(&(self.id, attr))
    }
}

/// All facts of a player at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(BTreeMap<FactId, Value>);

impl Facts {
    /// Sets the value of an attribute, replacing an earlier one.
    pub fn insert(&mut self, id: u32, attr: Attr, value: impl Into<Value>) {
        self.0.insert((id, attr), value.into());
    }

    /// Removes an attribute.
    pub fn retract(&mut self, id: u32, attr: Attr) {
        self.0.remove(&(id, attr));
    }

    /// Returns the piece on the square with that number.
    #[must_use]
    pub fn standing_on(&self, position: u32) -> Option<Entity<'_>> {
        let here = Value::Number(position);
        let mut positions = self.0.iter().filter(|((_, attr), _)| *attr == Attr::Position);
        positions.find(|(_, value)| **value == here).map(|(&(id, _), _)| Entity { facts: self, id })
    }

    /// Returns all facts, by entity.
    #[must_use]
    pub fn to_vec(&self) -> Vec<Fact> {
        self.0.iter().map(fact).collect()
    }

    /// Returns the facts that are not in `other`, or have another value there.
    // Requirements rooms-45, rooms-65.
    #[must_use]
    pub fn beyond(&self, other: &Facts) -> Vec<Fact> {
        self.0.iter().filter(|(id, value)| other.0.get(id) != Some(value)).map(fact).collect()
    }
}

fn fact((&(id, attr), value): (&FactId, &Value)) -> Fact {
    Fact { id, attr, value: value.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_what_was_said_last_and_a_delta_what_differs() {
        let mut before = Facts::default();
        before.insert(1, Attr::Position, 12);
        before.insert(1, Attr::HasMoved, false);
        before.insert(2, Attr::Position, 5);
        let mut after = before.clone();
        after.insert(1, Attr::Position, 28);
        after.retract(2, Attr::Position);
        let text = |facts: &[Fact]| serde_json::to_string(facts).unwrap();
        assert_eq!(text(&after.beyond(&before)), r#"[{"id":1,"attr":"Position","value":28}]"#);
        assert_eq!(
            text(&before.beyond(&after)),
            r#"[{"id":1,"attr":"Position","value":12},{"id":2,"attr":"Position","value":5}]"#
        );
        assert_eq!(after.to_vec().len(), 2);
        assert!(after.beyond(&after).is_empty());
    }
}
