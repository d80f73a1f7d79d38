//! `mancala console`: a game on one of the old machines.
//!
//! `bench::debugger` carries out the commands of a person or a script. Here `table` reads and shows, `clock` runs as slowly
//! as requested, `draw` draws the panel, `machine` creates the machine, `budget` prints the cost of the firmware, `export` writes the
//! circuits.

mod budget;
mod clock;
mod draw;
mod export;
mod machine;
mod table;

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use bench::command::{Action, COMMANDS, Reader};
use bench::debugger::Debugger;
use bench::{Firmware, Running};
use consoles::Model;
use kalah::Side;
use timeline::Timeline;
use timeline::run::HeadLine;

use crate::files::{self, Draft};
use crate::paint::Paint;
use crate::prompt::{Piped, Prompt, Words};
use crate::ui::{Answer, Ui};
use crate::wording::texts;
use machine::Waveform;
use table::{Face, Table};

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// Which console: 2016, 2016-mirror, 2022 or 2023
    #[arg(long, default_value = "2023", value_name = "YEAR")]
    model: Model,
    /// What runs the machine [default: fast; chips with --vcd]
    #[arg(long, value_enum, value_name = "ENGINE")]
    engine: Option<Fidelity>,
    /// Run other firmware: a folder with some of the console's .asm files, as `export` writes them
    #[arg(long, value_name = "DIR")]
    firmware: Option<PathBuf>,
    /// Seeds in each pit: 4 to 8 on the console of 2023, 4 on the others; asked for if not given
    #[arg(long, value_name = "N")]
    seeds: Option<u8>,
    /// Who moves first: chosen on the console of 2023, the human on the others; asked for if not given
    #[arg(long, value_name = "WHO")]
    first: Option<Who>,
    /// Clocks per second, to watch it work [default: as fast as possible]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    hz: Option<u32>,
    /// Run commands from a file instead of prompting; exit code 1 if an expectation fails
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Write a waveform of every signal of the board; needs an engine with wires
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
    /// Write every action with its half-tick as a run that --replay replays
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Replay a recorded run first, then continue from its end; exit code 1 if it ends in a different state
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seeds", "first"])]
    replay: Option<PathBuf>,
    /// Print every panel as one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Print the cost of the firmware: bytes in each bank, clocks for each move
    Budget(budget::Args),
    /// Write the circuits, ROM images and sources, to open in Logisim or to change
    Export(export::Args),
}

/// What runs the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Fidelity {
    /// Everything simulated from circuits, with the processor made of gates
    Gates,
    /// The board's circuits with the native processor in the socket
    Chips,
    /// The native processor, the chips as small models
    Fast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Who {
    Human,
    Computer,
}

impl Who {
    fn side(self) -> Side {
        match self {
            Who::Human => Side::South,
            Who::Computer => Side::North,
        }
    }
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    match &args.verb {
        Some(Verb::Budget(args)) => return budget::run(args, ui),
        Some(Verb::Export(args)) => return export::run(args, ui),
        None => check(args)?,
    }
    let waveform = args.vcd.as_deref().map(Waveform::new).transpose()?;
    let record = args.record.as_deref().map(Draft::new).transpose()?;
    let firmware = machine::firmware(args)?;
    let (timeline, answer) = sit_down(args, &firmware, ui)?;
    if let Some(mut record) = record {
        let head = vec![HeadLine::new("console", args.model.name())];
        let run = timeline.to_run(head, ToString::to_string);
        record.file.write_all(run.to_string().as_bytes())?;
        record.keep()?;
    }
    if let Some(waveform) = waveform {
        waveform.write(args, &firmware, &timeline)?;
    }
    answer
}

/// A game from power-on until the input ends; the inner error is a wrong command, after which files are still written.
fn sit_down(
    args: &Args,
    firmware: &Firmware,
    ui: &mut Ui,
) -> anyhow::Result<(Timeline<Running>, anyhow::Result<Answer>)> {
    let terminal = io::stdout().is_terminal();
    let time = Timeline::new(machine::engine(args).power_on(firmware));
    let mut table = Table {
        debugger: Debugger::new(time, firmware, texts()),
        face: Face {
            out: &mut ui.out,
            paint: Paint::new(ui.colour.on(&io::stdout())),
            hz: args.hz,
            json: args.json,
            live: terminal && args.hz.is_some() && !args.json,
            drawn: 0,
        },
    };
    let mut same = true;
    match &args.replay {
        Some(path) => same = table.replay(args.model, path)?,
        None => table.begin(args.seeds, args.first.map(Who::side))?,
    }
    let answer = match &args.script {
        Some(path) => {
            let text = files::read_text_leniently(path)?;
            check_script(path, &text, table.debugger.reader())?;
            table.play(&mut lines(text.as_bytes()), path)
        }
        None => {
            let piped = match args.json {
                true => Piped::Silent,
                false => Piped::Echo,
            };
            let code = &table.debugger.code;
            let names = code.labels().chain(code.cells()).map(str::to_owned);
            let words = Words {
                commands: COMMANDS.map(str::to_owned).to_vec(),
                names: names.collect(),
            };
            table.converse(&mut Prompt::stdin(piped).completing(|| words))
        }
    };
    let answer = answer.map(|answer| if same { answer } else { Answer::No });
    Ok((table.debugger.time, answer))
}

/// Settings a console does not have are refused before it is switched on.
fn check(args: &Args) -> anyhow::Result<()> {
    let model = args.model;
    let sources = args.firmware.iter().flat_map(|folder| {
        let names = bench::firmware::names(model).into_iter();
        names.map(|name| folder.join(name))
    });
    let inputs = sources.chain(args.script.clone());
    let inputs: Vec<PathBuf> = inputs.chain(args.replay.clone()).collect();
    let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    let outputs: Vec<&Path> = args
        .vcd
        .iter()
        .chain(&args.record)
        .map(PathBuf::as_path)
        .collect();
    files::keep_apart(&inputs, &outputs)?;
    if args.vcd.is_some() && args.engine == Some(Fidelity::Fast) {
        bail!("the fast engine has no wires to draw: --vcd needs --engine chips or gates");
    }
    if let Some(seeds) = args.seeds
        && model.rules(seeds).is_none()
    {
        let offer = match model.has_settings() {
            true => "plays with 4 to 8 seeds",
            false => "always plays with 4 seeds",
        };
        bail!("the {model} console {offer} in each pit, not {seeds}");
    }
    if args.first == Some(Who::Computer) && !model.has_settings() {
        bail!(
            "on the {model} console the human always moves first; on that of 2023 it can be chosen"
        );
    }
    Ok(())
}

/// All mistakes of a script at once, before anything runs.
fn check_script(path: &Path, text: &str, reader: Reader<'_>) -> anyhow::Result<()> {
    let file = path.display().to_string();
    let mistakes: Vec<String> = (text.lines().enumerate())
        .filter_map(|(at, line)| {
            let mistake = Action::read(line, reader).err()?;
            Some(mistake.in_line(&file, at + 1, line).to_string())
        })
        .collect();
    if mistakes.is_empty() {
        return Ok(());
    }
    let number = diag::count(mistakes.len(), "mistake");
    bail!("{number} in {file}\n{}", mistakes.join("\n").trim_end())
}

/// The lines of an input, each cut off at a maximum length.
fn lines(mut input: impl BufRead) -> impl FnMut() -> io::Result<Option<String>> {
    const LONGEST: u64 = 4096;
    move || {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        let text = String::from_utf8_lossy(&line);
        let clean = text.trim().chars().filter(|c| !c.is_control()).collect();
        Ok((read > 0).then_some(clean))
    }
}
