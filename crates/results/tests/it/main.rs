//! Every format can be read by what it is for, whatever the names and messages contain.

use proptest::prelude::*;
use results::{About, Fact, Format, Outcome, Report, Test};
use serde_json::Value;

fn test(name: &str, outcome: Outcome, points: u32, output: &str) -> Test {
    Test {
        id: name.to_lowercase().replace(' ', "-"),
        name: name.to_owned(),
        outcome,
        points,
        max_points: 5,
        hidden: outcome == Outcome::Failed,
        checked: 3,
        output: output.to_owned(),
        script: (outcome == Outcome::Failed).then(|| "press /1\n".to_owned()),
        run: None,
        link: (outcome == Outcome::Failed).then(|| "http://page/#a&\"b".to_owned()),
    }
}

fn report(name: &str, output: &str) -> Report {
    Report {
        name: name.to_owned(),
        tests: vec![
            test("Sowing", Outcome::Passed, 5, ""),
            test(name, Outcome::Failed, 2, output),
            test("Loading", Outcome::Error, 0, output),
            test("Laps", Outcome::Untested, 0, "did not come up"),
        ],
        facts: vec![Fact::new("half-ticks", "Half-ticks of a move", output)],
        notes: vec![output.to_owned()],
    }
}

fn awkward() -> Report {
    report(
        "=HYPERLINK(\"x\"), <b>Zoë & \u{1}\u{ffff}# \\",
        " first line is indented\n\n\u{7}bell <tag> & \"quotes\", # no directive\nlast",
    )
}

fn json(report: &Report, format: Format, about: &About) -> Value {
    serde_json::from_str(&report.write(format, about)).expect("it is JSON")
}

#[test]
fn json_has_everything() {
    let report = awkward();
    let json = json(&report, Format::Json, &About::default());
    assert_eq!(
        (&json["points"], &json["max_points"]),
        (&7.into(), &20.into())
    );
    assert_eq!(json["tests"][1]["output"], report.tests[1].output);
    assert_eq!(json["tests"][1]["script"], "press /1\n");
    assert_eq!(json["tests"][1]["link"], "http://page/#a&\"b");
    assert_eq!(json["tests"][0].get("link"), None);
    assert_eq!(json["facts"][0]["id"], "half-ticks");
    let kept = serde_json::to_string(&report).expect("it can be kept");
    assert_eq!(
        serde_json::from_str::<Report>(&kept).expect("and read"),
        report
    );
}

#[test]
fn gradescope_gets_scores_and_hides_what_is_hidden() {
    let json = json(&awkward(), Format::Gradescope, &About::default());
    let tests = json["tests"].as_array().expect("tests");
    let of = |key: &str| {
        tests
            .iter()
            .map(|test| test[key].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("score"), [5, 2, 0, 0]);
    assert_eq!(of("max_score"), [5, 5, 5, 5]);
    let status = of("status");
    assert_eq!(status[..3], ["passed", "failed", "failed"]);
    assert_eq!(status[3], Value::Null);
    assert_eq!(
        of("visibility"),
        ["visible", "hidden", "visible", "visible"]
    );
    assert_eq!(json["score"], 7);
}

/// A test that was not seen gives and takes nothing, in every format; one whose points are lost for that takes them in every format.
#[test]
fn every_format_says_the_same_of_what_was_not_seen() {
    for (max_points, html, csv, class) in [
        (
            0,
            "<td>untested</td><td class=\"points\"></td>",
            "untested,0,0",
            ",5,,",
        ),
        (
            5,
            "<td>untested</td><td class=\"points\">0 of 5</td>",
            "untested,0,5",
            ",5,0,",
        ),
    ] {
        let unseen = Test {
            max_points,
            ..test("Laps", Outcome::Untested, 0, "did not come up")
        };
        let report = Report {
            name: "anna".to_owned(),
            tests: vec![test("Sowing", Outcome::Passed, 5, ""), unseen],
            facts: vec![Fact::new("fact", "Fact", 1)],
            notes: Vec::new(),
        };
        let written = |format| report.write(format, &About::default());
        let total = format!("5 of {} points", 5 + max_points);
        assert!(written(Format::Text).ends_with(&format!("{total}\n")));
        assert!(written(Format::Html).contains(&total) && written(Format::Html).contains(html));
        assert!(written(Format::Csv).contains(csv));
        assert!(written(Format::Junit).contains("skipped=\"1\""));
        assert!(written(Format::Tap).contains("ok 2 - Laps # SKIP"));
        let json = json(&report, Format::Json, &About::default());
        assert_eq!(json["max_points"], 5 + max_points);
        assert_eq!(json["tests"][1]["outcome"], "untested");
        let of_all = results::Class {
            reports: vec![report],
            ..results::Class::default()
        };
        assert!(of_all.csv().contains(class), "{}", of_all.csv());
        let summary: Value = serde_json::from_str(&of_all.json()).expect("it is JSON");
        assert_eq!(
            summary["consoles"][0]["untested"],
            serde_json::json!(["laps"])
        );
        assert_eq!(summary["consoles"][0]["max_points"], 5 + max_points);
    }
}

#[test]
fn classroom_has_the_keys_of_its_schema_and_no_others() {
    let about = About {
        classroom: "2026 \"a\"".to_owned(),
        ..About::default()
    };
    let json = json(&awkward(), Format::Classroom, &about);
    let keys = |value: &Value| {
        value
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    let mut expected = vec![
        "schema",
        "classroom",
        "assignment",
        "submission",
        "commit",
        "release",
        "review",
        "datetime",
        "score",
        "max-score",
        "tests",
    ];
    expected.sort_unstable();
    assert_eq!(keys(&json), expected);
    assert_eq!(
        keys(&json["tests"][0]),
        ["max-score", "passed", "score", "test-name"]
    );
    assert_eq!(json["schema"], "classroom50/result/v1");
    assert_eq!(
        (&json["classroom"], &json["commit"]),
        (&"2026 \"a\"".into(), &Value::Null)
    );
}

#[test]
fn a_page_has_a_row_for_each_test_and_no_tags_of_its_own_making() {
    let html = awkward().write(Format::Html, &About::default());
    assert_eq!(html.matches("<tr class=").count(), 4);
    assert!(html.contains("&lt;tag&gt;") && !html.contains("<tag>"));
    assert!(html.contains("<details>"));
}

#[test]
fn text_is_for_people() {
    let text = report("adder", "wrong").write(Format::Text, &About::default());
    let expected = "\
adder
ok    Sowing                               5 of 5  checked 3 times
FAIL  adder                                2 of 5
      wrong
ERR   Loading                              0 of 5
      wrong
--    Laps                                 0 of 5
      did not come up
Half-ticks of a move: wrong
wrong
7 of 20 points
";
    assert_eq!(text, expected);
}

/// The cells of a CSV file, by the rules of RFC 4180.
fn cells(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '"' if quoted && rest.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted && rest.next_if_eq(&'\n').is_some() => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    rows
}

proptest! {
    #[test]
    fn xml_is_xml(name in "\\PC*|.*", output in any::<String>()) {
        let text = report(&name, &output).write(Format::Junit, &About::default());
        let xml = roxmltree::Document::parse(&text).expect("it is XML");
        let count = |tag: &str| xml.descendants().filter(|one| one.has_tag_name(tag)).count();
        prop_assert_eq!(count("testcase"), 4);
        prop_assert_eq!((count("failure"), count("error"), count("skipped")), (1, 1, 1));
        prop_assert_eq!(count("property"), 3);
        let suite = xml.descendants().find(|one| one.has_tag_name("testsuite")).expect("a suite");
        let attributes = ["tests", "failures", "errors", "skipped"].map(|name| suite.attribute(name));
        prop_assert_eq!(attributes, [Some("4"), Some("1"), Some("1"), Some("1")]);
    }

    #[test]
    fn csv_is_csv(name in any::<String>(), output in any::<String>()) {
        let report = report(&name, &output);
        let rows = cells(&report.write(Format::Csv, &About::default()));
        prop_assert_eq!(rows.len(), 5);
        for (row, test) in rows[1..].iter().zip(&report.tests) {
            prop_assert_eq!(row.len(), 7);
            let safe = format!("'{}", test.output);
            prop_assert!(row[6] == test.output || row[6] == safe);
            prop_assert!(!row[0].starts_with(['=', '+', '-', '@']));
        }
    }

    /// Outside of the indented blocks there are only the version, the plan, test points and comments.
    #[test]
    fn tap_is_tap(name in any::<String>(), output in any::<String>()) {
        let text = report(&name, &output).write(Format::Tap, &About::default());
        let mut outside = text.split('\n').filter(|line| !line.starts_with("  ") && !line.is_empty());
        prop_assert_eq!(outside.next(), Some("TAP version 13"));
        prop_assert_eq!(outside.next(), Some("1..4"));
        let points: Vec<&str> = outside.filter(|line| !line.starts_with("# ")).collect();
        prop_assert_eq!(points.len(), 4);
        prop_assert!(points[0].starts_with("ok 1 - ") && points[1].starts_with("not ok 2 - "));
        prop_assert!(points[1].replace("\\\\", "").replace("\\#", "").find('#').is_none());
        prop_assert!(points[3].ends_with(" # SKIP not tested"));
    }
}

mod class;
