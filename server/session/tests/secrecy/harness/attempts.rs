//! Answers of a moderator who is asked, implemented after the prose of `rules/MODERATORS.md`, without any of the session's code.

use std::collections::BTreeSet;

use ggn_core::notation::letter::Letter;
use ggn_core::{
    Attempt, Game, Location, Move, OwnPieces, PieceId, Played, Position, Prospect, Rules, Square,
    choice_need, prospect,
};
use serde_json::{Map, Value, json};
use session::protocol::player::ErrorCode;

use super::policy::{AfterYes, AttemptRules, BeforeTurn, CaptureSquare, CapturedForm, Policy};
use super::verdict::{Choice, CommitRequest, Touch, Verdict};

/// Memory of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Turn {
    refused: BTreeSet<Attempt>,
    question: Question,
    /// Squares of the pawns with a try, where the player was told which, or that there are none.
    told: Option<BTreeSet<Square>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Question {
    #[default]
    Open,
    Answered,
    No,
    Due,
}

/// Returns the legal captures by pawns, as source and destination.
fn pawn_tries(board: &Game, policy: &Policy) -> BTreeSet<(Square, Square)> {
    let rules = board.rules();
    let is_pawn = |id: PieceId| policy.is_pawn(&rules.piece(id).unwrap().name);
    let takes = |mv: &&Move| is_pawn(mv.piece) && rules.effect(board.position(), mv).is_capture();
    let ends = board.legal_moves().iter().filter(takes);
    ends.filter_map(|mv| Some((mv.source.square()?, mv.destination.square()?))).collect()
}

/// Begins a turn; returns the announcement before it.
pub(crate) fn begin(board: &Game, policy: &Policy) -> (Turn, Option<(&'static str, Value)>) {
    let tries = pawn_tries(board, policy);
    let sources: BTreeSet<Square> = tries.iter().map(|(source, _)| *source).collect();
    let name = |square: &Square| board.rules().shape().cell(*square).unwrap().to_string();
    let (told, announced) = match policy.tries.before_turn {
        None => (None, None),
        Some(BeforeTurn::Whether) => {
            let word = if tries.is_empty() { "no_any" } else { "has_any" };
            (tries.is_empty().then(BTreeSet::new), Some((word, Value::Null)))
        }
        Some(BeforeTurn::Count) => {
            let said = json!({"tries": tries.len()});
            (tries.is_empty().then(BTreeSet::new), Some(("pawn_tries", said)))
        }
        Some(BeforeTurn::Sources) => {
            let said = json!({"sources": sources.iter().map(name).collect::<Vec<_>>()});
            (Some(sources), Some(("pawn_tries", said)))
        }
    };
    (Turn { told, ..Turn::default() }, announced)
}

/// Returns the announcement that answers the question for pawn tries; the turn remembers it.
pub(crate) fn answer_question(
    turn: &mut Turn,
    board: &Game,
    policy: &Policy,
    answers: AttemptRules,
) -> &'static str {
    let Some(after) = policy.tries.after_yes.filter(|_| turn.question == Question::Open) else {
        return answers.withheld.word();
    };
    if pawn_tries(board, policy).is_empty() {
        turn.question = Question::No;
        return "no_any";
    }
    turn.question = if after == AfterYes::Free { Question::Answered } else { Question::Due };
    "has_any"
}

/// Returns the result of an attempt of the side to move; the turn remembers a refusal.
pub(crate) fn decide(
    turn: &mut Turn,
    board: &Game,
    policy: &Policy,
    answers: AttemptRules,
    wish: CommitRequest,
) -> Verdict {
    let Some(to) = wish.to else { return Verdict::Silence };
    let (rules, position) = (board.rules(), board.position());
    let side = position.turn();
    let own = OwnPieces::new(rules, side, position.pieces());
    let (source, dropped) = match wish.touch {
        Touch::Board(square) => (Location::Square(square), None),
        Touch::Hand(piece) => (Location::Hand, Some(piece)),
    };
    let need = choice_need(rules, &own, source, dropped, to);
    if need.is_due && !need.may_be_plain && wish.choice == Choice::Letter(None) {
        return Verdict::Error(ErrorCode::PromotionRequired);
    }
    let letter_of = |id: PieceId| rules.piece(id).unwrap().qpi.pin.letter;
    let choice = match wish.choice {
        Choice::Letter(_) if !need.is_due => Choice::Letter(None),
        choice => choice,
    };
    let promotion = match choice {
        Choice::Letter(letter) => letter.and_then(Letter::new),
        Choice::Word(chosen) => chosen.promotion.map(letter_of),
    };
    let attempt = match wish.touch {
        Touch::Board(source) => Attempt::Move { source, destination: to, promotion },
        Touch::Hand(piece) => Attempt::Drop { piece: letter_of(piece), destination: to },
    };
    let foreseen = prospect(rules, &own, position.hand(side), attempt);
    let pawn = wish.touch.square().filter(|square| {
        own.piece_at(*square).is_some_and(|id| policy.is_pawn(&rules.piece(id).unwrap().name))
    });
    let is_pawn_try = pawn.is_some() && foreseen == Prospect::Capture;
    let is_repeated = turn.refused.contains(&attempt);
    if turn.question == Question::Due && (!is_pawn_try || is_repeated) {
        return Verdict::Refused(answers.withheld.word());
    }
    let is_ruled_out = is_pawn_try
        && (turn.question == Question::No
            || turn.told.as_ref().is_some_and(|told| !told.contains(&pawn.unwrap())));
    if foreseen == Prospect::Impossible || is_ruled_out {
        return Verdict::Refused(answers.knowable.word());
    }
    if is_repeated {
        return Verdict::Refused(answers.repeated.word());
    }
    let is_it = |mv: &&Move| {
        wish.touch.moves(mv)
            && mv.destination == Location::Square(to)
            && match choice {
                Choice::Letter(_) => mv.placed.is_none() && mv.promotion.map(letter_of) == promotion,
                Choice::Word(chosen) => mv.promotion == chosen.promotion && mv.placed == chosen.placed,
            }
    };
    if let Some(mv) = board.legal_moves().iter().find(is_it) {
        return Verdict::Made(*mv);
    }
    if turn.question == Question::Due && policy.tries.after_yes == Some(AfterYes::OneTry) {
        turn.question = Question::Answered;
        turn.refused.clear();
    }
    turn.refused.insert(attempt);
    Verdict::Refused(answers.hidden.word())
}

/// Returns the particulars of a capture that a file announces, and the letter of its kind if that is one of them.
pub(crate) fn captured(
    rules: &Rules,
    policy: &Policy,
    before: &Position,
    played: &Played,
) -> (Value, Option<char>) {
    let Some(&(stood, victim)) = played.effect.captured.first() else { return (Value::Null, None) };
    let name = |square: Square| rules.shape().cell(square).unwrap().to_string();
    let mut said = Map::new();
    match policy.forms.capture_square {
        Some(CaptureSquare::Victim) => {
            said.insert("square".to_owned(), json!(name(stood)));
        }
        Some(CaptureSquare::Arrival) => {
            said.insert("square".to_owned(), json!(name(played.mv.destination.square().unwrap())));
        }
        None => {}
    }
    let mut kind = None;
    match policy.forms.captured {
        Some(CapturedForm::Class) => {
            let is_pawn = policy.is_pawn(&rules.piece(victim).unwrap().name);
            said.insert("captured".to_owned(), json!(if is_pawn { "pawn" } else { "piece" }));
        }
        Some(CapturedForm::Kind) => {
            let count = |position: &Position, id| {
                position.hand(played.by).iter().find(|held| held.0 == id).map_or(0, |held| held.1)
            };
            let held = played.after.hand(played.by).iter().map(|held| held.0);
            let gained = held.into_iter().find(|id| count(&played.after, *id) > count(before, *id));
            let letter = rules.piece(gained.unwrap_or(victim)).unwrap().letter();
            said.insert("capturedType".to_owned(), json!(letter.to_string()));
            kind = Some(letter);
        }
        None => {}
    }
    (if said.is_empty() { Value::Null } else { said.into() }, kind)
}

/// Returns the directions of the checks to the side to move, in the order of the words.
pub(crate) fn directions(rules: &Rules, position: &Position) -> Value {
    let mut found: Vec<usize> = Vec::new();
    for threat in rules.threats(position, position.turn()) {
        found.extend(threat.by.iter().map(|by| direction(rules, threat.royal, *by)));
    }
    found.sort_unstable();
    let words = ["rank", "file", "long_diagonal", "short_diagonal", "knight"];
    json!({"directions": found.into_iter().map(|number| words[number]).collect::<Vec<_>>()})
}

/// Returns the number of the word for a direction: walks along each diagonal measure its length.
fn direction(rules: &Rules, royal: Square, by: Square) -> usize {
    let shape = rules.shape();
    let point = |square| shape.coordinates(square).map(i32::from).collect::<Vec<_>>();
    let (king, other) = (point(royal), point(by));
    let ([x, y], [to_x, to_y]) = (king.as_slice(), other.as_slice()) else { return 4 };
    let (dx, dy) = (to_x - x, to_y - y);
    if dy == 0 {
        return 0;
    }
    if dx == 0 {
        return 1;
    }
    if dx.abs() != dy.abs() {
        return 4;
    }
    let [files, ranks] = shape.sizes() else { return 4 };
    let is_on = |x: i32, y: i32| (0..i32::from(*files)).contains(&x) && (0..i32::from(*ranks)).contains(&y);
    let steps = |sx: i32, sy: i32| (1..).take_while(|n| is_on(x + n * sx, y + n * sy)).count();
    let length = |sx: i32, sy: i32| steps(sx, sy) + steps(-sx, -sy);
    let (along, across) = (length(dx.signum(), dy.signum()), length(dx.signum(), -dy.signum()));
    if along >= across { 2 } else { 3 }
}
