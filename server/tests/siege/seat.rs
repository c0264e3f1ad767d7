//! A player's seat: whatever its player thinks about, pings are answered meanwhile, as a page does.

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::common::PATIENCE;
use crate::common::player::{Closed, Player};

/// A player who is welcomed, and whose socket has a task of its own.
pub struct Seat {
    words: mpsc::UnboundedSender<Value>,
    frames: mpsc::UnboundedReceiver<Result<Value, Closed>>,
    task: JoinHandle<Player>,
}

impl Seat {
    pub fn of(player: Player) -> Seat {
        let (words, to_say) = mpsc::unbounded_channel();
        let (heard, frames) = mpsc::unbounded_channel();
        Seat { words, frames, task: tokio::spawn(attend(player, to_say, heard)) }
    }

    pub fn send(&self, message: Value) {
        // A socket that has ended says so to whoever listens next.
        let _ = self.words.send(message);
    }

    /// A move by its squares.
    pub fn commit(&self, from: &str, to: &str) {
        self.send(json!({"type": "commit", "from": from, "to": to}));
    }

    /// The next update. The other player's coming and going is passed over.
    pub async fn update(&mut self) -> Value {
        loop {
            let frame =
                self.frames.recv().await.expect("the socket has ended").expect("a player was put out");
            if frame["type"] != "peer-status" {
                assert_eq!(frame["type"], "update", "{frame}");
                return frame;
            }
        }
    }

    /// Closes the socket, unless the server has done so before, and gives the player back when the server has taken note.
    pub async fn leave(self) -> Player {
        drop(self.words);
        let mut player = self.task.await.expect("a player failed");
        // A game that is over is removed some time after, and its sockets are closed then.
        let _ = player.socket.close(None).await;
        while let Some(Ok(_)) = timeout(PATIENCE, player.socket.next()).await.expect("the server stays") {}
        player
    }
}

/// Says what there is to say and hears what there is to hear, until there is nothing more to say.
async fn attend(
    mut player: Player,
    mut words: mpsc::UnboundedReceiver<Value>,
    heard: mpsc::UnboundedSender<Result<Value, Closed>>,
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
                    let _ = heard.send(frame);
                    if is_end {
                        return player;
                    }
                }
            },
        }
    }
}
