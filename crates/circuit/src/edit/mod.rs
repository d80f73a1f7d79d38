//! Editing: a file as a document that preserves every byte, and edits as values that can be undone exactly.
//!
//! ```text
//!   bytes ── Document::open ──> Document ── project ──> netlist, simulator, picture
//!                                 │  ▲
//!                      apply(Edit)│  │undo(Inverse)        an Inverse undoes or redoes to the byte
//!                                 ▼  │
//!                               Document ── bytes ──> the file, changed only where it was edited
//! ```
//!
//! An edit is checked as a whole before anything is written; a [`Refusal`] says why it is refused. Wires follow the rules
//! of Logisim 2.7.1, which repairs them after every change (`repair`). Unknown elements (parts of plug-ins,
//! attributes of other programs, comments) stays where it is.

mod align;
mod appearance;
mod apply;
mod attributes;
mod chip;
mod circuits;
mod clip;
mod coding;
mod contents;
mod document;
mod drawn;
mod foreign;
mod geometry;
mod gesture;
mod history;
mod libraries;
mod mend;
mod moving;
mod net;
mod pen;
mod place;
mod refusal;
mod repair;
mod route;
mod tree;
mod wires;
mod write;

pub use align::Side;
pub use appearance::{Looks, appearance};
pub use attributes::{Control, control, defaults, shown_name};
pub use clip::Clip;
pub use contents::contents_text;
pub use document::{Document, Inverse, OpenError};
pub use drawn::project_text;
pub use foreign::ForeignError;
pub use geometry::{part_bounds, part_ports};
pub use gesture::{Drag, snap};
pub use history::History;
pub use mend::{Repair, repairs};
pub use moving::Plan;
pub use net::connected;
pub use refusal::Refusal;

use crate::netlist::ComponentId;
use crate::project::{CircuitId, Component, Image, Kind, Location, Wire};

/// A part to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPart {
    pub what: PartKind,
    pub location: Location,
    /// The attributes that differ from their defaults, or all.
    pub attrs: Vec<(String, String)>,
}

impl NewPart {
    /// The component it will be.
    pub fn component(&self) -> Component {
        place::new_component(self)
    }
}

/// Objects that can be added to a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    Builtin(Kind),
    Circuit(CircuitId),
}

/// Parts and wires of a circuit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub parts: Vec<ComponentId>,
    pub wires: Vec<Wire>,
}

/// A change to a project. Circuits are those of the file itself, not of its libraries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Removes wires and adds others.
    Wires {
        circuit: CircuitId,
        remove: Vec<Wire>,
        add: Vec<Wire>,
    },
    Add {
        circuit: CircuitId,
        part: NewPart,
    },
    /// Puts a part on wires that pass under it: the pieces between its ports are removed.
    Insert {
        circuit: CircuitId,
        part: NewPart,
    },
    Remove {
        circuit: CircuitId,
        what: Selection,
    },
    /// Moves parts and wires. With `reroute`, connections are preserved.
    Move {
        circuit: CircuitId,
        what: Selection,
        by: (i32, i32),
        reroute: bool,
    },
    /// Changes an attribute of all parts that have it. `None` is the default.
    Set {
        circuit: CircuitId,
        parts: Vec<ComponentId>,
        name: String,
        value: Option<String>,
    },
    /// Replaces the contents of a ROM.
    Contents {
        circuit: CircuitId,
        part: ComponentId,
        image: Image,
    },
    Paste {
        circuit: CircuitId,
        clip: Clip,
        by: (i32, i32),
    },
    AddCircuit {
        name: String,
    },
    /// A new circuit with these contents.
    AddDrawn {
        name: String,
        clip: Clip,
    },
    /// A new circuit, from an element of a file. Its libraries are those of this file.
    AddElement {
        element: String,
    },
    /// Puts parts into a circuit of their own and that in their place, connected as they were.
    MakeChip {
        circuit: CircuitId,
        what: Selection,
        name: String,
    },
    /// Aligns parts, with their wires.
    Align {
        circuit: CircuitId,
        parts: Vec<ComponentId>,
        side: Side,
    },
    RemoveCircuit {
        circuit: CircuitId,
    },
    RenameCircuit {
        circuit: CircuitId,
        name: String,
    },
    /// Puts a circuit before another one of the list, or at its end.
    ReorderCircuit {
        circuit: CircuitId,
        before: Option<CircuitId>,
    },
    SetMain {
        circuit: CircuitId,
    },
    /// Changes an attribute of the circuit itself, such as its shared label.
    SetCircuit {
        circuit: CircuitId,
        name: String,
        value: String,
    },
    /// Restores the default box of a circuit.
    RevertAppearance {
        circuit: CircuitId,
    },
    /// Moves the port of a pin around the drawing of a circuit. A default box becomes a drawing.
    MovePort {
        circuit: CircuitId,
        pin: ComponentId,
        to: Location,
    },
    /// Resizes the box of a circuit: the first rectangle of its drawing.
    ResizeBox {
        circuit: CircuitId,
        width: i32,
        height: i32,
    },
    /// Moves the anchor of a circuit.
    MoveAnchor {
        circuit: CircuitId,
        to: Location,
    },
    AddLibrary {
        desc: String,
    },
    /// The whole text of another version of the file.
    Replace {
        text: String,
    },
    /// Several edits as one. If one is refused, none is done.
    Several(Vec<Edit>),
}
