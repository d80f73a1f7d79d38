//! What is visible of a machine. A step to the next visible change ends at the same half-tick on every face.

use circuit::Value;
use circuit::netlist::{InstanceId, PartId};
use circuit::project::Kind;
use circuit::sim::{Display, Simulator};
use consoles::{Machine, Panel};

use crate::chronicle::Chronicle;
use crate::journey::Specimen;
use crate::moves;
use crate::rig::Rig;

/// The visible parts of a circuit: its pins, probes and displays. Clocks do not count, since they always change.
#[derive(Clone, Debug)]
pub struct Sight {
    pins: Vec<PartId>,
    displays: Vec<PartId>,
}

/// What a console or a circuit shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    Panel(Panel),
    Circuit(Vec<Value>, Vec<Option<Display>>),
}

impl Sight {
    pub fn of(simulator: &Simulator) -> Sight {
        let design = simulator.design();
        let is_pin = |part: &PartId| {
            let kind = design.component(*part).kind();
            matches!(kind, Some(Kind::Pin | Kind::Probe))
        };
        let shows = |part: &PartId| simulator.display(*part).is_some();
        Sight {
            pins: design.parts_of(InstanceId::ROOT).filter(is_pin).collect(),
            displays: design.part_ids().filter(shows).collect(),
        }
    }

    pub fn circuit(&self, simulator: &Simulator) -> Seen {
        let pins = self.pins.iter().map(|pin| simulator.value(*pin));
        let displays = self.displays.iter().map(|part| simulator.display(*part));
        Seen::Circuit(pins.collect(), displays.collect())
    }

    /// The number of visible values.
    pub fn size(&self) -> usize {
        self.pins.len() + self.displays.len()
    }
}

/// Samples a rig.
impl Specimen for Sight {
    type Subject = Rig;
    type Face = Seen;

    fn face(&self, rig: &Rig) -> Seen {
        match rig.console() {
            Some(console) => Seen::Panel(console.panel()),
            None => self.circuit(rig.simulator()),
        }
    }

    fn is_at_rest(&self, rig: &Rig) -> bool {
        rig.console().is_some_and(moves::rests)
    }

    fn moves(&self, rig: &Rig) -> bool {
        let story = rig.chronicle().map(Chronicle::story);
        let moves = story.zip(rig.console());
        moves.is_some_and(|(story, console)| story.moves(console))
    }

    fn rests(&self, rig: &Rig) -> bool {
        rig.console().is_none_or(moves::rests)
    }
}
