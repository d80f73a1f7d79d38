//! Multiplexers and their kin: trapezoids, the wide side where the many ports are.

use super::GREY;
use super::canvas::{Align, Style};
use super::part::{Box4, Part};
use crate::project::{Facing, Kind};

pub(super) fn draw(part: &mut Part<'_>, kind: Kind) {
    let attrs = part.attrs();
    let n = 1i32 << attrs.count("select").min(5);
    let (name, frame, narrow) = match kind {
        Kind::Multiplexer => ("MUX", multiplexer(part.facing(), n, false), true),
        Kind::Demultiplexer => ("DMX", multiplexer(part.facing(), n, true), false),
        Kind::Decoder => (
            "Decd",
            decoder(part.facing(), n, attrs.is("selloc", "bl")),
            false,
        ),
        Kind::BitSelector => ("Sel", Box4(-30, -15, 30, 30).turned(part.facing()), true),
        _ => return priority(part, n),
    };
    let lean = match (kind, n) {
        (Kind::BitSelector, _) => 9,
        (_, 2) => 10,
        _ => 20,
    };
    part.claim(frame);
    for port in part.ports {
        part.canvas.include(port.location.x, port.location.y);
    }
    let lean = lean.min(frame.2.min(frame.3) / 2);
    let facing = part.facing();
    let narrow = if narrow { facing } else { behind(facing) };
    stubs(part, frame, lean, narrow);
    trapezoid(part, frame, lean, narrow);
    part.say_middle(frame, 12, name);
    zero(part);
    part.dots();
}

fn multiplexer(facing: Facing, n: i32, demux: bool) -> Box4 {
    let (depth, half) = if n == 2 { (30, 20) } else { (40, 5 * n + 10) };
    let frame = Box4(-depth, -half, depth, 2 * half);
    let frame = if demux {
        Box4(0, -half, depth, 2 * half)
    } else {
        frame
    };
    frame.turned(facing)
}

fn decoder(facing: Facing, n: i32, bottom_left: bool) -> Box4 {
    let (depth, height) = if n == 2 { (30, 40) } else { (40, 10 * n + 20) };
    let back = -20;
    // Above the select for bl on a standing part, to its right on a lying one.
    let sideways = matches!(facing, Facing::East | Facing::West);
    let start = if bottom_left == sideways { -height } else { 0 };
    let start = if n > 2 {
        start + if start == 0 { -10 } else { 10 }
    } else {
        start
    };
    match facing {
        Facing::East => Box4(back, start, depth, height),
        Facing::West => Box4(-back - depth, start, depth, height),
        Facing::South => Box4(start, back, height, depth),
        Facing::North => Box4(start, -back - depth, height, depth),
    }
}

fn behind(facing: Facing) -> Facing {
    match facing {
        Facing::East => Facing::West,
        Facing::West => Facing::East,
        Facing::North => Facing::South,
        Facing::South => Facing::North,
    }
}

/// A trapezoid whose narrow side looks to `narrow`.
fn trapezoid(part: &mut Part<'_>, Box4(x, y, w, h): Box4, lean: i32, narrow: Facing) {
    let (left, top) = (part.x() + x, part.y() + y);
    let (right, bottom) = (left + w, top + h);
    let points = match narrow {
        Facing::East => [
            (left, top),
            (right, top + lean),
            (right, bottom - lean),
            (left, bottom),
        ],
        Facing::West => [
            (left, top + lean),
            (right, top),
            (right, bottom),
            (left, bottom - lean),
        ],
        Facing::North => [
            (left + lean, top),
            (right - lean, top),
            (right, bottom),
            (left, bottom),
        ],
        Facing::South => [
            (left, top),
            (right, top),
            (right - lean, bottom),
            (left + lean, bottom),
        ],
    };
    let d: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    part.canvas
        .path(&format!("M{}Z", d.join("L")), Style::OUTLINE);
}

/// Lines from the ports beside the slanted edges to those edges.
fn stubs(part: &mut Part<'_>, Box4(x, y, w, h): Box4, lean: i32, narrow: Facing) {
    let (left, top) = (part.x() + x, part.y() + y);
    let (right, bottom) = (left + w, top + h);
    for number in 0..part.ports.len() {
        let at = part.ports[number].location;
        let (along, depth) = match narrow {
            Facing::East => (at.x - left, w),
            Facing::West => (right - at.x, w),
            Facing::North => (bottom - at.y, h),
            Facing::South => (at.y - top, h),
        };
        if along <= 0 || along >= depth {
            continue;
        }
        let inset = lean * along / depth;
        let to = match narrow {
            Facing::East | Facing::West if at.y > top + h / 2 => (at.x, bottom - inset),
            Facing::East | Facing::West => (at.x, top + inset),
            _ if at.x > left + w / 2 => (right - inset, at.y),
            _ => (left + inset, at.y),
        };
        let colour = part.colour(number);
        part.canvas.line((at.x, at.y), to, 3.0, colour);
    }
}

/// A grey 0 beside the first of many ports.
fn zero(part: &mut Part<'_>) {
    let Some(first) = part.ports.first() else {
        return;
    };
    let (dx, dy) = (first.location.x - part.x(), first.location.y - part.y());
    let (dx, dy) = match part.facing() {
        Facing::East | Facing::West => (dx + if dx < 0 { 7 } else { -7 }, dy),
        Facing::North | Facing::South => (dx + 4, dy + if dy < 0 { 8 } else { -8 }),
    };
    if part.component.kind() != Some(Kind::BitSelector) {
        part.say((dx, dy), Align::Middle, 11, GREY, "0");
    }
}

fn priority(part: &mut Part<'_>, n: i32) {
    let frame = match part.facing() {
        Facing::East => Box4(-40, -5 * n, 40, 10 * n + 10),
        Facing::West => Box4(0, -5 * n, 40, 10 * n + 10),
        Facing::North => Box4(-5 * n, 0, 10 * n + 10, 40),
        Facing::South => Box4(-5 * n, -40, 10 * n + 10, 40),
    };
    part.outline(frame, 0, Style::OUTLINE);
    part.say_middle(frame, 12, "Pri");
    zero(part);
    part.dots();
}
