//! Which circuits are nearly the same, whatever they are called and wherever their parts and wires lie.
//!
//! Each part gets a number from its kind, then from its neighbours' numbers, and so on for a few rounds (colour refinement,
//! after Weisfeiler and Lehman). Two circuits are as similar as the multisets of these numbers are; the same goes for short runs of
//! words in their ROMs. Handed-out material is first removed from both.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use circuit::component::Direction;
use circuit::netlist::{Design, DesignOptions, InstanceId, PartId};
use circuit::project::{Kind, Project, SourceFile};
use serde::{Deserialize, Serialize};

/// The radius of the neighbourhood of a part. With more, one changed part would change a whole sheet.
const ROUNDS: u64 = 2;
/// A wire with more ends is a bus or a clock: its connections say little about each of its parts.
const BUSY: usize = 12;
/// Words of a ROM looked at together.
const RUN: usize = 4;
/// Fewer numbers than this are no evidence.
const LEAST: u64 = 24;

/// A multiset of numbers: how often each occurs.
type Bag = BTreeMap<u64, u32>;

/// The fingerprint of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sketch {
    parts: Bag,
    words: Bag,
}

/// How similar two projects are, each from 0 to 1; `None` where there is too little to compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    pub circuit: Option<f64>,
    pub rom: Option<f64>,
}

impl Likeness {
    /// The larger of the two: taking a circuit and writing a program for it is still taking a circuit.
    pub fn most(self) -> f64 {
        self.circuit.unwrap_or(0.0).max(self.rom.unwrap_or(0.0))
    }
}

impl Sketch {
    /// The fingerprint of everything in use in a project, except the files that are common property.
    pub fn of(project: &Arc<Project>, is_common: &dyn Fn(&SourceFile) -> bool) -> Sketch {
        let mut sketch = Sketch::default();
        let design = Design::build(project.clone(), None, &DesignOptions::default());
        let Ok(design) = design else {
            return sketch;
        };
        let mut seen = BTreeSet::new();
        for instance in design.instance_ids() {
            let circuit = design.circuit(instance);
            let file = project.circuit(circuit).file;
            if !seen.insert(circuit) || is_common(&project.files[file]) {
                continue;
            }
            let sheet = Sheet::new(&design, instance);
            sheet.count(&mut sketch.parts);
            sheet.roms(&design, &mut sketch.words);
        }
        sketch
    }

    /// The fingerprint without that of another, such as handed-out material.
    #[must_use]
    pub fn without(&self, handed_out: &Sketch) -> Sketch {
        Sketch {
            parts: difference(&self.parts, &handed_out.parts),
            words: difference(&self.words, &handed_out.words),
        }
    }

    /// Both together.
    #[must_use]
    pub fn with(&self, other: &Sketch) -> Sketch {
        Sketch {
            parts: sum(&self.parts, &other.parts),
            words: sum(&self.words, &other.words),
        }
    }

    pub fn likeness(&self, other: &Sketch) -> Likeness {
        Likeness {
            circuit: overlap(&self.parts, &other.parts),
            rom: overlap(&self.words, &other.words),
        }
    }
}

/// The parts of one sheet with their connections.
struct Sheet {
    parts: Vec<Node>,
}

/// A part, its kind, and its connected ports.
struct Node {
    part: PartId,
    nature: u64,
    ends: Vec<End>,
}

/// A port: its kind, and its wire.
struct End {
    kind: u64,
    wire: u32,
}

impl Sheet {
    fn new(design: &Design, instance: InstanceId) -> Sheet {
        let parts = design.parts_of(instance).filter_map(|part| {
            let kind = design.component(part).kind();
            if matches!(kind, Some(Kind::Tunnel | Kind::Text)) {
                return None;
            }
            Some(Node {
                part,
                nature: nature(design, part),
                ends: ends(design, part),
            })
        });
        Sheet {
            parts: parts.collect(),
        }
    }

    /// Counts the numbers of all parts in all rounds but the first, which only gives the kinds of parts.
    fn count(&self, bag: &mut Bag) {
        let mut numbers: Vec<u64> = self.parts.iter().map(|node| node.nature).collect();
        for round in 1..=ROUNDS {
            numbers = self.refined(&numbers, round);
            for number in &numbers {
                *bag.entry(*number).or_default() += 1;
            }
        }
    }

    fn refined(&self, numbers: &[u64], round: u64) -> Vec<u64> {
        let mut wires: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for (node, number) in self.parts.iter().zip(numbers) {
            for end in &node.ends {
                let met = wires.entry(end.wire).or_default();
                met.push(mix(end.kind, [*number]));
            }
        }
        let wires: BTreeMap<u32, u64> = wires
            .into_iter()
            .map(|(wire, ends)| match ends.len() > BUSY {
                true => (wire, 7),
                false => (wire, unordered(ends)),
            })
            .collect();
        let around = |(node, number): (&Node, &u64)| {
            let ends = node.ends.iter();
            let ends = ends.map(|end| mix(end.kind, [wires[&end.wire]]));
            mix(round, [*number, unordered(ends.collect())])
        };
        self.parts.iter().zip(numbers).map(around).collect()
    }

    /// Adds the runs of words in the ROMs. Runs of a single word are filling.
    fn roms(&self, design: &Design, words: &mut Bag) {
        for node in &self.parts {
            let Some(image) = &design.component(node.part).contents else {
                continue;
            };
            let runs = image.words.windows(RUN);
            for run in runs.filter(|run| run.iter().any(|word| *word != run[0])) {
                let number = mix(RUN as u64, run.iter().map(|&word| u64::from(word)));
                *words.entry(number).or_default() += 1;
            }
        }
    }
}

/// The kind of a part, without its name and its looks. A sub-circuit is known by its ports: its contents are a separate sheet.
fn nature(design: &Design, part: PartId) -> u64 {
    const LOOKS: [&str; 9] = [
        "facing", "size", "inputs", "appear", "contents", "color", "colour", "offcolor", "bg",
    ];
    let component = design.component(part);
    let kind = component.kind().map_or(1, |kind| text(kind.name()));
    let matters =
        |name: &str| !name.starts_with("label") && !name.contains("font") && !LOOKS.contains(&name);
    let attributes = component.attrs.iter().filter(|(name, _)| matters(name));
    let attributes = attributes.map(|(name, value)| mix(text(name), [text(value)]));
    mix(kind, [unordered(attributes.collect())])
}

/// The connected ports of a part. Inputs of a gate are all the same, and so are a sub-circuit's of one width: their order is
/// only where its pins lie.
fn ends(design: &Design, part: PartId) -> Vec<End> {
    let component = design.component(part);
    let alike = component
        .kind()
        .is_none_or(|kind| kind.name().ends_with("Gate"));
    let kind = |index: usize, width: u32, direction: Direction| {
        let direction = match direction {
            Direction::In => 1,
            Direction::Out => 2,
            _ => 3,
        };
        let place = if alike { 0 } else { index as u64 + 1 };
        mix(place, [u64::from(width), direction])
    };
    let ports = design.ports_of(part).iter().enumerate();
    ports
        .filter(|(_, port)| port.is_connected())
        .map(|(index, port)| End {
            kind: kind(index, port.width, port.direction),
            wire: port.joint(),
        })
        .collect()
}

fn sum(bag: &Bag, other: &Bag) -> Bag {
    let mut sum = bag.clone();
    for (number, count) in other {
        *sum.entry(*number).or_default() += count;
    }
    sum
}

fn difference(bag: &Bag, other: &Bag) -> Bag {
    let left = bag.iter().map(|(number, count)| {
        let taken = other.get(number).copied().unwrap_or(0);
        (*number, count.saturating_sub(taken))
    });
    left.filter(|(_, count)| *count > 0).collect()
}

/// The overlap of two multisets, as a fraction of their union.
fn overlap(one: &Bag, other: &Bag) -> Option<f64> {
    let size = |bag: &Bag| bag.values().map(|&count| u64::from(count)).sum::<u64>();
    let (a, b) = (size(one), size(other));
    if a < LEAST || b < LEAST {
        return None;
    }
    let shared = one.iter().map(|(number, count)| {
        let there = other.get(number).copied().unwrap_or(0);
        u64::from(there.min(*count))
    });
    let shared: u64 = shared.sum();
    Some(shared as f64 / (a + b - shared) as f64)
}

fn text(text: &str) -> u64 {
    mix(text.len() as u64, text.bytes().map(u64::from))
}

fn unordered(mut numbers: Vec<u64>) -> u64 {
    numbers.sort_unstable();
    mix(numbers.len() as u64, numbers)
}

/// A hash of numbers in this order, the same on every machine.
fn mix(start: u64, numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(start, |sum, number| {
        let sum = (sum.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum ^ sum >> 32
    })
}
