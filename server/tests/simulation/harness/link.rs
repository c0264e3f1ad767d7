//! One socket of a simulated client, in a task of its own.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use super::net::{Line, Net};

/// Maximum time for a connection to become a WebSocket.
const PATIENCE: Duration = Duration::from_secs(30);

/// An event of a link.
#[derive(Debug)]
pub(crate) enum Event {
    /// The socket is open.
    Open(Arc<Line>),
    /// A text arrived.
    Text(String),
    /// The server sent a close frame.
    Close(u16, String),
    /// The socket ended without a close frame.
    Cut,
    /// The socket never opened.
    Failed,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Open(line) => write!(f, "is open (connection {})", line.number),
            Event::Text(text) => write!(f, "< {text}"),
            Event::Close(code, reason) => write!(f, "close frame {code} {reason}"),
            Event::Cut => f.write_str("is cut"),
            Event::Failed => f.write_str("failed"),
        }
    }
}

/// The owner's end of a link. Dropping it disconnects without a close frame.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) number: u64,
    out: mpsc::UnboundedSender<Message>,
    rest: watch::Sender<Option<Instant>>,
}

impl Link {
    /// Opens a link to an address of the server.
    pub(crate) fn open(
        net: &Net,
        from: IpAddr,
        path: String,
        number: u64,
        events: mpsc::UnboundedSender<(u64, Event)>,
    ) -> Link {
        let (out, texts) = mpsc::unbounded_channel();
        let (rest, resting) = watch::channel(None);
        let net = net.clone();
        tokio::spawn(async move {
            let tell = |event| drop(events.send((number, event)));
            tell(run(&net, from, &path, texts, resting, &tell).await);
        });
        Link { number, out, rest }
    }

    /// Sends a message, which may be lost.
    pub(crate) fn send(&self, message: Message) {
        let _ = self.out.send(message);
    }

    /// Reads nothing until `moment`.
    pub(crate) fn rest_until(&self, moment: Instant) {
        self.rest.send_replace(Some(moment));
    }
}

async fn run(
    net: &Net,
    from: IpAddr,
    path: &str,
    mut texts: mpsc::UnboundedReceiver<Message>,
    resting: watch::Receiver<Option<Instant>>,
    tell: &(impl Fn(Event) + Sync),
) -> Event {
    let Ok(stream) = net.connect(from, path).await else { return Event::Failed };
    let line = Arc::clone(stream.line());
    let opening = timeout(PATIENCE, client_async(format!("ws://sim{path}"), stream)).await;
    let Ok(Ok((socket, _))) = opening else { return Event::Failed };
    tell(Event::Open(line));
    let (mut sink, mut source) = socket.split();
    let write = async {
        while let Some(message) = texts.recv().await {
            if sink.send(message).await.is_err() {
                break;
            }
        }
        // The owner dropped the link, so it ends at once. A failed write is followed by a failed read.
        if !texts.is_closed() {
            std::future::pending::<()>().await;
        }
    };
    let read = async {
        loop {
            let rest = *resting.borrow();
            if let Some(moment) = rest.filter(|moment| *moment > Instant::now()) {
                sleep_until(moment).await;
            }
            match source.next().await {
                Some(Ok(Message::Text(text))) => tell(Event::Text(text.as_str().to_owned())),
                Some(Ok(Message::Close(Some(close)))) => {
                    let end = Event::Close(close.code.into(), close.reason.to_string());
                    // One more read, so that the answer to the close frame is written.
                    let _ = timeout(PATIENCE, source.next()).await;
                    return end;
                }
                Some(Ok(Message::Close(None)) | Err(_)) | None => return Event::Cut,
                Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
            }
        }
    };
    tokio::select! {
        biased;
        end = read => end,
        () = write => Event::Cut,
    }
}
