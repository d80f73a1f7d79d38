//! Seven segments: the bare display and the one for hexadecimal digits.

use super::{ACTIVE, BACKGROUND, COLOUR, OFF_COLOUR, active};
use crate::component::{BLANK, Description, Display, Light, Port, Seen};
use crate::picture::{Box4, Ink, Sketch, Style};
use crate::value::Word;

pub(in crate::component) const SEVEN_SEGMENT: Description = Description {
    library: "I/O",
    name: "7-Segment Display",
    about: "Seven bars and a point, each lit by an input of its own.",
    attributes: &[COLOUR, OFF_COLOUR, BACKGROUND, ACTIVE],
    ports: |_| {
        let segment = |&(name, at): &(&'static str, (i32, i32))| Port::input(name, at, 1);
        PORTS.iter().map(segment).collect()
    },
    picture: |sketch| picture(sketch, Box4(-5, 0, 40, 60)),
    display: Some(|seen| {
        let lit = std::array::from_fn(|port| seen.word(port) == active(seen.attrs));
        Some(Display::Segments(lit))
    }),
    light: |seen, segment| (seen.word(segment) == active(seen.attrs)).into(),
    ..BLANK
};

pub(in crate::component) const HEX_DIGIT: Description = Description {
    name: "Hex Digit Display",
    about: "Shows its input as a digit from 0 to F.",
    attributes: &[COLOUR, OFF_COLOUR, BACKGROUND],
    ports: |_| {
        vec![
            Port::input("digit", (0, 0), 4),
            Port::input("dot", (10, 0), 1),
        ]
    },
    picture: |sketch| picture(sketch, Box4(-15, -60, 40, 60)),
    display: Some(|seen| Some(Display::HexDigit(digit(seen), has_point(seen)))),
    light: hex_light,
    ..SEVEN_SEGMENT
};

/// Segments a, b, c, d, e, f, g and the point.
const PORTS: [(&str, (i32, i32)); 8] = [
    ("a", (20, 0)),
    ("b", (30, 0)),
    ("c", (20, 60)),
    ("d", (10, 60)),
    ("e", (0, 60)),
    ("f", (10, 0)),
    ("g", (0, 0)),
    ("dot", (30, 60)),
];

fn digit(seen: &Seen<'_>) -> char {
    let number = (seen.value)(0).number();
    let digit = number.and_then(|number| char::from_digit(number, 16));
    digit.map_or('-', |digit| digit.to_ascii_uppercase())
}

fn has_point(seen: &Seen<'_>) -> bool {
    seen.word(1) == Word::ONE
}

fn hex_light(seen: &Seen<'_>, segment: usize) -> Light {
    match segment {
        7 => has_point(seen).into(),
        _ => segments_of(digit(seen))[segment].into(),
    }
}

/// Segments a to g as bits 0 to 6 of the digits 0 to F.
const DIGITS: [(u8, char); 19] = [
    (0x3f, '0'),
    (0x06, '1'),
    (0x5b, '2'),
    (0x4f, '3'),
    (0x66, '4'),
    (0x6d, '5'),
    (0x7d, '6'),
    (0x07, '7'),
    (0x7f, '8'),
    (0x6f, '9'),
    (0x77, 'A'),
    (0x7c, 'B'),
    (0x39, 'C'),
    (0x5e, 'D'),
    (0x79, 'E'),
    (0x71, 'F'),
    (0x40, '-'),
    (0x00, ' '),
    (0x27, '7'),
];

/// The digit seven segments make, `?` if none.
pub(crate) fn digit_of(segments: &[bool; 8]) -> char {
    let lit = (0..7).fold(0u8, |bits, i| bits | u8::from(segments[i]) << i);
    let known = DIGITS.iter().find(|(bits, _)| *bits == lit);
    known.map_or('?', |(_, digit)| *digit)
}

/// The segments of a digit, `-` for anything else.
pub(crate) fn segments_of(digit: char) -> [bool; 7] {
    let bits = DIGITS.iter().find(|(_, shown)| *shown == digit);
    let bits = bits.map_or(0x40, |(bits, _)| *bits);
    std::array::from_fn(|i| bits >> i & 1 == 1)
}

/// Segments a to g as boxes in a 40 by 60 frame.
const BARS: [(i32, i32, i32, i32); 7] = [
    (8, 8, 19, 4),
    (28, 10, 4, 19),
    (28, 30, 4, 19),
    (8, 47, 19, 4),
    (3, 30, 4, 19),
    (3, 10, 4, 19),
    (8, 28, 19, 4),
];

fn picture(sketch: &mut Sketch<'_>, frame: Box4) {
    let (on, off) = (sketch.colour("color"), sketch.colour("offcolor"));
    let ink = |light: usize| Ink::Light {
        light: light as u16,
        on,
        off,
    };
    let background = Ink::Fixed(sketch.colour("bg"));
    sketch.outline(frame, 0, Style::face(background, 2.0));
    let Box4(x, y, ..) = frame;
    for (segment, (dx, dy, w, h)) in BARS.into_iter().enumerate() {
        let bar = Box4(x + dx, y + dy, w, h);
        sketch.outline(bar, 0, Style::filled(ink(segment)));
    }
    let at = |base: i32, offset: i32| f64::from(base + offset) + 0.5;
    let point = (at(sketch.x(), x + 35), at(sketch.y(), y + 50));
    sketch.circle(point, 2.5, Style::filled(ink(7)));
    sketch.dots();
}
