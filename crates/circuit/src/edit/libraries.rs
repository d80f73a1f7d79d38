//! The libraries of a file: their numbers, and adding one that is needed.

use std::collections::BTreeSet;

use super::document::{Document, Inverse};
use super::pen::Pen;
use super::tree::{self, Element};
use super::{NewPart, PartKind, Refusal};
use crate::project::Kind;

/// The origin of a library, as files write it.
pub(super) fn desc_of(kind: Kind) -> String {
    format!("#{}", kind.library())
}

/// The library named by a `<comp>` of a part; `None` for a circuit of the same file.
pub(super) fn of_part(document: &Document, what: PartKind) -> Result<Option<String>, Refusal> {
    match what {
        PartKind::Builtin(kind) => Ok(Some(number(document, &desc_of(kind)))),
        PartKind::Circuit(id) => {
            let circuit = document.project().circuits.get(id.0 as usize);
            let circuit = circuit.ok_or(Refusal::NoCircuit)?;
            match circuit.file {
                0 => Ok(None),
                file => of_file(document, file)
                    .map(Some)
                    .ok_or_else(|| Refusal::NoSuchCircuit(circuit.name.clone())),
            }
        }
    }
}

/// The number of the library that a file of the project is.
fn of_file(document: &Document, file: usize) -> Option<String> {
    let name = &document.project().files.get(file)?.name;
    let libraries = document.root().named("lib");
    let mut found = libraries.filter_map(|(_, lib)| {
        let desc = lib.attribute("desc")?;
        let path = desc.strip_prefix("file#")?;
        (document.library_name(path)? == *name).then(|| lib.attribute("name"))?
    });
    found.next()
}

/// The number of a library: the present one, or the one it is going to get.
pub(super) fn number(document: &Document, desc: &str) -> String {
    let libraries = document.root().named("lib");
    let mut found = libraries.filter(|(_, lib)| lib.attribute("desc").as_deref() == Some(desc));
    let known = found.next().and_then(|(_, lib)| lib.attribute("name"));
    known.unwrap_or_else(|| next_number(document.root()).to_string())
}

pub(super) fn next_number(root: &Element) -> u32 {
    let numbers = root.named("lib").filter_map(|(_, lib)| {
        let name = lib.attribute("name")?;
        name.parse::<u32>().ok()
    });
    numbers.max().map_or(0, |highest| highest.saturating_add(1))
}

/// The libraries of a file: number and where each comes from.
pub(super) fn descs(document: &Document) -> Vec<(String, String)> {
    let libraries = document.root().named("lib");
    let named =
        libraries.filter_map(|(_, lib)| Some((lib.attribute("name")?, lib.attribute("desc")?)));
    named.collect()
}

/// Libraries that new parts need and the file lacks. One edit adds parts of at most one such library.
pub(super) fn missing(document: &Document, parts: &[NewPart]) -> BTreeSet<String> {
    let needed = parts.iter().filter_map(|part| match part.what {
        PartKind::Builtin(kind) => Some(desc_of(kind)),
        PartKind::Circuit(_) => None,
    });
    let known: BTreeSet<String> = document
        .root()
        .named("lib")
        .filter_map(|(_, lib)| lib.attribute("desc"))
        .collect();
    needed.filter(|desc| !known.contains(desc)).collect()
}

pub(super) fn add(pen: &mut Pen<'_>, descs: BTreeSet<String>) {
    for desc in descs {
        let Some(root) = pen.get(&[]) else { return };
        let number = next_number(root);
        let after = root.named("lib").last().map(|(at, _)| at);
        let desc = tree::escape_value(&desc);
        let element = Element::empty(format!("<lib desc=\"{desc}\" name=\"{number}\"/>"));
        pen.insert(&[], after, vec![element]);
    }
}

pub(super) fn add_library(document: &mut Document, desc: &str) -> Result<Inverse, Refusal> {
    let path = |rest: &str| !rest.trim().is_empty();
    let good = match desc.split_once('#') {
        Some(("", name)) => Kind::is_library(name),
        Some(("file", rest)) => path(rest),
        Some(("jar", rest)) => rest
            .split_once('#')
            .is_some_and(|(jar, class)| path(jar) && path(class)),
        _ => false,
    };
    if !good {
        return Err(Refusal::BadLibrary(desc.to_string()));
    }
    let known = document.root().named("lib");
    let known = known.filter_map(|(_, lib)| lib.attribute("desc"));
    let wanted: BTreeSet<String> = match known.into_iter().any(|known| known == desc) {
        true => BTreeSet::new(),
        false => [desc.to_string()].into(),
    };
    Ok(document.write(None, |pen| add(pen, wanted)))
}
