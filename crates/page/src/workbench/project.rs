//! A circuit with its libraries, out of the files on the bench.

use std::sync::Arc;

use circuit::netlist::BuildError;
use circuit::project::Project;
use circuit::read::{Libraries, Reading, read};
use circuit::sim::{SimOptions, Simulator};
use serde::Deserialize;

use crate::reply::{Answer, Failure};

/// A circuit as the page hands it over.
#[derive(Deserialize)]
pub struct Files {
    pub name: String,
    text: String,
    /// Files it may refer to: libraries, and what its scripts load.
    #[serde(default)]
    libraries: Vec<File>,
    /// Another circuit of the file than its main one.
    pub circuit: Option<String>,
}

#[derive(Deserialize)]
pub struct File {
    pub name: String,
    pub text: String,
}

impl Files {
    /// A file by the last step of a path, in letters of either case.
    pub fn find(&self, path: &str) -> Option<&File> {
        let wanted = base(path);
        let same = |file: &&File| base(&file.name).eq_ignore_ascii_case(wanted);
        self.libraries.iter().find(same)
    }

    /// Whatever is wrong with it.
    pub fn read(&self) -> Reading {
        read(&self.name, self.text.as_bytes(), &mut Bench(self))
    }

    pub fn simulator(&self, project: Project) -> Result<Simulator, BuildError> {
        let options = SimOptions::default();
        Simulator::new(Arc::new(project), self.circuit.as_deref(), &options)
    }

    /// The circuit under power, or why there is none.
    pub fn switched_on(&self) -> Answer<Simulator> {
        self.simulator(self.read().project)
            .map_err(|error| Failure::refused(format!("{}: {error}", self.name)))
    }
}

/// The libraries on the bench.
struct Bench<'a>(&'a Files);

impl Libraries for Bench<'_> {
    fn read(&mut self, _: &str, name: &str) -> Result<(String, Vec<u8>), String> {
        match self.0.find(name) {
            Some(file) => Ok((file.name.clone(), file.text.clone().into_bytes())),
            None => Err(format!(
                "is not on the bench: open {} together with this file",
                base(name)
            )),
        }
    }

    /// This program's own processor, under whatever name, stands in for every other.
    fn stands_in(&self, name: &str) -> bool {
        let file = self.0.libraries.iter().find(|file| file.name == name);
        file.is_some_and(|file| file.text == console::hardware::FILES[0].text)
    }
}

/// The last step of a path, whichever system it was written on.
pub fn base(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The circuits of the file itself, the main one first.
pub fn circuits(project: &Project) -> Vec<String> {
    let main = project.main();
    let own = project.ids().filter(|&id| project.circuit(id).file == 0);
    let mut names: Vec<_> = own.map(|id| (main != Some(id), id)).collect();
    names.sort_by_key(|&(other, id)| (other, id.0));
    let name = |&(_, id): &(bool, _)| project.circuit(id).name.clone();
    names.iter().map(name).collect()
}
