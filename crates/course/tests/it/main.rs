//! The course of the project: every task is fit for students, and the checks find what students get wrong.

mod faults;
mod files;
mod ours;
mod progress;

use std::path::{Path, PathBuf};

use course::{Course, Files};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder, by their names in it.
fn folder(folder: &Path) -> Files {
    fn collect(folder: &Path, above: &str, files: &mut Files) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let own = path.file_name().unwrap().to_str().unwrap().to_owned();
            match path.is_dir() {
                true => collect(&path, &format!("{above}{own}/"), files),
                false => files.add(
                    format!("{above}{own}"),
                    std::fs::read_to_string(&path).unwrap(),
                ),
            }
        }
    }
    let mut files = Files::default();
    collect(folder, "", &mut files);
    files
}

fn own_files() -> Files {
    folder(&root().join("course"))
}

fn own() -> Course {
    match Course::read(&own_files()) {
        Ok(course) => course,
        Err(found) => {
            let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
            panic!("{}", texts.join("\n"));
        }
    }
}
