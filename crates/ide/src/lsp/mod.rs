//! The language server: a message in, messages out.
//!
//! Documents are stored as the editor has them. A request is answered for the program the document belongs to
//! (`programs`), analysed once after every change; or a file of chip specifications (`chips`).

mod actions;
mod answer;
mod chips;
mod diagnostics;
mod programs;
mod settings;
mod text;
mod tokens;

use std::collections::BTreeMap;
use std::rc::Rc;

use cdm8::asm::Source;
use cdm8::ide::Analysis;
use serde_json::{Value, json};

use crate::disk::Disk;
use crate::uri;
use programs::Shelf;
use settings::Settings;

/// Maximum number of cached analyses.
const KEPT: usize = 8;

/// A refused request.
pub(crate) struct Refusal {
    code: i64,
    message: String,
}

impl Refusal {
    fn invalid(message: impl Into<String>) -> Refusal {
        Refusal {
            code: -32602,
            message: message.into(),
        }
    }
}

type Answer = Result<Value, Refusal>;

/// An analysis, with its program.
pub(crate) struct Work {
    paths: Vec<String>,
    analysis: Analysis,
}

impl Work {
    fn file(&self, path: &str) -> Option<usize> {
        self.analysis.file(path)
    }

    fn line(&self, file: usize, line: usize) -> &str {
        let of = self.analysis.files.get(file);
        of.and_then(|of| of.lines.get(line))
            .map_or("", String::as_str)
    }
}

/// The phase of the server's life cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Fresh,
    Running,
    ShutDown,
    Gone { asked: bool },
}

pub struct Server<D> {
    shelf: Shelf<D>,
    settings: Settings,
    phase: Phase,
    work: Vec<Rc<Work>>,
    /// The last findings of each file.
    told: BTreeMap<String, Vec<Value>>,
    /// Versions of open documents, as numbered by the editor.
    versions: BTreeMap<String, i64>,
}

impl<D: Disk> Server<D> {
    pub fn new(disk: D) -> Server<D> {
        Server {
            shelf: Shelf::new(disk),
            settings: Settings::default(),
            phase: Phase::Fresh,
            work: Vec::new(),
            told: BTreeMap::new(),
            versions: BTreeMap::new(),
        }
    }

    /// Once the editor has sent `exit`: whether it had requested the shutdown first.
    pub fn exit(&self) -> Option<bool> {
        match self.phase {
            Phase::Gone { asked } => Some(asked),
            _ => None,
        }
    }

    pub fn handle(&mut self, message: &Value) -> Vec<Value> {
        let Some(method) = message["method"].as_str() else {
            // An answer to our own request, or nothing at all.
            return match message
                .get("id")
                .filter(|_| message.get("result").is_none() && message.get("error").is_none())
            {
                Some(id) => vec![refused(id, -32600, "the message has no method")],
                None => Vec::new(),
            };
        };
        match message.get("id") {
            Some(id) => vec![self.request(id, method, &message["params"])],
            None => self.notification(method, &message["params"]),
        }
    }

    fn request(&mut self, id: &Value, method: &str, params: &Value) -> Value {
        let answer = match (self.phase, method) {
            (Phase::Fresh, "initialize") => Ok(self.initialize(params)),
            (Phase::Fresh, _) => return refused(id, -32002, "the server waits for initialize"),
            (Phase::ShutDown | Phase::Gone { .. }, _) => {
                return refused(id, -32600, "the server was shut down");
            }
            (_, "initialize") => return refused(id, -32600, "the server is initialized already"),
            (_, "shutdown") => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            _ => self.answer(method, params),
        };
        match answer {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err(refusal) => refused(id, refusal.code, &refusal.message),
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.phase = Phase::Running;
        self.settings.take(&params["initializationOptions"]);
        json!({
            "capabilities": answer::capabilities(),
            "serverInfo": {"name": "mancala", "version": env!("CARGO_PKG_VERSION")},
        })
    }

    fn notification(&mut self, method: &str, params: &Value) -> Vec<Value> {
        let document = &params["textDocument"];
        let path = document["uri"].as_str().map(uri::path);
        match (method, path) {
            ("exit", _) => {
                let asked = self.phase == Phase::ShutDown;
                self.phase = Phase::Gone { asked };
                Vec::new()
            }
            ("textDocument/didOpen", Some(path)) => {
                let text = document["text"].as_str().unwrap_or("").to_owned();
                self.versions
                    .insert(path.clone(), document["version"].as_i64().unwrap_or(0));
                self.shelf.refresh();
                self.shelf.open.insert(path.clone(), text);
                self.changed(&path)
            }
            ("textDocument/didChange", Some(path)) => self.change(&path, document, params),
            ("textDocument/didSave", Some(path)) => {
                self.shelf.refresh();
                self.changed(&path)
            }
            ("textDocument/didClose", Some(path)) => self.close(&path),
            ("workspace/didChangeConfiguration", _) => {
                self.settings.take(&params["settings"]);
                self.all_changed()
            }
            ("workspace/didChangeWatchedFiles", _) => {
                self.shelf.refresh();
                self.all_changed()
            }
            _ => Vec::new(),
        }
    }

    fn change(&mut self, path: &str, document: &Value, params: &Value) -> Vec<Value> {
        let Some(text) = self.shelf.open.get_mut(path) else {
            return Vec::new();
        };
        for change in params["contentChanges"].as_array().into_iter().flatten() {
            text::change(text, change);
        }
        if let Some(version) = document["version"].as_i64() {
            self.versions.insert(path.to_owned(), version);
        }
        self.shelf.changed(path);
        self.changed(path)
    }

    fn close(&mut self, path: &str) -> Vec<Value> {
        self.shelf.open.remove(path);
        self.versions.remove(path);
        self.shelf.refresh();
        let mut messages = Vec::new();
        if self
            .told
            .remove(path)
            .is_some_and(|found| !found.is_empty())
        {
            messages.push(diagnostics::publish(path, None, &[]));
        }
        messages.extend(self.all_changed());
        messages
    }

    /// Publishes the findings of a document's program, and of others affected by the change: a file may have lost
    /// a name another needs.
    fn changed(&mut self, path: &str) -> Vec<Value> {
        self.work.clear();
        let mut messages = self.report(path, Some(path));
        let others: Vec<String> = self
            .shelf
            .open
            .keys()
            .filter(|other| *other != path)
            .cloned()
            .collect();
        for other in others {
            messages.extend(self.report(&other, None));
        }
        messages
    }

    fn all_changed(&mut self) -> Vec<Value> {
        self.work.clear();
        let open: Vec<String> = self.shelf.open.keys().cloned().collect();
        open.iter()
            .flat_map(|path| self.report(path, None))
            .collect()
    }

    /// The findings of a program, for files whose findings have changed; for `always` in any case.
    fn report(&mut self, path: &str, always: Option<&str>) -> Vec<Value> {
        let findings = match chips::is_chip(path) {
            true => vec![(path.to_owned(), self.chip_findings(path))],
            false => diagnostics::by_file(&self.work(path)),
        };
        let mut messages = Vec::new();
        for (file, found) in findings {
            let before = self.told.insert(file.clone(), found.clone());
            if before.unwrap_or_default() != found || always == Some(&file) {
                messages.push(diagnostics::publish(
                    &file,
                    self.versions.get(&file).copied(),
                    &found,
                ));
            }
        }
        messages
    }

    /// The program of a file, analysed.
    pub(crate) fn work(&mut self, path: &str) -> Rc<Work> {
        if let Some(known) = self
            .work
            .iter()
            .find(|work| work.paths.iter().any(|file| file == path))
        {
            return Rc::clone(known);
        }
        let paths = self.shelf.program(path, &self.settings.programs);
        let source = |path: &String| Some(Source::new(path.clone(), self.shelf.text(path)?));
        let sources: Vec<Source> = paths.iter().filter_map(source).collect();
        let analysis =
            Analysis::with_names(&sources, &self.settings.options, self.settings.known());
        let work = Rc::new(Work { paths, analysis });
        self.work.truncate(KEPT - 1);
        self.work.insert(0, Rc::clone(&work));
        work
    }
}

/// The files of the program that a file belongs to, as they are on the disk.
pub(crate) fn program_of<D: Disk>(disk: &D, path: &str) -> Vec<String> {
    Shelf::new(disk).program(path, &[])
}

fn refused(id: &Value, code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}
