//! A project as its files describe it: circuits, components with their attributes, wires, appearances.
//!
//! ```text
//!   Project ── files ── main circuit, its own circuits
//!           └─ circuits (of all files) ── components ── What: built-in, circuit or unknown
//!                                      ├─ wires
//!                                      └─ appearance (ports and shapes), if drawn by hand
//! ```

mod attrs;
mod geometry;

use std::sync::Arc;

pub use attrs::{Attr, Attrs, Form, View};
pub(crate) use attrs::{FACING, LABEL, LABEL_FONT, WIDTH_1, WIDTH_8, parse_number};
pub use formats::image::Image;
pub use geometry::{Facing, Location};

pub use crate::component::Kind;
use crate::component::Role;
use crate::netlist::ComponentId;

/// A circuit of a [`Project`], whichever file it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CircuitId(pub u32);

/// What gates do with an unconnected input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GateUndefined {
    /// It does not count.
    #[default]
    Ignore,
    /// The output is all E.
    Error,
}

/// The options of the top file; those of library files have no effect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub gate_undefined: GateUndefined,
    /// `simrand`: random noise on delays in Logisim, which is not reproducible. We run as if it were 0.
    pub noise: u32,
}

/// Everything one top file refers to.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The top file first, then the library files in the order they are met.
    pub files: Vec<SourceFile>,
    pub circuits: Vec<Circuit>,
    pub options: Options,
}

#[derive(Clone, Debug, Default)]
pub struct SourceFile {
    /// The name the loader gave it.
    pub name: String,
    /// The version of Logisim that wrote it, e.g. `2.7.1`.
    pub source: String,
    pub main: Option<CircuitId>,
    pub circuits: Vec<CircuitId>,
}

#[derive(Clone, Debug, Default)]
pub struct Circuit {
    pub name: String,
    /// Index in [`Project::files`].
    pub file: usize,
    pub components: Vec<Component>,
    pub wires: Vec<Wire>,
    /// Drawn by hand; `None` is the default box.
    pub appearance: Option<Appearance>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Builtin(Kind),
    Circuit(CircuitId),
    /// An unknown component: of a plug-in, of another program, or of a file that is missing.
    Unknown {
        library: String,
        name: String,
    },
}

#[derive(Clone, Debug)]
pub struct Component {
    pub what: What,
    pub location: Location,
    pub attrs: Attrs,
    /// The contents of a ROM.
    pub contents: Option<Arc<Image>>,
    /// A sub-circuit that comes from a library file: its default facing is that of the anchor.
    pub from_library: bool,
}

/// A straight wire; `from` is the upper or left end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wire {
    pub from: Location,
    pub to: Location,
}

impl Wire {
    pub fn new(a: Location, b: Location) -> Wire {
        if (a.x, a.y) <= (b.x, b.y) {
            Wire { from: a, to: b }
        } else {
            Wire { from: b, to: a }
        }
    }

    pub fn is_vertical(&self) -> bool {
        self.from.x == self.to.x
    }
}

/// The appearance of a circuit.
#[derive(Clone, Debug, Default)]
pub struct Appearance {
    pub ports: Vec<AppearancePort>,
    pub anchor: Location,
    pub anchor_facing: Facing,
    /// The drawing, in order, as it stands in the file.
    pub shapes: Vec<Shape>,
}

/// A port of an appearance: the centre of its mark and the inner pin it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppearancePort {
    pub at: Location,
    pub pin: Location,
}

/// An element of a drawing, much like SVG: `rect`, `polyline`, `path`, `text` ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub element: String,
    pub attrs: Vec<(String, String)>,
    pub text: String,
}

impl Project {
    pub fn circuit(&self, id: CircuitId) -> &Circuit {
        &self.circuits[id.0 as usize]
    }

    /// The main circuit of the top file.
    pub fn main(&self) -> Option<CircuitId> {
        self.files.first().and_then(|file| file.main)
    }

    /// A circuit by name: first those of the top file, then those of its libraries.
    pub fn find(&self, name: &str) -> Option<CircuitId> {
        let in_files = self.files.iter().flat_map(|file| &file.circuits);
        in_files.copied().find(|&id| self.circuit(id).name == name)
    }

    pub fn ids(&self) -> impl Iterator<Item = CircuitId> + use<> {
        (0..self.circuits.len() as u32).map(CircuitId)
    }
}

impl Circuit {
    pub fn component(&self, id: ComponentId) -> &Component {
        &self.components[id.0 as usize]
    }

    /// The components with their numbers.
    pub fn entries(&self) -> impl Iterator<Item = (ComponentId, &Component)> {
        (0..).map(ComponentId).zip(&self.components)
    }
}

impl Component {
    pub fn kind(&self) -> Option<Kind> {
        match self.what {
            What::Builtin(kind) => Some(kind),
            _ => None,
        }
    }

    /// The role of a component in connecting wires.
    pub(crate) fn role(&self) -> Role {
        self.kind().map_or(Role::Part, Kind::role)
    }

    /// Its attributes with their defaults, if it is built in; those in the file otherwise.
    pub(crate) fn view(&self) -> View<'_> {
        self.attrs.of(self.kind().unwrap_or(Kind::Text))
    }

    /// Its label, trimmed, unless empty.
    pub fn label(&self) -> Option<&str> {
        self.attrs
            .explicit("label")
            .map(str::trim)
            .filter(|label| !label.is_empty())
    }

    /// Its name in the file: `AND Gate`, or the circuit it stands for.
    pub fn name<'a>(&'a self, project: &'a Project) -> &'a str {
        match &self.what {
            What::Builtin(kind) => kind.name(),
            What::Circuit(id) => &project.circuit(*id).name,
            What::Unknown { name, .. } => name,
        }
    }
}
