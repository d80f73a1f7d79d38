//! Values of nets: vectors of up to 32 bits, each 0, 1, x (floating) or E (error).
//!
//! A bit takes two planes, so that a whole bus is processed with a few machine instructions:
//!
//! ```text
//!   bit   v  u
//!    0    0  0
//!    1    1  0
//!    x    0  1      undriven
//!    E    1  1      drivers disagree, or a gate saw an x
//! ```

use std::fmt;

/// The bits of a value without its width. Bits above the width are always 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Word {
    /// Value plane.
    pub v: u32,
    /// Undefined plane.
    pub u: u32,
}

/// The lowest `width` bits set.
#[inline]
pub const fn mask(width: u32) -> u32 {
    if width >= 32 {
        u32::MAX
    } else {
        (1 << width) - 1
    }
}

impl Word {
    pub(crate) fn save(self, state: &mut Vec<u8>) {
        state.extend(self.v.to_le_bytes());
        state.extend(self.u.to_le_bytes());
    }

    pub(crate) fn load(state: &mut timeline::Reader<'_>) -> Word {
        let (v, u) = (state.u32(), state.u32());
        Word { v, u }
    }

    pub const ZERO: Word = Word { v: 0, u: 0 };
    pub const ONE: Word = Word { v: 1, u: 0 };
    /// One floating bit.
    pub const X: Word = Word { v: 0, u: 1 };
    /// One error bit.
    pub const E: Word = Word { v: 1, u: 1 };

    #[inline]
    pub const fn known(v: u32) -> Word {
        Word { v, u: 0 }
    }

    /// All bits of `mask` floating.
    #[inline]
    pub const fn floating(mask: u32) -> Word {
        Word { v: 0, u: mask }
    }

    /// All bits of `mask` in error.
    #[inline]
    pub const fn error(mask: u32) -> Word {
        Word { v: mask, u: mask }
    }

    /// The one-bit value `bit` on every bit of `mask`.
    #[inline]
    pub const fn repeat(bit: Word, mask: u32) -> Word {
        Word {
            v: if bit.v & 1 != 0 { mask } else { 0 },
            u: if bit.u & 1 != 0 { mask } else { 0 },
        }
    }

    #[inline]
    pub const fn bit(self, index: u32) -> Word {
        Word {
            v: self.v >> index & 1,
            u: self.u >> index & 1,
        }
    }

    #[inline]
    pub(crate) const fn and_mask(self, mask: u32) -> Word {
        Word {
            v: self.v & mask,
            u: self.u & mask,
        }
    }

    #[inline]
    pub(crate) const fn shl(self, by: u32) -> Word {
        Word {
            v: self.v << by,
            u: self.u << by,
        }
    }

    #[inline]
    pub const fn shr(self, by: u32) -> Word {
        Word {
            v: self.v >> by,
            u: self.u >> by,
        }
    }

    /// Both words side by side; they must not overlap.
    #[inline]
    pub(crate) const fn union(self, other: Word) -> Word {
        Word {
            v: self.v | other.v,
            u: self.u | other.u,
        }
    }

    /// `self` with the bits of `mask` taken from `other`.
    #[inline]
    pub const fn replace(self, other: Word, mask: u32) -> Word {
        self.and_mask(!mask).union(other.and_mask(mask))
    }

    /// Every bit is 0 or 1.
    #[inline]
    pub(crate) const fn is_known(self) -> bool {
        self.u == 0
    }

    /// Some bit is E.
    #[inline]
    pub(crate) const fn has_error(self) -> bool {
        self.v & self.u != 0
    }

    /// Bits that are x.
    #[inline]
    pub(crate) const fn floats(self) -> u32 {
        self.u & !self.v
    }

    /// Bits in which two words differ.
    #[inline]
    pub const fn differs(self, other: Word) -> u32 {
        (self.v ^ other.v) | (self.u ^ other.u)
    }

    /// NOT: x and E give E.
    #[inline]
    pub const fn not(self, mask: u32) -> Word {
        Word {
            v: (!self.v | self.u) & mask,
            u: self.u,
        }
    }

    /// AND: 0 if either is 0, 1 if both are 1, otherwise E.
    #[inline]
    pub const fn and(self, other: Word, mask: u32) -> Word {
        let zero = !(self.v | self.u) | !(other.v | other.u);
        let one = self.v & !self.u & other.v & !other.u;
        Word {
            v: !zero & mask,
            u: !(zero | one) & mask,
        }
    }

    /// OR: 1 if either is 1, 0 if both are 0, otherwise E.
    #[inline]
    pub const fn or(self, other: Word, mask: u32) -> Word {
        let one = (self.v & !self.u) | (other.v & !other.u);
        let zero = !(self.v | self.u) & !(other.v | other.u);
        Word {
            v: !zero & mask,
            u: !(zero | one) & mask,
        }
    }

    /// XOR: E if either is x or E.
    #[inline]
    pub const fn xor(self, other: Word) -> Word {
        let u = self.u | other.u;
        Word {
            v: (self.v ^ other.v) | u,
            u,
        }
    }

    /// Two drivers on one net: x gives way, equals stay, everything else is E.
    #[inline]
    pub(crate) const fn combine(self, other: Word) -> Word {
        let (ax, bx) = (self.floats(), other.floats());
        let clash = !ax & !bx & self.differs(other);
        Word {
            v: self.v | other.v | clash,
            u: (self.u & !ax) | (other.u & !bx) | (ax & bx) | clash,
        }
    }

    /// `self` with its x bits taken from `pull`.
    #[inline]
    pub(crate) const fn pulled(self, pull: Word) -> Word {
        self.replace(pull, self.floats())
    }

    pub const fn with_width(self, width: u32) -> Value {
        Value {
            word: self,
            width: width as u8,
        }
    }
}

/// A value with its width; width 0 is the value of a net that has no width at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    pub word: Word,
    pub width: u8,
}

impl Value {
    /// The value of a net without width.
    pub(crate) const NIL: Value = Word::ZERO.with_width(0);

    pub const fn known(width: u32, v: u32) -> Value {
        Word::known(v & mask(width)).with_width(width)
    }

    pub const fn floating(width: u32) -> Value {
        Word::floating(mask(width)).with_width(width)
    }

    /// The number, if every bit is 0 or 1.
    pub const fn number(self) -> Option<u32> {
        if self.word.is_known() && self.width > 0 {
            Some(self.word.v)
        } else {
            None
        }
    }

    /// The symbol of bit `index`: `0`, `1`, `x` or `E`.
    pub const fn symbol(self, index: u32) -> char {
        match (self.word.v >> index & 1, self.word.u >> index & 1) {
            (0, 0) => '0',
            (_, 0) => '1',
            (0, _) => 'x',
            _ => 'E',
        }
    }

    /// Bits most significant first, e.g. `01xE`; `-` without width.
    pub fn bits(self) -> String {
        if self.width == 0 {
            return "-".into();
        }
        (0..u32::from(self.width))
            .rev()
            .map(|i| self.symbol(i))
            .collect()
    }

    /// Reads what [`Value::bits`] writes (also `X`, `z`, `Z`, `e`): 1 to 32 symbols.
    pub fn from_bits(text: &str) -> Option<Value> {
        if text.is_empty() || text.len() > 32 {
            return None;
        }
        let mut word = Word::ZERO;
        for symbol in text.chars() {
            let bit = match symbol {
                '0' => Word::ZERO,
                '1' => Word::ONE,
                'x' | 'X' | 'z' | 'Z' => Word::X,
                'e' | 'E' => Word::E,
                _ => return None,
            };
            word = word.shl(1).union(bit);
        }
        Some(word.with_width(text.len() as u32))
    }
}

/// Hexadecimal if every bit is known, otherwise `b` and the bits, `-` without width.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => write!(f, "{number:x}"),
            None if self.width == 0 => f.write_str("-"),
            None => write!(f, "b{}", self.bits()),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.bits(), self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITS: [Word; 4] = [Word::ZERO, Word::ONE, Word::X, Word::E];

    fn table(op: impl Fn(Word, Word) -> Word) -> String {
        let cells = BITS.iter().flat_map(|&a| BITS.iter().map(move |&b| (a, b)));
        cells
            .map(|(a, b)| op(a, b).with_width(1).symbol(0))
            .collect()
    }

    #[test]
    fn bit_tables() {
        assert_eq!(
            table(|a, b| a.and(b, 1)),
            "00000 1EE0EEE0EEE".replace(' ', "")
        );
        assert_eq!(table(|a, b| a.or(b, 1)), "01EE1111E1EEE1EE");
        assert_eq!(table(Word::xor), "01EE10EEEEEEEEEE");
        assert_eq!(table(Word::combine), "0E0EE11E01xEEEEE");
        assert_eq!(table(Word::pulled), "0000111101xEEEEE");
        let not: String = BITS
            .iter()
            .map(|a| a.not(1).with_width(1).symbol(0))
            .collect();
        assert_eq!(not, "10EE");
    }

    #[test]
    fn text_both_ways() {
        for text in ["0", "1xE0", "xxxxxxxx", "11111111111111111111111111111111"] {
            assert_eq!(Value::from_bits(text).unwrap().bits(), text);
        }
        assert_eq!(Value::from_bits(""), None);
        assert_eq!(Value::from_bits("012"), None);
        assert_eq!(Value::from_bits(&"0".repeat(33)), None);
        assert_eq!(Value::known(8, 0x2a).to_string(), "2a");
        assert_eq!(Value::floating(2).to_string(), "bxx");
        assert_eq!(Value::NIL.to_string(), "-");
    }
}
