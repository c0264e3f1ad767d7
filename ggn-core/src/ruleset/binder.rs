//! Present place in the files during binding, and the list of faults.

use super::fault::{Fault, FaultKind};
use super::text::{Notation, Text};
use crate::json::{JsonPath, JsonStep};
use crate::notation::ErrorPosition;
use crate::notation::cell::Cell;
use crate::notation::ggn::Place;
use crate::notation::qpi::Qpi;

/// Present place in the files during binding, and the list of faults.
pub(super) struct Binder<'f> {
    file: String,
    path: Vec<Step>,
    faults: &'f mut Vec<Fault>,
}

/// Step into a file. Tables have many thousands of places and hardly ever a fault, so that names are written out only for a fault.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Json(JsonStep),
    Field(&'static str),
    Piece(Qpi),
    Place(Place),
}

impl From<&Step> for JsonStep {
    fn from(step: &Step) -> JsonStep {
        match step {
            Step::Json(step) => step.clone(),
            Step::Field(name) => JsonStep::Key((*name).to_owned()),
            Step::Piece(piece) => JsonStep::Key(piece.to_string()),
            Step::Place(place) => JsonStep::Key(place.to_string()),
        }
    }
}

impl From<JsonStep> for Step {
    fn from(step: JsonStep) -> Step {
        Step::Json(step)
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Step {
        Step::Json(index.into())
    }
}

impl From<&'static str> for Step {
    fn from(field: &'static str) -> Step {
        Step::Field(field)
    }
}

impl From<Qpi> for Step {
    fn from(piece: Qpi) -> Step {
        Step::Piece(piece)
    }
}

impl From<Place> for Step {
    fn from(place: Place) -> Step {
        Step::Place(place)
    }
}

impl From<Cell> for Step {
    fn from(cell: Cell) -> Step {
        Step::Place(Place::Cell(cell))
    }
}

impl<N> From<&Text<N>> for Step {
    fn from(text: &Text<N>) -> Step {
        Step::Json(text.into())
    }
}

impl<'f> Binder<'f> {
    pub(super) fn new(file: &str, faults: &'f mut Vec<Fault>) -> Binder<'f> {
        Binder { file: file.to_owned(), path: Vec::new(), faults }
    }

    /// Runs `act` one step deeper in the file.
    pub(super) fn within<T>(&mut self, step: impl Into<Step>, act: impl FnOnce(&mut Binder<'f>) -> T) -> T {
        self.path.push(step.into());
        let result = act(self);
        self.path.pop();
        result
    }

    /// Runs `act` several steps deeper in the file.
    pub(super) fn along<T>(
        &mut self,
        steps: impl IntoIterator<Item = Step>,
        act: impl FnOnce(&mut Binder<'f>) -> T,
    ) -> T {
        let depth = self.path.len();
        self.path.extend(steps);
        let result = act(self);
        self.path.truncate(depth);
        result
    }

    /// Returns whether the present place is the whole file.
    pub(super) fn is_at_root(&self) -> bool {
        self.path.is_empty()
    }

    /// Returns the number of faults so far.
    pub(super) fn count(&self) -> usize {
        self.faults.len()
    }

    /// Reports a fault at the present place.
    pub(super) fn fault(&mut self, kind: FaultKind) {
        let steps = self.path.iter().map(JsonStep::from).collect();
        self.faults.push(Fault { file: self.file.clone(), path: JsonPath { steps }, kind });
    }

    /// Parses a text, or reports why it cannot be.
    pub(super) fn notation<N: Notation>(&mut self, text: &Text<N>) -> Option<N> {
        text.parse()
            .map_err(|why: N::Err| {
                let (found, expected) = (text.to_string(), N::EXPECTED);
                self.fault(FaultKind::Notation { found, expected, at: why.at(), why: why.to_string() });
            })
            .ok()
    }
}
