//! Looking into memories and loading them.

use std::sync::Arc;

use super::{InputError, Simulator};
use crate::component::{Behaviour, State};
use crate::netlist::PartId;
use crate::project::Image;

impl Simulator {
    /// A cell of a RAM or ROM.
    pub fn cell(&self, part: PartId, address: u32) -> Result<u32, InputError> {
        match &self.shared.states[part] {
            State::Memory { cells, .. } if (address as usize) < cells.len() => {
                Ok(cells.get(address))
            }
            State::Memory { cells, .. } => Err(self.bad_address(part, address, cells.len())),
            State::Native(native) => native
                .memory(address)
                .ok_or_else(|| self.wrong_part(part, "memory with that address")),
            _ => Err(self.wrong_part(part, "RAM or ROM")),
        }
    }

    /// The number of writes to a RAM or ROM so far, including undone ones, and the address of the last
    /// one.
    pub(crate) fn writes(&self, part: PartId) -> Option<(u64, u32)> {
        match &self.shared.states[part] {
            State::Memory { cells, .. } => Some(cells.writes()),
            _ => None,
        }
    }

    /// The number of cells of a RAM or ROM.
    pub fn cells(&self, part: PartId) -> Option<usize> {
        match &self.shared.states[part] {
            State::Memory { cells, .. } => Some(cells.len()),
            _ => None,
        }
    }

    fn bad_address(&self, part: PartId, address: u32, size: usize) -> InputError {
        InputError::BadAddress {
            path: self.design.path(part),
            address,
            last: size as u32 - 1,
        }
    }

    /// Writes a cell of a RAM or ROM; bits beyond its width are cut.
    pub fn set_cell(&mut self, part: PartId, address: u32, value: u32) -> Result<(), InputError> {
        self.cell(part, address)?;
        let mask = self.data_mask(part);
        match &mut self.shared.states[part] {
            State::Memory { cells, .. } => cells.set(address, value & mask),
            State::Native(native) => native.set_memory(address, value),
            _ => {}
        }
        self.touch(&[part]);
        Ok(())
    }

    fn data_mask(&self, part: PartId) -> u32 {
        match self.shared.behaviour(&self.design, part) {
            Behaviour::Memory(memory) => memory.mask,
            _ => u32::MAX,
        }
    }

    /// Replaces the contents of a RAM or ROM: the image from address 0, zeros beyond it.
    pub fn load_memory(&mut self, part: PartId, image: &Image) -> Result<(), InputError> {
        self.fits(part, image)?;
        let mask = self.data_mask(part);
        if let State::Memory { cells, .. } = &mut self.shared.states[part] {
            let words = image.words.iter().map(|word| word & mask).collect();
            cells.load(Arc::new(Image { words }));
        }
        self.touch(&[part]);
        Ok(())
    }

    /// Whether a part is a memory that an image fits into.
    pub(super) fn fits(&self, part: PartId, image: &Image) -> Result<(), InputError> {
        let State::Memory { cells, .. } = &self.shared.states[part] else {
            return Err(self.wrong_part(part, "RAM or ROM"));
        };
        match cells.len() {
            size if image.words.len() > size => {
                Err(self.bad_address(part, image.words.len() as u32 - 1, size))
            }
            _ => Ok(()),
        }
    }
}
