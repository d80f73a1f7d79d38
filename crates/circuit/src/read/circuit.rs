//! One circuit: components, wires and appearance.

use std::sync::Arc;

use roxmltree::Node;

use super::file::{Reader, Scope};
use super::xml::{elements, named, settings};
use crate::project::{
    Appearance, AppearancePort, Attrs, CircuitId, Component, Facing, Image, Kind, Location, Shape,
    What, Wire,
};
use diag::Diagnostic;

pub(super) fn read(reader: &mut Reader<'_>, scope: &Scope, id: CircuitId, node: Node<'_, '_>) {
    for child in elements(node) {
        match child.tag_name().name() {
            "comp" => component(reader, scope, id, child),
            "wire" => wire(reader, scope, id, child),
            "appear" => {
                let appearance = appearance(child);
                reader.project.circuits[id.0 as usize].appearance = appearance;
            }
            _ => {}
        }
    }
}

fn report(
    reader: &mut Reader<'_>,
    scope: &Scope,
    id: CircuitId,
    at: Option<Location>,
    diagnostic: Diagnostic,
) {
    let name = &reader.project.circuit(id).name;
    let diagnostic = diagnostic.in_file(&scope.file).in_circuit(name);
    reader.diagnostics.push(match at {
        Some(at) => diagnostic.at_point(at),
        None => diagnostic,
    });
}

fn wire(reader: &mut Reader<'_>, scope: &Scope, id: CircuitId, node: Node<'_, '_>) {
    let end = |name| node.attribute(name).and_then(Location::parse);
    let (Some(from), Some(to)) = (end("from"), end("to")) else {
        let message = "a wire without two ends such as from=\"(10,20)\" is left out";
        return report(
            reader,
            scope,
            id,
            end("from").or(end("to")),
            Diagnostic::error(message).code("bad-wire"),
        );
    };
    if from.x != to.x && from.y != to.y {
        let message =
            format!("the wire to {to} is neither horizontal nor vertical; it joins its ends only");
        report(
            reader,
            scope,
            id,
            Some(from),
            Diagnostic::warning("bad-wire", message),
        );
    }
    if from != to {
        reader.project.circuits[id.0 as usize]
            .wires
            .push(Wire::new(from, to));
    }
}

fn component(reader: &mut Reader<'_>, scope: &Scope, id: CircuitId, node: Node<'_, '_>) {
    let name = node.attribute("name").unwrap_or("");
    let Some(location) = node.attribute("loc").and_then(Location::parse) else {
        let message =
            format!("component '{name}' has no location such as loc=\"(10,20)\"; it is left out");
        return report(
            reader,
            scope,
            id,
            None,
            Diagnostic::error(message).code("bad-location"),
        );
    };
    let (what, from_library) = reader.look_up(scope, node.attribute("lib"), name);
    let what = what.unwrap_or_else(|unknown| {
        reader.leave_out(scope, &unknown, id, location);
        What::Unknown {
            library: reader.library_name(&unknown),
            name: name.to_string(),
        }
    });
    let mut component = Component {
        what,
        location,
        attrs: Attrs::default(),
        contents: None,
        from_library,
    };
    for (key, value) in settings(node) {
        for (key, value) in older_names(component.kind(), key, value) {
            attribute(reader, scope, id, &mut component, key, value);
        }
    }
    old_defaults(&mut component, scope.version);
    reader.project.circuits[id.0 as usize]
        .components
        .push(component);
}

fn attribute(
    reader: &mut Reader<'_>,
    scope: &Scope,
    id: CircuitId,
    component: &mut Component,
    key: String,
    value: String,
) {
    let Some(kind) = component.kind() else {
        return component.attrs.set(key, value);
    };
    let at = Some(component.location);
    if kind == Kind::Rom && key == "contents" {
        match contents(reader, &value) {
            Ok(image) => component.contents = Some(image),
            Err(why) => report(
                reader,
                scope,
                id,
                at,
                Diagnostic::error(why).code("bad-contents"),
            ),
        }
        return;
    }
    match kind.attributes().iter().find(|attr| attr.is_named(&key)) {
        None => {
            let message = format!("{} has no attribute '{key}'; it is ignored", kind.name());
            report(
                reader,
                scope,
                id,
                at,
                Diagnostic::warning("unknown-attribute", message),
            );
            component.attrs.set(key, value);
        }
        Some(attr) => match attr.objection(&value) {
            None => component.attrs.set(key, value),
            Some(wanted) => {
                let shown: String = value.chars().take(40).collect();
                let message = format!(
                    "{}: attribute '{key}' is '{shown}', not {wanted}; '{}' is used",
                    kind.name(),
                    attr.default
                );
                report(
                    reader,
                    scope,
                    id,
                    at,
                    Diagnostic::error(message).code("bad-attribute"),
                );
            }
        },
    }
}

fn contents(reader: &mut Reader<'_>, text: &str) -> Result<Arc<Image>, String> {
    if let Some(image) = reader.images.get(text) {
        return Ok(image.clone());
    }
    let image = Image::parse_contents(text)
        .map_err(|error| format!("contents of the ROM, {error}; it is empty"))?;
    let image = Arc::new(image);
    reader.images.insert(text.to_string(), image.clone());
    Ok(image)
}

/// Logisim-evolution describes two properties of a pin in words: its purpose, and its treatment of floating values.
fn older_names(kind: Option<Kind>, key: String, value: String) -> Vec<(String, String)> {
    let say = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    match (kind, key.as_str()) {
        (Some(Kind::Pin), "type") => vec![say("output", &(value == "output").to_string())],
        (Some(Kind::Pin), "behavior") => {
            let pull = value.strip_prefix("pull").unwrap_or("none");
            let tristate = (value == "tristate").to_string();
            vec![say("tristate", &tristate), say("pull", pull)]
        }
        _ => vec![(key, value)],
    }
}

/// Two defaults depend on the version that wrote the file.
fn old_defaults(component: &mut Component, version: [u32; 4]) {
    let Some(kind) = component.kind() else { return };
    let plexer = matches!(
        kind,
        Kind::Multiplexer | Kind::Demultiplexer | Kind::Decoder
    );
    if plexer && version < [2, 6, 3, 220] && component.attrs.explicit("enable").is_none() {
        component.attrs.set("enable", "false");
    }
    if kind == Kind::Splitter
        && version < [2, 6, 3, 202]
        && component.attrs.explicit("appear").is_none()
    {
        component.attrs.set("appear", "legacy");
    }
}

fn appearance(node: Node<'_, '_>) -> Option<Appearance> {
    let mut appearance = Appearance {
        anchor: Location::new(100, 100),
        ..Appearance::default()
    };
    for element in elements(node) {
        match element.tag_name().name() {
            "circ-port" => {
                let pin = element.attribute("pin").and_then(Location::parse);
                if let (Some(pin), Some(at)) = (pin, centre(element)) {
                    appearance.ports.push(AppearancePort { at, pin });
                }
            }
            "circ-anchor" => {
                appearance.anchor = centre(element).unwrap_or(appearance.anchor);
                appearance.anchor_facing = element
                    .attribute("facing")
                    .and_then(Facing::parse)
                    .unwrap_or_default();
            }
            _ => appearance.shapes.push(shape(element)),
        }
    }
    (named(node, "circ-anchor").next().is_some()
        || !appearance.ports.is_empty()
        || !appearance.shapes.is_empty())
    .then_some(appearance)
}

fn centre(element: Node<'_, '_>) -> Option<Location> {
    let number = |name| {
        element
            .attribute(name)
            .and_then(|text| text.trim().parse::<f64>().ok())
    };
    let middle = |at: f64, size: f64| {
        Some((at + size / 2.0 + 0.5).floor())
            .filter(|n| n.abs() < 1e6)
            .map(|n| n as i32)
    };
    let x = middle(number("x")?, number("width").unwrap_or(0.0))?;
    let y = middle(number("y")?, number("height").unwrap_or(0.0))?;
    Some(Location { x, y })
}

fn shape(element: Node<'_, '_>) -> Shape {
    let attrs = element
        .attributes()
        .map(|a| (a.name().to_string(), a.value().to_string()));
    Shape {
        element: element.tag_name().name().to_string(),
        attrs: attrs.collect(),
        text: element.text().unwrap_or("").to_string(),
    }
}
