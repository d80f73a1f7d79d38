//! What a machine answers, compared with the libraries: the same console, driven by hand.

mod circuits;

use circuit::netlist::InstanceId;
use circuit::picture::{Colour, Drawing, Ink, Live, When};
use circuit::sim::Simulator;
use consoles::{Button, Console, Machine as _, Model, Processor, Wired};
use page::Machine;
use serde_json::{Value, json};

use super::answer;

struct Bench(Machine);

impl Bench {
    fn ask(&mut self, name: &str, request: &Value) -> Result<Value, String> {
        answer(&self.0.handle(name, &request.to_string()))
    }

    fn get(&mut self, name: &str, request: &Value) -> Value {
        self.ask(name, request)
            .unwrap_or_else(|why| panic!("{name} {request}: {why}"))
    }

    fn console(model: Model, processor: &str) -> Bench {
        let mut bench = Bench(Machine::new(None));
        bench.get("power", &json!({"model": model, "processor": processor}));
        bench
    }

    /// Runs until the console waits for a person.
    fn settle(&mut self) -> Value {
        for _ in 0..4000 {
            let state = self.get("state", &json!({}));
            let console = &state["console"];
            if console["waiting"] == true || console["halted"] == true {
                return state;
            }
            self.get("run", &json!({"halfTicks": 500}));
        }
        panic!("it does not come to rest");
    }
}

/// Every slot of a sheet, and every text, as the library paints them.
fn compare_sheet(bench: &mut Bench, path: &str, simulator: &Simulator) {
    let sheet = bench.get("sheet", &json!({"path": path}));
    let frame = bench.0.frame();
    assert_eq!(sheet["slots"], json!(frame.len()), "{path}");
    let design = simulator.design();
    let instance = match path {
        "/" => InstanceId::ROOT,
        _ => match design.inside(design.find(path).unwrap()) {
            Some(circuit::netlist::Child::Instance(inner)) => inner,
            other => panic!("{path} is {other:?}"),
        },
    };
    let live = Live {
        simulator,
        instance,
    };
    let drawing = Drawing::of(&design.project, design.circuit(instance));
    let state = bench.get("state", &json!({"all": true}));
    let texts: Vec<&str> = state["texts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text[1].as_str().unwrap())
        .collect();
    let shown = drawing.items.iter().filter(|item| item.when != When::Idle);
    let mut compared = 0;
    for (item, told) in shown.zip(sheet["items"].as_array().unwrap()) {
        let inks = [
            (item.stroke.map(|(ink, _)| ink), &told["stroke"]),
            (item.fill, &told["fill"]),
        ];
        for (ink, told) in inks {
            let (Some(Ink::Value(place)), Some(slot)) = (ink, told.get("value")) else {
                continue;
            };
            // The colour a picture would have.
            let colour = match frame[slot.as_u64().unwrap() as usize] {
                0 => Colour::DARK_GREEN,
                1 => Colour::GREEN,
                2 => Colour::BLUE,
                3 => Colour::RED,
                4 => Colour::BLACK,
                _ => Colour::GREY,
            };
            assert_eq!(colour, Colour::of(live.value(place)), "{path} {place:?}");
            compared += 1;
        }
        if let Some(text) = told["text"]["says"].get("text") {
            let says = live.says(item).unwrap_or_default();
            assert_eq!(texts[text.as_u64().unwrap() as usize], says, "{path}");
            compared += 1;
        }
    }
    assert!(compared > 0, "{path} has nothing to compare");
}

/// The path of the processor, and of its ALU inside, on the board of 2023.
const PROCESSOR: &str = "/Game_Operator@540,800/CdM-8@420,140";

#[test]
fn every_sheet_shows_what_the_library_says() {
    let mut bench = Bench::console(Model::Y2023, "gates");
    let mut own = Wired::new(Model::Y2023, Processor::Gates);
    for half_ticks in [0, 1, 301, 700] {
        bench.get("run", &json!({"halfTicks": half_ticks}));
        own.run(half_ticks);
        let simulator = own.simulator();
        let design = simulator.design().clone();
        // All but those of which there are many of the same kind.
        for instance in design.instance_ids().step_by(7) {
            let circuit = design.project.circuit(design.circuit(instance));
            if !circuit.components.is_empty() {
                compare_sheet(&mut bench, &design.instance_path(instance), simulator);
            }
        }
    }
}

#[test]
fn down_to_a_gate_of_the_alu() {
    let mut bench = Bench::console(Model::Y2023, "gates");
    let mut path = "/".to_owned();
    for wanted in ["Game_Operator", "CdM-8", "ALU"] {
        let sheet = bench.get("sheet", &json!({"path": path}));
        let part = sheet["parts"]
            .as_array()
            .unwrap()
            .iter()
            .find(|part| part["kind"] == wanted);
        let part = part.unwrap_or_else(|| panic!("{path} has no {wanted}"));
        path = part["opens"].as_str().unwrap().to_owned();
    }
    assert!(path.starts_with(PROCESSOR), "{path}");
    let sheet = bench.get("sheet", &json!({"path": path}));
    let titles: Vec<&Value> = sheet["crumbs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|crumb| &crumb["title"])
        .collect();
    assert_eq!(titles, ["Mancala", "Game_Operator", "CdM-8", "ALU"]);
    bench.get("run", &json!({"halfTicks": 333}));
    let mut own = Wired::new(Model::Y2023, Processor::Gates);
    own.run(333);
    let design = own.simulator().design();
    for part in sheet["parts"].as_array().unwrap() {
        let told = bench.get("part", &json!({"part": part["part"]}));
        let id = design.find(told["path"].as_str().unwrap()).unwrap();
        for (number, port) in told["ports"].as_array().unwrap().iter().enumerate() {
            let value = circuit::show::value(own.simulator().port(id, number));
            assert_eq!(port["value"], value, "{} {}", told["path"], port["name"]);
        }
    }
}

#[test]
fn registers_memory_and_panel_are_those_of_the_console() {
    for (model, processor) in [
        (Model::Y2016, "native"),
        (Model::Y2022, "gates"),
        (Model::Y2023, "native"),
    ] {
        let mut bench = Bench::console(model, processor);
        let processor = if processor == "gates" {
            Processor::Gates
        } else {
            Processor::Native
        };
        let mut own = Console::new(Wired::new(model, processor));
        for half_ticks in [1, 2, 50, 777, 3000] {
            bench.get("run", &json!({"halfTicks": half_ticks}));
            own.machine.run(half_ticks);
            let state = &bench.get("state", &json!({}))["console"];
            let registers = own.machine.registers();
            assert_eq!(state["registers"]["r"], json!(registers.r), "{model}");
            assert_eq!(state["registers"]["pc"], json!(registers.pc), "{model}");
            assert_eq!(state["bank"], json!(own.machine.bank()), "{model}");
            assert_eq!(state["waiting"], json!(own.machine.is_waiting()), "{model}");
            let panel = own.panel();
            assert_eq!(state["panel"]["south"], json!(panel.pits[0]), "{model}");
            assert_eq!(state["panel"]["stores"], json!(panel.stores), "{model}");
            let cells = bench.get("cells", &json!({}));
            let memory: Vec<u8> = (0..=255).map(|address| own.machine.peek(address)).collect();
            assert_eq!(cells["cells"], json!(memory), "{model}");
        }
    }
}

#[test]
fn a_move_is_pressed_told_and_taken_back() {
    let mut bench = Bench::console(Model::Y2023, "native");
    bench.settle();
    for line in ["seeds 4", "first human"] {
        bench.get("do", &json!({"line": line}));
        bench.settle();
    }
    let before = bench.get("state", &json!({}));
    let sheet = bench.get("sheet", &json!({"path": "/"}));
    let picture = bench.0.frame();
    let buttons = sheet["parts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|part| part["hand"] == "press");
    let third = buttons
        .filter(|part| part["kind"] == "Button")
        .find(|part| part["label"] == "3")
        .unwrap();
    bench.get("do", &json!({"part": third["part"], "down": true}));
    bench.get("do", &json!({"part": third["part"], "down": false}));
    let after = bench.settle();
    let mut own = Console::fast(Model::Y2023);
    own.start(4, kalah::Side::South);
    own.press(Button::Pit(3));
    own.settle();
    assert_eq!(
        after["console"]["panel"]["south"],
        json!(own.panel().pits[0])
    );
    let log = bench.get("log", &json!({"last": 1000}));
    let told: Vec<&str> = log["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["what"].as_str().unwrap())
        .collect();
    for what in ["asks-settings", "begins", "asks-move", "sows"] {
        assert!(told.contains(&what), "{what}: {told:?}");
    }
    let marks = bench.get("marks", &json!({}));
    assert_eq!(marks["acts"].as_array().unwrap().len(), 3);
    assert_eq!(marks["moves"][0]["pit"], 3);
    assert_eq!(marks["moves"][0]["side"], "south");
    // Back over the move, to the same picture; and on again.
    bench.get("goto", &json!({"moment": before["now"]}));
    assert_eq!(bench.0.frame(), picture);
    bench.get("goto", &json!({"moment": after["now"]}));
    let again = bench.get("state", &json!({}));
    assert_eq!(again["console"], after["console"]);
    // A link leads here too.
    let link = bench.get("link", &json!({}));
    let mut other = Bench(Machine::new(None));
    other.get(
        "power",
        &json!({"model": "2023", "processor": "native", "acts": link["acts"]}),
    );
    other.get("goto", &json!({"moment": link["now"]}));
    assert_eq!(other.get("state", &json!({}))["console"], after["console"]);
}

#[test]
fn steps_go_both_ways_and_breakpoints_stop() {
    let mut bench = Bench::console(Model::Y2022, "native");
    let source = bench.get("source", &json!({}));
    let fill = source["banks"][0]["lines"]
        .as_array()
        .unwrap()
        .iter()
        .find(|line| line["label"] == "fill");
    let address = fill.unwrap()["address"].clone();
    bench.get("breakpoints", &json!({"at": [[0, address]]}));
    let arrived = bench.get("run", &json!({"halfTicks": 100_000}));
    assert_eq!(arrived["stopped"], true);
    let state = bench.get("state", &json!({}));
    assert_eq!(state["console"]["registers"]["pc"], address);
    let first = state["now"].clone();
    assert_eq!(
        bench.get("step", &json!({"to": "breakpoint"}))["arrival"],
        "there"
    );
    assert_eq!(
        bench.get("step", &json!({"to": "breakpoint", "back": true}))["now"],
        first
    );
    for to in ["half-tick", "clock", "instruction", "panel"] {
        let from = bench.get("state", &json!({}));
        let on = bench.get("step", &json!({"to": to}));
        assert!(on["now"].as_u64() > from["now"].as_u64(), "{to}");
        bench.get("step", &json!({"to": to, "back": true}));
        let back = bench.get("state", &json!({}));
        // A panel changes somewhere between: backwards leads to just before that.
        if to != "panel" {
            assert_eq!(back["console"], from["console"], "{to}");
        }
    }
    bench.get("step", &json!({"to": "move"}));
    let back = bench.get("step", &json!({"to": "move", "back": true}));
    assert_eq!(back["arrival"], "start");
}

#[test]
fn steps_that_take_many_calls_lead_to_the_same_moments() {
    // A clock by which time is always up.
    let ticking = std::cell::Cell::new(0.0);
    let clock = move || {
        ticking.set(ticking.get() + 100.0);
        ticking.get()
    };
    let mut hurried = Bench(Machine::new(Some(Box::new(clock))));
    hurried.get("power", &json!({"model": "2022", "processor": "gates"}));
    let mut calm = Bench::console(Model::Y2022, "gates");
    for bench in [&mut hurried, &mut calm] {
        bench.get("run", &json!({"halfTicks": 1000}));
        bench.get("do", &json!({"line": "press 2"}));
        bench.get("run", &json!({"halfTicks": 6000}));
    }
    let mut steps = 0;
    for (to, back) in [
        ("half-tick", true),
        ("move", true),
        ("move", false),
        ("panel", true),
        ("clock", true),
        ("half-tick", true),
        ("instruction", true),
        ("panel", false),
        ("instruction", false),
        ("move", true),
    ] {
        let step = json!({"to": to, "back": back, "milliseconds": 1.0});
        let there = calm.get("step", &step);
        loop {
            steps += 1;
            let arrived = hurried.get("step", &step);
            if arrived["arrival"] != "budget" {
                assert_eq!(arrived["now"], there["now"], "{step}");
                assert_eq!(arrived["arrival"], there["arrival"], "{step}");
                break;
            }
        }
    }
    assert!(steps > 10, "{steps} calls");
}

#[test]
fn signals_are_found_and_recorded() {
    let mut bench = Bench::console(Model::Y2023, "native");
    let found = bench.get("find", &json!({"text": "proc_addr", "most": 20}));
    let found = found.as_array().unwrap();
    assert!(
        found.iter().any(|signal| signal["sheet"] == "/"),
        "{found:?}"
    );
    let signal = &found.iter().find(|signal| signal["sheet"] == "/").unwrap()["signal"];
    bench.get("record", &json!({"signals": [signal]}));
    bench.get("run", &json!({"halfTicks": 200}));
    let wave = bench.get("wave", &json!({"from": 50, "to": 150}));
    let values = wave["signals"][0]["values"].as_array().unwrap();
    assert!(values.len() > 3, "{wave}");
    let mut own = Wired::new(Model::Y2023, Processor::Native);
    let part = own.simulator().find(signal.as_str().unwrap()).unwrap();
    for half_tick in 0..=150_u64 {
        let now = values
            .iter()
            .rev()
            .find(|value| value[0].as_u64().unwrap() <= half_tick);
        if half_tick >= 50 {
            let number = own.simulator().value(part).number().unwrap();
            assert_eq!(now.unwrap()[1], format!("{number:02x}"), "{half_tick}");
        }
        own.half_tick();
    }
}

#[test]
fn changed_firmware_runs_and_mistakes_are_told() {
    let mut bench = Bench::console(Model::Y2022, "native");
    let source = bench.get("source", &json!({}));
    let text = source["banks"][0]["files"][0]["text"].as_str().unwrap();
    let three = text.replace("ldi     r1, 4", "ldi     r1, 3");
    assert_ne!(three, text);
    let wrong = text.replace("ldi     r1, 4", "lid     r1, 4");
    let told = bench.get(
        "assemble",
        &json!({"model": "2022", "files": {"initialisation.asm": wrong}}),
    );
    assert_eq!(told["ok"], false);
    assert_eq!(told["findings"][0]["severity"], "error");
    assert!(told["findings"][0]["at"]["line"].as_u64().unwrap() > 5);
    let files = json!({"initialisation.asm": three});
    assert_eq!(
        bench.get("assemble", &json!({"model": "2022", "files": files}))["ok"],
        true
    );
    bench.get(
        "power",
        &json!({"model": "2022", "processor": "native", "files": files}),
    );
    let state = bench.settle();
    assert_eq!(
        state["console"]["panel"]["south"],
        json!([3, 3, 3, 3, 3, 3])
    );
    assert_eq!(
        bench.get("source", &json!({}))["banks"][0]["files"][0]["changed"],
        true
    );
}

#[test]
fn nonsense_is_refused_and_the_machine_goes_on() {
    let mut bench = Bench(Machine::new(None));
    bench.ask("state", &json!({})).unwrap_err();
    bench
        .ask("power", &json!({"model": "2024", "processor": "gates"}))
        .unwrap_err();
    bench
        .ask("circuit", &json!({"name": "x.circ", "text": "<project"}))
        .unwrap_err();
    bench.get("power", &json!({"model": "2016", "processor": "native"}));
    for (name, request) in [
        ("sheet", json!({"path": "/nowhere"})),
        ("part", json!({"part": 0})),
        ("net", json!({"net": 99_999})),
        ("do", json!({"line": "press 9"})),
        ("do", json!({"line": ""})),
        ("future", json!({"future": 7})),
        ("record", json!({"signals": ["/nothing"]})),
        ("dance", json!({})),
        (
            "power",
            json!({"model": "2016", "processor": "native", "acts": "x"}),
        ),
        (
            "power",
            json!({"model": "2016", "processor": "native", "files": {"other.asm": ""}}),
        ),
    ] {
        bench.ask(name, &request).unwrap_err();
    }
    bench.get("run", &json!({"halfTicks": 10}));
    assert_eq!(bench.get("state", &json!({}))["now"], 10);
}

/// Presses a button and lets the console answer.
fn turn(bench: &mut Bench, line: &str) {
    bench.get("do", &json!({"line": line}));
    bench.get("run", &json!({"halfTicks": 400}));
    bench.settle();
}

#[test]
fn the_story_of_a_game_is_told_in_episodes_with_what_the_machine_weighs() {
    let mut bench = Bench::console(Model::Y2023, "native");
    bench.settle();
    turn(&mut bench, "seeds 4");
    turn(&mut bench, "first human");
    turn(&mut bench, "press 3");
    turn(&mut bench, "press 2");
    let story = bench.get("story", &json!({}));
    let told: Vec<String> = story["episodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| match one["kind"].as_str().unwrap() {
            "moves" => format!("{} {}", one["side"].as_str().unwrap(), one["pits"]),
            kind => kind.to_owned(),
        })
        .collect();
    assert_eq!(
        told[..5],
        ["set-up", "waits", "south [3]", "waits", "south [2]"]
    );
    assert!(told[5].starts_with("north ["), "{told:?}");
    assert_eq!(told.last().map(String::as_str), Some("waits"));
    let weighing = &story["weighing"];
    assert_eq!(weighing["past"], true);
    let chosen = weighing["chosen"].as_u64().unwrap() as usize;
    assert_ne!(weighing["pits"][chosen - 1]["verdict"], "unseen");
    // The displays of every house are on the top sheet.
    let houses = bench.get("houses", &json!({}));
    assert_eq!(houses.as_array().unwrap().len(), 14);
    assert!(
        houses
            .as_array()
            .unwrap()
            .iter()
            .all(|one| one["digits"].as_array().unwrap().len() == 2)
    );
}

#[test]
fn a_cell_that_is_watched_stops_the_run_when_it_is_written_both_ways() {
    let mut bench = Bench::console(Model::Y2022, "gates");
    bench.settle();
    // The first pit of the person: sown into or lifted, it is written.
    bench.get("breakpoints", &json!({"at": [], "cells": [0xF2]}));
    bench.get("do", &json!({"line": "press 1"}));
    let arrived = bench.get("run", &json!({"halfTicks": 100_000}));
    assert_eq!(arrived["stopped"], true);
    assert_eq!(arrived["stop"]["cell"]["address"], 0xF2);
    let first = arrived["now"].as_u64().unwrap();
    let arrived = bench.get("step", &json!({"to": "breakpoint"}));
    assert!(arrived["now"].as_u64().unwrap() > first);
    let arrived = bench.get("step", &json!({"to": "breakpoint", "back": true}));
    assert!(arrived["now"].as_u64().unwrap() >= first);
    // A place in the program says which one it is.
    bench.get("breakpoints", &json!({"at": [[1, 0]], "cells": []}));
    let arrived = bench.get("step", &json!({"to": "breakpoint", "back": true}));
    assert_eq!(arrived["arrival"], "there");
    assert_eq!(arrived["stop"]["at"], json!({"bank": 1, "address": 0}));
}

#[test]
fn the_data_path_of_gates_holds_what_the_native_processor_holds() {
    let mut gates = Bench::console(Model::Y2023, "gates");
    let mut native = Bench::console(Model::Y2023, "native");
    let mut alu = 0;
    for _ in 0..200 {
        gates.get("run", &json!({"halfTicks": 7}));
        native.get("run", &json!({"halfTicks": 7}));
        let (one, other) = (
            gates.get("datapath", &json!({})),
            native.get("datapath", &json!({})),
        );
        for what in ["opcode", "instruction", "fetching", "bus", "uses"] {
            assert_eq!(one[what], other[what], "{what}");
        }
        let units = one["units"].as_array().unwrap();
        alu += usize::from(units.iter().any(|unit| unit["name"] == "ALU"));
        assert!(other["units"].as_array().unwrap().is_empty());
    }
    assert_eq!(alu, 200);
    let add = native.get("datapath", &json!({"opcode": 0x11}));
    assert_eq!(add["instruction"], "add r0, r1");
    assert!(add["uses"][1].as_array().unwrap().contains(&json!("alu")));
}
