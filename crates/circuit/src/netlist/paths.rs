//! Paths of parts: `/Game_operator@400,300/RAM@680,420`, or labels where they are unique.
//!
//! A step of a path is what `names` prints, a label, `Name@x,y` or `@x,y`. The last step may be a label with slashes in
//! it, such as `rd/wr'`, unless that is the path of another part.

use super::design::{Child, Design, PartInfo};
use super::ids::{ComponentId, InstanceId, PartId};
use super::names::{Names, label};
use crate::project::Location;

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

/// The place in a name such as `LED@100,200`.
fn place_in(step: &str) -> Option<(i32, i32)> {
    let (x, y) = step.rsplit_once('@')?.1.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

impl Design {
    /// The part at `path`; the slash in front may be left out.
    pub fn find(&self, path: &str) -> Result<PartId, PathError> {
        let mut instance = InstanceId::ROOT;
        let mut rest = path.trim().trim_start_matches('/');
        // Where the rest of the path begins, level by level.
        let mut levels = vec![(instance, rest)];
        let failed = loop {
            let (step, behind) = match rest.split_once('/') {
                Some((step, behind)) => (step, Some(behind)),
                None => (rest, None),
            };
            let component = match self.step(path, instance, step) {
                Ok(component) => component,
                Err(error) => break error,
            };
            let part = self.instances[instance].part(component);
            let Some(behind) = behind else {
                return Ok(part);
            };
            match self.child(instance, component) {
                Some(Child::Instance(inner)) => instance = inner,
                _ => {
                    break PathError::NotACircuit {
                        path: path.into(),
                        place: self.path(part),
                    };
                }
            }
            rest = behind;
            levels.push((instance, rest));
        };
        // A label with slashes in it.
        let labelled = levels.iter().rev().find_map(|&(instance, rest)| {
            match self.names(instance).labelled(rest) {
                [only] => Some(self.instances[instance].part(*only)),
                _ => None,
            }
        });
        labelled.ok_or(failed)
    }

    /// The names of the parts of an instance.
    fn names(&self, instance: InstanceId) -> &Names {
        let circuit = self.circuit(instance);
        self.names[circuit.0 as usize]
            .get_or_init(|| Names::new(&self.project, self.project.circuit(circuit)))
    }

    fn step(&self, path: &str, instance: InstanceId, step: &str) -> Result<ComponentId, PathError> {
        if step.is_empty() {
            return Err(PathError::Empty(path.into()));
        }
        let circuit = self.project.circuit(self.circuit(instance));
        let names = self.names(instance);
        let found = names.find(step);
        let place = || match circuit.name.as_str() {
            "" => "the circuit".to_string(),
            name => format!("circuit '{name}'"),
        };
        match *found {
            [component] => Ok(component),
            [] => Err(PathError::Unknown {
                path: path.into(),
                step: step.into(),
                place: place(),
                hint: self.hint(instance, step),
            }),
            _ => {
                let found: Vec<&str> = found
                    .iter()
                    .take(5)
                    .map(|&component| names.printed(component))
                    .collect();
                Err(PathError::Ambiguous {
                    path: path.into(),
                    step: step.into(),
                    place: place(),
                    found: found.join(", "),
                })
            }
        }
    }

    /// Parts of the same place or with a similar label.
    fn hint(&self, instance: InstanceId, step: &str) -> String {
        let circuit = self.project.circuit(self.circuit(instance));
        let wanted = step.split('@').next().unwrap_or("").to_lowercase();
        let similar = circuit.entries().filter(|(_, component)| {
            let name = component
                .name(&self.project)
                .to_lowercase()
                .replace(' ', "_");
            let label = label(component).unwrap_or("").to_lowercase();
            !wanted.is_empty()
                && (name == wanted
                    || (!label.is_empty() && (label.contains(&wanted) || wanted.contains(&label))))
        });
        // Of several of a kind those next to the written place.
        let mut similar: Vec<_> = similar.collect();
        if let Some((x, y)) = place_in(step) {
            let distance = |at: Location| at.x.abs_diff(x).saturating_add(at.y.abs_diff(y));
            similar.sort_by_key(|(_, component)| distance(component.location));
        }
        let mut names: Vec<&str> = similar
            .iter()
            .take(3)
            .map(|&(id, _)| self.names(instance).printed(id))
            .collect();
        if names.is_empty() {
            let all = circuit.entries();
            let all = all.map(|(id, _)| self.names(instance).printed(id));
            names.extend(diag::nearest(step, all));
        }
        if names.is_empty() {
            String::new()
        } else {
            format!("; did you mean {}?", names.join(" or "))
        }
    }

    /// The path of a part: its one printed name, which [`Design::find`] takes back.
    pub fn path(&self, part: PartId) -> String {
        let (instance, component) = self.place(part);
        self.path_in(instance, component)
    }

    fn path_in(&self, instance: InstanceId, component: ComponentId) -> String {
        let mut steps = vec![self.names(instance).printed(component)];
        let mut place = instance;
        while let Some((above, component)) = self.instances[place].parent {
            steps.push(self.names(above).printed(component));
            place = above;
        }
        steps.iter().rev().flat_map(|step| ["/", step]).collect()
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
