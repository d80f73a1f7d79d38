//! Which pin of a circuit plays which role of the processor's.

use circuit::component::{Direction, PinInfo};

use crate::wired::ROLES;

/// Other names of the pins, by ours, ignoring case, spaces and signs.
const SYNONYMS: [(&str, &[&str]); 17] = [
    ("clock", &["clock", "clk", "cl", "ck", "clockin"]),
    (
        "data in",
        &["datain", "din", "indata", "databusin", "datafrom"],
    ),
    (
        "IRQ",
        &[
            "irq",
            "int",
            "intr",
            "interrupt",
            "interruptrequest",
            "intreq",
        ],
    ),
    (
        "vec",
        &[
            "vec",
            "vector",
            "intvec",
            "irqvec",
            "ivec",
            "interruptvector",
        ],
    ),
    (
        "address",
        &["address", "addr", "adr", "addressbus", "addrbus", "addrout"],
    ),
    (
        "data out",
        &["dataout", "dout", "outdata", "databusout", "datato"],
    ),
    (
        "mem",
        &["mem", "memory", "memcycle", "memorycycle", "memen", "mreq"],
    ),
    (
        "rd/wr'",
        &[
            "rdwr",
            "memread",
            "read",
            "rd",
            "memrd",
            "rw",
            "readwrite",
            "memoryread",
        ],
    ),
    (
        "data/ins'",
        &[
            "datains",
            "datainst",
            "datainstr",
            "datainstruction",
            "dataprog",
            "datacode",
        ],
    ),
    (
        "IAck",
        &["iack", "intack", "ack", "irqack", "interruptacknowledge"],
    ),
    ("pc", &["pc", "programcounter"]),
    ("sp", &["sp", "stackpointer"]),
    ("ps", &["ps", "status", "processorstatus"]),
    ("r0", &["r0", "reg0"]),
    ("r1", &["r1", "reg1"]),
    ("r2", &["r2", "reg2"]),
    ("r3", &["r3", "reg3"]),
];

/// The circuit's names for the processor's pins: ours and theirs. `None` if a needed one is missing, or if there is an input the
/// processor does not have, which makes it another processor.
pub(super) fn names(pins: &[PinInfo]) -> Option<Vec<(String, String)>> {
    let mut names = Vec::new();
    for role in ROLES {
        let (_, synonyms) = SYNONYMS.iter().find(|(ours, _)| *ours == role.name)?;
        let fits = |pin: &&PinInfo| {
            pin.width == role.width
                && pin.direction == role.direction
                && synonyms.contains(&plain(&pin.label).as_str())
        };
        match pins.iter().find(fits) {
            Some(pin) => names.push((role.name.to_string(), pin.label.clone())),
            None if role.needed => return None,
            None => {}
        }
    }
    let named = |pin: &PinInfo| names.iter().any(|(_, theirs)| *theirs == pin.label);
    let mut inputs = pins.iter().filter(|pin| pin.direction == Direction::In);
    inputs.all(named).then_some(names)
}

fn plain(label: &str) -> String {
    let letters = label.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pins(list: &[(&str, u32, Direction)]) -> Vec<PinInfo> {
        let pin = |&(label, width, direction): &(&str, u32, Direction)| PinInfo {
            label: label.to_string(),
            width,
            direction,
        };
        list.iter().map(pin).collect()
    }

    const MARK5: [(&str, u32, Direction); 17] = [
        ("clock", 1, Direction::In),
        ("data_in", 8, Direction::In),
        ("IRQ", 1, Direction::In),
        ("vec", 3, Direction::In),
        ("addr", 8, Direction::Out),
        ("data_out", 8, Direction::Out),
        ("mem_cycle", 1, Direction::Out),
        ("mem_read", 1, Direction::Out),
        ("data_inst", 1, Direction::Out),
        ("IAck", 1, Direction::Out),
        ("r0", 8, Direction::Out),
        ("r1", 8, Direction::Out),
        ("r2", 8, Direction::Out),
        ("r3", 8, Direction::Out),
        ("SP", 8, Direction::Out),
        ("PS", 8, Direction::Out),
        ("PC", 8, Direction::Out),
    ];

    #[test]
    fn the_pins_of_mark_5_are_those_of_the_processor() {
        let names = names(&pins(&MARK5)).expect("all are known");
        assert_eq!(names.len(), 17);
        assert!(names.contains(&("rd/wr'".to_string(), "mem_read".to_string())));
        assert!(names.contains(&("mem".to_string(), "mem_cycle".to_string())));
    }

    #[test]
    fn a_width_a_direction_or_one_input_more_makes_another_processor() {
        let mut wide = MARK5;
        wide[4].1 = 16;
        assert_eq!(names(&pins(&wide)), None);
        let mut turned = MARK5;
        turned[5].2 = Direction::In;
        assert_eq!(names(&pins(&turned)), None);
        let mut reset = pins(&MARK5);
        reset.extend(pins(&[("rset", 1, Direction::In)]));
        assert_eq!(names(&reset), None);
    }
}
