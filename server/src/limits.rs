//! All bounds of the server, so that none is implicit and a load test can raise any of them.

mod guests;
mod lobby;
mod players;
mod push;
mod tournaments;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

pub use guests::GuestLimits;
pub use lobby::LobbyLimits;
pub use players::PlayerLimits;
pub use push::PushLimits;
pub use tournaments::TournamentLimits;

/// A duration written with its unit: `250ms`, `20s`, `5m`, `1h 30m`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span(pub Duration);

impl FromStr for Span {
    type Err = humantime::DurationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        humantime::parse_duration(text).map(Span)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        humantime::format_duration(self.0).fmt(f)
    }
}

impl Span {
    /// Returns the duration in whole milliseconds.
    #[must_use]
    pub fn as_ms(self) -> u64 {
        u64::try_from(self.0.as_millis()).unwrap_or(u64::MAX)
    }
}

const fn seconds(count: u64) -> Span {
    Span(Duration::from_secs(count))
}

/// The bounds of the server. Each is a flag and an environment variable; `--help` shows the defaults.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Largest WebSocket message taken from a client, in bytes; a larger one closes the socket with 1009
    #[arg(long, env = "TABULA_MESSAGE_BYTES", default_value_t = DEFAULTS.message_bytes, value_name = "BYTES")]
    pub message_bytes: usize,
    /// Largest WebSocket message taken from a client in a room, in bytes; a larger one is answered with MSG_TOO_LARGE and closes the socket
    #[arg(long, env = "TABULA_ROOM_MESSAGE_BYTES", default_value_t = DEFAULTS.room_message_bytes, value_name = "BYTES")]
    pub room_message_bytes: usize,
    /// Read buffer of each socket, in bytes
    #[arg(long, env = "TABULA_READ_BUFFER_BYTES", default_value_t = DEFAULTS.read_buffer_bytes, value_name = "BYTES")]
    pub read_buffer_bytes: usize,
    /// Most bytes that may wait in a socket's write buffer; the largest frame must fit
    #[arg(long, env = "TABULA_WRITE_BUFFER_BYTES", default_value_t = DEFAULTS.write_buffer_bytes, value_name = "BYTES")]
    pub write_buffer_bytes: usize,
    /// Largest body of an HTTP request, in bytes
    #[arg(long, env = "TABULA_BODY_BYTES", default_value_t = DEFAULTS.body_bytes, value_name = "BYTES")]
    pub body_bytes: usize,
    /// Largest head (request line and headers) of an HTTP request, in bytes
    #[arg(long, env = "TABULA_HEADER_BYTES", default_value_t = DEFAULTS.header_bytes, value_name = "BYTES")]
    pub header_bytes: usize,
    /// Frames that may wait for one socket; a reader who falls further behind is dropped
    #[arg(long, env = "TABULA_SOCKET_QUEUE", default_value_t = DEFAULTS.socket_queue, value_name = "FRAMES")]
    pub socket_queue: usize,
    /// Messages that may wait for one game; senders then wait too
    #[arg(long, env = "TABULA_GAME_QUEUE", default_value_t = DEFAULTS.game_queue, value_name = "MESSAGES")]
    pub game_queue: usize,
    /// Sockets of one game that have no seat (yet); with one more, the oldest of them is closed
    #[arg(long, env = "TABULA_BYSTANDERS", default_value_t = DEFAULTS.bystanders, value_name = "COUNT")]
    pub bystanders: usize,
    /// Inputs that may wait for the journal's writer; games then wait too
    #[arg(long, env = "TABULA_JOURNAL_QUEUE", default_value_t = DEFAULTS.journal_queue, value_name = "INPUTS")]
    pub journal_queue: usize,
    /// Most inputs that the journal commits at once
    #[arg(long, env = "TABULA_JOURNAL_BATCH", default_value_t = DEFAULTS.journal_batch, value_name = "INPUTS")]
    pub journal_batch: usize,
    /// Time for which inputs wait for a PostgreSQL database or a Redis server that does not answer; after that games are thrown back to what is stored, until it does
    #[arg(long, env = "TABULA_JOURNAL_WAIT", default_value_t = DEFAULTS.journal_wait, value_name = "TIME")]
    pub journal_wait: Span,
    /// Silence of a node after which others claim its games; each node says every second that it runs
    #[arg(long, env = "TABULA_LEASE", default_value_t = DEFAULTS.lease, value_name = "TIME")]
    pub lease: Span,
    /// Open connections, HTTP and WebSocket together
    #[arg(long, env = "TABULA_CONNECTIONS", default_value_t = DEFAULTS.connections, value_name = "COUNT")]
    pub connections: usize,
    /// Open connections from one address (one /64 for IPv6)
    #[arg(long, env = "TABULA_CONNECTIONS_PER_ADDRESS", default_value_t = DEFAULTS.connections_per_address, value_name = "COUNT")]
    pub connections_per_address: usize,
    /// Games kept at once, in any phase
    #[arg(long, env = "TABULA_GAMES", default_value_t = DEFAULTS.games, value_name = "COUNT")]
    pub games: usize,
    /// Sockets at the engine interface, each with a game of its own
    #[arg(long, env = "TABULA_ENGINES", default_value_t = DEFAULTS.engines, value_name = "COUNT")]
    pub engines: usize,
    /// Sockets at the engine interface from one address; fewer than connections, since a page of any origin may open them
    #[arg(long, env = "TABULA_ENGINES_PER_ADDRESS", default_value_t = DEFAULTS.engines_per_address, value_name = "COUNT")]
    pub engines_per_address: usize,
    /// Games that the machine plays at once; 0 for a server without it
    #[arg(long, env = "TABULA_BOTS", default_value_t = DEFAULTS.bots, value_name = "COUNT")]
    pub bots: usize,
    /// Longest time for which the machine thinks about one move
    #[arg(long, env = "TABULA_BOT_TIME", default_value_t = DEFAULTS.bot_time, value_name = "TIME")]
    pub bot_time: Span,
    /// Hellos and commands that one seat of a game may send in all; beyond that its player can only resign
    #[arg(long, env = "TABULA_SEAT_INPUTS", default_value_t = DEFAULTS.seat_inputs, value_name = "COUNT")]
    pub seat_inputs: u64,
    /// Commits per second that one seat may make in the long run
    #[arg(long, env = "TABULA_COMMIT_RATE", default_value_t = DEFAULTS.commit_rate, value_name = "PER_SECOND")]
    pub commit_rate: u32,
    /// Commits that one seat may make at once
    #[arg(long, env = "TABULA_COMMIT_BURST", default_value_t = DEFAULTS.commit_burst, value_name = "COUNT")]
    pub commit_burst: u32,
    /// Messages of any kind per second that one socket may send in the long run
    #[arg(long, env = "TABULA_MESSAGE_RATE", default_value_t = DEFAULTS.message_rate, value_name = "PER_SECOND")]
    pub message_rate: u32,
    /// Messages of any kind that one socket may send at once
    #[arg(long, env = "TABULA_MESSAGE_BURST", default_value_t = DEFAULTS.message_burst, value_name = "COUNT")]
    pub message_burst: u32,
    /// Messages of any kind per second that one socket of a room may send in the long run
    #[arg(long, env = "TABULA_ROOM_MESSAGE_RATE", default_value_t = DEFAULTS.room_message_rate, value_name = "PER_SECOND")]
    pub room_message_rate: u32,
    /// Messages of any kind that one socket of a room may send at once; with one more it is closed
    #[arg(long, env = "TABULA_ROOM_MESSAGE_BURST", default_value_t = DEFAULTS.room_message_burst, value_name = "COUNT")]
    pub room_message_burst: u32,
    /// Chat messages per minute that one socket may send in the long run
    #[arg(long, env = "TABULA_CHAT_RATE", default_value_t = DEFAULTS.chat_rate, value_name = "PER_MINUTE")]
    pub chat_rate: u32,
    /// Chat messages that one socket may send at once
    #[arg(long, env = "TABULA_CHAT_BURST", default_value_t = DEFAULTS.chat_burst, value_name = "COUNT")]
    pub chat_burst: u32,
    /// Sockets of spectators from one address, of all games together
    #[arg(long, env = "TABULA_SPECTATORS_PER_ADDRESS", default_value_t = DEFAULTS.spectators_per_address, value_name = "COUNT")]
    pub spectators_per_address: usize,
    /// Games per minute that one address may create in the long run
    #[arg(long, env = "TABULA_CREATE_RATE", default_value_t = DEFAULTS.create_rate, value_name = "PER_MINUTE")]
    pub create_rate: u32,
    /// Games that one address may create at once
    #[arg(long, env = "TABULA_CREATE_BURST", default_value_t = DEFAULTS.create_burst, value_name = "COUNT")]
    pub create_burst: u32,
    /// Games from one address that exist at once, in any phase
    #[arg(long, env = "TABULA_GAMES_PER_ADDRESS", default_value_t = DEFAULTS.games_per_address, value_name = "COUNT")]
    pub games_per_address: usize,
    /// Games with several house rules from one address that exist at once: each may be one more ruleset in memory
    #[arg(long, alias = "houses-per-address", env = "TABULA_HOUSE_RULES_PER_ADDRESS", default_value_t = DEFAULTS.house_rules_per_address, value_name = "COUNT")]
    pub house_rules_per_address: usize,
    /// Joins per minute that one address may ask for in the long run: sockets that ask for a game, and each hello after a socket's first
    #[arg(long, alias = "knock-rate", env = "TABULA_JOIN_RATE", default_value_t = DEFAULTS.join_rate, value_name = "PER_MINUTE")]
    pub join_rate: u32,
    /// Joins that one address may ask for at once
    #[arg(long, alias = "knock-burst", env = "TABULA_JOIN_BURST", default_value_t = DEFAULTS.join_burst, value_name = "COUNT")]
    pub join_burst: u32,
    /// Refused messages in a row (malformed or too many) after which a socket is closed
    #[arg(long, env = "TABULA_STRIKES", default_value_t = DEFAULTS.strikes, value_name = "COUNT")]
    pub strikes: u32,
    /// Time for a client to send the head of a request; also how long a kept-alive connection may be idle
    #[arg(long, env = "TABULA_HEADER_TIMEOUT", default_value_t = DEFAULTS.header_timeout, value_name = "TIME")]
    pub header_timeout: Span,
    /// Time for a client to send the body of a request
    #[arg(long, env = "TABULA_BODY_TIMEOUT", default_value_t = DEFAULTS.body_timeout, value_name = "TIME")]
    pub body_timeout: Span,
    /// Longest life of a plain HTTP connection
    #[arg(long, env = "TABULA_HTTP_LIFETIME", default_value_t = DEFAULTS.http_lifetime, value_name = "TIME")]
    pub http_lifetime: Span,
    /// Time for a new socket to say hello
    #[arg(long, env = "TABULA_HELLO_TIMEOUT", default_value_t = DEFAULTS.hello_timeout, value_name = "TIME")]
    pub hello_timeout: Span,
    /// Time between two pings to a socket
    #[arg(long, env = "TABULA_PING_INTERVAL", default_value_t = DEFAULTS.ping_interval, value_name = "TIME")]
    pub ping_interval: Span,
    /// Silence of a client after which its socket is closed
    #[arg(long, env = "TABULA_IDLE_TIMEOUT", default_value_t = DEFAULTS.idle_timeout, value_name = "TIME")]
    pub idle_timeout: Span,
    /// Time for one frame to leave for a client who does not read
    #[arg(long, env = "TABULA_WRITE_TIMEOUT", default_value_t = DEFAULTS.write_timeout, value_name = "TIME")]
    pub write_timeout: Span,
    /// Time for a client to answer a close
    #[arg(long, env = "TABULA_CLOSE_TIMEOUT", default_value_t = DEFAULTS.close_timeout, value_name = "TIME")]
    pub close_timeout: Span,
    /// Time for an absent player to come back [default: as the game's profile says, 5m]
    #[arg(long, env = "TABULA_GRACE", value_name = "TIME")]
    pub grace: Option<Span>,
    /// Life of a finished game, for review, before it is removed [default: as the game's profile says, 30m]
    #[arg(long, env = "TABULA_FINISHED_LIFETIME", value_name = "TIME")]
    pub finished_lifetime: Option<Span>,
    /// Time for which the record of a finished game is kept: 0s for none, 365d for a year [default: for ever]
    #[arg(long, env = "TABULA_KEEP_FINISHED", value_name = "TIME")]
    pub keep_finished: Option<Span>,
    /// Life of a game that waits for its second player with nobody there [default: as the game's profile says]
    #[arg(long, env = "TABULA_WAITING_LIFETIME", value_name = "TIME")]
    pub waiting_lifetime: Option<Span>,
    /// Handovers of games to another device that wait at once, for five minutes at most
    #[arg(long, env = "TABULA_HANDOVERS", default_value_t = DEFAULTS.handovers, value_name = "COUNT")]
    pub handovers: usize,
    /// Handovers from one address that wait at once
    #[arg(long, env = "TABULA_HANDOVERS_PER_ADDRESS", default_value_t = DEFAULTS.handovers_per_address, value_name = "COUNT")]
    pub handovers_per_address: usize,
    /// Time that connections get to end when the server stops
    #[arg(long, env = "TABULA_DRAIN_TIMEOUT", default_value_t = DEFAULTS.drain_timeout, value_name = "TIME")]
    pub drain_timeout: Span,
    /// Bounds on the lobby
    #[command(flatten)]
    pub lobby: LobbyLimits,
    /// Bounds on what players keep
    #[command(flatten)]
    pub players: PlayerLimits,
    /// Bounds on push messages
    #[command(flatten)]
    pub push: PushLimits,
    /// Bounds on tournaments
    #[command(flatten)]
    pub tournaments: TournamentLimits,
    /// Bounds on rulesets of guests
    #[command(flatten)]
    pub guests: GuestLimits,
}

/// The defaults, readable as a table.
const DEFAULTS: Limits = Limits {
    // The longest valid messages are marks that a player shares, of 7,000 characters, and a chat message of 500, of up to twelve bytes each where they are
    // written as escapes; another command has less than 2,000.
    message_bytes: 8192,
    // Requirement rooms-6.
    room_message_bytes: session::limits::ROOM_MESSAGE_BYTES_MAX,
    read_buffer_bytes: 4096,
    // The state of the longest game of chess, with its record, has some 3 MB.
    write_buffer_bytes: 4 << 20,
    body_bytes: 4096,
    header_bytes: 16 * 1024,
    // The answers to all messages that may wait for a game (an error and an update each) fit in: a burst cuts no socket off.
    socket_queue: 256,
    game_queue: 64,
    bystanders: 8,
    journal_queue: 4096,
    journal_batch: 512,
    journal_wait: Span(Duration::from_secs(5)),
    lease: seconds(5),
    connections: 20_000,
    connections_per_address: 256,
    games: 10_000,
    // A game of the greatest length has less than 1 MB.
    engines: 256,
    engines_per_address: 32,
    bots: 500,
    bot_time: seconds(1),
    seat_inputs: 25_000,
    commit_rate: 10,
    commit_burst: 20,
    message_rate: 50,
    message_burst: 100,
    chat_rate: 30,
    chat_burst: 5,
    spectators_per_address: 16,
    // Requirement rooms-68.
    room_message_rate: 100,
    room_message_burst: 20,
    create_rate: 60,
    create_burst: 100,
    games_per_address: 256,
    house_rules_per_address: 16,
    // A client that guesses game ids at this rate, with ten thousand games to be found, needs more than a year for one.
    join_rate: 300,
    // All the sockets of an address come back at once after a restart, some of them twice.
    join_burst: 1000,
    strikes: 10,
    header_timeout: seconds(10),
    body_timeout: seconds(10),
    http_lifetime: seconds(300),
    hello_timeout: seconds(10),
    ping_interval: seconds(20),
    idle_timeout: seconds(60),
    write_timeout: seconds(20),
    close_timeout: seconds(2),
    grace: None,
    finished_lifetime: None,
    keep_finished: None,
    waiting_lifetime: None,
    handovers: 1_000,
    handovers_per_address: 8,
    drain_timeout: seconds(10),
    lobby: lobby::DEFAULTS,
    players: players::DEFAULTS,
    push: push::DEFAULTS,
    tournaments: tournaments::DEFAULTS,
    guests: guests::DEFAULTS,
};

impl Default for Limits {
    fn default() -> Self {
        DEFAULTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_can_come_back_with_all_its_sockets() {
        let limits = Limits::default();
        assert!(limits.join_burst as usize >= 3 * limits.connections_per_address);
    }

    #[test]
    fn no_address_fills_the_engine_interface_and_none_fills_itself_with_engines() {
        let limits = Limits::default();
        assert!(limits.engines_per_address < limits.engines.min(limits.connections_per_address) / 4);
    }

    #[test]
    fn the_marks_of_a_player_fit_in_a_message() {
        const AROUND: usize = 256;
        assert!(Limits::default().message_bytes >= session::limits::SHARED_MARKS_CHARS_MAX + AROUND);
    }

    #[test]
    fn no_address_takes_all_places_for_house_rules() {
        assert!(Limits::default().house_rules_per_address <= session::limits::HOUSE_RULE_CHOICES_MAX / 4);
    }

    #[test]
    fn no_address_takes_all_places_of_spectators() {
        assert!(Limits::default().spectators_per_address <= session::limits::SPECTATORS_MAX / 4);
    }

    #[test]
    fn chat_of_players_within_the_longest_delay_fits_into_the_queue_of_a_game() {
        let limits = Limits::default();
        let minutes = u32::from(session::limits::WATCHING_DELAY_SECONDS_MAX).div_ceil(60);
        let most = 2 * (limits.chat_burst + minutes * limits.chat_rate);
        assert!(most as usize <= session::limits::SAID_HELD_MAX);
    }

    #[test]
    fn the_answers_to_a_full_game_queue_fit_into_one_socket() {
        let limits = Limits::default();
        assert!(limits.socket_queue > 2 * limits.game_queue + limits.bystanders);
        assert!(limits.game_queue < limits.message_burst as usize, "a burst does fill the queue");
    }
}
