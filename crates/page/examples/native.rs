//! Answers the messages of the page natively: one call per line in, one answer per line out. `web/tests/messages.test.js` sends
//! the same calls to the WebAssembly and compares.
//!
//! ```text
//! desk     NAME  JSON
//! game 1   NAME  JSON
//! player   NAME  JSON
//! program  NAME  JSON
//! workbench NAME JSON
//! begin    NAME  JSON
//! step 1   NODES
//! machine  NAME  JSON      and its frame after a bar, in hexadecimal
//! ```
//!
//! The columns are separated by tabs.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use page::{Analyst, Desk, Game, Machine, Player, Program, Workbench};

fn main() -> io::Result<()> {
    let mut desk = Desk::new();
    let mut games: BTreeMap<String, Game> = BTreeMap::new();
    let (mut player, mut analyst) = (Player::new(None), Analyst::new());
    let (mut program, mut workbench) = (Program::new(), Workbench::new());
    let mut machine = Machine::new(None);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut columns = line.splitn(3, '\t');
        let mut column = || columns.next().unwrap_or_default();
        let (to, name, request) = (column(), column(), column());
        let answer = match to.split_once(' ').unwrap_or((to, "")) {
            ("desk", _) => desk.handle(name, request),
            ("game", number) => {
                let game = games.entry(number.to_owned()).or_default();
                game.handle(&desk, name, request)
            }
            ("player", _) => player.handle(name, request),
            ("program", _) => program.handle(name, request),
            ("workbench", _) => workbench.handle(name, request),
            ("begin", _) => analyst.begin(&desk, name, request),
            ("step", job) => {
                let (job, nodes) = (job.parse().unwrap_or(0), name.parse().unwrap_or(0));
                analyst.step(&desk, job, nodes)
            }
            ("machine", _) => {
                let answer = machine.handle(name, request);
                let frame = machine.frame().into_iter();
                let frame: String = frame.map(|look| format!("{look:02x}")).collect();
                format!("{answer}|{frame}")
            }
            _ => "unknown".to_owned(),
        };
        writeln!(out, "{answer}")?;
    }
    Ok(())
}
