//! Rulesets with house rules: made on request, shared by all games with the same choice, and dropped with the last of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use ggn_core::{Clash, Need, Overlay, compose};

use crate::domain::limits::CLASHES_SHOWN_MAX;
use crate::rules::Rules;

/// Error of a request for house rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HouseRulesError {
    /// No house rules have these ids.
    #[error("there is no house rule {}", list(.0, " or "))]
    Unknown(Vec<String>),
    /// The house rules clash.
    #[error("these house rules cannot be played together: {}", shown(.0))]
    Clash(Vec<Clash>),
    /// Some house rules require others that are not chosen, and nothing else is wrong. Each is named with the one that it requires, sorted.
    #[error("these house rules cannot be played together: {}", shown(.0))]
    Missing(BTreeSet<Lack>),
    /// The combination is not a valid ruleset; holds the first fault.
    #[error("these house rules make no sound game together: {0}")]
    Unsound(String),
    /// The server's limit on different choices of house rules is reached.
    #[error(
        "too many different house rules are being played; choose some that are, none, or try again later"
    )]
    TooMany,
}

/// House rule that is chosen without one that it requires.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lack {
    /// Id of the chosen house rule.
    pub overlay: String,
    /// Id of the house rule that is missing.
    pub required: String,
}

impl fmt::Display for Lack {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} cannot be played without {}", self.overlay, self.required)
    }
}

impl HouseRulesError {
    /// Returns the ids of the house rules that clash, sorted: those that the message names. A rule that is missing is not among them. Empty for other errors, and
    /// for a clash that is of no rule.
    #[must_use]
    pub fn clashing(&self) -> Vec<String> {
        match self {
            HouseRulesError::Clash(clashes) => {
                sorted(clashes.iter().take(CLASHES_SHOWN_MAX).flat_map(rules_of).map(str::to_owned))
            }
            HouseRulesError::Missing(lacks) => {
                sorted(lacks.iter().take(CLASHES_SHOWN_MAX).map(|lack| lack.overlay.clone()))
            }
            HouseRulesError::Unknown(_) | HouseRulesError::Unsound(_) | HouseRulesError::TooMany => {
                Vec::new()
            }
        }
    }

    /// Returns the ids of the house rules that are missing, sorted: those that the message names. Empty for other errors.
    #[must_use]
    pub fn missing(&self) -> Vec<String> {
        match self {
            HouseRulesError::Missing(lacks) => {
                sorted(lacks.iter().take(CLASHES_SHOWN_MAX).map(|lack| lack.required.clone()))
            }
            HouseRulesError::Clash(_)
            | HouseRulesError::Unknown(_)
            | HouseRulesError::Unsound(_)
            | HouseRulesError::TooMany => Vec::new(),
        }
    }

    /// Returns the error of a choice with these clashes.
    pub(crate) fn of_clashes(clashes: Vec<Clash>) -> HouseRulesError {
        match clashes.iter().map(lack).collect::<Option<BTreeSet<Lack>>>() {
            Some(lacks) if !lacks.is_empty() => HouseRulesError::Missing(lacks),
            _ => HouseRulesError::Clash(clashes),
        }
    }
}

/// Returns a clash as a rule that is missing, if it is that.
fn lack(clash: &Clash) -> Option<Lack> {
    match clash {
        Clash::Requires { overlay, required } => {
            Some(Lack { overlay: overlay.clone(), required: required.clone() })
        }
        Clash::NotOver { .. }
        | Clash::Unmet { .. }
        | Clash::Twice(_)
        | Clash::NotThere { .. }
        | Clash::Renamed { .. }
        | Clash::NotWith { .. }
        | Clash::Both { .. }
        | Clash::TooMany { .. } => None,
    }
}

/// Returns ids without those that occur twice, sorted.
fn sorted(ids: impl Iterator<Item = String>) -> Vec<String> {
    ids.collect::<BTreeSet<String>>().into_iter().collect()
}

/// Returns the ids of the chosen house rules of a clash.
fn rules_of(clash: &Clash) -> Vec<&str> {
    match clash {
        Clash::NotOver { overlay, .. }
        | Clash::Unmet { overlay, .. }
        | Clash::Requires { overlay, .. }
        | Clash::Twice(overlay)
        | Clash::NotThere { overlay, .. }
        | Clash::Renamed { overlay, .. } => vec![overlay.as_str()],
        Clash::NotWith { one, other } | Clash::Both { one, other, .. } => vec![one.as_str(), other.as_str()],
        Clash::TooMany { .. } => Vec::new(),
    }
}

fn list(names: &[String], between: &str) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(between)
}

/// Returns the faults of a choice in words: the first of them, and how many more there are.
fn shown<'a, T: fmt::Display + 'a>(
    faults: impl IntoIterator<Item = &'a T, IntoIter: ExactSizeIterator>,
) -> String {
    let faults = faults.into_iter();
    let more = faults.len().saturating_sub(CLASHES_SHOWN_MAX);
    let named: Vec<_> = faults.take(CLASHES_SHOWN_MAX).map(ToString::to_string).collect();
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    named.join("; ") + &more
}

/// A ruleset's id and the ids of its house rules, sorted.
type Choice = (String, Vec<String>);

/// Cache of the rulesets with house rules that current games use. It holds weak references only.
#[derive(Debug, Default)]
pub(crate) struct HouseRulesCache {
    alive: Mutex<BTreeMap<Choice, Made>>,
    /// Held while a ruleset is made, so that only one is made at a time. Lookups do not wait for it.
    making: Mutex<()>,
}

/// Rules that were made.
#[derive(Debug)]
struct Made {
    rules: Weak<Rules>,
    /// True if their number is bounded by the data: see [`is_always_available`].
    is_free: bool,
}

impl HouseRulesCache {
    /// Returns the rules that a current game with these overlays uses.
    pub(crate) fn alive(&self, ruleset: &str, overlays: &[&Overlay]) -> Option<Arc<Rules>> {
        lock(&self.alive).get(&choice(ruleset, overlays))?.rules.upgrade()
    }

    /// Returns these rules, or makes them unless more than `most` different choices would be in use, not counted those that are always available.
    /// `unmet` returns the needs of an overlay that the ruleset does not meet.
    pub(crate) fn get(
        &self,
        base: &Rules,
        overlays: &[&Overlay],
        unmet: impl Fn(&Overlay) -> Option<Vec<Need>>,
        most: usize,
    ) -> Result<Arc<Rules>, HouseRulesError> {
        // A choice that names an overlay twice is reported as a clash, even if rules for the same set of overlays exist.
        let named = choice(&base.id, overlays);
        let is_set = named.1.windows(2).all(|pair| matches!(pair, [one, other] if one != other));
        if let Some(rules) = self.alive(&base.id, overlays).filter(|_| is_set) {
            return Ok(rules);
        }
        // Clashes are found without making a ruleset, and without waiting for the lock.
        let clashes = ggn_core::clashes(&base.id, overlays, unmet);
        if !clashes.is_empty() {
            return Err(HouseRulesError::of_clashes(clashes));
        }
        let making = lock(&self.making);
        if let Some(rules) = self.alive(&base.id, overlays).filter(|_| is_set) {
            return Ok(rules);
        }
        let composed = compose(&base.files(), overlays).map_err(HouseRulesError::of_clashes)?;
        let is_free = is_always_available(&base.id, overlays);
        {
            let mut alive = lock(&self.alive);
            alive.retain(|_, made| made.rules.strong_count() > 0);
            if !is_free && alive.values().filter(|made| !made.is_free).count() >= most {
                return Err(HouseRulesError::TooMany);
            }
        }
        let ruleset = ggn_core::Rules::load(&composed.files).map_err(|faults| {
            let first = faults.as_slice().first().map(ToString::to_string);
            HouseRulesError::Unsound(first.unwrap_or_default())
        })?;
        let rules = Arc::new(Rules::new(ruleset, &composed.files, named.1.clone()).named(&base.name));
        lock(&self.alive).insert(named, Made { rules: Arc::downgrade(&rules), is_free });
        drop(making);
        Ok(rules)
    }
}

/// Returns whether a choice is always available: a single overlay with a ruleset that it is made for. The data names these pairs and bounds their number;
/// there may be hundreds of rulesets that have what an overlay needs.
pub(crate) fn is_always_available(ruleset: &str, overlays: &[&Overlay]) -> bool {
    matches!(overlays, [overlay] if overlay.over().any(|over| over == ruleset))
}

fn choice(ruleset: &str, overlays: &[&Overlay]) -> Choice {
    let mut ids: Vec<String> = overlays.iter().map(|overlay| overlay.id().to_owned()).collect();
    ids.sort();
    (ruleset.to_owned(), ids)
}

/// Locks a mutex, also after a panic of a thread that held it: the map is unchanged by a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CreationError;
    use crate::domain::Mode;
    use crate::fixtures::{asked, catalogue};
    use crate::rules::TableForm;
    use crate::terms::CreateGame;

    fn with(overlays: &[&str]) -> CreateGame {
        let overlays = overlays.iter().map(|id| (*id).to_owned()).collect();
        CreateGame { overlays, ..asked(Mode::Blind, None) }
    }

    #[test]
    fn the_same_choice_in_any_order_shares_its_rules_while_a_game_uses_them() {
        let catalogue = catalogue();
        let rules = |overlays: &[&str]| catalogue.terms(&with(overlays)).unwrap().rules;
        let first = rules(&["torpedo", "capture-to-win"]);
        assert!(Arc::ptr_eq(&first, &rules(&["capture-to-win", "torpedo"])));
        assert_eq!(*first.overlays, ["capture-to-win", "torpedo"]);
        let bundle = |ids: &[&str]| {
            catalogue
                .house_rules_bundle("chess", ids, TableForm::Canonical)
                .unwrap()
                .map(|bundle| bundle.to_string())
        };
        assert_eq!(
            bundle(&["torpedo", "capture-to-win"]).as_deref(),
            Some(&**first.bundle(TableForm::Canonical))
        );
        assert_eq!(bundle(&["torpedo"]), None, "no game uses it");
        drop(first);
        assert_eq!(bundle(&["torpedo", "capture-to-win"]), None);
    }

    #[test]
    fn an_impossible_choice_is_rejected_by_name() {
        let refused = |overlays: &[&str]| catalogue().terms(&with(overlays)).unwrap_err().to_string();
        assert_eq!(
            refused(&["torpedo", "Torpedo", "chaturanga"]),
            "there is no house rule \"Torpedo\" or \"chaturanga\""
        );
        assert_eq!(
            refused(&["torpedo", "berolina-pawns"]),
            "these house rules cannot be played together: berolina-pawns cannot be combined with torpedo"
        );
        let twice = "these house rules cannot be played together: torpedo is named twice";
        assert_eq!(refused(&["torpedo", "torpedo"]), twice);
    }

    #[test]
    fn the_rules_that_clash_are_those_that_the_message_names() {
        let id = str::to_owned;
        let clashing = |clashes: Vec<Clash>| HouseRulesError::of_clashes(clashes).clashing();
        let twice = |number: usize| Clash::Twice(format!("rule-{number}"));
        for (clash, expected) in [
            (Clash::NotOver { overlay: id("a"), ruleset: id("r"), over: vec![id("s")] }, vec!["a"]),
            (Clash::Unmet { overlay: id("a"), ruleset: id("r"), needs: Vec::new() }, vec!["a"]),
            (Clash::NotWith { one: id("b"), other: id("a") }, vec!["a", "b"]),
            (Clash::Requires { overlay: id("a"), required: id("b") }, vec!["a"]),
            (Clash::Twice(id("a")), vec!["a"]),
            (Clash::TooMany { found: 17, most: 16 }, vec![]),
        ] {
            assert_eq!(clashing(vec![clash.clone(), clash.clone()]), expected, "{clash}");
        }
        let many: Vec<Clash> = (0..=CLASHES_SHOWN_MAX).map(twice).collect();
        let (named, message) = (clashing(many.clone()), HouseRulesError::Clash(many).to_string());
        assert_eq!(named.len(), CLASHES_SHOWN_MAX);
        assert!(named.iter().all(|rule| message.contains(rule)), "{message}");
        for other in [HouseRulesError::Unknown(vec![id("a")]), HouseRulesError::TooMany] {
            assert!(other.clashing().is_empty());
        }
    }

    #[test]
    fn rules_that_are_missing_are_named_where_nothing_else_is_wrong() {
        let id = str::to_owned;
        let lack =
            |overlay: &str, required: &str| Clash::Requires { overlay: id(overlay), required: id(required) };
        let missing = HouseRulesError::of_clashes(vec![lack("b", "z"), lack("a", "z"), lack("a", "y")]);
        assert_eq!((missing.clashing(), missing.missing()), (vec![id("a"), id("b")], vec![id("y"), id("z")]));
        let message = "these house rules cannot be played together: a cannot be played without y; \
                       a cannot be played without z; b cannot be played without z";
        assert_eq!(missing.to_string(), message);
        let clash = HouseRulesError::of_clashes(vec![lack("a", "z"), Clash::Twice(id("c"))]);
        assert!(matches!(&clash, HouseRulesError::Clash(clashes) if clashes.len() == 2));
        assert_eq!((clash.clashing(), clash.missing()), (vec![id("a"), id("c")], Vec::new()));
        assert!(HouseRulesError::TooMany.missing().is_empty());
        let refused = catalogue().terms(&with(&["king-heals"])).unwrap_err();
        let expected = Lack { overlay: id("king-heals"), required: id("piece-hp") };
        assert_eq!(refused, CreationError::House(HouseRulesError::Missing([expected].into())));
    }

    #[test]
    fn the_number_of_choices_is_limited_and_freed_with_the_last_game() {
        let (catalogue, cache) = (catalogue(), HouseRulesCache::default());
        let base = catalogue.terms(&asked(Mode::Blind, None)).unwrap().rules;
        let overlay = |id: &str| {
            let text = format!(
                r#"{{ "id": "{id}", "name": "N", "about": "A.", "over": ["chess"],
                    "endings": {{ "with": [{{ "status": "captures", "result": "win" }}] }} }}"#
            );
            Overlay::read(&[("overlay.json".to_owned(), text.into_bytes())]).unwrap()
        };
        let by_needs = |id: &str| {
            let text = format!(
                r#"{{ "id": "{id}", "name": "N", "about": "A.", "over": ["ants"], "needs": {{ "board": [8, 8] }},
                    "endings": {{ "with": [{{ "status": "captures", "result": "win" }}] }} }}"#
            );
            Overlay::read(&[("overlay.json".to_owned(), text.into_bytes())]).unwrap()
        };
        let (one, two, three) = (overlay("one"), overlay("two"), overlay("three"));
        let kept = cache.get(&base, &[&one, &two], |_| None, 1).unwrap();
        assert_eq!(cache.get(&base, &[&one, &three], |_| None, 1).unwrap_err(), HouseRulesError::TooMany);
        assert!(Arc::ptr_eq(&kept, &cache.get(&base, &[&two, &one], |_| None, 1).unwrap()));
        assert!(cache.get(&base, &[&three], |_| None, 1).is_ok(), "a single rule is always allowed");
        let met = |_: &Overlay| Some(Vec::new());
        let refused = cache.get(&base, &[&by_needs("four")], met, 1).unwrap_err();
        assert_eq!(refused, HouseRulesError::TooMany, "but not with a ruleset that only has what it needs");
        drop(kept);
        let kept = cache.get(&base, &[&one, &three], |_| None, 1).unwrap();
        assert!(cache.get(&base, &[&one, &two], |_| None, usize::MAX).is_ok(), "existing games continue");
        drop(kept);
        assert!(matches!(
            catalogue.terms(&with(&["nothing"])).unwrap_err(),
            CreationError::House(HouseRulesError::Unknown(_))
        ));
    }
}
