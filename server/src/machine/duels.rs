//! The terms of duels for the machine: what the session's numbers say of boards, in the words of the bot. Boards pass through unread.

use bot::{Contest, DuelTerms, Game, Move, PieceId, Played, Position, Retreat};
use session::gambit::{CaptureInCheck, Points, Terms, Ties};

/// The terms by which captures of a game are contested. They hold no game.
#[derive(Debug)]
pub struct Duels(pub std::sync::Arc<Terms>);

impl DuelTerms for Duels {
    fn initial(&self) -> u32 {
        self.0.profile().initial.0
    }

    fn effect(&self, piece: PieceId, spent: u32) -> u32 {
        self.0.scale(piece).map_or(0, |scale| scale.effective(Points(spent)).halves())
    }

    fn attacker_wins_ties(&self) -> bool {
        self.0.profile().ties == Ties::Attacker
    }

    fn contest(&self, game: &Game, mv: &Move) -> Contest {
        let Some((square, piece)) = self.0.target(game.position(), mv) else { return Contest::Made };
        match self.0.profile().failed_check_defence.capture_in_check(game.in_check()) {
            CaptureInCheck::Duel => Contest::Duel { square, piece },
            CaptureInCheck::Made => Contest::Made,
            CaptureInCheck::Refused => Contest::Refused,
        }
    }

    fn retreats(&self, position: &Position, mv: &Move, pool: u32) -> Vec<Retreat> {
        let options = self.0.retreat_options(position, mv, Points(pool)).into_iter();
        let retreat = |option: session::gambit::RetreatOption| Retreat {
            square: option.square,
            cost: option.cost.total.0,
            share: option.cost.defender_share.0,
        };
        options.map(retreat).collect()
    }

    fn regenerated(&self, before: &Position, turn: &[Played]) -> u32 {
        self.0.regeneration(before, turn).total.0
    }

    fn adjudicate(&self, game: &mut Game) {
        self.0.profile().failed_check_defence.adjudicate(game);
    }
}
