//! Legal moves: pseudo-legal moves that meet the constraints of the ruleset.

#[cfg(feature = "mechanic")]
use crate::Side;
use crate::Square;
use crate::check::{Threat, attackers, in_check, threats};
use crate::check_limit::{self, Answers};
use crate::facing::are_facing;
#[cfg(feature = "mechanic")]
use crate::mechanic::Outcome;
use crate::movement::{Location, Move};
use crate::piece::DropLimit;
#[cfg(feature = "mechanic")]
use crate::piece::PieceId;
use crate::position::Position;
use crate::reference;
use crate::ruleset::table::{Condition, Possibility};
use crate::ruleset::{Constraint, Ruleset};

/// Returns every legal move of the side to move, in the order of its pieces and of their tables. [`Rules::legal_moves`](crate::Rules::legal_moves) returns
/// the same, faster.
pub(crate) fn legal_moves(rules: &Ruleset, position: &Position) -> Vec<Move> {
    #[cfg(feature = "mechanic")]
    if is_decided(rules, position) {
        return Vec::new();
    }
    let mut moves = reference::pseudo_legal(rules, position);
    moves.retain(|mv| is_legal(rules, position, mv));
    with_answers(rules, |answers| check_limit::keep_permitted(rules, position, &mut moves, answers));
    #[cfg(feature = "mechanic")]
    keep_forced(rules, position, &mut moves);
    keep_due(rules, &mut moves);
    moves
}

/// Calls with the interpreter's answers about positions.
pub(crate) fn with_answers<T>(rules: &Ruleset, ask: impl FnOnce(&Answers<'_>) -> T) -> T {
    ask(&Answers {
        after: &|position, mv| after(rules, position, mv),
        in_check: &|position, side| in_check(rules, position, side),
        can_move: &|position| !legal_moves(rules, position).is_empty(),
    })
}

/// Returns the position after a move, as if it ended the turn.
fn after(rules: &Ruleset, position: &Position, mv: &Move) -> Position {
    #[cfg(feature = "mechanic")]
    if !rules.mechanics().is_empty() {
        return Outcome::of(rules, position, mv).after;
    }
    position.after(&reference::row_transition(rules, position, mv).0)
}

/// Returns whether the side to move has a legal move.
#[cfg(feature = "mechanic")]
pub(crate) fn has_legal_move(rules: &Ruleset, position: &Position) -> bool {
    let is_late = [Constraint::ForcedDrop, Constraint::ForcedMove];
    if rules.limits_checks() || rules.constraints().iter().any(|rule| is_late.contains(rule)) {
        return !legal_moves(rules, position).is_empty();
    }
    !is_decided(rules, position)
        && reference::pseudo_legal(rules, position).iter().any(|mv| is_legal(rules, position, mv))
}

#[cfg(feature = "mechanic")]
/// Returns whether a side has lost all of its terminal pieces, which only a mechanic can cause. Neither side then has a legal move.
pub(crate) fn is_decided(rules: &Ruleset, position: &Position) -> bool {
    if !rules.mechanics().can_destroy() || !rules.constraints().contains(&Constraint::RoyalSafety) {
        return false;
    }
    let has = |position: &Position, side| {
        position.pieces().any(|(_, piece)| rules.side_of(piece) == side && rules.is_terminal(piece))
    };
    Side::BOTH.into_iter().any(|side| !has(position, side) && has(rules.initial(), side))
}

/// Returns whether a pseudo-legal move meets every constraint that concerns a single move.
// Requirement engine-3.
pub(crate) fn is_legal(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    // A side that is faced may pass even in check.
    if rules.endings().facing().is_some_and(|pieces| are_facing(rules, position, pieces))
        && is_pass(rules, mv)
    {
        return true;
    }
    #[cfg(feature = "mechanic")]
    if !converts_enough(rules, position, mv) {
        return false;
    }
    ends_facing(rules, position, mv)
        && rules.constraints().iter().all(|constraint| match constraint {
            Constraint::Unattacked => passes_unattacked(rules, position, mv),
            Constraint::RoyalSafety => keeps_royals(rules, position, mv),
            // Concerns all legal moves together: see `keep_forced`.
            Constraint::ForcedCapture => true,
            // They concern all legal moves together: see `keep_due`.
            Constraint::ForcedDrop | Constraint::ForcedMove => true,
            #[cfg(feature = "mechanic")]
            Constraint::RoyalStays => abandoned(rules, position, mv).is_none(),
            #[cfg(not(feature = "mechanic"))]
            Constraint::RoyalStays => true,
            // They say what check is.
            Constraint::SpareRoyals | Constraint::DupleCheck => true,
            // See `check_limit`.
            Constraint::GivesNoCheck => true,
        })
}

/// Returns whether a move converts something, if it has to.
#[cfg(feature = "mechanic")]
fn converts_enough(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    let required = rules.mechanics().conversion.as_ref().filter(|conversion| conversion.is_required);
    let (Some(conversion), Location::Hand, Some(square)) = (required, mv.source, mv.destination.square())
    else {
        return true;
    };
    !conversion.converted(rules, position, rules.side_of(mv.piece), square).is_empty()
}

/// Returns whether a move ends a facing of pieces that the rules end, or is a pass.
fn ends_facing(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    let Some(pieces) = rules.endings().facing() else { return true };
    is_pass(rules, mv)
        || !are_facing(rules, position, pieces)
        || !are_facing(rules, &after(rules, position, mv), pieces)
}

/// Returns whether no terminal piece of the moving side is lost by the move or can be captured after it, nor after the move without what it places.
// Requirement sashite-52.
fn keeps_royals(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    [without_placement(rules, mv), Some(*mv)]
        .iter()
        .flatten()
        .all(|mv| leaves_royals_safe(rules, position, mv))
}

/// Returns a move without its placement, if that is a choice. It has to be legal as well: what is placed parries no check and takes the place of no
/// pinned piece.
fn without_placement(rules: &Ruleset, mv: &Move) -> Option<Move> {
    let placing = rules.table().effect(mv.possibility)?.places.as_ref()?;
    (placing.optional && mv.placed.is_some()).then_some(Move { placed: None, ..*mv })
}

fn leaves_royals_safe(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    let side = rules.mover(position, mv.piece);
    #[cfg(feature = "mechanic")]
    if !rules.mechanics().is_empty() {
        let outcome = Outcome::of(rules, position, mv);
        return outcome.royal_verdict().unwrap_or_else(|| !in_check(rules, &outcome.after, side));
    }
    let (transition, _) = reference::row_transition(rules, position, mv);
    !in_check(rules, &position.after(&transition), side)
}

/// Returns the threat to a terminal piece in check that a move leaves without capturing its only attacker.
#[cfg(feature = "mechanic")]
fn abandoned(rules: &Ruleset, position: &Position, mv: &Move) -> Option<Threat> {
    let source = mv.source.square().filter(|_| rules.is_terminal(mv.piece))?;
    let threats = threats(rules, position, rules.side_of(mv.piece));
    threats.into_iter().find(|threat| {
        threat.royal == source && threat.by.iter().any(|&by| mv.destination != Location::Square(by))
    })
}

/// Keeps only captures if the ruleset forces captures and one of the moves is a capture.
#[cfg(feature = "mechanic")]
pub(crate) fn keep_forced(rules: &Ruleset, position: &Position, moves: &mut Vec<Move>) {
    if !rules.constraints().contains(&Constraint::ForcedCapture) {
        return;
    }
    let captures = |mv: &Move| !reference::row_transition(rules, position, mv).1.captured.is_empty();
    if moves.iter().any(captures) {
        moves.retain(captures);
    }
}

/// Keeps only drops if the ruleset forces drops and one of the moves is a drop, and passes only if there is no other move. All passes of a side are
/// one move: the first stands for them.
fn keep_due(rules: &Ruleset, moves: &mut Vec<Move>) {
    if rules.constraints().contains(&Constraint::ForcedDrop) && moves.iter().any(is_drop) {
        moves.retain(is_drop);
    }
    if rules.constraints().contains(&Constraint::ForcedMove) {
        let is_pass = |mv: &Move| is_pass(rules, mv);
        if moves.iter().all(is_pass) {
            moves.truncate(1);
        } else {
            moves.retain(|mv| !is_pass(mv));
        }
    }
}

fn is_drop(mv: &Move) -> bool {
    mv.source == Location::Hand
}

/// Returns whether a move leaves its piece where it is, as it is.
pub(crate) fn is_pass(rules: &Ruleset, mv: &Move) -> bool {
    let changes = rules.table().effect(mv.possibility).is_some() || rules.moved(mv.piece) != mv.piece;
    mv.source == mv.destination && !changes
}

/// Returns the squares that must not be attacked before the move, as its row names them.
fn unattacked<'a>(rules: &'a Ruleset, mv: &Move) -> &'a [Square] {
    rules.table().effect(mv.possibility).map_or(&[][..], |effect| effect.unattacked.as_slice())
}

/// Returns whether none of the squares that must not be attacked is, supposing the moving piece there.
// Requirements sashite-53, sashite-54, sashite-55.
fn passes_unattacked(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    let enemy = rules.mover(position, mv.piece).opponent();
    let is_attacked = |&square: &Square| attackers(rules, position, enemy, square, mv.piece).next().is_some();
    !unattacked(rules, mv).iter().any(is_attacked)
}

/// Reason why a pseudo-legal move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// Constraint `royal-safety`: a terminal piece of the moving side could be captured after the move.
    RoyalSafety(Threat),
    /// Constraint `unattacked`: a square that the row names is attacked before the move.
    Unattacked {
        /// The square.
        square: Square,
        /// Squares of the pieces that attack it.
        by: Vec<Square>,
    },
    /// Constraint `royal-safety`: the move would destroy a terminal piece of the moving side.
    #[cfg(feature = "mechanic")]
    RoyalDestroyed {
        /// The piece.
        piece: PieceId,
        /// Square on which it would stand then.
        square: Square,
    },
    /// Constraint `royal-stays`: a terminal piece in check moves, and does not capture its only attacker.
    #[cfg(feature = "mechanic")]
    RoyalStays(Threat),
    /// Constraint `gives-no-check`, or the limit `no-check` on drops of the piece: the move gives check.
    GivesCheck(Threat),
    /// Limit `no-mate` on drops of the piece: the drop gives mate.
    GivesMate(Threat),
    /// Mechanic `conversion`: the drop converts nothing, and has to.
    #[cfg(feature = "mechanic")]
    ConvertsNothing,
    /// Ending `facing`: the move leaves pieces that face each other as they are.
    Facing,
    /// Constraint `forced-drop`: the move is no drop, and another would be.
    ForcedDrop,
    /// Constraint `forced-move`: the move is a pass, and there is another.
    ForcedMove,
    /// Constraint `forced-capture`: the move does not capture, and another could.
    #[cfg(feature = "mechanic")]
    ForcedCapture {
        /// Squares of the pieces that can capture, from `a1` on.
        by: Vec<Square>,
    },
}

/// Reason why no legal move leads from one square to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The piece has no row there, or a row that requires pieces which are not there.
    NoRow,
    /// Pieces stand where a row of the piece requires empty squares, or one of its own side on the destination.
    Occupied,
    /// The tables allow the move, and constraints forbid it.
    Constraints(Vec<Violation>),
}

/// Returns the reason why no legal move leads from one square to another; `None` if one does, or if no piece of the side to move is on the first.
pub(crate) fn obstacle(
    rules: &Ruleset,
    position: &Position,
    source: Square,
    destination: Square,
) -> Option<Obstacle> {
    let side = position.turn();
    let stands = |square: Square| position.piece_at(square);
    let piece = stands(source).filter(|&piece| rules.side_of(piece) == side)?;
    let (from, to) = (Location::Square(source), Location::Square(destination));
    let pseudo_legal = reference::pseudo_legal(rules, position).into_iter();
    let mut violated = None;
    for mv in pseudo_legal.filter(|mv| (mv.source, mv.destination) == (from, to)) {
        let violations = violations(rules, position, &mv);
        if violations.is_empty() {
            return None;
        }
        violated.get_or_insert(violations);
    }
    if let Some(violations) = violated {
        return Some(Obstacle::Constraints(violations));
    }
    #[cfg(feature = "mechanic")]
    let piece = rules.expires(piece).unwrap_or(piece);
    let is_in_the_way = |&(square, condition): &(Square, Condition)| match (condition, stands(square)) {
        (Condition::Empty, stands) => stands.is_some(),
        (Condition::Enemy, stands) => stands.is_some_and(|piece| !rules.is_enemy(piece, side)),
        (Condition::Piece(_), _) => false,
    };
    let is_met = |&(square, condition): &(Square, Condition)| match (condition, stands(square)) {
        (Condition::Empty, stands) => stands.is_none(),
        (Condition::Enemy, stands) => stands.is_some_and(|piece| rules.is_enemy(piece, side)),
        (Condition::Piece(required), stands) => stands == Some(required),
    };
    let is_occupied = |way: &Possibility| {
        way.must.iter().all(|required| is_met(required) || is_in_the_way(required))
            && !way.deny.iter().any(is_met)
    };
    let rows = rules.table().rows(piece, from).iter().filter(|row| row.destination == to);
    let occupied = rows.flat_map(|row| rules.table().possibilities(row)).any(|(_, way)| is_occupied(way));
    Some(if occupied { Obstacle::Occupied } else { Obstacle::NoRow })
}

/// Returns every reason why a pseudo-legal move is not legal; none if it is.
pub(crate) fn violations(rules: &Ruleset, position: &Position, mv: &Move) -> Vec<Violation> {
    let side = rules.mover(position, mv.piece);
    let mut violations = Vec::new();
    for constraint in rules.constraints() {
        match constraint {
            Constraint::Unattacked => {
                violations.extend(unattacked(rules, mv).iter().filter_map(|&square| {
                    let enemy = side.opponent();
                    let by: Vec<Square> = attackers(rules, position, enemy, square, mv.piece).collect();
                    (!by.is_empty()).then_some(Violation::Unattacked { square, by })
                }));
            }
            Constraint::RoyalSafety => {
                #[cfg(feature = "mechanic")]
                if !rules.mechanics().is_empty() {
                    let outcome = Outcome::of(rules, position, mv);
                    let destroyed = outcome.own_royals_destroyed();
                    violations
                        .extend(destroyed.map(|(square, piece)| Violation::RoyalDestroyed { piece, square }));
                    if outcome.royal_verdict().is_none() {
                        let threats = threats(rules, &outcome.after, side);
                        violations.extend(threats.into_iter().map(Violation::RoyalSafety));
                    }
                    continue;
                }
                let threats_after = |mv: &Move| {
                    let (transition, _) = reference::row_transition(rules, position, mv);
                    threats(rules, &position.after(&transition), side)
                };
                let alone = without_placement(rules, mv).map(|mv| threats_after(&mv)).unwrap_or_default();
                let threats = if alone.is_empty() { threats_after(mv) } else { alone };
                violations.extend(threats.into_iter().map(Violation::RoyalSafety));
            }
            // See below.
            Constraint::GivesNoCheck | Constraint::SpareRoyals | Constraint::DupleCheck => {}
            Constraint::ForcedDrop => {
                let is_due = || legal_moves(rules, position).iter().any(is_drop);
                violations.extend((!is_drop(mv) && is_due()).then_some(Violation::ForcedDrop));
            }
            Constraint::ForcedMove => {
                let is_due = || !legal_moves(rules, position).iter().all(|mv| is_pass(rules, mv));
                violations.extend((is_pass(rules, mv) && is_due()).then_some(Violation::ForcedMove));
            }
            #[cfg(not(feature = "mechanic"))]
            Constraint::RoyalStays => {}
            #[cfg(feature = "mechanic")]
            Constraint::RoyalStays => {
                violations.extend(abandoned(rules, position, mv).map(Violation::RoyalStays));
            }
            #[cfg(not(feature = "mechanic"))]
            Constraint::ForcedCapture => {}
            #[cfg(feature = "mechanic")]
            Constraint::ForcedCapture => {
                let legal = legal_moves(rules, position);
                let captures =
                    |mv: &Move| !reference::row_transition(rules, position, mv).1.captured.is_empty();
                if !captures(mv) && legal.iter().any(captures) {
                    let mut by: Vec<Square> = legal.iter().filter_map(|mv| mv.source.square()).collect();
                    by.sort_unstable();
                    by.dedup();
                    violations.push(Violation::ForcedCapture { by });
                }
            }
        }
    }
    #[cfg(feature = "mechanic")]
    if !converts_enough(rules, position, mv) {
        violations.push(Violation::ConvertsNothing);
    }
    if !ends_facing(rules, position, mv) {
        violations.push(Violation::Facing);
    }
    if violations.is_empty() {
        violations.extend(exceeded_limit(rules, position, mv));
    }
    violations
}

/// Returns the limit on checks and mates that a move exceeds, with a piece that it would threaten.
fn exceeded_limit(rules: &Ruleset, position: &Position, mv: &Move) -> Option<Violation> {
    let limit = with_answers(rules, |answers| check_limit::exceeded(rules, position, mv, answers))?;
    let threat =
        threats(rules, &after(rules, position, mv), rules.side_of(mv.piece).opponent()).into_iter().next()?;
    Some(match limit {
        DropLimit::NoCheck => Violation::GivesCheck(threat),
        DropLimit::NoMate => Violation::GivesMate(threat),
    })
}
