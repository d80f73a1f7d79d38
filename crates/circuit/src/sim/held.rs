//! The contents of registers, counters and flip-flops: they can be changed from outside, as with Logisim's poke tool, directly or by way
//! of an output pin that shows it.

use super::{Input, InputError, Simulator};
use crate::component::{Behaviour, Port, State};
use crate::netlist::{Child, Design, InstanceId, PartId, SheetPortId};
use crate::project::Kind;
use crate::value::mask;

/// Pins that a wire leads through at most.
const LONGEST_WAY: usize = 1000;

impl Kind {
    /// Whether it holds one number that can be changed from outside.
    pub(crate) fn holds(self) -> bool {
        use Kind::{Counter, DFlipFlop, JkFlipFlop, Register, SrFlipFlop, TFlipFlop};
        matches!(
            self,
            Register | Counter | DFlipFlop | TFlipFlop | JkFlipFlop | SrFlipFlop
        )
    }
}

/// A bit of the output of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bit {
    part: PartId,
    /// Among the ports of the part.
    port: usize,
    bit: u32,
}

impl Design {
    /// The ports of a built-in component.
    fn named_ports(&self, part: PartId) -> Vec<Port> {
        let component = self.component(part);
        let kind = component.kind();
        kind.map_or(Vec::new(), |kind| kind.ports(component.attrs.of(kind)))
    }

    /// The output that alone drives a bit of a port, through pins of sub-circuits if need be.
    fn origin(&self, mut at: InstanceId, mut port: SheetPortId, mut bit: u32) -> Option<Bit> {
        for _ in 0..LONGEST_WAY {
            let sheet = self.sheet(at);
            let slices = sheet.bundle_slices(sheet.ports[port].bundle);
            let slice = slices.iter().find(|slice| {
                (u32::from(slice.low)..u32::from(slice.low + slice.width)).contains(&bit)
            })?;
            let [(driver, low)] = sheet.nets[slice.net].drivers[..] else {
                return None;
            };
            bit = bit - u32::from(slice.low) + u32::from(slice.net_low) + u32::from(low);
            let found = &sheet.ports[driver];
            let instance = &self.instances[at];
            match (
                self.child(at, found.component),
                &sheet.behaviours[found.component],
            ) {
                (Some(Child::Instance(inner)), _) => {
                    port = self.sheet(inner).first_port(found.pin);
                    at = inner;
                }
                (None, Behaviour::Pin(_)) => {
                    let (outer, component) = instance.parent?;
                    let sheet = self.sheet(outer);
                    let mut ports = sheet.port_ids(component);
                    port = ports.find(|&port| sheet.ports[port].pin == found.component)?;
                    at = outer;
                }
                _ => {
                    let first = sheet.first_port(found.component);
                    return Some(Bit {
                        part: instance.part(found.component),
                        port: (driver.0 - first.0) as usize,
                        bit,
                    });
                }
            }
        }
        None
    }
}

impl Simulator {
    /// The contents of a register, counter or flip-flop, and its width; `None` for other parts.
    pub fn held(&self, part: PartId) -> Option<(u32, u32)> {
        let kind = self.design.component(part).kind()?;
        let State::Clocked { value, .. } = &self.shared.states[part] else {
            return None;
        };
        let ports = self.design.named_ports(part);
        let q = ports.iter().find(|port| port.name.stem() == "q");
        kind.holds().then_some((*value, q?.width))
    }

    /// Changes the contents of a register, counter or flip-flop; bits beyond its width are cut.
    pub(crate) fn set_held(&mut self, part: PartId, value: u32) -> Result<(), InputError> {
        let (_, width) = self.accepts_held(part)?;
        if let State::Clocked { value: held, .. } = &mut self.shared.states[part] {
            *held = value & mask(width);
        }
        self.touch(&[part]);
        Ok(())
    }

    pub(super) fn accepts_held(&self, part: PartId) -> Result<(u32, u32), InputError> {
        let wanted = "register, counter or flip-flop";
        self.held(part).ok_or_else(|| self.wrong_part(part, wanted))
    }

    /// How to make an output pin of a sub-circuit show a value: the registers, counters and flip-flops behind it, and the contents
    /// each needs.
    pub fn showing(&self, part: PartId, pin: usize, value: u32) -> Result<Vec<Input>, InputError> {
        let refused = |behind: Option<PartId>| {
            let info = self.design.info(part);
            let pins = self.design.pins_of(part);
            InputError::NotHeld {
                path: info.path,
                pin: pins.get(pin).map_or(String::new(), |pin| pin.label.clone()),
                behind: match behind.map(|part| self.design.info(part)) {
                    Some(info) => format!("{}, a {}", info.path, info.name),
                    None => "several parts, or none".to_owned(),
                },
            }
        };
        let (outer, component) = self.design.place(part);
        let sheet = self.design.sheet(outer);
        let port = &sheet.ports_of(component)[pin];
        let Some(Child::Instance(inner)) = self.design.child(outer, component) else {
            return Err(refused(Some(part)));
        };
        let inner_port = self.design.sheet(inner).first_port(port.pin);
        let mut acts: Vec<(PartId, u32)> = Vec::new();
        for bit in 0..port.width {
            let found = self.design.origin(inner, inner_port, bit);
            let found = found.ok_or_else(|| refused(None))?;
            let (held, _) = self
                .held(found.part)
                .ok_or_else(|| refused(Some(found.part)))?;
            let inverted = match self.design.named_ports(found.part)[found.port].name.stem() {
                "q" => 0,
                "nq" => 1,
                _ => return Err(refused(Some(found.part))),
            };
            let at = acts.iter().position(|(part, _)| *part == found.part);
            let at = at.unwrap_or_else(|| {
                acts.push((found.part, held));
                acts.len() - 1
            });
            let wanted = (value >> bit & 1) ^ inverted;
            acts[at].1 = acts[at].1 & !(1 << found.bit) | wanted << found.bit;
        }
        let acts = acts.into_iter();
        Ok(acts
            .map(|(part, value)| Input::SetHeld(part, value))
            .collect())
    }
}
