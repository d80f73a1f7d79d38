//! Drawing by program: the drawing has the named nets, and a file reads back as it was.

use std::sync::Arc;

use boards::draw::{Drawing, Latch, Look};
use circuit::Value;
use circuit::netlist::check;
use circuit::project::{Facing, Kind, Location};
use circuit::read::{NoLibraries, read};
use circuit::sim::{SimOptions, Simulator};

/// Counts up by `step` on each falling edge; signals when it shows `goal`.
fn counter() -> Drawing {
    let mut drawing = Drawing::new("counter.circ");
    drawing.chip("counter", |sheet| {
        sheet.input("clock", 1, (80, 220));
        sheet.input("step", 4, (80, 80));
        sheet.input("goal", 4, (80, 300));
        sheet.output("count", 4, (480, 100));
        sheet.output("there", 1, (480, 280));
        sheet.adder((200, 90), 4, "count", "step", "next");
        let latch = Latch {
            d: "next",
            q: "count",
            clock: "clock",
            falling: true,
            label: "COUNT",
            ..Latch::default()
        };
        sheet.register((300, 90), 4, latch);
        sheet.compare((380, 280), 4, "count", "goal", ["", "there", ""]);
        sheet.look(
            Look::new(80, 50)
                .west(&[("clock", 10), ("step", 20), ("goal", 30)])
                .east(&[("count", 10), ("there", 20)])
                .text((40, 45), 12, "counter"),
        );
    });
    drawing.chip("two", |sheet| {
        sheet.input("clock", 1, (80, 120));
        sheet.constant((80, 160), 4, 3, "three");
        let nets = [
            ("clock", "clock"),
            ("step", "three"),
            ("goal", "goal"),
            ("there", "there"),
        ];
        sheet.chip("counter", (160, 110), &nets);
        sheet.constant((80, 200), 4, 9, "goal");
        sheet.output("there", 1, (400, 130));
        sheet.gate(Kind::Nand, (400, 300), 1, "quiet", &["there", "!clock"]);
        sheet.output("quiet", 1, (480, 300));
    });
    drawing
}

fn reread(drawing: &Drawing) -> circuit::project::Project {
    let text = drawing.text();
    let reading = read("counter.circ", text.as_bytes(), &mut NoLibraries);
    assert!(reading.diagnostics.is_empty(), "{:?}", reading.diagnostics);
    assert_eq!(check(&reading.project), Vec::new());
    reading.project
}

#[test]
fn a_drawing_works_as_it_was_described() {
    let project = Arc::new(reread(&counter()));
    let mut sim = Simulator::new(project, Some("two"), &SimOptions::default()).unwrap();
    let [clock, there, quiet] = ["/clock", "/there", "/quiet"].map(|path| sim.find(path).unwrap());
    let mut seen = Vec::new();
    for _ in 0..4 {
        sim.set_pin(clock, Value::known(1, 1)).unwrap();
        sim.set_pin(clock, Value::known(1, 0)).unwrap();
        seen.push([there, quiet].map(|part| sim.port(part, 0).number()));
    }
    let row = |there, quiet| [Some(there), Some(quiet)];
    assert_eq!(seen, [row(0, 1), row(0, 1), row(1, 0), row(0, 1)]);
}

#[test]
fn a_file_written_again_is_the_same() {
    let drawing = counter();
    assert_eq!(
        circuit::edit::project_text(&reread(&drawing)),
        drawing.text()
    );
}

#[test]
#[should_panic(expected = "leads nowhere")]
fn a_net_with_one_end_is_a_mistake() {
    Drawing::new("x").chip("x", |sheet| sheet.input("a", 1, (100, 100)));
}

#[test]
#[should_panic(expected = "meets another net")]
fn two_nets_at_one_place_are_a_mistake() {
    Drawing::new("x").chip("x", |sheet| {
        sheet.input("a", 1, (100, 100));
        sheet.output("b", 1, (100, 100));
    });
}

#[test]
fn a_probe_far_away_is_joined_by_a_tunnel_of_the_right_width() {
    let mut drawing = Drawing::new("counter.circ");
    drawing.chip("x", |sheet| {
        sheet.input("a", 4, (100, 100));
        sheet.output("b", 4, (300, 100));
        sheet.buffer((200, 100), 4, "b", "a");
        sheet.probe((2000, 100), Facing::East, "seen", "b");
    });
    let project = Arc::new(reread(&drawing));
    let mut sim = Simulator::new(project, Some("x"), &SimOptions::default()).unwrap();
    let [a, seen] = ["/a", "/seen"].map(|path| sim.find(path).unwrap());
    sim.set_pin(a, Value::known(4, 9)).unwrap();
    assert_eq!(sim.port(seen, 0).number(), Some(9));
}

#[test]
fn a_label_may_have_slashes_and_spaces() {
    let mut drawing = Drawing::new("x.circ");
    drawing.chip("inner", |sheet| {
        sheet.input("data in", 1, (180, 100));
        sheet.output("rd/wr'", 1, (300, 100));
        sheet.not((240, 100), 1, "rd/wr'", "data in");
    });
    drawing.chip("outer", |sheet| {
        sheet.constant((100, 100), 1, 0, "zero");
        let nets = [("data in", "zero"), ("rd/wr'", "out")];
        sheet.chip_facing("inner", (140, 90), Facing::East, "box", &nets);
        sheet.output("out", 1, (300, 100));
    });
    let project = Arc::new(reread(&drawing));
    let sim = Simulator::new(project, None, &SimOptions::default()).unwrap();
    let value = |path: &str| sim.value(sim.find(path).unwrap()).number();
    assert_eq!(value("/box/rd/wr'"), Some(1));
    assert_eq!(value("/box/data_in"), Some(0));
    assert!(sim.find("/box/rd/wr").is_err());
}

/// Logisim joins two wires in a line into one, which would cross the third instead of meeting it.
#[test]
fn where_four_wires_meet_all_four_end() {
    let mut drawing = Drawing::new("counter.circ");
    drawing.chip("x", |sheet| {
        sheet.input("a", 1, (100, 200));
        sheet.buffer((220, 100), 1, "up", "a");
        sheet.buffer((320, 200), 1, "on", "a");
        sheet.buffer((220, 300), 1, "down", "a");
        for (net, at) in [("up", (300, 100)), ("on", (400, 200)), ("down", (300, 300))] {
            sheet.output(net, 1, at);
        }
        sheet.wire("a", &[(100, 200), (150, 200), (300, 200)]);
        sheet.wire("a", &[(200, 100), (150, 100), (150, 300), (200, 300)]);
    });
    let circuit = &drawing.project().circuits[0];
    let corner = Location::new(150, 200);
    let ends = circuit.wires.iter().flat_map(|wire| [wire.from, wire.to]);
    assert_eq!(ends.filter(|&end| end == corner).count(), 4);
}

/// Bubbles of negated inputs do not shut in the inputs beside them.
#[test]
fn an_input_between_negated_ones_is_reached_by_a_wire() {
    let mut drawing = Drawing::new("x");
    drawing.chip("x", |sheet| {
        for (i, pin) in ["a", "b", "c"].into_iter().enumerate() {
            sheet.input(pin, 1, (60, 100 + 40 * i as i32));
        }
        sheet.gate(Kind::And, (200, 140), 1, "out", &["!a", "b", "!c"]);
        sheet.output("out", 1, (280, 140));
    });
    let parts = &drawing.project().circuits[0].components;
    assert!(parts.iter().all(|part| part.kind() != Some(Kind::Tunnel)));
}
