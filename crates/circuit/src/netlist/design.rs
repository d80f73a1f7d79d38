//! The tree of instances: every use of a circuit has parts and nets of its own.
//!
//! Numbers are flat: part `p` of an instance is `first_part + p`, and so for ports and nets.

use std::sync::Arc;

use super::sheet::Sheet;
use crate::layout::Direction;
use crate::part::{Native, PinInfo};
use crate::project::{CircuitId, Component, Kind, Project, What};

/// A part of a [`Design`]: a component of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId(pub u32);

/// What is inside a sub-circuit component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    Instance(u32),
    /// A native part stands in; index in [`Design::natives`].
    Native(u32),
}

#[derive(Clone, Debug)]
pub struct Instance {
    pub circuit: CircuitId,
    /// The instance and the component in it that this is, unless it is the root.
    pub parent: Option<(u32, u32)>,
    pub first_part: u32,
    pub first_port: u32,
    pub first_net: u32,
    /// Children by component, in order.
    pub children: Vec<(u32, Child)>,
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
    #[error("no circuit or instance is called '{0}', so nothing can be replaced by a native part")]
    NothingToReplace(String),
}

/// No circuit may have more parts or instances than this.
const MOST_PARTS: usize = 500_000;

/// A circuit with everything inside it.
pub struct Design {
    pub project: Arc<Project>,
    /// By circuit; those not used are empty.
    pub sheets: Vec<Arc<Sheet>>,
    /// The root first; parents before their children.
    pub instances: Vec<Instance>,
    pub natives: Vec<(PartId, Box<dyn Native>)>,
    pub parts: usize,
    pub ports: usize,
    pub nets: usize,
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
            project,
            instances: Vec::new(),
            natives: Vec::new(),
            parts: 0,
            ports: 0,
            nets: 0,
        };
        let mut used = vec![false; options.natives.len()];
        design.add_instance(root, None)?;
        let mut next = 0;
        while next < design.instances.len() {
            design.add_children(next as u32, options, &mut used)?;
            next += 1;
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
        parent: Option<(u32, u32)>,
    ) -> Result<u32, BuildError> {
        let index = circuit.0 as usize;
        if self.sheets[index].port_start.is_empty() {
            let gate_undefined = self.project.options.gate_undefined;
            let sheet = Sheet::build(&self.project, self.project.circuit(circuit), gate_undefined);
            self.sheets[index] = Arc::new(sheet);
        }
        let sheet = &self.sheets[index];
        self.instances.push(Instance {
            circuit,
            parent,
            first_part: self.parts as u32,
            first_port: self.ports as u32,
            first_net: self.nets as u32,
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
        Ok(self.instances.len() as u32 - 1)
    }

    fn add_children(
        &mut self,
        instance: u32,
        options: &DesignOptions,
        used: &mut [bool],
    ) -> Result<(), BuildError> {
        let project = self.project.clone();
        let circuit = project.circuit(self.instances[instance as usize].circuit);
        for (index, component) in circuit.components.iter().enumerate() {
            let What::Circuit(inner) = component.what else {
                continue;
            };
            let part = PartId(self.instances[instance as usize].first_part + index as u32);
            let child = match self.native_for(part, inner, options, used) {
                Some(native) => {
                    self.natives.push((part, native));
                    Child::Native(self.natives.len() as u32 - 1)
                }
                None => Child::Instance(self.add_instance(inner, Some((instance, index as u32)))?),
            };
            self.instances[instance as usize]
                .children
                .push((index as u32, child));
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
        sheet.ports[sheet.component_ports(component as usize)]
            .iter()
            .map(|port| PinInfo {
                label: inner.components[port.pin as usize]
                    .label()
                    .unwrap_or("")
                    .to_string(),
                width: port.width,
                direction: if port.direction == Direction::In {
                    Direction::In
                } else {
                    Direction::Out
                },
            })
            .collect()
    }

    pub fn sheet(&self, instance: u32) -> &Arc<Sheet> {
        &self.sheets[self.instances[instance as usize].circuit.0 as usize]
    }

    /// The instance of a part and its component number there.
    pub fn place(&self, part: PartId) -> (u32, u32) {
        let instance = self
            .instances
            .partition_point(|instance| instance.first_part <= part.0)
            - 1;
        // Instances without parts share their first number with the next one: the last of them is the right one.
        (
            instance as u32,
            part.0 - self.instances[instance].first_part,
        )
    }

    pub fn component(&self, part: PartId) -> &Component {
        let (instance, component) = self.place(part);
        let circuit = self.instances[instance as usize].circuit;
        &self.project.circuit(circuit).components[component as usize]
    }

    pub fn child(&self, instance: u32, component: u32) -> Option<Child> {
        let children = &self.instances[instance as usize].children;
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
