//! The board of 2016, run from its circuits, against the native console: half-tick by half-tick.

use cdm8::bus::{Bus, Space};
use cdm8::cpu::Cpu;
use cdm8::variant::Variant;
use circuit::project::Kind;
use consoles::firmware::Bank;
use consoles::{Button, Fast, Light, Machine, Model, Phase, Processor, Wired, firmware};
use engine::rng::Rng;

use crate::pair::{Pair, only};

const MODELS: [Model; 2] = [Model::Y2016, Model::Y2016Mirror];

/// The program in its ROM, and 256 bytes of data.
struct Memory<'a> {
    code: &'a [u8; 256],
    data: [u8; 256],
}

impl Bus for Memory<'_> {
    fn read(&mut self, space: Space, address: u8) -> u8 {
        match space {
            Space::Instruction => self.code[usize::from(address)],
            Space::Data => self.data[usize::from(address)],
        }
    }

    fn write(&mut self, address: u8, value: u8) {
        self.data[usize::from(address)] = value;
    }
}

/// `mkmove` answers with flags alone: Z for the same player again, with C if the pit is empty and nothing was done.
#[test]
fn mkmove_tells_a_repeat_from_an_illegal_move_by_its_flags() {
    const C: u8 = 8;
    const Z: u8 = 2;
    for variant in Variant::ALL {
        for (seeds, flags) in [(4, Z), (0, C | Z), (2, 0), (13, 0)] {
            let bank = &firmware::banks(Model::Y2016)[0];
            let mut memory = Memory {
                code: bank.image(),
                data: [0; 256],
            };
            // The pad is the copy at 00, the human plays pit 3, and the subroutine returns to address 0.
            (memory.data[0], memory.data[3]) = (7, seeds);
            let mut cpu = Cpu::new(variant);
            (cpu.r, cpu.sp) = ([3, 0, 0, 0], 0xEF);
            cpu.jump(bank.program.address_of("mkmove").unwrap());
            while cpu.pc != 0 {
                cpu.step(&mut memory);
            }
            let found = cpu.ps & (C | Z);
            let flags_match = if flags & Z == 0 {
                found & Z == 0
            } else {
                found == flags
            };
            assert!(flags_match, "{variant:?}, {seeds} seeds: {found}");
        }
    }
}

/// Every half-tick of the first moves, not only visible changes.
#[test]
fn nothing_drives_against_anything() {
    let mut wired = Wired::new(Model::Y2016, Processor::Gates);
    for tick in 0..12_000 {
        if wired.is_waiting() {
            wired.hold(&[Button::Pit(1 + (tick % 6) as u8)]);
        }
        wired.half_tick();
        let shorts = wired.simulator().short_circuits();
        assert_eq!(shorts, [], "half-tick {tick}");
        assert!(!wired.simulator().is_oscillating(), "half-tick {tick}");
        if tick % 50 == 0 {
            wired.hold(&[]);
        }
    }
    assert!(wired.panel().stores.iter().any(|&seeds| seeds > 0));
}

#[test]
fn an_empty_pit_lights_error_until_the_next_press() {
    let mut pair = Pair::new(Model::Y2016, Processor::Native);
    pair.settle();
    pair.press(Button::Pit(3), 9);
    pair.settle();
    assert_eq!(pair.shown.pits[0][2], 0, "an extra turn with pit 3 empty");
    for _ in 0..2 {
        pair.press(Button::Pit(3), 20);
        pair.settle();
        assert!(pair.wired.panel().lights.is_on(Light::Error));
    }
    pair.press(Button::Pit(1), 20);
    pair.run(400);
    assert!(!pair.wired.panel().lights.is_on(Light::Error));
    pair.settle();
}

#[test]
fn presses_while_it_works_are_the_native_ones() {
    let mut pair = Pair::new(Model::Y2016Mirror, Processor::Native);
    let mut rng = Rng::new(6);
    for number in [2, 4, 1] {
        pair.settle();
        pair.press(Button::Pit(number), 3);
        while !pair.fast.is_waiting() {
            let buttons: Vec<Button> = (0..rng.below(3))
                .map(|_| Button::Pit(1 + rng.below(6) as u8))
                .collect();
            pair.hold(if pair.phase() == Phase::Human {
                &[]
            } else {
                &buttons
            });
            pair.run(1 + rng.below(60));
        }
        pair.hold(&[]);
    }
}

/// One after another, at once, exchanged for each other, and held over the next question.
#[test]
fn several_buttons_are_the_native_ones() {
    let mut pair = Pair::new(Model::Y2016Mirror, Processor::Native);
    let pits =
        |numbers: &[u8]| -> Vec<Button> { numbers.iter().copied().map(Button::Pit).collect() };
    for holds in [
        &[&[2][..], &[2, 5], &[5], &[]][..],
        &[&[6, 4], &[4], &[4, 1], &[]],
        &[&[6], &[1], &[6], &[]],
        &[&[1], &[6], &[2, 3, 4, 5], &[]],
        &[&[5]],
        &[&[5], &[], &[5]],
        &[&[], &[1, 2, 3, 4, 5, 6], &[]],
    ] {
        pair.settle();
        for numbers in holds {
            pair.hold(&pits(numbers));
            pair.run(1);
        }
        pair.run(2000);
        pair.settle();
    }
    assert_ne!(pair.shown.stores, [0, 0]);
}

#[test]
fn a_button_does_nothing_after_the_end() {
    let mut pair = Pair::new(Model::Y2016Mirror, Processor::Native);
    pair.play(&mut Rng::new(7));
    let end = pair.shown.clone();
    for number in 1..=6 {
        pair.press(Button::Pit(number), 20);
        pair.run(20);
    }
    assert_eq!(pair.shown, end);
}

/// A program instead of the firmware.
fn banks_of(program: &str) -> Vec<Bank> {
    let text = |name: &str| Some(if name == "main.asm" { program } else { "end\n" }.to_string());
    let banks = firmware::banks_with(Model::Y2016, text);
    banks.unwrap_or_else(|(name, outcome)| panic!("{name}: {:?}", outcome.diagnostics))
}

/// All lights are optional: a program may loop on F0 until a number appears. It has it until it writes to F0.
#[test]
fn a_program_without_lights_hears_the_buttons() {
    const PROGRAM: &str = "
        asect 0
        ldi r1, 0xF0
        ldi r3, 0xF1
wait:   ld r1, r0
        tst r0
        beq wait
        ld r1, r0
        st r3, r0
        clr r0
        st r1, r0
        inc r3
        br wait
        end
";
    for processor in [Processor::Native, Processor::Gates] {
        let banks = banks_of(PROGRAM);
        let wired = Wired::with_banks(Model::Y2016, processor, &banks);
        let mut pair = Pair::of(Fast::with_banks(Model::Y2016, banks), wired);
        for number in [3, 5, 5, 1] {
            pair.settle();
            pair.press(Button::Pit(number), 300);
        }
        pair.settle();
        assert_eq!(pair.shown.pits[0][..5], [3, 5, 5, 1, 0]);
    }
}

/// Buttons at any moment, also in the middle of a write, with the lights in every combination.
#[test]
fn presses_under_all_lights_are_the_native_ones() {
    const PROGRAM: &str = "
        asect 0
        ldi r1, 0xF0
        ldi r3, 0xF1
        ldi r2, 0
again:  st r1, r2
        ld r1, r0
        st r3, r0
        ld r1, r0
        st r3, r0
        inc r2
        br again
        end
";
    let banks = banks_of(PROGRAM);
    let wired = Wired::with_banks(Model::Y2016, Processor::Native, &banks);
    let mut pair = Pair::of(Fast::with_banks(Model::Y2016, banks), wired);
    let (mut rng, mut heard) = (Rng::new(8), 0);
    for _ in 0..2500 {
        let button = Button::Pit(1 + rng.below(6) as u8);
        pair.hold(if rng.below(2) == 0 {
            &[]
        } else {
            std::slice::from_ref(&button)
        });
        pair.run(1 + rng.below(4));
        heard += u32::from(pair.shown.pits[0][0] > 0);
    }
    assert!((100..2400).contains(&heard), "{heard}");
}

/// The board without its game: a program that writes every byte of data space and reads it back, the lights and the cell
/// without a driver included.
#[test]
fn any_program_finds_the_native_memory() {
    const PROGRAM: &str = "
        asect 0
        setsp 0xF0
        ldi r2, 0xA7
        ldi r1, 2
again:  clr r0
write:  st r0, r2
        ld r0, r3
        add r3, r2
        inc r2
        inc r0
        bne write
read:   ld r0, r3
        add r3, r2
        inc r0
        bne read
        dec r1
        bne again
        ldi r0, 0x20
        st r0, r2
        halt
        end
";
    let banks = banks_of(PROGRAM);
    for processor in [Processor::Native, Processor::Gates] {
        let wired = Wired::with_banks(Model::Y2016, processor, &banks);
        let mut pair = Pair::of(Fast::with_banks(Model::Y2016, banks.clone()), wired);
        while !pair.fast.is_stopped() {
            pair.half_tick();
        }
        pair.compare_all();
        assert_eq!(pair.fast.peek(0xF8), 0);
        assert!((0xF1..=0xFF).all(|address| pair.fast.peek(address) < 64));
    }
}

#[test]
fn the_rom_holds_the_firmware() {
    for model in MODELS {
        let wired = Wired::new(model, Processor::Native);
        let rom = only(&wired, Kind::Rom);
        for (address, &byte) in firmware::banks(model)[0].image().iter().enumerate() {
            let word = wired.simulator().cell(rom, address as u32);
            assert_eq!(word, Ok(byte.into()), "{model} {address:02x}");
        }
    }
}
