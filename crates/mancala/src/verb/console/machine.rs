//! What runs a console: one of the three engines, with the built-in firmware or the user's own, and a waveform beside it.

use std::fs;
use std::io::{BufWriter, ErrorKind};
use std::path::Path;

use anyhow::{Context, bail};
use circuit::wave::Wave;
use console::firmware::{self, Bank};
use console::{Button, Code, Fast, Hand, Machine, Model, Powered, Processor, Wired};
use timeline::Timeline;

use super::{Args, Fidelity};
use crate::files::Draft;
use crate::verb::cdm8::asm;

/// Whichever engine.
pub type Running = Box<dyn Machine>;

/// The machine the arguments ask for.
pub fn make(args: &Args) -> anyhow::Result<Running> {
    let wires = args.engine.or(args.vcd.as_ref().map(|_| Fidelity::Chips));
    let processor = match wires.unwrap_or(Fidelity::Fast) {
        Fidelity::Gates => Processor::Gates,
        Fidelity::Chips => Processor::Native,
        Fidelity::Fast => {
            return Ok(match banks(args)? {
                None => Box::new(Fast::new(args.model)),
                Some(banks) => Box::new(Fast::with_banks(args.model, banks)),
            });
        }
    };
    Ok(Box::new(wired(args, processor)?))
}

/// The names in the firmware it runs.
pub fn code(args: &Args) -> anyhow::Result<Code> {
    Ok(match banks(args)? {
        None => Code::new(args.model),
        Some(banks) => Code::of(args.model, &banks),
    })
}

fn banks(args: &Args) -> anyhow::Result<Option<Vec<Bank>>> {
    let folder = args.firmware.as_deref();
    folder
        .map(|folder| own_banks(args.model, folder))
        .transpose()
}

fn wired(args: &Args, processor: Processor) -> anyhow::Result<Wired> {
    Ok(match banks(args)? {
        None => Wired::new(args.model, processor),
        Some(banks) => Wired::with_banks(args.model, processor, &banks),
    })
}

/// The banks with every source that lies in `folder` in place of the built-in one.
fn own_banks(model: Model, folder: &Path) -> anyhow::Result<Vec<Bank>> {
    let files = firmware::sources(model)
        .iter()
        .flat_map(|(_, files)| *files);
    let mut found: Vec<(&str, String)> = Vec::new();
    for file in files {
        let path = folder.join(file.base());
        match fs::read_to_string(&path) {
            Ok(text) => found.push((file.base(), text)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        }
    }
    if found.is_empty() {
        let files = firmware::sources(model)
            .iter()
            .flat_map(|(_, files)| *files);
        let mut names: Vec<&str> = files.map(firmware::File::base).collect();
        names.dedup();
        bail!(
            "{} holds none of the sources of the {model} console ({}); 'mancala console export DIR' writes them",
            folder.display(),
            names.join(", ")
        );
    }
    let other = |name: &str| {
        let text = found.iter().find(|(known, _)| *known == name);
        text.map(|(_, text)| text.clone())
    };
    firmware::banks_with(model, other).map_err(|(bank, outcome)| {
        let mistakes = asm::mistakes(&outcome);
        anyhow::anyhow!(
            "bank {bank} of {} does not assemble\n{mistakes}",
            folder.display()
        )
    })
}

/// A waveform to be written: of the future that the game was left on, from power-on to its last moment.
pub struct Waveform {
    draft: Draft,
}

impl Waveform {
    /// Makes sure that the file can be written before anybody plays.
    pub fn new(path: &Path) -> anyhow::Result<Waveform> {
        let draft = Draft::new(path)?;
        Ok(Waveform { draft })
    }

    /// Runs everything once more, with a pen on every signal.
    pub fn write(self, args: &Args, timeline: &Timeline<Powered<Running>>) -> anyhow::Result<()> {
        let processor = match args.engine {
            Some(Fidelity::Gates) => Processor::Gates,
            _ => Processor::Native,
        };
        let mut wired = wired(args, processor)?;
        let out = BufWriter::new(self.draft.file.try_clone()?);
        let mut wave = Wave::new(out, wired.simulator_mut(), false)?;
        let run_to = |wired: &mut Wired, wave: &mut Wave<_>, moment: u64| -> anyhow::Result<()> {
            while wired.half_ticks() < moment {
                wired.half_tick();
                wave.settled(wired.simulator_mut(), true)?;
            }
            Ok(())
        };
        for (moment, hand) in &timeline.inputs()[..timeline.inputs_done()] {
            run_to(&mut wired, &mut wave, *moment)?;
            let holds: &[&[Button]] = match hand {
                Hand::Press(button) => &[&[*button], &[]],
                Hand::Hold(buttons) => &[buttons],
            };
            for buttons in holds {
                wired.hold(buttons);
                wave.settled(wired.simulator_mut(), false)?;
            }
        }
        run_to(&mut wired, &mut wave, timeline.now())?;
        wave.finish()?;
        self.draft.keep()
    }
}
