//! Wrong presses: the documented light, nothing changed, nothing lost, no move skipped.

use consoles::{Button, Console, Light, Machine, Model, Panel, Phase, Settled};
use engine::rng::Rng;
use kalah::Side;

fn started(model: Model) -> Console {
    let mut console = Console::fast(model);
    assert_eq!(console.start(4, Side::South), Settled::Waiting);
    console
}

/// A console with an empty pit on the human's side, and that pit.
fn with_empty_pit(model: Model) -> (Console, u8) {
    let mut console = started(model);
    let mut rng = Rng::new(3);
    for _ in 0..100 {
        let pits = console.panel().pits[0];
        if let Some(empty) = pits.iter().position(|&seeds| seeds == 0) {
            return (console, empty as u8 + 1);
        }
        assert_eq!(console.play(1 + rng.below(6) as u8), Settled::Waiting);
    }
    panic!("no pit became empty");
}

fn seeds(panel: &Panel) -> ([[u8; 6]; 2], [u8; 2]) {
    (panel.pits, panel.stores)
}

#[test]
fn an_empty_pit_is_an_error_and_changes_nothing() {
    for model in Model::ALL {
        let (mut console, empty) = with_empty_pit(model);
        let before = console.panel();
        for _ in 0..3 {
            assert_eq!(console.play(empty), Settled::Waiting);
            let after = console.panel();
            assert_eq!(seeds(&after), seeds(&before), "{model}");
            assert_eq!(after.phase(), Phase::Human);
            // The button drivers of 2022 do not even pass on the press of an empty pit: there is no error light.
            assert_eq!(
                after.lights.is_on(Light::Error),
                model != Model::Y2022,
                "{model}"
            );
        }
        let legal = before.pits[0]
            .iter()
            .position(|&seeds| seeds > 0)
            .expect("one has seeds");
        let mut other = console.clone();
        assert_ne!(console.play(legal as u8 + 1), Settled::Busy);
        assert!(!console.panel().lights.is_on(Light::Error), "{model}");
        assert_ne!(seeds(&console.panel()), seeds(&before));
        // The move is the one it would have been without the wrong presses.
        let (mut without, _) = with_empty_pit(model);
        without.play(legal as u8 + 1);
        assert_eq!(seeds(&without.panel()), seeds(&console.panel()));
        other.play(legal as u8 + 1);
        assert_eq!(other.panel(), console.panel());
    }
}

/// Buttons held and released at every moment from the human's press to the next question, in every phase on the way.
#[test]
fn presses_while_the_machine_works_do_nothing() {
    for model in Model::ALL {
        let mut calm = started(model);
        calm.press(Button::Pit(1));
        calm.machine
            .run_until(100_000, |lights| lights.phase() == Phase::Busy);
        let mut nervous = calm.clone();
        let mut rng = Rng::new(5);
        while !calm.machine.is_waiting() {
            assert_eq!(calm.panel(), nervous.panel(), "{model}");
            assert_eq!(calm.machine.half_ticks(), nervous.machine.half_ticks());
            if calm.panel().phase() != Phase::Human {
                nervous.press(Button::ALL[rng.below(Button::ALL.len())]);
            }
            calm.machine.step();
            nervous.machine.step();
        }
        assert!(nervous.machine.is_waiting(), "{model}");
        calm.play(2);
        nervous.play(2);
        assert_eq!(calm.panel(), nervous.panel(), "{model}");
    }
}

/// The light that asks is correct from its first half-tick on.
#[test]
fn a_press_counts_as_soon_as_the_light_is_on() {
    for model in [Model::Y2016, Model::Y2016Mirror, Model::Y2022] {
        let mut console = Console::fast(model);
        for pit in [1, 2] {
            while console.panel().phase() != Phase::Human {
                console.machine.half_tick();
            }
            let before = seeds(&console.panel());
            console.press(Button::Pit(pit));
            for _ in 0..2000 {
                console.machine.half_tick();
            }
            assert_ne!(seeds(&console.panel()), before, "{model}, pit {pit}");
        }
    }
}

/// A button still held when the next question comes is not an answer to it; releasing and pressing again is.
#[test]
fn a_button_counts_once_until_it_is_let_go() {
    for model in Model::ALL {
        let mut console = started(model);
        let mut held = console.clone();
        console.play(1);
        held.machine.hold(&[Button::Pit(1)]);
        assert_eq!(held.settle(), Settled::Waiting);
        assert_eq!(seeds(&held.panel()), seeds(&console.panel()), "{model}");
        held.machine.hold(&[]);
        console.play(2);
        held.play(2);
        assert_eq!(seeds(&held.panel()), seeds(&console.panel()), "{model}");
    }
}

#[test]
fn a_second_button_while_one_is_down_does_nothing() {
    for model in Model::ALL {
        let mut console = started(model);
        let mut both = console.clone();
        console.play(3);
        both.machine.hold(&[Button::Pit(3)]);
        both.machine.hold(&[Button::Pit(3), Button::Pit(5)]);
        both.machine.hold(&[Button::Pit(5)]);
        assert_eq!(both.settle(), Settled::Waiting);
        assert_eq!(both.panel(), console.panel(), "{model}");
        both.machine.hold(&[]);
        // At once: the driver nearest the register wins.
        console.play(4);
        both.machine.hold(&[Button::Pit(5), Button::Pit(4)]);
        both.settle();
        assert_eq!(seeds(&both.panel()), seeds(&console.panel()), "{model}");
    }
}

#[test]
fn after_the_end_nothing_answers() {
    for model in Model::ALL {
        let mut console = started(model);
        let mut rng = Rng::new(17);
        for _ in 0..1000 {
            if console.settle() == Settled::Waiting {
                console.press(Button::Pit(1 + rng.below(6) as u8));
            }
        }
        let end = console.panel();
        assert_eq!(end.phase(), Phase::Over, "{model}");
        for button in Button::ALL {
            console.press(button);
            (0..200).for_each(|_| console.machine.half_tick());
            assert_eq!(console.panel(), end);
        }
    }
}
