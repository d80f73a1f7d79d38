//! Reading files, also those in zip archives, and writing them so that a crash at any moment leaves the old file or the new one,
//! never half of one.
//!
//! A file in an archive has the path of the archive with its name behind it: `consoles/anna.zip/console/mancala.circ`.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};

use crate::archive::Archive;

/// The largest file that is read: more than any circuit, program or collection of games, and less than `/dev/zero`.
const MOST_BYTES: u64 = 64 << 20;

/// Reads a file of bytes, but never an endless one.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let cannot = || format!("cannot read {}", path.display());
    if let Some((archive, name)) = through(path).filter(|(_, name)| !name.is_empty()) {
        return opened(&archive)?
            .contents(&name, MOST_BYTES)
            .with_context(cannot);
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .with_context(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        bail!("{} is larger than {most} MB", path.display());
    }
    Ok(bytes)
}

/// Whether a path is called like a zip archive, and is a file.
pub fn is_archive(path: &Path) -> bool {
    let is_zip = |end: &OsStr| end.eq_ignore_ascii_case("zip");
    path.extension().is_some_and(is_zip) && path.is_file()
}

/// The archive that a path leads to or through, and the name behind it.
fn through(path: &Path) -> Option<(PathBuf, String)> {
    let archive = path.ancestors().find(|path| is_archive(path))?;
    let name = path.strip_prefix(archive).ok()?.components();
    let parts: Vec<_> = name
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    Some((archive.to_owned(), parts.join("/")))
}

fn opened(archive: &Path) -> anyhow::Result<Archive> {
    Archive::new(read(archive)?).with_context(|| format!("cannot read {}", archive.display()))
}

/// Whether there is such a file, on the disk or in an archive.
pub fn is_file(path: &Path) -> bool {
    let in_archive = || {
        let (archive, name) = through(path)?;
        Some(opened(&archive).ok()?.has_file(&name))
    };
    path.is_file() || in_archive() == Some(true)
}

/// Something in a folder.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    pub path: PathBuf,
    /// An archive is one, and has some.
    pub is_folder: bool,
}

/// What is in a folder, on the disk or in an archive, by name.
pub fn entries(folder: &Path) -> anyhow::Result<Vec<Entry>> {
    if let Some((archive, name)) = through(folder) {
        let archive = opened(&archive)?;
        let entry = |inside: &str| Entry {
            path: folder.join(inside),
            is_folder: !match name.is_empty() {
                true => archive.has_file(inside),
                false => archive.has_file(&format!("{name}/{inside}")),
            },
        };
        return Ok(archive.names_in(&name).into_iter().map(entry).collect());
    }
    let here = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let entry = |found: io::Result<fs::DirEntry>| -> io::Result<Entry> {
        let path = folder.join(found?.file_name());
        let is_folder = path.is_dir() || is_archive(&path);
        Ok(Entry { path, is_folder })
    };
    let entries = fs::read_dir(here).and_then(|all| all.map(entry).collect());
    let mut entries: Vec<Entry> =
        entries.with_context(|| format!("cannot read {}", folder.display()))?;
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(entries)
}

/// Reads a text in UTF-8, without a byte-order mark.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    text(read(path)?).with_context(|| path.display().to_string())
}

/// Reads a text in which other bytes than UTF-8 can only be in comments.
pub fn read_text_leniently(path: &Path) -> anyhow::Result<String> {
    let bytes = read(path)?;
    Ok(diag::without_mark(&String::from_utf8_lossy(&bytes)).to_owned())
}

fn text(bytes: Vec<u8>) -> anyhow::Result<String> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        anyhow!("line {line} is not text in UTF-8")
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Replaces or creates an output that the user named. Its folder must exist: a new one is more likely a typing error.
pub fn save(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    check_folder(path)?;
    write_whole(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Replaces or creates the file at `path`, and its folder.
pub fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_whole_with(path, |file| file.write_all(contents))
}

/// Replaces or creates the file at `path` with the output of `write`.
pub fn write_whole_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    let mut draft = Draft::open(path)?;
    write(&mut draft.file)?;
    draft.publish()
}

/// Creates the file at `path`, whole, unless it exists: then the error is `AlreadyExists`, and the existing file is
/// untouched.
pub fn create_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    // A file where a folder should be exists already too, but is not what the caller asks about.
    let not_a_folder = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
        _ => error,
    };
    fs::create_dir_all(folder_of(path)).map_err(not_a_folder)?;
    let mut draft = Draft::open(path)?;
    draft.file.write_all(contents)?;
    draft.file.sync_all()?;
    match fs::hard_link(&draft.draft, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        // A file system without hard links: first the name is taken, then the contents are written.
        Err(_) => {
            File::create_new(path)?;
            fs::rename(&draft.draft, path)?;
        }
        Ok(()) => {}
    }
    sync_folder(&folder_of(path))
}

/// Refuses an output in a folder that does not exist, before any work is done for it.
pub fn check_folder(output: &Path) -> anyhow::Result<()> {
    let folder = folder_of(output);
    if !folder.is_dir() {
        bail!(
            "cannot write {}: there is no folder {}; create it first",
            output.display(),
            folder.display()
        );
    }
    Ok(())
}

/// Refuses to write over an input, whatever names the two have, and to write two outputs into one file. `-` is stdout.
pub fn keep_apart(inputs: &[&Path], outputs: &[&Path]) -> anyhow::Result<()> {
    for (at, output) in outputs.iter().enumerate() {
        if *output == Path::new("-") {
            continue;
        }
        let place = place_of(output);
        if inputs.iter().any(|input| place_of(input) == place) {
            bail!(
                "{} is an input: it would be overwritten; choose another name for the output",
                output.display()
            );
        }
        if outputs[..at].iter().any(|other| place_of(other) == place) {
            bail!("{} is named for two outputs", output.display());
        }
    }
    Ok(())
}

/// The canonical name of a file that may not exist yet.
fn place_of(path: &Path) -> PathBuf {
    let whole = fs::canonicalize(path);
    whole.unwrap_or_else(|_| match fs::canonicalize(folder_of(path)) {
        Ok(folder) => folder.join(path.file_name().unwrap_or_default()),
        Err(_) => path.to_owned(),
    })
}

/// A file that is written piece by piece and takes its name only when it is complete.
pub struct Draft {
    path: PathBuf,
    draft: PathBuf,
    pub file: File,
}

impl Draft {
    pub fn new(path: &Path) -> anyhow::Result<Draft> {
        check_folder(path)?;
        Draft::open(path).with_context(|| format!("cannot write {}", path.display()))
    }

    pub fn keep(self) -> anyhow::Result<()> {
        let path = self.path.clone();
        self.publish()
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn open(path: &Path) -> io::Result<Draft> {
        let draft = draft_of(path);
        Ok(Draft {
            file: File::create(&draft)?,
            path: path.to_owned(),
            draft,
        })
    }

    fn publish(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.draft, &self.path)?;
        sync_folder(&folder_of(&self.path))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Once it has its name there is no draft any more; before that the draft is useless.
        let _ = fs::remove_file(&self.draft);
    }
}

/// The name of a file while it is written: unique to this process, and not the name of a finished file.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".draft-{}", std::process::id()));
    path.with_file_name(name)
}

pub fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Makes the new name durable. Only Unix allows opening a folder for that.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::tests::packed;

    #[test]
    fn a_name_is_taken_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sub/game");
        create_whole(&path, b"first").unwrap();
        let error = create_whole(&path, b"second").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        let error = create_whole(&path.join("below"), b"third").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotADirectory);
    }

    #[test]
    fn text_is_read_without_its_mark_and_never_without_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        fs::write(&path, "\u{feff}one\ntwo\n").unwrap();
        assert_eq!(read_text(&path).unwrap(), "one\ntwo\n");
        assert_eq!(read_text_leniently(&path).unwrap(), "one\ntwo\n");
        fs::write(&path, b"one\n\xff\n").unwrap();
        let error = format!("{:#}", read_text(&path).unwrap_err());
        assert!(error.ends_with("line 2 is not text in UTF-8"), "{error}");
        assert_eq!(read_text_leniently(&path).unwrap(), "one\n\u{fffd}\n");
        File::create(&path)
            .unwrap()
            .set_len(MOST_BYTES + 1)
            .unwrap();
        let error = format!("{:#}", read(&path).unwrap_err());
        assert!(error.ends_with("is larger than 64 MB"), "{error}");
    }

    #[test]
    fn an_archive_is_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let files: &[(&[u8], &[u8], bool)] = &[
            (b"sub/a.circ", b"<project/>", true),
            (b"b.toml", b"x = 1", false),
        ];
        let path = |name: &str| folder.path().join(name);
        fs::write(path("w.ZIP"), packed(files)).unwrap();
        fs::create_dir(path("real.zip")).unwrap();
        fs::write(path("real.zip/c"), "").unwrap();
        fs::write(path("broken.zip"), "PK").unwrap();
        let listed = |name: &str| -> Vec<(PathBuf, bool)> {
            let entries = entries(&path(name)).unwrap().into_iter();
            entries.map(|one| (one.path, one.is_folder)).collect()
        };
        let (sub, text) = (path("w.ZIP/sub"), path("w.ZIP/b.toml"));
        assert_eq!(listed("w.ZIP"), [(text, false), (sub, true)]);
        assert_eq!(listed("w.ZIP/sub"), [(path("w.ZIP/sub/a.circ"), false)]);
        assert_eq!(listed("real.zip"), [(path("real.zip/c"), false)]);
        assert!(listed("").contains(&(path("w.ZIP"), true)));
        for (name, file) in [
            ("w.ZIP", true),
            ("w.ZIP/sub", false),
            ("w.ZIP/sub/a.circ", true),
            ("w.ZIP/no", false),
            ("real.zip", false),
            ("real.zip/c", true),
            ("broken.zip/c", false),
        ] {
            assert_eq!(is_file(&path(name)), file, "{name}");
        }
        assert_eq!(read_text(&path("w.ZIP/b.toml")).unwrap(), "x = 1");
        assert!(read(&path("w.ZIP")).unwrap().starts_with(b"PK"));
        let told = |name: &str| format!("{:#}", read(&path(name)).unwrap_err());
        assert!(told("w.ZIP/no").starts_with("cannot read "));
        assert!(told("broken.zip/c").ends_with("it is not a whole zip archive"));
    }

    #[test]
    fn an_output_is_no_input_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a.asm"), "").unwrap();
        let input = path("a.asm");
        let refused = |outputs: &[&Path]| keep_apart(&[&input], outputs).is_err();
        assert!(refused(&[&input]));
        assert!(refused(&[&path("./a.asm")]));
        fs::create_dir(path("sub")).unwrap();
        assert!(refused(&[&path("sub/../a.asm")]));
        assert!(refused(&[&path("x.img"), &path("sub/../x.img")]));
        assert!(!refused(&[&path("a.img"), Path::new("-"), Path::new("-")]));
        assert!(!refused(&[&path("nowhere/a.asm")]));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&input, path("link")).unwrap();
            assert!(refused(&[&path("link")]));
        }
    }
}
