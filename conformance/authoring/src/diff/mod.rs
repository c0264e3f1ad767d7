//! Differences between two rulesets: in their files, and in the moves that can be played.

mod aim;
mod example;
mod fields;
mod print;
mod rows;

use ggn_core::Rules;
use serde::Serialize;

use crate::rules::{Folder, LoadError, MANIFEST};
use crate::tables::{EFFECTS, Tables};

pub use example::Example;
pub use fields::Field;
pub use print::text;
pub use rows::{PieceRows, RowChange, RowDifference};

/// The file that says which positions are possible.
const SETUP: &str = "setup.json";

/// The longest lines that are counted in both games.
const PERFT_DEPTH: u32 = 3;

/// Default number of positions that are searched for an example.
pub const POSITIONS: usize = 10_000;

/// Reason why rulesets are not compared: at least one does not load.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Unloadable(pub Vec<LoadError>);

/// All that is different between two rulesets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Differences of the manifest, the effects and the setup, file by file.
    pub files: Vec<FileDifference>,
    /// Rows of the movement tables, piece by piece.
    pub rows: Vec<PieceRows>,
    /// The shortest line found after which the games are different. None if there is none within the bound.
    pub example: Option<Example>,
    /// Numbers of lines from each ruleset's initial position, where they differ at some length.
    pub perft: Vec<Counts>,
}

/// Differences of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileDifference {
    /// The file, by its path in the folders.
    pub file: String,
    /// Each value that is different.
    pub fields: Vec<Field>,
}

/// Numbers of lines of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The length, in plies.
    pub depth: u32,
    /// Number in the first ruleset.
    pub first: u64,
    /// Number in the second ruleset.
    pub second: u64,
}

impl Difference {
    /// Returns whether there is no difference.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Difference::default()
    }
}

/// Compares two rulesets, and looks at no more than so many positions for an example.
///
/// Order and layout of the files do not matter; which file a row stands in does not either.
///
/// # Errors
/// The faults of those that do not load.
///
/// ```
/// use authoring::{diff, rules::Folder};
/// # let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/chess");
/// let chess = Folder::read(&root)?;
/// assert!(diff::compare(&chess, &chess, 100)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(first: &Folder, second: &Folder, positions: usize) -> Result<Difference, Unloadable> {
    let rules = match (first.ruleset(), second.ruleset()) {
        (Ok(first), Ok(second)) => [first, second],
        (first, second) => {
            return Err(Unloadable([first.err(), second.err()].into_iter().flatten().collect()));
        }
    };
    let whole = |folder: &Folder| folder.clone().whole().map_err(|why| Unloadable(vec![why]));
    let (first, second) = (&whole(first)?, &whole(second)?);
    let tables = [Tables::read(first), Tables::read(second)];
    let files = [MANIFEST, EFFECTS, SETUP].into_iter().filter_map(|file| {
        let fields = fields::compare(first.file(file), second.file(file));
        (!fields.is_empty()).then(|| FileDifference { file: file.to_owned(), fields })
    });
    let files: Vec<FileDifference> = files.collect();
    let rows = rows::compare(&tables);
    if files.is_empty() && rows.is_empty() {
        return Ok(Difference::default());
    }
    let aim = aim::Aim::new(&tables, &rows, &files);
    let example = example::search([&rules[0], &rules[1]], &aim, positions);
    Ok(Difference { example, perft: counts([&rules[0], &rules[1]]), files, rows })
}

/// Returns the numbers of lines of each length, if any differs.
fn counts([first, second]: [&Rules; 2]) -> Vec<Counts> {
    let count = |rules: &Rules, depth| ggn_core::perft(rules, rules.initial(), depth);
    let counts: Vec<Counts> = (1..=PERFT_DEPTH)
        .map(|depth| Counts { depth, first: count(first, depth), second: count(second, depth) })
        .collect();
    if counts.iter().any(|counts| counts.first != counts.second) { counts } else { Vec::new() }
}
