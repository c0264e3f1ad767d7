//! What is said at a game.

use ggn_core::Side;

use super::listener::Listener;
use super::{Lounge, player};
use crate::ids::{CommandId, ConnId, UnixMs};
use crate::output::Output;
use crate::protocol::events::{ChatSaid, ChatWish, MemberId, PersonName};
use crate::protocol::player::ErrorCode;
use crate::session::Session;
use crate::view::{Frame, Utterance, hello_first_frame};

/// Somebody's word to who runs the server that a message should not have been said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Who reports it.
    pub by: MemberId,
    /// Who said it.
    pub of: MemberId,
    /// What was said, as it was passed on.
    pub message: String,
}

/// Whoever is at a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Speaker {
    Player(Side),
    Spectator(u32),
}

impl Lounge {
    /// Somebody says something, or says of whom they want to hear nothing, or reports what was said.
    pub fn say(
        &mut self,
        session: &Session,
        now: UnixMs,
        conn: ConnId,
        said: ChatSaid,
    ) -> (Vec<Output>, Option<Report>) {
        let now = self.clock(now);
        let ChatSaid { game_id, wish, id } = said;
        let error = |code: ErrorCode, message: &'static str| {
            (vec![Output::Send { conn, frame: Frame::error(code, message, id.clone()) }], None)
        };
        let Some(speaker) = self.speaker(session, conn) else {
            return (vec![Output::Send { conn, frame: hello_first_frame(id.as_ref()) }], None);
        };
        if game_id != self.game {
            return error(ErrorCode::Malformed, "this socket is for another game");
        }
        if !self.company.chat {
            return error(ErrorCode::ChatDisabled, ErrorCode::ChatDisabled.message());
        }
        match wish {
            ChatWish::Say(message) => {
                if let Some(again) = self.said_already(speaker, conn, id.as_ref()) {
                    return (vec![again], None);
                }
                let Some(text) = self.words.said(&message) else {
                    return error(ErrorCode::MessageRefused, ErrorCode::MessageRefused.message());
                };
                let (by, name) = self.introduce(session, speaker);
                let said = Utterance { by, name, text, at: now };
                if matches!(speaker, Speaker::Player(_)) && self.is_followed() && !self.hold(said.clone()) {
                    return error(ErrorCode::RateLimited, ErrorCode::RateLimited.message());
                }
                (self.tell(session, speaker, conn, &said, id), None)
            }
            ChatWish::Mute { sender, .. } if sender == self.introduce(session, speaker).0 => {
                (Vec::new(), None)
            }
            ChatWish::Mute { sender, muted } => {
                let is_done = self.listener(speaker).is_none_or(|listener| listener.mute(sender, muted));
                if is_done { (Vec::new(), None) } else { error(ErrorCode::RateLimited, "too many are muted") }
            }
            ChatWish::Report { message } => {
                let (by, _) = self.introduce(session, speaker);
                let Some(listener) = self.listener(speaker) else { return (Vec::new(), None) };
                match listener.report(message) {
                    Ok(Some(said)) => {
                        let report = Report { by, of: said.by, message: said.text.clone() };
                        (Vec::new(), Some(report))
                    }
                    Ok(None) => error(ErrorCode::MessageRefused, "there is no message of that number"),
                    Err(super::listener::TooManyReports) => {
                        error(ErrorCode::RateLimited, "as much has been reported as can be")
                    }
                }
            }
        }
    }

    /// Whether there is anybody whom the queue is for, or will be.
    fn is_followed(&self) -> bool {
        self.is_delayed() || self.watchers.present().next().is_some()
    }

    fn speaker(&self, session: &Session, conn: ConnId) -> Option<Speaker> {
        let watching = self.watchers.by_conn(conn).map(|watcher| watcher.id());
        match watching {
            Some(MemberId::Spectator(number)) => Some(Speaker::Spectator(number)),
            Some(MemberId::Player(_)) | None => session.side_at(conn).map(Speaker::Player),
        }
    }

    fn listener(&mut self, speaker: Speaker) -> Option<&mut Listener> {
        match speaker {
            Speaker::Player(side) => Some(&mut self.players[side]),
            Speaker::Spectator(number) => {
                let is_meant = |id| id == MemberId::Spectator(number);
                self.watchers.present_mut().find(|watcher| is_meant(watcher.id())).map(|w| &mut w.listener)
            }
        }
    }

    /// Who speaks, and how they are called.
    fn introduce(&self, session: &Session, speaker: Speaker) -> (MemberId, Option<PersonName>) {
        match speaker {
            Speaker::Player(side) => (player(side), session.name_of(side).cloned()),
            Speaker::Spectator(number) => {
                let id = MemberId::Spectator(number);
                let name =
                    self.watchers.present().find(|watcher| watcher.id() == id).map(|w| w.name().clone());
                (id, name)
            }
        }
    }

    /// The answer to what was said under that name before.
    fn said_already(&mut self, speaker: Speaker, conn: ConnId, id: Option<&CommandId>) -> Option<Output> {
        let (game, id) = (self.game, id?);
        let heard = self.listener(speaker)?.has_said(id)?;
        let frame = Frame::chat(game, heard.number, &heard.said, Some(id.clone()));
        Some(Output::Send { conn, frame })
    }

    /// Tells all who are told at once: who said it, the players, and of a spectator's words the spectators. What a player says reaches spectators by the
    /// queue.
    fn tell(
        &mut self,
        session: &Session,
        speaker: Speaker,
        conn: ConnId,
        said: &Utterance,
        id: Option<CommandId>,
    ) -> Vec<Output> {
        let game = self.game;
        let mut out = Vec::new();
        if let Some(number) = self.listener(speaker).and_then(|listener| listener.hear(said, id.clone())) {
            out.push(Output::Send { conn, frame: Frame::chat(game, number, said, id) });
        }
        for side in Side::BOTH.into_iter().filter(|side| speaker != Speaker::Player(*side)) {
            let Some(conn) = session.conn_of(side) else { continue };
            out.extend(Lounge::passed_on(game, &mut self.players[side], conn, said));
        }
        match speaker {
            Speaker::Player(_) => out.extend(self.tick(self.now)),
            Speaker::Spectator(_) => {
                for watcher in self.watchers.present_mut().filter(|watcher| watcher.id() != said.by) {
                    let Some(conn) = watcher.conn else { continue };
                    out.extend(Lounge::passed_on(game, &mut watcher.listener, conn, said));
                }
            }
        }
        out
    }
}
