//! The Debian package: `sudo apt install ./mancala_0.1.0_amd64.deb`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::GzBuilder;
use std::io::Write;

use super::Common;
use crate::platforms::toolchain::need;
use crate::shell::{self, root};

pub fn package(folder: &Path, version: &str, program: &Path, common: &Common) -> Result<PathBuf> {
    need("dpkg-deb", &["dpkg"])?;
    let tree = folder.join("deb");
    fill(&tree, program, common)?;
    let machine = shell::output(Command::new("dpkg").arg("--print-architecture"))?;
    let machine = machine.trim();
    fs::create_dir_all(tree.join("DEBIAN"))?;
    fs::write(
        tree.join("DEBIAN/control"),
        control(version, machine, &tree, program)?,
    )?;
    modes(&tree)?;
    let file = folder.join(format!("mancala_{version}_{machine}.deb"));
    shell::output(
        Command::new("dpkg-deb")
            .args(["--root-owner-group", "--build"])
            .arg(&tree)
            .arg(&file),
    )?;
    fs::remove_dir_all(tree)?;
    Ok(file)
}

/// The files where Debian has them.
fn fill(tree: &Path, program: &Path, common: &Common) -> Result<()> {
    let share = tree.join("usr/share");
    copy(program, &tree.join("usr/bin/mancala"))?;
    for entry in fs::read_dir(common.folder.join("man"))? {
        let entry = entry?;
        let name = format!("man/man1/{}.gz", entry.file_name().to_string_lossy());
        zipped(&fs::read(entry.path())?, &share.join(name))?;
    }
    let completions = common.folder.join("completions");
    for (from, to) in [
        ("mancala.bash", "bash-completion/completions/mancala"),
        ("mancala.fish", "fish/vendor_completions.d/mancala.fish"),
        ("_mancala", "zsh/vendor-completions/_mancala"),
    ] {
        copy(&completions.join(from), &share.join(to))?;
    }
    let doc = share.join("doc/mancala");
    copy(&common.folder.join("README.md"), &doc.join("README.md"))?;
    zipped(
        &fs::read(common.folder.join("CHANGELOG.md"))?,
        &doc.join("changelog.gz"),
    )?;
    zipped(
        &fs::read(common.folder.join("LICENCES.txt"))?,
        &doc.join("LICENCES.txt.gz"),
    )?;
    let mut licence = fs::read(root().join("LICENSE-MIT"))?;
    licence.extend(b"\nor\n\n");
    licence.extend(fs::read(root().join("LICENSE-APACHE"))?);
    Ok(fs::write(doc.join("copyright"), licence)?)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().context("a file is in a folder")?;
    fs::create_dir_all(folder)?;
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

fn zipped(contents: &[u8], to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
    let mut encoder = GzBuilder::new().write(fs::File::create(to)?, Compression::best());
    encoder.write_all(contents)?;
    encoder.finish()?;
    Ok(())
}

/// Readable by everybody, writable by root, whatever the mask of who packs.
fn modes(path: &Path) -> Result<()> {
    let folder = path.is_dir();
    let executable = folder || path.ends_with("usr/bin/mancala");
    fs::set_permissions(
        path,
        fs::Permissions::from_mode(if executable { 0o755 } else { 0o644 }),
    )?;
    if folder {
        for entry in fs::read_dir(path)? {
            modes(&entry?.path())?;
        }
    }
    Ok(())
}

fn control(version: &str, machine: &str, tree: &Path, program: &Path) -> Result<String> {
    let kilobytes = size(tree)? / 1024;
    Ok(format!(
        "Package: mancala\nVersion: {version}\nArchitecture: {machine}\nMaintainer: the authors of mancala <mancala@localhost>\n\
         Installed-Size: {kilobytes}\nDepends: libc6 (>= {}), libgcc-s1\nSection: games\nPriority: optional\n\
         Description: the Mancala console, from logic gates to perfect play\n \
         Kalah against people and the computer, an exact solver, the CdM-8\n \
         assembler and debugger, a simulator for Logisim circuits, and a site.\n",
        glibc(program)?
    ))
}

fn size(path: &Path) -> Result<u64> {
    if !path.is_dir() {
        return Ok(path.metadata()?.len());
    }
    fs::read_dir(path)?.map(|entry| size(&entry?.path())).sum()
}

/// The newest version of the C library the program asks for.
fn glibc(program: &Path) -> Result<String> {
    let symbols = shell::output(Command::new("objdump").arg("-T").arg(program))?;
    let versions = symbols.split("GLIBC_").skip(1).filter_map(|rest| {
        let text: &str = rest
            .split(|letter: char| letter != '.' && !letter.is_ascii_digit())
            .next()?;
        let numbers: Option<Vec<u32>> = text.split('.').map(|number| number.parse().ok()).collect();
        Some((numbers?, text))
    });
    let newest = versions.max().context("the program needs no C library?")?;
    Ok(newest.1.to_owned())
}
