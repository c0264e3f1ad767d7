//! The machine: a bot on a seat of each game that asks for one. It is a client like any other, frames in and messages out, without a socket.

mod thinkers;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use bot::{Client, Level, Reaction};
use session::protocol::player;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::log_name::LogName;
use crate::outbox::{Outbox, OutboxReceiver, Outgoing};
use crate::registry::{GameMessage, MachineGame};
use crate::state::AppState;
use thinkers::Thinkers;

/// Shortest time between a frame and the answer to it: a move that comes at once looks as if it had been there before.
const PAUSE: Duration = Duration::from_millis(400);

/// Time for which the machine waits for a player who is away, or for a rematch.
const PATIENCE: Duration = Duration::from_secs(600);

/// Address of the machine, where a client has one: no client comes from it.
const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// Plays all games in which the machine is due at a seat, until shutdown.
pub(crate) async fn run(state: AppState, mut games: mpsc::UnboundedReceiver<MachineGame>) {
    let thinkers = Arc::new(Thinkers::new(state.limits.bot_time.0));
    let mut seats = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            () = state.shutdown.cancelled() => return,
            Some(_) = seats.join_next() => {}
            game = games.recv() => match game {
                Some(game) => drop(seats.spawn(Seat::new(&state, game).play(Arc::clone(&thinkers)))),
                None => return,
            },
        }
    }
}

/// One seat of the machine.
struct Seat {
    state: AppState,
    game: MachineGame,
    conn: session::ConnId,
}

impl Seat {
    fn new(state: &AppState, game: MachineGame) -> Seat {
        Seat { state: state.clone(), game, conn: state.next_connection() }
    }

    /// Plays the game until it is over, or nobody comes.
    async fn play(self, thinkers: Arc<Thinkers>) {
        let name = LogName::of(&self.game.id);
        let (outbox, frames) = Outbox::new(self.state.limits.socket_queue);
        let Ok(level) = Level::try_from(self.game.seat.level.number()) else { return };
        let Some(values) = thinkers.values(&self.game.rules).await else { return };
        let token = self.game.seat.token.as_str();
        let client = Client::new(Arc::clone(&self.game.rules), values, level, token);
        let hello = Client::hello(self.game.id.as_str(), token);
        if self.send(&hello, Some(outbox)).await.is_none() {
            return;
        }
        if let Err(error) = self.answer(client, frames, &thinkers).await {
            tracing::error!(game = %name, %error, "the machine cannot go on");
        }
        // A game that is gone needs no notice.
        let _ = self.game.game.send(GameMessage::Closed { conn: self.conn }).await;
    }

    /// Answers frames until there are no more.
    async fn answer(
        &self,
        mut client: Client,
        mut frames: OutboxReceiver,
        thinkers: &Thinkers,
    ) -> Result<(), bot::OutOfStep> {
        let mut leaves_at = Instant::now() + PATIENCE;
        loop {
            let outgoing = tokio::select! {
                outgoing = frames.next() => outgoing,
                () = sleep_until(leaves_at), if !client.is_playing() => return Ok(()),
            };
            let Ok(Some(Outgoing::Frame(frame))) = outgoing else { return Ok(()) };
            let (came, reactions) = (Instant::now(), client.receive(frame.as_str())?);
            leaves_at = came + PATIENCE;
            for reaction in reactions {
                let message = match reaction {
                    Reaction::Send(message) => Some(message),
                    Reaction::Think(thought) => thinkers.think(thought).await,
                };
                sleep_until(came + PAUSE).await;
                if let Some(message) = message
                    && self.send(&message, None).await.is_none()
                {
                    return Ok(());
                }
            }
        }
    }

    /// Sends a message; `None` if the game takes no more.
    async fn send(&self, text: &str, outbox: Option<Outbox>) -> Option<()> {
        let message = match player::decode(text) {
            Ok(message) => message,
            Err(refusal) => {
                tracing::error!(?refusal, "the machine's message is none of the protocol");
                return None;
            }
        };
        let (conn, client) = (self.conn, ADDRESS.into());
        self.game.game.send(GameMessage::Client { conn, client, message, outbox }).await.ok()
    }
}
