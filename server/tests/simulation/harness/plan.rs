//! What a seed decides before anything happens: how many play, under which bounds, and what goes wrong how often.

use std::time::Duration;

use tabula::limits::{Limits, Span};

use super::chance::Chance;

/// Kinds of trouble, each of which can be left out to see whether a failure needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Connections break, freeze, or lose one end.
    Network,
    /// The journal refuses, or stores and does not say so.
    Journal,
    /// The process is killed and started again.
    Crash,
    /// The server is stopped and started again.
    Restart,
    /// The wall clock is set.
    Clock,
    /// Players send nonsense, repeat themselves, keep silent, or come twice.
    Manners,
    /// Strangers come by.
    Strangers,
}

impl Trouble {
    pub(crate) const ALL: [Trouble; 7] = [
        Trouble::Network,
        Trouble::Journal,
        Trouble::Crash,
        Trouble::Restart,
        Trouble::Clock,
        Trouble::Manners,
        Trouble::Strangers,
    ];
}

/// The plan of one simulation.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    pub(crate) tables: u64,
    /// How long things go wrong.
    pub(crate) storm: Duration,
    pub(crate) limits: Limits,
    /// Longest time that a chunk is under way, in milliseconds.
    pub(crate) delay_ms: u64,
    /// Longest time that a player thinks.
    pub(crate) think_ms: u64,
    /// Bytes that may be under way in one direction of a connection.
    pub(crate) window: usize,
    pub(crate) troubles: Vec<Trouble>,
    /// Refusals of the journal in a thousand.
    pub(crate) journal_permille: u64,
    /// Between two blows of the storm, in milliseconds at most.
    pub(crate) blow_ms: u64,
}

impl Plan {
    /// What follows from a seed.
    pub(crate) fn of(seed: u64) -> Plan {
        let mut chance = Chance::of(seed, "plan");
        let span = |seconds| Some(Span(Duration::from_secs(seconds)));
        let limits = Limits {
            grace: *chance.one(&[None, span(20), span(90)]),
            finished_lifetime: *chance.one(&[None, span(60)]),
            waiting_lifetime: *chance.one(&[None, span(120)]),
            socket_queue: *chance.one(&[6, 64, 256]),
            game_queue: *chance.one(&[1, 4, 64]),
            bystanders: *chance.one(&[1, 2, 8]),
            ..Limits::default()
        };
        let mut troubles = Vec::new();
        for trouble in Trouble::ALL {
            // One seed in some is calm in one respect, so that what the others cause is seen apart.
            let often = match trouble {
                Trouble::Network | Trouble::Manners | Trouble::Strangers => 800,
                Trouble::Journal | Trouble::Crash => 500,
                Trouble::Restart => 300,
                Trouble::Clock => 150,
            };
            if chance.permille(often) {
                troubles.push(trouble);
            }
        }
        Plan {
            seed,
            // Mostly few and short: many small stories find more than few long ones.
            tables: *chance.one(&[1, 1, 1, 2, 2, 3]),
            storm: {
                let most = *chance.one(&[40_000, 40_000, 80_000, 80_000, 400_000]);
                chance.ms(most / 4, most)
            },
            limits,
            delay_ms: *chance.one(&[0, 5, 80, 700]),
            think_ms: *chance.one(&[300, 2_000, 9_000]),
            window: *chance.one(&[600, 4 << 10, 64 << 10]),
            troubles,
            journal_permille: *chance.one(&[5, 30, 120]),
            blow_ms: *chance.one(&[3_000, 20_000, 60_000]),
        }
    }

    /// Whether a kind of trouble is to be expected.
    pub(crate) fn has(&self, trouble: Trouble) -> bool {
        self.troubles.contains(&trouble)
    }

    /// The grace of its games.
    pub(crate) fn grace(&self) -> Duration {
        self.limits.grace.map_or(Duration::from_secs(300), |span| span.0)
    }
}
