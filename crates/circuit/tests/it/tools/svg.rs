//! Pictures: well-formed whatever is drawn, and with the colours of the values.

use circuit::netlist::{ComponentId, InstanceId};
use circuit::picture::{Bounds, Drawing, Item, Live, Owner, Shape};
use circuit::project::Kind;
use circuit::read::{NoLibraries, read};
use circuit::sim::{SimOptions, Simulator};
use circuit::svg::{draw, write};

use super::{example, project, sheet, simulator};

/// Name, attributes and text of an element.
type Element = (String, Vec<(String, String)>, String);

fn elements(svg: &str) -> Vec<Element> {
    let document = roxmltree::Document::parse(svg).unwrap();
    document
        .descendants()
        .filter(roxmltree::Node::is_element)
        .map(|node| {
            let attrs = node
                .attributes()
                .map(|a| (a.name().into(), a.value().into()));
            let text = node.text().unwrap_or("").to_string();
            (node.tag_name().name().to_string(), attrs.collect(), text)
        })
        .collect()
}

fn picture(text: &str, running: bool) -> String {
    let simulator = simulator(text);
    let design = simulator.design().clone();
    let live = running.then_some(Live {
        simulator: &simulator,
        instance: InstanceId::ROOT,
    });
    draw(&design.project, design.circuit(InstanceId::ROOT), live)
}

#[test]
fn every_kind_is_drawn_in_every_facing() {
    for &kind in Kind::ALL {
        let empty = elements(&picture(&sheet(""), true)).len();
        for facing in ["east", "north", "west", "south"] {
            let turns = kind.attributes().iter().any(|attr| attr.name == "facing");
            let labelled = kind.attributes().iter().any(|attr| attr.name == "label");
            let library = kind.library();
            let name = kind.name().replace(' ', "_");
            let facing = if turns {
                format!("facing={facing}")
            } else {
                String::new()
            };
            let label = if labelled { "label=NAME" } else { "" };
            let text = if kind == Kind::Text { "text=NAME" } else { "" };
            for running in [false, true] {
                let svg = picture(
                    &sheet(&format!("{library} {name} 200 200 {facing} {label} {text}")),
                    running,
                );
                let drawn = elements(&svg);
                assert!(drawn.len() > empty, "{name} draws nothing");
                if labelled || kind == Kind::Text {
                    assert!(
                        drawn.iter().any(|(_, _, text)| text == "NAME"),
                        "{name} hides its label"
                    );
                }
            }
        }
    }
}

#[test]
fn wires_have_the_colours_of_their_values() {
    let text = sheet(
        "Wiring Power 100 100
         wire 100 100 140 100
         Wiring Ground 100 200
         wire 100 200 140 200
         Wiring Pin 100 300
         wire 100 300 140 300
         Wiring Constant 100 400 width=4
         wire 100 400 140 400
         wire 500 500 540 500
         Wiring Constant 100 600 width=4
         wire 100 600 140 600
         Wiring Constant 140 600 width=3 facing=west",
    );
    let colour_at = |svg: &str, y: i32| {
        let wanted = format!("M100 {y}L140 {y}");
        let all = elements(svg);
        let (_, attrs, _) = all
            .iter()
            .find(|(_, attrs, _)| {
                attrs
                    .iter()
                    .any(|(key, value)| key == "d" && *value == wanted)
            })
            .unwrap();
        attrs
            .iter()
            .find(|(key, _)| key == "stroke")
            .unwrap()
            .1
            .clone()
    };
    let svg = picture(&text, true);
    let colours = [100, 200, 300, 400, 600].map(|y| colour_at(&svg, y));
    assert_eq!(
        colours,
        ["#00d200", "#006400", "#2828ff", "#000000", "#ff7b00"]
    );
    assert!(
        svg.contains("M500 500L540 500\" stroke=\"#808080\""),
        "a wire to nowhere is grey"
    );
    let plain = picture(&text, false);
    assert_eq!(colour_at(&plain, 100), "#000000");
}

#[test]
fn wires_that_join_have_a_dot_and_wires_that_cross_have_none() {
    let text = sheet(
        "wire 100 100 200 100
         wire 150 100 150 160
         wire 300 100 400 100
         wire 350 50 350 150",
    );
    let svg = picture(&text, false);
    let dots: Vec<_> = elements(&svg)
        .into_iter()
        .filter(|(name, ..)| name == "circle")
        .collect();
    assert_eq!(dots.len(), 1);
    assert!(dots[0].1.contains(&("cx".into(), "150".into())));
    assert!(dots[0].1.contains(&("cy".into(), "100".into())));
}

#[test]
fn a_picture_holds_no_foreign_code() {
    let evil = "\"><script>alert(1)</script>&amp;";
    let escaped = evil
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;");
    let text = format!(
        "<project source=\"2.7.1\" version=\"1.0\"><lib desc=\"#Wiring\" name=\"0\"/><lib desc=\"#I/O\" name=\"5\"/><lib desc=\"#Base\" name=\"6\"/>\
         <main name=\"main\"/><circuit name=\"main\">\
         <comp lib=\"0\" loc=\"(100,100)\" name=\"Pin\"><a name=\"label\" val=\"{escaped}\"/><a name=\"labelfont\" val=\"{escaped}\"/></comp>\
         <comp lib=\"0\" loc=\"(200,100)\" name=\"Tunnel\"><a name=\"label\" val=\"{escaped}\"/></comp>\
         <comp lib=\"5\" loc=\"(300,100)\" name=\"LED\"><a name=\"offcolor\" val=\"{escaped}\"/></comp>\
         <comp lib=\"6\" loc=\"(100,200)\" name=\"Text\"><a name=\"text\" val=\"{escaped}\"/></comp>\
         <comp loc=\"(300,300)\" name=\"inner\"/></circuit>\
         <circuit name=\"inner\"><appear><rect x=\"50\" y=\"50\" width=\"30\" height=\"30\" onclick=\"alert(1)\" fill=\"{escaped}\"/>\
         <script>alert(1)</script><image href=\"http://example.org/x\"/><text x=\"50\" y=\"60\">{escaped}</text>\
         <circ-anchor x=\"47\" y=\"47\" width=\"6\" height=\"6\"/></appear></circuit></project>"
    );
    let reading = read("evil.circ", text.as_bytes(), &mut NoLibraries);
    let svg = draw(&reading.project, reading.project.main().unwrap(), None);
    let drawn = elements(&svg);
    assert!(
        drawn
            .iter()
            .any(|(name, _, text)| name == "text" && text == evil)
    );
    for (name, attrs, _) in drawn {
        assert!(!["script", "image"].contains(&name.as_str()), "{name}");
        assert!(
            attrs
                .iter()
                .all(|(key, _)| !key.starts_with("on") && key != "href")
        );
    }
}

#[test]
fn displays_show_what_they_show() {
    let mut hello = simulator(example!("hello.circ"));
    hello.run(28);
    let design = hello.design().clone();
    let live = Live {
        simulator: &hello,
        instance: InstanceId::ROOT,
    };
    let svg = draw(
        &design.project,
        design.circuit(InstanceId::ROOT),
        Some(live),
    );
    let texts: Vec<String> = elements(&svg).into_iter().map(|(.., text)| text).collect();
    assert!(
        texts.iter().any(|text| text == "Hello, world!"),
        "{texts:?}"
    );
    // The ROM's cells around the address: 48 65 6c is "Hel" further up, here the end of the text.
    assert!(texts.iter().any(|text| text == "21"), "{texts:?}");
}

#[test]
fn the_inside_of_a_sub_circuit_has_its_own_values() {
    let mut adder = simulator(example!("adder.circ"));
    let a = adder.find("A").unwrap();
    adder.set_pin(a, circuit::Value::known(4, 1)).unwrap();
    let design = adder.design().clone();
    let pictures = [1, 2].map(InstanceId).map(|instance| {
        let live = Live {
            simulator: &adder,
            instance,
        };
        draw(&design.project, design.circuit(InstanceId(1)), Some(live))
    });
    assert!(pictures[0].contains("#00d200"), "bit 0 has a 1 in it");
    assert!(!pictures[1].contains("#00d200"), "bit 1 has none");
}

#[test]
fn any_attributes_make_a_picture() {
    let values = [
        "0",
        "1",
        "3",
        "32",
        "-5",
        "99999999",
        "x",
        "north",
        "true",
        "0Z",
        "select",
        "#12345678",
        "",
    ];
    for &kind in Kind::ALL {
        for value in values {
            let attrs: String = kind
                .attributes()
                .iter()
                .map(|attr| {
                    format!(
                        "<a name=\"{}\" val=\"{value}\"/>",
                        attr.name.replace('#', "1")
                    )
                })
                .collect();
            let text = format!(
                "<project source=\"2.7.1\" version=\"1.0\"><lib desc=\"#{}\" name=\"0\"/><main name=\"m\"/><circuit name=\"m\"><comp lib=\"0\" loc=\"(100,100)\" name=\"{}\">{attrs}</comp></circuit></project>",
                kind.library(),
                kind.name()
            );
            let reading = read("any.circ", text.as_bytes(), &mut NoLibraries);
            let project = std::sync::Arc::new(reading.project);
            let simulator = circuit::sim::Simulator::new(
                project.clone(),
                None,
                &circuit::sim::SimOptions::default(),
            )
            .unwrap();
            let live = Live {
                simulator: &simulator,
                instance: InstanceId::ROOT,
            };
            elements(&draw(&project, project.main().unwrap(), Some(live)));
        }
    }
    let all = project(example!("stopwatch.circ"));
    assert_eq!(all.circuits.len(), 1);
}

/// Paints one drawing for 1000 half-ticks; every so often the circuit is drawn again to compare.
fn painted_again(text: &str, every: u64) {
    let project = std::sync::Arc::new(read("file", text.as_bytes(), &mut NoLibraries).project);
    let mut simulator = Simulator::new(project.clone(), None, &SimOptions::default()).unwrap();
    let circuit = simulator.design().circuit(InstanceId::ROOT);
    let drawing = Drawing::of(&project, circuit);
    let mut seen = std::collections::HashSet::new();
    for _ in 0..1000 {
        simulator.half_tick();
        let live = Live {
            simulator: &simulator,
            instance: InstanceId::ROOT,
        };
        let again = write(&drawing, Some(live));
        if simulator.ticks().is_multiple_of(every) {
            assert_eq!(again, draw(&project, circuit, Some(live)));
        }
        seen.insert(again);
    }
    assert!(seen.len() > 1, "nothing ever changed");
    assert_eq!(write(&drawing, None), draw(&project, circuit, None));
}

#[test]
fn one_drawing_is_painted_again_and_again() {
    painted_again(
        include_str!("../../../../../docs/examples/circuit/stopwatch.circ"),
        1,
    );
    painted_again(
        include_str!("../../../../../hardware/2023/mancala.circ"),
        100,
    );
}

/// A dot shows what is connected: two wires that only cross have none, however many pieces they are drawn in.
#[test]
fn dots_are_where_wires_join() {
    let dots = |wires: &str| {
        let project = project(&sheet(wires));
        let drawing = Drawing::of(&project, project.main().unwrap());
        let is_dot = |item: &&Item| {
            matches!(item.owner, Owner::Wire(_)) && matches!(item.shape, Shape::Circle { .. })
        };
        drawing.items.iter().filter(is_dot).count()
    };
    let crossing = "wire 100 100 300 100\n wire 200 50 200 100\n wire 200 100 200 150";
    assert_eq!(dots(crossing), 0);
    assert_eq!(dots("wire 100 100 300 100\n wire 200 50 200 100"), 1);
    assert_eq!(dots(&format!("{crossing}\n Wiring Probe 200 100")), 1);
    // Two wires on each other are one.
    assert_eq!(dots("wire 100 100 250 100\n wire 200 100 300 100"), 0);
}

#[test]
fn what_is_at_a_place() {
    let text = sheet(
        "Wiring Pin 100 100
         wire 100 100 200 100
         Gates NOT_Gate 230 100 label=N
         wire 300 300 340 300",
    );
    let project = project(&text);
    let drawing = Drawing::of(&project, project.main().unwrap());
    assert_eq!(drawing.find((90, 95)), Some(Owner::Part(ComponentId(0))));
    assert_eq!(drawing.find((215, 103)), Some(Owner::Part(ComponentId(1))));
    let Some(Owner::Wire(Some(port))) = drawing.find((150, 101)) else {
        panic!("{:?}", drawing.find((150, 101)));
    };
    assert_eq!((port.component, port.port), (ComponentId(0), 0));
    assert_eq!(drawing.find((320, 300)), Some(Owner::Wire(None)));
    assert_eq!(drawing.find((150, 150)), None);
    assert_eq!(drawing.find((20, 20)), None);
    let bounds = drawing.bounds.unwrap();
    for item in &drawing.items {
        let Bounds {
            left,
            top,
            right,
            bottom,
        } = item.bounds;
        let inside = bounds.contains((left + right) / 2, (top + bottom) / 2);
        assert!(inside, "{item:?} outside {bounds:?}");
    }
}

#[test]
fn a_probe_keeps_its_size_and_shows_undefined_digits() {
    let text = sheet(
        "Wiring Pin 100 100 width=8
         wire 100 100 200 100
         Wiring Probe 200 100 facing=west radix=16
         Wiring Probe 150 100 facing=north radix=10unsigned
         Wiring Probe 120 100 facing=north",
    );
    let mut simulator = simulator(&text);
    let design = simulator.design().clone();
    let drawing = Drawing::of(&design.project, design.circuit(InstanceId::ROOT));
    let pin = simulator.find("/Pin@100,100").unwrap();
    let shown = |simulator: &Simulator| -> Vec<String> {
        let live = Live {
            simulator,
            instance: InstanceId::ROOT,
        };
        let texts = drawing.paint(Some(live)).filter_map(|item| item.text);
        texts.map(String::from).collect()
    };
    for (value, hex, decimal) in [
        ("00011111", "1f", "31"),
        ("0001xxxx", "1x", "x"),
        ("0001xxEx", "1E", "E"),
    ] {
        let value = circuit::Value::from_bits(value).unwrap();
        simulator.set_pin(pin, value).unwrap();
        let texts = shown(&simulator);
        for wanted in [hex, decimal] {
            assert!(
                texts.iter().any(|text| text == wanted),
                "{wanted}: {texts:?}"
            );
        }
    }
}

#[test]
fn displays_stand_as_text_where_they_are_placed() {
    let simulator = simulator(&sheet(
        "I/O Hex_Digit_Display 100 100
         I/O Hex_Digit_Display 140 100
         I/O LED 300 300 label=go",
    ));
    let text = circuit::show::all(&simulator, usize::MAX);
    let lines: Vec<&str> = text.lines().collect();
    let digits = lines.iter().filter(|line| line.trim() == "_     _");
    assert_eq!(digits.count(), 1, "side by side:\n{text}");
    let light = lines.last().unwrap();
    assert!(
        light.starts_with("     ") && light.ends_with("( ) go"),
        "{text}"
    );
}

/// The elements of a picture that hold a text.
fn lines_with<'a>(picture: &'a str, wanted: &str) -> Vec<&'a str> {
    picture
        .lines()
        .filter(|line| line.contains(wanted))
        .collect()
}

fn drawn(lines: &str, values: bool) -> String {
    let simulator = simulator(&sheet(lines));
    let design = simulator.design();
    let live = values.then_some(Live {
        simulator: &simulator,
        instance: InstanceId::ROOT,
    });
    circuit::svg::draw(&design.project, design.circuit(InstanceId::ROOT), live)
}

/// Places from pictures of the real program: the bits of an end stand above its line, except where the splitter is bent
/// upwards.
#[test]
fn bit_numbers_stand_beside_their_lines() {
    for (facing, appear, first, last) in [
        ("east", "left", (109, 67), (109, 97)),
        ("east", "right", (109, 107), (109, 137)),
        ("east", "center", (109, 77), (109, 107)),
        ("west", "left", (91, 107), (91, 137)),
        ("west", "right", (91, 67), (91, 97)),
        ("west", "center", (91, 77), (91, 107)),
    ] {
        let picture = drawn(
            &format!("Wiring Splitter 100 100 fanout=4 incoming=4 facing={facing} appear={appear}"),
            false,
        );
        let texts = lines_with(&picture, "<text");
        let at = |(x, y): (i32, i32)| format!("<text x=\"{x}\" y=\"{y}\"");
        assert!(
            texts[0].starts_with(&at(first)),
            "{facing} {appear}: {}",
            texts[0]
        );
        assert!(
            texts[3].starts_with(&at(last)),
            "{facing} {appear}: {}",
            texts[3]
        );
    }
}

#[test]
fn a_memory_that_is_not_selected_reads_no_cell() {
    let memory = |selected: u32| {
        format!(
            "Memory ROM 200 100 addrWidth=8 dataWidth=8
             Wiring Constant 60 100 width=8 value=0x12
             Wiring Constant 110 140 value={selected} facing=north"
        )
    };
    let black = "height=\"14\" fill=\"#000000\"";
    assert_eq!(lines_with(&drawn(&memory(0), true), black).len(), 0);
    assert_eq!(lines_with(&drawn(&memory(1), true), black).len(), 1);
    // Scrolled just so far that the address can be seen.
    assert_eq!(lines_with(&drawn(&memory(1), true), ">10</text>").len(), 1);
    assert_eq!(lines_with(&drawn(&memory(1), true), ">14</text>").len(), 0);
}

#[test]
fn a_digit_hides_what_is_behind_it_if_it_has_a_background() {
    let digit = |background: &str| {
        drawn(
            &format!("wire 0 100 200 100\n I/O Hex_Digit_Display 100 140{background}"),
            false,
        )
    };
    let opaque = digit(" bg=#ffffff");
    let (wire, face) = (
        opaque.find("M0 100L200 100").unwrap(),
        opaque.find("height=\"60\" fill=\"#ffffff\"").unwrap(),
    );
    assert!(wire < face);
    assert!(digit("").contains("height=\"60\" fill=\"#ffffff00\""));
}

#[test]
fn sizes_of_signs_and_probes_are_those_of_the_real_program() {
    let bounds = |lines: &str| {
        let project = project(&sheet(lines));
        Drawing::of(&project, project.main().unwrap())
            .bounds
            .unwrap()
    };
    let size = |bounds: Bounds| (bounds.right - bounds.left, bounds.bottom - bounds.top);
    assert_eq!(
        size(bounds("Wiring Tunnel 100 100 label=a facing=east")),
        (18, 21)
    );
    assert_eq!(
        size(bounds("Wiring Tunnel 100 100 label=a facing=north")),
        (16, 23)
    );
    let probe = |width: u32, radix: &str| {
        let lines = format!(
            "Wiring Constant 100 100 width={width} value=0x5 facing=west\n Wiring Probe 100 100 facing=west radix={radix}"
        );
        let Bounds { left, right, .. } = bounds(&lines);
        (left, right)
    };
    for (width, radix, room) in [
        (1, "2", 20),
        (8, "2", 80),
        (8, "16", 20),
        (16, "10signed", 60),
        (8, "10unsigned", 30),
        (8, "8", 30),
        (32, "10unsigned", 80),
    ] {
        let (_, right) = probe(width, radix);
        assert_eq!(right, 100 + room - 1, "{width} bits, {radix}");
    }
}
