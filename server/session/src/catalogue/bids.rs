//! Gambit profiles of the catalogue: their list, their description for the page, and the check that they fit a game's rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use ggn_core::json::JsonPath;
use ggn_core::{Piece, Rules};

use super::bid_outline::DerivedNumbers;
use super::{Catalogue, CreationError, Gambit, Outline, TieWinner};
use crate::data::{DataFault, DataFaultKind};
use crate::domain::PieceType;
use crate::domain::limits::DATA_ID_CHARS_MAX;
use crate::gambit::{BindError, FlagFall, Misfit, Points, Profile, Terms, Ties, terms};
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
    /// No gambit profile names the ruleset, and its kind of game does not go with bids.
    #[error("the way to play with bids {id:?} does not go with this game: {why}")]
    Misfit {
        /// Its id.
        id: String,
        /// The reason.
        why: Misfit,
        /// True if the ruleset goes with bids, and does not with the house rules.
        with_house_rules: bool,
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

    /// Returns the requested gambit profile bound to the game's rules: the ruleset `base`, with or without house rules. An existing
    /// game goes on with house rules that a new one may not have.
    pub(super) fn bids(
        &self,
        request: &CreateGame,
        base: &str,
        rules: &Arc<Rules>,
        is_new: bool,
    ) -> Result<Option<Arc<Terms>>, CreationError> {
        let Some(id) = &request.gambit else { return Ok(None) };
        let short = || id.chars().take(DATA_ID_CHARS_MAX).collect();
        let profile = self.gambits.get(id).ok_or_else(|| GambitError::Unknown(short()))?;
        let misfit = |with_house_rules| move |why| GambitError::Misfit { id: short(), why, with_house_rules };
        let bound = if profile.rulesets().any(|id| id == base) {
            if let Some(why) = self.misfit_of_house_rules(base, rules).filter(|_| is_new) {
                return Err(misfit(true)(why).into());
            }
            let bound = Terms::bind(Arc::clone(profile), Arc::clone(rules));
            bound.map_err(|unbound| GambitError::Unbound { id: short(), unbound })?
        } else if profile.any_ruleset && !self.is_named_by_gambits(base) {
            let numbers = self.derived(base).ok_or(CreationError::UnknownTerms)?.map_err(misfit(false))?;
            let initial = self.derived_initial(profile, numbers.army);
            Terms::derive(profile, Arc::clone(rules), &self.piece_values, initial).map_err(misfit(true))?
        } else {
            let rulesets = profile.rulesets().map(str::to_owned).collect();
            return Err(GambitError::Ruleset { id: short(), rulesets }.into());
        };
        Ok(Some(Arc::new(bound)))
    }

    /// Returns the ids of the gambit profiles by which a ruleset is played: those that name it, or else those for any ruleset, if it goes with bids.
    pub(super) fn gambits_for(&self, ruleset: &str) -> impl Iterator<Item = &str> {
        let is_derived = !self.is_named_by_gambits(ruleset)
            && self.derived(ruleset).is_some_and(|numbers| numbers.is_ok());
        let fits = move |gambit: &&Arc<Profile>| {
            gambit.rulesets().any(|id| id == ruleset) || (is_derived && gambit.any_ruleset)
        };
        self.gambits.values().filter(fits).map(|gambit| gambit.id.as_str())
    }

    /// Returns the gambit profiles by which a ruleset of the data, or of a guest, is played, with its own numbers; `None` if there is no such ruleset.
    #[must_use]
    pub fn gambit_descriptions_for(&self, ruleset: &str) -> Option<Vec<Gambit>> {
        let derived = self.derived(ruleset)?.ok().filter(|_| !self.is_named_by_gambits(ruleset));
        let description = |id: &str| {
            let profile = self.gambits.get(id)?;
            let own = describe(profile, &self.rules(&profile.ruleset)?.ruleset);
            let ruleset = ruleset.to_owned();
            Some(match &derived {
                Some(numbers) => Gambit {
                    ruleset,
                    initial: self.derived_initial(profile, numbers.army).0,
                    capacities: numbers.capacities.clone(),
                    ..own
                },
                None => Gambit { ruleset, ..own },
            })
        };
        Some(self.gambits_for(ruleset).filter_map(description).collect())
    }

    /// Returns the reason why rules do not go with bids that their ruleset does not have: it comes from the house rules.
    fn misfit_of_house_rules(&self, base: &str, rules: &Rules) -> Option<Misfit> {
        let why = Misfit::of(rules)?;
        let is_of_base =
            self.ruleset(Some(base)).is_some_and(|base| Misfit::of(&base).as_ref() == Some(&why));
        (!is_of_base).then_some(why)
    }

    /// Returns a fault for each piece because of whose missing value a ruleset has no bids. A server ignores them: the ruleset is played without. The
    /// author's tool warns of them.
    #[must_use]
    pub fn pieces_without_values(&self) -> Vec<DataFault> {
        let are_for_any = self.gambits.values().any(|gambit| gambit.any_ruleset);
        let asked =
            self.rulesets.iter().filter(|(id, _)| are_for_any && !self.is_named_by_gambits(id.as_str()));
        let mut faults = Vec::new();
        for (id, entry) in asked {
            let kinds = entry.bids().into_iter().flat_map(|bids| bids.without_values(&self.piece_values));
            faults.extend(kinds.map(|(piece, name)| DataFault {
                file: format!("{id}/ruleset.json"),
                place: JsonPath { steps: vec!["pieces".into(), piece.to_string().as_str().into()] },
                kind: DataFaultKind::NoValue(name.to_owned()),
            }));
        }
        faults
    }

    /// Returns whether a gambit profile is made for a ruleset.
    fn is_named_by_gambits(&self, ruleset: &str) -> bool {
        self.gambits.values().any(|gambit| gambit.rulesets().any(|id| id == ruleset))
    }

    /// Returns the numbers of a ruleset that no gambit profile names, or the reason why it does not go with bids; `None` if there is no such ruleset.
    fn derived(&self, ruleset: &str) -> Option<Result<DerivedNumbers, Misfit>> {
        Some(self.entry(ruleset)?.bids()?.numbers(&self.piece_values))
    }

    /// Returns the initial points of a gambit profile for an army of that worth: as many for each point of it as in the profile's own ruleset, rounded.
    fn derived_initial(&self, profile: &Profile, army: u32) -> Points {
        let own = self.rulesets.get(&profile.ruleset).and_then(|entry| entry.bids());
        let value = |name: &str| profile.pieces.get(name).map_or(0, |terms| terms.value);
        let own = u64::from(own.map_or(0, |own| own.army_of(value)));
        let whole = u64::from(army) * u64::from(profile.initial.0);
        let initial = (whole + own / 2).checked_div(own).unwrap_or_else(|| army.into());
        Points(u32::try_from(initial).unwrap_or(u32::MAX).min(Points::MAX.0))
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
    use ggn_core::Side;
    use ggn_core::notation::pin::State;

    use super::*;
    use crate::catalogue::{GameTerms, RulesetDescription};
    use crate::domain::Mode;
    use crate::fixtures::{asked, catalogue, creation, data};

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
    fn house_rules_that_do_not_go_with_bids_are_refused_in_a_ruleset_that_a_profile_names() {
        let refused = |catalogue: &Catalogue, ruleset: &str, gambit: &str, overlays: &[&str]| {
            let request = CreateGame { ruleset: Some(ruleset.to_owned()), ..with(gambit, overlays) };
            catalogue.terms(&request).err()
        };
        let misfit = GambitError::Misfit {
            id: "standard".to_owned(),
            why: Misfit::ForcedCaptures,
            with_house_rules: true,
        };
        let catalogue = catalogue();
        assert_eq!(
            refused(&catalogue, "chess", "standard", &["suicide-chess"]),
            Some(CreationError::Bids(misfit))
        );
        let request =
            CreateGame { ruleset: Some("chess".to_owned()), ..with("standard", &["suicide-chess"]) };
        let existing = creation(request);
        assert!(catalogue.terms_of_existing_game(&existing).is_ok(), "a game of before cannot go on");
        for overlay in ["piece-hp", "atomic", "double-move"] {
            assert_eq!(refused(&catalogue, "chess", "standard", &[overlay]), None, "{overlay}");
        }
        // The author of a profile has decided for what it names.
        let for_codrus = |(path, bytes): (String, Vec<u8>)| match path.as_str() {
            "gambit/risky.json" => {
                let text = String::from_utf8(bytes).unwrap();
                (path, text.replace(r#""also": ["chess960""#, r#""also": ["codrus""#).into_bytes())
            }
            _ => (path, bytes),
        };
        let named = Catalogue::load(data().into_iter().map(for_codrus).collect()).unwrap();
        assert_eq!(refused(&named, "codrus", "risky", &[]), None);
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

    #[test]
    fn the_list_offers_what_the_server_accepts_with_the_numbers_that_it_plays_by() {
        let catalogue = catalogue();
        let described = catalogue.ruleset_descriptions();
        let without: Vec<&str> = described
            .iter()
            .filter(|described| described.gambits.is_empty())
            .map(|described| described.id.as_str())
            .collect();
        let expected = [
            "amazons",
            "ataxx",
            "banqi",
            "clobber",
            "clobber10",
            "codrus",
            "duck",
            "flipello",
            "isolation",
            "jieqi",
            "losers",
            "misere",
            "petrified",
            "racing-kings",
        ];
        assert_eq!(without, expected);
        // To read all rulesets takes long.
        for described in described.iter().step_by(if dev::is_long() { 1 } else { 9 }) {
            let RulesetDescription { id: ruleset, gambits, .. } = described;
            let listed = catalogue.gambit_descriptions_for(ruleset).unwrap();
            assert!(listed.iter().map(|gambit| &gambit.id).eq(gambits), "{ruleset}");
            for gambit in catalogue.gambits() {
                let request = CreateGame { ruleset: Some(ruleset.clone()), ..with(gambit, &[]) };
                let terms = catalogue.terms(&request).map(|terms| terms.gambit.unwrap());
                let Some(numbers) = listed.iter().find(|listed| listed.id == gambit) else {
                    assert!(matches!(terms, Err(CreationError::Bids(_))), "{ruleset} {gambit}");
                    continue;
                };
                let terms = terms.unwrap_or_else(|error| panic!("{ruleset} {gambit}: {error}"));
                assert_eq!(numbers.initial, terms.profile().initial.0, "{ruleset} {gambit}");
                let plain = terms
                    .rules()
                    .pieces()
                    .filter(|(_, piece)| piece.side() == Side::First && piece.qpi.pin.state == State::Normal);
                for (id, piece) in plain {
                    let listed =
                        PieceType::new(piece.letter()).and_then(|kind| numbers.capacities.get(&kind));
                    let played = terms.piece(id).map(|terms| terms.capacity.0);
                    assert_eq!(listed.copied(), played, "{ruleset} {gambit} {}", piece.qpi);
                }
            }
        }
    }

    #[test]
    fn each_value_is_that_of_a_piece_and_each_piece_of_a_game_with_bids_has_one() {
        let catalogue = catalogue();
        let names: BTreeSet<String> = catalogue
            .outlines()
            .flat_map(|(_, outline)| &outline.pieces)
            .map(|piece| piece.name.clone())
            .collect();
        for name in catalogue.piece_values.values.keys() {
            assert!(names.contains(name), "no piece is a {name}");
        }
        for (id, _) in catalogue.outlines() {
            let numbers = catalogue.derived(id).unwrap();
            assert!(!matches!(numbers, Err(Misfit::Unvalued(_))), "{id}: {numbers:?}");
        }
    }
}
