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
    /// True if pieces may be captured; also without patterns, which alone are read.
    pub captures: bool,
    /// True if a move may capture nothing; also without patterns.
    pub quiet: bool,
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
        let has_patterns = files.iter().any(|(path, _)| table_of(path).is_some());
        (traits.captures, traits.quiet) = (!has_patterns, !has_patterns);
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
            self.add_moves(&clause.moves);
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
                    Field::Takes(_) => self.captures = true,
                    Field::Becomes(_)
                    | Field::Lands(_)
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

impl Traits {
    /// Notes whether moves can capture, and whether they can do without.
    fn add_moves(&mut self, moves: &Moves) {
        match moves {
            Moves::Atoms(atoms, ..) => {
                for modifiers in atoms.iter().map(|atom| atom.modifiers.value.as_str()) {
                    let (moves, captures) = (modifiers.contains('m'), modifiers.contains('c'));
                    self.captures |= captures || !moves;
                    self.quiet |= moves || !captures;
                }
            }
            Moves::Row(Endpoint::Zone(_), _) => (self.captures, self.quiet) = (true, true),
            Moves::Row(Endpoint::Hand(_), _) | Moves::Pass(_) => self.quiet = true,
            Moves::Stays | Moves::Given(_) => {}
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

    #[test]
    fn captures_and_other_moves_are_told_apart() {
        let of = |text: &str| {
            let traits = Traits::of(&[("patterns/a.moves".to_owned(), text.as_bytes().to_vec())]);
            (traits.captures, traits.quiet)
        };
        assert_eq!(of("K: W"), (true, true));
        assert_eq!(of("P: mfW cfF"), (true, true));
        assert_eq!(of("P: mQ"), (false, true));
        assert_eq!(of("P: cW"), (true, false));
        assert_eq!(of("P: * -> board"), (false, true));
        // Tables are not read.
        let tables = Traits::of(&[("ggn/king.json".to_owned(), b"{}".to_vec())]);
        assert!(tables.captures && tables.quiet);
    }
}
