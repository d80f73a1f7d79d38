//! Reading values: any port of any part, any net.

use super::exact::read_wire;
use super::{Engine, Simulator};
use crate::component::State;
use crate::netlist::ids::Id;
use crate::netlist::{InstanceId, NetId, PartId, SheetPort};
use crate::value::{Value, Word};

impl Simulator {
    /// The ports of a part: place, width, direction.
    pub fn ports(&self, part: PartId) -> &[SheetPort] {
        let (instance, component) = self.shared.frame.part_place[part];
        let sheet = self.design.sheet(instance);
        sheet.ports_of(component)
    }

    /// The value at a port of a part, as its wire shows it.
    pub fn port(&self, part: PartId, port: usize) -> Value {
        let (instance, component) = self.shared.frame.part_place[part];
        let sheet = self.design.sheet(instance);
        let local = sheet.first_port(component).index() + port;
        let Some(info) = sheet.ports.get(local) else {
            return Value::NIL;
        };
        let width = sheet.value_width(info);
        if width == 0 {
            return Value::NIL;
        }
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
        let width = self.design.sheet(instance).nets[local].width;
        self.net_word(net).with_width(width)
    }

    /// The main port: the output of a gate, Q of a flip-flop, the data of a memory.
    pub(crate) fn main_port(&self, part: PartId) -> usize {
        let kind = self.design.component(part).kind();
        kind.map_or(0, |kind| kind.main_port(self.ports(part).len()))
    }

    /// The value at the main port.
    pub fn value(&self, part: PartId) -> Value {
        self.port(part, self.main_port(part))
    }

    /// A number among the attributes of a built-in part.
    pub(crate) fn attribute(&self, part: PartId, name: &str) -> u32 {
        let component = self.design.component(part);
        let kind = component.kind();
        kind.map_or(0, |kind| component.attrs.of(kind).count(name))
    }

    /// The state of a part.
    pub fn state(&self, part: PartId) -> &State {
        &self.shared.states[part]
    }
}
