//! Ports for programs that cannot be told to choose one themselves.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Mutex;

use rustix::fs::{FlockOperation, flock};

/// Below those that the kernel gives to anyone who asks for any.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

/// The lock files of this process's ports. The kernel unlocks them when it ends.
static HELD: Mutex<Vec<File>> = Mutex::new(Vec::new());

/// Returns a port of 127.0.0.1 that nobody listens at, and that no test of another process is given until this one ends.
pub fn free_port() -> u16 {
    let user = rustix::process::getuid().as_raw();
    let folder = std::env::temp_dir().join(format!("tabula-ports-{user}"));
    fs::create_dir_all(&folder).unwrap();
    // Processes begin at different ports, so that few of them meet.
    let count = usize::from(PORTS.end - PORTS.start);
    let first = std::process::id() as usize * 31 % count;
    let free = PORTS.cycle().skip(first).take(count).find_map(|port| {
        let file =
            File::options().create(true).truncate(false).write(true).open(folder.join(port.to_string()));
        let file = file.unwrap();
        flock(&file, FlockOperation::NonBlockingLockExclusive).ok()?;
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok()?;
        Some((port, file))
    });
    let (port, file) = free.expect("a free port");
    HELD.lock().unwrap().push(file);
    port
}
