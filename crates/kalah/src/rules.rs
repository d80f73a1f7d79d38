//! The rules of a game and the options in which the old systems differ.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Maximum number of pits per side.
pub const MAX_PITS: u8 = 12;
/// Maximum number of seeds per pit at the start.
pub const MAX_SEEDS: u8 = 12;

/// What happens when the last seed falls into an empty pit of the mover's own row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Capture {
    /// It and the seeds opposite are captured, if there are seeds opposite.
    #[default]
    Opposite,
    /// It is captured in any case, with the seeds opposite if there are any.
    Always,
    /// Nothing.
    Off,
}

/// When the game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// As soon as either row is empty after a move.
    #[default]
    Either,
    /// When the side to move has an empty row.
    Mover,
}

/// How the seeds of the chosen pit are lifted. The counts after sowing are the same; what differs is whether a last seed that
/// comes back to the chosen pit finds it empty. Only a pit with exactly one lap of seeds ends there for the first time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lift {
    /// All at once, before the first is sown. A last seed that comes back finds the pit empty and can capture.
    #[default]
    All,
    /// Each as it is sown: the pit goes down by one per seed. A last seed that comes back is still in the pit, so that
    /// nothing changes and nothing is captured.
    Each,
}

/// Everything that determines a game of Kalah(m, n) before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "PlainRules", into = "PlainRules")]
pub struct Rules {
    pits: u8,
    seeds: u8,
    capture: Capture,
    end: End,
    lift: Lift,
}

/// [`Rules`] as written in JSON, not yet checked.
#[derive(Serialize, Deserialize)]
struct PlainRules {
    pits: u8,
    seeds: u8,
    #[serde(default)]
    capture: Capture,
    #[serde(default)]
    end: End,
    #[serde(default)]
    lift: Lift,
}

/// Why rules are invalid. Each variant contains the offending value.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RulesError {
    #[error("{0} pits per side: there can be 1 to {MAX_PITS}")]
    Pits(u32),
    #[error("{0} seeds per pit: there can be 1 to {MAX_SEEDS}")]
    Seeds(u32),
    #[error("unknown rules '{0}': there are {names}", names = Preset::names())]
    UnknownPreset(String),
    #[error("unknown capture rule '{0}': there are opposite, always and off")]
    UnknownCapture(String),
    #[error("unknown end rule '{0}': there are either and mover")]
    UnknownEnd(String),
    #[error("unknown lift rule '{0}': there are all and each")]
    UnknownLift(String),
    #[error(
        "'{0}' in the rules is neither a preset nor pits=, seeds=, capture=, end= or lift= with a value"
    )]
    Syntax(String),
}

impl Rules {
    /// Rules under which all seeds are lifted at once; see [`Rules::with_lift`].
    pub fn new(pits: u32, seeds: u32, capture: Capture, end: End) -> Result<Rules, RulesError> {
        if !(1..=u32::from(MAX_PITS)).contains(&pits) {
            return Err(RulesError::Pits(pits));
        }
        if !(1..=u32::from(MAX_SEEDS)).contains(&seeds) {
            return Err(RulesError::Seeds(seeds));
        }
        Ok(Rules {
            pits: pits as u8,
            seeds: seeds as u8,
            capture,
            end,
            lift: Lift::All,
        })
    }

    /// The same rules with another way to lift seeds.
    #[must_use]
    pub fn with_lift(self, lift: Lift) -> Rules {
        Rules { lift, ..self }
    }

    #[must_use]
    pub fn pits(self) -> usize {
        self.pits.into()
    }

    #[must_use]
    pub fn seeds(self) -> u16 {
        self.seeds.into()
    }

    #[must_use]
    pub fn capture(self) -> Capture {
        self.capture
    }

    #[must_use]
    pub fn end(self) -> End {
        self.end
    }

    #[must_use]
    pub fn lift(self) -> Lift {
        self.lift
    }

    /// The houses one lap of sowing passes: every pit and the own store.
    #[must_use]
    pub fn lap(self) -> usize {
        2 * self.pits() + 1
    }

    /// The first preset with exactly these rules.
    #[must_use]
    pub fn preset(self) -> Option<Preset> {
        Preset::ALL
            .into_iter()
            .find(|preset| preset.rules() == self)
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Preset::Standard.rules()
    }
}

impl From<Rules> for PlainRules {
    fn from(
        Rules {
            pits,
            seeds,
            capture,
            end,
            lift,
        }: Rules,
    ) -> PlainRules {
        PlainRules {
            pits,
            seeds,
            capture,
            end,
            lift,
        }
    }
}

impl TryFrom<PlainRules> for Rules {
    type Error = RulesError;

    fn try_from(plain: PlainRules) -> Result<Rules, RulesError> {
        let rules = Rules::new(
            plain.pits.into(),
            plain.seeds.into(),
            plain.capture,
            plain.end,
        )?;
        Ok(rules.with_lift(plain.lift))
    }
}

/// The rules of the systems this program descends from, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    Standard,
    Y2016,
    Y2022,
    Y2023,
    AinShamsSteal,
    AinShamsNoSteal,
}

impl Preset {
    pub const ALL: [Preset; 6] = [
        Preset::Standard,
        Preset::Y2016,
        Preset::Y2022,
        Preset::Y2023,
        Preset::AinShamsSteal,
        Preset::AinShamsNoSteal,
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Preset::Standard => "standard",
            Preset::Y2016 => "2016",
            Preset::Y2022 => "2022",
            Preset::Y2023 => "2023",
            Preset::AinShamsSteal => "ain-shams-steal",
            Preset::AinShamsNoSteal => "ain-shams-no-steal",
        }
    }

    #[must_use]
    pub fn rules(self) -> Rules {
        let (capture, end, lift) = match self {
            Preset::Standard | Preset::Y2016 | Preset::Y2022 | Preset::Y2023 => {
                (Capture::Opposite, End::Either, Lift::All)
            }
            Preset::AinShamsSteal => (Capture::Always, End::Either, Lift::Each),
            Preset::AinShamsNoSteal => (Capture::Off, End::Either, Lift::Each),
        };
        Rules {
            pits: 6,
            seeds: 4,
            capture,
            end,
            lift,
        }
    }

    /// All names, for messages.
    #[must_use]
    pub fn names() -> String {
        Preset::ALL.map(Preset::name).join(", ")
    }
}

impl FromStr for Preset {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Preset, RulesError> {
        Preset::ALL
            .into_iter()
            .find(|preset| preset.name() == name)
            .ok_or_else(|| RulesError::UnknownPreset(name.to_owned()))
    }
}

impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Capture::Opposite => "opposite",
            Capture::Always => "always",
            Capture::Off => "off",
        })
    }
}

impl FromStr for Capture {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Capture, RulesError> {
        match text {
            "opposite" => Ok(Capture::Opposite),
            "always" => Ok(Capture::Always),
            "off" => Ok(Capture::Off),
            _ => Err(RulesError::UnknownCapture(text.to_owned())),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            End::Either => "either",
            End::Mover => "mover",
        })
    }
}

impl FromStr for End {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<End, RulesError> {
        match text {
            "either" => Ok(End::Either),
            "mover" => Ok(End::Mover),
            _ => Err(RulesError::UnknownEnd(text.to_owned())),
        }
    }
}

impl fmt::Display for Lift {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Lift::All => "all",
            Lift::Each => "each",
        })
    }
}

impl FromStr for Lift {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Lift, RulesError> {
        match text {
            "all" => Ok(Lift::All),
            "each" => Ok(Lift::Each),
            _ => Err(RulesError::UnknownLift(text.to_owned())),
        }
    }
}

/// `standard` and the other preset names where one fits, else `pits=6 seeds=5 capture=opposite end=either`, with ` lift=each`
/// after it where seeds are not lifted all at once.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(preset) = self.preset() {
            return f.pad(preset.name());
        }
        write!(
            f,
            "pits={} seeds={} capture={} end={}",
            self.pits, self.seeds, self.capture, self.end
        )?;
        match self.lift {
            Lift::All => Ok(()),
            Lift::Each => write!(f, " lift={}", self.lift),
        }
    }
}

/// Reads what `Display` writes: an optional preset name, then settings that change it, in any order.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let mut rules = Rules::default();
        for (i, word) in text.split_whitespace().enumerate() {
            rules = match word.split_once('=') {
                Some((key, value)) => rules.with(key, value, word)?,
                None if i == 0 => word.parse::<Preset>()?.rules(),
                None => return Err(RulesError::Syntax(word.to_owned())),
            };
        }
        Ok(rules)
    }
}

impl Rules {
    fn with(self, key: &str, value: &str, word: &str) -> Result<Rules, RulesError> {
        let number = || {
            value
                .parse::<u32>()
                .map_err(|_| RulesError::Syntax(word.to_owned()))
        };
        let (mut pits, mut seeds) = (self.pits.into(), self.seeds.into());
        let (mut capture, mut end, mut lift) = (self.capture, self.end, self.lift);
        match key {
            "pits" => pits = number()?,
            "seeds" => seeds = number()?,
            "capture" => capture = value.parse()?,
            "end" => end = value.parse()?,
            "lift" => lift = value.parse()?,
            _ => return Err(RulesError::Syntax(word.to_owned())),
        }
        Ok(Rules::new(pits, seeds, capture, end)?.with_lift(lift))
    }
}
