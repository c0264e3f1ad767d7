//! Configuration: flags, or `TABULA_…` environment variables; and `ALLOWED_ORIGINS`, which has that name everywhere.

use std::ffi::OsStr;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue};
use clap::{Command, CommandFactory as _, FromArgMatches as _};
use tracing::Level;

use crate::guest::{GuestRules, Inspector};
use crate::journal::{JournalKind, JournalPlace, NodeAddress, NodeIdentity, NodeName};
use crate::limits::{Limits, Span};
use crate::maintenance;
use crate::origin::Origin;
use crate::peers::NodeSecret;
use crate::push::{PushKeyError, PushReach, PushSettings, ServerKey};
use crate::random::Random;
use crate::telemetry::LogFormat;

/// Board games from data, played by two people in their browsers; blind chess with a moderator.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "tabula", version, after_help = "Times are written with a unit: 250ms, 20s, 5m, 1h 30m.")]
pub struct Config {
    /// Work to be done instead of running a server
    #[command(subcommand)]
    pub command: Option<maintenance::Command>,
    /// Address and port to listen on
    #[arg(long, env = "TABULA_LISTEN", default_value = "127.0.0.1:3000", value_name = "ADDRESS:PORT")]
    pub listen: SocketAddr,
    /// Address and port of /metrics and /ready, for the operator's own machines alone [default: neither]
    #[arg(long, env = "TABULA_METRICS_LISTEN", value_name = "ADDRESS:PORT")]
    pub metrics_listen: Option<SocketAddr>,
    /// Name of this server among several that share a PostgreSQL journal; it keeps it when it starts again [default: it plays alone]
    #[arg(long, env = "TABULA_NODE", value_name = "NAME")]
    #[arg(requires_all = ["node_address", "node_listen", "node_secret"])]
    pub node: Option<NodeName>,
    /// Address at which the others reach this node
    #[arg(long, env = "TABULA_NODE_ADDRESS", value_name = "http://HOST:PORT", requires = "node")]
    pub node_address: Option<NodeAddress>,
    /// Address and port to listen on for the others, and for nobody else
    #[arg(long, env = "TABULA_NODE_LISTEN", value_name = "ADDRESS:PORT", requires = "node")]
    pub node_listen: Option<SocketAddr>,
    /// Secret that all nodes share, of 32 or more signs. Give it by the variable: other users of the machine can read a flag
    #[arg(
        long,
        env = "TABULA_NODE_SECRET",
        value_name = "SECRET",
        hide_env_values = true,
        requires = "node"
    )]
    pub node_secret: Option<NodeSecret>,
    /// Time between a signal to stop and the stop, in which /ready says that the server is draining
    #[arg(long, env = "TABULA_DRAIN_DELAY", default_value = "0s", value_name = "TIME")]
    pub drain_delay: Span,
    /// Folder of the games, moderators and profiles
    #[arg(long, env = "TABULA_RULES", default_value = "rules", value_name = "FOLDER")]
    pub rules: PathBuf,
    /// Folder of the built web page
    #[arg(long, env = "TABULA_WEB", default_value = "web/dist", value_name = "FOLDER")]
    pub web: PathBuf,
    /// Folder of the journal and of guests' rulesets, or ":memory:" to keep games in memory only
    #[arg(long, env = "TABULA_DATA", default_value = "data", value_name = "FOLDER")]
    pub data: PathBuf,
    /// Storage of games, so that they survive a restart: sqlite (a file in the data folder), memory, a PostgreSQL database as postgres://USER@HOST/DATABASE, or a Redis server as redis://USER@HOST/NUMBER, whose promise REDIS.md tells
    #[arg(
        long,
        env = "TABULA_JOURNAL",
        default_value = "sqlite",
        value_name = "KIND",
        hide_env_values = true
    )]
    pub journal: JournalKind,
    /// Go on without acknowledged inputs that the journal has lost; its files are copied first. For one start: there is no variable
    #[arg(long)]
    pub accept_loss: bool,
    /// Address of this server as players see it, for links [default: the one of ALLOWED_ORIGINS that a request was sent to; else links are relative]
    #[arg(long, env = "TABULA_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    pub public_url: Option<String>,
    /// Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, separated by commas
    #[arg(long, env = "TABULA_TRUSTED_PROXIES", value_name = "ADDRESSES", value_parser = list::<IpAddr>)]
    #[arg(default_value = "", hide_default_value = true)]
    pub trusted_proxies: ::std::vec::Vec<IpAddr>,
    /// Origins whose pages may use this server, separated by commas [default: its own, by PUBLIC_URL or the request's Host; for sockets also http://localhost:5173]
    // Requirement rooms-9.
    #[arg(long, env = "ALLOWED_ORIGINS", value_name = "ORIGINS", value_parser = list::<Origin>)]
    #[arg(default_value = "", hide_default_value = true)]
    pub allowed_origins: ::std::vec::Vec<Origin>,
    /// Rulesets that guests bring, for games with a friend: off; unlisted, known only to those who have the link; or public, where an author may also have one listed
    #[arg(long, env = "TABULA_GUEST_RULES", default_value = "off", value_name = "KIND", default_missing_value = "unlisted", num_args = 0..=1, require_equals = true)]
    pub guest_rules: GuestRulesKind,
    /// Private key that signs push messages: 32 bytes in base64url. Nodes have the same. Give it by the variable: other users of the machine can read a flag [default: the one in the data folder, made at the first start]
    #[arg(long, env = "TABULA_PUSH_KEY", value_name = "KEY", hide_env_values = true)]
    pub push_key: Option<ServerKey>,
    /// Address at which push services reach the operator, mailto:… or https://… [default: PUBLIC_URL]
    #[arg(long, env = "TABULA_PUSH_CONTACT", value_name = "ADDRESS", value_parser = contact)]
    pub push_contact: Option<String>,
    /// Addresses of push services to which messages may go. Browsers name them
    #[arg(long, env = "TABULA_PUSH_REACH", value_enum, default_value = "public", value_name = "REACH")]
    pub push_reach: PushReach,
    /// How much to log: error, warn, info, debug or trace. No level shows hidden state or tokens
    #[arg(long, env = "TABULA_LOG", default_value = "info", value_name = "LEVEL")]
    pub log: Level,
    /// How a log line looks
    #[arg(long, env = "TABULA_LOG_FORMAT", default_value = "json", value_name = "FORMAT")]
    pub log_format: LogFormat,
    /// Bounds of everything
    #[command(flatten)]
    pub limits: Limits,
}

/// Settings of a server that is one of several nodes.
#[derive(Debug, Clone)]
pub struct NodeSettings {
    /// Its name, and its address for the others.
    pub identity: NodeIdentity,
    /// The address to listen on for the others.
    pub listen: SocketAddr,
    /// The secret that all nodes share.
    pub secret: NodeSecret,
}

/// Rulesets of guests that a server takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum GuestRulesKind {
    /// None
    Off,
    /// Any within the limits; nobody finds them without their id
    Unlisted,
    /// Any within the limits; everybody finds those that their authors publish
    Public,
}

/// Former environment variables that are still read if the present one is not set, with the argument that they set.
const FORMER_VARIABLES: [(&str, &str); 3] = [
    ("join_rate", "TABULA_KNOCK_RATE"),
    ("join_burst", "TABULA_KNOCK_BURST"),
    ("house_rules_per_address", "TABULA_HOUSES_PER_ADDRESS"),
];

/// Arguments whose values may hold secrets.
const SECRET_ARGUMENTS: [&str; 3] = ["--journal ", "--node-secret ", "--push-key "];

/// Leaves the value out of an error about an argument that may hold a secret: an address of a database has a password.
fn without_secrets(mut error: clap::Error) -> clap::Error {
    let is_secret = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(argument)) => {
            SECRET_ARGUMENTS.iter().any(|secret| argument.starts_with(secret))
        }
        _ => false,
    };
    if is_secret && error.get(ContextKind::InvalidValue).is_some() {
        error.insert(ContextKind::InvalidValue, ContextValue::String("…".to_owned()));
    }
    error
}

/// Reads former variables for arguments whose present variable is not set.
fn accept_former_variables(command: Command, is_set: impl Fn(&OsStr) -> bool) -> Command {
    FORMER_VARIABLES.iter().fold(command, |command, (argument, former)| {
        command.mut_arg(argument, |argument| {
            let is_given = argument.get_env().is_some_and(&is_set);
            if !is_given && is_set(former.as_ref()) { argument.env(former) } else { argument }
        })
    })
}

impl Config {
    /// Reads the configuration of this process. Prints help or an error and exits where that is due.
    #[must_use]
    pub fn of_process() -> Config {
        let command = accept_former_variables(Config::command(), |name| std::env::var_os(name).is_some());
        let matches = command.try_get_matches().unwrap_or_else(|error| without_secrets(error).exit());
        Config::from_arg_matches(&matches).unwrap_or_else(|error| without_secrets(error).exit())
    }

    /// Returns the place of the journal.
    #[must_use]
    pub fn journal_place(&self) -> JournalPlace {
        JournalPlace::of(&self.journal, &self.data)
    }

    /// Returns what the server is as one of several nodes, if it is one.
    ///
    /// # Errors
    /// Returns a text for the operator if something does not go with several nodes.
    pub fn node(&self) -> Result<Option<NodeSettings>, &'static str> {
        let parts = (&self.node, &self.node_address, self.node_listen, &self.node_secret);
        let (Some(name), Some(address), Some(listen), Some(secret)) = parts else { return Ok(None) };
        match self.journal_place() {
            JournalPlace::Postgres(_) => {}
            JournalPlace::Redis(_) => {
                return Err(
                    "one server plays on a journal in Redis: several nodes need --journal postgres://…",
                );
            }
            JournalPlace::File(_) | JournalPlace::Memory => {
                return Err(
                    "nodes share a PostgreSQL database: --node goes with --journal postgres://… alone",
                );
            }
        }
        let identity = NodeIdentity { name: name.clone(), address: address.clone() };
        Ok(Some(NodeSettings { identity, listen, secret: secret.clone() }))
    }

    /// Returns the settings of push messages; `None` for one of several nodes without a key: a browser that it has told its own could not be told by another.
    ///
    /// # Errors
    /// Returns an error if the key in the data folder cannot be read or made.
    pub fn push(&self, random: &dyn Random) -> Result<Option<PushSettings>, PushKeyError> {
        let key = match &self.push_key {
            Some(key) => key.clone(),
            None if self.node.is_some() => return Ok(None),
            None if self.is_stored() => ServerKey::of_folder(&self.data, random)?,
            // Subscriptions are gone with the games.
            None => ServerKey::generate(random)?,
        };
        let public_url = || self.public_url.clone().filter(|url| url.starts_with("https://"));
        let contact = self.push_contact.clone().or_else(public_url);
        Ok(Some(PushSettings { key, contact, reach: self.push_reach }))
    }

    /// Returns whether anything is kept in the data folder.
    fn is_stored(&self) -> bool {
        !matches!(self.journal_place(), JournalPlace::Memory) && self.data != Path::new(":memory:")
    }

    /// Returns what the server does with rulesets of guests.
    #[must_use]
    pub fn guests(&self) -> GuestRules {
        GuestRules {
            inspector: (self.guest_rules != GuestRulesKind::Off).then(Inspector::default),
            publishes: self.guest_rules == GuestRulesKind::Public,
            folder: self.is_stored().then(|| self.data.join("rulesets")),
        }
    }
}

fn contact(text: &str) -> Result<String, String> {
    let is_address = text.starts_with("mailto:") && text.contains('@') || text.starts_with("https://");
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic());
    if is_address && is_plain {
        Ok(text.to_owned())
    } else {
        Err("neither mailto:… nor https://…".to_owned())
    }
}

fn public_url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match rest.map(|rest| rest.trim_end_matches('/')) {
        Some(rest) if !rest.is_empty() && !rest.contains(['?', '#', ' ']) => {
            Ok(text.trim_end_matches('/').to_owned())
        }
        _ => Err("not of the form https://play.example.org".to_owned()),
    }
}

/// Parses a list as an environment variable holds it: items separated by commas, with or without spaces. (clap would take a plain `Vec` for a
/// flag that is repeated for each item.)
fn list<T>(text: &str) -> Result<Vec<T>, String>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| item.parse().map_err(|why| format!("{item:?}: {why}"))).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[test]
    fn the_flags_are_well_formed_and_all_have_a_variable() {
        Config::command().debug_assert();
        for argument in Config::command().get_arguments() {
            let name = argument.get_id().as_str();
            assert!(argument.get_help().is_some(), "{name}");
            if name == "accept_loss" {
                // A loss is accepted once, not whenever the server starts.
                assert!(argument.get_env().is_none());
                continue;
            }
            let variable = match name {
                "allowed_origins" => "ALLOWED_ORIGINS".to_owned(),
                name => format!("TABULA_{}", name.to_uppercase()),
            };
            assert_eq!(argument.get_env().and_then(|env| env.to_str()), Some(variable.as_str()), "{name}");
        }
    }

    #[test]
    fn former_flags_and_variables_are_still_read() {
        let limits = |flag: &str| Config::parse_from(["tabula", flag, "7"]).limits;
        assert_eq!(limits("--knock-rate").join_rate, 7);
        assert_eq!(limits("--knock-burst").join_burst, 7);
        assert_eq!(limits("--houses-per-address").house_rules_per_address, 7);
        for (id, former) in FORMER_VARIABLES {
            let variable = |command: Command| {
                let argument = command.get_arguments().find(|argument| argument.get_id() == id).unwrap();
                argument.get_env().unwrap().to_owned()
            };
            let only_former = accept_former_variables(Config::command(), |name| name == former);
            assert_eq!(variable(only_former), former);
            for is_set in [true, false] {
                let command = accept_former_variables(Config::command(), |_| is_set);
                assert_eq!(variable(command), &*format!("TABULA_{}", id.to_uppercase()));
            }
        }
    }

    // Requirement rooms-9.
    #[test]
    fn origins_are_a_list() {
        let parse = |list: &str| Config::try_parse_from(["tabula", "--allowed-origins", list]);
        assert_eq!(parse("https://a.example,http://localhost:5173").unwrap().allowed_origins.len(), 2);
        assert_eq!(parse(" https://a.example, http://localhost:5173,").unwrap().allowed_origins.len(), 2);
        // A unit file may pass on a variable that is not set.
        assert!(parse("").unwrap().allowed_origins.is_empty());
        assert!(parse("a.example").is_err() && parse("*").is_err());
        let message = parse("https://a.example, b.example").unwrap_err().to_string();
        assert!(message.contains("\"b.example\": not of the form"), "{message}");
        let proxies = |list: &str| Config::try_parse_from(["tabula", "--trusted-proxies", list]);
        assert_eq!(proxies("127.0.0.1, ::1").unwrap().trusted_proxies.len(), 2);
        assert!(proxies("localhost").is_err());
    }

    // Requirement blind-20.
    #[test]
    fn memory_needs_no_file() {
        let config = |args: &[&str]| Config::parse_from([&["tabula"], args].concat());
        let place = |args| config(args).journal_place();
        assert!(
            matches!(place(&["--data", "d"]), JournalPlace::File(file) if file == Path::new("d/journal.db"))
        );
        assert!(matches!(place(&["--data", ":memory:"]), JournalPlace::Memory));
        assert!(matches!(place(&["--journal", "memory"]), JournalPlace::Memory));
        let folder = |args| config(args).guests().folder;
        assert_eq!(folder(&["--data", "d"]), Some(PathBuf::from("d/rulesets")));
        assert_eq!(folder(&["--journal", "memory"]), None);
    }

    #[test]
    fn a_node_needs_all_its_settings_and_a_database() {
        let secret = "0123456789abcdef0123456789abcdef";
        let node = ["tabula", "--node", "a", "--node-address", "http://10.0.0.1:3001", "--node-listen"];
        let node = [&node[..], &["10.0.0.1:3001", "--node-secret", secret]].concat();
        let parse = |more: &[&str]| Config::try_parse_from([&node[..], more].concat());
        let database = ["--journal", "postgres://db/tabula"];
        let settings = parse(&database).unwrap().node().unwrap().unwrap();
        assert_eq!(settings.identity.name.as_str(), "a");
        assert!(!format!("{settings:?}").contains(secret));
        assert!(parse(&[]).unwrap().node().is_err(), "SQLite has one server");
        let redis = parse(&["--journal", "redis://live.example"]).unwrap().node();
        assert!(redis.is_err_and(|why| why.contains("postgres://…")), "Redis has one server");
        let with_guests = parse(&[&database[..], &["--guest-rules=unlisted"]].concat()).unwrap();
        assert!(with_guests.node().is_ok() && with_guests.guests().inspector.is_some());
        assert!(!with_guests.guests().publishes, "only where the operator says so");
        let public = parse(&[&database[..], &["--guest-rules=public"]].concat()).unwrap().guests();
        assert!(public.inspector.is_some() && public.publishes);
        assert!(Config::try_parse_from(["tabula", "--node", "a"]).is_err());
        assert!(Config::try_parse_from(["tabula", "--node-secret", secret]).is_err());
        assert!(Config::parse_from(["tabula"]).node().unwrap().is_none());
    }

    #[test]
    fn a_database_is_named_by_its_address_and_its_password_is_not_shown() {
        let parse = |kind: &str| Config::try_parse_from(["tabula", "--journal", kind, "--data", "d"]);
        for url in ["postgres://tabula:opensesame@db/tabula", "postgresql://tabula:opensesame@db/tabula"] {
            let config = parse(url).unwrap();
            assert!(matches!(config.journal_place(), JournalPlace::Postgres(_)));
            assert_eq!(config.guests().folder, Some(PathBuf::from("d/rulesets")), "for what is to be copied");
            assert!(!format!("{config:?}").contains("opensesame"));
        }
        let config = parse("redis://tabula:opensesame@live.example/1").unwrap();
        assert!(matches!(config.journal_place(), JournalPlace::Redis(_)));
        assert_eq!(config.guests().folder, Some(PathBuf::from("d/rulesets")), "they are files");
        assert!(!format!("{config:?}").contains("opensesame"));
        for wrong in ["mysql://db/tabula", "redis", ""] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_error_does_not_repeat_a_secret() {
        for (argument, wrong) in [
            ("--journal", "postgres://tabula:opensesame@[/x"),
            ("--journal", "redis://tabula:opensesame@live.example:port"),
            ("--push-key", "opensesame"),
        ] {
            let error = Config::try_parse_from(["tabula", argument, wrong]).unwrap_err();
            let told = without_secrets(error).to_string();
            assert!(told.contains(argument) && !told.contains("opensesame"), "{told}");
        }
        let error = Config::try_parse_from(["tabula", "--listen", "nowhere"]).unwrap_err();
        assert!(without_secrets(error).to_string().contains("nowhere"), "other values are named");
    }

    #[test]
    fn a_public_url_has_a_scheme_and_a_host() {
        assert_eq!(public_url("https://play.example.org/"), Ok("https://play.example.org".to_owned()));
        assert!(public_url("play.example.org").is_err());
        assert!(public_url("https://").is_err());
    }
}
