//! A whole file in the form Logisim 2.7.1 writes: for new files, and to compare with its own.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::document::Document;
use super::geometry;
use super::place::written;
use super::repair::repair;
use super::tree::{self, Element, escape_text, escape_value};
use crate::project::{Attrs, Circuit, CircuitId, Component, Kind, Location, Project, What, Wire};

/// A new project.
pub(super) const EMPTY: &str = r##"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<project source="2.7.1" version="1.0">
  This file is intended to be loaded by Logisim (http://www.cburch.com/logisim/).

  <lib desc="#Wiring" name="0"/>
  <lib desc="#Gates" name="1"/>
  <lib desc="#Plexers" name="2"/>
  <lib desc="#Arithmetic" name="3"/>
  <lib desc="#Memory" name="4"/>
  <lib desc="#I/O" name="5"/>
  <lib desc="#Base" name="6">
    <tool name="Text Tool">
      <a name="text" val=""/>
      <a name="font" val="SansSerif plain 12"/>
      <a name="halign" val="center"/>
      <a name="valign" val="base"/>
    </tool>
  </lib>
  <main name="main"/>
  <options>
    <a name="gateUndefined" val="ignore"/>
    <a name="simlimit" val="1000"/>
    <a name="simrand" val="0"/>
  </options>
  <mappings>
    <tool lib="6" map="Button2" name="Menu Tool"/>
    <tool lib="6" map="Button3" name="Menu Tool"/>
    <tool lib="6" map="Ctrl Button1" name="Menu Tool"/>
  </mappings>
  <toolbar>
    <tool lib="6" name="Poke Tool"/>
    <tool lib="6" name="Edit Tool"/>
    <tool lib="6" name="Text Tool">
      <a name="text" val=""/>
      <a name="font" val="SansSerif plain 12"/>
      <a name="halign" val="center"/>
      <a name="valign" val="base"/>
    </tool>
    <sep/>
    <tool lib="0" name="Pin">
      <a name="tristate" val="false"/>
    </tool>
    <tool lib="0" name="Pin">
      <a name="facing" val="west"/>
      <a name="output" val="true"/>
      <a name="labelloc" val="east"/>
    </tool>
    <tool lib="1" name="NOT Gate"/>
    <tool lib="1" name="AND Gate"/>
    <tool lib="1" name="OR Gate"/>
  </toolbar>
  <circuit name="main">
    <a name="circuit" val="main"/>
    <a name="clabel" val=""/>
    <a name="clabelup" val="east"/>
    <a name="clabelfont" val="SansSerif plain 12"/>
  </circuit>
</project>
"##;

const PREAMBLE: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>
<project source=\"2.7.1\" version=\"1.0\">
  This file is intended to be loaded by Logisim (http://www.cburch.com/logisim/).

";

const OPTIONS: [(&str, &str); 3] = [
    ("gateUndefined", "ignore"),
    ("simlimit", "1000"),
    ("simrand", "0"),
];

const CIRCUIT: [(&str, &str); 3] = [
    ("clabel", ""),
    ("clabelup", "east"),
    ("clabelfont", "SansSerif plain 12"),
];

const TEXT_TOOL: [(&str, &str); 4] = [
    ("text", ""),
    ("font", "SansSerif plain 12"),
    ("halign", "center"),
    ("valign", "base"),
];

impl Document {
    /// The whole file as Logisim would save it: in its order, without what is at its default, with wires repaired and
    /// sorted. Comments and unknown elements are not part of it, except parts of plug-ins.
    pub fn as_logisim_writes(&self) -> String {
        let sheets = self.circuits().iter().filter_map(|&id| self.sheet_text(id));
        let main = self.project().main();
        let main = main.map(|id| self.project().circuit(id).name.as_str());
        self.written(main, sheets)
    }

    /// The libraries, options and tools of this file, with these circuits.
    pub(super) fn written<'a>(
        &'a self,
        main: Option<&str>,
        sheets: impl Iterator<Item = SheetText<'a>>,
    ) -> String {
        let mut out = Out {
            text: PREAMBLE.to_string(),
            document: self,
        };
        out.libraries();
        out.head(main);
        sheets.for_each(|sheet| out.circuit(&sheet));
        out.text.push_str("</project>\n");
        out.text
    }

    fn sheet_text(&self, id: CircuitId) -> Option<SheetText<'_>> {
        let project = self.project();
        let circuit = project.circuit(id);
        let (at, children) = self.components_at(id).ok()?;
        let element = self.root().children[at].element()?;
        let settings = settings_of_circuit(&circuit.name, |name| {
            element.setting(name).map(|(_, value)| value)
        });
        let shapes = element.named("appear").next();
        let shapes = shapes.map_or(Vec::new(), |(_, appear)| {
            appear.elements().map(|(_, e)| e.clone()).collect()
        });
        let elements = children.iter().map(|&at| element.children[at].element());
        let mut components: Vec<_> = circuit
            .components
            .iter()
            .zip(elements)
            .filter_map(|(part, element)| Some((part, element?)))
            .collect();
        components.sort_by_key(|(part, _)| (part.location, part.name(project)));
        let part = |(part, element): (&Component, &Element)| PartText {
            library: element.attribute("lib"),
            location: part.location,
            name: element.attribute("name").unwrap_or_default(),
            settings: written(part),
        };
        Some(SheetText {
            name: &circuit.name,
            settings,
            shapes,
            wires: repaired(project, circuit),
            parts: components.into_iter().map(part).collect(),
        })
    }
}

/// A circuit as a file has it.
pub(super) struct SheetText<'a> {
    pub(super) name: &'a str,
    pub(super) settings: Vec<(String, String)>,
    /// Its drawing from outside.
    pub(super) shapes: Vec<Element>,
    pub(super) wires: Vec<Wire>,
    pub(super) parts: Vec<PartText>,
}

pub(super) struct PartText {
    pub(super) library: Option<String>,
    pub(super) location: Location,
    pub(super) name: String,
    pub(super) settings: Vec<(String, String)>,
}

/// The attributes of a circuit itself, all of which are written.
pub(super) fn settings_of_circuit(
    circuit: &str,
    given: impl Fn(&str) -> Option<String>,
) -> Vec<(String, String)> {
    let all = [("circuit", circuit)].into_iter().chain(CIRCUIT);
    let value = |(name, default): (&str, &str)| {
        let value = given(name).unwrap_or_else(|| default.to_string());
        (name.to_string(), value)
    };
    all.map(value).collect()
}

pub(super) fn repaired(project: &Project, circuit: &Circuit) -> Vec<Wire> {
    let ports: BTreeSet<Location> = geometry::port_places(project, circuit);
    repair(circuit.wires.iter().copied(), &ports)
}

struct Out<'a> {
    text: String,
    document: &'a Document,
}

impl Out<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(depth));
    }

    fn setting(&mut self, depth: usize, (name, value): (&str, &str)) {
        let mut line = String::new();
        tree::setting(name, value).write(&mut line);
        self.line(depth, &line);
    }

    /// An element with settings inside; `open` has no end yet.
    fn element(&mut self, depth: usize, open: &str, settings: &[(String, String)]) {
        if settings.is_empty() {
            return self.line(depth, &format!("{open}/>"));
        }
        self.line(depth, &format!("{open}>"));
        for (name, value) in settings {
            self.setting(depth + 1, (name, value));
        }
        let name = open[1..].split(' ').next().unwrap_or("");
        self.line(depth, &format!("</{name}>"));
    }

    fn libraries(&mut self) {
        let libraries: Vec<&Element> = self.document.root().named("lib").map(|(_, e)| e).collect();
        for library in libraries {
            let attribute = |name| escape_value(&library.attribute(name).unwrap_or_default());
            let open = format!(
                "<lib desc=\"{}\" name=\"{}\"",
                attribute("desc"),
                attribute("name")
            );
            let mut tools: Vec<(String, Vec<(String, String)>)> = library
                .named("tool")
                .map(|(_, tool)| {
                    let number = library.attribute("name");
                    (
                        tool.attribute("name").unwrap_or_default(),
                        self.tool_settings(number.as_deref(), tool),
                    )
                })
                .filter(|(_, settings)| !settings.is_empty())
                .collect();
            let base = library.attribute("desc").as_deref() == Some("#Base");
            if base && !tools.iter().any(|(name, _)| name == "Text Tool") {
                let settings = TEXT_TOOL.map(|(name, value)| (name.into(), value.into()));
                tools.insert(0, ("Text Tool".into(), settings.into()));
            }
            if tools.is_empty() {
                self.line(1, &format!("{open}/>"));
                continue;
            }
            self.line(1, &format!("{open}>"));
            for (name, settings) in tools {
                let open = format!("<tool name=\"{}\"", escape_value(&name));
                self.element(2, &open, &settings);
            }
            self.line(1, "</lib>");
        }
    }

    /// The settings of a tool that are written.
    fn tool_settings(&self, library: Option<&str>, tool: &Element) -> Vec<(String, String)> {
        let name = tool.attribute("name").unwrap_or_default();
        let given = |name: &str| tool.setting(name).map(|(_, value)| value);
        let library = library.and_then(|number| self.desc(number));
        if library.as_deref() == Some("#Base") && name == "Text Tool" {
            let all = TEXT_TOOL.iter();
            return all
                .map(|&(name, default)| {
                    let value = given(name).unwrap_or_else(|| default.to_string());
                    (name.to_string(), value)
                })
                .collect();
        }
        let kind = library.and_then(|desc| Kind::find(desc.strip_prefix('#')?, &name));
        match kind {
            Some(kind) => {
                let settings = given_settings(tool);
                let touched = kind == Kind::Rom && !settings.is_empty();
                let mut settings = written(&part(What::Builtin(kind), settings));
                settings.retain(|(name, _)| name != "contents" || touched);
                settings
            }
            None => given_settings(tool),
        }
    }

    fn desc(&self, number: &str) -> Option<String> {
        let mut libraries = self.document.root().named("lib");
        let found = libraries.find(|(_, lib)| lib.attribute("name").as_deref() == Some(number));
        found.and_then(|(_, lib)| lib.attribute("desc"))
    }

    fn head(&mut self, main: Option<&str>) {
        if let Some(name) = main.map(escape_value) {
            self.line(1, &format!("<main name=\"{name}\"/>"));
        }
        let root = self.document.root();
        let options = root.named("options").next().map(|(_, e)| e);
        self.line(1, "<options>");
        for (name, default) in OPTIONS {
            let given = options
                .and_then(|e| e.setting(name))
                .map(|(_, value)| value);
            self.setting(2, (name, given.as_deref().unwrap_or(default)));
        }
        self.line(1, "</options>");
        for name in ["mappings", "toolbar"] {
            let list = root.named(name).next().map(|(_, e)| e.clone());
            self.tools(name, list.as_ref());
        }
    }

    fn tools(&mut self, name: &str, list: Option<&Element>) {
        let entries: Vec<&Element> = list
            .iter()
            .flat_map(|e| e.elements())
            .map(|(_, e)| e)
            .collect();
        if entries.is_empty() {
            return self.line(1, &format!("<{name}/>"));
        }
        self.line(1, &format!("<{name}>"));
        for entry in entries {
            if entry.is("sep") {
                self.line(2, "<sep/>");
                continue;
            }
            let library = entry.attribute("lib");
            let mut open = String::from("<tool");
            for key in ["lib", "map", "name"] {
                if let Some(value) = entry.attribute(key) {
                    let _ = write!(open, " {key}=\"{}\"", escape_value(&value));
                }
            }
            let settings = self.tool_settings(library.as_deref(), entry);
            self.element(2, &open, &settings);
        }
        self.line(1, &format!("</{name}>"));
    }

    fn circuit(&mut self, sheet: &SheetText<'_>) {
        let name = escape_value(sheet.name);
        self.line(1, &format!("<circuit name=\"{name}\">"));
        for (name, value) in &sheet.settings {
            self.setting(2, (name, value));
        }
        self.appear(&sheet.shapes);
        for Wire { from, to } in &sheet.wires {
            self.line(2, &format!("<wire from=\"({from})\" to=\"({to})\"/>"));
        }
        sheet.parts.iter().for_each(|part| self.component(part));
        self.line(1, "</circuit>");
    }

    fn component(&mut self, part: &PartText) {
        let mut open = String::from("<comp");
        if let Some(library) = &part.library {
            let _ = write!(open, " lib=\"{}\"", escape_value(library));
        }
        let name = escape_value(&part.name);
        let _ = write!(open, " loc=\"({})\" name=\"{name}\"", part.location);
        self.element(2, &open, &part.settings);
    }

    fn appear(&mut self, shapes: &[Element]) {
        if shapes.is_empty() {
            return;
        }
        self.line(2, "<appear>");
        for shape in shapes {
            let mut attributes = attributes(shape);
            attributes.sort();
            let mut line = format!("<{}", shape.name());
            for (name, value) in attributes {
                let _ = write!(line, " {name}=\"{}\"", escape_value(&value));
            }
            let text = shape.text();
            match text.is_empty() {
                true => line.push_str("/>"),
                false => {
                    let _ = write!(line, ">{}</{}>", escape_text(&text), shape.name());
                }
            }
            self.line(3, &line);
        }
        self.line(2, "</appear>");
    }
}

/// The attributes of a tag.
fn attributes(element: &Element) -> Vec<(String, String)> {
    let tag = element
        .open
        .trim_start_matches('<')
        .trim_end_matches(['/', '>']);
    let mut rest = &tag[element.name().len().min(tag.len())..];
    let mut found = Vec::new();
    while let Some((name, after)) = rest.split_once('=') {
        let name = name.trim();
        let Some(value) = element.attribute(name) else {
            break;
        };
        found.push((name.to_string(), value));
        let after = after.trim_start();
        let Some(mark) = after.chars().next() else {
            break;
        };
        let Some(end) = after[1..].find(mark) else {
            break;
        };
        rest = &after[end + 2..];
    }
    found
}

fn given_settings(element: &Element) -> Vec<(String, String)> {
    let settings = element.named("a").filter_map(|(_, a)| {
        let name = a.attribute("name")?;
        let value = element.setting(&name)?.1;
        Some((name, value))
    });
    settings.collect()
}

fn part(what: What, settings: Vec<(String, String)>) -> Component {
    let (contents, settings): (Vec<_>, Vec<_>) = settings
        .into_iter()
        .partition(|(name, _)| name == "contents");
    let image = contents
        .first()
        .and_then(|(_, text)| crate::project::Image::parse_contents(text).ok());
    Component {
        what,
        location: Location::default(),
        attrs: Attrs::new(settings),
        contents: image.map(Into::into),
        from_library: false,
    }
}
