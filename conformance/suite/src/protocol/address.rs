//! Address of a server, as a person writes it.

use std::io;
use std::str::FromStr;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::tls;

/// A server: `ws://host:port` or `http://host:port`, and with TLS `wss://host:port` or `https://host:port`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host and port, as they are written.
    authority: String,
    host: String,
    port: u16,
    secure: bool,
}

/// A connection, with or without TLS.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// The text is no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected wss://HOST:PORT or https://HOST:PORT, without TLS ws://HOST:PORT or http://HOST:PORT")]
pub struct WrongAddress;

impl FromStr for Address {
    type Err = WrongAddress;

    /// ```
    /// use suite::protocol::{Address, WrongAddress};
    /// let address: Address = "ws://localhost:3000/".parse()?;
    /// assert_eq!(address.authority(), "localhost:3000");
    /// assert_eq!("wss://example.org".parse(), "https://example.org/".parse::<Address>());
    /// assert_eq!("example.org".parse::<Address>(), Err(WrongAddress));
    /// # Ok::<(), WrongAddress>(())
    /// ```
    fn from_str(text: &str) -> Result<Address, WrongAddress> {
        let (scheme, rest) = text.split_once("://").ok_or(WrongAddress)?;
        let secure = match scheme {
            "ws" | "http" => false,
            "wss" | "https" => true,
            _ => return Err(WrongAddress),
        };
        let authority = rest.trim_end_matches('/');
        if authority.is_empty() || authority.contains(['/', '?', '#', '@']) {
            return Err(WrongAddress);
        }
        let has_port =
            authority.rsplit_once(':').filter(|(host, _)| !host.contains('[') || host.ends_with(']'));
        let (host, port) = match has_port {
            Some((host, port)) => (host, port.parse().map_err(|_| WrongAddress)?),
            None => (authority, if secure { 443 } else { 80 }),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        Ok(Address { authority: authority.to_owned(), host, port, secure })
    }
}

impl Address {
    /// Host and port, as requests name them.
    #[must_use]
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// Returns a connection, within the patience; the error is a sentence.
    pub(super) async fn connect(&self, patience: Duration) -> io::Result<Box<dyn Stream>> {
        let connected = timeout(patience, async {
            let stream = TcpStream::connect((self.host.as_str(), self.port)).await?;
            stream.set_nodelay(true)?;
            let stream: Box<dyn Stream> =
                if self.secure { Box::new(tls::begin(&self.host, stream).await?) } else { Box::new(stream) };
            Ok(stream)
        });
        connected.await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    }
}
