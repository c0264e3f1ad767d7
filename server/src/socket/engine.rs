//! Sockets of the engine interface: each has an engine of its own, and no way to any player's game.

use std::sync::Arc;

use session::Frame;
use session::protocol::engine::Engine;
use session::protocol::player::CloseReason;
use tokio::sync::OwnedSemaphorePermit;

use super::client::{ClientSocket, SocketProtocol};
use super::end::SocketEnd;
use super::wire::Incoming;
use crate::rate::{self, Bucket};

/// The engine protocol at one socket.
#[derive(Debug)]
pub(super) struct EngineSocket {
    engine: Engine,
    bucket: Bucket,
    /// Messages in a row that came too fast.
    strikes: u32,
    /// Place among the engines that may be open.
    _permit: OwnedSemaphorePermit,
}

impl EngineSocket {
    /// Opens an engine for the given rules.
    ///
    /// # Errors
    /// The reason to close with, when too many engines are open, or there are no such rules.
    pub(super) fn open(socket: &ClientSocket, rules: Option<&str>) -> Result<Self, CloseReason> {
        let state = &socket.state;
        let permit = Arc::clone(&state.engines).try_acquire_owned().map_err(|_| CloseReason::FULL)?;
        let engine = Engine::open(state.registry.catalogue(), rules).ok_or(CloseReason::RULES_NOT_FOUND)?;
        tracing::debug!(socket = %socket.conn.0, "engine socket open");
        let bucket = rate::bucket(state.limits.message_rate, state.limits.message_burst, &state.clock);
        Ok(EngineSocket { engine, bucket, strikes: 0, _permit: permit })
    }
}

impl SocketProtocol for EngineSocket {
    async fn greet(&mut self, socket: &mut ClientSocket) -> Result<(), SocketEnd> {
        write_all(socket, self.engine.greet()).await
    }

    // Requirement engine-6.
    async fn receive(&mut self, socket: &mut ClientSocket, incoming: Incoming) -> Result<(), SocketEnd> {
        let bytes = match incoming {
            Incoming::Closed => return Err(SocketEnd::Disconnected),
            Incoming::ProtocolError(reason) => return Err(SocketEnd::Close(reason)),
            Incoming::Text(_) | Incoming::Binary(_) | Incoming::Control if self.bucket.check().is_err() => {
                self.strikes += 1;
                if self.strikes >= socket.state.limits.strikes {
                    return Err(SocketEnd::Close(CloseReason::RATE_LIMITED));
                }
                return socket.write(Engine::too_fast()).await;
            }
            Incoming::Control => return Ok(()),
            Incoming::Text(text) => text.into(),
            Incoming::Binary(bytes) => bytes,
        };
        self.strikes = 0;
        let answers = {
            // Engines take turns: however many there are, players keep the rest of the machine.
            let turn = socket.state.engine_turns.acquire().await;
            let _turn = turn.map_err(|_| SocketEnd::Close(CloseReason::SHUTDOWN))?;
            self.engine.handle(&bytes)
        };
        write_all(socket, answers).await
    }
}

async fn write_all(socket: &mut ClientSocket, frames: Vec<Frame>) -> Result<(), SocketEnd> {
    for frame in frames {
        socket.write(frame).await?;
    }
    Ok(())
}
