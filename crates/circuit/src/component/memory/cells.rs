//! The cells of a RAM or ROM.

use std::sync::Arc;

use crate::project::Image;

const PAGE_BITS: u32 = 12;
const PAGE: usize = 1 << PAGE_BITS;

/// The cells of a memory. A page takes memory only once it is written; until then the contents from the file show.
#[derive(Clone, Debug)]
pub struct Cells {
    base: Option<Arc<Image>>,
    pages: Vec<Option<Box<[u32]>>>,
    size: usize,
    /// Some page may hold something.
    written: bool,
    /// A cell changed since this was last asked.
    changed: bool,
}

impl Cells {
    pub fn new(address_bits: u32, base: Option<Arc<Image>>) -> Cells {
        Cells {
            base,
            pages: Vec::new(),
            size: 1 << address_bits,
            written: false,
            changed: false,
        }
    }

    pub fn len(&self) -> usize {
        self.size
    }

    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    #[inline]
    pub fn get(&self, address: u32) -> u32 {
        let at = address as usize;
        match self.pages.get(at >> PAGE_BITS) {
            Some(Some(page)) => page[at & (page.len() - 1)],
            _ => self.base_word(at),
        }
    }

    fn base_word(&self, at: usize) -> u32 {
        self.base
            .as_ref()
            .and_then(|base| base.words.get(at))
            .copied()
            .unwrap_or(0)
    }

    /// Writes a cell; addresses beyond the size are ignored.
    pub fn set(&mut self, address: u32, value: u32) {
        let at = address as usize;
        if at >= self.size {
            return;
        }
        let page = at >> PAGE_BITS;
        if self.pages.len() <= page {
            self.pages.resize(page + 1, None);
        }
        if self.pages[page].is_none() {
            let first = page << PAGE_BITS;
            let words = (first..first + PAGE.min(self.size))
                .map(|at| self.base_word(at))
                .collect();
            self.pages[page] = Some(words);
        }
        if let Some(words) = &mut self.pages[page] {
            let index = at & (words.len() - 1);
            self.changed |= words[index] != value;
            self.written |= value != 0;
            words[index] = value;
        }
    }

    /// All cells 0.
    pub fn clear(&mut self) {
        if self.written || self.base.is_some() {
            self.base = None;
            self.pages
                .iter_mut()
                .flatten()
                .for_each(|page| page.fill(0));
            self.written = false;
            self.changed = true;
        }
    }

    /// Whether a cell changed since the last call.
    pub(crate) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Replaces the contents: the image from address 0 on, 0 beyond it.
    pub fn load(&mut self, image: Arc<Image>) {
        self.pages.clear();
        self.base = Some(image);
        self.written = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_the_image_below() {
        let image = Arc::new(Image {
            words: vec![1, 2, 3],
        });
        let mut cells = Cells::new(13, Some(image.clone()));
        cells.set(1, 9);
        cells.set(5000, 7);
        cells.set(9000, 7);
        assert_eq!(
            [0, 1, 2, 3, 5000, 9000].map(|at| cells.get(at)),
            [1, 9, 3, 0, 7, 0]
        );
        cells.clear();
        assert_eq!([0, 1, 2, 5000].map(|at| cells.get(at)), [0; 4]);
        cells.load(image);
        assert_eq!([0, 1, 2, 5000].map(|at| cells.get(at)), [1, 2, 3, 0]);
    }
}
