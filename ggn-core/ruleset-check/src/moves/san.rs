//! Algebraic notation taken apart, as a text alone allows it: which piece, from where, to where, becoming what.
//!
//! The texts for a piece are data of the ruleset, and a board may have more files than letters, so that a text may be read in
//! more than one way. The legal moves decide which reading is right.

use ggn_core::notation::cell::Cell;
use ggn_core::{Location, Move, Piece, PieceId, Rules};

/// One way to read a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanReading {
    /// Text for the piece; empty for one that is written by its squares alone.
    pub piece: String,
    /// Given parts of the source's name: file, rank, layer; each may be empty.
    pub origin: [String; Cell::DIMENSIONS_MAX],
    /// True if the piece comes from the hand (`@`).
    pub drops: bool,
    /// True if it says that something is captured (`x`), or hit (`*`).
    pub captures: bool,
    /// Destination of the piece.
    pub destination: Cell,
    /// Text for the piece that it becomes.
    pub becomes: Option<String>,
}

/// Returns the text of a whole move that names no squares (`O-O`), with its letters as they should be.
#[must_use]
pub fn whole(text: &str) -> Option<String> {
    let is_ring = |part: &str| matches!(part, "O" | "o" | "0");
    (text.contains('-') && text.split('-').all(is_ring)).then(|| text.replace(['0', 'o'], "O"))
}

/// Returns a name of a square cut into file, rank and layer. `None` if it is not in that order.
fn parts(name: &str) -> Option<[String; Cell::DIMENSIONS_MAX]> {
    let cut = |text: &str, belongs: fn(char) -> bool| {
        let end = text.find(|c| !belongs(c)).unwrap_or(text.len());
        let (part, rest) = text.split_at(end);
        (part.to_owned(), rest.to_owned())
    };
    let (file, rest) = cut(name, |c| c.is_ascii_lowercase());
    let (rank, rest) = cut(&rest, |c| c.is_ascii_digit());
    let (layer, rest) = cut(&rest, |c| c.is_ascii_uppercase());
    rest.is_empty().then_some([file, rank, layer])
}

impl SanReading {
    /// Returns every way to read a text under a ruleset; none if it is no algebraic notation. The text bears no mark of check.
    #[must_use]
    pub fn all(rules: &Rules, text: &str) -> Vec<SanReading> {
        let mut readings = Vec::new();
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for (index, &start) in starts.iter().enumerate() {
            for &end in starts.iter().skip(index + 1).take(Cell::LENGTH_MAX) {
                let Some((before, rest)) = text.split_at_checked(start) else { continue };
                let Some((cell, tail)) = rest.split_at_checked(end - start) else { continue };
                let destination = cell.parse().ok().filter(|cell| rules.shape().square(*cell).is_some());
                let (Some(destination), Some(becomes)) = (destination, tail_of(rules, tail)) else {
                    continue;
                };
                readings.extend(heads(rules, before).into_iter().map(|(piece, origin, mark)| SanReading {
                    piece,
                    origin,
                    drops: mark == Some('@'),
                    captures: matches!(mark, Some('x' | ':' | '*')),
                    destination,
                    becomes: becomes.clone(),
                }));
            }
        }
        readings
    }

    /// Returns whether a move fits this reading. The piece that it becomes is compared only if `asks_promotion`.
    #[must_use]
    pub fn fits(&self, rules: &Rules, mv: &Move, asks_promotion: bool) -> bool {
        let Some(piece) = rules.piece(mv.piece) else { return false };
        let name = |location: Location| location.square().and_then(|square| rules.shape().cell(square));
        self.is_piece(piece)
            && name(mv.destination) == Some(self.destination)
            && match name(mv.source) {
                None => self.drops,
                Some(source) => !self.drops && self.is_from(source),
            }
            && (!asks_promotion || self.becomes_that(rules, mv.promotion))
    }

    /// Returns whether the text's piece is this one.
    #[must_use]
    pub fn is_piece(&self, piece: &Piece) -> bool {
        self.piece == piece.san
            || (piece.san.is_empty() && self.piece == piece.qpi.pin.letter.upper().to_string())
    }

    /// Returns whether the given part of the source fits a square.
    #[must_use]
    pub fn is_from(&self, source: Cell) -> bool {
        let fits = |(given, is): (&String, &String)| given.is_empty() || given == is;
        parts(&source.to_string()).is_some_and(|source| self.origin.iter().zip(&source).all(fits))
    }

    fn becomes_that(&self, rules: &Rules, promotion: Option<PieceId>) -> bool {
        match (&self.becomes, promotion.and_then(|piece| rules.piece(piece))) {
            (None, None) => true,
            (Some(given), Some(piece)) => stands_for(given, piece),
            (None, Some(_)) | (Some(_), None) => false,
        }
    }
}

/// Returns whether a text stands for a piece: by its word, its letter or its token.
#[must_use]
pub fn stands_for(text: &str, piece: &Piece) -> bool {
    text == piece.san
        || text.eq_ignore_ascii_case(&piece.letter().to_string())
        || text.eq_ignore_ascii_case(&piece.qpi.pin.to_string())
}

/// Reads the text behind the destination: nothing, or what the piece becomes (`=Q`, `/Q`, `(Q)`, `Q`). `None` for anything else.
fn tail_of(rules: &Rules, tail: &str) -> Option<Option<String>> {
    if tail.is_empty() {
        return Some(None);
    }
    let bare = match tail.strip_prefix('(') {
        Some(inside) => inside.strip_suffix(')')?,
        None => tail.strip_prefix(['=', '/']).unwrap_or(tail),
    };
    let is_piece = !bare.is_empty() && rules.pieces().any(|(_, piece)| stands_for(bare, piece));
    is_piece.then(|| Some(bare.to_owned()))
}

type Head = (String, [String; Cell::DIMENSIONS_MAX], Option<char>);

/// Returns every way to read what stands before the destination: a piece, a part of the source, and a mark.
fn heads(rules: &Rules, text: &str) -> Vec<Head> {
    let mark = text.chars().last().filter(|c| ['x', ':', '*', '-', '@'].contains(c));
    let text = mark.map_or(text, |mark| text.strip_suffix(mark).unwrap_or(text));
    let mut words: Vec<String> = rules
        .pieces()
        .flat_map(|(_, piece)| {
            let letter = piece.san.is_empty().then(|| piece.qpi.pin.letter.upper().to_string());
            [Some(piece.san.clone()), letter]
        })
        .flatten()
        .collect();
    words.sort_unstable();
    words.dedup();
    let dimensions = rules.shape().sizes().len();
    let head = |word: String| {
        let origin = parts(text.strip_prefix(word.as_str())?)?;
        origin.iter().skip(dimensions).all(String::is_empty).then_some((word, origin, mark))
    };
    words.into_iter().filter_map(head).collect()
}
