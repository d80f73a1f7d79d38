//! A folder of consoles: graded whatever is in it, the same on any number of processes, and resumed after a stop.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::read::DeflateDecoder;
use serde_json::Value;
use tempfile::TempDir;

fn hardware(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../hardware")
        .join(path)
}

/// A class: three consoles that play, one of them twice, and other things people hand in.
struct Room(TempDir);

impl Room {
    fn new() -> Room {
        let room = Room(tempfile::tempdir().unwrap());
        let text = |path: &str| fs::read_to_string(hardware(path)).unwrap();
        room.put("class/cdm8.circ", &text("cdm8/cdm8.circ"));
        let console = text("2022/mancala.circ");
        room.put(
            "class/bert & co.circ",
            &console.replace("../cdm8/", r"C:\\Users\\bert\\"),
        );
        room.put(
            "class/Zoë/deep inside/console of mine.circ",
            &console.replace('\n', "\r\n"),
        );
        let broken = console.replace("/cdm8.circ", "/nowhere.circ");
        room.put("class/dora.circ", &broken);
        room.put("class/eva.circ", "I could not finish it, sorry.");
        room.put("class/fritz.circ", &console[..console.len() / 2]);
        room.put("class/anna/mancala.circ", &text("2023/mancala.circ"));
        room.put("class/anna/panel.toml", &text("2023/panel.toml"));
        room.put("class/gone/readme.txt", "");
        room.put("panel.toml", &text("2022/panel.toml"));
        room
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
        let fixed = "grade class --panel panel.toml --games 1 --shrink 20";
        command
            .args(fixed.split(' ').chain(arguments.split(' ')))
            .current_dir(self.0.path())
            .stdin(Stdio::null());
        command
    }

    fn grade(&self, arguments: &str) -> (Option<i32>, String, String) {
        let Output {
            status,
            stdout,
            stderr,
        } = self.command(arguments).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (status.code(), text(stdout), text(stderr))
    }

    /// All files of an output folder but those that only a later run reads.
    fn files(&self, folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        collect(&self.path(folder), &self.path(folder), &mut files);
        files.sort();
        files
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path.strip_prefix(root).unwrap().to_owned();
            files.push((name, fs::read(&path).unwrap()));
        }
    }
}

#[test]
fn a_class_is_graded_whatever_it_handed_in() {
    let room = Room::new();
    let (code, out, err) = room.grade("-o one --jobs 1");
    assert_eq!(code, Some(1), "{err}");
    let line = |name: &str| {
        out.lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_default()
    };
    for name in ["Zoë", "anna", "bert & co"] {
        let words: Vec<&str> = line(name)[name.len()..].split_whitespace().collect();
        assert!(words.len() == 3 && words[0] == words[2], "{out}{err}");
    }
    assert!(line("dora").contains("not graded: library '"), "{out}");
    assert!(line("eva").contains("not graded: "), "{out}");
    assert!(line("fritz").contains("not graded: "), "{out}");
    assert!(
        line("gone").contains("there is no .circ file in it"),
        "{out}"
    );
    assert!(
        out.contains("nearly the same: Zoë and bert & co (circuit 100 %, ROM 100 %)"),
        "{out}"
    );
    assert!(!out.contains("and anna"), "{out}");
    assert!(err.contains("cdm8.circ is a library of others"), "{err}");
    assert!(line("cdm8").is_empty(), "{out}");
    let (_, again, _) = room.grade("-o two --jobs 3");
    assert_eq!(out, again);
    assert_eq!(room.files("one"), room.files("two"));
    let kept = room.files("one");
    let (_, out, err) = room.grade("-o one --resume");
    assert_eq!(out, again);
    assert!(err.contains("3 consoles had been graded before"), "{err}");
    assert_eq!(room.files("one"), kept);
    let (_, out, _) = room.grade("-o one --resume --handed-out class/anna/mancala.circ --alike 99");
    assert!(out.contains("nearly the same: Zoë"), "{out}");
    let handed = room.path("class/bert & co.circ");
    let (_, out, _) = room.grade(&format!("-o one --resume --handed-out {}", "skeleton.circ"));
    assert!(out.is_empty());
    fs::copy(handed, room.path("skeleton.circ")).unwrap();
    let (_, out, _) = room.grade("-o one --resume --library-path class --handed-out skeleton.circ");
    assert!(!out.contains("nearly the same"), "{out}");
}

/// A run that is killed leaves only whole reports, and resumes; consoles changed since are graded again.
#[test]
fn a_run_is_taken_up_where_it_was_killed() {
    let room = Room::new();
    let (_, whole, _) = room.grade("-o whole");
    let mut run = room.command("-o out --jobs 1");
    let mut run = run
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !room.path("out/Zoë/graded.json").exists() {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "nothing was graded"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(
        !room.path("out/summary.csv").exists(),
        "it was stopped in time"
    );
    let (_, out, err) = room.grade("-o out --resume");
    assert!(err.contains("had been graded before"), "{err}");
    assert_eq!(out, whole);
    for (name, contents) in room.files("out") {
        if name.extension().is_some_and(|end| end == "json") {
            let read = serde_json::from_slice::<Value>(&contents);
            assert!(read.is_ok(), "{} is not whole", name.display());
        }
    }
    let console = fs::read_to_string(room.path("class/bert & co.circ")).unwrap();
    room.put("class/bert & co.circ", &format!("{console}\n"));
    let (_, _, err) = room.grade("-o out --resume");
    assert!(err.contains("2 consoles had been graded before"), "{err}");
    let (_, _, err) = room.grade("-o out --resume --seed 2");
    assert!(!err.contains("had been graded before"), "{err}");
}

/// A student's panel file says where things are, and not what they are worth.
#[test]
fn students_give_themselves_no_points() {
    let room = Room::new();
    let panel = fs::read_to_string(room.path("class/anna/panel.toml")).unwrap();
    room.put(
        "class/anna/panel.toml",
        &format!("{panel}\n[points]\nsowing = 9000\n"),
    );
    let (_, out, _) = room.grade("-o out");
    assert!(out.contains("anna") && !out.contains("9"), "{out}");
    let marks = fs::read_to_string(room.path("out/anna/marks.json")).unwrap();
    assert!(marks.contains("the points in it do not count"), "{marks}");
}

/// Games there was no time for are not played, are reported, and are played when the run is resumed with more time.
#[test]
fn a_console_has_its_time() {
    let room = Room::new();
    let mut short = Command::new(env!("CARGO_BIN_EXE_mancala"));
    let arguments = "grade class --panel panel.toml --games 3 --time 1ms -o out";
    short.args(arguments.split(' ')).current_dir(room.0.path());
    let out = short.output().unwrap();
    let marks = fs::read_to_string(room.path("out/anna/marks.json")).unwrap();
    assert!(
        marks.contains("time was up, or the run was stopped"),
        "{marks} {out:?}"
    );
    let err = String::from_utf8(short.arg("--resume").output().unwrap().stderr).unwrap();
    assert!(!err.contains("had been graded before"), "{err}");
}

/// A mistake is recorded so that both the grader's script and the debugger come to the same moment.
#[test]
fn a_mistake_can_be_seen_at_its_moment() {
    let room = Room::new();
    let panel = fs::read_to_string(room.path("panel.toml")).unwrap();
    let (one, two) = ("Hex_Digit_Display@370,470", "Hex_Digit_Display@480,470");
    let swapped = panel.replace(one, "?").replace(two, one).replace('?', two);
    assert_ne!(panel, swapped);
    room.put("panel.toml", &swapped);
    let mut grade = Command::new(env!("CARGO_BIN_EXE_mancala"));
    let arguments = "grade class/Zoë/deep~inside/console~of~mine.circ --library-path class --panel panel.toml --games 1 --scripts proofs";
    let arguments = arguments.split(' ').map(|word| word.replace('~', " "));
    let out = grade
        .args(arguments)
        .current_dir(room.0.path())
        .output()
        .unwrap();
    let out = String::from_utf8(out.stdout).unwrap();
    let half_tick = out
        .split("at half-tick ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap();
    let id = if out.contains("FAIL  Sowing") {
        "sowing"
    } else {
        "start"
    };
    let proof = |end: &str| room.path(&format!("proofs/{id}.{end}"));
    let circuit = room.path("class/Zoë/deep inside/console of mine.circ");
    let mut debug = Command::new(env!("CARGO_BIN_EXE_mancala"));
    debug.args(["circuit", "debug", "--library-path", "class", "-x", "where"]);
    debug
        .arg(&circuit)
        .arg("--replay")
        .arg(proof("run"))
        .current_dir(room.0.path());
    let told = debug.output().unwrap();
    let told =
        String::from_utf8_lossy(&told.stdout).into_owned() + &String::from_utf8_lossy(&told.stderr);
    assert!(
        told.contains(&format!("half-tick {half_tick}")),
        "{out}{told}"
    );
    let mut run = Command::new(env!("CARGO_BIN_EXE_mancala"));
    run.args(["circuit", "run", "--library-path", "class"])
        .arg(&circuit);
    run.arg("--script")
        .arg(proof("script"))
        .current_dir(room.0.path());
    assert_eq!(run.output().unwrap().status.code(), Some(1));
    let link = link_in(&fs::read_to_string(proof("html")).unwrap());
    assert_eq!(link["active"], format!("{id}.run"));
    let names = link["files"].as_array().unwrap().iter();
    let names: Vec<&str> = names.map(|file| file["name"].as_str().unwrap()).collect();
    let run = format!("{id}.run");
    assert_eq!(names, [run.as_str(), "console of mine.circ", "cdm8.circ"]);
    let text = fs::read_to_string(proof("run")).unwrap();
    assert_eq!(link["files"][0]["text"], text);
    assert_eq!(link["files"][0]["circuit"], "console of mine.circ");
    assert!(text.ends_with(&format!("end {half_tick}\n")), "{text}");
    let circuit = fs::read_to_string(circuit).unwrap();
    assert_eq!(link["files"][1]["text"], circuit);
}

/// The contents of the first link of a page.
fn link_in(html: &str) -> Value {
    let start = "http://127.0.0.1:2023/#/workbench?w=";
    let packed = html.split(start).nth(1).expect("there is a link");
    let packed = packed.split('"').next().unwrap();
    let packed = URL_SAFE_NO_PAD.decode(packed).expect("letters of links");
    let mut text = String::new();
    DeflateDecoder::new(&packed[..])
        .read_to_string(&mut text)
        .unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A file of another program is graded, with a note about possible problems.
#[test]
fn a_file_of_another_program_is_graded_with_a_remark() {
    let room = Room::new();
    let console = fs::read_to_string(room.path("class/bert & co.circ")).unwrap();
    let newer = console.replacen("source=\"2.7.1\"", "source=\"3.8.0\"", 1);
    assert_ne!(console, newer);
    room.put("class/bert & co.circ", &newer);
    room.grade("-o out");
    let marks =
        |name: &str| fs::read_to_string(room.path(&format!("out/{name}/marks.json"))).unwrap();
    let remark = "saved by Logisim-evolution 3.8.0";
    assert!(
        marks("bert & co").contains(remark),
        "{}",
        marks("bert & co")
    );
    assert!(!marks("anna").contains("saved by"));
}

/// The teacher says where the page is; a report in HTML has the links in it.
#[test]
fn links_lead_to_the_page_that_was_named() {
    let room = Room::new();
    let run = |page: &str| {
        let mut grade = Command::new(env!("CARGO_BIN_EXE_mancala"));
        let arguments = "grade class/anna/mancala.circ --library-path class --panel class/anna/panel.toml --games 1 --capture off";
        let arguments = arguments
            .split(' ')
            .chain(["--format", "html", "--page", page]);
        let out = grade.args(arguments).current_dir(room.0.path()).output();
        let out = out.unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (out.status.code(), text(out.stdout), text(out.stderr))
    };
    let (code, out, err) = run("https://mancala.example/course#/play");
    assert_eq!(code, Some(1), "{err}");
    assert!(
        out.contains("<a href=\"https://mancala.example/course/#/workbench?w="),
        "{out}"
    );
    let (code, out, err) = run("my page");
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.contains("write the address of a page"), "{err}");
}

/// Archives are graded like folders, and the report names the file in it that was graded.
#[test]
fn archives_are_graded_as_they_were_handed_in() {
    let room = Room::new();
    let text = |path: &str| fs::read(hardware(path)).unwrap();
    let files = [
        ("Emma/work.circ", text("2022/mancala.circ")),
        ("Emma/libs/CDM8.circ", text("cdm8/cdm8.circ")),
        ("Emma/panel.toml", text("2022/panel.toml")),
    ];
    fs::remove_dir_all(room.path("class")).unwrap();
    fs::create_dir(room.path("class")).unwrap();
    fs::write(room.path("class/emma.zip"), stored(&files)).unwrap();
    let (code, out, err) = room.grade("-o out --library-path class/emma.zip/Emma/libs");
    assert_eq!(code, Some(0), "{out}{err}");
    let marks = fs::read_to_string(room.path("out/emma/marks.json")).unwrap();
    let file = Path::new("emma.zip").join("Emma").join("work.circ");
    let marks: Value = serde_json::from_str(&marks).unwrap();
    let facts = marks["facts"].as_array().unwrap();
    let named = |fact: &&Value| fact["id"] == "file";
    let fact = facts.iter().find(named).unwrap();
    assert_eq!(fact["value"], *file.to_string_lossy());
    let resumed = room.grade("-o out --resume --library-path class/emma.zip/Emma/libs");
    assert!(
        resumed.2.contains("1 console had been graded"),
        "{resumed:?}"
    );
    let one = |arguments: &str| {
        let mut grade = Command::new(env!("CARGO_BIN_EXE_mancala"));
        let arguments = arguments.split(' ');
        let out = grade.args(arguments).current_dir(room.0.path()).output();
        let out = out.unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (out.status.code(), text(out.stdout), text(out.stderr))
    };
    let libraries = "--library-path class/emma.zip/Emma/libs";
    let (code, out, err) = one(&format!("grade class/emma.zip --games 1 {libraries}"));
    assert_eq!(code, Some(0), "{out}{err}");
    let graded = Path::new("class").join(file);
    assert!(out.starts_with(&*graded.to_string_lossy()), "{out}");
    let (code, out, _) = one(&format!("grade init class/emma.zip {libraries}"));
    assert!(code == Some(0) && out.contains("[south]"), "{out}");
    let two = ["one.circ", "two.circ"].map(|name| (name, text("2022/mancala.circ")));
    fs::write(room.path("two.zip"), stored(&two)).unwrap();
    let (code, _, err) = one("grade two.zip --panel panel.toml");
    assert_eq!(code, Some(2));
    let told =
        "two.zip: it has several circuits (one.circ, two.circ); call the console mancala.circ";
    assert!(err.contains(told), "{err}");
}

/// A zip archive with its files as they are.
fn stored(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let (mut bytes, mut central) = (Vec::new(), Vec::new());
    for (name, contents) in files {
        let mut crc = flate2::Crc::new();
        crc.update(contents);
        let size = contents.len() as u32;
        let numbers = [crc.sum(), size, size].map(u32::to_le_bytes).concat();
        let length = (name.len() as u32).to_le_bytes();
        let header = [&[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &numbers, &length].concat();
        let place = [&[0; 10][..], &(bytes.len() as u32).to_le_bytes()].concat();
        central.extend([b"PK\x01\x02\x14\0", &header[..], &place, name.as_bytes()].concat());
        bytes.extend([b"PK\x03\x04", &header[..], name.as_bytes(), contents].concat());
    }
    let count = (files.len() as u16).to_le_bytes();
    let [size, start] = [central.len(), bytes.len()].map(|length| (length as u32).to_le_bytes());
    let end = [
        b"PK\x05\x06\0\0\0\0",
        &count[..],
        &count,
        &size,
        &start,
        &[0, 0],
    ]
    .concat();
    [bytes, central, end].concat()
}
