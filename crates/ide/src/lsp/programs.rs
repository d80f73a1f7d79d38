//! Which files make a program: the configured ones, or else the files of a folder that define the names a file needs.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use cdm8::ide::Exchange;

use crate::disk::{Disk, folder_of, join};

/// Larger folders are not searched, larger files not read.
const MOST_FILES: usize = 400;
const LARGEST: usize = 1 << 20;

/// Open documents over the files of the disk.
pub struct Shelf<D> {
    disk: D,
    pub open: BTreeMap<String, String>,
    /// Files read, until a change is reported.
    read: RefCell<BTreeMap<String, Option<String>>>,
    listed: RefCell<BTreeMap<String, Vec<String>>>,
    exchanges: RefCell<BTreeMap<String, Exchange>>,
}

impl<D: Disk> Shelf<D> {
    pub fn new(disk: D) -> Shelf<D> {
        Shelf {
            disk,
            open: BTreeMap::new(),
            read: RefCell::default(),
            listed: RefCell::default(),
            exchanges: RefCell::default(),
        }
    }

    /// Empties the cache.
    pub(super) fn refresh(&mut self) {
        self.read.get_mut().clear();
        self.listed.get_mut().clear();
        self.exchanges.get_mut().clear();
    }

    /// A document has changed.
    pub fn changed(&mut self, path: &str) {
        self.exchanges.get_mut().remove(path);
    }

    pub fn text(&self, path: &str) -> Option<String> {
        if let Some(text) = self.open.get(path) {
            return Some(text.clone());
        }
        if let Some(known) = self.read.borrow().get(path) {
            return known.clone();
        }
        let bytes = self.disk.read(path).filter(|bytes| bytes.len() <= LARGEST);
        let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        self.read.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }

    /// The files of the program a file belongs to, the one it begins with first.
    pub fn program(&self, path: &str, said: &[Vec<String>]) -> Vec<String> {
        let folder = folder_of(path);
        for program in said {
            let files: Vec<String> = program.iter().map(|name| join(folder, name)).collect();
            if files.iter().any(|file| file == path) {
                return files;
            }
        }
        let near = self.near(folder, path);
        if near.get(path).is_some_and(|exchange| exchange.starts) {
            return closure(path, &near);
        }
        let roots = near.iter().filter(|(_, exchange)| exchange.starts);
        let mut programs = roots.map(|(root, _)| closure(root, &near));
        programs
            .find(|files| files.iter().any(|file| file == path))
            .unwrap_or_else(|| closure(path, &near))
    }

    /// The names that the sources of a folder need and define.
    fn near(&self, folder: &str, path: &str) -> BTreeMap<String, Exchange> {
        let mut files = self.files(folder);
        files.push(path.to_owned());
        let known = files.into_iter().filter_map(|file| {
            let exchange = self.exchange(&file)?;
            Some((file, exchange))
        });
        known.collect()
    }

    /// The files of a folder that may be sources and specifications, and the open ones.
    pub fn listed(&self, folder: &str) -> Vec<String> {
        let mut listed = self.listed.borrow_mut();
        let files = listed.entry(folder.to_owned()).or_insert_with(|| {
            let mut files = self.disk.list(folder);
            files.retain(|file| is_source(file) || file.ends_with(".chip"));
            files.truncate(MOST_FILES);
            files
        });
        let mut files = files.clone();
        files.extend(
            self.open
                .keys()
                .filter(|file| folder_of(file) == folder)
                .cloned(),
        );
        files
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let mut files = self.listed(folder);
        files.retain(|file| is_source(file));
        files
    }

    fn exchange(&self, path: &str) -> Option<Exchange> {
        if let Some(known) = self.exchanges.borrow().get(path) {
            return Some(known.clone());
        }
        let exchange = Exchange::of(&self.text(path)?, path.ends_with(".mlb"));
        self.exchanges
            .borrow_mut()
            .insert(path.to_owned(), exchange.clone());
        Some(exchange)
    }
}

fn is_source(path: &str) -> bool {
    path.ends_with(".asm") || path.ends_with(".mlb")
}

/// A file with everything it needs, directly or not. Of several files that define a name, those that are not programs
/// themselves come first, then alphabetical order decides.
fn closure(root: &str, near: &BTreeMap<String, Exchange>) -> Vec<String> {
    let mut files = vec![root.to_owned()];
    while let Some(more) = missing(&files, near) {
        files.push(more);
    }
    files
}

fn missing(files: &[String], near: &BTreeMap<String, Exchange>) -> Option<String> {
    let inside: Vec<&Exchange> = files.iter().filter_map(|file| near.get(file)).collect();
    let collect = |of: fn(&Exchange) -> &BTreeSet<String>| -> BTreeSet<&String> {
        inside.iter().flat_map(|exchange| of(exchange)).collect()
    };
    let (needs, offers) = (
        collect(|exchange| &exchange.needs),
        collect(|exchange| &exchange.offers),
    );
    let (unknown, macros) = (
        collect(|exchange| &exchange.unknown),
        collect(|exchange| &exchange.macros),
    );
    let helps = |exchange: &Exchange| {
        exchange
            .offers
            .iter()
            .any(|name| needs.contains(name) && !offers.contains(name))
            || exchange
                .macros
                .iter()
                .any(|name| unknown.contains(name) && !macros.contains(name))
    };
    let fresh = near
        .iter()
        .filter(|(file, exchange)| !files.contains(file) && helps(exchange));
    fresh
        .min_by_key(|(_, exchange)| exchange.starts)
        .map(|(file, _)| file.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf() -> Shelf<BTreeMap<String, Vec<u8>>> {
        let files = [
            (
                "/p/main.asm",
                "sub: ext\nasect 0\nswap r0, r1\njsr sub\nend\n",
            ),
            ("/p/sub.asm", "deep: ext\nrsect s\nsub> jsr deep\nend\n"),
            ("/p/deep.asm", "rsect d\ndeep> rts\nend\n"),
            ("/p/another.asm", "asect 0\nsub> halt\nend\n"),
            ("/p/my.mlb", "*swap/2\npush $1\n"),
            ("/p/other.mlb", "*unused/2\npush $1\n"),
            ("/q/deep.asm", "rsect d\ndeep> rts\nend\n"),
        ];
        Shelf::new(
            files
                .iter()
                .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
                .collect(),
        )
    }

    #[test]
    fn a_program_is_what_its_files_need() {
        let shelf = shelf();
        let main = ["/p/main.asm", "/p/my.mlb", "/p/sub.asm", "/p/deep.asm"];
        assert_eq!(shelf.program("/p/main.asm", &[]), main);
        assert_eq!(shelf.program("/p/deep.asm", &[]), main);
        assert_eq!(shelf.program("/p/another.asm", &[]), ["/p/another.asm"]);
        assert_eq!(shelf.program("/q/deep.asm", &[]), ["/q/deep.asm"]);
        assert_eq!(shelf.program("/none/x.asm", &[]), ["/none/x.asm"]);
    }

    #[test]
    fn a_program_can_be_said() {
        let shelf = shelf();
        let said = [vec!["another.asm".to_owned(), "deep.asm".to_owned()]];
        assert_eq!(
            shelf.program("/p/deep.asm", &said),
            ["/p/another.asm", "/p/deep.asm"]
        );
    }

    #[test]
    fn what_is_open_counts_before_the_disk() {
        let mut shelf = shelf();
        shelf
            .open
            .insert("/p/main.asm".to_owned(), "asect 0\nhalt\nend\n".to_owned());
        assert_eq!(shelf.program("/p/main.asm", &[]), ["/p/main.asm"]);
    }
}
