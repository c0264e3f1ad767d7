//! Tables of a ruleset: built once when it is loaded, and read by the generator.
#![allow(unsafe_code, reason = "table reads without bounds checks: see `unchecked`")]

use super::atom_kind::{AtomKind, Shift};
use super::atoms::{Atom, Atoms};
use super::barred::{BarredTable, HopEnd};
use super::bits::Bits;
use super::drops::{self, DropTable};
use super::filters::{CheckRule, Filters};
use super::goals::GoalTable;
use super::lines::Lines;
use super::lookup::{Builder, Indexing, Lookup, Paths, Random};
use super::parts::{AtomInfo, LaneOrder, Parts};
use super::piece_info::{self, PieceInfo};
use super::promotions::PromotionTable;
use super::rows::{self, Path, SimpleRow};
use super::specials::Specials;
use super::unchecked;
use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::table::Effect;
use crate::ruleset::{Constraint, Ruleset};
use crate::{BySide, Side};

/// Lanes of a board (sets of squares): 0 and 1 for the pieces of each side, then royal pieces, marked pieces, one lane for each atom, and one for
/// each piece that denies drops.
pub(super) mod lane {
    pub(in crate::compile) const ROYALS: usize = 2;
    pub(in crate::compile) const MARKED: usize = 3;
    pub(in crate::compile) const ATOMS: usize = 4;
}

/// Returns the lane of a side.
#[inline(always)]
pub(super) fn number(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// The moves of an atom from one square.
#[derive(Clone, Debug)]
pub(super) struct AtomMoves<B, const G: usize> {
    lookup: Lookup<B, G>,
    quiet: B,
    captures: B,
    /// Destinations on which only a royal piece is captured.
    royal_captures: B,
}

/// Attackers of one square by one sliding atom: `aligned` are all possible sources, `lookup` gives those with a clear path.
#[derive(Clone, Debug)]
pub(super) struct SliderAttackers<B, const G: usize> {
    pub(super) aligned: B,
    pub(super) lookup: Lookup<B, G>,
}

/// Tables of the attackers of each square, for one attacking side.
#[derive(Clone, Debug)]
pub(super) struct AttackerTables<B, const G: usize> {
    /// Lanes of attackers that cannot be blocked, and their sources by square and lane.
    pub(super) leap_lanes: Vec<usize>,
    pub(super) leaps: Vec<B>,
    /// Lanes of attackers that can be blocked, the table of [`Lines`] of each, and the attackers by square and lane.
    pub(super) slider_lanes: Vec<usize>,
    pub(super) slider_lines: Vec<usize>,
    /// By lane, the number of pieces that stand between an attacker and its target: 1 for hops, otherwise 0.
    pub(super) slider_screens: Vec<u32>,
    pub(super) slider_attackers: Vec<SliderAttackers<B, G>>,
    /// By lane, the screens that hide attackers from their targets.
    pub(super) slider_barred: Vec<Option<Box<BarredTable<B>>>>,
}

/// Lanes and tables of the squares that one side attacks.
#[derive(Clone, Debug)]
pub(super) struct DangerTables<B> {
    pub(super) shifts: Vec<(usize, Shift<B>)>,
    /// Lanes, each with its index in [`Tables::leaps`].
    pub(super) leaps: Vec<(usize, usize)>,
    /// Lanes, each with its index in [`Tables::slides`].
    pub(super) slides: Vec<(usize, usize)>,
    /// Atoms whose captures are looked up one piece at a time.
    pub(super) others: Vec<usize>,
}

/// The tables of a ruleset, for boards with `L` lanes; destinations are looked up in `G` groups.
#[derive(Clone, Debug)]
pub(super) struct Tables<B, const L: usize, const G: usize> {
    pub(super) piece_infos: Vec<PieceInfo>,
    lane_stamps: LaneStamps<B, L>,
    /// Piece after moving, by the byte of a piece.
    pub(super) moved: Box<[Option<PieceId>; 256]>,
    /// Key parts, by the byte of a piece (zero for an empty square) and the square.
    keys: Vec<u64>,
    pub(super) turn_key: u64,
    pub(super) destination_sets: Vec<B>,
    /// By atom and square.
    atom_moves: Vec<AtomMoves<B, G>>,
    /// By atom.
    pub(super) barred: Vec<Option<Box<BarredTable<B>>>>,
    pub(super) atoms: usize,
    /// For each side the shifts and their lanes.
    pub(super) shifts: BySide<Vec<(usize, Shift<B>)>>,
    /// Number of slide lanes (from the first atom on) and of leap lanes (after them), with their destinations by lane and square. Slides and leaps of
    /// royal pieces follow those of the lanes.
    pub(super) slide_lanes: usize,
    pub(super) slides: Vec<Lookup<B, G>>,
    pub(super) leap_lanes: usize,
    pub(super) leaps: Vec<B>,
    /// Atoms whose moves are looked up one piece at a time.
    pub(super) others: Vec<usize>,
    /// By attacking side.
    pub(super) attackers: BySide<AttackerTables<B, G>>,
    pub(super) danger: BySide<DangerTables<B>>,
    /// By attacking side: whether every piece that could capture beyond a square, were it empty, attacks that square.
    pub(super) is_closed: BySide<bool>,
    /// Leaps of royal pieces, by piece and square; `None` if one of them moves otherwise.
    pub(super) royal_leaps: Option<Vec<B>>,
    pub(super) lines: Lines<B>,
    pub(super) squares: usize,
    pub(super) promotions: PromotionTable<B>,
    pub(super) specials: Specials<B>,
    /// By side.
    pub(super) drops: BySide<Vec<DropTable<B>>>,
    pub(super) filters: Filters<B>,
    pub(super) has_filters: bool,
    pub(super) check_rule: CheckRule,
    pub(super) goals: GoalTable<B>,
    pub(super) royal_safety: bool,
    pub(super) requires_unattacked: bool,
    /// For each side, whether checks against it are along lines: every capture of the other side depends on the number of pieces on the squares between
    /// alone, so that this number tells check from pin, and no move changes which piece is royal.
    pub(super) by_lines: BySide<bool>,
    pub(super) hand_slots: usize,
    /// True if marked pieces differ from unmarked ones by nothing but the mark.
    pub(super) only_mark_differs: bool,
}

impl<B: Bits, const L: usize, const G: usize> Tables<B, L, G> {
    /// Builds the tables. Returns `None` if the ruleset needs more lanes or groups.
    pub(super) fn new(rules: &Ruleset, parts: &Parts<B>, indexing: Indexing) -> Option<Tables<B, L, G>> {
        let Parts { sorted, promotions, atoms: found, atom_infos, royal_safety } = parts;
        let deniers = drops::deniers(sorted);
        if lane::ATOMS + found.atoms.len() + deniers.len() > L {
            return None;
        }
        let piece_infos = piece_info::all(rules);
        let specials = Specials::new(rules, sorted, found)?;
        let filters = Filters::new(rules);
        let mut builder = Builder::new(indexing);
        let mut random = Random(1);
        let mut tables = Tables {
            lane_stamps: LaneStamps::new(rules, found, &deniers, &piece_infos)?,
            moved: by_byte(|piece| piece_infos.get(piece.index()).map(|info| info.moved)),
            keys: keys(B::WIDTH, piece_infos.len(), &mut random),
            turn_key: random.next(),
            destination_sets: Vec::new(),
            atom_moves: Vec::new(),
            barred: (found.atoms.iter())
                .map(|atom| BarredTable::new(atom, HopEnd::Source, &deniers, found.atoms.len()))
                .collect(),
            atoms: found.atoms.len(),
            shifts: BySide::from_fn(|_| Vec::new()),
            slide_lanes: 0,
            slides: Vec::new(),
            leap_lanes: 0,
            leaps: Vec::new(),
            others: Vec::new(),
            attackers: BySide::from_fn(|_| AttackerTables {
                leap_lanes: Vec::new(),
                leaps: Vec::new(),
                slider_lanes: Vec::new(),
                slider_lines: Vec::new(),
                slider_screens: Vec::new(),
                slider_attackers: Vec::new(),
                slider_barred: Vec::new(),
            }),
            danger: BySide::from_fn(|_| DangerTables {
                shifts: Vec::new(),
                leaps: Vec::new(),
                slides: Vec::new(),
                others: Vec::new(),
            }),
            is_closed: BySide::from_fn(|side| is_closed(rules, found, side)),
            royal_leaps: None,
            lines: Lines::new(rules.shape().squares()),
            squares: rules.shape().squares(),
            drops: BySide::from_fn(|side| drops::tables(rules, sorted, found, &deniers, &specials, side)),
            has_filters: !filters.is_empty(),
            filters,
            check_rule: CheckRule::of(rules),
            goals: GoalTable::new(rules, &piece_infos),
            royal_safety: *royal_safety,
            requires_unattacked: rules.constraints().contains(&Constraint::Unattacked),
            by_lines: BySide::from_fn(|side| {
                specials.are_harmless(side.opponent())
                    && has_lines(rules, found, side.opponent())
                    && royals_stay(rules, side)
            }),
            hand_slots: piece_infos.iter().filter(|info| info.hand_slot.is_some()).count(),
            only_mark_differs: false,
            piece_infos,
            promotions: promotions.clone(),
            specials,
        };
        tables.only_mark_differs = tables.only_mark_differs();
        for atom in &found.atoms {
            tables.add_atom_moves(atom, &mut builder)?;
        }
        for (index, atom_info) in atom_infos.iter().enumerate() {
            tables.add_atom(rules, index, atom_info);
        }
        tables.royal_leaps = tables.find_royal_leaps(rules, found, atom_infos);
        for side in Side::BOTH {
            tables.attackers[side] = tables.attacker_tables(rules, (found, &deniers), side, &mut builder)?;
        }
        tables.destination_sets = builder.tables;
        Some(tables)
    }

    /// Adds the lookups of an atom.
    fn add_atom_moves(&mut self, atom: &Atom<B>, builder: &mut Builder<B>) -> Option<()> {
        for square in 0..B::WIDTH {
            let rows = atom.get(&square).map_or(&[][..], Vec::as_slice);
            let set = |is: fn(&SimpleRow<B>) -> bool| {
                rows.iter().filter(|row| is(row)).fold(B::EMPTY, |set, row| set | B::bit(row.to))
            };
            self.atom_moves.push(AtomMoves {
                lookup: builder.lookup(rows.iter().map(|row| (row.to, row.paths.clone())).collect())?,
                quiet: set(|row| row.quiet),
                captures: set(|row| row.captures && !row.royal),
                royal_captures: set(|row| row.royal),
            });
        }
        Some(())
    }

    /// Adds an atom to the lanes of its kind.
    fn add_atom(&mut self, rules: &Ruleset, index: usize, atom_info: &AtomInfo<B>) {
        let (lane, own) = (lane::ATOMS + index, atom_info.lane_order != LaneOrder::Royal);
        let pieces = || atom_info.pieces.values().flatten();
        let sides =
            Side::BOTH.into_iter().filter(|side| pieces().any(|&piece| rules.side_of(piece) == *side));
        let atom_moves = self.atom_moves.get(index * B::WIDTH..(index + 1) * B::WIDTH).unwrap_or_default();
        match &atom_info.kind {
            AtomKind::Shifts(shifts) => {
                for side in sides {
                    let lanes = |shift: &Shift<B>| (lane, shift.clone());
                    if own {
                        self.shifts[side].extend(shifts.iter().map(lanes));
                    }
                    let captures = shifts.iter().filter(|shift| !shift.captures.is_empty());
                    self.danger[side].shifts.extend(captures.map(lanes));
                }
            }
            AtomKind::Leap => {
                let index = self.leaps.len() / B::WIDTH;
                sides.for_each(|side| self.danger[side].leaps.push((lane, index)));
                self.leaps.extend(atom_moves.iter().map(|moves| moves.quiet));
                self.leap_lanes += usize::from(own);
            }
            AtomKind::Slide => {
                let index = self.slides.len() / B::WIDTH;
                sides.for_each(|side| self.danger[side].slides.push((lane, index)));
                self.slides.extend(atom_moves.iter().map(|moves| moves.lookup));
                self.slide_lanes += usize::from(own);
            }
            AtomKind::Other => {
                sides.for_each(|side| self.danger[side].others.push(index));
                if own {
                    self.others.push(index);
                }
            }
        }
    }

    fn find_royal_leaps(
        &self,
        rules: &Ruleset,
        found: &Atoms<B>,
        atom_infos: &[AtomInfo<B>],
    ) -> Option<Vec<B>> {
        let mut leaps = vec![B::EMPTY; self.piece_infos.len() * B::WIDTH];
        let of_royals = found.of.iter().filter(|((piece, _), _)| rules.is_terminal(*piece));
        for (&(piece, square), atoms) in of_royals {
            for &atom in atoms {
                let AtomKind::Leap = atom_infos.get(atom)?.kind else { return None };
                *leaps.get_mut(piece.index() * B::WIDTH + square)? |= self.atom_moves(atom, square).quiet;
            }
        }
        Some(leaps)
    }

    /// Builds the tables of the attackers of each square.
    fn attacker_tables(
        &mut self,
        rules: &Ruleset,
        (found, deniers): (&Atoms<B>, &[PieceId]),
        side: Side,
        builder: &mut Builder<B>,
    ) -> Option<AttackerTables<B, G>> {
        let mut leaps: Vec<(usize, Vec<B>)> = Vec::new();
        let mut slider_attackers: Vec<(usize, usize, Vec<SliderAttackers<B, G>>)> = Vec::new();
        let (mut slider_screens, mut slider_barred) = (Vec::new(), Vec::new());
        for (index, atom) in found.atoms.iter().enumerate() {
            let lane = lane::ATOMS + index;
            if !found.has(rules, side, index) {
                continue;
            }
            let mut back: Vec<Vec<Paths<B>>> = vec![Vec::new(); B::WIDTH];
            for (&from, rows) in atom {
                for row in rows.iter().filter(|row| row.captures) {
                    back.get_mut(row.to)?.push((from, row.paths.clone()));
                }
            }
            let sources =
                |paths: &Vec<Paths<B>>| paths.iter().fold(B::EMPTY, |set, path| set | B::bit(path.0));
            let is_free = |(_, alternatives): &Paths<B>| alternatives.contains(&Path::FREE);
            if back.iter().all(Vec::is_empty) {
                continue;
            }
            if back.iter().flatten().all(is_free) {
                leaps.push((lane, back.iter().map(sources).collect()));
                continue;
            }
            let line = self.lines.add(&back)?;
            slider_screens.push(atom_screens(atom).unwrap_or_default());
            slider_barred.push(BarredTable::new(atom, HopEnd::Destination, deniers, found.atoms.len()));
            let see = |paths: Vec<Paths<B>>| {
                Some(SliderAttackers { aligned: sources(&paths), lookup: builder.lookup(paths)? })
            };
            slider_attackers.push((lane, line, back.into_iter().map(see).collect::<Option<_>>()?));
        }
        let by_square = |square: usize| leaps.iter().filter_map(move |(_, masks)| masks.get(square).copied());
        let seen = |square: usize| {
            slider_attackers
                .iter()
                .filter_map(move |(_, _, slider_attackers)| slider_attackers.get(square).cloned())
        };
        Some(AttackerTables {
            leap_lanes: leaps.iter().map(|(lane, _)| *lane).collect(),
            leaps: (0..B::WIDTH).flat_map(by_square).collect(),
            slider_lanes: slider_attackers.iter().map(|(lane, _, _)| *lane).collect(),
            slider_screens,
            slider_barred,
            slider_lines: slider_attackers.iter().map(|(_, line, _)| *line).collect(),
            slider_attackers: (0..B::WIDTH).flat_map(seen).collect(),
        })
    }

    fn only_mark_differs(&self) -> bool {
        let stamp = |piece: PieceId, square: usize| {
            let mut stamp = *self.stamp(piece, square);
            stamp[lane::MARKED] = B::EMPTY;
            stamp
        };
        let is_alone = |(index, info): (usize, &PieceInfo)| {
            let piece = PieceId::from_index(index);
            piece.is_some_and(|piece| (0..B::WIDTH).all(|at| stamp(piece, at) == stamp(info.unmarked, at)))
        };
        self.piece_infos.iter().enumerate().all(is_alone)
    }

    /// Approximate memory use of the tables in bytes.
    pub(super) fn bytes(&self) -> usize {
        let barred = |barred: &[Option<Box<BarredTable<B>>>]| {
            barred.iter().flatten().map(|table| table.bytes()).sum::<usize>()
        };
        let attackers = |attackers: &AttackerTables<B, G>| {
            attackers.leaps.len() * size_of::<B>()
                + attackers.slider_attackers.len() * size_of::<SliderAttackers<B, G>>()
                + barred(&attackers.slider_barred)
        };
        self.lane_stamps.bytes()
            + self.keys.len() * size_of::<u64>()
            + (self.destination_sets.len() + self.leaps.len()) * size_of::<B>()
            + self.lines.bytes()
            + self.atom_moves.len() * size_of::<AtomMoves<B, G>>()
            + self.slides.len() * size_of::<Lookup<B, G>>()
            + Side::BOTH.into_iter().map(|side| attackers(&self.attackers[side])).sum::<usize>()
            + self.promotions.bytes()
            + self.specials.bytes()
            + self.filters.bytes()
            + barred(&self.barred)
    }

    #[inline(always)]
    pub(super) fn piece_info(&self, piece: PieceId) -> &PieceInfo {
        &self.piece_infos[piece.index()]
    }

    /// Returns the leaps from a square, by index of the leap lane.
    #[inline(always)]
    pub(super) fn leap(&self, index: usize, square: usize) -> B {
        // SAFETY: every leap lane has an entry for each square.
        unsafe { *unchecked::entry(&self.leaps, index * B::WIDTH + square) }
    }

    /// Returns the slides from a square, by index of the slide lane.
    #[inline(always)]
    pub(super) fn slide(&self, index: usize, square: usize) -> &Lookup<B, G> {
        // SAFETY: every slide lane has an entry for each square.
        unsafe { unchecked::entry(&self.slides, index * B::WIDTH + square) }
    }

    /// Returns, as a mask over the lanes, the lanes that contain a piece on a square.
    #[inline(always)]
    pub(super) fn stamp(&self, piece: PieceId, square: usize) -> &[B; L] {
        // SAFETY: a stamp index is a byte, and there are 256 stamps.
        unsafe { unchecked::entry(&*self.lane_stamps.stamps, self.stamp_index(piece, square)) }
    }

    /// Returns the atoms of a piece on a square.
    #[inline(always)]
    pub(super) fn atoms_of(&self, piece: PieceId, square: usize) -> &[usize] {
        &self.lane_stamps.atoms[self.stamp_index(piece, square)]
    }

    #[inline(always)]
    fn stamp_index(&self, piece: PieceId, square: usize) -> usize {
        // SAFETY: pieces of a board belong to its ruleset; squares are below the width.
        usize::from(unsafe { *unchecked::entry(&self.lane_stamps.of, piece.index() * B::WIDTH + square) })
    }

    #[inline(always)]
    pub(super) fn atom_moves(&self, atom: usize, square: usize) -> &AtomMoves<B, G> {
        // SAFETY: every atom has an entry for each square.
        unsafe { unchecked::entry(&self.atom_moves, atom * B::WIDTH + square) }
    }

    #[inline(always)]
    pub(super) fn key(&self, piece: Option<PieceId>, square: usize) -> u64 {
        let row = piece.map_or(0, |piece| usize::from(piece.byte()));
        // SAFETY: there is a row for the empty square and one for each piece; squares are below the width.
        unsafe { *unchecked::entry(&self.keys, row * B::WIDTH + square) }
    }
}

impl<B: Bits, const G: usize> AtomMoves<B, G> {
    /// Returns the captures for an occupancy, whatever is captured.
    #[inline(always)]
    pub(super) fn captures<C: super::cpu::Cpu>(&self, cpu: C, destination_sets: &[B], occupied: B) -> B {
        self.lookup.destinations(cpu, destination_sets, occupied) & (self.captures | self.royal_captures)
    }

    /// Returns the destinations for an occupancy: quiet moves to empty squares, captures of `enemies`, of whom `royals` are royal.
    #[inline(always)]
    pub(super) fn moves<C: super::cpu::Cpu>(
        &self,
        cpu: C,
        destination_sets: &[B],
        occupied: B,
        enemies: B,
        royals: B,
    ) -> B {
        self.lookup.destinations(cpu, destination_sets, occupied)
            & ((self.quiet & !occupied) | (self.captures & enemies) | (self.royal_captures & royals))
    }
}

/// Returns the number of screens that all captures of an atom need, or `None` if they differ or depend on more than that number.
fn atom_screens<B: Bits>(atom: &Atom<B>) -> Option<u32> {
    let mut captures =
        atom.values().flatten().filter(|row| row.captures).map(|row| rows::screens(&row.paths));
    let first = captures.next().unwrap_or(Some(0))?;
    captures.all(|screens| screens == Some(first)).then_some(first)
}

/// Returns whether each capture of a side depends on the number of pieces between alone.
fn has_lines<B: Bits>(rules: &Ruleset, found: &Atoms<B>, side: Side) -> bool {
    let their_atoms = found.atoms.iter().enumerate().filter(|(index, _)| found.has(rules, side, *index));
    let takes_any_screen = |atom: &Atom<B>| atom.values().flatten().all(|row| row.barred.screens.is_empty());
    their_atoms.into_iter().all(|(_, atom)| atom_screens(atom).is_some() && takes_any_screen(atom))
}

/// Returns whether no move of a side creates, removes or drops a royal piece of its own.
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

/// Returns whether every piece of a side that could capture beyond a square, were it empty, attacks that square.
fn is_closed<B: Bits>(rules: &Ruleset, found: &Atoms<B>, side: Side) -> bool {
    let their_atoms = found.atoms.iter().enumerate().filter(|(index, _)| found.has(rules, side, *index));
    their_atoms.flat_map(|(_, atom)| atom.values()).all(|rows| {
        let captures = || rows.iter().filter(|row| row.captures);
        if captures().any(|row| row.paths.iter().any(|path| !path.occupied.is_empty())) {
            return false;
        }
        let attacks = |square: usize, within: B| {
            captures()
                .any(|row| row.to == square && row.paths.iter().any(|path| (path.empty & !within).is_empty()))
        };
        let paths = || captures().flat_map(|row| row.paths.iter().map(|path| path.empty));
        paths().all(|path| path.squares().all(|square| attacks(square, path & !B::bit(square))))
    })
}

/// Lanes of each piece on each square.
#[derive(Clone, Debug)]
struct LaneStamps<B, const L: usize> {
    /// Index of the stamp, by piece and square.
    of: Vec<u8>,
    stamps: Box<[[B; L]; 256]>,
    /// Atoms of each stamp.
    atoms: Vec<Vec<usize>>,
}

impl<B: Bits, const L: usize> LaneStamps<B, L> {
    /// Returns `None` if there are more than 256 different stamps.
    fn new(
        rules: &Ruleset,
        found: &Atoms<B>,
        deniers: &[PieceId],
        piece_infos: &[PieceInfo],
    ) -> Option<LaneStamps<B, L>> {
        let mut lane_stamps = LaneStamps {
            of: Vec::with_capacity(piece_infos.len() * B::WIDTH),
            stamps: Box::new([[B::EMPTY; L]; 256]),
            atoms: Vec::new(),
        };
        for ((piece, shown), info) in rules.pieces().zip(piece_infos) {
            for square in 0..B::WIDTH {
                // A marked piece never moves, but attacks as the unmarked piece.
                let atoms: Vec<usize> =
                    found.of.get(&(info.unmarked, square)).into_iter().flatten().copied().collect();
                let mut stamp = [B::EMPTY; L];
                let own = [number(info.side)].into_iter().chain(atoms.iter().map(|atom| lane::ATOMS + atom));
                let royal = shown.is_terminal().then_some(lane::ROYALS);
                let marked = rules.expires(piece).map(|_| lane::MARKED);
                let denier = deniers.iter().position(|denier| *denier == piece);
                let denier = denier.map(|at| lane::ATOMS + found.atoms.len() + at);
                for lane in own.chain(royal).chain(marked).chain(denier) {
                    *stamp.get_mut(lane)? = !B::EMPTY;
                }
                let known =
                    lane_stamps.stamps.iter().take(lane_stamps.atoms.len()).position(|known| *known == stamp);
                let index = known.unwrap_or(lane_stamps.atoms.len());
                if known.is_none() {
                    *lane_stamps.stamps.get_mut(index)? = stamp;
                    lane_stamps.atoms.push(atoms);
                }
                lane_stamps.of.push(index as u8);
            }
        }
        Some(lane_stamps)
    }

    fn bytes(&self) -> usize {
        self.of.len() + self.atoms.len() * size_of::<[B; L]>()
    }
}

/// Builds a table indexed by the byte of a piece.
fn by_byte<T: Copy>(of: impl Fn(PieceId) -> Option<T>) -> Box<[Option<T>; 256]> {
    let mut table = Box::new([None; 256]);
    for (index, entry) in table.iter_mut().skip(1).enumerate() {
        *entry = PieceId::from_index(index).and_then(&of);
    }
    table
}

fn keys(width: usize, piece_infos: usize, random: &mut Random) -> Vec<u64> {
    let empty = std::iter::repeat_n(0, width);
    empty.chain(std::iter::repeat_with(|| random.next()).take(piece_infos * width)).collect()
}
