//! `cargo xtask platforms`: the other places the project has to work in. The libraries are compiled for the browser and run
//! there under Node; the program is compiled for Windows and tried under Wine; for macOS it is type-checked.

mod browser;
mod smoke;
pub mod toolchain;
mod windows;

use std::fs;

use anyhow::{Context, Result};

use crate::shell::{self, Steps};
use toolchain::Toolchain;

#[derive(clap::Args)]
pub struct Args {
    /// Only this platform
    #[arg(value_enum)]
    only: Option<Platform>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Platform {
    Browser,
    Windows,
    Macos,
}

pub fn run(args: &Args) -> Result<()> {
    let mut steps = Steps::default();
    let wanted = |platform| args.only.is_none_or(|only| only == platform);
    if wanted(Platform::Browser) {
        steps.step("browser", browser::check)?;
    }
    if wanted(Platform::Windows) {
        steps.step("Windows", windows::check)?;
    }
    if wanted(Platform::Macos) {
        steps.step("macOS", check_macos)?;
    }
    steps.report();
    Ok(())
}

/// Nothing can be linked for macOS without Apple's tools, but everything can be type-checked.
fn check_macos() -> Result<()> {
    let toolchain = Toolchain::find("aarch64-apple-darwin")?;
    // C is compiled for it by Apple's tools only. For the types it is enough to say that SQLite is somewhere, and to leave
    // empty objects and archives wherever they are asked for.
    let stand_in = shell::root().join("target/platforms/no-compiler.sh");
    fs::write(&stand_in, NO_COMPILER).context("the stand-in for a C compiler")?;
    let stand_in = format!("sh {}", stand_in.display());
    let mut check = toolchain.cargo("check");
    check
        .args(["--package", "mancala"])
        .env("LIBSQLITE3_SYS_USE_PKG_CONFIG", "1")
        .env("SQLITE3_LIB_DIR", "/usr/lib")
        .env("CC_aarch64_apple_darwin", &stand_in)
        .env("AR_aarch64_apple_darwin", &stand_in);
    shell::run(&mut check)
}

/// Makes the file that is named after `-o`, and every archive.
const NO_COMPILER: &str = r#"before=
for name in "$@"; do
  case "$before $name" in "-o "*|*.a) : > "$name" ;; esac
  before=$name
done
"#;
