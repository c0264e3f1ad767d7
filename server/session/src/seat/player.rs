//! What a seat of the player protocol has been sent: whole updates, and answers to commands.

use std::collections::VecDeque;

use subtle::{Choice, ConstantTimeEq as _};

use crate::game::Log;
use crate::ids::{CommandId, Token, UnixMs};
use crate::limits::COMMAND_IDS_KEPT;
use crate::protocol::player::ErrorCode;
use crate::view::{Frame, Observation, Stamp};

/// How a command was answered; kept, so that the same command is answered in the same way again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// With the present state.
    Update,
    /// With the next game.
    Rematch,
    /// With an error.
    Error(ErrorCode, &'static str),
}

/// The answer that a player has coming.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) answer: Answer,
    pub(crate) id: Option<CommandId>,
}

/// A seat whose player speaks the player protocol.
#[derive(Debug)]
pub(crate) struct Told {
    token: Token,
    seq: u64,
    told: u64,
    seen: Option<Observation>,
    answers: VecDeque<(CommandId, Answer)>,
}

impl Told {
    /// Nothing yet, at a seat that is held by a token.
    pub(crate) fn new(token: Token) -> Told {
        Told { token, seq: 0, told: 0, seen: None, answers: VecDeque::new() }
    }

    /// Whether that token holds the seat.
    pub(crate) fn is_held_by(&self, token: &Token) -> Choice {
        self.token.ct_eq(token)
    }

    /// How a command of that name was answered, if it came before.
    pub(crate) fn answer_to(&self, id: &CommandId) -> Option<Answer> {
        self.answers.iter().find(|(known, _)| known == id).map(|(_, answer)| *answer)
    }

    /// Keeps how a command was answered.
    pub(crate) fn keep_answer(&mut self, id: CommandId, answer: Answer) {
        if self.answers.len() >= COMMAND_IDS_KEPT {
            self.answers.pop_front();
        }
        self.answers.push_back((id, answer));
    }

    /// The whole of what the player may know: the answer to `hello`.
    pub(crate) fn join(
        &mut self,
        now: Observation,
        heard: &Log,
        ack: Option<CommandId>,
        at: UnixMs,
    ) -> Option<Frame> {
        let stamp = self.stamp(ack, at);
        let frame = Frame::joined(&now, heard.since(0), &self.token, stamp);
        self.told = heard.total();
        self.seen = Some(now);
        frame
    }

    /// What the player has to be sent now: the answer to a command, and whatever changed of what this player may know. Nothing else: neither
    /// a frame nor a number shows that something happened which this player may not know.
    pub(crate) fn tell(
        &mut self,
        now: Observation,
        heard: &Log,
        asked: Option<Asked>,
        at: UnixMs,
    ) -> Vec<Frame> {
        let mut frames = Vec::new();
        let changed = |differs: fn(&Observation, &Observation) -> bool, seen: &Option<Observation>| {
            seen.as_ref().is_none_or(|seen| differs(&now, seen))
        };
        let is_new = heard.total() > self.told || changed(Observation::differs_on_the_table, &self.seen);
        let is_presence_new = changed(Observation::differs_in_presence, &self.seen);
        let is_rematch_new = changed(Observation::differs_in_rematch, &self.seen);

        let (answer, ack) = asked.map_or((None, None), |asked| (Some(asked.answer), asked.id));
        let (mut update_ack, mut rematch_ack) = (None, None);
        match answer {
            Some(Answer::Error(code, message)) => frames.push(Frame::error(code, message, ack)),
            Some(Answer::Update) => update_ack = ack,
            Some(Answer::Rematch) => rematch_ack = ack,
            None => {}
        }
        if is_new || answer == Some(Answer::Update) {
            let stamp = self.stamp(update_ack, at);
            frames.push(Frame::update(&now, heard.since(self.told), stamp));
        }
        if is_presence_new {
            let stamp = self.stamp(None, at);
            frames.extend(Frame::peer_status(&now, stamp.seq));
        }
        if is_rematch_new || answer == Some(Answer::Rematch) {
            let stamp = Stamp { seq: self.seq + 1, ack: rematch_ack, at };
            if let Some(frame) = Frame::rematch(&now, stamp) {
                self.seq += 1;
                frames.push(frame);
            }
        }
        self.told = heard.total();
        self.seen = Some(now);
        frames
    }

    fn stamp(&mut self, ack: Option<CommandId>, at: UnixMs) -> Stamp {
        self.seq += 1;
        Stamp { seq: self.seq, ack, at }
    }
}
