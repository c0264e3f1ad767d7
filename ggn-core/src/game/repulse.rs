//! Captures that fail, in a game: played like moves, kept in its history, and taken back.

use super::{Game, IllegalMove, Played};
use crate::Square;
use crate::mechanic;
use crate::movement::{Move, NotRepulsed};

impl Game {
    /// Plays a move as a capture that fails: nothing is taken and nothing becomes anything else; the piece stands on `to`, which is the square that it
    /// came from (and then it has not moved) or an empty one to which it fell back. It is a ply without progress and the turn passes.
    ///
    /// Whether a capture fails, and where its piece may fall back to ([`Ruleset::retreats`](crate::Ruleset::retreats)), the caller has settled. The piece
    /// may have been needed to end a check: then the side that tried is still in it, and what that means is the caller's to say as well.
    ///
    /// # Errors
    /// [`NotRepulsed`] if it is not one of the present legal moves, takes nothing, or could not stand there; the game is then as it was.
    pub fn repulse(&mut self, mv: &Move, to: Square) -> Result<&Played, NotRepulsed> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over.into());
        }
        if !self.legal.contains(mv) {
            return Err(IllegalMove::Illegal.into());
        }
        let change = mechanic::repulsed(&self.rules, &self.position, mv, to)?;
        let step = self.step_by(mv, change);
        Ok(self.take(mv, step)?)
    }

    /// Plays what was played before, in this game or in another one by the same rules: the move, or the capture that failed.
    ///
    /// # Errors
    /// As [`Game::play`] and [`Game::repulse`].
    pub fn replay(&mut self, played: &Played) -> Result<&Played, NotRepulsed> {
        match &played.deed.repulsed {
            Some(repulse) => self.repulse(&played.mv, repulse.stands),
            None => Ok(self.play(&played.mv)?),
        }
    }
}
