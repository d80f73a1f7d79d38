//! The table of a class.

use results::{Class, Outcome, Pair, Report};
use serde_json::Value;

use super::{cells, test};

fn class() -> Class {
    let graded = |name: &str, outcome, points| Report {
        name: name.to_owned(),
        tests: vec![
            test("Sowing", outcome, points, ""),
            test("Laps", Outcome::Untested, 0, ""),
        ],
        facts: Vec::new(),
        notes: Vec::new(),
    };
    let broken = Report {
        name: "=carl, <b>".to_owned(),
        tests: vec![test(
            "Load",
            Outcome::Error,
            0,
            "it is not a circuit\nat all",
        )],
        facts: Vec::new(),
        notes: Vec::new(),
    };
    let pair = |one: &str, other: &str| Pair {
        one: one.to_owned(),
        other: other.to_owned(),
        circuit: Some(98),
        rom: None,
    };
    Class {
        reports: vec![
            graded("anna", Outcome::Passed, 5),
            graded("bert", Outcome::Failed, 1),
            broken,
        ],
        alike: vec![
            pair("anna", "bert"),
            pair("dora", "eva"),
            pair("bert", "carl"),
        ],
        links: vec![
            "anna/marks.html".to_owned(),
            "bert #1/marks.html".to_owned(),
        ],
    }
}

#[test]
fn text_has_a_line_for_everybody() {
    let expected = "\
anna           5 of 10  laps
bert           1 of 10  sowing, laps
=carl, <b>      0 of 5  not graded: it is not a circuit
3 consoles, 2 graded, 30 % of the points on average
nearly the same: dora and eva (circuit 98 %)
all nearly the same: anna, bert, carl
";
    assert_eq!(class().text(), expected);
}

#[test]
fn csv_has_a_row_for_everybody_and_a_column_for_each_test() {
    let rows = cells(&class().csv());
    assert_eq!(
        rows[0],
        [
            "name",
            "points",
            "max points",
            "not graded because",
            "sowing",
            "laps"
        ]
    );
    assert_eq!(rows[2], ["bert", "1", "10", "", "1", "0"]);
    assert_eq!(
        rows[3],
        [
            "'=carl, <b>",
            "0",
            "5",
            "it is not a circuit\nat all",
            "",
            ""
        ]
    );
}

#[test]
fn json_and_html_tell_the_same() {
    let json: Value = serde_json::from_str(&class().json()).expect("it is JSON");
    assert_eq!(json["consoles"][1]["failed"][0], "sowing");
    assert_eq!(json["consoles"][2]["graded"], false);
    assert_eq!(json["alike"][0]["circuit"], 98);
    let html = class().html();
    assert!(html.contains("<a href=\"bert%20%231/marks.html\">bert</a>"));
    assert!(html.contains("=carl, &lt;b&gt;"));
}
