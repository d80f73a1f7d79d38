//! Any bytes read as a project can be drawn.
#![no_main]

use circuit::read::{NoLibraries, read};
use circuit::svg;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let reading = read("any.circ", bytes, &mut NoLibraries);
    for id in reading.project.ids().take(20) {
        assert!(svg::draw(&reading.project, id, None).ends_with("</svg>\n"));
    }
});
