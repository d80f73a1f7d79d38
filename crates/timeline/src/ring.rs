//! The recent history of selected signals.

use std::collections::VecDeque;
use std::io;

use formats::wave::{Bits, Unit, Writer};

/// A signal to record.
pub struct Probe<S: ?Sized> {
    pub name: String,
    /// 1 to 32 bits.
    pub width: u32,
    pub read: Box<dyn Fn(&S) -> Bits + Send>,
}

/// The latest changes of some signals.
pub struct Ring<S: ?Sized> {
    probes: Vec<Probe<S>>,
    /// The values at the first moment.
    before: Vec<Bits>,
    first: u64,
    last: u64,
    /// The values at the last moment.
    now: Vec<Bits>,
    changes: VecDeque<(u64, u32, Bits)>,
    most: usize,
}

impl<S: ?Sized> Ring<S> {
    pub(crate) fn new(probes: Vec<Probe<S>>, most: usize) -> Ring<S> {
        Ring {
            probes,
            before: Vec::new(),
            first: 0,
            last: 0,
            now: Vec::new(),
            changes: VecDeque::new(),
            most: most.max(1),
        }
    }

    pub fn probes(&self) -> &[Probe<S>] {
        &self.probes
    }

    /// The recorded stretch of time: first and last half-tick.
    pub fn span(&self) -> (u64, u64) {
        (self.first, self.last)
    }

    /// The values at its first moment.
    pub fn start(&self) -> &[Bits] {
        &self.before
    }

    /// The changes after that: half-tick, signal, new value.
    pub fn changes(&self) -> impl Iterator<Item = (u64, usize, Bits)> {
        let changes = self.changes.iter();
        changes.map(|&(moment, signal, bits)| (moment, signal as usize, bits))
    }

    /// One signal over that stretch: its value from each moment on.
    pub(crate) fn track(&self, signal: usize) -> impl Iterator<Item = (u64, Bits)> {
        let first = self.before.get(signal).map(|&bits| (self.first, bits));
        let later = self.changes().filter(move |&(_, which, _)| which == signal);
        first
            .into_iter()
            .chain(later.map(|(moment, _, bits)| (moment, bits)))
    }

    /// Samples the signals. Moments already recorded are skipped; after a jump it starts anew.
    pub(crate) fn sample(&mut self, moment: u64, subject: &S) {
        if self.before.is_empty() || moment < self.first || moment > self.last + 1 {
            self.before = self
                .probes
                .iter()
                .map(|probe| (probe.read)(subject))
                .collect();
            self.now.clone_from(&self.before);
            self.changes.clear();
            (self.first, self.last) = (moment, moment);
            return;
        }
        if moment < self.last {
            return;
        }
        self.last = moment;
        for (number, probe) in self.probes.iter().enumerate() {
            let bits = (probe.read)(subject);
            if self.now[number] != bits {
                self.now[number] = bits;
                let number = number as u32;
                let mut latest = self.changes.iter_mut().rev();
                let mut latest = latest.by_ref().take_while(|(at, ..)| *at == moment);
                match latest.find(|(_, signal, _)| *signal == number) {
                    Some(change) => change.2 = bits,
                    None => self.changes.push_back((moment, number, bits)),
                }
            }
        }
        while self.changes.len() > self.most {
            self.drop_first();
        }
    }

    /// Drops the changes of the earliest moment that has any.
    fn drop_first(&mut self) {
        let Some(&(moment, ..)) = self.changes.front() else {
            return;
        };
        while let Some(&(at, signal, bits)) = self.changes.front()
            && at == moment
        {
            self.before[signal as usize] = bits;
            self.changes.pop_front();
        }
        self.first = moment;
    }

    /// Drops everything from a moment on: a different future begins there.
    pub(crate) fn cut(&mut self, moment: u64) {
        if moment <= self.first {
            self.before.clear();
            return;
        }
        self.last = self.last.min(moment - 1);
        self.changes.retain(|(at, ..)| *at < moment);
        self.now.clone_from(&self.before);
        for &(_, signal, bits) in &self.changes {
            self.now[signal as usize] = bits;
        }
    }

    /// Writes the stretch as a VCD file, a half-tick per unit of time.
    pub fn write_vcd<W: io::Write>(&self, out: W, title: &str, scope: &str) -> io::Result<()> {
        let mut writer = Writer::new(out, title, Unit::Nanosecond)?;
        writer.scope(scope)?;
        let mut signals = Vec::new();
        for probe in &self.probes {
            signals.push(writer.signal(&probe.name, probe.width)?);
        }
        writer.end_scope()?;
        writer.start_at(
            self.first,
            signals.iter().copied().zip(self.before.iter().copied()),
        )?;
        for (moment, signal, bits) in self.changes() {
            writer.at(moment);
            writer.set(signals[signal], bits)?;
        }
        writer.finish(self.last + 1)
    }
}
