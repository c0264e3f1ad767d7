//! Connections to other nodes, as a trait with the system's implementation.

use std::fmt;
use std::io;

use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use crate::journal::NodeAddress;

/// A connection to another node.
pub trait NodeStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> NodeStream for S {}

/// The way to connections to other nodes.
pub trait Dialer: fmt::Debug + Send + Sync + 'static {
    /// Connects to a node.
    fn dial(&self, to: &NodeAddress) -> BoxFuture<'static, io::Result<Box<dyn NodeStream>>>;
}

/// Connections of the operating system.
#[derive(Debug)]
pub(crate) struct TcpDialer;

impl Dialer for TcpDialer {
    fn dial(&self, to: &NodeAddress) -> BoxFuture<'static, io::Result<Box<dyn NodeStream>>> {
        let authority = to.authority().to_owned();
        Box::pin(async move {
            let stream = TcpStream::connect(authority).await?;
            // A move is a small packet that must not wait for the acknowledgement of the packet before.
            stream.set_nodelay(true)?;
            Ok(Box::new(stream) as Box<dyn NodeStream>)
        })
    }
}
