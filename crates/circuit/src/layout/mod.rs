//! Where the ports of a component lie, how wide they are and which way they work.
//!
//! Offsets are relative to the component's location. The order of the ports is Logisim's.

mod arithmetic;
mod gates;
mod io;
mod memory;
mod plexers;
mod subcircuit;
mod wiring;

pub(crate) use arithmetic::{bit_length, shift_width};
pub use subcircuit::{SubPort, subcircuit_box, subcircuit_ports};
pub use wiring::splitter_ends;

use crate::project::{Kind, View};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    In,
    Out,
    InOut,
}

/// A port of a component. Width 0: takes the width of whatever it is connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    pub dx: i32,
    pub dy: i32,
    pub width: u32,
    pub direction: Direction,
}

impl Port {
    pub(crate) const fn input(at: (i32, i32), width: u32) -> Port {
        Port {
            dx: at.0,
            dy: at.1,
            width,
            direction: Direction::In,
        }
    }

    pub(crate) const fn output(at: (i32, i32), width: u32) -> Port {
        Port {
            dx: at.0,
            dy: at.1,
            width,
            direction: Direction::Out,
        }
    }

    pub(crate) const fn inout(at: (i32, i32), width: u32) -> Port {
        Port {
            dx: at.0,
            dy: at.1,
            width,
            direction: Direction::InOut,
        }
    }
}

/// The ports of a built-in component.
pub fn ports(kind: Kind, attrs: View<'_>) -> Vec<Port> {
    match kind.library() {
        "Wiring" => wiring::ports(kind, attrs),
        "Gates" => gates::ports(kind, attrs),
        "Plexers" => plexers::ports(kind, attrs),
        "Arithmetic" => arithmetic::ports(kind, attrs),
        "Memory" => memory::ports(kind, attrs),
        "I/O" => io::ports(kind, attrs),
        _ => Vec::new(),
    }
}
