//! Buttons, lights, displays, keyboards and terminals.

use super::BLACK;
use super::canvas::{Align, Font, Style};
use super::part::{Box4, Part, safe_colour};
use crate::part::State;
use crate::project::{Facing, Kind};
use crate::sim::Display;

pub(super) fn draw(part: &mut Part<'_>, kind: Kind) {
    match kind {
        Kind::Button => button(part),
        Kind::Led => led(part),
        Kind::HexDigit => digit(part, Box4(-15, -60, 40, 60)),
        Kind::SevenSegment => digit(part, Box4(-5, 0, 40, 60)),
        Kind::DotMatrix => matrix(part),
        Kind::Joystick => joystick(part),
        Kind::Keyboard => keyboard(part),
        _ => tty(part),
    }
    part.dots();
}

/// The 20 by 20 box of a button or light, its port on the side it faces.
fn square(facing: Facing) -> Box4 {
    Box4(-20, -10, 20, 20).turned(facing)
}

fn button(part: &mut Part<'_>) {
    let colour = safe_colour(part.attrs().text("color"));
    let frame = square(part.facing());
    let Box4(x, y, w, h) = frame;
    part.claim(frame);
    let pressed = part.value(0).number() == Some(1);
    let (left, top) = (part.x() + x, part.y() + y);
    if pressed {
        part.outline(Box4(x + 3, y + 3, w - 4, h - 4), 0, face(&colour));
        part.label(Box4(x + 3, y + 3, w - 4, h - 4), "center");
        return;
    }
    let (r, b) = (left + w - 1, top + h - 1);
    let side = format!(
        "M{} {}L{r} {}V{b}H{}L{} {}H{}V{}Z",
        r - 3,
        top + 1,
        top + 4,
        left + 4,
        left + 1,
        b - 3,
        r - 3,
        top + 1
    );
    part.canvas.path(&side, face(&colour));
    part.outline(Box4(x + 1, y + 1, w - 5, h - 5), 0, face(&colour));
    part.label(Box4(x + 1, y + 1, w - 5, h - 5), "center");
}

fn face(colour: &str) -> Style<'_> {
    Style {
        stroke: BLACK,
        width: 1.0,
        fill: colour,
    }
}

fn led(part: &mut Part<'_>) {
    let attrs = part.attrs();
    let frame = square(part.facing());
    let Box4(x, y, w, h) = frame;
    part.claim(frame);
    let lit = part.display() == Some(Display::Led(true));
    let colour = safe_colour(attrs.text(if lit { "color" } else { "offcolor" }));
    let style = Style {
        stroke: BLACK,
        width: 2.0,
        fill: &colour,
    };
    let middle = (
        f64::from(part.x() + x + w / 2),
        f64::from(part.y() + y + h / 2),
    );
    part.canvas.circle(middle, 9.0, style);
    part.label(frame, "center");
}

/// Segments a to g as boxes in a 40 by 60 frame.
const SEGMENTS: [(i32, i32, i32, i32); 7] = [
    (10, 8, 16, 4),
    (26, 11, 4, 17),
    (26, 31, 4, 17),
    (10, 47, 16, 4),
    (6, 31, 4, 17),
    (6, 11, 4, 17),
    (10, 28, 16, 4),
];

fn digit(part: &mut Part<'_>, frame: Box4) {
    let attrs = part.attrs();
    let (on, off) = (
        safe_colour(attrs.text("color")),
        safe_colour(attrs.text("offcolor")),
    );
    part.outline(frame, 0, Style::OUTLINE);
    let lit: [bool; 8] = match part.display() {
        Some(Display::Segments(segments)) => segments,
        Some(Display::HexDigit(digit, point)) => crate::show::lit_segments(digit, point),
        _ => [false; 8],
    };
    let Box4(x, y, ..) = frame;
    for (segment, (dx, dy, w, h)) in SEGMENTS.into_iter().enumerate() {
        let colour = if lit[segment] { &on } else { &off };
        part.outline(Box4(x + dx, y + dy, w, h), 1, Style::filled(colour));
    }
    let point = (part.x() + x + 33, part.y() + y + 50);
    part.canvas
        .disc(point, 2.5, if lit[7] { &on } else { &off });
}

fn matrix(part: &mut Part<'_>) {
    let attrs = part.attrs();
    let (columns, rows) = (attrs.int("matrixcols"), attrs.int("matrixrows"));
    let (w, h) = (10 * columns, 10 * rows);
    let frame = match attrs.text("inputtype") {
        "row" => Box4(0, -5, w, h),
        "select" if rows == 1 => Box4(0, -5, w, h),
        "select" if columns == 1 => Box4(-5, -h, w, h),
        "select" => Box4(0, -5 * rows + 5, w, h),
        _ => Box4(-5, -h, w, h),
    };
    let (on, off) = (
        safe_colour(attrs.text("color")),
        safe_colour(attrs.text("offcolor")),
    );
    let shown = match part.display() {
        Some(Display::Dots(rows)) => rows,
        _ => vec![".".repeat(columns as usize); rows as usize],
    };
    let Box4(x, y, ..) = frame;
    let square = attrs.is("dotshape", "square");
    for (row, dots) in shown.iter().enumerate() {
        for (column, dot) in dots.chars().enumerate() {
            let colour: &str = match dot {
                '#' => &on,
                '.' => &off,
                _ => "#c00000",
            };
            let (dx, dy) = (x + 10 * column as i32, y + 10 * row as i32);
            match square {
                true => part.outline(Box4(dx, dy, 10, 10), 0, Style::filled(colour)),
                false => part
                    .canvas
                    .disc((part.x() + dx + 5, part.y() + dy + 5), 4.0, colour),
            }
        }
    }
    part.outline(frame, 0, Style::OUTLINE);
}

fn joystick(part: &mut Part<'_>) {
    let colour = safe_colour(part.attrs().text("color"));
    part.outline(Box4(-29, -9, 28, 28), 4, Style::OUTLINE);
    part.outline(Box4(-26, -6, 22, 22), 3, Style::THIN);
    let (x, y) = match part.live.map(|(simulator, id)| simulator.state(id)) {
        Some(State::Stick { x, y }) => (i32::from(*x) / 2, i32::from(*y) / 2),
        _ => (0, 0),
    };
    let (from, to) = (
        (part.x() - 15, part.y() + 5),
        (part.x() - 15 + x, part.y() + 5 + y),
    );
    part.canvas.line(from, to, 3.0, BLACK);
    let ball = Style {
        stroke: BLACK,
        width: 1.0,
        fill: &colour,
    };
    part.canvas
        .circle((f64::from(to.0), f64::from(to.1)), 4.0, ball);
}

fn keyboard(part: &mut Part<'_>) {
    part.outline(Box4(0, -15, 145, 25), 0, Style::OUTLINE);
    part.clock_mark(1, false);
    let typed = match part.live.map(|(simulator, id)| simulator.state(id)) {
        Some(State::Keyboard(keyboard)) => keyboard
            .buffer
            .iter()
            .take(18)
            .map(|&c| char::from(c))
            .collect(),
        None => "(keyboard)".to_string(),
        _ => String::new(),
    };
    let at = (part.x() + 12, part.y() - 3);
    part.canvas
        .text(at, Align::Start, &Font::mono(12), BLACK, &typed);
}

fn tty(part: &mut Part<'_>) {
    let attrs = part.attrs();
    let (w, h) = (10 + 7 * attrs.int("cols"), 10 + 13 * attrs.int("rows"));
    // A tall enough box for three ports at its lower left.
    let (w, h) = (w.max(30), h.max(30));
    let w = (w + 9) / 10 * 10;
    let h = (h + 9) / 10 * 10;
    let background = safe_colour(attrs.text("bg"));
    let ink = safe_colour(attrs.text("color"));
    let style = Style {
        stroke: BLACK,
        width: 2.0,
        fill: &background,
    };
    part.outline(Box4(0, 10 - h, w, h), 6, style);
    part.clock_mark(1, false);
    let lines = match part.display() {
        Some(Display::Tty(lines)) => lines,
        _ => vec!["(terminal)".to_string()],
    };
    for (row, line) in lines.iter().enumerate() {
        let at = (part.x() + 5, part.y() + 10 - h + 15 + 13 * row as i32);
        part.canvas
            .text_at(at, Align::Start, &Font::mono(11), &ink, line);
    }
}
