//! What every move of a position is worth, searched for on threads of its own: few at once, few that wait, none for longer than
//! its time, and none for somebody who has gone.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use engine::Effort;
use engine::analyse::{Analysis, analyse_with};
use engine::book::Book;
use engine::search::{Solver, SolverConfig};
use engine::table::Table;
use kalah::{Position, Rules, Setup};
use serde::Deserialize;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::Site;
use super::body::Asked;
use super::games::json_text;
use super::problem::Problem;
use crate::metrics::Count;

/// What the operator of a site grants to the analysis of positions.
#[derive(Clone)]
pub struct AnalysisConfig {
    /// Positions that are searched at once, each on one thread.
    pub threads: usize,
    /// Positions that may wait.
    pub queue: usize,
    /// The longest time for a position.
    pub most_time: Duration,
    /// Memory for each search.
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
/// Nodes a question may take before easier ones are asked: who is stopped by the clock wants bounds by then.
const PATIENCE: u64 = 8 << 20;

pub(crate) struct Analyst {
    config: AnalysisConfig,
    free: Arc<Semaphore>,
    book: OnceLock<Book>,
}

impl Analyst {
    pub(crate) fn new(config: AnalysisConfig) -> Arc<Analyst> {
        Arc::new(Analyst {
            free: Arc::new(Semaphore::new(config.threads)),
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
pub(crate) struct AnalysisAsked {
    position: String,
    rules: Option<String>,
    /// In milliseconds.
    time: Option<u64>,
}

impl AnalysisAsked {
    fn position(&self) -> Result<Position, String> {
        let rules: Rules = match &self.rules {
            Some(rules) => rules.parse().map_err(|error| format!("{error}"))?,
            None => Rules::default(),
        };
        let setup: Setup = self.position.parse().map_err(|error| format!("{error}"))?;
        let pits = setup.row_length().map_err(|error| error.to_string())?;
        if pits != rules.pits() {
            let wanted = rules.pits();
            return Err(format!(
                "the position has {pits} pits per side, the rules have {wanted}"
            ));
        }
        Position::new(rules, &setup).map_err(|error| error.to_string())
    }
}

pub(crate) async fn analysis(
    State(site): State<Arc<Site>>,
    Asked(asked): Asked<AnalysisAsked>,
) -> Result<Response, Problem> {
    let position = asked.position().map_err(Problem::Malformed)?;
    let analyst = Arc::clone(&site.analyst);
    let time = asked.time.map_or(USUAL_TIME, Duration::from_millis);
    let time = time.min(analyst.config.most_time);
    let full = Problem::Busy("too many positions wait to be analysed");
    let waiting = site.metrics.analyses_waiting.hold();
    if site.metrics.analyses_waiting.get() > (analyst.config.queue + analyst.config.threads) as i64
    {
        return Err(full);
    }
    let free = Arc::clone(&analyst.free).acquire_owned().await;
    let free = free.map_err(|_| Problem::Closing)?;
    drop(waiting);
    let gone = Gone::default();
    let stop = Arc::clone(&gone.0);
    let running: Count = site.metrics.analyses_running.clone();
    let found = spawn_blocking(move || {
        let _held = (free, running.hold());
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

/// Stops the search when nobody waits for it any more.
#[derive(Default)]
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
