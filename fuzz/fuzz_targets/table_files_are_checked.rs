//! Any bytes are a table or a reason why not; a table that is accepted answers lookups.

#![no_main]

use engine::table::Table;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(table) = Table::from_bytes(bytes.to_vec(), 1) {
        let last = table.positions() - 1;
        let (mover, other) = table.nth_position(last).unwrap();
        let _ = table.value(mover, other);
    }
});
