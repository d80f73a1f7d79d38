//! `cargo xtask dist`: what people install. Archives for Linux and Windows with the program, its manual pages, completions and
//! the licences of everything in it, a Debian package, and checksums of them all.

mod debian;
mod licences;
mod zip;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::platforms::toolchain::{Toolchain, need};
use crate::shell::{self, cargo, root};

const SHELLS: [(&str, &str); 5] = [
    ("bash", "mancala.bash"),
    ("elvish", "mancala.elv"),
    ("fish", "mancala.fish"),
    ("powershell", "mancala.ps1"),
    ("zsh", "_mancala"),
];

#[derive(clap::Args)]
pub struct Args {
    /// Leave Windows out, which needs another compiler
    #[arg(long)]
    no_windows: bool,
}

pub fn run(args: &Args) -> Result<()> {
    let folder = root().join("target/dist");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    shell::run(cargo().args(["build", "--release", "--locked", "--package", "mancala"]))?;
    let program = built()?;
    let version = version(&program)?;
    let common = Common::write(&folder.join("common"), &program)?;
    let mut files = vec![
        linux(&folder, &version, &program, &common)?,
        debian::package(&folder, &version, &program, &common)?,
    ];
    if !args.no_windows {
        files.push(windows(&folder, &version, &common)?);
    }
    fs::remove_dir_all(&common.folder)?;
    checksums(&folder, &files)?;
    for file in &files {
        let size = fs::metadata(file)?.len() as f64 / 1e6;
        println!("{size:7.1} MB  {}", file.display());
    }
    Ok(())
}

/// The program just built, wherever cargo puts it.
fn built() -> Result<PathBuf> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = target.join("release/mancala");
    program.canonicalize().context("cargo built no program")
}

/// `0.1.0`, as the program says it, without the commit.
fn version(program: &Path) -> Result<String> {
    let said = shell::output(Command::new(program).arg("--version"))?;
    let version = said.split_whitespace().nth(1);
    Ok(version.context("the program has no version")?.to_owned())
}

/// What every archive has beside the program.
struct Common {
    folder: PathBuf,
}

impl Common {
    fn write(folder: &Path, program: &Path) -> Result<Common> {
        let completions = folder.join("completions");
        fs::create_dir_all(&completions)?;
        for (name, file) in SHELLS {
            let script = shell::output(Command::new(program).args(["completions", name]))?;
            fs::write(completions.join(file), script)?;
        }
        shell::output(
            Command::new(program)
                .args(["man", "--out"])
                .arg(folder.join("man")),
        )?;
        for name in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            fs::copy(root().join(name), folder.join(name))?;
        }
        fs::write(folder.join("LICENCES.txt"), licences::all()?)?;
        Ok(Common {
            folder: folder.to_owned(),
        })
    }

    /// Copies everything into the folder of an archive.
    fn copy(&self, to: &Path) -> Result<()> {
        copy_folder(&self.folder, to)
    }
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// An archive with one folder in it, the same bytes for the same commit.
fn linux(folder: &Path, version: &str, program: &Path, common: &Common) -> Result<PathBuf> {
    let name = format!("mancala-{version}-{}-linux", std::env::consts::ARCH);
    let inside = folder.join(&name);
    common.copy(&inside)?;
    fs::copy(program, inside.join("mancala"))?;
    let archive = folder.join(format!("{name}.tar.gz"));
    let seconds = shell::output(
        Command::new("git")
            .args(["log", "-1", "--format=%ct"])
            .current_dir(root()),
    )?;
    shell::run(
        Command::new("tar")
            .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
            .arg(format!("--mtime=@{}", seconds.trim()))
            .args(["--use-compress-program=gzip -n -9", "--create", "--file"])
            .arg(&archive)
            .arg("--directory")
            .arg(folder)
            .arg(&name),
    )?;
    fs::remove_dir_all(inside)?;
    Ok(archive)
}

fn windows(folder: &Path, version: &str, common: &Common) -> Result<PathBuf> {
    need("x86_64-w64-mingw32-gcc", &["gcc-mingw-w64-x86-64"])?;
    let toolchain = Toolchain::find("x86_64-pc-windows-gnu")?;
    shell::run(
        toolchain
            .cargo("build")
            .args(["--release", "--package", "mancala"]),
    )?;
    let name = format!("mancala-{version}-x86_64-windows");
    let inside = folder.join(&name);
    common.copy(&inside)?;
    fs::copy(
        toolchain.built_with("release", "mancala.exe"),
        inside.join("mancala.exe"),
    )?;
    let archive = folder.join(format!("{name}.zip"));
    zip::write(&archive, folder, &name)?;
    fs::remove_dir_all(inside)?;
    Ok(archive)
}

/// In the form that `sha256sum --check` reads.
fn checksums(folder: &Path, files: &[PathBuf]) -> Result<()> {
    let names = files.iter().filter_map(|file| file.file_name());
    let sums = shell::output(Command::new("sha256sum").args(names).current_dir(folder))?;
    Ok(fs::write(folder.join("SHA256SUMS"), sums)?)
}
