//! Whatever a project's circuits, labels and places are, every name of a part or port that is printed is accepted back.
#![no_main]

use std::sync::Arc;

use circuit::read::{NoLibraries, read};
use circuit::reference::{Found, Reference, port_names};
use circuit::sim::{SimOptions, Simulator};
use libfuzzer_sys::fuzz_target;

const KINDS: [&str; 4] = [
    "lib=\"0\" name=\"Pin\"",
    "lib=\"1\" name=\"AND Gate\"",
    "lib=\"0\" name=\"Tunnel\"",
    "lib=\"0\" name=\"Splitter\"",
];

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// A project of two circuits from lines: the inner circuit's name first, then a label per part.
fn project(text: &str) -> String {
    let mut lines = text.lines().take(40);
    let inner = escaped(lines.next().unwrap_or(""));
    let mut sheets = [String::new(), String::new()];
    for (number, label) in lines.enumerate() {
        let first = label.bytes().next().unwrap_or(0) as usize;
        let kind = match first % 5 {
            4 if number % 2 == 0 => format!("name=\"{inner}\""),
            which => KINDS[which % 4].to_string(),
        };
        sheets[number % 2] += &format!(
            "<comp {kind} loc=\"({},0)\"><a name=\"label\" val=\"{}\"/></comp>",
            10 * (first % 3),
            escaped(label)
        );
    }
    let [top, below] = sheets;
    format!(
        "<project><lib desc=\"#Wiring\" name=\"0\"/><lib desc=\"#Gates\" name=\"1\"/>\
         <circuit name=\"main circuit\">{top}</circuit><circuit name=\"{inner}\">{below}</circuit></project>"
    )
}

fuzz_target!(|text: &str| {
    let reading = read("names.circ", project(text).as_bytes(), &mut NoLibraries);
    let project = Arc::new(reading.project);
    let Ok(simulator) = Simulator::new(project, None, &SimOptions::default()) else {
        return;
    };
    let design = simulator.design();
    for part in design.part_ids() {
        let path = design.path(part);
        assert_eq!(design.find(&path), Ok(part), "{path}");
        for (port, name) in port_names(design, part).iter().enumerate() {
            let name = format!("{path}:{name}");
            let found = Reference::parse(&name).and_then(|read| read.find(&simulator));
            assert_eq!(found, Ok(Found::Port(part, port)), "{name}");
        }
    }
});
