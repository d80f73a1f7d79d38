//! Fonts, as Logisim's files name them.

/// The alignment of a text relative to its place.
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

    /// The approximate width of a text, in the widest of the usual fonts.
    pub(crate) fn width(self, text: &str) -> i32 {
        let each: fn(char) -> i32 = match self.family {
            "monospace" => |_| 60,
            _ => hundredths,
        };
        let width: i32 = text.chars().take(10_000).map(each).sum();
        let heavy = if self.bold { 113 } else { 100 };
        (width * self.size * heavy + 9_999) / 10_000
    }

    /// From the top of the tallest letter to the bottom of the deepest.
    pub(crate) const fn height(self) -> i32 {
        (self.size * 125 + 99) / 100
    }

    /// How far the base line lies below the middle of a text.
    pub(crate) const fn drop(self) -> i32 {
        self.size * 36 / 100
    }
}

/// Hundredths of the font's size for the letters from the blank to `~`, as in DejaVu Sans.
const WIDTHS: [u8; 95] = [
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75,
    79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35,
    63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
];

/// The width of a letter in hundredths of the font's size.
fn hundredths(letter: char) -> i32 {
    let index = (letter as usize).checked_sub(32);
    let width = index.and_then(|index| WIDTHS.get(index));
    width.map_or(70, |&width| i32::from(width))
}
