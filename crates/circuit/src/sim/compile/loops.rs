//! False loops: the drivers of a bus take turns, so the loop in the drawing is never closed at any moment.
//!
//! ```text
//!   bus ──> buffer (reading) ──> bus at the processor
//!    ^                                   │
//!    └───── buffer (writing) <───────────┘         reading and writing are never 1 together
//! ```
//!
//! A *switch* is a controlled buffer, a multiplexer or a latch of such a loop whose control is not part of the loop itself. As
//! long as the switches are set so that the loop is open, the values at rest follow from the inputs, whatever happened
//! before, and the parts can wait. The setting is checked whenever a control changes; a setting that closes the loop
//! makes it exact.

use super::modes::{Driver, Modes};
use super::plan::{Plan, TapId};
use crate::component::Behaviour;
use crate::netlist::PartId;

/// Maximum number of bits in the setting of all switches of a loop.
const MOST_KEY_BITS: u32 = 128;

/// A part that lets through one of its inputs, or none, depending on its controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sim) enum Switch {
    Buffer(PartId),
    Multiplexer(PartId),
    Latch(PartId),
}

impl Switch {
    /// The switch a part is, and the ports that set it.
    fn of(modes: &Modes<'_>, part: PartId) -> Option<(Switch, Vec<usize>)> {
        let plan = modes.plan;
        let simple = |port: usize| plan.reads[plan.parts[part].port(port)].many == 0;
        let (switch, controls) = match &plan.parts[part].behaviour {
            Behaviour::Controlled(_) if simple(2) => (Switch::Buffer(part), vec![2]),
            Behaviour::Multiplexer(multiplexer) => {
                let (select, ..) = multiplexer.ports();
                (Switch::Multiplexer(part), vec![select])
            }
            behaviour if behaviour.open_level().is_some() => (Switch::Latch(part), vec![2, 3, 4]),
            _ => return None,
        };
        Some((switch, controls))
    }

    /// Bits of a setting.
    pub(in crate::sim) fn bits(self, plan: &Plan) -> u32 {
        match self {
            Switch::Buffer(_) | Switch::Latch(_) => 1,
            Switch::Multiplexer(part) => match &plan.parts[part].behaviour {
                Behaviour::Multiplexer(multiplexer) => {
                    multiplexer.ports().0.next_power_of_two().trailing_zeros() + 1
                }
                _ => 1,
            },
        }
    }

    /// Its setting when it lets an input through; none if it always does.
    fn setting(self, plan: &Plan, port: usize) -> Option<u32> {
        match self {
            Switch::Buffer(_) | Switch::Latch(_) => (port == 1).then_some(1),
            Switch::Multiplexer(part) => match &plan.parts[part].behaviour {
                Behaviour::Multiplexer(multiplexer) => {
                    (port < multiplexer.ports().0).then_some(port as u32)
                }
                _ => None,
            },
        }
    }

    /// Whether two switches are always set alike.
    fn is_twin(self, other: Switch, plan: &Plan) -> bool {
        match (self, other) {
            (Switch::Buffer(a), Switch::Buffer(b)) => {
                let read = |part: PartId| plan.reads[plan.parts[part].port(2)];
                let (a, b) = (read(a), read(b));
                (a.from, a.shift) == (b.from, b.shift)
            }
            _ => false,
        }
    }
}

/// One value depends on another, always or at a setting of a switch.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u32,
    to: u32,
    /// Where the switch is in a setting, its bits, and those that let the value through.
    when: Option<(u32, u32, u32)>,
}

/// Parts and joints that wait and lead round to themselves.
#[derive(Clone, Debug)]
pub(in crate::sim) struct Loop {
    /// In an order in which most follow from those before.
    pub(in crate::sim) members: Vec<Driver>,
    pub(in crate::sim) switches: Vec<Switch>,
    edges: Vec<Edge>,
}

impl Loop {
    /// A loop of some nodes, unless it has too few switches to be opened.
    pub(in crate::sim) fn new(modes: &Modes<'_>, nodes: Vec<Driver>) -> Option<Loop> {
        let mut made = Loop {
            members: nodes,
            switches: Vec::new(),
            edges: Vec::new(),
        };
        made.connect(modes);
        let bits: u32 = made
            .switches
            .iter()
            .map(|switch| switch.bits(modes.plan))
            .sum();
        let order = made.order(|edge| edge.when.is_none())?;
        if bits > MOST_KEY_BITS {
            return None;
        }
        let place: Vec<u32> = {
            let mut place = vec![0; order.len()];
            for (at, &node) in (0..).zip(&order) {
                place[node as usize] = at;
            }
            place
        };
        made.members = order
            .iter()
            .map(|&node| made.members[node as usize])
            .collect();
        for edge in &mut made.edges {
            (edge.from, edge.to) = (place[edge.from as usize], place[edge.to as usize]);
        }
        Some(made)
    }

    pub(in crate::sim) fn parts(&self) -> impl Iterator<Item = PartId> {
        self.members.iter().filter_map(|member| match member {
            Driver::Part(part) => Some(*part),
            Driver::Joint(_) | Driver::Nobody => None,
        })
    }

    /// Finds the switches, and what depends on what inside.
    fn connect(&mut self, modes: &Modes<'_>) {
        let number = |driver: Driver| self.members.iter().position(|&node| node == driver);
        let inside = |tap: TapId| {
            let (source, _) = modes.plan.tap_list[tap];
            let waits = tap != TapId::FLOATING && modes.waits(source);
            waits.then(|| number(modes.driver[source])).flatten()
        };
        let (mut edges, mut switches): (Vec<Edge>, Vec<Switch>) = (Vec::new(), Vec::new());
        let mut firsts: Vec<u32> = Vec::new();
        for (to, &node) in (0..).zip(&self.members) {
            let part = match node {
                Driver::Part(part) => part,
                Driver::Joint(joint) => {
                    let drivers = modes.plan.joints[joint].drivers.iter().flatten();
                    let from = drivers.filter_map(|piece| inside(piece.from));
                    edges.extend(from.map(|from| Edge {
                        from: from as u32,
                        to,
                        when: None,
                    }));
                    continue;
                }
                Driver::Nobody => continue,
            };
            let folded = &modes.plan.parts[part];
            let free = |port: &usize| {
                let pieces = modes.plan.port_pieces(folded.port(*port));
                pieces.iter().all(|piece| inside(piece.from).is_none())
            };
            let switch = Switch::of(modes, part);
            let switch = switch.filter(|(_, controls)| controls.iter().all(free));
            let switch = switch.map(|(switch, _)| {
                let twin = switches
                    .iter()
                    .position(|one| one.is_twin(switch, modes.plan));
                let at = twin.unwrap_or_else(|| {
                    let last = firsts.last().zip(switches.last());
                    let used = last.map_or(0, |(first, one)| first + one.bits(modes.plan));
                    firsts.push(used);
                    switches.push(switch);
                    switches.len() - 1
                });
                (switch, firsts[at], switch.bits(modes.plan))
            });
            for (port, piece) in modes.waiting_inputs(part) {
                let Some(from) = inside(piece.from) else {
                    continue;
                };
                let when = switch.and_then(|(switch, first, bits)| {
                    Some((first, bits, switch.setting(modes.plan, port)?))
                });
                edges.push(Edge {
                    from: from as u32,
                    to,
                    when,
                });
            }
        }
        (self.edges, self.switches) = (edges, switches);
    }

    /// An order along some of the edges; none if they lead round.
    fn order(&self, counts: impl Fn(&Edge) -> bool) -> Option<Vec<u32>> {
        let count = self.members.len();
        let (mut after, mut missing) = (vec![Vec::new(); count], vec![0u32; count]);
        for edge in self.edges.iter().filter(|edge| counts(edge)) {
            after[edge.from as usize].push(edge.to);
            missing[edge.to as usize] += 1;
        }
        let mut ready: Vec<u32> = (0..count as u32)
            .filter(|&node| missing[node as usize] == 0)
            .collect();
        let mut done = 0;
        while let Some(&node) = ready.get(done) {
            done += 1;
            for &next in &after[node as usize] {
                missing[next as usize] -= 1;
                if missing[next as usize] == 0 {
                    ready.push(next);
                }
            }
        }
        (ready.len() == count).then_some(ready)
    }

    /// Whether the loop is open at a setting of the switches.
    pub(in crate::sim) fn is_open(&self, key: u128) -> bool {
        let counts = |edge: &Edge| match edge.when {
            None => true,
            Some((first, bits, wanted)) => {
                let set = (key >> first) as u32 & ((1 << bits) - 1);
                // A multiplexer whose select is unknown may let any through.
                set == wanted || bits > 1 && set >> (bits - 1) != 0
            }
        };
        self.order(counts).is_some()
    }
}

/// The strongly connected components of a graph, each after those it leads to: Tarjan's algorithm, without recursion.
pub(in crate::sim) fn components(after: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let count = after.len();
    let (mut index, mut low) = (vec![NEW; count], vec![0; count]);
    let (mut open, mut on_stack) = (Vec::new(), vec![false; count]);
    let (mut found, mut next) = (Vec::new(), 0);
    for root in 0..count {
        if index[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, child)) = path.pop() {
            if child == 0 {
                (index[node], low[node]) = (next, next);
                next += 1;
                open.push(node);
                on_stack[node] = true;
            } else {
                low[node] = low[node].min(low[after[node][child - 1]]);
            }
            let mut child = child;
            while let Some(&to) = after[node].get(child) {
                child += 1;
                if index[to] == NEW {
                    path.push((node, child));
                    path.push((to, 0));
                    break;
                }
                if on_stack[to] {
                    low[node] = low[node].min(index[to]);
                }
            }
            let descends = path
                .last()
                .is_some_and(|&(to, child)| child == 0 && index[to] == NEW);
            if descends {
                continue;
            }
            if low[node] == index[node] {
                let mut component = Vec::new();
                while let Some(member) = open.pop() {
                    on_stack[member] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn components_come_after_those_they_lead_to() {
        // 0 -> 1 -> 2 -> 0 is a loop that leads to 3, and 3 <-> 4; 5 stands alone; 6 leads to itself.
        let after = [
            vec![1],
            vec![2],
            vec![0, 3],
            vec![4],
            vec![3],
            vec![0],
            vec![6],
        ];
        let mut found = components(&after);
        found
            .iter_mut()
            .for_each(|component| component.sort_unstable());
        assert_eq!(found, [vec![3, 4], vec![0, 1, 2], vec![5], vec![6]]);
    }
}
