//! The files beside the open ones, as far as the caller grants access.

use std::collections::BTreeMap;

pub trait Disk {
    fn read(&self, path: &str) -> Option<Vec<u8>>;

    /// The paths of the files of a folder.
    fn list(&self, folder: &str) -> Vec<String>;
}

impl<D: Disk> Disk for &D {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        (**self).read(path)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        (**self).list(folder)
    }
}

/// No files but these: for tests.
impl Disk for BTreeMap<String, Vec<u8>> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.get(path).cloned()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let inside = |path: &&String| folder_of(path) == folder;
        self.keys().filter(inside).cloned().collect()
    }
}

/// A path without its last part.
pub fn folder_of(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |at| &path[..at.max(1)])
}

/// Joins a folder and a name; an absolute name stays as it is.
pub fn join(folder: &str, name: &str) -> String {
    let absolute = name.starts_with(['/', '\\'])
        || name
            .get(1..3)
            .is_some_and(|colon| colon == ":\\" || colon == ":/");
    match absolute || folder.is_empty() {
        true => name.to_owned(),
        false => format!("{}/{name}", folder.trim_end_matches('/')),
    }
}

/// Removes `.` and `..` from a path, so that a file has one name.
pub fn plain(path: &str) -> String {
    let mut steps: Vec<&str> = Vec::new();
    for step in path.split(['/', '\\']) {
        match step {
            "." => {}
            ".." if steps.last().is_some_and(|last| !matches!(*last, "" | "..")) => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    steps.join("/")
}
