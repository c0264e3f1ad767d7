//! How games end: the ruleset's ordered list, asked one by one.

use crate::notation::cgsn::Status;
use crate::piece::Role;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{Shape, Side, Square};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The status, in the words of CGSN.
    pub status: Status,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
}

/// What an ending means for the side that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Win,
    Loss,
    Draw,
}

impl Verdict {
    pub(crate) fn ending(self, status: Status, about: Side) -> Ending {
        let winner = match self {
            Verdict::Win => Some(about),
            Verdict::Loss => Some(about.opponent()),
            Verdict::Draw => None,
        };
        Ending { status, winner }
    }
}

/// What each side has left when neither can win: two lists of roles, whichever side has which.
#[derive(Clone, Debug)]
pub(crate) struct Material {
    pub(crate) one: Vec<Role>,
    pub(crate) other: Vec<Role>,
    /// A role of which all pieces must stand on squares of one colour.
    pub(crate) same_colour: Option<Role>,
}

/// How repetition compares positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RepetitionIdentity {
    Rights,
    Feen,
}

/// What sets the count of moves without progress back to zero.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resets {
    pub(crate) captures: bool,
    pub(crate) moves_of: Vec<Role>,
}

/// An ending that the position or the history brings about by itself.
#[derive(Clone, Debug)]
pub(crate) enum Automatic {
    Checkmate,
    Stalemate,
    Insufficient { material: Vec<Material> },
    Repetition { count: u32, identity: RepetitionIdentity },
    Movelimit { plies: u32, resets: Resets },
}

/// The endings of a ruleset.
#[derive(Clone, Debug, Default)]
pub(crate) struct EndingRules {
    /// In the order in which they are asked; the first that applies ends the game.
    pub(crate) automatic: Vec<(Automatic, Verdict)>,
    pub(crate) resignation: Option<Verdict>,
    pub(crate) agreement: Option<Verdict>,
    pub(crate) timelimit: Option<(Verdict, Vec<Vec<Role>>)>,
}

impl EndingRules {
    pub(crate) fn resets(&self) -> impl Iterator<Item = &Resets> {
        self.automatic.iter().filter_map(|(ending, _)| match ending {
            Automatic::Movelimit { resets, .. } => Some(resets),
            Automatic::Checkmate
            | Automatic::Stalemate
            | Automatic::Insufficient { .. }
            | Automatic::Repetition { .. } => None,
        })
    }

    pub(crate) fn identity(&self) -> Option<RepetitionIdentity> {
        self.automatic.iter().find_map(|(ending, _)| match ending {
            Automatic::Repetition { identity, .. } => Some(*identity),
            Automatic::Checkmate
            | Automatic::Stalemate
            | Automatic::Insufficient { .. }
            | Automatic::Movelimit { .. } => None,
        })
    }
}

/// What the automatic endings look at besides the board.
pub(crate) struct Circumstances {
    pub(crate) has_legal_move: bool,
    pub(crate) in_check: bool,
    /// How often the present position has stood, this time included.
    pub(crate) occurrences: u32,
    pub(crate) plies_without_progress: u32,
}

/// The first ending of the list that applies.
pub(crate) fn automatic(rules: &Ruleset, position: &Position, now: &Circumstances) -> Option<Ending> {
    rules.endings().automatic.iter().find_map(|(ending, verdict)| {
        let (applies, status) = match ending {
            Automatic::Checkmate => (!now.has_legal_move && now.in_check, Status::Checkmate),
            Automatic::Stalemate => (!now.has_legal_move && !now.in_check, Status::Stalemate),
            Automatic::Insufficient { material } => {
                (material.iter().any(|left| is_left(rules, position, left)), Status::Insufficient)
            }
            Automatic::Repetition { count, .. } => (now.occurrences >= *count, Status::Repetition),
            Automatic::Movelimit { plies, .. } => (now.plies_without_progress >= *plies, Status::Movelimit),
        };
        applies.then(|| verdict.ending(status, position.turn()))
    })
}

/// The roles that a side has on the board and in hand, sorted, each as often as it is there.
pub(crate) fn roles(rules: &Ruleset, position: &Position, side: Side) -> Vec<Role> {
    let board = position.pieces().map(|(_, piece)| (piece, 1));
    let held = position.hand(side).iter().copied();
    let mut roles: Vec<Role> = board
        .filter(|&(piece, _)| rules.side_of(piece) == side)
        .chain(held)
        .filter_map(|(piece, count)| Some((rules.piece(piece)?.role(), count as usize)))
        .flat_map(|(role, count)| std::iter::repeat_n(role, count))
        .collect();
    roles.sort_unstable();
    roles
}

fn is_left(rules: &Ruleset, position: &Position, left: &Material) -> bool {
    // Far more is left through most of a game, and counting is all that it takes to see that.
    let held = |side| position.hand(side).iter().map(|(_, count)| *count as usize).sum::<usize>();
    let pieces = position.pieces().count() + held(Side::First) + held(Side::Second);
    if pieces != left.one.len() + left.other.len() {
        return false;
    }
    let first = roles(rules, position, Side::First);
    let second = roles(rules, position, Side::Second);
    let fits = (first == left.one && second == left.other) || (first == left.other && second == left.one);
    fits && left.same_colour.is_none_or(|role| stand_on_one_colour(rules, position, role))
}

fn stand_on_one_colour(rules: &Ruleset, position: &Position, role: Role) -> bool {
    let mut colours = position
        .pieces()
        .filter(|&(_, piece)| rules.piece(piece).is_some_and(|piece| piece.role() == role))
        .map(|(square, _)| colour(rules.shape(), square));
    colours.next().is_none_or(|first| colours.all(|other| other == first))
}

/// The colour of a square of a chequered board: whether its coordinates sum to an odd number.
fn colour(shape: &Shape, square: Square) -> bool {
    shape.coordinates(square).map(u32::from).sum::<u32>() % 2 == 1
}
