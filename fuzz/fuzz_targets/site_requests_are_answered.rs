//! Whatever arrives on a connection of the site, it is answered with something that is no fault of the site, or the connection is
//! closed; and the next visitor is served.
#![no_main]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use server::store::Sqlite;
use server::{Config, Limits, Site};

/// A request put together from parts that mean something, or any bytes.
#[derive(Arbitrary, Debug)]
enum Sent {
    Bytes(Vec<u8>),
    Request { method: u8, path: u8, rest: String, headers: Vec<(u8, String)>, body: Body },
}

#[derive(Arbitrary, Debug)]
enum Body {
    Nothing,
    Text(String),
    Make { name: String, seconds: i32, increment: i32, open: bool },
    Move { pit: i16, ply: i16 },
}

const METHODS: [&str; 6] = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"];
const PATHS: [&str; 12] = [
    "/", "/api", "/api/games", "/api/games/aaaaaaaaaaaaaaaa", "/api/games/aaaaaaaaaaaaaaaa/join", "/api/games/aaaaaaaaaaaaaaaa/move",
    "/api/games/aaaaaaaaaaaaaaaa/live", "/api/analysis", "/api/picture.png", "/game/aaaaaaaaaaaaaaaa", "/metrics", "/api/openapi.json",
];
const HEADERS: [&str; 8] = ["Host", "Origin", "Cookie", "Authorization", "Content-Type", "Idempotency-Key", "Upgrade", "X-Forwarded-For"];

impl Sent {
    fn bytes(&self, host: SocketAddr) -> Vec<u8> {
        let (method, path, rest, headers, body) = match self {
            Sent::Bytes(bytes) => return bytes.clone(),
            Sent::Request { method, path, rest, headers, body } => (method, path, rest, headers, body),
        };
        let body = match body {
            Body::Nothing => String::new(),
            Body::Text(text) => text.clone(),
            Body::Make { name, seconds, increment, open } => serde_json::json!({
                "name": name, "open": open, "clock": {"kind": "game", "seconds": seconds, "increment": increment},
            })
            .to_string(),
            Body::Move { pit, ply } => serde_json::json!({"pit": pit, "ply": ply}).to_string(),
        };
        let method = METHODS[usize::from(*method) % METHODS.len()];
        let path = PATHS[usize::from(*path) % PATHS.len()];
        let mut text = format!("{method} {path}{rest} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        for (name, value) in headers.iter().take(20) {
            let name = HEADERS[usize::from(*name) % HEADERS.len()];
            text += &format!("{name}: {value}\r\n");
        }
        (text + "\r\n" + &body).into_bytes()
    }
}

/// One site for all inputs.
fn site() -> SocketAddr {
    static SITE: OnceLock<SocketAddr> = OnceLock::new();
    *SITE.get_or_init(|| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
            runtime.block_on(async {
                let file = std::env::temp_dir().join(format!("mancala-fuzz-{}.sqlite", std::process::id()));
                let store = Arc::new(Sqlite::open(&file).await.unwrap());
                let most = u32::MAX / 8;
                let limits = Limits { reads_per_second: most, actions_per_second: most, games_per_hour: most, ..Limits::default() };
                let site = Site::new(Config { version: "fuzz", limits, ..Config::default() }, store);
                server::serve(listener, site, std::future::pending()).await.unwrap();
            });
        });
        address
    })
}

fn exchange(bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(site()).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}

fuzz_target!(|sent: Sent| {
    let answer = exchange(&sent.bytes(site()));
    let head = String::from_utf8_lossy(&answer[..answer.len().min(12)]).into_owned();
    assert!(!head.starts_with("HTTP/1.1 500"), "{}", String::from_utf8_lossy(&answer));
    let well = exchange(format!("GET /healthz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", site()).as_bytes());
    assert!(well.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&well));
});
