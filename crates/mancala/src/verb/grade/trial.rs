//! `mancala grade try`: a person presses, and sees what the grader reads.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use grade::{Driver, Rest};
use kalah::Side;

use super::panels;
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

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let panel = panels::panel(&args.panel)?;
    let simulator = args.source.console(&NativeArgs::default(), false, ui)?;
    let wiring = panels::wiring(&args.panel, &panel, &simulator)?;
    let mut driver = Driver::new(simulator, &wiring, panel.limits);
    let rest = driver.start(args.seeds, args.first);
    show(&driver, Some(rest), ui)?;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let word = line.trim();
        if !io::stdin().is_terminal() {
            writeln!(ui.out, "> {word}")?;
        }
        if word == "quit" {
            break;
        }
        let people = wiring.has_two_people();
        match pit(word, driver.turn().unwrap_or(Side::South)) {
            Some((side, pit)) if pit <= panel.pits() && (people || side == Side::South) => {
                let rest = driver.play(side, pit - 1);
                show(&driver, rest, ui)?;
            }
            _ => {
                let north = if people {
                    ", n1 and so on for north"
                } else {
                    ""
                };
                let pits = panel.pits();
                writeln!(ui.out, "type a pit from 1 to {pits}{north}, or quit")?;
            }
        }
    }
    Ok(Answer::Yes)
}

/// A pit, of north if an n stands before it and of south if an s does.
fn pit(word: &str, turn: Side) -> Option<(Side, usize)> {
    let (side, number) = match (word.strip_prefix('n'), word.strip_prefix('s')) {
        (Some(number), _) => (Side::North, number),
        (None, Some(number)) => (Side::South, number),
        (None, None) => (turn, word),
    };
    let number = number.parse().ok().filter(|&number| number > 0);
    number.map(|number| (side, number))
}

fn show(driver: &Driver<'_>, rest: Option<Rest>, ui: &mut Ui) -> anyhow::Result<()> {
    let says = match rest {
        None => "the button was not noticed",
        Some(Rest::YourTurn) => "your turn",
        Some(Rest::Settings) => "the console asks for settings",
        Some(Rest::Over) => "the game is over",
        Some(Rest::Stuck) => "no answer within the limit",
        Some(Rest::Oscillating) => "the circuit oscillates",
    };
    let half_ticks = driver.half_ticks();
    writeln!(ui.out, "half-tick {half_ticks}: {says}\n{}", driver.board())?;
    ui.out.flush()?;
    Ok(())
}
