//! Looking at the circuit: sheets, parts, wires, signals by name, memories; and acting on it.

use std::collections::BTreeMap;

use bench::Act;
use circuit::component::Direction;
use circuit::netlist::{Child, InstanceId, PartId};
use circuit::picture::{Live, PortPlace};
use circuit::project::Kind;
use circuit::reference::{Found, Reference, port_names};
use circuit::{Value, show};
use serde::{Deserialize, Serialize};

use super::On;
use super::sheet::{Sheet, instance};
use crate::failures;
use crate::reply::{Answer, Failure, json, read};

#[derive(Deserialize)]
struct AskSheet {
    path: String,
}

#[derive(Deserialize)]
struct AskPart {
    part: u32,
}

#[derive(Serialize)]
struct PartTold {
    path: String,
    name: String,
    label: Option<String>,
    about: &'static str,
    ports: Vec<PortTold>,
    /// The size of a memory.
    cells: Option<usize>,
    /// A native part replaces the contents.
    native: bool,
}

#[derive(Serialize)]
struct PortTold {
    name: String,
    output: bool,
    value: String,
    width: u32,
}

#[derive(Deserialize)]
struct AskNet {
    net: u32,
}

#[derive(Serialize)]
struct NetTold {
    net: u32,
    name: String,
    /// For display: `0x1f (31)`.
    value: String,
    bits: String,
    width: u32,
    /// The name by which it can be recorded.
    signal: String,
    /// Whether a tunnel or a pin gives it a name.
    named: bool,
    /// Its driver: a part of the sheet, and its port.
    driver: (u32, String),
}

#[derive(Deserialize)]
struct AskFind {
    text: String,
    most: usize,
}

#[derive(Serialize)]
struct Signal {
    /// Its name on its sheet.
    name: String,
    /// The name by which it can be recorded.
    signal: String,
    /// The sheet it is on, and its part there.
    sheet: String,
    title: String,
    part: u32,
    value: String,
}

#[derive(Deserialize)]
struct AskMemory {
    part: u32,
    first: u32,
    count: u32,
}

#[derive(Serialize)]
struct Cells {
    first: u32,
    size: usize,
    words: Vec<u32>,
}

/// An act: a press on a part of the open sheet, or a line such as `set /carry = 1`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Doing {
    Press {
        part: u32,
        down: bool,
    },
    Line {
        line: String,
        /// Files it may load, by name.
        #[serde(default)]
        files: BTreeMap<String, String>,
    },
}

/// The names of wires.
struct NetName {
    name: String,
    signal: String,
    named: bool,
    driver: (u32, String),
}

/// Maximum number of cells listed at once.
const MOST_CELLS: u32 = 4096;

impl On {
    /// Opens the sheet of an instance: returns everything that is painted; from now on `frame` is about it.
    pub(super) fn open_sheet(&mut self, request: &str) -> Answer {
        let AskSheet { path } = read(request)?;
        let instance = instance(self.simulator().design(), &path)?;
        let (mut sheet, view) = Sheet::open(self.simulator(), instance);
        (sheet.version, sheet.path) = (self.version(), path);
        self.sheet = Some(sheet);
        json(&view)
    }

    pub(super) fn shown(&self) -> Answer<&Sheet> {
        let sheet = self.sheet.as_ref();
        sheet.ok_or_else(|| Failure::failed("no sheet is open"))
    }

    pub(super) fn live(&self) -> Answer<Live<'_>> {
        Ok(Live {
            simulator: self.simulator(),
            instance: self.shown()?.instance,
        })
    }

    pub(super) fn part(&self, request: &str) -> Answer {
        let AskPart { part } = read(request)?;
        let simulator = self.simulator();
        let part = self.shown()?.part(simulator, part)?;
        let design = simulator.design();
        let info = design.info(part);
        let ports = simulator.ports(part).iter().enumerate();
        let names = port_names(design, part);
        json(&PartTold {
            path: info.path,
            name: info.name,
            label: info.label,
            about: info.kind.map_or("", Kind::about),
            ports: ports
                .zip(names)
                .map(|((number, port), name)| PortTold {
                    name,
                    output: port.direction != Direction::In,
                    value: show::value(simulator.port(part, number)),
                    width: port.width,
                })
                .collect(),
            cells: simulator.cells(part),
            native: design.inside(part) == Some(Child::Native),
        })
    }

    pub(super) fn net(&self, request: &str) -> Answer {
        let AskNet { net } = read(request)?;
        let sheet = self.shown()?;
        let place = sheet.port(net)?;
        let value = self.live()?.value(place);
        let NetName {
            name,
            signal,
            named,
            driver,
        } = self.net_name(sheet, net, place);
        json(&NetTold {
            net,
            name,
            named,
            driver,
            value: show::value(value),
            bits: value.bits(),
            width: value.width.into(),
            signal,
        })
    }

    /// The names of wires, and how they can be recorded: by a tunnel or pin on them, or by their driver.
    fn net_name(&self, sheet: &Sheet, net: u32, place: PortPlace) -> NetName {
        let simulator = self.simulator();
        let design = simulator.design();
        let found = |place: PortPlace| {
            let live = Live {
                simulator,
                instance: sheet.instance,
            };
            let part = live.part(place.component);
            (part, usize::from(place.port))
        };
        let joined = sheet.joined(simulator, net);
        let places: Vec<(PartId, usize)> = joined.iter().copied().map(found).collect();
        let labelled = |kind: Kind| {
            let mut places = places.iter();
            places.find_map(|&(part, port)| {
                let component = design.component(part);
                let label = component
                    .label()
                    .filter(|_| component.kind() == Some(kind))?;
                let signal = Found::Port(part, port).name(simulator);
                Some((label.to_owned(), signal))
            })
        };
        let drives = |&&(part, port): &&(PartId, usize)| {
            let ports = design.ports_of(part);
            ports[port].direction == Direction::Out
                && design.component(part).kind() != Some(Kind::Splitter)
        };
        let driver = places.iter().position(|place| drives(&place));
        let at = driver.map_or(place, |at| joined[at]);
        let (part, port) = found(at);
        let driver = || {
            let name = Found::Port(part, port).name(simulator);
            let short = name.rsplit('/').next().unwrap_or(&name).to_owned();
            (short, name)
        };
        let tunnel = labelled(Kind::Tunnel).or_else(|| labelled(Kind::Pin));
        let named = tunnel.is_some();
        let (name, signal) = tunnel.unwrap_or_else(driver);
        let port = port_names(design, part).into_iter().nth(port);
        NetName {
            name,
            signal,
            named,
            driver: (at.component.0, port.unwrap_or_default()),
        }
    }

    /// Signals whose name contains a text: labelled parts and tunnels, those that begin with it first.
    pub(super) fn find(&self, request: &str) -> Answer {
        let AskFind { text, most } = read(request)?;
        let text = text.trim().to_lowercase();
        let simulator = self.simulator();
        let design = simulator.design();
        let mut found = Vec::new();
        for instance in design.instance_ids() {
            for (part, number) in design.parts_of(instance).zip(0..) {
                if let Some(name) = self.signal_name(part)
                    && name.to_lowercase().contains(&text)
                {
                    found.push((instance, part, number, name));
                }
            }
        }
        let rank = |name: &str| {
            let name = name.to_lowercase();
            (name != text, !name.starts_with(&text), name.len())
        };
        found.sort_by_cached_key(|(instance, _, _, name)| (rank(name), instance.0, name.clone()));
        found.dedup_by(|a, b| a.0 == b.0 && a.3 == b.3);
        found.truncate(most.min(200));
        let view = |(instance, part, number, name): (InstanceId, PartId, u32, String)| {
            let port = self.main_port(part);
            let circuit = design.project.circuit(design.circuit(instance));
            Signal {
                name,
                signal: port.name(simulator),
                sheet: design.instance_path(instance),
                title: circuit.name.clone(),
                part: number,
                value: show::value(port.value(simulator)),
            }
        };
        json(&found.into_iter().map(view).collect::<Vec<_>>())
    }

    /// The label of a part that has a value.
    fn signal_name(&self, part: PartId) -> Option<String> {
        let design = self.simulator().design();
        let component = design.component(part);
        component.kind()?;
        if self.simulator().ports(part).is_empty() {
            return None;
        }
        component.label().map(str::to_owned)
    }

    /// The port meant by a reference to a part alone.
    fn main_port(&self, part: PartId) -> Found {
        let path = self.simulator().design().path(part);
        let found = Reference::parse(&path).and_then(|name| name.find(self.simulator()));
        found.unwrap_or(Found::Port(part, 0))
    }

    /// The value of a signal, by its recording name.
    pub(super) fn signal(&self, name: &str) -> Answer<(Found, Value)> {
        let found = Reference::parse(name).and_then(|name| name.find(self.simulator()));
        let found = found.map_err(Failure::refused)?;
        Ok((found, found.value(self.simulator())))
    }

    /// Cells of a memory of the open sheet.
    pub(super) fn memory_of(&self, request: &str) -> Answer {
        let AskMemory { part, first, count } = read(request)?;
        let simulator = self.simulator();
        let part = self.shown()?.part(simulator, part)?;
        let size = simulator.cells(part);
        let size = size.ok_or_else(|| failures::NOT_A_MEMORY.refuses())?;
        let last = first.saturating_add(count.min(MOST_CELLS));
        let words = (first..last).map_while(|address| simulator.cell(part, address).ok());
        json(&Cells {
            first,
            size,
            words: words.collect(),
        })
    }

    /// Applies an input now. In the past this starts a new future.
    pub(super) fn act(&mut self, request: &str) -> Answer {
        let act = match read(request)? {
            Doing::Line { line, files } => {
                let act = self.rig().read(&line, &files);
                act.map_err(Failure::refused)?
            }
            Doing::Press { part, down } => {
                let part = self.shown()?.part(self.simulator(), part)?;
                match self.rig().pressed(part, down) {
                    Some(act) => act,
                    None => return Ok("{}".to_owned()),
                }
            }
        };
        self.rig().accepts(&act).map_err(Failure::refused)?;
        self.input(act);
        Ok("{}".to_owned())
    }

    fn input(&mut self, act: Act) {
        self.journey = None;
        let before = self.time.here();
        let now = self.time.now();
        self.time.input(act);
        if self.time.here() != before
            && let Some(chronicle) = self.time.subject_mut().chronicle_mut()
        {
            chronicle.cut(now);
        }
    }
}
