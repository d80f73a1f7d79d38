//! What the libraries compute, as numbers that can be compared between platforms: each `probe_*` function is compiled here
//! and for the browser, where there is no clock, no file and one thread.

// An exported name has to be told to the linker, which the language calls unsafe.
#![allow(unsafe_code)]

use consoles::{Console, Fast, Hand, Machine, Model, Powered, Processor, Wired};
use engine::Effort;
use engine::player::PlayerSpec;
use engine::rng::Rng;
use engine::search::{Solver, SolverConfig};
use kalah::{Position, Record, Rules, Side};
use timeline::{Budget, Timeline, run};

/// Every probe, by name.
pub const PROBES: [(&str, extern "C" fn() -> u32); 6] = [
    ("probe_assembler", probe_assembler),
    ("probe_circuits", probe_circuits),
    ("probe_firmware", probe_firmware),
    ("probe_players", probe_players),
    ("probe_solver", probe_solver),
    ("probe_time", probe_time),
];

/// What a position from the middle of a game is worth, and the nodes it took.
#[unsafe(no_mangle)]
pub extern "C" fn probe_solver() -> u32 {
    let game = played_by("random", 20);
    let config = SolverConfig {
        hash: 16 << 20,
        ..SolverConfig::default()
    };
    let Ok(solver) = Solver::new(game.position().rules(), 48, &config) else {
        return 0;
    };
    let value = solver.value(game.position(), &Effort::unlimited());
    digest(&format!("{:?} {}", value.bounds, solver.progress().nodes()))
}

/// Whole games of players that search and choose at random.
#[unsafe(no_mangle)]
pub extern "C" fn probe_players() -> u32 {
    let names = ["level:1", "level:5", "level:9", "medium", "search:2000n"];
    let games = names.map(|name| format!("{:?}", played_by(name, 200).moves()));
    digest(&games.join("\n"))
}

/// A game of a player against itself, up to a number of moves.
fn played_by(name: &str, most: usize) -> Record {
    let mut record = Record::new(Position::start(Rules::default(), Side::South));
    if let Ok(spec) = name.parse::<PlayerSpec>() {
        let mut player = spec.player(Rng::new(7));
        while record.moves().len() < most
            && let Ok(pit) = player.choose(&record)
            && record.push(pit).is_ok()
        {}
    }
    record
}

/// Some moves on every console, with a native processor and the chips as values.
#[unsafe(no_mangle)]
pub extern "C" fn probe_firmware() -> u32 {
    let panels = Model::ALL.map(|model| played(Console::new(Fast::new(model))));
    digest(&panels.join("\n"))
}

/// The same on the board of 2023 with every gate simulated.
#[unsafe(no_mangle)]
pub extern "C" fn probe_circuits() -> u32 {
    digest(&played(Console::new(Wired::new(
        Model::Y2023,
        Processor::Gates,
    ))))
}

fn played<M: Machine>(mut console: Console<M>) -> String {
    console.start(5, Side::South);
    let mut panels = String::new();
    for pit in [1, 4, 2, 6] {
        console.play(pit);
        panels.push_str(&format!("{:?}", console.panel()));
    }
    panels
}

/// Some moves on the console of 2023.
const RUN: &str = "run 1
console 2023
at 400 seeds 4
at 1000 first human
at 6000 press 3
at 6000 mark after which the computer thinks
at 30000 press 1
end 60000
";

/// A run, done with jumps back and forth: the values at its moments with both engines.
#[unsafe(no_mangle)]
pub extern "C" fn probe_time() -> u32 {
    let fast = replayed(Fast::new(Model::Y2023));
    let native = replayed(Wired::new(Model::Y2023, Processor::Native));
    digest(&format!("{fast:x?} {native:x?}"))
}

fn replayed<M: Machine>(machine: M) -> Vec<u64> {
    let mut timeline = Timeline::new(Powered(machine));
    let twin = Fast::new(Model::Y2023);
    let Ok(run) = run::parse(RUN) else {
        return Vec::new();
    };
    if timeline.plan(&run, |text| Hand::read(text, &twin)).is_err() {
        return Vec::new();
    }
    let moments = [60_000, 6_001, 30_500, 20, 12_345, 60_000];
    let values = moments.map(|moment| {
        timeline.goto(moment, &mut Budget::unlimited());
        timeline.values()
    });
    values.to_vec()
}

/// The firmware as the assembler makes it.
#[unsafe(no_mangle)]
pub extern "C" fn probe_assembler() -> u32 {
    let banks = Model::ALL.map(|model| {
        let banks = consoles::firmware::banks(model).iter();
        banks
            .map(|bank| format!("{:?}", bank.image()))
            .collect::<String>()
    });
    digest(&banks.join("\n"))
}

/// The 32-bit FNV-1a hash of a text.
fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
