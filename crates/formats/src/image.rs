//! Memory images: the text Logisim loads into a ROM or RAM, and raw bytes.
//!
//! ```text
//! v2.0 raw            the header; inside a .circ file it is addr/data: 8 8
//! d0 2a               items: words in hexadecimal, any number a line
//! 5*00                a run: five zeros (the count is decimal)
//! # 0x7               a comment to the end of the line
//! ```
//!
//! Words not given are 0.

use std::fmt::{self, Write};

/// The first line of a Logisim image.
pub const HEADER: &str = "v2.0 raw";

/// The largest image of bytes: the raw binaries of the development kit have this size.
pub(crate) const MAX_BYTES: usize = 65_536;

/// No memory has more words than this (24 address bits).
const MAX_WORDS: usize = 1 << 24;

/// The words of a memory up to the last that is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    pub words: Vec<u32>,
}

/// A mistake in an image, and its place (line and column from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageError {
    pub line: usize,
    pub column: usize,
    pub what: String,
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImageError { line, column, what } = self;
        write!(f, "line {line}, column {column}: {what}")
    }
}

impl std::error::Error for ImageError {}

impl Image {
    /// Reads an image file (`v2.0 raw`).
    pub fn parse(text: &str) -> Result<Image, ImageError> {
        let limits = Limits {
            words: MAX_WORDS,
            largest: u32::MAX,
            mask: u32::MAX,
        };
        Ok(Image::trimmed(read_items(text, &limits)?))
    }

    /// Reads the contents of a ROM inside a `.circ` file. Words beyond its size are an error, bits beyond are cut.
    pub fn parse_contents(text: &str) -> Result<Image, ImageError> {
        let (first, body) = text.split_once('\n').unwrap_or((text, ""));
        let Some((address, data)) = contents_header(first) else {
            let found = clip(first.trim());
            let what = format!("contents start with 'addr/data: ADDRESS DATA', found '{found}'");
            return Err(error(1, 1, what));
        };
        let limits = Limits {
            words: 1 << address,
            largest: u32::MAX,
            mask: u32::MAX >> (32 - data),
        };
        let lines = body.lines().enumerate();
        let lines = lines.map(|(at, line)| (at + 2, line));
        Ok(Image::trimmed(items(lines, &limits)?))
    }

    /// The image as a file.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        let mut rest = &self.words[..];
        while let Some(&word) = rest.first() {
            let run = rest.iter().take_while(|&&other| other == word).count();
            let _ = match run {
                4.. => writeln!(text, "{run}*{word:x}"),
                _ => writeln!(text, "{word:x}"),
            };
            rest = &rest[if run >= 4 { run } else { 1 }..];
        }
        text
    }

    fn trimmed(mut words: Vec<u32>) -> Image {
        let used = words.iter().rposition(|&word| word != 0);
        words.truncate(used.map_or(0, |last| last + 1));
        words.shrink_to_fit();
        Image { words }
    }
}

/// Reads a file that is a Logisim image if it starts like one, else raw bytes.
pub fn read_bytes(file: &[u8]) -> Result<Vec<u8>, ImageError> {
    if looks_like_text(file) {
        read_text(&String::from_utf8_lossy(file))
    } else if file.len() > MAX_BYTES {
        Err(error(1, 1, too_long(MAX_BYTES)))
    } else {
        Ok(file.to_vec())
    }
}

/// Whether the bytes start with the header of a Logisim image.
pub fn looks_like_text(file: &[u8]) -> bool {
    let file = file.strip_prefix("\u{feff}".as_bytes()).unwrap_or(file);
    file.trim_ascii_start().starts_with(b"v2.0")
}

/// Reads all bytes of a Logisim image.
pub fn read_text(text: &str) -> Result<Vec<u8>, ImageError> {
    let limits = Limits {
        words: MAX_BYTES,
        largest: 0xff,
        mask: 0xff,
    };
    let words = read_items(text, &limits)?;
    Ok(words.into_iter().map(|word| word as u8).collect())
}

/// How a file of bytes is laid out; every style reads back to the same bytes.
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
}

/// Writes a Logisim image of bytes.
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

/// The dimensions of a memory.
struct Limits {
    words: usize,
    /// A larger word is an error.
    largest: u32,
    /// Other bits are cut off.
    mask: u32,
}

/// The items of a file with its header.
fn read_items(text: &str, limits: &Limits) -> Result<Vec<u32>, ImageError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line))
        .skip_while(|(_, line)| line.trim().is_empty());
    let (number, header) = lines.next().unwrap_or((1, ""));
    if header.trim() != HEADER {
        let found = clip(header.trim());
        let what = format!("an image starts with '{HEADER}', found '{found}'");
        return Err(error(number, 1, what));
    }
    items(lines, limits)
}

fn items<'a>(
    lines: impl Iterator<Item = (usize, &'a str)>,
    limits: &Limits,
) -> Result<Vec<u32>, ImageError> {
    let mut words: Vec<u32> = Vec::new();
    for (number, line) in lines {
        let code = line.split('#').next().unwrap_or("");
        for item in code.split_whitespace() {
            let before = item.as_ptr() as usize - line.as_ptr() as usize;
            let column = line[..before].chars().count() + 1;
            let (count, word) = item_of(item)
                .filter(|(_, word)| *word <= limits.largest)
                .ok_or_else(|| error(number, column, not_an_item(item, limits.largest)))?;
            if count > limits.words - words.len() {
                return Err(error(number, column, too_long(limits.words)));
            }
            words.resize(words.len() + count, word & limits.mask);
        }
    }
    Ok(words)
}

/// `HH` or `N*HH`. Leading zeros of the word are allowed, as in Logisim.
fn item_of(item: &str) -> Option<(usize, u32)> {
    let (count, word) = match item.split_once('*') {
        None => (1, item),
        Some((count, word)) => (digits(count, 10)?, word),
    };
    Some((count, u32::try_from(digits(word, 16)?).ok()?))
}

/// Digits only (no sign); a number too large to count saturates.
fn digits(text: &str, radix: u32) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    text.chars().try_fold(0usize, |value, digit| {
        let digit = digit.to_digit(radix)? as usize;
        Some(value.saturating_mul(radix as usize).saturating_add(digit))
    })
}

fn not_an_item(item: &str, largest: u32) -> String {
    let item = clip(item);
    match largest {
        0xff => {
            format!("'{item}' is neither a byte (two hexadecimal digits) nor a run such as 5*00")
        }
        _ => format!("'{item}' is neither a hexadecimal word nor a run such as 5*00"),
    }
}

fn too_long(most: usize) -> String {
    format!("more than {most} words")
}

fn error(line: usize, column: usize, what: String) -> ImageError {
    ImageError { line, column, what }
}

fn clip(text: &str) -> String {
    text.chars().take(24).collect()
}

fn contents_header(line: &str) -> Option<(u32, u32)> {
    let mut words = line.split_whitespace();
    if words.next()? != "addr/data:" {
        return None;
    }
    let mut bits = |most: u32| {
        let number: u32 = words.next()?.parse().ok()?;
        (1..=most).contains(&number).then_some(number)
    };
    Some((bits(24)?, bits(32)?))
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
        assert_eq!(read_bytes(text.as_bytes()).unwrap(), bytes);
        assert_eq!(read_bytes(&[0xd0, 1, 2]).unwrap(), [0xd0, 1, 2]);
        let marked = format!("\u{feff}{HEADER}\n7");
        assert_eq!(read_bytes(marked.as_bytes()).unwrap(), [7]);
        assert_eq!(Image::parse(&marked).unwrap().words, [7]);
    }

    #[test]
    fn contents_and_files() {
        let contents =
            Image::parse_contents("addr/data: 4 8\n1 2 3*1aa # 9 9\n4*5 ff 0 7").unwrap();
        assert_eq!(
            contents.words,
            [1, 2, 0xaa, 0xaa, 0xaa, 5, 5, 5, 5, 0xff, 0, 7]
        );
        let file = Image::parse("v2.0 raw\n1 2 3*aa\n4*5 ff 0 7\n0 0").unwrap();
        assert_eq!(file, contents);
        assert_eq!(
            file.to_text(),
            "v2.0 raw\n1\n2\naa\naa\naa\n4*5\nff\n0\n7\n"
        );
        assert_eq!(Image::parse(&file.to_text()).unwrap(), file);
    }

    #[test]
    fn names_the_place_of_an_error() {
        let place = |text: &str| {
            let error = read_text(text).unwrap_err();
            (error.line, error.column)
        };
        assert_eq!(place("v2.0 raw\n00\n1 2 g0"), (3, 5));
        assert_eq!(place("v2.0 raw\n100"), (2, 1));
        assert_eq!(place("v2.0 raw\n*5"), (2, 1));
        assert_eq!(place("v2.0 raw\n-1*5"), (2, 1));
        assert_eq!(place("v2.0 raw\n0 65536*00"), (2, 3));
        assert_eq!(place(&format!("v2.0 raw\n{}*00", "9".repeat(99))), (2, 1));
        assert_eq!(place("v1.0 sym"), (1, 1));
        assert_eq!(place(""), (1, 1));
        let words = |text: &str| Image::parse(text).unwrap_err().to_string();
        assert_eq!(
            words("raw"),
            "line 1, column 1: an image starts with 'v2.0 raw', found 'raw'"
        );
        assert_eq!(
            words("v2.0 raw\n1\n 0 xyz"),
            "line 3, column 4: 'xyz' is neither a hexadecimal word nor a run such as 5*00"
        );
        assert_eq!(
            words("v2.0 raw\n99999999*0"),
            "line 2, column 1: more than 16777216 words"
        );
        assert!(Image::parse_contents("addr/data: 2 8\n1 2 3 4 5").is_err());
        assert!(Image::parse_contents("addr/data: 25 8\n").is_err());
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
                let text = write(&bytes, style);
                let back = read_text(&text).unwrap();
                prop_assert_eq!(trimmed(&back), trimmed(&bytes));
                let words: Vec<u32> = trimmed(&bytes).iter().map(|&byte| byte.into()).collect();
                prop_assert_eq!(Image::parse(&text).unwrap().words, words);
            }
        }

        #[test]
        fn any_bytes_give_an_answer(file in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read_bytes(&file);
            let mut text = b"v2.0 raw\n".to_vec();
            text.extend(&file);
            let _ = read_bytes(&text);
            let _ = Image::parse(&String::from_utf8_lossy(&text));
            let _ = Image::parse_contents(&String::from_utf8_lossy(&file));
        }

        #[test]
        fn any_items_give_an_answer(text in "[0-9a-f*# \n]{0,60}") {
            if let Ok(bytes) = read_text(&format!("{HEADER}\n{text}")) {
                prop_assert!(bytes.len() <= MAX_BYTES);
            }
            if let Ok(image) = Image::parse_contents(&format!("addr/data: 4 3\n{text}")) {
                prop_assert!(image.words.len() <= 16);
                prop_assert!(image.words.iter().all(|&word| word < 8));
            }
        }
    }
}
