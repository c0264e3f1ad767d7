//! What a player knows of a game, as facts: an entity, an attribute, a value, and never two values of one attribute.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The entity that stands for the game itself; pieces are numbered from 1.
pub const GAME_ENTITY: u32 = 0;

/// What a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Attr {
    /// Of a piece: what it is, by its name in the ruleset (`pawn`).
    PieceType,
    /// Of a piece: `white` or `black`.
    Color,
    /// Of a piece: the number of its square, file by file and rank by rank from `a1`, which is 0.
    Position,
    /// Of a piece: whether it has moved.
    HasMoved,
    /// Of a piece: its hit points, where pieces have some.
    Hp,
    /// Of a piece: the square that it has just passed over, by its name, as long as it may be taken there.
    PassedSquare,
    /// Of the game: the side to move.
    Turn,
    /// Of the game: how many moves of the present turn have been made, where a turn has several.
    HalfMovesThisTurn,
    /// Of the game: the checks that white has given, where they are counted.
    ChecksByWhite,
    /// Of the game: the checks that black has given, where they are counted.
    ChecksByBlack,
    /// Of the game: white's captures, where they are counted.
    CapturesByWhite,
    /// Of the game: black's captures, where they are counted.
    CapturesByBlack,
    /// Of the game: white's promotions, where they are counted.
    PromotionsByWhite,
    /// Of the game: black's promotions, where they are counted.
    PromotionsByBlack,
    /// Of the game: the rights to castle, as FEN writes them.
    CastlingRights,
    /// Of the game: the square that a pawn has just passed over, by its name; there is no such fact where none has. Of several the latest.
    EnPassantSquare,
    /// Of the game: plies since the last progress, as FEN counts them.
    HalfmoveClock,
    /// Of the game: the number of the present move, from 1.
    FullmoveNumber,
    /// Of the game: the ids of the house rules, in their order.
    ActiveRule,
    /// Of the game: who won; there is no such fact before the end.
    Winner,
}

impl Attr {
    /// Every attribute.
    pub const ALL: [Attr; 20] = [
        Attr::PieceType,
        Attr::Color,
        Attr::Position,
        Attr::HasMoved,
        Attr::Hp,
        Attr::PassedSquare,
        Attr::Turn,
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

/// What is said of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Value {
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(u32),
    /// A word.
    Text(String),
    /// Several words.
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

/// What identifies a fact: an entity has an attribute once.
pub type FactId = (u32, Attr);

/// One fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// The entity: 0 is the game, every other a piece for as long as it lives.
    pub id: u32,
    /// What is said of it.
    pub attr: Attr,
    /// And that is.
    pub value: Value,
}

/// What is said of one entity.
#[derive(Clone, Copy, Debug)]
pub struct Entity<'f> {
    facts: &'f Facts,
    id: u32,
}

impl<'f> Entity<'f> {
    /// One attribute.
    #[must_use]
    pub fn get(self, attr: Attr) -> Option<&'f Value> {
        self.facts.0.get(&(self.id, attr))
    }
}

/// All facts that a player has at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(BTreeMap<FactId, Value>);

impl Facts {
    /// Says something; what was said of it before is said no more.
    pub fn insert(&mut self, id: u32, attr: Attr, value: impl Into<Value>) {
        self.0.insert((id, attr), value.into());
    }

    /// Says it no more.
    pub fn retract(&mut self, id: u32, attr: Attr) {
        self.0.remove(&(id, attr));
    }

    /// The piece on the square of that number.
    #[must_use]
    pub fn standing_on(&self, position: u32) -> Option<Entity<'_>> {
        let here = Value::Number(position);
        let mut positions = self.0.iter().filter(|((_, attr), _)| *attr == Attr::Position);
        positions.find(|(_, value)| **value == here).map(|(&(id, _), _)| Entity { facts: self, id })
    }

    /// All of them, by entity.
    #[must_use]
    pub fn to_vec(&self) -> Vec<Fact> {
        self.0.iter().map(fact).collect()
    }

    /// Those that are not in `other`, or have another value there.
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
