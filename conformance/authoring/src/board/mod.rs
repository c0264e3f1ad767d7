//! Boards to look at: in a terminal, and as a picture. They know squares, pieces and hands, and no game.

mod layout;
mod reach;
mod svg;
mod text;

use std::collections::BTreeMap;

use ggn_core::notation::qpi::Qpi;
use ggn_core::{BySide, Position, Rules, Side, Square};

pub use reach::{Mark, Reach};
pub use svg::svg;
pub use text::{Style, text};

/// Position to be drawn.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The rules, for the board and the names.
    pub rules: &'a Rules,
    /// Pieces by square.
    pub pieces: BTreeMap<Square, Qpi>,
    /// Pieces in hand, each kind once with its number.
    pub hands: BySide<Vec<(Qpi, u32)>>,
    /// Caption below the board: whose turn it is, or how the game ended.
    pub caption: String,
    /// Squares that a piece reaches.
    pub reach: Reach,
    /// True if the second side sits at the bottom.
    pub flip: bool,
}

impl<'a> Picture<'a> {
    /// Returns a picture of a position.
    #[must_use]
    pub fn of(rules: &'a Rules, position: &Position, caption: String) -> Picture<'a> {
        let qpi = |piece| rules.piece(piece).map(|piece| piece.qpi);
        let hand = |side| {
            let held = position.hand(side).iter();
            held.filter_map(|&(piece, count)| Some((qpi(piece)?, count))).collect()
        };
        Picture {
            rules,
            pieces: position.pieces().filter_map(|(square, piece)| Some((square, qpi(piece)?))).collect(),
            hands: BySide::from_fn(hand),
            caption,
            reach: Reach::default(),
            flip: false,
        }
    }

    /// Returns a picture of one piece alone on the board.
    #[must_use]
    pub fn alone(rules: &'a Rules, piece: Qpi, on: Option<Square>, caption: String) -> Picture<'a> {
        Picture {
            rules,
            pieces: on.map(|square| (square, piece)).into_iter().collect(),
            hands: BySide::default(),
            caption,
            reach: Reach::default(),
            flip: false,
        }
    }

    /// Returns the sides from the top of the picture to its bottom.
    fn sides(&self) -> [Side; 2] {
        if self.flip { [Side::First, Side::Second] } else { [Side::Second, Side::First] }
    }
}

/// Returns a piece as the notations write it on a board of its own style: `+k^`, and with `'` if it has the other player's style.
fn token(piece: Qpi) -> String {
    format!("{}{}", piece.pin, if piece.is_native() { "" } else { "'" })
}

/// Returns the everyday name of a piece.
fn name(rules: &Rules, piece: Qpi) -> String {
    let known = rules.piece_id(piece).and_then(|piece| rules.piece(piece));
    known.map_or_else(|| piece.to_string(), |piece| piece.name.clone())
}
