//! Counts of refusals by the bound that was reached, for the operator.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

/// A bound whose refusals are counted: a field of [`Limits`](crate::limits::Limits) or of one of its parts, by the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Bots,
    ChatRate,
    CommitRate,
    Connections,
    ConnectionsPerAddress,
    CreateRate,
    Engines,
    EnginesPerAddress,
    Games,
    GamesPerAddress,
    GuestGamesPerAddress,
    GuestPublishRate,
    GuestRate,
    HandoversPerAddress,
    HouseRulesPerAddress,
    JoinRate,
    LobbySocketsPerAddress,
    MessageRate,
    PasskeyChallengesPerAddress,
    PlayerRowRate,
    RoomMessageRate,
    SeekRate,
    SpectatorsPerAddress,
    TournamentRate,
    TournamentsPerAddress,
}

impl Bound {
    const ALL: [Bound; 25] = [
        Bound::Bots,
        Bound::ChatRate,
        Bound::CommitRate,
        Bound::Connections,
        Bound::ConnectionsPerAddress,
        Bound::CreateRate,
        Bound::Engines,
        Bound::EnginesPerAddress,
        Bound::Games,
        Bound::GamesPerAddress,
        Bound::GuestGamesPerAddress,
        Bound::GuestPublishRate,
        Bound::GuestRate,
        Bound::HandoversPerAddress,
        Bound::HouseRulesPerAddress,
        Bound::JoinRate,
        Bound::LobbySocketsPerAddress,
        Bound::MessageRate,
        Bound::PasskeyChallengesPerAddress,
        Bound::PlayerRowRate,
        Bound::RoomMessageRate,
        Bound::SeekRate,
        Bound::SpectatorsPerAddress,
        Bound::TournamentRate,
        Bound::TournamentsPerAddress,
    ];

    /// Returns the name of the bound, as its field in [`Limits`](crate::limits::Limits) has it.
    fn name(self) -> &'static str {
        match self {
            Bound::Bots => "bots",
            Bound::ChatRate => "chat_rate",
            Bound::CommitRate => "commit_rate",
            Bound::Connections => "connections",
            Bound::ConnectionsPerAddress => "connections_per_address",
            Bound::CreateRate => "create_rate",
            Bound::Engines => "engines",
            Bound::EnginesPerAddress => "engines_per_address",
            Bound::Games => "games",
            Bound::GamesPerAddress => "games_per_address",
            Bound::GuestGamesPerAddress => "guest_games_per_address",
            Bound::GuestPublishRate => "guest_publish_rate",
            Bound::GuestRate => "guest_rate",
            Bound::HandoversPerAddress => "handovers_per_address",
            Bound::HouseRulesPerAddress => "house_rules_per_address",
            Bound::JoinRate => "join_rate",
            Bound::LobbySocketsPerAddress => "lobby_sockets_per_address",
            Bound::MessageRate => "message_rate",
            Bound::PasskeyChallengesPerAddress => "passkey_challenges_per_address",
            Bound::PlayerRowRate => "player_row_rate",
            Bound::RoomMessageRate => "room_message_rate",
            Bound::SeekRate => "seek_rate",
            Bound::SpectatorsPerAddress => "spectators_per_address",
            Bound::TournamentRate => "tournament_rate",
            Bound::TournamentsPerAddress => "tournaments_per_address",
        }
    }
}

/// Counts of refusals. A clone counts into the same.
#[derive(Debug, Clone)]
pub(crate) struct Refusals {
    counters: Family<[(&'static str, &'static str); 1], Counter>,
}

impl Default for Refusals {
    /// Counts that are all zero: a bound that was never reached is listed as well.
    fn default() -> Self {
        let counters = Family::default();
        for bound in Bound::ALL {
            drop(counters.get_or_create(&[("bound", bound.name())]));
        }
        Refusals { counters }
    }
}

impl Refusals {
    /// Counts one refusal.
    pub(crate) fn note(&self, bound: Bound) {
        self.counters.get_or_create(&[("bound", bound.name())]).inc();
    }

    /// Returns a value, and counts a refusal if there is none.
    pub(crate) fn noted<T>(&self, bound: Bound, value: Option<T>) -> Option<T> {
        if value.is_none() {
            self.note(bound);
        }
        value
    }

    /// Lists the counts among the metrics.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("refusals", "Requests and messages refused by a bound", self.counters.clone());
    }
}
