//! `--native`: the native processor in place of one of gates, checked against it first.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Loads 81 into r0, turns it left (what mark5 does instead is another thing), and writes it to 10 again and again.
const PROGRAM: &str = "d0 81 d1 10 9c a4 ee 4";

/// The test bench of the processor with that program, and pins of the processor under other names.
fn bench(name: &str, renamed: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let hardware = super::root().join("hardware/cdm8");
    let mut processor = fs::read_to_string(hardware.join("cdm8.circ")).unwrap();
    for (ours, theirs) in renamed {
        let label = |name: &str| format!("<a name=\"label\" val=\"{name}\"/>");
        assert!(processor.contains(&label(ours)), "{ours}");
        processor = processor.replace(&label(ours), &label(theirs));
    }
    fs::write(folder.join("cdm8.circ"), processor).unwrap();
    let bench = fs::read_to_string(hardware.join("bench.circ")).unwrap();
    let (before, rest) = bench.split_once("addr/data: 8 8\n").unwrap();
    let (_, after) = rest.split_once("</a>").unwrap();
    let bench = format!("{before}addr/data: 8 8\n{PROGRAM}\n</a>{after}");
    let path = folder.join("bench.circ");
    fs::write(&path, bench).unwrap();
    path
}

/// Runs `mancala circuit bench` on it.
fn measure(file: &Path, args: &[&str]) -> (i32, String, String) {
    let output = super::mancala(Path::new(env!("CARGO_TARGET_TMPDIR")))
        .args(["circuit", "bench"])
        .arg(file)
        .args(["--half-ticks", "400"])
        .args(args)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}

#[test]
fn the_right_processor_takes_over_and_a_wrong_one_does_not() {
    let file = bench("native", &[]);
    let (code, out, err) = measure(&file, &["--json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let gates: Value = serde_json::from_str(&out).unwrap();
    let (code, out, err) = measure(&file, &["--native", "/CdM-8@500,300=cdm8:ideal", "--json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let native: Value = serde_json::from_str(&out).unwrap();
    let count = |answer: &Value| answer["evaluations"].as_u64().unwrap();
    assert!(count(&native) < count(&gates) / 2, "{native} {gates}");
    let (code, _, err) = measure(&file, &["--native", "/CdM-8@500,300=cdm8:mark5"]);
    assert_eq!(code, 2, "{err}");
    assert!(
        err.contains("it puts a write of 3 to 10 on its bus, the native one a write of"),
        "{err}"
    );
    let unchecked = [
        "--native",
        "/CdM-8@500,300=cdm8:mark5",
        "--native-check",
        "4",
    ];
    assert_eq!(measure(&file, &unchecked).0, 0);
}

#[test]
fn a_processor_is_recognised_by_its_pins_and_offered() {
    let (code, _, err) = measure(&bench("offer", &[]), &[]);
    assert_eq!(code, 0, "{err}");
    let offer = "/CdM-8@500,300 has the pins of a CdM-8: with --native auto the native one runs instead, if it is one\n";
    assert_eq!(err, offer);
    let renamed = bench("renamed", &[("data in", "from memory"), ("mem", "strobe")]);
    let (code, _, err) = measure(&renamed, &[]);
    assert_eq!((code, err.as_str()), (0, ""));
    let asked = ["--native", "/CdM-8@500,300=cdm8:ideal"];
    let (code, _, err) = measure(&renamed, &asked);
    assert_eq!(code, 2, "{err}");
    assert!(
        err.contains("the circuit has no pin 'data in' (8 bits, in), 'mem' (1 bit, out)"),
        "{err}"
    );
    let pins = [
        "--native-pin",
        "data in=from memory",
        "--native-pin",
        "mem=strobe",
    ];
    let (code, _, err) = measure(&renamed, &[&asked[..], &pins].concat());
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn wrong_wishes_are_told() {
    let file = bench("wishes", &[]);
    for (wish, told) in [
        (
            "/CdM-8@500,300",
            "write PATH=cdm8:VARIANT, as /CPU=cdm8:mark5",
        ),
        ("/CdM-8@500,300=cdm8:mark6", "mark5, mark5-devkit or ideal"),
        ("/CdM=cdm8:ideal", "there is no 'CdM'"),
        ("/REQUEST=cdm8:ideal", "is not a sub-circuit"),
    ] {
        let (code, _, err) = measure(&file, &["--native", wish]);
        assert_eq!(code, 2, "{wish}: {err}");
        assert!(err.contains(told), "{wish}: {err}");
    }
    let pin = [
        "--native",
        "/CdM-8@500,300=cdm8:ideal",
        "--native-pin",
        "mem",
    ];
    let (code, _, err) = measure(&file, &pin);
    assert_eq!(code, 2);
    assert!(err.contains("write --native-pin PIN=LABEL"), "{err}");
}

#[test]
fn the_processor_is_found_by_what_it_does() {
    let names = [
        ("data in", "data_in"),
        ("address", "addr"),
        ("mem", "mem_cycle"),
    ];
    let file = bench("native_auto", &names);
    let (code, _, err) = measure(&file, &["--native", "auto"]);
    assert_eq!(code, 0, "{err}");
    assert!(
        err.contains("the native CdM-8 (ideal) stands in for /CdM-8@500,300"),
        "{err}"
    );
    // One gate of another kind: it looks the same and is not.
    let processor = file.with_file_name("cdm8.circ");
    let text = fs::read_to_string(&processor).unwrap();
    let wrong = text.replacen("name=\"XOR Gate\"", "name=\"XNOR Gate\"", 1);
    assert_ne!(wrong, text);
    fs::write(&processor, wrong).unwrap();
    let (code, _, err) = measure(&file, &["--native", "auto"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("/CdM-8@500,300 is none: in clock "), "{err}");
    let plain = super::root().join("hardware/2023/mancala.circ");
    let (code, _, err) = measure(&plain, &["--circuit", "Display_driver", "--native", "auto"]);
    assert_eq!(code, 2, "{err}");
    assert!(
        err.contains("no sub-circuit has the pins of a CdM-8"),
        "{err}"
    );
}
