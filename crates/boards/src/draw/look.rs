//! The appearance of a chip: a box, its pins along the four sides, names and a few lines.
//!
//! The anchor is the upper left corner of the box: a chip is placed by it and turned around it.

use circuit::project::{
    Appearance, AppearancePort, Circuit, Component, Facing, Kind, Location, Shape,
};

/// The corner of the box on the sheet of the appearance.
const CORNER: Location = Location::new(50, 50);

/// Pins 20 apart, the first at `start`.
pub(crate) fn column<'n>(start: i32, names: &[&'n str]) -> Vec<(&'n str, i32)> {
    let places = (0..).map(|i| start + 20 * i);
    names.iter().copied().zip(places).collect()
}

#[derive(Clone, Debug)]
pub struct Look {
    width: i32,
    height: i32,
    fill: String,
    named: bool,
    /// Pin, offset from the corner, and the side it is on.
    pins: Vec<(String, (i32, i32), Facing)>,
    shapes: Vec<Shape>,
}

impl Look {
    /// A white box of this size.
    pub fn new(width: i32, height: i32) -> Look {
        Look {
            width,
            height,
            fill: "#ffffff".to_string(),
            named: true,
            pins: Vec::new(),
            shapes: Vec::new(),
        }
    }

    /// The colour of the box, `#rrggbb`.
    #[must_use]
    pub(crate) fn fill(mut self, colour: &str) -> Look {
        self.fill = colour.to_string();
        self
    }

    /// Leaves out the names beside the pins.
    #[must_use]
    pub(crate) fn unnamed(mut self) -> Look {
        self.named = false;
        self
    }

    /// Pins with their distance from the top, on the left side.
    #[must_use]
    pub fn west(self, pins: &[(&str, i32)]) -> Look {
        self.side(pins, Facing::West, |_, y| (0, y))
    }

    /// Pins with their distance from the top, on the right side.
    #[must_use]
    pub fn east(self, pins: &[(&str, i32)]) -> Look {
        self.side(pins, Facing::East, |width, y| (width, y))
    }

    /// Pins with their distance from the left, on the upper side.
    #[must_use]
    pub(crate) fn north(self, pins: &[(&str, i32)]) -> Look {
        self.side(pins, Facing::North, |_, x| (x, 0))
    }

    /// Pins with their distance from the left, on the lower side.
    #[must_use]
    pub(crate) fn south(mut self, pins: &[(&str, i32)]) -> Look {
        let height = self.height;
        self.pins.extend(
            pins.iter()
                .map(|&(pin, x)| (pin.to_string(), (x, height), Facing::South)),
        );
        self
    }

    fn side(
        mut self,
        pins: &[(&str, i32)],
        side: Facing,
        place: fn(i32, i32) -> (i32, i32),
    ) -> Look {
        let width = self.width;
        self.pins.extend(
            pins.iter()
                .map(|&(pin, at)| (pin.to_string(), place(width, at), side)),
        );
        self
    }

    /// A text with its middle at this place, measured from the corner (y is its base line).
    #[must_use]
    pub fn text(self, at: (i32, i32), size: i32, text: &str) -> Look {
        self.label(at, size, "middle", text)
    }

    /// A text whose `start`, `middle` or `end` is at this place.
    #[must_use]
    pub(crate) fn label(mut self, (x, y): (i32, i32), size: i32, anchor: &str, text: &str) -> Look {
        let mut shape = shape(
            "text",
            &[
                ("fill", "#000000".to_string()),
                ("font-family", "SansSerif".to_string()),
                ("font-size", size.to_string()),
                ("text-anchor", anchor.to_string()),
                ("x", (CORNER.x + x).to_string()),
                ("y", (CORNER.y + y).to_string()),
            ],
        );
        shape.text = text.to_string();
        self.shapes.push(shape);
        self
    }

    /// A line through these points, measured from the corner.
    #[must_use]
    pub(crate) fn line(mut self, points: &[(i32, i32)]) -> Look {
        let points: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{},{}", CORNER.x + x, CORNER.y + y))
            .collect();
        self.shapes.push(shape(
            "polyline",
            &[
                ("fill", "none".to_string()),
                ("points", points.join(" ")),
                ("stroke", "#000000".to_string()),
            ],
        ));
        self
    }

    /// A filled box inside the box.
    #[must_use]
    pub(crate) fn patch(mut self, at: (i32, i32), size: (i32, i32), colour: &str) -> Look {
        self.shapes.push(rect(at, size, colour, 1));
        self
    }

    pub(super) fn appearance(mut self, circuit: &Circuit) -> Appearance {
        if self.named {
            for (pin, (x, y), side) in self.pins.clone() {
                let (at, anchor) = match side {
                    Facing::West => ((x + 4, y + 3), "start"),
                    Facing::East => ((x - 4, y + 3), "end"),
                    Facing::North => ((x, y + 11), "middle"),
                    Facing::South => ((x, y - 5), "middle"),
                };
                self = self.label(at, 8, anchor, &pin);
            }
        }
        let mut shapes = vec![rect((0, 0), (self.width, self.height), &self.fill, 2)];
        shapes.append(&mut self.shapes);
        let port = |(pin, (x, y), _): &(String, (i32, i32), Facing)| AppearancePort {
            at: CORNER.offset(*x, *y),
            pin: pin_named(circuit, pin).location,
        };
        Appearance {
            ports: self.pins.iter().map(port).collect(),
            anchor: CORNER,
            anchor_facing: Facing::East,
            shapes,
        }
    }
}

fn pin_named<'a>(circuit: &'a Circuit, label: &str) -> &'a Component {
    let mut pins = circuit.components.iter();
    pins.find(|component| component.kind() == Some(Kind::Pin) && component.label() == Some(label))
        .unwrap_or_else(|| panic!("{} has no pin {label}", circuit.name))
}

fn rect((x, y): (i32, i32), (width, height): (i32, i32), fill: &str, line: i32) -> Shape {
    shape(
        "rect",
        &[
            ("fill", fill.to_string()),
            ("height", height.to_string()),
            ("stroke", "#000000".to_string()),
            ("stroke-width", line.to_string()),
            ("width", width.to_string()),
            ("x", (CORNER.x + x).to_string()),
            ("y", (CORNER.y + y).to_string()),
        ],
    )
}

fn shape(element: &str, attrs: &[(&str, String)]) -> Shape {
    let attrs = attrs.iter().map(|(n, v)| (n.to_string(), v.clone()));
    Shape {
        element: element.to_string(),
        attrs: attrs.collect(),
        text: String::new(),
    }
}
