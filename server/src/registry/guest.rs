//! Games by rulesets of guests, whose work is done beside the tasks that carry other players' moves, one input at a time, and bounded for each game.

use std::time::{Duration, Instant};

use session::host::{GameHost, Reaction};
use session::{Input, UnixMs};
use tokio::runtime::{Handle, RuntimeFlavor};

use crate::guest::GuestTurns;

/// Limit on one game by the ruleset of a guest.
#[derive(Debug)]
pub(super) struct GuestGame {
    /// Time that its inputs may still take.
    left: Duration,
}

impl GuestGame {
    /// A game whose inputs may take so long in all, from now on.
    pub(super) fn new(time: Duration) -> GuestGame {
        GuestGame { left: time }
    }

    /// Gives an input to the host when it is the game's turn. A game that has used up its time takes no more commands but resignations: it would also
    /// hold up the next start, which plays it again.
    pub(super) async fn receive(
        &mut self,
        turns: &GuestTurns,
        host: &mut GameHost,
        now: UnixMs,
        input: Input,
    ) -> Reaction {
        // Nothing closes the semaphore.
        let _turn = turns.inputs.acquire().await.ok();
        let begun = Instant::now();
        let reaction = beside_other_tasks(|| host.receive(now, input));
        self.left = self.left.saturating_sub(begun.elapsed());
        if self.left.is_zero() {
            host.set_seat_inputs(0);
        }
        reaction
    }
}

/// Does work that may take long; other tasks of this thread go on meanwhile, where there are other threads.
pub(super) fn beside_other_tasks<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => tokio::task::block_in_place(work),
        _ => work(),
    }
}
