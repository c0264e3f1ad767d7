//! What a seat of a room has been sent: the whole state once, then what each move changed.
//!
//! It is noted while the player is away as well, and told when the player comes back.

use std::collections::VecDeque;

use subtle::Choice;

use crate::game::Log;
use crate::ids::{RoomCode, RoomToken, UnixMs};
use crate::limits::DELTAS_KEPT;
use crate::protocol::rooms::{Claim, Delta, Facts, Refusal};
use crate::view::{Frame, Observation, RoomStamp};

/// A seat whose player speaks the room protocol.
#[derive(Debug)]
pub(crate) struct Told {
    code: RoomCode,
    token: RoomToken,
    /// The number of the latest frame.
    seq: u64,
    /// The greatest number that the player has acknowledged.
    acked: Option<u64>,
    /// What the player knows, once the game is on.
    known: Option<Facts>,
    /// How many moves that takes in.
    ply: u32,
    is_over: bool,
    /// How many announcements have been told or noted.
    heard: u64,
    /// The moves that the player saw.
    moves: Vec<String>,
    /// What the player may have missed, the oldest first.
    deltas: VecDeque<Kept>,
}

/// A delta that the player may not have.
#[derive(Debug)]
struct Kept {
    delta: Delta,
    /// The number under which it was sent the last time.
    sent: Option<u64>,
}

impl Told {
    /// Nothing yet, at a seat that is held by a token.
    pub(crate) fn new(code: RoomCode, token: RoomToken) -> Told {
        Told {
            code,
            token,
            seq: 0,
            acked: None,
            known: None,
            ply: 0,
            is_over: false,
            heard: 0,
            moves: Vec::new(),
            deltas: VecDeque::new(),
        }
    }

    /// The code of the room.
    pub(crate) fn code(&self) -> RoomCode {
        self.code
    }

    /// Whether what is shown holds the seat.
    pub(crate) fn is_held_by(&self, claim: &Claim) -> Choice {
        claim.is(&self.token)
    }

    /// Whether a player can have all frames up to that number.
    pub(crate) fn can_have(&self, ack: Option<u64>) -> bool {
        ack.is_none_or(|ack| ack <= self.seq)
    }

    /// The player has all frames up to that number.
    pub(crate) fn acknowledge(&mut self, ack: Option<u64>) {
        self.acked = self.acked.max(ack.filter(|ack| *ack <= self.seq));
        if let Some(acked) = self.acked {
            self.deltas.retain(|kept| kept.sent.is_none_or(|sent| sent > acked));
        }
    }

    /// The player has come, by a socket that was sent so many messages before: the answer to that.
    pub(crate) fn enter(
        &mut self,
        seen: &Observation,
        heard: &Log,
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
        let mut frames: Vec<Frame> = self.state(seen, heard, ts).into_iter().collect();
        let acked = self.acked;
        for at in 0..self.deltas.len() {
            let stamp = self.stamp(ts);
            let Some(kept) = self.deltas.get_mut(at) else { break };
            // Who never acknowledged anything is taken to have what was sent before.
            if acked.is_some() || kept.sent.is_none() {
                frames.push(Frame::room_delta(&kept.delta, stamp));
                kept.sent = Some(stamp.seq);
            } else {
                self.seq -= 1;
            }
        }
        frames
    }

    /// What the player has to be sent now, if there: what a move changed of what this player may know, and the end of the game.
    pub(crate) fn tell(&mut self, seen: &Observation, heard: &Log, is_here: bool, ts: UnixMs) -> Vec<Frame> {
        let Some(facts) = seen.facts().filter(|_| seen.has_begun()) else { return Vec::new() };
        let mut frames = Vec::new();
        match &self.known {
            None if is_here => frames.extend(self.state(seen, heard, ts)),
            Some(known) if seen.ply() > self.ply => {
                self.moves.extend(seen.latest_in_history().cloned());
                let delta = seen.delta_since(known, heard.since(self.heard));
                frames.extend(delta.and_then(|delta| self.keep(delta, is_here, ts)));
            }
            None | Some(_) => {}
        }
        self.heard = heard.total();
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

    fn state(&mut self, seen: &Observation, heard: &Log, ts: UnixMs) -> Option<Frame> {
        let stamp = self.stamp(ts);
        Frame::room_state(seen, heard.since(0), &self.moves, stamp)
    }

    /// Keeps a delta for when the player has missed it, and gives its frame to a player who is there.
    fn keep(&mut self, delta: Delta, is_here: bool, ts: UnixMs) -> Option<Frame> {
        let stamp = is_here.then(|| self.stamp(ts));
        let frame = stamp.map(|stamp| Frame::room_delta(&delta, stamp));
        if self.deltas.len() >= DELTAS_KEPT {
            self.deltas.pop_front();
        }
        self.deltas.push_back(Kept { delta, sent: stamp.map(|stamp| stamp.seq) });
        frame
    }

    /// The answer to a message that had no effect.
    pub(crate) fn refuse(&mut self, refusal: &Refusal, ts: UnixMs) -> Frame {
        Frame::room_error(refusal, self.stamp(ts))
    }

    /// The answer to a sign of life.
    pub(crate) fn answer_heartbeat(&mut self, ts: UnixMs) -> Frame {
        Frame::room_heartbeat(self.stamp(ts))
    }

    fn stamp(&mut self, ts: UnixMs) -> RoomStamp {
        self.seq += 1;
        RoomStamp { seq: self.seq, ts }
    }
}
