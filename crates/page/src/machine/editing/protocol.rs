//! Requests of the page to an editor, and the answers.

use circuit::edit::{Drag, Refusal, Selection, Side};
use circuit::netlist::ComponentId;
use circuit::project::{Location, Wire};
use serde::{Deserialize, Serialize};

use crate::finding::Finding;
use crate::reply::Failure;

pub(super) type Xy = [i32; 2];
pub(super) type WireView = [i32; 4];

/// A change, as the page sends it. Parts are numbers on the open sheet, wires their ends.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(super) enum Change {
    /// Puts a part on the sheet, into the wire under it.
    Place {
        what: String,
        at: Xy,
        #[serde(default)]
        attrs: Vec<(String, String)>,
    },
    /// A drag of the wiring tool.
    Wire {
        path: Vec<Xy>,
    },
    Remove(Chosen),
    Move {
        #[serde(flatten)]
        chosen: Chosen,
        by: Xy,
        /// Without rerouting wires.
        #[serde(default)]
        plain: bool,
    },
    Set {
        parts: Vec<u32>,
        name: String,
        value: String,
    },
    /// Cuts the wires that a line crosses.
    Cut {
        from: Xy,
        to: Xy,
    },
    Copy(Chosen),
    Paste {
        by: Xy,
    },
    Duplicate(Chosen),
    Undo {
        #[serde(default = "one")]
        steps: usize,
    },
    Redo {
        #[serde(default = "one")]
        steps: usize,
    },
    /// Puts another circuit of the file under power.
    Show {
        name: String,
    },
    NewCircuit {
        name: String,
    },
    /// A circuit by its name; the one on show if there is none.
    RenameCircuit {
        circuit: Option<String>,
        name: String,
    },
    RemoveCircuit {
        circuit: Option<String>,
    },
    MainCircuit {
        circuit: Option<String>,
    },
    ReorderCircuit {
        circuit: String,
        before: Option<String>,
    },
    /// Words of a ROM, from an address on.
    Words {
        part: u32,
        first: usize,
        words: Vec<u32>,
    },
    /// Everything in a ROM: an image as Logisim saves it.
    Image {
        part: u32,
        text: String,
    },
    /// The appearance of the circuit shown.
    MovePort {
        pin: u32,
        to: Xy,
    },
    ResizeBox {
        width: i32,
        height: i32,
    },
    MoveAnchor {
        to: Xy,
    },
    RevertAppearance,
    Align {
        parts: Vec<u32>,
        side: SideName,
    },
    /// Parts become a circuit.
    Chip {
        #[serde(flatten)]
        chosen: Chosen,
        name: String,
    },
    /// A copy from another file.
    PasteFile {
        text: String,
        by: Xy,
    },
    /// Expressions as gates: in a new circuit, or on the sheet.
    #[serde(rename_all = "camelCase")]
    Gates {
        name: Option<String>,
        inputs: Vec<String>,
        outputs: Vec<(String, String)>,
        #[serde(default)]
        two_inputs: bool,
        #[serde(default)]
        nand_only: bool,
    },
    SetCircuit {
        name: String,
        value: String,
    },
    /// Makes one of the repairs of a finding.
    Repair {
        circuit: String,
        code: String,
        point: Xy,
        number: usize,
    },
}

#[derive(Clone, Default, Deserialize)]
pub(super) struct Chosen {
    #[serde(default)]
    pub(super) parts: Vec<u32>,
    #[serde(default)]
    pub(super) wires: Vec<WireView>,
}

/// A question about the open sheet that changes nothing.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub(super) enum Look {
    /// The object that a press here would grab.
    Press { x: f64, y: f64 },
    /// Everything wholly inside a box.
    Box { from: Xy, to: Xy },
    /// The wires that a drag of the wiring tool draws.
    Wire { path: Vec<Xy> },
    /// The effect of a move.
    Move {
        #[serde(flatten)]
        chosen: Chosen,
        by: Xy,
    },
    /// The part being placed.
    Part {
        what: String,
        at: Xy,
        #[serde(default)]
        attrs: Vec<(String, String)>,
    },
    /// The boxes of parts and the attributes they share.
    Attributes { parts: Vec<u32> },
    /// Everything connected to wires and parts.
    Net(Chosen),
    /// The parts that can be placed.
    Palette,
    /// The appearance of the circuit shown.
    Looks,
    /// The parts copied last, as a file.
    Copied,
    /// The truth table of the circuit shown.
    Truth,
    /// The tables of expressions.
    Expressions {
        inputs: Vec<String>,
        outputs: Vec<(String, String)>,
    },
    /// Minimised expressions for columns of `0`, `1` and `-`.
    Minimise {
        inputs: Vec<String>,
        outputs: Vec<(String, String)>,
    },
}

#[derive(Serialize)]
pub(super) struct State {
    /// The version number of the circuit on the timeline.
    pub(super) version: usize,
    /// The open sheet.
    pub(super) path: String,
    pub(super) circuits: Vec<String>,
    pub(super) circuit: String,
    pub(super) main: bool,
    pub(super) done: Vec<String>,
    pub(super) undone: Vec<String>,
    pub(super) changed: bool,
    pub(super) findings: Vec<Finding>,
    /// New objects on the sheet, to be selected.
    pub(super) new: Vec<u32>,
    pub(super) copied: usize,
}

#[derive(Serialize)]
pub(super) struct Pressed {
    /// `wire`, `part` or `empty`.
    pub(super) kind: &'static str,
    pub(super) part: Option<u32>,
    pub(super) wire: Option<WireView>,
    pub(super) at: Xy,
}

#[derive(Serialize)]
pub(super) struct Picked {
    pub(super) parts: Vec<u32>,
    pub(super) wires: Vec<WireView>,
}

#[derive(Default, Serialize)]
pub(super) struct Ghost {
    pub(super) boxes: Vec<[i32; 4]>,
    pub(super) ports: Vec<Xy>,
    pub(super) wires: Vec<WireView>,
    /// Places that would lose their connection.
    pub(super) lost: Vec<Xy>,
    /// Places that would get new connections.
    pub(super) joined: Vec<Xy>,
    /// The attributes of a part being placed.
    pub(super) attributes: Vec<String>,
    /// Why it cannot be moved.
    pub(super) refused: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) shown: String,
    /// `None` where parts differ.
    pub(super) value: Option<String>,
    pub(super) control: &'static str,
    pub(super) choices: Vec<String>,
    pub(super) min: i64,
    pub(super) max: i64,
}

#[derive(Default, Serialize)]
pub(super) struct Attributes {
    pub(super) title: String,
    pub(super) about: &'static str,
    pub(super) boxes: Vec<[i32; 4]>,
    pub(super) attributes: Vec<Attribute>,
}

#[derive(Serialize)]
pub(super) struct Shelf {
    pub(super) library: String,
    pub(super) parts: Vec<Item>,
}

#[derive(Serialize)]
pub(super) struct Item {
    pub(super) what: String,
    pub(super) name: String,
    pub(super) about: &'static str,
    /// A picture of it.
    pub(super) svg: String,
}

#[derive(Serialize)]
pub(super) struct FileText {
    pub(super) text: String,
}

pub(super) fn wire_view(wire: &Wire) -> WireView {
    [wire.from.x, wire.from.y, wire.to.x, wire.to.y]
}

fn wire_of(&[x0, y0, x1, y1]: &WireView) -> Wire {
    Wire::new(Location::new(x0, y0), Location::new(x1, y1))
}

pub(super) fn place([x, y]: Xy) -> Location {
    Location::new(x, y)
}

pub(super) fn refused(refusal: Refusal) -> Failure {
    Failure::refused(refusal)
}

impl Chosen {
    pub(super) fn selection(&self) -> Selection {
        Selection {
            parts: self.parts.iter().map(|&part| ComponentId(part)).collect(),
            wires: self.wires.iter().map(wire_of).collect(),
        }
    }
}

/// A drag along points.
pub(super) fn drag(path: &[Xy]) -> Option<Drag> {
    let (&[x, y], rest) = path.split_first()?;
    let mut drag = Drag::new((x, y));
    rest.iter().for_each(|&[x, y]| drag.to((x, y)));
    Some(drag)
}

fn one() -> usize {
    1
}

/// A line to bring parts into.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SideName {
    Left,
    Right,
    Top,
    Bottom,
    Column,
    Row,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Side {
        match name {
            SideName::Left => Side::Left,
            SideName::Right => Side::Right,
            SideName::Top => Side::Top,
            SideName::Bottom => Side::Bottom,
            SideName::Column => Side::Column,
            SideName::Row => Side::Row,
        }
    }
}

/// The appearance of a circuit. All places are those of its drawing.
#[derive(Serialize)]
pub(super) struct LooksView {
    /// Drawn by hand.
    pub(super) custom: bool,
    /// Left, top, right, bottom; `None` if a drawing has no rectangle.
    pub(super) frame: Option<[i32; 4]>,
    pub(super) anchor: Xy,
    pub(super) ports: Vec<PortView>,
    pub(super) svg: String,
}

#[derive(Serialize)]
pub(super) struct PortView {
    pub(super) pin: u32,
    pub(super) label: String,
    pub(super) output: bool,
    pub(super) at: Xy,
}

/// A table with its expressions.
#[derive(Serialize)]
pub(super) struct TruthView {
    pub(super) inputs: Vec<String>,
    pub(super) outputs: Vec<OutputView>,
}

#[derive(Serialize)]
pub(super) struct OutputView {
    pub(super) name: String,
    /// `0`, `1` and `-`; in the first row all inputs are 0. Empty if there is an error.
    pub(super) column: String,
    /// Minimised, as a sum of products and as a product of sums.
    pub(super) sum: String,
    pub(super) product: String,
    pub(super) error: Option<WrongText>,
}

/// The mistake in an expression, and the characters it concerns.
#[derive(Serialize)]
pub(super) struct WrongText {
    pub(super) message: String,
    pub(super) from: usize,
    pub(super) to: usize,
}

#[derive(Serialize)]
pub(super) struct CopiedView {
    pub(super) text: String,
}
