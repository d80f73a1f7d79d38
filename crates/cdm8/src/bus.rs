//! The processor's environment: memory, devices, the interrupt line.

/// The two address spaces, selected by the `data/ins'` pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Opcodes, immediates, `ldc`, interrupt vectors. Never written.
    Instruction,
    /// `ld`, `st` and the stack.
    Data,
}

/// The memory cycle the processor requests in a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    Read { space: Space, address: u8 },
    Write { address: u8, value: u8 },
}

/// The devices around the processor. In every clock the processor makes at most one access, then `tick` ends the clock.
///
/// Accesses and ticks come in the same order and number whether the processor is run by clocks or by instructions,
/// so a device may count ticks to keep time. `irq` must not depend on how often it is asked.
pub trait Bus {
    fn read(&mut self, space: Space, address: u8) -> u8;

    /// Writes go to data space only.
    fn write(&mut self, address: u8, value: u8);

    /// The IRQ pin in this clock: the vector (0 to 7) while the pin is high.
    fn irq(&self) -> Option<u8> {
        None
    }

    /// The IAck pin is high in this clock.
    fn acknowledge(&mut self) {}

    /// A clock has ended.
    fn tick(&mut self) {}

    /// Whether IRQ can never be high again, so that a processor in `wait` waits for ever.
    fn is_silent(&self) -> bool {
        false
    }
}

impl<B: Bus + ?Sized> Bus for &mut B {
    fn read(&mut self, space: Space, address: u8) -> u8 {
        (**self).read(space, address)
    }

    fn write(&mut self, address: u8, value: u8) {
        (**self).write(address, value);
    }

    fn irq(&self) -> Option<u8> {
        (**self).irq()
    }

    fn acknowledge(&mut self) {
        (**self).acknowledge();
    }

    fn tick(&mut self) {
        (**self).tick();
    }

    fn is_silent(&self) -> bool {
        (**self).is_silent()
    }
}
