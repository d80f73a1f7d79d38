//! The sources of the workspace, parsed once.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Item};

use super::LAYERS;
use crate::shell::root;

/// A source file of a crate.
pub struct Source {
    /// From the root of the workspace, with `/`.
    pub path: String,
    pub text: String,
    /// Everything but what is only there for tests.
    pub items: Vec<Item>,
}

/// The `src` of one crate.
pub struct Crate {
    pub sources: Vec<Source>,
}

pub struct Tree {
    pub crates: Vec<Crate>,
    /// Rust files that are part of no crate's `src`: tests, benchmarks, examples, fuzz targets.
    pub others: Vec<HashSet<String>>,
}

impl Tree {
    pub fn read() -> Result<Tree> {
        let crates = LAYERS.iter().map(|layer| read_crate(layer.name));
        let mut others = Vec::new();
        for folder in ["crates", "fuzz/fuzz_targets", "xtask"] {
            for path in rust_files(&root().join(folder))? {
                let outside = !path.components().any(|part| part.as_os_str() == "src");
                if outside {
                    others.push(words(&fs::read_to_string(path)?));
                }
            }
        }
        Ok(Tree {
            crates: crates.collect::<Result<_>>()?,
            others,
        })
    }
}

fn folder(name: &str) -> PathBuf {
    let places = [
        name.to_owned(),
        format!("crates/{name}"),
        format!("xtask/{name}"),
    ];
    let places = places.map(|place| root().join(place));
    let found = places.iter().find(|place| place.join("src").is_dir());
    found.unwrap_or(&places[0]).clone()
}

fn read_crate(name: &str) -> Result<Crate> {
    let mut sources = Vec::new();
    for path in rust_files(&folder(name).join("src"))? {
        let text = fs::read_to_string(&path)?;
        let file =
            syn::parse_file(&text).with_context(|| format!("cannot parse {}", path.display()))?;
        let relative = path.strip_prefix(root()).unwrap_or(&path);
        let only_for_tests = |file: &Path| {
            file.components().any(|part| part.as_os_str() == "tests")
                || file.file_stem().is_some_and(|stem| stem == "tests")
        };
        if !only_for_tests(relative) {
            sources.push(Source {
                path: relative.to_string_lossy().replace('\\', "/"),
                items: file
                    .items
                    .into_iter()
                    .filter(|item| !is_for_tests(item))
                    .collect(),
                text,
            });
        }
    }
    Ok(Crate { sources })
}

fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn is_for_tests(item: &Item) -> bool {
    let attributes: &[Attribute] = match item {
        Item::Mod(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|condition| condition.is_ident("test"))
    })
}

/// All identifiers of a text.
pub fn words(text: &str) -> HashSet<String> {
    let mut found = HashSet::new();
    collect(text.parse().unwrap_or_default(), &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) => {
                found.insert(word.to_string());
            }
            TokenTree::Group(group) => collect(group.stream(), found),
            _ => {}
        }
    }
}
