//! Runs as text, replayed.

use timeline::{Arrival, Budget, Timeline, run};

use crate::machine::{Poke, Toy};

fn read(text: &str) -> Result<Poke, String> {
    let number = text
        .strip_prefix("poke ")
        .and_then(|rest| rest.parse().ok());
    number
        .map(Poke)
        .ok_or_else(|| format!("'{text}' is not a poke"))
}

#[test]
fn a_run_written_down_replays() {
    let mut timeline = Timeline::new(Toy::new());
    timeline.run(100, &mut Budget::unlimited());
    timeline.input(Poke(9));
    timeline.run(50, &mut Budget::unlimited());
    timeline.name("middle");
    timeline.input(Poke(1));
    timeline.input(Poke(2));
    timeline.run(77, &mut Budget::unlimited());
    let head = vec![run::HeadLine::new("toy", "1")];
    let text = timeline
        .to_run(head, |Poke(number)| format!("poke {number}"))
        .to_string();
    assert!(
        text.starts_with("run 1\ntoy 1\nat 100 poke 9\nat 150 mark middle\nat 150 poke 1\n"),
        "{text}"
    );
    let run = run::parse(&text).unwrap();
    let mut again = Timeline::new(Toy::new());
    again.plan(&run, read).unwrap();
    let end = run.end.unwrap();
    assert_eq!(
        again.goto(end.moment, &mut Budget::unlimited()),
        Arrival::There
    );
    assert_eq!(again.subject(), timeline.subject());
    assert_eq!(Some(again.values()), end.values);
    assert_eq!(again.marks(), timeline.marks());
}

#[test]
fn a_plan_that_makes_no_sense_is_refused() {
    let run = run::parse("run 1\ntoy 1\nat 3 poke 1\nat 4 kick 2\nat 5 poke x\n").unwrap();
    let mut timeline = Timeline::new(Toy::new());
    let problems = timeline.plan(&run, read).unwrap_err();
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "line 4, column 6: 'kick 2' is not a poke",
            "line 5, column 6: 'poke x' is not a poke"
        ]
    );
    assert!(timeline.inputs().is_empty());
}
