//! Sockets of the engine interface: each has an engine of its own, and no way to any player's game.

use std::sync::Arc;

use session::protocol::engine::Engine;
use session::protocol::player::CloseReason;
use session::{ConnId, Frame};
use tokio::sync::OwnedSemaphorePermit;

use super::client::{ClientSocket, SocketProtocol};
use super::end::SocketEnd;
use super::wire::Incoming;
use crate::rate::{self, Bucket};
use crate::refusals::Bound;
use crate::state::AppState;

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
    /// The reason to close with, when too many engines are open, there are no such rules, or the server stops.
    pub(super) async fn open(
        state: &AppState,
        conn: ConnId,
        rules: Option<String>,
    ) -> Result<Self, CloseReason> {
        let permit = Arc::clone(&state.engines).try_acquire_owned().ok();
        let permit = state.admission.refusals().noted(Bound::Engines, permit).ok_or(CloseReason::FULL)?;
        let engine = open_engine(state, rules).await?.ok_or(CloseReason::RULES_NOT_FOUND)?;
        tracing::debug!(socket = %conn.0, "engine socket open");
        let bucket = rate::bucket(state.limits.message_rate, state.limits.message_burst, &state.clock);
        Ok(EngineSocket { engine, bucket, strikes: 0, _permit: permit })
    }
}

/// Creates the engine within a turn of engines; `None` if there are no such rules. Rules of patterns alone are written out for their first engine, which
/// would hold up a task that carries players' moves.
async fn open_engine(state: &AppState, rules: Option<String>) -> Result<Option<Engine>, CloseReason> {
    let turn = tokio::select! {
        biased;
        () = state.shutdown.cancelled() => return Err(CloseReason::SHUTDOWN),
        turn = state.engine_turns.acquire() => turn,
    };
    let _turn = turn.map_err(|_| CloseReason::SHUTDOWN)?;
    if !Engine::has_to_read(state.registry.catalogue(), rules.as_deref()) {
        return Ok(Engine::open(state.registry.catalogue(), rules.as_deref()));
    }
    let state = state.clone();
    let opened = tokio::task::spawn_blocking(move || {
        let engine = Engine::open(state.registry.catalogue(), rules.as_deref());
        if engine.is_none() {
            tracing::warn!(ruleset = rules, "faulty ruleset has no engine; run `ggn check` on it");
        }
        engine
    });
    opened.await.map_err(|_| CloseReason::INTERNAL)
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
                socket.state.admission.refusals().note(Bound::MessageRate);
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
