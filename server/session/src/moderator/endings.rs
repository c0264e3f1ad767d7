//! Changes that a moderator makes to the endings of a ruleset: draws left out, the result of a stalemate, a cap on moves without progress.

use serde_json::{Value, json};

use super::policy::Moderator;
use super::sections::{RuleDraw, StalemateResult};

/// File with the endings of a ruleset.
const MANIFEST: &str = "ruleset.json";

impl Moderator {
    /// Returns whether the moderator changes endings.
    #[must_use]
    pub fn changes_game(&self) -> bool {
        *self.game() != Default::default()
    }

    /// Returns the files of a ruleset with this moderator's changes of its endings. A manifest that cannot be read stays as it is.
    #[must_use]
    pub fn moderated(&self, files: &[(String, Vec<u8>)]) -> Vec<(String, Vec<u8>)> {
        let change = |(path, bytes): &(String, Vec<u8>)| {
            let changed = (path == MANIFEST && self.changes_game()).then(|| self.changed(bytes)).flatten();
            (path.clone(), changed.unwrap_or_else(|| bytes.clone()))
        };
        files.iter().map(change).collect()
    }

    fn changed(&self, manifest: &[u8]) -> Option<Vec<u8>> {
        let mut manifest: Value = serde_json::from_slice(manifest).ok()?;
        let pawns = self.pawns_of(&manifest);
        let endings = manifest.get_mut("endings")?.as_array_mut()?;
        let changes = self.game();
        let status =
            |ending: &Value| ending.get("status").and_then(Value::as_str).unwrap_or_default().to_owned();
        let limit = endings.iter().find(|ending| status(ending) == RuleDraw::Movelimit.status()).cloned();
        if let Some(kept) = &changes.draws {
            let is_left_out = |ending: &Value| {
                let status = status(ending);
                RuleDraw::ALL.iter().any(|draw| draw.status() == status && !kept.contains(draw))
            };
            endings.retain(|ending| !is_left_out(ending));
        }
        if let Some(result) = changes.stalemate {
            let result = match result {
                StalemateResult::Draw => "draw",
                StalemateResult::Loss => "loss",
            };
            match endings.iter_mut().find(|ending| status(ending) == "stalemate") {
                Some(stalemate) => *stalemate.get_mut("result")? = result.into(),
                None => endings.push(json!({ "status": "stalemate", "result": result })),
            }
        }
        if let Some(cap) = changes.halfmove_cap {
            let resets = limit.as_ref().and_then(|limit| limit.get("resets")).cloned();
            let resets = resets.unwrap_or_else(|| json!({ "captures": true, "moves_of": pawns }));
            let status = RuleDraw::Movelimit.status();
            endings.push(json!({ "status": status, "result": "draw", "plies": cap, "resets": resets }));
        }
        serde_json::to_vec(&manifest).ok()
    }

    /// Returns the pieces of a manifest that count as pawns, as it names them.
    fn pawns_of(&self, manifest: &Value) -> Vec<String> {
        let pieces = manifest.get("pieces").and_then(Value::as_object);
        let name = |piece: &Value| piece.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let pawns = pieces.into_iter().flatten().filter(|(_, piece)| self.is_pawn(&name(piece)));
        pawns.map(|(key, _)| key.clone()).collect()
    }
}
