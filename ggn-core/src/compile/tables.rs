//! A ruleset as tables: made once when it is loaded, and read by the generator.
#![allow(unsafe_code, reason = "tables are read by the indices that were made for them: see `trust`")]

use super::atoms::{Atom, Atoms};
use super::bits::Bits;
use super::fans::Fans;
use super::lines::Lines;
use super::lookup::{Builder, Group, Indexing, Random, Way};
use super::manner::{Manner, Shift};
use super::parts::{Mannered, Parts, Rank};
use super::rows::Reached;
use super::specials::Specials;
use super::trust;
use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::table::Effect;
use crate::ruleset::{Captured, Constraint, Ruleset};
use crate::{BySide, Side};

/// Where a board keeps which set of squares: the pieces of each side, the royal and the marked ones, and then those with each atom.
pub(super) mod lane {
    pub(in crate::compile) const ROYALS: usize = 2;
    pub(in crate::compile) const MARKED: usize = 3;
    pub(in crate::compile) const ATOMS: usize = 4;
}

/// The lane of a side.
#[inline(always)]
pub(super) fn number(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// What the tables know of one piece.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) side: Side,
    /// What it becomes by moving.
    pub(super) moved: PieceId,
    /// What a marked piece falls to; any other is itself.
    pub(super) settled: PieceId,
    /// Where it is counted in a hand.
    pub(super) held: Option<u8>,
    /// What enters the capturer's hand.
    pub(super) kept: Option<PieceId>,
}

/// How an atom moves from one square.
#[derive(Clone, Debug)]
pub(super) struct Reach<B, const G: usize> {
    groups: [Group<B>; G],
    quiet: B,
    captures: B,
}

/// What one atom's captures look like from the captured: from where they come, and which of them get through.
#[derive(Clone, Debug)]
pub(super) struct Sight<B, const G: usize> {
    pub(super) aligned: B,
    pub(super) groups: [Group<B>; G],
}

/// All by which one side attacks a square.
#[derive(Clone, Debug)]
pub(super) struct Watch<B, const G: usize> {
    /// The lanes of attackers that nothing can come between, and by square and lane where they attack from.
    pub(super) leap_lanes: Vec<usize>,
    pub(super) leaps: Vec<B>,
    /// The lanes of the others, which of the lines each has, and by square and lane what they see.
    pub(super) sight_lanes: Vec<usize>,
    pub(super) sight_lines: Vec<usize>,
    pub(super) sights: Vec<Sight<B, G>>,
}

/// All by which one side captures, wherever to.
#[derive(Clone, Debug)]
pub(super) struct Danger<B> {
    pub(super) shifts: Vec<(usize, Shift<B>)>,
    /// Lanes, each with its place among [`Tables::leaps`].
    pub(super) leaps: Vec<(usize, usize)>,
    /// Lanes, each with its place among [`Tables::slides`].
    pub(super) slides: Vec<(usize, usize)>,
    /// Atoms whose captures are found one piece after the other.
    pub(super) others: Vec<usize>,
}

/// A ruleset as tables, for boards with `L` lanes; what is reached is looked up in `G` groups.
#[derive(Clone, Debug)]
pub(super) struct Tables<B, const L: usize, const G: usize> {
    pub(super) kinds: Vec<Kind>,
    places: Places<B, L>,
    /// By the byte of a piece: what it becomes by moving.
    pub(super) moved: Box<[Option<PieceId>; 256]>,
    /// By the byte of a piece (zeros for an empty square) and the square.
    keys: Vec<u64>,
    pub(super) turn_key: u64,
    pub(super) reached: Vec<B>,
    /// By atom and square.
    reach: Vec<Reach<B, G>>,
    pub(super) atoms: usize,
    /// For each side the lanes whose pieces all move at once.
    pub(super) shifts: BySide<Vec<(usize, Shift<B>)>>,
    /// How many lanes slide, from the first atom on, and how many leap, from there on; by lane and square what they reach. The leaps and slides
    /// of royal pieces come after those of the lanes.
    pub(super) slide_lanes: usize,
    pub(super) slides: Vec<[Group<B>; G]>,
    pub(super) leap_lanes: usize,
    pub(super) leaps: Vec<B>,
    /// Atoms whose moves are found one piece after the other.
    pub(super) others: Vec<usize>,
    /// By the attacking side.
    pub(super) watch: BySide<Watch<B, G>>,
    pub(super) danger: BySide<Danger<B>>,
    /// By the attacking side: whether a piece that could capture beyond a square, were it empty, attacks that square.
    pub(super) is_closed: BySide<bool>,
    /// By piece and square where royal pieces leap; nothing if one of them moves otherwise.
    pub(super) royal_leaps: Option<Vec<B>>,
    pub(super) lines: Lines<B>,
    pub(super) squares: usize,
    pub(super) fans: Fans<B>,
    pub(super) specials: Specials<B>,
    /// By piece: where it may be dropped.
    pub(super) drops: Vec<(PieceId, B)>,
    pub(super) royal_safety: bool,
    pub(super) heeds_attacks: bool,
    /// For each side whether its moves are judged by lines: every capture of the other side has one way only, so that what stands between
    /// tells check from pin, and the royal piece before a move is the one after it.
    pub(super) by_lines: BySide<bool>,
    pub(super) helds: usize,
    /// Whether a mark is all by which a marked piece differs from what it falls to.
    pub(super) marks_alone: bool,
}

impl<B: Bits, const L: usize, const G: usize> Tables<B, L, G> {
    /// Compiles a ruleset; nothing if it needs more lanes or groups.
    pub(super) fn new(rules: &Ruleset, parts: &Parts<B>, indexing: Indexing) -> Option<Tables<B, L, G>> {
        let Parts { sorted, fans, atoms: found, manners, royal_safety } = parts;
        if found.atoms.len() + lane::ATOMS > L {
            return None;
        }
        let kinds = list_kinds(rules);
        let specials = Specials::new(rules, sorted, found)?;
        let mut builder = Builder::new(indexing);
        let mut random = Random(1);
        let mut tables = Tables {
            places: Places::new(rules, found, &kinds)?,
            moved: by_byte(|piece| kinds.get(piece.index()).map(|kind| kind.moved)),
            keys: keys(B::WIDTH, kinds.len(), &mut random),
            turn_key: random.next(),
            reached: Vec::new(),
            reach: Vec::new(),
            atoms: found.atoms.len(),
            shifts: BySide::from_fn(|_| Vec::new()),
            slide_lanes: 0,
            slides: Vec::new(),
            leap_lanes: 0,
            leaps: Vec::new(),
            others: Vec::new(),
            watch: BySide::from_fn(|_| Watch {
                leap_lanes: Vec::new(),
                leaps: Vec::new(),
                sight_lanes: Vec::new(),
                sight_lines: Vec::new(),
                sights: Vec::new(),
            }),
            danger: BySide::from_fn(|_| Danger {
                shifts: Vec::new(),
                leaps: Vec::new(),
                slides: Vec::new(),
                others: Vec::new(),
            }),
            is_closed: BySide::from_fn(|side| is_closed(rules, found, side)),
            royal_leaps: None,
            lines: Lines::new(rules.shape().squares()),
            squares: rules.shape().squares(),
            drops: sorted.drops.iter().map(|(&piece, &at)| (piece, at)).collect(),
            royal_safety: *royal_safety,
            heeds_attacks: rules.constraints().contains(&Constraint::Unattacked),
            by_lines: BySide::from_fn(|side| {
                specials.attacks[side.opponent()].is_empty()
                    && has_lines(rules, found, side.opponent())
                    && royals_stay(rules, side)
            }),
            helds: kinds.iter().filter(|kind| kind.held.is_some()).count(),
            marks_alone: false,
            kinds,
            fans: fans.clone(),
            specials,
        };
        tables.marks_alone = tables.judge_marks();
        for atom in &found.atoms {
            tables.add_reach(atom, &mut builder)?;
        }
        for (index, mannered) in manners.iter().enumerate() {
            tables.add_manner(rules, index, mannered);
        }
        tables.royal_leaps = tables.find_royal_leaps(rules, found, manners);
        for side in Side::BOTH {
            tables.watch[side] = tables.look_back(rules, found, side, &mut builder)?;
        }
        tables.reached = builder.tables;
        Some(tables)
    }

    /// How the moves of an atom are looked up.
    fn add_reach(&mut self, atom: &Atom<B>, builder: &mut Builder<B>) -> Option<()> {
        for square in 0..B::WIDTH {
            let rows = atom.get(&square).map_or(&[][..], Vec::as_slice);
            let set = |is: fn(&Reached<B>) -> bool| {
                rows.iter().filter(|row| is(row)).fold(B::EMPTY, |set, row| set | B::bit(row.to))
            };
            self.reach.push(Reach {
                groups: builder.groups(rows.iter().map(|row| (row.to, row.ways.clone())).collect())?,
                quiet: set(|row| row.quiet),
                captures: set(|row| row.captures),
            });
        }
        Some(())
    }

    /// Takes an atom in among those that are found in its manner.
    fn add_manner(&mut self, rules: &Ruleset, index: usize, mannered: &Mannered<B>) {
        let (lane, own) = (lane::ATOMS + index, mannered.rank != Rank::Royal);
        let pieces = || mannered.bearers.values().flatten();
        let sides =
            Side::BOTH.into_iter().filter(|side| pieces().any(|&piece| rules.side_of(piece) == *side));
        let reach = self.reach.get(index * B::WIDTH..(index + 1) * B::WIDTH).unwrap_or_default();
        match &mannered.manner {
            Manner::Shifts(shifts) => {
                for side in sides {
                    let lanes = |shift: &Shift<B>| (lane, shift.clone());
                    if own {
                        self.shifts[side].extend(shifts.iter().map(lanes));
                    }
                    let captures = shifts.iter().filter(|shift| !shift.captures.is_empty());
                    self.danger[side].shifts.extend(captures.map(lanes));
                }
            }
            Manner::Leap => {
                let place = self.leaps.len() / B::WIDTH;
                sides.for_each(|side| self.danger[side].leaps.push((lane, place)));
                self.leaps.extend(reach.iter().map(|reach| reach.quiet));
                self.leap_lanes += usize::from(own);
            }
            Manner::Slide => {
                let place = self.slides.len() / B::WIDTH;
                sides.for_each(|side| self.danger[side].slides.push((lane, place)));
                self.slides.extend(reach.iter().map(|reach| reach.groups));
                self.slide_lanes += usize::from(own);
            }
            Manner::Other => {
                sides.for_each(|side| self.danger[side].others.push(index));
                if own {
                    self.others.push(index);
                }
            }
        }
    }

    fn find_royal_leaps(&self, rules: &Ruleset, found: &Atoms<B>, manners: &[Mannered<B>]) -> Option<Vec<B>> {
        let mut leaps = vec![B::EMPTY; self.kinds.len() * B::WIDTH];
        let of_royals = found.of.iter().filter(|((piece, _), _)| rules.is_terminal(*piece));
        for (&(piece, square), atoms) in of_royals {
            for &atom in atoms {
                let Manner::Leap = manners.get(atom)?.manner else { return None };
                *leaps.get_mut(piece.index() * B::WIDTH + square)? |= self.reach(atom, square).quiet;
            }
        }
        Some(leaps)
    }

    /// The captures of a side, from the captured back.
    fn look_back(
        &mut self,
        rules: &Ruleset,
        found: &Atoms<B>,
        side: Side,
        builder: &mut Builder<B>,
    ) -> Option<Watch<B, G>> {
        let mut leaps: Vec<(usize, Vec<B>)> = Vec::new();
        let mut sights: Vec<(usize, usize, Vec<Sight<B, G>>)> = Vec::new();
        for (index, atom) in found.atoms.iter().enumerate() {
            let lane = lane::ATOMS + index;
            if !found.has(rules, side, index) {
                continue;
            }
            let mut back: Vec<Vec<Way<B>>> = vec![Vec::new(); B::WIDTH];
            for (&from, rows) in atom {
                for row in rows.iter().filter(|row| row.captures) {
                    back.get_mut(row.to)?.push((from, row.ways.clone()));
                }
            }
            let sources = |ways: &Vec<Way<B>>| ways.iter().fold(B::EMPTY, |set, way| set | B::bit(way.0));
            let is_free = |(_, sets): &Way<B>| sets.iter().any(|set| set.is_empty());
            if back.iter().all(Vec::is_empty) {
                continue;
            }
            if back.iter().flatten().all(is_free) {
                leaps.push((lane, back.iter().map(sources).collect()));
                continue;
            }
            let line = self.lines.add(&back)?;
            let see =
                |ways: Vec<Way<B>>| Some(Sight { aligned: sources(&ways), groups: builder.groups(ways)? });
            sights.push((lane, line, back.into_iter().map(see).collect::<Option<_>>()?));
        }
        let by_square = |square: usize| leaps.iter().filter_map(move |(_, masks)| masks.get(square).copied());
        let seen =
            |square: usize| sights.iter().filter_map(move |(_, _, sights)| sights.get(square).cloned());
        Some(Watch {
            leap_lanes: leaps.iter().map(|(lane, _)| *lane).collect(),
            leaps: (0..B::WIDTH).flat_map(by_square).collect(),
            sight_lanes: sights.iter().map(|(lane, _, _)| *lane).collect(),
            sight_lines: sights.iter().map(|(_, line, _)| *line).collect(),
            sights: (0..B::WIDTH).flat_map(seen).collect(),
        })
    }

    fn judge_marks(&self) -> bool {
        let stamp = |piece: PieceId, square: usize| {
            let mut stamp = *self.stamp(piece, square);
            stamp[lane::MARKED] = B::EMPTY;
            stamp
        };
        let is_alone = |(index, kind): (usize, &Kind)| {
            let piece = PieceId::from_index(index);
            piece.is_some_and(|piece| (0..B::WIDTH).all(|at| stamp(piece, at) == stamp(kind.settled, at)))
        };
        self.kinds.iter().enumerate().all(is_alone)
    }

    /// Roughly how many bytes the tables take.
    pub(super) fn bytes(&self) -> usize {
        let watch = |watch: &Watch<B, G>| {
            watch.leaps.len() * size_of::<B>() + watch.sights.len() * size_of::<Sight<B, G>>()
        };
        self.places.bytes()
            + self.keys.len() * size_of::<u64>()
            + (self.reached.len() + self.leaps.len()) * size_of::<B>()
            + self.lines.bytes()
            + self.reach.len() * size_of::<Reach<B, G>>()
            + self.slides.len() * size_of::<[Group<B>; G]>()
            + Side::BOTH.into_iter().map(|side| watch(&self.watch[side])).sum::<usize>()
            + self.fans.bytes()
            + self.specials.bytes()
    }

    #[inline(always)]
    pub(super) fn kind(&self, piece: PieceId) -> &Kind {
        &self.kinds[piece.index()]
    }

    /// Where a lane leaps from a square, by its place among the leaps.
    #[inline(always)]
    pub(super) fn leap(&self, place: usize, square: usize) -> B {
        // SAFETY: every place has its squares.
        unsafe { *trust::entry(&self.leaps, place * B::WIDTH + square) }
    }

    /// How a lane slides from a square, by its place among the slides.
    #[inline(always)]
    pub(super) fn slide(&self, place: usize, square: usize) -> &[Group<B>; G] {
        // SAFETY: every place has its squares.
        unsafe { trust::entry(&self.slides, place * B::WIDTH + square) }
    }

    /// The lanes in which a piece stands on a square, as a mask.
    #[inline(always)]
    pub(super) fn stamp(&self, piece: PieceId, square: usize) -> &[B; L] {
        // SAFETY: a place is a byte, and there is a stamp for each.
        unsafe { trust::entry(&*self.places.stamps, self.place(piece, square)) }
    }

    /// The atoms by which a piece moves on a square.
    #[inline(always)]
    pub(super) fn atoms_of(&self, piece: PieceId, square: usize) -> &[usize] {
        &self.places.atoms[self.place(piece, square)]
    }

    #[inline(always)]
    fn place(&self, piece: PieceId, square: usize) -> usize {
        // SAFETY: pieces of a board are of its ruleset, squares below the width.
        usize::from(unsafe { *trust::entry(&self.places.of, piece.index() * B::WIDTH + square) })
    }

    #[inline(always)]
    pub(super) fn reach(&self, atom: usize, square: usize) -> &Reach<B, G> {
        // SAFETY: every atom has its squares.
        unsafe { trust::entry(&self.reach, atom * B::WIDTH + square) }
    }

    #[inline(always)]
    pub(super) fn key(&self, piece: Option<PieceId>, square: usize) -> u64 {
        let row = piece.map_or(0, |piece| usize::from(piece.byte()));
        // SAFETY: there is a row for no piece and one for each of the ruleset's; squares are below the width.
        unsafe { *trust::entry(&self.keys, row * B::WIDTH + square) }
    }
}

impl<B: Bits, const G: usize> Reach<B, G> {
    /// What the rows would capture when `occupied` is.
    #[inline(always)]
    pub(super) fn captures<C: super::cpu::Cpu>(&self, cpu: C, reached: &[B], occupied: B) -> B {
        self.groups.iter().fold(B::EMPTY, |set, group| set | group.reached(cpu, reached, occupied))
            & self.captures
    }

    /// Where the rows lead when `occupied` is: quiet moves to empty squares, captures to those of `enemies`.
    #[inline(always)]
    pub(super) fn moves<C: super::cpu::Cpu>(&self, cpu: C, reached: &[B], occupied: B, enemies: B) -> B {
        let all = self.groups.iter().fold(B::EMPTY, |set, group| set | group.reached(cpu, reached, occupied));
        all & ((self.quiet & !occupied) | (self.captures & enemies))
    }
}

/// Whether each capture of a side has one way only.
fn has_lines<B: Bits>(rules: &Ruleset, found: &Atoms<B>, side: Side) -> bool {
    let of_theirs = found.atoms.iter().enumerate().filter(|(index, _)| found.has(rules, side, *index));
    of_theirs.flat_map(|(_, atom)| atom.values().flatten()).all(|row| !row.captures || row.ways.len() == 1)
}

/// Whether no move of a side makes a royal piece of another, or of a royal piece another, or brings one in.
fn royals_stay(rules: &Ruleset, side: Side) -> bool {
    let own_rows = rules.table().iter().filter(|(piece, ..)| rules.side_of(*piece) == side);
    own_rows.into_iter().all(|(piece, source, row)| {
        let stays = |becomes: PieceId| rules.is_terminal(becomes) == rules.is_terminal(piece);
        let effects = rules.table().possibilities(row).filter_map(|(index, _)| rules.table().effect(index));
        let choices = |effect: &Effect| {
            let choices = effect.promotes.iter().flat_map(|promotes| promotes.choices.iter());
            effect.becomes.iter().chain(choices).all(|&piece| stays(piece))
        };
        stays(rules.moved(piece))
            && effects.into_iter().all(choices)
            && !(source == Location::Hand && rules.is_terminal(piece))
    })
}

/// Whether every piece of a side that could capture beyond a square, were it empty, attacks that square.
fn is_closed<B: Bits>(rules: &Ruleset, found: &Atoms<B>, side: Side) -> bool {
    let of_theirs = found.atoms.iter().enumerate().filter(|(index, _)| found.has(rules, side, *index));
    of_theirs.flat_map(|(_, atom)| atom.values()).all(|rows| {
        let captures = || rows.iter().filter(|row| row.captures);
        let attacks = |square: usize, within: B| {
            captures().any(|row| row.to == square && row.ways.iter().any(|way| (*way & !within).is_empty()))
        };
        let ways = || captures().flat_map(|row| row.ways.iter().copied());
        ways().all(|way| way.squares().all(|square| attacks(square, way & !B::bit(square))))
    })
}

/// Where each piece stands in which lanes.
#[derive(Clone, Debug)]
struct Places<B, const L: usize> {
    /// By piece and square: which of the stamps it leaves.
    of: Vec<u8>,
    stamps: Box<[[B; L]; 256]>,
    /// For each stamp the atoms in it.
    atoms: Vec<Vec<usize>>,
}

impl<B: Bits, const L: usize> Places<B, L> {
    /// Nothing if there are more different stamps than a byte can number.
    fn new(rules: &Ruleset, found: &Atoms<B>, kinds: &[Kind]) -> Option<Places<B, L>> {
        let mut places = Places {
            of: Vec::with_capacity(kinds.len() * B::WIDTH),
            stamps: Box::new([[B::EMPTY; L]; 256]),
            atoms: Vec::new(),
        };
        for ((piece, shown), kind) in rules.pieces().zip(kinds) {
            for square in 0..B::WIDTH {
                // A marked piece never moves, but attacks as what it falls to.
                let atoms: Vec<usize> =
                    found.of.get(&(kind.settled, square)).into_iter().flatten().copied().collect();
                let mut stamp = [B::EMPTY; L];
                let own = [number(kind.side)].into_iter().chain(atoms.iter().map(|atom| lane::ATOMS + atom));
                let royal = shown.is_terminal().then_some(lane::ROYALS);
                let marked = rules.expires(piece).map(|_| lane::MARKED);
                for lane in own.chain(royal).chain(marked) {
                    *stamp.get_mut(lane)? = !B::EMPTY;
                }
                let known = places.stamps.iter().take(places.atoms.len()).position(|known| *known == stamp);
                let index = known.unwrap_or(places.atoms.len());
                if known.is_none() {
                    *places.stamps.get_mut(index)? = stamp;
                    places.atoms.push(atoms);
                }
                places.of.push(index as u8);
            }
        }
        Some(places)
    }

    fn bytes(&self) -> usize {
        self.of.len() + self.atoms.len() * size_of::<[B; L]>()
    }
}

/// A table by the byte of a piece.
fn by_byte<T: Copy>(of: impl Fn(PieceId) -> Option<T>) -> Box<[Option<T>; 256]> {
    let mut table = Box::new([None; 256]);
    for (index, entry) in table.iter_mut().skip(1).enumerate() {
        *entry = PieceId::from_index(index).and_then(&of);
    }
    table
}

fn keys(width: usize, kinds: usize, random: &mut Random) -> Vec<u64> {
    let empty = std::iter::repeat_n(0, width);
    empty.chain(std::iter::repeat_with(|| random.next()).take(kinds * width)).collect()
}

fn list_kinds(rules: &Ruleset) -> Vec<Kind> {
    let mut holdable: Vec<PieceId> = match rules.captured() {
        Captured::Discard => Vec::new(),
        Captured::Hand(kept) => kept.iter().map(|&(_, after)| after).collect(),
    };
    for (piece, source, row) in rules.table().iter() {
        if source == Location::Hand || row.destination == Location::Hand {
            holdable.push(piece);
            holdable.push(rules.moved(piece));
        }
    }
    holdable
        .extend(Side::BOTH.into_iter().flat_map(|side| rules.initial().hand(side)).map(|&(piece, _)| piece));
    holdable.sort_unstable();
    holdable.dedup();
    let kind = |(piece, shown): (PieceId, &crate::piece::Piece)| {
        let settled = rules.expires(piece).unwrap_or(piece);
        Kind {
            side: shown.side(),
            moved: rules.moved(piece),
            settled,
            held: holdable.iter().position(|held| *held == piece).and_then(|at| u8::try_from(at).ok()),
            kept: match rules.captured() {
                Captured::Discard => None,
                Captured::Hand(kept) => {
                    kept.iter().find(|(taken, _)| *taken == piece).map(|&(_, after)| after)
                }
            },
        }
    };
    rules.pieces().map(kind).collect()
}
