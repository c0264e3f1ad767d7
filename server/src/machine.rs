//! The machine: a bot on a seat of each game that asks for one. It is a client like any other, frames in and messages out, without a socket.

mod duels;
mod referee;
mod thinkers;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use bot::{Client, Level, Reaction};
use session::protocol::player;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::log_name::LogName;
use crate::outbox::{Outbox, OutboxReceiver, Outgoing};
use crate::registry::{GameMessage, MachineGame};
use crate::state::AppState;
pub use duels::Duels;
pub use referee::Terms;
use thinkers::Thinkers;

/// Shortest time between a frame and the answer to it: a move that comes at once looks as if it had been there before.
const PAUSE: Duration = Duration::from_millis(400);

/// Time for which the machine waits for a player who is away.
const PATIENCE: Duration = Duration::from_secs(600);

/// Address of the machine, where a client has one: no client comes from it.
const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The reason why the machine gives a game up.
#[derive(Debug, thiserror::Error)]
enum GivesUp {
    /// The frames do not fit its rules.
    #[error(transparent)]
    OutOfStep(#[from] bot::OutOfStep),
    /// It has thought, and found no move.
    #[error("no move was found")]
    NoMove,
}

/// Plays all games in which the machine is due at a seat, until shutdown.
pub(crate) async fn run(state: AppState) {
    let Some(mut games) = state.registry.take_machine_games() else { return };
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

    /// Plays the game until it is gone, or its player is away for long.
    async fn play(self, thinkers: Arc<Thinkers>) {
        let name = LogName::of(&self.game.id);
        let (outbox, frames) = Outbox::new(self.state.limits.socket_queue);
        let Ok(level) = Level::try_from(self.game.seat.level.number()) else { return };
        let Some(values) = thinkers.values(&self.game.rules).await else { return };
        let token = self.game.seat.token.as_str();
        let (rules, terms) = (Arc::clone(&self.game.rules), self.game.hearing.clone());
        let client = if terms.is_open() {
            Client::new(rules, values, level, token)
        } else {
            Client::blind(rules, values, level, token, Arc::new(Terms(terms)))
        };
        let client = match &self.game.duels {
            Some(duels) => client.bidding(Arc::new(Duels(Arc::clone(duels))), self.game.id.as_str()),
            None => client,
        };
        let hello = Client::hello(self.game.id.as_str(), token);
        if self.send(&hello, Some(outbox)).await.is_none() {
            return;
        }
        if let Err(error) = self.answer(client, frames, &thinkers).await {
            tracing::error!(game = %name, %error, "the machine gives up");
            // A game that is gone needs no resignation.
            let _ = self.send(&Client::resignation(), None).await;
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
    ) -> Result<(), GivesUp> {
        let mut leaves_at = Instant::now() + PATIENCE;
        loop {
            let outgoing = tokio::select! {
                outgoing = frames.next() => outgoing,
                () = sleep_until(leaves_at), if client.is_alone() => return Ok(()),
            };
            let Ok(Some(Outgoing::Frame(frame))) = outgoing else { return Ok(()) };
            let (came, reactions) = (Instant::now(), client.receive(frame.as_str())?);
            leaves_at = came + PATIENCE;
            for reaction in reactions {
                let message = match reaction {
                    Reaction::Send(message) => message,
                    Reaction::Think(thought) => thinkers.think(thought).await.ok_or(GivesUp::NoMove)?,
                };
                sleep_until(came + PAUSE).await;
                if self.send(&message, None).await.is_none() {
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
