//! The processor on its bench: the program of the committed circuit, and recordings of the real Logisim.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use boards::cdm8::bench::{self, PROCESSOR, PROGRAM, RAM};
use boards::vectors::Dice;
use circuit::netlist::PartId;
use circuit::read::{Libraries, read};
use circuit::sim::{Engine, SimOptions, Simulator};
use consoles::hardware::FILES;
use consoles::hardware::cdm8::OUTPUTS;

/// The processor's file beside the bench.
struct Beside;

impl Libraries for Beside {
    fn read(&mut self, _: &str, path: &str) -> Result<(String, Vec<u8>), String> {
        assert_eq!(path, "cdm8.circ");
        Ok((path.to_string(), FILES[0].text.as_bytes().to_vec()))
    }
}

fn on_the_bench(program: &[u8], engine: Engine) -> Simulator {
    let text = bench::drawing(program).text();
    let reading = read("bench.circ", text.as_bytes(), &mut Beside);
    assert!(reading.diagnostics.is_empty(), "{:?}", reading.diagnostics);
    let complaints = circuit::netlist::check(&reading.project);
    assert!(complaints.is_empty(), "{complaints:?}");
    let options = SimOptions {
        engine,
        ..SimOptions::default()
    };
    Simulator::new(Arc::new(reading.project), None, &options).unwrap()
}

#[test]
fn the_program_on_the_bench_makes_fibonacci_numbers() {
    let mut sim = on_the_bench(PROGRAM, Engine::Fast);
    let stopped = sim.find(&format!("{PROCESSOR}/stopped")).unwrap();
    while sim.port(stopped, 0).number() == Some(0) {
        sim.half_tick();
        assert!(sim.ticks() < 2000);
    }
    let ram = sim.find(RAM).unwrap();
    let cells: Vec<u32> = (0x10..0x1E).map(|at| sim.cell(ram, at).unwrap()).collect();
    assert_eq!(cells, [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233]);
    assert_eq!(sim.cell(ram, 0x1E), Ok(0));
}

/// Every half-tick settles far below the 1000 steps after which Logisim gives up, and no net has two drivers.
#[test]
fn nothing_takes_long_and_nothing_fights() {
    let mut sim = on_the_bench(&program(1), Engine::Exact);
    let mut longest = 0;
    for _ in 0..600 {
        let before = sim.time();
        sim.half_tick();
        longest = longest.max(sim.time() - before);
        assert_eq!(sim.short_circuits(), Vec::new());
    }
    assert!(longest < 150, "{longest} gate delays");
}

/// Enables interrupts and continues after it: push the address, push PS, rti.
const LET_IN: [u8; 7] = [0xD0, 0x07, 0xC0, 0xD0, 0x80, 0xC0, 0xD9];

/// A program by number: random bytes, few that stop the machine; even ones let interrupts in, again and again.
fn program(number: u64) -> Vec<u8> {
    let mut dice = Dice(0xBE7C_0000 + number);
    let byte = |_| loop {
        let byte = dice.byte();
        if !matches!(byte, 0xD4 | 0xDB..=0xDF) || dice.once_in(8) {
            return byte;
        }
    };
    let mut program: Vec<u8> = (0..256).map(byte).collect();
    if number.is_multiple_of(2) {
        program[..LET_IN.len()].copy_from_slice(&LET_IN);
        for vector in program[0xF0..].chunks_mut(2) {
            vector[1] |= 0x80;
        }
    }
    program
}

fn shown(sim: &Simulator, processor: PartId, ports: &[usize]) -> String {
    let mut line = String::new();
    for (&port, pin) in ports.iter().zip(OUTPUTS) {
        let value = sim.port(processor, port).number().unwrap();
        match pin {
            "mem" | "rd/wr'" | "data/ins'" | "IAck" => line += &value.to_string(),
            _ => line += &format!("{value:02x}"),
        }
    }
    line
}

/// What Logisim 2.7.1 showed at the processor's pins: `half-tick pins` whenever one changed.
///
/// `BENCHES=folder` writes the circuits to record there instead.
#[test]
fn logisim_has_shown_the_same_at_every_half_tick() {
    for number in RECORDINGS {
        if let Some(folder) = std::env::var_os("BENCHES") {
            let path = Path::new(&folder).join(format!("bench-{number}.circ"));
            fs::write(path, bench::drawing(&program(number)).text()).unwrap();
            continue;
        }
        let path = format!("tests/data/cdm8-gates/logisim-{number}.txt");
        let golden = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        replay(number, &golden);
    }
}

const RECORDINGS: [u64; 4] = [1, 2, 5, 8];

fn replay(number: u64, golden: &str) {
    let mut sim = on_the_bench(&program(number), Engine::Fast);
    let processor = sim.find(PROCESSOR).unwrap();
    let pins = sim.design().pins_of(processor);
    let port = |label: &str| pins.iter().position(|pin| pin.label == label).unwrap();
    let ports = OUTPUTS.map(port);
    let mut lines = golden.lines().peekable();
    let (mut last, mut seen) = (String::new(), 0);
    while lines.peek().is_some() {
        let line = shown(&sim, processor, &ports);
        if line != last {
            let wanted = lines.next().unwrap();
            let found = format!("{} {line}", sim.ticks());
            assert_eq!(found, wanted, "program {number}");
            last = line;
            seen += 1;
        }
        sim.half_tick();
        assert!(sim.ticks() < 10_000, "program {number} stands still");
    }
    assert!(seen > 300, "program {number} does little: {seen}");
}
