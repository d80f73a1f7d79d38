//! `mancala grade try`: a person presses buttons, and sees what the grader reads.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use grade::{Driver, Panel, Rest};
use kalah::Side;

use super::{class, panels};
use crate::ui::{Answer, Ui};
use crate::verb::circuit::load::Source;
use crate::verb::circuit::native::NativeArgs;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// The panel file
    #[arg(long, value_name = "FILE")]
    panel: PathBuf,
    /// Seeds per pit, if the console can be set
    #[arg(long, default_value_t = 4, value_name = "N")]
    seeds: u16,
    /// Who moves first, if the console can be set: south (the person) or north
    #[arg(long, default_value = "south", value_name = "SIDE", value_parser = side)]
    first: Side,
}

fn side(text: &str) -> Result<Side, String> {
    match text {
        "south" => Ok(Side::South),
        "north" => Ok(Side::North),
        _ => Err("expected south or north".to_owned()),
    }
}

/// The commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Typed {
    /// A pit, counted from 1; of the side to move if none is named.
    Pit(Option<Side>, usize),
    Reset,
    Quit,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let panel = panels::panel(&args.panel)?;
    let (source, _) = class::unpacked(&args.source)?;
    let simulator = source.console(&NativeArgs::default(), false, ui)?;
    let wiring = panels::wiring(&args.panel, &panel, &simulator)?;
    let mut driver = Driver::new(simulator, &wiring, panel.limits);
    let people = wiring.has_two_people();
    let hint = hint(panel.pits(), people);
    writeln!(ui.out, "{hint}")?;
    let rest = driver.start(args.seeds, args.first);
    show(&driver, Some(rest), &panel, ui)?;
    let is_terminal = io::stdin().is_terminal();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let word = line.trim();
        if !is_terminal {
            writeln!(ui.out, "> {word}")?;
        }
        let rest = match typed(word, panel.pits(), people) {
            Some(Typed::Quit) => break,
            Some(Typed::Pit(side, pit)) => {
                let turn = driver.turn().filter(|_| people);
                let side = side.or(turn).unwrap_or(Side::South);
                let was_empty = driver.board().is_empty(side, pit - 1);
                let rest = driver.play(side, pit - 1);
                if rest.is_none() && was_empty {
                    writeln!(ui.out, "pit {pit} is empty, and nothing moved")?;
                    show(&driver, Some(Rest::YourTurn), &panel, ui)?;
                    continue;
                }
                rest
            }
            Some(Typed::Reset) => match driver.reset(args.seeds, args.first) {
                Some(rest) => Some(rest),
                None => {
                    tell("the panel names no reset button", is_terminal, ui)?;
                    continue;
                }
            },
            None => {
                tell(&hint, is_terminal, ui)?;
                continue;
            }
        };
        show(&driver, rest, &panel, ui)?;
    }
    Ok(Answer::Yes)
}

fn hint(pits: usize, people: bool) -> String {
    let whose = if people {
        "s1 or n1 and so on for south and north, "
    } else {
        ""
    };
    format!("type a pit from 1 to {pits}, {whose}reset, or quit")
}

fn tell(what: &str, is_terminal: bool, ui: &mut Ui) -> anyhow::Result<()> {
    writeln!(ui.out, "{what}")?;
    prompt(is_terminal, ui)
}

fn prompt(is_terminal: bool, ui: &mut Ui) -> anyhow::Result<()> {
    if is_terminal {
        write!(ui.out, "> ")?;
    }
    ui.out.flush()?;
    Ok(())
}

/// A pit, of north if an n stands before it and of south if an s does.
fn typed(word: &str, pits: usize, people: bool) -> Option<Typed> {
    let (side, number) = match (word.strip_prefix('n'), word.strip_prefix('s')) {
        _ if word == "quit" => return Some(Typed::Quit),
        _ if word == "reset" => return Some(Typed::Reset),
        (Some(number), _) if people => (Some(Side::North), number),
        (_, Some(number)) => (Some(Side::South), number),
        _ => (None, word),
    };
    let number = number.parse().ok();
    let number = number.filter(|number| (1..=pits).contains(number))?;
    Some(Typed::Pit(side, number))
}

fn show(driver: &Driver<'_>, rest: Option<Rest>, panel: &Panel, ui: &mut Ui) -> anyhow::Result<()> {
    let limits = panel.limits;
    let says = match rest {
        None => format!(
            "the press was not noticed within {} half-ticks; a slow console may need a larger [limits] hold or notice",
            limits.notice
        ),
        Some(Rest::YourTurn) => match driver.turn() {
            Some(side) => format!("{side}'s turn"),
            None => "your turn".to_owned(),
        },
        Some(Rest::Settings) => "the console asks for settings".to_owned(),
        Some(Rest::Over) => "the game is over".to_owned(),
        Some(Rest::Stuck) => format!(
            "the console did not ask for a move within {} half-ticks; is [lights] your-turn right?",
            limits.answer
        ),
        Some(Rest::Oscillating) => "the circuit oscillates".to_owned(),
    };
    let half_ticks = driver.half_ticks();
    writeln!(ui.out, "half-tick {half_ticks}: {says}\n{}", driver.board())?;
    let lights = driver.lights();
    let (on, off): (Vec<_>, Vec<_>) = lights.into_iter().partition(|(_, on)| *on);
    for (title, lights) in [("on", on), ("off", off)] {
        let names: Vec<&str> = lights.into_iter().map(|(name, _)| name).collect();
        if !names.is_empty() {
            writeln!(ui.out, "{title}: {}", names.join(", "))?;
        }
    }
    prompt(io::stdin().is_terminal(), ui)
}
