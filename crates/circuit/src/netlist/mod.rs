//! From drawings to connections: the nets of one circuit ([`Sheet`]), and the tree of all instances ([`Design`]).

mod bits;
mod check;
mod design;
mod paths;
mod points;
mod sheet;
mod union;

pub use check::check;
pub use design::{
    BuildError, Child, Design, DesignOptions, Instance, NativeFactory, PartId, PartInfo,
};
pub use paths::PathError;
pub use sheet::{Bundle, Net, Sheet, SheetPort, Slice};
