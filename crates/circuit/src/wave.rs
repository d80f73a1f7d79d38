//! Waveforms: every signal of a running circuit over time, as a VCD file with the circuit's hierarchy.
//!
//! Sub-circuits are scopes. A signal is everything joined by wires and tunnels; it is called after a pin, a tunnel or
//! a labelled part on it, otherwise after the part that drives it. Floating is `z`, an error `x`.
//!
//! ```text
//!   time 0     1000       1010     2000      ...      one unit a gate delay
//!        start half-tick  a press  half-tick
//! ```

mod names;

use std::io;

use vcd::{IdCode, SimulationCommand, TimescaleUnit};

use crate::netlist::{Child, InstanceId, Slice};
use crate::sim::Simulator;
use crate::value::{Word, mask};

/// Half-ticks start at multiples of this.
pub const HALF_TICK: u64 = 1000;
/// What is done between half-ticks starts at multiples of this.
pub const ACT: u64 = 10;

struct Signal {
    id: IdCode,
    width: u32,
    slices: std::ops::Range<usize>,
    shown: Option<Word>,
}

/// Writes a waveform while a circuit runs.
pub struct Wave<W: io::Write> {
    writer: vcd::Writer<W>,
    signals: Vec<Signal>,
    /// Bits of nets by signal; nets numbered as in the design.
    slices: Vec<Slice>,
    /// Signals by net.
    of_net: Vec<Vec<u32>>,
    nets: Vec<Word>,
    changed: Vec<u32>,
    time: u64,
    /// The simulator's own time when it last came to rest.
    rest: u64,
    exact: bool,
}

impl<W: io::Write> Wave<W> {
    /// Writes the head of the file and the values now. With `exact` every change is shown, glitches too; the
    /// simulator must use the exact engine then.
    pub fn new(out: W, simulator: &mut Simulator, exact: bool) -> io::Result<Wave<W>> {
        if exact {
            simulator.record_activity();
            simulator.take_activity();
        }
        let mut wave = Wave {
            writer: vcd::Writer::new(out),
            signals: Vec::new(),
            slices: Vec::new(),
            of_net: vec![Vec::new(); simulator.design().nets],
            nets: Vec::new(),
            changed: Vec::new(),
            time: 0,
            rest: simulator.time(),
            exact,
        };
        wave.writer.version("mancala")?;
        wave.writer.timescale(1, TimescaleUnit::NS)?;
        wave.scopes(simulator)?;
        wave.writer.enddefinitions()?;
        wave.start(simulator)?;
        Ok(wave)
    }

    fn scopes(&mut self, simulator: &Simulator) -> io::Result<()> {
        let design = simulator.design().clone();
        let top = &design
            .project
            .circuit(design.circuit(InstanceId::ROOT))
            .name;
        let mut todo = vec![Some((InstanceId::ROOT, names::plain(top)))];
        while let Some(step) = todo.pop() {
            let Some((instance, name)) = step else {
                self.writer.upscope()?;
                continue;
            };
            self.writer.add_module(&name)?;
            self.instance(simulator, instance)?;
            todo.push(None);
            for &(component, child) in design.instances[instance].children.iter().rev() {
                if let Child::Instance(inner) = child {
                    todo.push(Some((inner, names::scope(&design, instance, component))));
                }
            }
        }
        Ok(())
    }

    fn instance(&mut self, simulator: &Simulator, instance: InstanceId) -> io::Result<()> {
        let design = simulator.design();
        let first_net = design.instances[instance].first_net.0;
        let sheet = design.sheet(instance);
        for (bundle, name) in names::signals(simulator, instance) {
            let width = sheet.bundles[bundle as usize].width;
            let id = self.writer.add_wire(width, &name)?;
            let from = self.slices.len();
            for slice in sheet.bundle_slices(bundle) {
                let net = first_net + slice.net;
                self.slices.push(Slice { net, ..*slice });
                self.of_net[net as usize].push(self.signals.len() as u32);
            }
            self.signals.push(Signal {
                id,
                width,
                slices: from..self.slices.len(),
                shown: None,
            });
        }
        Ok(())
    }

    fn start(&mut self, simulator: &Simulator) -> io::Result<()> {
        let nets = simulator.design().net_ids();
        self.nets = nets.map(|net| simulator.net(net).word).collect();
        self.changed = (0..self.signals.len() as u32).collect();
        self.writer.timestamp(0)?;
        self.writer.begin(SimulationCommand::Dumpvars)?;
        self.write_changes()?;
        self.writer.end()
    }

    /// To be called whenever the circuit has come to rest: after a half-tick, or after something was done to it.
    pub fn settled(&mut self, simulator: &mut Simulator, half_tick: bool) -> io::Result<()> {
        let step = if half_tick { HALF_TICK } else { ACT };
        let start = (self.time / step + 1) * step;
        self.time = start;
        if self.exact {
            self.glitches(simulator, start)?;
        }
        for net in simulator.design().net_ids() {
            let word = simulator.net(net).word;
            self.change(net.0 as usize, word);
        }
        self.flush(self.time)
    }

    fn glitches(&mut self, simulator: &mut Simulator, start: u64) -> io::Result<()> {
        let mut at = start;
        for activity in simulator.take_activity() {
            let time = start + activity.time.saturating_sub(self.rest);
            if time != at {
                self.flush(at)?;
                at = time;
            }
            self.change(activity.net.0 as usize, activity.value);
        }
        self.flush(at)?;
        self.time = at;
        self.rest = simulator.time();
        Ok(())
    }

    fn change(&mut self, net: usize, word: Word) {
        if self.nets[net] != word {
            self.nets[net] = word;
            self.changed.extend(&self.of_net[net]);
        }
    }

    fn flush(&mut self, time: u64) -> io::Result<()> {
        if self.changed.is_empty() {
            return Ok(());
        }
        self.changed.sort_unstable();
        self.changed.dedup();
        let nets = &self.nets;
        let (signals, slices) = (&self.signals, &self.slices);
        self.changed.retain(|&signal| {
            let signal = &signals[signal as usize];
            signal.shown != Some(word(&slices[signal.slices.clone()], nets))
        });
        if self.changed.is_empty() {
            return Ok(());
        }
        self.writer.timestamp(time)?;
        self.write_changes()
    }

    fn write_changes(&mut self) -> io::Result<()> {
        for number in std::mem::take(&mut self.changed) {
            let signal = &mut self.signals[number as usize];
            let word = word(&self.slices[signal.slices.clone()], &self.nets);
            signal.shown = Some(word);
            let bit = |index: u32| match (word.v >> index & 1, word.u >> index & 1) {
                (0, 0) => vcd::Value::V0,
                (_, 0) => vcd::Value::V1,
                (0, _) => vcd::Value::Z,
                _ => vcd::Value::X,
            };
            match signal.width {
                1 => self.writer.change_scalar(signal.id, bit(0))?,
                width => self
                    .writer
                    .change_vector(signal.id, (0..width).rev().map(bit))?,
            }
        }
        Ok(())
    }

    /// Ends the waveform a half-tick after its last change.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer
            .timestamp((self.time / HALF_TICK + 1) * HALF_TICK)?;
        self.writer.flush()
    }
}

fn word(slices: &[Slice], nets: &[Word]) -> Word {
    slices.iter().fold(Word::ZERO, |word, slice| {
        let bits = nets[slice.net as usize]
            .shr(u32::from(slice.net_low))
            .and_mask(mask(u32::from(slice.width)));
        word.union(bits.shl(u32::from(slice.low)))
    })
}
