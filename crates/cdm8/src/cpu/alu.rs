//! Results and flags. Each function's flags are the low half of PS: C V Z N = 8 4 2 1.

use crate::variant::Variant;

pub const C: u8 = 8;
pub const V: u8 = 4;
pub const Z: u8 = 2;
pub const N: u8 = 1;
/// Interrupts enabled.
pub const I: u8 = 0x80;

/// The output of the ALU: the result and the new flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Out {
    pub result: u8,
    pub flags: u8,
}

/// Z and N of a result.
#[inline(always)]
const fn sign(result: u8) -> u8 {
    ((result == 0) as u8) << 1 | result >> 7
}

/// Z and N with C and V cleared: move, and, or, xor, not, swan.
#[inline(always)]
pub const fn logic(result: u8) -> Out {
    let flags = sign(result);
    Out { result, flags }
}

/// C from `carry`, V cleared: the shifts to the right and rol.
#[inline(always)]
const fn shifted(result: u8, carry: u8) -> Out {
    let flags = carry << 3 | sign(result);
    Out { result, flags }
}

/// The sum, C out of bit 7, V where the carries into and out of bit 7 differ.
#[inline(always)]
pub const fn sum(a: u8, b: u8, carry: u8) -> Out {
    let wide = a as u16 + b as u16 + carry as u16;
    let result = wide as u8;
    let c = (wide >> 8) as u8;
    let v = ((a ^ result) & (b ^ result)) >> 7;
    let flags = c << 3 | v << 2 | sign(result);
    Out { result, flags }
}

/// A - B; C means no borrow.
#[inline(always)]
pub const fn difference(a: u8, b: u8) -> Out {
    sum(a, !b, 1)
}

/// As `sub`, except that mark 5 clears C.
#[inline(always)]
pub const fn compare(a: u8, b: u8, variant: Variant) -> Out {
    let Out { result, flags } = difference(a, b);
    let kept = if variant.cmp_sets_carry() { 0xFF } else { !C };
    let flags = flags & kept;
    Out { result, flags }
}

/// The old C comes in at bit 7.
#[inline(always)]
pub const fn shr(a: u8, ps: u8) -> Out {
    shifted((ps & C) << 4 | a >> 1, a & 1)
}

/// C is bit 7, V says that the sign changed.
#[inline(always)]
pub(crate) const fn shla(a: u8) -> Out {
    sum(a, a, 0)
}

#[inline(always)]
pub(crate) const fn shra(a: u8) -> Out {
    shifted(a & 0x80 | a >> 1, a & 1)
}

/// Opcode 9C: rotate left, or swap nibbles on the original mark 5.
#[inline(always)]
pub(crate) const fn rol_or_swan(a: u8, variant: Variant) -> Out {
    if variant.rotates() {
        shifted(a.rotate_left(1), a >> 7)
    } else {
        logic(a.rotate_left(4))
    }
}

/// The two-operand functions 0 to 7: move add addc sub and or xor cmp.
#[inline(always)]
pub const fn two(function: u8, a: u8, b: u8, ps: u8, variant: Variant) -> Out {
    match function & 7 {
        0 => logic(a),
        1 => sum(a, b, 0),
        2 => sum(a, b, (ps & C) >> 3),
        3 => difference(a, b),
        4 => logic(a & b),
        5 => logic(a | b),
        6 => logic(a ^ b),
        _ => compare(a, b, variant),
    }
}

/// The one-operand functions 0 to 7: not neg dec inc shr shla shra rol.
#[inline(always)]
pub const fn one(function: u8, a: u8, ps: u8, variant: Variant) -> Out {
    match function & 7 {
        0 => logic(!a),
        1 => sum(!a, 0, 1),
        2 => sum(a, 0xFF, 0),
        3 => sum(a, 0, 1),
        4 => shr(a, ps),
        5 => shla(a),
        6 => shra(a),
        _ => rol_or_swan(a, variant),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEVKIT: Variant = Variant::Mark5Devkit;

    fn bit(flags: u8, mask: u8) -> bool {
        flags & mask != 0
    }

    /// The flag table written down a second way: in wide signed and unsigned arithmetic.
    #[test]
    fn sums_and_differences_over_all_operands() {
        for (a, b) in (0..=255u8).flat_map(|a| (0..=255u8).map(move |b| (a, b))) {
            for carry in 0..2 {
                let out = sum(a, b, carry);
                let signed = i16::from(a as i8) + i16::from(b as i8) + i16::from(carry);
                let wide = u16::from(a) + u16::from(b) + u16::from(carry);
                assert_eq!(u16::from(out.result), wide % 256);
                assert_eq!(bit(out.flags, C), wide > 255);
                assert_eq!(bit(out.flags, V), !(-128..=127).contains(&signed));
            }
            let out = difference(a, b);
            let signed = i16::from(a as i8) - i16::from(b as i8);
            assert_eq!(out.result, a.wrapping_sub(b));
            assert_eq!(bit(out.flags, C), a >= b);
            assert_eq!(bit(out.flags, V), !(-128..=127).contains(&signed));
            assert_eq!(bit(out.flags, Z), a == b);
            assert_eq!(bit(out.flags, N), out.result >= 128);
            assert!(!bit(compare(a, b, Variant::Mark5).flags, C));
            assert!(!bit(compare(a, b, DEVKIT).flags, C));
            assert_eq!(compare(a, b, Variant::Ideal), out);
            assert_eq!(compare(a, b, DEVKIT).flags, out.flags & !C);
        }
    }

    #[test]
    fn one_operand_functions_over_all_operands() {
        for a in 0..=255u8 {
            let run = |function, ps| {
                let out = one(function, a, ps, DEVKIT);
                (out.result, bit(out.flags, C), bit(out.flags, V))
            };
            let (high, next, low) = (a & 128 != 0, a & 64 != 0, a & 1 != 0);
            assert_eq!(run(0, 0), (!a, false, false));
            assert_eq!(run(1, 0), (a.wrapping_neg(), a == 0, a == 0x80));
            assert_eq!(run(2, 0), (a.wrapping_sub(1), a != 0, a == 0x80));
            assert_eq!(run(3, 0), (a.wrapping_add(1), a == 0xFF, a == 0x7F));
            assert_eq!(run(4, 0), (a / 2, low, false));
            assert_eq!(run(4, C), (a / 2 + 128, low, false));
            assert_eq!(run(5, 0), (a.wrapping_mul(2), high, high != next));
            assert_eq!(run(6, 0), (((a as i8) >> 1) as u8, low, false));
            assert_eq!(run(7, 0), (a.wrapping_mul(2) + u8::from(high), high, false));
            assert_eq!(rol_or_swan(a, Variant::Mark5), logic(a % 16 * 16 + a / 16));
        }
    }
}
