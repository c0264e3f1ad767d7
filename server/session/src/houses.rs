//! Rulesets with house rules: made when a game asks for them, shared by all games that have the same, gone with the last of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use ggn_core::{Clash, Overlay, compose};

use crate::limits::CLASHES_TOLD;
use crate::rules::Rules;

/// Why a game cannot have the house rules that are asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HouseRefused {
    /// There are none of these names.
    #[error("there is no house rule {}", list(.0, " or "))]
    Unknown(Vec<String>),
    /// They do not go together.
    #[error("these house rules cannot be played together: {}", clashes(.0))]
    Clash(Vec<Clash>),
    /// What comes of them is no ruleset; the first fault.
    #[error("these house rules make no sound game together: {0}")]
    Unsound(String),
    /// As many different choices of house rules are being played as the server has room for.
    #[error(
        "too many different house rules are being played; choose some that are, none, or try again later"
    )]
    TooMany,
}

fn list(names: &[String], between: &str) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(between)
}

fn clashes(clashes: &[Clash]) -> String {
    let told: Vec<_> = clashes.iter().take(CLASHES_TOLD).map(ToString::to_string).collect();
    let more = clashes.len().saturating_sub(CLASHES_TOLD);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    told.join("; ") + &more
}

/// A ruleset and the ids of its house rules, in their order.
type Choice = (String, Vec<String>);

/// The rulesets with house rules that games have now. It holds none of them itself.
#[derive(Debug, Default)]
pub(crate) struct Houses {
    alive: Mutex<BTreeMap<Choice, Weak<Rules>>>,
    /// Held while one is made: only one is at a time, and others are found meanwhile.
    making: Mutex<()>,
}

impl Houses {
    /// The rules that a game with these overlays has now.
    pub(crate) fn alive(&self, ruleset: &str, overlays: &[&Overlay]) -> Option<Arc<Rules>> {
        lock(&self.alive).get(&choice(ruleset, overlays))?.upgrade()
    }

    /// Those, or else new ones, if with them no more than `most` different choices of several overlays are played.
    pub(crate) fn get(
        &self,
        base: &Rules,
        overlays: &[&Overlay],
        most: usize,
    ) -> Result<Arc<Rules>, HouseRefused> {
        // Whoever names one twice is told so, although the choice would be the same.
        let named = choice(&base.id, overlays);
        let is_set = named.1.windows(2).all(|pair| matches!(pair, [one, other] if one != other));
        if let Some(rules) = self.alive(&base.id, overlays).filter(|_| is_set) {
            return Ok(rules);
        }
        // What they say against each other needs no making, and nobody to wait for it.
        let clashes = ggn_core::clashes(&base.id, overlays);
        if !clashes.is_empty() {
            return Err(HouseRefused::Clash(clashes));
        }
        let making = lock(&self.making);
        if let Some(rules) = self.alive(&base.id, overlays).filter(|_| is_set) {
            return Ok(rules);
        }
        let composed = compose(&base.files(), overlays).map_err(HouseRefused::Clash)?;
        {
            let mut alive = lock(&self.alive);
            alive.retain(|_, rules| rules.strong_count() > 0);
            // One rule alone can always be had: of these there are no more than there are rules.
            let several = alive.keys().filter(|(_, ids)| ids.len() > 1).count();
            if named.1.len() > 1 && several >= most {
                return Err(HouseRefused::TooMany);
            }
        }
        let rules = Rules::load(&composed.files, named.1.clone()).map_err(|faults| {
            let first = faults.as_slice().first().map(ToString::to_string);
            HouseRefused::Unsound(first.unwrap_or_default())
        })?;
        let rules = Arc::new(rules);
        lock(&self.alive).insert(named, Arc::downgrade(&rules));
        drop(making);
        Ok(rules)
    }
}

fn choice(ruleset: &str, overlays: &[&Overlay]) -> Choice {
    let mut ids: Vec<String> = overlays.iter().map(|overlay| overlay.id().to_owned()).collect();
    ids.sort();
    (ruleset.to_owned(), ids)
}

/// Whoever panics while holding one of these locks leaves a map as whole as it was.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CreateRefused;
    use crate::protocol::player::{CreateGame, Mode};
    use crate::testing::{asked, catalogue};

    fn with(overlays: &[&str]) -> CreateGame {
        let overlays = overlays.iter().map(|id| (*id).to_owned()).collect();
        CreateGame { overlays, ..asked(Mode::Blind, None) }
    }

    #[test]
    fn the_same_choice_in_any_order_is_the_same_rules_as_long_as_someone_has_them() {
        let catalogue = catalogue();
        let rules = |overlays: &[&str]| catalogue.terms(&with(overlays)).unwrap().rules;
        let first = rules(&["torpedo", "capture-to-win"]);
        assert!(Arc::ptr_eq(&first, &rules(&["capture-to-win", "torpedo"])));
        assert_eq!(*first.overlays, ["capture-to-win", "torpedo"]);
        let bundle =
            |ids: &[&str]| catalogue.house_bundle("chess", ids).unwrap().map(|bundle| bundle.to_string());
        assert_eq!(bundle(&["torpedo", "capture-to-win"]).as_deref(), Some(&**first.bundle()));
        assert_eq!(bundle(&["torpedo"]), None, "nobody plays it");
        drop(first);
        assert_eq!(bundle(&["torpedo", "capture-to-win"]), None);
    }

    #[test]
    fn what_cannot_be_played_is_refused_by_its_name() {
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
    fn only_so_many_are_alive_and_room_comes_back_with_the_last_game() {
        let (catalogue, houses) = (catalogue(), Houses::default());
        let base = catalogue.terms(&asked(Mode::Blind, None)).unwrap().rules;
        let overlay = |id: &str| {
            let text = format!(
                r#"{{ "id": "{id}", "name": "N", "about": "A.", "over": ["chess"],
                    "endings": {{ "with": [{{ "status": "captures", "result": "win" }}] }} }}"#
            );
            Overlay::read(&[("overlay.json".to_owned(), text.into_bytes())]).unwrap()
        };
        let (one, two, three) = (overlay("one"), overlay("two"), overlay("three"));
        let kept = houses.get(&base, &[&one, &two], 1).unwrap();
        assert_eq!(houses.get(&base, &[&one, &three], 1).unwrap_err(), HouseRefused::TooMany);
        assert!(Arc::ptr_eq(&kept, &houses.get(&base, &[&two, &one], 1).unwrap()));
        assert!(houses.get(&base, &[&three], 1).is_ok(), "one rule alone can always be had");
        drop(kept);
        let kept = houses.get(&base, &[&one, &three], 1).unwrap();
        assert!(houses.get(&base, &[&one, &two], usize::MAX).is_ok(), "what was begun goes on");
        drop(kept);
        assert!(matches!(
            catalogue.terms(&with(&["nothing"])).unwrap_err(),
            CreateRefused::House(HouseRefused::Unknown(_))
        ));
    }
}
