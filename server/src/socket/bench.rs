//! One host's socket at an engine of its own: no player's game can be reached from here.

use std::sync::Arc;

use session::protocol::engine::Engine;
use session::protocol::player::CloseReason;
use session::{ConnId, Frame};
use tokio::time::{Instant, sleep_until};

use super::Name;
use super::end::End;
use super::wire::{Incoming, Wire};
use crate::app::Shared;
use crate::rate::{self, Bucket};

/// The state of one socket.
pub(super) struct Bench {
    app: Arc<Shared>,
    conn: ConnId,
    bucket: Bucket,
    /// Messages in a row that came too fast.
    strikes: u32,
}

impl Bench {
    pub(super) fn new(app: Arc<Shared>, conn: ConnId) -> Self {
        let bucket = rate::bucket(app.limits.message_rate, app.limits.message_burst, &app.clock);
        Bench { app, conn, bucket, strikes: 0 }
    }

    /// Serves the socket until it ends.
    pub(super) async fn run(mut self, mut wire: Wire, rules: Option<&str>) {
        let app = Arc::clone(&self.app);
        let end = match app.engines.try_acquire() {
            Err(_) => End::Close(CloseReason::FULL),
            Ok(_place) => match Engine::open(app.registry.catalogue(), rules) {
                None => End::Close(CloseReason::RULES_NOT_FOUND),
                Some(engine) => self.talk(&mut wire, engine).await,
            },
        };
        end.come(wire, self.conn).await;
    }

    async fn talk(&mut self, wire: &mut Wire, mut engine: Engine) -> End {
        tracing::debug!(socket = %Name(self.conn), "engine socket open");
        if let Err(end) = send(wire, engine.greet()).await {
            return end;
        }
        let shutdown = self.app.shutdown.clone();
        let limits = Arc::clone(&self.app.limits);
        let mut heard = Instant::now();
        let mut next_ping = heard + limits.ping_interval.0;
        let timer = sleep_until(next_ping);
        tokio::pin!(timer);
        loop {
            let idle_at = heard + limits.idle_timeout.0;
            timer.as_mut().reset(idle_at.min(next_ping));
            let step = tokio::select! {
                biased;
                () = shutdown.cancelled() => Err(End::Close(CloseReason::SHUTDOWN)),
                incoming = wire.receive() => {
                    heard = Instant::now();
                    match self.hear(incoming, &mut engine).await {
                        Ok(answers) => send(wire, answers).await,
                        Err(end) => Err(end),
                    }
                }
                () = &mut timer => {
                    let now = Instant::now();
                    if now >= idle_at {
                        Err(End::Close(CloseReason::IDLE))
                    } else {
                        next_ping = now + limits.ping_interval.0;
                        wire.ping().await.map_err(End::from)
                    }
                }
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// Takes one message, and gives the answers.
    async fn hear(&mut self, incoming: Incoming, engine: &mut Engine) -> Result<Vec<Frame>, End> {
        let bytes = match incoming {
            Incoming::Gone => return Err(End::Gone),
            Incoming::Astray(reason) => return Err(End::Close(reason)),
            Incoming::Text(_) | Incoming::Binary(_) | Incoming::Alive if self.bucket.check().is_err() => {
                self.strikes += 1;
                let is_last = self.strikes >= self.app.limits.strikes;
                return if is_last {
                    Err(End::Close(CloseReason::RATE_LIMITED))
                } else {
                    Ok(vec![Engine::too_fast()])
                };
            }
            Incoming::Alive => return Ok(Vec::new()),
            Incoming::Text(text) => text.into(),
            Incoming::Binary(bytes) => bytes,
        };
        self.strikes = 0;
        // Engines take turns, so that however many hosts there are, players keep the rest of the machine.
        let _turn = self.app.engine_turns.acquire().await.map_err(|_| End::Close(CloseReason::SHUTDOWN))?;
        Ok(engine.handle(&bytes))
    }
}

async fn send(wire: &mut Wire, frames: Vec<Frame>) -> Result<(), End> {
    for frame in frames {
        wire.send(frame).await?;
    }
    Ok(())
}
