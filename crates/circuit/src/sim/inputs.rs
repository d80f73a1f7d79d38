//! Hands on the circuit: buttons, pins, keyboards, joysticks. Each act lets the circuit settle at once.

use super::Simulator;
use crate::component::{Behaviour, State};
use crate::netlist::{InstanceId, PartId};
use crate::value::{Value, Word};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    #[error("{path} is a {found}, not a {wanted}")]
    WrongPart {
        path: String,
        found: String,
        wanted: &'static str,
    },
    #[error("{path} is {} wide, the value {found}", diag::count(*wanted, "bit"))]
    WrongWidth {
        path: String,
        wanted: u32,
        found: u32,
    },
    #[error("{path} is not a three-state pin: it cannot float")]
    CannotFloat { path: String },
    #[error("{path} has addresses up to {last:#x}, not {address:#x}")]
    BadAddress {
        path: String,
        address: u32,
        last: u32,
    },
    #[error("{path}: {pin} comes from {behind}, which does not hold it")]
    NotHeld {
        path: String,
        pin: String,
        behind: String,
    },
    #[error("{path} takes characters of 7 bits, not '{character}'")]
    BadCharacter { path: String, character: char },
}

impl Simulator {
    pub(super) fn wrong_part(&self, part: PartId, wanted: &'static str) -> InputError {
        let info = self.design.info(part);
        InputError::WrongPart {
            path: info.path,
            found: info.name,
            wanted,
        }
    }

    pub fn press(&mut self, button: PartId) -> Result<(), InputError> {
        self.set_buttons(&[(button, true)])
    }

    pub fn release(&mut self, button: PartId) -> Result<(), InputError> {
        self.set_buttons(&[(button, false)])
    }

    /// Presses and releases buttons in one instant.
    pub fn set_buttons(&mut self, buttons: &[(PartId, bool)]) -> Result<(), InputError> {
        for &(part, _) in buttons {
            if !matches!(
                self.shared.behaviour(&self.design, part),
                Behaviour::Button(_)
            ) {
                return Err(self.wrong_part(part, "button"));
            }
        }
        for &(part, down) in buttons {
            let level = if down { Word::ONE } else { Word::ZERO };
            self.shared.states[part] = State::Level(level);
        }
        let parts: Vec<PartId> = buttons.iter().map(|(part, _)| *part).collect();
        self.touch(&parts);
        Ok(())
    }

    /// Sets an input pin of the top circuit.
    pub fn set_pin(&mut self, part: PartId, value: Value) -> Result<(), InputError> {
        let sent = self.pin_value(part, value)?;
        self.shared.states[part] = State::Pin(sent);
        self.touch(&[part]);
        Ok(())
    }

    /// The value an input pin sends when it is set to a value.
    pub(super) fn pin_value(&self, part: PartId, value: Value) -> Result<Word, InputError> {
        let (instance, _) = self.shared.frame.part_place[part];
        let pin = match self.shared.behaviour(&self.design, part) {
            Behaviour::Pin(pin) if !pin.output && instance == InstanceId::ROOT => pin,
            _ => return Err(self.wrong_part(part, "input pin of the top circuit")),
        };
        let width = pin.mask.count_ones();
        if width != u32::from(value.width) {
            let path = self.design.path(part);
            return Err(InputError::WrongWidth {
                path,
                wanted: width,
                found: u32::from(value.width),
            });
        }
        if value.word.u != 0 && !pin.tristate {
            return Err(InputError::CannotFloat {
                path: self.design.path(part),
            });
        }
        Ok(pin.pulled(value.word))
    }

    /// Types on a keyboard; returns how many characters its buffer took.
    pub fn type_keys(&mut self, part: PartId, text: &str) -> Result<usize, InputError> {
        let taken = self.keyboard_room(part, text)?;
        if let State::Keyboard(state) = &mut self.shared.states[part] {
            state.buffer.extend(&text.as_bytes()[..taken]);
            self.touch(&[part]);
        }
        Ok(taken)
    }

    /// How many characters of a text a keyboard's buffer takes now.
    pub(crate) fn keyboard_room(&self, part: PartId, text: &str) -> Result<usize, InputError> {
        let Behaviour::Keyboard(keyboard) = self.shared.behaviour(&self.design, part) else {
            return Err(self.wrong_part(part, "keyboard"));
        };
        if let Some(character) = text.chars().find(|c| !c.is_ascii() || *c == '\0') {
            return Err(InputError::BadCharacter {
                path: self.design.path(part),
                character,
            });
        }
        let State::Keyboard(state) = &self.shared.states[part] else {
            return Ok(0);
        };
        let room = keyboard.capacity - state.buffer.len().min(keyboard.capacity);
        Ok(text.len().min(room))
    }

    /// Moves a joystick; 0, 0 is its centre, it reaches 14 each way, right and down.
    pub fn move_joystick(&mut self, part: PartId, x: i8, y: i8) -> Result<(), InputError> {
        let reach = crate::component::JOYSTICK_REACH;
        match &mut self.shared.states[part] {
            State::Stick { x: at_x, y: at_y } => {
                *at_x = x.clamp(-reach, reach);
                *at_y = y.clamp(-reach, reach);
            }
            _ => return Err(self.wrong_part(part, "joystick")),
        }
        self.touch(&[part]);
        Ok(())
    }
}
