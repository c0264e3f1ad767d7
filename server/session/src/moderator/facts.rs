//! Facts that a moderator can establish about a move and the position after it, whatever the game.

use std::collections::BTreeSet;

use ggn_core::{Ending, Game, Location, PieceId, Played, Position, Rules, Shape, Square};

use super::policy::{Moderator, RelativeAudience};
use super::sections::{CaptureSquare, CapturedForm, CheckForm, DropForm, Reply};
use crate::domain::{Direction, Event};

impl Direction {
    /// Returns the word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Direction::Rank => "rank",
            Direction::File => "file",
            Direction::LongDiagonal => "long_diagonal",
            Direction::ShortDiagonal => "short_diagonal",
            Direction::Knight => "knight",
        }
    }

    /// Returns the direction from one square to another. On a board that has no files and ranks, or more than those, it is always [`Direction::Knight`].
    #[must_use]
    pub fn between(shape: &Shape, from: Square, to: Square) -> Direction {
        let point = |square| {
            let mut at = shape.coordinates(square).map(i32::from);
            match (at.next(), at.next(), at.next()) {
                (Some(file), Some(rank), None) => Some((file, rank)),
                _ => None,
            }
        };
        let (Some((file, rank)), Some((to_file, to_rank))) = (point(from), point(to)) else {
            return Direction::Knight;
        };
        let (dx, dy) = (to_file - file, to_rank - rank);
        if dx == 0 {
            return Direction::File;
        }
        if dy == 0 {
            return Direction::Rank;
        }
        if dx.abs() != dy.abs() {
            return Direction::Knight;
        }
        let sizes: Vec<i32> = shape.sizes().iter().map(|&size| i32::from(size) - 1).collect();
        let [last_file, last_rank] = sizes[..] else { return Direction::Knight };
        let rising = file.min(rank) + (last_file - file).min(last_rank - rank);
        let falling = file.min(last_rank - rank) + (last_file - file).min(rank);
        let (along, across) = if (dx > 0) == (dy > 0) { (rising, falling) } else { (falling, rising) };
        if along < across { Direction::ShortDiagonal } else { Direction::LongDiagonal }
    }
}

/// Legal captures of a side's pawns, as the moderator's file names pawns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PawnTries {
    /// Source and destination of each.
    tries: BTreeSet<(Square, Square)>,
}

impl PawnTries {
    /// Returns those of the side to move. Choices of promotion are one try together.
    #[must_use]
    pub fn of(game: &Game, moderator: &Moderator) -> PawnTries {
        let rules = game.rules();
        let is_pawn = |id| rules.piece(id).is_some_and(|piece| moderator.is_pawn(&piece.name));
        let captures = game.legal_moves().iter().filter(|mv| is_pawn(mv.piece));
        let captures = captures.filter(|mv| rules.effect(game.position(), mv).is_capture());
        let ends = captures.filter_map(|mv| Some((mv.source.square()?, mv.destination.square()?)));
        PawnTries { tries: ends.collect() }
    }

    /// Returns their number.
    #[must_use]
    pub fn count(&self) -> usize {
        self.tries.len()
    }

    /// Returns the squares of the pawns that have one, each once, from `a1` on by rank and then by file.
    pub fn sources(&self) -> impl Iterator<Item = Square> {
        let mut last = None;
        self.tries
            .iter()
            .map(|&(source, _)| source)
            .filter(move |&source| last.replace(source) != Some(source))
    }
}

/// Announced part of the identity of a captured piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captured {
    /// One of the moderator's pawns.
    Pawn,
    /// Another piece.
    Piece,
    /// A piece of this kind.
    Kind(PieceId),
}

/// Facts of a move, in the form in which its moderator announces them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFacts {
    /// Audience of the move.
    pub audience: RelativeAudience,
    /// True if it captured anything.
    pub is_capture: bool,
    /// True if it is announced as a capture in passing.
    pub is_en_passant: bool,
    /// True if it promoted, and that is announced.
    pub is_promotion: bool,
    /// Announced square of the capture.
    pub capture_square: Option<Square>,
    /// Announced part of the captured piece's identity.
    pub captured: Option<Captured>,
    /// Kind of the dropped piece.
    pub dropped: Option<PieceId>,
    /// Directions of the check to the side to move, by rank and then by file of the checking pieces.
    pub directions: Vec<Direction>,
    /// End of the game.
    pub ending: Option<Ending>,
}

impl MoveFacts {
    /// Returns the facts of the last move of a game; `None` if there is none.
    #[must_use]
    pub fn of_last(game: &Game, moderator: &Moderator) -> Option<MoveFacts> {
        let (played, earlier) = game.history().split_last()?;
        let before = earlier.last().map_or(game.start(), |earlier| &earlier.after);
        Some(MoveFacts::of(game.rules(), moderator, before, played, game.ending()))
    }

    /// Returns the facts of a move from its record and the position before it.
    #[must_use]
    pub fn of(
        rules: &Rules,
        moderator: &Moderator,
        before: &Position,
        played: &Played,
        ending: Option<Ending>,
    ) -> MoveFacts {
        let forms = moderator.forms();
        let victim = played.effect.captured.first().copied();
        let capture_square = victim.zip(forms.capture_square).and_then(|((stood, _), square)| match square {
            CaptureSquare::Victim => Some(stood),
            CaptureSquare::Arrival => played.mv.destination.square(),
        });
        let captured = victim.zip(forms.captured).map(|((_, piece), form)| {
            let name = |id| rules.piece(id).map(|piece| piece.name.as_str());
            match form {
                CapturedForm::Class if name(piece).is_some_and(|name| moderator.is_pawn(name)) => {
                    Captured::Pawn
                }
                CapturedForm::Class => Captured::Piece,
                CapturedForm::Kind => Captured::Kind(taken_to_hand(before, played).unwrap_or(piece)),
            }
        });
        let is_drop = played.mv.source == Location::Hand;
        let plain = if victim.is_some() { Event::MovedCaptured } else { Event::Moved };
        let event = played.tag.as_deref().and_then(|tag| moderator.event_of_tag(tag)).unwrap_or(plain);
        let dropped = moderator.audience_of_reply(Reply::Dropped).filter(|_| is_drop);
        let tells_promotion = moderator.audience(Event::Promoted) != RelativeAudience::Nobody;
        let tells_directions = forms.check == CheckForm::Directions && played.check;
        let directions = if tells_directions { directions(rules, &played.after) } else { Vec::new() };
        MoveFacts {
            audience: dropped.unwrap_or_else(|| moderator.audience(event)),
            is_capture: victim.is_some(),
            is_en_passant: event == Event::MovedCapturedEp,
            is_promotion: tells_promotion && played.effect.promoted.is_some(),
            capture_square,
            captured,
            dropped: (is_drop && forms.drop == DropForm::Kind).then_some(played.mv.piece),
            directions,
            ending,
        }
    }
}

/// Returns the piece whose number in the mover's hand has grown.
fn taken_to_hand(before: &Position, played: &Played) -> Option<PieceId> {
    let number = |position: &Position, piece| {
        position.hand(played.by).iter().find(|(held, _)| *held == piece).map_or(0, |(_, count)| *count)
    };
    let after = played.after.hand(played.by);
    after.iter().find(|&&(piece, count)| count > number(before, piece)).map(|&(piece, _)| piece)
}

/// Returns the directions of all checks to the side to move.
fn directions(rules: &Rules, position: &Position) -> Vec<Direction> {
    let mut checks: Vec<(Square, Direction)> = Vec::new();
    for threat in rules.threats(position, position.turn()) {
        let of = |by: &Square| (*by, Direction::between(rules.shape(), threat.royal, *by));
        checks.extend(threat.by.iter().map(of));
    }
    checks.sort();
    checks.into_iter().map(|(_, direction)| direction).collect()
}
