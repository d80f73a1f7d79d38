//! A game on a console from some distance: its episodes, the machine's evaluation of its pits, where it is working; and
//! the processor as a data path.

use bench::{Points, Rig};
use circuit::component::Direction;
use circuit::netlist::{InstanceId, PartId};
use circuit::reference::port_names;
use circuit::show;
use consoles::datapath::{BusNow, Unit, takes_part, written};
use consoles::{CodeAddress, Machine as _};
use consoles::{Episode, Stop, Stops, Weighing, Wired, episodes, map, weighing};
use kalah::Side;
use serde::{Deserialize, Serialize};
use timeline::Watch;

use super::On;
use crate::reply::{Answer, Nothing, json, read};

#[derive(Serialize)]
struct StoryView {
    episodes: Vec<Episode>,
    weighing: Option<Weighing>,
    /// The house whose cell was used last.
    work: Option<House>,
}

/// A pit, or a store, which has no number.
#[derive(Serialize)]
struct House {
    side: Side,
    pit: Option<u8>,
}

/// A house on the board, with the parts of the top sheet that show its seeds.
#[derive(Serialize)]
struct Shown {
    side: Side,
    pit: Option<u8>,
    digits: Vec<u32>,
}

#[derive(Deserialize)]
struct AskDatapath {
    /// An instruction to be explained: its opcode.
    opcode: Option<u8>,
}

#[derive(Serialize)]
struct DatapathView {
    opcode: u8,
    instruction: String,
    /// The clock fetches the next one.
    fetching: bool,
    bus: BusNow,
    /// The units of the processor of gates; none of a native one.
    units: Vec<UnitView>,
    /// The units the instruction uses, clock by clock.
    uses: Vec<Vec<Unit>>,
}

#[derive(Serialize)]
struct UnitView {
    name: String,
    /// The path of its sheet.
    path: String,
    ports: Vec<PortView>,
}

#[derive(Serialize)]
struct PortView {
    name: String,
    output: bool,
    value: String,
}

/// Where a run stopped.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stopped {
    At { bank: usize, address: u8 },
    Cell { address: u8, value: u8 },
}

/// Stops of a console, on a rig.
pub struct OnRig(pub Stops);

impl Watch<Rig> for OnRig {
    fn holds(&mut self, rig: &Rig) -> bool {
        matches!(rig, Rig::Console { powered, .. } if self.0.holds(powered))
    }

    fn before(&mut self, rig: &Rig) {
        if let Rig::Console { powered, .. } = rig {
            self.0.before(powered);
        }
    }

    fn happened(&mut self, rig: &Rig) -> bool {
        matches!(rig, Rig::Console { powered, .. } if self.0.happened(powered))
    }
}

impl Points<Rig> for OnRig {
    fn met(&self) -> Option<usize> {
        self.0.met()
    }
}

impl On {
    pub(super) fn has_stops(&self) -> bool {
        !(self.breakpoints.is_empty() && self.watched.is_empty())
    }

    /// All breakpoints of the person: places first, then cells, in their order.
    pub(super) fn stops(&self) -> OnRig {
        let place = |&(bank, address): &(usize, u8)| CodeAddress { bank, address };
        let places = Stop::At(self.breakpoints.iter().map(place).collect());
        let cells = self.watched.iter().copied().map(Stop::Writes);
        OnRig(Stops::new([places].into_iter().chain(cells).collect()))
    }

    /// The subject of a breakpoint that was met.
    pub(super) fn stopped(&self, met: usize) -> Option<Stopped> {
        let wired = self.rig().console()?;
        Some(match met.checked_sub(1) {
            None => Stopped::At {
                bank: wired.bank(),
                address: wired.registers().pc,
            },
            Some(cell) => {
                let address = self.watched.iter().nth(cell).copied()?;
                let value = wired.peek(address);
                Stopped::Cell { address, value }
            }
        })
    }

    pub(super) fn story(&self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let wired = self.wired()?;
        let chronicle = self.rig().chronicle();
        let all = chronicle.map_or(&[][..], |of| of.events());
        let known = chronicle.map_or(&[][..], |of| of.until(self.time.now()));
        let touched = wired.touched();
        let work = touched.and_then(|touch| map::house(wired.model(), touch.address));
        json(&StoryView {
            episodes: episodes(self.time.start(), self.time.end(), all),
            weighing: weighing(known),
            work: work.map(|(side, pit)| House { side, pit }),
        })
    }

    /// Where every house is shown on the top sheet.
    pub(super) fn houses(&self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let wired = self.wired()?;
        let design = wired.simulator().design();
        let number = |wanted: &PartId| {
            let mut parts = design.parts_of(InstanceId::ROOT).zip(0..);
            parts.find(|(part, _)| part == wanted).map(|(_, at)| at)
        };
        let sides = [Side::South, Side::North].into_iter().zip(wired.digits());
        let houses = sides.flat_map(|(side, row)| {
            row.iter().zip(1..).map(move |(digits, place)| Shown {
                side,
                pit: (place <= 6).then_some(place),
                digits: digits.iter().filter_map(number).collect(),
            })
        });
        json(&houses.collect::<Vec<_>>())
    }

    /// The processor now, and the units that an instruction uses: the current one, or another one.
    pub(super) fn datapath(&self, request: &str) -> Answer {
        let AskDatapath { opcode } = read(request)?;
        let wired = self.wired()?;
        let shown = opcode.unwrap_or_else(|| wired.opcode());
        let units = wired.units().into_iter();
        json(&DatapathView {
            opcode: shown,
            instruction: written(shown),
            fetching: wired.is_fetching(),
            bus: wired.bus(),
            units: units.map(|unit| unit_view(wired, unit)).collect(),
            uses: takes_part(shown),
        })
    }
}

fn unit_view(wired: &Wired, (name, part): (&str, PartId)) -> UnitView {
    let simulator = wired.simulator();
    let design = simulator.design();
    let ports = simulator.ports(part).iter().enumerate();
    let ports = ports.zip(port_names(design, part));
    let ports = ports.map(|((number, port), name)| PortView {
        name,
        output: port.direction != Direction::In,
        value: show::value(simulator.port(part, number)),
    });
    UnitView {
        name: name.to_owned(),
        path: design.path(part),
        ports: ports.collect(),
    }
}
