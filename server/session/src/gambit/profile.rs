//! Gambit profiles, as data: `rules/gambit/<id>.json`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::amount::{Amount, TacticKind};
use super::failed_check::FailedCheckDefence;
use super::points::{Points, Scale};
use crate::data::{DataFaultKind, Faults, Fields, id_schema, ids_schema};

/// Winner of a duel with equal bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum Ties {
    /// The side that captures.
    Attacker,
    /// The side whose piece would be captured.
    Defender,
}

/// Result of a game in which a side has run out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum FlagFall {
    /// That side has lost, whatever pieces the other has.
    Loss,
    /// The ruleset decides, by the pieces of the other side.
    Material,
}

/// Squares that a repulsed piece may retreat to.
// Requirement gambit-81.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum RetreatArea {
    /// The square that it came from.
    Origin,
    /// The empty squares on the line of its attack, in both directions, up to the first piece.
    Axis,
    /// The empty squares of the rectangle between its origin and the attacked square.
    Rectangle,
    /// The squares that its own moves suggest: after a capture along a line on which it slides, the empty squares of that line that it could slide to; after a leap, the
    /// rectangle; else, and for a royal piece, the square that it came from.
    Capture,
}

/// Numbers of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PieceTerms {
    /// Points of effect that cost one point each in a bid on the piece.
    pub capacity: Points,
    /// Value of the piece in tactics.
    #[schemars(range(max = 1_000_000))]
    pub value: u32,
    /// Squares that it may retreat to.
    pub retreat: RetreatArea,
}

/// Numbers of a kind of tactic.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TacticTerms {
    /// True if it earns points.
    pub enabled: bool,
    /// Points for each.
    pub amount: Amount,
}

/// Numbers of all kinds of tactics.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TacticsTerms {
    /// An attacked piece in front of a more valuable one.
    pub pin: TacticTerms,
    /// An attacked piece in front of one of equal or lower value.
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
    /// Returns the numbers of a kind.
    #[must_use]
    pub fn of(&self, kind: TacticKind) -> &TacticTerms {
        match kind {
            TacticKind::Pin => &self.pin,
            TacticKind::Skewer => &self.skewer,
            TacticKind::Fork => &self.fork,
            TacticKind::Discovered => &self.discovered,
            TacticKind::Check => &self.check,
            TacticKind::Defence => &self.defence,
        }
    }
}

/// A gambit profile: all numbers of a game with contested captures.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename = "GambitProfile", deny_unknown_fields)]
pub struct Profile {
    /// The id, which is the name of the file: lower-case letters, digits and hyphens.
    #[schemars(schema_with = "id_schema")]
    pub id: String,
    /// The id of the ruleset, which is the name of its folder.
    #[schemars(schema_with = "id_schema")]
    pub ruleset: String,
    /// The ids of further rulesets whose pieces have the same names. A folder of rules may do without some of them.
    #[serde(default)]
    #[schemars(schema_with = "ids_schema")]
    pub also: Vec<String>,
    /// True if rulesets that no file here names are played by it too: with the values of their pieces, and with initial points in proportion to the worth of
    /// their armies.
    #[serde(default)]
    pub any_ruleset: bool,
    /// Points of each side at the start.
    pub initial: Points,
    /// Maximum effect of a bid, in points.
    pub effective_max: Points,
    /// Price of each point of effect above a piece's capacity.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub overload_cost: u32,
    /// True if a side's points, and those that it regenerates, are hidden from the other side and from spectators during the game.
    pub hidden: bool,
    /// Winner of a duel with equal bids.
    pub ties: Ties,
    /// All pieces of the ruleset, by name.
    pub pieces: BTreeMap<String, PieceTerms>,
    /// Points that each turn of a side regenerates.
    pub regeneration: Points,
    /// Maximum that one turn can regenerate, tactics included; absent or null for no bound.
    pub regeneration_max: Option<Points>,
    /// Points for new tactics.
    pub tactics: TacticsTerms,
    /// Cost of a retreat to the square that the piece came from.
    pub origin_cost: Points,
    /// Additional cost of each step along the line of attack, in hundredths of a point.
    #[schemars(range(max = 1_000_000))]
    pub axis_percent: u32,
    /// Cost of each step inside the rectangle, in hundredths of a point.
    #[schemars(range(max = 1_000_000))]
    pub rectangle_percent: u32,
    /// Share of the retreat cost that the defender receives, in percent.
    #[schemars(range(max = 100))]
    pub defender_percent: u32,
    /// True if a repulsed piece is lost when its side can afford no square. If false, it stays where it came from at no cost.
    pub can_lose_piece: bool,
    /// Treatment of captures by a side in check.
    pub failed_check_defence: FailedCheckDefence,
    /// True if a touched piece must move, unless the creator of a game chooses otherwise. This replaces what the game profile says.
    pub touch_move: bool,
    /// True if spectators are allowed, unless the creator of a game chooses otherwise. This replaces what the game profile says, except where
    /// players see only their own pieces.
    pub spectators_allowed: bool,
    /// Result of a game in which a side has run out of time.
    pub flag_fall: FlagFall,
    /// Time for both bids, in milliseconds. A side that has not bid by then bids 0.
    #[schemars(range(min = 1))]
    pub bid_ms: u64,
    /// Time for the choice of a retreat, in milliseconds. After that the piece stays where it came from.
    #[schemars(range(min = 1))]
    pub retreat_ms: u64,
}

/// Reads an integer between two bounds, inclusive.
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

/// Reads the pieces by name. A faulty piece does not hide the others.
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
    let mut found: BTreeMap<TacticKind, TacticTerms> = BTreeMap::new();
    let mut known = Vec::new();
    for (name, terms) in fields.table::<TacticTerms>("tactics") {
        let Some(kind) = TacticKind::from_name(&name) else {
            let known = TacticKind::ALL.map(TacticKind::name).to_vec();
            fields.fault_at(&["tactics", &name], DataFaultKind::UnknownField(known));
            continue;
        };
        known.push(kind);
        let Some(terms) = terms else { continue };
        if terms.amount.first_missing_piece(kind).is_some() {
            let known = kind.pieces().iter().map(|who| who.name()).collect();
            let fault = DataFaultKind::NotOfTactic { tactic: kind.name(), known };
            fields.fault_at(&["tactics", &name, "amount"], fault);
        }
        found.insert(kind, terms);
    }
    for kind in TacticKind::ALL.into_iter().filter(|kind| !known.contains(kind)) {
        fields.fault_at(&["tactics", kind.name()], DataFaultKind::MissingField);
    }
    let mut take = |kind| found.remove(&kind);
    Some(TacticsTerms {
        pin: take(TacticKind::Pin)?,
        skewer: take(TacticKind::Skewer)?,
        fork: take(TacticKind::Fork)?,
        discovered: take(TacticKind::Discovered)?,
        check: take(TacticKind::Check)?,
        defence: take(TacticKind::Defence)?,
    })
}

impl Profile {
    /// Reads the file of a gambit profile.
    pub(crate) fn read(file: &str, bytes: &[u8], faults: &mut Faults) -> Option<Profile> {
        let before = faults.len();
        let fields = &mut Fields::read(file, bytes, faults)?;
        let id = fields.id();
        let ruleset = fields.id_of("ruleset");
        let also = fields.ids("also", ruleset.as_deref());
        let any_ruleset: bool = fields.if_present("any_ruleset").unwrap_or_default();
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
        let touch_move = fields.plain("touch_move");
        let spectators_allowed = fields.plain("spectators_allowed");
        let flag_fall = fields.plain("flag_fall");
        let bid_ms = deadline(fields, "bid_ms");
        let retreat_ms = deadline(fields, "retreat_ms");
        fields.end();
        let profile = Profile {
            id: id?,
            ruleset: ruleset?,
            also: also.unwrap_or_default(),
            any_ruleset,
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
            touch_move: touch_move?,
            spectators_allowed: spectators_allowed?,
            flag_fall: flag_fall?,
            bid_ms: bid_ms?,
            retreat_ms: retreat_ms?,
        };
        (faults.len() == before).then_some(profile)
    }

    /// Returns the ids of the rulesets for which it is made.
    pub fn rulesets(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.ruleset).chain(&self.also).map(String::as_str)
    }

    /// Returns the scale of bids on a piece.
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

    // Requirement gambit-25.
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
        assert_eq!((profile.touch_move, profile.flag_fall), (false, FlagFall::Loss));
        assert!(profile.spectators_allowed);
        assert!(!profile.tactics.defence.enabled && !profile.can_lose_piece);
        // The army that the points are derived from: eight pawns, two knights, two bishops, two rooks and one queen.
        let value =
            |capacity: u32| profile.pieces.values().filter(move |piece| piece.capacity == Points(capacity));
        assert_eq!([1, 3, 5, 9, 10].map(|capacity| value(capacity).count()), [1, 2, 1, 1, 1]);
    }

    #[test]
    fn each_further_ruleset_is_named_once_by_its_id() {
        let also = |ids: &str| {
            let (before, rest) = STANDARD.split_once("\"also\": [").unwrap();
            let (_, after) = rest.split_once(']').unwrap();
            read(&format!("{before}\"also\": [{ids}]{after}"))
        };
        assert_eq!(also("\"crazyhouse\", \"legan\"").unwrap().also, ["crazyhouse", "legan"]);
        assert_eq!(also("").unwrap().also, [""; 0]);
        let faults = also("\"Legan\", \"crazyhouse\", \"\", \"crazyhouse\", \"chess\"").unwrap_err();
        let form = "has to be lower case letters, digits and hyphens";
        assert_eq!(
            faults.lines().collect::<Vec<_>>(),
            [
                format!("gambit/standard.json: $.also[0]: {form}"),
                format!("gambit/standard.json: $.also[2]: {form}"),
                "gambit/standard.json: $.also[3]: is named already".to_owned(),
                "gambit/standard.json: $.also[4]: is named already".to_owned(),
            ]
        );
    }

    #[test]
    fn all_faults_are_reported_at_once() {
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
