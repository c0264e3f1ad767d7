//! Requests to watch, and the names of spectators.

use super::Spectators;
use crate::chat;
use crate::domain::limits::{SPECTATORS_KEPT, SPECTATORS_MAX};
use crate::domain::{CommandId, ConnId, PersonName, Token, UnixMs};
use crate::output::Output;
use crate::protocol::events::Watch;
use crate::protocol::player::{CloseReason, ErrorCode};
use crate::session::Session;
use crate::view::{Frame, Observation};
use crate::word_filter::are_alike;

/// Refusal of a request to watch.
#[derive(Clone, Copy, Debug)]
struct Refusal {
    code: ErrorCode,
    message: &'static str,
    /// Reason to close the socket, if it is of no further use.
    close: Option<CloseReason>,
}

impl Refusal {
    fn of(code: ErrorCode) -> Refusal {
        Refusal::with(code, code.message())
    }

    fn with(code: ErrorCode, message: &'static str) -> Refusal {
        Refusal { code, message, close: None }
    }
}

impl Spectators {
    /// Handles a request to watch. `fresh` becomes the token of a newcomer.
    // Requirement gambit-64.
    pub(crate) fn watch(
        &mut self,
        session: &Session,
        now: UnixMs,
        conn: ConnId,
        request: Watch,
        fresh: Token,
    ) -> Vec<Output> {
        self.advance(now);
        // Without spectators no state is kept, so the present one has to be queued.
        self.queue_state(session);
        let mut out = self.update(now);
        match self.admit(session, conn, &request, fresh) {
            Ok(number) => self.welcome(session, number, conn, request.id, &mut out),
            Err(Refusal { code, message, close }) => {
                out.push(Output::Send { conn, frame: Frame::error(code, message, request.id) });
                out.extend(close.map(|reason| Output::Close { conn, reason }));
            }
        }
        self.forget_unwatched_state();
        out
    }

    /// Returns whether a spectator has a name that could be confused with this one; a player may not take it then.
    pub(crate) fn has_like(&self, name: &PersonName) -> bool {
        self.list.has_like(name, None)
    }

    /// Returns the number of the requesting spectator, who may be a newcomer.
    fn admit(
        &mut self,
        session: &Session,
        conn: ConnId,
        request: &Watch,
        fresh: Token,
    ) -> Result<u32, Refusal> {
        // A person with the link to a seat may watch as well.
        if ![self.game, session.id()].contains(&request.game_id) {
            return Err(Refusal::with(ErrorCode::Malformed, "this socket is for another game"));
        }
        if session.side_at(conn).is_some()
            || request.token.as_ref().is_some_and(|token| session.holds_a_seat(token))
        {
            return Err(Refusal::of(ErrorCode::AlreadyPlaying));
        }
        if !self.terms.allowed {
            let message = "nobody watches this game";
            return Err(Refusal {
                close: Some(CloseReason::SPECTATORS_DISABLED),
                ..Refusal::with(ErrorCode::SpectatorsDisabled, message)
            });
        }
        let by_token = request.token.as_ref().and_then(|token| self.list.by_token(token));
        let known = match (self.number_at(conn), by_token) {
            (Some(here), Some(held)) if here != held => {
                return Err(Refusal::with(ErrorCode::Malformed, "somebody else watches by this socket"));
            }
            (here, held) => here.or(held),
        };
        let is_present =
            known.and_then(|number| self.list.by_number(number)).is_some_and(|s| s.conn.is_some());
        if !is_present && self.list.present().count() >= SPECTATORS_MAX {
            let message = "as many watch this game as can; try again later";
            return Err(Refusal {
                close: Some(CloseReason::FULL),
                ..Refusal::with(ErrorCode::RateLimited, message)
            });
        }
        if let Some(name) = &request.name
            && !self.allows_name(name, known)
        {
            return Err(Refusal::of(ErrorCode::NameRefused));
        }
        if let Some(number) = known {
            if let Some(name) = request.name.clone() {
                self.list.rename(number, name);
            }
            return Ok(number);
        }
        let number = self.list.next_number();
        let name = request.name.clone().or_else(|| self.free_name(number));
        let name = name.ok_or(Refusal::of(ErrorCode::NameRefused))?;
        self.list.add(number, name, fresh);
        Ok(number)
    }

    /// Connects an admitted spectator: sends the present state, and announces a newcomer to the others.
    fn welcome(
        &mut self,
        session: &Session,
        number: u32,
        conn: ConnId,
        ack: Option<CommandId>,
        out: &mut Vec<Output>,
    ) {
        let game = self.game;
        let Some(spectator) = self.list.by_number_mut(number) else { return };
        let before = spectator.conn.replace(conn);
        let (profile, token) = (spectator.profile(), spectator.token().clone());
        let sequence = spectator.sequence + 1;
        out.extend(
            before
                .filter(|before| *before != conn)
                .map(|conn| Output::Close { conn, reason: CloseReason::SUPERSEDED }),
        );
        let frame = Frame::watching(game, profile.clone(), &token, self.terms.delay_seconds, ack);
        out.push(Output::Send { conn, frame });
        if let Some(frame) = self.full_state(sequence) {
            out.push(Output::Send { conn, frame });
            self.list.by_number_mut(number).into_iter().for_each(|spectator| spectator.sequence = sequence);
        }
        let back = self.list.by_number(number);
        out.extend(back.and_then(|spectator| chat::history(game, &spectator.inbox, conn)));
        self.has_changed = true;
        if before.is_none() {
            let count = self.list.count();
            let others = self.everybody(session).into_iter().filter(|(other, _)| *other != conn);
            let joined = |(conn, game)| Output::Send {
                conn,
                frame: Frame::spectator_joined(game, profile.clone(), count),
            };
            out.extend(others.map(joined));
        }
    }

    /// Returns whether a spectator may have a name. Players' names count once spectators have been sent them: a refusal does not reveal newer ones.
    fn allows_name(&self, name: &PersonName, number: Option<u32>) -> bool {
        self.word_filter.allows_name(name)
            && !self.list.has_like(name, number)
            && !self.sent.as_ref().is_some_and(|sent| is_players_name(&sent.state, name))
    }

    /// Returns a free name for a spectator without a requested name.
    fn free_name(&self, number: u32) -> Option<PersonName> {
        let names = (number..).take(SPECTATORS_KEPT + 3).filter_map(|n| format!("Guest {n}").parse().ok());
        names.into_iter().find(|name| self.allows_name(name, Some(number)))
    }

    /// Renames spectators whose names could be confused with a player's name in `state`, which spectators are sent now. The player may have
    /// had that name before.
    pub(super) fn yield_names(&mut self, state: &Observation) {
        for number in self.list.numbers_where(|name| is_players_name(state, name)) {
            if let Some(name) = self.free_name(number) {
                self.list.rename(number, name);
                self.has_changed = true;
            }
        }
    }
}

/// Returns whether a player in the observation has a name that could be confused with this one.
fn is_players_name(state: &Observation, name: &PersonName) -> bool {
    state.names().any(|player| are_alike(player, name))
}
