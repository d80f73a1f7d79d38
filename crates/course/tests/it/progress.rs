//! A file of progress claims nothing: every solution in it is checked again.

use std::collections::BTreeMap;

use course::{Done, Progress, Verdict};

use super::own;

fn done(work: &str, passed: bool) -> Done {
    Done {
        work: work.to_owned(),
        passed,
        ..Done::default()
    }
}

#[test]
fn claims_are_checked() {
    let course = own();
    let gate = course.task("first-gate").unwrap();
    let sow = course.task("sow").unwrap();
    let sum = course.task("first-program").unwrap();
    let mine = sum.solution().replace("next", "again");
    let tasks = BTreeMap::from([
        ("first-gate".to_owned(), done(gate.solution(), true)),
        ("first-program".to_owned(), done(&mine, false)),
        ("sow".to_owned(), done(sow.starter(), true)),
        ("no-such-task".to_owned(), done("", true)),
    ]);
    let text = Progress::new("Ada", tasks).write();
    let progress = Progress::read(&text).unwrap();
    assert_eq!(progress.student, "Ada");
    let unknown: Vec<&str> = progress.unknown(&course).collect();
    assert_eq!(unknown, ["no-such-task"]);
    let verified = progress.verify(&course);
    let of = |name: &str| verified.iter().find(|one| one.task == name).unwrap();
    assert_eq!(of("first-gate").verdict, Verdict::Copied);
    assert_eq!(of("first-program").verdict, Verdict::Passed);
    assert!(of("sow").false_claim);
    assert!(matches!(
        of("sow").verdict,
        Verdict::Unfinished { of: 4, .. }
    ));
    assert_eq!(of("winner").verdict, Verdict::Missing);
    assert!(!of("winner").false_claim);
}

#[test]
fn other_files_are_refused() {
    for text in [
        "",
        "{}",
        "[]",
        "{\"format\": \"mancala course 9\", \"tasks\": {}}",
    ] {
        assert!(Progress::read(text).is_err(), "{text}");
    }
}
