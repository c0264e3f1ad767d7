//! A real PostgreSQL, of Debian's binaries, on a free port in a temporary folder. `make test` installs it.

use std::fs::{self, File};
use std::io::Read as _;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tabula::journal::PostgresLocation;

use super::port::free_port;

/// PostgreSQL refuses to run as root: it runs as this user then, `nobody` of group `nogroup`.
const NOBODY: u32 = 65_534;

/// Settings of every cluster of a test. Nothing is killed here but processes, and what the kernel has survives them.
const SETTINGS: [&str; 6] = [
    "fsync=off",
    "unix_socket_directories=",
    "listen_addresses=127.0.0.1",
    "max_connections=300",
    "shared_buffers=16MB",
    "log_min_messages=warning",
];

/// A cluster with one postmaster, killed on drop.
pub struct Cluster {
    folder: tempfile::TempDir,
    port: u16,
    settings: Vec<String>,
    postmaster: Option<Child>,
}

/// An empty database.
#[derive(Clone)]
pub struct Database {
    address: SocketAddr,
    name: String,
}

/// Returns a program of the newest PostgreSQL that is installed, if one is.
fn find(name: &str) -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let number = |folder: &PathBuf| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let with_it = versions.map(|entry| entry.path()).filter(|path| path.join("bin").join(name).exists());
    Some(with_it.max_by_key(number)?.join("bin").join(name))
}

fn program(name: &str) -> PathBuf {
    find(name).unwrap_or_else(|| panic!("PostgreSQL is not installed: `make postgresql` installs it"))
}

/// Returns whether PostgreSQL is installed.
pub fn is_installed() -> bool {
    find("initdb").is_some()
}

/// Returns a command that runs as a user of whom PostgreSQL takes it.
fn command(name: &str) -> Command {
    let mut command = Command::new(program(name));
    if rustix::process::getuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.env("LC_ALL", "C").current_dir("/").stdin(Stdio::null());
    command
}

/// Gives a file or folder to the user that PostgreSQL runs as.
fn give(folder: &Path) {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    if rustix::process::getuid().is_root() {
        chown(folder, Some(NOBODY), Some(NOBODY)).unwrap();
    }
}

fn make(data: &Path) {
    let made = command("initdb")
        .args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"])
        .args(["--no-instructions", "--wal-segsize=1", "-D"])
        .arg(data)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

fn start(data: &Path, port: u16, settings: &[String]) -> Child {
    let log = fs::OpenOptions::new().create(true).append(true).open(data.with_file_name("log")).unwrap();
    let mut command = command("postgres");
    command.arg("-D").arg(data).args(["-p", &port.to_string()]);
    for setting in SETTINGS.into_iter().chain(settings.iter().map(String::as_str)) {
        command.args(["-c", setting]);
    }
    command.process_group(0).stdout(Stdio::null()).stderr(log).spawn().unwrap()
}

/// Waits until a cluster takes connections.
fn await_start(postmaster: &mut Child, data: &Path) {
    let status = data.join("postmaster.pid");
    for _ in 0..2000 {
        if let Some(ended) = postmaster.try_wait().unwrap() {
            let log = fs::read_to_string(data.with_file_name("log")).unwrap_or_default();
            panic!("PostgreSQL ended with {ended}: {log}");
        }
        if fs::read_to_string(&status)
            .is_ok_and(|status| status.lines().nth(7).is_some_and(|line| line.starts_with("ready")))
        {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("PostgreSQL does not start");
}

impl Cluster {
    /// Makes a cluster of its own, and starts it.
    pub fn start(settings: &[&str]) -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        give(folder.path());
        make(&folder.path().join("data"));
        Cluster::of(folder, settings)
    }

    /// Makes a cluster that speaks TLS with this certificate and its key, and nothing else to others.
    pub fn with_tls(certificate: &str, key: &str) -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        give(folder.path());
        let data = folder.path().join("data");
        make(&data);
        for (name, text) in [
            ("server.crt", certificate),
            ("server.key", key),
            ("pg_hba.conf", "hostssl all all 127.0.0.1/32 trust\n"),
        ] {
            let file = data.join(name);
            fs::write(&file, text).unwrap();
            give(&file);
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        }
        Cluster::of(folder, &["ssl=on"])
    }

    fn of(folder: tempfile::TempDir, settings: &[&str]) -> Cluster {
        let settings = settings.iter().map(|setting| (*setting).to_owned()).collect();
        let mut cluster = Cluster { folder, port: free_port(), settings, postmaster: None };
        cluster.restart();
        cluster
    }

    /// Makes a standby of this cluster, and starts it. The primary knows it as `standby`.
    pub fn standby(&self) -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        give(folder.path());
        let copied = command("pg_basebackup")
            .args(["-h", "127.0.0.1", "-U", "postgres", "-p", &self.port.to_string(), "--no-sync"])
            .args(["--checkpoint=fast", "--write-recovery-conf", "-D"])
            .arg(folder.path().join("data"))
            .output()
            .unwrap();
        assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
        Cluster::of(folder, &["cluster_name=standby"])
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts the cluster again, at the same port.
    pub fn restart(&mut self) {
        let mut postmaster = start(&self.data(), self.port, &self.settings);
        await_start(&mut postmaster, &self.data());
        self.postmaster = Some(postmaster);
    }

    /// Kills all processes of the cluster with SIGKILL.
    pub fn kill(&mut self) {
        let Some(mut postmaster) = self.postmaster.take() else { return };
        let id = postmaster.id();
        // Stopped first, so that it starts no more of them.
        kill_process(Pid::from_child(&postmaster), Signal::STOP).unwrap();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        for child in children.split_whitespace().filter_map(|id| Pid::from_raw(id.parse().ok()?)) {
            // One that has ended meanwhile is a zombie of the stopped postmaster: its number is nobody else's.
            let _ = kill_process(child, Signal::KILL);
        }
        postmaster.kill().unwrap();
        postmaster.wait().unwrap();
        // The next start removes it where nobody has this number; another process may have.
        let _ = fs::remove_file(self.data().join("postmaster.pid"));
    }

    /// Makes a standby the primary.
    pub fn promote(&self) {
        let promoted =
            command("pg_ctl").args(["promote", "-w", "-s", "-D"]).arg(self.data()).status().unwrap();
        assert!(promoted.success());
    }

    /// Returns the database that every cluster has.
    pub fn database(&self) -> Database {
        Database { address: (Ipv4Addr::LOCALHOST, self.port).into(), name: "postgres".to_owned() }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Database {
    /// Creates a database in the cluster that all tests share.
    pub async fn fresh() -> Database {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{}_{number}", std::process::id());
        let address = (Ipv4Addr::LOCALHOST, shared()).into();
        let mut all = Database { address, name: "postgres".to_owned() }.connect().await;
        // A process of an earlier run may have had the same number.
        for statement in [format!("DROP DATABASE IF EXISTS {name}"), format!("CREATE DATABASE {name}")] {
            sqlx::query(&statement).execute(&mut all).await.unwrap();
        }
        all.close().await.unwrap();
        Database { address, name }
    }

    /// Returns the address for `--journal`.
    pub fn url(&self) -> String {
        format!("postgres://postgres@{}/{}", self.address, self.name)
    }

    pub fn location(&self) -> PostgresLocation {
        self.url().parse().unwrap()
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the same database at another address.
    pub fn at(&self, address: SocketAddr) -> Database {
        Database { address, name: self.name.clone() }
    }

    pub async fn connect(&self) -> PgConnection {
        let options: PgConnectOptions = self.url().parse().unwrap();
        let mut connection = options.disable_statement_logging().connect().await.unwrap();
        // A test may have set another default.
        sqlx::query("SET statement_timeout = 0").execute(&mut connection).await.unwrap();
        connection
    }

    /// Changes the database as somebody would who may.
    pub async fn change(&self, statement: &str) {
        let mut connection = self.connect().await;
        sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

/// Ends the shared cluster when nobody has used it for some seconds. The folder's `users` is locked by each test process that uses it, and `lock` by those
/// that start or end it.
const WATCH: &str = r#"
(cd "$0" && idle=0
while [ $idle -lt 3 ]; do
    sleep 1
    if flock --nonblock users true; then idle=$((idle + 1)); else idle=0; fi
    if [ $idle -eq 3 ]; then
        flock lock sh -c 'flock --nonblock users true && kill -QUIT "$(head -n 1 data/postmaster.pid)" && sleep 0.2 && rm -rf data port' || idle=0
    fi
done) &
"#;

/// Returns the port of the cluster that all tests share; starts it if it does not run.
fn shared() -> u16 {
    static PORT: OnceLock<(u16, File)> = OnceLock::new();
    PORT.get_or_init(|| {
        let folder = shared_folder();
        let open = |name: &str| {
            fs::OpenOptions::new().create(true).truncate(false).write(true).open(folder.join(name)).unwrap()
        };
        let lock = open("lock");
        flock(&lock, FlockOperation::LockExclusive).unwrap();
        // Until this process ends.
        let users = open("users");
        flock(&users, FlockOperation::LockShared).unwrap();
        (running(&folder).unwrap_or_else(|| start_shared(&folder)), users)
    })
    .0
}

/// A folder of this copy of the sources.
fn shared_folder() -> PathBuf {
    let key = dev::path("").to_string_lossy().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let user = rustix::process::getuid().as_raw();
    let folder = std::env::temp_dir().join(format!("tabula-postgres-{user}-{key:016x}"));
    fs::create_dir_all(&folder).unwrap();
    give(&folder);
    folder
}

fn running(folder: &Path) -> Option<u16> {
    let port: u16 = fs::read_to_string(folder.join("port")).ok()?.parse().ok()?;
    // Another program may have the port by now: PostgreSQL answers a request for TLS with one byte.
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
    std::io::Write::write_all(&mut stream, &[0, 0, 0, 8, 4, 210, 22, 47]).ok()?;
    let mut answer = [0];
    stream.read_exact(&mut answer).ok()?;
    (answer == *b"N").then_some(port)
}

fn start_shared(folder: &Path) -> u16 {
    let data = folder.join("data");
    let _ = fs::remove_dir_all(&data);
    make(&data);
    let port = free_port();
    let mut postmaster = start(&data, port, &[]);
    await_start(&mut postmaster, &data);
    fs::write(folder.join("port"), port.to_string()).unwrap();
    // It goes on in the background.
    let watched = Command::new("sh")
        .args(["-c", WATCH])
        .arg(folder)
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(watched.unwrap().success());
    port
}
