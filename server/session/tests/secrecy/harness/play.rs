//! How a pair of worlds comes about: both grow step by step, and wherever the viewer cannot tell, they grow apart.

use ggn_core::Side;
use session::protocol::player::{Action, JoinAs};
use session::{ConnId, Input};

use super::chance::Chance;
use super::deeds::{command, commit_of, hello, moves, some_move, some_talk, some_try, stray_hello};
use super::pair::{Failure, Pair, Played};
use super::world::{Viewer, token, viewers_token};

/// The most steps of the viewer or before the viewer.
pub(crate) const STEPS: usize = 70;

/// How often in a row nothing may be found that fits both worlds.
pub(crate) const PATIENCE: usize = 12;

/// How many inputs of the viewer, or twins of an input of the enemy, are tried for one step.
pub(crate) const TRIALS: usize = 10;

/// Plays a pair to the end of the patience with it.
pub(crate) fn play(
    pair: &mut Pair,
    chance: &mut Chance,
    viewer: Viewer,
    creator: Side,
) -> Result<(), Failure> {
    match viewer {
        Viewer::Seat(side) => Player { pair, chance, you: side }.play(creator),
        Viewer::Onlooker => look_on(pair, chance, creator),
        Viewer::Watcher { .. } => unreachable!("who watches has pairs of their own"),
    }
}

/// Time goes on, sometimes not at all.
pub(crate) fn wait(pair: &mut Pair, chance: &mut Chance) {
    pair.now += match chance.below(4) {
        0 => 0,
        1 => chance.below(1_000),
        _ => chance.below(20_000),
    } as u64;
}

/// The worlds as a player sees them.
struct Player<'p> {
    pair: &'p mut Pair,
    chance: &'p mut Chance,
    you: Side,
}

impl Player<'_> {
    fn play(mut self, creator: Side) -> Result<(), Failure> {
        self.open(creator)?;
        let (mut failed, mut away) = (0, 0);
        for _ in 0..8 + self.chance.below(STEPS) {
            self.whisper()?;
            wait(self.pair, self.chance);
            away = if self.conn().is_none() { away + 1 } else { 0 };
            let done = if away > 4 { self.come(false)? } else { self.step()? };
            failed = if done { 0 } else { failed + 1 };
            if failed > PATIENCE {
                break;
            }
        }
        // Whatever lasts is in what a player who comes back is given.
        self.come(true)?;
        Ok(())
    }

    fn conn(&self) -> Option<ConnId> {
        self.pair.worlds[0].truth.conn(self.you)
    }

    /// The same input in both worlds.
    fn same(&mut self, input: Input) -> Played {
        self.pair.both(input.clone(), vec![input])
    }

    /// Both players come, in either order; meanwhile strangers knock.
    fn open(&mut self, creator: Side) -> Result<(), Failure> {
        let you_first = self.you == creator || self.chance.percent(30);
        for is_you in [you_first, !you_first] {
            wait(self.pair, self.chance);
            self.knock()?;
            if is_you {
                let conn = self.pair.new_conn();
                let token = (self.you == creator).then(viewers_token);
                let join_as = self.colour(self.you);
                self.same(hello(conn, token, join_as, viewers_token()))?;
            } else {
                self.enemy_comes()?;
            }
        }
        Ok(())
    }

    fn colour(&self, side: Side) -> JoinAs {
        match side {
            Side::First => JoinAs::W,
            Side::Second => JoinAs::B,
        }
    }

    /// Somebody without a seat asks for one that is taken, in one world or in both.
    fn knock(&mut self) -> Played {
        let number = self.chance.below(2);
        let world = &mut self.pair.worlds[number];
        let conn = world.new_conn();
        let begun = world.truth.has_begun();
        let input = match self.chance.below(4) {
            0 if begun => hello(conn, None, JoinAs::Auto, token('x')),
            0 | 1 => stray_hello(conn, token('x')),
            2 => command(self.chance, conn, Action::OfferDraw),
            _ => Input::Closed { conn },
        };
        self.pair.alone(number, input)
    }

    fn enemy_comes(&mut self) -> Played {
        let join_as = self.colour(self.you.opponent());
        let inputs = self.pair.worlds.each_mut().map(|world| {
            let (conn, token) = (world.new_conn(), world.secret_token.clone());
            hello(conn, Some(token.clone()), join_as, token)
        });
        let [one, other] = inputs;
        self.pair.both(one, vec![other])
    }

    /// What the enemy does unheard, in each world on its own.
    fn whisper(&mut self) -> Result<(), Failure> {
        for number in [0, 1] {
            for _ in 0..self.chance.below(3) {
                self.pair.now += self.chance.below(400) as u64;
                let input = self.secret(number);
                if let Some(input) = input {
                    self.pair.alone(number, input)?;
                }
                if self.chance.percent(15) {
                    self.knock()?;
                }
            }
        }
        Ok(())
    }

    fn secret(&mut self, number: usize) -> Option<Input> {
        let enemy = self.you.opponent();
        let world = &mut self.pair.worlds[number];
        let at_the_table = world.truth.conn(enemy);
        match self.chance.below(12) {
            0..6 => {
                let action = some_try(self.chance, &world.truth, enemy);
                Some(command(self.chance, at_the_table?, action))
            }
            6 => {
                let (conn, token) = (world.new_conn(), world.secret_token.clone());
                Some(hello(conn, Some(token.clone()), JoinAs::Auto, token))
            }
            7 => Some(Input::Closed { conn: at_the_table? }),
            8 => Some(Input::Tick),
            _ => {
                let talk = some_talk(self.chance);
                Some(command(self.chance, at_the_table?, talk))
            }
        }
    }

    fn step(&mut self) -> Played {
        if self.conn().is_none() {
            return if self.chance.percent(50) { self.come(false) } else { self.enemy_acts() };
        }
        let yours = self.pair.worlds[0].truth.turn() == self.you;
        match self.chance.below(20) {
            0..14 if yours => self.commit(),
            0..14 => self.enemy_acts(),
            14 => self.commit(),
            15 => self.talk(),
            16 => self.enemy_talks(),
            17 => self.come(false),
            18 => self.slip(),
            _ => self.table_turns(),
        }
    }

    /// The viewer commits to something that is answered alike in both worlds.
    fn commit(&mut self) -> Played {
        let Some(conn) = self.conn() else { return Ok(false) };
        let wants_move = self.chance.percent(60);
        for _ in 0..TRIALS {
            let truth = &self.pair.worlds[self.chance.below(2)].truth;
            let sensible = if wants_move { some_move(self.chance, truth, self.you) } else { None };
            let action = sensible.unwrap_or_else(|| some_try(self.chance, truth, self.you));
            let input = command(self.chance, conn, action);
            if self.same(input)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn talk(&mut self) -> Played {
        let Some(conn) = self.conn() else { return Ok(false) };
        let talk = some_talk(self.chance);
        let input = command(self.chance, conn, talk);
        self.same(input)
    }

    /// The viewer says hello: anew, on a second socket, or again on the same.
    fn come(&mut self, anew: bool) -> Played {
        let again = self.conn().filter(|_| !anew && self.chance.percent(30));
        let conn = again.unwrap_or_else(|| self.pair.new_conn());
        let token = if again.is_some() && self.chance.percent(50) { None } else { Some(viewers_token()) };
        let input = hello(conn, token, JoinAs::Auto, viewers_token());
        self.same(input)
    }

    /// The viewer leaves, or does what leads nowhere on a socket without a seat.
    fn slip(&mut self) -> Played {
        let conn = self.pair.new_conn();
        let input = match self.chance.below(6) {
            0 => hello(conn, Some(token('y')), JoinAs::Auto, token('y')),
            1 => hello(conn, None, self.colour(self.you.opponent()), token('y')),
            2 => stray_hello(conn, token('y')),
            3 => command(self.chance, conn, Action::Resign),
            _ => Input::Closed { conn: self.conn().unwrap_or(conn) },
        };
        self.same(input)
    }

    /// What happens to the table as a whole.
    fn table_turns(&mut self) -> Played {
        match self.chance.below(6) {
            0 => self.same(Input::Restarted),
            1 => self.same(Input::Tick),
            _ => self.enemy_leaves(),
        }
    }

    fn enemy_conns(&self) -> Option<[ConnId; 2]> {
        let [here, there] = self.pair.worlds.each_ref().map(|world| world.truth.conn(self.you.opponent()));
        Some([here?, there?])
    }

    fn enemy_leaves(&mut self) -> Played {
        let Some([here, there]) = self.enemy_conns() else { return self.enemy_comes() };
        self.pair.both(Input::Closed { conn: here }, vec![Input::Closed { conn: there }])
    }

    fn enemy_talks(&mut self) -> Played {
        let Some([here, there]) = self.enemy_conns() else { return self.enemy_comes() };
        let talk = some_talk(self.chance);
        let one = command(self.chance, here, talk.clone());
        let other = command(self.chance, there, talk);
        self.pair.both(one, vec![other])
    }

    /// The enemy commits, and in the other world to something else that tells the viewer the same.
    fn enemy_acts(&mut self) -> Played {
        let enemy = self.you.opponent();
        let Some([here, there]) = self.enemy_conns() else { return self.enemy_comes() };
        let truth = &self.pair.worlds[0].truth;
        let sensible = if self.chance.percent(85) { some_move(self.chance, truth, enemy) } else { None };
        let is_move = sensible.is_some();
        let action = sensible.unwrap_or_else(|| some_try(self.chance, truth, enemy));
        let truth = &self.pair.worlds[1].truth;
        let mut twins: Vec<Action> = if is_move {
            moves(truth).iter().map(|mv| commit_of(truth, mv)).filter(|twin| *twin != action).collect()
        } else {
            (0..TRIALS).map(|_| some_try(self.chance, truth, enemy)).collect()
        };
        self.chance.shuffle(&mut twins);
        let same_at = if self.chance.percent(15) { 0 } else { twins.len() };
        twins.insert(same_at, action.clone());
        let one = command(self.chance, here, action);
        let others = twins.into_iter().map(|twin| command(self.chance, there, twin)).collect();
        self.pair.both(one, others)
    }
}

/// Both players play on their own in each world; somebody without a seat knocks, and learns that both are taken.
fn look_on(pair: &mut Pair, chance: &mut Chance, creator: Side) -> Result<(), Failure> {
    for number in [0, 1] {
        for side in [creator, creator.opponent()] {
            let world = &mut pair.worlds[number];
            let letter = if side == creator { world.secret_token.clone() } else { token(['p', 'q'][number]) };
            let conn = world.new_conn();
            pair.alone(number, hello(conn, Some(letter.clone()), JoinAs::Auto, letter))?;
        }
    }
    for _ in 0..4 + chance.below(STEPS / 2) {
        for number in [0, 1] {
            for _ in 0..chance.below(5) {
                wait(pair, chance);
                let truth = &pair.worlds[number].truth;
                let side = if chance.percent(80) { truth.turn() } else { truth.turn().opponent() };
                let Some(conn) = truth.conn(side) else { continue };
                let action = match (chance.below(100), some_move(chance, truth, side)) {
                    (0, _) => Action::Resign,
                    (1..8, _) => some_talk(chance),
                    (8..75, Some(action)) => action,
                    _ => some_try(chance, truth, side),
                };
                let input = command(chance, conn, action);
                pair.alone(number, input)?;
            }
        }
        let conn = pair.new_conn();
        let input = match chance.below(6) {
            0 | 1 => hello(conn, None, JoinAs::Auto, token('y')),
            2 => hello(conn, Some(token('y')), JoinAs::W, token('y')),
            3 => hello(conn, None, JoinAs::B, token('y')),
            4 => stray_hello(conn, token('y')),
            _ => command(chance, conn, Action::OfferDraw),
        };
        pair.both(input.clone(), vec![input])?;
    }
    Ok(())
}
