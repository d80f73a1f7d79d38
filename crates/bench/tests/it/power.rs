//! Projects under power: what would oscillate unseen, runs as scripts, this program's processor in place of another.

use std::sync::Arc;

use bench::project::{self, Advice, Files, Note, SEED};
use bench::{Engine, Firmware, firmware::Unusable, replay, script};
use circuit::read::NoLibraries;
use consoles::{Machine, Model};
use serde_json::json;

const HARMLESS: &str = include_str!("../data/harmless.circ");

fn files(name: &str, text: &str, libraries: &[(&str, &str)]) -> Files {
    let libraries = libraries.iter();
    let libraries: Vec<_> = libraries
        .map(|(name, text)| json!({"name": name, "text": text}))
        .collect();
    serde_json::from_value(json!({"name": name, "text": text, "libraries": libraries})).unwrap()
}

#[test]
fn an_oscillation_nobody_sees_stands_still_and_is_told() {
    let files = files("harmless.circ", HARMLESS, &[]);
    let mut bare = files.simulator(files.read().project).unwrap();
    assert_eq!(bare.run(10), 1, "as it is, it stops at the first edge");
    let built = files.power(files.read().project, SEED).unwrap();
    let mut simulator = built.simulator;
    assert_eq!(simulator.run(10), 10);
    assert!(!simulator.is_oscillating());
    let parts = vec!["/NAND_Gate@130,20".to_owned()];
    assert_eq!(built.notes, [Note::Calmed(parts)]);
    let told = built.notes[0].diagnostic("harmless.circ");
    assert!(!told.is_error() && told.message.contains("stands still"));
    // An edit leaves it so.
    let project = Arc::new(files.read().project);
    let mut edited = simulator
        .edited(project, None, &project::options(SEED))
        .unwrap();
    assert_eq!((edited.run(10), edited.ticks()), (10, 20));
}

#[test]
fn a_run_is_a_script_with_the_lines_it_has() {
    let run =
        "run 1\ncircuit a.circ\nseed 7\nat 3 press /Go\nat 5 release /Go\nend 9 0123456789abcdef\n";
    let script = script::parse(run).unwrap();
    let lines: Vec<usize> = script.lines.iter().map(|line| line.number).collect();
    assert_eq!(lines, [4, 4, 5, 5, 6]);
    let plain = script::parse("# run\nset /a = 1\n").unwrap();
    assert_eq!((plain.lines.len(), plain.lines[0].number), (1, 2));
    assert_eq!(
        script::parse("run 1\nat soon press /Go\n").unwrap_err()[0].line,
        2
    );
    let read = timeline::run::parse(run).unwrap();
    assert_eq!((replay::seed(&read), replay::end(&read).moment), (7, 9));
}

#[test]
fn the_missing_processor_is_told_from_other_libraries() {
    let board = consoles::hardware::FILES.iter();
    let board = board
        .clone()
        .find(|file| file.path.starts_with("2022/"))
        .unwrap();
    let bytes = board.text.as_bytes();
    let reading = project::read(board.path, bytes, &mut NoLibraries);
    let advice = |name: &str| {
        let mut library = reading.missing[0].clone();
        library.name = name.to_owned();
        project::advice(&library, (board.path, bytes), &mut NoLibraries)
    };
    let missing = reading.missing[0].name.clone();
    assert_eq!(advice(&missing), Advice::OwnFits);
    assert_eq!(advice("adders.circ"), Advice::File);
    // Asked for by name, it stands in for nothing; under another name it does.
    let processor = project::processor();
    let own = files(board.path, board.text, &[("cdm8.circ", processor)]);
    assert!(own.read().diagnostics.is_empty());
    let renamed = board.text.replace("cdm8.circ", "CdM-8-mark5.circ");
    let other = files(board.path, &renamed, &[("CdM-8-mark5.circ", processor)]);
    let codes: Vec<_> = (other.read().diagnostics.iter())
        .map(|one| one.code)
        .collect();
    assert_eq!(codes, [Some(project::STAND_IN)]);
}

#[test]
fn firmware_is_the_consoles_own_or_somebody_elses() {
    let own = Firmware::own(Model::Y2023);
    assert!(own.is_own());
    assert!(matches!(
        Firmware::with(Model::Y2023, |_| None),
        Err(Unusable::Foreign)
    ));
    let broken = |name: &str| (name == "user.asm").then(|| "nonsense\n".to_owned());
    assert!(matches!(
        Firmware::with(Model::Y2023, broken),
        Err(Unusable::Mistakes { bank: "user", .. })
    ));
    let same = |name: &str| {
        let mut files = bench::firmware::files(Model::Y2023);
        let file = files.find(|file| file.base() == name)?;
        (name == "user.asm").then(|| format!("{}\n", file.text))
    };
    let other = Firmware::with(Model::Y2023, same).unwrap();
    assert!(!other.is_own() && other.banks.len() == own.banks.len());
    for engine in Engine::ALL {
        assert_eq!(engine.name().parse(), Ok(engine));
        let [mut one, mut two] = [&own, &other].map(|firmware| engine.power_on(firmware));
        one.0.run(400);
        two.0.run(400);
        assert_eq!(one.0.panel(), two.0.panel());
        assert_eq!(one.0.registers(), two.0.registers());
    }
    assert!("slow".parse::<Engine>().is_err());
}
