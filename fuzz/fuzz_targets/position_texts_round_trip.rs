#![no_main]

use kalah::{Position, Rules, Setup};
use libfuzzer_sys::fuzz_target;

// Any text is a setup or an error, never a panic; what was read is printed and read again unchanged.
fuzz_target!(|text: &str| {
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse::<Setup>().as_ref(), Ok(&setup));
        if let Ok(position) = Position::new(Rules::default(), &setup) {
            assert_eq!(Position::from_json(&position.to_json()).unwrap(), position);
        }
    }
    if let Ok(setup) = Setup::from_kgp(text) {
        assert_eq!(Setup::from_kgp(&setup.to_kgp()), Ok(setup));
    }
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse::<Rules>(), Ok(rules));
    }
    let _ = Position::from_json(text);
});
