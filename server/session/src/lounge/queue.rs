//! What spectators are told later than it happened: first in, first out, and nothing of it before its time.

use std::collections::VecDeque;

use crate::ids::UnixMs;

/// Something that waits until it may be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held<T> {
    /// When it happened.
    pub(crate) at: UnixMs,
    /// From when on it may be told.
    due: UnixMs,
    /// What it is.
    pub(crate) what: T,
}

/// What waits, in the order in which it happened.
#[derive(Clone, Debug)]
pub(crate) struct Queue<T> {
    delay_ms: u64,
    held: VecDeque<Held<T>>,
}

impl<T> Queue<T> {
    /// A queue in which everything waits for so long.
    pub(crate) fn new(delay_ms: u64) -> Queue<T> {
        Queue { delay_ms, held: VecDeque::new() }
    }

    /// Takes in what happened at a time. It is told after everything that was taken in before.
    pub(crate) fn push(&mut self, at: UnixMs, what: T) {
        let own = at.plus(self.delay_ms);
        let due = self.held.back().map_or(own, |before| before.due.max(own));
        self.held.push_back(Held { at, due, what });
    }

    /// Gives up the newest of those that are meant, so that something newer can tell it as well, in its own time.
    pub(crate) fn give_up_newest(&mut self, is_meant: impl Fn(&T) -> bool) {
        if let Some(place) = self.held.iter().rposition(|held| is_meant(&held.what)) {
            self.held.remove(place);
        }
    }

    /// How many of those that are meant wait.
    pub(crate) fn count(&self, is_meant: impl Fn(&T) -> bool) -> usize {
        self.held.iter().filter(|held| is_meant(&held.what)).count()
    }

    /// The first of those whose time has come.
    pub(crate) fn pop(&mut self, now: UnixMs) -> Option<Held<T>> {
        if self.next_due()? > now {
            return None;
        }
        self.held.pop_front()
    }

    /// When the first of them may be told.
    pub(crate) fn next_due(&self) -> Option<UnixMs> {
        self.held.front().map(|held| held.due)
    }

    /// When nothing waits any more, if nothing is taken in meanwhile.
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
        fn nothing_is_told_early_and_everything_in_order(
            delay in 0_u64..100,
            steps in proptest::collection::vec((0_u64..60, any::<bool>(), 0_usize..8), 1..60),
        ) {
            let mut queue = Queue::new(delay);
            let (mut now, mut told) = (UnixMs(1_000), Vec::new());
            for (number, (rest, is_pushed, most)) in steps.into_iter().enumerate() {
                now = now.plus(rest);
                if is_pushed {
                    // As whoever keeps a bound does it: something newer takes the place of the newest.
                    if queue.count(|_| true) > most {
                        queue.give_up_newest(|_| true);
                    }
                    queue.push(now, number);
                }
                while let Some(held) = queue.pop(now) {
                    prop_assert!(held.at.plus(delay) <= now);
                    told.push(held.what);
                }
                prop_assert!(queue.next_due().is_none_or(|due| due > now));
                prop_assert!(queue.next_due() <= queue.last_due());
            }
            prop_assert!(told.is_sorted());
        }
    }

    #[test]
    fn what_waits_is_told_when_its_time_has_come() {
        let mut queue = Queue::new(10);
        queue.push(UnixMs(5), 'a');
        queue.push(UnixMs(7), 'b');
        assert_eq!((queue.next_due(), queue.last_due()), (Some(UnixMs(15)), Some(UnixMs(17))));
        assert_eq!(queue.pop(UnixMs(14)), None);
        assert_eq!(queue.pop(UnixMs(15)).map(|held| (held.what, held.at)), Some(('a', UnixMs(5))));
        queue.give_up_newest(|what| *what == 'b');
        assert_eq!(queue.next_due(), None);
    }
}
