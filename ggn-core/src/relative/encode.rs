//! Rows made relative.

use std::collections::{BTreeMap, HashMap};

use super::{DROP, Frame, OFFSET, Offset, RELATIVE, TO_HAND, absolute, changed, numbers, offset, opposite};
use crate::json::Json;
use crate::notation::cell::Cell;
use crate::notation::ggn::{Ggn, Possibility};
use crate::notation::lcn::Lcn;

/// Rows of one piece: source, destination and value.
type Rows = Vec<(String, String, Json)>;

/// Returns a table in relative form, for a board of these sizes; none if it is in another order than that of a table which patterns come to, or the form
/// cannot say it.
#[must_use]
pub fn table(ggn: &Ggn, sizes: &[u8]) -> Option<Json> {
    let mut pieces: Vec<(String, Rows)> = Vec::new();
    for row in &ggn.rows {
        let piece = row.piece.to_string();
        let value = Json::Array(row.possibilities.iter().map(possibility).collect());
        let row = (row.source.to_string(), row.destination.to_string(), value);
        match pieces.last_mut() {
            Some((known, rows)) if *known == piece => rows.push(row),
            _ => pieces.push((piece, vec![row])),
        }
    }
    pieces.extend(ggn.idle.iter().map(|piece| (piece.to_string(), Vec::new())));
    let relative = relative(&pieces, sizes)?;
    let again = Ggn::from_json(&absolute(&relative, true)?, &mut |_| {});
    (again == *ggn).then(|| Json::Object(vec![(RELATIVE.to_owned(), relative)]))
}

/// Returns effects with their rows in relative form; none if these are in another order, or the form cannot say them.
#[must_use]
pub fn effects(effects: &Json, sizes: &[u8]) -> Option<Json> {
    let Json::Object(pieces) = effects.get("rows")? else { return None };
    let rows = pieces.iter().map(|(piece, sources)| {
        let Json::Object(sources) = sources else { return None };
        let mut rows = Vec::new();
        for (source, ends) in sources {
            let Json::Object(ends) = ends else { return None };
            rows.extend(ends.iter().map(|(end, value)| (source.clone(), end.clone(), value.clone())));
        }
        Some((piece.clone(), rows))
    });
    let relative = relative(&rows.collect::<Option<Vec<_>>>()?, sizes)?;
    if absolute(&relative, false).as_ref() != effects.get("rows") {
        return None;
    }
    let Json::Object(fields) = effects else { return None };
    let fields = fields.iter().map(|(field, value)| match field.as_str() {
        "rows" => (field.clone(), Json::Object(vec![(RELATIVE.to_owned(), relative.clone())])),
        _ => (field.clone(), value.clone()),
    });
    Some(Json::Object(fields.collect()))
}

fn possibility(possibility: &Possibility) -> Json {
    let conditions = |lcn: &Lcn| {
        let all = lcn.conditions.iter();
        Json::Object(all.map(|(cell, state)| (cell.to_string(), Json::String(state.to_string()))).collect())
    };
    let parts = [("must", &possibility.must), ("deny", &possibility.deny)];
    let said = parts.into_iter().filter(|(_, lcn)| !lcn.conditions.is_empty());
    Json::Object(said.map(|(part, lcn)| (part.to_owned(), conditions(lcn))).collect())
}

/// Rows that are the same from several squares: destination, value and its text, and the squares.
struct Group {
    to: String,
    value: Json,
    text: String,
    anchors: Vec<usize>,
}

/// Returns rows in relative form.
fn relative(pieces: &[(String, Rows)], sizes: &[u8]) -> Option<Json> {
    let sizes: Vec<i32> = sizes.iter().map(|&size| i32::from(size)).collect();
    let still = Frame { mirror: vec![false; sizes.len()], sizes };
    let mut groups: Vec<(&str, Vec<Group>)> = Vec::new();
    for (piece, rows) in pieces {
        groups.push((piece, of_piece(rows, &still)?));
    }
    let (frame, images) = best_mirror(&groups, &still);
    let mut numbers_of: HashMap<String, usize> = HashMap::new();
    let (mut values, mut rows) = (Vec::new(), Vec::new());
    for (piece, own) in groups {
        if images.contains(&piece) {
            rows.push((piece.to_owned(), Json::String(opposite(piece))));
            continue;
        }
        let entries = own.into_iter().map(|Group { to, value, text, mut anchors }| {
            let by = if to == DROP || to == TO_HAND { None } else { numbers(&to) };
            anchors.sort_unstable();
            let set =
                (frame.all_anchors(by.as_deref(), &value) != anchors).then(|| Json::String(digits(&anchors)));
            let number = *numbers_of.entry(text).or_insert_with(|| {
                values.push(value);
                values.len() - 1
            });
            Json::Array([Json::String(to), Json::Number(number.into())].into_iter().chain(set).collect())
        });
        rows.push((piece.to_owned(), Json::Array(entries.collect())));
    }
    let field = |name: &str, value| (name.to_owned(), value);
    Some(Json::Object(vec![
        field("board", Json::Array(frame.sizes.iter().map(|&size| Json::Number(size.into())).collect())),
        field("mirror", Json::Array(frame.mirror.iter().map(|&turns| Json::Bool(turns)).collect())),
        field("values", Json::Array(values)),
        field("rows", Json::Object(rows)),
    ]))
}

/// Returns the rows of a piece in groups.
fn of_piece(rows: &Rows, frame: &Frame) -> Option<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: HashMap<(String, String), usize> = HashMap::new();
    for (source, destination, value) in rows {
        let (from, end) = (coordinates(source, frame), coordinates(destination, frame));
        let (anchor, to) = match (from, end) {
            (Some(from), Some(end)) => {
                let by = between(&from, &end);
                (from, by)
            }
            (None, Some(end)) if source == DROP => (end, DROP.to_owned()),
            (Some(from), None) if destination == DROP => (from, TO_HAND.to_owned()),
            _ => return None,
        };
        let near = |text: &str| match coordinates(text, frame) {
            Some(at) => Some(format!("{OFFSET}{}", between(&anchor, &at))),
            None => (!text.starts_with(OFFSET)).then(|| text.to_owned()),
        };
        let value = changed(value, &near)?;
        let text = value.to_string();
        let index = *known.entry((to.clone(), text.clone())).or_insert_with(|| {
            groups.push(Group { to, value, text, anchors: Vec::new() });
            groups.len() - 1
        });
        groups.get_mut(index)?.anchors.push(frame.number(&anchor));
    }
    Some(groups)
}

/// Returns the text of the difference between two squares.
fn between(from: &[i32], to: &[i32]) -> String {
    joined(to.iter().zip(from).map(|(to, from)| to - from).collect())
}

fn joined(by: Offset) -> String {
    by.iter().map(i32::to_string).collect::<Vec<_>>().join(",")
}

/// Returns the coordinates of a text that is a square of the board.
fn coordinates(text: &str, frame: &Frame) -> Option<Offset> {
    let cell: Cell = text.parse().ok()?;
    let at: Offset = cell.coordinates().iter().map(|&at| i32::from(at)).collect();
    frame.step(&at, &vec![0; frame.sizes.len()])
}

/// Returns the frame with the mirror in which most pieces are the images of others, and these pieces.
fn best_mirror<'p>(groups: &[(&'p str, Vec<Group>)], still: &Frame) -> (Frame, Vec<&'p str>) {
    let dimensions = still.sizes.len();
    let ahead = usize::from(dimensions > 1);
    let mirrors =
        [vec![false; dimensions], (0..dimensions).map(|at| at == ahead).collect(), vec![true; dimensions]];
    let frames = mirrors.into_iter().map(|mirror| Frame { sizes: still.sizes.clone(), mirror });
    let images = frames.map(|frame| {
        let mut images: Vec<&str> = Vec::new();
        for (index, (piece, own)) in groups.iter().enumerate() {
            let first = opposite(piece);
            let before = groups.iter().take(index).find(|(known, _)| *known == first);
            if before.is_some_and(|(_, first)| is_image(own, first, &frame))
                && !images.contains(&first.as_str())
            {
                images.push(piece);
            }
        }
        (frame, images)
    });
    // Of equally good ones the last; there are three.
    images.max_by_key(|(_, images)| images.len()).unwrap_or_else(|| (still.clone(), Vec::new()))
}

/// Returns whether rows are the mirror image of others.
fn is_image(own: &[Group], other: &[Group], frame: &Frame) -> bool {
    if own.len() != other.len() {
        return false;
    }
    let known: BTreeMap<(&str, &str), Vec<usize>> = own
        .iter()
        .map(|group| ((group.to.as_str(), group.text.as_str()), sorted(group.anchors.clone())))
        .collect();
    let turned = |text: &str| match offset(text) {
        Some(by) => Some(format!("{OFFSET}{}", joined(frame.turned(&by, false)))),
        None => Some(opposite(text)),
    };
    other.iter().all(|group| {
        let to = numbers(&group.to).map_or_else(|| group.to.clone(), |by| joined(frame.turned(&by, false)));
        let Some(text) = changed(&group.value, &turned).map(|value| value.to_string()) else { return false };
        let turned = |&anchor: &usize| frame.number(&frame.turned(&frame.coordinates(anchor), true));
        let anchors = group.anchors.iter().map(turned);
        known.get(&(to.as_str(), text.as_str())) == Some(&sorted(anchors.collect()))
    })
}

fn sorted(mut numbers: Vec<usize>) -> Vec<usize> {
    numbers.sort_unstable();
    numbers
}

/// Returns a set of squares in digits.
fn digits(squares: &[usize]) -> String {
    let count = squares.iter().max().map_or(0, |last| last / 4 + 1);
    let digit = |place: usize| {
        let bits = squares.iter().filter(|&&square| square / 4 == place);
        char::from_digit(bits.map(|square| 1 << (square % 4)).sum(), 16)
    };
    (0..count).rev().filter_map(digit).collect()
}
