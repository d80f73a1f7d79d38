//! Ports: positions, widths, directions and names.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    In,
    Out,
    InOut,
}

/// A name such as `out` or `in3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PortName {
    stem: &'static str,
    number: Option<u8>,
}

impl PortName {
    /// The name without its number.
    pub(crate) const fn stem(self) -> &'static str {
        self.stem
    }
}

impl fmt::Display for PortName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.stem)?;
        self.number.map_or(Ok(()), |number| write!(f, "{number}"))
    }
}

/// A port of a component, relative to its location. Width 0: takes the width of whatever it is connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    pub name: PortName,
    pub dx: i32,
    pub dy: i32,
    pub width: u32,
    pub direction: Direction,
    /// The component needs it to work.
    pub needed: bool,
}

impl Port {
    const fn new(
        stem: &'static str,
        (dx, dy): (i32, i32),
        width: u32,
        direction: Direction,
    ) -> Port {
        Port {
            name: PortName { stem, number: None },
            dx,
            dy,
            width,
            direction,
            needed: false,
        }
    }

    pub(super) const fn input(name: &'static str, at: (i32, i32), width: u32) -> Port {
        Port::new(name, at, width, Direction::In)
    }

    /// An input the component needs to work.
    pub(super) const fn need(name: &'static str, at: (i32, i32), width: u32) -> Port {
        Port {
            needed: true,
            ..Port::input(name, at, width)
        }
    }

    pub(super) const fn output(name: &'static str, at: (i32, i32), width: u32) -> Port {
        Port::new(name, at, width, Direction::Out)
    }

    pub(super) const fn inout(name: &'static str, at: (i32, i32), width: u32) -> Port {
        Port::new(name, at, width, Direction::InOut)
    }

    /// One of several: `in` becomes `in3`.
    pub(super) const fn numbered(self, number: i32) -> Port {
        Port {
            name: PortName {
                stem: self.name.stem,
                number: Some(number as u8),
            },
            ..self
        }
    }
}
