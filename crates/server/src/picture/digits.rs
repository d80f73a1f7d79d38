//! Numbers of seven segments, as the consoles have them.

use super::canvas::{Canvas, Colour, Shape};

/// The lit segments: top, upper right, lower right, bottom, lower left, upper left, middle.
const DIGITS: [&str; 10] = [
    "abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg",
];

/// A number around a place; `size` is half the height of a digit.
pub(super) fn number(
    canvas: &mut Canvas,
    (x, y): (f32, f32),
    size: f32,
    number: u16,
    colour: Colour,
) {
    let text = number.to_string();
    let step = size * 1.45;
    let first = x - step * (text.len() as f32 - 1.0) / 2.0;
    for (at, digit) in text.bytes().enumerate() {
        let x = first + step * at as f32;
        for segment in DIGITS[usize::from(digit - b'0')].bytes() {
            canvas.paint(segment_at(segment, x, y, size), colour);
        }
    }
}

fn segment_at(segment: u8, x: f32, y: f32, size: f32) -> Shape {
    let (across, down, is_level) = match segment {
        b'a' => (0.0, -1.0, true),
        b'b' => (0.5, -0.5, false),
        b'c' => (0.5, 0.5, false),
        b'd' => (0.0, 1.0, true),
        b'e' => (-0.5, 0.5, false),
        b'f' => (-0.5, -0.5, false),
        _ => (0.0, 0.0, true),
    };
    let (long, thick) = (size * 0.5, size * 0.13);
    let (half_width, half_height) = if is_level {
        (long, thick)
    } else {
        (thick, long)
    };
    Shape {
        x: x + across * size,
        y: y + down * size,
        half_width,
        half_height,
        round: thick,
    }
}
