//! One `mancala serve`.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::client::Client;

pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    /// With its games at an address of a store, at any free port.
    pub fn start(database: &str) -> Process {
        Process::start_by(&mut Process::command(database, 0))
    }

    /// At the port of one that has ended.
    pub fn start_again(database: &str, address: SocketAddr) -> Process {
        Process::start_by(&mut Process::command(database, address.port()))
    }

    pub fn command(database: &str, port: u16) -> Command {
        Process::command_of(env!("CARGO_BIN_EXE_mancala"), database, port)
    }

    /// Of another version of the program.
    pub fn command_of(program: &str, database: &str, port: u16) -> Command {
        let mut command = Command::new(program);
        command
            .args([
                "serve",
                "--no-open",
                "--behind-proxy",
                "--port",
                &port.to_string(),
            ])
            .args(["--database", database])
            .env_remove("MANCALA_DATABASE");
        command
    }

    pub fn start_by(command: &mut Command) -> Process {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.as_mut().expect("it was piped"));
        out.read_line(&mut line).expect("it says where it is");
        let port = line.strip_prefix("mancala is at http://127.0.0.1:");
        let port = port.and_then(|rest| rest.split('/').next()?.parse().ok());
        let port: u16 = port.unwrap_or_else(|| panic!("it says: {line:?}"));
        Process {
            child,
            address: ([127, 0, 0, 1], port).into(),
        }
    }

    /// As an operator's `kill -9`, or as the end of the power.
    pub fn kill(mut self) -> SocketAddr {
        self.end();
        self.address
    }

    /// In order, as systemd does it.
    pub fn stop(mut self) {
        let pid = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(told.expect("kill runs").success());
        assert!(self.child.wait().expect("it ends").success());
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    pub async fn client(&self, visitor: u32) -> Client {
        Client::connect(self.address, visitor)
            .await
            .expect("it answers")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Tries until it succeeds, for a minute at most.
pub async fn until<T>(what: &str, mut attempt: impl AsyncFnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(done) = attempt().await {
            return done;
        }
        assert!(Instant::now() < deadline, "{what}: not within a minute");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A file for games in a folder.
pub fn file_in(folder: &Path) -> String {
    let path = folder.join("site.sqlite");
    path.to_str().expect("a path without surprises").to_owned()
}
