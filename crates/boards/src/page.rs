//! The pages beside the circuits, `hardware/*/README.md`: their tables of pins and parts come from the descriptions.
//!
//! A page is written by hand except for the text between two markers, `<!-- pins: begin -->` and `<!-- pins: end -->`, and
//! the same with `parts`.

use circuit::project::{Circuit, Component, Facing, Kind, Project, What};

use crate::draw::{ChipNote, Drawing, side_of};

/// A page and the circuit file it explains, both by their path under `hardware/`.
pub(crate) struct Page {
    pub(crate) path: &'static str,
    circuits: &'static str,
    /// As committed.
    text: &'static str,
}

macro_rules! page {
    ($folder:literal, $circuits:literal) => {
        Page {
            path: concat!($folder, "/README.md"),
            circuits: concat!($folder, "/", $circuits),
            text: include_str!(concat!("../../../hardware/", $folder, "/README.md")),
        }
    };
}

static PAGES: [Page; 4] = [
    page!("cdm8", "cdm8.circ"),
    page!("2016", "mancala.circ"),
    page!("2022", "mancala.circ"),
    page!("2023", "mancala.circ"),
];

/// The page that explains this circuit file.
pub(crate) fn beside(circuits: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.circuits == circuits)
}

impl Page {
    /// The page with new tables.
    pub(crate) fn filled(&self, drawing: &Drawing) -> String {
        let page = self.text.replace("\r\n", "\n");
        let page = fill(self.path, &page, "pins", &pins(drawing));
        fill(self.path, &page, "parts", &parts(drawing))
    }
}

/// Puts new text between the markers of this name.
fn fill(path: &str, page: &str, name: &str, text: &str) -> String {
    let [begin, end] = ["begin", "end"].map(|which| format!("<!-- {name}: {which} -->\n"));
    let parts = page.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some((before, after))
    });
    let (before, after) =
        parts.unwrap_or_else(|| panic!("{path} has no place for {name}: {begin}{end}"));
    format!("{before}{begin}\n{text}\n{end}{after}")
}

/// A section for every chip: its description, and a table of its pins.
fn pins(drawing: &Drawing) -> String {
    let sections = chips(drawing.project()).map(|chip| {
        let note = drawing.notes().iter().find(|note| note.chip == chip.name);
        let note = note.unwrap_or_else(|| panic!("{} is not explained", chip.name));
        section(chip, note)
    });
    sections.collect::<Vec<_>>().join("\n")
}

/// The circuits of a file that have pins; the main circuit of a board has none.
fn chips(project: &Project) -> impl Iterator<Item = &Circuit> {
    let own = project.circuits.iter().filter(|circuit| circuit.file == 0);
    own.filter(|circuit| pins_of(circuit).next().is_some())
}

fn pins_of(circuit: &Circuit) -> impl Iterator<Item = &Component> {
    let parts = circuit.components.iter();
    parts.filter(|part| part.kind() == Some(Kind::Pin))
}

fn section(chip: &Circuit, note: &ChipNote) -> String {
    let mut text = format!(
        "### {}\n\n{}\n\n| pin | bits | | side | |\n|---|---|---|---|---|\n",
        chip.name, note.does
    );
    for pin in &note.pins {
        let drawn = pins_of(chip).find(|drawn| drawn.label() == Some(pin.name));
        let drawn = drawn.unwrap_or_else(|| panic!("{} has no pin {}", chip.name, pin.name));
        assert!(
            !pin.means.is_empty(),
            "{}: what is {}?",
            chip.name,
            pin.name
        );
        let attrs = drawn.attrs.of(Kind::Pin);
        let way = if attrs.flag("output") { "out" } else { "in" };
        text += &format!(
            "| `{}` | {} | {way} | {} | {} |\n",
            pin.name,
            attrs.count("width"),
            side_of(chip, drawn).map_or("", Facing::name),
            pin.means
        );
    }
    assert_eq!(note.pins.len(), pins_of(chip).count(), "{}", chip.name);
    text
}

/// The number of parts of a circuit, everything inside its chips included.
#[derive(Clone, Copy, Default)]
struct Budget {
    gates: u32,
    plexers: u32,
    arithmetic: u32,
    register_bits: u32,
}

impl Budget {
    fn of(project: &Project, circuit: &Circuit) -> Budget {
        let mut budget = Budget::default();
        for part in &circuit.components {
            match &part.what {
                What::Circuit(id) => budget.add(Budget::of(project, project.circuit(*id))),
                What::Builtin(Kind::Register) => {
                    budget.register_bits += part.attrs.of(Kind::Register).count("width");
                }
                What::Builtin(Kind::DFlipFlop) => budget.register_bits += 1,
                What::Builtin(kind) => match kind.library() {
                    "Gates" => budget.gates += 1,
                    "Plexers" => budget.plexers += 1,
                    "Arithmetic" => budget.arithmetic += 1,
                    _ => {}
                },
                What::Unknown { .. } => {}
            }
        }
        budget
    }

    fn add(&mut self, other: Budget) {
        self.gates += other.gates;
        self.plexers += other.plexers;
        self.arithmetic += other.arithmetic;
        self.register_bits += other.register_bits;
    }
}

/// A table of the sizes of all circuits.
fn parts(drawing: &Drawing) -> String {
    let project = drawing.project();
    let mut text = String::from(
        "| circuit | gates | multiplexers and decoders | arithmetic | register bits |\n|---|--:|--:|--:|--:|\n",
    );
    for circuit in project.circuits.iter().filter(|circuit| circuit.file == 0) {
        let budget = Budget::of(project, circuit);
        let figures = [
            budget.gates,
            budget.plexers,
            budget.arithmetic,
            budget.register_bits,
        ];
        let figures = figures.map(|figure| match figure {
            0 => "-".to_string(),
            figure => figure.to_string(),
        });
        text += &format!("| {} | {} |\n", circuit.name, figures.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn only_what_is_between_the_markers_changes() {
        let page = "before\n<!-- pins: begin -->\nold\n<!-- pins: end -->\nafter\n";
        let wanted = "before\n<!-- pins: begin -->\n\nnew\n<!-- pins: end -->\nafter\n";
        assert_eq!(fill("page", page, "pins", "new"), wanted);
        assert_eq!(fill("page", wanted, "pins", "new"), wanted);
    }

    #[test]
    #[should_panic(expected = "page has no place for pins")]
    fn a_page_without_markers_is_a_mistake() {
        fill("page", "before\nafter\n", "pins", "new");
    }
}
