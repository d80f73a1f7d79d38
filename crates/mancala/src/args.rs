//! Arguments shared by several commands.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};
use kalah::{Capture, End, Lift, Position, Preset, Rules, Setup, Side};

/// The rules of the game.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// Rules by name: standard, 2016, 2022, 2023, ain-shams-steal, ain-shams-no-steal
    #[arg(long, value_name = "NAME")]
    pub rules: Option<Named>,
    /// Pits on each side, 1 to 12 [default: 6]
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..=12))]
    pub pits: Option<u32>,
    /// Seeds in each pit at the start, 1 to 12 [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=12))]
    pub seeds: Option<u32>,
    /// Capture when seeds lie opposite, always, or never: opposite, always, off
    #[arg(long, value_name = "RULE")]
    pub capture: Option<Capture>,
    /// The game ends when either row is empty, or only the mover's: either, mover
    #[arg(long, value_name = "RULE")]
    pub end: Option<End>,
    /// Seeds are lifted all at once, or each as it is sown, so that a lap that comes back captures nothing: all, each
    #[arg(long, value_name = "RULE")]
    pub lift: Option<Lift>,
}

/// Rules by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Preset(Preset),
    /// The console's own rules.
    Find,
}

impl FromStr for Named {
    type Err = <Preset as FromStr>::Err;

    fn from_str(text: &str) -> Result<Named, Self::Err> {
        match text {
            "find" => Ok(Named::Find),
            name => name.parse().map(Named::Preset),
        }
    }
}

impl RuleArgs {
    /// Whether the rules are to be found out, which only `mancala grade` does.
    pub fn finds(&self) -> bool {
        self.rules == Some(Named::Find)
    }

    /// The rules to grade by, or to begin with if they are to be found out.
    pub fn to_grade_by(&self) -> anyhow::Result<Rules> {
        let named = self.rules.filter(|named| *named != Named::Find);
        let args = RuleArgs {
            rules: named,
            ..self.clone()
        };
        args.rules()
    }

    /// The named rules, or the standard ones, with every single setting applied.
    pub fn rules(&self) -> anyhow::Result<Rules> {
        let base = match self.rules {
            None => Preset::Standard,
            Some(Named::Preset(preset)) => preset,
            Some(Named::Find) => {
                bail!("--rules find is for mancala grade, which plays on a console to find them")
            }
        };
        let base = base.rules();
        let rules = Rules::new(
            self.pits.unwrap_or(base.pits() as u32),
            self.seeds.unwrap_or(base.seeds().into()),
            self.capture.unwrap_or(base.capture()),
            self.end.unwrap_or(base.end()),
        )?;
        Ok(rules.with_lift(self.lift.unwrap_or(base.lift())))
    }

    /// The first flag that was given, if any was.
    pub fn first_given(&self) -> Option<&'static str> {
        let flags = [
            ("--rules", self.rules.is_some()),
            ("--pits", self.pits.is_some()),
            ("--seeds", self.seeds.is_some()),
            ("--capture", self.capture.is_some()),
            ("--end", self.end.is_some()),
            ("--lift", self.lift.is_some()),
        ];
        let mut given = flags.into_iter().filter(|(_, given)| *given);
        given.next().map(|(flag, _)| flag)
    }

    /// The position of a text, as position text or KGP board; its rows say how many pits each side has. Without a text,
    /// the start position with `first` to move.
    pub fn position(&self, text: Option<&str>, first: Side) -> anyhow::Result<Position> {
        let Some(text) = text else {
            return Ok(Position::start(self.rules()?, first));
        };
        self.position_of(text)
            .with_context(|| format!("position '{text}'"))
    }

    fn position_of(&self, text: &str) -> anyhow::Result<Position> {
        let setup: Setup = match text.trim_start().starts_with('<') {
            true => Setup::from_kgp(text)?,
            false => text.parse()?,
        };
        let pits = self.pits.unwrap_or(setup.row_length()? as u32);
        let rules = RuleArgs {
            pits: Some(pits),
            ..self.clone()
        }
        .rules()?;
        Ok(Position::new(rules, &setup)?)
    }
}

/// Where games and tables are saved.
#[derive(Clone, Debug, clap::Args)]
pub struct DataArgs {
    /// The folder of saved games, instead of the platform's data folder
    #[arg(long, global = true, value_name = "FOLDER", env = "MANCALA_DATA_DIR")]
    data_dir: Option<PathBuf>,
}

impl DataArgs {
    pub fn new(folder: PathBuf) -> DataArgs {
        DataArgs {
            data_dir: Some(folder),
        }
    }

    /// The folder; it need not exist yet.
    pub fn folder(&self) -> anyhow::Result<PathBuf> {
        use etcetera::BaseStrategy;
        if let Some(folder) = &self.data_dir {
            return Ok(folder.clone());
        }
        let strategy = etcetera::choose_base_strategy()
            .context("there is no home folder to keep games in; name a folder with --data-dir")?;
        Ok(strategy.data_dir().join("mancala"))
    }
}
