//! Who comes by without a seat: wrong tokens, unknown games, half a request, silence. None gets anything but its answer.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use session::{GameId, Phase};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::chance::Chance;
use super::link::{Event, Link};
use super::world::{Stage, World};

/// Longer than any visit lasts on a connection that nothing disturbs.
const VISIT: Duration = Duration::from_secs(120);

/// What a stranger says and has to hear.
struct Visit {
    path: String,
    say: Option<String>,
    /// The code of the error, if there is one.
    error: Option<&'static str>,
    goodbye: (u16, &'static str),
}

/// Comes by until the storm is over.
pub(crate) async fn haunt(world: Arc<World>, game: GameId, from: IpAddr) {
    let mut chance = world.chance(&format!("stranger {game}"));
    while world.stage() == Stage::Storm && !world.trace.failed.is_cancelled() {
        let next = chance.ms(500, 20_000);
        sleep(next).await;
        let knock = |say: Value, error, goodbye| Visit {
            path: format!("/ws?game={game}"),
            say: Some(say.to_string()),
            error: Some(error),
            goodbye,
        };
        let full = world.store.with(&game, |tale| {
            tale.is_some_and(|tale| !tale.forgotten && tale.phase() != Some(Phase::Waiting))
        });
        let visit = match chance.below(6) {
            0 => Visit {
                path: "/ws?game=nosuchgm".to_owned(),
                say: None,
                error: Some("game_not_found"),
                goodbye: (4004, "game_not_found"),
            },
            1 => Visit {
                path: "/ws?game=NO".to_owned(),
                say: None,
                error: Some("malformed"),
                goodbye: (4000, "malformed"),
            },
            2 => {
                half_a_request(&world, from, &mut chance).await;
                continue;
            }
            3 => Visit {
                path: "/engine?rules=nothing".to_owned(),
                say: None,
                error: None,
                goodbye: (4004, "rules_not_found"),
            },
            _ if full => {
                let token = json!("abcdefghijklmnopqrstuvwx");
                let (wish, error, goodbye) = match chance.below(3) {
                    // Who asks for a colour may ask for another one, and is waited for.
                    0 => (json!("w"), "slot_taken", (4009, "idle")),
                    1 => (json!("b"), "slot_taken", (4009, "idle")),
                    _ => (json!("auto"), "spectators_disabled", (4003, "spectators_disabled")),
                };
                let hello = json!({"type": "hello", "gameId": game.as_str(), "token": token, "joinAs": wish});
                knock(hello, error, goodbye)
            }
            _ => continue,
        };
        attend(&world, &game, from, visit).await;
    }
}

/// A request of which the rest never comes is not waited for.
async fn half_a_request(world: &World, from: IpAddr, chance: &mut Chance) {
    const WHOLE: &[u8] = b"POST /api/games HTTP/1.1\r\nhost: sim\r\ncontent-length: 40\r\n\r\n{\"mode\":";
    let Ok(mut stream) = world.net.connect(from).await else { return };
    let line = Arc::clone(stream.line());
    let most = usize::try_from(chance.between(1, WHOLE.len() as u64)).unwrap();
    if stream.write_all(&WHOLE[..most]).await.is_err() {
        return;
    }
    let mut rest = Vec::new();
    if timeout(VISIT, stream.read_to_end(&mut rest)).await.is_err() && !line.is_rough() {
        world.trace.fail("half a request is waited for without end");
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
                        _ => world.trace.fail(&format!("a stranger is told {text}")),
                    }
                }
                Event::Goodbye(code, reason) => return Some((code, reason)),
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
    // What ends a game or its task ends the visits to it.
    let gone = world.store.with(game, |tale| tale.is_none_or(|tale| tale.forgotten));
    match end {
        Err(_) => world.trace.fail(&format!("a stranger at {} is kept without end", visit.path)),
        Ok(None) => world.trace.fail(&format!("a stranger at {} is cut off", visit.path)),
        Ok(Some((code, reason))) => {
            let told = (code, reason.as_str());
            let crowded = told == (4003, "spectators_disabled") && visit.say.is_some();
            let excused = (gone && told.0 == 4004) || (line.let_down() && told.0 == 1011) || crowded;
            if !excused && (told != visit.goodbye || error.as_deref() != visit.error) {
                world.trace.fail(&format!("a stranger at {} hears {error:?} and {told:?}", visit.path));
            }
        }
    }
}
