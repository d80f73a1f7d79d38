//! Any bytes give an image or an error with its place; an image written in any style reads back to the same bytes.
#![no_main]

use formats::image::{self, Image, Style};
use libfuzzer_sys::fuzz_target;

fn trimmed(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0);
    &bytes[..end.map_or(0, |last| last + 1)]
}

fuzz_target!(|file: &[u8]| {
    let _ = Image::parse_contents(&String::from_utf8_lossy(file));
    match image::read_bytes(file) {
        Err(error) => assert!(error.line > 0 && error.column > 0),
        Ok(bytes) => {
            for style in Style::ALL {
                let back = image::read_text(&image::write(&bytes, style)).expect("our own image");
                assert_eq!(trimmed(&back), trimmed(&bytes));
                let words = Image::parse(&image::write(&bytes, style)).expect("our own image");
                assert_eq!(Image::parse(&words.to_text()), Ok(words));
            }
        }
    }
});
