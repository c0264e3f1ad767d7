//! The programs under load, as processes of their own.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Processors of the programs under load, and of this one, where they are kept apart.
const THEIRS: &str = "0";
const OWN: &str = "1";

/// Ways to start the programs.
pub struct Programs {
    server: PathBuf,
    is_pinned: bool,
}

/// A relay, killed on drop.
pub struct Relay {
    child: Child,
    /// Its address.
    pub address: SocketAddr,
}

impl Programs {
    /// The server at a path, or the one that was built along with this example. Pinned programs have one processor, and this one has another: to be
    /// called before other threads begin.
    pub fn new(server: Option<PathBuf>, is_pinned: bool) -> Programs {
        let beside = || {
            let own = std::env::current_exe().unwrap();
            own.parent().and_then(Path::parent).unwrap().join("tabula")
        };
        let server = server.unwrap_or_else(beside);
        assert!(server.exists(), "{} is not there: build it, or name it by --server", server.display());
        if is_pinned {
            let process = std::process::id().to_string();
            let pinned = Command::new("taskset").args(["-pc", OWN, &process]).stdout(Stdio::null()).status();
            assert!(
                pinned.is_ok_and(|status| status.success()),
                "no second processor for this program: leave --pin out"
            );
        }
        Programs { server, is_pinned }
    }

    fn command(&self, program: &Path) -> Command {
        if !self.is_pinned {
            return Command::new(program);
        }
        let mut command = Command::new("taskset");
        command.args(["-c", THEIRS]).arg(program);
        command
    }

    /// Returns a command that starts the server.
    pub fn server(&self) -> Command {
        self.command(&self.server)
    }

    /// Starts a relay.
    pub fn relay(&self) -> Relay {
        let mut command = self.command(&std::env::current_exe().unwrap());
        // It ends when its input does: with this process at the latest.
        let child = command.arg("relay").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.expect("the relay does not start");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().parse().expect("the relay prints its address");
        Relay { child, address }
    }
}

impl Relay {
    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
