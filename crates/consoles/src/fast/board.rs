//! A processor in the socket of a board.

use std::marker::PhantomData;

use cdm8::bus::{Access, Bus, Space};
use cdm8::cpu::Cpu;

use super::chips::Chips;
use crate::firmware::Bank;
use crate::machine::Touch;
use crate::panel::{Button, Lights};

/// How the chips of a console answer the processor and the buttons.
pub(crate) trait Wiring: Clone {
    /// Where the pad starts.
    const PAD: u8;

    /// A data read, with its side effects on the chips.
    fn read(chips: &mut Chips, address: u8) -> u8;

    fn peek(chips: &Chips, address: u8) -> u8;

    /// A data write.
    fn write(chips: &mut Chips, address: u8, value: u8);

    /// A button's trigger line has fallen; `written` is the address of a write in progress.
    fn latch(chips: &mut Chips, button: Button, written: Option<u8>);

    /// The clock has risen during a write to this address.
    #[inline]
    fn writing(_chips: &mut Chips, _address: u8) {}

    fn lights(chips: &Chips) -> Lights;

    /// Sets everything but the seeds so that the program is about to ask for a move; `last` is the pit the human played
    /// last, 0 for none.
    fn arrange(chips: &mut Chips, north_moves: bool, last: u8) -> Start;
}

/// Where such a program continues.
pub struct Start {
    pub label: &'static str,
    pub stack: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<W> {
    pub cpu: Cpu,
    pub chips: Chips,
    /// The data cell used last.
    pub touched: Option<Touch>,
    wiring: PhantomData<W>,
}

/// The bus: ROM bank on one side, chips on the other.
struct Socket<'a, W> {
    chips: &'a mut Chips,
    touched: &'a mut Option<Touch>,
    banks: &'a [Bank],
    wiring: PhantomData<W>,
}

impl<W: Wiring> Bus for Socket<'_, W> {
    #[inline]
    fn read(&mut self, space: Space, address: u8) -> u8 {
        match space {
            Space::Instruction => {
                self.banks[usize::from(self.chips.bank)].image()[usize::from(address)]
            }
            Space::Data => {
                *self.touched = Some(Touch {
                    address,
                    written: false,
                });
                W::read(self.chips, address)
            }
        }
    }

    #[inline]
    fn write(&mut self, address: u8, value: u8) {
        *self.touched = Some(Touch {
            address,
            written: true,
        });
        W::write(self.chips, address, value);
    }

    fn is_silent(&self) -> bool {
        true
    }
}

impl<W: Wiring> Board<W> {
    pub fn of(cpu: Cpu, chips: Chips) -> Board<W> {
        Board {
            cpu,
            chips,
            touched: None,
            wiring: PhantomData,
        }
    }

    /// One clock; the address it wrote to, if it did.
    pub fn clock(&mut self, banks: &[Bank]) -> Option<u8> {
        let before = self.touched.take();
        let (cpu, mut socket) = self.parts(banks);
        cpu.clock(&mut socket);
        let written = self.touched.filter(|touch| touch.written);
        self.touched = self.touched.or(before);
        written.map(|touch| touch.address)
    }

    /// The address the processor writes to in this clock.
    fn writes(&self) -> Option<u8> {
        match self.cpu.request() {
            Some(Access::Write { address, .. }) => Some(address),
            _ => None,
        }
    }

    /// The first half of a clock.
    pub fn rise(&mut self) {
        if let Some(address) = self.writes() {
            W::writing(&mut self.chips, address);
        }
    }

    pub fn step(&mut self, banks: &[Bank]) {
        let (cpu, mut socket) = self.parts(banks);
        cpu.step(&mut socket);
    }

    /// Steps until `done` or a halt, or for this many clocks; whether it ended with `done`.
    pub fn run(&mut self, banks: &[Bank], clocks: u64, done: impl Fn(&Chips) -> bool) -> bool {
        let end = self.cpu.clocks + clocks;
        let (cpu, mut socket) = self.parts(banks);
        loop {
            if done(socket.chips) {
                return true;
            }
            if cpu.clocks >= end || cpu.is_held() {
                return false;
            }
            cpu.step(&mut socket);
        }
    }

    pub fn run_until(
        &mut self,
        banks: &[Bank],
        clocks: u64,
        wanted: impl Fn(Lights) -> bool,
    ) -> bool {
        self.run(banks, clocks, |chips| wanted(W::lights(chips)))
    }

    pub fn lights(&self) -> Lights {
        W::lights(&self.chips)
    }

    pub fn peek(&self, address: u8) -> u8 {
        W::peek(&self.chips, address)
    }

    pub fn pad(&self) -> u8 {
        W::PAD
    }

    fn parts<'a>(&'a mut self, banks: &'a [Bank]) -> (&'a mut Cpu, Socket<'a, W>) {
        let socket = Socket {
            chips: &mut self.chips,
            touched: &mut self.touched,
            banks,
            wiring: PhantomData,
        };
        (&mut self.cpu, socket)
    }

    /// `high`: in the second half of a clock, when the processor's access is on the bus.
    pub fn hold(&mut self, buttons: &[Button], high: bool) {
        let written = self.writes().filter(|_| high);
        for button in self.chips.hold(buttons).into_iter().flatten() {
            W::latch(&mut self.chips, button, written);
        }
    }

    /// Puts seeds on the displays and lets the program continue as if it had reached this position in play.
    pub fn arrange(&mut self, banks: &[Bank], seeds: &[[u8; 7]; 2], north_moves: bool, last: u8) {
        for (row, first) in seeds.iter().zip([1, 9]) {
            let start = usize::from(W::PAD + first);
            self.chips.data[start..start + 7].copy_from_slice(row);
        }
        (self.chips.waiting, self.chips.emptied) = (false, 0);
        let start = W::arrange(&mut self.chips, north_moves, last);
        let program = &banks[usize::from(self.chips.bank)].program;
        let address = program.address_of(start.label);
        self.cpu.jump(address.expect("the firmware has the label"));
        self.cpu.sp = start.stack;
    }
}
