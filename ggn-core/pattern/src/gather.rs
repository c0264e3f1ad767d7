//! Effects of all files of patterns together: which possibilities of which rows have which.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;

use foldhash::HashSet;
use ggn_core::Side;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::{Ggn, Place, Possibility};
use ggn_core::notation::lcn::{Condition, Lcn};
use ggn_core::notation::qpi::Qpi;

use super::ast::ChangeKind;
use super::board::{Board, Mirror};
use super::code::Code;
use super::effect::{Field, Given, Promotion, Without};
use super::effects::{Captured, Changes, EffectRow, Effects, RowEffect};
use super::expand::{Standing, Written, report_unused, report_wrong};
use super::fault::Faults;
use super::limits::{Budget, Stop};
use super::movement::{Movement, Origin};

/// A file of patterns that is written out.
pub(super) struct Source {
    /// Path of its table.
    pub(super) table: String,
    pub(super) written: Written,
    pub(super) faults: Faults,
}

/// A table of which no patterns are known, and its path.
pub(super) type Other = (String, Ggn);

/// Circumstances of the files.
#[derive(Clone, Copy)]
pub(super) struct Circumstances<'b> {
    pub(super) board: &'b Board,
    /// All pieces that can be met.
    pub(super) known: &'b [Qpi],
    /// True for the files of an overlay, which leaves to its ruleset what it does not say.
    pub(super) is_overlay: bool,
    /// True if every file could be read. Otherwise moves may be missing, and that an effect has none is no fault.
    pub(super) is_whole: bool,
}

/// Conditions of a possibility.
type Selection = Vec<(Cell, Condition)>;

/// Reasons why an effect is not told from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NotSelected {
    /// It is too much work to find out how.
    TooMuch,
    /// No condition does.
    Indistinct,
}

/// A part of the file with this index.
type Part = (usize, Origin);

/// A row, and the fields that each of its possibilities is given, with the part that gives each.
#[derive(Default)]
struct Work<'t> {
    possibilities: Vec<(&'t Possibility, Vec<(usize, Given)>)>,
}

type Rows<'t> = BTreeMap<(Qpi, Place, Place), Work<'t>>;

/// Returns the effects that all files come to together; none if no file says any. Faults are added to their files.
pub(super) fn gather(
    sources: &mut [Source],
    others: &[Other],
    circumstances: Circumstances<'_>,
) -> Option<Effects> {
    let has_effects = |written: &Written| {
        !(written.effects.is_empty() && written.standing.is_empty() && written.changes.is_empty())
    };
    if !sources.iter().any(|source| has_effects(&source.written)) {
        return None;
    }
    let mut gatherer = Gatherer { circumstances, budget: Budget::default(), found: Vec::new() };
    let written: Vec<&Written> = sources.iter().map(|source| &source.written).collect();
    let mut tables: Vec<(&str, &Ggn, Option<usize>)> = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        tables.push((&source.table, &source.written.ggn, Some(index)));
    }
    tables.extend(others.iter().map(|(path, ggn)| (path.as_str(), ggn, None)));
    tables.sort_by_key(|(path, ..)| *path);

    let mut effects = gatherer.changes(&written);
    let mut rows = gatherer.rows(&tables, &written);
    let unused = gatherer.standing(&mut rows, &written);
    let stuck = Stuck::of(&tables, &effects);
    let ranks = ranks(&tables, circumstances.board);
    effects.rows = gatherer.merged(rows, &stuck);
    effects.rows.sort_by_key(|row| (row.piece.side(), ranks.get(&first(row.piece, circumstances.board))));
    in_order(&mut effects.rows);
    let Gatherer { found, .. } = gatherer;
    for (index, effect) in unused {
        if let Some(source) = sources.get_mut(index)
            && let Some(standing) = source.written.standing.get(effect)
            && circumstances.is_whole
        {
            report_unused(&standing.effect, &mut source.faults);
        }
    }
    report(found, sources);
    Some(effects)
}

/// Puts pieces of a side in the order of the first fields of their effects. Those with the same field stay in their order.
fn in_order(rows: &mut [EffectRow]) {
    let mut fields: BTreeMap<Qpi, usize> = BTreeMap::new();
    for row in rows.iter() {
        let own = row.effects.iter().filter_map(|effect| effect.fields.first()).map(Field::rank).min();
        let least = fields.entry(row.piece).or_insert(usize::MAX);
        *least = own.unwrap_or(usize::MAX).min(*least);
    }
    rows.sort_by_key(|row| (row.piece.side(), fields.get(&row.piece).copied()));
}

/// Returns the pieces of the first side in the order in which tables have them first; each stands for the other side's as well.
fn ranks(tables: &[(&str, &Ggn, Option<usize>)], board: &Board) -> BTreeMap<Qpi, usize> {
    let mut ranks = BTreeMap::new();
    for (_, ggn, _) in tables {
        for of_piece in ggn.rows.chunk_by(|one, other| one.piece == other.piece) {
            let Some(row) = of_piece.first() else { continue };
            let next = ranks.len();
            ranks.entry(first(row.piece, board)).or_insert(next);
        }
    }
    ranks
}

fn first(piece: Qpi, board: &Board) -> Qpi {
    if piece.side() == Side::First { piece } else { board.opposite(piece) }
}

/// A fault that was found: the part of a file, its code, its message, what was found, and advice.
struct Found {
    part: Part,
    code: Code,
    message: &'static str,
    found: FoundText,
    hint: Option<&'static str>,
}

enum FoundText {
    Plain(String),
    /// Something that another part says differently.
    Beside(String, Part),
    Wrong(Movement, Without, usize),
}

fn report(found: Vec<Found>, sources: &mut [Source]) {
    for Found { part: (file, (start, end)), code, message, found, hint } in found {
        let text = match found {
            FoundText::Plain(text) => text,
            FoundText::Beside(text, (other, (at, _))) => {
                let place = sources.get(other).map(|source| {
                    let line = source.faults.line(at);
                    if other == file {
                        format!("line {line}")
                    } else {
                        format!("{}:{line}", source.faults.file())
                    }
                });
                format!("{text}, other than {}", place.unwrap_or_default())
            }
            FoundText::Wrong(movement, why, effect) => {
                if let Some(source) = sources.get_mut(file)
                    && let Some(standing) = source.written.standing.get(effect)
                {
                    report_wrong(&standing.effect, movement, why, &mut source.faults);
                }
                continue;
            }
        };
        if let Some(source) = sources.get_mut(file) {
            source.faults.add(code, start..end, message).found(text).perhaps(hint.map(str::to_owned));
        }
    }
}

struct Gatherer<'b> {
    circumstances: Circumstances<'b>,
    budget: Budget,
    found: Vec<Found>,
}

impl Gatherer<'_> {
    /// Returns the changes of pieces that no row says, for both sides.
    fn changes(&mut self, written: &[&Written]) -> Effects {
        let board = self.circumstances.board;
        let mut known: BTreeMap<(ChangeKind, Qpi), (Qpi, Part)> = BTreeMap::new();
        let mut firsts: Vec<(ChangeKind, Qpi, Qpi)> = Vec::new();
        for (file, written) in written.iter().enumerate() {
            for change in &written.changes {
                let turn = |piece: Qpi| {
                    if change.piece.side() == Side::First { piece } else { board.opposite(piece) }
                };
                let (piece, to) = (turn(change.piece), turn(change.to));
                let part = (file, change.origin);
                match known.get(&(change.kind, piece)) {
                    Some(&(earlier, other)) => self.found.push(Found {
                        part,
                        code: if earlier == to { Code::Twice } else { Code::EffectTwice },
                        message: "two lines say what becomes of this piece",
                        found: FoundText::Beside(format!("{piece} as {to}"), other),
                        hint: Some("leave one of them out"),
                    }),
                    None => {
                        known.insert((change.kind, piece), (to, part));
                        firsts.push((change.kind, piece, to));
                    }
                }
            }
        }
        let of = |kind: ChangeKind, hand: bool| -> Changes {
            let own = firsts.iter().filter(|(own, ..)| *own == kind).map(|&(_, piece, to)| (piece, to));
            let opposite = |(piece, to)| (board.opposite(piece), board.opposite(to));
            // A piece of neither side has no opposite, and where `only` one side has a piece there is none in the game.
            let known = self.circumstances.known;
            let has_opposite = |piece: Qpi| {
                let other = board.opposite(piece);
                other != piece && (known.contains(&other) || !known.contains(&piece))
            };
            let others = own.clone().filter(|&(piece, _)| has_opposite(piece)).map(opposite);
            let both = own.chain(others);
            both.map(|(piece, to)| (piece, if hand { board.opposite(to) } else { to })).collect()
        };
        let hand = of(ChangeKind::Captured, true);
        let captured = match hand.is_empty() {
            true if self.circumstances.is_overlay => None,
            true => Some(Captured::Discard),
            false => Some(Captured::Hand(hand)),
        };
        Effects {
            moved: of(ChangeKind::Moved, false),
            expires: of(ChangeKind::Expires, false),
            captured,
            rows: Vec::new(),
        }
    }

    /// Returns the rows of all pieces that have effects, with the effects of single possibilities.
    fn rows<'t>(&mut self, tables: &[(&str, &'t Ggn, Option<usize>)], written: &[&Written]) -> Rows<'t> {
        let board = self.circumstances.board;
        let mut pieces: BTreeSet<Qpi> = BTreeSet::new();
        for written in written {
            let rows = written.effects.iter().filter_map(|effects| written.ggn.rows.get(effects.row));
            pieces.extend(rows.map(|row| row.piece));
            for standing in &written.standing {
                pieces.extend(&standing.pieces);
                if !standing.only {
                    pieces.extend(standing.pieces.iter().map(|&piece| board.opposite(piece)));
                }
            }
        }
        let mut rows: Rows<'t> = BTreeMap::new();
        for &(_, ggn, file) in tables {
            let mut effects = file
                .and_then(|file| written.get(file).map(|written| (file, written)))
                .map(|(file, written)| (file, written.effects.iter().peekable()));
            for (index, row) in ggn.rows.iter().enumerate().filter(|(_, row)| pieces.contains(&row.piece)) {
                let work = rows.entry((row.piece, row.source, row.destination)).or_default();
                let before = work.possibilities.len();
                work.possibilities.extend(row.possibilities.iter().map(|way| (way, Vec::new())));
                let Some((file, effects)) = &mut effects else { continue };
                while let Some(effect) = effects.next_if(|effect| effect.row <= index) {
                    if let Some((_, given)) = work.possibilities.get_mut(before + effect.possibility) {
                        given.extend(effect.given.iter().map(|given| (*file, given.clone())));
                    }
                }
            }
        }
        rows
    }

    /// Gives the effects of all moves of some pieces to these, and returns those that no move has: the file, and the number in it.
    fn standing(&mut self, rows: &mut Rows<'_>, written: &[&Written]) -> Vec<(usize, usize)> {
        let mut unused = Vec::new();
        for (file, written) in written.iter().enumerate() {
            for (number, standing) in written.standing.iter().enumerate() {
                let part = (file, standing.effect.origin);
                match self.give(rows, written.mirror, standing, file) {
                    Ok((_, Some((movement, why)))) => {
                        let found = FoundText::Wrong(movement, why, number);
                        self.found.push(Found { part, code: Code::Effect, message: "", found, hint: None });
                    }
                    Ok((false, None)) => unused.push((file, number)),
                    Ok((true, None)) | Err(Stop::Faulty) => {}
                    Err(Stop::Spent(most, what)) => {
                        self.found.push(Found {
                            part,
                            code: Code::TooMuch,
                            message: "with this effect the files come to more than one ruleset may",
                            found: FoundText::Plain(format!("more than {most} {what} with effects")),
                            hint: Some("limit the effect with `from` and `to`"),
                        });
                        return unused;
                    }
                }
            }
        }
        unused
    }

    /// Gives an effect to the moves of its pieces, and returns whether any has it, and the first that cannot.
    fn give(
        &mut self,
        rows: &mut Rows<'_>,
        mirror: Mirror,
        standing: &Standing,
        file: usize,
    ) -> Result<(bool, Option<(Movement, Without)>), Stop> {
        let board = self.circumstances.board;
        let (mut had, mut wrong) = (false, None);
        let own = standing.pieces.iter().map(|&piece| (piece, false));
        let others = standing.pieces.iter().filter(|_| !standing.only);
        let others = others.map(|&piece| (board.opposite(piece), true));
        for (piece, is_mirrored) in own.chain(others) {
            let of_piece = rows.range_mut((piece, Place::Hand, Place::Hand)..);
            for ((_, source, destination), work) in of_piece.take_while(|((other, ..), _)| *other == piece) {
                self.budget.visit(1)?;
                let (Place::Cell(from), Place::Cell(to)) = (*source, *destination) else { continue };
                let movement = Movement { piece, source: Some(from), destination: Some(to) };
                let seen = if is_mirrored { movement.mirrored(board, mirror) } else { movement };
                self.budget.visit(standing.effect.work(seen, board))?;
                let field = match standing.effect.of(seen, board) {
                    Ok(field) => field,
                    Err(Without::Scope | Without::OffBoard) => continue,
                    Err(why) => {
                        wrong = wrong.or(Some((seen, why)));
                        continue;
                    }
                };
                had = true;
                let field = if is_mirrored { field.mirrored(board, mirror) } else { field };
                let origin = standing.effect.origin;
                for (_, given) in &mut work.possibilities {
                    self.budget.write(field.weight())?;
                    given.push((file, Given { field: field.clone(), origin }));
                }
            }
        }
        Ok((had, wrong))
    }

    /// Returns the rows with effects, each possibility with one effect at most, and for each effect how it is selected.
    fn merged(&mut self, rows: Rows<'_>, stuck: &Stuck) -> Vec<EffectRow> {
        let mut merged = Vec::new();
        let mut told = BTreeSet::new();
        for ((piece, source, destination), work) in rows {
            if work.possibilities.iter().all(|(_, given)| given.is_empty()) {
                continue;
            }
            let mut groups: Vec<(Vec<Field>, Part, Vec<usize>)> = Vec::new();
            for (index, (_, given)) in work.possibilities.iter().enumerate() {
                let Some(&(file, Given { origin, .. })) = given.first() else { continue };
                let mut fields = self.one(given, &mut told, (piece, source, destination));
                stuck.force(&mut fields, piece, destination);
                match groups.iter_mut().find(|(known, ..)| *known == fields) {
                    Some((.., members)) => members.push(index),
                    None => groups.push((fields, (file, origin), vec![index])),
                }
            }
            let ways: Vec<&Possibility> = work.possibilities.iter().map(|(way, _)| *way).collect();
            let mut effects = Vec::new();
            for (fields, part, members) in groups {
                match self.selections(&members, &ways) {
                    Ok(selections) => effects.extend(selections.into_iter().map(|(index, conditions)| {
                        (index, RowEffect { when: Lcn { conditions }, fields: fields.clone() })
                    })),
                    Err(why) if told.insert((part, part)) => self.found.push(Found {
                        part,
                        code: match why {
                            NotSelected::TooMuch => Code::TooMuch,
                            NotSelected::Indistinct => Code::NotSelected,
                        },
                        message: "no condition tells the moves with this effect from the other moves between the same squares",
                        found: FoundText::Plain(format!("{piece} {source}→{destination}")),
                        hint: Some("add a condition with `when` that the other moves do not have, or give all of them the effect"),
                    }),
                    Err(_) => {}
                }
            }
            effects.sort_by_key(|(index, _)| *index);
            let effects = effects.into_iter().map(|(_, effect)| effect).collect();
            merged.push(EffectRow { piece, source, destination, effects });
        }
        merged
    }

    /// Returns the fields of a possibility, each once and in order. Two that differ are reported.
    fn one(
        &mut self,
        given: &[(usize, Given)],
        told: &mut BTreeSet<(Part, Part)>,
        (piece, source, destination): (Qpi, Place, Place),
    ) -> Vec<Field> {
        let mut kept: Vec<&(usize, Given)> = Vec::new();
        for each in given {
            let (file, Given { field, origin }) = each;
            let alike = kept.iter().find(|(_, known)| discriminant(&known.field) == discriminant(field));
            let Some((other, known)) = alike else {
                kept.push(each);
                continue;
            };
            let pair = ((*other, known.origin), (*file, *origin));
            if known.field != *field && told.insert(pair) {
                self.found.push(Found {
                    part: pair.1,
                    code: Code::EffectTwice,
                    message: "this move has two effects that contradict each other",
                    found: FoundText::Beside(
                        format!("`{}` of {piece} {source}→{destination}", field.name()),
                        pair.0,
                    ),
                    hint: Some("limit one of them with `from` and `to`, or leave it out"),
                });
            }
        }
        let mut fields: Vec<Field> = kept.into_iter().map(|(_, given)| given.field.clone()).collect();
        fields.sort_by_key(Field::rank);
        fields
    }

    /// Returns conditions that select these members of a row and no others: for each selection the first member that it selects. Several
    /// selections have no member in common.
    fn selections(
        &mut self,
        members: &[usize],
        ways: &[&Possibility],
    ) -> Result<Vec<(usize, Selection)>, NotSelected> {
        let must = |index: usize| ways.get(index).map_or(&[][..], |way| way.must.conditions.as_slice());
        let Some(&leader) = members.first() else { return Ok(Vec::new()) };
        if members.len() == ways.len() {
            return Ok(vec![(leader, Vec::new())]);
        }
        let others = |left: &[usize]| -> Vec<&Possibility> {
            let others = ways.iter().enumerate().filter(|(index, _)| !left.contains(index));
            others.map(|(_, way)| *way).collect()
        };
        let shared = must(leader).iter().copied();
        let shared: Vec<_> =
            shared.filter(|asked| members.iter().all(|&member| must(member).contains(asked))).collect();
        if let Some(when) = self.select(&shared, &others(members))? {
            return Ok(vec![(leader, when)]);
        }
        let (mut left, mut selections) = (members.to_vec(), Vec::new());
        while let Some(&next) = left.first() {
            let when = self.select(must(next), &others(&left))?.ok_or(NotSelected::Indistinct)?;
            left.retain(|&member| !when.iter().all(|asked| must(member).contains(asked)));
            selections.push((next, when));
        }
        Ok(selections)
    }

    /// Returns conditions out of some that none of the others has all of: one if one is enough, or two, or else as many as it takes.
    fn select(
        &mut self,
        from: &[(Cell, Condition)],
        others: &[&Possibility],
    ) -> Result<Option<Selection>, NotSelected> {
        let work = others.len().saturating_mul(1 + from.len() * from.len());
        self.budget.visit(work).map_err(|_| NotSelected::TooMuch)?;
        let tells = |asked: &[(Cell, Condition)]| {
            let has = |way: &&Possibility| asked.iter().all(|asked| way.must.conditions.contains(asked));
            !others.iter().any(has)
        };
        if let Some(&one) = from.iter().find(|one| tells(&[**one])) {
            return Ok(Some(vec![one]));
        }
        for (index, &one) in from.iter().enumerate() {
            let rest = from.get(index + 1..).unwrap_or_default();
            if let Some(&other) = rest.iter().find(|other| tells(&[one, **other])) {
                return Ok(Some(vec![one, other]));
            }
        }
        let mut all = from.to_vec();
        if !tells(&all) {
            return Ok(None);
        }
        for index in (0..all.len()).rev() {
            let mut fewer = all.clone();
            fewer.remove(index);
            if tells(&fewer) {
                all = fewer;
            }
        }
        Ok(Some(all))
    }
}

/// Squares from which pieces have no row at all.
struct Stuck {
    moved: BTreeMap<Qpi, Qpi>,
    /// Pieces that have rows, and the places from which they have them.
    pieces: HashSet<Qpi>,
    places: HashSet<(Qpi, Place)>,
}

impl Stuck {
    fn of(tables: &[(&str, &Ggn, Option<usize>)], effects: &Effects) -> Stuck {
        let rows = || tables.iter().flat_map(|(_, ggn, _)| &ggn.rows);
        Stuck {
            moved: effects.moved.iter().copied().collect(),
            pieces: rows().map(|row| row.piece).collect(),
            places: rows().map(|row| (row.piece, row.source)).collect(),
        }
    }

    /// Makes a promotion mandatory if the piece could not move on. A piece of which no row is known is left alone.
    fn force(&self, fields: &mut [Field], piece: Qpi, destination: Place) {
        let becomes = fields.iter().find_map(|field| match field {
            Field::Becomes(to) => Some(*to),
            _ => None,
        });
        let stays = becomes.or_else(|| self.moved.get(&piece).copied()).unwrap_or(piece);
        let is_stuck = self.pieces.contains(&stays) && !self.places.contains(&(stays, destination));
        for field in fields {
            if let Field::Promotes(Promotion { optional, .. }) = field {
                *optional &= !is_stuck;
            }
        }
    }
}
