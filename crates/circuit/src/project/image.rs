//! Contents of memories: Logisim's hexadecimal words with run lengths.
//!
//! In a `.circ` file the first line is `addr/data: 8 8`, in an image file `v2.0 raw`. Then words such as
//! `1f 0 12*ff` (twelve times ff) follow; `#` starts a comment. Everything not given is 0.

use std::fmt;

use crate::value::mask;

/// The words of a memory up to the last that is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    pub words: Vec<u32>,
}

/// Why a text is not an image, with the line (from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageError {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ImageError {}

/// No memory has more words than this (24 address bits).
const MOST_WORDS: usize = 1 << 24;

impl Image {
    /// Reads an image file (`v2.0 raw`).
    pub fn parse(text: &str) -> Result<Image, ImageError> {
        let (first, body) = split_line(text);
        if first.trim() != "v2.0 raw" {
            let what = format!("an image starts with 'v2.0 raw', not '{}'", shorten(first));
            return Err(ImageError { line: 1, what });
        }
        words(body, MOST_WORDS, u32::MAX)
    }

    /// Reads the contents of a ROM inside a `.circ` file. Words beyond its size are an error, bits beyond are cut.
    pub fn parse_contents(text: &str) -> Result<Image, ImageError> {
        let (first, body) = split_line(text);
        let (address, data) = header(first).ok_or_else(|| ImageError {
            line: 1,
            what: format!(
                "contents start with 'addr/data: ADDRESS DATA', not '{}'",
                shorten(first)
            ),
        })?;
        words(body, 1 << address, mask(data))
    }

    /// The image as a file.
    pub fn to_text(&self) -> String {
        let mut text = String::from("v2.0 raw\n");
        let mut rest = &self.words[..];
        while let Some(&word) = rest.first() {
            let run = rest.iter().take_while(|&&other| other == word).count();
            let repeat = if run >= 4 { run } else { 1 };
            let times = if repeat > 1 {
                format!("{repeat}*")
            } else {
                String::new()
            };
            text.push_str(&format!("{times}{word:x}\n"));
            rest = &rest[repeat..];
        }
        text
    }
}

fn split_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

fn shorten(text: &str) -> String {
    text.trim().chars().take(40).collect()
}

fn header(line: &str) -> Option<(u32, u32)> {
    let mut tokens = line.split_whitespace();
    if tokens.next()? != "addr/data:" {
        return None;
    }
    let address = tokens
        .next()?
        .parse()
        .ok()
        .filter(|n| (1..=24).contains(n))?;
    let data = tokens
        .next()?
        .parse()
        .ok()
        .filter(|n| (1..=32).contains(n))?;
    Some((address, data))
}

fn words(body: &str, most: usize, mask: u32) -> Result<Image, ImageError> {
    let mut words: Vec<u32> = Vec::new();
    for (number, line) in body.lines().enumerate() {
        let line_error = |what: String| ImageError {
            line: number + 2,
            what,
        };
        let code = line.split('#').next().unwrap_or("");
        for token in code.split_whitespace() {
            let (run, word) = run_of(token).ok_or_else(|| {
                line_error(format!("'{}' is not a hexadecimal word", shorten(token)))
            })?;
            if run > most - words.len() {
                return Err(line_error(format!("more than {most} words")));
            }
            words.resize(words.len() + run, word & mask);
        }
    }
    let used = words
        .iter()
        .rposition(|&word| word != 0)
        .map_or(0, |last| last + 1);
    words.truncate(used);
    words.shrink_to_fit();
    Ok(Image { words })
}

fn run_of(token: &str) -> Option<(usize, u32)> {
    let (run, word) = match token.split_once('*') {
        Some((run, word)) => (run.parse().ok()?, word),
        None => (1, token),
    };
    Some((run, u32::from_str_radix(word, 16).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(Image::parse(&file.to_text()).unwrap(), file);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| Image::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("raw"),
            "line 1: an image starts with 'v2.0 raw', not 'raw'"
        );
        assert_eq!(
            error("v2.0 raw\n1\nxyz"),
            "line 3: 'xyz' is not a hexadecimal word"
        );
        assert_eq!(
            error("v2.0 raw\n99999999*0"),
            "line 2: more than 16777216 words"
        );
        assert!(Image::parse_contents("addr/data: 2 8\n1 2 3 4 5").is_err());
        assert!(Image::parse_contents("addr/data: 25 8\n").is_err());
    }
}
