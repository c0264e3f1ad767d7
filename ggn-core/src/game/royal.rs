//! Terminal pieces that a capture that failed has left open, in a game: taken after all, or judged as lost.

use super::{Arrival, Game, Step};
use crate::ending::{Automatic, EndStatus, Ending, Goal, Verdict};
use crate::movement::{Deed, Move};
use crate::notation::cgsn::Status;
use crate::reference;
use crate::ruleset::Constraint;
use crate::{Side, Square};

impl Game {
    /// The legal moves that would capture a terminal piece of the other side. There are some only if that side has left one open, as it may by a
    /// capture that failed ([`Game::repulse`], [`Game::forfeit`]). They keep the own terminal pieces safe, as all legal moves do, and
    /// there are none once the game has ended, whatever by.
    ///
    /// Such a move is played, or fails, like any other capture. If it is played where no terminal piece may be left open, it ends the game: by
    /// [`Goal::Extinction`], and who captured has won.
    pub fn royal_captures(&self) -> impl Iterator<Item = &Move> {
        self.legal_moves().iter().filter(|mv| self.takes_royal(mv, &self.planned(mv)))
    }

    /// Whether a legal move of the side to move captures nothing: for who plays so that not every capture may be tried. The end of the game changes
    /// nothing of the answer.
    #[must_use]
    pub fn has_quiet_move(&self) -> bool {
        self.legal.iter().any(|mv| self.planned(mv).captured.is_empty())
    }

    /// Judges that a side is mated where the rules of the board do not say so but those of who plays do: its capture has failed and has left a
    /// terminal piece open, or in check it may not try what it could. The game ends as by mate of that side, whatever else the last move has ended
    /// it by.
    ///
    /// Without effect if no terminal piece of that side can be captured, and if the players themselves have ended the game.
    pub fn judge_mate(&mut self, side: Side) {
        let is_open = self.rules.in_check(&self.position, side);
        if !is_open || self.ending.is_some_and(|ending| is_by_players(ending.status)) {
            return;
        }
        let verdict = self
            .rules
            .endings()
            .automatic
            .iter()
            .find_map(|(ending, verdict)| matches!(ending, Automatic::Checkmate).then_some(*verdict));
        self.ending = Some(verdict.unwrap_or(Verdict::Loss).ending(Status::Checkmate, side));
        let gave = self.history.last_mut().filter(|played| played.check && played.by != side);
        if let Some(played) = gave
            && let Some(move_alone) = played.san.strip_suffix('+')
        {
            played.san = format!("{move_alone}#");
        }
    }

    /// What the game comes to by a step. Who has captured a terminal piece that may not be left open has won; nothing is asked of the board then.
    pub(super) fn arrival(&self, mv: &Move, step: &Step) -> Arrival {
        let guards = self.rules.constraints().contains(&Constraint::RoyalSafety);
        if !guards || !self.takes_royal(mv, &step.deed) {
            return self.look(&step.after, step.counters, Some((step.by, step.deeds)));
        }
        let won = Ending { status: EndStatus::Goal(Goal::Extinction), winner: Some(step.by) };
        Arrival {
            legal: Vec::new(),
            in_check: false,
            gives_check: false,
            identity: None,
            deeds: step.deeds,
            ending: Some(won),
        }
    }

    /// What a move would do by its row.
    fn planned(&self, mv: &Move) -> Deed {
        reference::row_transition(&self.rules, &self.position, mv).1
    }

    /// Whether a move that does this captures a terminal piece of the other side.
    fn takes_royal(&self, mv: &Move, deed: &Deed) -> bool {
        let mover = self.rules.side_of(mv.piece);
        let is_royal =
            |&(_, piece): &(Square, _)| self.rules.is_terminal(piece) && self.rules.side_of(piece) != mover;
        deed.captured.iter().any(is_royal)
    }
}

/// Whether somebody has ended the game, and not what happened on the board.
fn is_by_players(status: EndStatus) -> bool {
    matches!(
        status.cgsn(),
        Some(Status::Resignation | Status::Agreement | Status::Timelimit | Status::Illegalmove)
    )
}
