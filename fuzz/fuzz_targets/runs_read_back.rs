//! Any text is a run or has its mistakes told, and a run that is written reads back as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use timeline::run::{self, Run};

/// Without the places in the file, which writing it again may move.
fn plain(mut run: Run) -> Run {
    run.head.iter_mut().for_each(|line| line.line = 0);
    run.events
        .iter_mut()
        .for_each(|event| (event.line, event.column) = (0, 0));
    run.end.iter_mut().for_each(|end| end.line = 0);
    run
}

fuzz_target!(|text: &str| {
    match run::parse(text) {
        Ok(run) if !text.chars().any(|c| c.is_control() && c != '\n') => {
            let again = run::parse(&run.to_string()).expect("what is written can be read");
            assert_eq!(plain(again), plain(run));
        }
        Ok(_) => {}
        Err(problems) => assert!(!problems.is_empty()),
    }
});
