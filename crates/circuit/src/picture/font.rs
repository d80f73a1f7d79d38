//! Fonts, as Logisim's files name them.

/// Where a text stands relative to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Start,
    Middle,
    End,
}

/// A font: `SansSerif bold 12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Font {
    pub family: &'static str,
    pub bold: bool,
    pub italic: bool,
    pub size: i32,
}

impl Font {
    pub(crate) const fn plain(size: i32) -> Font {
        Font {
            family: "sans-serif",
            bold: false,
            italic: false,
            size,
        }
    }

    pub(crate) const fn mono(size: i32) -> Font {
        Font {
            family: "monospace",
            ..Font::plain(size)
        }
    }

    pub(crate) fn parse(text: &str) -> Font {
        let lower = text.to_lowercase();
        let family = match lower.as_str() {
            name if name.starts_with("serif") || name.contains("times") => "serif",
            name if name.contains("mono") || name.contains("courier") => "monospace",
            _ => "sans-serif",
        };
        let size = lower.rsplit(' ').next().and_then(|size| size.parse().ok());
        Font {
            family,
            bold: lower.contains("bold"),
            italic: lower.contains("italic"),
            size: size.unwrap_or(12).clamp(1, 400),
        }
    }

    /// About how wide a text will be, in the widest of the usual fonts.
    pub(crate) fn width(self, text: &str) -> i32 {
        let each: fn(char) -> i32 = match self.family {
            "monospace" => |_| 61,
            _ => hundredths,
        };
        let width: i32 = text.chars().take(10_000).map(each).sum();
        let heavy = if self.bold { 113 } else { 100 };
        (width * self.size / 100 * heavy + 99) / 100
    }

    /// How far the base line lies below the middle of a text.
    pub(crate) const fn drop(self) -> i32 {
        self.size * 36 / 100
    }
}

/// The width of a letter in hundredths of the font's size.
fn hundredths(letter: char) -> i32 {
    match letter {
        'i' | 'j' | 'l' | '\'' | '|' => 29,
        'I' | 'J' | ' ' | '.' | ',' | ':' | ';' | '/' => 33,
        'f' | 'r' | 't' | '-' | '(' | ')' | '[' | ']' => 41,
        '_' | 's' | 'z' | 'c' | '?' | '"' => 54,
        'a'..='l' | 'n'..='v' | 'x' | 'y' | '0'..='9' => 64,
        'm' | 'W' | '@' => 99,
        'w' | 'M' | '+' | '=' | '<' | '>' => 86,
        'O' | 'Q' | 'G' | 'D' | 'H' | 'N' => 79,
        _ => 70,
    }
}
