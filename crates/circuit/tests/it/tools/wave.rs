//! Waveforms, read back by another program's reader.

use std::io::Cursor;

use circuit::sim::Simulator;
use circuit::wave::{HALF_TICK, Wave};
use wellen::simple::{Waveform, read_from_reader};

use super::{exact, example, simulator};

/// Runs a circuit and gives the waveform of it.
fn record(
    simulator: &mut Simulator,
    exact: bool,
    play: impl FnOnce(&mut Simulator, &mut dyn FnMut(&mut Simulator, bool)),
) -> Waveform {
    let mut bytes = Vec::new();
    let mut wave = Wave::new(&mut bytes, simulator, exact).unwrap();
    play(simulator, &mut |simulator, half_tick| {
        wave.settled(simulator, half_tick).unwrap();
    });
    wave.finish().unwrap();
    read_from_reader(Cursor::new(bytes)).unwrap()
}

/// The changes of a signal: time and bits.
fn changes(wave: &mut Waveform, scope: &[&str], name: &str) -> Vec<(u64, String)> {
    let hierarchy = wave.hierarchy();
    let var = hierarchy
        .lookup_var(scope, name)
        .unwrap_or_else(|| panic!("there is no {name} in {scope:?}"));
    let signal = hierarchy[var].signal_ref();
    wave.load_signals(&[signal]);
    let times = wave.time_table().to_vec();
    let changes = wave.get_signal(signal).unwrap().iter_changes();
    changes
        .map(|(at, value)| (times[at as usize], value.to_bit_string().unwrap()))
        .collect()
}

fn at(changes: &[(u64, String)], time: u64) -> &str {
    &changes
        .iter()
        .rev()
        .find(|(start, _)| *start <= time)
        .unwrap()
        .1
}

fn run_stopwatch(
    simulator: &mut Simulator,
    settled: &mut dyn FnMut(&mut Simulator, bool),
) -> Vec<u32> {
    let start = simulator.find("START").unwrap();
    let digit = simulator.find("digit").unwrap();
    simulator.press(start).unwrap();
    settled(simulator, false);
    let mut digits = Vec::new();
    for _ in 0..30 {
        simulator.half_tick();
        settled(simulator, true);
        digits.push(simulator.value(digit).number().unwrap());
    }
    digits
}

#[test]
fn values_at_every_half_tick() {
    let mut digits = Vec::new();
    let mut wave = record(
        &mut simulator(example!("stopwatch.circ")),
        false,
        |simulator, settled| {
            digits = run_stopwatch(simulator, settled);
        },
    );
    let shown = changes(&mut wave, &["main"], "digit");
    for (tick, digit) in digits.iter().enumerate() {
        let time = (tick as u64 + 1) * HALF_TICK;
        assert_eq!(
            at(&shown, time),
            format!("{digit:04b}"),
            "half-tick {}",
            tick + 1
        );
    }
    let clock = changes(&mut wave, &["main"], "clk");
    assert_eq!(at(&clock, 0), "0");
    assert_eq!(at(&clock, HALF_TICK), "1");
    assert_eq!(at(&clock, 2 * HALF_TICK), "0");
    // The press stands between the start and the first half-tick.
    let start = changes(&mut wave, &["main"], "START");
    assert_eq!(start, [(0, "0".to_string()), (10, "1".to_string())]);
    assert_eq!(wave.time_table().last(), Some(&(31 * HALF_TICK)));
}

fn run_adder(simulator: &mut Simulator, settled: &mut dyn FnMut(&mut Simulator, bool)) {
    let pins = ["A", "B"].map(|name| simulator.find(name).unwrap());
    for (a, b) in [(7, 1), (15, 1), (0, 0)] {
        for (pin, value) in pins.iter().zip([a, b]) {
            simulator
                .set_pin(*pin, circuit::Value::known(4, value))
                .unwrap();
            settled(simulator, false);
        }
    }
}

#[test]
fn sub_circuits_are_scopes_and_glitches_are_shown() {
    let mut plain = record(&mut simulator(example!("adder.circ")), false, run_adder);
    let mut full = record(&mut exact(example!("adder.circ")), true, run_adder);
    let [calm, wild] = [&mut plain, &mut full].map(|wave| changes(wave, &["main"], "Sum"));
    assert!(wild.len() > calm.len(), "{calm:?} {wild:?}");
    let settled = |changes: &[(u64, String)]| changes.last().unwrap().1.clone();
    assert_eq!(
        (settled(&calm), settled(&wild)),
        ("0000".into(), "0000".into())
    );
    let values: Vec<&str> = calm.iter().map(|(_, bits)| bits.as_str()).collect();
    assert_eq!(values, ["0000", "0111", "1000", "0000", "0001", "0000"]);
    for wave in [&mut plain, &mut full] {
        let carry = changes(wave, &["main", "bit2"], "Cout");
        assert_eq!(carry.first().unwrap().1, "0");
        assert!(carry.iter().any(|(_, bits)| bits == "1"));
    }
}

#[test]
fn floating_and_error_have_signs_of_their_own() {
    let text = super::sheet(
        "Wiring Pin 40 100 label=free width=2
         Wiring Power 100 200
         Wiring Ground 100 200
         Wiring Tunnel 100 200 label=short",
    );
    let mut wave = record(&mut simulator(&text), false, |_, _| {});
    assert_eq!(changes(&mut wave, &["main"], "free")[0].1, "zz");
    assert_eq!(changes(&mut wave, &["main"], "short")[0].1, "x");
}
