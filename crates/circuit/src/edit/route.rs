//! A path for a wire: along the grid, with few corners, without touching other nets.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use crate::picture::Bounds;
use crate::project::{Location, Wire};

const GRID: i32 = 10;
/// The costs of a step, a corner, a crossing and a step over a part. Former wires are a little cheaper.
const STEP: u32 = 10;
const OLD_STEP: u32 = 8;
const CORNER: u32 = 30;
const CROSSING: u32 = 15;
const OVER_PART: u32 = 60;
/// How far around its ends a path may lead.
const MARGIN: i32 = 300;
/// After this many places a search gives up.
const MOST_PLACES: usize = 60_000;

const DIRECTIONS: [(i32, i32); 4] = [(GRID, 0), (0, GRID), (-GRID, 0), (0, -GRID)];

/// The contents of the sheet at each place.
#[derive(Default)]
pub(super) struct Field {
    /// Ports and wire ends, with the net they belong to.
    ends: HashMap<Location, Vec<usize>>,
    /// Places inside wires: the net, and whether the wire goes across.
    inside: HashMap<Location, Vec<(usize, bool)>>,
    bodies: Vec<Bounds>,
}

/// Where a path may end.
pub(super) struct Goal {
    pub(super) place: Location,
    pub(super) wires: Vec<Wire>,
    /// Wires that were there before.
    pub(super) old: Vec<Wire>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Node {
    at: Location,
    /// The direction it was reached in.
    direction: u8,
}

impl Field {
    pub(super) fn add_port(&mut self, at: Location, net: usize) {
        self.ends.entry(at).or_default().push(net);
    }

    pub(super) fn add_wire(&mut self, wire: &Wire, net: usize) {
        for end in wire.ends() {
            self.ends.entry(end).or_default().push(net);
        }
        let across = wire.from.y == wire.to.y;
        for place in places_on(wire) {
            if !wire.ends().contains(&place) {
                self.inside.entry(place).or_default().push((net, across));
            }
        }
    }

    pub(super) fn add_body(&mut self, bounds: Bounds) {
        self.bodies.push(bounds);
    }

    /// Whether no wire and no port is at a place.
    pub(super) fn is_empty(&self, at: Location) -> bool {
        !self.ends.contains_key(&at) && !self.inside.contains_key(&at)
    }

    /// Whether a part of this size would overlap no other.
    pub(super) fn has_room(&self, bounds: &Bounds) -> bool {
        let apart = |other: &Bounds| {
            bounds.right <= other.left
                || other.right <= bounds.left
                || bounds.bottom <= other.top
                || other.bottom <= bounds.top
        };
        self.bodies.iter().all(apart)
    }

    /// The wires of the cheapest path of a net; `None` if there is no path. A path that exists already is empty.
    pub(super) fn route(&self, from: Location, goal: &Goal, net: usize) -> Option<Vec<Wire>> {
        let targets = targets(goal);
        if targets.contains(&from) {
            return Some(Vec::new());
        }
        let search = Search::new(self, from, goal, &targets, net);
        let path = search.run()?;
        Some(straight_runs(&path))
    }

    /// Whether a path may end or turn here.
    fn is_free(&self, at: Location, net: usize) -> bool {
        let own = |nets: &Vec<usize>| nets.iter().all(|&other| other == net);
        let inside = self.inside.get(&at);
        self.ends.get(&at).is_none_or(own)
            && inside.is_none_or(|wires| wires.iter().all(|&(other, _)| other == net))
    }

    /// Whether a horizontal (or vertical) path may pass straight through.
    fn passes(&self, at: Location, net: usize, across: bool) -> bool {
        let own = |nets: &Vec<usize>| nets.iter().all(|&other| other == net);
        let crosses = |wires: &Vec<(usize, bool)>| {
            wires
                .iter()
                .all(|&(other, lies_across)| other == net || lies_across != across)
        };
        self.ends.get(&at).is_none_or(own) && self.inside.get(&at).is_none_or(crosses)
    }

    fn is_crossing(&self, at: Location, net: usize) -> bool {
        let wires = self.inside.get(&at);
        wires.is_some_and(|wires| wires.iter().any(|&(other, _)| other != net))
    }
}

fn places_on(wire: &Wire) -> Vec<Location> {
    if wire.from.x != wire.to.x && wire.from.y != wire.to.y {
        return wire.ends().to_vec();
    }
    let (dx, dy) = (
        (wire.to.x - wire.from.x).signum(),
        (wire.to.y - wire.from.y).signum(),
    );
    // Wires off the grid are rare and short: every place of theirs counts then.
    let on_grid = wire.length() % GRID == 0;
    let step = if on_grid { GRID } else { 1 };
    (0..=wire.length().min(1_000_000) / step)
        .map(|n| wire.from.offset(n * step * dx, n * step * dy))
        .collect()
}

fn targets(goal: &Goal) -> HashSet<Location> {
    let mut targets: HashSet<Location> = goal.wires.iter().flat_map(places_on).collect();
    targets.insert(goal.place);
    targets
}

struct Search<'a> {
    field: &'a Field,
    from: Location,
    targets: &'a HashSet<Location>,
    net: usize,
    old: HashSet<Location>,
    area: Bounds,
    covered: HashSet<Location>,
    best: HashMap<Node, (u32, Option<Node>)>,
}

impl<'a> Search<'a> {
    fn new(
        field: &'a Field,
        from: Location,
        goal: &Goal,
        targets: &'a HashSet<Location>,
        net: usize,
    ) -> Search<'a> {
        // Old wires may lead around things, and targets may be far: the area holds the nearest of them.
        let near = targets.iter().min_by_key(|at| distance(**at, from));
        let near = near.copied().unwrap_or(goal.place);
        let old = goal.old.iter().flat_map(Wire::ends);
        let places = [from, near].into_iter().chain(old);
        let area = Bounds::of(places.map(<(i32, i32)>::from));
        let area = area.map_or(
            Bounds {
                left: 0,
                top: 0,
                right: 0,
                bottom: 0,
            },
            |area| area.grown(MARGIN),
        );
        Search {
            covered: covered(&field.bodies, area, from),
            old: goal.old.iter().flat_map(places_on).collect(),
            field,
            from,
            targets,
            net,
            area,
            best: HashMap::new(),
        }
    }

    fn run(mut self) -> Option<Vec<Location>> {
        let mut open = BinaryHeap::new();
        for direction in 0..4 {
            let node = Node {
                at: self.from,
                direction,
            };
            self.best.insert(node, (0, None));
            open.push((Reverse(0), node));
        }
        let mut seen = HashSet::new();
        while let Some((_, node)) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            if self.targets.contains(&node.at) {
                return Some(self.path(node));
            }
            if seen.len() > 4 * MOST_PLACES {
                return None;
            }
            for (next, cost) in self.neighbours(node) {
                let total = self.best[&node].0 + cost;
                let known = self.best.get(&next);
                if known.is_none_or(|&(best, _)| total < best) {
                    self.best.insert(next, (total, Some(node)));
                    open.push((Reverse(total), next));
                }
            }
        }
        None
    }

    fn neighbours(&self, node: Node) -> Vec<(Node, u32)> {
        let free = node.at == self.from || self.field.is_free(node.at, self.net);
        let mut next = Vec::new();
        for (direction, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
            let turns = usize::from(node.direction) != direction;
            let back = (usize::from(node.direction) + 2) % 4 == direction;
            let starts = node.at == self.from;
            if (turns && !free) || (back && !starts) {
                continue;
            }
            let at = node.at.offset(dx, dy);
            if let Some(cost) = self.step(at, dy == 0) {
                let corner = if turns && !starts { CORNER } else { 0 };
                let direction = direction as u8;
                next.push((Node { at, direction }, cost + corner));
            }
        }
        next
    }

    /// The cost of a step to a place, if it is allowed.
    fn step(&self, at: Location, across: bool) -> Option<u32> {
        if at.x < 0 || at.y < 0 || !self.area.contains(at.x, at.y) {
            return None;
        }
        if self.targets.contains(&at) {
            return Some(OLD_STEP);
        }
        if !self.field.passes(at, self.net, across) {
            return None;
        }
        let mut cost = if self.old.contains(&at) {
            OLD_STEP
        } else {
            STEP
        };
        if self.field.is_crossing(at, self.net) {
            cost += CROSSING;
        }
        if self.covered.contains(&at) {
            cost += OVER_PART;
        }
        Some(cost)
    }

    fn path(&self, end: Node) -> Vec<Location> {
        let mut path = vec![end.at];
        let mut node = end;
        while let Some(&(_, Some(before))) = self.best.get(&node) {
            path.push(before.at);
            node = before;
        }
        path
    }
}

fn distance(a: Location, b: Location) -> i32 {
    (a.x - b.x).abs() + (a.y - b.y).abs()
}

/// The places of the grid through `from` inside parts.
fn covered(bodies: &[Bounds], area: Bounds, from: Location) -> HashSet<Location> {
    let mut covered = HashSet::new();
    let first = |low: i32, phase: i32| low + 1 + (phase - low - 1).rem_euclid(GRID);
    for body in bodies {
        let (left, right) = (body.left.max(area.left), body.right.min(area.right));
        let (top, bottom) = (body.top.max(area.top), body.bottom.min(area.bottom));
        let mut x = first(left, from.x);
        while x < right {
            let mut y = first(top, from.y);
            while y < bottom {
                covered.insert(Location::new(x, y));
                y += GRID;
            }
            x += GRID;
        }
    }
    covered
}

/// A path as few straight wires.
fn straight_runs(path: &[Location]) -> Vec<Wire> {
    let mut wires = Vec::new();
    let mut start = 0;
    for at in 1..path.len() {
        let ends = at + 1 == path.len() || {
            let direction = |i: usize| (path[i].x - path[i - 1].x, path[i].y - path[i - 1].y);
            direction(at) != direction(at + 1)
        };
        if ends {
            wires.push(Wire::new(path[start], path[at]));
            start = at;
        }
    }
    wires
}
