//! Library code takes text, bytes, numbers and clocks, and gives values: it opens no file, reads no clock, starts no thread,
//! prints nothing and remembers nothing between calls. Checked by the paths a file really uses, imports followed.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{ItemStatic, ItemUse, Macro, UseTree};

use super::LAYERS;
use super::source::{Source, Tree};

/// What is outside of a library.
const OUTSIDE: [&str; 14] = [
    "std::env",
    "std::fs",
    "std::io::stderr",
    "std::io::stdin",
    "std::io::stdout",
    "std::net",
    "std::os",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
    "rayon",
    "rand",
    "num_cpus",
];
const PRINTING: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];
const REMEMBERING: [&str; 7] = [
    "Atomic",
    "Cell",
    "LazyLock",
    "Mutex",
    "OnceLock",
    "RwLock",
    "thread_local",
];

/// An exception, and the reason for it: file, what it uses, why.
const ALLOWED: &[(&str, &str, &str)] = &[
    (
        "crates/engine/src/threads.rs",
        "std::thread",
        "starts as many threads as the caller asks for, and none for one",
    ),
    (
        "crates/circuit/src/sim/copies.rs",
        "std::thread",
        "starts as many threads as the caller asks for, and none for one",
    ),
    (
        "crates/consoles/src/firmware.rs",
        "static BANKS",
        "the assembled firmware: the same bytes for every caller",
    ),
];

/// One line for each place where a library reaches outside.
pub fn faults(tree: &Tree) -> Vec<String> {
    let mut faults = Vec::new();
    let mut needed = vec![false; ALLOWED.len()];
    for (layer, part) in LAYERS.iter().zip(&tree.crates) {
        for source in part.sources.iter().filter(|_| layer.is_library()) {
            let told = |used: &str| PRINTING.iter().any(|name| used == format!("{name}!"));
            for (line, used) in uses(source) {
                if !layer.is_apart() && !told(&used) {
                    continue;
                }
                let exception = ALLOWED
                    .iter()
                    .position(|(file, what, _)| *file == source.path && used.starts_with(what));
                match exception {
                    Some(index) => needed[index] = true,
                    None => faults.push(format!("{}:{line} uses {used}", source.path)),
                }
            }
        }
    }
    for ((file, what, _), needed) in ALLOWED.iter().zip(needed) {
        if !needed {
            faults.push(format!(
                "{file} does not use {what}: take the exception away"
            ));
        }
    }
    faults
}

fn uses(source: &Source) -> Vec<(usize, String)> {
    read(source, &OUTSIDE, true)
}

/// Where a source uses one of these paths or something inside it.
pub fn paths(source: &Source, wanted: &'static [&'static str]) -> Vec<(usize, String)> {
    read(source, wanted, false)
}

fn read(
    source: &Source,
    wanted: &'static [&'static str],
    also_macros_and_statics: bool,
) -> Vec<(usize, String)> {
    let mut reader = Reader {
        wanted,
        also_macros_and_statics,
        ..Reader::default()
    };
    for item in &source.items {
        reader.visit_item(item);
    }
    reader.found.sort();
    reader.found.dedup();
    reader.found
}

#[derive(Default)]
struct Reader {
    wanted: &'static [&'static str],
    also_macros_and_statics: bool,
    /// What a name stands for after `use`.
    imported: HashMap<String, String>,
    found: Vec<(usize, String)>,
}

impl Reader {
    fn note(&mut self, line: usize, path: &str) {
        let inside = |wanted: &&str| path == *wanted || path.starts_with(&format!("{wanted}::"));
        if self.wanted.iter().any(inside) {
            self.found.push((line, path.to_owned()));
        }
    }

    fn import(&mut self, tree: &UseTree, before: &str, line: usize) {
        let join = |name: &str| match before {
            "" => name.to_owned(),
            _ => format!("{before}::{name}"),
        };
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &join(&path.ident.to_string()), line),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before, line);
                }
            }
            UseTree::Glob(_) => self.note(line, before),
            UseTree::Name(name) => self.bind(&name.ident.to_string(), join, line),
            UseTree::Rename(name) => {
                let path = join(&name.ident.to_string());
                self.note(line, &path);
                self.imported.insert(name.rename.to_string(), path);
            }
        }
    }

    fn bind(&mut self, name: &str, join: impl Fn(&str) -> String, line: usize) {
        let path = join(name);
        if let Some(module) = path.strip_suffix("::self") {
            let last = module.rsplit("::").next().unwrap_or(module);
            self.note(line, module);
            self.imported.insert(last.to_owned(), module.to_owned());
        } else {
            self.note(line, &path);
            self.imported.insert(name.to_owned(), path);
        }
    }

    fn tokens(&mut self, line: usize, tokens: &TokenStream) {
        let text = tokens.to_string().replace(" :: ", "::");
        for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
            self.path(line, word.trim_matches(':'));
        }
    }

    fn path(&mut self, line: usize, path: &str) {
        let first = path.split("::").next().unwrap_or_default();
        let whole = match self.imported.get(first) {
            Some(import) => format!("{import}{}", &path[first.len()..]),
            None => path.to_owned(),
        };
        self.note(line, &whole);
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.import(&item.tree, "", item.use_token.span.start().line);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        let line = path
            .segments
            .first()
            .map_or(0, |part| part.ident.span().start().line);
        self.path(line, &names.join("::"));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        let name = called
            .path
            .segments
            .last()
            .map(|part| part.ident.to_string());
        let line = called.bang_token.span.start().line;
        let name = name.filter(|_| self.also_macros_and_statics);
        if let Some(name) =
            name.filter(|name| PRINTING.contains(&&**name) || name == "thread_local")
        {
            self.found.push((line, format!("{name}!")));
        }
        self.tokens(line, &called.tokens);
        visit::visit_macro(self, called);
    }

    /// A global that changes is a memory the caller does not know of.
    fn visit_item_static(&mut self, item: &'ast ItemStatic) {
        let kind = item.ty.to_token_stream().to_string();
        let remembers = REMEMBERING.iter().any(|word| kind.contains(word));
        if remembers && self.also_macros_and_statics {
            let line = item.static_token.span.start().line;
            self.found.push((line, format!("static {}", item.ident)));
        }
        visit::visit_item_static(self, item);
    }
}
