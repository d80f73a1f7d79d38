//! HTTP/2 without TLS, as proxies and programs speak it, frame by frame.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::{PATIENCE, Server, config};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// A header that is in no table.
fn literal(name: &str, value: &str) -> Vec<u8> {
    let mut bytes = vec![0, name.len() as u8];
    bytes.extend(name.as_bytes());
    bytes.push(value.len() as u8);
    bytes.extend(value.as_bytes());
    bytes
}

/// A request without a body.
fn request(stream: u32, method: &str, path: &str, host: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let mut head = literal(":method", method);
    head.extend(literal(":scheme", "http"));
    head.extend(literal(":path", path));
    head.extend(literal(":authority", host));
    for (name, value) in more {
        head.extend(literal(name, value));
    }
    frame(HEADERS, 5, stream, &head)
}

struct Client {
    stream: TcpStream,
    /// Of answers whose body has not come yet.
    heads: Vec<(u32, Vec<u8>)>,
    done: Vec<(u32, Vec<u8>, Vec<u8>)>,
}

impl Client {
    async fn connect(server: &Server) -> Client {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(PREFACE).await.unwrap();
        Client::after_preface(stream).await
    }

    async fn after_preface(mut stream: TcpStream) -> Client {
        stream.write_all(&frame(SETTINGS, 0, 0, &[])).await.unwrap();
        Client {
            stream,
            heads: Vec::new(),
            done: Vec::new(),
        }
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    /// The kind, the stream and what is in the next frame; `None` at the end.
    async fn frame(&mut self) -> Option<(u8, u32, Vec<u8>)> {
        let mut head = [0; 9];
        let read = timeout(PATIENCE, self.stream.read_exact(&mut head));
        read.await.expect("in time").ok()?;
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
        let stream = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
        let mut payload = vec![0; length];
        self.stream.read_exact(&mut payload).await.ok()?;
        Some((head[3], stream, payload))
    }

    /// The head and the body of the answer on a stream; answers come in any order.
    async fn answer(&mut self, wanted: u32) -> (Vec<u8>, String) {
        loop {
            if let Some(at) = self.done.iter().position(|(stream, ..)| *stream == wanted) {
                let (_, head, body) = self.done.remove(at);
                return (head, String::from_utf8(body).unwrap());
            }
            let frame = self.frame().await;
            let (kind, stream, payload) = frame.expect("an answer");
            match kind {
                HEADERS => self.heads.push((stream, payload)),
                DATA => {
                    let at = self.heads.iter().position(|(of, _)| *of == stream);
                    let (_, head) = self.heads.remove(at.expect("the head comes first"));
                    self.done.push((stream, head, payload));
                }
                kind => assert_ne!(kind, GOAWAY, "{payload:?}"),
            }
        }
    }
}

/// `:status 200` as an answer's head begins with it; other states are spelt out.
const OK: u8 = 0x88;

#[tokio::test(flavor = "multi_thread")]
async fn many_requests_share_a_connection() {
    let server = Server::start(config()).await;
    let host = server.address.to_string();
    let mut client = Client::connect(&server).await;
    for stream in [1, 3, 5] {
        client
            .send(&request(stream, "GET", "/api", &host, &[]))
            .await;
    }
    for stream in [1, 3, 5] {
        let (head, body) = client.answer(stream).await;
        assert_eq!(head[0], OK);
        assert!(body.contains("\"online\":true"), "{body}");
    }
    // What holds for HTTP/1.1 holds here: pages of other sites, names that are not ours.
    let foreign = [("origin", "https://evil.example")];
    client
        .send(&request(7, "POST", "/api/games", &host, &foreign))
        .await;
    assert!(client.answer(7).await.1.contains("foreign-origin"));
    let own = format!("http://{host}");
    client
        .send(&request(
            9,
            "POST",
            "/api/games",
            &host,
            &[("origin", &own)],
        ))
        .await;
    assert!(client.answer(9).await.1.contains("\"secret\""));
    client
        .send(&request(11, "GET", "/api", "evil.example", &[]))
        .await;
    assert!(client.answer(11).await.1.contains("foreign-host"));
    // A socket needs HTTP/1.1.
    let live = "/api/games/aaaaaaaaaaaaaaaa/live";
    client.send(&request(13, "GET", live, &host, &[])).await;
    assert!(client.answer(13).await.1.contains("malformed"));
}

/// Frames that are no requests have a cost too.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_frames_ends_the_connection() {
    let server = Server::start(config()).await;
    let mut client = Client::connect(&server).await;
    let pings = frame(PING, 1, 0, &[0; 8]).repeat(1000);
    let mut sent = 0;
    while sent < 4 << 20 && client.stream.write_all(&pings).await.is_ok() {
        sent += pings.len();
    }
    let mut rest = Vec::new();
    // A connection that is merely idle is closed after a minute.
    let read = timeout(
        Duration::from_secs(30),
        client.stream.read_to_end(&mut rest),
    )
    .await;
    assert!(read.is_ok(), "still open after {sent} bytes");
    assert_eq!(server.get("/api").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_is_announced() {
    let server = Server::start(config()).await;
    let host = server.address.to_string();
    let mut client = Client::connect(&server).await;
    client.send(&request(1, "GET", "/api", &host, &[])).await;
    client.answer(1).await;
    let stopped = tokio::spawn(server.stop());
    loop {
        match client.frame().await {
            Some((GOAWAY, ..)) => break,
            Some(_) => {}
            None => panic!("it ended without a word"),
        }
    }
    drop(client);
    stopped.await.unwrap();
}

/// The first bytes may come one by one, in either protocol.
#[tokio::test(flavor = "multi_thread")]
async fn slow_beginnings_are_understood() {
    let server = Server::start(config()).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let lines = format!(
        "PUT / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.address
    );
    for bytes in [&lines.as_bytes()[..1], &lines.as_bytes()[1..]] {
        stream.write_all(bytes).await.unwrap();
        sleep(Duration::from_millis(30)).await;
    }
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 405"), "{answer}");

    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    for byte in PREFACE {
        stream.write_all(&[*byte]).await.unwrap();
        sleep(Duration::from_millis(2)).await;
    }
    let mut client = Client::after_preface(stream).await;
    let host = server.address.to_string();
    client.send(&request(1, "GET", "/api", &host, &[])).await;
    assert_eq!(client.answer(1).await.0[0], OK);
}
