//! The assembler's output for a file and the linker's input: sections of bytes with the places that
//! are still open. [`text`] is the file format.

pub mod text;

use super::source::Span;

/// One assembled file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// The source, if known.
    pub file: Option<String>,
    pub sections: Vec<Section>,
    /// Entries at absolute addresses, which need not lie in a section.
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    Absolute(u32),
    Relocatable(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub place: Placement,
    /// A relocatable section starts at a multiple of this.
    pub align: u32,
    pub bytes: Vec<u8>,
    /// Offsets of bytes to which the section's address is added.
    pub relocations: Vec<u32>,
    /// Entries of a relocatable section, as offsets.
    pub entries: Vec<Entry>,
    /// Bytes to which the address of an external is added.
    pub uses: Vec<Use>,
    pub locations: Vec<Location>,
    /// All labels as offsets, if the section comes from a source.
    pub labels: Vec<Label>,
    /// The kinds of the bytes, in order, if the section comes from a source.
    pub items: Vec<Item>,
    pub span: Option<Span>,
}

impl Section {
    pub fn new(place: Placement) -> Section {
        Section {
            place,
            align: 1,
            bytes: Vec::new(),
            relocations: Vec::new(),
            entries: Vec::new(),
            uses: Vec::new(),
            locations: Vec::new(),
            labels: Vec::new(),
            items: Vec::new(),
            span: None,
        }
    }

    /// The name in messages.
    pub fn title(&self) -> String {
        match &self.place {
            Placement::Absolute(address) => format!("asect 0x{address:02x}"),
            Placement::Relocatable(name) => format!("rsect {name}"),
        }
    }
}

/// A name other sections may use. `at` is an offset, or an address in [`Module::entries`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    pub at: u32,
    pub span: Option<Span>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    pub name: String,
    pub offset: u32,
    pub span: Option<Span>,
}

/// The source line that made the code at an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    pub offset: u32,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub name: String,
    pub offset: u32,
    pub entry: bool,
    /// Some expression refers to it.
    pub used: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// An instruction as written.
    Code,
    /// A branch a structure needs.
    Branch,
    /// `dc`
    Data,
    /// `ds`
    Space,
    /// `align`
    Padding,
}

/// The bytes of one statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    pub offset: u32,
    pub size: u32,
    pub kind: ItemKind,
    pub span: Span,
    /// Where a listing shows it: the branch of a `while` back to its start belongs to the `wend`.
    pub listed: Span,
}

/// The smallest alignment that satisfies both; absurd ones are cut off.
pub(crate) fn common_alignment(a: u32, b: u32) -> u32 {
    let (a, b) = (a.max(1), b.max(1));
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (u64::from(a / x) * u64::from(b)).min(1 << 16) as u32
}
