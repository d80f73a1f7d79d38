//! Every clock of every recording in `tests/data/traces/*.jsonl`.
//!
//! A line is one program: `memory` (harvard or von_neumann), `irq` ([first clock, end clock, vector] or null), `code` and
//! `data` before, `code_end` and `data_end` after, and `trace`, one entry per clock: `BUS/IACK/PPSSFF00112233`. The name of
//! the file names the circuit: `mark5-original`, `mark5-devkit` or `ideal`.

use std::fs;
use std::path::{Path, PathBuf};

use cdm8::bus::{Bus, Space};
use cdm8::cpu::{Cpu, Cycle};
use cdm8::memory::Memory;
use cdm8::variant::Variant;
use cdm8::view;
use serde_json::Value;

struct Surroundings {
    memory: Memory,
    irq: Option<(u64, u64, u8)>,
    clock: u64,
}

impl Bus for Surroundings {
    fn read(&mut self, space: Space, address: u8) -> u8 {
        self.memory.get(space, address)
    }

    fn write(&mut self, address: u8, value: u8) {
        self.memory.write(address, value);
    }

    fn irq(&self) -> Option<u8> {
        let (from, to, vector) = self.irq?;
        (from..to).contains(&self.clock).then_some(vector)
    }

    fn tick(&mut self) {
        self.clock += 1;
    }
}

fn hex(text: &Value) -> Vec<u8> {
    let text = text.as_str().unwrap_or("");
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("hexadecimal");
    (0..text.len()).step_by(2).map(byte).collect()
}

fn around(record: &Value) -> Surroundings {
    let (code, data) = (hex(&record["code"]), hex(&record["data"]));
    let memory = match record["memory"].as_str() {
        Some("harvard") => Memory::harvard(&code, &data),
        Some("von_neumann") => Memory::von_neumann(&code),
        other => panic!("memory {other:?}"),
    };
    let irq = record["irq"].as_array().map(|irq| {
        let number = |at: usize| irq[at].as_u64().expect("a number");
        (number(0), number(1), number(2) as u8)
    });
    Surroundings {
        memory,
        irq,
        clock: 0,
    }
}

/// Our entry of a clock. Where the recording has `??`, two drivers fought on the bus (the original `popall`) and no value
/// can be compared.
fn entry(cpu: &Cpu, cycle: Cycle, recorded: &str) -> String {
    let entry = view::clock_entry(cpu, cycle);
    match recorded.contains("=??/") {
        true => entry.replace(&format!("={:02x}/", cycle.value), "=??/"),
        false => entry,
    }
}

fn replay(record: &Value, variant: Variant, name: &str) -> usize {
    let mut around = around(record);
    let mut cpu = Cpu::new(variant);
    let trace = record["trace"].as_array().expect("a trace");
    for (clock, expected) in trace.iter().enumerate() {
        let expected = expected.as_str().expect("an entry");
        let fights = !cpu.in_fetch() && cpu.ir() == 0xCF && !variant.popall_works();
        let cycle = cpu.clock(&mut around);
        let ours = entry(&cpu, cycle, expected);
        assert_eq!(ours, expected, "{name} clock {clock}");
        assert!(fights || !expected.contains('?'), "{name} clock {clock}");
    }
    if let Some(end) = record.get("data_end").filter(|end| end.is_string()) {
        assert!(
            around.memory.space(Space::Data)[..] == hex(end)[..],
            "{name} data"
        );
    }
    if let Some(end) = record.get("code_end").filter(|end| end.is_string()) {
        assert!(
            around.memory.space(Space::Instruction)[..] == hex(end)[..],
            "{name} code"
        );
    }
    trace.len()
}

fn variant_of(path: &Path) -> Variant {
    let name = path.file_name().expect("a file").to_string_lossy();
    match () {
        () if name.contains("devkit") => Variant::Mark5Devkit,
        () if name.contains("mark5") => Variant::Mark5,
        () if name.contains("ideal") || name.contains("mark4") => Variant::Ideal,
        () => panic!("{name} names no circuit"),
    }
}

fn recordings() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/traces");
    let entries = fs::read_dir(folder).expect("the folder of recordings");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    found.sort();
    found
}

#[test]
fn every_clock_of_every_recording() {
    let (mut files, mut programs, mut clocks) = (0, 0, 0);
    for path in recordings() {
        let variant = variant_of(&path);
        let text = fs::read_to_string(&path).expect("a recording");
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            let record: Value = serde_json::from_str(line).expect("JSON");
            let name = format!("{}:{}", path.display(), number + 1);
            clocks += replay(&record, variant, &name);
            programs += 1;
        }
        files += 1;
    }
    assert!(
        files >= 2 && programs >= 160 && clocks >= 19_200,
        "{files} files, {programs} programs, {clocks} clocks"
    );
}
