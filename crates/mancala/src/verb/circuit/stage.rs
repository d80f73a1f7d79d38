//! The environment of a script: stdout for its prints and terminals, a waveform, watched values, files beside it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use circuit::netlist::PartId;
use circuit::reference::Found;
use circuit::script::{Failure, Stage};
use circuit::show;
use circuit::sim::Simulator;
use circuit::wave::Wave;
use circuit::{Value, project::Kind};

use crate::complaint;
use crate::files;

/// Nothing is shown; files are looked for beside the script.
pub struct Quiet {
    folder: PathBuf,
}

impl Quiet {
    pub fn beside(script: &Path) -> Quiet {
        Quiet {
            folder: script.parent().unwrap_or(Path::new("")).to_owned(),
        }
    }
}

impl Stage for Quiet {
    fn settled(&mut self, _: &mut Simulator, _: bool) {}

    fn print(&mut self, _: &str) {}

    fn failed(&mut self, _: &Failure) {}

    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        files::read(&self.folder.join(name)).map_err(|error| complaint::causes(&error))
    }
}

/// Values of watched parts at a half-tick.
pub struct Watched {
    pub half_tick: u64,
    pub values: Vec<Value>,
}

/// Where output goes: to stdout at once, or into the answer in JSON.
pub enum Out<'a> {
    Now(&'a mut dyn Write),
    Kept {
        prints: Vec<String>,
        watched: Vec<Watched>,
    },
}

/// Shows everything.
pub struct Show<'a> {
    pub out: Out<'a>,
    pub watch: Vec<(String, Found)>,
    pub wave: Option<Wave<BufWriter<File>>>,
    pub ttys: Vec<PartId>,
    /// The output of each terminal, if it is collected.
    pub sent: BTreeMap<u32, Vec<u8>>,
    quiet: Quiet,
    script: String,
    last: Vec<Value>,
    /// The last character on stdout was not a line's end.
    midline: bool,
    /// The first failed write.
    pub error: Option<io::Error>,
}

impl<'a> Show<'a> {
    pub fn new(out: Out<'a>, simulator: &Simulator, script: Option<&Path>) -> Show<'a> {
        let design = simulator.design();
        let is_tty = |part: &PartId| design.component(*part).kind() == Some(Kind::Tty);
        Show {
            out,
            watch: Vec::new(),
            wave: None,
            ttys: design.part_ids().filter(is_tty).collect(),
            sent: BTreeMap::new(),
            quiet: Quiet::beside(script.unwrap_or(Path::new(""))),
            script: script.map_or_else(String::new, |path| path.display().to_string()),
            last: Vec::new(),
            midline: false,
            error: None,
        }
    }

    fn keep_error(&mut self, result: io::Result<()>) {
        if let Err(error) = result {
            self.error.get_or_insert(error);
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Out::Now(out) = &mut self.out else {
            return Ok(());
        };
        out.write_all(bytes)?;
        if let Some(last) = bytes.last() {
            self.midline = *last != b'\n';
        }
        Ok(())
    }

    /// A line of our own, on a new line if a terminal has begun one.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        if std::mem::take(&mut self.midline) {
            self.write(b"\n")?;
        }
        self.write(format!("{text}\n").as_bytes())
    }

    /// Passes on the output of terminals.
    fn terminals(&mut self, simulator: &mut Simulator) -> io::Result<()> {
        for index in 0..self.ttys.len() {
            let part = self.ttys[index];
            let sent = simulator.take_output(part);
            if sent.is_empty() {
                continue;
            }
            let text: Vec<u8> = sent.into_iter().filter_map(shown).collect();
            match &self.out {
                Out::Now(_) => self.write(&text)?,
                Out::Kept { .. } => self.sent.entry(part.0).or_default().extend(text),
            }
        }
        Ok(())
    }

    fn watch(&mut self, simulator: &Simulator) -> io::Result<()> {
        let values: Vec<Value> = self
            .watch
            .iter()
            .map(|(_, target)| target.value(simulator))
            .collect();
        if values == self.last || values.is_empty() {
            return Ok(());
        }
        let half_tick = simulator.ticks();
        let texts: Vec<String> = self
            .watch
            .iter()
            .zip(&values)
            .map(|((name, _), value)| format!("{name}={}", show::value(*value)))
            .collect();
        self.last.clone_from(&values);
        match &mut self.out {
            Out::Kept { watched, .. } => {
                watched.push(Watched { half_tick, values });
                Ok(())
            }
            Out::Now(_) => self.line(&format!("{half_tick:>8}  {}", texts.join("  "))),
        }
    }

    fn everything(&mut self, simulator: &mut Simulator, half_tick: bool) -> io::Result<()> {
        self.terminals(simulator)?;
        self.watch(simulator)?;
        match &mut self.wave {
            Some(wave) => wave.settled(simulator, half_tick),
            None => Ok(()),
        }
    }

    /// Shows the state at the start.
    pub fn begin(&mut self, simulator: &mut Simulator) {
        let shown = self
            .terminals(simulator)
            .and_then(|()| self.watch(simulator));
        self.keep_error(shown);
    }

    /// Whether nothing needs to be looked at between half-ticks.
    pub fn idle(&self) -> bool {
        self.watch.is_empty() && self.wave.is_none() && self.ttys.is_empty()
    }
}

/// A character as a terminal shows it: control characters other than line ends and backspace show nothing.
fn shown(character: u8) -> Option<u8> {
    match character {
        b'\r' | b'\n' => Some(b'\n'),
        8 | 32..=126 => Some(character),
        _ => None,
    }
}

impl Stage for Show<'_> {
    fn settled(&mut self, simulator: &mut Simulator, half_tick: bool) {
        let shown = self.everything(simulator, half_tick);
        self.keep_error(shown);
    }

    fn print(&mut self, text: &str) {
        let printed = match &mut self.out {
            Out::Kept { prints, .. } => {
                prints.push(text.to_string());
                Ok(())
            }
            Out::Now(_) => self.line(text),
        };
        self.keep_error(printed);
    }

    fn failed(&mut self, failure: &Failure) {
        let script = &self.script;
        let text = format!("FAIL  {script}: {failure}\n      {}", failure.text);
        let told = self.line(&text);
        self.keep_error(told);
    }

    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.quiet.file(name)
    }
}
