//! Exports: the image of a memory, the drawing of the open sheet, a waveform.

use circuit::project::Image;
use circuit::svg;
use circuit::wave::Wave;
use serde::{Deserialize, Serialize};
use timeline::{Arrival, Budget, What};

use super::On;
use crate::failures;
use crate::reply::{Answer, Failure, Nothing, json, read};
use bench::Act;

/// Maximum number of half-ticks in a waveform.
const MOST: u64 = 500_000;

#[derive(Deserialize)]
struct AskImage {
    part: u32,
}

#[derive(Deserialize)]
struct AskVcd {
    from: u64,
    to: u64,
}

#[derive(Serialize)]
struct TextView {
    text: String,
}

impl On {
    /// A memory of the open sheet as a file that Logisim loads.
    pub(super) fn image(&self, request: &str) -> Answer {
        let AskImage { part } = read(request)?;
        let simulator = self.simulator();
        let part = self.shown()?.part(simulator, part)?;
        let size = simulator.cells(part);
        let size = size.ok_or_else(|| failures::NOT_A_MEMORY.refuses())?;
        let cells = (0..size as u32).map_while(|address| simulator.cell(part, address).ok());
        let mut words: Vec<u32> = cells.collect();
        let used = words.iter().rposition(|&word| word != 0);
        words.truncate(used.map_or(0, |last| last + 1));
        let text = Image { words }.to_text();
        json(&TextView { text })
    }

    /// The open sheet with its values, as Logisim draws it.
    pub(super) fn svg(&self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let live = self.live()?;
        let design = live.simulator.design();
        let circuit = design.circuit(live.instance);
        let text = svg::draw(&design.project, circuit, Some(live));
        json(&TextView { text })
    }

    /// Every signal from one moment to another, with the inputs in between.
    pub(super) fn vcd(&mut self, request: &str) -> Answer {
        let AskVcd { from, to } = read(request)?;
        let (from, to) = self.of_one_version(from, to.min(self.time.end()));
        if to.saturating_sub(from) > MOST {
            return Err(failures::LONG_WAVEFORM.with(&[("most", &MOST)]));
        }
        let here = self.time.standing();
        let free = &mut Budget::unlimited();
        self.time.goto(from, free);
        let mut text = Vec::new();
        let written = self.write_wave(&mut text, to);
        self.time.return_to(here, free);
        written.map_err(Failure::failed)?;
        json(&TextView {
            text: String::from_utf8_lossy(&text).into_owned(),
        })
    }

    /// The part of a stretch in which the circuit is the present version.
    fn of_one_version(&self, from: u64, to: u64) -> (u64, u64) {
        let now = self.time.now();
        let marks = self.time.marks().into_iter();
        let edits = marks.filter(|mark| matches!(mark.what, What::Input(Act::Edit(_))));
        let edits: Vec<u64> = edits.map(|mark| mark.moment).collect();
        let last = edits
            .iter()
            .rev()
            .find(|&&at| at <= now)
            .map_or(0, |at| at + 1);
        let next = edits
            .iter()
            .find(|&&at| at > now)
            .copied()
            .unwrap_or(u64::MAX);
        (from.max(last), to.min(next).max(from.max(last)))
    }

    fn write_wave(&mut self, text: &mut Vec<u8>, to: u64) -> std::io::Result<()> {
        let mut wave = Wave::new(text, self.time.subject_mut().simulator_mut(), false)?;
        while self.time.now() < to && self.time.run(1, &mut Budget::unlimited()) == Arrival::There {
            wave.settled(self.time.subject_mut().simulator_mut(), true)?;
        }
        wave.finish()
    }
}
