//! The native processor in the socket of a board: the pins of the CdM-8 of gates, the processor of `cdm8` behind them.

use std::sync::Arc;

use cdm8::bus::{Access, Space};
use cdm8::cpu::Cpu;
use cdm8::variant::Variant;
use circuit::component::{Native, NativePins, PinInfo};
use circuit::netlist::NativeFactory;

use crate::hardware::cdm8::OUTPUTS;
use circuit::{Value, Word};

/// Outputs follow the falling edge by this many gate delays, so that everything on the board has taken the old values by
/// then, as with the processor of gates.
const DELAY: u32 = 20;

/// Where [`Native::memory`] answers "is in fetch state" and "is held".
pub(super) const FETCH: u32 = 0;
pub(super) const HELD: u32 = 1;

#[derive(Clone)]
struct Socket {
    cpu: Cpu,
    high: bool,
    pins: Pins,
}

/// Numbers of the pins.
#[derive(Clone)]
struct Pins {
    clock: usize,
    input: usize,
    irq: usize,
    vec: usize,
    outputs: [usize; 13],
}

/// Makes processors for circuits with the pins of the CdM-8.
pub(super) fn factory(variant: Variant) -> NativeFactory {
    Arc::new(move |pins: &[PinInfo]| {
        let number = |label: &str| {
            let at = pins.iter().position(|pin| pin.label == label);
            at.unwrap_or_else(|| panic!("the CdM-8 has a pin {label}"))
        };
        let pins = Pins {
            clock: number("clock"),
            input: number("data in"),
            irq: number("IRQ"),
            vec: number("vec"),
            outputs: OUTPUTS.map(number),
        };
        Box::new(Socket {
            cpu: Cpu::new(variant),
            high: false,
            pins,
        })
    })
}

/// The bits that are 1; a bit that is not known counts as 0.
fn known(word: Word) -> u8 {
    (word.v & !word.u) as u8
}

impl Native for Socket {
    fn evaluate(&mut self, pins: &mut NativePins<'_>) {
        let irq = pins.get(self.pins.irq) == Word::ONE;
        match pins.get(self.pins.clock) {
            Word::ONE => self.high = true,
            Word::ZERO if self.high => {
                self.high = false;
                let vector = known(pins.get(self.pins.vec)) & 7;
                let input = known(pins.get(self.pins.input));
                self.cpu.settle(input, irq.then_some(vector));
            }
            _ => {}
        }
        for (pin, (value, width)) in self.pins.outputs.into_iter().zip(self.outputs(irq)) {
            pins.drive(pin, Value::known(width, value.into()), DELAY);
        }
    }

    fn boxed_clone(&self) -> Box<dyn Native> {
        Box::new(self.clone())
    }

    fn memory(&self, address: u32) -> Option<u32> {
        match address {
            FETCH => Some(self.cpu.in_fetch().into()),
            HELD => Some(self.cpu.is_held().into()),
            _ => None,
        }
    }
}

impl Socket {
    /// The output pins, in order. Without a memory cycle address and data are 0 and the strobes are those of a read.
    fn outputs(&self, irq: bool) -> [(u8, u32); 13] {
        let cpu = &self.cpu;
        let (mem, address, out, read, data) = match cpu.request() {
            None => (false, 0, 0, true, false),
            Some(Access::Read { space, address }) => (true, address, 0, true, space == Space::Data),
            Some(Access::Write { address, value }) => (true, address, value, false, true),
        };
        let [r0, r1, r2, r3] = cpu.r;
        let bit = |on: bool| (u8::from(on), 1);
        let byte = |value: u8| (value, 8);
        [
            byte(address),
            byte(out),
            bit(mem),
            bit(read),
            bit(data),
            bit(cpu.iack(irq)),
            byte(cpu.pc),
            byte(cpu.sp),
            byte(cpu.ps),
            byte(r0),
            byte(r1),
            byte(r2),
            byte(r3),
        ]
    }
}
