//! Selected signals over time.

use timeline::{Budget, Probe, Subject, Timeline};

/// Records these signals from now on, and in the last `past` half-ticks too, so that there is something to see at once. At most
/// `changes` are kept.
pub fn record<S: Subject>(
    time: &mut Timeline<S>,
    probes: Vec<Probe<S>>,
    past: u64,
    changes: usize,
) {
    let here = time.standing();
    let from = here.moment.saturating_sub(past).max(time.start());
    let free = &mut Budget::unlimited();
    if from < here.moment {
        time.goto(from, free);
    }
    time.record(probes, changes);
    if from < here.moment {
        time.return_to(here, free);
    }
}
