//! A circuit with its libraries, from files given together.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use chip::draw::{StandIn, is_missing};
use chip::{Chip, Reading as Specifications};
use circuit::edit::{Document, OpenError};
use circuit::netlist::BuildError;
use circuit::project::Project;
use circuit::read::{Libraries, Reading};
use circuit::sim::Simulator;
use serde::Deserialize;

use super::{Built, SEED, file_name, options, power, processor, read, short_name};

/// A project as named files.
#[derive(Clone, Deserialize)]
pub struct Files {
    pub name: String,
    text: String,
    /// Files it may refer to: libraries, and what its scripts load.
    #[serde(default)]
    libraries: Vec<File>,
    /// The circuit to run, if it is not the main one.
    pub circuit: Option<String>,
    /// Chips drawn from their specifications.
    #[serde(skip)]
    drawn: Arc<Mutex<Drawn>>,
}

/// By chip; `None` for one that cannot be drawn.
type Drawn = BTreeMap<String, Option<Arc<StandIn>>>;

#[derive(Clone, Deserialize)]
pub struct File {
    pub name: String,
    pub text: String,
}

impl Files {
    /// A file by the last part of its path, ignoring case.
    pub fn find(&self, path: &str) -> Option<&File> {
        let wanted = file_name(path);
        let same = |file: &&File| file_name(&file.name).eq_ignore_ascii_case(wanted);
        self.libraries.iter().find(same)
    }

    /// The files of a name, whatever their endings, with their texts.
    pub fn called(&self, name: &str) -> Vec<(String, String)> {
        let same = |file: &&File| short_name(&file.name).eq_ignore_ascii_case(name);
        let files = self.libraries.iter().filter(same);
        files
            .map(|file| (file.name.clone(), file.text.clone()))
            .collect()
    }

    /// All findings.
    pub fn read(&self) -> Reading {
        read(&self.name, self.text.as_bytes(), &mut Named(self))
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same project with another text of the circuit.
    pub(crate) fn with_text(&self, text: &str) -> Reading {
        read(&self.name, text.as_bytes(), &mut Named(self))
    }

    /// The files these circuits may refer to.
    pub fn libraries(&self) -> impl Libraries + '_ {
        Named(self)
    }

    /// The file to be edited.
    pub fn document(&self) -> Result<Document, OpenError> {
        Document::open(&self.name, self.text.as_bytes(), &mut Named(self))
    }

    /// The circuit under power, with all findings.
    pub fn simulator(&self, project: Project) -> Result<Simulator, BuildError> {
        let circuit = self.circuit.as_deref();
        Simulator::new(self.whole(project), circuit, &options(SEED))
    }

    /// The circuit under power.
    pub fn power(&self, project: Project, seed: u64) -> Result<Built, BuildError> {
        let circuit = self.circuit.as_deref();
        power(self.whole(project), circuit, &options(seed))
    }

    /// The project with its chips: where one is missing or empty, its specification stands in, if it is among the files.
    pub fn whole(&self, mut project: Project) -> Arc<Project> {
        for stand_in in self.stand_ins(&project) {
            // A chip that does not fit is left empty.
            let _ = stand_in.put_into(&mut project);
        }
        Arc::new(project)
    }

    /// The specifications that stand in for chips of a project.
    pub fn stand_ins(&self, project: &Project) -> Vec<Arc<StandIn>> {
        let files = self.libraries.iter();
        let files = files.filter(|file| file.name.to_lowercase().ends_with(".chip"));
        let chips = files.flat_map(|file| self.specifications(file).chips);
        // The chip under construction is not replaced.
        let mut missing: Vec<Arc<Chip>> = chips
            .filter(|chip| {
                Some(&chip.name) != self.circuit.as_ref() && is_missing(project, &chip.name)
            })
            .collect();
        missing.sort_by(|a, b| a.name.cmp(&b.name));
        missing.dedup_by(|a, b| a.name == b.name);
        missing.iter().filter_map(|chip| self.drawn(chip)).collect()
    }

    fn drawn(&self, chip: &Arc<Chip>) -> Option<Arc<StandIn>> {
        let mut drawn = self.drawn.lock().ok()?;
        let known = drawn.entry(chip.name.clone());
        known
            .or_insert_with(|| StandIn::new(chip).ok().map(Arc::new))
            .clone()
    }

    /// Reads a file of specifications; chips it uses may be in other files.
    pub fn specifications(&self, file: &File) -> Specifications {
        let mut library = |name: &str| {
            let other = self.find(&format!("{name}.chip"))?;
            Some((other.name.clone(), other.text.clone()))
        };
        chip::read(&file.name, &file.text, &mut library)
    }
}

/// The libraries among the files.
struct Named<'a>(&'a Files);

impl Libraries for Named<'_> {
    fn read(&mut self, _: &str, name: &str) -> Result<(String, Vec<u8>), String> {
        match self.0.find(name) {
            Some(file) => Ok((file.name.clone(), file.text.clone().into_bytes())),
            None => Err(format!(
                "is not on the bench: open {} together with this file",
                file_name(name)
            )),
        }
    }

    /// Provides this program's own processor under any name, in the place of every other.
    fn stands_in(&self, name: &str) -> bool {
        let file = self.0.libraries.iter().find(|file| file.name == name);
        file.is_some_and(|file| file.text == processor())
    }
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
