//! The bytes of a file as text, and back, byte for byte.

use crate::read::decode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Utf8 {
        mark: bool,
    },
    Utf16 {
        big: bool,
    },
    /// One byte per character, for files from before UTF-8 was common.
    Single,
}

impl Coding {
    /// The text of a file and its encoding. `None` if it would not come back the same.
    pub(super) fn read(bytes: &[u8]) -> Option<(String, Coding)> {
        let coding = match bytes {
            [0xef, 0xbb, 0xbf, ..] => Coding::Utf8 { mark: true },
            [0xff, 0xfe, ..] => Coding::Utf16 { big: false },
            [0xfe, 0xff, ..] => Coding::Utf16 { big: true },
            _ if std::str::from_utf8(bytes).is_ok() => Coding::Utf8 { mark: false },
            _ => Coding::Single,
        };
        let text = decode(bytes).into_owned();
        (coding.write(&text) == bytes).then_some((text, coding))
    }

    pub(super) fn write(self, text: &str) -> Vec<u8> {
        match self {
            Coding::Utf8 { mark: false } => text.as_bytes().to_vec(),
            Coding::Utf8 { mark: true } => [&[0xef, 0xbb, 0xbf], text.as_bytes()].concat(),
            Coding::Utf16 { big } => utf16(text, big),
            Coding::Single => single(text),
        }
    }
}

fn utf16(text: &str, big: bool) -> Vec<u8> {
    let bytes = |unit: u16| match big {
        true => unit.to_be_bytes(),
        false => unit.to_le_bytes(),
    };
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(bytes).collect()
}

/// Characters that the encoding lacks become references.
fn single(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match u8::try_from(u32::from(c)) {
            Ok(byte) => bytes.push(byte),
            Err(_) => bytes.extend(format!("&#{};", u32::from(c)).bytes()),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_every_kind_come_back() {
        let utf16 = |big| utf16("<é\u{1F600}>", big);
        for bytes in [
            "<é>".as_bytes().to_vec(),
            b"\xef\xbb\xbf<a/>".to_vec(),
            utf16(true),
            utf16(false),
            b"<\xe9>".to_vec(),
        ] {
            let (text, coding) = Coding::read(&bytes).unwrap();
            assert!(text.starts_with('<'), "{text}");
            assert_eq!(coding.write(&text), bytes);
        }
        assert_eq!(Coding::Single.write("é€"), b"\xe9&#8364;");
        // Half a character cannot come back.
        assert_eq!(Coding::read(b"\xff\xfe<\0x"), None);
    }
}
