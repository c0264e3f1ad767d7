//! A bot on a seat of a game: frames of the player protocol in, messages out. It knows nothing of the game but what its seat is sent.

mod bidding;
mod frame;
mod hidden;
mod message;
mod state;

use std::sync::Arc;

use ggn_core::{BySide, Counters, Game, Move, Position, Rules, Side};

use crate::bids::DuelTerms;
use crate::blind::{Believed, Mind, Referee, Time};
use crate::contested::{Contested, Points};
use crate::level::Level;
use crate::player::Bot;
use crate::values::Values;
use bidding::{Asked, Bidding};
use frame::{Frame, NotedMove, Offer, Status, View};
use hidden::Hidden;
use state::{GameState, Phase};

/// Score below which a bot takes a draw at any time, and the ply from which on it takes one that is no worse than its position.
const LOST: i32 = -150;
const LONG_GAME: usize = 80;

/// Starts beyond which a bot does not think of each where the start is drawn: it makes up positions from the own pieces then.
const STARTS: u64 = 2_000;

/// The word of the protocol for a pass, where the notation of the engine has squares.
const PASS: &str = "pass";

/// Bot on one seat of a game.
///
/// Two games that send it the same frames get the same messages: chance comes from the token of its seat.
#[derive(Debug)]
pub struct Client {
    bot: Bot,
    seed: u64,
    game: Game,
    side: Option<Side>,
    status: Status,
    /// True while the other player is not connected.
    is_alone: bool,
    /// Number of moves when it last began to think about one.
    thought_at: Option<usize>,
    /// Number of moves when it last answered an offer of a draw.
    answered_at: Option<usize>,
    has_offered_rematch: bool,
    /// The terms of hearing in a game in which pieces are hidden, and the bot's side of it once the side is known.
    referee: Option<Arc<dyn Referee>>,
    hidden: Option<Hidden>,
    /// Positions from which such a game may start.
    starts: Vec<Position>,
    /// Number of the last action in such a game.
    actions: usize,
    /// The duels of a game with bids.
    bidding: Option<Bidding>,
    game_id: String,
}

/// Reaction of a bot to a frame.
#[derive(Debug)]
pub enum Reaction {
    /// It sends a message at once.
    Send(String),
    /// It has something to think about, and sends the message that comes of it.
    Think(Box<Thought>),
}

/// The frames do not fit the rules that the bot knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfStep(String);

/// Question that takes a bot time.
#[derive(Clone, Debug)]
pub struct Thought {
    bot: Bot,
    game: Game,
    side: Side,
    seed: u64,
    question: Question,
    /// Its belief where pieces are hidden, with the id of its next message.
    hidden: Option<(Hidden, String)>,
    /// The points in a game with bids.
    points: Option<Points>,
    game_id: String,
    plies: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    Move,
    Draw,
    InDuel(Asked),
}

impl Client {
    /// Creates a bot for the seat that `token` holds in an open game.
    #[must_use]
    pub fn new(rules: Arc<Rules>, values: Arc<Values>, level: Level, token: &str) -> Client {
        Client {
            bot: Bot::new(values, level),
            seed: seed_of(token),
            game: Game::new(rules),
            side: None,
            status: Status::Waiting,
            is_alone: false,
            thought_at: None,
            answered_at: None,
            has_offered_rematch: false,
            referee: None,
            hidden: None,
            starts: Vec::new(),
            actions: 0,
            bidding: None,
            game_id: String::new(),
        }
    }

    /// Creates a bot for the seat that `token` holds in a game in which pieces are hidden. `referee` has the terms of the game.
    #[must_use]
    pub fn blind(
        rules: Arc<Rules>,
        values: Arc<Values>,
        level: Level,
        token: &str,
        referee: Arc<dyn Referee>,
    ) -> Client {
        let drawn =
            || (0..rules.start_count().min(STARTS)).filter_map(|number| rules.start(number)).collect();
        let starts = if rules.start_count() > 1 { drawn() } else { vec![rules.initial().clone()] };
        Client { referee: Some(referee), starts, ..Client::new(rules, values, level, token) }
    }

    /// Lets the bot know that captures are contested in the game, of that id, by these terms.
    #[must_use]
    pub fn bidding(self, terms: Arc<dyn DuelTerms>, game_id: &str) -> Client {
        let bidding = Bidding::new(terms, &self.bot, self.game.position());
        Client { bidding: Some(bidding), game_id: game_id.to_owned(), ..self }
    }

    /// Lets the bot know that the game starts from one of these positions.
    #[must_use]
    pub fn starting_from(self, starts: Vec<Position>) -> Client {
        Client { starts, ..self }
    }

    /// Returns what it believes; `None` in an open game.
    #[must_use]
    pub fn believed(&self) -> Option<Believed> {
        self.hidden.as_ref().map(Hidden::believed)
    }

    /// Returns the points of both sides as it has counted them, in an open game with bids.
    #[must_use]
    pub fn points(&self) -> Option<BySide<u32>> {
        let counted = self.bidding.as_ref().filter(|_| self.referee.is_none());
        counted.map(|bidding| bidding.points.account.pools())
    }

    /// Returns the message with which the bot takes its seat.
    #[must_use]
    pub fn hello(game_id: &str, token: &str) -> String {
        message::hello(game_id, token)
    }

    /// Returns whether the other player is away.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.is_alone
    }

    /// Returns the message with which the bot gives a game up in which it cannot go on: the other player shall not wait for it.
    #[must_use]
    pub fn resignation() -> String {
        message::resign()
    }

    /// Takes a frame in.
    ///
    /// # Errors
    ///
    /// Returns an error if the frame is no text of the protocol, tells of a move that the rules do not have, or refuses the bot's own: it cannot go on.
    pub fn receive(&mut self, text: &str) -> Result<Vec<Reaction>, OutOfStep> {
        let frame = serde_json::from_str(text).map_err(|error| OutOfStep(error.to_string()))?;
        match frame {
            Frame::Joined(joined) => {
                self.side = Some(joined.you.side());
                self.is_alone = !joined.peer.connected;
                self.thought_at = None;
                if let Some(bidding) = &mut self.bidding {
                    // The whole state follows.
                    bidding.begin();
                    self.status = joined.game_status;
                    return Ok(Vec::new());
                }
                if let Some(hidden) = self.hidden_from(joined.you.side()) {
                    hidden.tell(&joined.told(), true);
                    return Ok(self.react((joined.game_status, true), &joined.view, joined.draw_offer));
                }
                self.game = started(self.game.rules(), joined.start.as_deref())?;
                for noted in &joined.moves {
                    self.follow(noted, None)?;
                }
                Ok(self.react((joined.game_status, true), &joined.view, joined.draw_offer))
            }
            Frame::GameState(state) => self.take_state(*state),
            Frame::Update(update) => {
                if let Some(hidden) = &mut self.hidden {
                    hidden.tell(&update.told(), false);
                    // Whether the move was made or not, what comes next is thought about.
                    if update.ack.is_some() {
                        self.thought_at = None;
                    }
                } else if let Some(noted) = &update.latest_move
                    && noted.ply > self.game.history().len()
                {
                    self.follow(noted, Some(&update.view))?;
                } else if update.ack.is_some() && update.game_status == Status::Active {
                    return Err(OutOfStep("its move was not made".to_owned()));
                }
                Ok(self.react((update.game_status, true), &update.view, update.draw_offer))
            }
            Frame::PeerStatus(peer) => {
                self.is_alone = !peer.connected;
                Ok(Vec::new())
            }
            // It came too late: the state tells how it went on.
            Frame::Error(error) if error.ack.as_deref().is_some_and(message::is_in_duel) => Ok(Vec::new()),
            Frame::Error(error) if error.ack.is_some() && self.hidden.is_some() => {
                self.think_again(&error.code)
            }
            Frame::Error(error) if error.ack.is_some() && self.status == Status::Active => {
                Err(OutOfStep(format!("{} for a move", error.code)))
            }
            Frame::Error(_) => Ok(Vec::new()),
            Frame::Other => Ok(Vec::new()),
        }
    }

    /// Takes the state of a game with bids in.
    fn take_state(&mut self, state: GameState) -> Result<Vec<Reaction>, OutOfStep> {
        let (update, bids) = state.split();
        let Some(side) = self.side else { return Ok(Vec::new()) };
        self.is_alone = bids.is_alone(side);
        let plies = self.plies();
        if self.referee.is_some() {
            let begins = self.bidding.as_mut().is_some_and(Bidding::begins);
            let Some(hidden) = self.hidden_from(side) else { return Ok(Vec::new()) };
            hidden.tell_bids(&update.told(), begins, &bids);
            if update.ack.as_deref().is_some_and(|ack| !message::is_in_duel(ack)) {
                self.thought_at = None;
            }
        } else {
            self.follow_bids(&bids)?;
            let is_answer = update.ack.as_deref().is_some_and(|ack| !message::is_in_duel(ack));
            let is_same = plies == self.plies() && bids.phase == Phase::Normal;
            if is_answer && is_same && update.game_status == Status::Active {
                return Err(OutOfStep("its move was not made".to_owned()));
            }
        }
        let mut reactions = Vec::new();
        if update.game_status == Status::Active {
            reactions.extend(self.asked_in_duel(side, &bids));
        }
        let may_move = bids.phase == Phase::Normal;
        reactions.extend(self.react((update.game_status, may_move), &update.view, update.draw_offer));
        Ok(reactions)
    }

    /// Makes a move that a frame tells of. Where two moves are written alike, the board of the frame tells which one it was.
    fn follow(&mut self, noted: &NotedMove, view: Option<&View>) -> Result<(), OutOfStep> {
        let out_of_step = || OutOfStep(format!("move {} is {}", noted.ply, noted.san));
        if noted.ply != self.game.history().len() + 1 {
            return Err(out_of_step());
        }
        if self.game.rules().has_covered() && self.follow_uncovering(&noted.san) {
            return Ok(());
        }
        let is_pass = |mv: &Move| noted.san == PASS && self.game.rules().is_pass(mv);
        let is_it =
            |mv: &&Move| is_pass(mv) || self.game.preview(mv).is_ok_and(|played| played.san == noted.san);
        let alike: Vec<Move> = self.game.legal_moves().iter().filter(is_it).copied().collect();
        let shown = |mv: &&Move| {
            let after = self.game.preview(mv).ok().map(|played| played.after);
            after.zip(view).is_some_and(|(after, view)| view.shows(self.game.rules(), &after))
        };
        let mv = match alike.as_slice() {
            [only] => Some(only),
            several => several.iter().find(shown).or(several.first()),
        };
        let mv = *mv.ok_or_else(out_of_step)?;
        self.game.play(&mv).map(|_| ()).map_err(|_| out_of_step())
    }

    /// Returns what it makes of a game in which pieces are hidden.
    fn hidden_from(&mut self, side: Side) -> Option<&mut Hidden> {
        let referee = Arc::clone(self.referee.as_ref()?);
        let (rules, values) = (Arc::clone(self.game.rules()), Arc::clone(self.bot.values()));
        let (level, seed, starts) = (self.bot.level(), self.seed, self.starts.clone());
        let points = self.bidding.as_ref().map(|bidding| bidding.points.clone());
        let new = || {
            let mind = Mind::new(Arc::clone(&rules), values, referee, (side, level), starts, seed);
            let mind = mind.contested(points);
            Hidden::new(rules, side, mind)
        };
        Some(self.hidden.get_or_insert_with(new))
    }

    /// Thinks again about a turn in which its message was refused.
    fn think_again(&mut self, code: &str) -> Result<Vec<Reaction>, OutOfStep> {
        let out_of_step = || OutOfStep(format!("{code} for a move"));
        let hidden = self.hidden.as_ref().ok_or_else(out_of_step)?;
        if self.status != Status::Active {
            return Ok(Vec::new());
        }
        if !hidden.refuse() {
            return Err(out_of_step());
        }
        Ok(self.thought(Question::Move).into_iter().collect())
    }

    fn thought(&mut self, question: Question) -> Option<Reaction> {
        let side = self.side?;
        let plies = self.plies();
        self.actions += 1;
        let id = format!("m{plies}-{}", self.actions);
        let hidden = self.hidden.clone().map(|hidden| (hidden, id));
        let (bot, game, seed) = (self.bot.clone(), self.game.clone(), self.seed ^ plies as u64);
        let points = self.bidding.as_ref().map(|bidding| bidding.points.clone());
        let game_id = self.game_id.clone();
        Some(Reaction::Think(Box::new(Thought {
            bot,
            game,
            side,
            seed,
            question,
            hidden,
            points,
            game_id,
            plies,
        })))
    }

    fn plies(&self) -> usize {
        self.hidden.as_ref().map_or(self.game.history().len(), Hidden::ply)
    }

    /// Makes a move of a covered piece, which is written with what it uncovered (`Ra5=H`). Returns false for another move.
    fn follow_uncovering(&mut self, san: &str) -> bool {
        let Some((text, piece)) = san.trim_end_matches(['+', '#']).split_once('=') else { return false };
        let rules = self.game.rules();
        let is_it = |mv: &&Move| {
            let written = self.game.preview(mv).map(|played| played.san).unwrap_or_default();
            rules.is_covered(mv.piece) && written.trim_end_matches(['+', '#']) == text
        };
        let Some(mv) = self.game.legal_moves().iter().find(is_it).copied() else { return false };
        let Some(piece) = rules.uncovered_as(mv.piece, piece) else { return false };
        self.game.play_uncovering(&mv, piece).is_ok()
    }

    /// Reacts to a state. `may_move` is false in the middle of a duel.
    fn react(
        &mut self,
        (status, may_move): (Status, bool),
        view: &View,
        offer: Option<Offer>,
    ) -> Vec<Reaction> {
        self.status = status;
        let Some(side) = self.side else { return Vec::new() };
        let plies = self.plies();
        let mut reactions = Vec::new();
        match status {
            Status::Waiting => {}
            Status::Active => {
                let is_followed = self.hidden.is_some() || self.game.position().turn() == side;
                let is_its_turn = may_move && view.to_move.side() == side && is_followed;
                if is_its_turn && self.thought_at != Some(plies) {
                    reactions.extend(self.thought(Question::Move));
                    self.thought_at = Some(plies);
                }
                if offer.is_some_and(|offer| offer.side() != side) && self.answered_at != Some(plies) {
                    reactions.extend(self.thought(Question::Draw));
                    self.answered_at = Some(plies);
                }
            }
            // The other player accepts it or not.
            Status::Finished if !self.has_offered_rematch => {
                self.has_offered_rematch = true;
                reactions.push(Reaction::Send(message::offer_rematch()));
            }
            Status::Finished => {}
        }
        reactions
    }
}

impl Thought {
    /// Returns the message that comes of it; `None` where there is nothing to do. `stop` ends the search early.
    #[must_use]
    pub fn message(&self, stop: &dyn Fn() -> bool) -> Option<String> {
        self.message_within(stop, stop)
    }

    /// Returns the message like [`Thought::message`]. `for_belief` ends what it does before it chooses: to find out where hidden pieces may be.
    #[must_use]
    pub fn message_within(&self, for_belief: &dyn Fn() -> bool, stop: &dyn Fn() -> bool) -> Option<String> {
        let time = Time { for_belief, in_all: stop };
        if let Question::InDuel(asked) = &self.question {
            return self.answer_in_duel(asked, time);
        }
        if let Some((hidden, id)) = &self.hidden {
            return match self.question {
                Question::Move => {
                    let (action, mv) = hidden.act(time)?;
                    message::of_action(self.game.rules(), action, mv.as_ref(), id)
                }
                Question::Draw => Some(message::respond_draw(accepts(hidden.score(), hidden.ply()))),
                Question::InDuel(_) => None,
            };
        }
        let choice = match &self.points {
            Some(points) => {
                let (bot, game, side, seed) = (&self.bot, &self.game, self.side, self.seed);
                Contested { bot, game, points, side, seed, stop }.mv()
            }
            None => self.bot.choose(&self.game, self.seed, stop),
        };
        match self.question {
            Question::Move => message::of_move(&self.game, &choice?.mv),
            Question::Draw => {
                let score = choice.map_or(0, |choice| choice.score);
                let own = if self.game.position().turn() == self.side { score } else { -score };
                Some(message::respond_draw(accepts(own, self.game.history().len())))
            }
            Question::InDuel(_) => None,
        }
    }
}

/// Returns whether a draw is taken in a position of that score.
fn accepts(score: i32, plies: usize) -> bool {
    score <= LOST || (score <= 0 && plies >= LONG_GAME)
}

impl std::fmt::Display for OutOfStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a frame does not fit the rules: {}", self.0)
    }
}

impl std::error::Error for OutOfStep {}

/// Returns a game from the position that a frame names, or from the initial one.
fn started(rules: &Arc<Rules>, start: Option<&str>) -> Result<Game, OutOfStep> {
    let rules = Arc::clone(rules);
    let Some(text) = start else { return Ok(Game::new(rules)) };
    let position = text.parse().ok().and_then(|feen| rules.position(&feen).ok());
    let position = position.ok_or_else(|| OutOfStep(format!("the start is {text}")))?;
    Ok(Game::from_position(rules, position, Counters::default()))
}

/// Returns a seed from the text of a token (FNV-1a).
fn seed_of(token: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    token.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}
