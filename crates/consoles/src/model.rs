//! The console models.

use std::fmt;
use std::str::FromStr;

use cdm8::bus::Space;
use cdm8::debug::expr::Thing;
use kalah::{Preset, Rules, Side};
use serde::{Deserialize, Serialize};

use crate::map;
use crate::panel::{Button, Light};

/// A console with its firmware.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Model {
    #[serde(rename = "2016")]
    Y2016,
    /// The console of 2016 with its second image, mirror play.
    #[serde(rename = "2016-mirror")]
    Y2016Mirror,
    #[serde(rename = "2022")]
    Y2022,
    #[serde(rename = "2023")]
    Y2023,
}

impl Model {
    pub const ALL: [Model; 4] = [Model::Y2016, Model::Y2016Mirror, Model::Y2022, Model::Y2023];

    pub const fn name(self) -> &'static str {
        match self {
            Model::Y2016 => "2016",
            Model::Y2016Mirror => "2016-mirror",
            Model::Y2022 => "2022",
            Model::Y2023 => "2023",
        }
    }

    /// A short description of its program.
    pub const fn what(self) -> &'static str {
        match self {
            Model::Y2016 => "the console of 2016: a repeat, else a capture, else keep most seeds",
            Model::Y2016Mirror => "the console of 2016 with mirror play",
            Model::Y2022 => "the console of 2022: an extra turn or a capture, else any move",
            Model::Y2023 => "the console of 2023: Deep Purple",
        }
    }

    /// The rules its firmware plays by.
    pub fn preset(self) -> Preset {
        match self {
            Model::Y2016 | Model::Y2016Mirror => Preset::Y2016,
            Model::Y2022 => Preset::Y2022,
            Model::Y2023 => Preset::Y2023,
        }
    }

    /// The rules of a game with this many seeds a pit, if the console can be set to it.
    pub fn rules(self, seeds: u8) -> Option<Rules> {
        let base = self.preset().rules();
        let offered = match self {
            Model::Y2023 => (4..=8).contains(&seeds),
            _ => u16::from(seeds) == base.seeds(),
        };
        let rules = Rules::new(6, seeds.into(), base.capture(), base.end()).ok();
        rules.filter(|_| offered)
    }

    /// The most seeds a display of this console can hold: six bits in 2016, two digits otherwise.
    pub const fn most_seeds(self) -> u16 {
        match self {
            Model::Y2016 | Model::Y2016Mirror => 63,
            Model::Y2022 | Model::Y2023 => 99,
        }
    }

    /// Whether there are buttons for the number of seeds and for who moves first.
    pub const fn has_settings(self) -> bool {
        matches!(self, Model::Y2023)
    }

    /// Whether there is such a button.
    pub fn has_button(self, button: Button) -> bool {
        match button {
            Button::Pit(number) => (1..=6).contains(&number),
            Button::Seeds(seeds) => self.has_settings() && (4..=8).contains(&seeds),
            Button::First(Side::South | Side::North) => self.has_settings(),
        }
    }

    /// Whether a debugger can change something: registers and flags (without an answer), or the address of a cell of RAM that no
    /// chip of the board listens to.
    pub fn can_set(self, thing: &Thing) -> Result<Option<u8>, String> {
        let Thing::Byte(space, address) = thing else {
            return Ok(None);
        };
        let address = address.as_number().ok_or("the address is not a number")?;
        let name = map::label(self, address);
        match (space, map::is_ram(self, address)) {
            (Space::Instruction, _) => Err(format!(
                "the program of the {self} console is in ROM: change its source and start again"
            )),
            (Space::Data, true) => Ok(Some(address)),
            (Space::Data, false) => Err(format!(
                "0x{address:02x} ({name}) is not plain RAM on the {self} console: only the program and the buttons change it"
            )),
        }
    }

    /// The lights of its board, from left to right.
    pub fn lights(self) -> &'static [Light] {
        match self {
            Model::Y2016 | Model::Y2016Mirror => &Light::OF_2016,
            Model::Y2022 => &Light::OF_2022,
            Model::Y2023 => &Light::OF_2023,
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No console has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no console '{0}': there are 2016, 2016-mirror, 2022 and 2023")]
pub struct UnknownModel(pub String);

impl FromStr for Model {
    type Err = UnknownModel;

    fn from_str(text: &str) -> Result<Model, UnknownModel> {
        Model::ALL
            .into_iter()
            .find(|model| model.name() == text)
            .ok_or_else(|| UnknownModel(text.to_owned()))
    }
}
