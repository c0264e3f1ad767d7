//! What holds for everything that is told of company, and to who watches: nothing earlier than was agreed on, and nothing that is not theirs to know.

use std::collections::{BTreeMap, BTreeSet};

use ggn_core::{BySide, Side};
use session::lounge::{Company, Lounge};
use session::protocol::events::{ChatMessage, GameState, MemberId, ServerEvent};
use session::protocol::player::{Color, ServerMessage};
use session::{ConnId, Output, Session, Token, UnixMs, Viewer};

use super::book::Book;
use super::told::{self, Told, whole};

/// Who watches and who talks, by what they are told.
pub(super) struct Watch {
    company: Company,
    /// What the game was like for who watches, and when.
    past: Vec<(UnixMs, GameState)>,
    /// By the sockets of those who watch.
    members: BTreeMap<ConnId, MemberId>,
    /// The number of the latest frame about the game, and of the latest message, that somebody was told.
    told: BTreeMap<MemberId, (u64, u64)>,
    pub(super) tokens: Vec<Token>,
}

impl Watch {
    pub(super) fn new(session: &Session, at: UnixMs) -> Watch {
        let mut watch = Watch {
            company: session.company(),
            past: Vec::new(),
            members: BTreeMap::new(),
            told: BTreeMap::new(),
            tokens: Vec::new(),
        };
        watch.note(session, at);
        watch
    }

    /// Keeps what the game is like now for who watches.
    pub(super) fn note(&mut self, session: &Session, at: UnixMs) {
        self.past.push((at, whole(session, Viewer::Spectator, at)));
    }

    /// The server has been killed, and with it everybody is gone.
    pub(super) fn forget(&mut self) {
        self.members.clear();
        self.told.clear();
    }

    /// Judges what company is told.
    pub(super) fn judge(
        &mut self,
        lounge: &Lounge,
        book: Option<&Book>,
        conns: &BySide<Option<ConnId>>,
        (now, asker): (UnixMs, Option<ConnId>),
        outputs: &[Output],
    ) {
        for output in outputs {
            if let Output::Seated { .. } = output {
                panic!("nobody takes a seat beside the game");
            }
            let Some((conn, told)) = told::read(output) else { continue };
            let side = Side::BOTH.into_iter().find(|&side| conns[side] == Some(conn));
            let event = match told {
                Told::Message(ServerMessage::Error(error)) => {
                    assert_eq!(asker, Some(conn), "{error:?}");
                    assert!(error.message.len() < 200);
                    continue;
                }
                Told::Event(event) => event,
                Told::Message(other) => panic!("{other:?} is no word of company"),
            };
            if let ServerEvent::Watching(welcome) = &event {
                assert_eq!(welcome.delay_seconds, self.company.spectators.delay_seconds.seconds());
                assert!(self.company.spectators.allowed && side.is_none() && asker == Some(conn));
                self.members.retain(|_, member| *member != welcome.id);
                self.members.insert(conn, welcome.id);
                self.tokens.push(welcome.token.clone());
                continue;
            }
            let member = side.map(|side| MemberId::Player(Color::from(side)));
            let member = member.or_else(|| self.members.get(&conn).copied());
            let member = member.unwrap_or_else(|| panic!("{event:?} goes to nobody"));
            self.event(member, event, book, now);
        }
        self.members.retain(|conn, _| lounge.has(*conn));
        assert_eq!(self.members.keys().copied().collect::<BTreeSet<_>>(), lounge.connections().collect());
    }

    fn event(&mut self, member: MemberId, event: ServerEvent, book: Option<&Book>, now: UnixMs) {
        let sequence = match event {
            ServerEvent::GameState(state) => {
                assert!(state.timestamp.plus(self.delay_ms()) <= now, "too early: {state:?} at {now:?}");
                self.has_been(&state);
                if let Some(book) = book {
                    book.is_discreet(&state);
                }
                state.sequence
            }
            ServerEvent::DuelInitiated(duel) => duel.sequence,
            ServerEvent::DuelOutcome(outcome) => outcome.sequence,
            ServerEvent::Check(check) => check.sequence,
            ServerEvent::Over(over) => over.sequence,
            ServerEvent::PlayerJoined(player) => player.sequence,
            ServerEvent::PlayerLeft(gone) => gone.sequence,
            ServerEvent::PlayerReconnected(back) => back.sequence,
            ServerEvent::SpectatorJoined(_) | ServerEvent::SpectatorLeft(_) => return,
            ServerEvent::Chat(said) => return self.heard(member, &said, now),
            ServerEvent::RetreatOptions(_)
            | ServerEvent::MoveResult(_)
            | ServerEvent::Pong(_)
            | ServerEvent::Watching(_) => panic!("{event:?} is told to {member}"),
        };
        assert!(matches!(member, MemberId::Spectator(_)), "a player is told of the game beside it");
        let latest = &mut self.told.entry(member).or_default().0;
        assert_eq!(sequence, *latest + 1, "a number is missing for {member}");
        *latest = sequence;
    }

    /// What somebody says is heard by all in the same order; of what a player says who watches hears later.
    fn heard(&mut self, member: MemberId, said: &ChatMessage, now: UnixMs) {
        assert!(self.company.chat, "{said:?}");
        let is_later = matches!((member, said.sender_id), (MemberId::Spectator(_), MemberId::Player(_)));
        let wait = if is_later { self.delay_ms() } else { 0 };
        assert!(said.timestamp.plus(wait) <= now, "too early: {said:?} at {now:?}");
        let latest = &mut self.told.entry(member).or_default().1;
        // Who says the same thing twice is answered twice.
        let is_answer = said.sender_id == member && said.ack.is_some() && said.message_id <= *latest;
        assert!(said.message_id == *latest + 1 || is_answer, "a message is missing for {member}: {said:?}");
        *latest = said.message_id.max(*latest);
    }

    /// A state is one that the game had for who watches, at the time that it says.
    fn has_been(&self, state: &GameState) {
        let before = self.past.iter().rev().find(|(at, _)| *at < state.timestamp);
        let then = self.past.iter().filter(|(at, _)| *at == state.timestamp).chain(before);
        let is_it = |past: &GameState| {
            (past.phase, past.ply, past.turn, past.in_check)
                == (state.phase, state.ply, state.turn, state.in_check)
                && (&past.pieces, &past.duel, past.bp) == (&state.pieces, &state.duel, state.bp)
                && (past.game_status, past.winner, past.draw_offer)
                    == (state.game_status, state.winner, state.draw_offer)
        };
        assert!(then.into_iter().any(|(_, past)| is_it(past)), "that has never been: {state:?}");
    }

    fn delay_ms(&self) -> u64 {
        self.company.spectators.delay_seconds.ms()
    }
}
