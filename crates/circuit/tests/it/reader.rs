//! What the reader says about files that are not right, and that no bytes hurt it.

use std::sync::Arc;

use circuit::netlist::{BuildError, check};
use circuit::project::Project;
use circuit::read::{NoLibraries, read};
use circuit::sim::{SimOptions, Simulator};
use diag::Diagnostic;

use crate::generator::{self, Dice};

/// A project of one or more circuits, with the usual libraries.
pub fn file(circuits: &str) -> String {
    let names = [
        "Wiring",
        "Gates",
        "Plexers",
        "Arithmetic",
        "Memory",
        "I/O",
        "Base",
    ];
    let libraries: String = names
        .iter()
        .enumerate()
        .map(|(number, name)| format!("<lib desc=\"#{name}\" name=\"{number}\"/>"))
        .collect();
    format!(
        "<project source=\"2.7.1\" version=\"1.0\">{libraries}<main name=\"main\"/>{circuits}</project>"
    )
}

fn messages(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(Diagnostic::brief).collect()
}

fn reading_says(text: &str) -> Vec<String> {
    messages(&read("x.circ", text.as_bytes(), &mut NoLibraries).diagnostics)
}

fn check_says(circuits: &str) -> Vec<String> {
    let reading = read("x.circ", file(circuits).as_bytes(), &mut NoLibraries);
    assert_eq!(reading.diagnostics, []);
    messages(&check(&reading.project))
}

#[test]
fn files_that_are_not_projects() {
    assert_eq!(
        reading_says("<svg/>"),
        [
            "error: x.circ: this is not a Logisim file: its root element is <svg>, not <project> [not-a-project]"
        ]
    );
    assert!(reading_says("")[0].starts_with("error: x.circ: this is not a Logisim file: "));
    assert_eq!(
        reading_says("<project/>"),
        ["error: x.circ: there is no circuit in this file [no-circuit]"]
    );
    assert!(reading_says(&"<a>".repeat(100_000))[0].contains("nested more than 200 deep"));
}

#[test]
fn unknown_components_are_named_and_the_rest_loads() {
    let text = file(
        "<circuit name=\"main\"><comp lib=\"9\" loc=\"(10,20)\" name=\"Servo\"/><comp loc=\"(30,40)\" name=\"gone\"/>\
         <comp lib=\"1\" loc=\"(50,60)\" name=\"Warp Gate\"/>\
         <comp lib=\"1\" loc=\"(50,90)\" name=\"Warp Gate\"/><comp lib=\"0\" loc=\"(70,80)\" name=\"Clock\"/></circuit>",
    )
    .replace("<main", "<lib desc=\"jar#plug.jar#Plug\" name=\"9\"/><main");
    let reading = read("x.circ", text.as_bytes(), &mut NoLibraries);
    assert_eq!(
        messages(&reading.diagnostics),
        [
            "error: x.circ: library 'jar#plug.jar#Plug' is a plug-in, which only Logisim can run; 1 part of it is left out [missing-library]",
            "error: x.circ: circuit 'main' at 30,40: component 'gone' of library 'this file' is not known here; it is left out [unknown-component]",
            "error: x.circ: circuit 'main' at 50,60: component 'Warp Gate' of library '#Gates' is not known here; 2 of them are left out [unknown-component]",
        ]
    );
    assert_eq!(reading.left_out, 4);
    let mut simulator =
        Simulator::new(Arc::new(reading.project), None, &SimOptions::default()).unwrap();
    simulator.half_tick();
    assert_eq!(
        simulator
            .value(simulator.find("@70,80").unwrap())
            .to_string(),
        "1"
    );
}

#[test]
fn attributes_that_do_not_fit() {
    let text = file(
        "<circuit name=\"main\"><comp lib=\"1\" loc=\"(10,20)\" name=\"AND Gate\">\
         <a name=\"inputs\" val=\"77\"/><a name=\"colour\" val=\"red\"/></comp>\
         <comp lib=\"4\" loc=\"(30,40)\" name=\"ROM\"><a name=\"contents\">addr/data: 8 8\n12 zz</a></comp>\
         <comp lib=\"4\" name=\"ROM\"/><wire from=\"(1,2)\"/></circuit>",
    );
    assert_eq!(
        reading_says(&text),
        [
            "error: x.circ: circuit 'main' at 10,20: AND Gate: attribute 'inputs' is '77', not a number from 2 to 32; '5' is used [bad-attribute]",
            "warning: x.circ: circuit 'main' at 10,20: AND Gate has no attribute 'colour'; it is ignored [unknown-attribute]",
            "error: x.circ: circuit 'main' at 30,40: contents of the ROM, line 2, column 4: 'zz' is neither a hexadecimal word nor a run such as 5*00; it is empty [bad-contents]",
            "error: x.circ: circuit 'main': component 'ROM' has no location such as loc=\"(10,20)\"; it is left out [bad-location]",
            "error: x.circ: circuit 'main' at 1,2: a wire without two ends such as from=\"(10,20)\" is left out [bad-wire]",
        ]
    );
}

/// A pin says in newer files in words what older ones say with true and false.
#[test]
fn pins_of_newer_files_mean_the_same() {
    let pin = |settings: &str| {
        let text = file(&format!(
            "<circuit name=\"main\"><comp lib=\"0\" loc=\"(10,20)\" name=\"Pin\">{settings}</comp></circuit>"
        ));
        let reading = read("x.circ", text.as_bytes(), &mut NoLibraries);
        assert_eq!(reading.diagnostics, []);
        let attributes = reading.project.circuits[0].components[0].attrs.clone();
        ["output", "tristate", "pull"].map(|name| attributes.explicit(name).map(str::to_owned))
    };
    let says = |words: [&str; 3]| words.map(|word| Some(word.to_owned()));
    let newer = |kind: &str, does: &str| {
        pin(&format!(
            "<a name=\"type\" val=\"{kind}\"/><a name=\"behavior\" val=\"{does}\"/>"
        ))
    };
    assert_eq!(newer("output", "simple"), says(["true", "false", "none"]));
    assert_eq!(newer("input", "tristate"), says(["false", "true", "none"]));
    assert_eq!(newer("input", "pulldown"), says(["false", "false", "down"]));
    assert_eq!(newer("input", "pullup"), says(["false", "false", "up"]));
}

#[test]
fn circuits_and_files_that_contain_themselves() {
    let text = file(
        "<circuit name=\"main\"><comp loc=\"(10,20)\" name=\"a\"/></circuit>\
         <circuit name=\"a\"><comp loc=\"(30,40)\" name=\"b\"/></circuit><circuit name=\"b\"><comp loc=\"(50,60)\" name=\"a\"/></circuit>",
    );
    assert_eq!(
        reading_says(&text),
        [
            "error: circuit 'b' at 50,60: circuit 'a' contains itself; this component is left out [recursion]"
        ]
    );
    let looping =
        "<project><lib desc=\"file#other.circ\" name=\"0\"/><circuit name=\"main\"/></project>";
    let mut libraries = |_: &str, name: &str| Ok((name.to_string(), looping.as_bytes().to_vec()));
    let reading = read("x.circ", looping.as_bytes(), &mut libraries);
    assert_eq!(
        messages(&reading.diagnostics),
        [
            "warning: other.circ: library 'other.circ' cannot be read: it refers back to the file that uses it; no part of it is used [missing-library]"
        ]
    );
}

#[test]
fn a_missing_library_is_told_once_with_the_parts_it_takes_along() {
    let text = "<project><lib desc=\"file#gone.circ\" name=\"0\"/><circuit name=\"main\"><comp lib=\"0\" loc=\"(1,2)\" name=\"x\"/></circuit></project>";
    assert_eq!(
        reading_says(text),
        [
            "error: x.circ: library 'gone.circ' cannot be read: no library files are at hand here; 1 part of it is left out [missing-library]",
        ]
    );
    // Two files refer to it; several parts of several circuits come from it.
    let user = |inner: &str| {
        format!(
            "<project><lib desc=\"file#gone.circ\" name=\"0\"/>{inner}<circuit name=\"main\">\
             <comp lib=\"0\" loc=\"(1,2)\" name=\"x\"/><comp lib=\"0\" loc=\"(3,4)\" name=\"y\"/></circuit></project>"
        )
    };
    let mut libraries = |_: &str, name: &str| match name {
        "gone.circ" => Err("it is on another computer".to_string()),
        _ => Ok((name.to_string(), user("").into_bytes())),
    };
    let top = user("<lib desc=\"file#between.circ\" name=\"1\"/>");
    let reading = read("x.circ", top.as_bytes(), &mut libraries);
    assert_eq!(
        messages(&reading.diagnostics),
        [
            "error: x.circ: library 'gone.circ' cannot be read: it is on another computer; 4 parts of it are left out [missing-library]",
        ]
    );
    assert_eq!((reading.missing.len(), reading.left_out), (1, 4));
}

#[test]
fn circuits_that_are_probably_wrong() {
    let wide = "<comp lib=\"0\" loc=\"(100,100)\" name=\"Constant\"><a name=\"width\" val=\"2\"/></comp>\
                <wire from=\"(100,100)\" to=\"(200,100)\"/><comp lib=\"5\" loc=\"(200,100)\" name=\"LED\"/>";
    assert_eq!(
        check_says(&format!("<circuit name=\"main\">{wide}</circuit>")),
        [
            "error: x.circ: circuit 'main' at 200,100: ports of different widths are connected: 1 bit (LED at 200,100 port at 200,100), 2 bits (Constant at 100,100 port at 100,100) [width-conflict]"
        ]
    );
    let fight = "<comp lib=\"0\" loc=\"(100,100)\" name=\"Power\"/><comp lib=\"0\" loc=\"(100,100)\" name=\"Ground\"/><comp lib=\"5\" loc=\"(100,100)\" name=\"LED\"/><comp lib=\"5\" loc=\"(200,100)\" name=\"LED\"/>";
    assert_eq!(
        check_says(&format!("<circuit name=\"main\">{fight}</circuit>")),
        [
            "warning: x.circ: circuit 'main' at 200,100: LED: input 0 at 200,100 is not connected [unconnected-input]",
            "warning: x.circ: circuit 'main' at 100,100: several outputs drive one wire: Power at 100,100, Ground at 100,100 [several-drivers]",
        ]
    );
}

#[test]
fn open_inputs_are_told_once_and_only_where_they_matter() {
    let gate = |y: i32| {
        format!(
            "<comp lib=\"1\" loc=\"(100,{y})\" name=\"NOT Gate\"/><comp lib=\"5\" loc=\"(100,{y})\" name=\"LED\"/>"
        )
    };
    let beside = "<comp lib=\"1\" loc=\"(300,300)\" name=\"AND Gate\"/><comp lib=\"4\" loc=\"(300,400)\" name=\"Register\"/>";
    let main = |body: &str| format!("<circuit name=\"main\">{body}</circuit>");
    assert_eq!(check_says(&main(beside)), [""; 0]);
    let many: String = (1..=8).map(|n| gate(50 * n)).collect();
    assert_eq!(
        check_says(&main(&format!("{many}{beside}"))),
        [
            "warning: x.circ: circuit 'main' at 100,50: nothing drives 8 inputs of 8 parts: NOT Gate at 100,50 (all inputs), \
             NOT Gate at 100,100 (all inputs), NOT Gate at 100,150 (all inputs), NOT Gate at 100,200 (all inputs), \
             NOT Gate at 100,250 (all inputs), NOT Gate at 100,300 (all inputs), 2 more parts [unconnected-input]",
        ]
    );
    // What leads into a sub-circuit counts if something is shown there.
    let inner = |light: &str| {
        format!(
            "<circuit name=\"main\"><comp lib=\"1\" loc=\"(100,100)\" name=\"NOT Gate\"/><comp loc=\"(100,100)\" name=\"in\"/></circuit>\
             <circuit name=\"in\"><comp lib=\"0\" loc=\"(50,50)\" name=\"Pin\"/>{light}</circuit>"
        )
    };
    assert_eq!(check_says(&inner("")), [""; 0]);
    assert_eq!(
        check_says(&inner("<comp lib=\"5\" loc=\"(50,50)\" name=\"LED\"/>")),
        [
            "warning: x.circ: circuit 'main' at 100,100: NOT Gate: no input is connected [unconnected-input]"
        ]
    );
}

#[test]
fn ends_that_lead_nowhere_are_told() {
    let main = |body: &str| format!("<circuit name=\"main\">{body}</circuit>");
    let button = |y: i32| format!("<comp lib=\"5\" loc=\"(100,{y})\" name=\"Button\"/>");
    let says = "Button at 100,100, Button at 100,200: connected to nothing [leads-nowhere]";
    let told = check_says(&main(&format!("{}{}", button(100), button(200))));
    assert!(told.len() == 1 && told[0].ends_with(says), "{told:?}");
    // A wire that ends somewhere is nothing, and a tunnel without a partner neither.
    let tunnel = "<wire from=\"(100,100)\" to=\"(200,100)\"/><comp lib=\"0\" loc=\"(200,100)\" name=\"Tunnel\"><a name=\"label\" val=\"go\"/></comp>";
    let told = check_says(&main(&format!("{}{tunnel}", button(100))));
    assert!(
        told.len() == 2 && told[0].contains("[leads-nowhere]"),
        "{told:?}"
    );
    assert!(
        told[1].contains("Tunnel 'go' at 200,100: no other tunnel has its name [lonely-tunnel]"),
        "{told:?}"
    );
    let light = "<comp lib=\"0\" loc=\"(300,100)\" name=\"Tunnel\"><a name=\"label\" val=\"go\"/></comp><comp lib=\"5\" loc=\"(300,100)\" name=\"LED\"/>";
    assert_eq!(
        check_says(&main(&format!("{}{tunnel}{light}", button(100)))),
        [""; 0]
    );
    // An output of the console, and an input of a chip with a wire that comes from nowhere.
    let output = "<comp lib=\"0\" loc=\"(100,300)\" name=\"Pin\"><a name=\"output\" val=\"true\"/><a name=\"label\" val=\"q\"/></comp>";
    let told = check_says(&main(output));
    assert!(
        told.iter()
            .any(|one| one.contains("Pin 'q' at 100,300: connected to nothing")),
        "{told:?}"
    );
    let chip = "<comp loc=\"(100,100)\" name=\"in\"/><wire from=\"(50,100)\" to=\"(100,100)\"/>";
    let inner = "<circuit name=\"in\"><comp lib=\"0\" loc=\"(50,50)\" name=\"Pin\"/><comp lib=\"5\" loc=\"(50,50)\" name=\"LED\"/></circuit>";
    let told = check_says(&format!("{}{inner}", main(chip)));
    assert!(
        told.iter().any(|one| one.contains("[undriven-input]")),
        "{told:?}"
    );
}

#[test]
fn exponential_nesting_is_refused() {
    let mut circuits = String::from(
        "<circuit name=\"c0\"><comp lib=\"0\" loc=\"(0,0)\" name=\"Clock\"/></circuit>",
    );
    for level in 1..40 {
        let below = level - 1;
        circuits += &format!(
            "<circuit name=\"c{level}\"><comp loc=\"(0,0)\" name=\"c{below}\"/><comp loc=\"(100,0)\" name=\"c{below}\"/></circuit>"
        );
    }
    circuits += "<circuit name=\"main\"><comp loc=\"(0,0)\" name=\"c39\"/></circuit>";
    let project = read("x", file(&circuits).as_bytes(), &mut NoLibraries).project;
    let built = Simulator::new(Arc::new(project), None, &SimOptions::default()).map(drop);
    assert_eq!(built, Err(BuildError::TooLarge { limit: 500_000 }));
}

/// Reads, checks and runs any bytes.
fn survive(bytes: &[u8]) {
    let reading = read("x", bytes, &mut NoLibraries);
    let project: Arc<Project> = Arc::new(reading.project);
    check(&project);
    if let Ok(mut simulator) = Simulator::new(project, None, &SimOptions::default()) {
        simulator.run(4);
        simulator.short_circuits();
        simulator.oscillation();
        for part in simulator.design().part_ids() {
            let path = simulator.design().path(part);
            assert_eq!(simulator.find(&path), Ok(part));
            simulator.display(part);
        }
    }
}

#[test]
fn no_bytes_hurt() {
    let mut dice = Dice::new(5);
    for length in 0..200 {
        survive(&(0..length).map(|_| dice.next() as u8).collect::<Vec<u8>>());
    }
    for round in 0..300 {
        let mut bytes = generator::project(round % 20, 12).into_bytes();
        for _ in 0..1 + dice.below(12) {
            mutate(&mut bytes, &mut dice);
        }
        survive(&bytes);
    }
}

/// Changes a byte, swaps a number for an odd one, or drops or doubles a stretch.
fn mutate(bytes: &mut Vec<u8>, dice: &mut Dice) {
    if bytes.is_empty() {
        return;
    }
    let at = dice.below(bytes.len());
    let end = (at + dice.below(60)).min(bytes.len());
    match dice.below(4) {
        0 => bytes[at] = dice.next() as u8,
        1 => drop(bytes.drain(at..end)),
        2 => {
            let stretch = bytes[at..end].to_vec();
            bytes.splice(at..at, stretch);
        }
        _ => {
            if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit) {
                let odd: &[&str] = &["0", "-1", "33", "99999999999", "1000000", "32", "x"];
                let text = dice.pick(odd).bytes();
                bytes.splice(at + digit..=at + digit, text);
            }
        }
    }
}
