//! Whole circuits: every port of every part at the recorded half-ticks, as Logisim has it.
//!
//! `circ/**/NAME.circ` beside `NAME.snap`, which the recorder wrote: `T n` half-ticks, `P path`, `C Part@x,y values`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use circuit::model::Project;
use circuit::netlist::{Child, PartId};
use circuit::read::read;
use circuit::sim::{Engine, SimOptions, Simulator};

use crate::data::folder;

pub fn recordings() -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&folder("circ"), &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|e| e == "snap") {
            found.push(path);
        }
    }
}

pub fn project(path: &Path) -> Arc<Project> {
    let mut libraries = |referring: &str, name: &str| {
        let path = Path::new(referring).parent().unwrap().join(name);
        let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
        Ok((path.to_string_lossy().into_owned(), bytes))
    };
    let bytes = std::fs::read(path).unwrap();
    let reading = read(&path.to_string_lossy(), &bytes, &mut libraries);
    assert_eq!(reading.diagnostics, [], "{}", path.display());
    Arc::new(reading.project)
}

#[test]
fn every_recorded_circuit() {
    let recordings = recordings();
    assert_eq!(recordings.len(), 12);
    let mut values = 0;
    for snap in &recordings {
        for engine in [Engine::Exact, Engine::Fast] {
            values += replay(snap, engine);
        }
    }
    assert!(values > 1000, "only {values} values compared");
}

fn replay(snap: &Path, engine: Engine) -> usize {
    let options = SimOptions {
        engine,
        seed: 1,
        ..SimOptions::default()
    };
    let text = std::fs::read_to_string(snap).unwrap();
    let circuit = text
        .lines()
        .next()
        .and_then(|line| line.split("circuit=").nth(1));
    let mut simulator =
        Simulator::new(project(&snap.with_extension("circ")), circuit, &options).unwrap();
    let mut values = 0;
    let (mut instance, mut place) = (0, String::new());
    for line in text.lines().skip(1) {
        let context = format!("{} ({engine:?}): {line}", snap.display());
        let mut words = line.split(' ');
        match words.next().unwrap() {
            "T" => {
                let ticks: u64 = words.next().unwrap().parse().unwrap();
                while simulator.ticks() < ticks {
                    simulator.half_tick();
                }
                let clock = words.next().unwrap().trim_start_matches("clock=");
                if engine == Engine::Exact {
                    assert_eq!(simulator.time().to_string(), clock, "time, {}", context);
                }
                assert!(!simulator.is_oscillating());
            }
            "P" => {
                place = words.next().unwrap().to_string();
                instance = find_instance(&simulator, &place);
            }
            "C" => {
                let name = words.next().unwrap();
                let wanted: Vec<String> = words.map(str::to_string).collect();
                let found = candidates(&simulator, instance, name);
                assert!(
                    found.contains(&wanted),
                    "{} in {place}: found {found:?}",
                    context
                );
                values += wanted.len();
            }
            "OSC" => {
                let at: u64 = words.nth(1).unwrap().parse().unwrap();
                while simulator.ticks() < at {
                    assert!(!simulator.is_oscillating());
                    simulator.half_tick();
                }
                assert!(simulator.is_oscillating(), "{}", context);
            }
            "CLOCK" => {}
            other => panic!("{other}"),
        }
    }
    values
}

/// Paths of the recordings hold names and places only.
fn find_instance(simulator: &Simulator, path: &str) -> u32 {
    let design = simulator.design();
    let mut instance = 0;
    for step in path.split('/').filter(|step| !step.is_empty()) {
        let named = by_name(simulator, instance);
        let part = named
            .get(&step.replace(' ', "_"))
            .unwrap_or_else(|| panic!("no {step} of {path}"))[0];
        let (_, component) = design.place(part);
        instance = match design.child(instance, component) {
            Some(Child::Instance(inner)) => inner,
            _ => panic!("{path}"),
        };
    }
    instance
}

fn by_name(simulator: &Simulator, instance: u32) -> BTreeMap<String, Vec<PartId>> {
    let design = simulator.design();
    let place = &design.instances[instance as usize];
    let mut named: BTreeMap<String, Vec<PartId>> = BTreeMap::new();
    for (index, component) in design
        .project
        .circuit(place.circuit)
        .components
        .iter()
        .enumerate()
    {
        let name = format!(
            "{}@{}",
            component.name(&design.project).replace(' ', "_"),
            component.location
        );
        named
            .entry(name)
            .or_default()
            .push(PartId(place.first_part + index as u32));
    }
    named
}

/// The values of all parts of that name and place: the recorder keeps one of several.
fn candidates(simulator: &Simulator, instance: u32, name: &str) -> Vec<Vec<String>> {
    let named = by_name(simulator, instance);
    let parts = named.get(name).unwrap_or_else(|| panic!("no {name}"));
    let values = |&part: &PartId| {
        (0..simulator.ports(part).len())
            .map(|port| simulator.port(part, port).to_string())
            .collect()
    };
    parts.iter().map(values).collect()
}
