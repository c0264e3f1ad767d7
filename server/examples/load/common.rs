//! Parts of the tests that the load has as well: clients, and programs that it starts.
#![allow(dead_code)] // It needs a part of them.

use std::time::Duration;

#[path = "../../tests/common/http.rs"]
pub mod http;
#[path = "../../tests/common/latencies.rs"]
pub mod latencies;
#[path = "../../tests/common/loopback.rs"]
pub mod loopback;
#[path = "../../tests/common/memory.rs"]
pub mod memory;
#[path = "../../tests/common/port.rs"]
pub mod port;
#[path = "../../tests/common/postgres.rs"]
pub mod postgres;
#[path = "../../tests/common/process.rs"]
pub mod process;

/// Time that a client waits for an expected message. Only a failing run reaches it.
pub const PATIENCE: Duration = Duration::from_secs(60);
