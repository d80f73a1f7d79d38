//! Endgame tables as files: built, interrupted, damaged, refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn table(data: &Path, arguments: &[&str]) -> Output {
    super::mancala(data)
        .arg("table")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn build(data: &Path, arguments: &[&str]) -> PathBuf {
    let output = table(data, &[&["build"], arguments].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    PathBuf::from(text(&output.stdout).trim_end())
}

#[test]
fn a_table_is_built_told_of_and_verified() {
    let data = tempfile::tempdir().unwrap();
    let path = build(data.path(), &["--seeds", "9", "--end", "mover"]);
    let expected = table(data.path(), &["path", "--seeds", "9", "--end", "mover"]);
    assert_eq!(text(&expected.stdout).trim_end(), path.to_str().unwrap());

    let info = table(data.path(), &["info", "--json"]);
    let info: Value = serde_json::from_slice(&info.stdout).unwrap();
    assert_eq!(info["seeds"], 9);
    assert_eq!(info["capture"], "opposite");
    assert_eq!(info["end"], "mover");
    // All positions of up to 9 seeds but those where the side to move has none.
    assert_eq!(info["entries"], 293_930 - 5_005);
    assert_eq!(info["problem"], Value::Null);

    for how in [&["--all"][..], &["--sample", "5000"]] {
        let verify = table(
            data.path(),
            &[&["verify", "--seeds", "9", "--end", "mover"], how].concat(),
        );
        assert!(verify.status.success(), "{}", text(&verify.stdout));
    }
    let again = table(data.path(), &["build", "--seeds", "9", "--end", "mover"]);
    assert!(again.status.success());
    assert!(text(&again.stderr).contains("there already"));
}

#[test]
fn a_build_goes_on_from_a_smaller_table() {
    let data = tempfile::tempdir().unwrap();
    let fresh = tempfile::tempdir().unwrap();
    build(data.path(), &["--seeds", "8"]);
    let grown = build(data.path(), &["--seeds", "10"]);
    let whole = build(fresh.path(), &["--seeds", "10", "--threads", "1"]);
    assert!(fs::read(grown).unwrap() == fs::read(whole).unwrap());
}

/// A build of 17 seeds that has some layers in its file.
fn half_built(data: &Path) -> (Child, PathBuf) {
    let mut child = super::mancala(data)
        .args(["table", "build", "--seeds", "17"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let partial = data.join("tables/opposite-either-17.table.partial");
    let began = Instant::now();
    while fs::metadata(&partial).map_or(0, |file| file.len()) < 200_000 {
        assert!(began.elapsed() < Duration::from_secs(60), "no layer came");
        assert_eq!(
            child.try_wait().unwrap(),
            None,
            "the build is too fast for this test"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    (child, partial)
}

#[test]
fn a_killed_build_is_continued() {
    let data = tempfile::tempdir().unwrap();
    let (mut child, partial) = half_built(data.path());
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(partial.exists());
    let path = data.path().join("tables/opposite-either-17.table");
    assert!(!path.exists(), "nothing half has the name of a table");

    let info = table(data.path(), &["info", "--json"]);
    let info: Value = serde_json::from_slice(&info.stdout).unwrap();
    let layers = info["layers_finished"].as_u64().unwrap();
    assert!((6..17).contains(&layers), "{info}");
    assert!(info["problem"].as_str().unwrap().contains("unfinished"));
    let refused = table(data.path(), &["verify", partial.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));

    // A layer that was damaged meanwhile is built again.
    let mut bytes = fs::read(&partial).unwrap();
    bytes[150_000] ^= 1;
    fs::write(&partial, bytes).unwrap();

    assert_eq!(build(data.path(), &["--seeds", "17"]), path);
    assert!(!partial.exists());
    let fresh = tempfile::tempdir().unwrap();
    let whole = build(fresh.path(), &["--seeds", "17"]);
    assert!(fs::read(path).unwrap() == fs::read(whole).unwrap());
}

#[test]
fn records_do_not_replace_a_table() {
    let data = tempfile::tempdir().unwrap();
    let path = build(data.path(), &["--seeds", "4"]);
    let before = fs::read(&path).unwrap();
    let refused = super::mancala(data.path())
        .args(["match", "random", "random", "--games", "2", "--records"])
        .arg(&path)
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = text(&refused.stderr);
    assert!(said.contains("is an input"), "{said}");
    assert!(fs::read(&path).unwrap() == before);
}

#[test]
fn two_builds_of_one_table_do_not_meet() {
    let data = tempfile::tempdir().unwrap();
    let (mut child, _) = half_built(data.path());
    let second = table(data.path(), &["build", "--seeds", "17"]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(
        text(&second.stderr).contains("another process"),
        "{}",
        text(&second.stderr)
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_says_how_to_go_on() {
    let data = tempfile::tempdir().unwrap();
    let (child, partial) = half_built(data.path());
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status()
        .unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("of 17 layers in"), "{said}");
    assert!(said.contains(partial.to_str().unwrap()), "{said}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing() {
    let data = tempfile::tempdir().unwrap();
    // A limit on the size of files stands in for a disk that fills up.
    let script = "trap '' XFSZ; ulimit -f 1000; exec \"$0\" table build --seeds 12";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_mancala")])
        .env("MANCALA_DATA_DIR", data.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("there is no room for"), "{said}");
    let left = fs::read_dir(data.path().join("tables")).unwrap().count();
    assert_eq!(left, 0);
}

#[test]
fn a_wrong_file_is_refused_by_name() {
    let data = tempfile::tempdir().unwrap();
    let path = build(data.path(), &["--seeds", "7"]);
    let whole = fs::read(&path).unwrap();
    let shown = path.to_str().unwrap();
    let refused = |bytes: &[u8], arguments: &[&str], word: &str| {
        fs::write(&path, bytes).unwrap();
        let output = table(data.path(), &[&["verify", shown], arguments].concat());
        assert_eq!(output.status.code(), Some(1));
        let said = text(&output.stdout);
        assert!(said.contains(shown) && said.contains(word), "{said}");
    };
    let mut flipped = whole.clone();
    flipped[whole.len() - 100] ^= 4;
    refused(&flipped, &[], "layer 7");
    refused(&whole[..whole.len() - 1], &[], "cut off");
    refused(b"hello", &[], "not an endgame table");
    refused(&whole, &["--capture", "always"], "other rules");
    let mut newer = whole.clone();
    newer[8] = 9;
    refused(&newer, &[], "format version 9");

    // A file in the place of the output is not overwritten.
    let in_the_way = table(data.path(), &["build", "--seeds", "7"]);
    assert_eq!(in_the_way.status.code(), Some(2));
    assert!(text(&in_the_way.stderr).contains("exists and is not the table to build"));
    assert_eq!(fs::read(&path).unwrap(), newer);
}

#[test]
fn a_position_is_looked_up() {
    let data = tempfile::tempdir().unwrap();
    let position = "0,0,0,1,0,0,3/1,0,0,0,0,0,2 s";
    let value = table(data.path(), &["value", position]);
    assert!(value.status.success(), "{}", text(&value.stderr));
    assert_eq!(text(&value.stdout), "-2\n4 -2\n");
    let always = table(data.path(), &["value", position, "--capture", "always"]);
    assert_eq!(text(&always.stdout), "+0\n4 +0\n");
    let too_many = table(data.path(), &["value", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 s"]);
    assert_eq!(too_many.status.code(), Some(2));
    assert!(text(&too_many.stderr).contains("48 seeds"));
}

#[test]
fn a_damaged_table_is_named_and_not_used() {
    let data = tempfile::tempdir().unwrap();
    let path = build(data.path(), &["--seeds", "8"]);
    let mut bytes = fs::read(&path).unwrap();
    bytes[5000] ^= 1;
    fs::write(&path, bytes).unwrap();
    let value = table(data.path(), &["value", "0,0,0,0,0,1,0/0,0,0,0,1,0,0 s"]);
    assert!(value.status.success());
    assert!(text(&value.stderr).contains(path.to_str().unwrap()));
    assert!(text(&value.stderr).contains("not used"));
}

/// Wherever it is damaged: in its values, or where it says what it is.
#[test]
fn solve_names_a_damaged_table() {
    let data = tempfile::tempdir().unwrap();
    let path = build(data.path(), &["--seeds", "13"]);
    let sound = fs::read(&path).unwrap();
    for at in [5000, 40, sound.len() - 1] {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        let position = "0,0,0,0,0,1,0/0,0,0,0,1,0,0 s";
        let solve = super::mancala(data.path())
            .args(["solve", position, "--table-seeds", "13"])
            .output()
            .unwrap();
        assert!(solve.status.success());
        let said = text(&solve.stderr);
        assert!(said.contains(path.to_str().unwrap()), "byte {at}: {said}");
        assert!(said.contains("not used"), "byte {at}: {said}");
    }
}
