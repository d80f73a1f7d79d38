//! The tree of instances: every use of a circuit has separate parts and nets.
//!
//! Numbers are flat: part `p` of an instance is `first_part + p`, and so for ports and nets.

use std::sync::{Arc, OnceLock};

use super::ids::{
    ById, ComponentId, Id, InstanceId, NetId, PartId, PortId, SheetNetId, SheetPortId, ids,
};
use super::names::Names;
use super::sheet::{Sheet, SheetPort};
use crate::component::{Direction, Native, PinInfo};
use crate::project::{CircuitId, Component, Kind, Project, What};

/// The contents of a sub-circuit component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    Instance(InstanceId),
    /// A native part replaces it.
    Native,
}

#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) circuit: CircuitId,
    /// The instance and the component in it that this is, unless it is the root.
    pub(crate) parent: Option<(InstanceId, ComponentId)>,
    /// How many instances it is inside of.
    depth: u32,
    pub(crate) first_part: PartId,
    pub(crate) first_port: PortId,
    pub(crate) first_net: NetId,
    /// Children by component, in order.
    pub(crate) children: Vec<(ComponentId, Child)>,
}

impl Instance {
    /// A component of its circuit as a part of the design.
    #[inline]
    pub(crate) fn part(&self, component: ComponentId) -> PartId {
        PartId(self.first_part.0 + component.0)
    }

    /// A port of its sheet as a port of the design.
    #[inline]
    pub(crate) fn port(&self, local: SheetPortId) -> PortId {
        PortId(self.first_port.0 + local.0)
    }

    /// A port of the design as a port of its sheet.
    #[inline]
    pub(crate) fn local_port(&self, port: PortId) -> SheetPortId {
        SheetPortId(port.0 - self.first_port.0)
    }

    /// A net of its sheet as a net of the design.
    #[inline]
    pub(crate) fn net(&self, local: SheetNetId) -> NetId {
        NetId(self.first_net.0 + local.0)
    }

    /// A net of the design as a net of its sheet.
    #[inline]
    pub(crate) fn local_net(&self, net: NetId) -> SheetNetId {
        SheetNetId(net.0 - self.first_net.0)
    }
}

/// Makes a native part for a circuit with these pins.
pub type NativeFactory = Arc<dyn Fn(&[PinInfo]) -> Box<dyn Native> + Send + Sync>;

#[derive(Clone, Default)]
pub struct DesignOptions {
    /// Circuits to replace by native parts: by circuit name, or by the path of one instance (starting with `/`).
    pub natives: Vec<(String, NativeFactory)>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    #[error("the project has no circuit")]
    NoCircuit,
    #[error("there is no circuit '{name}'; there are: {known}")]
    UnknownCircuit { name: String, known: String },
    #[error("the circuit is too large: more than {limit} parts")]
    TooLarge { limit: usize },
    #[error("sub-circuits are nested more than {limit} deep")]
    TooDeep { limit: u32 },
    #[error("no circuit or instance is called '{0}', so nothing can be replaced by a native part")]
    NothingToReplace(String),
}

/// Maximum number of parts or instances of a circuit.
const MOST_PARTS: usize = 500_000;
/// Maximum nesting depth of sub-circuits.
const DEEPEST: u32 = 1000;

/// A circuit with everything inside it.
pub struct Design {
    pub project: Arc<Project>,
    /// By circuit; those not used are empty.
    sheets: Vec<Arc<Sheet>>,
    /// By circuit, on first use.
    pub(super) names: Vec<OnceLock<Names>>,
    /// The root first; parents before their children.
    pub(crate) instances: ById<InstanceId, Instance>,
    pub(crate) natives: Vec<(PartId, Box<dyn Native>)>,
    pub(crate) parts: usize,
    pub(crate) ports: usize,
    pub(crate) nets: usize,
}

/// A part as a person sees it.
#[derive(Clone, Debug)]
pub struct PartInfo {
    pub id: PartId,
    pub path: String,
    /// `AND Gate`, or the name of the circuit.
    pub name: String,
    /// `None` for a sub-circuit or native part.
    pub kind: Option<Kind>,
    pub label: Option<String>,
}

impl Design {
    /// Builds `circuit` (the main one if `None`) of a project.
    pub fn build(
        project: Arc<Project>,
        circuit: Option<&str>,
        options: &DesignOptions,
    ) -> Result<Design, BuildError> {
        let root = choose(&project, circuit)?;
        let mut design = Design {
            sheets: vec![Arc::default(); project.circuits.len()],
            names: project.ids().map(|_| OnceLock::new()).collect(),
            project,
            instances: ById::new(),
            natives: Vec::new(),
            parts: 0,
            ports: 0,
            nets: 0,
        };
        let mut used = vec![false; options.natives.len()];
        design.add_instance(root, None)?;
        let mut next = InstanceId::ROOT;
        while next.index() < design.instances.len() {
            design.add_children(next, options, &mut used)?;
            next = InstanceId(next.0 + 1);
        }
        match used.iter().position(|used| !used) {
            Some(index) => Err(BuildError::NothingToReplace(
                options.natives[index].0.clone(),
            )),
            None => Ok(design),
        }
    }

    fn add_instance(
        &mut self,
        circuit: CircuitId,
        parent: Option<(InstanceId, ComponentId)>,
    ) -> Result<InstanceId, BuildError> {
        let index = circuit.0 as usize;
        if !self.sheets[index].is_built() {
            let gate_undefined = self.project.options.gate_undefined;
            let sheet = Sheet::build(&self.project, self.project.circuit(circuit), gate_undefined);
            self.sheets[index] = Arc::new(sheet);
        }
        let sheet = &self.sheets[index];
        let depth = parent.map_or(0, |(above, _)| self.instances[above].depth + 1);
        if depth > DEEPEST {
            return Err(BuildError::TooDeep { limit: DEEPEST });
        }
        let id = self.instances.add(Instance {
            circuit,
            parent,
            depth,
            first_part: PartId(self.parts as u32),
            first_port: PortId(self.ports as u32),
            first_net: NetId(self.nets as u32),
            children: Vec::new(),
        });
        self.parts += sheet.behaviours.len();
        self.ports += sheet.ports.len();
        self.nets += sheet.nets.len();
        let size = self
            .parts
            .max(self.ports / 8)
            .max(self.nets / 8)
            .max(self.instances.len());
        if size > MOST_PARTS {
            return Err(BuildError::TooLarge { limit: MOST_PARTS });
        }
        Ok(id)
    }

    fn add_children(
        &mut self,
        instance: InstanceId,
        options: &DesignOptions,
        used: &mut [bool],
    ) -> Result<(), BuildError> {
        let project = self.project.clone();
        let circuit = project.circuit(self.instances[instance].circuit);
        for (id, component) in circuit.entries() {
            let What::Circuit(inner) = component.what else {
                continue;
            };
            let part = self.instances[instance].part(id);
            let child = match self.native_for(part, inner, options, used) {
                Some(native) => {
                    self.natives.push((part, native));
                    Child::Native
                }
                None => Child::Instance(self.add_instance(inner, Some((instance, id)))?),
            };
            self.instances[instance].children.push((id, child));
        }
        Ok(())
    }

    fn native_for(
        &self,
        part: PartId,
        inner: CircuitId,
        options: &DesignOptions,
        used: &mut [bool],
    ) -> Option<Box<dyn Native>> {
        let name = &self.project.circuit(inner).name;
        let wanted =
            options
                .natives
                .iter()
                .position(|(target, _)| match target.starts_with('/') {
                    true => self.find_in_progress(target) == Some(part),
                    false => target == name,
                })?;
        used[wanted] = true;
        Some((options.natives[wanted].1)(&self.pins_of(part)))
    }

    /// The same design in which only some parts are active. A component stays active if any of its uses does.
    pub(crate) fn with_awake(&self, awake: impl Fn(PartId) -> bool) -> Design {
        let mut sheets = self.sheets.clone();
        let mut used: Vec<Vec<bool>> = sheets
            .iter()
            .map(|sheet| vec![false; sheet.behaviours.len()])
            .collect();
        for instance in self.instance_ids() {
            let used = &mut used[self.circuit(instance).0 as usize];
            for (used, part) in used.iter_mut().zip(self.parts_of(instance)) {
                *used |= awake(part);
            }
        }
        for ((sheet, used), circuit) in sheets.iter_mut().zip(used).zip(&self.project.circuits) {
            // A sub-circuit's behaviour is that of the parts inside.
            let sleeps: Vec<bool> = used
                .iter()
                .zip(&circuit.components)
                .map(|(used, component)| !used && component.kind().is_some())
                .collect();
            if sleeps.contains(&true) {
                Arc::make_mut(sheet).put_to_sleep(&sleeps);
            }
        }
        Design {
            project: self.project.clone(),
            sheets,
            names: self.project.ids().map(|_| OnceLock::new()).collect(),
            instances: self.instances.clone(),
            natives: self.natives.clone(),
            parts: self.parts,
            ports: self.ports,
            nets: self.nets,
        }
    }

    /// The path's part, as far as the tree is built.
    fn find_in_progress(&self, path: &str) -> Option<PartId> {
        self.find(path).ok()
    }

    /// The pins of a sub-circuit component in the order of its ports.
    pub fn pins_of(&self, part: PartId) -> Vec<PinInfo> {
        let (instance, component) = self.place(part);
        let sheet = self.sheet(instance);
        let What::Circuit(inner) = self.component(part).what else {
            return Vec::new();
        };
        let inner = self.project.circuit(inner);
        sheet
            .ports_of(component)
            .iter()
            .map(|port| PinInfo {
                label: inner.component(port.pin).label().unwrap_or("").to_string(),
                width: port.width,
                direction: if port.direction == Direction::In {
                    Direction::In
                } else {
                    Direction::Out
                },
            })
            .collect()
    }

    #[inline]
    pub(crate) fn sheet(&self, instance: InstanceId) -> &Sheet {
        &self.sheets[self.instances[instance].circuit.0 as usize]
    }

    /// The circuit an instance is a use of.
    pub fn circuit(&self, instance: InstanceId) -> CircuitId {
        self.instances[instance].circuit
    }

    /// All instances, the root first, parents before their children.
    pub fn instance_ids(&self) -> impl Iterator<Item = InstanceId> + use<> {
        ids(self.instances.len())
    }

    /// All parts, instance by instance.
    pub fn part_ids(&self) -> impl Iterator<Item = PartId> + use<> {
        ids(self.parts)
    }

    /// The parts of one instance, in the order of its components.
    pub fn parts_of(&self, instance: InstanceId) -> impl Iterator<Item = PartId> + use<> {
        let count = self.sheet(instance).behaviours.len() as u32;
        let first = self.instances[instance].first_part.0;
        (first..first + count).map(PartId)
    }

    /// All nets, instance by instance.
    pub fn net_ids(&self) -> impl Iterator<Item = NetId> + use<> {
        ids(self.nets)
    }

    /// The instance of a part and its component number there.
    pub fn place(&self, part: PartId) -> (InstanceId, ComponentId) {
        let after = |instance: &Instance| instance.first_part <= part;
        // Instances without parts share their first number with the next one: the last of them is the right one.
        let instance = InstanceId::from_index(self.instances.partition_point(after) - 1);
        let component = ComponentId(part.0 - self.instances[instance].first_part.0);
        (instance, component)
    }

    /// The ports of a part.
    pub fn ports_of(&self, part: PartId) -> &[SheetPort] {
        let (instance, component) = self.place(part);
        self.sheet(instance).ports_of(component)
    }

    pub fn component(&self, part: PartId) -> &Component {
        let (instance, component) = self.place(part);
        let circuit = self.instances[instance].circuit;
        self.project.circuit(circuit).component(component)
    }

    /// The instance whose sheet a part is on.
    pub fn instance_of(&self, part: PartId) -> InstanceId {
        self.place(part).0
    }

    /// The contents of a part, if it is a sub-circuit.
    pub fn inside(&self, part: PartId) -> Option<Child> {
        let (instance, component) = self.place(part);
        self.child(instance, component)
    }

    pub(crate) fn child(&self, instance: InstanceId, component: ComponentId) -> Option<Child> {
        let children = &self.instances[instance].children;
        let at = children
            .binary_search_by_key(&component, |&(component, _)| component)
            .ok()?;
        Some(children[at].1)
    }
}

fn choose(project: &Project, circuit: Option<&str>) -> Result<CircuitId, BuildError> {
    match circuit {
        None => project.main().ok_or(BuildError::NoCircuit),
        Some(name) => project.find(name).ok_or_else(|| {
            let known: Vec<&str> = project
                .circuits
                .iter()
                .map(|circuit| circuit.name.as_str())
                .take(50)
                .collect();
            BuildError::UnknownCircuit {
                name: name.to_string(),
                known: known.join(", "),
            }
        }),
    }
}
