//! Traits that patterns give to a game besides moves of pieces on the board, read without writing the patterns out.

use super::ast::{ChangeKind, Endpoint, Field, File, Moves};
use super::{read, table_of};

/// Traits that the patterns of a ruleset mention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// True if captured pieces enter the hand of the side that captures.
    pub keeps_captured: bool,
    /// True if pieces come to the board from the hand, or from a supply.
    pub drops: bool,
    /// True if a side may pass.
    pub passes: bool,
    /// True if a piece may do something where it stands, such as change.
    pub in_place: bool,
    /// True if pieces are promoted by choice.
    pub promotes: bool,
    /// True if a move may place another piece besides.
    pub places: bool,
}

impl Traits {
    /// Reads the patterns of a ruleset. Faulty lines are left out.
    ///
    /// ```
    /// let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    /// let traits = pattern::Traits::of(&[file("patterns/shogi.moves", "P: fW\nP: * -> board\ncaptured P to hand")]);
    /// assert!(traits.drops && traits.keeps_captured && !traits.passes);
    /// ```
    #[must_use]
    pub fn of(files: &[(String, Vec<u8>)]) -> Traits {
        let mut traits = Traits::default();
        for (path, bytes) in files.iter().filter(|(path, _)| table_of(path).is_some()) {
            if let (Some(file), _) = read(path, bytes) {
                traits.add(&file);
            }
        }
        traits
    }

    fn add(&mut self, file: &File) {
        self.keeps_captured |= file.changes.iter().any(|change| change.kind == ChangeKind::Captured);
        for clause in file.rules.iter().map(|rule| &rule.clause) {
            match &clause.moves {
                Moves::Row(Endpoint::Hand(_), _) => self.drops = true,
                Moves::Pass(_) if clause.effects.is_empty() => self.passes = true,
                Moves::Pass(_) => self.in_place = true,
                Moves::Row(Endpoint::Zone(_), _) | Moves::Atoms(..) | Moves::Stays | Moves::Given(_) => {}
            }
            for effect in &clause.effects {
                match &effect.field {
                    Field::Promotes { .. } => self.promotes = true,
                    Field::Places(_) => self.places = true,
                    Field::Becomes(_)
                    | Field::Lands(_)
                    | Field::Takes(_)
                    | Field::Carries(_)
                    | Field::Unattacked(_)
                    | Field::Revokes(_)
                    | Field::Tag(_)
                    | Field::San(_) => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_and_a_change_in_place_are_told_apart() {
        let of = |text: &str| {
            let traits = Traits::of(&[("patterns/a.moves".to_owned(), text.as_bytes().to_vec())]);
            (traits.passes, traits.in_place)
        };
        assert_eq!(of("K: W"), (false, false));
        assert_eq!(of("K: W\nK: pass"), (true, false));
        // An effect makes it more than a pass, also one that changes nothing.
        assert_eq!(of("K: W\nK: pass tag rest"), (false, true));
        assert_eq!(of("zone far = rank 8\nK: W\nP: pass in far promotes F"), (false, true));
    }
}
