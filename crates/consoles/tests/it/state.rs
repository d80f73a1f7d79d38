//! A machine can be cloned, saved and restored at any moment.

use consoles::{Button, Console, Fast, Machine, Model, RestoreError, Saved, Settled};
use engine::rng::Rng;
use kalah::Side;
use proptest::prelude::*;

/// A console somewhere in a game.
fn somewhere(model: Model, half_ticks: usize, seed: u64) -> Console {
    let mut console = Console::fast(model);
    let mut rng = Rng::new(seed);
    console.start(4 + rng.below(5) as u8, Side::BOTH[rng.below(2)]);
    for _ in 0..half_ticks {
        if console.machine.is_waiting() {
            console.press(Button::Pit(1 + rng.below(6) as u8));
        }
        console.machine.half_tick();
    }
    console
}

#[test]
fn a_restored_machine_goes_on_as_the_saved_one() {
    for model in Model::ALL {
        for half_ticks in [0, 1, 777, 4321, 20_002, 300_000] {
            let mut console = somewhere(model, half_ticks, 9);
            let text = serde_json::to_string(&console.machine.save()).expect("it is plain data");
            let saved: Saved = serde_json::from_str(&text).expect("it reads back");
            let mut restored = Console::new(Fast::restore(&saved).expect("it was saved"));
            let mut rng = Rng::new(4);
            let registers = |console: &Console| {
                let cpu = console.machine.cpu();
                (cpu.r, cpu.pc, cpu.sp, cpu.ps)
            };
            for _ in 0..20 {
                assert_eq!(restored.panel(), console.panel(), "{model}");
                assert_eq!(
                    restored.machine.half_ticks(),
                    console.machine.half_ticks(),
                    "{model}"
                );
                assert_eq!(registers(&restored), registers(&console), "{model}");
                assert_eq!(restored.settle(), console.settle());
                let pit = Button::Pit(1 + rng.below(6) as u8);
                restored.press(pit);
                console.press(pit);
            }
        }
    }
}

/// By half-ticks and by instructions the same things happen at the same time.
#[test]
fn half_ticks_and_instructions_agree() {
    for model in Model::ALL {
        let mut slow = somewhere(model, 3000, 2);
        slow.machine.save();
        let mut quick = slow.clone();
        for _ in 0..3000 {
            quick.machine.step();
            while slow.machine.half_ticks() < quick.machine.half_ticks() {
                slow.machine.half_tick();
            }
            assert_eq!(slow.machine.half_ticks(), quick.machine.half_ticks());
            assert_eq!(slow.panel(), quick.panel());
            assert_eq!(slow.machine.cpu(), quick.machine.cpu());
        }
    }
}

#[test]
fn a_spoilt_save_is_refused() {
    let mut console = somewhere(Model::Y2016, 5000, 1);
    let mut text = serde_json::to_value(console.machine.save()).expect("it is plain data");
    text["variant"] = "mark9".into();
    let saved: Saved = serde_json::from_value(text.clone()).expect("it reads");
    let error = Fast::restore(&saved).expect_err("no such processor");
    assert_eq!(error, RestoreError::Variant("mark9".to_owned()));
    text["variant"] = "ideal".into();
    text["chips"]["bank"] = 1.into();
    let saved: Saved = serde_json::from_value(text.clone()).expect("it reads");
    assert_eq!(
        Fast::restore(&saved).err(),
        Some(RestoreError::Bank(1, Model::Y2016))
    );
    text["chips"]["bank"] = 0.into();
    text["halted"] = true.into();
    text["pc"] = 1.into();
    let saved: Saved = serde_json::from_value(text.clone()).expect("it reads");
    assert_eq!(Fast::restore(&saved).err(), Some(RestoreError::Halt));
    text["chips"]["data"] = "00".into();
    assert!(serde_json::from_value::<Saved>(text).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever the hand does, no seed is lost and the machine comes to rest.
    #[test]
    fn any_hand_at_any_time_loses_no_seed(
        model in prop::sample::select(Model::ALL.to_vec()),
        hand in prop::collection::vec((prop::collection::vec(0usize..13, 0..3), 0u32..3000), 1..60),
    ) {
        let mut console = Console::fast(model);
        for (buttons, half_ticks) in hand {
            let buttons: Vec<Button> = buttons.into_iter().map(|i| Button::ALL[i]).collect();
            console.machine.hold(&buttons);
            (0..half_ticks).for_each(|_| console.machine.half_tick());
        }
        console.machine.hold(&[]);
        prop_assert_ne!(console.settle(), Settled::Busy);
        let panel = console.panel();
        let total: u32 = panel.pits.iter().flatten().chain(&panel.stores).map(|&n| u32::from(n)).sum();
        let allowed: &[u32] = match model {
            Model::Y2023 => &[0, 48, 60, 72, 84, 96],
            _ => &[48],
        };
        prop_assert!(allowed.contains(&total), "{panel:?}");
    }
}
