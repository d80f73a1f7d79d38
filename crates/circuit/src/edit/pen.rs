//! Changes to the tree of a file. Each records its inverse; a path leads from the root element down by numbers of children.

use super::tree::{self, Element, Node};

pub(super) type Path = Vec<usize>;

/// One change to the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Splice {
    /// Other nodes instead of some children.
    Children {
        path: Path,
        at: usize,
        remove: usize,
        nodes: Vec<Node>,
    },
    Tags {
        path: Path,
        open: String,
        close: String,
    },
}

impl Splice {
    /// Applies it and returns its inverse. `None` if the tree has no such place.
    pub(super) fn apply(self, root: &mut Element) -> Option<Splice> {
        match self {
            Splice::Children {
                path,
                at,
                remove,
                nodes,
            } => {
                let element = find_mut(root, &path)?;
                let count = nodes.len();
                let end = at.checked_add(remove)?;
                if end > element.children.len() {
                    return None;
                }
                let nodes = element.children.splice(at..end, nodes).collect();
                Some(Splice::Children {
                    path,
                    at,
                    remove: count,
                    nodes,
                })
            }
            Splice::Tags { path, open, close } => {
                let element = find_mut(root, &path)?;
                let open = std::mem::replace(&mut element.open, open);
                let close = std::mem::replace(&mut element.close, close);
                Some(Splice::Tags { path, open, close })
            }
        }
    }
}

fn find_mut<'a>(root: &'a mut Element, path: &[usize]) -> Option<&'a mut Element> {
    path.iter().try_fold(root, |element, &at| {
        element.children.get_mut(at).and_then(Node::element_mut)
    })
}

/// Writes in a tree and records how to undo everything.
pub(super) struct Pen<'a> {
    root: &'a mut Element,
    line_end: &'static str,
    /// In the order they have to be applied to undo everything.
    undo: Vec<Splice>,
}

impl<'a> Pen<'a> {
    pub(super) fn new(root: &'a mut Element, line_end: &'static str) -> Pen<'a> {
        Pen {
            root,
            line_end,
            undo: Vec::new(),
        }
    }

    pub(super) fn finish(mut self) -> Vec<Splice> {
        self.undo.reverse();
        self.undo
    }

    pub(super) fn get(&self, path: &[usize]) -> Option<&Element> {
        path.iter().try_fold(&*self.root, |element, &at| {
            element.children.get(at)?.element()
        })
    }

    fn apply(&mut self, splice: Splice) {
        if let Some(undo) = splice.apply(self.root) {
            self.undo.push(undo);
        }
    }

    pub(super) fn splice(&mut self, path: &[usize], at: usize, remove: usize, nodes: Vec<Node>) {
        let path = path.to_vec();
        self.apply(Splice::Children {
            path,
            at,
            remove,
            nodes,
        });
    }

    pub(super) fn set_open(&mut self, path: &[usize], open: String) {
        let Some(close) = self.get(path).map(|element| element.close.clone()) else {
            return;
        };
        let path = path.to_vec();
        self.apply(Splice::Tags { path, open, close });
    }

    /// Sets an attribute of a tag.
    pub(super) fn set_attribute(&mut self, path: &[usize], name: &str, value: &str) {
        let Some(element) = self.get(path) else {
            return;
        };
        if element.attribute(name).as_deref() != Some(value) {
            let open = element.with_attribute(name, value);
            self.set_open(path, open);
        }
    }

    /// Puts elements on lines of their own among the children: after the child `after`, or before all others.
    pub(super) fn insert(&mut self, path: &[usize], after: Option<usize>, elements: Vec<Element>) {
        let Some(parent) = self.get(path) else { return };
        if elements.is_empty() {
            return;
        }
        let (outer, inner) = self.indents(path, parent);
        let mut nodes = Vec::new();
        for element in elements {
            nodes.push(Node::Text(inner.clone()));
            nodes.push(Node::Element(element));
        }
        let bare = parent.elements().next().is_none();
        let at = match after {
            Some(after) => after + 1,
            // After text and comments before the first line of its own.
            None => match bare {
                true => 0,
                false => first_line(parent),
            },
        };
        if bare && !parent.children.last().is_some_and(Node::is_indent) {
            nodes.push(Node::Text(outer));
        }
        self.open_up(path);
        self.splice(path, at, 0, nodes);
    }

    /// `<x/>` becomes `<x></x>`.
    fn open_up(&mut self, path: &[usize]) {
        let Some(element) = self.get(path) else {
            return;
        };
        let Some(open) = element.open.strip_suffix("/>") else {
            return;
        };
        let (open, close) = (
            format!("{}>", open.trim_end()),
            format!("</{}>", element.name()),
        );
        let path = path.to_vec();
        self.apply(Splice::Tags { path, open, close });
    }

    /// The line end and indentation of an element's own line, and of its children.
    fn indents(&self, path: &[usize], parent: &Element) -> (String, String) {
        let outer = path.split_last().and_then(|(&at, above)| {
            let before = self.get(above)?.children.get(at.checked_sub(1)?)?;
            indent_of(before)
        });
        let outer =
            outer.unwrap_or_else(|| format!("{}{}", self.line_end, "  ".repeat(path.len())));
        let beside = parent.children.windows(2).find_map(|pair| {
            pair[1].element()?;
            indent_of(&pair[0])
        });
        let inner = beside.unwrap_or_else(|| format!("{outer}  "));
        (outer, inner)
    }

    /// Takes children out, with the white space before each.
    pub(super) fn remove(&mut self, path: &[usize], mut at: Vec<usize>) {
        at.sort_unstable();
        at.dedup();
        for &at in at.iter().rev() {
            let Some(parent) = self.get(path) else { return };
            let indented = at > 0 && parent.children[at - 1].is_indent();
            match indented {
                true => self.splice(path, at - 1, 2, Vec::new()),
                false => self.splice(path, at, 1, Vec::new()),
            }
        }
        self.close_up(path);
    }

    /// `<comp></comp>` with nothing but white space inside becomes `<comp/>`.
    fn close_up(&mut self, path: &[usize]) {
        let Some(element) = self.get(path) else {
            return;
        };
        let blank = |node: &Node| matches!(node, Node::Text(text) if text.trim().is_empty());
        let closes = element.is("comp") || element.is("tool") || element.is("lib");
        if !closes || element.close.is_empty() || !element.children.iter().all(blank) {
            return;
        }
        let count = element.children.len();
        let open = format!("{}/>", element.open.trim_end_matches('>').trim_end());
        self.splice(path, 0, count, Vec::new());
        let path = path.to_vec();
        self.apply(Splice::Tags {
            path,
            open,
            close: String::new(),
        });
    }

    /// Writes an `<a>` among the children, takes it out, or puts it where `order` (names that come before it) says.
    pub(super) fn set_setting(
        &mut self,
        path: &[usize],
        name: &str,
        value: Option<&str>,
        before: impl Fn(&str) -> bool,
    ) {
        let Some(element) = self.get(path) else {
            return;
        };
        let is_it = |a: &Element| a.attribute("name").as_deref() == Some(name);
        let all: Vec<usize> = element
            .named("a")
            .filter(|(_, a)| is_it(a))
            .map(|(at, _)| at)
            .collect();
        let Some(value) = value else {
            return self.remove(path, all);
        };
        match (all.last(), element.setting(name)) {
            (Some(_), Some((_, known))) if known == value => {}
            (Some(&at), _) => {
                let new = Node::Element(tree::setting(name, value));
                self.splice(path, at, 1, vec![new]);
            }
            _ => {
                let earlier = element
                    .named("a")
                    .filter(|(_, a)| a.attribute("name").is_some_and(|known| before(&known)));
                let after = earlier.last().map(|(at, _)| at);
                self.insert(path, after, vec![tree::setting(name, value)]);
            }
        }
    }
}

fn indent_of(node: &Node) -> Option<String> {
    match node {
        Node::Text(text) if node.is_indent() => {
            let start = text.rfind('\n')?;
            let start = start - usize::from(text[..start].ends_with('\r'));
            Some(text[start..].to_string())
        }
        _ => None,
    }
}

/// The place before the white space of the first element.
fn first_line(parent: &Element) -> usize {
    let first = parent.elements().next().map_or(0, |(at, _)| at);
    match first > 0 && parent.children[first - 1].is_indent() {
        true => first - 1,
        false => first,
    }
}
