//! The site's metrics, in the text format that Prometheus reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::process;
use crate::store::Load;

/// Upper ends of the histogram's buckets, in milliseconds.
const BUCKETS: [u64; 9] = [1, 5, 10, 25, 50, 100, 250, 1000, 5000];

/// A counter or gauge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Count(Arc<AtomicI64>);

impl Count {
    pub(crate) fn add(&self, more: i64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }

    /// One more, until the guard is dropped.
    pub(crate) fn hold(&self) -> Held {
        self.add(1);
        Held(self.clone())
    }
}

pub(crate) struct Held(Count);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.add(-1);
    }
}

#[derive(Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<(String, u16), Times>>,
    store: StoreTimes,
    pub connections: Count,
    pub sockets: Count,
    pub games: Count,
    pub moves: Count,
    pub store_errors: Count,
    pub refused: Count,
    pub analyses_waiting: Count,
    pub analyses_running: Count,
}

/// Duration of the store's operations.
#[derive(Clone, Default)]
pub(crate) struct StoreTimes(Arc<Mutex<BTreeMap<&'static str, Times>>>);

impl StoreTimes {
    pub(crate) fn took(&self, operation: &'static str, took: Duration) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.entry(operation).or_default().add(took);
    }
}

/// Numbers maintained elsewhere.
pub(crate) struct Others {
    /// Games in memory.
    pub rooms: usize,
    pub store: Load,
    pub store_bytes: u64,
}

#[derive(Default)]
struct Times {
    buckets: [u64; BUCKETS.len()],
    count: u64,
    total: Duration,
}

impl Times {
    fn add(&mut self, took: Duration) {
        self.count += 1;
        self.total += took;
        for (bucket, end) in self.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(took <= Duration::from_millis(end));
        }
    }

    fn write(&self, text: &mut String, name: &str, labels: &str) -> std::fmt::Result {
        for (count, end) in self.buckets.iter().zip(BUCKETS) {
            let end = end as f64 / 1000.0;
            writeln!(text, "{name}_bucket{{{labels},le=\"{end}\"}} {count}")?;
        }
        let (count, sum) = (self.count, self.total.as_secs_f64());
        writeln!(text, "{name}_bucket{{{labels},le=\"+Inf\"}} {count}")?;
        writeln!(text, "{name}_sum{{{labels}}} {sum}")?;
        writeln!(text, "{name}_count{{{labels}}} {count}")
    }
}

impl Metrics {
    pub(crate) fn with(store: StoreTimes) -> Metrics {
        Metrics {
            store,
            ..Metrics::default()
        }
    }

    /// `route` is the pattern of an address, never the address itself, so that the number of series is bounded.
    pub(crate) fn request(&self, route: &str, status: u16, took: Duration) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let times = requests.entry((route.to_owned(), status)).or_default();
        times.add(took);
    }

    /// All metrics.
    pub(crate) fn text(&self, others: &Others) -> String {
        let mut text = String::new();
        self.write(&mut text, others)
            .expect("a text takes any number of letters");
        text
    }

    fn write(&self, text: &mut String, others: &Others) -> std::fmt::Result {
        let name = "mancala_request_seconds";
        writeln!(text, "# HELP {name} How long requests took.")?;
        writeln!(text, "# TYPE {name} histogram")?;
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        for ((route, status), times) in &*requests {
            let labels = format!("route=\"{route}\",status=\"{status}\"");
            times.write(text, name, &labels)?;
        }
        drop(requests);
        let name = "mancala_store_seconds";
        writeln!(text, "# HELP {name} How long the database took.")?;
        writeln!(text, "# TYPE {name} histogram")?;
        let store = self.store.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (operation, times) in &*store {
            times.write(text, name, &format!("operation=\"{operation}\""))?;
        }
        drop(store);
        self.write_numbers(text, others)?;
        text.push_str(&process::text());
        Ok(())
    }

    fn write_numbers(&self, text: &mut String, others: &Others) -> std::fmt::Result {
        let Load {
            connections,
            idle,
            waiting,
        } = others.store;
        let numbers = [
            (
                "connections",
                "gauge",
                "Open connections.",
                self.connections.get(),
            ),
            ("sockets", "gauge", "Open WebSockets.", self.sockets.get()),
            (
                "rooms",
                "gauge",
                "Games somebody is in.",
                others.rooms as i64,
            ),
            (
                "store_connections",
                "gauge",
                "Open connections to the database.",
                connections.into(),
            ),
            (
                "store_connections_idle",
                "gauge",
                "Those of them that do nothing.",
                idle.into(),
            ),
            (
                "store_changes_waiting",
                "gauge",
                "Changes that wait to be written.",
                waiting as i64,
            ),
            (
                "store_bytes",
                "gauge",
                "The size of the database.",
                i64::try_from(others.store_bytes).unwrap_or(i64::MAX),
            ),
            ("games_total", "counter", "Games made.", self.games.get()),
            (
                "moves_total",
                "counter",
                "Moves acknowledged.",
                self.moves.get(),
            ),
            (
                "store_errors_total",
                "counter",
                "Requests the store failed.",
                self.store_errors.get(),
            ),
            (
                "refused_total",
                "counter",
                "Requests over a limit.",
                self.refused.get(),
            ),
            (
                "analyses_waiting",
                "gauge",
                "Positions that wait to be analysed.",
                self.analyses_waiting.get(),
            ),
            (
                "analyses_running",
                "gauge",
                "Positions being analysed.",
                self.analyses_running.get(),
            ),
        ];
        for (name, kind, help, value) in numbers {
            writeln!(text, "# HELP mancala_{name} {help}")?;
            writeln!(text, "# TYPE mancala_{name} {kind}")?;
            writeln!(text, "mancala_{name} {value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_each_request_in_every_bucket_it_fits() {
        let metrics = Metrics::default();
        metrics.request("/api", 200, Duration::from_millis(7));
        metrics.request("/api", 200, Duration::from_secs(9));
        let held = metrics.sockets.hold();
        let others = Others {
            rooms: 3,
            store: Load {
                connections: 4,
                idle: 2,
                waiting: 1,
            },
            store_bytes: 5000,
        };
        metrics.store.took("add", Duration::from_millis(3));
        let text = metrics.text(&others);
        for line in [
            "mancala_request_seconds_bucket{route=\"/api\",status=\"200\",le=\"0.005\"} 0",
            "mancala_request_seconds_bucket{route=\"/api\",status=\"200\",le=\"0.01\"} 1",
            "mancala_request_seconds_bucket{route=\"/api\",status=\"200\",le=\"+Inf\"} 2",
            "mancala_request_seconds_sum{route=\"/api\",status=\"200\"} 9.007",
            "mancala_sockets 1",
            "mancala_rooms 3",
            "mancala_store_connections 4",
            "mancala_store_bytes 5000",
            "mancala_store_seconds_bucket{operation=\"add\",le=\"0.005\"} 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        drop(held);
        assert_eq!(metrics.sockets.get(), 0);
    }
}
