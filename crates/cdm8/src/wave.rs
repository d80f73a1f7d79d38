//! A run as a VCD waveform: every register and the bus, clock by clock.
//!
//! A clock takes two units of time. At the first the `clock` net rises and the bus shows its cycle; at the second it falls
//! and the registers have loaded.

use formats::wave::{SignalId, Unit, Writer};

use crate::bus::{Access, Space};
use crate::cpu::{Cpu, Cycle};

const WIDE: [&str; 9] = ["pc", "sp", "ps", "r0", "r1", "r2", "r3", "address", "data"];
const NARROW: [&str; 6] = ["clock", "mem", "read", "data_space", "irq", "iack"];

/// Writes a waveform while a processor runs.
pub struct Wave {
    writer: Writer<Vec<u8>>,
    nets: Vec<SignalId>,
    clocks: u64,
}

/// Writing to memory does not fail.
const IN_MEMORY: &str = "a vector takes every byte";

impl Wave {
    pub fn new(title: &str) -> Wave {
        let mut writer = Writer::new(Vec::new(), title, Unit::Microsecond).expect(IN_MEMORY);
        writer.scope("cdm8").expect(IN_MEMORY);
        let wide = WIDE.map(|name| (name, 8));
        let narrow = NARROW.map(|name| (name, 1));
        let nets = wide
            .into_iter()
            .chain(narrow)
            .map(|(name, width)| writer.signal(name, width).expect(IN_MEMORY))
            .collect();
        writer.end_scope().expect(IN_MEMORY);
        Wave {
            writer,
            nets,
            clocks: 0,
        }
    }

    /// Adds a clock: the processor before it, the pins in it, and the processor after it.
    pub fn clock(&mut self, before: &Cpu, cycle: Cycle, irq: bool, after: &Cpu) {
        if self.clocks == 0 {
            self.writer.start([]).expect(IN_MEMORY);
            self.registers(before);
        }
        self.writer.at(2 * self.clocks);
        self.bus(cycle);
        for (net, level) in [(9, true), (13, irq), (14, cycle.iack)] {
            self.set(net, level);
        }
        self.writer.at(2 * self.clocks + 1);
        self.set(9, false);
        self.registers(after);
        self.clocks += 1;
    }

    /// The text of the waveform.
    pub fn finish(mut self) -> Vec<u8> {
        self.writer.finish(2 * self.clocks).expect(IN_MEMORY);
        self.writer.into_bytes()
    }

    fn registers(&mut self, cpu: &Cpu) {
        let [r0, r1, r2, r3] = cpu.r;
        for (net, value) in [cpu.pc, cpu.sp, cpu.ps, r0, r1, r2, r3]
            .into_iter()
            .enumerate()
        {
            self.set(net, value);
        }
    }

    fn bus(&mut self, cycle: Cycle) {
        let (address, read, data_space) = match cycle.access {
            None => (None, false, false),
            Some(Access::Read { space, address }) => (Some(address), true, space == Space::Data),
            Some(Access::Write { address, .. }) => (Some(address), false, true),
        };
        if let Some(address) = address {
            self.set(7, address);
            self.set(8, cycle.value);
        }
        for (net, level) in [(10, address.is_some()), (11, read), (12, data_space)] {
            self.set(net, level);
        }
    }

    fn set(&mut self, net: usize, value: impl Into<formats::wave::Bits>) {
        let written = self.writer.set(self.nets[net], value.into());
        written.expect(IN_MEMORY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;
    use crate::variant::Variant;
    use std::collections::HashMap;
    use vcd::{IdCode, Value};

    /// Reads a waveform back: the value of every net after each moment.
    fn read(text: &[u8]) -> Vec<(u64, HashMap<String, u64>)> {
        let mut parser = vcd::Parser::new(text);
        let header = parser.parse_header().unwrap();
        let scope = header.find_scope(&["cdm8"]).unwrap();
        let names: HashMap<IdCode, String> = scope
            .items
            .iter()
            .filter_map(|item| match item {
                vcd::ScopeItem::Var(var) => Some((var.code, var.reference.clone())),
                _ => None,
            })
            .collect();
        let number = |bits: &mut dyn Iterator<Item = Value>| {
            bits.fold(0, |n, bit| n * 2 + u64::from(bit == Value::V1))
        };
        let (mut moments, mut now) = (Vec::new(), HashMap::new());
        for command in parser.map(Result::unwrap) {
            match command {
                vcd::Command::Timestamp(time) => moments.push((time, now.clone())),
                vcd::Command::ChangeScalar(id, bit) => {
                    now.insert(names[&id].clone(), number(&mut std::iter::once(bit)));
                }
                vcd::Command::ChangeVector(id, bits) => {
                    now.insert(names[&id].clone(), number(&mut bits.iter()));
                }
                _ => {}
            }
            if let Some((_, last)) = moments.last_mut() {
                last.clone_from(&now);
            }
        }
        moments
    }

    #[test]
    fn the_waveform_holds_every_clock() {
        let mut memory = Memory::harvard(&[0xD0, 0x42, 0xA0, 0x8C, 0xD4], &[]);
        let mut cpu = Cpu::new(Variant::Mark5);
        let mut wave = Wave::new("a test");
        let mut expected = Vec::new();
        while cpu.stopped().is_none() {
            let before = cpu.clone();
            let cycle = cpu.clock(&mut memory);
            wave.clock(&before, cycle, false, &cpu);
            expected.push((u64::from(cpu.pc), u64::from(cpu.r[0]), cycle));
        }
        let moments = read(&wave.finish());
        assert_eq!(moments.len(), 2 * expected.len() + 1);
        for (clock, (pc, r0, cycle)) in expected.into_iter().enumerate() {
            let (time, rise) = &moments[2 * clock];
            let (_, fall) = &moments[2 * clock + 1];
            assert_eq!(
                (*time, rise["clock"], fall["clock"]),
                (2 * clock as u64, 1, 0)
            );
            assert_eq!((fall["pc"], fall["r0"]), (pc, r0));
            assert_eq!(rise["mem"] == 1, cycle.access.is_some());
            if let Some(Access::Write { address, value }) = cycle.access {
                assert_eq!(
                    (rise["address"], rise["data"]),
                    (address.into(), value.into())
                );
                assert_eq!((rise["read"], rise["data_space"]), (0, 1));
            }
        }
    }
}
