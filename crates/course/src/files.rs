//! The files of a course, by name.

use std::collections::BTreeMap;

/// Texts by their path in the folder of the course: `first-gate/task.txt`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(BTreeMap<String, String>);

impl Files {
    /// Reads what [`Files::pack`] writes.
    pub fn unpack(json: &str) -> Result<Files, String> {
        let files = serde_json::from_str(json);
        files
            .map(Files)
            .map_err(|error| format!("this is not a packed course: {error}"))
    }

    /// All of them in one JSON object, for a page.
    pub fn pack(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_default()
    }

    pub fn get(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.0.insert(path.into(), text.into());
    }

    /// Those of a folder, by their names in it.
    pub fn of_folder(&self, folder: &str) -> Files {
        let below = |(path, text): (&String, &String)| {
            let name = path.strip_prefix(folder)?.strip_prefix('/')?;
            Some((name.to_owned(), text.clone()))
        };
        Files(self.0.iter().filter_map(below).collect())
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl FromIterator<(String, String)> for Files {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(files: I) -> Files {
        Files(files.into_iter().collect())
    }
}
