//! The next move and the last one are the same half-ticks on every face and with every engine.

use bench::{Act, Engine, Firmware, Goal, Journey, NoPoints, Rig, Sight, Specimen, Story};
use consoles::{Button, Hand, Machine, Model, Processor};
use timeline::{Arrival, Budget, Pace, Subject, Timeline};

/// A move ahead or back, in stretches of a few half-ticks.
fn go<P: Specimen>(time: &mut Timeline<P::Subject>, specimen: &P, back: bool) -> Arrival {
    let mut way = match back {
        false => Journey::ahead(Goal::Move, Pace::Instruction),
        true => Journey::back(Goal::Move, Pace::Instruction, time),
    };
    loop {
        let stretch = way.go(time, specimen, &mut NoPoints, &mut Budget::half_ticks(777));
        if stretch.arrival != Arrival::OutOfBudget {
            return stretch.arrival;
        }
    }
}

/// From power-on to the first question, then to every move until the next one, and back from there.
fn moments<P: Specimen>(
    time: &mut Timeline<P::Subject>,
    specimen: &P,
    press: <P::Subject as Subject>::Input,
) -> (Vec<u64>, Vec<u64>) {
    assert_eq!(go(time, specimen, false), Arrival::There);
    assert!(
        specimen.rests(time.subject()),
        "it waits for its first move"
    );
    time.input(press);
    let (mut ahead, mut back) = (Vec::new(), Vec::new());
    while go(time, specimen, false) == Arrival::There {
        ahead.push(time.now());
        assert!(ahead.len() < 40, "{ahead:?}");
    }
    time.goto(ahead[ahead.len() - 1], &mut Budget::unlimited());
    for _ in 1..ahead.len() {
        assert_eq!(go(time, specimen, true), Arrival::There);
        assert!(specimen.moves(time.subject()));
        back.push(time.now());
    }
    assert_eq!(go(time, specimen, true), Arrival::Start);
    back.reverse();
    (ahead, back)
}

#[test]
fn every_engine_and_the_page_agree_on_the_moves() {
    let firmware = Firmware::own(Model::Y2022);
    let story = Story::new(&firmware);
    let press = Hand::Press(Button::Pit(2));
    let [fast, chips] = [Engine::Fast, Engine::Chips].map(|engine| {
        let mut time = Timeline::new(engine.power_on(&firmware));
        moments(&mut time, &story, press.clone())
    });
    let mut time = Timeline::new(Rig::console_of(&firmware, Processor::Native));
    let sight = Sight::of(time.subject().simulator());
    let page = moments(&mut time, &sight, Act::Hand(press));
    assert_eq!(fast, chips);
    assert_eq!(fast, page);
    let (ahead, back) = page;
    // The last way ahead ends where the console waits, which is no move.
    assert_eq!(ahead[..ahead.len() - 1], back);
    assert!(back.len() >= 2, "a move and its answer: {ahead:?}");
    // The page's marks are these moves.
    let notes = time.subject().chronicle().unwrap().events().iter();
    let told: Vec<u64> = notes
        .filter(|(_, event)| event.mover().is_some())
        .map(|(at, _)| *at)
        .collect();
    assert_eq!(told, back);
    assert!(!time.subject().console().unwrap().is_stopped());
}
