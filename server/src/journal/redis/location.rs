//! The address of a Redis server, which may hold a password.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::io::tcp::TcpSettings;
use redis::{AsyncConnectionConfig, Client, ConnectionAddr, IntoConnectionInfo as _, ProtocolVersion};
use tokio::time::timeout;

use crate::journal::JournalError;

/// Time in which a connection is made, or given up.
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// The form of an address.
const FORM: &str = "not of the form redis://USER:PASSWORD@HOST:PORT/NUMBER (rediss:// with TLS, redis+unix:///PATH for a socket)";

/// The address of a Redis server and the number of its database: `redis://USER:PASSWORD@HOST:PORT/NUMBER`, with TLS `rediss://…`, and
/// `redis+unix:///PATH?db=NUMBER` for a socket of this machine.
#[derive(Clone)]
pub struct RedisLocation(Arc<Client>);

impl RedisLocation {
    /// Returns whether a text is meant as such an address.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        ["redis://", "rediss://", "redis+unix://"].iter().any(|scheme| text.starts_with(scheme))
    }

    /// Returns whether the way to the server is encrypted.
    pub(super) fn is_encrypted(&self) -> bool {
        matches!(self.0.get_connection_info().addr(), ConnectionAddr::TcpTls { .. })
    }

    /// Makes a connection. For how long an answer is waited for is up to those who ask.
    pub(super) async fn connect(&self) -> Result<MultiplexedConnection, JournalError> {
        let config = AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None);
        match timeout(CONNECT_TIME, self.0.get_multiplexed_async_connection_with_config(&config)).await {
            Ok(connected) => Ok(connected?),
            Err(_) => Err(JournalError::Unanswered),
        }
    }
}

/// Without the password.
impl fmt::Debug for RedisLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "redis://{}", self.0.get_connection_info().addr())
    }
}

impl FromStr for RedisLocation {
    type Err = String;

    fn from_str(text: &str) -> Result<RedisLocation, String> {
        // The errors of the crate are left out where they could repeat the password.
        let info = text.into_connection_info().map_err(|_| FORM.to_owned())?;
        if matches!(info.addr(), ConnectionAddr::TcpTls { insecure: true, .. }) {
            return Err("#insecure is not taken: the certificate of the server is checked".to_owned());
        }
        let info = info.set_tcp_settings(TcpSettings::default().set_nodelay(true));
        // In the other one, which an address may name, answers have other forms than are read here. The name of the library is not told: that would need a right.
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP2);
        let settings = settings.set_skip_set_lib_name();
        let info = info.set_redis_settings(settings);
        Client::open(info).map(|client| RedisLocation(Arc::new(client))).map_err(|_| FORM.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_its_password_is_not_shown() {
        for (text, shown) in [
            ("redis://tabula:opensesame@live.example:6380/2", "redis://live.example:6380"),
            ("rediss://:opensesame@live.example", "redis://live.example:6379"),
            ("redis+unix:///run/redis.sock?pass=opensesame", "redis:///run/redis.sock"),
        ] {
            assert!(RedisLocation::is_meant(text), "{text}");
            let location: RedisLocation = text.parse().unwrap();
            assert_eq!(format!("{location:?}"), shown);
        }
        for wrong in [
            "redis://tabula:opensesame@[/x",
            "redis://u:opensesame@h:port/0",
            "redis://u:opensesame@h/first",
            "rediss://u:opensesame@h/#insecure",
            "redis://",
        ] {
            let fault = wrong.parse::<RedisLocation>().unwrap_err();
            assert!(!fault.contains("opensesame"), "{fault}");
        }
        assert!(!RedisLocation::is_meant("redis") && !RedisLocation::is_meant("postgres://h/d"));
    }
}
