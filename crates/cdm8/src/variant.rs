//! The circuits in circulation run one instruction set and differ in three places.

use std::fmt;
use std::str::FromStr;

/// The circuit a processor behaves like.
///
/// | variant        | `cmp` sets C | 9C-9F  | `popall`                           |
/// |----------------|--------------|--------|------------------------------------|
/// | `mark5`        | always to 0  | `swan` | adds 4 to SP, registers stay       |
/// | `mark5-devkit` | always to 0  | `rol`  | works                              |
/// | `ideal`        | like `sub`   | `rol`  | works                              |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// The original mark 5 circuit of 2019, which most student projects use.
    #[default]
    Mark5,
    /// The mark 5 of the development kit, 2023.
    Mark5Devkit,
    /// The instruction set as defined: the mark 4 semantics.
    Ideal,
}

impl Variant {
    pub const ALL: [Variant; 3] = [Variant::Mark5, Variant::Mark5Devkit, Variant::Ideal];

    pub const fn name(self) -> &'static str {
        match self {
            Variant::Mark5 => "mark5",
            Variant::Mark5Devkit => "mark5-devkit",
            Variant::Ideal => "ideal",
        }
    }

    /// Whether `cmp` sets the carry flag as `sub` does; otherwise it clears it.
    pub(crate) const fn cmp_sets_carry(self) -> bool {
        matches!(self, Variant::Ideal)
    }

    /// Whether opcodes 9C to 9F are `rol`; otherwise they are `swan`.
    pub(crate) const fn rotates(self) -> bool {
        !matches!(self, Variant::Mark5)
    }

    /// Whether `popall` loads the registers.
    pub const fn popall_works(self) -> bool {
        !matches!(self, Variant::Mark5)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Unknown variant name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariant(pub String);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownVariant(text) = self;
        write!(f, "no variant {text:?}: mark5, mark5-devkit or ideal")
    }
}

impl std::error::Error for UnknownVariant {}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name() == text)
            .ok_or_else(|| UnknownVariant(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for variant in Variant::ALL {
            assert_eq!(variant.name().parse(), Ok(variant));
        }
        assert!("mark6".parse::<Variant>().is_err());
    }
}
