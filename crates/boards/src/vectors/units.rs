//! The vectors of the processor's units.

use super::Dice;
use super::steps::{self, LINES};
use super::table::{Clocked, Table};

pub(super) type Tables = Vec<(&'static str, Table)>;

/// All of them, by the name of the unit.
pub(super) fn tables() -> Tables {
    let mut dice = Dice(0x0C0C_0DE8);
    let mut all = combinational(&mut dice);
    all.extend(clocked(&mut dice));
    all.extend(steps::tables());
    all
}

fn combinational(dice: &mut Dice) -> Tables {
    vec![
        ("Branch", branch()),
        ("Logic", logic(dice)),
        ("Sum", sum(dice)),
        ("Shift", shift(dice)),
        ("ALU control", alu_control()),
        ("ALU", alu(dice)),
        ("Decoder", decoder()),
        ("Number", number()),
        ("Strobes", strobes()),
        ("Bus", bus(dice)),
    ]
}

fn bit(number: u32, bit: u32) -> u32 {
    number >> bit & 1
}

/// Bytes with the awkward ones among them.
fn byte(dice: &mut Dice) -> u32 {
    match dice.roll() % 4 {
        0 => [0, 1, 0x7F, 0x80, 0xFF][dice.roll() as usize % 5],
        _ => dice.byte().into(),
    }
}

fn branch() -> Table {
    let about = "Branch: the sixteen conditions over all flags.";
    let mut table = Table::new(about, &[("CVZN", 4), ("ir", 8)], &[("holds", 1)]);
    for flags in 0..16 {
        let [c, v, z, n] = [3, 2, 1, 0].map(|i| bit(flags, i) == 1);
        let met = [z, c, n, v, c && !z, n == v, !z && n == v, true];
        for condition in 0..16 {
            let holds = met[condition as usize / 2] != (condition % 2 == 1);
            table.row(&[flags, 0xE0 + condition], &[holds.into()]);
        }
    }
    table
}

fn logic(dice: &mut Dice) -> Table {
    let about = "Logic: 0 move, 1 not, 4 and, 5 or, 6 xor.";
    let mut table = Table::new(about, &[("A", 8), ("B", 8), ("what", 3)], &[("S", 8)]);
    for _ in 0..20 {
        let (a, b) = (byte(dice), byte(dice));
        for (what, s) in [(0, a), (1, 255 - a), (4, a & b), (5, a | b), (6, a ^ b)] {
            table.row(&[a, b, what], &[s]);
        }
    }
    table
}

/// Sum, carry and overflow of two bytes and a carry.
fn added(x: u32, y: u32, carry: u32) -> [u32; 3] {
    let total = x + y + carry;
    let signed = |byte: u32| i32::from(byte as u8 as i8);
    let exact = signed(x) + signed(y) + carry as i32;
    let overflow = !(-128..128).contains(&exact);
    [total % 256, total / 256, overflow.into()]
}

fn sum(dice: &mut Dice) -> Table {
    let about = "Sum: A or not A, plus B, not B, 00 or FF, plus a carry.";
    let inputs = &[("A", 8), ("neg", 1), ("B", 8), ("y", 2), ("cin", 1)];
    let mut table = Table::new(about, inputs, &[("S", 8), ("carry", 1), ("V", 1)]);
    for _ in 0..24 {
        let (a, b) = (byte(dice), byte(dice));
        for choice in 0..16 {
            let (neg, y, cin) = (bit(choice, 3), choice >> 1 & 3, bit(choice, 0));
            let first = [a, 255 - a][neg as usize];
            let second = [b, 255 - b, 0, 255][y as usize];
            table.row(&[a, neg, b, y, cin], &added(first, second, cin));
        }
    }
    table
}

/// Result, carry and overflow of the shifts.
fn shifted(function: u32, a: u32, c: u32) -> [u32; 3] {
    match function {
        0 => [a / 2 + 128 * c, a % 2, 0],
        1 => [2 * a % 256, a / 128, u32::from(bit(a, 7) != bit(a, 6))],
        2 => [a / 2 + (a & 128), a % 2, 0],
        _ => [2 * a % 256 + a / 128, a / 128, 0],
    }
}

fn shift(dice: &mut Dice) -> Table {
    let about = "Shift: shr, shla, shra, rol.";
    let outputs = &[("S", 8), ("carry", 1), ("V", 1)];
    let mut table = Table::new(about, &[("A", 8), ("C", 1), ("f", 2)], outputs);
    for _ in 0..40 {
        let a = byte(dice);
        for choice in 0..8 {
            let (c, f) = (choice / 4, choice % 4);
            table.row(&[a, c, f], &shifted(f, a, c));
        }
    }
    table
}

/// Result, carry and overflow of all functions: first those of two operands, then those of one.
fn calculated(one: u32, f: u32, a: u32, b: u32, c: u32) -> [u32; 3] {
    match (one, f) {
        (0, 0) => [a, 0, 0],
        (0, 1) => added(a, b, 0),
        (0, 2) => added(a, b, c),
        (0, 3 | 7) => added(a, 255 - b, 1),
        (0, 4) => [a & b, 0, 0],
        (0, 5) => [a | b, 0, 0],
        (0, 6) => [a ^ b, 0, 0],
        (_, 0) => [255 - a, 0, 0],
        (_, 1) => [(256 - a) % 256, (a == 0).into(), (a == 128).into()],
        (_, 2) => [(a + 255) % 256, (a != 0).into(), (a == 128).into()],
        (_, 3) => [(a + 1) % 256, (a == 255).into(), (a == 127).into()],
        _ => shifted(f - 4, a, c),
    }
}

fn alu(dice: &mut Dice) -> Table {
    let about =
        "ALU: move add addc sub and or xor cmp, not neg dec inc shr shla shra rol; flags CVZN.";
    let inputs = &[("A", 8), ("B", 8), ("C", 1), ("f", 3), ("one", 1)];
    let mut table = Table::new(about, inputs, &[("result", 8), ("flags", 4)]);
    for _ in 0..40 {
        let (a, b, c) = (byte(dice), byte(dice), u32::from(dice.once_in(2)));
        for choice in 0..16 {
            let (one, f) = (choice / 8, choice % 8);
            let [result, carry, overflow] = calculated(one, f, a, b, c);
            let zero = u32::from(result == 0);
            let flags = 8 * carry + 4 * overflow + 2 * zero + result / 128;
            table.row(&[a, b, c, f, one], &[result, flags]);
        }
    }
    table
}

/// The operands of the sum, by the names of the functions.
fn alu_control() -> Table {
    let about = "ALU control: how the sum gets its operands, and which result is chosen.";
    let inputs = &[("one", 1), ("f0", 1), ("f1", 1), ("f2", 1), ("C", 1)];
    let outputs = &[
        ("neg", 1),
        ("y0", 1),
        ("cin", 1),
        ("l0", 1),
        ("sum", 1),
        ("shift", 1),
    ];
    let mut table = Table::new(about, inputs, outputs);
    let names = [
        "move", "add", "addc", "sub", "and", "or", "xor", "cmp", "not", "neg", "dec", "inc", "shr",
        "shla", "shra", "rol",
    ];
    for (number, name) in (0..).zip(names) {
        for c in 0..2 {
            let is = |list: &[&str]| u32::from(list.contains(&name));
            let sums = ["add", "addc", "sub", "cmp", "neg", "dec", "inc"];
            let sum = is(&sums) == 1;
            let cin = is(&["sub", "cmp", "neg", "inc"]) | is(&["addc"]) & c;
            let logic = is(&["move", "not", "and", "or", "xor"]) == 1;
            let f = [0, 1, 2].map(|i| bit(number, i));
            table.row_with_gaps(
                &[number / 8, f[0], f[1], f[2], c],
                &[
                    sum.then_some(is(&["neg"])),
                    sum.then_some(is(&["sub", "cmp", "dec"])),
                    sum.then_some(cin),
                    logic.then_some(is(&["not", "or"])),
                    Some(sum.into()),
                    Some(is(&["shr", "shla", "shra", "rol"])),
                ],
            );
        }
    }
    table
}

/// The line of an opcode; `cmp` has that of the other calculations too.
fn line_of(opcode: u32) -> &'static str {
    match opcode {
        0x00..0x70 => "two",
        0x70..0x80 => "cmp",
        0x80..0xA0 => "one",
        0xA0..0xB0 => "st",
        0xB0..0xC0 => "ld",
        0xC0..0xC4 => "push",
        0xC4..0xC8 => "pop",
        0xC8..0xCC => "ldsa",
        0xCC..0xD0 => ["addsp", "setsp", "pushall", "popall"][opcode as usize - 0xCC],
        0xD0..0xD4 => "ldi",
        0xD4..0xDB => ["halt", "wait", "jsr", "rts", "ioi", "rti", "crc"][opcode as usize - 0xD4],
        0xDB..0xE0 => "illegal",
        0xE0..0xF0 => "branch",
        _ => "ldc",
    }
}

fn decoder() -> Table {
    const OUTPUTS: [(&str, u32); 27] = {
        let mut all = [("", 1); 27];
        let mut i = 0;
        while i < 23 {
            all[i] = (LINES[i], 1);
            i += 1;
        }
        all[23] = ("waits", 1);
        all[24] = ("f", 3);
        all[25] = ("rs", 2);
        all[26] = ("unary", 1);
        all
    };
    let about = "Decoder: all opcodes, executed and not.";
    let mut table = Table::new(about, &[("ir", 8), ("exec", 1)], &OUTPUTS);
    for opcode in 0..256 {
        for exec in 0..2 {
            let line = line_of(opcode);
            let on = |name: &str| exec == 1 && (name == line || (name, line) == ("two", "cmp"));
            let mut outputs: Vec<u32> = LINES.iter().map(|name| on(name).into()).collect();
            outputs.push(u32::from(opcode == 0xD5));
            let one = line == "one";
            let (f, rs) = match one {
                true => (opcode / 4 % 8, opcode % 4),
                false => (opcode / 16 % 8, opcode / 4 % 4),
            };
            outputs.extend([f, rs, one.into()]);
            table.row(&[opcode, exec], &outputs);
        }
    }
    table
}

fn number() -> Table {
    let about = "Number: the register meant by rd.";
    let inputs = &[("ir", 8), ("phase", 3), ("popall", 1), ("pushall", 1)];
    let mut table = Table::new(about, inputs, &[("rd", 2)]);
    for phase in 0..5 {
        for opcode in [0x00, 0x1B, 0x85, 0xD2] {
            table.row(&[opcode, phase, 0, 0], &[opcode % 4]);
        }
        if phase < 4 {
            table.row(&[0xCF, phase, 1, 0], &[phase]);
        }
        if phase > 0 {
            table.row(&[0xCE, phase, 0, 1], &[4 - phase]);
        }
    }
    table
}

fn strobes() -> Table {
    let about = "Strobes: the kinds of memory cycle.";
    let inputs = &[
        ("next", 1),
        ("rs", 1),
        ("table", 1),
        ("pushes", 1),
        ("pops", 1),
        ("pcout", 1),
        ("psout", 1),
        ("st", 1),
        ("ld", 1),
    ];
    let outputs = &[
        ("mem", 1),
        ("write", 1),
        ("data", 1),
        ("from", 2),
        ("what", 2),
    ];
    let mut table = Table::new(about, inputs, outputs);
    let rows = [
        ([0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0]), // nothing
        ([1, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0]), // fetch
        ([0, 1, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 1, 0]), // st
        ([0, 1, 0, 0, 0, 0, 0, 0, 1], [1, 0, 1, 1, 0]), // ld
        ([0, 1, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 1, 0]), // ldc
        ([0, 0, 1, 0, 0, 0, 0, 0, 0], [1, 0, 0, 3, 0]), // ioi, the vector
        ([0, 0, 0, 1, 0, 0, 0, 0, 0], [1, 1, 1, 2, 0]), // push
        ([0, 0, 0, 1, 0, 1, 0, 0, 0], [1, 1, 1, 2, 1]), // jsr
        ([0, 0, 0, 1, 0, 0, 1, 0, 0], [1, 1, 1, 2, 2]), // ioi, PS
        ([0, 0, 0, 0, 1, 0, 0, 0, 0], [1, 0, 1, 2, 0]), // pop
        ([0, 0, 0, 1, 1, 1, 0, 0, 0], [1, 1, 1, 2, 1]), // crc
    ];
    for (inputs, outputs) in rows {
        table.row(&inputs, &outputs);
    }
    table
}

fn bus(dice: &mut Dice) -> Table {
    let about = "Bus: address and data, 0 without a memory cycle.";
    let inputs = &[
        ("pc", 8),
        ("A", 8),
        ("sp", 8),
        ("vector", 8),
        ("from", 2),
        ("mem", 1),
        ("B", 8),
        ("ps", 8),
        ("what", 2),
        ("write", 1),
    ];
    let outputs = &[("address", 8), ("out", 8), ("read", 1)];
    let mut table = Table::new(about, inputs, outputs);
    for _ in 0..100 {
        let [pc, a, sp, vector, b, ps] = std::array::from_fn(|_| byte(dice));
        let (from, what) = (dice.roll() as u32 % 4, dice.roll() as u32 % 3);
        let (mem, write) = (dice.roll() as u32 % 2, dice.roll() as u32 % 2);
        let address = mem * [pc, a, sp, vector][from as usize];
        let out = write * [b, pc, ps][what as usize];
        let inputs = [pc, a, sp, vector, from, mem, b, ps, what, write];
        table.row(&inputs, &[address, out, 1 - write]);
    }
    table
}

fn clocked(dice: &mut Dice) -> Tables {
    vec![
        ("Registers", registers(dice)),
        ("PC", pc(dice)),
        ("SP", sp(dice)),
        ("PS", ps(dice)),
        ("T", temporary(dice)),
        ("Fetch", fetch(dice)),
        ("Interrupt", interrupt(dice)),
        ("Sequencer", sequencer(dice)),
    ]
}

fn registers(dice: &mut Dice) -> Table {
    let unit: Clocked<[u32; 4]> = Clocked {
        about: "Registers: rd takes what is written, rs and rd are read.",
        inputs: &[
            ("in", 8),
            ("T", 8),
            ("alu", 8),
            ("sum", 8),
            ("from", 2),
            ("write", 1),
            ("rd", 2),
            ("rs", 2),
            ("run", 1),
        ],
        outputs: &[
            ("A", 8),
            ("B", 8),
            ("r0", 8),
            ("r1", 8),
            ("r2", 8),
            ("r3", 8),
        ],
        show: |r, i| vec![r[i[7] as usize], r[i[6] as usize], r[0], r[1], r[2], r[3]],
        fall: |r, i| {
            if i[5] == 1 && i[8] == 1 {
                r[i[6] as usize] = i[i[4] as usize];
            }
        },
    };
    unit.table(80, dice)
}

fn pc(dice: &mut Dice) -> Table {
    let unit: Clocked<u32> = Clocked {
        about: "PC: T before the bus before the next byte.",
        inputs: &[
            ("in", 8),
            ("T", 8),
            ("inc", 1),
            ("load", 1),
            ("loadT", 1),
            ("run", 1),
        ],
        outputs: &[("pc", 8)],
        show: |pc, _| vec![*pc],
        fall: |pc, i| match (i[5], i[4], i[3], i[2]) {
            (0, ..) | (1, 0, 0, 0) => {}
            (_, 1, ..) => *pc = i[1],
            (_, _, 1, _) => *pc = i[0],
            _ => *pc = (*pc + 1) % 256,
        },
    };
    unit.table(80, dice)
}

fn sp(dice: &mut Dice) -> Table {
    fn sum(sp: u32, i: &[u32]) -> u32 {
        (sp + [1, 255, i[0], i[1]][i[2] as usize]) % 256
    }
    let unit: Clocked<u32> = Clocked {
        about: "SP: one more, one less, plus the bus, set; the sum with rd.",
        inputs: &[
            ("in", 8),
            ("rd", 8),
            ("what", 2),
            ("set", 1),
            ("load", 1),
            ("run", 1),
        ],
        outputs: &[("sp", 8), ("sum", 8)],
        show: |sp, i| vec![*sp, sum(*sp, i)],
        fall: |sp, i| match (i[5] & i[4], i[3]) {
            (0, _) => {}
            (_, 1) => *sp = i[0],
            _ => *sp = sum(*sp, i),
        },
    };
    unit.table(80, dice)
}

fn ps(dice: &mut Dice) -> Table {
    let unit: Clocked<u32> = Clocked {
        about: "PS: all eight bits, or the flags.",
        inputs: &[
            ("in", 8),
            ("flags", 4),
            ("load", 1),
            ("loadF", 1),
            ("run", 1),
        ],
        outputs: &[("ps", 8), ("CVZN", 4), ("C", 1), ("I", 1)],
        show: |ps, _| vec![*ps, ps % 16, bit(*ps, 3), bit(*ps, 7)],
        fall: |ps, i| match (i[4], i[2], i[3]) {
            (1, 1, _) => *ps = i[0],
            (1, 0, 1) => *ps = *ps / 16 * 16 + i[1],
            _ => {}
        },
    };
    unit.table(60, dice)
}

fn temporary(dice: &mut Dice) -> Table {
    let unit: Clocked<u32> = Clocked {
        about: "T: the result of two operands, or the byte read.",
        inputs: &[("in", 8), ("alu", 8), ("two", 1), ("load", 1), ("run", 1)],
        outputs: &[("T", 8)],
        show: |t, _| vec![*t],
        fall: |t, i| {
            if i[3] & i[4] == 1 {
                *t = i[i[2] as usize];
            }
        },
    };
    unit.table(40, dice)
}

fn fetch(dice: &mut Dice) -> Table {
    let unit: Clocked<u32> = Clocked {
        about: "Fetch: the opcode, or D8 with an acknowledged interrupt.",
        inputs: &[("in", 8), ("IAck", 1), ("fetch", 1), ("run", 1)],
        outputs: &[("ir", 8)],
        show: |ir, _| vec![*ir],
        fall: |ir, i| {
            if i[2] & i[3] == 1 {
                *ir = [i[0], 0xD8][i[1] as usize];
            }
        },
    };
    unit.table(40, dice)
}

fn interrupt(dice: &mut Dice) -> Table {
    let unit: Clocked<u32> = Clocked {
        about: "Interrupt: acknowledged in a fetch clock with I; the address of its vector, the second byte in phase 4.",
        inputs: &[
            ("IRQ", 1),
            ("vec", 3),
            ("I", 1),
            ("fetch", 1),
            ("phase", 3),
            ("run", 1),
        ],
        outputs: &[("IAck", 1), ("vector", 8)],
        show: |number, i| vec![i[0] & i[2] & i[3], 0xF0 + 2 * number + i[4] / 4],
        fall: |number, i| {
            if i[0] & i[2] & i[3] & i[5] == 1 {
                *number = i[1];
            }
        },
    };
    unit.table(80, dice)
}

#[derive(Default)]
struct Sequence {
    exec: bool,
    phase: u32,
    held: bool,
}

fn sequencer(dice: &mut Dice) -> Table {
    let unit: Clocked<Sequence> = Clocked {
        about: "Sequencer: a fetch, then phases 0 to length; stopped for good, or while waits without IRQ.",
        inputs: &[("length", 3), ("stops", 1), ("waits", 1), ("IRQ", 1)],
        outputs: &[
            ("fetch", 1),
            ("exec", 1),
            ("phase", 3),
            ("run", 1),
            ("stopped", 1),
        ],
        show: |s, _| {
            let [exec, held] = [s.exec, s.held].map(u32::from);
            vec![1 - exec, exec, s.phase, 1 - held, held]
        },
        fall: |s, i| {
            let ran = !s.held;
            s.held = match i[2] {
                1 => i[3] == 0,
                _ => s.held || i[1] == 1,
            };
            if ran {
                let ends = s.phase == i[0];
                (s.exec, s.phase) = match s.exec {
                    true if ends => (false, 0),
                    true => (true, (s.phase + 1) % 8),
                    false => (true, 0),
                };
            }
        },
    };
    unit.table(200, dice)
}
