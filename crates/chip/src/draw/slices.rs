//! Selections of bits as splitters: those that are outputs share one, all others have their own.

use std::collections::{HashMap, HashSet};

use circuit::project::Kind;

use super::plan::{Part, Plan, Source, What};

/// Turns all selections into splitters. `leaving` are the sources of outputs; returns the replacements.
pub(super) fn split(plan: &mut Plan, leaving: &HashSet<Source>) -> HashMap<Source, Source> {
    let mut groups: Vec<(Source, Vec<usize>)> = Vec::new();
    for number in 0..plan.parts.len() {
        let part = &plan.parts[number];
        let What::Slice(_) = part.what else { continue };
        let of = part.inputs[0].1;
        let leaves = leaving.contains(&Source::Port {
            part: number,
            port: 1,
        });
        let fits = |group: &&mut (Source, Vec<usize>)| {
            leaves
                && group.0 == of
                && group.1.iter().all(|&other| {
                    let leaves = leaving.contains(&Source::Port {
                        part: other,
                        port: 1,
                    });
                    leaves && apart(&plan.parts[other], part)
                })
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.1.push(number),
            None => groups.push((of, vec![number])),
        }
    }
    let mut moved = HashMap::new();
    for (of, members) in groups {
        // The splitter takes the place of the last of its selections, so that parts stay after those they read.
        let at = members.iter().copied().max().unwrap_or(0);
        let splitter = splitter(plan, of, &members);
        plan.parts[at] = splitter;
        for (end, &member) in members.iter().enumerate() {
            moved.insert(
                Source::Port {
                    part: member,
                    port: 1,
                },
                Source::Port {
                    part: at,
                    port: 1 + end,
                },
            );
        }
    }
    for part in &mut plan.parts {
        for (_, input) in &mut part.inputs {
            *input = moved.get(input).copied().unwrap_or(*input);
        }
    }
    for (_, sources) in &mut plan.shared {
        for source in sources {
            *source = moved.get(source).copied().unwrap_or(*source);
        }
    }
    moved
}

fn range(part: &Part) -> std::ops::Range<u32> {
    match part.what {
        What::Slice(low) => low..low + part.width,
        _ => 0..0,
    }
}

fn apart(a: &Part, b: &Part) -> bool {
    let (a, b) = (range(a), range(b));
    a.end <= b.start || b.end <= a.start
}

fn splitter(plan: &Plan, of: Source, members: &[usize]) -> Part {
    let first = &plan.parts[members[0]];
    let incoming: u32 = first.attrs[0].1.parse().unwrap_or(1);
    let mut attrs = vec![
        ("appear".to_owned(), "center".to_owned()),
        ("fanout".to_owned(), members.len().to_string()),
        ("incoming".to_owned(), incoming.to_string()),
    ];
    for bit in 0..incoming {
        let holds = |member: &usize| range(&plan.parts[*member]).contains(&bit);
        let end = members.iter().position(holds);
        let end = end.map_or("none".to_owned(), |end| end.to_string());
        attrs.push((format!("bit{bit}"), end));
    }
    Part {
        what: What::Builtin(Kind::Splitter),
        attrs,
        inputs: vec![(0, of)],
        width: incoming,
    }
}
