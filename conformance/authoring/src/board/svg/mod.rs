//! A board as an SVG picture that needs nothing beside it: shapes and letters for any game, light and dark by the viewer's taste.

mod shapes;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ggn_core::{Side, Square};

use super::layout::{Layer, layers};
use super::reach::Mark;
use super::{Picture, name, token};
use shapes::{STYLE, SYMBOLS};

/// The side of a square. All else is measured by it.
const SQUARE: usize = 60;
/// Around everything, and between two layers.
const GAP: usize = 18;
/// Beside a layer, for the names of its ranks; below it, for those of its files.
const LABEL: usize = 22;
/// The height of a line of text.
const LINE: usize = 26;
/// The height of a line of the legend.
const LEGEND: usize = 32;
/// From a mark of the legend's beginning to its words.
const LEGEND_INDENT: usize = 36;
/// About the width of a letter.
const LETTER: usize = 9;
/// The height of what a side has in hand.
const HAND: usize = 48;
/// The widest that layers are put side by side.
const WIDTH_MAX: usize = 1100;

/// A place in the picture, and its size.
#[derive(Clone, Copy)]
struct Area {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

/// Returns the picture as an SVG document.
#[must_use]
pub fn svg(picture: &Picture<'_>) -> String {
    let layers = layers(picture.rules.shape(), picture.flip);
    let label = if picture.rules.shape().sizes().len() > 1 { LABEL } else { 0 };
    let block = layers.first().map_or((0, 0), |layer| {
        let title = if layer.name.is_empty() { 0 } else { LINE };
        (layer.files.len() * SQUARE + label, title + layer.ranks.len() * SQUARE + LABEL)
    });
    let columns = (WIDTH_MAX / (block.0 + GAP)).clamp(1, layers.len().max(1));
    let rows = layers.len().div_ceil(columns);
    let has_hands = Side::BOTH.iter().any(|side| !picture.hands[*side].is_empty());
    let hand = if has_hands { HAND } else { 0 };
    let used: BTreeSet<Mark> = picture.reach.marks.values().copied().collect();

    let mut out = String::new();
    let mut y = GAP;
    let x = GAP;
    let [top, bottom] = picture.sides();
    write_hand(&mut out, picture, top, Area { x: x + label, y, width: 0, height: hand });
    y += hand;
    for (index, layer) in layers.iter().enumerate() {
        let (column, row) = (index % columns, index / columns);
        let at =
            Area { x: x + column * (block.0 + GAP), y: y + row * (block.1 + GAP), width: block.0, height: 0 };
        write_layer(&mut out, picture, layer, at, label);
    }
    y += rows * (block.1 + GAP) - GAP;
    write_hand(&mut out, picture, bottom, Area { x: x + label, y: y + 6, width: 0, height: hand });
    y += hand + LINE;
    write_text(&mut out, "caption", (x + label, y - 4), &picture.caption);
    for &mark in &used {
        y += LEGEND;
        let _ = write!(
            out,
            "<use href=\"#{id}\" x=\"{x}\" y=\"{top}\" width=\"26\" height=\"26\"/>",
            id = shapes::mark_id(mark),
            x = x + label,
            top = y - 22,
        );
        write_text(&mut out, "legend", (x + label + LEGEND_INDENT, y - 4), mark.words());
    }
    let legend = used.iter().map(|mark| LEGEND_INDENT + mark.words().len() * LETTER).max().unwrap_or(0);
    let texts = x + label + legend.max(picture.caption.len() * LETTER);
    let width = (columns * (block.0 + GAP)).max(texts) + GAP;
    let height = y + GAP - 6;
    let (title, description) = (escaped(&title(picture)), escaped(&description(picture)));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"title description\">\n\
         <title id=\"title\">{title}</title>\n<desc id=\"description\">{description}</desc>\n\
         <style>{STYLE}</style>\n<defs>{SYMBOLS}</defs>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\" rx=\"10\"/>\n{out}</svg>\n"
    )
}

fn write_text(out: &mut String, class: &str, (x, y): (usize, usize), text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(text));
    }
}

/// One layer with the names of its files and ranks.
fn write_layer(out: &mut String, picture: &Picture<'_>, layer: &Layer, at: Area, label: usize) {
    let left = at.x + label;
    let mut top = at.y;
    if !layer.name.is_empty() {
        write_text(out, "layer", (left, top + 16), &format!("layer {}", layer.name));
        top += LINE;
    }
    for (row, (name, squares)) in layer.ranks.iter().enumerate() {
        let y = top + row * SQUARE;
        write_text(out, "rank", (left - 6, y + SQUARE / 2 + 5), name);
        for (column, &square) in squares.iter().enumerate() {
            let area = Area { x: left + column * SQUARE, y, width: SQUARE, height: SQUARE };
            write_square(out, picture, square, area);
        }
    }
    let bottom = top + layer.ranks.len() * SQUARE;
    for (column, name) in layer.files.iter().enumerate() {
        write_text(out, "file", (left + column * SQUARE + SQUARE / 2, bottom + 16), name);
    }
    let (width, height) = (layer.files.len() * SQUARE, layer.ranks.len() * SQUARE);
    let _ = writeln!(
        out,
        "<rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
    );
}

/// One square, what stands on it, and what could be done there.
fn write_square(out: &mut String, picture: &Picture<'_>, square: Square, at: Area) {
    let Area { x, y, width, height } = at;
    let sum: u32 = picture.rules.shape().coordinates(square).map(u32::from).sum();
    let colour = if sum % 2 == 1 { "light" } else { "dark" };
    let _ =
        write!(out, "<rect class=\"{colour}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>");
    if picture.reach.focus == Some(square) {
        let _ = write!(
            out,
            "<rect class=\"focus\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            x + 3,
            y + 3,
            width - 6,
            height - 6
        );
    }
    if let Some(piece) = picture.pieces.get(&square) {
        shapes::write_piece(out, *piece, (x, y), SQUARE, picture.flip);
    }
    if let Some(mark) = picture.reach.marks.get(&square) {
        let id = shapes::mark_id(*mark);
        let _ =
            write!(out, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>");
    }
    out.push('\n');
}

/// Writes the hand of a side, in one line.
fn write_hand(out: &mut String, picture: &Picture<'_>, side: Side, at: Area) {
    if at.height == 0 {
        return;
    }
    let size = at.height - 8;
    let middle = at.y + size / 2 + 5;
    let mut x = at.x;
    if picture.hands[side].is_empty() {
        let text = format!("{} has nothing in hand", picture.rules.side_name(side));
        write_text(out, "legend", (x, middle), &text);
    }
    for (piece, count) in &picture.hands[side] {
        shapes::write_piece(out, *piece, (x, at.y), size, picture.flip);
        x += size + 2;
        if *count > 1 {
            let text = format!("×{count}");
            write_text(out, "caption", (x, middle), &text);
            x += 12 * text.chars().count();
        }
        x += 6;
    }
}

fn title(picture: &Picture<'_>) -> String {
    match picture.caption.as_str() {
        "" => picture.rules.name().to_owned(),
        caption => format!("{}: {caption}", picture.rules.name()),
    }
}

/// Returns the board for those who do not see it.
fn description(picture: &Picture<'_>) -> String {
    let rules = picture.rules;
    let cell = |square| rules.shape().cell(square).map_or_else(String::new, |cell| cell.to_string());
    let mut sentences = Vec::new();
    for side in Side::BOTH {
        let on_board = picture.pieces.iter().filter(|(_, piece)| piece.side() == side);
        let mut words: Vec<String> = on_board
            .map(|(square, piece)| format!("{} ({}) {}", name(rules, *piece), token(*piece), cell(*square)))
            .collect();
        words.extend(
            picture.hands[side]
                .iter()
                .map(|(piece, count)| format!("{count} {} ({}) in hand", name(rules, *piece), token(*piece))),
        );
        if !words.is_empty() {
            sentences.push(format!("{}: {}.", rules.side_name(side), words.join(", ")));
        }
    }
    for mark in Mark::ALL {
        let on: Vec<String> = picture
            .reach
            .marks
            .iter()
            .filter(|(_, marked)| **marked == mark)
            .map(|(square, _)| cell(*square))
            .collect();
        if !on.is_empty() {
            sentences.push(format!("{}: {}.", mark.words(), on.join(", ")));
        }
    }
    sentences.join(" ")
}

/// Text as XML writes it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
