//! Teachers' files: all mistakes are reported at once.

use course::{Course, Files, Task};

use super::own_files;

/// Our first task in a separate course, with a file changed.
fn changed(file: &str, change: impl Fn(&str) -> String) -> Files {
    let own = own_files().of_folder("first-gate");
    let mut files = Files::default();
    files.add("course.txt", "languages en ru\ntitle T\ntask gate\n");
    for name in own.names() {
        let text = own.get(name).unwrap();
        let text = if name == file {
            change(text)
        } else {
            text.to_owned()
        };
        files.add(format!("gate/{name}"), text);
    }
    files
}

fn problems(files: &Files) -> String {
    match Course::read(files) {
        Ok(course) => {
            let found: Vec<String> = course
                .tasks()
                .flat_map(course::prove)
                .map(|one| one.to_string())
                .collect();
            found.join("\n")
        }
        Err(found) => found
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n"),
    }
}

#[test]
fn the_task_is_fit_as_it_is() {
    assert_eq!(problems(&changed("", str::to_owned)), "");
}

/// A file, a change to it, and the message.
type Case = (&'static str, fn(&str) -> String, &'static str);

#[test]
fn mistakes_are_found() {
    let cases: [Case; 11] = [
        (
            "task.txt",
            |text| text.replace("AND Gate", "AND Gaet"),
            "did you mean `AND Gate`",
        ),
        (
            "task.txt",
            |text| text.replace("minutes", "minuets"),
            "did you mean `minutes`",
        ),
        (
            "task.txt",
            |text| text.replace("press.vectors ", "pres.vectors "),
            "there is no gate/pres.vectors",
        ),
        (
            "task.txt",
            |text| text.replace("check ", "# check "),
            "says what is checked",
        ),
        (
            "text.en.md",
            |text| text.replace("`seeds`", "`sedes`"),
            "names `sedes`",
        ),
        (
            "text.ru.md",
            |text| text.replace("`OR Gate`", "`OR Gata`"),
            "text.ru.md",
        ),
        (
            "text.en.md",
            |text| text.replace("3. ", "4. "),
            "three hints",
        ),
        (
            "text.en.md",
            |text| text.replace("demo.circ", "no.circ"),
            "it shows no.circ",
        ),
        (
            "starter.circ",
            |_| {
                own_files()
                    .get("first-gate/solution.circ")
                    .unwrap()
                    .to_owned()
            },
            "the starter passes already",
        ),
        (
            "solution.circ",
            |_| {
                own_files()
                    .get("first-gate/starter.circ")
                    .unwrap()
                    .to_owned()
            },
            "the solution does not pass",
        ),
        (
            "error-light.chip",
            |text| text.replace("seeds'", "sedes'"),
            "the solution does not pass",
        ),
    ];
    for (file, change, told) in cases {
        let found = problems(&changed(file, change));
        assert!(found.contains(told), "{file}: {told:?} in {found:?}");
    }
}

#[test]
fn all_is_told_at_once() {
    let files = changed("task.txt", |text| {
        text.replace("minutes  10", "minutes  0")
            .replace("parts ", "prats ")
    });
    let found = problems(&files);
    assert!(
        found.contains("'0' is not a number from 1") && found.contains("did you mean `parts`"),
        "{found}"
    );
}

#[test]
fn a_packed_course_is_the_same() {
    let files = own_files();
    assert_eq!(Files::unpack(&files.pack()).unwrap(), files);
    assert!(Files::unpack("[1, 2]").is_err());
}

#[test]
fn nothing_a_folder_holds_makes_it_panic() {
    let own = own_files().of_folder("first-gate");
    for name in own.names() {
        for broken in [
            "",
            "\u{feff}",
            "#",
            "work",
            "check : |",
            "```\n## x",
            "\0\u{1}",
        ] {
            let _ = problems(&changed(name, |_| broken.to_owned()));
        }
    }
    assert!(Task::read(&Files::default(), "gate", &["en".to_owned()]).is_err());
}
