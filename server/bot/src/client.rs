//! A bot on a seat of a game: frames of the player protocol in, messages out. It knows nothing of the game but what its seat is sent.

mod frame;
mod message;

use std::sync::Arc;

use ggn_core::{Counters, Game, Move, Rules, Side};

use crate::level::Level;
use crate::player::Bot;
use crate::values::Values;
use frame::{Frame, NotedMove, Offer, Status, View};

/// Score below which a bot takes a draw at any time, and the ply from which on it takes one that is no worse than its position.
const LOST: i32 = -150;
const LONG_GAME: usize = 80;

/// The word of the protocol for a pass, where the notation of the engine has squares.
const PASS: &str = "pass";

/// Bot on one seat of an open game.
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Move,
    Draw,
}

impl Client {
    /// Creates a bot for the seat that `token` holds.
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
        }
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
                self.game = started(self.game.rules(), joined.start.as_deref())?;
                self.thought_at = None;
                for noted in &joined.moves {
                    self.follow(noted, None)?;
                }
                Ok(self.react(joined.game_status, &joined.view, joined.draw_offer))
            }
            Frame::Update(update) => {
                if let Some(noted) = &update.latest_move
                    && noted.ply > self.game.history().len()
                {
                    self.follow(noted, Some(&update.view))?;
                } else if update.ack.is_some() && update.game_status == Status::Active {
                    return Err(OutOfStep("its move was not made".to_owned()));
                }
                Ok(self.react(update.game_status, &update.view, update.draw_offer))
            }
            Frame::PeerStatus(peer) => {
                self.is_alone = !peer.connected;
                Ok(Vec::new())
            }
            Frame::Error(error) if error.ack.is_some() && self.status == Status::Active => {
                Err(OutOfStep(format!("{} for a move", error.code)))
            }
            Frame::Error(_) => Ok(Vec::new()),
            Frame::Other => Ok(Vec::new()),
        }
    }

    /// Makes a move that a frame tells of. Where two moves are written alike, the board of the frame tells which one it was.
    fn follow(&mut self, noted: &NotedMove, view: Option<&View>) -> Result<(), OutOfStep> {
        let out_of_step = || OutOfStep(format!("move {} is {}", noted.ply, noted.san));
        if noted.ply != self.game.history().len() + 1 {
            return Err(out_of_step());
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

    fn react(&mut self, status: Status, view: &View, offer: Option<Offer>) -> Vec<Reaction> {
        self.status = status;
        let Some(side) = self.side else { return Vec::new() };
        let plies = self.game.history().len();
        let think = |question| {
            let (bot, game, seed) = (self.bot.clone(), self.game.clone(), self.seed ^ plies as u64);
            Reaction::Think(Box::new(Thought { bot, game, side, seed, question }))
        };
        let mut reactions = Vec::new();
        match status {
            Status::Waiting => {}
            Status::Active => {
                let is_its_turn = view.to_move.side() == side && self.game.position().turn() == side;
                if is_its_turn && self.thought_at != Some(plies) {
                    reactions.push(think(Question::Move));
                    self.thought_at = Some(plies);
                }
                if offer.is_some_and(|offer| offer.side() != side) && self.answered_at != Some(plies) {
                    reactions.push(think(Question::Draw));
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
        let choice = self.bot.choose(&self.game, self.seed, stop);
        match self.question {
            Question::Move => message::of_move(&self.game, &choice?.mv),
            Question::Draw => {
                let score = choice.map_or(0, |choice| choice.score);
                let own = if self.game.position().turn() == self.side { score } else { -score };
                let accepts = own <= LOST || (own <= 0 && self.game.history().len() >= LONG_GAME);
                Some(message::respond_draw(accepts))
            }
        }
    }
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
