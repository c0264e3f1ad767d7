//! The times at which SQLite's log is cut after removals on request. Moves wait meanwhile, so that it is not done for each.

use std::time::Duration;

use tokio::time::Instant;

/// Time between two cuts.
const PAUSE: Duration = Duration::from_secs(60);

/// The last cut, and whether another one is wanted.
#[derive(Debug, Default)]
pub(super) struct LogCuts {
    last: Option<Instant>,
    is_wanted: bool,
}

impl LogCuts {
    /// Notes a removal.
    pub(super) fn want(&mut self) {
        self.is_wanted = true;
    }

    /// Returns the time of the next cut, if one is wanted: the first is due at once.
    pub(super) fn due(&self, now: Instant) -> Option<Instant> {
        self.is_wanted.then(|| self.last.map_or(now, |last| last + PAUSE))
    }

    /// Returns whether the log is to be cut now, and notes that it is.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let is_due = self.due(now).is_some_and(|at| at <= now);
        if is_due {
            *self = LogCuts { last: Some(now), is_wanted: false };
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_removals_make_one_cut_a_minute() {
        let start = Instant::now();
        let after = |seconds: u64| start + Duration::from_secs(seconds);
        let mut cuts = LogCuts::default();
        assert_eq!((cuts.due(start), cuts.take(start)), (None, false), "nothing was removed");
        cuts.want();
        assert!(cuts.take(start) && !cuts.take(start));
        for second in 1..60 {
            cuts.want();
            assert_eq!((cuts.due(after(second)), cuts.take(after(second))), (Some(after(60)), false));
        }
        assert!(cuts.take(after(60)), "also if nothing more was asked");
        assert_eq!(cuts.due(after(200)), None);
    }
}
