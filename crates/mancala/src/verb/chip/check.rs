//! `mancala chip check`: is this circuit that chip?

mod shown;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, anyhow};
use chip::{Chip, Difference, Effort, Proof, Verdict};
use circuit::project::Project;
use circuit::sim::{SimOptions, Simulator};
use serde_json::{Value, json};

use super::files;
use crate::files::write_whole;
use crate::ui::{Answer, Ui};
use crate::verb::circuit::load::Source;
use crate::verb::grade::proof;
use shown::Shown;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A specification (.chip), or a folder of them
    spec: PathBuf,
    #[command(flatten)]
    source: Source,
    /// Rows of random runs where no proof is found
    #[arg(long, default_value_t = 5000, value_name = "N")]
    rows: usize,
    /// Random seed; the same seed gives the same runs
    #[arg(long, default_value_t = 2016, value_name = "N")]
    seed: u64,
    /// Write each difference to this folder: test vectors, a script, a run
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The address of a page; differences become links to its workbench
    #[arg(long, value_name = "URL", value_parser = proof::page)]
    page: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The result for one chip.
struct Checked {
    chip: Arc<Chip>,
    circuit: String,
    verdict: Verdict,
    seconds: f64,
    shown: Option<Shown>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let project = args.source.project(ui)?;
    let mut all = Vec::new();
    for file in files::files(&args.spec)? {
        for chip in chips(&file, args, ui)? {
            let checked = check(&chip, &project, args)?;
            if !args.json {
                tell(&checked, args, ui)?;
                ui.out.flush()?;
            }
            all.push(checked);
        }
    }
    if let Some(folder) = &args.out {
        write_all(&all, folder)?;
    }
    if args.json {
        let list: Vec<Value> = all.iter().map(as_json).collect();
        serde_json::to_writer_pretty(&mut ui.out, &json!({ "chips": list }))?;
        writeln!(ui.out)?;
    } else if all.len() > 1 {
        let proven = all.iter().filter(|one| is_proven(one)).count();
        let seconds: f64 = all.iter().map(|one| one.seconds).sum();
        writeln!(
            ui.out,
            "{proven} of {} chips proven, {seconds:.1} s",
            all.len()
        )?;
    }
    Ok(match all.iter().all(is_proven) {
        true => Answer::Yes,
        false => Answer::No,
    })
}

/// Of a file of several chips the last is meant, which may call the others.
fn chips(file: &Path, args: &Args, ui: &mut Ui) -> anyhow::Result<Vec<Arc<Chip>>> {
    let mut chips = files::chips(file, ui)?;
    if !args.spec.is_dir() {
        chips = chips.pop().into_iter().collect();
    }
    Ok(chips)
}

fn is_proven(one: &Checked) -> bool {
    matches!(one.verdict, Verdict::Proven(_))
}

fn check(chip: &Arc<Chip>, project: &Arc<Project>, args: &Args) -> anyhow::Result<Checked> {
    let named = project.find(&chip.name).map(|_| chip.name.as_str());
    let main = project.main().map(|id| project.circuit(id).name.as_str());
    let circuit = args.source.circuit().or(named).or(main);
    let circuit = circuit.context("the project has no circuit")?.to_owned();
    let simulator = Simulator::new(project.clone(), Some(&circuit), &SimOptions::default())?;
    let effort = Effort {
        rows: args.rows,
        seed: args.seed,
        ..Effort::default()
    };
    let start = Instant::now();
    let verdict = chip::check(chip, &simulator, &effort)
        .map_err(|error| anyhow!("the circuit '{circuit}' does not fit:\n{error}"))?;
    let seconds = start.elapsed().as_secs_f64();
    let shown = match &verdict {
        Verdict::Differs(difference) => {
            Some(Shown::new(chip, difference, &simulator, args, &circuit))
        }
        _ => None,
    };
    Ok(Checked {
        chip: chip.clone(),
        circuit,
        verdict,
        seconds,
        shown,
    })
}

fn tell(one: &Checked, args: &Args, ui: &mut Ui) -> anyhow::Result<()> {
    let (name, seconds) = (&one.chip.name, one.seconds);
    match &one.verdict {
        Verdict::Proven(proof) => {
            writeln!(
                ui.out,
                "ok    {name}: proven, {}; {seconds:.2} s",
                how(*proof)
            )?;
        }
        Verdict::Unproven { rows, why } => writeln!(
            ui.out,
            "?     {name}: not proven: {why}; no difference in {}; {seconds:.2} s",
            diag::count(*rows, "random row")
        )?,
        Verdict::Differs(difference) => {
            writeln!(ui.out, "FAIL  {name}: {}", sentence(difference))?;
            for line in one.shown.iter().flat_map(|shown| &shown.lines) {
                writeln!(ui.out, "      {line}")?;
            }
            if let Some(link) = one.shown.iter().find_map(|shown| shown.link.as_ref()) {
                writeln!(ui.out, "      {link}")?;
            }
            if args.out.is_none() {
                writeln!(
                    ui.out,
                    "      (--out DIR writes it as vectors, script and run)"
                )?;
            }
        }
    }
    Ok(())
}

pub(super) fn how(proof: Proof) -> String {
    match proof {
        Proof::AllInputs { bits } => {
            format!("for all values of {}", diag::count(bits, "input bit"))
        }
        Proof::OneStep {
            latches,
            matched,
            delays,
        } => format!(
            "one step from every state{} ({matched} of {} matched with registers)",
            if delays {
                ", with the delays of its parts"
            } else {
                ""
            },
            diag::count(latches, "latch bit")
        ),
        Proof::AllStates { states } => {
            format!("in each of {}", diag::count(states, "state"))
        }
    }
}

/// The difference in a sentence.
fn sentence(difference: &Difference) -> String {
    let steps = difference.rows.len();
    let after = match (steps, difference.shortest) {
        (1, _) => "with these inputs".to_owned(),
        (_, true) => format!("after {steps} steps, the fewest there are"),
        (_, false) => format!("after {steps} steps"),
    };
    let wrong: Vec<String> = difference.wrong.iter().map(shown::wrong).collect();
    format!("{}, {after}", wrong.join("; "))
}

fn write_all(all: &[Checked], folder: &Path) -> anyhow::Result<()> {
    let shown = all
        .iter()
        .filter_map(|one| Some((one, one.shown.as_ref()?)));
    for (one, shown) in shown {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        let plain = one
            .chip
            .name
            .replace(['/', '\\', ':', '<', '>', '"', '|', '?', '*'], "_");
        let files = [
            ("vectors", &shown.vectors),
            ("script", &shown.script),
            ("run", &shown.run),
        ];
        for (end, text) in files {
            let path = folder.join(format!("{plain}.{end}"));
            write_whole(&path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

fn as_json(one: &Checked) -> Value {
    let mut answer = json!({
        "chip": one.chip.name,
        "circuit": one.circuit,
        "seconds": one.seconds,
    });
    match &one.verdict {
        Verdict::Proven(proof) => {
            answer["verdict"] = json!("proven");
            answer["how"] = json!(how(*proof));
        }
        Verdict::Unproven { rows, why } => {
            answer["verdict"] = json!("unproven");
            answer["rows"] = json!(rows);
            answer["why"] = json!(why);
        }
        Verdict::Differs(difference) => {
            answer["verdict"] = json!("differs");
            answer["what"] = json!(sentence(difference));
            answer["shortest"] = json!(difference.shortest);
            if let Some(shown) = &one.shown {
                answer["steps"] = json!(shown.lines);
                answer["vectors"] = json!(shown.vectors);
                answer["script"] = json!(shown.script);
                answer["link"] = json!(shown.link);
            }
        }
    }
    answer
}
