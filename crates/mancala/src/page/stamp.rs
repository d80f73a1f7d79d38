//! Files with a digest in their names, so that browsers may cache them for ever. The build script does it; tests check it here.
//!
//! A script names others, these name it, and a change of one has to change the names of all that lead to it. So the digest of a
//! file is over everything it leads to, and circles are no trouble.

use std::collections::{BTreeMap, BTreeSet};

/// Scripts, styles and WebAssembly are named by the page alone; what people link to keeps its name.
const STAMPED: [&str; 3] = [".js", ".css", ".wasm"];
/// Browsers look for a new service worker under its old name.
const WORKER: &str = "sw.js";
/// Files whose text names others.
const NAMING: [&str; 2] = [".js", ".html"];

/// A file of the page.
pub(crate) struct Stamped {
    pub name: String,
    /// The digest in its name, for a file that may be cached for ever.
    pub stamp: Option<String>,
    pub contents: Vec<u8>,
}

/// Gives files their stamps, and names them by these wherever another file does.
pub(crate) fn stamped(files: &[(String, Vec<u8>)]) -> Vec<Stamped> {
    let named: BTreeMap<&str, Vec<Naming>> = files
        .iter()
        .map(|(name, contents)| (name.as_str(), namings(name, contents, files)))
        .collect();
    let stamps: BTreeMap<String, String> = files
        .iter()
        .filter(|(name, _)| is_stamped(name))
        .map(|(name, _)| (name.clone(), digest(&reached(name, &named), files)))
        .collect();
    let done: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|(name, contents)| {
            (
                name.clone(),
                renamed(contents, &named[name.as_str()], &stamps),
            )
        })
        .collect();
    let finished = |(name, contents): (String, Vec<u8>)| Stamped {
        stamp: stamps.get(&name).cloned(),
        name,
        contents,
    };
    done.into_iter().map(finished).collect()
}

fn is_stamped(name: &str) -> bool {
    name != WORKER && STAMPED.iter().any(|ending| name.ends_with(ending))
}

/// A place in a text that names a file.
#[derive(Debug, PartialEq)]
struct Naming {
    /// Where the name ends.
    end: usize,
    file: String,
}

/// The quoted names of stamped files in a text.
fn namings(name: &str, contents: &[u8], files: &[(String, Vec<u8>)]) -> Vec<Naming> {
    if name == WORKER || !NAMING.iter().any(|ending| name.ends_with(ending)) {
        return Vec::new();
    }
    let found = |(start, end): (usize, usize)| {
        let text = std::str::from_utf8(&contents[start..end]).ok()?;
        let file = resolved(name, text)?;
        let known = files.binary_search_by(|(other, _)| other.as_str().cmp(&file));
        (known.is_ok() && is_stamped(&file)).then_some(Naming { end, file })
    };
    quoted(contents).into_iter().filter_map(found).collect()
}

/// The file a name refers to: with dots it is relative to the file, without it is relative to the page.
fn resolved(from: &str, name: &str) -> Option<String> {
    if !name.starts_with("./") && !name.starts_with("../") {
        return Some(name.to_owned());
    }
    let mut way: Vec<&str> = from.split('/').collect();
    way.pop();
    for step in name.split('/') {
        match step {
            "." => {}
            ".." => {
                way.pop()?;
            }
            step => way.push(step),
        }
    }
    Some(way.join("/"))
}

/// The texts between quotation marks, outside of comments. They end with their line at the latest, so that a mark in a
/// regular expression does no harm beyond it.
fn quoted(text: &[u8]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(b"/*") {
            at += position(rest, b"*/").unwrap_or(rest.len());
        } else if rest.starts_with(b"//") {
            at += position(rest, b"\n").unwrap_or(rest.len());
        } else if matches!(rest[0], b'\'' | b'"') {
            let length = rest[1..]
                .iter()
                .position(|&byte| byte == rest[0] || byte == b'\n');
            let length = length.unwrap_or(rest.len() - 1);
            if rest.get(1 + length) == Some(&rest[0]) {
                found.push((at + 1, at + 1 + length));
            }
            at += 2 + length;
        } else {
            at += 1;
        }
    }
    found
}

fn position(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// A file with everything it refers to, directly or not.
fn reached<'a>(name: &'a str, named: &'a BTreeMap<&str, Vec<Naming>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::from([name]);
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        let next = named.get(name).into_iter().flatten();
        open.extend(
            next.map(|naming| naming.file.as_str())
                .filter(|file| reached.insert(file)),
        );
    }
    reached
}

fn digest(names: &BTreeSet<&str>, files: &[(String, Vec<u8>)]) -> String {
    let belongs = files
        .iter()
        .filter(|(name, _)| names.contains(name.as_str()));
    let bytes = belongs.flat_map(|(name, contents)| name.bytes().chain(contents.iter().copied()));
    let hash = hash(bytes);
    format!("{:08x}", (hash ^ (hash >> 32)) as u32)
}

/// FNV-1a with 64 bits: to distinguish versions, not for security.
pub(crate) fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A text with the stamps of the files it names.
fn renamed(text: &[u8], namings: &[Naming], stamps: &BTreeMap<String, String>) -> Vec<u8> {
    let mut done = Vec::with_capacity(text.len());
    let mut from = 0;
    for Naming { end, file } in namings {
        let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
        let dot = end - ending.len() - 1;
        done.extend_from_slice(&text[from..dot]);
        if let Some(stamp) = stamps.get(file) {
            done.push(b'.');
            done.extend_from_slice(stamp.as_bytes());
        }
        from = dot;
    }
    done.extend_from_slice(&text[from..]);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(files: &[(&str, &str)]) -> BTreeMap<String, (Option<String>, String)> {
        let mut files: Vec<_> = files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
            .collect();
        files.sort();
        stamped(&files)
            .into_iter()
            .map(|file| {
                (
                    file.name,
                    (file.stamp, String::from_utf8(file.contents).unwrap()),
                )
            })
            .collect()
    }

    const MAIN: &str = "import { a } from './lib/a.js';\nstyle('css/x.css'); new URL('../g/m.wasm', import.meta.url);";

    fn small(leaf: &str) -> [(&str, &str); 6] {
        [
            (
                "index.html",
                "<script src=\"js/main.js\"></script><a href=\"docs/a.md\">",
            ),
            ("js/main.js", MAIN),
            (
                "js/lib/a.js",
                "import '../main.js'; /* './b.js' */ // './b.js'\n const r = /'/;\nf('./b.js');",
            ),
            ("js/lib/b.js", leaf),
            ("css/x.css", "p {}"),
            ("g/m.wasm", "code"),
        ]
    }

    #[test]
    fn files_are_named_by_their_stamps_wherever_they_are_named() {
        let page = page(&small("1"));
        let at = |name: &str| {
            let (stem, ending) = name.rsplit_once('.').unwrap();
            format!("{stem}.{}.{ending}", page[name].0.as_deref().unwrap())
        };
        assert_eq!(page["index.html"].0, None);
        let script = format!(
            "<script src=\"{}\"></script><a href=\"docs/a.md\">",
            at("js/main.js")
        );
        assert_eq!(page["index.html"].1, script);
        let (a, css, wasm) = (at("js/lib/a.js"), at("css/x.css"), at("g/m.wasm"));
        let a = a.strip_prefix("js/").unwrap();
        assert_eq!(
            page["js/main.js"].1,
            format!(
                "import {{ a }} from './{a}';\nstyle('{css}'); new URL('../{wasm}', import.meta.url);"
            )
        );
        // Comments stay as they are, and a mark in a regular expression hides nothing on other lines.
        let b = at("js/lib/b.js");
        let b = b.strip_prefix("js/lib/").unwrap();
        let text = format!("/* './b.js' */ // './b.js'\n const r = /'/;\nf('./{b}');");
        assert!(
            page["js/lib/a.js"].1.ends_with(&text),
            "{}",
            page["js/lib/a.js"].1
        );
    }

    #[test]
    fn a_change_renames_what_leads_to_it_and_nothing_else() {
        let [before, after] = ["1", "2"]
            .map(|leaf| page(&[&small(leaf)[..], &[("js/lib/c.js", "f('./b.js')")]].concat()));
        let expected = [
            ("js/lib/b.js", true),
            ("js/lib/c.js", true),
            // These two name each other.
            ("js/lib/a.js", true),
            ("js/main.js", true),
            ("css/x.css", false),
            ("g/m.wasm", false),
        ];
        for (name, changed) in expected {
            assert_eq!(before[name].0 != after[name].0, changed, "{name}");
        }
    }
}
