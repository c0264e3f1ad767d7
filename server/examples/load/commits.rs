//! Sizes of the batches that the journal committed at once, by the server's own metrics.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};

use crate::common::http;

/// Beginning of a line with the number of batches up to a size.
const BUCKET: &str = "tabula_journal_batch_inputs_bucket{le=\"";

/// Numbers of batches by their greatest size; each counts those of smaller sizes, too. Empty for a journal that commits nothing.
#[derive(Debug, Clone, Default)]
pub struct Commits(BTreeMap<u64, u64>);

/// Reads the counts of a server.
pub async fn read(metrics: u16) -> Commits {
    let answer = http::get(SocketAddr::from((Ipv4Addr::LOCALHOST, metrics)), "/metrics").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    Commits::parse(&answer.body)
}

impl Commits {
    fn parse(text: &str) -> Commits {
        let bucket = |line: &str| {
            let (size, count) = line.strip_prefix(BUCKET)?.split_once("\"} ")?;
            // The last has no greatest size.
            let size = if size == "+Inf" { u64::MAX } else { size.trim_end_matches(".0").parse().ok()? };
            Some((size, count.trim().parse().ok()?))
        };
        Commits(text.lines().filter_map(bucket).collect())
    }

    /// Returns the batches since an earlier reading.
    pub fn since(&self, before: &Commits) -> Commits {
        let earlier = |size: &u64| before.0.get(size).copied().unwrap_or_default();
        Commits(self.0.iter().map(|(size, count)| (*size, count - earlier(size))).collect())
    }

    /// Adds further batches.
    pub fn add(&mut self, more: &Commits) {
        for (size, count) in &more.0 {
            *self.0.entry(*size).or_default() += count;
        }
    }

    /// Returns the number of batches of up to so many inputs.
    pub fn up_to(&self, size: u64) -> u64 {
        self.0.get(&size).copied().unwrap_or_default()
    }

    /// Returns the number of all batches.
    pub fn all(&self) -> u64 {
        self.up_to(u64::MAX)
    }
}
