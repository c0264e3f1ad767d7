//! Generation of a pair of worlds: both advance step by step, and diverge wherever the viewer cannot tell.

use dev::Random;
use ggn_core::Side;
use session::clock::Vacation;
use session::protocol::player::{Action, JoinAs};
use session::{ConnId, Input, SeatId, UnixMs};

use super::actions::{
    action_of, command, hello, hello_to_other_game, identify, moves, share_marks, some_move,
    some_off_board_action, some_try, subscribe,
};
use super::pair::{Failure, Pair, Played};
use super::world::{Viewer, subscription, token, viewers_subscription, viewers_token};

/// Maximum number of steps of the viewer or before the viewer.
pub(crate) const STEPS: usize = 70;

/// Maximum number of consecutive failures to find a step that fits both worlds.
pub(crate) const PATIENCE: usize = 12;

/// Number of inputs of the viewer, or of alternatives to an input of the enemy, tried for one step.
pub(crate) const TRIALS: usize = 10;

/// Generates and plays a pair until no step is found.
pub(crate) fn play(
    pair: &mut Pair,
    random: &mut Random,
    viewer: Viewer,
    creator: Side,
) -> Result<(), Failure> {
    match viewer {
        Viewer::Seat(side) => Player { pair, random, you: side }.play(creator),
        Viewer::Stranger => play_before_stranger(pair, random, creator),
        Viewer::Spectator { .. } => unreachable!("spectators have pairs of their own"),
    }
}

/// Advances the time, sometimes by nothing.
pub(crate) fn wait(pair: &mut Pair, random: &mut Random) {
    pair.now += match random.below(4) {
        0 => 0,
        1 => random.below(1_000),
        _ => random.below(20_000),
    } as u64;
}

/// Lets the viewer ask for push messages in half of the pairs, and the enemy in one world of some. The time decides, which is as random as the waits before.
pub(crate) fn subscribe_browsers(pair: &mut Pair, you: Side) -> Result<(), Failure> {
    if !pair.has_pushes {
        return Ok(());
    }
    let chance = pair.now;
    if let Some(conn) = pair.worlds[0].model.conn(you).filter(|_| chance.is_multiple_of(2)) {
        let input = subscribe(conn, viewers_subscription());
        pair.both(input.clone(), vec![input])?;
    }
    let number = usize::from((chance / 2).is_multiple_of(2));
    let enemy = pair.worlds[number].model.conn(you.opponent());
    if let Some(conn) = enemy.filter(|_| (chance / 4).is_multiple_of(2)) {
        pair.alone(number, subscribe(conn, subscription("enemy")))?;
    }
    Ok(())
}

/// Lets the viewer show a key in half of the pairs, and the enemy in one world of some, or two keys in two worlds. The time decides, as for push messages.
pub(crate) fn show_keys(pair: &mut Pair, you: Side) -> Result<(), Failure> {
    if !pair.has_pushes {
        return Ok(());
    }
    let key = |sign: &str| format!("B{}", sign.repeat(86)).parse().unwrap();
    let chance = pair.now / 8;
    if let Some(conn) = pair.worlds[0].model.conn(you).filter(|_| chance.is_multiple_of(2)) {
        let input = identify(conn, key("v"));
        pair.both(input.clone(), vec![input])?;
    }
    for (number, sign) in ["d", "e"].into_iter().enumerate() {
        let enemy = pair.worlds[number].model.conn(you.opponent());
        if let Some(conn) = enemy.filter(|_| (chance / [2, 4][number]).is_multiple_of(2)) {
            pair.alone(number, identify(conn, key(sign)))?;
        }
    }
    Ok(())
}

/// Lets the viewer try to share marks before the end in half of the pairs, and the enemy in one world of some, or other marks in each world. The time
/// decides, as for push messages.
pub(crate) fn try_to_share_marks(pair: &mut Pair, you: Side) -> Result<(), Failure> {
    if !pair.has_pushes {
        return Ok(());
    }
    let chance = pair.now / 64;
    if let Some(conn) = pair.worlds[0].model.conn(you).filter(|_| chance.is_multiple_of(2)) {
        let input = share_marks(conn, &["0 a1 -"]);
        pair.both(input.clone(), vec![input])?;
    }
    for (number, mark) in ["0 b2 -", "0 b3 -"].into_iter().enumerate() {
        let enemy = pair.worlds[number].model.conn(you.opponent());
        if let Some(conn) = enemy.filter(|_| (chance / [2, 4][number]).is_multiple_of(2)) {
            pair.alone(number, share_marks(conn, &[mark]))?;
        }
    }
    Ok(())
}

/// A pair with a player as its viewer.
struct Player<'p> {
    pair: &'p mut Pair,
    random: &'p mut Random,
    you: Side,
}

impl Player<'_> {
    fn play(mut self, creator: Side) -> Result<(), Failure> {
        self.open(creator)?;
        subscribe_browsers(self.pair, self.you)?;
        show_keys(self.pair, self.you)?;
        try_to_share_marks(self.pair, self.you)?;
        let (mut failed, mut away) = (0, 0);
        for _ in 0..8 + self.random.below(STEPS) {
            self.take_secret_steps()?;
            wait(self.pair, self.random);
            away = if self.conn().is_none() { away + 1 } else { 0 };
            let done = if away > 4 { self.come(false)? } else { self.step()? };
            failed = if done { 0 } else { failed + 1 };
            if failed > PATIENCE {
                break;
            }
        }
        // A returning player receives the whole state, which shows any remaining difference.
        self.come(true)?;
        Ok(())
    }

    fn conn(&self) -> Option<ConnId> {
        self.pair.worlds[0].model.conn(self.you)
    }

    /// Takes the same input in both worlds.
    fn same(&mut self, input: Input) -> Played {
        self.pair.both(input.clone(), vec![input])
    }

    /// Connects both players, in either order, with strangers in between.
    fn open(&mut self, creator: Side) -> Result<(), Failure> {
        let you_first = self.you == creator || self.random.percent(30);
        for is_you in [you_first, !you_first] {
            wait(self.pair, self.random);
            self.stranger_joins()?;
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

    /// Lets a stranger ask for a taken seat, in one world or in both.
    fn stranger_joins(&mut self) -> Played {
        let number = self.random.below(2);
        let world = &mut self.pair.worlds[number];
        let conn = world.new_conn();
        let begun = world.model.has_begun();
        let input = match self.random.below(4) {
            0 if begun => hello(conn, None, JoinAs::Auto, token('x')),
            0 | 1 => hello_to_other_game(conn, token('x')),
            2 => command(self.random, conn, Action::OfferDraw),
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

    /// Takes steps of the enemy that the viewer does not notice, in each world on its own.
    fn take_secret_steps(&mut self) -> Result<(), Failure> {
        for number in [0, 1] {
            for _ in 0..self.random.below(3) {
                self.pair.now += self.random.below(400) as u64;
                let input = self.secret(number);
                if let Some(input) = input {
                    self.pair.alone(number, input)?;
                }
                if self.random.percent(15) {
                    self.stranger_joins()?;
                }
            }
        }
        Ok(())
    }

    fn secret(&mut self, number: usize) -> Option<Input> {
        let enemy = self.you.opponent();
        let world = &mut self.pair.worlds[number];
        let at_the_table = world.model.conn(enemy);
        match self.random.below(12) {
            0..6 => {
                let action = some_try(self.random, &world.model, enemy);
                Some(command(self.random, at_the_table?, action))
            }
            6 => {
                let (conn, token) = (world.new_conn(), world.secret_token.clone());
                Some(hello(conn, Some(token.clone()), JoinAs::Auto, token))
            }
            7 => Some(Input::Closed { conn: at_the_table? }),
            8 => Some(Input::Tick),
            _ => {
                let talk = some_off_board_action(self.random);
                Some(command(self.random, at_the_table?, talk))
            }
        }
    }

    fn step(&mut self) -> Played {
        if self.conn().is_none() {
            return if self.random.percent(50) { self.come(false) } else { self.enemy_acts() };
        }
        let yours = self.pair.worlds[0].model.turn() == self.you;
        match self.random.below(20) {
            0..14 if yours => self.commit(),
            0..14 => self.enemy_acts(),
            14 => self.commit(),
            15 => self.talk(),
            16 => self.enemy_acts_off_board(),
            17 => self.come(false),
            18 => self.disconnect(),
            _ => self.game_event(),
        }
    }

    /// Takes a commit of the viewer that has the same answer in both worlds.
    fn commit(&mut self) -> Played {
        let Some(conn) = self.conn() else { return Ok(false) };
        let wants_move = self.random.percent(60);
        for _ in 0..TRIALS {
            let model = &self.pair.worlds[self.random.below(2)].model;
            let sensible = if wants_move { some_move(self.random, model, self.you) } else { None };
            let action = sensible.unwrap_or_else(|| some_try(self.random, model, self.you));
            let input = command(self.random, conn, action);
            if self.same(input)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn talk(&mut self) -> Played {
        let Some(conn) = self.conn() else { return Ok(false) };
        let talk = some_off_board_action(self.random);
        let input = command(self.random, conn, talk);
        self.same(input)
    }

    /// Takes a hello of the viewer: anew, on a second socket, or again on the same.
    fn come(&mut self, anew: bool) -> Played {
        let again = self.conn().filter(|_| !anew && self.random.percent(30));
        let conn = again.unwrap_or_else(|| self.pair.new_conn());
        let token = if again.is_some() && self.random.percent(50) { None } else { Some(viewers_token()) };
        let input = hello(conn, token, JoinAs::Auto, viewers_token());
        self.same(input)
    }

    /// Disconnects the viewer, or takes an input without effect on a socket without a seat.
    fn disconnect(&mut self) -> Played {
        let conn = self.pair.new_conn();
        let input = match self.random.below(6) {
            0 => hello(conn, Some(token('y')), JoinAs::Auto, token('y')),
            1 => hello(conn, None, self.colour(self.you.opponent()), token('y')),
            2 => hello_to_other_game(conn, token('y')),
            3 => command(self.random, conn, Action::Resign),
            _ => Input::Closed { conn: self.conn().unwrap_or(conn) },
        };
        self.same(input)
    }

    /// Takes an event of the whole game.
    fn game_event(&mut self) -> Played {
        match self.random.below(6) {
            0 => self.same(Input::Restarted),
            1 => {
                let input = self.vacation().unwrap_or(Input::Tick);
                self.same(input)
            }
            _ => self.enemy_leaves(),
        }
    }

    /// Returns the beginning or the end of a vacation, where turns have days; the time decides of whose. A player is away in both worlds: what they decide to
    /// say is no secret.
    fn vacation(&self) -> Option<Input> {
        const DAY: u64 = 24 * 3_600_000;
        let (model, chance) = (&self.pair.worlds[0].model, self.pair.now);
        if !model.has_days() {
            return None;
        }
        let side = Side::BOTH[usize::from(chance.is_multiple_of(2))];
        let began = model.vacation(side);
        let from = began.map_or(chance - chance.min(chance % 3_000), |(from, _)| from);
        let until = if began.is_some() && chance.is_multiple_of(3) {
            chance
        } else {
            chance + (1 + chance % 9) * DAY
        };
        (from < until).then_some(Input::Vacation {
            seat: SeatId(side.into()),
            vacation: Vacation { from: UnixMs(from), until: UnixMs(until) },
        })
    }

    fn enemy_conns(&self) -> Option<[ConnId; 2]> {
        let [here, there] = self.pair.worlds.each_ref().map(|world| world.model.conn(self.you.opponent()));
        Some([here?, there?])
    }

    fn enemy_leaves(&mut self) -> Played {
        let Some([here, there]) = self.enemy_conns() else { return self.enemy_comes() };
        self.pair.both(Input::Closed { conn: here }, vec![Input::Closed { conn: there }])
    }

    fn enemy_acts_off_board(&mut self) -> Played {
        let Some([here, there]) = self.enemy_conns() else { return self.enemy_comes() };
        let talk = some_off_board_action(self.random);
        let one = command(self.random, here, talk.clone());
        let other = command(self.random, there, talk);
        self.pair.both(one, vec![other])
    }

    /// Takes a commit of the enemy, and in the other world another one that discloses the same facts.
    fn enemy_acts(&mut self) -> Played {
        let enemy = self.you.opponent();
        let Some([here, there]) = self.enemy_conns() else { return self.enemy_comes() };
        let model = &self.pair.worlds[0].model;
        let sensible = if self.random.percent(85) { some_move(self.random, model, enemy) } else { None };
        let is_move = sensible.is_some();
        let action = sensible.unwrap_or_else(|| some_try(self.random, model, enemy));
        let model = &self.pair.worlds[1].model;
        let mut alternatives: Vec<Action> = if is_move {
            moves(model)
                .iter()
                .map(|mv| action_of(model, mv))
                .filter(|alternative| *alternative != action)
                .collect()
        } else {
            (0..TRIALS).map(|_| some_try(self.random, model, enemy)).collect()
        };
        self.random.shuffle(&mut alternatives);
        let same_at = if self.random.percent(15) { 0 } else { alternatives.len() };
        alternatives.insert(same_at, action.clone());
        let one = command(self.random, here, action);
        let others =
            alternatives.into_iter().map(|alternative| command(self.random, there, alternative)).collect();
        self.pair.both(one, others)
    }
}

/// Plays with both players in each world on its own; a stranger tries to join and learns that both seats are taken.
fn play_before_stranger(pair: &mut Pair, random: &mut Random, creator: Side) -> Result<(), Failure> {
    for number in [0, 1] {
        for side in [creator, creator.opponent()] {
            let world = &mut pair.worlds[number];
            let letter = if side == creator { world.secret_token.clone() } else { token(['p', 'q'][number]) };
            let conn = world.new_conn();
            pair.alone(number, hello(conn, Some(letter.clone()), JoinAs::Auto, letter))?;
        }
    }
    for _ in 0..4 + random.below(STEPS / 2) {
        for number in [0, 1] {
            for _ in 0..random.below(5) {
                wait(pair, random);
                let model = &pair.worlds[number].model;
                let side = if random.percent(80) { model.turn() } else { model.turn().opponent() };
                let Some(conn) = model.conn(side) else { continue };
                let action = match (random.below(100), some_move(random, model, side)) {
                    (0, _) => Action::Resign,
                    (1..8, _) => some_off_board_action(random),
                    (8..75, Some(action)) => action,
                    _ => some_try(random, model, side),
                };
                let input = command(random, conn, action);
                pair.alone(number, input)?;
            }
        }
        let conn = pair.new_conn();
        let input = match random.below(6) {
            0 | 1 => hello(conn, None, JoinAs::Auto, token('y')),
            2 => hello(conn, Some(token('y')), JoinAs::W, token('y')),
            3 => hello(conn, None, JoinAs::B, token('y')),
            4 => hello_to_other_game(conn, token('y')),
            _ => command(random, conn, Action::OfferDraw),
        };
        pair.both(input.clone(), vec![input])?;
    }
    Ok(())
}
