//! What a seat of the player protocol has been sent: whole updates, or events and whole states where captures are bid for, and answers to commands.

use std::collections::VecDeque;

use subtle::{Choice, ConstantTimeEq as _};

use crate::game::{Came, Log};
use crate::ids::{CommandId, Token, UnixMs};
use crate::limits::COMMAND_IDS_KEPT;
use crate::protocol::player::ErrorCode;
use crate::view::{Frame, Observation, Reached, Stamp};

/// How a command was answered; kept, so that the same command is answered in the same way again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// With the present state.
    Update,
    /// With the next game.
    Rematch,
    /// With what a `move.request` came to, and the present state.
    Moved(Moved),
    /// With an error.
    Error(ErrorCode, &'static str),
}

/// What a `move.request` came to.
pub(crate) type Moved = Result<Came, (ErrorCode, &'static str)>;

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
    /// How far the story of the game was told, where it is told in events.
    reached: Reached,
    seen: Option<Observation>,
    answers: VecDeque<(CommandId, Answer)>,
    /// What was told of moves.
    results: VecDeque<(CommandId, Frame)>,
}

impl Told {
    /// Nothing yet, at a seat that is held by a token.
    pub(crate) fn new(token: Token) -> Told {
        Told {
            token,
            seq: 0,
            told: 0,
            reached: Reached::default(),
            seen: None,
            answers: VecDeque::new(),
            results: VecDeque::new(),
        }
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

    /// How far the story of the game was told.
    pub(crate) fn reached(&self) -> Reached {
        self.reached
    }

    /// The whole of what the player may know: the answer to `hello`.
    pub(crate) fn join(
        &mut self,
        now: Observation,
        heard: &Log,
        ack: Option<CommandId>,
        at: UnixMs,
    ) -> Vec<Frame> {
        let stamp = self.stamp(ack, at);
        let joined = Frame::joined(&now, heard.since(0), &self.token, stamp);
        let state = now.is_told_in_events().then(|| self.state(&now, Reached::default(), None, at));
        self.has_told(now, heard);
        [joined, state.flatten()].into_iter().flatten().collect()
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
        if now.is_told_in_events() {
            return self.tell_events(now, heard, asked, at);
        }
        let mut frames = Vec::new();
        let changed = |differs: fn(&Observation, &Observation) -> bool, seen: &Option<Observation>| {
            seen.as_ref().is_none_or(|seen| differs(&now, seen))
        };
        let is_new = heard.total() > self.told || changed(Observation::differs_on_the_table, &self.seen);
        let is_presence_new = changed(Observation::differs_in_presence, &self.seen);

        let (answer, ack) = asked.map_or((None, None), |asked| (Some(asked.answer), asked.id));
        let (mut update_ack, mut rematch_ack) = (None, None);
        match answer {
            Some(Answer::Error(code, message)) => frames.push(Frame::error(code, message, ack)),
            Some(Answer::Moved(moved)) => {
                frames.push(self.move_result(&now, moved, ack.as_ref()));
                update_ack = ack;
            }
            Some(Answer::Update) => update_ack = ack,
            Some(Answer::Rematch) => rematch_ack = ack,
            None => {}
        }
        if is_new || matches!(answer, Some(Answer::Update | Answer::Moved(Ok(_)))) {
            let stamp = self.stamp(update_ack, at);
            frames.push(Frame::update(&now, heard.since(self.told), stamp));
        }
        if is_presence_new {
            let stamp = self.stamp(None, at);
            frames.extend(Frame::peer_status(&now, stamp.seq));
        }
        frames.extend(self.rematch(&now, answer == Some(Answer::Rematch), rematch_ack, at));
        self.has_told(now, heard);
        frames
    }

    /// The same where captures are bid for: what has happened, each event with its number, and behind all of them the state that came of it. Who has
    /// seen nothing yet is given the state alone.
    fn tell_events(&mut self, now: Observation, heard: &Log, asked: Option<Asked>, at: UnixMs) -> Vec<Frame> {
        let mut frames = Vec::new();
        let (answer, ack) = asked.map_or((None, None), |asked| (Some(asked.answer), asked.id));
        let (mut state_ack, mut rematch_ack) = (None, None);
        match answer {
            Some(Answer::Error(code, message)) => frames.push(Frame::error(code, message, ack)),
            Some(Answer::Moved(moved)) => {
                frames.push(self.move_result(&now, moved, ack.as_ref()));
                state_ack = ack;
            }
            Some(Answer::Update) => state_ack = ack,
            Some(Answer::Rematch) => rematch_ack = ack,
            None => {}
        }
        let events = self.seen.as_ref().map(|seen| Frame::events(seen, &now, self.seq)).unwrap_or_default();
        self.seq += events.len() as u64;
        frames.extend(events);
        let is_new = |seen: &Observation| now.reached() != self.reached || now.differs_on_the_table(seen);
        let is_asked_for = matches!(answer, Some(Answer::Update | Answer::Moved(Ok(_))));
        if self.seen.as_ref().is_none_or(is_new) || is_asked_for {
            frames.extend(self.state(&now, self.reached, state_ack, at));
        }
        frames.extend(self.rematch(&now, answer == Some(Answer::Rematch), rematch_ack, at));
        self.has_told(now, heard);
        frames
    }

    /// What a `move.request` came to. One that comes again is answered by the same.
    fn move_result(&mut self, now: &Observation, moved: Moved, ack: Option<&CommandId>) -> Frame {
        let known = self.results.iter().find(|(known, _)| Some(known) == ack);
        if let Some((_, result)) = known {
            return result.clone();
        }
        let result = Frame::move_result(now, moved, ack.cloned());
        if let Some(id) = ack {
            if self.results.len() >= COMMAND_IDS_KEPT {
                self.results.pop_front();
            }
            self.results.push_back((id.clone(), result.clone()));
        }
        result
    }

    fn state(
        &mut self,
        now: &Observation,
        told: Reached,
        ack: Option<CommandId>,
        at: UnixMs,
    ) -> Option<Frame> {
        let stamp = self.stamp(ack, at);
        Frame::game_state(now, told, stamp)
    }

    /// The word of the next game, if that is new or was asked for.
    fn rematch(
        &mut self,
        now: &Observation,
        is_asked_for: bool,
        ack: Option<CommandId>,
        at: UnixMs,
    ) -> Option<Frame> {
        let is_new = self.seen.as_ref().is_none_or(|seen| now.differs_in_rematch(seen));
        let stamp = Stamp { seq: self.seq + 1, ack, at };
        let frame = Frame::rematch(now, stamp).filter(|_| is_new || is_asked_for)?;
        self.seq += 1;
        Some(frame)
    }

    fn has_told(&mut self, now: Observation, heard: &Log) {
        self.told = heard.total();
        self.reached = now.reached();
        self.seen = Some(now);
    }

    fn stamp(&mut self, ack: Option<CommandId>, at: UnixMs) -> Stamp {
        self.seq += 1;
        Stamp { seq: self.seq, ack, at }
    }
}
