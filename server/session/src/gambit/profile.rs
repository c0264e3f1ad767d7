//! The numbers of a way to play with bids, as data: `rules/gambit/<id>.json`.

use std::collections::BTreeMap;

use ggn_core::Manner;
use schemars::JsonSchema;
use serde::Deserialize;

use super::amount::{Amount, Kind};
use super::judge::FailedCheckDefence;
use super::points::{Points, Scale};
use crate::data::{DataFaultKind, Faults, Fields, id_schema};

/// Who wins a duel of equal bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum Ties {
    /// The side that captures.
    Attacker,
    /// The side whose piece would be captured.
    Defender,
}

/// Which squares a repulsed piece may fall back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum Falls {
    /// The one that it came from.
    Origin,
    /// Those on the line of its attack, both ways, as far as they are empty.
    Axis,
    /// The empty ones of the box between where it came from and what it attacked.
    Rectangle,
}

impl Falls {
    /// The manner of the engine.
    #[must_use]
    pub fn manner(self) -> Manner {
        match self {
            Falls::Origin => Manner::Origin,
            Falls::Axis => Manner::Axis,
            Falls::Rectangle => Manner::Rectangle,
        }
    }
}

/// What the data says of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PieceTerms {
    /// How many points of a bid on it count at their own price.
    pub capacity: Points,
    /// What it is worth where tactics are valued.
    #[schemars(range(max = 1_000_000))]
    pub value: u32,
    /// Where it may fall back to.
    pub retreat: Falls,
}

/// What the data says of a kind of tactics.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TacticTerms {
    /// Whether it brings anything at all.
    pub enabled: bool,
    /// How much each one brings.
    pub amount: Amount,
}

/// What the data says of all tactics.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TacticsTerms {
    /// An attacked piece stands before one that is worth more.
    pub pin: TacticTerms,
    /// An attacked piece stands before one that is worth as much or less.
    pub skewer: TacticTerms,
    /// One piece attacks several.
    pub fork: TacticTerms,
    /// A piece that has not moved attacks along a line that has opened.
    pub discovered: TacticTerms,
    /// A royal piece is attacked.
    pub check: TacticTerms,
    /// An attacked piece is defended.
    pub defence: TacticTerms,
}

impl TacticsTerms {
    /// What is said of a kind.
    #[must_use]
    pub fn of(&self, kind: Kind) -> &TacticTerms {
        match kind {
            Kind::Pin => &self.pin,
            Kind::Skewer => &self.skewer,
            Kind::Fork => &self.fork,
            Kind::Discovered => &self.discovered,
            Kind::Check => &self.check,
            Kind::Defence => &self.defence,
        }
    }
}

/// A way to play with bids: every number of it.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename = "GambitProfile", deny_unknown_fields)]
pub struct Profile {
    /// The id, which is the name of the file: lower-case letters, digits and hyphens.
    #[schemars(schema_with = "id_schema")]
    pub id: String,
    /// The id of the ruleset, which is the name of its folder.
    #[schemars(schema_with = "id_schema")]
    pub ruleset: String,
    /// How many points each side begins with.
    pub initial: Points,
    /// The most effect that a bid can have, in points.
    pub effective_max: Points,
    /// What each point of effect above a piece's capacity costs.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub overload_cost: u32,
    /// Whether what a side has, and what it gets back, is hidden from the other side and from spectators while the game is on.
    pub hidden: bool,
    /// Who wins a duel of equal bids.
    pub ties: Ties,
    /// Every piece of the ruleset, by its name.
    pub pieces: BTreeMap<String, PieceTerms>,
    /// How many points each turn of one's own brings back.
    pub regeneration: Points,
    /// The most that one turn can bring back, tactics included; without it, or null, there is no such bound.
    pub regeneration_max: Option<Points>,
    /// What new tactics bring.
    pub tactics: TacticsTerms,
    /// What it costs a repulsed piece to stay where it came from.
    pub origin_cost: Points,
    /// What a step along the line of attack costs beside that, in hundredths of a point.
    #[schemars(range(max = 1_000_000))]
    pub axis_percent: u32,
    /// What a move inside of the box costs, in hundredths of a point.
    #[schemars(range(max = 1_000_000))]
    pub rectangle_percent: u32,
    /// How much of what falling back costs goes to the defender, in hundredths.
    #[schemars(range(max = 100))]
    pub defender_percent: u32,
    /// Whether a repulsed piece for which no square can be paid is lost. Otherwise it stays where it came from, and its side pays nothing.
    pub can_lose_piece: bool,
    /// What becomes of captures in check.
    pub failed_check_defence: FailedCheckDefence,
    /// How long both sides may take to bid, in milliseconds. Who has not bid by then bids nothing.
    #[schemars(range(min = 1))]
    pub bid_ms: u64,
    /// How long falling back may take, in milliseconds. Who has not chosen by then stays where they came from.
    #[schemars(range(min = 1))]
    pub retreat_ms: u64,
}

/// A number of the data between two others.
fn ranged(fields: &mut Fields<'_>, name: &'static str, least: u32, most: u32) -> Option<u32> {
    let value: u32 = fields.plain(name)?;
    if !(least..=most).contains(&value) {
        fields.fault(name, DataFaultKind::OutOfRange { found: value, least, most });
    }
    Some(value)
}

fn points(fields: &mut Fields<'_>, name: &'static str) -> Option<Points> {
    ranged(fields, name, 0, Points::MAX.0).map(Points)
}

fn deadline(fields: &mut Fields<'_>, name: &'static str) -> Option<u64> {
    let value = fields.plain(name)?;
    if value == 0 {
        fields.fault(name, DataFaultKind::Zero);
    }
    Some(value)
}

/// The pieces, by name. None of them is left out because another one is faulty.
fn pieces(fields: &mut Fields<'_>) -> BTreeMap<String, PieceTerms> {
    let mut pieces = BTreeMap::new();
    for (name, terms) in fields.table::<PieceTerms>("pieces") {
        let Some(terms) = terms else { continue };
        for (field, value) in [("capacity", terms.capacity.0), ("value", terms.value)] {
            if value > Points::MAX.0 {
                let kind = DataFaultKind::OutOfRange { found: value, least: 0, most: Points::MAX.0 };
                fields.fault_at(&["pieces", &name, field], kind);
            }
        }
        pieces.insert(name, terms);
    }
    pieces
}

fn tactics(fields: &mut Fields<'_>) -> Option<TacticsTerms> {
    let mut found: BTreeMap<Kind, TacticTerms> = BTreeMap::new();
    let mut named = Vec::new();
    for (name, terms) in fields.table::<TacticTerms>("tactics") {
        let Some(kind) = Kind::named(&name) else {
            let known = Kind::ALL.map(Kind::name).to_vec();
            fields.fault_at(&["tactics", &name], DataFaultKind::UnknownField(known));
            continue;
        };
        named.push(kind);
        let Some(terms) = terms else { continue };
        if terms.amount.stranger(kind).is_some() {
            fields.fault_at(&["tactics", &name, "amount"], DataFaultKind::NotOfTactic(kind));
        }
        found.insert(kind, terms);
    }
    for kind in Kind::ALL.into_iter().filter(|kind| !named.contains(kind)) {
        fields.fault_at(&["tactics", kind.name()], DataFaultKind::MissingField);
    }
    let mut take = |kind| found.remove(&kind);
    Some(TacticsTerms {
        pin: take(Kind::Pin)?,
        skewer: take(Kind::Skewer)?,
        fork: take(Kind::Fork)?,
        discovered: take(Kind::Discovered)?,
        check: take(Kind::Check)?,
        defence: take(Kind::Defence)?,
    })
}

impl Profile {
    /// Reads the file of a profile.
    pub(crate) fn read(file: &str, bytes: &[u8], faults: &mut Faults) -> Option<Profile> {
        let before = faults.len();
        let fields = &mut Fields::read(file, bytes, faults)?;
        let id = fields.id();
        let ruleset = fields.id_of("ruleset");
        let initial = points(fields, "initial");
        let effective_max = points(fields, "effective_max");
        let overload_cost = ranged(fields, "overload_cost", 1, Points::MAX.0);
        let hidden = fields.plain("hidden");
        let ties = fields.plain("ties");
        let pieces = pieces(fields);
        let regeneration = points(fields, "regeneration");
        let regeneration_max: Option<Points> = fields.optional("regeneration_max");
        if let Some(Points(found)) = regeneration_max.filter(|most| *most > Points::MAX) {
            let kind = DataFaultKind::OutOfRange { found, least: 0, most: Points::MAX.0 };
            fields.fault("regeneration_max", kind);
        }
        let tactics = tactics(fields);
        let origin_cost = points(fields, "origin_cost");
        let axis_percent = ranged(fields, "axis_percent", 0, Points::MAX.0);
        let rectangle_percent = ranged(fields, "rectangle_percent", 0, Points::MAX.0);
        let defender_percent = ranged(fields, "defender_percent", 0, 100);
        let can_lose_piece = fields.plain("can_lose_piece");
        let failed_check_defence = fields.plain("failed_check_defence");
        let bid_ms = deadline(fields, "bid_ms");
        let retreat_ms = deadline(fields, "retreat_ms");
        fields.end();
        let profile = Profile {
            id: id?,
            ruleset: ruleset?,
            initial: initial?,
            effective_max: effective_max?,
            overload_cost: overload_cost?,
            hidden: hidden?,
            ties: ties?,
            pieces,
            regeneration: regeneration?,
            regeneration_max,
            tactics: tactics?,
            origin_cost: origin_cost?,
            axis_percent: axis_percent?,
            rectangle_percent: rectangle_percent?,
            defender_percent: defender_percent?,
            can_lose_piece: can_lose_piece?,
            failed_check_defence: failed_check_defence?,
            bid_ms: bid_ms?,
            retreat_ms: retreat_ms?,
        };
        (faults.len() == before).then_some(profile)
    }

    /// What bids on a piece are worth.
    #[must_use]
    pub fn scale(&self, piece: &PieceTerms) -> Scale {
        Scale { capacity: piece.capacity, most: self.effective_max, overload_cost: self.overload_cost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: &str = include_str!("../../../../rules/gambit/standard.json");

    fn read(text: &str) -> Result<Profile, String> {
        let mut faults = Faults::new();
        let profile = Profile::read("gambit/standard.json", text.as_bytes(), &mut faults);
        profile.ok_or_else(|| faults.iter().map(|fault| format!("{fault}\n")).collect())
    }

    #[test]
    fn the_standard_numbers() {
        let profile = read(STANDARD).unwrap();
        assert_eq!(
            (profile.initial, profile.effective_max, profile.overload_cost),
            (Points(39), Points(10), 2)
        );
        assert_eq!((profile.ties, profile.hidden), (Ties::Defender, true));
        assert_eq!((profile.regeneration, profile.regeneration_max), (Points(1), None));
        assert_eq!((profile.origin_cost, profile.defender_percent), (Points(0), 0));
        assert_eq!((profile.bid_ms, profile.retreat_ms), (30_000, 30_000));
        assert_eq!(profile.failed_check_defence, FailedCheckDefence::Loses);
        assert!(!profile.tactics.defence.enabled && !profile.can_lose_piece);
        // The army that the points are counted from: eight, two, two, two and one.
        let value =
            |capacity: u32| profile.pieces.values().filter(move |piece| piece.capacity == Points(capacity));
        assert_eq!([1, 3, 5, 9, 10].map(|capacity| value(capacity).count()), [1, 2, 1, 1, 1]);
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let broken = STANDARD
            .replace("\"initial\": 39", "\"initial\": -1")
            .replace("\"overload_cost\": 2", "\"overload_cost\": 0")
            .replace("\"ties\": \"defender\"", "\"ties\": \"nobody\"")
            .replace("\"capacity\": 9, ", "")
            .replace("\"fork\"", "\"spoon\"")
            .replace("\"loses\"", "\"wins\"")
            .replace("\"bid_ms\": 30000", "\"bid_ms\": 0")
            .replace("\"hidden\"", "\"hide\"");
        let faults = read(&broken).unwrap_err();
        for expected in [
            "$.initial: invalid value: integer `-1`",
            "$.overload_cost: is 0 and has to be from 1 to 1000000",
            "$.ties: unknown variant `nobody`",
            ": missing field `capacity`",
            "$.tactics.spoon: is not known here",
            "$.tactics.fork: is missing",
            "unknown variant `wins`",
            "$.bid_ms: has to be more than 0",
            "$.hidden: is missing",
            "$.hide: is not known here",
        ] {
            assert!(faults.contains(expected), "{expected} is not in {faults}");
        }
        assert_eq!(faults.lines().count(), 10, "{faults}");
        let strange = STANDARD.replacen("\"value\": \"front\" }", "\"value\": \"target\" }", 1);
        assert!(read(&strange).unwrap_err().contains("$.tactics.pin.amount: names a piece"), "{strange}");
    }
}
