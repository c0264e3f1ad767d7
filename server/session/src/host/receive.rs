//! Inputs of sockets: which of them reach the session, and so the journal, and which are answered without it.

use super::GameHost;
use crate::domain::{CommandId, ConnId, SeatId, Token, UnixMs};
use crate::input::Input;
use crate::output::{Output, Unsent};
use crate::protocol::player::{Action, Command, ErrorCode, Hello, error_frame, hello_first_frame};
use crate::protocol::rooms::{self, Entrance, Intent, IntentMessage, Refusal};
use crate::session::{HelloRefused, Phase};
use crate::terms::CreateGame;

/// Effect of one input.
#[derive(Debug)]
#[must_use = "outputs have to be sent, and entries stored"]
#[allow(clippy::large_enum_variant, reason = "it is taken apart where it is returned, and never stored")]
pub enum Reaction {
    /// The session applied the input. Its entry has to be stored; the receipt opens the outputs by [`GameHost::release`].
    Commit(Unsent),
    /// The input did not reach the session. The outputs may be sent without storing anything.
    Send(Vec<Output>),
}

impl GameHost {
    /// Handles an input of a socket, or [`Input::Tick`]. [`GameHost::check_entrance`] comes before [`Input::Enter`].
    pub fn receive(&mut self, now: UnixMs, input: Input) -> Reaction {
        match input {
            Input::Hello { conn, hello, fresh } => self.receive_hello(now, conn, hello, fresh),
            Input::Command { conn, ref command } | Input::Rematch { conn, ref command, .. } => {
                match self.check_command(conn, command) {
                    Ok(()) => Reaction::Commit(self.handle(now, input)),
                    Err(output) => Reaction::Send(vec![output]),
                }
            }
            Input::RoomIntent { conn, message } => self.receive_room_intent(now, conn, message),
            Input::Closed { conn } if self.is_spectator(conn) => Reaction::Send(self.unwatch(now, conn)),
            Input::Closed { conn } if self.seat_at(conn).is_none() => Reaction::Send(Vec::new()),
            Input::Tick if self.session.next_timeout().is_none_or(|at| at > now) => {
                Reaction::Send(self.update_spectators(now))
            }
            Input::Enter { .. }
            | Input::Closed { .. }
            | Input::Unreachable { .. }
            | Input::Vacation { .. }
            | Input::Tick
            | Input::Restarted => Reaction::Commit(self.handle(now, input)),
        }
    }

    /// Checks whether a socket may have a seat of the room.
    ///
    /// # Errors
    ///
    /// Returns the refusal to be sent. Nothing has to be stored then.
    pub fn check_entrance(&self, entrance: &Entrance) -> Result<(), Refusal> {
        match self.session.seat_in_room(entrance)? {
            Some(seat) if self.is_exhausted(seat) => Err(rooms::ErrorCode::RateLimit.into()),
            Some(_) | None => Ok(()),
        }
    }

    /// Returns the request for the game of a rematch, if this command accepts one: see [`Session::rematch_request`](crate::Session::rematch_request).
    #[must_use]
    pub fn rematch_request(&self, conn: ConnId, command: &Command) -> Option<CreateGame> {
        self.check_command(conn, command).ok()?;
        self.session.rematch_request(conn, command)
    }

    /// Returns the seat whose rate limit a command counts against; `None` if the command is refused anyway, or has no rate limit.
    #[must_use]
    pub fn rate_limited_seat(&self, conn: ConnId, command: &Command) -> Option<SeatId> {
        let is_limited = matches!(
            command.action,
            Action::Commit { .. }
                | Action::Choose { .. }
                | Action::Drop { .. }
                | Action::Pass {}
                | Action::Ask { .. }
                | Action::Move { .. }
                | Action::SetName { .. }
                | Action::ShareMarks { .. }
                | Action::Subscribe { .. }
                | Action::Unsubscribe { .. }
                | Action::Identify { .. }
        );
        let is_accepted = self.check_command(conn, command).is_ok();
        self.seat_at(conn).filter(|_| is_limited && is_accepted)
    }

    /// Handles a hello. One without effect is not stored, so that a client without a seat cannot fill the journal.
    // Requirements blind-6, blind-51, blind-62, blind-63.
    fn receive_hello(&mut self, now: UnixMs, conn: ConnId, hello: Hello, fresh: Token) -> Reaction {
        if self.is_spectator(conn) {
            // A spectator has to use another socket to play.
            return Reaction::Send(vec![error(conn, ErrorCode::Malformed, hello.id.as_ref())]);
        }
        match self.session.seat_for(conn, &hello) {
            Err(refusal) => Reaction::Send(refuse(conn, refusal, hello.id)),
            Ok(Some(seat)) if self.is_exhausted(seat) => {
                Reaction::Send(vec![error(conn, ErrorCode::RateLimited, hello.id.as_ref())])
            }
            Ok(_) => Reaction::Commit(self.handle(now, Input::Hello { conn, hello, fresh })),
        }
    }

    /// Returns whether a hello would take a seat that nobody has.
    #[must_use]
    pub fn is_newcomer(&self, conn: ConnId, hello: &Hello) -> bool {
        !self.is_spectator(conn) && self.session.seat_for(conn, hello) == Ok(None)
    }

    /// Turns a newcomer away as if both seats were taken. The game does not hear of it.
    #[must_use]
    pub fn turn_away(&self, conn: ConnId, hello: Hello) -> Vec<Output> {
        refuse(conn, self.session.refusal_when_full(&hello), hello.id)
    }

    // Requirements gambit-68, gambit-95, gambit-117.
    fn check_command(&self, conn: ConnId, command: &Command) -> Result<(), Output> {
        let id = command.id.as_ref();
        let Some(seat) = self.seat_at(conn) else {
            return Err(Output::Send { conn, frame: hello_first_frame(id) });
        };
        if matches!(&command.action, Action::SetName { name } if self.has_spectator_named(name)) {
            return Err(error(conn, ErrorCode::NameRefused, id));
        }
        // Resigning from an active game is always possible.
        let gives_up = command.action == Action::Resign && self.session.phase() == Phase::Active;
        if self.is_exhausted(seat) && !gives_up {
            return Err(error(conn, ErrorCode::RateLimited, id));
        }
        Ok(())
    }

    fn receive_room_intent(&mut self, now: UnixMs, conn: ConnId, message: IntentMessage) -> Reaction {
        let Some(seat) = self.seat_at(conn) else { return Reaction::Send(Vec::new()) };
        let message = if self.is_exhausted(seat) && message.intent != Intent::Leave {
            IntentMessage { intent: Intent::Refused(rooms::ErrorCode::RateLimit.into()), ..message }
        } else {
            message
        };
        Reaction::Commit(self.handle(now, Input::RoomIntent { conn, message }))
    }

    /// Returns whether a seat has reached its total number of inputs. The other seat is not affected, and does not learn of it.
    fn is_exhausted(&self, seat: SeatId) -> bool {
        self.session.inputs_of(seat) >= self.seat_inputs
    }
}

/// Returns the answer to a hello without a seat.
fn refuse(conn: ConnId, refusal: HelloRefused, id: Option<CommandId>) -> Vec<Output> {
    let close = refusal.close_reason().map(|reason| Output::Close { conn, reason });
    let answer = Output::Send { conn, frame: refusal.frame(id) };
    [answer].into_iter().chain(close).collect()
}

fn error(conn: ConnId, code: ErrorCode, id: Option<&CommandId>) -> Output {
    Output::Send { conn, frame: error_frame(code, id) }
}
