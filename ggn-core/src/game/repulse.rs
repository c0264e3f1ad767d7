//! Captures that fail, in a game: they are played like moves, kept in its history, and undone.

use super::{Game, Played};
use crate::Square;
use crate::movement::{IllegalMove, Move, NotRepulsed};
use crate::transition::repulsed;

impl Game {
    /// Plays a move as a capture that fails: nothing is captured and nothing is promoted. The piece stands on `to`, which is its source (it has then not
    /// moved) or an empty square to which it retreated. This is a ply without progress, and the turn passes.
    ///
    /// The caller decides whether a capture fails, and where its piece may retreat to ([`Rules::retreats`](crate::Rules::retreats)). If the capture was
    /// needed to end a check, the attacking side is still in check, and the caller decides what follows from that
    /// ([`Game::declare_mate`], [`Game::royal_captures`]).
    ///
    /// # Errors
    /// Returns [`NotRepulsed`] if it is not one of the present legal moves, captures nothing, or cannot end on `to`; the game is then unchanged.
    pub fn repulse(&mut self, mv: &Move, to: Square) -> Result<&Played, NotRepulsed> {
        self.fail(mv, Some(to))
    }

    /// Plays a move as a capture that fails and costs the attacker: nothing is captured, and the attacking piece leaves the game without being
    /// captured. This is a ply, and progress wherever a capture is; the turn passes.
    ///
    /// The lost piece may have shielded a terminal piece of its own side, which can then be captured although nothing attacked it before. The caller
    /// decides what follows from that, as after [`Game::repulse`].
    ///
    /// # Errors
    /// Returns [`NotRepulsed`] if it is not one of the present legal moves, captures nothing, or moves a terminal piece; the game is then unchanged.
    pub fn forfeit(&mut self, mv: &Move) -> Result<&Played, NotRepulsed> {
        self.fail(mv, None)
    }

    /// Plays a move as a capture that fails, after which its piece stands on `stands`, or is lost if that is `None`.
    fn fail(&mut self, mv: &Move, stands: Option<Square>) -> Result<&Played, NotRepulsed> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over.into());
        }
        if !self.legal.contains(mv) {
            return Err(IllegalMove::Illegal.into());
        }
        let change = repulsed(&self.rules, &self.position, mv, stands)?;
        let step = self.step_by(mv, change);
        Ok(self.take(mv, step)?)
    }

    /// Replays a record of this game or of another one by the same rules: the move, or the capture that failed.
    ///
    /// # Errors
    /// As [`Game::play`], [`Game::repulse`] and [`Game::forfeit`].
    pub fn replay(&mut self, played: &Played) -> Result<&Played, NotRepulsed> {
        match &played.effect.repulsed {
            Some(repulse) => self.fail(&played.mv, repulse.stands),
            None => Ok(self.play(&played.mv)?),
        }
    }
}
