//! Devices for programs without hardware: plain memory, an interrupt line driven by a plan, bytes that come
//! in at an address and bytes that go out at one.

use std::fmt;
use std::str::FromStr;

use crate::bus::{Bus, Space};
use crate::memory::Memory;
use timeline::Reader;

/// When the IRQ pin is high.
///
/// | text       | the pin is high                                       |
/// |------------|-------------------------------------------------------|
/// | `100`      | from clock 100 until the processor acknowledges       |
/// | `100:3`    | the same, with vector 3                               |
/// | `100-120`  | in the clocks from 100 up to, not with, 120           |
/// | `100/50`   | from 100, 150, 200 .. until acknowledged, each time   |
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pulse {
    pub from: u64,
    /// How many clocks; until acknowledged if none.
    pub length: Option<u64>,
    /// Repeats after this many clocks.
    pub period: Option<u64>,
    pub vector: u8,
    /// Occurrences acknowledged.
    served: u64,
}

impl Pulse {
    pub fn until_acknowledged(from: u64, vector: u8) -> Pulse {
        Pulse {
            from,
            length: None,
            period: None,
            vector: vector & 7,
            served: 0,
        }
    }

    pub fn between(from: u64, to: u64, vector: u8) -> Pulse {
        Pulse {
            length: Some(to.saturating_sub(from)),
            ..Pulse::until_acknowledged(from, vector)
        }
    }

    /// Occurrences that have begun by this clock.
    fn begun(&self, clock: u64) -> u64 {
        match (clock.checked_sub(self.from), self.period) {
            (None, _) => 0,
            (Some(_), None) => 1,
            (Some(since), Some(period)) => since / period.max(1) + 1,
        }
    }

    fn is_high(&self, clock: u64) -> bool {
        let begun = self.begun(clock);
        match self.length {
            _ if begun == 0 => false,
            None => self.served < begun,
            Some(length) => {
                let start = self.from + (begun - 1) * self.period.unwrap_or(0);
                clock - start < length
            }
        }
    }

    /// Whether it can never be high again.
    fn is_over(&self, clock: u64) -> bool {
        match (self.period, self.length) {
            (Some(_), _) => false,
            (None, None) => self.served > 0,
            (None, Some(length)) => clock >= self.from.saturating_add(length),
        }
    }
}

impl FromStr for Pulse {
    type Err = String;

    fn from_str(text: &str) -> Result<Pulse, String> {
        let fail = || {
            format!(
                "{text:?} is not an interrupt plan: CLOCK, FROM-TO or FROM/PERIOD, then :VECTOR (0 to 7) if not 0"
            )
        };
        let number = |digits: &str| digits.parse::<u64>().map_err(|_| fail());
        let (time, vector) = text.split_once(':').unwrap_or((text, "0"));
        let vector = number(vector)?;
        if vector > 7 {
            return Err(fail());
        }
        let mut pulse = Pulse::until_acknowledged(0, vector as u8);
        if let Some((from, to)) = time.split_once('-') {
            pulse = Pulse::between(number(from)?, number(to)?, vector as u8);
            if pulse.length == Some(0) {
                return Err(fail());
            }
        } else if let Some((from, period)) = time.split_once('/') {
            (pulse.from, pulse.period) = (number(from)?, Some(number(period)?));
            if pulse.period == Some(0) {
                return Err(fail());
            }
        } else {
            pulse.from = number(time)?;
        }
        Ok(pulse)
    }
}

impl fmt::Display for Pulse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        if let Some(length) = self.length {
            write!(f, "-{}", self.from + length)?;
        }
        if let Some(period) = self.period {
            write!(f, "/{period}")?;
        }
        write!(f, ":{}", self.vector)
    }
}

/// An address in data space whose reads take one byte after the other; the last one stays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Input {
    pub address: u8,
    pub bytes: Vec<u8>,
    next: usize,
}

impl Input {
    pub fn new(address: u8, bytes: Vec<u8>) -> Input {
        Input {
            address,
            bytes,
            next: 0,
        }
    }

    /// Unread bytes.
    pub fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.next)
    }

    fn take(&mut self) -> u8 {
        let last = self.bytes.len().saturating_sub(1);
        let value = self.bytes.get(self.next.min(last)).copied().unwrap_or(0);
        self.next = (self.next + 1).min(self.bytes.len());
        value
    }
}

/// An address in data space whose writes are recorded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Output {
    pub address: u8,
    pub written: Vec<u8>,
}

/// Maximum size of an output; a program in a loop must not fill the host's memory.
pub const OUTPUT_LIMIT: usize = 65_536;

/// Memory, interrupt plan, inputs, outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Devices {
    pub memory: Memory,
    pub irq: Vec<Pulse>,
    pub inputs: Vec<Input>,
    pub outputs: Vec<Output>,
    /// Clocks so far.
    pub clock: u64,
}

impl Devices {
    pub fn new(memory: Memory) -> Devices {
        Devices {
            memory,
            irq: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            clock: 0,
        }
    }

    /// Appends the state: memory, the interrupt plan, the positions in inputs and outputs.
    pub(crate) fn save(&self, state: &mut Vec<u8>) {
        for &space in self.memory.spaces() {
            state.extend(self.memory.space(space));
        }
        for input in &self.inputs {
            state.extend((input.next as u64).to_le_bytes());
        }
        state.extend((self.irq.len() as u64).to_le_bytes());
        for pulse in &self.irq {
            let Pulse {
                from,
                length,
                period,
                vector,
                served,
            } = pulse;
            let optional = |number: &Option<u64>| number.map_or(0, |number| number + 1);
            for number in [*from, optional(length), optional(period), *served] {
                state.extend(number.to_le_bytes());
            }
            state.push(*vector);
        }
        for output in &self.outputs {
            state.extend((output.written.len() as u64).to_le_bytes());
            state.extend(&output.written);
        }
    }

    /// Restores the state saved by devices with the same inputs and outputs.
    pub(crate) fn load(&mut self, state: &mut Reader<'_>) {
        for &space in self.memory.spaces() {
            self.memory.load(space, state.bytes(256));
        }
        for input in &mut self.inputs {
            input.next = state.u64() as usize;
        }
        let count = state.u64();
        let mut pulse = || {
            let optional = |number: u64| number.checked_sub(1);
            let (from, length, period) = (state.u64(), state.u64(), state.u64());
            Pulse {
                from,
                length: optional(length),
                period: optional(period),
                served: state.u64(),
                vector: state.u8(),
            }
        };
        self.irq = (0..count).map(|_| pulse()).collect();
        for output in &mut self.outputs {
            let count = state.u64() as usize;
            output.written = state.bytes(count).to_vec();
        }
    }

    /// Whether it is plain memory, which can then be used directly.
    pub fn is_plain(&self) -> bool {
        self.irq.is_empty() && self.inputs.is_empty() && self.outputs.is_empty()
    }
}

impl Bus for Devices {
    #[inline]
    fn read(&mut self, space: Space, address: u8) -> u8 {
        if space == Space::Data && !self.inputs.is_empty() {
            let mut inputs = self.inputs.iter_mut();
            if let Some(input) = inputs.find(|input| input.address == address) {
                return input.take();
            }
        }
        self.memory.get(space, address)
    }

    #[inline]
    fn write(&mut self, address: u8, value: u8) {
        for output in &mut self.outputs {
            if output.address == address && output.written.len() < OUTPUT_LIMIT {
                output.written.push(value);
            }
        }
        self.memory.set(Space::Data, address, value);
    }

    #[inline]
    fn irq(&self) -> Option<u8> {
        let mut pulses = self.irq.iter();
        let high = pulses.find(|pulse| pulse.is_high(self.clock));
        high.map(|pulse| pulse.vector)
    }

    fn acknowledge(&mut self) {
        let clock = self.clock;
        let mut pulses = self.irq.iter_mut();
        if let Some(pulse) = pulses.find(|pulse| pulse.is_high(clock)) {
            pulse.served = pulse.begun(clock);
        }
    }

    #[inline]
    fn tick(&mut self) {
        self.clock += 1;
    }

    fn is_silent(&self) -> bool {
        self.irq.iter().all(|pulse| pulse.is_over(self.clock))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Cpu, Stop};
    use crate::variant::Variant;

    fn high(text: &str, clocks: std::ops::Range<u64>) -> Vec<u64> {
        let pulse: Pulse = text.parse().unwrap();
        clocks.filter(|&clock| pulse.is_high(clock)).collect()
    }

    #[test]
    fn plans_read_and_write() {
        for text in ["100:0", "7:3", "10-20:1", "5/50:7"] {
            assert_eq!(text.parse::<Pulse>().unwrap().to_string(), text);
        }
        assert_eq!("9".parse::<Pulse>().unwrap().to_string(), "9:0");
        for text in [
            "",
            "x",
            "1:8",
            "5-5",
            "9-3",
            "1/0",
            "1:",
            "-1",
            "99999999999999999999",
        ] {
            assert!(text.parse::<Pulse>().is_err(), "{text}");
        }
        assert_eq!(high("3-5", 0..9), [3, 4]);
        assert_eq!(high("7", 5..9), [7, 8]);
    }

    #[test]
    fn an_acknowledge_ends_a_pulse_until_its_period_is_over() {
        let mut devices = Devices::new(Memory::von_neumann(&[]));
        devices.irq = vec!["2/10:5".parse().unwrap()];
        devices.clock = 4;
        assert_eq!(devices.irq(), Some(5));
        devices.acknowledge();
        assert_eq!(devices.irq(), None);
        assert!(!devices.is_silent());
        devices.clock = 12;
        assert_eq!(devices.irq(), Some(5));
    }

    #[test]
    fn inputs_feed_reads_and_outputs_keep_writes() {
        let mut devices = Devices::new(Memory::harvard(&[], &[]));
        devices.inputs.push(Input::new(0xF0, vec![1, 2]));
        devices.outputs.push(Output {
            address: 0xF1,
            written: vec![],
        });
        let reads: Vec<u8> = (0..4).map(|_| devices.read(Space::Data, 0xF0)).collect();
        assert_eq!(reads, [1, 2, 2, 2]);
        assert_eq!(devices.inputs[0].left(), 0);
        devices.write(0xF1, 7);
        devices.write(0xF2, 8);
        assert_eq!(devices.outputs[0].written, [7]);
        assert_eq!(devices.memory.get(Space::Data, 0xF2), 8);
    }

    /// A handler at 10 that counts in r3, entered through vector 2 with interrupts on.
    #[test]
    fn an_interrupt_runs_its_handler_once_and_wakes_wait() {
        let mut code = [0; 256];
        // ldi r0,8; push r0; ldi r1,80; push r1; rti; wait; halt
        code[..11].copy_from_slice(&[
            0xD0, 8, 0xC0, 0xD1, 0x80, 0xC1, 0xD9, 0xD4, 0xD5, 0xD4, 0xD4,
        ]);
        code[0x10..0x12].copy_from_slice(&[0x8F, 0xD9]);
        code[0xF4] = 0x10;
        let mut devices = Devices::new(Memory::harvard(&code, &[]));
        devices.irq = vec!["60:2".parse().unwrap()];
        let mut cpu = Cpu::new(Variant::Mark5);
        assert_eq!(cpu.run(&mut devices, 1000), Stop::Halt);
        assert_eq!((cpu.pc, cpu.r[3], cpu.ps & 0x80), (0x0A, 1, 0x80));
        devices.irq.clear();
        cpu.jump(8);
        assert_eq!(cpu.run(&mut devices, 2000), Stop::Waiting);
    }
}
