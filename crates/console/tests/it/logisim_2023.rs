//! A game on the board of 2023 recorded in Logisim 2.7.1, on the very file in the tree: 38 presses, 18 of them of pits, some
//! of those empty; also buttons that do nothing while settings are asked for, while the machine is at work, after the end.
//!
//! The recording has a line for every half-tick at which a light, a digit, a lamp or a cell of the RAM changed: the half-tick,
//! the LEDs, the digits, the columns of the lamps, the cells that changed.

use circuit::netlist::PartId;
use circuit::script::{self, Failure, Limits, Stage};
use circuit::sim::Simulator;
use console::{Engine, Light, Model, Phase, Processor, Wired};

const EVENTS: &str = include_str!("../data/2023-logisim.events.csv");
const TRACE: &str = include_str!("../data/2023-logisim.trace.csv");

/// The parts of a kind, by their places in the header: `leds{x:y x:y ...}`.
fn parts(sim: &Simulator, header: &str, kind: &str, name: &str) -> Vec<PartId> {
    let start = header.find(&format!("{kind}{{")).unwrap() + kind.len() + 1;
    let places = header[start..].split('}').next().unwrap();
    let path = |at: &str| format!("/{name}@{}", at.replace(':', ","));
    let found = places.split_whitespace().map(|at| sim.find(&path(at)));
    found.map(Result::unwrap).collect()
}

/// Writes down what changes as the recorder did.
struct Witness {
    leds: Vec<PartId>,
    digits: Vec<PartId>,
    lamps: Vec<PartId>,
    ram: PartId,
    cells: [u32; 256],
    shown: String,
    lines: Vec<String>,
}

impl Witness {
    fn new(sim: &Simulator, header: &str) -> Witness {
        Witness {
            leds: parts(sim, header, "leds", "LED"),
            digits: parts(sim, header, "hexdigits", "Hex_Digit_Display"),
            lamps: parts(sim, header, "dotmatrix", "DotMatrix"),
            ram: sim.find("/Game_Operator@540,800/RAM@940,260").unwrap(),
            cells: [0; 256],
            shown: String::new(),
            lines: Vec::new(),
        }
    }

    fn look(&mut self, sim: &Simulator) {
        let value = |part: PartId, port: usize| match sim.port(part, port).number() {
            Some(number @ 0..=15) => format!("{number:x}"),
            Some(number) => format!("[{number:x}]"),
            None => "?".to_string(),
        };
        let all = |parts: &[PartId], ports: usize| -> String {
            let pairs = parts
                .iter()
                .flat_map(|&part| (0..ports).map(move |port| (part, port)));
            pairs.map(|(part, port)| value(part, port)).collect()
        };
        let shown = [(&self.leds, 1), (&self.digits, 1), (&self.lamps, 5)];
        let shown = shown.map(|(parts, ports)| all(parts, ports)).join(",");
        let cells = std::array::from_fn(|i| sim.cell(self.ram, i as u32).unwrap());
        if shown != self.shown || cells != self.cells {
            let changed = (0..256).filter(|&i| cells[i] != self.cells[i]);
            let changed: Vec<String> = changed
                .map(|i| format!("{i:02x}={:02x}", cells[i]))
                .collect();
            let line = format!("{},{shown},{}", sim.ticks(), changed.join(" "));
            self.lines.push(line);
            (self.shown, self.cells) = (shown, cells);
        }
    }
}

fn replay(processor: Processor) {
    let mut wired = Wired::new(Model::Y2023, processor);
    let (header, changes) = TRACE.split_once('\n').unwrap();
    let mut witness = Witness::new(wired.simulator(), header);
    let counts = [&witness.leds, &witness.digits, &witness.lamps].map(Vec::len);
    assert_eq!(counts, [30, 28, 6]);
    let sim = wired.simulator_mut();
    witness.look(sim);
    for event in EVENTS.lines() {
        let (at, what) = event.split_once(',').unwrap();
        while sim.ticks() < at.parse().unwrap() {
            sim.half_tick();
            witness.look(sim);
        }
        let Some((act, place)) = what.split_once('@') else {
            continue;
        };
        let button = sim.find(&format!("/Button@{}", place.replace(':', ",")));
        let done = match act {
            "press" => sim.press(button.unwrap()),
            _ => sim.release(button.unwrap()),
        };
        done.unwrap();
        witness.look(sim);
    }
    assert!(wired.is_stopped());
    assert_eq!(wired.panel().phase(), Phase::Over);
    let recorded: Vec<&str> = changes.lines().collect();
    for (ours, theirs) in witness.lines.iter().zip(&recorded) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(witness.lines.len(), recorded.len());
    assert!(recorded.len() > 200, "a whole game");
}

#[test]
fn with_the_processor_of_gates() {
    replay(Processor::Gates);
}

#[test]
fn with_the_native_processor() {
    replay(Processor::Native);
}

/// Does nothing but wonder at failures.
struct Audience;

impl Stage for Audience {
    fn settled(&mut self, _: &mut Simulator, _: bool) {}

    fn print(&mut self, _: &str) {}

    fn failed(&mut self, failure: &Failure) {
        panic!("{failure:?}");
    }

    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        Err(format!("the script needs no {name}"))
    }
}

/// `hardware/2023/game.script` is for people to start from.
#[test]
fn the_script_beside_the_circuit_holds() {
    let text = include_str!("../../../../hardware/2023/game.script");
    let mut wired = Wired::new(Model::Y2023, Processor::Gates);
    let script = script::parse(text).unwrap();
    let report = script::run(
        &script,
        wired.simulator_mut(),
        &mut Audience,
        Limits::default(),
    );
    assert!(report.unwrap().passed());
    assert!(wired.panel().lights.is_on(Light::Error));
}
