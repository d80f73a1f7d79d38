//! Both engines give the same values at every half-tick.

use std::path::Path;
use std::sync::Arc;

use circuit::netlist::PartId;
use circuit::project::{Kind, Project};
use circuit::read::{NoLibraries, read};
use circuit::sim::{Engine, SimOptions, Simulator};

use crate::generator::{self, Dice};
use crate::machines;

fn simulator(project: &Arc<Project>, engine: Engine) -> Simulator {
    let options = SimOptions {
        engine,
        seed: 7,
        ..SimOptions::default()
    };
    Simulator::new(project.clone(), None, &options).unwrap()
}

/// The first net, port or memory cell that differs.
fn difference(exact: &Simulator, fast: &Simulator) -> Option<String> {
    if exact.is_oscillating() != fast.is_oscillating() {
        return Some(format!(
            "oscillating: exact {}, fast {}",
            exact.is_oscillating(),
            fast.is_oscillating()
        ));
    }
    let design = exact.design();
    for net in design.net_ids() {
        let (a, b) = (exact.net(net), fast.net(net));
        if a != b {
            return Some(format!("{net:?}: exact {a}, fast {b}"));
        }
    }
    for part in design.part_ids() {
        let (a, b) = (exact.display(part), fast.display(part));
        if a != b {
            return Some(format!("{}: exact {a:?}, fast {b:?}", design.path(part)));
        }
    }
    for part in design
        .part_ids()
        .filter(|&part| exact.cells(part).is_some())
    {
        let cells = 0..exact.cells(part).unwrap().min(64) as u32;
        if cells
            .clone()
            .any(|cell| exact.cell(part, cell) != fast.cell(part, cell))
        {
            return Some(format!("memory {}", design.path(part)));
        }
    }
    None
}

/// A random action between half-ticks, the same for both.
fn act(dice: &mut Dice, parts: &[PartId], simulators: &mut [&mut Simulator]) {
    let (part, choice, text) = (
        *dice.pick(parts),
        dice.below(2),
        ["a", "hello", "\n"][dice.below(3)],
    );
    let (x, y) = (dice.below(29) as i8 - 14, dice.below(29) as i8 - 14);
    for simulator in simulators {
        match simulator.design().component(part).kind() {
            Some(Kind::Button) if choice == 0 => simulator.press(part).unwrap(),
            Some(Kind::Button) => simulator.release(part).unwrap(),
            Some(Kind::Keyboard) => drop(simulator.type_keys(part, text).unwrap()),
            Some(Kind::Joystick) => simulator.move_joystick(part, x, y).unwrap(),
            _ => {}
        }
    }
}

fn lock_step(name: &str, project: &Arc<Project>, half_ticks: u64, seed: u64) -> bool {
    let (mut exact, mut fast) = (
        simulator(project, Engine::Exact),
        simulator(project, Engine::Fast),
    );
    let mut dice = Dice::new(seed);
    let design = exact.design().clone();
    let hands = [Kind::Button, Kind::Keyboard, Kind::Joystick];
    let parts: Vec<PartId> = design
        .part_ids()
        .filter(|&part| {
            design
                .component(part)
                .kind()
                .is_some_and(|kind| hands.contains(&kind))
        })
        .collect();
    let mut fast_ticks = 0;
    let mut kept = None;
    for tick in 0..=half_ticks {
        if tick == half_ticks / 4 {
            kept = Some((exact.snapshot(), fast.snapshot()));
        }
        if let Some(difference) = difference(&exact, &fast) {
            panic!("{name} at half-tick {tick}: {difference}");
        }
        if !parts.is_empty() && dice.one_in(3) {
            act(&mut dice, &parts, &mut [&mut exact, &mut fast]);
            if let Some(difference) = difference(&exact, &fast) {
                panic!("{name} after half-tick {tick} and a hand: {difference}");
            }
        }
        exact.half_tick();
        fast.half_tick();
        fast_ticks += u64::from(fast.engine() == Engine::Fast);
    }
    // What the fast engine has learned since then does not change what comes after an earlier moment.
    if let Some((slow, quick)) = kept {
        exact.restore(&slow);
        fast.restore(&quick);
        for tick in 0..half_ticks / 4 {
            if let Some(difference) = difference(&exact, &fast) {
                panic!("{name} {tick} half-ticks after going back: {difference}");
            }
            exact.half_tick();
            fast.half_tick();
        }
    }
    fast_ticks > half_ticks / 2
}

/// Runs this many circuits, or as many as `RANDOM_COUNT` says, in lock-step, from the seed `RANDOM_FROM` on.
fn random(kind: &str, count: u64, draw: impl Fn(u64) -> String) {
    let asked = |name| std::env::var(name).ok()?.parse().ok();
    let count: u64 = asked("RANDOM_COUNT").unwrap_or(count);
    let from = asked("RANDOM_FROM").unwrap_or(0);
    let mut really_fast = 0;
    for seed in from..from + count {
        let reading = read("random", draw(seed).as_bytes(), &mut NoLibraries);
        assert_eq!(reading.diagnostics, []);
        let name = format!("random {kind} {seed}");
        let fast = lock_step(&name, &Arc::new(reading.project), 40, seed);
        really_fast += u64::from(fast);
    }
    assert!(
        really_fast * 2 > count,
        "the fast engine ran in {really_fast} of {count} only"
    );
}

#[test]
fn random_circuits() {
    random("circuit", 100, |seed| {
        generator::project(seed, 10 + (seed as usize * 7) % 60)
    });
}

/// In this one a table drives a pin with a pull resistor that nothing else reads, and what it sees becomes unknown.
#[test]
fn what_a_pin_with_a_pull_resistor_sees_is_watched() {
    let seed = 411;
    let text = generator::project(seed, 10 + (seed as usize * 7) % 60);
    let reading = read("random", text.as_bytes(), &mut NoLibraries);
    lock_step("random circuit 411", &Arc::new(reading.project), 40, seed);
}

#[test]
fn random_machines() {
    random("machine", 100, |seed| {
        machines::project(seed, 6 + (seed as usize * 5) % 40)
    });
}

/// A random circuit after random edits, in which a pin that can wait has no reader.
#[test]
fn a_pin_that_nobody_reads() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/circ/unread-pin.circ");
    lock_step(file, &crate::snap::project(Path::new(file)), 100, 1);
}

#[test]
fn every_circuit_of_the_tests() {
    for snap in crate::snap::recordings() {
        let project = crate::snap::project(&snap.with_extension("circ"));
        lock_step(&snap.display().to_string(), &project, 100, 1);
    }
}
