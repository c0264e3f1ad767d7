//! The files that an author writes beside the tables, as serde reads them: text still, nothing bound to a board.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Conditions by square, as written.
pub(crate) type RawLcn = BTreeMap<String, String>;

/// `ruleset.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawManifest {
    #[serde(rename = "$schema", default)]
    pub(crate) _schema: Option<String>,
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) styles: BTreeMap<String, String>,
    pub(crate) sides: RawSides,
    pub(crate) pieces: BTreeMap<String, RawPiece>,
    pub(crate) initial: String,
    pub(crate) constraints: Vec<RawConstraint>,
    pub(crate) endings: Vec<RawEnding>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSides {
    pub(crate) first: String,
    pub(crate) second: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPiece {
    pub(crate) name: String,
    pub(crate) san: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RawConstraint {
    RoyalSafety,
    Unattacked,
}

/// What an ending means for the side to move, or for the side that brings it about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RawResult {
    Win,
    Loss,
    Draw,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum RawEnding {
    Checkmate {
        result: RawResult,
    },
    Stalemate {
        result: RawResult,
    },
    Insufficient {
        result: RawResult,
        material: Vec<RawMaterial>,
    },
    Repetition {
        result: RawResult,
        count: u32,
        identity: RawIdentity,
    },
    Movelimit {
        result: RawResult,
        plies: u32,
        resets: RawResets,
    },
    Resignation {
        result: RawResult,
    },
    Agreement {
        result: RawResult,
    },
    Timelimit {
        result: RawResult,
        #[serde(default)]
        draw_if_opponent_has: Vec<Vec<String>>,
    },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawMaterial {
    pub(crate) one: Vec<String>,
    pub(crate) other: Vec<String>,
    #[serde(default)]
    pub(crate) same_colour: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RawIdentity {
    Rights,
    Feen,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawResets {
    pub(crate) captures: bool,
    #[serde(default)]
    pub(crate) moves_of: Vec<String>,
}

/// `effects.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawEffects {
    #[serde(rename = "$schema", default)]
    pub(crate) _schema: Option<String>,
    #[serde(default)]
    pub(crate) moved: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) expires: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) captured: RawCaptured,
    #[serde(default)]
    pub(crate) rows: BTreeMap<String, BTreeMap<String, BTreeMap<String, Vec<RawEffect>>>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RawCaptured {
    #[default]
    Discard,
    Hand(BTreeMap<String, String>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawEffect {
    #[serde(default)]
    pub(crate) when: RawLcn,
    #[serde(default)]
    pub(crate) becomes: Option<String>,
    #[serde(default)]
    pub(crate) carries: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) takes: Vec<String>,
    #[serde(default)]
    pub(crate) unattacked: Vec<String>,
    #[serde(default)]
    pub(crate) promotes: Option<RawPromotion>,
    #[serde(default)]
    pub(crate) tag: Option<String>,
    #[serde(default)]
    pub(crate) san: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPromotion {
    pub(crate) to: Vec<String>,
    #[serde(default)]
    pub(crate) optional: bool,
}

/// `setup.json`: which positions are possible, in the words of the movement tables.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSetup {
    #[serde(rename = "$schema", default)]
    pub(crate) _schema: Option<String>,
    #[serde(default)]
    pub(crate) count: BTreeMap<String, RawCount>,
    #[serde(default)]
    pub(crate) squares: BTreeMap<String, BTreeMap<String, Vec<RawPossibility>>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCount {
    #[serde(default)]
    pub(crate) min: u32,
    #[serde(default)]
    pub(crate) max: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPossibility {
    #[serde(default)]
    pub(crate) must: RawLcn,
    #[serde(default)]
    pub(crate) deny: RawLcn,
}
