//! Any bytes are a book or a reason why not; a book is written as it was read, and all its moves can be played.

#![no_main]

use engine::book::Book;
use engine::table::checksum;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Book::from_bytes(bytes);
    // With a right first line and checksum, so that what lies between is looked at.
    let mut whole = [b"mancala book 2\n", bytes].concat();
    let sum = checksum(&whole);
    whole.extend(sum.to_le_bytes());
    if let Ok(book) = Book::from_bytes(&whole) {
        assert_eq!(book.to_bytes(), whole);
        assert_eq!(book.positions().count(), book.len());
        for (position, entry) in book.positions() {
            position.play(entry.best).unwrap();
        }
    }
});
