use super::*;

#[test]
fn rows_cover_every_opcode_once_and_in_order() {
    let mut next = 0u16;
    for row in &ROWS {
        assert_eq!(u16::from(row.base), next, "{row:?}");
        next += row.operands.codes();
    }
    assert_eq!(next, 256);
}

#[test]
fn every_opcode_decodes_and_encodes_to_itself() {
    for opcode in 0..=255u8 {
        let bytes = [opcode, 0x5A];
        let instruction = Instruction::decode(&bytes).unwrap();
        let encoded: Vec<u8> = instruction.encode().collect();
        assert_eq!(encoded, bytes[..usize::from(instruction.size())]);
        let row = instruction.row();
        assert_eq!(
            row.with_regs(opcode >> 2, opcode),
            match row.operands {
                Operands::RegReg | Operands::None | Operands::Imm => opcode,
                Operands::Reg | Operands::RegImm => row.base | (opcode >> 2) & 3,
            }
        );
        assert!((2..=9).contains(&row.clocks));
    }
}

#[test]
fn a_cut_immediate_is_no_instruction() {
    assert_eq!(Instruction::decode(&[0xD0]), None);
    assert_eq!(Instruction::decode(&[]), None);
    assert!(Instruction::decode(&[0xD4]).is_some());
}

#[test]
fn every_mnemonic_is_found_with_all_its_names() {
    for row in ROWS.iter().filter(|row| row.op != Op::Undefined) {
        assert_eq!(find(row.mnemonic), Some(row));
    }
    for (name, base) in [("bz", 0xE0), ("bnz", 0xE1), ("bcs", 0xE2), ("bcc", 0xE3)] {
        assert_eq!(find(name).unwrap().base, base);
    }
    for (name, base) in [("btrue", 0xEE), ("banything", 0xEE), ("bfalse", 0xEF)] {
        assert_eq!(find(name).unwrap().base, base);
    }
    assert_eq!(find("swan").unwrap().base, 0x9C);
    for no in ["", "b", "beqq", "nop", "MOVE"] {
        assert_eq!(find(no), None);
    }
}

/// The table of clocks as the specification sums it up, written down apart from the rows.
#[test]
fn clocks_and_sizes_are_those_of_the_circuit() {
    for row in &ROWS {
        let clocks = match row.mnemonic {
            "move" | "add" | "addc" | "sub" | "and" | "or" | "xor" => 3,
            "push" | "ldsa" | "jsr" | "crc" | "rti" => 3,
            "popall" => 5,
            "pushall" | "ioi" => 6,
            "wait" => 9,
            _ => 2,
        };
        let long = matches!(
            row.mnemonic,
            "ldsa" | "addsp" | "setsp" | "ldi" | "jsr" | "osix"
        );
        let size = 1 + u8::from(long || matches!(row.op, Op::Branch(_)));
        assert_eq!((row.clocks, row.size()), (clocks, size), "{}", row.mnemonic);
    }
}

#[test]
fn text_is_what_the_assembler_takes() {
    let text = |bytes: &[u8]| Instruction::decode(bytes).unwrap().to_string();
    assert_eq!(text(&[0x16]), "add r1, r2");
    assert_eq!(text(&[0xA7]), "st r1, r3");
    assert_eq!(text(&[0xD2, 0x0f]), "ldi r2, 0x0f");
    assert_eq!(text(&[0xEE, 0xa0]), "br 0xa0");
    assert_eq!(text(&[0x9D]), "rol r1");
    assert_eq!(text(&[0xDD]), "dc 0xdd");
    let rol = Instruction::decode(&[0x9D]).unwrap();
    assert_eq!(rol.text(Variant::Mark5, ""), "swan r1");
}

#[test]
fn conditions_follow_the_flags() {
    let (c, v, z, n) = (8, 4, 2, 1);
    let taken = |flags: u8| -> Vec<&str> {
        let holding = Cond::ALL.into_iter().filter(|cond| cond.holds(flags));
        holding.map(|cond| cond.names()[0]).collect()
    };
    let expected = |text: &'static str| text.split(' ').collect::<Vec<_>>();
    assert_eq!(taken(0), expected("ne lo pl vc ls ge gt r"));
    assert_eq!(taken(z), expected("eq lo pl vc ls ge le r"));
    assert_eq!(taken(c), expected("ne hs pl vc hi ge gt r"));
    assert_eq!(taken(c | z), expected("eq hs pl vc ls ge le r"));
    assert_eq!(taken(n), expected("ne lo mi vc ls lt le r"));
    assert_eq!(taken(n | v), expected("ne lo mi vs ls ge gt r"));
    assert_eq!(taken(v | 0xF0), expected("ne lo pl vs ls lt le r"));
    for cond in Cond::ALL {
        assert_eq!(cond.inverse().inverse(), cond);
        assert!((0..16).all(|ps| cond.holds(ps) != cond.inverse().holds(ps)));
    }
}
