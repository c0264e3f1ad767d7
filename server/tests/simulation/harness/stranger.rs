//! Clients without a seat: wrong tokens, unknown games, incomplete requests, silence. Each gets its answer and nothing else.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use dev::Random;
use serde_json::{Value, json};
use session::{GameId, Phase};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::link::{Event, Link};
use super::world::{Stage, World};

/// Maximum duration of a visit on an undisturbed connection.
const VISIT: Duration = Duration::from_secs(120);

/// A stranger's message and its expected answer.
struct Visit {
    path: String,
    say: Option<String>,
    /// Expected error code, if any.
    error: Option<&'static str>,
    close: (u16, &'static str),
}

/// Visits until the end of the storm.
pub(crate) async fn haunt(world: Arc<World>, game: GameId, from: IpAddr) {
    let mut chance = world.chance(&format!("stranger {game}"));
    while world.stage() == Stage::Storm && !world.trace.failed.is_cancelled() {
        let next = chance.millis(500, 20_000);
        sleep(next).await;
        let with_hello = |say: Value, error, close| Visit {
            path: format!("/ws?game={game}"),
            say: Some(say.to_string()),
            error: Some(error),
            close,
        };
        let full = world.store.with(&game, |oracle| {
            oracle.is_some_and(|oracle| !oracle.forgotten && oracle.phase() != Some(Phase::Waiting))
        });
        let visit = match chance.below(6) {
            0 => Visit {
                path: "/ws?game=nosuchgm".to_owned(),
                say: None,
                error: Some("game_not_found"),
                close: (4004, "game_not_found"),
            },
            1 => Visit {
                path: "/ws?game=NO".to_owned(),
                say: None,
                error: Some("malformed"),
                close: (4000, "malformed"),
            },
            2 => {
                half_a_request(&world, from, &mut chance).await;
                continue;
            }
            3 => Visit {
                path: "/engine?rules=nothing".to_owned(),
                say: None,
                error: None,
                close: (4004, "rules_not_found"),
            },
            _ if full => {
                let token = json!("abcdefghijklmnopqrstuvwx");
                let (wish, error, close) = match chance.below(3) {
                    // A client whose colour is taken may request another one before its timeout.
                    0 => (json!("w"), "slot_taken", (4009, "idle")),
                    1 => (json!("b"), "slot_taken", (4009, "idle")),
                    _ => (json!("auto"), "spectators_disabled", (4003, "spectators_disabled")),
                };
                let hello = json!({"type": "hello", "gameId": game.as_str(), "token": token, "joinAs": wish});
                with_hello(hello, error, close)
            }
            _ => continue,
        };
        attend(&world, &game, from, visit).await;
    }
}

/// Checks that an incomplete request times out.
async fn half_a_request(world: &World, from: IpAddr, chance: &mut Random) {
    const WHOLE: &[u8] = b"POST /api/games HTTP/1.1\r\nhost: sim\r\ncontent-length: 40\r\n\r\n{\"mode\":";
    let Ok(mut stream) = world.net.connect(from, "").await else { return };
    let line = Arc::clone(stream.line());
    let most = usize::try_from(chance.between(1, WHOLE.len() as u64)).unwrap();
    if stream.write_all(&WHOLE[..most]).await.is_err() {
        return;
    }
    let mut rest = Vec::new();
    if timeout(VISIT, stream.read_to_end(&mut rest)).await.is_err() && !line.is_rough() {
        world.trace.fail("an incomplete request does not time out");
    }
}

async fn attend(world: &World, game: &GameId, from: IpAddr, visit: Visit) {
    let (sender, mut events) = mpsc::unbounded_channel();
    let link = Link::open(&world.net, from, visit.path.clone(), 0, sender);
    let mut line = None;
    let mut error = None;
    let listen = async {
        while let Some((_, event)) = events.recv().await {
            world.trace.note(|| format!("stranger {} {event}", visit.path));
            match event {
                Event::Open(open) => {
                    line = Some(open);
                    if let Some(say) = &visit.say {
                        link.send(Message::text(say.clone()));
                    }
                }
                Event::Text(text) => {
                    let frame: Value = serde_json::from_str(&text).unwrap_or_default();
                    match frame["type"].as_str() {
                        Some("ping") => {}
                        Some("error") if error.is_none() => {
                            error = frame["code"].as_str().map(str::to_owned);
                        }
                        _ => world.trace.fail(&format!("a stranger is sent {text}")),
                    }
                }
                Event::Close(code, reason) => return Some((code, reason)),
                Event::Cut | Event::Failed => return None,
            }
        }
        None
    };
    let end = timeout(VISIT, listen).await;
    let Some(line) = line else { return };
    if line.is_rough() || line.is_stopping() {
        return;
    }
    // The end of a game or its task ends visits to it.
    let gone = world.store.with(game, |oracle| oracle.is_none_or(|oracle| oracle.forgotten));
    match end {
        Err(_) => world.trace.fail(&format!("the visit of a stranger at {} does not end", visit.path)),
        Ok(None) => world.trace.fail(&format!("a stranger at {} is cut off", visit.path)),
        Ok(Some((code, reason))) => {
            let received = (code, reason.as_str());
            let crowded = received == (4003, "spectators_disabled") && visit.say.is_some();
            let excused = (gone && received.0 == 4004) || (line.let_down() && received.0 == 1011) || crowded;
            if !excused && (received != visit.close || error.as_deref() != visit.error) {
                world
                    .trace
                    .fail(&format!("a stranger at {} receives {error:?} and {received:?}", visit.path));
            }
        }
    }
}
