//! The board and the sides for which patterns are written out.

use std::collections::BTreeSet;

use ggn_core::json::Json;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::letter::Letter;
use ggn_core::notation::pin::Pin;
use ggn_core::notation::qpi::Qpi;
use ggn_core::notation::sin::Sin;
use ggn_core::{BySide, Role, Side};

use super::ast::Dimension;
use super::code::Code;
use diagnostic::{Diagnostic, Severity};

/// A difference between two squares: files, ranks, layers. What a board does not have is zero.
pub(super) type Vector = [i32; Cell::DIMENSIONS_MAX];

/// Board and pieces of a ruleset's manifest.
#[derive(Clone, Debug)]
pub(super) struct Board {
    sizes: Vec<u8>,
    all: Vec<Cell>,
    styles: BySide<Letter>,
    /// The pieces of the initial position, each once.
    standing: Vec<Qpi>,
    /// The roles that the manifest names; none when it could not be read so far, which is a fault of its own.
    roles: Option<Vec<Role>>,
    /// The roles of neither side, whose pieces stay as they are for both.
    neutral: Vec<Role>,
}

/// Dimensions that run the other way for the second side.
pub(super) type Mirror = [bool; Cell::DIMENSIONS_MAX];

/// The file with the board and the pieces.
pub(super) const MANIFEST: &str = "ruleset.json";

impl Board {
    /// Returns the board of the manifest's `initial` position.
    pub(super) fn of(files: &[(String, Vec<u8>)]) -> Result<Board, Box<Diagnostic>> {
        let fault = |message: &str, expected: Option<&str>| {
            Box::new(Diagnostic {
                severity: Severity::Error,
                code: Code::NoBoard.name(),
                file: MANIFEST.to_owned(),
                span: None,
                path: None,
                message: message.to_owned(),
                found: None,
                expected: expected.map(str::to_owned),
                hint: Some("patterns are written out on the board of the field `initial`".to_owned()),
            })
        };
        let manifest = files.iter().find(|(path, _)| path == MANIFEST);
        let (_, bytes) =
            manifest.ok_or_else(|| fault("there is no manifest to take the board from", None))?;
        let json = Json::parse(bytes).map_err(|error| fault(&error.to_string(), Some("JSON")))?;
        let Some(Json::String(initial)) = json.get("initial") else {
            return Err(fault("the manifest has no initial position", Some("`initial`, a FEEN position")));
        };
        let feen: Feen =
            initial.parse().map_err(|error| fault(&format!("{error}"), Some("a FEEN position")))?;
        Ok(Board { neutral: neutral(&json), ..Board::new(&feen, roles(&json)) })
    }

    fn new(feen: &Feen, roles: Option<Vec<Role>>) -> Board {
        let styles =
            BySide::from_fn(
                |side| {
                    if feen.active.side == side { feen.active.letter } else { feen.inactive.letter }
                },
            );
        let sizes = feen.placement.sizes.clone();
        let last: Vec<u8> = sizes.iter().map(|size| size - 1).collect();
        let corners = Cell::new(&vec![0; sizes.len()]).zip(Cell::new(&last));
        let all = corners.map(|(first, last)| block(first, last)).unwrap_or_default();
        let held = Side::BOTH.into_iter().flat_map(|side| &feen.hands[side]).map(|(epin, _)| epin);
        let standing = feen.placement.squares.iter().flatten().chain(held).map(|epin| {
            let side = if epin.derived { epin.pin.side.opponent() } else { epin.pin.side };
            Qpi { sin: Sin { letter: styles[side], side }, pin: epin.pin }
        });
        let standing: BTreeSet<Qpi> = standing.collect();
        let standing = standing.into_iter().collect();
        Board { sizes, all, styles, standing, roles, neutral: Vec::new() }
    }

    /// Returns the pieces of the initial position, each once.
    pub(super) fn standing(&self) -> &[Qpi] {
        &self.standing
    }

    pub(super) fn dimensions(&self) -> usize {
        self.sizes.len()
    }

    /// Returns the size in words: `9x10`.
    pub(super) fn size(&self) -> String {
        self.sizes.iter().map(u8::to_string).collect::<Vec<_>>().join("x")
    }

    pub(super) fn has(&self, cell: Cell) -> bool {
        cell.coordinates().len() == self.sizes.len()
            && cell.coordinates().iter().zip(&self.sizes).all(|(coordinate, size)| coordinate < size)
    }

    /// Returns every square: file by file, in a file by rank, then by layer. This is also the order of a table.
    pub(super) fn all(&self) -> &[Cell] {
        &self.all
    }

    /// Returns the squares with a coordinate between two, counted from zero, in one dimension.
    pub(super) fn lines(&self, dimension: usize, from: u8, to: u8) -> Vec<Cell> {
        let corner = |other: &dyn Fn(u8) -> u8, own: u8| {
            let coordinate =
                |(index, &size): (usize, &u8)| if index == dimension { own } else { other(size) };
            Cell::new(&self.sizes.iter().enumerate().map(coordinate).collect::<Vec<_>>())
        };
        match (corner(&|_| 0, from), corner(&|size| size - 1, to)) {
            (Some(first), Some(last)) => block(first, last),
            _ => Vec::new(),
        }
    }

    /// Returns the number of squares that share a coordinate in one dimension.
    pub(super) fn lines_of(&self, dimension: usize) -> usize {
        let others = self.sizes.iter().enumerate().filter(|(index, _)| *index != dimension);
        others.map(|(_, &size)| usize::from(size)).product()
    }

    /// Returns the size of one dimension; none for a dimension that the board does not have.
    pub(super) fn size_of(&self, dimension: Dimension) -> Option<u8> {
        self.sizes.get(index(dimension)).copied()
    }

    /// Returns the square that lies so far from another, if the board reaches so far.
    pub(super) fn step(&self, from: Cell, by: Vector) -> Option<Cell> {
        let mut to = [0; Cell::DIMENSIONS_MAX];
        let steps = from.coordinates().iter().zip(by).zip(&self.sizes);
        for (kept, ((&from, by), &size)) in to.iter_mut().zip(steps) {
            *kept = u8::try_from(i32::from(from) + by).ok().filter(|&to| to < size)?;
        }
        Cell::new(to.get(..self.sizes.len())?)
    }

    /// Returns the square that is to one side what a square is to the other.
    pub(super) fn mirrored(&self, cell: Cell, mirror: Mirror) -> Cell {
        let mut to = [0; Cell::DIMENSIONS_MAX];
        let coordinates = cell.coordinates().iter().zip(&self.sizes).zip(mirror);
        for (kept, ((&coordinate, &size), turned)) in to.iter_mut().zip(coordinates) {
            *kept = if turned { size - 1 - coordinate } else { coordinate };
        }
        to.get(..self.sizes.len()).and_then(Cell::new).unwrap_or(cell)
    }

    /// Returns how the second side's board mirrors the first's unless a file says otherwise: ahead is the other way.
    pub(super) fn usual_mirror(&self) -> Mirror {
        let ahead = self.ahead();
        std::array::from_fn(|dimension| dimension == ahead)
    }

    /// Returns the dimension in which a side goes forward: ranks, or files where there is nothing else.
    pub(super) fn ahead(&self) -> usize {
        usize::from(self.sizes.len() > 1)
    }

    /// Returns the piece that a text names: with its style, or of its side's own style.
    pub(super) fn piece(&self, text: &str) -> Result<Qpi, String> {
        if text.contains(':') {
            return text.parse().map_err(|error| format!("{error}"));
        }
        let pin: Pin = text.parse().map_err(|error| format!("{error}"))?;
        Ok(Qpi { sin: Sin { letter: self.styles[pin.side], side: pin.side }, pin })
    }

    /// Returns the other side's counterpart of a piece.
    pub(super) fn opposite(&self, piece: Qpi) -> Qpi {
        if self.neutral.contains(&Role::of(piece)) {
            return piece;
        }
        let side = piece.sin.side.opponent();
        let own = piece.sin.letter == self.styles[piece.sin.side];
        let letter = if own { self.styles[side] } else { piece.sin.letter };
        Qpi { sin: Sin { letter, side }, pin: Pin { side: piece.pin.side.opponent(), ..piece.pin } }
    }

    /// Returns the letters that could have been meant, when the manifest does not know a piece.
    pub(super) fn unknown(&self, piece: Qpi) -> Option<String> {
        let roles = self.roles.as_ref().filter(|roles| !roles.contains(&Role::of(piece)))?;
        let known: Vec<String> =
            roles.iter().map(|role| format!("{}:{}", role.style.upper(), role.letter.upper())).collect();
        Some(known.join(", "))
    }
}

/// Returns the roles under `pieces` in a manifest.
fn roles(manifest: &Json) -> Option<Vec<Role>> {
    let Some(Json::Object(pieces)) = manifest.get("pieces") else { return None };
    pieces.iter().map(|(name, _)| name.parse().ok().map(Role::of)).collect()
}

/// Returns the roles that the manifest calls neutral.
fn neutral(manifest: &Json) -> Vec<Role> {
    let Some(Json::Object(pieces)) = manifest.get("pieces") else { return Vec::new() };
    let is_neutral = |entry: &Json| matches!(entry.get("neutral"), Some(Json::Bool(true)));
    pieces
        .iter()
        .filter(|(_, entry)| is_neutral(entry))
        .filter_map(|(name, _)| Some(Role::of(name.parse().ok()?)))
        .collect()
}

/// Returns the squares whose coordinates lie between those of two corners, going from the first corner to the second.
pub(super) fn block(from: Cell, to: Cell) -> Vec<Cell> {
    let run = |dimension: usize| {
        let corner = |cell: Cell| cell.coordinates().get(dimension).copied().unwrap_or(0);
        let (from, to) = (corner(from), corner(to));
        let between = from.min(to)..=from.max(to);
        between.map(move |at| if from <= to { at } else { from - (at - to) })
    };
    let dimensions = from.coordinates().len();
    let mut cells = Vec::new();
    for file in run(0) {
        for rank in run(1) {
            for layer in run(2) {
                cells.extend([file, rank, layer].get(..dimensions).and_then(Cell::new));
            }
        }
    }
    cells
}

/// Returns the index of a dimension's coordinate.
pub(super) fn index(dimension: Dimension) -> usize {
    match dimension {
        Dimension::Files => 0,
        Dimension::Ranks => 1,
        Dimension::Layers => 2,
    }
}

/// Returns the difference as the second side sees it.
pub(super) fn turned(mut vector: Vector, mirror: Mirror) -> Vector {
    for (component, turned) in vector.iter_mut().zip(mirror) {
        if turned {
            *component = -*component;
        }
    }
    vector
}
