//! The names that exist in a task, for checking its texts.

use std::collections::BTreeSet;

use cdm8::asm::Words;
use chip::chip::Chip;
use circuit::component::Kind as Part;
use circuit::project::Project;
use circuit::read::read;

use crate::bench::Shelf;
use crate::check::specification;
use crate::program;
use crate::task::{Kind, Task, Work};
use crate::text::{Text, code};

/// Names of registers and flags, and the words of specifications.
const ALWAYS: [&str; 27] = [
    "r0", "r1", "r2", "r3", "pc", "sp", "ps", "C", "V", "Z", "N", "SP", "PC", "PS", "not", "and",
    "or", "xor", "if", "then", "else", "float", "mod", "x", "0x", "#", "^",
];

/// Every name the files of a task have.
pub struct Names {
    known: BTreeSet<String>,
    /// The texts of the files, for verbatim quotations.
    sources: Vec<String>,
}

impl Names {
    pub fn of(task: &Task) -> Names {
        let mut names = Names {
            known: ALWAYS.iter().map(|name| (*name).to_owned()).collect(),
            sources: Vec::new(),
        };
        names.known.extend(task.files.names().map(str::to_owned));
        names.known.insert(task.file.clone());
        match task.work {
            Work::Circuit(_) => names.add_circuits(task),
            Work::Program(memory) => {
                for work in [task.starter(), task.solution()] {
                    if let Ok(built) = program::build(task, memory, work) {
                        let symbols = built.assembly.symbols(&built.sources);
                        names
                            .known
                            .extend(symbols.labels.into_iter().map(|(label, _)| label));
                    }
                    for source in program::sources(task, work) {
                        names.add_source(&String::from_utf8_lossy(&source.bytes));
                    }
                }
                names.add_words();
            }
        }
        names
    }

    fn add(&mut self, name: &str) {
        self.known.insert(name.to_owned());
    }

    /// Every word of a program and its comments.
    fn add_source(&mut self, text: &str) {
        let words = text.split(|c: char| !is_inside(c));
        self.known.extend(words.map(str::to_owned));
        self.sources.push(one_line(text));
    }

    fn add_words(&mut self) {
        let Words {
            instructions,
            directives,
            macros,
        } = Words::of_the_language();
        self.known
            .extend(instructions.into_iter().chain(directives).chain(macros));
    }

    fn add_circuits(&mut self, task: &Task) {
        for kind in Part::ALL {
            self.add(kind.name());
            for attribute in kind.attributes() {
                self.add(attribute.name);
            }
        }
        for work in [task.starter(), task.solution()] {
            let reading = read(&task.file, work.as_bytes(), &mut Shelf(task));
            self.add_project(&reading.project);
        }
        for check in &task.checks {
            if check.kind == Kind::Chip
                && let Ok(chip) = specification(task, check)
            {
                self.add_chip(&chip);
            }
            let text = task.files.get(&check.file).unwrap_or("");
            self.sources.push(one_line(text));
        }
        for name in &task.given {
            self.sources
                .push(one_line(task.files.get(name).unwrap_or("")));
        }
        self.add_words();
    }

    fn add_project(&mut self, project: &Project) {
        for circuit in &project.circuits {
            self.add(&circuit.name);
            for component in &circuit.components {
                if let Some(label) = component.label() {
                    self.add(label);
                }
                if component.kind() == Some(Part::Text) {
                    self.add(component.attrs.of(Part::Text).text("text"));
                }
            }
        }
    }

    fn add_chip(&mut self, chip: &Chip) {
        self.add(&chip.name);
        for net in &chip.nets {
            self.add(&net.name);
        }
    }

    /// The words in backquotes of a text that name nothing, with their places.
    pub fn unknown(&self, text: &Text) -> Vec<(String, String)> {
        let pieces = text.pieces();
        let words = pieces.flat_map(|(place, body)| {
            let words = code(body).into_iter();
            words
                .map(|word| (place.clone(), word.to_owned()))
                .collect::<Vec<_>>()
        });
        words.filter(|(_, word)| !self.is_known(word)).collect()
    }

    /// A name, a quotation, or an expression of names and numbers.
    fn is_known(&self, word: &str) -> bool {
        let quoted = one_line(word);
        self.known.contains(word)
            || self.sources.iter().any(|text| text.contains(&quoted)) && quoted.contains(' ')
            || self.is_expression(word)
    }

    fn is_expression(&self, word: &str) -> bool {
        let mut items = word
            .split(|c| !is_inside(c))
            .filter(|item| !item.is_empty())
            .peekable();
        items.peek().is_some()
            && items.all(|item| {
                let plain = item.trim_end_matches('\'');
                self.known.contains(item) || self.known.contains(plain) || is_number(plain)
            })
    }
}

fn is_inside(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\'')
}

fn is_number(item: &str) -> bool {
    let digits = item
        .strip_prefix("0x")
        .or(item.strip_prefix("0b"))
        .unwrap_or(item);
    !digits.is_empty()
        && digits.chars().all(|digit| digit.is_ascii_hexdigit())
        && item.starts_with(|c: char| c.is_ascii_digit())
}

/// Without comments of layout: every stretch of blanks is one.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
