//! One self-contained page.

use crate::{Fact, Report, Test, escaped};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;width:100%;margin:1rem 0}td,th{padding:.3rem .6rem;border-bottom:1px solid #ccc;text-align:left;vertical-align:top}\
.points{text-align:right;white-space:nowrap}.failed,.error{background:#fdecea;color:#5f1410}.untested{color:#595959}\
pre{white-space:pre-wrap;margin:.3rem 0}";

/// A whole document around a body.
pub(crate) fn document(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
    )
}

pub(crate) fn page(report: &Report) -> String {
    let rows: String = report.tests.iter().map(row).collect();
    let notes = report.notes.iter();
    let notes: String = notes
        .map(|note| format!("<p>{}</p>\n", escaped(note)))
        .collect();
    let body = format!(
        "<p><strong>{} of {}</strong></p>\n{}{}{notes}",
        report.points(),
        diag::count(report.max_points(), "point"),
        table(
            "<th>Test</th><th>Result</th><th class=\"points\">Points</th>",
            &rows
        ),
        facts(&report.facts)
    );
    document(&report.name, &body)
}

/// A page about a test that redirects to a link.
pub fn opening(test: &Test, link: &str) -> String {
    let (title, link) = (escaped(&test.name), escaped(link));
    let output = escaped(&test.output);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta http-equiv=\"refresh\" content=\"1; url={link}\">\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p><a href=\"{link}\">Open the page where it happens</a>; for a page on this machine, <code>mancala serve</code> must run.</p>\n\
         <pre>{output}</pre>\n</body>\n</html>\n"
    )
}

fn facts(facts: &[Fact]) -> String {
    if facts.is_empty() {
        return String::new();
    }
    let row = |fact: &Fact| {
        let (name, value) = (escaped(&fact.name), escaped(&fact.value));
        format!("<tr><td>{name}</td><td>{value}</td></tr>\n")
    };
    let rows: String = facts.iter().map(row).collect();
    table("<th>Measured</th><th>Value</th>", &rows)
}

/// A table with this heading.
pub(crate) fn table(heading: &str, rows: &str) -> String {
    format!("<table>\n<thead>\n<tr>{heading}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n")
}

fn row(test: &Test) -> String {
    let class = test.outcome.word();
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
    let link = match &test.link {
        None => String::new(),
        Some(link) => format!(
            "<p><a href=\"{}\">Open the page where it happens</a></p>",
            escaped(link)
        ),
    };
    let points = match test.is_left_out() {
        true => String::new(),
        false => format!("{} of {}", test.points, test.max_points),
    };
    format!(
        "<tr class=\"{class}\"><td>{}{output}{link}{script}</td><td>{class}</td><td class=\"points\">{points}</td></tr>\n",
        escaped(&test.name)
    )
}
