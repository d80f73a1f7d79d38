//! A running circuit after an edit: untouched parts keep their state, the rest starts fresh.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Engine, SimOptions, Simulator};
use crate::component::{Behaviour, State};
use crate::netlist::{BuildError, Child, ComponentId, InstanceId, PartId};
use crate::project::{Circuit, Component, Location, Project, What};

/// Settling may disturb a clock made of gates: then the state of the parts is restored, at most this many times.
const MOST_ROUNDS: usize = 6;

impl Simulator {
    /// The same moment in an edited project. Parts that are there before and after, on the same sheet and with the same
    /// attributes, keep their state. Oscillations without visible effect are held still, as in [`Simulator::calmed`].
    pub fn edited(
        &self,
        project: Arc<Project>,
        circuit: Option<&str>,
        options: &SimOptions,
    ) -> Result<Simulator, BuildError> {
        let mut new = Simulator::new(project, circuit, options)?;
        if let Some((calm, _)) = new.calmed(options.seed) {
            new = calm;
        }
        let pairs = self.untouched(&new);
        let mut before = self.shared.states.clone();
        if let (Some(fast), Engine::Fast) = (&self.fast, self.running) {
            fast.show_clocks(&mut before);
        }
        let kept = pairs
            .into_iter()
            .map(|(old, part)| (part, before[old].clone()));
        let mut kept: Vec<(PartId, State)> = kept
            .filter(|(part, state)| {
                let fresh = &new.shared.states[*part];
                std::mem::discriminant(fresh) == std::mem::discriminant(state)
                    && !matches!(state, State::None)
            })
            .collect();
        let mut fresh = new.fresh_states(&kept);
        new.shared.ticks = self.shared.ticks;
        new.set_fresh_clocks();
        // The exact engine can set any part; the fast one takes over once that has settled.
        new.go_exact();
        for _ in 0..MOST_ROUNDS {
            for (part, state) in &kept {
                new.shared.states[*part] = state.clone();
            }
            new.shared.touched.extend(new.design.part_ids());
            new.exact.propagate(&new.design, &mut new.shared);
            let now = &new.shared.states;
            // A new part has seen no edge: the clock was as it is now.
            for (part, mut state) in fresh.drain(..) {
                state.has_seen(&now[part]);
                kept.push((part, state));
            }
            if kept.iter().all(|(part, state)| now[*part] == *state) {
                break;
            }
        }
        new.checkpoint.stale = true;
        new.try_fast();
        Ok(new)
    }

    /// New parts that wait for a clock, in their initial state.
    fn fresh_states(&self, kept: &[(PartId, State)]) -> Vec<(PartId, State)> {
        let known: HashSet<PartId> = kept.iter().map(|(part, _)| *part).collect();
        let parts = self.design.part_ids().filter(|part| !known.contains(part));
        let states = parts.map(|part| (part, self.shared.states[part].clone()));
        states
            .filter(|(_, state)| state.clock().is_some())
            .collect()
    }

    /// New clocks show what they would if they had been there from the start.
    fn set_fresh_clocks(&mut self) {
        for &part in &self.shared.frame.clone().clocks {
            let (instance, component) = self.shared.frame.part_place[part];
            let sheet = self.design.sheet(instance);
            if let (Behaviour::Clock(clock), State::Level(shown)) =
                (&sheet.behaviours[component], &mut self.shared.states[part])
            {
                *shown = match self.shared.ticks {
                    0 => *shown,
                    ticks => clock.level(ticks),
                };
            }
        }
    }

    /// Parts of this design with the same ones of another.
    fn untouched(&self, new: &Simulator) -> Vec<(PartId, PartId)> {
        let (before, after) = (&self.design, &new.design);
        let mut known: HashMap<(String, String), Vec<(ComponentId, ComponentId)>> = HashMap::new();
        let mut pairs = Vec::new();
        let mut open = vec![(InstanceId::ROOT, InstanceId::ROOT)];
        while let Some((old, now)) = open.pop() {
            let from = before.project.circuit(before.circuit(old));
            let to = after.project.circuit(after.circuit(now));
            let key = (from.name.clone(), to.name.clone());
            let same = known
                .entry(key)
                .or_insert_with(|| same_components(from, to));
            for &(a, b) in same.iter() {
                let part = |design: &crate::netlist::Design, instance, id: ComponentId| {
                    design.parts_of(instance).nth(id.0 as usize)
                };
                let (Some(a_part), Some(b_part)) = (part(before, old, a), part(after, now, b))
                else {
                    continue;
                };
                pairs.push((a_part, b_part));
                if let (Some(Child::Instance(a)), Some(Child::Instance(b))) =
                    (before.child(old, a), after.child(now, b))
                {
                    open.push((a, b));
                }
            }
        }
        pairs
    }
}

/// Components that are the same in both, but for their place.
fn same_components(from: &Circuit, to: &Circuit) -> Vec<(ComponentId, ComponentId)> {
    if from.components.len() == to.components.len() {
        // Nothing was added or taken away: a part that moved is the same part.
        let both = from.entries().zip(to.entries());
        return both
            .filter(|((_, a), (_, b))| alike(a, b))
            .map(|((a, _), (b, _))| (a, b))
            .collect();
    }
    let mut places: HashMap<Location, Vec<(ComponentId, &Component)>> = HashMap::new();
    for (id, component) in to.entries() {
        places
            .entry(component.location)
            .or_default()
            .push((id, component));
    }
    let mut pairs = Vec::new();
    for (id, component) in from.entries() {
        let Some(here) = places.get_mut(&component.location) else {
            continue;
        };
        if let Some(at) = here.iter().position(|(_, other)| alike(component, other)) {
            pairs.push((id, here.swap_remove(at).0));
        }
    }
    pairs
}

/// Whether the state of one fits the other. Facing and label do not matter.
fn alike(a: &Component, b: &Component) -> bool {
    let kinds = match (&a.what, &b.what) {
        (What::Circuit(_), What::Circuit(_)) => true,
        (a, b) => a == b,
    };
    let plain = |component: &Component| {
        let mut attrs: Vec<(String, String)> = component
            .attrs
            .iter()
            .filter(|(name, _)| !matches!(*name, "facing" | "label" | "labelloc" | "labelfont"))
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        attrs.sort();
        attrs
    };
    kinds && a.contents == b.contents && plain(a) == plain(b)
}
