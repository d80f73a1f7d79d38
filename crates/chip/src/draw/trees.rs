//! Groups parts: a value that is used once is drawn where it is used, any other gets a name.

use std::collections::{HashMap, HashSet};

use circuit::project::Kind;

use super::plan::{Part, Plan, Source, What, ones};
use crate::chip::{Chip, Role, Side};

pub(super) enum Tree {
    Number(u64, u32),
    /// An input of the chip.
    Pin(usize),
    /// A tunnel.
    Label(String, u32),
    Part {
        part: usize,
        port: usize,
        /// By the ports they lead to.
        inputs: Vec<(usize, Tree)>,
    },
}

/// A tree, and the destinations of its value.
pub(super) struct Statement {
    pub(super) tree: Tree,
    pub(super) outs: Vec<Out>,
}

/// One port of the root of a statement.
pub(super) struct Out {
    pub(super) source: Source,
    pub(super) width: u32,
    /// The tunnels that carry it elsewhere.
    pub(super) label: Option<String>,
    /// It is an output of the chip.
    pub(super) leaves: bool,
}

/// An output of the chip and everything that drives it.
pub(super) struct Sink {
    pub(super) net: usize,
    pub(super) sources: Vec<Source>,
}

/// Limits of the depth and the number of leaves of a tree.
const DEEPEST: u32 = 6;
const WIDEST: usize = 40;

pub(super) struct Forest<'a> {
    chip: &'a Chip,
    plan: &'a Plan,
    /// How often each port is read by parts.
    reads: HashMap<Source, usize>,
    /// By part: it has a statement to itself.
    is_root: Vec<bool>,
    names: HashMap<Source, String>,
    leaving: HashSet<Source>,
    sinks: &'a [Sink],
    started: HashSet<usize>,
    statements: Vec<Statement>,
}

impl<'a> Forest<'a> {
    pub(super) fn grow(
        chip: &'a Chip,
        plan: &'a Plan,
        sinks: &'a [Sink],
        named: &[(Source, usize)],
    ) -> Vec<Statement> {
        let mut forest = Forest {
            chip,
            plan,
            reads: HashMap::new(),
            is_root: vec![false; plan.parts.len()],
            names: HashMap::new(),
            leaving: sinks
                .iter()
                .flat_map(|sink| sink.sources.iter().copied())
                .collect(),
            sinks,
            started: HashSet::new(),
            statements: Vec::new(),
        };
        forest.count();
        forest.choose_roots(named);
        forest.name_roots(named);
        forest.all();
        forest.statements
    }

    /// The sources of everything that is drawn.
    fn ends(&self) -> Vec<Source> {
        let shared = self.plan.shared.iter().flat_map(|(_, sources)| sources);
        let ends = self.sinks.iter().flat_map(|sink| &sink.sources);
        ends.chain(shared).copied().collect()
    }

    fn count(&mut self) {
        let mut seen = HashSet::new();
        let mut todo = self.ends();
        while let Some(source) = todo.pop() {
            let Source::Port { part, .. } = source else {
                continue;
            };
            if !seen.insert(part) {
                continue;
            }
            for &(_, input) in &self.plan.parts[part].inputs {
                *self.reads.entry(input).or_default() += 1;
                todo.push(input);
            }
        }
    }

    /// How often any port of a part is read, and how many ports are.
    fn reads_of(&self, part: usize) -> (usize, usize) {
        let of = self.reads.iter().filter(|(source, _)| is_of(source, part));
        of.fold((0, 0), |(reads, ports), (_, count)| {
            (reads + count, ports + 1)
        })
    }

    fn choose_roots(&mut self, named: &[(Source, usize)]) {
        let ends: HashSet<usize> = self.ends().iter().filter_map(part_of).collect();
        let named: HashSet<usize> = named
            .iter()
            .filter_map(|(source, _)| part_of(source))
            .collect();
        let mut depth = vec![0_u32; self.plan.parts.len()];
        let mut leaves = vec![1_usize; self.plan.parts.len()];
        for (number, part) in self.plan.parts.iter().enumerate() {
            let inner = part.inputs.iter().filter_map(|(_, source)| part_of(source));
            let inner: Vec<usize> = inner
                .filter(|&one| !self.is_root[one] && !self.plan.parts[one].is_memory())
                .collect();
            depth[number] = 1 + inner.iter().map(|&one| depth[one]).max().unwrap_or(0);
            let others = part.inputs.len() - inner.len().min(part.inputs.len());
            leaves[number] = others + inner.iter().map(|&one| leaves[one]).sum::<usize>();
            let (reads, ports) = self.reads_of(number);
            // Small parts are duplicated rather than named.
            let twice = reads == 2
                && ports == 1
                && depth[number] == 1
                && is_small(part)
                && !named.contains(&number);
            self.is_root[number] = part.is_memory()
                || ends.contains(&number)
                || !(reads == 1 || twice)
                || depth[number] >= DEEPEST
                || leaves[number] > WIDEST;
        }
    }

    fn name_roots(&mut self, named: &[(Source, usize)]) {
        let mut taken: HashSet<String> = HashSet::new();
        for net in &self.chip.nets {
            if net.role == Role::Input {
                taken.insert(net.name.clone());
            }
        }
        for &(source, net) in named {
            let name = &self.chip.nets[net].name;
            let wanted = matches!(source, Source::Port { .. } | Source::Shared(_));
            if wanted && !self.names.contains_key(&source) && taken.insert(name.clone()) {
                self.names.insert(source, name.clone());
            }
        }
        let mut others: Vec<Source> = self.reads.keys().copied().collect();
        others.sort_by_key(|source| match source {
            Source::Port { part, port } => (*part, *port),
            _ => (0, 0),
        });
        for source in others {
            let root = part_of(&source).is_some_and(|part| self.is_root[part]);
            if root && !self.names.contains_key(&source) {
                let name = self.describe(source);
                let mut unique = name.clone();
                let mut number = 1;
                while !taken.insert(unique.clone()) {
                    number += 1;
                    unique = format!("{name}_{number}");
                }
                self.names.insert(source, unique);
            }
        }
    }

    /// A name for a net that has none in the specification.
    fn describe(&self, source: Source) -> String {
        match source {
            Source::Number { value, .. } => value.to_string(),
            Source::Pin(net) | Source::Shared(net) => self.chip.nets[net].name.clone(),
            Source::Port { part, port } => {
                let known = self.names.get(&source).cloned();
                let text = known.or_else(|| self.describe_part(part, port));
                text.filter(|text| text.chars().count() <= LONGEST_NAME)
                    .unwrap_or_else(|| format!("n{part}"))
            }
        }
    }

    fn describe_part(&self, number: usize, port: usize) -> Option<String> {
        let part = &self.plan.parts[number];
        let input = |at: usize| Some(self.describe(part.inputs.get(at)?.1));
        Some(match part.what {
            What::Builtin(Kind::Comparator) => {
                let sign = [">", "=", "<"].get(port.checked_sub(2)?)?;
                format!("{}{sign}{}", input(0)?, input(1)?)
            }
            What::Builtin(Kind::Adder) => format!("{}+{}", input(0)?, input(1)?),
            What::Builtin(Kind::Not) => format!("not {}", input(0)?),
            What::Builtin(Kind::Splitter) if port > 0 => {
                let (low, high) = bits_of(part, port)?;
                match low == high {
                    true => format!("{}.{low}", input(0)?),
                    false => format!("{}.{low}-{high}", input(0)?),
                }
            }
            What::Helper(helper) => {
                let name = &self.plan.helpers[helper];
                let callee = self.chip.functions.iter().find(|one| one.name == *name)?;
                let output = port.checked_sub(callee.of(Role::Input).count())?;
                let output = callee.of(Role::Output).nth(output)?;
                format!("{name}.{}", callee.nets[output].name)
            }
            _ => return None,
        })
    }

    fn all(&mut self) {
        let shared: Vec<(usize, Vec<Source>)> = self.plan.shared.clone();
        for sink in self.sinks {
            for &source in &sink.sources {
                self.source(source);
                let plain = !matches!(source, Source::Port { .. });
                let known = self
                    .statements
                    .iter()
                    .any(|one| one.outs.iter().any(|out| out.source == source));
                if plain && !known {
                    self.pass(source);
                }
            }
        }
        for (net, sources) in shared {
            let name = self.chip.nets[net].name.clone();
            for source in sources {
                self.source(source);
                if part_of(&source).is_none() {
                    self.pass(source);
                }
                for out in self.statements.iter_mut().flat_map(|one| &mut one.outs) {
                    if out.source == source {
                        out.label = Some(name.clone());
                    }
                }
            }
        }
    }

    /// A statement that only leads a wire to an output.
    fn pass(&mut self, source: Source) {
        let tree = self.tree(source);
        let width = self.width(source);
        let leaves = self.leaving.contains(&source);
        let out = Out {
            source,
            width,
            label: None,
            leaves,
        };
        self.statements.push(Statement {
            tree,
            outs: vec![out],
        });
    }

    fn width(&self, source: Source) -> u32 {
        match source {
            Source::Number { width, .. } => width,
            Source::Pin(net) | Source::Shared(net) => self.chip.nets[net].width,
            Source::Port { part, port } => width_of(self.plan, &self.plan.parts[part], port),
        }
    }

    /// Statements for a source and everything it depends on.
    fn source(&mut self, source: Source) {
        let Some(part) = part_of(&source) else {
            return;
        };
        if self.is_root[part] && !self.started.insert(part) {
            return;
        }
        let inputs: Vec<Source> = self.plan.parts[part]
            .inputs
            .iter()
            .map(|(_, input)| *input)
            .collect();
        for input in inputs {
            self.source(input);
        }
        if self.is_root[part] {
            self.state(part);
        }
    }

    fn state(&mut self, part: usize) {
        let mut ports: Vec<usize> = self
            .reads
            .keys()
            .chain(&self.leaving)
            .filter_map(|source| match source {
                Source::Port { part: of, port } if *of == part => Some(*port),
                _ => None,
            })
            .collect();
        let ends = self.ends();
        ports.extend(ends.iter().filter_map(|source| match source {
            Source::Port { part: of, port } if *of == part => Some(*port),
            _ => None,
        }));
        ports.sort_unstable();
        ports.dedup();
        let outs = ports.iter().map(|&port| {
            let source = Source::Port { part, port };
            Out {
                source,
                width: self.width(source),
                label: self
                    .names
                    .get(&source)
                    .filter(|_| self.reads.contains_key(&source))
                    .cloned(),
                leaves: self.leaving.contains(&source),
            }
        });
        let outs: Vec<Out> = outs.collect();
        let port = ports.first().copied().unwrap_or(0);
        let tree = self.branch(part, port);
        self.statements.push(Statement { tree, outs });
    }

    fn branch(&self, part: usize, port: usize) -> Tree {
        let inputs = self.plan.parts[part].inputs.iter();
        Tree::Part {
            part,
            port,
            inputs: inputs
                .map(|(at, source)| (*at, self.tree(*source)))
                .collect(),
        }
    }

    fn tree(&self, source: Source) -> Tree {
        match source {
            Source::Number { value, width } => Tree::Number(value & ones(width), width),
            Source::Pin(net) if self.chip.nets[net].side == Some(Side::East) => {
                Tree::Label(self.chip.nets[net].name.clone(), self.chip.nets[net].width)
            }
            Source::Pin(net) => Tree::Pin(net),
            Source::Shared(net) => {
                Tree::Label(self.chip.nets[net].name.clone(), self.chip.nets[net].width)
            }
            Source::Port { part, port } => match self.is_root[part] {
                true => Tree::Label(
                    self.names.get(&source).cloned().unwrap_or_default(),
                    self.width(source),
                ),
                false => self.branch(part, port),
            },
        }
    }
}

const LONGEST_NAME: usize = 18;

fn part_of(source: &Source) -> Option<usize> {
    match source {
        Source::Port { part, .. } => Some(*part),
        _ => None,
    }
}

fn is_of(source: &Source, part: usize) -> bool {
    part_of(source) == Some(part)
}

fn is_small(part: &Part) -> bool {
    matches!(
        part.what,
        What::Builtin(Kind::Splitter | Kind::Not | Kind::BitExtender)
    )
}

/// The bits of an end of a splitter.
fn bits_of(part: &Part, port: usize) -> Option<(u32, u32)> {
    let end = (port - 1).to_string();
    let bits = part.attrs.iter().filter(|(_, value)| *value == end);
    let bits = bits.filter_map(|(name, _)| name.strip_prefix("bit")?.parse::<u32>().ok());
    let bits: Vec<u32> = bits.collect();
    Some((*bits.iter().min()?, *bits.iter().max()?))
}

/// The width of an output of a part.
fn width_of(plan: &Plan, part: &Part, port: usize) -> u32 {
    match part.what {
        What::Builtin(Kind::Comparator) => 1,
        What::Builtin(Kind::Splitter) if port > 0 => {
            bits_of(part, port).map_or(1, |(low, high)| high - low + 1)
        }
        What::Helper(helper) => plan
            .helper_widths
            .get(&(helper, port))
            .copied()
            .unwrap_or(1),
        _ => part.width,
    }
}
