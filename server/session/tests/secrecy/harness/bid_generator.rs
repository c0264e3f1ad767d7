//! Generation of a pair with contested captures. The viewer is a player or a spectator.

use dev::Random;
use ggn_core::{BySide, Move, Side, Square};
use session::protocol::player::{Action, JoinAs};
use session::{ConnId, Input, Token};

use super::actions::{action_of, command, hello, moves, some_off_board_action, some_try, square_name};
use super::generator::{PATIENCE, STEPS, TRIALS, show_keys, subscribe_browsers, try_to_share_marks, wait};
use super::oracle::Model;
use super::pair::{Failure, Pair, Played};
use super::world::{SpectatorAction, Viewer, token, viewers_token};

/// Generates and plays a pair until no step is found.
pub(crate) fn play(
    pair: &mut Pair,
    random: &mut Random,
    viewer: Viewer,
    creator: Side,
) -> Result<(), Failure> {
    PairGenerator { pair, random, viewer, creator, plan: None, visitor: None }.play()
}

/// The awaited input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    Move(Side),
    Bids,
    Retreat(Side),
}

fn awaited(model: &Model) -> Awaited {
    match (model.bidding(), model.retreating()) {
        (Some(_), _) => Awaited::Bids,
        (None, Some(retreating)) => Awaited::Retreat(retreating.fought.attacker),
        (None, None) => Awaited::Move(model.turn()),
    }
}

/// Returns the sides that have yet to bid.
fn missing(model: &Model) -> Vec<Side> {
    let has_yet = |side: &Side| model.bidding().is_some_and(|bidding| bidding.bids[*side].is_none());
    Side::BOTH.into_iter().filter(has_yet).collect()
}

/// Generator of a pair with both players and a spectator.
struct PairGenerator<'p> {
    pair: &'p mut Pair,
    random: &'p mut Random,
    viewer: Viewer,
    creator: Side,
    /// The number of the current duel, and the planned bid of each side, usually the same in both worlds because resolved bids are public.
    plan: Option<(u64, BySide<u32>)>,
    /// Socket of the spectator.
    visitor: Option<ConnId>,
}

impl PairGenerator<'_> {
    fn play(mut self) -> Result<(), Failure> {
        // Spectators see an initial check.
        if self.pair.worlds[0].watched() != self.pair.worlds[1].watched() {
            return Ok(());
        }
        self.open()?;
        if let Viewer::Seat(you) = self.viewer {
            subscribe_browsers(self.pair, you)?;
            show_keys(self.pair, you)?;
            try_to_share_marks(self.pair, you)?;
        }
        let mut failed = 0;
        for _ in 0..8 + self.random.below(STEPS) {
            self.take_secret_steps()?;
            wait(self.pair, self.random);
            failed = if self.step()? { 0 } else { failed + 1 };
            if failed > PATIENCE {
                break;
            }
        }
        match self.viewer {
            // A returning player receives the whole state, which shows any remaining difference.
            Viewer::Seat(side) => self.comes(side, true).map(|_| ()),
            Viewer::Stranger | Viewer::Spectator { .. } => self.end_watching(),
        }
    }

    fn model(&self, number: usize) -> &Model {
        &self.pair.worlds[number].model
    }

    fn is_viewers(&self, side: Side) -> bool {
        self.viewer == Viewer::Seat(side)
    }

    fn some_side(&mut self) -> Side {
        Side::BOTH[self.random.below(2)]
    }

    /// Returns a side whose player may act unnoticed by the viewer.
    fn secret_side(&mut self) -> Side {
        match self.viewer {
            Viewer::Seat(you) => you.opponent(),
            Viewer::Stranger | Viewer::Spectator { .. } => self.some_side(),
        }
    }

    fn token(&self, side: Side, number: usize) -> Token {
        if self.is_viewers(side) {
            viewers_token()
        } else if self.viewer == Viewer::Seat(side.opponent()) || side == self.creator {
            self.pair.worlds[number].secret_token.clone()
        } else {
            token(['p', 'q'][number])
        }
    }

    fn conns(&self, side: Side) -> Option<[ConnId; 2]> {
        Some([self.model(0).conn(side)?, self.model(1).conn(side)?])
    }

    /// Connects both players, in either order, and the spectator.
    fn open(&mut self) -> Result<(), Failure> {
        let first = self.some_side();
        if self.random.percent(50) {
            self.watches()?;
        }
        for side in [first, first.opponent()] {
            wait(self.pair, self.random);
            self.comes(side, true)?;
        }
        if self.visitor.is_none() {
            self.watches()?;
        }
        Ok(())
    }

    /// Connects the player of a side, or reconnects, on another socket unless `anew` is false.
    fn comes(&mut self, side: Side, anew: bool) -> Played {
        let join_as = match side {
            Side::First => JoinAs::W,
            Side::Second => JoinAs::B,
        };
        let again = self.conns(side).filter(|_| !anew && self.random.percent(30));
        let conns = again.unwrap_or_else(|| {
            if self.is_viewers(side) {
                [self.pair.new_conn(); 2]
            } else {
                self.pair.worlds.each_mut().map(super::world::World::new_conn)
            }
        });
        let [one, other] = [0, 1].map(|number| {
            let token = self.token(side, number);
            hello(conns[number], Some(token.clone()), join_as, token)
        });
        self.pair.both(one, vec![other])
    }

    /// Takes an action of a side in both worlds; a player other than the viewer may take one of the alternatives in the second world.
    fn acts(&mut self, side: Side, one: Action, others: Vec<Action>) -> Played {
        let Some([here, there]) = self.conns(side) else { return self.comes(side, true) };
        if self.is_viewers(side) {
            let input = command(self.random, here, one);
            return self.pair.both(input.clone(), vec![input]);
        }
        let one = command(self.random, here, one);
        let others = others.into_iter().map(|other| command(self.random, there, other)).collect();
        self.pair.both(one, others)
    }

    fn same(&mut self, side: Side, action: Action) -> Played {
        self.acts(side, action.clone(), vec![action])
    }

    /// Takes steps that the viewer does not notice, in each world on its own.
    fn take_secret_steps(&mut self) -> Result<(), Failure> {
        for number in [0, 1] {
            for _ in 0..self.random.below(3) {
                self.pair.now += self.random.below(400) as u64;
                let side = self.secret_side();
                if let Some(input) = self.secret(number, side) {
                    self.pair.alone(number, input)?;
                }
            }
        }
        Ok(())
    }

    fn secret(&mut self, number: usize, side: Side) -> Option<Input> {
        let token = self.token(side, number);
        let fought = self.fought();
        let world = &mut self.pair.worlds[number];
        let conn = world.model.conn(side);
        let action = match self.random.below(14) {
            0..3 => some_try(self.random, &world.model, side),
            3 => return Some(hello(world.new_conn(), Some(token.clone()), JoinAs::Auto, token)),
            4 => return Some(Input::Tick),
            // More points than the side has, or an invalid action.
            5..7 => Action::Allocate { amount: world.model.pool(side) + 1 + self.random.below(3) as u32 },
            7 => some_retreat(self.random, &world.model)?,
            8..12 => {
                let amount = self.planned(side, fought);
                Action::Allocate { amount: if self.random.percent(6) { amount + 1 } else { amount } }
            }
            _ => some_off_board_action(self.random),
        };
        Some(command(self.random, conn?, action))
    }

    /// Returns the number of resolved duels.
    fn fought(&self) -> u64 {
        self.model(0).fought()
    }

    /// Returns the planned bid of a side in this duel.
    fn planned(&mut self, side: Side, fought: u64) -> u32 {
        let plan = self.plan.filter(|(number, _)| *number == fought).unwrap_or_else(|| {
            let worlds = &self.pair.worlds;
            let bids = BySide::from_fn(|side| {
                let most = worlds.iter().map(|world| world.model.pool(side)).min().unwrap();
                let most = if self.random.percent(85) { most.min(7) } else { most };
                self.random.below(most as usize + 1) as u32
            });
            (fought, bids)
        });
        self.plan = Some(plan);
        plan.1[side]
    }

    fn step(&mut self) -> Played {
        if self.visitor.is_some() && self.random.percent(10) {
            return self.visits();
        }
        match self.random.below(24) {
            0..16 => self.take_awaited(),
            16 => {
                let side = self.some_side();
                let talk = some_off_board_action(self.random);
                self.same(side, talk)
            }
            17 | 18 => {
                let side = if self.random.percent(70) { self.model(0).turn() } else { self.some_side() };
                let number = self.random.below(2);
                let action = some_try(self.random, &self.pair.worlds[number].model, side);
                let action = self.asked(action);
                let others = vec![action.clone()];
                self.acts(side, action, others)
            }
            19 => {
                let side = self.some_side();
                self.comes(side, false)
            }
            20 => self.leaves(),
            21 => self.time_passes(),
            _ => self.acts_invalidly(),
        }
    }

    /// Takes the awaited input.
    fn take_awaited(&mut self) -> Played {
        let [here, there] = [0, 1].map(|number| awaited(self.model(number)));
        let is_shut_out =
            matches!(self.viewer, Viewer::Spectator { .. }) && self.model(0).watched().is_none();
        if is_shut_out || here != there {
            // A viewer who sees nothing before the end cannot tell anything.
            let number = self.random.below(2);
            return self.take_awaited_alone(number);
        }
        match here {
            Awaited::Move(side) => self.moves(side),
            Awaited::Bids => self.bids(),
            Awaited::Retreat(side) => self.retreat(side),
        }
    }

    fn take_awaited_alone(&mut self, number: usize) -> Played {
        let Some(input) = self.due(number) else { return Ok(false) };
        self.pair.alone(number, input)
    }

    /// Returns the awaited input in a world.
    fn due(&mut self, number: usize) -> Option<Input> {
        let model = &self.pair.worlds[number].model;
        let (side, action) = match awaited(model) {
            Awaited::Move(side) => (side, self.chosen_move(number)?),
            Awaited::Bids => {
                let side = *self.random.choose(&missing(model))?;
                let most = model.pool(side).min(6) as usize;
                (side, Action::Allocate { amount: self.random.below(most + 1) as u32 })
            }
            Awaited::Retreat(side) => (side, some_retreat(self.random, model)?),
        };
        let conn = self.model(number).conn(side)?;
        Some(command(self.random, conn, action))
    }

    /// Returns a move of a world, preferably a capture.
    fn chosen_move(&mut self, number: usize) -> Option<Action> {
        let model = &self.pair.worlds[number].model;
        let all = moves(model);
        let captures: Vec<Move> = all.iter().filter(|mv| model.victim(mv).is_some()).copied().collect();
        let among = if captures.is_empty() || self.random.percent(35) { &all } else { &captures };
        let mv = self.random.choose(among)?;
        Some(self.asked(action_of(&self.pair.worlds[number].model, mv)))
    }

    /// Wraps a commit in either of its two messages.
    fn asked(&mut self, commit: Action) -> Action {
        match commit {
            Action::Commit { from, to: Some(to), promotion } if self.random.percent(50) => {
                Action::Move { from, to, promotion }
            }
            commit => commit,
        }
    }

    fn moves(&mut self, side: Side) -> Played {
        for _ in 0..TRIALS {
            let Some(action) = self.chosen_move(0) else { return Ok(false) };
            let model = self.model(1);
            let mut others: Vec<Action> = Vec::new();
            if !self.is_viewers(side) {
                others.extend(moves(model).iter().map(|mv| action_of(model, mv)));
                self.random.shuffle(&mut others);
                let same_at = if self.random.percent(15) { 0 } else { others.len() };
                others.insert(same_at, action.clone());
            }
            if self.acts(side, action, others)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes a bid, before or after the other side's. In each world it may be another side's, if the viewer is neither.
    fn bids(&mut self) -> Played {
        let fought = self.fought();
        if self.random.percent(50) {
            let number = self.random.below(2);
            let sides = missing(self.model(number));
            let Some(&side) = self.random.choose(&sides) else { return Ok(false) };
            let amount = self.planned(side, fought);
            let conn = self.model(number).conn(side);
            if let Some(conn) = conn.filter(|_| !self.is_viewers(side)) {
                let input = command(self.random, conn, Action::Allocate { amount });
                if self.pair.alone(number, input)? {
                    return Ok(true);
                }
            }
        }
        let [ones, others] = [0, 1].map(|number| missing(self.model(number)));
        let Some(&one) = self.random.choose(&ones) else { return Ok(false) };
        let other = if others.contains(&one) { one } else { *self.random.choose(&others).unwrap_or(&one) };
        let [here, there] = [one, other].map(|side| self.planned(side, fought));
        if self.is_viewers(one) != self.is_viewers(other) {
            return Ok(false);
        }
        let done = if one == other {
            self.same(one, Action::Allocate { amount: here })?
        } else {
            let conns = (self.model(0).conn(one), self.model(1).conn(other));
            let (Some(first), Some(second)) = conns else { return Ok(false) };
            let first = command(self.random, first, Action::Allocate { amount: here });
            let second = command(self.random, second, Action::Allocate { amount: there });
            self.pair.both(first, vec![second])?
        };
        Ok(done)
    }

    fn retreat(&mut self, side: Side) -> Played {
        let Some(action) = offered(self.random, &self.pair.worlds[0].model) else { return Ok(false) };
        let mut others: Vec<Action> = vec![action.clone()];
        if !self.is_viewers(side) {
            let model = self.model(1);
            others.extend(squares_offered(model).map(|square| retreat_to(model, square)));
            self.random.shuffle(&mut others);
        }
        self.acts(side, action, others)
    }

    /// Lets the time for bids or a retreat pass, wholly or in diverge.
    fn time_passes(&mut self) -> Played {
        let Some(until) = self.model(0).deadline() else { return self.leaves() };
        if self.random.percent(60) {
            self.pair.now = self.pair.now.max(until);
        }
        self.pair.both(Input::Tick, vec![Input::Tick])
    }

    fn leaves(&mut self) -> Played {
        let side = self.some_side();
        // A spectator of a restarted server must reconnect, which is not a matter of the game.
        if matches!(self.viewer, Viewer::Seat(_)) && self.random.percent(20) {
            return self.pair.both(Input::Restarted, vec![Input::Restarted]);
        }
        let Some([here, there]) = self.conns(side) else { return self.comes(side, true) };
        self.pair.both(Input::Closed { conn: here }, vec![Input::Closed { conn: there }])
    }

    /// Takes an invalid action of any player: a bid that is too high, repeated or out of place, or a retreat to a square that is not offered.
    fn acts_invalidly(&mut self) -> Played {
        let side = self.some_side();
        let number = self.random.below(2);
        let model = &self.pair.worlds[number].model;
        let action = if self.random.percent(70) {
            Action::Allocate { amount: (model.pool(side) + self.random.below(12) as u32).saturating_sub(3) }
        } else {
            let Some(action) = some_retreat(self.random, model) else { return Ok(false) };
            action
        };
        self.same(side, action)
    }

    fn watches(&mut self) -> Result<(), Failure> {
        if matches!(self.viewer, Viewer::Spectator { .. }) {
            let conn = self.pair.new_conn();
            self.visitor = Some(conn);
            self.pair.visit(SpectatorAction::Come { conn, back: false })?;
        }
        Ok(())
    }

    /// Reconnects the spectator on the same or another socket, disconnects them, or lets them wait.
    fn visits(&mut self) -> Played {
        let Some(conn) = self.visitor else { return Ok(false) };
        match self.random.below(4) {
            0 => self.pair.visit(SpectatorAction::Wait),
            1 => self.pair.visit(SpectatorAction::Come { conn, back: true }),
            2 => {
                self.pair.visit(SpectatorAction::Go { conn })?;
                wait(self.pair, self.random);
                self.comes_back_to_watch()
            }
            _ => self.comes_back_to_watch(),
        }
    }

    fn comes_back_to_watch(&mut self) -> Played {
        let conn = self.pair.new_conn();
        self.visitor = Some(conn);
        let back = self.random.percent(80);
        self.pair.visit(SpectatorAction::Come { conn, back })
    }

    /// Ends the run of a spectator after the last frame, or diverges the worlds for good, which must stay unnoticed during the delay.
    fn end_watching(&mut self) -> Result<(), Failure> {
        if self.random.percent(60) {
            self.pair.both(Input::Tick, vec![Input::Tick])?;
            for _ in 0..10 + self.random.below(20) {
                let number = self.random.below(2);
                let side = self.some_side();
                let input =
                    if self.random.percent(85) { self.due(number) } else { self.any_input(number, side) };
                if let Some(input) = input {
                    self.pair.diverge(number, input)?;
                }
                if self.random.percent(10) {
                    self.visits()?;
                }
                self.pair.now += self.random.below(900) as u64;
            }
        }
        let ends_at = self.pair.ends_at();
        if self.pair.now < ends_at {
            // The last moment before anything may be sent.
            self.pair.now = ends_at - 1;
            self.pair.visit(SpectatorAction::Wait)?;
            self.comes_back_to_watch()?;
        }
        Ok(())
    }

    /// Returns an input that may make the worlds differ in any way.
    fn any_input(&mut self, number: usize, side: Side) -> Option<Input> {
        let token = self.token(side, number);
        let world = &mut self.pair.worlds[number];
        let conn = world.model.conn(side);
        match self.random.below(5) {
            0 => Some(command(self.random, conn?, Action::Resign)),
            1 => Some(Input::Closed { conn: conn? }),
            2 => Some(hello(world.new_conn(), Some(token.clone()), JoinAs::Auto, token)),
            _ => {
                let talk = some_off_board_action(self.random);
                Some(command(self.random, conn?, talk))
            }
        }
    }
}

fn retreat_to(model: &Model, square: Square) -> Action {
    Action::Retreat { position: square_name(model, square).parse().unwrap() }
}

/// Returns the squares that the attacker may name.
fn squares_offered(model: &Model) -> impl Iterator<Item = Square> {
    let retreating = model.retreating();
    let offers = retreating.map_or(&[][..], |retreating| &retreating.offers);
    // If nothing can be afforded and the piece is lost, its own square confirms that its player has seen it.
    let lost = retreating.filter(|retreating| retreating.offers.is_empty());
    let own = lost.and_then(|retreating| retreating.mv.source.square());
    offers.iter().map(|offer| offer.square).chain(own)
}

/// Returns a retreat to one of them.
fn offered(random: &mut Random, model: &Model) -> Option<Action> {
    let squares: Vec<Square> = squares_offered(model).collect();
    random.choose(&squares).map(|square| retreat_to(model, *square))
}

/// Returns a retreat to one of them, or to any square.
fn some_retreat(random: &mut Random, model: &Model) -> Option<Action> {
    if random.percent(60) && model.retreating().is_some() {
        return offered(random, model);
    }
    let squares: Vec<Square> = model.board.rules().shape().iter().collect();
    random.choose(&squares).map(|square| retreat_to(model, *square))
}
