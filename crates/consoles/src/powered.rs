//! A machine on a timeline: the hand's actions, and how they are undone.

use std::fmt;

use cdm8::debug::expr::Thing;
use kalah::Side;
use timeline::{Pace, Subject};

use crate::machine::Machine;
use crate::panel::Button;

/// A machine on a timeline.
#[derive(Clone, Debug)]
pub struct Powered<M>(pub M);

/// An action of the hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hand {
    /// Presses and releases a button, at this moment.
    Press(Button),
    /// Holds down exactly these buttons from now on.
    Hold(Vec<Button>),
    /// Changes a register, a flag or a cell of RAM: no hand reaches it, but a debugger does.
    Set(Thing, u8),
}

/// `press 3`, `seeds 4`, `first computer`, `hold press 1 seeds 4`, `release`, `set r0 = 0x05`.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hand::Press(button) => f.write_str(&name(*button)),
            Hand::Hold(buttons) if buttons.is_empty() => f.write_str("release"),
            Hand::Hold(buttons) => {
                let names: Vec<String> = buttons.iter().copied().map(name).collect();
                write!(f, "hold {}", names.join(" "))
            }
            Hand::Set(thing, value) => {
                let written = cdm8::debug::Input::Set(thing.clone(), *value);
                written.fmt(f)
            }
        }
    }
}

fn name(button: Button) -> String {
    match button {
        Button::Pit(number) => format!("press {number}"),
        Button::Seeds(seeds) => format!("seeds {seeds}"),
        Button::First(Side::South) => "first human".to_owned(),
        Button::First(Side::North) => "first computer".to_owned(),
    }
}

impl Hand {
    /// Parses an action; the machine must have the buttons.
    pub fn read(text: &str, machine: &impl Machine) -> Result<Hand, String> {
        let mut words = text.split_whitespace();
        let first = words.clone().next();
        if first == Some("set") {
            return match cdm8::debug::Input::read(text.trim())? {
                cdm8::debug::Input::Set(thing, value) => {
                    machine.model().can_set(&thing)?;
                    Ok(Hand::Set(thing, value))
                }
                other => Err(format!("expected 'set', found '{other}'")),
            };
        }
        let hand = match first {
            Some("release") => {
                words.next();
                Hand::Hold(Vec::new())
            }
            Some("hold") => {
                words.next();
                let mut buttons = Vec::new();
                while words.clone().next().is_some() {
                    buttons.push(button(&mut words)?);
                }
                Hand::Hold(buttons)
            }
            _ => Hand::Press(button(&mut words)?),
        };
        if let Some(word) = words.next() {
            return Err(format!("'{word}' is left over"));
        }
        let buttons = match &hand {
            Hand::Press(button) => std::slice::from_ref(button),
            Hand::Hold(buttons) => buttons,
            Hand::Set(..) => &[],
        };
        let model = machine.model();
        match buttons.iter().find(|button| !model.has_button(**button)) {
            Some(button) => Err(format!(
                "the {model} console has no button '{}'",
                name(*button)
            )),
            None => Ok(hand),
        }
    }
}

fn button<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Button, String> {
    let (kind, which) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let number = || {
        which
            .parse()
            .map_err(|_| format!("expected a number after '{kind}', found '{which}'"))
    };
    match (kind, which) {
        ("press", _) => Ok(Button::Pit(number()?)),
        ("seeds", _) => Ok(Button::Seeds(number()?)),
        ("first", "human") => Ok(Button::First(Side::South)),
        ("first", "computer") => Ok(Button::First(Side::North)),
        ("first", _) => Err(format!("first is 'human' or 'computer', not '{which}'")),
        _ => Err(format!(
            "expected press, seeds, first, hold, release or set, found '{kind}'"
        )),
    }
}

impl<M: Machine> Subject for Powered<M> {
    type Input = Hand;

    fn moment(&self) -> u64 {
        self.0.half_ticks()
    }

    fn half_tick(&mut self) {
        self.0.half_tick();
    }

    fn take(&mut self, hand: &Hand) {
        match hand {
            Hand::Press(button) => {
                self.0.hold(&[*button]);
                self.0.hold(&[]);
            }
            Hand::Hold(buttons) => self.0.hold(buttons),
            Hand::Set(thing, value) => self.0.set(thing, *value),
        }
    }

    fn save(&self, state: &mut Vec<u8>) {
        self.0.save_state(state);
    }

    fn load(&mut self, moment: u64, state: &[u8]) {
        self.0.load_state(moment, state);
    }

    /// The panel, the registers and the data memory, which all engines have.
    fn values(&self, values: &mut Vec<u8>) {
        let panel = self.0.panel();
        values.extend(panel.pits.as_flattened());
        values.extend(panel.stores);
        let lights = self.0.model().lights().iter();
        values.extend(lights.map(|&light| u8::from(panel.lights.is_on(light))));
        values.extend(panel.lamps.map(u8::from));
        let registers = self.0.registers();
        values.extend([registers.pc, registers.sp, registers.ps]);
        values.extend(registers.r);
        values.extend((0..=255).map(|address| self.0.peek(address)));
    }

    fn run(&mut self, half_ticks: u64) {
        self.0.run(half_ticks);
    }

    fn between_instructions(&self) -> bool {
        self.0.is_between_instructions()
    }

    fn step(&mut self, pace: Pace, most: u64) {
        for _ in 0..most {
            self.0.half_tick();
            if self.is_at(pace) {
                return;
            }
        }
    }

    fn effort(&self) -> Option<u64> {
        Some(self.0.effort())
    }
}
