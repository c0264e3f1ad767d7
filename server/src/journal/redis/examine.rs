//! A look at the settings of a Redis server before a journal is put there: whether it can hold one, and where it promises less than a journal should.

use std::collections::HashMap;

use redis::aio::MultiplexedConnection;
use redis::{Cmd, Value};

use super::reply;
use crate::journal::JournalError;

/// The earliest Redis that has all commands of the journal.
const VERSION: (u32, u32) = (6, 2);

/// The settings of a server, as far as it tells them.
#[derive(Debug, Default)]
struct Settings {
    info: HashMap<String, String>,
    /// The setting `appendfsync`; `None` if it may not be asked for.
    appendfsync: Option<String>,
    /// True if the file is left to the system while Redis writes it anew: the setting `no-appendfsync-on-rewrite`.
    is_lax_in_rewrites: bool,
}

/// Refuses a server that cannot hold a journal. Returns where it promises less than that nothing acknowledged is lost, in words for its operator.
pub(super) async fn examine(
    connection: &mut MultiplexedConnection,
) -> Result<Vec<&'static str>, JournalError> {
    let settings = Settings::read(connection).await?;
    match settings.refusal() {
        Some(why) => Err(JournalError::Unfit(why)),
        None => Ok(settings.weaknesses()),
    }
}

/// Returns an answer; `None` if the server forbids to ask.
async fn ask(command: &Cmd, connection: &mut MultiplexedConnection) -> Result<Option<Value>, JournalError> {
    match command.query_async(connection).await {
        Ok(answer) => Ok(Some(answer)),
        Err(error) if reply::is_answer(&error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl Settings {
    async fn read(connection: &mut MultiplexedConnection) -> Result<Settings, JournalError> {
        let info = ask(&redis::cmd("INFO"), connection).await?.and_then(reply::text).unwrap_or_default();
        let mut config = redis::cmd("CONFIG");
        config.arg("GET").arg("*appendfsync*");
        let told = ask(&config, connection).await?.map(reply::texts).unwrap_or_default();
        let (pairs, _) = told.as_chunks::<2>();
        let setting = |name: &str| pairs.iter().find(|[key, _]| key == name).map(|[_, value]| value.clone());
        Ok(Settings {
            info: read_info(&info),
            appendfsync: setting("appendfsync"),
            is_lax_in_rewrites: setting("no-appendfsync-on-rewrite").as_deref() == Some("yes"),
        })
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.info.get(name).map(String::as_str)
    }

    /// Returns the reason why the server cannot hold a journal.
    fn refusal(&self) -> Option<&'static str> {
        match self.get("redis_mode") {
            Some("cluster") => {
                return Some(
                    "the journal needs one Redis server; this one belongs to a cluster, which spreads keys over several",
                );
            }
            Some("sentinel") => {
                return Some("this is a Sentinel: the journal needs the address of the Redis server itself");
            }
            _ => {}
        }
        if self.get("role").is_some_and(|role| role != "master") {
            return Some("this Redis server is a replica: the journal needs the address of its primary");
        }
        let version = self.get("redis_version").and_then(|version| {
            let mut parts = version.split('.').map(|part| part.parse::<u32>().ok());
            Some((parts.next()??, parts.next()??))
        });
        version.is_some_and(|version| version < VERSION).then_some("the journal needs Redis 6.2 or later")
    }

    /// Returns where the server promises less than a journal should.
    fn weaknesses(&self) -> Vec<&'static str> {
        let mut found = Vec::new();
        match (self.get("aof_enabled"), self.appendfsync.as_deref()) {
            (Some("0"), _) => found.push(
                "Redis has no append-only file (appendonly is no): if it is killed or its machine stops, all moves since its last snapshot are lost, although players were sent them",
            ),
            (_, Some("always")) if self.is_lax_in_rewrites => found.push(
                "Redis does not wait for the disk while it writes its file anew (no-appendfsync-on-rewrite is yes): a power cut then may lose moves that players were sent",
            ),
            (_, Some("always")) => {}
            (_, Some("no")) => found.push(
                "Redis leaves it to the system when its file reaches the disk (appendfsync is no): a power cut may lose half a minute of moves that players were sent",
            ),
            (_, Some(_)) => found.push(
                "Redis puts its file on the disk once a second (appendfsync is not always): a power cut may lose two seconds of moves that players were sent",
            ),
            (_, None) => found.push(
                "Redis does not tell how it stores (CONFIG is forbidden): unless appendonly is yes and appendfsync is always, a crash may lose moves that players were sent",
            ),
        }
        let is_bounded = self.get("maxmemory").is_some_and(|bytes| bytes != "0");
        if is_bounded && self.get("maxmemory_policy").is_some_and(|policy| policy != "noeviction") {
            found.push("Redis removes keys when its memory is full (maxmemory-policy is not noeviction): it may remove games");
        }
        if self.get("connected_slaves").is_some_and(|replicas| replicas != "0") {
            found.push(
                "Redis has replicas, and does not wait for them: a failover to one of them may lose moves that players were sent",
            );
        }
        found
    }
}

/// Reads the answer to `INFO`: a name and a value on each line.
fn read_info(text: &str) -> HashMap<String, String> {
    let pairs = text.lines().filter_map(|line| line.trim().split_once(':'));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(info: &str, appendfsync: Option<&str>) -> Settings {
        let appendfsync = appendfsync.map(str::to_owned);
        Settings { info: read_info(info), appendfsync, is_lax_in_rewrites: false }
    }

    #[test]
    fn a_server_that_cannot_hold_a_journal_is_refused() {
        let refusal = |info: &str| settings(info, None).refusal();
        let primary = "# Server\r\nredis_version:7.0.15\r\nredis_mode:standalone\r\nrole:master\r\n";
        assert_eq!(refusal(primary), None);
        assert_eq!(refusal(""), None, "it may forbid to be asked");
        for (info, part) in [
            (primary.replace("standalone", "cluster"), "a cluster"),
            (primary.replace("standalone", "sentinel"), "a Sentinel"),
            (primary.replace("master", "slave"), "a replica"),
            (primary.replace("7.0.15", "6.0.16"), "6.2 or later"),
        ] {
            assert!(refusal(&info).is_some_and(|why| why.contains(part)), "{info}");
        }
    }

    #[test]
    fn each_weaker_promise_is_told() {
        let told = |info: &str, appendfsync| settings(info, appendfsync).weaknesses();
        let whole = "aof_enabled:1\nmaxmemory:0\nmaxmemory_policy:allkeys-lru\nconnected_slaves:0\n";
        assert_eq!(told(whole, Some("always")), [""; 0]);
        for (info, appendfsync, part) in [
            (whole.to_owned(), Some("everysec"), "two seconds"),
            (whole.to_owned(), Some("no"), "half a minute"),
            (whole.to_owned(), None, "CONFIG is forbidden"),
            (whole.replace("aof_enabled:1", "aof_enabled:0"), Some("always"), "appendonly is no"),
            (whole.replace("maxmemory:0", "maxmemory:9"), Some("always"), "remove games"),
            (whole.replace("slaves:0", "slaves:1"), Some("always"), "a failover"),
        ] {
            let told = told(&info, appendfsync);
            assert!(matches!(*told, [only] if only.contains(part)), "{part}: {told:?}");
        }
        let lax = Settings { is_lax_in_rewrites: true, ..settings(whole, Some("always")) };
        let told = lax.weaknesses();
        assert!(matches!(*told, [only] if only.contains("no-appendfsync-on-rewrite")), "{told:?}");
    }
}
