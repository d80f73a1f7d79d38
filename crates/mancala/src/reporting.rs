//! `--format`: test results in the formats other programs read. The same for every command that tests something.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use jiff::Timestamp;
use results::{About, Format, Report};

use crate::files;
use crate::ui::Ui;

/// The format options, also for commands that have a format of their own.
#[derive(Clone, Debug, clap::Args)]
pub struct ReportArgs {
    /// Write a report: text, json, csv, junit, tap, gradescope, classroom50 or html
    #[arg(long, value_name = "FORMAT", conflicts_with = "json")]
    format: Option<Format>,
    /// Write the report to a file
    #[arg(short, long, value_name = "FILE", requires = "format")]
    output: Option<PathBuf>,
    /// For classroom50: classroom, assignment, submission, commit, release or review; may be repeated
    #[arg(long, value_name = "KEY=TEXT", requires = "format")]
    about: Vec<String>,
}

impl ReportArgs {
    /// Whether a report was requested.
    pub fn is_asked(&self) -> bool {
        self.format.is_some()
    }

    /// Refuses to write over an input.
    pub fn keep_apart(&self, inputs: &[&Path]) -> anyhow::Result<()> {
        files::keep_apart(inputs, self.output.as_deref().as_slice())
    }

    pub fn write(&self, report: &Report, ui: &mut Ui) -> anyhow::Result<()> {
        let format = self.format.unwrap_or_default();
        write(
            report,
            format,
            &about(&self.about)?,
            self.output.as_deref(),
            ui,
        )
    }
}

/// Writes a report to a file or to standard output.
pub fn write(
    report: &Report,
    format: Format,
    about: &About,
    output: Option<&Path>,
    ui: &mut Ui,
) -> anyhow::Result<()> {
    let text = report.write(format, about);
    let Some(path) = output else {
        return Ok(ui.out.write_all(text.as_bytes())?);
    };
    files::save(path, text.as_bytes())?;
    let (points, most) = (report.points(), report.max_points());
    let path = path.display();
    Ok(writeln!(
        ui.err,
        "{points} of {most} points, written to {path}"
    )?)
}

/// The information of `--about`, and the time.
pub fn about(pairs: &[String]) -> anyhow::Result<About> {
    let mut about = About {
        datetime: Timestamp::now().to_string(),
        ..About::default()
    };
    for pair in pairs {
        let (key, text) = pair
            .split_once('=')
            .ok_or_else(|| anyhow!("write --about KEY=TEXT, not '{pair}'"))?;
        let field = match key {
            "classroom" => &mut about.classroom,
            "assignment" => &mut about.assignment,
            "submission" => &mut about.submission,
            "commit" => &mut about.commit,
            "release" => &mut about.release,
            "review" => &mut about.review,
            _ => bail!(
                "--about has no '{key}': there are classroom, assignment, submission, commit, release and review"
            ),
        };
        text.clone_into(field);
    }
    Ok(about)
}
