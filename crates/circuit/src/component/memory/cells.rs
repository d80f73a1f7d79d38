//! The cells of a RAM or ROM.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use timeline::Reader;

use crate::project::Image;

const PAGE_BITS: u32 = 8;
const PAGE: usize = 1 << PAGE_BITS;

/// Words that were written; `None` as long as none of them was.
type Page = Option<Arc<[u32]>>;

/// The cells of a memory. A page is allocated only when it is written; until then the contents of the file apply.
/// Copies share their pages until one of them writes.
#[derive(Clone, Debug)]
pub struct Cells {
    base: Option<Arc<Image>>,
    /// The contents from the file.
    first: Option<Arc<Image>>,
    pages: Vec<Page>,
    size: usize,
    /// Some page may hold something.
    written: bool,
    /// A cell changed since the last query.
    changed: bool,
    /// The number of writes, and the address of the last one. Not part of the state: time may go back.
    writes: (u64, u32),
}

impl Cells {
    pub fn new(address_bits: u32, base: Option<Arc<Image>>) -> Cells {
        Cells {
            first: base.clone(),
            base,
            pages: Vec::new(),
            size: 1 << address_bits,
            written: false,
            changed: false,
            writes: (0, 0),
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
        self.writes = (self.writes.0 + 1, address);
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
            if words[index] != value {
                Arc::make_mut(words)[index] = value;
                self.changed = true;
            }
            self.written |= value != 0;
        }
    }

    /// All cells 0.
    pub fn clear(&mut self) {
        if self.written || self.base.is_some() {
            self.base = None;
            self.pages.clear();
            self.written = false;
            self.changed = true;
        }
    }

    /// Appends the allocated pages, and whether they lie over the file's contents, nothing, or another image.
    pub(crate) fn save(&self, state: &mut Vec<u8>) {
        let same = |a: &Arc<Image>, b: &Arc<Image>| Arc::ptr_eq(a, b);
        match (&self.base, &self.first) {
            (None, _) => state.push(0),
            (Some(base), Some(first)) if same(base, first) => state.push(1),
            (Some(base), _) => {
                state.push(2);
                state.extend((base.words.len() as u32).to_le_bytes());
                state.extend(base.words.iter().flat_map(|word| word.to_le_bytes()));
            }
        }
        state.push(u8::from(self.written) | u8::from(self.changed) << 1);
        let held = self.pages.iter().flatten().count();
        state.extend((held as u32).to_le_bytes());
        for (number, page) in (0u32..).zip(&self.pages) {
            if let Some(page) = page {
                state.extend(number.to_le_bytes());
                state.extend(page.iter().flat_map(|word| word.to_le_bytes()));
            }
        }
    }

    pub(crate) fn restore(&mut self, state: &mut Reader<'_>) {
        self.base = match state.u8() {
            0 => None,
            1 => self.first.clone(),
            _ => {
                let count = state.u32();
                let words = (0..count).map(|_| state.u32()).collect();
                Some(Arc::new(Image { words }))
            }
        };
        let flags = state.u8();
        (self.written, self.changed) = (flags & 1 != 0, flags & 2 != 0);
        self.pages.clear();
        let size = PAGE.min(self.size);
        for _ in 0..state.u32() {
            let number = state.u32() as usize;
            let words: Arc<[u32]> = (0..size).map(|_| state.u32()).collect();
            self.pages.resize(number + 1, None);
            self.pages[number] = Some(words);
        }
    }

    /// The number of writes over all time, and the address of the last one.
    pub(crate) fn writes(&self) -> (u64, u32) {
        self.writes
    }

    /// Whether a cell changed since the last call.
    pub(crate) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Size of the allocated pages, some of which copies may share.
    pub(crate) fn bytes(&self) -> usize {
        let pages = self.pages.iter().flatten();
        pages.map(|page| size_of_val(&page[..])).sum()
    }

    /// Replaces the contents: the image from address 0 on, 0 beyond it.
    pub fn load(&mut self, image: Arc<Image>) {
        self.pages.clear();
        self.base = Some(image);
        self.written = true;
    }
}

/// Whether the contents over the image are equal, whether a change was noticed or not.
impl PartialEq for Cells {
    fn eq(&self, other: &Cells) -> bool {
        let same_page = |(a, b): (&Page, &Page)| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
            (None, None) => true,
            _ => false,
        };
        let same_base = match (&self.base, &other.base) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a.words == b.words,
            (None, None) => true,
            _ => false,
        };
        same_base
            && self.size == other.size
            && self.written == other.written
            && self.pages.len() == other.pages.len()
            && self.pages.iter().zip(&other.pages).all(same_page)
    }
}

impl Eq for Cells {}

impl Hash for Cells {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.size, self.written, self.base.is_some(), &self.pages).hash(hasher);
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
