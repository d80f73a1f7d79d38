//! The programs: they assemble, fit, and agree with the maps and the READMEs.

use consoles::budget::Budget;
use consoles::map::{self, Cell};
use consoles::{Model, firmware};

fn readme(model: Model) -> &'static str {
    match model {
        Model::Y2016 | Model::Y2016Mirror => include_str!("../../../../firmware/2016/README.md"),
        Model::Y2022 => include_str!("../../../../firmware/2022/README.md"),
        Model::Y2023 => include_str!("../../../../firmware/2023/README.md"),
    }
}

/// The first two columns of the table with this heading.
fn table<'a>(text: &'a str, heading: [&str; 2]) -> Vec<[&'a str; 2]> {
    let columns = |line: &'a str| {
        let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
        Some([cells.next()?, cells.next()?])
    };
    let mut lines = text.lines();
    lines
        .by_ref()
        .find(|line| columns(line) == Some(heading))
        .unwrap_or_else(|| panic!("there is a table of {heading:?}"));
    lines.skip(1).map_while(columns).collect()
}

fn cell_of([addresses, name]: [&'static str; 2]) -> Cell {
    let (first, last) = addresses.split_once('-').unwrap_or((addresses, addresses));
    let number = |text| u8::from_str_radix(text, 16).expect("an address");
    Cell {
        first: number(first),
        last: number(last),
        name,
    }
}

#[test]
fn the_maps_are_the_tables_of_the_readmes() {
    for model in Model::ALL {
        let rows = table(readme(model), ["address", "name"]);
        let cells: Vec<Cell> = rows.into_iter().map(cell_of).collect();
        assert_eq!(cells, map::of(model), "{model}");
    }
}

#[test]
fn the_maps_cover_data_space_once() {
    for model in Model::ALL {
        let mut next = 0;
        for cell in map::of(model) {
            assert_eq!(u16::from(cell.first), next, "{model}: {cell:?}");
            next = u16::from(cell.last) + 1;
        }
        assert_eq!(next, 256, "{model}");
    }
}

#[test]
fn the_bits_are_the_tables_of_the_readmes() {
    for model in [Model::Y2016, Model::Y2016Mirror, Model::Y2023] {
        let rows = table(readme(model), ["bit", "name"]);
        let bits: Vec<(u8, &str)> = rows
            .iter()
            .map(|[bit, name]| (1 << bit.parse::<u8>().expect("a bit"), *name))
            .collect();
        assert_eq!(bits, map::bits(model), "{model}");
    }
}

/// A label of the firmware that has the name of a cell or a bit has its number too.
#[test]
fn labels_agree_with_the_maps() {
    for model in Model::ALL {
        let mut checked = 0;
        let cells = map::of(model).iter().map(|cell| (cell.first, cell.name));
        let named: Vec<(u8, &str)> = cells.chain(map::bits(model).iter().copied()).collect();
        for bank in firmware::banks(model) {
            for symbol in &bank.program.symbols {
                for &(number, _) in named.iter().filter(|(_, name)| *name == symbol.name) {
                    assert_eq!(
                        symbol.address,
                        u32::from(number),
                        "{model}: {}",
                        symbol.name
                    );
                    checked += 1;
                }
            }
        }
        assert!(checked >= 5, "{model}: {checked} labels");
    }
}

/// Bank numbers: the order of the ROMs, and the programs' names for them.
#[test]
fn banks_are_numbered_as_the_readmes_say() {
    for model in [Model::Y2022, Model::Y2023] {
        let rows = table(readme(model), ["bank", "file"]);
        let files: Vec<String> = rows.iter().map(|[_, file]| file.replace('`', "")).collect();
        let numbers: Vec<&str> = rows.iter().map(|[number, _]| *number).collect();
        assert_eq!(numbers, ["0", "1", "2", "3"]);
        for (bank, file) in firmware::banks(model).iter().zip(files) {
            assert_eq!(format!("{}.asm", bank.name), file);
        }
    }
    use map::{y2022, y2023};
    let numbers: [&[(Model, &str, u8)]; 2] = [
        &[
            (Model::Y2022, "REFEREE", y2022::REFEREE),
            (Model::Y2022, "HUMAN", y2022::HUMAN),
        ],
        &[
            (Model::Y2023, "MAIN", y2023::MAIN),
            (Model::Y2023, "DEEP_PURPLE", y2023::DEEP_PURPLE),
            (Model::Y2023, "USER", y2023::USER),
            (Model::Y2023, "MOVE_MAKER", y2023::MOVE_MAKER),
        ],
    ];
    for &(model, label, number) in numbers.concat().iter() {
        let found: Vec<u8> = (firmware::banks(model).iter())
            .filter_map(|bank| bank.program.address_of(label))
            .collect();
        assert!(
            !found.is_empty() && found.iter().all(|&n| n == number),
            "{label}"
        );
    }
}

/// Bank switching relies on it: the same five bytes at FB in every bank.
#[test]
fn every_bank_ends_with_the_same_jumper() {
    for (model, register) in [(Model::Y2022, 0xF0), (Model::Y2023, 0x11)] {
        for bank in firmware::banks(model) {
            let jumper = [0xD2, register, 0xAB, 0xEE, 0x00];
            assert_eq!(bank.image()[0xFB..], jumper, "{model} {}", bank.name);
        }
    }
}

#[test]
fn the_assembler_has_nothing_to_complain_about() {
    for model in Model::ALL {
        assert_eq!(
            firmware::diagnostics(model).len(),
            0,
            "{:#?}",
            firmware::diagnostics(model)
        );
    }
}

#[test]
fn sizes_are_those_of_the_readmes() {
    for (model, heading) in [
        (Model::Y2016, "image"),
        (Model::Y2016Mirror, "image"),
        (Model::Y2022, "bank"),
        (Model::Y2023, "bank"),
    ] {
        let rows = table(readme(model), [heading, "bytes of 256"]);
        for bank in firmware::banks(model) {
            let size = bank.size().to_string();
            assert!(
                rows.contains(&[bank.name, &size]),
                "{model}: {} has {size} bytes",
                bank.name
            );
        }
    }
}

/// Clocks a move may take. A student's console of 2023 needs 1600 to 5000 half-ticks, 800 to 2500 clocks, for a move with its
/// reply.
#[test]
fn moves_stay_within_their_clocks() {
    for (model, human, computer, round) in [
        (Model::Y2016, 1400, 5500, 6500),
        (Model::Y2016Mirror, 1400, 1400, 2500),
        (Model::Y2022, 700, 1000, 1500),
        (Model::Y2023, 1000, 1500, 2500),
    ] {
        let budget = Budget::measure(model, 100, 1);
        assert!(budget.human.most <= human, "{budget:?}");
        assert!(budget.computer.most <= computer, "{budget:?}");
        assert!(budget.round.most <= round, "{budget:?}");
        assert!(budget.round.count > 100, "{budget:?}");
    }
}
