//! The processor and its environment, as a subject of a timeline.

use std::fmt;

use timeline::{Pace, Reader as Bytes, Subject};

use super::expr::{Reader, Thing};
use crate::bus::{Bus, Space};
use crate::cpu::{Cpu, Stop};
use crate::devices::{Devices, Pulse};
use crate::symbols::Symbols;

/// The processor and its environment.
#[derive(Clone, Debug)]
pub struct Computer {
    pub cpu: Cpu,
    pub devices: Devices,
    /// Between a rising and a falling edge of the clock.
    high: bool,
    /// Nanoseconds of work so far, roughly.
    worked: u64,
    /// The addresses written by the current or the last instruction, one bit each.
    written: [u64; 4],
    /// The data cell used last, and whether it was written.
    touched: Option<(u8, bool)>,
}

/// The writes of the last step are not part of the state.
impl PartialEq for Computer {
    fn eq(&self, other: &Computer) -> bool {
        (&self.cpu, &self.devices, self.high) == (&other.cpu, &other.devices, other.high)
    }
}

impl Eq for Computer {}

/// A manual change to a computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// `set r0 = 0x05`
    Set(Thing, u8),
    /// `irq 100/50:3`
    Irq(Pulse),
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Set(thing, value) => write!(f, "set {thing} = 0x{value:02x}"),
            Input::Irq(pulse) => write!(f, "irq {pulse}"),
        }
    }
}

impl Input {
    /// Parses an [`Input`]; names are registers, flags and cells at fixed addresses.
    pub fn read(text: &str) -> Result<Input, String> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "irq" => rest.trim().parse().map(Input::Irq),
            "set" => {
                let (thing, value) = rest
                    .split_once('=')
                    .ok_or("write set THING = VALUE, as set r0 = 0x05")?;
                let symbols = Symbols::default();
                let reader = Reader { symbols: &symbols };
                let value = reader.value(value)?.as_number();
                let value = value.ok_or("the value is not a number")?;
                let target = reader.value(thing)?;
                let target = target.as_thing().and_then(Thing::fixed);
                let target = target.ok_or_else(|| format!("'{}' cannot be set", thing.trim()))?;
                Ok(Input::Set(target, value))
            }
            _ => Err(format!("expected 'set' or 'irq', found '{word}'")),
        }
    }
}

impl Computer {
    pub fn new(cpu: Cpu, devices: Devices) -> Computer {
        Computer {
            cpu,
            devices,
            high: false,
            worked: 0,
            written: [0; 4],
            touched: None,
        }
    }

    /// One instruction, as [`Cpu::step`] does it.
    pub fn step(&mut self) {
        self.cpu.step(&mut self.devices);
    }

    /// Why it cannot continue, if so; a `wait` that nothing will end counts.
    pub fn stopped(&self) -> Option<Stop> {
        let for_ever = self.cpu.is_waiting() && self.devices.is_silent();
        self.cpu.stopped().or(for_ever.then_some(Stop::Waiting))
    }

    /// Whether the last instruction wrote to an address of data space.
    pub(crate) fn wrote(&self, address: u8) -> bool {
        self.written[usize::from(address / 64)] >> (address % 64) & 1 == 1
    }

    /// The cell of data space that the last steps used last, and whether they wrote it.
    pub fn touched(&self) -> Option<(u8, bool)> {
        self.touched
    }

    fn spied(&mut self) -> (&mut Cpu, Spy<'_>) {
        let Computer {
            cpu,
            devices,
            written,
            touched,
            ..
        } = self;
        let spy = Spy {
            devices,
            written,
            touched,
        };
        (cpu, spy)
    }

    /// A step at the pace of instructions begins here: between two of them, or in any clock of a processor that is held.
    fn is_at_instruction(&self) -> bool {
        !self.high && (self.cpu.in_fetch() || self.cpu.is_held())
    }
}

/// The longest instruction, an interrupt before it included, in half-ticks.
const LONGEST: u64 = 24;

impl Computer {
    /// Its period in clocks, if that is at most this many: Brent's cycle detection, with a
    /// state that is renewed after 1, 2, 4, 8 ... instructions.
    pub fn period(&self, most: u64) -> Option<u64> {
        let mut ahead = self.clone();
        let end = ahead.cpu.clocks.saturating_add(most);
        let (mut anchor, mut since, mut compared, mut patience) = (Vec::new(), 0, 0, 1);
        let mut state = Vec::new();
        while ahead.cpu.clocks < end && ahead.stopped().is_none() {
            state.clear();
            ahead.save(&mut state);
            if state == anchor {
                return Some(ahead.cpu.clocks - since);
            }
            compared += 1;
            if compared >= patience {
                (anchor, since) = (state.clone(), ahead.cpu.clocks);
                (compared, patience) = (0, patience * 2);
            }
            ahead.step();
        }
        None
    }
}

impl Subject for Computer {
    type Input = Input;

    fn moment(&self) -> u64 {
        2 * self.cpu.clocks + u64::from(self.high)
    }

    fn half_tick(&mut self) {
        if self.high {
            self.cpu.clock(&mut self.devices);
        }
        self.high = !self.high;
    }

    fn take(&mut self, input: &Input) {
        match input {
            Input::Set(thing, value) => thing.write(self, *value),
            Input::Irq(pulse) => self.devices.irq.push(pulse.clone()),
        }
    }

    fn save(&self, state: &mut Vec<u8>) {
        self.cpu.save(state);
        state.push(self.high.into());
        let ahead = self.devices.clock.wrapping_sub(self.cpu.clocks);
        state.extend(ahead.to_le_bytes());
        // Interrupts still to come depend on the clock.
        let clocks = match self.devices.is_silent() {
            true => 0,
            false => self.cpu.clocks + 1,
        };
        state.extend(clocks.to_le_bytes());
        self.devices.save(state);
    }

    fn load(&mut self, moment: u64, state: &[u8]) {
        let mut state = Bytes(state);
        self.cpu.restore(&mut state);
        self.cpu.clocks = moment / 2;
        self.high = state.u8() != 0;
        self.devices.clock = self.cpu.clocks.wrapping_add(state.u64());
        state.u64();
        self.devices.load(&mut state);
        self.written = [0; 4];
        self.touched = None;
    }

    fn values(&self, values: &mut Vec<u8>) {
        let Cpu { r, pc, sp, ps, .. } = &self.cpu;
        values.extend([r[0], r[1], r[2], r[3], *pc, *sp, *ps]);
        for &space in self.devices.memory.spaces() {
            values.extend(self.devices.memory.space(space));
        }
    }

    fn run(&mut self, half_ticks: u64) {
        self.worked += 4 * half_ticks;
        let end = self.moment() + half_ticks;
        while self.moment() < end {
            match !self.high && self.moment() + LONGEST <= end {
                true => self.cpu.step(&mut self.devices),
                false => self.half_tick(),
            }
        }
    }

    fn between_instructions(&self) -> bool {
        self.is_at_instruction()
    }

    fn step(&mut self, pace: Pace, most: u64) {
        self.worked += 40;
        if self.is_at_instruction() {
            self.written = [0; 4];
        }
        if pace == Pace::Instruction && !self.high && most >= LONGEST {
            let (cpu, mut spy) = self.spied();
            return cpu.step(&mut spy);
        }
        for _ in 0..most {
            if self.high {
                let (cpu, mut spy) = self.spied();
                cpu.clock(&mut spy);
            }
            self.high = !self.high;
            if self.is_at(pace) {
                return;
            }
        }
    }

    fn effort(&self) -> Option<u64> {
        Some(self.worked)
    }

    fn is_stuck(&self) -> bool {
        self.stopped().is_some()
    }
}

/// The devices, with a record of the addresses written and of the one used last.
struct Spy<'a> {
    devices: &'a mut Devices,
    written: &'a mut [u64; 4],
    touched: &'a mut Option<(u8, bool)>,
}

impl Bus for Spy<'_> {
    fn read(&mut self, space: Space, address: u8) -> u8 {
        if space == Space::Data {
            *self.touched = Some((address, false));
        }
        self.devices.read(space, address)
    }

    fn write(&mut self, address: u8, value: u8) {
        self.written[usize::from(address / 64)] |= 1 << (address % 64);
        *self.touched = Some((address, true));
        self.devices.write(address, value);
    }

    fn irq(&self) -> Option<u8> {
        self.devices.irq()
    }

    fn acknowledge(&mut self) {
        self.devices.acknowledge();
    }

    fn tick(&mut self) {
        self.devices.tick();
    }

    fn is_silent(&self) -> bool {
        self.devices.is_silent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;
    use crate::variant::Variant;
    use proptest::prelude::*;
    use timeline::{Budget, Limits, Timeline};

    fn computer(code: &[u8], harvard: bool) -> Computer {
        let memory = match harvard {
            true => Memory::harvard(code, code),
            false => Memory::von_neumann(code),
        };
        Computer::new(Cpu::new(Variant::Mark5), Devices::new(memory))
    }

    #[derive(Clone, Debug)]
    enum Act {
        Run(u64),
        Goto(u64),
        Back(Pace),
        Input(Input),
    }

    fn act() -> impl Strategy<Value = Act> {
        let pace = prop_oneof![
            Just(Pace::HalfTick),
            Just(Pace::Clock),
            Just(Pace::Instruction)
        ];
        let set = (0..4usize, any::<u8>()).prop_map(|(r, value)| Input::Set(Thing::Reg(r), value));
        let jump = any::<u8>().prop_map(|value| Input::Set(Thing::Pc, value));
        let irq = (0..2000u64).prop_map(|from| Input::Irq(Pulse::until_acknowledged(from, 3)));
        prop_oneof![
            (0..3000u64).prop_map(Act::Run),
            (0..8000u64).prop_map(Act::Goto),
            pace.prop_map(Act::Back),
            prop_oneof![set, jump, irq].prop_map(Act::Input),
        ]
    }

    /// Clock by clock from the start.
    fn plainly(mut computer: Computer, timeline: &Timeline<Computer>) -> Computer {
        for (at, input) in &timeline.inputs()[..timeline.inputs_done()] {
            while computer.moment() < *at {
                computer.half_tick();
            }
            computer.take(input);
        }
        while computer.moment() < timeline.now() {
            computer.half_tick();
        }
        computer
    }

    fn journey(code: &[u8], harvard: bool, acts: &[Act]) -> Result<(), TestCaseError> {
        let limits = Limits {
            bytes: 6000,
            spacing: 400,
        };
        let computer = computer(code, harvard);
        let mut timeline = Timeline::with_limits(computer.clone(), limits);
        for act in acts {
            let free = &mut Budget::unlimited();
            match act {
                Act::Run(count) => timeline.run(*count, free),
                Act::Goto(moment) => timeline.goto(*moment, free),
                Act::Back(pace) => timeline.step_back(*pace, free),
                Act::Input(input) => {
                    timeline.input(input.clone());
                    timeline::Arrival::There
                }
            };
            prop_assert_eq!(timeline.subject(), &plainly(computer.clone(), &timeline));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn journeys_equal_plain_running(code in proptest::collection::vec(any::<u8>(), 256), harvard: bool, acts in proptest::collection::vec(act(), 1..20)) {
            journey(&code, harvard, &acts)?;
        }

        #[test]
        fn inputs_read_back(which in 0..8usize, address: u8, value: u8) {
            let cell = |space| Thing::cell(space, address);
            let things = [
                Thing::Reg(2), Thing::Pc, Thing::Sp, Thing::Ps, Thing::Flag(1), Thing::Flag(0x80),
                cell(Space::Data), cell(Space::Instruction),
            ];
            let input = Input::Set(things[which].clone(), value);
            prop_assert_eq!(Input::read(&input.to_string()), Ok(input));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        #[ignore = "a minute: the same with many more programs"]
        fn many_journeys_equal_plain_running(code in proptest::collection::vec(any::<u8>(), 256), harvard: bool, acts in proptest::collection::vec(act(), 1..60)) {
            journey(&code, harvard, &acts)?;
        }
    }

    #[test]
    fn inputs_are_refused_in_words() {
        for wrong in [
            "",
            "hit r0",
            "set r0",
            "set r9 = 1",
            "set r0 = r1",
            "set 1 = 2",
            "set [r0] = 2",
            "irq x",
        ] {
            assert!(Input::read(wrong).is_err(), "{wrong}");
        }
    }
}
