//! Players by name, as people write them: `deep-purple`, `alpha-beta:7`, `medium`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::searcher::PERFECT;
use super::{
    AinShams, AlphaBeta, DeepPurple, Graded, Mirror, Opportunist, Pace, Player, Random, Reference,
    Resources, Searcher,
};
use crate::level::Level;
use crate::rng::Rng;

/// A player's specification. Parsing and printing round-trip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    Random,
    Mirror,
    Reference,
    Opportunist,
    DeepPurple,
    AlphaBeta(u32),
    /// Easy, medium or hard: 0, 1 or 2.
    AinShams(u8),
    Level(Level),
    Search(Pace),
    Perfect,
}

/// A line of the list of players: its syntax and a description.
pub struct Entry {
    pub name: &'static str,
    pub what: &'static str,
}

/// Why a name is not that of a player.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SpecError {
    #[error("unknown player '{0}'")]
    Unknown(String),
    #[error("levels are 1 to {highest}, not '{0}'", highest = Level::HIGHEST)]
    Level(String),
    #[error("{0}")]
    Pace(String),
    #[error("alpha-beta looks 1 to {MAX_DEPTH} moves ahead, not '{0}'")]
    Depth(String),
    #[error("the levels of ain-shams are 0 (easy), 1 (medium) and 2 (hard), not '{0}'")]
    AinShams(String),
}

/// The maximum depth; deeper searches would take too long.
pub const MAX_DEPTH: u32 = 40;

/// The three difficulties of the Python game. Medium is its depth 5; the others are set so that each beats the one below
/// it clearly (docs/players.md has the match).
const DIFFICULTIES: [(&str, u32); 3] = [("easy", 2), ("medium", 5), ("hard", 10)];

impl PlayerSpec {
    /// Every player, weakest idea first.
    pub const ENTRIES: [Entry; 13] = [
        Entry {
            name: "random",
            what: "any legal move, at random",
        },
        Entry {
            name: "mirror",
            what: "the opponent's last move again, else the first legal one (2016)",
        },
        Entry {
            name: "reference",
            what: "a repeat, else a capture, else keep most seeds (2016)",
        },
        Entry {
            name: "opportunist",
            what: "an extra turn or a capture, else any move (2022)",
        },
        Entry {
            name: "deep-purple",
            what: "greedy, one move deep (2023)",
        },
        Entry {
            name: "easy",
            what: "alpha-beta, 2 moves deep",
        },
        Entry {
            name: "medium",
            what: "alpha-beta, 5 moves deep",
        },
        Entry {
            name: "hard",
            what: "alpha-beta, 10 moves deep",
        },
        Entry {
            name: "alpha-beta:DEPTH",
            what: "alpha-beta, as deep as you say",
        },
        Entry {
            name: "ain-shams:LEVEL",
            what: "the Python game's evaluate as printed: 0 (easy), 1 (medium), 2 (hard)",
        },
        Entry {
            name: "level:N",
            what: "1 (beginner) to 10: errs by what moves really cost",
        },
        Entry {
            name: "search:TIME",
            what: "as well as the time allows: 500ms, 2s, or 20000n positions",
        },
        Entry {
            name: "perfect",
            what: "opening book and exact search",
        },
    ];

    /// The player, with random numbers for those that use them.
    #[must_use]
    pub fn player(&self, rng: Rng) -> Box<dyn Player> {
        self.player_with(rng, &Resources::default())
    }

    /// Whether a larger endgame table makes a better player. Players that count positions play the same with any, so that
    /// games can be played again on another machine.
    #[must_use]
    pub fn uses_table(&self) -> bool {
        matches!(
            self,
            PlayerSpec::Perfect | PlayerSpec::Search(Pace::Time(_))
        )
    }

    /// Seeds of the table that such a player has time for. The caller builds that table, if there is no larger one,
    /// beside its first moves.
    #[must_use]
    pub fn table_seeds(&self) -> Option<usize> {
        match self {
            PlayerSpec::Perfect => PERFECT.table_seeds(),
            PlayerSpec::Search(pace) => pace.table_seeds(),
            _ => None,
        }
    }

    /// The player, with the resources for those that search.
    #[must_use]
    pub fn player_with(&self, rng: Rng, resources: &Resources) -> Box<dyn Player> {
        let resources = resources.clone();
        match *self {
            PlayerSpec::Random => Box::new(Random::new(rng)),
            PlayerSpec::Mirror => Box::new(Mirror),
            PlayerSpec::Reference => Box::new(Reference),
            PlayerSpec::Opportunist => Box::new(Opportunist),
            PlayerSpec::DeepPurple => Box::new(DeepPurple),
            PlayerSpec::AlphaBeta(depth) => {
                Box::new(AlphaBeta::new(depth).with_stop(resources.stop))
            }
            PlayerSpec::AinShams(level) => {
                Box::new(AinShams::new(AinShams::LEVELS[usize::from(level)]))
            }
            PlayerSpec::Level(level) => Box::new(Graded::new(level, rng, resources)),
            PlayerSpec::Search(pace) => Box::new(Searcher::new(pace, resources)),
            PlayerSpec::Perfect => Box::new(Searcher::perfect(resources)),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        if let Some((_, depth)) = DIFFICULTIES.iter().find(|(name, _)| *name == text) {
            return Ok(PlayerSpec::AlphaBeta(*depth));
        }
        if let Some(depth) = text.strip_prefix("alpha-beta:") {
            let number = depth
                .parse()
                .ok()
                .filter(|depth| (1..=MAX_DEPTH).contains(depth));
            let number = number.ok_or_else(|| SpecError::Depth(depth.to_owned()))?;
            return Ok(PlayerSpec::AlphaBeta(number));
        }
        if let Some(level) = text.strip_prefix("ain-shams:") {
            let known = |&number: &u8| usize::from(number) < AinShams::LEVELS.len();
            let number = level.parse().ok().filter(known);
            let number = number.ok_or_else(|| SpecError::AinShams(level.to_owned()))?;
            return Ok(PlayerSpec::AinShams(number));
        }
        if let Some(number) = text.strip_prefix("level:") {
            let level = number.parse().ok().and_then(Level::new);
            let level = level.ok_or_else(|| SpecError::Level(number.to_owned()))?;
            return Ok(PlayerSpec::Level(level));
        }
        if let Some(pace) = text.strip_prefix("search:") {
            return pace
                .parse()
                .map(PlayerSpec::Search)
                .map_err(SpecError::Pace);
        }
        match text {
            "perfect" => Ok(PlayerSpec::Perfect),
            "random" => Ok(PlayerSpec::Random),
            "mirror" => Ok(PlayerSpec::Mirror),
            "reference" => Ok(PlayerSpec::Reference),
            "opportunist" => Ok(PlayerSpec::Opportunist),
            "deep-purple" => Ok(PlayerSpec::DeepPurple),
            _ => Err(SpecError::Unknown(text.to_owned())),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PlayerSpec::Random => f.pad("random"),
            PlayerSpec::Mirror => f.pad("mirror"),
            PlayerSpec::Reference => f.pad("reference"),
            PlayerSpec::Opportunist => f.pad("opportunist"),
            PlayerSpec::DeepPurple => f.pad("deep-purple"),
            PlayerSpec::AinShams(level) => write!(f, "ain-shams:{level}"),
            PlayerSpec::Level(level) => write!(f, "level:{}", level.number()),
            PlayerSpec::Search(pace) => write!(f, "search:{pace}"),
            PlayerSpec::Perfect => f.pad("perfect"),
            PlayerSpec::AlphaBeta(depth) => match DIFFICULTIES.iter().find(|(_, d)| d == depth) {
                Some((name, _)) => f.pad(name),
                None => write!(f, "alpha-beta:{depth}"),
            },
        }
    }
}
