//! Signals over time: selected ones are recorded at every half-tick.

use bench::{Rig, recording};
use circuit::Value;
use serde::{Deserialize, Serialize};
use timeline::Probe;

use super::On;
use crate::reply::{Answer, json, read};

#[derive(Deserialize)]
struct AskRecord {
    signals: Vec<String>,
}

#[derive(Deserialize)]
struct AskWave {
    from: u64,
    to: u64,
}

#[derive(Serialize)]
struct Wave {
    /// The known part of the requested stretch.
    from: u64,
    to: u64,
    signals: Vec<Trace>,
}

#[derive(Serialize)]
struct Trace {
    name: String,
    width: u32,
    /// Half-tick and value from then on, the first at `from`.
    values: Vec<(u64, String)>,
}

/// Maximum number of recorded changes.
const CHANGES: usize = 200_000;
/// Half-ticks before the present that are recorded too.
const BEFORE: u64 = 2048;
/// Maximum number of recorded signals.
const MOST: usize = 32;

impl On {
    /// Records exactly these signals from now on.
    pub(super) fn record(&mut self, request: &str) -> Answer {
        let AskRecord { mut signals } = read(request)?;
        signals.truncate(MOST);
        if signals == self.signals {
            return Ok("{}".to_owned());
        }
        let mut probes = Vec::new();
        let version = self.version();
        for name in &signals {
            let (found, value) = self.signal(name)?;
            probes.push(Probe {
                name: name.clone(),
                width: u32::from(value.width).clamp(1, 32),
                read: Box::new(move |rig: &Rig| {
                    // A net of one version means nothing in another.
                    if rig.versions().is_some_and(|all| all.number() != version) {
                        return formats::wave::Bits { v: 0, u: u32::MAX };
                    }
                    let Value { word, .. } = found.value(rig.simulator());
                    formats::wave::Bits {
                        v: word.v,
                        u: word.u,
                    }
                }),
            });
        }
        match probes.is_empty() {
            true => drop(self.time.stop_recording()),
            false => recording::record(&mut self.time, probes, BEFORE, CHANGES),
        }
        self.signals = signals;
        Ok("{}".to_owned())
    }

    /// The recorded signals in a stretch of time.
    pub(super) fn wave(&self, request: &str) -> Answer {
        let AskWave { from, to } = read(request)?;
        let Some(ring) = self.time.recording() else {
            return json(&Wave {
                from,
                to: from,
                signals: Vec::new(),
            });
        };
        let (first, last) = ring.span();
        let from = from.clamp(first, last);
        let to = to.clamp(from, last);
        let mut values = ring.start().to_vec();
        let mut traces: Vec<Vec<(u64, String)>> = vec![Vec::new(); values.len()];
        let widths: Vec<u32> = ring.probes().iter().map(|probe| probe.width).collect();
        for (moment, signal, bits) in ring.changes() {
            if moment > to {
                break;
            }
            if moment > from && traces[signal].is_empty() {
                traces[signal].push((from, told(widths[signal], values[signal])));
            }
            values[signal] = bits;
            if moment > from {
                traces[signal].push((moment, told(widths[signal], bits)));
            }
        }
        for (signal, trace) in traces.iter_mut().enumerate() {
            if trace.is_empty() {
                trace.push((from, told(widths[signal], values[signal])));
            }
        }
        let probes = ring.probes().iter().zip(traces);
        json(&Wave {
            from,
            to,
            signals: probes
                .map(|(probe, values)| Trace {
                    name: probe.name.clone(),
                    width: probe.width,
                    values,
                })
                .collect(),
        })
    }
}

/// A short form of a value: hexadecimal, or its bits if some are not known.
fn told(width: u32, bits: formats::wave::Bits) -> String {
    let word = circuit::Word {
        v: bits.v,
        u: bits.u,
    };
    let value = word.with_width(width);
    match value.number() {
        Some(number) if width == 1 => number.to_string(),
        Some(number) => format!("{number:0digits$x}", digits = width.div_ceil(4) as usize),
        None => value.bits(),
    }
}
