//! A process for each console: a crash does not affect the others.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::super::console::Graded;
use crate::interrupt;

/// How often a process is checked for its end.
const LOOK: Duration = Duration::from_millis(10);

/// Grades a console in a separate process, with the arguments this one was given; returns the result, or why there is none.
pub fn graded(circuit: &Path, own_panel: Option<&Path>, limit: Duration) -> Result<Graded, String> {
    let failed = |error: io::Error| format!("no process could be started: {error}");
    let program = std::env::current_exe().map_err(failed)?;
    let mut command = Command::new(program);
    command
        .args(std::env::args_os().skip(1))
        .arg("--worker")
        .arg(circuit)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("NO_COLOR", "1");
    if let Some(panel) = own_panel {
        command.arg("--worker-panel").arg(panel);
    }
    let mut child = command.spawn().map_err(failed)?;
    let out = listen(child.stdout.take());
    let err = listen(child.stderr.take());
    let ended = wait(&mut child, limit).map_err(failed)?;
    let out = out.join().unwrap_or_default();
    let err = err.join().unwrap_or_default();
    let Some(status) = ended else {
        let seconds = limit.as_secs();
        return Err(format!(
            "it was still not done after {seconds} s, and was stopped"
        ));
    };
    match serde_json::from_str(&out) {
        Ok(graded) if status.success() => Ok(graded),
        _ => Err(reason(&err, status)),
    }
}

/// In the process of a console: ends early, with the games played so far, once the run that started it wants no more, or is
/// gone. Both close the pipe that is its standard input.
pub fn stop_with_the_run() {
    interrupt::flag();
    thread::spawn(|| {
        // Nothing is ever sent through the pipe; an error is an end too.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        interrupt::stop();
    });
}

fn listen(stream: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // The output ends where the stream broke.
            let _ = stream.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// How it ended; `None` if it had to be stopped.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if interrupt::asked() {
            // It notices that, and reports the games it has played.
            drop(child.stdin.take());
        }
        if begun.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(LOOK);
    }
}

/// The process's own error message, from its first line on.
fn reason(err: &str, status: ExitStatus) -> String {
    const MOST: usize = 2000;
    let lines = err.lines();
    let complaints = lines.skip_while(|line| !line.starts_with("error"));
    let complaints: Vec<&str> = complaints.collect();
    let complaints = complaints.join("\n");
    if let Some((_, told)) = complaints
        .split_once(": ")
        .filter(|_| status.code() == Some(2))
    {
        return told.trim_end().chars().take(MOST).collect();
    }
    let panic = err.lines().find(|line| line.contains("panicked at"));
    let panic = panic.map_or(String::new(), |line| format!(": {line}"));
    format!("the grader broke down over it ({status}){panic}")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Child {
        let mut command = Command::new("sh");
        command
            .args(["-c", script])
            .spawn()
            .expect("there is a shell")
    }

    #[test]
    fn a_process_that_does_not_end_is_stopped() {
        let begun = Instant::now();
        let ended = wait(&mut shell("exec sleep 60"), Duration::from_millis(100));
        assert!(ended.expect("it can be waited for").is_none());
        assert!(begun.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_process_that_breaks_down_is_told_from_one_that_complains() {
        let status = |script: &str| {
            let ended = wait(&mut shell(script), Duration::from_secs(30));
            ended.expect("it can be waited for").expect("it ends")
        };
        let crash = reason(
            "error: thread 'main' panicked at x.rs:1:1:\nboom",
            status("exit 101"),
        );
        assert!(
            crash.contains("broke down") && crash.contains("x.rs:1:1"),
            "{crash}"
        );
        let killed = reason("", status("kill -9 $$"));
        assert!(
            killed.contains("broke down") && killed.contains("signal"),
            "{killed}"
        );
        let complaint = reason(
            "a warning\nerror: no circuit\nerror: none at all\n",
            status("exit 2"),
        );
        assert_eq!(complaint, "no circuit\nerror: none at all");
    }
}
