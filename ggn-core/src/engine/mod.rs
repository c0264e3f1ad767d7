//! JSON interface of the engine: a host sends JSON messages one after the other, and receives JSON messages in response.
//!
//! An [`Engine`] holds one game of one ruleset, for both sides. It is a pure function of its input: no clock, no
//! randomness, no I/O. After every move the host receives the next legal moves and the effects of the last one, so it
//! needs no rules of its own.
#![doc = include_str!("../../engine.md")]

mod failure;
mod name;
mod refuse;
mod report;
mod request;
mod response;
#[cfg(feature = "schema")]
mod schema;
mod words;

use std::sync::Arc;

use serde_json::json;

pub use name::{Chosen, choice_word, read_choice};

#[cfg(feature = "schema")]
pub use schema::schema;

use crate::game::{Counters, Game};
use crate::movement::{Location, Move};
use crate::notation::feen::Feen;
use crate::notation::fen;
use crate::rules::Rules;
use crate::{Position, Side};
use failure::{ErrorCode, Failure};
use request::{DrawAction, Request, unknown_word};
use response::{By, Response};
use words::{Events, Options};

/// A game and the state of its conversation with a host.
// Requirement engine-5.
#[derive(Clone, Debug)]
pub struct Engine {
    game: Game,
    pending: Option<Pending>,
    /// The side whose draw offer stands.
    offer: Option<Side>,
    options: Options,
}

/// Legal moves between two places that differ in promotion, one of which is to be chosen.
#[derive(Clone, Debug)]
struct Pending {
    first: Move,
    others: Vec<Move>,
}

impl Pending {
    fn moves(&self) -> impl Iterator<Item = &Move> {
        std::iter::once(&self.first).chain(&self.others)
    }
}

type Responses = Result<Vec<Response>, Box<Failure>>;

impl Engine {
    /// Maximum size of a message in bytes.
    pub const MESSAGE_BYTES_MAX: usize = 8 * 1024;

    /// Maximum number of moves of a game; all of them are kept.
    pub const PLIES_MAX: usize = 1024;

    /// Creates an engine with a new game.
    #[must_use]
    pub fn new(rules: Arc<Rules>) -> Engine {
        Engine { game: Game::new(rules), pending: None, offer: None, options: Options::default() }
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the message by which a host plays a legal move of the present position, its choice included.
    #[must_use]
    pub fn message_of(&self, mv: &Move) -> String {
        let rules = self.game.rules();
        let is_alike = |other: &&Move| {
            (other.source, other.destination) == (mv.source, mv.destination)
                && (mv.source != Location::Hand || other.piece == mv.piece)
        };
        let has_choice = self.game.legal_moves().iter().filter(is_alike).count() > 1;
        let to = self.place(mv.destination);
        let mut message = match mv.source {
            Location::Square(from) => {
                json!({ "message_type": "piece_move", "from": self.square(from), "to": to })
            }
            Location::Hand => {
                json!({ "message_type": "piece_drop", "piece": name::piece(rules, mv.piece), "to": to })
            }
        };
        if has_choice && let Some(fields) = message.as_object_mut() {
            fields.insert("promotion".to_owned(), name::choice(rules, mv, self.options.square_case).into());
        }
        message.to_string()
    }

    /// Returns the messages for a new host, before its first request: the legal moves of the present position.
    #[must_use]
    pub fn greet(&self) -> Vec<String> {
        write(&self.present(Events::default()))
    }

    /// Handles one message and returns the responses, each one line of JSON; at least one.
    ///
    /// Invalid UTF-8, invalid JSON and unknown messages get a failure as response.
    // Requirement engine-9.
    pub fn handle(&mut self, message: impl AsRef<[u8]>) -> Vec<String> {
        let responses = Request::read(message.as_ref()).and_then(|request| self.respond(request));
        write(&responses.unwrap_or_else(|failure| vec![Response::Failure(failure)]))
    }

    /// Carries out a request, and returns the responses to it.
    fn respond(&mut self, request: Request) -> Responses {
        match request {
            Request::PieceMove { from, to, promotion } => {
                let (from, to) = (self.read_place("from", &from)?, self.read_place("to", &to)?);
                self.may_move()?;
                if from == Location::Hand {
                    let reason = "what is in the hand is dropped, not moved";
                    return Err(Failure::new(ErrorCode::NoSuchSquare, reason).at("from"));
                }
                if let Some(failure) = self.refuse_source(from, to) {
                    return Err(failure);
                }
                self.ask(|mv| mv.source == from && mv.destination == to, (from, to), promotion.as_deref())
            }
            Request::PieceDrop { piece, to, promotion } => self.drop(&piece, &to, promotion.as_deref()),
            Request::PiecePromotionChoice { piece_choice } => {
                self.is_on()?;
                let pending = self.pending.as_ref().ok_or_else(|| {
                    Failure::new(ErrorCode::PromotionNotPending, "no move waits for a choice")
                })?;
                let mv = self.chosen(pending, &piece_choice)?;
                self.play(&mv)
            }
            Request::NewGame { fen, feen } => {
                let (position, counters) = self.start(fen, feen)?;
                self.restart(position, counters)
            }
            Request::SetPosition { fen, feen } => {
                let (position, counters) = self.start(fen, feen)?;
                self.restart(position, counters)
            }
            Request::Undo { plies } => self.undo(plies.map_or(1, |plies| plies as usize)),
            Request::State {} => Ok(vec![Response::State(Box::new(self.state()))]),
            Request::Resign { side } => {
                let side = self.read_side(&side)?;
                self.finish(|game| game.resign(side))
            }
            Request::Timeout { side } => {
                let side = self.read_side(&side)?;
                self.finish(|game| game.time_out(side))
            }
            Request::Draw { action, side } => {
                let side = side.map(|side| self.read_side(&side)).transpose()?;
                self.talk(action, side)
            }
            Request::Options(change) => {
                self.options.square_case = change.square_case.unwrap_or(self.options.square_case);
                self.options.misspelt = change.misspelt.unwrap_or(self.options.misspelt);
                Ok(vec![Response::Options(self.options)])
            }
        }
    }

    fn drop(&mut self, piece: &str, to: &str, promotion: Option<&str>) -> Responses {
        let to = self.read_place("to", to)?;
        self.may_move()?;
        let (rules, position) = (self.game.rules(), self.game.position());
        let turn = position.turn();
        let held: Vec<_> = position
            .hand(turn)
            .iter()
            .filter(|&&(held, _)| rules.side_of(held) == turn)
            .map(|&(held, _)| held)
            .chain(
                rules
                    .pieces()
                    .filter(|(_, piece)| piece.is_supplied && piece.side() == turn)
                    .map(|(id, _)| id),
            )
            .map(|held| (held, name::piece(rules, held)))
            .collect();
        let Some(&(dropped, _)) = held.iter().find(|(_, name)| name == piece) else {
            let reason = format!("the hand of {} does not hold that", rules.side_name(turn));
            let known = held.into_iter().map(|(_, name)| name).collect();
            return Err(Failure::new(ErrorCode::NotInHand, &reason).at("piece").found(piece).known(known));
        };
        let is_it = |mv: &Move| mv.source == Location::Hand && mv.piece == dropped && mv.destination == to;
        self.ask(is_it, (Location::Hand, to), promotion)
    }

    /// Plays the requested move, or asks for the choice of promotion.
    // Requirement engine-34.
    fn ask(
        &mut self,
        is_it: impl Fn(&Move) -> bool,
        (from, to): (Location, Location),
        promotion: Option<&str>,
    ) -> Responses {
        let mut moves = self.game.legal_moves().iter().filter(|mv| is_it(mv)).copied();
        let Some(first) = moves.next() else { return Err(self.refuse_move(is_it, from, to)) };
        let mut pending = Pending { first, others: moves.collect() };
        if self.game.plies() >= Engine::PLIES_MAX {
            let reason = "the engine keeps no more moves; undo, or go on from the position";
            return Err(Failure::over(ErrorCode::HistoryFull, Engine::PLIES_MAX, reason));
        }
        if let Some(word) = promotion {
            let mv = self.chosen(&pending, word)?;
            return self.play(&mv);
        }
        if pending.others.is_empty() {
            return self.play(&first);
        }
        // No promotion comes last among the choices.
        if pending.first.promotion.is_none() && pending.first.placed.is_none() {
            let plain = pending.first;
            pending.first = pending.others.remove(0);
            pending.others.push(plain);
        }
        let prompt = Response::PromotionPrompt(self.choice(&pending));
        self.pending = Some(pending);
        Ok(vec![prompt])
    }

    // Requirement engine-10.
    fn play(&mut self, mv: &Move) -> Responses {
        let played =
            self.game.play(mv).map_err(|why| Failure::new(ErrorCode::IllegalMove, &why.to_string()))?;
        let played = played.clone();
        self.pending = None;
        if self.offer == Some(played.by.opponent()) || self.game.ending().is_some() {
            self.offer = None;
        }
        Ok(self.present(self.events(&played)))
    }

    /// Returns the position of a request, or else the initial position of the rules.
    fn start(&self, fen: Option<String>, feen: Option<String>) -> Result<(Position, Counters), Box<Failure>> {
        let rules = self.game.rules();
        let malformed = |field: &str, text: &str, why: &dyn std::fmt::Display| {
            Failure::new(ErrorCode::MalformedPosition, &why.to_string()).at(field).found(text)
        };
        let mut counters = Counters::default();
        let (field, feen): (_, Feen) = match (fen, feen) {
            (Some(text), _) => {
                let setup = fen::parse(&text).map_err(|why| malformed("fen", &text, &why))?;
                counters = Counters { halfmove: setup.halfmove, fullmove: setup.fullmove };
                ("fen", setup.feen)
            }
            (None, Some(text)) => (
                "feen",
                text.parse()
                    .map_err(|why: crate::notation::feen::ParseFeenError| malformed("feen", &text, &why))?,
            ),
            (None, None) => return Ok((rules.initial().clone(), counters)),
        };
        let position = rules.position(&feen).map_err(|impossible| {
            let reason = "the rules do not allow this position";
            let mut failure = Failure::new(ErrorCode::ImpossiblePosition, reason).at(field);
            failure.faults = impossible.faults().iter().map(ToString::to_string).collect();
            failure
        })?;
        Ok((position, counters))
    }

    fn restart(&mut self, position: Position, counters: Counters) -> Responses {
        self.game = Game::from_position(Arc::clone(self.game.rules()), position, counters);
        (self.pending, self.offer) = (None, None);
        Ok(self.present(Events::default()))
    }

    fn undo(&mut self, plies: usize) -> Responses {
        let halves = usize::from(self.pending.is_some());
        let there = self.game.plies() + halves;
        if plies > there {
            let reason = format!("{plies} to take back, but there are {there}");
            return Err(Failure::new(ErrorCode::NothingToUndo, &reason));
        }
        self.game.undo(plies - halves);
        (self.pending, self.offer) = (None, None);
        Ok(self.present(Events::default()))
    }

    fn read_side(&self, text: &str) -> Result<Side, Box<Failure>> {
        let rules = self.game.rules();
        name::side(rules, text)
            .ok_or_else(|| unknown_word("side", text, &Side::BOTH.map(|side| rules.side_name(side))))
    }

    /// Ends the game by a player's action.
    fn finish(&mut self, end: impl FnOnce(&mut Game)) -> Responses {
        self.is_on()?;
        end(&mut self.game);
        let Some(ended) = self.end() else {
            return Err(Failure::new(ErrorCode::NotInThisGame, "the rules of this game know no such ending"));
        };
        (self.pending, self.offer) = (None, None);
        Ok(vec![Response::GameEnd(ended)])
    }

    fn talk(&mut self, action: DrawAction, side: Option<Side>) -> Responses {
        self.is_on()?;
        let from_other = self.offer.is_some() && self.offer != side;
        match (action, side) {
            (DrawAction::Agree, _) | (_, None) => self.finish(Game::agree),
            (DrawAction::Offer | DrawAction::Accept, Some(_)) if from_other => self.finish(Game::agree),
            (DrawAction::Offer, Some(by)) => {
                if self.game.rules().endings().agreement.is_none() {
                    return self.finish(Game::agree);
                }
                self.offer = Some(by);
                Ok(vec![Response::DrawOffer(By { by: self.side_name(by) })])
            }
            (DrawAction::Decline, Some(by)) if from_other => {
                self.offer = None;
                Ok(vec![Response::DrawDeclined(By { by: self.side_name(by) })])
            }
            (DrawAction::Accept | DrawAction::Decline, Some(_)) => {
                Err(Failure::new(ErrorCode::NoDrawOffer, "the other side offers no draw"))
            }
        }
    }
}

/// Returns the failure that a transport sends in the engine's place to a host that sends messages too fast.
///
/// ```
/// assert!(ggn_core::engine::too_fast().contains(r#""error":"too_fast""#));
/// ```
#[must_use]
pub fn too_fast() -> String {
    let failure = Failure::new(ErrorCode::TooFast, "messages come too fast; this one was not heard");
    write(&[Response::Failure(failure)]).concat()
}

fn write(responses: &[Response]) -> Vec<String> {
    // Responses are plain data with string keys, which always serialise.
    responses.iter().map(|response| serde_json::to_string(response).unwrap_or_default()).collect()
}
