//! A circuit as a machine.

mod table;

use circuit::network::{CROSSING, Driver, Network, Store, Takes, Trigger};
use diag::nearest;

use super::{Force, Load, Machine, Scene, Taken};
use crate::chip::{Chip, Edge, Role};
use crate::logic::{Bit, Bits, Logic, Node};
use table::Tables;

/// The pins of a circuit do not match those of the specification.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    #[error("the circuit has no {what} pin `{name}`{hint}")]
    Missing {
        what: &'static str,
        name: String,
        hint: String,
    },
    #[error("the {what} pin `{name}` has {}, the specification says {wanted}", diag::count(*found, "bit"))]
    Width {
        what: &'static str,
        name: String,
        found: u32,
        wanted: u32,
    },
    #[error("the circuit has an input pin `{name}` that the specification does not know{hint}")]
    Extra { name: String, hint: String },
    #[error("the circuit has two {what} pins `{name}`")]
    Twice { what: &'static str, name: String },
}

/// A pin of a circuit.
#[derive(Clone, Debug)]
pub struct PinOf {
    pub name: String,
    pub width: u32,
    pub part: circuit::netlist::PartId,
    pub tristate: bool,
}

/// The pins of the specification in a circuit: inputs and outputs, each in the order of the specification.
pub fn pins_of(
    chip: &Chip,
    inputs: &[PinOf],
    outputs: &[PinOf],
) -> Result<(Vec<usize>, Vec<usize>), Vec<Mismatch>> {
    let mut problems = Vec::new();
    let found_inputs = matched(chip, Role::Input, "input", inputs, &mut problems);
    let found_outputs = matched(chip, Role::Output, "output", outputs, &mut problems);
    for (number, pin) in inputs.iter().enumerate() {
        if !found_inputs.contains(&number) {
            let known = chip.of(Role::Input).map(|net| chip.nets[net].name.as_str());
            let name = pin.name.clone();
            let hint = hint(nearest(&name, known));
            problems.push(Mismatch::Extra { name, hint });
        }
    }
    match problems.is_empty() {
        true => Ok((found_inputs, found_outputs)),
        false => Err(problems),
    }
}

fn hint(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

fn matched(
    chip: &Chip,
    role: Role,
    what: &'static str,
    pins: &[PinOf],
    problems: &mut Vec<Mismatch>,
) -> Vec<usize> {
    let mut found = Vec::new();
    for net in chip.of(role) {
        let (name, wanted) = (chip.nets[net].name.clone(), chip.nets[net].width);
        let mut same = (0..pins.len()).filter(|&pin| pins[pin].name == name);
        let Some(pin) = same.next() else {
            let hint = hint(nearest(&name, pins.iter().map(|pin| pin.name.as_str())));
            problems.push(Mismatch::Missing { what, name, hint });
            continue;
        };
        if same.next().is_some() {
            problems.push(Mismatch::Twice { what, name });
            continue;
        }
        if pins[pin].width != wanted {
            problems.push(Mismatch::Width {
                what,
                name,
                found: pins[pin].width,
                wanted,
            });
        }
        found.push(pin);
    }
    found
}

/// What a driver sees, this long before its effect.
pub(super) trait View {
    fn input(&self, place: usize, bit: usize) -> Bit;
    fn wire(&self, wire: Option<usize>, delay: u32) -> Bit;
    fn remembered(&self, bit: usize) -> Node;
}

/// A moment at rest: delays do not matter.
impl View for Scene {
    fn input(&self, place: usize, bit: usize) -> Bit {
        self.inputs[place][bit]
    }

    fn wire(&self, wire: Option<usize>, _: u32) -> Bit {
        seen(self, wire)
    }

    fn remembered(&self, bit: usize) -> Node {
        self.state[bit]
    }
}

pub struct CircuitMachine {
    pub(super) network: Network,
    /// By input of the network: its index among the inputs of the specification.
    places: Vec<usize>,
    /// By output of the specification: the output of the network.
    outputs: Vec<usize>,
    loads: Vec<Load>,
    /// By load: the store.
    edged: Vec<usize>,
    tables: Tables,
    /// A cell has too many inputs to be tabulated.
    pub gave_up: bool,
}

impl CircuitMachine {
    /// `inputs` and `outputs` as [`pins_of`] finds them among those of the network.
    pub fn new(network: Network, inputs: &[usize], outputs: Vec<usize>) -> CircuitMachine {
        let mut places = vec![0; network.inputs.len()];
        for (place, &pin) in inputs.iter().enumerate() {
            places[pin] = place;
        }
        let (mut loads, mut edged) = (Vec::new(), Vec::new());
        for (number, store) in network.stores.iter().enumerate() {
            let edge = match store.trigger {
                Trigger::Rising => Edge::Rising,
                Trigger::Falling => Edge::Falling,
                Trigger::High | Trigger::Low => continue,
            };
            let bits = store.first..store.first + store.width;
            loads.push(Load { edge, bits });
            edged.push(number);
        }
        CircuitMachine {
            network,
            places,
            outputs,
            loads,
            edged,
            tables: Tables::default(),
            gave_up: false,
        }
    }

    /// The same without cached functions.
    pub(crate) fn afresh(self) -> CircuitMachine {
        CircuitMachine {
            tables: Tables::default(),
            gave_up: false,
            ..self
        }
    }

    pub(super) fn wire(
        &mut self,
        logic: &mut Logic,
        scene: &mut Scene,
        wire: Option<usize>,
    ) -> Bit {
        let Some(root) = wire else {
            return Bit::FLOAT;
        };
        let mut path = vec![root];
        while let Some(&wire) = path.last() {
            if scene.values[wire].is_some() {
                path.pop();
                continue;
            }
            let before = path.len();
            let missing = self.network.before(wire);
            path.extend(missing.filter(|&wire| scene.values[wire].is_none()));
            if path.len() == before {
                let bit = self.drive(logic, &*scene, wire);
                scene.values[wire] = Some(vec![bit]);
                path.pop();
            }
        }
        seen(scene, Some(root))
    }

    pub(super) fn drive(&mut self, logic: &mut Logic, view: &dyn View, wire: usize) -> Bit {
        let info = &self.network.wires[wire];
        let pull = Bit::from_word(info.pull);
        let drivers = info.drivers.clone();
        let mut value = Bit::FLOAT;
        for driver in drivers {
            let (bit, own_pull) = match driver {
                Driver::Input { pin, bit, pull } => (view.input(self.places[pin], bit), pull),
                Driver::Wire { wire, pull } => (view.wire(Some(wire), CROSSING), pull),
                Driver::Store { bit, negated } => {
                    let bit = Bit::known(view.remembered(bit));
                    (if negated { logic.not(bit) } else { bit }, None)
                }
                Driver::Cell(cell) => (self.cell(logic, view, cell), None),
            };
            let bit = match own_pull {
                Some(up) => logic.pulled(bit, if up { Bit::ONE } else { Bit::ZERO }),
                None => bit,
            };
            value = logic.join(value, bit);
        }
        logic.pulled(value, pull)
    }

    fn cell(&mut self, logic: &mut Logic, view: &dyn View, number: usize) -> Bit {
        let cell = &self.network.cells[number];
        let delay = cell.delay();
        let inputs: Vec<Bit> = cell.inputs().map(|wire| view.wire(wire, delay)).collect();
        match self.tables.evaluate(logic, number, cell, &inputs) {
            Some(bit) => bit,
            None => {
                self.gave_up = true;
                Bit::UNDEFINED
            }
        }
    }

    fn store_inputs(&self, number: usize) -> Store {
        self.network.stores[number].clone()
    }

    /// The value a store would take over, and whether it does.
    fn taken(&mut self, logic: &mut Logic, scene: &mut Scene, store: &Store) -> Taken {
        let enable = self.wire(logic, scene, store.enable);
        let stopped = logic.is_zero(enable);
        let mut enabled = logic.bdd.not(stopped);
        let data: Vec<Bit> = store
            .data
            .iter()
            .map(|&wire| self.wire(logic, scene, wire))
            .collect();
        let old = scene.state[store.first];
        let one: Vec<Node> = data.iter().map(|&bit| logic.is_one(bit)).collect();
        let zero: Vec<Node> = data.iter().map(|&bit| logic.is_zero(bit)).collect();
        let data = match store.takes {
            Takes::Data => {
                let unknown = logic.some_unknown(&[&data]);
                enabled = logic.bdd.but_not(enabled, unknown);
                data.into_iter().map(|bit| bit.v).collect()
            }
            Takes::Toggle => vec![logic.bdd.xor(old, one[0])],
            Takes::SetClear | Takes::SetClearFlip => {
                let sets = logic.bdd.and(one[0], zero[1]);
                let clears = logic.bdd.and(zero[0], one[1]);
                let kept = match store.takes {
                    Takes::SetClear => old,
                    _ => {
                        let both = logic.bdd.and(one[0], one[1]);
                        logic.bdd.xor(old, both)
                    }
                };
                let set = logic.bdd.or(kept, sets);
                vec![logic.bdd.but_not(set, clears)]
            }
        };
        Taken {
            enabled,
            data,
            undefined: Node::FALSE,
        }
    }

    fn held(&mut self, logic: &mut Logic, scene: &mut Scene, store: &Store, high: bool) -> Force {
        let clock = self.wire(logic, scene, store.clock);
        let open = match high {
            true => logic.is_one(clock),
            false => logic.is_zero(clock),
        };
        let taken = self.taken(logic, scene, store);
        Force {
            condition: logic.bdd.and(open, taken.enabled),
            bits: store.first..store.first + store.width,
            data: taken.data,
            undefined: Node::FALSE,
        }
    }
}

fn seen(scene: &Scene, wire: Option<usize>) -> Bit {
    wire.and_then(|wire| scene.values[wire].as_ref())
        .map_or(Bit::FLOAT, |bits| bits[0])
}

impl Machine for CircuitMachine {
    fn bits(&self) -> usize {
        self.network.bits
    }

    fn loads(&self) -> &[Load] {
        &self.loads
    }

    fn scene(&self, state: &[Node], inputs: &[Bits]) -> Scene {
        Scene {
            state: state.to_vec(),
            inputs: inputs.to_vec(),
            values: vec![None; self.network.wires.len()],
        }
    }

    fn outputs(&mut self, logic: &mut Logic, scene: &mut Scene) -> Vec<Bits> {
        let outputs = self.outputs.clone();
        let mut values = Vec::new();
        for output in outputs {
            let wires = self.network.outputs[output].wires.clone();
            let bits = wires.iter().map(|&wire| self.wire(logic, scene, wire));
            values.push(bits.collect());
        }
        values
    }

    fn triggers(&mut self, logic: &mut Logic, scene: &mut Scene) -> Vec<Bit> {
        let edged = self.edged.clone();
        let clocks = edged.iter().map(|&store| self.network.stores[store].clock);
        let clocks: Vec<Option<usize>> = clocks.collect();
        clocks
            .into_iter()
            .map(|clock| self.wire(logic, scene, clock))
            .collect()
    }

    fn take(&mut self, logic: &mut Logic, scene: &mut Scene, load: usize) -> Taken {
        let store = self.store_inputs(self.edged[load]);
        self.taken(logic, scene, &store)
    }

    fn forces(&mut self, logic: &mut Logic, scene: &mut Scene) -> Vec<Force> {
        let mut forces = Vec::new();
        for number in 0..self.network.stores.len() {
            let store = self.store_inputs(number);
            match store.trigger {
                Trigger::High => forces.push(self.held(logic, scene, &store, true)),
                Trigger::Low => forces.push(self.held(logic, scene, &store, false)),
                Trigger::Rising | Trigger::Falling => {}
            }
            // Clearing wins over setting.
            for (wire, value) in [(store.preset, Node::TRUE), (store.clear, Node::FALSE)] {
                if wire.is_none() {
                    continue;
                }
                let bit = self.wire(logic, scene, wire);
                forces.push(Force {
                    condition: logic.is_one(bit),
                    bits: store.first..store.first + store.width,
                    data: vec![value; store.width],
                    undefined: Node::FALSE,
                });
            }
        }
        forces
    }
}
