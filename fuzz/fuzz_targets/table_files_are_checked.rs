//! Any bytes are a table or a reason why not; a table that is accepted answers lookups. Most inputs are true tables with a little
//! damage, their checksums made good again, so that what lies behind the checksums is looked at.

#![no_main]

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use arbitrary::Arbitrary;
use engine::table::{Builder, HEADER, Header, Table, checksum};
use kalah::Rules;
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Bytes(&'a [u8]),
    Damaged {
        table: u8,
        bytes: Vec<(u16, u8)>,
        cut: u16,
        more: &'a [u8],
        mended: bool,
        trusted: bool,
        asked: u32,
    },
}

/// The file of a table.
fn file(rules: &str, seeds: usize) -> Vec<u8> {
    static GO_ON: AtomicBool = AtomicBool::new(false);
    let rules: Rules = rules.parse().unwrap();
    let mut builder = Builder::new(rules, seeds).unwrap();
    let (mut header, mut layers) = (Header::new(rules.into(), seeds), Vec::new());
    while let Some(layer) = builder.next_layer() {
        builder.build_layer(1, &|_| (), &GO_ON).unwrap();
        header.push_layer(builder.layer(layer));
        layers.extend_from_slice(builder.layer(layer));
    }
    [&header.to_bytes()[..], &layers].concat()
}

fn files() -> &'static [Vec<u8>] {
    static FILES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| vec![file("standard", 3), file("pits=6 seeds=4 capture=always end=mover", 2)])
}

/// The head gets the checksum that its bytes have now.
fn mend(bytes: &mut [u8]) {
    if let Some((head, own)) = bytes.split_at_mut_checked(HEADER - 8) {
        let sum = checksum(head).to_le_bytes();
        own.iter_mut().zip(sum).for_each(|(byte, sum)| *byte = sum);
    }
}

fn ask(table: &Table, asked: u64) {
    let (mover, other) = table.nth_position(asked % table.positions()).unwrap();
    let _ = table.value(mover, other);
}

fuzz_target!(|input: Input<'_>| {
    let (bytes, trusted, asked) = match input {
        Input::Bytes(bytes) => (bytes.to_vec(), false, u32::MAX),
        Input::Damaged { table, bytes, cut, more, mended, trusted, asked } => {
            let mut file = files()[usize::from(table) % files().len()].clone();
            let length = file.len();
            for (at, byte) in bytes {
                file[usize::from(at) % length] = byte;
            }
            file.truncate(length.saturating_sub(usize::from(cut)));
            file.extend(more);
            if mended {
                mend(&mut file);
            }
            (file, trusted, asked)
        }
    };
    let table = match trusted {
        true => Table::from_trusted_bytes(bytes),
        false => Table::from_bytes(bytes, 1),
    };
    if let Ok(table) = table {
        ask(&table, asked.into());
        ask(&table, table.positions() - 1);
    }
});
