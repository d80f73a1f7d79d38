//! Names for parts: `/Game_operator@400,300/RAM@680,420`, or labels where they tell parts apart.
//!
//! A step of a path is a label, `Name@x,y` or `@x,y`. Spaces in names and labels may be written as `_`. The last step may be a
//! label with slashes in it, such as `rd/wr'`.

use super::design::{Child, Design, PartInfo};
use super::ids::{InstanceId, PartId};
use crate::project::{Component, Kind, Location};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    #[error("'{path}': there is no '{step}' in {place}{hint}")]
    Unknown {
        path: String,
        step: String,
        place: String,
        hint: String,
    },
    #[error("'{path}': '{step}' is the name of several parts in {place}: {found}")]
    Ambiguous {
        path: String,
        step: String,
        place: String,
        found: String,
    },
    #[error("'{path}': {place} has nothing inside")]
    NotACircuit { path: String, place: String },
    #[error("a path names a part, such as /Name@100,200 or /label, not '{0}'")]
    Empty(String),
}

impl Design {
    /// The part at `path`; the slash in front may be left out.
    pub fn find(&self, path: &str) -> Result<PartId, PathError> {
        let mut instance = InstanceId::ROOT;
        let mut rest = path.trim().trim_start_matches('/');
        loop {
            let (step, behind) = match rest.split_once('/') {
                Some((step, behind)) if !self.is_label(instance, rest) => (step, Some(behind)),
                _ => (rest, None),
            };
            let component = self.step(path, instance, step)?;
            let part = self.instances[instance].part(component);
            let Some(behind) = behind else {
                return Ok(part);
            };
            match self.child(instance, component) {
                Some(Child::Instance(inner)) => instance = inner,
                _ => {
                    return Err(PathError::NotACircuit {
                        path: path.into(),
                        place: self.path(part),
                    });
                }
            }
            rest = behind;
        }
    }

    fn is_label(&self, instance: InstanceId, text: &str) -> bool {
        let circuit = self.instances[instance].circuit;
        let mut components = self.project.circuit(circuit).components.iter();
        components.any(|component| is_labelled(component, text))
    }

    fn step(&self, path: &str, instance: InstanceId, step: &str) -> Result<u32, PathError> {
        if step.is_empty() {
            return Err(PathError::Empty(path.into()));
        }
        let circuit = self.project.circuit(self.instances[instance].circuit);
        let matching = |test: &dyn Fn(&Component) -> bool| -> Vec<u32> {
            let numbered = circuit.components.iter().enumerate();
            numbered
                .filter(|(_, component)| test(component))
                .map(|(index, _)| index as u32)
                .collect()
        };
        let mut found = matching(&|component| label(component) == Some(step));
        if found.is_empty() {
            let spaced = |label: &str| label.contains(' ') && label.replace(' ', "_") == step;
            found = matching(&|component| label(component).is_some_and(spaced));
        }
        if found.is_empty()
            && let Some((name, at)) = place_and_name(step)
        {
            found =
                matching(&|component| component.location == at && self.is_called(component, name));
        }
        let place = || match circuit.name.as_str() {
            "" => "the circuit".to_string(),
            name => format!("circuit '{name}'"),
        };
        match found[..] {
            [component] => Ok(component),
            [] => Err(PathError::Unknown {
                path: path.into(),
                step: step.into(),
                place: place(),
                hint: self.hint(instance, step),
            }),
            _ => {
                let names: Vec<String> = found
                    .iter()
                    .take(5)
                    .map(|&component| self.place_name(&circuit.components[component as usize]))
                    .collect();
                Err(PathError::Ambiguous {
                    path: path.into(),
                    step: step.into(),
                    place: place(),
                    found: names.join(", "),
                })
            }
        }
    }

    /// Parts of the same place or with a similar label.
    fn hint(&self, instance: InstanceId, step: &str) -> String {
        let circuit = self.project.circuit(self.instances[instance].circuit);
        let wanted = step.split('@').next().unwrap_or("").to_lowercase();
        let similar = circuit.components.iter().filter(|component| {
            let name = component
                .name(&self.project)
                .to_lowercase()
                .replace(' ', "_");
            let label = label(component).unwrap_or("").to_lowercase();
            !wanted.is_empty()
                && (name == wanted
                    || (!label.is_empty() && (label.contains(&wanted) || wanted.contains(&label))))
        });
        let names: Vec<String> = similar
            .take(3)
            .map(|component| self.step_name(instance, component))
            .collect();
        if names.is_empty() {
            String::new()
        } else {
            format!("; did you mean {}?", names.join(" or "))
        }
    }

    fn is_called(&self, component: &Component, name: &str) -> bool {
        let own = component.name(&self.project);
        name.is_empty() || own == name || own.replace(' ', "_") == name
    }

    fn place_name(&self, component: &Component) -> String {
        format!(
            "{}@{}",
            component.name(&self.project).replace(' ', "_"),
            component.location
        )
    }

    /// The shortest sure name of a component among its neighbours.
    fn step_name(&self, instance: InstanceId, component: &Component) -> String {
        let circuit = self.project.circuit(self.instances[instance].circuit);
        let plain = |label: &&str| !label.contains(['/', '@', '[', ' ']);
        let alone = |wanted: &&str| {
            circuit
                .components
                .iter()
                .filter(|other| label(other) == Some(wanted))
                .count()
                == 1
        };
        match label(component).filter(plain).filter(alone) {
            Some(label) => label.to_string(),
            None => self.place_name(component),
        }
    }

    /// The path of a part.
    pub fn path(&self, part: PartId) -> String {
        let (instance, component) = self.place(part);
        self.path_in(instance, component)
    }

    fn path_in(&self, instance: InstanceId, component: u32) -> String {
        let place = &self.instances[instance];
        let own = &self.project.circuit(place.circuit).components[component as usize];
        let above = place.parent.map_or(String::new(), |(instance, component)| {
            self.path_in(instance, component)
        });
        format!("{above}/{}", self.step_name(instance, own))
    }

    /// The path of an instance, `/` for the root.
    pub fn instance_path(&self, instance: InstanceId) -> String {
        match self.instances[instance].parent {
            None => "/".into(),
            Some((above, component)) => self.path_in(above, component),
        }
    }

    pub fn info(&self, part: PartId) -> PartInfo {
        let component = self.component(part);
        PartInfo {
            id: part,
            path: self.path(part),
            name: component.name(&self.project).to_string(),
            kind: component.kind(),
            label: component.label().map(str::to_string),
        }
    }
}

/// The label a part can be found by. Tunnels share theirs, so it is not a name.
fn label(component: &Component) -> Option<&str> {
    component
        .label()
        .filter(|_| component.kind() != Some(Kind::Tunnel))
}

fn is_labelled(component: &Component, text: &str) -> bool {
    label(component).is_some_and(|own| own == text || own.replace(' ', "_") == text)
}

fn place_and_name(step: &str) -> Option<(&str, Location)> {
    let (name, at) = step.rsplit_once('@')?;
    Some((name, Location::parse(at)?))
}
