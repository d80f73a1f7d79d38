//! The board drawn the way students draw: both engines show the same on it, and the fast one runs.

use std::sync::Arc;

use boards::{Habit, lookalike};
use circuit::project::Project;
use circuit::read::{NoLibraries, read};
use circuit::sim::{Engine, SimOptions, Simulator};

fn simulator(project: &Arc<Project>, engine: Engine) -> Simulator {
    let options = SimOptions {
        engine,
        ..SimOptions::default()
    };
    Simulator::new(project.clone(), None, &options).expect("it can be built")
}

fn lock_step(habits: &[Habit], half_ticks: u64) {
    let text = lookalike(habits);
    let reading = read("lookalike", text.as_bytes(), &mut NoLibraries);
    assert_eq!(reading.diagnostics, []);
    let project = Arc::new(reading.project);
    let (mut exact, mut fast) = (
        simulator(&project, Engine::Exact),
        simulator(&project, Engine::Fast),
    );
    let design = exact.design().clone();
    for tick in 0..half_ticks {
        for net in design.net_ids() {
            assert_eq!(
                exact.net(net),
                fast.net(net),
                "{habits:?} at {tick}: {net:?}"
            );
        }
        for part in design.part_ids() {
            let shown = [&exact, &fast].map(|one| one.display(part));
            assert_eq!(
                shown[0],
                shown[1],
                "{habits:?} at {tick}: {}",
                design.path(part)
            );
        }
        exact.half_tick();
        fast.half_tick();
    }
    assert_eq!(fast.engine(), Engine::Fast, "{habits:?}");
}

#[test]
fn both_engines_show_the_same_on_boards_of_every_habit() {
    lock_step(&Habit::ALL, 600);
    for habit in Habit::ALL {
        lock_step(&[habit], 200);
    }
}
