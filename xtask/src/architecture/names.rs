//! A name is public because another crate uses it.

use std::collections::{BTreeSet, HashSet};

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{
    ImplItemFn, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemStruct, ItemTrait, ItemType, Visibility,
};

use super::LAYERS;
use super::source::{Crate, Tree, words};

/// Names that are public although nothing outside uses them by name, and why.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("circuit", "Arithmetic", BEHAVIOUR),
    ("circuit", "Controlled", BEHAVIOUR),
    ("circuit", "FlipFlop", BEHAVIOUR),
];
const BEHAVIOUR: &str = "in a variant of Behaviour, which a macro writes";

/// How many names a crate makes public.
pub fn count(part: &Crate) -> usize {
    public(part).len()
}

/// One line for each public name that nothing outside its crate uses.
pub fn faults(tree: &Tree) -> Vec<String> {
    let mut faults = Vec::new();
    let sources: Vec<Vec<HashSet<String>>> = tree
        .crates
        .iter()
        .map(|part| {
            part.sources
                .iter()
                .map(|source| words(&source.text))
                .collect()
        })
        .collect();
    for (index, (layer, part)) in LAYERS.iter().zip(&tree.crates).enumerate() {
        if !layer.is_library() {
            continue;
        }
        let elsewhere = sources
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        let outside: Vec<&HashSet<String>> = elsewhere
            .flat_map(|(_, sources)| sources)
            .chain(&tree.others)
            .collect();
        let signatures = signatures(part);
        for name in public(part) {
            let used = outside.iter().any(|words| words.contains(&name.name))
                || (name.is_type && signatures.contains(&name.name));
            let allowed = ALLOWED
                .iter()
                .any(|(of, allowed, _)| *of == layer.name && *allowed == name.name);
            if !used && !allowed {
                faults.push(format!(
                    "{}: {} is public, but nothing outside {} uses it",
                    name.path, name.name, layer.name
                ));
            }
        }
    }
    faults
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    path: String,
    name: String,
    is_type: bool,
}

fn public(part: &Crate) -> BTreeSet<Name> {
    let mut reader = Reader::default();
    for source in &part.sources {
        reader.path.clone_from(&source.path);
        for item in &source.items {
            reader.visit_item(item);
        }
    }
    reader.found
}

/// The words of all signatures, fields and aliases of a crate.
fn signatures(part: &Crate) -> HashSet<String> {
    let mut reader = Signatures::default();
    for source in &part.sources {
        for item in &source.items {
            reader.visit_item(item);
        }
    }
    reader.words
}

#[derive(Default)]
struct Reader {
    path: String,
    found: BTreeSet<Name>,
    in_trait_impl: bool,
}

impl Reader {
    fn add(&mut self, visibility: &Visibility, name: &syn::Ident, is_type: bool) {
        if matches!(visibility, Visibility::Public(_)) {
            self.found.insert(Name {
                path: self.path.clone(),
                name: name.to_string(),
                is_type,
            });
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.add(&item.vis, &item.sig.ident, false);
    }
    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        self.add(&item.vis, &item.ident, false);
    }
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.add(&item.vis, &item.ident, true);
    }
    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.add(&item.vis, &item.ident, true);
    }
    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.add(&item.vis, &item.ident, true);
    }
    fn visit_item_type(&mut self, item: &'ast ItemType) {
        self.add(&item.vis, &item.ident, true);
    }
    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        self.in_trait_impl = item.trait_.is_some();
        visit::visit_item_impl(self, item);
    }
    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if !self.in_trait_impl {
            self.add(&item.vis, &item.sig.ident, false);
        }
    }
}

#[derive(Default)]
struct Signatures {
    words: HashSet<String>,
}

impl Signatures {
    fn take(&mut self, tokens: impl ToTokens) {
        self.words
            .extend(words(&tokens.to_token_stream().to_string()));
    }
}

impl<'ast> Visit<'ast> for Signatures {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.take(&signature.inputs);
        self.take(&signature.output);
        self.take(&signature.generics);
    }
    fn visit_field(&mut self, field: &'ast syn::Field) {
        self.take(&field.ty);
    }
    fn visit_item_type(&mut self, item: &'ast ItemType) {
        self.take(&item.ty);
    }
    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        self.take(&item.ty);
    }
    fn visit_impl_item_type(&mut self, item: &'ast syn::ImplItemType) {
        self.take(&item.ty);
    }
}
