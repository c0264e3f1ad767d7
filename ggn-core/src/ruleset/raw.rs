//! The files that an author writes beside the tables, as text still: nothing is bound to a board here.

use super::bind::Binder;
use super::fault::FaultKind;
use super::read::{Fields, Members, Read, mismatch, object, words};
use crate::json::Json;

/// Conditions by square.
pub(crate) type RawLcn = Members<String>;

object! {
    /// `ruleset.json`.
    RawManifest {
        id: String,
        name: String,
        styles: Members<String>,
        sides: RawSides,
        pieces: Members<RawPiece>,
        initial: String,
        constraints: Vec<RawConstraint>,
        endings: Vec<RawEnding>,
    }
}

object! {
    RawSides {
        first: String,
        second: String,
    }
}

object! {
    RawPiece {
        name: String,
        san: String,
    }
}

words! {
    RawConstraint {
        RoyalSafety = "royal-safety",
        Unattacked = "unattacked",
    }
}

words! {
    /// What an ending means for the side to move, or for the side that brings it about.
    RawResult {
        Win = "win",
        Loss = "loss",
        Draw = "draw",
    }
}

words! {
    RawIdentity {
        Rights = "rights",
        Feen = "feen",
    }
}

words! {
    /// The statuses of CGSN that a ruleset can ask for.
    RawStatus {
        Checkmate = "checkmate",
        Stalemate = "stalemate",
        Insufficient = "insufficient",
        Repetition = "repetition",
        Movelimit = "movelimit",
        Resignation = "resignation",
        Agreement = "agreement",
        Timelimit = "timelimit",
    }
}

/// One entry of `endings`, with the fields that its status has.
#[derive(Debug)]
pub(crate) enum RawEnding {
    Checkmate { result: RawResult },
    Stalemate { result: RawResult },
    Insufficient { result: RawResult, material: Vec<RawMaterial> },
    Repetition { result: RawResult, count: u32, identity: RawIdentity },
    Movelimit { result: RawResult, plies: u32, resets: RawResets },
    Resignation { result: RawResult },
    Agreement { result: RawResult },
    Timelimit { result: RawResult, draw_if_opponent_has: Vec<Vec<String>> },
}

impl Read for RawEnding {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<RawEnding> {
        let Json::Object(_) = json else { return mismatch(at, "an object", json) };
        let Some(status) = json.get("status") else {
            at.fault(FaultKind::MissingField("status"));
            return None;
        };
        let status = at.within("status", |at| RawStatus::read(at, status))?;
        let known: &[&str] = match status {
            RawStatus::Checkmate | RawStatus::Stalemate | RawStatus::Resignation | RawStatus::Agreement => {
                &["status", "result"]
            }
            RawStatus::Insufficient => &["status", "result", "material"],
            RawStatus::Repetition => &["status", "result", "count", "identity"],
            RawStatus::Movelimit => &["status", "result", "plies", "resets"],
            RawStatus::Timelimit => &["status", "result", "draw_if_opponent_has"],
        };
        let fields = Fields::of(at, json, known)?;
        let result = fields.take(at, "result", None);
        Some(match status {
            RawStatus::Checkmate => RawEnding::Checkmate { result: result? },
            RawStatus::Stalemate => RawEnding::Stalemate { result: result? },
            RawStatus::Resignation => RawEnding::Resignation { result: result? },
            RawStatus::Agreement => RawEnding::Agreement { result: result? },
            RawStatus::Insufficient => {
                let material = fields.take(at, "material", None);
                RawEnding::Insufficient { result: result?, material: material? }
            }
            RawStatus::Repetition => {
                let (count, identity) = (fields.take(at, "count", None), fields.take(at, "identity", None));
                RawEnding::Repetition { result: result?, count: count?, identity: identity? }
            }
            RawStatus::Movelimit => {
                let (plies, resets) = (fields.take(at, "plies", None), fields.take(at, "resets", None));
                RawEnding::Movelimit { result: result?, plies: plies?, resets: resets? }
            }
            RawStatus::Timelimit => {
                let draw_if_opponent_has = fields.take(at, "draw_if_opponent_has", Some(Vec::new()));
                RawEnding::Timelimit { result: result?, draw_if_opponent_has: draw_if_opponent_has? }
            }
        })
    }
}

object! {
    RawMaterial {
        one: Vec<String>,
        other: Vec<String>,
        same_colour: Option<String> = None,
    }
}

object! {
    RawResets {
        captures: bool,
        moves_of: Vec<String> = Vec::new(),
    }
}

object! {
    /// `effects.json`.
    #[derive(Default)]
    RawEffects {
        moved: Members<String> = Vec::new(),
        expires: Members<String> = Vec::new(),
        captured: RawCaptured = RawCaptured::Discard,
        rows: RawRows = Vec::new(),
    }
}

/// Effects by piece, source and destination.
pub(crate) type RawRows = Members<Members<Members<Vec<RawEffect>>>>;

#[derive(Debug, Default)]
pub(crate) enum RawCaptured {
    #[default]
    Discard,
    Hand(Members<String>),
}

impl Read for RawCaptured {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<RawCaptured> {
        match json {
            Json::String(word) if word == "discard" => Some(RawCaptured::Discard),
            Json::Object(_) => {
                let fields = Fields::of(at, json, &["hand"])?;
                fields.take(at, "hand", None).map(RawCaptured::Hand)
            }
            other => mismatch(at, "\"discard\", or an object with the field `hand`", other),
        }
    }
}

object! {
    RawEffect {
        when: RawLcn = Vec::new(),
        becomes: Option<String> = None,
        carries: Members<String> = Vec::new(),
        takes: Vec<String> = Vec::new(),
        unattacked: Vec<String> = Vec::new(),
        promotes: Option<RawPromotion> = None,
        tag: Option<String> = None,
        san: Option<String> = None,
    }
}

object! {
    RawPromotion {
        to: Vec<String>,
        optional: bool = false,
    }
}

object! {
    /// `setup.json`: which positions are possible, in the words of the movement tables.
    #[derive(Default)]
    RawSetup {
        count: Members<RawCount> = Vec::new(),
        squares: Members<Members<Vec<RawPossibility>>> = Vec::new(),
    }
}

object! {
    RawCount {
        min: u32 = 0,
        max: Option<u32> = None,
    }
}

object! {
    RawPossibility {
        must: RawLcn = Vec::new(),
        deny: RawLcn = Vec::new(),
    }
}
