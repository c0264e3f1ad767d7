//! A server as a separate process that can be killed.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};

/// A running `tabula`, killed on drop.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
    log: PathBuf,
}

impl Process {
    /// Starts the server by a command that ends with its name.
    pub fn spawn(command: Command, folder: &Path) -> Process {
        Self::spawn_at(command, folder, "127.0.0.1:0", "trace")
    }

    /// Starts the server by a command that ends with its name, at an address, with the level of its log.
    pub fn spawn_at(mut command: Command, folder: &Path, listen: &str, log_level: &str) -> Process {
        let log = folder.join("log");
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&log).unwrap();
        let mut child = command
            .args(["--listen", listen, "--log", log_level, "--rules"])
            .arg(dev::path("rules"))
            .arg("--data")
            .arg(folder.join("data"))
            .stdout(Stdio::piped())
            .stderr(file)
            .spawn()
            .unwrap();
        let mut greeting = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut greeting).unwrap();
        let address = greeting.trim().strip_prefix("Tabula is at http://").unwrap_or_else(|| {
            panic!("the server did not start: {}", std::fs::read_to_string(&log).unwrap());
        });
        Process { address: address.parse().unwrap(), child, log }
    }

    /// Kills the process with SIGKILL.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the process to end by itself.
    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Asks the process to stop, and waits for its exit.
    pub fn terminate(mut self) -> ExitStatus {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        self.child.wait().unwrap()
    }

    /// Returns everything logged in this folder so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
