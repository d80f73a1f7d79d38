//! The user's settings, as the editor sends them.
//!
//! ```json
//! {"mancala": {"variant": "mark5-devkit", "memory": "harvard", "dialect": "cocoide", "silence": ["rol"],
//!              "console": "2023", "programs": [["main.asm", "lib.asm"]], "hints": false}}
//! ```

use cdm8::asm::{Compat, Options, Warning};
use cdm8::ide::Known;
use consoles::{Model, map};
use serde_json::Value;

#[derive(Debug)]
pub struct Settings {
    pub options: Options,
    /// Files that are linked together, by names that start in the folder of the file asked about.
    pub programs: Vec<Vec<String>>,
    pub console: Option<Model>,
    /// Notes between the text.
    pub hints: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            options: Options::default(),
            programs: Vec::new(),
            console: None,
            hints: true,
        }
    }
}

impl Settings {
    /// Takes valid settings; the rest stays unchanged.
    pub fn take(&mut self, sent: &Value) {
        let sent = sent.get("mancala").unwrap_or(sent);
        let text = |name: &str| sent[name].as_str();
        if let Some(variant) = text("variant").and_then(|name| name.parse().ok()) {
            self.options.variant = variant;
        }
        if let Some(memory) = text("memory").and_then(|name| name.parse().ok()) {
            self.options.memory = memory;
        }
        if let Some(dialect) = sent.get("dialect") {
            self.options.compat = match dialect.as_str() {
                Some("devkit") => Some(Compat::Devkit),
                Some("cocoide") => Some(Compat::Cocoide),
                _ => None,
            };
        }
        if let Some(names) = sent["silence"].as_array() {
            let names = names.iter().filter_map(Value::as_str);
            self.options.silenced = names.flat_map(warnings).collect();
        }
        if let Some(console) = sent.get("console") {
            self.console = console.as_str().and_then(|name| name.parse().ok());
        }
        if let Some(programs) = sent["programs"].as_array() {
            self.programs = programs.iter().map(strings).collect();
        }
        if let Some(hints) = sent["hints"].as_bool() {
            self.hints = hints;
        }
    }

    /// The names of the memory map of the selected console.
    pub fn known(&self) -> Vec<Known> {
        let Some(model) = self.console else {
            return Vec::new();
        };
        let is_name = |name: &str| name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        let cells = map::of(model)
            .iter()
            .filter(|cell| is_name(cell.name))
            .map(|cell| Known {
                name: cell.name.to_owned(),
                address: cell.first,
                about: match cell.first == cell.last {
                    true => format!("cell of data memory of the {model} console"),
                    false => format!(
                        "cells 0x{:02x} to 0x{:02x} of the {model} console",
                        cell.first, cell.last
                    ),
                },
            });
        let bits = map::bits(model).iter().map(|(mask, name)| Known {
            name: (*name).to_owned(),
            address: *mask,
            about: format!("bit of the register of messages of the {model} console"),
        });
        cells.chain(bits).collect()
    }
}

fn warnings(name: &str) -> Vec<Warning> {
    match name {
        "all" => Warning::ALL.to_vec(),
        name => name.parse().into_iter().collect(),
    }
}

fn strings(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}
