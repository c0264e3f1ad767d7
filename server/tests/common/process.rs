//! The real binary as a separate process that can be killed.

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
    /// Starts the server on a free port with its data and its log in `folder`.
    pub fn start(folder: &Path) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
        Self::unhurried(&mut command);
        Self::spawn(command, folder)
    }

    /// Starts the server as [`Process::start`] does, with variables of its own.
    pub fn start_with(folder: &Path, variables: &[(&str, &str)]) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
        Self::unhurried(&mut command);
        command.envs(variables.iter().copied());
        Self::spawn(command, folder)
    }

    /// Starts the server as [`Process::start_with`] does, on a port of its own, and lets it log little.
    pub fn start_at(folder: &Path, port: u16, variables: &[(&str, &str)]) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
        Self::unhurried(&mut command);
        command.envs(variables.iter().copied());
        Self::spawn_at(command, folder, &format!("127.0.0.1:{port}"), "info")
    }

    /// Sets limits that whole games fit into, at any speed.
    fn unhurried(command: &mut Command) {
        command
            .env("TABULA_COMMIT_BURST", "100000")
            .env("TABULA_MESSAGE_BURST", "100000")
            .env("TABULA_CREATE_BURST", "1000");
    }

    /// Starts the server as [`Process::start`] does, with a limited number of file handles. Connections that say nothing stay open.
    pub fn start_with_handles(folder: &Path, handles: u32) -> Process {
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            &format!("ulimit -n {handles} && exec \"$0\" \"$@\""),
            env!("CARGO_BIN_EXE_tabula"),
        ]);
        Self::unhurried(&mut shell);
        shell.env("TABULA_HEADER_TIMEOUT", "600s");
        Self::spawn(shell, folder)
    }

    /// Starts the server by a command that ends with its name.
    pub fn spawn(command: Command, folder: &Path) -> Process {
        Self::spawn_at(command, folder, "127.0.0.1:0", "trace")
    }

    fn spawn_at(mut command: Command, folder: &Path, listen: &str, log_level: &str) -> Process {
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
