//! Conditions of a ruleset on positions that are set up.

use super::table::Possibility;
use crate::Square;
use crate::piece::{PieceId, Role};

/// Squares on which a piece may stand, each with its alternatives, of which one must hold.
pub(crate) type Allowed = Vec<(Square, Vec<Possibility>)>;

/// Conditions of a ruleset on positions, beyond the form of their text.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetupRules {
    /// Minimum and maximum number of pieces of a role for each side.
    pub(crate) counts: Vec<(Role, u32, Option<u32>)>,
    /// Allowed squares and their conditions, for each piece that may not stand everywhere.
    pub(crate) squares: Vec<(PieceId, Allowed)>,
}
