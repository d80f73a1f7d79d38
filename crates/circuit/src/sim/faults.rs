//! Faults while running: oscillation and short circuits, with the names of the parts.

use diag::Diagnostic;

use super::{Engine, Simulator};
use crate::netlist::{Child, InstanceId, PartId, PortId};
use crate::project::Location;
use crate::show;
use crate::value::{Value, Word, mask};

/// A propagation that did not come to rest after 1000 steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oscillation {
    /// Parts whose outputs still change.
    pub parts: Vec<PartId>,
}

/// Outputs that drive one net against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortCircuit {
    pub instance: InstanceId,
    pub at: Location,
    pub value: Value,
    /// The parts that drive it and the value each drives.
    pub drivers: Vec<(PartId, Value)>,
}

impl Simulator {
    /// The parts that still change, if the last propagation did not come to rest.
    pub fn oscillation(&self) -> Option<Oscillation> {
        self.is_oscillating().then(|| {
            let mut parts: Vec<PartId> = self
                .exact
                .restless
                .iter()
                .map(|&port| self.part_of_port(port))
                .collect();
            parts.sort_unstable();
            parts.dedup();
            Oscillation { parts }
        })
    }

    /// Faults that show only when a circuit is switched on: oscillation, short circuits.
    pub fn faults_at_start(&self) -> Vec<Diagnostic> {
        const MOST: usize = 10;
        let design = self.design();
        let oscillation = self.oscillation().map(|oscillation| {
            let parts = oscillation.parts.iter().take(MOST);
            let paths: Vec<String> = parts.map(|&part| design.path(part)).collect();
            let message = format!(
                "the main circuit oscillates at the start; still changing: {}",
                paths.join(", ")
            );
            let diagnostic = Diagnostic::error(message).code("oscillation");
            match oscillation.parts.first() {
                Some(&part) => self.at_part(diagnostic, part),
                None => diagnostic,
            }
        });
        let shorts = self.short_circuits().into_iter().map(|short| {
            let drives = |&(part, value): &(PartId, Value)| {
                format!("{} drives {}", design.path(part), show::value(value))
            };
            let drivers: Vec<String> = short.drivers.iter().take(MOST).map(drives).collect();
            let circuit = design.project.circuit(design.circuit(short.instance));
            Diagnostic::error(format!(
                "short circuit at the start: {}",
                drivers.join(", ")
            ))
            .code("short-circuit")
            .in_file(&design.project.files[circuit.file].name)
            .in_circuit(&circuit.name)
            .at_point(short.at)
        });
        oscillation.into_iter().chain(shorts).collect()
    }

    fn at_part(&self, diagnostic: Diagnostic, part: PartId) -> Diagnostic {
        let design = self.design();
        let circuit = design
            .project
            .circuit(design.circuit(design.instance_of(part)));
        diagnostic
            .in_file(&design.project.files[circuit.file].name)
            .in_circuit(&circuit.name)
            .at_point(design.component(part).location)
    }

    fn part_of_port(&self, port: PortId) -> PartId {
        let instance = self.shared.frame.port_instance[port];
        let place = &self.design.instances[instance];
        let sheet = self.design.sheet(instance);
        place.part(sheet.ports[place.local_port(port)].component)
    }

    /// Nets on which drivers disagree now.
    pub fn short_circuits(&self) -> Vec<ShortCircuit> {
        let mut found = Vec::new();
        for (id, instance) in self.design.instances.entries() {
            let sheet = self.design.sheet(id);
            for (local, net) in sheet
                .nets
                .entries()
                .filter(|(_, net)| net.drivers.len() > 1)
            {
                let value = self.net(instance.net(local));
                let all = mask(net.width);
                let drives: Vec<(PortId, Word)> = net
                    .drivers
                    .iter()
                    .map(|&(port, low)| {
                        let port = instance.port(port);
                        let word = self.driver(port).shr(u32::from(low));
                        (port, word.and_mask(all))
                    })
                    .filter(|(_, word)| word.floats() != all)
                    .collect();
                let own_errors = drives
                    .iter()
                    .fold(0, |bits, (_, word)| bits | (word.v & word.u));
                if value.word.v & value.word.u & !own_errors == 0 {
                    continue;
                }
                let first = &sheet.ports[instance.local_port(drives[0].0)];
                let drivers = drives
                    .iter()
                    .map(|&(port, word)| (self.part_of_port(port), word.with_width(net.width)))
                    .collect();
                found.push(ShortCircuit {
                    instance: id,
                    at: first.location,
                    value,
                    drivers,
                });
            }
        }
        found
    }

    /// What a driving port gives its net.
    fn driver(&self, port: PortId) -> Word {
        match &self.fast {
            Some(fast) if self.running == Engine::Fast => fast
                .driver(port)
                .unwrap_or_else(|| self.crossing_value(port)),
            _ => self.exact.drivers[port],
        }
    }

    /// What a sub-circuit's output or an inner pin gives: the value on its other side.
    fn crossing_value(&self, port: PortId) -> Word {
        let instance = self.shared.frame.port_instance[port];
        let place = &self.design.instances[instance];
        let info = &self.design.sheet(instance).ports[place.local_port(port)];
        match self.design.child(instance, info.component) {
            Some(Child::Instance(inner)) => {
                let pin = self.design.instances[inner].part(info.pin);
                self.port(pin, 0).word
            }
            _ => Word::floating(mask(info.width)),
        }
    }
}
