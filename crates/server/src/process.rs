//! The operating system's data about this process, under the names that Prometheus uses. Linux only.

use std::fs;

/// Empty where the system has no such data.
pub(crate) fn text() -> String {
    numbers().unwrap_or_default()
}

fn numbers() -> Option<String> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let boot = fs::read_to_string("/proc/stat").ok()?;
    let files = fs::read_dir("/proc/self/fd").ok()?.count();
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let (seconds, started) = times(&stat, &boot)?;
    let memory = field(&status, "VmRSS:")? * 1024;
    let threads = field(&status, "Threads:")?;
    let most_files = field(&limits, "Max open files").unwrap_or(0);
    let one = |name: &str, kind: &str, help: &str, value: String| {
        format!("# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n")
    };
    Some(
        [
            one(
                "process_cpu_seconds_total",
                "counter",
                "Processor time.",
                format!("{seconds:.2}"),
            ),
            one(
                "process_start_time_seconds",
                "gauge",
                "When it began.",
                format!("{started:.2}"),
            ),
            one(
                "process_resident_memory_bytes",
                "gauge",
                "Memory in use.",
                memory.to_string(),
            ),
            one("process_threads", "gauge", "Threads.", threads.to_string()),
            one(
                "process_open_fds",
                "gauge",
                "Open files.",
                files.to_string(),
            ),
            one(
                "process_max_fds",
                "gauge",
                "Open files at most.",
                most_files.to_string(),
            ),
        ]
        .concat(),
    )
}

/// Clock ticks per second, independent of the kernel's timer.
const TICKS: f64 = 100.0;

/// Processor time, and the start time since 1970, in seconds.
fn times(stat: &str, boot: &str) -> Option<(f64, f64)> {
    // The name of the program may contain anything, but ends with the last parenthesis.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    let seconds = (ticks(11)? + ticks(12)?) / TICKS;
    let started = field(boot, "btime")? as f64 + ticks(19)? / TICKS;
    Some((seconds, started))
}

/// The first number after a word at the beginning of a line.
fn field(text: &str, word: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_memory_files_and_a_beginning() {
        let text = text();
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            let value: f64 = line.expect(name).trim().parse().unwrap();
            value
        };
        assert!(value("process_resident_memory_bytes ") > 1e5, "{text}");
        assert!(value("process_open_fds ") >= 3.0, "{text}");
        assert!(value("process_threads ") >= 1.0, "{text}");
        let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs_f64();
        let age = now - value("process_start_time_seconds ");
        assert!((-2.0..3600.0).contains(&age), "{age}: {text}");
        let odd = "1 (a) b) R 1 1 1 1 1 1 1 1 1 1 150 50 0 0 20 0 9 0 300 1 1";
        assert_eq!(times(odd, "cpu 1\nbtime 1000\n"), Some((2.0, 1003.0)));
    }
}
