//! What the site counts of itself, in the text format that Prometheus reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Upper ends of the histogram's buckets, in milliseconds.
const BUCKETS: [u64; 9] = [1, 5, 10, 25, 50, 100, 250, 1000, 5000];

/// A number that goes up, or up and down.
#[derive(Clone, Debug, Default)]
pub(crate) struct Count(Arc<AtomicI64>);

impl Count {
    pub(crate) fn add(&self, more: i64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }

    /// One more, until the guard goes.
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
    pub connections: Count,
    pub sockets: Count,
    pub games: Count,
    pub moves: Count,
    pub store_errors: Count,
    pub refused: Count,
    pub analyses_waiting: Count,
    pub analyses_running: Count,
}

#[derive(Default)]
struct Times {
    buckets: [u64; BUCKETS.len()],
    count: u64,
    total: Duration,
}

impl Metrics {
    /// `route` is the pattern of an address, never the address itself: there are only so many.
    pub(crate) fn request(&self, route: &str, status: u16, took: Duration) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let times = requests.entry((route.to_owned(), status)).or_default();
        times.count += 1;
        times.total += took;
        for (bucket, end) in times.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(took <= Duration::from_millis(end));
        }
    }

    /// Everything, with the number of rooms, which somebody else counts.
    pub(crate) fn text(&self, rooms: usize) -> String {
        let mut text = String::new();
        self.write(&mut text, rooms)
            .expect("a text takes any number of letters");
        text
    }

    fn write(&self, text: &mut String, rooms: usize) -> std::fmt::Result {
        let name = "mancala_request_seconds";
        writeln!(text, "# HELP {name} How long requests took.")?;
        writeln!(text, "# TYPE {name} histogram")?;
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        for ((route, status), times) in &*requests {
            let labels = format!("route=\"{route}\",status=\"{status}\"");
            for (count, end) in times.buckets.iter().zip(BUCKETS) {
                let end = end as f64 / 1000.0;
                writeln!(text, "{name}_bucket{{{labels},le=\"{end}\"}} {count}")?;
            }
            let (count, sum) = (times.count, times.total.as_secs_f64());
            writeln!(text, "{name}_bucket{{{labels},le=\"+Inf\"}} {count}")?;
            writeln!(text, "{name}_sum{{{labels}}} {sum}")?;
            writeln!(text, "{name}_count{{{labels}}} {count}")?;
        }
        drop(requests);
        let numbers = [
            (
                "connections",
                "gauge",
                "Open connections.",
                self.connections.get(),
            ),
            ("sockets", "gauge", "Open WebSockets.", self.sockets.get()),
            ("rooms", "gauge", "Games somebody is in.", rooms as i64),
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
        let text = metrics.text(3);
        for line in [
            "mancala_request_seconds_bucket{route=\"/api\",status=\"200\",le=\"0.005\"} 0",
            "mancala_request_seconds_bucket{route=\"/api\",status=\"200\",le=\"0.01\"} 1",
            "mancala_request_seconds_bucket{route=\"/api\",status=\"200\",le=\"+Inf\"} 2",
            "mancala_request_seconds_sum{route=\"/api\",status=\"200\"} 9.007",
            "mancala_sockets 1",
            "mancala_rooms 3",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        drop(held);
        assert_eq!(metrics.sockets.get(), 0);
    }
}
