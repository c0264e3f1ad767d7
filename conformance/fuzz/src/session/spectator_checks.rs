//! Checks of all frames about spectators and chat, and to spectators: none is early, and none holds hidden facts.

use std::collections::{BTreeMap, BTreeSet};

use ggn_core::{BySide, Side};
use session::protocol::events::{ChatHistory, ChatMessage, GameState, MemberId, ServerEvent};
use session::protocol::player::{Color, ServerMessage};
use session::terms::SocialTerms;
use session::{ConnId, GameHost, Output, Session, Token, UnixMs, Viewer};

use super::bid_oracle::BidOracle;
use super::sent::{self, SentMessage, state_for};

/// Spectators and chat, as their frames show them.
pub(super) struct SpectatorChecker {
    company: SocialTerms,
    /// States of the game for spectators, with their times.
    past: Vec<(UnixMs, GameState)>,
    /// By the sockets of the spectators.
    members: BTreeMap<ConnId, MemberId>,
    /// Number of the latest frame about the game, and of the latest message, by recipient.
    last_sent: BTreeMap<MemberId, (u64, u64)>,
    pub(super) tokens: Vec<Token>,
}

impl SpectatorChecker {
    pub(super) fn new(session: &Session, at: UnixMs) -> SpectatorChecker {
        let mut checker = SpectatorChecker {
            company: session.social_terms(),
            past: Vec::new(),
            members: BTreeMap::new(),
            last_sent: BTreeMap::new(),
            tokens: Vec::new(),
        };
        checker.record(session, at);
        checker
    }

    /// Stores the present state of the game for spectators.
    pub(super) fn record(&mut self, session: &Session, at: UnixMs) {
        self.past.push((at, state_for(session, Viewer::Spectator, at)));
    }

    /// The server was killed, and all sockets with it.
    pub(super) fn forget(&mut self) {
        self.members.clear();
        self.last_sent.clear();
    }

    /// Checks the frames about spectators and chat.
    pub(super) fn check(
        &mut self,
        host: &GameHost,
        oracle: Option<&BidOracle>,
        conns: &BySide<Option<ConnId>>,
        (now, asker): (UnixMs, Option<ConnId>),
        outputs: &[Output],
    ) {
        for output in outputs {
            if let Output::Seated { .. } = output {
                panic!("nobody takes a seat beside the game");
            }
            let Some((conn, message)) = sent::read(output) else { continue };
            let side = Side::BOTH.into_iter().find(|&side| conns[side] == Some(conn));
            let event = match message {
                SentMessage::Message(ServerMessage::Error(error)) => {
                    assert_eq!(asker, Some(conn), "{error:?}");
                    assert!(error.message.len() < 200);
                    continue;
                }
                SentMessage::Event(event) => event,
                SentMessage::Message(other) => panic!("{other:?} is no word of company"),
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
            self.check_event(member, event, oracle, now);
        }
        self.members.retain(|conn, _| host.is_spectator(*conn));
        assert_eq!(
            self.members.keys().copied().collect::<BTreeSet<_>>(),
            host.spectator_connections().collect()
        );
    }

    fn check_event(&mut self, member: MemberId, event: ServerEvent, oracle: Option<&BidOracle>, now: UnixMs) {
        let sequence = match event {
            ServerEvent::GameState(state) => {
                assert!(state.timestamp.plus(self.delay_ms()) <= now, "too early: {state:?} at {now:?}");
                self.check_past_state(&state);
                if let Some(oracle) = oracle {
                    oracle.check_discretion(&state);
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
            ServerEvent::Chat(message) => return self.check_chat(member, &message, now),
            ServerEvent::ChatHistory(history) => return self.check_history(member, &history, now),
            ServerEvent::RetreatOptions(_)
            | ServerEvent::MoveResult(_)
            | ServerEvent::Pong(_)
            | ServerEvent::Watching(_) => panic!("{event:?} is sent to {member}"),
        };
        assert!(
            matches!(member, MemberId::Spectator(_)),
            "a player receives the spectators' events of the game"
        );
        let latest = &mut self.last_sent.entry(member).or_default().0;
        assert_eq!(sequence, *latest + 1, "a number is missing for {member}");
        *latest = sequence;
    }

    /// All receive messages in the same order; spectators receive those of players later.
    fn check_chat(&mut self, member: MemberId, message: &ChatMessage, now: UnixMs) {
        assert!(self.company.chat, "{message:?}");
        let is_later = matches!((member, message.sender_id), (MemberId::Spectator(_), MemberId::Player(_)));
        let wait = if is_later { self.delay_ms() } else { 0 };
        assert!(message.timestamp.plus(wait) <= now, "too early: {message:?} at {now:?}");
        let latest = &mut self.last_sent.entry(member).or_default().1;
        // A repeated message is answered twice.
        let is_answer = message.sender_id == member && message.ack.is_some() && message.message_id <= *latest;
        assert!(
            message.message_id == *latest + 1 || is_answer,
            "a message is missing for {member}: {message:?}"
        );
        *latest = message.message_id.max(*latest);
    }

    /// Checks the messages of a member who comes back: all that there were, as far as they are kept.
    fn check_history(&mut self, member: MemberId, history: &ChatHistory, now: UnixMs) {
        let numbers: Vec<_> = history.messages.iter().map(|message| message.message_id).collect();
        assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{history:?}");
        let latest = self.last_sent.entry(member).or_default().1;
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { panic!("nothing to tell") };
        assert!(*last >= latest, "a message is missing for {member}: {history:?}");
        // Earlier messages may be repeated, and absent members may have missed some.
        self.last_sent.entry(member).or_default().1 = first - 1;
        for message in &history.messages {
            self.check_chat(member, message, now);
        }
    }

    /// Checks that a state is one that the game had for spectators at its time.
    fn check_past_state(&self, state: &GameState) {
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
