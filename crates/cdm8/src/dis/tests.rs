use super::*;
use proptest::prelude::*;

fn flow(image: &[u8]) -> Listing {
    disassemble(image, &Options::default())
}

fn statements(listing: &Listing) -> Vec<String> {
    let statement = |item: &Item| match item.labels.first() {
        Some(label) => format!("{label}: {}", listing.statement(item)),
        None => listing.statement(item),
    };
    listing.items.iter().map(statement).collect()
}

#[test]
fn code_is_told_from_data_by_the_flow() {
    let image = [
        0xD6, 0x08, 0xE0, 0x06, 0xD4, 0x61, 0xEE, 0x00, 0x8C, 0xD7, 0x01, 0x02,
    ];
    let expected = [
        "start: jsr sub_08",
        "beq at_06",
        "halt",
        "dc 0x61",
        "at_06: br start",
        "sub_08: inc r0",
        "rts",
        "dc 0x01, 0x02",
    ];
    assert_eq!(statements(&flow(&image)), expected);
}

#[test]
fn linear_mode_takes_every_byte_for_code() {
    let options = Options {
        linear: true,
        ..Options::default()
    };
    let image = [0xEE, 0x03, 0x61, 0xD4, 0xD0];
    let expected = ["br at_03", "xor r0, r1", "at_03: halt", "ldi r0, 0x00"];
    assert_eq!(statements(&disassemble(&image, &options)), expected);
}

#[test]
fn a_jump_into_an_instruction_stays_a_number() {
    let image = [0xD0, 0x8C, 0xE0, 0x01, 0xD4];
    let expected = ["start: ldi r0, 0x8c", "beq 0x01", "halt"];
    assert_eq!(statements(&flow(&image)), expected);
}

#[test]
fn an_operand_that_wraps_around_is_cut() {
    let mut image = [0; 256];
    image[..2].copy_from_slice(&[0xEE, 0xFF]);
    image[255] = 0xD1;
    let listing = flow(&image);
    assert_eq!(listing.items.last().unwrap().kind, ByteKind::Cut(0xD1));
    assert_eq!(statements(&listing)[0], "start: br at_ff");
}

#[test]
fn known_labels_win_and_vectors_are_followed() {
    let mut image = [0; 256];
    image[..3].copy_from_slice(&[0xEE, 0x00, 0xD9]);
    image[0xF0] = 0x02;
    let mut options = Options {
        vectors: true,
        ..Options::default()
    };
    options.labels.insert(0, "main".to_owned());
    let text = disassemble(&image, &options).to_string();
    assert!(text.contains("main:\n    br main"), "{text}");
    assert!(text.contains("irq0:\n    rti"), "{text}");
}

#[test]
fn made_names_give_way_to_known_ones_and_wrong_names_are_dropped() {
    let mut options = Options::default();
    for (address, name) in [
        (2, "start"),
        (3, "start"),
        (4, "r1"),
        (5, "two words"),
        (6, "at_09"),
    ] {
        options.labels.insert(address, name.to_owned());
    }
    let listing = disassemble(
        &[0xE0, 0x09, 0x8C, 0x8C, 0x8C, 0x8C, 0x8C, 0xEE, 0x00, 0xD4],
        &options,
    );
    let names: Vec<_> = listing
        .items
        .iter()
        .flat_map(|item| item.labels.clone())
        .collect();
    assert_eq!(names, ["start_", "start", "at_09", "at_09_"]);
}

#[test]
fn long_zeros_fold_up_to_a_label() {
    let mut image = [0; 40];
    image[..2].copy_from_slice(&[0xEE, 0x20]);
    image[39] = 1;
    let expected = ["start: br at_20", "ds 30", "at_20: ds 7", "move r0, r1"];
    assert_eq!(statements(&flow(&image)), expected);
}

#[test]
fn the_text_is_a_source_file() {
    let text = flow(&[0x9C, 0xD4, b'H', b'i']).to_string();
    let expected = "\
asect 0x00
start:
    swan r0                     # 00: 9c
    halt                        # 01: d4
    dc 0x48, 0x69               # 02: |Hi|
end
";
    assert_eq!(text, expected);
}

proptest! {
    #[test]
    fn items_cover_the_image_in_order(
        image in proptest::collection::vec(prop_oneof![2 => Just(0u8), 3 => any::<u8>()], 0..300),
        linear in any::<bool>(),
        vectors in any::<bool>(),
        entries in proptest::collection::vec(any::<u8>(), 0..4),
    ) {
        let options = Options { linear, vectors, entries, ..Options::default() };
        let listing = disassemble(&image, &options);
        let mut bytes = Vec::new();
        for item in &listing.items {
            prop_assert_eq!(usize::from(item.address), bytes.len());
            bytes.extend(item.bytes());
        }
        prop_assert!(bytes.len() <= 256);
        bytes.resize(256, 0);
        let mut expected = image;
        expected.resize(256, 0);
        prop_assert_eq!(bytes, expected);
    }
}
