//! Chat messages, mutes and reports of players and spectators.

use ggn_core::Side;

use super::GameHost;
use crate::chat::{self, Inbox, Report, TooManyReports};
use crate::domain::{CommandId, ConnId, GameId, MemberId, PersonName, PostedMessage, SeatId, UnixMs};
use crate::output::Output;
use crate::protocol::events::{ChatRequest, ChatWish};
use crate::protocol::player::{ErrorCode, hello_first_frame};
use crate::session::Phase;
use crate::spectators;
use crate::view::Frame;

/// The member at a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    Player(Side),
    Spectator(u32),
}

impl GameHost {
    /// Handles a chat message, a mute or a report of a player or a spectator.
    pub fn chat(&mut self, now: UnixMs, conn: ConnId, request: ChatRequest) -> (Vec<Output>, Option<Report>) {
        let answer = self.handle_chat(now, conn, request);
        self.sync_spectators();
        answer
    }

    // Requirement gambit-105.
    fn handle_chat(
        &mut self,
        now: UnixMs,
        conn: ConnId,
        request: ChatRequest,
    ) -> (Vec<Output>, Option<Report>) {
        let now = self.spectators.advance(now);
        let ChatRequest { game_id, wish, id } = request;
        let error = |code: ErrorCode, message: &'static str| {
            (vec![Output::Send { conn, frame: Frame::error(code, message, id.clone()) }], None)
        };
        let Some(member) = self.member_at(conn) else {
            return (vec![Output::Send { conn, frame: hello_first_frame(id.as_ref()) }], None);
        };
        let known_as = self.id_for(member);
        if ![known_as, self.session.id()].contains(&game_id) {
            return error(ErrorCode::Malformed, "this socket is for another game");
        }
        if !self.chat.is_enabled() {
            return error(ErrorCode::ChatDisabled, ErrorCode::ChatDisabled.message());
        }
        let (by, name) = self.identify(member);
        match wish {
            ChatWish::Say(text) => {
                if let Some(repeated) = self.repeat(member, conn, id.as_ref()) {
                    return (vec![repeated], None);
                }
                let Some(text) = self.chat.censored(&text) else {
                    return error(ErrorCode::MessageRefused, ErrorCode::MessageRefused.message());
                };
                let message = PostedMessage { by, name, text: text.into(), at: now };
                let is_for_spectators = matches!(member, Member::Player(_)) && self.spectators.has_readers();
                if is_for_spectators && !self.spectators.queue_message(message.clone()) {
                    return error(ErrorCode::RateLimited, ErrorCode::RateLimited.message());
                }
                (self.post(member, conn, &message, id), None)
            }
            ChatWish::Mute { sender, .. } if sender == by => (Vec::new(), None),
            ChatWish::Mute { sender, muted } => {
                let is_done = self.inbox(member).is_none_or(|inbox| inbox.mute(sender, muted));
                if is_done { (Vec::new(), None) } else { error(ErrorCode::RateLimited, "too many are muted") }
            }
            ChatWish::Report { message } => {
                let Some(inbox) = self.inbox(member) else { return (Vec::new(), None) };
                match inbox.report(message) {
                    Ok(Some(reported)) => {
                        let report = Report { by, of: reported.by, message: reported.text.to_string() };
                        (Vec::new(), Some(report))
                    }
                    Ok(None) => error(ErrorCode::MessageRefused, "there is no message of that number"),
                    Err(TooManyReports) => {
                        error(ErrorCode::RateLimited, "as much has been reported as can be")
                    }
                }
            }
        }
    }

    /// Lets a player receive no more messages of the other one, who is not told. Messages that came before stay.
    pub fn mute_opponent(&mut self, seat: SeatId) {
        let side = Side::from(seat.0);
        // There is always room for the other player.
        let _ = self.chat.inbox(side).mute(chat::player(side.opponent()), true);
    }

    fn member_at(&self, conn: ConnId) -> Option<Member> {
        let spectator = self.spectators.number_at(conn).map(Member::Spectator);
        spectator.or_else(|| self.session.side_at(conn).map(Member::Player))
    }

    /// Returns the id by which a member knows the game.
    fn id_for(&self, member: Member) -> GameId {
        match member {
            Member::Player(_) => self.session.id(),
            Member::Spectator(_) => self.session.watch_id(),
        }
    }

    fn inbox(&mut self, member: Member) -> Option<&mut Inbox> {
        match member {
            Member::Player(side) => Some(self.chat.inbox(side)),
            Member::Spectator(number) => self.spectators.inbox(number),
        }
    }

    /// Returns the id and the name of a member.
    fn identify(&self, member: Member) -> (MemberId, Option<PersonName>) {
        match member {
            Member::Player(side) => (chat::player(side), self.session.name_of(side).cloned()),
            Member::Spectator(number) => {
                (spectators::spectator(number), self.spectators.name_of(number).cloned())
            }
        }
    }

    /// Returns the answer to a message that was posted under that id before.
    fn repeat(&mut self, member: Member, conn: ConnId, id: Option<&CommandId>) -> Option<Output> {
        let (game, id) = (self.id_for(member), id?);
        let received = self.inbox(member)?.posted(id)?;
        let frame = Frame::chat(game, received.number, &received.message, Some(id.clone()));
        Some(Output::Send { conn, frame })
    }

    /// Sends a message to its author, to the other players, and, if a spectator posted it, to the spectators. A player's message reaches spectators
    /// through the queue. A spectator's message reaches players after the end alone: before, it could be advice.
    // Requirement gambit-102.
    fn post(
        &mut self,
        author: Member,
        conn: ConnId,
        message: &PostedMessage,
        id: Option<CommandId>,
    ) -> Vec<Output> {
        let game = self.session.id();
        let mut out = Vec::new();
        if let Some(number) = self.inbox(author).and_then(|inbox| inbox.receive(message, id.clone())) {
            out.push(Output::Send { conn, frame: Frame::chat(self.id_for(author), number, message, id) });
        }
        let is_for_players = match author {
            Member::Player(_) => true,
            Member::Spectator(_) => self.session.phase() == Phase::Finished,
        };
        let is_recipient = |side: &Side| author != Member::Player(*side) && self.session.has_joined(*side);
        for side in Side::BOTH.into_iter().filter(|_| is_for_players).filter(is_recipient) {
            let conn = self.session.conn_of(side);
            out.extend(chat::deliver(game, self.chat.inbox(side), conn, message));
        }
        out.extend(match author {
            Member::Player(_) => self.spectators.update(message.at),
            Member::Spectator(_) => self.spectators.send_message(message),
        });
        out
    }
}
