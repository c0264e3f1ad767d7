//! The tool as a process, a server for it, and rules in a folder of their own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use authoring::rules::Folder;
use session::Catalogue;
use tabula::clock::SystemClock;
use tabula::guest::GuestRules;
use tabula::journal::MemoryJournal;
use tabula::limits::Limits;
use tabula::random::SystemRandom;
use tabula::{Parts, Server, read_rules};
use tokio::net::TcpListener;

/// Games that differ in everything a notation has to express.
pub(crate) const GAMES: [&str; 4] = [
    "rules/chess",
    "conformance/fixtures/games/minishogi",
    "conformance/fixtures/games/lane",
    "conformance/fixtures/games/tower",
];

/// Result of a run of the tool.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ran { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Returns the project's root folder.
pub(crate) fn root() -> PathBuf {
    dev::path("")
}

/// Runs the tool in a folder.
pub(crate) fn ggn_in(folder: &Path, arguments: &[&str]) -> Ran {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_ggn"));
    Ran::of(tool.current_dir(folder).env_remove("NO_COLOR").args(arguments).output().unwrap())
}

/// Runs the tool in the project's root folder.
pub(crate) fn ggn(arguments: &[&str]) -> Ran {
    ggn_in(&root(), arguments)
}

/// Writes files below a folder.
pub(crate) fn write(folder: &Path, files: impl IntoIterator<Item = (String, Vec<u8>)>) {
    for (path, bytes) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// Copies rules: a folder's files, and those of the folders in it.
pub(crate) fn copy(from: &Path, to: &Path) {
    write(to, Folder::read(from).unwrap().files);
}

/// Starts a server without any settings but limits, on a free port.
pub(crate) async fn server(limits: Limits) -> Server {
    let parts = Parts {
        limits,
        catalogue: Catalogue::load(read_rules(&root().join("rules")).unwrap()).unwrap(),
        journal: Arc::new(MemoryJournal::default()),
        clock: Arc::new(SystemClock::new()),
        random: Arc::new(SystemRandom),
        guests: GuestRules::default(),
        push: None,
        web: PathBuf::from("no-page-here"),
        public_url: None,
        trusted_proxies: Vec::new(),
        allowed_origins: Vec::new(),
    };
    Server::start(parts, TcpListener::bind("127.0.0.1:0").await.unwrap()).await.unwrap()
}
