//! Rulesets that a house rule goes with by its needs: with each of them it must give sound rules, as with those that it names.

use ggn_core::json::JsonPath;
use ggn_core::{Overlay, Rules};

use super::start;
use crate::diagnose::code::Code;
use crate::diagnose::description::{Aim, Description};
use crate::diagnose::reporter::Reporter;
use crate::diagnose::{Diagnostic, Severity};
use crate::overlays::{self, Draft, OverlayError};
use crate::rules::{Folder, OVERLAY};

/// Maximum number of rulesets that one report names. A need that is missing may concern a hundred.
const NAMED_MAX: usize = 3;

/// Checks an overlay with the rulesets that have what it needs, the first `most` of them. Returns a fault for those with which it is not sound, and a note
/// that lists all.
pub(super) fn check(
    folder: &Folder,
    overlay: &Overlay,
    most: Option<usize>,
) -> (Option<Diagnostic>, Option<String>) {
    let bases = overlays::by_needs(folder, overlay);
    let id = |base: &Folder| base.root.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let ids: Vec<String> = bases.iter().map(id).collect();
    let tried = bases.into_iter().zip(&ids).take(most.unwrap_or(usize::MAX));
    let why = |(base, id): (Folder, &String)| {
        let why = problem(base, folder).unwrap_or_else(|error| Some(error.to_string()))?;
        Some(format!("{id}: {why}"))
    };
    let mut unsound: Vec<String> = tried.filter_map(why).collect();
    let rest = unsound.len().saturating_sub(NAMED_MAX);
    unsound.truncate(NAMED_MAX);
    if rest > 0 {
        unsound.push(format!("and {rest} more"));
    }
    let fault = (!unsound.is_empty()).then(|| {
        let text =
            format!("a ruleset has what it needs, and they make no sound game: {}", unsound.join("; "));
        let description = Description::new(Code::NeedsTooLittle, Aim::Key, text)
            .expected("needs that every ruleset meets with which it can be played, and no other")
            .advise("name under `has` what it builds on, and under `lacks` what is in its way");
        let path = JsonPath { steps: vec!["needs".into()] };
        Reporter::new(folder).report(Severity::Error, OVERLAY, Some(&path), description)
    });
    let note = match ids.len() {
        0 => None,
        1 => Some(format!("1 other ruleset has what it needs: {}", ids.join(", "))),
        count => Some(format!("{count} other rulesets have what it needs: {}", ids.join(", "))),
    };
    (fault, note)
}

/// Returns the first reason why an overlay, with those that it requires, makes no sound game of a ruleset.
fn problem(base: Folder, folder: &Folder) -> Result<Option<String>, OverlayError> {
    let house = Draft::with_required(base, folder)?.whole()?;
    let composed = match house.compose() {
        Ok(composed) => composed,
        Err(OverlayError::Clash(clashes)) => return Ok(clashes.first().map(ToString::to_string)),
        Err(other) => return Err(other),
    };
    let rules = match Rules::load(&composed.files) {
        Ok(rules) => rules,
        Err(faults) => return Ok(faults.as_slice().first().map(ToString::to_string)),
    };
    let doubts = rules.doubts();
    let is_over = start::is_over(&rules);
    if doubts.is_empty() && !is_over {
        return Ok(None);
    }
    let alone = house.base.ruleset()?;
    let known = alone.doubts();
    if let Some(doubt) = doubts.iter().find(|doubt| !known.iter().any(|known| known.kind == doubt.kind)) {
        return Ok(Some(doubt.to_string()));
    }
    Ok((is_over && !start::is_over(&alone)).then(|| "the game is over at its first position".to_owned()))
}
