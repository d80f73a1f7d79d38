//! Reading values: any port of any part, any net.

use super::exact::read_wire;
use super::{Engine, Simulator};
use crate::netlist::ids::Id;
use crate::netlist::{InstanceId, NetId, PartId, SheetPort};
use crate::part::State;
use crate::project::Kind;
use crate::value::{Value, Word};

impl Simulator {
    /// The ports of a part: place, width, direction.
    pub fn ports(&self, part: PartId) -> &[SheetPort] {
        let (instance, component) = self.shared.part_place[part];
        let sheet = self.design.sheet(instance);
        &sheet.ports[sheet.component_ports(component as usize)]
    }

    /// The value at a port of a part, as its wire shows it.
    pub fn port(&self, part: PartId, port: usize) -> Value {
        let (instance, component) = self.shared.part_place[part];
        let sheet = self.design.sheet(instance);
        let local = sheet.port_start[component as usize] as usize + port;
        let Some(info) = sheet.ports.get(local) else {
            return Value::NIL;
        };
        let bundle = &sheet.bundles[info.bundle as usize];
        if info.place_width == 0 && (bundle.conflict || bundle.width == 0) {
            return Value::NIL;
        }
        let width = if bundle.conflict {
            info.place_width
        } else {
            bundle.width
        };
        let place = &self.design.instances[instance];
        read_wire(|net| self.net_word(place.net(net)), sheet, info).with_width(width)
    }

    fn net_word(&self, net: NetId) -> Word {
        match &self.fast {
            Some(fast) if self.running == Engine::Fast => fast.net(net),
            _ => self.exact.nets[net],
        }
    }

    /// The value of a net of the design.
    pub fn net(&self, net: NetId) -> Value {
        let instances = &self.design.instances;
        let after = instances.partition_point(|instance| instance.first_net <= net);
        let instance = InstanceId::from_index(after - 1);
        let local = instances[instance].local_net(net);
        let width = self.design.sheet(instance).nets[local as usize].width;
        self.net_word(net).with_width(width)
    }

    /// The port that matters most to a person: the output of a gate, Q of a flip-flop, the data of a memory.
    pub fn main_port(&self, part: PartId) -> usize {
        let component = self.design.component(part);
        let Some(kind) = component.kind() else {
            return 0;
        };
        let attrs = component.attrs.of(kind);
        match kind {
            Kind::Multiplexer => self.ports(part).len() - 1,
            Kind::PriorityEncoder => 1 << attrs.count("select"),
            Kind::Adder
            | Kind::Subtractor
            | Kind::Multiplier
            | Kind::Divider
            | Kind::Comparator
            | Kind::Shifter => 2,
            Kind::Negator | Kind::BitFinder => 1,
            Kind::DFlipFlop | Kind::TFlipFlop => 2,
            Kind::JkFlipFlop | Kind::SrFlipFlop => 3,
            Kind::ShiftRegister | Kind::Keyboard => 4,
            Kind::Tty => 3,
            _ => 0,
        }
    }

    /// The value at the main port.
    pub fn value(&self, part: PartId) -> Value {
        self.port(part, self.main_port(part))
    }

    /// What a part remembers.
    pub fn state(&self, part: PartId) -> &State {
        &self.shared.states[part]
    }
}
