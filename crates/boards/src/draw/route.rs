//! From names to wires: the ports of every net are joined by wires where a short path is free, otherwise by tunnels.
//!
//! The sheet is a grid of ten pixels. A wire may cross another net's wire at a right angle, but never touch its ends,
//! its corners or a foreign port, and never run through a component.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use super::body::{Rect, sign_facing};
use super::{ChipSheet, Terminal};
use circuit::project::{Attrs, Component, Facing, Kind, Location, What, Wire};

pub(super) const FONT: &str = "SansSerif plain 9";
const BEND: u32 = 3;
const CROSSING: u32 = 4;
const DIRECTIONS: [Facing; 4] = [Facing::East, Facing::North, Facing::West, Facing::South];
/// A stub before a tunnel is at most this long.
const LONGEST_STUB: i32 = 200;

type Cell = (i32, i32);

#[derive(Default, Clone, Copy)]
struct Use {
    body: bool,
    /// The net that ends, turns or has a port here.
    stop: Option<u32>,
    across: Option<u32>,
    down: Option<u32>,
}

struct Router {
    grid: Grid,
    reach: u32,
    wires: Vec<(u32, Wire)>,
    signs: Vec<Rect>,
}

/// The contents of the sheet by position.
struct Grid {
    cells: Vec<Use>,
    width: i32,
    height: i32,
}

impl Grid {
    /// Room for everything on a sheet, and some around it.
    fn of(sheet: &ChipSheet<'_>) -> Grid {
        let corners = sheet.bodies.iter().map(|body| (body.right, body.bottom));
        let wires = sheet.drawn.iter().map(|(_, wire)| (wire.to.x, wire.to.y));
        let (right, bottom) = corners
            .chain(wires)
            .fold((0, 0), |most, at| (at.0.max(most.0), at.1.max(most.1)));
        let (width, height) = (right / 10 + 9, bottom / 10 + 9);
        Grid {
            cells: vec![Use::default(); (width * height) as usize],
            width,
            height,
        }
    }

    fn index(&self, (x, y): Cell) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then_some((y * self.width + x) as usize)
    }

    fn get(&self, cell: Cell) -> Use {
        self.index(cell)
            .map_or_else(Use::default, |index| self.cells[index])
    }

    fn change(&mut self, cell: Cell, change: impl FnOnce(&mut Use)) {
        if let Some(index) = self.index(cell) {
            change(&mut self.cells[index]);
        }
    }
}

/// Connected ports and wires of a net, with the terminals among them.
#[derive(Clone, Default)]
struct Island {
    cells: BTreeSet<Cell>,
    terminals: Vec<usize>,
}

fn cell(at: Location) -> Cell {
    (at.x.div_euclid(10), at.y.div_euclid(10))
}

fn place((x, y): Cell) -> Location {
    Location::new(10 * x, 10 * y)
}

pub(super) fn route(sheet: &mut ChipSheet<'_>) {
    let nets: BTreeSet<String> = sheet.terminals.iter().map(|t| t.net.clone()).collect();
    let nets: Vec<String> = nets.into_iter().collect();
    let number = |name: &str| nets.binary_search_by(|net| net.as_str().cmp(name)).ok();
    let mut router = Router::new(sheet);
    for (index, terminal) in sheet.terminals.iter().enumerate() {
        let net = number(&terminal.net).expect("a terminal's net is listed") as u32;
        router.occupy_port(sheet, index, net);
    }
    for (name, wire) in &sheet.drawn {
        let net = number(name);
        let net = net.unwrap_or_else(|| panic!("{}: no port is on {name}", sheet.circuit.name));
        router.draw(net as u32, *wire);
    }
    let mut by_net: Vec<Vec<usize>> = vec![Vec::new(); nets.len()];
    for (index, terminal) in sheet.terminals.iter().enumerate() {
        by_net[number(&terminal.net).expect("listed")].push(index);
    }
    let mut order: Vec<usize> = (0..nets.len()).collect();
    order.sort_by_key(|&net| {
        (
            !sheet.tunnels.contains(&nets[net]),
            span(sheet, &by_net[net]),
            net,
        )
    });
    for net in order {
        let islands = router.islands(sheet, net as u32, &by_net[net]);
        let islands = match sheet.tunnels.contains(&nets[net]) {
            true => islands,
            false => router.join(net as u32, islands),
        };
        if islands.len() > 1 {
            // A probe takes any width; the others of the net know it.
            let widths = by_net[net]
                .iter()
                .map(|&index| sheet.terminals[index].width);
            let width = widths.max().unwrap_or(0).max(1);
            for island in &islands {
                router.sign(sheet, net as u32, width, island);
            }
        } else if sheet.terminals[by_net[net][0]].width > 0 && by_net[net].len() == 1 {
            let (name, at) = (&nets[net], sheet.terminals[by_net[net][0]].at);
            panic!("{}: {name} at {at} leads nowhere", sheet.circuit.name);
        }
    }
    sheet.circuit.wires = cut(&router.wires);
    check(sheet);
}

fn span(sheet: &ChipSheet<'_>, terminals: &[usize]) -> i32 {
    let at = terminals.iter().map(|&index| sheet.terminals[index].at);
    let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
    for at in at {
        low = (low.0.min(at.x), low.1.min(at.y));
        high = (high.0.max(at.x), high.1.max(at.y));
    }
    high.0 - low.0 + high.1 - low.1
}

impl Router {
    fn new(sheet: &ChipSheet<'_>) -> Router {
        let mut grid = Grid::of(sheet);
        for body in &sheet.bodies {
            for x in (body.left + 9).div_euclid(10)..=body.right.div_euclid(10) {
                for y in (body.top + 9).div_euclid(10)..=body.bottom.div_euclid(10) {
                    grid.change((x, y), |used| used.body = true);
                }
            }
        }
        Router {
            grid,
            reach: sheet.reach,
            wires: Vec::new(),
            signs: sheet.bodies.clone(),
        }
    }

    fn at(&self, cell: Cell) -> Use {
        self.grid.get(cell)
    }

    fn occupy_port(&mut self, sheet: &ChipSheet<'_>, terminal: usize, net: u32) {
        let Terminal { at, net: name, .. } = &sheet.terminals[terminal];
        assert!(
            self.at(cell(*at)).stop.is_none_or(|other| other == net),
            "{}: {name} meets another net at {at}",
            sheet.circuit.name
        );
        self.grid.change(cell(*at), |used| used.stop = Some(net));
    }

    fn draw(&mut self, net: u32, wire: Wire) {
        self.wires.push((net, wire));
        let (a, b) = (cell(wire.from), cell(wire.to));
        for x in a.0..=b.0 {
            for y in a.1..=b.1 {
                self.grid.change((x, y), |used| match wire.is_vertical() {
                    true => used.down = Some(net),
                    false => used.across = Some(net),
                });
            }
        }
        for end in [a, b] {
            self.grid.change(end, |used| used.stop = Some(net));
        }
    }

    /// Existing connections: ports at one place, and along the wires drawn by hand.
    fn islands(&self, sheet: &ChipSheet<'_>, net: u32, terminals: &[usize]) -> Vec<Island> {
        let mut islands: Vec<Island> = Vec::new();
        for &index in terminals {
            let mut island = Island::default();
            island.cells.insert(cell(sheet.terminals[index].at));
            island.terminals.push(index);
            absorb(&mut islands, island);
        }
        for (_, wire) in self.wires.iter().filter(|(of, _)| *of == net) {
            let mut island = Island::default();
            let (a, b) = (cell(wire.from), cell(wire.to));
            for x in a.0..=b.0 {
                island.cells.extend((a.1..=b.1).map(|y| (x, y)));
            }
            absorb(&mut islands, island);
        }
        islands
    }

    /// Joins islands as long as a path within reach is found; the remaining ones need tunnels.
    fn join(&mut self, net: u32, islands: Vec<Island>) -> Vec<Island> {
        let mut left = islands;
        let mut done: Vec<Island> = Vec::new();
        while let Some(mut island) = left.pop() {
            match self.way(net, &island, &left) {
                None => done.push(island),
                Some((path, target)) => {
                    let other = left.remove(target);
                    for wire in straight(&path) {
                        self.draw(net, wire);
                    }
                    island.cells.extend(path);
                    island.cells.extend(other.cells);
                    island.terminals.extend(other.terminals);
                    left.push(island);
                }
            }
        }
        done
    }

    /// The cheapest way from an island to one of the others.
    fn way(&self, net: u32, from: &Island, others: &[Island]) -> Option<(Vec<Cell>, usize)> {
        if others.is_empty() {
            return None;
        }
        let mut goal: HashMap<Cell, usize> = HashMap::new();
        for (index, other) in others.iter().enumerate() {
            for &cell in &other.cells {
                if self.can_join(net, cell) {
                    goal.insert(cell, index);
                }
            }
        }
        let boxes: Vec<Rect> = others.iter().filter_map(span_of).collect();
        let slot = |cell, direction| 4 * self.grid.index(cell).unwrap_or(0) + direction;
        let mut best = vec![u32::MAX; 4 * self.grid.cells.len()];
        // The direction the way had before; 4 at its start.
        let mut before = vec![4_u8; best.len()];
        let mut queue = BinaryHeap::new();
        for &start in from.cells.iter().filter(|&&cell| self.can_join(net, cell)) {
            for direction in 0..4 {
                best[slot(start, direction)] = 0;
                queue.push(Reverse((0, start, direction)));
            }
        }
        while let Some(Reverse((cost, at, direction))) = queue.pop() {
            if best[slot(at, direction)] < cost {
                continue;
            }
            if let Some(&target) = goal.get(&at) {
                return Some((self.trace(&before, at, direction), target));
            }
            let must_go_on = self.crosses(net, at, direction);
            for next_direction in 0..4 {
                let turned = next_direction != direction;
                if turned && (must_go_on || next_direction == (direction + 2) % 4) {
                    continue;
                }
                let Some((next, step)) = self.step(net, at, next_direction) else {
                    continue;
                };
                let cost = cost + step + if turned && cost > 0 { BEND } else { 0 };
                let state = slot(next, next_direction);
                let within = cost + distance(next, &boxes) <= self.reach;
                if within && cost < best[state] {
                    best[state] = cost;
                    before[state] = direction as u8;
                    queue.push(Reverse((cost, next, next_direction)));
                }
            }
        }
        None
    }

    /// The cells of a way, from its end back to its start.
    fn trace(&self, before: &[u8], end: Cell, direction: usize) -> Vec<Cell> {
        let (mut at, mut direction) = (end, direction);
        let mut path = vec![at];
        while let Some(index) = self.grid.index(at) {
            let earlier = usize::from(before[4 * index + direction]);
            if earlier == 4 {
                break;
            }
            let (dx, dy) = DIRECTIONS[direction].step(1, 0);
            at = (at.0 - dx, at.1 - dy);
            path.push(at);
            direction = earlier;
        }
        path
    }

    /// Whether a wire of the net may end or turn here.
    fn can_join(&self, net: u32, cell: Cell) -> bool {
        let used = self.at(cell);
        let own = |user: Option<u32>| user.is_none_or(|user| user == net);
        own(used.stop) && own(used.across) && own(used.down)
    }

    /// Whether a foreign wire is crossed here.
    fn crosses(&self, net: u32, cell: Cell, direction: usize) -> bool {
        let used = self.at(cell);
        let other = match direction % 2 {
            0 => used.down,
            _ => used.across,
        };
        other.is_some_and(|other| other != net)
    }

    fn step(&self, net: u32, (x, y): Cell, direction: usize) -> Option<(Cell, u32)> {
        let (dx, dy) = DIRECTIONS[direction].step(1, 0);
        let next = (x + dx, y + dy);
        let inside = self.grid.index(next).is_some();
        let used = self.at(next);
        let own = |user: Option<u32>| user.is_none_or(|user| user == net);
        let along = match direction % 2 {
            0 => used.across,
            _ => used.down,
        };
        let free = !used.body || used.stop == Some(net);
        if !inside || !free || !own(used.stop) || !own(along) {
            return None;
        }
        let crossing = self.crosses(net, next, direction);
        Some((next, 1 + if crossing { CROSSING } else { 0 }))
    }

    /// Puts a tunnel at an island: straight out of one of its ports, as near as there is room.
    fn sign(&mut self, sheet: &mut ChipSheet<'_>, net: u32, width: u32, island: &Island) {
        let Some((index, length)) = self.sign_place(sheet, net, island) else {
            return;
        };
        let Terminal {
            net: name, at, out, ..
        } = &sheet.terminals[index];
        let (dx, dy) = out.step(length, 0);
        let (at, end, name, out) = (*at, at.offset(dx, dy), name.clone(), *out);
        if length > 0 {
            self.draw(net, Wire::new(at, end));
        }
        let facing = opposite(out);
        let rect = sign_facing(&name, facing).at(end);
        self.signs.push(rect);
        for x in (rect.left + 9).div_euclid(10)..=rect.right.div_euclid(10) {
            for y in (rect.top + 9).div_euclid(10)..=rect.bottom.div_euclid(10) {
                self.grid.change((x, y), |used| used.body = true);
            }
        }
        let set = [
            ("facing", facing.name().to_string()),
            ("width", width.to_string()),
            ("label", name),
            ("labelfont", FONT.to_string()),
        ];
        sheet.circuit.components.push(Component {
            what: What::Builtin(Kind::Tunnel),
            location: end,
            attrs: Attrs::new(set.map(|(n, v)| (n.to_string(), v))),
            contents: None,
            from_library: false,
        });
    }

    /// A port and the length of its stub; the last resort is a tunnel on the port itself.
    fn sign_place(&self, sheet: &ChipSheet<'_>, net: u32, island: &Island) -> Option<(usize, i32)> {
        let is_sign = |index: &usize| {
            let at = sheet.terminals[*index].at;
            let mut all = sheet.circuit.components.iter();
            all.any(|c| c.kind() == Some(Kind::Tunnel) && c.location == at)
        };
        if island.terminals.iter().any(is_sign) {
            return None;
        }
        let mut best: Option<(i32, usize)> = None;
        for &index in &island.terminals {
            if let Some(length) = self.stub(&sheet.terminals[index], net) {
                best = best.into_iter().chain([(length, index)]).min();
            }
        }
        match best {
            Some((length, index)) => Some((index, length)),
            None => island.terminals.first().map(|&index| (index, 0)),
        }
    }

    fn stub(&self, terminal: &Terminal, net: u32) -> Option<i32> {
        let direction = DIRECTIONS.iter().position(|&d| d == terminal.out)?;
        let mut at = cell(terminal.at);
        for length in (0..LONGEST_STUB).step_by(10) {
            let room = sign_facing(&terminal.net, opposite(terminal.out)).at(place(at));
            let clear = !self.signs.iter().any(|sign| sign.meets(&room));
            let ends = length == 0 || self.can_join(net, at);
            if clear && ends && !self.wired(room, net, at) {
                return Some(length);
            }
            at = self.step(net, at, direction)?.0;
        }
        None
    }

    /// Whether a foreign wire or port lies in this room.
    fn wired(&self, room: Rect, net: u32, end: Cell) -> bool {
        let mut cells = (room.left.div_euclid(10)..=room.right.div_euclid(10)).flat_map(|x| {
            ((room.top + 3).div_euclid(10)..=(room.bottom - 3).div_euclid(10)).map(move |y| (x, y))
        });
        cells.any(|cell| {
            let used = self.at(cell);
            let foreign = |user: Option<u32>| user.is_some_and(|user| user != net);
            cell != end && (foreign(used.stop) || foreign(used.across) || foreign(used.down))
        })
    }
}

fn opposite(facing: Facing) -> Facing {
    match facing {
        Facing::East => Facing::West,
        Facing::West => Facing::East,
        Facing::North => Facing::South,
        Facing::South => Facing::North,
    }
}

/// The cells of an island lie in this box, counted in cells.
fn span_of(island: &Island) -> Option<Rect> {
    let &(x, y) = island.cells.first()?;
    let start = Rect::new(x, y, 0, 0);
    Some(island.cells.iter().fold(start, |all, &(x, y)| Rect {
        left: all.left.min(x),
        top: all.top.min(y),
        right: all.right.max(x),
        bottom: all.bottom.max(y),
    }))
}

/// Lower bound of the steps from a cell to the nearest box.
fn distance((x, y): Cell, boxes: &[Rect]) -> u32 {
    let beyond = |at: i32, low: i32, high: i32| (low - at).max(at - high).max(0) as u32;
    let far = |b: &Rect| beyond(x, b.left, b.right) + beyond(y, b.top, b.bottom);
    boxes.iter().map(far).min().unwrap_or(0)
}

/// Adds an island to those it touches.
fn absorb(islands: &mut Vec<Island>, mut island: Island) {
    let touching = |other: &Island| !other.cells.is_disjoint(&island.cells);
    let (touched, apart): (Vec<_>, Vec<_>) = islands.drain(..).partition(touching);
    for other in touched {
        island.cells.extend(other.cells);
        island.terminals.extend(other.terminals);
    }
    *islands = apart;
    islands.push(island);
}

/// A path as straight wires.
fn straight(path: &[Cell]) -> Vec<Wire> {
    let mut wires = Vec::new();
    let mut start = 0;
    for end in 1..path.len() {
        let turns = path.get(end + 1).is_none_or(|next| {
            (next.0 - path[end].0, next.1 - path[end].1)
                != (path[end].0 - path[end - 1].0, path[end].1 - path[end - 1].1)
        });
        if turns {
            wires.push(Wire::new(place(path[start]), place(path[end])));
            start = end;
        }
    }
    wires
}

/// The wires cut wherever another of their net ends, overlapping ones once: where four meet Logisim would otherwise
/// take two in a line for one wire that crosses the others.
fn cut(wires: &[(u32, Wire)]) -> Vec<Wire> {
    let mut pieces = BTreeSet::new();
    for (net, wire) in wires {
        let own = wires.iter().filter(|(of, _)| of == net);
        let ends = own.flat_map(|(_, other)| [other.from, other.to]);
        let mut stops: Vec<Location> = ends.filter(|&end| on(end, wire)).collect();
        stops.sort_unstable();
        stops.dedup();
        pieces.extend(stops.windows(2).map(|pair| (pair[0], pair[1])));
    }
    let wire = |(from, to)| Wire { from, to };
    pieces.into_iter().map(wire).collect()
}

fn on(at: Location, wire: &Wire) -> bool {
    (wire.from.x..=wire.to.x).contains(&at.x) && (wire.from.y..=wire.to.y).contains(&at.y)
}

/// Ports are connected exactly when their nets have the same name.
fn check(sheet: &ChipSheet<'_>) {
    let mut points: Vec<(Location, Option<&str>)> = Vec::new();
    points.extend(sheet.terminals.iter().map(|t| (t.at, Some(t.net.as_str()))));
    let tunnels = sheet.circuit.components.iter();
    let tunnels = tunnels.filter(|c| c.kind() == Some(Kind::Tunnel));
    points.extend(tunnels.map(|tunnel| (tunnel.location, tunnel.label())));
    let mut group: Vec<usize> = (0..points.len() + sheet.circuit.wires.len()).collect();
    fn root(group: &[usize], mut at: usize) -> usize {
        while group[at] != at {
            at = group[at];
        }
        at
    }
    for (i, wire) in sheet.circuit.wires.iter().enumerate() {
        let i = points.len() + i;
        let touching = points
            .iter()
            .enumerate()
            .filter(|(_, (at, _))| on(*at, wire));
        let touching: Vec<usize> = touching.map(|(j, _)| j).collect();
        let others = sheet.circuit.wires.iter().enumerate();
        let others = others.filter(|(_, other)| {
            on(other.from, wire) || on(other.to, wire) || on(wire.from, other) || on(wire.to, other)
        });
        let others: Vec<usize> = others.map(|(j, _)| points.len() + j).collect();
        for j in touching.into_iter().chain(others) {
            let (a, b) = (root(&group, i), root(&group, j));
            group[a] = b;
        }
    }
    let mut name_of: HashMap<usize, &str> = HashMap::new();
    for (j, (at, net)) in points.iter().enumerate() {
        let Some(net) = net else { continue };
        let known = name_of.entry(root(&group, j)).or_insert(net);
        assert!(
            known == net,
            "{}: {net} and {known} are joined by mistake at {at}",
            sheet.circuit.name
        );
    }
}
