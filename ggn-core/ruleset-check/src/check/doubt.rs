//! Selection of the faults of house rules of which a part cannot be read or does not fit: those that are there whatever the other parts say.

use ggn_core::json::{JsonPath, JsonStep};
use ggn_core::{Clash, Fault, FaultKind, Never};

use crate::overlays::Draft;
use crate::rules::OVERLAY;

/// Unknown parts of a ruleset with house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doubt {
    /// Something.
    is_there: bool,
    /// True if the size of its board is unknown.
    is_of_board: bool,
    /// True if its pieces are unknown.
    is_of_pieces: bool,
}

impl Doubt {
    pub(super) fn of(draft: &Draft, clashes: &[Clash]) -> Doubt {
        let is_read = |root| draft.house.overlays.iter().any(|(folder, _)| folder.root == root);
        let is_lost = draft.faulty.iter().any(|(folder, _)| !is_read(folder.root.clone()));
        let is_faulty =
            |holds: fn(&Fault) -> bool| draft.faulty.iter().any(|(_, faults)| faults.iter().any(holds));
        let are_pieces_lost =
            clashes.iter().any(|clash| matches!(clash, Clash::Requires { .. } | Clash::Renamed { .. }));
        Doubt {
            is_there: !draft.faulty.is_empty() || !clashes.is_empty(),
            is_of_board: is_lost || is_faulty(|fault| is_in(fault, "initial")),
            is_of_pieces: is_lost || are_pieces_lost || is_faulty(makes_pieces),
        }
    }

    /// Returns whether anything is unknown.
    pub(super) fn is_there(self) -> bool {
        self.is_there
    }

    /// Returns whether a fault is one in any case.
    pub(super) fn leaves(self, kind: &FaultKind) -> bool {
        match kind {
            _ if !self.is_there => true,
            FaultKind::OffBoard(_) => !self.is_of_board,
            FaultKind::UnknownPiece(_) | FaultKind::UnknownRole(_) => !self.is_of_pieces,
            FaultKind::DuplicateKey
            | FaultKind::Type { .. }
            | FaultKind::UnknownField { .. }
            | FaultKind::MissingField(_)
            | FaultKind::UnknownWord { .. }
            | FaultKind::Form(_)
            | FaultKind::Ggn(_)
            | FaultKind::Notation { .. }
            | FaultKind::ChangesSide { .. }
            | FaultKind::OwnSquare(_)
            | FaultKind::Twice(_)
            | FaultKind::Empty
            | FaultKind::RoleTwice(_)
            | FaultKind::EndingTwice(_)
            | FaultKind::OpenDestination(_)
            | FaultKind::NeverHolds(Never::Contradiction | Never::MoverStandsThere)
            | FaultKind::SameLetter(_)
            | FaultKind::EmptyRange { .. }
            | FaultKind::Repeated
            | FaultKind::NamesItself
            | FaultKind::TooSmall { .. }
            | FaultKind::TooLarge { .. }
            | FaultKind::TooMany { .. }
            | FaultKind::Path(_)
            | FaultKind::NoBody => true,
            // These follow from what several parts say together.
            FaultKind::Missing
            | FaultKind::UnknownFile
            | FaultKind::Json(_)
            | FaultKind::Nameless(_)
            | FaultKind::TooManyPieces(_)
            | FaultKind::NoSuchRow { .. }
            | FaultKind::NoSuchPossibility
            | FaultKind::TwoEffects
            | FaultKind::NeverHolds(Never::NeverThere(_) | Never::MarkHasFallen(_))
            | FaultKind::UnreachableRow { .. }
            | FaultKind::NoTable(_)
            | FaultKind::CarriesUnsaid { .. }
            | FaultKind::CarriesOnto { .. }
            | FaultKind::NeverSettles(_)
            | FaultKind::UnattackedUnasked
            | FaultKind::NoRoyal
            | FaultKind::NeutralMoves
            | FaultKind::WithoutEffect(_)
            | FaultKind::AnsweredAndHeld
            | FaultKind::Starts(_)
            | FaultKind::Covered(_)
            | FaultKind::NeedsMechanic(_)
            | FaultKind::ImpossibleMaterial { .. }
            | FaultKind::OneSidedRoyal(_)
            | FaultKind::MateWithoutSafety(_)
            | FaultKind::DestroyedWithoutEnd
            | FaultKind::SharedSpelling { .. }
            | FaultKind::Initial(_) => false,
        }
    }
}

/// Returns whether clashing overlays are so far apart that their composition is not worth a look.
pub(super) fn is_hopeless(clashes: &[Clash]) -> bool {
    let is_choice = |clash: &Clash| match clash {
        Clash::NotOver { .. } | Clash::Unmet { .. } | Clash::Twice(_) | Clash::TooMany { .. } => true,
        Clash::NotWith { .. }
        | Clash::Requires { .. }
        | Clash::Both { .. }
        | Clash::NotThere { .. }
        | Clash::Renamed { .. } => false,
    };
    clashes.iter().any(is_choice)
}

/// Returns whether a fault lies where pieces come into the game.
fn makes_pieces(fault: &Fault) -> bool {
    let is_file = fault.file == "effects.json" || fault.file.starts_with("ggn/");
    is_file || ["renames", "initial"].into_iter().any(|field| is_in(fault, field))
}

fn is_in(fault: &Fault, field: &str) -> bool {
    let JsonPath { steps } = &fault.path;
    fault.file == OVERLAY && matches!(steps.first(), Some(JsonStep::Key(key)) if key == field)
}
