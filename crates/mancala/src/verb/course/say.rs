//! The results of checks in sentences.

use std::io::Write;

use course::{Check, Failure, Outcome, Said, Task};
use diag::Paint;
use serde_json::{Value as Json, json};
use texts::{Language, Texts, Value};

/// The language of texts and sentences.
#[derive(Clone, Debug, clap::Args)]
pub struct Speech {
    /// Language of the texts: en or ru
    #[arg(long, default_value = "en", value_name = "LANGUAGE", value_parser = code)]
    language: Language,
}

fn code(code: &str) -> Result<Language, String> {
    Language::of(code).ok_or_else(|| {
        let codes = Language::ALL.map(Language::code).join(", ");
        format!("there are: {codes}")
    })
}

impl Speech {
    pub fn code(&self) -> &'static str {
        self.language.code()
    }

    pub fn texts(&self) -> Texts {
        Texts::of(self.language)
    }
}

/// A sentence of a check.
fn sentence(said: &Said, texts: &Texts) -> String {
    let values = said.values.iter();
    let values: Vec<(&str, Value)> = values
        .map(|(name, value)| (*name, Value::from(value.as_str())))
        .collect();
    texts.text(said.key, &values)
}

/// One line for a check, and below it why it fails.
pub fn outcome(
    check: &Check,
    outcome: &Outcome,
    speech: &Speech,
    out: &mut dyn Write,
    paint: Paint,
) -> anyhow::Result<()> {
    let says = check.says.in_language(speech.code());
    let Some(failure) = outcome.failure() else {
        let how = if *outcome == Outcome::Proven {
            " (proven)"
        } else {
            ""
        };
        writeln!(out, "ok    {says}{how}")?;
        return Ok(());
    };
    writeln!(out, "FAIL  {says}")?;
    let texts = speech.texts();
    for said in &failure.said {
        writeln!(out, "      {}", indented(&sentence(said, &texts)))?;
    }
    if let Some(words) = &failure.explained {
        writeln!(out, "      {}", indented(words.in_language(speech.code())))?;
    }
    for (number, step) in (1..).zip(&failure.steps) {
        writeln!(out, "      {number}. {step}")?;
    }
    for finding in &failure.findings {
        write!(out, "{}", finding.render(paint))?;
    }
    Ok(())
}

fn indented(text: &str) -> String {
    text.replace('\n', "\n      ")
}

/// The same for programs.
pub fn as_json(task: &Task, outcomes: &[Outcome], speech: &Speech) -> Json {
    let texts = speech.texts();
    let failure = |failure: &Failure| {
        let said: Vec<String> = failure
            .said
            .iter()
            .map(|said| sentence(said, &texts))
            .collect();
        let findings: Vec<String> = failure.findings.iter().map(ToString::to_string).collect();
        json!({
            "said": said,
            "explained": failure.explained.as_ref().map(|words| words.in_language(speech.code())),
            "steps": failure.steps,
            "findings": findings,
        })
    };
    let checks = task.checks.iter().zip(outcomes);
    let checks: Vec<Json> = checks
        .map(|(check, outcome)| {
            json!({
                "check": check.says.in_language(speech.code()),
                "passed": outcome.passed(),
                "proven": *outcome == Outcome::Proven,
                "failure": outcome.failure().map(failure),
            })
        })
        .collect();
    json!({
        "task": task.name,
        "passed": outcomes.iter().all(Outcome::passed),
        "checks": checks,
    })
}
