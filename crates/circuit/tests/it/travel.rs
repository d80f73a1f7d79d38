//! The timeline of random circuits against plain running, with random jumps back and forth, in both engines.

use std::sync::Arc;

use circuit::netlist::PartId;
use circuit::project::{Kind, Project};
use circuit::read::{NoLibraries, read};
use circuit::sim::{Engine, Input, SimOptions, Simulator};
use timeline::{Budget, Changes, Limits, Pace, Timeline};

use crate::generator::{self, Dice};

fn simulator(project: &Arc<Project>, engine: Engine) -> Simulator {
    let options = SimOptions {
        engine,
        seed: 7,
        ..SimOptions::default()
    };
    Simulator::new(project.clone(), None, &options).unwrap()
}

fn plainly(project: &Arc<Project>, engine: Engine, timeline: &Timeline<Simulator>) -> Simulator {
    let mut simulator = simulator(project, engine);
    for (at, input) in &timeline.inputs()[..timeline.inputs_done()] {
        while simulator.ticks() < *at {
            simulator.half_tick();
        }
        simulator.act(input).unwrap();
    }
    while simulator.ticks() < timeline.now() {
        simulator.half_tick();
    }
    simulator
}

/// The first of all nets, cells and displays that differs.
fn difference(a: &Simulator, b: &Simulator) -> Option<String> {
    let states = [a, b].map(|one| (one.ticks(), one.is_oscillating()));
    if states[0] != states[1] {
        return Some(format!("{states:?}"));
    }
    let design = a.design();
    if let Some(net) = design.net_ids().find(|&net| a.net(net) != b.net(net)) {
        return Some(format!("{net:?}: {} {}", a.net(net), b.net(net)));
    }
    let cells = |simulator: &Simulator, part: PartId| -> Vec<u32> {
        let count = simulator.cells(part).unwrap_or(0).min(64) as u32;
        (0..count)
            .map(|cell| simulator.cell(part, cell).unwrap())
            .collect()
    };
    let differs =
        |&part: &PartId| cells(a, part) != cells(b, part) || a.display(part) != b.display(part);
    let part = design.part_ids().find(differs)?;
    let shown = [a, b].map(|one| one.display(part));
    Some(format!("{}: {shown:?}", design.path(part)))
}

fn act(dice: &mut Dice, simulator: &Simulator, parts: &[PartId]) -> Option<Input> {
    let part = *dice.pick(parts);
    let (x, y) = (dice.below(29) as i8 - 14, dice.below(29) as i8 - 14);
    Some(match simulator.design().component(part).kind()? {
        Kind::Button if dice.below(2) == 0 => Input::Press(part),
        Kind::Button => Input::Release(part),
        Kind::Keyboard => Input::Type(part, ["a", "hello", "\n"][dice.below(3)].to_owned()),
        Kind::Joystick => Input::Joystick(part, x, y),
        Kind::Ram => Input::SetCell(part, dice.below(4) as u32, dice.below(256) as u32),
        Kind::Register | Kind::Counter | Kind::DFlipFlop => {
            Input::SetHeld(part, dice.below(1 << 16) as u32)
        }
        _ => return None,
    })
}

fn journey(seed: u64, size: usize, acts: usize) {
    let text = generator::project(seed, size);
    let project = Arc::new(read("random.circ", text.as_bytes(), &mut NoLibraries).project);
    let engine = [Engine::Fast, Engine::Exact][seed as usize % 2];
    let mut dice = Dice::new(seed);
    let limits = Limits {
        bytes: 3000 + dice.below(60_000),
        spacing: 1 + dice.below(200_000) as u64,
    };
    let mut timeline = Timeline::with_limits(simulator(&project, engine), limits);
    let design = timeline.subject().design().clone();
    let hands = [
        Kind::Button,
        Kind::Keyboard,
        Kind::Joystick,
        Kind::Ram,
        Kind::Register,
        Kind::Counter,
        Kind::DFlipFlop,
    ];
    let mut parts: Vec<PartId> = design.part_ids().collect();
    parts.retain(|&part| {
        hands
            .iter()
            .any(|&kind| design.component(part).kind() == Some(kind))
    });
    for number in 0..acts {
        let free = &mut Budget::unlimited();
        match dice.below(7) {
            0 | 1 => drop(timeline.run(dice.below(120) as u64, free)),
            2 => drop(timeline.goto(dice.below(300) as u64, free)),
            3 => drop(timeline.step_back(*dice.pick(&[Pace::HalfTick, Pace::Clock]), free)),
            4 if !parts.is_empty() => {
                let part = *dice.pick(&parts);
                let watch = &mut Changes::of(|simulator: &Simulator| simulator.display(part));
                timeline.back_until(Pace::HalfTick, watch, free);
            }
            5 => {
                let futures: Vec<_> = timeline.futures().map(|(id, ..)| id).collect();
                timeline.switch(*dice.pick(&futures), free);
            }
            _ if !parts.is_empty() => {
                if let Some(input) = act(&mut dice, timeline.subject(), &parts) {
                    timeline.input(input);
                }
            }
            _ => {}
        }
        let plain = plainly(&project, engine, &timeline);
        let difference = difference(timeline.subject(), &plain);
        let now = timeline.now();
        assert_eq!(
            difference, None,
            "seed {seed}, act {number}, half-tick {now}"
        );
    }
}

#[test]
fn journeys_equal_plain_running() {
    for seed in 0..60 {
        journey(seed, 6 + seed as usize % 40, 12);
    }
}

#[test]
#[ignore = "minutes: the same with many more circuits"]
fn many_journeys_equal_plain_running() {
    for seed in 1000..4000 {
        journey(seed, 6 + seed as usize % 90, 30);
    }
}

/// The keyboard of this circuit changes by itself in a propagation that turns out to have been wrong and is done again.
#[test]
fn what_was_done_is_done_again_as_it_was() {
    let text = generator::project(2670, 6 + 2670 % 90);
    let project = Arc::new(read("random.circ", text.as_bytes(), &mut NoLibraries).project);
    let [mut fast, mut exact] = [Engine::Fast, Engine::Exact].map(|one| simulator(&project, one));
    let typed = Input::Type(PartId(260), "hello".into());
    for one in [&mut fast, &mut exact] {
        one.act(&typed).unwrap();
    }
    for _ in 0..20 {
        assert_eq!(difference(&fast, &exact), None);
        fast.half_tick();
        exact.half_tick();
    }
}
