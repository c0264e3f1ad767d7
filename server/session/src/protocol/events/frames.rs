//! Frames of the events: the state of a game as one viewer may know it, and what happened between two observations.

use serde::Serialize;

use super::client::Ping;
use super::server::{
    Check, DuelInitiated, DuelOutcome, Gone, MoveRefused, MoveResult, Over, Player, Pong, Reconnected,
    RetreatOptions, ServerEvent,
};
use super::state::{GamePiece, GamePlayer, GameState};
use super::words::OverDetail;
use crate::domain::{Color, CommandId, CommitOutcome, GameId, GameStatus, IllegalReason, MemberId, UnixMs};
use crate::protocol::player::{ErrorCode, Stamp};
use crate::view::{Bids, Frame, LogPosition, Observation, Person, WireMessage};

impl WireMessage for ServerEvent {}

/// White and black.
const COLORS: [Color; 2] = [Color::W, Color::B];

/// Returns a word of the wire as text.
fn word_of(word: &impl Serialize) -> String {
    let value = serde_json::to_value(word).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// Callback that receives an event as a function of its number.
type Say<'s> = dyn FnMut(&dyn Fn(u64) -> ServerEvent) + 's;

impl Frame {
    /// Makes the state of a game, with moves and announcements after `known`. `None` for a viewer without events.
    pub(crate) fn game_state(seen: &Observation, known: LogPosition, stamp: Stamp) -> Option<Frame> {
        let log = seen.event_log.as_ref()?;
        let table = &seen.table;
        let bids = table.bids.as_deref();
        let first_ply = known.first_ply(log.reached);
        let new = usize::try_from(log.reached.announcements.saturating_sub(known.announcements))
            .unwrap_or(usize::MAX);
        let old = log.announcements.len().saturating_sub(new);
        let pieces = table.board.pieces.iter().map(|(position, piece)| GamePiece {
            kind: piece.kind,
            color: piece.color,
            position: *position,
            has_moved: log.moved.binary_search(position).is_ok(),
            qpi: piece.qpi,
            neutral: piece.neutral,
            covered: piece.covered,
            points: piece.points,
        });
        let clock = table.clock;
        Some(Frame::of(&ServerEvent::GameState(Box::new(GameState {
            game_id: seen.game_id,
            you: seen.you,
            phase: seen.phase(),
            turn: table.board.to_move,
            pieces: pieces.collect(),
            hands: table.board.hands.clone(),
            move_number: log.move_number,
            in_check: table.board.in_check,
            bp: bids.map(|bids| bids.pools),
            duel: bids.and_then(|bids| bids.duel.clone()),
            retreat: bids.and_then(|bids| bids.retreat.clone()),
            fought: bids.and_then(|bids| bids.latest.filter(|_| bids.is_open)),
            new_moves: log.moves.iter().filter(|made| made.ply > first_ply).cloned().collect(),
            game_status: table.status,
            end_reason: table.end_reason,
            winner: table.winner,
            white_time_remaining: clock.map(|clock| clock.left_ms.w),
            black_time_remaining: clock.map(|clock| clock.left_ms.b),
            active_timer: clock.and_then(|clock| clock.running.filter(|_| clock.since.is_some())),
            clock,
            players: seen.players(),
            spectators: seen.people.spectators.to_vec(),
            mode: seen.mode,
            gambit: seen.gambit.as_deref().map(str::to_owned),
            ruleset: seen.ruleset.to_string(),
            overlays: seen.overlays.to_vec(),
            commitment: seen.commitment.clone(),
            chat: seen.people.chat,
            highlighting_enabled: seen.highlighting_enabled,
            moves_left: table.board.moves_left,
            touched_piece: table.touched,
            touched_drop: table.touched_drop,
            draw_offer: table.draw_offer,
            tally: table.tally.clone(),
            new_announcements: log.announcements.iter().skip(old).cloned().collect(),
            ply: table.ply,
            record: table.record.as_deref().cloned(),
            rematch: seen.rematch.clone(),
            shared_marks: seen.shared_marks(),
            sequence: stamp.seq,
            timestamp: stamp.at,
            ack: stamp.ack,
        }))))
    }

    /// Makes the result of a `move.request`, for a viewer with the observation `now` after it.
    // Requirement gambit-119.
    pub(crate) fn move_result(
        now: &Observation,
        moved: Result<CommitOutcome, (ErrorCode, &'static str)>,
        reason: Option<IllegalReason>,
        ack: Option<CommandId>,
    ) -> Frame {
        let table = &now.table;
        let has_passed = Some(table.board.to_move) != now.color();
        let (success, capture_attempted) = match &moved {
            Ok(CommitOutcome::Made { captures }) => (true, Some(*captures)),
            Ok(CommitOutcome::Contested) => (true, Some(true)),
            Ok(CommitOutcome::Touched | CommitOutcome::Refused(_) | CommitOutcome::RefusedSilently)
            | Err(_) => (false, None),
        };
        let is_made = matches!(moved, Ok(CommitOutcome::Made { .. }));
        let error = match moved {
            Ok(
                CommitOutcome::Made { .. }
                | CommitOutcome::Contested
                | CommitOutcome::Touched
                | CommitOutcome::RefusedSilently,
            ) => None,
            Ok(CommitOutcome::Refused(word)) => {
                let message = reason.map_or("the moderator refuses the move", IllegalReason::message);
                Some((word_of(&word), message))
            }
            Err((code, message)) => Some((word_of(&code), message)),
        };
        Frame::of(&ServerEvent::MoveResult(MoveResult {
            success,
            error: error.map(|(code, message)| MoveRefused { code, message: message.to_owned(), reason }),
            check_detected: table.board.in_check.filter(|_| is_made && has_passed),
            capture_attempted,
            ack,
        }))
    }

    /// Makes the frames that a viewer with events is due after `before`, or at the start: the events, and the state if it has anything new. The first
    /// frame has the number after `last_seq`; the time is `at`.
    #[must_use]
    pub fn since(before: Option<&Observation>, now: &Observation, last_seq: u64, at: UnixMs) -> Vec<Frame> {
        let mut frames = before.map(|before| Frame::events(before, now, last_seq)).unwrap_or_default();
        let stamp = Stamp { seq: last_seq + frames.len() as u64 + 1, ack: None, at };
        let reached = before.map(Observation::log_position).unwrap_or_default();
        let is_news = before.is_none_or(|before| now.is_news_after(before));
        frames.extend(Frame::game_state(now, reached, stamp).filter(|_| is_news));
        frames
    }

    /// Makes the events since `before` in order; the first has the number after `last_seq`.
    pub(crate) fn events(before: &Observation, now: &Observation, last_seq: u64) -> Vec<Frame> {
        now.events_since(before, last_seq).iter().map(Frame::of).collect()
    }
}

impl Observation {
    fn players(&self) -> Vec<GamePlayer> {
        let taken = COLORS.into_iter().zip(&self.people.players).zip(&self.table.names);
        let taken = taken.filter(|((_, person), _)| person.is_taken);
        let player = |((color, person), name): ((Color, &Person), &Option<_>)| GamePlayer {
            id: MemberId::Player(color),
            name: name.clone(),
            color,
            connected: person.presence.connected,
            grace_until: person.presence.grace_until,
        };
        taken.map(player).collect()
    }

    /// Returns the events since `before`; the first has the number after `last_seq`.
    fn events_since(&self, before: &Observation, last_seq: u64) -> Vec<ServerEvent> {
        let game_id = self.game_id;
        let mut numbers = last_seq + 1..;
        let mut events = Vec::new();
        let mut say = |event: &dyn Fn(u64) -> ServerEvent| events.extend(numbers.next().map(event));
        for color in COLORS.into_iter().filter(|color| Some(*color) != self.color()) {
            self.comes_or_goes(color, before, &mut say);
        }
        if let (Some(now), Some(then)) = (&self.table.bids, &before.table.bids) {
            now.events_since(then, game_id, &mut say);
        }
        if self.table.ply > before.table.ply && self.table.board.in_check == Some(true) {
            let (color, king_position) = (self.table.board.to_move, self.checked_king());
            say(&|sequence| ServerEvent::Check(Check { game_id, king_position, color, sequence }));
        }
        if self.table.status == GameStatus::Finished && before.table.status != GameStatus::Finished {
            let result = self.table.winner.into();
            let reason = self.table.end_reason.map(Into::into);
            let has_failed = self.table.bids.as_ref().is_some_and(|bids| bids.has_failed_defence);
            let detail = has_failed.then_some(OverDetail::FailedDefence);
            say(&|sequence| ServerEvent::Over(Over { game_id, result, reason, detail, sequence }));
        }
        events
    }

    // Requirements gambit-57, gambit-118.
    fn comes_or_goes(&self, color: Color, before: &Observation, say: &mut Say<'_>) {
        let (game_id, player_id) = (self.game_id, MemberId::Player(color));
        let (now, then) = (self.person(color), before.person(color));
        let (is_here, was_here) = (now.presence.connected, then.presence.connected);
        if is_here && !was_here && then.has_connected {
            let back = |sequence| Reconnected { game_id, player_id, sequence };
            say(&|sequence| ServerEvent::PlayerReconnected(back(sequence)));
        } else if is_here && !was_here {
            let name = self.name(color);
            let joined = |sequence| Player { game_id, id: player_id, name: name.cloned(), color, sequence };
            say(&|sequence| ServerEvent::PlayerJoined(joined(sequence)));
        } else if !is_here && now.has_connected && now.presence != then.presence {
            let grace_until = now.presence.grace_until;
            // The end of the game clears the grace period of an absent player. It has an event of its own.
            if was_here || grace_until.is_some() {
                let gone = |sequence| Gone { game_id, player_id, grace_until, sequence };
                say(&|sequence| ServerEvent::PlayerLeft(gone(sequence)));
            }
        }
    }
}

impl Bids {
    /// Reports the events of duels since `before`.
    fn events_since(&self, before: &Bids, game_id: GameId, say: &mut Say<'_>) {
        let is_fought = self.fought > before.fought;
        if let Some(fought) = self.latest.filter(|_| is_fought) {
            say(&|sequence| ServerEvent::DuelOutcome(DuelOutcome { game_id, fought, sequence }));
        }
        if let Some(retreat) = self.retreat.as_ref().filter(|_| is_fought) {
            let options = |sequence| RetreatOptions { game_id, retreat: retreat.clone(), sequence };
            say(&|sequence| ServerEvent::RetreatOptions(options(sequence)));
        }
        if let Some(duel) = self.duel.as_ref().filter(|_| is_fought || before.duel.is_none()) {
            let contest = duel.contest;
            say(&|sequence| ServerEvent::DuelInitiated(DuelInitiated { game_id, contest, sequence }));
        }
    }
}

/// Makes the answer to a ping, with its timestamp and the server's time.
// Requirement gambit-120.
#[must_use]
pub fn pong_frame(ping: Ping, now: UnixMs) -> Frame {
    Frame::of(&ServerEvent::Pong(Pong { timestamp: ping.timestamp, server_time: now }))
}
