//! Plays protocol scripts against a server that claims the protocol: real HTTP, real WebSockets, nothing of this program's own server.

mod address;
mod http;
mod play;
mod room;
mod socket;
mod tls;

use std::io;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream;
use tokio::time::timeout;

pub use address::{Address, WrongAddress};

use super::case::{Body, Case};
use super::outcome::{Difference, Outcome, Verdict};

/// Options of a run against a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// Longest wait for the next message.
    pub patience: Duration,
    /// The server's grace for absent players, if it was started with a short one.
    pub grace: Option<Duration>,
    /// For how many rooms the server has place, if it was started with place for few.
    pub rooms: Option<u32>,
    /// Number of scripts that are played at once.
    pub at_once: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { patience: Duration::from_secs(10), grace: None, rooms: None, at_once: 8 }
    }
}

/// The longest that a script may take, in multiples of the patience with a single message: a server that feeds it drop by drop has an end too.
const SCRIPT_PATIENCES: u32 = 30;

/// Plays protocol scripts against a server. Cases of other kinds are skipped. `done` is called after each.
///
/// # Errors
/// Returns an error if nothing answers at the address, or the operating system gives no threads.
pub fn play<'c>(
    address: &Address,
    options: &Options,
    cases: &[&'c Case],
    done: impl Fn() + Sync,
) -> io::Result<Vec<Outcome<'c>>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        address.connect(options.patience).await?;
        let one = async |case: &&'c Case| {
            let case = *case;
            let began = Instant::now();
            let verdict = verdict(address, options, case).await;
            done();
            Outcome { case, verdict, took: began.elapsed() }
        };
        Ok(stream::iter(cases).map(one).buffered(options.at_once.max(1)).collect().await)
    })
}

async fn verdict(address: &Address, options: &Options, case: &Case) -> Verdict {
    let Body::Protocol(script) = &case.body else {
        return Verdict::Skipped("it is played without a server".to_owned());
    };
    if let Some(most) = script.grace_ms_max
        && options.grace.is_none_or(|grace| grace > Duration::from_millis(most))
    {
        return Verdict::Skipped(format!("the server's grace has to be {most} ms at most: --grace"));
    }
    if let Some(rooms) = script.rooms
        && options.rooms != Some(rooms)
    {
        return Verdict::Skipped(format!("the server has to have place for {rooms} rooms only: --rooms"));
    }
    let waits = script.steps.iter().filter_map(|step| step.wait_ms).sum();
    let most = options.patience * SCRIPT_PATIENCES + Duration::from_millis(waits);
    match timeout(most, play::play(address, options, script)).await {
        Ok(differences) => Verdict::of(differences),
        Err(_) => Verdict::of(vec![Difference::new("the script", format!("an end within {most:?}"), "none")]),
    }
}
