//! Layout of a board: layers side by side, each a grid of ranks and files.

use ggn_core::notation::cell::Cell;
use ggn_core::{Shape, Square};

/// One layer of a board as it is drawn.
pub(super) struct Layer {
    /// The name of the layer (`A`); empty on a board that has only one.
    pub(super) name: String,
    /// The names of the files, from left to right.
    pub(super) files: Vec<String>,
    /// The ranks from top to bottom: name, and squares from left to right. A board without ranks has one that is nameless.
    pub(super) ranks: Vec<(String, Vec<Square>)>,
}

/// Returns all layers, the lowest first. `flip` puts the second side at the bottom.
pub(super) fn layers(shape: &Shape, flip: bool) -> Vec<Layer> {
    let size = |dimension| shape.sizes().get(dimension).copied().unwrap_or(1);
    let ordered = |size: u8, backwards: bool| -> Vec<u8> {
        if backwards { (0..size).rev().collect() } else { (0..size).collect() }
    };
    let files = ordered(size(0), flip);
    let ranks = ordered(size(1), !flip);
    let layer = |layer: u8| {
        let at = |file: u8, rank: u8| {
            let coordinates = [file, rank, layer];
            shape.square(Cell::new(coordinates.get(..shape.sizes().len())?)?)
        };
        let rank = |&rank: &u8| {
            let squares = files.iter().filter_map(|&file| at(file, rank)).collect();
            (if shape.sizes().len() > 1 { part(rank, 1) } else { String::new() }, squares)
        };
        Layer {
            name: if shape.sizes().len() > 2 { part(layer, 2) } else { String::new() },
            files: files.iter().map(|&file| part(file, 0)).collect(),
            ranks: ranks.iter().map(rank).collect(),
        }
    };
    (0..size(2)).map(layer).collect()
}

/// Returns the part of a square's name for one coordinate.
fn part(coordinate: u8, dimension: usize) -> String {
    let mut coordinates = [0; Cell::DIMENSIONS_MAX];
    if let Some(kept) = coordinates.get_mut(dimension) {
        *kept = coordinate;
    }
    let name = Cell::new(&coordinates).map_or_else(String::new, |cell| cell.to_string());
    let belongs: fn(char) -> bool = match dimension {
        0 => |c| c.is_ascii_lowercase(),
        1 => |c| c.is_ascii_digit(),
        _ => |c| c.is_ascii_uppercase(),
    };
    name.chars().filter(|c| belongs(*c)).collect()
}
