//! The value of every move of a position, searched on separate threads: few at once, few waiting, visitors in turn, none longer
//! than its time limit, and none for a client that has gone.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::extract::{Extension, State};
use axum::response::Response;
use engine::Effort;
use engine::analyse::{Analysis, analyse_with};
use engine::book::Book;
use engine::search::{Solver, SolverConfig};
use engine::table::Table;
use kalah::{Position, Rules, Setup};
use serde::Deserialize;
use tokio::task::spawn_blocking;

use super::Site;
use super::body::{Asked, Natural};
use super::games::json_text;
use super::problem::Problem;
use super::turns::Turns;
use crate::limits::Visitor;
use crate::metrics::Count;

/// The operator's limits on the analysis of positions.
#[derive(Clone)]
pub struct AnalysisConfig {
    /// Positions that are searched at once, each on one thread.
    pub threads: usize,
    /// Positions that may wait.
    pub queue: usize,
    /// Time limit per position.
    pub most_time: Duration,
    /// Memory per search.
    pub hash: usize,
    /// Endgame tables, each for its own rules.
    pub tables: Vec<Arc<Table>>,
}

impl Default for AnalysisConfig {
    fn default() -> AnalysisConfig {
        AnalysisConfig {
            threads: 1,
            queue: 8,
            most_time: Duration::from_secs(5),
            hash: 32 << 20,
            tables: Vec::new(),
        }
    }
}

const USUAL_TIME: Duration = Duration::from_secs(1);
/// Nodes a question may take before easier ones are asked: a search stopped by the clock should have bounds by then.
const PATIENCE: u64 = 8 << 20;

pub(crate) struct Analyst {
    config: AnalysisConfig,
    turns: Arc<Turns>,
    book: OnceLock<Book>,
}

impl Analyst {
    pub(crate) fn new(config: AnalysisConfig) -> Arc<Analyst> {
        Arc::new(Analyst {
            turns: Turns::new(config.threads, config.queue),
            book: OnceLock::new(),
            config,
        })
    }

    /// The seeds of the largest table.
    pub(crate) fn seeds(&self) -> usize {
        let sizes = self.config.tables.iter().map(|table| table.max_seeds());
        sizes.max().unwrap_or(0)
    }

    fn analyse(
        &self,
        position: &Position,
        spent: &(dyn Fn(f64) -> bool + Sync),
    ) -> Option<Analysis> {
        let rules = position.rules();
        let mut tables = self.config.tables.iter();
        let config = SolverConfig {
            hash: self.config.hash,
            threads: 1,
            table: tables.find(|table| table.fits(rules)).cloned(),
            patience: PATIENCE,
        };
        let solver = Solver::new(rules, position.seeds_in_pits().into(), &config).ok()?;
        let book = self.book.get_or_init(Book::built_in);
        let effort = Effort::until(spent);
        Some(analyse_with(&solver, Some(book), position, &effort))
    }
}

#[derive(Deserialize)]
pub(crate) struct PositionAsked {
    position: String,
    rules: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct TimeAsked {
    /// In milliseconds.
    time: Option<Natural>,
}

impl PositionAsked {
    pub(super) fn position(&self) -> Result<Position, Problem> {
        let malformed = |error: &dyn Display| Problem::Malformed(error.to_string());
        let nowhere = |error: &dyn Display| Problem::NoSuchPosition(error.to_string());
        let setup: Setup = self.position.parse().map_err(|error| malformed(&error))?;
        let rules: Rules = match &self.rules {
            Some(rules) => rules.parse().map_err(|error| malformed(&error))?,
            None => {
                let pits = setup.row_length().map_err(|error| nowhere(&error))?;
                let (pits, usual) = (u32::try_from(pits).unwrap_or(u32::MAX), Rules::default());
                Rules::new(pits, usual.seeds().into(), usual.capture(), usual.end())
                    .map_err(|error| nowhere(&error))?
            }
        };
        Position::new(rules, &setup).map_err(|error| nowhere(&error))
    }
}

pub(crate) async fn analysis(
    State(site): State<Arc<Site>>,
    Extension(visitor): Extension<Visitor>,
    Asked(asked): Asked<PositionAsked>,
    Asked(TimeAsked { time }): Asked<TimeAsked>,
) -> Result<Response, Problem> {
    let position = asked.position()?;
    let analyst = Arc::clone(&site.analyst);
    let time = time.map_or(USUAL_TIME, |time| Duration::from_millis(time.0));
    let time = time.min(analyst.config.most_time);
    let waiting = site.metrics.analyses_waiting.hold();
    let full = |_| Problem::Busy("too many positions wait to be analysed");
    let turn = analyst.turns.wait(visitor).await.map_err(full)?;
    drop(waiting);
    let gone = Gone::default();
    let stop = Arc::clone(&gone.0);
    let running: Count = site.metrics.analyses_running.clone();
    let found = spawn_blocking(move || {
        let _held = (turn, running.hold());
        let start = Instant::now();
        let spent =
            |part: f64| stop.load(Ordering::Relaxed) || start.elapsed() >= time.mul_f64(part);
        let found = analyst.analyse(&position, &spent)?;
        let document = found.document(&position, start.elapsed().as_secs_f64());
        serde_json::to_value(document).ok()
    });
    let found = found.await.map_err(|_| Problem::Internal)?;
    drop(gone);
    let found = found.ok_or(Problem::Busy("there is no memory for a search now"))?;
    Ok(json_text(found.to_string()))
}

/// Stops the search when its client has gone.
#[derive(Default)]
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::string::string_regex;

    /// Texts as the description has them.
    fn described(parameter: &str) -> impl Strategy<Value = String> + use<> {
        let description: serde_json::Value =
            serde_json::from_str(include_str!("openapi.json")).unwrap();
        let parameters = &description["paths"]["/api/analysis"]["get"]["parameters"];
        let mut parameters = parameters.as_array().unwrap().iter();
        let found = parameters.find(|one| one["name"] == parameter).unwrap();
        let pattern = found["schema"]["pattern"].as_str().unwrap();
        string_regex(pattern.trim_start_matches('^').trim_end_matches('$')).unwrap()
    }

    proptest! {
        #[test]
        fn what_is_described_can_be_read(
            position in described("position"),
            rules in prop::option::of(described("rules")),
        ) {
            let asked = PositionAsked { position, rules };
            if let Err(Problem::Malformed(told)) = asked.position() {
                panic!("{told}: {} {:?}", asked.position, asked.rules);
            }
        }
    }
}
