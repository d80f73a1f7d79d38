//! A name that the site takes is short, holds nothing that cannot be seen or turns the text around it, and is taken again as it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use server::table::Name;

fuzz_target!(|text: String| {
    let Ok(name) = Name::try_from(text) else {
        return;
    };
    let shown = name.as_str();
    assert!(shown.chars().count() <= 40);
    assert_eq!(shown.trim(), shown);
    assert!(!shown.chars().any(|letter| letter.is_control() || ('\u{202a}'..='\u{202e}').contains(&letter)));
    assert_eq!(Name::try_from(shown.to_owned()), Ok(name));
});
