//! Visibility of the pieces for a viewer.

use ggn_core::{Piece, Side};

use super::observation::Viewer;
use crate::domain::GameStatus;
use crate::game::Game;
use crate::profile::PieceVisibility;
use crate::terms::SpectatorView;

/// Pieces that a viewer sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// All pieces.
    Everything,
    /// Pieces of one side.
    Own(Side),
    /// Pieces of one side, and those on the squares that it sees.
    Sight(Side),
    /// No pieces: a viewer without own pieces, in a game whose players see only their own.
    NoPieces,
    /// No pieces, and nothing of the course of the game.
    Hidden,
}

impl Visibility {
    /// Returns what the viewer sees of the game now.
    // Requirements blind-44, blind-45, blind-118, gambit-107.
    pub(crate) fn of(game: &Game, viewer: Viewer) -> Visibility {
        let is_over = game.status == GameStatus::Finished;
        match (viewer, game.profile.view, game.social.spectators.watching) {
            _ if is_over => Visibility::Everything,
            (Viewer::Seat(_), PieceVisibility::Everything, _)
            | (Viewer::Spectator, _, SpectatorView::Board) => Visibility::Everything,
            (Viewer::Seat(you), PieceVisibility::OwnPieces, _) => Visibility::Own(you),
            (Viewer::Seat(you), PieceVisibility::Sight, _) => Visibility::Sight(you),
            (Viewer::Spectator, _, SpectatorView::Announcements) => Visibility::NoPieces,
            (Viewer::Spectator, _, SpectatorView::After) => Visibility::Hidden,
        }
    }

    /// Returns whether a piece is visible wherever it stands. One of neither side is visible to all who see the course of the game.
    pub(crate) fn sees_piece(self, piece: &Piece) -> bool {
        if piece.is_neutral { self != Visibility::Hidden } else { self.sees(piece.side()) }
    }

    /// Returns whether all pieces of a side are visible.
    pub(crate) fn sees(self, side: Side) -> bool {
        match self {
            Visibility::Everything => true,
            Visibility::Own(own) | Visibility::Sight(own) => own == side,
            Visibility::NoPieces | Visibility::Hidden => false,
        }
    }
}
