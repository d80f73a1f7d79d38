//! Values in vectors, read and written.
//!
//! Binary with exactly as many digits as bits, `0x` hexadecimal, `0o` octal, otherwise signed decimal. A digit `x` is
//! don't care, `z` floating, `e` error; `<DC>` and `<float>` stand for the whole value.

use super::Cell;
use crate::value::{Value, Word, mask};

impl Cell {
    pub(crate) const DONT_CARE: Cell = Cell {
        word: Word::ZERO,
        care: 0,
    };

    /// Parses a value of `width` bits; otherwise returns the mistake.
    pub(super) fn parse(text: &str, width: u32) -> Result<Cell, String> {
        let all = mask(width);
        match text.to_ascii_lowercase().as_str() {
            "<dc>" => return Ok(Cell::DONT_CARE),
            "<float>" => {
                return Ok(Cell {
                    word: Word::floating(all),
                    care: all,
                });
            }
            _ => {}
        }
        let lower = text.to_ascii_lowercase().replace('_', "");
        if let Some(digits) = lower.strip_prefix("0x") {
            return grouped(digits, 4, width).ok_or_else(|| wrong(text, width));
        }
        if let Some(digits) = lower.strip_prefix("0o") {
            return grouped(digits, 3, width).ok_or_else(|| wrong(text, width));
        }
        if lower.len() == width as usize
            && let Some(cell) = grouped(&lower, 1, width)
        {
            return Ok(cell);
        }
        decimal(&lower, width).ok_or_else(|| wrong(text, width))
    }

    /// Whether a found value matches the expected one.
    pub(crate) fn accepts(self, value: Value) -> bool {
        value.word.differs(self.word) & self.care & mask(u32::from(value.width)) == 0
    }

    pub(super) fn text(self, width: u32) -> String {
        let bits = self.word.with_width(width).bits();
        let marked = bits.chars().zip((0..width).rev());
        marked
            .map(|(symbol, bit)| match symbol {
                _ if self.care >> bit & 1 == 0 => 'x',
                'x' => 'z',
                'E' => 'e',
                known => known,
            })
            .collect()
    }
}

/// Digits of `size` bits each.
fn grouped(digits: &str, size: u32, width: u32) -> Option<Cell> {
    let (mut value, mut undefined, mut care) = (0u64, 0u64, 0u64);
    let all = u64::from(mask(size));
    if digits.is_empty() || digits.len() > 32 {
        return None;
    }
    for digit in digits.chars() {
        if (value | undefined | care) >> (64 - size) != 0 {
            return None;
        }
        let known = digit
            .to_digit(1 << size)
            .filter(|_| size > 1 || digit != 'e');
        let (v, u, c) = match (digit, known) {
            (_, Some(known)) => (u64::from(known), 0, all),
            ('x', _) => (0, 0, 0),
            ('z', _) => (0, all, all),
            ('e', _) => (all, all, all),
            _ => return None,
        };
        (value, undefined, care) = (value << size | v, undefined << size | u, care << size | c);
    }
    let fits = u64::from(mask(width));
    // The highest digit may reach beyond the width, but only with zeros or signs for all its bits.
    let beyond = value & !undefined & !fits != 0 || digits.len() > width.div_ceil(size) as usize;
    (!beyond).then_some(Cell {
        word: Word {
            v: (value & fits) as u32,
            u: (undefined & fits) as u32,
        },
        care: (care & fits) as u32,
    })
}

fn decimal(text: &str, width: u32) -> Option<Cell> {
    let number: i64 = text.parse().ok()?;
    let (low, high) = (-(1i64 << (width - 1)), (1i64 << width) - 1);
    let all = mask(width);
    (low..=high).contains(&number).then_some(Cell {
        word: Word::known(number as u32 & all),
        care: all,
    })
}

fn wrong(text: &str, width: u32) -> String {
    let shown: String = text.chars().take(40).collect();
    let bits = diag::count(width, "bit");
    format!("'{shown}' is not a value of {bits}")
}

/// A value in the form of a vector.
pub(super) fn write(value: Value) -> String {
    let width = u32::from(value.width);
    if width > 1 && value.word.floats() == mask(width) {
        return "<float>".into();
    }
    let cell = Cell {
        word: value.word,
        care: mask(width),
    };
    match value.number() {
        Some(number) if width > 8 => {
            format!("0x{number:0digits$x}", digits = width.div_ceil(4) as usize)
        }
        _ => cell.text(width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, width: u32) -> String {
        Cell::parse(text, width).map_or_else(|error| error, |cell| cell.text(width))
    }

    #[test]
    fn every_notation() {
        assert_eq!(shown("101xx", 5), "101xx");
        assert_eq!(shown("0x1ax5", 16), "00011010xxxx0101");
        assert_eq!(shown("0o17", 6), "001111");
        assert_eq!(shown("-3", 8), "11111101");
        assert_eq!(shown("13", 8), "00001101");
        assert_eq!(shown("10", 2), "10");
        assert_eq!(shown("z", 1), "z");
        assert_eq!(shown("1ze0", 4), "1ze0");
        assert_eq!(shown("<DC>", 3), "xxx");
        assert_eq!(shown("<float>", 3), "zzz");
        assert_eq!(shown("0xff", 7), "'0xff' is not a value of 7 bits");
        assert_eq!(shown("300", 8), "'300' is not a value of 8 bits");
        assert_eq!(shown("2", 1), "'2' is not a value of 1 bit");
        assert_eq!(shown("", 1), "'' is not a value of 1 bit");
    }

    #[test]
    fn written_values_are_read_back() {
        for bits in [
            "0",
            "1",
            "x",
            "E",
            "10xE",
            "xxxx",
            "0000000100100011",
            "11111111111111111111111111111111",
        ] {
            let value = Value::from_bits(bits).unwrap();
            let cell = Cell::parse(&write(value), u32::from(value.width)).unwrap();
            assert_eq!(cell.word, value.word, "{bits}");
            assert_eq!(cell.care, mask(u32::from(value.width)));
        }
    }
}
