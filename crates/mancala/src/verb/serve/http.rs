//! As much of HTTP/1.1 as handing out files takes. A request is small, arrives in good time and has no body; whatever is
//! otherwise gets an answer that says so, and the connection ends.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The longest head of a request.
const MAX_HEAD: usize = 16 << 10;
/// How long a head may take to arrive, and an answer to be taken.
const HEAD_TIME: Duration = Duration::from_secs(10);
const WRITE_TIME: Duration = Duration::from_secs(30);
const REQUESTS: usize = 1000;

/// What a visitor asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    Get {
        /// `GET` without the contents.
        head_only: bool,
        /// As written, without the query.
        path: String,
        gzip: bool,
        /// The version the visitor has.
        known: Option<String>,
    },
    Wrong(Wrong),
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    Malformed,
    TooLong,
    TooSlow,
    /// Something other than GET and HEAD.
    Method,
}

impl Request {
    /// The connection can go on after it.
    pub fn is_fine(&self) -> bool {
        matches!(self, Request::Get { .. })
    }

    /// Reads the head of a request, without the empty line at its end.
    pub fn parse(head: &[u8]) -> Request {
        let malformed = Request::Wrong(Wrong::Malformed);
        let Ok(head) = std::str::from_utf8(head) else {
            return malformed;
        };
        let mut lines = head.split("\r\n");
        let mut first = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some(version), None) =
            (first.next(), first.next(), first.next(), first.next())
        else {
            return malformed;
        };
        if !version.starts_with("HTTP/1.") || !target.starts_with('/') {
            return malformed;
        }
        if !["GET", "HEAD"].contains(&method) {
            return Request::Wrong(Wrong::Method);
        }
        let (mut gzip, mut known) = (false, None);
        for line in lines {
            let Some((name, value)) = line.split_once(':') else {
                return malformed;
            };
            match name.to_ascii_lowercase().as_str() {
                "accept-encoding" => gzip = accepts_gzip(value),
                "if-none-match" => known = Some(value.trim().to_owned()),
                "content-length" if value.trim() != "0" => return malformed,
                "transfer-encoding" => return malformed,
                _ => {}
            }
        }
        let path = target.split(['?', '#']).next().unwrap_or_default();
        Request::Get {
            head_only: method == "HEAD",
            path: path.to_owned(),
            gzip,
            known,
        }
    }
}

/// Whether `gzip` is among the encodings, and not ruled out by `q=0`.
fn accepts_gzip(value: &str) -> bool {
    value.split(',').any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.trim();
        let never = weight
            .strip_prefix("q=")
            .and_then(|weight| weight.parse().ok())
            == Some(0.0);
        name.trim().eq_ignore_ascii_case("gzip") && !never
    })
}

/// An answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Response<'a> {
    pub status: &'static str,
    pub headers: Vec<(&'static str, String)>,
    pub body: &'a [u8],
}

/// A connection with a visitor.
pub struct Connection<'a> {
    stream: &'a TcpStream,
    /// What has arrived and was not read yet.
    pending: Vec<u8>,
    left: usize,
}

impl<'a> Connection<'a> {
    pub fn new(stream: &'a TcpStream) -> io::Result<Connection<'a>> {
        stream.set_write_timeout(Some(WRITE_TIME))?;
        stream.set_nodelay(true)?;
        Ok(Connection {
            stream,
            pending: Vec::new(),
            left: REQUESTS,
        })
    }

    /// The next request; none when the visitor has left, or said nothing for too long.
    pub fn request(&mut self) -> Option<Request> {
        self.left = self.left.checked_sub(1)?;
        let deadline = Instant::now() + HEAD_TIME;
        loop {
            if let Some(end) = end_of_head(&self.pending) {
                let rest = self.pending.split_off(end + 4);
                let head = std::mem::replace(&mut self.pending, rest);
                return Some(Request::parse(&head[..end]));
            }
            if self.pending.len() > MAX_HEAD {
                return Some(Request::Wrong(Wrong::TooLong));
            }
            let silent = self.pending.is_empty();
            let too_slow = (!silent).then_some(Request::Wrong(Wrong::TooSlow));
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return too_slow;
            }
            self.stream.set_read_timeout(Some(left)).ok()?;
            let mut bytes = [0; 4096];
            match (&mut &*self.stream).read(&mut bytes) {
                Ok(0) => return None,
                Ok(count) => self.pending.extend_from_slice(&bytes[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error)
                    if [io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut]
                        .contains(&error.kind()) =>
                {
                    return too_slow;
                }
                Err(_) => return None,
            }
        }
    }

    pub fn respond(&mut self, response: &Response, head_only: bool) -> io::Result<()> {
        let mut out = format!("HTTP/1.1 {}\r\n", response.status).into_bytes();
        for (name, value) in &response.headers {
            write!(out, "{name}: {value}\r\n")?;
        }
        write!(out, "Content-Length: {}\r\n\r\n", response.body.len())?;
        if !head_only {
            out.extend_from_slice(response.body);
        }
        self.stream.write_all(&out)
    }
}

fn end_of_head(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|four| four == b"\r\n\r\n")
}

/// For a visitor too many.
pub fn turn_away(mut stream: &TcpStream) -> io::Result<()> {
    stream.set_write_timeout(Some(Duration::from_millis(100)))?;
    stream.write_all(
        b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(head: &str) -> Option<String> {
        match Request::parse(head.as_bytes()) {
            Request::Get { path, .. } => Some(path),
            Request::Wrong(_) => None,
        }
    }

    #[test]
    fn a_request_is_a_path_and_what_the_visitor_takes() {
        let request = Request::parse(
            b"GET /js/main.js?v=1 HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br, gzip;q=0.5\r\nIf-None-Match: \"12\"",
        );
        let expected = Request::Get {
            head_only: false,
            path: "/js/main.js".to_owned(),
            gzip: true,
            known: Some("\"12\"".to_owned()),
        };
        assert_eq!(request, expected);
        assert_eq!(path("HEAD / HTTP/1.0"), Some("/".to_owned()));
    }

    #[test]
    fn gzip_can_be_ruled_out() {
        assert!(accepts_gzip("GZIP"));
        assert!(!accepts_gzip("gzip;q=0, br"));
        assert!(!accepts_gzip("identity"));
    }

    #[test]
    fn nonsense_is_refused() {
        for head in [
            "",
            "GET",
            "GET /",
            "GET  / HTTP/1.1",
            "GET x HTTP/1.1",
            "GET / HTTP/2",
            "GET / HTTP/1.1\r\nno colon",
            "GET / HTTP/1.1\r\nContent-Length: 5",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked",
        ] {
            let wrong = Request::Wrong(Wrong::Malformed);
            assert_eq!(Request::parse(head.as_bytes()), wrong, "{head:?}");
        }
        assert_eq!(
            Request::parse(b"\xff\xfe"),
            Request::Wrong(Wrong::Malformed)
        );
        assert_eq!(
            Request::parse(b"POST / HTTP/1.1"),
            Request::Wrong(Wrong::Method)
        );
    }
}
