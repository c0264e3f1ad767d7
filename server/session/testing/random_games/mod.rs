//! Random games with bids, played through the inputs of a session with one spectator (cargo feature `testing`). After every input the ledger of points
//! is audited, and every outgoing frame is read.
//!
//! It creates games of its own and returns counts, or the seed that failed. No data of people's games reaches it.

mod frames;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ggn_core::engine::choice_word;
use ggn_core::{Move, Piece, Side};

use crate::catalogue::{Catalogue, PreparedRules};
use crate::domain::{
    ChoiceWord, Color, ConnId, GameStatus, JoinAs, Mode, PieceType, SideChoice, Token, UnixMs,
};
use crate::gambit::Points;
use crate::game::Game;
use crate::game::gambit::{Gambit, Stage};
use crate::host::GameHost;
use crate::input::{Entry, Input, Recorded};
use crate::output::{Output, Receipt};
use crate::protocol::events::Watch;
use crate::protocol::player::{Action, Command, Hello};
use crate::session::Session;
use crate::terms::CreateGame;
use crate::terms::{Creation, Creator, Limits};
use crate::terms::{Delay, SpectatorsWish};
use crate::view::Viewer;

use frames::Reader;

/// Maximum number of inputs in a game; after that a player resigns.
const INPUTS_MAX: usize = 400;

/// Sockets of white and black.
const SOCKETS: [ConnId; 2] = [ConnId(1), ConnId(2)];

/// Letters that the tokens of white and black consist of.
const TOKENS: [char; 2] = ['a', 'b'];

/// Socket of the spectator, and the letter that their token consists of.
const WATCHER: (ConnId, char) = (ConnId(3), 'c');

/// Delays of the spectator, in seconds.
const DELAYS: [u8; 3] = [0, 5, 60];

/// Rulesets that no gambit profile names, for profiles that are for any ruleset: of other armies and boards, with drops, with hops, and without royal pieces.
const OTHERS: [&str; 6] = ["makruk", "capablanca", "minishogi", "minixiangqi", "breakthrough", "spartan"];

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Games with house rules.
    pub with_house_rules: u64,
    /// Games in which each side saw its own pieces only.
    pub blind: u64,
    /// Games that ended by themselves.
    pub ended: u64,
    /// Inputs.
    pub inputs: u64,
    /// Plies.
    pub plies: u64,
    /// Contested captures that succeeded.
    pub won: u64,
    /// Contested captures that failed.
    pub failed: u64,
    /// Failed captures with a retreat to another square.
    pub fallen_back: u64,
    /// Failed captures with a lost piece.
    pub lost: u64,
    /// Frames that were read.
    pub frames: u64,
    /// Numbers in these frames.
    pub numbers: u64,
}

impl Tally {
    /// Adds two tallies.
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

/// Player of random games. It keeps the house rules that it has made.
#[derive(Debug)]
pub struct RandomGames {
    catalogue: Arc<Catalogue>,
    gambits: Vec<String>,
    overlays: Vec<String>,
    /// Rulesets with a house rule, which have the pieces that the gambit profiles know; `None` for a house rule that does not fit.
    made: Mutex<BTreeMap<(String, String), Option<PreparedRules>>>,
}

/// Seeded random source.
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

    /// Returns a number below `end`, which is not 0.
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

impl RandomGames {
    /// Creates a player of games with all gambit profiles and all house rules of the data.
    #[must_use]
    pub fn new(catalogue: Arc<Catalogue>) -> RandomGames {
        let gambits = catalogue.gambits().map(str::to_owned).collect();
        let overlays = catalogue.house_rules().iter().map(|rule| rule.id.clone()).collect();
        RandomGames { catalogue, gambits, overlays, made: Mutex::default() }
    }

    /// Plays the game of a seed.
    ///
    /// # Errors
    /// A description of the violated property.
    pub fn play(&self, seed: u64) -> Result<Tally, String> {
        let mut chance = Chance(seed);
        let request = self.request(&mut chance)?;
        let told = format!("seed {seed}, {request:?}");
        let wrong = |fault: String| format!("{told}: {fault}");
        let mut table = Table::open(&self.catalogue, request, &mut chance).map_err(wrong)?;
        for _ in 0..INPUTS_MAX {
            if table.host.session().game().status == GameStatus::Finished {
                break;
            }
            table.step(&mut chance).map_err(wrong)?;
        }
        let mut tally = table.tally();
        if table.host.session().game().status == GameStatus::Active {
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
        let rulesets: Vec<String> = self
            .catalogue
            .gambit(&gambit)
            .map_or_else(Vec::new, |profile| profile.rulesets().map(str::to_owned).collect());
        let ruleset = if chance.is(50) { rulesets.first() } else { chance.pick(&rulesets) };
        let ruleset = ruleset.ok_or("the way to play with bids has no ruleset")?.clone();
        let is_for_any = self.catalogue.gambit(&gambit).is_some_and(|profile| profile.any_ruleset);
        let other = chance.pick(&OTHERS).filter(|_| is_for_any && chance.is(25));
        let ruleset = other.map_or(ruleset, |other| (*other).to_owned());
        let clock = chance.is(50).then(|| serde_json::from_str(r#"{"initial":120,"increment":3}"#));
        let mut request = CreateGame {
            mode: if chance.is(50) { Mode::Blind } else { Mode::Vanilla },
            side: SideChoice::White,
            highlighting_enabled: false,
            aids: None,
            ruleset: Some(ruleset.clone()),
            moderator: None,
            overlays: Vec::new(),
            clock: clock.transpose().map_err(|error| error.to_string())?,
            gambit: Some(gambit),
            touch_move: None,
            absence_seconds: None,
            spectators: Some(SpectatorsWish {
                allowed: Some(true),
                delay_seconds: chance.pick(&DELAYS).copied().and_then(Delay::new),
            }),
            chat: None,
            machine: None,
        };
        if let Some(overlay) = chance.pick(&self.overlays).filter(|_| chance.is(40)) {
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            let with = CreateGame { overlays: vec![overlay.clone()], ..request.clone() };
            let fits =
                made.entry((ruleset, overlay.clone())).or_insert_with(|| self.catalogue.prepare(&with).ok());
            if fits.is_some() {
                request = with;
            }
        }
        Ok(request)
    }
}

/// An active game with both players.
#[derive(Debug)]
struct Table {
    host: GameHost,
    /// White, black, and the spectator.
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
            watch_id: None,
            creator: Creator::Player(token(Side::First)?),
            request,
            random_side: Color::W,
            deal: None,
            start: None,
            at: UnixMs(0),
            limits: Limits::default(),
        };
        let (session, unsent) =
            Session::create(catalogue, creation).map_err(|refused| refused.to_string())?;
        let journal = vec![unsent.entry().clone()];
        let delay_ms = session.social_terms().spectators.delay_seconds.ms();
        let readers = [
            Reader::new(Viewer::Seat(Side::First), 0),
            Reader::new(Viewer::Seat(Side::Second), 0),
            Reader::new(Viewer::Spectator, delay_ms),
        ];
        let mut table = Table {
            host: GameHost::new(session, UnixMs(0)),
            readers,
            journal,
            now: chance.below(1_000),
            tally,
        };
        table.greet()?;
        Ok(table)
    }

    /// Seats both players and admits a spectator.
    fn greet(&mut self) -> Result<(), String> {
        for side in Side::BOTH {
            let game_id = self.host.session().game().id;
            let hello = Hello { game_id, token: Some(token(side)?), join_as: JoinAs::Auto, id: None };
            let fresh = token(side)?;
            self.input(Input::Hello { conn: socket(side), hello, fresh })?;
        }
        let (conn, letter) = WATCHER;
        let fresh = all_of(letter)?;
        let watch = Watch {
            game_id: self.host.session().game().id,
            name: None,
            token: Some(fresh.clone()),
            id: None,
        };
        let told = self.host.watch(UnixMs(self.now), conn, watch, fresh);
        self.tell(told)
    }

    fn input(&mut self, input: Input) -> Result<(), String> {
        let unsent = self.host.handle(UnixMs(self.now), input);
        let entry = unsent.entry().clone();
        let receipt = Receipt::stored(entry.seq);
        let told = self.host.release(unsent, receipt).map_err(|wrong| wrong.to_string())?.all();
        self.journal.push(entry);
        self.tally.inputs += 1;
        let now = UnixMs(self.now);
        self.tell(told).and_then(|()| audit(self.host.session().game(), now)).map_err(|fault| {
            format!("{fault}, after input {} at {} ({:?})", self.journal.len(), self.now, self.journal.last())
        })
    }

    /// Passes all frames to their recipients' readers.
    fn tell(&mut self, told: Vec<Output>) -> Result<(), String> {
        let sockets = [SOCKETS[0], SOCKETS[1], WATCHER.0];
        for output in told {
            let Output::Send { conn, frame } = output else { continue };
            let place = sockets.iter().position(|socket| *socket == conn);
            let Some(reader) = place.and_then(|place| self.readers.get_mut(place)) else { continue };
            self.tally.numbers +=
                reader.read(&frame.into_string(), self.host.session().game(), UnixMs(self.now))?;
            self.tally.frames += 1;
        }
        Ok(())
    }

    /// Advances the time until the spectator has received the end of the game, and checks that every reader received it.
    fn tell_the_end(&mut self) -> Result<(), String> {
        self.now += 1_000 * u64::from(DELAYS[2]);
        let told = self.host.update_spectators(UnixMs(self.now));
        self.tell(told)?;
        self.readers.iter().try_for_each(Reader::close)
    }

    fn act(&mut self, side: Side, action: Action) -> Result<(), String> {
        self.input(Input::Command {
            conn: socket(side),
            command: Command { id: None, is_numbered: false, game: None, action },
        })
    }

    /// Advances the time and performs a random action.
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
            // An invalid action, half of the time.
            6 => return self.act(side, Action::Allocate { amount: 1 }),
            7 => {
                let position = "e4".parse().map_err(|_| "no square")?;
                return self.act(side, Action::Retreat { position });
            }
            _ => {}
        }
        let game = self.host.session().game();
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
                let Some(side) = Side::BOTH.into_iter().find(|&side| bidding.duel.awaits_bid(side)) else {
                    return Err("both have bid, and nothing has come of it".to_owned());
                };
                let other = side.opponent();
                let side = if bidding.duel.awaits_bid(other) && chance.is(50) { other } else { side };
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

    /// Makes a bid. Nothing about it may be sent to others before the other side has bid.
    fn bid(&mut self, side: Side, amount: u32) -> Result<(), String> {
        let count = |table: &Table| -> u64 {
            let others = table.readers.iter().filter(|reader| reader.is_told_at_once());
            others.filter(|reader| reader.viewer != Viewer::Seat(side)).map(|reader| reader.frames).sum()
        };
        let before = count(self);
        self.act(side, Action::Allocate { amount })?;
        let gambit = self.host.session().game().gambit.as_deref();
        let is_on = gambit.is_some_and(|gambit| matches!(gambit.stage, Stage::Bids(_)));
        if is_on && count(self) > before {
            return Err("that a side has bid was told".to_owned());
        }
        Ok(())
    }

    fn tally(&self) -> Tally {
        let game = self.host.session().game();
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

    /// Checks that the journal reproduces the game.
    fn replay(&self, catalogue: &Arc<Catalogue>) -> Result<(), String> {
        let text = serde_json::to_string(&self.journal).map_err(|error| error.to_string())?;
        let kept: Vec<Entry> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if !matches!(kept.first().map(|entry| &entry.input), Some(Recorded::Created(_))) {
            return Err("the journal does not begin with the creation".to_owned());
        }
        let again = Session::replay(catalogue, kept.into_iter()).map_err(|error| error.to_string())?;
        let (one, other) = (digest(self.host.session().game()), digest(again.game()));
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

/// Returns a token that repeats one letter.
fn all_of(letter: char) -> Result<Token, String> {
    letter.to_string().repeat(Token::CHARS).parse().map_err(|_| "no token".to_owned())
}

fn takes(gambit: &Gambit, game: &Game, mv: &Move) -> bool {
    gambit.terms.target(game.board.position(), mv).is_some()
}

/// Returns the action that requests a legal move: in chess as the design has it, in other games with the choice by its word.
fn action(game: &Game, mv: &Move) -> Result<Action, String> {
    let to = mv.destination.square().and_then(|square| game.data.names.square(square));
    let to = to.ok_or("a move without a destination")?;
    let choice: ChoiceWord = choice_word(game.rules(), mv).parse().map_err(|_| "a choice without a word")?;
    let Some(from) = mv.source.square().and_then(|square| game.data.names.square(square)) else {
        let piece = game.data.names.piece(mv.piece).ok_or("a piece without a name")?.qpi;
        let choice = mv.promotion.map(|_| choice);
        return Ok(Action::Drop { piece, to: Some(to), choice });
    };
    if game.is_of_named_ruleset() {
        return Ok(Action::Choose { from, to: Some(to), choice });
    }
    let letter = |piece: &Piece| PieceType::new(piece.letter());
    let promotion = mv.promotion.and_then(|piece| game.rules().piece(piece)).and_then(letter);
    Ok(Action::Move { from, to, promotion })
}

/// Returns the parts of a game that a replay must reproduce.
fn digest(game: &Game) -> String {
    let bids =
        game.gambit.as_ref().map(|gambit| (&gambit.ledger, &gambit.turns, &gambit.stage, &gambit.broken_off));
    let clock = game.clock.as_ref().map(crate::clock::Clock::reading);
    let feen = game.rules().feen(game.board.position());
    format!("{feen} {:?} {:?} {clock:?} {:?} {:?}", game.outcome, game.played_at, game.captured, bids)
}

/// Checks the ledger and the stage of a game.
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
            played.effect.is_repulsed() == turn.retreat.is_some(),
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
    use crate::fixtures::catalogue;

    #[test]
    fn random_games_with_bids_pass_their_audit() {
        let games = RandomGames::new(catalogue());
        let mut all = Tally::default();
        for seed in 0..15 {
            all = all.and(games.play(seed).unwrap_or_else(|fault| panic!("{fault}")));
        }
        // Otherwise the test proves little.
        assert!(all.with_house_rules > 0 && all.blind > 0 && all.ended > 0, "{all:?}");
        assert!(all.won > 0 && all.failed > 0 && all.fallen_back > 0, "{all:?}");
    }
}
