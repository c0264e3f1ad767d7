//! State that a seat of a room has been sent: the whole state once, then the delta of each move.
//!
//! Deltas are kept while the player is away, and sent when the player returns.

use std::collections::VecDeque;

use subtle::Choice;

use crate::domain::limits::DELTAS_KEPT;
use crate::domain::{RoomCode, RoomToken, UnixMs};
use crate::game::AnnouncementLog;
use crate::protocol::rooms::RoomStamp;
use crate::protocol::rooms::{Claim, Delta, Refusal};
use crate::view::Facts;
use crate::view::{Frame, Observation};

/// State that a seat of the room protocol has been sent.
#[derive(Debug)]
pub(crate) struct SentState {
    code: RoomCode,
    token: RoomToken,
    /// Number of the latest frame.
    seq: u64,
    /// Highest number that the player has acknowledged.
    acked: Option<u64>,
    /// Facts known to the player, once the game has begun.
    known: Option<Facts>,
    /// Number of moves in them.
    ply: u32,
    is_over: bool,
    /// Number of announcements sent or kept.
    announcements: u64,
    /// Moves that the player saw.
    moves: Vec<String>,
    /// Deltas that the player may have missed, the oldest first.
    deltas: VecDeque<UnconfirmedDelta>,
}

/// A delta that the player may not have.
#[derive(Debug)]
struct UnconfirmedDelta {
    delta: Delta,
    /// Number under which it was last sent.
    sent: Option<u64>,
}

impl SentState {
    /// Creates the state of a seat with its token; nothing has been sent.
    pub(crate) fn new(code: RoomCode, token: RoomToken) -> SentState {
        SentState {
            code,
            token,
            seq: 0,
            acked: None,
            known: None,
            ply: 0,
            is_over: false,
            announcements: 0,
            moves: Vec::new(),
            deltas: VecDeque::new(),
        }
    }

    /// Returns the code of the room.
    pub(crate) fn code(&self) -> RoomCode {
        self.code
    }

    /// Returns whether the claim holds the seat.
    pub(crate) fn is_held_by(&self, claim: &Claim) -> Choice {
        claim.is(&self.token)
    }

    /// Returns whether a player can have received all frames up to that number.
    pub(crate) fn can_have(&self, ack: Option<u64>) -> bool {
        ack.is_none_or(|ack| ack <= self.seq)
    }

    /// Records that the player has received all frames up to that number.
    // Requirement rooms-4.
    pub(crate) fn acknowledge(&mut self, ack: Option<u64>) {
        self.acked = self.acked.max(ack.filter(|ack| *ack <= self.seq));
        if let Some(acked) = self.acked {
            self.deltas.retain(|kept| kept.sent.is_none_or(|sent| sent > acked));
        }
    }

    /// Returns the answer to a player who enters by a socket that has been sent `sent` messages before.
    // Requirement rooms-64.
    pub(crate) fn enter(
        &mut self,
        seen: &Observation,
        announced: &AnnouncementLog,
        is_new: bool,
        sent: u64,
        ts: UnixMs,
    ) -> Vec<Frame> {
        self.seq = self.seq.max(sent);
        if !seen.has_begun() {
            let stamp = self.stamp(ts);
            return Frame::room_created(seen, self.code, &self.token, stamp).into_iter().collect();
        }
        if is_new {
            let stamp = self.stamp(ts);
            return Frame::room_joined(seen, self.code, &self.token, stamp).into_iter().collect();
        }
        let mut frames: Vec<Frame> = self.state(seen, announced, ts).into_iter().collect();
        let acked = self.acked;
        for at in 0..self.deltas.len() {
            let stamp = self.stamp(ts);
            let Some(kept) = self.deltas.get_mut(at) else { break };
            // A player who never acknowledged anything is assumed to have received everything that was sent.
            if acked.is_some() || kept.sent.is_none() {
                frames.push(Frame::room_delta(&kept.delta, stamp));
                kept.sent = Some(stamp.seq);
            } else {
                self.seq -= 1;
            }
        }
        frames
    }

    /// Returns the frames that the player is due, if connected: the visible changes of a move, and the end of the game.
    // Requirement rooms-24.
    pub(crate) fn changes(
        &mut self,
        seen: &Observation,
        announced: &AnnouncementLog,
        is_here: bool,
        ts: UnixMs,
    ) -> Vec<Frame> {
        let Some(facts) = seen.facts().filter(|_| seen.has_begun()) else { return Vec::new() };
        let mut frames = Vec::new();
        match &self.known {
            None if is_here => frames.extend(self.state(seen, announced, ts)),
            Some(known) if seen.ply() > self.ply => {
                self.moves.extend(seen.latest_in_history().cloned());
                let delta = seen.delta_since(known, announced.since(self.announcements));
                frames.extend(delta.and_then(|delta| self.keep(delta, is_here, ts)));
            }
            None | Some(_) => {}
        }
        self.announcements = announced.total();
        self.known = Some(facts.clone());
        self.ply = seen.ply();
        if !self.is_over && seen.game_over().is_some() {
            self.is_over = true;
            if is_here {
                let stamp = self.stamp(ts);
                frames.extend(Frame::room_end(seen, stamp));
            }
        }
        frames
    }

    fn state(&mut self, seen: &Observation, announced: &AnnouncementLog, ts: UnixMs) -> Option<Frame> {
        let stamp = self.stamp(ts);
        Frame::room_state(seen, announced.since(0), &self.moves, stamp)
    }

    /// Keeps a delta for a player who may miss it, and returns its frame if the player is connected.
    fn keep(&mut self, delta: Delta, is_here: bool, ts: UnixMs) -> Option<Frame> {
        let stamp = is_here.then(|| self.stamp(ts));
        let frame = stamp.map(|stamp| Frame::room_delta(&delta, stamp));
        if self.deltas.len() >= DELTAS_KEPT {
            self.deltas.pop_front();
        }
        self.deltas.push_back(UnconfirmedDelta { delta, sent: stamp.map(|stamp| stamp.seq) });
        frame
    }

    /// Returns the answer to a message without effect.
    pub(crate) fn refuse(&mut self, refusal: &Refusal, ts: UnixMs) -> Frame {
        Frame::room_error(refusal, self.stamp(ts))
    }

    /// Returns the answer to a heartbeat.
    pub(crate) fn answer_heartbeat(&mut self, ts: UnixMs) -> Frame {
        Frame::room_heartbeat(self.stamp(ts))
    }

    // Requirement rooms-3.
    fn stamp(&mut self, ts: UnixMs) -> RoomStamp {
        self.seq += 1;
        RoomStamp { seq: self.seq, ts }
    }
}
