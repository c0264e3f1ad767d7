//! Values of pieces for games that no gambit profile names: what the ruleset says, or else what `rules/values.json` says of the piece's name.

use std::collections::BTreeMap;
use std::sync::Arc;

use ggn_core::Rules;
use schemars::JsonSchema;

use super::points::Points;
use super::profile::{PieceTerms, Profile, RetreatArea};
use super::terms::Terms;
use crate::data::{DataFaultKind, Faults, Fields};

/// Values of pieces by their names, for games with bids whose ruleset gives no others.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct NamedValues {
    /// Value of a piece, by its name in the file of its ruleset.
    pub values: BTreeMap<String, Points>,
}

/// Reason why a ruleset that no gambit profile names cannot be played with bids.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// It has no captures.
    #[error("nothing is captured in it")]
    NoCaptures,
    /// It has no other moves than captures.
    #[error("all its moves capture, so a failed one would be a pass")]
    OnlyCaptures,
    /// A side that can capture must capture.
    #[error("captures are forced in it, and with bids they can fail")]
    ForcedCaptures,
    /// No move may give check.
    #[error("no move may give check in it, and a retreat could")]
    NoChecks,
    /// A side that is checkmated has won.
    #[error("who is checkmated wins in it, and could be by a bid of nothing for a capture in check")]
    MateWins,
    /// Some pieces belong to neither side.
    #[error("it has pieces of neither side")]
    Neutral,
    /// Some pieces are covered.
    #[error("it has covered pieces, whose values nobody knows")]
    Covered,
    /// Pieces change sides where others capture.
    #[error("its pieces convert others instead of capturing them")]
    Conversion,
    /// Nothing gives a value to some pieces; holds their names.
    #[error("nothing says what these pieces are worth: {}", .0.join(", "))]
    Unvalued(Vec<String>),
}

impl Misfit {
    /// Returns the reason why rules, with their house rules, do not go with bids; `None` if they do. Values and kinds of moves are not looked at.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Misfit> {
        let is_neutral = || rules.pieces().any(|(_, piece)| piece.is_neutral);
        if rules.converts() {
            Some(Misfit::Conversion)
        } else if rules.has_covered() {
            Some(Misfit::Covered)
        } else if is_neutral() {
            Some(Misfit::Neutral)
        } else if rules.forces_captures() {
            Some(Misfit::ForcedCaptures)
        } else if rules.forbids_checks() {
            Some(Misfit::NoChecks)
        } else if rules.rewards_mate() {
            Some(Misfit::MateWins)
        } else {
            None
        }
    }
}

/// A piece whose value is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AskedValue<'p> {
    /// Value that its ruleset gives it.
    pub(crate) given: Option<u32>,
    /// Name for people.
    pub(crate) name: &'p str,
    /// True if losing it loses the game by itself.
    pub(crate) is_royal: bool,
}

impl NamedValues {
    /// Reads the file.
    pub(crate) fn read(file: &str, bytes: &[u8], faults: &mut Faults) -> Option<NamedValues> {
        let before = faults.len();
        let mut fields = Fields::read(file, bytes, faults)?;
        let mut values = BTreeMap::new();
        for (name, value) in fields.table::<Points>("values") {
            let Some(value) = value else { continue };
            if value > Points::MAX {
                let kind = DataFaultKind::OutOfRange { found: value.0, least: 0, most: Points::MAX.0 };
                fields.fault_at(&["values", &name], kind);
            }
            values.insert(name, value);
        }
        fields.finish();
        (faults.len() == before).then_some(NamedValues { values })
    }

    /// Returns the value of each piece, in their order: what its ruleset gives it, else what is known of its name. A royal piece to which the ruleset gives
    /// none is worth one more than any other.
    ///
    /// # Errors
    /// The names of pieces without a value.
    pub(crate) fn of(&self, pieces: &[AskedValue<'_>]) -> Result<Vec<u32>, Vec<String>> {
        let own = |piece: &AskedValue<'_>| {
            let named = || self.values.get(piece.name).map(|value| value.0).filter(|_| !piece.is_royal);
            piece.given.or_else(named).map(|value| value.min(Points::MAX.0))
        };
        let found: Vec<Option<u32>> = pieces.iter().map(own).collect();
        let others = pieces.iter().zip(&found).filter(|(piece, _)| !piece.is_royal);
        let mut missing: Vec<String> = others
            .clone()
            .filter(|(_, value)| value.is_none())
            .map(|(piece, _)| piece.name.to_owned())
            .collect();
        if !missing.is_empty() {
            missing.sort_unstable();
            missing.dedup();
            return Err(missing);
        }
        let greatest = others.filter_map(|(_, value)| *value).max().unwrap_or(0);
        let royal = (greatest + 1).min(Points::MAX.0);
        Ok(found.into_iter().map(|value| value.unwrap_or(royal)).collect())
    }
}

impl Terms {
    /// Binds the numbers of a gambit profile to a ruleset that it does not name: each piece has the capacity of its value, and retreats as its capture and
    /// its own moves suggest. Each side starts with `initial` points.
    ///
    /// # Errors
    /// The reason why the rules do not go with bids.
    pub fn derive(
        profile: &Profile,
        rules: Arc<Rules>,
        named: &NamedValues,
        initial: Points,
    ) -> Result<Terms, Misfit> {
        if let Some(misfit) = Misfit::of(&rules) {
            return Err(misfit);
        }
        let asked: Vec<AskedValue<'_>> = rules
            .pieces()
            .map(|(id, piece)| AskedValue {
                given: rules.value(id),
                name: &piece.name,
                is_royal: piece.is_terminal(),
            })
            .collect();
        let values = named.of(&asked).map_err(Misfit::Unvalued)?;
        let terms = |value: u32| PieceTerms { capacity: Points(value), value, retreat: RetreatArea::Capture };
        let by_id: Vec<PieceTerms> = values.into_iter().map(terms).collect();
        let by_name =
            rules.pieces().zip(&by_id).map(|((_, piece), terms)| (piece.name.clone(), *terms)).collect();
        let profile = Profile { initial, pieces: by_name, ..profile.clone() };
        Ok(Terms::of_parts(Arc::new(profile), rules, by_id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<NamedValues, String> {
        let mut faults = Faults::new();
        let values = NamedValues::read("values.json", text.as_bytes(), &mut faults);
        values.ok_or_else(|| faults.iter().map(|fault| format!("{fault}\n")).collect())
    }

    #[test]
    fn a_value_is_that_of_the_ruleset_or_of_the_name() {
        let named = read(r#"{ "values": { "rook": 5, "pawn": 1, "king": 10 } }"#).unwrap();
        let asked = |given, name, is_royal| AskedValue { given, name, is_royal };
        let of = |pieces: &[AskedValue<'_>]| named.of(pieces);
        assert_eq!(of(&[asked(None, "rook", false), asked(Some(2), "pawn", false)]), Ok(vec![5, 2]));
        // A royal piece is worth one more than any other, unless its ruleset says otherwise; elsewhere a king is a piece like others.
        let rook = asked(None, "rook", false);
        assert_eq!(of(&[asked(None, "king", true), rook]), Ok(vec![6, 5]));
        assert_eq!(of(&[asked(None, "shah", true), rook]), Ok(vec![6, 5]));
        assert_eq!(of(&[asked(Some(20), "king", true), rook]), Ok(vec![20, 5]));
        assert_eq!(of(&[asked(None, "king", false), rook]), Ok(vec![10, 5]));
        let unknown = [asked(None, "wyvern", false), asked(None, "gnu", false), asked(None, "gnu", false)];
        assert_eq!(of(&unknown), Err(vec!["gnu".to_owned(), "wyvern".to_owned()]));
        let dearest = asked(Some(u32::MAX), "rook", false);
        assert_eq!(of(&[dearest, asked(None, "king", true)]), Ok(vec![Points::MAX.0; 2]));
    }

    #[test]
    fn a_wrong_value_is_a_fault_with_its_place() {
        for (text, expected) in [
            ("{}", "values.json: $.values: is missing"),
            (r#"{ "values": {}, "more": 1 }"#, "$.more: is not known here"),
            (r#"{ "values": { "rook": -5 } }"#, "$.values.rook: invalid value"),
            (r#"{ "values": { "rook": "five" } }"#, "$.values.rook: invalid type"),
            (
                r#"{ "values": { "rook": 1000001 } }"#,
                "$.values.rook: is 1000001 and has to be from 0 to 1000000",
            ),
        ] {
            let faults = read(text).unwrap_err();
            assert!(faults.contains(expected), "{text}: {faults}");
        }
    }
}
