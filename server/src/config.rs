//! What the server is told at start: flags, or `TABULA_…` variables of the environment; and `ALLOWED_ORIGINS`, which is
//! known by that name.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use tracing::Level;

use crate::limits::Limits;
use crate::origin::Origin;
use crate::telemetry::LogFormat;

/// Board games from data, played by two people in their browsers; blind chess with a moderator.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "tabula", version, after_help = "Times are written with a unit: 250ms, 20s, 5m, 1h 30m.")]
pub struct Config {
    /// Address and port to listen on
    #[arg(long, env = "TABULA_LISTEN", default_value = "127.0.0.1:3000", value_name = "ADDRESS:PORT")]
    pub listen: SocketAddr,
    /// Folder of the games, moderators and profiles
    #[arg(long, env = "TABULA_RULES", default_value = "rules", value_name = "FOLDER")]
    pub rules: PathBuf,
    /// Folder of the built web page
    #[arg(long, env = "TABULA_WEB", default_value = "web/dist", value_name = "FOLDER")]
    pub web: PathBuf,
    /// Folder of the journal, or ":memory:" to lose every game at exit
    #[arg(long, env = "TABULA_DATA", default_value = "data", value_name = "FOLDER")]
    pub data: PathBuf,
    /// Where games are kept so that they survive a restart
    #[arg(long, env = "TABULA_JOURNAL", default_value = "sqlite", value_name = "KIND")]
    pub journal: JournalKind,
    /// Address of this server as players see it, for links [default: from each request]
    #[arg(long, env = "TABULA_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    pub public_url: Option<String>,
    /// Proxies whose X-Forwarded-For is believed, separated by commas
    #[arg(long, env = "TABULA_TRUSTED_PROXIES", value_name = "ADDRESSES", value_parser = list::<IpAddr>)]
    #[arg(default_value = "", hide_default_value = true)]
    pub trusted_proxies: ::std::vec::Vec<IpAddr>,
    /// Origins whose pages may speak to this server, separated by commas [default: its own, by PUBLIC_URL or the request's Host; for rooms also http://localhost:5173]
    #[arg(long, env = "ALLOWED_ORIGINS", value_name = "ORIGINS", value_parser = list::<Origin>)]
    #[arg(default_value = "", hide_default_value = true)]
    pub allowed_origins: ::std::vec::Vec<Origin>,
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

/// Where the journal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum JournalKind {
    /// A file in the data folder; an acknowledged move survives even a power cut
    Sqlite,
    /// Nowhere but in memory
    Memory,
}

impl Config {
    /// The journal's file, or none if games are kept in memory only.
    #[must_use]
    pub fn journal_file(&self) -> Option<PathBuf> {
        let in_memory = self.journal == JournalKind::Memory || self.data == Path::new(":memory:");
        (!in_memory).then(|| self.data.join("journal.db"))
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

/// A list as an environment variable holds it: items with commas between them, with or without spaces. (clap would take a plain `Vec` for a flag
/// that is said again for each item.)
fn list<T>(text: &str) -> Result<Vec<T>, String>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| item.parse().map_err(|why| format!("{item:?}: {why}"))).collect()
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser as _};

    use super::*;

    #[test]
    fn the_flags_are_well_formed_and_all_have_a_variable() {
        Config::command().debug_assert();
        for argument in Config::command().get_arguments() {
            let name = argument.get_id().as_str();
            let variable = match name {
                "allowed_origins" => "ALLOWED_ORIGINS".to_owned(),
                name => format!("TABULA_{}", name.to_uppercase()),
            };
            assert_eq!(argument.get_env().and_then(|env| env.to_str()), Some(variable.as_str()), "{name}");
            assert!(argument.get_help().is_some(), "{name}");
        }
    }

    #[test]
    fn origins_are_a_list() {
        let parse = |list: &str| Config::try_parse_from(["tabula", "--allowed-origins", list]);
        assert_eq!(parse("https://a.example,http://localhost:5173").unwrap().allowed_origins.len(), 2);
        assert_eq!(parse(" https://a.example, http://localhost:5173,").unwrap().allowed_origins.len(), 2);
        // A unit file may pass on a variable that is not set.
        assert!(parse("").unwrap().allowed_origins.is_empty());
        assert!(parse("a.example").is_err() && parse("*").is_err());
        let said = parse("https://a.example, b.example").unwrap_err().to_string();
        assert!(said.contains("\"b.example\": not of the form"), "{said}");
        let proxies = |list: &str| Config::try_parse_from(["tabula", "--trusted-proxies", list]);
        assert_eq!(proxies("127.0.0.1, ::1").unwrap().trusted_proxies.len(), 2);
        assert!(proxies("localhost").is_err());
    }

    #[test]
    fn memory_needs_no_file() {
        let file = |args: &[&str]| Config::parse_from([&["tabula"], args].concat()).journal_file();
        assert_eq!(file(&["--data", "d"]), Some(PathBuf::from("d/journal.db")));
        assert_eq!(file(&["--data", ":memory:"]), None);
        assert_eq!(file(&["--journal", "memory"]), None);
    }

    #[test]
    fn a_public_url_has_a_scheme_and_a_host() {
        assert_eq!(public_url("https://play.example.org/"), Ok("https://play.example.org".to_owned()));
        assert!(public_url("play.example.org").is_err());
        assert!(public_url("https://").is_err());
    }
}
