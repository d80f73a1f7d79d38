#![no_main]

use kalah::Record;
use kalah::record::ain_shams::AinShamsSave;
use libfuzzer_sys::fuzz_target;

// Any text is a record or an error, never a panic; what was read is printed and read again unchanged.
fuzz_target!(|text: &str| {
    if let Ok(record) = Record::from_text(text) {
        assert_eq!(Record::from_text(&record.to_text()).as_ref(), Ok(&record));
        assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
    }
    if let Ok(record) = Record::from_json(text) {
        assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
    }
    if let Ok(save) = AinShamsSave::from_json(text) {
        let _ = save.position();
    }
});
