//! Line ends in the heads of requests. The HTTP parser accepts a bare LF as the end of a line, which a proxy in front of it may
//! not; two programs that disagree about where a request ends can be made to see different requests. So a bare LF becomes a byte
//! that no head may contain, and the answer is 400.

/// Where in the stream of requests a connection is.
#[derive(Debug, Default)]
pub(crate) struct Heads {
    place: Within,
    line: Vec<u8>,
    /// The body announced by the head.
    length: u64,
    unknown: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Within {
    #[default]
    Head,
    /// This many bytes are left.
    Body(u64),
    /// The rest is not for us to parse: frames, or a body in chunks. No request is answered after either.
    Elsewhere,
}

/// Longer lines than those that matter are not stored.
const LONGEST: usize = 64;

impl Heads {
    /// For a connection whose heads are not lines.
    pub(crate) fn elsewhere() -> Heads {
        Heads {
            place: Within::Elsewhere,
            ..Heads::default()
        }
    }

    /// Checks bytes that have arrived, and spoils bad ones.
    pub(crate) fn pass(&mut self, mut bytes: &mut [u8]) {
        while !bytes.is_empty() {
            match self.place {
                Within::Elsewhere => return,
                Within::Body(left) => {
                    let taken =
                        usize::try_from(left).map_or(bytes.len(), |left| left.min(bytes.len()));
                    self.place = match left - taken as u64 {
                        0 => Within::Head,
                        left => Within::Body(left),
                    };
                    bytes = &mut bytes[taken..];
                }
                Within::Head => {
                    self.head_byte(&mut bytes[0]);
                    bytes = &mut bytes[1..];
                }
            }
        }
    }

    fn head_byte(&mut self, byte: &mut u8) {
        match *byte {
            b'\n' if self.line.last() == Some(&b'\r') => self.end_line(),
            b'\n' => *byte = 0,
            other if self.line.len() < LONGEST => self.line.push(other),
            // Only whether the line ends in CR still matters.
            other => self.line[LONGEST - 1] = other,
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line).to_ascii_lowercase();
        let line = line.trim_end();
        if line.is_empty() {
            self.place = match (self.unknown, self.length) {
                (true, _) => Within::Elsewhere,
                (false, 0) => Within::Head,
                (false, length) => Within::Body(length),
            };
            (self.length, self.unknown) = (0, false);
        } else if let Some((name, value)) = line.split_once(':') {
            match name {
                "content-length" => self.length = value.trim().parse().unwrap_or(0),
                "transfer-encoding" | "upgrade" => self.unknown = true,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn passed(text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        Heads::default().pass(&mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn only_bare_line_feeds_in_heads_are_spoilt() {
        let fine =
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n{\n}GET / HTTP/1.1\r\n\r\n";
        assert_eq!(passed(fine), fine);
        let chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n\n\r\n0\r\n\r\n";
        assert_eq!(passed(chunked), chunked);
        assert_eq!(
            passed("GET / HTTP/1.1\nHost: x\r\n"),
            "GET / HTTP/1.1\0Host: x\r\n"
        );
        let long = format!("GET /{} HTTP/1.1\r\nA: b\n\r\n", "x".repeat(500));
        assert!(passed(&long).ends_with("HTTP/1.1\r\nA: b\0\r\n"));
        let second = "POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n\nGET / HTTP/1.1\n\n";
        assert!(passed(second).ends_with("\r\n\r\n\nGET / HTTP/1.1\0\0"));
    }

    proptest! {
        /// However the stream is cut into pieces.
        #[test]
        fn pieces_make_no_difference(cuts in proptest::collection::vec(1..9_usize, 0..40)) {
            let text = "POST /a HTTP/1.1\r\nContent-Length: 4\r\nB:\nc\r\n\r\n\n\n\n\nGET / HTTP/1.1\r\n\r\nGET\n";
            let mut bytes = text.as_bytes().to_vec();
            let (mut heads, mut rest) = (Heads::default(), &mut bytes[..]);
            for cut in cuts {
                let cut = cut.min(rest.len());
                let (piece, more) = rest.split_at_mut(cut);
                heads.pass(piece);
                rest = more;
            }
            heads.pass(rest);
            prop_assert_eq!(String::from_utf8(bytes).unwrap(), passed(text));
        }
    }
}
