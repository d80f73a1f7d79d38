//! The settings, and the choices remembered for the next time.

use std::time::Duration;

use engine::puzzle::Difficulty;
use kalah::{BySide, Rules, Side};
use texts::Language;

use crate::work::Seat;

/// Colours, by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThemeName {
    /// Light letters on a dark background.
    Dark,
    /// Dark letters on a light background.
    Light,
    /// Blue and orange, which nearly everyone can distinguish.
    Safe,
    /// The sixteen colours every terminal has.
    Sixteen,
    /// No colour: bold, underlined, reversed.
    Plain,
}

impl ThemeName {
    pub const ALL: [ThemeName; 5] = [
        ThemeName::Dark,
        ThemeName::Light,
        ThemeName::Safe,
        ThemeName::Sixteen,
        ThemeName::Plain,
    ];

    /// The name in a file and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ThemeName::Dark => "dark",
            ThemeName::Light => "light",
            ThemeName::Safe => "safe",
            ThemeName::Sixteen => "sixteen",
            ThemeName::Plain => "none",
        }
    }
}

/// How fast seeds are sown on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    Slow,
    Normal,
    Fast,
    /// At once.
    Off,
}

impl Speed {
    pub const ALL: [Speed; 4] = [Speed::Slow, Speed::Normal, Speed::Fast, Speed::Off];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Speed::Slow => "slow",
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::Off => "off",
        }
    }

    /// The time from one seed to the next.
    pub(crate) fn beat(self) -> Duration {
        Duration::from_millis(match self {
            Speed::Slow => 350,
            Speed::Normal => 160,
            Speed::Fast => 60,
            Speed::Off => 0,
        })
    }

    /// The time a move stays on the screen before the next, when two players are watched.
    pub(crate) fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Speed::Slow => 1500,
            Speed::Normal => 700,
            Speed::Fast => 250,
            Speed::Off => 120,
        })
    }
}

/// The last choices for a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub seats: BySide<Seat>,
    pub rules: Rules,
    pub first: Side,
}

/// All settings and remembered choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub language: Language,
    pub theme: ThemeName,
    /// Draw with ASCII characters only.
    pub ascii: bool,
    pub speed: Speed,
    /// Clicks choose pits and menu lines. Without it the terminal selects text as it always does.
    pub mouse: bool,
    /// The analysis panel is open.
    pub analysis: bool,
    pub difficulty: Difficulty,
    /// The last game against an opponent.
    pub game: Choice,
    /// The last two players watched.
    pub watch: Choice,
    /// Files that were on the bench, the latest first.
    pub recent: Vec<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        let player = |name: &str| Seat::Player(name.to_owned());
        let choice = |south, north| Choice {
            seats: BySide::new(south, north),
            rules: Rules::default(),
            first: Side::South,
        };
        Settings {
            language: Language::English,
            theme: ThemeName::Dark,
            ascii: false,
            speed: Speed::Normal,
            mouse: true,
            analysis: false,
            difficulty: Difficulty::Easy,
            game: choice(Seat::Person, player("medium")),
            watch: choice(player("medium"), player("deep-purple")),
            recent: Vec::new(),
        }
    }
}
