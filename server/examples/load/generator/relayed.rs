//! Two clients of the relay, which send each other texts as players send moves.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::line::Line;

/// Length of a text, in bytes.
const TEXT_BYTES: usize = 200;

/// Both clients.
pub struct Relayed {
    lines: [Line; 2],
}

impl Relayed {
    /// Opens the two sockets of a new game.
    pub async fn sit_down(address: SocketAddr) -> Relayed {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let query = format!("?game={}", NEXT.fetch_add(1, Ordering::Relaxed));
        Relayed { lines: [Line::open(address, &query).await, Line::open(address, &query).await] }
    }

    /// Sends the next text, and returns when both have it: the time until it has come to the other.
    pub async fn play(&mut self, ply: usize) -> Duration {
        let [white, black] = &mut self.lines;
        let (mover, other) = if ply.is_multiple_of(2) { (white, black) } else { (black, white) };
        let text = format!("{ply:0>TEXT_BYTES$}");
        let sent_at = Instant::now();
        mover.send(text.clone()).await;
        let arrival = async { (other.receive().await, sent_at.elapsed()) };
        let ((theirs, took), own) = tokio::join!(arrival, mover.receive());
        assert_eq!((theirs.as_str(), own.as_str()), (text.as_str(), text.as_str()));
        took
    }
}
