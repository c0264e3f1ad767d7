//! Lookup tables from occupancy to destinations (magic bitboards, or PEXT): for each atom and square a few groups of relevant squares, each with the
//! hash that turns its occupied squares into an index. A group knows which destinations its own squares leave open; the destinations of all groups
//! are open. So the squares of a long line may be in several groups.
#![allow(unsafe_code, reason = "table reads without bounds checks: see `unchecked`")]

use std::collections::BTreeMap;

use super::bits::Bits;
use super::cpu::Cpu;
use super::rows::Path;
use super::unchecked;

/// A destination (or source), and the alternative paths to it, of which one must be open.
pub(super) type Paths<B> = (usize, Vec<Path<B>>);

/// Relevant squares that are looked up together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<B> {
    mask: B,
    magic: B,
    shift: u32,
    offset: u32,
}

impl<B: Bits> Group<B> {
    /// Returns the destinations that the squares of this group leave open.
    #[inline(always)]
    fn lookup<C: Cpu>(&self, cpu: C, tables: &[B], occupied: B) -> B {
        let index = occupied.index(cpu, self.mask, self.magic, self.shift);
        // SAFETY: the builder made `offset` and as many entries from there on as there are subsets of the mask.
        unsafe { *unchecked::entry(tables, self.offset as usize + index) }
    }
}

/// The groups of one atom on one square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup<B, const G: usize> {
    groups: [Group<B>; G],
    /// Number of groups with squares, at least one.
    count: u32,
}

/// Number of groups up to which all are looked up, used or not: a loop of known length is faster than one that ends early.
const UNROLLED_MAX: usize = 2;

impl<B: Bits, const G: usize> Lookup<B, G> {
    /// Returns the destinations for an occupancy.
    #[inline(always)]
    pub(super) fn destinations<C: Cpu>(&self, cpu: C, tables: &[B], occupied: B) -> B {
        let count = if G <= UNROLLED_MAX { G } else { self.count as usize };
        // SAFETY: the builder sets a count of at most `G`.
        let groups = unsafe { unchecked::entries(&self.groups, 0, count) };
        groups.iter().fold(!B::EMPTY, |set, group| set & group.lookup(cpu, tables, occupied))
    }
}

/// Number of bits by which an index by multiplication may be longer than its set of squares. A random multiplier separates the 128 subsets of 7
/// squares in a table of 2^13 entries about once in three tries, so where a thousand fail the squares lie where no multiplier separates them.
const SPARE_BITS_MAX: u32 = 6;

/// Maximum number of entries of all tables of a ruleset: 32 MiB on boards of 64 squares, 128 MiB on the largest.
const ENTRIES_MAX: usize = 1 << 22;

/// Maximum number of squares on the alternative paths to one destination.
const UNDIVIDED_MAX: u32 = 10;

/// Parameters of all table indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indexing {
    /// Indices come from bit extraction (PEXT) if true, from magic multiplication otherwise.
    pub(super) extracts: bool,
    /// Maximum number of squares in one group, and so the logarithm of its table's size. Alternative paths to one destination cannot be divided, and
    /// may have [`UNDIVIDED_MAX`].
    pub(super) bits: u32,
}

/// The lookup tables of a ruleset during construction.
pub(super) struct Builder<B> {
    pub(super) tables: Vec<B>,
    indexing: Indexing,
    random: Random,
    /// Groups by content: a capture table that equals a move table shares its entries.
    known: BTreeMap<(B, Vec<Paths<B>>), Group<B>>,
}

/// A deterministic stream of pseudo-random words (SplitMix64).
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

    /// Builds the lookup of a piece on one square from its paths. Returns `None` if `G` groups cannot hold the squares on those paths, or if a group
    /// has no index or no place within the bounds of this module; the interpreter then plays the game.
    pub(super) fn lookup<const G: usize>(&mut self, mut paths: Vec<Paths<B>>) -> Option<Lookup<B, G>> {
        // The longest come first, so that a path joins the group of a longer one on its line.
        paths.sort_by_key(|path| (std::cmp::Reverse(squares_on(path).count()), path.0));
        let mut masks: Vec<B> = Vec::new();
        let (single, alternative): (Vec<&Paths<B>>, Vec<&Paths<B>>) =
            paths.iter().partition(|path| path.1.len() == 1);
        for path in alternative {
            self.add_undivided(&mut masks, squares_on(path))?;
        }
        for path in single {
            self.add_divided::<G>(&mut masks, squares_on(path))?;
        }
        let count = masks.len().max(1);
        masks.resize(count.max(G), B::EMPTY);
        let mut undivided = vec![false; paths.len()];
        let mut groups = Vec::new();
        for mask in masks {
            let within: Vec<Paths<B>> = (paths.iter().zip(&mut undivided))
                .map(|((to, sets), is_in_another)| {
                    let is_single = sets.len() == 1;
                    let holds_all = !*is_in_another && squares_on(&(*to, sets.clone())) & !mask == B::EMPTY;
                    *is_in_another |= !is_single && holds_all;
                    let is_relevant = is_single || holds_all;
                    let sets = if is_relevant {
                        sets.iter().map(|path| path.within(mask)).collect()
                    } else {
                        vec![Path::FREE]
                    };
                    (*to, sets)
                })
                .collect();
            groups.push(self.group(mask, within)?);
        }
        Some(Lookup { groups: groups.try_into().ok()?, count: count as u32 })
    }

    fn fits(&self, mask: B) -> bool {
        mask.count() <= self.indexing.bits
    }

    /// Adds squares that belong into one group.
    fn add_undivided(&self, masks: &mut Vec<B>, mask: B) -> Option<()> {
        if mask.count() > UNDIVIDED_MAX {
            return None;
        }
        let beside = masks.iter().position(|known| *known & mask == mask);
        let at = beside.or_else(|| masks.iter().position(|known| self.fits(*known | mask)));
        match at.and_then(|at| masks.get_mut(at)) {
            Some(known) => *known |= mask,
            None => masks.push(mask),
        }
        Some(())
    }

    /// Adds squares that may be in several groups, if possible to one.
    fn add_divided<const G: usize>(&self, masks: &mut Vec<B>, mask: B) -> Option<()> {
        let mut left = masks.iter().fold(mask, |left, known| left & !*known);
        while !left.is_empty() {
            if let Some(known) = masks.iter_mut().find(|known| self.fits(**known | left)) {
                *known |= left;
                return Some(());
            }
            if masks.len() < G {
                masks.push(B::EMPTY);
            }
            let known = masks.iter_mut().rev().find(|known| known.count() < self.indexing.bits)?;
            let room = (self.indexing.bits - known.count()) as usize;
            let part = left.squares().take(room).fold(B::EMPTY, |set, square| set | B::bit(square));
            *known |= part;
            left &= !part;
        }
        Some(())
    }

    fn group(&mut self, mask: B, mut paths: Vec<Paths<B>>) -> Option<Group<B>> {
        paths.sort_unstable();
        if let Some(known) = self.known.get(&(mask, paths.clone())) {
            return Some(*known);
        }
        let bits: Vec<B> = mask.squares().map(B::bit).collect();
        let subset = |index: usize| {
            let chosen = bits.iter().enumerate().filter(|(at, _)| index >> at & 1 == 1);
            chosen.fold(B::EMPTY, |set, (_, &bit)| set | bit)
        };
        let full = (1usize << bits.len()) - 1;
        let (magic, shift, indices) = if self.indexing.extracts || bits.is_empty() {
            (B::EMPTY, 0, (0..=full).collect())
        } else {
            let subsets: Vec<B> = (0..=full).map(subset).collect();
            find_magic(&subsets, bits.len() as u32, &mut self.random)?
        };
        let size = indices.iter().max().map_or(0, |last| last + 1);
        let offset = self.tables.len();
        if offset + size > ENTRIES_MAX {
            return None;
        }
        let is_open = |(_, alternatives): &&Paths<B>| alternatives.contains(&Path::FREE);
        let open = paths.iter().filter(is_open).fold(B::EMPTY, |set, (to, _)| set | B::bit(*to));
        self.tables.resize(offset + size, open);
        for (to, alternatives) in paths.iter().filter(|(to, _)| !open.has(*to)) {
            for path in alternatives {
                // Every occupancy for which this path is open.
                let chosen = |squares: B| {
                    let is_in = |(at, &bit): (usize, &B)| usize::from(!(squares & bit).is_empty()) << at;
                    bits.iter().enumerate().map(is_in).sum::<usize>()
                };
                let (screens, free) = (chosen(path.occupied), chosen(!path.squares()));
                let mut others = 0usize;
                loop {
                    let index_of = indices.get(others | screens);
                    let entry = index_of.and_then(|index_of| self.tables.get_mut(offset + index_of));
                    entry.into_iter().for_each(|entry| *entry |= B::bit(*to));
                    others = others.wrapping_sub(free) & free;
                    if others == 0 {
                        break;
                    }
                }
            }
        }
        let group = Group { mask, magic, shift, offset: offset as u32 };
        self.known.insert((mask, paths), group);
        Some(group)
    }
}

/// Returns the squares on all paths to a destination.
fn squares_on<B: Bits>(path: &Paths<B>) -> B {
    path.1.iter().fold(B::EMPTY, |mask, path| mask | path.squares())
}

/// Finds a magic multiplier, its shift, and the resulting index of each set; all indices differ. Returns `None` if there is none within
/// [`SPARE_BITS_MAX`].
fn find_magic<B: Bits>(sets: &[B], bits: u32, random: &mut Random) -> Option<(B, u32, Vec<usize>)> {
    const ATTEMPTS: u32 = 1_000;
    let index_of = |set: &B, magic: B, shift: u32| set.index(super::cpu::Plain, !B::EMPTY, magic, shift);
    // In a table of twice the size a multiplier is found much sooner.
    (bits..=bits + SPARE_BITS_MAX).find_map(|length| {
        let shift = 64 - length;
        let mut seen = vec![0u32; 1 << length];
        (1..=ATTEMPTS).find_map(|attempt| {
            let magic = B::magic(|| random.next());
            let is_new = |set: &B| {
                let known = seen.get_mut(index_of(set, magic, shift));
                known.is_some_and(|known| std::mem::replace(known, attempt) != attempt)
            };
            let differ = sets.iter().all(is_new);
            differ.then(|| (magic, shift, sets.iter().map(|set| index_of(set, magic, shift)).collect()))
        })
    })
}
