//! Recorded signals over time, drawn with letters.
//!
//! ```text
//!          12        22
//! /NINE    ______~~~~~~
//! /digit   |8  |9  |0
//! ```

use formats::wave::Bits;

use crate::ring::Ring;

/// Half-ticks between two numbers above the signals.
const RULE: u64 = 10;

/// The last `count` half-ticks up to a moment, a line for each signal.
pub fn wave<S: ?Sized>(ring: &Ring<S>, now: u64, count: u64) -> String {
    let (first, last) = ring.span();
    let last = last.min(now);
    let first = first.max((last + 1).saturating_sub(count));
    let names = ring.probes().iter().map(|probe| probe.name.chars().count());
    let width = names.max().unwrap_or(0);
    let mut text = format!("{:width$}  {}\n", "", rule(first, last));
    for (signal, probe) in ring.probes().iter().enumerate() {
        let track: Vec<(u64, String)> = ring
            .track(signal)
            .map(|(moment, bits)| (moment, letters(bits, probe.width)))
            .collect();
        let line = match probe.width {
            1 => line_of_bit(&track, first, last),
            _ => line_of_bus(&track, first, last),
        };
        text += &format!("{:width$}  {}\n", probe.name, line.trim_end());
    }
    text
}

fn rule(first: u64, last: u64) -> String {
    let mut rule = String::new();
    for moment in first..=last {
        let column = (moment - first) as usize;
        if (moment - first).is_multiple_of(RULE) && rule.len() <= column {
            rule += &" ".repeat(column - rule.len());
            rule += &moment.to_string();
        }
    }
    rule
}

fn letters(bits: Bits, width: u32) -> String {
    let unknown = |bit: u32| if bits.v >> bit & 1 == 1 { 'E' } else { 'x' };
    match (width, bits.u) {
        (1, 0) => if bits.v == 1 { "~" } else { "_" }.to_owned(),
        (_, 0) => format!("{:x}", bits.v),
        (_, undefined) => unknown(undefined.trailing_zeros()).to_string(),
    }
}

/// The value from a moment on.
fn at(track: &[(u64, String)], moment: u64) -> &str {
    let after = track.partition_point(|(start, _)| *start <= moment);
    after.checked_sub(1).map_or("", |at| &track[at].1)
}

fn line_of_bit(track: &[(u64, String)], first: u64, last: u64) -> String {
    (first..=last).map(|moment| at(track, moment)).collect()
}

/// A bar where the value changes, then the value as far as there is room.
fn line_of_bus(track: &[(u64, String)], first: u64, last: u64) -> String {
    let mut line = String::new();
    let mut left: std::vec::IntoIter<char> = Vec::new().into_iter();
    for moment in first..=last {
        let value = at(track, moment);
        let begins = moment == first || track.iter().any(|(start, _)| *start == moment);
        if begins {
            line.push('|');
            left = value.chars().collect::<Vec<char>>().into_iter();
            continue;
        }
        line.push(left.next().unwrap_or(' '));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_buses() {
        let track = |values: &[(u64, &str)]| -> Vec<(u64, String)> {
            values
                .iter()
                .map(|&(at, text)| (at, text.to_owned()))
                .collect()
        };
        let bit = track(&[(4, "_"), (6, "~"), (9, "x")]);
        assert_eq!(line_of_bit(&bit, 5, 10), "_~~~xx");
        let bus = track(&[(4, "c0"), (7, "c1"), (8, "ff"), (9, "0")]);
        assert_eq!(line_of_bus(&bus, 5, 11), "|c||".to_owned() + "|0 ");
        assert_eq!(rule(95, 110), "95        105");
        assert_eq!(rule(123_456, 123_470), "123456    123466");
    }

    #[test]
    fn undefined_bits_have_letters() {
        let bits = |v, u| Bits { v, u };
        assert_eq!(letters(bits(1, 0), 1), "~");
        assert_eq!(letters(bits(0, 1), 1), "x");
        assert_eq!(letters(bits(1, 1), 1), "E");
        assert_eq!(letters(bits(0x2f, 0), 8), "2f");
        assert_eq!(letters(bits(0, 0xf0), 8), "x");
    }
}
