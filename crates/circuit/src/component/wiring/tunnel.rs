//! Tunnel: all tunnels of one label on a sheet are one wire.

use crate::component::{BLANK, Description, Port, Role};
use crate::picture::{Align, BLACK, Box4, Font, Sketch, Style};
use crate::project::{Attr, Facing, Form, LABEL, LABEL_FONT, WIDTH_1};

pub(in crate::component) const TUNNEL: Description = Description {
    library: "Wiring",
    name: "Tunnel",
    about: "Joins all wires of the sheet that end in a tunnel of the same name.",
    attributes: &[
        Attr::new("facing", "west", Form::Facing),
        WIDTH_1,
        LABEL,
        LABEL_FONT,
    ],
    ports: |attrs| vec![Port::inout("pin", (0, 0), attrs.count("width"))],
    picture,
    role: Role::Tunnel,
    ..BLANK
};

/// Room around the label, and between it and the port.
const MARGIN: i32 = 3;
const AWAY: i32 = 5;
/// The point of the sign: how far it stands out, and half its width at most.
const POINT: i32 = 4;
const HALF: i32 = 10;

fn picture(sketch: &mut Sketch<'_>) {
    let label = sketch.component.label().unwrap_or("");
    let font = Font::parse(sketch.attrs().text("labelfont"));
    let (w, h) = (font.width(label).max(10), font.height().max(10));
    let facing = sketch.facing();
    // The box of the label, and the sign around it as if the port were at the origin.
    let (left, top) = match facing {
        Facing::East => (-AWAY - w, -h / 2),
        Facing::West => (AWAY, -h / 2),
        Facing::North => (-w / 2, AWAY),
        Facing::South => (-w / 2, -AWAY - h),
    };
    let x0 = (left - MARGIN).min(0);
    let y0 = (top - MARGIN).min(0);
    let x1 = (left + w + MARGIN).max(0);
    let y1 = (top + h + MARGIN).max(0);
    sketch.claim(Box4(x0, y0, x1 - x0, y1 - y0));
    let half = |size: i32, low: i32, high: i32| match size <= 2 * HALF {
        true => (low, high),
        false => (-HALF, HALF),
    };
    let ((xa, xb), (ya, yb)) = (half(x1 - x0, x0, x1), half(y1 - y0, y0, y1));
    let points = match facing {
        Facing::East => {
            let x = x1 - POINT;
            [
                (x0, y0),
                (x, y0),
                (x, ya),
                (0, 0),
                (x, yb),
                (x, y1),
                (x0, y1),
            ]
        }
        Facing::West => {
            let x = x0 + POINT;
            [
                (x1, y0),
                (x, y0),
                (x, ya),
                (0, 0),
                (x, yb),
                (x, y1),
                (x1, y1),
            ]
        }
        Facing::North => {
            let y = y0 + POINT;
            [
                (x0, y1),
                (x0, y),
                (xa, y),
                (0, 0),
                (xb, y),
                (x1, y),
                (x1, y1),
            ]
        }
        Facing::South => {
            let y = y1 - POINT;
            [
                (x0, y0),
                (x0, y),
                (xa, y),
                (0, 0),
                (xb, y),
                (x1, y),
                (x1, y0),
            ]
        }
    };
    let (x, y) = sketch.at();
    let d: Vec<String> = points
        .iter()
        .map(|(dx, dy)| format!("{} {}", x + dx, y + dy))
        .collect();
    sketch.path(format!("M{}Z", d.join("L")), Style::OUTLINE);
    let middle = (x + left + w / 2, y + top + h / 2);
    sketch.text(middle, Align::Middle, font, BLACK, label);
    sketch.dots();
}
