//! The same console twice: its circuits, compared with the native model.

use circuit::netlist::PartId;
use circuit::project::Kind;
use consoles::map::y2023::{AI_EMPTY, FIRST, SEEDS, USER_EMPTY, USER_PIT};
use consoles::{Button, Fast, Machine, Model, Outcome, Panel, Phase, Processor, Wired, hardware};
use engine::rng::Rng;
use kalah::Side;

/// Upper bound for the half-ticks of a move.
const LONG: u64 = 1_000_000;

/// Every action is applied to both, and they must agree: on the panel always, on memory at the end of every clock.
pub struct Pair {
    pub fast: Fast,
    pub wired: Wired,
    ram: PartId,
    /// Addresses that are cells of the RAM, with the cell.
    cells: Vec<(u8, u32)>,
    pub shown: Panel,
    presses: String,
}

/// The only part of this kind.
pub fn only(wired: &Wired, kind: Kind) -> PartId {
    let design = wired.simulator().design();
    let mut found = design
        .part_ids()
        .filter(|&part| design.component(part).kind() == Some(kind));
    let part = found.next().expect("there is one");
    assert_eq!(found.next(), None, "there is one only");
    part
}

fn ram_cells(model: Model) -> Vec<(u8, u32)> {
    const ANSWERED: [u8; 5] = [SEEDS, FIRST, USER_PIT, AI_EMPTY, USER_EMPTY];
    let cells = (0..=255).filter(|address| match model {
        Model::Y2016 | Model::Y2016Mirror => *address < 0xF0,
        Model::Y2022 => (0xE0..0xF0).contains(address),
        Model::Y2023 => !ANSWERED.contains(address),
    });
    let mask = if model == Model::Y2022 { 0x0F } else { 0xFF };
    cells.map(|at: u8| (at, u32::from(at & mask))).collect()
}

impl Pair {
    pub fn new(model: Model, processor: Processor) -> Pair {
        Pair::of(Fast::new(model), Wired::new(model, processor))
    }

    pub fn of(fast: Fast, wired: Wired) -> Pair {
        Pair {
            ram: only(&wired, Kind::Ram),
            cells: ram_cells(fast.model()),
            shown: fast.panel(),
            fast,
            wired,
            presses: String::new(),
        }
    }

    pub fn half_tick(&mut self) {
        self.fast.half_tick();
        self.wired.half_tick();
        self.compare();
    }

    pub fn run(&mut self, half_ticks: usize) {
        (0..half_ticks).for_each(|_| self.half_tick());
    }

    pub fn hold(&mut self, buttons: &[Button]) {
        self.presses += &format!("{}:{buttons:?} ", self.fast.half_ticks());
        self.fast.hold(buttons);
        self.wired.hold(buttons);
        self.compare();
        self.compare_all();
    }

    /// Holds a button for this long and releases it.
    pub fn press(&mut self, button: Button, half_ticks: usize) {
        self.hold(&[button]);
        self.run(half_ticks);
        self.hold(&[]);
    }

    fn context(&self) -> String {
        let model = self.fast.model();
        format!(
            "{model}, half-tick {}, {}",
            self.fast.half_ticks(),
            self.presses
        )
    }

    fn compare(&mut self) {
        let now = self.fast.half_ticks();
        assert_eq!(self.wired.half_ticks(), now);
        let panel = self.fast.panel();
        assert_eq!(self.wired.panel(), panel, "{}", self.context());
        let rests = |machine: &dyn Machine| (machine.is_waiting(), machine.is_stopped());
        assert_eq!(rests(&self.wired), rests(&self.fast), "{}", self.context());
        if now % 2 == 1 {
            return;
        }
        let used = |machine: &dyn Machine| (machine.bank(), machine.touched());
        assert_eq!(used(&self.wired), used(&self.fast), "{}", self.context());
        for &(address, cell) in &self.cells {
            let found = self.wired.simulator().cell(self.ram, cell);
            let wanted = Ok(self.fast.peek(address).into());
            assert_eq!(found, wanted, "{address:02X}, {}", self.context());
        }
        if panel != self.shown || now.is_multiple_of(4096) {
            self.compare_all();
        }
        self.shown = panel;
    }

    /// Every address as the processor would read it, and no two drivers against each other.
    pub fn compare_all(&self) {
        for address in 0..=255 {
            let (found, wanted) = (self.wired.peek(address), self.fast.peek(address));
            assert_eq!(found, wanted, "{address:02X}, {}", self.context());
        }
        let shorts = self.wired.simulator().short_circuits();
        assert_eq!(shorts, [], "{}", self.context());
    }

    pub fn phase(&self) -> Phase {
        self.fast.panel().phase()
    }

    /// Runs until the machine waits for a person or has halted.
    pub fn settle(&mut self) {
        for _ in 0..LONG {
            if self.fast.is_waiting() || self.fast.is_stopped() {
                return;
            }
            self.half_tick();
        }
        panic!("it does not settle: {}", self.context());
    }

    /// A complete game, the human at random: settings, then any pit, long or short, at any moment of the wait.
    pub fn play(&mut self, rng: &mut Rng) -> Outcome {
        let first = Side::BOTH[rng.below(2)];
        let mut settings = match self.fast.model().has_settings() {
            true => vec![Button::Seeds(4 + rng.below(5) as u8), Button::First(first)],
            false => Vec::new(),
        };
        self.settle();
        while !self.fast.is_stopped() {
            self.run(rng.below(40));
            let pit = Button::Pit(1 + rng.below(6) as u8);
            self.press(settings.pop().unwrap_or(pit), 1 + rng.below(300));
            self.settle();
        }
        self.run(50);
        self.wired.panel().outcome().expect("the game is over")
    }
}

/// Whole games on each console. `GAMES=n` plays that many on gates alone.
#[test]
fn whole_games_of_gates_are_those_of_the_native_consoles() {
    let games = std::env::var("GAMES").map_or(1, |n| n.parse().expect("GAMES is a number"));
    for model in Model::ALL {
        for game in 0..games {
            let mut pair = Pair::new(model, Processor::Gates);
            pair.play(&mut Rng::child(model as u64, game));
        }
    }
}

#[test]
fn whole_games_with_the_native_processor() {
    let mut outcomes = Vec::new();
    for model in Model::ALL {
        for game in 0..3 {
            let mut pair = Pair::new(model, Processor::Native);
            outcomes.push(pair.play(&mut Rng::child(model as u64, 100 + game)));
        }
    }
    for outcome in [Outcome::HumanWins, Outcome::ComputerWins] {
        assert!(outcomes.contains(&outcome), "{outcomes:?}");
    }
}

/// Both processors in the socket of each board, on its firmware: every pin at every half-tick of the first moves.
#[test]
fn both_processors_show_the_same_pins_on_every_firmware() {
    for model in Model::ALL {
        let mut pair = [Processor::Gates, Processor::Native].map(|it| Wired::new(model, it));
        let path = hardware::places(model).processor;
        let cpu = pair[0].simulator().find(path).unwrap();
        let pins = pair[0].simulator().design().pins_of(cpu).len();
        assert_eq!(pins, 17);
        let mut settings = match model.has_settings() {
            true => vec![Button::Seeds(5), Button::First(Side::North)],
            false => Vec::new(),
        };
        let mut rng = Rng::new(model as u64);
        for now in 0..8000 {
            let waits = pair[1].is_waiting();
            for wired in &mut pair {
                wired.hold(&[]);
            }
            if waits {
                let pit = Button::Pit(1 + rng.below(6) as u8);
                let button = settings.pop().unwrap_or(pit);
                pair.iter_mut().for_each(|wired| wired.hold(&[button]));
            }
            pair.iter_mut().for_each(Machine::half_tick);
            let [gates, native] = pair.each_ref().map(|wired| {
                let sim = wired.simulator();
                let cpu = sim.find(path).unwrap();
                (0..pins)
                    .map(|pin| sim.port(cpu, pin).bits())
                    .collect::<Vec<_>>()
            });
            assert_eq!(gates, native, "{model}, half-tick {now}");
        }
        assert_ne!(
            pair[0].panel().stores,
            [0, 0],
            "{model}: a game is under way"
        );
    }
}
