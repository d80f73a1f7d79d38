#![no_main]

use kalah::record::ain_shams::AinShamsSave;
use libfuzzer_sys::fuzz_target;

// Any text is refused as a save file of the Python game, or comes back as it was once it is written.
fuzz_target!(|text: &str| {
    let Ok(save) = AinShamsSave::from_json(text) else {
        return;
    };
    let mut again = AinShamsSave::from_json(&save.to_json()).unwrap();
    again.score = save.score; // A number of many digits may come back rounded.
    assert_eq!(again, save);
    if let Ok(position) = save.position() {
        let written = AinShamsSave::new(&position, save.another_turn, save.max_levels).unwrap();
        assert_eq!(written.position().unwrap(), position);
    }
});
