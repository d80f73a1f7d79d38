//! The board of 2023 drawn the way students draw: to measure the simulator with, and to test it on.
//!
//! The game is the same, and so is the processor. The differences are what makes a circuit hard to simulate fast: most of it
//! has to be followed event by event if the simulator looks no closer.

use circuit::project::{Kind, What};

use super::{cells, draw, operator};
use crate::draw::{Chip, Drawing, and, chip, compare, constant, other};
use consoles::map::y2023::AI_PIT;

/// A way to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Processor, memory and pads meet on one data bus, through controlled buffers that make a loop.
    Bus,
    /// Matrices that persist, lit straight from the bus while it has their number.
    Persist,
    /// Registers that are open as long as their clock is high: latches.
    Latches,
    /// Input pins with pull resistors.
    Pins,
    /// A register whose clock is the output of a comparator.
    LogicClock,
}

impl Habit {
    pub const ALL: [Habit; 5] = [
        Habit::Bus,
        Habit::Persist,
        Habit::Latches,
        Habit::Pins,
        Habit::LogicClock,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Habit::Bus => "bus",
            Habit::Persist => "persist",
            Habit::Latches => "latches",
            Habit::Pins => "pins",
            Habit::LogicClock => "logic-clock",
        }
    }
}

/// The board with some habits, in one file with its processor.
pub fn lookalike(habits: &[Habit]) -> String {
    let has = |habit: Habit| habits.contains(&habit);
    let operator = |drawing: &mut Drawing| {
        let own = [Habit::Bus, Habit::Latches, Habit::LogicClock];
        match own.map(has) {
            [false, false, false] => operator::draw(drawing),
            [bus, latch, logic_clock] => {
                operator::draw_like_students(drawing, bus, latch, logic_clock);
            }
        }
    };
    let ai_move = match has(Habit::Persist) {
        true => &AI_MOVE,
        false => &cells::AI_MOVE,
    };
    let mut drawing = draw(&crate::cdm8::drawing(), operator, ai_move);
    drawing.change(|circuit, component| {
        let What::Builtin(kind) = component.what else {
            return;
        };
        let attrs = &mut component.attrs;
        match kind {
            Kind::DotMatrix if has(Habit::Persist) => attrs.set("persist", "5000"),
            Kind::Register if has(Habit::Latches) && circuit == cells::DISPLAY_DRIVER.name => {
                attrs.set("trigger", "high");
            }
            Kind::Pin
                if has(Habit::Pins)
                    && PULLED.contains(&circuit)
                    && !attrs.of(kind).flag("output") =>
            {
                attrs.set("pull", "down");
            }
            _ => {}
        }
    });
    drawing.text_of_all()
}

/// Chips whose input pins have a pull resistor, with that habit.
const PULLED: [&str; 3] = ["Display_driver", "Flag_Base", "Messages"];

/// A lamp that is lit while its number is on the bus and the address is that of the computer's move.
const AI_MOVE: Chip = Chip {
    parts: &[
        chip("+1", "In: Chain_addr_in, Out: next"),
        compare("own", 8, ["Ram_data_in", "Chain_addr_in"], ["", "own", ""]),
        constant("cell 14", 8, AI_PIT as u32),
        chip(
            "Flag_Base",
            "Proc_addr, Need_addr: cell 14, Cond1: Ram_flag, Cond2: Ram_flag, Flag: load",
        ),
        and("lamp", 1, &["own", "load"]),
        other(
            "column",
            Kind::BitExtender,
            &[("in_width", "1"), ("out_width", "5"), ("type", "sign")],
            &["column", "lamp"],
        ),
    ],
    ..cells::AI_MOVE
};
