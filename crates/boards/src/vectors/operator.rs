//! The vectors of Game_Operator of 2023.

use ::cdm8::bus::{Access, Space};
use ::cdm8::cpu::Cpu;
use ::cdm8::variant::Variant;
use consoles::map::y2023::{BANK, FIRST, SEEDS};
use consoles::{Model, firmware};

/// The first clocks of the firmware as the processor of `cdm8` runs it, seen from outside Game_Operator. From clock 40 on two
/// chips answer at 00 and 08.
pub(super) fn vectors() -> String {
    let mut text = String::from(
        "# The first 260 clocks of the firmware, run by the processor of crates/cdm8: the settings, answered from clock 40 on by\n\
            # chips at 00 (6) and 08 (2), the board being filled, Deep Purple at work. `cargo xtask boards` writes this file.\n\
            <set> <seq> Clock Value[8] RAM ProcAdr[8] W/R StorageFlag Cl Data[8]\n",
    );
    let (mut cpu, mut ram, mut bank) = (Cpu::new(Variant::Ideal), [0_u8; 256], 0);
    for clock in 0..260 {
        let request = cpu.request();
        let (space, address, written) = match request {
            None => (Space::Instruction, 0, None),
            Some(Access::Read { space, address }) => (space, address, None),
            Some(Access::Write { address, value }) => (Space::Data, address, Some(value)),
        };
        let cell = ram[usize::from(address)];
        let chip = match (space, address) {
            (Space::Data, SEEDS) if clock >= 40 => Some(6),
            (Space::Data, FIRST) if clock >= 40 => Some(2),
            _ => None,
        };
        for level in 0..2 {
            text += &format!(
                "1 {} {level} {:#04x} {} {address:#04x} {} {} {level} {:#04x}\n",
                2 * clock + level + 1,
                chip.unwrap_or(0),
                u8::from(chip.is_none()),
                u8::from(written.is_none()),
                u8::from(space == Space::Data),
                written.unwrap_or(cell),
            );
        }
        let code = &firmware::banks(Model::Y2023)[bank].image()[usize::from(address)];
        let input = match space {
            Space::Instruction => *code,
            Space::Data => chip.unwrap_or(cell),
        };
        if let Some(value) = written {
            ram[usize::from(address)] = value;
            bank = if address == BANK {
                usize::from(value & 3)
            } else {
                bank
            };
        }
        cpu.settle(input, None);
    }
    assert_eq!(bank, 1, "Deep Purple is at work");
    text
}
