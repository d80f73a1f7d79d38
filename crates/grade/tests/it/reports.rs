//! A mark lost comes with a proof, and every format can be read by what it is for.

use circuit::script::{self, Failure, Limits as ScriptLimits, Stage};
use circuit::sim::Simulator;
use grade::{About, Format, Report};
use serde_json::Value;

use crate::bench::{marks, panel, project, simulator, source};
use crate::mutants::{program, with_firmware};

/// A console of 2022 that forgets extra turns.
fn forgetful() -> Simulator {
    let extra = "beq     ends            # an extra move";
    let board = simulator(project("2022", source("2022/mancala.circ")));
    with_firmware(board, "2022", &program("referee.asm", extra, "nop"))
}

fn report() -> Report {
    let panel = panel("2022");
    marks(forgetful(), &panel, panel.limits, 1, 60)
}

/// Lets a script run by itself.
struct Quiet;

impl Stage for Quiet {
    fn settled(&mut self, _: &mut Simulator, _: bool) {}
    fn print(&mut self, _: &str) {}
    fn failed(&mut self, _: &Failure) {}
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        Err(format!("there is no {name}"))
    }
}

fn failures(script: &str, mut simulator: Simulator) -> usize {
    let script = script::parse(script);
    let limits = ScriptLimits {
        half_ticks: 1_000_000,
    };
    let report = script::run(&script, &mut simulator, &mut Quiet, limits);
    report.expect("the script fits the circuit").failures.len()
}

#[test]
fn the_shortest_game_is_found_and_its_script_fails_where_the_console_does() {
    let report = report();
    let test = report.tests.iter().find(|test| test.id == "extra-turn");
    let test = test.expect("there is such a test");
    assert!(test.output.contains("pressed: 3\n"), "{}", test.output);
    let script = test.script.as_deref().expect("a script");
    assert!(failures(script, forgetful()) > 0, "{script}");
}

#[test]
fn every_format_has_every_test_and_the_points() {
    let report = report();
    let about = About {
        classroom: "2026 \"a\"".to_owned(),
        ..About::default()
    };
    let count = report.tests.len();
    let read = |format| -> Value {
        let text = report.write(format, &about);
        serde_json::from_str(&text).expect("it is JSON")
    };
    let points = u64::from(report.points());
    assert!(points < u64::from(report.max_points()));
    let json = read(Format::Json);
    assert_eq!(json["points"], points);
    assert_eq!(json["tests"].as_array().map(Vec::len), Some(count));
    let gradescope = read(Format::Gradescope);
    assert_eq!(gradescope["score"], points);
    let scores = gradescope["tests"].as_array().expect("tests").iter();
    assert_eq!(
        scores
            .filter_map(|test| test["score"].as_u64())
            .sum::<u64>(),
        points
    );
    let classroom = read(Format::Classroom);
    assert_eq!(classroom["schema"], "classroom50/result/v1");
    assert_eq!(classroom["classroom"], "2026 \"a\"");
    assert_eq!(classroom["score"], points);
    assert!(classroom["tests"][0]["test-name"].is_string());
    let xml = report.write(Format::Junit, &about);
    let xml = roxmltree::Document::parse(&xml).expect("it is XML");
    let named = |name: &str| {
        xml.descendants()
            .filter(|one| one.has_tag_name(name))
            .count()
    };
    assert_eq!(named("testcase"), count);
    assert!(named("failure") > 0);
    let tap = report.write(Format::Tap, &about);
    assert!(tap.starts_with(&format!("TAP version 14\n1..{count}\n")));
    let html = report.write(Format::Html, &about);
    assert_eq!(html.matches("<tr class=").count(), count);
    let csv = report.write(Format::Csv, &about);
    assert!(csv.contains("\r\nconsole,extra-turn,failed,0,10,"));
}
