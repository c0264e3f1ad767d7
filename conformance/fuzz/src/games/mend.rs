//! Removes from a game what keeps it from loading, by its faults.

use ggn_core::Faults;
use ggn_core::json::JsonStep;
use serde_json::Value;

use super::draw::Drawn;

/// Removes the places of the faults. False if nothing was removed: then the game cannot be repaired this way.
pub(super) fn mend(drawn: &mut Drawn, faults: &Faults) -> bool {
    let mut places: Vec<(&str, &[JsonStep])> =
        faults.as_slice().iter().map(|fault| (fault.file.as_str(), fault.path.steps.as_slice())).collect();
    // From the last element of a list, so that the others keep their places.
    places.sort_by_key(|(_, steps)| std::cmp::Reverse(steps.iter().map(order).collect::<Vec<_>>()));
    places.dedup();
    let mut is_mended = false;
    for (file, steps) in places {
        let tree = match file {
            "ruleset.json" if steps.first() != Some(&JsonStep::from("initial")) => &mut drawn.manifest,
            "effects.json" => &mut drawn.effects,
            "setup.json" => &mut drawn.setup,
            "ggn/all.json" => &mut drawn.table,
            _ => continue,
        };
        is_mended |= take_out(tree, steps);
    }
    is_mended
}

fn order(step: &JsonStep) -> (usize, String) {
    match step {
        JsonStep::Index(index) => (*index, String::new()),
        JsonStep::Key(key) => (0, key.clone()),
    }
}

/// Removes the value at a place, and containers that become empty.
fn take_out(tree: &mut Value, steps: &[JsonStep]) -> bool {
    let Some((step, deeper)) = steps.split_first() else { return false };
    let is_gone = |inner: &mut Value| {
        if deeper.is_empty() {
            return Some(true);
        }
        let is_mended = take_out(inner, deeper);
        let is_empty = inner.as_object().is_some_and(serde_json::Map::is_empty)
            || inner.as_array().is_some_and(Vec::is_empty);
        is_mended.then_some(
            is_empty
                && deeper.len() < 3
                && !matches!(deeper, [JsonStep::Key(_)] if step == &JsonStep::from("must")),
        )
    };
    match (tree, step) {
        (Value::Object(members), JsonStep::Key(key)) => {
            let Some(gone) = members.get_mut(key).and_then(is_gone) else { return false };
            if gone {
                members.remove(key);
            }
            true
        }
        (Value::Array(items), JsonStep::Index(index)) => {
            let Some(gone) = items.get_mut(*index).and_then(is_gone) else { return false };
            if gone {
                items.remove(*index);
            }
            true
        }
        _ => false,
    }
}
