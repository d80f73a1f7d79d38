//! Our own course.

use super::own;

/// One task: `COURSE_TASK=chain cargo test -p course fit`.
#[test]
fn every_task_is_fit_for_students() {
    let course = own();
    let only = std::env::var("COURSE_TASK").ok();
    let chosen = course
        .tasks()
        .filter(|task| only.as_ref().is_none_or(|only| *only == task.name));
    let mut problems = Vec::new();
    for task in chosen {
        let start = std::time::Instant::now();
        let found = course::prove(task);
        println!("{} {:.2} s", task.name, start.elapsed().as_secs_f64());
        problems.extend(found.iter().map(|one| format!("{}: {one}", task.name)));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn it_follows_the_six_steps_in_both_languages() {
    let course = own();
    assert_eq!(course.languages, ["en", "ru"]);
    assert_eq!(course.parts.len(), 7, "a warm-up and six steps");
    assert!(course.tasks().count() >= 20);
    for task in course.tasks() {
        assert_eq!(task.texts.len(), 2, "{}", task.name);
        assert!((10..=60).contains(&task.minutes), "{}", task.name);
        for check in &task.checks {
            let (en, ru) = (check.says.in_language("en"), check.says.in_language("ru"));
            assert!(en != ru && !ru.is_empty(), "{}: {en}", task.name);
        }
    }
}
