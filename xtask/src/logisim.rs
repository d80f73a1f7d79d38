//! `cargo xtask logisim`: files as the editor saves them after random edits, run by the real Logisim and by ours, with the same
//! values at every port. A few of them are recorded for `cargo test`; this looks further.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell::{self, cargo, root};

#[derive(clap::Args)]
pub struct Args {
    /// How many files
    #[arg(long, default_value_t = 300)]
    cases: u64,
    /// The seed of the first; the others follow
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// Logisim 2.7.1
    #[arg(long, default_value = "/usr/share/logisim/logisim.jar")]
    jar: PathBuf,
}

pub fn run(args: &Args) -> Result<()> {
    if !args.jar.exists() {
        let jar = args.jar.display();
        bail!(
            "there is no {jar}; on Debian: sudo apt-get install logisim default-jdk-headless. --jar names another"
        );
    }
    let folder = root().join("target/logisim");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let classes = folder.join("classes");
    fs::create_dir_all(&classes)?;
    let files = folder.join("edited");
    let written = "editing::saved::files_after_random_edits_are_written_when_asked";
    let mut write = test(written);
    write.env("EDITED", &files);
    write.env("CASES", args.cases.to_string());
    write.env("FIRST", args.first.to_string());
    shell::run(&mut write)?;
    let source = root().join("crates/circuit/tests/editing/Ports.java");
    let mut javac = Command::new("javac");
    javac.arg("-cp").arg(&args.jar).arg("-d").arg(&classes);
    shell::run(javac.arg(source)).context("the recorder")?;
    let path = std::env::join_paths([args.jar.clone(), classes])?;
    let mut java = Command::new("java");
    java.arg("-Djava.awt.headless=true").arg("-cp").arg(path);
    let told = shell::output(java.arg("Ports").arg(&files)).context("Logisim")?;
    let recorded = told.lines().filter(|line| line.ends_with(": recorded"));
    println!("{} of {} files recorded", recorded.count(), args.cases);
    for line in told.lines().filter(|line| line.contains("Logisim says")) {
        println!("{line}");
    }
    let mut compare = test("snap::recordings_elsewhere_when_asked");
    shell::run(compare.env("RECORDINGS", &files))
}

fn test(name: &str) -> Command {
    let mut command = cargo();
    let wanted = [
        "test",
        "--quiet",
        "--package",
        "circuit",
        "--test",
        "it",
        "--",
        "--exact",
    ];
    command.args(wanted).arg(name);
    command
}
