//! Whole circuits: every port of every part at the recorded half-ticks, as Logisim has it.
//!
//! `circ/**/NAME.circ` beside `NAME.snap`, which the recorder wrote: `T n` half-ticks, `P path`, `C Part@x,y values`,
//! `D Part@x,y` what a display shows, `A act` what a hand did before the next `T`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use circuit::Value;
use circuit::netlist::{Child, InstanceId, PartId};
use circuit::project::Project;
use circuit::read::read;
use circuit::sim::{Display, Engine, SimOptions, Simulator};

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
    assert_eq!(recordings.len(), 42);
    assert!(replay_all(&recordings) > 50_000);
}

/// More recordings than the project keeps: `RECORDINGS=folder`.
#[test]
fn recordings_elsewhere_when_asked() {
    if let Ok(folder) = std::env::var("RECORDINGS") {
        let mut found = Vec::new();
        collect(Path::new(&folder), &mut found);
        found.sort();
        assert!(replay_all(&found) > 0);
    }
}

/// Replays in both engines; answers how many values were compared.
fn replay_all(recordings: &[PathBuf]) -> usize {
    let (mut values, mut wrong) = (0, Vec::new());
    for snap in recordings {
        for engine in [Engine::Exact, Engine::Fast] {
            match replay(snap, engine) {
                Ok(count) => values += count,
                Err(what) => wrong.push(format!("{} ({engine:?}): {what}", snap.display())),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} replays differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    values
}

fn replay(snap: &Path, engine: Engine) -> Result<usize, String> {
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
    let (mut instance, mut place) = (InstanceId::ROOT, String::new());
    let mut named: BTreeMap<InstanceId, Named> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut words = line.split(' ');
        match words.next().unwrap() {
            "T" => {
                run_to(&mut simulator, words.next().unwrap());
                let time = simulator.time();
                let found = format!("clock={time} oscillating={}", simulator.is_oscillating());
                let wanted = words.collect::<Vec<_>>().join(" ");
                let same = match engine {
                    Engine::Exact => found == wanted,
                    Engine::Fast => found.split(' ').nth(1) == wanted.split(' ').nth(1),
                };
                if !same {
                    return Err(format!("{line}: {found}"));
                }
            }
            "P" => {
                place = words.next().unwrap().to_string();
                instance = find_instance(&simulator, &place);
            }
            "C" => {
                let name = words.next().unwrap();
                let wanted: Vec<String> = words.map(str::to_string).collect();
                let here = named
                    .entry(instance)
                    .or_insert_with(|| by_name(&simulator, instance));
                let found = candidates(&simulator, here, name);
                if !found.contains(&wanted) {
                    return Err(format!(
                        "half-tick {} in {place}: {line}, not {found:?}",
                        simulator.ticks()
                    ));
                }
                values += wanted.len();
            }
            "A" => act(&mut simulator, line),
            "D" => {
                let (name, wanted) = line[2..].split_once(' ').unwrap();
                let part = by_name(&simulator, InstanceId::ROOT)[name][0];
                let found = match simulator.display(part) {
                    Some(Display::Tty(lines) | Display::Dots(lines)) => lines.join("|"),
                    other => format!("{other:?}"),
                };
                if found != wanted {
                    return Err(format!(
                        "half-tick {}: {line}, not {found}",
                        simulator.ticks()
                    ));
                }
                values += 1;
            }
            "OSC" => {
                run_to(&mut simulator, words.nth(1).unwrap());
                if !simulator.is_oscillating() {
                    return Err(format!("{line}: at rest"));
                }
            }
            "CLOCK" => {}
            other => panic!("{other}"),
        }
    }
    Ok(values)
}

/// `A press x,y`, `A release x,y`, `A type x,y text`, `A stick x,y dx,dy`, `A pin x,y bits`.
fn act(simulator: &mut Simulator, line: &str) {
    let mut words = line.splitn(4, ' ').skip(1);
    let (verb, place, rest) = (
        words.next().unwrap(),
        words.next().unwrap(),
        words.next().unwrap_or(""),
    );
    let kind = match verb {
        "type" => "Keyboard",
        "stick" => "Joystick",
        "pin" => "Pin",
        _ => "Button",
    };
    let part = simulator.find(&format!("{kind}@{place}")).unwrap();
    let result = match verb {
        "press" => simulator.press(part),
        "release" => simulator.release(part),
        "type" => simulator
            .type_keys(part, &rest.replace("\\n", "\n"))
            .map(drop),
        "stick" => {
            let (x, y) = rest.split_once(',').unwrap();
            simulator.move_joystick(part, x.parse().unwrap(), y.parse().unwrap())
        }
        _ => simulator.set_pin(part, Value::from_bits(rest).unwrap()),
    };
    result.unwrap();
}

fn run_to(simulator: &mut Simulator, ticks: &str) {
    let ticks: u64 = ticks.parse().unwrap();
    while simulator.ticks() < ticks {
        simulator.half_tick();
    }
}

/// Paths of the recordings hold names and places only.
fn find_instance(simulator: &Simulator, path: &str) -> InstanceId {
    let design = simulator.design();
    let mut instance = InstanceId::ROOT;
    for step in path.split('/').filter(|step| !step.is_empty()) {
        let named = by_name(simulator, instance);
        let part = named
            .get(&step.replace(' ', "_"))
            .unwrap_or_else(|| panic!("no {step} of {path}"))[0];
        instance = match design.inside(part) {
            Some(Child::Instance(inner)) => inner,
            _ => panic!("{path}"),
        };
    }
    instance
}

type Named = BTreeMap<String, Vec<PartId>>;

fn by_name(simulator: &Simulator, instance: InstanceId) -> Named {
    let design = simulator.design();
    let mut named: Named = BTreeMap::new();
    for part in design.parts_of(instance) {
        let component = design.component(part);
        let name = format!(
            "{}@{}",
            component.name(&design.project).replace(' ', "_"),
            component.location
        );
        named.entry(name).or_default().push(part);
    }
    named
}

/// The values of all parts of that name and place: the recorder keeps one of several.
fn candidates(simulator: &Simulator, named: &Named, name: &str) -> Vec<Vec<String>> {
    let parts = named.get(name).unwrap_or_else(|| panic!("no {name}"));
    let values = |&part: &PartId| {
        (0..simulator.ports(part).len())
            .map(|port| simulator.port(part, port).to_string())
            .collect()
    };
    parts.iter().map(values).collect()
}
