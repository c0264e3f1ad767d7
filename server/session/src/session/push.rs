//! Push messages: a player who is away is told that a game waits for them. What they are told is made of their observation, like a frame.

use ggn_core::Side;

use super::Session;
use crate::clock::TimeControl;
use crate::domain::{GameStatus, PushEndpoint, PushSubscriptions, Refusal, SeatId, UnixMs};
use crate::output::{Output, PushMessage};
use crate::protocol::player::Action;
use crate::seat::player::Response;
use crate::view::{Frame, Viewer, observe};

/// Time in which a socket may be open although nobody reads it any more: a phone that sleeps is noticed that late.
const UNREAD_MS: u64 = 120_000;

/// Time after which a player who left so soon after the beginning of a turn is told of it: who only loads the page again comes back earlier.
const AWAY_MS: u64 = 60_000;

/// Longest time between a reminder and the fall of the flag; a turn of a day has a quarter of it.
const REMINDER_MS_MAX: u64 = 12 * 3_600_000;

/// Push subscriptions of one seat, and its turn.
#[derive(Debug, Default)]
pub(super) struct SeatPushes {
    subscriptions: PushSubscriptions,
    /// Set while there are subscriptions and the game waits for the player.
    turn: Option<WaitingTurn>,
}

/// A turn for which a player is waited for.
#[derive(Clone, Copy, Debug)]
struct WaitingTurn {
    since: UnixMs,
    /// Time after which nobody needs to be told any more: the fall of the flag, by what the player knew when the turn began.
    until: Option<UnixMs>,
    /// Time at which the player is told, if still away then.
    call_at: Option<UnixMs>,
    /// True if nobody is told any more, but for the reminder: the player was told, or has seen the turn.
    is_known: bool,
    /// Time at which the player is reminded, if away then.
    reminder_at: Option<UnixMs>,
}

impl WaitingTurn {
    /// Begins a turn. A player who is away is told at once.
    fn begin(now: UnixMs, is_here: bool, until: Option<UnixMs>, reminder_at: Option<UnixMs>) -> WaitingTurn {
        WaitingTurn { since: now, until, call_at: (!is_here).then_some(now), is_known: false, reminder_at }
    }

    /// Returns whether the player has to be told now.
    fn is_due(&mut self, now: UnixMs, is_here: bool) -> bool {
        let is_reminded = self.reminder_at.take_if(|at| *at <= now).is_some();
        if is_here {
            // Who comes back sees the turn.
            self.is_known |= self.call_at.take().is_some();
            return false;
        }
        if !self.is_known && self.call_at.is_none() {
            self.is_known = now > self.since.plus(UNREAD_MS);
            self.call_at = (!self.is_known).then(|| now.plus(AWAY_MS));
        }
        let is_called = self.call_at.take_if(|at| *at <= now).is_some();
        self.is_known |= is_called;
        is_called || is_reminded
    }
}

impl SeatPushes {
    /// Removes the subscription with that endpoint, if there is one.
    pub(super) fn remove(&mut self, endpoint: &PushEndpoint) {
        self.subscriptions.remove(endpoint);
    }
}

impl Session {
    /// Adds or removes a push subscription; `None` for any other action. A game that is over takes no new one.
    pub(super) fn change_subscriptions(&mut self, side: Side, action: &Action) -> Option<Response> {
        let pushes = &mut self.pushes[side];
        match action {
            Action::Subscribe { .. } if self.game.status == GameStatus::Finished => {
                return Some(Refusal::GameOver.into());
            }
            Action::Subscribe { subscription } => pushes.subscriptions.add(subscription.clone()),
            Action::Unsubscribe { endpoint } => pushes.remove(endpoint),
            _ => return None,
        }
        Some(Response::Update)
    }

    /// Adds the push messages that are due.
    pub(super) fn push_turns(&mut self, out: &mut Vec<Output>) {
        // The machine offers a rematch after each game, and waits for nobody.
        let is_done = self.game.status == GameStatus::Finished && self.machine.is_some();
        for side in Side::BOTH {
            if is_done {
                self.pushes[side].subscriptions = PushSubscriptions::default();
            }
            if self.pushes[side].subscriptions.as_slice().is_empty() {
                self.pushes[side].turn = None;
                continue;
            }
            let notice = Frame::your_turn(&observe(&self.game, Viewer::Seat(side)));
            #[cfg(feature = "testing")]
            let notice = self.seeded_leak.inject_into_push(&self.game, side, notice);
            self.push(side, notice, out);
        }
    }

    fn push(&mut self, side: Side, notice: Option<Frame>, out: &mut Vec<Output>) {
        let (now, is_here) = (self.now, self.game.attendance.is_here(side));
        let (until, reminder_at) = self.turn_times(side, now);
        let pushes = &mut self.pushes[side];
        let Some(frame) = notice else {
            pushes.turn = None;
            return;
        };
        let turn = pushes.turn.get_or_insert_with(|| WaitingTurn::begin(now, is_here, until, reminder_at));
        if !turn.is_due(now, is_here) {
            return;
        }
        let (seat, until) = (SeatId(side.into()), turn.until);
        out.extend(pushes.subscriptions.as_slice().iter().map(|subscription| {
            let (subscription, frame) = (subscription.clone(), frame.clone());
            Output::Push(Box::new(PushMessage { seat, subscription, frame, until }))
        }));
    }

    /// Returns the time at which a push message may be due; [`Session::next_timeout`] is no later.
    #[must_use]
    pub fn next_push(&self) -> Option<UnixMs> {
        let turns = Side::BOTH.into_iter().filter_map(|side| self.pushes[side].turn);
        turns.flat_map(|turn| [turn.call_at, turn.reminder_at]).flatten().min()
    }

    /// Moves the times of a turn, after the fall of the flag has moved. A reminder that was sent is not sent again.
    pub(super) fn renew_turn(&mut self, side: Side) {
        let Some(since) = self.pushes[side].turn.map(|turn| turn.since) else { return };
        let (until, reminder_at) = self.turn_times(side, since);
        let Some(turn) = &mut self.pushes[side].turn else { return };
        turn.until = until;
        if let Some(at) = &mut turn.reminder_at {
            *at = reminder_at.unwrap_or(*at);
        }
    }

    /// Returns the times at which the flag of a side falls and at which its player is reminded before, where a turn takes days, if the turn began at
    /// `since`. Both are the same whether the other side moved or attacked: in a duel no time runs, and a push service would tell one from the other.
    fn turn_times(&self, side: Side, since: UnixMs) -> (Option<UnixMs>, Option<UnixMs>) {
        let until = self.game.clock.as_ref().and_then(|clock| clock.flag_at_of(side, since));
        let before = self
            .request
            .clock
            .and_then(TimeControl::turn_days)
            .map(|days| (days.ms() / 4).min(REMINDER_MS_MAX));
        (until, until.zip(before).map(|(until, before)| UnixMs(until.0.saturating_sub(before))))
    }
}
