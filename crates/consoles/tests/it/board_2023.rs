//! The board of 2023 beside its native twin.

use circuit::netlist::{InstanceId, PartId};
use circuit::picture::Live;
use circuit::project::{Component, Kind};
use circuit::script::{self, Failure, Limits, Stage};
use circuit::sim::Simulator;
use circuit::svg;
use consoles::map::y2023::{FIRST, REPEAT, SEEDS, USER_PIT};
use consoles::{Button, Fast, Light, Machine, Model, Phase, Processor, Wired, firmware};
use engine::rng::Rng;
use kalah::Side;

use crate::hardware::check_picture;
use crate::pair::{Pair, only};

/// Executes a script to its end.
fn follow(pair: &mut Pair, script: &Script) {
    for (at, buttons) in &script.presses {
        while pair.fast.half_ticks() < *at {
            pair.half_tick();
        }
        pair.hold(buttons);
    }
    while pair.fast.half_ticks() < script.end {
        pair.half_tick();
    }
}

/// Buttons held from a half-tick on.
#[derive(Default)]
struct Script {
    presses: Vec<(u64, Vec<Button>)>,
    end: u64,
}

impl Script {
    /// A whole game: settings, then random pits (empty ones too), at odd and even half-ticks.
    fn game(seeds: u8, first: Side, lot: u64) -> Script {
        let mut rng = Rng::new(lot);
        let mut machine = Fast::new(Model::Y2023);
        let mut script = Script::default();
        let mut settings = vec![Button::Seeds(seeds), Button::First(first)];
        if rng.below(2) == 0 {
            settings.reverse();
        }
        while script.settle(&mut machine) {
            for _ in 0..rng.below(4) {
                machine.half_tick();
            }
            let pit = Button::Pit(1 + rng.below(6) as u8);
            let button = settings.pop().unwrap_or(pit);
            script.hold(&mut machine, &[button]);
            for _ in 0..rng.below(3) {
                machine.half_tick();
            }
            script.hold(&mut machine, &[]);
        }
        script.end = machine.half_ticks() + 20;
        script
    }

    fn hold(&mut self, machine: &mut Fast, buttons: &[Button]) {
        self.presses.push((machine.half_ticks(), buttons.to_vec()));
        machine.hold(buttons);
    }

    /// Runs until the program asks a person or has halted; whether it asks.
    fn settle(&self, machine: &mut Fast) -> bool {
        while !machine.is_waiting() && !machine.is_stopped() {
            machine.half_tick();
        }
        machine.is_waiting()
    }
}

/// For every setting a random seed with a short game.
const GAMES: [(u8, Side, u64); 10] = [
    (4, Side::South, 3896),
    (4, Side::North, 3777),
    (5, Side::South, 2178),
    (5, Side::North, 2169),
    (6, Side::South, 1085),
    (6, Side::North, 3867),
    (7, Side::South, 3059),
    (7, Side::North, 11),
    (8, Side::South, 3895),
    (8, Side::North, 891),
];

fn whole_game(processor: Processor, (seeds, first, lot): (u8, Side, u64)) {
    let mut pair = Pair::new(Model::Y2023, processor);
    follow(&mut pair, &Script::game(seeds, first, lot));
    let panel = pair.fast.panel();
    assert_eq!(panel.phase(), Phase::Over, "{seeds} seeds, {first:?} first");
    let stores: u8 = panel.stores.iter().sum();
    assert_eq!(stores, 12 * seeds, "all seeds are in the stores");
}

#[test]
fn whole_games_with_every_setting() {
    for game in GAMES {
        whole_game(Processor::Native, game);
    }
}

/// Whatever is pressed, and however many at once, in every phase.
#[test]
fn a_nervous_game() {
    let mut pair = Pair::new(Model::Y2023, Processor::Native);
    let mut rng = Rng::new(2023);
    let (mut pressed_in, mut errors) = (Vec::new(), 0);
    while !pair.fast.is_stopped() {
        for _ in 0..rng.below(120) {
            pair.half_tick();
        }
        let many = rng.below(4);
        let held: Vec<Button> = (0..many)
            .map(|_| Button::ALL[rng.below(Button::ALL.len())])
            .collect();
        pair.hold(&held);
        let panel = pair.fast.panel();
        if many > 0 && !pressed_in.contains(&panel.phase()) {
            pressed_in.push(panel.phase());
        }
        errors += u32::from(panel.lights.is_on(Light::Error));
    }
    assert!(errors > 0, "an empty pit was among them");
    for button in Button::ALL {
        pair.hold(&[button]);
        pair.half_tick();
        pair.hold(&[]);
        (0..21).for_each(|_| pair.half_tick());
    }
    assert_eq!(pressed_in.len(), 4, "{pressed_in:?}");
}

/// The wrong presses one by one, and their effects.
#[test]
fn wrong_presses() {
    let mut pair = Pair::new(Model::Y2023, Processor::Native);
    let settle = |pair: &mut Pair| {
        while !pair.fast.is_waiting() && !pair.fast.is_stopped() {
            pair.half_tick();
        }
    };
    let press = |pair: &mut Pair, held: &[Button]| {
        pair.hold(held);
        pair.half_tick();
        pair.hold(&[]);
        settle(pair);
    };
    let cells = |pair: &Pair| [SEEDS, FIRST, USER_PIT].map(|cell| pair.wired.peek(cell));
    settle(&mut pair);
    press(&mut pair, &[Button::Pit(2)]);
    assert_eq!(cells(&pair), [0; 3], "a pit is not a setting");
    press(&mut pair, &[Button::Seeds(8), Button::Seeds(5)]);
    assert_eq!(cells(&pair), [5, 0, 0], "of two at once the smaller");
    press(
        &mut pair,
        &[Button::First(Side::North), Button::First(Side::South)],
    );
    assert_eq!(cells(&pair), [5, 1, 0], "of both the user");

    press(&mut pair, &[Button::Seeds(4), Button::First(Side::North)]);
    assert_eq!(cells(&pair), [5, 1, 0], "no settings during the game");
    pair.hold(&[Button::Pit(6), Button::Pit(2)]);
    assert_eq!(cells(&pair), [5, 1, 2], "of two pits the lower");
    pair.hold(&[]);
    settle(&mut pair);

    let empty = loop {
        let pits = pair.wired.panel().pits[0];
        if let Some(empty) = pits.iter().position(|&seeds| seeds == 0) {
            break empty as u8 + 1;
        }
        press(&mut pair, &[Button::Pit(6)]);
    };
    let before = pair.wired.panel();
    press(&mut pair, &[Button::Pit(empty)]);
    let panel = pair.wired.panel();
    assert!(panel.lights.is_on(Light::Error));
    assert_eq!((panel.pits, panel.stores), (before.pits, before.stores));

    // Held down through the move and the reply, with another one after it: counts once.
    let full = before.pits[0].iter().position(|&seeds| seeds > 0);
    let full = full.expect("a pit has seeds") as u8 + 1;
    pair.hold(&[Button::Pit(full)]);
    settle(&mut pair);
    let after = pair.wired.panel();
    assert!(!after.lights.is_on(Light::Error));
    assert_ne!((after.pits, after.stores), (before.pits, before.stores));
    pair.hold(&[Button::Pit(full), Button::Pit(empty)]);
    pair.hold(&[Button::Pit(empty)]);
    (0..300).for_each(|_| pair.half_tick());
    assert_eq!(cells(&pair)[2], 0, "the trigger line never rose again");
    assert_eq!(pair.wired.panel(), after);
    pair.hold(&[]);
    press(&mut pair, &[Button::Pit(empty)]);
    assert_ne!(pair.wired.panel(), after, "now it counts");
}

/// The chosen pit is stored until the program has it in its memory, and no longer.
#[test]
fn the_button_register_is_cleared_once_the_pit_is_in_memory() {
    let mut pair = Pair::new(Model::Y2023, Processor::Native);
    for button in [Button::Seeds(6), Button::First(Side::South)] {
        pair.settle();
        pair.press(button, 1);
    }
    pair.settle();
    pair.press(Button::Pit(4), 1);
    assert_eq!(registers(&mut pair), [4, 4]);
    while pair.phase() == Phase::Human {
        pair.half_tick();
    }
    let ram = only(&pair.wired, Kind::Ram);
    let cell = pair.wired.simulator().cell(ram, USER_PIT.into());
    assert_eq!(cell, Ok(4), "the pit is in memory");
    assert_eq!(registers(&mut pair), [0, 0]);
    while pair.phase() != Phase::Thinking {
        pair.half_tick();
    }
    assert_eq!(registers(&mut pair), [0, 0], "while the computer thinks");
}

/// What User_Move holds, natively and in the circuit.
fn registers(pair: &mut Pair) -> [u32; 2] {
    let saved = serde_json::to_value(pair.fast.clone().save()).unwrap();
    let fast = saved["chips"]["button"].as_u64().unwrap() as u32;
    let sim = pair.wired.simulator();
    let register = sim.find("/User_Move@100,640/CELL").unwrap();
    [fast, sim.value(register).number().unwrap()]
}

/// The choice is in memory too: cell 00 holds the number of seeds, 08 who moves first.
#[test]
fn the_settings_are_written_to_memory() {
    let mut pair = Pair::new(Model::Y2023, Processor::Native);
    for button in [Button::Seeds(7), Button::First(Side::North)] {
        pair.settle();
        pair.press(button, 1);
    }
    while pair.phase() != Phase::Thinking {
        pair.half_tick();
    }
    let ram = only(&pair.wired, Kind::Ram);
    let cells = [SEEDS, FIRST].map(|cell| pair.wired.simulator().cell(ram, cell.into()));
    assert_eq!(cells, [Ok(7), Ok(2)]);
}

/// 1A says that the current pit is to be played for its extra turn; a repeat that is passed over, because a capture has been
/// met, does not set it.
#[test]
fn the_repeat_predicate_is_set_only_when_the_repeat_is_played() {
    let mut machine = Fast::new(Model::Y2023);
    let chosen = |machine: &mut Fast, north: [u8; 7]| {
        machine.arrange(&[[4, 4, 4, 4, 4, 4, 0], north], true, 0);
        let pit = machine.computer_lifts(100_000);
        (pit, machine.peek(REPEAT) != 0)
    };
    assert_eq!(
        chosen(&mut machine, [0, 4, 0, 3, 0, 0, 20]),
        (Some(4), true)
    );
    // Pit 4 captures; pit 2, met later, would repeat.
    assert_eq!(
        chosen(&mut machine, [0, 5, 0, 1, 0, 0, 20]),
        (Some(4), false)
    );
}

/// The game stops when one of the players has no seeds left, regardless of who is to move.
#[test]
fn the_game_ends_as_soon_as_either_row_is_empty() {
    for (south, pit) in [([0, 0, 0, 0, 0, 1, 30], 6), ([0, 0, 0, 0, 0, 2, 29], 6)] {
        let mut machine = Fast::new(Model::Y2023);
        machine.arrange(&[south, [3, 0, 0, 0, 0, 2, 12]], false, 0);
        machine.settle(10_000);
        machine.hold(&[Button::Pit(pit)]);
        machine.hold(&[]);
        assert_eq!(machine.finish_move(), Phase::Over, "{south:?}");
        let panel = machine.panel();
        assert_eq!(panel.pits, [[0; 6]; 2]);
        assert_eq!(panel.stores.iter().sum::<u8>(), 48);
    }
}

#[test]
fn nothing_is_driven_twice() {
    let mut wired = Wired::new(Model::Y2023, Processor::Native);
    let script = Script::game(4, Side::South, GAMES[0].2);
    let mut presses = script.presses.iter().peekable();
    while wired.half_ticks() < script.end {
        while let Some((_, buttons)) = presses.next_if(|(at, _)| *at == wired.half_ticks()) {
            wired.hold(buttons);
        }
        wired.half_tick();
        let shorts = wired.simulator().short_circuits();
        assert!(shorts.is_empty(), "{}: {shorts:?}", wired.half_ticks());
    }
    assert_eq!(wired.panel().phase(), Phase::Over);
}

#[test]
fn the_banks_in_the_circuit_are_the_firmware() {
    let wired = Wired::new(Model::Y2023, Processor::Native);
    let sim = wired.simulator();
    let is_rom = |&part: &PartId| sim.design().component(part).kind() == Some(Kind::Rom);
    let roms: Vec<PartId> = sim.design().part_ids().filter(is_rom).collect();
    let banks = firmware::banks(Model::Y2023);
    assert_eq!(roms.len(), banks.len());
    for (rom, bank) in roms.into_iter().zip(banks) {
        let words: Vec<u32> = (0..256).map(|i| sim.cell(rom, i).unwrap()).collect();
        assert_eq!(words, bank.image().map(u32::from), "{}", bank.name);
    }
}

/// The chips and pins of the term paper's tables, under their names (blanks are `_` here).
const NAMED: [(&str, &str); 14] = [
    (
        "Display_driver",
        "addr_field chain_addr_in chain_addr_out ram_data_in ram_data_out Cl ram_flag is_zero tens units",
    ),
    (
        "First_Move",
        "Address Data Value Write/Read Clock StFlag AI User",
    ),
    (
        "Start_Seeds",
        "Address Value Write/Read Clock StFlag 4 5 6 7 8",
    ),
    ("Bin_To_BCD", "Bin Tens Units"),
    (
        ">4 +3",
        "Input_bins_0 Input_bins_3 Output_bins_0 Output_bins_3",
    ),
    ("BCD_To_Bin", "Tens Units Bin"),
    (
        "User_Move",
        "ProcAdr Id_cell wr_id_cell Need_write Clock Need_clear? Bttn_pressed Wait_move",
    ),
    ("Flag_Base", "Proc_addr Need_addr Cond1 Cond2"),
    ("WLD", "Doc_Cell Address DatMem Clock Write/Read End? Data"),
    (
        "Messages",
        "RAM_val Proc_addr Need_addr Cond1 Cond2 Write/Read bit0 bit1 bit2 bit3 bit4 bit5 bit6 bit7",
    ),
    (
        "Bank_Switch",
        "Data Proc_addr Need_adr Cond1 Cl CodeFlag bit0 bit1 bit2 bit3",
    ),
    (
        "Game_Operator",
        "RAM ProcAdr StorageFlag W/R Clock Cl Value Data",
    ),
    ("Button_Driver", "Addr_in pos Addr_out Trigger Button"),
    (
        "AI_Move",
        "Proc_addr Ram_flag Ram_data_in Chain_addr_in Move?0 Move?1 Move?2 Move?3 Move?4",
    ),
];

#[test]
fn every_chip_and_pin_of_the_documents_is_there() {
    let wired = Wired::new(Model::Y2023, Processor::Gates);
    let project = &wired.simulator().design().project;
    for (chip, pins) in NAMED {
        let id = project.find(chip).unwrap_or_else(|| panic!("no {chip}"));
        let circuit = project.circuit(id);
        for pin in pins.split(' ') {
            let mut parts = circuit.components.iter();
            let is_it =
                |part: &Component| part.kind() == Some(Kind::Pin) && part.label() == Some(pin);
            assert!(parts.any(is_it), "{chip} has no {pin}");
        }
        assert!(circuit.appearance.is_some(), "{chip} has no look");
    }
}

/// Does nothing but look out for failures.
struct Audience;

impl Stage for Audience {
    fn settled(&mut self, _: &mut Simulator, _: bool) {}

    fn print(&mut self, _: &str) {}

    fn failed(&mut self, failure: &Failure) {
        panic!("{failure:?}");
    }

    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        Err(format!("the script needs no {name}"))
    }
}

/// `hardware/2023/game.script` is meant as a starting point.
#[test]
fn the_script_beside_the_circuit_holds() {
    let text = include_str!("../../../../hardware/2023/game.script");
    let mut wired = Wired::new(Model::Y2023, Processor::Gates);
    let script = script::parse(text);
    let report = script::run(
        &script,
        wired.simulator_mut(),
        &mut Audience,
        Limits::default(),
    );
    assert!(report.unwrap().passed());
    assert!(wired.panel().lights.is_on(Light::Error));
    let simulator = wired.simulator();
    let live = Live {
        simulator,
        instance: InstanceId::ROOT,
    };
    let design = simulator.design();
    let board = design.circuit(InstanceId::ROOT);
    check_picture("2023-board", &svg::draw(&design.project, board, Some(live)));
}
