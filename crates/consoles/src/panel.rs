//! The visible and operable parts of a console: displays, lights, lamps, buttons.

use std::fmt;

use kalah::Side;
use serde::{Deserialize, Serialize};

use crate::model::Model;

/// A button of some console.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Button {
    /// Below one of the human's pits, 1 to 6.
    Pit(u8),
    /// The number of seeds per pit, 4 to 8 (2023).
    Seeds(u8),
    /// Who moves first, the human (south) or the computer (2023).
    First(Side),
}

impl Button {
    /// Every button of any console.
    pub const ALL: [Button; 13] = [
        Button::Pit(1),
        Button::Pit(2),
        Button::Pit(3),
        Button::Pit(4),
        Button::Pit(5),
        Button::Pit(6),
        Button::Seeds(4),
        Button::Seeds(5),
        Button::Seeds(6),
        Button::Seeds(7),
        Button::Seeds(8),
        Button::First(Side::South),
        Button::First(Side::North),
    ];
}

/// A light, or a group of lights that are lit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Light {
    MakeMove,
    Rendering,
    Strategising,
    Error,
    HumanWin,
    HumanDraw,
    HumanLose,
    ComputerWin,
    ComputerDraw,
    ComputerLose,
    Draw,
    CalculatingMachine,
    MachineThinks,
    GameStarts,
    CheckingRules,
    AwaitingUser,
    CalculatingUser,
    GameOver,
    ChooseSettings,
    Computing,
    WaitMove,
    CalculateHoles,
}

impl Light {
    pub(crate) const OF_2016: [Light; 10] = [
        Light::MakeMove,
        Light::Rendering,
        Light::Strategising,
        Light::Error,
        Light::HumanWin,
        Light::HumanDraw,
        Light::HumanLose,
        Light::ComputerWin,
        Light::ComputerDraw,
        Light::ComputerLose,
    ];
    pub(crate) const OF_2022: [Light; 9] = [
        Light::CalculatingMachine,
        Light::MachineThinks,
        Light::GameStarts,
        Light::CheckingRules,
        Light::AwaitingUser,
        Light::CalculatingUser,
        Light::ComputerWin,
        Light::Draw,
        Light::HumanWin,
    ];
    pub(crate) const OF_2023: [Light; 6] = [
        Light::GameOver,
        Light::ChooseSettings,
        Light::Computing,
        Light::WaitMove,
        Light::Error,
        Light::CalculateHoles,
    ];

    /// Its label on the board.
    pub const fn name(self) -> &'static str {
        match self {
            Light::MakeMove => "make move",
            Light::Rendering => "rendering",
            Light::Strategising => "strategising",
            Light::Error => "error",
            Light::HumanWin => "human wins",
            Light::HumanDraw => "human draws",
            Light::HumanLose => "human loses",
            Light::ComputerWin => "computer wins",
            Light::ComputerDraw => "computer draws",
            Light::ComputerLose => "computer loses",
            Light::Draw => "draw",
            Light::CalculatingMachine => "calculating machine",
            Light::MachineThinks => "machine thinks",
            Light::GameStarts => "game starts",
            Light::CheckingRules => "checking rules",
            Light::AwaitingUser => "awaiting user",
            Light::CalculatingUser => "calculating user",
            Light::GameOver => "game over",
            Light::ChooseSettings => "choose settings",
            Light::Computing => "computing",
            Light::WaitMove => "wait move",
            Light::CalculateHoles => "calculate holes",
        }
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The lights that are on.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Lights(u32);

impl Lights {
    pub const fn of(lights: &[Light]) -> Lights {
        let mut set = 0;
        let mut i = 0;
        while i < lights.len() {
            set |= lights[i].bit();
            i += 1;
        }
        Lights(set)
    }

    #[must_use]
    pub const fn with(self, light: Light, on: bool) -> Lights {
        match on {
            true => Lights(self.0 | light.bit()),
            false => self,
        }
    }

    pub const fn is_on(self, light: Light) -> bool {
        self.0 & light.bit() != 0
    }

    pub const fn any(self, of: Lights) -> bool {
        self.0 & of.0 != 0
    }

    const OVER: Lights = Lights::of(&[
        Light::GameOver,
        Light::HumanWin,
        Light::HumanDraw,
        Light::HumanLose,
        Light::ComputerWin,
        Light::Draw,
    ]);
    const HUMAN: Lights = Lights::of(&[Light::MakeMove, Light::AwaitingUser, Light::WaitMove]);

    /// Whether a person may answer now. The lights of 2016 are optional: there, an answer is possible unless one says otherwise.
    pub const fn ask(self, model: Model) -> bool {
        const CLOSED: Lights = Lights::of(&[Light::Rendering, Light::Strategising]);
        match model {
            Model::Y2016 | Model::Y2016Mirror => !self.any(CLOSED) && !self.any(Lights::OVER),
            _ => self.any(Lights::HUMAN) || self.is_on(Light::ChooseSettings),
        }
    }

    /// The phase of the machine, as far as its lights show it.
    pub const fn phase(self) -> Phase {
        const THINKING: Lights =
            Lights::of(&[Light::Strategising, Light::MachineThinks, Light::Computing]);
        if self.any(Lights::OVER) {
            Phase::Over
        } else if self.is_on(Light::ChooseSettings) {
            Phase::Settings
        } else if self.any(Lights::HUMAN) {
            Phase::Human
        } else if self.any(THINKING) {
            Phase::Thinking
        } else {
            Phase::Busy
        }
    }
}

impl fmt::Debug for Lights {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let all = [Model::Y2016, Model::Y2022, Model::Y2023].map(Model::lights);
        let mut on: Vec<Light> = all.concat();
        on.retain(|&light| self.is_on(light));
        on.sort_unstable();
        on.dedup();
        f.debug_set()
            .entries(on.iter().map(|light| light.name()))
            .finish()
    }
}

/// The phase of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// It waits for its settings.
    Settings,
    /// It is the human's turn.
    Human,
    /// The computer is looking for a move.
    Thinking,
    /// Seeds are being moved, or rules applied.
    Busy,
    /// The game has ended.
    Over,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    HumanWins,
    ComputerWins,
    Draw,
}

/// A board at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    pub model: Model,
    /// The seeds the displays show: south's pits from pit 1 on, then north's.
    pub pits: [[u8; 6]; 2],
    /// South's store, then north's.
    pub stores: [u8; 2],
    pub lights: Lights,
    /// The 5x5 lamps over north's pits (2023), from pit 1 on: the pit Deep Purple played.
    pub lamps: [bool; 6],
}

impl Panel {
    pub fn phase(&self) -> Phase {
        self.lights.phase()
    }

    /// Whose turn it is, if the lights say so.
    pub fn turn(&self) -> Option<Side> {
        match self.phase() {
            Phase::Human => Some(Side::South),
            Phase::Thinking => Some(Side::North),
            Phase::Settings | Phase::Busy | Phase::Over => None,
        }
    }

    /// The winner. The boards of 2016 and 2022 show it with lights; in 2023 a person compares the stores.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.phase() != Phase::Over {
            return None;
        }
        let on = |light| self.lights.is_on(light);
        let (human, computer) = match self.model {
            Model::Y2023 => {
                let [south, north] = self.stores;
                (south >= north, north >= south)
            }
            Model::Y2022 => (
                on(Light::HumanWin) || on(Light::Draw),
                on(Light::ComputerWin) || on(Light::Draw),
            ),
            Model::Y2016 | Model::Y2016Mirror => (
                on(Light::HumanWin) || on(Light::HumanDraw),
                on(Light::ComputerWin) || on(Light::ComputerDraw),
            ),
        };
        match (human, computer) {
            (true, true) => Some(Outcome::Draw),
            (true, false) => Some(Outcome::HumanWins),
            (false, true) => Some(Outcome::ComputerWins),
            (false, false) => None,
        }
    }

    /// The two digits of a display.
    pub fn digits(seeds: u8) -> [u8; 2] {
        [seeds / 10 % 10, seeds % 10]
    }
}
