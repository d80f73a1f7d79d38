//! Decomposes a design into single bits.

use std::collections::HashMap;

use super::cell::At;
use super::loops::find_loop;
use super::{Cell, Driver, Network, Pin, Store, Takes, Trigger, Wire};
use crate::component::{Behaviour, Direction, FLIP_FLOP_DELAY, REGISTER_DELAY, Reach, Reaction};
use crate::netlist::ids::Id;
use crate::netlist::{Child, ComponentId, Design, InstanceId, PartId, SheetPort};
use crate::project::Kind;

/// Why a design has no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    #[error("{path} ({name}) remembers more than a register does")]
    Part { path: String, name: String },
    #[error("the values at {path} run in a circle")]
    Loop { path: String },
    #[error("the wire at {path} joins parts of different widths")]
    Widths { path: String },
}

impl Network {
    /// The bits of a design that its output pins and its memory depend on.
    pub fn of(design: &Design) -> Result<Network, Unsupported> {
        let mut first = vec![0];
        for instance in design.instance_ids() {
            for net in design.sheet(instance).nets.iter() {
                first.push(first[first.len() - 1] + net.width as usize);
            }
        }
        let mut builder = Builder {
            design,
            network: Network {
                wires: vec![Wire::default(); first[first.len() - 1]],
                cells: Vec::new(),
                stores: Vec::new(),
                bits: 0,
                inputs: Vec::new(),
                outputs: Vec::new(),
            },
            first,
            stores: HashMap::new(),
        };
        builder.pins()?;
        builder.parts()?;
        builder.wires()?;
        builder.finish()
    }
}

struct Builder<'a> {
    design: &'a Design,
    network: Network,
    /// The first wire of each net of the design.
    first: Vec<usize>,
    /// The remembered bits of a part.
    stores: HashMap<PartId, usize>,
}

impl Builder<'_> {
    fn pins(&mut self) -> Result<(), Unsupported> {
        let design = self.design;
        for part in design.parts_of(InstanceId::ROOT) {
            let component = design.component(part);
            if component.kind() != Some(Kind::Pin) {
                continue;
            }
            let attrs = component.attrs.of(Kind::Pin);
            let pin = Pin {
                name: component.label().unwrap_or("").to_owned(),
                part,
                wires: self.port_wires(part, 0)?,
                tristate: attrs.flag("tristate"),
            };
            match attrs.flag("output") {
                true => self.network.outputs.push(pin),
                false => self.network.inputs.push(pin),
            }
        }
        Ok(())
    }

    /// Registers and flip-flops get their bits first: wires refer to them.
    fn parts(&mut self) -> Result<(), Unsupported> {
        for part in self.design.part_ids() {
            let Some(kind) = self.design.component(part).kind() else {
                continue;
            };
            let store = match self.behaviour(part) {
                Behaviour::Register(_) => self.register(part)?,
                Behaviour::FlipFlop(_) => self.flip_flop(part, kind)?,
                _ => continue,
            };
            self.stores.insert(part, store.first);
            self.network.bits += store.width;
            self.network.stores.push(store);
        }
        Ok(())
    }

    fn register(&self, part: PartId) -> Result<Store, Unsupported> {
        let data = self.port_wires(part, 1)?;
        Ok(Store {
            part,
            first: self.network.bits,
            width: data.len(),
            takes: Takes::Data,
            data,
            clock: self.one(part, 2)?,
            trigger: self.trigger(part),
            clear: self.one(part, 3)?,
            preset: None,
            enable: self.one(part, 4)?,
            delay: REGISTER_DELAY,
        })
    }

    fn flip_flop(&self, part: PartId, kind: Kind) -> Result<Store, Unsupported> {
        let (takes, clock) = match kind {
            Kind::DFlipFlop => (Takes::Data, 1),
            Kind::TFlipFlop => (Takes::Toggle, 1),
            Kind::JkFlipFlop => (Takes::SetClearFlip, 2),
            _ => (Takes::SetClear, 2),
        };
        let data: Result<Vec<_>, _> = (0..clock).map(|port| self.one(part, port)).collect();
        Ok(Store {
            part,
            first: self.network.bits,
            width: 1,
            takes,
            data: data?,
            clock: self.one(part, clock)?,
            trigger: self.trigger(part),
            clear: self.one(part, clock + 3)?,
            preset: self.one(part, clock + 4)?,
            enable: self.one(part, clock + 5)?,
            delay: FLIP_FLOP_DELAY,
        })
    }

    fn trigger(&self, part: PartId) -> Trigger {
        let component = self.design.component(part);
        let named = component
            .kind()
            .map(|kind| component.attrs.of(kind).text("trigger"));
        match named {
            Some("falling") => Trigger::Falling,
            Some("high") => Trigger::High,
            Some("low") => Trigger::Low,
            _ => Trigger::Rising,
        }
    }

    fn wires(&mut self) -> Result<(), Unsupported> {
        let design = self.design;
        let mut made: HashMap<(PartId, usize, u32), usize> = HashMap::new();
        for instance in design.instance_ids() {
            let sheet = design.sheet(instance);
            let place = &design.instances[instance];
            for (local, net) in sheet.nets.entries() {
                let first = self.first[place.net(local).index()];
                for bit in 0..net.width {
                    self.network.wires[first + bit as usize].pull = net.pull.bit(bit);
                }
                for &(port, low) in &net.drivers {
                    let info = &sheet.ports[port];
                    let part = place.part(info.component);
                    let number = port.index() - sheet.first_port(info.component).index();
                    for bit in 0..net.width {
                        let at = u32::from(low) + bit;
                        let driver = self.driver(instance, part, info, number, at, &mut made)?;
                        self.network.wires[first + bit as usize]
                            .drivers
                            .push(driver);
                    }
                }
            }
        }
        Ok(())
    }

    fn driver(
        &mut self,
        instance: InstanceId,
        part: PartId,
        info: &SheetPort,
        number: usize,
        bit: u32,
        made: &mut HashMap<(PartId, usize, u32), usize>,
    ) -> Result<Driver, Unsupported> {
        let design = self.design;
        if info.is_misfit() {
            return Err(self.widths(part));
        }
        match design.child(instance, info.component) {
            Some(Child::Instance(inner)) => {
                let pin = design.instances[inner].part(info.pin);
                let wires = self.port_wires(pin, 0)?;
                let wire = wires.get(bit as usize).copied().flatten();
                return wire
                    .map(|wire| Driver::Wire { wire, pull: None })
                    .ok_or_else(|| self.widths(part));
            }
            Some(Child::Native) => return Err(self.unsupported(part)),
            None => {}
        }
        match self.behaviour(part) {
            Behaviour::Pin(_) => self.pin_driver(instance, part, bit),
            Behaviour::Register(_) | Behaviour::FlipFlop(_) => {
                let inverse = matches!(self.behaviour(part), Behaviour::FlipFlop(_))
                    && number + 4 == design.ports_of(part).len();
                Ok(Driver::Store {
                    bit: self.stores[&part] + if inverse { 0 } else { bit as usize },
                    negated: inverse,
                })
            }
            _ => match made.get(&(part, number, bit)) {
                Some(&cell) => Ok(Driver::Cell(cell)),
                None => {
                    let cell = self.cell(part, number, bit)?;
                    self.network.cells.push(cell);
                    let number_of_cell = self.network.cells.len() - 1;
                    made.insert((part, number, bit), number_of_cell);
                    Ok(Driver::Cell(number_of_cell))
                }
            },
        }
    }

    /// An input pin: of the top circuit, or the inside of a port.
    fn pin_driver(
        &self,
        instance: InstanceId,
        part: PartId,
        bit: u32,
    ) -> Result<Driver, Unsupported> {
        let design = self.design;
        let attrs = design.component(part).attrs.of(Kind::Pin);
        let pull = match attrs.text("pull") {
            "up" => Some(true),
            "down" => Some(false),
            _ => None,
        };
        let Some((outer, component)) = design.instances[instance].parent else {
            let pins = &self.network.inputs;
            let pin = pins.iter().position(|pin| pin.part == part);
            return pin
                .map(|pin| Driver::Input {
                    pin,
                    bit: bit as usize,
                    pull,
                })
                .ok_or_else(|| self.unsupported(part));
        };
        let place = &design.instances[outer];
        let ports = design.sheet(outer).ports_of(component);
        let own =
            ComponentId::from_index((part.0 - design.instances[instance].first_part.0) as usize);
        let number = ports.iter().position(|port| port.pin == own);
        let wires = match number {
            Some(number) => self.port_wires(place.part(component), number)?,
            None => Vec::new(),
        };
        match wires.get(bit as usize).copied().flatten() {
            Some(wire) => Ok(Driver::Wire { wire, pull }),
            None => Err(self.widths(part)),
        }
    }

    /// One output bit of a part, with the input bits it depends on, the bits of all inputs in turn.
    fn cell(&self, part: PartId, number: usize, bit: u32) -> Result<Cell, Unsupported> {
        let behaviour = self.behaviour(part).clone();
        let component = self.design.component(part);
        let Some(kind) = component.kind() else {
            return Err(self.unsupported(part));
        };
        let pure = behaviour.reaction() == Reaction::Pure
            || matches!(behaviour, Behaviour::Constant(_))
            || kind == Kind::Rom;
        if !pure {
            return Err(self.unsupported(part));
        }
        let ports = self.design.ports_of(part);
        let lanes = ports[kind.main_port(ports.len())].width;
        let lane = (kind.has_lanes() && ports[number].width == lanes).then_some(bit);
        let mut inputs = Vec::new();
        for (port, info) in ports.iter().enumerate() {
            if info.direction != Direction::In {
                continue;
            }
            let reach = kind.reach(component.view(), port);
            let wires = self.port_wires(part, port)?;
            for (bit, wire) in wires.into_iter().enumerate() {
                let bit = bit as u32;
                let counts = match (lane, reach) {
                    (Some(lane), Reach::Lane) => bit == lane,
                    (Some(lane), Reach::Above) => bit <= lane,
                    _ => true,
                };
                if counts {
                    inputs.push((At { port, bit }, wire));
                }
            }
        }
        inputs.sort_by_key(|(at, _)| (at.bit, at.port));
        let widths = ports.iter().map(|port| port.width).collect();
        Ok(Cell::new(
            behaviour,
            widths,
            inputs,
            At { port: number, bit },
        ))
    }

    fn behaviour(&self, part: PartId) -> &Behaviour {
        let (instance, component) = self.design.place(part);
        &self.design.sheet(instance).behaviours[component]
    }

    /// The wires at a port, lowest bit first.
    fn port_wires(&self, part: PartId, number: usize) -> Result<Vec<Option<usize>>, Unsupported> {
        let (instance, component) = self.design.place(part);
        let sheet = self.design.sheet(instance);
        let place = &self.design.instances[instance];
        let port = &sheet.ports_of(component)[number];
        if port.is_misfit() || sheet.bundles[port.bundle].conflict {
            return Err(self.widths(part));
        }
        let width = sheet.value_width(port).max(port.width) as usize;
        let mut wires = vec![None; width];
        for slice in sheet.bundle_slices(port.bundle) {
            let first = self.first[place.net(slice.net).index()] + usize::from(slice.net_low);
            for bit in 0..usize::from(slice.width) {
                if let Some(wire) = wires.get_mut(usize::from(slice.low) + bit) {
                    *wire = Some(first + bit);
                }
            }
        }
        Ok(wires)
    }

    fn one(&self, part: PartId, number: usize) -> Result<Option<usize>, Unsupported> {
        Ok(self.port_wires(part, number)?.first().copied().flatten())
    }

    fn unsupported(&self, part: PartId) -> Unsupported {
        let info = self.design.info(part);
        Unsupported::Part {
            path: info.path,
            name: info.name,
        }
    }

    fn widths(&self, part: PartId) -> Unsupported {
        Unsupported::Widths {
            path: self.design.path(part),
        }
    }

    fn finish(self) -> Result<Network, Unsupported> {
        match find_loop(&self.network) {
            Some(wire) => Err(Unsupported::Loop {
                path: self.owner(wire),
            }),
            None => Ok(self.network),
        }
    }

    /// A part that drives a wire, to name a place.
    fn owner(&self, wire: usize) -> String {
        for instance in self.design.instance_ids() {
            let sheet = self.design.sheet(instance);
            let place = &self.design.instances[instance];
            for (local, net) in sheet.nets.entries() {
                let first = self.first[place.net(local).index()];
                if (first..first + net.width as usize).contains(&wire)
                    && let Some(&(port, _)) = net.drivers.first()
                {
                    return self.design.path(place.part(sheet.ports[port].component));
                }
            }
        }
        String::from("/")
    }
}
