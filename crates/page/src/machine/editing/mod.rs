//! Editing the circuit that runs: every change goes into its file, and the circuit keeps running from where it was.
//!
//! An edit is an input at a moment, like the press of a button: going back across it leads to the circuit as
//! it was then ([`Versions`]).

mod change;
mod look;
mod mend;
mod protocol;
mod truth;

use bench::project::{Files, SEED, options};
use bench::{Act, Rig, Versions};
use circuit::edit::{Clip, Document, Edit, History};
use circuit::project::CircuitId;

use self::protocol::{Change, CopiedView, FileText, Look, State, refused};
use super::On;
use super::power::Power;
use crate::failures;
use crate::finding::findings;
use crate::reply::{Answer, Failure, Nothing, json, read};

/// A file under edit.
pub struct Editing {
    document: Document,
    history: History,
    clip: Clip,
    /// The file as it was opened.
    opened: Vec<u8>,
}

impl Editing {
    fn open(files: &Files) -> Answer<Editing> {
        let document = files.document().map_err(Failure::refused)?;
        Ok(Editing {
            opened: document.bytes(),
            document,
            history: History::default(),
            clip: Clip::default(),
        })
    }

    /// Undoes, redoes, or makes a change; `steps` is how often the history moved and in which direction.
    fn change(&mut self, circuit: CircuitId, change: &Change, files: &Files) -> Answer<bool> {
        let Editing {
            document, history, ..
        } = self;
        match change {
            Change::Undo { steps } => Ok((0..*steps)
                .take_while(|_| history.undo(document).is_some())
                .count()
                > 0),
            Change::Redo { steps } => Ok((0..*steps)
                .take_while(|_| history.redo(document).is_some())
                .count()
                > 0),
            _ => {
                let Some((name, edit)) = self.edit(circuit, change, files)? else {
                    return Ok(false);
                };
                let Editing {
                    document, history, ..
                } = self;
                history.apply(document, &name, &edit).map_err(refused)?;
                Ok(true)
            }
        }
    }

    /// Turns the file back into what it was at another moment: a step that can be undone like every other.
    fn return_to(&mut self, text: &str) -> Answer<()> {
        if self.document.bytes() == text.as_bytes() {
            return Ok(());
        }
        let text = text.to_string();
        let Editing {
            document, history, ..
        } = self;
        let edit = Edit::Replace { text };
        history
            .apply(document, "Back to an earlier circuit", &edit)
            .map_err(refused)
    }

    fn holds(&self, circuit: CircuitId) -> bool {
        (circuit.0 as usize) < self.document.project().circuits.len()
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.document.bytes()).into_owned()
    }
}

impl On {
    /// The circuit of the open sheet.
    fn circuit_shown(&self) -> Answer<CircuitId> {
        let sheet = self.sheet.as_ref();
        let sheet = sheet.ok_or_else(|| Failure::failed("no sheet is open"))?;
        let circuit = self.simulator().design().circuit(sheet.instance);
        let editing = self.editing.as_deref();
        // Stand-ins for chips are not in the file.
        if editing.is_some_and(|editing| !editing.holds(circuit)) {
            return Err(failures::STANDS_IN.refuses());
        }
        Ok(circuit)
    }

    fn path_shown(&self) -> Option<String> {
        let instance = self.sheet.as_ref()?.instance;
        Some(self.simulator().design().instance_path(instance))
    }

    fn editing(&mut self) -> Answer<&mut Editing> {
        if self.editing.is_none() {
            let Power::Circuit(files) = &self.power else {
                return Err(Failure::refused(
                    "a console is not edited here: open its circuit",
                ));
            };
            self.editing = Some(Box::new(Editing::open(files)?));
        }
        let none = || Failure::failed("nothing is edited");
        self.editing.as_deref_mut().ok_or_else(none)
    }

    /// Starts editing, or reports the present state.
    pub(super) fn edit(&mut self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        self.editing()?;
        self.edited(Vec::new())
    }

    fn edited(&mut self, new: Vec<u32>) -> Answer {
        let circuit = self.circuit_shown()?;
        let path = self.path_shown().unwrap_or_else(|| "/".into());
        let version = self.version();
        let editing = self.editing()?;
        let (document, history) = (&editing.document, &editing.history);
        let project = document.project();
        let mut all = document.diagnostics().to_vec();
        all.extend(circuit::netlist::check(project));
        let name = |id: &CircuitId| project.circuit(*id).name.clone();
        json(&State {
            version,
            path,
            circuits: document.circuits().iter().map(name).collect(),
            circuit: name(&circuit),
            main: project.main() == Some(circuit),
            done: history.done().map(str::to_string).collect(),
            undone: history.undone().map(str::to_string).collect(),
            changed: document.bytes() != editing.opened,
            findings: editing.with_repairs(findings(&all)),
            new,
            copied: editing.clip.parts(),
        })
    }

    pub(super) fn change(&mut self, request: &str) -> Answer {
        let change: Change = read(request)?;
        if let Change::Show { name } = &change {
            return self.show(name);
        }
        self.editing()?;
        if !matches!(change, Change::Undo { .. } | Change::Redo { .. }) {
            self.return_to_shown()?;
        }
        let circuit = self.circuit_shown()?;
        let Power::Circuit(files) = &self.power else {
            return Err(Failure::failed("nothing is edited"));
        };
        let Some(editing) = self.editing.as_deref_mut() else {
            return Err(Failure::failed("nothing is edited"));
        };
        let before = editing.components(circuit).count();
        let done = editing.change(circuit, &change, files)?;
        let circuits = &editing.document.project().circuits;
        let after = circuits.get(circuit.0 as usize);
        let after = after.map_or(0, |sheet| sheet.components.len());
        if done {
            self.go_on()?;
        }
        let adds = matches!(
            change,
            Change::Place { .. }
                | Change::Paste { .. }
                | Change::PasteFile { .. }
                | Change::Duplicate(_)
        );
        let new = if adds { before..after } else { 0..0 };
        self.edited(new.map(|number| number as u32).collect())
    }

    /// In the past the file is that of the past.
    fn return_to_shown(&mut self) -> Answer<()> {
        let text = self.rig().versions().and_then(Versions::text);
        let editing = self.editing()?;
        match text {
            Some(text) => editing.return_to(&text),
            None => Ok(()),
        }
    }

    fn show(&mut self, name: &str) -> Answer {
        let known = self.editing()?.document.project().find(name).is_some();
        if !known {
            return Err(Failure::refused(format!("there is no circuit '{name}'")));
        }
        self.return_to_shown()?;
        if let Power::Circuit(files) = &mut self.power {
            files.circuit = Some(name.to_string());
        }
        self.sheet = None;
        self.go_on()?;
        self.edited(Vec::new())
    }

    /// Lets the circuit continue in its present form; untouched parts keep their state.
    fn go_on(&mut self) -> Answer<()> {
        let (Power::Circuit(files), Some(editing)) = (&self.power, self.editing.as_deref()) else {
            return Ok(());
        };
        let project = files.whole(editing.document.project().clone());
        let wanted = files.circuit.as_deref();
        let wanted = wanted.filter(|name| project.find(name).is_some());
        let simulator = self.simulator().edited(project, wanted, &options(SEED));
        let simulator = simulator.map_err(Failure::refused)?;
        let name = editing
            .history
            .done()
            .last()
            .unwrap_or_default()
            .to_string();
        let (text, wanted) = (editing.text(), wanted.map(str::to_string));
        let path = self.path_shown();
        let Rig::Circuit(versions) = self.time.subject_mut() else {
            return Ok(());
        };
        let version = versions.add(text, wanted, name, simulator);
        self.hands_off();
        self.time.input(Act::Edit(version));
        self.sheet_again(path.as_deref().unwrap_or("/"))
    }

    /// References found in another circuit are meaningless in this one.
    fn hands_off(&mut self) {
        self.journey = None;
        self.signals.clear();
        drop(self.time.stop_recording());
    }

    /// Opens the sheet at a path, or the top one where there is none.
    fn sheet_again(&mut self, path: &str) -> Answer<()> {
        self.sheet = None;
        let open = |on: &mut On, path: &str| {
            let path = serde_json::json!({ "path": path });
            on.open_sheet(&path.to_string())
        };
        if open(self, path).is_err() {
            open(self, "/")?;
        }
        Ok(())
    }

    /// After time has moved: if it led across an edit, the sheet is one of the circuit of that moment.
    pub(super) fn follow(&mut self) {
        let now = self.version();
        let shown = self.sheet.as_ref().map(|sheet| sheet.version);
        if shown.is_none_or(|shown| shown == now) {
            return;
        }
        let path = self.sheet.as_ref().map(|sheet| sheet.path.clone());
        self.hands_off();
        // The page asks for a new picture when it sees the version number.
        if self.sheet_again(path.as_deref().unwrap_or("/")).is_err() {
            self.sheet = None;
        }
        if let Some(sheet) = &mut self.sheet {
            sheet.unseen = true;
        }
    }

    /// Answers a question about the open sheet.
    pub(super) fn look_at(&mut self, request: &str) -> Answer {
        let look: Look = read(request)?;
        let circuit = self.circuit_shown()?;
        let editing = self.editing()?;
        match look {
            Look::Press { x, y } => json(&editing.press(circuit, x, y)),
            Look::Box { from, to } => json(&editing.inside(circuit, from, to)),
            Look::Wire { path } => json(&editing.drawn(circuit, &path)),
            Look::Move { chosen, by } => json(&editing.moved(circuit, &chosen, by)),
            Look::Part { what, at, attrs } => json(&editing.in_hand(&what, at, &attrs)?),
            Look::Attributes { parts } => json(&editing.attributes(circuit, &parts)),
            Look::Net(chosen) => json(&editing.net(circuit, &chosen)?),
            Look::Palette => json(&editing.palette(circuit)),
            Look::Looks => json(&editing.looks(circuit)?),
            Look::Truth => json(&editing.truth(circuit)?),
            Look::Expressions { inputs, outputs } => json(&truth::expressions(inputs, &outputs)?),
            Look::Minimise { inputs, outputs } => json(&truth::minimised(inputs, &outputs)?),
            Look::Copied => {
                let bytes = editing.clip.to_file(&editing.document).map_err(refused)?;
                let text = String::from_utf8_lossy(&bytes).into_owned();
                json(&CopiedView { text })
            }
        }
    }

    /// The present file, to be stored and saved.
    pub(super) fn file(&mut self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let editing = self.editing()?;
        json(&FileText {
            text: editing.text(),
        })
    }
}
