//! How many points a tactic brings: a small expression of what the pieces in it are worth, as data.
//!
//! ```
//! use session::gambit::amount::{Amount, Who};
//! // What the front piece is worth, and one more if a royal piece stands behind.
//! let pin: Amount = serde_json::from_str(r#"{ "sum": [{ "value": "front" }, { "if_royal": { "points": 1 } }] }"#)?;
//! let worth = |who| if who == Who::Front { 3 } else { 10 };
//! assert_eq!((pin.points(&worth, false).0, pin.points(&worth, true).0), (3, 4));
//! # Ok::<(), serde_json::Error>(())
//! ```

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::points::Points;

/// How many points. What is broken is kept until the end and counted as a whole point there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Amount {
    /// So many: `{ "points": 2 }`.
    Points(u32),
    /// What a piece of the tactic is worth: `{ "value": "front" }`.
    Value(Who),
    /// A part of an amount, or a multiple: `{ "percent": { "of": { "value": "target" }, "percent": 50 } }`.
    Percent {
        /// The amount.
        of: Box<Amount>,
        /// How many hundredths of it.
        percent: u32,
    },
    /// All of these together: `{ "sum": [{ "value": "front" }, { "points": 1 }] }`.
    Sum(Vec<Amount>),
    /// The first without the second, and nothing if that is more: `{ "difference": [{ "value": "front" }, { "value": "behind" }] }`.
    Difference(Box<[Amount; 2]>),
    /// The greatest of these: `{ "greatest": [{ "points": 1 }, { "value": "front" }] }`.
    Greatest(Vec<Amount>),
    /// An amount that counts only where a royal piece is the aim: who stands behind in a pin, in front in a skewer, or is attacked.
    IfRoyal(Box<Amount>),
}

/// A piece of a tactic, or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// Who is attacked in a pin or skewer.
    Front,
    /// Who stands behind that one.
    Behind,
    /// Who is attacked by what was discovered, or by a check.
    Target,
    /// Of all that are forked the one that is worth least.
    LeastTarget,
    /// All that are forked together.
    AllTargets,
    /// Who is defended.
    Defended,
    /// Who defends.
    Defender,
}

impl Who {
    /// Its name in the data.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Who::Front => "front",
            Who::Behind => "behind",
            Who::Target => "target",
            Who::LeastTarget => "least_target",
            Who::AllTargets => "all_targets",
            Who::Defended => "defended",
            Who::Defender => "defender",
        }
    }
}

/// The kinds of tactics that data speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
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

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 6] =
        [Kind::Pin, Kind::Skewer, Kind::Fork, Kind::Discovered, Kind::Check, Kind::Defence];

    /// Its name in the data.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Pin => "pin",
            Kind::Skewer => "skewer",
            Kind::Fork => "fork",
            Kind::Discovered => "discovered",
            Kind::Check => "check",
            Kind::Defence => "defence",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The pieces that a tactic of this kind has.
    #[must_use]
    pub fn has(self) -> &'static [Who] {
        match self {
            Kind::Pin | Kind::Skewer => &[Who::Front, Who::Behind],
            Kind::Fork => &[Who::LeastTarget, Who::AllTargets],
            Kind::Discovered | Kind::Check => &[Who::Target],
            Kind::Defence => &[Who::Defended, Who::Defender],
        }
    }
}

/// Written out, so that every field has its comment in an editor.
impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let amount = generator.subschema_for::<Amount>();
        let who = generator.subschema_for::<Who>();
        let whole = json_schema!({ "type": "integer", "format": "uint32", "minimum": 0 });
        let list = json_schema!({ "type": "array", "items": amount });
        let two = json_schema!({ "type": "array", "items": amount, "minItems": 2, "maxItems": 2 });
        let part = json_schema!({
            "type": "object",
            "properties": {
                "of": described(&amount, "The amount."),
                "percent": described(&whole, "How many hundredths of it."),
            },
            "required": ["of", "percent"],
            "additionalProperties": false,
        });
        let ways = [
            ("points", &whole, "So many points."),
            ("value", &who, "What a piece of the tactic is worth."),
            ("percent", &part, "A part of an amount, or a multiple."),
            ("sum", &list, "All of these together."),
            ("difference", &two, "The first without the second, and nothing if that is more."),
            ("greatest", &list, "The greatest of these."),
            ("if_royal", &amount, "An amount that counts only where a royal piece is the aim."),
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
            "description": "How many points. What is broken is kept until the end and counted as a whole point there.",
            "oneOf": ways,
        })
    }
}

/// A schema with a comment.
fn described(schema: &Schema, about: &str) -> Schema {
    let mut schema = schema.clone();
    schema.insert("description".to_owned(), about.into());
    schema
}

impl Amount {
    /// How many points that is, where `worth` says what the pieces are worth and `royal` whether a royal piece is the aim.
    #[must_use]
    pub fn points(&self, worth: &dyn Fn(Who) -> u32, royal: bool) -> Points {
        let points = self.hundredths(worth, royal).div_ceil(100);
        Points(u32::try_from(points).unwrap_or(u32::MAX))
    }

    fn hundredths(&self, worth: &dyn Fn(Who) -> u32, royal: bool) -> u64 {
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

    /// The first piece that the amount asks for and a tactic of that kind does not have.
    #[must_use]
    pub fn stranger(&self, kind: Kind) -> Option<Who> {
        match self {
            Amount::Points(_) => None,
            Amount::Value(who) => (!kind.has().contains(who)).then_some(*who),
            Amount::Percent { of: amount, .. } | Amount::IfRoyal(amount) => amount.stranger(kind),
            Amount::Difference(amounts) => amounts.iter().find_map(|amount| amount.stranger(kind)),
            Amount::Sum(amounts) | Amount::Greatest(amounts) => {
                amounts.iter().find_map(|amount| amount.stranger(kind))
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
    fn broken_points_are_whole_at_the_end() {
        let one_and_a_half = r#"{ "percent": { "of": { "value": "front" }, "percent": 150 } }"#;
        let points = |json: &str, front: u32| amount(json).points(&|_| front, true).0;
        assert_eq!([1, 2, 3].map(|front| points(one_and_a_half, front)), [2, 3, 5]);
        // One and a half and one and a half are three, not four.
        let twice = format!(r#"{{ "sum": [{one_and_a_half}, {one_and_a_half}] }}"#);
        assert_eq!(points(&twice, 1), 3);
        assert_eq!(points(r#"{ "sum": [] }"#, 1), 0);
        assert_eq!(points(r#"{ "difference": [{ "points": 1 }, { "points": 2 }] }"#, 1), 0);
    }

    #[test]
    fn what_a_tactic_does_not_have_is_found() {
        let pin = amount(
            r#"{ "greatest": [{ "points": 1 }, { "if_royal": { "difference": [{ "value": "front" }, { "value": "target" }] } }] }"#,
        );
        assert_eq!(pin.stranger(Kind::Pin), Some(Who::Target));
        assert_eq!(pin.stranger(Kind::Discovered), Some(Who::Front));
        for kind in Kind::ALL {
            assert_eq!(Kind::named(kind.name()), Some(kind));
            for &who in kind.has() {
                assert_eq!(Amount::Value(who).stranger(kind), None);
                assert_eq!(amount(&format!(r#"{{ "value": "{}" }}"#, who.name())), Amount::Value(who));
            }
        }
    }

    #[test]
    fn other_words_are_refused() {
        for json in
            [r#"{ "eval": "1 + 1" }"#, r#"{ "value": "queen" }"#, r#""points""#, r#"{ "points": -1 }"#]
        {
            assert!(serde_json::from_str::<Amount>(json).is_err(), "{json}");
        }
        let more = r#"{ "percent": { "of": { "points": 1 }, "percent": 50, "round": "up" } }"#;
        assert!(serde_json::from_str::<Amount>(more).is_err());
    }
}
