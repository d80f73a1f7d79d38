//! Running circuits by hand: paths, inputs, faults, snapshots, native parts.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use circuit::component::{Native, NativePins, PinInfo};
use circuit::netlist::{DesignOptions, NativeFactory};
use circuit::project::Image;
use circuit::read::{NoLibraries, read};
use circuit::sim::{Engine, SimOptions, Simulator};
use circuit::{Value, Word};

use crate::reader::file;

fn simulator(circuits: &str, engine: Engine) -> Simulator {
    with_options(
        circuits,
        &SimOptions {
            engine,
            ..SimOptions::default()
        },
    )
}

fn with_options(circuits: &str, options: &SimOptions) -> Simulator {
    let reading = read("x.circ", file(circuits).as_bytes(), &mut NoLibraries);
    assert_eq!(reading.diagnostics, []);
    Simulator::new(Arc::new(reading.project), None, options).unwrap()
}

/// A counter on a button, a RAM, and a sub-circuit with a label.
const BOARD: &str = "<circuit name=\"main\">\
    <comp lib=\"5\" loc=\"(100,100)\" name=\"Button\"><a name=\"label\" val=\"go\"/></comp>\
    <comp lib=\"4\" loc=\"(120,80)\" name=\"Counter\"/>\
    <comp lib=\"4\" loc=\"(500,100)\" name=\"RAM\"/><comp lib=\"0\" loc=\"(600,100)\" name=\"Pin\"><a name=\"width\" val=\"4\"/><a name=\"label\" val=\"in\"/></comp>\
    <comp loc=\"(800,100)\" name=\"inner one\"><a name=\"label\" val=\"box\"/></comp></circuit>\
    <circuit name=\"inner one\"><comp lib=\"4\" loc=\"(300,300)\" name=\"RAM\"/><comp lib=\"4\" loc=\"(300,500)\" name=\"RAM\"><a name=\"addrWidth\" val=\"4\"/></comp></circuit>";

#[test]
fn parts_are_found_by_path() {
    let simulator = simulator(BOARD, Engine::Fast);
    let path = |text: &str| simulator.design().path(simulator.find(text).unwrap());
    assert_eq!(path("/go"), "/go");
    assert_eq!(path("@100,100"), "/go");
    assert_eq!(path("Counter@120,80"), "/Counter@120,80");
    assert_eq!(path("/inner_one@800,100/RAM@300,300"), "/box/RAM@300,300");
    assert_eq!(path("/inner one@800,100/RAM@300,300"), "/box/RAM@300,300");
    let spaced = BOARD.replace("val=\"go\"", "val=\"go on\"");
    let spaced = crate::api::simulator(&spaced, Engine::Fast);
    for text in ["/go_on", "/go on"] {
        assert_eq!(spaced.find(text), spaced.find("@100,100"), "{text}");
    }
    let error = |text: &str| simulator.find(text).unwrap_err().to_string();
    assert_eq!(
        error("/stop"),
        "'/stop': there is no 'stop' in circuit 'main'"
    );
    assert_eq!(
        error("/RAM@1,1"),
        "'/RAM@1,1': there is no 'RAM@1,1' in circuit 'main'; did you mean RAM@500,100?"
    );
    assert_eq!(error("/go/x"), "'/go/x': /go has nothing inside");
    assert_eq!(
        error(""),
        "a path names a part, such as /Name@100,200 or /label, not ''"
    );
}

#[test]
fn hands_on() {
    for engine in [Engine::Exact, Engine::Fast] {
        let mut simulator = simulator(BOARD, engine);
        let (go, counter) = (
            simulator.find("go").unwrap(),
            simulator.find("Counter@120,80").unwrap(),
        );
        for presses in 1..4 {
            simulator.press(go).unwrap();
            simulator.release(go).unwrap();
            assert_eq!(simulator.value(counter), Value::known(8, presses));
        }
        assert_eq!(
            simulator.press(counter).unwrap_err().to_string(),
            "/Counter@120,80 is a Counter, not a button"
        );
        let pin = simulator.find("in").unwrap();
        simulator
            .set_pin(pin, Value::from_bits("01xE").unwrap())
            .unwrap();
        assert_eq!(simulator.value(pin).to_string(), "b01xE");
        assert_eq!(
            simulator
                .set_pin(pin, Value::known(3, 1))
                .unwrap_err()
                .to_string(),
            "/in is 4 bits wide, the value 3"
        );
    }
}

#[test]
fn memories_are_loaded_and_read() {
    let mut simulator = simulator(BOARD, Engine::Fast);
    let ram = simulator.find("/box/RAM@300,500").unwrap();
    simulator
        .load_memory(
            ram,
            &Image {
                words: vec![1, 2, 0x1ff],
            },
        )
        .unwrap();
    assert_eq!(
        [0, 1, 2, 3].map(|at| simulator.cell(ram, at).unwrap()),
        [1, 2, 0xff, 0]
    );
    simulator.set_cell(ram, 15, 0x123).unwrap();
    assert_eq!(simulator.cell(ram, 15), Ok(0x23));
    assert_eq!(
        simulator.cell(ram, 16).unwrap_err().to_string(),
        "/box/RAM@300,500 has addresses up to 0xf, not 0x10"
    );
    assert!(
        simulator
            .load_memory(ram, &Image { words: vec![1; 17] })
            .is_err()
    );
    let go = simulator.find("go").unwrap();
    assert!(simulator.load_memory(go, &Image::default()).is_err());
}

#[test]
fn a_snapshot_brings_everything_back() {
    for engine in [Engine::Exact, Engine::Fast] {
        let text = crate::generator::project(3, 40);
        let project = Arc::new(read("x", text.as_bytes(), &mut NoLibraries).project);
        let mut simulator = Simulator::new(
            project,
            None,
            &SimOptions {
                engine,
                ..SimOptions::default()
            },
        )
        .unwrap();
        simulator.run(9);
        let snapshot = simulator.snapshot();
        let trace = |simulator: &mut Simulator| -> Vec<String> {
            let design = simulator.design().clone();
            (0..20)
                .map(|_| {
                    simulator.half_tick();
                    (design.net_ids())
                        .map(|net| simulator.net(net).to_string())
                        .collect()
                })
                .collect()
        };
        let first = trace(&mut simulator);
        let later = simulator.snapshot();
        simulator.restore(&snapshot);
        assert_eq!(simulator.ticks(), 9);
        assert!(simulator.snapshot() == snapshot && snapshot != later);
        let mut copy = simulator.clone();
        assert_eq!(trace(&mut simulator), first);
        assert!(simulator.snapshot() == later);
        // A copy goes its own way, and a snapshot fits it too.
        assert_eq!((copy.ticks(), simulator.ticks()), (9, 29));
        copy.restore(&later);
        copy.restore(&snapshot);
        assert_eq!(trace(&mut copy), first);
    }
}

/// A clock and a counter of two bits: the state repeats every eight half-ticks.
const COUNTER: &str = "<circuit name=\"main\"><comp lib=\"0\" loc=\"(100,100)\" name=\"Clock\"/>\
    <wire from=\"(100,100)\" to=\"(180,100)\"/><comp lib=\"4\" loc=\"(200,80)\" name=\"Counter\">\
    <a name=\"width\" val=\"2\"/><a name=\"max\" val=\"0x3\"/></comp></circuit>";

#[test]
fn a_state_that_comes_back_is_seen() {
    for engine in [Engine::Exact, Engine::Fast] {
        let mut simulator = simulator(COUNTER, engine);
        let start = simulator.snapshot();
        let repeats: Vec<u64> = (1..=24)
            .filter(|_| {
                simulator.half_tick();
                simulator.snapshot().repeats(&start)
            })
            .collect();
        assert_eq!(repeats, [8, 16, 24], "{engine:?}");
        assert!(start.bytes() > 0 && start.ticks() == 0);
    }
}

#[test]
fn a_fast_snapshot_fits_an_exact_simulator() {
    let [mut exact, mut fast] =
        [Engine::Exact, Engine::Fast].map(|engine| simulator(COUNTER, engine));
    let counter = exact.find("/Counter@200,80").unwrap();
    fast.run(5);
    exact.restore(&fast.snapshot());
    for _ in 0..9 {
        assert_eq!(exact.value(counter), fast.value(counter));
        exact.half_tick();
        fast.half_tick();
    }
    assert_eq!((exact.engine(), exact.ticks()), (Engine::Exact, 14));
}

#[test]
fn faults_name_the_parts() {
    let ring = "<circuit name=\"main\"><comp lib=\"1\" loc=\"(200,100)\" name=\"NAND Gate\"><a name=\"inputs\" val=\"2\"/></comp>\
        <comp lib=\"0\" loc=\"(200,100)\" name=\"Tunnel\"><a name=\"label\" val=\"q\"/></comp>\
        <comp lib=\"0\" loc=\"(140,80)\" name=\"Tunnel\"><a name=\"label\" val=\"q\"/></comp><comp lib=\"0\" loc=\"(140,120)\" name=\"Clock\"/></circuit>";
    for engine in [Engine::Exact, Engine::Fast] {
        let mut simulator = simulator(ring, engine);
        assert_eq!(simulator.oscillation(), None);
        assert_eq!(simulator.run(10), 1);
        let parts = simulator.oscillation().unwrap().parts;
        let paths: Vec<String> = parts
            .iter()
            .map(|&part| simulator.design().path(part))
            .collect();
        assert_eq!(paths, ["/NAND_Gate@200,100"]);
    }
    let fight = "<circuit name=\"main\"><comp lib=\"0\" loc=\"(100,100)\" name=\"Power\"/><comp lib=\"0\" loc=\"(100,100)\" name=\"Ground\"/></circuit>";
    for engine in [Engine::Exact, Engine::Fast] {
        let simulator = simulator(fight, engine);
        let shorts = simulator.short_circuits();
        assert_eq!(shorts.len(), 1);
        let drivers: Vec<String> = shorts[0]
            .drivers
            .iter()
            .map(|(part, value)| format!("{}={value}", simulator.design().path(*part)))
            .collect();
        assert_eq!(drivers, ["/Power@100,100=1", "/Ground@100,100=0"]);
        assert_eq!(shorts[0].value.to_string(), "bE");
    }
}

/// A toggle flip-flop: the circuit, and the same in Rust.
const TOGGLE: &str = "<circuit name=\"main\"><comp lib=\"0\" loc=\"(100,100)\" name=\"Clock\"/>\
    <wire from=\"(100,100)\" to=\"(170,100)\"/><comp loc=\"(200,100)\" name=\"toggle\"/><comp loc=\"(230,100)\" name=\"toggle\"/>\
    <comp lib=\"0\" loc=\"(230,100)\" name=\"Probe\"><a name=\"label\" val=\"out\"/></comp></circuit>\
    <circuit name=\"toggle\"><comp lib=\"0\" loc=\"(100,100)\" name=\"Pin\"><a name=\"label\" val=\"clk\"/></comp>\
    <comp lib=\"4\" loc=\"(140,100)\" name=\"T Flip-Flop\"/><comp lib=\"0\" loc=\"(100,120)\" name=\"Power\"/>\
    <comp lib=\"0\" loc=\"(140,100)\" name=\"Pin\"><a name=\"facing\" val=\"west\"/><a name=\"output\" val=\"true\"/><a name=\"label\" val=\"q\"/></comp></circuit>";

#[derive(Clone)]
struct Toggle {
    clk: usize,
    q: usize,
    clock: Word,
    value: u32,
}

impl Native for Toggle {
    fn evaluate(&mut self, pins: &mut NativePins<'_>) {
        let before = std::mem::replace(&mut self.clock, pins.get(self.clk));
        if before == Word::ZERO && self.clock == Word::ONE {
            self.value ^= 1;
        }
        pins.set(self.q, Word::known(self.value), 7);
    }

    fn boxed_clone(&self) -> Box<dyn Native> {
        Box::new(self.clone())
    }

    fn state(&self, mut state: &mut dyn Hasher) {
        (self.clock, self.value).hash(&mut state);
    }

    fn save(&self, state: &mut Vec<u8>) {
        state.extend(self.value.to_le_bytes());
        state.extend(self.clock.v.to_le_bytes());
        state.extend(self.clock.u.to_le_bytes());
    }

    fn load(&mut self, _: u64, state: &mut timeline::Reader<'_>) {
        self.value = state.u32();
        (self.clock.v, self.clock.u) = (state.u32(), state.u32());
    }
}

fn toggle(pins: &[PinInfo]) -> Box<dyn Native> {
    let pin = |label: &str| pins.iter().position(|pin| pin.label == label).unwrap();
    Box::new(Toggle {
        clk: pin("clk"),
        q: pin("q"),
        clock: Word::ZERO,
        value: 0,
    })
}

#[test]
fn a_native_part_stands_in_for_a_circuit() {
    for engine in [Engine::Exact, Engine::Fast] {
        for target in ["toggle", "/toggle@200,100", "/toggle@230,100"] {
            let factory: NativeFactory = Arc::new(toggle);
            let natives = DesignOptions {
                natives: vec![(target.to_string(), factory)],
            };
            let mut native = with_options(
                TOGGLE,
                &SimOptions {
                    engine,
                    design: natives,
                    ..SimOptions::default()
                },
            );
            let mut gates = simulator(TOGGLE, engine);
            assert!(native.design().instance_ids().count() < gates.design().instance_ids().count());
            let mut ones = 0;
            for tick in 0..20 {
                let value = |simulator: &Simulator| simulator.value(simulator.find("out").unwrap());
                assert_eq!(
                    value(&native),
                    value(&gates),
                    "{engine:?} {target} half-tick {tick}"
                );
                ones += value(&gates).number().unwrap();
                native.half_tick();
                gates.half_tick();
            }
            assert_eq!(ones, 11);
        }
    }
}
