//! Admission control: bounds on what one client may hold at once, and on how often it may ask.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::http::HeaderMap;
use session::Catalogue;
use session::protocol::player::{CreateGame, RefusalReason};

use crate::accept::Peer;
use crate::address::{AddressCounts, AddressPermit, ClientAddress, Network, client_of};
use crate::clock::Clock;
use crate::limits::Limits;
use crate::rate::{self, AddressBuckets};
use crate::refusals::{Bound, Refusals};

/// Counts of what each client holds, and rates at which it may ask for more.
#[derive(Debug)]
pub(crate) struct Admission {
    limits: Arc<Limits>,
    trusted_proxies: Vec<IpAddr>,
    /// Connections and sockets.
    connections: AddressCounts,
    /// Sockets at the engine interface.
    engines: AddressCounts,
    /// Sockets of spectators.
    spectators: AddressCounts,
    /// Sockets in the lobby.
    lobby: AddressCounts,
    /// Handovers of games to another device.
    handovers: AddressCounts,
    /// Challenges to passkeys.
    passkey_challenges: AddressCounts,
    /// Games, by the address that created them.
    games: AddressCounts,
    /// Games with several house rules, by the address that created them.
    house_rules: AddressCounts,
    /// Games by rulesets of guests, by the address that created them.
    guest_games: AddressCounts,
    /// Rate of rulesets that guests bring.
    guest_rulesets: AddressBuckets,
    /// Rate of rulesets that guests publish.
    published: AddressBuckets,
    /// Rate of creations.
    creations: AddressBuckets,
    /// Rate of requests for a game or a seat.
    joins: AddressBuckets,
    refusals: Refusals,
    /// Rate of requests in the lobby.
    seeks: AddressBuckets,
    /// Rate of tournaments that are created.
    tournament_creations: AddressBuckets,
    /// Tournaments that go on, by the address that created them.
    tournaments: AddressCounts,
    /// Rate of rows that players begin to keep.
    rows: AddressBuckets,
}

/// Permission for one socket.
#[derive(Debug)]
pub(crate) struct SocketPermit {
    /// The client that the socket counts for.
    pub(crate) client: ClientAddress,
    /// Count of a client behind a proxy. One without a proxy was counted when it connected.
    _connection: Option<AddressPermit>,
    /// Count of an engine's socket.
    _engine: Option<AddressPermit>,
}

/// Permission to create a game. The game keeps it, so that it counts for its creator as long as it exists.
#[derive(Debug)]
pub(crate) struct CreationPermit {
    game: AddressPermit,
    /// Count of a game with several house rules: it may be one more ruleset in memory.
    _house_rules: Option<AddressPermit>,
    /// Count of a game by a guest's ruleset: it may be one more ruleset in memory, and its moves may be slow.
    _guest_game: Option<AddressPermit>,
}

/// The limit that one more game of a client would exceed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CreationLimit {
    /// Creations per minute.
    Rate,
    /// Games that exist at once.
    Games,
    /// Games with several house rules that exist at once.
    HouseRules,
    /// Games by rulesets of guests that exist at once.
    GuestGames,
}

impl CreationLimit {
    /// Returns the reason in words, for a developer.
    pub(crate) fn message(self) -> &'static str {
        match self {
            CreationLimit::Rate => "too many games from this address; try again in a minute",
            CreationLimit::Games => {
                "this address has as many games as one may have; try again when some are over"
            }
            CreationLimit::HouseRules => {
                "this address has as many games with several house rules as one may have; choose one rule, or try again when some are over"
            }
            CreationLimit::GuestGames => {
                "this address has as many games by rulesets of guests as one may have; try again when some are over"
            }
        }
    }

    /// Returns the reason as a page is given it.
    pub(crate) fn reason(self) -> RefusalReason {
        match self {
            CreationLimit::Rate => RefusalReason::TooOften,
            CreationLimit::Games => RefusalReason::TooManyGames,
            CreationLimit::HouseRules => RefusalReason::TooManyHouseRuleGames,
            CreationLimit::GuestGames => RefusalReason::TooManyGuestGames,
        }
    }
}

impl CreationPermit {
    /// A permit of a game without several house rules.
    pub(crate) fn new(game: AddressPermit) -> Self {
        CreationPermit { game, _house_rules: None, _guest_game: None }
    }

    /// Returns the network that creates the game.
    pub(crate) fn network(&self) -> Network {
        self.game.client().network()
    }
}

impl Admission {
    /// Admission by the given limits, without any permits yet.
    pub(crate) fn new(limits: Arc<Limits>, trusted_proxies: &[IpAddr], clock: &Arc<dyn Clock>) -> Self {
        Admission {
            trusted_proxies: trusted_proxies.iter().map(IpAddr::to_canonical).collect(),
            connections: AddressCounts::default(),
            engines: AddressCounts::default(),
            spectators: AddressCounts::default(),
            lobby: AddressCounts::default(),
            handovers: AddressCounts::default(),
            passkey_challenges: AddressCounts::default(),
            games: AddressCounts::default(),
            house_rules: AddressCounts::default(),
            guest_games: AddressCounts::default(),
            guest_rulesets: rate::address_buckets(limits.guests.guest_rate, limits.guests.guest_burst, clock),
            published: rate::slow_address_buckets(
                limits.guests.guest_publish_rate,
                limits.guests.guest_publish_burst,
                clock,
            ),
            creations: rate::address_buckets(limits.create_rate, limits.create_burst, clock),
            joins: rate::address_buckets(limits.join_rate, limits.join_burst, clock),
            refusals: Refusals::default(),
            seeks: rate::address_buckets(limits.lobby.seek_rate, limits.lobby.seek_burst, clock),
            tournaments: AddressCounts::default(),
            tournament_creations: rate::address_buckets(
                limits.tournaments.tournament_rate,
                limits.tournaments.tournament_burst,
                clock,
            ),
            rows: rate::slow_address_buckets(
                limits.players.player_row_rate,
                limits.players.player_row_burst,
                clock,
            ),
            limits,
        }
    }

    /// Returns the counts of refusals.
    pub(crate) fn refusals(&self) -> &Refusals {
        &self.refusals
    }

    /// Returns the counts of connections, which the acceptor shares.
    pub(crate) fn connections(&self) -> &AddressCounts {
        &self.connections
    }

    /// Returns the proxies whose `X-Forwarded-For` is believed.
    pub(crate) fn trusted_proxies(&self) -> &[IpAddr] {
        &self.trusted_proxies
    }

    /// Returns whether a request comes from a proxy whose headers are believed.
    pub(crate) fn is_trusted_proxy(&self, peer: &Peer) -> bool {
        peer.passed_on_for.is_none() && self.trusted_proxies.contains(&peer.address.to_canonical())
    }

    /// Admits a socket, unless its client has as many as one may have.
    pub(crate) fn admit_socket(&self, peer: &Peer, headers: &HeaderMap) -> Option<SocketPermit> {
        let client = self.client(peer, headers);
        let connection = if peer.passed_on_for.is_some() || self.trusted_proxies.contains(&peer.address) {
            let permit = self.connections.acquire(client, self.limits.connections_per_address);
            Some(self.refusals.noted(Bound::ConnectionsPerAddress, permit)?)
        } else {
            None
        };
        Some(SocketPermit { client, _connection: connection, _engine: None })
    }

    /// Admits an engine's socket. A page of any origin may open one in its visitor's name: these sockets must leave that visitor
    /// room to play, and other clients room at the interface.
    pub(crate) fn admit_engine(&self, peer: &Peer, headers: &HeaderMap) -> Option<SocketPermit> {
        let permit = self.admit_socket(peer, headers)?;
        let engine = self.engines.acquire(permit.client, self.limits.engines_per_address);
        let engine = self.refusals.noted(Bound::EnginesPerAddress, engine)?;
        Some(SocketPermit { _engine: Some(engine), ..permit })
    }

    /// Admits a spectator's socket, unless its client has as many as one may have.
    pub(crate) fn admit_spectator(&self, client: ClientAddress) -> Option<AddressPermit> {
        let spectator = self.spectators.acquire(client, self.limits.spectators_per_address);
        self.refusals.noted(Bound::SpectatorsPerAddress, spectator)
    }

    /// Admits a client to the lobby, unless it has as many sockets there as one may have.
    pub(crate) fn admit_to_lobby(&self, client: ClientAddress) -> Option<AddressPermit> {
        let socket = self.lobby.acquire(client, self.limits.lobby.lobby_sockets_per_address);
        self.refusals.noted(Bound::LobbySocketsPerAddress, socket)
    }

    /// Admits a handover of games to another device, unless its client has as many that wait as one may have.
    pub(crate) fn admit_handover(&self, client: ClientAddress) -> Option<AddressPermit> {
        let handover = self.handovers.acquire(client, self.limits.handovers_per_address);
        self.refusals.noted(Bound::HandoversPerAddress, handover)
    }

    /// Admits a challenge to a passkey, unless its client has as many that wait as one may have.
    pub(crate) fn admit_passkey_challenge(&self, client: ClientAddress) -> Option<AddressPermit> {
        let most = self.limits.players.passkey_challenges_per_address;
        let challenge = self.passkey_challenges.acquire(client, most);
        self.refusals.noted(Bound::PasskeyChallengesPerAddress, challenge)
    }

    /// Returns whether a client may ask for one more opponent.
    pub(crate) fn check_seek_rate(&self, client: ClientAddress) -> bool {
        self.refusals.noted(Bound::SeekRate, self.seeks.check_key(&client).ok()).is_some()
    }

    /// Returns whether a client may create one more tournament.
    pub(crate) fn check_tournament_rate(&self, client: ClientAddress) -> bool {
        self.refusals
            .noted(Bound::TournamentRate, self.tournament_creations.check_key(&client).ok())
            .is_some()
    }

    /// Admits a tournament, unless its client has as many that go on as one may have.
    pub(crate) fn admit_tournament(&self, client: ClientAddress) -> Option<AddressPermit> {
        let most = self.limits.tournaments.tournaments_per_address;
        self.refusals.noted(Bound::TournamentsPerAddress, self.tournaments.acquire(client, most))
    }

    /// Returns whether a player behind an address may keep one thing more.
    pub(crate) fn check_row_rate(&self, client: ClientAddress) -> bool {
        self.refusals.noted(Bound::PlayerRowRate, self.rows.check_key(&client).ok()).is_some()
    }

    /// Admits the creation of a game.
    ///
    /// # Errors
    /// Returns an error if the client has created too many games of late, or has too many.
    pub(crate) fn admit_creation(&self, client: ClientAddress) -> Result<CreationPermit, CreationLimit> {
        let in_time = self.refusals.noted(Bound::CreateRate, self.creations.check_key(&client).ok());
        in_time.ok_or(CreationLimit::Rate)?;
        let game = self.games.acquire(client, self.limits.games_per_address);
        let game = self.refusals.noted(Bound::GamesPerAddress, game);
        game.map(CreationPermit::new).ok_or(CreationLimit::Games)
    }

    /// Admits what a request asks for besides a game: house rules, a guest's ruleset.
    ///
    /// # Errors
    /// Returns an error if the client has too many games of that kind.
    pub(crate) fn admit_request(
        &self,
        permit: CreationPermit,
        request: &CreateGame,
        catalogue: &Catalogue,
    ) -> Result<CreationPermit, CreationLimit> {
        let permit = if catalogue.takes_choice(request) { self.admit_house_rules(permit)? } else { permit };
        if !Catalogue::is_of_guest(request) {
            return Ok(permit);
        }
        let most = self.limits.guests.guest_games_per_address;
        let guest_game = self.guest_games.acquire(permit.game.client(), most);
        let guest_game = self.refusals.noted(Bound::GuestGamesPerAddress, guest_game);
        Ok(CreationPermit { _guest_game: Some(guest_game.ok_or(CreationLimit::GuestGames)?), ..permit })
    }

    /// Returns whether a client may bring one more ruleset.
    pub(crate) fn check_guest_rulesets(&self, client: ClientAddress) -> bool {
        self.refusals.noted(Bound::GuestRate, self.guest_rulesets.check_key(&client).ok()).is_some()
    }

    /// Returns whether a client may publish one more ruleset.
    pub(crate) fn check_publishing(&self, client: ClientAddress) -> bool {
        self.refusals.noted(Bound::GuestPublishRate, self.published.check_key(&client).ok()).is_some()
    }

    /// Admits a choice of house rules for a game to be created. There are so many that one client could take the room of all others.
    ///
    /// # Errors
    /// Returns an error if the client has too many games with such choices.
    fn admit_house_rules(&self, permit: CreationPermit) -> Result<CreationPermit, CreationLimit> {
        let acquired = self.house_rules.acquire(permit.game.client(), self.limits.house_rules_per_address);
        let acquired = self.refusals.noted(Bound::HouseRulesPerAddress, acquired);
        let house_rules = acquired.ok_or(CreationLimit::HouseRules)?;
        Ok(CreationPermit { _house_rules: Some(house_rules), ..permit })
    }

    /// Returns whether a client may ask for a game, or for a seat once more. Checked before the game is looked up, so that a client
    /// that asked too often does not learn whether it exists.
    pub(crate) fn check_join_rate(&self, client: ClientAddress) -> bool {
        self.refusals.noted(Bound::JoinRate, self.joins.check_key(&client).ok()).is_some()
    }

    /// Returns whether a client may ask for so many seats at once. Each counts as one that it asks for alone.
    pub(crate) fn check_join_rate_of(&self, client: ClientAddress, seats: usize) -> bool {
        let Some(seats) = u32::try_from(seats).ok().and_then(NonZeroU32::new) else { return seats == 0 };
        let checked = self.joins.check_key_n(&client, seats);
        self.refusals.noted(Bound::JoinRate, checked.ok().and_then(Result::ok)).is_some()
    }

    /// Returns the client behind a request.
    pub(crate) fn client(&self, peer: &Peer, headers: &HeaderMap) -> ClientAddress {
        match peer.passed_on_for {
            Some(client) => client.into(),
            None => client_of(peer.address, &self.trusted_proxies, headers),
        }
    }

    /// Returns the number of addresses that hold a connection or a socket, an engine, a spectator's socket, or one in the lobby.
    pub(crate) fn addresses(&self) -> usize {
        self.connections.len() + self.engines.len() + self.spectators.len() + self.lobby.len()
    }

    /// Returns the number of addresses that created games of late.
    pub(crate) fn creators(&self) -> usize {
        self.creations.len()
    }

    /// Forgets clients that have asked for nothing for a while, and gives back the memory that a crowd needed.
    pub(crate) fn shrink(&self) {
        for buckets in [
            &self.creations,
            &self.joins,
            &self.seeks,
            &self.guest_rulesets,
            &self.published,
            &self.tournament_creations,
            &self.rows,
        ] {
            buckets.retain_recent();
            buckets.shrink_to_fit();
        }
        for counts in [
            &self.connections,
            &self.games,
            &self.house_rules,
            &self.guest_games,
            &self.spectators,
            &self.lobby,
            &self.handovers,
            &self.passkey_challenges,
            &self.tournaments,
        ] {
            counts.shrink();
        }
    }
}
