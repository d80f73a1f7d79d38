//! `mancala bench timeline`: the cost of the past, and how fast it is reached.

use std::fs;
use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use consoles::{Fast, Model, Processor, Wired};
use engine::rng::Rng;
use serde_json::json;
use timeline::{Budget, Limits, Pace, Subject, Timeline, Usage};

use super::marathon::{self, Marathon};
use crate::rows;
use crate::ui::{Answer, Ui};

/// An hour.
const HOUR: u64 = 3600;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to run [default: everything]
    #[arg(value_enum)]
    what: Vec<Which>,
    /// Seconds to run at full speed; checkpoint memory is scaled down in proportion (--seconds 3600 has all of it)
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=HOUR))]
    seconds: u64,
    /// Jumps to random moments, each followed by a step back; half as many steps back are made from the end
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    jumps: u64,
    /// Random seed of the games and the moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Which {
    /// The console of 2023, natively
    Console,
    /// Its circuits with the native processor
    Chips,
    /// Its circuits with the processor of gates
    Gates,
    /// A bare processor
    Processor,
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    const ALL: [Which; 4] = [Which::Console, Which::Chips, Which::Gates, Which::Processor];
    let what = match args.what.is_empty() {
        true => &ALL[..],
        false => &args.what,
    };
    for &which in what {
        let model = Model::Y2023;
        let wired = |processor| Marathon::new(Wired::new(model, processor));
        let report = match which {
            Which::Console => measure(Marathon::new(Fast::new(model)), args, Marathon::play),
            Which::Chips => measure(wired(Processor::Native), args, Marathon::play),
            Which::Gates => measure(wired(Processor::Gates), args, Marathon::play),
            Which::Processor => measure(marathon::processor(), args, marathon::poke),
        };
        match args.json {
            true => rows::print(report.json(which), ui)?,
            false => write!(ui.out, "{}", report.text(which, args))?,
        }
        ui.out.flush()?;
    }
    Ok(Answer::Yes)
}

/// The results.
struct Report {
    half_ticks: u64,
    seconds: f64,
    inputs: usize,
    input_bytes: usize,
    limit: usize,
    usage: Usage,
    /// Bytes of the whole process, where the system reports it.
    resident: Option<u64>,
    from_end: Vec<Journey>,
    jumps: Vec<Journey>,
    steps: Vec<Journey>,
}

/// The duration of a journey, and how many half-ticks were replayed for it.
#[derive(Clone, Copy)]
struct Journey {
    milliseconds: f64,
    half_ticks: u64,
}

fn measure<S: Subject>(
    subject: S,
    args: &Args,
    play: impl Fn(&mut Timeline<S>, &mut Rng),
) -> Report {
    let usual = Limits::default();
    let limits = Limits {
        bytes: (usual.bytes as u64 * args.seconds / HOUR) as usize,
        ..usual
    };
    let mut rng = Rng::new(args.seed);
    let mut timeline = Timeline::with_limits(subject, limits);
    let began = Instant::now();
    while began.elapsed().as_secs() < args.seconds {
        play(&mut timeline, &mut rng);
    }
    let seconds = began.elapsed().as_secs_f64();
    let (half_ticks, usage) = (timeline.now(), timeline.usage());
    let resident = resident();
    let paces = [Pace::HalfTick, Pace::Clock, Pace::Instruction];
    let step = |timeline: &mut Timeline<S>, pace: Pace| {
        timed(timeline, |timeline| {
            timeline.step_back(pace, &mut Budget::unlimited());
        })
    };
    let from_end = (0..args.jumps / 2)
        .map(|number| step(&mut timeline, paces[number as usize % 3]))
        .collect();
    let (mut jumps, mut steps) = (Vec::new(), Vec::new());
    for number in 0..args.jumps {
        let moment = random(&mut rng, half_ticks);
        jumps.push(timed(&mut timeline, |timeline| {
            timeline.goto(moment, &mut Budget::unlimited());
        }));
        steps.push(step(&mut timeline, paces[number as usize % 3]));
    }
    Report {
        half_ticks,
        seconds,
        inputs: timeline.inputs().len(),
        input_bytes: size_of_val(timeline.inputs()),
        limit: limits.bytes,
        usage,
        resident,
        from_end,
        jumps,
        steps,
    }
}

fn random(rng: &mut Rng, below: u64) -> u64 {
    let wide = (rng.below(1 << 30) as u64) << 30 | rng.below(1 << 30) as u64;
    wide % below.max(1)
}

fn timed<S: Subject>(
    timeline: &mut Timeline<S>,
    journey: impl FnOnce(&mut Timeline<S>),
) -> Journey {
    let before = timeline.usage().worked;
    let began = Instant::now();
    journey(timeline);
    Journey {
        milliseconds: began.elapsed().as_secs_f64() * 1000.0,
        half_ticks: timeline.usage().worked - before,
    }
}

/// The memory of the process, on Linux.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}

/// The maximum and the median.
fn worst(journeys: &[Journey]) -> (Journey, f64) {
    let mut times: Vec<f64> = journeys.iter().map(|one| one.milliseconds).collect();
    times.sort_by(f64::total_cmp);
    let middle = times.get(times.len() / 2).copied().unwrap_or(0.0);
    let milliseconds = times.last().copied().unwrap_or(0.0);
    let half_ticks = journeys.iter().map(|one| one.half_ticks).max();
    let worst = Journey {
        milliseconds,
        half_ticks: half_ticks.unwrap_or(0),
    };
    (worst, middle)
}

const MEGABYTE: f64 = (1 << 20) as f64;

impl Report {
    fn text(&self, which: Which, args: &Args) -> String {
        let per_second = self.half_ticks as f64 / self.seconds;
        let like_an_hour = self.usage.bytes as f64 * HOUR as f64 / args.seconds as f64;
        let mut text = format!(
            "{}\n  ran          {} half-ticks in {:.1} s, {per_second:.0} a second\n",
            name(which),
            self.half_ticks,
            self.seconds
        );
        text += &format!(
            "  memory       {:.1} MB of {:.1} MB for {} checkpoints; like {:.1} MB for an hour\n",
            self.usage.bytes as f64 / MEGABYTE,
            self.limit as f64 / MEGABYTE,
            self.usage.checkpoints,
            like_an_hour / MEGABYTE
        );
        text += &format!(
            "  inputs       {} in {:.1} MB\n",
            self.inputs,
            self.input_bytes as f64 / MEGABYTE
        );
        if let Some(resident) = self.resident {
            let megabytes = resident as f64 / MEGABYTE;
            text += &format!("  process      {megabytes:.1} MB in all\n");
        }
        for (what, journeys) in self.journeys() {
            let (worst, middle) = worst(journeys);
            text += &format!(
                "  {what:12} {:.2} ms at worst of {} with {} half-ticks run again, {middle:.2} ms in the middle\n",
                worst.milliseconds,
                journeys.len(),
                worst.half_ticks
            );
        }
        text
    }

    fn journeys(&self) -> [(&'static str, &[Journey]); 3] {
        [
            ("step back", &self.from_end),
            ("jump", &self.jumps),
            ("step there", &self.steps),
        ]
    }

    fn json(&self, which: Which) -> serde_json::Value {
        let journeys = self.journeys().map(|(_, journeys)| {
            let (worst, middle) = worst(journeys);
            json!({
                "worst_ms": worst.milliseconds, "median_ms": middle,
                "worst_half_ticks": worst.half_ticks, "count": journeys.len(),
            })
        });
        let [step_back, jump, step_there] = journeys;
        json!({
            "what": name(which), "half_ticks": self.half_ticks, "seconds": self.seconds,
            "inputs": self.inputs, "input_bytes": self.input_bytes, "limit": self.limit, "bytes": self.usage.bytes,
            "checkpoints": self.usage.checkpoints, "longest_gap": self.usage.longest_gap,
            "resident": self.resident, "step_back": step_back, "jump": jump, "step_there": step_there,
        })
    }
}

fn name(which: Which) -> &'static str {
    match which {
        Which::Console => "console",
        Which::Chips => "chips",
        Which::Gates => "gates",
        Which::Processor => "processor",
    }
}
