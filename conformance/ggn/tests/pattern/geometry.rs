//! Atoms and modifiers against plain geometry: where a piece gets to on boards full of pieces, by its table and by hand.

use std::collections::{BTreeMap, BTreeSet};

use dev::Random;
use ggn_core::Side;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::{Ggn, Place, Possibility, Row};
use ggn_core::notation::lcn::Condition;

use super::support::{board, table};

type Spot = Vec<i32>;

/// A board with pieces, seen by the side to move.
struct Position {
    sizes: Vec<u8>,
    /// Sides of the pieces by square.
    pieces: BTreeMap<Spot, Side>,
}

impl Position {
    /// Returns a position in which every third square or so has a piece; the same number gives the same board.
    fn random(sizes: &[u8], seed: u64) -> Position {
        let mut random = Random::seeded(seed);
        let mut position = Position { sizes: sizes.to_vec(), pieces: BTreeMap::new() };
        for spot in position.spots() {
            match random.below(6) {
                0 => position.pieces.insert(spot, Side::First),
                1 => position.pieces.insert(spot, Side::Second),
                _ => None,
            };
        }
        position
    }

    fn spots(&self) -> Vec<Spot> {
        self.sizes.iter().fold(vec![Vec::new()], |spots, &size| {
            let longer = |spot: &Spot| {
                (0..i32::from(size)).map(|next| [spot.as_slice(), &[next]].concat()).collect::<Vec<_>>()
            };
            spots.iter().flat_map(longer).collect()
        })
    }

    fn has(&self, spot: &[i32]) -> bool {
        spot.iter().zip(&self.sizes).all(|(&at, &size)| (0..i32::from(size)).contains(&at))
    }

    fn empty(&self, spot: &[i32]) -> bool {
        self.has(spot) && !self.pieces.contains_key(spot)
    }

    fn occupied(&self, spot: &[i32]) -> bool {
        self.pieces.contains_key(spot)
    }
}

fn plus(from: &[i32], by: &[i32], times: i32) -> Spot {
    from.iter().zip(by).map(|(from, by)| from + by * times).collect()
}

/// A way of moving, described without any notation.
#[derive(Clone)]
enum Way {
    /// One leap over whatever there is.
    Leap(Vec<Spot>),
    /// As far as it is free, at most so many times.
    Slide(Vec<Spot>, i32),
    /// A leap, with the squares on its way that must be empty.
    Lame(Vec<(Spot, Vec<Spot>)>),
    /// A leap, with the squares on its way of which one must be occupied.
    Over(Vec<(Spot, Vec<Spot>)>),
    /// Beyond exactly one piece on the line, at most so many times in all.
    Hop(Vec<Spot>, i32),
    /// Right behind the first piece on the line.
    Behind(Vec<Spot>),
    /// First one leap to an empty square, then a slide from there.
    Bent(Vec<(Spot, Vec<Spot>)>, i32),
}

#[derive(Clone, Copy, PartialEq)]
enum Ends {
    Both,
    Quiet,
    Capture,
}

use Ends::{Both, Capture, Quiet};
use Way::{Behind, Bent, Hop, Lame, Leap, Over, Slide};

impl Way {
    /// Returns the destinations of the way from a square, whatever stands there.
    fn reach(&self, on: &Position, from: &[i32]) -> Vec<Spot> {
        let far = 300;
        let line = |by: &Spot, most: i32| {
            (1..=most.min(far))
                .map(|times| plus(from, by, times))
                .take_while(|to| on.has(to))
                .collect::<Vec<_>>()
        };
        let mut reached = Vec::new();
        match self {
            Leap(all) => reached.extend(all.iter().map(|by| plus(from, by, 1))),
            Slide(all, most) => {
                for by in all {
                    for to in line(by, *most) {
                        reached.push(to.clone());
                        if !on.empty(&to) {
                            break;
                        }
                    }
                }
            }
            Lame(all) => {
                let free =
                    all.iter().filter(|(_, passed)| passed.iter().all(|by| on.empty(&plus(from, by, 1))));
                reached.extend(free.map(|(by, _)| plus(from, by, 1)));
            }
            Over(all) => {
                let jumped = all.iter().filter(|(_, passed)| {
                    passed.iter().filter(|by| on.occupied(&plus(from, by, 1))).count() == 1
                });
                reached.extend(jumped.map(|(by, _)| plus(from, by, 1)));
            }
            Hop(all, most) => {
                for by in all {
                    let mut screens = 0;
                    for to in line(by, *most) {
                        if screens == 1 {
                            reached.push(to.clone());
                        }
                        screens += i32::from(on.occupied(&to));
                    }
                }
            }
            Behind(all) => {
                for by in all {
                    let line = line(by, far);
                    if let Some(screen) = line.iter().position(|at| on.occupied(at)) {
                        reached.extend(line.get(screen + 1).cloned());
                    }
                }
            }
            Bent(all, most) => {
                for (first, onward) in all {
                    let corner = plus(from, first, 1);
                    if on.empty(&corner) {
                        reached.extend(Slide(onward.clone(), *most).reach(on, &corner));
                    }
                }
            }
        }
        reached.retain(|to| on.has(to) && to != from);
        reached
    }
}

/// Returns the destinations of a piece of a side by its ways.
fn by_hand(ways: &[(Ends, Way)], on: &Position, from: &[i32], side: Side) -> BTreeSet<Spot> {
    let mut ends = BTreeSet::new();
    for (kind, way) in ways {
        for to in way.reach(on, from) {
            let allowed = match on.pieces.get(&to) {
                None => *kind != Capture,
                Some(&there) => there != side && *kind != Quiet,
            };
            if allowed {
                ends.insert(to);
            }
        }
    }
    ends
}

fn spot(cell: Cell) -> Spot {
    cell.coordinates().iter().map(|&at| i32::from(at)).collect()
}

fn holds(possibility: &Possibility, on: &Position, side: Side) -> bool {
    let is = |(cell, required): &(Cell, Condition)| match required {
        Condition::Empty => !on.occupied(&spot(*cell)),
        Condition::Enemy => on.pieces.get(&spot(*cell)).is_some_and(|&there| there != side),
        Condition::Piece(_) => panic!("these patterns name no pieces"),
    };
    possibility.must.conditions.iter().all(is) && !possibility.deny.conditions.iter().any(is)
}

/// The rows of a table by piece and source.
type Rows<'t> = BTreeMap<(String, Spot), Vec<&'t Row>>;

fn indexed(table: &Ggn) -> Rows<'_> {
    let mut rows = Rows::new();
    for row in &table.rows {
        let Place::Cell(source) = row.source else { panic!("no drops here") };
        rows.entry((row.piece.to_string(), spot(source))).or_default().push(row);
    }
    rows
}

/// Returns the destinations of a piece by a table.
fn by_table(rows: &Rows<'_>, on: &Position, from: &[i32], side: Side) -> BTreeSet<Spot> {
    let piece = if side == Side::First { "T:A" } else { "t:a" };
    let rows = rows.get(&(piece.to_owned(), from.to_vec())).into_iter().flatten();
    rows.filter(|row| row.possibilities.iter().any(|possibility| holds(possibility, on, side)))
        .map(|row| match row.destination {
            Place::Cell(destination) => spot(destination),
            Place::Hand => panic!("no moves into the hand here"),
        })
        .collect()
}

/// Returns a way as the second side goes it.
fn turned(way: &Way, dimension: usize) -> Way {
    let one = |by: &Spot| {
        let mut by = by.clone();
        by[dimension] = -by[dimension];
        by
    };
    let all = |all: &Vec<Spot>| all.iter().map(one).collect::<Vec<_>>();
    let passing = |ways: &Vec<(Spot, Vec<Spot>)>| {
        ways.iter().map(|(by, passed)| (one(by), all(passed))).collect::<Vec<_>>()
    };
    match way {
        Leap(ways) => Leap(all(ways)),
        Slide(ways, most) => Slide(all(ways), *most),
        Lame(ways) => Lame(passing(ways)),
        Over(ways) => Over(passing(ways)),
        Hop(ways, most) => Hop(all(ways), *most),
        Behind(ways) => Behind(all(ways)),
        Bent(ways, most) => Bent(passing(ways), *most),
    }
}

/// Holds a pattern against the same moves by hand, for both sides, from every square of some full boards.
fn compare(sizes: &[u8], moves: &str, ways: &[(Ends, Way)]) {
    let table = table(&board(sizes), &format!("A: {moves}"));
    let rows = indexed(&table);
    let ahead = usize::from(sizes.len() > 1);
    let theirs: Vec<(Ends, Way)> = ways.iter().map(|(ends, way)| (*ends, turned(way, ahead))).collect();
    for seed in 1..=5 {
        let position = Position::random(sizes, seed);
        for from in position.spots() {
            for (side, ways) in [(Side::First, ways), (Side::Second, &theirs)] {
                let hand = by_hand(ways, &position, &from, side);
                let table = by_table(&rows, &position, &from, side);
                assert_eq!(table, hand, "{moves} of the {side} side from {from:?} on board {seed}");
            }
        }
    }
}

fn spots<const N: usize, const D: usize>(all: [[i32; D]; N]) -> Vec<Spot> {
    all.iter().map(|spot| spot.to_vec()).collect()
}

/// Returns all points of the plane with these two distances from the middle.
fn around(one: i32, other: i32) -> Vec<Spot> {
    let range = -9..=9;
    let all = range.clone().flat_map(|x: i32| range.clone().map(move |y: i32| vec![x, y]));
    all.filter(|spot| {
        let mut far = [spot[0].abs(), spot[1].abs()];
        far.sort_unstable();
        far == [one.min(other), one.max(other)]
    })
    .collect()
}

fn joined(one: &[Spot], other: &[Spot]) -> Vec<Spot> {
    [one, other].concat()
}

const FAR: i32 = 300;

#[test]
fn letters_are_leaps_and_riders() {
    let (straight, slanting) = (around(0, 1), around(1, 1));
    let king = joined(&straight, &slanting);
    let cases = [
        ("W", Leap(straight.clone())),
        ("F", Leap(slanting.clone())),
        ("D", Leap(around(0, 2))),
        ("N", Leap(around(1, 2))),
        ("A", Leap(around(2, 2))),
        ("H", Leap(around(0, 3))),
        ("C", Leap(around(1, 3))),
        ("Z", Leap(around(2, 3))),
        ("G", Leap(around(3, 3))),
        ("K", Leap(king.clone())),
        ("R", Slide(straight.clone(), FAR)),
        ("B", Slide(slanting.clone(), FAR)),
        ("Q", Slide(king.clone(), FAR)),
        ("R4", Slide(straight.clone(), 4)),
        ("W3", Slide(straight.clone(), 3)),
        ("Q2", Slide(king.clone(), 2)),
        ("K2", Slide(king.clone(), 2)),
        ("WW", Slide(straight.clone(), FAR)),
        ("F0", Slide(slanting, FAR)),
        ("NN", Slide(around(1, 2), FAR)),
        ("N2", Slide(around(1, 2), 2)),
        ("DD", Slide(around(0, 2), FAR)),
        ("KK", Slide(king, FAR)),
        ("W1", Leap(straight)),
        ("(1,4)", Leap(around(1, 4))),
        ("(4,1)", Leap(around(1, 4))),
        ("(0,1)0", Slide(around(0, 1), FAR)),
        ("( 2 , 1 )2", Slide(around(1, 2), 2)),
        ("(+1,+2)", Leap(spots([[1, 2]]))),
        ("(-1,2)0", Slide(spots([[-1, 2]]), FAR)),
        ("(+0,-3)", Leap(spots([[0, -3]]))),
    ];
    for (moves, way) in cases {
        for sizes in [[8, 8], [5, 3]] {
            if sizes == [5, 3] && ["G", "H", "Z", "(1,4)", "(4,1)", "(+0,-3)"].contains(&moves) {
                continue;
            }
            compare(&sizes, moves, &[(Both, way.clone())]);
        }
    }
}

#[test]
fn direction_letters_choose_as_in_betza() {
    let cases = [
        ("fW", Leap(spots([[0, 1]]))),
        ("bW", Leap(spots([[0, -1]]))),
        ("lW", Leap(spots([[-1, 0]]))),
        ("rW", Leap(spots([[1, 0]]))),
        ("vW", Leap(spots([[0, 1], [0, -1]]))),
        ("sW", Leap(spots([[1, 0], [-1, 0]]))),
        ("fsW", Leap(spots([[0, 1], [1, 0], [-1, 0]]))),
        ("frlW", Leap(spots([[0, 1], [1, 0], [-1, 0]]))),
        ("fbW", Leap(spots([[0, 1], [0, -1]]))),
        ("flW", Leap(spots([[0, 1], [-1, 0]]))),
        ("fF", Leap(spots([[1, 1], [-1, 1]]))),
        ("bF", Leap(spots([[1, -1], [-1, -1]]))),
        ("lF", Leap(spots([[-1, 1], [-1, -1]]))),
        ("flF", Leap(spots([[-1, 1]]))),
        ("lfF", Leap(spots([[-1, 1]]))),
        ("fsF", Leap(spots([[1, 1], [-1, 1]]))),
        ("flbrF", Leap(spots([[-1, 1], [1, -1]]))),
        ("vF", Leap(around(1, 1))),
        ("fK", Leap(spots([[0, 1], [1, 1], [-1, 1]]))),
        ("fN", Leap(spots([[1, 2], [-1, 2]]))),
        ("ffN", Leap(spots([[1, 2], [-1, 2]]))),
        ("fhN", Leap(spots([[1, 2], [-1, 2], [2, 1], [-2, 1]]))),
        ("fsN", Leap(spots([[2, 1], [-2, 1]]))),
        ("frN", Leap(spots([[2, 1]]))),
        ("rfN", Leap(spots([[1, 2]]))),
        ("flN", Leap(spots([[-2, 1]]))),
        ("lbN", Leap(spots([[-1, -2]]))),
        ("rvN", Leap(spots([[1, 2], [1, -2]]))),
        ("vN", Leap(spots([[1, 2], [-1, 2], [1, -2], [-1, -2]]))),
        ("sN", Leap(spots([[2, 1], [2, -1], [-2, 1], [-2, -1]]))),
        ("bhN", Leap(spots([[1, -2], [-1, -2], [2, -1], [-2, -1]]))),
        ("lhN", Leap(spots([[-1, 2], [-1, -2], [-2, 1], [-2, -1]]))),
        ("fbN", Leap(spots([[1, 2], [-1, 2], [1, -2], [-1, -2]]))),
        ("fR", Slide(spots([[0, 1]]), FAR)),
        ("fsR", Slide(spots([[0, 1], [1, 0], [-1, 0]]), FAR)),
        ("frB", Slide(spots([[1, 1]]), FAR)),
        ("fQ3", Slide(spots([[0, 1], [1, 1], [-1, 1]]), 3)),
        ("f(1,4)", Leap(spots([[1, 4], [-1, 4]]))),
    ];
    for (moves, way) in cases {
        compare(&[8, 8], moves, &[(Both, way.clone())]);
        compare(&[7, 9], moves, &[(Both, way)]);
    }
}

#[test]
fn modifiers_say_what_is_passed_and_what_is_met() {
    let (straight, slanting) = (around(0, 1), around(1, 1));
    let passing = |by: &Spot, steps: i32| {
        (plus(&[0, 0], by, steps), (1..steps).map(|step| plus(&[0, 0], by, step)).collect::<Vec<_>>())
    };
    let along = |all: &[Spot], steps: i32| all.iter().map(|by| passing(by, steps)).collect::<Vec<_>>();
    // A leap of one straight step and then slanting ones: the straight step is along the longer of its two distances.
    let bent = |longer: i32, shorter: i32| {
        let leaps = around(longer, shorter).into_iter();
        leaps
            .map(|to| {
                let straight = |step: i32| -> Spot {
                    to.iter().map(|at| if at.abs() == longer { at.signum() * step } else { 0 }).collect()
                };
                let slant: Spot = to.iter().map(|at| at.signum()).collect();
                let turn = longer - shorter;
                let mut passed: Vec<Spot> = (1..=turn).map(straight).collect();
                passed.extend((1..shorter).map(|step| plus(&straight(turn), &slant, step)));
                (to, passed)
            })
            .collect::<Vec<_>>()
    };
    let king = joined(&straight, &slanting);
    let cases: Vec<(&str, Vec<(Ends, Way)>)> = vec![
        ("mR", vec![(Quiet, Slide(straight.clone(), FAR))]),
        ("cN", vec![(Capture, Leap(around(1, 2)))]),
        ("mcN", vec![(Both, Leap(around(1, 2)))]),
        ("mfW cfF", vec![(Quiet, Leap(spots([[0, 1]]))), (Capture, Leap(spots([[1, 1], [-1, 1]])))]),
        ("mfWcfF", vec![(Quiet, Leap(spots([[0, 1]]))), (Capture, Leap(spots([[1, 1], [-1, 1]])))]),
        ("fmFcfW", vec![(Quiet, Leap(spots([[1, 1], [-1, 1]]))), (Capture, Leap(spots([[0, 1]])))]),
        ("mfW2", vec![(Quiet, Slide(spots([[0, 1]]), 2))]),
        ("mRcB", vec![(Quiet, Slide(straight.clone(), FAR)), (Capture, Slide(slanting.clone(), FAR))]),
        ("nN", vec![(Both, Lame(bent(2, 1)))]),
        ("nA", vec![(Both, Lame(along(&slanting, 2)))]),
        ("nD", vec![(Both, Lame(along(&straight, 2)))]),
        ("nH", vec![(Both, Lame(along(&straight, 3)))]),
        ("nG", vec![(Both, Lame(along(&slanting, 3)))]),
        ("nC", vec![(Both, Lame(bent(3, 1)))]),
        ("nZ", vec![(Both, Lame(bent(3, 2)))]),
        ("jD", vec![(Both, Over(along(&straight, 2)))]),
        ("jA", vec![(Both, Over(along(&slanting, 2)))]),
        ("jN", vec![(Both, Over(bent(2, 1)))]),
        ("jH", vec![(Both, Over(along(&straight, 3)))]),
        ("cjZ", vec![(Capture, Over(bent(3, 2)))]),
        ("pR", vec![(Both, Hop(straight.clone(), FAR))]),
        ("pB", vec![(Both, Hop(slanting.clone(), FAR))]),
        ("pR4", vec![(Both, Hop(straight.clone(), 4))]),
        ("pNN", vec![(Both, Hop(around(1, 2), FAR))]),
        ("mRcpR", vec![(Quiet, Slide(straight.clone(), FAR)), (Capture, Hop(straight.clone(), FAR))]),
        ("gQ", vec![(Both, Behind(king.clone()))]),
        ("mgR", vec![(Quiet, Behind(straight.clone()))]),
        ("gNN", vec![(Both, Behind(around(1, 2)))]),
    ];
    for (moves, ways) in cases {
        compare(&[8, 8], moves, &ways);
        compare(&[9, 5], moves, &ways);
    }
}

#[test]
fn chains_go_on_outward() {
    let outward = |leaps: Vec<Spot>, legs: &[Spot]| {
        let onward = |leap: &Spot| {
            let best = legs.iter().map(|leg| leg[0] * leap[0] + leg[1] * leap[1]).max().unwrap();
            legs.iter().filter(|leg| leg[0] * leap[0] + leg[1] * leap[1] == best).cloned().collect::<Vec<_>>()
        };
        leaps.iter().map(|leap| (leap.clone(), onward(leap))).collect::<Vec<_>>()
    };
    let (straight, slanting) = (around(0, 1), around(1, 1));
    let over = |ways: Vec<(Spot, Vec<Spot>)>| {
        let one = |(first, onward): &(Spot, Vec<Spot>)| {
            onward.iter().map(|by| (plus(first, by, 1), vec![first.clone()])).collect::<Vec<_>>()
        };
        ways.iter().flat_map(one).collect::<Vec<_>>()
    };
    let cases: Vec<(&str, Vec<(Ends, Way)>)> = vec![
        ("W-F", vec![(Both, Bent(outward(straight.clone(), &slanting), 1))]),
        ("F-W", vec![(Both, Bent(outward(slanting.clone(), &straight), 1))]),
        ("F-F", vec![(Both, Bent(outward(slanting.clone(), &slanting), 1))]),
        (
            "F F-R",
            vec![(Both, Leap(slanting.clone())), (Both, Bent(outward(slanting.clone(), &straight), FAR))],
        ),
        ("W-B3", vec![(Both, Bent(outward(straight.clone(), &slanting), 3))]),
        ("W+W", vec![(Both, Over(over(outward(straight.clone(), &straight))))]),
        ("cF+F", vec![(Capture, Over(over(outward(slanting.clone(), &slanting))))]),
        ("(+0,+1)-(+1,+0)", vec![(Both, Bent(vec![(vec![0, 1], spots([[1, 0]]))], 1))]),
        (
            "fF-R",
            vec![(Both, Bent(vec![(vec![1, 1], spots([[0, 1]])), (vec![-1, 1], spots([[0, 1]]))], FAR))],
        ),
    ];
    for (moves, ways) in cases {
        compare(&[8, 8], moves, &ways);
        compare(&[6, 7], moves, &ways);
    }
}

#[test]
fn a_lame_rider_is_lame_at_every_leap() {
    let table = table(&board(&[9, 9]), "A: nNN");
    let rows = super::support::from(&table, "T:A", "a1");
    assert_eq!(
        rows["c5"],
        [
            r#"{ "must": { "a2": "empty", "b3": "empty", "b4": "empty", "c5": "empty" } }"#,
            r#"{ "must": { "a2": "empty", "b3": "empty", "b4": "empty", "c5": "enemy" } }"#,
        ]
    );
}

/// Returns all points of a board of three dimensions that have these distances from the middle, in any order.
fn about(mut distances: [i32; 3]) -> Vec<Spot> {
    distances.sort_unstable();
    let range = -3..=3;
    let mut all = Vec::new();
    for x in range.clone() {
        for y in range.clone() {
            for z in range.clone() {
                let mut far = [i32::abs(x), i32::abs(y), i32::abs(z)];
                far.sort_unstable();
                if far == distances {
                    all.push(vec![x, y, z]);
                }
            }
        }
    }
    all
}

#[test]
fn boards_of_one_and_three_dimensions_have_the_same_words() {
    let [edge, face, corner] = [about([0, 1, 1]), about([0, 0, 1]), about([1, 1, 1])];
    let all = [edge.clone(), face.clone(), corner.clone()].concat();
    let cases = [
        ("W", Leap(face.clone())),
        ("F", Leap(edge.clone())),
        ("(1,1,1)", Leap(corner.clone())),
        ("(1,0,2)", Leap(about([0, 1, 2]))),
        ("N", Leap(about([0, 1, 2]))),
        ("K", Leap(all.clone())),
        ("R", Slide(face, FAR)),
        ("B", Slide(edge, FAR)),
        ("(1,1,1)0", Slide(corner, FAR)),
        ("Q", Slide(all, FAR)),
        ("uW", Leap(spots([[0, 0, 1]]))),
        ("fuF", Leap(spots([[0, 1, 1]]))),
        ("fF", Leap(spots([[1, 1, 0], [-1, 1, 0], [0, 1, 1], [0, 1, -1]]))),
        ("(+0,+1,+1)", Leap(spots([[0, 1, 1]]))),
        ("fudW", Leap(spots([[0, 1, 0], [0, 0, 1], [0, 0, -1]]))),
    ];
    for (moves, way) in cases {
        compare(&[3, 4, 3], moves, &[(Both, way)]);
    }
    let line = |steps: &[i32]| steps.iter().map(|&step| vec![step]).collect::<Vec<Spot>>();
    let cases = [
        ("W", Leap(line(&[1, -1]))),
        ("D", Leap(line(&[2, -2]))),
        ("K", Leap(line(&[1, -1]))),
        ("R", Slide(line(&[1, -1]), FAR)),
        ("Q", Slide(line(&[1, -1]), FAR)),
        ("fW", Leap(line(&[1]))),
        ("bD", Leap(line(&[-2]))),
        ("(3)", Leap(line(&[3, -3]))),
        ("(+3)0", Slide(line(&[3]), FAR)),
        ("gR", Behind(line(&[1, -1]))),
    ];
    for (moves, way) in cases {
        compare(&[12], moves, &[(Both, way)]);
    }
}
