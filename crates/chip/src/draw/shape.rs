//! The size of a part and the positions of its ports.

use circuit::edit::{NewPart, PartKind, part_bounds, part_ports};
use circuit::picture::Bounds;
use circuit::project::{Component, Kind, Location, Project};

use super::plan::{Part, Plan, What};

/// The box of a chip that is called: its ports are its inputs and then its outputs.
pub(super) struct Helper {
    pub(super) kind: PartKind,
    pub(super) ports: Vec<(i32, i32)>,
    pub(super) bounds: Bounds,
}

pub(super) struct Shape {
    pub(super) kind: PartKind,
    pub(super) ports: Vec<(i32, i32)>,
    pub(super) bounds: Bounds,
    is_gate: bool,
}

/// The side of a part an input is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    Left,
    Above,
    Below,
}

/// Room for a label above a part.
const LABEL: i32 = 20;

impl Shape {
    pub(super) fn of(plan: &Plan, helpers: &[Helper], part: &Part) -> Shape {
        match part.what {
            What::Builtin(kind) => Shape::builtin(kind, &part.attrs),
            What::Helper(number) => {
                let helper = &helpers[number];
                let mut bounds = helper.bounds;
                bounds.top -= LABEL;
                Shape {
                    kind: helper.kind,
                    ports: helper.ports.clone(),
                    bounds,
                    is_gate: false,
                }
            }
            // All selections have become splitters.
            What::Slice(_) => Shape::builtin(Kind::Splitter, &plan.parts[0].attrs),
        }
    }

    pub(super) fn builtin(kind: Kind, attrs: &[(String, String)]) -> Shape {
        let (ports, mut bounds) = measured(kind, attrs);
        let labelled = attrs.iter().any(|(name, _)| name == "label");
        if labelled {
            bounds.top -= LABEL;
        }
        for &(x, y) in &ports {
            bounds = Bounds {
                left: bounds.left.min(x),
                top: bounds.top.min(y),
                right: bounds.right.max(x),
                bottom: bounds.bottom.max(y),
            };
        }
        let is_gate = matches!(kind, Kind::And | Kind::Or | Kind::Xor);
        Shape {
            kind: PartKind::Builtin(kind),
            ports,
            bounds,
            is_gate,
        }
    }

    /// The side an input port is on, among the ports in use.
    pub(super) fn at(&self, port: usize, inputs: &[usize]) -> At {
        let left = inputs.iter().map(|&port| self.ports[port].0).min();
        let (x, y) = self.ports[port];
        match () {
            () if self.is_gate || Some(x) == left => At::Left,
            () if y < 0 => At::Above,
            () => At::Below,
        }
    }
}

/// Ports and body of a built-in part at the origin.
pub(super) fn measured(kind: Kind, attrs: &[(String, String)]) -> (Vec<(i32, i32)>, Bounds) {
    let component = NewPart {
        what: PartKind::Builtin(kind),
        location: Location::new(0, 0),
        attrs: attrs.to_vec(),
    }
    .component();
    around(&Project::default(), &component)
}

pub(super) fn around(project: &Project, component: &Component) -> (Vec<(i32, i32)>, Bounds) {
    let ports = part_ports(project, component);
    let ports = ports.into_iter().map(|at| (at.x, at.y));
    (ports.collect(), part_bounds(project, component))
}
