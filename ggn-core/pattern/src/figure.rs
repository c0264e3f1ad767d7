//! Figures of a single leg: the vectors that its letter or vector stands for.

use ggn_core::notation::cell::Cell;

use super::ast::{Base, Leg, Number};
use super::board::{Board, Vector};
use super::code::Code;
use super::fault::Faults;

/// The letters, with the leap that each is.
const LEAPERS: [(char, [i32; 2]); 9] = [
    ('W', [1, 0]),
    ('F', [1, 1]),
    ('D', [2, 0]),
    ('N', [2, 1]),
    ('A', [2, 2]),
    ('H', [3, 0]),
    ('C', [3, 1]),
    ('Z', [3, 2]),
    ('G', [3, 3]),
];

/// A number of times that no board can hold: a rider goes on to the edge.
const WITHOUT_END: usize = usize::MAX;

/// The longest leap that a board may have room for.
const COORDINATE_MAX: i32 = 255;

/// A set of vectors that are equal but for direction, and how often they may be made.
pub(super) struct Figure {
    pub(super) vectors: Vec<Vector>,
    pub(super) reach: usize,
}

/// Returns the figures that a letter or a vector stands for.
pub(super) fn figures(leg: &Leg, board: &Board, faults: &mut Faults) -> Option<Vec<Figure>> {
    let reach = match &leg.count {
        None => None,
        Some(count) => Some(match count.value.parse() {
            Ok(0) => WITHOUT_END,
            Ok(times) if times <= COORDINATE_MAX as usize => times,
            _ => {
                faults
                    .add(Code::Count, count.span.clone(), "no board is so large")
                    .found(&count.value)
                    .expected("a count up to 255, or 0 for no end");
                return None;
            }
        }),
    };
    if leg.doubled && reach.is_some() {
        faults
            .add(
                Code::Count,
                leg.span.clone(),
                "a doubled letter goes on without end, and a count says how far",
            )
            .expected("one of the two");
        return None;
    }
    let reach = reach.or(leg.doubled.then_some(WITHOUT_END));
    let (magnitudes, rides): (Vec<Vector>, bool) = match &leg.base {
        Base::Vector(numbers) => {
            return vector(leg, numbers, reach.unwrap_or(1), board, faults).map(|one| vec![one]);
        }
        Base::Letter('K') => (neighbours(board.dimensions()), false),
        Base::Letter('Q') => (neighbours(board.dimensions()), true),
        Base::Letter('R') => (vec![[1, 0, 0]], true),
        Base::Letter('B') => (vec![[1, 1, 0]], true),
        Base::Letter(letter) => match LEAPERS.iter().find(|(known, _)| known == letter) {
            Some((_, [longer, shorter])) => (vec![[*longer, *shorter, 0]], false),
            None => {
                unknown(*letter, leg, faults);
                return None;
            }
        },
    };
    if rides && leg.doubled {
        faults
            .add(Code::Count, leg.span.clone(), "this letter is a rider already; doubling it says nothing")
            .expected("the letter once");
        return None;
    }
    let reach = reach.unwrap_or(if rides { WITHOUT_END } else { 1 });
    let figure = |magnitude| Figure { vectors: variants(magnitude, board.dimensions()), reach };
    Some(magnitudes.into_iter().map(figure).collect())
}

/// A letter that stands for no leap.
fn unknown(letter: char, leg: &Leg, faults: &mut Faults) {
    let hint = match letter {
        'L' => "the camel's leap, Betza's `L`, is `C` here",
        'J' => "the zebra's leap, Betza's `J`, is `Z` here",
        'I' | 'T' => "a leap of three squares straight on is `H`",
        'P' => "a pawn has no letter of its own: `mfW cfF` steps ahead and captures aslant",
        'O' => "GGN has no move that leads nowhere, and a castling is written out: `e1 -> g1 when …`",
        'X' | 'Y' => "write a longer leap as its vector: `(1,4)`",
        'E' | 'M' | 'S' | 'U' | 'V' => "put it together from what there is: `RN`, `FC`, `WfF`",
        _ => "any other leap is written as its vector: `(1,4)`",
    };
    faults
        .add(Code::UnknownAtom, leg.span.clone(), "there is no move of this letter")
        .found(format!("`{letter}`"))
        .expected("one of W F D N A H C Z G, K Q R B, or a vector")
        .hint(hint);
}

/// Returns whether a vector is meant as it stands, without its mirror images.
pub(super) fn is_exact(numbers: &[Number]) -> bool {
    numbers.iter().any(|number| number.signed)
}

fn vector(leg: &Leg, numbers: &[Number], reach: usize, board: &Board, faults: &mut Faults) -> Option<Figure> {
    let vector = components(numbers, board, faults)?;
    if vector == [0; Cell::DIMENSIONS_MAX] {
        faults
            .add(Code::Vector, leg.span.clone(), "this vector leads nowhere")
            .expected("a number other than 0");
        return None;
    }
    let vectors = if is_exact(numbers) { vec![vector] } else { variants(vector, board.dimensions()) };
    Some(Figure { vectors, reach })
}

/// Returns the numbers of a vector, which must be as many as the board has dimensions.
pub(super) fn components(numbers: &[Number], board: &Board, faults: &mut Faults) -> Option<Vector> {
    let span = match numbers {
        [first, .., last] => first.text.span.start..last.text.span.end,
        [one] => one.text.span.clone(),
        [] => return None,
    };
    if numbers.len() != board.dimensions() {
        faults
            .add(Code::Vector, span, "a vector has a number for each dimension of the board")
            .found(format!("{} of them", numbers.len()))
            .expected(format!("{}: this board is {}", board.dimensions(), board.size()));
        return None;
    }
    let mut vector = [0; Cell::DIMENSIONS_MAX];
    for (component, number) in vector.iter_mut().zip(numbers) {
        match number.text.value.parse::<i32>() {
            Ok(value) if value.abs() <= COORDINATE_MAX => *component = value,
            _ => {
                faults
                    .add(Code::Vector, number.text.span.clone(), "no board is so large")
                    .found(&number.text.value)
                    .expected("a number from -255 to 255");
                return None;
            }
        }
    }
    Some(vector)
}

/// Returns a step in one dimension, in two at once, and so on.
fn neighbours(dimensions: usize) -> Vec<Vector> {
    (1..=dimensions).map(|together| std::array::from_fn(|index| i32::from(index < together))).collect()
}

/// Returns the vector in every order of its numbers and with every sign, as far as they fit the dimensions: the ones that go furthest
/// ahead first, and of these the ones that go furthest to the right.
fn variants(magnitude: Vector, dimensions: usize) -> Vec<Vector> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut all = Vec::new();
    for order in ORDERS {
        let reordered: Vector = order.map(|index| magnitude.get(index).copied().unwrap_or(0));
        for signs in 0..8 {
            all.push(std::array::from_fn(|index| {
                let component = reordered.get(index).copied().unwrap_or(0);
                if signs >> index & 1 == 1 { -component } else { component }
            }));
        }
    }
    all.retain(|vector: &Vector| vector.iter().skip(dimensions).all(|&component| component == 0));
    let ahead = usize::from(dimensions > 1);
    all.sort_by_key(|vector| {
        let [right, forward, up] = vector.map(std::cmp::Reverse);
        if ahead == 1 { (forward, right, up) } else { (right, forward, up) }
    });
    all.dedup();
    all
}
