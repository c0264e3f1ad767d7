//! The plan of a simulation, from its seed: number of clients, limits, and frequency of failures.

use std::time::Duration;

use dev::Random;
use tabula::limits::{Limits, Span};

/// Kinds of trouble, each of which can be removed to see whether a failure needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Connections break, freeze, or lose one end.
    Network,
    /// The journal refuses, or stores without confirmation.
    Journal,
    /// The process is killed and restarted.
    Crash,
    /// The server is stopped and restarted.
    Restart,
    /// The wall clock is set.
    Clock,
    /// Players send nonsense, repeat themselves, fall silent, or connect twice.
    Manners,
    /// Strangers connect.
    Strangers,
    /// A node is frozen, with its clock running, for up to a minute.
    Pause,
    /// Two nodes are cut off from each other, or one from the database.
    Partition,
    /// The clocks of nodes disagree.
    Skew,
}

/// Silence after which a node's games are claimed.
pub(crate) const LEASE: Span = Span(Duration::from_secs(5));

impl Trouble {
    pub(crate) const OF_NODES: [Trouble; 3] = [Trouble::Pause, Trouble::Partition, Trouble::Skew];

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
    /// Servers: one that plays alone, or several nodes.
    pub(crate) nodes: u64,
    pub(crate) tables: u64,
    /// Duration of the failures.
    pub(crate) storm: Duration,
    pub(crate) limits: Limits,
    /// Maximum delay of a chunk, in milliseconds.
    pub(crate) delay_ms: u64,
    /// Maximum thinking time of a player.
    pub(crate) think_ms: u64,
    /// Maximum bytes in flight in one direction of a connection.
    pub(crate) window: usize,
    pub(crate) troubles: Vec<Trouble>,
    /// Refusals of the journal, per mille.
    pub(crate) journal_permille: u64,
    /// Maximum time between two failures, in milliseconds.
    pub(crate) blow_ms: u64,
}

impl Plan {
    /// Creates the plan of a seed.
    pub(crate) fn of(seed: u64) -> Plan {
        let mut chance = Random::for_purpose(seed, "plan");
        let span = |seconds| Some(Span(Duration::from_secs(seconds)));
        let limits = Limits {
            grace: *chance.pick(&[None, span(20), span(90)]),
            finished_lifetime: *chance.pick(&[None, span(60)]),
            waiting_lifetime: *chance.pick(&[None, span(120)]),
            socket_queue: *chance.pick(&[6, 64, 256]),
            game_queue: *chance.pick(&[1, 4, 64]),
            bystanders: *chance.pick(&[1, 2, 8]),
            ..Limits::default()
        };
        let mut troubles = Vec::new();
        for trouble in Trouble::ALL {
            // Some seeds lack one kind of trouble, so that the effects of the others show separately.
            let often = match trouble {
                Trouble::Network | Trouble::Manners | Trouble::Strangers => 800,
                Trouble::Journal | Trouble::Crash => 500,
                Trouble::Restart => 300,
                Trouble::Clock => 150,
                Trouble::Pause | Trouble::Partition | Trouble::Skew => 0,
            };
            if chance.permille(often) {
                troubles.push(trouble);
            }
        }
        Plan {
            seed,
            nodes: 1,
            // Mostly few and short games: many small simulations find more than few long ones.
            tables: *chance.pick(&[1, 1, 1, 2, 2, 3]),
            storm: {
                let most = *chance.pick(&[40_000, 40_000, 80_000, 80_000, 400_000]);
                chance.millis(most / 4, most)
            },
            limits,
            delay_ms: *chance.pick(&[0, 5, 80, 700]),
            think_ms: *chance.pick(&[300, 2_000, 9_000]),
            window: *chance.pick(&[600, 4 << 10, 64 << 10]),
            troubles,
            journal_permille: *chance.pick(&[5, 30, 120]),
            blow_ms: *chance.pick(&[3_000, 20_000, 60_000]),
        }
    }

    /// Creates the plan of a seed for a server alone, or for several nodes.
    pub(crate) fn with_nodes(seed: u64, nodes: u64) -> Plan {
        if nodes > 1 { Plan::of_nodes(seed, nodes) } else { Plan::of(seed) }
    }

    /// Creates the plan of a seed for several nodes. Machines pause for up to a minute, and failures last long enough for that.
    fn of_nodes(seed: u64, nodes: u64) -> Plan {
        let plan = Plan::of(seed);
        let mut chance = Random::for_purpose(seed, "plan of nodes");
        let mut troubles = plan.troubles.clone();
        troubles.extend(Trouble::OF_NODES.into_iter().filter(|_| chance.permille(700)));
        // Three nodes that beat for a day take longer than all the rest.
        let waiting_lifetime = Some(Span(Duration::from_secs(120)));
        let limits = Limits { lease: LEASE, waiting_lifetime, ..plan.limits.clone() };
        Plan { nodes, troubles, limits, storm: plan.storm + Duration::from_secs(60), ..plan }
    }

    /// Returns whether there are several nodes.
    pub(crate) fn is_shared(&self) -> bool {
        self.nodes > 1
    }

    /// Returns whether a kind of trouble occurs.
    pub(crate) fn has(&self, trouble: Trouble) -> bool {
        self.troubles.contains(&trouble)
    }

    /// Returns whether frames that are sent at once may exceed the queue of a socket, which is then cut: states that fall due together, and the
    /// messages of a rude spectator.
    pub(crate) fn has_short_queue(&self) -> bool {
        self.limits.socket_queue <= 6
    }

    /// Returns the grace period of the games.
    pub(crate) fn grace(&self) -> Duration {
        self.limits.grace.map_or(Duration::from_secs(300), |span| span.0)
    }
}
