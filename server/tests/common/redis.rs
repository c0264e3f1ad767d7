//! A real Redis, of Debian's binary, on a free port in a temporary folder. `make test` installs it.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use redis::{AsyncConnectionConfig, Client, FromRedisValue};
use tabula::journal::RedisLocation;

use super::port::free_port;

/// Settings of every server of a test: it answers nothing before it is on the disk.
const SETTINGS: &str = "bind 127.0.0.1\nappendonly yes\nappendfsync always\nsave \"\"\n";

/// A Redis server, killed on drop.
pub struct RedisServer {
    folder: tempfile::TempDir,
    port: u16,
    process: Option<Child>,
}

/// Returns a command that starts Redis. Debian's package with the tools has the same program under another name, by which it tells what is wanted; it brings no
/// service.
fn command() -> Command {
    let folders: Vec<PathBuf> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    let named = |name: &str| folders.iter().map(|folder| folder.join(name)).find(|path| path.exists());
    let program = ["redis-server", "redis-check-rdb"].into_iter().find_map(named);
    let program = program.unwrap_or_else(|| panic!("Redis is not installed: `make redis` installs it"));
    let mut command = Command::new(program);
    command.arg0("redis-server");
    command
}

impl RedisServer {
    pub fn start() -> RedisServer {
        RedisServer::with("")
    }

    /// Starts a server with further settings, a line each.
    pub fn with(settings: &str) -> RedisServer {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let place = folder.path().display();
        let text = format!("port {port}\ndir {place}\nlogfile {place}/log\n{SETTINGS}{settings}");
        fs::write(folder.path().join("redis.conf"), text).unwrap();
        let mut server = RedisServer { folder, port, process: None };
        server.restart();
        server
    }

    /// Starts the server again, at the same port, and waits until it answers.
    pub fn restart(&mut self) {
        // In the group of the test: what ends that ends the server.
        let process = command()
            .arg(self.folder.path().join("redis.conf"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        self.process = Some(process);
        for _ in 0..2000 {
            if let Some(ended) = self.process.as_mut().and_then(|process| process.try_wait().unwrap()) {
                let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
                panic!("Redis ended with {ended}: {log}");
            }
            if self.answers() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("Redis does not start");
    }

    fn answers(&self) -> bool {
        let Ok(mut stream) = TcpStream::connect(self.address()) else { return false };
        let mut answer = [0; 5];
        stream.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
        // The second where it wants a password.
        stream.write_all(b"PING\r\n").is_ok()
            && stream.read_exact(&mut answer).is_ok()
            && [*b"+PONG", *b"-NOAU"].contains(&answer)
    }

    /// Kills the server with SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Kills the server and starts it again, while tasks of the caller go on.
    pub async fn killed_and_restarted(mut self) -> RedisServer {
        let restarted = tokio::task::spawn_blocking(move || {
            self.kill();
            self.restart();
            self
        });
        restarted.await.unwrap()
    }

    pub fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.port).into()
    }

    /// Returns the address for `--journal`.
    pub fn url(&self) -> String {
        format!("redis://{}/0", self.address())
    }

    pub fn location(&self) -> RedisLocation {
        self.url().parse().unwrap()
    }

    /// Returns the same place as it is reached by another address.
    pub fn location_at(address: SocketAddr) -> RedisLocation {
        format!("redis://{address}/0").parse().unwrap()
    }

    /// Asks the server as somebody would who may.
    pub async fn ask<T: FromRedisValue>(&self, words: &[&str]) -> T {
        let config = AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None);
        let client = Client::open(self.url()).unwrap();
        let mut connection = client.get_multiplexed_async_connection_with_config(&config).await.unwrap();
        let mut command = redis::cmd(words[0]);
        for word in &words[1..] {
            command.arg(*word);
        }
        command.query_async(&mut connection).await.unwrap()
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.kill();
    }
}
