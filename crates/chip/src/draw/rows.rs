//! Rows and columns for trees.
//!
//! ```text
//!    a ───┐        every leaf has a row of its own; a part stands beside its inputs, one column further. Its wires turn
//!         └─┌──┐   in the channel before it, outer ones later than inner ones, so none of them meets another. Inputs
//!    b ─────│  ├─  below a part (a clock, a selector) come in a row below it and go straight up.
//!           └┬─┘
//!    s ──────┘
//! ```

use super::plan::Plan;
use super::shape::{At, Helper, Shape};
use super::trees::{Out, Statement, Tree};

pub(super) const GRID: i32 = 10;
pub(super) const ROW: i32 = 20;

pub(super) struct Leaf {
    pub(super) tree: Tree,
    pub(super) row: i32,
    /// The column before which it ends.
    pub(super) column: usize,
}

pub(super) struct Branch {
    pub(super) part: usize,
    pub(super) shape: Shape,
    pub(super) port: usize,
    pub(super) y: i32,
    pub(super) column: usize,
    pub(super) inputs: Vec<Input>,
}

pub(super) struct Input {
    pub(super) port: usize,
    pub(super) at: At,
    pub(super) node: Node,
}

pub(super) enum Node {
    Leaf(Leaf),
    Branch(Box<Branch>),
}

impl Node {
    /// The row in which it gives its value.
    pub(super) fn row(&self) -> i32 {
        match self {
            Node::Leaf(leaf) => leaf.row,
            Node::Branch(branch) => branch.row(),
        }
    }

    fn column(&self) -> usize {
        match self {
            Node::Leaf(_) => 0,
            Node::Branch(branch) => branch.column,
        }
    }

    /// Leaves end just before the part they lead to.
    fn lead_to(&mut self, column: usize) {
        if let Node::Leaf(leaf) = self {
            leaf.column = column;
        }
    }
}

impl Branch {
    fn row(&self) -> i32 {
        self.port_row(self.port)
    }

    /// A value that leaves below the part does so in a separate row.
    pub(super) fn port_row(&self, port: usize) -> i32 {
        let (_, dy) = self.shape.ports[port];
        match self.leaves_below(port) {
            true => self.y + dy + GRID,
            false => self.y + dy,
        }
    }

    pub(super) fn leaves_below(&self, port: usize) -> bool {
        let (dx, dy) = self.shape.ports[port];
        let right = self.shape.ports.iter().map(|(dx, _)| *dx).max();
        dy > 0 && Some(dx) < right
    }

    pub(super) fn of(&self, at: At) -> Vec<&Input> {
        self.inputs.iter().filter(|input| input.at == at).collect()
    }

    /// Finds its row beside the inputs at its left; returns where the room below it begins.
    fn stand(&mut self, left: &[i32], highest: i32, next: i32) -> i32 {
        let rows = self.of(At::Left);
        let rows: Vec<i32> = rows.iter().map(|input| input.node.row()).collect();
        let middle = |of: &[i32]| match (of.first(), of.last()) {
            (Some(first), Some(last)) => (first + last).div_euclid(2),
            _ => 0,
        };
        let wanted = match rows.is_empty() {
            true => highest,
            false => middle(&rows) - middle(left),
        };
        self.y = up(wanted.max(highest));
        next.max(self.y + self.shape.bounds.bottom + GRID)
    }

    /// Where the wires of the inputs at the left turn, counted from the left; 0 for a straight wire.
    pub(super) fn tracks(&self) -> Vec<i32> {
        let rows: Vec<(i32, i32)> = self
            .of(At::Left)
            .iter()
            .map(|input| (input.node.row(), self.y + self.shape.ports[input.port].1))
            .collect();
        tracks(&rows)
    }
}

/// Wires from one row to another, from top to bottom: of those that go down, higher ones turn later.
pub(super) fn tracks(rows: &[(i32, i32)]) -> Vec<i32> {
    let down = rows.iter().filter(|(from, to)| from < to).count() as i32;
    let (mut below, mut up) = (down, 0);
    let track = |&(from, to): &(i32, i32)| match from.cmp(&to) {
        std::cmp::Ordering::Less => {
            below -= 1;
            below + 1
        }
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => {
            up += 1;
            up
        }
    };
    rows.iter().map(track).collect()
}

/// A statement with its place.
pub(super) struct Placed {
    pub(super) node: Node,
    pub(super) outs: Vec<PlacedOut>,
}

pub(super) struct PlacedOut {
    pub(super) out: Out,
    pub(super) port: usize,
    pub(super) row: i32,
}

pub(super) struct Rows<'a> {
    pub(super) plan: &'a Plan,
    pub(super) helpers: &'a [Helper],
}

impl Rows<'_> {
    /// Places a statement in the band that begins at `top`; returns where the band ends.
    pub(super) fn statement(&self, statement: Statement, top: i32) -> (Placed, i32) {
        let Statement { tree, outs } = statement;
        // Values that leave side by side need more room than the part may take.
        let above = if outs.len() > 1 {
            ROW * outs.len() as i32 / 2
        } else {
            0
        };
        let (mut node, mut bottom) = self.node(tree, top + above);
        node.lead_to(node.column() + 1);
        let mut placed = Vec::new();
        if let [_] = outs[..] {
            for out in outs {
                let row = node.row();
                bottom = bottom.max(row + below(&out));
                placed.push(PlacedOut {
                    out,
                    port: port_of(&node),
                    row,
                });
            }
        } else if let Node::Branch(branch) = &node {
            placed = spread(branch, outs, top);
            if let Some(last) = placed.last() {
                bottom = bottom.max(last.row + below(&last.out));
            }
        }
        (Placed { node, outs: placed }, bottom)
    }

    /// A tree, and where its band ends.
    fn node(&self, tree: Tree, top: i32) -> (Node, i32) {
        match tree {
            Tree::Part { part, port, inputs } => self.branch(part, port, inputs, top),
            tree => {
                let row = top + GRID;
                let leaf = Leaf {
                    tree,
                    row,
                    column: 0,
                };
                (Node::Leaf(leaf), row + GRID)
            }
        }
    }

    fn branch(
        &self,
        part: usize,
        port: usize,
        inputs: Vec<(usize, Tree)>,
        top: i32,
    ) -> (Node, i32) {
        let shape = Shape::of(self.plan, self.helpers, &self.plan.parts[part]);
        let used: Vec<usize> = inputs.iter().map(|(port, _)| *port).collect();
        let mut inputs: Vec<(usize, At, Tree)> = inputs
            .into_iter()
            .map(|(port, tree)| (port, shape.at(port, &used), tree))
            .collect();
        inputs.sort_by_key(|(port, at, _)| {
            let (x, y) = shape.ports[*port];
            match at {
                At::Above => (0, -x),
                At::Left => (1, y),
                At::Below => (2, x),
            }
        });
        let mut branch = Branch {
            part,
            shape,
            port,
            y: 0,
            column: 1,
            inputs: Vec::new(),
        };
        let bottom = self.around(&mut branch, inputs, top);
        for input in &mut branch.inputs {
            input.node.lead_to(branch.column);
        }
        (Node::Branch(Box::new(branch)), bottom)
    }

    /// Places the inputs and the part itself.
    fn around(&self, branch: &mut Branch, inputs: Vec<(usize, At, Tree)>, top: i32) -> i32 {
        let bounds = branch.shape.bounds;
        let left = inputs.iter().filter(|(_, at, _)| *at == At::Left);
        let left: Vec<i32> = left.map(|(port, ..)| branch.shape.ports[*port].1).collect();
        let mut next = top;
        let mut highest = top - bounds.top;
        let mut stands = false;
        for (port, at, tree) in inputs {
            if at == At::Below && !std::mem::replace(&mut stands, true) {
                next = branch.stand(&left, highest, next);
            }
            if at == At::Left && branch.of(At::Left).is_empty() {
                highest = highest.max(next - bounds.top);
                next += room_above(&left, bounds.top);
            }
            let (node, bottom) = self.node(tree, up(next));
            next = bottom;
            if at == At::Above {
                highest = highest.max(node.row() + GRID - bounds.top);
            }
            branch.column = branch.column.max(1 + node.column());
            branch.inputs.push(Input { port, at, node });
        }
        if !stands {
            next = branch.stand(&left, highest, next);
        }
        up(next.max(branch.row() + GRID))
    }
}

/// Few inputs are centred on a part that is taller than they are.
fn room_above(left: &[i32], top: i32) -> i32 {
    let (Some(first), Some(last)) = (left.first(), left.last()) else {
        return 0;
    };
    let room = up((first - top - GRID).max(0));
    let more = ROW * (left.len() as i32 - 1) - (last - first);
    (room - up(more.max(0) / 2)).max(0)
}

fn port_of(node: &Node) -> usize {
    match node {
        Node::Leaf(_) => 0,
        Node::Branch(branch) => branch.port,
    }
}

/// How much room a value needs below its row.
fn below(out: &Out) -> i32 {
    match (&out.label, out.leaves) {
        (Some(_), true) => 2 * ROW,
        _ => GRID,
    }
}

/// Rows for values that leave a part side by side, from top to bottom.
fn spread(branch: &Branch, mut outs: Vec<Out>, top: i32) -> Vec<PlacedOut> {
    let port_of = |out: &Out| match out.source {
        super::plan::Source::Port { port, .. } => port,
        _ => 0,
    };
    outs.sort_by_key(|out| {
        let port = port_of(out);
        (branch.leaves_below(port), branch.shape.ports[port].1)
    });
    let rows: Vec<i32> = outs
        .iter()
        .map(|out| branch.port_row(port_of(out)))
        .collect();
    let heights: Vec<i32> = outs.iter().map(|out| below(out).max(GRID) + GRID).collect();
    let total: i32 = heights.iter().rev().skip(1).sum();
    let middle = (rows[0] + rows[rows.len() - 1]) / 2;
    let mut row = up((middle - total / 2).max(top + GRID));
    let mut placed = Vec::new();
    for (out, height) in outs.into_iter().zip(heights) {
        let port = port_of(&out);
        placed.push(PlacedOut { out, port, row });
        row += height;
    }
    placed
}

/// To the grid.
pub(super) fn up(y: i32) -> i32 {
    (y + GRID - 1).div_euclid(GRID) * GRID
}
