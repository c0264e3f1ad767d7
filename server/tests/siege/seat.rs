//! A player's seat, which answers pings while its player thinks, as a page does.

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::common::PATIENCE;
use crate::common::player::{Closed, Player};

const COMINGS_AND_GOINGS: [&str; 6] = [
    "peer-status",
    "player.joined",
    "player.left",
    "player.reconnected",
    "spectator.joined",
    "spectator.left",
];

/// A welcomed player whose socket has a task of its own.
pub struct Seat {
    game: String,
    words: mpsc::UnboundedSender<Value>,
    frames: mpsc::UnboundedReceiver<Result<Value, Closed>>,
    task: JoinHandle<Player>,
}

impl Seat {
    pub fn of(player: Player) -> Seat {
        let (words, to_say) = mpsc::unbounded_channel();
        let (received, frames) = mpsc::unbounded_channel();
        Seat {
            game: player.game.clone(),
            words,
            frames,
            task: tokio::spawn(attend(player, to_say, received)),
        }
    }

    pub fn send(&self, message: Value) {
        // The next receive reports a closed socket.
        let _ = self.words.send(message);
    }

    /// Sends an event of this game.
    pub fn event(&self, kind: &str, members: Value) {
        let mut event = json!({"type": kind, "gameId": self.game});
        event.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        self.send(event);
    }

    /// Commits a move by its squares.
    pub fn commit(&self, from: &str, to: &str) {
        self.send(json!({"type": "commit", "from": from, "to": to}));
    }

    /// Returns the next update.
    pub async fn update(&mut self) -> Value {
        self.expect("update").await
    }

    /// Returns the next frame, which must have this type. Comings and goings are skipped.
    pub async fn expect(&mut self, kind: &str) -> Value {
        let frame = self.next().await;
        assert_eq!(frame["type"], kind, "{frame}");
        frame
    }

    /// Returns the next frame for which a test holds, and skips those before it.
    pub async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let frame = self.next().await;
            if is_it(&frame) {
                return frame;
            }
        }
    }

    async fn next(&mut self) -> Value {
        loop {
            let frame =
                self.frames.recv().await.expect("the socket has ended").expect("a player was put out");
            if !COMINGS_AND_GOINGS.iter().any(|kind| frame["type"] == *kind) {
                return frame;
            }
        }
    }

    /// Closes the socket unless the server has closed it, and returns the player when the server has noticed.
    pub async fn leave(self) -> Player {
        drop(self.words);
        let mut player = self.task.await.expect("a player failed");
        // A finished game is removed after some time, and its sockets are closed then.
        let _ = player.socket.close(None).await;
        while let Some(Ok(_)) = timeout(PATIENCE, player.socket.next()).await.expect("the server stays") {}
        player
    }
}

/// Sends queued messages and passes on received frames until there is nothing more to send.
async fn attend(
    mut player: Player,
    mut words: mpsc::UnboundedReceiver<Value>,
    received: mpsc::UnboundedSender<Result<Value, Closed>>,
) -> Player {
    loop {
        tokio::select! {
            word = words.recv() => match word {
                Some(word) => {
                    let _ = player.try_send(word).await;
                }
                None => return player,
            },
            frame = player.next_of_any_kind() => match frame {
                Ok(frame) if frame["type"] == "ping" => {
                    let _ = player.try_send(json!({"type": "pong"})).await;
                }
                frame => {
                    let is_end = frame.is_err();
                    let _ = received.send(frame);
                    if is_end {
                        return player;
                    }
                }
            },
        }
    }
}
