//! `mancala cdm8 asm` as a user meets it: files, output, exit codes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("asm-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(self, name: &str, text: &str) -> Folder {
        fs::write(self.0.join(name), text).unwrap();
        self
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Exit code, stdout and stderr of `mancala cdm8 asm` with these arguments.
    fn asm(&self, line: &str) -> (i32, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_mancala"))
            .args(["cdm8", "asm"])
            .args(line.split_whitespace())
            .current_dir(&self.0)
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code().expect("an exit code");
        (code, text(output.stdout), text(output.stderr))
    }
}

const MAIN: &str = "asect 0\nf: ext\njsr f\nhalt\nend\n";
const LIBRARY: &str = "rsect q\nf> ldi r0, 7\nrts\nend\n";
const IMAGE: [u8; 6] = [0xd6, 0x03, 0xd4, 0xd0, 0x07, 0xd7];

#[test]
fn images_in_every_form() {
    let folder = Folder::new("images")
        .file("a.asm", MAIN)
        .file("b.asm", LIBRARY);
    assert_eq!(folder.asm("a.asm b.asm").0, 0);
    assert_eq!(folder.read("a.img"), b"v2.0 raw\nd6\n03\nd4\nd0\n07\nd7\n");
    assert_eq!(folder.asm("a.asm b.asm -o x.img --img-style cocoide").0, 0);
    assert_eq!(folder.read("x.img").len(), 777);
    assert_eq!(folder.asm("a.asm b.asm -o x.bin").0, 0);
    let raw = folder.read("x.bin");
    assert_eq!((raw.len(), &raw[..6]), (256, &IMAGE[..]));
    let (code, out, _) = folder.asm("a.asm b.asm -o -");
    assert_eq!(
        (code, out.as_str()),
        (0, "v2.0 raw\nd6\n03\nd4\nd0\n07\nd7\n")
    );
}

#[test]
fn objects_are_compiled_merged_and_linked() {
    let folder = Folder::new("objects")
        .file("a.asm", MAIN)
        .file("b.asm", LIBRARY);
    assert_eq!(folder.asm("-c a.asm b.asm").0, 0);
    assert_eq!(folder.asm("a.obj b.obj -o one.bin").0, 0);
    assert_eq!(folder.asm("-m a.obj b.obj").0, 0);
    assert_eq!(folder.asm("merged.obj -o two.bin").0, 0);
    assert_eq!(folder.asm("a.asm b.obj -o three.bin").0, 0);
    for name in ["one.bin", "two.bin", "three.bin"] {
        assert_eq!(folder.read(name)[..6], IMAGE, "{name}");
    }
    assert_eq!(folder.asm("-c a.obj").0, 2);
    assert_eq!(folder.asm("-m a.asm").0, 2);
    assert_eq!(folder.asm("-c -m a.obj").0, 2);
}

#[test]
fn every_error_is_told_and_nothing_is_written() {
    let folder = Folder::new("errors").file("bad.asm", "asect 0\npsh r0\nbr nowhere\nend\n");
    let (code, out, err) = folder.asm("bad.asm");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(
        err.contains(" --> bad.asm:2:1\n") && err.contains("did you mean `push`?"),
        "{err}"
    );
    assert!(err.contains(" --> bad.asm:3:4\n"), "{err}");
    assert!(err.ends_with("2 errors, 0 warnings\n"), "{err}");
    assert!(!err.contains('\x1b'), "no colour where nobody looks");
    assert!(!folder.0.join("bad.img").exists());
    let (code, out, _) = folder.asm("bad.asm --json");
    let found: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 1);
    assert_eq!(found["diagnostics"][0]["at"]["line"], 2);
}

#[test]
fn wrong_use_is_exit_code_2() {
    let folder = Folder::new("usage")
        .file("a.asm", "asect 0\nhalt\nend\n")
        .file("m.mlb", "");
    for line in [
        "",
        "missing.asm",
        "a.asm --silence nonsense",
        "a.asm --compat x",
        "m.mlb",
        "a.asm -o no/such/../../x/",
    ] {
        let (code, _, err) = folder.asm(line);
        assert_eq!(code, 2, "{line}: {err}");
        assert!(!err.is_empty());
    }
}

#[test]
fn warnings_are_named_listed_silenced_and_denied() {
    let folder = Folder::new("warnings").file("a.asm", "asect 0\npopall\nhalt\nend\n");
    assert!(folder.asm("--warnings").1.contains("\npopall "));
    assert!(folder.asm("a.asm").2.contains("warning[popall]"));
    assert!(!folder.asm("a.asm --silence popall").2.contains("warning"));
    assert!(
        !folder
            .asm("a.asm --variant mark5-devkit")
            .2
            .contains("warning[")
    );
    assert_eq!(folder.asm("a.asm --deny-warnings").0, 1);
    assert_eq!(folder.asm("a.asm --deny-warnings --silence all").0, 0);
}

#[test]
fn the_other_files_and_the_map_of_what_does_not_fit() {
    let big = "asect 0\nf: ext\njsr f\nds 200\nrsect x\nf> ds 80\nend\n";
    let folder = Folder::new("files")
        .file("a.asm", "asect 0\nx: halt\nend\n")
        .file("big.asm", big);
    let line = "a.asm -o a.img --debug --listing a.lst --symbols a.sym --map a.map";
    assert_eq!(folder.asm(line).0, 0);
    let debug: serde_json::Value = serde_json::from_slice(&folder.read("a.dbg.json")).unwrap();
    assert_eq!(debug["codeLocations"]["0"]["l"], 2);
    assert!(debug["files"][0].as_str().unwrap().ends_with("a.asm"));
    assert!(folder.read("a.lst").starts_with(b"a.asm\naddr"));
    assert!(folder.read("a.sym").ends_with(b"00 label x a.asm:2\n"));
    assert!(folder.read("a.map").starts_with(b"1 of 256 bytes used"));
    let (code, out, _) = folder.asm("big.asm --map -");
    assert_eq!(code, 1);
    assert!(out.contains("the program is 26 bytes too large"), "{out}");
}
