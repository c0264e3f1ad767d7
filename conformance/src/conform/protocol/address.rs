//! Where a server is: read from what a person writes.

use std::io;
use std::str::FromStr;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::timeout;

/// A server: `ws://host:port` or `http://host:port`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host and port, as they are written.
    authority: String,
    host: String,
    port: u16,
}

/// Why a text is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongAddress {
    /// It is in none of the forms.
    #[error("expected ws://HOST:PORT or http://HOST:PORT")]
    Form,
    /// It asks for TLS.
    #[error("TLS is not spoken here: name the server's own port, behind whatever ends TLS")]
    Tls,
}

impl FromStr for Address {
    type Err = WrongAddress;

    /// ```
    /// use conformance::conform::protocol::{Address, WrongAddress};
    /// let address: Address = "ws://localhost:3000/".parse()?;
    /// assert_eq!(address.authority(), "localhost:3000");
    /// assert_eq!("https://example.org".parse::<Address>(), Err(WrongAddress::Tls));
    /// # Ok::<(), WrongAddress>(())
    /// ```
    fn from_str(text: &str) -> Result<Address, WrongAddress> {
        let (scheme, rest) = text.split_once("://").ok_or(WrongAddress::Form)?;
        match scheme {
            "ws" | "http" => {}
            "wss" | "https" => return Err(WrongAddress::Tls),
            _ => return Err(WrongAddress::Form),
        }
        let authority = rest.trim_end_matches('/');
        if authority.is_empty() || authority.contains(['/', '?', '#', '@']) {
            return Err(WrongAddress::Form);
        }
        let has_port =
            authority.rsplit_once(':').filter(|(host, _)| !host.contains('[') || host.ends_with(']'));
        let (host, port) = match has_port {
            Some((host, port)) => (host, port.parse().map_err(|_| WrongAddress::Form)?),
            None => (authority, 80),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        Ok(Address { authority: authority.to_owned(), host, port })
    }
}

impl Address {
    /// Host and port, as requests name them.
    #[must_use]
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// A connection.
    pub(super) async fn connect(&self, patience: Duration) -> io::Result<TcpStream> {
        let stream = timeout(patience, TcpStream::connect((self.host.as_str(), self.port))).await;
        let stream = stream.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}
