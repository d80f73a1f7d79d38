//! `mancala play`: a game in the terminal.
//!
//! On a terminal the game fills the screen: `full`. Otherwise, and with `--plain`, it is a conversation: `setup` asks what to
//! play, `game` plays it, `keeper` saves it, `talk` is the dialogue with the person at the keyboard.

mod command;
pub(super) mod full;
mod game;
mod keeper;
mod setup;
pub(super) mod talk;
mod thinking;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use kalah::Side;

use crate::args::{DataArgs, RuleArgs};
use crate::paint::Paint;
use crate::players;
use crate::prompt::{Piped, Prompt};
use crate::storage::Storage;
use crate::ui::{Answer, Ui};
use talk::Talk;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Who plays against you; `mancala players` lists them
    #[arg(long, value_name = "PLAYER", conflicts_with = "two_players")]
    opponent: Option<String>,
    /// Two people at this keyboard
    #[arg(long)]
    two_players: bool,
    /// Who moves first [default: human]
    #[arg(long, value_name = "WHO")]
    first: Option<First>,
    /// Continue a saved game, by name or from a file (a record as text or JSON, or a save file of the Python game)
    #[arg(long, value_name = "NAME|FILE")]
    load: Option<String>,
    /// The seed of players that move at random
    #[arg(long)]
    seed: Option<u64>,
    /// Ask after every move whether to save the game (every move is saved anyway); plain mode only
    #[arg(long)]
    ask_to_save: bool,
    /// Whether plain mode asks for what the options leave open: auto asks on a terminal
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    ask: Ask,
    #[command(flatten)]
    face: full::FaceArgs,
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum First {
    /// You
    Human,
    /// Your opponent
    Computer,
    /// The side below, yours
    South,
    /// The side above
    North,
}

impl First {
    fn side(self) -> Side {
        match self {
            First::Human | First::South => Side::South,
            First::Computer | First::North => Side::North,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Ask {
    #[default]
    Auto,
    Always,
    Never,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let conversation = args.ask != Ask::Auto || args.ask_to_save;
    if !conversation && args.face.can_fill_the_screen() {
        return full::run(args, ui);
    }
    let terminal = std::io::stdin().is_terminal();
    let asking = match args.ask {
        Ask::Auto => terminal,
        Ask::Always => true,
        Ask::Never => false,
    };
    let storage = Storage::new(&args.data.folder()?);
    let paint = Paint::new(ui.colour.on(&std::io::stdout()));
    let mut talk = Talk::new(Prompt::stdin(Piped::Echo), &mut ui.out, paint);
    let Some(plan) = setup::plan(args, &storage, asking, &mut talk)? else {
        return Ok(Answer::Yes);
    };
    let (resources, complaints) = resources(&plan, &args.data)?;
    for complaint in complaints {
        writeln!(ui.err, "{complaint}")?;
    }
    game::PlayedGame::new(plan, storage, &resources)?.play(&mut talk)?;
    Ok(Answer::Yes)
}

/// The resources of the computer's players, and complaints about unusable tables.
fn resources(
    plan: &setup::Plan,
    data: &DataArgs,
) -> anyhow::Result<(engine::player::Resources, Vec<String>)> {
    let seats = play::seat::both(&plan.record);
    let computers = seats.iter().filter_map(play::Seat::player);
    let players = computers
        .map(players::parse)
        .collect::<anyhow::Result<Vec<_>>>()?;
    let rules = plan.record.start().rules();
    let (resources, complaints) = players::resources(&players, rules, data, players::threads())?;
    players::build_table_beside(&resources.library, &players, rules);
    Ok((resources, complaints))
}

/// A path, if the value of `--load` looks like one.
fn as_path(text: &str) -> Option<PathBuf> {
    let path = PathBuf::from(text);
    let looks_like_one = text.contains(['/', '\\']) || path.is_file();
    looks_like_one.then_some(path)
}
