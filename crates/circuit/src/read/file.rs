//! One file: its libraries, options, main circuit and the names of its circuits.

use std::collections::HashMap;
use std::sync::Arc;

use roxmltree::Node;

use super::xml::{decode, elements, named, parse, settings, version};
use super::{Libraries, MissingLibrary, circuit};
use crate::project::{
    Circuit, CircuitId, GateUndefined, Image, Kind, Location, Options, Project, SourceFile, What,
};
use diag::{Diagnostic, Diagnostics};

/// Maximum nesting depth of files.
const DEEPEST: usize = 50;
/// Maximum number of library files of a project.
const MOST_FILES: usize = 500;

pub(super) struct Reader<'a> {
    libraries: &'a mut dyn Libraries,
    pub(super) project: Project,
    pub(super) diagnostics: Diagnostics,
    /// Files met so far by name: their index, and whether they are still being read.
    known: HashMap<String, (usize, bool)>,
    /// ROM contents often repeat: one copy each.
    pub(super) images: HashMap<String, Arc<Image>>,
    depth: usize,
    pub(super) missing: Vec<MissingLibrary>,
    /// That of the top file, once it is read.
    pub(super) scope: Option<Scope>,
    /// Components unknown to an existing library.
    unknown: Vec<Stranger>,
}

/// A component its library does not have, and how often it is used.
struct Stranger {
    library: String,
    name: String,
    file: String,
    circuit: String,
    at: Location,
    count: usize,
}

/// A library as a component's `lib` attribute names it.
#[derive(Debug)]
enum Library {
    Builtin(String),
    File(usize),
    /// A plug-in or a file that could not be read: one of the missing libraries.
    Missing(usize),
}

/// The scope a file's components are looked up in.
#[derive(Debug)]
pub(super) struct Scope {
    libraries: HashMap<String, Library>,
    own: HashMap<String, CircuitId>,
    pub(super) version: [u32; 4],
    pub(super) file: String,
}

impl<'a> Reader<'a> {
    pub(super) fn new(libraries: &'a mut dyn Libraries) -> Reader<'a> {
        Reader {
            libraries,
            project: Project::default(),
            diagnostics: Diagnostics::default(),
            known: HashMap::new(),
            images: HashMap::new(),
            depth: 0,
            missing: Vec::new(),
            scope: None,
            unknown: Vec::new(),
        }
    }

    pub(super) fn top(&mut self, name: &str, bytes: &[u8]) {
        self.file(name, bytes);
    }

    /// The project, its diagnostics, the missing libraries and the number of parts left out.
    pub(super) fn finish(mut self) -> (Project, Diagnostics, Vec<MissingLibrary>, usize) {
        for library in &self.missing {
            self.diagnostics.push(library.diagnostic());
        }
        for stranger in &self.unknown {
            self.diagnostics.push(stranger.diagnostic());
        }
        let strangers: usize = self.unknown.iter().map(|stranger| stranger.count).sum();
        let missing: usize = self.missing.iter().map(|library| library.parts).sum();
        let left_out = strangers + missing;
        (self.project, self.diagnostics, self.missing, left_out)
    }

    /// Number of parts left out so far.
    pub(super) fn left_out_here(&self) -> usize {
        let parts = self.missing.iter().map(|library| library.parts);
        self.unknown.len() + parts.sum::<usize>()
    }

    /// Notes an unknown component.
    pub(super) fn leave_out(
        &mut self,
        scope: &Scope,
        unknown: &Unknown,
        id: CircuitId,
        at: Location,
    ) {
        let circuit = &self.project.circuit(id);
        match unknown {
            Unknown::Library(missing) => self.missing[*missing].parts += 1,
            Unknown::Component { library, name } => {
                let known = self
                    .unknown
                    .iter_mut()
                    .find(|stranger| stranger.library == *library && stranger.name == *name);
                match known {
                    Some(stranger) => stranger.count += 1,
                    None => self.unknown.push(Stranger {
                        library: library.clone(),
                        name: name.clone(),
                        file: scope.file.clone(),
                        circuit: circuit.name.clone(),
                        at,
                        count: 1,
                    }),
                }
            }
        }
    }

    /// Reads a file into the project and returns its index.
    fn file(&mut self, name: &str, bytes: &[u8]) -> usize {
        let index = self.project.files.len();
        self.known.insert(name.to_string(), (index, true));
        self.project.files.push(SourceFile {
            name: name.to_string(),
            ..SourceFile::default()
        });
        let text = decode(bytes);
        match parse(&text) {
            Ok(document) => self.project_element(index, document.root_element()),
            Err(error) => {
                let message = format!("this is not a Logisim file: {error}");
                self.diagnostics.push(
                    Diagnostic::error(message)
                        .code("not-a-project")
                        .in_file(name),
                );
            }
        }
        self.known.insert(name.to_string(), (index, false));
        index
    }

    fn project_element(&mut self, index: usize, root: Node<'_, '_>) {
        let name = self.project.files[index].name.clone();
        if root.tag_name().name() != "project" {
            let message = format!(
                "this is not a Logisim file: its root element is <{}>, not <project>",
                root.tag_name().name()
            );
            self.diagnostics.push(
                Diagnostic::error(message)
                    .code("not-a-project")
                    .in_file(&name),
            );
            return;
        }
        let source = root.attribute("source").unwrap_or("").to_string();
        let mut scope = Scope {
            libraries: HashMap::new(),
            own: HashMap::new(),
            version: version(&source),
            file: name,
        };
        self.project.files[index].source = source;
        self.read_libraries(root, &mut scope);
        if index == 0 {
            self.project.options = options(root);
        }
        let declared = self.declare_circuits(index, root, &mut scope);
        for (id, node) in declared {
            circuit::read(self, &scope, id, node);
        }
        self.choose_main(index, root, &scope);
        if index == 0 {
            self.scope = Some(scope);
        }
    }

    fn read_libraries(&mut self, root: Node<'_, '_>, scope: &mut Scope) {
        for lib in named(root, "lib") {
            let (Some(number), Some(desc)) = (lib.attribute("name"), lib.attribute("desc")) else {
                let message = "a <lib> element without name or desc is left out";
                self.diagnostics.push(
                    Diagnostic::error(message)
                        .code("bad-library")
                        .in_file(&scope.file),
                );
                continue;
            };
            let library = self.library(desc, scope);
            scope.libraries.insert(number.to_string(), library);
        }
    }

    fn library(&mut self, desc: &str, scope: &Scope) -> Library {
        if let Some(path) = desc.strip_prefix("file#") {
            return match self.library_file(path, scope) {
                Ok(index) => Library::File(index),
                Err(why) => self.missing(path, format!("cannot be read: {why}"), scope),
            };
        }
        match desc.strip_prefix('#') {
            Some(builtin) if Kind::is_library(builtin) => Library::Builtin(builtin.to_string()),
            Some(_) => self.missing(desc, "is not one of Logisim 2.7.1's".into(), scope),
            None => self.missing(
                desc,
                "is a plug-in, which only Logisim can run".into(),
                scope,
            ),
        }
    }

    /// Notes that a library is missing, once for all files that refer to it.
    fn missing(&mut self, name: &str, why: String, scope: &Scope) -> Library {
        let known = self.missing.iter().position(|library| library.name == name);
        Library::Missing(known.unwrap_or_else(|| {
            self.missing.push(MissingLibrary {
                name: name.to_string(),
                file: scope.file.clone(),
                why,
                parts: 0,
            });
            self.missing.len() - 1
        }))
    }

    fn library_file(&mut self, path: &str, scope: &Scope) -> Result<usize, String> {
        if self.depth >= DEEPEST {
            return Err(format!("libraries are nested more than {DEEPEST} deep"));
        }
        if self.project.files.len() >= MOST_FILES {
            return Err(format!("more than {MOST_FILES} library files"));
        }
        let (name, bytes) = self.libraries.read(&scope.file, path)?;
        match self.known.get(&name) {
            Some((_, true)) => Err("it refers back to the file that uses it".into()),
            Some(&(index, false)) => Ok(index),
            None => {
                self.depth += 1;
                let index = self.file(&name, &bytes);
                self.depth -= 1;
                Ok(index)
            }
        }
    }

    fn declare_circuits<'n, 'i>(
        &mut self,
        index: usize,
        root: Node<'n, 'i>,
        scope: &mut Scope,
    ) -> Vec<(CircuitId, Node<'n, 'i>)> {
        let mut declared = Vec::new();
        for node in named(root, "circuit") {
            let name = node.attribute("name").unwrap_or("").to_string();
            let id = CircuitId(self.project.circuits.len() as u32);
            if scope.own.contains_key(&name) {
                let message = format!("there are several circuits '{name}'; the first one counts");
                self.diagnostics.push(
                    Diagnostic::error(message)
                        .code("same-name")
                        .in_file(&scope.file),
                );
                continue;
            }
            scope.own.insert(name.clone(), id);
            self.project.circuits.push(Circuit {
                name,
                file: index,
                ..Circuit::default()
            });
            self.project.files[index].circuits.push(id);
            declared.push((id, node));
        }
        declared
    }

    fn choose_main(&mut self, index: usize, root: Node<'_, '_>, scope: &Scope) {
        let wanted = named(root, "main").find_map(|main| main.attribute("name"));
        let found = wanted.and_then(|name| scope.own.get(name)).copied();
        if let (Some(name), None, 0) = (wanted, found, index) {
            let message = format!(
                "the main circuit '{name}' does not exist; the first circuit takes its place"
            );
            self.diagnostics
                .push(Diagnostic::warning("no-main", message).in_file(&scope.file));
        }
        let file = &mut self.project.files[index];
        file.main = found.or(file.circuits.first().copied());
        if file.main.is_none() {
            self.diagnostics.push(
                Diagnostic::error("there is no circuit in this file")
                    .code("no-circuit")
                    .in_file(&scope.file),
            );
        }
    }

    /// What a `<comp lib= name=>` refers to, and whether it comes from a library file.
    pub(super) fn look_up(
        &self,
        scope: &Scope,
        lib: Option<&str>,
        name: &str,
    ) -> (Result<What, Unknown>, bool) {
        let unknown = |library: &str| {
            Err(Unknown::Component {
                library: library.to_string(),
                name: name.to_string(),
            })
        };
        let Some(number) = lib else {
            return match scope.own.get(name) {
                Some(&id) => (Ok(What::Circuit(id)), false),
                None => (unknown("this file"), false),
            };
        };
        match scope.libraries.get(number) {
            Some(Library::Builtin(library)) => match builtin(library, name) {
                Some(kind) => (Ok(What::Builtin(kind)), false),
                None => (unknown(&format!("#{library}")), false),
            },
            Some(Library::File(index)) => {
                let file = &self.project.files[*index];
                let stands_in = self.libraries.stands_in(&file.name);
                let found = file
                    .circuits
                    .iter()
                    .find(|&&id| self.project.circuit(id).name == name)
                    .or(file.main.as_ref().filter(|_| stands_in));
                let found = found.map(|&id| Ok(What::Circuit(id)));
                (found.unwrap_or_else(|| unknown(&file.name)), true)
            }
            Some(Library::Missing(index)) => (Err(Unknown::Library(*index)), true),
            None => (
                unknown(&format!("number {number}, which the file does not define")),
                true,
            ),
        }
    }

    /// The name of a library a component is looked for in.
    pub(super) fn library_name(&self, unknown: &Unknown) -> String {
        match unknown {
            Unknown::Library(index) => self.missing[*index].name.clone(),
            Unknown::Component { library, .. } => library.clone(),
        }
    }
}

/// Why a component is not known.
pub(super) enum Unknown {
    /// Its library is missing: one of the missing libraries.
    Library(usize),
    /// Its library does not have it.
    Component { library: String, name: String },
}

impl Stranger {
    fn diagnostic(&self) -> Diagnostic {
        let Stranger { library, name, .. } = self;
        let left_out = match self.count {
            1 => "it is left out".to_string(),
            count => format!("{count} of them are left out"),
        };
        let message =
            format!("component '{name}' of library '{library}' is not known here; {left_out}");
        Diagnostic::error(message)
            .code("unknown-component")
            .in_file(&self.file)
            .in_circuit(&self.circuit)
            .at_point(self.at)
    }
}

/// Files from before the Wiring library have its components in Base and Gates.
fn builtin(library: &str, name: &str) -> Option<Kind> {
    let moved = || Kind::find("Wiring", name).filter(|_| matches!(library, "Base" | "Gates"));
    Kind::find(library, name).or_else(moved)
}

fn options(root: Node<'_, '_>) -> Options {
    let mut options = Options::default();
    for (name, value) in elements(root)
        .filter(|e| e.tag_name().name() == "options")
        .flat_map(settings)
    {
        match name.as_str() {
            "gateUndefined" if value == "error" => options.gate_undefined = GateUndefined::Error,
            "simrand" => options.noise = value.parse().unwrap_or(0),
            _ => {}
        }
    }
    options
}
