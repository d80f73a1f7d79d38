//! RAM and ROM.

use std::sync::Arc;

use super::{Cells, Trigger};
use crate::component::behaviour::Behave;
use crate::component::{BLANK, Behaviour, Description, Io, Kind, Port, State, Timing};
use crate::picture::{Align, BLACK, Box4, CellPlace, Font, GREY, Ink, Sketch, Style, Text, When};
use crate::project::{Attr, Form, Image, View};
use crate::value::{Word, mask};

/// The delay of a memory.
const DELAY: u32 = 10;

const ADDR_WIDTH: Attr = Attr::new("addrWidth", "8", Form::Int(2, 24));
const DATA_WIDTH: Attr = Attr::new("dataWidth", "8", Form::Width);

pub(in crate::component) const RAM: Description = Description {
    library: "Memory",
    name: "RAM",
    about: "Many numbered cells that can be read and written.",
    attributes: &[
        ADDR_WIDTH,
        DATA_WIDTH,
        Attr::new(
            "bus",
            "combined",
            Form::Choice(&["combined", "asynch", "separate"]),
        ),
    ],
    ports: ram_ports,
    behaviour: |site| Behaviour::Memory(compile(site.attrs)),
    picture,
    can_float: |_| true,
    timing: Timing::Logic,
    ..BLANK
};

pub(in crate::component) const ROM: Description = Description {
    name: "ROM",
    about: "Many numbered cells that can only be read; what they hold is part of the circuit.",
    attributes: &[
        ADDR_WIDTH,
        DATA_WIDTH,
        Attr::new("contents", "", Form::Text),
    ],
    ports,
    ..RAM
};

/// Data, address and chip select, which RAM and ROM share.
fn ports(attrs: View<'_>) -> Vec<Port> {
    vec![
        Port::inout("data", (0, 0), attrs.count("dataWidth")),
        Port::need("addr", (-140, 0), attrs.count("addrWidth")),
        Port::input("cs", (-90, 40), 1),
    ]
}

fn ram_ports(attrs: View<'_>) -> Vec<Port> {
    let mut all = ports(attrs);
    all.push(Port::input("oe", (-50, 40), 1));
    all.push(Port::input("clr", (-30, 40), 1));
    if !attrs.is("bus", "asynch") {
        all.push(Port::input("clk", (-70, 40), 1));
    }
    if attrs.is("bus", "separate") {
        all.push(Port::input("we", (-110, 40), 1));
        all.push(Port::input("din", (-140, 20), attrs.count("dataWidth")));
    }
    all
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bus {
    Rom,
    /// One data port, written on a clock edge while output is off.
    Combined,
    /// One data port, written whenever output is off.
    Asynchronous,
    /// A separate data input with write enable.
    Separate,
}

/// RAM and ROM.
#[derive(Clone, Debug)]
pub struct Memory {
    bus: Bus,
    address_bits: u32,
    pub(crate) mask: u32,
    pub(crate) contents: Option<Arc<Image>>,
}

fn compile(attrs: View<'_>) -> Memory {
    let bus = match (attrs.kind(), attrs.text("bus")) {
        (Kind::Rom, _) => Bus::Rom,
        (_, "separate") => Bus::Separate,
        (_, "asynch") => Bus::Asynchronous,
        _ => Bus::Combined,
    };
    Memory {
        bus,
        address_bits: attrs.count("addrWidth"),
        mask: mask(attrs.count("dataWidth")),
        contents: None,
    }
}

impl Behave for Memory {
    fn initial(&self, _: u64) -> State {
        let cells = Cells::new(self.address_bits, self.contents.clone());
        State::Memory {
            cells: Box::new(cells),
            clock: Word::ZERO,
        }
    }

    #[inline]
    fn evaluate<I: Io>(&self, state: &mut State, io: &mut I) {
        let State::Memory { cells, clock } = state else {
            return;
        };
        let selected = io.get(2) != Word::ZERO;
        let (reading, clearing, fires) = if self.bus == Bus::Rom {
            (true, false, false)
        } else {
            let fires = self.bus == Bus::Asynchronous || Trigger::Rising.fires(clock, io.get(5));
            (io.get(3) != Word::ZERO, io.get(4) == Word::ONE, fires)
        };
        if clearing {
            cells.clear();
        }
        if !selected {
            return io.set(0, Word::floating(self.mask), DELAY);
        }
        let address = io.get(1);
        if !address.is_known() {
            return;
        }
        if fires && !clearing {
            self.write(cells, address.v, reading, io);
        }
        let out = if reading {
            Word::known(cells.get(address.v) & self.mask)
        } else {
            Word::floating(self.mask)
        };
        io.set(0, out, DELAY);
    }
}

impl Memory {
    pub(in crate::component) fn is_asynchronous(&self) -> bool {
        self.bus == Bus::Asynchronous
    }

    pub(in crate::component) fn is_separate(&self) -> bool {
        self.bus == Bus::Separate
    }

    pub(in crate::component) fn is_clocked(&self) -> bool {
        matches!(self.bus, Bus::Combined | Bus::Separate)
    }

    fn write<I: Io>(&self, cells: &mut Cells, address: u32, reading: bool, io: &I) {
        let separate = self.bus == Bus::Separate;
        let store = if separate {
            io.get(6) != Word::ZERO
        } else {
            !reading
        };
        if store {
            let data = io.get(if separate { 7 } else { 0 });
            // An undefined value counts as -1.
            let value = if data.is_known() { data.v } else { u32::MAX };
            cells.set(address, value & self.mask);
        }
    }
}

fn picture(sketch: &mut Sketch<'_>) {
    let attrs = sketch.attrs();
    let frame = Box4(-140, -40, 140, 80);
    sketch.outline(frame, 0, Style::OUTLINE);
    sketch.say((-137, LOWER), Align::Start, 12, BLACK, "A");
    sketch.say((-3, LOWER), Align::End, 12, BLACK, "D");
    let notes: &[(usize, &str)] = match attrs.kind() {
        Kind::Rom => &[(2, "sel")],
        _ => &[(2, "sel"), (3, "ld"), (4, "clr")],
    };
    for &(port, note) in notes {
        let dx = sketch.ports[port].location.x - sketch.x();
        sketch.say((dx, 33), Align::Middle, 12, GREY, note);
    }
    if attrs.kind() == Kind::Ram && !attrs.is("bus", "asynch") {
        sketch.clock_mark(5, true);
    }
    if attrs.is("bus", "separate") {
        sketch.say((-110, 33), Align::Middle, 12, GREY, "str");
        sketch.say((-137, 20 + LOWER), Align::Start, 12, BLACK, "D");
    }
    contents(sketch);
    sketch.dots();
}

/// Letters beside ports are a little lower than their middle.
const LOWER: i32 = 2;

/// How many rows of cells a memory shows.
const ROWS: u32 = 4;

/// The cells a memory shows: the first ones, or those up to the address that is read.
pub(crate) struct Window {
    first_row: u32,
    columns: u32,
    /// The address that is read.
    pub(crate) address: Option<u32>,
    address_digits: usize,
    digits: usize,
}

impl Window {
    pub(crate) fn new(attrs: View<'_>, address: Option<u32>) -> Window {
        let digits = attrs.count("dataWidth").div_ceil(4);
        let columns = match digits {
            ..=2 => 4,
            3..=4 => 2,
            _ => 1,
        };
        let rows = (1u32 << attrs.count("addrWidth").min(24)).div_ceil(columns);
        // Scrolled by as little as possible.
        let wanted = address.map_or(0, |address| (address / columns).saturating_sub(ROWS - 1));
        Window {
            first_row: wanted.min(rows.saturating_sub(ROWS)),
            columns,
            address,
            address_digits: attrs.count("addrWidth").div_ceil(4) as usize,
            digits: digits as usize,
        }
    }

    /// The address of a cell.
    pub(crate) fn cell(&self, place: CellPlace) -> u32 {
        (self.first_row + u32::from(place.row)) * self.columns + u32::from(place.column)
    }

    /// The address at the left of a row.
    pub(crate) fn row(&self, row: u8) -> String {
        let first = self.cell(CellPlace { row, column: 0 });
        format!("{first:0digits$x}", digits = self.address_digits)
    }

    pub(crate) fn word(&self, word: u32) -> String {
        format!("{word:0digits$x}", digits = self.digits)
    }
}

fn contents(sketch: &mut Sketch<'_>) {
    let attrs = sketch.attrs();
    let (left, wide) = (-100, 80);
    sketch.outline(Box4(left, -35, wide, 60), 0, Style::THIN);
    let cells = 1u32 << attrs.count("addrWidth").min(24);
    sketch.when(When::Idle, |sketch| {
        let size = format!("{cells} x {}", diag::count(attrs.count("dataWidth"), "bit"));
        sketch.say((left + wide / 2, -5), Align::Middle, 10, BLACK, size);
    });
    let columns = Window::new(attrs, None).columns;
    let step = wide / columns as i32;
    for row in 0..cells.div_ceil(columns).min(ROWS) as u8 {
        let dy = -27 + 15 * i32::from(row);
        sketch.when(When::Running, |sketch| {
            let address = Text::Address { row };
            sketch.say((left - 2, dy), Align::End, 12, GREY, address);
        });
        for column in 0..columns as u8 {
            let dx = left + step / 2 + step * i32::from(column);
            cell(sketch, CellPlace { row, column }, (dx, dy), step);
        }
    }
}

/// A cell; the one that is read is white on black.
fn cell(sketch: &mut Sketch<'_>, cell: CellPlace, (dx, dy): (i32, i32), step: i32) {
    sketch.when(When::Read(cell), |sketch| {
        let frame = Box4(dx - step / 2 + 1, dy - 7, step - 2, 14);
        sketch.outline(frame, 0, Style::filled(BLACK));
    });
    sketch.when(When::Running, |sketch| {
        let at = (sketch.x() + dx, sketch.y() + dy);
        let (font, ink) = (Font::plain(12), Ink::Cell(cell));
        sketch.text(at, Align::Middle, font, ink, Text::Cell(cell));
    });
}
