//! Games recorded in Logisim 2.7.1, on the very files in the tree, played again: by the gates, with the native processor, and
//! natively. `tests/data/README.md` has the format of the recordings and how they are made.

use circuit::netlist::PartId;
use circuit::project::Location;
use circuit::sim::Simulator;
use consoles::{
    Button, Fast, Light, Lights, Machine, Model, Panel, Phase, Processor, Wired, hardware,
};

/// A recording: the observed places, the actions and the observations.
struct Recording {
    shows: [Vec<PartId>; 3],
    ram: PartId,
    /// Half-tick, whether the button goes down, and the button.
    acts: Vec<(u64, bool, PartId)>,
    changes: Vec<String>,
}

fn text(name: &str) -> String {
    let path = format!("{}/tests/data/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path);
    text.unwrap_or_else(|error| panic!("{path}: {error}"))
}

impl Recording {
    fn read(name: &str, sim: &Simulator) -> Recording {
        let text = text(name);
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
                _ => panic!("{name}: {line}"),
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

/// Records changes in the format of the recording.
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

/// The places in the lines of a recording, with their states.
struct Shown<'a> {
    leds: Vec<&'a str>,
    digits: Vec<&'a str>,
    lamps: Vec<&'a str>,
}

impl Shown<'_> {
    /// The state of the native console for a line.
    fn panel(&self, model: Model, line: &str) -> Panel {
        let places = hardware::places(model);
        let [_, _, leds, digits, lamps, ..] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let value = |names: &[&str], values: &str, at: &Location, ports: usize| {
            let place = format!("{},{}", at.x, at.y);
            let index = names.iter().position(|name| **name == place).unwrap();
            let digit = values[index * ports..].chars().next().unwrap();
            digit.to_digit(16).unwrap() as u8
        };
        let seeds = places.digits.map(|row| {
            row.map(|pair| {
                let [tens, units] = pair.map(|at| value(&self.digits, digits, &at, 1));
                10 * tens + units
            })
        });
        // A lamp has five columns of five bits: `[1f]` each when it is lit.
        let lamps = lamps.replace("[1f]", "1");
        let lit = |at: &Location| value(&self.lamps, &lamps, at, 5) == 1;
        let on = |lights: Lights, (light, at): &(Light, Location)| {
            lights.with(*light, value(&self.leds, leds, at, 1) == 1)
        };
        Panel {
            model,
            pits: seeds.map(|row| std::array::from_fn(|i| row[i])),
            stores: seeds.map(|row| row[6]),
            lights: places.lights.iter().fold(Lights::default(), on),
            lamps: std::array::from_fn(|i| places.lamps.get(i).is_some_and(lit)),
        }
    }
}

/// The native console shows what Logisim showed, at every half-tick.
fn replay_natively(name: &str, model: Model) {
    let text = text(name);
    let head = |what: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(what));
        line.unwrap().split_whitespace().collect::<Vec<_>>()
    };
    let shown = Shown {
        leds: head("leds"),
        digits: head("digits"),
        lamps: head("lamps"),
    };
    let places = hardware::places(model);
    let mut fast = Fast::new(model);
    let (mut held, mut expected): (Vec<Button>, Option<Panel>) = (Vec::new(), None);
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let (act, time) = match words[..] {
            [act @ ("at" | "press" | "release"), time, ..] => (act, time.parse().unwrap()),
            _ => continue,
        };
        while fast.half_ticks() < time {
            if let Some(expected) = &expected {
                assert_eq!(fast.panel(), *expected, "{name}, {}", fast.half_ticks());
            }
            fast.half_tick();
        }
        if act == "at" {
            expected = Some(shown.panel(model, line));
            continue;
        }
        let is_it = |at: &Location| format!("{},{}", at.x, at.y) == words[2];
        let (button, _) = places.buttons.iter().find(|(_, at)| is_it(at)).unwrap();
        held.retain(|other| other != button);
        if act == "press" {
            held.push(*button);
        }
        fast.hold(&held);
    }
    assert_eq!(Some(fast.panel()), expected, "{name}");
    assert!(fast.is_stopped());
}

const GAMES: [(&str, Model); 5] = [
    ("2016-reference", Model::Y2016),
    ("2016-mirror", Model::Y2016Mirror),
    ("2022", Model::Y2022),
    ("2022-draw", Model::Y2022),
    ("2023", Model::Y2023),
];

#[test]
fn logisim_played_the_same_games() {
    for (name, model) in GAMES {
        for processor in [Processor::Gates, Processor::Native] {
            replay(name, model, processor);
        }
    }
}

#[test]
fn the_native_consoles_show_what_logisim_showed() {
    for (name, model) in GAMES {
        replay_natively(name, model);
    }
}
