//! The effect of each instruction in each execute clock, as a table, and the vectors of the control chips made from it.

use super::table::{Pins, Table};

/// The lines of the decoder.
pub(crate) const LINES: [&str; 23] = [
    "two", "cmp", "one", "st", "ld", "push", "pop", "ldsa", "addsp", "setsp", "pushall", "popall",
    "ldi", "halt", "wait", "jsr", "rts", "ioi", "rti", "crc", "illegal", "branch", "ldc",
];

/// An execute clock spelt out:
/// - `pc` `sp` and their changes: `+1`, `-1`, `in` (the byte read), `T`, `+in`
/// - `rd=` and where a register's new value comes from; `t` `flags` `ps` load
/// - the memory cycle: `next` (at PC), `[rs]`, `push`, `pop`, `table`, with `=pc` or `=ps` if that is written
struct Step {
    line: &'static str,
    phase: u32,
    last: u32,
    does: &'static [&'static str],
}

const fn step(line: &'static str, phase: u32, last: u32, does: &'static [&'static str]) -> Step {
    Step {
        line,
        phase,
        last,
        does,
    }
}

const STEPS: &[Step] = &[
    step("two", 0, 1, &["t", "flags"]),
    step("two", 1, 1, &["rd=T"]),
    step("cmp", 0, 0, &["t", "flags"]),
    step("one", 0, 0, &["rd=alu", "flags"]),
    step("st", 0, 0, &["[rs]", "write"]),
    step("ld", 0, 0, &["[rs]", "rd=in"]),
    step("ldc", 0, 0, &["code[rs]", "rd=in"]),
    step("push", 0, 1, &["sp-1"]),
    step("push", 1, 1, &["push"]),
    step("pop", 0, 0, &["pop", "rd=in", "sp+1"]),
    step("ldsa", 0, 1, &["next", "rd=in", "pc+1"]),
    step("ldsa", 1, 1, &["rd=sp+rd"]),
    step("addsp", 0, 0, &["next", "sp+in", "pc+1"]),
    step("setsp", 0, 0, &["next", "sp=in", "pc+1"]),
    step("pushall", 0, 4, &["sp-1"]),
    step("pushall", 1, 4, &["push", "sp-1"]),
    step("pushall", 2, 4, &["push", "sp-1"]),
    step("pushall", 3, 4, &["push", "sp-1"]),
    step("pushall", 4, 4, &["push"]),
    step("popall", 0, 3, &["pop", "rd=in", "sp+1"]),
    step("popall", 1, 3, &["pop", "rd=in", "sp+1"]),
    step("popall", 2, 3, &["pop", "rd=in", "sp+1"]),
    step("popall", 3, 3, &["pop", "rd=in", "sp+1"]),
    step("ldi", 0, 0, &["next", "rd=in", "pc+1"]),
    step("halt", 0, 0, &["stop"]),
    step("wait", 0, 7, &[]),
    step("wait", 4, 7, &[]),
    step("wait", 7, 7, &[]),
    step("jsr", 0, 1, &["next", "sp-1", "t", "pc+1"]),
    step("jsr", 1, 1, &["push", "=pc", "pc=T"]),
    step("rts", 0, 0, &["pop", "pc=in", "sp+1"]),
    step("ioi", 0, 4, &["sp-1"]),
    step("ioi", 1, 4, &["push", "=pc", "sp-1"]),
    step("ioi", 2, 4, &["push", "=ps"]),
    step("ioi", 3, 4, &["table", "pc=in"]),
    step("ioi", 4, 4, &["table", "ps"]),
    step("rti", 0, 1, &["pop", "ps", "sp+1"]),
    step("rti", 1, 1, &["pop", "pc=in", "sp+1"]),
    step("crc", 0, 1, &["pop", "t"]),
    step("crc", 1, 1, &["push", "=pc", "pc=T"]),
    step("illegal", 0, 0, &["stop"]),
    step("branch", 0, 0, &["pc+1"]),
    step("branch", 0, 0, &["next", "pc=in", "holds"]),
];

/// One situation with all inputs and outputs of the control by name.
struct Case {
    step: &'static Step,
    iack: u32,
    fetch: bool,
}

/// No instruction, and the fetch clock.
const IDLE: Step = step("", 0, 0, &[]);
const FETCH: Step = step("", 0, 0, &["next", "pc+1"]);
const ACKNOWLEDGED: Step = step("", 0, 0, &["next"]);

fn cases() -> Vec<Case> {
    let case = |step, fetch, iack| Case { step, iack, fetch };
    let mut all = vec![
        case(&IDLE, false, 0),
        case(&FETCH, true, 0),
        case(&ACKNOWLEDGED, true, 1),
    ];
    all.extend(STEPS.iter().map(|step| case(step, false, 0)));
    all
}

impl Case {
    fn is(&self, words: &[&str]) -> u32 {
        let does = self.step.does;
        u32::from(does.iter().any(|word| words.contains(word)))
    }

    fn input(&self, name: &str) -> u32 {
        let Step { line, phase, .. } = *self.step;
        match name {
            "fetch" => self.fetch.into(),
            "IAck" => self.iack,
            "holds" => self.is(&["holds"]),
            "phase" => phase,
            "ir" => 0xD2,
            "p0" | "p1" | "p2" | "p3" | "p4" => u32::from(name == format!("p{phase}")),
            "two" => u32::from(line == "two" || line == "cmp"),
            _ => u32::from(name == line),
        }
    }

    /// The first of these the step does, as a number.
    fn which(&self, words: &[&str]) -> Option<u32> {
        let does = |word: &&str| self.step.does.contains(word);
        words.iter().position(does).map(|i| i as u32)
    }

    fn address(&self) -> Option<u32> {
        let from = |words: &[&str], number| (self.is(words) == 1).then_some(number);
        from(&["next"], 0)
            .or(from(&["[rs]", "code[rs]"], 1))
            .or(from(&["push", "pop"], 2))
            .or(from(&["table"], 3))
    }

    fn written(&self) -> Option<u32> {
        let writes = self.is(&["push", "write"]) == 1;
        writes.then(|| self.which(&["=pc", "=ps"]).map_or(0, |other| other + 1))
    }

    fn sp_change(&self) -> Option<u32> {
        self.which(&["sp+1", "sp-1", "sp+in", "rd=sp+rd"])
    }

    fn output(&self, name: &str) -> Option<u32> {
        let register = || self.which(&["rd=in", "rd=T", "rd=alu", "rd=sp+rd"]);
        let value = match name {
            "length" => self.step.last,
            "stops" => self.is(&["stop"]),
            "pc.inc" => self.is(&["pc+1"]),
            "pc.load" => self.is(&["pc=in"]),
            "pc.loadT" => self.is(&["pc=T"]),
            "sp.what" => return self.sp_change(),
            "sp.set" => self.is(&["sp=in"]),
            "sp.load" => self.is(&["sp+1", "sp-1", "sp+in", "sp=in"]),
            "mem" => self.address().is_some().into(),
            "bus.write" => self.written().is_some().into(),
            "bus.data" => self.is(&["[rs]", "push", "pop"]),
            "bus.from" => return self.address(),
            "bus.what" => return self.written(),
            "ps.load" => self.is(&["ps"]),
            "f.load" => self.is(&["flags"]),
            "t.alu" => {
                let loads = self.is(&["t"]) == 1;
                return loads.then(|| self.is(&["flags"]));
            }
            "t.load" => self.is(&["t"]),
            "r.from" => return register(),
            "r.write" => register().is_some().into(),
            "rd" => return self.number(),
            _ => unreachable!("{name} is an output"),
        };
        Some(value)
    }

    /// IR has D2 in these vectors: register 2, unless all registers have their turn.
    fn number(&self) -> Option<u32> {
        let phase = self.step.phase;
        match self.step.line {
            "pushall" if phase == 0 => None,
            "pushall" => Some(4 - phase),
            "popall" => Some(phase),
            _ => Some(2),
        }
    }
}

/// A bit of a two- or three-bit signal.
fn part(value: Option<u32>, bit: u32) -> Option<u32> {
    value.map(|value| value >> bit & 1)
}

const CONTROL_IN: [(&str, u32); 28] = {
    let mut all = [("", 1); 28];
    let mut i = 0;
    while i < 23 {
        all[i] = (LINES[i], 1);
        i += 1;
    }
    all[23] = ("fetch", 1);
    all[24] = ("phase", 3);
    all[25] = ("IAck", 1);
    all[26] = ("ir", 8);
    all[27] = ("holds", 1);
    all
};

const CONTROL_OUT: Pins = &[
    ("length", 3),
    ("stops", 1),
    ("pc.inc", 1),
    ("pc.load", 1),
    ("pc.loadT", 1),
    ("sp.what", 2),
    ("sp.set", 1),
    ("sp.load", 1),
    ("mem", 1),
    ("bus.write", 1),
    ("bus.data", 1),
    ("bus.from", 2),
    ("bus.what", 2),
    ("ps.load", 1),
    ("f.load", 1),
    ("t.alu", 1),
    ("t.load", 1),
    ("r.from", 2),
    ("r.write", 1),
    ("rd", 2),
];

pub(crate) fn tables() -> Vec<(&'static str, Table)> {
    let about = "Control: every execute clock of every instruction, and the fetch.";
    let mut control = Table::new(about, &CONTROL_IN, CONTROL_OUT);
    for case in cases() {
        let inputs: Vec<u32> = CONTROL_IN
            .iter()
            .map(|(name, _)| case.input(name))
            .collect();
        let outputs: Vec<_> = CONTROL_OUT
            .iter()
            .map(|(name, _)| case.output(name))
            .collect();
        control.row_with_gaps(&inputs, &outputs);
    }
    vec![
        ("Control", control),
        ("Length", length()),
        ("PC control", pc()),
        ("SP control", sp()),
        ("Register control", registers()),
        ("Bus control", bus()),
    ]
}

/// The vectors of a matrix: the same cases, with its own pins.
fn matrix(
    about: &'static str,
    inputs: Pins,
    outputs: Pins,
    value: fn(&Case, &str) -> Option<u32>,
) -> Table {
    let mut table = Table::new(about, inputs, outputs);
    for case in cases() {
        let set: Vec<u32> = inputs.iter().map(|(name, _)| case.input(name)).collect();
        let wanted: Vec<_> = outputs.iter().map(|(name, _)| value(&case, name)).collect();
        table.row_with_gaps(&set, &wanted);
    }
    table
}

fn length() -> Table {
    matrix(
        "Length: the number of the last execute clock.",
        &[
            ("two", 1),
            ("cmp", 1),
            ("push", 1),
            ("ldsa", 1),
            ("pushall", 1),
            ("popall", 1),
            ("halt", 1),
            ("wait", 1),
            ("jsr", 1),
            ("ioi", 1),
            ("rti", 1),
            ("crc", 1),
            ("illegal", 1),
        ],
        &[("n0", 1), ("n1", 1), ("n2", 1), ("stops", 1)],
        |case, name| match name {
            "n0" => part(case.output("length"), 0),
            "n1" => part(case.output("length"), 1),
            "n2" => part(case.output("length"), 2),
            _ => case.output(name),
        },
    )
}

fn pc() -> Table {
    matrix(
        "PC control: when PC counts, and when it loads.",
        &[
            ("fetch", 1),
            ("IAck", 1),
            ("ldi", 1),
            ("addsp", 1),
            ("setsp", 1),
            ("ldsa", 1),
            ("jsr", 1),
            ("crc", 1),
            ("rts", 1),
            ("rti", 1),
            ("ioi", 1),
            ("branch", 1),
            ("holds", 1),
            ("p0", 1),
            ("p1", 1),
            ("p3", 1),
        ],
        &[("inc", 1), ("load", 1), ("loadT", 1)],
        |case, name| case.output(&format!("pc.{name}")),
    )
}

fn sp() -> Table {
    matrix(
        "SP control: when SP loads, and what is added to it.",
        &[
            ("push", 1),
            ("pop", 1),
            ("ldsa", 1),
            ("addsp", 1),
            ("setsp", 1),
            ("pushall", 1),
            ("popall", 1),
            ("jsr", 1),
            ("rts", 1),
            ("ioi", 1),
            ("rti", 1),
            ("p0", 1),
            ("p1", 1),
            ("p4", 1),
        ],
        &[("w0", 1), ("w1", 1), ("load", 1)],
        |case, name| match name {
            "w0" => part(case.output("sp.what"), 0),
            "w1" => part(case.output("sp.what"), 1),
            _ => case.output("sp.load"),
        },
    )
}

fn registers() -> Table {
    matrix(
        "Register control: what registers, T, the flags and PS take.",
        &[
            ("two", 1),
            ("one", 1),
            ("ld", 1),
            ("ldc", 1),
            ("ldi", 1),
            ("ldsa", 1),
            ("pop", 1),
            ("popall", 1),
            ("jsr", 1),
            ("crc", 1),
            ("rti", 1),
            ("ioi", 1),
            ("p0", 1),
            ("p1", 1),
            ("p4", 1),
        ],
        &[
            ("write", 1),
            ("from0", 1),
            ("from1", 1),
            ("loadT", 1),
            ("loadF", 1),
            ("loadPS", 1),
        ],
        |case, name| match name {
            "write" => case.output("r.write"),
            "from0" => part(case.output("r.from"), 0),
            "from1" => part(case.output("r.from"), 1),
            "loadT" => case.output("t.load"),
            "loadF" => case.output("f.load"),
            _ => case.output("ps.load"),
        },
    )
}

fn bus() -> Table {
    matrix(
        "Bus control: the kind of memory cycle.",
        &[
            ("fetch", 1),
            ("ldi", 1),
            ("addsp", 1),
            ("setsp", 1),
            ("ldsa", 1),
            ("branch", 1),
            ("holds", 1),
            ("st", 1),
            ("ld", 1),
            ("ldc", 1),
            ("push", 1),
            ("pushall", 1),
            ("pop", 1),
            ("popall", 1),
            ("rts", 1),
            ("rti", 1),
            ("crc", 1),
            ("jsr", 1),
            ("ioi", 1),
            ("p0", 1),
            ("p1", 1),
            ("p2", 1),
            ("p3", 1),
            ("p4", 1),
        ],
        &[
            ("next", 1),
            ("rs", 1),
            ("table", 1),
            ("pushes", 1),
            ("pops", 1),
            ("pcout", 1),
            ("ioi.2", 1),
        ],
        |case, name| {
            // The second clock of crc writes where the first has read.
            let crc_writes = case.step.line == "crc" && case.step.phase == 1;
            Some(match name {
                "rs" => case.is(&["[rs]", "code[rs]"]),
                "pushes" => case.is(&["push"]),
                "pops" => case.is(&["pop"]) | u32::from(crc_writes),
                "pcout" => case.is(&["=pc"]),
                "ioi.2" => case.is(&["=ps"]),
                _ => case.is(&[name]),
            })
        },
    )
}
