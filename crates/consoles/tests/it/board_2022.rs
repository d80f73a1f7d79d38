//! The board of 2022: its circuits in lock-step with the native model.

use circuit::project::Kind;
use consoles::firmware::{banks, banks_with};
use consoles::{
    Button, Console, Fast, Light, Lights, Machine, Model, Phase, Processor, Settled, Wired,
};
use engine::rng::Rng;

use crate::pair::Pair;

const MODEL: Model = Model::Y2022;

/// The processor's registers as the probes above the pad show them.
fn compare_probes(pair: &Pair) {
    let sim = pair.wired.simulator();
    let cpu = pair.fast.cpu();
    let shown = [
        (420, 50),
        (420, 90),
        (590, 50),
        (590, 90),
        (670, 50),
        (670, 90),
        (850, 70),
    ]
    .map(|(x, y)| {
        let probe = sim.find(&format!("/Probe@{x},{y}")).unwrap();
        sim.port(probe, 0).number()
    });
    let [r0, r1, r2, r3] = cpu.r;
    let wanted = [r0, r1, r2, r3, cpu.pc, cpu.sp, cpu.ps].map(|byte| Some(byte.into()));
    assert_eq!(shown, wanted, "half-tick {}", pair.fast.half_ticks());
}

/// Buttons go down and up at any moment: in every phase, several at once, held for long, after the end.
#[test]
fn restless_fingers_are_the_same_at_every_half_tick() {
    for seed in 1..=6 {
        let mut pair = Pair::new(MODEL, Processor::Native);
        let mut rng = Rng::new(seed);
        let pause = [3, 10, 40, 150][rng.below(4)];
        let mut after_the_end = 500;
        while after_the_end > 0 {
            pair.half_tick();
            after_the_end -= u32::from(pair.fast.is_stopped());
            if rng.below(pause) == 0 {
                let count = rng.below(4);
                let buttons = (0..count).map(|_| Button::Pit(1 + rng.below(6) as u8));
                let buttons: Vec<Button> = buttons.collect();
                pair.hold(&buttons);
            }
        }
    }
}

/// After the referee, and after the start, a player's first light is the one for thinking: no pit is chosen yet.
#[test]
fn nobody_is_calculating_before_a_pit_is_chosen() {
    let mut console = Console::fast(MODEL);
    let mut rng = Rng::new(12);
    let (mut before, mut handovers) = (console.panel().lights, 0);
    while handovers < 200 {
        if console.machine.is_stopped() {
            console = Console::fast(MODEL);
        }
        if console.machine.is_waiting() {
            console.press(Button::Pit(1 + rng.below(6) as u8));
        }
        console.machine.half_tick();
        let now = console.panel().lights;
        let from = before.is_on(Light::CheckingRules) || before.is_on(Light::GameStarts);
        if from && now != before && now.phase() != Phase::Over {
            let thinks = now.is_on(Light::AwaitingUser) || now.is_on(Light::MachineThinks);
            assert!(
                thinks || now.is_on(Light::CheckingRules),
                "{before:?}, then {now:?}"
            );
            handovers += u32::from(thinks);
        }
        before = now;
    }
}

/// Presses at each half-tick from the moment the light goes on.
#[test]
fn a_press_at_any_moment_of_the_wait_is_the_same() {
    for wait in 0..24 {
        let mut pair = Pair::new(MODEL, Processor::Native);
        while pair.fast.panel().phase() != Phase::Human {
            pair.half_tick();
        }
        (0..wait).for_each(|_| pair.half_tick());
        pair.hold(&[Button::Pit(6)]);
        (0..60).for_each(|_| pair.half_tick());
        pair.hold(&[]);
        (0..200).for_each(|_| pair.half_tick());
    }
}

/// Writes and reads every address over and over. All banks are the same, so it does not matter which one answers.
const WALK: &str = "
        asect 0x00
        ldi     r2, 0x35
        clr     r0
fill:   st      r0, r2
        add     r0, r2
        inc     r2
        inc     r0
        bne     fill
read:   ld      r0, r1
        add     r1, r2
        inc     r0
        bne     read
        br      fill
        end
";

#[test]
fn every_address_reads_as_the_memory_map_says() {
    let all = banks_with(MODEL, |_| Some(WALK.to_owned()));
    let all = all.map_err(|(_, outcome)| outcome.diagnostics).unwrap();
    let mut pair = Pair::of(
        Fast::with_banks(MODEL, all.clone()),
        Wired::with_banks(MODEL, Processor::Native, &all),
    );
    for _ in 0..3 * 256 * 2 * 20 {
        pair.wired.half_tick();
        pair.fast.half_tick();
        assert_eq!(pair.wired.panel().lights, pair.fast.panel().lights);
        if pair.fast.half_ticks().is_multiple_of(2) {
            compare_probes(&pair);
        }
    }
    pair.compare_all();
}

#[test]
fn nothing_drives_against_anything_during_a_game() {
    let mut console = Console::new(Wired::new(MODEL, Processor::Native));
    let mut rng = Rng::new(5);
    while !console.machine.is_stopped() {
        console.machine.half_tick();
        let shorts = console.machine.simulator().short_circuits();
        assert!(shorts.is_empty(), "{shorts:?}");
        if console.machine.is_waiting() {
            console.press(Button::Pit(1 + rng.below(6) as u8));
        }
    }
    assert_eq!(console.settle(), Settled::Stopped);
}

/// At the end one light shows the winner, and nothing else is lit: no rules are checked any more.
#[test]
fn one_light_marks_the_winner() {
    for (stores, light) in [
        ([22, 25], Light::ComputerWin),
        ([23, 24], Light::Draw),
        ([24, 23], Light::HumanWin),
    ] {
        let mut machine = Fast::new(MODEL);
        let south = [0, 0, 0, 0, 0, 1, stores[0]];
        let north = [0, 0, 0, 0, 0, 0, stores[1]];
        machine.arrange(&[south, north], false, 0);
        machine.settle(10_000);
        machine.hold(&[Button::Pit(6)]);
        machine.hold(&[]);
        assert_eq!(machine.finish_move(), Phase::Over);
        machine.settle(10_000);
        assert_eq!(machine.panel().lights, Lights::of(&[light]));
    }
}

/// The ROMs of the main circuit from left to right.
#[test]
fn the_roms_hold_the_banks() {
    let wired = Wired::new(MODEL, Processor::Native);
    let sim = wired.simulator();
    let design = sim.design();
    let mut roms: Vec<_> = design
        .part_ids()
        .filter(|&part| design.component(part).kind() == Some(Kind::Rom))
        .collect();
    roms.retain(|&part| design.path(part).matches('/').count() == 1);
    roms.sort_by_key(|&part| design.component(part).location.x);
    assert_eq!(roms.len(), 4);
    for (rom, bank) in roms.into_iter().zip(banks(MODEL)) {
        let words: Vec<u8> = (0..256).map(|i| sim.cell(rom, i).unwrap() as u8).collect();
        assert_eq!(words, bank.image(), "{}", bank.name);
    }
}
