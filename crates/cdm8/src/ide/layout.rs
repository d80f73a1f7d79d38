//! The structure of a file: its outline and its foldable parts.

use super::scan::{Row, SectionName, Shape};
use super::{Analysis, File, Kind, TextRange};

/// An entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub name: String,
    pub kind: Kind,
    pub detail: String,
    /// The line it starts on, with the place of its name.
    pub place: TextRange,
    /// Its last line.
    pub last: usize,
    pub children: Vec<Node>,
}

/// Lines that can be folded into the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fold {
    pub first: usize,
    pub last: usize,
    pub comment: bool,
}

impl Analysis {
    /// Sections with their labels, macros, constants, in the order of the file.
    pub fn outline(&self, file: usize) -> Vec<Node> {
        let Some(of) = self.files.get(file) else {
            return Vec::new();
        };
        let mut nodes: Vec<Node> = (0..of.scan.sections.len())
            .map(|at| self.section(file, of, at))
            .collect();
        nodes.extend(of.scan.macros.iter().map(|definition| Node {
            name: format!("{}/{}", definition.name, definition.arity),
            kind: Kind::Macro,
            detail: String::new(),
            place: TextRange {
                file,
                line: definition.line,
                start: definition.start,
                end: definition.end,
            },
            last: definition.last,
            children: Vec::new(),
        }));
        let loose = self.labels(file, |row| row.section.is_none() && row.body.is_none());
        nodes.extend(loose);
        nodes.sort_by_key(|node| node.place.line);
        nodes
    }

    fn section(&self, file: usize, of: &File, at: usize) -> Node {
        let section = &of.scan.sections[at];
        let line = section.line;
        let text = &of.lines[line];
        let (name, kind) = match &section.name {
            SectionName::Absolute => (
                text.split('#').next().unwrap_or("").trim().to_owned(),
                Kind::Section,
            ),
            SectionName::Relocatable(name) => (format!("rsect {name}"), Kind::Section),
            SectionName::Template(name) => (format!("tplate {name}"), Kind::Template),
        };
        let bytes: usize = (line..=last_line(of, at))
            .flat_map(|line| self.made(file, line))
            .map(|made| made.bytes.len())
            .sum();
        let place = TextRange {
            file,
            line,
            start: text.len() - text.trim_start().len(),
            end: text.len(),
        };
        Node {
            name,
            kind,
            detail: diag::count(u32::try_from(bytes).unwrap_or(u32::MAX), "byte"),
            place,
            last: last_line(of, at),
            children: self.labels(file, |row| row.section == Some(at) && row.body.is_none()),
        }
    }

    fn labels(&self, file: usize, wanted: impl Fn(&Row) -> bool) -> Vec<Node> {
        let rows = &self.files[file].scan.rows;
        let mut nodes = Vec::new();
        for symbol in
            self.index.symbols.iter().filter(|symbol| {
                !matches!(symbol.kind, Kind::Macro | Kind::Section | Kind::Template)
            })
        {
            let here = symbol
                .definitions
                .iter()
                .filter(|place| place.file == file && wanted(&rows[place.line]));
            nodes.extend(here.map(|place| {
                Node {
                    name: symbol.name.clone(),
                    kind: symbol.kind,
                    detail: self
                        .value_of(symbol)
                        .map_or(String::new(), |value| format!("0x{value:02x}")),
                    place: *place,
                    last: place.line,
                    children: Vec::new(),
                }
            }));
        }
        nodes.sort_by_key(|node| (node.place.line, node.place.start));
        nodes
    }

    /// Sections, macros, structures and runs of comments.
    pub fn folds(&self, file: usize) -> Vec<Fold> {
        let Some(of) = self.files.get(file) else {
            return Vec::new();
        };
        let mut folds: Vec<Fold> = Vec::new();
        folds.extend(
            (0..of.scan.sections.len())
                .map(|at| fold(of.scan.sections[at].line, last_line(of, at))),
        );
        folds.extend(of.scan.macros.iter().map(|one| fold(one.line, one.last)));
        structures(of, &mut folds);
        comments(of, &mut folds);
        folds.retain(|fold| fold.last > fold.first);
        folds.sort_unstable();
        folds
    }
}

fn fold(first: usize, last: usize) -> Fold {
    Fold {
        first,
        last,
        comment: false,
    }
}

/// The last line of a section that is not blank.
fn last_line(of: &File, at: usize) -> usize {
    let first = of.scan.sections[at].line;
    let end = of
        .scan
        .sections
        .get(at + 1)
        .map_or(of.lines.len(), |next| next.line);
    let says = |line: &usize| {
        let row = &of.scan.rows[*line];
        row.word().is_some() || row.labels > 0
    };
    let inside = |line: &usize| !matches!(of.scan.rows[*line].shape, Shape::End | Shape::After);
    (first..end)
        .rev()
        .filter(inside)
        .find(says)
        .unwrap_or(first)
}

fn structures(of: &File, folds: &mut Vec<Fold>) {
    let mut open = Vec::new();
    for (line, row) in of.scan.rows.iter().enumerate() {
        match row.shape {
            Shape::Opens => open.push(line),
            Shape::Closes => folds.extend(open.pop().map(|first| fold(first, line))),
            Shape::Section | Shape::Macro => open.clear(),
            _ => {}
        }
    }
}

fn comments(of: &File, folds: &mut Vec<Fold>) {
    let alone =
        |row: &Row| row.pieces.len() == 1 && row.comment().is_some() && row.shape != Shape::After;
    let mut first = None;
    for (line, row) in of.scan.rows.iter().chain([&Row::default()]).enumerate() {
        match (alone(row), first) {
            (true, None) => first = Some(line),
            (false, Some(start)) => {
                folds.push(Fold {
                    first: start,
                    last: line - 1,
                    comment: true,
                });
                first = None;
            }
            _ => {}
        }
    }
}
