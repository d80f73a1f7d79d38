//! Inputs as lines of a script, and back.

use std::fmt::Write;
use std::sync::Arc;

use super::{Input, Simulator};
use crate::netlist::PartId;
use crate::project::Image;
use crate::reference::Found;
use crate::script::{self, Command, Pattern};

impl Input {
    /// The line of a script with the same effect.
    pub fn text(&self, simulator: &Simulator) -> String {
        let path = |part: &PartId| quoted(&simulator.design().path(*part));
        match self {
            Input::Press(part) => format!("press {}", path(part)),
            Input::Release(part) => format!("release {}", path(part)),
            Input::Set(part, value) => format!("set {} = 0b{}", path(part), value.bits()),
            Input::SetCell(part, address, value) => {
                format!("set {}[{address:#x}] = {value:#x}", path(part))
            }
            Input::SetHeld(part, value) => format!("set {} = {value:#x}", path(part)),
            Input::Type(part, text) => format!("type {} {}", path(part), quoted(text)),
            Input::Joystick(part, x, y) => format!("joystick {} {x} {y}", path(part)),
            Input::Load(part, name, _) => format!("load {} {}", path(part), quoted(name)),
        }
    }

    /// What `set` does to a pin, a cell, or a register.
    pub(crate) fn setting(simulator: &Simulator, target: Found, pattern: Pattern) -> Input {
        match target {
            Found::Cell(part, address) => Input::SetCell(part, address, pattern.value(32).word.v),
            Found::Port(part, port) => {
                let width = simulator.ports(part)[port].width;
                let value = pattern.value(width);
                match simulator.held(part) {
                    Some(_) => Input::SetHeld(part, value.word.v),
                    None => Input::Set(part, value),
                }
            }
        }
    }

    /// Parses such a line; `file` returns the contents of a file that is loaded.
    pub fn read(
        text: &str,
        simulator: &Simulator,
        file: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Input, String> {
        let first = |problems: Vec<script::Problem>| {
            let what = problems.into_iter().next().map(|problem| problem.what);
            what.unwrap_or_default()
        };
        let script = script::parse(text);
        let found = script::targets(&script, simulator).map_err(first)?;
        let [line] = &script.lines[..] else {
            return Err("an input is missing: press, release, set, type, joystick or load".into());
        };
        let part = |spot: &script::SpotId| found[spot.0].part();
        let input = match &line.command {
            Command::Press(spot) => Input::Press(part(spot)),
            Command::Release(spot) => Input::Release(part(spot)),
            Command::Set(spot, pattern) => Input::setting(simulator, found[spot.0], *pattern),
            Command::Type(spot, text) => Input::Type(part(spot), text.clone()),
            Command::Joystick(spot, x, y) => Input::Joystick(part(spot), *x, *y),
            Command::Load(spot, name) => {
                let bytes = file(name).map_err(|error| format!("{name}: {error}"))?;
                let image = Image::parse(&String::from_utf8_lossy(&bytes));
                let image = image.map_err(|error| format!("{name}: {error}"))?;
                Input::Load(part(spot), name.clone(), Arc::new(image))
            }
            _ => return Err("expected press, release, set, type, joystick or load".into()),
        };
        let accepted = simulator.accepts(&input).map_err(|error| error.to_string());
        accepted.map(|()| input)
    }
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_ascii_control() => {
                let _ = write!(out, "\\x{:02x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out + "\""
}
