//! A real server on this machine, and a small client that can also misbehave.

mod altered;
mod contract;
mod frames;
mod limits;
mod live;
mod operating;
mod play;
mod preview;
#[cfg(unix)]
mod processes;
mod refusals;
mod schema;
mod service;
mod time;

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use server::store::{Sqlite, Store};
use server::{Config, File, Limits, Site};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Longer than anything takes on the slowest machine: what has not come by then never comes.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Server {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    done: JoinHandle<std::io::Result<()>>,
    folder: tempfile::TempDir,
}

/// A site with these files and headers, and nothing that a test would have to wait for.
pub fn config() -> Config {
    Config {
        version: "test",
        files: [
            ("index.html", "text/html; charset=utf-8", "<!doctype html>"),
            ("img/icon.svg", "image/svg+xml", "<svg/>"),
        ]
        .map(|(name, media_type, contents)| File {
            name: name.into(),
            media_type,
            version: "1".into(),
            stamp: None,
            brotli: None,
            contents: contents.as_bytes().into(),
        })
        .into(),
        headers: vec![("x-content-type-options", "nosniff")],
        limits: Limits {
            games_per_hour: 1000,
            ..Limits::default()
        },
        ..Config::default()
    }
}

impl Server {
    pub async fn start(config: Config) -> Server {
        Server::start_in(tempfile::tempdir().unwrap(), config).await
    }

    async fn start_in(folder: tempfile::TempDir, config: Config) -> Server {
        let store = Sqlite::open(&folder.path().join("site.sqlite")).await;
        let store: Arc<dyn Store> = Arc::new(store.unwrap());
        Server::start_on(store, folder, config)
    }

    /// A site on a store that is open.
    pub fn start_on(store: Arc<dyn Store>, folder: tempfile::TempDir, config: Config) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let site = Site::new(config, store);
        let done = tokio::spawn(server::serve(listener, site, async {
            let _ = stopped.await;
        }));
        Server {
            address,
            stop: Some(stop),
            done,
            folder,
        }
    }

    pub async fn stop(mut self) -> tempfile::TempDir {
        drop(self.stop.take());
        self.done.await.unwrap().unwrap();
        self.folder
    }

    /// Stops it, and starts another on the same database.
    pub async fn restart(self, config: Config) -> Server {
        Server::start_in(self.stop().await, config).await
    }

    /// Opens the database a second time, as a command beside the server does.
    pub async fn store(&self) -> Sqlite {
        let opened = Sqlite::open(&self.folder.path().join("site.sqlite")).await;
        opened.unwrap()
    }

    /// How many pages SQLite has written to its log.
    pub fn wal_frames(&self) -> u64 {
        let log = self.folder.path().join("site.sqlite-wal");
        log.metadata().map_or(0, |log| log.len() / 4096)
    }

    /// Sends these bytes, and returns all that comes back.
    pub async fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let _ = stream.write_all(bytes).await;
        let mut answer = Vec::new();
        let read = stream.read_to_end(&mut answer);
        let _ = tokio::time::timeout(PATIENCE, read)
            .await
            .expect("an answer in time");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A request with a body of JSON; `headers` are whole lines.
    pub async fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let kind = match body {
            "" => "",
            _ => "Content-Type: application/json\r\n",
        };
        let length = body.len();
        let host = self.address;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{kind}{headers}Content-Length: {length}\r\n\r\n{body}"
        );
        Reply::parse(&self.send(request.as_bytes()).await)
    }

    /// Waits for a line of the metrics.
    pub async fn shows(&self, line: &str) {
        let shown = async {
            while !self
                .get("/metrics")
                .await
                .body
                .lines()
                .any(|found| found == line)
            {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let shown = tokio::time::timeout(PATIENCE, shown).await;
        assert!(shown.is_ok(), "never: {line}");
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "", "").await
    }

    /// Makes a game: its name, and the secret of its maker.
    pub async fn make(&self, wanted: &str) -> (String, String) {
        let made = self.ask("POST", "/api/games", "", wanted).await;
        assert_eq!(made.status, 201, "{made:?}");
        (made.text("game"), made.text("secret"))
    }

    /// A game two people play: its name, and south's and north's secret.
    pub async fn pair(&self) -> (String, String, String) {
        let (game, south) = self.make("{}").await;
        let path = format!("/api/games/{game}/join");
        let joined = self.ask("POST", &path, "", "{}").await;
        assert_eq!(joined.status, 200, "{joined:?}");
        let north = joined.text("secret");
        (game, south, north)
    }

    /// Sends a seat's command.
    pub async fn act(&self, game: &str, verb: &str, secret: &str, body: &str) -> Reply {
        let seat = format!("Authorization: Bearer {secret}\r\n");
        let path = format!("/api/games/{game}/{verb}");
        self.ask("POST", &path, &seat, body).await
    }
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    head: String,
    pub body: String,
}

impl Reply {
    fn parse(text: &str) -> Reply {
        let (head, body) = text.split_once("\r\n\r\n").expect(text);
        Reply {
            status: head[9..12].parse().unwrap(),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(found, _)| found.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect(&self.body)
    }

    pub fn text(&self, field: &str) -> String {
        self.json()[field].as_str().expect(&self.body).to_owned()
    }

    /// The status, and the name of the problem.
    pub fn problem(&self) -> (u16, String) {
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json"),
            "{self:?}"
        );
        let kind = self.text("type");
        assert_eq!(self.json()["status"], self.status);
        assert!(!self.text("detail").is_empty(), "{self:?}");
        (
            self.status,
            kind.trim_start_matches("/problems/").to_owned(),
        )
    }
}
