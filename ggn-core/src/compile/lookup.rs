//! Tables from what stands in the way to what is reached: for each atom and square a few groups of squares that matter, each with what turns
//! the occupied ones among them into an index.
#![allow(unsafe_code, reason = "tables are read by the indices that were made for them: see `trust`")]

use std::collections::BTreeMap;

use super::bits::Bits;
use super::cpu::Cpu;
use super::trust;

/// A destination, and the sets of squares of which one must be empty to reach it.
pub(super) type Way<B> = (usize, Vec<B>);

/// Squares that matter together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<B> {
    mask: B,
    magic: B,
    shift: u32,
    offset: u32,
}

impl<B: Bits> Group<B> {
    /// What the group reaches when `occupied` is.
    #[inline(always)]
    pub(super) fn reached<C: Cpu>(&self, cpu: C, tables: &[B], occupied: B) -> B {
        let index = occupied.index(cpu, self.mask, self.magic, self.shift);
        // SAFETY: the builder made `offset` and so many entries from there on for every set that the mask can leave of the occupied squares.
        unsafe { *trust::entry(tables, self.offset as usize + index) }
    }
}

/// How the indices of all tables are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indexing {
    /// By extracting bits; by multiplying otherwise.
    pub(super) extracts: bool,
    /// The most squares in one group, and so the logarithm of the largest table.
    pub(super) bits: u32,
}

/// All tables of a ruleset while they are being made.
pub(super) struct Builder<B> {
    pub(super) tables: Vec<B>,
    indexing: Indexing,
    random: Random,
    /// Groups by what they tell: a way back that is like the way there has no table of its own.
    known: BTreeMap<(B, Vec<Way<B>>), Group<B>>,
}

/// A stream of random words, the same in every run.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl<B: Bits> Builder<B> {
    pub(super) fn new(indexing: Indexing) -> Builder<B> {
        Builder { tables: Vec::new(), indexing, random: Random(0), known: BTreeMap::new() }
    }

    /// `N` groups that together reach what the ways of a piece on one square reach; nothing if they ask about more squares than `N` groups
    /// can tell apart.
    pub(super) fn groups<const N: usize>(&mut self, mut ways: Vec<Way<B>>) -> Option<[Group<B>; N]> {
        let mask_of = |way: &Way<B>| way.1.iter().fold(B::EMPTY, |mask, &set| mask | set);
        let fits = |mask: B| mask.count() <= self.indexing.bits;
        // The longest come first, so that a way finds the group of a longer one on its line.
        ways.sort_by_key(|way| (std::cmp::Reverse(mask_of(way).count()), way.0));
        let mut bins: Vec<(B, Vec<Way<B>>)> = Vec::new();
        for way in ways {
            let mask = mask_of(&way);
            if !fits(mask) {
                return None;
            }
            let beside = bins.iter().position(|(known, _)| *known & mask == mask);
            let at = beside.or_else(|| bins.iter().position(|(known, _)| fits(*known | mask)));
            match at.and_then(|at| bins.get_mut(at)) {
                Some(bin) => {
                    bin.0 |= mask;
                    bin.1.push(way);
                }
                None => bins.push((mask, vec![way])),
            }
        }
        bins.resize_with(bins.len().max(N), || (B::EMPTY, Vec::new()));
        let groups: Vec<Group<B>> = bins.into_iter().map(|(mask, ways)| self.group(mask, ways)).collect();
        groups.try_into().ok()
    }

    fn group(&mut self, mask: B, mut ways: Vec<Way<B>>) -> Group<B> {
        ways.sort_unstable();
        if let Some(known) = self.known.get(&(mask, ways.clone())) {
            return *known;
        }
        let bits: Vec<B> = mask.squares().map(B::bit).collect();
        let subset = |index: usize| {
            let chosen = bits.iter().enumerate().filter(|(at, _)| index >> at & 1 == 1);
            chosen.fold(B::EMPTY, |set, (_, &bit)| set | bit)
        };
        let full = (1usize << bits.len()) - 1;
        let (magic, shift, places) = if self.indexing.extracts || bits.is_empty() {
            (B::EMPTY, 0, (0..=full).collect())
        } else {
            let subsets: Vec<B> = (0..=full).map(subset).collect();
            tell_apart(&subsets, bits.len() as u32, &mut self.random)
        };
        let size = places.iter().max().map_or(0, |last| last + 1);
        let offset = self.tables.len();
        self.tables.resize(offset + size, B::EMPTY);
        for (to, sets) in &ways {
            for set in sets {
                // Every set of occupied squares that leaves these empty.
                let is_free = |(at, &bit): (usize, &B)| usize::from((*set & bit).is_empty()) << at;
                let free = bits.iter().enumerate().map(is_free).sum::<usize>();
                let mut occupied = 0usize;
                loop {
                    let entry = places.get(occupied).and_then(|place| self.tables.get_mut(offset + place));
                    entry.into_iter().for_each(|entry| *entry |= B::bit(*to));
                    occupied = occupied.wrapping_sub(free) & free;
                    if occupied == 0 {
                        break;
                    }
                }
            }
        }
        let group = Group { mask, magic, shift, offset: offset as u32 };
        self.known.insert((mask, ways), group);
        group
    }
}

/// A multiplier, the shift after it, and the index that they give each of the sets: one of its own.
fn tell_apart<B: Bits>(sets: &[B], bits: u32, random: &mut Random) -> (B, u32, Vec<usize>) {
    const ATTEMPTS: u32 = 1_000;
    let mut shift = 64 - bits;
    let place = |set: &B, magic: B, shift: u32| set.index(super::cpu::Plain, !B::EMPTY, magic, shift);
    loop {
        let mut seen = vec![0u32; 1 << (64 - shift)];
        for attempt in 1..=ATTEMPTS {
            let magic = B::magic(|| random.next());
            let is_new = |set: &B| {
                let known = seen.get_mut(place(set, magic, shift));
                known.is_some_and(|known| std::mem::replace(known, attempt) != attempt)
            };
            if sets.iter().all(is_new) {
                return (magic, shift, sets.iter().map(|set| place(set, magic, shift)).collect());
            }
        }
        // A table twice the size: a multiplier for it is found so much sooner.
        shift -= 1;
    }
}
