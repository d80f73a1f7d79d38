//! A project as a `.circ` file: the circuits of its first file, everything in a fixed order.

use std::fmt::Write;

use circuit::project::{Appearance, Circuit, Component, Image, Kind, Project, What, Wire};

const LIBRARIES: [&str; 7] = [
    "Wiring",
    "Gates",
    "Plexers",
    "Arithmetic",
    "Memory",
    "I/O",
    "Base",
];

/// The text of the first file of a project.
pub fn write(project: &Project) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<project source=\"2.7.1\" version=\"1.0\">\n",
    );
    let own = LIBRARIES.iter().map(|name| format!("#{name}"));
    let others = project.files.iter().skip(1);
    let others = others.map(|file| format!("file#{}", file.name));
    for (number, desc) in own.chain(others).enumerate() {
        let desc = escape(&desc);
        let _ = writeln!(out, "  <lib desc=\"{desc}\" name=\"{number}\"/>");
    }
    if let Some(main) = project.main() {
        let name = escape(&project.circuit(main).name);
        let _ = writeln!(out, "  <main name=\"{name}\"/>");
    }
    out.push_str("  <options>\n");
    for (name, value) in [
        ("gateUndefined", "ignore"),
        ("simlimit", "1000"),
        ("simrand", "0"),
    ] {
        let _ = writeln!(out, "    <a name=\"{name}\" val=\"{value}\"/>");
    }
    out.push_str("  </options>\n  <mappings/>\n  <toolbar/>\n");
    for circuit in project.circuits.iter().filter(|circuit| circuit.file == 0) {
        write_circuit(&mut out, project, circuit);
    }
    out.push_str("</project>\n");
    out
}

fn write_circuit(out: &mut String, project: &Project, circuit: &Circuit) {
    let name = escape(&circuit.name);
    let _ = writeln!(out, "  <circuit name=\"{name}\">");
    let _ = writeln!(out, "    <a name=\"circuit\" val=\"{name}\"/>");
    if let Some(appearance) = &circuit.appearance {
        write_appearance(out, circuit, appearance);
    }
    let mut wires: Vec<&Wire> = circuit.wires.iter().collect();
    wires.sort_by_key(|wire| (wire.from.y, wire.from.x, wire.to.y, wire.to.x));
    for wire in wires {
        let (from, to) = (wire.from, wire.to);
        let _ = writeln!(out, "    <wire from=\"({from})\" to=\"({to})\"/>");
    }
    for component in &circuit.components {
        write_component(out, project, component);
    }
    out.push_str("  </circuit>\n");
}

fn write_component(out: &mut String, project: &Project, component: &Component) {
    let library = match &component.what {
        What::Builtin(kind) => LIBRARIES.iter().position(|name| *name == kind.library()),
        What::Circuit(id) => match project.circuit(*id).file {
            0 => None,
            file => Some(LIBRARIES.len() + file - 1),
        },
        What::Unknown { .. } => None,
    };
    let library = library.map_or(String::new(), |number| format!(" lib=\"{number}\""));
    let (at, name) = (component.location, escape(component.name(project)));
    let _ = write!(out, "    <comp{library} loc=\"({at})\" name=\"{name}\"");
    let mut set: Vec<(&str, &str)> = component.attrs.iter().collect();
    set.sort_unstable();
    if set.is_empty() && component.contents.is_none() {
        out.push_str("/>\n");
        return;
    }
    out.push_str(">\n");
    for (name, value) in set {
        let value = escape(value);
        let _ = writeln!(out, "      <a name=\"{name}\" val=\"{value}\"/>");
    }
    if let Some(image) = &component.contents {
        let attrs = component.attrs.of(Kind::Rom);
        let bits = (attrs.count("addrWidth"), attrs.count("dataWidth"));
        let _ = writeln!(
            out,
            "      <a name=\"contents\">{}</a>",
            contents(image, bits)
        );
    }
    out.push_str("    </comp>\n");
}

/// Sixteen words per line, without the zeros at the end.
fn contents(image: &Image, (address, data): (u32, u32)) -> String {
    let mut text = format!("addr/data: {address} {data}\n");
    let used = image.words.iter().rposition(|&word| word != 0);
    let words = &image.words[..used.map_or(0, |last| last + 1)];
    for line in words.chunks(16) {
        let line: Vec<String> = line.iter().map(|word| format!("{word:x}")).collect();
        text.push_str(&line.join(" "));
        text.push('\n');
    }
    text
}

fn write_appearance(out: &mut String, circuit: &Circuit, appearance: &Appearance) {
    out.push_str("    <appear>\n");
    for shape in &appearance.shapes {
        let attrs: String = shape
            .attrs
            .iter()
            .map(|(name, value)| format!(" {name}=\"{}\"", escape(value)))
            .collect();
        let _ = match shape.text.as_str() {
            "" => writeln!(out, "      <{}{attrs}/>", shape.element),
            text => writeln!(
                out,
                "      <{0}{attrs}>{1}</{0}>",
                shape.element,
                escape(text)
            ),
        };
    }
    for port in &appearance.ports {
        // Logisim draws the mark of an output a little larger.
        let pin = circuit.components.iter().find(|c| c.location == port.pin);
        let output = pin.is_some_and(|pin| pin.attrs.of(Kind::Pin).flag("output"));
        let size = if output { 10 } else { 8 };
        let (x, y) = (port.at.x - size / 2, port.at.y - size / 2);
        let _ = writeln!(
            out,
            "      <circ-port height=\"{size}\" pin=\"{}\" width=\"{size}\" x=\"{x}\" y=\"{y}\"/>",
            port.pin
        );
    }
    let (x, y) = (appearance.anchor.x - 3, appearance.anchor.y - 3);
    let facing = appearance.anchor_facing.name();
    let _ = writeln!(
        out,
        "      <circ-anchor facing=\"{facing}\" height=\"6\" width=\"6\" x=\"{x}\" y=\"{y}\"/>"
    );
    out.push_str("    </appear>\n");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
