//! Large, deep and restless circuits: everything takes time that grows with the size.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use circuit::netlist::check;
use circuit::read::{NoLibraries, read};
use circuit::sim::{SimOptions, Simulator};
use circuit::{stats, svg};

const HEAD: &str = "<project source=\"2.7.1\" version=\"1.0\"><lib desc=\"#Wiring\" name=\"0\"/>\
    <lib desc=\"#Gates\" name=\"1\"/><lib desc=\"#I/O\" name=\"5\"/><main name=\"main\"/>";

/// Rows of inverters behind a clock, each row ending in a light.
fn wide(parts: usize) -> String {
    let mut text = format!("{HEAD}<circuit name=\"main\">");
    for row in 0..parts / 100 {
        let y = 100 + 30 * row;
        write!(text, "<comp lib=\"0\" loc=\"(40,{y})\" name=\"Clock\"/>").unwrap();
        for column in 0..98 {
            let x = 40 + 50 * column;
            write!(
                text,
                "<wire from=\"({x},{y})\" to=\"({},{y})\"/><comp lib=\"1\" loc=\"({},{y})\" name=\"NOT Gate\"/>",
                x + 20,
                x + 50
            )
            .unwrap();
        }
        write!(text, "<comp lib=\"5\" loc=\"(4940,{y})\" name=\"LED\"/>").unwrap();
    }
    text + "</circuit></project>"
}

/// An inverter at the bottom of this many sub-circuits.
fn deep(levels: usize) -> String {
    let pins = "<comp lib=\"0\" loc=\"(40,100)\" name=\"Pin\"><a name=\"label\" val=\"a\"/><a name=\"tristate\" val=\"false\"/></comp>\
        <comp lib=\"0\" loc=\"(130,100)\" name=\"Pin\"><a name=\"output\" val=\"true\"/><a name=\"facing\" val=\"west\"/><a name=\"label\" val=\"q\"/></comp>\
        <wire from=\"(40,100)\" to=\"(70,100)\"/><wire from=\"(100,100)\" to=\"(130,100)\"/>";
    let mut text = HEAD.to_string();
    for level in 0..levels {
        let name = match level {
            0 => "main".to_string(),
            _ => format!("c{level}"),
        };
        let inner = match level + 1 == levels {
            true => "lib=\"1\" name=\"NOT Gate\"".to_string(),
            false => format!("name=\"c{}\"", level + 1),
        };
        write!(
            text,
            "<circuit name=\"{name}\">{pins}<comp {inner} loc=\"(100,100)\"/></circuit>"
        )
        .unwrap();
    }
    text + "</project>"
}

fn simulator(text: &str) -> Simulator {
    let project = read("large.circ", text.as_bytes(), &mut NoLibraries).project;
    Simulator::new(Arc::new(project), None, &SimOptions::default()).unwrap()
}

/// Reads, checks, counts, runs and draws it.
fn everything(text: &str) {
    let mut simulator = simulator(text);
    simulator.run(4);
    assert!(!simulator.is_oscillating());
    let design = simulator.design();
    assert_eq!(check(&design.project), []);
    stats::stats(design);
    for part in design.part_ids().step_by(97) {
        assert_eq!(design.find(&design.path(part)), Ok(part));
    }
    svg::draw(
        &design.project,
        design.circuit(circuit::netlist::InstanceId::ROOT),
        None,
    );
}

fn time(work: impl Fn()) -> Duration {
    let once = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap()
}

/// Four times the size may take eight times as long, not sixteen. A busy machine gets another chance; an algorithm that is too
/// slow does not profit from it.
fn grows_with_size(make: fn(usize) -> String, size: usize) {
    let (small, large) = (make(size), make(4 * size));
    let measure = |_| (time(|| everything(&small)), time(|| everything(&large)));
    let fits =
        |&(short, long): &(Duration, Duration)| long < 8 * short + Duration::from_millis(100);
    let times: Vec<_> = (0..6)
        .map(measure)
        .take_while(|times| !fits(times))
        .collect();
    assert!(times.len() < 6, "{times:?}");
}

#[test]
fn wide_circuits() {
    grows_with_size(wide, 2000);
}

#[test]
fn deep_circuits() {
    grows_with_size(deep, 100);
    let mut simulator = simulator(&deep(100));
    let (a, q) = (simulator.find("a").unwrap(), simulator.find("q").unwrap());
    simulator.set_pin(a, circuit::Value::known(1, 1)).unwrap();
    // A hundred pins each way and a gate.
    assert_eq!(simulator.value(q).number(), Some(0));
}

#[test]
#[ignore = "takes a while: the size of the largest circuits people have published"]
fn thirty_four_thousand_parts() {
    everything(&wide(34_000));
}

/// A gate that oscillates while the first clock is 1, beside a circuit that works.
const RING: &str = "<comp lib=\"1\" loc=\"(130,20)\" name=\"NAND Gate\"><a name=\"size\" val=\"30\"/><a name=\"inputs\" val=\"2\"/></comp>\
    <wire from=\"(130,20)\" to=\"(130,50)\"/><wire from=\"(90,50)\" to=\"(130,50)\"/><wire from=\"(90,30)\" to=\"(90,50)\"/>\
    <comp lib=\"0\" loc=\"(90,10)\" name=\"Clock\"/>";

#[test]
fn an_oscillation_nobody_sees_does_not_stop_the_rest() {
    let restless = wide(400).replace("</circuit>", &format!("{RING}</circuit>"));
    let mut simulator = simulator(&restless);
    let (mut calm, asleep) = simulator.calmed(0).unwrap();
    let paths: Vec<String> = asleep
        .iter()
        .map(|&part| calm.design().path(part))
        .collect();
    assert_eq!(paths, ["/NAND_Gate@130,20"]);
    assert_eq!((calm.run(10), calm.is_oscillating()), (10, false));
    assert_eq!(simulator.run(10), 1, "as it is, it stops at the first edge");
    let mut undisturbed = self::simulator(&wide(400));
    undisturbed.run(10);
    for part in undisturbed.design().part_ids() {
        assert_eq!(calm.value(part), undisturbed.value(part));
    }
    assert!(undisturbed.calmed(0).is_none());
    assert_eq!(undisturbed.ticks(), 10, "looking ahead changes nothing");
}

#[test]
fn an_oscillation_somebody_sees_is_one() {
    let seen = format!("{RING}<comp lib=\"5\" loc=\"(130,50)\" name=\"LED\"/>");
    let restless = wide(100).replace("</circuit>", &format!("{seen}</circuit>"));
    assert!(simulator(&restless).calmed(0).is_none());
}
