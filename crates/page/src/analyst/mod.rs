//! Long work in steps: analysis, hints, reviews, puzzles. The caller says how many nodes a step may take, and whether there is
//! another: so it can look up between them, and the same steps find the same on every machine.

mod analysis;
mod foreign;
mod puzzle;
mod review;

use std::collections::BTreeMap;

use engine::Library;
use engine::search::{Solver, SolverConfig};
use engine::study::Study;
use engine::table::SMALL_SEEDS;
use kalah::{Pit, Position, Rules};
use serde::{Deserialize, Serialize};
use texts::Texts;

pub(crate) use foreign::worded;

use crate::desk::Desk;
use crate::read;
use crate::reply::{Answer, Failure, json, read, reply};
use puzzle::{Puzzles, Question};
use review::Reviewing;

/// Bytes of memory for positions.
const HASH: usize = 32 << 20;
/// Nodes a question may take before easier ones are asked, so that there is something proved to show.
const PATIENCE: u64 = 100_000;
/// Nodes after which a hint says what it has.
const HINT: u64 = 400_000;

/// Works on what the page wants to know.
#[derive(Default)]
pub struct Analyst {
    solver: Option<Made>,
    jobs: BTreeMap<u32, Job>,
    last: u32,
    puzzles: Puzzles,
}

/// A solver, and the most seeds it was made for.
struct Made {
    solver: Solver,
    most_seeds: usize,
}

enum Job {
    /// What the book knows is said before anything is searched for.
    Analyse {
        study: Box<Study>,
        said: bool,
    },
    Hint(Box<Study>),
    Review(Box<Reviewing>),
    Puzzle(Question),
}

#[derive(Deserialize)]
struct AskPosition {
    rules: String,
    position: String,
}

#[derive(Deserialize)]
struct AskReview {
    record: String,
}

#[derive(Serialize)]
struct Begun {
    job: u32,
}

/// What a step found out: `news` is the JSON of what there is to show, if that changed.
struct Step {
    done: bool,
    news: Option<String>,
}

impl Analyst {
    #[must_use]
    pub fn new() -> Analyst {
        Analyst::default()
    }

    /// Builds the endgame table of the usual rules, which the first question would else wait for.
    pub fn prepare(&mut self, desk: &Desk) {
        let start = Position::start(Rules::default(), kalah::Side::South);
        // Where there is no memory for it, the first question says so.
        let _ = Made::solver(&mut self.solver, &start, desk.library());
    }

    /// Begins a job: `{"job": number}`.
    pub fn begin(&mut self, desk: &Desk, name: &str, request: &str) -> String {
        reply(self.job(desk, name, request).and_then(|job| {
            self.last = self.last.wrapping_add(1);
            self.jobs.insert(self.last, job);
            json(&Begun { job: self.last })
        }))
    }

    /// Goes on with a job for about so many nodes: `{"done": bool, "news": ... or null}`. With none, this is its last word.
    pub fn step(&mut self, desk: &Desk, job: u32, nodes: u64) -> String {
        reply(self.stepped(desk, job, nodes).map(|step| {
            let news = step.news.unwrap_or_else(|| "null".to_owned());
            format!("{{\"done\":{},\"news\":{news}}}", step.done)
        }))
    }

    /// Forgets a job.
    pub fn cancel(&mut self, job: u32) {
        self.jobs.remove(&job);
    }

    fn job(&mut self, desk: &Desk, name: &str, request: &str) -> Answer<Job> {
        let study = || {
            let position = asked(request)?;
            Ok(Box::new(Study::new(&position, Some(desk.library().book()))))
        };
        match name {
            "analyse" => {
                let study = study()?;
                let said = !study.is_exact();
                Ok(Job::Analyse { study, said })
            }
            "hint" => Ok(Job::Hint(study()?)),
            "review" => {
                let AskReview { record } = read(request)?;
                let record = read::record(&record, 1)?;
                Ok(Job::Review(Box::new(Reviewing::new(record)?)))
            }
            "puzzle" | "answer" | "puzzleHint" | "solution" => {
                Ok(Job::Puzzle(Question::new(name, request)?))
            }
            _ => Err(Failure::unknown(name)),
        }
    }

    fn stepped(&mut self, desk: &Desk, job: u32, nodes: u64) -> Answer<Step> {
        let texts = desk.texts();
        let gone = || Failure::failed(format!("there is no job {job}"));
        let job = self.jobs.get_mut(&job).ok_or_else(gone)?;
        let (library, book) = (desk.library(), Some(desk.library().book()));
        match job {
            Job::Analyse { study, said } if !*said && nodes > 0 => {
                *said = true;
                let done = study.is_done();
                let news = Some(analysis::view(study, done, texts)?);
                Ok(Step { done, news })
            }
            Job::Analyse { study, .. } => {
                let solver = Made::solver(&mut self.solver, study.position(), library)?;
                study.go_on(solver, book, nodes);
                let done = nodes == 0 || study.is_done();
                let news = Some(analysis::view(study, done, texts)?);
                Ok(Step { done, news })
            }
            Job::Hint(study) => {
                let solver = Made::solver(&mut self.solver, study.position(), library)?;
                study.go_on(solver, book, nodes);
                let done = nodes == 0 || study.is_done() || study.nodes() > HINT;
                let news = done.then(|| analysis::hint(study, texts)).transpose()?;
                Ok(Step { done, news })
            }
            Job::Review(reviewing) => {
                let start = *reviewing.start();
                let solver = Made::solver(&mut self.solver, &start, library)?;
                let before = reviewing.reviewed();
                reviewing.go_on(solver, book, nodes);
                let done = nodes == 0 || reviewing.is_done();
                let changed = done || reviewing.reviewed() > before;
                let news = changed.then(|| reviewing.view(done, texts)).transpose()?;
                Ok(Step { done, news })
            }
            Job::Puzzle(question) => {
                let start = Position::start(question.rules(), kalah::Side::South);
                let solver = Made::solver(&mut self.solver, &start, library)?;
                self.puzzles.step(question, solver, nodes, texts)
            }
        }
    }
}

impl Made {
    /// A solver for a position: the one there is, if it fits.
    fn solver<'a>(
        made: &'a mut Option<Made>,
        position: &Position,
        library: &Library,
    ) -> Answer<&'a Solver> {
        let (rules, seeds) = (position.rules(), usize::from(position.seeds_in_pits()));
        let fits = |made: &Made| made.solver.rules() == rules && seeds <= made.most_seeds;
        let there = made.take().filter(fits);
        let there = match there {
            Some(there) => there,
            None => Made::new(rules, seeds, library)?,
        };
        Ok(&made.insert(there).solver)
    }

    fn new(rules: Rules, seeds: usize, library: &Library) -> Answer<Made> {
        let start = 2 * rules.pits() * usize::from(rules.seeds());
        let most_seeds = seeds.max(start);
        let config = SolverConfig {
            hash: HASH,
            threads: 1,
            table: library.build(rules, SMALL_SEEDS, 1),
            patience: PATIENCE,
        };
        let solver = Solver::new(rules, most_seeds, &config)
            .map_err(|error| Failure::refused(format!("no memory for the search: {error}")))?;
        Ok(Made { solver, most_seeds })
    }
}

/// The position a request is about.
fn asked(request: &str) -> Answer<Position> {
    let AskPosition { rules, position } = read(request)?;
    let rules = read::rules(Some(&rules), None, None)?;
    read::position(rules, &position)
}

/// How good a move is, by the names of the protocol.
fn grade(verdict: Option<engine::review::Verdict>) -> Option<&'static str> {
    verdict.map(engine::review::Verdict::name)
}

/// A line after a move that is not worth more than the move itself.
fn line_of(analysis: &engine::analyse::Analysis, pit: Option<Pit>) -> Vec<Pit> {
    let value = pit.and_then(|pit| analysis.of(pit));
    value.map(|value| value.line.clone()).unwrap_or_default()
}

/// What the sentences about a position call its sides.
fn sides() -> texts::wording::People {
    texts::wording::People::sides()
}

/// The text of a catalogue with an ending of its own.
fn joined(parts: &[String]) -> String {
    parts.join(" ")
}

/// A value for the page.
fn value(bounds: engine::search::Bounds, margin: i32, texts: &Texts) -> crate::view::Value {
    crate::view::Value::new(crate::view::worth(bounds, margin), texts)
}
