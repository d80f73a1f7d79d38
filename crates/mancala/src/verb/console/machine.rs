//! What runs a console: one of the three engines, with the built-in firmware or the user's own, and a waveform beside it.

use std::cell::RefCell;
use std::fs;
use std::io::{self, BufWriter, ErrorKind};
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, bail};
use circuit::wave::Wave;
use console::firmware::{self, Bank};
use console::{Button, Fast, Machine, Model, Panel, Processor, Wired};

use super::{Args, Fidelity};
use crate::files::Draft;
use crate::verb::cdm8::asm;

/// Whichever engine.
pub type Running = Box<dyn Machine>;

type Pen = Wave<BufWriter<fs::File>>;

/// The machine the arguments ask for, and its waveform if one is written.
pub fn make(args: &Args) -> anyhow::Result<(Running, Option<Waveform>)> {
    let banks = args.firmware.as_deref();
    let banks = banks
        .map(|folder| own_banks(args.model, folder))
        .transpose()?;
    let wires = args.engine.or(args.vcd.as_ref().map(|_| Fidelity::Chips));
    let processor = match wires.unwrap_or(Fidelity::Fast) {
        Fidelity::Gates => Processor::Gates,
        Fidelity::Chips => Processor::Native,
        Fidelity::Fast => {
            let fast = match banks {
                None => Fast::new(args.model),
                Some(banks) => Fast::with_banks(args.model, banks),
            };
            return Ok((Box::new(fast), None));
        }
    };
    let mut wired = match banks {
        None => Wired::new(args.model, processor),
        Some(banks) => Wired::with_banks(args.model, processor, &banks),
    };
    let Some(path) = &args.vcd else {
        return Ok((Box::new(wired), None));
    };
    let draft = Draft::new(path)?;
    let out = BufWriter::new(draft.file.try_clone()?);
    let wave = Wave::new(out, wired.simulator_mut(), false)?;
    let drawn = Rc::new(RefCell::new((Some(wave), Ok(()))));
    let waveform = Waveform {
        draft,
        drawn: drawn.clone(),
    };
    Ok((Box::new(Drawn { wired, drawn }), Some(waveform)))
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

/// A waveform in the making. A file is left behind only by `finish`.
pub struct Waveform {
    draft: Draft,
    drawn: Rc<RefCell<(Option<Pen>, io::Result<()>)>>,
}

impl Waveform {
    pub fn finish(self) -> anyhow::Result<()> {
        let (wave, so_far) = self.drawn.replace((None, Ok(())));
        so_far.context("the waveform cannot be written")?;
        if let Some(wave) = wave {
            wave.finish()?;
        }
        self.draft.keep()
    }
}

/// A wired console whose every move is drawn.
struct Drawn {
    wired: Wired,
    drawn: Rc<RefCell<(Option<Pen>, io::Result<()>)>>,
}

impl Drawn {
    fn draw(&mut self, half_tick: bool) {
        let (wave, so_far) = &mut *self.drawn.borrow_mut();
        if let (Some(wave), Ok(())) = (wave, &so_far) {
            *so_far = wave.settled(self.wired.simulator_mut(), half_tick);
        }
    }
}

impl Machine for Drawn {
    fn model(&self) -> Model {
        self.wired.model()
    }

    fn hold(&mut self, buttons: &[Button]) {
        self.wired.hold(buttons);
        self.draw(false);
    }

    fn half_tick(&mut self) {
        self.wired.half_tick();
        self.draw(true);
    }

    fn half_ticks(&self) -> u64 {
        self.wired.half_ticks()
    }

    fn step(&mut self) {
        loop {
            self.half_tick();
            if self.wired.is_between_instructions() || self.is_stopped() {
                return;
            }
        }
    }

    fn panel(&self) -> Panel {
        self.wired.panel()
    }

    fn peek(&self, address: u8) -> u8 {
        self.wired.peek(address)
    }

    fn is_stopped(&self) -> bool {
        self.wired.is_stopped()
    }

    fn is_waiting(&self) -> bool {
        self.wired.is_waiting()
    }
}
