//! Rows as they travel to a browser: each with its squares relative to where it starts, once for all squares from which it is the same, and those of the
//! second side as the mirror image of the first's.
//!
//! The rows of tables and of effects have the same form, piece → source → destination → value, and travel in the same way. In
//! `{"relative": {"board": [8, 8], "mirror": [false, true], "values": […], "rows": {"C:N": [["1,2", 0], ["2,1", 1, "ff"]], "c:n": "C:N"}}}`
//!
//! - a text that is a square stands as `@1,2`: files, ranks and layers from the source, or from the destination of a drop;
//! - an entry of a piece is the destination, the number of the value, and the sources: a set of squares in hexadecimal digits, of which the lowest bit is
//!   the first square of the first rank. Without a set these are all squares from which nothing lies off the board. The destination is `*` for drops onto
//!   the squares, and `*>` for moves from the squares into the hand;
//! - a piece with the name of another has its mirror image: the dimensions that `mirror` names are turned, and all pieces change sides.

#[cfg(feature = "compiled")]
mod encode;

use std::collections::HashMap;

use crate::json::Json;
use crate::notation::cell::Cell;
use crate::notation::ggn::Ggn;
use crate::notation::qpi::Qpi;
use crate::{Faults, Rules, Shape};
use std::sync::Arc;

#[cfg(feature = "compiled")]
pub use encode::{effects, table};

/// Name of the form in a file.
const RELATIVE: &str = "relative";

/// Destination of drops, and of moves into the hand.
const DROP: &str = "*";
const TO_HAND: &str = "*>";

/// Beginning of a text that stands for a square.
const OFFSET: char = '@';

/// Most files, ranks or layers of a board.
const COORDINATES: i32 = 255;

/// A difference between two squares: files, ranks, layers.
type Offset = Vec<i32>;

/// Loads a ruleset from files of which tables and effects may be relative.
///
/// # Errors
/// Returns all faults that were found. What is damaged in relative form is a fault as a whole.
pub fn load(files: &[(String, Vec<u8>)]) -> Result<Arc<Rules>, Faults> {
    let (mut kept, mut tables, mut effects) = (Vec::new(), Vec::new(), None);
    for (path, bytes) in files {
        let is_effects = path == "effects.json";
        let is_table = path.starts_with("ggn/");
        let json = (is_effects || is_table).then(|| Json::parse(bytes).ok()).flatten();
        match json {
            Some(json) if is_table => {
                let table = json.get(RELATIVE).and_then(read);
                match table {
                    Some(table) => tables.push((path.clone(), table)),
                    None => kept.push((path.clone(), bytes.clone())),
                }
            }
            Some(json) if json.get("rows").is_some_and(|rows| rows.get(RELATIVE).is_some()) => {
                match with_absolute_rows(json) {
                    Some(absolute) => effects = Some(absolute),
                    None => kept.push((path.clone(), bytes.clone())),
                }
            }
            _ => kept.push((path.clone(), bytes.clone())),
        }
    }
    Rules::load_with_tables(&kept, tables, effects.as_ref())
}

/// Reads a relative table; none if it is damaged, or a row of it has a fault.
fn read(relative: &Json) -> Option<Ggn> {
    let mut is_sound = true;
    let table = Ggn::from_json(&absolute(relative, true)?, &mut |_| is_sound = false);
    is_sound.then_some(table)
}

/// Returns effects with their relative rows as a file has them.
fn with_absolute_rows(json: Json) -> Option<Json> {
    let Json::Object(mut fields) = json else { return None };
    let (_, rows) = fields.iter_mut().find(|(field, _)| field == "rows")?;
    *rows = absolute(rows.get(RELATIVE)?, false)?;
    Some(Json::Object(fields))
}

/// Board, and the dimensions that run the other way for the second side.
#[derive(Clone, Debug)]
struct Frame {
    sizes: Vec<i32>,
    mirror: Vec<bool>,
}

impl Frame {
    /// Returns the number of squares.
    fn squares(&self) -> usize {
        self.sizes.iter().map(|&size| size as usize).product()
    }

    /// Returns the coordinates of a square by its number: rank by rank, in a rank by file.
    fn coordinates(&self, number: usize) -> Offset {
        let mut left = number as i32;
        self.sizes
            .iter()
            .map(|&size| {
                let coordinate = left % size;
                left /= size;
                coordinate
            })
            .collect()
    }

    /// Returns the number of a square by its coordinates.
    #[cfg(feature = "compiled")]
    fn number(&self, at: &[i32]) -> usize {
        at.iter().zip(&self.sizes).rev().fold(0, |number, (&at, &size)| number * size as usize + at as usize)
    }

    /// Returns the square that lies so far from another, if it is on the board.
    fn step(&self, from: &[i32], by: &[i32]) -> Option<Offset> {
        let to: Offset = from.iter().zip(by).map(|(from, by)| from + by).collect();
        let is_on = to.len() == self.sizes.len()
            && to.iter().zip(&self.sizes).all(|(&at, &size)| 0 <= at && at < size);
        is_on.then_some(to)
    }

    /// Returns coordinates, or a difference, as the other side has them.
    fn turned(&self, at: &[i32], is_square: bool) -> Offset {
        let all = at.iter().zip(&self.sizes).zip(&self.mirror);
        all.map(|((&at, &size), &turns)| match (turns, is_square) {
            (false, _) => at,
            (true, true) => size - 1 - at,
            (true, false) => -at,
        })
        .collect()
    }

    /// Returns the squares from which nothing of an entry lies off the board.
    fn all_anchors(&self, to: Option<&[i32]>, value: &Json) -> Vec<usize> {
        let mut offsets: Vec<Offset> = to.map(<[i32]>::to_vec).into_iter().collect();
        visit(value, &mut |text| offsets.extend(offset(text)));
        let fits = |number: &usize| {
            let at = self.coordinates(*number);
            offsets.iter().all(|by| self.step(&at, by).is_some())
        };
        (0..self.squares()).filter(fits).collect()
    }
}

/// Returns the name of a square.
fn name(coordinates: &[i32]) -> Option<String> {
    let coordinates: Vec<u8> = coordinates.iter().map(|&at| u8::try_from(at).ok()).collect::<Option<_>>()?;
    Cell::new(&coordinates).map(|cell| cell.to_string())
}

/// Returns the difference that a text stands for.
fn offset(text: &str) -> Option<Offset> {
    numbers(text.strip_prefix(OFFSET)?)
}

/// Returns numbers that a board can have: with others a sum would be too large.
fn numbers(text: &str) -> Option<Offset> {
    let is_possible = |number: &i32| (-COORDINATES..=COORDINATES).contains(number);
    text.split(',').map(|number| number.parse().ok().filter(is_possible)).collect()
}

/// Returns the piece of the other side, if a text is a piece; or else the text.
fn opposite(text: &str) -> String {
    if text.parse::<Qpi>().is_err() {
        return text.to_owned();
    }
    let other = |letter: char| {
        if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    text.chars().map(other).collect()
}

/// Visits every text of a value, the keys of objects too.
fn visit(json: &Json, act: &mut impl FnMut(&str)) {
    match json {
        Json::String(text) => act(text),
        Json::Array(items) => items.iter().for_each(|item| visit(item, act)),
        Json::Object(members) => {
            for (key, value) in members {
                act(key);
                visit(value, act);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

/// Returns a value with every text changed, the keys of objects too; none if one cannot be.
fn changed(json: &Json, change: &impl Fn(&str) -> Option<String>) -> Option<Json> {
    Some(match json {
        Json::String(text) => Json::String(change(text)?),
        Json::Array(items) => {
            Json::Array(items.iter().map(|item| changed(item, change)).collect::<Option<_>>()?)
        }
        Json::Object(members) => {
            let members = members.iter().map(|(key, value)| Some((change(key)?, changed(value, change)?)));
            Json::Object(members.collect::<Option<_>>()?)
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => json.clone(),
    })
}

/// Returns the rows of a relative form, in the order of a table. With `shared` they are a compact table: each value once, and its number in the rows.
fn absolute(relative: &Json, shared: bool) -> Option<Json> {
    let (Json::Array(sizes), Json::Array(mirror)) = (relative.get("board")?, relative.get("mirror")?) else {
        return None;
    };
    let sizes = sizes.iter().map(number).map(|size| size.and_then(|size| i32::try_from(size).ok()));
    let frame = Frame {
        sizes: sizes.collect::<Option<_>>()?,
        mirror: mirror.iter().map(|turns| matches!(turns, Json::Bool(true))).collect(),
    };
    let is_board = (1..=Shape::DIMENSIONS_MAX).contains(&frame.sizes.len())
        && frame.sizes.iter().all(|size| (1..=COORDINATES).contains(size))
        && frame.squares() <= Shape::SQUARES_MAX;
    if !is_board || frame.mirror.len() != frame.sizes.len() {
        return None;
    }
    let (Json::Array(values), Json::Object(pieces)) = (relative.get("values")?, relative.get("rows")?) else {
        return None;
    };
    let mut reader = Reader { frame, values, shared, list: Vec::new(), known: HashMap::new() };
    let mut rows = Vec::with_capacity(pieces.len());
    for (piece, entries) in pieces {
        let own = match entries {
            Json::Array(entries) => reader.rows(entries, false)?,
            Json::String(other) => match pieces.iter().find(|(known, _)| known == other)? {
                (_, Json::Array(entries)) => reader.rows(entries, true)?,
                _ => return None,
            },
            _ => return None,
        };
        rows.push((piece.clone(), own));
    }
    let rows = Json::Object(rows);
    Some(match shared {
        true => Json::Object(vec![
            ("possibilities".to_owned(), Json::Array(reader.list)),
            ("rows".to_owned(), rows),
        ]),
        false => rows,
    })
}

fn number(json: &Json) -> Option<usize> {
    match json {
        Json::Number(number) => usize::try_from(number.as_u64()?).ok(),
        _ => None,
    }
}

/// Writes rows out.
struct Reader<'j> {
    frame: Frame,
    values: &'j [Json],
    shared: bool,
    /// Shared values in absolute form.
    list: Vec<Json>,
    /// Numbers of shared values, by number, square, and whether it is turned.
    known: HashMap<(usize, usize, bool), usize>,
}

impl Reader<'_> {
    /// Returns the rows of a piece, by source and destination.
    fn rows(&mut self, entries: &[Json], turns: bool) -> Option<Json> {
        let mut rows: Vec<(Option<Offset>, Option<Offset>, Json)> = Vec::new();
        for entry in entries {
            let Json::Array(parts) = entry else { return None };
            let (Json::String(to), value, set) = (parts.first()?, number(parts.get(1)?)?, parts.get(2))
            else {
                return None;
            };
            let by = match to.as_str() {
                DROP | TO_HAND => None,
                by => Some(numbers(by)?),
            };
            let anchors = match set {
                None => self.frame.all_anchors(by.as_deref(), self.values.get(value)?),
                Some(Json::String(digits)) => squares(digits, self.frame.squares())?,
                Some(_) => return None,
            };
            for anchor in anchors {
                let at = self.frame.coordinates(anchor);
                let end = match &by {
                    Some(by) => Some(self.frame.step(&at, by)?),
                    None => None,
                };
                let seen = |at: Offset| if turns { self.frame.turned(&at, true) } else { at };
                let (at, end) = (seen(at), end.map(seen));
                let value = self.value(value, anchor, &at, turns)?;
                rows.push(match to.as_str() {
                    DROP => (None, Some(at), value),
                    TO_HAND => (Some(at), None, value),
                    _ => (Some(at), end, value),
                });
            }
        }
        rows.sort_by(|(from, to, _), (other_from, other_to, _)| (from, to).cmp(&(other_from, other_to)));
        let place = |place: Option<Offset>| place.map_or(Some(DROP.to_owned()), |at| name(&at));
        let mut sources: Vec<(String, Json)> = Vec::new();
        for (from, to, value) in rows {
            let (from, to) = (place(from)?, place(to)?);
            match sources.last_mut() {
                Some((known, Json::Object(ends))) if *known == from => ends.push((to, value)),
                _ => sources.push((from, Json::Object(vec![(to, value)]))),
            }
        }
        Some(Json::Object(sources))
    }

    /// Returns a value for a square, or its number.
    fn value(&mut self, number: usize, anchor: usize, at: &[i32], turns: bool) -> Option<Json> {
        let key = (number, anchor, turns);
        if let Some(known) = self.known.get(&key).filter(|_| self.shared) {
            return Some(Json::Number((*known).into()));
        }
        let frame = &self.frame;
        let place = |text: &str| match offset(text) {
            Some(by) if turns => name(&frame.step(at, &frame.turned(&by, false))?),
            Some(by) => name(&frame.step(at, &by)?),
            None if turns => Some(opposite(text)),
            None => Some(text.to_owned()),
        };
        let value = changed(self.values.get(number)?, &place)?;
        if !self.shared {
            return Some(value);
        }
        self.list.push(value);
        self.known.insert(key, self.list.len() - 1);
        Some(Json::Number((self.list.len() - 1).into()))
    }
}

/// Returns the squares of a set; none if one is not on a board of so many.
fn squares(digits: &str, count: usize) -> Option<Vec<usize>> {
    let mut squares = Vec::new();
    for (place, digit) in digits.chars().rev().enumerate() {
        let digit = digit.to_digit(16)?;
        squares.extend((0..4).filter(|bit| digit >> bit & 1 == 1).map(|bit| place * 4 + bit));
    }
    squares.last().is_none_or(|last| *last < count).then_some(squares)
}
