//! The form of protocol scripts.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// Messages that sockets send to a server and must receive from it, in order.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProtocolCase {
    /// A game that is made first, with both players at it on the sockets `white` and `black`: a body for `POST /api/games`. The names `$game`,
    /// `$white` and `$black` (the tokens) are then known.
    pub table: Option<Value>,
    /// A room that is made first, with both players in it on the sockets `white` and `black` and the game begun: the payload of `room.create`.
    /// The names `$code`, `$white` and `$black` (the tokens) are then known.
    pub room: Option<Value>,
    /// For so many rooms the server has to have place, and no more: the script is left out unless `--rooms` says so.
    pub rooms: Option<u32>,
    /// The grace of absent players that the script can wait for, in milliseconds: it is left out unless `--grace` says that the server's is
    /// as short.
    pub grace_ms_max: Option<u64>,
    /// True if commits are sent as fast as they can be. Else no socket sends more than the documented rate allows.
    #[serde(default)]
    pub unpaced: bool,
    /// Steps, in order.
    pub steps: Vec<ProtocolStep>,
}

/// One thing that is done or expected. A step has exactly one of `request`, `open`, `send`, `expect`, `play`, `close` and `wait_ms`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProtocolStep {
    /// An HTTP request: method and path, as in `POST /api/games`.
    pub request: Option<String>,
    /// With `request`: the JSON that is sent as its body.
    pub body: Option<Value>,
    /// With `request` or `send`: what is sent literally, JSON or not.
    pub text: Option<String>,
    /// With `request`: the type of the body, if not `application/json`.
    pub content_type: Option<String>,
    /// With `request`: the status that must be answered.
    pub status: Option<u16>,
    /// With `request`: the pattern of the JSON that must be answered.
    pub answer: Option<Value>,
    /// Opens a WebSocket under this name.
    pub open: Option<String>,
    /// With `open`: its path, as in `/ws?game=$game`; that is also the path if there is none, but `/ws` where the case has a `room`. At `/ws`
    /// what is sent is put into an envelope.
    pub path: Option<String>,
    /// Sends a message on the socket of this name.
    pub send: Option<String>,
    /// With `send`: the message. With `expect`: the pattern of the next message that is no ping.
    pub message: Option<Value>,
    /// With `send`: so many zero bytes as a binary message.
    pub binary: Option<usize>,
    /// Expects something on the socket of this name.
    pub expect: Option<String>,
    /// With `expect`: the socket is closed by the server, with this code and reason.
    pub closed: Option<Closed>,
    /// With `expect`: messages that do not fit are passed over until one does, or until the socket is closed.
    #[serde(default)]
    pub until: bool,
    /// Moves in turn, `e2e4 e7e5`, sent by the sockets `white` and `black`. Each of them is sent an update of each move.
    pub play: Option<String>,
    /// Closes the socket of this name.
    pub close: Option<String>,
    /// Waits for so many milliseconds.
    pub wait_ms: Option<u64>,
    /// With `send`: how often it is sent.
    pub times: Option<u32>,
}

/// Close frame of a server.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    /// The code of the close frame.
    pub code: u16,
    /// Its reason; any, if it is not said.
    pub reason: Option<String>,
}

/// Action of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act<'s> {
    Request(&'s str),
    Open(&'s str),
    Send(&'s str),
    Expect(&'s str),
    Play(&'s str),
    Close(&'s str),
    Wait(u64),
}

impl ProtocolStep {
    /// Returns the action of the step; `None` if it does not say one thing, or holds fields of another action.
    pub(crate) fn act(&self) -> Option<Act<'_>> {
        let acts = [
            self.request.as_deref().map(Act::Request),
            self.open.as_deref().map(Act::Open),
            self.send.as_deref().map(Act::Send),
            self.expect.as_deref().map(Act::Expect),
            self.play.as_deref().map(Act::Play),
            self.close.as_deref().map(Act::Close),
            self.wait_ms.map(Act::Wait),
        ];
        let mut acts = acts.into_iter().flatten();
        let act = acts.next().filter(|_| acts.next().is_none())?;
        self.fits(act).then_some(act)
    }

    /// Returns whether all fields beside the action belong to it.
    fn fits(&self, act: Act<'_>) -> bool {
        let is_request = matches!(act, Act::Request(_));
        let is_send = matches!(act, Act::Send(_));
        let is_expect = matches!(act, Act::Expect(_));
        let of_request =
            [self.body.is_some(), self.content_type.is_some(), self.status.is_some(), self.answer.is_some()];
        let sent = [self.message.is_some(), self.text.is_some(), self.binary.is_some()];
        let sent = sent.into_iter().filter(|there| *there).count();
        (is_request || !of_request.contains(&true))
            && (matches!(act, Act::Open(_)) || self.path.is_none())
            && (is_send || (self.binary.is_none() && self.times.is_none()))
            && (is_expect || (self.closed.is_none() && !self.until))
            && match act {
                Act::Send(_) => sent == 1,
                Act::Expect(_) => {
                    sent <= 1 && self.text.is_none() && (self.message.is_some() != self.closed.is_some())
                }
                Act::Request(_) => self.message.is_none() && (self.text.is_none() || self.body.is_none()),
                Act::Open(_) | Act::Play(_) | Act::Close(_) | Act::Wait(_) => sent == 0,
            }
    }
}

impl ProtocolCase {
    /// Returns the steps that cannot be read, and what was expected of them.
    pub(crate) fn faults(&self) -> Vec<(usize, String)> {
        let expected = "one of \"request\" (with \"body\" or \"text\", \"status\", \"answer\"), \"open\" (with \"path\"), \"send\" (with \
                        \"message\", \"text\" or \"binary\"), \"expect\" (with \"message\" or \"closed\"), \"play\", \"close\", \"wait_ms\"";
        let unread = self.steps.iter().enumerate().filter(|(_, step)| step.act().is_none());
        unread.map(|(index, _)| (index, expected.to_owned())).collect()
    }
}
