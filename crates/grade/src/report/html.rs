//! One page that needs nothing else.

use super::tables::word;
use super::{Report, Test, escaped};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;width:100%}td,th{padding:.3rem .6rem;border-bottom:1px solid #ccc;text-align:left;vertical-align:top}\
.points{text-align:right;white-space:nowrap}.failed{background:#fdecea;color:#5f1410}.untested{color:#595959}\
pre{white-space:pre-wrap;margin:.3rem 0}";

pub(super) fn page(report: &Report) -> String {
    let name = escaped(&report.name);
    let rows: String = report.tests.iter().map(row).collect();
    let notes: String = report
        .notes
        .iter()
        .map(|note| format!("<p>{}</p>\n", escaped(note)))
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{name}</title>\n<style>{STYLE}</style>\n<h1>{name}</h1>\n<p><strong>{} of {}</strong></p>\n\
         <table>\n<tr><th>Test</th><th>Result</th><th class=\"points\">Points</th></tr>\n{rows}</table>\n{notes}</html>\n",
        report.points(),
        diag::count(report.max_points(), "point")
    )
}

fn row(test: &Test) -> String {
    let class = word(test.outcome);
    let output = match test.output.as_str() {
        "" => String::new(),
        output => format!("<pre>{}</pre>", escaped(output)),
    };
    let script = match &test.script {
        None => String::new(),
        Some(script) => format!(
            "<details><summary>Script that replays it</summary><pre>{}</pre></details>",
            escaped(script)
        ),
    };
    format!(
        "<tr class=\"{class}\"><td>{}{output}{script}</td><td>{class}</td><td class=\"points\">{} of {}</td></tr>\n",
        escaped(&test.name),
        test.points,
        test.max_points
    )
}
