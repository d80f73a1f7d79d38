//! Tunnel: all tunnels of one label on a sheet are one wire.

use crate::component::{BLANK, Description, Port};
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
    ..BLANK
};

fn picture(sketch: &mut Sketch<'_>) {
    let label = sketch.component.label().unwrap_or("");
    let font = Font::parse(sketch.attrs().text("labelfont"));
    let (w, h) = (font.width(label).max(10) + 6, font.size + 4);
    let (x, y) = sketch.at();
    // The point of the sign is at the port.
    let (frame, d) = match sketch.facing() {
        Facing::East => {
            let (l, r, half) = (x - w - 6, x - 6, h / 2);
            (
                Box4(-w - 6, -half, w + 6, h),
                format!("M{x} {y}L{r} {t}H{l}V{b}H{r}Z", t = y - half, b = y + half),
            )
        }
        Facing::West => {
            let (l, r, half) = (x + 6, x + w + 6, h / 2);
            (
                Box4(0, -half, w + 6, h),
                format!("M{x} {y}L{l} {t}H{r}V{b}H{l}Z", t = y - half, b = y + half),
            )
        }
        Facing::North => {
            let (l, r) = (x - w / 2, x + w / 2);
            (
                Box4(-w / 2, 0, w, h + 6),
                format!("M{x} {y}L{r} {t}V{b}H{l}V{t}Z", t = y + 6, b = y + 6 + h),
            )
        }
        Facing::South => {
            let (l, r) = (x - w / 2, x + w / 2);
            (
                Box4(-w / 2, -h - 6, w, h + 6),
                format!("M{x} {y}L{r} {b}V{t}H{l}V{b}Z", b = y - 6, t = y - 6 - h),
            )
        }
    };
    sketch.claim(frame);
    sketch.path(d, Style::OUTLINE);
    let middle = match sketch.facing() {
        Facing::East => (x - 6 - w / 2, y),
        Facing::West => (x + 6 + w / 2, y),
        Facing::North => (x, y + 6 + h / 2),
        Facing::South => (x, y - 6 - h / 2),
    };
    sketch.text(middle, Align::Middle, font, BLACK, label);
    sketch.dots();
}
