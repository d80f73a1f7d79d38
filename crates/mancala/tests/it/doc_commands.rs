//! Every command in README and the guide is run as written: it must be understood, find its files, and not end in
//! an error. Commands that take longer than a test should are stopped once they have begun.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::docs::{commands, document_files, words};
use crate::{mancala, root};

/// A command that is still running after this time has begun well.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Commands that are not run, or that are meant to fail: their beginning, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "serve",
        "tests of the site run these, with ports of their own",
    ),
    ("site public", "writes what the tests of the page write"),
    ("cdm8 debug --tui", "needs a terminal"),
    ("circuit debug --tui", "needs a terminal"),
    (
        "grade init",
        "does not write over the panel file that others need",
    ),
    (
        "grade consoles",
        "a class takes long; tests of grade have one",
    ),
    ("grade class", "a class takes long; tests of grade have one"),
    (
        "grade handed-in",
        "a class takes long; tests of grade have one",
    ),
    ("cdm8 lsp", "speaks with an editor"),
    ("cdm8 dap", "speaks with an editor"),
    ("cdm8 debug-server", "waits for a debugger"),
    (
        "table verify --seeds 18",
        "needs a table that takes longer to build",
    ),
    ("match PLAYER", "a form, with a name to be put in"),
    (
        "chip check adder.chip",
        "a form: there is no such specification",
    ),
    (
        "chip check \"hardware/2016/chips/Display driver.chip\" broken.circ",
        "finds a difference",
    ),
    (
        "circuit run student.circ --script grade.script",
        "the student's mistake",
    ),
    ("circuit test student.circ", "the student's mistake"),
    (
        "circuit run console.circ --script proofs/capture.script",
        "the student's mistake",
    ),
    (
        "grade course ada.json",
        "a file that a student has saved on the page",
    ),
    (
        "circuit debug consoles/bert.circ",
        "needs the marks of a class that was graded",
    ),
];

/// A folder with all files the documents refer to.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    copy_all(&root().join("hardware"), &at("hardware"));
    for kind in ["cdm8", "circuit"] {
        copy_all(&root().join("docs/examples").join(kind), folder.path());
    }
    let board = root().join("hardware/2023/mancala.circ");
    for name in [
        "console",
        "mine",
        "board",
        "broken",
        "consoles/bert",
        "handed-in/ada/console",
        "class/ada/console",
    ] {
        let path = at(&format!("{name}.circ"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(&board, path).unwrap();
    }
    fs::copy(root().join("hardware/2023/panel.toml"), at("panel.toml")).unwrap();
    fs::copy(root().join("hardware/cdm8/cdm8.circ"), at("cdm8.circ")).unwrap();
    fs::create_dir_all(at("build")).unwrap();
    let program = "asect 0\nldi r0, 6\nhalt\nend\n#! expect r0 = 6\n";
    let library = "rsect lib\nf> rts\nend\n";
    let game = "[Format \"1\"]\n[Rules \"pits=6 seeds=2\"]\n\n  1. 1 / 5+ 3\n *\n";
    for (name, text) in [
        ("prog.asm", program),
        ("main.asm", program),
        ("program.asm", program),
        ("lib.asm", library),
        ("a.asm", library),
        ("b.asm", &library.replace("f>", "g>")),
        ("my.mlb", "*twice/1\nadd $1, $1\n"),
        ("game.mancala", game),
        ("game.txt", game),
        ("games/game-3.mancala", game),
        ("games.mancala", &game.repeat(3)),
        ("positions.txt", "0,0,5/0,0,3 s\n"),
        ("moves.txt", "4\n"),
        ("proofs/capture.script", "half-ticks 2\n"),
    ] {
        fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        fs::write(at(name), text).unwrap();
    }
    for command in [
        "cdm8 asm prog.asm -o prog.img",
        "cdm8 asm -c a.asm",
        "cdm8 asm -c b.asm",
        "table build --seeds 12",
    ] {
        prepare(folder.path(), command);
    }
    folder
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy_all(&path, &target),
            false => _ = fs::copy(&path, target).unwrap(),
        }
    }
}

/// Runs a command that others depend on.
fn prepare(folder: &Path, command: &str) {
    let output = mancala(folder)
        .current_dir(folder)
        .args(words(command))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{command}: {}", error(&output));
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The outcome of a command; `None` if it was still running.
fn tried(folder: &Path, command: &str) -> Option<Output> {
    let child = mancala(folder)
        .current_dir(folder)
        .args(words(command))
        .stdin(Stdio::null())
        .stdout(Stdio::from(fs::File::create(folder.join(".out")).unwrap()))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    ended(child)
}

fn ended(mut child: Child) -> Option<Output> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if child.try_wait().unwrap().is_some() {
            return Some(child.wait_with_output().unwrap());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

/// Runs the commands of a document one after the other; returns how many there were, and the failures.
fn run_all(path: &Path) -> (usize, Vec<String>) {
    let (mut count, mut problems) = (0, Vec::new());
    let folder = workplace();
    if path.ends_with("console-2016.md") {
        // Its commands are for the folder that `console export` writes.
        copy_all(&root().join("firmware/2016"), folder.path());
    }
    for command in commands(&fs::read_to_string(path).unwrap()) {
        let is = |(start, _): &(&str, &str)| command.starts_with(start);
        if EXCEPTIONS.iter().any(is) {
            continue;
        }
        count += 1;
        if let Some(output) = tried(folder.path(), &command)
            && !output.status.success()
        {
            let name = path.file_name().unwrap().display();
            problems.push(format!("{name}: {command}: {}", error(&output)));
        }
    }
    (count, problems)
}

#[test]
fn every_command_of_the_documents_works() {
    let files: Vec<PathBuf> = document_files();
    let (next, found) = (Mutex::new(files.iter()), Mutex::new((0, Vec::new())));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some(path) = next.lock().unwrap().next() else {
                        return;
                    };
                    let (count, problems) = run_all(path);
                    let mut found = found.lock().unwrap();
                    found.0 += count;
                    found.1.extend(problems);
                }
            });
        }
    });
    let (count, problems) = found.into_inner().unwrap();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(count > 90, "only {count} commands were found");
}
