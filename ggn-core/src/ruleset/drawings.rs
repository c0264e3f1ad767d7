//! Drawings of pieces that a ruleset brings: their form, and the checks of their shapes.

use super::bind::Names;
use super::binder::Binder;
use super::fault::FaultKind;
use super::path::{self, PATH_CHARS_MAX, PathData, PathFault};
use super::read::{Members, object, words};
use super::text::Text;
use crate::notation::qpi::Qpi;
use crate::piece::Role;

/// Greatest number of drawings in a ruleset.
const DRAWINGS_MAX: usize = 32;

/// Greatest number of shapes in a drawing.
const SHAPES_MAX: usize = 8;

/// Drawings by piece.
pub(crate) type RawDrawings = Members<Qpi, Vec<RawShape>>;

object! {
    /// Shape of a drawing.
    RawShape {
        /// Outline in a box from `0,0`, its upper left corner, to `100,100`, as path data of SVG without exponents: `"M20 80 50 20 80 80z"`. At most
        /// 600 characters; numbers from -100 to 200. The part outside of the box is not shown.
        d: Text<PathData>,
        /// Colour of the shape. At least one shape of a drawing is its `body`.
        paint: RawPaint = RawPaint::Body,
    }
}

words! {
    /// Colour of a shape. The colours themselves are those of the side and of the reader's settings.
    RawPaint {
        /// Filled in the colour of the piece, with its outline.
        Body = "body",
        /// A line on the body, in the colour of the outline and not filled.
        Line = "line",
        /// Filled in the colour of the outline, without one: an eye, or a hole.
        Detail = "detail",
    }
}

/// Checks the drawings of a manifest. What is beyond a bound is counted only.
pub(super) fn check(at: &mut Binder<'_>, names: &Names<'_>, raw: Option<&RawDrawings>) {
    let Some(raw) = raw else { return };
    at.within("drawings", |at| {
        check_count(at, "drawings", raw.len(), DRAWINGS_MAX);
        let mut keys: Vec<(Role, &Text<Qpi>)> = Vec::new();
        for (text, shapes) in raw.iter().take(DRAWINGS_MAX) {
            at.within(text, |at| {
                if let Some(role) = names.role(at, text) {
                    // A key that stands twice to the letter has been reported.
                    let is_same = |(known, earlier): &&(Role, &Text<Qpi>)| *known == role && *earlier != text;
                    if let Some(&(_, earlier)) = keys.iter().find(is_same) {
                        at.fault(FaultKind::RoleTwice(earlier.to_string()));
                    }
                    keys.push((role, text));
                }
                check_shapes(at, shapes);
            });
        }
    });
}

fn check_shapes(at: &mut Binder<'_>, shapes: &[RawShape]) {
    check_count(at, "shapes", shapes.len(), SHAPES_MAX);
    if shapes.is_empty() {
        at.fault(FaultKind::Empty);
    } else if !shapes.iter().any(|shape| shape.paint == RawPaint::Body) {
        at.fault(FaultKind::NoBody);
    }
    for (index, shape) in shapes.iter().enumerate().take(SHAPES_MAX) {
        at.along([index.into(), "d".into()], |at| check_path(at, &shape.d));
    }
}

fn check_path(at: &mut Binder<'_>, path: &str) {
    if !check_count(at, "characters", path.chars().count(), PATH_CHARS_MAX) {
        return;
    }
    for (part, kind) in path::faults(path) {
        at.fault(FaultKind::Path(PathFault { path: path.to_owned(), part, kind }));
    }
}

/// Reports a count above its bound, and returns whether it is within.
fn check_count(at: &mut Binder<'_>, what: &'static str, found: usize, most: usize) -> bool {
    if found > most {
        at.fault(FaultKind::TooMany { what, found, most });
    }
    found <= most
}
