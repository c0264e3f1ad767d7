//! Clients at different addresses of this machine.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use tokio::net::{TcpSocket, TcpStream};

/// Connects from an address of this machine's loopback network, 127.0.`net`.`host`.
pub async fn connect_from(net: u8, host: u8, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, net, host)), 0))?;
    socket.connect(to).await
}
