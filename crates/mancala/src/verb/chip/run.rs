//! `mancala chip run`: runs a specification.

use std::io::{BufRead, stdin};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use chip::chip::Role;
use chip::run::Runner;
use chip::told::text;
use circuit::Value;
use diag::nearest;

use super::files;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A specification (.chip)
    spec: PathBuf,
    /// Inputs to set, one step each: `data=5 dir=0 clock=1`; without any they are read from standard input, one step per line
    #[arg(value_name = "STEP")]
    steps: Vec<String>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let mut runner = Runner::new(files::one(&args.spec, ui)?);
    if !args.steps.is_empty() {
        for step in &args.steps {
            take(&mut runner, step, ui)?;
        }
        return Ok(Answer::Yes);
    }
    writeln!(ui.out, "{}", told(&mut runner))?;
    ui.out.flush()?;
    for (number, line) in (1..).zip(stdin().lock().lines()) {
        let line = line?;
        let text = line.split('#').next().unwrap_or("").trim();
        if text.is_empty() {
            continue;
        }
        take(&mut runner, text, ui).map_err(|error| anyhow!("line {number}: {error}"))?;
        ui.out.flush()?;
    }
    Ok(Answer::Yes)
}

/// One step: inputs in the order they are written.
fn take(runner: &mut Runner, step: &str, ui: &mut Ui) -> anyhow::Result<()> {
    for (name, value) in settings(step)? {
        let (input, width) = input(runner, &name)?;
        let value = parse(&value, width).ok_or_else(|| {
            anyhow!(
                "'{value}' is not a value of {}; write a number, 0b or 0x and digits, or float",
                diag::count(width, "bit")
            )
        })?;
        runner.set(input, value);
    }
    writeln!(ui.out, "{}", told(runner))?;
    if !runner.is_defined() {
        bail!("the specification does not say what happens here: a latch takes an undefined value");
    }
    Ok(())
}

/// `name=value` pairs; names with spaces are in quotation marks.
fn settings(step: &str) -> anyhow::Result<Vec<(String, String)>> {
    let mut settings = Vec::new();
    let mut rest = step.trim();
    while !rest.is_empty() {
        let (name, behind) = match rest.strip_prefix('"') {
            Some(quoted) => quoted
                .split_once('"')
                .ok_or_else(|| anyhow!("the quotation mark is not closed"))?,
            None => rest.split_at(rest.find('=').unwrap_or(rest.len())),
        };
        let behind = behind
            .trim_start()
            .strip_prefix('=')
            .ok_or_else(|| anyhow!("'{rest}': write input=value"))?
            .trim_start();
        let (value, behind) =
            behind.split_at(behind.find(char::is_whitespace).unwrap_or(behind.len()));
        settings.push((name.trim().to_owned(), value.to_owned()));
        rest = behind.trim_start();
    }
    Ok(settings)
}

fn input(runner: &Runner, name: &str) -> anyhow::Result<(usize, u32)> {
    let chip = runner.chip();
    let mut inputs = chip.of(Role::Input).enumerate();
    if let Some((place, net)) = inputs.find(|(_, net)| chip.nets[*net].name == name) {
        return Ok((place, chip.nets[net].width));
    }
    let known: Vec<&str> = chip
        .of(Role::Input)
        .map(|net| chip.nets[net].name.as_str())
        .collect();
    let near = nearest(name, known.iter().copied());
    match near {
        Some(near) => bail!("there is no input '{name}'; did you mean '{near}'?"),
        None => bail!(
            "there is no input '{name}'; there are: {}",
            known.join(", ")
        ),
    }
}

fn parse(text: &str, width: u32) -> Option<Value> {
    let lower = text.to_ascii_lowercase();
    if lower == "float" {
        return Some(Value::floating(width));
    }
    if let Some(bits) = lower.strip_prefix("0b") {
        return Value::from_bits(bits).filter(|value| u32::from(value.width) == width);
    }
    let number = match lower.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => lower.parse().ok()?,
    };
    (number >> width == 0).then(|| Value::known(width, number as u32))
}

/// The outputs and the latches.
fn told(runner: &mut Runner) -> String {
    let chip = runner.chip().clone();
    let named = |role: Role, values: Vec<Value>| -> Vec<String> {
        let pairs = chip.of(role).zip(values);
        pairs
            .map(|(net, value)| format!("{}={}", chip.nets[net].name, text(value)))
            .collect()
    };
    let mut words = named(Role::Output, runner.outputs());
    let latches = named(Role::Latch, runner.latches());
    if !latches.is_empty() {
        words.push(format!("[{}]", latches.join(" ")));
    }
    words.join(" ")
}
