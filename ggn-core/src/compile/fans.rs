//! What a piece becomes by a move that does not leave it what moving alone makes of it: one thing, or one of several that the player chooses.

use smallvec::SmallVec;

use super::bits::Bits;
use super::rows::{Change, Sorted};
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::ruleset::table::Effect;

/// One thing that a piece may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) becomes: PieceId,
    /// Whether the player names it.
    pub(super) chosen: bool,
}

/// All that a piece may become by one move.
pub(super) type Fan = SmallVec<[Outcome; 5]>;

/// The destinations at which a piece on a square fans out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes<B> {
    pub(super) at: B,
    list: (u32, u32),
}

/// All fans of a ruleset, by piece, source and destination.
#[derive(Clone, Debug)]
pub(super) struct Fans<B> {
    /// By piece and source.
    changes: Vec<Changes<B>>,
    list: Vec<(u16, [Option<Fan>; 2])>,
}

/// What an effect makes of a piece that becomes `moved` by moving.
pub(super) fn fan(effect: Option<&Effect>, moved: PieceId) -> Fan {
    let becomes = effect.and_then(|effect| effect.becomes).unwrap_or(moved);
    let promotes = effect.and_then(|effect| effect.promotes.as_ref());
    let plain = promotes.is_none_or(|promotes| promotes.optional);
    let chosen = promotes.iter().flat_map(|promotes| &promotes.choices);
    (plain.then_some(Outcome { becomes, chosen: false }).into_iter())
        .chain(chosen.map(|&choice| Outcome { becomes: choice, chosen: true }))
        .collect()
}

impl<B: Bits> Fans<B> {
    pub(super) fn new(rules: &Ruleset, sorted: &Sorted<B>) -> Fans<B> {
        let none = Changes { at: B::EMPTY, list: (0, 0) };
        let mut fans = Fans { changes: vec![none; rules.pieces().count() * B::WIDTH], list: Vec::new() };
        for (&(piece, from, to), change) in &sorted.changes {
            let Some(entry) = fans.changes.get_mut(piece.index() * B::WIDTH + from) else { continue };
            if entry.at.is_empty() {
                entry.list.0 = fans.list.len() as u32;
            }
            let made =
                |possibility: Option<u32>| Some(fan(rules.table().effect(possibility?), rules.moved(piece)));
            let Change { quiet, capture } = *change;
            entry.at |= B::bit(to);
            fans.list.push((to as u16, [made(quiet), made(capture)]));
            entry.list.1 = fans.list.len() as u32;
        }
        fans
    }

    /// Where a piece on a square fans out.
    #[inline(always)]
    pub(super) fn changes(&self, piece: PieceId, from: usize) -> &Changes<B> {
        &self.changes[piece.index() * B::WIDTH + from]
    }

    /// What a piece becomes on one of the destinations of its [`Changes`]; nothing if that is what moving makes of it.
    pub(super) fn fan(&self, changes: &Changes<B>, to: usize, captures: bool) -> Option<&Fan> {
        let list = self.list.get(changes.list.0 as usize..changes.list.1 as usize).unwrap_or_default();
        let (_, fans) = list.iter().find(|(at, _)| usize::from(*at) == to)?;
        fans[usize::from(captures)].as_ref()
    }

    /// How many things a piece may become by a move, if that is not what moving alone makes of it; nothing at all (the outer `None`) if that
    /// differs between the quiet move and the capture, and the move may be either.
    pub(super) fn size(
        &self,
        piece: PieceId,
        from: usize,
        to: usize,
        quiet: bool,
        captures: bool,
    ) -> Option<Option<u32>> {
        let changes = self.changes(piece, from);
        let size = |captures| self.fan(changes, to, captures).map(|fan| fan.len() as u32);
        match (quiet, captures) {
            (true, true) => (size(false) == size(true)).then(|| size(false)),
            (_, captures) => Some(size(captures)),
        }
    }

    /// Roughly how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        self.changes.len() * size_of::<Changes<B>>() + self.list.len() * size_of::<(u16, [Option<Fan>; 2])>()
    }
}
