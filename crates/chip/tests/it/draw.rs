//! Specifications as circuits: the drawn circuit is the chip.

use chip::{Effort, Verdict, draw};

use crate::shelf;

/// Two clocks become two registers, which no proof matches with one latch.
const NOT_PROVEN: [&str; 1] = ["User input register"];

#[test]
fn every_specification_of_the_hardware_is_drawn_and_proven() {
    let only = std::env::var("CHIP").ok();
    let mut wrong = Vec::new();
    let mut drawn = 0;
    for (board, name, text) in shelf::specifications() {
        if only
            .as_ref()
            .is_some_and(|only| !name.contains(only.as_str()))
        {
            continue;
        }
        let chip = shelf::chip_of(&board, &name, &text);
        let effort = Effort {
            rows: 500,
            ..Effort::default()
        };
        let drawing = match draw::draw(&chip, "drawn.circ", &effort) {
            Ok(drawing) => drawing,
            Err(error) => {
                wrong.push(format!("{board}/{name}: {error}"));
                continue;
            }
        };
        drawn += 1;
        if let Ok(folder) = std::env::var("DRAWN") {
            let file = format!("{folder}/{board}-{name}.circ");
            std::fs::write(&file, drawing.document.bytes()).unwrap();
            let project = drawing.document.project();
            let main = project.main().unwrap();
            let picture = circuit::svg::draw(project, main, None);
            std::fs::write(file.replace(".circ", ".svg"), picture).unwrap();
        }
        let proven = matches!(drawing.verdict, Verdict::Proven(_));
        if proven == NOT_PROVEN.contains(&chip.name.as_str()) {
            wrong.push(format!("{board}/{name}: {:?}", drawing.verdict));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(only.is_some() || drawn == 59, "{drawn}");
}

/// Small numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }

    /// One bit.
    fn bit(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self
                .one(&[
                    "p",
                    "q",
                    "flag",
                    "low.select(0)",
                    "high.select(2)",
                    "1.bitextender(1->1,Zero)",
                    "0.bitextender(1->1,Zero)",
                ])
                .to_owned();
        }
        match self.below(7) {
            0 => format!("({})'", self.bit(depth - 1)),
            1 => format!(
                "({} ^ {} ^ {})",
                self.bit(depth - 1),
                self.bit(depth - 1),
                self.bit(0)
            ),
            2 => format!("({} or {})", self.bit(depth - 1), self.bit(depth - 1)),
            3 => format!("({} xor {})", self.bit(depth - 1), self.bit(depth - 1)),
            4 => format!(
                "(if {} then {} else {})",
                self.bit(depth - 1),
                self.bit(depth - 1),
                self.bit(depth - 1)
            ),
            _ => {
                let sign = self.one(&["=", "!=", "<", "<=", ">", ">="]);
                format!("({} {sign} {})", self.word(depth - 1), self.word(depth - 1))
            }
        }
    }

    /// Three bits.
    fn word(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self
                .one(&[
                    "a",
                    "b",
                    "low",
                    "high",
                    "kept",
                    "join(p, q, flag)",
                    "p.bitextender(1->3,Sign)",
                    "5.bitextender(3->3,Zero)",
                ])
                .to_owned();
        }
        match self.below(9) {
            0 => format!("({})'", self.word(depth - 1)),
            1 => format!("({} ^ {})", self.word(depth - 1), self.word(depth - 1)),
            2 => format!("({} or {})", self.word(depth - 1), self.word(depth - 1)),
            3 => format!("({} + {})", self.word(depth - 1), self.word(depth - 1)),
            4 => format!("({} - {})", self.word(depth - 1), self.word(0)),
            5 => format!("(a * {})", self.word(0)),
            6 => format!(
                "join({}, ({}).select(0:1))",
                self.bit(depth - 1),
                self.word(depth - 1)
            ),
            7 => {
                let [x, y, z] = [0, 1, 2].map(|_| self.word(depth - 1));
                format!("(if a = 1 then {x} else if a = 4 then {y} else if a = 6 then b else {z})")
            }
            _ => format!(
                "(if {} then {} else {})",
                self.bit(depth - 1),
                self.word(depth - 1),
                self.word(depth - 1)
            ),
        }
    }

    /// A chip with a register, a flip-flop, pins on all sides, and a bus it drives some of the time.
    fn specification(&mut self) -> String {
        let sides = ["West", "East", "North", "South"];
        let [w, x, y, z] = [0, 1, 2, 3].map(|_| self.one(&sides));
        let (low, high) = (
            self.word(2).replace("low", "a").replace("high", "b"),
            self.word(2).replace("high", "a"),
        );
        let (bit, word, drive) = (self.bit(3), self.word(3), self.bit(1));
        let (load, data, set, clear) = (self.bit(1), self.word(2), self.bit(0), self.bit(0));
        let edge = self.one(&["rising", "falling"]);
        format!(
            "Chip Specification\nName: Random\nInput: a(3), p # {w} side\nInput: b(3), q, clock # {x} side\n\
             Output: one, out(3) # {y} side\nOutput: bus(3), state(3) # {z} side\nSignals: low(3), high(3)\n\
             Latches: register kept(3), flag\nCombinational\nlow = {low}\nhigh = {high}\none = {bit}\nout = {word}\n\
             bus = if {drive} then {data} else float\nstate = kept\nBehaviour\n\
             on {edge} edge of clock do:\nkept := {data}\nenabled by: {load}\n\
             on falling edge of clock do:\nflag := p\nwhile {set} ^ q do:\nflag := 1\nwhile {clear} ^ p ^ q' do:\nflag := 0\n\
             End Chip Specification\n"
        )
    }
}

#[test]
fn random_specifications_are_drawn_as_they_are_meant() {
    let count = std::env::var("COUNT")
        .ok()
        .and_then(|count| count.parse().ok());
    let (mut drawn, mut by_delays) = (0, 0);
    for seed in 0..count.unwrap_or(40) {
        let text = Dice(seed + 1).specification();
        let reading = chip::read_alone("random.chip", &text);
        let found: Vec<String> = reading
            .diagnostics
            .iter()
            .map(ToString::to_string)
            .collect();
        // A latch that disables itself is reported; everything else is sound.
        let [chip] = &reading.chips[..] else {
            panic!("{}\n{text}", found.join("\n"));
        };
        let effort = Effort {
            rows: 300,
            beside: 100,
            ..Effort::default()
        };
        match draw::draw(chip, "random.circ", &effort) {
            Ok(_) => drawn += 1,
            // Its flip-flop is set and cleared by what depends on it: that has no meaning without delays.
            Err(draw::DrawError::Differs(_)) => by_delays += 1,
            Err(error) => panic!("{seed}: {error}\n{text}"),
        }
    }
    assert!(drawn > 9 * by_delays, "{drawn} drawn, {by_delays} not");
}
