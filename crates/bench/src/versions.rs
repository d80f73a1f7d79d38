//! The versions of a circuit: every edit makes one, and every moment belongs to one of them.
//!
//! ```text
//!   0 ───── press ───── edit 1 ───── edit 2 ──── now         a saved state begins with the number of its version
//!                          └────── edit 3 ────               something else was drawn in the past: another future
//! ```
//!
//! Only the present version is built. The texts of the others are stored as differences from one to the next.

use std::sync::Arc;

use circuit::project::Project;
use circuit::sim::Simulator;
use timeline::{Reader, Subject};

use crate::project::{Files, SEED, options, power};

/// A running circuit with its versions.
pub struct Versions {
    files: Box<Files>,
    all: Vec<Version>,
    /// The text of the newest version.
    newest: String,
    /// The number of the present one.
    at: usize,
    simulator: Box<Simulator>,
    /// A version built to validate it, before time has reached it.
    next: Option<(usize, Box<Simulator>)>,
}

struct Version {
    text: Patch,
    /// The circuit under power.
    circuit: Option<String>,
    /// What was done.
    name: String,
}

/// A text as its difference from the one before: what is new between an unchanged beginning and an unchanged end.
struct Patch {
    before: usize,
    after: usize,
    middle: String,
}

impl Patch {
    fn new(old: &str, new: &str) -> Patch {
        let same = |a: &[u8], b: &[u8]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let mut before = same(old.as_bytes(), new.as_bytes());
        while !old.is_char_boundary(before) || !new.is_char_boundary(before) {
            before -= 1;
        }
        let turned = |text: &str| {
            text.as_bytes()[before..]
                .iter()
                .rev()
                .copied()
                .collect::<Vec<u8>>()
        };
        let mut after = same(&turned(old), &turned(new));
        while !old.is_char_boundary(old.len() - after) || !new.is_char_boundary(new.len() - after) {
            after -= 1;
        }
        let middle = new[before..new.len() - after].to_string();
        Patch {
            before,
            after,
            middle,
        }
    }

    fn apply(&self, old: &str) -> String {
        let start = old.get(..self.before).unwrap_or_default();
        let end = old.len().saturating_sub(self.after);
        format!(
            "{start}{}{}",
            self.middle,
            old.get(end..).unwrap_or_default()
        )
    }
}

impl Versions {
    pub fn new(files: Files, simulator: Simulator) -> Versions {
        let first = Version {
            text: Patch::new("", files.text()),
            circuit: files.circuit.clone(),
            name: String::new(),
        };
        Versions {
            newest: files.text().to_owned(),
            files: Box::new(files),
            all: vec![first],
            at: 0,
            simulator: Box::new(simulator),
            next: None,
        }
    }

    pub fn simulator(&self) -> &Simulator {
        &self.simulator
    }

    pub fn simulator_mut(&mut self) -> &mut Simulator {
        &mut self.simulator
    }

    /// The number of the version that runs.
    pub fn number(&self) -> usize {
        self.at
    }

    /// The file text of the running version.
    pub fn text(&self) -> Option<String> {
        self.text_of(self.at)
    }

    fn text_of(&self, version: usize) -> Option<String> {
        if version + 1 == self.all.len() {
            return Some(self.newest.clone());
        }
        let patches = self.all.get(..=version)?.iter();
        Some(patches.fold(String::new(), |text, version| version.text.apply(&text)))
    }

    /// The edit that made a version.
    pub fn name(&self, version: usize) -> &str {
        self.all.get(version).map_or("", |version| &version.name)
    }

    /// Adds a version; it takes effect as an input of the timeline.
    pub fn add(
        &mut self,
        text: String,
        circuit: Option<String>,
        name: String,
        simulator: Simulator,
    ) -> usize {
        let number = self.all.len();
        self.all.push(Version {
            text: Patch::new(&self.newest, &text),
            circuit,
            name,
        });
        self.newest = text;
        self.next = Some((number, Box::new(simulator)));
        number
    }

    /// Applies the edit that leads to a version.
    pub fn enter(&mut self, version: usize) {
        match self.next.take() {
            Some((number, simulator)) if number == version => self.simulator = simulator,
            _ => {
                let Some(project) = self.project(version) else {
                    return;
                };
                let circuit = self.all[version].circuit.as_deref();
                // It was built before, so it can be built.
                if let Ok(simulator) = self.simulator.edited(project, circuit, &options(SEED)) {
                    *self.simulator = simulator;
                }
            }
        }
        self.at = version;
    }

    fn project(&self, version: usize) -> Option<Arc<Project>> {
        let text = self.text_of(version)?;
        Some(Arc::new(self.files.with_text(&text).project))
    }

    pub fn save(&self, state: &mut Vec<u8>) {
        state.extend((self.at as u32).to_le_bytes());
        Subject::save(&*self.simulator, state);
    }

    pub fn load(&mut self, moment: u64, state: &[u8]) {
        let mut reader = Reader(state);
        let version = reader.u32() as usize;
        if version != self.at
            && let Some(project) = self.project(version)
        {
            let circuit = self.all[version].circuit.as_deref();
            // An unedited circuit may rest parts that nothing depends on; an edited one runs all of them.
            let built = match version {
                0 => power(project, circuit, &options(SEED)).map(|built| built.simulator),
                _ => Simulator::new(project, circuit, &options(SEED)),
            };
            if let Ok(simulator) = built {
                *self.simulator = simulator;
                self.at = version;
            }
        }
        Subject::load(&mut *self.simulator, moment, reader.0);
    }
}

#[cfg(test)]
mod tests {
    use super::Patch;

    #[test]
    fn patches_lead_from_one_text_to_the_next() {
        let texts = [
            "", "abc", "abc", "abXc", "aб", "aв", "aaaa", "aaa", "aaaaa", "б",
        ];
        for old in texts {
            for new in texts {
                assert_eq!(Patch::new(old, new).apply(old), new, "{old} {new}");
            }
        }
    }
}
