//! The real simulator and the specification side by side, row by row.

use std::sync::Arc;

use circuit::netlist::{Design, PartId};
use circuit::project::Kind;
use circuit::sim::{Simulator, Snapshot};
use circuit::{Value, mask};

use super::{Difference, Wrong};
use crate::chip::{Chip, Role};
use crate::machine::{Mismatch, PinOf, pins_of};
use crate::run::{Runner, Saved, accepts};

pub(super) struct Bench {
    pub(super) simulator: Simulator,
    pub(super) runner: Runner,
    start: (Snapshot, Saved),
    pub(super) inputs: Vec<PinOf>,
    pub(super) outputs: Vec<PinOf>,
}

/// A moment of both.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Moment(Snapshot, Saved);

/// The input and output pins of the top circuit, in order.
pub(super) fn pins(design: &Design) -> (Vec<PinOf>, Vec<PinOf>) {
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for part in design.parts_of(circuit::netlist::InstanceId::ROOT) {
        let component = design.component(part);
        if component.kind() != Some(Kind::Pin) {
            continue;
        }
        let attrs = component.attrs.of(Kind::Pin);
        let pin = PinOf {
            name: component.label().unwrap_or("").to_owned(),
            width: design.ports_of(part)[0].width,
            part,
            tristate: attrs.flag("tristate"),
        };
        match attrs.flag("output") {
            true => outputs.push(pin),
            false => inputs.push(pin),
        }
    }
    (inputs, outputs)
}

impl Bench {
    pub(super) fn new(chip: &Arc<Chip>, simulator: &Simulator) -> Result<Bench, Vec<Mismatch>> {
        let (inputs, outputs) = pins(simulator.design());
        let (chosen_in, chosen_out) = pins_of(chip, &inputs, &outputs)?;
        let choose = |pins: &[PinOf], chosen: &[usize]| -> Vec<PinOf> {
            chosen.iter().map(|&pin| pins[pin].clone()).collect()
        };
        let mut bench = Bench {
            simulator: simulator.clone(),
            runner: Runner::new(chip.clone()),
            start: (simulator.snapshot(), Runner::new(chip.clone()).save()),
            inputs: choose(&inputs, &chosen_in),
            outputs: choose(&outputs, &chosen_out),
        };
        // Every run begins with all inputs 0.
        let zeros: Vec<Value> = bench
            .inputs
            .iter()
            .map(|pin| Value::known(pin.width, 0))
            .collect();
        bench.row(&zeros);
        bench.start = (bench.simulator.snapshot(), bench.runner.save());
        Ok(bench)
    }

    pub(super) fn part(&self, input: usize) -> PartId {
        self.inputs[input].part
    }

    pub(super) fn reset(&mut self) {
        let (snapshot, saved) = self.start.clone();
        self.load(&Moment(snapshot, saved));
    }

    pub(super) fn save(&self) -> Moment {
        Moment(self.simulator.snapshot(), self.runner.save())
    }

    pub(super) fn load(&mut self, moment: &Moment) {
        self.simulator.restore(&moment.0);
        self.runner.load(&moment.1);
    }

    /// Sets the inputs, one after the other.
    pub(super) fn row(&mut self, row: &[Value]) {
        for (input, &value) in row.iter().enumerate() {
            if self.runner.inputs()[input] == value
                && self.simulator.port(self.part(input), 0) == value
            {
                continue;
            }
            // The width is that of the pin, and only pins that can float are given floating bits.
            let _ = self.simulator.set_pin(self.part(input), value);
            self.runner.set(input, value);
        }
    }

    /// The differences now. Where the specification leaves an output open there is none.
    pub(super) fn wrong(&mut self) -> Vec<Wrong> {
        if !self.runner.is_defined() {
            return Vec::new();
        }
        let restless = self.simulator.is_oscillating();
        let expected = self.runner.outputs();
        let mut wrong = Vec::new();
        for (pin, expected) in self.outputs.iter().zip(expected) {
            let found = self.simulator.port(pin.part, 0);
            if !accepts(expected, found) || restless {
                wrong.push(Wrong {
                    output: pin.name.clone(),
                    expected,
                    found,
                });
            }
        }
        wrong
    }

    /// Plays rows after the start and returns the difference after the first row that has one.
    pub(super) fn replay(&mut self, rows: &[Vec<Value>], shortest: bool) -> Option<Difference> {
        self.reset();
        let mut done = vec![self.runner.inputs()];
        let wrong = self.wrong();
        if !wrong.is_empty() {
            return Some(Difference {
                rows: done,
                wrong,
                shortest: true,
            });
        }
        for row in rows {
            self.row(row);
            done.push(row.clone());
            let wrong = self.wrong();
            if !wrong.is_empty() {
                return Some(Difference {
                    rows: done,
                    wrong,
                    shortest,
                });
            }
        }
        None
    }

    /// Random rows, restarted now and then; a difference is shortened.
    pub(super) fn random(&mut self, rows: usize, seed: u64) -> Option<Difference> {
        let mut random = Random(seed | 1);
        let mut left = rows;
        while left > 0 {
            let length = (8 + random.below(120) as usize).min(left);
            left -= length;
            let mut now: Vec<Value> = self
                .inputs
                .iter()
                .map(|pin| Value::known(pin.width, 0))
                .collect();
            let mut run = Vec::with_capacity(length);
            for _ in 0..length {
                self.change(&mut now, &mut random);
                run.push(now.clone());
            }
            if let Some(difference) = self.replay(&run, false) {
                return Some(self.shorter(difference));
            }
        }
        None
    }

    /// Changes some inputs: one bit that may be a clock, or several values.
    fn change(&self, row: &mut [Value], random: &mut Random) {
        let count = self.inputs.len() as u64;
        if count == 0 {
            return;
        }
        let several = random.below(3);
        for _ in 0..=several {
            let input = random.below(count) as usize;
            let pin = &self.inputs[input];
            row[input] = self.random_value(input, pin, row[input], random);
        }
    }

    fn random_value(&self, input: usize, pin: &PinOf, old: Value, random: &mut Random) -> Value {
        let chip = self.runner.chip();
        let net = chip.of(Role::Input).nth(input);
        let floats = pin.tristate && net.is_some_and(|net| chip.nets[net].floats);
        if floats && random.below(2) == 0 {
            return Value::floating(pin.width);
        }
        match (pin.width, random.below(4)) {
            (1, _) => Value::known(1, old.word.v ^ 1),
            (_, 0) => Value::known(pin.width, old.word.v.wrapping_add(1)),
            (_, 1) => Value::known(pin.width, [0, mask(pin.width)][random.below(2) as usize]),
            _ => Value::known(pin.width, random.next() as u32),
        }
    }

    /// Drops rows, and changes within rows, for as long as the difference persists.
    fn shorter(&mut self, difference: Difference) -> Difference {
        let mut best = difference;
        let mut tries = 2000;
        let mut size = best.rows.len() / 2;
        while size > 0 && tries > 0 {
            let mut at = 1;
            while at + size <= best.rows.len() && tries > 0 {
                tries -= 1;
                let mut rows = best.rows[1..].to_vec();
                rows.drain(at - 1..at - 1 + size);
                match self.replay(&rows, false) {
                    Some(shorter) => best = shorter,
                    None => at += 1,
                }
            }
            size /= 2;
        }
        best
    }
}

/// A small generator of random numbers, the same everywhere for the same seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.next() % count.max(1)
    }
}
