//! Who is who on the board: every piece keeps its number for as long as it lives, whatever it becomes and wherever it goes.

use ggn_core::{BySide, Location, Played, Position, Ruleset, Side, Square};

/// A piece of the game, apart from where it stands and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Life {
    /// Its number, from 1.
    pub(crate) id: u32,
    /// Whether it has moved.
    pub(crate) moved: bool,
}

/// The pieces on the board.
#[derive(Clone, Debug)]
pub(crate) struct Roster {
    lives: Vec<Option<Life>>,
    /// How many pieces there were at the beginning; those that come later are numbered beyond.
    first: u32,
    /// How many have come to each side since. Each side counts on its own: a number tells nothing of the other's pieces.
    come: BySide<u32>,
}

impl Roster {
    /// The pieces of a position, numbered square by square.
    pub(crate) fn of(position: &Position, rules: &Ruleset) -> Roster {
        let mut roster =
            Roster { lives: vec![None; rules.shape().squares()], first: 0, come: BySide::default() };
        for (square, _) in position.pieces() {
            roster.first += 1;
            roster.put(square, Some(Life { id: roster.first, moved: false }));
        }
        roster
    }

    /// Who stands on a square.
    pub(crate) fn at(&self, square: Square) -> Option<Life> {
        self.lives.get(square.index()).copied().flatten()
    }

    fn put(&mut self, square: Square, life: Option<Life>) {
        if let Some(place) = self.lives.get_mut(square.index()) {
            *place = life;
        }
    }

    fn take(&mut self, square: Square) -> Option<Life> {
        self.lives.get_mut(square.index()).and_then(Option::take)
    }

    /// Goes along with a move.
    pub(crate) fn follow(&mut self, played: &Played, rules: &Ruleset) {
        let side_at = |square| Some(rules.piece(played.after.piece_at(square)?)?.side());
        for &(square, _) in &played.deed.captured {
            self.take(square);
        }
        // Everybody is lifted before anybody is put down: in one move a piece may come to where another goes from.
        let mut landed = Vec::new();
        // A piece whose capture failed is where it fell back to, if it was not lost; where it has not moved there is nothing to follow.
        let arrived =
            played.deed.repulsed.as_ref().map_or(played.mv.destination.square(), |repulse| repulse.stands);
        if let (Location::Square(from), Some(to)) = (played.mv.source, arrived)
            && from != to
            && side_at(to) == Some(played.by)
        {
            landed.push((to, self.take(from)));
        }
        for &(from, to) in &played.deed.carried {
            landed.push((to, self.take(from)));
        }
        for (square, life) in landed {
            self.put(square, life.map(|life| Life { moved: true, ..life }));
        }
        // Whatever else a move did: who is gone has no number, and who is new is given one.
        for square in rules.shape().iter() {
            match (side_at(square), self.at(square)) {
                (None, Some(_)) => self.put(square, None),
                (Some(side), None) => {
                    let id = self.next(side);
                    self.put(square, Some(Life { id, moved: false }));
                }
                (None, None) | (Some(_), Some(_)) => {}
            }
        }
    }

    fn next(&mut self, side: Side) -> u32 {
        let come = &mut self.come[side];
        *come += 1;
        let offset = match side {
            Side::First => 1,
            Side::Second => 2,
        };
        self.first + 2 * (*come - 1) + offset
    }
}

#[cfg(test)]
mod tests {
    use ggn_core::notation::fen;
    use ggn_core::{Counters, Game};

    use super::*;
    use crate::testing::chess;

    #[test]
    fn who_is_lost_by_a_capture_that_fails_is_gone() {
        let rules = chess();
        let setup = fen::parse("4k3/8/8/8/3p4/2B5/3P4/4K3 w - - 0 1").unwrap();
        let mut game =
            Game::from_position(chess(), rules.position(&setup.feen).unwrap(), Counters::default());
        let mut roster = Roster::of(game.position(), &rules);
        let at = |name: &str| rules.shape().square(name.parse().unwrap()).unwrap();
        let before = ["e1", "d2", "d4", "e8"].map(|name| roster.at(at(name)));
        let mv = game.find(at("c3"), at("d4"), None).unwrap();
        roster.follow(game.forfeit(&mv).unwrap(), &rules);
        assert_eq!(roster.at(at("c3")), None);
        assert_eq!(["e1", "d2", "d4", "e8"].map(|name| roster.at(at(name))), before);
    }
}
