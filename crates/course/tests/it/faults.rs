//! What students get wrong, and what the checks say about it.

use course::{Failure, Moment, Outcome, Task};

use super::own;

fn task(name: &str) -> Task {
    own().task(name).unwrap().clone()
}

/// The failure of the check whose English words begin so.
fn failure(task: &Task, work: &str, check: &str) -> Failure {
    let at = task
        .checks
        .iter()
        .position(|one| one.says.in_language("en").starts_with(check));
    let outcomes = course::check(task, work);
    let outcome = &outcomes[at.unwrap_or_else(|| panic!("no check {check}"))];
    outcome
        .failure()
        .unwrap_or_else(|| panic!("{check} passes"))
        .clone()
}

fn value(failure: &Failure, name: &str) -> String {
    let values = &failure.said[0].values;
    let found = values.iter().find(|(of, _)| *of == name);
    found
        .unwrap_or_else(|| panic!("no {name} in {values:?}"))
        .1
        .clone()
}

#[test]
fn a_chip_that_speaks_unasked_is_explained_with_its_moment() {
    let task = task("display-driver");
    // The answer does not look at the clock any more.
    let gate = "      <a name=\"inputs\" val=\"3\"/>\n";
    let wire = "    <wire from=\"(610,420)\" to=\"(650,420)\"/>\n";
    assert!(task.solution().contains(gate) && task.solution().contains(wire));
    let work = task.solution().replace(wire, "");
    let failure = failure(&task, &work, "It is the chip of the notes");
    assert_eq!(value(&failure, "output"), "dataout");
    let explained = failure.explained.unwrap();
    let english = explained.in_language("en");
    assert!(
        english.contains("nobody asked"),
        "{english} {:?}",
        failure.said
    );
    assert!(explained.in_language("ru").contains("не спрашивали"));
    let Some(Moment::Circuit { run }) = failure.moment.map(|moment| *moment) else {
        panic!("no moment");
    };
    assert!(
        run.starts_with("run 1\n") && run.contains("at 0 set "),
        "{run}"
    );
}

#[test]
fn a_program_is_wrong_in_the_words_of_its_task() {
    let task = task("around-the-pad");
    // The other's store is not passed by.
    let work = task.solution().replace("ldi     r0, 6 ", "ldi     r0, 8 ");
    let failure = failure(&task, &work, "Ten seeds pass by");
    assert!(
        failure
            .explained
            .unwrap()
            .in_language("en")
            .contains("get no seed")
    );
    let Some(Moment::Program {
        memory, commands, ..
    }) = failure.moment.map(|moment| *moment)
    else {
        panic!("no moment");
    };
    assert_eq!(memory, "harvard");
    assert!(commands.contains(&"set r0 = 6".to_owned()), "{commands:?}");
    assert!(
        commands.contains(&"set [0xf6] = 10".to_owned()),
        "{commands:?}"
    );
}

#[test]
fn a_row_of_vectors_tells_what_was_set() {
    let task = task("first-gate");
    let failure = failure(&task, task.starter(), "An empty pit");
    assert_eq!(value(&failure, "output"), "error");
    assert_eq!(value(&failure, "when"), "pressed=1 seeds=0");
    let Some(Moment::Circuit { run }) = failure.moment.map(|moment| *moment) else {
        panic!("no moment");
    };
    assert_eq!(
        run.lines()
            .filter(|line| line.starts_with("at 0 set"))
            .count(),
        2,
        "{run}"
    );
}

#[test]
fn a_script_ends_at_the_line_that_failed() {
    let task = task("chain");
    let failure = failure(&task, task.starter(), "Every chip shows");
    let explained = failure.explained.unwrap();
    assert!(
        explained.in_language("en").contains("chip 3"),
        "{explained:?}"
    );
    let Some(Moment::Circuit { run }) = failure.moment.map(|moment| *moment) else {
        panic!("no moment");
    };
    assert!(
        run.contains("\"/addr\" = 0b0011") && !run.contains("0b0100"),
        "{run}"
    );
}

#[test]
fn what_cannot_run_says_why() {
    let (gate, two) = (task("first-gate"), task("two-digits"));
    for (work, key) in [
        ("nothing of a circuit", "course.fails.unreadable"),
        (two.solution(), "course.fails.no-circuit"),
    ] {
        let outcomes = course::check(&gate, work);
        assert!(outcomes.iter().all(|outcome| !outcome.passed()));
        let Outcome::Failed(failure) = &outcomes[0] else {
            unreachable!()
        };
        assert_eq!(failure.said[0].key, key);
    }
    let sum = task("first-program");
    let outcomes = course::check(&sum, "lodi r0, 5\nhalt\n");
    let failure = outcomes[0].failure().unwrap();
    assert_eq!(failure.said[0].key, "course.fails.assembly");
    assert!(!failure.findings.is_empty());
    let outcomes = course::check(&sum, "asect 0\nhalt\nend\n");
    assert_eq!(
        outcomes[0].failure().unwrap().said[0].key,
        "course.fails.labels"
    );
}

#[test]
fn a_console_that_does_not_answer_loses_its_games() {
    let task = task("console");
    let outcomes = course::check(&task, task.starter());
    assert!(outcomes.iter().any(|outcome| !outcome.passed()));
    let failures = outcomes.iter().filter_map(Outcome::failure);
    for failure in failures {
        assert_eq!(failure.said[0].key, "course.wrong.console", "{failure:?}");
    }
}

#[test]
fn a_program_without_end_is_reported_as_that_and_nothing_else() {
    let task = task("sow");
    let work = task.solution().replace("        dec     r2\n", "");
    let failure = failure(&task, &work, "Four seeds");
    assert_eq!(failure.said.len(), 1, "{:?}", failure.said);
    assert_eq!(failure.said[0].key, "course.wrong.endless");
    assert_eq!(value(&failure, "clocks"), "5000");
    assert_eq!(failure.explained, None);
    assert_eq!(failure.steps, ["0xf1 = 4 4 4 4 4 4 0", "r0 = 0xf1 (241)"]);
    let Some(Moment::Program { clocks, .. }) = failure.moment.map(|moment| *moment) else {
        panic!("no moment");
    };
    assert_eq!(clocks, 5000);
}

#[test]
fn only_the_cells_that_are_wrong_are_named() {
    let task = task("sow");
    // The seeds are not lifted.
    let work = task.solution().replace(
        "        st      r0, r1          # the pit",
        "        # the pit",
    );
    let failure = failure(&task, &work, "Four seeds");
    assert_eq!(failure.said.len(), 1, "{:?}", failure.said);
    assert_eq!(failure.said[0].key, "course.wrong.value");
    let said = ["output", "found", "expected"].map(|name| value(&failure, name));
    assert_eq!(said, ["0xf1", "4", "0"]);
}

#[test]
fn where_the_drawing_is_wrong_the_first_check_says_so() {
    let task = task("two-digits");
    // A constant of four bits meets a divider of eight.
    let part = "name=\"Constant\">";
    let (before, after) = task.solution().split_once(part).unwrap();
    let after = after.replacen("val=\"8\"", "val=\"4\"", 1);
    let outcomes = course::check(&task, &format!("{before}{part}{after}"));
    let findings = |at: usize| outcomes[at].failure().unwrap().findings.len();
    assert!(findings(0) > 0 && findings(1) == 0, "{outcomes:?}");
}

#[test]
fn a_pin_that_nothing_drives_floats() {
    let task = task("first-gate");
    let failure = failure(&task, task.starter(), "An empty pit");
    assert_eq!(failure.said[0].key, "course.wrong.floats");
}
