//! Tables from what stands in the way to what is reached: for each atom and square a few groups of squares that matter, each with a
//! multiplier that turns the occupied ones among them into an index.

use super::bits::Bits;
use super::rows::Reached;

/// The most squares in one group, and so the logarithm of the largest table.
const GROUP_BITS: u32 = 7;

/// Squares that matter together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<B> {
    mask: B,
    magic: B,
    shift: u32,
    offset: u32,
}

/// How an atom moves from one square.
#[derive(Clone, Debug)]
pub(super) struct Reach<B> {
    groups: (u32, u32),
    /// What is reached whatever stands where.
    free: B,
    quiet: B,
    captures: B,
}

impl<B: Bits> Default for Reach<B> {
    fn default() -> Reach<B> {
        Reach { groups: (0, 0), free: B::EMPTY, quiet: B::EMPTY, captures: B::EMPTY }
    }
}

/// All groups and all tables of a ruleset.
#[derive(Clone, Debug)]
pub(super) struct Lookup<B> {
    groups: Vec<Group<B>>,
    tables: Vec<B>,
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

impl<B: Bits> Lookup<B> {
    pub(super) fn new() -> Lookup<B> {
        Lookup { groups: Vec::new(), tables: Vec::new() }
    }

    /// How many bytes the tables take.
    pub(super) fn bytes(&self) -> usize {
        self.groups.len() * size_of::<Group<B>>() + self.tables.len() * size_of::<B>()
    }

    /// Where the rows lead from a square when `occupied` is: quiet moves to empty squares, captures to those of `enemies`.
    #[inline(always)]
    pub(super) fn moves(&self, reach: &Reach<B>, occupied: B, enemies: B) -> B {
        self.reached(reach, occupied) & ((reach.quiet & !occupied) | (reach.captures & enemies))
    }

    #[inline(always)]
    fn reached(&self, reach: &Reach<B>, occupied: B) -> B {
        let mut reached = reach.free;
        let (start, end) = reach.groups;
        for group in self.groups.get(start as usize..end as usize).unwrap_or_default() {
            let index = (occupied & group.mask).mix(group.magic) >> group.shift;
            reached |= self.tables.get(group.offset as usize + index as usize).copied().unwrap_or(B::EMPTY);
        }
        reached
    }

    /// Takes in the rows of an atom on a square; nothing if one of them asks for more squares than a table can tell apart.
    pub(super) fn add(&mut self, rows: &[Reached<B>], random: &mut Random) -> Option<Reach<B>> {
        let mut reach = Reach::default();
        let mut bins: Vec<(B, Vec<&Reached<B>>)> = Vec::new();
        let mut sorted: Vec<&Reached<B>> = rows.iter().collect();
        let mask_of = |row: &Reached<B>| row.ways.iter().fold(B::EMPTY, |mask, &way| mask | way);
        sorted.sort_by_key(|row| std::cmp::Reverse(mask_of(row).count()));
        for row in sorted {
            let to = B::bit(row.to);
            if row.quiet {
                reach.quiet |= to;
            }
            if row.captures {
                reach.captures |= to;
            }
            let mask = mask_of(row);
            if mask.is_empty() {
                reach.free |= to;
                continue;
            }
            if mask.count() > GROUP_BITS {
                return None;
            }
            // The longest rows come first, so that a row finds the group of a longer one on its line.
            let fits = |bin: &&mut (B, _)| (bin.0 | mask).count() <= GROUP_BITS;
            let contains = bins.iter().position(|(known, _)| *known & mask == mask);
            match contains {
                Some(at) => bins.get_mut(at).into_iter().for_each(|bin| bin.1.push(row)),
                None => match bins.iter_mut().find(fits) {
                    Some(bin) => {
                        bin.0 |= mask;
                        bin.1.push(row);
                    }
                    None => bins.push((mask, vec![row])),
                },
            }
        }
        let start = self.groups.len() as u32;
        for (mask, rows) in bins {
            self.add_group(mask, &rows, random);
        }
        reach.groups = (start, self.groups.len() as u32);
        Some(reach)
    }

    fn add_group(&mut self, mask: B, rows: &[&Reached<B>], random: &mut Random) {
        let bits: Vec<B> = mask.squares().map(B::bit).collect();
        let subset = |index: usize| {
            let chosen = bits.iter().enumerate().filter(|(at, _)| index >> at & 1 == 1);
            chosen.fold(B::EMPTY, |set, (_, &bit)| set | bit)
        };
        let subsets: Vec<B> = (0..1usize << bits.len()).map(subset).collect();
        let (magic, shift) = tell_apart(&subsets, bits.len() as u32, random);
        let size = 1usize << (64 - shift);
        let offset = self.tables.len() as u32;
        self.tables.resize(self.tables.len() + size, B::EMPTY);
        for &occupied in &subsets {
            let is_open = |row: &&&Reached<B>| row.ways.iter().any(|&way| (way & occupied).is_empty());
            let reached = rows.iter().filter(is_open).fold(B::EMPTY, |set, row| set | B::bit(row.to));
            let index = offset as usize + (occupied.mix(magic) >> shift) as usize;
            if let Some(entry) = self.tables.get_mut(index) {
                *entry = reached;
            }
        }
        self.groups.push(Group { mask, magic, shift, offset });
    }
}

/// A multiplier, and the shift after it, that give each of the sets an index of its own.
fn tell_apart<B: Bits>(sets: &[B], bits: u32, random: &mut Random) -> (B, u32) {
    const ATTEMPTS: u32 = 1_000;
    let mut shift = 64 - bits;
    loop {
        let mut seen = vec![0u32; 1 << (64 - shift)];
        for attempt in 1..=ATTEMPTS {
            let magic = B::magic(|| random.next());
            let is_new = |set: &B| {
                let known = seen.get_mut((set.mix(magic) >> shift) as usize);
                known.is_some_and(|known| std::mem::replace(known, attempt) != attempt)
            };
            if sets.iter().all(is_new) {
                return (magic, shift);
            }
        }
        // A table twice the size: a multiplier for it is found so much sooner.
        shift -= 1;
    }
}
