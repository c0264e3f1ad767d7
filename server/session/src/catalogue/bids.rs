//! Gambit profiles of the catalogue: their list, their description for the page, and the check that they fit a game's rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use ggn_core::json::JsonPath;
use ggn_core::{Piece, Rules};

use super::{Catalogue, CreationError, Gambit, Outline, TieWinner};
use crate::data::DataFaultKind;
use crate::domain::PieceType;
use crate::domain::limits::DATA_ID_CHARS_MAX;
use crate::gambit::{BindError, FlagFall, Profile, Terms, Ties, terms};
use crate::terms::CreateGame;

/// Error of a request for a game with bids.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GambitError {
    /// The data has no gambit profile of that id.
    #[error("there is no way to play with bids {0:?}")]
    Unknown(String),
    /// The gambit profile is made for other rulesets.
    #[error("the way to play with bids {id:?} is made for {}", .rulesets.iter().map(|id| format!("{id:?}")).collect::<Vec<_>>().join(", "))]
    Ruleset {
        /// Its id.
        id: String,
        /// The rulesets that it is made for.
        rulesets: Vec<String>,
    },
    /// Players play by sight.
    #[error("games by sight have no bids")]
    BySight,
    /// Each turn has days, and bids have seconds.
    #[error("correspondence games have no bids")]
    ByDays,
    /// The gambit profile and the game's rules, with their house rules, do not have the same pieces.
    #[error("the way to play with bids {id:?} does not fit: {}", .unbound.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Unbound {
        /// Its id.
        id: String,
        /// All pieces that only one of the two has.
        unbound: Vec<BindError>,
    },
}

impl Catalogue {
    /// Returns a gambit profile by its id.
    #[must_use]
    pub fn gambit(&self, id: &str) -> Option<&Arc<Profile>> {
        self.gambits.get(id)
    }

    /// Returns the ids of all gambit profiles, in order.
    pub fn gambits(&self) -> impl Iterator<Item = &str> {
        self.gambits.keys().map(String::as_str)
    }

    /// Returns all gambit profiles as the page shows them, by id.
    // Requirement gambit-7.
    #[must_use]
    pub fn gambit_descriptions(&self) -> Vec<Gambit> {
        let description =
            |gambit: &Arc<Profile>| Some(describe(gambit, &self.rules(&gambit.ruleset)?.ruleset));
        self.gambits.values().filter_map(description).collect()
    }

    /// Returns the requested gambit profile bound to the game's rules: the ruleset `base`, with or without house rules.
    pub(super) fn bids(
        &self,
        request: &CreateGame,
        base: &str,
        rules: &Arc<Rules>,
    ) -> Result<Option<Arc<Terms>>, CreationError> {
        let Some(id) = &request.gambit else { return Ok(None) };
        let short = || id.chars().take(DATA_ID_CHARS_MAX).collect();
        let profile = self.gambits.get(id).ok_or_else(|| GambitError::Unknown(short()))?;
        if profile.rulesets().all(|id| id != base) {
            let rulesets = profile.rulesets().map(str::to_owned).collect();
            return Err(GambitError::Ruleset { id: short(), rulesets }.into());
        }
        let bound = Terms::bind(Arc::clone(profile), Arc::clone(rules));
        let bound = bound.map_err(|unbound| GambitError::Unbound { id: short(), unbound })?;
        Ok(Some(Arc::new(bound)))
    }
}

/// Describes a gambit profile.
fn describe(profile: &Profile, rules: &Rules) -> Gambit {
    let capacity = |(_, piece): (_, &Piece)| {
        let terms = profile.pieces.get(&piece.name)?;
        Some((PieceType::new(piece.letter())?, terms.capacity.0))
    };
    Gambit {
        id: profile.id.clone(),
        ruleset: profile.ruleset.clone(),
        initial: profile.initial.0,
        effective_max: profile.effective_max.0,
        overload_cost: profile.overload_cost,
        ties: match profile.ties {
            Ties::Attacker => TieWinner::Attacker,
            Ties::Defender => TieWinner::Defender,
        },
        hidden: profile.hidden,
        regeneration: profile.regeneration.0,
        origin_cost: profile.origin_cost.0,
        axis_percent: profile.axis_percent,
        rectangle_percent: profile.rectangle_percent,
        defender_percent: profile.defender_percent,
        can_lose_piece: profile.can_lose_piece,
        touch_move: profile.touch_move,
        spectators_allowed: profile.spectators_allowed,
        flag_fall_loses: profile.flag_fall == FlagFall::Loss,
        bid_ms: profile.bid_ms,
        retreat_ms: profile.retreat_ms,
        capacities: rules.pieces().filter_map(capacity).collect(),
    }
}

/// The reason why a gambit profile is not made for a further ruleset.
pub(super) const OTHER_PIECES: &str = "names a ruleset whose pieces have other names";

/// Returns whether a gambit profile knows the pieces of a ruleset and no others, by the outline: a ruleset that nobody plays is not read for this.
pub(super) fn has_pieces_of(profile: &Profile, outline: &Outline) -> bool {
    let names: BTreeSet<&str> = outline.pieces.iter().map(|piece| piece.name.as_str()).collect();
    names.into_iter().eq(profile.pieces.keys().map(String::as_str))
}

/// Reports the pieces that only one of a gambit profile and its ruleset has. Returns whether there are none.
pub(super) fn check_pieces(
    gambit: &Arc<Profile>,
    rules: &Arc<Rules>,
    mut fault: impl FnMut(JsonPath, DataFaultKind),
) -> bool {
    let Err(unbound) = Terms::bind(Arc::clone(gambit), Arc::clone(rules)) else { return true };
    for unbound in unbound {
        let at = |steps: &[&str]| JsonPath { steps: steps.iter().map(|&step| step.into()).collect() };
        match unbound {
            BindError::NoSuchPiece(name) => {
                let known = terms::names(rules).into_iter().map(str::to_owned).collect();
                fault(at(&["pieces", &name]), DataFaultKind::UnknownPiece(known));
            }
            BindError::Missing(name) => fault(at(&["pieces"]), DataFaultKind::PieceMissing(name)),
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::GameTerms;
    use crate::domain::Mode;
    use crate::fixtures::{asked, catalogue, data};
    use crate::gambit::Points;

    fn with(gambit: &str, overlays: &[&str]) -> CreateGame {
        let overlays = overlays.iter().map(|id| (*id).to_owned()).collect();
        CreateGame { overlays, gambit: Some(gambit.to_owned()), ..asked(Mode::Vanilla, None) }
    }

    #[test]
    fn a_requested_gambit_profile_is_bound_to_the_rules_of_the_game() {
        assert!(catalogue().terms(&asked(Mode::Blind, None)).unwrap().gambit.is_none());
        for overlays in [&[][..], &["piece-hp"]] {
            let GameTerms { rules, gambit, .. } = catalogue().terms(&with("risky", overlays)).unwrap();
            let terms = gambit.unwrap();
            assert_eq!(terms.profile().initial, Points(47));
            assert!(Arc::ptr_eq(terms.rules(), &rules.ruleset));
        }
    }

    #[test]
    fn an_unknown_or_unfit_gambit_profile_is_rejected_with_its_reason() {
        let refused =
            |catalogue: &Catalogue, gambit| catalogue.terms(&with(gambit, &[])).unwrap_err().to_string();
        assert_eq!(refused(&catalogue(), "poker"), "there is no way to play with bids \"poker\"");
        let chess = |path: &String| path.starts_with("chess/");
        let other: Vec<_> = data()
            .into_iter()
            .filter(|(path, _)| chess(path))
            .map(|(path, bytes)| {
                let text = String::from_utf8(bytes).unwrap();
                let text = text.replacen(r#""id": "chess""#, r#""id": "other-chess""#, 1);
                (path.replacen("chess/", "other-chess/", 1), text.into_bytes())
            })
            .collect();
        let files = data().into_iter().chain(other).map(|(path, bytes)| {
            let is_profile = path == "profiles/vanilla.json";
            let text = is_profile.then(|| String::from_utf8(bytes.clone()).unwrap());
            (path, text.map_or(bytes, |text| text.replace(r#""chess""#, r#""other-chess""#).into_bytes()))
        });
        let other_chess = Catalogue::load(files.collect()).unwrap_or_else(|faults| panic!("{faults}"));
        let refused = refused(&other_chess, "xiangqi-standard");
        assert_eq!(refused, "the way to play with bids \"xiangqi-standard\" is made for \"xiangqi\"");
    }

    #[test]
    fn a_gambit_profile_is_offered_for_the_rulesets_that_it_names() {
        let with = |ruleset: &str, gambit: &str| CreateGame {
            ruleset: Some(ruleset.to_owned()),
            ..with(gambit, &[])
        };
        for (ruleset, gambit) in
            [("crazyhouse", "risky"), ("xiangqi", "xiangqi-standard"), ("shogi", "shogi-standard")]
        {
            let GameTerms { rules, gambit: bids, .. } = catalogue().terms(&with(ruleset, gambit)).unwrap();
            assert_eq!((bids.unwrap().rules().id(), rules.ruleset.id()), (ruleset, ruleset));
            assert!(catalogue().gambits_for(ruleset).any(|id| id == gambit), "{ruleset}");
        }
        let refused = catalogue().terms(&with("xiangqi", "standard")).unwrap_err().to_string();
        assert!(
            refused.starts_with("the way to play with bids \"standard\" is made for \"chess\", \"chess960\"")
        );
        let text = |also: &str| {
            let given = data().into_iter().find(|(path, _)| path == "gambit/risky.json").unwrap().1;
            String::from_utf8(given)
                .unwrap()
                .replace(r#""also": ["chess960""#, &format!(r#""also": ["{also}""#))
        };
        let faults = |also: &str| {
            let changed = |(path, bytes): (String, Vec<u8>)| match path.as_str() {
                "gambit/risky.json" => (path, text(also).into_bytes()),
                _ => (path, bytes),
            };
            Catalogue::load(data().into_iter().map(changed).collect()).unwrap_err().to_string()
        };
        assert!(faults("xiangqi").contains(&format!("gambit/risky.json: $.also[0]: {OTHER_PIECES}")));
    }

    // Requirement gambit-7.
    #[test]
    fn a_gambit_profile_is_described_by_piece_letters() {
        let descriptions = catalogue().gambit_descriptions();
        let ids: Vec<_> = descriptions.iter().map(|gambit| gambit.id.as_str()).collect();
        let expected = ["advanced", "attacker-wins-ties", "beginner", "risky", "shogi-standard", "standard"];
        assert_eq!(ids, [&expected[..], &["xiangqi-standard"]].concat());
        let standard = &descriptions[5];
        let capacities: String = standard
            .capacities
            .iter()
            .map(|(kind, capacity)| format!("{}{capacity} ", kind.as_str()))
            .collect();
        assert_eq!(capacities, "b3 k10 n3 p1 q9 r5 ");
        assert_eq!((standard.initial, standard.ties, standard.bid_ms), (39, TieWinner::Defender, 30_000));
    }
}
