//! The board of 2016, run from its circuits, against the native console: half-tick by half-tick.

use circuit::model::Kind;
use circuit::netlist::PartId;
use console::{Button, Engine, Fast, Light, Model, Panel, Phase, Processor, Wired, firmware};
use engine::lots::Lots;

const MODELS: [Model; 2] = [Model::Y2016, Model::Y2016Mirror];
/// More half-ticks than any game takes.
const LONG: u64 = 2_000_000;
/// The first address of the pad.
const PAD: u8 = 0xF0;

/// A console run from its circuits beside the native one. Whatever is done is done to both, and they must agree.
struct Pair {
    fast: Fast,
    wired: Wired,
    ram: PartId,
    shown: Panel,
}

fn only(wired: &Wired, kind: Kind) -> PartId {
    let design = wired.simulator().design();
    let mut found = design
        .part_ids()
        .filter(|&part| design.component(part).kind() == Some(kind));
    let part = found.next().expect("there is one");
    assert_eq!(found.next(), None, "there is one only");
    part
}

impl Pair {
    fn new(model: Model, processor: Processor) -> Pair {
        Pair::of(Fast::new(model), Wired::new(model, processor))
    }

    fn of(fast: Fast, wired: Wired) -> Pair {
        Pair {
            ram: only(&wired, Kind::Ram),
            shown: fast.panel(),
            fast,
            wired,
        }
    }

    fn half_tick(&mut self) {
        self.fast.half_tick();
        self.wired.half_tick();
        self.compare();
    }

    fn hold(&mut self, buttons: &[Button]) {
        self.fast.hold(buttons);
        self.wired.hold(buttons);
        self.compare();
    }

    /// The same panel, and at the end of a clock the same memory and registers.
    fn compare(&mut self) {
        let now = self.fast.half_ticks();
        assert_eq!(self.wired.half_ticks(), now);
        let panel = self.fast.panel();
        assert_eq!(self.wired.panel(), panel, "half-tick {now}");
        assert_eq!(self.wired.is_stopped(), self.fast.is_stopped());
        if now % 2 == 1 {
            return;
        }
        for address in 0..PAD {
            let cell = self.wired.simulator().cell(self.ram, address.into());
            let wanted = self.fast.peek(address);
            assert_eq!(cell, Ok(wanted.into()), "{address:02x} at {now}");
        }
        self.compare_peek(PAD..=PAD);
        if panel != self.shown || now.is_multiple_of(4096) {
            self.compare_peek(0..=255);
            let sim = self.wired.simulator();
            assert_eq!(sim.short_circuits(), [], "half-tick {now}");
        }
        self.shown = panel;
    }

    fn compare_peek(&self, addresses: std::ops::RangeInclusive<u8>) {
        let now = self.fast.half_ticks();
        for address in addresses {
            let (found, wanted) = (self.wired.peek(address), self.fast.peek(address));
            assert_eq!(found, wanted, "{address:02x} at {now}");
        }
    }

    fn phase(&self) -> Phase {
        self.fast.panel().phase()
    }

    /// Runs until the machine waits for a person or has halted.
    fn settle(&mut self) {
        for _ in 0..LONG {
            if self.fast.is_waiting() || self.fast.is_stopped() {
                return;
            }
            self.half_tick();
        }
        panic!("it does not settle");
    }

    fn run(&mut self, half_ticks: usize) {
        (0..half_ticks).for_each(|_| self.half_tick());
    }

    /// Holds a button for so long and lets go.
    fn press(&mut self, number: u8, half_ticks: usize) {
        self.hold(&[Button::Pit(number)]);
        self.run(half_ticks);
        self.hold(&[]);
    }
}

/// A complete game, the human by lot: any button, long or short, at any moment of the wait.
fn game(model: Model, processor: Processor, seed: u64) -> Pair {
    let mut pair = Pair::new(model, processor);
    let mut lots = Lots::new(seed);
    pair.settle();
    while !pair.fast.is_stopped() {
        pair.run(lots.below(40));
        pair.press(1 + lots.below(6) as u8, 1 + lots.below(300));
        pair.settle();
    }
    pair.run(50);
    assert_eq!(pair.phase(), Phase::Over);
    pair
}

#[test]
fn games_of_both_images_are_those_of_the_native_console() {
    let outcomes = MODELS.map(|model| {
        let games = (0..3).map(|seed| game(model, Processor::Native, seed));
        games.map(|pair| pair.shown.outcome()).collect::<Vec<_>>()
    });
    let mut kinds = outcomes.concat();
    assert!(kinds.iter().all(Option::is_some), "{kinds:?}");
    kinds.dedup();
    assert!(kinds.len() > 1, "somebody else wins, too: {kinds:?}");
}

/// `GAMES=n` plays that many with each image.
#[test]
fn a_game_of_gates_alone_is_that_of_the_native_console() {
    let games = std::env::var("GAMES").map_or(1, |n| n.parse().expect("GAMES is a number"));
    for model in MODELS {
        for seed in 4..4 + games {
            game(model, Processor::Gates, seed);
        }
    }
}

/// Every half-tick of the first moves, not only when something is seen to change.
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
    pair.press(3, 9);
    pair.settle();
    assert_eq!(pair.shown.pits[0][2], 0, "an extra turn with pit 3 empty");
    for _ in 0..2 {
        pair.press(3, 20);
        pair.settle();
        assert!(pair.wired.panel().lights.is_on(Light::Error));
    }
    pair.press(1, 20);
    pair.run(400);
    assert!(!pair.wired.panel().lights.is_on(Light::Error));
    pair.settle();
}

#[test]
fn presses_while_it_works_are_the_native_ones() {
    let mut pair = Pair::new(Model::Y2016Mirror, Processor::Native);
    let mut lots = Lots::new(6);
    for number in [2, 4, 1] {
        pair.settle();
        pair.press(number, 3);
        while !pair.fast.is_waiting() {
            let buttons: Vec<Button> = (0..lots.below(3))
                .map(|_| Button::Pit(1 + lots.below(6) as u8))
                .collect();
            pair.hold(if pair.phase() == Phase::Human {
                &[]
            } else {
                &buttons
            });
            pair.run(1 + lots.below(60));
        }
        pair.hold(&[]);
    }
}

/// One after another, in one instant, exchanged for each other, and held over the next question.
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
    let mut pair = game(Model::Y2016Mirror, Processor::Native, 7);
    let end = pair.shown.clone();
    for number in 1..=6 {
        pair.press(number, 20);
        pair.run(20);
    }
    assert_eq!(pair.shown, end);
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
    let text = |name: &str| Some(if name == "main.asm" { PROGRAM } else { "end\n" }.to_string());
    let banks = firmware::banks_with(Model::Y2016, text);
    let banks = banks.unwrap_or_else(|(name, outcome)| panic!("{name}: {:?}", outcome.diagnostics));
    for processor in [Processor::Native, Processor::Gates] {
        let wired = Wired::with_banks(Model::Y2016, processor, &banks);
        let mut pair = Pair::of(Fast::with_banks(Model::Y2016, banks.clone()), wired);
        while !pair.fast.is_stopped() {
            pair.half_tick();
        }
        pair.compare_peek(0..=255);
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

/// A game as Logisim 2.7.1 played it: LEDs, digits and RAM cells at every change.
struct Recording {
    leds: Vec<PartId>,
    digits: Vec<PartId>,
    lines: Vec<String>,
}

impl Recording {
    fn read(name: &str, wired: &Wired) -> Recording {
        let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path);
        let text = text.unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut parts = |what: &str| -> Vec<PartId> {
            let places = lines.next().unwrap().strip_prefix(what).unwrap();
            let part = |place| wired.simulator().find(&format!("/@{place}")).unwrap();
            places.split_whitespace().map(part).collect()
        };
        Recording {
            leds: parts("leds"),
            digits: parts("digits"),
            lines: lines.map(str::to_string).collect(),
        }
    }

    fn seen(&self, wired: &Wired) -> String {
        let shown = |parts: &[PartId]| -> String {
            let values = parts.iter().map(|&part| wired.simulator().port(part, 0));
            values
                .map(|value| value.number().map_or("?".to_string(), |n| format!("{n:x}")))
                .collect()
        };
        format!("{} {}", shown(&self.leds), shown(&self.digits))
    }
}

/// Plays a recording again. A line is `at HALF-TICK LEDS DIGITS CELL=BYTE...` for a change, or `press HALF-TICK PIT` or
/// `release HALF-TICK PIT`.
fn replay(name: &str, model: Model, processor: Processor) {
    let mut wired = Wired::new(model, processor);
    let ram = only(&wired, Kind::Ram);
    let recording = Recording::read(name, &wired);
    let (mut seen, mut cells) = (recording.seen(&wired), [0; 256]);
    for line in &recording.lines {
        let mut words = line.split(' ');
        let (word, time) = (words.next().unwrap(), words.next().unwrap());
        let time: u64 = time.parse().unwrap();
        while wired.half_ticks() < time {
            assert_eq!(recording.seen(&wired), seen, "{}", wired.half_ticks());
            wired.half_tick();
        }
        match word {
            "press" => wired.hold(&[Button::Pit(words.next().unwrap().parse().unwrap())]),
            "release" => wired.hold(&[]),
            _ => {
                seen = [words.next().unwrap(), words.next().unwrap()].join(" ");
                for change in words {
                    let (cell, byte) = change.split_once('=').unwrap();
                    let cell = usize::from_str_radix(cell, 16).unwrap();
                    cells[cell] = u32::from_str_radix(byte, 16).unwrap();
                }
            }
        }
        assert_eq!(recording.seen(&wired), seen, "{line}");
        for (address, &byte) in cells.iter().enumerate() {
            let found = wired.simulator().cell(ram, address as u32);
            assert_eq!(found, Ok(byte), "{address:02x} after {line}");
        }
    }
    assert_eq!(wired.panel().phase(), Phase::Over);
    assert!(wired.is_stopped());
}

#[test]
fn logisim_played_the_same_games() {
    for processor in [Processor::Gates, Processor::Native] {
        replay("2016-mirror.game", Model::Y2016Mirror, processor);
        replay("2016-reference.game", Model::Y2016, processor);
    }
}
