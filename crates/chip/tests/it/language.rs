//! The language: the notes' specification as printed, and the messages about mistakes.

use chip::run::Runner;
use circuit::Value;

use crate::shelf;

fn printed() -> String {
    let file = shelf::hardware().join("2016/chips/Display driver.chip");
    std::fs::read_to_string(file).unwrap()
}

/// A running display driver, and its pins by name.
struct Driver(Runner);

impl Driver {
    fn new() -> Driver {
        let reading = shelf::reading("2016", "notes", &printed());
        Driver(Runner::new(reading.chips[0].clone()))
    }

    fn set(&mut self, name: &str, value: u32) -> &mut Driver {
        let chip = self.0.chip().clone();
        let mut inputs = chip.of(chip::chip::Role::Input).enumerate();
        let (place, net) = inputs
            .find(|(_, net)| chip.nets[*net].name == name)
            .unwrap();
        self.0.set(place, Value::known(chip.nets[net].width, value));
        self
    }

    fn float(&mut self) -> &mut Driver {
        self.0.set(0, Value::floating(8));
        self
    }

    fn get(&mut self, name: &str) -> String {
        let chip = self.0.chip().clone();
        let mut outputs = chip.of(chip::chip::Role::Output);
        let place = outputs.position(|net| chip.nets[net].name == name).unwrap();
        self.0.outputs()[place].bits()
    }

    fn write(&mut self, value: u32) -> &mut Driver {
        self.set("data", value)
            .set("dir", 0)
            .set("clock", 1)
            .set("clock", 0)
    }
}

#[test]
fn the_notes_are_accepted_as_printed_and_their_slips_are_told() {
    let reading = shelf::reading("2016", "notes", &printed());
    assert!(!reading.has_errors());
    let messages: Vec<&str> = reading
        .diagnostics
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "the extender is said to take 5 bits, but its input has 6; all 6 are extended",
            "nothing says what the output `posout` is; it is taken to be `mypos`",
            "nothing says what the output `posoutsouth` is; it is taken to be `mypos`",
        ]
    );
    let slip = &reading.diagnostics[0];
    assert_eq!(
        slip.excerpt().unwrap().text.trim(),
        "dataout = if out_condition then content.bitextender(5->8,Zero)"
    );
    assert!(
        slip.help
            .as_ref()
            .unwrap()
            .contains("numbers from 32 up would lose")
    );
    assert_eq!(reading.chips[0].name, "Display driver");
}

/// The text around the specification, about the chip.
#[test]
fn the_notes_words_hold_for_the_notes_specification() {
    let mut driver = Driver::new();
    // "pos ... gets incremented before being passed over", and is asserted on the south side.
    driver.set("pos", 6).set("addr", 7);
    assert_eq!(
        (driver.get("posout"), driver.get("posoutsouth")),
        ("0111".into(), "0111".into())
    );
    driver.set("pos", 15);
    assert_eq!(driver.get("posout"), "0000");
    driver.set("pos", 6);
    // "Z is asserted with 0 if the register content is greater than 0 or left floating otherwise"
    assert_eq!(driver.get("Z"), "x");
    // "Trigger for writing into display register"; "decimal to BCD conversion is done inside"
    driver.write(48);
    assert_eq!(driver.get("Z"), "0");
    assert_eq!(
        (driver.get("tens"), driver.get("units")),
        ("0100".into(), "1000".into())
    );
    // Another chip's address: nothing is written.
    driver.set("addr", 8).write(3);
    assert_eq!(driver.get("units"), "1000");
    // Read: only with the clock up, dir 1 and its own address, while the bus floats.
    driver.float().set("dir", 1).set("addr", 7);
    assert_eq!(driver.get("dataout"), "xxxxxxxx");
    driver.set("clock", 1);
    assert_eq!(driver.get("dataout"), "00110000");
    driver.set("addr", 6);
    assert_eq!(driver.get("dataout"), "xxxxxxxx");
    // "The chip takes all the values it needs from the west side; it passes them over to the east side".
    driver.set("data", 0xa5);
    assert_eq!(
        (driver.get("dataout"), driver.get("addrout")),
        ("10100101".into(), "0110".into())
    );
    assert_eq!(
        (driver.get("clockout"), driver.get("dirout")),
        ("1".into(), "1".into())
    );
}

/// The messages of a specification with one part of a good one replaced.
fn told(from: &str, to: &str) -> Vec<String> {
    let good = "Chip Specification
Name: Cell
I/O Pins
Input: a(4), b(4), clock # West side
Output: sum(4), same     # East side
Internal
Signals: both(4)
Latches: register kept(4)
Combinational
both = a ^ b
sum = kept + both
same = a = b
Behaviour
on falling edge of clock do:
 kept := a
enabled by: same'
End Chip Specification
";
    assert!(good.contains(from), "{from}");
    let text = good.replacen(from, to, 1);
    let reading = chip::read_alone("cell.chip", &text);
    reading
        .diagnostics
        .iter()
        .map(|one| one.message.clone())
        .collect()
}

#[test]
fn a_good_specification_needs_no_words() {
    assert_eq!(told("Name: Cell", "Name: Cell"), Vec::<String>::new());
}

#[test]
fn contradictions_are_told_why() {
    let cases: [(&str, &str, &str); 14] = [
        (
            "same = a = b",
            "same = a = b\nsum = a",
            "`sum` is defined twice: this contradicts itself",
        ),
        (
            "both = a ^ b",
            "both = sum",
            "`sum` and `both` depend on each other",
        ),
        (
            "both = a ^ b",
            "both = both + 1",
            "`both` depends on itself",
        ),
        (
            " kept := a\n",
            " kept := a\n kept := b\n",
            "`kept` takes two values at once: this contradicts itself",
        ),
        (
            "same = a = b\n",
            "",
            "nothing says what the output `same` is",
        ),
        (
            "both = a ^ b\n",
            "",
            "nothing says what the signal `both` is",
        ),
        (
            "same = a = b",
            "a = b",
            "`a` is an input: it gets its value from outside",
        ),
        (
            "same = a = b",
            "same = a = b\nkept = a",
            "`kept` is a latch: it takes a value at an edge",
        ),
        (
            " kept := a\n",
            " both := a\n",
            "`both` is no latch: it cannot remember a value",
        ),
        (
            "both = a ^ b",
            "both = a ^ clock",
            "this has 1 bit, and 4 are wanted here",
        ),
        ("both = a ^ b", "both = 16", "16 does not fit into 4 bits"),
        ("both = a ^ b", "both = aa ^ b", "unknown name `aa`"),
        (
            "Signals: both(4)",
            "Signals: both(4), a",
            "`a` is declared twice",
        ),
        (
            "both = a ^ b",
            "both = a.select(2:5)",
            "there is no bit 5: bits are 0 to 3",
        ),
    ];
    for (from, to, message) in cases {
        let told = told(from, to);
        assert!(told.iter().any(|one| one == message), "{to}: {told:?}");
    }
}

#[test]
fn every_mistake_is_told_at_once_with_its_place() {
    let text = "Chip Specification\nName: X\nI/O Pins\nInput: a(40), b\nOutput: c\nCombinational\nc = b ^ ^\nd = $\nEnd Chip Specification\n";
    let reading = chip::read_alone("x.chip", text);
    let places: Vec<String> = reading
        .diagnostics
        .iter()
        .filter_map(|one| Some(format!("{}: {}", one.excerpt()?, one.message)))
        .collect();
    assert!(
        places.contains(&"x.chip:4:10: a width is 1 to 32 bits".to_owned()),
        "{places:?}"
    );
    assert!(
        places.contains(&"x.chip:7:9: expected a value".to_owned()),
        "{places:?}"
    );
    assert!(
        places.contains(&"x.chip:8:5: `$` means nothing in a specification".to_owned()),
        "{places:?}"
    );
    assert!(reading.chips.is_empty());
}

#[test]
fn vectors_of_a_specification_pass_on_its_circuit() {
    for (board, name) in [
        ("2016", "Display driver"),
        ("2016", "WLD"),
        ("cdm8", "Shift"),
        ("2022", "Button register"),
    ] {
        let file = shelf::hardware()
            .join(board)
            .join("chips")
            .join(format!("{name}.chip"));
        let chip = shelf::chip_of(board, name, &std::fs::read_to_string(file).unwrap());
        let runs = chip::vectors::choose(&chip, 200, 3);
        let text = chip::vectors::write(&chip, &runs);
        let vectors = circuit::vectors::parse(&text).unwrap();
        assert!(vectors.row_count() > 100, "{name}");
        let project = shelf::project(board);
        let mut simulator = shelf::simulator(&project, name);
        let rows = circuit::vectors::run(&vectors, &mut simulator).unwrap();
        let failed = rows.iter().find(|row| !row.passed());
        assert!(failed.is_none(), "{name}: {failed:?}\n{text}");
    }
}

mod any_text {
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn is_answered(text in "(Chip Specification\nName: X\nI/O Pins\nInput: a(3)\nOutput: b\n)?((on|while|if|then|else|a|b|c|=|:=|\\(|\\)|\\^|'|,|[0-9]|\\.select|\"|float| |\n){0,60})(End Chip Specification)?") {
            let reading = chip::read_alone("any", &text);
            for one in &reading.diagnostics {
                prop_assert!(!one.to_string().is_empty());
            }
            for chip in reading.chips {
                let mut runner = chip::run::Runner::new(chip);
                if !runner.inputs().is_empty() {
                    runner.set(0, circuit::Value::known(runner.inputs()[0].width.into(), 1));
                }
                runner.outputs();
            }
        }
    }
}

#[test]
fn a_specification_is_found_in_a_page_of_notes() {
    let notes = format!(
        "4COM1042 [Computing Platforms]\n\n“The Game of Mancala” — \"notes\n\n{}\nThere is no conflict, I’m sure @ §1 “x\n",
        printed()
    );
    let reading = shelf::reading("2016", "notes", &notes);
    let texts: Vec<String> = reading
        .diagnostics
        .iter()
        .map(ToString::to_string)
        .collect();
    assert!(!reading.has_errors(), "{}", texts.join("\n"));
    assert_eq!(reading.diagnostics.len(), 3);
    assert_eq!(reading.chips[0].name, "Display driver");
}

#[test]
fn what_contradicts_itself_is_told_with_both_places() {
    let text = "Chip Specification\nName: T\nInput: a, clock\nOutput: x = m, y = n\nLatches: m, n\nBehaviour\non falling edge of clock do: m := a\non falling edge of clock do: m := 0\nenabled by: a\nwhile a do: n := n'\nEnd Chip Specification\n";
    let reading = chip::read_alone("t", text);
    let codes: Vec<_> = reading
        .diagnostics
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(codes.len(), 2, "{}", codes.join("\n"));
    assert!(
        codes[0].contains("`m` can get two different values at this edge"),
        "{}",
        codes[0]
    );
    assert!(
        codes[1].contains("`n` need not come to rest"),
        "{}",
        codes[1]
    );
    // No specification of the consoles does.
    for (board, name, text) in shelf::specifications() {
        let reading = shelf::reading(&board, &name, &text);
        let said: Vec<_> = reading.diagnostics.iter().map(|one| &one.message).collect();
        let contradicts = |text: &&&String| {
            text.contains("two different values") || text.contains("come to rest")
        };
        assert_eq!(said.iter().find(contradicts), None, "{board}/{name}");
    }
}

#[test]
fn a_line_after_a_mistake_is_still_read() {
    let text = printed().replace("out_condition=", "out_condition :=");
    let reading = shelf::reading("2016", "notes", &text);
    let errors: Vec<&str> = (reading.diagnostics.iter().filter(|one| one.is_error()))
        .map(|one| one.message.as_str())
        .collect();
    assert_eq!(
        errors,
        ["nothing says when `out_condition` takes this value"]
    );
}
