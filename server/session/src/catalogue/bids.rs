//! The ways to play with bids: which there are, what is told of them, and whether they go together with the rules of a game.

use std::sync::Arc;

use ggn_core::json::JsonPath;
use ggn_core::{Piece, Ruleset};

use super::{Catalogue, CreateRefused};
use crate::data::DataFaultKind;
use crate::gambit::{Profile, Terms, Ties, Unbound, terms};
use crate::limits::DATA_ID_CHARS_MAX;
use crate::protocol::player::{CreateGame, Gambit, PieceType, TieWinner};

/// Why a game cannot be played with bids.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BidsRefused {
    /// The data has no way to play of that name.
    #[error("there is no way to play with bids {0:?}")]
    Unknown(String),
    /// It is made for another ruleset.
    #[error("the way to play with bids {id:?} is made for {ruleset:?}")]
    Ruleset {
        /// Its id.
        id: String,
        /// The ruleset that it is made for.
        ruleset: String,
    },
    /// It does not know the pieces of the game, as its house rules make them, or knows others.
    #[error("the way to play with bids {id:?} does not fit: {}", .unbound.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Unbound {
        /// Its id.
        id: String,
        /// Every piece that only one of the two knows.
        unbound: Vec<Unbound>,
    },
}

impl Catalogue {
    /// The numbers of a way to play with bids.
    #[must_use]
    pub fn gambit(&self, id: &str) -> Option<&Arc<Profile>> {
        self.gambits.get(id)
    }

    /// Every way to play with bids, by id.
    pub fn gambits(&self) -> impl Iterator<Item = &str> {
        self.gambits.keys().map(String::as_str)
    }

    /// Every way to play with bids as a page shows it, by id.
    #[must_use]
    pub fn gambits_told(&self) -> Vec<Gambit> {
        let told = |gambit: &Arc<Profile>| Some(told(gambit, &self.rulesets.get(&gambit.ruleset)?.ruleset));
        self.gambits.values().filter_map(told).collect()
    }

    /// The numbers that a game asks for, bound to its rules, which are the ruleset `base` with house rules or without.
    pub(super) fn bids(
        &self,
        request: &CreateGame,
        base: &str,
        rules: &Arc<Ruleset>,
    ) -> Result<Option<Arc<Terms>>, CreateRefused> {
        let Some(id) = &request.gambit else { return Ok(None) };
        let short = || id.chars().take(DATA_ID_CHARS_MAX).collect();
        let profile = self.gambits.get(id).ok_or_else(|| BidsRefused::Unknown(short()))?;
        if profile.ruleset != base {
            return Err(BidsRefused::Ruleset { id: short(), ruleset: profile.ruleset.clone() }.into());
        }
        let bound = Terms::bind(Arc::clone(profile), Arc::clone(rules));
        let bound = bound.map_err(|unbound| BidsRefused::Unbound { id: short(), unbound })?;
        Ok(Some(Arc::new(bound)))
    }
}

/// What is told of a way to play.
fn told(profile: &Profile, rules: &Ruleset) -> Gambit {
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
        bid_ms: profile.bid_ms,
        retreat_ms: profile.retreat_ms,
        capacities: rules.pieces().filter_map(capacity).collect(),
    }
}

/// Tells of the pieces that only one of a way to play with bids and its ruleset knows.
pub(super) fn unbound(
    gambit: &Arc<Profile>,
    rules: &Arc<Ruleset>,
    mut fault: impl FnMut(JsonPath, DataFaultKind),
) {
    let Err(unbound) = Terms::bind(Arc::clone(gambit), Arc::clone(rules)) else { return };
    for unbound in unbound {
        let at = |steps: &[&str]| JsonPath { steps: steps.iter().map(|&step| step.into()).collect() };
        match unbound {
            Unbound::NoSuchPiece(name) => {
                let known = terms::names(rules).into_iter().map(str::to_owned).collect();
                fault(at(&["pieces", &name]), DataFaultKind::UnknownPiece(known));
            }
            Unbound::Missing(name) => fault(at(&["pieces"]), DataFaultKind::PieceMissing(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Agreed;
    use crate::gambit::Points;
    use crate::protocol::player::Mode;
    use crate::testing::{asked, catalogue, data};

    fn with(gambit: &str, overlays: &[&str]) -> CreateGame {
        let overlays = overlays.iter().map(|id| (*id).to_owned()).collect();
        CreateGame { overlays, gambit: Some(gambit.to_owned()), ..asked(Mode::Vanilla, None) }
    }

    #[test]
    fn a_game_has_the_numbers_that_it_asks_for_bound_to_its_own_rules() {
        assert!(catalogue().terms(&asked(Mode::Blind, None)).unwrap().gambit.is_none());
        for overlays in [&[][..], &["piece-hp"]] {
            let Agreed { rules, gambit, .. } = catalogue().terms(&with("risky", overlays)).unwrap();
            let terms = gambit.unwrap();
            assert_eq!(terms.profile().initial, Points(47));
            assert!(Arc::ptr_eq(terms.rules(), &rules.ruleset));
        }
    }

    #[test]
    fn what_is_not_there_or_does_not_fit_is_refused_with_its_reason() {
        let refused =
            |catalogue: &Catalogue, gambit| catalogue.terms(&with(gambit, &[])).unwrap_err().to_string();
        assert_eq!(refused(&catalogue(), "poker"), "there is no way to play with bids \"poker\"");
        let chess = |path: &String| path.starts_with("chess/");
        let other: Vec<_> = data()
            .into_iter()
            .filter(|(path, _)| chess(path))
            .map(|(path, bytes)| {
                let text = String::from_utf8(bytes).unwrap();
                let text = text.replacen(r#""id": "chess""#, r#""id": "shatranj""#, 1);
                (path.replacen("chess/", "shatranj/", 1), text.into_bytes())
            })
            .collect();
        let files = data().into_iter().chain(other).map(|(path, bytes)| {
            let is_profile = path == "profiles/vanilla.json";
            let text = is_profile.then(|| String::from_utf8(bytes.clone()).unwrap());
            (path, text.map_or(bytes, |text| text.replace(r#""chess""#, r#""shatranj""#).into_bytes()))
        });
        let shatranj = Catalogue::load(files.collect()).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(
            refused(&shatranj, "standard"),
            "the way to play with bids \"standard\" is made for \"chess\""
        );
    }

    #[test]
    fn a_page_is_told_the_numbers_by_letters() {
        let told = catalogue().gambits_told();
        let ids: Vec<_> = told.iter().map(|gambit| gambit.id.as_str()).collect();
        assert_eq!(ids, ["advanced", "attacker-wins-ties", "beginner", "risky", "standard"]);
        let standard = told.last().unwrap();
        let capacities: String = standard
            .capacities
            .iter()
            .map(|(kind, capacity)| format!("{}{capacity} ", kind.as_str()))
            .collect();
        assert_eq!(capacities, "b3 k10 n3 p1 q9 r5 ");
        assert_eq!((standard.initial, standard.ties, standard.bid_ms), (39, TieWinner::Defender, 30_000));
    }
}
