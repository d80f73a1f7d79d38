//! The framing that language servers and debug adapters share: a header with the length, then JSON.
//!
//! ```text
//! Content-Length: 17\r\n
//! \r\n
//! {"jsonrpc":"2.0"}
//! ```

use serde_json::Value;

/// Maximum size of a message.
const LONGEST: usize = 64 << 20;
/// Maximum size of a header.
const HEADER: usize = 8 << 10;

/// An unrecoverable error of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken(pub String);

/// Incoming bytes, and the messages in them.
#[derive(Debug, Default)]
pub struct Frames {
    bytes: Vec<u8>,
}

impl Frames {
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole message. One that is not JSON is an inner error: the stream continues after it.
    pub fn next_message(&mut self) -> Result<Option<Result<Value, String>>, Broken> {
        let Some(end) = find(&self.bytes, b"\r\n\r\n") else {
            return match self.bytes.len() > HEADER {
                true => Err(Broken("the header of a message does not end".to_owned())),
                false => Ok(None),
            };
        };
        let length = length(&self.bytes[..end])?;
        let start = end + 4;
        if self.bytes.len() < start + length {
            return Ok(None);
        }
        let message = serde_json::from_slice(&self.bytes[start..start + length]);
        self.bytes.drain(..start + length);
        Ok(Some(message.map_err(|error| error.to_string())))
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
}

fn length(header: &[u8]) -> Result<usize, Broken> {
    let header = String::from_utf8_lossy(header);
    let mut fields = header.lines().filter_map(|line| line.split_once(':'));
    let field = fields.find(|(name, _)| name.trim().eq_ignore_ascii_case("content-length"));
    let (_, value) = field.ok_or_else(|| Broken("a message has no Content-Length".to_owned()))?;
    match value.trim().parse() {
        Ok(length) if length <= LONGEST => Ok(length),
        _ => Err(Broken(format!(
            "'{}' is not the length of a message",
            value.trim()
        ))),
    }
}

/// A message with its header.
pub fn framed(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_come_whole_however_they_are_cut() {
        let messages = [json!({"id": 1}), json!({"text": "é\r\n\r\n"}), json!([])];
        let bytes: Vec<u8> = messages.iter().flat_map(framed).collect();
        for size in [1, 2, 7, 1000] {
            let mut frames = Frames::default();
            let mut found = Vec::new();
            for chunk in bytes.chunks(size) {
                frames.push(chunk);
                while let Some(message) = frames.next_message().unwrap() {
                    found.push(message.unwrap());
                }
            }
            assert_eq!(found, messages);
        }
    }

    #[test]
    fn nonsense_is_told_apart_from_a_broken_stream() {
        let mut frames = Frames::default();
        frames.push(b"content-length: 3\r\nContent-Type: x\r\n\r\n{]}");
        assert!(frames.next_message().unwrap().unwrap().is_err());
        frames.push(&framed(&json!(1)));
        assert_eq!(frames.next_message(), Ok(Some(Ok(json!(1)))));
        frames.push(b"hello\r\n\r\n");
        assert!(frames.next_message().is_err());
        let mut frames = Frames::default();
        frames.push(&vec![b'x'; HEADER + 1]);
        assert!(frames.next_message().is_err());
        let mut frames = Frames::default();
        frames.push(b"Content-Length: 99999999999\r\n\r\n");
        assert!(frames.next_message().is_err());
    }
}
