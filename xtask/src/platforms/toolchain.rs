//! A compiler for another platform. Where rustup can add a target, that is all; where it cannot, Debian's packages bring a
//! compiler with the sources of the standard library, which is then built along.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell::{cargo, output, root, run};

/// Debian's compiler, and what it needs to build the standard library.
const DEBIAN: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];

pub struct Toolchain {
    target: &'static str,
    /// Compiler and cargo of Debian, if rustup's do not know the target.
    debian: Option<(PathBuf, PathBuf)>,
}

impl Toolchain {
    pub fn find(target: &'static str) -> Result<Toolchain> {
        let own = || Toolchain {
            target,
            debian: None,
        };
        if has_std(target) {
            return Ok(own());
        }
        if let Some(found) = debian() {
            return Ok(Toolchain {
                target,
                debian: Some(found),
            });
        }
        let added = Command::new("rustup")
            .args(["target", "add", target])
            .output();
        if added.is_ok_and(|added| added.status.success()) && has_std(target) {
            return Ok(own());
        }
        install(&DEBIAN).with_context(|| {
            format!("there is no standard library for {target}: run `rustup target add {target}`")
        })?;
        let found = debian().context("Debian's packages brought no compiler")?;
        Ok(Toolchain {
            target,
            debian: Some(found),
        })
    }

    /// `cargo VERB --target ...`, with a separate build folder.
    pub fn cargo(&self, verb: &str) -> Command {
        let mut command = match &self.debian {
            None => cargo(),
            Some((rustc, program)) => {
                let mut command = Command::new(program);
                command
                    .current_dir(root())
                    .env("RUSTC", rustc)
                    .env("RUSTC_BOOTSTRAP", "1");
                for name in ["RUSTUP_TOOLCHAIN", "CARGO", "RUSTDOC", "RUSTC_WRAPPER"] {
                    command.env_remove(name);
                }
                command
            }
        };
        command.args([
            verb,
            "--quiet",
            "--locked",
            "--target",
            self.target,
            "--target-dir",
        ]);
        command.arg(folder());
        if self.debian.is_some() {
            command.arg("-Zbuild-std=std,panic_abort,panic_unwind");
        }
        // Quick to build, and quick enough for what is tried.
        command.args([
            "--config",
            "profile.dev.opt-level=0",
            "--config",
            "profile.dev.debug=false",
        ]);
        command
    }

    /// Where `cargo build` leaves its results.
    pub fn built(&self, name: &str) -> PathBuf {
        self.built_with("debug", name)
    }

    /// The same, for a named profile.
    pub fn built_with(&self, profile: &str, name: &str) -> PathBuf {
        folder().join(self.target).join(profile).join(name)
    }
}

fn folder() -> PathBuf {
    root().join("target/platforms")
}

/// Whether the compiler we run under has the standard library of a target.
fn has_std(target: &str) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let printed =
        output(Command::new(rustc).args(["--print", "target-libdir", "--target", target]));
    let Ok(entries) = printed.and_then(|path| Ok(Path::new(path.trim()).read_dir()?)) else {
        return false;
    };
    let mut names = entries.flatten().map(|entry| entry.file_name());
    names.any(|name| name.to_string_lossy().starts_with("libstd-"))
}

/// Compiler and cargo of Debian, if they are installed.
fn debian() -> Option<(PathBuf, PathBuf)> {
    let program = |package: &str, ending: &str| {
        let files = output(Command::new("dpkg").args(["-L", package])).ok()?;
        files
            .lines()
            .find(|line| line.ends_with(ending))
            .map(PathBuf::from)
    };
    program("rust-web-src", "/Cargo.lock").or_else(|| program("rust-web-src", "/Cargo.toml"))?;
    Some((
        program("rustc-web", "bin/rustc")?,
        program("cargo-web", "bin/cargo")?,
    ))
}

/// Installs packages of Debian where we may; says which are wanted where we may not.
pub fn install(packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    let root = output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let debian = Command::new("apt-get").arg("--version").output().is_ok();
    if !root || !debian {
        bail!("missing programs; on Debian: sudo apt-get install {list}");
    }
    println!("installing {list}");
    run(Command::new("apt-get").args(["update", "--quiet"]))?;
    run(Command::new("apt-get")
        .args(["install", "--yes", "--quiet", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Installs packages unless a program of theirs answers.
pub fn need(program: &str, packages: &[&str]) -> Result<()> {
    match Command::new(program).arg("--version").output() {
        Ok(_) => Ok(()),
        Err(_) => install(packages),
    }
}
