//! Selected signals as waves: one line each, the present marked.
//!
//! ```text
//!            ▾
//! clock  ▁▔▁▔▁▔▁▔
//! pc     3f  │40
//! ```

use bench::recording;
use formats::wave::Bits;
use ratatui::layout::Rect;
use texts::{Texts, text};
use timeline::{Probe, Subject};

use super::Bench;
use super::stand::Stand;
use crate::canvas::{Canvas, width};

/// The drawn signals, and the scale.
pub(super) struct Waves {
    pub on: bool,
    pub signals: Vec<String>,
    /// Half-ticks per column.
    zoom: u64,
    /// Columns per half-tick; more than one only if there is one half-tick per column.
    wide: u64,
}

/// Maximum number of recorded changes, and half-ticks of the past that are drawn from the start.
const CHANGES: usize = 8192;
const PAST: u64 = 240;
const MOST_ZOOM: u64 = 1 << 20;
const WIDEST: u64 = 4;
/// More signals than fit on a screen.
const MOST_SIGNALS: usize = 24;

impl Default for Waves {
    fn default() -> Waves {
        Waves {
            on: false,
            signals: Vec::new(),
            zoom: 1,
            wide: 1,
        }
    }
}

impl Waves {
    pub(super) fn zoom_out(&mut self) {
        match self.wide {
            1 => self.zoom = (2 * self.zoom).min(MOST_ZOOM),
            _ => self.wide /= 2,
        }
    }

    pub(super) fn zoom_in(&mut self) {
        match self.zoom {
            1 => self.wide = (2 * self.wide).min(WIDEST),
            _ => self.zoom /= 2,
        }
    }
}

impl<T: Stand> Bench<T> {
    pub(super) fn show_waves(&mut self, texts: &Texts) {
        if self.waves.signals.is_empty() {
            self.waves.signals = self.stand.usual_signals(self.time.subject());
        }
        self.waves.on = true;
        self.draw_signals_anew(texts);
    }

    pub(super) fn hide_waves(&mut self) {
        self.waves.on = false;
        self.time.stop_recording();
    }

    /// Adds a signal, or removes it if it is there.
    pub(super) fn choose_signal(&mut self, name: &str, texts: &Texts) -> Result<(), String> {
        if !self.waves.on {
            self.show_waves(texts);
        }
        if name.is_empty() {
            return Ok(());
        }
        let known = self.waves.signals.iter().position(|one| one == name);
        match known {
            Some(known) => drop(self.waves.signals.remove(known)),
            None if self.waves.signals.len() == MOST_SIGNALS => {
                return Err(text!(texts, "tui.machine.many-signals"));
            }
            None => {
                self.stand.probe(name, self.time.subject(), texts)?;
                self.waves.signals.push(name.to_owned());
            }
        }
        self.draw_signals_anew(texts);
        Ok(())
    }

    /// Records the signals from a little before now on. Unknown names are left out.
    pub(super) fn draw_signals_anew(&mut self, texts: &Texts) {
        if !self.waves.on {
            return;
        }
        let probes: Vec<Probe<T::Subject>> = (self.waves.signals.iter())
            .filter_map(|name| self.stand.probe(name, self.time.subject(), texts).ok())
            .collect();
        self.time.stop_recording();
        let past = match &self.journey {
            None => PAST,
            // It is in the past already.
            Some(_) => 0,
        };
        recording::record(&mut self.time, probes, past, CHANGES);
    }
}

/// The values of a signal over the columns of a line.
struct Trace {
    /// The value at the end of every column, and how often it changed in it.
    columns: Vec<Option<(Bits, usize)>>,
    width: u32,
}

pub(super) fn draw<T: Stand>(bench: &Bench<T>, canvas: &mut Canvas, area: Rect) {
    let Some(ring) = bench.time.recording() else {
        return;
    };
    let theme = canvas.look.theme;
    let names = ring.probes().iter().map(|probe| probe.name.as_str());
    let longest = names.map(width).max().unwrap_or(0);
    let label = longest.clamp(4, (area.width / 4).max(4));
    let (zoom, wide, now) = (bench.waves.zoom, bench.waves.wide, bench.time.now());
    let room = u64::from(area.width.saturating_sub(label + 1)) / wide;
    // The present is at the right edge; where the future is known, a little of it is shown.
    let end = ring.span().1.min(now + room * zoom / 4) / zoom;
    let start = (end + 1).saturating_sub(room);
    let left = area.x + label + 1;
    let here = (now / zoom)
        .saturating_sub(start)
        .min(room.saturating_sub(1));
    let here = left + (here * wide) as u16;
    let scale = match zoom {
        1 => String::new(),
        zoom => format!("1:{zoom}"),
    };
    canvas.text((area.x, area.y), area.width, &scale, theme.faint);
    canvas.text((here, area.y), 1, canvas.look.glyphs.now, theme.chosen);
    let traces = traces(ring, start, end, &bench.waves);
    let lines = usize::from(area.height.saturating_sub(1));
    for (row, (probe, trace)) in ring.probes().iter().zip(traces).take(lines).enumerate() {
        let y = area.y + 1 + row as u16;
        let name = shortened(&probe.name, label.into(), canvas.look.glyphs.more);
        canvas.text((area.x, y), label, &name, theme.faint);
        line(canvas, (left, y), &trace);
    }
}

/// The end of a name is what distinguishes it from others; a cut at its beginning is marked.
fn shortened(name: &str, room: usize, more: &str) -> String {
    let length = name.chars().count();
    match length > room {
        true => {
            let end = name.chars().skip(length + 1 - room.max(1));
            more.chars().chain(end).collect()
        }
        false => name.to_owned(),
    }
}

fn traces<S: Subject>(ring: &timeline::Ring<S>, start: u64, end: u64, waves: &Waves) -> Vec<Trace> {
    let Waves { zoom, wide, .. } = *waves;
    let count = (wide * (end + 1).saturating_sub(start)) as usize;
    let mut now: Vec<Bits> = ring.start().to_vec();
    let mut traces: Vec<Trace> = (ring.probes().iter())
        .map(|probe| Trace {
            columns: Vec::with_capacity(count),
            width: probe.width,
        })
        .collect();
    let mut changes = ring.changes().peekable();
    for column in start..=end {
        let mut times = vec![0; traces.len()];
        while let Some(&(moment, signal, bits)) = changes.peek() {
            if moment / zoom > column {
                break;
            }
            now[signal] = bits;
            times[signal] += usize::from(moment / zoom == column);
            changes.next();
        }
        for (signal, trace) in traces.iter_mut().enumerate() {
            let known = (column + 1) * zoom > ring.span().0;
            let value = now.get(signal).filter(|_| known);
            trace.columns.push(value.map(|bits| (*bits, times[signal])));
            for _ in 1..wide {
                trace.columns.push(value.map(|bits| (*bits, 0)));
            }
        }
    }
    traces
}

fn line(canvas: &mut Canvas, (left, y): (u16, u16), trace: &Trace) {
    match trace.width {
        1 => bit_line(canvas, (left, y), trace),
        _ => word_line(canvas, (left, y), trace),
    }
}

fn bit_line(canvas: &mut Canvas, (left, y): (u16, u16), trace: &Trace) {
    let theme = canvas.look.theme;
    let [low, high, many] = canvas.look.glyphs.wave;
    for (x, column) in (left..).zip(&trace.columns) {
        let (sign, style) = match column {
            None => (" ", theme.faint),
            Some((_, 2..)) => (many, theme.open),
            Some((bits, _)) if bits.u != 0 && bits.v != 0 => ("E", theme.captured),
            Some((bits, _)) if bits.u != 0 => ("x", theme.bad),
            Some((bits, _)) if bits.v != 0 => (high, theme.open),
            Some(_) => (low, theme.faint),
        };
        canvas.text((x, y), 1, sign, style);
    }
}

/// The value at every change, if there is room for it before the next.
fn word_line(canvas: &mut Canvas, (left, y): (u16, u16), trace: &Trace) {
    let theme = canvas.look.theme;
    let bar = canvas.look.glyphs.thin.down;
    let mut at = 0;
    while at < trace.columns.len() {
        let Some((bits, times)) = trace.columns[at] else {
            at += 1;
            continue;
        };
        let same = |column: &Option<(Bits, usize)>| matches!(column, Some((_, 0)));
        let rest = trace.columns[at + 1..].iter();
        let length = 1 + rest.take_while(|column| same(column)).count();
        let x = left + at as u16;
        let changed = times > 0;
        if changed {
            let sign = if times > 1 {
                canvas.look.glyphs.wave[2]
            } else {
                bar
            };
            canvas.text((x, y), 1, sign, theme.border);
        }
        let word = word(bits, trace.width);
        let inside = length - usize::from(changed);
        let (x, style) = (x + u16::from(changed), theme.text);
        if word.len() <= inside {
            canvas.text((x, y), inside as u16, &word, style);
        } else {
            let dots = canvas.look.glyphs.dot.repeat(inside);
            canvas.text((x, y), inside as u16, &dots, theme.border);
        }
        at += length;
    }
}

fn word(bits: Bits, width: u32) -> String {
    let digits = width.div_ceil(4) as usize;
    let digit = |place: usize| {
        let (v, u) = (bits.v >> (4 * place) & 15, bits.u >> (4 * place) & 15);
        match (u, v) {
            (0, value) => char::from_digit(value, 16).unwrap_or('?'),
            (_, 0) => 'x',
            _ => 'E',
        }
    };
    (0..digits).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_name_keeps_its_end() {
        assert_eq!(shortened("/IO-0/button", 12, "…"), "/IO-0/button");
        assert_eq!(shortened("/IO-0/button", 7, "…"), "…button");
        assert_eq!(shortened("/IO-0/button", 1, "…"), "…");
    }
}
