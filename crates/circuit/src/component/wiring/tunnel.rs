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
    let points = outline(facing, (x0, x1), (y0, y1));
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

/// The sign with its tip at the origin, where the port is.
fn outline(facing: Facing, x: (i32, i32), y: (i32, i32)) -> [(i32, i32); 7] {
    // Where the slopes to the tip begin: a small sign is all slope.
    let slope = |(low, high): (i32, i32)| match high - low <= 2 * HALF {
        true => (low, high),
        false => (-HALF, HALF),
    };
    match facing {
        Facing::East | Facing::West => {
            let (a, b) = slope(y);
            let (back, front) = match facing {
                Facing::East => (x.0, x.1 - POINT),
                _ => (x.1, x.0 + POINT),
            };
            let (upper, lower) = ((front, y.0), (front, y.1));
            let (tip, (top, bottom)) = ((0, 0), ((back, y.0), (back, y.1)));
            [top, upper, (front, a), tip, (front, b), lower, bottom]
        }
        Facing::North | Facing::South => {
            let (a, b) = slope(x);
            let (back, front) = match facing {
                Facing::North => (y.1, y.0 + POINT),
                _ => (y.0, y.1 - POINT),
            };
            let (left, right) = ((x.0, front), (x.1, front));
            let (tip, (start, end)) = ((0, 0), ((x.0, back), (x.1, back)));
            [start, left, (a, front), tip, (b, front), right, end]
        }
    }
}
