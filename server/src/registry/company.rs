//! Company at a game: who watches, and what is said, beside its session. Nothing of it is stored.

use std::collections::VecDeque;

use session::lounge::Report;
use session::protocol::events::{ChatSaid, Watch};
use session::protocol::player::{self, Action, CloseReason, Command, ErrorCode};
use session::{ConnId, Input, Output, UnixMs};

use super::game::{GameTask, Socket, Stop};
use crate::random;
use crate::rate;
use crate::socket::{Name, Outbox};

impl GameTask {
    /// A socket asks to watch.
    pub(super) async fn watch(
        &mut self,
        conn: ConnId,
        watch: Watch,
        outbox: Option<Outbox>,
    ) -> Result<(), Stop> {
        if let Some(outbox) = outbox {
            self.make_room();
            self.sockets.push(Socket::new(conn, outbox));
        } else if self.socket(conn).is_none() {
            return Ok(());
        }
        let fresh = match random::token(&*self.common.random) {
            Ok(fresh) => fresh,
            Err(error) => {
                tracing::error!(game = %self.id, %error, "nobody can be let in to watch");
                self.let_go(conn, CloseReason::INTERNAL);
                return Ok(());
            }
        };
        let outputs = self.lounge.watch(&self.session, self.now(), conn, watch, fresh);
        if self.lounge.has(conn) {
            tracing::debug!(game = %self.id, socket = %Name(conn), "somebody watches");
        }
        self.tell_all(outputs).await
    }

    /// Somebody talks.
    pub(super) async fn talk(&mut self, conn: ConnId, said: ChatSaid) -> Result<(), Stop> {
        let common = &self.common;
        let full = || rate::slow_bucket(common.limits.chat_rate, common.limits.chat_burst, &common.clock);
        let Some(socket) = self.sockets.iter_mut().find(|socket| socket.conn == conn) else {
            return Ok(());
        };
        if socket.talk.get_or_insert_with(full).check().is_err() {
            let frame = player::error_frame(ErrorCode::RateLimited, said.id.as_ref());
            return self.tell_all(vec![Output::Send { conn, frame }]).await;
        }
        let (outputs, report) = self.lounge.say(&self.session, self.now(), conn, said);
        if let Some(Report { by, of, message }) = report {
            // For the operator, who has nothing else to judge by: the only words of people that a log line has.
            tracing::warn!(game = %self.id, socket = %Name(conn), %by, %of, message, "a message was reported");
        }
        self.tell_all(outputs).await
    }

    /// The socket of a spectator is no more.
    pub(super) async fn unwatch(&mut self, conn: ConnId) -> Result<(), Stop> {
        self.remove(conn);
        let outputs = self.lounge.gone(&self.session, self.now(), conn);
        self.tell_all(outputs).await
    }

    /// Tells spectators what they may be told by now.
    pub(super) async fn tell_company(&mut self) -> Result<(), Stop> {
        let outputs = self.lounge.tick(self.now());
        self.tell_all(outputs).await
    }

    /// Whether the name that a player chose is one of a spectator: then it is refused before the session hears of it.
    pub(super) fn is_a_spectators(&self, command: &Command) -> bool {
        matches!(&command.action, Action::SetName { name } if self.lounge.has_like(name))
    }

    /// From when on the game may be cleared away. Not before delayed spectators have been told all: their sockets would tell them of the end by closing.
    pub(super) fn prunable_at(&self) -> Option<UnixMs> {
        let at = self.session.prunable_at()?;
        Some(self.lounge.told_all_at().map_or(at, |told| told.max(at)))
    }

    /// Passes on what company is told. Gives back the connections of players that turn out to be unreachable, of which the session has to hear.
    pub(super) fn put_out_company(&mut self, outputs: Vec<Output>) -> Vec<ConnId> {
        let (mut outputs, mut lost) = (VecDeque::from(outputs), Vec::new());
        while let Some(output) = outputs.pop_front() {
            let told = match &output {
                Output::Send { conn, .. } => Some(*conn),
                Output::Close { .. } | Output::Seated { .. } => None,
            };
            lost.extend(self.put_out(output));
            if let Some(conn) = told.filter(|conn| self.lounge.has(*conn) && self.socket(*conn).is_none()) {
                outputs.extend(self.lounge.gone(&self.session, self.now(), conn));
            }
        }
        if let Some(spectators) = self.lounge.new_audience() {
            self.session.audience(spectators);
        }
        lost
    }

    async fn tell_all(&mut self, outputs: Vec<Output>) -> Result<(), Stop> {
        for conn in self.put_out_company(outputs) {
            self.handle(Input::Closed { conn }).await?;
        }
        Ok(())
    }
}
