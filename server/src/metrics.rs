//! Metrics of the server, for the operator: counts and times of everything together, never of one game, player or position.
//!
//! A gauge is a row of `Gauges`; a counter or a histogram belongs to the module that counts, which registers it. `deploy/METRICS.md` lists all of
//! them, and a test compares that list with the server.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _, text};
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use tokio_util::task::TaskTracker;

use crate::journal::Journal as _;
use crate::memory;
use crate::state::AppState;

/// The prefix of every metric but those that all programs have.
const PREFIX: &str = "tabula";

/// All metrics of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
}

impl Metrics {
    /// The content type of [`Metrics::encode`].
    pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /// The metrics of a server, whose connections are tasks of `connections`, beside `standing` other tasks.
    pub(crate) fn of(app: &AppState, connections: TaskTracker, standing: usize) -> Metrics {
        let mut registry = Registry::default();
        let own = registry.sub_registry_with_prefix(PREFIX);
        app.journal.register_metrics(own);
        app.admission.refusals().register(own);
        app.registry.register_metrics(own);
        if let Some(peers) = app.peers() {
            peers.register(own);
        }
        if let Some(push) = &app.push {
            push.register(own);
        }
        own.register_collector(Box::new(Gauges { app: app.clone(), connections, standing }));
        registry.register_collector(Box::new(Memory));
        Metrics { registry }
    }

    /// Writes all metrics as text (OpenMetrics, which Prometheus reads).
    ///
    /// # Errors
    /// Returns an error if a metric cannot be written.
    pub(crate) fn encode(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        text::encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

fn encode_gauge(encoder: &mut DescriptorEncoder<'_>, name: &str, help: &str, value: u64) -> fmt::Result {
    let gauge = ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX));
    gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)
}

/// Numbers of what the server holds at the moment at which it is asked.
#[derive(Debug)]
struct Gauges {
    app: AppState,
    connections: TaskTracker,
    standing: usize,
}

impl Collector for Gauges {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let (registry, admission) = (&self.app.registry, &self.app.admission);
        let connections = self.connections.len().saturating_sub(self.standing);
        for (name, help, value) in [
            ("games", "Games in memory, in any phase, rooms among them", registry.ids() as u64),
            ("games_active", "Games that are being played", registry.active() as u64),
            ("rooms", "Rooms that can be found by their code", registry.codes() as u64),
            ("sockets", "Open WebSockets", self.app.sockets.len() as u64),
            ("connections", "Open connections that speak HTTP", connections as u64),
            ("addresses", "Addresses that hold connections or sockets", admission.addresses() as u64),
            ("journal_failing", "1 while nothing can be stored", u64::from(self.app.journal.is_failing())),
            ("draining", "1 while the server stops", u64::from(self.app.is_draining())),
            ("uptime_seconds", "Seconds since the server started", self.app.uptime().as_secs()),
        ] {
            encode_gauge(&mut encoder, name, help, value)?;
        }
        Ok(())
    }
}

/// The memory of the process.
#[derive(Debug)]
struct Memory;

impl Collector for Memory {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Some(bytes) = memory::resident_bytes() else { return Ok(()) };
        encode_gauge(&mut encoder, "process_resident_memory_bytes", "Resident memory in bytes", bytes)
    }
}
