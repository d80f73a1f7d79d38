//! Durations as operators write them: `12h`, `30d`, `8w`, `1y`.

use std::fmt;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    count: u32,
    unit: char,
}

impl Span {
    fn seconds(self) -> u64 {
        const HOUR: u64 = 3600;
        let unit = match self.unit {
            'h' => HOUR,
            'd' => 24 * HOUR,
            'w' => 7 * 24 * HOUR,
            _ => 365 * 24 * HOUR,
        };
        u64::from(self.count) * unit
    }

    pub fn millis(self) -> i64 {
        i64::try_from(self.seconds() * 1000).unwrap_or(i64::MAX / 2)
    }

    pub fn duration(self) -> Duration {
        Duration::from_secs(self.seconds())
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.count, self.unit)
    }
}

pub fn span(text: &str) -> Result<Span, String> {
    let wrong = || format!("'{text}' is not a time: write 12h, 30d, 8w or 1y");
    let unit = text.chars().last().filter(|unit| "hdwy".contains(*unit));
    let unit = unit.ok_or_else(wrong)?;
    let count: u32 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    match count {
        1..=10_000 => Ok(Span { count, unit }),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_number_and_a_unit() {
        assert_eq!(span("12h").unwrap().seconds(), 43_200);
        assert_eq!(span("1y").unwrap().seconds(), 31_536_000);
        assert_eq!(span("2w").unwrap().millis(), 1_209_600_000);
        assert_eq!(span("30d").unwrap().to_string(), "30d");
        for wrong in ["", "d", "0d", "5", "-1d", "1.5d", "1m", "99999y", "1é"] {
            assert!(span(wrong).is_err(), "{wrong}");
        }
    }
}
