//! From drawings to connections: the nets of one circuit (`Sheet`), and the tree of all instances ([`Design`]).

mod bits;
mod check;
mod design;
mod fit;
pub(crate) mod ids;
mod loose;
mod names;
mod paths;
mod points;
mod runs;
mod sheet;
mod union;

pub use check::check;
pub(crate) use check::unconnected_inputs;
pub(crate) use design::Instance;
pub use design::{BuildError, Child, Design, DesignOptions, NativeFactory, PartInfo};
pub use fit::fits;
pub(crate) use ids::{BundleId, SheetNetId, SheetPortId};
pub use ids::{ComponentId, InstanceId, NetId, PartId, PortId};
pub(crate) use names::plain;
pub use paths::PathError;
pub use sheet::SheetPort;
pub(crate) use sheet::{Net, Sheet, Slice, Wiring, component_ports};
