//! Long work in steps: analysis, hints, reviews, puzzles. The caller decides how many nodes a step may take, and whether there is
//! another: so it stays responsive, and the same steps give the same results on every machine.

mod analysis;
mod foreign;
mod puzzle;
mod review;

use std::collections::BTreeMap;

use kalah::{Position, Rules, Side};
use play::{Adviser, Analysing, Hinting, Means, Reviewing};
use serde::{Deserialize, Serialize};
use texts::wording::People;

pub(crate) use foreign::worded;

use crate::desk::Desk;
use crate::failures;
use crate::people;
use crate::read;
use crate::reply::{Answer, Failure, json, read, reply};
use puzzle::{Puzzles, Question};

/// Answers the page's questions that take thought.
#[derive(Default)]
pub struct Analyst {
    adviser: Option<Adviser>,
    jobs: BTreeMap<u32, Job>,
    last: u32,
    puzzles: Puzzles,
}

enum Job {
    /// The book's entries are reported before any search.
    Analyse {
        analysing: Box<Analysing>,
        people: People,
        said: bool,
    },
    Hint(Box<Hinting>, People),
    Review(Box<Reviewing>, People),
    Puzzle(Box<Question>),
}

#[derive(Deserialize)]
struct AskPosition {
    rules: String,
    position: String,
    people: Option<people::Names>,
}

#[derive(Deserialize)]
struct AskReview {
    record: String,
    people: Option<people::Names>,
}

#[derive(Serialize)]
struct Begun {
    job: u32,
}

/// The result of a step: `news` is the JSON to show, if it changed.
struct Step {
    done: bool,
    news: Option<String>,
}

impl Analyst {
    #[must_use]
    pub fn new() -> Analyst {
        Analyst::default()
    }

    /// Builds the endgame table of the usual rules, which the first question would otherwise wait for.
    pub fn prepare(&mut self, desk: &Desk) {
        let start = Position::start(Rules::default(), Side::South);
        // Where there is no memory for it, the first question reports that.
        let _ = self.adviser(desk).prepare(&start);
    }

    fn adviser(&mut self, desk: &Desk) -> &mut Adviser {
        let make = || Adviser::new(desk.library(), Means::SMALL);
        self.adviser.get_or_insert_with(make)
    }

    /// Begins a job: `{"job": number}`.
    pub fn begin(&mut self, desk: &Desk, name: &str, request: &str) -> String {
        reply(self.job(desk, name, request).and_then(|job| {
            self.last = self.last.wrapping_add(1);
            self.jobs.insert(self.last, job);
            json(&Begun { job: self.last })
        }))
    }

    /// Continues a job for about this many nodes: `{"done": bool, "news": ... or null}`. With `done`, this is its last answer.
    pub fn step(&mut self, desk: &Desk, job: u32, nodes: u64) -> String {
        reply(self.stepped(desk, job, nodes).map(|step| {
            let news = step.news.unwrap_or_else(|| "null".to_owned());
            format!("{{\"done\":{},\"news\":{news}}}", step.done)
        }))
    }

    /// Drops a job.
    pub fn cancel(&mut self, job: u32) {
        self.jobs.remove(&job);
    }

    fn job(&mut self, desk: &Desk, name: &str, request: &str) -> Answer<Job> {
        let library = desk.library();
        match name {
            "analyse" => {
                let (position, people) = asked(request)?;
                let analysing = Box::new(Analysing::new(&position, library));
                let said = !analysing.is_exact();
                Ok(Job::Analyse {
                    analysing,
                    people,
                    said,
                })
            }
            "hint" => {
                let (position, people) = asked(request)?;
                let hinting = Hinting::new(&position, library);
                Ok(Job::Hint(Box::new(hinting), people))
            }
            "review" => {
                let AskReview { record, people } = read(request)?;
                let record = read::record(&record, 1)?;
                let people = match people {
                    Some(names) => people::told(Some(&names)),
                    None => People::of(&record.players),
                };
                let reviewing = Reviewing::new(record, library);
                let reviewing = reviewing.ok_or_else(|| failures::NO_MOVES.refuses())?;
                Ok(Job::Review(Box::new(reviewing), people))
            }
            "puzzle" | "answer" | "puzzleHint" | "solution" => {
                Ok(Job::Puzzle(Box::new(Question::new(desk, name, request)?)))
            }
            _ => Err(Failure::unknown(name)),
        }
    }

    fn stepped(&mut self, desk: &Desk, job: u32, nodes: u64) -> Answer<Step> {
        let texts = desk.texts();
        self.adviser(desk);
        let adviser = self.adviser.as_mut();
        let gone = || Failure::failed(format!("there is no job {job}"));
        match self.jobs.get_mut(&job).ok_or_else(gone)? {
            Job::Analyse {
                analysing,
                people,
                said,
            } => {
                let first = !*said && nodes > 0;
                *said = true;
                let done = match adviser.filter(|_| !first && nodes > 0) {
                    Some(adviser) => analysing
                        .step(adviser, nodes)
                        .map_err(|error| no_memory(&error))?,
                    None => nodes == 0 || analysing.is_done(),
                };
                let news = Some(analysis::view(analysing, done, texts, people)?);
                Ok(Step { done, news })
            }
            // A hint and a review take steps of fixed size, so that they are the same however often they are polled.
            Job::Hint(hinting, people) => {
                let done = nodes == 0 || hinting.step().map_err(|error| no_memory(&error))?;
                let news = done.then(|| analysis::hint(hinting, texts, people));
                let news = news.transpose()?;
                Ok(Step { done, news })
            }
            Job::Review(reviewing, people) => {
                let judged = match nodes {
                    0 => false,
                    _ => reviewing
                        .step()
                        .map_err(|error| no_memory(&error))?
                        .is_some(),
                };
                let done = nodes == 0 || reviewing.is_done();
                let changed = done || judged;
                let news = changed.then(|| review::view(reviewing, done, texts, people));
                let news = news.transpose()?;
                Ok(Step { done, news })
            }
            Job::Puzzle(question) => self.puzzles.step(question, nodes, texts),
        }
    }
}

fn no_memory(error: &std::io::Error) -> Failure {
    failures::NO_MEMORY.with(&[("why", &error)])
}

/// The position a request is about, and whom to address.
fn asked(request: &str) -> Answer<(Position, People)> {
    let AskPosition {
        rules,
        position,
        people,
    } = read(request)?;
    let rules = read::rules(Some(&rules), None, None)?;
    let position = read::position(rules, &position)?;
    Ok((position, people::told(people.as_ref())))
}

/// The quality of a move, in the protocol's names.
fn grade(verdict: Option<engine::review::Verdict>) -> Option<&'static str> {
    verdict.map(engine::review::Verdict::name)
}
