//! The board of 2022: its circuits in lock-step with the fast engine.

use circuit::model::Kind;
use circuit::netlist::PartId;
use circuit::sim::Simulator;
use console::firmware::{banks, banks_with};
use console::hardware::FILES;
use console::{Button, Console, Engine, Fast, Model, Outcome, Phase, Processor, Settled, Wired};
use engine::lots::Lots;

const MODEL: Model = Model::Y2022;

/// The same console twice: its circuits, and the model they are held against.
struct Pair {
    wired: Wired,
    fast: Fast,
    /// Half-ticks between looks at all 256 data addresses.
    peek_every: u64,
}

impl Pair {
    fn new(processor: Processor) -> Pair {
        Pair {
            wired: Wired::new(MODEL, processor),
            fast: Fast::new(MODEL),
            peek_every: 2,
        }
    }

    fn hold(&mut self, buttons: &[Button]) {
        self.wired.hold(buttons);
        self.fast.hold(buttons);
        self.compare_panels();
    }

    fn half_tick(&mut self) {
        self.wired.half_tick();
        self.fast.half_tick();
        self.compare_panels();
        if self.fast.half_ticks().is_multiple_of(self.peek_every) {
            self.compare_cells();
        }
    }

    fn compare_panels(&self) {
        let now = self.fast.half_ticks();
        assert_eq!(self.wired.half_ticks(), now);
        assert_eq!(self.wired.panel(), self.fast.panel(), "half-tick {now}");
        assert_eq!(self.wired.is_stopped(), self.fast.is_stopped(), "{now}");
    }

    fn compare_cells(&self) {
        let now = self.fast.half_ticks();
        for address in 0..=255 {
            let (wired, fast) = (self.wired.peek(address), self.fast.peek(address));
            assert_eq!(wired, fast, "{address:02X} at half-tick {now}");
        }
    }

    /// The processor's registers as the probes above the pad show them.
    fn compare_probes(&self) {
        let sim = self.wired.simulator();
        let cpu = self.fast.cpu();
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
        assert_eq!(shown, wanted, "half-tick {}", self.fast.half_ticks());
    }

    /// A whole game: whenever the program waits, a pit of the lot's choice.
    fn play(&mut self, lots: &mut Lots) -> Outcome {
        while !self.fast.is_stopped() {
            self.half_tick();
            if self.fast.is_waiting() {
                self.hold(&[Button::Pit(1 + lots.below(6) as u8)]);
                self.half_tick();
                self.hold(&[]);
            }
        }
        self.wired.panel().outcome().expect("the lights say it")
    }
}

#[test]
fn whole_games_are_the_same_at_every_half_tick() {
    let outcomes = [466, 2824, 2022].map(|seed| {
        let mut pair = Pair::new(Processor::Native);
        pair.play(&mut Lots::new(seed))
    });
    let all = [Outcome::HumanWins, Outcome::Draw, Outcome::ComputerWins];
    assert_eq!(outcomes, all);
}

/// Buttons go down and up at any moment: in every phase, several at once, held for long, after the end.
#[test]
fn restless_fingers_are_the_same_at_every_half_tick() {
    for seed in 1..=6 {
        let mut pair = Pair::new(Processor::Native);
        pair.peek_every = 64;
        let mut lots = Lots::new(seed);
        let pause = [3, 10, 40, 150][lots.below(4)];
        let mut after_the_end = 500;
        while after_the_end > 0 {
            pair.half_tick();
            after_the_end -= u32::from(pair.fast.is_stopped());
            if lots.below(pause) == 0 {
                let count = lots.below(4);
                let buttons = (0..count).map(|_| Button::Pit(1 + lots.below(6) as u8));
                let buttons: Vec<Button> = buttons.collect();
                pair.hold(&buttons);
            }
        }
    }
}

/// Presses at each half-tick around the program's first write to the user input register, when it is awaited already.
#[test]
fn a_press_while_the_program_writes_the_input_is_the_same() {
    for wait in 0..24 {
        let mut pair = Pair::new(Processor::Native);
        pair.peek_every = 1000;
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
    let mut pair = Pair {
        wired: Wired::with_banks(MODEL, Processor::Native, &all),
        fast: Fast::with_banks(MODEL, all.clone()),
        peek_every: 2,
    };
    for _ in 0..3 * 256 * 2 * 20 {
        pair.wired.half_tick();
        pair.fast.half_tick();
        assert_eq!(pair.wired.panel().lights, pair.fast.panel().lights);
        if pair.fast.half_ticks().is_multiple_of(2) {
            pair.compare_probes();
        }
    }
    pair.compare_cells();
}

#[test]
fn nothing_drives_against_anything_during_a_game() {
    let mut console = Console::new(Wired::new(MODEL, Processor::Native));
    let mut lots = Lots::new(5);
    while !console.engine.is_stopped() {
        console.engine.half_tick();
        let shorts = console.engine.simulator().short_circuits();
        assert!(shorts.is_empty(), "{shorts:?}");
        if console.engine.is_waiting() {
            console.press(Button::Pit(1 + lots.below(6) as u8));
        }
    }
    assert_eq!(console.settle(), Settled::Stopped);
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

#[test]
fn a_game_of_gates_is_the_same_at_every_half_tick() {
    let mut pair = Pair::new(Processor::Gates);
    pair.play(&mut Lots::new(4));
}

/// The page beside the circuits names every chip and every pin.
#[test]
fn the_readme_names_every_chip_and_pin() {
    let readme = include_str!("../../../../hardware/2022/README.md");
    let file = FILES.iter().find(|file| file.path == "2022/mancala.circ");
    let drawing = (file.unwrap().draw)();
    let chips = drawing.project().circuits.iter();
    for chip in chips.filter(|chip| chip.file == 0 && chip.name != "Button register AI") {
        let start = readme.find(&format!("\n### {}", chip.name));
        let start = start.unwrap_or_else(|| panic!("{} has no section", chip.name));
        let section = &readme[start + 1..];
        let section = &section[..section.find("\n#").unwrap_or(section.len())];
        for pin in chip
            .components
            .iter()
            .filter(|c| c.kind() == Some(Kind::Pin))
        {
            let width = pin.attrs.of(Kind::Pin).count("width");
            let name = match (pin.label().unwrap(), width) {
                (label, 1) => label.to_string(),
                (label, width) => format!("{label}({width})"),
            };
            assert!(section.contains(&name), "{}: {name}", chip.name);
        }
    }
}

/// A game recorded in Logisim 2.7.1 on this very file: eight moves and the computer's replies, with presses of empty pits, of
/// a second button, in the wrong phase, held beyond the next question, and after the end.
mod recording {
    pub const EVENTS: &str = include_str!("../data/2022-logisim.events.csv");
    pub const TRACE: &str = include_str!("../data/2022-logisim.trace.csv");
}

/// Parts by their places as the header of a recording names them: `leds{x:y x:y ...}`.
fn places_of(header: &str, kind: &str, sim: &Simulator) -> Vec<PartId> {
    let start = header.find(&format!("{kind}{{")).unwrap() + kind.len() + 1;
    let list = header[start..].split('}').next().unwrap();
    let names = list.split_whitespace().map(|at| at.replace(':', ","));
    let found = names.map(|at| {
        let name = if kind == "leds" {
            "LED"
        } else {
            "Hex_Digit_Display"
        };
        sim.find(&format!("/{name}@{at}")).unwrap()
    });
    found.collect()
}

/// The state of a board as a line of the recording.
struct Witness {
    shows: [Vec<PartId>; 2],
    ram: PartId,
    lines: Vec<String>,
    last: String,
}

impl Witness {
    fn look(&mut self, sim: &Simulator) {
        let [leds, digits] = self.shows.each_ref().map(|parts| {
            let value = |&part: &PartId| sim.port(part, 0).number().map(|n| format!("{n:x}"));
            let values = parts.iter().map(|part| value(part).unwrap_or("?".into()));
            values.collect::<String>()
        });
        let cells = (0..16).map(|i| format!("{:02x}", sim.cell(self.ram, i).unwrap()));
        let state = format!("{leds},{digits},,,{}", cells.collect::<String>());
        if state != self.last {
            self.lines.push(format!("{},{state}", sim.ticks()));
            self.last = state;
        }
    }
}

#[test]
fn the_game_recorded_in_logisim_is_the_same_at_every_change() {
    let mut wired = Wired::new(MODEL, Processor::Gates);
    let sim = wired.simulator_mut();
    let (header, changes) = recording::TRACE.split_once('\n').unwrap();
    let shows = ["leds", "hexdigits"].map(|kind| places_of(header, kind, sim));
    assert_eq!(shows.each_ref().map(Vec::len), [24, 28]);
    let mut witness = Witness {
        shows,
        ram: sim.find("/RAM@1080,1010").unwrap(),
        lines: Vec::new(),
        last: String::new(),
    };
    witness.look(sim);
    for event in recording::EVENTS.lines() {
        let mut fields = event.split(',');
        let tick: u64 = fields.next().unwrap().parse().unwrap();
        while sim.ticks() < tick {
            sim.half_tick();
            witness.look(sim);
        }
        if let Some((act, at)) = fields.next().unwrap().split_once('@') {
            let button = sim.find(&format!("/Button@{}", at.replace(':', ",")));
            let done = match act {
                "press" => sim.press(button.unwrap()),
                _ => sim.release(button.unwrap()),
            };
            done.unwrap();
            witness.look(sim);
        }
    }
    assert!(wired.is_stopped());
    let recorded: Vec<&str> = changes.lines().collect();
    assert_eq!(recorded.len(), 242);
    for (ours, theirs) in witness.lines.iter().zip(&recorded) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(witness.lines.len(), recorded.len());
}
