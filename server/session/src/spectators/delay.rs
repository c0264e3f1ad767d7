//! The queue that delays everything about the game: first in, first out, and never early.

use std::collections::VecDeque;

use crate::domain::UnixMs;

/// An item that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Delayed<T> {
    /// Time at which it happened.
    pub(crate) at: UnixMs,
    /// Time from which on it may be sent.
    due: UnixMs,
    /// The item.
    pub(crate) item: T,
}

/// Waiting items, in the order in which they happened.
// Requirement gambit-111.
#[derive(Clone, Debug)]
pub(crate) struct DelayQueue<T> {
    delay_ms: u64,
    held: VecDeque<Delayed<T>>,
}

impl<T> DelayQueue<T> {
    /// Creates a queue with a delay in milliseconds.
    pub(crate) fn new(delay_ms: u64) -> DelayQueue<T> {
        DelayQueue { delay_ms, held: VecDeque::new() }
    }

    /// Adds an item that happened at `at`. It becomes due after everything that was added before.
    pub(crate) fn push(&mut self, at: UnixMs, item: T) {
        let own = at.plus(self.delay_ms);
        let due = self.held.back().map_or(own, |before| before.due.max(own));
        self.held.push_back(Delayed { at, due, item });
    }

    /// Drops the newest matching item, for a newer one that includes it.
    pub(crate) fn drop_newest(&mut self, is_match: impl Fn(&T) -> bool) {
        if let Some(place) = self.held.iter().rposition(|held| is_match(&held.item)) {
            self.held.remove(place);
        }
    }

    /// Returns the number of matching items.
    pub(crate) fn count(&self, is_match: impl Fn(&T) -> bool) -> usize {
        self.held.iter().filter(|held| is_match(&held.item)).count()
    }

    /// Removes and returns the first item if it is due.
    pub(crate) fn pop(&mut self, now: UnixMs) -> Option<Delayed<T>> {
        if self.next_due()? > now {
            return None;
        }
        self.held.pop_front()
    }

    /// Returns the time at which the first item is due.
    pub(crate) fn next_due(&self) -> Option<UnixMs> {
        self.held.front().map(|held| held.due)
    }

    /// Returns the time at which the last item is due.
    pub(crate) fn last_due(&self) -> Option<UnixMs> {
        self.held.back().map(|held| held.due)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_item_is_early_and_all_are_in_order(
            delay in 0_u64..100,
            steps in proptest::collection::vec((0_u64..60, any::<bool>(), 0_usize..8), 1..60),
        ) {
            let mut queue = DelayQueue::new(delay);
            let (mut now, mut popped) = (UnixMs(1_000), Vec::new());
            for (number, (rest, is_pushed, most)) in steps.into_iter().enumerate() {
                now = now.plus(rest);
                if is_pushed {
                    // A bounded queue: at the limit, a newer item replaces the newest.
                    if queue.count(|_| true) > most {
                        queue.drop_newest(|_| true);
                    }
                    queue.push(now, number);
                }
                while let Some(held) = queue.pop(now) {
                    prop_assert!(held.at.plus(delay) <= now);
                    popped.push(held.item);
                }
                prop_assert!(queue.next_due().is_none_or(|due| due > now));
                prop_assert!(queue.next_due() <= queue.last_due());
            }
            prop_assert!(popped.is_sorted());
        }
    }

    #[test]
    fn items_are_returned_when_they_are_due() {
        let mut queue = DelayQueue::new(10);
        queue.push(UnixMs(5), 'a');
        queue.push(UnixMs(7), 'b');
        assert_eq!((queue.next_due(), queue.last_due()), (Some(UnixMs(15)), Some(UnixMs(17))));
        assert_eq!(queue.pop(UnixMs(14)), None);
        assert_eq!(queue.pop(UnixMs(15)).map(|held| (held.item, held.at)), Some(('a', UnixMs(5))));
        queue.drop_newest(|item| *item == 'b');
        assert_eq!(queue.next_due(), None);
    }
}
