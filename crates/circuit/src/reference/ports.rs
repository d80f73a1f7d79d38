//! Names for the ports of parts, in the order of the ports.

use crate::netlist::PartId;
use crate::project::{Kind, View};
use crate::sim::Simulator;

/// The names of a part's ports: those of the pins for a sub-circuit. Ports without a name have their number.
pub fn port_names(simulator: &Simulator, part: PartId) -> Vec<String> {
    let ports = simulator.ports(part);
    let component = simulator.design().component(part);
    let mut names = match component.kind() {
        Some(kind) => builtin_names(kind, component.attrs.of(kind), ports.len()),
        None => pin_names(simulator, part),
    };
    names.truncate(ports.len());
    for number in names.len()..ports.len() {
        names.push(number.to_string());
    }
    names
}

fn pin_names(simulator: &Simulator, part: PartId) -> Vec<String> {
    let pins = simulator.design().pins_of(part);
    let named = pins.iter().enumerate().map(|(number, pin)| {
        let unique = pins.iter().filter(|other| other.label == pin.label).count() == 1;
        match unique && !pin.label.is_empty() {
            true => pin.label.clone(),
            false => number.to_string(),
        }
    });
    named.collect()
}

fn builtin_names(kind: Kind, attrs: View<'_>, count: usize) -> Vec<String> {
    match kind {
        Kind::Multiplexer => plexer(count, "in", "out", attrs),
        Kind::Demultiplexer => plexer(count, "out", "in", attrs),
        Kind::Decoder => plexer(count, "out", "", attrs),
        Kind::PriorityEncoder => {
            let ends = ["out", "en", "enout", "group"];
            numbered("in", count.saturating_sub(ends.len()), &ends)
        }
        Kind::BitAdder => first_then("out", "in", count),
        Kind::Splitter => first_then("all", "end", count),
        Kind::DotMatrix => numbered("in", count, &[]),
        Kind::ShiftRegister => shift_register(count),
        Kind::Ram => ram(attrs),
        _ if kind.library() == "Gates" && fixed(kind).is_empty() => first_then("out", "in", count),
        _ => words(fixed(kind)),
    }
}

/// The names of the parts whose ports are always the same.
fn fixed(kind: Kind) -> &'static str {
    match kind {
        Kind::Pin | Kind::Probe | Kind::Tunnel | Kind::PullResistor | Kind::Led => "pin",
        Kind::Clock | Kind::Constant | Kind::Power | Kind::Ground | Kind::Button => "out",
        Kind::Not | Kind::Buffer => "out in",
        Kind::ControlledBuffer | Kind::ControlledInverter => "out in control",
        Kind::Transistor => "out in gate",
        Kind::TransmissionGate => "out in gate0 gate1",
        Kind::BitExtender => "out in fill",
        Kind::BitSelector => "out in select",
        Kind::Adder | Kind::Multiplier => "a b out cin cout",
        Kind::Subtractor => "a b out bin bout",
        Kind::Divider => "a b out upper rem",
        Kind::Negator => "in out",
        Kind::Comparator => "a b gt eq lt",
        Kind::Shifter => "in dist out",
        Kind::BitFinder => "found out in",
        Kind::DFlipFlop => "d clk q nq clr pre en",
        Kind::TFlipFlop => "t clk q nq clr pre en",
        Kind::JkFlipFlop => "j k clk q nq clr pre en",
        Kind::SrFlipFlop => "s r clk q nq clr pre en",
        Kind::Register => "q d clk clr en",
        Kind::Counter => "q d clk clr load en carry",
        Kind::Random => "q clk en clr",
        Kind::Rom => "data addr cs",
        Kind::Joystick => "x y",
        Kind::Keyboard => "clr clk en avail data",
        Kind::Tty => "clr clk en data",
        Kind::HexDigit => "digit dot",
        Kind::SevenSegment => "a b c d e f g dot",
        _ => "",
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

fn numbered(stem: &str, count: usize, ends: &[&str]) -> Vec<String> {
    let stems = (0..count).map(|number| format!("{stem}{number}"));
    stems
        .chain(ends.iter().map(|end| (*end).to_string()))
        .collect()
}

fn first_then(first: &str, stem: &str, count: usize) -> Vec<String> {
    let mut names = vec![first.to_string()];
    names.extend(numbered(stem, count.saturating_sub(1), &[]));
    names
}

fn plexer(count: usize, many: &str, one: &str, attrs: View<'_>) -> Vec<String> {
    let mut ends = vec!["select"];
    if attrs.flag("enable") {
        ends.push("en");
    }
    if !one.is_empty() {
        ends.push(one);
    }
    numbered(many, count.saturating_sub(ends.len()), &ends)
}

fn shift_register(count: usize) -> Vec<String> {
    let mut names = words("in shift clk clr out load");
    for stage in 0..count.saturating_sub(names.len()) / 2 {
        names.push(format!("in{stage}"));
        names.push(format!("out{stage}"));
    }
    names
}

fn ram(attrs: View<'_>) -> Vec<String> {
    words(match attrs.text("bus") {
        "asynch" => "data addr cs oe clr",
        "separate" => "data addr cs oe clr clk we din",
        _ => "data addr cs oe clr clk",
    })
}
