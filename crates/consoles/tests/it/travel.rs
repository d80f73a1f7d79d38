//! Consoles on a timeline against plain running, and runs that give the same values with every engine.

use consoles::{Button, Fast, Hand, Machine, Model, Powered, Processor, Wired};
use engine::rng::Rng;
use kalah::Side;
use timeline::{Arrival, Budget, Changes, Holds, Limits, Pace, Subject, Timeline, run};

fn plainly<M: Machine>(mut machine: Powered<M>, timeline: &Timeline<Powered<M>>) -> Powered<M> {
    for (at, hand) in &timeline.inputs()[..timeline.inputs_done()] {
        while machine.moment() < *at {
            machine.half_tick();
        }
        machine.take(hand);
    }
    while machine.moment() < timeline.now() {
        machine.half_tick();
    }
    machine
}

fn state<M: Machine>(machine: &Powered<M>) -> Vec<u8> {
    let mut state = Vec::new();
    machine.save(&mut state);
    machine.values(&mut state);
    state
}

fn hand(rng: &mut Rng, model: Model) -> Hand {
    let buttons: Vec<Button> = Button::ALL
        .into_iter()
        .filter(|&one| model.has_button(one))
        .collect();
    let mut any = || buttons[rng.below(buttons.len())];
    let (one, two) = (any(), any());
    match rng.below(5) {
        0 => Hand::Hold(vec![one, two]),
        1 => Hand::Hold(Vec::new()),
        2 => change(rng, model),
        _ => Hand::Press(one),
    }
}

/// A register, a flag or a cell of RAM is set.
fn change(rng: &mut Rng, model: Model) -> Hand {
    const REGISTERS: [&str; 11] = ["r0", "r1", "r2", "r3", "pc", "sp", "ps", "c", "v", "z", "n"];
    loop {
        let thing = match rng.below(4) {
            0 => format!("[{}]", rng.below(256)),
            _ => REGISTERS[rng.below(REGISTERS.len())].to_owned(),
        };
        let text = format!("set {thing} = {}", rng.below(256));
        if let Ok(hand) = Hand::read(&text, &Fast::new(model)) {
            return hand;
        }
    }
}

/// A debugger's changes have the same effect on all engines, and the program continues with them.
#[test]
fn registers_and_ram_are_set_alike_on_every_engine() {
    for (seed, model) in (0..).zip(Model::ALL.into_iter().cycle().take(12)) {
        let mut rng = Rng::new(seed);
        let mut machines: [Powered<Box<dyn Machine>>; 3] = [
            Powered(Box::new(Fast::new(model))),
            Powered(Box::new(Wired::new(model, Processor::Native))),
            Powered(Box::new(Wired::new(model, Processor::Gates))),
        ];
        for round in 0..40 {
            let hand = change(&mut rng, model);
            let steps = 1 + rng.below(12);
            // A program that goes astray may write numbers to a display that it cannot show; each engine shows them in its own way.
            let seen = machines.each_mut().map(|machine| {
                machine.take(&hand);
                let mut seen = vec![machine.0.registers()];
                while seen.len() <= steps && !machine.0.is_stopped() {
                    machine.0.step();
                    seen.push(machine.0.registers());
                }
                let cells: Vec<u8> = (0..=255).map(|at| machine.0.peek(at)).collect();
                (seen, cells, machine.moment())
            });
            for (engine, other) in ["chips", "gates"].iter().zip(&seen[1..]) {
                assert_eq!(*other, seen[0], "{model}, round {round}: {hand}, {engine}");
            }
            if machines[0].0.is_stopped() {
                break;
            }
        }
    }
}

#[test]
fn what_is_no_ram_cannot_be_set() {
    let refused = |model: Model, text: &str| Hand::read(text, &Fast::new(model)).unwrap_err();
    let told = refused(Model::Y2016, "set [0xf3] = 1");
    assert!(told.starts_with("0xf3 (pit 3) is not plain RAM"), "{told}");
    let told = refused(Model::Y2022, "set [0x10] = 1");
    assert!(told.contains("not plain RAM"), "{told}");
    let told = refused(Model::Y2023, "set [0x12] = 1");
    assert!(told.starts_with("0x12 (MESSAGE)"), "{told}");
    let told = refused(Model::Y2023, "set code[0] = 1");
    assert!(told.contains("is in ROM"), "{told}");
    assert!(refused(Model::Y2023, "set r9 = 1").contains("r9"));
    for good in ["set [0x19] = 1", "set z = 1", "set pc = 0x20"] {
        assert!(Hand::read(good, &Fast::new(Model::Y2023)).is_ok(), "{good}");
    }
}

/// Random jumps, presses and steps over a game.
fn journey<M: Machine>(make: impl Fn() -> M, seed: u64, acts: usize, reach: usize) {
    let mut rng = Rng::new(seed);
    let limits = Limits {
        bytes: 4000 + rng.below(200_000),
        spacing: 1 + rng.below(100_000) as u64,
    };
    let mut timeline = Timeline::with_limits(Powered(make()), limits);
    let model = timeline.subject().0.model();
    for number in 0..acts {
        let free = &mut Budget::unlimited();
        match rng.below(8) {
            0 | 1 => drop(timeline.run(rng.below(reach) as u64, free)),
            2 => drop(timeline.goto(rng.below(2 * reach) as u64, free)),
            3 => drop(timeline.step_back(
                [Pace::HalfTick, Pace::Clock, Pace::Instruction][rng.below(3)],
                free,
            )),
            4 => {
                let panel = &mut Changes::of(|machine: &Powered<M>| machine.0.panel());
                timeline.back_until(Pace::Clock, panel, free);
            }
            5 => {
                let futures: Vec<_> = timeline.futures().map(|(id, ..)| id).collect();
                timeline.switch(futures[rng.below(futures.len())], free);
            }
            6 => drop(timeline.step_forward(Pace::Instruction, free)),
            _ => timeline.input(hand(&mut rng, model)),
        }
        let plain = plainly(Powered(make()), &timeline);
        assert_eq!(timeline.now(), plain.moment());
        assert!(
            state(timeline.subject()) == state(&plain),
            "{model}, seed {seed}, act {number}"
        );
    }
}

#[test]
fn journeys_equal_plain_running() {
    for (seed, model) in (0..).zip(Model::ALL.into_iter().cycle().take(24)) {
        journey(|| Fast::new(model), seed, 20, 20_000);
    }
    journey(|| Wired::new(Model::Y2016, Processor::Native), 7, 5, 3_000);
}

#[test]
#[ignore = "minutes: the same on all boards, with gates too"]
fn many_journeys_equal_plain_running() {
    for (seed, model) in (100..).zip(Model::ALL.into_iter().cycle().take(800)) {
        journey(|| Fast::new(model), seed, 60, 60_000);
    }
    for (seed, model) in (0..).zip(Model::ALL.into_iter().cycle().take(12)) {
        journey(|| Wired::new(model, Processor::Native), seed, 25, 20_000);
        journey(|| Wired::new(model, Processor::Gates), seed, 12, 8_000);
    }
}

/// Plays a short game with some going back, and records it.
fn recorded() -> String {
    let mut timeline = Timeline::new(Powered(Fast::new(Model::Y2023)));
    let mut asks = Holds(|machine: &Powered<Fast>| machine.0.is_waiting());
    let free = &mut Budget::unlimited();
    let first = [
        Button::Seeds(4),
        Button::First(Side::South),
        Button::Pit(3),
        Button::Pit(1),
    ];
    for button in first {
        assert_eq!(
            timeline.until(Pace::HalfTick, &mut asks, free),
            Arrival::There
        );
        timeline.input(Hand::Press(button));
    }
    let third = timeline.marks()[2].moment;
    timeline.goto(third, free);
    timeline.input(Hand::Press(Button::Pit(6)));
    timeline.until(Pace::HalfTick, &mut asks, free);
    timeline.name("the computer has moved");
    let head = vec![run::HeadLine::new("console", "2023")];
    timeline.to_run(head, ToString::to_string).to_string()
}

#[test]
fn a_run_gives_the_same_values_with_every_engine() {
    fn replay(machine: impl Machine, text: &str) {
        let run = run::parse(text).unwrap();
        let mut timeline = Timeline::new(Powered(machine));
        let twin = Fast::new(Model::Y2023);
        timeline.plan(&run, |text| Hand::read(text, &twin)).unwrap();
        let end = run.end.unwrap();
        timeline.goto(end.moment, &mut Budget::unlimited());
        assert_eq!(Some(timeline.values()), end.values);
    }
    let text = recorded();
    assert!(
        text.contains(" press 6\n") && !text.contains(" press 3\n"),
        "{text}"
    );
    assert!(text.contains(" mark the computer has moved\n"), "{text}");
    replay(Fast::new(Model::Y2023), &text);
    replay(Wired::new(Model::Y2023, Processor::Native), &text);
    replay(Wired::new(Model::Y2023, Processor::Gates), &text);
}

#[test]
fn hands_read_back() {
    let machine = Fast::new(Model::Y2023);
    let hands = [
        Hand::Press(Button::Pit(3)),
        Hand::Press(Button::First(Side::North)),
        Hand::Hold(vec![Button::Pit(1), Button::Seeds(8)]),
        Hand::Hold(Vec::new()),
        Hand::read("set r2 = 7", &machine).unwrap(),
        Hand::read("set [0x80] = 255", &machine).unwrap(),
    ];
    for hand in hands {
        assert_eq!(Hand::read(&hand.to_string(), &machine), Ok(hand));
    }
    for wrong in [
        "",
        "press",
        "press 9",
        "press x",
        "seeds 3",
        "first nobody",
        "hold jump",
        "release 1",
        "press 1 2",
    ] {
        assert!(Hand::read(wrong, &machine).is_err(), "{wrong}");
    }
    assert!(Hand::read("seeds 4", &Fast::new(Model::Y2016)).is_err());
}

/// A console that waits for a person repeats itself: simulating an hour of it takes no time.
#[test]
fn a_waiting_console_is_skipped_over() {
    let mut timeline = Timeline::new(Powered(Fast::new(Model::Y2023)));
    let free = &mut Budget::unlimited();
    timeline.run(3_600_000_000, free);
    assert!(
        timeline.usage().skipped > 3_500_000_000,
        "{:?}",
        timeline.usage()
    );
    timeline.input(Hand::Press(Button::Seeds(4)));
    timeline.run(1_000_000, free);
    let panel = timeline.subject().0.panel();
    timeline.goto(1_800_000_000, free);
    timeline.goto(3_601_000_000, free);
    assert_eq!(timeline.subject().0.panel(), panel);
}
