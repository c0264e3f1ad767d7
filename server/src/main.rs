//! The `tabula` binary: reads its configuration, starts the server, and stops it on a signal.

use std::error::Error;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use session::Catalogue;
use tabula::clock::SystemClock;
use tabula::config::Config;
use tabula::journal::{
    Journal, JournalError, JournalPlace, MemoryJournal, OnLoss, PostgresJournal, RedisJournal, SqliteJournal,
};
use tabula::maintenance::{self, Command};
use tabula::random::SystemRandom;
use tabula::{
    Parts, Server, StartError, descriptors, guest, memory, read_rules, reports, rules_hash, rulesets,
    telemetry,
};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// Time between two calls that give memory back.
const GIVE_BACK_INTERVAL: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    memory::limit_arenas();
    match run(Config::of_process()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("tabula: {error}");
            let of_journal = match error.downcast_ref() {
                Some(StartError::Journal(error)) => Some(error),
                _ => error.downcast_ref(),
            };
            match of_journal {
                // Starting again would not help, or would take the journal back.
                Some(JournalError::Doubtful(_) | JournalError::TakenOver) => {
                    ExitCode::from(maintenance::DOUBTFUL)
                }
                _ => ExitCode::FAILURE,
            }
        }
    }
}

fn run(mut config: Config) -> Result<ExitCode, Box<dyn Error>> {
    match config.command.take() {
        Some(Command::Journal(command)) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            return Ok(runtime.block_on(maintenance::run(command))?);
        }
        Some(Command::Reports(command)) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            return Ok(runtime.block_on(reports::run(command))?);
        }
        Some(Command::Rulesets(command)) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            return Ok(runtime.block_on(rulesets::run(command))?);
        }
        Some(Command::CheckRuleset { memory, seconds }) => {
            guest::run(memory, seconds)?;
            return Ok(ExitCode::SUCCESS);
        }
        None => {}
    }
    telemetry::start_on_stderr(config.log, config.log_format)?;
    descriptors::raise_limit(&mut config.limits);
    let files = read_rules(&config.rules).map_err(|error| format!("the rules cannot be read: {error}"))?;
    let hash = rules_hash(&files);
    let catalogue = Catalogue::load(files).map_err(|faults| format!("the rules are at fault:\n{faults}"))?;
    // On a thread of its own, since it takes some milliseconds.
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(GIVE_BACK_INTERVAL);
            memory::give_back();
        }
    });
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(serve(config, catalogue, &hash))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(config: Config, catalogue: Arc<Catalogue>, rules: &str) -> Result<(), Box<dyn Error>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let node = config.node()?;
    // Cancelled if the journal is not this server's any more.
    let mut taken_over = CancellationToken::new();
    let journal: Arc<dyn Journal> = match config.journal_place() {
        JournalPlace::File(file) => {
            let on_loss = if config.accept_loss { OnLoss::Accept } else { OnLoss::Refuse };
            Arc::new(SqliteJournal::open_after_loss(&file, rules, &config.limits, on_loss).await?)
        }
        JournalPlace::Postgres(location) => {
            let journal = match &node {
                Some(node) => PostgresJournal::join(&location, rules, &config.limits, &node.identity).await?,
                None => PostgresJournal::open(&location, rules, &config.limits).await?,
            };
            taken_over = journal.taken_over();
            Arc::new(journal)
        }
        JournalPlace::Redis(location) => {
            let journal = RedisJournal::open(&location, rules, &config.limits).await?;
            taken_over = journal.taken_over();
            Arc::new(journal)
        }
        JournalPlace::Memory => Arc::new(MemoryJournal::default()),
    };
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|error| format!("cannot listen on {}: {error}", config.listen))?;
    let metrics = bind(config.metrics_listen).await?;
    let peers = bind(node.as_ref().map(|node| node.listen)).await?;
    let drain_delay = config.drain_delay.0;
    let guests = config.guests();
    let push = config.push(&SystemRandom)?;
    if push.is_none() {
        tracing::info!("no push messages: nodes need a common key (--push-key)");
    }
    let parts = Parts {
        guests,
        push,
        limits: config.limits,
        catalogue,
        journal,
        clock: Arc::new(SystemClock::new()),
        random: Arc::new(SystemRandom),
        web: config.web,
        public_url: config.public_url,
        trusted_proxies: config.trusted_proxies,
        allowed_origins: config.allowed_origins,
    };
    let server = Server::start(parts, listener).await?;
    if let (Some(listener), Some(node)) = (peers, node) {
        server.serve_peers(listener, node.secret)?;
    }
    if let Some(listener) = metrics {
        server.serve_metrics(listener)?;
    }
    greet(&server);
    let is_taken_over = tokio::select! {
        _ = terminate.recv() => false,
        _ = interrupt.recv() => false,
        () = taken_over.cancelled() => true,
    };
    if !is_taken_over && !drain_delay.is_zero() {
        server.drain();
        tokio::time::sleep(drain_delay).await;
    }
    server.stop().await;
    if is_taken_over { Err(JournalError::TakenOver.into()) } else { Ok(()) }
}

/// Listens on an address, if there is one.
async fn bind(address: Option<SocketAddr>) -> Result<Option<TcpListener>, String> {
    let Some(address) = address else { return Ok(None) };
    let listener = TcpListener::bind(address).await;
    listener.map(Some).map_err(|error| format!("cannot listen on {address}: {error}"))
}

/// Prints the address for the browser on standard output; logs go to standard error.
fn greet(server: &Server) {
    println!("Tabula is at http://{}", server.address());
}
