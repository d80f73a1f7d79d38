//! Why an edit is refused.

use crate::project::Location;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("there is no such circuit in this file")]
    NoCircuit,
    #[error("circuit '{0}' comes from a library; open that file to change it")]
    Foreign(String),
    #[error("there is no part {0} in this circuit")]
    NoPart(u32),
    #[error("there is no wire from {0} to {1}")]
    NoWire(Location, Location),
    #[error("a wire is horizontal or vertical; {0} and {1} are not on one line")]
    SlantedWire(Location, Location),
    #[error("two outputs would meet at {0}")]
    OutputsMeet(Location),
    #[error("nothing fits beyond the left and the upper edge of the sheet")]
    OffSheet,
    #[error("{part} has no attribute '{name}'")]
    NoAttribute { part: String, name: String },
    #[error("{part}: '{name}' is {wanted}, not '{value}'")]
    BadValue {
        part: String,
        name: String,
        value: String,
        wanted: String,
    },
    #[error("this part has no contents to change")]
    NoContents,
    #[error("there is a circuit '{0}' already")]
    NameTaken(String),
    #[error("a circuit needs a name")]
    NoName,
    #[error("a project needs a circuit: the last one stays")]
    LastCircuit,
    #[error("circuit '{circuit}' is used in '{user}'; take it out there first")]
    InUse { circuit: String, user: String },
    #[error("circuit '{0}' would contain itself")]
    Recursion(String),
    #[error("there is no way to keep {} connected; move it without its wires, or further away", places(.0))]
    NoRoute(Vec<Location>),
    #[error("the pin has no port on this appearance")]
    NoPort,
    #[error("the drawing has no box whose size could change")]
    NoBox,
    #[error("the circuit '{0}' of the copied parts does not exist here")]
    NoSuchCircuit(String),
    #[error("a library is named '#Wiring', 'file#name.circ' or 'jar#name.jar#Class', not '{0}'")]
    BadLibrary(String),
    #[error("select the parts that are to go into the chip")]
    NothingChosen,
    #[error("'{0}' is driven both by the selected parts and by others; a pin has one direction")]
    DrivenFromBothSides(String),
    #[error("wires of different widths meet at {0}; that has to be repaired first")]
    WidthsDiffer(Location),
    #[error("the file would not be readable any more")]
    Unreadable,
}

fn places(places: &[Location]) -> String {
    let places: Vec<String> = places.iter().take(3).map(|at| format!("({at})")).collect();
    places.join(", ")
}
