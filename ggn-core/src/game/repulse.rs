//! Captures that fail, in a game: played like moves, kept in its history, and taken back.

use super::{Game, IllegalMove, Played};
use crate::Square;
use crate::mechanic;
use crate::movement::{Move, NotRepulsed};

impl Game {
    /// Plays a move as a capture that fails: nothing is taken and nothing becomes anything else; the piece stands on `to`, which is the square that it
    /// came from (and then it has not moved) or an empty one to which it fell back. It is a ply without progress and the turn passes.
    ///
    /// Whether a capture fails, and where its piece may fall back to ([`Ruleset::retreats`](crate::Ruleset::retreats)), the caller has settled. The
    /// piece may have been needed to end a check: then the side that tried is still in it, and what that means is the caller's to say as well
    /// ([`Game::judge_mate`], [`Game::royal_captures`]).
    ///
    /// # Errors
    /// [`NotRepulsed`] if it is not one of the present legal moves, takes nothing, or could not stand there; the game is then as it was.
    pub fn repulse(&mut self, mv: &Move, to: Square) -> Result<&Played, NotRepulsed> {
        self.fail(mv, Some(to))
    }

    /// Plays a move as a capture that fails and costs the piece that tried: nothing is taken, and the piece is gone, though nobody has captured it.
    /// That is a ply, and progress wherever a capture is; the turn passes.
    ///
    /// A piece that is gone may have stood before a terminal piece of its own side, so that this one can be captured afterwards though nothing
    /// attacked it before. What that means is the caller's to say, as it is after [`Game::repulse`].
    ///
    /// # Errors
    /// [`NotRepulsed`] if it is not one of the present legal moves, takes nothing, or is one of a terminal piece; the game is then as it was.
    pub fn forfeit(&mut self, mv: &Move) -> Result<&Played, NotRepulsed> {
        self.fail(mv, None)
    }

    /// Plays a move as a capture that fails, after which its piece stands there, or nowhere any more.
    fn fail(&mut self, mv: &Move, stands: Option<Square>) -> Result<&Played, NotRepulsed> {
        if self.ending.is_some() {
            return Err(IllegalMove::Over.into());
        }
        if !self.legal.contains(mv) {
            return Err(IllegalMove::Illegal.into());
        }
        let change = mechanic::repulsed(&self.rules, &self.position, mv, stands)?;
        let step = self.step_by(mv, change);
        Ok(self.take(mv, step)?)
    }

    /// Plays what was played before, in this game or in another one by the same rules: the move, or the capture that failed.
    ///
    /// # Errors
    /// As [`Game::play`], [`Game::repulse`] and [`Game::forfeit`].
    pub fn replay(&mut self, played: &Played) -> Result<&Played, NotRepulsed> {
        match &played.deed.repulsed {
            Some(repulse) => self.fail(&played.mv, repulse.stands),
            None => Ok(self.play(&played.mv)?),
        }
    }
}
