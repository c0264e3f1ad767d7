//! Whose pieces a viewer sees.

use ggn_core::Side;

use super::observation::Viewer;
use crate::game::Game;
use crate::lounge::Watching;
use crate::profile::Sight;
use crate::protocol::player::GameStatus;

/// Whose pieces somebody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Eyes {
    /// All of them.
    Everything,
    /// Those of a side.
    Own(Side),
    /// None: who has none of their own, where players see no more than their own.
    Nothing,
    /// None, and they do not hear either what becomes of the game.
    Shut,
}

impl Eyes {
    /// Whose pieces that viewer sees in the game now.
    pub(super) fn of(game: &Game, viewer: Viewer) -> Eyes {
        let is_over = game.status == GameStatus::Finished;
        match (viewer, game.profile.view, game.company.spectators.watching) {
            _ if is_over => Eyes::Everything,
            (Viewer::Seat(_), Sight::Everything, _) | (Viewer::Spectator, _, Watching::Board) => {
                Eyes::Everything
            }
            (Viewer::Seat(you), Sight::OwnPieces, _) => Eyes::Own(you),
            (Viewer::Spectator, _, Watching::Announcements) => Eyes::Nothing,
            (Viewer::Spectator, _, Watching::After) => Eyes::Shut,
        }
    }

    /// Whether they see the pieces of a side.
    pub(super) fn see(self, side: Side) -> bool {
        match self {
            Eyes::Everything => true,
            Eyes::Own(own) => own == side,
            Eyes::Nothing | Eyes::Shut => false,
        }
    }
}
