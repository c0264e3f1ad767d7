//! State that a seat of the player protocol has been sent: updates, or events and game states in a game with duels, and responses to commands.

use std::collections::VecDeque;
use std::mem::{Discriminant, discriminant};

use subtle::{Choice, ConstantTimeEq as _};

use crate::domain::{
    CommandId, CommitOutcome, IllegalReason, Refusal, Token, UnixMs, limits::COMMAND_IDS_KEPT,
};
use crate::game::AnnouncementLog;
use crate::protocol::player::{Action, Command, ErrorCode, Stamp};
use crate::view::{Frame, LogPosition, Observation};

/// Response to a command. It is kept, so that a repeated command gets the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Response {
    /// The current state.
    Update,
    /// The rematch.
    Rematch,
    /// The marks that players have shared.
    Marks,
    /// The result of a `move.request`, with the reason of a refusal where the player may know it, and the current state.
    Moved(Moved, Option<IllegalReason>),
    /// An error.
    Error(ErrorCode, &'static str),
}

impl From<Refusal> for Response {
    fn from(refusal: Refusal) -> Response {
        let (code, message) = ErrorCode::of(refusal);
        Response::Error(code, message)
    }
}

impl Response {
    /// Returns whether the command had no effect, so that its number is free for another try.
    fn is_refusal(self) -> bool {
        match self {
            Response::Error(..)
            | Response::Moved(Err(_) | Ok(CommitOutcome::Refused(_) | CommitOutcome::RefusedSilently), _) => {
                true
            }
            Response::Moved(
                Ok(CommitOutcome::Made { .. } | CommitOutcome::Contested | CommitOutcome::Touched),
                _,
            )
            | Response::Update
            | Response::Rematch
            | Response::Marks => false,
        }
    }
}

/// Key of a command among those of its seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestKey {
    /// Id of the command.
    id: CommandId,
    /// For an id that is the number of an event: the kind of its action. Numbers count for each type of event.
    numbered: Option<Discriminant<Action>>,
}

impl RequestKey {
    /// Returns the key of a command; `None` if it has no id.
    pub(crate) fn of(command: &Command) -> Option<RequestKey> {
        let numbered = command.is_numbered.then(|| discriminant(&command.action));
        Some(RequestKey { id: command.id.clone()?, numbered })
    }
}

/// Result of a `move.request`.
pub(crate) type Moved = Result<CommitOutcome, (ErrorCode, &'static str)>;

/// A request of the player, with the response to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnsweredRequest {
    pub(crate) response: Response,
    pub(crate) key: Option<RequestKey>,
}

/// State that a seat of the player protocol has been sent.
#[derive(Debug)]
pub(crate) struct SentState {
    token: Token,
    seq: u64,
    announcements: u64,
    /// Position in the event log, in a game with events.
    reached: LogPosition,
    seen: Option<Observation>,
    responses: VecDeque<(RequestKey, Response)>,
    /// Results of moves that have been sent.
    results: VecDeque<(RequestKey, Frame)>,
}

impl SentState {
    /// Creates the state of a seat with its token; nothing has been sent.
    pub(crate) fn new(token: Token) -> SentState {
        SentState {
            token,
            seq: 0,
            announcements: 0,
            reached: LogPosition::default(),
            seen: None,
            responses: VecDeque::new(),
            results: VecDeque::new(),
        }
    }

    /// Returns the token of the seat.
    pub(crate) fn token(&self) -> &Token {
        &self.token
    }

    /// Returns whether the token holds the seat.
    // Requirements blind-5, blind-50, gambit-101.
    pub(crate) fn is_held_by(&self, token: &Token) -> Choice {
        self.token.ct_eq(token)
    }

    /// Returns the response to an earlier command with that key.
    pub(crate) fn response_to(&self, key: &RequestKey) -> Option<Response> {
        self.responses.iter().find(|(known, _)| known == key).map(|(_, response)| *response)
    }

    /// Keeps the response to a command. A refused event that has only a number is forgotten: a corrected one may come under the same number.
    pub(crate) fn keep_response(&mut self, key: RequestKey, response: Response) {
        if key.numbered.is_some() && response.is_refusal() {
            return;
        }
        if self.responses.len() >= COMMAND_IDS_KEPT {
            self.responses.pop_front();
        }
        self.responses.push_back((key, response));
    }

    /// Returns the position in the event log up to which events have been sent.
    pub(crate) fn log_position(&self) -> LogPosition {
        self.reached
    }

    /// Returns the answer to `hello`: everything that the player may know.
    // Requirements blind-110, gambit-26.
    pub(crate) fn join(
        &mut self,
        now: Observation,
        announced: &AnnouncementLog,
        ack: Option<CommandId>,
        at: UnixMs,
    ) -> Vec<Frame> {
        let stamp = self.stamp(ack, at);
        let joined = Frame::joined(&now, announced.since(0), &self.token, stamp);
        let state = now.has_events().then(|| self.state(&now, LogPosition::default(), None, at));
        self.note_sent(now, announced);
        [joined, state.flatten()].into_iter().flatten().collect()
    }

    /// Returns the frames that the player is due: the response to a command, and changes of what this player may know. Neither a frame nor a number
    /// discloses that something else has happened.
    // Requirement gambit-32.
    pub(crate) fn changes(
        &mut self,
        now: Observation,
        announced: &AnnouncementLog,
        request: Option<AnsweredRequest>,
        at: UnixMs,
    ) -> Vec<Frame> {
        if now.has_events() {
            return self.event_changes(now, announced, request, at);
        }
        let mut frames = Vec::new();
        let changed = |differs: fn(&Observation, &Observation) -> bool, seen: &Option<Observation>| {
            seen.as_ref().is_none_or(|seen| differs(&now, seen))
        };
        let is_new =
            announced.total() > self.announcements || changed(Observation::differs_on_the_table, &self.seen);
        let is_presence_new = changed(Observation::differs_in_presence, &self.seen);

        let (response, key) = request.map_or((None, None), |request| (Some(request.response), request.key));
        let ack = key.as_ref().map(|key| key.id.clone());
        let (mut update_ack, mut rematch_ack, mut marks_ack) = (None, None, None);
        match response {
            Some(Response::Error(code, message)) => frames.push(Frame::error(code, message, ack)),
            Some(Response::Moved(moved, reason)) => {
                frames.push(self.move_result(&now, (moved, reason), key.as_ref()));
                update_ack = ack;
            }
            Some(Response::Update) => update_ack = ack,
            Some(Response::Rematch) => rematch_ack = ack,
            Some(Response::Marks) => marks_ack = ack,
            None => {}
        }
        if is_new || matches!(response, Some(Response::Update | Response::Moved(Ok(_), _))) {
            let stamp = self.stamp(update_ack, at);
            frames.push(Frame::update(&now, announced.since(self.announcements), stamp));
        }
        if is_presence_new {
            let stamp = self.stamp(None, at);
            frames.extend(Frame::peer_status(&now, stamp));
        }
        frames.extend(self.rematch(&now, response == Some(Response::Rematch), rematch_ack, at));
        frames.extend(self.marks(&now, response == Some(Response::Marks), marks_ack, at));
        self.note_sent(now, announced);
        frames
    }

    /// Returns the same frames in a game with duels: numbered events, then the state after them. A player who has been sent nothing yet gets the
    /// state alone.
    fn event_changes(
        &mut self,
        now: Observation,
        announced: &AnnouncementLog,
        request: Option<AnsweredRequest>,
        at: UnixMs,
    ) -> Vec<Frame> {
        let mut frames = Vec::new();
        let (response, key) = request.map_or((None, None), |request| (Some(request.response), request.key));
        let ack = key.as_ref().map(|key| key.id.clone());
        let (mut state_ack, mut rematch_ack, mut marks_ack) = (None, None, None);
        match response {
            Some(Response::Error(code, message)) => frames.push(Frame::error(code, message, ack)),
            Some(Response::Moved(moved, reason)) => {
                frames.push(self.move_result(&now, (moved, reason), key.as_ref()));
                state_ack = ack;
            }
            Some(Response::Update) => state_ack = ack,
            Some(Response::Rematch) => rematch_ack = ack,
            Some(Response::Marks) => marks_ack = ack,
            None => {}
        }
        let events = self.seen.as_ref().map(|seen| Frame::events(seen, &now, self.seq)).unwrap_or_default();
        self.seq += events.len() as u64;
        frames.extend(events);
        let is_new =
            |seen: &Observation| now.log_position() != self.reached || now.differs_on_the_table(seen);
        let is_asked_for = matches!(response, Some(Response::Update | Response::Moved(Ok(_), _)));
        if self.seen.as_ref().is_none_or(is_new) || is_asked_for {
            frames.extend(self.state(&now, self.reached, state_ack, at));
        }
        frames.extend(self.rematch(&now, response == Some(Response::Rematch), rematch_ack, at));
        frames.extend(self.marks(&now, response == Some(Response::Marks), marks_ack, at));
        self.note_sent(now, announced);
        frames
    }

    /// Returns the result of a `move.request`. A repeated one gets the same result.
    // Requirement gambit-28.
    fn move_result(
        &mut self,
        now: &Observation,
        (moved, reason): (Moved, Option<IllegalReason>),
        key: Option<&RequestKey>,
    ) -> Frame {
        let known = self.results.iter().find(|(known, _)| Some(known) == key);
        if let Some((_, result)) = known {
            return result.clone();
        }
        let result = Frame::move_result(now, moved, reason, key.map(|key| key.id.clone()));
        let is_kept =
            |key: &&RequestKey| key.numbered.is_none() || !Response::Moved(moved, reason).is_refusal();
        if let Some(key) = key.filter(is_kept) {
            if self.results.len() >= COMMAND_IDS_KEPT {
                self.results.pop_front();
            }
            self.results.push_back((key.clone(), result.clone()));
        }
        result
    }

    fn state(
        &mut self,
        now: &Observation,
        known: LogPosition,
        ack: Option<CommandId>,
        at: UnixMs,
    ) -> Option<Frame> {
        let stamp = self.stamp(ack, at);
        Frame::game_state(now, known, stamp)
    }

    /// Returns the state of the rematch, if it is new or was requested.
    fn rematch(
        &mut self,
        now: &Observation,
        is_asked_for: bool,
        ack: Option<CommandId>,
        at: UnixMs,
    ) -> Option<Frame> {
        let is_new = self.seen.as_ref().is_none_or(|seen| now.differs_in_rematch(seen));
        self.notice(is_new || is_asked_for, ack, at, |stamp| Frame::rematch(now, stamp))
    }

    /// Returns the marks that players have shared, if they are new or were requested.
    fn marks(
        &mut self,
        now: &Observation,
        is_asked_for: bool,
        ack: Option<CommandId>,
        at: UnixMs,
    ) -> Option<Frame> {
        let is_new = self.seen.as_ref().is_none_or(|seen| now.differs_in_marks(seen));
        self.notice(is_new || is_asked_for, ack, at, |stamp| Frame::shared_marks(now, stamp))
    }

    /// Returns a frame about a part of the game that has frames of its own, if it is due and there is something to tell.
    fn notice(
        &mut self,
        is_due: bool,
        ack: Option<CommandId>,
        at: UnixMs,
        frame: impl FnOnce(Stamp) -> Option<Frame>,
    ) -> Option<Frame> {
        let stamp = Stamp { seq: self.seq + 1, ack, at };
        let frame = is_due.then(|| frame(stamp)).flatten()?;
        self.seq += 1;
        Some(frame)
    }

    fn note_sent(&mut self, now: Observation, announced: &AnnouncementLog) {
        self.announcements = announced.total();
        self.reached = now.log_position();
        self.seen = Some(now);
    }

    fn stamp(&mut self, ack: Option<CommandId>, at: UnixMs) -> Stamp {
        self.seq += 1;
        Stamp { seq: self.seq, ack, at }
    }
}
