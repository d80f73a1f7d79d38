//! The native machine: the processor of `cdm8`, and the memory-mapped chips as small Rust values.

mod board;
mod chips;
mod y2016;
mod y2022;
mod y2023;

use cdm8::cpu::{Cpu, Stop};
use cdm8::debug::expr::Thing;
use cdm8::variant::Variant;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use timeline::Reader;

use self::board::Board;
use self::chips::Chips;
use self::y2016::Y2016;
use self::y2022::Y2022;
use self::y2023::Y2023;
use crate::firmware::{self, Bank};
use crate::machine::{Machine, Registers, Touch};
use crate::model::Model;
use crate::panel::{Button, Lights, Panel, Phase};

/// A natively run console. Clone it to be able to return to a moment.
#[derive(Clone, Debug)]
pub struct Fast {
    model: Model,
    banks: &'static [Bank],
    /// Between a rising and a falling edge.
    high: bool,
    /// Nanoseconds of work, roughly.
    worked: u64,
    /// The return value of [`Machine::wrote`].
    wrote: Option<u8>,
    board: AnyBoard,
}

/// Estimated nanoseconds per half-tick.
const HALF_TICK: u64 = 5;

#[derive(Clone, Debug)]
enum AnyBoard {
    Y2016(Board<Y2016>),
    Y2022(Board<Y2022>),
    Y2023(Board<Y2023>),
}

/// Evaluates an expression with the board, whichever console it is.
macro_rules! on {
    ($fast:expr, $board:ident => $what:expr) => {
        match &$fast.board {
            AnyBoard::Y2016($board) => $what,
            AnyBoard::Y2022($board) => $what,
            AnyBoard::Y2023($board) => $what,
        }
    };
    (mut $fast:expr, $board:ident => $what:expr) => {
        match &mut $fast.board {
            AnyBoard::Y2016($board) => $what,
            AnyBoard::Y2022($board) => $what,
            AnyBoard::Y2023($board) => $what,
        }
    };
}

/// A machine at rest between two instructions, ready to be written to a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    pub model: Model,
    variant: String,
    r: [u8; 4],
    pc: u8,
    sp: u8,
    ps: u8,
    clocks: u64,
    halted: bool,
    chips: Chips,
}

/// More clocks than any move takes.
const LONG: u64 = 1_000_000;

/// Why a saved machine cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RestoreError {
    #[error("unknown processor variant '{0}' in the saved machine")]
    Variant(String),
    #[error("the saved machine uses ROM bank {0}, which the {1} console does not have")]
    Bank(u8, Model),
    #[error("the saved machine has halted, but not at a halt instruction of this firmware")]
    Halt,
}

impl Fast {
    /// A console at power-on, with the processor the chips of this project have.
    pub fn new(model: Model) -> Fast {
        Fast::with_variant(model, Variant::Ideal)
    }

    /// A console at power-on with one of the processors in circulation.
    pub fn with_variant(model: Model, variant: Variant) -> Fast {
        Fast::of(model, Cpu::new(variant), Chips::default())
    }

    /// A console at power-on with other firmware, a program for each of its banks.
    pub fn with_banks(model: Model, banks: Vec<Bank>) -> Fast {
        let mut fast = Fast::new(model);
        assert_eq!(
            banks.len(),
            fast.banks.len(),
            "the {model} console has as many"
        );
        // A program of a few kilobytes, once per console: it lives as long as the built-in one.
        fast.banks = Vec::leak(banks);
        fast
    }

    fn of(model: Model, cpu: Cpu, chips: Chips) -> Fast {
        let board = match model {
            Model::Y2016 | Model::Y2016Mirror => AnyBoard::Y2016(Board::of(cpu, chips)),
            Model::Y2022 => AnyBoard::Y2022(Board::of(cpu, chips)),
            Model::Y2023 => AnyBoard::Y2023(Board::of(cpu, chips)),
        };
        Fast {
            model,
            banks: firmware::banks(model),
            high: false,
            worked: 0,
            wrote: None,
            board,
        }
    }

    pub fn clocks(&self) -> u64 {
        self.cpu().clocks
    }

    pub fn cpu(&self) -> &Cpu {
        on!(self, board => &board.cpu)
    }

    fn chips(&self) -> &Chips {
        on!(self, board => &board.chips)
    }

    fn chips_mut(&mut self) -> &mut Chips {
        on!(mut self, board => &mut board.chips)
    }

    pub fn lights(&self) -> Lights {
        on!(self, board => board.lights())
    }

    /// Runs until the machine waits for a person or has halted, for at most this many clocks; whether it got there.
    pub fn settle(&mut self, clocks: u64) -> bool {
        let banks = self.banks;
        self.high = false;
        on!(mut self, board => board.run(banks, clocks, |chips| chips.waiting)) || self.is_stopped()
    }

    /// Runs until the lights are as wanted, for at most this many clocks; whether it got there.
    pub fn run_until(&mut self, clocks: u64, wanted: impl Fn(Lights) -> bool) -> bool {
        let banks = self.banks;
        self.high = false;
        on!(mut self, board => board.run_until(banks, clocks, wanted))
    }

    /// Puts a position on the displays (pits 1 to 6 and store of south, then of north) with south or north to move, and the
    /// pit south played last, 0 for none. The program continues from there as if it had reached it in play.
    pub fn arrange(&mut self, seeds: &[[u8; 7]; 2], north_moves: bool, last: u8) {
        let banks = self.banks;
        self.high = false;
        on!(mut self, board => board.arrange(banks, seeds, north_moves, last));
    }

    /// Runs until the computer lifts the seeds of one of its pits, for at most this many clocks; returns the pit's number.
    pub fn computer_lifts(&mut self, clocks: u64) -> Option<u8> {
        let banks = self.banks;
        self.high = false;
        self.chips_mut().emptied = 0;
        on!(mut self, board => board.run(banks, clocks, |chips| chips.emptied != 0));
        match self.chips().emptied {
            0 => None,
            index => Some(index - 8),
        }
    }

    /// Finishes the move in progress: runs to the next moment when a player is to move, or to the end of the game.
    pub fn finish_move(&mut self) -> Phase {
        self.run_until(LONG, |lights| lights.phase() == Phase::Busy);
        self.run_until(LONG, |lights| lights.phase() != Phase::Busy);
        if self.lights().phase() == Phase::Human {
            self.settle(LONG);
        }
        self.lights().phase()
    }

    /// The machine as a serialisable value. An instruction in progress is finished first.
    pub fn save(&mut self) -> Saved {
        while self.high || !(self.cpu().at_boundary() || self.is_stopped()) {
            self.half_tick();
        }
        let cpu = self.cpu();
        Saved {
            model: self.model,
            variant: cpu.variant().name().to_owned(),
            r: cpu.r,
            pc: cpu.pc,
            sp: cpu.sp,
            ps: cpu.ps,
            clocks: cpu.clocks,
            halted: cpu.is_held(),
            chips: self.chips().clone(),
        }
    }

    pub fn restore(saved: &Saved) -> Result<Fast, RestoreError> {
        let Ok(variant) = saved.variant.parse::<Variant>() else {
            return Err(RestoreError::Variant(saved.variant.clone()));
        };
        if usize::from(saved.chips.bank) >= firmware::banks(saved.model).len() {
            return Err(RestoreError::Bank(saved.chips.bank, saved.model));
        }
        let mut cpu = Cpu::new(variant);
        (cpu.r, cpu.sp, cpu.ps) = (saved.r, saved.sp, saved.ps);
        cpu.jump(saved.pc.wrapping_sub(u8::from(saved.halted)));
        let mut fast = Fast::of(saved.model, cpu, saved.chips.clone());
        if saved.halted {
            fast.step();
            if fast.cpu().stopped() != Some(Stop::Halt) {
                return Err(RestoreError::Halt);
            }
        }
        on!(mut fast, board => board.cpu.clocks = saved.clocks);
        Ok(fast)
    }
}

impl Machine for Fast {
    fn model(&self) -> Model {
        self.model
    }

    fn hold(&mut self, buttons: &[Button]) {
        let high = self.high;
        on!(mut self, board => board.hold(buttons, high));
    }

    fn half_tick(&mut self) {
        let banks = self.banks;
        self.worked += HALF_TICK;
        self.wrote = match self.high {
            true => on!(mut self, board => board.clock(banks)),
            false => {
                on!(mut self, board => board.rise());
                None
            }
        };
        self.high = !self.high;
    }

    fn half_ticks(&self) -> u64 {
        2 * self.clocks() + u64::from(self.high)
    }

    fn step(&mut self) {
        let banks = self.banks;
        (self.high, self.wrote) = (false, None);
        on!(mut self, board => board.step(banks));
    }

    fn panel(&self) -> Panel {
        let (chips, pad) = (self.chips(), on!(self, board => board.pad()));
        Panel {
            model: self.model,
            pits: chips.pits(pad),
            stores: chips.stores(pad),
            lights: self.lights(),
            lamps: std::array::from_fn(|i| usize::from(chips.lamp) == 9 + i),
        }
    }

    fn peek(&self, address: u8) -> u8 {
        on!(self, board => board.peek(address))
    }

    fn is_stopped(&self) -> bool {
        self.cpu().is_held()
    }

    fn is_waiting(&self) -> bool {
        self.chips().waiting
    }

    fn bank(&self) -> usize {
        self.chips().bank.into()
    }

    fn touched(&self) -> Option<Touch> {
        on!(self, board => board.touched)
    }

    fn registers(&self) -> Registers {
        let Cpu { pc, sp, ps, r, .. } = *self.cpu();
        Registers { pc, sp, ps, r }
    }

    fn wrote(&self) -> Option<u8> {
        self.wrote
    }

    fn is_between_instructions(&self) -> bool {
        !self.high && (self.cpu().at_boundary() || self.cpu().is_held())
    }

    fn save_state(&self, state: &mut Vec<u8>) {
        self.cpu().save(state);
        state.push(self.high.into());
        self.chips().save(state);
    }

    fn load_state(&mut self, half_ticks: u64, state: &[u8]) {
        let mut state = Reader(state);
        on!(mut self, board => {
            board.cpu.restore(&mut state);
            board.cpu.clocks = half_ticks / 2;
            board.touched = None;
        });
        (self.high, self.wrote) = (state.u8() != 0, None);
        self.chips_mut().load(&mut state);
    }

    fn set(&mut self, thing: &Thing, value: u8) {
        // The program may look again, and somewhere else.
        self.chips_mut().waiting = false;
        if let Some((number, value)) = self.registers().with(thing, value) {
            let cpu = on!(mut self, board => &mut board.cpu);
            let [r0, r1, r2, r3] = &mut cpu.r;
            *[&mut cpu.pc, &mut cpu.sp, &mut cpu.ps, r0, r1, r2, r3][number] = value;
        } else if let Ok(Some(address)) = self.model.can_set(thing) {
            self.chips_mut().data[usize::from(address)] = value;
        }
    }

    fn effort(&self) -> u64 {
        self.worked
    }

    fn run(&mut self, half_ticks: u64) {
        /// Upper bound for the half-ticks of an instruction.
        const LONGEST: u64 = 24;
        let end = self.half_ticks() + half_ticks;
        self.worked += half_ticks * HALF_TICK;
        while self.half_ticks() < end {
            match !self.high && self.half_ticks() + LONGEST <= end {
                true => self.step(),
                false => self.half_tick(),
            }
        }
    }
}
