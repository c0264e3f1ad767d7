//! How a pair comes about in which captures are bid for. Who may not learn is a player, or somebody who watches.

use ggn_core::{BySide, Move, Side, Square};
use session::protocol::player::{Action, JoinAs};
use session::{ConnId, Input, Token};

use super::chance::Chance;
use super::deeds::{command, commit_of, hello, moves, some_talk, some_try, square_name};
use super::oracle::Truth;
use super::pair::{Failure, Pair, Played};
use super::play::{PATIENCE, STEPS, TRIALS, wait};
use super::world::{Viewer, Visit, token, viewers_token};

/// Plays a pair to the end of the patience with it.
pub(crate) fn play(
    pair: &mut Pair,
    chance: &mut Chance,
    viewer: Viewer,
    creator: Side,
) -> Result<(), Failure> {
    Hall { pair, chance, viewer, creator, plan: None, visitor: None }.play()
}

/// What is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    Move(Side),
    Bids,
    Retreat(Side),
}

fn awaited(truth: &Truth) -> Awaited {
    match (truth.bidding(), truth.retreating()) {
        (Some(_), _) => Awaited::Bids,
        (None, Some(retreating)) => Awaited::Retreat(retreating.fought.attacker),
        (None, None) => Awaited::Move(truth.turn()),
    }
}

/// The sides that have yet to bid.
fn missing(truth: &Truth) -> Vec<Side> {
    let has_yet = |side: &Side| truth.bidding().is_some_and(|bidding| bidding.bids[*side].is_none());
    Side::BOTH.into_iter().filter(has_yet).collect()
}

/// Everybody who has to do with a game.
struct Hall<'p> {
    pair: &'p mut Pair,
    chance: &'p mut Chance,
    viewer: Viewer,
    creator: Side,
    /// What each side bids in both worlds in the duel that is on, as a rule: what both have bid everybody is told. With it the number of that duel.
    plan: Option<(u64, BySide<u32>)>,
    /// The socket of who watches.
    visitor: Option<ConnId>,
}

impl Hall<'_> {
    fn play(mut self) -> Result<(), Failure> {
        // Whether a king stands in check from the beginning, who watches is told.
        if self.pair.worlds[0].watched() != self.pair.worlds[1].watched() {
            return Ok(());
        }
        self.open()?;
        let mut failed = 0;
        for _ in 0..8 + self.chance.below(STEPS) {
            self.whisper()?;
            wait(self.pair, self.chance);
            failed = if self.step()? { 0 } else { failed + 1 };
            if failed > PATIENCE {
                break;
            }
        }
        match self.viewer {
            // Whatever lasts is in what a player who comes back is given.
            Viewer::Seat(side) => self.comes(side, true).map(|_| ()),
            Viewer::Onlooker | Viewer::Watcher { .. } => self.end_watching(),
        }
    }

    fn truth(&self, number: usize) -> &Truth {
        &self.pair.worlds[number].truth
    }

    fn is_viewers(&self, side: Side) -> bool {
        self.viewer == Viewer::Seat(side)
    }

    fn some_side(&mut self) -> Side {
        Side::BOTH[self.chance.below(2)]
    }

    /// A side whose player may do something unheard.
    fn secret_side(&mut self) -> Side {
        match self.viewer {
            Viewer::Seat(you) => you.opponent(),
            Viewer::Onlooker | Viewer::Watcher { .. } => self.some_side(),
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
        Some([self.truth(0).conn(side)?, self.truth(1).conn(side)?])
    }

    /// Both players come, in either order, and who watches.
    fn open(&mut self) -> Result<(), Failure> {
        let first = self.some_side();
        if self.chance.percent(50) {
            self.watches()?;
        }
        for side in [first, first.opponent()] {
            wait(self.pair, self.chance);
            self.comes(side, true)?;
        }
        if self.visitor.is_none() {
            self.watches()?;
        }
        Ok(())
    }

    /// The player of a side comes, or comes back: on another socket unless it may be the same.
    fn comes(&mut self, side: Side, anew: bool) -> Played {
        let join_as = match side {
            Side::First => JoinAs::W,
            Side::Second => JoinAs::B,
        };
        let again = self.conns(side).filter(|_| !anew && self.chance.percent(30));
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

    /// Something that the player of a side does in both worlds; whose player is not the viewer may do any of several things in the second one.
    fn acts(&mut self, side: Side, one: Action, others: Vec<Action>) -> Played {
        let Some([here, there]) = self.conns(side) else { return self.comes(side, true) };
        if self.is_viewers(side) {
            let input = command(self.chance, here, one);
            return self.pair.both(input.clone(), vec![input]);
        }
        let one = command(self.chance, here, one);
        let others = others.into_iter().map(|other| command(self.chance, there, other)).collect();
        self.pair.both(one, others)
    }

    fn same(&mut self, side: Side, action: Action) -> Played {
        self.acts(side, action.clone(), vec![action])
    }

    /// What nobody hears of, in each world on its own.
    fn whisper(&mut self) -> Result<(), Failure> {
        for number in [0, 1] {
            for _ in 0..self.chance.below(3) {
                self.pair.now += self.chance.below(400) as u64;
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
        let conn = world.truth.conn(side);
        let action = match self.chance.below(14) {
            0..3 => some_try(self.chance, &world.truth, side),
            3 => return Some(hello(world.new_conn(), Some(token.clone()), JoinAs::Auto, token)),
            4 => return Some(Input::Tick),
            // More than there is, or out of place.
            5..7 => Action::Allocate { amount: world.truth.pool(side) + 1 + self.chance.below(3) as u32 },
            7 => some_retreat(self.chance, &world.truth)?,
            8..12 => {
                let amount = self.planned(side, fought);
                Action::Allocate { amount: if self.chance.percent(6) { amount + 1 } else { amount } }
            }
            _ => some_talk(self.chance),
        };
        Some(command(self.chance, conn?, action))
    }

    /// How many duels there have been.
    fn fought(&self) -> u64 {
        self.truth(0).fought()
    }

    /// What a side bids in this duel.
    fn planned(&mut self, side: Side, fought: u64) -> u32 {
        let plan = self.plan.filter(|(number, _)| *number == fought).unwrap_or_else(|| {
            let worlds = &self.pair.worlds;
            let bids = BySide::from_fn(|side| {
                let most = worlds.iter().map(|world| world.truth.pool(side)).min().unwrap();
                let most = if self.chance.percent(85) { most.min(7) } else { most };
                self.chance.below(most as usize + 1) as u32
            });
            (fought, bids)
        });
        self.plan = Some(plan);
        plan.1[side]
    }

    fn step(&mut self) -> Played {
        if self.visitor.is_some() && self.chance.percent(10) {
            return self.visits();
        }
        match self.chance.below(24) {
            0..16 => self.goes_on(),
            16 => {
                let side = self.some_side();
                let talk = some_talk(self.chance);
                self.same(side, talk)
            }
            17 | 18 => {
                let side = if self.chance.percent(70) { self.truth(0).turn() } else { self.some_side() };
                let number = self.chance.below(2);
                let action = some_try(self.chance, &self.pair.worlds[number].truth, side);
                let action = self.asked(action);
                let others = vec![action.clone()];
                self.acts(side, action, others)
            }
            19 => {
                let side = self.some_side();
                self.comes(side, false)
            }
            20 => self.leaves(),
            21 => self.runs_out(),
            _ => self.is_refused(),
        }
    }

    /// What is awaited happens.
    fn goes_on(&mut self) -> Played {
        let [here, there] = [0, 1].map(|number| awaited(self.truth(number)));
        let is_shut_out = matches!(self.viewer, Viewer::Watcher { .. }) && self.truth(0).watched().is_none();
        if is_shut_out || here != there {
            // Who is told nothing at all before the end cannot tell anything.
            let number = self.chance.below(2);
            return self.goes_on_alone(number);
        }
        match here {
            Awaited::Move(side) => self.moves(side),
            Awaited::Bids => self.bids(),
            Awaited::Retreat(side) => self.falls_back(side),
        }
    }

    fn goes_on_alone(&mut self, number: usize) -> Played {
        let Some(input) = self.due(number) else { return Ok(false) };
        self.pair.alone(number, input)
    }

    /// What is awaited in a world.
    fn due(&mut self, number: usize) -> Option<Input> {
        let truth = &self.pair.worlds[number].truth;
        let (side, action) = match awaited(truth) {
            Awaited::Move(side) => (side, self.chosen_move(number)?),
            Awaited::Bids => {
                let side = *self.chance.one(&missing(truth))?;
                let most = truth.pool(side).min(6) as usize;
                (side, Action::Allocate { amount: self.chance.below(most + 1) as u32 })
            }
            Awaited::Retreat(side) => (side, some_retreat(self.chance, truth)?),
        };
        let conn = self.truth(number).conn(side)?;
        Some(command(self.chance, conn, action))
    }

    /// A move of a world, rather a capture.
    fn chosen_move(&mut self, number: usize) -> Option<Action> {
        let truth = &self.pair.worlds[number].truth;
        let all = moves(truth);
        let captures: Vec<Move> = all.iter().filter(|mv| truth.victim(mv).is_some()).copied().collect();
        let among = if captures.is_empty() || self.chance.percent(35) { &all } else { &captures };
        let mv = self.chance.one(among)?;
        Some(self.asked(commit_of(&self.pair.worlds[number].truth, mv)))
    }

    /// The same as either message.
    fn asked(&mut self, commit: Action) -> Action {
        match commit {
            Action::Commit { from, to: Some(to), promotion } if self.chance.percent(50) => {
                Action::Move { from, to, promotion }
            }
            commit => commit,
        }
    }

    fn moves(&mut self, side: Side) -> Played {
        for _ in 0..TRIALS {
            let Some(action) = self.chosen_move(0) else { return Ok(false) };
            let truth = self.truth(1);
            let mut twins: Vec<Action> = Vec::new();
            if !self.is_viewers(side) {
                twins.extend(moves(truth).iter().map(|mv| commit_of(truth, mv)));
                self.chance.shuffle(&mut twins);
                let same_at = if self.chance.percent(15) { 0 } else { twins.len() };
                twins.insert(same_at, action.clone());
            }
            if self.acts(side, action, twins)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Somebody bids: unheard while the other has not, or last. In each world that may be another side, if the viewer is neither.
    fn bids(&mut self) -> Played {
        let fought = self.fought();
        if self.chance.percent(50) {
            let number = self.chance.below(2);
            let sides = missing(self.truth(number));
            let Some(&side) = self.chance.one(&sides) else { return Ok(false) };
            let amount = self.planned(side, fought);
            let conn = self.truth(number).conn(side);
            if let Some(conn) = conn.filter(|_| !self.is_viewers(side)) {
                let input = command(self.chance, conn, Action::Allocate { amount });
                if self.pair.alone(number, input)? {
                    return Ok(true);
                }
            }
        }
        let [ones, others] = [0, 1].map(|number| missing(self.truth(number)));
        let Some(&one) = self.chance.one(&ones) else { return Ok(false) };
        let other = if others.contains(&one) { one } else { *self.chance.one(&others).unwrap_or(&one) };
        let [here, there] = [one, other].map(|side| self.planned(side, fought));
        if self.is_viewers(one) != self.is_viewers(other) {
            return Ok(false);
        }
        let done = if one == other {
            self.same(one, Action::Allocate { amount: here })?
        } else {
            let conns = (self.truth(0).conn(one), self.truth(1).conn(other));
            let (Some(first), Some(second)) = conns else { return Ok(false) };
            let first = command(self.chance, first, Action::Allocate { amount: here });
            let second = command(self.chance, second, Action::Allocate { amount: there });
            self.pair.both(first, vec![second])?
        };
        Ok(done)
    }

    fn falls_back(&mut self, side: Side) -> Played {
        let Some(action) = offered(self.chance, &self.pair.worlds[0].truth) else { return Ok(false) };
        let mut twins: Vec<Action> = vec![action.clone()];
        if !self.is_viewers(side) {
            let truth = self.truth(1);
            twins.extend(squares_offered(truth).map(|square| retreat_to(truth, square)));
            self.chance.shuffle(&mut twins);
        }
        self.acts(side, action, twins)
    }

    /// The time for bids or a retreat runs out, or some of it does.
    fn runs_out(&mut self) -> Played {
        let Some(until) = self.truth(0).deadline() else { return self.leaves() };
        if self.chance.percent(60) {
            self.pair.now = self.pair.now.max(until);
        }
        self.pair.both(Input::Tick, vec![Input::Tick])
    }

    fn leaves(&mut self) -> Played {
        let side = self.some_side();
        // Who watches by a server that starts again has to come again, which is no matter of the game.
        if matches!(self.viewer, Viewer::Seat(_)) && self.chance.percent(20) {
            return self.pair.both(Input::Restarted, vec![Input::Restarted]);
        }
        let Some([here, there]) = self.conns(side) else { return self.comes(side, true) };
        self.pair.both(Input::Closed { conn: here }, vec![Input::Closed { conn: there }])
    }

    /// A player, also the viewer, bids more than they have, twice or out of place, or falls back to where it is not offered.
    fn is_refused(&mut self) -> Played {
        let side = self.some_side();
        let number = self.chance.below(2);
        let truth = &self.pair.worlds[number].truth;
        let action = if self.chance.percent(70) {
            Action::Allocate { amount: (truth.pool(side) + self.chance.below(12) as u32).saturating_sub(3) }
        } else {
            let Some(action) = some_retreat(self.chance, truth) else { return Ok(false) };
            action
        };
        self.same(side, action)
    }

    fn watches(&mut self) -> Result<(), Failure> {
        if matches!(self.viewer, Viewer::Watcher { .. }) {
            let conn = self.pair.new_conn();
            self.visitor = Some(conn);
            self.pair.visit(Visit::Come { conn, back: false })?;
        }
        Ok(())
    }

    /// Who watches comes again, on the same socket or another one, goes, or sits there.
    fn visits(&mut self) -> Played {
        let Some(conn) = self.visitor else { return Ok(false) };
        match self.chance.below(4) {
            0 => self.pair.visit(Visit::Wait),
            1 => self.pair.visit(Visit::Come { conn, back: true }),
            2 => {
                self.pair.visit(Visit::Go { conn })?;
                wait(self.pair, self.chance);
                self.comes_back_to_watch()
            }
            _ => self.comes_back_to_watch(),
        }
    }

    fn comes_back_to_watch(&mut self) -> Played {
        let conn = self.pair.new_conn();
        self.visitor = Some(conn);
        let back = self.chance.percent(80);
        self.pair.visit(Visit::Come { conn, back })
    }

    /// Who watches has been told all, or the worlds part for good; of that nothing is heard before the delay is over.
    fn end_watching(&mut self) -> Result<(), Failure> {
        if self.chance.percent(60) {
            self.pair.both(Input::Tick, vec![Input::Tick])?;
            for _ in 0..10 + self.chance.below(20) {
                let number = self.chance.below(2);
                let side = self.some_side();
                let input =
                    if self.chance.percent(85) { self.due(number) } else { self.rashness(number, side) };
                if let Some(input) = input {
                    self.pair.part(number, input)?;
                }
                if self.chance.percent(10) {
                    self.visits()?;
                }
                self.pair.now += self.chance.below(900) as u64;
            }
        }
        let ends_at = self.pair.ends_at();
        if self.pair.now < ends_at {
            // To the last moment in which nothing may be told.
            self.pair.now = ends_at - 1;
            self.pair.visit(Visit::Wait)?;
            self.comes_back_to_watch()?;
        }
        Ok(())
    }

    /// What is done only where nothing has to be alike any more.
    fn rashness(&mut self, number: usize, side: Side) -> Option<Input> {
        let token = self.token(side, number);
        let world = &mut self.pair.worlds[number];
        let conn = world.truth.conn(side);
        match self.chance.below(5) {
            0 => Some(command(self.chance, conn?, Action::Resign)),
            1 => Some(Input::Closed { conn: conn? }),
            2 => Some(hello(world.new_conn(), Some(token.clone()), JoinAs::Auto, token)),
            _ => {
                let talk = some_talk(self.chance);
                Some(command(self.chance, conn?, talk))
            }
        }
    }
}

fn retreat_to(truth: &Truth, square: Square) -> Action {
    Action::Retreat { position: square_name(truth, square).parse().unwrap() }
}

/// The squares that the attacker may name.
fn squares_offered(truth: &Truth) -> impl Iterator<Item = Square> {
    let retreating = truth.retreating();
    let offers = retreating.map_or(&[][..], |retreating| &retreating.offers);
    // Where nothing can be paid and the piece is lost, its own square says that its player has seen so.
    let lost = retreating.filter(|retreating| retreating.offers.is_empty());
    let own = lost.and_then(|retreating| retreating.mv.source.square());
    offers.iter().map(|offer| offer.square).chain(own)
}

/// One of them.
fn offered(chance: &mut Chance, truth: &Truth) -> Option<Action> {
    let squares: Vec<Square> = squares_offered(truth).collect();
    chance.one(&squares).map(|square| retreat_to(truth, *square))
}

/// One of them, or any.
fn some_retreat(chance: &mut Chance, truth: &Truth) -> Option<Action> {
    if chance.percent(60) && truth.retreating().is_some() {
        return offered(chance, truth);
    }
    let squares: Vec<Square> = truth.board.rules().shape().iter().collect();
    chance.one(&squares).map(|square| retreat_to(truth, *square))
}
