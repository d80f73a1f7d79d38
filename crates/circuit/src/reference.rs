//! Things a person can name in a running circuit: a part, one of its ports, or a cell of a memory.
//!
//! ```text
//!   /Game@400,300/sum        the value a part shows: its main port
//!   /Game@400,300/sum:carry  the value at another port, by name or number
//!   /RAM@680,420[0x13]       a cell of a memory
//! ```
//!
//! Every part and every port has one printed name, which is accepted wherever a name is.

mod ports;

pub use ports::port_names;

use timeline::{Bits, Probe};

use crate::netlist::{PartId, PathError};
use crate::project::parse_number;
use crate::sim::{InputError, Simulator};
use crate::value::Value;

/// A parsed name: a path and what it refers to there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub path: String,
    pub at: At,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// The value of the part.
    Main,
    Port(String),
    Cell(u32),
}

/// A name found in a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Port(PartId, usize),
    Cell(PartId, u32),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReferenceError {
    #[error(transparent)]
    Path(#[from] PathError),
    #[error(transparent)]
    Part(#[from] InputError),
    #[error("'{0}' is not an address: write a number in the brackets, such as [0x13]")]
    BadAddress(String),
    #[error("'{0}': the bracket is not closed")]
    OpenBracket(String),
    #[error("'{0}' names no port: write a name or number after the colon")]
    EmptyPort(String),
    #[error("{path} has no port '{port}'; its ports are {known}")]
    UnknownPort {
        path: String,
        port: String,
        known: String,
    },
    #[error("{path} ({name}) has no value of its own; name a port, such as {path}:{example}")]
    NoValue {
        path: String,
        name: String,
        example: String,
    },
}

impl Reference {
    /// Reads `PATH`, `PATH[ADDRESS]` or `PATH:PORT`.
    pub fn parse(text: &str) -> Result<Reference, ReferenceError> {
        if let Some(inner) = text.strip_suffix(']') {
            let (path, address) = inner
                .rsplit_once('[')
                .ok_or_else(|| ReferenceError::BadAddress(text.into()))?;
            let cell = parse_number(address)
                .ok_or_else(|| ReferenceError::BadAddress(address.trim().into()))?;
            return Ok(Reference {
                path: path.into(),
                at: At::Cell(cell),
            });
        }
        if text.contains('[') {
            return Err(ReferenceError::OpenBracket(text.into()));
        }
        let last_step = text.rfind('/').map_or(0, |slash| slash + 1);
        let at = text[last_step..].rfind(':').map(|colon| last_step + colon);
        let (path, at) = match at {
            None => (text, At::Main),
            Some(colon) if colon + 1 == text.len() => {
                return Err(ReferenceError::EmptyPort(text.into()));
            }
            Some(colon) => (&text[..colon], At::Port(text[colon + 1..].into())),
        };
        Ok(Reference {
            path: path.into(),
            at,
        })
    }

    /// Finds the object of a name in a circuit.
    pub fn find(&self, simulator: &Simulator) -> Result<Found, ReferenceError> {
        let part = simulator.find(&self.path)?;
        match &self.at {
            At::Cell(address) => {
                simulator.cell(part, *address)?;
                Ok(Found::Cell(part, *address))
            }
            At::Main => main_target(simulator, part),
            At::Port(port) => named_port(simulator, part, port),
        }
    }
}

fn main_target(simulator: &Simulator, part: PartId) -> Result<Found, ReferenceError> {
    let ports = simulator.ports(part).len();
    let component = simulator.design().component(part);
    if component.kind().is_some() && ports > 0 {
        return Ok(Found::Port(part, simulator.main_port(part)));
    }
    let info = simulator.design().info(part);
    let example = port_names(simulator.design(), part).into_iter().next();
    Err(ReferenceError::NoValue {
        path: info.path,
        name: info.name,
        example: example.unwrap_or_else(|| "0".into()),
    })
}

fn named_port(simulator: &Simulator, part: PartId, wanted: &str) -> Result<Found, ReferenceError> {
    match ports::find(simulator.design(), part, wanted) {
        Some(port) => Ok(Found::Port(part, port)),
        None => Err(ReferenceError::UnknownPort {
            path: simulator.design().path(part),
            port: wanted.into(),
            known: known_ports(&port_names(simulator.design(), part)),
        }),
    }
}

fn known_ports(names: &[String]) -> String {
    match names {
        [] => "none".into(),
        _ => names.join(", "),
    }
}

impl Found {
    pub fn part(self) -> PartId {
        match self {
            Found::Port(part, _) | Found::Cell(part, _) => part,
        }
    }

    /// The value there now.
    pub fn value(self, simulator: &Simulator) -> Value {
        match self {
            Found::Port(part, port) => simulator.port(part, port),
            Found::Cell(part, address) => {
                let width = cell_width(simulator, part);
                Value::known(width, simulator.cell(part, address).unwrap_or(0))
            }
        }
    }

    /// The object as a signal to record.
    pub fn probe(self, simulator: &Simulator) -> Probe<Simulator> {
        Probe {
            name: self.name(simulator),
            width: u32::from(self.value(simulator).width).clamp(1, 32),
            read: Box::new(move |simulator| {
                let word = self.value(simulator).word;
                Bits {
                    v: word.v,
                    u: word.u,
                }
            }),
        }
    }

    /// Its printed name: the shortest unique path.
    pub fn name(self, simulator: &Simulator) -> String {
        let path = simulator.design().path(self.part());
        match self {
            Found::Cell(_, address) => format!("{path}[{address:#x}]"),
            Found::Port(part, port) if is_main(simulator, part, port) => path,
            Found::Port(part, port) => {
                let names = port_names(simulator.design(), part);
                format!("{path}:{}", names.get(port).map_or("?", String::as_str))
            }
        }
    }
}

/// Whether the name of a part alone means this port.
fn is_main(simulator: &Simulator, part: PartId, port: usize) -> bool {
    let built_in = simulator.design().component(part).kind().is_some();
    built_in && port == simulator.main_port(part)
}

fn cell_width(simulator: &Simulator, part: PartId) -> u32 {
    let component = simulator.design().component(part);
    component
        .kind()
        .map_or(8, |kind| component.attrs.of(kind).count("dataWidth"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_forms() {
        let read = |text| Reference::parse(text).map(|r| (r.path, r.at));
        assert_eq!(read("/a/b"), Ok(("/a/b".into(), At::Main)));
        assert_eq!(
            read("/a:x/b:q"),
            Ok(("/a:x/b".into(), At::Port("q".into())))
        );
        assert_eq!(read("RAM@1,2[0x13]"), Ok(("RAM@1,2".into(), At::Cell(19))));
        assert_eq!(
            read("RAM[zz]"),
            Err(ReferenceError::BadAddress("zz".into()))
        );
        assert_eq!(
            read("RAM[1"),
            Err(ReferenceError::OpenBracket("RAM[1".into()))
        );
        assert_eq!(read("a:"), Err(ReferenceError::EmptyPort("a:".into())));
        assert_eq!(read("]"), Err(ReferenceError::BadAddress("]".into())));
    }
}
