//! Formatting and lints, so that the one test command checks everything.

use std::process::Command;

fn cargo(arguments: &[&str]) {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(super::root())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "cargo {}\n{out}{text}",
        arguments.join(" ")
    );
}

#[test]
fn the_code_is_formatted() {
    cargo(&["fmt", "--all", "--check"]);
}

#[test]
fn there_are_no_lints() {
    // In a folder of its own: the build that runs this test may hold the lock of the usual one.
    cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--target-dir",
        "target/lint",
        "--",
        "-D",
        "warnings",
    ]);
}

#[test]
fn the_fuzz_targets_build() {
    cargo(&[
        "check",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--target-dir",
        "target/lint",
    ]);
    let manifest = std::fs::read_to_string(super::root().join("fuzz/Cargo.toml")).unwrap();
    for entry in std::fs::read_dir(super::root().join("fuzz/fuzz_targets")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            manifest.contains(&format!("fuzz_targets/{name}")),
            "{name} is not in fuzz/Cargo.toml"
        );
    }
}
