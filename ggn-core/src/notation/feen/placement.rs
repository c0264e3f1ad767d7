//! The first field: the board, rank by rank from the highest, layers separated by longer separators.

use std::fmt::{self, Display as _};

use pest::iterators::Pair;

use super::Placement;
use super::error::{FeenErrorKind, ParseFeenError};
use crate::notation::cell::Cell;
use crate::notation::epin::Epin;
use crate::notation::error::Found;
use crate::notation::grammar::{self, Rule};

/// A well-formed placement before its squares are expanded: a text can ask for more squares than allowed.
pub(super) struct PlacementRuns {
    sizes: Vec<u8>,
    runs: Vec<Run>,
}

/// Meaning of one token of a rank.
enum Run {
    Empty(u64),
    Piece(Epin),
}

impl Run {
    fn length(&self) -> u64 {
        match self {
            Run::Empty(count) => *count,
            Run::Piece(_) => 1,
        }
    }
}

/// A rank of the text.
struct Rank<'t> {
    at: usize,
    text: &'t str,
    length: u64,
    /// Number of slashes before the rank.
    separator: usize,
}

impl PlacementRuns {
    pub(super) fn squares(&self) -> u64 {
        self.sizes.iter().map(|&size| u64::from(size)).product()
    }

    pub(super) fn pieces(&self) -> u64 {
        self.runs.iter().filter(|run| matches!(run, Run::Piece(_))).count() as u64
    }

    pub(super) fn expand(self) -> Placement {
        let mut squares = Vec::with_capacity(self.squares() as usize);
        for run in self.runs {
            match run {
                Run::Empty(count) => squares.extend((0..count).map(|_| None)),
                Run::Piece(piece) => squares.push(Some(piece)),
            }
        }
        Placement { sizes: self.sizes, squares }
    }
}

/// Parses the field.
pub(super) fn parse(text: &str) -> Result<PlacementRuns, ParseFeenError> {
    let mut runs = Vec::new();
    let ranks = grammar::parse(Rule::placement_text, text, |placement| read(placement, &mut runs))
        .ok_or_else(|| classify(text))?;
    let sizes = sizes(&ranks).map_err(|(kind, rank)| {
        let mut error = error(kind, text, rank.at);
        error.found = Found::Text(rank.text.to_owned());
        error
    })?;
    Ok(PlacementRuns { sizes, runs })
}

/// Converts a grammar match to ranks, and appends their contents to `runs`.
fn read<'t>(placement: Pair<'t, Rule>, runs: &mut Vec<Run>) -> Option<Vec<Rank<'t>>> {
    let mut ranks = Vec::new();
    let mut separator = 0;
    for part in placement.into_inner() {
        if part.as_rule() == Rule::separator {
            separator = part.as_str().len();
            continue;
        }
        let mut rank = Rank { at: part.as_span().start(), text: part.as_str(), length: 0, separator };
        for token in part.into_inner() {
            let run = match token.as_rule() {
                // A number too long for its type is reported as any dimension that is too large.
                Rule::empties => Run::Empty(token.as_str().parse().unwrap_or(u64::from(u32::MAX))),
                _ => Run::Piece(Epin::read(token)?),
            };
            rank.length = rank.length.saturating_add(run.length());
            runs.push(run);
        }
        ranks.push(rank);
    }
    Some(ranks)
}

/// Returns the size of each dimension, files first, or else the error and the rank in which it shows.
fn sizes<'r, 't>(ranks: &'r [Rank<'t>]) -> Result<Vec<u8>, (FeenErrorKind, &'r Rank<'t>)> {
    if let Some(rank) = ranks.iter().find(|rank| rank.separator >= Cell::DIMENSIONS_MAX) {
        return Err((FeenErrorKind::TooManyDimensions, rank));
    }
    let layers: Vec<&[Rank<'t>]> = layers(ranks);
    let single = layers.iter().find(|layer| layers.len() > 1 && layer.len() == 1);
    if let Some(rank) = single.and_then(|layer| layer.first()) {
        return Err((FeenErrorKind::DimensionalCoherence, rank));
    }
    let (Some(first), Some(layer)) = (ranks.first(), layers.first()) else { return Ok(Vec::new()) };
    if let Some(rank) = ranks.iter().find(|rank| rank.length != first.length) {
        return Err((FeenErrorKind::BoardNotRegular, rank));
    }
    if let Some(rank) = layers.iter().find(|other| other.len() != layer.len()).and_then(|other| other.first())
    {
        return Err((FeenErrorKind::BoardNotRegular, rank));
    }
    let dimensions = if layers.len() > 1 { 3 } else { 1 + usize::from(layer.len() > 1) };
    [first.length, layer.len() as u64, layers.len() as u64]
        .into_iter()
        .take(dimensions)
        .map(|size| u8::try_from(size).map_err(|_| (FeenErrorKind::DimensionTooLarge, first)))
        .collect()
}

/// Splits the ranks into layers.
fn layers<'r, 't>(ranks: &'r [Rank<'t>]) -> Vec<&'r [Rank<'t>]> {
    ranks.chunk_by(|_, next| next.separator < 2).collect()
}

/// Returns the error for the text that the grammar rejects.
fn classify(text: &str) -> ParseFeenError {
    if text.is_empty() {
        return ParseFeenError::new(FeenErrorKind::PlacementEmpty, text, 0);
    }
    if text.starts_with('/') {
        return ParseFeenError::new(FeenErrorKind::PlacementStartsWithSeparator, text, 0);
    }
    if text.ends_with('/') {
        return ParseFeenError::new(FeenErrorKind::PlacementEndsWithSeparator, text, text.len() - 1);
    }
    let at = tokens(text).last().unwrap_or(0);
    let rest = text.get(at..).unwrap_or_default();
    let kind = if rest.starts_with('0') {
        FeenErrorKind::InvalidEmptyCount
    } else {
        FeenErrorKind::InvalidPieceToken
    };
    let mut error = error(kind, text, at);
    if rest.starts_with(['+', '-']) {
        error.found = Found::Text(rest.chars().take(2).collect());
    }
    error
}

/// Returns the end of each token of the text, up to the first invalid one.
fn tokens(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let token = [Rule::empties, Rule::epin, Rule::separator];
        at += token.into_iter().find_map(|rule| grammar::prefix(rule, rest))?;
        Some(at)
    })
}

/// Creates an error of this field, with its square.
fn error(kind: FeenErrorKind, text: &str, at: usize) -> ParseFeenError {
    let mut error = ParseFeenError::new(kind, text, at);
    error.square = square(text, at);
    error
}

/// Returns the square described at a byte of the text, as far as the separators determine it.
fn square(text: &str, at: usize) -> Option<Cell> {
    let (before, after) = text.split_at_checked(at)?;
    if text.contains("///") {
        return None;
    }
    let layer = after.matches("//").count();
    let rank = after.split("//").next().map_or(0, |rest| rest.matches('/').count());
    let begin = before.rfind('/').map_or(0, |slash| slash + 1);
    let mut runs = Vec::new();
    if let Some(written) = before.get(begin..).filter(|written| !written.is_empty()) {
        grammar::parse(Rule::placement_text, written, |placement| read(placement, &mut runs))?;
    }
    let file = runs.iter().map(Run::length).fold(0, u64::saturating_add);
    let dimensions = if text.contains("//") { 3 } else { 1 + usize::from(text.contains('/')) };
    let coordinates = [u8::try_from(file).ok()?, u8::try_from(rank).ok()?, u8::try_from(layer).ok()?];
    Cell::new(coordinates.get(..dimensions)?)
}

/// Writes the field.
pub(super) fn write(placement: &Placement, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let size = |dimension: usize| placement.sizes.get(dimension).map_or(1, |&size| usize::from(size).max(1));
    let (files, ranks) = (size(0), size(1));
    for (index, rank) in placement.squares.chunks(files).enumerate() {
        f.write_str(match index {
            0 => "",
            _ if index % ranks == 0 && placement.sizes.len() == Cell::DIMENSIONS_MAX => "//",
            _ => "/",
        })?;
        for run in rank.chunk_by(|one, next| one.is_none() && next.is_none()) {
            match run {
                [Some(piece)] => piece.fmt(f)?,
                empties => write!(f, "{}", empties.len())?,
            }
        }
    }
    Ok(())
}
