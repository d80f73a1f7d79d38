//! The machine of a console: one of the three engines, with the built-in firmware or the user's own, and a waveform beside it.

use std::collections::BTreeMap;
use std::io::BufWriter;
use std::path::Path;

use anyhow::anyhow;
use bench::firmware::Unusable;
use bench::{Engine, Firmware, Running, wired};
use circuit::wave::Wave;
use consoles::{Button, Hand, Machine, Model, Processor, Wired};
use timeline::Timeline;

use super::{Args, Fidelity};
use crate::files;
use crate::files::Draft;
use crate::verb::cdm8::asm;

/// The engine the arguments ask for.
pub fn engine(args: &Args) -> Engine {
    let wires = args.vcd.is_some();
    match args.engine {
        Some(Fidelity::Gates) => Engine::Gates,
        Some(Fidelity::Chips) => Engine::Chips,
        Some(Fidelity::Fast) => Engine::Fast,
        None if wires => Engine::Chips,
        None => Engine::Fast,
    }
}

/// The built-in firmware, or that of a folder.
pub fn firmware(args: &Args) -> anyhow::Result<Firmware> {
    match &args.firmware {
        None => Ok(Firmware::own(args.model)),
        Some(folder) => of_folder(args.model, folder),
    }
}

/// The firmware with every source that lies in `folder` in place of the built-in one.
fn of_folder(model: Model, folder: &Path) -> anyhow::Result<Firmware> {
    let mut found: BTreeMap<&str, String> = BTreeMap::new();
    for name in bench::firmware::names(model) {
        let path = folder.join(name);
        if path.exists() {
            found.insert(name, files::read_text(&path)?);
        }
    }
    Firmware::with(model, |name| found.get(name).cloned()).map_err(|unusable| match unusable {
        Unusable::Foreign => anyhow!(
            "{} holds none of the sources of the {model} console ({}); 'mancala console export DIR' writes them",
            folder.display(),
            bench::firmware::names(model).join(", ")
        ),
        Unusable::Mistakes { bank, assembly } => anyhow!(
            "bank {bank} of {} does not assemble\n{}",
            folder.display(),
            asm::mistakes(&assembly)
        ),
    })
}

/// A waveform to be written: of the future that the game ended on, from power-on to its last moment.
pub struct Waveform {
    draft: Draft,
}

impl Waveform {
    /// Makes sure that the file can be written before play begins.
    pub fn new(path: &Path) -> anyhow::Result<Waveform> {
        let draft = Draft::new(path)?;
        Ok(Waveform { draft })
    }

    /// Replays everything once more, recording every signal.
    pub fn write(
        self,
        args: &Args,
        firmware: &Firmware,
        timeline: &Timeline<Running>,
    ) -> anyhow::Result<()> {
        let processor = engine(args).processor().unwrap_or(Processor::Native);
        let mut wired = wired(firmware, processor);
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
                Hand::Set(thing, value) => {
                    wired.set(thing, *value);
                    wave.settled(wired.simulator_mut(), false)?;
                    &[]
                }
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
