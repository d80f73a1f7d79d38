//! Chips that calculate: the next number of a chain, addresses, digits.

use crate::draw::{Drawing, Look, Sheet};
use circuit::project::{Facing, Kind};

pub const PLUS_ONE: &str = "+1";
pub const FLAG_BASE: &str = "Flag_Base";
pub const CELL: &str = ">4 +3";
pub const BIN_TO_BCD: &str = "Bin_To_BCD";
pub const BCD_TO_BIN: &str = "BCD_To_Bin";

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(PLUS_ONE, plus_one);
    drawing.chip(FLAG_BASE, flag_base);
    drawing.chip(CELL, cell);
    drawing.chip(BIN_TO_BCD, bin_to_bcd);
    drawing.chip(BCD_TO_BIN, bcd_to_bin);
}

/// The next number.
fn plus_one(sheet: &mut Sheet<'_>) {
    sheet.input("In", 8, (180, 100));
    sheet.constant((220, 140), 8, 1, "one");
    sheet.adder((300, 110), 8, "In", "one", "Out");
    sheet.output("Out", 8, (360, 110));
    sheet.look(
        Look::new(30, 20)
            .unnamed()
            .west(&[("In", 10)])
            .east(&[("Out", 10)])
            .text((15, 14), 12, "+1"),
    );
}

/// The processor is at the needed address, and both conditions hold.
fn flag_base(sheet: &mut Sheet<'_>) {
    sheet.input("Proc_addr", 8, (180, 80));
    sheet.input("Need_addr", 8, (180, 120));
    sheet.input("Cond1", 1, (180, 160));
    sheet.input("Cond2", 1, (180, 200));
    sheet.compare(
        (300, 100),
        8,
        "Proc_addr",
        "Need_addr",
        ["", "is there", ""],
    );
    sheet.gate(
        Kind::And,
        (400, 120),
        1,
        "Flag",
        &["is there", "Cond1", "Cond2"],
    );
    sheet.output("Flag", 1, (460, 120));
    sheet.look(
        Look::new(100, 100)
            .fill("#f0f0f0")
            .west(&[
                ("Proc_addr", 20),
                ("Need_addr", 40),
                ("Cond1", 60),
                ("Cond2", 80),
            ])
            .east(&[("Flag", 50)])
            .text((50, 12), 11, "Flag_Base"),
    );
}

/// If more than 4, add 3.
fn cell(sheet: &mut Sheet<'_>) {
    for bit in 0..4 {
        let y = 80 + 40 * bit;
        sheet.input(&format!("Input_bins_{bit}"), 1, (180, y));
        sheet.output(&format!("Output_bins_{bit}"), 1, (660, y));
    }
    let bins = |name: &'static str| (0..4).map(move |bit| format!("{name}_bins_{bit}"));
    let (inputs, outputs): (Vec<_>, Vec<_>) = (bins("Input").collect(), bins("Output").collect());
    let ends = |nets: &'_ [String]| -> Vec<(String, u32)> {
        nets.iter().map(|net| (net.clone(), 1)).collect()
    };
    split(sheet, (260, 140), Facing::West, "value", &ends(&inputs));
    sheet.constant((320, 60), 4, 4, "four");
    sheet.compare((400, 60), 4, "value", "four", ["more", "", ""]);
    sheet.constant((320, 200), 4, 3, "three");
    sheet.adder((400, 180), 4, "value", "three", "sum");
    sheet.mux((520, 140), 4, &["value", "sum"], "more", "result");
    split(sheet, (580, 140), Facing::East, "result", &ends(&outputs));
    let pins = |names: &[String]| -> Vec<(String, i32)> {
        let place = |(bit, name): (usize, &String)| (name.clone(), 70 - 20 * bit as i32);
        names.iter().enumerate().map(place).collect()
    };
    let (north, south) = (pins(&inputs), pins(&outputs));
    sheet.look(
        Look::new(80, 40)
            .unnamed()
            .fill("#e8f4ff")
            .north(&refs(&north))
            .south(&refs(&south))
            .text((40, 25), 14, ">4 +3"),
    );
}

fn refs(pins: &[(String, i32)]) -> Vec<(&str, i32)> {
    pins.iter().map(|(pin, at)| (pin.as_str(), *at)).collect()
}

fn split(
    sheet: &mut Sheet<'_>,
    at: (i32, i32),
    facing: Facing,
    whole: &str,
    ends: &[(String, u32)],
) {
    let ends: Vec<(&str, u32)> = ends.iter().map(|(net, n)| (net.as_str(), *n)).collect();
    sheet.split(at, facing, whole, &ends);
}

/// Double dabble: the bits come in from the right, one row of cells for each. A digit that is more than 4 before the next
/// shift gets 3 more, which becomes 6 by the shift and carries into the next digit.
///
/// ```text
///         0  b7 b6 b5 b4 b3 b2 b1 b0
///        [   C1    ]
///           [   C2    ]
///              [   C3    ]
///   [   C6    ]  [   C4    ]             C6, C7: the tens
///      [   C7    ]  [   C5    ]
///         t3 t2 t1 t0 u3 u2 u1 u0
/// ```
fn bin_to_bcd(sheet: &mut Sheet<'_>) {
    const X: i32 = 160;
    sheet.pin("Bin", "Bin", 8, (X + 100, 60), Facing::South, false);
    let bits: Vec<String> = (0..8).map(|bit| format!("b{bit}")).collect();
    let ends: Vec<(String, u32)> = bits.iter().map(|bit| (bit.clone(), 1)).collect();
    split(sheet, (X + 100, 80), Facing::South, "Bin", &ends);
    fan(sheet, X);
    let b = |bit: usize| bits[bit].as_str();
    zero(sheet, (X + 10, 170), "no hundreds");
    zero(sheet, (X - 10, 350), "no thousands");
    digit(sheet, (X, 180), ["no hundreds", b(7), b(6), b(5)], 1);
    digit(sheet, (X + 20, 240), ["c1_2", "c1_1", "c1_0", b(4)], 2);
    digit(sheet, (X + 40, 300), ["c2_2", "c2_1", "c2_0", b(3)], 3);
    digit(sheet, (X + 60, 360), ["c3_2", "c3_1", "c3_0", b(2)], 4);
    digit(sheet, (X + 80, 420), ["c4_2", "c4_1", "c4_0", b(1)], 5);
    let carried = ["no thousands", "c1_3", "c2_3", "c3_3"];
    digit(sheet, (X - 20, 360), carried, 6);
    digit(sheet, (X, 420), ["c6_2", "c6_1", "c6_0", "c4_3"], 7);
    let tens = ["c5_3", "c7_0", "c7_1", "c7_2"];
    let units = [b(0), "c5_0", "c5_1", "c5_2"];
    gather(sheet, X + 70, "Tens", tens);
    gather(sheet, X + 150, "Units", units);
    sheet.look(
        Look::new(100, 60)
            .fill("#e8f4ff")
            .north(&[("Bin", 50)])
            .south(&[("Tens", 30), ("Units", 70)])
            .text((50, 35), 14, "Bin_To_BCD"),
    );
}

/// The wires from the splitter, ten apart, to the columns, twenty apart.
fn fan(sheet: &mut Sheet<'_>, x: i32) {
    for k in 0..8 {
        let (from, to) = (x + 60 + 10 * k, x + 30 + 20 * k);
        let turn = 110 + 10 * if k < 4 { k } else { 7 - k };
        if from != to {
            let corners = [(from, 100), (from, turn), (to, turn), (to, 160)];
            sheet.wire(&format!("b{}", 7 - k), &corners);
        }
    }
}

fn zero(sheet: &mut Sheet<'_>, at: (i32, i32), net: &str) {
    let set = [("facing", "south"), ("width", "1"), ("value", "0x0")];
    sheet.put(Kind::Constant, at, &set, &[net]);
}

/// A cell whose outputs are the nets cN_3 to cN_0. The nets come from the highest bit down.
fn digit(sheet: &mut Sheet<'_>, at: (i32, i32), inputs: [&str; 4], number: usize) {
    // The highest carry out of the tens would be the hundreds, which no display shows.
    let hundreds = |bit: usize| number >= 6 && bit == 3;
    let outputs: Vec<(String, String)> = (0..4)
        .filter(|&bit| !hundreds(bit))
        .map(|bit| (format!("Output_bins_{bit}"), format!("c{number}_{bit}")))
        .collect();
    let names: Vec<String> = (0..4)
        .rev()
        .map(|bit| format!("Input_bins_{bit}"))
        .collect();
    let mut nets: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(inputs).collect();
    nets.extend(outputs.iter().map(|(pin, net)| (&**pin, &**net)));
    sheet.chip(CELL, at, &nets);
}

/// Four wires, bit 0 first, to a splitter at `x` and a pin below it.
fn gather(sheet: &mut Sheet<'_>, x: i32, pin: &str, bits: [&str; 4]) {
    let ways: [(usize, [i32; 2], i32); 3] = [
        (3, [x - 40, x - 20], 480),
        (2, [x - 20, x - 10], 470),
        (0, [x + 20, x + 10], 470),
    ];
    for (bit, [from, to], turn) in ways {
        let corners = [(from, 460), (from, turn), (to, turn), (to, 490)];
        sheet.wire(bits[bit], &corners);
    }
    let ends: Vec<(&str, u32)> = bits.iter().map(|bit| (*bit, 1)).collect();
    sheet.split((x, 510), Facing::North, pin, &ends);
    sheet.pin(pin, pin, 4, (x, 530), Facing::North, true);
}

/// Ten times the tens and the units.
fn bcd_to_bin(sheet: &mut Sheet<'_>) {
    sheet.input("Tens", 4, (180, 80));
    sheet.input("Units", 4, (180, 200));
    sheet.extend((280, 80), ("Tens", 4), ("tens", 8));
    sheet.extend((280, 200), ("Units", 4), ("units", 8));
    sheet.constant((300, 120), 8, 10, "ten");
    let product = ["tens", "ten", "ten times"];
    sheet.put(Kind::Multiplier, (400, 90), &[("width", "8")], &product);
    sheet.adder((520, 140), 8, "ten times", "units", "Bin");
    sheet.output("Bin", 8, (580, 140));
    sheet.look(
        Look::new(100, 60)
            .fill("#e8f4ff")
            .north(&[("Tens", 30), ("Units", 70)])
            .south(&[("Bin", 50)])
            .text((50, 35), 14, "BCD_To_Bin"),
    );
}
