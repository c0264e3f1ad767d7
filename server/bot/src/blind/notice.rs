//! Content of one frame to a player of a game in which pieces are hidden.

use ggn_core::{BySide, PieceId, Position, Rules, Side, SightOptions, Square, appearance, sight_with};

use super::referee::{Heard, Word};

/// Content of a frame, as far as it tells of hidden pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notice {
    /// Number of moves made.
    pub(crate) ply: usize,
    /// Own pieces by the indices of their squares.
    pub(crate) own: Vec<Option<PieceId>>,
    /// Points of the own pieces by square, where pieces have points.
    pub(crate) points: Vec<Option<u8>>,
    /// Number of own pieces on the board.
    pub(crate) standing: usize,
    /// Hands that the player knows.
    pub(crate) hands: Vec<(Side, Vec<(PieceId, u32)>)>,
    pub(crate) is_own_turn: bool,
    pub(crate) in_check: Option<bool>,
    pub(crate) words: Vec<Word>,
    /// Letters of all pieces that the player has captured, as far as the kinds are known, sorted.
    pub(crate) captured: Vec<String>,
    /// Number of all pieces that the player has captured, as far as it was told.
    pub(crate) captures: usize,
    /// Square of the piece that has to move.
    pub(crate) touched: Option<Square>,
    /// True if a piece of the hand has to move.
    pub(crate) touches_hand: bool,
    /// Squares that the player sees, sorted, with the looks of enemy pieces on them.
    pub(crate) seen: Option<Vec<(Square, Option<PieceId>)>>,
    /// True if the frame answers the last message of the player.
    pub(crate) is_answer: bool,
    pub(crate) is_over: bool,
    /// The capture that bids are asked for.
    pub(crate) attack: Option<Attack>,
    /// Squares to which the own piece of a failed capture may retreat, sorted.
    pub(crate) offered: Option<Vec<Square>>,
    /// The duel of the last move.
    pub(crate) fought: Option<Fought>,
    /// Points of both sides, as far as they are told.
    pub(crate) pools: BySide<Option<u32>>,
}

/// A contested capture as one of its players sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attack {
    /// True if the player attacks.
    pub(crate) is_own: bool,
    /// Square of the player's own piece.
    pub(crate) square: Option<Square>,
}

/// A duel that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fought {
    pub(crate) is_captured: bool,
    pub(crate) bids: BySide<u32>,
}

/// Side and sight of a player, and the rules: all that decides whether a position agrees with a notice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ear<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) side: Side,
    pub(crate) sight: Option<SightOptions>,
}

impl Notice {
    /// Returns whether a position shows its player what this notice shows.
    pub(crate) fn shows(&self, ear: Ear<'_>, position: &Position) -> bool {
        self.shows_own(ear, position) && self.shows_hands(position) && self.shows_seen(ear, position)
    }

    /// Returns whether the own pieces are these.
    pub(crate) fn shows_own(&self, ear: Ear<'_>, position: &Position) -> bool {
        let mut standing = 0;
        for (square, piece) in position.pieces() {
            if is_own(ear.rules, ear.side, piece) {
                if self.own.get(square.index()) != Some(&Some(piece)) {
                    return false;
                }
                let points = self.points.get(square.index()).copied().flatten();
                if points.is_some() && points != position.points_at(square) {
                    return false;
                }
                standing += 1;
            }
        }
        standing == self.standing
    }

    fn shows_hands(&self, position: &Position) -> bool {
        self.hands.iter().all(|(side, hand)| position.hand(*side) == hand.as_slice())
    }

    fn shows_seen(&self, ear: Ear<'_>, position: &Position) -> bool {
        let (Some(seen), Some(options)) = (&self.seen, ear.sight) else { return true };
        let enemy = |square: Square| {
            let piece = position.piece_at(square).filter(|piece| !is_own(ear.rules, ear.side, *piece))?;
            Some(appearance(ear.rules, piece))
        };
        if seen.iter().any(|&(square, looks)| enemy(square) != looks) {
            return false;
        }
        let mut squares = sight_with(ear.rules, position, ear.side, options);
        let is_neutral = |id| ear.rules.piece(id).is_some_and(|piece| piece.is_neutral);
        squares.extend(position.pieces().filter(|&(_, id)| is_neutral(id)).map(|(square, _)| square));
        squares.sort_unstable();
        squares.dedup();
        squares.len() == seen.len() && squares.iter().zip(seen).all(|(one, (other, _))| one == other)
    }

    /// Returns whether what a player would hear is what this notice tells. Words before it are of tries that were not made.
    pub(crate) fn tells(&self, heard: &Heard, earlier: &Notice) -> bool {
        let same_check = match (self.in_check, heard.in_check) {
            (Some(told), Some(heard)) => told == heard,
            (None, _) | (_, None) => true,
        };
        same_check && self.words.ends_with(&heard.words) && self.counts(&heard.counted, earlier)
    }

    fn counts(&self, counted: &[String], earlier: &Notice) -> bool {
        let mut captured = earlier.captured.clone();
        captured.extend_from_slice(counted);
        captured.sort_unstable();
        captured == self.captured
    }
}

/// Returns whether a piece is one of a side.
pub(crate) fn is_own(rules: &Rules, side: Side, piece: PieceId) -> bool {
    rules.piece(piece).is_some_and(|piece| piece.side() == side && !piece.is_neutral)
}
