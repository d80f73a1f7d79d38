//! The results of a whole class: one table, and the pairs of nearly identical submissions.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::html::{document, table};
use crate::tables::{cell, pretty};
use crate::{Outcome, Report, escaped};

/// Two nearly identical submissions. Their similarity is in per cent; `None` where there was too little to compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    pub one: String,
    pub other: String,
    pub circuit: Option<u32>,
    pub rom: Option<u32>,
}

/// All reports of a class, in the order of their names.
#[derive(Clone, Debug, Default)]
pub struct Class {
    pub reports: Vec<Report>,
    /// The most similar first.
    pub alike: Vec<Pair>,
    /// The path of each report relative to the table; in the order of the reports.
    pub links: Vec<String>,
}

impl Class {
    pub fn text(&self) -> String {
        let widest = self
            .reports
            .iter()
            .map(|report| report.name.chars().count());
        let width = widest.max().unwrap_or(0).clamp(4, 40);
        let mut text = String::new();
        for report in &self.reports {
            let marks = format!("{} of {}", report.points(), report.max_points());
            let line = format!("{:width$}  {marks:>10}  {}", report.name, lost(report));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push_str(&format!("{}\n", self.total()));
        let groups = self.groups();
        let is_alone = |pair: &&Pair| !groups.iter().any(|group| group.contains(&&*pair.one));
        for pair in self.alike.iter().filter(is_alone) {
            text.push_str(&format!(
                "nearly the same: {} and {} ({})\n",
                pair.one,
                pair.other,
                told(pair)
            ));
        }
        for group in &groups {
            text.push_str(&format!("all nearly the same: {}\n", group.join(", ")));
        }
        text
    }

    fn total(&self) -> String {
        let graded = self.reports.iter().filter(|report| !is_broken(report));
        let shares: Vec<f64> = graded
            .map(|report| f64::from(report.points()) / f64::from(report.max_points().max(1)))
            .collect();
        let count = diag::count(self.reports.len(), "console");
        match shares.len() {
            0 => format!("{count}, none of them graded"),
            graded => {
                let mean = 100.0 * shares.iter().sum::<f64>() / graded as f64;
                format!("{count}, {graded} graded, {mean:.0} % of the points on average")
            }
        }
    }

    /// Groups of three and more joined by pairs.
    fn groups(&self) -> Vec<Vec<&str>> {
        let mut groups: Vec<BTreeSet<&str>> = Vec::new();
        for pair in &self.alike {
            let mut joined = BTreeSet::from([pair.one.as_str(), pair.other.as_str()]);
            let (touched, others) = groups
                .into_iter()
                .partition(|group| !group.is_disjoint(&joined));
            let touched: Vec<BTreeSet<&str>> = touched;
            joined.extend(touched.into_iter().flatten());
            groups = others;
            groups.push(joined);
        }
        let groups = groups.into_iter().filter(|group| group.len() > 2);
        let mut groups: Vec<Vec<&str>> = groups.map(|group| group.into_iter().collect()).collect();
        groups.sort();
        groups
    }

    /// One row for each console: points of every test, then what was measured.
    pub fn csv(&self) -> String {
        let tests = columns(self.reports.iter().flat_map(|report| {
            let known = report
                .tests
                .iter()
                .filter(|test| test.outcome != Outcome::Error);
            known.map(|test| test.id.as_str())
        }));
        let facts = columns(
            (self.reports.iter())
                .flat_map(|report| report.facts.iter().map(|fact| fact.id.as_str())),
        );
        let mut head = vec!["name", "points", "max points", "not graded because"];
        head.extend(&tests);
        head.extend(&facts);
        let mut rows = vec![head.into_iter().map(cell).collect::<Vec<_>>()];
        for report in &self.reports {
            let why = report
                .tests
                .iter()
                .find(|test| test.outcome == Outcome::Error);
            let mut row = vec![
                cell(&report.name),
                report.points().to_string(),
                report.max_points().to_string(),
                why.map_or_else(String::new, |test| cell(&test.output)),
            ];
            let test = |id: &&str| report.tests.iter().find(|test| test.id == *id);
            row.extend(tests.iter().map(|id| match test(id) {
                Some(test) if !test.is_left_out() => test.points.to_string(),
                _ => String::new(),
            }));
            let fact = |id: &&str| report.facts.iter().find(|fact| fact.id == *id);
            row.extend(
                (facts.iter())
                    .map(|id| fact(id).map_or_else(String::new, |fact| cell(&fact.value))),
            );
            rows.push(row);
        }
        rows.iter()
            .map(|row| format!("{}\r\n", row.join(",")))
            .collect()
    }

    pub fn json(&self) -> String {
        let consoles: Vec<Value> = self
            .reports
            .iter()
            .map(|report| {
                let of = |outcome: Outcome| -> Vec<&str> {
                    let tests = report.tests.iter().filter(|test| test.outcome == outcome);
                    tests.map(|test| test.id.as_str()).collect()
                };
                json!({
                    "name": report.name, "points": report.points(), "max_points": report.max_points(),
                    "graded": !is_broken(report), "failed": of(Outcome::Failed),
                    "untested": of(Outcome::Untested),
                    "facts": report.facts,
                })
            })
            .collect();
        pretty(&json!({"consoles": consoles, "alike": self.alike}))
    }

    pub fn html(&self) -> String {
        let rows = self.reports.iter().enumerate().map(|(index, report)| {
            let name = escaped(&report.name);
            let name = match self.links.get(index) {
                Some(link) => format!("<a href=\"{}\">{name}</a>", escaped(&address(link))),
                None => name,
            };
            let class = if is_broken(report) {
                " class=\"error\""
            } else {
                ""
            };
            format!(
                "<tr{class}><td>{name}</td><td class=\"points\">{} of {}</td><td>{}</td></tr>\n",
                report.points(),
                report.max_points(),
                escaped(&lost(report))
            )
        });
        let rows: String = rows.collect();
        let heading = "<th>Console</th><th class=\"points\">Points</th><th>Points lost in</th>";
        let mut body = format!(
            "<p>{}</p>\n{}",
            escaped(&self.total()),
            table(heading, &rows)
        );
        if !self.alike.is_empty() {
            let row = |pair: &Pair| {
                let (one, other) = (escaped(&pair.one), escaped(&pair.other));
                format!(
                    "<tr><td>{one}</td><td>{other}</td><td>{}</td></tr>\n",
                    told(pair)
                )
            };
            let rows: String = self.alike.iter().map(row).collect();
            let groups = self.groups().into_iter();
            let groups: String = groups
                .map(|group| format!("<p>All of these: {}</p>\n", escaped(&group.join(", "))))
                .collect();
            let heading = "<th>One</th><th>Other</th><th>Alike</th>";
            body.push_str("<h2>Nearly the same</h2>\n");
            body.push_str(&groups);
            body.push_str(&table(heading, &rows));
        }
        document("Marks", &body)
    }
}

fn is_broken(report: &Report) -> bool {
    report
        .tests
        .iter()
        .any(|test| test.outcome == Outcome::Error)
}

/// A short summary of the points lost.
fn lost(report: &Report) -> String {
    if let Some(test) = report
        .tests
        .iter()
        .find(|test| test.outcome == Outcome::Error)
    {
        return format!("not graded: {}", test.output.lines().next().unwrap_or(""));
    }
    let lost = report
        .tests
        .iter()
        .filter(|test| test.points < test.max_points);
    lost.map(|test| test.id.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

fn told(pair: &Pair) -> String {
    let parts = [("circuit", pair.circuit), ("ROM", pair.rom)];
    let parts = parts
        .into_iter()
        .filter_map(|(what, alike)| Some(format!("{what} {} %", alike?)));
    parts.collect::<Vec<_>>().join(", ")
}

/// Each once, in the order in which they come.
fn columns<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut columns = Vec::new();
    for id in ids {
        if !columns.contains(&id) {
            columns.push(id);
        }
    }
    columns
}

/// A file's name in a link.
fn address(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let step = |byte: u8| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    name.bytes().map(step).collect()
}
