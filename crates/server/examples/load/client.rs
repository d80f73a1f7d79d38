//! The minimum of HTTP and WebSocket needed to play: one connection for requests, and one that listens.

use std::io::{Error, ErrorKind, Result};
use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A visitor with a separate address, as a proxy would report it: limits are per visitor.
pub struct Client {
    stream: TcpStream,
    address: SocketAddr,
    visitor: Ipv4Addr,
    /// Received, and not yet used.
    read: Vec<u8>,
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON; `null` if it is something else.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

impl Client {
    pub async fn connect(address: SocketAddr, visitor: u32) -> Result<Client> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Client {
            stream,
            address,
            visitor: Ipv4Addr::from((10 << 24) | (visitor & 0xff_ffff)),
            read: Vec::new(),
        })
    }

    /// A connection of another visitor to the same server.
    pub async fn another(&self, visitor: u32) -> Result<Client> {
        Client::connect(self.address, visitor).await
    }

    pub async fn get(&mut self, path: &str) -> Result<Answer> {
        self.ask("GET", path, "", "").await
    }

    /// For the holder of a seat's secret.
    pub async fn post(&mut self, path: &str, secret: &str, body: &str) -> Result<Answer> {
        let held = match secret {
            "" => String::new(),
            secret => format!("Authorization: Bearer {secret}\r\n"),
        };
        self.ask("POST", path, &held, body).await
    }

    /// `headers` are whole lines.
    pub async fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Result<Answer> {
        let kind = match body {
            "" => "",
            _ => "Content-Type: application/json\r\n",
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nX-Forwarded-For: {}\r\n{kind}{headers}Content-Length: {}\r\n\r\n{body}",
            self.address,
            self.visitor,
            body.len()
        );
        self.send(request.as_bytes()).await?;
        match method {
            "HEAD" => self.answer_without_body().await,
            _ => self.answer().await,
        }
    }

    /// Sends raw bytes.
    pub async fn send(&mut self, bytes: &[u8]) -> Result<()> {
        self.stream.write_all(bytes).await
    }

    /// The next answer.
    pub async fn answer(&mut self) -> Result<Answer> {
        let mut answer = self.answer_without_body().await?;
        let length = match answer.status {
            101 | 204 | 304 => 0,
            _ => header(&answer.head, "content-length")
                .and_then(|length| length.parse().ok())
                .ok_or_else(|| Error::new(ErrorKind::InvalidData, answer.head.clone()))?,
        };
        answer.body = self.take(length).await?;
        Ok(answer)
    }

    async fn answer_without_body(&mut self) -> Result<Answer> {
        let end = loop {
            if let Some(at) = self.read.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break at + 4;
            }
            self.receive().await?;
        };
        let head = String::from_utf8_lossy(&self.read[..end]).into_owned();
        self.read.drain(..end);
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        Ok(Answer {
            status: status.ok_or_else(|| Error::new(ErrorKind::InvalidData, head.clone()))?,
            head,
            body: Vec::new(),
        })
    }

    async fn take(&mut self, length: usize) -> Result<Vec<u8>> {
        while self.read.len() < length {
            self.receive().await?;
        }
        let rest = self.read.split_off(length);
        Ok(std::mem::replace(&mut self.read, rest))
    }

    async fn receive(&mut self) -> Result<()> {
        match self.stream.read_buf(&mut self.read).await? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// Starts listening to a game.
    pub async fn watch(mut self, game: &str, after: u64) -> Result<Socket> {
        let path = format!("/api/games/{game}/live?after={after}");
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let answer = self.ask("GET", &path, upgrade, "").await?;
        match answer.status {
            101 => Ok(Socket(self)),
            _ => Err(Error::other(answer.head)),
        }
    }
}

pub fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines
        .find(|(of, _)| of.eq_ignore_ascii_case(name))
        .map(|(_, value)| value)
}

pub struct Socket(Client);

impl Socket {
    /// The next text; `None` if the other side has closed.
    pub async fn next(&mut self) -> Result<Option<String>> {
        const TEXT: u8 = 1;
        const CLOSE: u8 = 8;
        const PING: u8 = 9;
        loop {
            let head = self.0.take(2).await?;
            let length = match head[1] {
                126 => u64::from(u16::from_be_bytes(array(&self.0.take(2).await?))),
                127 => u64::from_be_bytes(array(&self.0.take(8).await?)),
                short => u64::from(short),
            };
            let text = self.0.take(usize::try_from(length).unwrap_or(0)).await?;
            match head[0] & 0xf {
                TEXT => return Ok(Some(String::from_utf8_lossy(&text).into_owned())),
                CLOSE => return Ok(None),
                // An empty pong, masked with zeros.
                PING => self.0.send(&[0x8a, 0x80, 0, 0, 0, 0]).await?,
                _ => {}
            }
        }
    }
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(bytes);
    array
}
