//! Where the library files of a project are found.
//!
//! A project names its libraries by path, often by one on another computer. Each is looked for, in this order:
//! as `--library` says; where the project says; beside the project by its file name; in the folders of `--library-path`.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use anyhow::{anyhow, bail};
use bench::project::{PROCESSOR, file_name, is_called, processor};
use circuit::read;

use crate::files;

#[derive(Clone, Debug, Default, clap::Args)]
pub struct LibraryArgs {
    /// Use this file for the library of that name; builtin:cdm8 is this program's own CdM-8. May be repeated
    #[arg(long, value_name = "NAME=FILE")]
    library: Vec<String>,
    /// Also look for libraries in this folder; may be repeated
    #[arg(long, value_name = "DIR")]
    library_path: Vec<PathBuf>,
    /// Among many projects, some may not use every named library.
    #[arg(skip)]
    for_many: bool,
}

/// The libraries of one project.
pub struct Shelf<'a> {
    /// Name and file, as given.
    given: Vec<(String, String)>,
    folders: &'a [PathBuf],
    project: &'a Path,
    /// The names the project asked for.
    asked: Vec<String>,
    /// Names that are never asked for are no mistake.
    for_many: bool,
}

impl LibraryArgs {
    pub fn shelf<'a>(&'a self, project: &'a Path) -> anyhow::Result<Shelf<'a>> {
        let given = self.library.iter().map(|text| {
            let (name, file) = text.split_once('=').ok_or_else(|| {
                anyhow!("--library {text}: write NAME=FILE, such as CdM-8=libraries/cdm8.circ")
            })?;
            Ok((name.to_owned(), file.to_owned()))
        });
        Ok(Shelf {
            given: given.collect::<anyhow::Result<_>>()?,
            folders: &self.library_path,
            project,
            asked: Vec::new(),
            for_many: self.for_many,
        })
    }

    /// The same for many projects, some of which may leave some out; their folder may hold libraries too.
    pub fn for_many(&self, folder: &Path) -> LibraryArgs {
        let mut many = self.clone();
        many.for_many = true;
        many.library_path.push(folder.to_owned());
        many
    }

    /// The files given by name.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let files = self.library.iter().filter_map(|text| text.split_once('='));
        files.map(|(_, file)| Path::new(file))
    }
}

impl Shelf<'_> {
    /// Refuses names given on the command line that the project does not use.
    pub fn all_used(&self) -> anyhow::Result<()> {
        for (name, _) in self.given.iter().filter(|_| !self.for_many) {
            if !self.asked.iter().any(|asked| is_called(asked, name)) {
                let asked = match &self.asked[..] {
                    [] => "it uses no library files".to_owned(),
                    asked => format!("it uses {}", asked.join(", ")),
                };
                bail!("--library {name}: the project does not use this library; {asked}");
            }
        }
        Ok(())
    }

    fn find(&self, referring: &str, name: &str) -> Option<PathBuf> {
        let referring = Path::new(referring);
        let written = plain(&folder_of(referring).join(name.replace('\\', "/")));
        if files::is_file(&written) {
            return Some(written);
        }
        let beside = [folder_of(referring), folder_of(self.project)];
        let folders = beside
            .into_iter()
            .chain(self.folders.iter().map(AsRef::as_ref));
        folders
            .into_iter()
            .find_map(|folder| in_folder(folder, file_name(name)))
    }
}

impl read::Libraries for Shelf<'_> {
    fn read(&mut self, referring: &str, name: &str) -> Result<(String, Vec<u8>), String> {
        self.asked.push(file_name(name).to_owned());
        let given = self.given.iter().find(|(given, _)| is_called(name, given));
        let path = match given {
            Some((_, file)) if file == PROCESSOR => {
                return Ok((PROCESSOR.to_owned(), processor().as_bytes().to_vec()));
            }
            Some((_, file)) => PathBuf::from(file),
            None => self.find(referring, name).ok_or_else(|| {
                format!(
                    "there is no such file, and no {} beside the project",
                    file_name(name)
                )
            })?,
        };
        let bytes = files::read(&path).map_err(|error| format!("{error:#}"))?;
        Ok((path.display().to_string(), bytes))
    }

    fn stands_in(&self, name: &str) -> bool {
        name == PROCESSOR
    }
}

/// A shelf that remembers the files taken from it, under the file names that were asked for.
pub struct Noting<'a> {
    pub shelf: Shelf<'a>,
    pub taken: BTreeMap<String, Vec<u8>>,
    /// A name that means two files.
    pub ambiguous: Option<String>,
}

impl read::Libraries for Noting<'_> {
    fn read(&mut self, referring: &str, name: &str) -> Result<(String, Vec<u8>), String> {
        let (path, bytes) = self.shelf.read(referring, name)?;
        let asked = file_name(name).to_owned();
        let before = self.taken.insert(asked.clone(), bytes.clone());
        if before.is_some_and(|before| before != bytes) {
            self.ambiguous = Some(asked);
        }
        Ok((path, bytes))
    }

    fn stands_in(&self, name: &str) -> bool {
        self.shelf.stands_in(name)
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// A file of this name in a folder; on the systems where most projects are made, letters of either case are the same.
fn in_folder(folder: &Path, name: &str) -> Option<PathBuf> {
    let exact = plain(&folder.join(name));
    if files::is_file(&exact) {
        return Some(exact);
    }
    let entries = files::entries(folder).ok()?;
    let found = entries.iter().find(|entry| {
        let found = entry.path.file_name().unwrap_or_default();
        found.to_string_lossy().eq_ignore_ascii_case(name)
    });
    found
        .filter(|entry| !entry.is_folder)
        .map(|entry| plain(&entry.path))
}

/// A path without `.` and `..`, so that a file has one name.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}
