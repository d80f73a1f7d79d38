//! Gates in their usual shapes. Sizes: 30, 50 or 70 across, output at the right end.

use super::BLACK;
use super::canvas::{Align, Canvas, Style};
use super::part::{Box4, Part};
use crate::project::{Facing, Kind};

pub(super) fn draw(part: &mut Part<'_>, kind: Kind) {
    let attrs = part.attrs();
    match kind {
        Kind::Not => inverter(part, attrs.int("size"), true),
        Kind::Buffer => inverter(part, 20, false),
        Kind::ControlledBuffer => controlled(part, 20, false),
        Kind::ControlledInverter => controlled(part, attrs.int("size"), true),
        _ => many_inputs(part, kind),
    }
    part.dots();
    let frame = frame(part, kind);
    part.label(frame, "center");
}

fn frame(part: &Part<'_>, kind: Kind) -> Box4 {
    let size = part.attrs().int("size");
    let length = match kind {
        Kind::Not | Kind::ControlledInverter => {
            return Box4(-size, -9, size, 18).turned(part.facing());
        }
        Kind::Buffer | Kind::ControlledBuffer => {
            return Box4(-20, -9, 20, 18).turned(part.facing());
        }
        _ => size + extra(kind),
    };
    Box4(-length, -size / 2, length, size).turned(part.facing())
}

/// Length a bubble or the second curve adds.
fn extra(kind: Kind) -> i32 {
    let bubble = 10 * i32::from(has_bubble(kind));
    bubble + 10 * i32::from(matches!(kind, Kind::Xor | Kind::Xnor))
}

fn has_bubble(kind: Kind) -> bool {
    matches!(kind, Kind::Nand | Kind::Nor | Kind::Xnor)
}

fn triangle(canvas: &mut Canvas, tip: i32, back: i32) {
    canvas.path(&format!("M{back} -7L{tip} 0L{back} 7Z"), Style::OUTLINE);
}

fn bubble(canvas: &mut Canvas, middle: f64, radius: f64) {
    canvas.circle((middle, 0.0), radius, Style::OUTLINE);
}

fn inverter(part: &mut Part<'_>, size: i32, inverts: bool) {
    part.claim(Box4(-size, -9, size, 18).turned(part.facing()));
    part.east(|canvas| match (inverts, size) {
        (false, _) => triangle(canvas, 0, -19),
        (true, 20) => {
            triangle(canvas, -7, -19);
            bubble(canvas, -3.5, 3.0);
        }
        (true, _) => {
            triangle(canvas, -10, -29);
            bubble(canvas, -5.0, 4.5);
        }
    });
}

fn controlled(part: &mut Part<'_>, size: i32, inverts: bool) {
    let side = if part.attrs().is("control", "left") {
        -1
    } else {
        1
    };
    let colour = part.colour(2);
    part.east(|canvas| canvas.line((10 - size, 10 * side), (10 - size, 5 * side), 3.0, colour));
    inverter(part, size, inverts);
}

fn many_inputs(part: &mut Part<'_>, kind: Kind) {
    let attrs = part.attrs();
    let size = attrs.int("size");
    let front = if has_bubble(kind) { -10 } else { 0 };
    let facing = part.facing();
    part.claim(frame(part, kind));
    for port in &part.ports[1..] {
        part.canvas.include(port.location.x, port.location.y);
    }
    stubs(part, kind, size, front);
    part.east(|canvas| {
        shape(canvas, kind, size, front);
        if has_bubble(kind) {
            bubble(canvas, -5.0, 4.5);
        }
    });
    let name = match kind {
        Kind::OddParity => "2k+1",
        Kind::EvenParity => "2k",
        _ => "",
    };
    let (dx, dy) = facing.step(-size / 2, -size / 2 + 8);
    part.say((dx, dy), Align::Middle, 12, BLACK, name);
}

fn shape(canvas: &mut Canvas, kind: Kind, size: i32, front: i32) {
    let (half, back) = (size / 2, front - size);
    match kind {
        Kind::And | Kind::Nand => {
            let flat = front - half;
            canvas.path(
                &format!(
                    "M{flat} -{half}H{back}V{half}H{flat}A{half} {half} 0 0 0 {flat} -{half}Z"
                ),
                Style::OUTLINE,
            );
        }
        Kind::Or | Kind::Nor | Kind::Xor | Kind::Xnor => {
            let (bend, belly) = (front - size * 22 / 50, back + size / 4);
            canvas.path(
                &format!(
                    "M{back} -{half}Q{bend} -{half} {front} 0Q{bend} {half} {back} {half}Q{belly} 0 {back} -{half}Z"
                ),
                Style::OUTLINE,
            );
            if matches!(kind, Kind::Xor | Kind::Xnor) {
                let (x, belly) = (back - 10, belly - 10);
                canvas.path(
                    &format!("M{x} -{half}Q{belly} 0 {x} {half}"),
                    Style::OUTLINE,
                );
            }
        }
        _ => canvas.rect((back, -half), (size, size), 0, Style::OUTLINE),
    }
}

/// Short lines from the inputs to a curved or narrower back, and bubbles of negated inputs.
fn stubs(part: &mut Part<'_>, kind: Kind, size: i32, front: i32) {
    let curved = matches!(kind, Kind::Or | Kind::Nor | Kind::Xor | Kind::Xnor);
    let shield = if matches!(kind, Kind::Xor | Kind::Xnor) {
        10
    } else {
        0
    };
    let back = front - size - shield;
    let turns = part.facing().turns();
    let half = size / 2;
    let mut reach = 0;
    for number in 1..part.ports.len() {
        let negated = part.attrs().flag(&format!("negate{}", number - 1));
        let port = part.ports[number].location;
        let (x, y) = Facing::turn((port.x - part.x(), port.y - part.y()), 4 - turns);
        reach = reach.max(y.abs());
        let colour = part.colour(number);
        let inside = curved && y.abs() < half;
        let depth = if inside {
            size / 8 * (half * half - y * y) / (half * half)
        } else {
            0
        };
        let from = if negated { x + 10 } else { x };
        if depth > 0 {
            part.east(|canvas| canvas.line((from, y), (back + depth, y), 3.0, colour));
        }
        if negated {
            part.east(|canvas| {
                canvas.circle((f64::from(x) + 5.0, f64::from(y)), 4.5, Style::OUTLINE);
            });
        }
    }
    if reach > half {
        part.east(|canvas| {
            canvas.line((back, -reach), (back, -half), 2.0, BLACK);
            canvas.line((back, half), (back, reach), 2.0, BLACK);
        });
    }
}
