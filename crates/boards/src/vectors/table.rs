//! Tables of test vectors.

use super::Dice;

/// Rows of values, `None` where any value is allowed.
pub(crate) struct Table {
    about: &'static str,
    columns: Vec<(&'static str, u32)>,
    in_order: bool,
    rows: Vec<Vec<Option<u32>>>,
}

pub(crate) type Pins = &'static [(&'static str, u32)];

impl Table {
    pub(crate) fn new(about: &'static str, inputs: Pins, outputs: Pins) -> Table {
        Table {
            about,
            columns: [inputs, outputs].concat(),
            in_order: false,
            rows: Vec::new(),
        }
    }

    pub(crate) fn row(&mut self, inputs: &[u32], outputs: &[u32]) {
        let all = inputs.iter().chain(outputs);
        self.rows.push(all.copied().map(Some).collect());
    }

    pub(crate) fn row_with_gaps(&mut self, inputs: &[u32], outputs: &[Option<u32>]) {
        let inputs = inputs.iter().copied().map(Some);
        self.rows
            .push(inputs.chain(outputs.iter().copied()).collect());
    }

    pub(crate) fn text(&self) -> String {
        let mut text = format!("# {}\n", self.about);
        let name = |&(name, width): &(&str, u32)| match width {
            1 => name.to_string(),
            _ => format!("{name}[{width}]"),
        };
        let mut header: Vec<String> = self.columns.iter().map(name).collect();
        if self.in_order {
            header.insert(0, "<seq>".to_string());
        }
        text.push_str(&header.join(" "));
        text.push('\n');
        for (number, row) in self.rows.iter().enumerate() {
            assert_eq!(row.len(), self.columns.len(), "{}", self.about);
            let cells = row.iter().zip(&self.columns);
            let mut cells: Vec<String> = cells.map(|(v, (_, width))| cell(*v, *width)).collect();
            if self.in_order {
                cells.insert(0, (number + 1).to_string());
            }
            text.push_str(&cells.join(" "));
            text.push('\n');
        }
        text
    }
}

/// Binary up to four bits, else hexadecimal.
fn cell(value: Option<u32>, width: u32) -> String {
    match (value, width) {
        (None, _) => "<DC>".to_string(),
        (Some(value), ..=4) => format!("{value:0width$b}", width = width as usize),
        (Some(value), _) => format!("{value:#04x}"),
    }
}

/// A unit with a clock: its outputs, and its next state when the clock falls.
pub(crate) struct Clocked<S> {
    pub(crate) about: &'static str,
    pub(crate) inputs: Pins,
    pub(crate) outputs: Pins,
    pub(crate) show: fn(&S, &[u32]) -> Vec<u32>,
    pub(crate) fall: fn(&mut S, &[u32]),
}

impl<S: Default> Clocked<S> {
    /// Random inputs, clock by clock.
    pub(crate) fn table(&self, clocks: usize, dice: &mut Dice) -> Table {
        let columns = [&[("clock", 1)], self.inputs, self.outputs].concat();
        let mut table = Table {
            about: self.about,
            columns,
            in_order: true,
            rows: Vec::new(),
        };
        let mut state = S::default();
        for _ in 0..clocks {
            let widths = self.inputs.iter().map(|(_, width)| width);
            let inputs: Vec<u32> = widths
                .map(|w| dice.roll() as u32 & ((1 << w) - 1))
                .collect();
            table.row(&[&[1], &inputs[..]].concat(), &(self.show)(&state, &inputs));
            (self.fall)(&mut state, &inputs);
            table.row(&[&[0], &inputs[..]].concat(), &(self.show)(&state, &inputs));
        }
        table
    }
}
