//! The chips around the processor as plain values.

use serde::{Deserialize, Serialize};
use timeline::Reader;

use crate::map::{NORTH_STORE, SOUTH_STORE};
use crate::panel::Button;

/// All registers and memories of a board, for any console. A chip a console does not have stays 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chips {
    /// RAM cells and display registers, by address.
    #[serde(with = "hex")]
    pub data: [u8; 256],
    /// The selected ROM bank.
    pub bank: u8,
    /// The register of the lights (2016) or of the messages (2023).
    pub lights: u8,
    /// The button register (2016), the user input register (2022), User_Move (2023).
    pub button: u8,
    /// Start_Seeds.
    pub seeds: u8,
    /// First_Move.
    pub first: u8,
    /// The index AI_Move lights a lamp over.
    pub lamp: u8,
    /// Pressed buttons, one bit each.
    pub held: u16,
    /// The program looked for an answer and found none.
    pub waiting: bool,
    /// Index of the first of the computer's pits that was emptied since this was last reset to 0.
    pub emptied: u8,
}

impl Default for Chips {
    fn default() -> Chips {
        Chips {
            data: [0; 256],
            bank: 0,
            lights: 0,
            button: 0,
            seeds: 0,
            first: 0,
            lamp: 0,
            held: 0,
            waiting: false,
            emptied: 0,
        }
    }
}

impl Chips {
    pub(crate) fn save(&self, state: &mut Vec<u8>) {
        state.extend(self.data);
        state.extend([self.bank, self.lights, self.button, self.seeds]);
        state.extend([self.first, self.lamp, self.waiting.into(), self.emptied]);
        state.extend(self.held.to_le_bytes());
    }

    pub(crate) fn load(&mut self, state: &mut Reader<'_>) {
        self.data.copy_from_slice(state.bytes(256));
        for chip in [
            &mut self.bank,
            &mut self.lights,
            &mut self.button,
            &mut self.seeds,
            &mut self.first,
            &mut self.lamp,
        ] {
            *chip = state.u8();
        }
        (self.waiting, self.emptied) = (state.u8() != 0, state.u8());
        self.held = u16::from_le_bytes([state.u8(), state.u8()]);
    }

    /// Writes a display register of the pad that starts at `pad`.
    #[inline]
    pub(crate) fn write_pad(&mut self, pad: u8, address: u8, value: u8) {
        let index = address - pad;
        let old = std::mem::replace(&mut self.data[usize::from(address)], value);
        if self.emptied == 0 && value == 0 && old > 0 && (9..NORTH_STORE).contains(&index) {
            self.emptied = index;
        }
    }

    /// Whether a row has no seeds; `store` is the index of its store.
    pub(crate) fn row_is_empty(&self, pad: u8, store: u8) -> bool {
        let end = usize::from(pad + store);
        self.data[end - 6..end].iter().all(|&seeds| seeds == 0)
    }

    pub fn pits(&self, pad: u8) -> [[u8; 6]; 2] {
        [SOUTH_STORE, NORTH_STORE].map(|store| {
            let end = usize::from(pad + store);
            std::array::from_fn(|i| self.data[end - 6 + i])
        })
    }

    pub fn stores(&self, pad: u8) -> [u8; 2] {
        [SOUTH_STORE, NORTH_STORE].map(|store| self.data[usize::from(pad + store)])
    }

    /// Updates the pressed buttons. Of each group of buttons with a common trigger line (pits, seeds, who moves first), returns the
    /// one that is latched now: none if one was down already, the first in line if several go down in one instant. Whether or not
    /// the press is used, the program will have to look again.
    pub fn hold(&mut self, buttons: &[Button]) -> [Option<Button>; 3] {
        const GROUPS: [u16; 3] = [0x003F, 0x07C0, 0x1800];
        let bit = |button: &Button| match Button::ALL.iter().position(|known| known == button) {
            Some(at) => 1 << at,
            None => 0,
        };
        let before = self.held;
        self.held = buttons.iter().map(bit).fold(0, |set, bit| set | bit);
        self.waiting &= self.held & !before == 0;
        GROUPS.map(|group| {
            let (was, is) = (before & group, self.held & group);
            (was == 0 && is != 0).then(|| Button::ALL[is.trailing_zeros() as usize])
        })
    }
}

/// 256 bytes as a line of hexadecimal digits.
mod hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        bytes: &[u8; 256],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        serializer.serialize_str(&digits.concat())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[u8; 256], D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || D::Error::custom("data is 256 bytes of two hexadecimal digits");
        if text.len() != 512 || !text.bytes().all(|c| c.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let mut bytes = [0; 256];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| wrong())?;
        }
        Ok(bytes)
    }
}
