//! A ruleset as sessions play it, with what is derived from it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ggn_core::{Faults, OwnPieces, Passing, Ruleset, choices, tries};

use crate::names::Names;
use crate::protocol::player::PieceType;

/// A ruleset, and what is derived from it.
#[derive(Debug)]
pub(crate) struct Rules {
    pub(crate) id: Arc<str>,
    pub(crate) ruleset: Arc<Ruleset>,
    /// What pieces of this game can become by choice.
    pub(crate) promotions: BTreeSet<PieceType>,
    pub(crate) names: Names,
    /// Where which pieces could be taken on a square that they passed over.
    pub(crate) passings: BTreeSet<Passing>,
    /// The ids of the house rules that are in it, in their order.
    pub(crate) overlays: Arc<[String]>,
    bundle: Arc<str>,
}

impl Rules {
    /// Loads a ruleset from its files, in which those house rules are already.
    pub(crate) fn load(files: &[(String, Vec<u8>)], overlays: Vec<String>) -> Result<Rules, Box<Faults>> {
        let ruleset = Ruleset::load(files).map_err(Box::new)?;
        let bundle: BTreeMap<&str, Cow<'_, str>> = files
            .iter()
            .filter(|(path, _)| path != "perft.json" && path != "games.json")
            .map(|(path, bytes)| (path.as_str(), String::from_utf8_lossy(bytes)))
            .collect();
        Ok(Rules {
            id: ruleset.id().into(),
            promotions: promotions(&ruleset),
            names: Names::of(&ruleset),
            passings: ruleset.passings(),
            overlays: overlays.into(),
            bundle: serde_json::to_string(&bundle).unwrap_or_default().into(),
            ruleset,
        })
    }

    /// The kind of that name, if a piece of this game can become it by choice.
    pub(crate) fn promotion_named(&self, name: &str) -> Option<PieceType> {
        self.ruleset
            .pieces()
            .filter(|(_, piece)| piece.name == name)
            .filter_map(|(_, piece)| PieceType::new(piece.letter()))
            .find(|kind| self.promotions.contains(kind))
    }

    /// The files as one JSON object from path to text.
    pub(crate) fn bundle(&self) -> &Arc<str> {
        &self.bundle
    }

    /// The files again.
    pub(crate) fn files(&self) -> Vec<(String, Vec<u8>)> {
        let files: BTreeMap<String, String> = serde_json::from_str(&self.bundle).unwrap_or_default();
        files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect()
    }
}

/// What pieces can become by choice: asked of every piece alone on every square.
fn promotions(ruleset: &Ruleset) -> BTreeSet<PieceType> {
    let mut letters = BTreeSet::new();
    for (id, piece) in ruleset.pieces() {
        for square in ruleset.shape().iter() {
            let alone = OwnPieces::new(ruleset, piece.side(), [(square, id)]);
            for tried in tries(ruleset, &alone, square).iter().filter(|tried| tried.promotes) {
                let becomes = choices(ruleset, &alone, square, tried.destination);
                letters.extend(
                    becomes
                        .into_iter()
                        .filter_map(|choice| ruleset.piece(choice))
                        .filter_map(|choice| PieceType::new(choice.letter())),
                );
            }
        }
    }
    letters
}
