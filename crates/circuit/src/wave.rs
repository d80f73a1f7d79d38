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

use formats::wave::{Bits, SignalId, Unit, Writer};

use crate::netlist::{Child, InstanceId, NetId, Slice};
use crate::sim::Simulator;
use crate::value::{Word, mask};

/// Half-ticks start at multiples of this.
pub const HALF_TICK: u64 = 1000;
/// Inputs between half-ticks start at multiples of this.
pub(crate) const ACT: u64 = 10;

struct Signal {
    id: SignalId,
    slices: std::ops::Range<usize>,
}

/// Writes a waveform while a circuit runs.
pub struct Wave<W: io::Write> {
    writer: Writer<W>,
    signals: Vec<Signal>,
    /// Bits of nets by signal; nets numbered as in the design.
    slices: Vec<Slice<NetId>>,
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
            writer: Writer::new(out, "mancala", Unit::Nanosecond)?,
            signals: Vec::new(),
            slices: Vec::new(),
            of_net: vec![Vec::new(); simulator.design().nets],
            nets: Vec::new(),
            changed: Vec::new(),
            time: 0,
            rest: simulator.time(),
            exact,
        };
        wave.scopes(simulator)?;
        wave.start(simulator)?;
        Ok(wave)
    }

    fn scopes(&mut self, simulator: &Simulator) -> io::Result<()> {
        let design = simulator.design().clone();
        let top = &design
            .project
            .circuit(design.circuit(InstanceId::ROOT))
            .name;
        let mut todo = vec![Some((InstanceId::ROOT, top.clone()))];
        while let Some(step) = todo.pop() {
            let Some((instance, name)) = step else {
                self.writer.end_scope()?;
                continue;
            };
            self.writer.scope(&name)?;
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
        let place = &design.instances[instance];
        let sheet = design.sheet(instance);
        for (bundle, name) in names::signals(simulator, instance) {
            let width = sheet.bundles[bundle].width;
            let id = self.writer.signal(&name, width)?;
            let from = self.slices.len();
            for slice in sheet.bundle_slices(bundle) {
                let net = place.net(slice.net);
                self.slices.push(Slice {
                    net,
                    net_low: slice.net_low,
                    low: slice.low,
                    width: slice.width,
                });
                self.of_net[net.0 as usize].push(self.signals.len() as u32);
            }
            self.signals.push(Signal {
                id,
                slices: from..self.slices.len(),
            });
        }
        Ok(())
    }

    fn start(&mut self, simulator: &Simulator) -> io::Result<()> {
        let nets = simulator.design().net_ids();
        self.nets = nets.map(|net| simulator.net(net).word).collect();
        let (slices, nets) = (&self.slices, &self.nets);
        let values = self.signals.iter().map(|signal| {
            let word = word(&slices[signal.slices.clone()], nets);
            (signal.id, bits(word))
        });
        self.writer.start(values)
    }

    /// To be called whenever the circuit has come to rest: after a half-tick, or after an input.
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
        self.changed.sort_unstable();
        self.changed.dedup();
        self.writer.at(time);
        for number in std::mem::take(&mut self.changed) {
            let signal = &self.signals[number as usize];
            let word = word(&self.slices[signal.slices.clone()], &self.nets);
            self.writer.set(signal.id, bits(word))?;
        }
        Ok(())
    }

    /// Ends the waveform a half-tick after its last change.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.finish((self.time / HALF_TICK + 1) * HALF_TICK)
    }
}

fn bits(word: Word) -> Bits {
    Bits {
        v: word.v,
        u: word.u,
    }
}

fn word(slices: &[Slice<NetId>], nets: &[Word]) -> Word {
    slices.iter().fold(Word::ZERO, |word, slice| {
        let bits = nets[slice.net.0 as usize]
            .shr(u32::from(slice.net_low))
            .and_mask(mask(u32::from(slice.width)));
        word.union(bits.shl(u32::from(slice.low)))
    })
}
