//! Sub-circuits: the default box with its notch, or a drawn appearance.

use super::sketch::{Box4, GREY, Sketch, Style};
use super::{Bounds, Colour, Group, Ink, Xy};
use crate::component::subcircuit_box;
use crate::project::{Appearance, Circuit, Facing};

pub(super) fn draw(sketch: &mut Sketch<'_>, circuit: &Circuit) {
    let frame = match &circuit.appearance {
        Some(appearance) => drawn(sketch, appearance),
        None => boxed(sketch, circuit),
    };
    sketch.dots();
    sketch.label_above(frame);
}

fn facing(sketch: &Sketch<'_>, default: Facing) -> Facing {
    let own = sketch.component.attrs.explicit("facing");
    own.and_then(Facing::parse).unwrap_or(default)
}

fn boxed(sketch: &mut Sketch<'_>, circuit: &Circuit) -> Box4 {
    let ((x, y), (w, h)) = subcircuit_box(circuit);
    let facing = facing(sketch, Facing::East);
    let frame = Box4(x, y, w, h).turned(facing);
    sketch.claim(frame);
    let middle = x + w / 2;
    sketch.turned(sketch.at(), facing.turns(), |sketch| {
        sketch.rect((x, y), (w, h), 0, Style::OUTLINE);
        let notch = format!("M{} {y}A5 5 0 0 0 {} {y}", middle - 5, middle + 5);
        sketch.path(notch, Style::line(GREY, 2.0));
    });
    frame
}

fn drawn(sketch: &mut Sketch<'_>, appearance: &Appearance) -> Box4 {
    let default = match sketch.component.from_library {
        true => appearance.anchor_facing,
        false => Facing::East,
    };
    let group = Group {
        at: sketch.at(),
        turns: facing(sketch, default).turns() + 4 - appearance.anchor_facing.turns(),
        from: (appearance.anchor.x, appearance.anchor.y),
    };
    let shapes: Vec<super::Shape> = appearance.shapes.iter().filter_map(element).collect();
    let places = shapes.iter().flat_map(|shape| match shape {
        super::Shape::Drawn { attrs, .. } => extent(attrs),
        _ => Vec::new(),
    });
    let turned = |(x, y): Xy| Facing::turn((x - group.from.0, y - group.from.1), group.turns);
    let bounds = Bounds::of(places.map(turned));
    sketch.grouped(group, |sketch| {
        // The attributes of the element say how it is drawn.
        let style = Style::filled(Ink::Fixed(Colour::BLACK));
        shapes
            .iter()
            .for_each(|shape| sketch.shape(shape.clone(), style));
    });
    sketch.include_ports();
    let frame = bounds.map_or(Box4(0, 0, 0, 0), |b| {
        Box4(b.left, b.top, b.right - b.left, b.bottom - b.top)
    });
    sketch.claim(frame);
    frame
}

/// Attributes of a drawing that are passed on; everything else in the file stays out of the picture.
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

/// An element of a drawing with known attributes, and Logisim's defaults.
fn element(shape: &crate::project::Shape) -> Option<super::Shape> {
    let known = [
        "rect", "ellipse", "line", "polyline", "polygon", "path", "text", "circle",
    ];
    let name = shape.element.as_str();
    if !known.contains(&name) {
        return None;
    }
    let passed = |(key, _): &&(String, String)| PASSED.contains(&key.as_str());
    let mut attrs: Vec<(String, String)> = shape.attrs.iter().filter(passed).cloned().collect();
    let given = |wanted: &str| shape.attrs.iter().any(|(key, _)| key == wanted);
    let mut add = |key: &str, value: &str| attrs.push((key.into(), value.into()));
    if name != "text" && !given("stroke") && (given("stroke-width") || !given("fill")) {
        add("stroke", "#000000");
    }
    if !given("fill") {
        add(
            "fill",
            match name {
                "text" => "#000000",
                "polyline" | "line" | "path" => "none",
                _ => "#ffffff",
            },
        );
    }
    Some(super::Shape::Drawn {
        element: name.to_string(),
        attrs,
        text: if name == "text" {
            shape.text.clone()
        } else {
            String::new()
        },
    })
}

/// Approximate bounds of a shape.
pub(super) fn extent(attrs: &[(String, String)]) -> Vec<Xy> {
    let number = |name: &str| {
        let value = attrs.iter().find(|(key, _)| key == name);
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
    let points = attrs.iter().find(|(key, _)| key == "points" || key == "d");
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
