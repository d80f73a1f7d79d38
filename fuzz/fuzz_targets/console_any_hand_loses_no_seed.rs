//! Whatever buttons go down at whatever time, a console loses no seed and comes to rest.
#![no_main]

use consoles::{Button, Console, Machine, Model, Settled};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, Vec<(u16, u16)>)| {
    let (model, hand) = input;
    let mut console = Console::fast(Model::ALL[usize::from(model) % Model::ALL.len()]);
    for (held, half_ticks) in hand.into_iter().take(200) {
        let is_held = |i: &usize| held >> i & 1 == 1;
        let buttons: Vec<Button> = (0..Button::ALL.len())
            .filter(is_held)
            .map(|i| Button::ALL[i])
            .collect();
        console.machine.hold(&buttons);
        (0..half_ticks % 4096).for_each(|_| console.machine.half_tick());
    }
    console.machine.hold(&[]);
    assert_ne!(console.settle(), Settled::Busy);
    let panel = console.panel();
    let seeds: u32 = panel
        .pits
        .iter()
        .flatten()
        .chain(&panel.stores)
        .map(|&n| u32::from(n))
        .sum();
    assert!([0, 48, 60, 72, 84, 96].contains(&seeds), "{panel:?}");
});
