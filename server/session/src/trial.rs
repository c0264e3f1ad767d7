//! Random games with bids, played through the inputs of a session before somebody who watches (cargo feature `trial`). After every input the book of points
//! is gone over, and every frame that goes out is read.
//!
//! A trial makes games of its own and tells how many there were of what, or which seed went wrong. Nothing of a game that people play gets here.

mod frames;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ggn_core::{Location, Move, Piece, Side};

use crate::catalogue::{Catalogue, Prepared};
use crate::gambit::Points;
use crate::game::Game;
use crate::game::gambit::{Gambit, Stage};
use crate::ids::{ConnId, Token, UnixMs};
use crate::input::{Creation, Creator, Entry, Input, Limits, Recorded};
use crate::lounge::{Delay, Lounge, SpectatorsWish};
use crate::output::{Output, Receipt};
use crate::protocol::events::Watch;
use crate::protocol::player::{
    Action, Color, Command, CreateGame, GameStatus, Hello, JoinAs, Mode, PieceType, SideChoice,
};
use crate::session::Session;
use crate::view::Viewer;

use frames::Reader;

/// The most inputs of one game; then somebody gives up.
const INPUTS_MAX: usize = 400;

/// The sockets of white and of black.
const SOCKETS: [ConnId; 2] = [ConnId(1), ConnId(2)];

/// What the tokens of white and of black are made of.
const TOKENS: [char; 2] = ['a', 'b'];

/// The socket of who watches, and what their token is made of.
const WATCHER: (ConnId, char) = (ConnId(3), 'c');

/// How many seconds later than the players who watches is told.
const DELAYS: [u8; 3] = [0, 5, 60];

/// How many there were of what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Games with house rules.
    pub with_house_rules: u64,
    /// Games in which each side saw its own pieces only.
    pub blind: u64,
    /// Games that ended before they had to be given up.
    pub ended: u64,
    /// Inputs.
    pub inputs: u64,
    /// Plies.
    pub plies: u64,
    /// Captures that were fought for and made.
    pub won: u64,
    /// Captures that failed.
    pub failed: u64,
    /// Of these, how many of the pieces fell back to another square.
    pub fallen_back: u64,
    /// Of these, how many of the pieces were lost.
    pub lost: u64,
    /// Frames that were read.
    pub frames: u64,
    /// The numbers in them.
    pub numbers: u64,
}

impl Tally {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Tally) -> Tally {
        Tally {
            games: self.games + other.games,
            with_house_rules: self.with_house_rules + other.with_house_rules,
            blind: self.blind + other.blind,
            ended: self.ended + other.ended,
            inputs: self.inputs + other.inputs,
            plies: self.plies + other.plies,
            won: self.won + other.won,
            failed: self.failed + other.failed,
            fallen_back: self.fallen_back + other.fallen_back,
            lost: self.lost + other.lost,
            frames: self.frames + other.frames,
            numbers: self.numbers + other.numbers,
        }
    }
}

/// Where random games are played. It keeps the house rules that it has made.
#[derive(Debug)]
pub struct Trial {
    catalogue: Arc<Catalogue>,
    gambits: Vec<String>,
    overlays: Vec<String>,
    /// Those that go together with the pieces that the ways to play know; nothing for those that do not.
    made: Mutex<BTreeMap<String, Option<Prepared>>>,
}

/// Chance that is decided by a seed.
#[derive(Debug)]
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another one, which is not 0.
    fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    fn is(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        let index = usize::try_from(self.below(all.len() as u64)).ok()?;
        all.get(index)
    }
}

impl Trial {
    /// A trial of all ways to play with bids and all house rules of the data.
    #[must_use]
    pub fn new(catalogue: Arc<Catalogue>) -> Trial {
        let gambits = catalogue.gambits().map(str::to_owned).collect();
        let overlays = catalogue.house_rules().iter().map(|rule| rule.id.clone()).collect();
        Trial { catalogue, gambits, overlays, made: Mutex::default() }
    }

    /// Plays the game of a seed.
    ///
    /// # Errors
    /// What was not as it has to be, in words.
    pub fn play(&self, seed: u64) -> Result<Tally, String> {
        let mut chance = Chance(seed);
        let request = self.request(&mut chance)?;
        let told = format!("seed {seed}, {request:?}");
        let wrong = |fault: String| format!("{told}: {fault}");
        let mut table = Table::open(&self.catalogue, request, &mut chance).map_err(wrong)?;
        for _ in 0..INPUTS_MAX {
            if table.session.game().status == GameStatus::Finished {
                break;
            }
            table.step(&mut chance).map_err(wrong)?;
        }
        let mut tally = table.tally();
        if table.session.game().status == GameStatus::Active {
            table.act(Side::First, Action::Resign).map_err(wrong)?;
            tally.ended = 0;
        }
        table.tell_the_end().map_err(wrong)?;
        (tally.frames, tally.numbers) = (table.tally.frames, table.tally.numbers);
        table.replay(&self.catalogue).map_err(wrong)?;
        Ok(tally)
    }

    fn request(&self, chance: &mut Chance) -> Result<CreateGame, String> {
        let gambit = chance.pick(&self.gambits).ok_or("there is no way to play with bids")?.clone();
        let clock = chance.is(50).then(|| serde_json::from_str(r#"{"initial":120,"increment":3}"#));
        let mut request = CreateGame {
            mode: if chance.is(50) { Mode::Blind } else { Mode::Vanilla },
            side: SideChoice::White,
            highlighting_enabled: false,
            moderator: None,
            overlays: Vec::new(),
            clock: clock.transpose().map_err(|error| error.to_string())?,
            gambit: Some(gambit),
            spectators: Some(SpectatorsWish {
                allowed: Some(true),
                delay_seconds: chance.pick(&DELAYS).copied().and_then(Delay::new),
            }),
            chat: None,
        };
        if let Some(overlay) = chance.pick(&self.overlays).filter(|_| chance.is(40)) {
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            let with = CreateGame { overlays: vec![overlay.clone()], ..request.clone() };
            let fits = made.entry(overlay.clone()).or_insert_with(|| self.catalogue.prepare(&with).ok());
            if fits.is_some() {
                request = with;
            }
        }
        Ok(request)
    }
}

/// A game that is on, with both players at it.
#[derive(Debug)]
struct Table {
    session: Session,
    lounge: Lounge,
    /// White, black, and who watches.
    readers: [Reader; 3],
    journal: Vec<Entry>,
    now: u64,
    tally: Tally,
}

impl Table {
    fn open(catalogue: &Arc<Catalogue>, request: CreateGame, chance: &mut Chance) -> Result<Table, String> {
        let tally = Tally {
            games: 1,
            with_house_rules: u64::from(!request.overlays.is_empty()),
            blind: u64::from(request.mode == Mode::Blind),
            ended: 1,
            ..Tally::default()
        };
        let creation = Creation {
            id: "trial234".parse().map_err(|_| "no id")?,
            creator: Creator::Player(token(Side::First)?),
            request,
            random_side: Color::W,
            at: UnixMs(0),
            limits: Limits::default(),
        };
        let (session, unsent) =
            Session::create(catalogue, creation).map_err(|refused| refused.to_string())?;
        let journal = vec![unsent.entry().clone()];
        let lounge = Lounge::new(&session, UnixMs(0));
        let delay_ms = session.company().spectators.delay_seconds.ms();
        let readers = [
            Reader::new(Viewer::Seat(Side::First), 0),
            Reader::new(Viewer::Seat(Side::Second), 0),
            Reader::new(Viewer::Spectator, delay_ms),
        ];
        let mut table = Table { session, lounge, readers, journal, now: chance.below(1_000), tally };
        table.greet()?;
        Ok(table)
    }

    /// Both players take their seats, and somebody comes to watch.
    fn greet(&mut self) -> Result<(), String> {
        for side in Side::BOTH {
            let game_id = self.session.game().id;
            let hello = Hello { game_id, token: Some(token(side)?), join_as: JoinAs::Auto, id: None };
            let fresh = token(side)?;
            self.input(Input::Hello { conn: socket(side), hello, fresh })?;
        }
        let (conn, letter) = WATCHER;
        let fresh = all_of(letter)?;
        let watch =
            Watch { game_id: self.session.game().id, name: None, token: Some(fresh.clone()), id: None };
        let told = self.lounge.watch(&self.session, UnixMs(self.now), conn, watch, fresh);
        self.tell(told)
    }

    fn input(&mut self, input: Input) -> Result<(), String> {
        let has_restarted = matches!(input, Input::Restarted);
        let unsent = self.session.handle(UnixMs(self.now), input);
        let entry = unsent.entry().clone();
        let mut told = unsent.release(Receipt::stored(entry.seq)).map_err(|wrong| wrong.to_string())?;
        self.journal.push(entry);
        self.tally.inputs += 1;
        let now = UnixMs(self.now);
        if has_restarted {
            self.lounge = Lounge::new(&self.session, now);
        }
        told.extend(self.lounge.notice(&self.session, now));
        self.tell(told).and_then(|()| audit(self.session.game(), now)).map_err(|fault| {
            format!("{fault}, after input {} at {} ({:?})", self.journal.len(), self.now, self.journal.last())
        })
    }

    /// Lets all that goes out be read by whom it goes to.
    fn tell(&mut self, told: Vec<Output>) -> Result<(), String> {
        let sockets = [SOCKETS[0], SOCKETS[1], WATCHER.0];
        for output in told {
            let Output::Send { conn, frame } = output else { continue };
            let place = sockets.iter().position(|socket| *socket == conn);
            let Some(reader) = place.and_then(|place| self.readers.get_mut(place)) else { continue };
            self.tally.numbers += reader.read(&frame.into_string(), self.session.game(), UnixMs(self.now))?;
            self.tally.frames += 1;
        }
        if let Some(spectators) = self.lounge.new_audience() {
            self.session.audience(spectators);
        }
        Ok(())
    }

    /// Waits until who watches has been told the end as well, and sees that everybody was told all that there was.
    fn tell_the_end(&mut self) -> Result<(), String> {
        self.now += 1_000 * u64::from(DELAYS[2]);
        let told = self.lounge.tick(UnixMs(self.now));
        self.tell(told)?;
        self.readers.iter().try_for_each(Reader::close)
    }

    fn act(&mut self, side: Side, action: Action) -> Result<(), String> {
        self.input(Input::Command { conn: socket(side), command: Command { id: None, game: None, action } })
    }

    /// Lets time pass and something happen.
    fn step(&mut self, chance: &mut Chance) -> Result<(), String> {
        self.now += if chance.is(3) { chance.below(40_000) } else { chance.below(1_500) };
        let side = if chance.is(50) { Side::First } else { Side::Second };
        match chance.below(100) {
            0 => return self.input(Input::Tick),
            1 => {
                self.input(Input::Restarted)?;
                return self.greet();
            }
            2 => return self.act(side, Action::OfferDraw),
            3..=5 => return self.act(side, Action::RespondDraw { accept: false }),
            // Out of place, as often as not.
            6 => return self.act(side, Action::Allocate { amount: 1 }),
            7 => {
                let position = "e4".parse().map_err(|_| "no square")?;
                return self.act(side, Action::Retreat { position });
            }
            _ => {}
        }
        let game = self.session.game();
        let Some(gambit) = &game.gambit else { return Err("nothing is bid for".to_owned()) };
        match &gambit.stage {
            Stage::Move => {
                let captures: Vec<&Move> =
                    game.board.legal_moves().iter().filter(|mv| takes(gambit, game, mv)).collect();
                let all: Vec<&Move> = game.board.legal_moves().iter().collect();
                let among = if captures.is_empty() || chance.is(40) { &all } else { &captures };
                let mv = chance.pick(among).ok_or("there is no legal move in a game that is on")?;
                let action = action(game, mv)?;
                self.act(game.board.position().turn(), action)
            }
            Stage::Bids(bidding) => {
                let Some(side) = Side::BOTH.into_iter().find(|&side| bidding.duel.waits_for(side)) else {
                    return Err("both have bid, and nothing has come of it".to_owned());
                };
                let other = side.opponent();
                let side = if bidding.duel.waits_for(other) && chance.is(50) { other } else { side };
                let Points(pool) = gambit.ledger.pool(side);
                let most = if chance.is(80) { pool.min(8) } else { pool };
                let amount = u32::try_from(chance.below(u64::from(most) + 1)).unwrap_or(0);
                if chance.is(4) {
                    self.now = bidding.until.0;
                    return self.input(Input::Tick);
                }
                self.bid(side, amount)
            }
            Stage::Retreat(retreating) => {
                let chosen = chance.pick(&retreating.offers).map_or(retreating.from, |offer| offer.square);
                if chance.is(4) {
                    self.now = retreating.until.0;
                    return self.input(Input::Tick);
                }
                let position = game.data.names.square(chosen).ok_or("no name of a square")?;
                self.act(retreating.resolution.attacker, Action::Retreat { position })
            }
        }
    }

    /// A side bids. That it has is told to nobody else, as long as the other side has not.
    fn bid(&mut self, side: Side, amount: u32) -> Result<(), String> {
        let count = |table: &Table| -> u64 {
            let others = table.readers.iter().filter(|reader| reader.is_told_at_once());
            others.filter(|reader| reader.viewer != Viewer::Seat(side)).map(|reader| reader.frames).sum()
        };
        let before = count(self);
        self.act(side, Action::Allocate { amount })?;
        let gambit = self.session.game().gambit.as_deref();
        let is_on = gambit.is_some_and(|gambit| matches!(gambit.stage, Stage::Bids(_)));
        if is_on && count(self) > before {
            return Err("that a side has bid was told".to_owned());
        }
        Ok(())
    }

    fn tally(&self) -> Tally {
        let game = self.session.game();
        let turns = game.gambit.iter().flat_map(|gambit| &gambit.turns);
        let mut tally = Tally { plies: u64::from(game.plies()), ..self.tally };
        for (turn, played) in turns.zip(game.board.history()) {
            let Some(retreat) = turn.retreat else {
                tally.won += u64::from(turn.duel.is_some());
                continue;
            };
            tally.failed += 1;
            tally.lost += u64::from(retreat.to.is_none());
            let is_elsewhere = retreat.to.is_some() && retreat.to != played.mv.source.square();
            tally.fallen_back += u64::from(is_elsewhere);
        }
        tally
    }

    /// The journal has to give the same game again.
    fn replay(&self, catalogue: &Arc<Catalogue>) -> Result<(), String> {
        let text = serde_json::to_string(&self.journal).map_err(|error| error.to_string())?;
        let kept: Vec<Entry> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if !matches!(kept.first().map(|entry| &entry.input), Some(Recorded::Created(_))) {
            return Err("the journal does not begin with the creation".to_owned());
        }
        let again = Session::replay(catalogue, kept.into_iter()).map_err(|error| error.to_string())?;
        let (one, other) = (digest(self.session.game()), digest(again.game()));
        if one == other { Ok(()) } else { Err(format!("the journal gives another game: {one} {other}")) }
    }
}

fn socket(side: Side) -> ConnId {
    let [white, black] = SOCKETS;
    if side == Side::First { white } else { black }
}

fn token(side: Side) -> Result<Token, String> {
    let [white, black] = TOKENS;
    all_of(if side == Side::First { white } else { black })
}

/// A token that is one letter over and over.
fn all_of(letter: char) -> Result<Token, String> {
    letter.to_string().repeat(Token::CHARS).parse().map_err(|_| "no token".to_owned())
}

fn takes(gambit: &Gambit, game: &Game, mv: &Move) -> bool {
    gambit.terms.target(game.board.position(), mv).is_some()
}

/// A legal move as a player asks for it.
fn action(game: &Game, mv: &Move) -> Result<Action, String> {
    let name = |location: Location| {
        location.square().and_then(|square| game.data.names.square(square)).ok_or("a move without squares")
    };
    let letter = |piece: &Piece| PieceType::new(piece.letter());
    let promotion = mv.promotion.and_then(|piece| game.rules().piece(piece)).and_then(letter);
    Ok(Action::Move { from: name(mv.source)?, to: name(mv.destination)?, promotion })
}

/// What has to be the same when a game is played again.
fn digest(game: &Game) -> String {
    let bids =
        game.gambit.as_ref().map(|gambit| (&gambit.ledger, &gambit.turns, &gambit.stage, &gambit.broken_off));
    let clock = game.clock.as_ref().map(crate::clock::Clock::reading);
    let feen = game.rules().feen(game.board.position());
    format!("{feen} {:?} {:?} {clock:?} {:?} {:?}", game.outcome, game.played_at, game.captured, bids)
}

/// Goes over the book and the stage of a game.
fn audit(game: &Game, now: UnixMs) -> Result<(), String> {
    let Some(gambit) = &game.gambit else { return Err("nothing is bid for".to_owned()) };
    let expect = |is_so: bool, what: &str| if is_so { Ok(()) } else { Err(what.to_owned()) };
    let history = game.board.history();
    expect(gambit.turns.len() == history.len(), "not every ply has its turn")?;
    expect(game.played_at.len() == history.len(), "not every ply has its time")?;
    let percent = gambit.terms.profile().defender_percent;
    for side in Side::BOTH {
        let (mut spent, mut received, mut regenerated) = (0, 0, 0);
        for (turn, played) in gambit.turns.iter().zip(history) {
            spent += turn.duel.map_or(0, |resolution| i64::from(resolution.spent[side].0));
            let cost = turn.retreat.map_or(Points::NONE, |retreat| retreat.cost);
            if played.by == side {
                spent += i64::from(cost.0);
                regenerated += turn.regained.as_ref().map_or(0, |regained| i64::from(regained.total.0));
            } else {
                received += i64::from(cost.percent(percent).0);
            }
        }
        let unmade = match &gambit.stage {
            Stage::Retreat(retreating) => Some(retreating.resolution),
            Stage::Move | Stage::Bids(_) => gambit.broken_off,
        };
        spent += unmade.map_or(0, |resolution| i64::from(resolution.spent[side].0));
        let account = gambit.ledger.account(side);
        let booked = [account.spent, account.received, account.regenerated].map(|points| i64::from(points.0));
        if booked != [spent, received, regenerated] {
            let moved = [spent, received, regenerated];
            return Err(format!("{booked:?} are booked for {side:?}, and {moved:?} were moved"));
        }
        let pool = i64::from(account.initial.0) + regenerated + received - spent;
        expect(pool >= 0, "points are negative")?;
        expect(pool == i64::from(gambit.ledger.pool(side).0), "a pool is not what is booked")?;
    }
    for (turn, played) in gambit.turns.iter().zip(history) {
        expect(
            played.deed.is_repulsed() == turn.retreat.is_some(),
            "a capture failed and nothing fell back",
        )?;
        expect(turn.duel.is_some() || turn.retreat.is_none(), "a capture failed without a duel")?;
    }
    let awaits_move = matches!(gambit.stage, Stage::Move);
    if game.status == GameStatus::Finished {
        expect(awaits_move && game.due_at().is_none(), "something is awaited of a game that is over")?;
        return Ok(());
    }
    if awaits_move {
        let can_go_on = game.board.ending().is_none() && !game.board.legal_moves().is_empty();
        return expect(can_go_on, "a game that is on cannot go on");
    }
    expect(game.deadline().is_some_and(|until| until > now), "what is awaited is overdue")?;
    expect(game.flag_at().is_none(), "a clock runs while bids or a retreat are awaited")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::catalogue;

    #[test]
    fn random_games_with_bids_keep_their_books() {
        let trial = Trial::new(catalogue());
        let mut all = Tally::default();
        for seed in 0..60 {
            all = all.and(trial.play(seed).unwrap_or_else(|fault| panic!("{fault}")));
        }
        // Otherwise it shows little.
        assert!(all.with_house_rules > 0 && all.blind > 0 && all.ended > 0, "{all:?}");
        assert!(all.won > 0 && all.failed > 0 && all.fallen_back > 0, "{all:?}");
    }
}
