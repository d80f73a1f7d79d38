//! The chips between the processor and the pad.

use crate::draw::{Drawing, Latch, Look, Sheet, TriState};
use circuit::project::Facing::{East, West};
use circuit::project::Kind;
use console::hardware::y2022::USER_INPUT_LABEL;

pub fn chips(drawing: &mut Drawing) {
    drawing.chip("Gamepad address manager", gamepad_address_manager);
    drawing.chip("RAM address manager", ram_address_manager);
    drawing.chip("Delay", delay);
    drawing.chip("User input register", user_input_register);
    drawing.chip("Big controlled buffer", big_controlled_buffer);
    drawing.chip("ROM manager", rom_manager);
}

/// From the processor's eight address bits to the pad's four.
///
/// ```text
///   Gamepad = Data and Address Bus is one of F1-F7, F9-FF
///   Address = Address Bus bits 3-0 if Gamepad, else 0: no cell has that position
/// ```
fn gamepad_address_manager(sheet: &mut Sheet<'_>) {
    sheet.input("Address Bus", 8, (120, 120));
    sheet.input("Data", 1, (120, 300));
    let ends = [("low", 4), ("high", 4)];
    sheet.split((160, 120), East, "Address Bus", &ends);
    sheet.constant((220, 180), 4, 15, "F");
    sheet.compare((300, 170), 4, "high", "F", ["", "upper", ""]);
    let bits = [("a0", 1), ("a1", 1), ("a2", 1), ("", 1)];
    sheet.split((220, 240), East, "low", &bits);
    sheet.gate(Kind::Or, (320, 230), 1, "pit", &["a0", "a1", "a2"]);
    let all = ["upper", "pit", "Data"];
    sheet.gate(Kind::And, (420, 230), 1, "Gamepad", &all);
    sheet.constant((420, 100), 4, 0, "none");
    sheet.mux((500, 110), 4, &["none", "low"], "Gamepad", "Address");
    sheet.output("Address", 4, (580, 110));
    sheet.output("Gamepad", 1, (580, 230));
    sheet.look(address_manager_look("Gamepad", "G"));
}

/// The same for the sixteen bytes of RAM.
///
/// ```text
///   RAM     = Data and Address Bus is one of E0-EF
///   Address = Address Bus bits 3-0
/// ```
fn ram_address_manager(sheet: &mut Sheet<'_>) {
    sheet.input("Address Bus", 8, (120, 120));
    sheet.input("Data", 1, (120, 220));
    let ends = [("Address", 4), ("high", 4)];
    sheet.split((160, 120), East, "Address Bus", &ends);
    sheet.constant((220, 170), 4, 14, "E");
    sheet.compare((300, 160), 4, "high", "E", ["", "upper", ""]);
    sheet.gate(Kind::And, (400, 190), 1, "RAM", &["upper", "Data"]);
    sheet.output("Address", 4, (480, 110));
    sheet.output("RAM", 1, (480, 190));
    sheet.look(address_manager_look("RAM", "R"));
}

fn address_manager_look(select: &str, letter: &str) -> Look {
    Look::new(60, 40)
        .unnamed()
        .west(&[("Address Bus", 10), ("Data", 30)])
        .east(&[("Address", 10)])
        .south(&[(select, 10)])
        .line(&[(0, 30), (20, 30), (40, 10), (60, 10)])
        .line(&[(0, 10), (60, 10)])
        .line(&[(10, 40), (10, 30)])
        .patch((5, 5), (16, 20), "#ffffff")
        .text((13, 20), 14, letter)
}

/// Ten buffers in a row: a line that reaches its end twelve gate delays later, the pins counted.
fn delay(sheet: &mut Sheet<'_>) {
    sheet.input("in", 1, (80, 80));
    let mut net = "in".to_string();
    for stage in 1..=10 {
        let next = match stage {
            10 => "out".to_string(),
            _ => format!("after {stage}"),
        };
        sheet.buffer((80 + 40 * stage, 80), 1, &next, &net);
        net = next;
    }
    sheet.output("out", 1, (540, 80));
    sheet.look(
        Look::new(40, 20)
            .unnamed()
            .west(&[("in", 10)])
            .east(&[("out", 10)])
            .text((20, 14), 10, "delay"),
    );
}

/// The pit of the turn, from a button or from the program.
///
/// ```text
///   on a press: Trigger rises; 48 delays later the position has come through all drivers and is taken, if Awaiting
///
///     Trigger  ___/~~~~~~~~~~~~~~~~~
///     listen   ___/~~~~~~~\_________   until Trigger has passed all delays
///     load     ___/~~~~\____________   until it has passed four of them; the register loads when it falls
///
///   a data write to F8 loads bits 3-0 of Program IO when Clock falls
///   Program IO out = the register in a data read of F8, else floating
///   Chosen         = the register is not 0
/// ```
fn user_input_register(sheet: &mut Sheet<'_>) {
    let set = [
        ("label", "User input"),
        ("labelloc", "west"),
        ("pull", "down"),
        ("tristate", "false"),
        ("width", "4"),
    ];
    sheet.put(Kind::Pin, (120, 80), &set, &["User input"]);
    sheet.input("Program IO", 8, (120, 130));
    sheet.input("Address", 8, (120, 290));
    sheet.input("RW selector", 1, (120, 350));
    sheet.input("Data", 1, (120, 390));
    sheet.input("Clock", 1, (120, 430));
    sheet.input("Trigger", 1, (120, 520));
    sheet.input("Awaiting", 1, (120, 590));
    sheet.reach(200);

    sheet.split((160, 130), East, "Program IO", &[("program", 4), ("", 4)]);
    sheet.mux((700, 90), 4, &["program", "User input"], "listen", "next");

    sheet.constant((180, 310), 8, 0xF8, "F8");
    sheet.compare((260, 300), 8, "Address", "F8", ["", "here", ""]);
    let read = ["here", "Data", "RW selector"];
    sheet.gate(Kind::And, (400, 310), 1, "read", &read);
    let write = ["here", "Data", "!RW selector"];
    sheet.gate(Kind::And, (400, 380), 1, "write", &write);
    let strobe = ["write", "Clock", "!listen"];
    sheet.gate(Kind::And, (540, 430), 1, "strobe", &strobe);

    for (i, (from, to)) in [
        ("Trigger", "1"),
        ("1", "2"),
        ("2", "3"),
        ("3", "settled"),
        ("settled", "late"),
    ]
    .into_iter()
    .enumerate()
    {
        let at = (200 + 80 * i as i32, 510);
        sheet.chip("Delay", at, &[("in", from), ("out", to)]);
    }
    let window = ["Trigger", "Awaiting", "!late"];
    sheet.gate(Kind::And, (660, 590), 1, "listen", &window);
    sheet.gate(Kind::And, (660, 470), 1, "latch", &["listen", "!settled"]);
    sheet.gate(Kind::Or, (740, 440), 1, "load", &["strobe", "latch"]);

    let input = Latch {
        d: "next",
        q: "input",
        clock: "load",
        falling: true,
        label: USER_INPUT_LABEL,
        ..Latch::default()
    };
    sheet.register((800, 90), 4, input);
    sheet.extend((920, 90), ("input", 4), ("byte", 8));
    let answer = TriState {
        from: "byte",
        to: "Program IO out",
        control: "read",
    };
    sheet.tri((980, 90), East, 8, answer);
    sheet.output("Program IO out", 8, (1060, 90));
    sheet.constant((840, 220), 4, 0, "nobody");
    sheet.compare((920, 210), 4, "input", "nobody", ["Chosen", "", ""]);
    sheet.output("Chosen", 1, (1060, 200));
    sheet.look(
        Look::new(140, 180)
            .west(&[
                ("User input", 20),
                ("Program IO", 40),
                ("Address", 60),
                ("RW selector", 80),
                ("Data", 100),
                ("Clock", 120),
                ("Trigger", 140),
                ("Awaiting", 160),
            ])
            .east(&[("Program IO out", 40), ("Chosen", 80)])
            .text((90, 130), 20, "UI"),
    );
}

/// Lets the ROMs answer in instruction cycles only.
///
/// ```text
///   Data Bus = ROM if mem and not Data, else floating
/// ```
fn big_controlled_buffer(sheet: &mut Sheet<'_>) {
    sheet.input("ROM", 8, (120, 100));
    sheet.input("mem", 1, (120, 160));
    sheet.input("Data", 1, (120, 200));
    sheet.gate(Kind::And, (240, 180), 1, "instruction", &["mem", "!Data"]);
    let buffer = TriState {
        from: "ROM",
        to: "Data Bus",
        control: "instruction",
    };
    sheet.tri((320, 100), East, 8, buffer);
    sheet.output("Data Bus", 8, (400, 100));
    sheet.look(
        Look::new(100, 80)
            .west(&[("ROM", 20), ("mem", 40), ("Data", 60)])
            .east(&[("Data Bus", 20)])
            .line(&[(32, 8), (32, 32), (54, 20), (32, 8)])
            .text((65, 60), 16, "BCB"),
    );
}

/// Selects the ROM bank.
///
/// ```text
///   bank := Data bits 1-0 when Clock falls, in a data write to the address Control Byte; 0 at power-on
/// ```
fn rom_manager(sheet: &mut Sheet<'_>) {
    sheet.input("Data", 8, (120, 90));
    sheet.input("Address", 8, (120, 190));
    sheet.input("Control Byte", 8, (120, 250));
    sheet.input("RW selector", 1, (120, 310));
    sheet.input("Data flag", 1, (120, 360));
    sheet.input("Clock", 1, (120, 410));
    sheet.split((160, 90), East, "Data", &[("number", 2), ("", 6)]);
    let equal = ["", "here", ""];
    sheet.compare((260, 210), 8, "Address", "Control Byte", equal);
    let write = ["here", "!RW selector", "Data flag"];
    sheet.gate(Kind::And, (380, 240), 1, "write", &write);
    let bank = Latch {
        d: "number",
        q: "bank",
        clock: "Clock",
        enable: "write",
        falling: true,
        label: "bank",
        ..Latch::default()
    };
    sheet.register((460, 90), 2, bank);
    let banks = ["Initialisation", "Referee", "Human", "Computer"];
    sheet.decoder((540, 200), "bank", "", &banks);
    for (bank, y) in banks.into_iter().zip([120, 160, 200, 240]) {
        sheet.pin(bank, bank, 1, (680, y), West, true);
    }
    sheet.look(
        Look::new(140, 140)
            .west(&[
                ("Data", 20),
                ("Address", 40),
                ("Control Byte", 60),
                ("RW selector", 80),
                ("Data flag", 100),
                ("Clock", 120),
            ])
            .east(&[
                ("Initialisation", 20),
                ("Referee", 40),
                ("Human", 60),
                ("Computer", 80),
            ])
            .text((95, 115), 14, "ROM")
            .text((95, 130), 14, "manager"),
    );
}
