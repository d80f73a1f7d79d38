//! Memory images: the text Logisim loads into a ROM or RAM, and raw bytes.
//!
//! ```text
//! v2.0 raw            the header
//! d0 2a               items: bytes in hexadecimal, any number a line
//! 5*00                a run: five zero bytes (the count is decimal)
//! # 0x7               a comment to the end of the line
//! ```

use std::fmt;
use std::fmt::Write;

/// The first line of a Logisim image.
pub const HEADER: &str = "v2.0 raw";

/// The largest image read: the raw binaries of the development kit have this size.
pub const MAX_BYTES: usize = 65_536;

/// How an image is laid out; every style reads back to the same bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// One lower-case item a line, long runs of zeros folded, zeros at the end not written.
    #[default]
    Devkit,
    /// All 256 bytes, one upper-case item a line.
    Cocoide,
}

impl Style {
    pub const ALL: [Style; 2] = [Style::Devkit, Style::Cocoide];

    pub const fn name(self) -> &'static str {
        match self {
            Style::Devkit => "devkit",
            Style::Cocoide => "cocoide",
        }
    }
}

/// What is wrong with an image, and where (line and column from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageError {
    pub line: usize,
    pub column: usize,
    pub kind: ImageErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageErrorKind {
    /// The first line is not `v2.0 raw`.
    Header(String),
    /// Not a hexadecimal byte nor a run of one.
    Item(String),
    /// More than [`MAX_BYTES`] bytes.
    TooLong,
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImageError { line, column, kind } = self;
        write!(f, "line {line}, column {column}: ")?;
        match kind {
            ImageErrorKind::Header(found) => {
                write!(f, "an image starts with {HEADER:?}, found {found:?}")
            }
            ImageErrorKind::Item(item) => write!(
                f,
                "{item:?} is neither a byte (two hexadecimal digits) nor a run such as 5*00"
            ),
            ImageErrorKind::TooLong => write!(f, "more than {MAX_BYTES} bytes"),
        }
    }
}

impl std::error::Error for ImageError {}

/// Reads a file that is a Logisim image if it starts like one, else raw bytes.
pub fn read(file: &[u8]) -> Result<Vec<u8>, ImageError> {
    if looks_like_text(file) {
        read_text(&String::from_utf8_lossy(file))
    } else if file.len() > MAX_BYTES {
        Err(error(1, 1, ImageErrorKind::TooLong))
    } else {
        Ok(file.to_vec())
    }
}

/// Whether the bytes start with the header of a Logisim image.
pub fn looks_like_text(file: &[u8]) -> bool {
    file.trim_ascii_start().starts_with(b"v2.0")
}

/// Reads a Logisim image. The bytes are as many as it holds; a memory is zero beyond them.
pub fn read_text(text: &str) -> Result<Vec<u8>, ImageError> {
    let mut lines = text
        .lines()
        .enumerate()
        .skip_while(|(_, line)| line.trim().is_empty());
    let (number, header) = lines.next().unwrap_or((0, ""));
    if header.trim() != HEADER {
        let found = clip(header.trim());
        return Err(error(number + 1, 1, ImageErrorKind::Header(found)));
    }
    let mut bytes = Vec::new();
    for (number, line) in lines {
        let code = line.split('#').next().unwrap_or("");
        for item in code.split_ascii_whitespace() {
            let column = 1 + item.as_ptr() as usize - line.as_ptr() as usize;
            let fail = |kind| error(number + 1, column, kind);
            let (count, byte) =
                parse_item(item).ok_or_else(|| fail(ImageErrorKind::Item(clip(item))))?;
            if count > MAX_BYTES - bytes.len() {
                return Err(fail(ImageErrorKind::TooLong));
            }
            bytes.resize(bytes.len() + count, byte);
        }
    }
    Ok(bytes)
}

fn error(line: usize, column: usize, kind: ImageErrorKind) -> ImageError {
    ImageError { line, column, kind }
}

fn clip(text: &str) -> String {
    text.chars().take(24).collect()
}

/// `HH` or `N*HH`. Leading zeros of the byte are allowed, as in Logisim.
fn parse_item(item: &str) -> Option<(usize, u8)> {
    let (count, byte) = match item.split_once('*') {
        None => (1, item),
        Some((count, byte)) => (parse_digits(count, 10)?, byte),
    };
    let byte = u8::try_from(parse_digits(byte, 16)?).ok()?;
    Some((count, byte))
}

/// Digits only (no sign); a number too large to count saturates.
fn parse_digits(text: &str, radix: u32) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    text.chars().try_fold(0usize, |value, digit| {
        let digit = digit.to_digit(radix)? as usize;
        Some(value.saturating_mul(radix as usize).saturating_add(digit))
    })
}

/// Writes a Logisim image.
pub fn write(bytes: &[u8], style: Style) -> String {
    match style {
        Style::Devkit => write_devkit(bytes),
        Style::Cocoide => write_cocoide(bytes),
    }
}

fn write_cocoide(bytes: &[u8]) -> String {
    let mut text = format!("{HEADER}\n");
    for address in 0..bytes.len().max(256) {
        let byte = bytes.get(address).copied().unwrap_or(0);
        let _ = writeln!(text, "{byte:02X}");
    }
    text
}

fn write_devkit(bytes: &[u8]) -> String {
    let mut text = format!("{HEADER}\n");
    let mut zeros = 0;
    for (address, &byte) in bytes.iter().enumerate() {
        if byte == 0 {
            zeros += 1;
            continue;
        }
        if zeros > 4 {
            let _ = writeln!(text, "{zeros}*00\n# 0x{address:x}");
        } else {
            text.push_str(&"00\n".repeat(zeros));
        }
        zeros = 0;
        let _ = writeln!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn trimmed(bytes: &[u8]) -> &[u8] {
        let end = bytes.iter().rposition(|&byte| byte != 0);
        &bytes[..end.map_or(0, |last| last + 1)]
    }

    #[test]
    fn reads_what_logisim_reads() {
        let text = "\nv2.0 raw\r\nD4 2a 3*aA\r\n\r\n# comment\n0ff # ff\n2*0 1";
        let bytes = [0xd4, 0x2a, 0xaa, 0xaa, 0xaa, 0xff, 0, 0, 1];
        assert_eq!(read_text(text).unwrap(), bytes);
        assert_eq!(read(text.as_bytes()).unwrap(), bytes);
        assert_eq!(read(&[0xd0, 1, 2]).unwrap(), [0xd0, 1, 2]);
    }

    #[test]
    fn names_the_place_of_an_error() {
        let place = |text: &str| {
            let error = read_text(text).unwrap_err();
            (error.line, error.column, error.kind)
        };
        let item = |text: &str| ImageErrorKind::Item(text.to_owned());
        assert_eq!(place("v2.0 raw\n00\n1 2 g0"), (3, 5, item("g0")));
        assert_eq!(place("v2.0 raw\n100"), (2, 1, item("100")));
        assert_eq!(place("v2.0 raw\n*5"), (2, 1, item("*5")));
        assert_eq!(place("v2.0 raw\n-1*5"), (2, 1, item("-1*5")));
        let too_long = ImageErrorKind::TooLong;
        assert_eq!(place("v2.0 raw\n0 65536*00"), (2, 3, too_long.clone()));
        let huge = format!("v2.0 raw\n{}*00", "9".repeat(99));
        assert_eq!(place(&huge), (2, 1, too_long));
        assert!(matches!(
            place("v1.0 sym"),
            (1, 1, ImageErrorKind::Header(_))
        ));
        assert!(matches!(place(""), (1, 1, ImageErrorKind::Header(_))));
    }

    #[test]
    fn the_devkit_style_folds_long_runs_of_zeros() {
        let mut bytes = vec![0xd4, 0, 0, 0, 0, 0xd4, 0, 0, 0, 0, 0, 1];
        bytes.resize(0xc8, 0);
        bytes.extend([1, 0, 0]);
        let text = "v2.0 raw\nd4\n00\n00\n00\n00\nd4\n5*00\n# 0xb\n01\n188*00\n# 0xc8\n01\n";
        assert_eq!(write(&bytes, Style::Devkit), text);
        assert_eq!(write(&[], Style::Devkit), "v2.0 raw\n");
    }

    #[test]
    fn the_cocoide_style_has_777_characters() {
        let text = write(&[0xd4, 0x0a], Style::Cocoide);
        assert_eq!(text.len(), 777);
        assert!(text.starts_with("v2.0 raw\nD4\n0A\n00\n"));
    }

    proptest! {
        #[test]
        fn every_style_reads_back(bytes in proptest::collection::vec(prop_oneof![Just(0u8), any::<u8>()], 0..=256)) {
            for style in Style::ALL {
                let back = read_text(&write(&bytes, style)).unwrap();
                prop_assert_eq!(trimmed(&back), trimmed(&bytes));
            }
        }

        #[test]
        fn any_bytes_give_an_answer(file in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&file);
            let mut text = b"v2.0 raw\n".to_vec();
            text.extend(&file);
            let _ = read(&text);
        }

        #[test]
        fn any_items_give_an_answer(text in "[0-9a-f*# \n]{0,60}") {
            if let Ok(bytes) = read_text(&format!("{HEADER}\n{text}")) {
                prop_assert!(bytes.len() <= MAX_BYTES);
            }
        }
    }
}
