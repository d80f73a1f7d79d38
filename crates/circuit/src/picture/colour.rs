//! Colours.

use std::fmt;

use crate::value::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    pub alpha: u8,
}

impl Colour {
    pub const BLACK: Colour = Colour::rgb(0);
    pub const WHITE: Colour = Colour::rgb(0xff_ff_ff);
    pub const GREY: Colour = Colour::rgb(0x80_80_80);
    /// Widths that disagree.
    pub const ORANGE: Colour = Colour::rgb(0xff_7b_00);
    /// An error, or an undefined light.
    pub const RED: Colour = Colour::rgb(0xc0_00_00);
    pub const DARK_GREEN: Colour = Colour::rgb(0x00_64_00);
    pub const GREEN: Colour = Colour::rgb(0x00_d2_00);
    pub const BLUE: Colour = Colour::rgb(0x28_28_ff);

    pub(crate) const fn rgb(rgb: u32) -> Colour {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Colour {
            red,
            green,
            blue,
            alpha: 255,
        }
    }

    /// Reads `#rrggbb` or `#rrggbbaa`; anything else is black.
    pub fn parse(text: &str) -> Colour {
        let hex = text
            .strip_prefix('#')
            .filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let number = hex.and_then(|hex| u32::from_str_radix(hex, 16).ok());
        match (hex.map(str::len), number) {
            (Some(6), Some(rgb)) => Colour::rgb(rgb),
            (Some(8), Some(rgba)) => Colour {
                alpha: rgba as u8,
                ..Colour::rgb(rgba >> 8)
            },
            _ => Colour::BLACK,
        }
    }

    /// The colour of a value on a wire.
    pub fn of(value: Value) -> Colour {
        if value.word.has_error() {
            return Colour::RED;
        }
        match (value.width, value.number()) {
            (0, _) => Colour::GREY,
            (1, Some(0)) => Colour::DARK_GREEN,
            (1, Some(_)) => Colour::GREEN,
            (1, None) => Colour::BLUE,
            _ => Colour::BLACK,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)?;
        match self.alpha {
            255 => Ok(()),
            alpha => write!(f, "{alpha:02x}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_and_written() {
        for text in ["#000000", "#f0a1B2", "#12345678", "#ffffff00"] {
            assert_eq!(Colour::parse(text).to_string(), text.to_lowercase());
        }
        for text in [
            "",
            "red",
            "#fff",
            "#12345x",
            "#\u{e9}\u{e9}\u{e9}",
            "#+12345",
        ] {
            assert_eq!(Colour::parse(text), Colour::BLACK, "{text}");
        }
    }
}
