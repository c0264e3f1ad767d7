//! Shared state of a simulation.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dev::Random;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;

use super::net::{Line, Net};
use super::plan::Plan;
use super::store::Store;
use super::time::SimClock;
use super::trace::Trace;

/// Stages of a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Failures occur.
    Storm,
    /// Failures have stopped; players return to their games.
    Calm,
    /// All clients are idle and compared.
    Still,
    /// Active games are resigned.
    Giving,
    /// All clients leave.
    Over,
}

/// Shared state of all clients.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) net: Net,
    pub(crate) store: Arc<Store>,
    pub(crate) trace: Trace,
    pub(crate) clock: SimClock,
    /// Polled instead of awaited, because tokio wakes waiting tasks in an order of its own.
    pub(crate) stage: Mutex<Stage>,
}

/// Returns an address for each client.
pub(crate) fn address(number: u64) -> IpAddr {
    let [.., high, low] = number.to_be_bytes();
    Ipv4Addr::new(192, 168, high, low).into()
}

/// A response over HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) line: Arc<Line>,
}

impl World {
    pub(crate) fn stage(&self) -> Stage {
        *self.stage.lock().unwrap()
    }

    /// Enters the next stage.
    pub(crate) fn enter(&self, stage: Stage) {
        self.trace.note(|| format!("{stage:?}"));
        *self.stage.lock().unwrap() = stage;
    }

    pub(crate) fn chance(&self, purpose: &str) -> Random {
        Random::for_purpose(self.plan.seed, purpose)
    }

    /// Sends one request on a new connection; `None` without a complete response.
    pub(crate) async fn request(&self, from: IpAddr, head: &str, body: &str) -> Option<Answer> {
        let mut stream = self.net.connect(from, head).await.ok()?;
        let line = Arc::clone(stream.line());
        let talk = async {
            let length = body.len();
            let text = format!(
                "{head} HTTP/1.1\r\nhost: sim\r\nconnection: close\r\ncontent-type: application/json\r\n\
                 content-length: {length}\r\n\r\n{body}"
            );
            stream.write_all(text.as_bytes()).await.ok()?;
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).await.ok()?;
            String::from_utf8(bytes).ok()
        };
        let text = timeout(Duration::from_secs(40), talk).await.ok()??;
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, body: serde_json::from_str(body).ok()?, line })
    }

    /// Creates a game, and returns its id and its creator's token. Retries until the end of the storm.
    pub(crate) async fn create(
        &self,
        from: IpAddr,
        request: Value,
        chance: &mut Random,
    ) -> Option<(String, String)> {
        while self.stage() == Stage::Storm && !self.trace.failed.is_cancelled() {
            if let Some(answer) = self.request(from, "POST /api/games", &request.to_string()).await {
                self.trace.note(|| format!("create {}", answer.status));
                let text = |name: &str| answer.body[name].as_str().map(str::to_owned);
                match (answer.status, text("gameId"), text("creatorToken")) {
                    (201, Some(game), Some(token)) => return Some((game, token)),
                    (500, ..) if answer.line.let_down() => {}
                    _ => self.trace.fail(&format!("creating a game was answered with {answer:?}")),
                }
            }
            tokio::time::sleep(chance.millis(100, 3_000)).await;
        }
        None
    }

    /// Returns the server's count of active games.
    pub(crate) async fn active_games(&self) -> Option<u64> {
        let answer = self.request(address(9_999), "GET /api/health", "").await?;
        (answer.body["ok"] == json!(true)).then(|| answer.body["activeGames"].as_u64())?
    }
}
