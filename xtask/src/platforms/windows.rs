//! The program on Windows, as far as Wine is Windows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::smoke::{self, Program};
use super::toolchain::{Toolchain, need};
use crate::shell;

/// The standard library asks this library for random seeds; older Wines do not have it.
const RANDOM: &str = "
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
  return SystemFunction036(data, (ULONG)length);
}
";

pub fn check() -> Result<()> {
    need("x86_64-w64-mingw32-gcc", &["gcc-mingw-w64-x86-64"])?;
    need("wine", &["wine64", "wine"])?;
    let toolchain = Toolchain::find("x86_64-pc-windows-gnu")?;
    shell::run(toolchain.cargo("build").args(["--package", "mancala"]))?;
    let folder = tempfile::tempdir()?;
    let program = install(&toolchain.built("mancala.exe"), folder.path())?;
    let wine = Wine {
        folder: folder.path().to_owned(),
        program,
    };
    shell::output(wine.command().arg("--version")).context("Wine does not start")?;
    let result = smoke::check(&wine);
    // Wine's own server stays for some seconds, and with it the folder.
    let _ = Command::new("wineserver")
        .arg("--kill")
        .env("WINEPREFIX", folder.path().join("wine"))
        .status();
    result
}

/// Puts the program, and the library it may miss, into a folder with blanks and umlauts in its name.
fn install(built: &Path, folder: &Path) -> Result<PathBuf> {
    let folder = folder.join("Größe der Welt");
    fs::create_dir_all(&folder)?;
    let program = folder.join("mancala.exe");
    fs::copy(built, &program).with_context(|| format!("there is no {}", built.display()))?;
    let source = folder.join("random.c");
    fs::write(&source, RANDOM)?;
    shell::run(
        Command::new("x86_64-w64-mingw32-gcc")
            .args(["-shared", "-o"])
            .arg(folder.join("bcryptprimitives.dll"))
            .arg(&source)
            .arg("-ladvapi32"),
    )?;
    Ok(program)
}

struct Wine {
    folder: PathBuf,
    program: PathBuf,
}

impl Program for Wine {
    fn command(&self) -> Command {
        let mut command = Command::new("wine");
        command
            .arg(&self.program)
            .env("WINEDEBUG", "-all")
            .env("WINEPREFIX", self.folder.join("wine"));
        command
    }

    fn work(&self) -> PathBuf {
        self.folder.join("Größe der Welt")
    }

    /// `Z:` is the root of the machine.
    fn path(&self, path: &Path) -> String {
        format!("Z:{}", path.display().to_string().replace('/', "\\"))
    }
}
