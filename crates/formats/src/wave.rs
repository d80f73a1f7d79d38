//! Waveforms: signals over time, as a VCD file that GTKWave and others show.

use std::io;

use vcd::{IdCode, SimulationCommand, TimescaleUnit, Value};

/// The value of a signal, bit by bit: `v` 0 or 1 where `u` is 0; where `u` is 1, floating (`v` 0) or an error (`v` 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    pub v: u32,
    pub u: u32,
}

impl From<u8> for Bits {
    fn from(byte: u8) -> Bits {
        Bits {
            v: byte.into(),
            u: 0,
        }
    }
}

impl From<bool> for Bits {
    fn from(bit: bool) -> Bits {
        Bits {
            v: bit.into(),
            u: 0,
        }
    }
}

/// A signal of a [`Writer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignalId(usize);

struct Signal {
    code: IdCode,
    width: u32,
    shown: Option<Bits>,
}

/// What a unit of time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Microsecond,
    Nanosecond,
}

/// Writes a waveform: first scopes and signals, then values in order of time. Only changes are written.
pub struct Writer<W: io::Write> {
    vcd: vcd::Writer<W>,
    signals: Vec<Signal>,
    time: u64,
    /// Whether `time` is in the file.
    told: bool,
}

impl<W: io::Write> Writer<W> {
    pub fn new(out: W, title: &str, unit: Unit) -> io::Result<Writer<W>> {
        let mut vcd = vcd::Writer::new(out);
        vcd.version(&title.replace("$end", ""))?;
        vcd.timescale(
            1,
            match unit {
                Unit::Microsecond => TimescaleUnit::US,
                Unit::Nanosecond => TimescaleUnit::NS,
            },
        )?;
        Ok(Writer {
            vcd,
            signals: Vec::new(),
            time: 0,
            told: false,
        })
    }

    /// Opens a scope; what follows is inside it.
    pub fn scope(&mut self, name: &str) -> io::Result<()> {
        self.vcd.add_module(&plain(name)).map(|_| ())
    }

    /// Closes the scope opened last.
    pub fn end_scope(&mut self) -> io::Result<()> {
        self.vcd.upscope()
    }

    /// A signal of 1 to 32 bits in the scope.
    pub fn signal(&mut self, name: &str, width: u32) -> io::Result<SignalId> {
        let code = self.vcd.add_wire(width, &plain(name))?;
        self.signals.push(Signal {
            code,
            width,
            shown: None,
        });
        Ok(SignalId(self.signals.len() - 1))
    }

    /// Ends the list of signals and writes their values at time 0.
    pub fn start(&mut self, values: impl IntoIterator<Item = (SignalId, Bits)>) -> io::Result<()> {
        self.start_at(0, values)
    }

    /// Ends the list of signals and writes their values at the time the waveform begins.
    pub fn start_at(
        &mut self,
        time: u64,
        values: impl IntoIterator<Item = (SignalId, Bits)>,
    ) -> io::Result<()> {
        self.vcd.enddefinitions()?;
        self.vcd.timestamp(time)?;
        (self.time, self.told) = (time, true);
        self.vcd.begin(SimulationCommand::Dumpvars)?;
        for (signal, bits) in values {
            self.set(signal, bits)?;
        }
        self.vcd.end()
    }

    /// The time of the changes that follow.
    pub fn at(&mut self, time: u64) {
        self.told &= time == self.time;
        self.time = time;
    }

    /// The value of a signal from now on.
    pub fn set(&mut self, signal: SignalId, bits: Bits) -> io::Result<()> {
        let Signal { code, width, shown } = &mut self.signals[signal.0];
        if *shown == Some(bits) {
            return Ok(());
        }
        *shown = Some(bits);
        if !self.told {
            self.vcd.timestamp(self.time)?;
            self.told = true;
        }
        let bit = |index: u32| match (bits.v >> index & 1, bits.u >> index & 1) {
            (0, 0) => Value::V0,
            (_, 0) => Value::V1,
            (0, _) => Value::Z,
            _ => Value::X,
        };
        match *width {
            1 => self.vcd.change_scalar(*code, bit(0)),
            width => self.vcd.change_vector(*code, (0..width).rev().map(bit)),
        }
    }

    /// Ends the waveform at a time.
    pub fn finish(&mut self, time: u64) -> io::Result<()> {
        self.vcd.timestamp(time)?;
        self.vcd.flush()
    }
}

impl Writer<Vec<u8>> {
    /// The text written to memory.
    pub fn into_bytes(mut self) -> Vec<u8> {
        std::mem::take(self.vcd.writer())
    }
}

/// Letters, digits and a few signs; everything else becomes `_`.
pub fn plain(name: &str) -> String {
    let sign = |c: char| match c {
        c if c.is_ascii_alphanumeric() || "_-~+".contains(c) => c,
        _ => '_',
    };
    match name.chars().map(sign).collect::<String>() {
        empty if empty.is_empty() => "_".into(),
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_are_written() {
        let mut wave = Writer::new(Vec::new(), "a test $end", Unit::Nanosecond).unwrap();
        wave.scope("the top").unwrap();
        let bit = wave.signal("bit", 1).unwrap();
        let bus = wave.signal("", 4).unwrap();
        wave.end_scope().unwrap();
        wave.start([
            (bit, true.into()),
            (
                bus,
                Bits {
                    v: 0b0101,
                    u: 0b0011,
                },
            ),
        ])
        .unwrap();
        wave.at(5);
        wave.set(bit, true.into()).unwrap();
        wave.at(7);
        wave.set(bus, 9u8.into()).unwrap();
        wave.set(bit, false.into()).unwrap();
        wave.finish(10).unwrap();
        let text = String::from_utf8(wave.into_bytes()).unwrap();
        let (head, body) = text.split_once("$enddefinitions $end\n").unwrap();
        assert!(head.contains("$scope module the_top $end"), "{head}");
        assert!(head.contains("$var wire 4 \" _ $end"), "{head}");
        assert_eq!(
            body,
            "#0\n$dumpvars\n1!\nb01zx \"\n$end\n#7\nb1001 \"\n0!\n#10\n"
        );
    }
}
