//! The points that a tactic earns, as data: a small expression over the values of the tactic's pieces.
//!
//! ```
//! use session::gambit::amount::{Amount, TacticPiece};
//! // The value of the front piece, plus one point if the piece behind it is royal.
//! let pin: Amount = serde_json::from_str(r#"{ "sum": [{ "value": "front" }, { "if_royal": { "points": 1 } }] }"#)?;
//! let worth = |who| if who == TacticPiece::Front { 3 } else { 10 };
//! assert_eq!((pin.points(&worth, false).0, pin.points(&worth, true).0), (3, 4));
//! # Ok::<(), serde_json::Error>(())
//! ```

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::points::Points;

/// A number of points. Fractions are kept until the end of the calculation; the result is rounded up.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Amount {
    /// A constant: `{ "points": 2 }`.
    Points(u32),
    /// The value of a piece of the tactic: `{ "value": "front" }`.
    Value(TacticPiece),
    /// A fraction or multiple of an amount: `{ "percent": { "of": { "value": "target" }, "percent": 50 } }`.
    Percent {
        /// The amount.
        of: Box<Amount>,
        /// Percentage.
        percent: u32,
    },
    /// The sum of several amounts: `{ "sum": [{ "value": "front" }, { "points": 1 }] }`.
    Sum(Vec<Amount>),
    /// The first amount minus the second, at least 0: `{ "difference": [{ "value": "front" }, { "value": "behind" }] }`.
    Difference(Box<[Amount; 2]>),
    /// The greatest of several amounts: `{ "greatest": [{ "points": 1 }, { "value": "front" }] }`.
    Greatest(Vec<Amount>),
    /// An amount that counts only if the tactic aims at a royal piece: the piece behind in a pin, the front piece in a skewer, or an attacked piece.
    IfRoyal(Box<Amount>),
}

/// A piece of a tactic, or a group of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TacticPiece {
    /// The attacked piece of a pin or skewer.
    Front,
    /// The piece behind the front one.
    Behind,
    /// The target of a discovered attack or of a check.
    Target,
    /// The least valuable target of a fork.
    LeastTarget,
    /// All targets of a fork together.
    AllTargets,
    /// The defended piece.
    Defended,
    /// The defending piece.
    Defender,
}

impl TacticPiece {
    /// Returns the name in the data.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TacticPiece::Front => "front",
            TacticPiece::Behind => "behind",
            TacticPiece::Target => "target",
            TacticPiece::LeastTarget => "least_target",
            TacticPiece::AllTargets => "all_targets",
            TacticPiece::Defended => "defended",
            TacticPiece::Defender => "defender",
        }
    }
}

/// A kind of tactic that the data can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TacticKind {
    /// [`ggn_core::tactics::Tactic::Pin`]
    Pin,
    /// [`ggn_core::tactics::Tactic::Skewer`]
    Skewer,
    /// [`ggn_core::tactics::Tactic::Fork`]
    Fork,
    /// [`ggn_core::tactics::Tactic::Discovered`]
    Discovered,
    /// [`ggn_core::tactics::Tactic::Check`]
    Check,
    /// [`ggn_core::tactics::Tactic::Defence`]
    Defence,
}

impl TacticKind {
    /// All kinds.
    pub const ALL: [TacticKind; 6] = [
        TacticKind::Pin,
        TacticKind::Skewer,
        TacticKind::Fork,
        TacticKind::Discovered,
        TacticKind::Check,
        TacticKind::Defence,
    ];

    /// Returns the name in the data.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TacticKind::Pin => "pin",
            TacticKind::Skewer => "skewer",
            TacticKind::Fork => "fork",
            TacticKind::Discovered => "discovered",
            TacticKind::Check => "check",
            TacticKind::Defence => "defence",
        }
    }

    /// Returns the kind with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<TacticKind> {
        TacticKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the pieces that a tactic of this kind has.
    #[must_use]
    pub fn pieces(self) -> &'static [TacticPiece] {
        match self {
            TacticKind::Pin | TacticKind::Skewer => &[TacticPiece::Front, TacticPiece::Behind],
            TacticKind::Fork => &[TacticPiece::LeastTarget, TacticPiece::AllTargets],
            TacticKind::Discovered | TacticKind::Check => &[TacticPiece::Target],
            TacticKind::Defence => &[TacticPiece::Defended, TacticPiece::Defender],
        }
    }
}

/// Written by hand, so that editors show a description for every field.
impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let amount = generator.subschema_for::<Amount>();
        let who = generator.subschema_for::<TacticPiece>();
        let whole = json_schema!({ "type": "integer", "format": "uint32", "minimum": 0 });
        let list = json_schema!({ "type": "array", "items": amount });
        let two = json_schema!({ "type": "array", "items": amount, "minItems": 2, "maxItems": 2 });
        let part = json_schema!({
            "type": "object",
            "properties": {
                "of": described(&amount, "The amount."),
                "percent": described(&whole, "Percentage."),
            },
            "required": ["of", "percent"],
            "additionalProperties": false,
        });
        let ways = [
            ("points", &whole, "A constant."),
            ("value", &who, "The value of a piece of the tactic."),
            ("percent", &part, "A fraction or multiple of an amount."),
            ("sum", &list, "The sum of several amounts."),
            ("difference", &two, "The first amount minus the second, at least 0."),
            ("greatest", &list, "The greatest of several amounts."),
            ("if_royal", &amount, "An amount that counts only if the tactic aims at a royal piece."),
        ]
        .map(|(name, schema, about)| {
            json_schema!({
                "type": "object",
                "properties": { name: described(schema, about) },
                "required": [name],
                "additionalProperties": false,
            })
        });
        json_schema!({
            "description": "A number of points. Fractions are kept until the end of the calculation; the result is rounded up.",
            "oneOf": ways,
        })
    }
}

/// Returns the schema with a description added.
fn described(schema: &Schema, about: &str) -> Schema {
    let mut schema = schema.clone();
    schema.insert("description".to_owned(), about.into());
    schema
}

impl Amount {
    /// Evaluates the expression. `worth` returns the value of a piece; `royal` says whether the tactic aims at a royal piece.
    #[must_use]
    pub fn points(&self, worth: &dyn Fn(TacticPiece) -> u32, royal: bool) -> Points {
        let points = self.hundredths(worth, royal).div_ceil(100);
        Points(u32::try_from(points).unwrap_or(u32::MAX))
    }

    fn hundredths(&self, worth: &dyn Fn(TacticPiece) -> u32, royal: bool) -> u64 {
        let part = |amount: &Amount| amount.hundredths(worth, royal);
        match self {
            Amount::Points(points) => u64::from(*points) * 100,
            Amount::Value(who) => u64::from(worth(*who)) * 100,
            Amount::Percent { of, percent } => part(of).saturating_mul(u64::from(*percent)).div_ceil(100),
            Amount::Sum(amounts) => amounts.iter().map(part).fold(0, u64::saturating_add),
            Amount::Difference(amounts) => {
                let [from, less] = &**amounts;
                part(from).saturating_sub(part(less))
            }
            Amount::Greatest(amounts) => amounts.iter().map(part).max().unwrap_or(0),
            Amount::IfRoyal(amount) => {
                if royal {
                    part(amount)
                } else {
                    0
                }
            }
        }
    }

    /// Returns the first piece that the amount refers to and that a tactic of this kind does not have.
    #[must_use]
    pub fn first_missing_piece(&self, kind: TacticKind) -> Option<TacticPiece> {
        match self {
            Amount::Points(_) => None,
            Amount::Value(who) => (!kind.pieces().contains(who)).then_some(*who),
            Amount::Percent { of: amount, .. } | Amount::IfRoyal(amount) => amount.first_missing_piece(kind),
            Amount::Difference(amounts) => amounts.iter().find_map(|amount| amount.first_missing_piece(kind)),
            Amount::Sum(amounts) | Amount::Greatest(amounts) => {
                amounts.iter().find_map(|amount| amount.first_missing_piece(kind))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(json: &str) -> Amount {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn fractions_are_rounded_up_at_the_end() {
        let one_and_a_half = r#"{ "percent": { "of": { "value": "front" }, "percent": 150 } }"#;
        let points = |json: &str, front: u32| amount(json).points(&|_| front, true).0;
        assert_eq!([1, 2, 3].map(|front| points(one_and_a_half, front)), [2, 3, 5]);
        // 1.5 + 1.5 is 3, not 4: fractions are rounded once, at the end.
        let twice = format!(r#"{{ "sum": [{one_and_a_half}, {one_and_a_half}] }}"#);
        assert_eq!(points(&twice, 1), 3);
        assert_eq!(points(r#"{ "sum": [] }"#, 1), 0);
        assert_eq!(points(r#"{ "difference": [{ "points": 1 }, { "points": 2 }] }"#, 1), 0);
    }

    #[test]
    fn a_piece_that_a_tactic_does_not_have_is_found() {
        let pin = amount(
            r#"{ "greatest": [{ "points": 1 }, { "if_royal": { "difference": [{ "value": "front" }, { "value": "target" }] } }] }"#,
        );
        assert_eq!(pin.first_missing_piece(TacticKind::Pin), Some(TacticPiece::Target));
        assert_eq!(pin.first_missing_piece(TacticKind::Discovered), Some(TacticPiece::Front));
        for kind in TacticKind::ALL {
            assert_eq!(TacticKind::from_name(kind.name()), Some(kind));
            for &who in kind.pieces() {
                assert_eq!(Amount::Value(who).first_missing_piece(kind), None);
                assert_eq!(amount(&format!(r#"{{ "value": "{}" }}"#, who.name())), Amount::Value(who));
            }
        }
    }

    #[test]
    fn unknown_words_are_refused() {
        for json in
            [r#"{ "eval": "1 + 1" }"#, r#"{ "value": "queen" }"#, r#""points""#, r#"{ "points": -1 }"#]
        {
            assert!(serde_json::from_str::<Amount>(json).is_err(), "{json}");
        }
        let more = r#"{ "percent": { "of": { "points": 1 }, "percent": 50, "round": "up" } }"#;
        assert!(serde_json::from_str::<Amount>(more).is_err());
    }
}
