//! Sub-circuits: the default box with its notch, or the appearance somebody drew.

use super::canvas::{Style, escape};
use super::part::{Box4, Part};
use super::{BLACK, GREY};
use crate::layout::subcircuit_box;
use crate::project::{Appearance, Circuit, Facing, Shape};

pub(super) fn draw(part: &mut Part<'_>, circuit: &Circuit) {
    let frame = match &circuit.appearance {
        Some(appearance) => drawn(part, appearance),
        None => boxed(part, circuit),
    };
    part.dots();
    part.label_above(frame);
}

fn facing(part: &Part<'_>, default: Facing) -> Facing {
    let own = part.component.attrs.explicit("facing");
    own.and_then(Facing::parse).unwrap_or(default)
}

fn boxed(part: &mut Part<'_>, circuit: &Circuit) -> Box4 {
    let ((x, y), (w, h)) = subcircuit_box(circuit);
    let facing = facing(part, Facing::East);
    let frame = Box4(x, y, w, h).turned(facing);
    part.claim(frame);
    let middle = x + w / 2;
    part.turned(facing.turns(), |canvas| {
        canvas.rect((x, y), (w, h), 0, Style::OUTLINE);
        let notch = format!("M{} {y}A5 5 0 0 0 {} {y}", middle - 5, middle + 5);
        canvas.path(&notch, Style::line(GREY, 2.0));
    });
    frame
}

fn drawn(part: &mut Part<'_>, appearance: &Appearance) -> Box4 {
    let default = match part.component.from_library {
        true => appearance.anchor_facing,
        false => Facing::East,
    };
    let turns = facing(part, default).turns() + 4 - appearance.anchor_facing.turns();
    let anchor = appearance.anchor;
    let mut bounds: Option<(i32, i32, i32, i32)> = None;
    let mut elements = Vec::new();
    for shape in &appearance.shapes {
        let Some(element) = element(shape) else {
            continue;
        };
        elements.push(element);
        for (x, y) in extent(shape) {
            let (x, y) = Facing::turn((x - anchor.x, y - anchor.y), turns);
            let (l, t, r, b) = bounds.unwrap_or((x, y, x, y));
            bounds = Some((l.min(x), t.min(y), r.max(x), b.max(y)));
        }
    }
    part.turned(turns, |canvas| {
        canvas.raw(&format!(
            "<g transform=\"translate({} {})\">",
            -anchor.x, -anchor.y
        ));
        elements.iter().for_each(|element| canvas.raw(element));
        canvas.raw("</g>");
    });
    for port in part.ports {
        part.canvas.include(port.location.x, port.location.y);
    }
    let (l, t, r, b) = bounds.unwrap_or((0, 0, 0, 0));
    let frame = Box4(l, t, r - l, b - t);
    part.claim(frame);
    frame
}

/// Attributes of a drawing we pass on; everything else in the file stays out of the picture.
const PASSED: [&str; 28] = [
    "x",
    "y",
    "width",
    "height",
    "rx",
    "ry",
    "cx",
    "cy",
    "r",
    "x1",
    "y1",
    "x2",
    "y2",
    "points",
    "d",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "opacity",
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "text-anchor",
    "fill-rule",
    "stroke-linejoin",
];

fn element(shape: &Shape) -> Option<String> {
    let known = [
        "rect", "ellipse", "line", "polyline", "polygon", "path", "text", "circle",
    ];
    let name = shape.element.as_str();
    if !known.contains(&name) {
        return None;
    }
    let mut text = format!("<{name}");
    let given = |wanted: &str| shape.attrs.iter().any(|(key, _)| key == wanted);
    for (key, value) in &shape.attrs {
        if PASSED.contains(&key.as_str()) {
            text += &format!(" {key}=\"{}\"", escape(value));
        }
    }
    if name == "text" {
        if !given("fill") {
            text += &format!(" fill=\"{BLACK}\"");
        }
        return Some(format!("{text}>{}</text>", escape(&shape.text)));
    }
    if !given("stroke") && (given("stroke-width") || !given("fill")) {
        text += &format!(" stroke=\"{BLACK}\"");
    }
    if !given("fill") {
        let fill = if matches!(name, "polyline" | "line" | "path") {
            "none"
        } else {
            "#ffffff"
        };
        text += &format!(" fill=\"{fill}\"");
    }
    Some(text + "/>")
}

/// Places a shape reaches, about.
fn extent(shape: &Shape) -> Vec<(i32, i32)> {
    let number = |name: &str| {
        let value = shape.attrs.iter().find(|(key, _)| key == name);
        value.and_then(|(_, text)| coordinate(text))
    };
    if let (Some(x), Some(y)) = (number("x"), number("y")) {
        let (w, h) = (number("width").unwrap_or(0), number("height").unwrap_or(0));
        return vec![(x, y), (x + w, y + h)];
    }
    if let (Some(x), Some(y)) = (number("cx"), number("cy")) {
        let radius = number("r");
        let (rx, ry) = (
            number("rx").or(radius).unwrap_or(0),
            number("ry").or(radius).unwrap_or(0),
        );
        return vec![(x - rx, y - ry), (x + rx, y + ry)];
    }
    if let (Some(x1), Some(y1), Some(x2), Some(y2)) =
        (number("x1"), number("y1"), number("x2"), number("y2"))
    {
        return vec![(x1, y1), (x2, y2)];
    }
    let points = shape
        .attrs
        .iter()
        .find(|(key, _)| key == "points" || key == "d");
    let numbers: Vec<i32> = points
        .map(|(_, text)| {
            text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))
                .filter_map(coordinate)
                .collect()
        })
        .unwrap_or_default();
    numbers
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
        .collect()
}

fn coordinate(text: &str) -> Option<i32> {
    let number: f64 = text.trim().parse().ok()?;
    (number.abs() < 1e6).then_some(number as i32)
}
