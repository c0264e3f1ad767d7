//! Starts of the real binary with the settings of tests.

use std::path::Path;
use std::process::Command;

use super::process::Process;

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
}
