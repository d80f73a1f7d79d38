//! Running unobserved skips repetitions, without any visible difference.

use std::sync::Arc;

use circuit::netlist::PartId;
use circuit::project::Kind;
use circuit::read::{NoLibraries, read};
use circuit::sim::{Engine, SimOptions, Simulator, on_copies};

use crate::{generator, machines};

fn simulator(text: &str) -> Simulator {
    let project = read("repeat.circ", text.as_bytes(), &mut NoLibraries).project;
    let options = SimOptions {
        seed: 5,
        ..SimOptions::default()
    };
    Simulator::new(Arc::new(project), None, &options).unwrap()
}

/// Runs both ways and compares; returns whether something was skipped.
fn both_ways(name: &str, text: &str, half_ticks: u64) -> bool {
    let mut step_by_step = simulator(text);
    let mut at_once = step_by_step.clone();
    for _ in 0..half_ticks {
        step_by_step.half_tick();
        if step_by_step.is_oscillating() {
            break;
        }
    }
    let done = at_once.run(half_ticks);
    assert_eq!(done, step_by_step.ticks(), "{name}");
    let nets = |simulator: &Simulator| -> Vec<String> {
        let ids = simulator.design().net_ids();
        ids.map(|net| simulator.net(net).bits()).collect()
    };
    let shown = |simulator: &Simulator| -> Vec<_> {
        let parts = simulator.design().part_ids();
        parts.map(|part| simulator.display(part)).collect()
    };
    assert_eq!(nets(&at_once), nets(&step_by_step), "{name}");
    assert_eq!(shown(&at_once), shown(&step_by_step), "{name}");
    // What was skipped must not be missed afterwards.
    for _ in 0..7 {
        step_by_step.half_tick();
        at_once.half_tick();
    }
    assert_eq!(nets(&at_once), nets(&step_by_step), "{name}, later");
    at_once.engine() == Engine::Fast && at_once.evaluations() * 2 < step_by_step.evaluations()
}

#[test]
fn what_repeats_is_skipped_and_nothing_else_changes() {
    let mut skipped = 0;
    for seed in 0..25 {
        let circuit = generator::project(seed, 12 + seed as usize);
        skipped += u32::from(both_ways(&format!("circuit {seed}"), &circuit, 3001));
        let machine = machines::project(seed, 8);
        skipped += u32::from(both_ways(&format!("machine {seed}"), &machine, 3001));
    }
    assert!(
        skipped > 10,
        "only {skipped} of 50 circuits repeat themselves"
    );
}

/// Dots with an afterglow, beside clocks of different length.
#[test]
fn afterglow_and_slow_clocks_keep_their_time() {
    let text = "<project source=\"2.7.1\" version=\"1.0\"><lib desc=\"#Wiring\" name=\"0\"/><lib desc=\"#I/O\" name=\"5\"/>\
        <main name=\"main\"/><circuit name=\"main\">\
        <comp lib=\"0\" loc=\"(40,100)\" name=\"Clock\"><a name=\"highDuration\" val=\"3\"/><a name=\"lowDuration\" val=\"11\"/></comp>\
        <comp lib=\"0\" loc=\"(40,200)\" name=\"Clock\"><a name=\"highDuration\" val=\"2\"/><a name=\"lowDuration\" val=\"7\"/></comp>\
        <comp lib=\"5\" loc=\"(40,100)\" name=\"DotMatrix\"><a name=\"matrixcols\" val=\"1\"/><a name=\"matrixrows\" val=\"1\"/>\
        <a name=\"persist\" val=\"5\"/></comp></circuit></project>";
    for half_ticks in 900..930 {
        both_ways("afterglow", text, half_ticks);
    }
    let skipped = (0..3).any(|extra| both_ways("afterglow", text, 20_000 + extra));
    assert!(skipped, "two clocks repeat themselves every 126 half-ticks");
}

#[test]
fn copies_run_as_if_they_were_alone() {
    let start = simulator(&machines::project(3, 20));
    let buttons: Vec<PartId> = start
        .design()
        .part_ids()
        .filter(|&part| start.design().component(part).kind() == Some(Kind::Button))
        .collect();
    let game = |number: usize, simulator: &mut Simulator| -> Vec<String> {
        simulator.press(buttons[number % buttons.len()]).unwrap();
        simulator.run(20 + number as u64);
        let ids = simulator.design().net_ids();
        ids.map(|net| simulator.net(net).bits()).collect()
    };
    let alone = on_copies(&start, 40, 1, game);
    assert_eq!(on_copies(&start, 40, 4, game), alone);
    assert_ne!(alone[0], alone[1]);
    assert_eq!(on_copies(&start, 0, 4, game), Vec::<Vec<String>>::new());
}
