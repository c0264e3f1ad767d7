//! Outline of a ruleset for games with bids, from its files, without reading the rules themselves: its values, the worth of its armies, and the reason why
//! bids do not go with it.

use std::collections::BTreeMap;

use ggn_core::json::Json;
use ggn_core::notation::epin::Epin;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::qpi::Qpi;
use ggn_core::{BySide, PieceValues, Role, Side};
use pattern::Traits;

use crate::domain::PieceType;
use crate::gambit::values::AskedValue;
use crate::gambit::{Misfit, NamedValues, Points};

/// Outline of a ruleset for games with bids.
#[derive(Clone, Debug)]
pub(super) struct BidOutline {
    /// Reason why it cannot be played with bids, whatever its pieces are worth.
    misfit: Option<Misfit>,
    kinds: Vec<Kind>,
    /// States of pieces that have values of their own.
    states: Vec<Qpi>,
    /// Values that the ruleset gives.
    values: PieceValues,
    /// Pieces of each side at the start, on the board and in the hand, without those of which one loss loses the game.
    armies: BySide<Vec<(Qpi, u32)>>,
}

/// A kind of piece.
#[derive(Clone, Debug)]
struct Kind {
    qpi: Qpi,
    name: String,
    is_royal: bool,
}

/// Numbers of a ruleset that no gambit profile names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DerivedNumbers {
    /// Worth of the greater army at the start.
    pub(super) army: u32,
    /// Value of each kind of piece, by its letter.
    pub(super) capacities: BTreeMap<PieceType, u32>,
}

impl BidOutline {
    /// Reads the outline of a folder; `None` for a faulty manifest.
    pub(super) fn of(files: &[(String, Vec<u8>)]) -> Option<BidOutline> {
        let (_, manifest) = files.iter().find(|(path, _)| path == "ruleset.json")?;
        let manifest = Json::parse(manifest).ok()?;
        let Json::String(start) = manifest.get("initial")? else { return None };
        let start: Feen = start.parse().ok()?;
        let royals: Vec<Role> = standing(&start).filter(|(piece, _)| piece.pin.terminal).map(role).collect();
        let Json::Object(pieces) = manifest.get("pieces")? else { return None };
        let kind = |(text, piece): &(String, Json)| {
            let qpi: Qpi = text.parse().ok()?;
            let Json::String(name) = piece.get("name")? else { return None };
            Some(Kind { qpi, name: name.clone(), is_royal: royals.contains(&Role::of(qpi)) })
        };
        let given = given(&manifest);
        let army = |side: Side| {
            let mut pieces: Vec<(Qpi, u32)> =
                standing(&start).filter(|(piece, _)| piece.side() == side).collect();
            let vital = vital(&manifest, &pieces);
            pieces.retain(|(piece, _)| {
                let role = Role::of(*piece);
                !royals.contains(&role) && !vital.contains(&role)
            });
            pieces
        };
        Some(BidOutline {
            misfit: misfit(&manifest, Traits::of(files)),
            kinds: pieces.iter().map(kind).collect::<Option<_>>()?,
            states: given.iter().map(|(piece, _)| *piece).collect(),
            values: PieceValues::new(given),
            armies: BySide::from_fn(army),
        })
    }

    /// Returns the numbers of games with bids.
    ///
    /// # Errors
    /// The reason why there are none.
    pub(super) fn numbers(&self, named: &NamedValues) -> Result<DerivedNumbers, Misfit> {
        if let Some(misfit) = &self.misfit {
            return Err(misfit.clone());
        }
        let kinds = self.kinds.iter().map(|kind| self.ask(kind.qpi, kind));
        // States with values of their own count for what a royal piece is worth.
        let states = self.states.iter().filter_map(|&piece| Some(self.ask(piece, self.kind_of(piece)?)));
        let asked: Vec<AskedValue<'_>> = kinds.chain(states).collect();
        let values = named.of(&asked).map_err(Misfit::Unvalued)?;
        let of_kinds = || self.kinds.iter().zip(&values);
        let worth = |piece: Qpi| {
            let of_role = || of_kinds().find(|(kind, _)| Role::of(kind.qpi) == Role::of(piece));
            let value = self.values.of(piece).or_else(|| of_role().map(|(_, value)| *value));
            value.unwrap_or(0).min(Points::MAX.0)
        };
        let letter =
            |(kind, value): (&Kind, &u32)| Some((PieceType::new(kind.qpi.pin.letter.lower())?, *value));
        Ok(DerivedNumbers { army: self.army(worth), capacities: of_kinds().filter_map(letter).collect() })
    }

    /// Returns the kinds of pieces without a value, each with its name, if nothing else keeps the ruleset from being played with bids.
    pub(super) fn without_values(&self, named: &NamedValues) -> Vec<(Qpi, &str)> {
        let is_without = |kind: &&Kind| {
            let is_known = self.values.of(kind.qpi).is_some() || named.values.contains_key(&kind.name);
            self.misfit.is_none() && !kind.is_royal && !is_known
        };
        self.kinds.iter().filter(is_without).map(|kind| (kind.qpi, kind.name.as_str())).collect()
    }

    /// Returns the worth of the greater army by the names of its pieces.
    pub(super) fn army_of(&self, value: impl Fn(&str) -> u32) -> u32 {
        self.army(|piece| self.kind_of(piece).map_or(0, |kind| value(&kind.name)))
    }

    fn ask<'k>(&self, piece: Qpi, kind: &'k Kind) -> AskedValue<'k> {
        AskedValue { given: self.values.of(piece), name: &kind.name, is_royal: kind.is_royal }
    }

    fn kind_of(&self, piece: Qpi) -> Option<&Kind> {
        self.kinds.iter().find(|kind| Role::of(kind.qpi) == Role::of(piece))
    }

    fn army(&self, worth: impl Fn(Qpi) -> u32) -> u32 {
        let of = |side: Side| {
            let each = self.armies[side].iter().map(|&(piece, count)| worth(piece).saturating_mul(count));
            each.fold(0, u32::saturating_add)
        };
        Side::BOTH.into_iter().map(of).max().unwrap_or(0).min(Points::MAX.0)
    }
}

fn role((piece, _): (Qpi, u32)) -> Role {
    Role::of(piece)
}

/// Returns the pieces of a position, each with a number of them.
fn standing(start: &Feen) -> impl Iterator<Item = (Qpi, u32)> + '_ {
    let (active, inactive) = (start.active, start.inactive);
    let style = move |side: Side| if active.side == side { active } else { inactive };
    let whole = move |epin: &Epin| {
        let side = epin.pin.side;
        Qpi { sin: style(if epin.derived { side.opponent() } else { side }), pin: epin.pin }
    };
    let on_board = start.placement.squares.iter().flatten().map(|epin| (epin, 1));
    let held =
        Side::BOTH.into_iter().flat_map(move |side| &start.hands[side]).map(|(epin, count)| (epin, *count));
    on_board.chain(held).map(move |(epin, count)| (whole(epin), count))
}

/// Returns the values that a manifest gives to pieces.
fn given(manifest: &Json) -> Vec<(Qpi, u32)> {
    let Some(Json::Object(values)) = manifest.get("values") else { return Vec::new() };
    let value = |(text, value): &(String, Json)| {
        let Json::Number(value) = value else { return None };
        Some((text.parse().ok()?, u32::try_from(value.as_u64()?).ok()?))
    };
    values.iter().filter_map(value).collect()
}

/// Returns the roles of which a side with these pieces can lose none, because an ending of its own says that the game is lost then.
fn vital(manifest: &Json, pieces: &[(Qpi, u32)]) -> Vec<Role> {
    let Some(Json::Array(endings)) = manifest.get("endings") else { return Vec::new() };
    let losses = endings
        .iter()
        .filter(|ending| says(ending, "status", "extinction") && says(ending, "result", "loss"));
    let mut vital = Vec::new();
    for ending in losses {
        let roles = roles_of(ending);
        let left = match ending.get("left") {
            Some(Json::Number(left)) => left.as_u64().unwrap_or(0),
            _ => 0,
        };
        let are_last = |roles: &[Role]| {
            let counted = pieces.iter().filter(|(piece, _)| roles.contains(&Role::of(*piece)));
            counted.map(|(_, count)| u64::from(*count)).sum::<u64>() <= left.saturating_add(1)
        };
        let is_of_all = matches!(ending.get("all"), Some(Json::Bool(true)));
        let is_vital =
            |role: &Role| are_last(if is_of_all { roles.as_slice() } else { std::slice::from_ref(role) });
        vital.extend(roles.iter().copied().filter(is_vital));
    }
    vital
}

/// Returns the roles that an ending names.
fn roles_of(ending: &Json) -> Vec<Role> {
    let Some(Json::Array(pieces)) = ending.get("pieces") else { return Vec::new() };
    let role = |piece: &Json| match piece {
        Json::String(text) => Some(Role::of(text.parse().ok()?)),
        _ => None,
    };
    pieces.iter().filter_map(role).collect()
}

/// Returns whether a field of an object is a word.
fn says(json: &Json, field: &str, word: &str) -> bool {
    matches!(json.get(field), Some(Json::String(text)) if text == word)
}

/// Returns the reason why a ruleset does not go with bids, from what its files say. The order is that of [`Misfit::of`].
fn misfit(manifest: &Json, traits: Traits) -> Option<Misfit> {
    let lists = |field: &str, test: &dyn Fn(&Json) -> bool| matches!(manifest.get(field), Some(Json::Array(items)) if items.iter().any(test));
    let constrains =
        |word: &str| lists("constraints", &|item: &Json| matches!(item, Json::String(text) if text == word));
    let converts = lists("mechanics", &|item| says(item, "mechanic", "conversion"));
    let rewards_mate =
        lists("endings", &|ending| says(ending, "status", "checkmate") && says(ending, "result", "win"));
    let is_neutral = |(_, piece): &(String, Json)| matches!(piece.get("neutral"), Some(Json::Bool(true)));
    if converts {
        Some(Misfit::Conversion)
    } else if manifest.get("covered").is_some() {
        Some(Misfit::Covered)
    } else if matches!(manifest.get("pieces"), Some(Json::Object(pieces)) if pieces.iter().any(is_neutral)) {
        Some(Misfit::Neutral)
    } else if constrains("forced-capture") {
        Some(Misfit::ForcedCaptures)
    } else if constrains("gives-no-check") {
        Some(Misfit::NoChecks)
    } else if rewards_mate {
        Some(Misfit::MateWins)
    } else if !traits.captures {
        Some(Misfit::NoCaptures)
    } else if !traits.quiet {
        Some(Misfit::OnlyCaptures)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the worth of an army of a king (10), two rooks (5) and a pawn (1) in a game with these endings.
    fn army(endings: &str) -> u32 {
        let pieces = r#""T:K": { "name": "king" }, "T:R": { "name": "rook" }, "T:P": { "name": "pawn" }"#;
        let start = "krrp/4/4/KRRP / T/t";
        let manifest =
            format!(r#"{{ "pieces": {{ {pieces} }}, "initial": "{start}", "endings": [{endings}] }}"#);
        let outline = BidOutline::of(&[("ruleset.json".to_owned(), manifest.into_bytes())]).unwrap();
        let values = [("king", 10), ("rook", 5), ("pawn", 1)];
        let values = values.map(|(name, value)| (name.to_owned(), Points(value)));
        outline.numbers(&NamedValues { values: values.into() }).unwrap().army
    }

    #[test]
    fn a_piece_that_cannot_be_lost_pays_for_nothing() {
        let extinction = |more: &str| army(&format!(r#"{{ "status": "extinction", {more} }}"#));
        assert_eq!(army(""), 21);
        assert_eq!(extinction(r#""result": "loss", "pieces": ["T:K"]"#), 11);
        assert_eq!(extinction(r#""result": "win", "pieces": ["T:K"]"#), 21);
        // Of two rooks one can be lost, unless one is too few.
        assert_eq!(extinction(r#""result": "loss", "pieces": ["T:K", "T:R"]"#), 11);
        assert_eq!(extinction(r#""result": "loss", "pieces": ["T:K", "T:R"], "left": 1"#), 1);
        assert_eq!(extinction(r#""result": "loss", "pieces": ["T:K", "T:R"], "all": true"#), 21);
        assert_eq!(extinction(r#""result": "loss", "pieces": ["T:K", "T:R"], "all": true, "left": 2"#), 1);
    }
}
