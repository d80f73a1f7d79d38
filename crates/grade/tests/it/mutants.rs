//! Consoles with one thing broken, in the firmware or in the wiring: each loses marks, and in the right test.

use circuit::netlist::PartId;
use circuit::project::{Image, Kind, Location, Project};
use circuit::sim::Simulator;
use console::Model;
use console::firmware::{banks, banks_with, sources};
use grade::Limits;
use results::{About, Format};

use crate::bench::{failed, marks, panel, project, simulator, source};

/// What is broken.
enum Break {
    /// In a file of the firmware this text is replaced by that.
    Firmware(&'static str, &'static str, &'static str),
    /// On the board, the wires that end here are taken out.
    Cut(i32, i32),
}

use Break::{Cut, Firmware};

/// A mutant: what is broken, the games it takes to see it, and the test that must fail.
type Mutant = (Break, u32, &'static str);

const OF_2016: [Mutant; 13] = [
    (
        Firmware("main.asm", "ldi     r3, 4\n", "ldi     r3, 5\n"),
        1,
        "start",
    ),
    (
        Firmware(
            "mkmove.asm",
            "ldi     r0, 6           # past",
            "ldi     r0, 8           # past",
        ),
        3,
        "skipped-store",
    ),
    (
        Firmware(
            "mkmove.asm",
            "ldi     r0, 14          # past",
            "ldi     r0, 13          # past",
        ),
        1,
        "sowing",
    ),
    (
        Firmware(
            "mkmove.asm",
            "inc     r2\n        st      r3, r2\n        pop",
            "nop\n        st      r3, r2\n        pop",
        ),
        1,
        "sowing",
    ),
    (
        Firmware(
            "main.asm",
            "bcc     turn            # an extra turn",
            "bcc     pass            # an extra turn",
        ),
        1,
        "extra-turn",
    ),
    (
        Firmware(
            "main.asm",
            "pass:   jsr     capture",
            "pass:   nop\n        nop",
        ),
        2,
        "capture",
    ),
    (
        Firmware(
            "capture.asm",
            "bmi     no              # nothing opposite",
            "nop",
        ),
        3,
        "capture",
    ),
    (
        Firmware(
            "main.asm",
            "over:   ldi     r0, IO+7\n        jsr     sweep\n        ldi     r0, IO+15\n        jsr     sweep",
            "over:   ldi     r0, IO+7\n        ldi     r0, IO+15",
        ),
        2,
        "end",
    ),
    (
        Firmware(
            "main.asm",
            "ldi     r2, TRY_AGAIN   # an empty pit",
            "ldi     r2, MAKE_MOVE",
        ),
        2,
        "empty-pit",
    ),
    (
        Firmware(
            "main.asm",
            "wait:   ld      r1, r0\n        tst     r0\n        beq     wait\n",
            "wait:   br      wait\n",
        ),
        1,
        "sowing",
    ),
    (Cut(560, 440), 1, "long-games"),
    (Cut(720, 600), 1, "start"),
    (Cut(1000, 440), 2, "empty-pit"),
];

const OF_2022: [Mutant; 14] = [
    (
        Firmware("initialisation.asm", "ldi     r1, 4", "ldi     r1, 3"),
        1,
        "start",
    ),
    (
        Firmware(
            "human.asm",
            "ldi     r3, PAD+15\n        br      drop",
            "ldi     r3, 0\n        br      drop",
        ),
        2,
        "skipped-store",
    ),
    (
        Firmware("human.asm", "ldi     r0, PAD+9", "ldi     r0, PAD+10"),
        1,
        "sowing",
    ),
    (
        Firmware(
            "human.asm",
            "st      r0, r1\n        ldi     r3, PAD+8",
            "nop\n        ldi     r3, PAD+8",
        ),
        1,
        "sowing",
    ),
    (
        Firmware(
            "referee.asm",
            "beq     ends            # an extra move",
            "nop",
        ),
        1,
        "extra-turn",
    ),
    (
        Firmware(
            "referee.asm",
            "bne     no              # in the other's row",
            "br      no",
        ),
        2,
        "capture",
    ),
    (
        Firmware(
            "referee.asm",
            "        bne     no              # the pit was not empty",
            "        nop",
        ),
        1,
        "capture",
    ),
    (
        Firmware(
            "referee.asm",
            "inc     r1\n        push    r0",
            "nop\n        push    r0",
        ),
        2,
        "capture",
    ),
    (
        Firmware(
            "referee.asm",
            "        ldi     r3, PAD+15\n        jsr     sweep\n",
            "",
        ),
        2,
        "end",
    ),
    (
        Firmware(
            "referee.asm",
            "        ldi     r0, PAD+7\n        jsr     count\n        beq     over\n",
            "",
        ),
        2,
        "end",
    ),
    (
        Firmware("computer.asm", "ldi     r0, PAD+1\n", "ldi     r0, PAD+2\n"),
        3,
        "computer-move",
    ),
    (Cut(760, 310), 1, "long-games"),
    (Cut(550, 470), 1, "start"),
    (Cut(470, 360), 3, "outcome"),
];

const OF_2023: [Mutant; 14] = [
    (
        Firmware(
            "main.asm",
            "ldi     r0, 6\n        ldi     r3, 14",
            "ldi     r0, 5\n        ldi     r3, 13",
        ),
        1,
        "start",
    ),
    (
        Firmware(
            "calculate_holes.asm",
            "ldi     r1, 0x17",
            "ldi     r1, 0x18",
        ),
        5,
        "skipped-store",
    ),
    (
        Firmware(
            "calculate_holes.asm",
            "beq     done            # an extra turn",
            "nop",
        ),
        1,
        "extra-turn",
    ),
    (
        Firmware(
            "calculate_holes.asm",
            "bne     pass            # in the other's row",
            "br      pass",
        ),
        2,
        "capture",
    ),
    (
        Firmware(
            "calculate_holes.asm",
            "        bne     pass            # the pit was not empty",
            "        nop",
        ),
        1,
        "capture",
    ),
    (
        Firmware(
            "calculate_holes.asm",
            "inc     r1\n        push    r0",
            "nop\n        push    r0",
        ),
        2,
        "capture",
    ),
    (
        Firmware(
            "calculate_holes.asm",
            "        clr     r1\n        st      r0, r1\n\nsow",
            "        clr     r1\n        nop\n\nsow",
        ),
        1,
        "sowing",
    ),
    (
        Firmware(
            "main.asm",
            "        ldi     r3, 15\n        jsr     sweep\n",
            "",
        ),
        2,
        "end",
    ),
    (
        Firmware(
            "main.asm",
            "st      r0, r1\n        ldi     r0, TURN\n        st      r0, r2",
            "st      r0, r1\n        ldi     r0, TURN\n        ldi     r2, 1\n        st      r0, r2",
        ),
        2,
        "first-move",
    ),
    (
        Firmware(
            "user.asm",
            "ldi     r2, TRY_AGAIN   # the pit is empty",
            "ldi     r2, WAIT",
        ),
        2,
        "empty-pit",
    ),
    (
        Firmware("user.asm", "bne     valid", "br      valid"),
        2,
        "empty-pit",
    ),
    (
        Firmware(
            "deep_purple.asm",
            "play:   ldi     r1, AI_PIT",
            "play:   dec     r0\n        ldi     r1, AI_PIT",
        ),
        2,
        "computer-move",
    ),
    (Cut(630, 440), 1, "long-games"),
    (Cut(1010, 300), 1, "start"),
];

fn model(year: &str) -> Model {
    match year {
        "2016" => Model::Y2016,
        "2022" => Model::Y2022,
        _ => Model::Y2023,
    }
}

/// Takes out the wires that end at a point of the board.
fn cut(project: &mut Project, x: i32, y: i32) {
    let at = Location::new(x, y);
    let main = project.main().expect("a main circuit");
    let wires = &mut project.circuits[main.0 as usize].wires;
    let before = wires.len();
    wires.retain(|wire| wire.from != at && wire.to != at);
    assert!(wires.len() < before, "no wire ends at {x},{y}");
}

/// A change of one file of the firmware.
pub struct Program {
    file: &'static str,
    old: &'static str,
    new: &'static str,
}

pub fn program(file: &'static str, old: &'static str, new: &'static str) -> Program {
    Program { file, old, new }
}

/// A board with changed firmware in its ROMs.
pub fn with_firmware(mut simulator: Simulator, year: &str, program: &Program) -> Simulator {
    let model = model(year);
    let Program { file, old, new } = program;
    let changed = banks_with(model, |name| {
        let mut files = sources(model).iter().flat_map(|(_, files)| *files);
        let text = files.find(|one| one.base() == name)?.text;
        (name == *file).then(|| {
            assert!(text.contains(old), "{file} has no '{old}'");
            text.replacen(old, new, 1)
        })
    });
    let changed =
        changed.unwrap_or_else(|(bank, assembly)| panic!("{bank}: {:?}", assembly.diagnostics));
    for (own, other) in banks(model).iter().zip(&changed) {
        let words = own.image().map(u32::from);
        let design = simulator.design().clone();
        let holds = |&part: &PartId| {
            design.component(part).kind() == Some(Kind::Rom)
                && (0..256).all(|at| simulator.cell(part, at) == Ok(words[at as usize]))
        };
        let rom = design.part_ids().find(holds);
        let image = Image {
            words: other.image().map(u32::from).to_vec(),
        };
        let rom = rom.expect("each bank is in a ROM");
        simulator.load_memory(rom, &image).expect("it fits");
    }
    simulator
}

fn all_are_caught(year: &str, mutants: &[Mutant]) {
    let panel = panel(year);
    let text = source(&format!("{year}/mancala.circ"));
    let limits = Limits {
        start: 20_000,
        answer: 40_000,
        total: 2_000_000,
        ..panel.limits
    };
    let mut faults = Vec::new();
    for (number, (what, games, test)) in mutants.iter().enumerate() {
        let mut project = project(year, text);
        if let Cut(x, y) = what {
            cut(&mut project, *x, *y);
        }
        let mut simulator = simulator(project);
        if let Firmware(file, old, new) = what {
            simulator = with_firmware(simulator, year, &program(file, old, new));
        }
        let report = marks(simulator, &panel, limits, *games, 0);
        let found = failed(&report);
        if !found.contains(test) {
            let text = report.write(Format::Text, &About::default());
            faults.push(format!(
                "{year} mutant {number}: {test} should fail, not {found:?}\n{text}"
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn broken_consoles_of_2016_are_caught() {
    all_are_caught("2016", &OF_2016);
}

#[test]
fn broken_consoles_of_2022_are_caught() {
    all_are_caught("2022", &OF_2022);
}

#[test]
fn broken_consoles_of_2023_are_caught() {
    all_are_caught("2023", &OF_2023);
}
