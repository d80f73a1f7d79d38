//! Games recorded in Logisim 2.7.1, on the very files in the tree, played again.
//!
//! ```text
//!   leds x,y ...   digits x,y ...   lamps x,y ...   ram PATH          what was looked at
//!   at HALF-TICK LEDS DIGITS LAMPS CELL=BYTE ...                       something of it changed; cells: those that did
//!   press HALF-TICK x,y   release HALF-TICK x,y                        a button
//! ```
//!
//! Wrong presses are among them: of empty pits, of a second button, in the wrong phase, held beyond the next question, after
//! the end.

use circuit::netlist::PartId;
use circuit::sim::Simulator;
use console::{Machine, Model, Phase, Processor, Wired};

/// What was looked at, what was done and what was seen.
struct Recording {
    shows: [Vec<PartId>; 3],
    ram: PartId,
    /// Half-tick, whether the button goes down, and the button.
    acts: Vec<(u64, bool, PartId)>,
    changes: Vec<String>,
}

impl Recording {
    fn read(name: &str, sim: &Simulator) -> Recording {
        let path = format!("{}/tests/data/{name}.game", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path);
        let text = text.unwrap_or_else(|error| panic!("{path}: {error}"));
        let part = |path: &str| sim.find(path).unwrap_or_else(|error| panic!("{error}"));
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut head = |what: &str| lines.next().unwrap().strip_prefix(what).unwrap().trim();
        let kinds = [
            ("leds", "LED"),
            ("digits", "Hex_Digit_Display"),
            ("lamps", "DotMatrix"),
        ];
        let shows = kinds.map(|(what, kind)| {
            let places = head(what).split_whitespace();
            places.map(|at| part(&format!("/{kind}@{at}"))).collect()
        });
        let ram = part(head("ram"));
        let (mut acts, mut changes) = (Vec::new(), Vec::new());
        for line in lines {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["at", ..] => changes.push(line.to_string()),
                [act, time, at] => {
                    let button = part(&format!("/Button@{at}"));
                    acts.push((time.parse().unwrap(), act == "press", button));
                }
                _ => panic!("{path}: {line}"),
            }
        }
        Recording {
            shows,
            ram,
            acts,
            changes,
        }
    }
}

/// Writes down what changes, as the recording does.
struct Witness<'r> {
    recording: &'r Recording,
    cells: Vec<u32>,
    shown: String,
    lines: Vec<String>,
}

impl Witness<'_> {
    fn look(&mut self, sim: &Simulator) {
        let [leds, digits, lamps] = self.recording.shows.each_ref();
        let shown = [(leds, 1), (digits, 1), (lamps, 5)].map(|(parts, ports)| {
            let values = parts.iter().flat_map(|&part| {
                (0..ports).map(move |port| match sim.port(part, port).number() {
                    Some(number @ 0..=15) => format!("{number:x}"),
                    Some(number) => format!("[{number:x}]"),
                    None => "?".to_string(),
                })
            });
            let text: String = values.collect();
            if text.is_empty() {
                "-".to_string()
            } else {
                text
            }
        });
        let shown = shown.join(" ");
        let cell = |at: usize| sim.cell(self.recording.ram, at as u32).unwrap();
        let cells: Vec<u32> = (0..self.cells.len()).map(cell).collect();
        if shown == self.shown && cells == self.cells {
            return;
        }
        let mut line = format!("at {} {shown}", sim.ticks());
        for (at, (new, old)) in cells.iter().zip(&self.cells).enumerate() {
            if new != old {
                line += &format!(" {at:02x}={new:02x}");
            }
        }
        self.lines.push(line);
        (self.shown, self.cells) = (shown, cells);
    }
}

fn replay(name: &str, model: Model, processor: Processor) {
    let mut wired = Wired::new(model, processor);
    let sim = wired.simulator_mut();
    let recording = Recording::read(name, sim);
    let mut witness = Witness {
        recording: &recording,
        cells: vec![0; sim.cells(recording.ram).unwrap()],
        shown: String::new(),
        lines: Vec::new(),
    };
    witness.look(sim);
    let last = recording.changes.last().unwrap().split(' ').nth(1).unwrap();
    // A little longer, in which nothing more may happen.
    let end = 60 + recording.acts.last().unwrap().0.max(last.parse().unwrap());
    let mut acts = recording.acts.iter().peekable();
    loop {
        while let Some(&(_, down, button)) = acts.next_if(|act| act.0 == sim.ticks()) {
            sim.set_buttons(&[(button, down)]).unwrap();
            witness.look(sim);
        }
        if sim.ticks() == end {
            break;
        }
        sim.half_tick();
        witness.look(sim);
    }
    for (ours, theirs) in witness.lines.iter().zip(&recording.changes) {
        assert_eq!(ours, theirs, "{name}");
    }
    assert_eq!(witness.lines.len(), recording.changes.len());
    assert!(recording.changes.len() > 200, "a whole game");
    assert!(wired.is_stopped());
    assert_eq!(wired.panel().phase(), Phase::Over);
}

#[test]
fn logisim_played_the_same_games() {
    for (name, model) in [
        ("2016-reference", Model::Y2016),
        ("2016-mirror", Model::Y2016Mirror),
        ("2022", Model::Y2022),
        ("2023", Model::Y2023),
    ] {
        for processor in [Processor::Gates, Processor::Native] {
            replay(name, model, processor);
        }
    }
}
