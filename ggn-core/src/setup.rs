//! Setup of positions: from a parsed FEEN to a position that is possible under a ruleset, or to every reason why it is not.

use crate::movement::Location;
use crate::notation::feen::{Feen, Reserve};
use crate::notation::letter::Letter;
use crate::piece::{PieceId, Role};
use crate::position::{self, ImpossibleSetup, Position, SetupFault, Squares};
use crate::reference;
use crate::ruleset::table::{Condition, PlacedFrom, Possibility};
use crate::ruleset::{Captured, Constraint, Ruleset};
use crate::{BySide, Side, Square};

fn sizes(sizes: &[u8]) -> String {
    sizes.iter().map(u8::to_string).collect::<Vec<_>>().join("x")
}

/// Makes a position of a game from a parsed FEEN. `in_check` returns whether a side is in check.
///
/// # Errors
/// Returns every reason why the position is impossible. Nothing is repaired silently.
// Requirement sashite-6.
pub(crate) fn position(
    rules: &Ruleset,
    feen: &Feen,
    in_check: &dyn Fn(&Position, Side) -> bool,
) -> Result<Position, ImpossibleSetup> {
    let mut faults = Vec::new();
    if feen.placement.sizes != rules.shape().sizes() {
        faults.push(SetupFault::WrongBoard {
            found: sizes(&feen.placement.sizes),
            expected: sizes(rules.shape().sizes()),
        });
    }
    let turn = feen.active.side;
    let found = match turn {
        Side::First => BySide { first: feen.active.letter, second: feen.inactive.letter },
        Side::Second => BySide { first: feen.inactive.letter, second: feen.active.letter },
    };
    let expected = rules.styles();
    if found != expected {
        let spell =
            |styles: BySide<Letter>| format!("{} and {}", styles.first.upper(), styles.second.lower());
        faults.push(SetupFault::WrongStyles { found: spell(found), expected: spell(expected) });
    }
    if !faults.is_empty() {
        // Squares and styles of another game would produce the same fault many times.
        return Err(ImpossibleSetup(faults));
    }

    let mut squares: Squares = std::iter::repeat_n(None, rules.shape().squares()).collect();
    for (square, epin) in rules.shape().in_feen_order().zip(&feen.placement.squares) {
        let Some(epin) = epin else { continue };
        let qpi = rules.qpi_of(*epin);
        match (rules.piece_id(qpi), squares.get_mut(square.index())) {
            (Some(piece), Some(stands)) => *stands = Some(piece),
            _ => faults.push(SetupFault::UnknownPiece { piece: qpi, square: rules.square_name(square) }),
        }
    }
    let hands = BySide::from_fn(|side| read_hand(rules, side, &feen.hands[side], &mut faults));
    let position = Position::new(squares, hands, turn);
    #[cfg(feature = "mechanic")]
    let position = match rules.initial_points() {
        Some(points) => position.with_points(points),
        None => position,
    };
    check_squares(rules, &position, &mut faults);
    check_markers(rules, &position, &mut faults);
    check_counts(rules, &position, &mut faults);
    let is_forbidden = rules.constraints().contains(&Constraint::RoyalSafety);
    if faults.is_empty() && is_forbidden && in_check(&position, turn.opponent()) {
        faults.push(SetupFault::InactiveInCheck { side: rules.side_name(turn.opponent()).to_owned() });
    }
    if faults.is_empty() { Ok(position) } else { Err(ImpossibleSetup(faults)) }
}

fn read_hand(
    rules: &Ruleset,
    side: Side,
    reserve: &Reserve,
    faults: &mut Vec<SetupFault>,
) -> Vec<(PieceId, u32)> {
    let mut hand = Vec::new();
    for &(epin, count) in reserve {
        let qpi = rules.qpi_of(epin);
        let droppable = rules.piece_id(qpi).filter(|&piece| match rules.captured() {
            Captured::Discard => {
                !rules.table().rows(piece, Location::Hand).is_empty() || is_placed(rules, piece)
            }
            Captured::Hand(_) => true,
        });
        match droppable {
            Some(piece) => position::add_to_hand(&mut hand, piece, count),
            None => {
                faults
                    .push(SetupFault::ImpossibleHand { side: rules.side_name(side).to_owned(), piece: qpi });
            }
        }
    }
    hand
}

/// Returns whether a move can place a piece that comes from the hand.
fn is_placed(rules: &Ruleset, piece: PieceId) -> bool {
    let mut placings = rules.table().effects.iter().filter_map(|effect| effect.places.as_ref());
    placings.any(|placing| placing.from == PlacedFrom::Hand && placing.pieces.contains(&piece))
}

fn check_squares(rules: &Ruleset, position: &Position, faults: &mut Vec<SetupFault>) {
    for square in rules.shape().in_feen_order() {
        let Some(piece) = position.piece_at(square) else { continue };
        let Some((_, allowed)) =
            rules.setup_rules().squares.iter().find(|(restricted, _)| *restricted == piece)
        else {
            continue;
        };
        let Some(qpi) = rules.piece(piece).map(|piece| piece.qpi) else { continue };
        let Some((_, ways)) = allowed.iter().find(|(at, _)| *at == square) else {
            faults.push(SetupFault::Misplaced { piece: qpi, square: rules.square_name(square) });
            continue;
        };
        let side = rules.side_of(piece);
        if !ways.iter().any(|way| reference::holds(rules, way, side, |at| position.piece_at(at))) {
            let at = ways.first().and_then(|way| contradiction(rules, way, side, position));
            faults.push(SetupFault::Contradicted {
                piece: qpi,
                square: rules.square_name(square),
                at: at.map_or_else(|| rules.square_name(square), |at| rules.square_name(at)),
            });
        }
    }
}

/// Returns the first square whose condition keeps a possibility from holding.
fn contradiction(rules: &Ruleset, way: &Possibility, side: Side, position: &Position) -> Option<Square> {
    let alone = |must: Option<(Square, Condition)>, deny: Option<(Square, Condition)>| {
        let one =
            Possibility { must: must.into_iter().collect(), deny: deny.into_iter().collect(), effect: None };
        reference::holds(rules, &one, side, |at| position.piece_at(at))
    };
    let must = way.must.iter().find(|required| !alone(Some(**required), None));
    must.or_else(|| way.deny.iter().find(|denied| !alone(None, Some(**denied)))).map(|(square, _)| *square)
}

fn check_markers(rules: &Ruleset, position: &Position, faults: &mut Vec<SetupFault>) {
    let marked: Vec<_> = position.pieces().filter(|&(_, piece)| rules.expires(piece).is_some()).collect();
    #[cfg(feature = "mechanic")]
    let moves = usize::from(rules.moves_per_turn());
    #[cfg(not(feature = "mechanic"))]
    let moves = 1;
    if marked.len() > moves {
        faults.push(SetupFault::ManyMarkers { found: marked.len() });
    }
    for (square, piece) in marked {
        // In a turn of several moves the markers of its first moves are still there.
        if moves == 1
            && rules.side_of(piece) == position.turn()
            && let Some(piece) = rules.piece(piece)
        {
            faults.push(SetupFault::StaleMarker { piece: piece.qpi, square: rules.square_name(square) });
        }
    }
}

fn check_counts(rules: &Ruleset, position: &Position, faults: &mut Vec<SetupFault>) {
    let stands = |(_, piece)| rules.piece(piece).map(|piece| (piece.role(), piece.side()));
    let standing: Vec<(Role, Side)> = position.pieces().filter_map(stands).collect();
    for &(role, min, max) in &rules.setup_rules().counts {
        for side in Side::BOTH {
            let found = standing.iter().filter(|stands| **stands == (role, side)).count() as u32;
            if found < min || max.is_some_and(|max| found > max) {
                let expected = match max {
                    Some(max) if max == min => min.to_string(),
                    Some(max) => format!("{min} to {max}"),
                    None => format!("at least {min}"),
                };
                faults.push(SetupFault::Count {
                    side: rules.side_name(side).to_owned(),
                    role: rules.role_name(role),
                    found,
                    expected,
                });
            }
        }
    }
}
