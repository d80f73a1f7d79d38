//! The inputs of a machine as text for an address: lines such as `120 press 3`.

use timeline::run::{Event, Run, What};
use timeline::{Subject, Timeline};

/// Parses such a text as a run.
pub fn read(text: &str) -> Result<Run, String> {
    let mut run = Run::default();
    let acts = text.lines().map(str::trim);
    let mut last = 0;
    for act in acts.filter(|act| !act.is_empty()) {
        let (moment, what) = act.split_once(' ').unwrap_or((act, ""));
        let moment: u64 = moment
            .parse()
            .map_err(|_| format!("expected a half-tick, found '{moment}'"))?;
        if moment < last {
            return Err(format!("half-tick {moment} comes after {last}"));
        }
        last = moment;
        run.events.push(Event {
            moment,
            what: What::Input(what.to_owned()),
            line: 1,
            column: 1,
        });
    }
    Ok(run)
}

/// All inputs up to now; `text` writes an act. One without a text is left out.
pub fn write<S: Subject>(time: &Timeline<S>, text: impl Fn(&S::Input) -> String) -> String {
    let done = &time.inputs()[..time.inputs_done()];
    let acts = done.iter().map(|(at, act)| (at, text(act)));
    let told = acts.filter(|(_, text)| !text.is_empty());
    let lines = told.map(|(at, text)| format!("{at} {text}"));
    lines.collect::<Vec<_>>().join("\n")
}
